//! Sums of two symbols: `a + b = t + c`.
//!
//! A walk through a list splits it in two parts whose lengths add up to that of the whole. Neither part has a fixed
//! difference to the whole until the other one is empty; then the sum becomes a bound on a difference.

use super::numbers::{Numbers, share};
use super::value::{Form, Sym};

/// Numbers beyond this say nothing worth propagating.
const FAR: i128 = 1 << 100;

/// The two parts, the smaller symbol first, and the whole.
pub(super) type Sum = (Sym, Sym, Sym);

impl Numbers {
    /// Every sum: `a`, `b`, `t` and `c` with `a + b = t + c`.
    pub fn sums(&self) -> impl Iterator<Item = (Sym, Sym, Sym, i128)> + '_ {
        self.sums.iter().map(|(&(a, b, t), &c)| (a, b, t, c))
    }

    /// Learns `a + b = t + c`. False when that cannot be.
    #[must_use]
    pub fn assume_sum(&mut self, a: Sym, b: Sym, t: Sym, c: i128) -> bool {
        if a == b || a == t || b == t {
            return true;
        }
        let key = (a.min(b), a.max(b), t);
        self.hash = self.hash.wrapping_add(share((key, c, "sum")));
        if let Some(old) = self.sums.insert(key, c) {
            self.hash = self.hash.wrapping_sub(share((key, old, "sum")));
        }
        self.apply_sum(key, c)
    }

    /// Learns what the range of each part says about the other part and the whole.
    fn apply_sum(&mut self, (a, b, t): Sum, c: i128) -> bool {
        [(a, b), (b, a)].into_iter().all(|(part, other)| {
            let range = self.range_of(part);
            let near = |n: i128| n.checked_abs().is_some_and(|n| n < FAR);
            (!near(range.lo()) || self.bound(other, t, c.saturating_sub(range.lo())))
                && (!near(range.hi()) || self.bound(t, other, range.hi().saturating_sub(c)))
        })
    }

    /// Learns what follows from the new range of a symbol by the sums it is part of.
    pub(super) fn spread_sums(&mut self, sym: Sym) -> bool {
        if self.sums.is_empty() {
            return true;
        }
        let touched: Vec<(Sum, i128)> =
            self.sums.iter().filter(|((a, b, _), _)| *a == sym || *b == sym).map(|(&k, &c)| (k, c)).collect();
        touched.into_iter().all(|(key, c)| self.apply_sum(key, c))
    }

    /// `a + b - t`, where that is certainly one number.
    #[must_use]
    pub fn surplus(&self, a: Form, b: Form, t: Form) -> Option<i128> {
        let mut add = a.add.checked_add(b.add)?.checked_sub(t.add)?;
        let mut terms: Vec<(Sym, i128)> = Vec::with_capacity(3);
        for (form, sign) in [(a, 1), (b, 1), (t, -1)] {
            let Some((sym, mul)) = form.term else { continue };
            let by = i128::from(mul) * sign;
            if let Some(value) = self.range_of(sym).as_single() {
                add = add.checked_add(value.checked_mul(by)?)?;
            } else if let Some(known) = terms.iter_mut().find(|(s, _)| *s == sym) {
                known.1 += by;
            } else {
                terms.push((sym, by));
            }
        }
        terms.retain(|&(_, by)| by != 0);
        terms.sort_by_key(|&(sym, by)| (-by, sym));
        match terms[..] {
            [] => Some(add),
            [(x, 1), (y, -1)] => add.checked_add(self.exact(x, y)?),
            [(x, 1), (y, 1), (z, -1)] => {
                let found = self.sums.iter().find_map(|(&(p, q, whole), &c)| {
                    let same = (p, q) == (x.min(y), x.max(y));
                    // p + q = whole + c, so p + q - z = c + (whole - z)
                    if same { c.checked_add(self.exact(whole, z)?) } else { None }
                });
                add.checked_add(found?)
            }
            _ => None,
        }
    }

    /// `a - b`, where that is certainly one number.
    fn exact(&self, a: Sym, b: Sym) -> Option<i128> {
        let (up, down) = (self.upper(Form::of(a), Form::of(b)), self.upper(Form::of(b), Form::of(a)));
        (up < FAR && up.checked_neg() == Some(down)).then_some(up)
    }

    /// The sum of two forms as another form, where a sum says what it is.
    #[must_use]
    pub fn known_sum(&self, a: Form, b: Form) -> Option<Form> {
        let (Some((x, 1)), Some((y, 1))) = (a.term, b.term) else { return None };
        let (_, _, t, c) = self.sums().find(|&(p, q, _, _)| (p, q) == (x.min(y), x.max(y)))?;
        Form::of(t).plus(c)?.plus(a.add)?.plus(b.add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::Interval;

    #[test]
    fn when_one_part_is_empty_the_other_is_the_whole() {
        let mut numbers = Numbers::default();
        let [a, b, t] = [0, 1, 2].map(|_| numbers.fresh(Interval::new(0, 1000)));
        assert!(numbers.assume_sum(a, b, t, 0));
        assert_eq!(numbers.surplus(Form::of(b), Form::of(a), Form::of(t)), Some(0));
        let moved = (Form::of(a).plus(1).expect("a form"), Form::of(b).plus(-1).expect("a form"));
        assert_eq!(numbers.surplus(moved.0, moved.1, Form::of(t)), Some(0));
        assert_eq!(numbers.surplus(Form::of(a), Form::of(t), Form::of(b)), None);
        assert!(numbers.assume_eq(Form::of(b), Form::ZERO));
        assert!(numbers.equal(Form::of(a), Form::of(t)));
    }
}
