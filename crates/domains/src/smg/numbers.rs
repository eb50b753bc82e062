//! What is known of symbolic numbers: a range for each, and bounds on differences.
//!
//! This is the oracle the graph asks about sizes, offsets and indices: intervals together with a sparse zone
//! (Miné 2001, doi:10.1007/3-540-44978-7_10). Differences are what loops over arrays of unknown size are about:
//! `i < n` bounds `i - n`, and that bounds `4·i + 4` against an object of `4·n` bytes. Sums of two symbols
//! ([`Numbers::sums`]) relate the parts of a list to the whole.
//!
//! **Invariant:** bounds are closed under transitivity when they are added, so that forgetting a symbol loses
//! nothing about the others.

use super::sums::Sum;
use super::value::{Form, Sym};
use crate::interval::Interval;
use crate::lattice::{Lattice as _, Meet as _};
use argand_support::FxHasher;
use imbl::{OrdMap, OrdSet};
use std::hash::{Hash, Hasher};

/// The constraints on symbolic numbers.
#[derive(Clone, Default, Debug)]
pub struct Numbers {
    ranges: OrdMap<Sym, Interval>,
    /// `(a, b) ↦ c` means `a - b <= c`.
    bounds: OrdMap<(Sym, Sym), i128>,
    /// Numbers that a symbol is known not to be.
    holes: OrdMap<Sym, i128>,
    pub(super) sums: OrdMap<Sum, i128>,
    /// How often the graph mentions each symbol that it mentions.
    uses: OrdMap<Sym, u32>,
    /// The symbols that it does not mention.
    unused: OrdSet<Sym>,
    next: u32,
    pub(super) hash: u64,
}

impl PartialEq for Numbers {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
            && self.ranges == other.ranges
            && self.bounds == other.bounds
            && self.holes == other.holes
            && self.sums == other.sums
    }
}

impl Eq for Numbers {}

/// The share of one entry in the hash of the whole.
pub(super) fn share(entry: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    entry.hash(&mut hasher);
    let h = hasher.finish();
    (h ^ (h >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// Rounds of propagation from one changed range to those it bounds.
const ROUNDS: usize = 8;

impl Numbers {
    /// A new symbol.
    pub fn fresh(&mut self, range: Interval) -> Sym {
        let sym = Sym::new(self.next);
        self.next += 1;
        self.put_range(sym, range);
        self.unused.insert(sym);
        sym
    }

    /// The symbol that will be made next: all others are before it.
    #[must_use]
    pub const fn next_symbol(&self) -> Sym {
        Sym::new(self.next)
    }

    /// The graph mentions a symbol once more.
    pub(super) fn hold(&mut self, sym: Sym) {
        let uses = self.uses.entry(sym).or_insert(0);
        *uses += 1;
        if *uses == 1 {
            self.unused.remove(&sym);
        }
    }

    /// The graph mentions a symbol once less.
    pub(super) fn release(&mut self, sym: Sym) {
        if let Some(uses) = self.uses.get_mut(&sym) {
            *uses -= 1;
            if *uses == 0 {
                self.uses.remove(&sym);
                self.unused.insert(sym);
            }
        }
    }

    /// A hash of everything that takes part in equality.
    pub(super) const fn fingerprint(&self) -> u64 {
        self.hash
    }

    /// Whether there is such a symbol.
    pub(super) fn contains(&self, sym: Sym) -> bool {
        self.ranges.contains_key(&sym)
    }

    fn put_range(&mut self, sym: Sym, range: Interval) {
        self.hash = self.hash.wrapping_add(share((sym, range)));
        if let Some(old) = self.ranges.insert(sym, range) {
            self.hash = self.hash.wrapping_sub(share((sym, old)));
        }
    }

    fn put_bound(&mut self, key: (Sym, Sym), bound: i128) {
        self.hash = self.hash.wrapping_add(share((key, bound)));
        if let Some(old) = self.bounds.insert(key, bound) {
            self.hash = self.hash.wrapping_sub(share((key, old)));
        }
    }

    /// Every symbol with its range.
    pub fn symbols(&self) -> impl Iterator<Item = (Sym, Interval)> + '_ {
        self.ranges.iter().map(|(&sym, &range)| (sym, range))
    }

    /// Every bound on a difference `a - b`.
    pub fn differences(&self) -> impl Iterator<Item = (Sym, Sym, i128)> + '_ {
        self.bounds.iter().map(|(&(a, b), &c)| (a, b, c))
    }

    /// The number that a symbol is known not to be.
    pub fn holes(&self) -> impl Iterator<Item = (Sym, i128)> + '_ {
        self.holes.iter().map(|(&sym, &value)| (sym, value))
    }

    /// The range of a symbol.
    #[must_use]
    pub fn range_of(&self, sym: Sym) -> Interval {
        self.ranges.get(&sym).copied().unwrap_or(Interval::TOP)
    }

    /// The numbers a form can be.
    #[must_use]
    pub fn range(&self, form: Form) -> Interval {
        let Some((sym, mul)) = form.term else { return Interval::single(form.add) };
        let range = self.range_of(sym);
        let end = |end: i128| end.saturating_mul(i128::from(mul)).saturating_add(form.add);
        Interval::new(end(range.lo()), end(range.hi()))
    }

    /// The form with a symbol of only one possible value replaced by it.
    #[must_use]
    pub fn simplified(&self, form: Form) -> Form {
        match self.range(form).as_single() {
            Some(value) => Form::constant(value),
            None => form,
        }
    }

    /// The least known bound on `a - b`.
    #[must_use]
    pub fn upper(&self, a: Form, b: Form) -> i128 {
        if let Some(difference) = a.minus(b) {
            // Also right for two constants and for one and the same symbol.
            return self.range(difference).hi();
        }
        let (ra, rb) = (self.range(a), self.range(b));
        let mut best = ra.hi().saturating_sub(rb.lo());
        if let (Some((s, m)), Some((t, n))) = (a.term, b.term)
            && m == n
        {
            let key = if m > 0 { (s, t) } else { (t, s) };
            if let Some(&bound) = self.bounds.get(&key) {
                let scaled = bound.saturating_mul(i128::from(m.unsigned_abs()));
                best = best.min(scaled.saturating_add(a.add).saturating_sub(b.add));
            }
        }
        best
    }

    /// Whether two forms are certainly equal.
    #[must_use]
    pub fn equal(&self, a: Form, b: Form) -> bool {
        a == b || (self.upper(a, b) <= 0 && self.upper(b, a) <= 0)
    }

    /// Whether two forms certainly differ.
    #[must_use]
    pub fn apart(&self, a: Form, b: Form) -> bool {
        if self.upper(a, b) < 0 || self.upper(b, a) < 0 {
            return true;
        }
        let hole = |form: Form, value: i128| {
            let Some((sym, _)) = form.term else { return false };
            let at = Form { add: form.add, ..form }.minus(Form::constant(value));
            let solution = at.and_then(|f| {
                let (_, mul) = f.term?;
                let mul = i128::from(mul);
                (f.add % mul == 0).then(|| -(f.add / mul))
            });
            match solution {
                Some(solution) => self.holes.get(&sym) == Some(&solution),
                None => true,
            }
        };
        match (a.as_constant(), b.as_constant()) {
            (Some(value), None) => hole(b, value),
            (None, Some(value)) => hole(a, value),
            _ => false,
        }
    }

    /// Restricts the range of a form. False when nothing is left.
    #[must_use]
    pub fn restrict(&mut self, form: Form, within: Interval) -> bool {
        let Some((sym, mul)) = form.term else { return within.contains(form.add) };
        let mul = i128::from(mul);
        let (lo, hi) = (within.lo().saturating_sub(form.add), within.hi().saturating_sub(form.add));
        let (lo, hi) = if mul > 0 { (lo, hi) } else { (hi, lo) };
        let down = |n: i128| if n == i128::MIN || n == i128::MAX { n } else { n.div_euclid(mul) };
        let (lo, hi) = if mul > 0 {
            let up = |n: i128| if n == i128::MIN || n == i128::MAX { n } else { -((-n).div_euclid(mul)) };
            (up(lo), down(hi))
        } else {
            // Dividing by a negative number: the ends were exchanged above.
            let by = -mul;
            let low = |n: i128| match n {
                i128::MAX => i128::MIN,
                i128::MIN => i128::MAX,
                n => -(n.div_euclid(by)),
            };
            let high = |n: i128| match n {
                i128::MIN => i128::MAX,
                i128::MAX => i128::MIN,
                n => (-n).div_euclid(by),
            };
            (low(lo), high(hi))
        };
        let Some(bounds) = Interval::between(lo, hi) else { return false };
        self.narrow(sym, bounds, ROUNDS)
    }

    fn narrow(&mut self, sym: Sym, bounds: Interval, rounds: usize) -> bool {
        let old = self.range_of(sym);
        let Some(mut new) = old.meet(&bounds) else { return false };
        if let Some(&hole) = self.holes.get(&sym) {
            match new.without(hole) {
                Some(left) => new = left,
                None => return false,
            }
        }
        if new == old {
            return true;
        }
        self.put_range(sym, new);
        if rounds == 0 {
            return true;
        }
        if !self.spread_sums(sym) {
            return false;
        }
        let linked: Vec<(Sym, Interval)> = self
            .bounds
            .iter()
            .filter_map(|(&(a, b), &c)| {
                if a == sym {
                    Some((b, Interval::between(new.lo().saturating_sub(c), i128::MAX)?))
                } else if b == sym {
                    Some((a, Interval::between(i128::MIN, new.hi().saturating_add(c))?))
                } else {
                    None
                }
            })
            .collect();
        linked.into_iter().all(|(other, bounds)| self.narrow(other, bounds, rounds - 1))
    }

    /// Learns `a - b <= c`. False when that cannot be.
    #[must_use]
    pub fn assume_le(&mut self, a: Form, b: Form, c: i128) -> bool {
        if self.upper(b, a) < c.saturating_neg() {
            return false;
        }
        if let Some(difference) = a.minus(b) {
            let Some(within) = Interval::between(i128::MIN, c) else { return false };
            return self.restrict(difference, within);
        }
        let (ra, rb) = (self.range(a), self.range(b));
        if !self.restrict(a, Interval::new(i128::MIN, rb.hi().saturating_add(c)))
            || !self.restrict(b, Interval::new(ra.lo().saturating_sub(c), i128::MAX))
        {
            return false;
        }
        if let (Some((s, m)), Some((t, n))) = (a.term, b.term)
            && m == n
        {
            let rest = c.saturating_sub(a.add).saturating_add(b.add);
            let bound = rest.div_euclid(i128::from(m.unsigned_abs()));
            let (s, t) = if m > 0 { (s, t) } else { (t, s) };
            return self.bound(s, t, bound);
        }
        true
    }

    /// Adds a bound and what follows from it.
    pub(super) fn bound(&mut self, s: Sym, t: Sym, c: i128) -> bool {
        if self.bounds.get(&(s, t)).is_some_and(|&old| old <= c) {
            return true;
        }
        let before: Vec<(Sym, i128)> =
            self.bounds.iter().filter(|((_, b), _)| *b == s).map(|(&(a, _), &d)| (a, d)).collect();
        let after: Vec<(Sym, i128)> =
            self.bounds.iter().filter(|((a, _), _)| *a == t).map(|(&(_, b), &d)| (b, d)).collect();
        let mut ok = true;
        for &(x, dx) in before.iter().chain([&(s, 0)]) {
            for &(y, dy) in after.iter().chain([&(t, 0)]) {
                let total = c.saturating_add(dx).saturating_add(dy);
                if x == y {
                    ok &= total >= 0;
                } else if self.bounds.get(&(x, y)).is_none_or(|&old| old > total) {
                    self.put_bound((x, y), total);
                }
            }
        }
        ok
    }

    /// Learns that two forms are equal. False when they cannot be.
    #[must_use]
    pub fn assume_eq(&mut self, a: Form, b: Form) -> bool {
        !self.apart(a, b) && self.assume_le(a, b, 0) && self.assume_le(b, a, 0)
    }

    /// Learns that two forms differ. False when they cannot.
    #[must_use]
    pub fn assume_ne(&mut self, a: Form, b: Form) -> bool {
        if self.equal(a, b) {
            return false;
        }
        if self.upper(a, b) <= 0 && !self.assume_le(a, b, -1) {
            return false;
        }
        if self.upper(b, a) <= 0 && !self.assume_le(b, a, -1) {
            return false;
        }
        let (form, value) = match (a.as_constant(), b.as_constant()) {
            (Some(value), None) => (b, value),
            (None, Some(value)) => (a, value),
            _ => return true,
        };
        if let Some((sym, mul)) = form.term
            && let Some(rest) = value.checked_sub(form.add)
            && rest % i128::from(mul) == 0
        {
            let hole = rest / i128::from(mul);
            let range = self.range_of(sym);
            match range.without(hole) {
                None => return false,
                Some(left) if left != range => return self.narrow(sym, left, ROUNDS),
                Some(_) => self.put_hole(sym, hole),
            }
        }
        true
    }

    fn put_hole(&mut self, sym: Sym, hole: i128) {
        self.hash = self.hash.wrapping_add(share((sym, hole, "hole")));
        if let Some(old) = self.holes.insert(sym, hole) {
            self.hash = self.hash.wrapping_sub(share((sym, old, "hole")));
        }
    }

    /// Forgets every symbol that the graph does not mention.
    pub fn forget_unused(&mut self) {
        let gone = std::mem::take(&mut self.unused);
        if gone.is_empty() {
            return;
        }
        let is_gone = |sym: &Sym| gone.contains(sym);
        let dead: Vec<(Sym, Sym)> =
            self.bounds.keys().filter(|(a, b)| is_gone(a) || is_gone(b)).copied().collect();
        for key in dead {
            if let Some(old) = self.bounds.remove(&key) {
                self.hash = self.hash.wrapping_sub(share((key, old)));
            }
        }
        let lost: Vec<Sum> =
            self.sums.keys().filter(|(a, b, t)| is_gone(a) || is_gone(b) || is_gone(t)).copied().collect();
        for key in lost {
            if let Some(old) = self.sums.remove(&key) {
                self.hash = self.hash.wrapping_sub(share((key, old, "sum")));
            }
        }
        for sym in gone {
            if let Some(old) = self.ranges.remove(&sym) {
                self.hash = self.hash.wrapping_sub(share((sym, old)));
            }
            if let Some(old) = self.holes.remove(&sym) {
                self.hash = self.hash.wrapping_sub(share((sym, old, "hole")));
            }
        }
    }

    /// Whether the range of a form lies in another.
    #[must_use]
    pub fn within(&self, form: Form, range: Interval) -> bool {
        self.range(form).leq(&range)
    }
}
