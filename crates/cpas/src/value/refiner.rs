//! The refiner of the value analysis: from a path to new tracked cells.

use super::facts::Facts;
use super::precision::Tracked;
use super::refine::{Interpolants, PathRun, interpolate, tracked};
use super::{Base, ValueCpa};
use argand_cfa::{LocId, PathStep};
use argand_cpa::prefix::{MAX_PREFIXES, Sliced};
use argand_cpa::tracking::{Candidate, Tracker};
use argand_cpa::{ArgPath, Context, Failure, Interned, RefineCx, Refinement, Refiner, stopped};
use argand_flow::classify::{Classes, DomainType};
use argand_support::Stop;

/// Refines the precision of the value analysis.
pub struct ValueRefiner {
    tracker: Tracker<Tracked>,
    facts: Facts,
    counts: Counts,
}

#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
struct Counts {
    paths: u64,
    feasible: u64,
    prefixes: u64,
    tracked_cells: u64,
}

impl ValueRefiner {
    /// A refiner that shares the table of precisions of a component.
    #[must_use]
    pub fn new(component: &Interned<ValueCpa>, cx: &Context<'_>) -> Self {
        let options = component.cpa().options();
        let classes = Classes::new(cx.program);
        // How cheap it is to track a cell shows how its variable is used.
        let domain_types = move |cell: Tracked| match cell.base {
            Base::Var(var) => classes.domain_type(var),
            Base::Heap(_) => DomainType::Other,
        };
        let (sharing, criteria) = (options.sharing, options.refinement_order.clone());
        Self {
            tracker: Tracker::new(cx.position, component.precisions(), sharing, criteria, domain_types),
            facts: Facts::of(cx.program),
            counts: Counts::default(),
        }
    }

    fn candidate(
        &self,
        cx: &RefineCx<'_>,
        prefix: &Sliced<'_>,
        interpolants: &Interpolants,
    ) -> Option<Candidate<Tracked>> {
        let places = prefix.steps.iter().map(|step| cx.program.edges[step.edge].to);
        let cells: Vec<(LocId, Tracked)> = interpolants
            .iter()
            .zip(places)
            .flat_map(|(interpolant, loc)| tracked(interpolant).map(move |cell| (loc, cell)))
            .collect();
        let first = interpolants.iter().position(|i| !i.memory.is_empty())?;
        let width = interpolants.iter().filter(|i| !i.memory.is_empty()).count();
        Some(self.tracker.candidate(prefix, cells, first, width))
    }

    fn candidates(
        &mut self,
        cx: &RefineCx<'_>,
        steps: &[PathStep],
    ) -> Result<Option<Vec<Candidate<Tracked>>>, Stop> {
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
        Ok(Some(candidates))
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
        Ok(self.tracker.choose(cx, path, candidates).unwrap_or_else(|| {
            Refinement::Unknown("a spurious path could not be ruled out by tracking more values".to_owned())
        }))
    }

    fn stats(&self) -> serde_json::Value {
        let counts = Counts { tracked_cells: self.tracker.added(), ..self.counts };
        serde_json::to_value(counts).unwrap_or_default()
    }
}
