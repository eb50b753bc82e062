//! Paths to the nodes of a solution, as others want them: steps of the program, and graphs that are one path.

use super::solution::{NodeId, Parent, Solution};
use argand_cfa::EdgeId;
use argand_cpa::{ArgPath, Composite, PrecisionRow, Reached};

/// Longer paths are not looked for: a run along them would take too long to be found.
const MAX_PATH: usize = 1_000_000;

/// A path through a solution from its start: nodes, and the edge that leads to each but the first.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The start.
    pub start: NodeId,
    /// The edges with the nodes that they lead to.
    pub steps: Vec<(EdgeId, NodeId)>,
}

impl Solution {
    /// The path on which a node was reached first; `None` if it is too long. It enters and leaves calls in the right order.
    ///
    /// Every node was reached after those that its path needs, so that the way back ends.
    pub fn trace(&self, node: NodeId) -> Option<Trace> {
        let mut steps = Vec::new();
        // The calls whose callees the way back is in, because it came through their exits.
        let mut returned: Vec<(NodeId, EdgeId)> = Vec::new();
        let mut at = node;
        loop {
            let (from, edge) = match self.first_parent(at) {
                Parent::Start => break,
                Parent::Step { from, edge } => (from, edge),
                Parent::Call { from, edge } => returned.pop().unwrap_or((from, edge)),
                Parent::Return { from, call, exit, edge } => {
                    returned.push((from, call));
                    (exit, edge)
                }
            };
            steps.push((edge, at));
            if steps.len() > MAX_PATH {
                return None;
            }
            at = from;
        }
        steps.reverse();
        Some(Trace { start: at, steps })
    }
}

impl Trace {
    /// The edges in order.
    #[must_use]
    pub fn edges(&self) -> Box<[EdgeId]> {
        self.steps.iter().map(|&(edge, _)| edge).collect()
    }

    /// The path as a graph, for those who look at paths through graphs.
    pub fn graph(
        &self,
        solution: &Solution,
        composite: &Composite,
        precisions: &PrecisionRow,
    ) -> (Reached, ArgPath) {
        let mut reached = composite.new_reached();
        let row = solution.row(self.start);
        let mut at = reached.add(None, row, precisions, composite.is_target(row));
        let mut steps = Vec::with_capacity(self.steps.len());
        for &(edge, node) in &self.steps {
            let row = solution.row(node);
            steps.push((at, edge));
            let parent = argand_cpa::Parent { node: at, edge };
            at = reached.add(Some(parent), row, precisions, composite.is_target(row));
        }
        (reached, ArgPath { steps, end: at })
    }
}
