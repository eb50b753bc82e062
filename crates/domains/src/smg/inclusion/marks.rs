//! Bytes that are known although they are at no constant distance.

use super::super::value::{Form, ObjectId, Value};
use super::super::{Object, Read};
use super::Walk;

/// So many bytes are tried for one that is at no known distance.
const MAX_BYTES: usize = 64;

impl Walk<'_> {
    /// Whether what is known of bytes at no constant distance is known in the small graph, too: as a mark, or, once the
    /// distance is known, as a cell.
    pub(super) fn marks(&mut self, a: ObjectId, y: &Object) -> bool {
        let (own_zero, own_last) = self.small.marks(a);
        let zero = match (own_zero, y.zero) {
            (Some(own), Some(zero)) => self.form(own, zero),
            (None, Some(zero)) => {
                self.marks.push((a, zero, Value::ZERO));
                true
            }
            (_, None) => true,
        };
        zero && match (own_last, y.last) {
            (Some(own), Some(last)) => self.form(own.at, last.at) && self.form(own.value, last.value),
            (None, Some(last)) => {
                self.marks.push((a, last.at, Value::Number(last.value)));
                true
            }
            (_, None) => true,
        }
    }

    /// Whether a byte of the small graph is what the big graph knows of one. A distance that nothing else tells is any
    /// at which there is such a byte.
    pub(super) fn byte(&mut self, a: ObjectId, at: Form, wanted: Value) -> bool {
        let Some((sym, factor)) = at.term else { return self.byte_at(a, at, wanted) };
        if let Some(known) = self.symbols.get(&sym) {
            let distance = known.times(i128::from(factor)).and_then(|form| form.plus(at.add));
            return distance.is_some_and(|distance| self.byte_at(a, distance, wanted));
        }
        let Some(object) = self.small.object(a).cloned() else { return false };
        let bytes = object.cells().flat_map(|(bit, cell)| {
            let first = bit.div_euclid(8);
            (first..=first.saturating_add_unsigned(cell.width / 8)).take(MAX_BYTES)
        });
        for byte in bytes.take(MAX_BYTES) {
            let distance = Form::constant(i128::from(byte));
            let Some(value) = distance.plus(-at.add).and_then(|form| form.exactly_by(i128::from(factor)))
            else {
                continue;
            };
            let mut trial = self.clone();
            trial.symbols.insert(sym, value);
            if self.small.numbers.within(value, self.big.numbers.range_of(sym))
                && trial.byte_at(a, distance, wanted)
                && trial.constraints()
            {
                *self = trial;
                return true;
            }
        }
        false
    }

    fn byte_at(&mut self, a: ObjectId, distance: Form, wanted: Value) -> bool {
        let distance = self.small.numbers.simplified(distance).as_constant();
        let bit = distance.and_then(|byte| i64::try_from(byte).ok()).and_then(|byte| byte.checked_mul(8));
        match bit.map(|bit| self.small.read(a, bit, 8)) {
            Some(Read::Value(value)) => self.value(value, wanted, 8),
            _ => false,
        }
    }
}
