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
//! Cells are at constant distances. Bytes of regions may also be known at symbolic ones ([`Mark`]): the
//! zero that ends a string in memory of unknown size.
//!
//! **Shapes.** What one object can stand for is [`Shape`]: a region, a region that may be missing, or a list segment
//! (singly linked, doubly linked, circular when its end links to itself; the least length may be 0). What hangs below
//! each element of a list is nested (`below.rs`). Another shape, a tree for example, is another variant and four
//! functions beside those for lists: one that finds and folds it ([`fold`]), one that takes out what a pointer leads to ([`unfold`]), one that meets it with a part of a smaller
//! graph ([`inclusion`]) and one that names its numbers ([`generalise`]). Reading, writing, reachability and the
//! analysis only ever see regions: they stop at any other shape and ask for it to be unfolded.
//!
//! Everything is persistent: a clone is free, a write copies a path. A step costs what it changes, however large the
//! graph: the hash, the references to each object, the uses of each symbol, the objects that may be lost and those
//! that may be folded are kept up to date with each write.
//!
//! **Invariants:** cells of one object are disjoint; a link cell of a segment is present; every address names an
//! object of the graph; [`Value::Each`] is only in segments, optional and nested objects, [`End::All`] only in what is nested below the segment it points to or in the segment itself.

mod below;
mod cells;
mod edges;
pub mod fold;
pub mod generalise;
pub mod inclusion;
pub mod join;
mod journal;
#[cfg(test)]
mod laws;
mod marks;
pub mod numbers;
mod object;
pub mod outline;
pub mod picture;
pub mod reach;
mod sums;
#[cfg(test)]
mod tests;
pub mod unfold;
mod value;

pub use edges::Read;
pub use marks::Mark;
pub use numbers::Numbers;
pub use object::{Cell, Links, Object, Shape, Storage};
pub use value::{Address, End, Form, ObjectId, Sym, Value};

use argand_cfa::EdgeId;
use imbl::{OrdMap, OrdSet};
use journal::Journal;
use numbers::share;
use outline::Outline;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// What a root is called: a number that the analysis makes up, for example from a frame and a variable.
pub type Root = u64;

/// A symbolic memory graph.
#[derive(Clone, Default)]
pub struct Smg {
    objects: OrdMap<ObjectId, Rc<Object>>,
    roots: OrdMap<Root, ObjectId>,
    /// What is known of the symbols.
    pub numbers: Numbers,
    /// The cells that hold addresses: the object they point to, the object they are in, and their first bit.
    references: OrdSet<(ObjectId, ObjectId, i64)>,
    /// Objects that no reference may be left to: every object that is not reached can be reached from one of them.
    loose: OrdSet<ObjectId>,
    /// Objects whose life has ended.
    dead: OrdSet<ObjectId>,
    journal: Journal,
    outline: Outline,
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
        state.write_u64(self.fingerprint());
    }
}

impl Smg {
    /// Adds an object.
    pub fn add(&mut self, object: Object) -> ObjectId {
        let id = ObjectId::new(self.next);
        self.next += 1;
        self.hash = self.hash.wrapping_add(share((id, object.header())));
        object.header_symbols().for_each(|sym| self.numbers.hold(sym));
        self.outline.count(&object);
        self.loose.insert(id);
        if !object.valid {
            self.dead.insert(id);
        }
        self.touch(id, object.storage);
        for (bit, cell) in object.cells() {
            self.hash = self.hash.wrapping_add(share((id, bit, cell)));
            self.link(id, bit, cell.value);
        }
        self.objects.insert(id, Rc::new(object));
        id
    }

    fn touch(&mut self, id: ObjectId, storage: Storage) {
        if storage == Storage::Heap {
            self.journal.touch(id);
        }
    }

    /// Notes that a cell holds a value.
    fn link(&mut self, from: ObjectId, bit: i64, value: Value) {
        if let Some(sym) = value.sym() {
            self.numbers.hold(sym);
        }
        if let Some(to) = value.target() {
            self.references.insert((to, from, bit));
            if let Some(storage) = self.object(to).map(|o| o.storage) {
                self.touch(to, storage);
            }
        }
    }

    /// Notes that a cell does not hold a value any more.
    fn unlink(&mut self, from: ObjectId, bit: i64, value: Value) {
        if let Some(sym) = value.sym() {
            self.numbers.release(sym);
        }
        if let Some(to) = value.target() {
            self.references.remove(&(to, from, bit));
            if let Some((storage, root)) = self.object(to).map(|o| (o.storage, o.root)) {
                self.touch(to, storage);
                if root.is_none() {
                    self.loose.insert(to);
                }
            }
        }
    }

    /// Removes an object. Nothing may point to it any more.
    pub fn remove(&mut self, id: ObjectId) {
        if let Some(object) = self.objects.remove(&id) {
            self.hash = self.hash.wrapping_sub(share((id, object.header())));
            object.header_symbols().for_each(|sym| self.numbers.release(sym));
            self.outline.discount(&object);
            self.loose.remove(&id);
            self.dead.remove(&id);
            self.journal.forget(id);
            for (bit, cell) in object.cells() {
                self.hash = self.hash.wrapping_sub(share((id, bit, cell)));
                self.unlink(id, bit, cell.value);
            }
        }
    }

    /// An object.
    #[must_use]
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(&id).map(|object| &**object)
    }

    /// Every object.
    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, &Object)> + '_ {
        self.objects.iter().map(|(&id, object)| (id, &**object))
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
        if let Some(object) = self.objects.get_mut(&id).map(Rc::make_mut) {
            self.hash = self.hash.wrapping_sub(share((id, object.header())));
            let before = object.header_symbols();
            let (was, lived) = (object.shape == Shape::Region, object.valid);
            self.outline.discount(object);
            change(object);
            self.outline.count(object);
            self.hash = self.hash.wrapping_add(share((id, object.header())));
            let (after, valid, storage) = (object.header_symbols(), object.valid, object.storage);
            let is_other = (was, lived) != (object.shape == Shape::Region, valid);
            after.for_each(|sym| self.numbers.hold(sym));
            before.for_each(|sym| self.numbers.release(sym));
            if !valid {
                self.dead.insert(id);
            }
            self.touch(id, storage);
            if is_other {
                self.outline_pointers(id);
            }
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
        for id in self.dead.clone() {
            self.clear(id);
        }
    }

    pub(super) fn put_cell(&mut self, id: ObjectId, bit: i64, cell: Cell) {
        if let Some(object) = self.objects.get_mut(&id).map(Rc::make_mut) {
            self.hash = self.hash.wrapping_add(share((id, bit, cell)));
            object.linked += u32::from(object::is_linked(cell.value));
            let old = object.cells.insert(bit, cell);
            if let Some(old) = old {
                object.linked -= u32::from(object::is_linked(old.value));
                self.hash = self.hash.wrapping_sub(share((id, bit, old)));
            }
            self.after_change(id, bit);
            if let Some(old) = old {
                self.unlink(id, bit, old.value);
            }
            self.link(id, bit, cell.value);
        }
    }

    /// Brings up to date what follows from a changed cell.
    fn after_change(&mut self, id: ObjectId, bit: i64) {
        let Some((storage, root)) = self.object(id).map(|object| (object.storage, object.root)) else {
            return;
        };
        self.touch(id, storage);
        if let Some(root) = root {
            self.outline_root(root, id);
        }
        self.outline_cell(id, bit);
    }

    pub(super) fn drop_cell(&mut self, id: ObjectId, bit: i64) {
        if let Some(object) = self.objects.get_mut(&id).map(Rc::make_mut)
            && let Some(old) = object.cells.remove(bit)
        {
            object.linked -= u32::from(object::is_linked(old.value));
            self.hash = self.hash.wrapping_sub(share((id, bit, old)));
            self.after_change(id, bit);
            self.unlink(id, bit, old.value);
        }
    }

    /// Forgets all cells of an object.
    pub fn clear(&mut self, id: ObjectId) {
        let bits: Vec<i64> =
            self.object(id).map_or_else(Vec::new, |o| o.cells().map(|(bit, _)| bit).collect());
        for bit in bits {
            self.drop_cell(id, bit);
        }
        self.set_marks(id, None, None);
    }

    /// Names an object. An object has one name.
    pub fn set_root(&mut self, root: Root, object: ObjectId) {
        self.remove_root(root);
        self.hash = self.hash.wrapping_add(share((root, object)));
        self.roots.insert(root, object);
        self.outline.add_root(root);
        if let Some(named) = self.objects.get_mut(&object).map(Rc::make_mut) {
            named.root = Some(root);
        }
        self.outline_root(root, object);
    }

    /// Takes a name away.
    pub fn remove_root(&mut self, root: Root) -> Option<ObjectId> {
        let old = self.roots.remove(&root)?;
        self.hash = self.hash.wrapping_sub(share((root, old)));
        self.outline.remove_root(root);
        if let Some(object) = self.objects.get_mut(&old).map(Rc::make_mut) {
            object.root = None;
            self.loose.insert(old);
        }
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

    /// A hash of everything: equal graphs have equal ones.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        share((self.hash, self.numbers.fingerprint()))
    }

    /// What named objects are known to hold, to find graphs that may include this one.
    #[must_use]
    pub const fn outline(&self) -> &Outline {
        &self.outline
    }

    /// Replaces every address of an object for which `change` has another value.
    pub fn redirect(&mut self, to: ObjectId, mut change: impl FnMut(Address) -> Option<Value>) {
        let changed: Vec<_> = self
            .references_to(to)
            .filter_map(|r| change(r.address).map(|value| (r.from, r.bit, value)))
            .collect();
        for (from, bit, value) in changed {
            if let Some(cell) = self.object(from).and_then(|object| object.cell(bit)) {
                self.put_cell(from, bit, Cell { value, ..cell });
            }
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
            if object.level > 0 {
                write!(f, "^{}", object.level)?;
            }
            match object.shape {
                Shape::Region => write!(f, "#{}", object.size)?,
                Shape::Optional => write!(f, "#{}:0/1", object.size)?,
                Shape::Segment { links, length } => {
                    let kind = if links.prev.is_some() { "DLS" } else { "SLS" };
                    write!(f, "#{}:{length}[{}]{kind}", object.size, self.numbers.range(length))?;
                }
            }
            if let Some(zero) = object.zero {
                write!(f, "[{zero}]=0")?;
            }
            if let Some(mark) = object.last {
                write!(f, "[{}]={}", mark.at, mark.value)?;
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
