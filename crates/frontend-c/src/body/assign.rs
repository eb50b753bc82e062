//! Assignments, compound assignments, `++` and `--`.
//!
//! As in gcc, a plain assignment finds out where the left side lies before it evaluates the right side,
//! and a compound assignment reads the left side after it.

use super::unsequenced::Used;
use super::{Lowerer, build};
use argand_cfa::{BinaryOp as Op2, ExprId as Value, PlaceId, PlaceKind};
use argand_support::Span;
use rucc_ast::UnaryOp;
use rucc_sema::{ExprId, ExprKind};

impl Lowerer<'_, '_> {
    /// An assignment; its value, if that is wanted.
    pub(super) fn assign(&mut self, expr: ExprId, wanted: bool) -> Option<Value> {
        let ExprKind::Assign { op, computation, lhs, rhs } = self.tast[expr].kind else { return None };
        let span = self.expr_span(expr);
        let Some(op) = op else { return self.plain_assign(expr, lhs, rhs, wanted) };
        let mark = self.mark();
        let right = self.value(rhs);
        let first = self.operand_since(mark, Used::Value(right));
        let right = self.protect(right, &[lhs], rhs);
        let mark = self.mark();
        let place = self.place(lhs);
        if self.may_interfere(&[lhs, rhs]) {
            let old = build::load(self.cx.program, place);
            let second = self.operand_since(mark, Used::Value(old));
            self.unsequenced(vec![first, second], expr);
        }
        let result = self.cx.ty(computation);
        let old = self.read(place, lhs);
        let old = self.convert(old, result, expr);
        let new = self.operate(op, (old, computation), (right, self.tast[rhs].ty), result);
        let new = self.or_unsupported(new, expr);
        let ty = self.cx.program.place(place).ty;
        let new = self.convert(new, ty, expr);
        self.store(place, new, wanted, span)
    }

    fn plain_assign(&mut self, expr: ExprId, lhs: ExprId, rhs: ExprId, wanted: bool) -> Option<Value> {
        let span = self.expr_span(expr);
        let mark = self.mark();
        let place = self.place(lhs);
        if let PlaceKind::Var(var) = self.cx.program.place(place).kind {
            self.assign_to_var(var, rhs, span);
            return wanted.then(|| build::load(self.cx.program, place));
        }
        let left = self.operand_since(mark, Used::Address(place));
        let place = self.protect_place(place, &[rhs], lhs);
        let mark = self.mark();
        let value = self.value(rhs);
        if self.may_interfere(&[lhs, rhs]) {
            let right = self.operand_since(mark, Used::Value(value));
            self.unsequenced(vec![left, right], expr);
        }
        self.store(place, value, wanted, span)
    }

    /// Stores a value; what the place then holds, if that is wanted.
    pub(super) fn store(&mut self, place: PlaceId, value: Value, wanted: bool, span: Span) -> Option<Value> {
        if !wanted {
            self.set(place, value, span);
            return None;
        }
        let truncates = self.cx.program.field_of(place).is_some_and(|field| field.bit_width.is_some());
        if truncates || self.is_steady(place) {
            self.set(place, value, span);
            return Some(build::load(self.cx.program, place));
        }
        let ty = self.cx.program.place(place).ty;
        let value = self.coerce(value, ty);
        let value = self.save(value, span);
        self.set(place, value, span);
        Some(value)
    }

    /// Whether writing to the place cannot change where the place is.
    fn is_steady(&self, place: PlaceId) -> bool {
        match self.cx.program.place(place).kind {
            PlaceKind::Var(_) => true,
            PlaceKind::Deref(_) => false,
            PlaceKind::Field { base, .. } => self.is_steady(base),
            PlaceKind::Index { base, index } => {
                build::literal(self.cx.program, index).is_some() && self.is_steady(base)
            }
        }
    }

    /// `++x`, `x++`, `--x`, `x--`; the value, if that is wanted.
    pub(super) fn increment(
        &mut self,
        expr: ExprId,
        op: UnaryOp,
        operand: ExprId,
        wanted: bool,
    ) -> Option<Value> {
        let span = self.expr_span(expr);
        let place = self.place(operand);
        let old = self.read(place, operand);
        let back = matches!(op, UnaryOp::PreDec | UnaryOp::PostDec);
        if wanted && matches!(op, UnaryOp::PostInc | UnaryOp::PostDec) {
            let kept = self.save(old, span);
            let new = self.stepped(kept, operand, back, expr);
            self.set(place, new, span);
            let ty = self.ty_of(expr);
            return Some(self.coerce(kept, ty));
        }
        let new = self.stepped(old, operand, back, expr);
        self.store(place, new, wanted, span)
    }

    /// One more or one less.
    fn stepped(&mut self, old: Value, operand: ExprId, back: bool, expr: ExprId) -> Value {
        let ty = self.cx.program.expr(old).ty;
        if self.cx.program.types.is_pointer(ty) {
            let one = build::plain_int(self.cx.program, 1);
            return self.move_pointer(old, self.tast[operand].ty, one, back);
        }
        if !self.is_scalar(ty) {
            return self.or_unsupported(None, expr);
        }
        let wide = self.promoted(ty);
        let program = &mut *self.cx.program;
        let one = build::plain_int(program, 1);
        let (old, one) = (build::cast(program, old, wide), build::cast(program, one, wide));
        let new = build::binary(program, if back { Op2::Sub } else { Op2::Add }, old, one);
        build::cast(program, new, ty)
    }
}
