//! Graphs over the numbers `0..n`: the algorithms behind flow graphs, loops and call graphs.
//!
//! Everything keeps its own stack, so that long functions cost memory and not call stack.

/// A directed graph with all successors in one array.
#[derive(Clone, Debug)]
pub(crate) struct Digraph {
    first: Vec<u32>,
    targets: Vec<u32>,
}

impl Digraph {
    /// The graph with `nodes` nodes and these edges; the successors of a node keep the order of the list.
    pub(crate) fn new(nodes: usize, edges: &[(u32, u32)]) -> Self {
        let mut first = vec![0u32; nodes + 1];
        for &(from, _) in edges {
            first[from as usize + 1] += 1;
        }
        for i in 0..nodes {
            first[i + 1] += first[i];
        }
        let mut next = first.clone();
        let mut targets = vec![0; edges.len()];
        for &(from, to) in edges {
            let slot = &mut next[from as usize];
            targets[*slot as usize] = to;
            *slot += 1;
        }
        Self { first, targets }
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// Where the edges of a node lead.
    pub(crate) fn successors(&self, node: u32) -> &[u32] {
        &self.targets[self.first[node as usize] as usize..self.first[node as usize + 1] as usize]
    }

    /// The graph with all edges turned around.
    pub(crate) fn reversed(&self) -> Self {
        let nodes = 0..self.len() as u32;
        let edges: Vec<_> = nodes.flat_map(|n| self.successors(n).iter().map(move |&s| (s, n))).collect();
        Self::new(self.len(), &edges)
    }

    /// The nodes that the roots reach, in reverse post-order: before a node come those that lead to it,
    /// except along the edges that close a cycle.
    pub(crate) fn reverse_post_order(&self, roots: &[u32]) -> Vec<u32> {
        let mut seen = vec![false; self.len()];
        let mut order = Vec::new();
        let mut stack: Vec<(u32, usize)> = Vec::new();
        // Last things first: the reversal at the end puts earlier roots and successors in front.
        for &root in roots.iter().rev() {
            if std::mem::replace(&mut seen[root as usize], true) {
                continue;
            }
            stack.push((root, self.successors(root).len()));
            while let Some((node, left)) = stack.last_mut() {
                if *left == 0 {
                    order.push(*node);
                    stack.pop();
                    continue;
                }
                *left -= 1;
                let next = self.successors(*node)[*left];
                if !std::mem::replace(&mut seen[next as usize], true) {
                    stack.push((next, self.successors(next).len()));
                }
            }
        }
        order.reverse();
        order
    }

    /// The strongly connected components of the subgraph of the nodes whose region is `region`, found from
    /// `starts`; a component comes before those it leads to, and begins with the node that was seen first.
    pub(crate) fn components(
        &self,
        starts: &[u32],
        regions: &[u32],
        region: u32,
        scratch: &mut Scratch,
    ) -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        for &start in starts.iter().rev() {
            if regions[start as usize] == region && scratch.index[start as usize] == 0 {
                self.component_search(start, regions, region, scratch, &mut found);
            }
        }
        for &node in found.iter().flatten() {
            scratch.index[node as usize] = 0;
            scratch.done[node as usize] = false;
        }
        scratch.clock = 0;
        found.reverse();
        found
    }

    /// Tarjan's algorithm from one node.
    fn component_search(
        &self,
        start: u32,
        regions: &[u32],
        region: u32,
        scratch: &mut Scratch,
        found: &mut Vec<Vec<u32>>,
    ) {
        let Scratch { index, low, done, clock, open, calls } = scratch;
        let mut enter = |node: u32,
                         calls: &mut Vec<(u32, usize)>,
                         open: &mut Vec<u32>,
                         index: &mut [u32],
                         low: &mut [u32]| {
            *clock += 1;
            index[node as usize] = *clock;
            low[node as usize] = *clock;
            open.push(node);
            calls.push((node, self.successors(node).len()));
        };
        enter(start, calls, open, index, low);
        while let Some((node, left)) = calls.last_mut() {
            let node = *node;
            if *left > 0 {
                *left -= 1;
                let next = self.successors(node)[*left];
                if regions[next as usize] != region || done[next as usize] {
                    continue;
                }
                if index[next as usize] == 0 {
                    enter(next, calls, open, index, low);
                } else {
                    low[node as usize] = low[node as usize].min(index[next as usize]);
                }
                continue;
            }
            calls.pop();
            if let Some(&(parent, _)) = calls.last() {
                low[parent as usize] = low[parent as usize].min(low[node as usize]);
            }
            if low[node as usize] == index[node as usize] {
                let at = open.iter().rposition(|&n| n == node).unwrap_or_default();
                let component = open.split_off(at);
                for &member in &component {
                    done[member as usize] = true;
                }
                found.push(component);
            }
        }
    }

    /// The immediate dominator of each node that `root` reaches; the root and unreached nodes have none.
    ///
    /// Lengauer and Tarjan, "A fast algorithm for finding dominators in a flowgraph" (1979), with simple
    /// path compression: O(m log n).
    pub(crate) fn dominators(&self, root: u32) -> Vec<Option<u32>> {
        Search::run(self, root)
    }
}

/// Memory that searches for components share, so that nested searches stay linear.
pub(crate) struct Scratch {
    index: Vec<u32>,
    low: Vec<u32>,
    done: Vec<bool>,
    clock: u32,
    open: Vec<u32>,
    calls: Vec<(u32, usize)>,
}

impl Scratch {
    pub(crate) fn new(nodes: usize) -> Self {
        Self {
            index: vec![0; nodes],
            low: vec![0; nodes],
            done: vec![false; nodes],
            clock: 0,
            open: Vec::new(),
            calls: Vec::new(),
        }
    }
}

const NONE: u32 = u32::MAX;

/// The state of the search for dominators. Vertices are named by their number in depth-first order.
struct Search {
    parent: Vec<u32>,
    semi: Vec<u32>,
    ancestor: Vec<u32>,
    label: Vec<u32>,
}

impl Search {
    fn run(graph: &Digraph, root: u32) -> Vec<Option<u32>> {
        let (order, number, parent) = depth_first(graph, root);
        let count = order.len();
        let reversed = graph.reversed();
        let mut search = Self {
            parent,
            semi: (0..count as u32).collect(),
            ancestor: vec![NONE; count],
            label: (0..count as u32).collect(),
        };
        let mut bucket: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut idom = vec![NONE; count];
        for w in (1..count as u32).rev() {
            for &before in reversed.successors(order[w as usize]) {
                let v = number[before as usize];
                if v != NONE {
                    let u = search.eval(v);
                    search.semi[w as usize] = search.semi[w as usize].min(search.semi[u as usize]);
                }
            }
            bucket[search.semi[w as usize] as usize].push(w);
            let parent = search.parent[w as usize];
            search.ancestor[w as usize] = parent;
            for v in std::mem::take(&mut bucket[parent as usize]) {
                let u = search.eval(v);
                idom[v as usize] = if search.semi[u as usize] < search.semi[v as usize] { u } else { parent };
            }
        }
        let mut result = vec![None; graph.len()];
        for w in 1..count {
            if idom[w] != search.semi[w] {
                idom[w] = idom[idom[w] as usize];
            }
            result[order[w] as usize] = Some(order[idom[w] as usize]);
        }
        result
    }

    /// The vertex with the smallest semidominator on the path to the root of the linked forest.
    fn eval(&mut self, v: u32) -> u32 {
        let mut path = Vec::new();
        let mut at = v;
        while self.ancestor[at as usize] != NONE && self.ancestor[self.ancestor[at as usize] as usize] != NONE
        {
            path.push(at);
            at = self.ancestor[at as usize];
        }
        for &w in path.iter().rev() {
            let up = self.ancestor[w as usize];
            let (own, other) = (self.label[w as usize], self.label[up as usize]);
            if self.semi[other as usize] < self.semi[own as usize] {
                self.label[w as usize] = other;
            }
            self.ancestor[w as usize] = self.ancestor[up as usize];
        }
        self.label[v as usize]
    }
}

/// Nodes in depth-first order, the number of each node in it, and the number of its parent.
fn depth_first(graph: &Digraph, root: u32) -> (Vec<u32>, Vec<u32>, Vec<u32>) {
    let mut order = Vec::new();
    let mut number = vec![NONE; graph.len()];
    let mut parents = Vec::new();
    let mut stack = vec![(root, 0)];
    while let Some((node, parent)) = stack.pop() {
        if number[node as usize] != NONE {
            continue;
        }
        let own = order.len() as u32;
        number[node as usize] = own;
        order.push(node);
        parents.push(parent);
        stack.extend(graph.successors(node).iter().rev().map(|&s| (s, own)));
    }
    (order, number, parents)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reverse_post_order_puts_causes_before_effects_and_keeps_the_order_of_branches() {
        let graph = Digraph::new(6, &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 0), (4, 5)]);
        assert_eq!(graph.reverse_post_order(&[0]), [0, 1, 2, 3]);
        assert_eq!(graph.reverse_post_order(&[4, 0]), [4, 5, 0, 1, 2, 3]);
    }

    #[test]
    fn components_come_in_topological_order_and_begin_with_the_first_node_seen() {
        let graph = Digraph::new(5, &[(0, 1), (1, 2), (2, 1), (2, 3), (3, 4), (4, 3)]);
        let found = graph.components(&[0], &[0; 5], 0, &mut Scratch::new(5));
        assert_eq!(found, [vec![0], vec![1, 2], vec![3, 4]]);
    }

    /// A node dominates another iff removing it cuts the other off.
    fn dominates_by_removal(graph: &Digraph, a: u32, b: u32) -> bool {
        if a == 0 {
            return true;
        }
        let mut seen = vec![false; graph.len()];
        let mut stack = vec![0];
        while let Some(node) = stack.pop() {
            if node != a && !std::mem::replace(&mut seen[node as usize], true) {
                stack.extend(graph.successors(node));
            }
        }
        !seen[b as usize]
    }

    fn small_graph() -> impl Strategy<Value = Digraph> {
        (2..14u32).prop_flat_map(|n| {
            prop::collection::vec((0..n, 0..n), 0..40).prop_map(move |edges| Digraph::new(n as usize, &edges))
        })
    }

    proptest! {
        #[test]
        fn dominators_are_those_whose_removal_cuts_off(graph in small_graph()) {
            let idom = graph.dominators(0);
            for &node in &graph.reverse_post_order(&[0]) {
                let mut up = vec![node];
                while let Some(next) = idom[up[up.len() - 1] as usize] {
                    up.push(next);
                }
                for other in graph.reverse_post_order(&[0]) {
                    prop_assert_eq!(up.contains(&other), dominates_by_removal(&graph, other, node));
                }
            }
        }

        #[test]
        fn two_nodes_are_in_one_component_iff_each_reaches_the_other(graph in small_graph()) {
            let all: Vec<u32> = (0..graph.len() as u32).collect();
            let found = graph.components(&all, &vec![0; graph.len()], 0, &mut Scratch::new(graph.len()));
            let mut at = vec![usize::MAX; graph.len()];
            for (i, component) in found.iter().enumerate() {
                component.iter().for_each(|&n| at[n as usize] = i);
            }
            for &a in &all {
                let reached = graph.reverse_post_order(&[a]);
                for &b in &reached {
                    prop_assert!(at[a as usize] <= at[b as usize], "components are sorted");
                    let back = graph.reverse_post_order(&[b]).contains(&a);
                    prop_assert_eq!(at[a as usize] == at[b as usize], back);
                }
            }
        }
    }

    #[test]
    fn a_long_chain_costs_no_stack() {
        let n = 200_000u32;
        let mut edges: Vec<_> = (1..n).map(|i| (i - 1, i)).collect();
        edges.push((n - 1, 0));
        let graph = Digraph::new(n as usize, &edges);
        assert_eq!(graph.reverse_post_order(&[0]).len(), n as usize);
        assert_eq!(graph.dominators(0)[n as usize - 1], Some(n - 2));
        let found = graph.components(&[0], &vec![0; n as usize], 0, &mut Scratch::new(n as usize));
        assert_eq!((found.len(), found[0].len()), (1, n as usize));
    }
}
