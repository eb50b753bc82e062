//! Arithmetic on floating-point constants: exact results in wide integers, rounded once.

use super::{Float, Kind};
use crate::sort::{FloatFormat, Rounding};
use crate::value::wide::Wide;
use std::cmp::Ordering;

/// An exact `±significand * 2^exponent`, plus something below the last bit if `sticky`.
#[derive(Clone, Copy)]
pub(super) struct Exact {
    pub(super) sign: bool,
    pub(super) significand: Wide,
    pub(super) exponent: i64,
    pub(super) sticky: bool,
}

impl Float {
    pub(super) fn round(format: FloatFormat, mode: Rounding, x: Exact) -> Self {
        let digits = i64::from(format.significand);
        let len = i64::from(x.significand.bit_length());
        if len == 0 {
            // Only a tail is left: it rounds like half of the least number's half.
            let tiny = Exact { significand: Wide::from_u128(1), sticky: true, ..x };
            return if x.sticky { Self::round(format, mode, tiny) } else { Self::zero(format, x.sign) };
        }
        let lead = x.exponent + len - 1;
        let unit = lead.max(format.min_exponent()) - (digits - 1);
        let shift = unit - x.exponent;
        let (mut kept, half, rest) = if shift <= 0 {
            (x.significand.shl((-shift) as u32), false, x.sticky)
        } else {
            let shift = shift.min(383) as u32;
            let below = x.significand.low_bits_set(shift - 1);
            (x.significand.shr(shift), x.significand.bit(shift - 1), below || x.sticky)
        };
        let up = match mode {
            Rounding::NearestEven => half && (rest || kept.bit(0)),
            Rounding::NearestAway => half,
            Rounding::Up => !x.sign && (half || rest),
            Rounding::Down => x.sign && (half || rest),
            Rounding::Zero => false,
        };
        if up {
            kept = kept.add(Wide::from_u128(1));
        }
        let mut kept = kept.low_u128();
        let mut unit = unit;
        if kept >> digits != 0 {
            kept >>= 1;
            unit += 1;
        }
        let top = 1i64 << format.exponent;
        let hidden = 1u128 << (digits - 1);
        let field = if kept & hidden == 0 { 0 } else { unit + digits - 1 + format.bias() };
        if field >= top - 1 {
            let away = match mode {
                Rounding::NearestEven | Rounding::NearestAway => true,
                Rounding::Up => !x.sign,
                Rounding::Down => x.sign,
                Rounding::Zero => false,
            };
            return if away {
                Self::infinity(format, x.sign)
            } else {
                Self { format, bits: Self::infinity(format, false).bits - 1 }.largest().with_sign(x.sign)
            };
        }
        let fraction = if format.explicit { kept } else { kept & !hidden };
        Self { format, bits: (field as u128) << format.fraction() | fraction }.with_sign(x.sign)
    }

    pub(super) fn largest(self) -> Self {
        let format = self.format;
        let field = ((1u128 << format.exponent) - 2) << format.fraction();
        Self { format, bits: field | ((1 << format.fraction()) - 1) }
    }

    pub(super) fn exact(self) -> Option<Exact> {
        match self.kind() {
            Kind::Finite { significand, exponent } => Some(Exact {
                sign: self.sign(),
                significand: Wide::from_u128(significand),
                exponent,
                sticky: false,
            }),
            Kind::Zero => {
                Some(Exact { sign: self.sign(), significand: Wide::ZERO, exponent: 0, sticky: false })
            }
            _ => None,
        }
    }

    /// Sum of exact numbers, rounded once.
    fn add_exact(format: FloatFormat, mode: Rounding, a: Exact, b: Exact) -> Self {
        match (a.significand.is_zero(), b.significand.is_zero()) {
            (true, true) => {
                let sign = if a.sign == b.sign { a.sign } else { mode == Rounding::Down };
                return Self::zero(format, sign);
            }
            (true, false) => return Self::round(format, mode, b),
            (false, true) => return Self::round(format, mode, a),
            (false, false) => {}
        }
        let lead = |x: &Exact| x.exponent + i64::from(x.significand.bit_length());
        let (mut a, mut b) = if lead(&a) >= lead(&b) { (a, b) } else { (b, a) };
        // Far below the last bit of the larger one, only that there is something matters.
        let reach = 3 * i64::from(format.significand) + 8;
        if lead(&a) - lead(&b) > reach {
            b = Exact { significand: Wide::from_u128(1), exponent: lead(&a) - reach, ..b };
        }
        let exponent = a.exponent.min(b.exponent);
        a.significand = a.significand.shl((a.exponent - exponent) as u32);
        b.significand = b.significand.shl((b.exponent - exponent) as u32);
        let (sign, significand) = if a.sign == b.sign {
            (a.sign, a.significand.add(b.significand))
        } else {
            match a.significand.cmp(b.significand) {
                Ordering::Greater => (a.sign, a.significand.sub(b.significand)),
                Ordering::Less => (b.sign, b.significand.sub(a.significand)),
                Ordering::Equal => return Self::zero(format, mode == Rounding::Down),
            }
        };
        Self::round(format, mode, Exact { sign, significand, exponent, sticky: false })
    }

    /// Sum.
    #[must_use]
    pub fn add(self, other: Self, mode: Rounding) -> Self {
        match (self.exact(), other.exact()) {
            (Some(a), Some(b)) => Self::add_exact(self.format, mode, a, b),
            _ if self.is_nan() || other.is_nan() => Self::nan(self.format),
            (None, None) if self.sign() != other.sign() => Self::nan(self.format),
            (None, _) => self,
            _ => other,
        }
    }

    /// Difference.
    #[must_use]
    pub fn sub(self, other: Self, mode: Rounding) -> Self {
        self.add(other.neg(), mode)
    }

    fn product(a: Exact, b: Exact) -> Exact {
        Exact {
            sign: a.sign != b.sign,
            significand: Wide::from_u128(a.significand.low_u128() * b.significand.low_u128()),
            exponent: a.exponent + b.exponent,
            sticky: false,
        }
    }

    /// Product.
    #[must_use]
    pub fn mul(self, other: Self, mode: Rounding) -> Self {
        let sign = self.sign() != other.sign();
        match (self.exact(), other.exact()) {
            (Some(a), Some(b)) => Self::round(self.format, mode, Self::product(a, b)),
            _ if self.is_nan() || other.is_nan() || self.is_zero() || other.is_zero() => {
                Self::nan(self.format)
            }
            _ => Self::infinity(self.format, sign),
        }
    }

    /// `self * other + addend`, rounded once.
    #[must_use]
    pub fn fma(self, other: Self, addend: Self, mode: Rounding) -> Self {
        match (self.exact(), other.exact(), addend.exact()) {
            (Some(a), Some(b), Some(c)) => Self::add_exact(self.format, mode, Self::product(a, b), c),
            (Some(_), Some(_), None) => addend,
            _ => self.mul(other, mode).add(addend, mode),
        }
    }

    /// Quotient.
    #[must_use]
    pub fn div(self, other: Self, mode: Rounding) -> Self {
        let sign = self.sign() != other.sign();
        let format = self.format;
        match (self.kind(), other.kind()) {
            (Kind::Nan, _) | (_, Kind::Nan) | (Kind::Infinite, Kind::Infinite) | (Kind::Zero, Kind::Zero) => {
                Self::nan(format)
            }
            (Kind::Infinite, _) | (_, Kind::Zero) => Self::infinity(format, sign),
            (Kind::Zero, _) | (_, Kind::Infinite) => Self::zero(format, sign),
            (Kind::Finite { significand: a, exponent: e }, Kind::Finite { significand: b, exponent: f }) => {
                // Subnormals have fewer digits; their leading zeros are made up for in the shift.
                let lead = a.leading_zeros() as i64 - b.leading_zeros() as i64;
                let shift = (i64::from(format.significand) + 2 + lead).max(0) as u32;
                let (significand, sticky) = Wide::from_u128(a).shl(shift).div(b);
                Self::round(
                    format,
                    mode,
                    Exact { sign, significand, exponent: e - f - i64::from(shift), sticky },
                )
            }
        }
    }

    /// Square root.
    #[must_use]
    pub fn sqrt(self, mode: Rounding) -> Self {
        match self.kind() {
            Kind::Zero => self,
            Kind::Nan => self,
            _ if self.sign() => Self::nan(self.format),
            Kind::Infinite => self,
            Kind::Finite { significand, exponent } => {
                let want = 2 * (self.format.significand + 2);
                let len = 128 - significand.leading_zeros();
                let mut shift = want.saturating_sub(len);
                if (exponent - i64::from(shift)) % 2 != 0 {
                    shift += 1;
                }
                let (root, sticky) = Wide::from_u128(significand).shl(shift).sqrt();
                let exponent = (exponent - i64::from(shift)) / 2;
                Self::round(self.format, mode, Exact { sign: false, significand: root, exponent, sticky })
            }
        }
    }

    /// Remainder: of IEEE 754 if `nearest`, else of the truncated quotient (`fmod`).
    #[must_use]
    pub fn rem(self, other: Self, nearest: bool) -> Self {
        let format = self.format;
        let (a, e, b, f) = match (self.kind(), other.kind()) {
            (Kind::Nan | Kind::Infinite, _) | (_, Kind::Nan | Kind::Zero) => return Self::nan(format),
            (Kind::Zero, _) | (_, Kind::Infinite) => return self,
            (Kind::Finite { significand: a, exponent: e }, Kind::Finite { significand: b, exponent: f }) => {
                (a, e, b, f)
            }
        };
        let lead = |s: u128, e: i64| e + 128 - i64::from(s.leading_zeros());
        if lead(a, e) + 1 < lead(b, f) {
            return self;
        }
        // Same scale: the divisor is at most two digits longer when it has the larger exponent.
        let (b, scale) = if f > e { (b << (f - e), e) } else { (b, f) };
        let mut rest = a % b;
        let mut odd = a / b % 2 == 1;
        let mut left = (e - scale).max(0);
        while left > 0 {
            let step = left.min(60);
            let n = rest << step;
            odd = n / b % 2 == 1;
            rest = n % b;
            left -= step;
        }
        let mut sign = self.sign();
        if nearest && (2 * rest > b || 2 * rest == b && odd) {
            rest = b - rest;
            sign = !sign;
        }
        if rest == 0 {
            return Self::zero(format, self.sign());
        }
        let exact = Exact { sign, significand: Wide::from_u128(rest), exponent: scale, sticky: false };
        Self::round(format, Rounding::NearestEven, exact)
    }

    /// The magnitude as an integer rounded in a direction; `None` if it is not finite or the exponent of
    /// its last digit is positive (then it is integral already).
    pub(super) fn integer(self, mode: Rounding) -> Option<u128> {
        let Kind::Finite { significand, exponent } = self.kind() else { return None };
        if exponent > 0 {
            return None;
        }
        let shift = (-exponent) as u32;
        let (kept, half, rest) = match shift {
            0 => (significand, false, false),
            1..=127 => {
                let below = significand & ((1 << (shift - 1)) - 1) != 0;
                (significand >> shift, significand >> (shift - 1) & 1 == 1, below)
            }
            _ => (0, false, true),
        };
        let up = match mode {
            Rounding::NearestEven => half && (rest || kept & 1 == 1),
            Rounding::NearestAway => half,
            Rounding::Up => !self.sign() && (half || rest),
            Rounding::Down => self.sign() && (half || rest),
            Rounding::Zero => false,
        };
        Some(kept + u128::from(up))
    }

    /// The nearest integral number in a direction.
    #[must_use]
    pub fn round_to_integral(self, mode: Rounding) -> Self {
        match self.integer(mode) {
            None => self,
            Some(0) => Self::zero(self.format, self.sign()),
            Some(n) => {
                let exact =
                    Exact { sign: self.sign(), significand: Wide::from_u128(n), exponent: 0, sticky: false };
                Self::round(self.format, mode, exact)
            }
        }
    }
}
