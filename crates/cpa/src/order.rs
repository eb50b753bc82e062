//! In which order locations are best visited.

use crate::graph::{Components, is_cyclic};
use argand_cfa::{LocId, Op, Program};
use argand_support::{FxHashMap, Idx as _, IndexVec};

/// Numbers that waitlists sort by.
#[derive(Clone, Debug)]
pub struct LocOrder {
    /// The position of each location in a reverse post-order of its function, over calls: a location comes
    /// before the locations that are reached through it, but for loops.
    pub reverse_post: IndexVec<LocId, u32>,
    /// How many loops each location is inside of.
    pub loop_depth: IndexVec<LocId, u32>,
}

/// The loops of a program. Every cycle inside a function goes through a head.
#[derive(Clone, Debug)]
pub struct Loops {
    /// The head of the innermost loop around each location; heads are inside their own loop.
    innermost: IndexVec<LocId, Option<LocId>>,
    /// The head of the next loop around the loop of a head.
    outer: FxHashMap<LocId, LocId>,
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
        let loops = Loops::in_order(program, &reverse_post);
        let depth = |loc| u32::try_from(loops.around(loc).count()).unwrap_or(u32::MAX);
        Self { loop_depth: program.locs.indices().map(depth).collect(), reverse_post }
    }
}

impl Loops {
    /// Finds the loops of every function.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        Self::in_order(program, &reverse_post_order(program))
    }

    /// Whether a location is the head of a loop.
    #[must_use]
    pub fn is_head(&self, loc: LocId) -> bool {
        self.innermost[loc] == Some(loc)
    }

    /// The heads of all loops that a location is inside of, the innermost first.
    pub fn around(&self, loc: LocId) -> impl Iterator<Item = LocId> + '_ {
        std::iter::successors(self.innermost[loc], |head| self.outer.get(head).copied())
    }

    /// Whether a location is inside the loop of a head.
    #[must_use]
    pub fn contains(&self, head: LocId, loc: LocId) -> bool {
        self.around(loc).any(|h| h == head)
    }

    /// Removes the head of each cycle and looks for cycles in the rest (Bourdoncle 1993,
    /// doi:10.1007/BFb0039704). The head is the location that comes first in the order.
    fn in_order(program: &Program, order: &IndexVec<LocId, u32>) -> Self {
        let graph: Vec<Vec<usize>> = program
            .locs
            .indices()
            .map(|l| successors(program, l).map(argand_support::Idx::index).collect())
            .collect();
        let mut innermost = IndexVec::filled(None, program.locs.len());
        let mut outer = FxHashMap::default();
        // The region a location is in: what is left of a cycle without its head.
        let mut region = vec![0usize; graph.len()];
        let mut regions = 1;
        let mut search = Components::new(graph.len());
        let mut work = vec![(0, None, (0..graph.len()).collect::<Vec<_>>())];
        while let Some((current, around, nodes)) = work.pop() {
            for mut component in search.find(&graph, &nodes, |n| region[n] == current) {
                if !is_cyclic(&graph, &component) {
                    continue;
                }
                let first = component.iter().copied().min_by_key(|&n| (order[LocId::from_usize(n)], n));
                let Some(first) = first else { continue };
                let head = LocId::from_usize(first);
                for &member in &component {
                    innermost[LocId::from_usize(member)] = Some(head);
                    region[member] = regions;
                }
                if let Some(around) = around {
                    outer.insert(head, around);
                }
                region[first] = usize::MAX;
                component.retain(|&n| n != first);
                work.push((regions, Some(head), component));
                regions += 1;
            }
        }
        Self { innermost, outer }
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
