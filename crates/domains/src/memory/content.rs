//! What is known of one object: its cells, and whether the rest of it is zero.
//!
//! **Invariant:** cells never overlap; a zero-filled object has no cell that holds zero, and an object that is not
//! has no cell without a value.

use super::{CellValue, Read};
use crate::trie::{Iter, MapKey, Tree};
use argand_support::FxHasher;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// The first bit of a cell. Its integers are in the order of bits, negative ones first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bit(pub i64);

impl MapKey for Bit {
    fn bits(self) -> u64 {
        self.0.cast_unsigned() ^ (1 << 63)
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Stored<V> {
    pub width: u64,
    /// `None` is a range of a zero-filled object that is not known to be zero any more.
    pub value: Option<V>,
}

impl<V: CellValue> Stored<V> {
    fn is_address(&self) -> bool {
        self.value.as_ref().is_some_and(CellValue::is_address)
    }

    /// What of a cell that starts at `start` lies between two bits, with its first bit; `None` if nothing does.
    pub fn clipped(&self, start: i64, from: i64, to: i64) -> Option<(i64, Self)> {
        let end = start.saturating_add_unsigned(self.width);
        let (first, last) = (start.max(from), end.min(to));
        if (first, last) == (start, end) {
            return Some((start, self.clone()));
        }
        let (before, width @ 1..) = (first.abs_diff(start), u64::try_from(last.checked_sub(first)?).ok()?)
        else {
            return None;
        };
        Some((first, Self { width, value: self.value.as_ref().and_then(|value| value.part(before, width)) }))
    }
}

/// See the module's text.
#[derive(Clone, Debug)]
pub(super) struct Content<V> {
    /// Whether ranges without a cell are zero.
    pub filled: bool,
    cells: Tree<Bit, Stored<V>>,
    /// The sum of the shares of the cells in [`Content::shape`].
    cell_shapes: u64,
    /// The number of cells that may lead to an object.
    addresses: usize,
}

impl<V> Default for Content<V> {
    fn default() -> Self {
        Self { filled: false, cells: Tree::Empty, cell_shapes: 0, addresses: 0 }
    }
}

impl<V: CellValue> PartialEq for Content<V> {
    fn eq(&self, other: &Self) -> bool {
        self.filled == other.filled && self.cells.equals(&other.cells)
    }
}

impl<V: CellValue> Eq for Content<V> {}

impl<V> Hash for Content<V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.cells.hash());
        state.write_u8(u8::from(self.filled));
    }
}

/// Spreads a hash over all bits, so that sums of hashes do not cancel out.
pub(super) const fn mixed(h: u64) -> u64 {
    (h ^ (h >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// The share of one cell in the shape of the whole. Shares are added, so that order does not matter.
fn shape_share<V>(bit: i64, stored: &Stored<V>) -> u64 {
    let mut hasher = FxHasher::default();
    (bit, stored.width, stored.value.is_some()).hash(&mut hasher);
    mixed(hasher.finish())
}

impl<V: CellValue> Content<V> {
    /// An object that is zero in every bit.
    pub fn zero() -> Self {
        Self { filled: true, ..Self::default() }
    }

    pub fn is_empty(&self) -> bool {
        !self.filled && self.cells.len() == 0
    }

    /// The number of facts: the cells, and the fill.
    pub fn len(&self) -> usize {
        self.cells.len() + usize::from(self.filled)
    }

    /// Whether a cell may lead to an object.
    pub const fn has_addresses(&self) -> bool {
        self.addresses > 0
    }

    /// Whether both share all of their memory, so that they are equal.
    pub fn is_same(&self, other: &Self) -> bool {
        self.filled == other.filled && self.cells.ptr_eq(&other.cells)
    }

    /// Equal for contents with the same cells, whatever they hold.
    pub fn shape(&self) -> u64 {
        self.cell_shapes.wrapping_add(u64::from(self.filled))
    }

    /// Every cell in order, unknown ones included.
    pub fn cells(&self) -> impl Iterator<Item = (i64, &Stored<V>)> + '_ {
        Iter::new(&self.cells).map(|(bit, stored)| (bit.0, stored))
    }

    /// The cell that starts at a bit.
    pub fn cell(&self, bit: i64) -> Option<&Stored<V>> {
        self.cells.get(Bit(bit).bits())
    }

    pub fn put(&mut self, bit: i64, stored: Stored<V>) {
        let old = self.cell(bit);
        if old == Some(&stored) {
            return;
        }
        let gone = old.map_or(0, |old| shape_share(bit, old));
        let addresses = usize::from(stored.is_address());
        self.addresses = self.addresses - old.map_or(0, |old| usize::from(old.is_address())) + addresses;
        self.cell_shapes = self.cell_shapes.wrapping_sub(gone).wrapping_add(shape_share(bit, &stored));
        self.cells.insert(Bit(bit), stored);
    }

    pub fn take(&mut self, bit: i64) -> Option<Stored<V>> {
        let old = self.cell(bit)?.clone();
        self.cell_shapes = self.cell_shapes.wrapping_sub(shape_share(bit, &old));
        self.addresses -= usize::from(old.is_address());
        self.cells.remove(Bit(bit).bits());
        Some(old)
    }

    /// The cells that share a bit with the range, in order.
    pub fn overlapping(&self, bit: i64, width: u64) -> impl Iterator<Item = (i64, &Stored<V>)> + '_ {
        let before = self
            .cells
            .below(Bit(bit).bits())
            .filter(|(start, stored)| start.0.saturating_add_unsigned(stored.width) > bit);
        let last = bit.saturating_add_unsigned(width.saturating_sub(1));
        let inside = (width > 0).then(|| Iter::range(&self.cells, Bit(bit).bits(), Bit(last).bits()));
        before.into_iter().chain(inside.into_iter().flatten()).map(|(start, stored)| (start.0, stored))
    }

    /// What a range holds.
    pub fn read(&self, bit: i64, width: u64) -> Read<'_, V> {
        // Most reads are of what was written, whole.
        if let Some(stored) = self.cell(bit).filter(|stored| stored.width == width) {
            return stored.value.as_ref().map_or(Read::Unknown, Read::Value);
        }
        match self.overlapping(bit, width).next() {
            None if self.filled => Read::Zero,
            None => Read::Unknown,
            Some(_) => Read::Mixed,
        }
    }

    /// Whether every bit of the range is known to be something: in a cell with a value, or zero by the fill.
    pub fn is_known(&self, bit: i64, width: u64) -> bool {
        let mut next = bit;
        for (start, stored) in self.overlapping(bit, width) {
            if stored.value.is_none() || (!self.filled && start > next) {
                return false;
            }
            next = start.saturating_add_unsigned(stored.width);
        }
        self.filled || next >= bit.saturating_add_unsigned(width)
    }

    /// Writes a value to a range; `None` makes the range unknown.
    pub fn write(&mut self, bit: i64, width: u64, value: Option<V>) {
        if width == 0 {
            return;
        }
        let keep = match &value {
            Some(v) => !(self.filled && v.is_zero()),
            None => self.filled,
        };
        if self.cell(bit).is_none_or(|stored| stored.width != width) {
            self.clear_range(bit, width);
        } else if !keep {
            self.take(bit);
        }
        if keep {
            self.put(bit, Stored { width, value });
        }
    }

    /// Removes the cells in a range. Of what sticks out of it remains what values say of their parts.
    fn clear_range(&mut self, bit: i64, width: u64) {
        let end = bit.saturating_add_unsigned(width);
        let starts: SmallVec<[i64; 4]> = self.overlapping(bit, width).map(|(start, _)| start).collect();
        for start in starts {
            let Some(old) = self.take(start) else { continue };
            let left = old.clipped(start, i64::MIN, bit);
            let right = old.clipped(start, end, i64::MAX);
            for (from, rest) in left.into_iter().chain(right) {
                if self.filled && rest.value.as_ref().is_some_and(CellValue::is_zero) {
                    continue;
                }
                if self.filled || rest.value.is_some() {
                    self.put(from, rest);
                }
            }
        }
    }

    /// Forgets that the object is zero where no cell says otherwise.
    pub fn forget_fill(&mut self) {
        self.filled = false;
        let unknown: Vec<i64> =
            self.cells().filter(|(_, stored)| stored.value.is_none()).map(|(bit, _)| bit).collect();
        for bit in unknown {
            self.take(bit);
        }
    }

    /// Whether all that `other` knows is known here too.
    pub fn leq(&self, other: &Self) -> bool {
        if self.is_same(other) {
            return true;
        }
        if other.filled && !self.fill_implies(other) {
            return false;
        }
        if !self.filled {
            // Without a fill, a cell of the other side must be a cell here.
            return self.cells.refines(&other.cells, &mut |ours, theirs| {
                ours.width == theirs.width
                    && match (&ours.value, &theirs.value) {
                        (Some(ours), Some(theirs)) => ours.leq(theirs),
                        _ => false,
                    }
            });
        }
        other.cells().all(|(bit, theirs)| match &theirs.value {
            None => true,
            Some(value) => self.read(bit, theirs.width).known().is_some_and(|ours| ours.leq(value)),
        })
    }

    /// Whether the zero fill of `other` holds here: whatever is not zero here is a cell there.
    fn fill_implies(&self, other: &Self) -> bool {
        self.filled
            && self.cells.all_unshared(&other.cells, &mut |Bit(bit), stored| {
                let end = bit.saturating_add_unsigned(stored.width);
                let mut next = bit;
                for (start, theirs) in other.overlapping(bit, stored.width) {
                    if start > next {
                        return false;
                    }
                    next = start.saturating_add_unsigned(theirs.width);
                }
                next >= end
            })
    }

    /// What is left when everything is forgotten that a content of the shape of `onto` does not know; `None` when
    /// not all of that is known here.
    pub fn project(&self, onto: &Self) -> Option<Self> {
        if self.shape() == onto.shape() {
            return Some(self.clone());
        }
        if onto.filled && !self.fill_implies(onto) {
            return None;
        }
        let mut projected = Self { filled: onto.filled, ..Self::default() };
        for (bit, theirs) in onto.cells() {
            let value = match &theirs.value {
                None => None,
                Some(_) => Some(self.read(bit, theirs.width).known()?),
            };
            // What is zero is left to the fill, so that what is left may know even more than was asked for.
            if onto.filled && value.as_ref().is_some_and(CellValue::is_zero) {
                continue;
            }
            projected.put(bit, Stored { width: theirs.width, value });
        }
        Some(projected)
    }

    /// What both know.
    pub fn join(&self, other: &Self) -> Self {
        // Where only one side has a cell, the zero fill of the other side may still know its value.
        let mut ranges: Vec<(i64, u64)> =
            [self, other].iter().flat_map(|side| side.cells().map(|(bit, s)| (bit, s.width))).collect();
        ranges.sort_unstable();
        ranges.dedup();
        let mut joined = self.clone();
        if !other.filled {
            joined.forget_fill();
        }
        // Forget first: a range of one side may reach into several of the other.
        for &(bit, width) in &ranges {
            joined.write(bit, width, None);
        }
        for (bit, width) in ranges {
            let values = (self.read(bit, width).known(), other.read(bit, width).known());
            if let (Some(a), Some(b)) = values
                && let Some(value) = a.join(&b)
            {
                joined.write(bit, width, Some(value));
            }
        }
        joined
    }
}
