//! Floating-point constants with exact arithmetic: the reference the circuits are tested against.
//!
//! Every operation computes its exact result in wide integers (with a sticky bit where the tail cannot
//! matter) and rounds once, in [`Float::round`].

mod arith;

use arith::Exact;
use std::cmp::Ordering;
use std::fmt;

use super::bv::Bv;
use super::wide::Wide;
use crate::sort::{FloatFormat, Rounding};

/// A number of a format, in its canonical encoding. There is one NaN.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Float {
    format: FloatFormat,
    bits: u128,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Nan,
    Infinite,
    Zero,
    /// `significand * 2^exponent`.
    Finite {
        significand: u128,
        exponent: i64,
    },
}

impl Float {
    /// The number this encoding stands for. Encodings of NaN become the one NaN; of the 80-bit format's
    /// non-canonical encodings, pseudo-denormals keep their value and the others are NaN, as the x87
    /// treats them.
    #[must_use]
    pub fn from_bits(format: FloatFormat, bits: u128) -> Self {
        let f = format.fraction();
        let fraction = bits & ((1 << f) - 1);
        let field = bits >> f & ((1 << format.exponent) - 1);
        let sign = bits >> (format.width() - 1) & 1;
        let top = (1 << format.exponent) - 1;
        let bits = bits & ((1 << format.width()) - 1);
        let integer = 1u128 << (f - 1);
        if field == top {
            let below = if format.explicit { fraction & !integer } else { fraction };
            if below != 0 || format.explicit && fraction & integer == 0 {
                return Self::nan(format);
            }
        } else if format.explicit {
            if field == 0 && fraction & integer != 0 {
                return Self { format, bits: sign << (format.width() - 1) | 1 << f | fraction };
            }
            if field != 0 && fraction & integer == 0 {
                return Self::nan(format);
            }
        }
        Self { format, bits }
    }

    /// NaN: quiet, positive, no payload.
    #[must_use]
    pub fn nan(format: FloatFormat) -> Self {
        let top = ((1u128 << format.exponent) - 1) << format.fraction();
        let quiet = 1u128 << (format.significand - 2);
        let integer = if format.explicit { 1u128 << (format.significand - 1) } else { 0 };
        Self { format, bits: top | quiet | integer }
    }

    /// An infinity.
    #[must_use]
    pub fn infinity(format: FloatFormat, negative: bool) -> Self {
        let top = ((1u128 << format.exponent) - 1) << format.fraction();
        let integer = if format.explicit { 1u128 << (format.significand - 1) } else { 0 };
        Self { format, bits: top | integer }.with_sign(negative)
    }

    /// A zero.
    #[must_use]
    pub fn zero(format: FloatFormat, negative: bool) -> Self {
        Self { format, bits: 0 }.with_sign(negative)
    }

    fn with_sign(self, negative: bool) -> Self {
        let bit = 1 << (self.format.width() - 1);
        Self { bits: if negative { self.bits | bit } else { self.bits & !bit }, ..self }
    }

    /// A `float` constant.
    #[must_use]
    pub fn from_f32(v: f32) -> Self {
        Self::from_bits(FloatFormat::F32, u128::from(v.to_bits()))
    }

    /// A `double` constant.
    #[must_use]
    pub fn from_f64(v: f64) -> Self {
        Self::from_bits(FloatFormat::F64, u128::from(v.to_bits()))
    }

    /// The nearest `double`, for showing to people.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        f64::from_bits(self.convert(FloatFormat::F64, Rounding::NearestEven).bits as u64)
    }

    /// The format.
    #[must_use]
    pub fn format(self) -> FloatFormat {
        self.format
    }

    /// The canonical encoding.
    #[must_use]
    pub fn bits(self) -> u128 {
        self.bits
    }

    fn sign(self) -> bool {
        self.bits >> (self.format.width() - 1) & 1 == 1
    }

    fn kind(self) -> Kind {
        let f = self.format.fraction();
        let fraction = self.bits & ((1 << f) - 1);
        let field = (self.bits >> f & ((1 << self.format.exponent) - 1)) as i64;
        let digits = i64::from(self.format.significand) - 1;
        if field == (1 << self.format.exponent) - 1 {
            let below = fraction & ((1 << (self.format.significand - 1)) - 1);
            return if below == 0 { Kind::Infinite } else { Kind::Nan };
        }
        let hidden = if field != 0 { 1 << digits } else { 0 };
        match fraction | hidden {
            0 => Kind::Zero,
            significand => Kind::Finite { significand, exponent: field.max(1) - self.format.bias() - digits },
        }
    }

    /// Whether it is NaN.
    #[must_use]
    pub fn is_nan(self) -> bool {
        self.kind() == Kind::Nan
    }

    /// Whether it is an infinity.
    #[must_use]
    pub fn is_infinite(self) -> bool {
        self.kind() == Kind::Infinite
    }

    /// Whether it is a zero.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.kind() == Kind::Zero
    }

    /// Whether it is a normal number.
    #[must_use]
    pub fn is_normal(self) -> bool {
        matches!(self.kind(), Kind::Finite { significand, .. } if significand >> (self.format.significand - 1) != 0)
    }

    /// Whether it is a subnormal number.
    #[must_use]
    pub fn is_subnormal(self) -> bool {
        matches!(self.kind(), Kind::Finite { .. }) && !self.is_normal()
    }

    /// Whether its sign is minus; false for NaN.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.sign() && !self.is_nan()
    }

    /// The number with the other sign.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "an operator of the logic like its siblings")]
    pub fn neg(self) -> Self {
        if self.is_nan() { self } else { self.with_sign(!self.sign()) }
    }

    /// The number without its sign.
    #[must_use]
    pub fn abs(self) -> Self {
        self.with_sign(false)
    }

    /// Order of IEEE 754; `None` if one is NaN.
    #[must_use]
    pub fn compare(self, other: Self) -> Option<Ordering> {
        if self.is_nan() || other.is_nan() {
            return None;
        }
        if self.is_zero() && other.is_zero() {
            return Some(Ordering::Equal);
        }
        let key = |x: Self| {
            let magnitude = x.abs().bits as i128;
            if x.sign() { -magnitude } else { magnitude }
        };
        Some(key(self).cmp(&key(other)))
    }

    /// The lesser; the other one if one is NaN; -0 before +0.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        match self.compare(other) {
            None if self.is_nan() => other,
            None => self,
            Some(Ordering::Less) => self,
            Some(Ordering::Equal) if self.sign() => self,
            _ => other,
        }
    }

    /// The greater; the other one if one is NaN; -0 before +0.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        match self.compare(other) {
            None if self.is_nan() => other,
            None => self,
            Some(Ordering::Greater) => self,
            Some(Ordering::Equal) if !self.sign() => self,
            _ => other,
        }
    }

    /// The same number in another format, rounded.
    #[must_use]
    pub fn convert(self, format: FloatFormat, mode: Rounding) -> Self {
        match self.exact() {
            Some(x) => Self::round(format, mode, x),
            None if self.is_nan() => Self::nan(format),
            None => Self::infinity(format, self.sign()),
        }
    }

    /// The number nearest to an integer.
    #[must_use]
    pub fn from_integer(format: FloatFormat, mode: Rounding, value: &Bv, signed: bool) -> Self {
        let sign = signed && value.sign();
        let magnitude = if sign { value.neg() } else { value.clone() };
        let len = magnitude.width() - magnitude.leading_zeros();
        let cut = len.saturating_sub(128);
        let by = Bv::new(magnitude.width().max(32), u64::from(cut));
        let high = magnitude.lshr(&by);
        let exact = Exact {
            sign,
            significand: Wide::from_u128(high.to_u128().unwrap_or_default()),
            exponent: i64::from(cut),
            sticky: magnitude.trailing_zeros() < cut,
        };
        Self::round(format, mode, exact)
    }

    /// The integer nearest in a direction, if it fits `width` bits.
    #[must_use]
    pub fn to_integer(self, mode: Rounding, width: u32, signed: bool) -> Option<Bv> {
        let wide = width + 2;
        let magnitude = match (self.kind(), self.integer(mode)) {
            (Kind::Zero, _) => Bv::zero(wide),
            (_, Some(n)) => {
                let n = Bv::from_u128(wide.max(128), n);
                if n.width() - n.leading_zeros() > width {
                    return None;
                }
                n.extract(wide - 1, 0)
            }
            (Kind::Finite { significand, exponent }, None) => {
                let len = i64::from(128 - significand.leading_zeros());
                if exponent + len > i64::from(width) {
                    return None;
                }
                let s = Bv::from_u128(wide.max(128), significand).extract(wide - 1, 0);
                s.shl(&Bv::new(wide.max(32), exponent as u64))
            }
            _ => return None,
        };
        let value = if self.sign() { magnitude.neg() } else { magnitude };
        let low = value.extract(width - 1, 0);
        let back = if signed { low.sign_extend(wide) } else { low.zero_extend(wide) };
        (back == value).then_some(low)
    }
}

impl fmt::Debug for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}[{:x}]", self.to_f64(), self.format, self.bits)
    }
}
