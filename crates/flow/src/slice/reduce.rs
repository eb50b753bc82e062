//! A program of a slice: the pass that leaves out what does not matter.
//!
//! Edges keep their numbers, and those of the slice are what they were. What is outside does nothing: a location whose
//! step is not in the slice has one no-op, which leads straight to where all ways from there come together again or the
//! next step of the slice is. Branches outside need no decision: a slice is closed under control dependence, so that no
//! step of the slice is on one way and not on the other. Calls outside enter nothing. What a location does not need any
//! more hangs on a location of its own that nothing leads to.
//!
//! Ends of the program stay where they are. Arguments that nobody needs are zero: computing them might go wrong, because
//! what they are made of may be gone.

use super::Slice;
use crate::dependence::Dependences;
use crate::dependence::cells::is_plain_input;
use crate::dependence::control::inside;
use argand_cfa::{CallSiteId, EdgeId, ExprId, ExprKind, HaltKind, LocId, Op, Program};
use argand_support::IndexVec;

/// A program that was reduced.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// The program.
    pub program: Program,
    /// How many edges it had that did something, and how many it has.
    pub edges: (usize, usize),
}

/// The program of a slice.
#[must_use]
pub fn reduce(graph: &Dependences<'_>, slice: &Slice) -> Reduction {
    let program = graph.program;
    let mut pass = Pass { program, graph, slice, distance: distances(program), reduced: program.clone() };
    for loc in program.locs.indices() {
        pass.location(loc);
    }
    pass.clear_arguments();
    pass.forget_calls();
    pass.link();
    let does = |program: &Program| program.edges.iter().filter(|edge| !matches!(edge.op, Op::Noop)).count();
    let edges = (does(program), does(&pass.reduced));
    Reduction { program: pass.reduced, edges }
}

struct Pass<'a> {
    program: &'a Program,
    graph: &'a Dependences<'a>,
    slice: &'a Slice,
    /// How many steps it is from a location to the exit of its function, or to the end of the program.
    distance: IndexVec<LocId, u32>,
    reduced: Program,
}

impl Pass<'_> {
    fn location(&mut self, loc: LocId) {
        let program = self.program;
        let function = &program.functions[program.locs[loc].func];
        let out = &program.locs[loc].out;
        let halts = out.iter().any(|&edge| matches!(program.edges[edge].op, Op::Halt(_)));
        if function.exit() == Some(loc) || out.is_empty() || halts || self.slice.has_step(loc) {
            return;
        }
        let next = self.next(loc);
        let mut first = true;
        for &edge in out {
            // The one that stays inside the function stays here.
            let stays = inside(program, edge).is_some();
            if stays && std::mem::replace(&mut first, false) {
                let to = next.unwrap_or(program.edges[edge].to);
                self.make_noop(edge, loc, to);
            } else {
                self.hang_aside(edge, loc);
            }
        }
        if let Some(site) = out.iter().find_map(|&edge| called(program, edge)) {
            let back = program.functions[program.call_sites[site].callee].exit().into_iter();
            let returns = back.flat_map(|exit| &program.locs[exit].out);
            for &edge in returns.filter(|&&edge| program.edges[edge].op == Op::Return(site)) {
                self.hang_aside(edge, loc);
            }
        }
    }

    fn make_noop(&mut self, edge: EdgeId, from: LocId, to: LocId) {
        let edge = &mut self.reduced.edges[edge];
        (edge.from, edge.to, edge.op, edge.branch) = (from, to, Op::Noop, None);
    }

    /// Takes an edge away from where it was.
    fn hang_aside(&mut self, edge: EdgeId, loc: LocId) {
        let func = self.program.locs[loc].func;
        let aside = self.reduced.add_loc(func);
        self.make_noop(edge, aside, loc);
    }

    /// Where the program goes on from a location whose step is not in the slice; `None` if that is where its edge leads.
    fn next(&self, loc: LocId) -> Option<LocId> {
        let program = self.program;
        let exit = program.functions[program.locs[loc].func].exit();
        let ends = |at: LocId| {
            let mut out = program.locs[at].out.iter();
            Some(at) == exit || out.any(|&edge| matches!(program.edges[edge].op, Op::Halt(_)))
        };
        let mut at = loc;
        while let Some(next) = self.graph.control.post_dominator(at) {
            if self.slice.has_step(next) || ends(next) {
                return Some(next);
            }
            at = next;
        }
        // Nothing of the slice follows in this function: the shortest way out is as good as any.
        let ways = program.locs[loc].out.iter().filter_map(|&edge| inside(program, edge));
        ways.min_by_key(|&to| self.distance[to])
    }

    /// Something that can always be computed, in place of a scalar that nobody needs.
    fn nothing(&mut self, instead_of: ExprId) -> ExprId {
        let ty = self.program.expr(instead_of).ty;
        let types = &self.program.types;
        if !types.is_scalar(ty) {
            return instead_of;
        }
        let kind = if types.is_float(ty) { ExprKind::Float(0) } else { ExprKind::Int(0) };
        self.reduced.pool.expr(kind, ty)
    }

    /// Makes what nobody needs zero: arguments of calls in the slice, and the exit code where it does not matter.
    fn clear_arguments(&mut self) {
        let program = self.program;
        for (id, site) in program.call_sites.iter_enumerated() {
            for (number, &arg) in site.args.iter().enumerate() {
                if !self.slice.needs_argument(id, number) {
                    self.reduced.call_sites[id].args[number] = self.nothing(arg);
                }
            }
        }
        for (id, edge) in program.edges.iter_enumerated() {
            if let Op::Extern(call) = edge.op
                && !self.graph.options.arguments_of_inputs
                && is_plain_input(program.extern_model(call))
                && self.slice.has_step(edge.from)
            {
                for (number, &arg) in program.extern_calls[call].args.iter().enumerate() {
                    self.reduced.extern_calls[call].args[number] = self.nothing(arg);
                }
            }
            if let Op::Halt(HaltKind::Exit(code)) = edge.op
                && !self.slice.has_step(edge.from)
            {
                let zero = self.nothing(code);
                self.reduced.edges[id].op = Op::Halt(HaltKind::Exit(zero));
            }
        }
    }

    /// Leaves out the calls that are gone.
    fn forget_calls(&mut self) {
        let mut number: IndexVec<CallSiteId, Option<CallSiteId>> =
            IndexVec::filled(None, self.program.call_sites.len());
        let mut kept = IndexVec::new();
        let all = std::mem::take(&mut self.reduced.call_sites);
        for (id, site) in all.iter_enumerated() {
            if self.slice.has_step(site.call) {
                number[id] = Some(kept.push(site.clone()));
            }
        }
        self.reduced.call_sites = kept;
        for edge in self.reduced.edges.indices() {
            let op = &mut self.reduced.edges[edge].op;
            if let Op::Call(site) | Op::Return(site) | Op::Summary(site) = op
                && let Some(new) = number[*site]
            {
                *site = new;
            }
        }
    }

    /// Makes the lists of edges at locations anew.
    fn link(&mut self) {
        for loc in self.reduced.locs.indices() {
            self.reduced.locs[loc].out.clear();
            self.reduced.locs[loc].into.clear();
        }
        for edge in self.reduced.edges.indices() {
            let (from, to) = (self.reduced.edges[edge].from, self.reduced.edges[edge].to);
            self.reduced.locs[from].out.push(edge);
            self.reduced.locs[to].into.push(edge);
        }
    }
}

fn called(program: &Program, edge: EdgeId) -> Option<CallSiteId> {
    match program.edges[edge].op {
        Op::Call(site) => Some(site),
        _ => None,
    }
}

/// The number of steps from each location to the exit of its function, or to the end of the program where the exit is
/// out of reach.
fn distances(program: &Program) -> IndexVec<LocId, u32> {
    let mut distance = IndexVec::filled(u32::MAX, program.locs.len());
    let halting = program.locs[program.halt].into.iter().map(|&edge| program.edges[edge].from);
    let exits = program.functions.iter().filter_map(argand_cfa::Function::exit);
    // Halts only count where no exit does.
    let far = u32::try_from(program.locs.len()).unwrap_or(u32::MAX / 2);
    for (starts, base) in [(exits.collect::<Vec<_>>(), 0), (halting.collect(), far)] {
        let mut work: std::collections::VecDeque<LocId> = std::collections::VecDeque::new();
        for start in starts {
            if distance[start] == u32::MAX {
                distance[start] = base;
                work.push_back(start);
            }
        }
        while let Some(loc) = work.pop_front() {
            for &edge in &program.locs[loc].into {
                let from = program.edges[edge].from;
                if inside(program, edge).is_some() && distance[from] == u32::MAX {
                    distance[from] = distance[loc] + 1;
                    work.push_back(from);
                }
            }
        }
    }
    distance
}
