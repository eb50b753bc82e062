//! The place where a lowering stands in the automaton it builds.
//!
//! A [`Cursor`] is either a location, or a set of edges whose targets are not known yet, or nothing at all
//! when control cannot get here. Edges stay open until the next operation needs a location or a jump says
//! where they lead, so that branches join and loops close without edges that do nothing.

use argand_cfa::{Body, BranchRef, CallSite, Edge, EdgeId, ExprId, FuncId, LocId, Op, Program, VarId};
use argand_support::Span;
use smallvec::{SmallVec, smallvec};

/// The place where control stands.
#[derive(Default)]
pub struct Cursor {
    at: Option<LocId>,
    open: SmallVec<[EdgeId; 2]>,
}

impl Cursor {
    /// At a location.
    pub fn at(loc: LocId) -> Self {
        Self { at: Some(loc), open: SmallVec::new() }
    }

    /// Whether control cannot get here.
    pub fn is_dead(&self) -> bool {
        self.at.is_none() && self.open.is_empty()
    }

    /// The same place, leaving nothing behind.
    pub fn take(&mut self) -> Self {
        std::mem::take(self)
    }

    /// Whether control stands at a location, which others may lead to.
    pub const fn is_pinned(&self) -> bool {
        self.at.is_some()
    }

    /// Whether control stands at this location.
    pub fn is_at(&self, loc: LocId) -> bool {
        self.at == Some(loc)
    }

    /// The location control stands at, made if need be.
    pub fn here(&mut self, program: &mut Program, func: FuncId) -> Option<LocId> {
        if self.at.is_none() && !self.open.is_empty() {
            let loc = program.add_loc(func);
            for edge in self.open.drain(..) {
                close(program, edge, loc);
            }
            self.at = Some(loc);
        }
        self.at
    }

    /// Moves on over a new edge. Nothing happens where control cannot get.
    pub fn emit(&mut self, program: &mut Program, func: FuncId, op: Op, span: Span) {
        if let Some(from) = self.here(program, func) {
            let edge = open(program, from, op, span, None);
            *self = Self { at: None, open: smallvec![edge] };
        }
    }

    /// Splits on a condition: where it is nonzero, and where it is zero.
    pub fn split(
        &mut self,
        program: &mut Program,
        func: FuncId,
        cond: ExprId,
        branches: [Option<BranchRef>; 2],
        span: Span,
    ) -> (Self, Self) {
        let Some(from) = self.take().here(program, func) else { return Default::default() };
        let mut side = |truth: bool, branch| {
            let edge = open(program, from, Op::Assume { cond, truth }, span, branch);
            Self { at: None, open: smallvec![edge] }
        };
        (side(true, branches[0]), side(false, branches[1]))
    }

    /// Goes on only where a condition has the given truth; other paths end here.
    pub fn assume(
        &mut self,
        program: &mut Program,
        func: FuncId,
        (cond, truth): (ExprId, bool),
        branch: BranchRef,
        span: Span,
    ) {
        if let Some(from) = self.here(program, func) {
            let edge = open(program, from, Op::Assume { cond, truth }, span, Some(branch));
            *self = Self { at: None, open: smallvec![edge] };
        }
    }

    /// Control comes from here or from there.
    pub fn join(&mut self, program: &mut Program, mut other: Self) {
        if other.is_dead() {
            return;
        }
        if self.is_dead() {
            *self = other;
            return;
        }
        self.unpin(program);
        other.unpin(program);
        self.open.append(&mut other.open);
    }

    fn unpin(&mut self, program: &mut Program) {
        if let Some(loc) = self.at.take() {
            self.open.push(open(program, loc, Op::Noop, Span::NONE, None));
        }
    }

    /// Leads to a location that exists.
    pub fn lead_to(mut self, program: &mut Program, loc: LocId) {
        self.unpin(program);
        for edge in self.open {
            close(program, edge, loc);
        }
    }

    /// Calls a function that has a body.
    pub fn call(
        &mut self,
        program: &mut Program,
        caller: FuncId,
        (callee, args, dst): (FuncId, Box<[ExprId]>, Option<VarId>),
        span: Span,
    ) {
        let Body::Defined { entry, exit } = program.functions[callee].body else { return };
        let Some(call) = self.here(program, caller) else { return };
        let site = program.call_sites.push(CallSite { callee, args, dst, call, after: call });
        program.add_edge(call, entry, Op::Call(site), span);
        let back = open(program, exit, Op::Return(site), span, None);
        let over = open(program, call, Op::Summary(site), span, None);
        *self = Self { at: None, open: smallvec![back, over] };
    }

    /// Ends every path: leads to the program's end over a last edge.
    pub fn halt(&mut self, program: &mut Program, func: FuncId, op: Op, span: Span) {
        self.emit(program, func, op, span);
        let halt = program.halt;
        self.take().lead_to(program, halt);
    }
}

fn open(program: &mut Program, from: LocId, op: Op, span: Span, branch: Option<BranchRef>) -> EdgeId {
    let edge = program.edges.push(Edge { from, to: program.halt, op, span, branch });
    program.locs[from].out.push(edge);
    edge
}

fn close(program: &mut Program, edge: EdgeId, to: LocId) {
    program.edges[edge].to = to;
    program.locs[to].into.push(edge);
    if let Op::Summary(site) = program.edges[edge].op {
        program.call_sites[site].after = to;
    }
}
