//! Truth values and if-then-else.

use crate::sort::Sort;
use crate::term::{Op, TermId, TermPool};

impl TermPool {
    /// Negation.
    pub fn not(&mut self, a: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), Sort::Bool);
        match self.op(a) {
            Op::True => self.ff(),
            Op::False => self.tt(),
            Op::Not if self.simplify => self.arg(a, 0),
            _ => self.intern(Op::Not, Sort::Bool, &[a]),
        }
    }

    /// The term under a negation.
    #[must_use]
    pub fn as_not(&self, t: TermId) -> Option<TermId> {
        (self.op(t) == Op::Not).then(|| self.arg(t, 0))
    }

    fn complementary(&self, a: TermId, b: TermId) -> bool {
        self.as_not(a) == Some(b) || self.as_not(b) == Some(a)
    }

    /// Conjunction.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert!(self.sort(a) == Sort::Bool && self.sort(b) == Sort::Bool);
        if !self.simplify {
            return self.intern(Op::And, Sort::Bool, &[a, b]);
        }
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        // The truth values have the two smallest ids.
        if a == self.ff() || self.complementary(a, b) {
            return self.ff();
        }
        if a == self.tt() || a == b {
            return b;
        }
        if let Some(t) = self.and_two_level(a, b).or_else(|| self.and_two_level(b, a)) {
            return t;
        }
        if let Some(t) = self.and_equalities(a, b) {
            return t;
        }
        self.intern(Op::And, Sort::Bool, &[a, b])
    }

    fn and_two_level(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if self.op(b) == Op::And {
            let (x, y) = self.args2(b);
            if a == x || a == y {
                return Some(b);
            }
            if self.complementary(a, x) || self.complementary(a, y) {
                return Some(self.ff());
            }
        }
        let inner = self.as_not(b).filter(|&n| self.op(n) == Op::And)?;
        let (x, y) = self.args2(inner);
        if self.complementary(a, x) || self.complementary(a, y) {
            return Some(a);
        }
        if a == x || a == y {
            let rest = self.not(if a == x { y } else { x });
            return Some(self.and(a, rest));
        }
        let other = self.as_not(a).filter(|&n| self.op(n) == Op::And)?;
        let (u, v) = self.args2(other);
        for (p, q) in [(u, v), (v, u)] {
            // (¬p ∨ ¬q) ∧ (¬p ∨ q)
            if p == x && self.complementary(q, y) || p == y && self.complementary(q, x) {
                return Some(self.not(p));
            }
        }
        None
    }

    /// `x = c ∧ x = d` for different constants.
    fn and_equalities(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if self.op(a) != Op::Eq || self.op(b) != Op::Eq {
            return None;
        }
        let ((x, c), (y, d)) = (self.args2(a), self.args2(b));
        let split = |p: TermId, q: TermId| if self.is_const(p) { (q, p) } else { (p, q) };
        let ((x, c), (y, d)) = (split(x, c), split(y, d));
        (x == y && c != d && self.is_const(c) && self.is_const(d)).then(|| self.ff())
    }

    /// Disjunction.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        let (na, nb) = (self.not(a), self.not(b));
        let both = self.and(na, nb);
        self.not(both)
    }

    /// Implication.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let nb = self.not(b);
        let bad = self.and(a, nb);
        self.not(bad)
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        let same = self.eq(a, b);
        self.not(same)
    }

    /// Conjunction of all, as a balanced tree; true for none.
    pub fn and_all(&mut self, terms: &[TermId]) -> TermId {
        self.balanced(terms, self.tt(), Self::and)
    }

    /// Disjunction of all, as a balanced tree; false for none.
    pub fn or_all(&mut self, terms: &[TermId]) -> TermId {
        self.balanced(terms, self.ff(), Self::or)
    }

    fn balanced(
        &mut self,
        terms: &[TermId],
        unit: TermId,
        f: fn(&mut Self, TermId, TermId) -> TermId,
    ) -> TermId {
        match terms {
            [] => unit,
            [t] => *t,
            _ => {
                let (a, b) = terms.split_at(terms.len() / 2);
                let (a, b) = (self.balanced(a, unit, f), self.balanced(b, unit, f));
                f(self, a, b)
            }
        }
    }

    /// If `c` then `a` else `b`, of any sort.
    pub fn ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        debug_assert!(self.sort(c) == Sort::Bool && self.sort(b) == sort);
        if !self.simplify {
            return self.intern(Op::Ite, sort, &[c, a, b]);
        }
        match self.op(c) {
            Op::True => return a,
            Op::False => return b,
            Op::Not => {
                let c = self.arg(c, 0);
                return self.ite(c, b, a);
            }
            _ => {}
        }
        if a == b {
            return a;
        }
        if sort == Sort::Bool {
            return self.ite_bool(c, a, b);
        }
        if self.op(a) == Op::Ite && self.arg(a, 0) == c {
            let a = self.arg(a, 1);
            return self.ite(c, a, b);
        }
        if self.op(b) == Op::Ite && self.arg(b, 0) == c {
            let b = self.arg(b, 2);
            return self.ite(c, a, b);
        }
        if self.op(b) == Op::Ite && self.arg(b, 1) == a {
            let (d, e) = (self.arg(b, 0), self.arg(b, 2));
            let both = self.or(c, d);
            return self.ite(both, a, e);
        }
        if self.op(b) == Op::Ite && self.arg(b, 2) == a {
            let (d, e) = (self.arg(b, 0), self.arg(b, 1));
            let nc = self.not(c);
            let both = self.and(nc, d);
            return self.ite(both, e, a);
        }
        if self.op(a) == Op::Ite && self.arg(a, 2) == b {
            let (d, e) = (self.arg(a, 0), self.arg(a, 1));
            let both = self.and(c, d);
            return self.ite(both, e, b);
        }
        if self.op(a) == Op::Ite && self.arg(a, 1) == b {
            let (d, e) = (self.arg(a, 0), self.arg(a, 2));
            let nd = self.not(d);
            let both = self.and(c, nd);
            return self.ite(both, e, b);
        }
        if self.op(c) == Op::Eq {
            let (p, q) = self.args2(c);
            if (a, b) == (p, q) || (a, b) == (q, p) {
                return b;
            }
        }
        match sort {
            Sort::Bv(w) => self.node(Op::Ite, w, &[c, a, b]),
            _ => self.intern(Op::Ite, sort, &[c, a, b]),
        }
    }

    fn ite_bool(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(true), _) => return self.or(c, b),
            (Some(false), _) => {
                let nc = self.not(c);
                return self.and(nc, b);
            }
            (_, Some(true)) => return self.implies(c, a),
            (_, Some(false)) => return self.and(c, a),
            _ => {}
        }
        if a == c {
            return self.or(c, b);
        }
        if b == c {
            return self.and(c, a);
        }
        if self.complementary(a, b) {
            return self.eq(c, a);
        }
        if self.op(a) == Op::Not && self.op(b) == Op::Not {
            let (a, b) = (self.arg(a, 0), self.arg(b, 0));
            let t = self.ite(c, a, b);
            return self.not(t);
        }
        self.intern(Op::Ite, Sort::Bool, &[c, a, b])
    }

    /// One bit that is set if and only if `c` holds.
    pub fn bool_to_bv(&mut self, c: TermId, width: u32) -> TermId {
        let (one, zero) = (self.bv(width, 1), self.bv(width, 0));
        self.ite(c, one, zero)
    }
}
