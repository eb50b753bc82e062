//! Calls of functions without a body.

use crate::memory::MAX_COPIED;
use crate::{InputKind, Step, Unsupported};
use argand_cfa::{ExprId, ExternId, LibFn};
use argand_flow::effects::{Effects, Memory};
use argand_flow::pointsto::{Cell, Offsets};
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
        let model = self.program.extern_model(id);
        if args.len() < Effects::of(model).arguments() {
            return Err(Unsupported::new("a library function called with too few arguments"));
        }
        let result = match model {
            LibFn::Nondet | LibFn::Undefined | LibFn::Foreign | LibFn::Open => {
                return self.any_result(id, InputKind::Asked);
            }
            LibFn::Malloc | LibFn::Alloca => Some(self.allocate(id, &args[..1], false)?),
            LibFn::Calloc => Some(self.allocate(id, &args[..2], true)?),
            LibFn::Free => {
                self.free(args[0])?;
                None
            }
            LibFn::Exit | LibFn::Abort | LibFn::AssertFail | LibFn::Unreachable | LibFn::NullCall => None,
            LibFn::UnknownCallee => {
                return Err(Unsupported::new("a call through a pointer to an unknown function"));
            }
            LibFn::NondetMemory => {
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
            // What is written is not followed, only where.
            LibFn::Outside => {
                self.forget_written(id);
                return self.any_result(id, InputKind::Asked);
            }
            LibFn::OpenMemory
            | LibFn::Sprintf
            | LibFn::Snprintf
            | LibFn::Printf
            | LibFn::Fprintf
            | LibFn::Puts
            | LibFn::Fputs
            | LibFn::Putchar
            | LibFn::VaStart
            | LibFn::VaCopy
            | LibFn::VaEnd
            | LibFn::VaArg
            | LibFn::Vprintf
            | LibFn::Vfprintf
            | LibFn::Vsprintf
            | LibFn::Vsnprintf => {
                self.forget_written(id);
                return self.any_result(id, InputKind::Unknown);
            }
        };
        match (call.dst, result) {
            (Some(dst), Some(value)) => self.set_var(dst, value),
            (Some(_), None) => self.any_result(id, InputKind::Unknown),
            (None, _) => Ok(()),
        }
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
        let known = self.enc.pool.as_const(size).and_then(Bv::to_u64).filter(|&s| s <= MAX_COPIED as u64);
        // Where that would take too many writes, the content stays unknown.
        if let (true, Some(class), Some(bytes)) = (zeroed, self.enc.layout.points_to.allocation(id), known) {
            self.zero_bytes((Cell { class, offsets: Offsets::START }, address), bytes)?;
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
    pub(crate) fn doubted(&mut self, condition: TermId) -> TermId {
        let guard = self.state.condition(&self.enc.pool);
        let earlier = self.state.doubt;
        let pool = self.pool();
        let here = pool.and(guard, condition);
        pool.or(earlier, here)
    }

    /// Forgets what lies behind a pointer.
    fn forget_behind(&mut self, pointer: ExprId, kind: InputKind) {
        if let Some(cell) = self.enc.layout.points_to.value(self.program, pointer) {
            self.forget_class(cell.class, kind);
        }
    }

    /// Forgets all memory that a call may write.
    fn forget_written(&mut self, id: ExternId) {
        let call = &self.program.extern_calls[id];
        let points_to = &self.enc.layout.points_to;
        let behind = |arg: &ExprId| points_to.value(self.program, *arg).map(|cell| cell.class);
        let mut classes = Vec::new();
        for memory in Effects::of(self.program.extern_model(id)).writes {
            match *memory {
                Memory::Behind { pointer, .. } => classes.extend(call.args.get(pointer).and_then(behind)),
                Memory::Variadic { from } => classes.extend(call.args.iter().skip(from).filter_map(behind)),
                Memory::List { list } => {
                    classes.extend(call.args.get(list).and_then(behind));
                    classes.extend(points_to.behind_variadic());
                }
                Memory::Reachable { from } => {
                    let start = call.args.iter().skip(from).filter_map(behind);
                    classes.extend(points_to.reachable(start));
                }
            }
        }
        classes.sort_unstable();
        classes.dedup();
        for class in classes {
            self.forget_class(class, InputKind::Unknown);
        }
    }

    fn constant(&mut self, expr: ExprId) -> Result<Option<u64>, Unsupported> {
        let value = self.value(expr)?;
        Ok(self.enc.pool.as_const(value).and_then(Bv::to_u64))
    }

    /// Copies so many bytes.
    fn copy_memory(&mut self, to: ExprId, from: ExprId, count: ExprId) -> Result<(), Unsupported> {
        let count = self.constant(count)?;
        let points_to = &self.enc.layout.points_to;
        let cells = (points_to.value(self.program, to), points_to.value(self.program, from));
        match (cells, count.filter(|&n| n <= MAX_COPIED as u64)) {
            (_, Some(0)) => Ok(()),
            ((Some(to_cell), Some(from_cell)), Some(count)) => {
                let (to, from) = (self.value(to)?, self.value(from)?);
                self.copy_bytes((to_cell, to), (from_cell, from), count)
            }
            _ => {
                self.forget_behind(to, InputKind::Unknown);
                Ok(())
            }
        }
    }

    /// Sets so many bytes to one value.
    fn set_memory(&mut self, to: ExprId, byte: ExprId, count: ExprId) -> Result<(), Unsupported> {
        let count = self.constant(count)?;
        let byte = self.value(byte)?;
        let Some(cell) = self.enc.layout.points_to.value(self.program, to) else { return Ok(()) };
        let Some(count) = count.filter(|&n| n <= MAX_COPIED as u64) else {
            self.forget_class(cell.class, InputKind::Unknown);
            return Ok(());
        };
        let to = self.value(to)?;
        let byte = self.pool().extract(byte, 7, 0);
        self.fill_bytes((cell, to), byte, count)
    }
}
