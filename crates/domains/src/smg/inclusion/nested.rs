//! What hangs below the elements of a list.
//!
//! One nested object of the big graph is met once for each element of the small graph that meets its segment. So it is
//! mapped anew for each element, and the numbers of the mapping are ranges: nothing relates those of two elements.

use super::super::fold::sum_of_ranges;
use super::super::value::{Address, End, Form, ObjectId, Value};
use super::super::{Cell, Links, Object, Read, Shape};
use super::Walk;
use crate::interval::Interval;
use crate::lattice::Lattice as _;
use argand_support::FxHashMap;

/// An element of the small graph and the segment that it meets.
#[derive(Clone, Copy)]
struct Owner {
    big: ObjectId,
    small: ObjectId,
    is_segment: bool,
}

/// What is met below one element.
#[derive(Default)]
struct Local {
    /// The element, and the elements of inner lists on the way.
    owners: Vec<Owner>,
    /// The optional objects of the small graph that what is looked at hangs below.
    under: Vec<ObjectId>,
    /// Nested objects and what they were met by: the first element of a list, or nothing.
    met: FxHashMap<ObjectId, Option<ObjectId>>,
    /// The last elements of inner lists.
    last: FxHashMap<ObjectId, Option<Address>>,
    /// Pointers to last elements, which are known when everything else is.
    to_last: Vec<(Value, Address)>,
}

impl Walk<'_> {
    /// Whether an element has the data that every element of a segment has, and below it what is nested below those.
    pub(super) fn data(&mut self, id: ObjectId, segment: ObjectId, links: Links) -> bool {
        self.data_below(id, segment, links, &mut Local::default())
    }

    fn data_below(&mut self, small: ObjectId, big: ObjectId, links: Links, local: &mut Local) -> bool {
        let Some(segment) = self.big.object(big) else { return false };
        let is_segment = self.small.is_segment(small);
        local.owners.push(Owner { big, small, is_segment });
        let waiting = local.to_last.len();
        let met = segment
            .cells()
            .filter(|&(bit, _)| !links.contains(bit))
            .all(|(bit, cell)| self.nested_cell(small, bit, cell, local))
            && local.to_last.split_off(waiting).into_iter().all(|(value, to)| self.is_last(value, to, local));
        local.owners.pop();
        met
    }

    fn nested_cell(&mut self, a: ObjectId, bit: i64, cell: Cell, local: &mut Local) -> bool {
        match self.small.read(a, bit, cell.width) {
            Read::Value(value) => self.nested_value(value, cell.value, cell.width, local),
            Read::Mixed | Read::Unknown => self.cell(a, bit, cell.width, cell.value),
        }
    }

    fn nested_value(&mut self, a: Value, b: Value, width: u64, local: &mut Local) -> bool {
        let Value::Address(y) = b else { return self.value(a, b, width) };
        if y.end == End::All {
            let Some(owner) = local.owners.iter().find(|owner| owner.big == y.object).copied() else {
                return false;
            };
            let end = if owner.is_segment { End::All } else { End::First };
            return self.is_address(a, Address { object: owner.small, end, ..y });
        }
        let level = |id: ObjectId| self.big.object(id).map(|object| object.level);
        if level(y.object) > local.owners.first().and_then(|owner| level(owner.big)) {
            self.below(a, y, local)
        } else {
            self.value(a, b, width)
        }
    }

    fn below(&mut self, a: Value, y: Address, local: &mut Local) -> bool {
        let Some(nested) = self.big.object(y.object) else { return false };
        match nested.shape {
            Shape::Segment { .. } if y.end == End::Last => {
                local.to_last.push((a, y));
                true
            }
            Shape::Segment { links, .. } => {
                y.offset == Form::constant(links.head) && self.nested_run(a, y.object, links, local)
            }
            Shape::Optional if a == Value::ZERO => {
                y.offset == Form::ZERO && local.met.insert(y.object, None).is_none_or(|known| known.is_none())
            }
            Shape::Region | Shape::Optional => match a {
                Value::Address(x) => self.nested_object(x, y, nested, local),
                _ => false,
            },
        }
    }

    /// Whether an object of the small graph belongs to the same owner alone as one of this level of the big graph: below
    /// a segment that is one of the next level, not one that all elements share.
    fn is_below(&self, object: &Object, level: u8, local: &Local) -> bool {
        // What hangs below an optional object of the big graph is missing when that is.
        if object.level == 0 && object.needs != local.under.last().copied() {
            return false;
        }
        let is_owner = |owner: &&Owner| self.big.object(owner.big).is_some_and(|o| o.level + 1 == level);
        local.owners.iter().rev().find(is_owner).is_some_and(|owner| {
            let level = self.small.object(owner.small).map(|owner| owner.level);
            level.is_some_and(|level| object.level == level + u8::from(owner.is_segment))
        })
    }

    /// Whether a value is an address in the small graph, with an offset of the big graph.
    fn is_address(&mut self, a: Value, wanted: Address) -> bool {
        match a {
            Value::Address(x) => {
                x.object == wanted.object && x.end == wanted.end && self.form(x.offset, wanted.offset)
            }
            _ => false,
        }
    }

    fn is_alike(&mut self, a: &Object, b: &Object) -> bool {
        a.valid == b.valid && a.storage == b.storage && self.form(a.size, b.size)
    }

    /// Meets one nested object.
    fn nested_object(&mut self, x: Address, y: Address, nested: &Object, local: &mut Local) -> bool {
        if x.end != End::First || !self.form(x.offset, y.offset) {
            return false;
        }
        if let Some(known) = local.met.get(&y.object) {
            return *known == Some(x.object);
        }
        let Some(object) = self.small.object(x.object).cloned() else { return false };
        let fits = object.shape == Shape::Region || object.shape == nested.shape;
        if !fits
            || !self.is_alike(&object, nested)
            || !self.is_below(&object, nested.level, local)
            || !self.taken.insert(x.object)
        {
            return false;
        }
        local.met.insert(y.object, Some(x.object));
        let is_optional = object.level == 0 && object.shape == Shape::Optional;
        local.under.extend(is_optional.then_some(x.object));
        let met = nested.cells().all(|(bit, cell)| self.nested_cell(x.object, bit, cell, local));
        local.under.truncate(local.under.len() - usize::from(is_optional));
        met
    }

    /// Meets a nested list by as many elements as there are and as it may have.
    fn nested_run(&mut self, first: Value, big: ObjectId, links: Links, local: &mut Local) -> bool {
        let Some(segment) = self.big.object(big) else { return false };
        let Some(next) = segment.cell(links.next) else { return false };
        match (local.met.get(&big), first) {
            (None, _) => {}
            (Some(None), value) => return self.nested_value(value, next.value, next.width, local),
            (Some(known), Value::Address(x)) => return *known == Some(x.object) && x.end == End::First,
            (Some(_), _) => return false,
        }
        let room = self.big.lengths(segment);
        let mut value = first;
        let mut count = Interval::single(0);
        let mut before: Option<Address> = None;
        local.met.insert(big, None);
        while let Value::Address(x) = value
            && x.end == End::First
            && x.offset == Form::constant(links.head)
            && !self.taken.contains(&x.object)
            && let Some(element) = self.small.object(x.object).cloned()
            && element.shape != Shape::Optional
            && element.links().is_none_or(|own| own == links)
            && self.is_alike(&element, segment)
            && self.is_below(&element, segment.level, local)
            && let sum = sum_of_ranges(count, self.small.lengths(&element))
            && sum.hi() <= room.hi()
        {
            count = sum;
            self.taken.insert(x.object);
            if before.is_none() {
                local.met.insert(big, Some(x.object));
            }
            if !self.links_back(&element, segment, links, before, local) {
                return false;
            }
            if !self.data_below(x.object, big, links, local) {
                return false;
            }
            // What is deeper belongs to this element of the inner list alone.
            let graph = self.big;
            local.met.retain(|&id, _| graph.object(id).is_some_and(|o| o.level <= segment.level));
            let end = if element.shape == Shape::Region { End::First } else { End::Last };
            before = Some(Address { end, ..x });
            let Some(cell) = element.cell(links.next) else { return false };
            value = cell.value;
        }
        local.last.insert(big, before);
        count.leq(&room) && self.nested_value(value, next.value, next.width, local)
    }

    fn links_back(
        &mut self,
        element: &Object,
        segment: &Object,
        links: Links,
        before: Option<Address>,
        local: &mut Local,
    ) -> bool {
        let Some(prev) = links.prev else { return true };
        match (element.cell(prev), before, segment.cell(prev)) {
            (Some(cell), Some(before), _) => cell.value == Value::Address(before),
            (Some(cell), None, Some(outer)) => self.nested_value(cell.value, outer.value, outer.width, local),
            _ => false,
        }
    }

    /// Whether a pointer that should lead to the last element of an inner list does.
    fn is_last(&mut self, a: Value, y: Address, local: &mut Local) -> bool {
        let Some(segment) = self.big.object(y.object) else { return false };
        match local.last.get(&y.object) {
            Some(&Some(last)) => self.is_address(a, Address { offset: y.offset, ..last }),
            Some(None) => {
                let outer = segment.links().and_then(|links| segment.cell(links.prev?));
                outer.is_some_and(|outer| self.nested_value(a, outer.value, outer.width, local))
            }
            None => false,
        }
    }
}
