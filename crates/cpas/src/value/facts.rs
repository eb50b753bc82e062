//! What the analysis knows of the whole program before it looks at paths.

use argand_cfa::{FuncId, LibFn, Op, Program};
use argand_cpa::RecursiveFunctions;
use argand_domains::memory::Object;
use argand_flow::formats::Formats;
use argand_support::IndexVec;

/// See the module's text.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The functions that can be active more than once.
    pub recursive: RecursiveFunctions,
    /// The formats of output.
    pub formats: Formats,
    /// Whether addresses of objects exist that end when the function returns.
    exposing: IndexVec<FuncId, bool>,
}

impl Facts {
    /// Looks at a program.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let mut exposing = IndexVec::filled(false, program.functions.len());
        for var in &program.vars {
            if let Some(func) = var.func.filter(|_| var.addressed && !var.is_static()) {
                exposing[func] = true;
            }
        }
        for edge in &program.edges {
            if let Op::Extern(call) = edge.op
                && program.extern_model(call) == LibFn::Alloca
            {
                exposing[program.locs[edge.from].func] = true;
            }
        }
        Self { recursive: RecursiveFunctions::of(program), formats: Formats::of(program), exposing }
    }

    /// Whether addresses of objects may be left when a function returns that ended with it.
    #[must_use]
    pub fn leaves_addresses(&self, func: FuncId) -> bool {
        self.exposing[func]
    }
}

/// Whether an object ends when an activation of a function does that has `depth` older ones.
#[must_use]
pub fn ends_with(program: &Program, object: Object, func: FuncId, depth: u32) -> bool {
    match object {
        Object::Var { var, depth: d } => {
            let info = &program.vars[var];
            !info.is_static() && info.func == Some(func) && d == depth
        }
        Object::Heap { site, .. } => {
            let edge = &program.edges[site];
            let automatic =
                matches!(edge.op, Op::Extern(call) if program.extern_model(call) == LibFn::Alloca);
            automatic && program.locs[edge.from].func == func
        }
    }
}
