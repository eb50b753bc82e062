//! Reading and writing ranges of bits: the read and write reinterpretation of the paper.
//!
//! A range that is covered by known bits, zero edges of any width included, reads as those bits; a write cuts
//! what it overlaps and keeps the rest where the rest is known. A number that fills less than its cell is known in
//! parts: the low bits are the number itself, the others are zero.

use super::object::Cell;
use super::value::{Form, ObjectId, Value};
use super::{Object, Smg};

/// What a range holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Read {
    /// One value.
    Value(Value),
    /// Several values that do not make up one, or a part of one.
    Mixed,
    /// Nothing is known.
    Unknown,
}

fn low_bits(bits: u128, width: u64) -> u128 {
    if width >= 128 { bits } else { bits & ((1u128 << width) - 1) }
}

impl Object {
    /// The cells that share a bit with a range.
    pub fn overlapping(&self, bit: i64, width: u64) -> impl Iterator<Item = (i64, Cell)> + '_ {
        let end = bit.saturating_add_unsigned(width);
        let before =
            self.cells.before(bit).filter(|(start, cell)| start.saturating_add_unsigned(cell.width) > bit);
        before.into_iter().chain(self.cells.range(bit, end))
    }

    /// What a range holds.
    #[must_use]
    pub fn read(&self, bit: i64, width: u64) -> Read {
        if let Some(cell) = self.cells.get(bit)
            && cell.width == width
        {
            return Read::Value(cell.value);
        }
        let mut bits = 0u128;
        let mut reached = bit;
        let mut any = false;
        for (start, cell) in self.overlapping(bit, width) {
            any = true;
            let Value::Bits(value) = cell.value else { return Read::Mixed };
            if start > reached {
                return Read::Mixed;
            }
            reached = start.saturating_add_unsigned(cell.width);
            if value == 0 {
                continue;
            }
            if width > 128 {
                return Read::Mixed;
            }
            bits |= if start >= bit {
                value.checked_shl((start - bit) as u32).unwrap_or(0)
            } else {
                value.checked_shr(u32::try_from(bit - start).unwrap_or(u32::MAX)).unwrap_or(0)
            };
        }
        if !any {
            return Read::Unknown;
        }
        if reached < bit.saturating_add_unsigned(width) {
            return Read::Mixed;
        }
        Read::Value(Value::Bits(low_bits(bits, width)))
    }
}

impl Smg {
    /// What a range of an object holds.
    #[must_use]
    pub fn read(&self, object: ObjectId, bit: i64, width: u64) -> Read {
        match self.object(object).map(|o| (o, o.read(bit, width))) {
            Some((object, Read::Mixed)) => self.composed(object, bit, width).map_or(Read::Mixed, Read::Value),
            Some((_, read)) => read,
            None => Read::Unknown,
        }
    }

    /// The number that several cells and parts of cells make up, where that is a form.
    fn composed(&self, object: &Object, bit: i64, width: u64) -> Option<Value> {
        if width > 64 {
            return None;
        }
        let end = bit.checked_add_unsigned(width)?;
        let mut number = Form::ZERO;
        let mut reached = bit;
        for (start, cell) in object.overlapping(bit, width) {
            if start > reached {
                return None;
            }
            let (lo, hi) = (start.max(bit), start.checked_add_unsigned(cell.width)?.min(end));
            let piece = match self.part(cell, lo.abs_diff(start), hi.abs_diff(lo))? {
                Value::Bits(bits) => Form::constant(i128::try_from(bits).ok()?),
                Value::Number(form) if self.is_unsigned(form, hi.abs_diff(lo)) => form,
                _ => return None,
            };
            number = number.sum(piece.times(1i128 << lo.abs_diff(bit))?)?;
            reached = hi;
        }
        (reached >= end).then(|| match number.as_constant() {
            Some(number) => Value::Bits(low_bits(number.cast_unsigned(), width)),
            None => Value::Number(number),
        })
    }

    /// Whether a form is certainly not negative and has no more than `width` bits.
    fn is_unsigned(&self, form: Form, width: u64) -> bool {
        let range = self.numbers.range(form);
        range.lo() >= 0 && (width >= 127 || range.hi() < 1 << width)
    }

    /// The part of a cell from `from` bits after its start, `width` bits wide, where that is known.
    fn part(&self, cell: Cell, from: u64, width: u64) -> Option<Value> {
        let cut = |bits: u128| Value::Bits(low_bits(bits.checked_shr(from as u32).unwrap_or(0), width));
        match cell.value {
            Value::Bits(bits) if from < 128 => Some(cut(bits)),
            Value::Bits(_) => Some(Value::ZERO),
            Value::Any => Some(Value::Any),
            Value::Number(form) => match self.numbers.range(form).as_single() {
                Some(number) => Some(cut(low_bits(number.cast_unsigned(), cell.width))),
                None if from == 0 && self.is_unsigned(form, width) => Some(cell.value),
                None if self.is_unsigned(form, from) => Some(Value::ZERO),
                None => None,
            },
            Value::Address(_) | Value::Function(_) | Value::Each(_) => None,
        }
    }

    /// Writes a value to a range; `None` forgets what the range holds.
    pub fn write(&mut self, object: ObjectId, bit: i64, width: u64, value: Option<Value>) {
        let Some(target) = self.object(object).filter(|_| width > 0) else { return };
        if value.is_some() && target.cell(bit) == value.map(|value| Cell { width, value }) {
            return;
        }
        let end = bit.saturating_add_unsigned(width);
        if target.is_marked() {
            let (first, last) =
                (i128::from(bit.div_euclid(8)), i128::from(end.saturating_add(7).div_euclid(8)));
            let zero = self.zero(object);
            self.overwrite_marks(object, Form::constant(first), Form::constant(last - first));
            if value == Some(Value::ZERO) && zero.is_some() {
                // Zero does not overwrite zero.
                let last = self.object(object).and_then(|o| o.last);
                self.set_marks(object, zero, last);
            }
        }
        let Some(target) = self.object(object) else { return };
        let old: Vec<(i64, Cell)> = target.overlapping(bit, width).collect();
        for (start, cell) in old {
            self.drop_cell(object, start);
            let cell_end = start.saturating_add_unsigned(cell.width);
            if start < bit {
                let left = bit.abs_diff(start);
                if let Some(value) = self.part(cell, 0, left) {
                    self.put_cell(object, start, Cell { width: left, value });
                }
            }
            if cell_end > end {
                let right = cell_end.abs_diff(end);
                if let Some(value) = self.part(cell, end.abs_diff(start), right) {
                    self.put_cell(object, end, Cell { width: right, value });
                }
            }
        }
        if let Some(value) = value {
            self.put_cell(object, bit, Cell { width, value });
        }
    }

    /// Copies a range with all that is known of it. The ranges may overlap.
    pub fn copy(&mut self, from: (ObjectId, i64), to: (ObjectId, i64), width: u64) {
        let end = from.1.saturating_add_unsigned(width);
        let Some(source) = self.object(from.0) else { return };
        let mut parts: Vec<(i64, Cell)> = Vec::new();
        for (start, cell) in source.overlapping(from.1, width) {
            let cell_end = start.saturating_add_unsigned(cell.width);
            let (lo, hi) = (start.max(from.1), cell_end.min(end));
            let kept = if lo == start && hi == cell_end {
                Some(cell.value)
            } else {
                self.part(cell, lo.abs_diff(start), hi.abs_diff(lo))
            };
            if let Some(value) = kept {
                parts.push((lo - from.1 + to.1, Cell { width: hi.abs_diff(lo), value }));
            }
        }
        self.write(to.0, to.1, width, None);
        for (bit, cell) in parts {
            self.put_cell(to.0, bit, cell);
        }
    }
}
