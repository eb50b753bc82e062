//! Paths through the abstract reachability graph.

use crate::composite::Composite;
use crate::reached::{ArgId, Parent, Reached};
use argand_cfa::{EdgeId, PathStep, Program};

/// A path from the root: nodes with the edges taken from them, and the node where it ends.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ArgPath {
    /// Each node but the last with the edge that is taken from it.
    pub steps: Vec<(ArgId, EdgeId)>,
    /// The last node.
    pub end: ArgId,
}

impl ArgPath {
    /// The edges in order.
    pub fn edges(&self) -> impl DoubleEndedIterator<Item = EdgeId> + ExactSizeIterator + '_ {
        self.steps.iter().map(|&(_, edge)| edge)
    }

    /// The nodes in order, the last included.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = ArgId> + '_ {
        self.steps.iter().map(|&(node, _)| node).chain(std::iter::once(self.end))
    }

    /// The same path through the program alone, with what specifications demand after each edge.
    #[must_use]
    pub fn in_program(&self, program: &Program, composite: &Composite, reached: &Reached) -> Vec<PathStep> {
        let after = self.nodes().skip(1).map(|node| composite.assumes(program, reached.states(node)));
        self.edges().zip(after).map(|(edge, demands)| PathStep { edge, demands }).collect()
    }

    /// How many edges it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether it is only the root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The node after the given number of edges.
    #[must_use]
    pub fn node(&self, position: usize) -> Option<ArgId> {
        match self.steps.get(position) {
            Some(&(node, _)) => Some(node),
            None => (position == self.steps.len()).then_some(self.end),
        }
    }
}

impl Reached {
    /// The path to a node along first parents: the one it was found on.
    #[must_use]
    pub fn path_to(&self, end: ArgId) -> ArgPath {
        let mut steps = Vec::new();
        let mut node = end;
        while let Some(&Parent { node: parent, edge }) = self.parents(node).first() {
            steps.push((parent, edge));
            node = parent;
        }
        steps.reverse();
        ArgPath { steps, end }
    }

    /// Up to `limit` different paths to a node that visit no node twice, the one it was found on first.
    /// More than one exists only where states were merged.
    #[must_use]
    pub fn paths_to(&self, end: ArgId, limit: usize) -> Vec<ArgPath> {
        let mut found = Vec::new();
        // The next parent to try for each node of the current backwards path. Whatever the shape of the
        // graph, the search is bounded: each found path may cost that many tries.
        let mut tries = limit.saturating_mul(1000).max(self.len());
        let mut walk: Vec<(ArgId, usize)> = vec![(end, 0)];
        while let Some(&mut (node, ref mut next)) = walk.last_mut() {
            if found.len() == limit || tries == 0 {
                break;
            }
            tries -= 1;
            let parents = self.parents(node);
            if parents.is_empty() && *next == 0 {
                *next = 1;
                let mut steps: Vec<_> = walk
                    .windows(2)
                    .filter_map(|pair| {
                        let (child, tried) = pair[0];
                        self.parents(child).get(tried - 1).map(|p| (p.node, p.edge))
                    })
                    .collect();
                steps.reverse();
                found.push(ArgPath { steps, end });
            } else if let Some(parent) = parents.get(*next) {
                *next += 1;
                if !walk.iter().any(|&(n, _)| n == parent.node) {
                    walk.push((parent.node, 0));
                }
            } else {
                walk.pop();
            }
        }
        found
    }
}
