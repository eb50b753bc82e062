//! Bytes that are known although they are at no constant distance.
//!
//! Cells are at constant distances from the start of an object. In memory of unknown size what matters most is where a
//! string ends, and that is at a symbolic distance: [`Object::zero`](super::Object). Whether the byte that a loop looks
//! at is that end is known only after it was read or written: [`Object::last`](super::Object) remembers it until then.

use super::value::{Form, ObjectId};
use super::{Object, Smg};

/// A known byte at a distance that may be symbolic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mark {
    /// Its distance from the start of the object in bytes.
    pub at: Form,
    /// A number whose low bits it holds.
    pub value: Form,
}

impl Object {
    /// Whether a byte is known that the cells do not tell.
    pub(super) const fn is_marked(&self) -> bool {
        self.zero.is_some() || self.last.is_some()
    }
}

impl Smg {
    /// Where a byte is that is certainly zero and that the cells do not tell; the first one, where two are known.
    #[must_use]
    pub fn zero(&self, object: ObjectId) -> Option<Form> {
        let object = self.object(object)?;
        let is_zero = |mark: &Mark| self.numbers.range(mark.value).as_single() == Some(0);
        match (object.zero, object.last.filter(is_zero)) {
            (Some(zero), Some(last)) if self.numbers.upper(last.at, zero) > 0 => Some(zero),
            (_, Some(last)) => Some(last.at),
            (zero, None) => zero,
        }
    }

    /// What is known of bytes of an object at no constant distance: where one is zero, and the last one looked at.
    #[must_use]
    pub fn marks(&self, object: ObjectId) -> (Option<Form>, Option<Mark>) {
        self.object(object).map_or((None, None), |object| (object.zero, object.last))
    }

    /// Sets what is known of bytes at no constant distance.
    pub fn set_marks(&mut self, object: ObjectId, zero: Option<Form>, last: Option<Mark>) {
        if self.object(object).is_some_and(|o| o.zero != zero || o.last != last) {
            self.change(object, |o| (o.zero, o.last) = (zero, last));
        }
    }

    /// Forgets the bytes that may be among the `bytes` bytes from `first` on, which are written.
    pub fn overwrite_marks(&mut self, object: ObjectId, first: Form, bytes: Form) {
        let Some((zero, last)) = self.object(object).filter(|o| o.is_marked()).map(|o| (o.zero, o.last))
        else {
            return;
        };
        let is_apart = |at: Form| {
            let before = match first.sum(bytes) {
                Some(end) => self.numbers.upper(end, at) <= 0,
                None => self.numbers.upper(first, at) <= self.numbers.range(bytes).hi().saturating_neg(),
            };
            before || self.numbers.upper(at, first) < 0
        };
        let (zero, last) = (zero.filter(|&at| is_apart(at)), last.filter(|mark| is_apart(mark.at)));
        self.set_marks(object, zero, last);
    }

    /// Forgets bytes that are not certainly zero.
    pub fn settle_marks(&mut self) {
        if !self.outline.has_marks() {
            return;
        }
        let marked: Vec<ObjectId> = self.objects().filter(|(_, o)| o.is_marked()).map(|(id, _)| id).collect();
        for id in marked {
            self.set_marks(id, self.zero(id), None);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail anywhere")]
    use super::super::inclusion::is_included;
    use super::super::{Storage, Value};
    use super::*;
    use crate::interval::Interval;
    use argand_cfa::EdgeId;

    /// A region of `n` bytes with `1 <= n <= 100` whose last one is zero.
    fn text() -> (Smg, ObjectId, Form) {
        let mut graph = Smg::default();
        let size = Form::of(graph.numbers.fresh(Interval::new(1, 100)));
        let id = graph.add(Object::region(size, Storage::Alloca, EdgeId::new(0)));
        graph.set_root(1, id);
        graph.set_marks(id, size.plus(-1), None);
        (graph, id, size)
    }

    #[test]
    fn a_write_that_may_hit_the_zero_forgets_it_and_others_do_not() {
        let (graph, id, size) = text();
        let mut somewhere = graph.clone();
        somewhere.write(id, 0, 8, Some(Value::Bits(1)));
        assert_eq!(somewhere.zero(id), None, "a text of one byte has its zero there");
        let mut zeroed = graph.clone();
        zeroed.write(id, 0, 8, Some(Value::ZERO));
        assert_eq!(zeroed.zero(id), size.plus(-1));
        let mut longer = graph.clone();
        assert!(longer.numbers.assume_le(Form::constant(5), size, 0));
        longer.write(id, 24, 8, Some(Value::Bits(1)));
        assert_eq!(longer.zero(id), size.plus(-1));
        longer.overwrite_marks(id, Form::ZERO, size);
        assert_eq!(longer.zero(id), None);
        let mut cleared = graph;
        cleared.clear(id);
        assert_eq!(cleared.zero(id), None);
    }

    #[test]
    fn the_last_byte_is_a_zero_once_it_is_known_to_be_one() {
        let (mut graph, id, size) = text();
        let (at, value) =
            (graph.numbers.fresh(Interval::new(0, 99)), graph.numbers.fresh(Interval::new(-128, 127)));
        let (at, value) = (Form::of(at), Form::of(value));
        assert!(graph.numbers.assume_le(at, size, -2));
        graph.set_marks(id, size.plus(-1), Some(Mark { at, value }));
        assert_eq!(graph.zero(id), size.plus(-1));
        assert!(graph.numbers.assume_eq(value, Form::ZERO));
        assert_eq!(graph.zero(id), Some(at), "the first one ends the text");
        graph.settle_marks();
        let object = graph.object(id).unwrap();
        assert_eq!((object.zero, object.last), (Some(at), None));
    }

    #[test]
    fn only_who_knows_no_more_of_the_end_of_a_text_covers_it() {
        let (graph, id, _) = text();
        let mut other = graph.clone();
        other.set_marks(id, None, None);
        assert!(is_included(&graph, &graph) && is_included(&graph, &other));
        assert!(!is_included(&other, &graph));
        let mut elsewhere = graph.clone();
        elsewhere.set_marks(id, Some(Form::ZERO), None);
        assert!(!is_included(&elsewhere, &graph) && !is_included(&graph, &elsewhere));
    }
}
