//! The refiner of the value analysis: from a path to new tracked cells.
//!
//! A path that can only be ruled out by tracking a loop counter is put off: tracking it unrolls the loop, and
//! another path may violate the property for real, or a later refinement may rule out this one as well.

use super::facts::Facts;
use super::precision::{Sharing, Tracked, ValuePrecision};
use super::refine::{Interpolants, PathRun, interpolate, score, tracked};
use super::{Base, ValueCpa};
use argand_cfa::{LocId, PathStep, Program};
use argand_cpa::prefix::{Criterion, MAX_PREFIXES, Score, Sliced};
use argand_cpa::{
    ArgPath, Context, CutPoint, Failure, Interned, PrecisionId, RefineCx, RefineMode, Refinement, Refiner,
    Table, stopped,
};
use argand_flow::classify::{Classes, DomainType};
use argand_support::Stop;
use std::collections::BTreeSet;

/// Tells how cheap a cell is to track.
type DomainTypes = Box<dyn Fn(Tracked) -> DomainType>;

/// Refines the precision of the value analysis.
pub struct ValueRefiner {
    component: usize,
    precisions: Table<PrecisionId, ValuePrecision>,
    facts: Facts,
    domain_types: DomainTypes,
    sharing: Sharing,
    criteria: Vec<Criterion>,
    counts: Counts,
}

#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
struct Counts {
    paths: u64,
    feasible: u64,
    prefixes: u64,
    tracked_cells: u64,
}

/// A refinement that could be used.
struct Candidate {
    score: Score,
    /// How many steps from the root the first cell is tracked.
    first: usize,
    cells: Vec<(LocId, Tracked)>,
}

impl ValueRefiner {
    /// A refiner that shares the table of precisions of a component.
    #[must_use]
    pub fn new(component: &Interned<ValueCpa>, cx: &Context<'_>) -> Self {
        let options = component.cpa().options();
        let classes = Classes::new(cx.program);
        Self {
            component: cx.position,
            precisions: component.precisions(),
            facts: Facts::of(cx.program),
            // How cheap it is to track a cell shows how its variable is used.
            domain_types: Box::new(move |cell: Tracked| match cell.base {
                Base::Var(var) => classes.domain_type(var),
                Base::Heap(_) => DomainType::Other,
            }),
            sharing: options.sharing,
            criteria: options.refinement_order.clone(),
            counts: Counts::default(),
        }
    }

    fn candidate(
        &self,
        cx: &RefineCx<'_>,
        prefix: &Sliced<'_>,
        interpolants: &Interpolants,
    ) -> Option<Candidate> {
        let cells: Vec<(LocId, Tracked)> = interpolants
            .iter()
            .zip(prefix.steps)
            .flat_map(|(interpolant, step)| {
                let loc = cx.program.edges[step.edge].to;
                tracked(interpolant).map(move |cell| (loc, cell))
            })
            .collect();
        let first = interpolants.iter().position(|i| !i.memory.is_empty())?;
        let score = score(&self.criteria, prefix, interpolants, &*self.domain_types);
        Some(Candidate { score, first, cells })
    }

    fn candidates(&mut self, cx: &RefineCx<'_>, steps: &[PathStep]) -> Result<Option<Vec<Candidate>>, Stop> {
        let run = PathRun { program: cx.program, facts: &self.facts, limits: cx.limits };
        let prefixes = run.sliced_prefixes(steps)?;
        if prefixes.is_empty() {
            return Ok(None);
        }
        self.counts.prefixes += prefixes.len() as u64;
        let mut candidates = Vec::new();
        for prefix in prefixes.iter().take(MAX_PREFIXES) {
            let interpolants = interpolate(&run, prefix)?;
            candidates.extend(self.candidate(cx, prefix, &interpolants));
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
        let mut new = ValuePrecision::default();
        for id in &old {
            new.absorb(&self.precisions.get(*id));
        }
        let before = new.clone();
        if !new.extend(self.sharing, candidate.cells.iter().copied()) && old.len() == 1 {
            return None;
        }
        self.counts.tracked_cells += (new.listed().len() - before.listed().len()) as u64;
        let node = if cx.mode == RefineMode::Restart { cx.reached.root()? } else { node };
        Some(CutPoint { node, precisions: vec![(self.component, self.precisions.intern(new))] })
    }
}

impl Refiner for ValueRefiner {
    fn refine(&mut self, cx: &RefineCx<'_>, path: &ArgPath) -> Result<Refinement, Failure> {
        self.counts.paths += 1;
        let steps = path.in_program(cx.program, cx.composite, cx.reached);
        let Some(candidates) = self.candidates(cx, &steps).map_err(stopped)? else {
            self.counts.feasible += 1;
            return Ok(Refinement::Feasible(path.clone()));
        };
        let involves_counter = |c: &Candidate| {
            c.cells.iter().any(|&(_, cell)| (self.domain_types)(cell) == DomainType::LoopCounter)
        };
        if cx.may_postpone && candidates.iter().all(involves_counter) {
            return Ok(Refinement::Postponed);
        }
        for candidate in &candidates {
            if let Some(cut) = self.cut(cx, path, candidate) {
                return Ok(Refinement::Spurious(vec![cut]));
            }
        }
        Ok(Refinement::Unknown("a spurious path could not be ruled out by tracking more values".to_owned()))
    }

    fn stats(&self) -> serde_json::Value {
        serde_json::to_value(self.counts).unwrap_or_default()
    }
}

/// Names the tracked cells of a precision in the user's words, each variable once.
#[must_use]
pub fn tracked_names(program: &Program, precision: &ValuePrecision) -> BTreeSet<String> {
    precision
        .listed()
        .into_iter()
        .map(|cell| match cell.base {
            Base::Var(var) => program.var_name(var).to_owned(),
            Base::Heap(site) => format!("memory from {}", program.sources.describe(program.edges[site].span)),
        })
        .collect()
}
