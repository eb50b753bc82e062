//! Dominators: the locations that every path from the entry to a location passes.
//!
//! The plain way to find them, location by location (SLI §3.1.2, Algorithm 3). `argand_flow::graph` finds the same faster;
//! this analysis is what it is held against.

#[cfg(test)]
mod tests;

use crate::along::Forwards;
use crate::passed::Passing;
use argand_cpa::{ComponentOptions, ConfigError, Configurable, Context, MergeMode};

argand_cpa::options! {
    /// `dominator` has no options.
    pub struct DominatorOptions {}
}

/// Tracks which locations dominate the one where control is.
pub type DominatorCpa = Passing<Forwards>;

impl Configurable for DominatorCpa {
    const NAME: &'static str = "dominator";
    const SUMMARY: &'static str = "tracks which locations every run has passed";
    type Options = DominatorOptions;

    fn default_component_options() -> ComponentOptions {
        ComponentOptions { merge: MergeMode::Join, ..ComponentOptions::default() }
    }

    fn from_options(_: DominatorOptions, _: &Context<'_>) -> Result<Self, ConfigError> {
        Ok(Self::default())
    }
}
