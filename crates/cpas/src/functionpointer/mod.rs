//! Which function a pointer variable points to.
//!
//! Domain: a map from pointer variables to a function or null; a variable that is not bound can point anywhere.
//! Calls through pointers arrive as chains of comparisons with every function that could be meant; knowing
//! the pointer prunes the chain to one call. Only variables whose address is never taken are tracked here;
//! for other pointers the siblings are asked where they point.

mod state;
mod transfer;

#[cfg(test)]
mod tests;

pub use state::{Callee, FunctionpointerState};

use argand_cfa::{LocId, Program};
use argand_cpa::{
    ConfigError, Configurable, Context, Coverage, Cpa, CpaError, Extras, Forgetting, Pointee, Query,
    RecursiveFunctions, Siblings, Successors, TransferCx, Words, forget,
};
use argand_domains::Lattice as _;
use transfer::Transfer;

argand_cpa::options! {
    /// `functionpointer` has no options.
    pub struct FunctionpointerOptions {}
}

/// Tracks function pointers.
#[derive(Clone, Debug)]
pub struct FunctionpointerCpa {
    recursive: RecursiveFunctions,
}

impl Configurable for FunctionpointerCpa {
    const NAME: &'static str = "functionpointer";
    const SUMMARY: &'static str = "tracks which function a pointer points to";
    type Options = FunctionpointerOptions;

    fn from_options(_: FunctionpointerOptions, cx: &Context<'_>) -> Result<Self, ConfigError> {
        Ok(Self { recursive: RecursiveFunctions::of(cx.program) })
    }
}

impl Cpa for FunctionpointerCpa {
    type State = FunctionpointerState;
    type Precision = ();

    fn initial(&mut self, _: &Program, _: LocId) -> Result<FunctionpointerState, CpaError> {
        Ok(FunctionpointerState::default())
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &FunctionpointerState,
        (): &(),
        out: &mut Successors<FunctionpointerState>,
    ) -> Result<(), CpaError> {
        let transfer = Transfer { program: cx.program, recursive: &self.recursive, siblings: &cx.before };
        if let Some(next) = transfer.post(state, cx.op()) {
            if next == *state {
                out.unchanged();
            } else {
                out.push(next);
            }
        }
        Ok(())
    }

    fn is_covered_by(
        &mut self,
        a: &FunctionpointerState,
        b: &FunctionpointerState,
    ) -> Result<bool, CpaError> {
        Ok(a.leq(b))
    }

    fn join(
        &mut self,
        a: &FunctionpointerState,
        b: &FunctionpointerState,
    ) -> Result<FunctionpointerState, CpaError> {
        if a.frames != b.frames {
            return Err(CpaError::unsupported("a join of different call stacks"));
        }
        Ok(a.join(b))
    }

    fn answer(&self, program: &Program, state: &FunctionpointerState, query: &mut Query) {
        let expr = match query {
            Query::Callee { expr, .. } | Query::PointsTo { expr, .. } => *expr,
            _ => return,
        };
        // The answer must not depend on siblings, or two analyses would ask each other for ever.
        let alone = Siblings::none();
        let transfer = Transfer { program, recursive: &self.recursive, siblings: &alone };
        match (transfer.eval(state, expr), &mut *query) {
            (Some(Callee::Function(callee)), Query::Callee { func, .. }) => *func = Some(callee),
            (Some(Callee::Function(callee)), query) => query.narrow_pointees(vec![Pointee::Function(callee)]),
            (Some(Callee::Null), query) => query.narrow_pointees(vec![Pointee::Null]),
            (None, _) => {}
        }
    }

    fn extras(&self) -> Extras<'_, Self> {
        Extras { coverage: Coverage::Forgetting(self), ..Extras::default() }
    }

    fn describe(&self, words: &Words<'_>, state: &FunctionpointerState, lines: &mut Vec<String>) {
        state.describe(words, lines);
    }
}

impl Forgetting<FunctionpointerState> for FunctionpointerCpa {
    fn shape(&self, state: &FunctionpointerState) -> u64 {
        forget::key_shape(&state.callees)
    }

    fn project(
        &self,
        state: &FunctionpointerState,
        onto: &FunctionpointerState,
    ) -> Option<FunctionpointerState> {
        let callees = forget::project(&state.callees, &onto.callees)?;
        Some(FunctionpointerState { frames: state.frames.clone(), callees })
    }
}
