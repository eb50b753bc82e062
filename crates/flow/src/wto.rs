//! Loops and the weak topological order.
//!
//! A weak topological order is a nested list of locations in which every edge leads forward, or back to
//! the head of a list it lies in: the heads are the loop heads, the lists are the loops, and an analysis
//! that iterates list by list stabilises inner loops first. It exists for every graph: where a loop has
//! several entries, the one that is reached first is its head, and the loop is marked as irreducible.
//!
//! F. Bourdoncle, "Efficient chaotic iteration strategies with widenings", 1993
//! (<https://doi.org/10.1007/BFb0039704>). The decomposition takes time proportional to the number of edges
//! times the nesting depth.

use crate::digraph::{Digraph, Scratch};
use crate::graph::FlowGraph;
use argand_cfa::loops::LoopNest;
use argand_cfa::{EdgeId, FuncId, LocId, Op, Program};
use argand_support::{FxHashMap, IndexVec, define_index};
use std::fmt;
use std::ops::Range;

define_index! {
    /// A loop of a [`Wto`].
    pub struct LoopId, "loop";
}

/// A loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The location that every iteration passes.
    pub head: LocId,
    /// The loop around it.
    pub parent: Option<LoopId>,
    /// How many loops it lies in, itself included.
    pub depth: u32,
    /// Where its locations stand in the order; the head is the first of them.
    pub range: Range<usize>,
    /// Whether it can be entered elsewhere than at its head.
    pub irreducible: bool,
}

/// A weak topological order.
#[derive(Clone, Debug)]
pub struct Wto {
    order: Vec<LocId>,
    position: FxHashMap<LocId, u32>,
    loops: IndexVec<LoopId, Loop>,
    /// The innermost loop of each position.
    innermost: Vec<Option<LoopId>>,
    through_calls: bool,
}

impl Wto {
    /// The order of one function, calls jumped over.
    #[must_use]
    pub fn of_function(program: &Program, func: FuncId) -> Self {
        Self::of_graph(&FlowGraph::of_function(program, func), false)
    }

    /// The order of all functions side by side: the loops that the source has, without those that calls
    /// make. Recursion is the business of the [call graph](crate::callgraph).
    #[must_use]
    pub fn of_functions(program: &Program) -> Self {
        Self::of_graph(&FlowGraph::of_functions(program), false)
    }

    /// The order of the whole program through calls and returns. A function that is called from two places
    /// closes cycles that no run goes through, and these are loops here.
    #[must_use]
    pub fn of_program(program: &Program) -> Self {
        Self::of_graph(&FlowGraph::of_program(program), true)
    }

    fn of_graph(flow: &FlowGraph, through_calls: bool) -> Self {
        let plan = decompose(flow.digraph(), flow.starts());
        let locs = flow.reverse_post_order();
        let order: Vec<LocId> = plan.order.iter().map(|&n| locs[n as usize]).collect();
        let loops = plan.loops.into_iter().map(|l| Loop {
            head: order[l.range.start],
            parent: l.parent.map(LoopId::new),
            depth: l.depth,
            range: l.range,
            irreducible: l.irreducible,
        });
        Self {
            position: order.iter().zip(0..).map(|(&loc, at)| (loc, at)).collect(),
            loops: loops.collect(),
            innermost: plan.innermost.into_iter().map(|l| l.map(LoopId::new)).collect(),
            order,
            through_calls,
        }
    }

    /// The locations in the order.
    #[must_use]
    pub fn order(&self) -> &[LocId] {
        &self.order
    }

    /// The position of a location in the order; `None` if the start does not reach it.
    #[must_use]
    pub fn position(&self, loc: LocId) -> Option<usize> {
        self.position.get(&loc).map(|&p| p as usize)
    }

    /// Every loop with its id, outer loops before the loops in them.
    pub fn loops(&self) -> impl ExactSizeIterator<Item = (LoopId, &Loop)> + '_ {
        self.loops.iter_enumerated()
    }

    /// A loop.
    #[must_use]
    pub fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id]
    }

    /// The innermost loop that a location lies in. A loop head lies in its own loop.
    #[must_use]
    pub fn loop_of(&self, loc: LocId) -> Option<LoopId> {
        self.innermost[self.position(loc)?]
    }

    /// The loop that a location is the head of.
    #[must_use]
    pub fn loop_at(&self, loc: LocId) -> Option<LoopId> {
        self.loop_of(loc).filter(|&id| self.loops[id].head == loc)
    }

    /// Whether a location is a loop head.
    #[must_use]
    pub fn is_head(&self, loc: LocId) -> bool {
        self.loop_at(loc).is_some()
    }

    /// How many loops a location lies in.
    #[must_use]
    pub fn depth(&self, loc: LocId) -> u32 {
        self.loop_of(loc).map_or(0, |id| self.loops[id].depth)
    }

    /// Whether a location lies in a loop, directly or in an inner one.
    #[must_use]
    pub fn contains(&self, id: LoopId, loc: LocId) -> bool {
        self.position(loc).is_some_and(|p| self.loops[id].range.contains(&p))
    }

    /// The locations of a loop, inner loops included.
    #[must_use]
    pub fn locations(&self, id: LoopId) -> &[LocId] {
        &self.order[self.loops[id].range.clone()]
    }

    /// A loop and those around it, from the inside out.
    pub fn enclosing(&self, id: Option<LoopId>) -> impl Iterator<Item = LoopId> + '_ {
        std::iter::successors(id, |&id| self.loops[id].parent)
    }

    /// The edges that lead out of a loop.
    pub fn exits<'a>(&'a self, program: &'a Program, id: LoopId) -> impl Iterator<Item = EdgeId> + 'a {
        let edges = self.locations(id).iter().flat_map(|&loc| program.locs[loc].out.iter().copied());
        edges.filter(move |&edge| {
            let edge = &program.edges[edge];
            let followed = match edge.op {
                Op::Summary(_) => !self.through_calls,
                Op::Call(_) | Op::Return(_) => self.through_calls,
                _ => true,
            };
            followed && !self.contains(id, edge.to)
        })
    }
}

/// The nested list, loops in parentheses.
impl fmt::Display for Wto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut open: Vec<usize> = Vec::new();
        for (at, &loc) in self.order.iter().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            if let Some(id) = self.loop_at(loc) {
                f.write_str("(")?;
                open.push(self.loops[id].range.end);
            }
            write!(f, "{loc}")?;
            while open.last() == Some(&(at + 1)) {
                open.pop();
                f.write_str(")")?;
            }
        }
        Ok(())
    }
}

/// The order of a graph of plain numbers.
struct Plan {
    order: Vec<u32>,
    loops: Vec<PlanLoop>,
    innermost: Vec<Option<u32>>,
}

struct PlanLoop {
    parent: Option<u32>,
    depth: u32,
    range: Range<usize>,
    irreducible: bool,
}

/// What is still to be written into the order.
enum Step {
    /// A strongly connected component; its first node was reached first.
    Component(Vec<u32>, Option<u32>),
    /// The end of a loop.
    Close(u32),
}

/// The region of nodes that are in the order already.
const PLACED: u32 = u32::MAX;

/// Splits the graph into strongly connected components, takes the first node of each as head, and splits
/// what is left of the component without it, until nothing is left.
fn decompose(graph: &Digraph, starts: &[u32]) -> Plan {
    let mut plan = Plan { order: Vec::new(), loops: Vec::new(), innermost: Vec::new() };
    let mut regions = vec![0; graph.len()];
    let mut scratch = Scratch::new(graph.len());
    let mut steps = Vec::new();
    let push = |found: Vec<Vec<u32>>, parent: Option<u32>, steps: &mut Vec<Step>| {
        steps.extend(found.into_iter().rev().map(|nodes| Step::Component(nodes, parent)));
    };
    push(graph.components(starts, &regions, 0, &mut scratch), None, &mut steps);
    while let Some(step) = steps.pop() {
        let (nodes, parent) = match step {
            Step::Component(nodes, parent) => (nodes, parent),
            Step::Close(id) => {
                plan.loops[id as usize].range.end = plan.order.len();
                continue;
            }
        };
        let Some((&head, rest)) = nodes.split_first() else { continue };
        let start = plan.order.len();
        plan.order.push(head);
        regions[head as usize] = PLACED;
        if rest.is_empty() && !graph.successors(head).contains(&head) {
            plan.innermost.push(parent);
            continue;
        }
        let id = plan.loops.len() as u32;
        let depth = parent.map_or(0, |p| plan.loops[p as usize].depth) + 1;
        plan.loops.push(PlanLoop { parent, depth, range: start..start, irreducible: false });
        plan.innermost.push(Some(id));
        // Regions are never reused: the count of loops is a new number for the inside of this one.
        rest.iter().for_each(|&n| regions[n as usize] = id + 1);
        steps.push(Step::Close(id));
        let inside = graph.components(graph.successors(head), &regions, id + 1, &mut scratch);
        push(inside, Some(id), &mut steps);
    }
    mark_irreducible(graph, &mut plan);
    plan
}

/// Marks the loops that an edge from outside enters beside the head.
fn mark_irreducible(graph: &Digraph, plan: &mut Plan) {
    let mut position = vec![0; graph.len()];
    for (at, &node) in plan.order.iter().enumerate() {
        position[node as usize] = at;
    }
    for (at, &node) in plan.order.iter().enumerate() {
        for &next in graph.successors(node) {
            let to = position[next as usize];
            let mut around = plan.innermost[to];
            while let Some(id) = around {
                let l = &mut plan.loops[id as usize];
                if l.range.contains(&at) {
                    break;
                }
                l.irreducible |= to != l.range.start;
                around = l.parent;
            }
        }
    }
}

impl LoopNest for Wto {
    fn is_head(&self, loc: LocId) -> bool {
        Self::is_head(self, loc)
    }

    fn depth(&self, loc: LocId) -> u32 {
        Self::depth(self, loc)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use argand_cfa::testing::program;
    use proptest::prelude::*;

    /// The example of Bourdoncle's paper, figure 1.
    const PAPER: &str = r"
cfa LP64
static int x
func main: void(void) {
  entry L0 exit L1
  L0 -> L2: noop
  L2 -> L3: [x < 1]
  L2 -> L8: ![x < 1]
  L3 -> L4: noop
  L4 -> L5: [x < 2]
  L4 -> L7: ![x < 2]
  L5 -> L6: noop
  L6 -> L5: [x < 3]
  L6 -> L7: ![x < 3]
  L7 -> L3: [x < 4]
  L7 -> L8: ![x < 4]
  L8 -> L1: noop
}
";

    #[test]
    fn the_example_of_the_paper_nests_two_loops() {
        let program = program(PAPER);
        let wto = Wto::of_function(&program, program.main);
        assert_eq!(wto.to_string(), "L0 L2 (L3 L4 (L5 L6) L7) L8 L1");
        let l = LocId::new;
        assert!(wto.is_head(l(3)) && wto.is_head(l(5)) && !wto.is_head(l(4)));
        assert_eq!([2, 4, 6, 8].map(|n| wto.depth(l(n))), [0, 1, 2, 0]);
        let (outer, inner) = (wto.loop_at(l(3)).unwrap(), wto.loop_of(l(6)).unwrap());
        assert_eq!(wto.get(inner).parent, Some(outer));
        assert!(wto.contains(outer, l(6)) && !wto.contains(inner, l(7)));
        assert_eq!(wto.enclosing(Some(inner)).collect::<Vec<_>>(), [inner, outer]);
        assert!(wto.loops().all(|(_, l)| !l.irreducible));
        let exits: Vec<String> = wto.exits(&program, inner).map(|e| program.op_text(e)).collect();
        assert_eq!(exits, ["[!(x < 3)]"]);
    }

    #[test]
    fn a_loop_with_two_entries_is_irreducible_and_still_has_one_head() {
        let program = program(
            "cfa LP64\nstatic int x\nfunc main: void(void) {\nentry L0 exit L1\nL0 -> L2: [x < 1]\n\
             L0 -> L3: ![x < 1]\nL2 -> L3: noop\nL3 -> L2: [x < 2]\nL3 -> L1: ![x < 2]\n}",
        );
        let wto = Wto::of_function(&program, program.main);
        assert_eq!(wto.loops().len(), 1);
        assert!(wto.loops().all(|(_, l)| l.irreducible));
    }

    #[test]
    fn a_location_with_an_edge_to_itself_is_a_loop() {
        let program =
            program("cfa LP64\nfunc main: void(void) {\nentry L0 exit L1\nL0 -> L2: noop\nL2 -> L2: noop\n}");
        let wto = Wto::of_function(&program, program.main);
        assert_eq!(wto.to_string(), "L0 (L2)");
        assert_eq!(wto.exits(&program, LoopId::new(0)).count(), 0);
    }

    #[test]
    fn loops_of_functions_are_kept_apart_from_those_that_calls_make() {
        let program = program(
            "cfa LP64\nfunc f: void(void) {\nentry L0 exit L1\nL0 -> L1: noop\n}\nfunc main: void(void) {\n\
             entry L2 exit L3\nL2 -> L4: call f()\nL4 -> L3: call f()\n}",
        );
        assert_eq!(Wto::of_functions(&program).loops().len(), 0);
        let whole = Wto::of_program(&program);
        assert!(whole.is_head(LocId::new(0)), "{whole}");
    }

    fn positions(plan: &Plan, nodes: usize) -> Vec<Option<usize>> {
        let mut at = vec![None; nodes];
        plan.order.iter().enumerate().for_each(|(i, &n)| at[n as usize] = Some(i));
        at
    }

    proptest! {
        #[test]
        fn every_edge_leads_forward_or_to_the_head_of_a_loop_around_it(
            edges in prop::collection::vec((0..16u32, 0..16u32), 0..48),
        ) {
            let graph = Digraph::new(16, &edges);
            let plan = decompose(&graph, &[0]);
            let at = positions(&plan, 16);
            let mut reached = graph.reverse_post_order(&[0]);
            let mut listed = plan.order.clone();
            reached.sort_unstable();
            listed.sort_unstable();
            prop_assert_eq!(reached, listed, "exactly what is reached, once");
            for (from, to) in edges {
                let (Some(from), Some(to)) = (at[from as usize], at[to as usize]) else { continue };
                let forward = from < to;
                let back = plan.loops.iter().any(|l| l.range.start == to && l.range.contains(&from));
                prop_assert!(forward || back, "{from} -> {to}");
            }
            for (i, inner) in plan.loops.iter().enumerate() {
                let parent = inner.parent.map(|p| &plan.loops[p as usize]);
                prop_assert!(parent.is_none_or(|p| p.range.start < inner.range.start && inner.range.end <= p.range.end));
                prop_assert_eq!(plan.innermost[inner.range.start], Some(i as u32));
            }
        }
    }

    #[test]
    fn a_long_function_costs_no_stack() {
        let n = 100_000u32;
        let edges: Vec<_> = (1..n).map(|i| (i - 1, i)).chain([(n - 1, 1)]).collect();
        let plan = decompose(&Digraph::new(n as usize, &edges), &[0]);
        assert_eq!((plan.order.len(), plan.loops.len()), (n as usize, 1));
    }
}
