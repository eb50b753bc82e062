//! Predicate analysis with adjustable-block encoding.
//!
//! Domain (Beyer, Keremoglu, Wendler, FMCAD 2010; section 2.3 of the property-scopes thesis): an abstraction, which
//! is a Boolean combination of predicates at the start of a block, and the symbolic state since. Where the block
//! operator ends a block the state is abstracted to the predicates of the precision ([`abstraction`]); inside a
//! block nothing is asked of the solver, and states of one block are merged where paths meet. Coverage is
//! entailment between abstractions and identity inside blocks. Predicates come from infeasible paths
//! ([`refiner`]).

pub mod abstraction;
pub mod blocks;
pub mod engine;
mod facts;
mod families;
mod mining;
pub mod precision;
pub mod refiner;
mod segment;
mod state;
mod templates;
#[cfg(test)]
mod tests;

pub use abstraction::Method;
pub use blocks::BlockEnd;
pub use engine::{Engine, PredId, SharedEngine};
pub use precision::{PredicatePrecision, Scope};
pub use state::{Abstraction, PredicateState};

use argand_cfa::{LocId, Program};
use argand_cpa::{
    Adjusted, Change, ConfigError, Configurable, Context, Cpa, CpaError, Interned, Invariants, Profile,
    Refiner, Siblings, Successors, TransferCx, Words,
};
use argand_encode::{Encoder, Unsupported};
use argand_logic::Bdd;
use argand_support::Limits;
use blocks::BlockOperator;
use facts::Predicates;
use refiner::PredicateRefiner;
use std::cell::RefCell;
use std::rc::Rc;

argand_cpa::options! {
    /// What the predicate analysis takes from a configuration.
    pub struct Options {
        /// Where blocks end. Loop heads always end a block; each word adds further places.
        blocks: Vec<BlockEnd> = vec![BlockEnd::LoopHeads],
        /// How many edges a block has at most, where `blocks` names `threshold`.
        block_size: u32 = 50,
        /// How abstractions are computed.
        abstraction: Method = Method::Combined,
        /// How far a new predicate reaches.
        scope: Scope = Scope::Function,
        /// Refine with what an equality says about both directions as well: `x <= y` and `y <= x` for `x == y`.
        split_equalities: bool = false,
    }
}

/// The predicate analysis.
#[derive(Debug)]
pub struct PredicateCpa {
    engine: SharedEngine,
    blocks: BlockOperator,
    options: Options,
    initial_precision: PredicatePrecision,
}

impl PredicateCpa {
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

    /// Ends the block of a state at a location; `None` if no concrete state is left.
    fn end_block(
        &self,
        program: &Program,
        state: &PredicateState,
        precision: &PredicatePrecision,
        loc: LocId,
        target: bool,
        limits: &Limits,
    ) -> Result<Option<PredicateState>, CpaError> {
        // Behind a violation nothing is explored, so nothing need be known there.
        let engine = &mut *self.engine.borrow_mut();
        engine.activate(program);
        let mut considered = Vec::new();
        if !target {
            considered = precision.at(program, loc);
            considered.extend(engine.imported.at(program, loc));
            considered.sort_unstable();
            considered.dedup();
        }
        let from = state.abstraction.formula;
        let method = self.options.abstraction;
        let Some(formula) = engine.abstraction(from, &state.block, &considered, method, limits)? else {
            return Ok(None);
        };
        let abstraction = Abstraction {
            id: engine.fresh_id(),
            formula,
            location: loc,
            ended: Some(Rc::clone(&state.block)),
            considered: considered.into(),
            text: engine.describe(formula),
        };
        let block = Rc::new(state.block.fresh_block(&engine.encoder.pool));
        Ok(Some(PredicateState { abstraction: Rc::new(abstraction), block, id: 0, length: 0 }))
    }
}

fn unsupported(error: Unsupported) -> CpaError {
    CpaError::unsupported(error.construct)
}

impl Configurable for PredicateCpa {
    const NAME: &'static str = "predicate";
    const SUMMARY: &'static str =
        "Boolean combinations of predicates at the ends of blocks, refined from infeasible paths";
    type Options = Options;
    const REFINES: bool = true;

    fn refiner(
        component: &Interned<Self>,
        cx: &Context<'_>,
    ) -> Result<Option<Box<dyn Refiner>>, ConfigError> {
        Ok(Some(Box::new(PredicateRefiner::new(component, cx))))
    }

    fn invariants(component: &Interned<Self>) -> Option<Box<dyn Invariants>> {
        Some(Box::new(Predicates { engine: component.cpa().engine(), states: component.states() }))
    }

    fn from_options(options: Options, cx: &Context<'_>) -> Result<Self, ConfigError> {
        let mut engine = Engine::new(Encoder::sharing(cx.program, &cx.layout), cx.solvers.clone());
        engine.import(cx.facts);
        Ok(Self {
            engine: Rc::new(RefCell::new(engine)),
            blocks: BlockOperator::new(cx.program, &options.blocks, options.block_size),
            options,
            initial_precision: PredicatePrecision::default(),
        })
    }
}

impl Cpa for PredicateCpa {
    type State = PredicateState;
    type Precision = PredicatePrecision;

    fn initial(&mut self, program: &Program, location: LocId) -> Result<PredicateState, CpaError> {
        let engine = &mut *self.engine.borrow_mut();
        let abstraction = Abstraction {
            id: engine.fresh_id(),
            formula: Bdd::TRUE,
            location,
            ended: None,
            considered: Rc::default(),
            text: "true".to_owned(),
        };
        let block = Rc::new(engine.encoder.start(program));
        Ok(PredicateState { abstraction: Rc::new(abstraction), block, id: 0, length: 0 })
    }

    fn initial_precision(&mut self, _program: &Program) -> PredicatePrecision {
        self.initial_precision.clone()
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &PredicateState,
        _precision: &PredicatePrecision,
        out: &mut Successors<PredicateState>,
    ) -> Result<(), CpaError> {
        let engine = &mut *self.engine.borrow_mut();
        let next = match engine.encoder.post(cx.program, &state.block, cx.edge_id) {
            Ok(next) => next,
            Err(error) => {
                // No gap where no run gets to.
                let before = engine.formula(state.abstraction.formula);
                let guard = state.block.condition(&engine.encoder.pool);
                engine.ready(cx.limits);
                engine.assume_all(&[before, guard]);
                return if engine.check(&[])? { Err(unsupported(error)) } else { Ok(()) };
            }
        };
        if next.is_false(&engine.encoder.pool) {
            return Ok(());
        }
        if next.doubt() != state.block.doubt() {
            let before = engine.formula(state.abstraction.formula);
            engine.ready(cx.limits);
            engine.assume_all(&[before, next.doubt()]);
            if engine.check(&[])? {
                return Err(CpaError::unsupported(
                    "memory that may be larger than the address space, or used after it is gone",
                ));
            }
        }
        let id = engine.fresh_id();
        out.push(PredicateState {
            abstraction: Rc::clone(&state.abstraction),
            block: Rc::new(next),
            id,
            length: state.length + 1,
        });
        Ok(())
    }

    fn is_covered_by(&mut self, a: &PredicateState, b: &PredicateState) -> Result<bool, CpaError> {
        if a.is_abstraction() != b.is_abstraction() {
            return Ok(false);
        }
        if a.is_abstraction() {
            let engine = &mut *self.engine.borrow_mut();
            return Ok(
                a.block == b.block && engine.bdds.implies(a.abstraction.formula, b.abstraction.formula)
            );
        }
        let merged = self.engine.borrow().merged_into(a.id) == Some(b.id);
        Ok(a.abstraction.id == b.abstraction.id && (a.id == b.id || merged || a.block == b.block))
    }

    fn join(&mut self, a: &PredicateState, b: &PredicateState) -> Result<PredicateState, CpaError> {
        self.merge(a, b, &PredicatePrecision::default())?
            .ok_or_else(|| CpaError::unsupported("a join of states of different blocks"))
    }

    fn merge(
        &mut self,
        new: &PredicateState,
        old: &PredicateState,
        _precision: &PredicatePrecision,
    ) -> Result<Option<PredicateState>, CpaError> {
        if new.is_abstraction() || old.is_abstraction() || new.abstraction.id != old.abstraction.id {
            return Ok(None);
        }
        if new.block == old.block {
            return Ok(Some(old.clone()));
        }
        let engine = &mut *self.engine.borrow_mut();
        let block = engine.encoder.join(&old.block, &new.block);
        if block == *old.block {
            engine.note_merge(new.id, old.id);
            return Ok(Some(old.clone()));
        }
        let id = engine.fresh_id();
        engine.note_merge(new.id, id);
        let length = old.length.max(new.length);
        let abstraction = Rc::clone(&old.abstraction);
        Ok(Some(PredicateState { abstraction, block: Rc::new(block), id, length }))
    }

    fn strengthen(
        &mut self,
        cx: &TransferCx<'_>,
        state: &PredicateState,
        _precision: &PredicatePrecision,
        after: &Siblings<'_>,
    ) -> Result<Change<PredicateState>, CpaError> {
        let assumes = after.assumes();
        if assumes.is_empty() {
            return Ok(Change::Keep);
        }
        let engine = &mut *self.engine.borrow_mut();
        let mut block = (*state.block).clone();
        for (expr, truth) in assumes {
            let holds = engine.encoder.condition(cx.program, &block, expr, truth).map_err(unsupported)?;
            block.assume(&mut engine.encoder.pool, holds);
        }
        if block.is_false(&engine.encoder.pool) {
            return Ok(Change::Bottom);
        }
        let id = engine.fresh_id();
        Ok(Change::To(PredicateState { block: Rc::new(block), id, ..state.clone() }))
    }

    fn adjust(
        &mut self,
        cx: &TransferCx<'_>,
        state: &PredicateState,
        precision: &PredicatePrecision,
        after: &Siblings<'_>,
    ) -> Result<Adjusted<PredicateState, PredicatePrecision>, CpaError> {
        let target = after.is_target();
        if !target && !self.blocks.ends(cx.program, cx.edge_id, state.length) {
            return Ok(Adjusted::Keep);
        }
        let ended = self.end_block(cx.program, state, precision, cx.edge.to, target, cx.limits)?;
        Ok(ended.map_or(Adjusted::Bottom, Adjusted::State))
    }

    fn profile(&self) -> Profile {
        Profile { cover_cost: 5, ..Profile::default() }
    }

    fn write_precision(&self, _: &Program, precision: &PredicatePrecision, out: &mut String) {
        use std::fmt::Write as _;
        let _ = write!(out, "{} predicates", precision.len());
    }

    fn describe(&self, words: &Words<'_>, state: &PredicateState, lines: &mut Vec<String>) {
        if state.is_abstraction() {
            lines.push(state.abstraction.text.clone());
        } else {
            let start = words.location(state.abstraction.location);
            lines.push(format!("{} steps after {}, where {}", state.length, start, state.abstraction.text));
        }
    }
}
