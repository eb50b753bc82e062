//! Algorithms over compositions of analyses: exploration (CPA+), refinement of its precision (CEGAR), data-flow
//! analysis, bounded model checking with induction, and the check of what they prove.
//!
//! [`Exploration`] builds the abstract reachability graph until nothing waits, a violation is found or a limit
//! is reached. [`Cegar`] asks a [`Refiner`](argand_cpa::Refiner) whether a violation is real and, where it is not, cuts the graph
//! and goes on with a finer precision.
//!
//! **Invariant:** nothing here knows an analysis by name.
//! **Invariant:** [`Outcome::Safe`] is given only when every path was followed to its end: an error of any
//! component on any path makes the outcome [`Outcome::Incomplete`] at best.

pub mod algorithm;
pub mod bmc;
pub mod cegar;
pub mod certificate;
pub mod dataflow;
pub mod exploration;
pub mod outcome;
pub mod stats;

pub use algorithm::{Algorithm, Found};
pub use bmc::{Bmc, BmcOptions, BmcStats};
pub use cegar::{Cegar, CegarOptions};
pub use certificate::{Certificate, Checker};
pub use dataflow::{Dataflow, DataflowOptions, DataflowStats};
pub use exploration::{Exploration, ExplorationOptions, Next, Progress, RunEnd};
pub use outcome::{Cause, Outcome, Reason, ReasonKind, Uncertified};
pub use stats::{CegarStats, ExplorationStats, RunStats};
