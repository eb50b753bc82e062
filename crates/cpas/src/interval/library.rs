//! What calls of functions without a body do to a state of the interval analysis.

use super::cells::{CellKey, Extent};
use super::state::IntervalState;
use super::transfer::{Content, Transfer, WHOLE};
use argand_cfa::{ExprId, ExternId, LibFn, VarKind};
use argand_cpa::{FrameVar, MemoryObject, Pointee};
use argand_flow::edges::{Call, Write};

impl Transfer<'_> {
    pub(super) fn external(&self, state: &mut IntervalState, id: ExternId) {
        let call = Call::of(self.program(), id);
        if !(matches!(call.model, LibFn::Memcpy | LibFn::Memmove) && self.copy_bytes(state, &call)) {
            self.forget_written(state, &call);
        }
        if let Some(dst) = call.dst {
            self.set_var(state, dst, Content::Unknown);
        }
    }

    fn pointees(&self, pointer: ExprId) -> Option<Vec<Pointee>> {
        self.evaluator.siblings.and_then(|siblings| siblings.points_to(pointer))
    }

    /// The stretch behind a pointer, if it is known.
    fn stretch(&self, pointer: ExprId, bytes: i128) -> Option<(FrameVar, Extent)> {
        match self.pointees(pointer)?[..] {
            [Pointee::Object { object: MemoryObject::Var(var), offset: Some(offset), summary: false }] => {
                let extent = Extent { offset: offset.checked_mul(8)?, width: bytes.checked_mul(8)? };
                Some((var, extent))
            }
            _ => None,
        }
    }

    fn bytes(&self, state: &IntervalState, size: Option<ExprId>) -> Option<i128> {
        let bytes = self.evaluator.eval(state, size?, 0)?.as_single()?;
        (0..1 << 40).contains(&bytes).then_some(bytes)
    }

    /// Copies memory, if it is known from where to where and how much.
    fn copy_bytes(&self, state: &mut IntervalState, call: &Call<'_>) -> bool {
        let stretch =
            |state: &IntervalState, arg| self.stretch(call.arg(arg)?, self.bytes(state, call.arg(2))?);
        let (Some((to, at)), Some((from, source))) = (stretch(state, 0), stretch(state, 1)) else {
            return false;
        };
        let cells = self.cells_in(state, from, source);
        self.forget(state, to, at);
        for (inside, shape, value) in cells {
            let extent = Extent { offset: at.offset + inside.offset, ..inside };
            let key = CellKey { var: to, extent, shape };
            self.bind(state, key, value, || self.cell_name(key));
        }
        true
    }

    fn forget_written(&self, state: &mut IntervalState, call: &Call<'_>) {
        let counts = call.format().is_some_and(|format| self.may_count(format));
        call.writes(self.program(), |write| match write {
            Write::Behind { pointer, bytes } => self.forget_pointees(state, pointer, bytes),
            Write::Count(pointer) => {
                if counts {
                    self.forget_pointees(state, pointer, None);
                }
            }
            Write::List(list) => {
                // The arguments of a list cannot be named any more.
                if counts { self.forget_addressed(state) } else { self.forget_pointees(state, list, None) }
            }
            Write::Reachable(args) => self.forget_reachable(state, args),
            // Only variables are followed, and they are not freed.
            Write::Freed(_) => {}
            Write::Anything | Write::Var(_) | Write::Place(_) | Write::Frame(_) => {
                self.forget_addressed(state);
            }
        });
    }

    /// Whether a format may ask for a count to be written.
    fn may_count(&self, format: ExprId) -> bool {
        self.pointees(format).is_none_or(|targets| {
            targets.iter().any(|target| match target {
                Pointee::Object { object: MemoryObject::Var(var), offset, .. } => {
                    self.formats.may_count(var.var, *offset)
                }
                Pointee::Object { object: MemoryObject::Heap { .. }, .. }
                | Pointee::Null
                | Pointee::Function(_) => true,
            })
        })
    }

    /// Forgets bytes behind a pointer: as many as an expression says, or all of what it points to.
    fn forget_pointees(&self, state: &mut IntervalState, pointer: ExprId, bytes: Option<ExprId>) {
        if let Some((var, extent)) = self.bytes(state, bytes).and_then(|bytes| self.stretch(pointer, bytes)) {
            return self.forget(state, var, extent);
        }
        match self.pointees(pointer) {
            None => self.forget_addressed(state),
            Some(targets) => {
                for target in targets {
                    if let Pointee::Object { object: MemoryObject::Var(var), .. } = target {
                        self.forget(state, var, WHOLE);
                    }
                }
            }
        }
    }

    /// Forgets what arguments lead to. Where pointers in memory lead is not known here, so that what can hold one
    /// leads anywhere.
    fn forget_reachable(&self, state: &mut IntervalState, args: &[ExprId]) {
        let program = self.program();
        let holds_pointer =
            |bytes: Option<u64>| bytes.is_none_or(|bytes| bytes >= program.types.model().pointer_bytes());
        for &arg in args {
            let ty = program.expr(arg).ty;
            if !program.types.is_scalar(ty) && holds_pointer(program.types.size_of(ty)) {
                return self.forget_addressed(state);
            }
            let targets = match self.pointees(arg) {
                Some(targets) => targets,
                None if program.types.is_pointer(ty) => return self.forget_addressed(state),
                None => continue,
            };
            for target in targets {
                match target {
                    Pointee::Null | Pointee::Function(_) => {}
                    Pointee::Object { object: MemoryObject::Heap { .. }, .. } => {
                        return self.forget_addressed(state);
                    }
                    Pointee::Object { object: MemoryObject::Var(var), .. } => {
                        if program.vars[var.var].kind == VarKind::StringLiteral {
                            continue;
                        }
                        if holds_pointer(program.var_size(var.var)) {
                            return self.forget_addressed(state);
                        }
                        self.forget(state, var, WHOLE);
                    }
                }
            }
        }
    }
}
