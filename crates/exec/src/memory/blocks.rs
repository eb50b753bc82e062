//! Stretches of bytes, moved and filled as a whole with all that is known of them.

use super::{EAGER, Fault, Memory, Spot};
use crate::value::Provenance;

/// Bytes taken out of memory, with all that is known of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blob {
    pub(crate) bytes: Vec<u8>,
    pub(crate) known: Vec<u8>,
    pub(crate) origins: Vec<u32>,
    pub(crate) twins: Vec<u32>,
}

impl Memory {
    /// Takes out a copy of some bytes. The spot was found for at least this size.
    pub(crate) fn take(&self, spot: Spot, size: u64) -> Blob {
        let object = &self.slots[spot.slot as usize];
        let len = usize::try_from(size).unwrap_or(usize::MAX);
        let start = spot.offset as usize;
        let end = (start + len).min(object.bytes.len());
        let mut blob = Blob::default();
        blob.bytes.extend_from_slice(object.bytes.get(start..end).unwrap_or_default());
        blob.known.extend_from_slice(object.known.get(start..end).unwrap_or_default());
        blob.origins.extend_from_slice(object.origins.get(start..end).unwrap_or_default());
        blob.twins.extend(object.twins.iter().skip(start).take(len));
        blob.bytes.resize(len, 0);
        blob.known.resize(len, if object.zeroed { 0xff } else { 0 });
        if object.outside {
            blob.origins.resize(len, Provenance::OUTSIDE.0);
        } else if !blob.origins.is_empty() {
            blob.origins.resize(len, 0);
        }
        blob
    }

    /// Puts bytes back.
    pub(crate) fn put(&mut self, spot: Spot, blob: &Blob) -> Result<(), Fault> {
        self.back(spot.slot, spot.offset + blob.bytes.len() as u64)?;
        let object = &mut self.slots[spot.slot as usize];
        let (start, end) = (spot.offset as usize, spot.offset as usize + blob.bytes.len());
        object.bytes[start..end].copy_from_slice(&blob.bytes);
        object.known[start..end].copy_from_slice(&blob.known);
        object.set_twins(start, &blob.twins, end - start);
        if !blob.origins.is_empty() && object.origins.is_empty() {
            object.origins.resize(object.bytes.len(), 0);
        }
        if let Some(origins) = object.origins.get_mut(start..end) {
            if blob.origins.is_empty() {
                origins.fill(0);
            } else {
                origins.copy_from_slice(&blob.origins);
            }
        }
        Ok(())
    }

    /// Copies bytes with all that is known of them; the stretches may overlap.
    pub(crate) fn copy(&mut self, to: Spot, from: Spot, size: u64) -> Result<(), Fault> {
        let blob = self.take_named(from, size);
        self.put(to, &blob)
    }

    /// Sets bytes to one value.
    pub(crate) fn fill(&mut self, spot: Spot, size: u64, byte: u8, tainted: bool) -> Result<(), Fault> {
        let object = &mut self.slots[spot.slot as usize];
        if byte == 0 && !tainted && spot.offset == 0 && size == object.info.size && size > EAGER {
            // A large object that becomes all zero needs no bytes of its own.
            self.backed -= object.bytes.len() as u64;
            (object.bytes, object.known, object.origins, object.twins) = Default::default();
            object.zeroed = true;
            return Ok(());
        }
        self.back(spot.slot, spot.offset + size)?;
        let object = &mut self.slots[spot.slot as usize];
        let (start, end) = (spot.offset as usize, (spot.offset + size) as usize);
        object.bytes[start..end].fill(byte);
        object.known[start..end].fill(if tainted { 0 } else { 0xff });
        object.part_from_twins(start..end);
        if let Some(origins) = object.origins.get_mut(start..end) {
            origins.fill(0);
        }
        Ok(())
    }
}
