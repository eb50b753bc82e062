//! Bitwise operators, shifts, extraction, concatenation and extension.
//!
//! Shifts and masks by constants become extractions and concatenations, which fuse: a value that was
//! stored byte by byte and read back is the value again.

use crate::sort::Sort;
use crate::term::{Op, TermId, TermPool};
use crate::value::Bv;

impl TermPool {
    /// Bitwise complement.
    pub fn bvnot(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        if !self.simplify {
            return self.intern(Op::BvNot, Sort::Bv(width), &[a]);
        }
        if let Some(c) = self.as_const(a) {
            let c = c.not();
            return self.constant(c);
        }
        if self.op(a) == Op::BvNot {
            return self.arg(a, 0);
        }
        if matches!(self.op(a), Op::Add | Op::Mul) {
            // The complement is -a - 1, which keeps sums in normal form.
            let sum = self.linear(a);
            if !matches!(sum.terms.as_slice(), [(x, _)] if *x == a) {
                let minus_one = self.constant(Bv::ones(width));
                let minus = self.mul(minus_one, a);
                return self.add(minus, minus_one);
            }
        }
        if let Some(t) = self.lift_ite(Op::BvNot, Sort::Bv(width), &[a]) {
            return t;
        }
        self.node(Op::BvNot, width, &[a])
    }

    fn is_complement(&self, a: TermId, b: TermId) -> bool {
        self.op(a) == Op::BvNot && self.arg(a, 0) == b || self.op(b) == Op::BvNot && self.arg(b, 0) == a
    }

    fn bitwise(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        let (a, b) = if self.is_const(b) || !self.is_const(a) && a > b { (b, a) } else { (a, b) };
        let width = self.width(a);
        if let Some(t) = self.lift_ite(op, Sort::Bv(width), &[a, b]) {
            return t;
        }
        self.node(op, width, &[a, b])
    }

    /// Bitwise conjunction.
    pub fn bvand(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        let width = self.width(a);
        if !self.simplify {
            return self.intern(Op::BvAnd, Sort::Bv(width), &[a, b]);
        }
        let (a, b) = if self.is_const(b) { (b, a) } else { (a, b) };
        if let Some(c) = self.as_const(a).cloned() {
            if let Some(d) = self.as_const(b) {
                let v = c.and(d);
                return self.constant(v);
            }
            if c.is_zero() {
                return a;
            }
            if c.is_ones() {
                return b;
            }
            // A mask of low or high bits is an extraction.
            let (tail, len) = (c.trailing_zeros(), width - c.leading_zeros());
            if c == Bv::ones(len).zero_extend(width).and(&low_clear(width, tail))
                && (tail == 0 || len == width)
            {
                let bits = self.extract(b, len - 1, tail);
                let low = self.append_zeros(bits, tail);
                return self.zero_extend(low, width);
            }
            if let Some(k) = self.bits_known(b)
                && !k.zeros & !c.words()[0] & Bv::ones(width).words()[0] == 0
            {
                return b;
            }
        }
        if a == b {
            return a;
        }
        if self.is_complement(a, b) {
            return self.bv(width, 0);
        }
        self.bitwise(Op::BvAnd, a, b)
    }

    /// Bitwise disjunction.
    pub fn bvor(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        let width = self.width(a);
        if !self.simplify {
            return self.intern(Op::BvOr, Sort::Bv(width), &[a, b]);
        }
        let (a, b) = if self.is_const(b) { (b, a) } else { (a, b) };
        if let Some(c) = self.as_const(a).cloned() {
            if let Some(d) = self.as_const(b) {
                let v = c.or(d);
                return self.constant(v);
            }
            if c.is_zero() {
                return b;
            }
            if c.is_ones() {
                return a;
            }
        }
        if a == b {
            return a;
        }
        if self.is_complement(a, b) {
            return self.constant(Bv::ones(width));
        }
        if let Some(t) = self.or_of_fields(a, b).or_else(|| self.or_of_fields(b, a)) {
            return t;
        }
        self.bitwise(Op::BvOr, a, b)
    }

    /// `high << k | low` with `low` below bit `k`.
    fn or_of_fields(&mut self, high: TermId, low: TermId) -> Option<TermId> {
        let width = self.width(high);
        let (kh, kl) = (self.bits_known(high)?, self.bits_known(low)?);
        let k = (!kh.zeros).trailing_zeros().min(width);
        if k == 0 || k >= width || kl.max(width) >> k != 0 {
            return None;
        }
        let (h, l) = (self.extract(high, width - 1, k), self.extract(low, k - 1, 0));
        Some(self.concat(h, l))
    }

    /// Bitwise exclusive or.
    pub fn bvxor(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        let width = self.width(a);
        if !self.simplify {
            return self.intern(Op::BvXor, Sort::Bv(width), &[a, b]);
        }
        let (a, b) = if self.is_const(b) { (b, a) } else { (a, b) };
        if let Some(c) = self.as_const(a).cloned() {
            if let Some(d) = self.as_const(b) {
                let v = c.xor(d);
                return self.constant(v);
            }
            if c.is_zero() {
                return b;
            }
            if c.is_ones() {
                return self.bvnot(b);
            }
            if self.op(b) == Op::BvXor
                && let Some(d) = self.as_const(self.arg(b, 0)).cloned()
            {
                let rest = self.arg(b, 1);
                let c = self.constant(c.xor(&d));
                return self.bvxor(c, rest);
            }
        }
        if a == b {
            return self.bv(width, 0);
        }
        if self.is_complement(a, b) {
            return self.constant(Bv::ones(width));
        }
        self.bitwise(Op::BvXor, a, b)
    }

    fn shift_const(&self, by: TermId, width: u32) -> Option<u32> {
        let n = self.as_const(by)?;
        Some(n.to_u64().map_or(width, |n| n.min(u64::from(width)) as u32))
    }

    fn shift_node(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        match self.lift_ite(op, Sort::Bv(width), &[a, b]) {
            Some(t) => t,
            None => self.node(op, width, &[a, b]),
        }
    }

    /// Left shift by an amount of the same width; zero for the width or more.
    pub fn shl(&mut self, a: TermId, by: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(by));
        let width = self.width(a);
        if self.simplify
            && let Some(n) = self.shift_const(by, width)
        {
            if n == width {
                return self.bv(width, 0);
            }
            let factor = self.constant(Bv::power_of_two(width, n));
            return self.mul(factor, a);
        }
        self.shift_node(Op::Shl, a, by)
    }

    /// Logical right shift by an amount of the same width; zero for the width or more.
    pub fn lshr(&mut self, a: TermId, by: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(by));
        let width = self.width(a);
        match self.shift_const(by, width) {
            Some(n) if self.simplify => self.shift_right(a, n, false),
            _ => self.shift_node(Op::Lshr, a, by),
        }
    }

    /// Arithmetic right shift by an amount of the same width; copies of the sign for the width or more.
    pub fn ashr(&mut self, a: TermId, by: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(by));
        let width = self.width(a);
        match self.shift_const(by, width) {
            Some(n) if self.simplify => self.shift_right(a, n, true),
            _ => self.shift_node(Op::Ashr, a, by),
        }
    }

    pub(crate) fn shift_right(&mut self, a: TermId, by: u32, signed: bool) -> TermId {
        let width = self.width(a);
        let by = if signed { by.min(width - 1) } else { by };
        if by >= width {
            return self.bv(width, 0);
        }
        let high = self.extract(a, width - 1, by);
        if signed { self.sign_extend(high, width) } else { self.zero_extend(high, width) }
    }

    fn append_zeros(&mut self, a: TermId, count: u32) -> TermId {
        if count == 0 {
            return a;
        }
        let zeros = self.bv(count, 0);
        self.concat(a, zeros)
    }

    /// Bits `hi` down to `lo`, both included.
    ///
    /// # Panics
    /// If the range is not within the term.
    pub fn extract(&mut self, a: TermId, hi: u32, lo: u32) -> TermId {
        let from = self.width(a);
        assert!(lo <= hi && hi < from, "extraction {hi}..{lo} from {from} bits");
        let width = hi - lo + 1;
        if !self.simplify {
            return self.intern(Op::Extract { hi, lo }, Sort::Bv(width), &[a]);
        }
        if width == from {
            return a;
        }
        if let Some(c) = self.as_const(a) {
            let c = c.extract(hi, lo);
            return self.constant(c);
        }
        match self.op(a) {
            Op::Extract { lo: base, .. } => {
                let inner = self.arg(a, 0);
                return self.extract(inner, hi + base, lo + base);
            }
            Op::Concat => {
                let (h, l) = self.args2(a);
                let split = self.width(l);
                if lo >= split {
                    return self.extract(h, hi - split, lo - split);
                }
                if hi < split {
                    return self.extract(l, hi, lo);
                }
                let (h, l) = (self.extract(h, hi - split, 0), self.extract(l, split - 1, lo));
                return self.concat(h, l);
            }
            Op::SignExt => {
                let inner = self.arg(a, 0);
                let n = self.width(inner);
                if hi < n {
                    return self.extract(inner, hi, lo);
                }
                let part = self.extract(inner, n - 1, lo.min(n - 1));
                return self.sign_extend(part, width);
            }
            Op::Mul => {
                let (c, x) = self.args2(a);
                if let Some(k) = self.as_const(c).and_then(Bv::log2)
                    && lo >= k
                {
                    return self.extract(x, hi - k, lo - k);
                }
            }
            Op::BvNot => {
                let inner = self.arg(a, 0);
                let part = self.extract(inner, hi, lo);
                return self.bvnot(part);
            }
            op @ (Op::BvAnd | Op::BvOr | Op::BvXor) if self.is_const(self.arg(a, 0)) => {
                let (x, y) = self.args2(a);
                let (x, y) = (self.extract(x, hi, lo), self.extract(y, hi, lo));
                return self.make(op, Sort::Bv(width), &[x, y]);
            }
            _ => {}
        }
        if let Some(t) = self.lift_ite(Op::Extract { hi, lo }, Sort::Bv(width), &[a]) {
            return t;
        }
        self.node(Op::Extract { hi, lo }, width, &[a])
    }

    /// The bits of `a` above those of `b`.
    pub fn concat(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a) + self.width(b);
        if !self.simplify {
            return self.intern(Op::Concat, Sort::Bv(width), &[a, b]);
        }
        if self.op(a) == Op::Concat {
            let (x, y) = self.args2(a);
            let low = self.concat(y, b);
            return self.concat(x, low);
        }
        if let Some(t) = self.fuse(a, b) {
            return t;
        }
        if self.op(b) == Op::Concat {
            let (x, y) = self.args2(b);
            if let Some(t) = self.fuse(a, x) {
                return self.concat(t, y);
            }
        }
        self.node(Op::Concat, width, &[a, b])
    }

    /// One term for two neighbours, where there is one.
    fn fuse(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            let c = x.concat(y);
            return Some(self.constant(c));
        }
        match (self.op(a), self.op(b)) {
            (Op::Extract { hi, lo }, Op::Extract { hi: h, lo: l })
                if lo == h + 1 && self.arg(a, 0) == self.arg(b, 0) =>
            {
                let whole = self.arg(a, 0);
                Some(self.extract(whole, hi, l))
            }
            (Op::Ite, Op::Ite) if self.arg(a, 0) == self.arg(b, 0) => {
                let (c, x, y) =
                    (self.arg(a, 0), (self.arg(a, 1), self.arg(b, 1)), (self.arg(a, 2), self.arg(b, 2)));
                if ![x.0, x.1, y.0, y.1].iter().all(|&t| self.is_const(t)) {
                    return None;
                }
                let (x, y) = (self.concat(x.0, x.1), self.concat(y.0, y.1));
                Some(self.ite(c, x, y))
            }
            _ => None,
        }
    }

    /// Zero extension to `width` bits.
    pub fn zero_extend(&mut self, a: TermId, width: u32) -> TermId {
        let from = self.width(a);
        if width <= from {
            debug_assert_eq!(width, from);
            return a;
        }
        let zeros = self.bv(width - from, 0);
        if self.simplify
            && self.op(a) == Op::Ite
            && let Some(t) = self.lift_ite(Op::Concat, Sort::Bv(width), &[zeros, a])
        {
            return t;
        }
        self.concat(zeros, a)
    }

    /// Sign extension to `width` bits.
    pub fn sign_extend(&mut self, a: TermId, width: u32) -> TermId {
        let from = self.width(a);
        if width <= from {
            debug_assert_eq!(width, from);
            return a;
        }
        if !self.simplify {
            return self.intern(Op::SignExt, Sort::Bv(width), &[a]);
        }
        if let Some(c) = self.as_const(a) {
            let c = c.sign_extend(width);
            return self.constant(c);
        }
        if self.op(a) == Op::SignExt {
            let inner = self.arg(a, 0);
            return self.sign_extend(inner, width);
        }
        match self.bits_known(a).and_then(|k| k.sign(from)) {
            Some(false) => return self.zero_extend(a, width),
            Some(true) => {
                let high = self.constant(Bv::ones(width - from));
                return self.concat(high, a);
            }
            None => {}
        }
        if let Some(t) = self.lift_ite(Op::SignExt, Sort::Bv(width), &[a]) {
            return t;
        }
        self.node(Op::SignExt, width, &[a])
    }

    /// The low `width` bits, or an extension by zeros or the sign.
    pub fn resize(&mut self, a: TermId, width: u32, signed: bool) -> TermId {
        let from = self.width(a);
        if width < from {
            self.extract(a, width - 1, 0)
        } else if signed {
            self.sign_extend(a, width)
        } else {
            self.zero_extend(a, width)
        }
    }
}

fn low_clear(width: u32, count: u32) -> Bv {
    Bv::ones(width).shl(&Bv::new(width.max(32), u64::from(count)))
}
