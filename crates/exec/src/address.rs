//! Concrete addresses: deterministic, well separated, found again by binary search.
//!
//! Each storage class has a stretch of the address space of its own and hands out ranges from bottom to
//! top. A guard gap behind every range keeps a pointer one past the end of an object from being the address
//! of the next one.

use argand_cfa::{AddressRange, DataModel, FuncId};

/// Where an object lives, and so who ends its life.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Storage {
    /// Alive during the whole run.
    Static,
    /// A local variable, or memory of `alloca`.
    Stack,
    /// Memory of `malloc` or `calloc`.
    Heap,
    /// The arguments behind a `...`, which only `va_arg` can read.
    Arguments,
}

impl Storage {
    /// How many classes there are.
    pub(crate) const COUNT: usize = 4;
}

/// Unused bytes behind every object.
const GUARD: u64 = 32;
/// What `malloc` and the stack align to on x86-64.
const ALIGN: u64 = 16;
/// The distance of two functions.
const FUNCTION_STEP: u64 = 16;

/// The address that a function has in every run.
#[must_use]
pub fn function_address(model: DataModel, func: FuncId) -> u64 {
    text_start(model) + u64::from(func.raw()) * FUNCTION_STEP
}

const fn text_start(model: DataModel) -> u64 {
    match model {
        DataModel::Ilp32 => 0x0804_8000,
        DataModel::Lp64 => 0x0000_0000_0040_0000,
    }
}

/// The address space of a run.
#[derive(Debug)]
pub(crate) struct AddressSpace {
    model: DataModel,
    arenas: [Arena; Storage::COUNT],
    /// Where no object may lie.
    registers: Vec<AddressRange>,
}

#[derive(Debug)]
struct Arena {
    start: u64,
    next: u64,
    end: u64,
    /// Base address and owner of every range, in ascending order.
    ranges: Vec<(u64, u32)>,
}

impl AddressSpace {
    pub(crate) fn new(model: DataModel, registers: &[AddressRange]) -> Self {
        let bounds: [u64; Storage::COUNT + 1] = match model {
            // No two ranges are as far apart as the smallest number of a type: a run must not hit objects with it by chance.
            DataModel::Ilp32 => [0x1000_0000, 0x9010_0000, 0x5000_0000, 0xf000_0000, 0xffff_0000],
            DataModel::Lp64 => [
                0x0000_5555_0000_0000,
                0x0000_7e00_0000_0000,
                0x0000_5600_0000_0000,
                0x0000_7fff_0000_0000,
                0x0000_7fff_ffff_0000,
            ],
        };
        let arena = |start: u64, end: u64| Arena { start, next: start, end, ranges: Vec::new() };
        let [fixed, stack, heap, arguments, end] = bounds;
        let arenas = [arena(fixed, heap), arena(stack, arguments), arena(heap, stack), arena(arguments, end)];
        Self { model, arenas, registers: registers.to_vec() }
    }

    /// A range for an object, owned by `slot`. `None` when the class has no addresses left.
    pub(crate) fn reserve(&mut self, storage: Storage, size: u64, align: u64, slot: u32) -> Option<u64> {
        let arena = &mut self.arenas[storage as usize];
        let (mut base, mut end);
        let mut next = arena.next;
        loop {
            base = next.checked_next_multiple_of(align.max(ALIGN))?;
            end = base.checked_add(size)?.checked_add(GUARD)?;
            let met = self.registers.iter().find(|range| base <= range.last() && range.first() < end);
            let Some(range) = met else { break };
            next = range.last().checked_add(1)?;
        }
        if end > arena.end {
            return None;
        }
        arena.next = end;
        arena.ranges.push((base, slot));
        Some(base)
    }

    /// Whether the machine has a register at an address.
    pub(crate) fn is_register(&self, address: u64) -> bool {
        self.registers.iter().any(|range| range.holds(address, 1))
    }

    /// The owner of the last range that starts at or below `address`, with the base of that range.
    pub(crate) fn owner(&self, address: u64) -> Option<(u64, u32)> {
        let arena = self.arenas.iter().find(|a| (a.start..a.end).contains(&address))?;
        let after = arena.ranges.partition_point(|&(base, _)| base <= address);
        arena.ranges.get(after.checked_sub(1)?).copied()
    }

    /// The address of the function with this number.
    pub(crate) const fn function(&self, index: u32) -> u64 {
        self.text() + index as u64 * FUNCTION_STEP
    }

    /// The number of the function at this address, if there may be one.
    pub(crate) const fn function_at(&self, address: u64) -> Option<u32> {
        match address.checked_sub(self.text()) {
            Some(distance)
                if distance % FUNCTION_STEP == 0 && distance / FUNCTION_STEP <= u32::MAX as u64 =>
            {
                Some((distance / FUNCTION_STEP) as u32)
            }
            _ => None,
        }
    }

    const fn text(&self) -> u64 {
        text_start(self.model)
    }
}
