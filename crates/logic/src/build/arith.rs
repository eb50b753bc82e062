//! Sums in linear normal form, products and quotients.
//!
//! A sum is kept as monomials `c*x` ordered by `x` with one constant, so that `a + 1 - a` is `1` and two
//! addresses with the same base differ by a constant the pool can see.

use crate::sort::Sort;
use crate::term::{Op, TermId, TermPool};
use crate::value::Bv;

/// Sums with more monomials are not taken apart again, so that long chains stay linear to build.
const MAX_MONOMIALS: usize = 48;
/// A constant factor other than a power of two is only distributed over sums this short.
const MAX_DISTRIBUTED: usize = 4;

/// `constant + Σ coefficient * term`, ordered by term, no zero coefficient.
#[derive(Clone, Debug)]
pub(crate) struct Linear {
    pub constant: Bv,
    pub terms: Vec<(TermId, Bv)>,
}

impl Linear {
    fn scale(&mut self, c: &Bv) {
        self.constant = self.constant.mul(c);
        for (_, k) in &mut self.terms {
            *k = k.mul(c);
        }
        self.terms.retain(|(_, k)| !k.is_zero());
    }

    fn plus(self, other: Self) -> Self {
        let constant = self.constant.add(&other.constant);
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut a, mut b) = (self.terms.into_iter().peekable(), other.terms.into_iter().peekable());
        loop {
            let next = match (a.peek(), b.peek()) {
                (Some((x, _)), Some((y, _))) if x == y => {
                    let ((x, k), (_, l)) = match (a.next(), b.next()) {
                        (Some(p), Some(q)) => (p, q),
                        _ => break,
                    };
                    let sum = k.add(&l);
                    if sum.is_zero() {
                        continue;
                    }
                    Some((x, sum))
                }
                (Some((x, _)), Some((y, _))) => {
                    if x < y {
                        a.next()
                    } else {
                        b.next()
                    }
                }
                (Some(_), None) => a.next(),
                (None, _) => b.next(),
            };
            match next {
                Some(m) => terms.push(m),
                None => break,
            }
        }
        Self { constant, terms }
    }
}

impl TermPool {
    pub(crate) fn linear(&self, t: TermId) -> Linear {
        let width = self.width(t);
        let single = |x: TermId, k: Bv| Linear { constant: Bv::zero(width), terms: vec![(x, k)] };
        match self.op(t) {
            Op::Const(_) => match self.as_const(t) {
                Some(c) => Linear { constant: c.clone(), terms: Vec::new() },
                None => single(t, Bv::one(width)),
            },
            Op::Add if self.args(t).len() <= MAX_MONOMIALS => {
                let mut out = Linear { constant: Bv::zero(width), terms: Vec::new() };
                for &m in self.args(t) {
                    out = match self.monomial(m) {
                        Ok(c) => Linear { constant: out.constant.add(&c), ..out },
                        Err((x, k)) if out.terms.last().is_none_or(|(y, _)| *y < x) => {
                            out.terms.push((x, k));
                            out
                        }
                        Err((x, k)) => out.plus(single(x, k)),
                    };
                }
                out
            }
            Op::BvNot => Linear { constant: Bv::ones(width), terms: vec![(self.arg(t, 0), Bv::ones(width))] },
            _ => match self.monomial(t) {
                Ok(c) => Linear { constant: c, terms: Vec::new() },
                Err((x, k)) => single(x, k),
            },
        }
    }

    fn monomial(&self, t: TermId) -> Result<Bv, (TermId, Bv)> {
        if let Some(c) = self.as_const(t) {
            return Ok(c.clone());
        }
        if self.op(t) == Op::Mul {
            let (c, x) = self.args2(t);
            if let Some(c) = self.as_const(c) {
                return Err((x, c.clone()));
            }
        }
        Err((t, Bv::one(self.width(t))))
    }

    pub(crate) fn sum_of(&mut self, sum: Linear) -> TermId {
        let width = sum.constant.width();
        if let [(x, k)] = sum.terms.as_slice()
            && k.is_ones()
            && sum.constant.is_ones()
        {
            return self.bvnot(*x);
        }
        let mut args = Vec::with_capacity(sum.terms.len() + 1);
        for (x, k) in sum.terms {
            args.push(if k.is_one() {
                x
            } else {
                let k = self.constant(k);
                self.node(Op::Mul, width, &[k, x])
            });
        }
        if !sum.constant.is_zero() || args.is_empty() {
            args.push(self.constant(sum.constant));
        }
        match args.as_slice() {
            [t] => *t,
            _ => self.node(Op::Add, width, &args),
        }
    }

    /// Sum, wrapping.
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        let width = self.width(a);
        if !self.simplify {
            return self.intern(Op::Add, Sort::Bv(width), &[a, b]);
        }
        if let Some(t) = self.lift_ite(Op::Add, Sort::Bv(width), &[a, b]) {
            return t;
        }
        let sum = self.linear(a).plus(self.linear(b));
        self.sum_of(sum)
    }

    /// Sum of all, which must not be none.
    pub(crate) fn add_all(&mut self, args: &[TermId]) -> TermId {
        if !self.simplify {
            return self.intern(Op::Add, self.sort(args[0]), args);
        }
        let mut sum = args[0];
        for &a in &args[1..] {
            sum = self.add(sum, a);
        }
        sum
    }

    /// Difference, wrapping.
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        let minus = self.neg(b);
        self.add(a, minus)
    }

    /// Two's complement negation.
    pub fn neg(&mut self, a: TermId) -> TermId {
        let minus_one = self.constant(Bv::ones(self.width(a)));
        self.mul(minus_one, a)
    }

    /// `a - b` if it is the same in every model.
    #[must_use]
    pub fn constant_difference(&self, a: TermId, b: TermId) -> Option<Bv> {
        if a == b {
            return Some(Bv::zero(self.width(a)));
        }
        let mut minus = self.linear(b);
        minus.scale(&Bv::ones(self.width(b)));
        let diff = self.linear(a).plus(minus);
        diff.terms.is_empty().then_some(diff.constant)
    }

    /// Product, wrapping.
    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        let width = self.width(a);
        if !self.simplify {
            return self.intern(Op::Mul, Sort::Bv(width), &[a, b]);
        }
        let (a, b) = if self.as_const(b).is_some() { (b, a) } else { (a, b) };
        if let Some(c) = self.as_const(a).cloned() {
            return self.mul_const(&c, b);
        }
        // Constant factors move out, so that products of scaled indices meet in one monomial.
        let (ka, kb) = (self.coefficient(a), self.coefficient(b));
        if ka.is_some() || kb.is_some() {
            let one = (Bv::one(width), a);
            let ((k, x), (l, y)) = (ka.unwrap_or(one), kb.unwrap_or((Bv::one(width), b)));
            let product = self.mul(x, y);
            return self.mul_const(&k.mul(&l), product);
        }
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        self.node(Op::Mul, width, &[a, b])
    }

    fn coefficient(&self, t: TermId) -> Option<(Bv, TermId)> {
        if self.op(t) != Op::Mul {
            return None;
        }
        let (c, x) = self.args2(t);
        self.as_const(c).map(|c| (c.clone(), x))
    }

    fn mul_const(&mut self, c: &Bv, t: TermId) -> TermId {
        let width = c.width();
        if c.is_zero() {
            return self.bv(width, 0);
        }
        if c.is_one() {
            return t;
        }
        if self.op(t) == Op::Ite {
            let k = self.constant(c.clone());
            if let Some(t) = self.lift_ite(Op::Mul, Sort::Bv(width), &[k, t]) {
                return t;
            }
        }
        let mut sum = self.linear(t);
        if sum.terms.len() > MAX_DISTRIBUTED && !c.is_ones() && c.log2().is_none() {
            let k = self.constant(c.clone());
            return self.node(Op::Mul, width, &[k, t]);
        }
        sum.scale(c);
        self.sum_of(sum)
    }

    /// Unsigned quotient; all ones when dividing by zero.
    pub fn udiv(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        let args = [a, b];
        if self.simplify {
            let (ca, cb) = (self.as_const(a).cloned(), self.as_const(b).cloned());
            if let (Some(x), Some(y)) = (&ca, &cb) {
                return self.constant(x.udiv(y));
            }
            if let Some(y) = cb {
                if y.is_zero() {
                    return self.constant(Bv::ones(width));
                }
                if let Some(k) = y.log2() {
                    return self.shift_right(a, k, false);
                }
            }
            if let Some(t) = self.lift_ite(Op::Udiv, Sort::Bv(width), &args) {
                return t;
            }
        }
        self.node(Op::Udiv, width, &args)
    }

    /// Unsigned remainder; the dividend when dividing by zero.
    pub fn urem(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        let args = [a, b];
        if self.simplify {
            let (ca, cb) = (self.as_const(a).cloned(), self.as_const(b).cloned());
            if let (Some(x), Some(y)) = (&ca, &cb) {
                return self.constant(x.urem(y));
            }
            if let Some(y) = cb {
                if y.is_zero() {
                    return a;
                }
                match y.log2() {
                    Some(0) => return self.bv(width, 0),
                    Some(k) => {
                        let low = self.extract(a, k - 1, 0);
                        return self.zero_extend(low, width);
                    }
                    None => {}
                }
            }
            if let Some(t) = self.lift_ite(Op::Urem, Sort::Bv(width), &args) {
                return t;
            }
        }
        self.node(Op::Urem, width, &args)
    }

    fn non_negative(&self, t: TermId) -> bool {
        let width = self.width(t);
        self.bits_known(t).and_then(|k| k.sign(width)) == Some(false)
    }

    /// Signed quotient, truncating; 1 or -1 when dividing by zero.
    pub fn sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        let args = [a, b];
        if self.simplify {
            let (ca, cb) = (self.as_const(a).cloned(), self.as_const(b).cloned());
            if let (Some(x), Some(y)) = (&ca, &cb) {
                return self.constant(x.sdiv(y));
            }
            if let Some(y) = cb {
                if y.is_one() {
                    return a;
                }
                if y.is_ones() {
                    return self.neg(a);
                }
            }
            if self.non_negative(a) && self.non_negative(b) {
                return self.udiv(a, b);
            }
            if let Some(t) = self.lift_ite(Op::Sdiv, Sort::Bv(width), &args) {
                return t;
            }
        }
        self.node(Op::Sdiv, width, &args)
    }

    /// Signed remainder with the sign of the dividend; the dividend when dividing by zero.
    pub fn srem(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        let args = [a, b];
        if self.simplify {
            let (ca, cb) = (self.as_const(a).cloned(), self.as_const(b).cloned());
            if let (Some(x), Some(y)) = (&ca, &cb) {
                return self.constant(x.srem(y));
            }
            if let Some(y) = cb {
                if y.is_one() || y.is_ones() {
                    return self.bv(width, 0);
                }
                // The sign of the divisor does not matter.
                if y.sign() && y != Bv::min_signed(width) {
                    let y = self.constant(y.neg());
                    return self.srem(a, y);
                }
            }
            if self.non_negative(a) && self.non_negative(b) {
                return self.urem(a, b);
            }
            if let Some(t) = self.lift_ite(Op::Srem, Sort::Bv(width), &args) {
                return t;
            }
        }
        self.node(Op::Srem, width, &args)
    }

    /// Signed remainder with the sign of the divisor (`bvsmod`); the dividend when dividing by zero.
    pub fn smod(&mut self, a: TermId, b: TermId) -> TermId {
        let zero = self.bv(self.width(a), 0);
        let r = self.srem(a, b);
        let sum = self.add(r, b);
        let (exact, r_neg, b_neg) = (self.eq(r, zero), self.slt(r, zero), self.slt(b, zero));
        let same = self.eq(r_neg, b_neg);
        let keep = self.or(exact, same);
        let adjusted = self.ite(keep, r, sum);
        let by_zero = self.eq(b, zero);
        self.ite(by_zero, a, adjusted)
    }
}
