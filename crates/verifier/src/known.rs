//! What other runs and analyses believe, for induction to try.
//!
//! A configuration can name helpers: other configurations that run first, for a short time. The ranges of integer
//! variables that an exploration knows at loop heads are suggested, and the predicates that a predicate analysis has
//! found so far; so are the predicates of `--precision`. Nothing depends on whether any of it is right: induction checks
//! what it is told like its own guesses.

use crate::config::{Algorithm, Configuration};
use crate::verification::{Options, Verification};
use argand_algorithms::bmc::unroll::Suggest;
use argand_algorithms::{Algorithm as _, Dataflow, Exploration};
use argand_cfa::{ExprId, ExprKind, FuncId, LocId, PlaceKind, Program, VarKind};
use argand_cpa::{Composite, ConfigError, Fact, FactPlace, Query, StateId, Statement, Status};
use argand_flow::wto::Wto;
use argand_support::Limits;
use std::collections::BTreeMap;
use std::time::Duration;

/// The longest time a helper may take.
const HELPER_TIME: Duration = Duration::from_secs(2);
/// What part of the time that is left it may take.
const HELPER_PART: u32 = 10;
/// Ranges that are suggested for one loop head.
const MAX_RANGES: usize = 100;

impl Verification<'_> {
    /// What is suggested to induction; `None` if nothing is.
    ///
    /// # Errors
    /// A helper that cannot be used.
    pub(crate) fn suggestions(&self) -> Result<Option<Suggest<'_>>, ConfigError> {
        let mut facts = self.facts.clone();
        for helper in &self.configuration.helpers {
            facts.extend(self.help(helper)?);
        }
        if facts.is_empty() {
            return Ok(None);
        }
        let program = &*self.prepared.program;
        Ok(Some(Box::new(move |encoder, loc, state| {
            let mut terms = Vec::new();
            for fact in facts.iter().filter(|fact| fact.is_about(program, loc)) {
                let said = fact.terms(program, encoder, state);
                // A predicate that is tracked may be true or false.
                let tracked = matches!(fact.statement, Statement::Formula(_)) && !fact.checked;
                let negated = said.iter().filter(|_| tracked).map(|&term| encoder.pool.not(term));
                let negated: Vec<_> = negated.collect();
                terms.extend(said.into_iter().chain(negated));
            }
            terms
        })))
    }

    /// What a helper finds out in time. Whatever goes wrong with it is not missed: these are guesses.
    fn help(&self, helper: &Configuration) -> Result<Vec<Fact>, ConfigError> {
        let left = self.options.limits.remaining();
        let time = left.map_or(HELPER_TIME, |left| HELPER_TIME.min(left / HELPER_PART));
        let limits: Limits = self.options.limits.sub_limit(time);
        let listener = self.options.listener.clone();
        let options = Options { limits: limits.clone(), listener, ..Options::default() };
        // What it says is about the program that is looked at here.
        let helper = &Configuration { reduce: self.prepared.reduced.is_some(), ..helper.clone() };
        let run = Verification::new(self.task, helper, options)?;
        match helper.algorithm {
            Algorithm::Cegar => Ok(run.run(None)?.facts),
            Algorithm::Explore => {
                let mut run = run;
                run.prepared.automata.clear();
                let composite = run.plan()?.composite;
                let program = &*run.prepared.program;
                let mut exploration = Exploration::new(program, composite, &helper.exploration, limits);
                let done = exploration.run().is_ok();
                Ok(if done { ranges_of(program, &exploration, &helper.name) } else { Vec::new() })
            }
            Algorithm::Dataflow => {
                let mut run = run;
                run.prepared.automata.clear();
                let (composite, program) = (run.plan()?.composite, &*run.prepared.program);
                let mut dataflow = Dataflow::new(program, composite, helper.dataflow.clone(), limits)?;
                let done = dataflow.next().is_ok();
                let rows = dataflow.rows().filter(|_| done);
                Ok(rows.map_or_else(Vec::new, |(composite, rows)| {
                    known_ranges(program, composite, rows, &helper.name)
                }))
            }
            Algorithm::Bmc | Algorithm::Execute | Algorithm::Strategy => {
                let name = &helper.name;
                let why =
                    format!("the helper `{name}` must explore, refine or solve, with analyses of its own");
                Err(ConfigError::Conflict(why))
            }
        }
    }
}

/// The ranges of integer variables at loop heads that an exploration knows.
pub(crate) fn ranges_of(program: &Program, exploration: &Exploration<'_>, found_by: &str) -> Vec<Fact> {
    let (reached, composite) = (&exploration.reached, &exploration.composite);
    let live = reached.iter().filter(|&n| reached.status(n) == Status::Live);
    known_ranges(program, composite, live.map(|node| reached.states(node)), found_by)
}

/// The ranges of integer variables at loop heads that some rows, which stand for all runs, know.
pub(crate) fn known_ranges<'r>(
    program: &Program,
    composite: &Composite,
    rows: impl Iterator<Item = &'r [StateId]>,
    found_by: &str,
) -> Vec<Fact> {
    let wto = Wto::of_functions(program);
    let variables = variables(program);
    let mut known: BTreeMap<(LocId, ExprId), (i128, i128)> = BTreeMap::new();
    for row in rows {
        let Some(loc) = composite.location(program, row).filter(|&loc| wto.is_head(loc)) else { continue };
        for &(expr, func, (least, greatest)) in &variables {
            if func.is_some_and(|f| f != program.locs[loc].func) {
                continue;
            }
            let mut query = Query::IntRange { expr, lo: least, hi: greatest };
            composite.ask(program, row, &mut query);
            if let Query::IntRange { lo, hi, .. } = query {
                let so_far = known.entry((loc, expr)).or_insert((lo, hi));
                *so_far = (so_far.0.min(lo), so_far.1.max(hi));
            }
        }
    }
    let mut facts: Vec<Fact> = Vec::new();
    let mut at: (Option<LocId>, usize) = (None, 0);
    for ((loc, expr), (lo, hi)) in known {
        if at.0 != Some(loc) {
            at = (Some(loc), 0);
        }
        let all = program.types.int_range(program.expr(expr).ty) == Some((lo, hi));
        if !all && lo <= hi && at.1 < MAX_RANGES {
            at.1 += 1;
            let (place, statement) = (FactPlace::Location(loc), Statement::Range { expr, lo, hi });
            facts.push(Fact { place, statement, found_by: found_by.to_owned(), checked: false });
        }
    }
    facts
}

/// The integer variables that the program reads, each with its function and the range of its type.
fn variables(program: &Program) -> Vec<(ExprId, Option<FuncId>, (i128, i128))> {
    let mut found = Vec::new();
    for (id, expr) in program.pool.iter() {
        let ExprKind::Load(place) = expr.kind else { continue };
        let PlaceKind::Var(var) = program.place(place).kind else { continue };
        let Some(range) = program.types.int_range(expr.ty) else { continue };
        let variable = &program.vars[var];
        if variable.kind != VarKind::Temp {
            found.push((id, variable.func.filter(|_| !variable.is_static()), range));
        }
    }
    found
}
