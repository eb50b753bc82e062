//! The reached graph as a page needs it: columns of numbers, and chains of single successors as one box.
//!
//! A graph of 100,000 states is opened in a blink as long as the browser parses numbers and lays nothing out. Chains are
//! what most of a graph consists of; the tree of chains is laid out here ([`crate::layout::tree`]).

use crate::layout::tree::tree;
use argand_cpa::graph::{Graph, Kind, Location, Operation};
use serde::Serialize;
use std::collections::BTreeMap;

/// The graph in columns; entries of a column belong to nodes unless it says otherwise.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Columns<'a> {
    analyses: &'a [String],
    files: &'a [String],
    locations: &'a [Location],
    operations: &'a [Operation],
    facts: &'a [String],
    /// The states of analyses: the analysis and its facts.
    texts: Vec<(u32, &'a [u32])>,
    path: &'a [u32],
    /// One letter for each node.
    kind: String,
    id: Vec<u32>,
    depth: Vec<u32>,
    /// The parent; -1 for the root.
    parent: Vec<i64>,
    operation: Vec<i64>,
    location: Vec<i64>,
    /// Positions in `texts`.
    states: Vec<&'a [u32]>,
    covered_by: BTreeMap<u32, &'a [u32]>,
    merged_into: BTreeMap<u32, u32>,
    segment_of: Vec<u32>,
    segments: Segments,
}

/// Chains of single successors.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Segments {
    /// The first node of each.
    pub first: Vec<u32>,
    /// All nodes of each.
    pub members: Vec<Vec<u32>>,
    /// The chain above; -1 for the first.
    pub parent: Vec<i64>,
    /// How far right each is.
    pub x: Vec<i32>,
    /// The row of each.
    pub level: Vec<u32>,
}

/// The chains of a graph, and the chain of every node.
#[must_use]
pub fn segments(graph: &Graph) -> (Segments, Vec<u32>) {
    let children = graph.children();
    let mut out = Segments::default();
    let mut of = vec![0u32; graph.nodes.len()];
    // Parents come before their children, and so do chains.
    for (index, node) in (0u32..).zip(&graph.nodes) {
        let above = node.parent.map(|step| step.from as usize);
        let goes_on = above.filter(|&above| {
            let plain = node.kind == Kind::Plain && graph.nodes[above].kind == Kind::Plain;
            plain && children[above].len() == 1 && graph.nodes[above].parent.is_some()
        });
        let segment = match goes_on {
            Some(above) => of[above],
            None => {
                out.first.push(index);
                out.members.push(Vec::new());
                out.parent.push(above.map_or(-1, |above| i64::from(of[above])));
                u32::try_from(out.first.len() - 1).unwrap_or(u32::MAX)
            }
        };
        of[index as usize] = segment;
        out.members[segment as usize].push(index);
    }
    let mut below: Vec<Vec<u32>> = vec![Vec::new(); out.first.len()];
    for (segment, &parent) in (0u32..).zip(&out.parent) {
        if let Ok(parent) = usize::try_from(parent) {
            below[parent].push(segment);
        }
    }
    let layout = tree(&below);
    (out.x, out.level) = (layout.x, layout.level);
    (out, of)
}

impl<'a> Columns<'a> {
    /// The columns of a graph.
    #[must_use]
    pub fn of(graph: &'a Graph) -> Self {
        let (segments, segment_of) = segments(graph);
        let nodes = || (0u32..).zip(&graph.nodes);
        let letter = |kind| match kind {
            Kind::Plain => 'p',
            Kind::Covered => 'c',
            Kind::Merged => 'm',
            Kind::Target => 't',
        };
        Self {
            analyses: &graph.analyses,
            files: &graph.files,
            locations: &graph.locations,
            operations: &graph.operations,
            facts: &graph.facts,
            texts: graph.states.iter().map(|state| (state.analysis, &state.facts[..])).collect(),
            path: &graph.path,
            kind: graph.nodes.iter().map(|node| letter(node.kind)).collect(),
            id: graph.nodes.iter().map(|node| node.id).collect(),
            depth: graph.nodes.iter().map(|node| node.depth).collect(),
            parent: graph.nodes.iter().map(|node| node.parent.map_or(-1, |step| step.from.into())).collect(),
            operation: graph
                .nodes
                .iter()
                .map(|node| node.parent.map_or(-1, |step| step.operation.into()))
                .collect(),
            location: graph.nodes.iter().map(|node| node.location.map_or(-1, i64::from)).collect(),
            states: graph.nodes.iter().map(|node| &node.states[..]).collect(),
            covered_by: nodes()
                .filter(|(_, node)| !node.covered_by.is_empty())
                .map(|(index, node)| (index, &node.covered_by[..]))
                .collect(),
            merged_into: nodes().filter_map(|(index, node)| Some((index, node.merged_into?))).collect(),
            segment_of,
            segments,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;

    #[test]
    fn chains_of_single_successors_are_one_box() {
        let mut graph = sample();
        let (chains, of) = segments(&graph);
        assert_eq!(chains.first, [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(of, [0, 1, 2, 3, 4, 5, 6]);
        // Two more states after n4, before the one that is merged.
        graph.nodes[6].kind = Kind::Plain;
        graph.nodes[6].merged_into = None;
        let mut last = graph.nodes[6].clone();
        last.parent = Some(argand_cpa::graph::Step { from: 6, operation: 4 });
        graph.nodes.push(last);
        let (chains, of) = segments(&graph);
        assert_eq!(chains.members[4], [4, 6, 7]);
        assert_eq!(&of[4..], [4, 5, 4, 4]);
        assert_eq!(chains.level, [0, 1, 2, 2, 2, 3]);
        assert_eq!(chains.parent, [-1, 0, 1, 1, 1, 2]);
    }
}
