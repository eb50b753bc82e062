//! Control dependence: which branches decide whether a step happens.
//!
//! A step depends on a branch if one way on from the branch always leads to the step and another may not: the frontier
//! of post-dominance (J. Ferrante, K. Ottenstein, J. Warren, "The program dependence graph and its use in optimization",
//! 1987; R. Cytron et al., 1991). Everything leads to one end: the exit of the function, a halt, and
//!
//! * **endless loops**, which get a way out of one of their locations, so that what is behind the branch that leads into
//!   them depends on that branch;
//! * **what may block** ([`Options::blocking`]): a single assume, and a call of a function that may not come back, are
//!   branches whose other way leads to the end, so that what follows depends on them.
//!
//! The start is a branch too, between the function and the end: what happens whenever the function runs depends on it
//! alone.

use super::Options;
use crate::callgraph::CallGraph;
use crate::digraph::{Digraph, Scratch};
use argand_cfa::{FuncId, LocId, Op, Program};
use argand_support::{FxHashMap, IndexVec};

/// The control dependences of a program.
#[derive(Clone, Debug)]
pub struct Control {
    /// The locations whose branches decide whether a location is reached.
    on: IndexVec<LocId, Box<[LocId]>>,
    /// The locations that depend on a branch.
    of: IndexVec<LocId, Vec<LocId>>,
    /// Whether a location is reached whenever its function is entered, as far as branches go.
    by_entry: IndexVec<LocId, bool>,
    entered: IndexVec<FuncId, Vec<LocId>>,
    /// The closest location that is passed on every way from a location to the end.
    post: IndexVec<LocId, Option<LocId>>,
    may_block: IndexVec<FuncId, bool>,
}

impl Control {
    /// The control dependences of all functions.
    #[must_use]
    pub fn new(program: &Program, calls: &CallGraph, options: &Options) -> Self {
        let locs = program.locs.len();
        let mut this = Self {
            on: IndexVec::filled(Box::default(), locs),
            of: IndexVec::filled(Vec::new(), locs),
            by_entry: IndexVec::filled(false, locs),
            entered: IndexVec::filled(Vec::new(), program.functions.len()),
            post: IndexVec::filled(None, locs),
            may_block: IndexVec::filled(false, program.functions.len()),
        };
        let mut members: IndexVec<FuncId, Vec<LocId>> = IndexVec::filled(Vec::new(), program.functions.len());
        for (id, loc) in program.locs.iter_enumerated() {
            if id != program.halt {
                members[loc.func].push(id);
            }
        }
        this.find_blocking(program, calls, &members);
        for func in program.functions.indices() {
            if let (Some(entry), Some(exit)) =
                (program.functions[func].entry(), program.functions[func].exit())
            {
                Body::new(program, &members[func], options, &this.may_block).solve(
                    func,
                    (entry, exit),
                    &mut this,
                );
            }
        }
        this
    }

    /// The branches that a location depends on.
    #[must_use]
    pub fn on(&self, loc: LocId) -> &[LocId] {
        &self.on[loc]
    }

    /// The locations that depend on a branch.
    #[must_use]
    pub fn of(&self, loc: LocId) -> &[LocId] {
        &self.of[loc]
    }

    /// Whether a location depends on its function being entered, and not on branches alone.
    #[must_use]
    pub fn is_by_entry(&self, loc: LocId) -> bool {
        self.by_entry[loc]
    }

    /// The locations of a function that depend on its being entered.
    #[must_use]
    pub fn entered(&self, func: FuncId) -> &[LocId] {
        &self.entered[func]
    }

    /// The closest location that every way from this one to the end passes; `None` if that is the end itself.
    #[must_use]
    pub fn post_dominator(&self, loc: LocId) -> Option<LocId> {
        self.post[loc]
    }

    /// Whether a function may not come back to its caller, other than by looping.
    #[must_use]
    pub fn may_block(&self, func: FuncId) -> bool {
        self.may_block[func]
    }

    /// Finds the functions with a way that does not lead to their exit: to a halt, an assume that fails, or into a loop
    /// that nothing leaves; or with a call of such a function.
    fn find_blocking(
        &mut self,
        program: &Program,
        calls: &CallGraph,
        members: &IndexVec<FuncId, Vec<LocId>>,
    ) {
        let mut work: Vec<FuncId> = Vec::new();
        for func in program.functions.indices() {
            let Some(exit) = program.functions[func].exit() else { continue };
            let own = members[func].iter().any(|&loc| {
                let out = &program.locs[loc].out;
                let single = out.len() == 1;
                out.iter().any(|&edge| match program.edges[edge].op {
                    Op::Halt(_) => true,
                    Op::Assume { .. } => single,
                    _ => false,
                })
            });
            if own || !all_lead_to(program, &members[func], exit) {
                self.may_block[func] = true;
                work.push(func);
            }
        }
        while let Some(func) = work.pop() {
            for &caller in calls.callers(func) {
                if !std::mem::replace(&mut self.may_block[caller], true) {
                    work.push(caller);
                }
            }
        }
    }
}

/// Where an edge leads inside its function; `None` for those that leave it.
pub(crate) fn inside(program: &Program, edge: argand_cfa::EdgeId) -> Option<LocId> {
    let edge = &program.edges[edge];
    (!matches!(edge.op, Op::Call(_) | Op::Return(_) | Op::Halt(_))).then_some(edge.to)
}

/// Whether every location has a way to the exit.
fn all_lead_to(program: &Program, members: &[LocId], exit: LocId) -> bool {
    let mut seen: FxHashMap<LocId, ()> = FxHashMap::default();
    let mut work = vec![exit];
    seen.insert(exit, ());
    while let Some(loc) = work.pop() {
        for &edge in &program.locs[loc].into {
            if inside(program, edge).is_some() && seen.insert(program.edges[edge].from, ()).is_none() {
                work.push(program.edges[edge].from);
            }
        }
    }
    members.len() == members.iter().filter(|&loc| seen.contains_key(loc)).count()
}

/// One function as a graph with a start and an end.
struct Body<'a> {
    members: &'a [LocId],
    number: FxHashMap<LocId, u32>,
    edges: Vec<(u32, u32)>,
    start: u32,
    end: u32,
}

impl<'a> Body<'a> {
    fn new(
        program: &Program,
        members: &'a [LocId],
        options: &Options,
        may_block: &IndexVec<FuncId, bool>,
    ) -> Self {
        let number: FxHashMap<LocId, u32> = members.iter().zip(0..).map(|(&loc, at)| (loc, at)).collect();
        let (start, end) = (members.len() as u32, members.len() as u32 + 1);
        let mut edges = Vec::new();
        for (&loc, at) in members.iter().zip(0u32..) {
            let out = &program.locs[loc].out;
            for &edge in out {
                match &program.edges[edge].op {
                    Op::Call(_) | Op::Return(_) => continue,
                    Op::Halt(_) => edges.push((at, end)),
                    op => {
                        edges.push((at, number[&program.edges[edge].to]));
                        let blocks = match op {
                            Op::Assume { .. } => out.len() == 1,
                            Op::Summary(site) => may_block[program.call_sites[*site].callee],
                            _ => false,
                        };
                        if blocks && options.blocking {
                            edges.push((at, end));
                        }
                    }
                }
            }
        }
        Self { members, number, edges, start, end }
    }

    fn solve(mut self, func: FuncId, (entry, exit): (LocId, LocId), out: &mut Control) {
        let (start, end) = (self.start, self.end);
        self.edges.extend([(self.number[&exit], end), (start, self.number[&entry]), (start, end)]);
        self.leave_endless_loops();
        let nodes = self.members.len() + 2;
        let graph = Digraph::new(nodes, &self.edges);
        let post = graph.reversed().dominators(end);
        let loc = |node: u32| self.members[node as usize];
        let mut on: Vec<Vec<u32>> = vec![Vec::new(); nodes];
        for branch in 0..nodes as u32 {
            let ways = graph.successors(branch);
            if ways.len() < 2 {
                continue;
            }
            for &way in ways {
                let mut at = way;
                while Some(at) != post[branch as usize] && at != end {
                    let known = &mut on[at as usize];
                    if known.last() != Some(&branch) {
                        known.push(branch);
                    }
                    match post[at as usize] {
                        Some(next) => at = next,
                        None => break,
                    }
                }
            }
        }
        for (node, branches) in on.iter().enumerate().take(self.members.len()) {
            let here = self.members[node];
            out.by_entry[here] = branches.contains(&start);
            if out.by_entry[here] {
                out.entered[func].push(here);
            }
            let branches: Box<[LocId]> = branches.iter().filter(|&&b| b != start).map(|&b| loc(b)).collect();
            branches.iter().for_each(|&branch| out.of[branch].push(here));
            out.on[here] = branches;
            out.post[here] = post[node].filter(|&p| p < start).map(loc);
        }
    }

    /// Gives every group of locations that nothing leaves a way to the end.
    fn leave_endless_loops(&mut self) {
        let nodes = self.members.len() + 2;
        let back = Digraph::new(nodes, &self.edges).reversed();
        let mut ends = vec![false; nodes];
        for node in back.reverse_post_order(&[self.end]) {
            ends[node as usize] = true;
        }
        let stuck: Vec<u32> = (0..self.start).filter(|&node| !ends[node as usize]).collect();
        if stuck.is_empty() {
            return;
        }
        let graph = Digraph::new(nodes, &self.edges);
        let regions: Vec<u32> = ends.iter().map(|&ends| u32::from(ends)).collect();
        let groups = graph.components(&stuck, &regions, 0, &mut Scratch::new(nodes));
        for group in groups {
            let leaves = |&node: &u32| graph.successors(node).iter().any(|next| !group.contains(next));
            if !group.iter().any(leaves) {
                self.edges.push((group[0], self.end));
            }
        }
    }
}
