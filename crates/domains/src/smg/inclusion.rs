//! Whether one graph allows all that another allows.
//!
//! Both graphs are walked from their roots at the same time. The larger graph's objects and symbols are mapped to
//! those of the smaller one; a list segment of the larger graph may be met by a segment that is at least as long
//! or by a run of regions and segments. Where a run can end in several places, or something may be there or not, each is
//! tried. In the end every living heap object of the smaller graph must have been met: the larger graph claims that there
//! are no others.

mod marks;
mod nested;

use super::fold::{length_of, number};
use super::value::{Address, End, Form, ObjectId, Sym, Value};
use super::{Object, Read, Shape, Smg};
use crate::interval::Interval;
use crate::lattice::Lattice as _;
use argand_support::{FxHashMap, FxHashSet};
use std::cell::Cell;

/// Whether `big` allows all that `small` allows.
#[must_use]
pub fn is_included(small: &Smg, big: &Smg) -> bool {
    if small.roots.len() != big.roots.len() {
        return false;
    }
    let trials = Cell::new(MAX_TRIALS);
    let mut walk = Walk {
        small: small.clone(),
        big,
        trials: &trials,
        objects: FxHashMap::default(),
        taken: FxHashSet::default(),
        last: FxHashMap::default(),
        symbols: FxHashMap::default(),
        todo: Vec::new(),
        absent: FxHashSet::default(),
        maybes: Vec::new(),
        runs: Vec::new(),
        marks: Vec::new(),
    };
    let roots: Vec<_> = walk.small.roots().zip(big.roots()).collect();
    for ((a_root, a), (b_root, b)) in roots {
        if a_root != b_root || !walk.meet(a, b) {
            return false;
        }
    }
    walk.finish()
}

/// So many choices are tried for one question.
const MAX_TRIALS: u32 = 256;

#[derive(Clone)]
struct Walk<'g> {
    /// A copy, so that unknown content can be given a name.
    small: Smg,
    big: &'g Smg,
    /// How many more choices may be tried.
    trials: &'g Cell<u32>,
    /// Objects of the big graph and what they were met by: for segments the first element.
    objects: FxHashMap<ObjectId, ObjectId>,
    /// Objects of the small graph that were met.
    taken: FxHashSet<ObjectId>,
    /// The last element of the run that met a segment.
    last: FxHashMap<ObjectId, Address>,
    symbols: FxHashMap<Sym, Form>,
    todo: Vec<(ObjectId, ObjectId)>,
    /// Objects of the big graph that may be missing and are.
    absent: FxHashSet<ObjectId>,
    /// Values and the addresses of objects of the big graph that may be missing. They wait until the rest is known.
    maybes: Vec<(Value, Address)>,
    /// Segments of the big graph that are met by a run. They wait until the rest is known.
    runs: Vec<(ObjectId, ObjectId)>,
    /// Bytes that must hold something, by their object in the small graph and their distance in the big one. They wait
    /// until the distance is known.
    marks: Vec<(ObjectId, Form, Value)>,
}

impl Walk<'_> {
    /// Goes on until everything is met.
    fn finish(mut self) -> bool {
        loop {
            if let Some((a, b)) = self.todo.pop() {
                if !self.contents(a, b) {
                    return false;
                }
            } else if let Some((a, y)) = self.maybes.pop() {
                return [true, false].into_iter().any(|is_there| {
                    let mut trial = self.clone();
                    self.may_try() && trial.decide(a, y, is_there) && trial.finish()
                });
            } else if let Some((a, b)) = self.runs.pop() {
                return self.consume(a, b);
            } else if let Some((starts, b)) = self.unmet_segment() {
                return starts.into_iter().any(|a| {
                    let mut trial = self.clone();
                    self.may_try() && trial.meet(a, b) && trial.finish()
                });
            } else {
                break;
            }
        }
        let marks = std::mem::take(&mut self.marks);
        if !marks.into_iter().all(|(a, at, value)| self.byte(a, at, value)) {
            return false;
        }
        self.small.objects().all(|(id, o)| !o.is_live_heap() || self.taken.contains(&id))
            && self.constraints()
    }

    fn may_try(&self) -> bool {
        let left = self.trials.get();
        self.trials.set(left.saturating_sub(1));
        left > 0
    }

    /// A segment of the big graph that only references to its last element lead to, and where a run for it may
    /// start: as far back from that element as the links go, or anywhere on the way.
    fn unmet_segment(&self) -> Option<(Vec<ObjectId>, ObjectId)> {
        let mut unmet: Vec<_> =
            self.last.iter().map(|(&b, &x)| (b, x)).filter(|(b, _)| !self.objects.contains_key(b)).collect();
        unmet.sort_unstable();
        let &(b, end) = unmet.first()?;
        let segment = self.big.object(b)?;
        let prev = segment.links()?.prev?;
        let mut starts = vec![end.object];
        while let Some(&at) = starts.last()
            && let Some(Value::Address(before)) = self.small.object(at)?.cell(prev).map(|c| c.value)
            && !starts.contains(&before.object)
            && !self.taken.contains(&before.object)
            && self.fits(before.object, segment)
        {
            starts.push(before.object);
        }
        let last = starts.len() - 1;
        starts.swap(0, last);
        Some((starts, b))
    }

    /// Whether what the big graph knows of its symbols holds in the small one.
    fn constraints(&self) -> bool {
        let numbers = &self.small.numbers;
        self.big.numbers.differences().all(|(s, t, c)| match (self.symbols.get(&s), self.symbols.get(&t)) {
            (Some(&a), Some(&b)) => numbers.upper(a, b) <= c,
            _ => true,
        }) && self.big.numbers.holes().all(|(s, hole)| match self.symbols.get(&s) {
            Some(&a) => numbers.apart(a, Form::constant(hole)),
            None => true,
        }) && self.big.numbers.sums().all(|(a, b, t, c)| {
            // Unlike bounds, sums are not closed: what a symbol that is not met says about others is not known.
            let met = |sym| self.symbols.get(&sym).copied();
            matches!((met(a), met(b), met(t)), (Some(a), Some(b), Some(t)) if numbers.surplus(a, b, t) == Some(c))
        })
    }

    /// Maps an object of the big graph to one of the small graph.
    fn meet(&mut self, a: ObjectId, b: ObjectId) -> bool {
        if let Some(&known) = self.objects.get(&b) {
            return known == a;
        }
        if !self.taken.insert(a) {
            return false;
        }
        self.objects.insert(b, a);
        let (Some(x), Some(y)) = (self.small.object(a), self.big.object(b)) else { return false };
        if x.valid != y.valid || x.storage != y.storage || x.level != y.level || !self.needs_alike(x, y) {
            return false;
        }
        let (size, valid) = (x.size, x.valid);
        match (x.shape, y.shape) {
            (Shape::Region, Shape::Region) | (Shape::Region | Shape::Optional, Shape::Optional) => {
                self.todo.push((a, b));
            }
            (Shape::Optional, _) => return false,
            (Shape::Segment { links, .. }, Shape::Segment { links: other, .. }) if links != other => {
                return false;
            }
            (_, Shape::Segment { .. }) => self.runs.push((a, b)),
            (Shape::Segment { .. }, Shape::Region | Shape::Optional) => return false,
        }
        !valid || (self.form(size, y.size) && self.marks(a, y))
    }

    /// Whether an object is missing whenever the one that it meets is. What is certain may meet what needs an optional
    /// object that is certain, too.
    fn needs_alike(&self, x: &Object, y: &Object) -> bool {
        match (x.needs, y.needs) {
            (own, Some(needed)) => self.objects.get(&needed).is_some_and(|&met| match own {
                Some(own) => own == met,
                None => self.small.object(met).is_some_and(|object| object.shape == Shape::Region),
            }),
            (Some(_), None) => false,
            (None, None) => true,
        }
    }

    /// Compares the cells of two regions.
    fn contents(&mut self, a: ObjectId, b: ObjectId) -> bool {
        let big = self.big;
        big.object(b).is_some_and(|y| y.cells().all(|(bit, cell)| self.cell(a, bit, cell.width, cell.value)))
    }

    fn cell(&mut self, a: ObjectId, bit: i64, width: u64, b: Value) -> bool {
        match self.small.read(a, bit, width) {
            Read::Value(value) => self.value(value, b, width),
            Read::Mixed | Read::Unknown => match b {
                Value::Any => true,
                Value::Number(form) if width <= 64 => {
                    let Some((sym, 1)) = form.term else { return false };
                    let range = self.big.numbers.range(form);
                    let whole = |lo: i128, hi: i128| Interval::new(lo, hi).leq(&range).then_some((lo, hi));
                    let half = 1i128 << (width - 1);
                    let Some((lo, hi)) = whole(0, half * 2 - 1).or_else(|| whole(-half, half - 1)) else {
                        return false;
                    };
                    let fresh = self.small.numbers.fresh(Interval::new(lo - form.add, hi - form.add));
                    self.symbols.insert(sym, Form::of(fresh)).is_none()
                }
                _ => false,
            },
        }
    }

    fn value(&mut self, a: Value, b: Value, width: u64) -> bool {
        match (a, b) {
            (_, Value::Any) => true,
            (_, Value::Address(y)) if self.big.may_be_empty(y.object) => {
                self.maybes.push((a, y));
                true
            }
            (Value::Bits(x), Value::Bits(y)) => x == y,
            (Value::Bits(x), Value::Number(form)) => {
                let range = self.big.numbers.range(form);
                let options = [number(x, width, true), number(x, width, false)];
                options
                    .into_iter()
                    .find(|&n| range.contains(n))
                    .is_some_and(|n| self.form(Form::constant(n), form))
            }
            (Value::Number(x), Value::Bits(y)) => {
                let value = self.small.numbers.range(x).as_single();
                value.is_some_and(|n| low(n, width) == y)
            }
            (Value::Number(x), Value::Number(y)) => self.form(x, y),
            (a, Value::Each(range)) => [true, false]
                .into_iter()
                .any(|signed| self.small.value_range(a, width, signed).is_some_and(|own| own.leq(&range))),
            (Value::Function(f), Value::Function(g)) => f == g,
            (Value::Address(x), Value::Address(y)) => self.address(x, y),
            _ => false,
        }
    }

    /// Takes an object that may be missing as there or as missing, and compares a value with its address.
    fn decide(&mut self, a: Value, y: Address, is_there: bool) -> bool {
        if is_there {
            return match a {
                Value::Address(x) => {
                    !self.absent.contains(&y.object)
                        && self.may_be_element(x.object, y.object)
                        && self.address(x, y)
                }
                _ => false,
            };
        }
        if self.objects.contains_key(&y.object) || self.last.contains_key(&y.object) {
            return false;
        }
        self.absent.insert(y.object);
        let mut at = y;
        // Lists that link to each other cannot all be missing.
        for _ in 0..2 * self.absent.len() {
            match self.instead(at) {
                Some((Value::Address(z), _)) if self.absent.contains(&z.object) => at = z,
                Some((value, width)) => return self.value(a, value, width),
                None => return false,
            }
        }
        false
    }

    /// Whether an object has the data of the elements of a segment. Most wrong choices end here.
    fn may_be_element(&self, small: ObjectId, big: ObjectId) -> bool {
        let Some(links) = self.big.object(big).and_then(Object::links) else { return true };
        self.taken.contains(&small) || self.clone().data(small, big, links)
    }

    /// What the address of an object of the big graph is when the object is missing, and its width.
    fn instead(&mut self, y: Address) -> Option<(Value, u64)> {
        let object = self.big.object(y.object)?;
        match object.shape {
            Shape::Region => None,
            Shape::Optional => (y.offset == Form::ZERO).then_some((Value::ZERO, 0)),
            Shape::Segment { links, length } => {
                let bit = if y.end == End::Last { links.prev } else { Some(links.next) };
                let cell = bit
                    .filter(|_| y.offset == Form::constant(links.head))
                    .and_then(|bit| object.cell(bit))?;
                self.form(Form::ZERO, length).then_some((cell.value, cell.width))
            }
        }
    }

    fn address(&mut self, x: Address, y: Address) -> bool {
        if !self.form(x.offset, y.offset) {
            return false;
        }
        if y.end == End::Last && self.big.is_segment(y.object) {
            // Checked when the run is known.
            return match self.last.get(&y.object) {
                Some(last) => last.object == x.object && last.end == x.end,
                None => {
                    self.last.insert(y.object, x);
                    true
                }
            };
        }
        // Each element itself, which `data` compares, is another thing than the first one.
        x.end == y.end && y.end != End::All && self.meet(x.object, y.object)
    }

    /// Maps the symbol of a form of the big graph so that the forms are equal.
    fn form(&mut self, a: Form, b: Form) -> bool {
        let Some((sym, mul)) = b.term else { return self.small.numbers.equal(a, b) };
        let solved =
            a.plus(-b.add).and_then(|f| self.small.numbers.simplified(f).exactly_by(i128::from(mul)));
        let Some(solved) = solved else { return false };
        if let Some(&known) = self.symbols.get(&sym) {
            return self.small.numbers.equal(known, solved);
        }
        self.symbols.insert(sym, solved);
        self.small.numbers.within(solved, self.big.numbers.range_of(sym))
    }

    /// Meets a segment of the big graph by the run that starts at `a`.
    fn consume(mut self, a: ObjectId, b: ObjectId) -> bool {
        let Some(segment) = self.big.object(b).cloned() else { return false };
        let Shape::Segment { links, length } = segment.shape else { return false };
        let next = segment.cell(links.next);
        let (mut at, mut count) = (a, Form::ZERO);
        let mut before: Option<Address> = None;
        while self.trials.get() > 0 {
            let Some(element) = self.small.object(at).cloned() else { return false };
            if !self.element(at, &element, (b, &segment), before) {
                return false;
            }
            let own_end = if element.shape == Shape::Region { End::First } else { End::Last };
            let end = Address { object: at, end: own_end, offset: Form::constant(links.head) };
            before = Some(end);
            count = match count.sum(length_of(&element)) {
                Some(sum) => sum,
                None => return false,
            };
            let (Some(own), Some(next)) = (element.cell(links.next), next) else { return false };
            let enough = self.small.numbers.range(count).lo() >= self.big.numbers.range(length).lo();
            let on = match own.value {
                Value::Address(on) if on.end == End::First && !self.taken.contains(&on.object) => Some(on),
                _ => None,
            };
            let (may_leave, may_go_on) = match (own.value, next.value) {
                (Value::Address(_), Value::Address(y)) if self.absent.contains(&y.object) => (true, true),
                (Value::Address(x), Value::Address(y)) => match self.objects.get(&y.object) {
                    Some(&known) => (known == x.object, known != x.object),
                    None => (true, on.is_some_and(|on| self.fits(on.object, &segment))),
                },
                (_, Value::Address(y)) if self.big.may_be_empty(y.object) => (true, false),
                (_, Value::Address(_)) | (Value::Address(_), _) => (false, true),
                _ => (true, false),
            };
            if enough && may_leave {
                let trial = self.clone();
                let ends = (own.value, next.value, own.width, count, length);
                if self.may_try() && trial.leave(b, end, links.prev.is_some(), ends) {
                    return true;
                }
                if !may_go_on {
                    return false;
                }
            }
            let Some(on) = on.filter(|on| on.offset == Form::constant(links.head)) else { return false };
            at = on.object;
            self.taken.insert(at);
        }
        false
    }

    /// Ends the run that meets a segment at its last element, and goes on with the rest.
    fn leave(
        mut self,
        b: ObjectId,
        end: Address,
        doubly: bool,
        (own, next, width, count, length): (Value, Value, u64, Form, Form),
    ) -> bool {
        if !self.value(own, next, width) || !self.form(count, length) {
            return false;
        }
        match self.last.get(&b) {
            Some(expected) if doubly => {
                if expected.object != end.object || expected.end != end.end {
                    return false;
                }
            }
            _ => {
                self.last.insert(b, end);
            }
        }
        self.finish()
    }

    /// Whether an object could be an element of a run.
    fn fits(&self, id: ObjectId, segment: &Object) -> bool {
        self.small.object(id).is_some_and(|o| {
            o.valid
                && o.storage == segment.storage
                && o.size == segment.size
                && o.links().is_none_or(|l| Some(l) == segment.links())
        })
    }

    /// Whether an object has what every element of the segment has.
    fn element(
        &mut self,
        id: ObjectId,
        element: &Object,
        (big, segment): (ObjectId, &Object),
        before: Option<Address>,
    ) -> bool {
        let Some(links) = segment.links() else { return false };
        if !element.valid
            || element.storage != segment.storage
            || element.level != segment.level
            || element.links().is_some_and(|own| own != links)
            || !self.form(element.size, segment.size)
        {
            return false;
        }
        let back = links.prev.is_none_or(|bit| match (element.cell(bit), before) {
            (Some(cell), Some(before)) => cell.value == Value::Address(before),
            (Some(cell), None) => {
                segment.cell(bit).is_none_or(|outer| self.value(cell.value, outer.value, cell.width))
            }
            (None, _) => segment.cell(bit).is_none(),
        });
        back && self.data(id, big, links)
    }
}

fn low(value: i128, width: u64) -> u128 {
    if width >= 128 { value.cast_unsigned() } else { value.cast_unsigned() & ((1 << width) - 1) }
}
