//! Accesses to memory whose validity a proof takes for granted.
//!
//! Analyses that do not follow objects prove things of runs without invalid accesses. Which accesses that is about is
//! found afterwards, for a TRUE alone: those that are not valid at first sight ([`argand_flow::validity`]) are looked at
//! once more with ranges and points-to sets, for a short time. A program in which all are valid needs no assumption.

use crate::config::Configuration;
use crate::plan::Plan;
use crate::verification::{Options, Verification};
use argand_algorithms::{Algorithm as _, Dataflow, Found};
use argand_cfa::{Assumption, AssumptionKind, EdgeId, ExprId, Program};
use argand_cpa::{Composite, MemoryObject, Pointee, Query, StateId};
use argand_flow::formats::Formats;
use argand_flow::validity::{self, Knowledge, Spot};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// The configuration that is asked about accesses.
const ASKED: &str = "dataflow";
/// The longest time it may take.
const TIME: Duration = Duration::from_secs(1);
/// What part of the time that is left it may take.
const PART: u32 = 10;
/// Beyond so many steps with doubtful accesses it would not show all of them, and need not try.
const MOST_DOUBTFUL: usize = 300;

impl Verification<'_> {
    /// That accesses are valid, for each step where nothing shows it.
    pub(crate) fn assumed_accesses(&self) -> Vec<Assumption> {
        let mut program = Arc::clone(self.prepared.whole());
        let mut doubtful = validity::doubtful(&program);
        if (1..=MOST_DOUBTFUL).contains(&doubtful.len())
            && let Ok(asked) = Configuration::shipped(ASKED)
            && let Ok(mut run) = Verification::new(self.task, &asked, self.short())
        {
            // Passes may make other steps for other configurations. Runs go on whatever they violate.
            run.prepared.automata.clear();
            program = Arc::clone(run.prepared.whole());
            doubtful = run.remaining(validity::doubtful(&program));
        }
        let about = |edge: EdgeId| Assumption {
            kind: AssumptionKind::InvalidAccess,
            place: program.edges[edge].span,
            subject: String::new(),
        };
        doubtful.into_iter().map(about).collect()
    }

    fn short(&self) -> Options {
        let left = self.options.limits.remaining();
        let time = left.map_or(TIME, |left| TIME.min(left / PART));
        Options { limits: self.options.limits.sub_limit(time), ..Options::default() }
    }

    /// Which of some edges have accesses that solving the program does not show to be valid. Whatever goes wrong, they
    /// remain.
    fn remaining(&self, doubtful: Vec<EdgeId>) -> Vec<EdgeId> {
        let program = self.whole();
        let Ok(Plan { composite, .. }) = self.plan() else { return doubtful };
        let (options, limits) = (self.configuration.dataflow.clone(), self.options.limits.clone());
        let Ok(mut dataflow) = Dataflow::new(program, composite, options, limits) else { return doubtful };
        if !matches!(dataflow.next(), Ok(Found::Safe)) {
            return doubtful;
        }
        let Some((composite, rows)) = dataflow.rows() else { return doubtful };
        let (formats, mut remaining) = (Formats::of(program), BTreeSet::new());
        for row in rows {
            let Some(loc) = composite.location(program, row) else { return doubtful };
            let known = Row { program, composite, row };
            let open = doubtful.iter().filter(|&&edge| program.edges[edge].from == loc);
            let is_shown =
                |edge: EdgeId| validity::is_shown(program, &formats, &program.edges[edge].op, &known);
            remaining.extend(open.filter(|&&edge| !is_shown(edge)));
        }
        remaining.into_iter().collect()
    }
}

/// What the analyses know in a state.
struct Row<'a> {
    program: &'a Program,
    composite: &'a Composite,
    row: &'a [StateId],
}

impl Knowledge for Row<'_> {
    fn range(&self, expr: ExprId) -> Option<(i128, i128)> {
        let (lo, hi) = self.program.types.int_range(self.program.expr(expr).ty)?;
        let mut query = Query::IntRange { expr, lo, hi };
        self.composite.ask(self.program, self.row, &mut query);
        match query {
            Query::IntRange { lo, hi, .. } => Some((lo, hi)),
            _ => None,
        }
    }

    fn spots(&self, pointer: ExprId) -> Option<Vec<Spot>> {
        let mut query = Query::PointsTo { expr: pointer, targets: None };
        self.composite.ask(self.program, self.row, &mut query);
        let Query::PointsTo { targets: Some(targets), .. } = query else { return None };
        let spot = |pointee: Pointee| match pointee {
            Pointee::Object { object: MemoryObject::Var(var), offset: Some(offset), .. } => {
                Some((var.var, offset))
            }
            Pointee::Object { .. } | Pointee::Null | Pointee::Function(_) => None,
        };
        targets.into_iter().map(spot).collect()
    }
}
