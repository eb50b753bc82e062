//! Symbolic execution: symbolic memory and path constraints.
//!
//! Domain (sections 2.3 and 2.6.6 of the thesis on slicing and refinement): a term for each cell of memory, over
//! symbols for inputs, and the conditions that hold on the path, one by one. Memory is that of [`argand_encode`]. A
//! solver is asked at assumptions only ([`engine`]); coverage is equality of values with fewer constraints, up to the names
//! of symbols unless `coverage` asks for the same symbols (`cover`), so that loops end whose states repeat. The precision ([`precision`]) says which
//! variables and which constraints are tracked; what is not tracked can be everything. Refinement learns it
//! from infeasible paths (`refine`, [`refiner`]).
//!
//! **Invariant:** states are made only of constraints that can hold together: a path ends where it cannot be taken.

mod cover;
pub mod engine;
mod merge;
pub mod precision;
mod refine;
pub mod refiner;
mod state;
#[cfg(test)]
mod tests;
mod transfer;

pub use precision::{SymbolicPrecision, Tracked};
pub use state::{Constraint, SymbolicState};

use argand_cfa::{LocId, Program};
use argand_cpa::prefix::Criterion;
use argand_cpa::{
    Adjusted, Change, ConfigError, Configurable, Constant, Context, CoverKeys, Coverage, Cpa, CpaError,
    Extras, Interned, Profile, Query, Refiner, Sharing, Siblings, Successors, TransferCx, Words,
};
use argand_domains::memory::Object;
use argand_encode::{CellKind, Encoder};
use argand_logic::Assignment;
use argand_support::Limits;
use engine::{Engine, SharedEngine};
use imbl::Vector;
use refiner::SymbolicRefiner;
use std::cell::RefCell;
use std::rc::Rc;
use transfer::{Facts, Transfer};

argand_cpa::option_enum! {
    /// When one state covers another.
    pub enum Comparison {
        /// Its symbols can be replaced such that it is the other one with fewer constraints: an input that nothing
        /// restricts covers every value.
        Matching = "matching",
        /// Its values are those of the other one, with fewer constraints (SLI §2.6.6): symbols are equal or not.
        Equality = "equality",
    }
}

argand_cpa::options! {
    /// What symbolic execution takes from a configuration.
    pub struct Options {
        /// Track everything from the start instead of refining from nothing.
        track_all: bool = false,
        /// When one state covers another: up to the names of symbols, or only with the same symbols.
        coverage: Comparison = Comparison::Matching,
        /// How far a refinement reaches: everywhere, or only to the locations that need it.
        sharing: Sharing = Sharing::Scope,
        /// What decides between the refinements of an infeasible path, the most important criterion first.
        refinement_order: Vec<Criterion> = vec![Criterion::DomainType, Criterion::Width, Criterion::Length],
    }
}

/// Symbolic execution.
#[derive(Debug)]
pub struct SymbolicCpa {
    engine: SharedEngine,
    facts: Facts,
    options: Options,
}

impl SymbolicCpa {
    /// The options it was made with.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// What it shares with its refiner.
    #[must_use]
    pub fn engine(&self) -> SharedEngine {
        Rc::clone(&self.engine)
    }

    /// Whether the second state covers the first.
    fn covers(&self, special: &SymbolicState, general: &SymbolicState) -> bool {
        let engine = &mut *self.engine.borrow_mut();
        match self.options.coverage {
            Comparison::Matching => cover::is_covered(engine, special, general),
            Comparison::Equality => cover::is_contained(engine, special, general),
        }
    }

    const fn facts(&self) -> &Facts {
        &self.facts
    }

    fn stepping<T>(
        &self,
        program: &Program,
        limits: &Limits,
        work: impl FnOnce(&mut Transfer<'_>) -> T,
    ) -> T {
        let engine = &mut *self.engine.borrow_mut();
        work(&mut Transfer { program, facts: &self.facts, engine, limits })
    }
}

impl Configurable for SymbolicCpa {
    const NAME: &'static str = "symbolic";
    const SUMMARY: &'static str =
        "tracks symbolic values and path constraints, refined from infeasible paths: symbolic execution";
    type Options = Options;
    const REFINES: bool = true;

    fn refiner(
        component: &Interned<Self>,
        cx: &Context<'_>,
    ) -> Result<Option<Box<dyn Refiner>>, ConfigError> {
        Ok(Some(Box::new(SymbolicRefiner::new(component, cx))))
    }

    fn from_options(options: Options, cx: &Context<'_>) -> Result<Self, ConfigError> {
        let engine = Engine::new(Encoder::sharing(cx.program, &cx.layout), cx.solvers.clone());
        let facts = Facts::of(cx.program, options.coverage == Comparison::Matching);
        Ok(Self { engine: Rc::new(RefCell::new(engine)), facts, options })
    }
}

impl Cpa for SymbolicCpa {
    type State = SymbolicState;
    type Precision = SymbolicPrecision;

    fn initial(&mut self, program: &Program, _location: LocId) -> Result<SymbolicState, CpaError> {
        let engine = &mut *self.engine.borrow_mut();
        let mut memory = engine.encoder.start(program);
        memory.number_inputs();
        Ok(SymbolicState {
            id: engine.fresh_id(),
            memory,
            constraints: Vector::new(),
            witness: Rc::new(Assignment::default()),
            meets: false,
        })
    }

    fn initial_precision(&mut self, _program: &Program) -> SymbolicPrecision {
        if self.options.track_all { SymbolicPrecision::All } else { SymbolicPrecision::default() }
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &SymbolicState,
        _precision: &SymbolicPrecision,
        out: &mut Successors<SymbolicState>,
    ) -> Result<(), CpaError> {
        match self.stepping(cx.program, cx.limits, |transfer| transfer.post(state, cx.edge_id))? {
            Some(next) if next == *state => out.unchanged(),
            Some(next) => out.push(next),
            None => {}
        }
        Ok(())
    }

    fn is_covered_by(&mut self, a: &SymbolicState, b: &SymbolicState) -> Result<bool, CpaError> {
        Ok(self.covers(a, b))
    }

    fn join(&mut self, a: &SymbolicState, b: &SymbolicState) -> Result<SymbolicState, CpaError> {
        self.merge(a, b, &SymbolicPrecision::default())?
            .ok_or_else(|| CpaError::unsupported("a join of states where no paths meet"))
    }

    fn merge(
        &mut self,
        new: &SymbolicState,
        old: &SymbolicState,
        _precision: &SymbolicPrecision,
    ) -> Result<Option<SymbolicState>, CpaError> {
        if !new.meets || !old.meets || !new.memory.same_calls(&old.memory) {
            return Ok(None);
        }
        if self.covers(new, old) {
            return Ok(Some(old.clone()));
        }
        Ok(Some(merge::merged(&mut self.engine.borrow_mut(), old, new)))
    }

    fn strengthen(
        &mut self,
        cx: &TransferCx<'_>,
        state: &SymbolicState,
        _precision: &SymbolicPrecision,
        after: &Siblings<'_>,
    ) -> Result<Change<SymbolicState>, CpaError> {
        let assumes = after.assumes();
        if assumes.is_empty() {
            return Ok(Change::Keep);
        }
        self.stepping(cx.program, cx.limits, |transfer| {
            let mut next = state.clone();
            for assumed in assumes {
                match transfer.condition(next, assumed, cx.edge_id)? {
                    Some(narrowed) => next = narrowed,
                    None => return Ok(Change::Bottom),
                }
            }
            Ok(Change::To(next))
        })
    }

    fn adjust(
        &mut self,
        cx: &TransferCx<'_>,
        state: &SymbolicState,
        precision: &SymbolicPrecision,
        _after: &Siblings<'_>,
    ) -> Result<Adjusted<SymbolicState, SymbolicPrecision>, CpaError> {
        let adjusted =
            self.stepping(cx.program, cx.limits, |transfer| transfer.adjust(state, precision, cx.edge_id));
        Ok(adjusted.map_or(Adjusted::Keep, Adjusted::State))
    }

    fn answer(&self, program: &Program, state: &SymbolicState, query: &mut Query) {
        let (Query::Value { expr, .. } | Query::IntRange { expr, .. }) = query else { return };
        let ty = program.expr(*expr).ty;
        if !program.types.is_integer(ty) {
            return;
        }
        let encoder = &mut self.engine.borrow_mut().encoder;
        let Ok(term) = encoder.value(program, &state.memory, *expr) else { return };
        let Some(bits) = encoder.pool.as_const(term) else { return };
        let number = if program.types.is_signed(ty) {
            bits.to_i128()
        } else {
            bits.to_u128().and_then(|n| i128::try_from(n).ok())
        };
        let Some(number) = number else { return };
        match query {
            Query::Value { value, .. } => *value = Some(Constant::Int(number)),
            _ => query.narrow_range(number, number),
        }
    }

    fn extras(&self) -> Extras<'_, Self> {
        Extras { coverage: Coverage::Keys(self), ..Extras::default() }
    }

    fn profile(&self) -> Profile {
        Profile { cover_cost: 20, ..Profile::default() }
    }

    fn write_precision(&self, program: &Program, precision: &SymbolicPrecision, out: &mut String) {
        out.push_str(&precision::describe(precision, program, &self.engine.borrow().encoder));
    }

    fn describe(&self, words: &Words<'_>, state: &SymbolicState, lines: &mut Vec<String>) {
        let engine = self.engine.borrow();
        let encoder = &engine.encoder;
        for (cell, term) in state.memory.changed() {
            if let CellKind::Scalar { var, depth, bit_offset } = encoder.cell(cell).kind
                && words.knows(var)
            {
                let (bit, width) = (bit_offset.cast_signed(), u64::from(encoder.pool.width(term)));
                let name = words.cell(Object::Var { var, depth }, bit, width).name;
                lines.push(format!("{name} = {}", engine.in_c(words.program, term)));
            }
        }
        let constraints = state.constraints().iter();
        lines.extend(constraints.map(|constraint| engine.in_c(words.program, constraint.term)));
    }
}

impl CoverKeys<SymbolicState> for SymbolicCpa {
    fn shape(&self, state: &SymbolicState) -> u64 {
        cover::shape(&self.engine.borrow(), state)
    }

    fn key(&self, state: &SymbolicState, onto: &SymbolicState) -> Option<u64> {
        cover::key(&self.engine.borrow(), state, onto)
    }
}
