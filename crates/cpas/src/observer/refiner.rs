//! The refiner: from a path that the program cannot take to an observer of the part that makes it so.

use super::pattern::Pattern;
use super::subpath::{Answer, Subpaths};
use super::{ObserverCpa, Observers};
use argand_cpa::{
    ArgPath, Context, Failure, Interned, PrecisionId, RefineCx, Refinement, Refiner, Table, stopped,
};
use argand_encode::Encoder;

/// What was done, for the statistics.
#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
struct Counts {
    /// Paths that were looked at.
    paths: u64,
    /// Those that a run may take.
    feasible: u64,
    /// Observers of one subpath each.
    exact: u64,
    /// Observers of subpaths with other steps in between.
    loose: u64,
    /// Edges of the longest one.
    longest: usize,
}

/// Watches for more and more subpaths.
pub struct ObserverRefiner {
    position: usize,
    precisions: Table<PrecisionId, Observers>,
    subpaths: Subpaths,
    most: usize,
    loose: bool,
    counts: Counts,
}

impl ObserverRefiner {
    /// A refiner that shares the table of precisions of a component.
    #[must_use]
    pub fn new(component: &Interned<ObserverCpa>, cx: &Context<'_>) -> Self {
        let options = &component.cpa().options;
        let encoder = Encoder::sharing(cx.program, &cx.layout);
        Self {
            position: cx.position,
            precisions: component.precisions(),
            subpaths: Subpaths::new(encoder, cx.solvers.clone()),
            most: options.max_observers as usize,
            loose: options.loose,
            counts: Counts::default(),
        }
    }
}

impl Refiner for ObserverRefiner {
    fn refine(&mut self, cx: &RefineCx<'_>, path: &ArgPath) -> Result<Refinement, Failure> {
        self.counts.paths += 1;
        let steps = path.in_program(cx.program, cx.composite, cx.reached);
        let (exact, loose) = match self.subpaths.look(cx.program, &steps, cx.limits).map_err(stopped)? {
            Answer::Feasible => {
                self.counts.feasible += 1;
                return Ok(Refinement::Feasible(path.clone()));
            }
            Answer::Unknown(why) => return Ok(Refinement::Unknown(why)),
            Answer::Infeasible(exact, loose) => (exact, loose.filter(|_| self.loose)),
        };
        // Everything is looked at with one precision.
        let Some(root) = cx.reached.root() else { return Ok(Refinement::Feasible(path.clone())) };
        let known = self.precisions.get(cx.reached.precisions(root)[self.position]).clone();
        if known.len() >= self.most {
            let why = format!("the limit of {} observers of infeasible paths was reached", self.most);
            return Ok(Refinement::Unknown(why));
        }
        // One with gaps that let the path through is followed by one without.
        let fresh = |pattern: &Pattern| !known.watches(pattern);
        let Some(pattern) = loose.filter(fresh).or(Some(exact).filter(fresh)) else {
            let why = "a path that is watched for came up again".to_owned();
            return Ok(Refinement::Unknown(why));
        };
        self.counts.longest = self.counts.longest.max(pattern.edges().len());
        *(if pattern.is_loose() { &mut self.counts.loose } else { &mut self.counts.exact }) += 1;
        let precision = self.precisions.intern(known.with(pattern));
        Ok(Refinement::Again(vec![(self.position, precision)]))
    }

    fn stats(&self) -> serde_json::Value {
        serde_json::to_value(self.counts).unwrap_or_default()
    }
}
