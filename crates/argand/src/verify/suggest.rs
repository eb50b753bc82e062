//! What other analyses believe about loop heads, for induction to try.
//!
//! A configuration can name helpers: other configurations that run first, for a short time. The ranges of integer
//! variables that an exploration knows at loop heads are suggested, and the predicates that a predicate analysis has
//! found so far; so are the predicates of `--precision`. Nothing depends on whether any of it is right: induction checks
//! what it is told like its own guesses.

use super::Verification;
use crate::config::{Algorithm, Configuration};
use argand_algorithms::Exploration;
use argand_algorithms::bmc::unroll::Suggest;
use argand_cfa::wto::Wto;
use argand_cfa::{ExprId, ExprKind, FuncId, LocId, PlaceKind, Program, VarKind};
use argand_cpa::{ConfigError, Query, Status};
use argand_cpas::predicate::text;
use argand_encode::{Encoder, SymState};
use argand_logic::{Bv, TermId};
use argand_support::Limits;
use std::collections::BTreeMap;
use std::time::Duration;

/// The longest time a helper may take.
const HELPER_TIME: Duration = Duration::from_secs(2);
/// What part of the time that is left it may take.
const HELPER_PART: u32 = 10;
/// Ranges that are suggested for one loop head.
const MAX_RANGES: usize = 100;

/// The range of the values of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    expr: ExprId,
    lo: i128,
    hi: i128,
}

impl<'p> Verification<'p> {
    /// What is suggested to induction; `None` if nothing is.
    ///
    /// # Errors
    /// A helper that cannot be used, or a precision that cannot be read.
    pub(super) fn suggestions(&self) -> Result<Option<Suggest<'p>>, ConfigError> {
        let mut ranges: BTreeMap<LocId, Vec<Range>> = BTreeMap::new();
        let mut predicates = Vec::new();
        if let Some(precision) = &self.precision {
            let (entries, bad) = text::entries(self.program, precision);
            if let Some(line) = bad.first() {
                return Err(no_predicate(*line));
            }
            predicates = entries;
        }
        for name in &self.configuration.helpers {
            let helper = Configuration::load(name, &[]).map_err(ConfigError::Conflict)?;
            match helper.algorithm {
                Algorithm::Explore => {
                    for (loc, known) in self.ranges(&helper)? {
                        ranges.entry(loc).or_default().extend(known);
                    }
                }
                Algorithm::Cegar => predicates.extend(self.predicates(&helper)?),
                Algorithm::Bmc => {
                    return Err(ConfigError::Conflict(format!(
                        "the helper `{name}` must explore or refine, not unroll"
                    )));
                }
            }
        }
        if ranges.is_empty() && predicates.is_empty() {
            return Ok(None);
        }
        let program = self.program;
        Ok(Some(Box::new(move |encoder, loc, state| {
            let mut facts = Vec::new();
            for &range in ranges.get(&loc).into_iter().flatten() {
                facts.extend(range.facts(program, encoder, state));
            }
            facts.extend(predicates_at(program, encoder, loc, &predicates));
            facts
        })))
    }

    /// The limits of a helper.
    fn short(&self) -> Limits {
        let left = self.limits.remaining().map_or(HELPER_TIME, |left| HELPER_TIME.min(left / HELPER_PART));
        self.limits.sub_limit(left)
    }

    /// The predicates that a helper finds in time.
    fn predicates(&self, helper: &Configuration) -> Result<Vec<(Option<FuncId>, String)>, ConfigError> {
        let automata = self.automata.clone();
        let run = Verification::new(self.program, helper, automata, self.wanted, self.short());
        let found = run.run(None)?.precision.unwrap_or_default();
        Ok(text::entries(self.program, &found).0)
    }

    /// The ranges of integer variables at loop heads, as far as a helper finds them out in time.
    pub(super) fn ranges(&self, helper: &Configuration) -> Result<BTreeMap<LocId, Vec<Range>>, ConfigError> {
        let limits = self.short();
        let run = Verification::new(self.program, helper, Vec::new(), self.wanted, limits.clone());
        let composite = run.compose()?.composite;
        let mut exploration = Exploration::new(self.program, composite, &helper.exploration, limits);
        // What a limit or a gap leaves out is not missed: these are guesses.
        if exploration.run().is_err() {
            return Ok(BTreeMap::new());
        }
        Ok(known_ranges(self.program, &exploration))
    }
}

/// A precision with a line that is no predicate.
pub(super) fn no_predicate(line: usize) -> ConfigError {
    ConfigError::Conflict(format!("the precision has no predicate in line {line}"))
}

fn known_ranges(program: &Program, exploration: &Exploration<'_>) -> BTreeMap<LocId, Vec<Range>> {
    let wto = Wto::of_functions(program);
    let variables = variables(program);
    let (reached, composite) = (&exploration.reached, &exploration.composite);
    let mut known: BTreeMap<(LocId, ExprId), (i128, i128)> = BTreeMap::new();
    for node in reached.iter().filter(|&n| reached.status(n) == Status::Live) {
        let row = reached.states(node);
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
    let mut out: BTreeMap<LocId, Vec<Range>> = BTreeMap::new();
    for ((loc, expr), (lo, hi)) in known {
        let all = program.types.int_range(program.expr(expr).ty) == Some((lo, hi));
        let ranges = out.entry(loc).or_default();
        if !all && lo <= hi && ranges.len() < MAX_RANGES {
            ranges.push(Range { expr, lo, hi });
        }
    }
    out
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

impl Range {
    /// What the range says in terms of a state.
    fn facts(self, program: &Program, encoder: &mut Encoder, state: &SymState) -> Vec<TermId> {
        let Ok(value) = encoder.value(program, state, self.expr) else { return Vec::new() };
        let ty = program.expr(self.expr).ty;
        let signed = program.types.is_signed(ty);
        let pool = &mut encoder.pool;
        let argand_logic::Sort::Bv(width) = pool.sort(value) else { return Vec::new() };
        let mut facts = Vec::new();
        let (least, greatest) = program.types.int_range(ty).unwrap_or((self.lo, self.hi));
        if self.lo > least {
            let lo = pool.constant(Bv::from_i128(width, self.lo));
            facts.push(if signed { pool.sle(lo, value) } else { pool.ule(lo, value) });
        }
        if self.hi < greatest {
            let hi = pool.constant(Bv::from_i128(width, self.hi));
            facts.push(if signed { pool.sle(value, hi) } else { pool.ule(value, hi) });
        }
        facts
    }
}

/// The predicates that are tracked at a location and their negations, as far as their cells exist.
fn predicates_at(
    program: &Program,
    encoder: &mut Encoder,
    loc: LocId,
    predicates: &[(Option<FuncId>, String)],
) -> Vec<TermId> {
    let here = program.locs[loc].func;
    let mut facts = Vec::new();
    for (_, predicate) in predicates.iter().filter(|(func, _)| func.is_none_or(|f| f == here)) {
        if let Some(term) = text::read(encoder, predicate) {
            facts.extend([term, encoder.pool.not(term)]);
        }
    }
    facts
}
