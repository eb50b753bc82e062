//! Memory of the world outside: it is made as it is touched, and its content is not known until it is read.
//!
//! Bytes that the world outside holds or wrote are marked by the origin [`Provenance::OUTSIDE`] and by having no known
//! bits; the marks travel with copies.

use super::{Blob, Fault, Memory, Object, ObjectInfo, Spot};
use crate::address::Storage;
use crate::value::{Provenance, Value};
use argand_support::Span;

/// The world outside comes in pieces of this size, around the first address that is touched.
const PIECE: u64 = 1 << 15;

impl Memory {
    /// Finds bytes of the world outside: whatever address it gave, memory is there.
    #[cold]
    pub(super) fn find_outside(&mut self, address: u64, size: u64) -> Result<Spot, Fault> {
        // A pointer that was moved or compared until it became that of an object of the program.
        if let Some(slot) = self.slot_at(address) {
            let pointer = Value { bits: i128::from(address), ..self.pointer_to(slot) };
            return self.find(pointer, size);
        }
        let below = self.pieces.range(..=address).next_back().map(|(_, &slot)| slot);
        let end_below = below.map_or(0, |slot| {
            let piece = &self.slots[slot as usize];
            piece.base + piece.info.size
        });
        if let Some(slot) = below.filter(|_| address < end_below) {
            let fits = size <= end_below - address;
            let offset = address - self.slots[slot as usize].base;
            return if fits { Ok(Spot { slot, offset }) } else { Err(Fault::Pieces) };
        }
        let above = self.pieces.range(address..).next().map_or(self.pointer_mask, |(&base, _)| base);
        let base = address.saturating_sub(PIECE / 2).max(end_below);
        let end = address.saturating_add(PIECE / 2).min(above);
        if size > end - address {
            return Err(Fault::Pieces);
        }
        let offset = address - base;
        let id = u32::try_from(self.slot_of.len()).map_err(|_| Fault::Exhausted)?;
        let slot = u32::try_from(self.slots.len()).map_err(|_| Fault::Exhausted)?;
        let info = ObjectInfo {
            var: None,
            storage: Storage::Static,
            size: end - base,
            born: Span::NONE,
            died: Span::NONE,
        };
        self.slots.push(Object {
            id,
            alive: true,
            read_only: false,
            zeroed: false,
            outside: true,
            base,
            room: end - base,
            info,
            bytes: Vec::new(),
            known: Vec::new(),
            origins: Vec::new(),
            twins: Vec::new(),
        });
        self.slot_of.push(slot);
        self.pieces.insert(base, slot);
        Ok(Spot { slot, offset })
    }

    /// Makes bytes such as the world outside wrote: nobody knows them until they are read.
    pub(crate) fn give_outside(&mut self, spot: Spot, size: u64) -> Result<(), Fault> {
        let len = usize::try_from(size).map_err(|_| Fault::Exhausted)?;
        let blob = Blob {
            bytes: vec![0; len],
            known: vec![0; len],
            origins: vec![Provenance::OUTSIDE.0; len],
            twins: Vec::new(),
        };
        self.put(spot, &blob)
    }

    /// Whether some bytes are those of the world outside, not read so far.
    pub(crate) fn is_outside(&self, spot: Spot, len: u32) -> bool {
        let object = &self.slots[spot.slot as usize];
        let (start, end) = (spot.offset as usize, spot.offset as usize + len as usize);
        match (object.origins.get(start..end), object.known.get(start..end)) {
            (Some(origins), Some(known)) => {
                let mut bytes = origins.iter().zip(known);
                let theirs = |origin| object.outside || origin == Provenance::OUTSIDE.0;
                bytes.any(|(&origin, &known)| known != 0xff && theirs(origin))
            }
            _ => object.outside,
        }
    }
}
