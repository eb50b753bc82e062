//! Dominators: the locations that every path from the entry to a location passes.
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
    /// `dominator` has no options.
    pub struct DominatorOptions {}
}

/// Tracks which locations dominate the one where control is.
#[derive(Clone, Copy, Debug, Default)]
pub struct DominatorCpa;

impl Configurable for DominatorCpa {
    const NAME: &'static str = "dominator";
    const SUMMARY: &'static str = "tracks which locations every run has passed";
    type Options = DominatorOptions;

    fn default_component_options() -> ComponentOptions {
        ComponentOptions { merge: MergeMode::Join, ..ComponentOptions::default() }
    }

    fn from_options(_: DominatorOptions, _: &Context<'_>) -> Result<Self, ConfigError> {
        Ok(Self)
    }
}

impl Cpa for DominatorCpa {
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
        out.push(state.with(cx.edge.from));
        Ok(())
    }

    fn is_covered_by(&mut self, a: &Passed, b: &Passed) -> Result<bool, CpaError> {
        Ok(a.leq(b))
    }

    fn join(&mut self, a: &Passed, b: &Passed) -> Result<Passed, CpaError> {
        Ok(a.join(b))
    }
}
