//! Equality and order.

use crate::sort::Sort;
use crate::term::{Op, TermId, TermPool};
use crate::value::Bv;

impl TermPool {
    /// Equality of two terms of one sort. Floats are compared as values (`=` of SMT-LIB), not by
    /// [`fp_eq`](Self::fp_eq).
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        let raw = |pool: &mut Self, a: TermId, b: TermId| {
            let (a, b) = if a <= b { (a, b) } else { (b, a) };
            pool.intern(Op::Eq, Sort::Bool, &[a, b])
        };
        if !self.simplify {
            return raw(self, a, b);
        }
        if a == b {
            return self.tt();
        }
        if self.is_const(a) && self.is_const(b) {
            return self.ff();
        }
        match self.sort(a) {
            Sort::Bool => self.eq_bool(a, b),
            Sort::Bv(_) => self.eq_bv(a, b),
            Sort::Float(_) => match self.lift_ite(Op::Eq, Sort::Bool, &[a, b]) {
                Some(t) => t,
                None => raw(self, a, b),
            },
            Sort::Array { .. } => raw(self, a, b),
        }
    }

    fn eq_bool(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        match self.as_bool(a) {
            Some(true) => return b,
            Some(false) => return self.not(b),
            None => {}
        }
        let (na, nb) = (self.as_not(a), self.as_not(b));
        let negate = na.is_some() != nb.is_some();
        let (a, b) = (na.unwrap_or(a), nb.unwrap_or(b));
        if a == b {
            return self.bool(!negate);
        }
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        let t = self.intern(Op::Eq, Sort::Bool, &[a, b]);
        if negate { self.not(t) } else { t }
    }

    fn eq_bv(&mut self, a: TermId, b: TermId) -> TermId {
        if let (Some(x), Some(y)) = (self.bits_known(a), self.bits_known(b))
            && x.conflicts(y)
        {
            return self.ff();
        }
        let (a, b) = if self.is_const(a) || !self.is_const(b) && a > b { (b, a) } else { (a, b) };
        if let Some(c) = self.as_const(b).cloned() {
            if let Some(t) = self.eq_const(a, &c) {
                return t;
            }
        } else if let Some(t) = self.eq_parts(a, b) {
            return t;
        }
        let sums = matches!(self.op(a), Op::Add | Op::Mul | Op::BvNot)
            || matches!(self.op(b), Op::Add | Op::Mul | Op::BvNot);
        if sums && let Some(t) = self.eq_linear(a, b) {
            return t;
        }
        if let Some(t) = self.lift_ite(Op::Eq, Sort::Bool, &[a, b]) {
            return t;
        }
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        self.intern(Op::Eq, Sort::Bool, &[a, b])
    }

    fn eq_const(&mut self, a: TermId, c: &Bv) -> Option<TermId> {
        match self.op(a) {
            Op::Concat => {
                let (h, l) = self.args2(a);
                let split = self.width(l);
                let (ch, cl) = (c.extract(c.width() - 1, split), c.extract(split - 1, 0));
                let (ch, cl) = (self.constant(ch), self.constant(cl));
                let (x, y) = (self.eq(h, ch), self.eq(l, cl));
                Some(self.and(x, y))
            }
            Op::SignExt => {
                let inner = self.arg(a, 0);
                let low = c.extract(self.width(inner) - 1, 0);
                if low.sign_extend(c.width()) != *c {
                    return Some(self.ff());
                }
                let low = self.constant(low);
                Some(self.eq(inner, low))
            }
            Op::BvXor => {
                let (x, y) = self.args2(a);
                if c.is_zero() {
                    return Some(self.eq(x, y));
                }
                let k = self.as_const(x)?.xor(c);
                let k = self.constant(k);
                Some(self.eq(y, k))
            }
            Op::BvOr if c.is_zero() => {
                let (x, y) = self.args2(a);
                let zero = self.constant(c.clone());
                let (x, y) = (self.eq(x, zero), self.eq(y, zero));
                Some(self.and(x, y))
            }
            Op::Ite => {
                // An arm that is another constant decides the condition.
                let (cond, x, y) = (self.arg(a, 0), self.arg(a, 1), self.arg(a, 2));
                let k = self.constant(c.clone());
                if self.is_const(x) && x != k {
                    let (nc, e) = (self.not(cond), self.eq(y, k));
                    return Some(self.and(nc, e));
                }
                if self.is_const(y) && y != k {
                    let e = self.eq(x, k);
                    return Some(self.and(cond, e));
                }
                None
            }
            _ if c.width() == 1 && c.is_zero() => {
                let one = self.bv(1, 1);
                let set = self.eq(a, one);
                Some(self.not(set))
            }
            _ => None,
        }
    }

    fn eq_parts(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match (self.op(a), self.op(b)) {
            (Op::Concat, Op::Concat) => {
                let ((h, l), (p, q)) = (self.args2(a), self.args2(b));
                if self.width(l) != self.width(q) {
                    return None;
                }
                let (x, y) = (self.eq(h, p), self.eq(l, q));
                Some(self.and(x, y))
            }
            (Op::SignExt, Op::SignExt) => {
                let (x, y) = (self.arg(a, 0), self.arg(b, 0));
                (self.sort(x) == self.sort(y)).then(|| self.eq(x, y))
            }
            (Op::Ite, Op::Ite) if self.arg(a, 0) == self.arg(b, 0) => {
                let (c, x, y) =
                    (self.arg(a, 0), (self.arg(a, 1), self.arg(b, 1)), (self.arg(a, 2), self.arg(b, 2)));
                if x.0 != x.1 && y.0 != y.1 {
                    return None;
                }
                let (x, y) = (self.eq(x.0, x.1), self.eq(y.0, y.1));
                Some(self.ite(c, x, y))
            }
            _ => None,
        }
    }

    /// Brings both sides into one canonical split of their difference: monomials with a coefficient up to
    /// half the range on the left, the others negated on the right, the constant beside them.
    fn eq_linear(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let minus = self.neg(b);
        let diff = self.add(a, minus);
        let mut sum = self.linear(diff);
        let width = sum.constant.width();
        if sum.terms.is_empty() {
            return Some(self.bool(sum.constant.is_zero()));
        }
        // An even sum is never odd.
        let even = sum.terms.iter().map(|(_, k)| k.trailing_zeros()).min().unwrap_or(0);
        if sum.constant.trailing_zeros() < even {
            return Some(self.ff());
        }
        if sum.terms[0].1.sign() {
            sum.constant = sum.constant.neg();
            for (_, k) in &mut sum.terms {
                *k = k.neg();
            }
        }
        if let [(x, k)] = sum.terms.as_slice()
            && k.is_one()
        {
            let (x, c) = (*x, self.constant(sum.constant.neg()));
            if (x, c) == (a, b) || (x, c) == (b, a) {
                return None;
            }
            return Some(self.eq(x, c));
        }
        let (left, right): (Vec<_>, Vec<_>) = sum.terms.into_iter().partition(|(_, k)| !k.sign());
        let right: Vec<_> = right.into_iter().map(|(x, k)| (x, k.neg())).collect();
        use super::arith::Linear;
        let left = self.sum_of(Linear { constant: Bv::zero(width), terms: left });
        let right = self.sum_of(Linear { constant: sum.constant.neg(), terms: right });
        if self.is_const(right) && !matches!(self.op(left), Op::Add | Op::Mul) {
            return None;
        }
        if left == right {
            return Some(self.tt());
        }
        let (x, y) = if left <= right { (left, right) } else { (right, left) };
        Some(self.intern(Op::Eq, Sort::Bool, &[x, y]))
    }

    /// Whether the two differ.
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let same = self.eq(a, b);
        self.not(same)
    }

    /// Whether all are pairwise different.
    pub fn distinct(&mut self, terms: &[TermId]) -> TermId {
        let mut all = Vec::new();
        for (i, &a) in terms.iter().enumerate() {
            for &b in &terms[i + 1..] {
                all.push(self.ne(a, b));
            }
        }
        self.and_all(&all)
    }

    /// Unsigned less-than.
    pub fn ult(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        if !self.simplify {
            return self.intern(Op::Ult, Sort::Bool, &[a, b]);
        }
        let width = self.width(a);
        if a == b {
            return self.ff();
        }
        let (ca, cb) = (self.as_const(a).cloned(), self.as_const(b).cloned());
        if let (Some(x), Some(y)) = (&ca, &cb) {
            return self.bool(x.ult(y));
        }
        if let (Some(x), Some(y)) = (self.bits_known(a), self.bits_known(b)) {
            if x.max(width) < y.min() {
                return self.tt();
            }
            if x.min() >= y.max(width) {
                return self.ff();
            }
        }
        if let Some(y) = &cb {
            if y.is_zero() {
                return self.ff();
            }
            if y.is_one() {
                let zero = self.bv(width, 0);
                return self.eq(a, zero);
            }
            if y.is_ones() {
                return self.ne(a, b);
            }
        }
        if let Some(x) = &ca {
            if x.is_ones() {
                return self.ff();
            }
            if x.is_zero() {
                return self.ne(a, b);
            }
            if x.add(&Bv::one(width)).is_ones() {
                let top = self.constant(Bv::ones(width));
                return self.eq(b, top);
            }
        }
        self.narrow(a, b, false).unwrap_or_else(|| self.compare(Op::Ult, a, b))
    }

    fn compare(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        match self.lift_ite(op, Sort::Bool, &[a, b]) {
            Some(t) => t,
            None => self.intern(op, Sort::Bool, &[a, b]),
        }
    }

    /// Compares extensions by what they extend.
    fn narrow(&mut self, a: TermId, b: TermId, signed: bool) -> Option<TermId> {
        let width = self.width(a);
        // Sign extension keeps both orders.
        let from = |pool: &Self, t: TermId| (pool.op(t) == Op::SignExt).then(|| pool.width(pool.arg(t, 0)));
        let (fa, fb) = (from(self, a), from(self, b));
        if fa.is_some() || fb.is_some() {
            let need = [fa, fb].into_iter().flatten().max()?;
            let fits = |pool: &Self, t: TermId, f: Option<u32>| {
                f.is_some()
                    || pool.as_const(t).is_some_and(|c| c.extract(need - 1, 0).sign_extend(width) == *c)
            };
            if fits(self, a, fa) && fits(self, b, fb) {
                let (x, y) = (self.extract(a, need - 1, 0), self.extract(b, need - 1, 0));
                return Some(if signed { self.slt(x, y) } else { self.ult(x, y) });
            }
            if signed {
                // A constant outside the extended range decides.
                if let Some(c) = self.as_const(b) {
                    return Some(self.bool(!c.sign()));
                }
                if let Some(c) = self.as_const(a) {
                    return Some(self.bool(c.sign()));
                }
            }
            return None;
        }
        // Common leading zeros are dropped; that decides the sign too.
        let zeros = |pool: &Self, t: TermId| -> u32 {
            if let Some(c) = pool.as_const(t) {
                return c.leading_zeros();
            }
            if pool.op(t) != Op::Concat {
                return 0;
            }
            let high = pool.arg(t, 0);
            pool.as_const(high).filter(|c| c.is_zero()).map_or(0, Bv::width)
        };
        let drop = zeros(self, a).min(zeros(self, b)).min(width - 1);
        if drop == 0 {
            return None;
        }
        let (x, y) = (self.extract(a, width - 1 - drop, 0), self.extract(b, width - 1 - drop, 0));
        Some(self.ult(x, y))
    }

    /// Signed less-than.
    pub fn slt(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        if !self.simplify {
            return self.intern(Op::Slt, Sort::Bool, &[a, b]);
        }
        let width = self.width(a);
        if a == b {
            return self.ff();
        }
        let (ca, cb) = (self.as_const(a).cloned(), self.as_const(b).cloned());
        if let (Some(x), Some(y)) = (&ca, &cb) {
            return self.bool(x.slt(y));
        }
        if let (Some(x), Some(y)) = (self.bits_known(a), self.bits_known(b)) {
            match (x.sign(width), y.sign(width)) {
                (Some(p), Some(q)) if p == q => return self.ult(a, b),
                (Some(p), Some(_)) => return self.bool(p),
                _ => {}
            }
        }
        let (min, max) = (Bv::min_signed(width), Bv::max_signed(width));
        if let Some(y) = &cb {
            if *y == min {
                return self.ff();
            }
            if *y == max || y.sub(&Bv::one(width)) == min {
                let c = if *y == max { b } else { self.constant(min) };
                return if *y == max { self.ne(a, c) } else { self.eq(a, c) };
            }
        }
        if let Some(x) = &ca {
            if *x == max {
                return self.ff();
            }
            if *x == min {
                return self.ne(a, b);
            }
            if x.add(&Bv::one(width)) == max {
                let top = self.constant(max);
                return self.eq(b, top);
            }
        }
        self.narrow(a, b, true).unwrap_or_else(|| self.compare(Op::Slt, a, b))
    }

    /// Unsigned less-or-equal.
    pub fn ule(&mut self, a: TermId, b: TermId) -> TermId {
        let gt = self.ult(b, a);
        self.not(gt)
    }

    /// Unsigned greater-than.
    pub fn ugt(&mut self, a: TermId, b: TermId) -> TermId {
        self.ult(b, a)
    }

    /// Unsigned greater-or-equal.
    pub fn uge(&mut self, a: TermId, b: TermId) -> TermId {
        self.ule(b, a)
    }

    /// Signed less-or-equal.
    pub fn sle(&mut self, a: TermId, b: TermId) -> TermId {
        let gt = self.slt(b, a);
        self.not(gt)
    }

    /// Signed greater-than.
    pub fn sgt(&mut self, a: TermId, b: TermId) -> TermId {
        self.slt(b, a)
    }

    /// Signed greater-or-equal.
    pub fn sge(&mut self, a: TermId, b: TermId) -> TermId {
        self.sle(b, a)
    }
}
