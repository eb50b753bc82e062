//! Even and odd: the lowest bit of integer variables.
//!
//! Lattice: maps from variables to even or odd; a variable that is not bound can be both. The analysis tracks what its
//! precision names ([`ParityPrecision`]) and learns the names from infeasible paths ([`refiner`]). Only integer
//! variables whose address is never taken are tracked: nothing but a direct assignment can change those.
//!
//! This is the analysis that `docs/adding-a-cpa.md` adds.

mod precision;
pub mod refiner;
mod state;
mod transfer;

#[cfg(test)]
mod tests;

pub use precision::ParityPrecision;
pub use state::{Parity, ParityState};

use argand_cfa::{LocId, Program};
use argand_cpa::{
    ConfigError, Configurable, Context, Cpa, CpaError, Interned, RecursiveFunctions, Refiner, Successors,
    TransferCx, Words,
};
use argand_domains::Lattice as _;
use refiner::ParityRefiner;
use transfer::Transfer;

argand_cpa::options! {
    /// Options of `parity`.
    pub struct ParityOptions {
        /// Track every variable from the start instead of refining from nothing.
        track_all: bool = false,
    }
}

/// Tracks even and odd variables.
#[derive(Clone, Debug)]
pub struct ParityCpa {
    options: ParityOptions,
    recursive: RecursiveFunctions,
}

impl Configurable for ParityCpa {
    const NAME: &'static str = "parity";
    const SUMMARY: &'static str =
        "tracks which variables are even and which are odd, refined from infeasible paths";
    type Options = ParityOptions;
    const REFINES: bool = true;

    fn from_options(options: ParityOptions, cx: &Context<'_>) -> Result<Self, ConfigError> {
        Ok(Self { options, recursive: RecursiveFunctions::of(cx.program) })
    }

    fn refiner(
        component: &Interned<Self>,
        cx: &Context<'_>,
    ) -> Result<Option<Box<dyn Refiner>>, ConfigError> {
        Ok(Some(Box::new(ParityRefiner::new(component, cx))))
    }
}

impl Cpa for ParityCpa {
    type State = ParityState;
    type Precision = ParityPrecision;

    fn initial(&mut self, _: &Program, _: LocId) -> Result<ParityState, CpaError> {
        Ok(ParityState::default())
    }

    fn initial_precision(&mut self, _: &Program) -> ParityPrecision {
        if self.options.track_all { ParityPrecision::All } else { ParityPrecision::default() }
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &ParityState,
        precision: &ParityPrecision,
        out: &mut Successors<ParityState>,
    ) -> Result<(), CpaError> {
        let transfer = Transfer { program: cx.program, recursive: &self.recursive, precision };
        match transfer.post(state, cx.op()) {
            Some(next) if next == *state => out.unchanged(),
            Some(next) => out.push(next),
            None => {}
        }
        Ok(())
    }

    fn is_covered_by(&mut self, a: &ParityState, b: &ParityState) -> Result<bool, CpaError> {
        Ok(a.leq(b))
    }

    fn join(&mut self, a: &ParityState, b: &ParityState) -> Result<ParityState, CpaError> {
        if a.frames != b.frames {
            return Err(CpaError::unsupported("a join of different call stacks"));
        }
        Ok(a.join(b))
    }

    fn describe(&self, words: &Words<'_>, state: &ParityState, lines: &mut Vec<String>) {
        state.describe(words, lines);
    }
}
