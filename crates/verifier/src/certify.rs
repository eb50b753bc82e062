//! Has proofs checked before they are believed: the facts that an analysis found, by a checker of its own.

use crate::known::{known_ranges, ranges_of};
use crate::reason::Why;
use crate::report::Report;
use crate::verdict::Verdict;
use crate::verification::Verification;
use crate::witness::loops;
use argand_algorithms::certificate::{
    Certificate, Checker, Doubt, NoCertificate, States, certificate_of, closure_doubts,
};
use argand_algorithms::{Dataflow, Exploration};
use argand_cfa::{EdgeId, LocId, Program};
use argand_cpa::{ConfigError, Invariants};

/// The analysis whose states are formulas.
pub(crate) struct Proof {
    /// Its position in the composition.
    pub position: usize,
    /// What its states say.
    pub invariants: Box<dyn Invariants>,
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
    pub(crate) fn account_for_states(
        &self,
        report: &mut Report,
        exploration: &mut Exploration<'_>,
        proof: Option<&Proof>,
    ) -> Result<(), ConfigError> {
        if let Some(proof) = proof {
            let partial = self.configuration.refiners.len() > 1;
            let certificate = certificate_of(exploration, proof.position, &*proof.invariants, partial);
            return self.account_for(report, certificate);
        }
        if self.options.invariants {
            let ranges = ranges_of(&self.prepared.program, exploration, &self.configuration.name);
            report.loop_invariants = loops::of_ranges(&self.prepared.program, &ranges);
        }
        if !self.options.certify && !self.options.invariants {
            return Ok(());
        }
        if self.task.wanted.memory_properties().is_empty() {
            match States::new(&self.prepared.program, self.options.limits.clone()).certificate(exploration) {
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
        if !self.options.certify {
            report.certification = Certification::NotAsked;
        } else if matches!(report.certification, Certification::NotCertified(_))
            && let Some(doubts) = closure_doubts(exploration, &|_| true)
        {
            self.conclude(report, &doubts, CheckedBy::States, true);
        }
        Ok(())
    }

    /// Accounts for the proof of a solution: its second look at its own values, without which it is none, and what they say
    /// at loops.
    pub(crate) fn account_for_solution(&self, report: &mut Report, dataflow: &Dataflow<'_>) {
        if let (true, Some((composite, rows))) = (self.options.invariants, dataflow.rows()) {
            let program = &self.prepared.program;
            let ranges = known_ranges(program, composite, rows, &self.configuration.name);
            report.loop_invariants = loops::of_ranges(program, &ranges);
        }
        if self.options.certify {
            report.certification = Certification::Certified(CheckedBy::States);
        }
    }

    /// Puts the facts of a proof into the report, and takes back the verdict if they are wrong. Facts that may be too
    /// few leave the verdict alone when they are not inductive, but do not certify it.
    ///
    /// # Errors
    /// A configuration that cannot be used.
    pub(crate) fn account_for(
        &self,
        report: &mut Report,
        certificate: Certificate,
    ) -> Result<(), ConfigError> {
        let partial = certificate.partial;
        if !partial {
            report.invariants = certificate.shown(&self.prepared.program);
        }
        let mut certificate = certificate;
        if self.options.invariants {
            let said = loops::of_certificate(
                &self.prepared.program,
                &mut certificate,
                &self.solvers,
                &self.options.limits,
            );
            loops::add(&mut report.loop_invariants, said);
        }
        if !self.options.certify {
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
            let words: Vec<String> =
                doubts.iter().map(|doubt| doubt.reason.describe(&self.prepared.program)).collect();
            report.certification = Certification::NotCertified(words.join("; "));
        } else {
            report.certification = Certification::NotAsked;
            let reasons = doubts.iter().map(|doubt| Why::from(doubt.reason.clone()));
            report.verdict = Verdict::Unknown(reasons.collect());
        }
    }

    /// Checks a certificate with the control analyses of the configuration and the automata; why it is none, if it is
    /// none.
    ///
    /// # Errors
    /// A configuration that cannot be used.
    pub fn certify(&self, certificate: Certificate) -> Result<Vec<Doubt>, ConfigError> {
        let (solvers, limits) = (self.solvers.clone(), self.options.limits.clone());
        let program = &self.prepared.program;
        Ok(Checker::new(program, self.control()?, certificate, solvers, limits).check())
    }
}

/// The line of the source that a location stands for: that of what happens next, or of what led there.
#[must_use]
pub fn line_of(program: &Program, location: LocId) -> String {
    let spans = |edges: &[EdgeId]| edges.iter().map(|&e| program.edges[e].span).find(|s| !s.is_none());
    let next = spans(&program.locs[location].out);
    let span = next.or_else(|| spans(&program.locs[location].into));
    span.map_or_else(|| location.to_string(), |span| program.sources.describe(span))
}

#[cfg(test)]
mod faults;
#[cfg(test)]
mod tests;
