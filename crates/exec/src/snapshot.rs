//! All of memory at one moment, for checking abstract memory against it.

use crate::code::Home;
use crate::machine::Interpreter;
use crate::memory::{ObjectInfo, Spot};
use crate::observe::StateView;
use crate::value::{Provenance, Value};
use argand_cfa::{FuncId, VarId};

/// What a stretch of memory or a variable holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// These bits, the lowest first.
    Bits(u128),
    /// A pointer to an object, by its number, and the distance from its start in bytes.
    Pointer(u32, i64),
    /// A pointer to a function.
    Function(FuncId),
}

/// What stands in an object: first bit, width in bits, content. What was never written is not listed.
pub type Stored = (u64, u64, Content);

/// An object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectSnapshot {
    /// A number that no other object of the run ever has.
    pub id: u32,
    /// What it is.
    pub info: ObjectInfo,
    /// Whether it is alive.
    pub alive: bool,
    /// What it holds, in order.
    pub stored: Vec<Stored>,
}

/// Where a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VarHome {
    /// It is this object.
    Object(u32),
    /// It has no address and holds this, or nothing yet.
    Register(Option<Content>),
}

/// Memory at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Snapshot {
    /// Every object that is alive or was not long ago.
    pub objects: Vec<ObjectSnapshot>,
    /// Every variable, with the depth of its frame; 0 for those of static storage.
    pub variables: Vec<(usize, VarId, VarHome)>,
    /// Memory of `alloca` with the depth of its frame, in order.
    pub allocas: Vec<(usize, u32)>,
}

impl StateView<'_, '_> {
    /// Takes a picture of memory. `None` if an object is larger than `most` bytes.
    #[must_use]
    pub fn snapshot(&self, most: u64) -> Option<Snapshot> {
        let run = self.interpreter();
        let mut objects = Vec::new();
        for slot in run.memory.slots() {
            let object = run.memory.object(slot);
            if object.info.size > most {
                return None;
            }
            let stored = if object.alive { run.stored(slot) } else { Vec::new() };
            objects.push(ObjectSnapshot {
                id: object.id,
                info: object.info.clone(),
                alive: object.alive,
                stored,
            });
        }
        let mut variables = Vec::new();
        for (var, data) in run.program.vars.iter_enumerated() {
            if data.is_static() {
                variables.push((0, var, run.place(var, 0)));
                continue;
            }
            for (index, frame) in run.frames.iter().enumerate().filter(|(_, f)| Some(f.func) == data.func) {
                variables.push((index + 1, var, run.place(var, frame.base)));
            }
        }
        let frames = run.frames.iter().enumerate();
        let allocas = frames
            .flat_map(|(index, frame)| frame.extras.iter().map(move |&slot| (index + 1, slot)))
            .map(|(depth, slot)| (depth, run.memory.object(slot).id))
            .collect();
        Some(Snapshot { objects, variables, allocas })
    }
}

impl Interpreter<'_> {
    fn place(&self, var: VarId, base: usize) -> VarHome {
        let width = self.program.var_size(var).unwrap_or(0) * 8;
        match self.code.home(var) {
            Home::Local(register) => {
                VarHome::Register(self.content(self.registers[base + register as usize], width))
            }
            Home::Global(register) => VarHome::Register(self.content(self.globals[register as usize], width)),
            Home::LocalObject(register) => {
                let origin = self.registers[base + register as usize].origin;
                if origin.is_none() { VarHome::Register(None) } else { VarHome::Object(origin.0) }
            }
            Home::GlobalObject(register) => VarHome::Object(self.globals[register as usize].origin.0),
        }
    }

    fn content(&self, value: Value, width: u64) -> Option<Content> {
        if value.tainted {
            return None;
        }
        if let Some(pointer) = self.pointer_content(value) {
            return Some(pointer);
        }
        let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
        Some(Content::Bits(value.bits.cast_unsigned() & mask))
    }

    /// A value as a pointer, if it is one into an object that is still remembered, or to a function.
    fn pointer_content(&self, value: Value) -> Option<Content> {
        if value.origin.is_none() {
            let index = self.memory.space.function_at(value.address())?;
            let func = FuncId::new(index);
            return self.program.functions.get(func).map(|_| Content::Function(func));
        }
        let (id, offset) = self.memory.remembered_offset(value)?;
        Some(Content::Pointer(id, offset))
    }

    /// The contents of an object: pointers whole, everything else bit run by bit run.
    fn stored(&self, slot: u32) -> Vec<Stored> {
        let size = self.memory.object(slot).info.size;
        let blob = self.memory.take(Spot { slot, offset: 0 }, size);
        let word = self.program.types.model().pointer_bytes() as usize;
        let mut stored = Vec::new();
        let mut at = 0;
        while at < blob.bytes.len() {
            let window = at..at + word;
            if let (Some(bytes), Some(known)) =
                (blob.bytes.get(window.clone()), blob.known.get(window.clone()))
                && known.iter().all(|&mask| mask == 0xff)
            {
                let origin = match blob.origins.get(window) {
                    Some([first, rest @ ..]) if rest.iter().all(|o| o == first) => Provenance(*first),
                    _ => Provenance::NONE,
                };
                let mut raw = [0u8; 16];
                raw[..word].copy_from_slice(bytes);
                let value = Value { bits: i128::from_le_bytes(raw), origin, tainted: false };
                if let Some(pointer) = self.pointer_content(value) {
                    stored.push((at as u64 * 8, word as u64 * 8, pointer));
                    at += word;
                    continue;
                }
            }
            let (byte, mask) = (blob.bytes[at], blob.known[at]);
            if mask == 0xff {
                stored.push((at as u64 * 8, 8, Content::Bits(byte.into())));
            } else {
                let bits = (0..8).filter(|bit| mask >> bit & 1 == 1);
                stored.extend(
                    bits.map(|bit| (at as u64 * 8 + bit, 1, Content::Bits(u128::from(byte >> bit & 1)))),
                );
            }
            at += 1;
        }
        stored
    }
}
