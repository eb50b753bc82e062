//! Predicates that differ in a constant alone, and what to track in their place.
//!
//! A path that leaves a loop after `n` rounds is ruled out by its counter: `i + 1 < N`, `i + 2 < N`, and so on without
//! end, one predicate for each number of rounds. Such a family says that the counter is not what the proof is about. When
//! one grows at a loop's head, the analysis gets what the blocks on the path speak of instead: their own conditions,
//! without what later rounds add to counters; the order of what they compare for equality, and the same conditions for
//! both sides of it; signs of what they compare; constants that they assign. A variable that is equal to constants of the
//! program's own text grows no family: a machine has as many states as its text names.

use argand_cfa::{ExprKind, LocId, Program};
use argand_encode::{Encoder, SymState};
use argand_logic::visit::post_order;
use argand_logic::{Bv, Op, Sort, TermId, TermPool};
use argand_support::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// With so many members a family will have more.
const MANY: usize = 3;
/// Atoms that are taken from the blocks of one path.
const MAX_ATOMS: usize = 24;
/// Predicates that one path gives at most.
const MAX_PREDICATES: usize = 48;

/// The families of predicates that were found at loop heads.
pub(super) struct Families {
    /// The numbers that the program names.
    named: BTreeSet<i128>,
    members: BTreeMap<(LocId, TermId), BTreeSet<TermId>>,
    /// Where the blocks were looked at.
    answered: BTreeSet<LocId>,
}

impl Families {
    /// No families yet.
    pub fn new(program: &Program) -> Self {
        let number = |kind: &ExprKind| if let ExprKind::Int(number) = kind { Some(*number) } else { None };
        let named = program.pool.iter().filter_map(|(_, expr)| number(&expr.kind)).collect();
        Self { named, members: BTreeMap::new(), answered: BTreeSet::new() }
    }

    /// Notes that a predicate was found at a location. Whether its family grows there, and nothing was done about it.
    pub fn note(&mut self, pool: &mut TermPool, location: LocId, predicate: TermId) -> bool {
        if self.is_named(pool, predicate) {
            return false;
        }
        let Some(family) = family(pool, predicate) else { return false };
        let members = self.members.entry((location, family)).or_default();
        members.insert(predicate);
        members.len() >= MANY && self.answered.insert(location)
    }

    /// Whether a predicate says that something equals a number that the program names.
    fn is_named(&self, pool: &TermPool, predicate: TermId) -> bool {
        pool.op(predicate) == Op::Eq
            && pool.args(predicate).iter().any(|&side| {
                let number = pool.as_const(side);
                let signed = number.and_then(Bv::to_i128).is_some_and(|n| self.named.contains(&n));
                let unsigned = number.and_then(Bv::to_u64).is_some_and(|n| self.named.contains(&n.into()));
                signed || unsigned
            })
    }
}

/// What all members of a predicate's family are without their constants.
fn family(pool: &mut TermPool, predicate: TermId) -> Option<TermId> {
    let op = pool.op(predicate);
    if !matches!(op, Op::Slt | Op::Ult | Op::Eq) {
        return None;
    }
    let (a, b) = (pool.arg(predicate, 0), pool.arg(predicate, 1));
    let Sort::Bv(_) = pool.sort(a) else { return None };
    let (a, b) = (without_constant(pool, a), without_constant(pool, b));
    let bare = compared(pool, op, a, b)?;
    pool.as_bool(bare).is_none().then_some(bare)
}

fn compared(pool: &mut TermPool, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    match op {
        Op::Slt => Some(pool.slt(a, b)),
        Op::Ult => Some(pool.ult(a, b)),
        Op::Eq => Some(pool.eq(a, b)),
        _ => None,
    }
}

/// A sum without what is constant in it.
fn without_constant(pool: &mut TermPool, term: TermId) -> TermId {
    let width = pool.width(term);
    let parts = if pool.op(term) == Op::Add { pool.args(term).to_vec() } else { vec![term] };
    let mut sum = pool.bv(width, 0);
    for part in parts.into_iter().filter(|&part| pool.as_const(part).is_none()).collect::<Vec<_>>() {
        sum = pool.add(sum, part);
    }
    sum
}

/// What blocks speak of, as predicates; `ends` are the states at their ends.
pub(super) fn vocabulary(encoder: &mut Encoder, ends: &[&SymState]) -> Vec<TermId> {
    let mut words = Words::default();
    for end in ends {
        for condition in end.guard().iter().copied().collect::<Vec<_>>() {
            words.atoms(encoder, condition);
        }
        for (cell, value) in end.changed().collect::<Vec<_>>() {
            words.assigned(encoder, encoder.symbol(cell), value);
        }
    }
    words.derive(encoder)
}

#[derive(Default)]
struct Words {
    atoms: Vec<TermId>,
    seen: FxHashSet<TermId>,
}

impl Words {
    fn atoms(&mut self, encoder: &mut Encoder, condition: TermId) {
        for atom in encoder.pool.atoms(condition) {
            let about_cells =
                encoder.pool.free_vars(&[atom]).iter().all(|&var| encoder.cell_of(var).is_some());
            let comparison = matches!(encoder.pool.op(atom), Op::Slt | Op::Ult | Op::Eq);
            let numbers = comparison && matches!(encoder.pool.sort(encoder.pool.arg(atom, 0)), Sort::Bv(_));
            if about_cells && numbers && self.atoms.len() < MAX_ATOMS && self.seen.insert(atom) {
                self.atoms.push(atom);
            }
        }
    }

    /// A cell gets a value: the conditions that decide which, and the constants among them.
    fn assigned(&mut self, encoder: &mut Encoder, cell: TermId, value: TermId) {
        if !matches!(encoder.pool.sort(cell), Sort::Bv(_)) {
            return;
        }
        let mut work = vec![value];
        let mut seen = FxHashSet::default();
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            if encoder.pool.op(term) == Op::Ite {
                let args = encoder.pool.args(term).to_vec();
                self.atoms(encoder, args[0]);
                work.extend([args[2], args[1]]);
            } else if encoder.pool.as_const(term).is_some() {
                let is = encoder.pool.eq(cell, term);
                self.atoms(encoder, is);
            }
        }
    }

    /// Predicates that follow the atoms.
    fn derive(&self, encoder: &mut Encoder) -> Vec<TermId> {
        let pool = &mut encoder.pool;
        let mut found: Vec<TermId> = self.atoms.clone();
        for &atom in self.atoms.iter().filter(|&&atom| pool.op(atom) == Op::Eq).collect::<Vec<_>>() {
            let (a, b) = (pool.arg(atom, 0), pool.arg(atom, 1));
            let constants = pool.as_const(a).is_some() || pool.as_const(b).is_some();
            if constants {
                continue;
            }
            found.extend([pool.slt(a, b), pool.slt(b, a)]);
            for (old, new) in [(a, b), (b, a)] {
                if matches!(pool.op(old), Op::Var(_)) {
                    let map: FxHashMap<TermId, TermId> = std::iter::once((old, new)).collect();
                    found.extend(self.atoms.iter().map(|&other| pool.substitute(other, &map)));
                }
            }
        }
        let roots: Vec<TermId> = self
            .atoms
            .iter()
            .copied()
            .filter(|&atom| pool.op(atom) == Op::Slt || pool.op(atom) == Op::Eq)
            .collect();
        for term in post_order(pool, &roots, |_| false) {
            if matches!((pool.op(term), pool.sort(term)), (Op::Var(_), Sort::Bv(width)) if width >= 8) {
                let zero = pool.bv(pool.width(term), 0);
                found.push(pool.slt(term, zero));
            }
        }
        let mut known = FxHashSet::default();
        found.retain(|&term| pool.as_bool(term).is_none() && known.insert(term));
        found.truncate(MAX_PREDICATES);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;
    use argand_cfa::testing::program;

    #[test]
    fn predicates_that_differ_in_constants_are_a_family() {
        let mut pool = TermPool::new();
        let (i, n) = (pool.var("i", Sort::Bv(32)), pool.var("n", Sort::Bv(32)));
        let mut families = Families::new(&program(laws::LOOPS_AND_CALLS));
        let at = LocId::new(3);
        let mut grown = Vec::new();
        for offset in 0..5 {
            let offset = pool.bv(32, offset);
            let next = pool.add(i, offset);
            let predicate = pool.slt(next, n);
            grown.push(families.note(&mut pool, at, predicate));
        }
        assert_eq!(grown, [false, false, true, false, false], "a family is answered once");
        let other = pool.slt(n, i);
        assert!(!families.note(&mut pool, at, other));
    }

    #[test]
    fn states_that_a_program_names_are_no_family() {
        let mut pool = TermPool::new();
        let state = pool.var("state", Sort::Bv(32));
        let program = program(laws::LOOPS_AND_CALLS);
        let mut families = Families::new(&program);
        let mut grows = |number| {
            let number = pool.bv(32, number);
            let predicate = pool.eq(state, number);
            families.note(&mut pool, LocId::new(3), predicate)
        };
        assert_eq!([1, 2, 3].map(&mut grows), [false; 3], "named");
        assert_eq!([6, 7, 8].map(&mut grows), [false, false, true], "counted");
    }
}
