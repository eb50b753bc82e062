//! Checks the invariants that every analysis relies on.
//!
//! [`verify`] runs after each stage that makes or changes a program (in debug builds and in tests) and
//! returns what is broken, in time linear in the size of the program. The invariants:
//!
//! **Numbers.** Every id that the program holds names something.
//!
//! **Graph** (`graph.rs`)
//! - `out` and `into` of a location list exactly the edges that leave and enter it.
//! - The halting location has no outgoing edge, and exactly the `Halt` edges lead to it.
//! - The exit of a function has no outgoing edges but `Return`.
//! - Every other location has one edge that is neither part of a call nor an assume, or one assume, or two
//!   assumes on one condition with opposite truth, or `Call` and `Summary` of one call site.
//! - A call site has exactly one edge of each kind, between the locations that it and its callee name.
//! - All edges but `Call`, `Return` and `Halt` stay inside one function; entry and exit belong to theirs.
//! - After an extern call that never returns there is nothing but a `Halt` edge.
//! - Only assume edges belong to a branching construct.
//! - The start-up function and the main function have bodies; the start-up function has no parameters.
//!
//! **Variables and functions** (`vars.rs`)
//! - Parameters, locals, temporaries and return variables belong to a function; its list of parameters and
//!   its return variable name exactly those of these kinds.
//! - Parameters and return variable have the types of the function's type (a function without prototype
//!   may have other parameters); a `void` function has no return variable.
//! - Edges use variables of static storage and of their own function only.
//! - A variable or function whose address an edge takes is marked as addressed; temporaries never are.
//! - Only locals come to life and die by edges, with a size exactly where their type has none.
//! - Only the address of a label is used. Types of variables are neither functions nor, but for labels, `void`.
//! - Alignments are powers of two.
//! - Spans name files of the program.
//!
//! **Types** (`types.rs`)
//! - Constants are in canonical form, integers and null pointers have such types, floats theirs.
//! - A load has the type of its place and is no array, function or `void`.
//! - An address has the type of pointers to its place and is no bit-field's; that of a function is a pointer
//!   to a function.
//! - Operators have the operand and result types that [`expr`](crate::expr) describes, intrinsics those of
//!   [`Intrinsic`](crate::Intrinsic); conversions lead from scalars to scalars.
//! - The place of a variable has the variable's type; a followed pointer is a pointer; a member belongs to
//!   the record and has the member's type; an indexed place is an array, its index an integer, its type
//!   that of the elements.
//! - Assignments, initialisers, arguments and results have the type of where they go (functions that the
//!   lowering itself calls, of origin `Library` and without a body, return whatever is asked for); initialisers
//!   stay inside the initialised variable; conditions are scalars, exit codes integers, sizes of type `size_t`;
//!   what is havocked has a size.
//! - Members lie inside their record (flexible arrays at its end), bit-fields inside their type's width.

mod graph;
#[cfg(test)]
mod tests;
mod types;
mod vars;

use crate::expr::{ExprId, PlaceId};
use crate::program::{Body, CallSiteId, EdgeId, ExternId, FuncId, LocId, Op, Program, VarId};
use crate::types::RecordId;
use crate::walk::{self, Node};
use argand_support::{Idx as _, Span};
use std::fmt;

/// What is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// An edge.
    Edge(EdgeId),
    /// A location.
    Loc(LocId),
    /// A variable.
    Var(VarId),
    /// A function.
    Function(FuncId),
    /// A call of a function with a body.
    CallSite(CallSiteId),
    /// A record.
    Record(RecordId),
}

/// A broken invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// What is broken.
    pub subject: Subject,
    /// In which way.
    pub message: String,
    /// Where it comes from, as far as that is known.
    pub span: Span,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.subject {
            Subject::Edge(id) => write!(f, "{id}")?,
            Subject::Loc(id) => write!(f, "{id}")?,
            Subject::Var(id) => write!(f, "{id}")?,
            Subject::Function(id) => write!(f, "{id}")?,
            Subject::CallSite(id) => write!(f, "{id}")?,
            Subject::Record(id) => write!(f, "{id}")?,
        }
        write!(f, ": {}", self.message)
    }
}

/// Every invariant that `program` breaks, with the place where.
#[must_use]
pub fn verify(program: &Program) -> Vec<Violation> {
    let mut verifier = Verifier { program, found: Vec::new() };
    verifier.numbers();
    if verifier.found.is_empty() {
        verifier.graph();
        verifier.vars_and_functions();
        verifier.records();
        verifier.operations();
    }
    verifier.found
}

struct Verifier<'p> {
    program: &'p Program,
    found: Vec<Violation>,
}

impl Verifier<'_> {
    fn report(&mut self, subject: Subject, message: impl Into<String>) {
        let program = self.program;
        let span = match subject {
            Subject::Edge(id) => program.edges.get(id).map(|e| e.span),
            Subject::Loc(id) => program
                .locs
                .get(id)
                .and_then(|l| l.out.first())
                .and_then(|&e| program.edges.get(e).map(|e| e.span)),
            Subject::Var(id) => program.vars.get(id).map(|v| v.span),
            Subject::Function(id) => program.functions.get(id).map(|f| f.span),
            Subject::CallSite(_) | Subject::Record(_) => None,
        };
        self.found.push(Violation { subject, message: message.into(), span: span.unwrap_or(Span::NONE) });
    }

    fn check(&mut self, holds: bool, subject: Subject, message: &str) {
        if !holds {
            self.report(subject, message);
        }
    }

    /// Every id names something: without that, nothing else can be checked.
    fn numbers(&mut self) {
        let program = self.program;
        let loc = |id: LocId| id.index() < program.locs.len();
        let var = |id: VarId| id.index() < program.vars.len();
        let func = |id: FuncId| id.index() < program.functions.len();
        let expr = |id: ExprId| id.index() < program.pool.len();
        let place = |id: PlaceId| id.index() < program.pool.place_count();
        if !(func(program.start) && func(program.main) && loc(program.halt)) {
            self.report(Subject::Loc(program.halt), "start, main or halt names nothing");
        }
        for (id, function) in program.functions.iter_enumerated() {
            let ends = match function.body {
                Body::Defined { entry, exit } => loc(entry) && loc(exit),
                Body::Extern(_) => true,
            };
            let vars = function.params.iter().copied().chain(function.ret).all(var);
            self.check(ends && vars, Subject::Function(id), "names a location or variable that is not there");
        }
        let sorted =
            program.read_only.is_sorted_by(|a, b| a < b) && program.read_only.iter().all(|&v| var(v));
        self.check(
            sorted,
            Subject::Function(program.start),
            "the read-only variables are not there or not in order",
        );
        for (id, v) in program.vars.iter_enumerated() {
            self.check(v.func.is_none_or(func), Subject::Var(id), "belongs to a function that is not there");
        }
        for (id, l) in program.locs.iter_enumerated() {
            let edges = l.out.iter().chain(&l.into).all(|e| e.index() < program.edges.len());
            self.check(func(l.func) && edges, Subject::Loc(id), "names a function or edge that is not there");
        }
        for label in &program.labels {
            self.check(loc(label.loc), Subject::Loc(label.loc), "a label names a location that is not there");
        }
        for (id, site) in program.call_sites.iter_enumerated() {
            let whole = func(site.callee) && site.args.iter().copied().all(expr);
            let whole = whole && site.dst.is_none_or(var) && loc(site.call) && loc(site.after);
            self.check(whole, Subject::CallSite(id), "names something that is not there");
        }
        for (id, edge) in program.edges.iter_enumerated() {
            let mut whole = loc(edge.from) && loc(edge.to);
            whole &= edge.branch.is_none_or(|b| b.branch.index() < program.branches.len());
            walk::operands(program, &edge.op, |node| {
                whole &= match node {
                    Node::Expr(id) => expr(id),
                    Node::Place(id) => place(id),
                };
            });
            whole &= match &edge.op {
                Op::Call(s) | Op::Return(s) | Op::Summary(s) => s.index() < program.call_sites.len(),
                Op::Extern(call) => program
                    .extern_calls
                    .get(*call)
                    .is_some_and(|call| func(call.callee) && call.dst.is_none_or(var)),
                Op::Init { var: v, .. } | Op::Declare { var: v, .. } | Op::Dead { var: v } => var(*v),
                _ => true,
            };
            self.check(whole, Subject::Edge(id), "names something that is not there");
        }
        for (_, node) in program.pool.iter_places() {
            if let crate::PlaceKind::Var(v) = node.kind
                && !var(v)
            {
                self.report(Subject::Var(v), "an expression names a variable that is not there");
            }
        }
        for (_, node) in program.pool.iter() {
            if let crate::ExprKind::FuncAddr(f) = node.kind
                && !func(f)
            {
                self.report(Subject::Function(f), "an expression names a function that is not there");
            }
        }
    }

    fn extern_callee(&self, call: ExternId) -> &crate::Function {
        &self.program.functions[self.program.extern_calls[call].callee]
    }
}
