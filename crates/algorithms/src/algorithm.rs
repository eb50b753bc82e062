//! What all algorithms have in common: they look for one violation after another.

use crate::bmc::Bmc;
use crate::cegar::Cegar;
use crate::outcome::{Outcome, Reason};
use crate::stats::RunStats;
use argand_cfa::{Assumption, PathStep};
use argand_cpa::{ArgId, Failure, Refiner, TargetInfo};
use argand_domains::smg::picture::Picture;

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
        /// The nodes of the graph along it, where there is a graph.
        nodes: Vec<ArgId>,
    },
    /// Nothing, but not everything was looked at. There is always a reason.
    Incomplete(Vec<Reason>),
}

/// Looks for one violation after another.
pub trait Algorithm {
    /// The next violation, or that there is none.
    ///
    /// # Errors
    /// When an analysis has no initial state.
    fn next(&mut self) -> Result<Found, Failure>;

    /// Begins again with less abstraction. False when it cannot.
    ///
    /// # Errors
    /// When an analysis has no initial state.
    fn sharpen(&mut self) -> Result<bool, Failure> {
        Ok(false)
    }

    /// What was taken for granted so far.
    fn assumptions(&self) -> Vec<Assumption>;

    /// What it cost.
    fn stats(&self) -> RunStats;
}

impl<R: Refiner> Algorithm for Cegar<'_, R> {
    fn next(&mut self) -> Result<Found, Failure> {
        Ok(match self.verify()? {
            Outcome::Safe => Found::Safe,
            Outcome::Incomplete(reasons) => Found::Incomplete(reasons),
            Outcome::Target { path, violated } => {
                let exploration = &self.exploration;
                let (program, composite) = (exploration.program, &exploration.composite);
                let steps = path.in_program(program, composite, &exploration.reached);
                let picture = composite.picture(program, exploration.reached.states(path.end));
                Found::Path { steps, violated, picture, nodes: path.nodes().collect() }
            }
        })
    }

    fn sharpen(&mut self) -> Result<bool, Failure> {
        Cegar::sharpen(self)
    }

    fn assumptions(&self) -> Vec<Assumption> {
        self.exploration.composite.assumptions(self.exploration.program)
    }

    fn stats(&self) -> RunStats {
        self.run_stats()
    }
}

impl Algorithm for Bmc<'_> {
    fn next(&mut self) -> Result<Found, Failure> {
        self.verify()
    }

    fn assumptions(&self) -> Vec<Assumption> {
        Bmc::assumptions(self)
    }

    fn stats(&self) -> RunStats {
        self.run_stats()
    }
}
