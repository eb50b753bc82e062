//! Pointers to memory of the world outside, for which the harness has memory of its own.

use argand_cfa::arith::Scalar;
use argand_cfa::{Program, TypeId};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How much memory stands for what one pointer from outside leads to.
const AREA: i128 = 1 << 16;

/// The stretches of memory that pointers from outside lead to, by the numbers that these are in the run.
#[derive(Default)]
pub(super) struct Areas {
    /// The address in the run, and what is read there first.
    areas: BTreeMap<i128, Vec<(u64, Vec<u8>)>>,
}

impl Areas {
    /// The memory that a value from outside leads to, as the number of its area and the distance; `None` for a number
    /// and for null.
    pub(super) fn lead(&mut self, program: &Program, ty: TypeId, value: Scalar) -> Option<(usize, i128)> {
        let Scalar::Int(address) = value else { return None };
        if !program.types.is_pointer(ty) || address == 0 {
            return None;
        }
        let near = self.areas.range(..=address).next_back().map(|(start, _)| *start);
        let start = near.filter(|start| address - start < AREA / 2).unwrap_or_else(|| {
            self.areas.insert(address, Vec::new());
            address
        });
        Some((usize::try_from(start).unwrap_or(0), address - start))
    }

    /// What is read first at an address. Says whether some area has it.
    pub(super) fn content(&mut self, address: i128, bytes: Vec<u8>) -> bool {
        let Some((start, area)) = self.areas.range_mut(..=address).next_back() else { return false };
        let offset = address - start;
        let fits = offset + bytes.len() as i128 <= AREA;
        if let (true, Ok(offset)) = (fits, u64::try_from(offset)) {
            area.push((offset, bytes));
        }
        fits
    }

    /// The expression for a place in an area.
    pub(super) fn text((start, offset): (usize, i128)) -> String {
        format!("(argand_area_{start:x} + {offset})")
    }

    /// The definitions of the areas.
    pub(super) fn declarations(&self) -> String {
        let mut out = String::new();
        for start in self.areas.keys() {
            let start = usize::try_from(*start).unwrap_or(0);
            let _ = writeln!(out, "static char argand_area_{start:x}[{AREA}] __attribute__((aligned(16)));");
        }
        out
    }

    /// The statements that write what is read first.
    pub(super) fn contents(&self) -> String {
        let mut out = String::new();
        for (start, writes) in &self.areas {
            let start = usize::try_from(*start).unwrap_or(0);
            for (offset, bytes) in writes {
                let text = super::values::bytes_text(bytes);
                let _ = writeln!(
                    out,
                    "  __builtin_memcpy(argand_area_{start:x} + {offset}, {text}, {});",
                    bytes.len()
                );
            }
        }
        out
    }
}
