//! The refiner: from a path that must not be taken to variables and constraints to track.

use super::SymbolicCpa;
use super::engine::SharedEngine;
use super::precision::Tracked;
use super::refine::{End, Interpolants, PathRun};
use super::state::SymbolicState;
use super::transfer::Facts;
use argand_cfa::PathStep;
use argand_cpa::prefix::{MAX_PREFIXES, Sliced};
use argand_cpa::tracking::{Candidate, Tracker};
use argand_cpa::{
    ArgPath, Context, Failure, Interned, RefineCx, Refinement, Refiner, StateId, Table, stopped,
};
use argand_flow::classify::{Classes, DomainType};
use argand_support::Stop;
use std::rc::Rc;

/// Refines the precision of symbolic execution.
pub struct SymbolicRefiner {
    component: usize,
    tracker: Tracker<Tracked>,
    engine: SharedEngine,
    states: Table<StateId, SymbolicState>,
    facts: Facts,
    counts: Counts,
}

#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
struct Counts {
    paths: u64,
    feasible: u64,
    prefixes: u64,
    tracked: u64,
}

impl SymbolicRefiner {
    /// A refiner that shares the engine and the tables of a component.
    #[must_use]
    pub fn new(component: &Interned<SymbolicCpa>, cx: &Context<'_>) -> Self {
        let cpa = component.cpa();
        let classes = Classes::new(cx.program);
        // How cheap it is to track something shows how its variable is used.
        let domain_types = move |what: Tracked| match what {
            Tracked::Variable { var, .. } => classes.domain_type(var),
            Tracked::Memory(_) => DomainType::Other,
            Tracked::Constraint(_) => DomainType::Boolean,
        };
        let (sharing, criteria) = (cpa.options().sharing, cpa.options().refinement_order.clone());
        Self {
            component: cx.position,
            tracker: Tracker::new(cx.position, component.precisions(), sharing, criteria, domain_types),
            engine: cpa.engine(),
            states: component.states(),
            facts: cpa.facts().clone(),
            counts: Counts::default(),
        }
    }

    /// The refinements that rule a path out, or the reason why the edge behind it could not be followed; `None` if the
    /// path can be taken and nothing stands behind it.
    fn candidates(
        &mut self,
        cx: &RefineCx<'_>,
        start: &SymbolicState,
        steps: &[PathStep],
    ) -> Result<Option<Vec<Candidate<Tracked>>>, Stop> {
        let engine = Rc::clone(&self.engine);
        let engine = &mut *engine.borrow_mut();
        let (facts, sharing) = (&self.facts, self.tracker.sharing());
        let (program, limits) = (cx.program, cx.limits);
        let mut run = PathRun { program, facts, engine, limits, sharing, end: End::Taken };
        let behind: Vec<PathStep>;
        let mut prefixes = run.sliced_prefixes(start, steps)?;
        if prefixes.is_empty() {
            let Some(edge) = cx.gap else { return Ok(None) };
            behind = steps.iter().cloned().chain([PathStep { edge, demands: Vec::new() }]).collect();
            run.end = End::Doubted;
            prefixes = vec![Sliced::whole(&behind)];
        }
        self.counts.prefixes += prefixes.len() as u64;
        let mut candidates = Vec::new();
        for prefix in prefixes.iter().take(MAX_PREFIXES) {
            let types = |what: Tracked| self.tracker.domain_type(what);
            let Some(interpolants) = run.interpolate(start, prefix, &types)? else { continue };
            let Interpolants { tracked, first, width } = interpolants;
            candidates.push(self.tracker.candidate(prefix, tracked, first, width));
        }
        Ok(Some(candidates))
    }
}

impl Refiner for SymbolicRefiner {
    fn refine(&mut self, cx: &RefineCx<'_>, path: &ArgPath) -> Result<Refinement, Failure> {
        self.counts.paths += 1;
        let steps = path.in_program(cx.program, cx.composite, cx.reached);
        let Some(root) = path.node(0) else { return Ok(Refinement::Feasible(path.clone())) };
        let start = self.states.get(cx.reached.states(root)[self.component]).clone();
        let Some(candidates) = self.candidates(cx, &start, &steps).map_err(stopped)? else {
            self.counts.feasible += 1;
            return Ok(Refinement::Feasible(path.clone()));
        };
        Ok(self.tracker.choose(cx, path, candidates).unwrap_or_else(|| {
            Refinement::Unknown("a spurious path could not be ruled out by tracking more".to_owned())
        }))
    }

    fn stats(&self) -> serde_json::Value {
        let counts = Counts { tracked: self.tracker.added(), ..self.counts };
        let refinement = serde_json::to_value(counts).unwrap_or_default();
        let engine = serde_json::to_value(self.engine.borrow().counts()).unwrap_or_default();
        serde_json::json!({ "refinement": refinement, "satisfiability": engine })
    }
}
