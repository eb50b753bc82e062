//! The signs of integer variables.
//!
//! Domain: a map from variables to sets of signs; a variable that is not bound can have any sign its type allows.
//! Only integer variables whose address is never taken are tracked: nothing but a direct assignment can
//! change those, so that writes through pointers need no care.

mod state;
mod transfer;

#[cfg(test)]
mod tests;

pub use state::SignState;

use argand_cfa::{LocId, Program};
use argand_cpa::{
    ConfigError, Configurable, Constant, Context, Cpa, CpaError, Query, RecursiveFunctions, Successors,
    TransferCx, Words,
};
use argand_domains::{Lattice as _, Sign};
use transfer::Transfer;

argand_cpa::options! {
    /// Options of `sign`.
    pub struct SignOptions {
        /// Track variables of static storage only.
        statics_only: bool = false,
    }
}

/// Tracks signs.
#[derive(Clone, Debug)]
pub struct SignCpa {
    options: SignOptions,
    recursive: RecursiveFunctions,
}

impl Configurable for SignCpa {
    const NAME: &'static str = "sign";
    const SUMMARY: &'static str = "tracks the signs of integer variables";
    type Options = SignOptions;

    fn from_options(options: SignOptions, cx: &Context<'_>) -> Result<Self, ConfigError> {
        Ok(Self { options, recursive: RecursiveFunctions::of(cx.program) })
    }
}

impl SignCpa {
    fn transfer_in<'a>(&'a self, program: &'a Program) -> Transfer<'a> {
        Transfer { program, recursive: &self.recursive, options: &self.options }
    }
}

impl Cpa for SignCpa {
    type State = SignState;
    type Precision = ();

    fn initial(&mut self, _: &Program, _: LocId) -> Result<SignState, CpaError> {
        Ok(SignState::default())
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &SignState,
        (): &(),
        out: &mut Successors<SignState>,
    ) -> Result<(), CpaError> {
        if let Some(next) = self.transfer_in(cx.program).post(state, cx.op()) {
            if next == *state {
                out.unchanged();
            } else {
                out.push(next);
            }
        }
        Ok(())
    }

    fn is_covered_by(&mut self, a: &SignState, b: &SignState) -> Result<bool, CpaError> {
        Ok(a.leq(b))
    }

    fn join(&mut self, a: &SignState, b: &SignState) -> Result<SignState, CpaError> {
        if a.frames != b.frames {
            return Err(CpaError::unsupported("a join of different call stacks"));
        }
        Ok(a.join(b))
    }

    fn answer(&self, program: &Program, state: &SignState, query: &mut Query) {
        match query {
            Query::IntRange { expr, .. } => {
                if let Some(range) = self.transfer_in(program).range(state, *expr) {
                    query.narrow_range(range.lo(), range.hi());
                }
            }
            Query::Value { expr, value } if self.transfer_in(program).eval(state, *expr) == Sign::ZERO => {
                *value = Some(Constant::Int(0));
            }
            _ => {}
        }
    }

    fn describe(&self, words: &Words<'_>, state: &SignState, lines: &mut Vec<String>) {
        for (key, sign) in state.signs.iter().filter(|(key, _)| words.knows(key.var)) {
            lines.push(format!("{} is {sign}", words.variable(key.var, key.depth)));
        }
    }
}
