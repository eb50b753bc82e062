//! Conversions between formats and integers.

use super::arith::Bits;
use super::float::{Unrounded, signed, zero_extend};
use super::gates::{Gates, Lit};
use crate::sort::{FloatFormat, Rounding};
use crate::value::Bv;

impl Gates {
    pub fn fp_to_fp(&mut self, from: FloatFormat, to: FloatFormat, mode: Rounding, a: &[Lit]) -> Bits {
        let x = self.unpack(from, a);
        let width = from.exponent_width().max(to.exponent_width());
        let (significand, shift) = self.normalise(&x.significand);
        let (e, shift) = (zero_extend(&x.exponent, width), zero_extend(&shift, width));
        let e = self.sub(&e, &shift);
        let rebias = signed(self, width, to.bias() - from.bias());
        let exponent = self.add(&e, &rebias);
        let sign = x.sign;
        let finite = self.round(to, mode, &Unrounded { sign, exponent, significand, sticky: Lit::FALSE });
        self.select_special(to, x.nan, x.inf, sign, &finite)
    }

    pub fn fp_from_int(&mut self, to: FloatFormat, mode: Rounding, a: &[Lit], is_signed: bool) -> Bits {
        let sign = if is_signed { a[a.len() - 1] } else { Lit::FALSE };
        let magnitude = self.neg_if(sign, a);
        self.fp_from_magnitude(to, mode, sign, &magnitude, 0)
    }

    /// `±magnitude * 2^scale`.
    fn fp_from_magnitude(
        &mut self,
        to: FloatFormat,
        mode: Rounding,
        sign: Lit,
        magnitude: &[Lit],
        scale: i64,
    ) -> Bits {
        let len = magnitude.len();
        let (significand, shift) = self.normalise(magnitude);
        let width = to.exponent_width().max((usize::BITS - len.leading_zeros()) as usize + 3);
        let lead = signed(self, width, to.bias() + len as i64 - 1 + scale);
        let shift = zero_extend(&shift, width);
        let exponent = self.sub(&lead, &shift);
        self.round(to, mode, &Unrounded { sign, exponent, significand, sticky: Lit::FALSE })
    }

    /// Integer part of the magnitude rounded in a direction, `size + 1` bits, and whether it may be larger
    /// than that.
    fn integer(&mut self, format: FloatFormat, mode: Rounding, a: &[Lit], size: usize) -> (Bits, Lit) {
        let digits = format.digits();
        let x = self.unpack(format, a);
        let width = format.exponent_width().max((usize::BITS - size.leading_zeros()) as usize + 3);
        // Fraction below, integer above. With exponent -1 the significand starts right below the point.
        let mut register = vec![Lit::FALSE];
        register.extend_from_slice(&x.significand);
        register.resize(digits + 1 + size, Lit::FALSE);
        let e = zero_extend(&x.exponent, width);
        let offset = signed(self, width, 1 - format.bias());
        let distance = self.add(&e, &offset);
        let below = distance[width - 1];
        let limit = signed(self, width, size as i64);
        let beyond = self.slt(&limit, &distance);
        let stages = (usize::BITS - size.leading_zeros()) as usize;
        let amount = self.mask_bits(!below, &distance[..stages.min(width)]);
        let shifted = self.shl(&register, &amount);
        let fraction = &shifted[..digits + 1];
        let half = self.and(fraction[digits], !below);
        let tail = self.or_all(fraction[..digits].iter().copied());
        let tiny = self.and(below, !x.zero);
        let tail = self.or(tail, tiny);
        let integer = &shifted[digits + 1..];
        let up = self.round_up(mode, x.sign, integer[0], half, tail);
        let integer = zero_extend(integer, size + 1);
        let (integer, _) = self.inc_if(up, &integer);
        (integer, beyond)
    }

    pub fn fp_round_int(&mut self, format: FloatFormat, mode: Rounding, a: &[Lit]) -> Bits {
        let digits = format.digits();
        let x = self.unpack(format, a);
        let (integer, _) = self.integer(format, mode, a, digits);
        // The integer is exact, unless the largest numbers of a tiny format have fractions and it overflows.
        let again = if format.bias() < digits as i64 - 1 { mode } else { Rounding::Zero };
        let rounded = self.fp_from_magnitude(format, again, x.sign, &integer, 0);
        // With all digits above the point it is integral already.
        let field = zero_extend(&x.exponent, format.exponent_width());
        let whole = signed(self, field.len(), format.bias() + digits as i64 - 1);
        let integral = !self.slt(&field, &whole);
        let keep = self.or_all([integral, x.zero]);
        let out = self.mux_bits(keep, a, &rounded);
        self.select_special(format, x.nan, x.inf, x.sign, &out)
    }

    pub fn fp_to_int(
        &mut self,
        format: FloatFormat,
        mode: Rounding,
        a: &[Lit],
        size: usize,
        is_signed: bool,
    ) -> Bits {
        let x = self.unpack(format, a);
        let (magnitude, beyond) = self.integer(format, mode, a, size);
        let (low, over) = (&magnitude[..size], magnitude[size]);
        let value = self.neg_if(x.sign, low);
        let fits = if is_signed {
            // Up to 2^(n-1) for negative numbers, which negation leaves negative; zero has no sign.
            let zero = self.is_zero(low);
            let sign_ok = self.iff(value[size - 1], x.sign);
            let ok = self.or(sign_ok, zero);
            self.and(ok, !over)
        } else {
            let zero = self.is_zero(low);
            let ok = self.or(zero, !x.sign);
            self.and(ok, !over)
        };
        let bad = self.or_all([x.nan, x.inf, beyond]);
        let fits = self.and(fits, !bad);
        let other = if is_signed { Bv::min_signed(size as u32) } else { Bv::ones(size as u32) };
        let other = self.constant(&other);
        self.mux_bits(fits, &value, &other)
    }

    pub fn fp_class(&mut self, format: FloatFormat, a: &[Lit]) -> [Lit; 5] {
        let x = self.unpack(format, a);
        let small = !x.significand[format.digits() - 1];
        let special = self.or(x.nan, x.inf);
        let normal = self.and(!small, !special);
        let subnormal = self.and(small, !x.zero);
        [x.nan, x.inf, x.zero, normal, subnormal]
    }
}
