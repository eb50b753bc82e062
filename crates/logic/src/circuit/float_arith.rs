//! Floating-point arithmetic circuits.

use super::arith::{Bits, sign_extend};
use super::float::{Unpacked, Unrounded, signed, zero_extend};
use super::gates::{Gates, Lit};
use crate::sort::{FloatFormat, Rounding};

/// A finite number with its top digit set (unless zero) and a signed exponent.
struct Normal {
    exponent: Bits,
    significand: Bits,
}

impl Gates {
    fn normal(&mut self, format: FloatFormat, x: &Unpacked) -> Normal {
        let width = format.exponent_width();
        let (significand, distance) = self.normalise(&x.significand);
        let (e, d) = (zero_extend(&x.exponent, width), zero_extend(&distance, width));
        Normal { exponent: self.sub(&e, &d), significand }
    }

    pub fn fp_add(&mut self, format: FloatFormat, mode: Rounding, a: &[Lit], b: &[Lit]) -> Bits {
        let top = a.len() - 1;
        let swap = self.ult(&a[..top], &b[..top]);
        let (large, small) = (self.mux_bits(swap, b, a), self.mux_bits(swap, a, b));
        let (x, y) = (self.unpack(format, &large), self.unpack(format, &small));
        let distance = self.sub(&x.exponent, &y.exponent);
        // Guard, round and sticky digits below; one digit above for the carry.
        let widen = |s: &[Lit]| {
            let mut v = vec![Lit::FALSE; 3];
            v.extend_from_slice(s);
            v.push(Lit::FALSE);
            v
        };
        let (p, q) = (widen(&x.significand), widen(&y.significand));
        let (mut q, lost) = self.shr_sticky(&q, &distance);
        q[0] = self.or(q[0], lost);
        let opposite = self.xor(x.sign, y.sign);
        let q: Bits = q.iter().map(|&l| self.xor(l, opposite)).collect();
        let (sum, _) = self.add_carry(&p, &q, opposite);
        let exact_zero = self.is_zero(&sum);
        let zero_sign = self.mux(opposite, Lit::constant(mode == Rounding::Down), x.sign);
        let sign = self.mux(exact_zero, zero_sign, x.sign);
        let width = format.exponent_width();
        let (significand, shift) = self.normalise(&sum);
        let e = zero_extend(&x.exponent, width);
        let e = self.inc_if(Lit::TRUE, &e).0;
        let shift = zero_extend(&shift, width);
        let exponent = self.sub(&e, &shift);
        let finite = self.round(format, mode, &Unrounded { sign, exponent, significand, sticky: Lit::FALSE });
        let infs = self.and(x.inf, y.inf);
        let clash = self.and(infs, opposite);
        let nans = self.or(x.nan, y.nan);
        let nan = self.or(nans, clash);
        self.select_special(format, nan, x.inf, x.sign, &finite)
    }

    pub fn fp_mul(&mut self, format: FloatFormat, mode: Rounding, a: &[Lit], b: &[Lit]) -> Bits {
        let (x, y) = (self.unpack(format, a), self.unpack(format, b));
        let sign = self.xor(x.sign, y.sign);
        let product = self.mul_wide(&x.significand, &y.significand);
        let width = format.exponent_width();
        let (significand, shift) = self.normalise(&product);
        let (ex, ey) = (zero_extend(&x.exponent, width), zero_extend(&y.exponent, width));
        let sum = self.add(&ex, &ey);
        // The top digit of a product of two one-digit integers has weight two.
        let bias = signed(self, width, 1 - format.bias());
        let e = self.add(&sum, &bias);
        let shift = zero_extend(&shift, width);
        let exponent = self.sub(&e, &shift);
        let finite = self.round(format, mode, &Unrounded { sign, exponent, significand, sticky: Lit::FALSE });
        let inf = self.or(x.inf, y.inf);
        let zero = self.or(x.zero, y.zero);
        let clash = self.and(inf, zero);
        let nans = self.or(x.nan, y.nan);
        let nan = self.or(nans, clash);
        self.select_special(format, nan, inf, sign, &finite)
    }

    pub fn fp_div(&mut self, format: FloatFormat, mode: Rounding, a: &[Lit], b: &[Lit]) -> Bits {
        let digits = format.digits();
        let (x, y) = (self.unpack(format, a), self.unpack(format, b));
        let sign = self.xor(x.sign, y.sign);
        let (n, d) = (self.normal(format, &x), self.normal(format, &y));
        // The first quotient digit has weight one; two more than the result's follow.
        let divisor = zero_extend(&d.significand, digits + 1);
        let nd = self.not_bits(&divisor);
        let mut rest = zero_extend(&n.significand, digits + 1);
        let mut quotient = Vec::new();
        for _ in 0..digits + 3 {
            let (diff, fits) = self.add_carry(&rest, &nd, Lit::TRUE);
            quotient.insert(0, fits);
            let kept = self.mux_bits(fits, &diff, &rest);
            rest = vec![Lit::FALSE];
            rest.extend_from_slice(&kept[..digits]);
        }
        let sticky = self.or_all(rest.iter().copied());
        let width = format.exponent_width();
        // At most one leading zero.
        let top = quotient[digits + 2];
        let shifted: Bits =
            std::iter::once(Lit::FALSE).chain(quotient[..digits + 2].iter().copied()).collect();
        let significand = self.mux_bits(top, &quotient, &shifted);
        let diff = self.sub(&n.exponent, &d.exponent);
        let (bias, bias_less) = (signed(self, width, format.bias()), signed(self, width, format.bias() - 1));
        let offset = self.mux_bits(top, &bias, &bias_less);
        let exponent = self.add(&diff, &offset);
        // Zero divided by anything is zero whatever the digits say; the caller's specials do the rest.
        let significand = self.mask_bits(!x.zero, &significand);
        let sticky = self.and(sticky, !x.zero);
        let significand = self.mask_bits(!y.inf, &significand);
        let sticky = self.and(sticky, !y.inf);
        let finite = self.round(format, mode, &Unrounded { sign, exponent, significand, sticky });
        let tiny = self.or(x.zero, y.inf);
        let finite = {
            let last = finite.len() - 1;
            let mut f = self.mask_bits(!tiny, &finite[..last]);
            f.push(sign);
            f
        };
        let (infs, zeros) = (self.and(x.inf, y.inf), self.and(x.zero, y.zero));
        let clash = self.or(infs, zeros);
        let nans = self.or(x.nan, y.nan);
        let nan = self.or(nans, clash);
        let inf = self.or(x.inf, y.zero);
        self.select_special(format, nan, inf, sign, &finite)
    }

    pub fn fp_sqrt(&mut self, format: FloatFormat, mode: Rounding, a: &[Lit]) -> Bits {
        let digits = format.digits();
        let x = self.unpack(format, a);
        let n = self.normal(format, &x);
        let width = format.exponent_width();
        // Unbiased exponent 2h + odd; the radicand is the significand, doubled if odd, in [1, 4).
        let bias = signed(self, width, format.bias());
        let e = self.sub(&n.exponent, &bias);
        let odd = e[0];
        let half = sign_extend(&e[1..], width);
        let exponent = self.add(&half, &bias);
        let mut doubled = vec![Lit::FALSE];
        doubled.extend_from_slice(&n.significand);
        let single = zero_extend(&n.significand, digits + 1);
        let radicand = self.mux_bits(odd, &doubled, &single);
        // Pairs of digits, most significant first; the first pair is the integer part.
        let count = digits + 2;
        let digit = |i: isize| -> Lit {
            usize::try_from(i).ok().and_then(|i| radicand.get(i).copied()).unwrap_or(Lit::FALSE)
        };
        let size = count + 3;
        let mut rest = vec![Lit::FALSE; size];
        let mut root: Bits = Vec::new();
        for k in 0..count {
            let low = digits as isize - 1 - 2 * k as isize;
            let mut next = vec![digit(low), digit(low + 1)];
            next.extend_from_slice(&rest[..size - 2]);
            let mut trial = vec![Lit::TRUE, Lit::FALSE];
            trial.extend_from_slice(&root);
            trial.resize(size, Lit::FALSE);
            let nt = self.not_bits(&trial);
            let (diff, fits) = self.add_carry(&next, &nt, Lit::TRUE);
            rest = self.mux_bits(fits, &diff, &next);
            root.insert(0, fits);
        }
        let sticky = self.or_all(rest.iter().copied());
        let finite =
            self.round(format, mode, &Unrounded { sign: Lit::FALSE, exponent, significand: root, sticky });
        let finite = self.mux_bits(x.zero, a, &finite);
        let negative = self.and(x.sign, !x.zero);
        let nan = self.or(x.nan, negative);
        self.select_special(format, nan, x.inf, Lit::FALSE, &finite)
    }

    pub fn fp_fma(&mut self, format: FloatFormat, mode: Rounding, a: &[Lit], b: &[Lit], c: &[Lit]) -> Bits {
        let digits = format.digits();
        let width = format.exponent_width();
        let (x, y, z) = (self.unpack(format, a), self.unpack(format, b), self.unpack(format, c));
        let p_sign = self.xor(x.sign, y.sign);
        let product = self.mul_wide(&x.significand, &y.significand);
        let (p_sig, shift) = self.normalise(&product);
        let (ex, ey) = (zero_extend(&x.exponent, width), zero_extend(&y.exponent, width));
        let sum = self.add(&ex, &ey);
        let bias = signed(self, width, 1 - format.bias());
        let e = self.add(&sum, &bias);
        let shift = zero_extend(&shift, width);
        let p_exp = self.sub(&e, &shift);
        let p_zero = self.or(x.zero, y.zero);
        let n = self.normal(format, &z);
        let mut c_sig = vec![Lit::FALSE; digits];
        c_sig.extend_from_slice(&n.significand);
        // The larger first: by exponent, then digits; a zero is never the larger.
        let (e_less, e_more) = (self.slt(&p_exp, &n.exponent), self.slt(&n.exponent, &p_exp));
        let s_less = self.ult(&p_sig, &c_sig);
        let tie = self.and(!e_more, s_less);
        let less = self.or(e_less, tie);
        let less = self.and(less, !z.zero);
        let swap = self.or(less, p_zero);
        let (l_exp, s_exp) =
            (self.mux_bits(swap, &n.exponent, &p_exp), self.mux_bits(swap, &p_exp, &n.exponent));
        let (l_sig, s_sig) = (self.mux_bits(swap, &c_sig, &p_sig), self.mux_bits(swap, &p_sig, &c_sig));
        let sign = self.mux(swap, z.sign, p_sign);
        let opposite = self.xor(p_sign, z.sign);
        let distance = self.sub(&l_exp, &s_exp);
        // A zero's exponent means nothing, so the distance may be negative then; its digits are zero anyway.
        let distance = &distance[..width - 1];
        let widen = |s: &[Lit]| {
            let mut v = vec![Lit::FALSE; 3];
            v.extend_from_slice(s);
            v.push(Lit::FALSE);
            v
        };
        let (p, q) = (widen(&l_sig), widen(&s_sig));
        let (mut q, lost) = self.shr_sticky(&q, distance);
        q[0] = self.or(q[0], lost);
        let q: Bits = q.iter().map(|&l| self.xor(l, opposite)).collect();
        let (total, _) = self.add_carry(&p, &q, opposite);
        let exact_zero = self.is_zero(&total);
        let zero_sign = self.mux(opposite, Lit::constant(mode == Rounding::Down), z.sign);
        let sign = self.mux(exact_zero, zero_sign, sign);
        let (significand, shift) = self.normalise(&total);
        let e = self.inc_if(Lit::TRUE, &l_exp).0;
        let shift = zero_extend(&shift, width);
        let exponent = self.sub(&e, &shift);
        let finite = self.round(format, mode, &Unrounded { sign, exponent, significand, sticky: Lit::FALSE });
        let p_inf = self.or(x.inf, y.inf);
        let p_bad = self.and(p_inf, p_zero);
        let infs = self.and(p_inf, z.inf);
        let clash = self.and(infs, opposite);
        let nans = self.or_all([x.nan, y.nan, z.nan, p_bad, clash]);
        let inf = self.or(p_inf, z.inf);
        let inf_sign = self.mux(p_inf, p_sign, z.sign);
        self.select_special(format, nans, inf, inf_sign, &finite)
    }

    /// `a * b mod m` for `a, b < m`, all of one width.
    fn mul_mod(&mut self, a: &[Lit], b: &[Lit], m: &[Lit]) -> Bits {
        let product = self.mul_wide(a, b);
        self.divide_rows(&product, m).1
    }

    /// Remainder: of IEEE 754 if `nearest`, else of the truncated quotient.
    ///
    /// The exponents may differ by thousands, so `2^distance` is computed modulo twice the divisor by
    /// squaring; twice, because that keeps the quotient's last digit.
    pub fn fp_rem(&mut self, format: FloatFormat, a: &[Lit], b: &[Lit], nearest: bool) -> Bits {
        let digits = format.digits();
        let width = format.exponent_width();
        let (x, y) = (self.unpack(format, a), self.unpack(format, b));
        let (n, d) = (self.normal(format, &x), self.normal(format, &y));
        let distance = self.sub(&n.exponent, &d.exponent);
        let behind = distance[width - 1];
        let mut modulus = vec![Lit::FALSE];
        modulus.extend_from_slice(&d.significand);
        // 2^distance: the leading bits of the exponent give a power below the modulus, each further bit
        // squares and doubles. Distances fit one bit more than exponents have.
        let span = (format.exponent as usize + 1).min(width - 1);
        let direct = (usize::BITS - 1 - digits.leading_zeros()) as usize;
        let direct = direct.min(span);
        let count = zero_extend(&distance[span - direct..span], direct);
        let mut one = vec![Lit::FALSE; digits + 1];
        one[0] = Lit::TRUE;
        let mut power = self.shl(&one, &count);
        for i in (0..span - direct).rev() {
            let square = self.mul_mod(&power, &power, &modulus);
            let mut double = vec![Lit::FALSE];
            double.extend_from_slice(&square);
            let wide = zero_extend(&modulus, digits + 2);
            let nm = self.not_bits(&wide);
            let (diff, fits) = self.add_carry(&double, &nm, Lit::TRUE);
            let reduced = self.mux_bits(fits, &diff, &double);
            power = self.mux_bits(distance[i], &reduced[..digits + 1], &square);
        }
        let top = zero_extend(&n.significand, digits + 1);
        let product = self.mul_wide(&top, &power);
        let rest2 = self.divide_rows(&product, &modulus).1;
        let divisor = zero_extend(&d.significand, digits + 1);
        let nd = self.not_bits(&divisor);
        let (diff, odd) = self.add_carry(&rest2, &nd, Lit::TRUE);
        let rest = self.mux_bits(odd, &diff, &rest2);
        // The scale of the divisor; one below it, the dividend is the remainder of the truncated quotient.
        let minus_one = self.and_all(distance.iter().copied());
        let rest = self.mux_bits(minus_one, &top, &rest);
        let odd = self.and(odd, !minus_one);
        let unit = self.mux_bits(minus_one, &modulus, &divisor);
        let exponent = self.mux_bits(minus_one, &n.exponent, &d.exponent);
        let (rest, flip) = if nearest {
            let twice: Bits = std::iter::once(Lit::FALSE).chain(rest.iter().copied()).collect();
            let wide = zero_extend(&unit, digits + 2);
            let (more, less) = (self.ult(&wide, &twice), self.ult(&twice, &wide));
            let tie = self.and(!more, !less);
            let tie_up = self.and(tie, odd);
            let up = self.or(more, tie_up);
            let other = self.sub(&unit, &rest);
            (self.mux_bits(up, &other, &rest), up)
        } else {
            (rest, Lit::FALSE)
        };
        let exact_zero = self.is_zero(&rest);
        let flipped = self.xor(x.sign, flip);
        let sign = self.mux(exact_zero, x.sign, flipped);
        let (significand, shift) = self.normalise(&rest);
        let e = self.inc_if(Lit::TRUE, &exponent).0;
        let shift = zero_extend(&shift, width);
        let exponent = self.sub(&e, &shift);
        let unrounded = Unrounded { sign, exponent, significand, sticky: Lit::FALSE };
        let finite = self.round(format, Rounding::NearestEven, &unrounded);
        // A dividend below half the divisor (or below the divisor) is the remainder.
        let keep = if nearest { self.and(behind, !minus_one) } else { behind };
        let keep = self.or_all([keep, x.zero, y.inf]);
        let finite = self.mux_bits(keep, a, &finite);
        let nan = self.or_all([x.nan, y.nan, x.inf, y.zero]);
        self.select_special(format, nan, Lit::FALSE, Lit::FALSE, &finite)
    }
}
