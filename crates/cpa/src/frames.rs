//! Variables of one activation of their function.
//!
//! A variable of the program is one `VarId` however often its function is active. An analysis that maps
//! variables to values must not confuse the caller's `n` with the callee's in `f(n) { f(n - 1); … n … }`. It
//! keeps a [`Frames`] in its state and uses [`FrameVar`]s as keys:
//!
//! * `Call(site)`: evaluate the arguments with the state's frames, then [`Frames::enter`] the callee, then
//!   assign the parameters: `frames.var(program, param)` now names those of the new activation.
//! * `Return(site)`: evaluate the callee's return variable, drop every variable with
//!   `program.vars[v].func == callee` at depth [`Frames::depth`] of the callee, then [`Frames::leave`], then
//!   assign `site.dst`.
//! * Everything else: `frames.var(program, v)` is the key of `v`.
//!
//! Two states whose frames differ must not be joined, and none covers the other. Where `callstack` takes part
//! they never meet, because the reached set is partitioned by call stack.
//!
//! Only functions that can call themselves are counted ([`RecursiveFunctions`]), so that programs without
//! recursion carry an empty vector and pay nothing.

use argand_cfa::{FuncId, Program, VarId};
use argand_domains::MapKey;
use argand_flow::callgraph::RecursiveFunctions;
use smallvec::SmallVec;
use std::fmt;

/// A variable of one activation of its function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FrameVar {
    /// The variable.
    pub var: VarId,
    /// How many older activations of its function are on the stack. Zero for static variables.
    pub depth: u32,
}

impl FrameVar {
    /// The variable of the outermost activation, or a static variable.
    #[must_use]
    pub const fn outermost(var: VarId) -> Self {
        Self { var, depth: 0 }
    }
}

impl MapKey for FrameVar {
    fn bits(self) -> u64 {
        u64::from(self.depth) << 32 | u64::from(self.var.raw())
    }
}

impl fmt::Display for FrameVar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.depth {
            0 => write!(f, "{}", self.var),
            depth => write!(f, "{}^{depth}", self.var),
        }
    }
}

impl fmt::Debug for FrameVar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// How often each recursive function is active. Part of the state of analyses that track variables.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Frames {
    /// Sorted by function; the count is at least one.
    counts: SmallVec<[(FuncId, u32); 1]>,
}

impl Frames {
    /// Nothing is active but the start-up function.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A function is entered.
    pub fn enter(&mut self, recursive: &RecursiveFunctions, func: FuncId) {
        if !recursive.contains(func) {
            return;
        }
        match self.counts.binary_search_by_key(&func, |entry| entry.0) {
            Ok(at) => self.counts[at].1 += 1,
            Err(at) => self.counts.insert(at, (func, 1)),
        }
    }

    /// A function is left.
    pub fn leave(&mut self, recursive: &RecursiveFunctions, func: FuncId) {
        if !recursive.contains(func) {
            return;
        }
        if let Ok(at) = self.counts.binary_search_by_key(&func, |entry| entry.0) {
            self.counts[at].1 -= 1;
            if self.counts[at].1 == 0 {
                self.counts.remove(at);
            }
        }
    }

    /// The depth of the innermost activation of a function: how many older activations there are.
    #[must_use]
    pub fn depth(&self, func: FuncId) -> u32 {
        match self.counts.binary_search_by_key(&func, |entry| entry.0) {
            Ok(at) => self.counts[at].1 - 1,
            Err(_) => 0,
        }
    }

    /// A variable as the innermost activation of its function sees it.
    #[must_use]
    pub fn var(&self, program: &Program, var: VarId) -> FrameVar {
        if self.counts.is_empty() {
            return FrameVar::outermost(var);
        }
        let info = &program.vars[var];
        let depth = match info.func {
            Some(func) if !info.is_static() => self.depth(func),
            _ => 0,
        };
        FrameVar { var, depth }
    }

    /// Whether a variable belongs to the innermost activation of `func`, so that it dies when that returns.
    #[must_use]
    pub fn is_local_of(&self, program: &Program, var: FrameVar, func: FuncId) -> bool {
        let info = &program.vars[var.var];
        info.func == Some(func) && !info.is_static() && var.depth == self.depth(func)
    }
}
