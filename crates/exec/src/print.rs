//! The `printf` family, `puts` and their like: fetching and checking arguments, writing the text.

use crate::access::Purpose;
use crate::finding::{End, ErrorKind};
use crate::format::{self, Count, Layout, Length, Spec};
use crate::machine::{Exec, Interpreter};
use crate::value::Value;
use crate::varargs::{Argument, Content};
use argand_cfa::arith::Shape;
use argand_cfa::{ExprId, FloatKind, IntKind, LibFn, TypeId, TypeKind, VarId};

/// Where the arguments of a format come from.
enum Supply {
    Arguments(std::vec::IntoIter<Argument>),
    /// The address of a list, which moves on.
    List(Value),
    /// A list that was passed by value, as the ABI of ILP32 does.
    Position(Value),
}

/// Where text goes.
#[derive(Clone, Copy)]
enum Sink {
    Output,
    Errors,
    /// A buffer, and how many bytes it may take with its final zero.
    Buffer(Value, Option<u64>),
}

impl Interpreter<'_> {
    /// A call of a function that prints.
    pub(crate) fn print(&mut self, model: LibFn, args: &[ExprId], dst: Option<VarId>) -> Exec<()> {
        match model {
            LibFn::Puts | LibFn::Fputs => {
                let pointer = self.pointer_arg(args, 0)?;
                let mut text = self.read_string(pointer, None)?;
                if model == LibFn::Puts {
                    text.push(b'\n');
                }
                let sink = if model == LibFn::Puts { Sink::Output } else { self.stream(args, 1)? };
                self.emit(sink, &text)?;
                self.result(dst, Value::int(1))
            }
            LibFn::Putchar => {
                let Some(&first) = args.first() else { return Ok(()) };
                let character = self.eval_used(first, "output that depends on")?;
                let sink = if args.len() > 1 { self.stream(args, 1)? } else { Sink::Output };
                self.emit(sink, &[character.bits as u8])?;
                self.result(dst, Value::int(i128::from(character.bits as u8)))
            }
            _ => self.print_formatted(model, args, dst),
        }
    }

    fn print_formatted(&mut self, model: LibFn, args: &[ExprId], dst: Option<VarId>) -> Exec<()> {
        let (sink, format_at) = match model {
            LibFn::Printf | LibFn::Vprintf => (Sink::Output, 0),
            LibFn::Fprintf | LibFn::Vfprintf => (self.stream(args, 0)?, 1),
            LibFn::Sprintf | LibFn::Vsprintf => (Sink::Buffer(self.pointer_arg(args, 0)?, None), 1),
            LibFn::Snprintf | LibFn::Vsnprintf => {
                let (buffer, size) = (self.pointer_arg(args, 0)?, self.number_arg(args, 1)?);
                (Sink::Buffer(buffer, Some(size)), 2)
            }
            other => return Err(self.unsupported(format!("the library function {other:?}"))),
        };
        let format = self.pointer_arg(args, format_at)?;
        let format = self.read_string(format, None)?;
        let rest = args.get(format_at + 1..).unwrap_or_default();
        let mut supply = match model {
            LibFn::Vprintf | LibFn::Vfprintf | LibFn::Vsprintf | LibFn::Vsnprintf => {
                let list = self.pointer_arg(rest, 0)?;
                if self.is_position(list) { Supply::Position(list) } else { Supply::List(list) }
            }
            _ => Supply::Arguments(self.arguments(rest)?.into_iter()),
        };
        let text = self.formatted(&format, &mut supply)?;
        self.emit(sink, &text)?;
        self.result(dst, Value::int(text.len() as i128))
    }

    /// The stream an argument names.
    fn stream(&mut self, args: &[ExprId], index: usize) -> Exec<Sink> {
        let stream = self.pointer_arg(args, index)?;
        let is_errors = !stream.origin.is_none() && self.streams[2] == Some(stream.origin);
        Ok(if is_errors { Sink::Errors } else { Sink::Output })
    }

    fn emit(&mut self, sink: Sink, text: &[u8]) -> Exec<()> {
        let target = match sink {
            Sink::Output => &mut self.output,
            Sink::Errors => &mut self.errors,
            Sink::Buffer(_, Some(0)) => return Ok(()),
            Sink::Buffer(pointer, limit) => {
                let room = limit.map_or(usize::MAX, |l| usize::try_from(l).unwrap_or(usize::MAX) - 1);
                let mut bytes = text[..text.len().min(room)].to_vec();
                bytes.push(0);
                let known = vec![0xff; bytes.len()];
                let blob = crate::memory::Blob { known, bytes, ..Default::default() };
                let size = blob.bytes.len() as u64;
                let stored =
                    self.memory.find_writable(pointer, size).and_then(|spot| self.memory.put(spot, &blob));
                return stored.map_err(|fault| self.fault(fault, "the output", size, Purpose::Write));
            }
        };
        target.extend_from_slice(text);
        if target.len() > self.config.output_limit {
            return Err(Box::new(End::Limit("the program's output is too long".to_owned())));
        }
        Ok(())
    }

    fn formatted(&mut self, format: &[u8], supply: &mut Supply) -> Exec<Vec<u8>> {
        let mut out = Vec::new();
        let mut rest = format;
        while let Some(at) = rest.iter().position(|&b| b == b'%') {
            out.extend_from_slice(&rest[..at]);
            let (spec, used) = format::parse(&rest[at + 1..]);
            rest = &rest[at + 1 + used..];
            self.conversion(spec, supply, &mut out)?;
        }
        out.extend_from_slice(rest);
        Ok(out)
    }

    fn conversion(&mut self, mut spec: Spec, supply: &mut Supply, out: &mut Vec<u8>) -> Exec<()> {
        let width = self.count(spec.width, supply)?.unwrap_or(0);
        if width < 0 {
            spec.left = true;
        }
        let width = width.unsigned_abs();
        let precision = self.count(spec.precision, supply)?.and_then(|p| usize::try_from(p).ok());
        if width.max(precision.unwrap_or(0)) > self.config.output_limit {
            return Err(Box::new(End::Limit("the program's output is too long".to_owned())));
        }
        let types = &self.program.types;
        match spec.conversion {
            b'%' => out.push(b'%'),
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => {
                let value = self.integer(spec, supply)?;
                let negative = value < 0 && matches!(spec.conversion, b'd' | b'i');
                let magnitude = if negative { value.unsigned_abs() } else { value.cast_unsigned() };
                format::text_of_integer(spec, width, precision, negative, magnitude, out);
            }
            b'c' => {
                let value = self.scalar(supply, types.int(IntKind::Int))?;
                let body = [value.bits as u8];
                Layout { prefix: "", body: &body, width, left: spec.left, zero: false }.render(out);
            }
            b's' if spec.length == Length::Long => {
                return Err(self.unsupported("output of wide strings".to_owned()));
            }
            b's' => {
                let pointer = self.pointer(supply)?;
                let body = if pointer.bits == 0 {
                    // What glibc prints rather than crash; nothing if the precision is too small for it.
                    if precision.is_none_or(|p| p >= 6) { b"(null)".to_vec() } else { Vec::new() }
                } else {
                    self.read_string(pointer, precision)?
                };
                Layout { prefix: "", body: &body, width, left: spec.left, zero: false }.render(out);
            }
            b'p' => {
                let pointer = self.pointer(supply)?;
                if pointer.bits == 0 {
                    Layout { prefix: "", body: b"(nil)", width, left: spec.left, zero: false }.render(out);
                } else {
                    format::text_of_integer(spec, width, precision, false, pointer.bits.cast_unsigned(), out);
                }
            }
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
                let kind = match spec.length {
                    Length::LongDouble => FloatKind::LongDouble,
                    _ => FloatKind::Double,
                };
                let value = self.scalar(supply, types.float(kind))?;
                format::float::text(spec, width, precision, kind, value.float_bits(), out);
            }
            b'n' => {
                let pointer = self.pointer(supply)?;
                let ty = self.program.types.int(integer_kind(spec.length, true));
                self.store_typed(pointer, ty, Value::int(out.len() as i128))?;
            }
            b'm' => out.extend_from_slice(b"Success"),
            other => {
                let letter = char::from(other).escape_default();
                let message = format!("the format has no conversion `%{letter}`");
                return Err(self.error(ErrorKind::BadVarargs, message, None));
            }
        }
        Ok(())
    }

    /// A width or precision.
    fn count(&mut self, count: Option<Count>, supply: &mut Supply) -> Exec<Option<isize>> {
        Ok(match count {
            None => None,
            Some(Count::Fixed(number)) => Some(number.min(i32::MAX as usize) as isize),
            Some(Count::Argument) => {
                let value = self.scalar(supply, self.program.types.int(IntKind::Int))?;
                Some(value.bits as isize)
            }
        })
    }

    /// An integer argument, cut to the size the format gives it.
    fn integer(&mut self, spec: Spec, supply: &mut Supply) -> Exec<i128> {
        let types = &self.program.types;
        let signed = matches!(spec.conversion, b'd' | b'i');
        let kind = integer_kind(spec.length, signed);
        // Narrow arguments were promoted.
        let passed = match spec.length {
            Length::Char | Length::Short => IntKind::Int,
            _ => kind,
        };
        let passed = match spec.length {
            Length::Pointer => types.ptrdiff_t(),
            _ => types.int(passed),
        };
        let shape = match spec.length {
            Length::Pointer => Shape { signed, width: self.pointer_bits() },
            _ => Shape::of(types, types.int(kind)).unwrap_or(Shape { signed, width: 32 }),
        };
        Ok(shape.wrap(self.scalar(supply, passed)?.bits))
    }

    /// A pointer argument of any pointee type.
    fn pointer(&mut self, supply: &mut Supply) -> Exec<Value> {
        let argument = self.argument(supply)?;
        let ty = if self.program.types.is_pointer(argument.ty) {
            argument.ty
        } else {
            self.program.types.size_t()
        };
        self.checked(&argument, ty)
    }

    fn scalar(&mut self, supply: &mut Supply, ty: TypeId) -> Exec<Value> {
        let argument = self.argument(supply)?;
        self.checked(&argument, ty)
    }

    fn checked(&mut self, argument: &Argument, ty: TypeId) -> Exec<Value> {
        match self.as_type(argument, ty)? {
            Content::Scalar(value) => {
                if value.tainted {
                    self.uninitialised(|_| "the output depends on".to_owned())?;
                }
                Ok(value)
            }
            Content::Block(_) => {
                let message = "the format has no conversion for a record".to_owned();
                Err(self.error(ErrorKind::BadVarargs, message, None))
            }
        }
    }

    fn argument(&mut self, supply: &mut Supply) -> Exec<Argument> {
        match supply {
            Supply::List(list) => self.next_argument(*list),
            Supply::Position(position) => {
                let argument = self.argument_at(*position)?;
                *position = self.moved(*position, 1);
                Ok(argument)
            }
            Supply::Arguments(arguments) => match arguments.next() {
                Some(argument) => Ok(self.promoted(argument)),
                None => {
                    let message = "the format asks for more arguments than there are".to_owned();
                    Err(self.error(ErrorKind::BadVarargs, message, None))
                }
            },
        }
    }

    /// The default argument promotions, for front ends that leave them to the callee.
    fn promoted(&self, argument: Argument) -> Argument {
        let types = &self.program.types;
        let ty = match types.kind(argument.ty) {
            TypeKind::Int(
                IntKind::Bool
                | IntKind::Char
                | IntKind::SChar
                | IntKind::UChar
                | IntKind::Short
                | IntKind::UShort,
            ) => types.int(IntKind::Int),
            _ => argument.ty,
        };
        Argument { ty, ..argument }
    }
}

/// The type a length modifier asks for.
const fn integer_kind(length: Length, signed: bool) -> IntKind {
    match (length, signed) {
        (Length::Char, true) => IntKind::SChar,
        (Length::Char, false) => IntKind::UChar,
        (Length::Short, true) => IntKind::Short,
        (Length::Short, false) => IntKind::UShort,
        (Length::None, true) => IntKind::Int,
        (Length::None, false) => IntKind::UInt,
        (Length::Long | Length::Pointer, true) => IntKind::Long,
        (Length::Long | Length::Pointer, false) => IntKind::ULong,
        (Length::LongLong | Length::Max | Length::LongDouble, true) => IntKind::LongLong,
        (Length::LongLong | Length::Max | Length::LongDouble, false) => IntKind::ULongLong,
    }
}
