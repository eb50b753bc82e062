//! Abstract memory: what is known of the bits of objects.
//!
//! A [`Memory`] maps disjoint bit ranges of [`Object`]s to values; everything else is unknown, unless the
//! object is *zero-filled*, as statics and `calloc`ed objects are: then every range that no cell mentions is
//! zero, and ranges that became unknown are cells of their own. A program with large zeroed arrays so costs
//! nothing until it writes to them.
//!
//! The structure is persistent: a clone is free and a write copies a path of the tree. The hash is kept up to
//! date by every write, so that interning a state does not walk it.
//!
//! **Invariant:** cells of one object never overlap; a zero-filled object has no cell that holds zero.

mod object;
pub use object::Object;

use argand_support::FxHasher;
use imbl::OrdMap;
use std::fmt;
use std::hash::{Hash, Hasher};

/// What a memory stores in its cells: elements of a lattice without its top, which is "unknown".
pub trait CellValue: Clone + Eq + Hash + fmt::Debug {
    /// The value whose bits are all zero.
    fn zero() -> Self;

    /// Whether this is [`CellValue::zero`].
    fn is_zero(&self) -> bool {
        *self == Self::zero()
    }

    /// Whether `other` allows all that this value allows. Constants allow only themselves.
    fn leq(&self, other: &Self) -> bool {
        self == other
    }

    /// The least value that allows what both allow; `None` if that is anything.
    fn join(&self, other: &Self) -> Option<Self> {
        (self == other).then(|| self.clone())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Key {
    object: Object,
    /// The first bit; [`FILL`] for the mark of a zero-filled object.
    bit: i64,
}

/// Sorts before every bit of its object.
const FILL: i64 = i64::MIN;

#[derive(Clone, PartialEq, Eq, Hash)]
struct Stored<V> {
    width: u64,
    /// `None` is a range of a zero-filled object that is not known to be zero any more.
    value: Option<V>,
}

/// What a range holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Read<'a, V> {
    /// Exactly this value.
    Value(&'a V),
    /// Zero in every bit.
    Zero,
    /// Several cells lie in the range, or one that reaches beyond it; [`Memory::cells_in`] lists them.
    Mixed,
    /// Nothing is known.
    Unknown,
}

impl<V: CellValue> Read<'_, V> {
    /// The value of the whole range, if it is one.
    #[must_use]
    pub fn known(&self) -> Option<V> {
        match self {
            Self::Value(value) => Some((*value).clone()),
            Self::Zero => Some(V::zero()),
            Self::Mixed | Self::Unknown => None,
        }
    }
}

/// A cell with a known value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell<'a, V> {
    /// The object it lies in.
    pub object: Object,
    /// Its first bit.
    pub bit: i64,
    /// Its width in bits.
    pub width: u64,
    /// What it holds.
    pub value: &'a V,
}

/// What is known of memory. See the module's text.
#[derive(Clone)]
pub struct Memory<V> {
    map: OrdMap<Key, Stored<V>>,
    hash: u64,
}

impl<V> Default for Memory<V> {
    fn default() -> Self {
        Self { map: OrdMap::new(), hash: 0 }
    }
}

impl<V: CellValue> PartialEq for Memory<V> {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && (self.map.ptr_eq(&other.map) || self.map == other.map)
    }
}

impl<V: CellValue> Eq for Memory<V> {}

impl<V> Hash for Memory<V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// The share of one cell in the hash of the whole. Shares are added, so that order does not matter.
fn share<V: Hash>(key: &Key, stored: &Stored<V>) -> u64 {
    let mut hasher = FxHasher::default();
    (key, stored).hash(&mut hasher);
    let h = hasher.finish();
    (h ^ (h >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

impl<V: CellValue> Memory<V> {
    fn put(&mut self, key: Key, stored: Stored<V>) {
        self.hash = self.hash.wrapping_add(share(&key, &stored));
        if let Some(old) = self.map.insert(key, stored) {
            self.hash = self.hash.wrapping_sub(share(&key, &old));
        }
    }

    fn take(&mut self, key: Key) -> Option<Stored<V>> {
        let old = self.map.remove(&key)?;
        self.hash = self.hash.wrapping_sub(share(&key, &old));
        Some(old)
    }

    /// Whether ranges without a cell are zero.
    #[must_use]
    pub fn is_zero_filled(&self, object: Object) -> bool {
        self.map.contains_key(&Key { object, bit: FILL })
    }

    /// Whether nothing at all is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// How many facts are stored.
    #[must_use]
    pub fn len(&self) -> usize {
        self.map.len()
    }

    /// The keys of the cells that share a bit with the range, in order.
    fn overlapping(
        &self,
        object: Object,
        bit: i64,
        width: u64,
    ) -> impl Iterator<Item = (Key, &Stored<V>)> + '_ {
        let end = bit.saturating_add_unsigned(width);
        let before = self
            .map
            .range(Key { object, bit: FILL + 1 }..Key { object, bit })
            .next_back()
            .filter(move |(key, stored)| key.bit.saturating_add_unsigned(stored.width) > bit);
        before
            .into_iter()
            .chain(self.map.range(Key { object, bit }..Key { object, bit: end.max(bit) }))
            .map(|(k, s)| (*k, s))
    }

    /// What a range holds.
    #[must_use]
    pub fn read(&self, object: Object, bit: i64, width: u64) -> Read<'_, V> {
        let mut cells = self.overlapping(object, bit, width);
        match (cells.next(), cells.next()) {
            (None, _) if self.is_zero_filled(object) => Read::Zero,
            (None, _) => Read::Unknown,
            (Some((key, Stored { width: w, value })), None) if key.bit == bit && *w == width => {
                value.as_ref().map_or(Read::Unknown, Read::Value)
            }
            _ => Read::Mixed,
        }
    }

    /// The known cells that share a bit with the range.
    pub fn cells_in(&self, object: Object, bit: i64, width: u64) -> impl Iterator<Item = Cell<'_, V>> + '_ {
        self.overlapping(object, bit, width).filter_map(move |(key, stored)| {
            Some(Cell { object, bit: key.bit, width: stored.width, value: stored.value.as_ref()? })
        })
    }

    /// Whether every bit of the range is known to be something: in a cell with a value, or zero by the fill.
    #[must_use]
    pub fn is_known(&self, object: Object, bit: i64, width: u64) -> bool {
        let filled = self.is_zero_filled(object);
        let mut next = bit;
        for (key, stored) in self.overlapping(object, bit, width) {
            if stored.value.is_none() || (!filled && key.bit > next) {
                return false;
            }
            next = key.bit.saturating_add_unsigned(stored.width);
        }
        filled || next >= bit.saturating_add_unsigned(width)
    }

    /// Every known cell, in order.
    pub fn cells(&self) -> impl Iterator<Item = Cell<'_, V>> + '_ {
        self.map.iter().filter_map(|(key, stored)| {
            Some(Cell {
                object: key.object,
                bit: key.bit,
                width: stored.width,
                value: stored.value.as_ref()?,
            })
        })
    }

    /// Every object that something is known of, in order.
    pub fn objects(&self) -> impl Iterator<Item = Object> + '_ {
        let mut last = None;
        self.map.keys().filter_map(move |key| {
            let new = last != Some(key.object);
            last = Some(key.object);
            new.then_some(key.object)
        })
    }

    /// The zero-filled objects, in order.
    pub fn zero_filled(&self) -> impl Iterator<Item = Object> + '_ {
        self.map.keys().filter(|key| key.bit == FILL).map(|key| key.object)
    }

    /// Writes a value to a range; `None` makes the range unknown.
    pub fn write(&mut self, object: Object, bit: i64, width: u64, value: Option<V>) {
        let filled = self.is_zero_filled(object);
        self.clear_range(object, bit, width, filled);
        let keep = match &value {
            Some(v) => !(filled && v.is_zero()),
            None => filled,
        };
        if keep && width > 0 {
            self.put(Key { object, bit }, Stored { width, value });
        }
    }

    /// Removes the cells in a range. What sticks out of it becomes unknown.
    fn clear_range(&mut self, object: Object, bit: i64, width: u64, filled: bool) {
        let end = bit.saturating_add_unsigned(width);
        let keys: smallvec::SmallVec<[Key; 4]> =
            self.overlapping(object, bit, width).map(|(k, _)| k).collect();
        for key in keys {
            let Some(old) = self.take(key) else { continue };
            if !filled {
                continue;
            }
            let old_end = key.bit.saturating_add_unsigned(old.width);
            for (from, to) in [(key.bit, bit), (end, old_end)] {
                if let Ok(width @ 1..) = u64::try_from(to - from) {
                    self.put(Key { object, bit: from }, Stored { width, value: None });
                }
            }
        }
    }

    /// Forgets all about an object and makes it zero in every bit.
    pub fn zero_fill(&mut self, object: Object) {
        self.remove_object(object);
        self.put(Key { object, bit: FILL }, Stored { width: 0, value: None });
    }

    /// Forgets all about an object.
    pub fn remove_object(&mut self, object: Object) {
        let keys: Vec<Key> = self
            .map
            .range(Key { object, bit: FILL }..=Key { object, bit: i64::MAX })
            .map(|(key, _)| *key)
            .collect();
        for key in keys {
            self.take(key);
        }
    }

    /// Gives an object another name, which must not be in use. What points to it is not changed.
    pub fn rename_object(&mut self, from: Object, to: Object) {
        let keys: Vec<Key> = self
            .map
            .range(Key { object: from, bit: FILL }..=Key { object: from, bit: i64::MAX })
            .map(|(key, _)| *key)
            .collect();
        for key in keys {
            if let Some(stored) = self.take(key) {
                self.put(Key { object: to, ..key }, stored);
            }
        }
    }

    /// Forgets that an object is zero where no cell says otherwise.
    pub fn forget_fill(&mut self, object: Object) {
        if self.take(Key { object, bit: FILL }).is_none() {
            return;
        }
        let unknown: Vec<Key> = self
            .map
            .range(Key { object, bit: FILL }..=Key { object, bit: i64::MAX })
            .filter(|(_, stored)| stored.value.is_none())
            .map(|(key, _)| *key)
            .collect();
        for key in unknown {
            self.take(key);
        }
    }

    /// Forgets the value of one cell, if there is one that starts at this bit.
    pub fn forget(&mut self, object: Object, bit: i64) {
        let Some(width) = self.map.get(&Key { object, bit }).map(|stored| stored.width) else { return };
        self.write(object, bit, width, None);
    }

    /// Forgets all about the objects that `keep` refuses.
    pub fn retain_objects(&mut self, mut keep: impl FnMut(Object) -> bool) {
        let gone: Vec<Object> = self.objects().filter(|&o| !keep(o)).collect();
        for object in gone {
            self.remove_object(object);
        }
    }

    /// Copies what is known of one range to another of the same width. The ranges may overlap.
    pub fn copy(&mut self, from: (Object, i64), to: (Object, i64), width: u64) {
        let end = from.1.saturating_add_unsigned(width);
        let source_filled = self.is_zero_filled(from.0);
        let cells: Vec<(i64, Stored<V>)> =
            self.overlapping(from.0, from.1, width).map(|(k, s)| (k.bit, s.clone())).collect();
        let inside =
            |bit: i64, stored: &Stored<V>| bit >= from.1 && bit.saturating_add_unsigned(stored.width) <= end;
        self.write(to.0, to.1, width, None);
        if source_filled && self.is_zero_filled(to.0) {
            // The range just became one unknown cell; the fill speaks for it again, except for the copies below.
            self.take(Key { object: to.0, bit: to.1 });
            for (bit, stored) in cells {
                let at = to.1 + (bit.max(from.1) - from.1);
                if inside(bit, &stored) {
                    self.write(to.0, at, stored.width, stored.value);
                } else {
                    let cut = bit.saturating_add_unsigned(stored.width).min(end) - bit.max(from.1);
                    self.write(to.0, at, u64::try_from(cut).unwrap_or(0), None);
                }
            }
            return;
        }
        for (bit, stored) in cells {
            if stored.value.is_some() && inside(bit, &stored) {
                self.write(to.0, to.1 + (bit - from.1), stored.width, stored.value);
            }
        }
    }

    /// Whether all that `other` knows is known here too.
    #[must_use]
    pub fn leq(&self, other: &Self) -> bool {
        if self.hash == other.hash && self.map.ptr_eq(&other.map) {
            return true;
        }
        other.map.iter().all(|(key, theirs)| match (&theirs.value, key.bit == FILL) {
            (_, true) => self.fill_implies(other, key.object),
            (None, false) => true,
            (Some(value), false) => {
                self.read(key.object, key.bit, theirs.width).known().is_some_and(|ours| ours.leq(value))
            }
        })
    }

    /// Whether the zero fill of an object in `other` holds here: whatever is not zero here is a cell there.
    fn fill_implies(&self, other: &Self, object: Object) -> bool {
        self.is_zero_filled(object)
            && self.map.range(Key { object, bit: FILL + 1 }..=Key { object, bit: i64::MAX }).all(
                |(key, stored)| {
                    let end = key.bit.saturating_add_unsigned(stored.width);
                    let mut next = key.bit;
                    for (theirs, s) in other.overlapping(object, key.bit, stored.width) {
                        if theirs.bit > next {
                            return false;
                        }
                        next = theirs.bit.saturating_add_unsigned(s.width);
                    }
                    next >= end
                },
            )
    }

    /// What both know.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        if self == other {
            return self.clone();
        }
        let mut joined = self.clone();
        let objects: Vec<Object> = self.objects().collect();
        for object in objects {
            joined.join_object(self, other, object);
        }
        joined
    }

    fn join_object(&mut self, ours: &Self, theirs: &Self, object: Object) {
        let both_filled = ours.is_zero_filled(object) && theirs.is_zero_filled(object);
        // Where only one side has a cell, the zero fill of the other side may still know its value.
        let mut ranges: Vec<(i64, u64)> = Vec::new();
        for side in [ours, theirs] {
            let cells = side.map.range(Key { object, bit: FILL + 1 }..=Key { object, bit: i64::MAX });
            ranges.extend(cells.map(|(key, stored)| (key.bit, stored.width)));
        }
        ranges.sort_unstable();
        ranges.dedup();
        if !both_filled {
            self.forget_fill(object);
        }
        // Forget first: a range of one side may reach into several of the other.
        for &(bit, width) in &ranges {
            self.write(object, bit, width, None);
        }
        for (bit, width) in ranges {
            let values = (ours.read(object, bit, width).known(), theirs.read(object, bit, width).known());
            if let (Some(a), Some(b)) = values
                && let Some(joined) = a.join(&b)
            {
                self.write(object, bit, width, Some(joined));
            }
        }
    }

    /// A write that may or may not happen.
    pub fn write_weakly(&mut self, object: Object, bit: i64, width: u64, value: Option<V>) {
        let old = self.read(object, bit, width).known();
        let joined = value.zip(old).and_then(|(new, old)| old.join(&new));
        self.write(object, bit, width, joined);
    }
}

impl<V: CellValue> fmt::Debug for Memory<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut map = f.debug_map();
        for (key, stored) in &self.map {
            if key.bit == FILL {
                map.entry(&format_args!("{}", key.object), &format_args!("zero"));
            } else {
                let at = format_args!("{}[{}+{}]", key.object, key.bit, stored.width).to_string();
                match &stored.value {
                    Some(value) => map.entry(&format_args!("{at}"), value),
                    None => map.entry(&format_args!("{at}"), &format_args!("?")),
                };
            }
        }
        map.finish()
    }
}

#[cfg(test)]
mod tests;
