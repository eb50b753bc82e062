//! What a proof says at loops, as conditions that C can say.
//!
//! A fact of a certificate is a term over cells. Its conjuncts are written as C, read again as a reader of the witness
//! would at the loop, and kept only where that gives the same term: what C has no words for, and what would mean
//! something else in C, is left out. Facts of one loop in several calls or states of the properties are alternatives.

use argand_algorithms::certificate::Certificate;
use argand_cfa::{Condition, ExprKind, LocId, Origin, PlaceKind, Program, walk};
use argand_cpa::{Fact, FactPlace, Statement};
use argand_encode::{Encoder, SymState};
use argand_logic::{SatResult, Solvers, TermId};
use argand_spec::{Scope, condition_at};
use argand_support::Limits;
use std::collections::BTreeMap;
use std::time::Duration;

/// Longer conditions help nobody.
const MAX_LENGTH: usize = 2000;
/// How many conjuncts of one loop are told.
const MAX_CONJUNCTS: usize = 60;
/// How many alternatives of one loop are told.
const MAX_ALTERNATIVES: usize = 12;

/// How long solvers may compare what is written with what is read.
const EQUIVALENCE_TIME: Duration = Duration::from_secs(2);

/// Conditions that hold at the heads of loops.
pub type Said = Vec<(LocId, String)>;

/// Whether a location is the head of a loop statement of the user's.
fn is_loop(program: &Program, location: LocId) -> bool {
    let func = program.locs.get(location).map(|loc| loc.func);
    func.is_some_and(|func| program.functions[func].origin == Origin::User)
        && program.loops.iter().any(|statement| statement.head == location)
}

/// Adds conditions to those that are known; both hold.
pub fn add(all: &mut Said, more: Said) {
    for (location, text) in more {
        match all.iter_mut().find(|(at, _)| *at == location) {
            Some((_, said)) if *said == text => {}
            Some((_, said)) => *said = format!("({said}) && ({text})"),
            None => all.push((location, text)),
        }
    }
    all.sort();
}

/// The ranges of variables at loops.
#[must_use]
pub fn of_ranges(program: &Program, facts: &[Fact]) -> Said {
    let mut found: BTreeMap<LocId, Vec<String>> = BTreeMap::new();
    let mut scratch = program.clone();
    for fact in facts {
        let (FactPlace::Location(location), Statement::Range { expr, lo, hi }) =
            (fact.place, &fact.statement)
        else {
            continue;
        };
        if !is_loop(program, location) {
            continue;
        }
        let name = program.expr_text(*expr);
        let Some((least, greatest)) = program.types.int_range(program.expr(*expr).ty) else { continue };
        let fits = |number: i128| i64::try_from(number).is_ok() && number != i128::from(i64::MIN);
        let mut parts = Vec::new();
        if lo == hi && fits(*lo) {
            parts.push(format!("{name} == {lo}"));
        } else {
            if *lo > least && fits(*lo) {
                parts.push(format!("{lo} <= {name}"));
            }
            if *hi < greatest && fits(*hi) {
                parts.push(format!("{name} <= {hi}"));
            }
        }
        for part in parts {
            let scope = Scope { location, result: None };
            let same = condition_at(&mut scratch, scope, &part).is_ok_and(|condition| {
                let mut right = true;
                condition.for_each(&mut |read, _| right &= speaks_of(&scratch, read, *expr));
                right
            });
            let all = found.entry(location).or_default();
            if same && all.len() < MAX_CONJUNCTS {
                all.push(part);
            }
        }
    }
    found
        .into_iter()
        .filter(|(_, parts)| !parts.is_empty())
        .map(|(at, parts)| (at, parts.join(" && ")))
        .collect()
}

/// Whether a comparison is one of an expression with a number.
fn speaks_of(program: &Program, comparison: argand_cfa::ExprId, wanted: argand_cfa::ExprId) -> bool {
    fn is(program: &Program, expr: argand_cfa::ExprId, wanted: argand_cfa::ExprId) -> bool {
        expr == wanted
            || matches!(program.expr(expr).kind, ExprKind::Cast(inner) if is(program, inner, wanted))
    }
    match program.expr(comparison).kind {
        ExprKind::Binary(op, a, b) if op.is_comparison() => is(program, a, wanted) || is(program, b, wanted),
        _ => false,
    }
}

/// What the facts of a certificate say at loops.
#[must_use]
pub fn of_certificate(
    program: &Program,
    certificate: &mut Certificate,
    solvers: &Solvers,
    limits: &Limits,
) -> Said {
    let mut at: BTreeMap<LocId, Vec<TermId>> = BTreeMap::new();
    for (place, fact) in &certificate.facts {
        if is_loop(program, place.location) {
            let facts = at.entry(place.location).or_default();
            if !facts.contains(fact) {
                facts.push(*fact);
            }
        }
    }
    let encoder = &mut certificate.encoder;
    let state = encoder.start(program).fresh_block(&encoder.pool);
    let limits = limits.sub_limit(EQUIVALENCE_TIME);
    let mut reader = Reader { program: program.clone(), encoder, state, solvers, limits };
    let mut said = Said::new();
    for (location, facts) in at {
        let parts = reader.conjuncts(location, &facts);
        if !parts.is_empty() {
            said.push((location, parts.join(" && ")));
        }
    }
    said
}

/// Writes terms as C and reads them again.
struct Reader<'e> {
    program: Program,
    encoder: &'e mut Encoder,
    state: SymState,
    solvers: &'e Solvers,
    limits: Limits,
}

impl Reader<'_> {
    /// What alternatives have in common, and the alternatives where that is not all.
    fn conjuncts(&mut self, location: LocId, facts: &[TermId]) -> Vec<String> {
        let mut split: Vec<Vec<TermId>> =
            facts.iter().map(|&fact| self.encoder.pool.conjuncts(fact).to_vec()).collect();
        let Some((first, others)) = split.split_first() else { return Vec::new() };
        let common: Vec<TermId> =
            first.iter().copied().filter(|part| others.iter().all(|other| other.contains(part))).collect();
        let mut parts: Vec<String> = Vec::new();
        for &part in &common {
            let text = self.text(location, part);
            parts.extend(text.filter(|text| !parts.contains(text)).filter(|_| parts.len() < MAX_CONJUNCTS));
        }
        for alternative in &mut split {
            alternative.retain(|part| !common.contains(part));
        }
        if split.len() > 1 && split.len() <= MAX_ALTERNATIVES && split.iter().all(|rest| !rest.is_empty()) {
            let alternatives: Vec<Vec<String>> = split
                .iter()
                .map(|rest| rest.iter().filter_map(|&part| self.text(location, part)).collect())
                .collect();
            // An alternative without words is one that says nothing, and so do all of them then.
            if alternatives.iter().all(|words: &Vec<String>| !words.is_empty()) {
                let words: Vec<String> =
                    alternatives.iter().map(|all| format!("({})", all.join(" && "))).collect();
                let text = format!("({})", words.join(" || "));
                parts.extend(Some(text).filter(|text| text.len() <= MAX_LENGTH));
            }
        }
        parts
    }

    /// A term as a condition of C that means the same.
    fn text(&mut self, location: LocId, term: TermId) -> Option<String> {
        if self.encoder.pool.as_bool(term).is_some() || !self.encoder.is_about_program(term) {
            return None;
        }
        let text = self.encoder.to_c(&self.program, term);
        if text.len() > MAX_LENGTH {
            return None;
        }
        let condition = condition_at(&mut self.program, Scope { location, result: None }, &text).ok()?;
        let read = condition_term(self.encoder, &self.program, &self.state, &condition)?;
        (read == term || self.is_same(read, term)).then(|| format!("({text})"))
    }

    /// Whether two terms are the same condition, written differently; a solver has little time to say so.
    fn is_same(&mut self, a: TermId, b: TermId) -> bool {
        if self.limits.check_now().is_err() {
            return false;
        }
        let pool = &mut self.encoder.pool;
        let same = pool.eq(a, b);
        let differs = pool.not(same);
        let mut solver = self.solvers.make("witness", self.limits.clone());
        solver.assert(pool, differs);
        solver.check(pool, &[]) == SatResult::Unsat
    }
}

/// A condition as a term over the cells of a state; `None` for one that goes through pointers.
pub(crate) fn condition_term(
    encoder: &mut Encoder,
    program: &Program,
    state: &SymState,
    condition: &Condition,
) -> Option<TermId> {
    let mut plain = true;
    condition.for_each(&mut |expr, _| plain &= is_about_variables(program, expr));
    if !plain {
        return None;
    }
    match condition {
        Condition::Is(expr, truth) => encoder.condition(program, state, *expr, *truth).ok(),
        Condition::All(parts) | Condition::Any(parts) => {
            let terms: Option<Vec<TermId>> =
                parts.iter().map(|part| condition_term(encoder, program, state, part)).collect();
            let terms = terms?;
            if matches!(condition, Condition::Any(_)) {
                return Some(encoder.pool.or_all(&terms));
            }
            let all = terms.into_iter().fold(None, |all, term| match all {
                Some(all) => Some(encoder.pool.and(all, term)),
                None => Some(term),
            });
            Some(all.unwrap_or_else(|| encoder.pool.tt()))
        }
    }
}

/// Whether an expression reads nothing through pointers and takes no addresses.
fn is_about_variables(program: &Program, expr: argand_cfa::ExprId) -> bool {
    let mut work = vec![walk::Node::Expr(expr)];
    while let Some(node) = work.pop() {
        let indirect = match node {
            walk::Node::Expr(expr) => matches!(program.expr(expr).kind, ExprKind::AddrOf(_)),
            walk::Node::Place(place) => match program.place(place).kind {
                PlaceKind::Deref(_) => true,
                PlaceKind::Index { index, .. } => !matches!(program.expr(index).kind, ExprKind::Int(_)),
                PlaceKind::Var(_) | PlaceKind::Field { .. } => false,
            },
        };
        if indirect {
            return false;
        }
        walk::parts(program, node, |part| work.push(part));
    }
    true
}
