//! Pure functions on integers that C spells as builtins.

use super::{Interval, Truth, exact};
use crate::lattice::Lattice;
use crate::shape::IntShape;
use argand_cfa::{Intrinsic, OverflowOp};

impl Interval {
    /// The result of an integer intrinsic with one operand of shape `operand`, of shape `result`. `None` for
    /// intrinsics that are not about integers, or take two operands.
    #[must_use]
    pub fn intrinsic(op: Intrinsic, operand: IntShape, result: IntShape, a: Self) -> Option<Self> {
        let width = operand.width;
        let counts = |lo: u32, hi: u32| Self::new(i128::from(lo), i128::from(hi));
        let each = |f: &dyn Fn(u128) -> u32, otherwise: Self| {
            a.as_single().map_or(otherwise, |x| counts(f(low_bits(x, width)), f(low_bits(x, width))))
        };
        Some(match op {
            Intrinsic::ByteSwap => match a.as_single() {
                Some(x) if width.is_multiple_of(8) => {
                    let swapped = low_bits(x, width).swap_bytes() >> (128 - width);
                    Self::single(result.wrap(swapped.cast_signed()))
                }
                _ => Self::of_shape(result),
            },
            Intrinsic::PopCount => each(&u128::count_ones, counts(0, width)),
            Intrinsic::Parity => each(&|x| x.count_ones() % 2, counts(0, 1)),
            Intrinsic::LeadingZeros if a.lo >= 0 => {
                let zeros = |x: i128| x.leading_zeros() - (128 - width);
                counts(zeros(a.hi), zeros(a.lo))
            }
            Intrinsic::LeadingZeros => counts(0, if a.hi < 0 { 0 } else { width }),
            Intrinsic::TrailingZeros => {
                let most = if a.contains(0) { width } else { width - 1 };
                each(&|x| x.trailing_zeros().min(width), counts(0, most))
            }
            Intrinsic::FindFirstSet => {
                let fewest = u32::from(!a.contains(0));
                each(&|x| if x == 0 { 0 } else { x.trailing_zeros() + 1 }, counts(fewest, width))
            }
            Intrinsic::RedundantSignBits => {
                let same = |x: i128| {
                    let x = IntShape::new(true, width).wrap(x);
                    (if x < 0 { !x } else { x }).leading_zeros() - (128 - width) - 1
                };
                a.as_single().map_or(counts(0, width - 1), |x| counts(same(x), same(x)))
            }
            Intrinsic::IntAbs => {
                let (lo, hi) = (a.lo.checked_abs(), a.hi.checked_abs());
                match (lo, hi) {
                    (Some(x), Some(y)) if a.contains(0) => Self::new(0, x.max(y)).wrap(result),
                    (Some(x), Some(y)) => Self::new(x, y).wrap(result),
                    _ => Self::of_shape(result),
                }
            }
            _ => return None,
        })
    }

    /// Whether the exact result of an operation on numbers of the given shapes does not fit `at`.
    #[must_use]
    pub fn overflows(op: OverflowOp, at: IntShape, a: (IntShape, Self), b: (IntShape, Self)) -> Truth {
        if !(at.is_ordered() && a.0.is_ordered() && b.0.is_ordered()) {
            return Truth::Unknown;
        }
        match exact(op, a.1, b.1) {
            Some(result) if result.leq(&Self::of_shape(at)) => Truth::False,
            Some(result) if result.hi < at.min() || at.max() < result.lo => Truth::True,
            _ => Truth::Unknown,
        }
    }

    /// The low bits, in shape `at`, of the exact result of an operation on numbers of any shapes.
    #[must_use]
    pub fn wrapping(op: OverflowOp, at: IntShape, a: Self, b: Self) -> Self {
        exact(op, a, b).map_or(Self::of_shape(at), |result| result.wrap(at))
    }
}

/// The low `width` bits of a canonical number.
fn low_bits(x: i128, width: u32) -> u128 {
    IntShape::new(false, width).wrap(x).cast_unsigned()
}
