//! Has proofs checked before they are believed: the facts that an analysis found, by a checker of its own.

use super::verdict::Verdict;
use super::{Report, Verification};
use argand_algorithms::Exploration;
use argand_algorithms::certificate::{
    Certificate, Checker, Doubt, Method, NoCertificate, Place, States, closure_doubts,
};
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
    /// abstractions, each with what the siblings know, for example about function pointers.
    #[must_use]
    pub fn certificate(&self, exploration: &Exploration<'_>) -> Certificate {
        let engine = &mut *self.engine.borrow_mut();
        let (reached, composite) = (&exploration.reached, &exploration.composite);
        let mut siblings = States::new(exploration.program, exploration.limits.clone());
        let mut found: BTreeMap<Place, TermId> = BTreeMap::new();
        for node in reached.iter().filter(|&n| reached.status(n) == Status::Live && !reached.is_target(n)) {
            let row = reached.states(node);
            let state = self.states.get(row[self.component]).clone();
            if !state.is_abstraction() || state.abstraction.ended.is_none() {
                continue;
            }
            let location = state.abstraction.location;
            let Some(place) = Place::of(exploration.program, composite, location, row) else { continue };
            let mut holds = engine.formula(state.abstraction.formula);
            // Without what the siblings know the facts are weaker, and the check notices where that matters.
            if let Ok(known) = siblings.formula(&mut engine.encoder, composite, &place, row) {
                holds = engine.encoder.pool.and(holds, known);
            }
            let either = found.get(&place).copied().unwrap_or_else(|| engine.encoder.pool.ff());
            found.insert(place, engine.encoder.pool.or(either, holds));
        }
        let facts = found.into_iter().collect();
        let method = Method::Induction { steps: 0 };
        Certificate { encoder: engine.encoder.clone(), method, facts, partial: false }
    }
}

/// How a proof was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckedBy {
    /// By its facts, in logic, with nothing of the analyses that found them.
    Facts,
    /// By a second look at its states, with the steps of the analyses but without their abstraction.
    States,
}

/// Whether a proof was checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Certification {
    /// Nobody asked, or there is no proof.
    #[default]
    NotAsked,
    /// It was, and it is one.
    Certified(CheckedBy),
    /// It could not be; why, in the user's words.
    NotCertified(String),
}

impl Certification {
    /// For programs: whether the proof was checked, how, and why not.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        match self {
            Self::NotAsked => serde_json::json!({ "certified": null }),
            Self::Certified(CheckedBy::Facts) => serde_json::json!({ "certified": true, "by": "facts" }),
            Self::Certified(CheckedBy::States) => serde_json::json!({ "certified": true, "by": "states" }),
            Self::NotCertified(why) => serde_json::json!({ "certified": false, "reason": why }),
        }
    }
}

impl Verification<'_> {
    /// Accounts for the proof of a finished exploration: by the formulas of the predicate analysis, by what the
    /// states of the others say, or, where that says too little, by a second look at the states. The analyses
    /// of the exploration do not abstract any more then.
    ///
    /// # Errors
    /// A configuration that cannot be used.
    pub fn account_for_states(
        &self,
        report: &mut Report,
        exploration: &mut Exploration<'_>,
        predicates: Option<&Predicates>,
    ) -> Result<(), ConfigError> {
        if let Some(predicates) = predicates {
            return self.account_for(report, predicates.certificate(exploration));
        }
        if !self.certify {
            return Ok(());
        }
        if self.wanted.memory_properties().is_empty() {
            match States::new(self.program, self.limits.clone()).certificate(exploration) {
                Ok(certificate) => self.account_for(report, certificate)?,
                Err(NoCertificate::TooLarge(why)) => report.certification = Certification::NotCertified(why),
                Err(NoCertificate::Stop(stop)) => {
                    report.certification = Certification::NotCertified(stop.to_string());
                }
            }
        } else {
            let why = "logic has no words for the properties of memory".to_owned();
            report.certification = Certification::NotCertified(why);
        }
        if matches!(report.certification, Certification::NotCertified(_))
            && let Some(doubts) = closure_doubts(exploration, &|_| true)
        {
            self.conclude(report, &doubts, CheckedBy::States, true);
        }
        Ok(())
    }

    /// Puts the facts of a proof into the report, and takes back the verdict if they are wrong. Facts that may be too
    /// few leave the verdict alone when they are not inductive, but do not certify it.
    ///
    /// # Errors
    /// A configuration that cannot be used.
    pub fn account_for(&self, report: &mut Report, certificate: Certificate) -> Result<(), ConfigError> {
        let partial = certificate.partial;
        if !partial {
            report.invariants = certificate.shown(self.program);
        }
        if !self.certify {
            return Ok(());
        }
        let doubts = self.certify(certificate)?;
        self.conclude(report, &doubts, CheckedBy::Facts, partial);
        Ok(())
    }

    /// What a check says about the verdict.
    fn conclude(&self, report: &mut Report, doubts: &[Doubt], by: CheckedBy, partial: bool) {
        if doubts.is_empty() {
            report.certification = Certification::Certified(by);
        } else if partial && !doubts.iter().any(|doubt| doubt.refutes) {
            report.certification = Certification::NotCertified(self.words(doubts).join("; "));
        } else {
            report.certification = Certification::NotAsked;
            report.verdict = Verdict::Unknown(self.words(doubts));
        }
    }

    fn words(&self, doubts: &[Doubt]) -> Vec<String> {
        doubts.iter().map(|doubt| doubt.reason.describe(self.program)).collect()
    }

    /// Checks a certificate with the control analyses of the configuration and the automata; why it is none, if it is
    /// none.
    ///
    /// # Errors
    /// A configuration that cannot be used.
    pub fn certify(&self, certificate: Certificate) -> Result<Vec<Doubt>, ConfigError> {
        let mut components: Vec<Box<dyn Component>> = Vec::new();
        for name in &self.configuration.cpas {
            let component = self.component(name)?;
            if component.is_control() {
                components.push(component);
            }
        }
        for compiled in &self.automata {
            components.push(automaton::component(Rc::clone(compiled), Prints::default()));
        }
        let composite = Composite::new(components)?;
        let (solvers, limits) = (self.solvers.clone(), self.limits.clone());
        Ok(Checker::new(self.program, composite, certificate, solvers, limits).check())
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
mod faults;
#[cfg(test)]
mod tests;
