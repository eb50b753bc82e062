//! Lazy lemmas for arrays and uninterpreted functions.
//!
//! A read is free signals at first. When a model contradicts the array axioms, the instances it violates
//! are added and the search goes on (lemmas on demand, Brummayer and Biere, doi:10.3233/SAT190067). Every
//! lemma is valid by itself, so lemmas outlive the level that needed them.

mod equality;

use std::sync::Arc;

use argand_support::{FxHashMap, FxHashSet, Limits, Stop};

use super::blast::{Blaster, Signals};
use super::model::Model;
use crate::circuit::{Gates, Lit};
use crate::eval::FuncValue;
use crate::sort::Sort;
use crate::term::{FuncId, Op, TermId, TermPool};
use crate::value::{ArrayValue, Bv, Value};

/// An index, by its signals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Index(u32);

#[derive(Clone, Copy, Debug)]
struct Equality {
    sides: (TermId, TermId),
    holds: Lit,
    witness: Index,
}

/// Reads, equalities and applications, and the lemmas made for them.
#[derive(Debug, Default)]
pub(super) struct Arrays {
    indices: Vec<Signals>,
    index_ids: FxHashMap<Signals, Index>,
    reads: FxHashMap<(TermId, Index), Signals>,
    selects: FxHashMap<TermId, (TermId, Index)>,
    equalities: FxHashMap<TermId, Equality>,
    made: FxHashSet<(TermId, Index, Index)>,
    /// By width: the literal under which an index exists that no term names.
    unnamed: FxHashMap<u32, Lit>,
    /// The widths for which the current question assumes it.
    unnamed_now: FxHashSet<u32>,
    /// Array symbols and functions in the last model that satisfied all axioms.
    pub values: FxHashMap<TermId, ArrayValue>,
    /// See `values`.
    pub functions: FxHashMap<FuncId, FuncValue>,
}

/// Clauses over signals.
pub(super) type Lemmas = Vec<Vec<Lit>>;

fn equate(lemmas: &mut Lemmas, condition: &[Lit], a: &[Lit], b: &[Lit]) {
    for (&x, &y) in a.iter().zip(b) {
        for (p, q) in [(!x, y), (x, !y)] {
            let mut clause: Vec<Lit> = condition.iter().map(|&l| !l).collect();
            clause.extend([p, q]);
            lemmas.push(clause);
        }
    }
}

fn array_sort(pool: &TermPool, a: TermId) -> (u32, u32) {
    match pool.sort(a) {
        Sort::Array { index, element } => (index, element),
        s => unreachable!("{a} of sort {s:?} is read like an array"),
    }
}

impl Arrays {
    /// The clauses of all lemmas are gone.
    pub fn forget_lemmas(&mut self) {
        self.made.clear();
    }

    fn index(&mut self, bits: &Signals) -> Index {
        if let Some(&i) = self.index_ids.get(bits) {
            return i;
        }
        let i = Index(self.indices.len() as u32);
        self.indices.push(bits.clone());
        self.index_ids.insert(bits.clone(), i);
        i
    }

    /// The index no term names, as an empty row of signals that equals no other.
    fn other_index(&mut self) -> Index {
        self.index(&Arc::from([]))
    }

    fn is_other(&self, i: Index) -> bool {
        self.indices[i.0 as usize].is_empty()
    }

    fn same(&self, gates: &mut Gates, i: Index, j: Index) -> Lit {
        if i == j {
            return Lit::TRUE;
        }
        if self.is_other(i) || self.is_other(j) {
            return Lit::FALSE;
        }
        gates.eq_bits(&self.indices[i.0 as usize], &self.indices[j.0 as usize])
    }

    fn provably_different(&self, i: Index, j: Index) -> bool {
        let (a, b) = (&self.indices[i.0 as usize], &self.indices[j.0 as usize]);
        i != j && (a.is_empty() || b.is_empty() || a.iter().zip(b.iter()).any(|(&x, &y)| x == !y))
    }

    fn store_parts(&mut self, pool: &TermPool, blaster: &Blaster, a: TermId) -> (TermId, Index, Signals) {
        let (b, j, v) = (pool.arg(a, 0), pool.arg(a, 1), pool.arg(a, 2));
        let bits = |t: TermId| blaster.get(t).cloned().unwrap_or_else(|| Arc::from([]));
        let j = self.index(&bits(j));
        (b, j, bits(v))
    }

    /// The signals of `a[i]`.
    fn read(&mut self, pool: &TermPool, blaster: &mut Blaster, a: TermId, i: Index) -> Signals {
        let mut array = a;
        loop {
            if let Some(bits) = self.reads.get(&(array, i)) {
                return bits.clone();
            }
            match pool.op(array) {
                Op::ConstArray => {
                    let v = pool.arg(array, 0);
                    if let Some(bits) = blaster.get(v) {
                        return bits.clone();
                    }
                    break;
                }
                Op::Store => {
                    let (b, j, v) = self.store_parts(pool, blaster, array);
                    if i == j {
                        return v;
                    }
                    if !self.provably_different(i, j) {
                        break;
                    }
                    array = b;
                }
                _ => break,
            }
        }
        let bits: Signals = blaster.gates.inputs(array_sort(pool, array).1).into();
        self.reads.insert((array, i), bits.clone());
        bits
    }

    /// Builds a `Select` term.
    pub fn select(&mut self, pool: &TermPool, blaster: &mut Blaster, t: TermId) -> Vec<Lit> {
        let (a, i) = (pool.arg(t, 0), pool.arg(t, 1));
        let bits = blaster.get(i).cloned().unwrap_or_else(|| Arc::from([]));
        let i = self.index(&bits);
        self.selects.insert(t, (a, i));
        self.read(pool, blaster, a, i).to_vec()
    }

    /// Instances of axioms that the model violates; none if it is a model of arrays and functions too.
    pub fn refine(
        &mut self,
        pool: &TermPool,
        blaster: &mut Blaster,
        view: &Model<'_>,
        limits: &Limits,
        active: &[TermId],
    ) -> Result<Lemmas, Stop> {
        self.values.clear();
        self.functions.clear();
        let mut lemmas = Lemmas::new();
        self.refine_functions(pool, blaster, view, active, &mut lemmas);
        if active.iter().any(|t| self.equalities.contains_key(t)) {
            self.refine_all(pool, blaster, view, limits, active, &mut lemmas)?;
        } else {
            self.refine_reads(pool, blaster, view, active, &mut lemmas);
        }
        Ok(lemmas)
    }

    fn refine_functions(
        &mut self,
        pool: &TermPool,
        blaster: &mut Blaster,
        view: &Model<'_>,
        active: &[TermId],
        lemmas: &mut Lemmas,
    ) {
        let mut table: FxHashMap<(FuncId, Vec<Bv>), (TermId, Bv)> = FxHashMap::default();
        for &t in active {
            let Op::Apply(f) = pool.op(t) else { continue };
            let args: Vec<Bv> = pool.args(t).iter().filter_map(|&a| view.term(blaster, a)).collect();
            let Some(result) = view.term(blaster, t) else { continue };
            let entry = table.entry((f, args)).or_insert_with(|| (t, result.clone())).clone();
            if entry.1 != result {
                let mut condition = Vec::new();
                for (&x, &y) in pool.args(t).iter().zip(pool.args(entry.0)) {
                    if let (Some(x), Some(y)) = (blaster.get(x).cloned(), blaster.get(y).cloned()) {
                        condition.push(blaster.gates.eq_bits(&x, &y));
                    }
                }
                if let (Some(x), Some(y)) = (blaster.get(t), blaster.get(entry.0)) {
                    equate(lemmas, &condition, x, y);
                }
            } else if entry.0 == t {
                let decl = pool.func_decl(f);
                let args = pool.args(t).iter().filter_map(|&a| view.value(pool, blaster, a)).collect();
                let Some(v) = view.value(pool, blaster, t) else { continue };
                let default = Value::default_of(decl.result);
                let graph =
                    self.functions.entry(f).or_insert_with(|| FuncValue { entries: Vec::new(), default });
                graph.entries.push((args, v));
            }
        }
    }

    /// Follows every read down to where its value comes from in the model.
    fn refine_reads(
        &mut self,
        pool: &TermPool,
        blaster: &mut Blaster,
        view: &Model<'_>,
        active: &[TermId],
        lemmas: &mut Lemmas,
    ) {
        let mut table: FxHashMap<(TermId, Bv), (TermId, Index, Bv)> = FxHashMap::default();
        for &t in active {
            let Some(&(a, i)) = self.selects.get(&t) else { continue };
            let at = view.bits(blaster, &self.indices[i.0 as usize].clone());
            let Some(value) = view.term(blaster, t) else { continue };
            let mut path = Vec::new();
            let mut array = a;
            let source = loop {
                match pool.op(array) {
                    Op::Store => {
                        let (b, j, v) = self.store_parts(pool, blaster, array);
                        if i == j || view.bits(blaster, &self.indices[j.0 as usize].clone()) == at {
                            path.push(array);
                            break Some(view.bits(blaster, &v));
                        }
                        if !self.provably_different(i, j) {
                            path.push(array);
                        }
                        array = b;
                    }
                    Op::Ite => {
                        path.push(array);
                        let c = blaster.get(pool.arg(array, 0)).is_some_and(|c| view.lit(blaster, c[0]));
                        array = pool.arg(array, if c { 1 } else { 2 });
                    }
                    Op::ConstArray => break blaster.get(pool.arg(array, 0)).map(|v| view.bits(blaster, v)),
                    _ => break None,
                }
            };
            match source {
                Some(v) if v == value => {}
                Some(_) => self.explain(pool, blaster, view, &path, i, lemmas),
                None => {
                    let key = (array, at);
                    match table.get(&key) {
                        None => {
                            table.insert(key, (t, i, value));
                        }
                        Some((_, _, v)) if *v == value => {}
                        Some(&(other, j, _)) => {
                            self.explain(pool, blaster, view, &path, i, lemmas);
                            let from = self.selects[&other].0;
                            let other_path = self.path(pool, blaster, view, from, j);
                            self.explain(pool, blaster, view, &other_path, j, lemmas);
                            self.congruence(pool, blaster, array, i, j, lemmas);
                        }
                    }
                }
            }
        }
        if lemmas.is_empty() {
            for ((array, at), (_, _, value)) in table_sorted(table) {
                let (index, element) = array_sort(pool, array);
                let entry = self
                    .values
                    .entry(array)
                    .or_insert_with(|| ArrayValue::constant(index, Bv::zero(element)));
                entry.set(&at, value);
            }
        }
    }

    fn path(
        &mut self,
        pool: &TermPool,
        blaster: &Blaster,
        view: &Model<'_>,
        a: TermId,
        i: Index,
    ) -> Vec<TermId> {
        let mut path = Vec::new();
        let mut array = a;
        loop {
            match pool.op(array) {
                Op::Store => {
                    let (b, j, _) = self.store_parts(pool, blaster, array);
                    if !self.provably_different(i, j) {
                        path.push(array);
                    }
                    array = b;
                }
                Op::Ite => {
                    path.push(array);
                    let c = blaster.get(pool.arg(array, 0)).is_some_and(|c| view.lit(blaster, c[0]));
                    array = pool.arg(array, if c { 1 } else { 2 });
                }
                _ => return path,
            }
        }
    }

    fn explain(
        &mut self,
        pool: &TermPool,
        blaster: &mut Blaster,
        view: &Model<'_>,
        path: &[TermId],
        i: Index,
        lemmas: &mut Lemmas,
    ) {
        for &array in path {
            let branch = pool.op(array) == Op::Ite
                && blaster.get(pool.arg(array, 0)).is_some_and(|c| view.lit(blaster, c[0]));
            self.step(pool, blaster, array, i, branch, lemmas);
        }
    }

    /// The axiom of one store or choice at one index.
    fn step(
        &mut self,
        pool: &TermPool,
        blaster: &mut Blaster,
        array: TermId,
        i: Index,
        branch: bool,
        lemmas: &mut Lemmas,
    ) {
        if !self.made.insert((array, i, Index(u32::from(branch)))) {
            return;
        }
        let r = self.read(pool, blaster, array, i);
        match pool.op(array) {
            Op::Store => {
                let (b, j, v) = self.store_parts(pool, blaster, array);
                let same = self.same(&mut blaster.gates, i, j);
                equate(lemmas, &[same], &r, &v);
                let below = self.read(pool, blaster, b, i);
                equate(lemmas, &[!same], &r, &below);
            }
            Op::Ite => {
                let c = blaster.get(pool.arg(array, 0)).map_or(Lit::TRUE, |c| c[0]);
                let (cond, from) = if branch { (c, pool.arg(array, 1)) } else { (!c, pool.arg(array, 2)) };
                let below = self.read(pool, blaster, from, i);
                equate(lemmas, &[cond], &r, &below);
            }
            _ => {}
        }
    }

    fn congruence(
        &mut self,
        pool: &TermPool,
        blaster: &mut Blaster,
        array: TermId,
        i: Index,
        j: Index,
        lemmas: &mut Lemmas,
    ) {
        let (i, j) = (i.min(j), i.max(j));
        // Shifted by two, so that pairs do not meet the branches of `step`.
        if i == j || !self.made.insert((array, i, Index(j.0 + 2))) {
            return;
        }
        let same = self.same(&mut blaster.gates, i, j);
        let (x, y) = (self.read(pool, blaster, array, i), self.read(pool, blaster, array, j));
        equate(lemmas, &[same], &x, &y);
    }
}

fn table_sorted<V>(table: FxHashMap<(TermId, Bv), V>) -> Vec<((TermId, Bv), V)> {
    let mut rows: Vec<_> = table.into_iter().collect();
    rows.sort_by(|a, b| a.0.0.cmp(&b.0.0).then_with(|| a.0.1.cmp_unsigned(&b.0.1)));
    rows
}
