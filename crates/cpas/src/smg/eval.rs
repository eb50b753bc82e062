//! Values of expressions.
//!
//! Integers are numbers in the canonical form of their type, as forms over symbols. An operation keeps the form
//! where the exact result fits the type; where it may wrap, or is not linear, the result is a new symbol in
//! the range that interval arithmetic gives. Addresses survive in integers of a pointer's width.

use super::step::{Halt, Named, Res, Transfer};
use argand_cfa::arith::{self, Scalar};
use argand_cfa::{
    Args, BinaryOp, ExprId, ExprKind, IntKind, Intrinsic, PlaceId, PlaceKind, TypeId, TypeKind, UnaryOp,
};
use argand_domains::interval::{Interval, Truth};
use argand_domains::smg::{Address, Form, Value};
use argand_domains::{IntShape, Lattice as _};

/// Where a place is: an address, or what is used as one, and a distance in bits from there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// The address of the first byte.
    pub base: Value,
    /// Bits behind it, less than eight except for bit-fields that start late.
    pub bits: u64,
}

impl Transfer<'_> {
    /// Every number of a type; `None` for types that are not integers or too wide.
    #[must_use]
    pub fn shape(&self, ty: TypeId) -> Option<IntShape> {
        IntShape::of(&self.program.types, ty).filter(|shape| shape.is_ordered())
    }

    /// An unknown value of a type.
    pub fn unknown(&mut self, ty: TypeId) -> Value {
        match self.shape(ty) {
            Some(shape) => Value::Number(self.fresh(Interval::of_shape(shape))),
            None => Value::Any,
        }
    }

    /// The numbers a value can be.
    #[must_use]
    pub fn range(&self, value: Value, ty: TypeId) -> Option<Interval> {
        match value {
            Value::Number(form) => Some(self.state.graph.numbers.range(form)),
            Value::Address(address) if !self.is_near(address) => self.shape(ty).map(Interval::of_shape),
            Value::Address(_) | Value::Function(_) => Some(self.address_range()),
            _ => self.shape(ty).map(Interval::of_shape),
        }
    }

    /// Whether an address is one of its object, the one behind its last byte included.
    fn is_near(&self, address: Address) -> bool {
        let graph = &self.state.graph;
        let size = graph.object(address.object).map_or(Form::ZERO, |object| object.size);
        graph.numbers.range(address.offset).lo() >= 0 && graph.numbers.upper(address.offset, size) <= 0
    }

    /// Where objects can be: neither the first nor the last page is ever used.
    #[must_use]
    pub fn address_range(&self) -> Interval {
        let bits = self.program.types.model().pointer_bytes() * 8;
        Interval::new(4096, (1i128 << bits) - 4097)
    }

    /// Whether the type is as wide as a pointer.
    #[must_use]
    pub fn holds_address(&self, ty: TypeId) -> bool {
        let bits = self.program.types.int_shape(ty).map(|(_, width)| width);
        bits == Some(self.program.types.model().pointer_bytes() as u32 * 8)
    }

    /// The value of an expression.
    pub fn eval(&mut self, id: ExprId) -> Res<Value> {
        let value = self.eval_once(id)?;
        let Value::Number(form) = value else { return Ok(value) };
        let Some(sym) = form.sym().filter(|&sym| sym >= self.first_new) else { return Ok(value) };
        if let Some(named) = self.names.iter().find(|named| named.expr == id) {
            return Ok(Value::Number(named.form));
        }
        if !self.made.iter().any(|made| made.form.sym() == Some(sym)) {
            let range = self.state.graph.numbers.range_of(sym);
            self.made.push(Named { expr: id, form, range });
        }
        Ok(value)
    }

    fn eval_once(&mut self, id: ExprId) -> Res<Value> {
        let expr = self.program.expr(id);
        match expr.kind {
            ExprKind::Int(value) => Ok(Value::Number(Form::constant(value))),
            ExprKind::Float(bits) => Ok(Value::Bits(bits)),
            ExprKind::Load(place) => self.load(place),
            ExprKind::AddrOf(place) => Ok(self.locate(place)?.base),
            ExprKind::FuncAddr(func) => Ok(Value::Function(func)),
            ExprKind::Unary(op, operand) => self.unary(op, operand, expr.ty),
            ExprKind::Binary(op, lhs, rhs) => self.binary(op, lhs, rhs, expr.ty),
            ExprKind::Cast(operand) => {
                let value = self.eval(operand)?;
                let from = self.program.expr(operand).ty;
                self.cast(from, expr.ty, value)
            }
            ExprKind::Intrinsic(op, args) => self.intrinsic(op, args, expr.ty),
        }
    }

    /// The number of an integer expression as a form.
    pub fn eval_number(&mut self, id: ExprId) -> Res<Form> {
        let ty = self.program.expr(id).ty;
        match self.eval(id)? {
            Value::Number(form) => Ok(self.state.graph.numbers.simplified(form)),
            value => {
                let range = self.range(value, ty).unwrap_or(Interval::TOP);
                Ok(self.fresh(range))
            }
        }
    }

    /// Where a place is.
    pub fn locate(&mut self, place: PlaceId) -> Res<Spot> {
        match self.program.place(place).kind {
            PlaceKind::Var(var) => {
                Ok(Spot { base: Value::Address(Address::at(self.var_object(var), 0)), bits: 0 })
            }
            PlaceKind::Deref(pointer) => Ok(Spot { base: self.eval(pointer)?, bits: 0 }),
            PlaceKind::Field { base, .. } => {
                let spot = self.locate(base)?;
                let Some(field) = self.program.field_of(place) else {
                    return Err(Halt::Gap("a member of an incomplete record".to_owned()));
                };
                let bits = spot.bits + field.bit_offset;
                let base = self.moved(spot.base, Form::constant(i128::from(bits / 8)));
                Ok(Spot { base, bits: bits % 8 })
            }
            PlaceKind::Index { base, index } => {
                let spot = self.locate(base)?;
                let size = self.program.types.size_of(self.program.place(place).ty).unwrap_or(1);
                let index = self.eval_number(index)?;
                let by = self.scaled(index, i128::from(size));
                Ok(Spot { base: self.moved(spot.base, by), bits: spot.bits })
            }
        }
    }

    fn scaled(&mut self, form: Form, by: i128) -> Form {
        match form.times(by) {
            Some(product) => product,
            None => self.fresh(Interval::TOP),
        }
    }

    /// A pointer moved by a number of bytes.
    pub fn moved(&mut self, value: Value, by: Form) -> Value {
        let by = self.state.graph.numbers.simplified(by);
        match value {
            Value::Address(address) => {
                let offset = self.sum(address.offset, by);
                let offset = self.around_address_space(offset);
                Value::Address(Address { offset, ..address })
            }
            Value::Number(form) => {
                let bits = self.program.types.model().pointer_bytes() as u32 * 8;
                let shape = IntShape::new(false, bits);
                match form.sum(by).filter(|&f| self.state.graph.numbers.within(f, Interval::of_shape(shape)))
                {
                    Some(sum) => Value::Number(sum),
                    None => {
                        let (a, b) =
                            (self.state.graph.numbers.range(form), self.state.graph.numbers.range(by));
                        let range = Interval::binary(BinaryOp::Add, shape, a, b.wrap(shape));
                        Value::Number(self.fresh(range))
                    }
                }
            }
            Value::Function(_) if by == Form::ZERO => value,
            _ => Value::Any,
        }
    }

    /// A distance between addresses, which are numbers modulo the size of the address space: those that are one
    /// address are one distance. Distances that are not certainly on one side of the ends are kept.
    fn around_address_space(&self, offset: Form) -> Form {
        let bits = self.program.types.model().pointer_bytes() as u32 * 8;
        let shape = IntShape::new(true, bits);
        let all = Interval::of_shape(shape);
        let numbers = &self.state.graph.numbers;
        if let Some(number) = offset.as_constant() {
            return Form::constant(shape.wrap(number));
        }
        if numbers.within(offset, all) {
            return offset;
        }
        let once_around = [-(1i128 << bits), 1 << bits].into_iter().filter_map(|by| offset.plus(by));
        once_around.into_iter().find(|&moved| numbers.within(moved, all)).unwrap_or(offset)
    }

    /// The exact sum of two forms.
    fn sum(&mut self, a: Form, b: Form) -> Form {
        let numbers = &mut self.state.graph.numbers;
        let (a, b) = (numbers.simplified(a), numbers.simplified(b));
        if let Some(sum) = a.sum(b) {
            return sum;
        }
        let (ra, rb) = (numbers.range(a), numbers.range(b));
        let range = Interval::new(ra.lo().saturating_add(rb.lo()), ra.hi().saturating_add(rb.hi()));
        let sym = numbers.fresh(range);
        let sum = Form::of(sym);
        relate(numbers, sum, a, rb);
        relate(numbers, sum, b, ra);
        self.sums.push((sym, a, b));
        sum
    }

    fn unary(&mut self, op: UnaryOp, operand: ExprId, ty: TypeId) -> Res<Value> {
        let from = self.program.expr(operand).ty;
        let value = self.eval(operand)?;
        if op == UnaryOp::Not {
            let truth = self.truth(value, from)?.negated();
            return Ok(self.of_truth(truth));
        }
        match value {
            Value::Bits(bits) => {
                let result = arith::unary(&self.program.types, op, from, Scalar::Float(bits));
                Ok(result.and_then(Scalar::as_float).map_or(Value::Any, Value::Bits))
            }
            Value::Number(form) => {
                let Some(shape) = self.shape(ty) else { return Ok(Value::Any) };
                let exact = match op {
                    UnaryOp::Neg => form.times(-1),
                    _ => form.times(-1).and_then(|f| f.plus(-1)),
                };
                let numbers = &self.state.graph.numbers;
                if let Some(exact) = exact.filter(|&f| numbers.within(f, Interval::of_shape(shape))) {
                    return Ok(Value::Number(exact));
                }
                let range = Interval::unary(op, shape, numbers.range(form));
                Ok(Value::Number(self.fresh(range)))
            }
            _ => Ok(self.unknown(ty)),
        }
    }

    /// A truth as the number that C gives it.
    pub fn of_truth(&mut self, truth: Truth) -> Value {
        match truth.interval().as_single() {
            Some(value) => Value::Number(Form::constant(value)),
            None => Value::Number(self.fresh(truth.interval())),
        }
    }

    /// A conversion.
    pub fn cast(&mut self, from: TypeId, to: TypeId, value: Value) -> Res<Value> {
        let types = &self.program.types;
        if matches!(types.kind(to), TypeKind::Int(IntKind::Bool)) {
            let truth = self.truth(value, from)?;
            return Ok(self.of_truth(truth));
        }
        match value {
            Value::Number(form) => {
                if types.is_float(to) {
                    let number = self.state.graph.numbers.range(form).as_single();
                    let cast = number.and_then(|n| arith::cast(types, from, to, Scalar::Int(n)));
                    return Ok(cast.and_then(Scalar::as_float).map_or(Value::Any, Value::Bits));
                }
                let Some(shape) = self.shape(to) else { return Ok(Value::Any) };
                Ok(Value::Number(self.wrapped(form, shape)))
            }
            Value::Bits(bits) => {
                let cast = arith::cast(types, from, to, Scalar::Float(bits));
                Ok(match cast {
                    Some(Scalar::Int(number)) => Value::Number(Form::constant(number)),
                    Some(Scalar::Float(bits)) => Value::Bits(bits),
                    None => self.unknown(to),
                })
            }
            Value::Address(_) | Value::Function(_) if self.holds_address(to) => Ok(value),
            _ => Ok(self.unknown(to)),
        }
    }

    /// A number brought into the range of a type.
    pub fn wrapped(&mut self, form: Form, shape: IntShape) -> Form {
        let range = self.state.graph.numbers.range(form);
        if range.leq(&Interval::of_shape(shape)) {
            return form;
        }
        match form.as_constant() {
            Some(number) => Form::constant(shape.wrap(number)),
            None => self.fresh(range.cast(shape)),
        }
    }

    fn binary(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, ty: TypeId) -> Res<Value> {
        let (lhs_ty, rhs_ty) = (self.program.expr(lhs).ty, self.program.expr(rhs).ty);
        let a = self.eval(lhs)?;
        let b = self.eval(rhs)?;
        if op.is_comparison() {
            let truth = self.compare(op, a, b, lhs_ty)?;
            return Ok(self.of_truth(truth));
        }
        match op {
            BinaryOp::PtrAdd | BinaryOp::PtrSub => {
                let step = i128::from(self.program.types.pointee_size(lhs_ty));
                let Value::Number(index) = b else { return Ok(self.unknown(ty)) };
                let step = if op == BinaryOp::PtrSub { -step } else { step };
                let by = self.scaled(index, step);
                return Ok(self.moved(a, by));
            }
            BinaryOp::PtrDiff => return Ok(self.distance(a, b, lhs_ty, ty)),
            _ => {}
        }
        match (a, b) {
            (Value::Bits(x), Value::Bits(y)) => {
                let result = arith::binary(
                    &self.program.types,
                    op,
                    lhs_ty,
                    Scalar::Float(x),
                    rhs_ty,
                    Scalar::Float(y),
                );
                Ok(match result {
                    Some(Scalar::Float(bits)) => Value::Bits(bits),
                    Some(Scalar::Int(number)) => Value::Number(Form::constant(number)),
                    None => Value::Any,
                })
            }
            (Value::Number(x), Value::Number(y)) => Ok(self.arithmetic(op, x, y, lhs_ty, rhs_ty)),
            (Value::Address(_), Value::Number(y)) if op == BinaryOp::Add => self.moved_number(a, y),
            (Value::Number(x), Value::Address(_)) if op == BinaryOp::Add => self.moved_number(b, x),
            (Value::Address(_), Value::Number(y)) if op == BinaryOp::Sub => {
                let by = self.scaled(y, -1);
                self.moved_number(a, by)
            }
            (Value::Address(x), Value::Address(y))
                if op == BinaryOp::Sub && x.object == y.object && x.end == y.end =>
            {
                let difference = x.offset.minus(y.offset);
                match (difference, self.shape(ty)) {
                    (Some(form), Some(shape)) => Ok(Value::Number(self.wrapped(form, shape))),
                    _ => Ok(self.unknown(ty)),
                }
            }
            _ => Ok(self.unknown(ty)),
        }
    }

    /// An address in an integer, moved by a number. Unlike a pointer it may go around the address space on its way
    /// to another byte of its object, so that this number must be on one side of the ends first.
    fn moved_number(&mut self, address: Value, by: Form) -> Res<Value> {
        let by = self.state.graph.numbers.simplified(by);
        let half = 1i128 << (self.program.types.model().pointer_bytes() * 8 - 1);
        let range = self.state.graph.numbers.range(by);
        for end in [half, -half] {
            if by.as_constant().is_none() && range.lo() < end && range.hi() >= end {
                return Err(Halt::Reach(by, Form::constant(end)));
            }
        }
        Ok(self.moved(address, by))
    }

    fn distance(&mut self, a: Value, b: Value, pointer: TypeId, ty: TypeId) -> Value {
        let size = i128::from(self.program.types.pointee_size(pointer).max(1));
        let bytes = match (a, b) {
            (Value::Address(x), Value::Address(y)) if x.object == y.object && x.end == y.end => {
                let negative = y.offset.times(-1);
                negative.map(|n| self.sum(x.offset, n))
            }
            (Value::Number(x), Value::Number(y)) => x.minus(y),
            _ => None,
        };
        match bytes.and_then(|form| form.exactly_by(size)) {
            Some(form) => Value::Number(form),
            None => self.unknown(ty),
        }
    }

    /// Arithmetic on integers.
    fn arithmetic(&mut self, op: BinaryOp, a: Form, b: Form, ty: TypeId, rhs_ty: TypeId) -> Value {
        let types = &self.program.types;
        let numbers = &self.state.graph.numbers;
        let (a, b) = (numbers.simplified(a), numbers.simplified(b));
        if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
            let result = arith::binary(types, op, ty, Scalar::Int(x), rhs_ty, Scalar::Int(y));
            if let Some(number) = result.and_then(Scalar::as_int) {
                return Value::Number(Form::constant(number));
            }
        }
        let Some(shape) = self.shape(ty) else { return Value::Any };
        let exact = match (op, a.as_constant(), b.as_constant()) {
            (BinaryOp::Add, _, _) => a.sum(b),
            (BinaryOp::Sub, _, _) => a.minus(b),
            (BinaryOp::Mul, Some(k), _) => b.times(k),
            (BinaryOp::Mul, _, Some(k)) => a.times(k),
            (BinaryOp::Shl, _, Some(k)) if (0..i128::from(shape.width.min(62))).contains(&k) => {
                a.times(1 << k)
            }
            (BinaryOp::Div, _, Some(k)) if k != 0 => a.exactly_by(k),
            _ => None,
        };
        if let Some(exact) = exact.filter(|&f| numbers.within(f, Interval::of_shape(shape))) {
            return Value::Number(exact);
        }
        let (ra, rb) = (numbers.range(a), numbers.range(b));
        let mut range = Interval::binary(op, shape, ra, rb);
        if op == BinaryOp::Sub {
            // Differences may be known better than by their ends.
            let (hi, lo) = (numbers.upper(a, b), numbers.upper(b, a).saturating_neg());
            if let Some(known) = Interval::between(lo, hi)
                && known.leq(&Interval::of_shape(shape))
            {
                range = Interval::between(known.lo().max(range.lo()), known.hi().min(range.hi()))
                    .unwrap_or(known);
            }
        }
        let result = self.fresh(range);
        let fits = |lo: i128, hi: i128| Interval::new(lo, hi).leq(&Interval::of_shape(shape));
        let numbers = &mut self.state.graph.numbers;
        match op {
            BinaryOp::Add if fits(ra.lo().saturating_add(rb.lo()), ra.hi().saturating_add(rb.hi())) => {
                relate(numbers, result, a, rb);
                relate(numbers, result, b, ra);
            }
            BinaryOp::Sub
                if fits(range.lo(), range.hi())
                    && fits(ra.lo().saturating_sub(rb.hi()), ra.hi().saturating_sub(rb.lo())) =>
            {
                relate(numbers, result, a, Interval::new(rb.hi().saturating_neg(), rb.lo().saturating_neg()));
            }
            BinaryOp::Div | BinaryOp::Shr | BinaryOp::And | BinaryOp::Rem if ra.lo() >= 0 && rb.lo() >= 0 => {
                // None of these makes a number larger.
                let _ = numbers.assume_le(result, a, 0);
                if op == BinaryOp::Rem && rb.lo() > 0 {
                    let _ = numbers.assume_le(result, b, -1);
                }
            }
            _ => {}
        }
        Value::Number(result)
    }

    fn intrinsic(&mut self, op: Intrinsic, args: Args, ty: TypeId) -> Res<Value> {
        let mut operands = smallvec::SmallVec::<[(TypeId, Value); 3]>::new();
        for arg in args.iter() {
            let value = self.eval(arg)?;
            operands.push((self.program.expr(arg).ty, value));
        }
        if let (Intrinsic::ObjectSize | Intrinsic::ObjectOffset, Some(&(_, Value::Address(address)))) =
            (op, operands.first())
        {
            if self.state.graph.is_segment(address.object) {
                return Err(Halt::Unfold(address.object, address.end));
            }
            let size = self.state.graph.object(address.object).map(|o| o.size);
            let form = if op == Intrinsic::ObjectSize { size } else { Some(address.offset) };
            if let (Some(form), Some(shape)) = (form, self.shape(ty)) {
                return Ok(Value::Number(self.wrapped(form, shape)));
            }
        }
        let numbers = &self.state.graph.numbers;
        let scalars: Option<smallvec::SmallVec<[(TypeId, Scalar); 3]>> = operands
            .iter()
            .map(|&(ty, value)| match value {
                Value::Number(form) => numbers.range(form).as_single().map(|n| (ty, Scalar::Int(n))),
                Value::Bits(bits) => Some((ty, Scalar::Float(bits))),
                _ => None,
            })
            .collect();
        if let Some(scalars) = scalars {
            match arith::intrinsic(&self.program.types, op, &scalars, ty) {
                Some(Scalar::Int(number)) => return Ok(Value::Number(Form::constant(number))),
                Some(Scalar::Float(bits)) => return Ok(Value::Bits(bits)),
                None => {}
            }
        }
        Ok(self.unknown(ty))
    }
}

/// Learns that `sum` is `part` and a number in `rest`.
fn relate(numbers: &mut argand_domains::smg::Numbers, sum: Form, part: Form, rest: Interval) {
    // The sum is new and can be what it must be.
    let _ =
        numbers.assume_le(sum, part, rest.hi()) && numbers.assume_le(part, sum, rest.lo().saturating_neg());
}
