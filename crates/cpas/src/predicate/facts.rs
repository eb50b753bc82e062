//! What the predicate analysis takes from other runs and leaves to them: the predicates it tracks, and what its
//! states say.

use super::engine::SharedEngine;
use super::precision::PredicatePrecision;
use super::{Engine, PredId, PredicateCpa, PredicateState};
use argand_cfa::{LocId, Program};
use argand_cpa::{Configurable as _, Fact, FactPlace, Invariants, StateId, Statement, Table};
use argand_encode::{Encoder, Formula};
use argand_logic::TermId;
use std::cell::RefMut;

impl Engine {
    /// Takes facts that others found as predicates. Each is used once all its cells exist.
    pub fn import(&mut self, facts: &[Fact]) {
        for fact in facts {
            // A predicate is tracked in a whole function; what is known of one location is worth trying there.
            if let Statement::Formula(formula) = &fact.statement {
                self.pending.push((fact.place, formula.clone()));
            }
        }
    }

    /// Starts to use the imported predicates whose cells exist by now.
    pub fn activate(&mut self, program: &Program) {
        let pending = std::mem::take(&mut self.pending);
        for (place, formula) in pending {
            let func = match place {
                FactPlace::Everywhere => None,
                FactPlace::Function(func) => Some(func),
                FactPlace::Location(loc) => Some(program.locs[loc].func),
            };
            match formula.condition(&mut self.encoder) {
                Some(term) => {
                    let predicate: PredId = self.predicate(term);
                    self.imported.add_wide(func, predicate);
                }
                None => self.pending.push((place, formula)),
            }
        }
    }

    /// Everything that was learnt and imported.
    #[must_use]
    pub fn export(&self, program: &Program) -> Vec<Fact> {
        let mut all: PredicatePrecision = self.learnt.clone();
        all.absorb(&self.imported);
        let entries = all.entries(program).into_iter();
        let facts = entries.filter_map(|(func, _, predicate)| {
            let place = func.map_or(FactPlace::Everywhere, FactPlace::Function);
            let formula = Formula::of(&self.encoder.pool, self.term(predicate))?;
            Some(Fact::guess(place, formula, PredicateCpa::NAME))
        });
        facts.collect()
    }
}

/// What the states of a predicate analysis say: their abstractions, where blocks start.
pub(super) struct Predicates {
    pub engine: SharedEngine,
    pub states: Table<StateId, PredicateState>,
}

impl Invariants for Predicates {
    fn encoder(&self) -> RefMut<'_, Encoder> {
        RefMut::map(self.engine.borrow_mut(), |engine| &mut engine.encoder)
    }

    fn formula(&self, state: StateId) -> Option<(LocId, TermId)> {
        let state = self.states.get(state).clone();
        let starts = state.is_abstraction() && state.abstraction.ended.is_some();
        let abstraction = &state.abstraction;
        starts.then(|| (abstraction.location, self.engine.borrow_mut().formula(abstraction.formula)))
    }

    fn facts(&self, program: &Program) -> Vec<Fact> {
        self.engine.borrow().export(program)
    }

    fn inject_fault(&self) {
        self.engine.borrow_mut().fault = true;
    }
}
