//! Post-dominators: the locations that every path from a location to the end passes. For explorations backwards, over `backlocation`.
//!
//! The plain way to find them, location by location (SLI §3.1.2, Algorithm 3). `argand_flow::graph` finds the same faster;
//! this analysis is what it is held against.

#[cfg(test)]
mod tests;

use crate::passed::Passed;
use argand_cfa::{LocId, Program};
use argand_cpa::{
    ComponentOptions, ConfigError, Configurable, Context, Cpa, CpaError, MergeMode, Successors, TransferCx,
};
use argand_domains::Lattice as _;

argand_cpa::options! {
    /// `postdominator` has no options.
    pub struct PostdominatorOptions {}
}

/// Tracks which locations post-dominate the one where control is.
#[derive(Clone, Copy, Debug, Default)]
pub struct PostdominatorCpa;

impl Configurable for PostdominatorCpa {
    const NAME: &'static str = "postdominator";
    const SUMMARY: &'static str = "tracks which locations every run will pass; for explorations backwards";
    type Options = PostdominatorOptions;

    fn default_component_options() -> ComponentOptions {
        ComponentOptions { merge: MergeMode::Join, ..ComponentOptions::default() }
    }

    fn from_options(_: PostdominatorOptions, _: &Context<'_>) -> Result<Self, ConfigError> {
        Ok(Self)
    }
}

impl Cpa for PostdominatorCpa {
    type State = Passed;
    type Precision = ();

    fn initial(&mut self, _: &Program, _: LocId) -> Result<Passed, CpaError> {
        Ok(Passed::default())
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &Passed,
        (): &(),
        out: &mut Successors<Passed>,
    ) -> Result<(), CpaError> {
        out.push(state.with(cx.edge.to));
        Ok(())
    }

    fn is_covered_by(&mut self, a: &Passed, b: &Passed) -> Result<bool, CpaError> {
        Ok(a.leq(b))
    }

    fn join(&mut self, a: &Passed, b: &Passed) -> Result<Passed, CpaError> {
        Ok(a.join(b))
    }
}
