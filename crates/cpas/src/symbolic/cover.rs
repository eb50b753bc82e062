//! Coverage: equal values and fewer constraints, up to the choice of symbols.
//!
//! A state covers another if its symbols can be replaced by terms of the other such that all its values are
//! the values there, and all its constraints are constraints there: whatever values the symbols of the other
//! have, its own then have values that give the same concrete state. The replacement is found by matching terms
//! from the top; only what becomes of them when it is carried out decides.

use super::engine::{Engine, Symbol};
use super::state::SymbolicState;
use argand_logic::{Op, Sort, TermId};
use argand_support::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash as _, Hasher as _};

/// Truth values that values leave open and that are tried in constraints.
const MAX_OPEN: usize = 3;

/// What the symbols of the covering state are.
type Binding = FxHashMap<TermId, TermId>;

/// Whether the first state is covered by the second: what it was merged into covers it, whatever terms look like there.
pub(super) fn is_covered(engine: &mut Engine, special: &SymbolicState, general: &SymbolicState) -> bool {
    if engine.is_part_of(special.id, general.id) {
        return true;
    }
    if !special.meets || !general.meets || !special.memory.same_calls(&general.memory) {
        return false;
    }
    let mut pairs: Vec<(TermId, TermId)> = Vec::new();
    for (cell, term) in general.memory.changed() {
        let Some(value) = special.memory.get(cell) else { return false };
        if term != value && engine.encoder.pool.is_const(term) {
            return false;
        }
        pairs.push((term, value));
    }
    let mut binding = Binding::default();
    for &(term, value) in &pairs {
        bind(engine, &mut binding, term, value);
    }
    let mut replaced = binding.clone();
    if pairs.iter().any(|&(term, value)| engine.encoder.pool.substitute_cached(term, &mut replaced) != value)
    {
        return false;
    }
    let there: FxHashSet<TermId> = special.constraints.iter().map(|c| c.term).collect();
    let wanted: Vec<TermId> = general.constraints.iter().map(|c| c.term).collect();
    bind_constraints(engine, &mut binding, &wanted, special);
    holds_there(engine, &binding, &wanted, &there)
}

/// Whether the first state has all values and constraints of the second, with the same symbols (SLI §2.6.6), or was merged
/// into it.
pub(super) fn is_contained(engine: &Engine, special: &SymbolicState, general: &SymbolicState) -> bool {
    if engine.is_part_of(special.id, general.id) {
        return true;
    }
    let there: FxHashSet<TermId> = special.constraints.iter().map(|c| c.term).collect();
    special.meets
        && general.meets
        && special.memory.same_calls(&general.memory)
        && general.memory.changed().all(|(cell, term)| special.memory.get(cell) == Some(term))
        && general.constraints.iter().all(|constraint| there.contains(&constraint.term))
}

/// Whether all constraints are among others when symbols are replaced. Truth values that nothing decides are tried.
fn holds_there(engine: &mut Engine, binding: &Binding, wanted: &[TermId], there: &FxHashSet<TermId>) -> bool {
    let mut open = Vec::new();
    for &term in wanted {
        for symbol in engine.symbols(term).iter() {
            if let Symbol::Var(var) = *symbol
                && engine.encoder.pool.sort(var) == Sort::Bool
                && !binding.contains_key(&var)
                && !open.contains(&var)
            {
                open.push(var);
            }
        }
    }
    open.truncate(MAX_OPEN);
    (0..1_u32 << open.len()).any(|choice| {
        let pool = &mut engine.encoder.pool;
        let mut replaced = binding.clone();
        for (bit, &var) in open.iter().enumerate() {
            replaced.insert(var, pool.bool(choice >> bit & 1 == 0));
        }
        wanted.iter().all(|&term| {
            let here = pool.substitute_cached(term, &mut replaced);
            pool.conjuncts(here).iter().all(|part| there.contains(part))
        })
    })
}

/// Finds replacements for symbols that only constraints have.
fn bind_constraints(engine: &mut Engine, binding: &mut Binding, wanted: &[TermId], special: &SymbolicState) {
    for &term in wanted {
        let symbols = engine.symbols(term);
        let is_open = |s: &Symbol| matches!(s, Symbol::Var(var) if !binding.contains_key(var));
        if !symbols.iter().any(is_open) {
            continue;
        }
        for constraint in &special.constraints {
            if let Some(found) = matched(engine, binding, term, constraint.term) {
                *binding = found;
                break;
            }
        }
    }
}

/// The binding, extended such that a term becomes a value; `None` if matching finds none.
fn matched(engine: &mut Engine, binding: &Binding, term: TermId, value: TermId) -> Option<Binding> {
    let pool = &engine.encoder.pool;
    if pool.op(term) != pool.op(value) && !matches!(pool.op(term), Op::Var(_) | Op::Ite) {
        return None;
    }
    let mut trial = binding.clone();
    bind(engine, &mut trial, term, value);
    let mut replaced = trial.clone();
    (engine.encoder.pool.substitute_cached(term, &mut replaced) == value).then_some(trial)
}

/// Matches a term with a value from the top. What does not match is left to the check that follows.
fn bind(engine: &mut Engine, binding: &mut Binding, term: TermId, value: TermId) {
    let mut seen = FxHashSet::default();
    let mut waiting = vec![(term, value)];
    while let Some((term, value)) = waiting.pop() {
        if !seen.insert((term, value)) {
            continue;
        }
        let pool = &engine.encoder.pool;
        if pool.sort(term) != pool.sort(value) {
            continue;
        }
        match pool.op(term) {
            Op::Var(_) => {
                binding.entry(term).or_insert(value);
            }
            // Merging chooses between two values by a symbol.
            Op::Ite if matches!(pool.op(pool.arg(term, 0)), Op::Var(_)) && pool.op(value) != Op::Ite => {
                let (choice, yes, no) = (pool.arg(term, 0), pool.arg(term, 1), pool.arg(term, 2));
                let (yes_known, no_known) = (pool.tt(), pool.ff());
                if binding.contains_key(&choice) {
                    waiting.push((if binding[&choice] == yes_known { yes } else { no }, value));
                } else if let Some(found) = matched(engine, binding, yes, value) {
                    *binding = found;
                    binding.insert(choice, yes_known);
                } else if let Some(found) = matched(engine, binding, no, value) {
                    *binding = found;
                    binding.insert(choice, no_known);
                }
            }
            op if op == pool.op(value) => {
                let (ours, theirs) = (pool.args(term), pool.args(value));
                if ours.len() == theirs.len() {
                    waiting.extend(ours.iter().copied().zip(theirs.iter().copied()).rev());
                }
            }
            _ => {}
        }
    }
}

/// Which cells have constant values: a state covers only states that have the same constants in them.
pub(super) fn shape(engine: &Engine, state: &SymbolicState) -> u64 {
    let mut hasher = FxHasher::default();
    state.meets.hash(&mut hasher);
    if state.meets {
        for (cell, term) in state.memory.changed() {
            if engine.encoder.pool.is_const(term) {
                cell.hash(&mut hasher);
            }
        }
    } else {
        state.id.hash(&mut hasher);
    }
    hasher.finish()
}

/// The constants of a state in the cells in which another has constants; `None` if it has none in one of them.
pub(super) fn key(engine: &Engine, state: &SymbolicState, onto: &SymbolicState) -> Option<u64> {
    if !state.meets || !onto.meets {
        return (state.id == onto.id).then_some(0);
    }
    let mut hasher = FxHasher::default();
    for (cell, term) in onto.memory.changed() {
        if engine.encoder.pool.is_const(term) {
            let value = state.memory.get(cell).filter(|&v| engine.encoder.pool.is_const(v))?;
            value.hash(&mut hasher);
        }
    }
    Some(hasher.finish())
}
