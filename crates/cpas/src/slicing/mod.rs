//! Program slicing while a program is analysed (SLI §3.2-3.3).
//!
//! The other analyses of a configuration see a *slice* of the program: an edge outside it does nothing. The slice is the
//! precision. It starts empty; a path to a violation says what decides whether it can be taken ([`SlicingCriterion`]), and
//! everything that this depends on is in the slice from then on ([`refiner`]). A path whose criterion is in the slice already
//! is left to the refiners of the others: slicing works on what the program says, they work on what it means.
//!
//! States say nothing: the analysis is a [`Lens`]. **Invariant:** all states of a graph were made under one slice, because a
//! value that an edge outside the slice should have changed is stale, and harmless only as long as nobody reads it. A new
//! slice therefore begins a new graph.
//!
//! A proof on a slice is a proof of the program: leaving out assignments that nothing in the slice reads, and conditions that
//! nothing in it depends on, only adds runs. That is so for properties of reachability. Where memory is looked at, a
//! specification looks at values, or the program could tell that memory is used again, everything is seen.

mod precision;
pub mod refiner;

#[cfg(test)]
mod tests;

pub use precision::{SlicingPrecision, SlicingState};

use argand_cfa::{LocId, Program, PropertyKind};
use argand_cpa::{
    ConfigError, Configurable, Context, Cpa, CpaError, Extras, Interned, Lens, Profile, Refiner, Successors,
    TransferCx,
};
use precision::Slices;
use refiner::SlicingRefiner;
use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::Arc;

argand_cpa::option_enum! {
    /// What must be in the slice for a path to be believed.
    pub enum SlicingCriterion {
        /// Every condition on the path, and its end.
        TargetPath = "target-path",
        /// The end of the path.
        TargetLocation = "target-location",
    }
}

argand_cpa::options! {
    /// Options of `slicing`.
    pub struct SlicingOptions {
        /// What of a path to a violation the slice must contain.
        criterion: SlicingCriterion = SlicingCriterion::TargetPath,
    }
}

/// Shows the other analyses a slice of the program.
pub struct SlicingCpa {
    criterion: SlicingCriterion,
    /// The slices so far, shared with the refiner; `None` where the whole program is needed.
    slices: Option<Rc<Slices>>,
}

impl Configurable for SlicingCpa {
    const NAME: &'static str = "slicing";
    const SUMMARY: &'static str = "shows the others what paths to violations depend on, and nothing else";
    type Options = SlicingOptions;
    const REFINES: bool = true;
    const LENS: bool = true;

    fn from_options(options: SlicingOptions, cx: &Context<'_>) -> Result<Self, ConfigError> {
        let reachability = cx.properties.iter().all(PropertyKind::is_reachability);
        let slices = reachability.then(|| Rc::new(Slices::new(cx.program)));
        Ok(Self { criterion: options.criterion, slices })
    }

    fn refiner(
        component: &Interned<Self>,
        cx: &Context<'_>,
    ) -> Result<Option<Box<dyn Refiner>>, ConfigError> {
        Ok(Some(Box::new(SlicingRefiner::new(component, cx))))
    }
}

impl Cpa for SlicingCpa {
    type State = SlicingState;
    type Precision = SlicingPrecision;

    fn initial(&mut self, _: &Program, _: LocId) -> Result<SlicingState, CpaError> {
        Ok(SlicingState)
    }

    fn transfer(
        &mut self,
        _: &TransferCx<'_>,
        _: &SlicingState,
        _: &SlicingPrecision,
        out: &mut Successors<SlicingState>,
    ) -> Result<(), CpaError> {
        out.unchanged();
        Ok(())
    }

    fn is_covered_by(&mut self, _: &SlicingState, _: &SlicingState) -> Result<bool, CpaError> {
        Ok(true)
    }

    fn join(&mut self, _: &SlicingState, _: &SlicingState) -> Result<SlicingState, CpaError> {
        Ok(SlicingState)
    }

    fn write_precision(&self, program: &Program, precision: &SlicingPrecision, out: &mut String) {
        let _ = match &self.slices {
            Some(slices) => write!(out, "{} of {} edges", slices.len(*precision), program.edges.len()),
            None => write!(out, "the whole program"),
        };
    }

    fn profile(&self) -> Profile {
        Profile { phases: &[], cover_cost: 0, ..Profile::default() }
    }

    fn extras(&self) -> Extras<'_, Self> {
        Extras { lens: Some(self), ..Extras::default() }
    }
}

impl Lens<SlicingPrecision> for SlicingCpa {
    fn seen(&self, precision: &SlicingPrecision) -> Option<Arc<Program>> {
        Some(self.slices.as_ref()?.seen(*precision))
    }
}
