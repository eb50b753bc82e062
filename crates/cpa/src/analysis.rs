//! The analysis interface: what one writes to add an analysis, and nothing else.
//!
//! [`Cpa`] is a configurable program analysis with dynamic precision adjustment: an abstract domain, a
//! transfer relation, merge, stop and precision adjustment. It is written with its own types; the wrapper in
//! [`crate::component`] erases them. Which of separate, joined or agreed merging is used, and how coverage is
//! decided, is the configuration's choice and held by that wrapper.

use crate::extras::{Abstraction, Extras, Profile};
use crate::query::{Query, Siblings};
use crate::words::Words;
use argand_cfa::{Edge, EdgeId, LocId, Op, Program, Violated};
use argand_support::{Limits, Stop};
use std::fmt::{Debug, Display};
use std::hash::Hash;

/// An element of an analysis' domain. Display is short and for tests; what the user reads is [`Cpa::describe`].
pub trait AbstractState: Clone + Eq + Hash + Debug + Display + 'static {}
impl<T: Clone + Eq + Hash + Debug + Display + 'static> AbstractState for T {}

/// How coarse an analysis works. The default is the coarsest precision, where refinement starts.
pub trait AnalysisPrecision: Clone + Eq + Hash + Debug + Default + 'static {}
impl<T: Clone + Eq + Hash + Debug + Default + 'static> AnalysisPrecision for T {}

/// Why an analysis could not go on along a path. Never used for "the property is violated".
///
/// Every variant but [`CpaError::Stop`] ends the one path it arose on. Others are still explored, but the run
/// can no longer end with "the property holds".
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CpaError {
    /// The program uses something the analysis cannot handle, not even by over-approximation.
    #[error("{construct} is not supported")]
    Unsupported {
        /// What it is, in the user's words.
        construct: String,
        /// Where it is, if it is not the edge at hand.
        edge: Option<EdgeId>,
    },
    /// A bound the user set was reached: a loop was unrolled often enough, a recursion is deep enough.
    #[error("{bound}")]
    Bound {
        /// Which bound, in the user's words.
        bound: String,
        /// Where it was reached, if it is not the edge at hand.
        edge: Option<EdgeId>,
    },
    /// A helper of the analysis gave up, for example a solver.
    #[error("{message}")]
    Failed {
        /// What happened, in the user's words.
        message: String,
    },
    /// A limit of the whole run was reached. Ends the run.
    #[error(transparent)]
    Stop(#[from] Stop),
}

impl CpaError {
    /// Something at the edge at hand that the analysis cannot handle.
    pub fn unsupported(construct: impl Into<String>) -> Self {
        Self::Unsupported { construct: construct.into(), edge: None }
    }

    /// A bound that was reached at the edge at hand.
    pub fn bound(bound: impl Into<String>) -> Self {
        Self::Bound { bound: bound.into(), edge: None }
    }
}

/// What a transfer function may look at besides its own state.
#[derive(Debug)]
pub struct TransferCx<'a> {
    /// The program.
    pub program: &'a Program,
    /// The edge that is taken.
    pub edge_id: EdgeId,
    /// The same edge.
    pub edge: &'a Edge,
    /// The limits of the run, for analyses that do long work in one step.
    pub limits: &'a Limits,
    /// What the sibling analyses knew **before** the edge. Questions are about expressions in the state the
    /// edge starts from, so `*p = 1` asks here where `p` points.
    pub before: Siblings<'a>,
}

impl<'a> TransferCx<'a> {
    /// A context without siblings, for strongest postconditions along a path and for tests.
    #[must_use]
    pub fn alone(program: &'a Program, edge_id: EdgeId, limits: &'a Limits) -> Self {
        Self { program, edge_id, edge: &program.edges[edge_id], limits, before: Siblings::none() }
    }

    /// What the edge does.
    #[must_use]
    pub fn op(&self) -> &'a Op {
        &self.edge.op
    }
}

/// Takes the successors a transfer function finds.
#[derive(Debug)]
pub struct Successors<S> {
    pub(crate) states: Vec<S>,
    pub(crate) unchanged: bool,
}

impl<S> Default for Successors<S> {
    fn default() -> Self {
        Self { states: Vec::new(), unchanged: false }
    }
}

impl<S> Successors<S> {
    /// Adds a successor. Adding none at all means that the edge cannot be taken.
    pub fn push(&mut self, state: S) {
        self.states.push(state);
    }

    /// The state itself is a successor. Cheaper than pushing a clone: nothing is copied or hashed.
    pub fn unchanged(&mut self) {
        self.unchanged = true;
    }

    /// All successors of `state` that were added; empties the collection.
    pub fn drain(&mut self, state: &S) -> Vec<S>
    where
        S: Clone,
    {
        let own = std::mem::take(&mut self.unchanged).then(|| state.clone());
        own.into_iter().chain(self.states.drain(..)).collect()
    }
}

/// What strengthening did to a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change<S> {
    /// Nothing.
    Keep,
    /// It found a stronger state.
    To(S),
    /// No concrete state is left: the successor does not exist.
    Bottom,
}

/// What precision adjustment did to a state and its precision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Adjusted<S, P> {
    /// Nothing.
    Keep,
    /// A weaker state under the same precision.
    State(S),
    /// A state under a new precision for it and its successors.
    Both(S, P),
    /// Abstraction found that no concrete state is left.
    Bottom,
}

/// A step of the composition after the successors of all analyses are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// [`Cpa::strengthen`].
    Strengthen,
    /// [`Cpa::adjust`].
    Adjust,
}

/// What makes a state a violation of the property.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TargetInfo {
    /// What is violated.
    pub property: Violated,
    /// What happened, in one sentence for the user.
    pub message: String,
}

/// A configurable program analysis.
///
/// Methods take `&mut self` and may fail because an analysis may own a solver. Only the first four have no
/// default. The last three are for what few analyses have; see [`crate::extras`].
///  `⟦e⟧` is the set of concrete states that `e` stands for.
pub trait Cpa: Sized + 'static {
    /// An element of the abstract domain.
    type State: AbstractState;
    /// How coarse the analysis works; `()` where there is no choice.
    type Precision: AnalysisPrecision;

    /// The state at the location where exploration starts.
    ///
    /// # Errors
    /// When there is no such state, for example because a solver failed.
    fn initial(&mut self, program: &Program, location: LocId) -> Result<Self::State, CpaError>;

    /// Adds every successor of `state` along `cx.edge`. Together they must stand for every concrete state
    /// that taking the edge from one of `⟦state⟧` leads to.
    ///
    /// # Errors
    /// See [`CpaError`].
    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &Self::State,
        precision: &Self::Precision,
        out: &mut Successors<Self::State>,
    ) -> Result<(), CpaError>;

    /// Whether `⟦a⟧ ⊆ ⟦b⟧`. May be false where that is hard to tell. For lattices: `Ok(a.leq(b))`.
    ///
    /// # Errors
    /// See [`CpaError`].
    fn is_covered_by(&mut self, a: &Self::State, b: &Self::State) -> Result<bool, CpaError>;

    /// A state that stands for at least `⟦a⟧ ∪ ⟦b⟧`. For lattices: `Ok(a.join(b))`.
    /// Only called for states of one location and call stack where those analyses take part.
    ///
    /// # Errors
    /// See [`CpaError`].
    fn join(&mut self, a: &Self::State, b: &Self::State) -> Result<Self::State, CpaError>;

    /// The precision of the initial state.
    fn initial_precision(&mut self, _program: &Program) -> Self::Precision {
        Self::Precision::default()
    }

    /// Merges `new` into the older state `old` when the configuration says `merge = "join"` or `"agree"`;
    /// `None` keeps them apart. A merged state stands for at least both.
    ///
    /// # Errors
    /// See [`CpaError`].
    fn merge(
        &mut self,
        new: &Self::State,
        old: &Self::State,
        _precision: &Self::Precision,
    ) -> Result<Option<Self::State>, CpaError> {
        self.join(new, old).map(Some)
    }

    /// Whether exploration may stop at `new` because of `old`.
    ///
    /// # Errors
    /// See [`CpaError`].
    fn stop(
        &mut self,
        new: &Self::State,
        old: &Self::State,
        _precision: &Self::Precision,
    ) -> Result<bool, CpaError> {
        self.is_covered_by(new, old)
    }

    /// Refines a successor with what the siblings know `after` the edge. The result stands for no concrete
    /// state that `state` does not stand for, and loses none that the siblings allow.
    ///
    /// # Errors
    /// See [`CpaError`].
    fn strengthen(
        &mut self,
        _cx: &TransferCx<'_>,
        _state: &Self::State,
        _precision: &Self::Precision,
        _after: &Siblings<'_>,
    ) -> Result<Change<Self::State>, CpaError> {
        Ok(Change::Keep)
    }

    /// Precision adjustment: weakens a successor to what the precision asks for, and may change the precision.
    ///
    /// # Errors
    /// See [`CpaError`].
    fn adjust(
        &mut self,
        _cx: &TransferCx<'_>,
        _state: &Self::State,
        _precision: &Self::Precision,
        _after: &Siblings<'_>,
    ) -> Result<Adjusted<Self::State, Self::Precision>, CpaError> {
        Ok(Adjusted::Keep)
    }

    /// Narrows the answer to a sibling's question with what `state` knows. Silence is always right.
    fn answer(&self, _program: &Program, _state: &Self::State, _query: &mut Query) {}

    /// Whether the state violates the property.
    fn target(&self, _state: &Self::State) -> Option<TargetInfo> {
        None
    }

    /// Tells the user what a state knows, one line for each fact, in the words of the source: `i = 3`. Nothing for an
    /// analysis that only says where control is.
    fn describe(&self, _words: &Words<'_>, state: &Self::State, lines: &mut Vec<String>) {
        let text = state.to_string();
        if !text.is_empty() {
            lines.push(text);
        }
    }

    /// How a precision is shown to the user.
    fn write_precision(&self, _program: &Program, precision: &Self::Precision, out: &mut String) {
        use std::fmt::Write as _;
        let _ = write!(out, "{precision:?}");
    }

    /// What the composition must know before it starts.
    fn profile(&self) -> Profile {
        Profile::default()
    }

    /// The optional parts that this analysis has.
    fn extras(&self) -> Extras<'_, Self> {
        Extras::default()
    }

    /// The abstraction that can be turned down, where there is one.
    fn abstraction(&mut self) -> Option<&mut dyn Abstraction> {
        None
    }
}
