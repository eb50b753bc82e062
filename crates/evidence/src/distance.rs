//! How far a condition is from turning out as wanted.
//!
//! The distance is 0 exactly when the condition holds as wanted, and shrinks as the operands of a comparison
//! approach each other, so that a search can follow it downhill (Korel, doi:10.1109/32.57624).

use argand_cfa::arith::{self, Scalar};
use argand_cfa::{BinaryOp, ExprId, ExprKind, Program, TypeId, UnaryOp};

/// What a condition lacks where nothing is known of its operands.
const UNKNOWN: f64 = 1.0;

/// How far `cond` is from being nonzero (`truth`) or zero. `value` gives the values of expressions in the state
/// at hand.
pub fn distance(
    program: &Program,
    cond: ExprId,
    truth: bool,
    value: &mut dyn FnMut(ExprId) -> Option<Scalar>,
) -> f64 {
    let expr = program.expr(cond);
    match expr.kind {
        ExprKind::Unary(UnaryOp::Not, operand) => distance(program, operand, !truth, value),
        ExprKind::Cast(operand) if program.types.is_integer(expr.ty) => {
            let holds = value(cond).is_some_and(|v| arith::is_true(&program.types, expr.ty, v));
            if holds == truth { 0.0 } else { distance(program, operand, truth, value).max(f64::MIN_POSITIVE) }
        }
        ExprKind::Binary(op, lhs, rhs) if op.is_comparison() => {
            let ty = program.expr(lhs).ty;
            match (value(lhs), value(rhs)) {
                (Some(a), Some(b)) => comparison(program, ty, op, a, b, truth),
                _ => UNKNOWN,
            }
        }
        _ => match value(cond) {
            Some(v) => {
                let holds = arith::is_true(&program.types, expr.ty, v);
                match (holds == truth, truth) {
                    (true, _) => 0.0,
                    (false, true) => 1.0,
                    (false, false) => number(program, expr.ty, v).abs().max(1.0),
                }
            }
            None => UNKNOWN,
        },
    }
}

fn comparison(program: &Program, ty: TypeId, op: BinaryOp, a: Scalar, b: Scalar, truth: bool) -> f64 {
    let holds = arith::binary(&program.types, op, ty, a, ty, b).is_some_and(|r| r == Scalar::Int(1));
    if holds == truth {
        return 0.0;
    }
    let gap = (number(program, ty, a) - number(program, ty, b)).abs();
    if gap.is_nan() {
        return f64::MAX;
    }
    // A comparison fails by the gap between its operands, `!=` and the strict ones by one more at least.
    match (op, truth) {
        (BinaryOp::Ne, true) | (BinaryOp::Eq, false) => 1.0,
        (BinaryOp::Lt | BinaryOp::Gt, true) | (BinaryOp::Le | BinaryOp::Ge, false) => gap + 1.0,
        _ => gap.max(f64::MIN_POSITIVE),
    }
}

/// A scalar as a number on a common scale.
fn number(program: &Program, ty: TypeId, value: Scalar) -> f64 {
    let double = program.types.float(argand_cfa::FloatKind::Double);
    match arith::cast(&program.types, ty, double, value) {
        Some(Scalar::Float(bits)) => f64::from_bits(bits as u64),
        _ => value.as_int().map_or(0.0, |i| i as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use argand_cfa::{DataModel, IntKind, TypeTable, VarId, VarKind};

    fn program_with(op: BinaryOp) -> (Program, ExprId, ExprId, ExprId) {
        let mut program = Program::new(TypeTable::new(DataModel::Lp64));
        let int = program.types.int(IntKind::Int);
        let mut var = |name: &str| {
            let symbol = program.names.intern(name);
            let id: VarId = program.vars.push(argand_cfa::Var {
                name: symbol,
                ty: int,
                kind: VarKind::Static,
                func: None,
                span: argand_support::Span::NONE,
                addressed: false,
                extent: None,
                align: None,
                undefined: false,
            });
            let place = program.pool.place(argand_cfa::PlaceKind::Var(id), int);
            program.pool.expr(ExprKind::Load(place), int)
        };
        let (a, b) = (var("a"), var("b"));
        let cond = program.pool.expr(ExprKind::Binary(op, a, b), int);
        (program, a, b, cond)
    }

    fn measured(op: BinaryOp, x: i128, y: i128, truth: bool) -> f64 {
        let (program, a, _, cond) = program_with(op);
        distance(&program, cond, truth, &mut |e| Some(Scalar::Int(if e == a { x } else { y })))
    }

    #[test]
    fn the_distance_is_zero_exactly_when_the_condition_turns_out_as_wanted() {
        for op in [BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge] {
            for (x, y) in [(0, 0), (1, 2), (2, 1), (-5, 5)] {
                let holds = match op {
                    BinaryOp::Eq => x == y,
                    BinaryOp::Ne => x != y,
                    BinaryOp::Lt => x < y,
                    BinaryOp::Le => x <= y,
                    BinaryOp::Gt => x > y,
                    _ => x >= y,
                };
                assert_eq!(measured(op, x, y, true) == 0.0, holds, "{op:?} {x} {y}");
                assert_eq!(measured(op, x, y, false) == 0.0, !holds, "{op:?} {x} {y}");
            }
        }
    }

    #[test]
    fn the_distance_shrinks_as_the_operands_approach_each_other() {
        assert!(measured(BinaryOp::Eq, 10, 0, true) > measured(BinaryOp::Eq, 3, 0, true));
        assert!(measured(BinaryOp::Lt, 10, 0, true) > measured(BinaryOp::Lt, 3, 0, true));
        assert!(measured(BinaryOp::Ge, -7, 0, true) > measured(BinaryOp::Ge, -2, 0, true));
    }
}
