//! Which calls have not returned yet.
//!
//! Domain: single stacks of call sites. The reached set is partitioned by them. A `Return` edge is taken only
//! when it belongs to the innermost call. Recursion is followed up to `max-recursion` activations of one
//! function; a call beyond that ends its path, and the answer is at best unknown.

mod state;
#[cfg(test)]
mod tests;

pub use state::CallStack;

use argand_cfa::{EdgeId, LocId, Op, Program};
use argand_cpa::{
    ConfigError, Configurable, Context, Control, Cpa, CpaError, Extras, Profile, Query, RecursiveFunctions,
    Successors, TransferCx, Words,
};

argand_cpa::options! {
    /// Options of `callstack`.
    pub struct CallstackOptions {
        /// How many activations of one function are followed; 0 means any number.
        max_recursion: u32 = 1000,
    }
}

/// Tracks the call stack.
#[derive(Clone, Debug)]
pub struct CallstackCpa {
    options: CallstackOptions,
    recursive: RecursiveFunctions,
}

impl Configurable for CallstackCpa {
    const NAME: &'static str = "callstack";
    const SUMMARY: &'static str = "tracks which calls have not returned yet";
    type Options = CallstackOptions;

    fn from_options(options: CallstackOptions, cx: &Context<'_>) -> Result<Self, ConfigError> {
        Ok(Self { options, recursive: RecursiveFunctions::of(cx.program) })
    }
}

impl Cpa for CallstackCpa {
    type State = CallStack;
    type Precision = ();

    fn initial(&mut self, _: &Program, _: LocId) -> Result<CallStack, CpaError> {
        Ok(CallStack::default())
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &CallStack,
        (): &(),
        out: &mut Successors<CallStack>,
    ) -> Result<(), CpaError> {
        match *cx.op() {
            Op::Call(site) => {
                let callee = cx.program.call_sites[site].callee;
                let count = if self.recursive.contains(callee) { state.activations(callee) + 1 } else { 1 };
                let limit = self.options.max_recursion;
                if limit > 0 && count > limit {
                    let name = cx.program.func_name(callee);
                    return Err(CpaError::bound(format!("`{name}` calls itself more than {limit} times")));
                }
                out.push(state.pushed(site, callee, count));
            }
            Op::Return(site) if state.top() == Some(site) => out.push(state.popped()),
            Op::Return(_) => {}
            _ => out.unchanged(),
        }
        Ok(())
    }

    fn is_covered_by(&mut self, a: &CallStack, b: &CallStack) -> Result<bool, CpaError> {
        Ok(a == b)
    }

    fn join(&mut self, a: &CallStack, b: &CallStack) -> Result<CallStack, CpaError> {
        if a == b { Ok(a.clone()) } else { Err(CpaError::unsupported("a join of different call stacks")) }
    }

    fn answer(&self, _: &Program, state: &CallStack, query: &mut Query) {
        match query {
            Query::CallDepth(answer) => *answer = Some(state.depth()),
            Query::CallStack(answer) => *answer = Some(state.sites()),
            Query::Activations { func, count } => *count = Some(state.activations(*func)),
            _ => {}
        }
    }

    fn profile(&self) -> Profile {
        Profile { partitions: true, phases: &[], ..Profile::default() }
    }

    fn extras(&self) -> Extras<'_, Self> {
        Extras { control: Some(self), ..Extras::default() }
    }

    fn describe(&self, words: &Words<'_>, state: &CallStack, lines: &mut Vec<String>) {
        for site in state.sites().into_iter().rev() {
            let site = &words.program.call_sites[site];
            let callee = words.program.func_name(site.callee);
            lines.push(format!("{callee} was called at {}", words.location(site.call)));
        }
    }
}

impl Control<CallStack> for CallstackCpa {
    fn select_edges(&self, program: &Program, state: &CallStack, edges: &mut Vec<EdgeId>) {
        edges.retain(|&edge| match program.edges[edge].op {
            Op::Return(site) => state.top() == Some(site),
            _ => true,
        });
    }
}
