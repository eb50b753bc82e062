//! List abstraction: chains of equally laid out objects become list segments.
//!
//! A chain is folded pair by pair: the left object takes in the right one. A pair can be folded when nothing but
//! the chain itself points to what becomes the inside (rule 1 of section 3.9.3): for singly linked lists the
//! right object has no other reference than the left one's link, for doubly linked ones the references to the
//! right object become references to the last element. Doubly linked pairs are looked for first: every one of
//! them is also singly linked, and the shape with more knowledge is the better one.
//!
//! Objects that belong to one element each, such as the inner lists of a list of lists, are folded into one
//! nested object (`nested.rs`).

use super::nested::{Merged, within_memory};
use super::reach::Reference;
use super::value::{Address, End, Form, ObjectId, Value};
use super::{Links, Object, Shape, Smg};
use crate::interval::Interval;
use crate::lattice::Lattice as _;
use argand_support::FxHashSet;
use std::collections::{BTreeSet, VecDeque};

/// Which constants keep elements apart that do not all have them.
#[derive(Clone, Copy)]
pub enum Keep<'a> {
    /// Two elements with different constants stay apart.
    Constants,
    /// No constants do: different data becomes a range.
    Nothing,
    /// An element with one of these numbers stays apart from all that have another or an unknown one.
    These(&'a dyn Fn(i128) -> bool),
}

/// When to fold.
#[derive(Clone, Copy)]
pub struct Folding<'a> {
    /// The least number of objects in a chain; a chain with a segment in it is always folded.
    pub threshold: usize,
    /// Which data keeps elements apart.
    pub keep: Keep<'a>,
}

impl Keep<'_> {
    const fn kind(&self) -> u8 {
        match self {
            Self::Constants => 0,
            Self::These(_) => 1,
            Self::Nothing => 2,
        }
    }
}

/// What a pair must be like.
#[derive(Clone, Copy)]
pub(super) struct Demands<'a> {
    pub(super) folding: Folding<'a>,
    /// Whether elements may have different objects below them.
    pub(super) nests: bool,
}

/// An object with so many references is inside of no list.
const MANY: usize = 20;
/// Of what is so deep below an object a change is not noticed.
const DEEP: usize = 3;

/// Two objects, the left one of which can take in the right one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pair {
    links: Links,
    left: ObjectId,
    right: ObjectId,
}

impl Smg {
    /// Folds every chain that is long enough. True when anything changed.
    ///
    /// Only what changed since the last folding of this kind is looked at. A precision that keeps more constants apart
    /// than the last one needs no second look: it folds less.
    pub fn fold(&mut self, folding: Folding<'_>) -> bool {
        let mut folded = false;
        let mut owners: BTreeSet<ObjectId> = BTreeSet::new();
        loop {
            let changed = self.journal.changed((folding.threshold, folding.keep.kind()));
            let mut again = !changed.is_empty();
            for id in changed {
                owners.extend(self.with_owners(id));
                folded |= self.fold_around(id, Demands { folding, nests: false });
            }
            if !again {
                // Inner lists first: those of different lengths look alike only when they are folded.
                for id in std::mem::take(&mut owners) {
                    again |= self.fold_below(id, folding);
                    again |= self.fold_around(id, Demands { folding, nests: true });
                }
                folded |= again;
            }
            if !again {
                return folded;
            }
        }
    }

    /// Folds short lists below an object that will be taken into a segment: what they are taken into is folded already.
    fn fold_below(&mut self, id: ObjectId, folding: Folding<'_>) -> bool {
        let Some(object) = self.object(id).filter(|object| object.is_live_heap()) else { return false };
        let (size, own) = (object.size, object.shape);
        let neighbours: Vec<ObjectId> =
            self.targets(id).chain(self.references_to(id).map(|r| r.from).take(MANY)).collect();
        let alike = |other: &Object| other.size == size && other.links().is_some();
        if own != Shape::Region || !neighbours.iter().any(|&n| self.object(n).is_some_and(alike)) {
            return false;
        }
        let below: Vec<ObjectId> =
            self.targets(id).filter(|&n| self.object(n).is_some_and(|o| o.size != size)).collect();
        let demands = Demands { folding: Folding { threshold: 2, ..folding }, nests: true };
        let mut folded = false;
        for inner in below {
            folded |= self.fold_around(inner, demands);
        }
        folded
    }

    /// Folds the chains that an object is part of.
    pub(super) fn fold_around(&mut self, id: ObjectId, demands: Demands<'_>) -> bool {
        let mut folded = false;
        for pair in self.pairs_around(id, demands) {
            folded |= self.fold_run(pair, demands);
        }
        folded
    }

    /// An object and those that it may hang below: whether they can be folded depends on it.
    fn with_owners(&self, id: ObjectId) -> Vec<ObjectId> {
        let mut found = vec![id];
        let mut at = id;
        while found.len() <= DEEP
            && let mut outer = self.references_to(at).filter(|r| is_outer(r, at))
            && let (Some(only), None) = (outer.next(), outer.next())
            && self.object(only.from).is_some_and(Object::is_live_heap)
            && !found.contains(&only.from)
        {
            at = only.from;
            found.push(at);
        }
        found
    }

    /// Folds the chain that a pair is part of, if it is long enough.
    fn fold_run(&mut self, pair: Pair, demands: Demands<'_>) -> bool {
        if !self.is_pair(pair, demands) {
            return false;
        }
        let run = self.run_of(pair, demands);
        let abstracted = run.iter().any(|id| self.object(*id).is_some_and(|o| o.links().is_some()));
        if !abstracted && run.len() < demands.folding.threshold {
            return false;
        }
        let mut folded = false;
        let mut first = run[0];
        for &right in run.iter().skip(1) {
            match self.absorb(Pair { links: pair.links, left: first, right }, demands) {
                Some(kept) => {
                    folded = true;
                    first = kept;
                }
                None => first = right,
            }
        }
        folded
    }

    /// The longest chain around a pair.
    fn run_of(&self, pair: Pair, demands: Demands<'_>) -> VecDeque<ObjectId> {
        let Pair { links, left, right } = pair;
        let mut run = VecDeque::from([left, right]);
        let mut seen: FxHashSet<ObjectId> = [left, right].into_iter().collect();
        let mut at = left;
        while self.is_inner(links, at)
            && let Some(before) = self.lefts_of(at).into_iter().find(|&before| {
                !seen.contains(&before) && self.is_pair(Pair { links, left: before, right: at }, demands)
            })
        {
            run.push_front(before);
            seen.insert(before);
            at = before;
        }
        at = right;
        while self.is_inner(links, at)
            && let Some(after) = self.object(at).and_then(|o| o.cell(links.next)?.value.target())
            && !seen.contains(&after)
            && self.is_pair(Pair { links, left: at, right: after }, demands)
        {
            run.push_back(after);
            seen.insert(after);
            at = after;
        }
        run
    }

    /// Whether an object has no references but the links of its neighbours.
    fn is_inner(&self, links: Links, id: ObjectId) -> bool {
        let Some(prev) = links.prev else { return true };
        let (mut nexts, mut prevs) = (0, 0);
        self.references_to(id).all(|r| {
            nexts += u32::from(r.bit == links.next);
            prevs += u32::from(r.bit == prev);
            (r.bit == links.next || r.bit == prev) && r.from != id && nexts <= 1 && prevs <= 1
        })
    }

    /// The pairs that an object may be part of: as the left one, and as the right one.
    fn pairs_around(&self, id: ObjectId, demands: Demands<'_>) -> Vec<Pair> {
        let mut pairs = Vec::new();
        self.pairs_from(id, demands, &mut pairs);
        for left in self.lefts_of(id) {
            let known = pairs.len();
            self.pairs_from(left, demands, &mut pairs);
            let mut at = 0;
            pairs.retain(|pair| {
                at += 1;
                at <= known || pair.right == id
            });
        }
        pairs
    }

    /// The objects that an object may be taken into: the few that point to it, and those it points back to.
    fn lefts_of(&self, id: ObjectId) -> Vec<ObjectId> {
        let mut lefts: Vec<ObjectId> = Vec::new();
        let some: Vec<ObjectId> =
            self.references_to(id).filter(|r| is_outer(r, id)).map(|r| r.from).take(MANY).collect();
        if some.len() < MANY {
            lefts.extend(some);
        }
        if let Some(object) = self.object(id) {
            lefts.extend(object.linked_cells().filter_map(|(_, cell)| cell.value.target()));
        }
        lefts.sort_unstable();
        lefts.dedup();
        lefts
    }

    fn is_pair(&self, pair: Pair, demands: Demands<'_>) -> bool {
        let mut pairs = Vec::new();
        self.pairs_from(pair.left, demands, &mut pairs);
        pairs.contains(&pair)
    }

    /// The pairs whose left object this is.
    fn pairs_from(&self, left: ObjectId, demands: Demands<'_>, pairs: &mut Vec<Pair>) {
        let Some(object) = self.object(left).filter(|object| object.is_live_heap()) else { return };
        for (next, cell) in object.linked_cells() {
            let Value::Address(Address { object: right, end: End::First, offset }) = cell.value else {
                continue;
            };
            let (Some(head), Some(other)) = (offset.as_constant(), self.object(right)) else { continue };
            let alike = right != left
                && other.is_live_heap()
                && object.shape != Shape::Optional
                && other.size == object.size
                && other.level == object.level
                && other.needs == object.needs
                && other.cell(next).is_some_and(|c| c.width == cell.width)
                && other.cell(next).and_then(|c| c.value.target()) != Some(left);
            if !alike {
                continue;
            }
            let prevs = other.cells().filter(|&(prev, c)| {
                prev > next
                    && matches!(c.value, Value::Address(a) if a.object == left
                        && a.offset == offset
                        && (a.end == End::Last || object.shape == Shape::Region))
                    && object.cell(prev).is_some()
            });
            let kinds: Vec<Option<i64>> = prevs.map(|(prev, _)| Some(prev)).chain([None]).collect();
            for prev in kinds {
                let links = Links { next, prev, head };
                let fits = |o: &Object| o.links().is_none_or(|own| own == links);
                let pair = Pair { links, left, right };
                if fits(object) && fits(other) && self.merged(pair, demands).is_some() {
                    pairs.push(pair);
                    break;
                }
            }
        }
    }

    /// What the elements of a folded pair have in common; `None` when it cannot be folded.
    fn merged(&self, pair: Pair, demands: Demands<'_>) -> Option<Merged> {
        // Most pairs that cannot be folded have too many references to the right object.
        if pair.links.prev.is_none() && self.references_to(pair.right).nth(MANY - 1).is_some() {
            return None;
        }
        let merged = self.merge_elements(pair.left, pair.right, pair.links, demands)?;
        self.can_fold(pair, &merged).then_some(merged)
    }

    /// Whether nothing points into what becomes the inside of the segment.
    fn can_fold(&self, pair: Pair, merged: &Merged) -> bool {
        let Pair { links, left, right } = pair;
        let (Some(a), Some(b)) = (self.object(left), self.object(right)) else { return false };
        let link_in = |r: &Reference| r.from == left && r.bit == links.next;
        if b.shape == Shape::Optional {
            // When it is missing, the link to it is null: so must be what comes after it, and nobody else may know it.
            // A link into its middle would be no null pointer.
            let is_last = b.cell(links.next).is_some_and(|cell| cell.value == Value::ZERO);
            return is_last
                && links.head == 0
                && self
                    .references_to(right)
                    .all(|r| link_in(&r) || r.from == right || merged.is_private(&r));
        }
        match links.prev {
            None => {
                let is_known = |r: &Reference| !is_outer(r, right) || merged.is_private(r);
                let mut into = self.references_to(right).filter(|r| !is_known(r));
                into.next().is_some_and(|r| link_in(&r)) && into.next().is_none()
            }
            Some(prev) => {
                let link_back = |r: &Reference| r.from == right && r.bit == prev;
                // A segment on the left must have no other reference to its last element, one on the right
                // none to its first.
                (a.shape == Shape::Region
                    || self.references_to(left).filter(|r| r.address.end == End::Last).all(|r| link_back(&r)))
                    && (b.shape == Shape::Region
                        || self.references_to(right).filter(|r| r.address.end == End::First).all(|r| link_in(&r)))
                    // Offsets other than that of the links would point to another element afterwards.
                    && self.references_to(right).any(|r| link_in(&r))
            }
        }
    }

    /// The numbers whose low bits a value can be; constants are read as signed or unsigned.
    #[must_use]
    pub fn value_range(&self, value: Value, width: u64, signed: bool) -> Option<Interval> {
        match value {
            Value::Bits(bits) => Some(Interval::single(number(bits, width, signed))),
            Value::Number(form) => Some(self.numbers.range(form)),
            Value::Each(range) => Some(range),
            Value::Any | Value::Address(_) | Value::Function(_) => None,
        }
    }

    /// Takes the right object of a pair into the left one.
    fn absorb(&mut self, pair: Pair, demands: Demands<'_>) -> Option<ObjectId> {
        let Pair { links, left, right } = pair;
        let merged = self.merged(pair, demands)?;
        let (a, b) = (self.object(left)?, self.object(right)?);
        let (Some(next), mut length) = (b.cell(links.next), (length_of(a), length_of(b))) else {
            return None;
        };
        let is_optional = b.shape == Shape::Optional;
        let prev = links.prev.and_then(|bit| a.cell(bit).map(|cell| (bit, cell)));
        // The segment keeps its name, the older one of two, so that widening finds it again in the next iteration.
        let (keep, gone) = match (a.shape, b.shape) {
            (Shape::Region, Shape::Segment { .. }) => (right, left),
            (Shape::Segment { .. }, Shape::Segment { .. }) if right < left => (right, left),
            _ => (left, right),
        };
        if is_optional {
            length.1 = Form::of(self.numbers.fresh(Interval::new(0, 1)));
        }
        let length = self.sum_of(length.0, length.1);
        self.clear(keep);
        for &(bit, cell) in &merged.cells {
            self.put_cell(keep, bit, cell);
        }
        self.put_below(&merged);
        self.put_cell(keep, links.next, next);
        if let Some((bit, cell)) = prev {
            self.put_cell(keep, bit, cell);
        }
        self.change(keep, |object| object.shape = Shape::Segment { links, length });
        self.remove(gone);
        let side = if gone == right { End::Last } else { End::First };
        self.redirect(gone, |address| {
            let end = if address.end == End::All { End::All } else { side };
            Some(Value::Address(Address { object: keep, end, ..address }))
        });
        Some(keep)
    }

    /// Forgets how long segments are, except that they have at least so many elements as before, or `least`.
    pub fn relax_lengths(&mut self, least: i128) {
        let segments: Vec<_> = self
            .objects()
            .filter_map(|(id, object)| match object.shape {
                Shape::Segment { links, length } => Some((id, links, length)),
                Shape::Region | Shape::Optional => None,
            })
            .collect();
        for (id, links, length) in segments {
            let range = self.numbers.range(length);
            let range = Interval::new(range.lo().min(least), (1 << 62).max(range.hi()));
            let length = Form::of(self.numbers.fresh(range));
            self.change(id, |object| object.shape = Shape::Segment { links, length });
        }
    }

    fn sum_of(&mut self, a: Form, b: Form) -> Form {
        if let Some(sum) = a.sum(b).or_else(|| self.numbers.known_sum(a, b)) {
            return sum;
        }
        let (ra, rb) = (self.numbers.range(a), self.numbers.range(b));
        let range = within_memory(sum_of_ranges(ra, rb));
        let sum = Form::of(self.numbers.fresh(range));
        // Both cannot fail: the symbol is new.
        let _ = self.numbers.assume_le(sum, a, rb.hi()) && self.numbers.assume_le(a, sum, -rb.lo());
        let _ = self.numbers.assume_le(sum, b, ra.hi()) && self.numbers.assume_le(b, sum, -ra.lo());
        sum
    }
}

/// Whether a reference comes from outside of an object and of what is nested below it.
fn is_outer(reference: &Reference, id: ObjectId) -> bool {
    reference.from != id && reference.address.end != End::All
}

/// What two numbers in these ranges can add up to.
pub(super) fn sum_of_ranges(a: Interval, b: Interval) -> Interval {
    Interval::new(a.lo().saturating_add(b.lo()), a.hi().saturating_add(b.hi()))
}

/// The narrowest range of numbers whose low bits either value can be, each in its graph.
pub(super) fn each_of((g, a): (&Smg, Value), (h, b): (&Smg, Value), width: u64) -> Option<Value> {
    let hulls = [true, false]
        .map(|signed| Some(g.value_range(a, width, signed)?.join(&h.value_range(b, width, signed)?)));
    hulls.into_iter().flatten().min_by_key(|hull| hull.hi().saturating_sub(hull.lo())).map(Value::Each)
}

/// How many elements an object stands for.
#[must_use]
pub fn length_of(object: &Object) -> Form {
    match object.shape {
        Shape::Region | Shape::Optional => Form::constant(1),
        Shape::Segment { length, .. } => length,
    }
}

/// Bits as a number.
#[must_use]
pub fn number(bits: u128, width: u64, signed: bool) -> i128 {
    argand_cfa::types::wrap_int(signed, width.min(128) as u32, bits.cast_signed())
}
