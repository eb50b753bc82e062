//! What calls of functions without a body do to a state of the pointer analysis.

use super::eval::is_single;
use super::state::{PointerState, Target, Targets};
use super::transfer::Transfer;
use argand_cfa::{ExprId, ExprKind, ExternId, LibFn, VarKind};
use argand_domains::memory::Object;
use argand_flow::edges::{Call, Write};
use argand_flow::effects::Returned;
use std::collections::BTreeSet;
use std::rc::Rc;

impl Transfer<'_> {
    pub(super) fn library(&self, state: &mut PointerState, id: ExternId) {
        let call = Call::of(self.program, id);
        let result = match call.effects.returns {
            Returned::Argument(index) => call.arg(index).and_then(|arg| self.eval(state).eval(arg)),
            Returned::Object { zeroed, .. } => {
                let object = state.allocate(self.edge);
                if zeroed {
                    state.memory.zero_fill(object);
                }
                let null = call.may_be_too_large(self.program).then_some(Target::Null);
                Targets::of([Target::Object(object, Some(0))].into_iter().chain(null))
            }
            Returned::Nothing | Returned::Input | Returned::Open | Returned::Computed => None,
        };
        if !(matches!(call.model, LibFn::Memcpy | LibFn::Memmove) && self.copy_bytes(state, &call)) {
            self.forget_written(state, &call);
        }
        if let Some(dst) = call.dst {
            // A declaration may contradict the library; an address fits only where a pointer does.
            let fits = self.eval(state).can_hold_address(self.program.vars[dst].ty);
            self.store_var(state, dst, result.filter(|_| fits));
        }
    }

    /// Copies memory, if it is known from where to where and how much.
    fn copy_bytes(&self, state: &mut PointerState, call: &Call<'_>) -> bool {
        let spot =
            |pointer: Option<ExprId>| match self.eval(state).eval(pointer?)?.iter().collect::<Vec<_>>()[..] {
                [Target::Object(object, Some(offset))] => Some((object, offset.checked_mul(8)?)),
                _ => None,
            };
        let (to, from) = (spot(call.arg(0)), spot(call.arg(1)));
        let bits = call.arg(2).and_then(|size| match self.program.expr(size).kind {
            ExprKind::Int(bytes) => u64::try_from(bytes).ok()?.checked_mul(8),
            _ => None,
        });
        match (to, from, bits) {
            (_, _, Some(0)) => true,
            (Some(to), Some(from), Some(bits)) if is_single(to.0) && bits < 1 << 40 => {
                state.memory.copy(from, to, bits);
                true
            }
            _ => false,
        }
    }

    fn forget_written(&self, state: &mut PointerState, call: &Call<'_>) {
        let counts = call.format().is_some_and(|format| self.may_count(state, format));
        call.writes(self.program, |write| match write {
            Write::Behind { pointer, .. } => self.forget_behind(state, pointer),
            Write::Count(pointer) => {
                if counts {
                    self.forget_behind(state, pointer);
                }
            }
            Write::List(list) => {
                // The arguments of a list cannot be named any more.
                if counts { self.forget_addressed(state) } else { self.forget_behind(state, list) }
            }
            Write::Reachable(args) => match self.reachable(state, args) {
                Some(objects) => objects.into_iter().for_each(|object| state.memory.remove_object(object)),
                None => self.forget_addressed(state),
            },
            Write::Freed(pointer) => self.free(state, pointer),
            Write::Anything | Write::Var(_) | Write::Place(_) | Write::Frame(_) => {
                self.forget_addressed(state);
            }
        });
    }

    /// Whether a format may ask for a count to be written.
    fn may_count(&self, state: &PointerState, format: ExprId) -> bool {
        self.eval(state).eval(format).is_none_or(|targets| {
            targets.iter().any(|target| match target {
                Target::Object(Object::Var { var, .. }, offset) => {
                    self.formats.may_count(var, offset.map(i128::from))
                }
                Target::Object(Object::Heap { .. }, _) | Target::Null | Target::Func(_) => true,
            })
        })
    }

    /// The address of what is freed can be given out again.
    fn free(&self, state: &mut PointerState, pointer: ExprId) {
        let sites: BTreeSet<_> = match self.eval(state).eval(pointer) {
            Some(targets) => targets
                .iter()
                .filter_map(|target| match target {
                    Target::Object(Object::Heap { site, .. }, _) => Some(site),
                    Target::Object(Object::Var { .. }, _) | Target::Null | Target::Func(_) => None,
                })
                .collect(),
            None => state.allocated.keys().copied().collect(),
        };
        if !sites.is_subset(&state.freed) {
            Rc::make_mut(&mut state.freed).extend(sites);
        }
    }

    /// The objects that arguments lead to; `None` if that can be anything.
    fn reachable(&self, state: &PointerState, args: &[ExprId]) -> Option<BTreeSet<Object>> {
        let program = self.program;
        let mut work = Vec::new();
        for &arg in args {
            let ty = program.expr(arg).ty;
            if !program.types.is_scalar(ty) {
                if self.may_hold_pointer(program.types.size_of(ty)) {
                    return None;
                }
                continue;
            }
            match self.eval(state).eval(arg) {
                Some(targets) => work.extend(targets.iter()),
                None if program.types.is_pointer(ty) => return None,
                None => {}
            }
        }
        let mut found = BTreeSet::new();
        while let Some(target) = work.pop() {
            let Target::Object(object, _) = target else { continue };
            let size = match object {
                Object::Var { var, .. } if program.vars[var].kind == VarKind::StringLiteral => continue,
                Object::Var { var, .. } => program.var_size(var),
                Object::Heap { .. } => None,
            };
            if !found.insert(object) || !self.may_hold_pointer(size) {
                continue;
            }
            let bits = size?.checked_mul(8)?;
            if !state.memory.is_known(object, 0, bits) {
                return None;
            }
            work.extend(state.memory.cells_in(object, 0, bits).flat_map(|cell| cell.value.iter()));
        }
        Some(found)
    }

    fn may_hold_pointer(&self, bytes: Option<u64>) -> bool {
        bytes.is_none_or(|bytes| bytes >= self.program.types.model().pointer_bytes())
    }
}
