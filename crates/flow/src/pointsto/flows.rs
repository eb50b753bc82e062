//! Where an edge lets pointers flow: one walk for everybody who follows them.
//!
//! The classes of objects and the offsets inside them are found by the same flows; what is done with a flow is theirs.

use argand_cfa::expr::{ExprId, PlaceId};
use argand_cfa::types::TypeId;
use argand_cfa::{ExternId, Op, Program, VarId};

/// Somebody who follows pointers.
pub(super) trait Flows {
    /// What holds pointers.
    type Holder: Copy;

    /// What a place is part of.
    fn holder(&mut self, program: &Program, place: PlaceId) -> Self::Holder;

    /// A variable.
    fn variable(&self, var: VarId) -> Self::Holder;

    /// The arguments beyond parameters, of all calls.
    fn beyond_parameters(&self) -> Self::Holder;

    /// A value flows to a holder.
    fn assign(&mut self, program: &Program, dst: Self::Holder, src: ExprId);

    /// Anything of a type flows to a holder.
    fn havoc(&mut self, program: &Program, dst: Self::Holder, ty: TypeId);

    /// What a function returns flows to a variable.
    fn returned(&mut self, program: &Program, dst: VarId, ret: VarId);

    /// A function without a body is called.
    fn library(&mut self, program: &Program, call: ExternId);

    /// Lets pointers flow as an operation does.
    fn edge(&mut self, program: &Program, op: &Op) {
        match op {
            Op::Assign { dst, src } => {
                let holder = self.holder(program, *dst);
                self.assign(program, holder, *src);
            }
            Op::Init { entries, .. } => {
                for entry in entries {
                    let holder = self.holder(program, entry.place);
                    self.assign(program, holder, entry.value);
                }
            }
            Op::Havoc { dst, .. } => {
                let holder = self.holder(program, *dst);
                self.havoc(program, holder, program.place(*dst).ty);
            }
            Op::Call(site) => {
                let site = &program.call_sites[*site];
                let params = &program.functions[site.callee].params;
                for (&param, &arg) in params.iter().zip(&site.args) {
                    self.assign(program, self.variable(param), arg);
                }
                for &arg in site.args.iter().skip(params.len()) {
                    self.assign(program, self.beyond_parameters(), arg);
                }
            }
            Op::Return(site) => {
                let site = &program.call_sites[*site];
                if let (Some(dst), Some(ret)) = (site.dst, program.functions[site.callee].ret) {
                    self.returned(program, dst, ret);
                }
            }
            Op::Extern(id) => self.library(program, *id),
            Op::Noop
            | Op::Assume { .. }
            | Op::Declare { .. }
            | Op::Dead { .. }
            | Op::Summary(_)
            | Op::Halt(_)
            | Op::Unsupported(_) => {}
        }
    }
}
