//! What a condition that turned out one way says about memory.

use super::eval::Where;
use super::state::{Known, ValueState};
use super::transfer::Transfer;
use argand_cfa::{BinaryOp, ExprId, ExprKind, IntKind, TypeId, TypeKind, UnaryOp};

impl Transfer<'_> {
    /// Takes values from a condition that turned out `truth`: `x == 2` makes `x` 2, `!flag` makes `flag` 0.
    pub fn learn(&mut self, state: &mut ValueState, cond: ExprId, truth: bool) {
        let program = self.program;
        let expr = program.expr(cond);
        match expr.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => self.learn(state, operand, !truth),
            ExprKind::Binary(op, lhs, rhs) => self.learn_comparison(state, op, lhs, rhs, truth),
            ExprKind::Load(_) | ExprKind::Cast(_) => {
                if !truth {
                    self.learn_equal(state, cond, Known::int(0));
                } else if self.is_bool(expr.ty) {
                    self.learn_equal(state, cond, Known::int(1));
                }
            }
            _ => {}
        }
    }

    fn is_bool(&self, ty: TypeId) -> bool {
        matches!(self.program.types.kind(ty), TypeKind::Int(IntKind::Bool))
    }

    fn learn_comparison(
        &mut self,
        state: &mut ValueState,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        truth: bool,
    ) {
        let op = if truth { Some(op) } else { op.negated() };
        let types = &self.program.types;
        let (a, b) = (self.eval(state).eval(lhs), self.eval(state).eval(rhs));
        let ty = self.program.expr(lhs).ty;
        match (op, a, b) {
            (Some(BinaryOp::Eq), Some(value), None) => self.learn_equal(state, rhs, value),
            (Some(BinaryOp::Eq), None, Some(value)) => self.learn_equal(state, lhs, value),
            (Some(BinaryOp::Ne), None, Some(value)) if value == Known::int(0) => self.learn(state, lhs, true),
            (Some(BinaryOp::Ne), Some(value), None) if value == Known::int(0) => self.learn(state, rhs, true),
            // The only value a bound leaves.
            (Some(op), None, Some(Known::Number(_))) | (Some(op), Some(Known::Number(_)), None) => {
                let (target, bound, op) = match (a, b) {
                    (None, Some(bound)) => (lhs, bound, op),
                    (Some(bound), None) => (rhs, bound, mirrored(op)),
                    _ => return,
                };
                let (Some((min, max)), Some(bound)) = (types.int_range(ty), bound.as_int()) else { return };
                let only = match op {
                    BinaryOp::Lt if bound == min + 1 => min,
                    BinaryOp::Le if bound == min => min,
                    BinaryOp::Gt if max != i128::MAX && bound == max - 1 => max,
                    BinaryOp::Ge if max != i128::MAX && bound == max => max,
                    _ => return,
                };
                self.learn_equal(state, target, Known::int(only));
            }
            _ => {}
        }
    }

    /// Makes an expression of unknown value have this value, where that determines a cell.
    fn learn_equal(&mut self, state: &mut ValueState, expr: ExprId, value: Known) {
        let program = self.program;
        let types = &program.types;
        let node = program.expr(expr);
        if types.is_float(node.ty) {
            // 0.0 == -0.0, so a zero does not determine the bits.
            let Known::Number(scalar) = value else { return };
            if !argand_cfa::arith::is_true(types, node.ty, scalar) {
                return;
            }
        }
        match node.kind {
            ExprKind::Load(place) => {
                let eval = self.eval(state);
                if let (Where::Exact { object, bit }, Some(width), None) =
                    (eval.locate(place), eval.width(place), eval.load(place))
                {
                    self.store_scalar(state, (object, bit), width, node.ty, Some(value));
                }
            }
            ExprKind::Cast(inner) => self.learn_through_cast(state, node.ty, inner, value),
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Xor), lhs, rhs)
                if types.is_integer(node.ty) =>
            {
                let Some(result) = value.as_int() else { return };
                let ints = (
                    self.eval(state).eval(lhs).and_then(Known::as_int),
                    self.eval(state).eval(rhs).and_then(Known::as_int),
                );
                let (target, solution) = match (op, ints) {
                    (BinaryOp::Add, (Some(a), None)) => (rhs, result.wrapping_sub(a)),
                    (BinaryOp::Add, (None, Some(b))) => (lhs, result.wrapping_sub(b)),
                    (BinaryOp::Sub, (Some(a), None)) => (rhs, a.wrapping_sub(result)),
                    (BinaryOp::Sub, (None, Some(b))) => (lhs, result.wrapping_add(b)),
                    (BinaryOp::Xor, (Some(a), None)) => (rhs, result ^ a),
                    (BinaryOp::Xor, (None, Some(b))) => (lhs, result ^ b),
                    _ => return,
                };
                self.learn_equal(state, target, Known::int(types.wrap(node.ty, solution)));
            }
            _ => {}
        }
    }

    fn learn_through_cast(&mut self, state: &mut ValueState, to: TypeId, inner: ExprId, value: Known) {
        let types = &self.program.types;
        let from = self.program.expr(inner).ty;
        let zero = value == Known::int(0);
        if self.is_bool(to) {
            // `(_Bool)x` is 0 for exactly one x; it is 1 for exactly one only if x is a _Bool itself.
            if zero || self.is_bool(from) {
                self.learn_equal(state, inner, value);
            }
            return;
        }
        let (Some((_, narrow)), Some((_, wide))) = (types.int_shape(from), types.int_shape(to)) else {
            return;
        };
        if narrow > wide {
            return;
        }
        match value {
            Known::Number(_) => {
                let Some(number) = value.as_int() else { return };
                let back = types.wrap(from, number);
                // Extension is injective: at most one inner value gives the outer one.
                if types.wrap(to, back) == number && (!self.is_bool(from) || number == 0 || number == 1) {
                    self.learn_equal(state, inner, Known::int(back));
                }
            }
            address => {
                if narrow == wide {
                    self.learn_equal(state, inner, address);
                }
            }
        }
    }
}

/// The comparison with its operands exchanged.
const fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Le,
        other => other,
    }
}
