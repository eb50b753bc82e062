//! The only implementation of a component: an analysis with its tables.

use super::{Column, Component, ComponentOptions, PrecisionId, ShapeId, StateId};
use crate::analysis::{Adjusted, Change, Cpa, CpaError, Successors, TargetInfo, TransferCx};
use crate::extras::{Abstraction, Coverage, Profile, Regard};
use crate::query::{Query, Siblings};
use crate::reached::ArgId;
use crate::stats::{ComponentStats, Meters};
use crate::table::Table;
use crate::words::Words;
use argand_cfa::{Assumption, AssumptionKind, CallSiteId, EdgeId, LocId, Program};
use argand_domains::smg::picture::Picture;
use argand_support::index::Idx as _;
use argand_support::{FxHashMap, FxHashSet, IndexVec};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::Arc;

type Memo = FxHashMap<(StateId, PrecisionId, EdgeId), SmallVec<[StateId; 2]>>;

/// With so few states of a shape, comparing is cheaper than projecting.
const FEW: usize = 3;
/// Bounds the memory for pairs of shapes.
const MAX_APART: usize = 1 << 20;

/// A [`Cpa`] with its tables.
pub struct Interned<C: Cpa> {
    name: Cow<'static, str>,
    cpa: C,
    options: ComponentOptions,
    states: Table<StateId, C::State>,
    /// Parallel to `states` where coverage is by forgetting; else empty.
    shapes: Vec<ShapeId>,
    /// The first state with the same shape and key, where states have keys.
    same_key: Vec<StateId>,
    by_key: FxHashMap<(ShapeId, u64), StateId>,
    shape_ids: FxHashMap<u64, ShapeId>,
    /// The first states of each shape.
    shape_examples: IndexVec<ShapeId, SmallVec<[StateId; FEW + 1]>>,
    /// Pairs of shapes of which the first knows too little to be projected onto the second.
    apart: FxHashSet<(ShapeId, ShapeId)>,
    precisions: Table<PrecisionId, C::Precision>,
    memo: Memo,
    scratch: Successors<C::State>,
    meters: Meters,
}

impl<C: Cpa> Interned<C> {
    /// Wraps an analysis. Analyses that take part more than once have names made at run time.
    pub fn new(name: impl Into<Cow<'static, str>>, cpa: C, options: ComponentOptions) -> Self {
        Self {
            name: name.into(),
            cpa,
            options,
            states: Table::default(),
            same_key: Vec::new(),
            by_key: FxHashMap::default(),
            shapes: Vec::new(),
            shape_ids: FxHashMap::default(),
            shape_examples: IndexVec::new(),
            apart: FxHashSet::default(),
            precisions: Table::default(),
            memo: Memo::default(),
            scratch: Successors::default(),
            meters: Meters::default(),
        }
    }

    /// The analysis inside.
    #[must_use]
    pub const fn cpa(&self) -> &C {
        &self.cpa
    }

    /// The table of states, for a refiner that reads the states of a path.
    #[must_use]
    pub fn states(&self) -> Table<StateId, C::State> {
        self.states.clone()
    }

    /// The table of precisions, for a refiner that adds precisions.
    #[must_use]
    pub fn precisions(&self) -> Table<PrecisionId, C::Precision> {
        self.precisions.clone()
    }

    fn intern(&mut self, state: C::State) -> StateId {
        let (id, new) = self.states.intern_new(state);
        if new {
            let state = self.states.get(id);
            let coverage = self.cpa.extras().coverage;
            if let Some(shape) = coverage.shape(&state) {
                let examples = &mut self.shape_examples;
                let shape = *self.shape_ids.entry(shape).or_insert_with(|| examples.push(SmallVec::new()));
                // One more than a few says that there are many.
                if examples[shape].len() <= FEW {
                    examples[shape].push(id);
                }
                self.shapes.push(shape);
                if let Coverage::Keys(index) = coverage {
                    let key = index.key(&state, &state).unwrap_or(0);
                    self.same_key.push(*self.by_key.entry((shape, key)).or_insert(id));
                }
            }
        }
        id
    }

    fn changed(&mut self, old: StateId, change: Change<C::State>) -> Option<StateId> {
        match change {
            Change::Keep => Some(old),
            Change::To(state) => Some(self.intern(state)),
            Change::Bottom => None,
        }
    }
}

impl<C: Cpa> Component for Interned<C> {
    fn name(&self) -> &str {
        &self.name
    }

    fn options(&self) -> ComponentOptions {
        self.options.clone()
    }

    fn profile(&self) -> Profile {
        self.cpa.profile()
    }

    fn is_control(&self) -> bool {
        self.cpa.extras().control.is_some()
    }

    fn is_lens(&self) -> bool {
        self.cpa.extras().lens.is_some()
    }

    fn has_data_flow(&self) -> bool {
        self.cpa.extras().data_flow.is_some()
    }

    fn seen(&self, precision: PrecisionId) -> Option<Arc<Program>> {
        self.cpa.extras().lens?.seen(&self.precisions.get(precision))
    }

    fn covers_by_forgetting(&self) -> bool {
        matches!(self.cpa.extras().coverage, Coverage::Forgetting(_))
    }

    fn has_cover_keys(&self) -> bool {
        matches!(self.cpa.extras().coverage, Coverage::Keys(_))
    }

    fn index_state(&self, state: StateId) -> StateId {
        self.same_key.get(state.index()).copied().unwrap_or(state)
    }

    fn shape(&self, state: StateId) -> ShapeId {
        self.shapes.get(state.index()).copied().unwrap_or(ShapeId::new(0))
    }

    fn project(&mut self, state: StateId, shape: ShapeId) -> Option<StateId> {
        let own = self.shape(state);
        if own == shape {
            return Some(self.index_state(state));
        }
        if self.apart.contains(&(own, shape)) {
            return None;
        }
        let examples = &self.shape_examples[shape];
        let states = self.states.read();
        if let Coverage::Keys(index) = self.cpa.extras().coverage {
            let key = index.key(states.get(state), states.get(examples[0]));
            if key.is_none() && self.apart.len() < MAX_APART {
                self.apart.insert((own, shape));
            }
            return self.by_key.get(&(shape, key?)).copied();
        }
        if examples.len() <= FEW {
            return examples
                .iter()
                .copied()
                .find(|&e| self.cpa.is_covered_by(states.get(state), states.get(e)).unwrap_or(false));
        }
        let Coverage::Forgetting(index) = self.cpa.extras().coverage else { return None };
        let Some(projected) = index.project(states.get(state), states.get(examples[0])) else {
            if self.apart.len() < MAX_APART {
                self.apart.insert((own, shape));
            }
            return None;
        };
        drop(states);
        // A state that was never made is the state of no node.
        self.states.find(&projected)
    }

    fn initial(&mut self, program: &Program, location: LocId) -> Result<(StateId, PrecisionId), CpaError> {
        let state = self.cpa.initial(program, location)?;
        let precision = self.cpa.initial_precision(program);
        Ok((self.intern(state), self.precisions.intern(precision)))
    }

    fn select_edges(&self, program: &Program, state: StateId, edges: &mut Vec<EdgeId>) {
        if let Some(control) = self.cpa.extras().control {
            control.select_edges(program, &self.states.get(state), edges);
        }
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: StateId,
        precision: PrecisionId,
        out: &mut Vec<StateId>,
    ) -> Result<(), CpaError> {
        let key = (state, precision, cx.edge_id);
        if self.options.memo
            && let Some(known) = self.memo.get(&key)
        {
            self.meters.memo_hits += 1;
            out.extend_from_slice(known);
            return Ok(());
        }
        let first = out.len();
        let started = self.meters.transfer.start();
        let mut scratch = std::mem::take(&mut self.scratch);
        let result =
            self.cpa.transfer(cx, &self.states.get(state), &self.precisions.get(precision), &mut scratch);
        if result.is_ok() {
            if std::mem::take(&mut scratch.unchanged) {
                out.push(state);
            }
            for successor in scratch.states.drain(..) {
                let id = self.intern(successor);
                out.push(id);
            }
        }
        scratch.unchanged = false;
        scratch.states.clear();
        self.scratch = scratch;
        self.meters.transfer.stop(started);
        self.meters.successors += (out.len() - first) as u64;
        self.meters.infeasible += u64::from(result.is_ok() && out.len() == first);
        // An answer of a sibling is not part of the key, so a transfer that asked must be computed again.
        if self.options.memo && result.is_ok() && !cx.before.was_asked() {
            self.memo.insert(key, out[first..].into());
        }
        result
    }

    fn strengthen(
        &mut self,
        cx: &TransferCx<'_>,
        state: StateId,
        precision: PrecisionId,
        after: &Siblings<'_>,
    ) -> Result<Option<StateId>, CpaError> {
        let started = self.meters.strengthen.start();
        let change = self.cpa.strengthen(cx, &self.states.get(state), &self.precisions.get(precision), after);
        let result = change.map(|change| self.changed(state, change));
        self.meters.strengthen.stop(started);
        result
    }

    fn adjust(
        &mut self,
        cx: &TransferCx<'_>,
        state: StateId,
        precision: PrecisionId,
        after: &Siblings<'_>,
    ) -> Result<Option<(StateId, PrecisionId)>, CpaError> {
        let started = self.meters.adjust.start();
        let adjusted = self.cpa.adjust(cx, &self.states.get(state), &self.precisions.get(precision), after);
        let result = adjusted.map(|adjusted| match adjusted {
            Adjusted::Keep => Some((state, precision)),
            Adjusted::State(weaker) => Some((self.intern(weaker), precision)),
            Adjusted::Both(weaker, other) => Some((self.intern(weaker), self.precisions.intern(other))),
            Adjusted::Bottom => None,
        });
        self.meters.adjust.stop(started);
        result
    }

    fn merge(
        &mut self,
        new: StateId,
        old: StateId,
        precision: PrecisionId,
    ) -> Result<Option<StateId>, CpaError> {
        let started = self.meters.merge.start();
        let merged = {
            let states = self.states.read();
            self.cpa.merge(states.get(new), states.get(old), &self.precisions.get(precision))
        };
        let result = merged.map(|merged| merged.map(|state| self.intern(state)));
        self.meters.merge.stop(started);
        result
    }

    fn join(&mut self, a: StateId, b: StateId) -> Result<StateId, CpaError> {
        if a == b {
            return Ok(a);
        }
        let started = self.meters.merge.start();
        let joined = {
            let states = self.states.read();
            self.cpa.join(states.get(a), states.get(b))
        };
        let result = joined.map(|state| self.intern(state));
        self.meters.merge.stop(started);
        result
    }

    fn widen(&mut self, old: StateId, new: StateId, precision: PrecisionId, jump: bool) -> StateId {
        let Some(flow) = self.cpa.extras().data_flow.filter(|_| old != new) else { return new };
        let widened = {
            let states = self.states.read();
            flow.widen(states.get(old), states.get(new), &self.precisions.get(precision), jump)
        };
        widened.map_or(new, |state| self.intern(state))
    }

    fn enter(&mut self, program: &Program, site: CallSiteId, state: StateId) -> StateId {
        let Some(flow) = self.cpa.extras().data_flow else { return state };
        let inside = flow.enter(program, site, &self.states.get(state));
        self.intern(inside)
    }

    fn resume(&mut self, program: &Program, site: CallSiteId, caller: StateId, end: StateId) -> StateId {
        let Some(flow) = self.cpa.extras().data_flow else { return end };
        let resumed = {
            let states = self.states.read();
            flow.resume(program, site, states.get(caller), states.get(end))
        };
        self.intern(resumed)
    }

    fn is_covered_by(&mut self, a: StateId, b: StateId) -> Result<bool, CpaError> {
        if a == b {
            return Ok(true);
        }
        self.meters.cover_checks += 1;
        let states = self.states.read();
        let covered = self.cpa.is_covered_by(states.get(a), states.get(b))?;
        self.meters.covered += u64::from(covered);
        Ok(covered)
    }

    fn retain_covering(
        &mut self,
        state: StateId,
        precision: PrecisionId,
        column: Column<'_>,
        nodes: &mut Vec<ArgId>,
    ) -> Result<(), CpaError> {
        let started = self.meters.stop.start();
        let states = self.states.read();
        let precision = self.precisions.get(precision);
        let new = states.get(state);
        let mut failure = None;
        let (mut checks, mut covered) = (0, 0);
        nodes.retain(|&node| {
            let candidate = column.get(node);
            if candidate == state {
                return true;
            }
            if failure.is_some() {
                return false;
            }
            checks += 1;
            match self.cpa.stop(new, states.get(candidate), &precision) {
                Ok(answer) => {
                    covered += u64::from(answer);
                    answer
                }
                Err(error) => {
                    failure = Some(error);
                    false
                }
            }
        });
        self.meters.cover_checks += checks;
        self.meters.covered += covered;
        self.meters.stop.stop(started);
        failure.map_or(Ok(()), Err)
    }

    fn covered_by_join(
        &mut self,
        state: StateId,
        column: Column<'_>,
        nodes: &[ArgId],
    ) -> Result<bool, CpaError> {
        let mut ids: Vec<StateId> = nodes.iter().map(|&node| column.get(node)).collect();
        ids.sort_unstable();
        ids.dedup();
        let Some((&first, rest)) = ids.split_first() else { return Ok(false) };
        // Where a merge failed there are several states, and what their join adds was explored by none.
        if !rest.is_empty() && !self.cpa.profile().exact_join {
            return Ok(false);
        }
        let started = self.meters.stop.start();
        let states = self.states.read();
        let mut joined = states.get(first).clone();
        for &id in rest {
            joined = self.cpa.join(&joined, states.get(id))?;
        }
        self.meters.cover_checks += 1;
        let covered = self.cpa.is_covered_by(states.get(state), &joined)?;
        self.meters.covered += u64::from(covered);
        self.meters.stop.stop(started);
        Ok(covered)
    }

    fn answer(&self, program: &Program, state: StateId, query: &mut Query) {
        self.cpa.answer(program, &self.states.get(state), query);
    }

    fn target(&self, state: StateId) -> Option<TargetInfo> {
        self.cpa.target(&self.states.get(state))
    }

    fn picture(&self, program: &Program, state: StateId) -> Option<Picture> {
        Some(self.cpa.extras().pictures?.picture(program, &self.states.get(state)))
    }

    fn describe(&self, words: &Words<'_>, state: StateId, lines: &mut Vec<String>) {
        self.cpa.describe(words, &self.states.get(state), lines);
    }

    fn write_state(&self, state: StateId, out: &mut String) {
        let _ = write!(out, "{}", *self.states.get(state));
    }

    fn assumptions(&self, program: &Program) -> Vec<Assumption> {
        self.cpa.extras().assumptions.map_or_else(Vec::new, |a| a.assumptions(program))
    }

    fn regard(&self, kind: AssumptionKind) -> Regard {
        self.cpa.extras().assumptions.map_or(Regard::Ignores, |a| a.regard(kind))
    }

    fn write_precision(&self, program: &Program, precision: PrecisionId, out: &mut String) {
        self.cpa.write_precision(program, &self.precisions.get(precision), out);
    }

    fn stop_abstracting(&mut self) -> bool {
        self.cpa.abstraction().is_some_and(Abstraction::stop)
    }

    fn sharpen(&mut self) -> bool {
        self.cpa.abstraction().is_some_and(Abstraction::sharpen)
    }

    fn stats(&self) -> ComponentStats {
        self.meters.stats(&self.name, self.states.len(), self.precisions.len())
    }

    fn clear_states(&mut self) {
        self.states.clear();
        self.same_key.clear();
        self.by_key.clear();
        self.shapes.clear();
        self.shape_ids.clear();
        self.shape_examples = IndexVec::new();
        self.apart.clear();
        self.memo.clear();
    }
}
