//! The refiner of the memory analysis: from a path to a precision.
//!
//! A path that is feasible with everything tracked is believed; the evidence has the last word. For one that is not,
//! the cheapest refinement of its sliced prefixes is used, as in the value analysis. Where no facts rule it out, or
//! after many refinements, everything is tracked: refinement is never weaker than tracking everything, only later.

use super::precision::{Fact, SmgPrecision};
use super::refine::{Goal, PathRun};
use super::{DIVERGES, Ending, SmgCpa, SmgState};
use argand_cfa::{PathStep, VarId};
use argand_cpa::prefix::{self, Criterion, Score, Sliced};
use argand_cpa::{
    ArgId, ArgPath, ConfigError, Configurable as _, Context, CutPoint, Failure, Interned, PrecisionId,
    RefineCx, RefineMode, Refinement, Refiner, StateId, Table, stopped,
};
use argand_flow::classify::{Classes, DomainType};
use argand_support::Stop;
use std::collections::BTreeSet;

/// Refinements are looked for on so many prefixes of a path: runs over graphs cost more than runs over cells.
const MAX_PREFIXES: usize = 6;
/// So many steps are taken to make one refinement small.
const BUDGET: usize = 30_000;

/// Tells how cheap a variable is to track.
type DomainTypes = Box<dyn Fn(VarId) -> DomainType>;

/// Refines the precision of the memory analysis.
pub struct SmgRefiner {
    component: usize,
    states: Table<StateId, SmgState>,
    precisions: Table<PrecisionId, SmgPrecision>,
    cpa: SmgCpa,
    criteria: Vec<Criterion>,
    track_all_after: u64,
    domain_types: DomainTypes,
    counts: Counts,
}

#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
struct Counts {
    paths: u64,
    feasible: u64,
    prefixes: u64,
    refinements: u64,
    tracked_facts: u64,
    tracked_everything: u64,
}

/// A refinement that could be used.
struct Candidate {
    score: Score,
    precision: SmgPrecision,
    /// How many steps from the root the first state is another one.
    first: usize,
}

impl SmgRefiner {
    /// A refiner that shares the tables of a component.
    ///
    /// # Errors
    /// When the options are not allowed.
    pub fn new(component: &Interned<SmgCpa>, cx: &Context<'_>) -> Result<Self, ConfigError> {
        let options = component.cpa().options();
        let classes = Classes::new(cx.program);
        Ok(Self {
            component: cx.position,
            states: component.states(),
            precisions: component.precisions(),
            criteria: options.refinement_order.clone(),
            track_all_after: u64::from(options.track_all_after),
            cpa: SmgCpa::from_options(options.clone(), cx)?,
            domain_types: Box::new(move |var| classes.domain_type(var)),
            counts: Counts::default(),
        })
    }

    /// All that is tracked anywhere on a path.
    fn tracked(&self, cx: &RefineCx<'_>, path: &ArgPath) -> SmgPrecision {
        let ids: BTreeSet<PrecisionId> =
            path.nodes().map(|node| cx.reached.precisions(node)[self.component]).collect();
        let mut all = SmgPrecision::default();
        for id in ids {
            all.absorb(&self.precisions.get(id));
        }
        all
    }

    fn domain_type(&self, fact: Fact) -> DomainType {
        match fact {
            Fact::Variable(var) => (self.domain_types)(var),
            Fact::Value(_) => DomainType::Other,
        }
    }

    fn state_at(&self, cx: &RefineCx<'_>, node: ArgId) -> SmgState {
        self.states.get(cx.reached.states(node)[self.component]).clone()
    }

    /// The refinements of an infeasible path, the best one first; `None` for a feasible path.
    fn candidates(
        &mut self,
        cx: &RefineCx<'_>,
        path: &ArgPath,
        steps: &[PathStep],
        goal: Goal,
    ) -> Result<Option<Vec<Candidate>>, Stop> {
        let mut budget = BUDGET;
        let mut run = PathRun {
            cpa: &mut self.cpa,
            program: cx.program,
            limits: cx.limits,
            goal,
            length: steps.len(),
            budget,
        };
        let (prefixes, noted) = run.sliced_prefixes(steps)?;
        if prefixes.is_empty() {
            return Ok(None);
        }
        self.counts.prefixes += prefixes.len() as u64;
        let old = self.tracked(cx, path);
        let tracked = old.listed();
        let mut facts: Vec<Fact> = noted.into_iter().filter(|fact| !old.tracks(*fact)).collect();
        facts.sort_by_key(|&fact| (prefix::cost(self.domain_type(fact)), fact));
        let mut candidates: Vec<Candidate> = Vec::new();
        for prefix in prefixes.iter().take(MAX_PREFIXES) {
            let mut run = PathRun {
                cpa: &mut self.cpa,
                program: cx.program,
                limits: cx.limits,
                goal,
                length: steps.len(),
                budget,
            };
            let found = run.interpolate(prefix, &tracked, &facts)?;
            budget = run.budget;
            let Some(new) = found else { continue };
            let mut precision = old.clone();
            precision.absorb(&new.iter().copied().collect());
            let first = self.first_change(cx, path, prefix, &precision, goal)?;
            let types: Vec<DomainType> = new.iter().map(|&fact| self.domain_type(fact)).collect();
            let width = prefix.len().saturating_sub(first);
            let score = prefix::score(&self.criteria, &types, width, prefix.len());
            candidates.push(Candidate { score, precision, first });
            if budget == 0 {
                break;
            }
        }
        candidates.sort_by(|a, b| a.score.cmp(&b.score));
        Ok(Some(candidates))
    }

    /// After how many steps a path with another precision first comes to other states than the graph has.
    fn first_change(
        &mut self,
        cx: &RefineCx<'_>,
        path: &ArgPath,
        prefix: &Sliced<'_>,
        precision: &SmgPrecision,
        goal: Goal,
    ) -> Result<usize, Stop> {
        let nodes: Vec<SmgState> =
            path.nodes().skip(1).take(prefix.len()).map(|node| self.state_at(cx, node)).collect();
        let mut run = PathRun {
            cpa: &mut self.cpa,
            program: cx.program,
            limits: cx.limits,
            goal,
            length: path.len(),
            budget: 0,
        };
        let mut front = run.start();
        for (index, (step, state)) in prefix.iter().zip(nodes).enumerate() {
            match run.post(&front, step, precision, None)? {
                Some(next) if next.contains(&state) => front = next,
                _ => return Ok(index + 1),
            }
        }
        Ok(prefix.len())
    }

    fn cut(&self, cx: &RefineCx<'_>, node: Option<ArgId>, precision: SmgPrecision) -> Option<Vec<CutPoint>> {
        let node = node.filter(|_| cx.mode == RefineMode::Lazy).or_else(|| cx.reached.root())?;
        let precisions = vec![(self.component, self.precisions.intern(precision))];
        Some(vec![CutPoint { node, precisions }])
    }

    fn track_everything(&mut self, cx: &RefineCx<'_>) -> Option<Refinement> {
        self.counts.tracked_everything += 1;
        self.cut(cx, None, SmgPrecision::All).map(Refinement::Spurious)
    }
}

impl Refiner for SmgRefiner {
    fn refine(&mut self, cx: &RefineCx<'_>, path: &ArgPath) -> Result<Refinement, Failure> {
        self.counts.paths += 1;
        let feasible = || Ok(Refinement::Feasible(path.clone()));
        let old = self.tracked(cx, path);
        if old == SmgPrecision::All {
            // Nothing is left to track, and the states of the graph are those of a run.
            self.counts.feasible += 1;
            return feasible();
        }
        let end = self.state_at(cx, path.end);
        let diverges = matches!(end.ending.as_deref(), Some(Ending::Gap(reason)) if reason == DIVERGES);
        if diverges {
            return self.track_everything(cx).map_or_else(feasible, Ok);
        }
        let steps = path.in_program(cx.program, cx.composite, cx.reached);
        let Some(candidates) = self.candidates(cx, path, &steps, Goal::of(&end)).map_err(stopped)? else {
            self.counts.feasible += 1;
            return feasible();
        };
        self.counts.refinements += 1;
        if self.counts.refinements <= self.track_all_after {
            for candidate in candidates {
                let is_new = path.nodes().skip(candidate.first.saturating_sub(1)).any(|node| {
                    *self.precisions.get(cx.reached.precisions(node)[self.component]) != candidate.precision
                });
                if !is_new {
                    continue;
                }
                let added = candidate.precision.listed().len() - old.listed().len();
                self.counts.tracked_facts += added as u64;
                if let Some(cuts) = self.cut(cx, path.node(candidate.first), candidate.precision) {
                    return Ok(Refinement::Spurious(cuts));
                }
            }
        }
        self.track_everything(cx).map_or_else(feasible, Ok)
    }

    fn stats(&self) -> serde_json::Value {
        serde_json::to_value(self.counts).unwrap_or_default()
    }
}
