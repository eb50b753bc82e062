//! Accesses to memory: is the address valid, what is there, what is written there.
//!
//! An access that certainly fails is a violation and ends the path. One that may fail is both: a violation, and a
//! path on which it is assumed not to fail. Whether the violation is real is for the evidence to show.

use super::eval::Spot;
use super::step::{Halt, Res, Transfer};
use argand_cfa::{MemoryProperty, PlaceId, TypeId, VarId, VarKind};
use argand_domains::interval::Interval;
use argand_domains::smg::{Address, Form, Mark, Object, ObjectId, Read, Storage, Value};
use argand_domains::{IntShape, Lattice as _};

/// An offset that can be one of so few is looked at case by case where pointers are at stake.
const MAX_CASES: i128 = 12;

/// So many cells are looked at for the zeros at the end of a string.
const MAX_CELLS: usize = 32;

/// So many places are looked at one by one for a read across cells.
const MAX_PLACES: i128 = 64;

/// What an access does, for messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// It reads.
    Read,
    /// It writes.
    Write,
}

impl Transfer<'_> {
    /// The object of a variable of the running function; it is made when it is first needed.
    pub fn var_object(&mut self, var: VarId) -> ObjectId {
        let root = self.state.root_of(self.program, var);
        if let Some(id) = self.state.graph.root(root) {
            return id;
        }
        let size = Form::constant(i128::from(self.program.var_size(var).unwrap_or(0)));
        let is_static = self.program.vars[var].is_static();
        let storage = if is_static { Storage::Static(var) } else { Storage::Local(var) };
        let id = self.state.graph.add(Object::region(size, storage, self.edge));
        self.state.graph.set_root(root, id);
        id
    }

    /// Makes sure that `size` bytes from an address may be accessed.
    pub fn access(&mut self, base: Value, size: Form, purpose: Purpose) -> Res<Address> {
        let does = match purpose {
            Purpose::Read => "reads",
            Purpose::Write => "writes",
        };
        let address = match base {
            Value::Address(address) => address,
            Value::Number(form) => {
                let range = self.state.graph.numbers.range(form);
                if range.hi() < 4096 {
                    let message = format!("the program {does} through a null pointer");
                    return Err(self.violate_and_end(None, MemoryProperty::Deref, message));
                }
                self.violate(
                    MemoryProperty::Deref,
                    format!("the program {does} through a pointer of unknown value"),
                );
                return Err(Halt::Gap("an access through a pointer of unknown value".to_owned()));
            }
            Value::Function(_) => {
                let message = format!("the program {does} the code of a function");
                return Err(self.violate_and_end(None, MemoryProperty::Deref, message));
            }
            _ => {
                self.violate(
                    MemoryProperty::Deref,
                    format!("the program {does} through a pointer of unknown value"),
                );
                return Err(Halt::Gap("an access through a pointer of unknown value".to_owned()));
            }
        };
        if self.state.graph.is_segment(address.object) {
            return Err(Halt::Unfold(address.object, address.end));
        }
        let Some(object) = self.state.graph.object(address.object).cloned() else {
            return Err(Halt::Gap("an access to forgotten memory".to_owned()));
        };
        let name = |step: &Self| step.describe(address.object);
        if !object.valid {
            let message = format!("the program {does} {}", name(self));
            return Err(self.violate_and_end(Some(address.object), MemoryProperty::Deref, message));
        }
        let numbers = &self.state.graph.numbers;
        let (offset, size) = (numbers.simplified(address.offset), numbers.simplified(size));
        // offset >= 0 and offset + size <= object size
        let below = numbers.upper(Form::ZERO, offset);
        let last = offset.sum(size);
        let beyond = match last {
            Some(last) => numbers.upper(last, object.size),
            None => numbers.range(size).hi().saturating_add(numbers.upper(offset, object.size)),
        };
        if below > 0 || beyond > 0 {
            let message = format!(
                "the program {does} {size} bytes at offset {} of {}, which has {} bytes",
                numbers.range(offset),
                name(self),
                numbers.range(object.size)
            );
            let before = self.state.clone();
            let numbers = &mut self.state.graph.numbers;
            let stays = numbers.assume_le(Form::ZERO, offset, 0)
                && match last {
                    Some(last) => numbers.assume_le(last, object.size, 0),
                    None => {
                        let least = numbers.range(size).lo();
                        numbers.assume_le(offset, object.size, least.saturating_neg())
                    }
                };
            let after = std::mem::replace(&mut self.state, before);
            if !stays {
                return Err(self.violate_and_end(Some(address.object), MemoryProperty::Deref, message));
            }
            self.violate_or_go_on(Some(address.object), MemoryProperty::Deref, message);
            self.state = after;
        }
        if purpose == Purpose::Write && self.is_read_only(object.storage) {
            return Err(Halt::Gap("a write to memory that must not be written".to_owned()));
        }
        Ok(Address { offset: self.state.graph.numbers.simplified(offset), ..address })
    }

    pub(super) fn is_read_only(&self, storage: Storage) -> bool {
        match storage {
            Storage::Static(var) => {
                self.program.vars[var].kind == VarKind::StringLiteral
                    || self.program.read_only.binary_search(&var).is_ok()
            }
            _ => false,
        }
    }

    /// The value in a place of scalar type.
    pub fn load(&mut self, place: PlaceId) -> Res<Value> {
        let spot = self.locate(place)?;
        let ty = self.program.place(place).ty;
        let Some(width) = self.program.place_width(place) else {
            return Err(Halt::Gap("a value of a type without a size".to_owned()));
        };
        self.load_at(spot, width, ty)
    }

    /// The value of type `ty` at a spot.
    pub fn load_at(&mut self, spot: Spot, width: u64, ty: TypeId) -> Res<Value> {
        let bytes = Form::constant(i128::from((spot.bits + width).div_ceil(8)));
        let address = self.access(spot.base, bytes, Purpose::Read)?;
        if spot.bits == 0
            && width == 8
            && let Some(byte) = self.marked(address)?
        {
            return Ok(self.interpret(to_cell(Value::Number(byte), width), width, ty));
        }
        let Some(offset) = address.offset.as_constant() else {
            return self.load_somewhere(address, spot.bits, width, ty);
        };
        let bit = bit_at(offset, spot.bits)?;
        let read = self.state.graph.read(address.object, bit, width);
        let Read::Value(value) = read else {
            let value = self.unknown_bits(width, ty);
            if read == Read::Unknown && self.known(address.object, width, value).is_some() {
                // The next read gives the same.
                self.name(address.object, bit, width, value);
            }
            return Ok(value);
        };
        let result = self.interpret(value, width, ty);
        if value == Value::Any && self.known(address.object, width, result).is_some() {
            self.name(address.object, bit, width, result);
        }
        Ok(result)
    }

    /// Gives a name to what memory holds. Memory itself stays as it is.
    pub(super) fn name(&mut self, object: ObjectId, bit: i64, width: u64, value: Value) {
        let marks = self.state.graph.marks(object);
        self.state.graph.write(object, bit, width, Some(value));
        self.state.graph.set_marks(object, marks.0, marks.1);
    }

    /// The byte at an address, if it is a marked one. An address that is not behind the zero that ends a string is
    /// looked at case by case: who reads something else than zero there knows that the string goes on.
    fn marked(&self, address: Address) -> Res<Option<Form>> {
        let graph = &self.state.graph;
        let Some(object) = graph.object(address.object) else { return Ok(None) };
        let zero = graph.zero(address.object);
        if zero.is_some_and(|zero| graph.numbers.equal(address.offset, zero)) {
            return Ok(Some(Form::ZERO));
        }
        if let Some(last) = object.last.filter(|last| graph.numbers.equal(address.offset, last.at)) {
            return Ok(Some(graph.numbers.simplified(last.value)));
        }
        // Of other forms it cannot be remembered that they differ.
        let is_plain = |form: Form| form.term.is_none_or(|(_, factor)| factor == 1);
        if !is_plain(address.offset) {
            return Ok(None);
        }
        let is_before = |zero: Form| graph.numbers.upper(address.offset, zero) == 0;
        if let Some(zero) = zero.filter(|&z| is_plain(z) && is_before(z)) {
            return Err(Halt::Reach(address.offset, zero));
        }
        if address.offset.as_constant().is_none()
            && let Some(zeros) = self.last_zeros(address, object)
        {
            return Err(Halt::Reach(address.offset, Form::constant(zeros)));
        }
        Ok(None)
    }

    /// The first of the zeros that the bytes end with which may be read at an inexact offset, if not all of them are.
    fn last_zeros(&self, address: Address, object: &Object) -> Option<i128> {
        let range = self.state.graph.numbers.range(address.offset);
        let mut first = range.hi().checked_add(1)?;
        for _ in 0..MAX_CELLS {
            let bit = i64::try_from(first - 1).ok().and_then(|byte| byte.checked_mul(8))?;
            if first <= range.lo() || object.read(bit, 8) != Read::Value(Value::ZERO) {
                return (first > range.lo() && first <= range.hi()).then_some(first);
            }
            // The whole cell is zero, or this byte alone where it has several.
            let start =
                object.overlapping(bit, 8).find(|(_, cell)| cell.value == Value::ZERO).map(|(bit, _)| bit);
            first = start.map_or(first - 1, |start| i128::from(start.saturating_add(7) / 8)).min(first - 1);
        }
        None
    }

    /// Any value that `width` bits of memory can be for a type.
    fn unknown_bits(&mut self, width: u64, ty: TypeId) -> Value {
        match self.cell_shape(width, ty) {
            Some(shape) => Value::Number(self.fresh(Interval::of_shape(shape))),
            None => Value::Any,
        }
    }

    /// The shape of a number in a cell: that of its type, or narrower for a bit-field.
    fn cell_shape(&self, width: u64, ty: TypeId) -> Option<IntShape> {
        let shape = self.shape(ty)?;
        if shape.boolean || width >= u64::from(shape.width) {
            return Some(shape);
        }
        Some(IntShape::new(shape.signed, width as u32))
    }

    /// Takes the content of a cell as a value of a type.
    fn interpret(&mut self, value: Value, width: u64, ty: TypeId) -> Value {
        let types = &self.program.types;
        if types.is_float(ty) {
            return if matches!(value, Value::Bits(_)) { value } else { Value::Any };
        }
        let Some(shape) = self.cell_shape(width, ty) else { return Value::Any };
        match value {
            Value::Bits(bits) if shape.boolean => Value::Number(Form::constant(i128::from(bits != 0))),
            Value::Bits(bits) => Value::Number(Form::constant(shape.wrap(bits.cast_signed()))),
            Value::Number(form) => Value::Number(self.wrapped(form, shape)),
            Value::Each(range) => {
                let form = self.fresh(range);
                Value::Number(self.wrapped(form, shape))
            }
            Value::Address(_) | Value::Function(_) if self.holds_address(ty) => value,
            Value::Address(_) | Value::Function(_) | Value::Any => self.unknown_bits(width, ty),
        }
    }

    /// A read at an offset that is not known exactly.
    fn load_somewhere(&mut self, address: Address, bits: u64, width: u64, ty: TypeId) -> Res<Value> {
        let value = self.load_anything(address, bits, width, ty)?;
        if let (0, 8, Value::Number(byte)) = (bits, width, value)
            && self.state.graph.numbers.range(byte).as_single().is_none()
        {
            // The next read gives the same.
            let zero = self.state.graph.zero(address.object);
            let last = Mark { at: address.offset, value: byte };
            self.state.graph.set_marks(address.object, zero, Some(last));
        }
        Ok(value)
    }

    fn load_anything(&mut self, address: Address, bits: u64, width: u64, ty: TypeId) -> Res<Value> {
        let Some((first, reach)) = self.stretch(address, bits, width) else {
            return Ok(self.unknown_bits(width, ty));
        };
        let Some(object) = self.state.graph.object(address.object) else { return Ok(Value::Any) };
        let cells: Vec<_> = object.overlapping(first, reach).collect();
        if self.program.types.is_pointer(ty)
            && cells.iter().any(|(_, c)| matches!(c.value, Value::Address(_) | Value::Function(_)))
        {
            self.split(address.offset)?;
        }
        let Some(shape) = self.cell_shape(width, ty) else { return Ok(Value::Any) };
        let stride = factor(address.offset).saturating_mul(8);
        let is_aligned = stride % i128::from(width) == 0;
        if !is_aligned && cells.iter().any(|(_, cell)| cell.value != Value::ZERO) {
            let range = self.hull_of_each(address.object, (first, reach), stride, (width, shape));
            return Ok(match range {
                Some(range) => Value::Number(self.fresh(range)),
                None => self.unknown_bits(width, ty),
            });
        }
        // The hull of everything that can be there, if all of it is known.
        let mut hull: Option<Interval> = None;
        let mut reached = first;
        for (bit, cell) in &cells {
            let range = match cell.value {
                Value::Bits(0) => Some(Interval::single(0)),
                value if cell.width == width && bit.abs_diff(first).is_multiple_of(width) => {
                    self.state.graph.value_range(value, width, shape.signed)
                }
                _ => None,
            };
            let (true, Some(range)) = (*bit <= reached, range) else {
                return Ok(self.unknown_bits(width, ty));
            };
            hull = Some(hull.map_or(range, |h| h.join(&range)));
            reached = bit.saturating_add_unsigned(cell.width);
        }
        let all = reached >= first.saturating_add_unsigned(reach);
        match hull.filter(|h| all && h.leq(&Interval::of_shape(shape))) {
            Some(range) => Ok(Value::Number(self.fresh(range))),
            None => Ok(self.unknown_bits(width, ty)),
        }
    }

    /// The hull of what can be read at each of a few places, `stride` bits apart in a stretch, where that is known.
    fn hull_of_each(
        &self,
        object: ObjectId,
        (first, reach): (i64, u64),
        stride: i128,
        (width, shape): (u64, IntShape),
    ) -> Option<Interval> {
        let count = i128::from(reach - width).checked_div(stride)?;
        let mut hull: Option<Interval> = None;
        for step in 0..=count.min(MAX_PLACES) {
            let bit = i64::try_from(step * stride).ok()?.checked_add(first)?;
            let Read::Value(value) = self.state.graph.read(object, bit, width) else { return None };
            let range = self.state.graph.value_range(value, width, shape.signed)?;
            hull = Some(hull.map_or(range, |h| h.join(&range)));
        }
        hull.filter(|h| count <= MAX_PLACES && h.leq(&Interval::of_shape(shape)))
    }

    /// The bits that an access at an inexact offset may touch: first bit and width.
    pub(super) fn stretch(&self, address: Address, bits: u64, width: u64) -> Option<(i64, u64)> {
        let range = self.state.graph.numbers.range(address.offset);
        let first = i64::try_from(range.lo().checked_mul(8)?).ok()?.checked_add_unsigned(bits)?;
        let last = i64::try_from(range.hi().checked_mul(8)?).ok()?.checked_add_unsigned(bits)?;
        Some((first, last.abs_diff(first).checked_add(width)?))
    }

    /// Asks for one case for each number a form can be, if they are few.
    pub(super) fn split(&self, form: Form) -> Res<()> {
        if let Some(&(_, a, b)) = self.sums.iter().find(|sum| Some(sum.0) == form.sym()) {
            self.split(a)?;
            return self.split(b);
        }
        let range = self.state.graph.numbers.range(form);
        let step = factor(form);
        if range.hi().saturating_sub(range.lo()) / step < MAX_CASES {
            let mut numbers = Vec::new();
            let mut at = range.lo();
            while at <= range.hi() {
                numbers.push(at);
                at += step;
            }
            return Err(Halt::Split(form, numbers));
        }
        Ok(())
    }

    /// Writes a value of type `ty` to a place.
    pub fn store(&mut self, place: PlaceId, value: Value) -> Res<()> {
        let spot = self.locate(place)?;
        let Some(width) = self.program.place_width(place) else {
            return Err(Halt::Gap("a value of a type without a size".to_owned()));
        };
        let bytes = Form::constant(i128::from((spot.bits + width).div_ceil(8)));
        let address = self.access(spot.base, bytes, Purpose::Write)?;
        self.write(address, spot.bits, width, Some(value))
    }

    /// Writes to an address that was checked; `None` forgets.
    pub fn write(&mut self, address: Address, bits: u64, width: u64, value: Option<Value>) -> Res<()> {
        if let Some(offset) = address.offset.as_constant() {
            let bit = bit_at(offset, bits)?;
            self.put(address.object, bit, width, value.map(|value| to_cell(value, width)));
            return Ok(());
        }
        if value.is_some_and(|value| value.target().is_some()) {
            // A pointer that is stored nowhere in particular would look lost.
            self.split(address.offset)?;
        }
        let zero = self.state.graph.zero(address.object);
        self.forget_somewhere(address, bits, width)?;
        if bits == 0 && width >= 8 {
            self.mark_written(address, width, value, zero);
        }
        Ok(())
    }

    /// Remembers what was written at an inexact offset. Before that there was a `zero`.
    fn mark_written(&mut self, address: Address, width: u64, value: Option<Value>, zero: Option<Form>) {
        let graph = &mut self.state.graph;
        match value.map(|value| to_cell(value, width)) {
            Some(Value::Bits(0)) => {
                // Zero does not overwrite zero. The first one ends the string.
                let first = zero.filter(|&z| graph.numbers.upper(z, address.offset) <= 0);
                graph.set_marks(address.object, Some(first.unwrap_or(address.offset)), None);
            }
            Some(Value::Number(value)) if width == 8 => {
                let zero = graph.zero(address.object);
                graph.set_marks(address.object, zero, Some(Mark { at: address.offset, value }));
            }
            _ => {}
        }
    }

    /// Forgets everything that a write at an inexact offset may touch.
    pub fn forget_somewhere(&mut self, address: Address, bits: u64, width: u64) -> Res<()> {
        let holds_pointers = |object: &Object, first, reach| {
            object.overlapping(first, reach).any(|(_, c)| c.value.target().is_some())
        };
        let bytes = i128::from(bits.saturating_add(width).div_ceil(8));
        self.state.graph.overwrite_marks(address.object, address.offset, Form::constant(bytes));
        let marks = self.state.graph.marks(address.object);
        match self.stretch(address, bits, width) {
            Some((first, reach)) => {
                if self.state.graph.object(address.object).is_some_and(|o| holds_pointers(o, first, reach)) {
                    self.split(address.offset)?;
                }
                self.forget_range(address.object, first, reach);
                // What may be written is all around it, but not there.
                self.state.graph.set_marks(address.object, marks.0, marks.1);
            }
            None => self.state.graph.clear(address.object),
        }
        Ok(())
    }

    /// Forgets every cell that a range touches.
    pub fn forget_range(&mut self, object: ObjectId, first: i64, reach: u64) {
        let cells: Vec<_> = match self.state.graph.object(object) {
            Some(target) => target.overlapping(first, reach).collect(),
            None => return,
        };
        for (bit, cell) in cells {
            let end = first.saturating_add_unsigned(reach);
            let from = bit.max(first);
            let to = bit.saturating_add_unsigned(cell.width).min(end);
            self.state.graph.write(object, from, to.abs_diff(from), None);
        }
    }
}

/// The distance of two neighbours among the numbers that a form can be.
fn factor(form: Form) -> i128 {
    form.term.map_or(1, |(_, mul)| i128::from(mul).abs())
}

/// The bit of an object at a byte offset.
pub fn bit_at(offset: i128, bits: u64) -> Res<i64> {
    i64::try_from(offset)
        .ok()
        .and_then(|o| o.checked_mul(8))
        .and_then(|b| b.checked_add_unsigned(bits))
        .ok_or_else(|| Halt::Gap("an offset too large to compute with".to_owned()))
}

/// What memory of `width` bits holds for a value.
#[must_use]
pub fn to_cell(value: Value, width: u64) -> Value {
    let mask = if width >= 128 { u128::MAX } else { (1u128 << width) - 1 };
    match value {
        Value::Number(form) => match form.as_constant() {
            Some(number) => Value::Bits(number.cast_unsigned() & mask),
            None => value,
        },
        Value::Bits(bits) => Value::Bits(bits & mask),
        other => other,
    }
}
