//! Word-level preprocessing that follows the levels: definitions are substituted, ranges narrow symbols.
//!
//! A symbol nobody has looked at yet, in this level or below, may be replaced by what an assertion says it
//! is. The replacement is forgotten with the level, so it is never wrong afterwards.

use argand_support::{FxHashMap, FxHashSet};

use crate::sort::Sort;
use crate::term::{Op, TermId, TermPool};
use crate::value::Bv;
use crate::visit::post_order;

const MAX_KEPT_CACHE: usize = 4096;

/// Replacements and looked-at terms, with what each level added.
#[derive(Debug, Default)]
pub(super) struct Scope {
    definitions: FxHashMap<TermId, TermId>,
    /// What subterms became under the current definitions.
    cache: FxHashMap<TermId, TermId>,
    seen: FxHashSet<TermId>,
    /// What each level above the base defined and looked at.
    levels: Vec<(Vec<TermId>, Vec<TermId>)>,
    /// The level that assertions are taken in for.
    current: usize,
}

/// Inclusive signed and unsigned bounds.
#[derive(Default)]
struct Range {
    signed: (Option<Bv>, Option<Bv>),
    unsigned_max: Option<Bv>,
}

impl Scope {
    pub fn push(&mut self) {
        self.levels.push((Vec::new(), Vec::new()));
    }

    pub fn pop(&mut self) {
        if let Some((defined, seen)) = self.levels.pop() {
            for t in &seen {
                self.seen.remove(t);
            }
            if !defined.is_empty() {
                for t in &defined {
                    self.definitions.remove(t);
                }
                self.forget_cache();
            }
        }
    }

    fn forget_cache(&mut self) {
        // Clearing costs the capacity, which one large term may have blown up.
        if self.cache.capacity() > MAX_KEPT_CACHE {
            self.cache = FxHashMap::default();
        } else {
            self.cache.clear();
        }
    }

    /// The term with all definitions in place.
    pub fn apply(&mut self, pool: &mut TermPool, t: TermId) -> TermId {
        if self.definitions.is_empty() {
            return t;
        }
        if let Some(&u) = self.definitions.get(&t) {
            return u;
        }
        let order =
            post_order(pool, &[t], |u| self.definitions.contains_key(&u) || self.cache.contains_key(&u));
        let mut args = Vec::new();
        for u in order {
            args.clear();
            args.extend(
                pool.args(u).iter().map(|a| self.definitions.get(a).unwrap_or_else(|| &self.cache[a])),
            );
            let new = if args == pool.args(u) { u } else { pool.rebuild(u, &args) };
            self.cache.insert(u, new);
        }
        self.cache[&t]
    }

    fn record(&mut self) -> Option<&mut (Vec<TermId>, Vec<TermId>)> {
        self.current.checked_sub(1).and_then(|k| self.levels.get_mut(k))
    }

    fn look_at(&mut self, pool: &TermPool, t: TermId) {
        let mut stack = vec![t];
        while let Some(t) = stack.pop() {
            if self.seen.insert(t) {
                if let Some((_, seen)) = self.record() {
                    seen.push(t);
                }
                stack.extend(pool.args(t));
            }
        }
    }

    fn is_new_symbol(&self, pool: &TermPool, t: TermId) -> bool {
        matches!(pool.op(t), Op::Var(_)) && !self.seen.contains(&t)
    }

    /// `value` must have been looked at, so that nothing in it is defined later.
    fn define(&mut self, var: TermId, value: TermId) {
        self.definitions.insert(var, value);
        self.forget_cache();
        if let Some((defined, _)) = self.record() {
            defined.push(var);
        }
    }

    /// Takes in assertions of a level and returns what is left to require. No deeper level may have any.
    pub fn assertions(&mut self, pool: &mut TermPool, level: usize, terms: &[TermId]) -> Vec<TermId> {
        self.current = level;
        let mut parts = Vec::new();
        for &t in terms {
            let t = self.apply(pool, t);
            parts.extend(pool.conjuncts(t));
        }
        self.narrow(pool, &parts);
        let mut out = Vec::new();
        for t in parts {
            let t = self.apply(pool, t);
            for t in pool.conjuncts(t) {
                // An earlier part may have defined something in this one.
                let t = self.apply(pool, t);
                if !self.take_definition(pool, t) {
                    self.look_at(pool, t);
                    out.push(t);
                }
            }
        }
        out
    }

    fn take_definition(&mut self, pool: &mut TermPool, t: TermId) -> bool {
        match pool.op(t) {
            Op::Var(_) if !self.seen.contains(&t) => {
                self.define(t, pool.tt());
                true
            }
            Op::Not if self.is_new_symbol(pool, pool.arg(t, 0)) => {
                self.define(pool.arg(t, 0), pool.ff());
                true
            }
            Op::Eq => {
                let (a, b) = (pool.arg(t, 0), pool.arg(t, 1));
                self.define_as(pool, a, b) || self.define_as(pool, b, a) || self.solve_linear(pool, a, b)
            }
            _ => false,
        }
    }

    fn define_as(&mut self, pool: &TermPool, var: TermId, value: TermId) -> bool {
        if !self.is_new_symbol(pool, var) {
            return false;
        }
        self.look_at(pool, value);
        if self.seen.contains(&var) {
            return false;
        }
        self.define(var, value);
        true
    }

    /// `… + k*x + … = …` with odd `k` gives `x`.
    fn solve_linear(&mut self, pool: &mut TermPool, a: TermId, b: TermId) -> bool {
        if !matches!(pool.sort(a), Sort::Bv(_)) {
            return false;
        }
        let diff = pool.sub(a, b);
        let sum = pool.linear(diff);
        let candidate =
            sum.terms.iter().rev().find(|(x, k)| k.bit(0) && self.is_new_symbol(pool, *x)).cloned();
        let Some((x, k)) = candidate else { return false };
        let width = pool.width(x);
        let factor = pool.constant(inverse(&k).neg());
        let own = pool.constant(k);
        let own = pool.mul(own, x);
        let rest = pool.sub(diff, own);
        let value = pool.mul(factor, rest);
        debug_assert_eq!(pool.width(value), width);
        self.define_as(pool, x, value)
    }

    /// Replaces new symbols with asserted bounds by extensions of shorter ones.
    fn narrow(&mut self, pool: &mut TermPool, parts: &[TermId]) {
        let mut ranges: FxHashMap<TermId, Range> = FxHashMap::default();
        let mut order = Vec::new();
        for &t in parts {
            let (atom, positive) = pool.as_not(t).map_or((t, true), |n| (n, false));
            let signed = match pool.op(atom) {
                Op::Slt => true,
                Op::Ult => false,
                _ => continue,
            };
            let (a, b) = (pool.arg(atom, 0), pool.arg(atom, 1));
            let one = Bv::one(pool.width(a));
            let (var, bound, upper) = match (pool.as_const(a), pool.as_const(b)) {
                // c < x: a lower bound, or c >= x: an upper one.
                (Some(c), None) => (b, if positive { c.add(&one) } else { c.clone() }, !positive),
                (None, Some(c)) => (a, if positive { c.sub(&one) } else { c.clone() }, positive),
                _ => continue,
            };
            if !self.is_new_symbol(pool, var) {
                continue;
            }
            let range = ranges.entry(var).or_insert_with(|| {
                order.push(var);
                Range::default()
            });
            let tighter = |old: &Option<Bv>| match old {
                None => true,
                Some(o) if signed => bound.slt(o) == upper && bound != *o,
                Some(o) => bound.ult(o) == upper && bound != *o,
            };
            let slot = match (signed, upper) {
                (true, true) => &mut range.signed.1,
                (true, false) => &mut range.signed.0,
                (false, true) => &mut range.unsigned_max,
                (false, false) => continue,
            };
            if tighter(slot) {
                *slot = Some(bound);
            }
        }
        for var in order {
            let width = pool.width(var);
            let Some((bits, signed)) = ranges.get(&var).and_then(Range::bits) else { continue };
            if bits + 1 < width {
                let short = pool.fresh_var("narrow", Sort::Bv(bits));
                let value = pool.resize(short, width, signed);
                self.look_at(pool, value);
                self.define(var, value);
            }
        }
    }
}

impl Range {
    /// How many bits hold the range, and whether as a signed number.
    fn bits(&self) -> Option<(u32, bool)> {
        let len = |v: &Bv| v.width() - v.leading_zeros();
        let signed = match &self.signed {
            (Some(lo), Some(hi)) if !hi.slt(lo) => {
                if lo.sign() {
                    let low = len(&lo.not());
                    let high = if hi.sign() { 0 } else { len(hi) };
                    Some((low.max(high) + 1, true))
                } else {
                    Some((len(hi).max(1), false))
                }
            }
            _ => None,
        };
        let unsigned = self.unsigned_max.as_ref().map(|m| (len(m).max(1), false));
        match (signed, unsigned) {
            (Some(a), Some(b)) => Some(if b.0 < a.0 { b } else { a }),
            (a, b) => a.or(b),
        }
    }
}

/// The multiplicative inverse of an odd number, by Newton's iteration: each step doubles the correct bits.
fn inverse(k: &Bv) -> Bv {
    let two = Bv::new(k.width(), 2);
    let mut x = k.clone();
    let mut correct = 3;
    while correct < k.width() {
        x = x.mul(&two.sub(&k.mul(&x)));
        correct *= 2;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_times_number_is_one() {
        for width in [2, 8, 13, 64, 200] {
            for k in (1u64..200).step_by(2) {
                let k = Bv::new(width, k);
                assert!(inverse(&k).mul(&k).is_one(), "{k:?}");
            }
        }
    }
}
