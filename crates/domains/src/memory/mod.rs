//! Abstract memory: what is known of the bits of objects.
//!
//! A [`Memory`] maps disjoint bit ranges of [`Object`]s to values; everything else is unknown, unless the
//! object is *zero-filled*, as statics and `calloc`ed objects are: then every range that no cell mentions is
//! zero, and ranges that became unknown are cells of their own. A program with large zeroed arrays so costs
//! nothing until it writes to them.
//!
//! The structure is persistent: a clone is free, a write copies a path of two small trees, and memories with a
//! common past share what did not change. Hash and shape are kept up to date by every write, so that interning
//! a state does not walk it.
//!
//! **Invariant:** cells of one object never overlap; a zero-filled object has no cell that holds zero; an object
//! of which nothing is known is not mentioned.

mod content;
mod coverage;
mod object;

pub use object::Object;

use crate::trie::{Iter, MapKey, Tree};
use argand_support::FxHasher;
use content::{Content, Stored, mixed};
use std::fmt;
use std::hash::{Hash, Hasher};

/// What a memory stores in its cells: elements of a lattice without its top, which is "unknown".
pub trait CellValue: Clone + Eq + Hash + fmt::Debug {
    /// The value whose bits are all zero.
    fn zero() -> Self;

    /// The value of some of the bits, those from `bit` on; `None` if nothing is known of them. The order of bits is
    /// that of memory: bit 0 is the first.
    fn part(&self, bit: u64, width: u64) -> Option<Self> {
        let _ = (bit, width);
        None
    }

    /// Whether the value may lead to an object.
    fn is_address(&self) -> bool {
        false
    }

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
    objects: Tree<Object, Content<V>>,
    shape: u64,
}

impl<V> Default for Memory<V> {
    fn default() -> Self {
        Self { objects: Tree::Empty, shape: 0 }
    }
}

impl<V: CellValue> PartialEq for Memory<V> {
    fn eq(&self, other: &Self) -> bool {
        self.shape == other.shape && self.objects.equals(&other.objects)
    }
}

impl<V: CellValue> Eq for Memory<V> {}

impl<V> Hash for Memory<V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.objects.hash());
    }
}

/// The share of one object in the shape of the whole. Shares are added, so that order does not matter.
fn share<V: CellValue>(object: Object, content: &Content<V>) -> u64 {
    let mut hasher = FxHasher::default();
    (object, content.shape()).hash(&mut hasher);
    mixed(hasher.finish())
}

impl<V: CellValue> Memory<V> {
    fn content(&self, object: Object) -> Option<&Content<V>> {
        self.objects.get(object.bits())
    }

    /// Replaces all that is known of an object.
    fn set(&mut self, object: Object, content: Content<V>) {
        let old = self.content(object);
        if content.is_empty() {
            return self.remove_object(object);
        }
        if old.is_some_and(|old| *old == content) {
            return;
        }
        let gone = old.map_or(0, |old| share(object, old));
        self.shape = self.shape.wrapping_sub(gone).wrapping_add(share(object, &content));
        self.objects.insert(object, content);
    }

    /// Changes what is known of an object.
    fn update(&mut self, object: Object, change: impl FnOnce(&mut Content<V>)) {
        let mut content = self.content(object).cloned().unwrap_or_default();
        change(&mut content);
        self.set(object, content);
    }

    /// Whether ranges without a cell are zero.
    #[must_use]
    pub fn is_zero_filled(&self, object: Object) -> bool {
        self.content(object).is_some_and(|content| content.filled)
    }

    /// Whether anything is known of an object.
    #[must_use]
    pub fn knows(&self, object: Object) -> bool {
        self.content(object).is_some()
    }

    /// Whether nothing at all is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.objects.len() == 0
    }

    /// How many facts are stored.
    #[must_use]
    pub fn len(&self) -> usize {
        Iter::new(&self.objects).map(|(_, content)| content.len()).sum()
    }

    /// What a range holds.
    #[must_use]
    pub fn read(&self, object: Object, bit: i64, width: u64) -> Read<'_, V> {
        self.content(object).map_or(Read::Unknown, |content| content.read(bit, width))
    }

    /// The known cells that share a bit with the range.
    pub fn cells_in(&self, object: Object, bit: i64, width: u64) -> impl Iterator<Item = Cell<'_, V>> + '_ {
        let content = self.content(object);
        content.into_iter().flat_map(move |content| content.overlapping(bit, width)).filter_map(
            move |(bit, stored)| {
                Some(Cell { object, bit, width: stored.width, value: stored.value.as_ref()? })
            },
        )
    }

    /// The known cells of an object, in order.
    pub fn cells_of(&self, object: Object) -> impl Iterator<Item = Cell<'_, V>> + '_ {
        let cells = self.content(object).into_iter().flat_map(Content::cells);
        cells.filter_map(move |(bit, stored)| {
            Some(Cell { object, bit, width: stored.width, value: stored.value.as_ref()? })
        })
    }

    /// Whether every bit of the range is known to be something: in a cell with a value, or zero by the fill.
    #[must_use]
    pub fn is_known(&self, object: Object, bit: i64, width: u64) -> bool {
        width == 0 || self.content(object).is_some_and(|content| content.is_known(bit, width))
    }

    /// Every known cell, in order.
    pub fn cells(&self) -> impl Iterator<Item = Cell<'_, V>> + '_ {
        Iter::new(&self.objects).flat_map(|(object, content)| {
            content.cells().filter_map(move |(bit, stored)| {
                Some(Cell { object, bit, width: stored.width, value: stored.value.as_ref()? })
            })
        })
    }

    /// Every cell whose value may lead to an object, in order. Objects without one cost nothing.
    pub fn addresses(&self) -> impl Iterator<Item = Cell<'_, V>> + '_ {
        Iter::new(&self.objects).filter(|(_, content)| content.has_addresses()).flat_map(
            |(object, content)| {
                content.cells().filter_map(move |(bit, stored)| {
                    let value = stored.value.as_ref().filter(|value| value.is_address())?;
                    Some(Cell { object, bit, width: stored.width, value })
                })
            },
        )
    }

    /// Every object that something is known of, in order.
    pub fn objects(&self) -> impl Iterator<Item = Object> + '_ {
        Iter::new(&self.objects).map(|(object, _)| object)
    }

    /// The zero-filled objects, in order.
    pub fn zero_filled(&self) -> impl Iterator<Item = Object> + '_ {
        Iter::new(&self.objects).filter(|(_, content)| content.filled).map(|(object, _)| object)
    }

    /// Writes a value to a range; `None` makes the range unknown.
    pub fn write(&mut self, object: Object, bit: i64, width: u64, value: Option<V>) {
        if value.is_none() && self.content(object).is_none() {
            return;
        }
        self.update(object, |content| content.write(bit, width, value));
    }

    /// Forgets all about an object and makes it zero in every bit.
    pub fn zero_fill(&mut self, object: Object) {
        self.set(object, Content::zero());
    }

    /// Forgets all about an object.
    pub fn remove_object(&mut self, object: Object) {
        if let Some(old) = self.content(object) {
            self.shape = self.shape.wrapping_sub(share(object, old));
            self.objects.remove(object.bits());
        }
    }

    /// Gives an object another name, which must not be in use. What points to it is not changed.
    pub fn rename_object(&mut self, from: Object, to: Object) {
        if let Some(content) = self.content(from).cloned() {
            self.remove_object(from);
            self.set(to, content);
        }
    }

    /// Takes over what another memory knows of an object, and nothing else.
    pub fn take_object(&mut self, from: &Self, object: Object) {
        match from.content(object) {
            Some(content) => self.set(object, content.clone()),
            None => self.remove_object(object),
        }
    }

    /// Forgets that an object is zero where no cell says otherwise.
    pub fn forget_fill(&mut self, object: Object) {
        if self.is_zero_filled(object) {
            self.update(object, Content::forget_fill);
        }
    }

    /// Forgets the value of one cell, if there is one that starts at this bit.
    pub fn forget(&mut self, object: Object, bit: i64) {
        let Some(width) = self.content(object).and_then(|c| c.cell(bit)).map(|stored| stored.width) else {
            return;
        };
        self.write(object, bit, width, None);
    }

    /// Forgets all about the objects that `keep` refuses.
    pub fn retain_objects(&mut self, mut keep: impl FnMut(Object) -> bool) {
        let mut shape = self.shape;
        self.objects = self.objects.retain(&mut |object, content| {
            let kept = keep(object);
            if !kept {
                shape = shape.wrapping_sub(share(object, content));
            }
            kept
        });
        self.shape = shape;
    }

    /// Copies what is known of one range to another of the same width. The ranges may overlap.
    pub fn copy(&mut self, from: (Object, i64), to: (Object, i64), width: u64) {
        if width == 0 {
            return;
        }
        let source_filled = self.is_zero_filled(from.0);
        let cells: Vec<(i64, Stored<V>)> = self
            .content(from.0)
            .into_iter()
            .flat_map(|content| content.overlapping(from.1, width))
            .filter_map(|(bit, stored)| stored.clipped(bit, from.1, from.1.saturating_add_unsigned(width)))
            .collect();
        self.update(to.0, |content| {
            content.write(to.1, width, None);
            if source_filled && content.filled {
                // The range just became one unknown cell; the fill speaks for it again, except for the copies.
                content.take(to.1);
                for (bit, stored) in cells {
                    content.write(to.1 + (bit - from.1), stored.width, stored.value);
                }
                return;
            }
            for (bit, stored) in cells {
                if stored.value.is_some() {
                    content.write(to.1 + (bit - from.1), stored.width, stored.value);
                }
            }
        });
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
        for (object, content) in Iter::new(&self.objects) {
            if content.filled {
                map.entry(&format_args!("{object}"), &format_args!("zero"));
            }
            for (bit, stored) in content.cells() {
                let at = format_args!("{object}[{bit}+{}]", stored.width).to_string();
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
