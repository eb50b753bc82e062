//! Symbolic memory graphs.
//!
//! A graph has objects (regions and list segments) whose cells hold values; a value that is an address points
//! to a place in an object. The roots name the objects that the program can name: its variables. The domain
//! follows section 3.9 of the thesis on value analysis with SMGs and Dudka, Peringer and Vojnar (SAS 2013,
//! doi:10.1007/978-3-642-38856-9_13), with three changes:
//!
//! * **Addresses are values**, not edges of their own: equal addresses are equal values, so points-to edges need
//!   no table, and pointer equality needs no comparison of graphs.
//! * **Numbers are forms over symbols** ([`Form`]), and one constraint store ([`Numbers`]) answers every question
//!   about them. Sizes, offsets and lengths of list segments may be symbolic; `n+` is the range of a length. A
//!   loop that counts while it builds a list keeps the relation between counter and length.
//! * **Equal data is kept, different data becomes a range** that each element has for itself ([`Value::Each`]).
//!
//! **Shapes.** What one object can stand for is [`Shape`]: a region, or a list segment (singly linked, doubly linked,
//! circular when its end links to itself; with a length of 0 or 1 it is a list that may be empty). Another shape, a
//! tree for example, is another variant and four functions beside those for lists: one that finds and folds it
//! ([`fold`]), one that takes out what a pointer leads to ([`unfold`]), one that meets it with a part of a smaller
//! graph ([`inclusion`]) and one that names its numbers ([`generalise`]). Reading, writing, reachability and the
//! analysis only ever see regions: they stop at any other shape and ask for it to be unfolded.
//!
//! Everything is persistent: a clone is free, a write copies a path, the hash is kept up to date.
//!
//! **Invariants:** cells of one object are disjoint; a link cell of a segment is present; every address names an
//! object of the graph; only segments and objects nested below them hold [`Value::Each`] or [`End::All`].

mod dot;
mod edges;
pub mod fold;
pub mod generalise;
pub mod inclusion;
pub mod join;
#[cfg(test)]
mod laws;
pub mod numbers;
mod object;
pub mod picture;
pub mod reach;
mod sums;
mod svg;
#[cfg(test)]
mod tests;
pub mod unfold;
mod value;

pub use edges::Read;
pub use numbers::Numbers;
pub use object::{Cell, Links, Object, Shape, Storage};
pub use value::{Address, End, Form, ObjectId, Sym, Value};

use argand_cfa::EdgeId;
use imbl::OrdMap;
use numbers::share;
use std::fmt;
use std::hash::{Hash, Hasher};

/// What a root is called: a number that the analysis makes up, for example from a frame and a variable.
pub type Root = u64;

/// A symbolic memory graph.
#[derive(Clone, Default)]
pub struct Smg {
    objects: OrdMap<ObjectId, Object>,
    roots: OrdMap<Root, ObjectId>,
    /// What is known of the symbols.
    pub numbers: Numbers,
    next: u32,
    hash: u64,
}

impl PartialEq for Smg {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
            && self.numbers == other.numbers
            && (self.roots.ptr_eq(&other.roots) || self.roots == other.roots)
            && (self.objects.ptr_eq(&other.objects) || self.objects == other.objects)
    }
}

impl Eq for Smg {}

impl Hash for Smg {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
        self.numbers.hash(state);
    }
}

impl Smg {
    /// Adds an object.
    pub fn add(&mut self, object: Object) -> ObjectId {
        let id = ObjectId::new(self.next);
        self.next += 1;
        self.hash = self.hash.wrapping_add(share((id, object.header())));
        for (bit, cell) in object.cells() {
            self.hash = self.hash.wrapping_add(share((id, bit, cell)));
        }
        self.objects.insert(id, object);
        id
    }

    /// Removes an object. Nothing may point to it any more.
    pub fn remove(&mut self, id: ObjectId) {
        if let Some(object) = self.objects.remove(&id) {
            self.hash = self.hash.wrapping_sub(share((id, object.header())));
            for (bit, cell) in object.cells() {
                self.hash = self.hash.wrapping_sub(share((id, bit, cell)));
            }
        }
    }

    /// An object.
    #[must_use]
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(&id)
    }

    /// Every object.
    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, &Object)> + '_ {
        self.objects.iter().map(|(&id, object)| (id, object))
    }

    /// How many objects there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Whether there are no objects.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// Changes what is not a cell of an object.
    pub fn change(&mut self, id: ObjectId, change: impl FnOnce(&mut Object)) {
        if let Some(object) = self.objects.get_mut(&id) {
            self.hash = self.hash.wrapping_sub(share((id, object.header())));
            change(object);
            self.hash = self.hash.wrapping_add(share((id, object.header())));
        }
    }

    /// Ends the life of an object: it keeps its name for those who still point to it. Its content is kept too: a
    /// program that follows a link of freed memory must be blamed for that, not for losing what comes after it.
    /// [`Smg::forget_dead_content`] ends that.
    pub fn invalidate(&mut self, id: ObjectId, at: EdgeId) {
        self.change(id, |object| {
            object.valid = false;
            object.died = Some(at);
        });
    }

    /// Forgets the content of all dead objects.
    pub fn forget_dead_content(&mut self) {
        let dead: Vec<ObjectId> = self.objects().filter(|(_, o)| !o.valid).map(|(id, _)| id).collect();
        for id in dead {
            self.clear(id);
        }
    }

    pub(super) fn put_cell(&mut self, id: ObjectId, bit: i64, cell: Cell) {
        if let Some(object) = self.objects.get_mut(&id) {
            self.hash = self.hash.wrapping_add(share((id, bit, cell)));
            object.linked += u32::from(object::is_linked(cell.value));
            if let Some(old) = object.cells.insert(bit, cell) {
                object.linked -= u32::from(object::is_linked(old.value));
                self.hash = self.hash.wrapping_sub(share((id, bit, old)));
            }
        }
    }

    pub(super) fn drop_cell(&mut self, id: ObjectId, bit: i64) {
        if let Some(object) = self.objects.get_mut(&id)
            && let Some(old) = object.cells.remove(&bit)
        {
            object.linked -= u32::from(object::is_linked(old.value));
            self.hash = self.hash.wrapping_sub(share((id, bit, old)));
        }
    }

    /// Forgets all cells of an object.
    pub fn clear(&mut self, id: ObjectId) {
        let bits: Vec<i64> = self.object(id).map_or_else(Vec::new, |o| o.cells.keys().copied().collect());
        for bit in bits {
            self.drop_cell(id, bit);
        }
    }

    /// Names an object.
    pub fn set_root(&mut self, root: Root, object: ObjectId) {
        self.hash = self.hash.wrapping_add(share((root, object)));
        if let Some(old) = self.roots.insert(root, object) {
            self.hash = self.hash.wrapping_sub(share((root, old)));
        }
    }

    /// Takes a name away.
    pub fn remove_root(&mut self, root: Root) -> Option<ObjectId> {
        let old = self.roots.remove(&root)?;
        self.hash = self.hash.wrapping_sub(share((root, old)));
        Some(old)
    }

    /// The object with a name.
    #[must_use]
    pub fn root(&self, root: Root) -> Option<ObjectId> {
        self.roots.get(&root).copied()
    }

    /// Every name with its object.
    pub fn roots(&self) -> impl DoubleEndedIterator<Item = (Root, ObjectId)> + '_ {
        self.roots.iter().map(|(&root, &id)| (root, id))
    }

    /// The names from `from` on, in order.
    pub fn roots_from(&self, from: Root) -> impl Iterator<Item = (Root, ObjectId)> + '_ {
        self.roots.range(from..).map(|(&root, &id)| (root, id))
    }

    /// Bits for the constants that named objects begin with: a graph that includes another one has no bit that the
    /// other has not.
    #[must_use]
    pub fn signature(&self) -> u64 {
        let mut bits = 0;
        for (root, id) in self.roots() {
            if let Some(object) = self.object(id)
                && let Some(Cell { width: width @ ..=64, value: Value::Bits(value) }) = object.cell(0)
                && object.size == Form::constant(i128::from(width / 8))
            {
                bits |= 1 << (share((root, value)) >> 58);
            }
        }
        bits
    }

    /// Replaces every address for which `change` has another value.
    pub fn redirect(&mut self, mut change: impl FnMut(Address) -> Option<Value>) {
        let changed: Vec<(ObjectId, i64, Cell)> = self
            .objects
            .iter()
            .flat_map(|(&id, object)| object.linked_cells().map(move |(bit, cell)| (id, bit, cell)))
            .filter_map(|(id, bit, cell)| match cell.value {
                Value::Address(address) => {
                    change(address).map(|value| (id, bit, Cell { value, width: cell.width }))
                }
                _ => None,
            })
            .collect();
        for (id, bit, cell) in changed {
            self.put_cell(id, bit, cell);
        }
    }
}

impl fmt::Display for Smg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (id, object) in self.objects() {
            write!(f, "{id}")?;
            match object.storage {
                Storage::Static(var) | Storage::Local(var) => write!(f, "({var})")?,
                Storage::Alloca => f.write_str("(alloca)")?,
                Storage::Heap => f.write_str("(heap)")?,
                Storage::Arguments => f.write_str("(args)")?,
            }
            if !object.valid {
                f.write_str("†")?;
            }
            match object.shape {
                Shape::Region => write!(f, "#{}", object.size)?,
                Shape::Segment { links, length } => {
                    let kind = if links.prev.is_some() { "DLS" } else { "SLS" };
                    write!(f, "#{}:{length}[{}]{kind}", object.size, self.numbers.range(length))?;
                }
            }
            f.write_str("{")?;
            for (bit, cell) in object.cells() {
                write!(f, " {bit}+{}={}", cell.width, cell.value)?;
            }
            f.write_str(" } ")?;
        }
        for (sym, range) in self.numbers.symbols() {
            write!(f, "{sym}∈{range} ")?;
        }
        for (a, b, c) in self.numbers.differences() {
            write!(f, "{a}-{b}≤{c} ")?;
        }
        for (a, b, t, c) in self.numbers.sums() {
            write!(f, "{a}+{b}={t}{c:+} ")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Smg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
