//! Objects with bounds, lifetime, initialisation and provenance.
//!
//! Every byte has a mask of the bits that were ever written, and, where a pointer was stored, the object
//! that pointer belongs to; so a pointer survives being copied byte by byte, and a bit-field next to an
//! initialised one is still known to be uninitialised.
//!
//! An object is named by a number that is never used twice. The slots that hold objects are used again, but
//! only after many others of the same class, so that a message about a dead object can usually still name it.

mod blocks;
mod outside;
mod twins;

pub(crate) use blocks::Blob;

use crate::address::{AddressSpace, Storage};
use crate::value::{Provenance, Value};
use argand_cfa::{AddressRange, DataModel, VarId};
use argand_support::Span;
use std::collections::{BTreeMap, VecDeque};

/// Objects up to this size get their bytes at once, larger ones as they are touched.
const EAGER: u64 = 4096;
/// How many dead objects of a class are remembered at least.
const REMEMBERED: [usize; Storage::COUNT] = [0, 256, 16_384, 64];
/// Addresses below this one are taken for null pointers with an offset.
const NULL_PAGE: u64 = 4096;

/// What an object is, for messages and observers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectInfo {
    /// The variable that names it, if one does.
    pub var: Option<VarId>,
    /// Where it lives.
    pub storage: Storage,
    /// Its size in bytes.
    pub size: u64,
    /// Where it was declared or allocated.
    pub born: Span,
    /// Where it was freed or went out of scope.
    pub died: Span,
}

#[derive(Debug)]
pub(crate) struct Object {
    pub(crate) id: u32,
    pub(crate) alive: bool,
    pub(crate) read_only: bool,
    /// Whether bytes that were never touched are zero rather than indeterminate.
    zeroed: bool,
    /// Whether it is a piece of the world outside.
    outside: bool,
    pub(crate) base: u64,
    /// How many bytes the address range has room for.
    room: u64,
    pub(crate) info: ObjectInfo,
    bytes: Vec<u8>,
    /// For each byte the bits that hold a value.
    known: Vec<u8>,
    /// For each byte the object its pointer belongs to; empty while no pointer was ever stored.
    origins: Vec<u32>,
    /// For each byte the indeterminate byte that it is a copy of; empty while there is none.
    twins: Vec<u32>,
}

/// Why memory cannot be accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// Null, or an offset from it.
    Null,
    /// An address that belongs to no object.
    Wild,
    /// Outside the object the pointer belongs to.
    Bounds { slot: u32, offset: i64 },
    /// The object is dead.
    Dead { slot: u32, recycled: bool },
    /// A string literal, or another object that must not be written.
    ReadOnly { slot: u32 },
    /// More memory than the run may use.
    Exhausted,
    /// Memory of the world outside in more than one piece.
    Pieces,
    /// Registers of the machine, where the program does not say what is read there.
    Register,
}

/// A place in an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spot {
    pub(crate) slot: u32,
    pub(crate) offset: u64,
}

#[derive(Debug)]
pub(crate) struct Memory {
    slots: Vec<Object>,
    twins: twins::Twins,
    /// The slot that last held each object, by the object's number. The number 0 is no object, 1 the world outside.
    slot_of: Vec<u32>,
    dead: [VecDeque<u32>; Storage::COUNT],
    pub(crate) space: AddressSpace,
    pointer_mask: u64,
    backed: u64,
    limit: u64,
    /// The slots of the pieces of the world outside that were touched, by address.
    pieces: BTreeMap<u64, u32>,
}

impl Memory {
    /// How many bytes the program has.
    pub(crate) const fn bytes_in_use(&self) -> u64 {
        self.backed
    }

    pub(crate) fn new(model: DataModel, registers: &[AddressRange], limit: u64) -> Self {
        Self {
            slots: Vec::new(),
            twins: twins::Twins::default(),
            slot_of: vec![u32::MAX; 2],
            dead: Default::default(),
            space: AddressSpace::new(model, registers),
            pointer_mask: match model {
                DataModel::Ilp32 => u64::from(u32::MAX),
                DataModel::Lp64 => u64::MAX,
            },
            backed: 0,
            limit,
            pieces: BTreeMap::new(),
        }
    }

    /// A new object; returns a pointer to its start.
    pub(crate) fn create(&mut self, info: ObjectInfo, align: u64, zeroed: bool) -> Result<Value, Fault> {
        let (storage, size) = (info.storage, info.size);
        let id = u32::try_from(self.slot_of.len()).map_err(|_| Fault::Exhausted)?;
        let class = storage as usize;
        let recycled =
            if self.dead[class].len() > REMEMBERED[class] { self.dead[class].pop_front() } else { None };
        let slot = if let Some(slot) = recycled {
            let object = &mut self.slots[slot as usize];
            if object.room < size || !object.base.is_multiple_of(align.max(1)) {
                let room = size.checked_next_power_of_two().unwrap_or(size);
                object.base = self.space.reserve(storage, room, align, slot).ok_or(Fault::Exhausted)?;
                object.room = room;
            }
            (object.id, object.alive, object.read_only, object.zeroed) = (id, true, false, zeroed);
            object.info = info;
            slot
        } else {
            let slot = u32::try_from(self.slots.len()).map_err(|_| Fault::Exhausted)?;
            let base = self.space.reserve(storage, size, align, slot).ok_or(Fault::Exhausted)?;
            self.slots.push(Object {
                id,
                alive: true,
                read_only: false,
                zeroed,
                outside: false,
                base,
                room: size,
                info,
                bytes: Vec::new(),
                known: Vec::new(),
                origins: Vec::new(),
                twins: Vec::new(),
            });
            slot
        };
        self.slot_of.push(slot);
        if size <= EAGER {
            self.back(slot, size)?;
        }
        Ok(self.pointer_to(slot))
    }

    /// A pointer to the start of the object in a slot.
    pub(crate) fn pointer_to(&self, slot: u32) -> Value {
        let object = &self.slots[slot as usize];
        Value { bits: i128::from(object.base), origin: Provenance(object.id), tainted: false }
    }

    /// Makes sure that the first `len` bytes of an object have room.
    fn back(&mut self, slot: u32, len: u64) -> Result<(), Fault> {
        let object = &mut self.slots[slot as usize];
        let have = object.bytes.len() as u64;
        if have >= len {
            return Ok(());
        }
        // Growing in steps keeps a program that walks through a large array linear.
        let len = if len <= EAGER { len } else { (len + len / 2).min(object.info.size) };
        self.backed = self.backed.saturating_add(len - have);
        if self.backed > self.limit {
            return Err(Fault::Exhausted);
        }
        let len = usize::try_from(len).map_err(|_| Fault::Exhausted)?;
        object.bytes.resize(len, 0);
        object.known.resize(len, if object.zeroed { 0xff } else { 0 });
        if object.outside {
            object.origins.resize(len, Provenance::OUTSIDE.0);
        } else if !object.origins.is_empty() {
            object.origins.resize(len, 0);
        }
        Ok(())
    }

    /// Ends the life of an object.
    pub(crate) fn kill(&mut self, slot: u32, died: Span) {
        let object = &mut self.slots[slot as usize];
        object.alive = false;
        object.info.died = died;
        self.backed -= object.bytes.len() as u64;
        for shrink in [&mut object.bytes, &mut object.known] {
            shrink.clear();
            shrink.shrink_to(EAGER as usize);
        }
        object.origins.clear();
        object.origins.shrink_to(EAGER as usize);
        object.twins = Vec::new();
        self.dead[object.info.storage as usize].push_back(slot);
    }

    pub(crate) fn object(&self, slot: u32) -> &Object {
        &self.slots[slot as usize]
    }

    pub(crate) fn set_read_only(&mut self, slot: u32) {
        self.slots[slot as usize].read_only = true;
    }

    /// Every slot.
    pub(crate) fn slots(&self) -> impl Iterator<Item = u32> + use<> {
        0..self.slots.len() as u32
    }

    /// The object a pointer belongs to, dead or alive, and the distance from its start, unless the object was
    /// forgotten.
    pub(crate) fn remembered_offset(&self, pointer: Value) -> Option<(u32, i64)> {
        let slot = *self.slot_of.get(pointer.origin.0 as usize).filter(|_| !pointer.origin.is_none())?;
        let object = self.slots.get(slot as usize).filter(|o| o.id == pointer.origin.0)?;
        let offset = (pointer.address() & self.pointer_mask).wrapping_sub(object.base) & self.pointer_mask;
        Some((object.id, self.signed(offset)))
    }

    /// The slots of all living objects, oldest slot first.
    pub(crate) fn living(&self) -> impl Iterator<Item = u32> + '_ {
        self.slots.iter().enumerate().filter(|(_, o)| o.alive).map(|(slot, _)| slot as u32)
    }

    /// The slot of the object a value belongs to, if that object is alive.
    pub(crate) fn living_origin(&self, origin: Provenance) -> Option<u32> {
        let slot = *self.slot_of.get(origin.0 as usize).filter(|_| !origin.is_none())?;
        let object = self.slots.get(slot as usize)?;
        (object.id == origin.0 && object.alive).then_some(slot)
    }

    /// The objects whose pointers are stored in an object.
    pub(crate) fn stored_origins(&self, slot: u32) -> impl Iterator<Item = Provenance> + '_ {
        self.slots[slot as usize].origins.iter().filter(|&&o| o != 0).map(|&o| Provenance(o))
    }

    /// The object an address lies in, or one past whose end it is, dead or alive.
    pub(crate) fn slot_at(&self, address: u64) -> Option<u32> {
        let (base, slot) = self.space.owner(address)?;
        let object = &self.slots[slot as usize];
        (object.base == base && address - base <= object.info.size).then_some(slot)
    }

    /// The object behind an integer that becomes a pointer: the one it was computed from, if the address is
    /// in its range, else the one whose range the address is in.
    pub(crate) fn adopt(&self, value: Value) -> Provenance {
        let address = value.address() & self.pointer_mask;
        if let Some(slot) = self.living_origin(value.origin) {
            let object = &self.slots[slot as usize];
            if address >= object.base && address - object.base <= object.info.size {
                return value.origin;
            }
        }
        match self.slot_at(address) {
            Some(slot) => Provenance(self.slots[slot as usize].id),
            None => value.origin,
        }
    }

    /// Finds the `size` bytes a pointer points to.
    #[inline]
    pub(crate) fn find(&mut self, pointer: Value, size: u64) -> Result<Spot, Fault> {
        let address = pointer.address() & self.pointer_mask;
        let Some(&slot) = self.slot_of.get(pointer.origin.0 as usize).filter(|&&s| s != u32::MAX) else {
            return match pointer.origin {
                Provenance::OUTSIDE => self.find_outside(address, size),
                _ => self.find_unknown(address, size),
            };
        };
        let object = &self.slots[slot as usize];
        if object.id != pointer.origin.0 || !object.alive {
            return Err(Fault::Dead { slot, recycled: object.id != pointer.origin.0 });
        }
        let offset = address.wrapping_sub(object.base) & self.pointer_mask;
        if offset > object.info.size || size > object.info.size - offset {
            if address < NULL_PAGE {
                return Err(Fault::Null);
            }
            return Err(Fault::Bounds { slot, offset: self.signed(offset) });
        }
        Ok(Spot { slot, offset })
    }

    /// An offset modulo the address space as a distance in either direction.
    const fn signed(&self, offset: u64) -> i64 {
        if self.pointer_mask == u64::MAX { offset as i64 } else { offset as u32 as i32 as i64 }
    }

    fn find_unknown(&mut self, address: u64, size: u64) -> Result<Spot, Fault> {
        if address < NULL_PAGE {
            return Err(Fault::Null);
        }
        let Some(slot) = self.slot_at(address) else {
            return Err(if self.space.is_register(address) { Fault::Register } else { Fault::Wild });
        };
        let pointer = Value { bits: i128::from(address), ..self.pointer_to(slot) };
        self.find(pointer, size)
    }

    /// Like [`find`](Self::find), for writing.
    #[inline]
    pub(crate) fn find_writable(&mut self, pointer: Value, size: u64) -> Result<Spot, Fault> {
        let spot = self.find(pointer, size)?;
        if self.slots[spot.slot as usize].read_only {
            return Err(Fault::ReadOnly { slot: spot.slot });
        }
        Ok(spot)
    }

    /// Reads up to 16 bytes as a little-endian number.
    #[inline]
    pub(crate) fn load(&self, spot: Spot, len: u32) -> Value {
        let object = &self.slots[spot.slot as usize];
        let (start, end) = (spot.offset as usize, spot.offset as usize + len as usize);
        let (Some(bytes), Some(known)) = (object.bytes.get(start..end), object.known.get(start..end)) else {
            return self.load_untouched(spot, len);
        };
        let mut raw = [0u8; 16];
        raw[..bytes.len()].copy_from_slice(bytes);
        let tainted = known.iter().any(|&k| k != 0xff);
        let origin = match object.origins.get(start..end) {
            Some([first, rest @ ..]) if rest.iter().all(|o| o == first) => Provenance(*first),
            _ => Provenance::NONE,
        };
        Value { bits: i128::from_le_bytes(raw), origin, tainted }
    }

    #[cold]
    fn load_untouched(&self, spot: Spot, len: u32) -> Value {
        let blob = self.take(spot, u64::from(len));
        let mut raw = [0u8; 16];
        raw[..blob.bytes.len()].copy_from_slice(&blob.bytes);
        let origin = match &blob.origins[..] {
            [first, rest @ ..] if rest.iter().all(|o| o == first) => Provenance(*first),
            _ => Provenance::NONE,
        };
        Value { bits: i128::from_le_bytes(raw), origin, tainted: blob.known.iter().any(|&k| k != 0xff) }
    }

    /// Writes up to 16 bytes of a little-endian number.
    #[inline]
    pub(crate) fn store(&mut self, spot: Spot, len: u32, value: Value) -> Result<(), Fault> {
        let end = spot.offset + u64::from(len);
        if (self.slots[spot.slot as usize].bytes.len() as u64) < end {
            self.back(spot.slot, end)?;
        }
        let object = &mut self.slots[spot.slot as usize];
        let (start, end) = (spot.offset as usize, end as usize);
        object.bytes[start..end].copy_from_slice(&value.bits.to_le_bytes()[..end - start]);
        object.known[start..end].fill(if value.tainted { 0 } else { 0xff });
        object.part_from_twins(start..end);
        if !value.origin.is_none() && object.origins.is_empty() {
            object.origins.resize(object.bytes.len(), 0);
        }
        if let Some(origins) = object.origins.get_mut(start..end) {
            origins.fill(value.origin.0);
        }
        Ok(())
    }

    /// Reads a bit-field: `width` bits from bit `shift` of the byte at `spot`.
    pub(crate) fn load_bits(&self, spot: Spot, shift: u32, width: u32) -> Value {
        let blob = self.take(spot, u64::from((shift + width).div_ceil(8)));
        let (mut bits, mut known) = (0u128, 0u128);
        for (i, (&byte, &mask)) in blob.bytes.iter().zip(&blob.known).enumerate() {
            let position = i as i32 * 8 - shift as i32;
            let place = |byte: u8| match position {
                ..0 => u128::from(byte >> -position),
                0..128 => u128::from(byte) << position,
                _ => 0,
            };
            bits |= place(byte);
            known |= place(mask);
        }
        let mask = u128::MAX >> (128 - width.clamp(1, 128));
        Value { bits: (bits & mask).cast_signed(), origin: Provenance::NONE, tainted: known & mask != mask }
    }

    /// Writes a bit-field and leaves its neighbours alone.
    pub(crate) fn store_bits(
        &mut self,
        spot: Spot,
        shift: u32,
        width: u32,
        value: Value,
    ) -> Result<(), Fault> {
        let len = u64::from((shift + width).div_ceil(8));
        self.back(spot.slot, spot.offset + len)?;
        let object = &mut self.slots[spot.slot as usize];
        let bits = value.bits.cast_unsigned();
        for i in 0..len as usize {
            let at = spot.offset as usize + i;
            let position = i as i32 * 8 - shift as i32;
            let (new, mask) = match position {
                ..0 => ((bits << -position) as u8, (u128::MAX >> (128 - width) << -position) as u8),
                _ => ((bits >> position) as u8, ((u128::MAX >> (128 - width)) >> position) as u8),
            };
            object.bytes[at] = (object.bytes[at] & !mask) | (new & mask);
            object.known[at] = if value.tainted { object.known[at] & !mask } else { object.known[at] | mask };
            object.part_from_twins(at..at + 1);
            if let Some(origin) = object.origins.get_mut(at) {
                *origin = 0;
            }
        }
        Ok(())
    }

    /// The address of a pointer inside the object it belongs to, if that object is alive.
    pub(crate) fn offset_in_object(&self, pointer: Value) -> Option<(u32, i64)> {
        let slot = match self.living_origin(pointer.origin) {
            Some(slot) => slot,
            None => {
                self.slot_at(pointer.address() & self.pointer_mask).filter(|_| pointer.origin.is_none())?
            }
        };
        let object = &self.slots[slot as usize];
        let offset = (pointer.address() & self.pointer_mask).wrapping_sub(object.base) & self.pointer_mask;
        object.alive.then(|| (slot, self.signed(offset)))
    }

    pub(crate) const fn pointer_mask(&self) -> u64 {
        self.pointer_mask
    }
}
