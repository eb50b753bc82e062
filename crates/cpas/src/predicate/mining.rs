//! From conditions that contradict each other to predicates.
//!
//! A condition is split into its atoms; if-then-else inside an atom is lifted out of it, so that the parts become
//! predicates of their own; comparisons are brought into one form, so that `x <= 5`, `5 >= x` and `!(x > 5)`
//! are one predicate.

use argand_encode::Encoder;
use argand_logic::visit::post_order;
use argand_logic::{Op, Sort, TermId, TermPool, Value};
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

/// Uses equalities with inputs to say the conditions without these inputs, as far as that goes.
pub(super) fn solve_inputs(encoder: &mut Encoder, conditions: &[TermId]) -> Vec<TermId> {
    let mut rest: Vec<TermId> = conditions.iter().flat_map(|&c| encoder.pool.conjuncts(c)).collect();
    loop {
        let definition = rest.iter().enumerate().find_map(|(i, &c)| {
            let pool = &encoder.pool;
            if pool.op(c) != Op::Eq {
                return None;
            }
            let (a, b) = (pool.arg(c, 0), pool.arg(c, 1));
            [(a, b), (b, a)].into_iter().find_map(|(input, value)| {
                let is_input = matches!(pool.op(input), Op::Var(_)) && encoder.cell_of(input).is_none();
                (is_input && !pool.free_vars(&[value]).contains(&input)).then_some((i, input, value))
            })
        });
        let Some((index, input, value)) = definition else { return rest };
        rest.remove(index);
        let map: FxHashMap<TermId, TermId> = std::iter::once((input, value)).collect();
        for c in &mut rest {
            *c = encoder.pool.substitute(*c, &map);
        }
    }
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
    let one = argand_logic::Bv::one(width);
    let next = low.add(&one);
    let wraps = if op == Op::Slt { next == argand_logic::Bv::min_signed(width) } else { next.is_zero() };
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
