//! Copies of indeterminate bytes are the same bytes.
//!
//! A byte that was never written gets its value only when somebody looks at it. If it was copied before, its copies
//! must get the same one: so the bytes of a copy, and those they were copied from, carry the number of the indeterminate
//! byte that they all are, and what is decided for one of them is decided for all.

use super::{Blob, Memory, Object, Spot};
use std::ops::Range;

/// What was decided for the indeterminate bytes that were copied: their bits, and which of them are decided.
#[derive(Debug, Default)]
pub(super) struct Twins {
    decided: Vec<(u8, u8)>,
}

impl Twins {
    /// A number for another indeterminate byte. The number 0 is none.
    fn another(&mut self) -> u32 {
        self.decided.push((0, 0));
        self.decided.len() as u32
    }

    fn get(&mut self, twin: u32) -> Option<&mut (u8, u8)> {
        self.decided.get_mut((twin as usize).checked_sub(1)?)
    }
}

impl Object {
    /// Bytes that are written are copies of nothing any more.
    pub(super) fn part_from_twins(&mut self, bytes: Range<usize>) {
        let end = bytes.end.min(self.twins.len());
        if let Some(twins) = self.twins.get_mut(bytes.start.min(end)..end) {
            twins.fill(0);
        }
    }

    /// Says which indeterminate bytes `count` bytes from `start` on are; where the list ends they are none.
    pub(super) fn set_twins(&mut self, start: usize, twins: &[u32], count: usize) {
        self.part_from_twins(start..start + count);
        if twins.iter().all(|&twin| twin == 0) {
            return;
        }
        let end = start + twins.len().min(count);
        if self.twins.len() < end {
            self.twins.resize(end, 0);
        }
        self.twins[start..end].copy_from_slice(&twins[..end - start]);
    }
}

impl Memory {
    /// Takes out a copy of some bytes that will stand elsewhere: what is indeterminate in them gets a name first.
    pub(crate) fn take_named(&mut self, spot: Spot, size: u64) -> Blob {
        let mut blob = self.take(spot, size);
        if blob.known.iter().all(|&known| known == 0xff) {
            blob.twins.clear();
            return blob;
        }
        blob.twins.resize(blob.bytes.len(), 0);
        for (twin, &known) in blob.twins.iter_mut().zip(&blob.known) {
            if known == 0xff {
                *twin = 0;
            } else if *twin == 0 {
                *twin = self.twins.another();
            }
        }
        self.slots[spot.slot as usize].set_twins(spot.offset as usize, &blob.twins, blob.bytes.len());
        blob
    }

    /// Takes over what was decided for the indeterminate bytes that `size` bytes are copies of.
    pub(crate) fn follow_twins(&mut self, spot: Spot, size: u64) {
        let object = &mut self.slots[spot.slot as usize];
        for at in spot.offset as usize..(spot.offset + size) as usize {
            let twin = object.twins.get(at).copied().unwrap_or(0);
            let (Some(&mut (bits, decided)), Some(byte), Some(known)) =
                (self.twins.get(twin), object.bytes.get_mut(at), object.known.get_mut(at))
            else {
                continue;
            };
            let new = decided & !*known;
            *byte = (*byte & !new) | (bits & new);
            *known |= new;
        }
    }

    /// Takes down what was decided for indeterminate bytes: those of a stretch that were `before`.
    pub(crate) fn lead_twins(&mut self, spot: Spot, before: &Blob) {
        let after = self.take(spot, before.bytes.len() as u64);
        for (index, &twin) in before.twins.iter().enumerate() {
            if let Some((bits, decided)) = self.twins.get(twin) {
                let new = after.known[index] & !before.known[index] & !*decided;
                *bits |= after.bytes[index] & new;
                *decided |= new;
            }
        }
        self.slots[spot.slot as usize].set_twins(spot.offset as usize, &before.twins, before.bytes.len());
    }
}
