//! Backward operations: what the operands can be, given what the result must be.
//!
//! Assumptions refine states with these. Each function returns subsets of its operands that keep every
//! combination whose result is possible, and `None` if there is no such combination.

use super::{Interval, Truth};
use crate::lattice::Meet;
use crate::shape::IntShape;
use argand_cfa::{BinaryOp, UnaryOp};

type Pair = (Interval, Interval);

impl Interval {
    /// The operands for which a comparison turns out as `truth` says. `shape` is that of both operands.
    #[must_use]
    pub fn assume(op: BinaryOp, truth: bool, shape: IntShape, a: Self, b: Self) -> Option<Pair> {
        let op = if truth { op } else { op.negated()? };
        match op {
            BinaryOp::Eq => a.meet(&b).map(|both| (both, both)),
            BinaryOp::Ne => {
                let a_left = b.as_single().map_or(Some(a), |value| a.without(value))?;
                let b_left = a.as_single().map_or(Some(b), |value| b.without(value))?;
                Some((a_left, b_left))
            }
            _ if !shape.is_ordered() => Some((a, b)),
            BinaryOp::Lt => {
                let left = Self::between(a.lo, a.hi.min(b.hi.checked_sub(1)?))?;
                Some((left, Self::between(b.lo.max(a.lo.checked_add(1)?), b.hi)?))
            }
            BinaryOp::Le => {
                Some((Self::between(a.lo, a.hi.min(b.hi))?, Self::between(b.lo.max(a.lo), b.hi)?))
            }
            BinaryOp::Gt | BinaryOp::Ge => {
                let mirrored = if op == BinaryOp::Gt { BinaryOp::Lt } else { BinaryOp::Le };
                Self::assume(mirrored, true, shape, b, a).map(|(b, a)| (a, b))
            }
            _ => Some((a, b)),
        }
    }

    /// The operands in `a` for which the operator's result lies in `result`. `shape` is that of the operand.
    #[must_use]
    pub fn unary_backward(op: UnaryOp, shape: IntShape, result: Self, a: Self) -> Option<Self> {
        match op {
            UnaryOp::Neg | UnaryOp::BitNot => a.meet(&Self::unary(op, shape, result)),
            UnaryOp::Not => match truth_of(result)? {
                Truth::False => a.without(0),
                Truth::True => a.meet(&Self::single(0)),
                Truth::Unknown => Some(a),
            },
        }
    }

    /// The operands in `a` and `b` for which the operator's result lies in `result`. `shape` is that of the
    /// left operand, as for [`Interval::binary`].
    #[must_use]
    pub fn binary_backward(op: BinaryOp, shape: IntShape, result: Self, a: Self, b: Self) -> Option<Pair> {
        let solve = |op| -> Option<Pair> {
            // These operators form groups: the equation has one solution for each operand, modulo 2^width.
            let left = a.meet(&Self::binary(op, shape, result, b))?;
            Some((left, b))
        };
        match op {
            _ if op.is_comparison() => match truth_of(result)? {
                Truth::Unknown => Some((a, b)),
                known => Self::assume(op, known == Truth::True, shape, a, b),
            },
            BinaryOp::Add => {
                let (a, b) = solve(BinaryOp::Sub)?;
                Some((a, b.meet(&Self::binary(BinaryOp::Sub, shape, result, a))?))
            }
            BinaryOp::Sub => {
                let (a, b) = solve(BinaryOp::Add)?;
                Some((a, b.meet(&Self::binary(BinaryOp::Sub, shape, a, result))?))
            }
            BinaryOp::Xor => {
                let (a, b) = solve(BinaryOp::Xor)?;
                Some((a, b.meet(&Self::binary(BinaryOp::Xor, shape, result, a))?))
            }
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Shr | BinaryOp::Rem if shape.is_ordered() => {
                Some((dividend_or_factor(op, shape, result, a, b)?, b))
            }
            // Clearing bits makes nothing larger, setting bits makes nothing smaller.
            BinaryOp::And if a.lo >= 0 && b.lo >= 0 => {
                Some((Self::between(a.lo.max(result.lo), a.hi)?, Self::between(b.lo.max(result.lo), b.hi)?))
            }
            BinaryOp::Or if a.lo >= 0 && b.lo >= 0 => {
                Some((Self::between(a.lo, a.hi.min(result.hi))?, Self::between(b.lo, b.hi.min(result.hi))?))
            }
            _ => Some((a, b)),
        }
    }

    /// The operands in `a` whose conversion to `to` lies in `result`.
    #[must_use]
    pub fn cast_backward(to: IntShape, result: Self, a: Self) -> Option<Self> {
        if to.boolean {
            return match truth_of(result)? {
                Truth::False => a.meet(&Self::single(0)),
                Truth::True => a.without(0),
                Truth::Unknown => Some(a),
            };
        }
        let (lo, hi) = (to.wrap(a.lo), to.wrap(a.hi));
        let moved = a.lo.checked_sub(lo);
        match moved {
            // The whole operand moves by one and the same multiple of 2^width.
            Some(by) if hi.checked_add(by) == Some(a.hi) => {
                match (result.lo.checked_add(by), result.hi.checked_add(by)) {
                    (Some(lo), Some(hi)) => a.meet(&Self { lo, hi }),
                    _ => Some(a),
                }
            }
            _ => Some(a),
        }
    }
}

/// What a truth value must be; `None` if it would have to be neither 0 nor 1.
fn truth_of(result: Interval) -> Option<Truth> {
    result.meet(&Interval { lo: 0, hi: 1 }).map(Interval::truth)
}

/// The left operands, given a constant right operand.
fn dividend_or_factor(
    op: BinaryOp,
    shape: IntShape,
    result: Interval,
    a: Interval,
    b: Interval,
) -> Option<Interval> {
    let bounds = match (op, b.as_single()) {
        (BinaryOp::Mul, Some(factor)) if factor > 0 => product_bounds(shape, result, a, factor),
        (BinaryOp::Div, Some(divisor)) if divisor > 0 => {
            quotient_bounds(result, divisor, if result.lo > 0 { 0 } else { divisor - 1 })
        }
        (BinaryOp::Shr, Some(count)) if (0..i128::from(shape.width.min(127))).contains(&count) => {
            let lowest = |x: i128| x.checked_mul(1i128.checked_shl(u32::try_from(count).ok()?)?);
            lowest(result.lo).zip(result.hi.checked_add(1).and_then(lowest)).map(|(lo, end)| (lo, end - 1))
        }
        // A remainder has the sign of the dividend and is never farther from zero.
        (BinaryOp::Rem, _) => Some((
            if result.lo > 0 { result.lo } else { i128::MIN },
            if result.hi < 0 { result.hi } else { i128::MAX },
        )),
        _ => None,
    };
    match bounds {
        Some((lo, hi)) => Interval::between(a.lo.max(lo), a.hi.min(hi)),
        None => Some(a),
    }
}

/// The factors `x` with `x * factor` in `result`, if no product wraps.
fn product_bounds(shape: IntShape, result: Interval, a: Interval, factor: i128) -> Option<(i128, i128)> {
    let products = Interval { lo: a.lo.checked_mul(factor)?, hi: a.hi.checked_mul(factor)? };
    if products.lo < shape.min() || shape.max() < products.hi {
        return None;
    }
    let lo = result.lo.div_euclid(factor) + i128::from(result.lo.rem_euclid(factor) != 0);
    Some((lo, result.hi.div_euclid(factor)))
}

/// The dividends `x` with `x / divisor` in `result`; `below` is how far the lowest quotient reaches down.
fn quotient_bounds(result: Interval, divisor: i128, below: i128) -> Option<(i128, i128)> {
    let above = if result.hi < 0 { 0 } else { divisor - 1 };
    let lo = result.lo.checked_mul(divisor)?.checked_sub(below)?;
    Some((lo, result.hi.checked_mul(divisor)?.checked_add(above)?))
}
