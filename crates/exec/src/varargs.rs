//! Arguments of calls, and the lists that `va_arg` walks through.
//!
//! A list holds a pointer into an object that stands for the arguments behind the `...`: each argument is one
//! byte of its address range, and no program can read it. The lists themselves are ordinary memory, so
//! copying one, or passing it on, needs no care.

use crate::access::Purpose;
use crate::address::Storage;
use crate::finding::ErrorKind;
use crate::machine::{Exec, Interpreter};
use crate::memory::{Blob, ObjectInfo, Spot};
use crate::value::Value;
use argand_cfa::arith::Shape;
use argand_cfa::{TypeId, VarId};
use argand_support::{FxHashMap, Span};
use std::rc::Rc;

/// What a variable or an argument holds.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    Scalar(Value),
    Block(Blob),
}

/// An argument with its type.
#[derive(Clone, Debug)]
pub(crate) struct Argument {
    pub(crate) ty: TypeId,
    pub(crate) content: Content,
}

/// The arguments that the objects of argument lists stand for, by slot.
#[derive(Debug, Default)]
pub(crate) struct Areas {
    by_slot: FxHashMap<u32, Rc<[Argument]>>,
}

impl Areas {
    pub(crate) fn forget(&mut self, slot: u32) {
        if !self.by_slot.is_empty() {
            self.by_slot.remove(&slot);
        }
    }
}

impl Interpreter<'_> {
    /// `va_start`: the list at `list` begins at the first argument beyond the parameters.
    pub(crate) fn va_start(&mut self, list: Value) -> Exec<()> {
        let arguments: Rc<[Argument]> =
            self.frames.last().and_then(|f| f.arguments.clone()).unwrap_or_default();
        let info = ObjectInfo {
            var: None,
            storage: Storage::Arguments,
            size: arguments.len() as u64,
            born: Span::NONE,
            died: Span::NONE,
        };
        let created = self.memory.create(info, 1, false);
        let area = created.map_err(|fault| self.fault(fault, "a list", 0, Purpose::Write))?;
        if let Some(slot) = self.memory.living_origin(area.origin) {
            self.memory.set_read_only(slot);
            self.areas.by_slot.insert(slot, arguments);
            if let Some(frame) = self.frames.last_mut() {
                frame.extras.push(slot);
            }
        }
        self.write_list(list, area)
    }

    /// `va_end`: the list can no longer be used.
    pub(crate) fn va_end(&mut self, list: Value) -> Exec<()> {
        self.read_list(list)?;
        self.write_list(list, Value::UNINITIALISED)
    }

    /// `va_copy`.
    pub(crate) fn va_copy(&mut self, to: Value, from: Value) -> Exec<()> {
        let position = self.read_list(from)?;
        self.write_list(to, position)
    }

    fn write_list(&mut self, list: Value, position: Value) -> Exec<()> {
        let len = self.pointer_bits() / 8;
        let stored = self
            .memory
            .find_writable(list, u64::from(len))
            .and_then(|spot| self.memory.store(spot, len, position));
        stored.map_err(|fault| self.fault(fault, "the argument list", u64::from(len), Purpose::Write))
    }

    fn read_list(&mut self, list: Value) -> Exec<Value> {
        let len = self.pointer_bits() / 8;
        let position = match self.memory.find(list, u64::from(len)) {
            Ok(spot) => self.memory.load(spot, len),
            Err(fault) => {
                return Err(self.fault(fault, "the argument list", u64::from(len), Purpose::Read));
            }
        };
        if position.tainted {
            let message = "the argument list was not started or is over".to_owned();
            return Err(self.error(ErrorKind::BadVarargs, message, None));
        }
        Ok(position)
    }

    /// The next argument of the list at `list`, which moves on.
    pub(crate) fn next_argument(&mut self, list: Value) -> Exec<Argument> {
        let position = self.read_list(list)?;
        let argument = self.argument_at(position)?;
        self.write_list(list, self.moved(position, 1))?;
        Ok(argument)
    }

    /// Whether a pointer is a position in an argument list rather than the address of one.
    pub(crate) fn is_position(&self, pointer: Value) -> bool {
        let slot = self.memory.living_origin(pointer.origin);
        slot.is_some_and(|slot| self.memory.object(slot).info.storage == Storage::Arguments)
    }

    /// The argument at a position in a list.
    pub(crate) fn argument_at(&mut self, position: Value) -> Exec<Argument> {
        let spot = self.memory.offset_in_object(position);
        let found = spot.and_then(|(slot, offset)| {
            let area = self.areas.by_slot.get(&slot)?;
            Some(area.get(usize::try_from(offset).ok()?).cloned())
        });
        match found {
            Some(Some(argument)) => Ok(argument),
            Some(None) => {
                let message = "no argument is left in the list".to_owned();
                Err(self.error(ErrorKind::BadVarargs, message, None))
            }
            None => {
                let message = "the function whose arguments the list holds has returned".to_owned();
                Err(self.error(ErrorKind::BadVarargs, message, None))
            }
        }
    }

    /// `va_arg` into a variable.
    pub(crate) fn va_arg(&mut self, list: Value, dst: Option<VarId>) -> Exec<()> {
        let argument = self.next_argument(list)?;
        let Some(dst) = dst else { return Ok(()) };
        let wanted = self.program.vars[dst].ty;
        let content = self.as_type(&argument, wanted)?;
        self.give(dst, &content)
    }

    /// An argument read as another type, which must have its size and kind.
    pub(crate) fn as_type(&mut self, argument: &Argument, wanted: TypeId) -> Exec<Content> {
        let types = &self.program.types;
        let fits = types.size_of(argument.ty) == types.size_of(wanted)
            && types.is_float(argument.ty) == types.is_float(wanted)
            && types.is_scalar(argument.ty) == types.is_scalar(wanted);
        if !fits {
            let (have, want) = (self.program.type_text(argument.ty), self.program.type_text(wanted));
            let message = format!("the argument has type {have} and is read as {want}");
            return Err(self.error(ErrorKind::BadVarargs, message, None));
        }
        Ok(match &argument.content {
            Content::Scalar(value) if !types.is_float(wanted) => {
                let bits = Shape::of(types, wanted).map_or(value.bits, |shape| shape.wrap(value.bits));
                Content::Scalar(Value { bits, ..*value })
            }
            content => content.clone(),
        })
    }

    /// The start of an object that a slot holds.
    pub(crate) const fn start_of(slot: u32) -> Spot {
        Spot { slot, offset: 0 }
    }
}
