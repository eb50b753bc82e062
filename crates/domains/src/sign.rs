//! Sets of signs.

use crate::interval::Interval;
use crate::lattice::{Lattice, Meet};
use crate::shape::IntShape;
use argand_cfa::{BinaryOp, UnaryOp};
use std::fmt;

/// A set of signs: what a number can be compared with zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sign(u8);

impl Sign {
    /// No number.
    pub const BOTTOM: Self = Self(0);
    /// Numbers below zero.
    pub const NEGATIVE: Self = Self(1);
    /// Zero.
    pub const ZERO: Self = Self(2);
    /// Numbers above zero.
    pub const POSITIVE: Self = Self(4);
    /// Any number.
    pub const TOP: Self = Self(7);

    /// The sign of a number.
    #[must_use]
    pub const fn of(value: i128) -> Self {
        match value {
            0 => Self::ZERO,
            1.. => Self::POSITIVE,
            _ => Self::NEGATIVE,
        }
    }

    /// The signs of the numbers of an interval.
    #[must_use]
    pub const fn of_interval(interval: Interval) -> Self {
        let zero = if interval.contains(0) { Self::ZERO.0 } else { 0 };
        Self(Self::of(interval.lo()).0 | zero | Self::of(interval.hi()).0)
    }

    /// Whether a number is one of those.
    #[must_use]
    pub const fn contains(self, value: i128) -> bool {
        self.0 & Self::of(value).0 != 0
    }

    /// The smallest interval of a type's values that holds all numbers of these signs; `None` if there are none.
    #[must_use]
    pub fn interval(self, shape: IntShape) -> Option<Interval> {
        self.parts(shape).reduce(|a, b| a.join(&b))
    }

    /// The signs one by one, each with its numbers of the type.
    fn parts(self, shape: IntShape) -> impl Iterator<Item = Interval> {
        let all = Interval::of_shape(shape);
        [(Self::NEGATIVE, i128::MIN, -1), (Self::ZERO, 0, 0), (Self::POSITIVE, 1, i128::MAX)]
            .into_iter()
            .filter(move |(sign, _, _)| sign.leq(&self))
            .filter_map(move |(_, lo, hi)| Interval::new(lo, hi).meet(&all))
    }

    /// The signs of an operator's results. `shape` is that of the operand.
    #[must_use]
    pub fn unary(op: UnaryOp, shape: IntShape, a: Self) -> Self {
        a.parts(shape)
            .map(|x| Self::of_interval(Interval::unary(op, shape, x)))
            .fold(Self::BOTTOM, |s, t| s.join(&t))
    }

    /// The signs of an operator's results, wrap-around included. `shape` is that of the left operand; the
    /// count of a shift may be anything.
    #[must_use]
    pub fn binary(op: BinaryOp, shape: IntShape, a: Self, b: Self) -> Self {
        let right =
            if matches!(op, BinaryOp::Shl | BinaryOp::Shr) { IntShape::new(true, 128) } else { shape };
        let mut result = Self::BOTTOM;
        for x in a.parts(shape) {
            for y in b.parts(right) {
                result = result.join(&Self::of_interval(Interval::binary(op, shape, x, y)));
            }
        }
        result
    }

    /// The signs after a conversion to another integer type. `from` is the shape before it.
    #[must_use]
    pub fn cast(self, from: IntShape, to: IntShape) -> Self {
        self.parts(from).map(|x| Self::of_interval(x.cast(to))).fold(Self::BOTTOM, |s, t| s.join(&t))
    }
}

impl Lattice for Sign {
    fn leq(&self, other: &Self) -> bool {
        self.0 & !other.0 == 0
    }

    fn join(&self, other: &Self) -> Self {
        Self(self.0 | other.0)
    }

    fn is_top(&self) -> bool {
        *self == Self::TOP
    }
}

impl Meet for Sign {
    fn meet(&self, other: &Self) -> Option<Self> {
        Some(Self(self.0 & other.0))
    }
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["none", "<0", "0", "<=0", ">0", "!=0", ">=0", "any"][usize::from(self.0)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice_laws;
    use proptest::prelude::*;

    fn any_sign() -> impl Strategy<Value = Sign> {
        (0u8..8).prop_map(Sign)
    }

    lattice_laws!(sign, any_sign(), meet);

    #[test]
    fn every_four_bit_result_has_one_of_the_predicted_signs() {
        let ops = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::And, BinaryOp::Lt, BinaryOp::Eq];
        for shape in [IntShape::new(true, 4), IntShape::new(false, 4)] {
            for op in ops {
                for x in shape.min()..=shape.max() {
                    for y in shape.min()..=shape.max() {
                        let result = match op {
                            BinaryOp::Add => shape.wrap(x + y),
                            BinaryOp::Sub => shape.wrap(x - y),
                            BinaryOp::Mul => shape.wrap(x * y),
                            BinaryOp::And => x & y,
                            BinaryOp::Lt => i128::from(x < y),
                            _ => i128::from(x == y),
                        };
                        let signs = Sign::binary(op, shape, Sign::of(x), Sign::of(y));
                        assert!(signs.contains(result), "{x} {op:?} {y} = {result} not in {signs}");
                    }
                }
            }
        }
    }

    #[test]
    fn operations_keep_what_wrapping_cannot_change() {
        let int = IntShape::INT;
        assert_eq!(Sign::unary(UnaryOp::Neg, int, Sign::POSITIVE), Sign::NEGATIVE);
        assert_eq!(Sign::binary(BinaryOp::Mul, int, Sign::ZERO, Sign::TOP), Sign::ZERO);
        assert_eq!(Sign::binary(BinaryOp::Lt, int, Sign::NEGATIVE, Sign::POSITIVE), Sign::POSITIVE);
        assert_eq!(Sign::NEGATIVE.cast(int, IntShape::new(true, 64)), Sign::NEGATIVE);
        assert_eq!(Sign::ZERO.join(&Sign::POSITIVE).interval(int), Interval::between(0, int.max()));
        assert_eq!(Sign::BOTTOM.interval(int), None);
    }
}
