//! A compiled automaton beside a concrete run.
//!
//! Replaying a path to a violation proves nothing if the automaton would not have followed it: a transition may
//! be guarded by an assumption that the concrete values do not meet. A [`Monitor`] takes the transitions whose
//! assumptions hold in the concrete state and says when the specification is really violated.

use crate::compiled::CompiledAutomaton;
use crate::step::{AutomatonState, Stepped};
use argand_cfa::{EdgeId, ExprId};

/// The states an automaton can be in after a concrete run.
#[derive(Clone, Debug)]
pub struct Monitor<'a> {
    automaton: &'a CompiledAutomaton,
    states: Vec<AutomatonState>,
}

impl<'a> Monitor<'a> {
    /// The automaton before the first edge.
    #[must_use]
    pub fn new(automaton: &'a CompiledAutomaton) -> Self {
        Self { automaton, states: vec![automaton.initial()] }
    }

    /// The run took an edge. `truth` says whether an expression is nonzero in the concrete state after it.
    /// Returns the violation that was reached, if one was.
    ///
    /// # Errors
    /// When the specification asks what a concrete run cannot answer.
    pub fn observe(
        &mut self,
        edge: EdgeId,
        truth: &mut dyn FnMut(ExprId) -> Result<bool, String>,
    ) -> Result<Option<String>, String> {
        let mut after: Vec<AutomatonState> = Vec::new();
        for state in &self.states {
            match self.automaton.step(state, edge) {
                Stepped::Unchanged => push_new(&mut after, state.clone()),
                Stepped::Unsupported(reason) => return Err(reason),
                Stepped::To(successors) => {
                    for successor in successors {
                        let mut holds = true;
                        for &(expr, wanted) in &successor.assumes {
                            holds = holds && truth(expr)? == wanted;
                        }
                        if !holds {
                            continue;
                        }
                        if !(successor.pending.is_empty() && successor.evaluations.is_empty()) {
                            return Err("a question to an analysis cannot be replayed".to_owned());
                        }
                        push_new(&mut after, successor.state);
                    }
                }
            }
        }
        self.states = after;
        Ok(self.states.iter().find_map(|s| self.automaton.violation(s)))
    }

    /// Whether the automaton has cut the run off.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.states.is_empty()
    }
}

fn push_new(states: &mut Vec<AutomatonState>, state: AutomatonState) {
    if !states.contains(&state) {
        states.push(state);
    }
}
