//! Calls of functions without a body, and everything else that takes values from outside.

use crate::access::Purpose;
use crate::address::Storage;
use crate::code::PlaceCode;
use crate::finding::{End, ErrorKind, object_name};
use crate::input::{Input, InputKind, Request, fitted};
use crate::machine::{Exec, Frame, Interpreter};
use crate::math;
use crate::memory::{Fault, ObjectInfo, Spot};
use crate::report::{dead_kind, place_name};
use crate::value::{Provenance, Value};
use crate::varargs::Content;
use argand_cfa::arith::Shape;
use argand_cfa::{
    ExprId, ExternId, FuncId, IntKind, LibFn, NondetSource, Origin, PlaceId, PlaceKind, RecordKind, TypeId,
    TypeKind, VarId,
};
use argand_support::Span;

impl<'p> Interpreter<'p> {
    /// The library function at work, as the user knows it: the one that the user's code called.
    fn library_function(&self) -> Option<&'p str> {
        let program = self.program;
        let of_library = |frame: &&Frame| program.functions[frame.func].origin == Origin::Library;
        let called = self.frames.iter().rev().take_while(of_library).last()?;
        let name = program.func_name(called.func);
        // The front end calls helpers of `scanf` itself.
        if name.starts_with("__argand_scan_") {
            return Some("scanf");
        }
        Some(name.trim_start_matches("__isoc99_").trim_start_matches("__isoc23_"))
    }
}

/// The register that a temporary is called after.
fn register_name(temporary: &str) -> String {
    match temporary.split_once('$') {
        Some((name, _)) if name.len() > 1 => name.to_owned(),
        Some(_) => "a register".to_owned(),
        None => temporary.to_owned(),
    }
}

impl Interpreter<'_> {
    /// Asks for a value.
    pub(crate) fn ask(&mut self, kind: InputKind, name: &str, ty: TypeId) -> Value {
        let span = self.user_span();
        let request = Request { program: self.program, kind, name, ty, span };
        let value = fitted(self.program, ty, self.config.inputs.next(&request));
        self.inputs_used.push(Input { kind, name: name.to_owned(), ty, value, span });
        let value = Value::from_scalar(value);
        // A number may be a pointer in disguise.
        let types = &self.program.types;
        let wide = types.is_integer(ty) && types.size_of(ty) == Some(types.model().pointer_bytes());
        if !types.is_pointer(ty) && !wide {
            return value;
        }
        let any = matches!(
            kind,
            InputKind::Function
                | InputKind::Uninitialised
                | InputKind::Havoc(NondetSource::Volatile | NondetSource::Register)
        );
        let outside = kind.leads_outside() || (any && self.config.policy.inputs_point_outside);
        let adopted = if wide { Provenance::NONE } else { self.memory.adopt(value) };
        match adopted {
            origin if origin.is_none() && outside && value.bits != 0 => {
                Value { origin: Provenance::OUTSIDE, ..value }
            }
            origin => Value { origin, ..value },
        }
    }

    /// Gives a place a value from outside.
    pub(crate) fn havoc(&mut self, place: PlaceId, source: NondetSource) -> Exec<()> {
        let (kind, ty) = (InputKind::Havoc(source), self.program.place(place).ty);
        if let Some(stream) = self.stream_for(place, source)? {
            return self.write(place, stream);
        }
        let name = match source {
            NondetSource::Volatile => "a volatile object".to_owned(),
            NondetSource::Interrupt => "interrupt".to_owned(),
            NondetSource::Register => register_name(&place_name(self.program, place)),
            NondetSource::Library => "a value that only the machine knows".to_owned(),
            NondetSource::Asm
            | NondetSource::MainArgs
            | NondetSource::UndefinedVar
            | NondetSource::Unfollowed => place_name(self.program, place),
        };
        if let PlaceCode::Block { .. } = self.code.place(self.program, place) {
            let (spot, size) = self.locate(place, None, Purpose::Write)?;
            if source == NondetSource::UndefinedVar {
                // There can be much of it, and little of it is ever read.
                let given = self.memory.give_outside(spot, size);
                return given.map_err(|fault| self.fault(fault, &name, size, Purpose::Write));
            }
            return self.havoc_memory(spot, ty, kind, &name);
        }
        let value = self.ask(kind, &name, ty);
        self.write(place, value)
    }

    /// Gives memory of a type values from outside, member by member.
    fn havoc_memory(&mut self, spot: Spot, ty: TypeId, kind: InputKind, name: &str) -> Exec<()> {
        let types = &self.program.types;
        match types.kind(ty) {
            TypeKind::Array { elem, .. } => {
                let size = types.size_of(*elem).unwrap_or(0).max(1);
                for i in 0..types.size_of(ty).unwrap_or(0) / size {
                    let part = Spot { offset: spot.offset + i * size, ..spot };
                    self.havoc_memory(part, *elem, kind, &format!("{name}[{i}]"))?;
                }
                Ok(())
            }
            TypeKind::Record(id) if types.record(*id).kind == RecordKind::Struct => {
                for field in &types.record(*id).fields {
                    let part = Spot { offset: spot.offset + field.offset(), ..spot };
                    let label = field.name.map_or("<anonymous>", |n| self.program.names.resolve(n));
                    let name = format!("{name}.{label}");
                    match field.bit_width {
                        None => self.havoc_memory(part, field.ty, kind, &name)?,
                        Some(width) => {
                            let value = self.ask(kind, &name, field.ty);
                            let shift = (field.bit_offset % 8) as u32;
                            let stored = self.memory.store_bits(part, shift, width, value);
                            stored.map_err(|fault| self.fault(fault, "memory", 0, Purpose::Write))?;
                        }
                    }
                }
                Ok(())
            }
            TypeKind::Record(_) | TypeKind::Opaque { .. } => {
                self.havoc_bytes(spot, types.size_of(ty).unwrap_or(0), kind, name)
            }
            _ => {
                let value = self.ask(kind, name, ty);
                let pointer = self.moved(self.memory.pointer_to(spot.slot), i128::from(spot.offset));
                self.store_typed(pointer, ty, value)
            }
        }
    }

    fn havoc_bytes(&mut self, spot: Spot, size: u64, kind: InputKind, name: &str) -> Exec<()> {
        let byte = self.program.types.int(IntKind::UChar);
        for i in 0..size {
            let value = self.ask(kind, &format!("byte {i} of {name}"), byte);
            let part = Spot { offset: spot.offset + i, ..spot };
            let stored = self.memory.store(part, 1, value);
            stored.map_err(|fault| self.fault(fault, "memory", 1, Purpose::Write))?;
        }
        Ok(())
    }

    /// A pointer to a standard stream, for the variables that the C library defines.
    fn stream_for(&mut self, place: PlaceId, source: NondetSource) -> Exec<Option<Value>> {
        let (NondetSource::UndefinedVar, PlaceKind::Var(var)) = (source, self.program.place(place).kind)
        else {
            return Ok(None);
        };
        let number = match self.program.var_name(var) {
            "stdin" => 0,
            "stdout" => 1,
            "stderr" => 2,
            _ => return Ok(None),
        };
        if !self.program.types.is_pointer(self.program.vars[var].ty) {
            return Ok(None);
        }
        let info =
            ObjectInfo { var: None, storage: Storage::Static, size: 1, born: Span::NONE, died: Span::NONE };
        let created = self.memory.create(info, 1, true);
        let stream = created.map_err(|fault| self.fault(fault, "a stream", 1, Purpose::Write))?;
        self.streams[number] = Some(stream.origin);
        Ok(Some(stream))
    }

    /// A call of a function without a body.
    pub(crate) fn call_extern(&mut self, id: ExternId) -> Exec<()> {
        let program = self.program;
        let call = &program.extern_calls[id];
        self.check_target(call.callee)?;
        let (args, dst) = (&*call.args, call.dst);
        match program.extern_model(id) {
            LibFn::Open => dst.map_or(Ok(()), |dst| self.open_result(dst)),
            model @ (LibFn::Undefined | LibFn::Outside | LibFn::Nondet) => {
                if model == LibFn::Outside {
                    self.written_outside(call.callee, args)?;
                }
                let kind =
                    if model == LibFn::Nondet { InputKind::Function } else { InputKind::UndefinedFunction };
                let name = self.library_function().unwrap_or_else(|| program.func_name(call.callee));
                dst.map_or(Ok(()), |dst| self.ask_for(dst, kind, name))
            }
            model @ (LibFn::NondetMemory | LibFn::OpenMemory) => {
                let (pointer, size) = (self.pointer_arg(args, 0)?, self.number_arg(args, 1)?);
                let spot = self.writable(pointer, size)?;
                let kind = match self.frames.last().map(|f| program.functions[f.func].origin) {
                    _ if model == LibFn::OpenMemory => InputKind::Result { computed: false },
                    Some(Origin::Startup) => InputKind::Havoc(NondetSource::MainArgs),
                    _ => InputKind::Memory,
                };
                let name = self.library_function().unwrap_or("memory");
                self.havoc_bytes(spot, size, kind, name)
            }
            LibFn::Malloc => {
                let size = self.number_arg(args, 0)?;
                self.allocate(Storage::Heap, size, false, dst)
            }
            LibFn::Calloc => {
                let (count, size) = (self.number_arg(args, 0)?, self.number_arg(args, 1)?);
                match count.checked_mul(size).filter(|&n| n <= self.memory.pointer_mask()) {
                    Some(total) => self.allocate(Storage::Heap, total, true, dst),
                    None => self.result(dst, Value::ZERO),
                }
            }
            LibFn::Alloca => {
                let size = self.number_arg(args, 0)?;
                self.allocate(Storage::Stack, size, false, dst)
            }
            LibFn::Free => {
                let pointer = self.pointer_arg(args, 0)?;
                self.free(pointer)
            }
            model @ (LibFn::Memcpy | LibFn::Memmove) => self.move_memory(args, dst, model == LibFn::Memcpy),
            LibFn::Memset => {
                let pointer = self.pointer_arg(args, 0)?;
                let byte = self.arg(args, 1)?;
                let size = self.number_arg(args, 2)?;
                if size > 0 {
                    let spot = self.writable(pointer, size)?;
                    let filled = self.memory.fill(spot, size, byte.bits as u8, byte.tainted);
                    filled.map_err(|fault| self.fault(fault, "memset", size, Purpose::Write))?;
                }
                self.result(dst, pointer)
            }
            LibFn::Exit => Ok(()),
            LibFn::Abort => Err(Box::new(End::Abort)),
            LibFn::AssertFail => Err(self.assertion(args)),
            LibFn::Unreachable => {
                let message = "a path is taken that was promised to be impossible".to_owned();
                Err(self.error(ErrorKind::Unreachable, message, None))
            }
            LibFn::Foreign if self.pointer_arg(args, 0)?.origin == Provenance::OUTSIDE => {
                let (kind, name) = (InputKind::UndefinedFunction, program.func_name(call.callee));
                dst.map_or(Ok(()), |dst| self.ask_for(dst, kind, name))
            }
            LibFn::UnknownCallee | LibFn::Foreign => {
                let message = "the pointer points to no function of a type that fits the call".to_owned();
                Err(self.error(ErrorKind::InvalidCall, message, None))
            }
            LibFn::NullCall => Err(self.error(
                ErrorKind::InvalidCall,
                "the pointer to the function is null".to_owned(),
                None,
            )),
            LibFn::VaStart => {
                let list = self.pointer_arg(args, 0)?;
                self.va_start(list)
            }
            LibFn::VaEnd => {
                let list = self.pointer_arg(args, 0)?;
                self.va_end(list)
            }
            LibFn::VaArg => {
                let list = self.pointer_arg(args, 0)?;
                self.va_arg(list, dst)
            }
            LibFn::VaCopy => {
                let (to, from) = (self.pointer_arg(args, 0)?, self.pointer_arg(args, 1)?);
                self.va_copy(to, from)
            }
            model => self.print(model, args, dst),
        }
    }

    /// Lets the world outside write what the arguments of a call point to. The values are asked for when they are
    /// read.
    fn written_outside(&mut self, callee: FuncId, args: &[ExprId]) -> Exec<()> {
        let program = self.program;
        let written = program.written_params.iter().filter(|(func, _)| *func == callee);
        for &(_, number) in written {
            let Some(&arg) = args.get(number) else { continue };
            let pointee = program.types.pointee(program.expr(arg).ty);
            let size = pointee.and_then(|to| program.types.size_of(to)).unwrap_or(0);
            let pointer = self.eval(arg)?;
            if size == 0 || pointer.tainted {
                continue;
            }
            if let Ok(spot) = self.memory.find_writable(pointer, size) {
                let forgotten = self.memory.give_outside(spot, size);
                forgotten.map_err(|fault| self.fault(fault, "the call", size, Purpose::Write))?;
            }
        }
        Ok(())
    }

    /// Gives a variable a value from outside.
    fn ask_for(&mut self, dst: VarId, kind: InputKind, name: &str) -> Exec<()> {
        let ty = self.program.vars[dst].ty;
        if self.program.types.is_scalar(ty) {
            let value = self.ask(kind, name, ty);
            return self.give(dst, &Content::Scalar(value));
        }
        let pointer = self.object_of(dst)?;
        match self.memory.living_origin(pointer.origin) {
            Some(slot) => self.havoc_memory(Self::start_of(slot), ty, kind, name),
            None => Ok(()),
        }
    }

    /// The result of the library function at work, which its model leaves open. It is asked for all the same, so
    /// that the answers to come are those that a model of the path has for them.
    fn open_result(&mut self, dst: VarId) -> Exec<()> {
        let program = self.program;
        let func = self.frames.last().map_or(program.start, |frame| frame.func);
        let mut arguments = Vec::new();
        for &param in &program.functions[func].params {
            if let Content::Scalar(value) = self.content_of(param)? {
                arguments.push(value.float_bits());
            }
        }
        let (name, ty) = (program.func_name(func), program.vars[dst].ty);
        let result = math::compute(name, &arguments).map(Value::float);
        let answer = self.ask(InputKind::Result { computed: result.is_some() }, name, ty);
        let (result, float) = (result.unwrap_or(answer), self.is_float(ty));
        if let Some(input) = self.inputs_used.last_mut() {
            input.value = result.scalar(float);
        }
        self.give(dst, &Content::Scalar(result))
    }

    /// Hands over the result of a call.
    pub(crate) fn result(&mut self, dst: Option<VarId>, value: Value) -> Exec<()> {
        let Some(dst) = dst else { return Ok(()) };
        let bits = match Shape::of(&self.program.types, self.program.vars[dst].ty) {
            Some(shape) => shape.wrap(value.bits),
            None => value.bits,
        };
        self.give(dst, &Content::Scalar(Value { bits, ..value }))
    }

    /// An argument, which may be uninitialised.
    pub(crate) fn arg(&mut self, args: &[ExprId], index: usize) -> Exec<Value> {
        match args.get(index) {
            Some(&expr) => self.eval(expr),
            None => Err(self.unsupported("a library call with too few arguments".to_owned())),
        }
    }

    /// A pointer argument.
    pub(crate) fn pointer_arg(&mut self, args: &[ExprId], index: usize) -> Exec<Value> {
        match args.get(index) {
            Some(&expr) => self.eval_used(expr, "an argument that depends on"),
            None => Err(self.unsupported("a library call with too few arguments".to_owned())),
        }
    }

    /// A size argument.
    pub(crate) fn number_arg(&mut self, args: &[ExprId], index: usize) -> Exec<u64> {
        let value = self.pointer_arg(args, index)?;
        Ok(value.address() & self.memory.pointer_mask())
    }

    fn writable(&mut self, pointer: Value, size: u64) -> Exec<Spot> {
        let found = self.memory.find_writable(pointer, size);
        found.map_err(|fault| self.fault(fault, "the call", size, Purpose::Write))
    }

    fn readable(&mut self, pointer: Value, size: u64) -> Exec<Spot> {
        let found = self.memory.find(pointer, size);
        found.map_err(|fault| self.fault(fault, "the call", size, Purpose::Read))
    }

    fn allocate(&mut self, storage: Storage, size: u64, zeroed: bool, dst: Option<VarId>) -> Exec<()> {
        let info = ObjectInfo { var: None, storage, size, born: self.user_span(), died: Span::NONE };
        let created = self.memory.create(info, 16, zeroed);
        let pointer = created.map_err(|fault| self.fault(fault, "an object", size, Purpose::Write))?;
        if storage == Storage::Stack
            && let (Some(frame), Some(slot)) =
                (self.frames.last_mut(), self.memory.living_origin(pointer.origin))
        {
            frame.extras.push(slot);
        }
        self.result(dst, pointer)
    }

    fn free(&mut self, pointer: Value) -> Exec<()> {
        // Memory of the world outside may be what `malloc` gave it.
        if pointer.bits == 0 || pointer.origin == Provenance::OUTSIDE {
            return Ok(());
        }
        let spot = match self.memory.find(pointer, 0) {
            Ok(spot) => spot,
            Err(Fault::Dead { slot, recycled }) => {
                let object = self.memory.object(slot).info.clone();
                if dead_kind(&object) == ErrorKind::UseAfterFree {
                    let message = "memory is freed that was freed before".to_owned();
                    let object = Some(object).filter(|_| !recycled);
                    return Err(self.error(ErrorKind::DoubleFree, message, object));
                }
                let message = "memory is freed that was not allocated".to_owned();
                return Err(self.error(ErrorKind::InvalidFree, message, Some(object)));
            }
            Err(Fault::Bounds { slot, offset }) => return Err(self.invalid_free(slot, offset)),
            Err(_) => {
                let message = "an address is freed that belongs to no object".to_owned();
                return Err(self.error(ErrorKind::InvalidFree, message, None));
            }
        };
        if spot.offset != 0 || self.memory.object(spot.slot).info.storage != Storage::Heap {
            return Err(self.invalid_free(spot.slot, spot.offset as i64));
        }
        let died = self.user_span();
        self.memory.kill(spot.slot, died);
        Ok(())
    }

    fn invalid_free(&mut self, slot: u32, offset: i64) -> Box<End> {
        let object = self.memory.object(slot).info.clone();
        let name = object_name(self.program, &object);
        let message = if object.storage == Storage::Heap {
            format!("a pointer to offset {offset} of {name} is freed")
        } else {
            format!("{name} is freed, which was not allocated")
        };
        self.error(ErrorKind::InvalidFree, message, Some(object))
    }

    fn move_memory(&mut self, args: &[ExprId], dst: Option<VarId>, disjoint: bool) -> Exec<()> {
        let (to, from) = (self.pointer_arg(args, 0)?, self.pointer_arg(args, 1)?);
        let size = self.number_arg(args, 2)?;
        if size > 0 {
            let source = self.readable(from, size)?;
            let target = self.writable(to, size)?;
            let distance = source.offset.abs_diff(target.offset);
            if disjoint && source.slot == target.slot && distance < size {
                let object = self.memory.object(source.slot).info.clone();
                let message = format!("memcpy of {size} bytes between stretches {distance} bytes apart");
                return Err(self.error(ErrorKind::Overlap, message, Some(object)));
            }
            let copied = self.memory.copy(target, source, size);
            copied.map_err(|fault| self.fault(fault, "the call", size, Purpose::Write))?;
        }
        self.result(dst, to)
    }

    /// A failed assertion, with its text where the call gives it.
    fn assertion(&mut self, args: &[ExprId]) -> Box<End> {
        let text = args.first().copied().filter(|&a| self.program.types.is_pointer(self.program.expr(a).ty));
        self.quiet = true;
        let text = text.and_then(|arg| {
            let pointer = self.eval(arg).ok()?;
            self.read_string(pointer, None).ok()
        });
        self.quiet = false;
        let message = match text {
            Some(text) => format!("the assertion `{}` fails", String::from_utf8_lossy(&text)),
            None => "an assertion fails".to_owned(),
        };
        self.error(ErrorKind::Assertion, message, None)
    }

    /// The characters from a pointer to the first zero, at most `limit` of them.
    pub(crate) fn read_string(&mut self, pointer: Value, limit: Option<usize>) -> Exec<Vec<u8>> {
        let mut text = Vec::new();
        let mut at = pointer;
        while limit.is_none_or(|limit| text.len() < limit) {
            let spot = self.readable(at, 1)?;
            let mut byte = self.memory.load(spot, 1);
            if byte.tainted && byte.origin == Provenance::OUTSIDE && !self.quiet {
                let char = self.program.types.int(IntKind::Char);
                byte = self.ask(InputKind::Outside, "a character of a string", char);
                let stored = self.memory.store(spot, 1, byte);
                stored.map_err(|fault| self.fault(fault, "memory", 1, Purpose::Write))?;
            }
            if byte.tainted {
                self.uninitialised(|_| "a string has".to_owned())?;
            }
            if byte.bits == 0 {
                break;
            }
            text.push(byte.bits as u8);
            at = self.moved(at, 1);
        }
        Ok(text)
    }
}
