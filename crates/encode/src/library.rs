//! Calls of functions without a body.

use crate::layout::{Key, Layout};
use crate::memory::{MAX_COPIED, Target, offset};
use crate::{InputKind, Step, Unsupported};
use argand_cfa::{ExprId, ExternId, IntKind, LibFn, TypeKind};
use argand_logic::{Bv, Sort, TermId};

/// The distance between allocated objects of unknown size.
const fn unknown_size(pointer_width: u32) -> u64 {
    if pointer_width == 64 { 1 << 40 } else { 1 << 20 }
}

/// Objects of known size that are larger than this are placed like those that are too large.
const fn largest_known(pointer_width: u32) -> u64 {
    if pointer_width == 64 { 1 << 46 } else { 1 << 29 }
}

impl Step<'_> {
    pub(crate) fn library(&mut self, id: ExternId) -> Result<(), Unsupported> {
        let call = &self.program.extern_calls[id];
        let args = &call.args;
        let result = match self.program.extern_model(id) {
            LibFn::Nondet | LibFn::Open | LibFn::Undefined | LibFn::Outside => return self.asked(id),
            LibFn::Malloc | LibFn::Alloca => Some(self.allocate(id, &args[..1], false)?),
            LibFn::Calloc => Some(self.allocate(id, &args[..2], true)?),
            LibFn::Free
            | LibFn::Exit
            | LibFn::Abort
            | LibFn::AssertFail
            | LibFn::Unreachable
            | LibFn::VaEnd
            | LibFn::UnknownCallee => None,
            LibFn::NondetMemory | LibFn::OpenMemory => {
                self.forget_behind(args[0], InputKind::Asked);
                None
            }
            LibFn::Memcpy | LibFn::Memmove => {
                self.copy_memory(args[0], args[1], args[2])?;
                Some(self.value(args[0])?)
            }
            LibFn::Memset => {
                let destination = self.value(args[0])?;
                self.set_memory(args[0], args[1], args[2])?;
                Some(destination)
            }
            LibFn::Sprintf | LibFn::Snprintf => {
                self.forget_behind(args[0], InputKind::Unknown);
                self.forget_counts(args);
                return self.unknown_result(id);
            }
            LibFn::Printf | LibFn::Fprintf => {
                self.forget_counts(args);
                return self.unknown_result(id);
            }
            LibFn::Puts | LibFn::Fputs | LibFn::Putchar => return self.unknown_result(id),
            LibFn::VaStart | LibFn::VaCopy => {
                self.forget_behind(args[0], InputKind::Unknown);
                None
            }
            // Any value of the type: which argument it is, is not followed.
            LibFn::VaArg => {
                self.forget_behind(args[0], InputKind::Unknown);
                return self.unknown_result(id);
            }
            LibFn::Vprintf | LibFn::Vfprintf => {
                self.forget_variadic();
                return self.unknown_result(id);
            }
            LibFn::Vsprintf | LibFn::Vsnprintf => {
                self.forget_behind(args[0], InputKind::Unknown);
                self.forget_variadic();
                return self.unknown_result(id);
            }
        };
        match (call.dst, result) {
            (Some(dst), Some(value)) => self.set_var(dst, value),
            (Some(_), None) => self.unknown_result(id),
            (None, _) => Ok(()),
        }
    }

    /// A value that the environment gives.
    fn asked(&mut self, id: ExternId) -> Result<(), Unsupported> {
        self.any_result(id, InputKind::Asked)
    }

    fn unknown_result(&mut self, id: ExternId) -> Result<(), Unsupported> {
        self.any_result(id, InputKind::Unknown)
    }

    fn any_result(&mut self, id: ExternId, kind: InputKind) -> Result<(), Unsupported> {
        let Some(dst) = self.program.extern_calls[id].dst else {
            return Ok(());
        };
        let ty = self.program.vars[dst].ty;
        if self.program.types.is_scalar(ty) {
            let value = self.arbitrary(ty, kind)?;
            return self.set_var(dst, value);
        }
        let target = self.var_target(dst);
        self.forget(target);
        Ok(())
    }

    /// A new object on the heap; null if its size is not a number that the machine has.
    fn allocate(&mut self, id: ExternId, sizes: &[ExprId], zeroed: bool) -> Result<TermId, Unsupported> {
        let width = self.enc.pointer_width;
        let mut size = self.pool().bv(width, 1);
        let mut lost = self.enc.pool.ff();
        for &factor in sizes {
            let factor = self.value(factor)?;
            let factor = self.pool().resize(factor, width, false);
            let here = self.product_is_lost(size, factor);
            let pool = self.pool();
            lost = pool.or(lost, here);
            size = pool.mul(size, factor);
        }
        let address = self.new_object(size);
        if zeroed && let Some(class) = self.enc.layout.aliasing.allocation(id) {
            let known = self.enc.pool.as_const(size).and_then(Bv::to_u64);
            self.zero_allocation(class, address, known)?;
        }
        let pool = self.pool();
        let null = pool.bv(width, 0);
        Ok(pool.ite(lost, null, address))
    }

    /// Whether a product of unsigned numbers does not fit. Where that would take a circuit of its own, it may or may
    /// not.
    fn product_is_lost(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.enc.pointer_width;
        let pool = &mut self.enc.pool;
        let (constant, other) = match (pool.as_const(a), pool.as_const(b)) {
            (Some(a), _) => (a.clone(), b),
            (None, Some(b)) => (b.clone(), a),
            (None, None) => return self.input(InputKind::Unknown, Sort::Bool),
        };
        if constant.is_zero() {
            return pool.ff();
        }
        let most = pool.constant(Bv::ones(width).udiv(&constant));
        pool.ult(most, other)
    }

    /// The address of a new object: above all earlier ones. Its size says where the next one goes.
    ///
    /// With 64-bit addresses, an object that is too large for the room that is left for it can be anywhere: an
    /// address about which nothing is known stands for every place that it may have, and for null.
    pub(crate) fn new_object(&mut self, size: TermId) -> TermId {
        let width = self.enc.pointer_width;
        let size = self.pool().resize(size, width, false);
        let heap = self.enc.heap_top();
        let top = self.enc.read(self.state, heap);
        let known = self.enc.pool.as_const(size).and_then(Bv::to_u64).filter(|&n| n <= largest_known(width));
        let space = known.map_or(unknown_size(width), |bytes| (bytes + 32) & !15);
        let pool = self.pool();
        let room = pool.bv(width, space);
        let next = pool.add(top, room);
        let wraps = pool.ult(next, top);
        let mut address = top;
        if known.is_none() {
            let limit = pool.bv(width, space - 16);
            let large = pool.ult(limit, size);
            if width == 64 {
                let anywhere = self.input(InputKind::Unknown, Sort::Bv(width));
                address = self.pool().ite(large, anywhere, top);
            } else {
                self.state.doubt = self.doubted(large);
            }
        }
        // Where the start of the block is not the program's, the top is any address and this is not known.
        if wraps == self.enc.pool.tt() {
            self.state.doubt = self.doubted(wraps);
        }
        self.state.set(heap, next);
        if self.enc.asks_sizes {
            let cell = self.enc.sizes();
            let sizes = self.enc.read(self.state, cell);
            let sizes = self.pool().store(sizes, address, size);
            self.state.set(cell, sizes);
        }
        address
    }

    /// The doubt of the state with one more condition on the path so far.
    fn doubted(&mut self, condition: TermId) -> TermId {
        let guard = self.state.condition(&self.enc.pool);
        let earlier = self.state.doubt;
        let pool = self.pool();
        let here = pool.and(guard, condition);
        pool.or(earlier, here)
    }

    /// Fills a new object of known size with zeros. Where that would take too many writes its content is unknown.
    fn zero_allocation(
        &mut self,
        class: crate::aliasing::Class,
        address: TermId,
        size: Option<u64>,
    ) -> Result<(), Unsupported> {
        let Some(keys) = self.enc.layout.region(class).map(|r| r.keys.clone()) else { return Ok(()) };
        let Some(size) = size.filter(|&s| s <= MAX_COPIED as u64) else { return Ok(()) };
        // Which member lies where depends on the type that the object is used as, so each array is zero at every
        // address of the object at which one of its elements can begin.
        for key in keys {
            let cell = self.enc.array(self.program, class, key);
            let mut array = self.enc.read(self.state, cell);
            let element = Layout::key_width(self.program, key);
            let pool = &mut self.enc.pool;
            let zero = pool.bv(element, 0);
            for k in 0..size {
                let index = offset(pool, address, k);
                array = pool.store(array, index, zero);
            }
            self.state.set(cell, array);
        }
        Ok(())
    }

    /// Forgets what lies behind a pointer.
    fn forget_behind(&mut self, pointer: ExprId, kind: InputKind) {
        if let Some(class) = self.enc.layout.aliasing.value(self.program, pointer) {
            self.forget_region(class, kind);
        }
    }

    /// Forgets what `%n` may write: whatever numbers the arguments of a format point to.
    fn forget_counts(&mut self, args: &[ExprId]) {
        let types = &self.program.types;
        for &arg in args {
            let number = types
                .pointee(self.program.expr(arg).ty)
                .is_some_and(|to| types.is_integer(to) && *types.kind(to) != TypeKind::Int(IntKind::Char));
            if number {
                self.forget_behind(arg, InputKind::Unknown);
            }
        }
    }

    /// Forgets what `%n` may write through a list of arguments.
    fn forget_variadic(&mut self) {
        let class = self.enc.layout.aliasing.variadic();
        self.forget_region(class, InputKind::Unknown);
    }

    fn constant(&mut self, expr: ExprId) -> Result<Option<u64>, Unsupported> {
        let value = self.value(expr)?;
        Ok(self.enc.pool.as_const(value).and_then(Bv::to_u64))
    }

    /// Copies so many bytes between regions that have the same arrays, array by array.
    fn copy_memory(&mut self, to: ExprId, from: ExprId, count: ExprId) -> Result<(), Unsupported> {
        let count = self.constant(count)?;
        let aliasing = &mut self.enc.layout.aliasing;
        let (to_class, from_class) = (aliasing.value(self.program, to), aliasing.value(self.program, from));
        let (Some(to_class), Some(from_class)) = (to_class, from_class) else {
            self.forget_behind(to, InputKind::Unknown);
            return Ok(());
        };
        let keys = |class| self.enc.layout.region(class).map(|r| r.keys.clone()).unwrap_or_default();
        let (to_keys, from_keys) = (keys(to_class), keys(from_class));
        let Some(count) = count.filter(|&n| n <= MAX_COPIED as u64 && to_keys == from_keys) else {
            self.forget_behind(to, InputKind::Unknown);
            return Ok(());
        };
        let (to, from) = (self.value(to)?, self.value(from)?);
        for key in to_keys {
            let (source, target) =
                (self.enc.array(self.program, from_class, key), self.enc.array(self.program, to_class, key));
            let read = self.enc.read(self.state, source);
            let mut write = self.enc.read(self.state, target);
            let bytes = u64::from(Layout::key_width(self.program, key).div_ceil(8));
            write = self.forget_edges(write, to, count, bytes);
            let pool = &mut self.enc.pool;
            for k in 0..count.saturating_sub(bytes - 1) {
                let (there, here) = (offset(pool, from, k), offset(pool, to, k));
                let element = pool.select(read, there);
                write = pool.store(write, here, element);
            }
            self.state.set(target, write);
        }
        Ok(())
    }

    /// Forgets elements that a stretch of bytes covers only in part.
    fn forget_edges(&mut self, mut array: TermId, start: TermId, count: u64, bytes: u64) -> TermId {
        if count == 0 || bytes <= 1 {
            return array;
        }
        let Sort::Array { element, .. } = self.enc.pool.sort(array) else { return array };
        let first = (1..bytes).map(u64::wrapping_neg);
        let last = (count.saturating_sub(bytes - 1)..count).collect::<Vec<_>>();
        for k in first.chain(last) {
            let unknown = self.input(InputKind::Unknown, Sort::Bv(element));
            let pool = &mut self.enc.pool;
            let index = offset(pool, start, k);
            array = pool.store(array, index, unknown);
        }
        array
    }

    /// Sets so many bytes to one value.
    fn set_memory(&mut self, to: ExprId, byte: ExprId, count: ExprId) -> Result<(), Unsupported> {
        let count = self.constant(count)?;
        let byte = self.value(byte)?;
        let Some(class) = self.enc.layout.aliasing.value(self.program, to) else { return Ok(()) };
        let keys = self.enc.layout.region(class).map(|r| r.keys.clone()).unwrap_or_default();
        let Some(count) = count.filter(|&n| n <= MAX_COPIED as u64) else {
            self.forget_region(class, InputKind::Unknown);
            return Ok(());
        };
        let to = self.value(to)?;
        let byte = self.pool().extract(byte, 7, 0);
        let char = self.program.types.int(IntKind::UChar);
        for key in keys {
            let width = Layout::key_width(self.program, key);
            if key == Key::Byte || width == 8 {
                for k in 0..count {
                    let address = offset(&mut self.enc.pool, to, k);
                    self.write(Target::Memory { class, address, bit: 0 }, Some(key), 8, char, byte)?;
                }
                continue;
            }
            let pool = &mut self.enc.pool;
            let mut element = byte;
            for _ in 1..width.div_ceil(8) {
                element = pool.concat(byte, element);
            }
            let element = pool.extract(element, width - 1, 0);
            let cell = self.enc.array(self.program, class, key);
            let bytes = u64::from(width.div_ceil(8));
            let array = self.enc.read(self.state, cell);
            let mut array = self.forget_edges(array, to, count, bytes);
            let pool = &mut self.enc.pool;
            for k in 0..count.saturating_sub(bytes - 1) {
                let index = offset(pool, to, k);
                array = pool.store(array, index, element);
            }
            self.state.set(cell, array);
        }
        Ok(())
    }
}
