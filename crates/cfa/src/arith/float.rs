//! Floating numbers as bits: `float` and `double` of IEEE 754, and the 80-bit format of the x87.
//!
//! Rounding is to nearest, ties to even. `float` and `double` go through the host's operations, which IEEE
//! 754 fixes to the bit except for NaNs; the x87 format goes through `rustc_apfloat` and integers.
//!
//! NaNs follow the hardware: an operation with a NaN operand gives that NaN made quiet (the first one; on
//! the x87 the one with the larger significand), an invalid operation on numbers gives the default NaN of
//! x86, whose sign bit is set. Conversions of numbers that fit no integer are in [`to_int`].

mod format;

pub use format::{
    Parts, abs, compose, default_nan, infinity, is_infinite, is_nan, is_negative, is_normal, is_zero,
    nan_operand, neg, parts, sign_mask,
};

use super::int::Shape;
use crate::expr::BinaryOp;
use crate::types::{DataModel, FloatKind};
use format::{fraction_bits, quiet};
use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended};
use rustc_apfloat::{Float as _, FloatConvert as _, Round};
use std::cmp::Ordering;

fn single(bits: u128) -> f32 {
    f32::from_bits(bits as u32)
}

fn double(bits: u128) -> f64 {
    f64::from_bits(bits as u64)
}

fn extended(bits: u128) -> X87DoubleExtended {
    X87DoubleExtended::from_bits(bits)
}

/// Applies one host function to `float` and `double` and another to the x87 format, with NaN already excluded
/// from the operands; an invalid operation gives the default NaN.
macro_rules! by_kind {
    ($kind:expr, |$($x:ident),+| $host:expr, |$($y:ident),+| $apfloat:expr) => {{
        let kind = $kind;
        let result = match kind {
            FloatKind::Float => { $(let $x = single($x);)+ u128::from(f32::to_bits($host)) }
            FloatKind::Double => { $(let $x = double($x);)+ u128::from(f64::to_bits($host)) }
            FloatKind::LongDouble => { $(let $y = extended($y);)+ $apfloat.to_bits() }
        };
        if is_nan(kind, result) { default_nan(kind) } else { result }
    }};
}

/// `a op b` for `+`, `-`, `*` and `/`. `None` for other operators.
#[must_use]
pub fn binary(kind: FloatKind, op: BinaryOp, a: u128, b: u128) -> Option<u128> {
    if let Some(nan) = nan_operand(kind, a, b) {
        return matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div).then_some(nan);
    }
    Some(match op {
        BinaryOp::Add => by_kind!(kind, |a, b| a + b, |a, b| (a + b).value),
        BinaryOp::Sub => by_kind!(kind, |a, b| a - b, |a, b| (a - b).value),
        BinaryOp::Mul => by_kind!(kind, |a, b| a * b, |a, b| (a * b).value),
        BinaryOp::Div => by_kind!(kind, |a, b| a / b, |a, b| (a / b).value),
        _ => return None,
    })
}

/// The order of two numbers, `None` if one is NaN.
#[must_use]
pub fn order(kind: FloatKind, a: u128, b: u128) -> Option<Ordering> {
    match kind {
        FloatKind::Float => single(a).partial_cmp(&single(b)),
        FloatKind::Double => double(a).partial_cmp(&double(b)),
        FloatKind::LongDouble => extended(a).partial_cmp(&extended(b)),
    }
}

/// `a op b` for a comparison operator; NaN differs from everything. `None` for other operators.
#[must_use]
pub fn compare(kind: FloatKind, op: BinaryOp, a: u128, b: u128) -> Option<bool> {
    let order = order(kind, a, b);
    Some(match op {
        BinaryOp::Eq => order == Some(Ordering::Equal),
        BinaryOp::Ne => order != Some(Ordering::Equal),
        BinaryOp::Lt => order.is_some_and(Ordering::is_lt),
        BinaryOp::Le => order.is_some_and(Ordering::is_le),
        BinaryOp::Gt => order.is_some_and(Ordering::is_gt),
        BinaryOp::Ge => order.is_some_and(Ordering::is_ge),
        _ => return None,
    })
}

/// Conversion between formats. NaNs keep their sign and the upper bits of their payload and become quiet.
#[must_use]
pub fn convert(from: FloatKind, to: FloatKind, bits: u128) -> u128 {
    if from == to {
        return bits;
    }
    if is_nan(from, bits) {
        let payload = bits & ((1 << fraction_bits(from)) - 1);
        let (have, want) = (fraction_bits(from), fraction_bits(to));
        let payload = if want >= have { payload << (want - have) } else { payload >> (have - want) };
        return quiet(to, infinity(to, is_negative(from, bits)) | payload);
    }
    let mut loses = false;
    match (from, to) {
        (FloatKind::Float, FloatKind::Double) => u128::from(f64::from(single(bits)).to_bits()),
        (FloatKind::Double, FloatKind::Float) => u128::from((double(bits) as f32).to_bits()),
        (FloatKind::Float, _) => {
            let wide: X87DoubleExtended = Single::from_bits(bits).convert(&mut loses).value;
            wide.to_bits()
        }
        (FloatKind::Double, _) => {
            let wide: X87DoubleExtended = Double::from_bits(bits).convert(&mut loses).value;
            wide.to_bits()
        }
        (FloatKind::LongDouble, FloatKind::Float) => {
            let narrow: Single = extended(bits).convert(&mut loses).value;
            narrow.to_bits()
        }
        (FloatKind::LongDouble, _) => {
            let narrow: Double = extended(bits).convert(&mut loses).value;
            narrow.to_bits()
        }
    }
}

/// The float nearest to an integer.
#[must_use]
pub fn from_int(kind: FloatKind, shape: Shape, value: i128) -> u128 {
    let negative = shape.is_negative(value);
    let magnitude = if negative { value.unsigned_abs() } else { value.cast_unsigned() };
    compose(kind, negative, magnitude, 0, false)
}

/// The integer part, if it is a number below 2^127 in magnitude.
#[must_use]
pub const fn truncated(kind: FloatKind, bits: u128) -> Option<i128> {
    let Parts::Finite { negative, mantissa, exponent } = parts(kind, bits) else { return None };
    let mantissa = mantissa as u128;
    let magnitude = match exponent {
        ..=-64 => 0,
        -63..=-1 => mantissa >> -exponent,
        _ if mantissa == 0 => 0,
        _ if exponent.cast_unsigned() < mantissa.leading_zeros() => mantissa << exponent,
        _ => return None,
    };
    if magnitude > i128::MAX as u128 {
        return None;
    }
    Some(if negative { -(magnitude as i128) } else { magnitude as i128 })
}

/// Whether the integer part of a float is a value of the type.
#[must_use]
pub fn fits(kind: FloatKind, bits: u128, to: Shape) -> bool {
    match truncated(kind, bits) {
        Some(value) if to.width < 128 || to.signed => to.wrap(value) == value,
        Some(value) => value >= 0,
        // Only the largest numbers of the widest type are too large to be looked at here.
        None => false,
    }
}

/// Conversion to an integer: the integer part. Where that does not fit, the result is what the instructions
/// give that gcc uses on x86:
///
/// * signed 32 and 64 bits, and NaN: the smallest integer ("integer indefinite");
/// * types narrower than `int`: converted to 32 bits, then cut; from `long double`, 8-bit and signed 16-bit
///   types go through 16 bits;
/// * `unsigned` of 32 bits: on LP64, and from `long double`, converted to signed 64 bits and cut; on ILP32
///   numbers from 2^31 up are reduced by 2^31 first, so that numbers from 2^32 up give 0;
/// * unsigned 64 bits: numbers from 2^63 up are reduced by 2^63 first, so that numbers from 2^64 up give 0.
///
/// 128-bit integers are a library's work, without a rule: the smallest signed integer.
#[must_use]
pub fn to_int(model: DataModel, kind: FloatKind, bits: u128, to: Shape) -> i128 {
    let value = truncated(kind, bits);
    // The conversion instruction to `width` bits.
    let native = |width: u32| {
        let shape = Shape { signed: true, width };
        value.filter(|&v| shape.wrap(v) == v).unwrap_or_else(|| shape.min())
    };
    let extended = kind == FloatKind::LongDouble;
    // Conversion in two halves around the sign bit of `width` bits.
    let halves = |width: u32| {
        let top = 1i128 << (width - 1);
        let huge = matches!(parts(kind, bits), Parts::Infinite { negative: false })
            || (value.is_none() && !is_nan(kind, bits) && !is_negative(kind, bits))
            || value.is_some_and(|v| v >= top << 1);
        if huge { 0 } else { value.filter(|&v| v >= top).unwrap_or_else(|| native(width)) }
    };
    let result = match (to.signed, to.width) {
        (_, ..=8) if extended => native(16),
        (true, ..=16) if extended => native(16),
        (true, ..=32) | (false, ..=31) => native(32),
        (false, 32) if model == DataModel::Ilp32 && !extended => halves(32),
        (false, 64) => halves(64),
        (_, ..=64) => native(64),
        (false, _) if value.is_none() && !is_negative(kind, bits) => {
            let Parts::Finite { mantissa, exponent, .. } = parts(kind, bits) else { return i128::MIN };
            // Above 2^127, still below 2^128.
            if exponent.cast_unsigned() <= mantissa.leading_zeros() + 64 {
                (u128::from(mantissa) << exponent).cast_signed()
            } else {
                i128::MIN
            }
        }
        _ => value.unwrap_or(i128::MIN),
    };
    to.wrap(result)
}

/// The square root.
#[must_use]
pub fn sqrt(kind: FloatKind, a: u128) -> u128 {
    if is_nan(kind, a) {
        return quiet(kind, a);
    }
    by_kind!(kind, |a| a.sqrt(), |a| extended(sqrt_extended(a.to_bits())))
}

fn sqrt_extended(bits: u128) -> u128 {
    const KIND: FloatKind = FloatKind::LongDouble;
    match parts(KIND, bits) {
        Parts::Finite { mantissa: 0, .. } | Parts::Infinite { negative: false } | Parts::Nan => bits,
        Parts::Infinite { negative: true } | Parts::Finite { negative: true, .. } => default_nan(KIND),
        Parts::Finite { mantissa, exponent, .. } => {
            let shift = mantissa.leading_zeros() as i32;
            let (mantissa, exponent) = (u128::from(mantissa << shift), exponent - shift);
            // An even exponent and a radicand of 127 or 128 bits give a root of 64 bits.
            let odd = exponent.rem_euclid(2);
            let radicand = mantissa << (64 - odd);
            let root = radicand.isqrt();
            let rest = radicand - root * root;
            // Two more bits say on which side of the halfway point the root lies; it is never on it.
            let extra = u128::from(rest > root) << 1 | u128::from(rest != 0);
            compose(KIND, false, root << 2 | extra, (exponent - 64 + odd) / 2 - 2, false)
        }
    }
}

/// How a float is made a whole number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// Towards minus infinity.
    Down,
    /// Towards plus infinity.
    Up,
    /// Towards zero.
    Zero,
    /// To nearest, halfway cases away from zero.
    NearestAway,
    /// To nearest, halfway cases to even.
    NearestEven,
}

/// The whole number next to `a` in the given direction. Keeps the sign of zero.
#[must_use]
pub fn round(kind: FloatKind, a: u128, rounding: Rounding) -> u128 {
    if is_nan(kind, a) {
        return quiet(kind, a);
    }
    match rounding {
        Rounding::Down => by_kind!(kind, |a| a.floor(), |a| a.round_to_integral(Round::TowardNegative).value),
        Rounding::Up => by_kind!(kind, |a| a.ceil(), |a| a.round_to_integral(Round::TowardPositive).value),
        Rounding::Zero => by_kind!(kind, |a| a.trunc(), |a| a.round_to_integral(Round::TowardZero).value),
        Rounding::NearestAway => {
            by_kind!(kind, |a| a.round(), |a| a.round_to_integral(Round::NearestTiesToAway).value)
        }
        Rounding::NearestEven => {
            by_kind!(kind, |a| a.round_ties_even(), |a| a.round_to_integral(Round::NearestTiesToEven).value)
        }
    }
}

/// `a * b + c` with one rounding.
#[must_use]
pub fn fused_multiply_add(kind: FloatKind, a: u128, b: u128, c: u128) -> u128 {
    if let Some(nan) = nan_operand(kind, a, b).or_else(|| nan_operand(kind, c, c)) {
        return nan;
    }
    by_kind!(kind, |a, b, c| a.mul_add(b, c), |a, b, c| a.mul_add(b, c).value)
}

/// The remainder of `a / b`: truncated (`fmod`) or to nearest (`remainder`). Always exact.
#[must_use]
pub fn remainder(kind: FloatKind, a: u128, b: u128, nearest: bool) -> u128 {
    if let Some(nan) = nan_operand(kind, a, b) {
        return nan;
    }
    let (Parts::Finite { negative, mantissa: ma, exponent: ea }, divisor) = (parts(kind, a), parts(kind, b))
    else {
        return default_nan(kind);
    };
    let (mb, eb) = match divisor {
        Parts::Finite { mantissa: 0, .. } | Parts::Nan => return default_nan(kind),
        Parts::Infinite { .. } => return a,
        Parts::Finite { mantissa, exponent, .. } => (mantissa, exponent),
    };
    // The remainder of |a| by |b| in units of 2^unit, and the last bit of the quotient. Exponents differ by
    // thousands at most, so one bit at a time is quick enough.
    let (mut rest, mut scaled_b, unit) = (u128::from(ma), u128::from(mb), ea.min(eb));
    let mut odd;
    if ea >= eb {
        odd = (rest / scaled_b) & 1 == 1;
        rest %= scaled_b;
        for _ in 0..ea - eb {
            rest <<= 1;
            odd = rest >= scaled_b;
            rest -= if odd { scaled_b } else { 0 };
        }
    } else if eb - ea <= 64 {
        scaled_b <<= eb - ea;
        odd = (rest / scaled_b) & 1 == 1;
        rest %= scaled_b;
    } else {
        // |a| is below half of |b|.
        return a;
    }
    let up = nearest
        && match (rest << 1).cmp(&scaled_b) {
            Ordering::Less => false,
            Ordering::Equal => odd,
            Ordering::Greater => true,
        };
    let (negative, rest) = if up { (!negative, scaled_b - rest) } else { (negative, rest) };
    compose(kind, negative, rest, unit, false)
}

/// `fmin` or `fmax`: a NaN operand loses against a number; equal operands give the second.
#[must_use]
pub fn extremum(kind: FloatKind, a: u128, b: u128, largest: bool) -> u128 {
    match (is_nan(kind, a), is_nan(kind, b)) {
        (true, true) => quiet(kind, a),
        (true, false) => b,
        (false, true) => a,
        (false, false) => {
            let wanted = if largest { Ordering::Greater } else { Ordering::Less };
            if order(kind, a, b) == Some(wanted) { a } else { b }
        }
    }
}
