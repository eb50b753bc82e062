//! Loops of a path that a run may go around as often as it likes.
//!
//! A path through abstracted loops says which branches lead to a violation, but not how often loops go around: the
//! abstraction forgot that. A run that is held against such a path is free inside a loop; it must leave the loop as
//! the path does, and follow the path up to the next one.

use argand_cfa::{EdgeId, LocId, Op, PathStep, Program};
use argand_flow::wto::{LoopId, Wto};

/// A loop on a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Detour {
    /// The step that leaves its head for the first time.
    pub first: usize,
    /// The step that leaves the loop; the length of the path where none does.
    pub last: usize,
    /// The loop.
    pub id: LoopId,
    /// How many functions run when it is entered.
    pub depth: usize,
}

/// The outermost loops along a path, in order.
#[derive(Clone, Debug)]
pub struct Detours {
    wto: Wto,
    found: Vec<Detour>,
}

impl Detours {
    /// The loops of a path from the program's entry.
    #[must_use]
    pub fn of(program: &Program, path: &[PathStep]) -> Self {
        let wto = Wto::of_functions(program);
        let mut found = Vec::new();
        let mut open: Option<Detour> = None;
        let mut depth = 0;
        for (at, step) in path.iter().enumerate() {
            match open {
                Some(loop_) if leaves(&wto, program, &loop_, step.edge, depth) => {
                    found.push(Detour { last: at, ..loop_ });
                    open = None;
                }
                Some(_) => {}
                None => {
                    let entered = wto.loop_at(program.edges[step.edge].from);
                    open = entered.map(|id| Detour { first: at, last: path.len(), id, depth });
                }
            }
            depth = after(program, step.edge, depth);
        }
        found.extend(open);
        Self { wto, found }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The loop that a path enters with a step.
    #[must_use]
    pub fn at(&self, step: usize) -> Option<Detour> {
        self.found.binary_search_by_key(&step, |d| d.first).ok().map(|at| self.found[at])
    }

    /// Whether an edge leads out of a loop that was entered.
    #[must_use]
    pub fn leaves(&self, program: &Program, loop_: &Detour, edge: EdgeId, depth: usize) -> bool {
        leaves(&self.wto, program, loop_, edge, depth)
    }
}

/// How many functions run after an edge.
#[must_use]
pub fn after(program: &Program, edge: EdgeId, depth: usize) -> usize {
    match program.edges[edge].op {
        Op::Call(_) => depth + 1,
        Op::Return(_) => depth.saturating_sub(1),
        _ => depth,
    }
}

fn leaves(wto: &Wto, program: &Program, loop_: &Detour, edge: EdgeId, depth: usize) -> bool {
    let inside = |loc: LocId| wto.contains(loop_.id, loc);
    match program.edges[edge].op {
        // What is called runs inside the loop.
        Op::Call(_) => false,
        Op::Return(_) if depth == loop_.depth + 1 => !inside(program.edges[edge].to),
        _ => depth == loop_.depth && !inside(program.edges[edge].to),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail anywhere")]
    use super::*;
    use argand_cfa::testing::program;

    const PROGRAM: &str = r#"
cfa LP64
static int c
func main: int(void) {
  entry L0 exit L1
  return int r
  L0 -> L2: r = 0
  L2 -> L3: [c]
  L2 -> L4: ![c]
  L3 -> L2: r = r + 1
  L4 -> L5: r = 1
  L5 -> L6: [c]
  L6 -> L5: r = 2
  L5 -> L1: ![c]
}"#;

    #[test]
    fn each_outermost_loop_of_a_path_is_one_detour_whatever_its_rounds() {
        let program = program(PROGRAM);
        let edge = |text: &str, skip: usize| {
            program.edges.indices().filter(|&e| program.op_text(e) == text).nth(skip).unwrap()
        };
        let round = [edge("[c]", 0), edge("r = r + 1;", 0)];
        let mut edges = vec![edge("r = 0;", 0)];
        edges.extend(round.iter().chain(&round));
        edges.extend([edge("[!(c)]", 0), edge("r = 1;", 0), edge("[c]", 1)]);
        let steps: Vec<PathStep> =
            edges.into_iter().map(|edge| PathStep { edge, demands: Vec::new() }).collect();
        let detours = Detours::of(&program, &steps);
        let spans: Vec<_> = detours.found.iter().map(|d| (d.first, d.last)).collect();
        assert_eq!(spans, [(1, 5), (7, 8)]);
    }
}
