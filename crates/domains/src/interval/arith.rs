//! Forward operations: what the result of an operator can be, given what its operands can be.

use super::bits::Bitwise;
use super::{Interval, Truth};
use crate::lattice::Lattice;
use crate::shape::IntShape;
use argand_cfa::{BinaryOp, OverflowOp, UnaryOp};

/// The exact results of an operation on numbers, without any wrapping; `None` if they do not fit `i128`.
#[must_use]
pub fn exact(op: OverflowOp, a: Interval, b: Interval) -> Option<Interval> {
    Some(match op {
        OverflowOp::Add => Interval { lo: a.lo.checked_add(b.lo)?, hi: a.hi.checked_add(b.hi)? },
        OverflowOp::Sub => Interval { lo: a.lo.checked_sub(b.hi)?, hi: a.hi.checked_sub(b.lo)? },
        OverflowOp::Mul => corners(a, b, i128::checked_mul)?,
    })
}

/// The smallest and the largest result at the ends of both operands. For operations that are monotone in each
/// operand, the other held fixed, that is the range of all results.
fn corners(a: Interval, b: Interval, f: impl Fn(i128, i128) -> Option<i128>) -> Option<Interval> {
    let values = [f(a.lo, b.lo)?, f(a.lo, b.hi)?, f(a.hi, b.lo)?, f(a.hi, b.hi)?];
    let (mut lo, mut hi) = (values[0], values[0]);
    for value in values {
        (lo, hi) = (lo.min(value), hi.max(value));
    }
    Some(Interval { lo, hi })
}

impl Interval {
    /// The result of an operator with one operand. `shape` is that of the operand.
    #[must_use]
    pub fn unary(op: UnaryOp, shape: IntShape, a: Self) -> Self {
        match op {
            UnaryOp::Not => a.truth().negated().interval(),
            UnaryOp::Neg => match (a.hi.checked_neg(), a.lo.checked_neg()) {
                (Some(lo), Some(hi)) => Self { lo, hi }.wrap(shape),
                _ => Self::of_shape(shape),
            },
            UnaryOp::BitNot => Self { lo: !a.hi, hi: !a.lo }.wrap(shape),
        }
    }

    /// The result of an operator with two integer operands. `shape` is that of the left operand, which is
    /// also that of the right one except for shifts. Pointer arithmetic yields any address.
    ///
    /// A division by zero has no result, so only the results of other divisions are returned.
    #[must_use]
    pub fn binary(op: BinaryOp, shape: IntShape, a: Self, b: Self) -> Self {
        let wrapped = |result: Option<Self>| result.map_or(Self::of_shape(shape), |r| r.wrap(shape));
        match op {
            BinaryOp::Add => wrapped(exact(OverflowOp::Add, a, b)),
            BinaryOp::Sub => wrapped(exact(OverflowOp::Sub, a, b)),
            BinaryOp::Mul => wrapped(exact(OverflowOp::Mul, a, b)),
            BinaryOp::Div if shape.is_ordered() => wrapped(divide(a, b)),
            BinaryOp::Rem if shape.is_ordered() => wrapped(remainder(a, b)),
            BinaryOp::Shl => wrapped(shift_count(b, shape).and_then(|n| shift_left(a, n))),
            BinaryOp::Shr if shape.is_ordered() => wrapped(shift_count(b, shape).map(|n| shift_right(a, n))),
            BinaryOp::And => Bitwise::And.bounds(a, b),
            BinaryOp::Or => Bitwise::Or.bounds(a, b),
            BinaryOp::Xor => Bitwise::Xor.bounds(a, b),
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                Self::compare(op, shape, a, b).interval()
            }
            BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::Shr
            | BinaryOp::PtrAdd
            | BinaryOp::PtrSub
            | BinaryOp::PtrDiff => Self::of_shape(shape),
        }
    }

    /// What is known of a comparison of two values of one shape. [`Truth::Unknown`] for other operators.
    #[must_use]
    pub fn compare(op: BinaryOp, shape: IntShape, a: Self, b: Self) -> Truth {
        match op {
            BinaryOp::Eq => match (a.as_single(), b.as_single()) {
                (Some(x), Some(y)) => Truth::from(x == y),
                _ if a.hi < b.lo || b.hi < a.lo => Truth::False,
                _ => Truth::Unknown,
            },
            BinaryOp::Ne => Self::compare(BinaryOp::Eq, shape, a, b).negated(),
            _ if !shape.is_ordered() => Truth::Unknown,
            BinaryOp::Lt if a.hi < b.lo => Truth::True,
            BinaryOp::Lt if a.lo >= b.hi => Truth::False,
            BinaryOp::Le => Self::compare(BinaryOp::Lt, shape, b, a).negated(),
            BinaryOp::Gt => Self::compare(BinaryOp::Lt, shape, b, a),
            BinaryOp::Ge => Self::compare(BinaryOp::Lt, shape, a, b).negated(),
            _ => Truth::Unknown,
        }
    }

    /// The value converted to another integer type. Canonical numbers make the source type irrelevant.
    #[must_use]
    pub const fn cast(self, to: IntShape) -> Self {
        if to.boolean {
            return match self.truth() {
                Truth::False => Self::single(0),
                Truth::True => Self::single(1),
                Truth::Unknown => Self { lo: 0, hi: 1 },
            };
        }
        self.wrap(to)
    }
}

/// The divisors on each side of zero.
fn nonzero_parts(b: Interval) -> impl Iterator<Item = Interval> {
    [Interval::between(b.lo, b.hi.min(-1)), Interval::between(b.lo.max(1), b.hi)].into_iter().flatten()
}

fn divide(a: Interval, b: Interval) -> Option<Interval> {
    let mut result: Option<Interval> = None;
    for part in nonzero_parts(b) {
        let quotients = corners(a, part, i128::checked_div)?;
        result = Some(result.map_or(quotients, |r| r.join(&quotients)));
    }
    result
}

fn remainder(a: Interval, b: Interval) -> Option<Interval> {
    if let (Some(x), Some(y)) = (a.as_single(), b.as_single()) {
        return x.checked_rem(y).map(Interval::single);
    }
    let largest = nonzero_parts(b).map(|p| p.lo.unsigned_abs().max(p.hi.unsigned_abs())).max()?;
    let smallest = nonzero_parts(b).map(|p| p.lo.unsigned_abs().min(p.hi.unsigned_abs())).min()?;
    if a.lo.unsigned_abs() < smallest && a.hi.unsigned_abs() < smallest {
        return Some(a);
    }
    // Inside one multiple of a constant divisor the remainder grows with the dividend.
    if let Some(divisor) = b.as_single()
        && a.lo.checked_div(divisor)? == a.hi.checked_div(divisor)?
    {
        return Interval::between(a.lo.checked_rem(divisor)?, a.hi.checked_rem(divisor)?);
    }
    let limit = i128::try_from(largest - 1).unwrap_or(i128::MAX);
    let lo = if a.lo < 0 { a.lo.max(-limit) } else { 0 };
    let hi = if a.hi > 0 { a.hi.min(limit) } else { 0 };
    Some(Interval { lo, hi })
}

/// The counts by which a shift can move, which are taken modulo the width.
fn shift_count(b: Interval, shape: IntShape) -> Option<Interval> {
    let width = i128::from(shape.width);
    if b.lo >= 0 && b.hi < width {
        return Some(b);
    }
    match b.as_single() {
        Some(count) if shape.width.is_power_of_two() => Some(Interval::single(count.rem_euclid(width))),
        _ => None,
    }
}

/// A count in range as a number of bits.
fn count_bits(n: i128) -> u32 {
    u32::try_from(n).unwrap_or(127)
}

fn shift_left(a: Interval, count: Interval) -> Option<Interval> {
    corners(a, count, |x, n| {
        1i128.checked_shl(count_bits(n)).filter(|p| *p > 0).and_then(|p| x.checked_mul(p))
    })
}

fn shift_right(a: Interval, count: Interval) -> Interval {
    corners(a, count, |x, n| Some(x >> count_bits(n))).unwrap_or(a)
}
