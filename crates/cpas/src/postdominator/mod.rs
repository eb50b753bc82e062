//! Post-dominators: the locations that every path from a location to the end passes. For explorations backwards, over `backlocation`.
//!
//! The plain way to find them, location by location (SLI §3.1.2, Algorithm 3). `argand_flow::graph` finds the same faster;
//! this analysis is what it is held against.

#[cfg(test)]
mod tests;

use crate::along::Backwards;
use crate::passed::Passing;
use argand_cpa::{ComponentOptions, ConfigError, Configurable, Context, MergeMode};

argand_cpa::options! {
    /// `postdominator` has no options.
    pub struct PostdominatorOptions {}
}

/// Tracks which locations post-dominate the one where control is.
pub type PostdominatorCpa = Passing<Backwards>;

impl Configurable for PostdominatorCpa {
    const NAME: &'static str = "postdominator";
    const SUMMARY: &'static str = "tracks which locations every run will pass; for explorations backwards";
    type Options = PostdominatorOptions;

    fn default_component_options() -> ComponentOptions {
        ComponentOptions { merge: MergeMode::Join, ..ComponentOptions::default() }
    }

    fn from_options(_: PostdominatorOptions, _: &Context<'_>) -> Result<Self, ConfigError> {
        Ok(Self::default())
    }
}
