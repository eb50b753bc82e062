//! Passes: programs that are made of programs, and the way back.
//!
//! A program is never changed. A pass makes a new one of it, and an [`EdgeMap`] that says which edges of the first program
//! its edges are, so that what is found in the new program can be told of the first: passes after passes compose.
//!
//! **Invariant:** what a pass adds only looks at the first program's state, never changes it. A path of the new program
//! is then one of the first where its own edges are left out, and what the others test is a demand on the state there.
//!
//! **Invariant:** a pass only adds to the names, types and expressions of its program.

use crate::path::PathStep;
use crate::program::{EdgeId, Op, Program};
use argand_support::IndexVec;

/// The edges of a program that passes made, as those of the program they were made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EdgeMap {
    back: IndexVec<EdgeId, Option<EdgeId>>,
    /// How many edges the first program has.
    first: usize,
}

impl EdgeMap {
    /// The map of a pass that changes no edges.
    #[must_use]
    pub fn identity(program: &Program) -> Self {
        Self::grown(program, program)
    }

    /// The map of a pass that keeps all edges with their numbers and adds others behind them.
    #[must_use]
    pub fn grown(from: &Program, to: &Program) -> Self {
        let first = from.edges.next_index();
        Self::new(from, to.edges.indices().map(|edge| (edge < first).then_some(edge)).collect())
    }

    /// The map of a pass that says for each of its edges which one of the first program it is, if it is one.
    #[must_use]
    pub fn new(from: &Program, back: IndexVec<EdgeId, Option<EdgeId>>) -> Self {
        Self { back, first: from.edges.len() }
    }

    /// The map of this pass and one after it.
    #[must_use]
    pub fn then(&self, later: &Self) -> Self {
        let back = later.back.iter().map(|&edge| edge.and_then(|edge| self.back(edge))).collect();
        Self { back, first: self.first }
    }

    /// The edge in the first program; `None` for one that a pass added.
    #[must_use]
    pub fn back(&self, edge: EdgeId) -> Option<EdgeId> {
        self.back.get(edge).copied().flatten()
    }

    /// Whether the edges are those of the first program.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        let same = self.back.iter_enumerated().all(|(edge, back)| *back == Some(edge));
        same && self.back.len() == self.first
    }

    /// A path of the new program as one of the first. Branches that were added are demands on the state where they stand.
    #[must_use]
    pub fn path_back(&self, program: &Program, path: &[PathStep]) -> Vec<PathStep> {
        let mut steps: Vec<PathStep> = Vec::with_capacity(path.len());
        for step in path {
            if let Some(edge) = self.back(step.edge) {
                steps.push(PathStep { edge, demands: step.demands.clone() });
            } else if let Some(last) = steps.last_mut() {
                if let Op::Assume { cond, truth } = program.edges[step.edge].op {
                    last.demands.push((cond, truth));
                }
                last.demands.extend_from_slice(&step.demands);
            }
        }
        steps
    }
}

impl Program {
    /// This program with the expressions of one that passes made of it, in which what they demand can be asked of its runs.
    #[must_use]
    pub fn with_expressions_of(&self, made: &Self) -> Self {
        Self { names: made.names.clone(), types: made.types.clone(), pool: made.pool.clone(), ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail anywhere")]
    use super::*;
    use crate::instrument::with_overflow_checks;
    use crate::testing::program;

    const PROGRAM: &str = "
cfa LP64
static int x
func main: int(void) {
  entry L0 exit L1
  return int r
  L0 -> L2: x = 1
  L2 -> L3: r = x + 1
  L3 -> L1: r = r + 1
}";

    #[test]
    fn passes_after_passes_lead_back_to_the_first_program() {
        let first = program(PROGRAM);
        let (once, to_first) = with_overflow_checks(&first);
        let (twice, to_once) = with_overflow_checks(&once);
        assert!(twice.edges.len() > once.edges.len(), "the second pass adds edges, too");
        let both = to_first.then(&to_once);
        for edge in twice.edges.indices() {
            let kept = (edge.raw() as usize) < first.edges.len();
            assert_eq!(both.back(edge), kept.then_some(edge));
        }
        assert!(!both.is_identity());
        assert!(EdgeMap::identity(&first).then(&EdgeMap::identity(&first)).is_identity());
    }

    #[test]
    fn an_added_branch_is_a_demand_on_the_state_before_it() {
        let first = program(PROGRAM);
        let (checked, map) = with_overflow_checks(&first);
        let assigned = checked.edges.indices().find(|&e| checked.op_text(e) == "x = 1;").unwrap();
        let after = checked.edges[assigned].to;
        let safe = checked.locs[after].out[1];
        let next = checked.locs[checked.edges[safe].to].out[0];
        let path = [assigned, safe, next].map(|edge| PathStep { edge, demands: Vec::new() });
        let back = map.path_back(&checked, &path);
        let edges: Vec<EdgeId> = back.iter().map(|step| step.edge).collect();
        assert_eq!(edges, [assigned, next]);
        let Op::Assume { cond, truth: false } = checked.edges[safe].op else { panic!("a check") };
        assert_eq!(back[0].demands, [(cond, false)]);
        assert!(back[1].demands.is_empty());
        let asked = first.with_expressions_of(&checked);
        assert_eq!(asked.expr_text(cond), checked.expr_text(cond));
        assert_eq!(asked.edges.len(), first.edges.len());
    }
}
