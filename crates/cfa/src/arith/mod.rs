//! Bit-precise constant arithmetic: what every operator, conversion and intrinsic computes.
//!
//! The interpreter, the value analysis and constant folding share these functions, so that there is one
//! definition of what a C operator does on x86. Integers are canonical `i128` numbers (see
//! [`TypeTable::wrap`]), floats are the raw bits of their format. Arithmetic wraps; whether C allows the
//! wrapping is asked separately ([`int::overflows`], [`problem`]).
//!
//! What the standard leaves open follows x86 as gcc uses it: [`float`] says what NaNs and conversions of
//! floats that fit no integer give.
//!
//! **Invariant:** results are canonical, and nothing here depends on the host's rounding mode or word size.

pub mod float;
pub mod int;
mod intrinsic;

pub use int::{Problem, Shape};
pub use intrinsic::intrinsic;

use crate::expr::{BinaryOp, UnaryOp};
use crate::types::{FloatKind, IntKind, TypeId, TypeKind, TypeTable};

/// The value of a scalar constant. Its type says how to read it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// An integer or an address, in canonical form.
    Int(i128),
    /// The bits of a floating number.
    Float(u128),
}

impl Scalar {
    /// The number behind an integer or address.
    #[must_use]
    pub const fn as_int(self) -> Option<i128> {
        match self {
            Self::Int(value) => Some(value),
            Self::Float(_) => None,
        }
    }

    /// The bits behind a floating number.
    #[must_use]
    pub const fn as_float(self) -> Option<u128> {
        match self {
            Self::Int(_) => None,
            Self::Float(bits) => Some(bits),
        }
    }
}

/// The format of a floating type.
#[must_use]
pub fn float_kind(types: &TypeTable, ty: TypeId) -> Option<FloatKind> {
    match types.kind(ty) {
        TypeKind::Float(kind) => Some(*kind),
        _ => None,
    }
}

/// Whether C takes the value for true: it differs from zero. NaN is true.
#[must_use]
pub fn is_true(types: &TypeTable, ty: TypeId, value: Scalar) -> bool {
    match value {
        Scalar::Int(value) => value != 0,
        Scalar::Float(bits) => float_kind(types, ty).is_none_or(|kind| !float::is_zero(kind, bits)),
    }
}

/// `op operand` where the operand has type `ty`. `None` for an operand that does not fit its type.
#[must_use]
pub fn unary(types: &TypeTable, op: UnaryOp, ty: TypeId, operand: Scalar) -> Option<Scalar> {
    Some(match (op, operand) {
        (UnaryOp::Not, value) => Scalar::Int(i128::from(!is_true(types, ty, value))),
        (UnaryOp::Neg, Scalar::Float(bits)) => Scalar::Float(float::neg(float_kind(types, ty)?, bits)),
        (UnaryOp::Neg, Scalar::Int(value)) => Scalar::Int(Shape::of(types, ty)?.wrap(value.wrapping_neg())),
        (UnaryOp::BitNot, Scalar::Int(value)) => Scalar::Int(Shape::of(types, ty)?.wrap(!value)),
        (UnaryOp::BitNot, Scalar::Float(_)) => return None,
    })
}

/// `lhs op rhs`, where the operands have the types `lhs_ty` and `rhs_ty`.
///
/// `None` for an integer division by zero, and for operands that do not fit their types.
#[must_use]
pub fn binary(
    types: &TypeTable,
    op: BinaryOp,
    lhs_ty: TypeId,
    lhs: Scalar,
    rhs_ty: TypeId,
    rhs: Scalar,
) -> Option<Scalar> {
    let (a, b) = match (lhs, rhs) {
        (Scalar::Int(a), Scalar::Int(b)) => (a, b),
        (Scalar::Float(a), Scalar::Float(b)) => {
            let kind = float_kind(types, lhs_ty)?;
            return if op.is_comparison() {
                Some(Scalar::Int(i128::from(float::compare(kind, op, a, b)?)))
            } else {
                float::binary(kind, op, a, b).map(Scalar::Float)
            };
        }
        _ => return None,
    };
    let shape = Shape::of(types, lhs_ty)?;
    let result = match op {
        BinaryOp::PtrAdd => shape.wrap(a.wrapping_add(b.wrapping_mul(step(types, lhs_ty)))),
        BinaryOp::PtrSub => shape.wrap(a.wrapping_sub(b.wrapping_mul(step(types, lhs_ty)))),
        BinaryOp::PtrDiff => {
            let distance = Shape { signed: true, ..shape }.wrap(a.wrapping_sub(b));
            distance.checked_div(step(types, lhs_ty))?
        }
        BinaryOp::Shl | BinaryOp::Shr => {
            let count = Shape::of(types, rhs_ty)?.magnitude_modulo(b, shape.width);
            int::shift(shape, op, a, count)
        }
        _ => int::binary(shape, op, a, b)?,
    };
    Some(Scalar::Int(result))
}

fn step(types: &TypeTable, pointer: TypeId) -> i128 {
    i128::from(types.pointee_size(pointer))
}

/// Converts a value of type `from` to type `to`. `None` where a type is no scalar.
#[must_use]
pub fn cast(types: &TypeTable, from: TypeId, to: TypeId, value: Scalar) -> Option<Scalar> {
    if matches!(types.kind(to), TypeKind::Int(IntKind::Bool)) {
        return Some(Scalar::Int(i128::from(is_true(types, from, value))));
    }
    Some(match (value, float_kind(types, to)) {
        (Scalar::Int(value), None) => Scalar::Int(Shape::of(types, to)?.wrap(value)),
        (Scalar::Int(value), Some(kind)) => {
            Scalar::Float(float::from_int(kind, Shape::of(types, from)?, value))
        }
        (Scalar::Float(bits), None) => {
            Scalar::Int(float::to_int(types.model(), float_kind(types, from)?, bits, Shape::of(types, to)?))
        }
        (Scalar::Float(bits), Some(kind)) => {
            Scalar::Float(float::convert(float_kind(types, from)?, kind, bits))
        }
    })
}

/// What C forbids about a unary operation on this operand.
#[must_use]
pub fn unary_problem(types: &TypeTable, op: UnaryOp, ty: TypeId, operand: Scalar) -> Option<Problem> {
    let (UnaryOp::Neg, Scalar::Int(value)) = (op, operand) else { return None };
    let shape = Shape::of(types, ty)?;
    (shape.signed && !types.is_pointer(ty) && value == shape.min()).then_some(Problem::SignedOverflow)
}

/// What C forbids about a binary operation on these operands: signed overflow, a division by zero, a shift
/// count out of range.
#[must_use]
pub fn problem(
    types: &TypeTable,
    op: BinaryOp,
    lhs_ty: TypeId,
    lhs: Scalar,
    rhs_ty: TypeId,
    rhs: Scalar,
) -> Option<Problem> {
    let (Scalar::Int(a), Scalar::Int(b)) = (lhs, rhs) else { return None };
    int::problem(Shape::of(types, lhs_ty)?, op, a, Shape::of(types, rhs_ty)?, b)
}

#[cfg(test)]
mod tests;
