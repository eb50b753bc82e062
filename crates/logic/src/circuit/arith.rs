//! Two's complement arithmetic on rows of signals, least significant first.

use super::gates::{Gates, Lit};
use crate::value::Bv;

/// A row of signals, least significant first.
pub(crate) type Bits = Vec<Lit>;

impl Gates {
    pub fn constant(&self, value: &Bv) -> Bits {
        (0..value.width()).map(|i| Lit::constant(value.bit(i))).collect()
    }

    pub fn number(&self, width: usize, value: u128) -> Bits {
        (0..width).map(|i| Lit::constant(i < 128 && value >> i & 1 == 1)).collect()
    }

    pub fn not_bits(&self, a: &[Lit]) -> Bits {
        a.iter().map(|&l| !l).collect()
    }

    pub fn mux_bits(&mut self, s: Lit, t: &[Lit], e: &[Lit]) -> Bits {
        debug_assert_eq!(t.len(), e.len());
        t.iter().zip(e).map(|(&t, &e)| self.mux(s, t, e)).collect()
    }

    /// `a` where `keep` holds, else zero.
    pub fn mask_bits(&mut self, keep: Lit, a: &[Lit]) -> Bits {
        a.iter().map(|&l| self.and(keep, l)).collect()
    }

    /// Sum and carry out.
    pub fn add_carry(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> (Bits, Lit) {
        debug_assert_eq!(a.len(), b.len());
        let mut carry = carry;
        let sum = a
            .iter()
            .zip(b)
            .map(|(&x, &y)| {
                let half = self.xor(x, y);
                let s = self.xor(half, carry);
                carry = self.maj(x, y, carry);
                s
            })
            .collect();
        (sum, carry)
    }

    pub fn add(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        self.add_carry(a, b, Lit::FALSE).0
    }

    pub fn sub(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        let nb = self.not_bits(b);
        self.add_carry(a, &nb, Lit::TRUE).0
    }

    pub fn neg(&mut self, a: &[Lit]) -> Bits {
        let zero = vec![Lit::FALSE; a.len()];
        self.sub(&zero, a)
    }

    /// `-a` if `flip`, else `a`.
    pub fn neg_if(&mut self, flip: Lit, a: &[Lit]) -> Bits {
        let flipped: Bits = a.iter().map(|&l| self.xor(l, flip)).collect();
        self.inc_if(flip, &flipped).0
    }

    /// `a + 1` if `up`, else `a`, with the carry out.
    pub fn inc_if(&mut self, up: Lit, a: &[Lit]) -> (Bits, Lit) {
        let mut carry = up;
        let sum = a
            .iter()
            .map(|&l| {
                let s = self.xor(l, carry);
                carry = self.and(l, carry);
                s
            })
            .collect();
        (sum, carry)
    }

    pub fn eq_bits(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        debug_assert_eq!(a.len(), b.len());
        let same: Vec<Lit> = a.iter().zip(b).map(|(&x, &y)| self.iff(x, y)).collect();
        self.and_all(same)
    }

    pub fn is_zero(&mut self, a: &[Lit]) -> Lit {
        !self.or_all(a.iter().copied())
    }

    /// Unsigned `a < b`: the borrow of `a - b`.
    pub fn ult(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        debug_assert_eq!(a.len(), b.len());
        a.iter().zip(b).fold(Lit::FALSE, |less, (&x, &y)| self.maj(!x, y, less))
    }

    /// Signed `a < b`.
    pub fn slt(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let top = a.len() - 1;
        let less = self.ult(&a[..top], &b[..top]);
        self.maj(a[top], !b[top], less)
    }

    /// `a * c` for a constant, in the width of `a`: few signed digits make few adders.
    pub fn mul_const(&mut self, a: &[Lit], c: &Bv) -> Bits {
        let width = a.len();
        let mut sum: Option<Bits> = None;
        let mut carry = false;
        for i in 0..width {
            let bit = c.bit(i as u32);
            let next = i + 1 < width && c.bit(i as u32 + 1);
            // Canonical signed digits: a run of ones becomes +2^j - 2^i.
            let ones = u8::from(bit) + u8::from(carry);
            let digit = if ones % 2 == 0 {
                carry = ones == 2;
                0
            } else {
                carry = next;
                if next { -1 } else { 1 }
            };
            if digit == 0 {
                continue;
            }
            let mut row = vec![Lit::FALSE; i];
            row.extend_from_slice(&a[..width - i]);
            sum = Some(match (sum, digit) {
                (None, 1) => row,
                (None, _) => self.neg(&row),
                (Some(s), 1) => self.add(&s, &row),
                (Some(s), _) => self.sub(&s, &row),
            });
        }
        sum.unwrap_or_else(|| vec![Lit::FALSE; width])
    }

    /// The low bits of the product, as many as `a` has.
    pub fn mul(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        debug_assert_eq!(a.len(), b.len());
        if let Some(c) = as_constant(a) {
            return self.mul_const(b, &c);
        }
        if let Some(c) = as_constant(b) {
            return self.mul_const(a, &c);
        }
        let constants = |v: &[Lit]| v.iter().filter(|l| l.is_const()).count();
        let (a, b) = if constants(a) > constants(b) { (b, a) } else { (a, b) };
        let width = a.len();
        let needed = signed_width(a) + signed_width(b);
        if needed < width {
            let low = self.mul(&a[..needed], &b[..needed]);
            return sign_extend(&low, width);
        }
        let mut sum = self.mask_bits(b[0], a);
        for i in 1..width {
            let row = self.mask_bits(b[i], &a[..width - i]);
            let high = self.add(&sum[i..], &row);
            sum.truncate(i);
            sum.extend(high);
        }
        sum
    }

    /// The full product of two numbers of any widths.
    pub fn mul_wide(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        let (a, b) = if a.len() >= b.len() { (a, b) } else { (b, a) };
        let mut sum = self.mask_bits(b[0], a);
        sum.push(Lit::FALSE);
        for (i, &bit) in b.iter().enumerate().skip(1) {
            let row = self.mask_bits(bit, a);
            let (high, carry) = self.add_carry(&sum[i..], &row, Lit::FALSE);
            sum.truncate(i);
            sum.extend(high);
            sum.push(carry);
        }
        sum
    }

    /// Quotient and remainder with SMT-LIB's results for a zero divisor.
    pub fn udivrem(&mut self, a: &[Lit], b: &[Lit]) -> (Bits, Bits) {
        debug_assert_eq!(a.len(), b.len());
        if let Some(c) = as_constant(b)
            && !c.is_zero()
            && self.relational
        {
            return self.udivrem_const(a, &c);
        }
        self.divide_rows(a, b)
    }

    /// Restoring division. A zero divisor never borrows, so the quotient is all ones and the remainder the
    /// dividend by itself.
    pub fn divide_rows(&mut self, a: &[Lit], b: &[Lit]) -> (Bits, Bits) {
        let width = b.len();
        let mut quotient = vec![Lit::FALSE; a.len()];
        let mut rest: Bits = Vec::new();
        for i in (0..a.len()).rev() {
            rest.insert(0, a[i]);
            // As long as the remainder is short, the high divisor bits only decide whether it fits.
            let len = rest.len().min(width);
            let high_clear = self.is_zero(&b[len..]);
            let divisor: Bits = (0..rest.len()).map(|k| b.get(k).copied().unwrap_or(Lit::FALSE)).collect();
            let nd = self.not_bits(&divisor);
            let (diff, no_borrow) = self.add_carry(&rest, &nd, Lit::TRUE);
            let fits = self.and(no_borrow, high_clear);
            quotient[i] = fits;
            rest = self.mux_bits(fits, &diff, &rest);
            if rest.len() > width {
                // Below the divisor again, so the top bit is clear; for a zero divisor it may not be, but
                // then the bits shifted out are those of the quotient's dividend and are lost either way.
                rest.truncate(width);
            }
        }
        rest.resize(width, Lit::FALSE);
        (quotient, rest)
    }

    /// `q` and `r` as inputs with `q * c + r = a` and `r < c`: far fewer gates than rows of subtractions.
    fn udivrem_const(&mut self, a: &[Lit], c: &Bv) -> (Bits, Bits) {
        let width = a.len();
        if c.is_one() {
            return (a.to_vec(), vec![Lit::FALSE; width]);
        }
        let log = (c.width() - 1 - c.leading_zeros()) as usize;
        // Leading zeros of the dividend need no quotient digits.
        let zeros = a.iter().rev().take_while(|&&l| l == Lit::FALSE).count();
        let short = (width - zeros).max(log + 1);
        if short < width {
            let (mut q, mut r) = self.udivrem_const(&a[..short], &c.extract(short as u32 - 1, 0));
            q.resize(width, Lit::FALSE);
            r.resize(width, Lit::FALSE);
            return (q, r);
        }
        let mut q = self.inputs((width - log) as u32);
        let mut r = self.inputs((log + 1) as u32);
        // q * c + r < 2^(width+1) + 2^(log+1), so two more bits keep the equation exact.
        let wide = width + 2;
        q.resize(wide, Lit::FALSE);
        r.resize(wide, Lit::FALSE);
        let (mut dividend, c) = (a.to_vec(), c.zero_extend(wide as u32));
        dividend.resize(wide, Lit::FALSE);
        let product = self.mul_const(&q, &c);
        let sum = self.add(&product, &r);
        let exact = self.eq_bits(&sum, &dividend);
        let bound = self.constant(&c);
        let below = self.ult(&r, &bound);
        let inputs: Bits = q.iter().chain(&r).copied().collect();
        self.constrain(&inputs, &[exact, below]);
        q.truncate(width);
        r.truncate(width);
        (q, r)
    }

    /// Signed quotient and remainder.
    pub fn sdivrem(&mut self, a: &[Lit], b: &[Lit]) -> (Bits, Bits) {
        let width = a.len();
        let (na, nb) = (a[width - 1], b[width - 1]);
        if let Some(c) = as_constant(b)
            && self.relational
            && width > 1
            && !c.sign()
            && !c.is_zero()
        {
            return self.sdivrem_const(a, &c);
        }
        let (pa, pb) = (self.neg_if(na, a), self.neg_if(nb, b));
        let (q, r) = self.udivrem(&pa, &pb);
        let differ = self.xor(na, nb);
        (self.neg_if(differ, &q), self.neg_if(na, &r))
    }

    /// Like the unsigned form, with a signed `q` and an `r` that has the sign of `a` or is zero.
    fn sdivrem_const(&mut self, a: &[Lit], c: &Bv) -> (Bits, Bits) {
        let width = a.len();
        if c.is_one() {
            return (a.to_vec(), vec![Lit::FALSE; width]);
        }
        let log = (c.width() - 1 - c.leading_zeros()) as usize;
        let short = signed_width(a).max(log + 2);
        if short < width {
            let (q, r) = self.sdivrem_const(&a[..short], &c.extract(short as u32 - 1, 0));
            return (sign_extend(&q, width), sign_extend(&r, width));
        }
        let q = self.inputs((width - log + 1) as u32);
        let r = self.inputs((log + 2) as u32);
        let wide = width + 3;
        let (wq, wr, wa) = (sign_extend(&q, wide), sign_extend(&r, wide), sign_extend(a, wide));
        let product = self.mul_const(&wq, &c.zero_extend(wide as u32));
        let sum = self.add(&product, &wr);
        let exact = self.eq_bits(&sum, &wa);
        let short = r.len();
        let (negative, sign) = (a[width - 1], r[short - 1]);
        let limit = self.constant(&c.extract(short as u32 - 1, 0));
        let minus_limit = self.neg(&limit);
        let zero = self.is_zero(&r);
        let (below, above) = (self.slt(&r, &limit), self.slt(&minus_limit, &r));
        let same_sign = self.iff(sign, negative);
        let sign_ok = self.or(zero, same_sign);
        let inputs: Bits = q.iter().chain(&r).copied().collect();
        self.constrain(&inputs, &[exact, below, above, sign_ok]);
        (
            sign_extend(&q, width.max(q.len()))[..width].to_vec(),
            sign_extend(&r, width.max(short))[..width].to_vec(),
        )
    }

    /// Shifts left by a variable amount, zeros coming in; by the width or more gives zero.
    pub fn shl(&mut self, a: &[Lit], by: &[Lit]) -> Bits {
        self.shift(a, by, Lit::FALSE, true)
    }

    /// Shifts right by a variable amount, `fill` coming in; by the width or more gives all `fill`.
    pub fn shr(&mut self, a: &[Lit], by: &[Lit], fill: Lit) -> Bits {
        self.shift(a, by, fill, false)
    }

    fn shift(&mut self, a: &[Lit], by: &[Lit], fill: Lit, left: bool) -> Bits {
        let width = a.len();
        let mut out = a.to_vec();
        let stages = usize::BITS - (width - 1).leading_zeros();
        for (k, &s) in by.iter().enumerate().take(stages as usize) {
            let step = 1usize << k;
            let moved: Bits = (0..width)
                .map(|i| {
                    let from = if left { i.checked_sub(step) } else { Some(i + step) };
                    from.and_then(|j| out.get(j).copied()).unwrap_or(fill)
                })
                .collect();
            out = self.mux_bits(s, &moved, &out);
        }
        let over = self.or_all(by.iter().skip(stages as usize).copied());
        out.iter().map(|&l| self.mux(over, fill, l)).collect()
    }

    /// Shifts right like [`shr`](Self::shr) with zeros, and collects what falls out in one bit.
    pub fn shr_sticky(&mut self, a: &[Lit], by: &[Lit]) -> (Bits, Lit) {
        let width = a.len();
        let mut out = a.to_vec();
        let mut sticky = Lit::FALSE;
        for (k, &s) in by.iter().enumerate() {
            let step = if k < 31 { 1usize << k } else { width };
            let lost = self.or_all(out[..step.min(width)].iter().copied());
            let lost = self.and(lost, s);
            sticky = self.or(sticky, lost);
            let moved: Bits = (0..width).map(|i| out.get(i + step).copied().unwrap_or(Lit::FALSE)).collect();
            out = self.mux_bits(s, &moved, &out);
        }
        (out, sticky)
    }

    /// Shifts left until the top bit is set and returns the distance; zero shifts by some distance too.
    pub fn normalise(&mut self, a: &[Lit]) -> (Bits, Bits) {
        let width = a.len();
        let mut out = a.to_vec();
        let stages = (usize::BITS - (width - 1).leading_zeros()) as usize;
        let mut distance = vec![Lit::FALSE; stages];
        for k in (0..stages).rev() {
            let step = 1usize << k;
            if step >= width {
                continue;
            }
            let clear = self.is_zero(&out[width - step..]);
            let moved: Bits =
                (0..width).map(|i| if i >= step { out[i - step] } else { Lit::FALSE }).collect();
            out = self.mux_bits(clear, &moved, &out);
            distance[k] = clear;
        }
        (out, distance)
    }
}

/// The value of a row of constants.
pub(crate) fn as_constant(a: &[Lit]) -> Option<Bv> {
    let bits: Option<Vec<bool>> = a.iter().map(|&l| l.is_const().then_some(l == Lit::TRUE)).collect();
    bits.map(|b| Bv::from_bits(&b))
}

/// How many low signals a sign extension would make the row from.
fn signed_width(a: &[Lit]) -> usize {
    let top = a[a.len() - 1];
    a.len() - a.iter().rev().skip(1).take_while(|&&l| l == top).count()
}

/// Copies of the top signal up to `width`, or the low signals.
pub(crate) fn sign_extend(a: &[Lit], width: usize) -> Bits {
    let mut out = a.to_vec();
    out.resize(width, a[a.len() - 1]);
    out
}
