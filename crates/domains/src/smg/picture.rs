//! A memory graph as boxes with rows and arrows, in the words of the program.
//!
//! What a box holds is read through the type of its object, so that rows have the names of members. Variables
//! have types; heap objects get theirs from the pointers that lead to them. Temporaries, and variables of static
//! storage that have nothing to do with the heap, are left out. Drawing pictures is
//! the business of reports.

use super::{Address, End, Form, Object, ObjectId, Read, Shape, Smg, Storage, Value};
use crate::interval::Interval;
use argand_cfa::types::{ArrayLen, RecordKind};
use argand_cfa::{EdgeId, Origin, Program, TypeId, TypeKind, VarKind};
use argand_support::{FxHashMap, FxHashSet};
use std::fmt::Write as _;

/// Pictures with more boxes than this are cut: nobody could read them.
const MAX_BOXES: usize = 48;
/// Boxes with more rows than this are cut.
const MAX_ROWS: usize = 12;

/// A row of a box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The member, or the distance from the start of the object.
    pub label: String,
    /// What it holds.
    pub text: String,
    /// The box it points to.
    pub target: Option<usize>,
}

/// Where a box is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// A variable, on the left.
    Variable,
    /// Memory of `malloc` or `alloca`, on the right.
    Heap,
}

/// An object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// Where it is drawn.
    pub side: Side,
    /// What it is.
    pub title: String,
    /// Where it was made and where it ended.
    pub notes: Vec<String>,
    /// What it holds.
    pub rows: Vec<Row>,
    /// Whether its life is over.
    pub dead: bool,
    /// Whether it stands for a list.
    pub list: bool,
    /// Whether the violation is about it.
    pub offending: bool,
}

/// A memory graph as it is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// What it shows.
    pub title: String,
    /// The objects.
    pub cards: Vec<Card>,
    /// How many objects were left out because there are too many.
    pub left_out: usize,
}

/// A scalar inside an object: where it is, how wide, what it is called.
struct Leaf {
    bit: i64,
    width: u64,
    label: String,
    ty: Option<TypeId>,
}

impl Smg {
    /// Draws the graph; `offending` is the object that a violation is about.
    #[must_use]
    pub fn picture(&self, program: &Program, title: &str, offending: Option<ObjectId>) -> Picture {
        let painter = Painter { graph: self, program, types: types_of_objects(self, program) };
        let mut shown = painter.shown(offending);
        let left_out = shown.len().saturating_sub(MAX_BOXES);
        shown.truncate(MAX_BOXES);
        let place: FxHashMap<ObjectId, usize> = shown.iter().enumerate().map(|(i, &id)| (id, i)).collect();
        let cards = shown.iter().filter_map(|&id| painter.card(id, &place, offending)).collect();
        Picture { title: title.to_owned(), cards, left_out }
    }
}

struct Painter<'a> {
    graph: &'a Smg,
    program: &'a Program,
    types: FxHashMap<ObjectId, TypeId>,
}

impl Painter<'_> {
    /// The objects that are drawn: the one it is about, variables in the order of their frames, the rest as it is
    /// reached.
    fn shown(&self, offending: Option<ObjectId>) -> Vec<ObjectId> {
        let graph = self.graph;
        let about_heap = |object: &Object| {
            object.linked_cells().any(|(_, cell)| {
                let target = cell.value.target().and_then(|id| graph.object(id));
                target.is_some_and(|o| matches!(o.storage, Storage::Heap | Storage::Alloca))
            })
        };
        let mut order: Vec<ObjectId> = Vec::new();
        order.extend(offending.filter(|&id| graph.object(id).is_some()));
        for (_, id) in graph.roots() {
            let Some(object) = graph.object(id) else { continue };
            let drawn = match object.storage {
                Storage::Static(_) => about_heap(object),
                Storage::Local(var) => {
                    let data = &self.program.vars[var];
                    let user = data.func.is_some_and(|f| self.program.functions[f].origin == Origin::User);
                    user && matches!(data.kind, VarKind::Local | VarKind::Param)
                }
                Storage::Alloca | Storage::Heap => true,
                Storage::Arguments => about_heap(object),
            };
            if drawn {
                order.push(id);
            }
        }
        let mut seen: FxHashSet<ObjectId> = FxHashSet::default();
        order.retain(|&id| seen.insert(id));
        let mut at = 0;
        while at < order.len() {
            let found = graph.object(order[at]).into_iter().flat_map(Object::linked_cells);
            let targets: Vec<ObjectId> = found.filter_map(|(_, cell)| cell.value.target()).collect();
            order.extend(targets.into_iter().filter(|&id| graph.object(id).is_some() && seen.insert(id)));
            at += 1;
        }
        // Memory that nothing leads to is what a leak is about.
        order.extend(
            graph.objects().filter(|(id, o)| o.is_live_heap() && !seen.contains(id)).map(|(id, _)| id),
        );
        order
    }

    fn card(
        &self,
        id: ObjectId,
        place: &FxHashMap<ObjectId, usize>,
        offending: Option<ObjectId>,
    ) -> Option<Card> {
        let object = self.graph.object(id)?;
        let side = match object.storage {
            Storage::Heap | Storage::Alloca => Side::Heap,
            Storage::Static(_) | Storage::Local(_) | Storage::Arguments => Side::Variable,
        };
        let leaves = self.leaves(id, object);
        let all = leaves.len();
        let mut rows: Vec<Row> =
            leaves.into_iter().take(MAX_ROWS).map(|leaf| self.row(id, object, leaf, place)).collect();
        if all > MAX_ROWS {
            let text = format!("{} more", all - MAX_ROWS);
            rows.push(Row { label: "…".to_owned(), text, target: None });
        }
        Some(Card {
            side,
            title: self.title(id, object),
            notes: self.notes(object),
            rows,
            dead: !object.valid,
            list: object.shape != Shape::Region,
            offending: offending == Some(id),
        })
    }

    fn title(&self, id: ObjectId, object: &Object) -> String {
        let mut title = match object.storage {
            Storage::Static(var) | Storage::Local(var) => return self.program.var_name(var).to_owned(),
            Storage::Arguments => return "arguments".to_owned(),
            Storage::Alloca => "alloca".to_owned(),
            Storage::Heap => "heap".to_owned(),
        };
        if let Some(name) = self.types.get(&id).and_then(|&ty| self.record_name(ty)) {
            title = name;
        }
        match object.shape {
            Shape::Region | Shape::Optional => {
                let maybe = if object.shape == Shape::Optional { "0/1 " } else { "" };
                let bytes = range_text(self.graph.numbers.range(object.size), None);
                title = format!("{maybe}{title}, {bytes} bytes");
            }
            Shape::Segment { links, length } => {
                let kind = if links.prev.is_some() { "DLL" } else { "SLL" };
                let range = self.graph.numbers.range(length);
                let more = if range.as_single().is_some() { "" } else { "+" };
                title = format!("{}{more} {kind} of {title}", range.lo());
            }
        }
        title
    }

    fn record_name(&self, ty: TypeId) -> Option<String> {
        let TypeKind::Record(id) = *self.program.types.kind(ty) else { return None };
        let record = self.program.types.record(id);
        let kind = if record.kind == RecordKind::Union { "union" } else { "struct" };
        record.tag.map(|tag| format!("{kind} {}", self.program.names.resolve(tag)))
    }

    fn notes(&self, object: &Object) -> Vec<String> {
        let variable = matches!(object.storage, Storage::Static(_) | Storage::Local(_) | Storage::Arguments);
        let mut notes = Vec::new();
        if let Storage::Local(var) = object.storage
            && let Some(func) = self.program.vars[var].func
        {
            notes.push(format!("in {}", self.program.func_name(func)));
        }
        if object.level > 0 {
            notes.push("one for each element".to_owned());
        }
        if !variable {
            notes.push(format!("allocated {}", self.place(object.born)));
        }
        if let (false, Some(died)) = (object.valid, object.died) {
            let how = if object.storage == Storage::Heap { "freed" } else { "out of scope" };
            notes.push(format!("{how} {}", self.place(died)));
        }
        notes
    }

    /// Where an edge is: in the user's code, or in which library function.
    fn place(&self, edge: EdgeId) -> String {
        let data = &self.program.edges[edge];
        let func = self.program.locs[data.from].func;
        if self.program.functions[func].origin == Origin::Library {
            return format!("in {}", self.program.func_name(func));
        }
        format!("at {}", self.program.sources.describe(data.span))
    }

    /// The scalars of an object: by its type where that is known and fits, else by its cells.
    fn leaves(&self, id: ObjectId, object: &Object) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        if let Some(&ty) = self.types.get(&id) {
            let size = self.graph.numbers.range(object.size).hi();
            let step = self.program.types.size_of(ty).map_or(0, i128::from);
            let whole = matches!(object.storage, Storage::Static(_) | Storage::Local(_));
            // Memory for several elements is an array of them.
            let count = if step == 0 || whole { 1 } else { (size / step).clamp(1, MAX_ROWS as i128 + 1) };
            for index in 0..count {
                let prefix = if count > 1 { format!("[{index}]") } else { String::new() };
                self.leaves_of(ty, (index * step * 8) as i64, &prefix, &mut leaves);
            }
        }
        if leaves.is_empty() {
            leaves.extend(object.cells().map(|(bit, cell)| Leaf {
                bit,
                width: cell.width,
                label: format!("+{}", bit / 8),
                ty: None,
            }));
        }
        leaves
    }

    fn leaves_of(&self, ty: TypeId, bit: i64, prefix: &str, out: &mut Vec<Leaf>) {
        // One more than is shown, to know that there is more.
        if out.len() > MAX_ROWS {
            return;
        }
        let types = &self.program.types;
        match *types.kind(ty) {
            TypeKind::Record(id) => {
                let record = types.record(id);
                let fields: &[_] = if record.kind == RecordKind::Union {
                    record.fields.get(..1).unwrap_or_default()
                } else {
                    &record.fields
                };
                for field in fields {
                    let name = field.name.map_or("", |name| self.program.names.resolve(name));
                    let dot = if prefix.is_empty() || name.is_empty() { "" } else { "." };
                    let label = format!("{prefix}{dot}{name}");
                    let at = bit + field.bit_offset as i64;
                    match field.bit_width {
                        Some(width) if width > 0 => {
                            out.push(Leaf { bit: at, width: width.into(), label, ty: Some(field.ty) });
                        }
                        Some(_) => {}
                        None => self.leaves_of(field.ty, at, &label, out),
                    }
                }
            }
            TypeKind::Array { elem, len } => {
                let step = types.size_of(elem).unwrap_or(0) as i64 * 8;
                let count = if let ArrayLen::Fixed(count) = len { count } else { 0 };
                for index in 0..count.min(MAX_ROWS as u64 + 1) {
                    self.leaves_of(elem, bit + index as i64 * step, &format!("{prefix}[{index}]"), out);
                }
            }
            _ => {
                if let Some(bytes) = types.size_of(ty) {
                    out.push(Leaf { bit, width: bytes * 8, label: prefix.to_owned(), ty: Some(ty) });
                }
            }
        }
    }

    fn row(&self, id: ObjectId, object: &Object, leaf: Leaf, place: &FxHashMap<ObjectId, usize>) -> Row {
        let pointer = leaf.ty.is_some_and(|ty| self.program.types.is_pointer(ty));
        let mut target = None;
        let text = match self.graph.read(id, leaf.bit, leaf.width) {
            Read::Value(Value::Address(address)) => {
                target = place.get(&address.object).copied();
                self.address_text(address)
            }
            Read::Value(Value::Bits(0)) if pointer => "NULL".to_owned(),
            Read::Value(Value::Bits(bits)) => {
                let signed = leaf.ty.is_some_and(|ty| self.program.types.is_signed(ty));
                super::fold::number(bits, leaf.width, signed).to_string()
            }
            Read::Value(Value::Number(form)) => {
                range_text(self.graph.numbers.range(form), self.limits(leaf.ty))
            }
            Read::Value(Value::Each(range)) => format!("each {}", range_text(range, self.limits(leaf.ty))),
            Read::Value(Value::Function(func)) => self.program.func_name(func).to_owned(),
            Read::Value(Value::Any) | Read::Mixed | Read::Unknown => "?".to_owned(),
        };
        let label = match object.links() {
            Some(links) if leaf.bit == links.next => format!("{} of the last", leaf.label),
            Some(links) if Some(leaf.bit) == links.prev => format!("{} of the first", leaf.label),
            _ => leaf.label,
        };
        Row { label, text, target }
    }

    fn limits(&self, ty: Option<TypeId>) -> Option<Interval> {
        let (lo, hi) = self.program.types.int_range(ty?)?;
        Some(Interval::new(lo, hi))
    }

    fn address_text(&self, address: Address) -> String {
        let mut text = match address.end {
            End::First => String::new(),
            End::Last => "last".to_owned(),
            End::All => "each".to_owned(),
        };
        if address.offset != Form::ZERO {
            let _ = write!(text, "+{}", range_text(self.graph.numbers.range(address.offset), None));
        }
        text
    }
}

/// A range; `?` when it is all that a type can be.
fn range_text(range: Interval, all: Option<Interval>) -> String {
    match range.as_single() {
        Some(number) => number.to_string(),
        None if all == Some(range) => "?".to_owned(),
        None => range.to_string(),
    }
}

/// The types of all objects: those of variables, and what typed pointers lead to.
fn types_of_objects(graph: &Smg, program: &Program) -> FxHashMap<ObjectId, TypeId> {
    let mut known: FxHashMap<ObjectId, TypeId> = FxHashMap::default();
    let mut todo: Vec<ObjectId> = Vec::new();
    for (id, object) in graph.objects() {
        if let Storage::Static(var) | Storage::Local(var) = object.storage {
            known.insert(id, program.vars[var].ty);
            todo.push(id);
        }
    }
    while let Some(id) = todo.pop() {
        let (Some(object), Some(&ty)) = (graph.object(id), known.get(&id)) else { continue };
        for (bit, cell) in object.linked_cells() {
            let Value::Address(address) = cell.value else { continue };
            let pointee = scalar_at(program, ty, bit).and_then(|ty| program.types.pointee(ty));
            let useful = pointee.filter(|&ty| *program.types.kind(ty) != TypeKind::Void);
            let size = |ty: TypeId| program.types.size_of(ty).unwrap_or(0);
            // Pointers to characters lead to anything: the larger type knows more.
            let better = |ty: TypeId| size(ty) > known.get(&address.object).map_or(0, |&old| size(old));
            let variable = graph.object(address.object).is_none_or(|target| {
                matches!(target.storage, Storage::Static(_) | Storage::Local(_) | Storage::Arguments)
            });
            if let Some(pointee) = useful
                && address.offset == Form::ZERO
                && !variable
                && better(pointee)
            {
                known.insert(address.object, pointee);
                todo.push(address.object);
            }
        }
    }
    known
}

/// The type of the scalar at a bit of a type.
fn scalar_at(program: &Program, ty: TypeId, bit: i64) -> Option<TypeId> {
    let types = &program.types;
    match *types.kind(ty) {
        TypeKind::Record(id) => types.record(id).fields.iter().find_map(|field| {
            let at = bit - field.bit_offset as i64;
            let size = types.size_of(field.ty).unwrap_or(0) as i64 * 8;
            (field.bit_width.is_none() && (0..size).contains(&at))
                .then(|| scalar_at(program, field.ty, at))
                .flatten()
        }),
        TypeKind::Array { elem, .. } => {
            let step = types.size_of(elem).filter(|&size| size > 0)? as i64 * 8;
            scalar_at(program, elem, bit.rem_euclid(step))
        }
        _ => (bit == 0).then_some(ty),
    }
}
