//! From a path that an analysis believes in to a run that really happens.
//!
//! An analysis reports a violation as a path of edges. Before anybody says FALSE, the interpreter must take that
//! path with concrete inputs ([`replay`]), or at least reach the violation on another one; a violation of a memory
//! property must be the one that was predicted ([`prediction`]). The inputs come from
//! logic ([`solve`]): the path is a formula, and a model of it says what the program must be told. Where logic is
//! silent, a search finds them ([`search`]): it runs the program, sees where the run leaves the path, and changes
//! inputs until the branch turns the right way, guided by how far the condition was from holding (branch
//! distance, [`distance`]). Where no run takes the path as it is, because an analysis forgot how often loops go around,
//! runs are held against a path whose loops they may go around as often as they like ([`detour`]). Before there is
//! any path, a few hundred runs may meet a violation on their own ([`sample()`]), and a program that takes no input has
//! only one run, which decides ([`only`]). A run that takes a
//! guess for what a library function returns is evidence only where it does not depend on it ([`dependence`]).
//!
//! **Invariant:** what is returned as [`Confirmed`] was executed, step by step, by the interpreter.

mod addresses;
pub mod dependence;
pub mod detour;
pub mod distance;
mod ends;
pub mod only;
pub mod prediction;
pub mod replay;
pub mod sample;
pub mod search;
pub mod solve;

pub use ends::Ends;
pub use only::{Obstacle, OnlyRun, only_run};
pub use prediction::Prediction;
pub use replay::{Confirmed, Goal, NearMiss, Replay};
pub use sample::{SampleLimits, Sampled, sample};
pub use search::{Search, SearchLimits, SearchResult};
pub use solve::{PathAnswer, PathModel, Solving};
