//! Floating-point circuits: taking encodings apart, rounding, comparing.
//!
//! Operands and results are canonical encodings (one NaN; the x87 format's integer bit agrees with its
//! exponent). Everything is generic in the format.

use super::arith::Bits;
use super::gates::{Gates, Lit};
use crate::sort::{FloatFormat, Rounding};
use crate::value::Float;

/// An encoding in parts. The number is `significand * 2^(exponent - bias - (digits - 1))`.
#[derive(Clone, Debug)]
pub(crate) struct Unpacked {
    pub nan: Lit,
    pub inf: Lit,
    pub zero: Lit,
    pub sign: Lit,
    /// Biased, unsigned; one for subnormals.
    pub exponent: Bits,
    /// All digits; the top one is clear for subnormals and zero.
    pub significand: Bits,
}

/// A finite number before rounding: `significand`, of which the top digit is set unless it is zero, has
/// that digit at biased exponent `exponent` (signed); `sticky` stands for digits below.
#[derive(Clone, Debug)]
pub(crate) struct Unrounded {
    pub sign: Lit,
    pub exponent: Bits,
    pub significand: Bits,
    pub sticky: Lit,
}

impl FloatFormat {
    /// Enough bits for signed sums of exponents and digit counts.
    pub(super) fn exponent_width(self) -> usize {
        let range = (1u64 << (self.exponent + 1)) + 4 * u64::from(self.significand);
        (64 - range.leading_zeros()) as usize + 2
    }

    pub(super) fn digits(self) -> usize {
        self.significand as usize
    }
}

/// A signed number of this width.
pub(super) fn signed(gates: &Gates, width: usize, value: i64) -> Bits {
    gates.number(width, value as i128 as u128)
}

pub(super) fn zero_extend(a: &[Lit], width: usize) -> Bits {
    let mut out = a.to_vec();
    out.resize(width, Lit::FALSE);
    out
}

impl Gates {
    pub fn unpack(&mut self, format: FloatFormat, bits: &[Lit]) -> Unpacked {
        let digits = format.digits();
        let fraction = format.fraction() as usize;
        let field = &bits[fraction..fraction + format.exponent as usize];
        let special = self.and_all(field.iter().copied());
        let small = self.is_zero(field);
        let tail_zero = self.is_zero(&bits[..digits - 1]);
        let mut significand = bits[..digits - 1].to_vec();
        significand.push(!small);
        let mut exponent = field.to_vec();
        exponent[0] = self.or(exponent[0], small);
        Unpacked {
            nan: self.and(special, !tail_zero),
            inf: self.and(special, tail_zero),
            zero: self.and(small, tail_zero),
            sign: bits[bits.len() - 1],
            exponent,
            significand,
        }
    }

    pub fn float_constant(&self, value: Float) -> Bits {
        self.number(value.format().width() as usize, value.bits())
    }

    /// Makes any encoding canonical, as [`Float::from_bits`] does.
    pub fn canonical(&mut self, format: FloatFormat, bits: &[Lit]) -> Bits {
        let digits = format.digits();
        let fraction = format.fraction() as usize;
        let field = bits[fraction..fraction + format.exponent as usize].to_vec();
        let special = self.and_all(field.iter().copied());
        let tail_zero = self.is_zero(&bits[..digits - 1]);
        let mut nan = self.and(special, !tail_zero);
        let mut out = bits.to_vec();
        if format.explicit {
            let integer = bits[digits - 1];
            let small = self.is_zero(&field);
            let unnormal = self.and(!small, !integer);
            nan = self.or(nan, unnormal);
            // A pseudo-denormal is the normal number with the least exponent.
            let pseudo = self.and(small, integer);
            out[fraction] = self.or(out[fraction], pseudo);
        }
        let one_nan = self.float_constant(Float::nan(format));
        self.mux_bits(nan, &one_nan, &out)
    }

    /// Whether the encoding is canonical.
    pub fn is_canonical(&mut self, format: FloatFormat, bits: &[Lit]) -> Lit {
        let canonical = self.canonical(format, bits);
        self.eq_bits(bits, &canonical)
    }

    /// Chooses between a rounded result and the special ones, NaN first.
    pub(super) fn select_special(
        &mut self,
        format: FloatFormat,
        nan: Lit,
        inf: Lit,
        sign: Lit,
        finite: &[Lit],
    ) -> Bits {
        let mut infinity = self.float_constant(Float::infinity(format, false));
        let top = infinity.len() - 1;
        infinity[top] = sign;
        let one_nan = self.float_constant(Float::nan(format));
        let out = self.mux_bits(inf, &infinity, finite);
        self.mux_bits(nan, &one_nan, &out)
    }

    /// Whether to round the magnitude up.
    pub(super) fn round_up(&mut self, mode: Rounding, sign: Lit, odd: Lit, half: Lit, sticky: Lit) -> Lit {
        match mode {
            Rounding::NearestEven => {
                let more = self.or(odd, sticky);
                self.and(half, more)
            }
            Rounding::NearestAway => half,
            Rounding::Up => {
                let inexact = self.or(half, sticky);
                self.and(!sign, inexact)
            }
            Rounding::Down => {
                let inexact = self.or(half, sticky);
                self.and(sign, inexact)
            }
            Rounding::Zero => Lit::FALSE,
        }
    }

    /// Rounds once and encodes. A zero significand gives a zero with the given sign.
    pub(super) fn round(&mut self, format: FloatFormat, mode: Rounding, x: &Unrounded) -> Bits {
        let digits = format.digits();
        let width = x.exponent.len();
        // At least a guard digit below the kept ones.
        let mut significand = x.significand.clone();
        while significand.len() < digits + 1 {
            significand.insert(0, Lit::FALSE);
        }
        let one = signed(self, width, 1);
        let subnormal = self.slt(&x.exponent, &one);
        let distance = self.sub(&one, &x.exponent);
        let distance = self.mask_bits(subnormal, &distance);
        let (significand, lost) = self.shr_sticky(&significand, &distance);
        let cut = significand.len() - digits;
        let kept = &significand[cut..];
        let half = significand[cut - 1];
        let below = self.or_all(significand[..cut - 1].iter().copied());
        let below = self.or(below, lost);
        let sticky = self.or(below, x.sticky);
        let up = self.round_up(mode, x.sign, kept[0], half, sticky);
        // Exponent field and fraction are incremented as one number, so a carry moves the exponent.
        let field_bits = format.exponent as usize;
        let mut number = kept[..digits - 1].to_vec();
        let field = self.mask_bits(!subnormal, &x.exponent);
        // A zero has no exponent whatever was computed for it.
        let field = self.mask_bits(kept[digits - 1], &field);
        number.extend_from_slice(&field[..field_bits + 1]);
        let (number, _) = self.inc_if(up, &number);
        let top = signed(self, width, (1 << format.exponent) - 1);
        let over_before = {
            let below_top = self.slt(&x.exponent, &top);
            self.and(!below_top, kept[digits - 1])
        };
        let reached = self.and_all(number[digits - 1..digits - 1 + field_bits].iter().copied());
        let overflow = self.or(over_before, reached);
        let mut packed = number[..digits - 1].to_vec();
        if format.explicit {
            let normal = self.or_all(number[digits - 1..].iter().copied());
            packed.push(normal);
        }
        packed.extend_from_slice(&number[digits - 1..digits - 1 + field_bits]);
        packed.push(Lit::FALSE);
        let to_infinity = match mode {
            Rounding::NearestEven | Rounding::NearestAway => Lit::TRUE,
            Rounding::Up => !x.sign,
            Rounding::Down => x.sign,
            Rounding::Zero => Lit::FALSE,
        };
        let infinity = self.float_constant(Float::infinity(format, false));
        let largest = self.float_constant(largest(format));
        let limit = self.mux_bits(to_infinity, &infinity, &largest);
        let mut out = self.mux_bits(overflow, &limit, &packed);
        let last = out.len() - 1;
        out[last] = x.sign;
        out
    }

    pub fn fp_is_nan(&mut self, format: FloatFormat, a: &[Lit]) -> Lit {
        // Canonical: NaN is the only special encoding with a tail, and that tail is its quiet bit.
        let fraction = format.fraction() as usize;
        let special = self.and_all(a[fraction..fraction + format.exponent as usize].iter().copied());
        self.and(special, a[format.digits() - 2])
    }

    pub fn fp_eq(&mut self, format: FloatFormat, a: &[Lit], b: &[Lit]) -> Lit {
        let same = self.eq_bits(a, b);
        let top = a.len() - 1;
        let (za, zb) = (self.is_zero(&a[..top]), self.is_zero(&b[..top]));
        let zeros = self.and(za, zb);
        let equal = self.or(same, zeros);
        let (na, nb) = (self.fp_is_nan(format, a), self.fp_is_nan(format, b));
        let ordered = self.and(!na, !nb);
        self.and(equal, ordered)
    }

    /// Less-than, or less-or-equal.
    pub fn fp_less(&mut self, format: FloatFormat, a: &[Lit], b: &[Lit], or_equal: bool) -> Lit {
        let top = a.len() - 1;
        let (na, nb) = (self.fp_is_nan(format, a), self.fp_is_nan(format, b));
        let (za, zb) = (self.is_zero(&a[..top]), self.is_zero(&b[..top]));
        let zeros = self.and(za, zb);
        let (less, greater) = (self.ult(&a[..top], &b[..top]), self.ult(&b[..top], &a[..top]));
        let (if_pos, if_neg) = if or_equal { (!greater, !less) } else { (less, greater) };
        let same_sign = self.mux(a[top], if_neg, if_pos);
        let differ = self.xor(a[top], b[top]);
        let strict = self.mux(differ, a[top], same_sign);
        let result = self.mux(zeros, Lit::constant(or_equal), strict);
        let ordered = self.and(!na, !nb);
        self.and(result, ordered)
    }

    /// The lesser, or the greater.
    pub fn fp_extreme(&mut self, format: FloatFormat, a: &[Lit], b: &[Lit], greater: bool) -> Bits {
        let (na, nb) = (self.fp_is_nan(format, a), self.fp_is_nan(format, b));
        let top = a.len() - 1;
        // Order with -0 below +0: by sign, then magnitude.
        let (less, more) = (self.ult(&a[..top], &b[..top]), self.ult(&b[..top], &a[..top]));
        let same_sign = self.mux(a[top], more, less);
        let differ = self.xor(a[top], b[top]);
        let a_less = self.mux(differ, a[top], same_sign);
        let first = if greater { !a_less } else { a_less };
        let first = self.or(first, nb);
        let first = self.and(first, !na);
        self.mux_bits(first, a, b)
    }

    pub fn fp_neg(&mut self, format: FloatFormat, a: &[Lit]) -> Bits {
        let nan = self.fp_is_nan(format, a);
        let top = a.len() - 1;
        let mut out = a.to_vec();
        out[top] = self.and(!nan, !a[top]);
        out
    }

    pub fn fp_abs(&self, a: &[Lit]) -> Bits {
        let mut out = a.to_vec();
        let top = a.len() - 1;
        out[top] = Lit::FALSE;
        out
    }
}

fn largest(format: FloatFormat) -> Float {
    let f = format.fraction();
    let field = ((1u128 << format.exponent) - 2) << f;
    Float::from_bits(format, field | ((1 << f) - 1))
}
