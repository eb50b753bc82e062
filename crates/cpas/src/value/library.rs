//! What calls of functions without a body do to a state of the value analysis.

use super::eval::{SIZE_BIT, SIZE_WIDTH};
use super::precision::Base;
use super::state::{Known, Value, ValueState};
use super::transfer::{Blocked, Reach, Transfer};
use argand_cfa::{ExprId, ExternId, LibFn, TypeId, VarKind};
use argand_domains::memory::Object;
use argand_flow::edges::{Call, Write};
use argand_flow::effects::Returned;
use std::collections::BTreeSet;

/// Blocks up to this size are copied or set cell by cell; larger ones are forgotten.
const MAX_SET_BYTES: i128 = 256;

impl Transfer<'_> {
    pub(super) fn library(&mut self, state: &mut ValueState, id: ExternId) -> Result<(), Blocked> {
        let program = self.program;
        let call = Call::of(program, id);
        let mut result = match call.effects.returns {
            Returned::Argument(index) => call.arg(index).and_then(|arg| self.eval(state).eval(arg)),
            Returned::Nothing
            | Returned::Input
            | Returned::Open
            | Returned::Computed
            | Returned::Object { .. } => None,
        };
        match call.model {
            LibFn::Malloc | LibFn::Alloca => {
                let bytes = self.number(state, call.arg(0)).and_then(|n| u128::try_from(n).ok());
                result = Some(Known::Addr { object: self.allocate(state, bytes, false), offset: 0 });
            }
            LibFn::Calloc => result = self.allocate_zeroed(state, &call),
            LibFn::Memcpy | LibFn::Memmove => self.copy_bytes(state, call.arg(0), call.arg(1), call.arg(2)),
            LibFn::Memset => self.set_bytes(state, call.arg(0), call.arg(1), call.arg(2)),
            LibFn::UnknownCallee => {
                return Err(Blocked::Unsupported(
                    "a call through a pointer to an unknown function".to_owned(),
                ));
            }
            // Of the others no more is known than what they write.
            LibFn::Undefined
            | LibFn::Foreign
            | LibFn::Outside
            | LibFn::Nondet
            | LibFn::NondetMemory
            | LibFn::Open
            | LibFn::OpenMemory
            | LibFn::Free
            | LibFn::Exit
            | LibFn::Abort
            | LibFn::AssertFail
            | LibFn::Unreachable
            | LibFn::NullCall
            | LibFn::Printf
            | LibFn::Fprintf
            | LibFn::Sprintf
            | LibFn::Snprintf
            | LibFn::Vprintf
            | LibFn::Vfprintf
            | LibFn::Vsprintf
            | LibFn::Vsnprintf
            | LibFn::Puts
            | LibFn::Fputs
            | LibFn::Putchar
            | LibFn::VaStart
            | LibFn::VaArg
            | LibFn::VaEnd
            | LibFn::VaCopy => self.forget_written(state, &call),
        }
        if let Some(dst) = call.dst {
            let ty = program.vars[dst].ty;
            if program.types.is_scalar(ty) {
                // A declaration may contradict the library; an address fits only where a pointer does.
                let fits = self.is_as_wide_as_pointers(ty);
                self.store_var(state, dst, result.filter(|_| fits));
            } else {
                let object = state.object_of(program, dst);
                self.drop_object(state, object);
            }
        }
        Ok(())
    }

    fn is_as_wide_as_pointers(&self, ty: TypeId) -> bool {
        let types = &self.program.types;
        types.int_shape(ty).is_some_and(|(_, width)| u64::from(width) == types.model().pointer_bytes() * 8)
    }

    /// Forgets all that a call writes.
    fn forget_written(&mut self, state: &mut ValueState, call: &Call<'_>) {
        let counts = call.format().is_some_and(|format| self.may_count(state, format));
        call.writes(self.program, |write| match write {
            Write::Behind { pointer, bytes } => self.forget_bytes(state, pointer, bytes),
            Write::Count(pointer) => {
                if counts {
                    self.forget_target(state, Some(pointer));
                }
            }
            Write::List(list) => {
                // The arguments of a list cannot be named any more.
                if counts { self.havoc_behind(state, None) } else { self.forget_target(state, Some(list)) }
            }
            Write::Reachable(args) => self.havoc_reachable(state, args),
            Write::Freed(pointer) => self.free(state, pointer),
            Write::Anything | Write::Var(_) | Write::Place(_) | Write::Frame(_) => {
                self.havoc_behind(state, None);
            }
        });
    }

    /// Whether a format may ask for a count to be written.
    fn may_count(&mut self, state: &ValueState, format: ExprId) -> bool {
        let formats = &self.facts.formats;
        match self.eval(state).eval(format) {
            Some(Known::Addr { object: Object::Var { var, .. }, offset }) => {
                formats.may_count(var, Some(offset.into()))
            }
            Some(_) => true,
            None => match (self.reach)(format) {
                Reach::Anything => true,
                Reach::Bases(bases) => bases.iter().any(|base| match base {
                    Base::Var(var) => formats.may_count(*var, None),
                    Base::Heap(_) => true,
                }),
            },
        }
    }

    /// Forgets all that these arguments lead to, directly or through other pointers.
    fn havoc_reachable(&mut self, state: &mut ValueState, args: &[ExprId]) {
        let Some(objects) = self.reachable(state, args) else { return self.havoc_behind(state, None) };
        for object in objects {
            self.forget_content(state, object);
        }
    }

    /// The objects that arguments lead to; `None` if that can be anything.
    fn reachable(&mut self, state: &ValueState, args: &[ExprId]) -> Option<BTreeSet<Object>> {
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
                Some(Known::Addr { object, .. }) => work.push(object),
                Some(Known::Number(_) | Known::Func(_)) => {}
                None if program.types.is_pointer(ty) => match (self.reach)(arg) {
                    Reach::Anything => return None,
                    Reach::Bases(bases) => {
                        for base in bases {
                            let Base::Var(var) = base else { return None };
                            let own = state.object_of(program, var);
                            let others = state.memory.objects().filter(|&o| Base::from(o) == base);
                            work.extend(others.chain([own]));
                        }
                    }
                },
                None => {}
            }
        }
        let mut found = BTreeSet::new();
        while let Some(object) = work.pop() {
            let size = self.eval(state).object_size(object);
            let literal = matches!(object, Object::Var { var, .. }
                if program.vars[var].kind == VarKind::StringLiteral);
            if literal || !found.insert(object) || !self.may_hold_pointer(size) {
                continue;
            }
            let bits = size?.checked_mul(8)?;
            self.notes.read(object, 0, bits);
            if !state.memory.is_known(object, 0, bits) {
                return None;
            }
            work.extend(state.memory.cells_in(object, 0, bits).filter_map(|cell| match *cell.value {
                Value::Addr { object, .. } => Some(object),
                Value::Bits(_) | Value::Func(_) => None,
            }));
        }
        Some(found)
    }

    fn may_hold_pointer(&self, bytes: Option<u64>) -> bool {
        bytes.is_none_or(|bytes| bytes >= self.program.types.model().pointer_bytes())
    }

    /// Forgets bytes from where a pointer points to: as many as an expression says, or all of the object.
    fn forget_bytes(&mut self, state: &mut ValueState, pointer: ExprId, bytes: Option<ExprId>) {
        let bytes = bytes.and_then(|b| self.eval(state).eval(b)).and_then(Known::as_int);
        let at = self.eval(state).eval(pointer);
        match (at, bytes.and_then(|b| u64::try_from(b).ok()).and_then(|b| b.checked_mul(8))) {
            (_, Some(0)) => {}
            (Some(Known::Addr { object, offset }), Some(bits)) if offset.unsigned_abs() < 1 << 40 => {
                self.store_at(state, object, offset * 8, bits, None);
            }
            _ => self.forget_target(state, Some(pointer)),
        }
    }

    /// A new object of zero bytes, or null where its size is not a number that the machine has.
    fn allocate_zeroed(&mut self, state: &mut ValueState, call: &Call<'_>) -> Option<Known> {
        let factor = |index| self.number(state, call.arg(index)).and_then(|n| u128::try_from(n).ok());
        let (count, size) = (factor(0), factor(1));
        let bytes = count.zip(size).map(|(count, size)| count.checked_mul(size));
        let fits = |bytes: u128| bytes >> (self.program.types.model().pointer_bytes() * 8) == 0;
        let is_made = match bytes {
            Some(bytes) if !bytes.is_some_and(fits) => return Some(Known::int(0)),
            Some(_) => true,
            None => !call.may_be_too_large(self.program),
        };
        let object = self.allocate(state, bytes.flatten(), true);
        is_made.then_some(Known::Addr { object, offset: 0 })
    }

    fn number(&self, state: &ValueState, expr: Option<ExprId>) -> Option<i128> {
        expr.and_then(|expr| self.eval(state).eval(expr)).and_then(Known::as_int)
    }

    /// A new object of a size that may be known.
    fn allocate(&mut self, state: &mut ValueState, bytes: Option<u128>, zeroed: bool) -> Object {
        let object = self.fresh(state);
        self.drop_object(state, object);
        if zeroed {
            self.zero_fill(state, object);
        }
        self.store_at(state, object, SIZE_BIT, SIZE_WIDTH, bytes.map(Value::Bits));
        object
    }

    /// The first object of this site that the state does not mention.
    fn fresh(&self, state: &ValueState) -> Object {
        let site = self.edge;
        let mut used: Vec<u32> = state
            .memory
            .objects()
            .chain(state.memory.addresses().filter_map(|cell| match cell.value {
                Value::Addr { object, .. } => Some(*object),
                _ => None,
            }))
            .filter_map(|object| match object {
                Object::Heap { site: s, index } if s == site => Some(index),
                _ => None,
            })
            .collect();
        used.sort_unstable();
        used.dedup();
        let index = used
            .iter()
            .zip(0u32..)
            .find(|&(&used, free)| used != free)
            .map_or(used.len() as u32, |(_, free)| free);
        Object::Heap { site, index }
    }

    fn free(&mut self, state: &mut ValueState, pointer: ExprId) {
        match self.eval(state).eval(pointer) {
            Some(Known::Addr { object, offset: 0 }) => {
                self.drop_object(state, object);
                self.drop_addresses(state, |target| target == object);
            }
            Some(known) if known == Known::int(0) => {}
            _ => {
                let reach = (self.reach)(pointer);
                self.havoc_behind(state, Some(pointer));
                self.drop_addresses(state, |target| match (&reach, target) {
                    (_, Object::Var { .. }) => false,
                    (Reach::Anything, Object::Heap { .. }) => true,
                    (Reach::Bases(bases), Object::Heap { .. }) => bases.contains(&target.into()),
                });
            }
        }
    }

    /// Forgets the object a pointer argument points into.
    fn forget_target(&mut self, state: &mut ValueState, pointer: Option<ExprId>) {
        let Some(pointer) = pointer else { return };
        match self.eval(state).eval(pointer) {
            Some(Known::Addr { object, .. }) => self.forget_content(state, object),
            _ => self.havoc_behind(state, Some(pointer)),
        }
    }

    /// Forgets what an object holds, but not its size.
    fn forget_content(&self, state: &mut ValueState, object: Object) {
        let size = self.eval(state).object_size(object);
        self.drop_object(state, object);
        if let (Object::Heap { .. }, Some(size)) = (object, size) {
            self.store_at(state, object, SIZE_BIT, SIZE_WIDTH, Some(Value::Bits(u128::from(size))));
        }
    }

    fn copy_bytes(
        &mut self,
        state: &mut ValueState,
        dst: Option<ExprId>,
        src: Option<ExprId>,
        size: Option<ExprId>,
    ) {
        let eval = self.eval(state);
        let known = |e: Option<ExprId>| e.and_then(|e| eval.eval(e));
        let (to, from, bytes) = (known(dst), known(src), known(size).and_then(Known::as_int));
        match (to, from, bytes.and_then(|b| u64::try_from(b).ok())) {
            (
                Some(Known::Addr { object: to, offset: to_at }),
                Some(Known::Addr { object: from, offset: at }),
                Some(bytes),
            ) if bytes < 1 << 40 => {
                self.copy_range(state, (from, at * 8), (to, to_at * 8), bytes * 8);
            }
            (_, _, Some(0)) => {}
            _ => {
                if let Some(dst) = dst {
                    self.forget_bytes(state, dst, size);
                }
            }
        }
    }

    fn set_bytes(
        &mut self,
        state: &mut ValueState,
        dst: Option<ExprId>,
        byte: Option<ExprId>,
        size: Option<ExprId>,
    ) {
        let eval = self.eval(state);
        let known = |e: Option<ExprId>| e.and_then(|e| eval.eval(e));
        let (to, byte, bytes) =
            (known(dst), known(byte).and_then(Known::as_int), known(size).and_then(Known::as_int));
        let (Some(Known::Addr { object, offset }), Some(byte), Some(bytes)) = (to, byte, bytes) else {
            return dst.into_iter().for_each(|dst| self.forget_bytes(state, dst, size));
        };
        let whole = offset == 0 && self.eval(state).object_size(object).map(i128::from) == Some(bytes);
        if byte & 0xff == 0 && whole {
            let size = self.eval(state).object_size(object);
            self.zero_fill(state, object);
            if let (Object::Heap { .. }, Some(size)) = (object, size) {
                self.store_at(state, object, SIZE_BIT, SIZE_WIDTH, Some(Value::Bits(u128::from(size))));
            }
        } else if (0..=MAX_SET_BYTES).contains(&bytes) {
            for i in 0..bytes as i64 {
                self.store_at(state, object, (offset + i) * 8, 8, Some(Value::Bits((byte & 0xff) as u128)));
            }
        } else {
            self.forget_content(state, object);
        }
    }
}
