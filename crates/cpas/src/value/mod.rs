//! Explicit values: which memory holds which constant.
//!
//! Lattice: maps from cells (bit ranges of variables and heap objects) to constants or addresses; a missing
//! cell is unknown. The analysis tracks what its precision names ([`ValuePrecision`]) and refines it from
//! infeasible paths ([`refine`]). It follows the value analysis of the SMG value-analysis thesis, section 3.8,
//! with memory behind known pointers and bit-precise floats.

mod eval;
mod facts;
mod learn;
mod library;
pub mod precision;
pub mod refine;
pub mod refiner;
mod state;
#[cfg(test)]
mod tests;
mod trace;
mod transfer;

pub use precision::{Base, Tracked, ValuePrecision};
pub use state::{Known, Value, ValueState};

use argand_cfa::arith::Scalar;
use argand_cfa::{LocId, Program};
use argand_cpa::prefix::Criterion;
use argand_cpa::{
    Adjusted, Change, ConfigError, Configurable, Constant, Context, Coverage, Cpa, CpaError, Extras,
    Forgetting, FrameVar, Interned, MemoryObject, Pointee, Query, Refiner, Sharing, Siblings, Successors,
    TransferCx, Words,
};
use argand_domains::Lattice as _;
use argand_domains::memory::Object;
use argand_flow::liveness::DeadTemps;
use eval::Eval;
use facts::Facts;
use refiner::ValueRefiner;
use trace::Notes;
use transfer::{Blocked, Reach, Transfer};

argand_cpa::options! {
    /// What the value analysis takes from a configuration.
    pub struct Options {
        /// Track every cell from the start instead of refining from nothing.
        track_all: bool = false,
        /// How far a refinement reaches: to everywhere a cell lives, or only to the locations that need it.
        sharing: Sharing = Sharing::Scope,
        /// What decides between the refinements of an infeasible path, the most important criterion first.
        refinement_order: Vec<Criterion> = vec![Criterion::DomainType, Criterion::Width, Criterion::Length],
    }
}

/// The value analysis.
#[derive(Debug)]
pub struct ValueCpa {
    facts: Facts,
    dead_temps: DeadTemps,
    options: Options,
}

impl ValueCpa {
    /// The options it was made with.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }
}

impl Configurable for ValueCpa {
    const NAME: &'static str = "value";
    const SUMMARY: &'static str =
        "tracks constants and addresses in variables and memory, refined from infeasible paths";
    type Options = Options;
    const REFINES: bool = true;

    fn refiner(
        component: &Interned<Self>,
        cx: &Context<'_>,
    ) -> Result<Option<Box<dyn Refiner>>, ConfigError> {
        Ok(Some(Box::new(ValueRefiner::new(component, cx))))
    }

    fn from_options(options: Options, cx: &Context<'_>) -> Result<Self, ConfigError> {
        Ok(Self { facts: Facts::of(cx.program), dead_temps: DeadTemps::of(cx.program), options })
    }
}

impl Cpa for ValueCpa {
    type State = ValueState;
    type Precision = ValuePrecision;

    fn initial(&mut self, _program: &Program, _location: LocId) -> Result<ValueState, CpaError> {
        Ok(ValueState::default())
    }

    fn initial_precision(&mut self, _program: &Program) -> ValuePrecision {
        if self.options.track_all { ValuePrecision::All } else { ValuePrecision::default() }
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &ValueState,
        precision: &ValuePrecision,
        out: &mut Successors<ValueState>,
    ) -> Result<(), CpaError> {
        let mut reach = |pointer| reach_of(&cx.before, pointer);
        let mut post = Transfer {
            program: cx.program,
            precision,
            facts: &self.facts,
            reach: &mut reach,
            edge: cx.edge_id,
            notes: Notes::default(),
        };
        match post.run(state) {
            Ok(next) if next == *state => out.unchanged(),
            Ok(next) => out.push(next),
            Err(Blocked::Infeasible) => {}
            Err(Blocked::Unsupported(construct)) => return Err(CpaError::unsupported(construct)),
        }
        Ok(())
    }

    fn is_covered_by(&mut self, a: &ValueState, b: &ValueState) -> Result<bool, CpaError> {
        Ok(a.leq(b))
    }

    fn join(&mut self, a: &ValueState, b: &ValueState) -> Result<ValueState, CpaError> {
        Ok(a.join(b))
    }

    fn strengthen(
        &mut self,
        cx: &TransferCx<'_>,
        state: &ValueState,
        precision: &ValuePrecision,
        after: &Siblings<'_>,
    ) -> Result<Change<ValueState>, CpaError> {
        let assumes = after.assumes();
        if assumes.is_empty() {
            return Ok(Change::Keep);
        }
        let mut reach = |pointer| reach_of(after, pointer);
        let mut post = Transfer {
            program: cx.program,
            precision,
            facts: &self.facts,
            reach: &mut reach,
            edge: cx.edge_id,
            notes: Notes::default(),
        };
        let mut next = state.clone();
        for (cond, truth) in assumes {
            if post.eval(&next).truth(cond).is_some_and(|known| known != truth) {
                return Ok(Change::Bottom);
            }
            post.learn(&mut next, cond, truth);
        }
        Ok(if next == *state { Change::Keep } else { Change::To(next) })
    }

    fn adjust(
        &mut self,
        cx: &TransferCx<'_>,
        state: &ValueState,
        precision: &ValuePrecision,
        _after: &Siblings<'_>,
    ) -> Result<Adjusted<ValueState, ValuePrecision>, CpaError> {
        let mut next = None;
        // Only here, because what a specification assumes after the edge may still speak of a temporary.
        for &var in self.dead_temps.after(cx.edge_id) {
            let object = state.object_of(cx.program, var);
            if state.memory.knows(object) {
                next.get_or_insert_with(|| state.clone()).memory.remove_object(object);
            }
        }
        // Writes are filtered as they happen; only precisions that differ between locations leave anything over.
        if precision.varies() {
            forget_untracked(next.get_or_insert_with(|| state.clone()), precision, cx.edge.to);
        }
        Ok(next.map_or(Adjusted::Keep, Adjusted::State))
    }

    fn answer(&self, program: &Program, state: &ValueState, query: &mut Query) {
        let eval = Eval { program, state, notes: Notes::default() };
        match query {
            Query::Value { expr, value } => {
                if let Some(Known::Number(scalar)) = eval.eval(*expr) {
                    *value = Some(match scalar {
                        Scalar::Int(i) => Constant::Int(i),
                        Scalar::Float(bits) => Constant::Float(bits),
                    });
                }
            }
            Query::IntRange { expr, .. } => {
                if let Some(value) = eval.eval(*expr).and_then(Known::as_int) {
                    query.narrow_range(value, value);
                }
            }
            Query::PointsTo { expr, .. } => {
                if let Some(pointee) = eval.eval(*expr).and_then(pointee) {
                    query.narrow_pointees(vec![pointee]);
                }
            }
            Query::Callee { expr, func } => {
                if let Some(Known::Func(callee)) = eval.eval(*expr) {
                    *func = Some(callee);
                }
            }
            _ => {}
        }
    }

    fn extras(&self) -> Extras<'_, Self> {
        Extras { coverage: Coverage::Forgetting(self), ..Extras::default() }
    }

    fn write_precision(&self, program: &Program, precision: &ValuePrecision, out: &mut String) {
        out.push_str(&precision::describe(precision, program));
    }

    fn describe(&self, words: &Words<'_>, state: &ValueState, lines: &mut Vec<String>) {
        state.describe(words, lines);
    }
}

impl Forgetting<ValueState> for ValueCpa {
    fn shape(&self, state: &ValueState) -> u64 {
        state.shape()
    }

    fn project(&self, state: &ValueState, onto: &ValueState) -> Option<ValueState> {
        state.project(onto)
    }
}

/// Forgets what is not tracked at a location.
fn forget_untracked(state: &mut ValueState, precision: &ValuePrecision, loc: LocId) {
    let tracks = |cell: Tracked| precision.tracks_at(loc, cell);
    let fills: Vec<Object> = state.memory.zero_filled().filter(|&o| !tracks(Tracked::fill(o))).collect();
    let cells: Vec<(Object, i64)> = state
        .memory
        .cells()
        .filter(|c| !tracks(Tracked { base: c.object.into(), bit: c.bit, width: c.width }))
        .map(|c| (c.object, c.bit))
        .collect();
    for object in fills {
        state.memory.forget_fill(object);
    }
    for (object, bit) in cells {
        state.memory.forget(object, bit);
    }
}

/// An address as siblings see it.
fn pointee(known: Known) -> Option<Pointee> {
    Some(match known {
        Known::Number(Scalar::Int(0)) => Pointee::Null,
        Known::Number(_) => return None,
        Known::Func(func) => Pointee::Function(func),
        Known::Addr { object, offset } => Pointee::Object {
            object: match object {
                Object::Var { var, depth } => MemoryObject::Var(FrameVar { var, depth }),
                Object::Heap { site, index } => MemoryObject::Heap { site, instance: index },
            },
            offset: Some(i128::from(offset)),
            summary: false,
        },
    })
}

/// What the siblings say a pointer can point to.
fn reach_of(siblings: &Siblings<'_>, pointer: argand_cfa::ExprId) -> Reach {
    let Some(targets) = siblings.points_to(pointer) else { return Reach::Anything };
    let bases = targets.into_iter().filter_map(|target| match target {
        Pointee::Null | Pointee::Function(_) => None,
        Pointee::Object { object: MemoryObject::Var(frame), .. } => Some(Base::Var(frame.var)),
        Pointee::Object { object: MemoryObject::Heap { site, .. }, .. } => Some(Base::Heap(site)),
    });
    Reach::Bases(bases.collect())
}
