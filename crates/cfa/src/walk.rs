//! Walks over expressions and places without recursion.

use crate::expr::{ExprId, ExprKind, PlaceId, PlaceKind};
use crate::program::{HaltKind, Op, Program};
use argand_support::{FxHashSet, Idx as _};

/// An expression or a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Node {
    /// An expression.
    Expr(ExprId),
    /// A place.
    Place(PlaceId),
}

/// Calls `visit` for every expression and place that stands directly in an operation. The arguments of a
/// call stand in its `Call` and `Summary` edges.
pub fn operands(program: &Program, op: &Op, mut visit: impl FnMut(Node)) {
    match op {
        Op::Assume { cond, .. } => visit(Node::Expr(*cond)),
        Op::Assign { dst, src } => {
            visit(Node::Place(*dst));
            visit(Node::Expr(*src));
        }
        Op::Init { entries, .. } => {
            for entry in entries {
                visit(Node::Place(entry.place));
                visit(Node::Expr(entry.value));
            }
        }
        Op::Havoc { dst, .. } => visit(Node::Place(*dst)),
        Op::Declare { size: Some(size), .. } => visit(Node::Expr(*size)),
        Op::Call(site) | Op::Summary(site) => {
            if let Some(site) = program.call_sites.get(*site) {
                site.args.iter().for_each(|&a| visit(Node::Expr(a)));
            }
        }
        Op::Extern(call) => {
            if let Some(call) = program.extern_calls.get(*call) {
                call.args.iter().for_each(|&a| visit(Node::Expr(a)));
            }
        }
        Op::Halt(HaltKind::Exit(code)) => visit(Node::Expr(*code)),
        Op::Noop
        | Op::Declare { size: None, .. }
        | Op::Dead { .. }
        | Op::Return(_)
        | Op::Halt(HaltKind::Abort | HaltKind::AssertFail | HaltKind::Unreachable)
        | Op::Unsupported(_) => {}
    }
}

/// Calls `visit` for the parts a node is directly made of.
pub fn parts(program: &Program, node: Node, mut visit: impl FnMut(Node)) {
    match node {
        Node::Expr(id) => match program.expr(id).kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FuncAddr(_) => {}
            ExprKind::Load(place) | ExprKind::AddrOf(place) => visit(Node::Place(place)),
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => visit(Node::Expr(operand)),
            ExprKind::Binary(_, lhs, rhs) => {
                visit(Node::Expr(lhs));
                visit(Node::Expr(rhs));
            }
            ExprKind::Intrinsic(_, args) => args.iter().for_each(|a| visit(Node::Expr(a))),
        },
        Node::Place(id) => match program.place(id).kind {
            PlaceKind::Var(_) => {}
            PlaceKind::Deref(pointer) => visit(Node::Expr(pointer)),
            PlaceKind::Field { base, .. } => visit(Node::Place(base)),
            PlaceKind::Index { base, index } => {
                visit(Node::Place(base));
                visit(Node::Expr(index));
            }
        },
    }
}

/// Which nodes of a program were seen.
#[derive(Clone, Debug)]
pub struct SeenNodes {
    exprs: Vec<bool>,
    places: Vec<bool>,
}

impl SeenNodes {
    /// Nothing was seen yet.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        Self { exprs: vec![false; program.pool.len()], places: vec![false; program.pool.place_count()] }
    }

    /// Marks a node; whether it is new.
    pub fn insert(&mut self, node: Node) -> bool {
        let slot = match node {
            Node::Expr(id) => &mut self.exprs[id.index()],
            Node::Place(id) => &mut self.places[id.index()],
        };
        !std::mem::replace(slot, true)
    }
}

/// Calls `visit` once for every expression and place that some edge uses, parts included.
pub fn for_each_used_node(program: &Program, mut visit: impl FnMut(Node)) {
    let mut seen = SeenNodes::new(program);
    let mut work = Vec::new();
    for edge in &program.edges {
        operands(program, &edge.op, |node| work.push(node));
        while let Some(node) = work.pop() {
            if seen.insert(node) {
                visit(node);
                parts(program, node, |part| work.push(part));
            }
        }
    }
}

/// Calls `visit` once for every node that `root` is made of, itself included.
pub fn for_each_node(program: &Program, root: Node, mut visit: impl FnMut(Node)) {
    let mut seen = FxHashSet::default();
    let mut work = vec![root];
    while let Some(node) = work.pop() {
        if seen.insert(node) {
            visit(node);
            parts(program, node, |part| work.push(part));
        }
    }
}
