//! A specification automaton beside the other analyses.
//!
//! Domain: single automaton states with the values of the automaton's variables. The reached set is partitioned
//! by them. What a transition assumes is handed to the other analyses as [`Query::Assumes`]; a state keeps the
//! assumptions of the edge that led to it, so that refiners and reports can ask for them too. What only other
//! analyses know (`CHECK`, `EVAL`) is asked after they were strengthened.
//!
//! There is one component for each automaton ([`component`]), made from a [`CompiledAutomaton`] and not from a
//! configuration section.

mod oracle;
mod state;
#[cfg(test)]
mod tests;

pub use state::WatchedState;

use argand_cfa::{LocId, Program};
use argand_cpa::{
    Adjusted, Component, ComponentOptions, Control, Cpa, CpaError, Extras, Interned, Phase, Profile, Query,
    Siblings, Successors, TargetInfo, TransferCx,
};
use argand_spec::{CompiledAutomaton, Oracle as _, Stepped, Successor};
use argand_support::FxHashSet;
use oracle::AskSiblings;
use state::Questions;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// What `PRINT` actions said, in order. Clones share the list.
#[derive(Clone, Debug, Default)]
pub struct Prints(Rc<RefCell<Vec<String>>>);

impl Prints {
    /// Takes what was said since the last time.
    #[must_use]
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.borrow_mut())
    }
}

/// Runs one automaton.
#[derive(Clone, Debug)]
pub struct AutomatonCpa {
    automaton: Arc<CompiledAutomaton>,
    prints: Prints,
    printed: FxHashSet<String>,
}

impl AutomatonCpa {
    /// The analysis that runs an automaton.
    #[must_use]
    pub fn new(automaton: Arc<CompiledAutomaton>, prints: Prints) -> Self {
        Self { automaton, prints, printed: FxHashSet::default() }
    }

    fn print(&mut self, successor: &Successor) {
        for (text, once) in &successor.prints {
            if !once || self.printed.insert(text.clone()) {
                self.prints.0.borrow_mut().push(text.clone());
            }
        }
    }

    fn watched(&self, successor: Successor) -> WatchedState {
        let questions = Questions { pending: successor.pending, evaluations: successor.evaluations };
        WatchedState {
            automaton: Arc::clone(&self.automaton),
            state: successor.state,
            assumes: successor.assumes,
            questions: (!questions.is_empty()).then(|| Box::new(questions)),
        }
    }
}

/// The component that runs an automaton. Its name is `automaton` and the automaton's name.
#[must_use]
pub fn component(automaton: Arc<CompiledAutomaton>, prints: Prints) -> Box<dyn Component> {
    let name = format!("automaton {}", automaton.automaton().name);
    Box::new(Interned::new(name, AutomatonCpa::new(automaton, prints), ComponentOptions::default()))
}

impl Cpa for AutomatonCpa {
    type State = WatchedState;
    type Precision = ();

    fn initial(&mut self, _: &Program, _: LocId) -> Result<WatchedState, CpaError> {
        let state = self.automaton.initial();
        Ok(WatchedState::settled(Arc::clone(&self.automaton), state))
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &WatchedState,
        (): &(),
        out: &mut Successors<WatchedState>,
    ) -> Result<(), CpaError> {
        match self.automaton.step(&state.state, cx.edge_id) {
            Stepped::Unchanged if state.assumes.is_empty() => out.unchanged(),
            Stepped::Unchanged => {
                out.push(WatchedState::settled(Arc::clone(&self.automaton), state.state.clone()));
            }
            Stepped::Unsupported(what) => {
                let name = &self.automaton.automaton().name;
                return Err(CpaError::unsupported(format!("{what} (specification {name})")));
            }
            Stepped::To(successors) => {
                if successors.iter().any(|s| s.breaks) {
                    let name = &self.automaton.automaton().name;
                    return Err(CpaError::bound(format!("the specification {name} ends the analysis here")));
                }
                for successor in successors {
                    self.print(&successor);
                    out.push(self.watched(successor));
                }
            }
        }
        Ok(())
    }

    fn is_covered_by(&mut self, a: &WatchedState, b: &WatchedState) -> Result<bool, CpaError> {
        Ok(a == b)
    }

    fn join(&mut self, a: &WatchedState, b: &WatchedState) -> Result<WatchedState, CpaError> {
        if a == b {
            Ok(a.clone())
        } else {
            Err(CpaError::unsupported("a join of different automaton states"))
        }
    }

    fn merge(
        &mut self,
        new: &WatchedState,
        old: &WatchedState,
        (): &(),
    ) -> Result<Option<WatchedState>, CpaError> {
        Ok((new == old).then(|| old.clone()))
    }

    /// Asks what only the siblings know. They are strengthened by now.
    fn adjust(
        &mut self,
        cx: &TransferCx<'_>,
        state: &WatchedState,
        (): &(),
        after: &Siblings<'_>,
    ) -> Result<Adjusted<WatchedState, ()>, CpaError> {
        let Some(questions) = &state.questions else { return Ok(Adjusted::Keep) };
        let mut oracle = AskSiblings { program: cx.program, automaton: &self.automaton, siblings: after };
        for (condition, truth) in &questions.pending {
            if condition.evaluate(&mut oracle).is_some_and(|value| value != *truth) {
                return Ok(Adjusted::Bottom);
            }
        }
        let mut settled = WatchedState { questions: None, ..state.clone() };
        for (variable, number) in &questions.evaluations {
            let value = number.evaluate(&mut |index| oracle.eval(index));
            let value = value.ok_or_else(|| {
                CpaError::unsupported("EVAL of something that no analysis knows the value of")
            })?;
            settled.state.set_int(*variable, value);
        }
        Ok(Adjusted::State(settled))
    }

    fn answer(&self, _: &Program, state: &WatchedState, query: &mut Query) {
        match query {
            Query::Assumes(list) => list.extend(state.assumes.iter().copied()),
            Query::Watched(list) => list.push(format!("{:?}", state.state)),
            Query::IsTarget(target) => *target |= self.target(state).is_some(),
            Query::Check { analysis, property, holds } if **analysis == self.automaton.automaton().name => {
                if let Some(("state", name)) = property.split_once("==").map(|(a, b)| (a.trim(), b.trim())) {
                    let own = self.automaton.state_name(&state.state);
                    *holds = Some(own == name);
                }
            }
            _ => {}
        }
    }

    fn target(&self, state: &WatchedState) -> Option<TargetInfo> {
        let message = self.automaton.violation(&state.state)?;
        Some(TargetInfo { property: self.automaton.property().clone(), message })
    }

    fn profile(&self) -> Profile {
        Profile {
            partitions: true,
            adds_assumes: self.automaton.assumes_anything(),
            asks_values: self.automaton.asks_anything(),
            phases: &[Phase::Adjust],
            ..Profile::default()
        }
    }

    fn extras(&self) -> Extras<'_, Self> {
        Extras { control: Some(self), ..Extras::default() }
    }
}

impl Control<WatchedState> for AutomatonCpa {}
