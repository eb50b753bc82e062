//! Learning from infeasible paths.
//!
//! A path is run with full precision ([`PathRun`]). Where a step cannot be taken, the constraints that contradict it (an
//! unsatisfiable core) must be tracked, and so must be the cells that they were computed from: those are found by walking
//! the path backwards over what each step writes and reads. What is left is what an interpolant would speak
//! of. Each part is then left out in turn and put back only if the path becomes feasible without it (Algorithms 3 and
//! 4 of the SMG value-analysis thesis, for symbolic values).
//!
//! The same is done for a step that could not be followed because too little was known before it ([`End::Doubted`]): memory
//! of a size that is not tracked may be larger than the address space.

use super::engine::{Engine, Symbol};
use super::precision::{SymbolicPrecision, Tracked};
use super::state::SymbolicState;
use super::transfer::{Facts, Transfer};
use argand_cfa::{EdgeId, LocId, PathStep, Program};
use argand_cpa::prefix::{self, Sliced};
use argand_cpa::{CpaError, Sharing};
use argand_encode::CellId;
use argand_flow::classify::DomainType;
use argand_logic::TermId;
use argand_support::{Limits, Stop};
use std::collections::BTreeSet;

/// Steps that are taken again at most to leave out what is not needed.
const MAX_STEPS: usize = 30_000;

/// What must be impossible at the end of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// That the last step is taken.
    Taken,
    /// That the last step leads beyond what terms can say.
    Doubted,
}

/// Runs paths.
pub(super) struct PathRun<'a> {
    pub program: &'a Program,
    pub facts: &'a Facts,
    pub engine: &'a mut Engine,
    pub limits: &'a Limits,
    pub sharing: Sharing,
    pub end: End,
}

/// What a step does to cells.
#[derive(Default)]
struct Effect {
    /// Each written cell, with those that its value depends on.
    writes: Vec<(CellId, Vec<CellId>)>,
    /// The cells that its conditions depend on.
    conditions: Vec<CellId>,
}

/// Where tracking begins on a prefix.
#[derive(Clone, Copy)]
struct Start<'s> {
    /// The state there.
    state: &'s SymbolicState,
    /// After how many steps it is.
    position: usize,
}

/// What to track after each step of a prefix.
type Needed = Vec<BTreeSet<Tracked>>;

/// What rules a prefix out.
pub(super) struct Interpolants {
    /// What to track, with the locations where it is needed.
    pub tracked: Vec<(LocId, Tracked)>,
    /// After how many steps something is tracked first.
    pub first: usize,
    /// After how many steps something is tracked.
    pub width: usize,
}

impl PathRun<'_> {
    fn transfer(&mut self) -> Transfer<'_> {
        Transfer { program: self.program, facts: self.facts, engine: self.engine, limits: self.limits }
    }

    /// The state after a step that may be left out; `None` when it cannot be taken. What cannot be expressed is no reason for
    /// that: nothing is known then, and nothing fails any more (the inner `None`).
    fn post(
        &mut self,
        state: &Option<SymbolicState>,
        step: Option<&PathStep>,
        precision: &SymbolicPrecision,
    ) -> Result<Option<Option<SymbolicState>>, Stop> {
        self.limits.check()?;
        let Some(state) = state.as_ref() else { return Ok(Some(None)) };
        let Some(step) = step else { return Ok(Some(Some(state.clone()))) };
        match self.taken(state, step, precision) {
            Ok(next) => Ok(next.map(Some)),
            Err(CpaError::Stop(stop)) => Err(stop),
            Err(_) => Ok(Some(None)),
        }
    }

    /// Whether a step may lead beyond what terms can say.
    fn is_doubtful(&mut self, state: &Option<SymbolicState>, step: Option<&PathStep>) -> Result<bool, Stop> {
        let (Some(state), Some(step)) = (state, step) else { return Ok(true) };
        match self.transfer().is_doubtful(state, step.edge) {
            Err(CpaError::Stop(stop)) => Err(stop),
            Err(_) => Ok(true),
            Ok(doubtful) => Ok(doubtful),
        }
    }

    fn taken(
        &mut self,
        state: &SymbolicState,
        step: &PathStep,
        precision: &SymbolicPrecision,
    ) -> Result<Option<SymbolicState>, CpaError> {
        let mut transfer = self.transfer();
        let Some(mut next) = transfer.post(state, step.edge)? else { return Ok(None) };
        for &assumed in &step.demands {
            let Some(narrowed) = transfer.condition(next, assumed, step.edge)? else { return Ok(None) };
            next = narrowed;
        }
        // With full precision all constraints are kept, so that cores can name them.
        if *precision != SymbolicPrecision::All
            && let Some(adjusted) = transfer.adjust(&next, precision, step.edge)
        {
            next = adjusted;
        }
        Ok(Some(next))
    }

    /// Every infeasible sliced prefix of a path; none if the path is feasible.
    pub fn sliced_prefixes<'p>(
        &mut self,
        start: &SymbolicState,
        path: &'p [PathStep],
    ) -> Result<Vec<Sliced<'p>>, Stop> {
        let all = SymbolicPrecision::All;
        let post = |state: &Option<SymbolicState>, step: &PathStep| self.post(state, Some(step), &all);
        prefix::sliced_prefixes(path, Some(start.clone()), post, |_| true)
    }

    /// After which steps something is tracked, if the rest of the prefix cannot be taken with what is needed; `None` if it
    /// can.
    fn ruled_out(
        &mut self,
        start: Start<'_>,
        prefix: &Sliced<'_>,
        needed: &Needed,
    ) -> Result<Option<Vec<usize>>, Stop> {
        let mut precision = SymbolicPrecision::default();
        precision.extend(self.sharing, self.tracked(prefix, needed));
        let (mut state, mut knowing) = (Some(start.state.clone()), Vec::new());
        for (index, step) in prefix.from(start.position).enumerate() {
            let index = start.position + index;
            if self.end == End::Doubted && index + 1 == prefix.len() {
                return Ok((!self.is_doubtful(&state, step)?).then_some(knowing));
            }
            let Some(next) = self.post(&state, step, &precision)? else { return Ok(Some(knowing)) };
            if next.as_ref().is_some_and(|next| self.knows(next)) {
                knowing.push(index);
            }
            state = next;
        }
        Ok(None)
    }

    /// Whether a state knows anything that a precision decides about.
    fn knows(&self, state: &SymbolicState) -> bool {
        let encoder = &self.engine.encoder;
        !state.constraints.is_empty()
            || state.memory.changed().any(|(cell, _)| Tracked::cell(encoder.cell(cell).kind).is_some())
    }

    /// What is needed, with the locations where it is.
    fn tracked(&self, prefix: &Sliced<'_>, needed: &Needed) -> Vec<(LocId, Tracked)> {
        let places = prefix.steps.iter().map(|step| self.program.edges[step.edge].to);
        needed.iter().zip(places).flat_map(|(here, loc)| here.iter().map(move |&what| (loc, what))).collect()
    }

    /// What must be tracked after each step of an infeasible prefix but the last.
    pub fn interpolate(
        &mut self,
        start: &SymbolicState,
        prefix: &Sliced<'_>,
        domain_type: &dyn Fn(Tracked) -> DomainType,
    ) -> Result<Option<Interpolants>, Stop> {
        let mut states = vec![start.clone()];
        let Some((last, before)) = prefix.steps.split_last() else { return Ok(None) };
        for step in prefix.iter().take(before.len()) {
            let known = states.last().cloned();
            let Some(Some(next)) = self.post(&known, step, &SymbolicPrecision::All)? else { return Ok(None) };
            states.push(next);
        }
        let core = match self.contradicted(&states[before.len()], last) {
            Ok(core) => core,
            Err(CpaError::Stop(stop)) => return Err(stop),
            Err(_) => return Ok(None),
        };
        let first_with = |term: TermId| states.iter().position(|s| s.has(term)).map(|k| k.saturating_sub(1));
        let core: BTreeSet<usize> = core.into_iter().filter_map(first_with).collect();
        let mut needed = self.needed(prefix, &states, &core);
        let mut start = Start { state: start, position: 0 };
        let knowing = match self.ruled_out(start, prefix, &needed)? {
            Some(mut knowing) => {
                let untracked;
                if needed.iter().flatten().any(|&what| domain_type(what) == DomainType::LoopCounter) {
                    untracked = self.untracked(start.state, prefix)?;
                    start = self.latest_start(&untracked, prefix, &mut needed, &mut knowing)?;
                }
                self.leave_out(start, prefix, &mut needed, domain_type)?.unwrap_or(knowing)
            }
            None => {
                needed = self.everything(prefix, &states);
                (0..prefix.len()).collect()
            }
        };
        let Some(&first) = knowing.first() else { return Ok(None) };
        let tracked = self.tracked(prefix, &needed);
        Ok(Some(Interpolants { tracked, first, width: knowing.len() }))
    }

    /// The states along a prefix in which nothing is tracked, as far as it can be followed.
    fn untracked(&mut self, start: &SymbolicState, prefix: &Sliced<'_>) -> Result<Vec<SymbolicState>, Stop> {
        let mut states = vec![start.clone()];
        for step in prefix.iter().take(prefix.len() - 1) {
            let known = states.last().cloned();
            let Some(Some(next)) = self.post(&known, step, &SymbolicPrecision::default())? else { break };
            states.push(next);
        }
        Ok(states)
    }

    /// As late as possible on the way to a contradiction. A loop before that is not unrolled for the counter that
    /// the conditions behind it compare.
    fn latest_start<'s>(
        &mut self,
        untracked: &'s [SymbolicState],
        prefix: &Sliced<'_>,
        needed: &mut Needed,
        knowing: &mut Vec<usize>,
    ) -> Result<Start<'s>, Stop> {
        let (mut latest, mut beyond) = (0, untracked.len());
        while beyond - latest > 1 {
            let position = latest.midpoint(beyond);
            let mut fewer = needed.clone();
            fewer.iter_mut().take(position).for_each(BTreeSet::clear);
            let start = Start { state: &untracked[position], position };
            if let Some(later) = self.ruled_out(start, prefix, &fewer)? {
                (*needed, *knowing, latest) = (fewer, later, position);
            } else {
                beyond = position;
            }
        }
        Ok(Start { state: &untracked[latest], position: latest })
    }

    /// The constraints that contradict a step.
    fn contradicted(&mut self, state: &SymbolicState, step: &PathStep) -> Result<Vec<TermId>, CpaError> {
        let encoder = &mut self.engine.encoder;
        let mut memory =
            encoder.post(self.program, &state.memory, step.edge).map_err(super::transfer::unsupported)?;
        let happened = memory.settle(&encoder.pool);
        let condition = match self.end {
            End::Doubted => happened.doubt,
            End::Taken => {
                let mut new = happened.conditions;
                for &(expr, truth) in &step.demands {
                    let demanded = encoder.condition(self.program, &memory, expr, truth);
                    new.push(demanded.map_err(super::transfer::unsupported)?);
                }
                encoder.pool.and_all(&new)
            }
        };
        // Contradictory by itself: no constraint is needed.
        if condition == encoder.pool.ff() {
            return Ok(Vec::new());
        }
        self.engine.core(state, &[condition], self.limits)
    }

    /// What a step does, from a state in which nothing is known.
    fn effect(&mut self, before: &SymbolicState, step: &PathStep, end: End) -> Effect {
        let encoder = &mut self.engine.encoder;
        let blank = before.memory.fresh_block(&encoder.pool);
        let Ok(mut next) = encoder.post(self.program, &blank, step.edge) else { return Effect::default() };
        let happened = next.settle(&encoder.pool);
        let mut conditions = match end {
            End::Taken => happened.conditions,
            End::Doubted => vec![happened.doubt],
        };
        for &(expr, truth) in &step.demands {
            conditions.extend(encoder.condition(self.program, &next, expr, truth));
        }
        let mut effect = Effect::default();
        for (cell, term) in next.changed() {
            effect.writes.push((cell, self.cells_in(term)));
        }
        for condition in conditions {
            effect.conditions.extend(self.cells_in(condition));
        }
        effect
    }

    fn cells_in(&mut self, term: TermId) -> Vec<CellId> {
        let symbols = self.engine.symbols(term);
        let cell = |symbol: &Symbol| match symbol {
            Symbol::Var(var) => self.engine.encoder.cell_of(*var),
            Symbol::Func(_) => None,
        };
        symbols.iter().filter_map(cell).collect()
    }

    /// The cells and constraints after each step that the contradiction at the end was computed from.
    fn needed(&mut self, prefix: &Sliced<'_>, states: &[SymbolicState], core: &BTreeSet<usize>) -> Needed {
        let last = prefix.len() - 1;
        let mut cells: BTreeSet<CellId> = BTreeSet::new();
        let mut out = vec![BTreeSet::new(); last];
        let steps: Vec<Option<&PathStep>> = prefix.iter().collect();
        for (index, step) in steps.into_iter().enumerate().rev() {
            if index < last {
                let kinds = cells.iter().map(|&cell| self.engine.encoder.cell(cell).kind);
                out[index] = kinds.filter_map(Tracked::cell).collect();
                let so_far = core.range(..=index).map(|&k| Tracked::Constraint(prefix.steps[k].edge));
                out[index].extend(so_far);
            }
            let Some(step) = step else { continue };
            let end = if index == last { self.end } else { End::Taken };
            let effect = self.effect(&states[index], step, end);
            let hit: Vec<_> = effect.writes.into_iter().filter(|(cell, _)| cells.contains(cell)).collect();
            for (cell, _) in &hit {
                cells.remove(cell);
            }
            cells.extend(hit.into_iter().flat_map(|(_, reads)| reads));
            if index == last || core.contains(&index) {
                cells.extend(effect.conditions);
            }
        }
        out
    }

    /// Every cell and every constraint of the prefix.
    fn everything(&mut self, prefix: &Sliced<'_>, states: &[SymbolicState]) -> Needed {
        let mut edges: BTreeSet<EdgeId> = BTreeSet::new();
        let mut out = Vec::with_capacity(prefix.len());
        for (step, after) in prefix.steps.iter().zip(&states[1..]) {
            edges.insert(step.edge);
            let kinds = after.memory.changed().map(|(cell, _)| self.engine.encoder.cell(cell).kind);
            let mut all: BTreeSet<Tracked> = kinds.filter_map(Tracked::cell).collect();
            all.extend(edges.iter().map(|&edge| Tracked::Constraint(edge)));
            out.push(all);
        }
        out
    }

    /// Leaves out everything without which the prefix stays infeasible, what is most expensive to track first. After which
    /// steps something is tracked then, if anything was left out.
    fn leave_out(
        &mut self,
        start: Start<'_>,
        prefix: &Sliced<'_>,
        needed: &mut Needed,
        domain_type: &dyn Fn(Tracked) -> DomainType,
    ) -> Result<Option<Vec<usize>>, Stop> {
        let all: BTreeSet<Tracked> = needed.iter().flatten().copied().collect();
        let mut last = None;
        if all.len() * prefix.len() > MAX_STEPS {
            return Ok(last);
        }
        let mut order: Vec<Tracked> = all.into_iter().collect();
        order.sort_by_key(|&what| std::cmp::Reverse(domain_type(what)));
        for what in order {
            let mut fewer = needed.clone();
            for here in &mut fewer {
                here.remove(&what);
            }
            if let Some(knowing) = self.ruled_out(start, prefix, &fewer)? {
                *needed = fewer;
                last = Some(knowing);
            }
        }
        Ok(last)
    }
}
