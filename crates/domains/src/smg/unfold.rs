//! Materialisation: an element is taken out of a list segment when the program looks at it.
//!
//! A segment that may be empty is looked at in two ways: without elements it disappears and who pointed to it
//! points to what came after (or before) it; with elements its first or last one becomes a region.

use super::value::{Address, End, Form, ObjectId, Value};
use super::{Cell, Links, Object, Shape, Smg};
use crate::interval::Interval;

impl Smg {
    /// Whether an address may point to an element of a list segment.
    #[must_use]
    pub fn is_segment(&self, id: ObjectId) -> bool {
        self.object(id).is_some_and(|o| o.shape != Shape::Region)
    }

    /// Whether a list segment may have no element.
    #[must_use]
    pub fn may_be_empty(&self, id: ObjectId) -> bool {
        self.object(id).is_some_and(|object| self.lengths(object).lo() <= 0)
    }

    /// Whether the number of elements of an object is known.
    #[must_use]
    pub fn has_known_length(&self, id: ObjectId) -> bool {
        self.object(id).is_none_or(|object| self.lengths(object).as_single().is_some())
    }

    /// All that a graph can be when one end of a list segment is looked at.
    #[must_use]
    pub fn unfold(&self, id: ObjectId, end: End) -> Vec<Self> {
        let (links, length) = match self.object(id).map(|object| object.shape) {
            Some(Shape::Segment { links, length }) => (links, length),
            Some(Shape::Optional) => return vec![self.without(id), self.with(id)],
            Some(Shape::Region) | None => return vec![self.clone()],
        };
        let mut graphs = Vec::new();
        let mut empty = self.clone();
        if empty.numbers.assume_eq(length, Form::ZERO) && empty.dissolve(id, links) {
            graphs.push(empty);
        }
        let mut taken = self.clone();
        if taken.numbers.assume_le(Form::constant(1), length, 0) {
            taken.take_out(id, links, length, end);
            graphs.push(taken);
        }
        graphs
    }

    /// The graph in which an optional object is missing, with all that only hangs below it.
    fn without(&self, id: ObjectId) -> Self {
        let mut graph = self.clone();
        let before = graph.unreached();
        graph.redirect(id, |address| Some(moved(Value::ZERO, address.offset, 0)));
        graph.remove(id);
        // What is certainly there and that nothing leads to any more is lost.
        for missing in graph.unreached() {
            if !before.contains(&missing) && graph.object(missing).is_some_and(|o| o.needs == Some(id)) {
                graph.remove(missing);
            }
        }
        graph
    }

    /// The graph in which an optional object is there.
    fn with(&self, id: ObjectId) -> Self {
        let mut graph = self.clone();
        graph.change(id, |object| object.shape = Shape::Region);
        let mut hanging = vec![id];
        while let Some(at) = hanging.pop() {
            let needing: Vec<ObjectId> = graph
                .targets(at)
                .filter(|&to| graph.object(to).is_some_and(|o| o.needs == Some(id)))
                .collect();
            for to in needing {
                graph.change(to, |object| object.needs = None);
                hanging.push(to);
            }
        }
        let cells: Vec<(i64, Cell)> = self.object(id).into_iter().flat_map(Object::cells).collect();
        for (bit, cell) in cells {
            if let Value::Each(range) = cell.value {
                let value = Value::Number(Form::of(graph.numbers.fresh(range)));
                graph.put_cell(id, bit, Cell { value, ..cell });
            }
        }
        graph
    }

    /// Removes a segment without elements. False when it cannot be without.
    fn dissolve(&mut self, id: ObjectId, links: Links) -> bool {
        let Some(object) = self.object(id) else { return false };
        let next = object.cell(links.next).map_or(Value::Any, |c| c.value);
        let prev = links.prev.and_then(|bit| object.cell(bit)).map_or(Value::Any, |c| c.value);
        // The first element may link back to itself, and the last one forward.
        let own = |end| Value::Address(Address { object: id, end, offset: Form::constant(links.head) });
        let (next, prev) = match (next == own(End::Last), prev == own(End::First)) {
            (true, false) => (prev, prev),
            (false, true) => (next, next),
            _ => (next, prev),
        };
        if next.target() == Some(id) || prev.target() == Some(id) {
            return false;
        }
        self.redirect(id, |address| {
            Some(match (address.end, next, prev) {
                (End::First, value, _) | (End::Last, _, value) => moved(value, address.offset, links.head),
                (End::All, _, _) => Value::Any,
            })
        });
        let below = self.below(id);
        self.remove(id);
        for nested in below {
            self.remove(nested);
        }
        true
    }

    /// Makes a region of the first or last element.
    fn take_out(&mut self, id: ObjectId, links: Links, length: Form, end: End) {
        let Some(segment) = self.object(id).cloned() else { return };
        let taken = self.add(segment.blank(Shape::Region));
        let copies = self.copy_below(id, taken);
        for (bit, cell) in segment.cells().filter(|&(bit, _)| !links.contains(bit)) {
            let value = self.of_one(cell.value, (id, taken), &copies);
            self.put_cell(taken, bit, Cell { value, width: cell.width });
        }
        let link = |object, end| Value::Address(Address { object, end, offset: Form::constant(links.head) });
        let side = if end == End::Last { End::Last } else { End::First };
        // References first: the links made below are already right.
        self.redirect(id, |address| {
            (address.end == side).then_some(Value::Address(Address {
                object: taken,
                end: End::First,
                ..address
            }))
        });
        let width_of = |bit: i64| segment.cell(bit).map_or(64, |c| c.width);
        let current = |graph: &Self, bit: i64| {
            graph.object(id).and_then(|o| o.cell(bit)).map_or(Value::Any, |c| c.value)
        };
        let put = |graph: &mut Self, object, bit: i64, value| {
            graph.put_cell(object, bit, Cell { width: width_of(bit), value });
        };
        let (outer_next, outer_prev) = (current(self, links.next), links.prev.map(|bit| current(self, bit)));
        if side == End::First {
            put(self, taken, links.next, link(id, End::First));
            if let (Some(bit), Some(value)) = (links.prev, outer_prev) {
                put(self, taken, bit, value);
                put(self, id, bit, link(taken, End::First));
            }
        } else {
            put(self, taken, links.next, outer_next);
            put(self, id, links.next, link(taken, End::First));
            if let Some(bit) = links.prev {
                put(self, taken, bit, link(id, End::Last));
            }
        }
        let rest = length.plus(-1).unwrap_or(length);
        self.change(id, |object| object.shape = Shape::Segment { links, length: rest });
        if self.numbers.range(rest) == Interval::single(0) {
            self.dissolve(id, links);
        }
    }
}

/// What an address into a segment becomes when the segment has no elements: `value` is where its links lead.
fn moved(value: Value, offset: Form, head: i128) -> Value {
    if offset == Form::constant(head) {
        return value;
    }
    match value {
        Value::Address(a) => offset
            .plus(-head)
            .and_then(|by| a.offset.sum(by))
            .map_or(Value::Any, |offset| Value::Address(Address { offset, ..a })),
        _ => Value::Any,
    }
}
