//! Loop counters: variables that a loop moves by a constant. Following one means unrolling the loop, whether it decides
//! when the loop ends or only counts along.

use super::usage::{Usage, under_casts, whole_var};
use crate::wto::Wto;
use argand_cfa::{BinaryOp, ExprId, ExprKind, Op, PlaceKind, Program, VarId};
use argand_support::IndexVec;

/// Which variables are loop counters.
pub(super) fn find(program: &Program, usage: &Usage) -> IndexVec<VarId, bool> {
    let mut counters = IndexVec::filled(false, program.vars.len());
    let loops = Wto::of_functions(program);
    for edge in &program.edges {
        let Op::Assign { dst, src } = edge.op else { continue };
        let PlaceKind::Var(var) = program.place(dst).kind else { continue };
        if moves_by_constant(program, usage, var, src) {
            let mut around = loops.enclosing(loops.loop_of(edge.from));
            counters[var] |= around.any(|id| loops.contains(id, edge.to));
        }
    }
    counters
}

/// Whether a value is `var` plus or minus a constant.
fn moves_by_constant(program: &Program, usage: &Usage, var: VarId, value: ExprId) -> bool {
    let ExprKind::Binary(op, a, b) = program.expr(usage.resolved(program, value)).kind else { return false };
    let is_var = |e: ExprId| {
        let direct = whole_var(program, under_casts(program, e));
        direct == Some(var) || whole_var(program, usage.resolved(program, e)) == Some(var)
    };
    let is_constant = |e: ExprId| {
        let value = program.expr(usage.resolved(program, e)).kind;
        matches!(value, ExprKind::Int(step) if step != 0)
    };
    match op {
        BinaryOp::Add => (is_var(a) && is_constant(b)) || (is_constant(a) && is_var(b)),
        BinaryOp::Sub | BinaryOp::PtrAdd | BinaryOp::PtrSub => is_var(a) && is_constant(b),
        _ => false,
    }
}
