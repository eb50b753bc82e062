//! In which order locations are best visited.

use crate::graph::{Components, is_cyclic};
use argand_cfa::{LocId, Op, Program};
use argand_support::{Idx as _, IndexVec};

/// Numbers that waitlists sort by.
#[derive(Clone, Debug)]
pub struct LocOrder {
    /// The position of each location in a reverse post-order of its function, over calls: a location comes
    /// before the locations that are reached through it, but for loops.
    pub reverse_post: IndexVec<LocId, u32>,
    /// How many loops each location is inside of.
    pub loop_depth: IndexVec<LocId, u32>,
    /// The heads of all loops, sorted. Every cycle inside a function goes through one.
    pub loop_heads: Vec<LocId>,
}

/// The locations that follow inside the same function, calls jumped over.
fn successors(program: &Program, loc: LocId) -> impl DoubleEndedIterator<Item = LocId> + '_ {
    program.locs[loc].out.iter().map(|&e| &program.edges[e]).filter_map(|edge| match edge.op {
        Op::Call(_) | Op::Return(_) => None,
        _ => Some(edge.to),
    })
}

impl LocOrder {
    /// Computes the numbers of every function.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let reverse_post = reverse_post_order(program);
        let (loop_depth, loop_heads) = nested_loops(program, &reverse_post);
        Self { reverse_post, loop_depth, loop_heads }
    }
}

fn reverse_post_order(program: &Program) -> IndexVec<LocId, u32> {
    let mut order = IndexVec::filled(u32::MAX, program.locs.len());
    let mut seen = IndexVec::<LocId, bool>::filled(false, program.locs.len());
    for function in &program.functions {
        let Some(entry) = function.entry() else { continue };
        let mut finished = Vec::new();
        let mut work = vec![(entry, false)];
        while let Some((loc, done)) = work.pop() {
            if done {
                finished.push(loc);
            } else if !std::mem::replace(&mut seen[loc], true) {
                work.push((loc, true));
                // The first edge is pushed last, so that it is walked first and ends up later in the order.
                work.extend(successors(program, loc).rev().filter(|&to| !seen[to]).map(|to| (to, false)));
            }
        }
        for (position, &loc) in finished.iter().rev().enumerate() {
            order[loc] = u32::try_from(position).unwrap_or(u32::MAX);
        }
    }
    order
}

/// Finds the loops of every function by removing the head of each cycle and looking for cycles in the rest
/// (Bourdoncle 1993). Gives how many loops each location is inside of, and the heads.
fn nested_loops(program: &Program, order: &IndexVec<LocId, u32>) -> (IndexVec<LocId, u32>, Vec<LocId>) {
    let graph: Vec<Vec<usize>> = program
        .locs
        .indices()
        .map(|l| successors(program, l).map(argand_support::Idx::index).collect())
        .collect();
    let mut depth: IndexVec<LocId, u32> = IndexVec::filled(0, program.locs.len());
    // The number of the region a location is in. A region is what is left of a cycle without its head.
    let mut region = vec![0usize; graph.len()];
    let (mut regions, mut heads) = (1, Vec::new());
    let mut search = Components::new(graph.len());
    let mut work = vec![(0, (0..graph.len()).collect::<Vec<_>>())];
    while let Some((current, nodes)) = work.pop() {
        for mut component in search.find(&graph, &nodes, |n| region[n] == current) {
            if !is_cyclic(&graph, &component) {
                continue;
            }
            let head = component.iter().copied().min_by_key(|&n| (order[LocId::from_usize(n)], n));
            for &member in &component {
                depth[LocId::from_usize(member)] += 1;
                region[member] = regions;
            }
            if let Some(head) = head {
                heads.push(LocId::from_usize(head));
                region[head] = usize::MAX;
                component.retain(|&n| n != head);
            }
            work.push((regions, component));
            regions += 1;
        }
    }
    heads.sort_unstable();
    (depth, heads)
}
