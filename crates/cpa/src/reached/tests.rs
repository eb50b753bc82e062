//! The graph by itself: rows are made-up ids, the first column partitions.

use super::*;

fn row(partition: u32, state: u32) -> [StateId; 2] {
    [StateId::new(partition), StateId::new(state)]
}

const PRECISIONS: [PrecisionId; 2] = [PrecisionId::new(0), PrecisionId::new(0)];

fn from(node: ArgId, edge: u32) -> Parent {
    Parent { node, edge: EdgeId::new(edge) }
}

struct Graph(Reached);

impl Graph {
    fn new() -> (Self, ArgId) {
        let mut reached = Reached::new(2, &[0]);
        let root = reached.add(None, &row(0, 0), &PRECISIONS, false);
        (Self(reached), root)
    }

    fn add(&mut self, parent: Parent, states: [StateId; 2]) -> ArgId {
        let node = self.0.add(Some(parent), &states, &PRECISIONS, false);
        self.0.check().unwrap();
        node
    }

    fn cover(&mut self, parent: Parent, states: [StateId; 2], by: &[ArgId]) -> ArgId {
        let node = self.0.add_covered(parent, &states, &PRECISIONS, by);
        self.0.check().unwrap();
        node
    }

    fn cut(&mut self, node: ArgId) -> Cut {
        let cut = self.0.cut(node);
        self.0.check().unwrap();
        cut
    }
}

#[test]
fn partitions_hold_live_nodes_only_and_rows_are_found_again() {
    let (mut g, root) = Graph::new();
    let a = g.add(from(root, 0), row(1, 5));
    let b = g.add(from(root, 1), row(1, 6));
    let covered = g.cover(from(root, 2), row(1, 7), &[a]);
    assert_eq!(g.0.partition_of(&row(1, 99)), [a, b]);
    assert_eq!(g.0.partition_of(&row(9, 5)), []);
    assert_eq!(g.0.find(&row(1, 6)), Some(b));
    assert_eq!(g.0.find(&row(1, 7)), None);
    assert_eq!((g.0.status(covered), g.0.covered_by(covered)), (Status::Covered, &[a][..]));
    let counts = g.0.counts();
    assert_eq!((counts.live, counts.covered, counts.partitions, counts.largest_partition), (3, 1, 2, 2));
}

#[test]
fn cutting_removes_a_subtree_and_reopens_its_parents() {
    let (mut g, root) = Graph::new();
    let a = g.add(from(root, 0), row(1, 1));
    let b = g.add(from(a, 1), row(2, 2));
    let c = g.add(from(b, 2), row(3, 3));
    let other = g.add(from(root, 3), row(4, 4));
    let cut = g.cut(b);
    assert_eq!(cut, Cut { reopened: vec![a], uncovered: vec![], removed: vec![b, c] });
    assert_eq!(g.0.iter().collect::<Vec<_>>(), [root, a, other]);
    assert_eq!(g.0.find(&row(3, 3)), None);
    assert_eq!(g.0.children(a), []);
    assert_eq!(g.cut(b), Cut::default());
}

#[test]
fn nodes_that_were_covered_by_removed_ones_are_live_again() {
    let (mut g, root) = Graph::new();
    let a = g.add(from(root, 0), row(1, 1));
    let coverer = g.add(from(a, 1), row(2, 2));
    let outside = g.add(from(root, 2), row(1, 5));
    let covered = g.cover(from(outside, 3), row(2, 9), &[coverer]);
    let cut = g.cut(a);
    assert_eq!(cut, Cut { reopened: vec![root], uncovered: vec![covered], removed: vec![a, coverer] });
    assert_eq!(g.0.status(covered), Status::Live);
    assert_eq!(g.0.partition_of(&row(2, 0)), [covered]);
    assert_eq!(g.0.counts().covered, 0);
}

#[test]
fn a_node_covered_by_several_is_live_when_one_of_them_goes() {
    let (mut g, root) = Graph::new();
    let a = g.add(from(root, 0), row(1, 1));
    let b = g.add(from(root, 1), row(1, 2));
    let covered = g.cover(from(root, 2), row(1, 3), &[a, b]);
    assert_eq!(g.cut(b).uncovered, [covered]);
    assert_eq!(g.cut(a).uncovered, []);
}

#[test]
fn a_covered_node_inside_the_subtree_goes_with_it() {
    let (mut g, root) = Graph::new();
    let a = g.add(from(root, 0), row(1, 1));
    let loop_back = g.cover(from(a, 1), row(0, 7), &[root]);
    let cut = g.cut(a);
    assert_eq!(cut.removed, [a, loop_back]);
    assert_eq!(g.cut(root), Cut::default());
    assert_eq!(g.0.counts().live, 1);
}

#[test]
fn merging_weakens_in_place_and_a_cut_above_any_parent_removes_the_node() {
    let (mut g, root) = Graph::new();
    let a = g.add(from(root, 0), row(1, 1));
    let b = g.add(from(root, 1), row(2, 2));
    let joined = g.add(from(a, 2), row(3, 3));
    g.0.merge_into(joined, from(b, 3), &row(3, 33), &PRECISIONS);
    g.0.check().unwrap();
    assert_eq!(g.0.parents(joined), [from(a, 2), from(b, 3)]);
    assert_eq!((g.0.find(&row(3, 3)), g.0.find(&row(3, 33))), (None, Some(joined)));
    let cut = g.cut(b);
    assert_eq!(cut, Cut { reopened: vec![root, a], uncovered: vec![], removed: vec![b, joined] });
}

#[test]
fn cutting_at_the_root_keeps_the_root() {
    let (mut g, root) = Graph::new();
    let a = g.add(from(root, 0), row(1, 1));
    assert_eq!(g.cut(root), Cut { reopened: vec![root], uncovered: vec![], removed: vec![a] });
    assert!(g.0.contains(root) && !g.0.contains(a));
}

#[test]
fn paths_follow_first_parents_and_merges_give_more_of_them() {
    let (mut g, root) = Graph::new();
    let a = g.add(from(root, 0), row(1, 1));
    let b = g.add(from(root, 1), row(2, 2));
    let joined = g.add(from(a, 2), row(3, 3));
    g.0.merge_into(joined, from(b, 3), &row(3, 33), &PRECISIONS);
    let end = g.add(from(joined, 4), row(4, 4));
    // A loop back into the join: paths do not go around it.
    g.0.merge_into(joined, from(end, 5), &row(3, 34), &PRECISIONS);
    let first = g.0.path_to(end);
    assert_eq!(first.edges().map(EdgeId::raw).collect::<Vec<_>>(), [0, 2, 4]);
    assert_eq!(first.nodes().collect::<Vec<_>>(), [root, a, joined, end]);
    assert_eq!((first.node(1), first.node(3), first.node(4)), (Some(a), Some(end), None));
    let edges: Vec<Vec<u32>> =
        g.0.paths_to(end, 10).iter().map(|p| p.edges().map(EdgeId::raw).collect()).collect();
    assert_eq!(edges, [[0, 2, 4], [1, 3, 4]]);
    assert_eq!(g.0.paths_to(end, 1), [first]);
    assert_eq!(g.0.depth(end), 3);
}

#[test]
fn covered_leaves_are_dropped_when_their_parent_is_explored_again() {
    let (mut g, root) = Graph::new();
    let a = g.add(from(root, 0), row(1, 1));
    let leaf = g.cover(from(root, 1), row(1, 2), &[a]);
    g.0.drop_covered_children(root);
    g.0.check().unwrap();
    assert_eq!((g.0.children(root), g.0.status(leaf)), (&[a][..], Status::Removed));
    assert_eq!(g.cut(a).uncovered, []);
}

#[test]
fn gaps_go_with_their_nodes_and_with_nodes_that_are_explored_again() {
    let (mut g, root) = Graph::new();
    let a = g.add(from(root, 0), row(1, 1));
    let b = g.add(from(a, 1), row(2, 2));
    let other = g.add(from(root, 2), row(3, 3));
    let error = crate::CpaError::unsupported("this");
    for node in [a, b, other] {
        let failure = Failure { analysis: "toy".to_owned(), error: error.clone() };
        g.0.add_gap(Gap { node, edge: EdgeId::new(9), failure });
    }
    g.cut(b);
    assert_eq!(g.0.gaps().iter().map(|gap| gap.node).collect::<Vec<_>>(), [other]);
}
