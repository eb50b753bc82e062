//! Widening along a path: numbers that changed since an older visit of a loop head become symbols.
//!
//! Objects keep their name along a path, so the older graph and the newer one are compared cell by cell. A
//! number that differs becomes a new symbol whose range is widened (with thresholds), and whose differences to
//! other symbols are kept where they did not grow. So `i` and `n - i` survive as what a loop does to them.

use super::fold::{length_of, number};
use super::value::{Address, Form, ObjectId, Sym, Value};
use super::{Object, Read, Shape, Smg};
use crate::interval::Interval;
use crate::lattice::Meet as _;
use argand_support::FxHashSet;

/// Where a number is that changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slot {
    Cell { object: ObjectId, bit: i64, width: u64 },
    Offset { object: ObjectId, bit: i64, width: u64, address: Address },
    Length { object: ObjectId },
    Zero { object: ObjectId },
}

/// A number that changed: in the older graph and the newer one it is `unit · form + base`.
#[derive(Clone, Copy, Debug)]
struct Change {
    place: Slot,
    old: Form,
    new: Form,
    unit: i128,
    base: i128,
    bounds: Interval,
    /// Whether it is the length of a nested list.
    is_nested: bool,
}

/// A bound below this is worth keeping wherever it comes from.
const NEAR: i128 = 1 << 16;
/// What a number differs at most from the end of what it counts.
const LAST_BOUNDS: [i128; 2] = [-1, 0];
/// Sums of so many changed numbers are looked at.
const MAX_SUMMED: usize = 8;

impl Smg {
    /// Generalises what changed since `older`. True when anything did.
    pub fn generalise(&mut self, older: &Self, thresholds: &[i128]) -> bool {
        let changes = self.changes(older);
        if changes.is_empty() {
            return false;
        }
        let common: Vec<Sym> =
            self.numbers.symbols().map(|(sym, _)| sym).filter(|&sym| older.numbers.contains(sym)).collect();
        let ends = self.ends();
        let mut symbols: Vec<Form> = Vec::new();
        for change in &changes {
            let (old, new) = (older.numbers.range(change.old), self.numbers.range(change.new));
            let is_length = matches!(change.place, Slot::Length { .. });
            let range = old.widen_to(new, if is_length { &[0, 1] } else { thresholds }, change.bounds);
            // A range that the bounds of a guessed type cut below the value itself would be wrong. There are
            // never more elements or bytes than memory has room for.
            let range = match change.place {
                Slot::Cell { .. } => Interval::new(range.lo().min(new.lo()), range.hi().max(new.hi())),
                Slot::Offset { .. } | Slot::Length { .. } | Slot::Zero { .. } => {
                    range.meet(&change.bounds).unwrap_or(range)
                }
            };
            symbols.push(Form::of(self.numbers.fresh(range)));
        }
        for (i, change) in changes.iter().enumerate().filter(|(_, change)| !change.is_nested) {
            for &sym in &common {
                let other = Form::of(sym);
                let (old, new, now) = ((change.old, other), (change.new, other), (symbols[i], other));
                if !self.keep_bound(older, old, new, now) && ends.contains(&sym) {
                    self.try_bound(older, old, new, now);
                }
                self.keep_bound(older, (other, change.old), (other, change.new), (other, symbols[i]));
            }
            for (j, second) in changes.iter().enumerate() {
                if i != j && !second.is_nested {
                    let (old, new) = ((change.old, second.old), (change.new, second.new));
                    self.keep_bound(older, old, new, (symbols[i], symbols[j]));
                }
            }
        }
        self.keep_sums(older, &changes, &symbols, &common);
        for (change, symbol) in changes.iter().zip(symbols) {
            let Some(form) = symbol.times(change.unit).and_then(|f| f.plus(change.base)) else { continue };
            match change.place {
                Slot::Cell { object, bit, width } => {
                    self.write(object, bit, width, Some(Value::Number(form)));
                }
                Slot::Offset { object, bit, width, address } => {
                    let value = Value::Address(Address { offset: form, ..address });
                    self.write(object, bit, width, Some(value));
                }
                Slot::Zero { object } => {
                    let last = self.object(object).and_then(|o| o.last);
                    self.set_marks(object, Some(form), last);
                }
                Slot::Length { object } => self.change(object, |o| {
                    if let Shape::Segment { length, .. } = &mut o.shape {
                        *length = form;
                    }
                }),
            }
        }
        true
    }

    /// Keeps a bound on a difference that did not grow. One that only follows from wide ranges is no relation, and
    /// keeping it would bind a number that grows to the range of one that does not. False when it grew.
    fn keep_bound(&mut self, older: &Self, old: (Form, Form), new: (Form, Form), now: (Form, Form)) -> bool {
        let (before, after) = (older.numbers.upper(old.0, old.1), self.numbers.upper(new.0, new.1));
        let implied = older.numbers.range(old.0).hi().saturating_sub(older.numbers.range(old.1).lo());
        if after <= before && (before < implied || before.saturating_abs() < NEAR) {
            // The symbols are new or known to satisfy it: it cannot fail.
            let _ = self.numbers.assume_le(now.0, now.1, before);
        }
        after <= before
    }

    /// Widens the bound on a difference to the end of something that grew: loops that stop there leave it where the
    /// end is, or just before it.
    fn try_bound(&mut self, older: &Self, old: (Form, Form), new: (Form, Form), now: (Form, Form)) {
        let (before, after) = (older.numbers.upper(old.0, old.1), self.numbers.upper(new.0, new.1));
        let next = LAST_BOUNDS.into_iter().find(|&bound| after <= bound);
        if let Some(bound) = next.filter(|_| before.saturating_abs() < NEAR) {
            // As above.
            let _ = self.numbers.assume_le(now.0, now.1, bound);
        }
    }

    /// The symbols that say where an object or a string in one ends.
    fn ends(&self) -> FxHashSet<Sym> {
        let ends = |object: &Object| [object.size.sym(), object.zero.and_then(Form::sym)];
        self.objects().flat_map(|(_, object)| ends(object)).flatten().collect()
    }

    /// Keeps what two changed numbers add up to, where that did not change: the parts of a list that is walked.
    fn keep_sums(&mut self, older: &Self, changes: &[Change], symbols: &[Form], common: &[Sym]) {
        // What each element of a list has for itself is related to nothing.
        let (changes, symbols): (Vec<Change>, Vec<Form>) =
            changes.iter().zip(symbols).filter(|(change, _)| !change.is_nested).unzip();
        let wholes: Vec<(Form, Form, Form)> = common
            .iter()
            .map(|&sym| (Form::of(sym), Form::of(sym), Form::of(sym)))
            .chain(changes.iter().zip(&symbols).map(|(change, &now)| (change.old, change.new, now)))
            .collect();
        for (i, first) in changes.iter().enumerate().take(MAX_SUMMED) {
            for (j, second) in changes.iter().enumerate().take(MAX_SUMMED).skip(i + 1) {
                for &(old, new, now) in &wholes {
                    let before = older.numbers.surplus(first.old, second.old, old);
                    if let (Some(c), Some(a), Some(b), Some(t)) =
                        (before, symbols[i].sym(), symbols[j].sym(), now.sym())
                        && self.numbers.surplus(first.new, second.new, new) == Some(c)
                    {
                        // The symbols are new: it cannot fail.
                        let _ = self.numbers.assume_sum(a, b, t, c);
                    }
                }
            }
        }
    }

    fn changes(&self, older: &Self) -> Vec<Change> {
        let mut pairs: Vec<(ObjectId, ObjectId)> = Vec::new();
        for (root, new) in self.roots() {
            if let Some(old) = older.root(root) {
                pairs.push((old, new));
            }
        }
        for (id, _) in self.objects() {
            if older.object(id).is_some() && !pairs.iter().any(|&(_, new)| new == id) {
                pairs.push((id, id));
            }
        }
        let mut changes = Vec::new();
        for (old_id, new_id) in pairs {
            let (Some(old), Some(new)) = (older.object(old_id), self.object(new_id)) else { continue };
            if !new.valid {
                continue;
            }
            if let (Shape::Segment { links, .. }, Shape::Segment { links: before, .. }) =
                (new.shape, old.shape)
                && links == before
            {
                let place = Slot::Length { object: new_id };
                let bounds = Interval::new(0, 1 << 62);
                self.push(&mut changes, place, length_of(old), length_of(new), (1, 0), bounds);
            }
            if new.level > 0 {
                continue;
            }
            if let (Some(before), Some(now)) = (old.zero, new.zero) {
                let bounds = Interval::new(0, 1 << 62);
                self.push(&mut changes, Slot::Zero { object: new_id }, before, now, (1, 0), bounds);
            }
            for (bit, cell) in new.cells() {
                let Read::Value(before) = old.read(bit, cell.width) else { continue };
                if before == cell.value {
                    continue;
                }
                let width = cell.width;
                match (before, cell.value) {
                    (Value::Address(a), Value::Address(b)) if a.object == b.object && a.end == b.end => {
                        let place = Slot::Offset { object: new_id, bit, width, address: b };
                        let (unit, base) = stride(a.offset, b.offset);
                        let bounds = Interval::new(-(1 << 64), 1 << 64);
                        self.push(&mut changes, place, a.offset, b.offset, (unit, base), bounds);
                    }
                    (Value::Bits(_) | Value::Number(_), Value::Bits(_) | Value::Number(_)) if width <= 64 => {
                        let place = Slot::Cell { object: new_id, bit, width };
                        let (a, b) = (form_of(before, width), form_of(cell.value, width));
                        let hull = (older.numbers.range(a), self.numbers.range(b));
                        let bounds = bounds_for(hull.0, hull.1, width);
                        self.push(&mut changes, place, a, b, (1, 0), bounds);
                    }
                    _ => {}
                }
            }
        }
        changes
    }

    fn push(
        &self,
        changes: &mut Vec<Change>,
        place: Slot,
        old: Form,
        new: Form,
        (unit, base): (i128, i128),
        bounds: Interval,
    ) {
        let inner = |form: Form| form.plus(-base).and_then(|f| f.exactly_by(unit));
        if let (Some(old), Some(new)) = (inner(old), inner(new))
            && old != new
        {
            let is_nested = match place {
                Slot::Length { object } => self.object(object).is_some_and(|o| o.level > 0),
                Slot::Cell { .. } | Slot::Offset { .. } | Slot::Zero { .. } => false,
            };
            changes.push(Change { place, old, new, unit, base, bounds, is_nested });
        }
    }
}

/// A value of a cell as a number; constants are read as signed.
fn form_of(value: Value, width: u64) -> Form {
    match value {
        Value::Number(form) => form,
        Value::Bits(bits) => Form::constant(number(bits, width, true)),
        _ => Form::ZERO,
    }
}

/// The step of two offsets and where it starts.
fn stride(old: Form, new: Form) -> (i128, i128) {
    let unit = match (old.term, new.term) {
        (None, None) => (new.add - old.add).abs(),
        (Some((_, m)), _) | (None, Some((_, m))) => i128::from(m).abs(),
    };
    let unit = unit.max(1);
    let base = old.add.rem_euclid(unit);
    let fits = |f: Form| (f.add - base) % unit == 0 && f.term.is_none_or(|(_, m)| i128::from(m) % unit == 0);
    if fits(old) && fits(new) { (unit, base) } else { (1, 0) }
}

/// The range of the type that a cell of this width seems to have.
fn bounds_for(old: Interval, new: Interval, width: u64) -> Interval {
    let half = 1i128 << (width - 1);
    if new.hi() >= half || old.hi() >= half {
        Interval::new(0.min(new.lo()), half * 2 - 1)
    } else {
        Interval::new(-half, half - 1)
    }
}
