//! Integers of any width up to 128 bits, wrapping, with predicates for what C forbids.

use crate::expr::{BinaryOp, OverflowOp};
use crate::types::{IntKind, TypeId, TypeKind, TypeTable, wrap_int};
use std::cmp::Ordering;

/// Signedness and width of an integer type. `_Bool` has one bit; pointers are unsigned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// Whether values can be negative.
    pub signed: bool,
    /// The number of bits, 1 to 128.
    pub width: u32,
}

/// What C forbids about an integer operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Problem {
    /// The exact result does not fit the signed type. Includes a left shift of a negative number, into the
    /// sign bit or past it, and the division of the smallest number by -1.
    SignedOverflow,
    /// A division or remainder by zero.
    DivisionByZero,
    /// A shift count that is negative or not below the width.
    ShiftOutOfRange,
}

impl Shape {
    /// The shape of an integer or pointer type.
    #[must_use]
    pub fn of(types: &TypeTable, ty: TypeId) -> Option<Self> {
        if matches!(types.kind(ty), TypeKind::Int(IntKind::Bool)) {
            return Some(Self { signed: false, width: 1 });
        }
        types.int_shape(ty).map(|(signed, width)| Self { signed, width })
    }

    /// The low bits of `value` in canonical form.
    #[must_use]
    #[inline]
    pub const fn wrap(self, value: i128) -> i128 {
        if self.width <= 64 && self.width > 0 {
            // One machine word is much cheaper than two, and nearly all values have one.
            let shift = 64 - self.width;
            let word = value as u64;
            return if self.signed {
                ((word << shift) as i64 >> shift) as i128
            } else {
                ((word << shift) >> shift) as i128
            };
        }
        wrap_int(self.signed, self.width, value)
    }

    /// The smallest value.
    #[must_use]
    pub const fn min(self) -> i128 {
        match (self.signed, self.width) {
            (false, _) | (true, 0) => 0,
            (true, width) => i128::MIN >> (128 - width),
        }
    }

    /// The largest value, in canonical form: -1 for unsigned 128-bit integers.
    #[must_use]
    pub const fn max(self) -> i128 {
        match (self.signed, self.width) {
            (_, 0) => 0,
            (true, width) => i128::MAX >> (128 - width),
            (false, width) => (u128::MAX >> (128 - width)) as i128,
        }
    }

    /// The order of two canonical values.
    #[must_use]
    #[inline]
    pub fn compare(self, a: i128, b: i128) -> Ordering {
        if self.signed { a.cmp(&b) } else { a.cast_unsigned().cmp(&b.cast_unsigned()) }
    }

    /// Whether a canonical value is negative.
    #[must_use]
    pub const fn is_negative(self, value: i128) -> bool {
        self.signed && value < 0
    }

    /// A canonical value, taken modulo `width` as shift counts are.
    #[must_use]
    pub const fn magnitude_modulo(self, value: i128, width: u32) -> u32 {
        let width = if width == 0 { 1 } else { width };
        if self.signed {
            value.rem_euclid(width as i128) as u32
        } else {
            (value.cast_unsigned() % width as u128) as u32
        }
    }
}

/// An arithmetic, bitwise or comparison operator on canonical operands of one shape. `None` for a division by
/// zero and for operators of other kinds.
#[must_use]
#[inline]
pub fn binary(shape: Shape, op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    let truth = |holds: bool| Some(i128::from(holds));
    let value = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div | BinaryOp::Rem if b == 0 => return None,
        BinaryOp::Div if shape.signed => a.wrapping_div(b),
        BinaryOp::Div => (a.cast_unsigned() / b.cast_unsigned()).cast_signed(),
        BinaryOp::Rem if shape.signed => a.wrapping_rem(b),
        BinaryOp::Rem => (a.cast_unsigned() % b.cast_unsigned()).cast_signed(),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Eq => return truth(a == b),
        BinaryOp::Ne => return truth(a != b),
        BinaryOp::Lt => return truth(shape.compare(a, b).is_lt()),
        BinaryOp::Le => return truth(shape.compare(a, b).is_le()),
        BinaryOp::Gt => return truth(shape.compare(a, b).is_gt()),
        BinaryOp::Ge => return truth(shape.compare(a, b).is_ge()),
        BinaryOp::Shl | BinaryOp::Shr | BinaryOp::PtrAdd | BinaryOp::PtrSub | BinaryOp::PtrDiff => {
            return None;
        }
    };
    Some(shape.wrap(value))
}

/// `a << count` or `a >> count` for a count below the width. Right shifts of signed numbers keep the sign.
#[must_use]
pub const fn shift(shape: Shape, op: BinaryOp, a: i128, count: u32) -> i128 {
    match op {
        BinaryOp::Shl => shape.wrap(a.wrapping_shl(count)),
        _ if shape.signed => a.wrapping_shr(count),
        _ => a.cast_unsigned().wrapping_shr(count).cast_signed(),
    }
}

/// Whether the exact result of a signed operation does not fit. Shifts are decided by [`problem`].
#[must_use]
pub fn overflows(shape: Shape, op: BinaryOp, a: i128, b: i128) -> bool {
    if !shape.signed {
        return false;
    }
    let exact = match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Div | BinaryOp::Rem => return b == -1 && a == shape.min(),
        _ => return false,
    };
    exact.is_none_or(|value| shape.wrap(value) != value)
}

/// Whether unsigned `a op b` wraps around: its exact result does not fit the shape.
#[must_use]
pub fn wraps(shape: Shape, op: BinaryOp, a: i128, b: i128) -> bool {
    let (x, y) = (a.cast_unsigned(), b.cast_unsigned());
    let exact = match op {
        BinaryOp::Add => x.checked_add(y),
        BinaryOp::Sub => x.checked_sub(y),
        BinaryOp::Mul => x.checked_mul(y),
        _ => return false,
    };
    exact.is_none_or(|value| shape.width < 128 && value >> shape.width != 0)
}

/// What C forbids about `a op b`. The operands have one shape except in shifts.
#[must_use]
pub fn problem(shape: Shape, op: BinaryOp, a: i128, count_shape: Shape, b: i128) -> Option<Problem> {
    match op {
        BinaryOp::Div | BinaryOp::Rem if b == 0 => Some(Problem::DivisionByZero),
        BinaryOp::Shl | BinaryOp::Shr => {
            let width = i128::from(shape.width);
            if count_shape.is_negative(b) || b < 0 || b >= width {
                return Some(Problem::ShiftOutOfRange);
            }
            let lost = op == BinaryOp::Shl && shape.signed && (a < 0 || a > shape.max() >> b);
            lost.then_some(Problem::SignedOverflow)
        }
        _ => overflows(shape, op, a, b).then_some(Problem::SignedOverflow),
    }
}

/// The exact result of an operation on integers of any two shapes: a sign and a magnitude of 256 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exact {
    negative: bool,
    high: u128,
    low: u128,
}

impl Exact {
    /// `a op b`, where `a` and `b` are canonical values of their shapes.
    #[must_use]
    pub fn compute(op: OverflowOp, (sa, a): (Shape, i128), (sb, b): (Shape, i128)) -> Self {
        let (na, ma) = sign_magnitude(sa, a);
        let (nb, mb) = sign_magnitude(sb, b);
        match op {
            OverflowOp::Add => add_signed((na, ma), (nb, mb)),
            OverflowOp::Sub => add_signed((na, ma), (!nb, mb)),
            OverflowOp::Mul => {
                let (high, low) = widening_mul(ma, mb);
                Self { negative: na != nb, high, low }
            }
        }
    }

    /// Whether a shape can hold the result.
    #[must_use]
    pub fn fits(self, shape: Shape) -> bool {
        if self.high != 0 {
            return false;
        }
        if self.negative {
            self.low <= shape.min().unsigned_abs()
        } else {
            self.low <= shape.max().cast_unsigned()
        }
    }

    /// The low bits of the result.
    #[must_use]
    pub const fn wrapped(self, shape: Shape) -> i128 {
        let low = self.low.cast_signed();
        shape.wrap(if self.negative { low.wrapping_neg() } else { low })
    }
}

const fn sign_magnitude(shape: Shape, value: i128) -> (bool, u128) {
    if shape.is_negative(value) { (true, value.unsigned_abs()) } else { (false, value.cast_unsigned()) }
}

const fn add_signed((na, a): (bool, u128), (nb, b): (bool, u128)) -> Exact {
    if na == nb {
        let (low, carry) = a.overflowing_add(b);
        Exact { negative: na, high: carry as u128, low }
    } else if a >= b {
        Exact { negative: na, high: 0, low: a - b }
    } else {
        Exact { negative: nb, high: 0, low: b - a }
    }
}

/// The 256-bit product, as high and low half.
const fn widening_mul(a: u128, b: u128) -> (u128, u128) {
    const MASK: u128 = u64::MAX as u128;
    let (a1, a0, b1, b0) = (a >> 64, a & MASK, b >> 64, b & MASK);
    let (low, mid1, mid2, high) = (a0 * b0, a1 * b0, a0 * b1, a1 * b1);
    let mid = (low >> 64) + (mid1 & MASK) + (mid2 & MASK);
    (high + (mid1 >> 64) + (mid2 >> 64) + (mid >> 64), (mid << 64) | (low & MASK))
}
