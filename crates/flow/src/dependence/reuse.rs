//! Addresses that outlive their objects.
//!
//! Memory is used again: the address of an object that is gone may be that of a new one. What a pointer or a number to the
//! old one is compared with, or written through it, then depends on which lives ended before, and on objects that no pointer
//! of the program leads to. Dependences know nothing of that. [`may_matter`] says whether a program could tell.

use crate::callgraph::CallGraph;
use crate::edges::Call;
use crate::pointsto::PointsTo;
use argand_cfa::walk::{Node, operands, parts};
use argand_cfa::{BinaryOp, ExprId, ExprKind, Op, Program, TypeKind};

/// Whether a program does more with pointers than to follow them and to ask whether they are null: compares them, sees
/// their bits as a number, or makes them of numbers.
pub(super) fn may_matter(program: &Program, calls: &CallGraph, points_to: &PointsTo) -> bool {
    let reached = program.edges.iter().filter(|edge| calls.is_reachable(program.locs[edge.from].func));
    let mut work = Vec::new();
    for edge in reached {
        if let Op::Extern(call) = edge.op
            && converts_text(program, &Call::of(program, call))
        {
            return true;
        }
        operands(program, &edge.op, |node| work.push(node));
        while let Some(node) = work.pop() {
            if let Node::Expr(expr) = node
                && shows(program, points_to, expr)
            {
                return true;
            }
            parts(program, node, |part| work.push(part));
        }
    }
    false
}

/// Whether an expression depends on where objects lie.
fn shows(program: &Program, points_to: &PointsTo, expr: ExprId) -> bool {
    let types = &program.types;
    let data = program.expr(expr);
    if types.is_integer(data.ty) && points_to.value(program, expr).is_some() {
        return true;
    }
    match data.kind {
        ExprKind::Cast(number) => {
            types.is_pointer(data.ty)
                && !types.is_pointer(program.expr(number).ty)
                && !is_constant(program, number)
        }
        ExprKind::Binary(op, a, b) => {
            let compares = matches!(
                op,
                BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge
            );
            compares && points_to_object(program, a) && points_to_object(program, b)
        }
        _ => false,
    }
}

/// Whether an expression is a pointer to anything but a function, and not a constant. Functions never go.
fn points_to_object(program: &Program, expr: ExprId) -> bool {
    let ty = program.expr(expr).ty;
    let function = match program.types.kind(ty) {
        TypeKind::Pointer(target) => matches!(program.types.kind(*target), TypeKind::Function(_)),
        _ => return false,
    };
    !function && !is_constant(program, expr)
}

fn is_constant(program: &Program, expr: ExprId) -> bool {
    match program.expr(expr).kind {
        ExprKind::Int(_) => true,
        ExprKind::Cast(inner) => is_constant(program, inner),
        _ => false,
    }
}

/// Whether a call may make a pointer of text, or text of a pointer that can be read again.
fn converts_text(program: &Program, call: &Call<'_>) -> bool {
    let pointer = |&arg: &ExprId| match program.types.kind(program.expr(arg).ty) {
        TypeKind::Pointer(target) => {
            program.types.is_pointer(*target) || matches!(program.types.kind(*target), TypeKind::Void)
        }
        _ => false,
    };
    call.effects.format.is_some_and(|format| call.args.iter().skip(format + 1).any(pointer))
}
