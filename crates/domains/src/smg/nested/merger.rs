//! The walk over two elements of a list at the same time: which objects below them become one.

use super::{MOST, Nested, needed_below, within_memory};
use crate::interval::Interval;
use crate::lattice::Lattice as _;
use crate::smg::fold::{Demands, Keep, each_of, number};
use crate::smg::value::{Address, End, Form, ObjectId, Value};
use crate::smg::{Cell, Links, Object, Read, Shape, Smg};
use argand_support::FxHashMap;

/// Walks two elements and what hangs below them.
pub(super) struct Merger<'g> {
    pub(super) graph: &'g Smg,
    pub(super) left: ObjectId,
    pub(super) right: ObjectId,
    /// Whether names of the right side are kept.
    pub(super) keeps_right: bool,
    pub(super) demands: Demands<'g>,
    /// How many levels deeper the objects of each side become, because they are below single elements of inner lists.
    pub(super) lifts: [u8; 2],
    /// What the objects of each side must need: what is below an optional object is missing when that is.
    pub(super) needs: [Option<ObjectId>; 2],
    /// What the objects of each side become.
    pub(super) lefts: FxHashMap<ObjectId, (ObjectId, Option<ObjectId>)>,
    pub(super) rights: FxHashMap<ObjectId, (ObjectId, Option<ObjectId>)>,
    pub(super) nested: Vec<Nested>,
}

/// The two sides of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
}

impl Merger<'_> {
    /// The cells that two objects have in common.
    pub(super) fn cells(
        &mut self,
        a: &Object,
        b: &Object,
        is_left_out: impl Fn(i64) -> bool,
    ) -> Option<Vec<(i64, Cell)>> {
        if let Keep::These(is_kept) = self.demands.folding.keep {
            let loses = |from: &Object, other: &Object| {
                from.cells().filter(|&(bit, _)| !is_left_out(bit)).any(|(bit, cell)| match cell.value {
                    Value::Bits(bits) if is_kept(number(bits, cell.width, true)) => {
                        match other.read(bit, cell.width) {
                            Read::Value(value) => value != cell.value && value.target().is_none(),
                            Read::Mixed | Read::Unknown => true,
                        }
                    }
                    _ => false,
                })
            };
            if loses(a, b) || loses(b, a) {
                return None;
            }
        }
        let mut cells: Vec<(i64, Cell)> = Vec::new();
        for (bit, cell) in a.cells().filter(|&(bit, _)| !is_left_out(bit)) {
            let other = match b.read(bit, cell.width) {
                Read::Value(value) => value,
                Read::Mixed | Read::Unknown => {
                    let is_address = |value: Value| value.target().is_some();
                    if is_address(cell.value)
                        || b.overlapping(bit, cell.width).any(|(_, c)| is_address(c.value))
                    {
                        return None;
                    }
                    continue;
                }
            };
            let value = self.value(cell.value, other, cell.width)?;
            if matches!(self.demands.folding.keep, Keep::Constants)
                && matches!((cell.value, other, value), (Value::Bits(_), Value::Bits(_), Value::Each(_)))
            {
                return None;
            }
            cells.push((bit, Cell { width: cell.width, value }));
        }
        let lost = b.cells().filter(|&(bit, _)| !is_left_out(bit)).any(|(bit, cell)| {
            cell.value.target().is_some() && !cells.iter().any(|&(at, c)| at == bit && c.width == cell.width)
        });
        (!lost).then_some(cells)
    }

    fn value(&mut self, a: Value, b: Value, width: u64) -> Option<Value> {
        match (a, b) {
            _ if a == b => Some(a),
            (Value::Address(x), Value::Address(y))
                if self.is_own(x, self.left) && self.is_own(y, self.right) =>
            {
                (x.offset == y.offset).then_some(Value::Address(Address { end: End::All, ..x }))
            }
            (Value::Address(x), Value::Address(y)) => self.pair(x, y),
            (Value::Address(x), Value::Bits(0)) => self.alone(x, Side::Left),
            (Value::Bits(0), Value::Address(y)) => self.alone(y, Side::Right),
            (Value::Address(_) | Value::Function(_), _) | (_, Value::Address(_) | Value::Function(_)) => None,
            (Value::Any, _) | (_, Value::Any) => Some(Value::Any),
            _ => each_of((self.graph, a), (self.graph, b), width),
        }
    }

    const fn element(&self, side: Side) -> ObjectId {
        match side {
            Side::Left => self.left,
            Side::Right => self.right,
        }
    }

    /// How much deeper an object is nested than what hangs directly below an element.
    fn depth(&self, object: &Object, side: Side) -> Option<u8> {
        let owner = self.graph.object(self.element(side))?;
        let first = owner.level + u8::from(owner.links().is_some());
        object.level.checked_sub(first)?.checked_add(self.lifts[side as usize])
    }

    /// Whether an object is missing exactly when what it hangs below is.
    fn is_missing_with_owner(&self, object: &Object, side: Side) -> bool {
        object.level > 0 || object.needs == self.needs[side as usize]
    }

    fn level(&self, depth: u8) -> Option<u8> {
        self.graph.object(self.left)?.level.checked_add(1)?.checked_add(depth)
    }

    /// Whether an address is that of each element itself. In a segment that is another thing than the address of its
    /// first or last element.
    fn is_own(&self, address: Address, element: ObjectId) -> bool {
        let is_segment = self.graph.object(element).is_some_and(|object| object.links().is_some());
        address.object == element && (!is_segment || address.end == End::All)
    }

    fn is_element(&self, id: ObjectId) -> bool {
        id == self.left || id == self.right
    }

    /// The object that stands for two, one below each element.
    fn pair(&mut self, x: Address, y: Address) -> Option<Value> {
        let (p, q) = (x.object, y.object);
        let (a, b) = (self.graph.object(p)?, self.graph.object(q)?);
        let end = match (a.links(), b.links()) {
            _ if x.end == y.end => x.end,
            (Some(_), None) => x.end,
            (None, Some(_)) => y.end,
            _ => return None,
        };
        if x.offset != y.offset {
            return None;
        }
        match (self.lefts.get(&p), self.rights.get(&q)) {
            (Some(&(keep, Some(other))), Some(_)) if other == q => {
                return Some(Value::Address(Address { object: keep, end, offset: x.offset }));
            }
            (None, None) => {}
            _ => return None,
        }
        let depth = self.depth(a, Side::Left)?;
        let alike = !self.is_element(p)
            && !self.is_element(q)
            && a.is_live_heap()
            && b.is_live_heap()
            && self.is_missing_with_owner(a, Side::Left)
            && self.is_missing_with_owner(b, Side::Right)
            && a.size == b.size
            && a.size.as_constant().is_some()
            && self.depth(b, Side::Right)? == depth;
        if !alike || !self.demands.nests || self.nested.len() >= MOST {
            return None;
        }
        let links = a.links().or(b.links());
        let shape = match links {
            None if a.shape == b.shape => a.shape,
            None => Shape::Optional,
            Some(links) => {
                let fits = |o: &Object| match o.shape {
                    Shape::Segment { links: own, .. } => own == links,
                    Shape::Region => has_links(o, links) && !self.goes_on(o, links),
                    Shape::Optional => has_links(o, links) && is_null(o, links),
                };
                if !fits(a) || !fits(b) {
                    return None;
                }
                Shape::Segment { links, length: Form::ZERO }
            }
        };
        let length = within_memory(self.graph.lengths(a).join(&self.graph.lengths(b)));
        let (keep, gone) = if self.keeps_right { (q, p) } else { (p, q) };
        self.lefts.insert(p, (keep, Some(q)));
        self.rights.insert(q, (keep, Some(p)));
        let at = self.nested.len();
        let level = self.level(depth)?;
        self.nested.push(Nested { keep, gone: Some(gone), shape, length, level, cells: Vec::new() });
        let (before, needed) = (self.lifts, self.needs);
        self.needs = [(a, p), (b, q)].map(|(object, id)| needed_below(object, id));
        for (lift, object) in self.lifts.iter_mut().zip([a, b]) {
            *lift += u8::from(links.is_some() && object.links().is_none());
        }
        let is_link = |bit: i64| links.is_some_and(|links| links.contains(bit));
        let data = self.cells(a, b, is_link);
        self.lifts = before;
        // Links lead out of an inner list, not to what is below its elements.
        let ends = self.cells(a, b, |bit| !is_link(bit));
        self.needs = needed;
        let ends = ends?;
        self.nested[at].cells = data?.into_iter().chain(ends).collect();
        if self.is_chained(at) {
            return None;
        }
        let linked = links.is_none_or(|links| {
            let present = |bit: i64| self.nested[at].cells.iter().any(|c| c.0 == bit);
            present(links.next) && links.prev.is_none_or(present)
        });
        linked.then_some(Value::Address(Address { object: keep, end, offset: x.offset }))
    }

    /// Whether a region is the first one of a list that must be folded first.
    fn goes_on(&self, object: &Object, links: Links) -> bool {
        let next = object.cell(links.next).and_then(|cell| self.graph.object(cell.value.target()?));
        next.is_some_and(|next| {
            next.shape == Shape::Region && next.is_live_heap() && next.size == object.size
        })
    }

    /// The object that stands for one below one element, where the other element has a null pointer.
    fn alone(&mut self, x: Address, side: Side) -> Option<Value> {
        let object = self.graph.object(x.object)?;
        if !self.demands.nests || matches!(self.demands.folding.keep, Keep::Constants) {
            return None;
        }
        let (shape, length) = match object.shape {
            Shape::Segment { links, .. } => {
                let is_null = x.offset == Form::constant(links.head) && is_null(object, links);
                (object.shape, is_null.then(|| self.graph.lengths(object).join(&Interval::single(0)))?)
            }
            Shape::Region | Shape::Optional if x.offset == Form::ZERO => {
                (Shape::Optional, Interval::new(0, 1))
            }
            Shape::Region | Shape::Optional => return None,
        };
        self.keep_alone(x, side, shape, length)
    }

    /// Nests an object as it is.
    fn keep_alone(&mut self, x: Address, side: Side, shape: Shape, length: Interval) -> Option<Value> {
        let id = x.object;
        let object = self.graph.object(id)?;
        let known = if side == Side::Left { &mut self.lefts } else { &mut self.rights };
        match known.get(&id) {
            Some((_, None)) => return Some(Value::Address(x)),
            Some(_) => return None,
            None => {}
        }
        known.insert(id, (id, None));
        if !object.is_live_heap()
            || !self.is_missing_with_owner(object, side)
            || self.is_element(id)
            || self.nested.len() >= MOST
        {
            return None;
        }
        let level = self.level(self.depth(object, side)?)?;
        let at = self.nested.len();
        self.nested.push(Nested { keep: id, gone: None, shape, length, level, cells: Vec::new() });
        let own = self.element(side);
        let needed = std::mem::replace(&mut self.needs[side as usize], needed_below(object, id));
        let mut cells = Vec::new();
        for (bit, cell) in object.cells() {
            let value = match cell.value {
                Value::Address(y) if self.is_own(y, own) => Value::Address(Address { end: End::All, ..y }),
                // The first element stays the first one only where the other side comes after it.
                Value::Address(y) if self.is_element(y.object) => {
                    (y.object == self.left && y.end == End::First).then_some(cell.value)?
                }
                Value::Address(y) if self.hangs_below(y.object, side) => {
                    let target = self.graph.object(y.object)?;
                    self.keep_alone(y, side, target.shape, self.graph.lengths(target))?
                }
                value => value,
            };
            cells.push((bit, Cell { value, ..cell }));
        }
        self.needs[side as usize] = needed;
        self.nested[at].cells = cells;
        (!self.is_chained(at)).then_some(Value::Address(x))
    }

    /// Whether a nested object that is no segment points to another one like it: a list that must be folded first, or
    /// it would grow with every further element.
    fn is_chained(&self, at: usize) -> bool {
        let Nested { keep, shape, cells, .. } = &self.nested[at];
        let size = |id: ObjectId| self.graph.object(id).map(|object| object.size);
        let is_like = |id: ObjectId| size(id) == size(*keep) && self.nested.iter().any(|n| n.keep == id);
        let mut targets = cells.iter().filter_map(|(_, cell)| cell.value.target());
        !matches!(shape, Shape::Segment { .. }) && targets.any(|id| id != *keep && is_like(id))
    }

    /// Whether an object that something below an element points to is below the element, too, and not one for all.
    fn hangs_below(&self, id: ObjectId, side: Side) -> bool {
        let known = if side == Side::Left { &self.lefts } else { &self.rights };
        known.contains_key(&id)
            || self.graph.references_to(id).all(|r| r.from == id || known.contains_key(&r.from))
    }
}

fn has_links(object: &Object, links: Links) -> bool {
    object.cell(links.next).is_some() && links.prev.is_none_or(|prev| object.cell(prev).is_some())
}

/// Whether the links lead out of the object to null.
fn is_null(object: &Object, links: Links) -> bool {
    let null = |bit: i64| object.cell(bit).is_some_and(|cell| cell.value == Value::ZERO);
    null(links.next) && links.prev.is_none_or(null)
}
