//! Walking over terms without recursion: paths of long loops are deep.

use argand_support::{FxHashMap, FxHashSet};

use crate::term::{FuncId, Op, TermId, TermPool};

/// The subterms of `roots`, arguments before users, leaving out what `done` accepts.
pub fn post_order(pool: &TermPool, roots: &[TermId], mut done: impl FnMut(TermId) -> bool) -> Vec<TermId> {
    let mut out = Vec::new();
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut stack: Vec<(TermId, bool)> = roots.iter().rev().map(|&t| (t, false)).collect();
    while let Some((t, leaving)) = stack.pop() {
        if leaving {
            out.push(t);
            continue;
        }
        if done(t) || !seen.insert(t) {
            continue;
        }
        stack.push((t, true));
        stack.extend(pool.args(t).iter().rev().filter(|a| !seen.contains(*a)).map(|&a| (a, false)));
    }
    out
}

impl TermPool {
    /// The symbols that occur in `roots`, in order of first creation.
    #[must_use]
    pub fn free_vars(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut vars = post_order(self, roots, |_| false);
        vars.retain(|&t| matches!(self.op(t), Op::Var(_)));
        vars.sort_unstable();
        vars
    }

    /// The uninterpreted functions that occur in `roots`, in order of first creation.
    #[must_use]
    pub fn free_funcs(&self, roots: &[TermId]) -> Vec<FuncId> {
        let mut out: Vec<FuncId> = Vec::new();
        for t in post_order(self, roots, |_| false) {
            if let Op::Apply(f) = self.op(t) {
                out.push(f);
            }
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// How many different subterms `roots` have.
    #[must_use]
    pub fn dag_size(&self, roots: &[TermId]) -> usize {
        post_order(self, roots, |_| false).len()
    }

    /// The parts of a conjunction, nested ones taken apart, in order.
    #[must_use]
    pub fn conjuncts(&self, t: TermId) -> Vec<TermId> {
        let (mut out, mut stack) = (Vec::new(), vec![t]);
        let mut seen = FxHashSet::default();
        while let Some(t) = stack.pop() {
            if self.op(t) == Op::And {
                let (a, b) = self.args2(t);
                stack.extend([b, a]);
            } else if t != self.tt() && seen.insert(t) {
                out.push(t);
            }
        }
        out
    }

    /// The parts of a disjunction, nested ones taken apart, in order.
    pub fn disjuncts(&mut self, t: TermId) -> Vec<TermId> {
        let negated = self.not(t);
        let parts = self.conjuncts(negated);
        parts.into_iter().map(|p| self.not(p)).collect()
    }

    /// The Boolean parts of a term that are neither constants nor connectives, in order.
    #[must_use]
    pub fn atoms(&self, t: TermId) -> Vec<TermId> {
        let (mut out, mut stack) = (Vec::new(), vec![t]);
        let mut seen = FxHashSet::default();
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            let connective = match self.op(t) {
                Op::Not | Op::And | Op::Ite => true,
                Op::Eq => self.sort(self.arg(t, 0)) == crate::Sort::Bool,
                _ => false,
            };
            if connective {
                stack.extend(self.args(t).iter().rev());
            } else if self.as_bool(t).is_none() {
                out.push(t);
            }
        }
        out
    }

    /// Replaces terms by others of the same sort, everywhere in `t`, normalising on the way. Replacements
    /// are not replaced again.
    pub fn substitute(&mut self, t: TermId, map: &FxHashMap<TermId, TermId>) -> TermId {
        let mut cache = map.clone();
        self.substitute_cached(t, &mut cache)
    }

    /// Like [`substitute`](Self::substitute), for many terms: `cache` starts as the replacements and
    /// remembers what became of every subterm.
    pub fn substitute_cached(&mut self, t: TermId, cache: &mut FxHashMap<TermId, TermId>) -> TermId {
        let order = post_order(self, &[t], |u| cache.contains_key(&u));
        let mut args = Vec::new();
        for u in order {
            args.clear();
            args.extend(self.args(u).iter().map(|a| cache[a]));
            let new = if args == self.args(u) { u } else { self.rebuild(u, &args) };
            cache.insert(u, new);
        }
        cache[&t]
    }

    /// Builds the term again with every rule of the normaliser applied.
    pub fn simplified(&mut self, t: TermId) -> TermId {
        let mut cache: FxHashMap<TermId, TermId> = FxHashMap::default();
        for u in post_order(self, &[t], |_| false) {
            let args: Vec<TermId> = self.args(u).iter().map(|a| cache[a]).collect();
            let (op, sort) = (self.op(u), self.sort(u));
            let new = self.make(op, sort, &args);
            cache.insert(u, new);
        }
        cache[&t]
    }
}
