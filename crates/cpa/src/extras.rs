//! What some analyses have besides the operations of [`Cpa`]: an index for coverage, a say in which edges are
//! taken, pictures, assumptions, abstraction that can be turned down, calls and widening for data-flow analysis.
//!
//! An analysis that has none of it need not know of this module.

use crate::analysis::{Cpa, Phase};
use argand_cfa::{Assumption, AssumptionKind, CallSiteId, EdgeId, Program};
use argand_domains::smg::picture::Picture;
use std::fmt;
use std::sync::Arc;

/// What the composition must know of an analysis before it starts. The default is right for an analysis of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Profile {
    /// Only equal states of this analysis are ever compared. The reached set is partitioned by the states of all
    /// analyses that say so; location and call stack do.
    pub partitions: bool,
    /// `⟦a ⊔ b⟧ = ⟦a⟧ ∪ ⟦b⟧`, as in power-set domains. Only then is `stop = "join"` sound.
    pub exact_join: bool,
    /// States answer [`Query::Assumes`](crate::Query::Assumes). Where nobody does, nobody is asked.
    pub adds_assumes: bool,
    /// States depend on what siblings say about values. Where anybody's do, nothing of the program is hidden by a [`Lens`].
    pub asks_values: bool,
    /// The phases in which the analysis does anything. Leaving out one where the method is the default saves its calls.
    pub phases: &'static [Phase],
    /// How expensive [`Cpa::stop`] is compared to others. Composite coverage asks the cheap ones first.
    pub cover_cost: u32,
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            partitions: false,
            exact_join: false,
            adds_assumes: false,
            asks_values: false,
            phases: &[Phase::Strengthen, Phase::Adjust],
            cover_cost: 10,
        }
    }
}

/// The optional parts of an analysis, each a trait that the analysis implements besides [`Cpa`].
/// `Extras { coverage: Coverage::Keys(self), ..Extras::default() }` says which there are.
pub struct Extras<'a, C: Cpa> {
    /// How states that cover a state are found.
    pub coverage: Coverage<'a, C::State>,
    /// States say where control is, and nothing about values.
    pub control: Option<&'a dyn Control<C::State>>,
    /// States can be drawn.
    pub pictures: Option<&'a dyn Pictures<C::State>>,
    /// Proofs depend on something that the analysis took for granted.
    pub assumptions: Option<&'a dyn Assumptions>,
    /// The precision says how much of the program the others see.
    pub lens: Option<&'a dyn Lens<C::Precision>>,
    /// Functions can be looked at by themselves.
    pub data_flow: Option<&'a dyn DataFlow<C::State, C::Precision>>,
}

impl<C: Cpa> Default for Extras<'_, C> {
    fn default() -> Self {
        Self {
            coverage: Coverage::Search,
            control: None,
            pictures: None,
            assumptions: None,
            lens: None,
            data_flow: None,
        }
    }
}

impl<C: Cpa> fmt::Debug for Extras<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extras")
            .field("coverage", &self.coverage)
            .field("control", &self.control.is_some())
            .field("pictures", &self.pictures.is_some())
            .field("assumptions", &self.assumptions.is_some())
            .field("lens", &self.lens.is_some())
            .field("data_flow", &self.data_flow.is_some())
            .finish()
    }
}

/// How states that cover a state are found among all of its location and call stack.
pub enum Coverage<'a, S> {
    /// Each is asked: [`Cpa::stop`].
    Search,
    /// They are looked up, and nothing is asked.
    Forgetting(&'a dyn Forgetting<S>),
    /// Candidates are looked up before they are asked.
    Keys(&'a dyn CoverKeys<S>),
}

impl<S> Coverage<'_, S> {
    /// What kind of thing a state knows; `None` where all states are searched.
    #[inline]
    pub(crate) fn shape(&self, state: &S) -> Option<u64> {
        match self {
            Self::Search => None,
            Self::Forgetting(index) => Some(index.shape(state)),
            Self::Keys(index) => Some(index.shape(state)),
        }
    }
}

impl<S> fmt::Debug for Coverage<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Search => "Search",
            Self::Forgetting(_) => "Forgetting",
            Self::Keys(_) => "Keys",
        })
    }
}

/// A domain where a state covers another exactly when it is the other with some of it forgotten, as in maps to flat
/// values, or when it is equal.
pub trait Forgetting<S> {
    /// What kind of thing a state knows, for example a hash of the keys that it binds. Of states of one shape only equal
    /// ones cover each other.
    fn shape(&self, state: &S) -> u64;

    /// What is left of `state` when everything is forgotten that states of the shape of `onto` do not know;
    /// `None` when `state` does not know all that they know. The result covers `state`.
    fn project(&self, state: &S, onto: &S) -> Option<S>;
}

/// A domain where states that may cover each other are found by keys.
pub trait CoverKeys<S> {
    /// What kind of thing a state knows.
    fn shape(&self, state: &S) -> u64;

    /// A number that a state has in common with every state that covers it and has the shape of `onto`; `None` when
    /// no state of that shape can cover any state of the shape of this one.
    fn key(&self, state: &S, onto: &S) -> Option<u64>;
}

/// An analysis whose states say where control is and what specifications saw, and nothing about values: it rules out no
/// path that the control-flow graph and the properties allow. Only such analyses take part where a proof is checked, so
/// that nothing that an analysis of values got wrong is believed again.
pub trait Control<S> {
    /// Which edges may be taken from `state`. A location analysis adds them, a call-stack analysis removes
    /// those that cannot match; others leave the list alone.
    fn select_edges(&self, _program: &Program, _state: &S, _edges: &mut Vec<EdgeId>) {}
}

/// An analysis that shows the others less of the program than there is.
///
/// The program that they see has the locations and edges of the whole one, but some edges do nothing there, or what they do
/// is less. Every run of the whole program must be one of it as far as anybody who sees it can tell. Analyses of control
/// always see the whole program.
pub trait Lens<P> {
    /// What is seen under a precision; `None` is all of it.
    fn seen(&self, precision: &P) -> Option<Arc<Program>>;
}

/// An analysis with a picture of memory.
pub trait Pictures<S> {
    /// The state as boxes and arrows.
    fn picture(&self, program: &Program, state: &S) -> Picture;
}

/// An analysis that leaves runs out, or looks at runs that others leave out.
pub trait Assumptions {
    /// What it took for granted so far, besides what the front end did: every proof depends on it.
    fn assumptions(&self, program: &Program) -> Vec<Assumption>;

    /// What it does about runs that an assumption would rule out.
    fn regard(&self, kind: AssumptionKind) -> Regard;
}

/// What an analysis does about runs that an assumption would rule out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Regard {
    /// It does not look at what would tell them.
    Ignores,
    /// It leaves them out, and names every place where it did.
    Notes,
    /// It looks at them, so that no proof need assume that there are none.
    Considers,
}

/// An analysis that folds, widens or generalises states and can do less of it.
pub trait Abstraction {
    /// Abstracts less from now on, because violations were found that are no runs. The exploration starts again with
    /// the initial precision. False when that is as precise as it gets.
    fn sharpen(&mut self) -> bool;

    /// Keeps states as they are from now on. Asked for when a finished proof is looked at again. False where the analysis
    /// cannot do without its abstraction.
    fn stop(&mut self) -> bool;
}

/// An analysis of values that can be solved as a system of constraints: its states can go into a function that is looked
/// at by itself and come back to each of its callers ([`crate::calls`] says what must become of variables), and climb
/// without end.
pub trait DataFlow<S, P> {
    /// A state right behind the `Call` edge of a site, as the callee sees it by itself: what only activations that wait
    /// can name is forgotten. It stands for all that `state` stands for, as far as the callee can tell.
    fn enter(&self, program: &Program, site: CallSiteId, state: &S) -> S;

    /// A state right before the `Return` edge of a site: what the callee made of memory at its exit (`end`), with what the
    /// caller kept to itself at the call (`caller`).
    fn resume(&self, program: &Program, site: CallSiteId, caller: &S, end: &S) -> S;

    /// A state above `old` and `new`, the join of the old state with something new, such that climbing ends: by steps that
    /// the program suggests, or with `jump` at once. `None` where the join will do, because the domain has no long chains.
    fn widen(&self, _old: &S, _new: &S, _precision: &P, _jump: bool) -> Option<S> {
        None
    }
}
