//! The pure functions that C spells as library calls or builtins, on constants.

use super::float::{self, Rounding};
use super::int::{Exact, Shape};
use super::{Scalar, float_kind};
use crate::expr::Intrinsic;
use crate::types::{TypeId, TypeTable};

/// The value of an intrinsic for operands given with their types; `ty` is the type of the result.
///
/// `None` for the intrinsics that ask about memory, and for operands that are not of the kind it wants.
#[must_use]
pub fn intrinsic(types: &TypeTable, op: Intrinsic, args: &[(TypeId, Scalar)], ty: TypeId) -> Option<Scalar> {
    match args {
        [(arg_ty, Scalar::Int(value))] => unary_int(op, Shape::of(types, *arg_ty)?, *value).map(Scalar::Int),
        [(a_ty, Scalar::Int(a)), (b_ty, Scalar::Int(b))] => {
            let (a, b) = ((Shape::of(types, *a_ty)?, *a), (Shape::of(types, *b_ty)?, *b));
            Some(Scalar::Int(match op {
                Intrinsic::Overflows { op, at } => {
                    i128::from(!Exact::compute(op, a, b).fits(Shape::of(types, at)?))
                }
                Intrinsic::WrappingArith(op) => Exact::compute(op, a, b).wrapped(Shape::of(types, ty)?),
                _ => return None,
            }))
        }
        [(arg_ty, Scalar::Float(_)), ..] => {
            let kind = float_kind(types, *arg_ty)?;
            let bits: Option<Vec<u128>> = args.iter().map(|(_, value)| value.as_float()).collect();
            float_intrinsic(op, kind, &bits?)
        }
        _ => None,
    }
}

fn unary_int(op: Intrinsic, shape: Shape, value: i128) -> Option<i128> {
    let unused = 128 - shape.width;
    let pattern = value.cast_unsigned() << unused >> unused;
    Some(match op {
        Intrinsic::ByteSwap => shape.wrap((pattern.swap_bytes() >> unused).cast_signed()),
        Intrinsic::PopCount => i128::from(pattern.count_ones()),
        Intrinsic::LeadingZeros => i128::from(pattern.leading_zeros() - unused),
        Intrinsic::TrailingZeros => i128::from(pattern.trailing_zeros().min(shape.width)),
        Intrinsic::FindFirstSet if pattern == 0 => 0,
        Intrinsic::FindFirstSet => i128::from(pattern.trailing_zeros() + 1),
        Intrinsic::Parity => i128::from(pattern.count_ones() & 1),
        Intrinsic::RedundantSignBits => {
            let flipped = if value < 0 { !pattern << unused >> unused } else { pattern };
            i128::from(flipped.leading_zeros() - unused) - 1
        }
        Intrinsic::IntAbs => shape.wrap(if shape.is_negative(value) { value.wrapping_neg() } else { value }),
        _ => return None,
    })
}

fn float_intrinsic(op: Intrinsic, kind: crate::types::FloatKind, args: &[u128]) -> Option<Scalar> {
    let a = *args.first()?;
    let b = args.get(1).copied();
    let truth = |holds: bool| Some(Scalar::Int(i128::from(holds)));
    let bits = match op {
        Intrinsic::IsNan => return truth(float::is_nan(kind, a)),
        Intrinsic::IsInf => {
            let sign = if float::is_negative(kind, a) { -1 } else { 1 };
            return Some(Scalar::Int(if float::is_infinite(kind, a) { sign } else { 0 }));
        }
        Intrinsic::IsFinite => return truth(!float::is_nan(kind, a) && !float::is_infinite(kind, a)),
        Intrinsic::IsNormal => return truth(float::is_normal(kind, a)),
        Intrinsic::SignBit => return truth(float::is_negative(kind, a)),
        Intrinsic::FpClassify => {
            return Some(Scalar::Int(match () {
                () if float::is_nan(kind, a) => 0,
                () if float::is_infinite(kind, a) => 1,
                () if float::is_zero(kind, a) => 2,
                () if float::is_normal(kind, a) => 4,
                () => 3,
            }));
        }
        Intrinsic::Unordered => return truth(float::nan_operand(kind, a, b?).is_some()),
        Intrinsic::FloatAbs => float::abs(kind, a),
        Intrinsic::CopySign => float::abs(kind, a) | (b? & float::sign_mask(kind)),
        Intrinsic::Sqrt => float::sqrt(kind, a),
        Intrinsic::Floor => float::round(kind, a, Rounding::Down),
        Intrinsic::Ceil => float::round(kind, a, Rounding::Up),
        Intrinsic::Trunc => float::round(kind, a, Rounding::Zero),
        Intrinsic::Round => float::round(kind, a, Rounding::NearestAway),
        Intrinsic::RoundEven => float::round(kind, a, Rounding::NearestEven),
        Intrinsic::FloatMod => float::remainder(kind, a, b?, false),
        Intrinsic::FloatRemainder => float::remainder(kind, a, b?, true),
        Intrinsic::FloatMin => float::extremum(kind, a, b?, false),
        Intrinsic::FloatMax => float::extremum(kind, a, b?, true),
        Intrinsic::FusedMultiplyAdd => float::fused_multiply_add(kind, a, b?, *args.get(2)?),
        _ => return None,
    };
    Some(Scalar::Float(bits))
}
