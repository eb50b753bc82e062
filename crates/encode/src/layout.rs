//! How the program's memory is cut into cells, the things that have a term each.
//!
//! * A variable whose address is not taken, and that is only read and written at constant places, is one cell for
//!   each scalar in it.
//! * Everything else is an object at an address. Objects that one pointer may reach form a *region*
//!   ([`Aliasing`]). A region that the program reads and writes only as it is declared has one array for each
//!   member or element type that is used ([`Key`]), indexed by address: writing `p->next` leaves what is known of
//!   `p->value` alone (R. Burstall, "Some techniques for proving correctness of programs which alter data
//!   structures", 1972). A region whose bytes are looked at through different types is one array of bytes.
//!
//! **Invariant:** two accesses that may touch a common byte use a common array.

use crate::aliasing::{Aliasing, Class};
use argand_cfa::expr::{ExprKind, PlaceId, PlaceKind};
use argand_cfa::types::{ArrayLen, FloatKind, IntKind, RecordId, RecordKind, TypeId, TypeKind, TypeTable};
use argand_cfa::walk::{Node, operands};
use argand_cfa::{LibFn, Op, Program, VarId};
use argand_support::{FxHashMap, FxHashSet, IndexVec};
use std::collections::{BTreeMap, BTreeSet};

/// Aggregates with more scalars than this are objects.
const MAX_LEAVES: usize = 32;

/// What an access touches, as far as it decides which array of a region it goes to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Key {
    /// A member of a record, or an element of a member.
    Field(RecordId, u32),
    /// A pointer that is no member.
    Pointer,
    /// An integer of so many bits that is no member.
    Int(u32),
    /// A floating number that is no member.
    Float(FloatKind),
    /// A byte of a region without types.
    Byte,
}

/// A scalar inside an aggregate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// The distance from the start of the aggregate in bits.
    pub bit_offset: u64,
    /// The bits that carry its value.
    pub width: u32,
    /// Its type.
    pub ty: TypeId,
    /// What accessing it touches.
    pub key: Key,
}

/// Where a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// In a cell for each scalar in it.
    Cells,
    /// At an address.
    Object,
}

/// What is known of a region.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Region {
    /// Whether its bytes are looked at through different types.
    pub bytes: bool,
    /// Whether all of its objects exist from the start of the program, filled with zeros.
    pub starts_zero: bool,
    /// The variable that is its only object and of which there is one at a time.
    pub single: Option<VarId>,
    /// The arrays it consists of.
    pub keys: BTreeSet<Key>,
}

/// The memory of a program.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Which region a place is in.
    pub aliasing: Aliasing,
    storage: IndexVec<VarId, Storage>,
    regions: FxHashMap<Class, Region>,
    /// Members whose address is taken share the array of plain elements of their type.
    merged: FxHashMap<(Class, Key), Key>,
}

/// The bits that carry the value of a scalar type.
#[must_use]
pub fn value_bits(types: &TypeTable, ty: TypeId) -> Option<u32> {
    match types.kind(ty) {
        TypeKind::Float(kind) => Some(kind.value_bits()),
        _ => types.int_shape(ty).map(|(_, width)| width),
    }
}

/// What a scalar of a type is accessed as when it is no member.
fn plain_key(types: &TypeTable, ty: TypeId) -> Option<Key> {
    match types.kind(ty) {
        TypeKind::Pointer(_) => Some(Key::Pointer),
        TypeKind::Float(kind) => Some(Key::Float(*kind)),
        TypeKind::Int(_) => types.int_shape(ty).map(|(_, width)| Key::Int(width)),
        TypeKind::BitInt { .. } => types.size_of(ty).map(|bytes| Key::Int(bytes as u32 * 8)),
        _ => None,
    }
}

/// The scalars in a type in order, at most `limit`; `None` if there are more, or if some overlap.
pub fn leaves(types: &TypeTable, ty: TypeId, limit: usize) -> Option<Vec<Leaf>> {
    let mut out = Vec::new();
    collect_leaves(types, ty, 0, None, limit, &mut out)?;
    Some(out)
}

fn collect_leaves(
    types: &TypeTable,
    ty: TypeId,
    at: u64,
    member: Option<(Key, Option<u32>)>,
    limit: usize,
    out: &mut Vec<Leaf>,
) -> Option<()> {
    match types.kind(ty) {
        TypeKind::Record(record) => {
            let definition = types.record(*record);
            if definition.kind == RecordKind::Union && definition.fields.len() > 1 {
                return None;
            }
            // Bit-fields of width zero only end a unit.
            let fields = definition.fields.iter().zip(0..).filter(|(f, _)| f.bit_width != Some(0));
            for (field, number) in fields {
                let inner = Some((Key::Field(*record, number), field.bit_width));
                collect_leaves(types, field.ty, at + field.bit_offset, inner, limit, out)?;
            }
            Some(())
        }
        TypeKind::Array { elem, len: ArrayLen::Fixed(n) } => {
            let step = types.size_of(*elem)? * 8;
            if *n > limit as u64 {
                return None;
            }
            for k in 0..*n {
                collect_leaves(types, *elem, at + k * step, member, limit, out)?;
            }
            Some(())
        }
        // A flexible array member has no elements of its own.
        TypeKind::Array { len: ArrayLen::Unknown, .. } if member.is_some() => Some(()),
        _ => {
            let key = member.map(|(key, _)| key).or_else(|| plain_key(types, ty))?;
            let width = member.and_then(|(_, bits)| bits).or_else(|| value_bits(types, ty))?;
            if out.len() == limit {
                return None;
            }
            out.push(Leaf { bit_offset: at, width, ty, key });
            Some(())
        }
    }
}

/// The place without the indices at its end.
fn strip_indices(program: &Program, mut place: PlaceId) -> PlaceId {
    while let PlaceKind::Index { base, .. } = program.place(place).kind {
        place = base;
    }
    place
}

/// What accessing a scalar place touches.
fn place_key(program: &Program, place: PlaceId) -> Option<Key> {
    let stripped = strip_indices(program, place);
    if let PlaceKind::Field { base, field } = program.place(stripped).kind
        && let TypeKind::Record(record) = program.types.kind(program.place(base).ty)
    {
        return Some(Key::Field(*record, field));
    }
    plain_key(&program.types, program.place(place).ty)
}

/// Whether a union is on the way to a place.
fn in_union(program: &Program, mut place: PlaceId) -> bool {
    loop {
        match program.place(place).kind {
            PlaceKind::Field { base, .. } => {
                if let TypeKind::Record(record) = program.types.kind(program.place(base).ty) {
                    let record = program.types.record(*record);
                    if record.kind == RecordKind::Union && record.fields.len() > 1 {
                        return true;
                    }
                }
                place = base;
            }
            PlaceKind::Index { base, .. } => place = base,
            PlaceKind::Var(_) | PlaceKind::Deref(_) => return false,
        }
    }
}

/// What the program does with a region, gathered over all of its expressions.
#[derive(Default)]
struct Use {
    keys: BTreeSet<Key>,
    /// Types of pointers that are read or written here.
    pointers: BTreeSet<TypeId>,
    /// Types whose pointers become `void *`, `char *` or numbers.
    hidden: BTreeSet<TypeId>,
    /// Types to which such pointers are turned back.
    revealed: BTreeSet<TypeId>,
    /// Members whose address is taken, with the type of what lies there.
    addressed: BTreeSet<(Key, TypeId)>,
    punned: bool,
    vars: Vec<VarId>,
    allocated: bool,
}

impl Layout {
    /// The memory of a program.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let mut integers_carry = program.pool.iter().any(|(_, expr)| {
            let ExprKind::Cast(inner) = expr.kind else { return false };
            program.types.is_pointer(program.expr(inner).ty)
                && program.types.is_integer(expr.ty)
                && !matches!(program.types.kind(expr.ty), TypeKind::Int(IntKind::Bool))
        });
        loop {
            let mut aliasing = Aliasing::new(program, integers_carry);
            let storage = storage(program);
            let mut uses = uses(program, &mut aliasing, &storage);
            // Pointers of two types read from the same bytes reveal what they point to.
            loop {
                let bytes: Vec<Class> =
                    uses.iter().filter(|(_, u)| is_bytes(program, u)).map(|(&c, _)| c).collect();
                let mut changed = false;
                for class in bytes {
                    if uses[&class].pointers.len() > 1 {
                        let target = aliasing.target(class);
                        let there = uses.entry(target).or_default();
                        changed |= !std::mem::replace(&mut there.punned, true);
                    }
                }
                if !changed {
                    break;
                }
            }
            let leak = uses.values().any(|u| is_bytes(program, u) && !u.pointers.is_empty());
            if leak && !integers_carry {
                integers_carry = true;
                continue;
            }
            return Self::build(program, aliasing, storage, uses);
        }
    }

    fn build(
        program: &Program,
        aliasing: Aliasing,
        storage: IndexVec<VarId, Storage>,
        uses: BTreeMap<Class, Use>,
    ) -> Self {
        let calls = argand_cfa::callgraph::CallGraph::new(program);
        let mut merged = FxHashMap::default();
        let mut regions = FxHashMap::default();
        for (class, of) in uses {
            let bytes = is_bytes(program, &of);
            let single = match of.vars[..] {
                [var] if !of.allocated => {
                    let recursive = program.vars[var].func.is_some_and(|f| calls.is_recursive(f));
                    (program.vars[var].is_static() || !recursive).then_some(var)
                }
                _ => None,
            };
            let starts_zero = !of.allocated
                && !of.vars.is_empty()
                && of.vars.iter().all(|&v| program.vars[v].is_static() && !program.vars[v].undefined);
            if !bytes {
                for &(key, ty) in &of.addressed {
                    if let Some(plain) = plain_key(&program.types, ty) {
                        merged.insert((class, key), plain);
                    }
                }
            }
            let keys: BTreeSet<Key> = if bytes {
                [Key::Byte].into()
            } else {
                of.keys.iter().map(|&k| merged.get(&(class, k)).copied().unwrap_or(k)).collect()
            };
            regions.insert(class, Region { bytes, starts_zero, single, keys });
        }
        Self { aliasing, storage, regions, merged }
    }

    /// Where a variable lives.
    #[must_use]
    pub fn storage(&self, var: VarId) -> Storage {
        self.storage[var]
    }

    /// What is known of the region of a class.
    #[must_use]
    pub fn region(&self, class: Class) -> Option<&Region> {
        self.regions.get(&class)
    }

    /// Every region with its class, in the order of the classes.
    #[must_use]
    pub fn regions(&self) -> Vec<(Class, &Region)> {
        let mut all: Vec<_> = self.regions.iter().map(|(&c, r)| (c, r)).collect();
        all.sort_unstable_by_key(|&(c, _)| c);
        all
    }

    /// Whether the bytes of a region are looked at through different types.
    #[must_use]
    pub fn is_bytes(&self, class: Class) -> bool {
        self.regions.get(&class).is_some_and(|r| r.bytes)
    }

    /// The array of a region that an access with this key goes to.
    #[must_use]
    pub fn array_key(&self, class: Class, key: Key) -> Key {
        if self.is_bytes(class) {
            return Key::Byte;
        }
        self.merged.get(&(class, key)).copied().unwrap_or(key)
    }

    /// What accessing a scalar place touches.
    #[must_use]
    pub fn key(&self, program: &Program, place: PlaceId) -> Option<Key> {
        place_key(program, place)
    }

    /// The width in bits of the elements of an array.
    #[must_use]
    pub fn key_width(program: &Program, key: Key) -> u32 {
        match key {
            Key::Byte => 8,
            Key::Int(width) => width,
            Key::Pointer => program.types.model().pointer_bytes() as u32 * 8,
            Key::Float(kind) => kind.value_bits(),
            Key::Field(record, field) => {
                let field = &program.types.record(record).fields[field as usize];
                let mut ty = field.ty;
                while let TypeKind::Array { elem, .. } = program.types.kind(ty) {
                    ty = *elem;
                }
                field.bit_width.or_else(|| value_bits(&program.types, ty)).unwrap_or(8)
            }
        }
    }
}

/// Which variables can be cells.
fn storage(program: &Program) -> IndexVec<VarId, Storage> {
    let mut dynamic: FxHashSet<VarId> = FxHashSet::default();
    for (_, place) in program.pool.iter_places() {
        if let PlaceKind::Index { base, index } = place.kind
            && !matches!(program.expr(index).kind, ExprKind::Int(_))
            && let Some(var) = program.pool.root_var(base)
        {
            dynamic.insert(var);
        }
    }
    program
        .vars
        .iter_enumerated()
        .map(|(id, var)| {
            let plain = !var.addressed
                && var.extent.is_none()
                && !dynamic.contains(&id)
                && leaves(&program.types, var.ty, MAX_LEAVES).is_some();
            if plain { Storage::Cells } else { Storage::Object }
        })
        .collect()
}

fn uses(
    program: &Program,
    aliasing: &mut Aliasing,
    storage: &IndexVec<VarId, Storage>,
) -> BTreeMap<Class, Use> {
    // Looking at expressions can still unify classes; afterwards nothing does.
    for (id, _) in program.pool.iter() {
        aliasing.value(program, id);
    }
    for (id, _) in program.pool.iter_places() {
        aliasing.place(program, id);
    }
    let mut uses: BTreeMap<Class, Use> = BTreeMap::new();
    for (var, &kind) in storage.iter_enumerated() {
        if kind == Storage::Object {
            let of = uses.entry(aliasing.var(var)).or_default();
            of.vars.push(var);
            whole_type(program, of, program.vars[var].ty);
        }
    }
    for (id, _) in program.extern_calls.iter_enumerated() {
        if let Some(class) = aliasing.allocation(id) {
            uses.entry(class).or_default().allocated = true;
        }
    }
    // Nothing says whether an argument is read from a list with the type it was passed with.
    if program.extern_calls.indices().any(|id| program.extern_model(id) == LibFn::VaArg) {
        uses.entry(aliasing.variadic()).or_default().punned = true;
    }
    let mut touch = |aliasing: &mut Aliasing, place: PlaceId| {
        if program.pool.root_var(place).is_some_and(|v| storage[v] == Storage::Cells) {
            return;
        }
        let of = uses.entry(aliasing.place(program, place)).or_default();
        of.punned |= in_union(program, place);
        let ty = program.place(place).ty;
        match (program.types.is_scalar(ty), place_key(program, place)) {
            (true, Some(key)) => {
                of.keys.insert(key);
                if program.types.is_pointer(ty) {
                    of.pointers.insert(ty);
                }
            }
            _ => whole_type(program, of, ty),
        }
    };
    for (_, expr) in program.pool.iter() {
        if let ExprKind::Load(place) = expr.kind {
            touch(aliasing, place);
        }
    }
    for edge in &program.edges {
        if matches!(edge.op, Op::Assign { .. } | Op::Init { .. } | Op::Havoc { .. }) {
            operands(program, &edge.op, |node| {
                if let Node::Place(place) = node {
                    touch(aliasing, place);
                }
            });
        }
    }
    for (id, expr) in program.pool.iter() {
        match expr.kind {
            ExprKind::AddrOf(place) => {
                let stripped = strip_indices(program, place);
                let ty = program.place(place).ty;
                if matches!(program.place(stripped).kind, PlaceKind::Field { .. })
                    && let Some(key) = place_key(program, place)
                    && let Some(class) = aliasing.value(program, id)
                {
                    let of = uses.entry(class).or_default();
                    of.punned |= in_union(program, place);
                    let elem = innermost(program, ty);
                    if program.types.is_scalar(elem) {
                        of.addressed.insert((key, elem));
                    }
                }
            }
            ExprKind::Cast(inner) => cast(program, aliasing, &mut uses, inner, expr.ty),
            _ => {}
        }
    }
    uses
}

/// The element type of arrays of arrays.
fn innermost(program: &Program, mut ty: TypeId) -> TypeId {
    while let TypeKind::Array { elem, .. } = program.types.kind(ty) {
        ty = *elem;
    }
    ty
}

/// Counts a type as used whole: all that is in it.
fn whole_type(program: &Program, of: &mut Use, ty: TypeId) {
    match program.types.kind(ty) {
        TypeKind::Record(record) => {
            let definition = program.types.record(*record);
            of.punned |= definition.kind == RecordKind::Union && definition.fields.len() > 1;
            for (field, number) in definition.fields.iter().zip(0..).filter(|(f, _)| f.bit_width != Some(0)) {
                let elem = innermost(program, field.ty);
                if matches!(program.types.kind(elem), TypeKind::Record(_)) {
                    whole_type(program, of, elem);
                } else {
                    of.keys.insert(Key::Field(*record, number));
                    if program.types.is_pointer(elem) {
                        of.pointers.insert(elem);
                    }
                }
            }
        }
        TypeKind::Array { elem, .. } => whole_type(program, of, *elem),
        _ => match plain_key(&program.types, ty) {
            Some(key) => {
                of.keys.insert(key);
                if program.types.is_pointer(ty) {
                    of.pointers.insert(ty);
                }
            }
            None => of.punned = true,
        },
    }
}

/// A type through which everything may be looked at, or nothing.
fn is_vague(program: &Program, ty: TypeId) -> bool {
    match program.types.kind(ty) {
        TypeKind::Void | TypeKind::Function(_) => true,
        TypeKind::Record(record) => !program.types.record(*record).complete,
        _ => plain_key(&program.types, ty) == Some(Key::Int(8)),
    }
}

fn cast(
    program: &Program,
    aliasing: &mut Aliasing,
    uses: &mut BTreeMap<Class, Use>,
    inner: argand_cfa::expr::ExprId,
    to: TypeId,
) {
    let from = program.expr(inner).ty;
    let pointee = |ty: TypeId| program.types.pointee(ty).map(|t| innermost(program, t));
    let Some(class) = aliasing.value(program, inner) else { return };
    let of = uses.entry(class).or_default();
    match (pointee(from), pointee(to)) {
        (Some(a), Some(b)) => match (is_vague(program, a), is_vague(program, b)) {
            (true, true) => {}
            (false, true) => {
                of.hidden.insert(a);
            }
            (true, false) => {
                of.revealed.insert(b);
            }
            (false, false) => of.punned |= !related(program, a, b),
        },
        (Some(a), None) if !is_vague(program, a) => {
            of.hidden.insert(a);
        }
        (None, Some(b)) if !is_vague(program, b) => {
            of.revealed.insert(b);
        }
        _ => {}
    }
}

/// Whether a pointer to the one may be used as a pointer to the other without looking at anything through a
/// type that it was not written as.
fn related(program: &Program, a: TypeId, b: TypeId) -> bool {
    if a == b {
        return true;
    }
    match (plain_key(&program.types, a), plain_key(&program.types, b)) {
        (Some(Key::Pointer), Some(Key::Pointer)) => false,
        (Some(x), Some(y)) => x == y,
        (None, None) => contains(program, a, b) || contains(program, b, a),
        _ => false,
    }
}

fn contains(program: &Program, outer: TypeId, inner: TypeId) -> bool {
    outer == inner
        || match program.types.kind(outer) {
            TypeKind::Record(record) => {
                program.types.record(*record).fields.iter().any(|f| contains(program, f.ty, inner))
            }
            TypeKind::Array { elem, .. } => contains(program, *elem, inner),
            _ => false,
        }
}

/// Whether a region must be an array of bytes.
fn is_bytes(program: &Program, of: &Use) -> bool {
    let seen_as_characters =
        of.keys.contains(&Key::Int(8)) && of.hidden.iter().any(|&t| !is_vague(program, t));
    let turned = of.hidden.iter().any(|&a| of.revealed.iter().any(|&b| !related(program, a, b)));
    let bad_member = of.addressed.iter().any(|&(key, ty)| {
        Some(Layout::key_width(program, key))
            != plain_key(&program.types, ty).map(|k| Layout::key_width(program, k))
    });
    of.punned || seen_as_characters || turned || bad_member
}
