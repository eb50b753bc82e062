//! Predicates that tell whether C arithmetic leaves its type.

use crate::term::{TermId, TermPool};
use crate::value::Bv;

impl TermPool {
    /// Whether `a + b` does not fit, signed or unsigned.
    pub fn add_overflows(&mut self, a: TermId, b: TermId, signed: bool) -> TermId {
        let sum = self.add(a, b);
        if !signed {
            return self.ult(sum, a);
        }
        let zero = self.bv(self.width(a), 0);
        let (na, nb, ns) = (self.slt(a, zero), self.slt(b, zero), self.slt(sum, zero));
        let (same, flipped) = (self.eq(na, nb), self.xor(na, ns));
        self.and(same, flipped)
    }

    /// Whether `a - b` does not fit, signed or unsigned.
    pub fn sub_overflows(&mut self, a: TermId, b: TermId, signed: bool) -> TermId {
        if !signed {
            return self.ult(a, b);
        }
        let diff = self.sub(a, b);
        let zero = self.bv(self.width(a), 0);
        let (na, nb, nd) = (self.slt(a, zero), self.slt(b, zero), self.slt(diff, zero));
        let (other, flipped) = (self.xor(na, nb), self.xor(na, nd));
        self.and(other, flipped)
    }

    /// Whether `a * b` does not fit, signed or unsigned.
    pub fn mul_overflows(&mut self, a: TermId, b: TermId, signed: bool) -> TermId {
        let width = self.width(a);
        let (wa, wb) = (self.resize(a, 2 * width, signed), self.resize(b, 2 * width, signed));
        let product = self.mul(wa, wb);
        let low = self.extract(product, width - 1, 0);
        let back = self.resize(low, 2 * width, signed);
        self.ne(product, back)
    }

    /// Whether `a / b` does not fit: the least signed number by -1.
    pub fn sdiv_overflows(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        let (min, minus_one) = (self.constant(Bv::min_signed(width)), self.constant(Bv::ones(width)));
        let (x, y) = (self.eq(a, min), self.eq(b, minus_one));
        self.and(x, y)
    }

    /// Whether `-a` does not fit a signed type.
    pub fn neg_overflows(&mut self, a: TermId) -> TermId {
        let min = self.constant(Bv::min_signed(self.width(a)));
        self.eq(a, min)
    }

    /// Whether `a << by` does not fit a signed type as C11 6.5.7 wants it: `a` negative, a shift of the
    /// width or more, or a value bit lost.
    pub fn shl_overflows(&mut self, a: TermId, by: TermId) -> TermId {
        let width = self.width(a);
        let (zero, limit) = (self.bv(width, 0), self.bv(width, u64::from(width)));
        let shifted = self.shl(a, by);
        let back = self.ashr(shifted, by);
        let (negative, lost, wide) = (self.slt(a, zero), self.ne(back, a), self.uge(by, limit));
        // A width that does not fit its own bits (1 bit) cannot be exceeded by a shift amount.
        let wide = if width == 1 { self.ne(by, zero) } else { wide };
        let t = self.or(negative, lost);
        self.or(t, wide)
    }
}
