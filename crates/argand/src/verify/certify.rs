//! Has the result of the predicate analysis checked: the invariants in its graph, by a checker of its own.

use super::Verification;
use argand_algorithms::{Exploration, Outcome};
use argand_cfa::{LocId, Program};
use argand_cpa::{Component, Composite, ConfigError, Query, StateId, Status, Table};
use argand_cpas::automaton::{self, Prints};
use argand_cpas::certificate::{self, Certificate, Place};
use argand_cpas::predicate::{PredicateState, SharedEngine};
use argand_logic::TermId;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How to read the states of the predicate analysis in a graph.
pub struct Predicates {
    /// Its terms.
    pub engine: SharedEngine,
    /// Its states.
    pub states: Table<StateId, PredicateState>,
    /// Its position in the composition.
    pub component: usize,
}

impl Predicates {
    /// What the nodes of a finished graph say about each place where blocks start: the disjunction of their
    /// abstractions.
    #[must_use]
    pub fn certificate(&self, exploration: &Exploration<'_>) -> Certificate {
        let engine = &mut *self.engine.borrow_mut();
        let (reached, composite) = (&exploration.reached, &exploration.composite);
        let mut found: BTreeMap<Place, TermId> = BTreeMap::new();
        for node in reached.iter().filter(|&n| reached.status(n) == Status::Live && !reached.is_target(n)) {
            let row = reached.states(node);
            let state = self.states.get(row[self.component]).clone();
            if !state.is_abstraction() || state.abstraction.ended.is_none() {
                continue;
            }
            let (mut calls, mut watched) = (Query::CallStack(None), Query::Watched(Vec::new()));
            composite.ask(exploration.program, row, &mut calls);
            composite.ask(exploration.program, row, &mut watched);
            let place = Place {
                location: state.abstraction.location,
                calls: if let Query::CallStack(Some(calls)) = calls { calls } else { Vec::new() },
                watched: if let Query::Watched(watched) = watched { watched } else { Vec::new() },
            };
            let holds = engine.formula(state.abstraction.formula);
            let either = found.get(&place).copied().unwrap_or_else(|| engine.encoder.pool.ff());
            found.insert(place, engine.encoder.pool.or(either, holds));
        }
        Certificate { encoder: engine.encoder.clone(), invariants: found.into_iter().collect() }
    }
}

/// The invariants of a certificate as C expressions, in the order of locations.
#[must_use]
pub fn shown(program: &Program, certificate: &Certificate) -> Vec<(LocId, String)> {
    let text =
        |&(ref place, term): &(Place, TermId)| (place.location, certificate.encoder.to_c(program, term));
    certificate.invariants.iter().map(text).collect()
}

impl Verification<'_> {
    /// Checks a certificate with the control analyses of the configuration; why it is none, if it is none.
    ///
    /// # Errors
    /// A configuration that cannot be used.
    pub fn certify(&self, certificate: Certificate) -> Result<Vec<String>, ConfigError> {
        let mut components: Vec<Box<dyn Component>> = Vec::new();
        for name in self.configuration.cpas.iter().filter(|name| *name != "predicate") {
            let options = self.configuration.cpa.get(name).cloned().unwrap_or_default();
            components
                .push(argand_cpa::config::find(argand_cpas::ANALYSES, name)?.build(options, self.program)?);
        }
        components.push(certificate::component(self.program, certificate));
        for compiled in &self.automata {
            components.push(automaton::component(Rc::clone(compiled), Prints::default()));
        }
        let composite = Composite::new(components)?;
        let options = &self.configuration.exploration;
        let mut check = Exploration::new(self.program, composite, options, self.limits.clone());
        Ok(match check.verify() {
            Ok(Outcome::Safe) => Vec::new(),
            Ok(Outcome::Incomplete(reasons)) => reasons.iter().map(|r| r.describe(self.program)).collect(),
            Ok(Outcome::Target { .. }) => vec!["certification: a violation can be reached".to_owned()],
            Err(failure) => vec![failure.error.to_string()],
        })
    }
}

#[cfg(test)]
mod tests;
