//! What calls of functions without a body do to a state of the value analysis.

use super::eval::{SIZE_BIT, SIZE_WIDTH};
use super::state::{Known, Value, ValueState};
use super::transfer::{Blocked, Post};
use argand_cfa::{ExprId, ExternId, LibFn};
use argand_domains::memory::Object;

/// Blocks up to this size are copied or set cell by cell; larger ones are forgotten.
const MAX_SET_BYTES: i128 = 256;

impl Post<'_> {
    pub(super) fn library(&mut self, state: &mut ValueState, id: ExternId) -> Result<(), Blocked> {
        let program = self.program;
        let call = &program.extern_calls[id];
        let arg = |i: usize| call.args.get(i).copied();
        let mut result = None;
        match program.extern_model(id) {
            LibFn::Undefined
            | LibFn::Outside
            | LibFn::Nondet
            | LibFn::Open
            | LibFn::Exit
            | LibFn::Abort
            | LibFn::AssertFail
            | LibFn::Unreachable
            | LibFn::Puts
            | LibFn::Fputs
            | LibFn::Putchar
            | LibFn::Printf
            | LibFn::Fprintf
            | LibFn::Vprintf
            | LibFn::Vfprintf => self.forget_written_counts(state, &call.args),
            LibFn::Malloc | LibFn::Alloca => result = Some(self.allocate(state, arg(0), None)),
            LibFn::Calloc => result = Some(self.allocate(state, arg(0), arg(1))),
            LibFn::Free => {
                if let Some(pointer) = arg(0) {
                    self.free(state, pointer);
                }
            }
            LibFn::Memcpy | LibFn::Memmove => {
                result = arg(0).and_then(|d| self.eval(state).eval(d));
                self.copy_bytes(state, arg(0), arg(1), arg(2));
            }
            LibFn::Memset => {
                result = arg(0).and_then(|d| self.eval(state).eval(d));
                self.set_bytes(state, arg(0), arg(1), arg(2));
            }
            LibFn::NondetMemory
            | LibFn::OpenMemory
            | LibFn::Sprintf
            | LibFn::Snprintf
            | LibFn::Vsprintf
            | LibFn::Vsnprintf => {
                self.forget_target(state, arg(0));
                self.forget_written_counts(state, call.args.get(1..).unwrap_or_default());
            }
            // The list itself is opaque: its bytes are never read by anything but these calls.
            LibFn::VaStart | LibFn::VaEnd | LibFn::VaCopy => self.forget_target(state, arg(0)),
            LibFn::VaArg => self.forget_target(state, arg(0)),
            LibFn::UnknownCallee => {
                return Err(Blocked::Unsupported(
                    "a call through a pointer to an unknown function".to_owned(),
                ));
            }
        }
        if let Some(dst) = call.dst {
            if program.types.is_scalar(program.vars[dst].ty) {
                self.store_var(state, dst, result);
            } else {
                let object = state.object_of(program, dst);
                self.drop_object(state, object);
            }
        }
        Ok(())
    }

    /// `%n` writes through pointers among the arguments of the `printf` family.
    fn forget_written_counts(&mut self, state: &mut ValueState, args: &[ExprId]) {
        let program = self.program;
        for &arg in args {
            // Only a pointer to an integer can be the target of %n; a string is only read.
            let pointee = program.types.pointee(program.expr(arg).ty);
            let writes_int = pointee.is_some_and(|to| {
                program.types.is_signed(to) && program.types.size_of(to).is_some_and(|size| size > 1)
            });
            if writes_int && self.is_format_call() {
                self.forget_target(state, Some(arg));
            }
        }
    }

    fn is_format_call(&self) -> bool {
        let argand_cfa::Op::Extern(id) = self.program.edges[self.edge].op else { return false };
        !matches!(
            self.program.extern_model(id),
            LibFn::Undefined | LibFn::Outside | LibFn::Nondet | LibFn::Open
        )
    }

    /// A new object. `count` and `size` are the arguments of `calloc`; `malloc` has only the first.
    fn allocate(&mut self, state: &mut ValueState, size: Option<ExprId>, count: Option<ExprId>) -> Known {
        let number = |e: Option<ExprId>| e.and_then(|e| self.eval(state).eval(e)).and_then(Known::as_int);
        let bytes = match (number(size), count) {
            (Some(n), None) => Some(n),
            (Some(n), Some(_)) => number(count).and_then(|m| n.checked_mul(m)),
            _ => None,
        };
        let object = self.fresh(state);
        self.drop_object(state, object);
        if count.is_some() {
            self.zero_fill(state, object);
        }
        let bytes = bytes.and_then(|b| u64::try_from(b).ok()).map(|b| Value::Bits(u128::from(b)));
        self.store_at(state, object, SIZE_BIT, SIZE_WIDTH, bytes);
        Known::Addr { object, offset: 0 }
    }

    /// The first object of this site that the state does not mention.
    fn fresh(&self, state: &ValueState) -> Object {
        let site = self.edge;
        let mut used: Vec<u32> = state
            .memory
            .objects()
            .chain(state.memory.cells().filter_map(|cell| match cell.value {
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
                // The address may be given out again, so nothing is known of comparisons with it.
                let dangling: Vec<(Object, i64)> = state
                    .memory
                    .cells()
                    .filter(|cell| matches!(cell.value, Value::Addr { object: o, .. } if *o == object))
                    .map(|cell| (cell.object, cell.bit))
                    .collect();
                for (holder, bit) in dangling {
                    self.drop_cell(state, holder, bit);
                }
            }
            Some(known) if known == Known::int(0) => {}
            _ => self.havoc_behind(state, Some(pointer)),
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
            _ => self.forget_target(state, dst),
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
            return self.forget_target(state, dst);
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
