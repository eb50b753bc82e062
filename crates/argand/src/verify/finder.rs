//! What looks for violations: refinement over an exploration, or bounded model checking.

use argand_algorithms::{Bmc, BmcOutcome, Cegar, Outcome, Reason, RunStats};
use argand_cfa::Program;
use argand_cpa::{Failure, Refiner, TargetInfo};
use argand_domains::smg::picture::Picture;
use argand_evidence::PathStep;

/// What was found.
pub enum Found {
    /// Nothing, and there is nothing.
    Safe,
    /// A path to a violation. It was not executed yet.
    Path {
        /// The path from the program's entry.
        steps: Vec<PathStep>,
        /// What is violated at its end.
        violated: Vec<TargetInfo>,
        /// Memory where it ends, as the analysis sees it.
        picture: Option<Picture>,
    },
    /// Nothing, but not everything was looked at.
    Incomplete(Vec<Reason>),
}

/// Looks for one violation after another.
pub trait Finder {
    /// The next violation, or that there is none.
    ///
    /// # Errors
    /// When an analysis has no initial state.
    fn next(&mut self, program: &Program) -> Result<Found, Failure>;

    /// Begins again with less abstraction. False when it cannot.
    ///
    /// # Errors
    /// When an analysis has no initial state.
    fn sharpen(&mut self) -> Result<bool, Failure> {
        Ok(false)
    }

    /// What it cost.
    fn stats(&self) -> RunStats;
}

impl<R: Refiner> Finder for Cegar<'_, R> {
    fn next(&mut self, program: &Program) -> Result<Found, Failure> {
        Ok(match self.verify()? {
            Outcome::Safe => Found::Safe,
            Outcome::Incomplete(reasons) => Found::Incomplete(reasons),
            Outcome::Target { path, violated } => {
                let (composite, reached) = (&self.exploration.composite, &self.exploration.reached);
                let steps = path
                    .edges()
                    .zip(path.nodes().skip(1))
                    .map(|(edge, node)| PathStep {
                        edge,
                        demands: composite.assumes(program, reached.states(node)),
                    })
                    .collect();
                let picture =
                    path.nodes().last().and_then(|node| composite.picture(program, reached.states(node)));
                Found::Path { steps, violated, picture }
            }
        })
    }

    fn sharpen(&mut self) -> Result<bool, Failure> {
        Cegar::sharpen(self)
    }

    fn stats(&self) -> RunStats {
        self.run_stats()
    }
}

impl Finder for Bmc<'_> {
    fn next(&mut self, _: &Program) -> Result<Found, Failure> {
        Ok(match self.verify()? {
            BmcOutcome::Safe => Found::Safe,
            BmcOutcome::Incomplete(reasons) => Found::Incomplete(reasons),
            BmcOutcome::Violation { steps, violated } => {
                let steps = steps.into_iter().map(|(edge, demands)| PathStep { edge, demands }).collect();
                Found::Path { steps, violated, picture: None }
            }
        })
    }

    fn stats(&self) -> RunStats {
        self.run_stats()
    }
}
