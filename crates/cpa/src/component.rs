//! The one place where analyses lose their types.
//!
//! [`Component`] is the object-safe face of a [`Cpa`](crate::Cpa); [`Interned`] is its only implementation. States and
//! precisions cross the boundary as ids into the component's own hash-consing tables, so the reached set
//! stores small integers, equality is integer equality, and nothing is downcast.

mod interned;

pub use interned::Interned;

use crate::analysis::{CpaError, TargetInfo, TransferCx};
use crate::extras::{Profile, Regard};
use crate::query::{Query, Siblings};
use crate::reached::ArgId;
use crate::stats::ComponentStats;
use crate::words::Words;
use argand_cfa::{Assumption, AssumptionKind, CallSiteId, EdgeId, LocId, Program};
use argand_domains::smg::picture::Picture;
use argand_support::Idx as _;
use argand_support::define_index;
use std::sync::Arc;

define_index! {
    /// A state of one component, meaningful only to that component.
    pub struct StateId, "s";
    /// A precision of one component, meaningful only to that component.
    pub struct PrecisionId, "π";
    /// A shape of states of one component; see [`Forgetting::shape`](crate::extras::Forgetting::shape).
    pub struct ShapeId, "k";
}

crate::option_enum! {
    /// When a new state is merged into an older one of the same location and call stack.
    #[derive(Default)]
    pub enum MergeMode {
        /// Never: model checking.
        #[default]
        Sep = "sep",
        /// Always: data-flow analysis.
        Join = "join",
        /// When every other analysis would lose nothing: the older state covers or absorbs the new one.
        Agree = "agree",
    }
}

crate::option_enum! {
    /// What a new state must be covered by.
    #[derive(Default)]
    pub enum StopMode {
        /// One older state.
        #[default]
        Sep = "sep",
        /// All older states together. Only for power-set domains, and where all older states are merged into one.
        Join = "join",
        /// Nothing: every path is followed to its end, and the graph is a tree.
        Never = "never",
    }
}

crate::options! {
    /// What the configuration can say about every analysis.
    pub struct ComponentOptions {
        /// When a new state is merged into an older one.
        merge: MergeMode = MergeMode::Sep,
        /// What a new state must be covered by to be dropped.
        stop: StopMode = StopMode::Sep,
        /// Remember the successors of each state and edge. Pays only for analyses with expensive transfers.
        memo: bool = false,
    }
}

/// One column of the rows of the reached set.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    states: &'a [StateId],
    width: usize,
    index: usize,
}

impl<'a> Column<'a> {
    /// The column `index` of rows of length `width` that are stored one after the other.
    #[must_use]
    pub const fn new(states: &'a [StateId], width: usize, index: usize) -> Self {
        Self { states, width, index }
    }

    /// The component's state in a node.
    #[must_use]
    #[inline]
    pub fn get(&self, node: ArgId) -> StateId {
        self.states[node.index() * self.width + self.index]
    }
}

/// An analysis behind ids. See [`Cpa`](crate::Cpa) for what the operations mean.
#[expect(clippy::missing_errors_doc, reason = "every error is one of the analysis behind the ids")]
pub trait Component {
    /// The name of the analysis.
    fn name(&self) -> &str;
    /// What the configuration says about it.
    fn options(&self) -> ComponentOptions;
    /// What the composition must know of it.
    fn profile(&self) -> Profile;
    /// Whether states say nothing about values; see [`Control`](crate::extras::Control).
    fn is_control(&self) -> bool;
    /// Whether its precision says what the others see; see [`Lens`](crate::extras::Lens).
    fn is_lens(&self) -> bool;
    /// Whether states can go into functions that are looked at by themselves; see [`DataFlow`](crate::extras::DataFlow).
    fn has_data_flow(&self) -> bool;
    /// What the others see of the program under a precision; `None` is all of it.
    fn seen(&self, precision: PrecisionId) -> Option<Arc<Program>>;
    /// Whether coverage is looked up by projections; see [`Forgetting`](crate::extras::Forgetting).
    fn covers_by_forgetting(&self) -> bool;
    /// Whether candidates for coverage are looked up by keys; see [`CoverKeys`](crate::extras::CoverKeys).
    fn has_cover_keys(&self) -> bool;
    /// The shape of a state.
    fn shape(&self, state: StateId) -> ShapeId;
    /// The state by which a state is found in an index: itself, or the first one with the same key.
    fn index_state(&self, state: StateId) -> StateId;
    /// The state by which those of the given shape that cover a state are found, if there are any.
    fn project(&mut self, state: StateId, shape: ShapeId) -> Option<StateId>;
    /// State and precision to start with.
    fn initial(&mut self, program: &Program, location: LocId) -> Result<(StateId, PrecisionId), CpaError>;
    /// Adds or removes edges that can be taken.
    fn select_edges(&self, program: &Program, state: StateId, edges: &mut Vec<EdgeId>);
    /// Adds the successors of a state.
    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: StateId,
        precision: PrecisionId,
        out: &mut Vec<StateId>,
    ) -> Result<(), CpaError>;
    /// The strengthened state; `None` is bottom.
    fn strengthen(
        &mut self,
        cx: &TransferCx<'_>,
        state: StateId,
        precision: PrecisionId,
        after: &Siblings<'_>,
    ) -> Result<Option<StateId>, CpaError>;
    /// The adjusted state and precision; `None` is bottom.
    fn adjust(
        &mut self,
        cx: &TransferCx<'_>,
        state: StateId,
        precision: PrecisionId,
        after: &Siblings<'_>,
    ) -> Result<Option<(StateId, PrecisionId)>, CpaError>;
    /// The merged state; `None` keeps the two apart.
    fn merge(
        &mut self,
        new: StateId,
        old: StateId,
        precision: PrecisionId,
    ) -> Result<Option<StateId>, CpaError>;
    /// The join of two states.
    fn join(&mut self, a: StateId, b: StateId) -> Result<StateId, CpaError>;
    /// A state above both, the second of which is above the first, such that climbing ends; with `jump` at once.
    fn widen(&mut self, old: StateId, new: StateId, precision: PrecisionId, jump: bool) -> StateId;
    /// A state behind a `Call` edge, as the callee sees it by itself. States of control stay what they are.
    fn enter(&mut self, program: &Program, site: CallSiteId, state: StateId) -> StateId;
    /// The state before a `Return` edge: that of the callee's exit with what the caller kept to itself. States of control
    /// are those of the exit.
    fn resume(&mut self, program: &Program, site: CallSiteId, caller: StateId, end: StateId) -> StateId;
    /// Whether the first state is covered by the second.
    fn is_covered_by(&mut self, a: StateId, b: StateId) -> Result<bool, CpaError>;
    /// Keeps the nodes whose state covers the given one: one virtual call for each component, not one for each pair.
    fn retain_covering(
        &mut self,
        state: StateId,
        precision: PrecisionId,
        column: Column<'_>,
        nodes: &mut Vec<ArgId>,
    ) -> Result<(), CpaError>;
    /// Whether the given state is covered by the join of the states of all nodes.
    fn covered_by_join(
        &mut self,
        state: StateId,
        column: Column<'_>,
        nodes: &[ArgId],
    ) -> Result<bool, CpaError>;
    /// Narrows the answer to a question.
    fn answer(&self, program: &Program, state: StateId, query: &mut Query);
    /// Whether the state violates the property.
    fn target(&self, state: StateId) -> Option<TargetInfo>;
    /// The state as boxes and arrows, where the analysis has pictures.
    fn picture(&self, program: &Program, state: StateId) -> Option<Picture>;
    /// Tells the user what a state knows, one line for each fact.
    fn describe(&self, words: &Words<'_>, state: StateId, lines: &mut Vec<String>);
    /// Writes a state shortly, for tests.
    fn write_state(&self, state: StateId, out: &mut String);
    /// What it took for granted so far; see [`Assumptions`](crate::extras::Assumptions).
    fn assumptions(&self, program: &Program) -> Vec<Assumption>;
    /// What it does about runs that an assumption would rule out.
    fn regard(&self, kind: AssumptionKind) -> Regard;
    /// Writes a precision for the user.
    fn write_precision(&self, program: &Program, precision: PrecisionId, out: &mut String);
    /// Abstracts less from now on; see [`Abstraction::sharpen`](crate::extras::Abstraction::sharpen).
    fn sharpen(&mut self) -> bool;
    /// Keeps states as they are from now on; see [`Abstraction::stop`](crate::extras::Abstraction::stop).
    fn stop_abstracting(&mut self) -> bool;
    /// What the component cost so far.
    fn stats(&self) -> ComponentStats;
    /// Forgets all states, for a restart. Precisions are kept.
    fn clear_states(&mut self);
}
