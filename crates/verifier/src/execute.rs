//! Deciding by execution: a program that takes no input has one run, and that run is all there is to know.

use crate::certify::Certification;
use crate::reason::Why;
use crate::report::Report;
use crate::verdict::Verdict;
use crate::verification::Verification;
use argand_algorithms::{Reason, RunStats};
use argand_cfa::{Assumption, AssumptionKind};
use argand_cpa::ConfigError;
use argand_evidence::{OnlyRun, only_run};

impl Verification<'_> {
    /// Executes the program, and says what its only run shows.
    ///
    /// # Errors
    /// Automata, which nobody would watch.
    pub(crate) fn execute(&self) -> Result<Report, ConfigError> {
        self.check_automata()?;
        if self.options.facts.is_some() {
            return Err(self.takes_no_predicates());
        }
        let properties = self.undecided();
        if !properties.is_empty() {
            let why = Why::NobodyDecides { properties, configuration: self.configuration.name.clone() };
            return Ok(self.report(Verdict::Unknown(vec![why]), RunStats::default()));
        }
        let program = self.prepared.executed();
        let (verdict, violation) = match only_run(program, &self.goal(), &self.options.limits) {
            Ok(OnlyRun::Ended) => (Verdict::True, None),
            Ok(OnlyRun::Violated(confirmed)) => match self.executed(&confirmed) {
                Some(violated) => (Verdict::False(violated), Some(*confirmed)),
                None => (Verdict::Unknown(vec![Why::NoRun { end: None, runs: 1, left_at: None }]), None),
            },
            Ok(OnlyRun::Open(obstacle)) => (Verdict::Unknown(vec![Why::Run(obstacle)]), None),
            Err(stop) => (Verdict::Unknown(vec![Reason::limit(stop).into()]), None),
        };
        let mut report = self.report(verdict, RunStats::default());
        report.violation = violation;
        if report.verdict == Verdict::True && self.options.certify {
            let why = "the only run of the program was executed; there is nothing else to check".to_owned();
            report.certification = Certification::NotCertified(why);
        }
        let exhausted = program.allocates().then(|| Assumption::general(AssumptionKind::ExhaustedMemory));
        self.settle(&mut report, exhausted.into_iter().collect());
        Ok(report)
    }
}
