//! Objects: regions and list segments.

use super::Root;
use super::cells::Cells;
use super::marks::Mark;
use super::value::{Form, ObjectId, Sym, Value};
use argand_cfa::{EdgeId, VarId};

/// Who made an object, and so who ends its life.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Storage {
    /// A variable of static storage or a string literal.
    Static(VarId),
    /// A parameter, a local or temporary variable.
    Local(VarId),
    /// Memory of `alloca`.
    Alloca,
    /// Memory of `malloc` or `calloc`.
    Heap,
    /// The arguments behind a `...`.
    Arguments,
}

/// The links of a list segment, as bit offsets in its elements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Links {
    /// Where the pointer to the next element is (`nfo`).
    pub next: i64,
    /// Where the pointer to the previous element is (`pfo`), for doubly linked segments.
    pub prev: Option<i64>,
    /// Where links point to in an element (`hfo`), in bytes.
    pub head: i128,
}

impl Links {
    /// Whether the cell at a bit is a link.
    #[must_use]
    pub fn contains(self, bit: i64) -> bool {
        bit == self.next || Some(bit) == self.prev
    }
}

/// What an object stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Shape {
    /// One stretch of memory.
    Region,
    /// A region that may be missing: then pointers to it are null (a 0/1 object).
    Optional,
    /// A list segment: elements of one layout, linked one after the other. The cell at the `next` link is that
    /// of the last element, the cell at the `prev` link that of the first; all other cells are what every
    /// element has.
    Segment {
        /// The links.
        links: Links,
        /// How many elements there are; the least number of its range is the `n` of an `n+` segment.
        length: Form,
    },
}

/// A range of bits with one content.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// The width in bits.
    pub width: u64,
    /// The content.
    pub value: Value,
}

/// An object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// The size in bytes.
    pub size: Form,
    /// Who made it.
    pub storage: Storage,
    /// Whether it is alive.
    pub valid: bool,
    /// One region or a list segment.
    pub shape: Shape,
    /// How deep it is nested below list segments: it stands for one object of each element.
    pub level: u8,
    /// The edge that made it.
    pub born: EdgeId,
    /// The edge that ended its life.
    pub died: Option<EdgeId>,
    /// Where a byte is zero, at a distance in bytes that may be symbolic. Only regions know one.
    pub zero: Option<Form>,
    /// The byte that was last read or written at a symbolic distance. Only regions know one.
    pub last: Option<Mark>,
    /// The optional object that it is missing together with.
    pub(super) needs: Option<ObjectId>,
    /// The root that names it.
    pub(super) root: Option<Root>,
    /// How many cells hold an address or a symbol, so that large arrays of constants cost nothing.
    pub(super) linked: u32,
    /// The has-value edges: disjoint ranges by their first bit.
    pub(super) cells: Cells,
}

impl Object {
    /// A living region with unknown content.
    #[must_use]
    pub fn region(size: Form, storage: Storage, born: EdgeId) -> Self {
        Self {
            size,
            storage,
            valid: true,
            shape: Shape::Region,
            level: 0,
            born,
            died: None,
            zero: None,
            last: None,
            needs: None,
            root: None,
            linked: 0,
            cells: Cells::default(),
        }
    }

    /// Another object of the same kind, nameless and with unknown content.
    #[must_use]
    pub(super) fn blank(&self, shape: Shape) -> Self {
        let Self { size, storage, born, valid, level, died, .. } = *self;
        Self { shape, valid, level, died, ..Self::region(size, storage, born) }
    }

    /// The value that fills the object.
    pub(super) fn scalar(&self) -> Option<Value> {
        let cell = self.cell(0).filter(|cell| cell.width <= 64)?;
        (self.size == Form::constant(i128::from(cell.width / 8))).then_some(cell.value)
    }

    /// The symbols of the size, the length and the marks.
    pub(super) fn header_symbols(&self) -> impl Iterator<Item = Sym> + use<> {
        let length = match self.shape {
            Shape::Segment { length, .. } => length.sym(),
            Shape::Region | Shape::Optional => None,
        };
        let last = self.last.map(|mark| [mark.at, mark.value]).into_iter().flatten();
        let marks = self.zero.into_iter().chain(last).filter_map(Form::sym);
        self.size.sym().into_iter().chain(length).chain(marks)
    }

    /// The cells by their first bit.
    pub fn cells(&self) -> impl Iterator<Item = (i64, Cell)> + '_ {
        self.cells.iter()
    }

    /// The cells that hold an address or a symbol.
    pub fn linked_cells(&self) -> impl Iterator<Item = (i64, Cell)> + '_ {
        let all = if self.linked == 0 { None } else { Some(self.cells()) };
        all.into_iter().flatten().filter(|(_, cell)| is_linked(cell.value))
    }

    /// The cell that starts at a bit.
    #[must_use]
    pub fn cell(&self, bit: i64) -> Option<Cell> {
        self.cells.get(bit)
    }

    /// The links, if it is a list segment.
    #[must_use]
    pub const fn links(&self) -> Option<Links> {
        match self.shape {
            Shape::Region | Shape::Optional => None,
            Shape::Segment { links, .. } => Some(links),
        }
    }

    /// Whether it is memory that must be freed.
    #[must_use]
    pub const fn is_live_heap(&self) -> bool {
        self.valid && matches!(self.storage, Storage::Heap)
    }

    /// What identifies the object besides its cells, for hashing.
    pub(super) fn header(&self) -> impl std::hash::Hash + use<> {
        (
            self.size,
            self.storage,
            self.valid,
            self.shape,
            self.level,
            self.born,
            self.died,
            self.zero,
            self.last,
            self.needs,
        )
    }
}

/// Whether a value mentions an object or a symbol.
pub(super) fn is_linked(value: Value) -> bool {
    matches!(value, Value::Address(_) | Value::Number(_))
}
