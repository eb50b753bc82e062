//! In which order locations are best visited, and which loops they are in, as dense tables.

use crate::graph::FlowGraph;
use crate::wto::Wto;
use argand_cfa::{EdgeId, LocId, Op, Program};
use argand_support::{FxHashMap, IndexVec};
use std::collections::VecDeque;

/// Numbers that waitlists sort by.
#[derive(Clone, Debug)]
pub struct LocOrder {
    /// The position of each location in a reverse post-order of its function, over calls: a location comes
    /// before the locations that are reached through it, but for loops.
    pub reverse_post: IndexVec<LocId, u32>,
    /// How many loops each location is inside of.
    pub loop_depth: IndexVec<LocId, u32>,
}

impl LocOrder {
    /// Computes the numbers of every function.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let (graph, wto) = (FlowGraph::of_functions(program), Wto::of_functions(program));
        let locs = || program.locs.indices();
        Self {
            reverse_post: locs().map(|loc| graph.rank(loc).unwrap_or(u32::MAX)).collect(),
            loop_depth: locs().map(|loc| wto.depth(loc)).collect(),
        }
    }
}

/// The least number of edges from each location to one of the targets, through calls and returns whoever calls;
/// `u32::MAX` where there is no way.
#[must_use]
pub fn distances(program: &Program, targets: &[EdgeId]) -> IndexVec<LocId, u32> {
    let mut distances: IndexVec<LocId, u32> = program.locs.iter().map(|_| u32::MAX).collect();
    let mut waiting: VecDeque<LocId> = VecDeque::new();
    for &target in targets {
        let from = program.edges[target].from;
        if distances[from] != 0 {
            distances[from] = 0;
            waiting.push_back(from);
        }
    }
    while let Some(loc) = waiting.pop_front() {
        for &edge in &program.locs[loc].into {
            let edge = &program.edges[edge];
            if !matches!(edge.op, Op::Summary(_)) && distances[edge.from] == u32::MAX {
                distances[edge.from] = distances[loc] + 1;
                waiting.push_back(edge.from);
            }
        }
    }
    distances
}

/// The loops of all functions. Every cycle inside a function goes through a head.
#[derive(Clone, Debug)]
pub struct Loops {
    /// The head of the innermost loop around each location; heads are inside their own loop.
    innermost: IndexVec<LocId, Option<LocId>>,
    /// The head of the next loop around the loop of a head.
    outer: FxHashMap<LocId, LocId>,
}

impl Loops {
    /// Finds the loops of every function.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let wto = Wto::of_functions(program);
        let head = |id| wto.get(id).head;
        Self {
            innermost: program.locs.indices().map(|loc| wto.loop_of(loc).map(head)).collect(),
            outer: wto.loops().filter_map(|(_, l)| Some((l.head, head(l.parent?)))).collect(),
        }
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
}
