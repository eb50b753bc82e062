//! The formats: taking numbers apart, putting them together, and telling them from infinities and NaNs.

use crate::types::FloatKind;
use std::cmp::Ordering;

/// A number taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parts {
    /// Not a number.
    Nan,
    /// An infinity.
    Infinite {
        /// Whether it is the negative one.
        negative: bool,
    },
    /// `mantissa * 2^exponent`, zero included.
    Finite {
        /// The sign bit.
        negative: bool,
        /// At most 64 bits.
        mantissa: u64,
        /// The power of two the mantissa counts.
        exponent: i32,
    },
}

/// Bits of the fraction, and of the exponent. The x87 stores the leading one, the others imply it.
pub(super) const fn fraction_bits(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::Float => 23,
        FloatKind::Double => 52,
        FloatKind::LongDouble => 63,
    }
}

const fn exponent_bits(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::Float => 8,
        FloatKind::Double => 11,
        FloatKind::LongDouble => 15,
    }
}

const fn bias(kind: FloatKind) -> i32 {
    (1 << (exponent_bits(kind) - 1)) - 1
}

/// The mask of the sign bit.
#[must_use]
pub const fn sign_mask(kind: FloatKind) -> u128 {
    1 << (kind.value_bits() - 1)
}

const fn stored_fraction_bits(kind: FloatKind) -> u32 {
    kind.value_bits() - 1 - exponent_bits(kind)
}

const fn biased_exponent(kind: FloatKind, bits: u128) -> u32 {
    ((bits >> stored_fraction_bits(kind)) as u32) & ((1 << exponent_bits(kind)) - 1)
}

/// The NaN that invalid operations give on x86.
#[must_use]
pub const fn default_nan(kind: FloatKind) -> u128 {
    infinity(kind, true) | (1 << (fraction_bits(kind) - 1))
}

/// An infinity.
#[must_use]
pub const fn infinity(kind: FloatKind, negative: bool) -> u128 {
    let exponent = ((1u128 << exponent_bits(kind)) - 1) << stored_fraction_bits(kind);
    let integer_bit = if matches!(kind, FloatKind::LongDouble) { 1 << 63 } else { 0 };
    exponent | integer_bit | if negative { sign_mask(kind) } else { 0 }
}

/// Takes a number apart. The x87's numbers without a leading one in the right place count as what they spell.
#[must_use]
pub const fn parts(kind: FloatKind, bits: u128) -> Parts {
    let negative = bits & sign_mask(kind) != 0;
    let fraction = (bits & ((1 << fraction_bits(kind)) - 1)) as u64;
    let biased = biased_exponent(kind, bits);
    if biased == (1 << exponent_bits(kind)) - 1 {
        return if fraction == 0 { Parts::Infinite { negative } } else { Parts::Nan };
    }
    let leading = match kind {
        FloatKind::LongDouble => (bits as u64) & (1 << 63),
        _ if biased == 0 => 0,
        _ => 1 << fraction_bits(kind),
    };
    let scale = if biased == 0 { 1 } else { biased as i32 };
    Parts::Finite {
        negative,
        mantissa: fraction | leading,
        exponent: scale - bias(kind) - fraction_bits(kind) as i32,
    }
}

/// The number nearest to `mantissa * 2^exponent`, plus a little more when `sticky`; ties go to even.
#[must_use]
pub fn compose(kind: FloatKind, negative: bool, mantissa: u128, exponent: i32, sticky: bool) -> u128 {
    let sign = if negative { sign_mask(kind) } else { 0 };
    if mantissa == 0 {
        return sign;
    }
    let precision = fraction_bits(kind) as i32 + 1;
    let lowest = 1 - bias(kind) - fraction_bits(kind) as i32;
    let length = 128 - mantissa.leading_zeros() as i32;
    // The exponent of the last place that can be kept.
    let mut last = (exponent + length - precision).max(lowest);
    let drop = last - exponent;
    let mut kept = match drop {
        ..=0 => mantissa << -drop,
        1..=127 => mantissa >> drop,
        _ => 0,
    };
    if drop > 0 {
        let half = if drop <= 128 { 1u128 << (drop - 1) } else { 0 };
        let dropped = if drop < 128 { mantissa & ((1 << drop) - 1) } else { mantissa };
        let above = half != 0 && (dropped > half || (dropped == half && (sticky || kept & 1 == 1)));
        kept += u128::from(above);
        if kept >> precision != 0 {
            kept >>= 1;
            last += 1;
        }
    }
    let normal = kept >> (precision - 1) != 0;
    let biased = if normal { last + bias(kind) + fraction_bits(kind) as i32 } else { 0 };
    if biased >= (1 << exponent_bits(kind)) - 1 {
        return infinity(kind, negative);
    }
    let stored = match kind {
        FloatKind::LongDouble => kept,
        _ => kept & ((1 << fraction_bits(kind)) - 1),
    };
    sign | stored | ((biased.cast_unsigned() as u128) << stored_fraction_bits(kind))
}

/// Whether the bits spell NaN.
#[must_use]
pub const fn is_nan(kind: FloatKind, bits: u128) -> bool {
    matches!(parts(kind, bits), Parts::Nan)
}

/// Whether the bits spell an infinity.
#[must_use]
pub const fn is_infinite(kind: FloatKind, bits: u128) -> bool {
    matches!(parts(kind, bits), Parts::Infinite { .. })
}

/// Whether the bits spell a zero of either sign.
#[must_use]
pub const fn is_zero(kind: FloatKind, bits: u128) -> bool {
    matches!(parts(kind, bits), Parts::Finite { mantissa: 0, .. })
}

/// Whether the sign bit is set.
#[must_use]
pub const fn is_negative(kind: FloatKind, bits: u128) -> bool {
    bits & sign_mask(kind) != 0
}

/// Whether the number is neither zero, subnormal, infinite nor NaN.
#[must_use]
pub const fn is_normal(kind: FloatKind, bits: u128) -> bool {
    biased_exponent(kind, bits) != 0 && matches!(parts(kind, bits), Parts::Finite { .. })
}

/// `-x`: flips the sign bit, also of NaN.
#[must_use]
pub const fn neg(kind: FloatKind, bits: u128) -> u128 {
    bits ^ sign_mask(kind)
}

/// `|x|`: clears the sign bit, also of NaN.
#[must_use]
pub const fn abs(kind: FloatKind, bits: u128) -> u128 {
    bits & !sign_mask(kind)
}

pub(super) const fn quiet(kind: FloatKind, bits: u128) -> u128 {
    bits | (1 << (fraction_bits(kind) - 1))
}

/// The NaN that an operation on these operands gives, if one of them is NaN.
#[must_use]
pub fn nan_operand(kind: FloatKind, a: u128, b: u128) -> Option<u128> {
    let chosen = match (is_nan(kind, a), is_nan(kind, b)) {
        (false, false) => return None,
        (true, false) => a,
        (false, true) => b,
        (true, true) if kind == FloatKind::LongDouble => match (a as u64).cmp(&(b as u64)) {
            Ordering::Less => b,
            Ordering::Greater => a,
            Ordering::Equal => a.min(b),
        },
        (true, true) => a,
    };
    Some(quiet(kind, chosen))
}
