//! Nested objects: what hangs below each element of a list.
//!
//! Two elements of a list can be folded although they point to different objects, when these belong to one element each
//! and look alike: the inner lists of a list of lists, the payloads of its elements. Their sub-graphs are walked at the
//! same time, and each pair becomes one object of the next [level](super::Object): it stands for one object of every
//! element. Inner lists are folded first, so that lists of different lengths look alike; where an element has none, the
//! result is a list that may be empty or an object that may be missing ([`Shape::Optional`], the 0/1 objects of Dudka,
//! Peringer and Vojnar).
//!
//! When an element is taken out of the list, it gets a copy of what is nested below the list.
//!
//! **Invariant:** an object of level n + 1 is only referred to by one segment of level n and by objects of level n + 1
//! or more; the symbol of its length occurs nowhere else.

mod merger;
#[cfg(test)]
mod tests;

use merger::Merger;

use super::fold::{Demands, length_of};
use super::reach::Reference;
use super::value::{Address, End, Form, ObjectId, Value};
use super::{Cell, Links, Object, Shape, Smg};
use crate::interval::Interval;
use argand_support::{FxHashMap, FxHashSet};

/// More objects than this below one element are not folded.
const MOST: usize = 16;

/// What two folded elements have in common.
pub(super) struct Merged {
    /// The cells that are not links.
    pub(super) cells: Vec<(i64, Cell)>,
    nested: Vec<Nested>,
    /// What hangs below either element.
    private: FxHashSet<ObjectId>,
}

/// An object that stands for an object of each element.
struct Nested {
    /// The object that is kept for it, and the one that it replaces.
    keep: ObjectId,
    gone: Option<ObjectId>,
    shape: Shape,
    /// The length, if it is a segment.
    length: Interval,
    level: u8,
    cells: Vec<(i64, Cell)>,
}

impl Merged {
    /// Whether a reference comes from below an element.
    pub(super) fn is_private(&self, reference: &Reference) -> bool {
        self.private.contains(&reference.from)
    }
}

impl Smg {
    /// What every element of a folded pair has; `None` when it cannot be folded.
    pub(super) fn merge_elements(
        &self,
        left: ObjectId,
        right: ObjectId,
        links: Links,
        demands: Demands<'_>,
    ) -> Option<Merged> {
        let (a, b) = (self.object(left)?, self.object(right)?);
        let mut merger = Merger {
            graph: self,
            left,
            right,
            keeps_right: a.shape == Shape::Region && b.links().is_some(),
            demands,
            lifts: [0; 2],
            needs: [a.needs, b.needs],
            lefts: FxHashMap::default(),
            rights: FxHashMap::default(),
            nested: Vec::new(),
        };
        let cells = merger.cells(a, b, |bit| links.contains(bit))?;
        let mut private: FxHashSet<ObjectId> = FxHashSet::default();
        for (owner, side) in [(left, &merger.lefts), (right, &merger.rights)] {
            let is_own = |r: Reference| r.from == owner || side.contains_key(&r.from);
            if !side.keys().all(|&id| self.references_to(id).all(is_own)) {
                return None;
            }
            private.extend(side.keys().copied());
        }
        // The right element is inside the segment afterwards: what is below it may know it only as its own.
        let is_inside =
            |value: Value| matches!(value, Value::Address(a) if a.object == right && a.end != End::All);
        if merger.nested.iter().flat_map(|nested| &nested.cells).any(|(_, cell)| is_inside(cell.value)) {
            return None;
        }
        Some(Merged { cells, nested: merger.nested, private })
    }

    /// Makes nested objects of what hangs below two elements.
    pub(super) fn put_below(&mut self, merged: &Merged) {
        for nested in &merged.nested {
            self.clear(nested.keep);
            let shape = self.with_length(nested.shape, nested.length);
            self.change(nested.keep, |object| {
                object.shape = shape;
                object.needs = None;
                object.level = nested.level;
            });
        }
        for nested in &merged.nested {
            for &(bit, cell) in &nested.cells {
                self.put_cell(nested.keep, bit, cell);
            }
        }
        for gone in merged.nested.iter().filter_map(|nested| nested.gone) {
            self.remove(gone);
        }
    }

    /// The same shape with a length of its own, of which only the range is known.
    fn with_length(&mut self, shape: Shape, range: Interval) -> Shape {
        match shape {
            Shape::Segment { links, .. } => {
                let own = || Form::of(self.numbers.fresh(range));
                Shape::Segment { links, length: range.as_single().map_or_else(own, Form::constant) }
            }
            Shape::Region | Shape::Optional => shape,
        }
    }

    /// The objects that are nested below an object.
    pub(super) fn below(&self, id: ObjectId) -> Vec<ObjectId> {
        let Some(level) = self.object(id).map(|object| object.level) else { return Vec::new() };
        let mut found: Vec<ObjectId> = Vec::new();
        let mut todo = vec![id];
        while let Some(at) = todo.pop() {
            for target in self.targets(at) {
                let is_below = self.object(target).is_some_and(|object| object.level > level);
                if is_below && !found.contains(&target) {
                    found.push(target);
                    todo.push(target);
                }
            }
        }
        found
    }

    /// Gives an element that is taken out of a segment a copy of what is nested below the segment. What the copies of
    /// nested objects are is the result.
    pub(super) fn copy_below(
        &mut self,
        segment: ObjectId,
        element: ObjectId,
    ) -> FxHashMap<ObjectId, ObjectId> {
        let nested = self.below(segment);
        let mut copies: FxHashMap<ObjectId, ObjectId> = FxHashMap::default();
        for &id in &nested {
            let Some(original) = self.object(id).cloned() else { continue };
            let shape = self.with_length(original.shape, self.lengths(&original));
            let mut copy = original.blank(shape);
            copy.level -= 1;
            copies.insert(id, self.add(copy));
        }
        for &id in &nested {
            let (Some(original), Some(&copy)) = (self.object(id).cloned(), copies.get(&id)) else { continue };
            let is_one = original.level == 1 && original.shape == Shape::Region;
            for (bit, cell) in original.cells() {
                let value = match cell.value {
                    Value::Each(_) if !is_one => cell.value,
                    value => self.of_one(value, (segment, element), &copies),
                };
                self.put_cell(copy, bit, Cell { value, ..cell });
            }
        }
        let optional: Vec<ObjectId> = copies
            .values()
            .copied()
            .filter(|id| self.object(*id).is_some_and(|o| o.level == 0 && o.shape == Shape::Optional))
            .collect();
        for id in optional {
            self.note_needs(id, &copies);
        }
        copies
    }

    /// Notes which copies of nested objects are missing when an optional one is: those that nothing else leads to.
    fn note_needs(&mut self, optional: ObjectId, copies: &FxHashMap<ObjectId, ObjectId>) {
        let is_copy = |id: &ObjectId| copies.values().any(|copy| copy == id);
        let mut hanging: Vec<ObjectId> = vec![optional];
        // An object is added when all that lead to it were; the others may be there without the optional one.
        while let Some(next) = hanging.iter().flat_map(|&id| self.targets(id)).find(|id| {
            is_copy(id)
                && !hanging.contains(id)
                && self.references_to(*id).all(|r| r.from == *id || hanging.contains(&r.from))
        }) {
            hanging.push(next);
        }
        for id in hanging.into_iter().skip(1) {
            self.change(id, |object| object.needs = Some(optional));
        }
    }

    /// What one element holds where every element holds `value`.
    pub(super) fn of_one(
        &mut self,
        value: Value,
        (segment, element): (ObjectId, ObjectId),
        copies: &FxHashMap<ObjectId, ObjectId>,
    ) -> Value {
        match value {
            Value::Each(range) => Value::Number(Form::of(self.numbers.fresh(range))),
            Value::Address(a) if a.object == segment && a.end == End::All => {
                Value::Address(Address { object: element, end: End::First, ..a })
            }
            Value::Address(a) => {
                Value::Address(Address { object: copies.get(&a.object).copied().unwrap_or(a.object), ..a })
            }
            other => other,
        }
    }
}

impl Smg {
    /// How many elements an object can stand for.
    pub(super) fn lengths(&self, object: &Object) -> Interval {
        match object.shape {
            Shape::Optional => Interval::new(0, 1),
            _ => self.numbers.range(length_of(object)),
        }
    }
}

/// What objects below an object need to be there.
fn needed_below(object: &Object, id: ObjectId) -> Option<ObjectId> {
    if object.level == 0 && object.shape == Shape::Optional { Some(id) } else { object.needs }
}

/// There are never more elements than memory has room for.
pub(super) fn within_memory(length: Interval) -> Interval {
    const MOST: i128 = 1 << 62;
    Interval::new(length.lo().min(MOST), length.hi().min(MOST))
}
