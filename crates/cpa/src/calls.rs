//! A function by itself: what of a state goes into a call, and what comes back.
//!
//! Exploration takes the variables of all activations along through a call ([`crate::frames`]). Data-flow analysis looks at
//! a function once for many callers, so that what belongs to one of them must stay behind:
//!
//! * Inside, a state knows the static variables, the heap, the variables of the innermost activation, and of those that
//!   wait what pointers can reach. Other variables of a caller cannot change during the call, and are put back after it.
//! * The innermost activation always has depth 0, so that one look does for every depth of recursion. Of older activations
//!   *of the callee itself* nothing is known inside: their variables would have the same names. When a function is entered
//!   nothing can point to its new variables yet, so that every pointer to a variable of the callee points to an older
//!   activation, and is forgotten ([`Crossing::is_of_callee`]).
//! * When it returns, its own variables end, and pointers to them say nothing any more. What the caller had in variables that
//!   pointers reach is what the callee left there; where the caller is an older activation of the callee, nothing is known of it.
//!
//! This is the functional approach to interprocedural analysis with localised heaps (Sharir & Pnueli 1981; Rinetzky et al.,
//! doi:10.1145/1040305.1040330), cut down to names.

use crate::frames::Frames;
use argand_cfa::{CallSiteId, FuncId, Program, VarId, VarKind};
use argand_flow::callgraph::RecursiveFunctions;
use argand_support::IndexVec;
use std::rc::Rc;

/// The variables of each function that end with it.
#[derive(Clone, Debug)]
pub struct Locals {
    of: Rc<IndexVec<FuncId, Vec<VarId>>>,
    /// Whether pointers can reach some of them.
    addressed: Rc<IndexVec<FuncId, bool>>,
}

impl Locals {
    /// The variables of the functions of a program.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let mut of = IndexVec::filled(Vec::new(), program.functions.len());
        let mut addressed = IndexVec::filled(false, program.functions.len());
        for (var, info) in program.vars.iter_enumerated() {
            if let Some(func) = info.func.filter(|_| !info.is_static()) {
                of[func].push(var);
                addressed[func] |= info.addressed;
            }
        }
        Self { of: Rc::new(of), addressed: Rc::new(addressed) }
    }

    /// The variables of a function that end with it.
    #[must_use]
    pub fn of_function(&self, func: FuncId) -> &[VarId] {
        &self.of[func]
    }

    /// Whether pointers can reach variables that end with a function.
    #[must_use]
    pub fn any_addressed(&self, func: FuncId) -> bool {
        self.addressed[func]
    }
}

/// One call, with what becomes of variables.
#[derive(Clone, Copy, Debug)]
pub struct Crossing<'a> {
    /// The program.
    pub program: &'a Program,
    /// The function that calls.
    pub caller: FuncId,
    /// The function that is called.
    pub callee: FuncId,
    recursive: &'a RecursiveFunctions,
}

impl<'a> Crossing<'a> {
    /// The call at a site.
    #[must_use]
    pub fn at(program: &'a Program, recursive: &'a RecursiveFunctions, site: CallSiteId) -> Self {
        let site = &program.call_sites[site];
        Self { program, caller: program.locs[site.call].func, callee: site.callee, recursive }
    }

    /// The frames of the callee by itself.
    #[must_use]
    pub fn frames_inside(&self) -> Frames {
        let mut frames = Frames::new();
        frames.enter(self.recursive, self.callee);
        frames
    }

    /// The frames before the `Return` edge, of a caller with these frames.
    #[must_use]
    pub fn frames_before_return(&self, caller: &Frames) -> Frames {
        let mut frames = caller.clone();
        frames.enter(self.recursive, self.callee);
        frames
    }

    /// Whether a variable of the callee goes in: only what the call itself assigns.
    #[must_use]
    pub fn goes_in(&self, var: VarId) -> bool {
        self.program.vars[var].kind == VarKind::Param
    }

    /// Whether a variable of the callee comes out, up to its `Return` edge.
    #[must_use]
    pub fn comes_out(&self, var: VarId) -> bool {
        self.program.vars[var].kind == VarKind::Return
    }

    /// Whether a variable of the caller cannot change during the call: no pointer reaches it.
    #[must_use]
    pub fn stays_behind(&self, var: VarId) -> bool {
        !self.program.vars[var].addressed
    }

    /// Whether a variable ends with an activation of the callee, so that pointers to it are forgotten on the way in and
    /// on the way out.
    #[must_use]
    pub fn is_of_callee(&self, var: VarId) -> bool {
        let info = &self.program.vars[var];
        info.func == Some(self.callee) && !info.is_static()
    }
}
