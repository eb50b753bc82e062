//! Arrays, followed in a few cells: a quantifier that is one arbitrary element.
//!
//! The pass chooses an index at the start of a run, never says which, and keeps what every array has there in a variable
//! of its own, its *cell*. What the program writes elsewhere is forgotten; what it reads elsewhere may be anything, and a
//! flag says whether the last read was of the cell. A violation counts only where it was (after D. Monniaux and
//! L. Gonnord, "Cell morphing: from array programs to array-free Horn clauses", SAS 2016).
//!
//! **Why that loses no violation.** Take a run of the program that violates something, and the indices of its last `n`
//! reads, where `n` is the number of cells. The new program has a run that chose just these and goes the same way: every
//! other read may give what it gave in the first run, and its last `n` reads are exact. So no violation of the new program
//! means none of the old one. The new program does more than the old one: a violation of it is no evidence of anything.
//!
//! All arrays share the indices that were chosen: what is copied from one array to another is compared at one index. What
//! is an array, and that nothing else touches it, is the business of `choose`; how indices say where an element
//! is, of `access` and `shape`. An index that is outside its row, where two ways of writing it may be one element, is
//! neither the one that was chosen nor another one: what is read there is anything and counts as exact, and a write there
//! leaves the cell with anything.
//!
//! With the program come *seeds*: conditions on cells, indices and what the program compares them with, of the few kinds
//! that proofs about one cell need. They are candidates and nothing more.

mod access;
mod choose;
mod emit;
mod rewrite;
mod seeds;
mod shape;
#[cfg(test)]
mod tests;
mod transform;

use argand_cfa::{EdgeId, EdgeMap, ExprId, FuncId, Program};
use choose::Chosen;

/// A program whose arrays are followed in cells.
#[derive(Clone, Debug)]
pub struct Morphed {
    /// The program.
    pub program: Program,
    /// Which edges of the first program its edges are. A path of it is none of the first program.
    pub edges: EdgeMap,
    /// How many arrays are followed.
    pub arrays: usize,
    /// Conditions that proofs may need.
    pub seeds: Vec<Seed>,
}

/// A condition that may be worth looking at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seed {
    /// The function whose variables it is about; `None` if it is about static ones alone.
    pub function: Option<FuncId>,
    /// The condition, a scalar of the program with cells.
    pub condition: ExprId,
}

/// Follows the arrays of a program in so many cells each. `violations` are the edges on which something is violated as
/// soon as they are taken, whatever happened before. `None` if there is no array that can be followed, or a violation that
/// cannot be made to depend on the last reads.
#[must_use]
pub fn with_cells(program: &Program, cells: u32, violations: &[EdgeId]) -> Option<Morphed> {
    let chosen = Chosen::of(program);
    if cells == 0 || chosen.arrays.is_empty() || !violations.iter().all(|&edge| is_guardable(program, edge)) {
        return None;
    }
    transform::transform(program, &chosen, cells as usize, violations)
}

/// Whether a condition can be put before an edge that no other way out of its location depends on.
fn is_guardable(program: &Program, edge: EdgeId) -> bool {
    use argand_cfa::Op;
    let edge = &program.edges[edge];
    let others = program.locs[edge.from].out.iter().map(|&other| &program.edges[other].op);
    let alone = others.filter(|op| !matches!(op, Op::Summary(_))).count() == 1;
    alone && !matches!(edge.op, Op::Return(_) | Op::Summary(_))
}
