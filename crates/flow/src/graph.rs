//! Locations as a graph: orders, dominators and post-dominators.
//!
//! A [`FlowGraph`] is made on demand, for one function, for all functions side by side, or for the whole
//! program. Inside a function a call is its summary edge, and a halt edge ends the path. In the whole
//! program calls and returns are followed and summaries are not; returns lead back to every caller.

use crate::digraph::Digraph;
use argand_cfa::{FuncId, LocId, Op, Program};
use argand_support::FxHashMap;

/// Locations that a start reaches, numbered in reverse post-order.
#[derive(Clone, Debug)]
pub struct FlowGraph {
    order: Vec<LocId>,
    rank: FxHashMap<LocId, u32>,
    graph: Digraph,
    starts: Vec<u32>,
}

impl FlowGraph {
    /// The locations of one function that its entry reaches. Empty for functions without a body.
    #[must_use]
    pub fn of_function(program: &Program, func: FuncId) -> Self {
        let starts: Vec<LocId> = program.functions[func].entry().into_iter().collect();
        Self::build(program, &starts, stays_inside)
    }

    /// All functions side by side, unconnected, in the order of their numbers.
    #[must_use]
    pub fn of_functions(program: &Program) -> Self {
        let starts: Vec<LocId> = program.functions.iter().filter_map(argand_cfa::Function::entry).collect();
        Self::build(program, &starts, stays_inside)
    }

    /// The whole program from its start, through calls and returns.
    #[must_use]
    pub fn of_program(program: &Program) -> Self {
        Self::build(program, &[program.entry()], |op| !matches!(op, Op::Summary(_)))
    }

    fn build(program: &Program, starts: &[LocId], follow: impl Fn(&Op) -> bool) -> Self {
        let mut found: FxHashMap<LocId, u32> = FxHashMap::default();
        let mut locs: Vec<LocId> = Vec::new();
        let mut edges = Vec::new();
        let mut number = |loc: LocId, locs: &mut Vec<LocId>| {
            *found.entry(loc).or_insert_with(|| {
                locs.push(loc);
                locs.len() as u32 - 1
            })
        };
        let roots: Vec<u32> = starts.iter().map(|&s| number(s, &mut locs)).collect();
        let mut at = 0;
        while at < locs.len() {
            for &edge in &program.locs[locs[at]].out {
                let edge = &program.edges[edge];
                if follow(&edge.op) {
                    edges.push((at as u32, number(edge.to, &mut locs)));
                }
            }
            at += 1;
        }
        let order = Digraph::new(locs.len(), &edges).reverse_post_order(&roots);
        let mut new = vec![0; locs.len()];
        for (rank, &old) in order.iter().enumerate() {
            new[old as usize] = rank as u32;
        }
        edges.iter_mut().for_each(|(a, b)| (*a, *b) = (new[*a as usize], new[*b as usize]));
        let graph = Digraph::new(locs.len(), &edges);
        let order: Vec<LocId> = order.iter().map(|&old| locs[old as usize]).collect();
        let rank = order.iter().zip(0..).map(|(&loc, rank)| (loc, rank)).collect();
        Self { order, rank, graph, starts: roots.iter().map(|&r| new[r as usize]).collect() }
    }

    /// The locations in reverse post-order: causes before effects, except where a cycle closes.
    #[must_use]
    pub fn reverse_post_order(&self) -> &[LocId] {
        &self.order
    }

    /// The position of a location in [`reverse_post_order`](Self::reverse_post_order), if it is reached.
    #[must_use]
    pub fn rank(&self, loc: LocId) -> Option<u32> {
        self.rank.get(&loc).copied()
    }

    /// The locations that one step leads to.
    pub fn successors(&self, loc: LocId) -> impl Iterator<Item = LocId> + '_ {
        let next = self.rank(loc).map_or(&[][..], |r| self.graph.successors(r));
        next.iter().map(|&r| self.order[r as usize])
    }

    pub(crate) fn digraph(&self) -> &Digraph {
        &self.graph
    }

    pub(crate) fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// Which locations every path from the start to a location passes. For a graph of all functions, paths
    /// start at the entry of the location's own function.
    #[must_use]
    pub fn dominators(&self) -> Dominators<'_> {
        // One more node leads to all starts.
        let top = self.order.len() as u32;
        let mut edges: Vec<_> = self.edges().collect();
        edges.extend(self.starts.iter().map(|&s| (top, s)));
        let graph = Digraph::new(self.order.len() + 1, &edges);
        Dominators::new(self, &graph, top)
    }

    /// Which locations every path from a location to an end passes. Ends are locations that nothing
    /// leaves; a location from which no end can be reached has no post-dominators.
    #[must_use]
    pub fn post_dominators(&self) -> Dominators<'_> {
        let top = self.order.len() as u32;
        let ends = (0..top).filter(|&n| self.graph.successors(n).is_empty());
        let mut edges: Vec<_> = self.edges().map(|(from, to)| (to, from)).collect();
        edges.extend(ends.map(|end| (top, end)));
        let graph = Digraph::new(self.order.len() + 1, &edges);
        Dominators::new(self, &graph, top)
    }

    fn edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..self.order.len() as u32).flat_map(|n| self.graph.successors(n).iter().map(move |&s| (n, s)))
    }
}

/// Whether an edge leads on inside its function.
fn stays_inside(op: &Op) -> bool {
    !matches!(op, Op::Call(_) | Op::Return(_) | Op::Halt(_))
}

/// A tree of dominators or post-dominators.
#[derive(Clone, Debug)]
pub struct Dominators<'g> {
    flow: &'g FlowGraph,
    parent: Vec<Option<u32>>,
    /// When a walk over the tree enters and leaves each node: a node dominates those it encloses.
    enter: Vec<u32>,
    leave: Vec<u32>,
}

impl<'g> Dominators<'g> {
    fn new(flow: &'g FlowGraph, graph: &Digraph, top: u32) -> Self {
        let mut parent = graph.dominators(top);
        let edges: Vec<_> = parent.iter().zip(0..).filter_map(|(p, n)| p.map(|p| (p, n))).collect();
        let tree = Digraph::new(graph.len(), &edges);
        let (mut enter, mut leave) = (vec![0; graph.len()], vec![0; graph.len()]);
        let mut clock = 0;
        let mut stack = vec![(top, 0usize)];
        while let Some((node, next)) = stack.last_mut() {
            clock += 1;
            if *next == 0 {
                enter[*node as usize] = clock;
            }
            match tree.successors(*node).get(*next) {
                Some(&child) => {
                    *next += 1;
                    stack.push((child, 0));
                }
                None => {
                    leave[*node as usize] = clock;
                    stack.pop();
                }
            }
        }
        parent.truncate(top as usize);
        parent.iter_mut().for_each(|p| *p = p.filter(|&p| p != top));
        Self { flow, parent, enter, leave }
    }

    /// The closest other location that dominates this one.
    #[must_use]
    pub fn immediate(&self, loc: LocId) -> Option<LocId> {
        let parent = self.parent[self.flow.rank(loc)? as usize]?;
        Some(self.flow.order[parent as usize])
    }

    /// Whether `a` dominates `b`. Every location that a start (or an end) is connected to dominates itself.
    #[must_use]
    pub fn dominates(&self, a: LocId, b: LocId) -> bool {
        let (Some(a), Some(b)) = (self.flow.rank(a), self.flow.rank(b)) else { return false };
        let (a, b) = (a as usize, b as usize);
        self.enter[a] > 0
            && self.enter[b] > 0
            && self.enter[a] <= self.enter[b]
            && self.leave[b] <= self.leave[a]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use argand_cfa::testing::program;

    /// A diamond with a loop around it and a branch that never ends.
    const DIAMOND: &str = r"
cfa LP64
static int x
extern stop: void(void) = Abort
func f: void(void) {
  entry L20 exit L21
  L20 -> L21: x = 0
}
func main: void(void) {
  entry L0 exit L1
  L0 -> L2: noop
  L2 -> L3: [x < 1]
  L2 -> L4: ![x < 1]
  L3 -> L5: call f()
  L4 -> L5: x = 2
  L5 -> L6: noop
  L6 -> L2: [x < 9]
  L6 -> L7: ![x < 9]
  L7 -> L8: [x < 8]
  L7 -> L9: ![x < 8]
  L8 -> L8: noop
  L9 -> L10: [x < 7]
  L9 -> L1: ![x < 7]
  L10 -> L11: call stop()
  L11 -> halt: abort
  location L12
  L12 -> L13: noop
  L13 -> L14: noop
  L14 -> L15: noop
  L15 -> L16: noop
  L16 -> L17: noop
  L17 -> L18: noop
  L18 -> L19: noop
  L19 -> L12: noop
}
";

    fn l(n: u32) -> LocId {
        LocId::new(n)
    }

    #[test]
    fn a_function_is_ordered_from_its_entry_and_calls_are_jumped_over() {
        let program = program(DIAMOND);
        let flow = FlowGraph::of_function(&program, program.main);
        let order: Vec<u32> = flow.reverse_post_order().iter().map(|l| l.raw()).collect();
        assert_eq!(order, [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1]);
        assert_eq!(flow.successors(l(3)).collect::<Vec<_>>(), [l(5)]);
        assert_eq!(flow.rank(l(12)), None, "what nothing reaches has no rank");
    }

    #[test]
    fn the_whole_program_goes_through_calls() {
        let program = program(DIAMOND);
        let flow = FlowGraph::of_program(&program);
        assert_eq!(flow.reverse_post_order()[0], program.entry());
        assert_eq!(flow.successors(l(3)).collect::<Vec<_>>(), [l(20)]);
        assert_eq!(flow.successors(l(21)).collect::<Vec<_>>(), [l(5)]);
        let all = FlowGraph::of_functions(&program);
        assert!(all.rank(l(20)).is_some() && all.rank(program.halt).is_none());
    }

    #[test]
    fn dominators_of_a_diamond_meet_at_its_head() {
        let program = program(DIAMOND);
        let flow = FlowGraph::of_function(&program, program.main);
        let dom = flow.dominators();
        assert_eq!(dom.immediate(l(5)), Some(l(2)));
        assert_eq!(dom.immediate(l(0)), None);
        assert!(dom.dominates(l(2), l(9)) && dom.dominates(l(2), l(2)));
        assert!(!dom.dominates(l(3), l(5)) && !dom.dominates(l(5), l(2)) && !dom.dominates(l(12), l(12)));
    }

    #[test]
    fn post_dominators_know_ends_and_endless_loops() {
        let program = program(DIAMOND);
        let flow = FlowGraph::of_function(&program, program.main);
        let post = flow.post_dominators();
        assert_eq!(post.immediate(l(2)), Some(l(5)));
        assert_eq!(post.immediate(l(3)), Some(l(5)));
        assert_eq!(post.immediate(l(9)), None, "one branch halts and one returns");
        assert!(post.dominates(l(6), l(0)) && !post.dominates(l(1), l(0)));
        assert!(!post.dominates(l(8), l(8)), "nothing leads from the endless loop to an end");
    }
}
