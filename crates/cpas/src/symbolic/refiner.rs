//! The refiner: from a path that must not be taken to variables and constraints to track.
//!
//! A path that can only be ruled out by tracking a loop counter is put off: tracking it unrolls the loop, and another
//! path may violate the property for real, or a later refinement may rule out this one as well.

use super::SymbolicCpa;
use super::engine::SharedEngine;
use super::precision::{Sharing, SymbolicPrecision, Tracked};
use super::refine::{Interpolants, PathRun};
use super::state::SymbolicState;
use super::step::Facts;
use argand_cfa::{LocId, PathStep};
use argand_cpa::prefix::{self, Criterion, MAX_PREFIXES, Score, Sliced};
use argand_cpa::{
    ArgPath, Context, CutPoint, Failure, Interned, PrecisionId, RefineCx, RefineMode, Refinement, Refiner,
    StateId, Table, stopped,
};
use argand_flow::classify::{Classes, DomainType};
use argand_support::Stop;
use std::collections::BTreeSet;

/// Refines the precision of symbolic execution.
pub struct SymbolicRefiner {
    component: usize,
    engine: SharedEngine,
    states: Table<StateId, SymbolicState>,
    precisions: Table<PrecisionId, SymbolicPrecision>,
    facts: Facts,
    classes: Classes,
    sharing: Sharing,
    criteria: Vec<Criterion>,
    counts: Counts,
}

#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
struct Counts {
    paths: u64,
    feasible: u64,
    prefixes: u64,
    tracked: u64,
}

/// A refinement that could be used.
struct Candidate {
    score: Score,
    /// How many steps from the root the first thing is tracked.
    first: usize,
    tracked: Vec<(LocId, Tracked)>,
}

impl SymbolicRefiner {
    /// A refiner that shares the engine and the tables of a component.
    #[must_use]
    pub fn new(component: &Interned<SymbolicCpa>, cx: &Context<'_>) -> Self {
        let cpa = component.cpa();
        Self {
            component: cx.position,
            engine: cpa.engine(),
            states: component.states(),
            precisions: component.precisions(),
            facts: cpa.facts().clone(),
            classes: Classes::new(cx.program),
            sharing: cpa.options().sharing,
            criteria: cpa.options().refinement_order.clone(),
            counts: Counts::default(),
        }
    }

    fn candidate(&self, prefix: &Sliced<'_>, interpolants: Interpolants) -> Candidate {
        let Interpolants { tracked, first, width } = interpolants;
        let all: BTreeSet<Tracked> = tracked.iter().map(|&(_, what)| what).collect();
        let types: Vec<DomainType> = all.iter().map(|&what| domain_type(&self.classes, what)).collect();
        let score = prefix::score(&self.criteria, &types, width, prefix.len());
        Candidate { score, first, tracked }
    }

    fn candidates(
        &mut self,
        cx: &RefineCx<'_>,
        start: &SymbolicState,
        steps: &[PathStep],
    ) -> Result<Option<Vec<Candidate>>, Stop> {
        let engine = std::rc::Rc::clone(&self.engine);
        let engine = &mut *engine.borrow_mut();
        let (facts, sharing) = (&self.facts, self.sharing);
        let mut run = PathRun { program: cx.program, facts, engine, limits: cx.limits, sharing };
        let prefixes = run.sliced_prefixes(start, steps)?;
        if prefixes.is_empty() {
            return Ok(None);
        }
        self.counts.prefixes += prefixes.len() as u64;
        let mut candidates = Vec::new();
        for prefix in prefixes.iter().take(MAX_PREFIXES) {
            let types = |what: Tracked| domain_type(&self.classes, what);
            let Some(interpolants) = run.interpolate(start, prefix, &types)? else { continue };
            candidates.push(self.candidate(prefix, interpolants));
        }
        candidates.sort_by(|a, b| a.score.cmp(&b.score));
        Ok(Some(candidates))
    }

    /// The cut point and precision of a candidate; `None` if it would track nothing new.
    fn cut(&mut self, cx: &RefineCx<'_>, path: &ArgPath, candidate: &Candidate) -> Option<CutPoint> {
        // The node before the first step whose result is tracked must be explored again.
        let node = path.node(candidate.first + 1)?;
        let old: BTreeSet<PrecisionId> =
            path.nodes().skip(candidate.first).map(|n| cx.reached.precisions(n)[self.component]).collect();
        let mut new = SymbolicPrecision::default();
        for id in &old {
            new.absorb(&self.precisions.get(*id));
        }
        let before = new.listed().len();
        if !new.extend(self.sharing, candidate.tracked.iter().copied()) && old.len() == 1 {
            return None;
        }
        self.counts.tracked += (new.listed().len() - before) as u64;
        let node = if cx.mode == RefineMode::Restart { cx.reached.root()? } else { node };
        Some(CutPoint { node, precisions: vec![(self.component, self.precisions.intern(new))] })
    }
}

/// How cheap it is to track something shows how its variable is used.
fn domain_type(classes: &Classes, what: Tracked) -> DomainType {
    match what {
        Tracked::Variable { var, .. } => classes.domain_type(var),
        Tracked::Memory(_) => DomainType::Other,
        Tracked::Constraint(_) => DomainType::Boolean,
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
        let involves_counter = |c: &Candidate| {
            let is_counter = |what| domain_type(&self.classes, what) == DomainType::LoopCounter;
            c.tracked.iter().any(|&(_, what)| is_counter(what))
        };
        if cx.may_postpone && candidates.iter().all(involves_counter) {
            return Ok(Refinement::Postponed);
        }
        for candidate in &candidates {
            if let Some(cut) = self.cut(cx, path, candidate) {
                return Ok(Refinement::Spurious(vec![cut]));
            }
        }
        Ok(Refinement::Unknown("a spurious path could not be ruled out by tracking more".to_owned()))
    }

    fn stats(&self) -> serde_json::Value {
        let refinement = serde_json::to_value(self.counts).unwrap_or_default();
        let engine = serde_json::to_value(self.engine.borrow().counts()).unwrap_or_default();
        serde_json::json!({ "refinement": refinement, "satisfiability": engine })
    }
}
