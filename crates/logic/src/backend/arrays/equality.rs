//! Equalities of arrays: where there are any, every array is read at every index.
//!
//! Two arrays that differ do so at a witness. Two that are equal agree at every index that a term names and
//! at one more that stands for all others. In a sort with few indices there may be no such other one, so
//! all are looked at there, and in between the other one exists only under a literal that a question
//! assumes as long as it names fewer indices than there are.

use argand_support::{FxHashMap, Limits, Stop};

use super::{Arrays, Equality, Index, Lemmas, array_sort, equate};
use crate::backend::blast::{Blaster, Signals};
use crate::backend::model::Model;
use crate::circuit::Lit;
use crate::sort::Sort;
use crate::term::{Op, TermId, TermPool};
use crate::value::{ArrayValue, Bv};
use crate::visit::post_order;

/// Up to this width, every index is looked at.
const SMALL_INDEX: u32 = 4;
/// From this width on, no question names all indices.
const LARGE_INDEX: u32 = 32;

impl Arrays {
    /// Builds an equality of arrays: if it fails, they differ at a witness.
    pub fn equality(&mut self, pool: &TermPool, blaster: &mut Blaster, t: TermId) -> Lit {
        let (a, b) = (pool.arg(t, 0), pool.arg(t, 1));
        let holds = blaster.gates.input();
        let bits: Signals = blaster.gates.inputs(array_sort(pool, a).0).into();
        let witness = self.index(&bits);
        let (x, y) = (self.read(pool, blaster, a, witness), self.read(pool, blaster, b, witness));
        let g = &mut blaster.gates;
        let same = g.eq_bits(&x, &y);
        let axiom = g.or(holds, !same);
        g.constrain(&[holds], &[axiom]);
        self.equalities.insert(t, Equality { sides: (a, b), holds, witness });
        holds
    }

    /// What a question about `active` must assume: that there are indices it does not name.
    pub fn assumptions(&mut self, pool: &TermPool, blaster: &mut Blaster, active: &[TermId]) -> Vec<Lit> {
        self.unnamed_now.clear();
        if !active.iter().any(|t| self.equalities.contains_key(t)) {
            return Vec::new();
        }
        let mut named: FxHashMap<u32, u64> = FxHashMap::default();
        let mut widths = Vec::new();
        for t in post_order(pool, active, |t| !pool.has_array(t)) {
            let array = match pool.op(t) {
                Op::Select | Op::Store | Op::Eq | Op::Ite | Op::ConstArray | Op::Var(_) => {
                    if let Sort::Array { .. } = pool.sort(t) {
                        t
                    } else {
                        match pool.args(t).first() {
                            Some(&a) if matches!(pool.sort(a), Sort::Array { .. }) => a,
                            _ => continue,
                        }
                    }
                }
                _ => continue,
            };
            let (width, _) = array_sort(pool, array);
            *named.entry(width).or_insert_with(|| {
                widths.push(width);
                0
            }) += 1;
        }
        widths.sort_unstable();
        let mut out = Vec::new();
        for w in widths {
            if w >= LARGE_INDEX || w > SMALL_INDEX && named[&w] < 1 << w {
                self.unnamed_now.insert(w);
                let lit = *self
                    .unnamed
                    .entry(w)
                    .or_insert_with(|| if w >= LARGE_INDEX { Lit::TRUE } else { blaster.gates.input() });
                out.push(lit);
            }
        }
        out.retain(|&l| l != Lit::TRUE);
        out
    }

    /// Arrays are compared: every array is read at every index, and all axioms are looked at.
    pub(super) fn refine_all(
        &mut self,
        pool: &TermPool,
        blaster: &mut Blaster,
        view: &Model<'_>,
        limits: &Limits,
        active: &[TermId],
        lemmas: &mut Lemmas,
    ) -> Result<(), Stop> {
        let arrays: Vec<TermId> = post_order(pool, active, |t| !pool.has_array(t))
            .into_iter()
            .filter(|&t| matches!(pool.sort(t), Sort::Array { .. }))
            .collect();
        let mut sorts: Vec<(u32, u32)> = arrays.iter().map(|&a| array_sort(pool, a)).collect();
        sorts.sort_unstable();
        sorts.dedup();
        for sort in sorts {
            let arrays: Vec<TermId> =
                arrays.iter().copied().filter(|&a| array_sort(pool, a) == sort).collect();
            let equalities: Vec<Equality> = active
                .iter()
                .filter_map(|t| self.equalities.get(t).copied())
                .filter(|e| array_sort(pool, e.sides.0) == sort)
                .collect();
            let mut indices: Vec<Index> = equalities.iter().map(|e| e.witness).collect();
            for &t in active {
                if let Some(&(a, i)) = self.selects.get(&t)
                    && array_sort(pool, a) == sort
                {
                    indices.push(i);
                }
            }
            for &a in &arrays {
                if pool.op(a) == Op::Store {
                    indices.push(self.store_parts(pool, blaster, a).1);
                }
            }
            if self.unnamed_now.contains(&sort.0) {
                indices.push(self.other_index());
            } else {
                for v in 0..1u64 << sort.0 {
                    let bits: Signals = blaster.gates.constant(&Bv::new(sort.0, v)).into();
                    indices.push(self.index(&bits));
                }
            }
            indices.sort_unstable();
            indices.dedup();
            let parts = Parts { width: sort.0, arrays, indices, equalities };
            self.saturate(pool, blaster, view, limits, &parts, lemmas)?;
        }
        Ok(())
    }

    fn saturate(
        &mut self,
        pool: &TermPool,
        blaster: &mut Blaster,
        view: &Model<'_>,
        limits: &Limits,
        parts: &Parts,
        lemmas: &mut Lemmas,
    ) -> Result<(), Stop> {
        let unnamed = self.unnamed.get(&parts.width).copied().unwrap_or(Lit::TRUE);
        let mut candidates = Lemmas::new();
        for &a in &parts.arrays {
            let mut first: FxHashMap<Bv, Index> = FxHashMap::default();
            for &i in &parts.indices {
                limits.check()?;
                let exists = if self.is_other(i) { unnamed } else { Lit::TRUE };
                let r = self.read(pool, blaster, a, i);
                match pool.op(a) {
                    Op::Store => {
                        let (b, j, v) = self.store_parts(pool, blaster, a);
                        let same = self.same(&mut blaster.gates, i, j);
                        equate(&mut candidates, &[exists, same], &r, &v);
                        let below = self.read(pool, blaster, b, i);
                        equate(&mut candidates, &[exists, !same], &r, &below);
                    }
                    Op::Ite => {
                        let c = blaster.get(pool.arg(a, 0)).map_or(Lit::TRUE, |c| c[0]);
                        let x = self.read(pool, blaster, pool.arg(a, 1), i);
                        let y = self.read(pool, blaster, pool.arg(a, 2), i);
                        equate(&mut candidates, &[exists, c], &r, &x);
                        equate(&mut candidates, &[exists, !c], &r, &y);
                    }
                    Op::Var(_) if !self.is_other(i) => {
                        let at = view.bits(blaster, &self.indices[i.0 as usize].clone());
                        let j = *first.entry(at).or_insert(i);
                        let same = self.same(&mut blaster.gates, i, j);
                        let other = self.read(pool, blaster, a, j);
                        equate(&mut candidates, &[same], &r, &other);
                    }
                    _ => {}
                }
            }
        }
        for e in &parts.equalities {
            for &i in &parts.indices {
                let exists = if self.is_other(i) { unnamed } else { Lit::TRUE };
                let x = self.read(pool, blaster, e.sides.0, i);
                let y = self.read(pool, blaster, e.sides.1, i);
                equate(&mut candidates, &[exists, e.holds], &x, &y);
            }
        }
        lemmas.extend(candidates.into_iter().filter(|c| !c.iter().any(|&l| view.lit(blaster, l))));
        let other = parts.indices.iter().copied().filter(|&i| self.is_other(i));
        let named = parts.indices.iter().copied().filter(|&i| !self.is_other(i));
        // The default comes first: elements equal to it are not listed.
        let order: Vec<Index> = other.chain(named).collect();
        for &a in parts.arrays.iter().filter(|&&a| matches!(pool.op(a), Op::Var(_))) {
            for &i in &order {
                let r = self.read(pool, blaster, a, i);
                self.record(pool, blaster, view, a, i, &r);
            }
        }
        Ok(())
    }

    fn record(
        &mut self,
        pool: &TermPool,
        blaster: &Blaster,
        view: &Model<'_>,
        a: TermId,
        i: Index,
        bits: &Signals,
    ) {
        let (index, element) = array_sort(pool, a);
        let value = view.bits(blaster, bits);
        let entry = self.values.entry(a).or_insert_with(|| ArrayValue::constant(index, Bv::zero(element)));
        if self.indices[i.0 as usize].is_empty() {
            entry.default = value;
        } else {
            let at = view.bits(blaster, &self.indices[i.0 as usize].clone());
            entry.set(&at, value);
        }
    }
}

/// What one sort's axioms speak of.
struct Parts {
    width: u32,
    arrays: Vec<TermId>,
    indices: Vec<Index>,
    equalities: Vec<Equality>,
}
