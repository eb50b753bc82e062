//! From conditions that contradict each other to predicates.
//!
//! A condition is split into its atoms; if-then-else inside an atom is lifted out of it, so that the parts become
//! predicates of their own; comparisons are brought into one form, so that `x <= 5`, `5 >= x` and `!(x > 5)`
//! are one predicate.

use argand_encode::Encoder;
use argand_logic::visit::post_order;
use argand_logic::{Bv, Op, Sort, TermId, TermPool, Value};
use argand_support::{FxHashMap, FxHashSet};

/// Atoms with more subterms than this make no useful predicates.
const MAX_SIZE: usize = 300;
/// How many atoms lifting may make of one.
const MAX_LIFTED: usize = 24;

/// The predicates in a set of conditions, in order, without those that speak of inputs.
pub(super) fn predicates(encoder: &mut Encoder, conditions: &[TermId], split: bool) -> Vec<TermId> {
    let (mut found, mut known) = (Vec::new(), FxHashSet::default());
    for &condition in conditions {
        for atom in lifted_atoms(&mut encoder.pool, condition) {
            let mut forms = vec![normalised(&mut encoder.pool, atom)];
            if split {
                forms.extend(directions(&mut encoder.pool, atom));
            }
            for form in forms {
                if is_predicate(encoder, form) && known.insert(form) {
                    found.push(form);
                }
            }
        }
    }
    found
}

/// Whether a term can be tracked: it says something, is not too large and speaks of cells only.
fn is_predicate(encoder: &Encoder, term: TermId) -> bool {
    let pool = &encoder.pool;
    if pool.as_bool(term).is_some() || pool.dag_size(&[term]) > MAX_SIZE {
        return false;
    }
    // Arrays are equal only after the same writes; that is never a useful fact about a program.
    if pool.op(term) == Op::Eq && matches!(pool.sort(pool.arg(term, 0)), Sort::Array { .. }) {
        return false;
    }
    pool.free_vars(&[term]).iter().all(|&v| encoder.cell_of(v).is_some())
}

/// Whether a term speaks of a value that is no cell's.
pub(super) fn has_inputs(encoder: &Encoder, term: TermId) -> bool {
    encoder.pool.free_vars(&[term]).iter().any(|&v| encoder.cell_of(v).is_none())
}

/// Uses equations with inputs to say the conditions without these inputs, as far as that goes: an input with an odd
/// coefficient is what the rest of the equation makes it; one with an even coefficient leaves a fact about the
/// low bits of the rest.
pub(super) fn solve_inputs(encoder: &mut Encoder, conditions: &[TermId]) -> Vec<TermId> {
    let mut rest: Vec<TermId> = conditions.iter().flat_map(|&c| encoder.pool.conjuncts(c)).collect();
    let mut position = 0;
    while position < rest.len() {
        match solved(encoder, rest[position]) {
            Some(Solved::Input(input, value)) => {
                rest.remove(position);
                let map: FxHashMap<TermId, TermId> = std::iter::once((input, value)).collect();
                for c in &mut rest {
                    *c = encoder.pool.substitute(*c, &map);
                }
                position = 0;
            }
            Some(Solved::Bits(fact)) => {
                rest[position] = fact;
                position += 1;
            }
            None => position += 1,
        }
    }
    rest
}

/// What an equation says about an input in it.
enum Solved {
    /// Its value.
    Input(TermId, TermId),
    /// That it exists: a condition without it.
    Bits(TermId),
}

fn solved(encoder: &mut Encoder, equation: TermId) -> Option<Solved> {
    if encoder.pool.op(equation) != Op::Eq {
        return None;
    }
    let (a, b) = (encoder.pool.arg(equation, 0), encoder.pool.arg(equation, 1));
    let is_input = |encoder: &Encoder, t: TermId| {
        matches!(encoder.pool.op(t), Op::Var(_)) && encoder.cell_of(t).is_none()
    };
    for (input, value) in [(a, b), (b, a)] {
        if is_input(encoder, input) && !encoder.pool.free_vars(&[value]).contains(&input) {
            return Some(Solved::Input(input, value));
        }
    }
    let Sort::Bv(width) = encoder.pool.sort(a) else { return None };
    let difference = encoder.pool.sub(a, b);
    let parts = match encoder.pool.op(difference) {
        Op::Add => encoder.pool.args(difference).to_vec(),
        _ => vec![difference],
    };
    for (i, &part) in parts.iter().enumerate() {
        let pool = &encoder.pool;
        let scaled = (pool.op(part) == Op::Mul).then(|| pool.as_const(pool.arg(part, 0)).cloned()).flatten();
        let input = if scaled.is_some() { pool.arg(part, 1) } else { part };
        let factor = scaled.unwrap_or_else(|| Bv::one(width));
        let elsewhere = |&p: &TermId| pool.free_vars(&[p]).contains(&input);
        if !is_input(encoder, input) || parts.iter().filter(|p| elsewhere(p)).count() > 1 {
            continue;
        }
        let mut others = encoder.pool.bv(width, 0);
        for (j, &other) in parts.iter().enumerate() {
            if i != j {
                others = encoder.pool.add(others, other);
            }
        }
        let even = factor.trailing_zeros();
        if even > 0 {
            let low = encoder.pool.extract(others, even.min(width) - 1, 0);
            let zero = encoder.pool.bv(even.min(width), 0);
            return Some(Solved::Bits(encoder.pool.eq(low, zero)));
        }
        // others + factor * input = 0.
        let scale = encoder.pool.constant(inverse(&factor).neg());
        let value = encoder.pool.mul(scale, others);
        return Some(Solved::Input(input, value));
    }
    None
}

/// The inverse of an odd number, by Newton's method: each step doubles the number of right bits.
fn inverse(odd: &Bv) -> Bv {
    let width = odd.width();
    let two = Bv::from_u128(width, 2);
    let mut inverse = odd.clone();
    for _ in 0..=width.ilog2() {
        inverse = inverse.mul(&two.sub(&odd.mul(&inverse)));
    }
    inverse
}

/// The conditions with inputs replaced by given values.
pub(super) fn with_values(
    encoder: &mut Encoder,
    conditions: &[TermId],
    mut value: impl FnMut(&mut TermPool, TermId) -> Value,
) -> Vec<TermId> {
    let mut map = FxHashMap::default();
    for var in encoder.pool.free_vars(conditions) {
        if encoder.cell_of(var).is_none() && !matches!(encoder.pool.sort(var), Sort::Array { .. }) {
            let known = value(&mut encoder.pool, var);
            let constant = encoder.pool.value(&known);
            map.insert(var, constant);
        }
    }
    conditions.iter().map(|&c| encoder.pool.substitute(c, &map)).collect()
}

/// The atoms of a condition, without if-then-else inside them as far as that stays small.
fn lifted_atoms(pool: &mut TermPool, condition: TermId) -> Vec<TermId> {
    let mut out = Vec::new();
    let mut work = pool.atoms(condition);
    work.reverse();
    let mut budget = MAX_LIFTED;
    let mut seen = FxHashSet::default();
    while let Some(atom) = work.pop() {
        if !seen.insert(atom) {
            continue;
        }
        let choice = post_order(pool, &[atom], |_| false).into_iter().find(|&t| pool.op(t) == Op::Ite);
        let Some(choice) = choice.filter(|_| budget > 0) else {
            out.push(atom);
            continue;
        };
        budget -= 1;
        let args = pool.args(choice).to_vec();
        for branch in [args[2], args[1]] {
            let map: FxHashMap<TermId, TermId> = std::iter::once((choice, branch)).collect();
            let simpler = pool.substitute(atom, &map);
            work.extend(pool.atoms(simpler).into_iter().rev());
        }
        work.extend(pool.atoms(args[0]).into_iter().rev());
    }
    out
}

/// The one form that an atom, its negation and its mirror image have: constants stand on the right of `<`.
pub(super) fn normalised(pool: &mut TermPool, atom: TermId) -> TermId {
    let atom = pool.as_not(atom).unwrap_or(atom);
    let op = pool.op(atom);
    if !matches!(op, Op::Slt | Op::Ult) {
        return atom;
    }
    let (a, b) = (pool.arg(atom, 0), pool.arg(atom, 1));
    let Some(low) = pool.as_const(a).cloned() else { return atom };
    let width = low.width();
    let one = Bv::one(width);
    let next = low.add(&one);
    let wraps = if op == Op::Slt { next == Bv::min_signed(width) } else { next.is_zero() };
    if wraps {
        return atom;
    }
    // c < x is !(x < c + 1).
    let next = pool.constant(next);
    let mirrored = if op == Op::Slt { pool.slt(b, next) } else { pool.ult(b, next) };
    pool.as_not(mirrored).unwrap_or(mirrored)
}

/// The two signed inequalities that an equality of integers is made of.
fn directions(pool: &mut TermPool, atom: TermId) -> Vec<TermId> {
    let atom = pool.as_not(atom).unwrap_or(atom);
    if pool.op(atom) != Op::Eq || !matches!(pool.sort(pool.arg(atom, 0)), Sort::Bv(_)) {
        return Vec::new();
    }
    let (a, b) = (pool.arg(atom, 0), pool.arg(atom, 1));
    let (below, above) = (pool.slt(a, b), pool.slt(b, a));
    [below, above].into_iter().map(|t| normalised(pool, t)).collect()
}
