//! Calls of functions without a body.

use super::access::{Purpose, bit_at};
use super::step::{Halt, Res, Transfer};
use super::transfer::ARGUMENT_SLOT;
use argand_cfa::{ExprId, ExternId, LibFn, MemoryProperty, TypeId, VarId};
use argand_domains::smg::{Address, Form, Object, Storage, Value};

/// Stretches up to this size are set byte by byte.
const MAX_SET_BYTES: i128 = 4096;

impl Transfer<'_> {
    /// A call of a function without a body.
    pub fn library(&mut self, id: ExternId) -> Res<()> {
        let program = self.program;
        let call = &program.extern_calls[id];
        let arg = |i: usize| {
            call.args
                .get(i)
                .copied()
                .ok_or_else(|| Halt::Gap("a library call with too few arguments".to_owned()))
        };
        match program.extern_model(id) {
            LibFn::Undefined | LibFn::Nondet | LibFn::Open => {
                call.dst.map_or(Ok(()), |dst| self.give_unknown(dst))
            }
            LibFn::Outside => {
                self.change_from_outside(&call.args)?;
                call.dst.map_or(Ok(()), |dst| self.give_unknown(dst))
            }
            LibFn::Exit | LibFn::Abort | LibFn::AssertFail | LibFn::Unreachable => Ok(()),
            LibFn::Malloc | LibFn::Calloc => {
                let mut size = self.eval_number(arg(0)?)?;
                let zeroed = program.extern_model(id) == LibFn::Calloc;
                if zeroed {
                    let count = self.eval_number(arg(1)?)?;
                    let Some(product) = self.product(size, count)? else {
                        return self.give(call.dst, Value::Number(Form::ZERO));
                    };
                    size = product;
                }
                self.allocate(size, zeroed, Storage::Heap, call.dst)
            }
            LibFn::Alloca => {
                let size = self.eval_number(arg(0)?)?;
                self.allocate(size, false, Storage::Alloca, call.dst)
            }
            LibFn::Free => {
                let pointer = self.eval(arg(0)?)?;
                self.free(pointer)
            }
            LibFn::Memcpy | LibFn::Memmove => {
                let (to, from) = (self.eval(arg(0)?)?, self.eval(arg(1)?)?);
                let bytes = self.eval_number(arg(2)?)?;
                self.only_if_any(bytes, |step| step.copy(from, to, bytes))?;
                self.give(call.dst, to)
            }
            LibFn::Memset => {
                let to = self.eval(arg(0)?)?;
                let byte = self.eval_number(arg(1)?)?;
                let bytes = self.eval_number(arg(2)?)?;
                self.only_if_any(bytes, |step| step.set(to, byte, bytes))?;
                self.give(call.dst, to)
            }
            LibFn::NondetMemory | LibFn::OpenMemory => {
                let to = self.eval(arg(0)?)?;
                let bytes = self.eval_number(arg(1)?)?;
                self.only_if_any(bytes, |step| {
                    let target = step.access(to, bytes, Purpose::Write)?;
                    step.forget_bytes(target, bytes)
                })
            }
            LibFn::VaStart => {
                let root = self.state.arguments_root();
                let list = self.eval(arg(0)?)?;
                let value =
                    self.state.graph.root(root).map_or(Value::ZERO, |o| Value::Address(Address::at(o, 0)));
                self.set_list(list, Some(value))
            }
            LibFn::VaCopy => {
                let (to, from) = (self.eval(arg(0)?)?, self.eval(arg(1)?)?);
                let value = self.list(from)?;
                self.set_list(to, Some(value))
            }
            LibFn::VaEnd => {
                let list = self.eval(arg(0)?)?;
                self.set_list(list, None)
            }
            LibFn::VaArg => self.next_argument(arg(0)?, call.dst),
            LibFn::Puts | LibFn::Fputs => {
                let text = self.eval(arg(0)?)?;
                self.string_content(text, None)?;
                call.dst.map_or(Ok(()), |dst| self.give_unknown(dst))
            }
            LibFn::Putchar => call.dst.map_or(Ok(()), |dst| self.give_unknown(dst)),
            LibFn::Printf | LibFn::Vprintf | LibFn::Fprintf | LibFn::Vfprintf => self.print(id),
            LibFn::UnknownCallee | LibFn::NullCall | LibFn::Foreign => {
                Err(Halt::Gap("a call through a pointer to no known function".to_owned()))
            }
            LibFn::Sprintf | LibFn::Vsprintf => self.print_into(id, false),
            LibFn::Snprintf | LibFn::Vsnprintf => self.print_into(id, true),
        }
    }

    /// The product of two sizes; `None` if it is not a number that the machine has.
    fn product(&mut self, a: Form, b: Form) -> Res<Option<Form>> {
        let numbers = &self.state.graph.numbers;
        let (a, b) = (numbers.simplified(a), numbers.simplified(b));
        let product = match (a.as_constant(), b.as_constant()) {
            (Some(k), _) => b.times(k),
            (_, Some(k)) => a.times(k),
            _ => None,
        };
        let most = self.address_range().hi();
        match product.map(|product| (product, self.state.graph.numbers.range(product))) {
            Some((product, range)) if range.hi() <= most => Ok(Some(product)),
            Some((_, range)) if range.lo() > most => Ok(None),
            _ => Err(Halt::Gap("calloc of a size that may not exist".to_owned())),
        }
    }

    /// Does something for a number of bytes, or nothing where there are none.
    fn only_if_any(&mut self, bytes: Form, act: impl FnOnce(&mut Self) -> Res<()>) -> Res<()> {
        let range = self.state.graph.numbers.range(bytes);
        if range.hi() <= 0 {
            return Ok(());
        }
        if range.lo() <= 0 && bytes.as_constant().is_none() {
            return Err(Halt::Split(bytes, vec![0, i128::MAX]));
        }
        act(self)
    }

    pub(super) fn give_unknown(&mut self, dst: VarId) -> Res<()> {
        let ty = self.program.vars[dst].ty;
        if self.program.types.is_scalar(ty) {
            let value = self.unknown(ty);
            return self.give(Some(dst), value);
        }
        let object = self.var_object(dst);
        self.state.graph.clear(object);
        Ok(())
    }

    pub(super) fn give(&mut self, dst: Option<VarId>, value: Value) -> Res<()> {
        let Some(dst) = dst else { return Ok(()) };
        let object = self.var_object(dst);
        let width = self.program.var_size(dst).unwrap_or(0) * 8;
        self.write(Address::at(object, 0), 0, width, Some(value))
    }

    fn allocate(&mut self, size: Form, zeroed: bool, storage: Storage, dst: Option<VarId>) -> Res<()> {
        if self.malloc_fails && storage == Storage::Heap {
            let (names, made, sums) = (Vec::new(), Vec::new(), Vec::new());
            let mut failed =
                Transfer { state: self.state.clone(), names, made, sums, others: Vec::new(), ..*self };
            failed.give(dst, Value::Number(Form::ZERO))?;
            self.others.push(failed.state);
        }
        let object = self.state.graph.add(Object::region(size, storage, self.edge));
        if zeroed {
            match size.as_constant().and_then(|n| u64::try_from(n).ok()) {
                Some(bytes) => self.state.graph.write(object, 0, bytes.saturating_mul(8), Some(Value::ZERO)),
                None => {
                    let most = u64::try_from(self.state.graph.numbers.range(size).hi()).unwrap_or(u64::MAX);
                    self.state.graph.write(object, 0, most.saturating_mul(8), Some(Value::ZERO));
                }
            }
        }
        if storage == Storage::Alloca {
            let root = self.state.extra_root();
            self.state.graph.set_root(root, object);
        }
        self.give(dst, Value::Address(Address::at(object, 0)))
    }

    fn free(&mut self, pointer: Value) -> Res<()> {
        let address = match pointer {
            Value::Number(form) if form == Form::ZERO => return Ok(()),
            Value::Address(address) => address,
            Value::Number(form) => {
                let message = "an address is freed that malloc did not return".to_owned();
                let mut null = self.state.clone();
                if null.graph.numbers.assume_eq(form, Form::ZERO) {
                    self.violate(MemoryProperty::Free, message);
                    self.gap("a free of a pointer of unknown value");
                    self.state = null;
                    return Ok(());
                }
                return Err(self.violate_and_end(None, MemoryProperty::Free, message));
            }
            _ => {
                self.violate(
                    MemoryProperty::Free,
                    "an address is freed that malloc did not return".to_owned(),
                );
                return Err(Halt::Gap("a free of a pointer of unknown value".to_owned()));
            }
        };
        if self.state.graph.is_segment(address.object) {
            return Err(Halt::Unfold(address.object, address.end));
        }
        let Some(object) = self.state.graph.object(address.object) else {
            return Err(Halt::Gap("a free of forgotten memory".to_owned()));
        };
        let (heap, valid) = (object.storage == Storage::Heap, object.valid);
        let name = self.describe(address.object);
        if !heap || !valid {
            let what = if heap { "is freed once more" } else { "is freed, which malloc did not return" };
            return Err(self.violate_and_end(
                Some(address.object),
                MemoryProperty::Free,
                format!("{name} {what}"),
            ));
        }
        let numbers = &mut self.state.graph.numbers;
        if !numbers.equal(address.offset, Form::ZERO) {
            let offset = numbers.range(address.offset);
            let message = format!("an address {offset} bytes into {name} is freed");
            let before = self.state.clone();
            if !self.state.graph.numbers.assume_eq(address.offset, Form::ZERO) {
                self.state = before;
                return Err(self.violate_and_end(Some(address.object), MemoryProperty::Free, message));
            }
            let after = std::mem::replace(&mut self.state, before);
            self.violate_or_go_on(Some(address.object), MemoryProperty::Free, message);
            self.state = after;
        }
        self.state.graph.invalidate(address.object, self.edge);
        Ok(())
    }

    fn set(&mut self, to: Value, byte: Form, bytes: Form) -> Res<()> {
        let target = self.access(to, bytes, Purpose::Write)?;
        let (Some(offset), Some(bytes_number)) = (target.offset.as_constant(), bytes.as_constant()) else {
            return self.forget_bytes(target, bytes);
        };
        let bit = bit_at(offset, 0)?;
        let width = u64::try_from(bytes_number).unwrap_or(0).saturating_mul(8);
        match byte.as_constant().map(|b| b & 0xff) {
            Some(0) => self.put(target.object, bit, width, Some(Value::ZERO)),
            Some(byte) if bytes_number <= MAX_SET_BYTES => {
                for at in 0..bytes_number as i64 {
                    let value = Some(Value::Bits(byte.cast_unsigned()));
                    self.put(target.object, bit + at * 8, 8, value);
                }
            }
            _ => self.state.graph.write(target.object, bit, width, None),
        }
        Ok(())
    }

    pub(super) fn forget_bytes(&mut self, target: Address, bytes: Form) -> Res<()> {
        let most = self.state.graph.numbers.range(bytes).hi().clamp(0, i128::from(u32::MAX));
        self.state.graph.overwrite_marks(target.object, target.offset, bytes);
        let marks = self.state.graph.marks(target.object);
        self.forget_somewhere(target, 0, most as u64 * 8)?;
        self.state.graph.set_marks(target.object, marks.0, marks.1);
        Ok(())
    }

    pub(super) fn list_width(&self) -> u64 {
        self.program.types.model().pointer_bytes() * 8
    }

    pub(super) fn list(&mut self, list: Value) -> Res<Value> {
        let bytes = Form::constant(i128::from(self.list_width() / 8));
        let at = self.access(list, bytes, Purpose::Read)?;
        let Some(offset) = at.offset.as_constant() else {
            return Err(Halt::Gap("an argument list at an unknown place".to_owned()));
        };
        match self.state.graph.read(at.object, bit_at(offset, 0)?, self.list_width()) {
            argand_domains::smg::Read::Value(value) => Ok(value),
            _ => Err(Halt::Gap("an argument list that was not started".to_owned())),
        }
    }

    /// Puts the next argument into a list; `None` ends it.
    pub(super) fn set_list(&mut self, list: Value, next: Option<Value>) -> Res<()> {
        let width = self.list_width();
        let at = self.access(list, Form::constant(i128::from(width / 8)), Purpose::Write)?;
        self.write(at, 0, width, next)
    }

    fn next_argument(&mut self, list: ExprId, dst: Option<VarId>) -> Res<()> {
        let list = self.eval(list)?;
        let Value::Address(at) = self.list(list)? else {
            return Err(Halt::Gap("an argument list without arguments".to_owned()));
        };
        let ty: Option<TypeId> = dst.map(|dst| self.program.vars[dst].ty);
        let bytes = ty.and_then(|ty| self.program.types.size_of(ty)).unwrap_or(0);
        let size = self.state.graph.object(at.object).map_or(Form::ZERO, |o| o.size);
        let end = at.offset.plus(i128::from(bytes)).unwrap_or(at.offset);
        if self.state.graph.numbers.upper(end, size) > 0 {
            return Err(Halt::Gap("an argument behind the last one".to_owned()));
        }
        if let (Some(dst), Some(ty)) = (dst, ty) {
            let spot = super::eval::Spot { base: Value::Address(at), bits: 0 };
            let value = self.load_at(spot, bytes * 8, ty)?;
            self.give(Some(dst), value)?;
        }
        let offset = at.offset.plus(i128::from(ARGUMENT_SLOT / 8)).unwrap_or(at.offset);
        self.set_list(list, Some(Value::Address(Address { offset, ..at })))
    }
}
