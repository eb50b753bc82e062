//! Flow-sensitive points-to sets: where pointers in memory can point.
//!
//! Lattice: maps from cells (bit ranges of variables and heap objects) to finite sets of targets, a missing cell
//! is unknown; joins are unions. The newest object of every allocation site is kept apart from the older ones
//! (recency abstraction), so that a fresh node can be filled in by strong updates. The domain is finite, so that
//! with `merge = "join"` the analysis ends on every program. Other analyses ask it what an unknown pointer can
//! reach.

mod eval;
mod flow;
mod library;
mod state;
#[cfg(test)]
mod tests;
mod transfer;

pub use state::{PointerState, Target, Targets};

use argand_cfa::{LocId, Program};
use argand_cpa::{
    Change, ConfigError, Configurable, Context, Cpa, CpaError, Extras, FrameVar, Locals, MemoryObject, Phase,
    Pointee, Profile, Query, RecursiveFunctions, Siblings, Successors, TransferCx, Words,
};
use argand_domains::Lattice as _;
use argand_domains::memory::Object;
use argand_flow::formats::Formats;
use eval::{Eval, is_single};
use flow::Allocating;
use transfer::Transfer;

argand_cpa::options! {
    /// The pointer analysis has nothing to choose but merge and stop.
    pub struct Options {}
}

/// The pointer analysis.
#[derive(Debug)]
pub struct PointerCpa {
    recursive: RecursiveFunctions,
    locals: Locals,
    allocating: Allocating,
    formats: Formats,
}

impl Configurable for PointerCpa {
    const NAME: &'static str = "pointer";
    const SUMMARY: &'static str = "tracks what pointers in variables and memory can point to";
    type Options = Options;

    fn from_options(_options: Options, cx: &Context<'_>) -> Result<Self, ConfigError> {
        Ok(Self {
            recursive: RecursiveFunctions::of(cx.program),
            locals: Locals::of(cx.program),
            allocating: Allocating::of(cx.program),
            formats: Formats::of(cx.program),
        })
    }
}

impl PointerCpa {
    const fn post<'a>(&'a self, cx: &TransferCx<'a>) -> Transfer<'a> {
        Transfer {
            program: cx.program,
            recursive: &self.recursive,
            locals: &self.locals,
            formats: &self.formats,
            edge: cx.edge_id,
        }
    }
}

impl Cpa for PointerCpa {
    type State = PointerState;
    type Precision = ();

    fn initial(&mut self, _program: &Program, _location: LocId) -> Result<PointerState, CpaError> {
        Ok(PointerState::default())
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &PointerState,
        _precision: &(),
        out: &mut Successors<PointerState>,
    ) -> Result<(), CpaError> {
        let post = self.post(cx);
        match post.run(state) {
            Some(next) if next == *state => out.unchanged(),
            Some(next) => out.push(next),
            None => {}
        }
        Ok(())
    }

    fn is_covered_by(&mut self, a: &PointerState, b: &PointerState) -> Result<bool, CpaError> {
        Ok(a.leq(b))
    }

    fn join(&mut self, a: &PointerState, b: &PointerState) -> Result<PointerState, CpaError> {
        Ok(a.join(b))
    }

    fn strengthen(
        &mut self,
        cx: &TransferCx<'_>,
        state: &PointerState,
        _precision: &(),
        after: &Siblings<'_>,
    ) -> Result<Change<PointerState>, CpaError> {
        let assumes = after.assumes();
        if assumes.is_empty() {
            return Ok(Change::Keep);
        }
        let post = self.post(cx);
        let mut next = state.clone();
        for (cond, truth) in assumes {
            if post.assume(&mut next, cond, truth).is_none() {
                return Ok(Change::Bottom);
            }
        }
        Ok(if next == *state { Change::Keep } else { Change::To(next) })
    }

    fn profile(&self) -> Profile {
        Profile { phases: &[Phase::Strengthen], ..Profile::default() }
    }

    fn extras(&self) -> Extras<'_, Self> {
        Extras { data_flow: Some(self), ..Extras::default() }
    }

    fn answer(&self, program: &Program, state: &PointerState, query: &mut Query) {
        let eval = Eval { program, state };
        match query {
            Query::PointsTo { expr, .. } => {
                if let Some(targets) = eval.eval(*expr) {
                    query.narrow_pointees(targets.iter().map(pointee).collect());
                }
            }
            Query::Callee { expr, func } => {
                if let Some(targets) = eval.eval(*expr)
                    && let (Some(Target::Func(only)), 1) = (targets.iter().next(), targets.len())
                {
                    *func = Some(only);
                }
            }
            _ => {}
        }
    }

    fn describe(&self, words: &Words<'_>, state: &PointerState, lines: &mut Vec<String>) {
        state.describe(words, lines);
    }
}

/// A target as siblings see it.
fn pointee(target: Target) -> Pointee {
    match target {
        Target::Null => Pointee::Null,
        Target::Func(func) => Pointee::Function(func),
        Target::Object(object, offset) => Pointee::Object {
            object: match object {
                Object::Var { var, depth } => MemoryObject::Var(FrameVar { var, depth }),
                Object::Heap { site, index } => MemoryObject::Heap { site, instance: index },
            },
            offset: offset.map(i128::from),
            summary: !is_single(object),
        },
    }
}
