//! Facts: what somebody found out or guesses about a program, as a value.
//!
//! Helpers suggest facts to induction, a predicate analysis begins with those of an earlier run and leaves its own, and
//! proofs are made of them. Who gets one from elsewhere checks it, or uses it only where nothing depends on it. A
//! file has one line for each: `place: formula ; who found it`, where the place is `*`, a function, or a location of one
//! (`main/12`).

use argand_cfa::{ExprId, FuncId, LocId, Program};
use argand_encode::{Encoder, Formula, SymState};
use argand_logic::{Bv, Sort, TermId};
use argand_support::Idx as _;
use std::fmt;

/// Where a fact is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FactPlace {
    /// Everywhere.
    Everywhere,
    /// In a function.
    Function(FuncId),
    /// At a location.
    Location(LocId),
}

/// What a fact says.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Statement {
    /// A formula about cells holds.
    Formula(Formula),
    /// The value of an integer expression is between two numbers.
    Range {
        /// The expression.
        expr: ExprId,
        /// The least value.
        lo: i128,
        /// The greatest value.
        hi: i128,
    },
}

/// A fact.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fact {
    /// Where it is about.
    pub place: FactPlace,
    /// What it says.
    pub statement: Statement,
    /// The analysis that found it.
    pub found_by: String,
    /// Whether it was checked by somebody who shares nothing with the one who found it.
    pub checked: bool,
}

impl Fact {
    /// A formula that nobody checked.
    #[must_use]
    pub fn guess(place: FactPlace, formula: Formula, found_by: &str) -> Self {
        Self { place, statement: Statement::Formula(formula), found_by: found_by.to_owned(), checked: false }
    }

    /// Whether it is about a location.
    #[must_use]
    pub fn is_about(&self, program: &Program, location: LocId) -> bool {
        match self.place {
            FactPlace::Everywhere => true,
            FactPlace::Function(func) => program.locs[location].func == func,
            FactPlace::Location(place) => place == location,
        }
    }

    /// What it says in terms of a state, as conjuncts; nothing where its cells are not known.
    pub fn terms(&self, program: &Program, encoder: &mut Encoder, state: &SymState) -> Vec<TermId> {
        match &self.statement {
            Statement::Formula(formula) => formula.condition(encoder).into_iter().collect(),
            &Statement::Range { expr, lo, hi } => range_terms(program, encoder, state, (expr, lo, hi)),
        }
    }
}

fn range_terms(
    program: &Program,
    encoder: &mut Encoder,
    state: &SymState,
    (expr, lo, hi): (ExprId, i128, i128),
) -> Vec<TermId> {
    let Ok(value) = encoder.value(program, state, expr) else { return Vec::new() };
    let ty = program.expr(expr).ty;
    let signed = program.types.is_signed(ty);
    let pool = &mut encoder.pool;
    let Sort::Bv(width) = pool.sort(value) else { return Vec::new() };
    let mut terms = Vec::new();
    let (least, greatest) = program.types.int_range(ty).unwrap_or((lo, hi));
    if lo > least {
        let lo = pool.constant(Bv::from_i128(width, lo));
        terms.push(if signed { pool.sle(lo, value) } else { pool.ule(lo, value) });
    }
    if hi < greatest {
        let hi = pool.constant(Bv::from_i128(width, hi));
        terms.push(if signed { pool.sle(value, hi) } else { pool.ule(value, hi) });
    }
    terms
}

/// A line of a file that is no fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadFact {
    /// Its number, from 1.
    pub line: usize,
}

impl fmt::Display for BadFact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} is no predicate; a line is `place: formula`", self.line)
    }
}

/// Reads the facts of a text. Those about functions that the program does not have are left out.
///
/// # Errors
/// The first line that is no fact.
pub fn read_facts(program: &Program, text: &str) -> Result<Vec<Fact>, BadFact> {
    let mut facts = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let bad = BadFact { line: number };
        let (place, rest) = line.split_once(": ").ok_or(bad)?;
        let (formula, found_by) = rest.split_once(" ; ").unwrap_or((rest, ""));
        let formula = Formula::parse(formula).ok_or(bad)?;
        let (found_by, checked) = match found_by.strip_suffix(", checked") {
            Some(name) => (name, true),
            None => (found_by, false),
        };
        if let Some(place) = read_place(program, place) {
            let statement = Statement::Formula(formula);
            facts.push(Fact { place, statement, found_by: found_by.to_owned(), checked });
        }
    }
    Ok(facts)
}

fn read_place(program: &Program, text: &str) -> Option<FactPlace> {
    if text == "*" {
        return Some(FactPlace::Everywhere);
    }
    let function = |name: &str| program.functions.indices().find(|&f| program.func_name(f) == name);
    if let Some(func) = function(text) {
        return Some(FactPlace::Function(func));
    }
    let (name, location) = text.rsplit_once('/')?;
    let location = LocId::new(location.parse().ok()?);
    let there = program.locs.get(location).is_some_and(|loc| Some(loc.func) == function(name));
    there.then_some(FactPlace::Location(location))
}

/// Facts as text, sorted, each once. Ranges belong to one run and are not written.
#[must_use]
pub fn write_facts(program: &Program, facts: &[Fact]) -> String {
    let line = |fact: &Fact| {
        let Statement::Formula(formula) = &fact.statement else { return None };
        let place = match fact.place {
            FactPlace::Everywhere => "*".to_owned(),
            FactPlace::Function(func) => program.func_name(func).to_owned(),
            FactPlace::Location(loc) => {
                format!("{}/{}", program.func_name(program.locs[loc].func), loc.index())
            }
        };
        let checked = if fact.checked { ", checked" } else { "" };
        Some(format!("{place}: {formula} ; {}{checked}\n", fact.found_by))
    };
    let mut lines: Vec<String> = facts.iter().filter_map(line).collect();
    lines.sort();
    lines.dedup();
    lines.concat()
}
