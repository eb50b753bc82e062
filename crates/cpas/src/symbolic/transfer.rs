//! One step along an edge: the strongest postcondition, the satisfiability of what was assumed, and what is
//! forgotten afterwards.

use super::engine::{Engine, Symbol};
use super::precision::{SymbolicPrecision, Tracked};
use super::state::SymbolicState;
use argand_cfa::{EdgeId, ExprId, LocId, Op, Program};
use argand_cpa::CpaError;
use argand_encode::{CellId, Happened, SymState, Unsupported};
use argand_flow::liveness::DeadTemps;
use argand_logic::{Op as LogicOp, TermId};
use argand_support::{FxHashMap, FxHashSet, IndexVec, Limits};

/// What is known of a program before it is looked at.
#[derive(Clone, Debug)]
pub struct Facts {
    dead_temps: DeadTemps,
    /// Where several edges lead.
    meets: IndexVec<LocId, bool>,
    /// Whether what says nothing is dropped there. Where symbols are compared as they are, an input is an input.
    collects: bool,
}

impl Facts {
    /// What is known of a program.
    #[must_use]
    pub fn of(program: &Program, collects: bool) -> Self {
        let counts = |edge: &&EdgeId| !matches!(program.edges[**edge].op, Op::Summary(_));
        let meets = program.locs.iter().map(|loc| loc.into.iter().filter(counts).count() > 1);
        Self { dead_temps: DeadTemps::of(program), meets: meets.collect(), collects }
    }
}

/// Takes steps.
pub(super) struct Transfer<'a> {
    pub program: &'a Program,
    pub facts: &'a Facts,
    pub engine: &'a mut Engine,
    pub limits: &'a Limits,
}

pub(super) fn unsupported(error: Unsupported) -> CpaError {
    CpaError::unsupported(error.construct)
}

impl Transfer<'_> {
    /// The state after an edge; `None` when it cannot be taken.
    pub fn post(&mut self, state: &SymbolicState, edge: EdgeId) -> Result<Option<SymbolicState>, CpaError> {
        let op = &self.program.edges[edge].op;
        if matches!(op, Op::Noop | Op::Halt(_)) {
            return Ok(Some(state.clone()));
        }
        let (mut next, happened) = self.step(state, edge)?;
        if self.engine.admits_doubt(&next, happened.doubt, self.limits)? {
            return Err(CpaError::unsupported(
                "memory that may be larger than the address space, or used after it is gone",
            ));
        }
        if let Op::Dead { var } = op {
            for cell in self.engine.encoder.local_cells(self.program, &next.memory, *var) {
                next.memory.forget(cell);
            }
        }
        self.assume(next, &happened.conditions, edge)
    }

    /// Whether the state after an edge may be beyond what terms can say.
    pub fn is_doubtful(&mut self, state: &SymbolicState, edge: EdgeId) -> Result<bool, CpaError> {
        let (next, happened) = self.step(state, edge)?;
        self.engine.admits_doubt(&next, happened.doubt, self.limits)
    }

    /// What an edge makes of a state, with what must hold for that.
    fn step(&mut self, state: &SymbolicState, edge: EdgeId) -> Result<(SymbolicState, Happened), CpaError> {
        let memory = self.engine.encoder.post(self.program, &state.memory, edge).map_err(unsupported)?;
        let mut next = SymbolicState { memory, id: self.engine.fresh_id(), meets: false, ..state.clone() };
        let mut happened = next.memory.settle(&self.engine.encoder.pool);
        // What a call read of its own is gone when it returns.
        let lives_on = !matches!(self.program.edges[edge].op, Op::Return(_));
        let Happened { conditions, doubt, .. } = &mut happened;
        self.name_what_was_read(state, &mut next.memory, conditions, doubt, lives_on);
        Ok((next, happened))
    }

    /// The state with a condition of the program that holds after an edge, or does not.
    pub fn condition(
        &mut self,
        mut state: SymbolicState,
        (expr, truth): (ExprId, bool),
        edge: EdgeId,
    ) -> Result<Option<SymbolicState>, CpaError> {
        let encoder = &mut self.engine.encoder;
        let holds = encoder.condition(self.program, &state.memory, expr, truth).map_err(unsupported)?;
        let (before, mut conditions) = (state.clone(), vec![holds]);
        let mut doubt = self.engine.encoder.pool.ff();
        self.name_what_was_read(&before, &mut state.memory, &mut conditions, &mut doubt, true);
        state.id = self.engine.fresh_id();
        self.assume(state, &conditions, edge)
    }

    /// Adds constraints; `None` when they contradict those that are there.
    fn assume(
        &mut self,
        mut state: SymbolicState,
        conditions: &[TermId],
        edge: EdgeId,
    ) -> Result<Option<SymbolicState>, CpaError> {
        let pool = &mut self.engine.encoder.pool;
        let mut new = Vec::new();
        for &condition in conditions {
            for term in pool.conjuncts(condition) {
                let negated = pool.not(term);
                if term == pool.ff() || state.has(negated) {
                    return Ok(None);
                }
                if term != pool.tt() && !state.has(term) && !new.contains(&term) {
                    new.push(term);
                }
            }
        }
        if new.is_empty() {
            return Ok(Some(state));
        }
        let Some(witness) = self.engine.admits(&state, &new, self.limits)? else { return Ok(None) };
        state.witness = witness;
        for term in new {
            state.constraints.push_back(self.engine.constraint(term, Some(edge)));
        }
        Ok(Some(state))
    }

    /// A cell without a term can have every value. Where a step reads one, the canonical symbol in the new terms is
    /// replaced by a symbol that the state does not have yet, which is what the cell is from then on.
    fn name_what_was_read(
        &mut self,
        before: &SymbolicState,
        after: &mut SymState,
        conditions: &mut [TermId],
        doubt: &mut TermId,
        lives_on: bool,
    ) {
        let changed: Vec<(CellId, TermId)> =
            before.memory.differing(after).into_iter().filter_map(|c| Some((c, after.get(c)?))).collect();
        let terms: Vec<TermId> =
            changed.iter().map(|&(_, t)| t).chain(conditions.iter().copied()).chain([*doubt]).collect();
        let mut read: Vec<CellId> = Vec::new();
        for term in terms {
            for symbol in self.engine.symbols(term).iter() {
                if let Symbol::Var(var) = *symbol
                    && let Some(cell) = self.engine.encoder.cell_of(var)
                {
                    read.push(cell);
                }
            }
        }
        if read.is_empty() {
            return;
        }
        read.sort_unstable();
        read.dedup();
        let taken = self.symbols_of(before);
        let mut names = FxHashMap::default();
        for cell in read {
            let encoder = &mut self.engine.encoder;
            let (symbol, name) = (encoder.symbol(cell), encoder.cell_name(cell).to_owned());
            let sort = encoder.pool.sort(symbol);
            let mut version = 0;
            let new = loop {
                let candidate = encoder.pool.var(&format!("{name}#{version}"), sort);
                if !taken.contains(&Symbol::Var(candidate)) {
                    break candidate;
                }
                version += 1;
            };
            names.insert(symbol, new);
            if lives_on && after.get(cell).is_none() {
                after.set(cell, new);
            }
        }
        let pool = &mut self.engine.encoder.pool;
        for (cell, term) in changed {
            let renamed = pool.substitute_cached(term, &mut names);
            after.set(cell, renamed);
        }
        for term in conditions.iter_mut().chain([doubt]) {
            *term = pool.substitute_cached(*term, &mut names);
        }
    }

    /// All symbols in a state.
    fn symbols_of(&mut self, state: &SymbolicState) -> FxHashSet<Symbol> {
        let mut all = FxHashSet::default();
        let values = state.memory.changed().map(|(_, term)| term);
        for term in values.chain(state.constraints.iter().map(|c| c.term)) {
            all.extend(self.engine.symbols(term).iter());
        }
        all
    }

    /// Forgets what is not tracked after an edge, what nobody reads any more, and where paths meet all that says
    /// nothing. `None` where nothing changes.
    pub fn adjust(
        &mut self,
        state: &SymbolicState,
        precision: &SymbolicPrecision,
        edge: EdgeId,
    ) -> Option<SymbolicState> {
        let loc = self.program.edges[edge].to;
        let mut gone: Vec<CellId> = Vec::new();
        for &var in self.facts.dead_temps.after(edge) {
            let cells = self.engine.encoder.local_cells(self.program, &state.memory, var);
            gone.extend(cells.into_iter().filter(|&cell| state.memory.get(cell).is_some()));
        }
        let mut dropped = Vec::new();
        if *precision != SymbolicPrecision::All {
            let untracked = |kind| Tracked::cell(kind).is_some_and(|what| !precision.tracks_at(loc, what));
            let cells = state.memory.changed().map(|(cell, _)| cell);
            gone.extend(cells.filter(|&cell| untracked(self.engine.encoder.cell(cell).kind)));
            let is_assumed = |edge: EdgeId| matches!(self.program.edges[edge].op, Op::Assume { .. });
            for (position, constraint) in state.constraints.iter().enumerate() {
                let tracked = constraint
                    .edge
                    .is_none_or(|e| !is_assumed(e) || precision.tracks_at(loc, Tracked::Constraint(e)));
                if !tracked {
                    dropped.push(position);
                }
            }
        }
        let meets = self.facts.meets[loc];
        if gone.is_empty() && dropped.is_empty() && !meets && !state.meets {
            return None;
        }
        let mut next = SymbolicState { id: self.engine.fresh_id(), meets, ..state.clone() };
        gone.into_iter().for_each(|cell| next.memory.forget(cell));
        for position in dropped.into_iter().rev() {
            next.constraints.remove(position);
        }
        if meets && self.facts.collects {
            self.collect(&mut next);
        }
        Some(next)
    }

    /// Drops what says nothing: constraints that no value depends on (they can hold, and no later one can make them
    /// fail), and cells that are some value and nothing else.
    fn collect(&mut self, state: &mut SymbolicState) {
        let values: Vec<(CellId, TermId)> = state.memory.changed().collect();
        let mut uses: FxHashMap<Symbol, u32> = FxHashMap::default();
        for &(_, term) in &values {
            for symbol in self.engine.symbols(term).iter() {
                *uses.entry(*symbol).or_default() += 1;
            }
        }
        let mut waiting: Vec<usize> = (0..state.constraints.len()).collect();
        loop {
            let before = waiting.len();
            waiting.retain(|&position| {
                let symbols = self.engine.symbols(state.constraints[position].term);
                let needed = symbols.iter().any(|s| uses.contains_key(s));
                if needed {
                    for symbol in symbols.iter() {
                        *uses.entry(*symbol).or_default() += 1;
                    }
                }
                !needed
            });
            if waiting.len() == before {
                break;
            }
        }
        for position in waiting.into_iter().rev() {
            state.constraints.remove(position);
        }
        for (cell, term) in values {
            let is_symbol = matches!(self.engine.encoder.pool.op(term), LogicOp::Var(_));
            if is_symbol && uses.get(&Symbol::Var(term)) == Some(&1) {
                state.memory.forget(cell);
            }
        }
    }
}
