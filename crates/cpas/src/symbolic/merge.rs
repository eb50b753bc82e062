//! Merging: a symbol says which of two paths was taken.

use super::engine::Engine;
use super::state::SymbolicState;
use argand_logic::{Sort, Value};
use std::rc::Rc;

/// A state that stands for at least both: values that differ are chosen by a new symbol, and so is which of
/// the constraints hold. The constraints of one path need not exclude the other path, because some may have been
/// dropped; so no condition of theirs could choose.
pub(super) fn merged(engine: &mut Engine, a: &SymbolicState, b: &SymbolicState) -> SymbolicState {
    let first = engine.encoder.pool.fresh_var("path", Sort::Bool);
    let mut out = SymbolicState { id: engine.fresh_id(), ..a.clone() };
    out.memory.number_after(&b.memory);
    for cell in a.memory.differing(&b.memory) {
        match (a.memory.get(cell), b.memory.get(cell)) {
            (Some(x), Some(y)) => {
                let value = engine.encoder.pool.ite(first, x, y);
                out.memory.set(cell, value);
            }
            // It can have every value in one of them.
            _ => out.memory.forget(cell),
        }
    }
    let pool = &mut engine.encoder.pool;
    let second = pool.not(first);
    let mut conditions = Vec::new();
    for (ours, theirs, chosen) in [(a, b, first), (b, a, second)] {
        for constraint in ours.constraints.iter().filter(|c| !theirs.has(c.term)) {
            conditions.push(pool.implies(chosen, constraint.term));
        }
    }
    out.constraints.retain(|c| b.has(c.term));
    for term in conditions {
        out.constraints.push_back(engine.constraint(term, None));
    }
    let mut witness = (*a.witness).clone();
    witness.set(first, Value::Bool(true));
    out.witness = Rc::new(witness);
    engine.note_merge(a.id, out.id);
    engine.note_merge(b.id, out.id);
    out
}
