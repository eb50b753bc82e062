//! Has proofs checked before they are believed: the facts that an analysis found, by a checker of its own.

use super::verdict::Verdict;
use super::{Report, Verification};
use argand_algorithms::Exploration;
use argand_algorithms::certificate::{Certificate, Checker, Method, Place};
use argand_cfa::{EdgeId, LocId, Program};
use argand_cpa::{Component, Composite, ConfigError, StateId, Status, Table};
use argand_cpas::automaton::{self, Prints};
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
            let location = state.abstraction.location;
            let Some(place) = Place::of(exploration.program, composite, location, row) else { continue };
            let holds = engine.formula(state.abstraction.formula);
            let either = found.get(&place).copied().unwrap_or_else(|| engine.encoder.pool.ff());
            found.insert(place, engine.encoder.pool.or(either, holds));
        }
        let facts = found.into_iter().collect();
        Certificate { encoder: engine.encoder.clone(), method: Method::Induction { steps: 0 }, facts }
    }
}

impl Verification<'_> {
    /// Puts the facts of a proof into the report, and takes back the verdict if they are not one.
    ///
    /// # Errors
    /// A configuration that cannot be used.
    pub fn account_for(&self, report: &mut Report, certificate: Certificate) -> Result<(), ConfigError> {
        report.invariants = certificate.shown(self.program);
        if self.certify {
            let doubts = self.certify(certificate)?;
            if !doubts.is_empty() {
                report.verdict = Verdict::Unknown(doubts);
            }
        }
        Ok(())
    }

    /// Checks a certificate with the control analyses of the configuration; why it is none, if it is none.
    ///
    /// # Errors
    /// A configuration that cannot be used.
    pub fn certify(&self, certificate: Certificate) -> Result<Vec<String>, ConfigError> {
        let mut components: Vec<Box<dyn Component>> = Vec::new();
        for name in self.configuration.cpas.iter().filter(|name| *name != "predicate") {
            components.push(self.component(name)?);
        }
        for compiled in &self.automata {
            components.push(automaton::component(Rc::clone(compiled), Prints::default()));
        }
        let composite = Composite::new(components)?;
        let (solvers, limits) = (self.solvers.clone(), self.limits.clone());
        let doubts = Checker::new(self.program, composite, certificate, solvers, limits).check();
        Ok(doubts.iter().map(|reason| reason.describe(self.program)).collect())
    }
}

/// The line of the source that a location stands for: that of what happens next, or of what led there.
#[must_use]
pub fn place_of(program: &Program, location: LocId) -> String {
    let spans = |edges: &[EdgeId]| edges.iter().map(|&e| program.edges[e].span).find(|s| !s.is_none());
    let next = spans(&program.locs[location].out);
    let span = next.or_else(|| spans(&program.locs[location].into));
    span.map_or_else(|| location.to_string(), |span| program.sources.describe(span))
}

#[cfg(test)]
mod tests;
