//! The state of an automaton with what its last step asked of others.

use argand_spec::{AutomatonState, CompiledAutomaton, Conjunction, Number, Residual};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// What only the siblings can answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Questions {
    pub pending: Vec<(Residual, bool)>,
    pub evaluations: Vec<(usize, Number)>,
}

impl Questions {
    pub const fn is_empty(&self) -> bool {
        self.pending.is_empty() && self.evaluations.is_empty()
    }
}

/// A state of the automaton, and the assumptions of the edge that led to it.
#[derive(Clone, Debug)]
pub struct WatchedState {
    /// For names in reports; one automaton has only states of its own, so it takes no part in equality.
    pub(super) automaton: Arc<CompiledAutomaton>,
    pub(super) state: AutomatonState,
    pub(super) assumes: Conjunction,
    /// Gone when the state enters the reached set.
    pub(super) questions: Option<Box<Questions>>,
}

impl WatchedState {
    /// A state that assumes and asks nothing.
    pub(super) fn settled(automaton: Arc<CompiledAutomaton>, state: AutomatonState) -> Self {
        Self { automaton, state, assumes: Conjunction::new(), questions: None }
    }
}

impl PartialEq for WatchedState {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state && self.assumes == other.assumes && self.questions == other.questions
    }
}

impl Eq for WatchedState {}

impl Hash for WatchedState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hash(hasher);
        self.assumes.hash(hasher);
        self.questions.hash(hasher);
    }
}

impl fmt::Display for WatchedState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.automaton.state_text(&self.state))
    }
}
