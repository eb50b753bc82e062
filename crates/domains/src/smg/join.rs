//! The join of graphs of equal shape.
//!
//! Both graphs are walked from their roots at the same time, as inclusion does, and a graph is built that allows what
//! either of them allows: numbers that differ become symbols with the hull of their ranges and the weaker of their
//! bounds, a region and a segment become a segment. Graphs whose pointers lead to different places have no join:
//! a state with both would know of neither what may be freed.

use super::fold::{each_of, length_of, number};
use super::value::{Address, End, Form, ObjectId, Sym, Value};
use super::{Cell, Object, Read, Shape, Smg, Storage};
use crate::lattice::Lattice as _;
use argand_support::FxHashMap;

/// A graph that allows all that either graph allows; `None` where their shapes differ.
#[must_use]
pub fn join(a: &Smg, b: &Smg) -> Option<Smg> {
    let mut joiner = Joiner {
        a,
        b,
        out: Smg::default(),
        left: FxHashMap::default(),
        right: FxHashMap::default(),
        forms: Vec::new(),
        todo: Vec::new(),
    };
    if a.roots.len() != b.roots.len() {
        return None;
    }
    for ((root, x), (other, y)) in a.roots().zip(b.roots()) {
        if root != other {
            return None;
        }
        let id = joiner.meet(x, y)?;
        joiner.out.set_root(root, id);
    }
    while let Some((x, y, id)) = joiner.todo.pop() {
        joiner.contents(x, y, id)?;
    }
    let is_met = |graph: &Smg, met: &FxHashMap<ObjectId, ObjectId>| {
        graph.objects().all(|(id, object)| !object.is_live_heap() || met.contains_key(&id))
    };
    if !is_met(a, &joiner.left) || !is_met(b, &joiner.right) {
        return None;
    }
    joiner.relate();
    Some(joiner.out)
}

struct Joiner<'g> {
    a: &'g Smg,
    b: &'g Smg,
    out: Smg,
    /// What objects of either graph became.
    left: FxHashMap<ObjectId, ObjectId>,
    right: FxHashMap<ObjectId, ObjectId>,
    /// Pairs of numbers and the symbol that stands for both.
    forms: Vec<((Form, Form), Sym)>,
    todo: Vec<(ObjectId, ObjectId, ObjectId)>,
}

impl Joiner<'_> {
    /// The object that stands for two.
    fn meet(&mut self, x: ObjectId, y: ObjectId) -> Option<ObjectId> {
        match (self.left.get(&x), self.right.get(&y)) {
            (Some(one), Some(other)) if one == other => return Some(*one),
            (None, None) => {}
            _ => return None,
        }
        let (p, q) = (self.a.object(x)?, self.b.object(y)?);
        if p.needs.is_some() || q.needs.is_some() {
            return None;
        }
        if p.storage != q.storage || p.valid != q.valid || p.level != q.level {
            return None;
        }
        let shape = match (p.links(), q.links()) {
            _ if p.shape == Shape::Optional || q.shape == Shape::Optional => {
                if p.links().or(q.links()).is_some() {
                    return None;
                }
                Shape::Optional
            }
            (None, None) => Shape::Region,
            (Some(one), Some(other)) if one != other => return None,
            (Some(links), _) | (_, Some(links)) => {
                if p.storage != Storage::Heap || !p.valid {
                    return None;
                }
                let length = if p.level == 0 {
                    self.form(length_of(p), length_of(q))
                } else {
                    // Each element has its own: no other number is the same.
                    let hull = self.a.lengths(p).join(&self.b.lengths(q));
                    Form::of(self.out.numbers.fresh(hull))
                };
                Shape::Segment { links, length }
            }
        };
        let size = self.form(p.size, q.size);
        let object = Object { size, ..p.blank(shape) };
        let id = self.out.add(object);
        self.left.insert(x, id);
        self.right.insert(y, id);
        self.todo.push((x, y, id));
        Some(id)
    }

    /// A number that is one in the first graph and another in the second.
    fn form(&mut self, x: Form, y: Form) -> Form {
        let (x, y) = (self.a.numbers.simplified(x), self.b.numbers.simplified(y));
        if x == y && x.as_constant().is_some() {
            return x;
        }
        if let Some((_, sym)) = self.forms.iter().find(|(pair, _)| *pair == (x, y)) {
            return Form::of(*sym);
        }
        let range = self.a.numbers.range(x).join(&self.b.numbers.range(y));
        let sym = self.out.numbers.fresh(range);
        self.forms.push(((x, y), sym));
        Form::of(sym)
    }

    /// Joins the cells of two objects.
    fn contents(&mut self, x: ObjectId, y: ObjectId, id: ObjectId) -> Option<()> {
        let (p, q) = (self.a.object(x)?, self.b.object(y)?);
        let each = self.out.is_segment(id) || p.level > 0;
        let links = self.out.object(id)?.links();
        let is_link = |bit: i64| links.is_some_and(|links| links.contains(bit));
        for (bit, cell) in p.cells() {
            let value = match q.read(bit, cell.width) {
                Read::Value(other) => self.value(cell.value, other, cell.width, each && !is_link(bit))?,
                Read::Mixed | Read::Unknown if cell.value.target().is_some() => return None,
                Read::Mixed | Read::Unknown => Value::Any,
            };
            if value != Value::Any || is_link(bit) {
                self.out.put_cell(id, bit, Cell { width: cell.width, value });
            }
        }
        let result = self.out.object(id)?;
        let lost = q.cells().any(|(bit, cell)| {
            cell.value.target().is_some() && result.cell(bit).is_none_or(|c| c.width != cell.width)
        });
        let linked = links.is_none_or(|l| {
            result.cell(l.next).is_some() && l.prev.is_none_or(|prev| result.cell(prev).is_some())
        });
        (!lost && linked).then_some(())
    }

    /// What a cell can hold that holds `x` in one graph and `y` in the other; `None` where there is no such value.
    fn value(&mut self, x: Value, y: Value, width: u64, each: bool) -> Option<Value> {
        match (x, y) {
            (Value::Address(p), Value::Address(q)) => {
                let object = self.meet(p.object, q.object)?;
                let end = match (self.a.is_segment(p.object), self.b.is_segment(q.object)) {
                    _ if p.end == q.end => p.end,
                    (true, false) if q.end != End::All => p.end,
                    (false, true) if p.end != End::All => q.end,
                    _ => return None,
                };
                let offset = self.form(p.offset, q.offset);
                Some(Value::Address(Address { object, end, offset }))
            }
            (Value::Address(_), _) | (_, Value::Address(_)) => None,
            (Value::Number(_), Value::Number(_)) if !each => self.number(x, y, width),
            _ if x == y && x.sym().is_none() => Some(x),
            (Value::Any | Value::Function(_), _) | (_, Value::Any | Value::Function(_)) => Some(Value::Any),
            _ if each || matches!(x, Value::Each(_)) || matches!(y, Value::Each(_)) => {
                Some(each_of((self.a, x), (self.b, y), width).unwrap_or(Value::Any))
            }
            _ => self.number(x, y, width),
        }
    }

    fn number(&mut self, x: Value, y: Value, width: u64) -> Option<Value> {
        let form = |value| match value {
            Value::Number(form) => Some(form),
            Value::Bits(bits) if width <= 64 => Some(Form::constant(number(bits, width, true))),
            _ => None,
        };
        Some(match (form(x), form(y)) {
            (Some(x), Some(y)) => Value::Number(self.form(x, y)),
            _ => Value::Any,
        })
    }

    /// Keeps the bounds on differences that both graphs have.
    fn relate(&mut self) {
        for &((x, y), s) in &self.forms {
            for &((p, q), t) in &self.forms {
                if s == t {
                    continue;
                }
                let bound = self.a.numbers.upper(x, p).max(self.b.numbers.upper(y, q));
                let (one, other) = (self.out.numbers.range_of(s), self.out.numbers.range_of(t));
                if bound < one.hi().saturating_sub(other.lo()) {
                    // Both graphs have numbers that satisfy it.
                    let _ = self.out.numbers.assume_le(Form::of(s), Form::of(t), bound);
                }
            }
        }
    }
}
