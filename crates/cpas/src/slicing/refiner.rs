//! The refiner: what a path to a violation depends on joins the slice (SLI Algorithm 4).

use super::precision::Slices;
use super::{SlicingCpa, SlicingCriterion, SlicingPrecision};
use argand_cfa::{EdgeId, Op, Program};
use argand_cpa::{
    ArgPath, Context, Failure, Interned, PrecisionId, RefineCx, Refinement, Refiner, Table, stopped,
};
use std::rc::Rc;

/// Lets the slice grow.
pub struct SlicingRefiner {
    position: usize,
    criterion: SlicingCriterion,
    precisions: Table<PrecisionId, SlicingPrecision>,
    slices: Option<Rc<Slices>>,
}

impl SlicingRefiner {
    /// A refiner that shares the slices of a component.
    #[must_use]
    pub fn new(component: &Interned<SlicingCpa>, cx: &Context<'_>) -> Self {
        let cpa = component.cpa();
        Self {
            position: cx.position,
            criterion: cpa.criterion,
            precisions: component.precisions(),
            slices: cpa.slices.clone(),
        }
    }

    /// The edges of a path that decide whether it can be taken. `program` is the whole one.
    fn criterion(&self, program: &Program, path: &ArgPath) -> Vec<EdgeId> {
        let last = path.edges().next_back();
        match self.criterion {
            SlicingCriterion::TargetLocation => last.into_iter().collect(),
            SlicingCriterion::TargetPath => {
                let decides = |edge: &EdgeId| matches!(program.edges[*edge].op, Op::Assume { .. });
                path.edges().filter(decides).chain(last).collect()
            }
        }
    }
}

impl Refiner for SlicingRefiner {
    /// A path whose criterion is in the slice is feasible as far as slicing can tell.
    fn refine(&mut self, cx: &RefineCx<'_>, path: &ArgPath) -> Result<Refinement, Failure> {
        cx.limits.check().map_err(stopped)?;
        let larger =
            self.slices.as_ref().and_then(|slices| slices.with(&self.criterion(slices.program(), path)));
        Ok(match larger {
            Some(slice) => Refinement::Again(vec![(self.position, self.precisions.intern(slice))]),
            None => Refinement::Feasible(path.clone()),
        })
    }

    fn stats(&self) -> serde_json::Value {
        serde_json::json!({ "slices": self.slices.as_ref().map_or(0, |slices| slices.count()) })
    }
}
