//! Cells: the numbers inside variables that intervals are kept for.
//!
//! A cell is a scalar at a constant place of a variable: the variable itself, a member, an element. Cells of one
//! variable can overlap (unions, reinterpreted memory); a write to one forgets those it overlaps.

use argand_cfa::{ExprKind, PlaceBase, PlaceId, PlaceKind, Program, TypeId, TypeKind};
use argand_cpa::FrameVar;
use argand_domains::{IntShape, Interval, MapKey};
use argand_support::{FxHashMap, Idx as _, IndexVec, define_index};
use std::cell::RefCell;
use std::rc::Rc;

define_index! {
    /// A cell.
    pub struct CellId, "cell";
}

impl MapKey for CellId {
    fn bits(self) -> u64 {
        u64::from(self.raw())
    }
}

/// The widest scalar in bits: how far a cell can reach.
const WIDEST: i128 = 128;

/// A stretch of bits in an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Extent {
    pub offset: i128,
    pub width: i128,
}

impl Extent {
    pub const fn overlaps(self, other: Self) -> bool {
        self.offset < other.offset + other.width && other.offset < self.offset + self.width
    }

    /// Whether every bit of `other` is in this stretch.
    pub const fn contains(self, other: Self) -> bool {
        self.offset <= other.offset && other.offset + other.width <= self.offset + self.width
    }

    /// What is left of this stretch in front of and behind another that overlaps it.
    pub fn without(self, other: Self) -> impl Iterator<Item = Self> {
        let (end, other_end) = (self.offset + self.width, other.offset + other.width);
        let front = Self { offset: self.offset, width: other.offset - self.offset };
        let back = Self { offset: other_end, width: end - other_end };
        [front, back].into_iter().filter(|part| part.width > 0)
    }
}

/// What identifies a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct CellKey {
    pub var: FrameVar,
    pub extent: Extent,
    pub shape: IntShape,
}

/// A number whose lowest bits are one, this many.
pub(super) const fn shape_mask(width: i128) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

impl CellKey {
    /// The bits in memory of a cell that holds a single number; `None` if it holds others or has padding.
    pub fn bits_of(&self, value: Interval) -> Option<u128> {
        let padded = !self.shape.boolean && i128::from(self.shape.width) != self.extent.width;
        let number = value.as_single().filter(|_| !padded)?;
        Some(number.cast_unsigned() & shape_mask(self.extent.width))
    }
}

#[derive(Clone, Debug)]
struct CellInfo {
    key: CellKey,
    addressed: bool,
    name: Rc<str>,
}

#[derive(Clone, Debug, Default)]
struct Table {
    ids: FxHashMap<CellKey, CellId>,
    cells: IndexVec<CellId, CellInfo>,
    /// The cells of a variable, by offset.
    of_var: FxHashMap<FrameVar, Vec<(i128, CellId)>>,
}

/// All cells that were ever bound. Clones share the table.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells(Rc<RefCell<Table>>);

impl Cells {
    /// The cell with this key, if it was ever bound.
    pub fn find(&self, key: &CellKey) -> Option<CellId> {
        self.0.borrow().ids.get(key).copied()
    }

    /// The cell with this key, new if it was never bound. `name` is only called for new ones.
    pub fn intern(&self, program: &Program, key: CellKey, name: impl FnOnce() -> String) -> CellId {
        let mut table = self.0.borrow_mut();
        if let Some(&id) = table.ids.get(&key) {
            return id;
        }
        let mut name = name();
        if key.var.depth > 0 {
            name = format!("{name}^{}", key.var.depth);
        }
        let addressed = program.vars[key.var.var].addressed;
        let id = table.cells.push(CellInfo { key, addressed, name: name.into() });
        table.ids.insert(key, id);
        let list = table.of_var.entry(key.var).or_default();
        let at = list.partition_point(|&(offset, _)| offset <= key.extent.offset);
        list.insert(at, (key.extent.offset, id));
        id
    }

    pub fn key(&self, cell: CellId) -> CellKey {
        self.0.borrow().cells[cell].key
    }

    pub fn shape(&self, cell: CellId) -> IntShape {
        self.0.borrow().cells[cell].key.shape
    }

    /// Whether a pointer can reach the cell.
    pub fn is_addressed(&self, cell: CellId) -> bool {
        self.0.borrow().cells[cell].addressed
    }

    pub fn name(&self, cell: CellId) -> Rc<str> {
        Rc::clone(&self.0.borrow().cells[cell].name)
    }

    /// Calls `visit` for every cell of a variable.
    pub fn of_var(&self, var: FrameVar, mut visit: impl FnMut(CellId)) {
        let table = self.0.borrow();
        for &(_, cell) in table.of_var.get(&var).into_iter().flatten() {
            visit(cell);
        }
    }

    /// Calls `visit` for every cell of a variable that overlaps a stretch of it.
    pub fn overlapping(&self, var: FrameVar, extent: Extent, mut visit: impl FnMut(CellId)) {
        let table = self.0.borrow();
        let Some(list) = table.of_var.get(&var) else { return };
        let from = list.partition_point(|&(offset, _)| offset <= extent.offset - WIDEST);
        for &(offset, cell) in &list[from..] {
            if offset >= extent.offset + extent.width {
                break;
            }
            if table.cells[cell].key.extent.overlaps(extent) {
                visit(cell);
            }
        }
    }
}

/// What a place is, as far as the program alone tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PlaceInfo {
    /// Where it starts and ends in its object, if no index is computed at run time.
    pub extent: Option<Extent>,
    /// The shape of the number there, if it is one that is tracked.
    pub shape: Option<IntShape>,
}

/// The shape of the integers and pointers of a type.
pub(super) fn shape_of(program: &Program, ty: TypeId) -> Option<IntShape> {
    IntShape::of(&program.types, ty)
}

/// The shape of the number at a place: that of its type, or of the bits of a bit-field.
pub(super) fn place_shape(program: &Program, place: PlaceId) -> Option<IntShape> {
    let shape = shape_of(program, program.place(place).ty)?;
    match program.field_of(place).and_then(|field| field.bit_width) {
        Some(0) => None,
        Some(width) if !shape.boolean => Some(IntShape { width, ..shape }),
        _ => Some(shape),
    }
}

pub(super) fn place_info(program: &Program, place: PlaceId) -> PlaceInfo {
    let found = program.place_extent(place);
    let extent = match (found.bit_offset, found.bit_width) {
        (Some(offset), Some(width)) => Some(Extent { offset, width: i128::from(width) }),
        _ => None,
    };
    PlaceInfo { extent, shape: place_shape(program, place) }
}

/// The variable or pointer a place is based on, found without recursion.
pub(super) fn place_base(program: &Program, mut place: PlaceId) -> PlaceBase {
    loop {
        match program.place(place).kind {
            PlaceKind::Var(var) => return PlaceBase::Var(var),
            PlaceKind::Deref(pointer) => return PlaceBase::Deref(pointer),
            PlaceKind::Field { base, .. } | PlaceKind::Index { base, .. } => place = base,
        }
    }
}

/// The scalars that a type is made of, at most `limit` of them; `None` if there are more.
pub(super) fn leaves(program: &Program, ty: TypeId, limit: usize) -> Option<Vec<(Extent, IntShape)>> {
    let mut out = Vec::new();
    let mut work = vec![(ty, 0i128)];
    while let Some((ty, offset)) = work.pop() {
        if out.len() + work.len() > limit {
            return None;
        }
        match program.types.kind(ty) {
            TypeKind::Array { elem, len: argand_cfa::ArrayLen::Fixed(count) } => {
                let size = i128::from(program.types.size_of(*elem)?) * 8;
                if *count > limit as u64 {
                    return None;
                }
                work.extend((0..i128::from(*count)).rev().map(|i| (*elem, offset + i * size)));
            }
            TypeKind::Record(id) => {
                for field in &program.types.record(*id).fields {
                    let at = offset + i128::from(field.bit_offset);
                    match (field.bit_width, shape_of(program, field.ty)) {
                        (Some(0), _) => {}
                        (Some(width), Some(shape)) => {
                            let shape = if shape.boolean { shape } else { IntShape { width, ..shape } };
                            out.push((Extent { offset: at, width: i128::from(width) }, shape));
                        }
                        (Some(_), None) => {}
                        (None, _) => work.push((field.ty, at)),
                    }
                }
            }
            _ => {
                if let (Some(shape), Some(size)) = (shape_of(program, ty), program.types.size_of(ty)) {
                    out.push((Extent { offset, width: i128::from(size) * 8 }, shape));
                }
            }
        }
    }
    (out.len() <= limit).then_some(out)
}

/// The indices on the way from a place to its base: index expression and the size of an element in bits.
pub(super) fn dynamic_offset(
    program: &Program,
    mut place: PlaceId,
) -> Option<(i128, Vec<(argand_cfa::ExprId, i128)>)> {
    let (mut constant, mut indices) = (0i128, Vec::new());
    loop {
        let node = program.place(place);
        match node.kind {
            PlaceKind::Var(_) | PlaceKind::Deref(_) => return Some((constant, indices)),
            PlaceKind::Field { base, .. } => {
                constant = constant.checked_add(i128::from(program.field_of(place)?.bit_offset))?;
                place = base;
            }
            PlaceKind::Index { base, index } => {
                let size = i128::from(program.types.size_of(node.ty)?) * 8;
                match program.expr(index).kind {
                    ExprKind::Int(i) => constant = constant.checked_add(i.checked_mul(size)?)?,
                    _ => indices.push((index, size)),
                }
                place = base;
            }
        }
    }
}

/// Place information by id, computed once; places that were added later are computed each time.
#[derive(Clone, Debug)]
pub(super) struct Places(IndexVec<PlaceId, PlaceInfo>);

impl Places {
    pub fn of(program: &Program) -> Self {
        Self((0..program.pool.place_count()).map(|i| place_info(program, PlaceId::from_usize(i))).collect())
    }

    pub fn get(&self, program: &Program, place: PlaceId) -> PlaceInfo {
        self.0.get(place).copied().unwrap_or_else(|| place_info(program, place))
    }
}
