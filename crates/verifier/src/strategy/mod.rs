//! Strategies: several configurations look at one task and share its time.
//!
//! [`features`] says what the program is like, [`plan`] who is to look at it and why, `schedule` gives everybody
//! turns, `run` takes what they find to one answer, and [`step`] is what is told about it. What a member finds out is
//! a verdict with evidence or nothing: strategies choose, they never decide.

pub mod features;
pub mod plan;
mod run;
mod schedule;
pub mod step;

pub(crate) use run::all_proven;
pub use schedule::{STACK, panic_text};

#[cfg(test)]
mod tests;
