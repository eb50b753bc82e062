//! Comparisons and what is learned from conditions.

use super::access::bit_at;
use super::step::{Halt, Res, Transfer};
use argand_cfa::arith::{self, Scalar};
use argand_cfa::{BinaryOp, ExprId, ExprKind, TypeId, UnaryOp, VarKind};
use argand_domains::IntShape;
use argand_domains::interval::{Interval, Truth};
use argand_domains::smg::{Address, End, Form, ObjectId, Shape, Storage, Value};

impl Transfer<'_> {
    /// Whether a value, read as a condition, is true.
    pub fn truth(&mut self, value: Value, ty: TypeId) -> Res<Truth> {
        if self.program.types.is_float(ty) {
            return Ok(match value {
                Value::Bits(bits) => arith::is_true(&self.program.types, ty, Scalar::Float(bits)).into(),
                _ => Truth::Unknown,
            });
        }
        Ok(self.compare(BinaryOp::Eq, value, Value::Number(Form::ZERO), ty)?.negated())
    }

    /// Compares two values of type `ty`.
    pub fn compare(&mut self, op: BinaryOp, a: Value, b: Value, ty: TypeId) -> Res<Truth> {
        if self.program.types.is_float(ty) {
            return Ok(match (a, b) {
                (Value::Bits(x), Value::Bits(y)) => {
                    let types = &self.program.types;
                    match arith::binary(types, op, ty, Scalar::Float(x), ty, Scalar::Float(y)) {
                        Some(Scalar::Int(number)) => (number != 0).into(),
                        _ => Truth::Unknown,
                    }
                }
                _ => Truth::Unknown,
            });
        }
        let Some(shape) = self.shape(ty) else { return Ok(Truth::Unknown) };
        match (a, b) {
            (Value::Number(x), Value::Number(y)) => Ok(self.compare_numbers(op, x, y)),
            (Value::Address(x), Value::Address(y)) => self.compare_addresses(op, x, y, ty),
            (Value::Function(f), Value::Function(g)) => Ok(match op {
                BinaryOp::Eq => (f == g).into(),
                BinaryOp::Ne => (f != g).into(),
                _ => Truth::Unknown,
            }),
            (Value::Address(_), Value::Function(_)) | (Value::Function(_), Value::Address(_)) => {
                Ok(match op {
                    BinaryOp::Eq => Truth::False,
                    BinaryOp::Ne => Truth::True,
                    _ => Truth::Unknown,
                })
            }
            (Value::Address(x), Value::Number(_)) => {
                self.needs_element(x)?;
                Ok(self.compare_ranges(op, a, b, shape, ty))
            }
            (Value::Number(_), Value::Address(y)) => {
                self.needs_element(y)?;
                Ok(self.compare_ranges(op, a, b, shape, ty))
            }
            (Value::Function(_), Value::Number(_)) | (Value::Number(_), Value::Function(_)) => {
                Ok(self.compare_ranges(op, a, b, shape, ty))
            }
            _ => Ok(Truth::Unknown),
        }
    }

    fn compare_ranges(&self, op: BinaryOp, a: Value, b: Value, shape: IntShape, ty: TypeId) -> Truth {
        // A signed integer that holds an address can be anything but small.
        if shape.signed {
            let page = self.address_range().lo();
            let small = Interval::new(-page, page - 1);
            let is_small =
                |value| matches!(value, Value::Number(form) if self.state.graph.numbers.within(form, small));
            if !matches!(op, BinaryOp::Eq | BinaryOp::Ne) || !(is_small(a) || is_small(b)) {
                return Truth::Unknown;
            }
        }
        match (self.range(a, ty), self.range(b, ty)) {
            (Some(x), Some(y)) => Interval::compare(op, shape, x, y),
            _ => Truth::Unknown,
        }
    }

    /// An address into a segment that may be empty may be another address.
    fn needs_element(&self, address: Address) -> Res<()> {
        if self.state.graph.may_be_empty(address.object) {
            return Err(Halt::Unfold(address.object, address.end));
        }
        Ok(())
    }

    fn compare_numbers(&self, op: BinaryOp, a: Form, b: Form) -> Truth {
        let numbers = &self.state.graph.numbers;
        let (up, down) = (numbers.upper(a, b), numbers.upper(b, a));
        let certainly = |yes: bool, no: bool| match (yes, no) {
            (true, _) => Truth::True,
            (_, true) => Truth::False,
            _ => Truth::Unknown,
        };
        match op {
            BinaryOp::Lt => certainly(up < 0, down <= 0),
            BinaryOp::Le => certainly(up <= 0, down < 0),
            BinaryOp::Gt => certainly(down < 0, up <= 0),
            BinaryOp::Ge => certainly(down <= 0, up < 0),
            BinaryOp::Eq => certainly(numbers.equal(a, b), numbers.apart(a, b)),
            BinaryOp::Ne => certainly(numbers.apart(a, b), numbers.equal(a, b)),
            _ => Truth::Unknown,
        }
    }

    fn compare_addresses(&mut self, op: BinaryOp, x: Address, y: Address, ty: TypeId) -> Res<Truth> {
        if x.object == y.object && x.end == y.end {
            if !self.is_compared_by_offset(op, x, y, ty) {
                return Ok(Truth::Unknown);
            }
            return Ok(self.compare_numbers(op, x.offset, y.offset));
        }
        let graph = &self.state.graph;
        if x.object == y.object {
            return Err(Halt::Unfold(x.object, End::First));
        }
        self.needs_element(x)?;
        self.needs_element(y)?;
        // Memory that is gone may be used again, an object without bytes has none of its own, and what is behind the
        // end of an object may be the next one.
        let inside = |id: ObjectId, offset: Form| {
            graph.object(id).is_some_and(|o| {
                o.valid
                    && graph.numbers.range(offset).lo() >= 0
                    && ((offset == Form::ZERO && o.storage == Storage::Heap)
                        || graph.numbers.upper(offset, o.size) < 0)
            })
        };
        let literals = self.is_literal(x.object) && self.is_literal(y.object);
        let apart = inside(x.object, x.offset) && inside(y.object, y.offset) && !literals;
        Ok(match op {
            BinaryOp::Eq if apart => Truth::False,
            BinaryOp::Ne if apart => Truth::True,
            _ => Truth::Unknown,
        })
    }

    /// Whether an object is a string literal: equal ones may be one object, and one the end of another.
    fn is_literal(&self, id: ObjectId) -> bool {
        let storage = self.state.graph.object(id).map(|object| object.storage);
        matches!(storage, Some(Storage::Static(var)) if self.program.vars[var].kind == VarKind::StringLiteral)
    }

    /// Whether two addresses of one object compare as their distances from its start do: those that are no address
    /// twice do. In integers the order is only that of the distances near the object, because addresses go around
    /// the address space.
    fn is_compared_by_offset(&self, op: BinaryOp, x: Address, y: Address, ty: TypeId) -> bool {
        let numbers = &self.state.graph.numbers;
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            let bits = self.program.types.model().pointer_bytes() as u32 * 8;
            let all = Interval::of_shape(IntShape::new(true, bits));
            let is_one = |form: Form| numbers.within(form, all);
            return numbers.equal(x.offset, y.offset) || (is_one(x.offset) && is_one(y.offset));
        }
        let page = self.address_range().lo();
        let size = self.state.graph.object(x.object).map_or(0, |object| numbers.range(object.size).hi());
        let near = Interval::new(-page, size.saturating_add(page));
        self.program.types.is_pointer(ty)
            || (self.shape(ty).is_some_and(|shape| !shape.signed)
                && numbers.within(x.offset, near)
                && numbers.within(y.offset, near))
    }

    /// Takes the branch on which a condition turns out `truth`.
    pub fn assume(&mut self, cond: ExprId, truth: bool) -> Res<()> {
        let expr = self.program.expr(cond);
        match expr.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => self.assume(operand, !truth),
            ExprKind::Binary(op, lhs, rhs) if op.is_comparison() => {
                let ty = self.program.expr(lhs).ty;
                let a = self.eval(lhs)?;
                let b = self.eval(rhs)?;
                let known = self.compare(op, a, b, ty)?;
                self.decide(known, truth)?;
                if known == Truth::Unknown && !self.program.types.is_float(ty) {
                    self.learn(op, truth, a, b, ty)?;
                    let is_equal = op == if truth { BinaryOp::Eq } else { BinaryOp::Ne };
                    match (a, b) {
                        (Value::Number(_), Value::Address(to)) if is_equal => self.identify(lhs, to)?,
                        (Value::Address(to), Value::Number(_)) if is_equal => self.identify(rhs, to)?,
                        _ => {}
                    }
                }
                Ok(())
            }
            _ => {
                let value = self.eval(cond)?;
                let known = self.truth(value, expr.ty)?;
                self.decide(known, truth)?;
                if known == Truth::Unknown && !self.program.types.is_float(expr.ty) {
                    self.learn(BinaryOp::Ne, truth, value, Value::Number(Form::ZERO), expr.ty)?;
                }
                Ok(())
            }
        }
    }

    /// Remembers that what an expression reads is the address of a byte of an object.
    fn identify(&mut self, expr: ExprId, address: Address) -> Res<()> {
        let graph = &self.state.graph;
        let is_inside = graph.object(address.object).is_some_and(|object| {
            object.valid
                && object.shape == Shape::Region
                && graph.numbers.range(address.offset).lo() >= 0
                && graph.numbers.upper(address.offset, object.size) < 0
        });
        let mut expr = expr;
        while let ExprKind::Cast(inner) = self.program.expr(expr).kind
            && self.holds_address(self.program.expr(inner).ty)
        {
            expr = inner;
        }
        let ExprKind::Load(place) = self.program.expr(expr).kind else { return Ok(()) };
        if !is_inside || !self.holds_address(self.program.expr(expr).ty) {
            return Ok(());
        }
        let spot = self.locate(place)?;
        if let (Value::Address(at), 0) = (spot.base, spot.bits)
            && let Some(offset) = self.state.graph.numbers.simplified(at.offset).as_constant()
            && !self.state.graph.is_segment(at.object)
        {
            self.name(at.object, bit_at(offset, 0)?, self.list_width(), Value::Address(address));
        }
        Ok(())
    }

    fn decide(&mut self, known: Truth, truth: bool) -> Res<()> {
        match known {
            Truth::Unknown => {
                self.state.undecided = true;
                self.branched = true;
                Ok(())
            }
            _ if known == Truth::from(truth) => Ok(()),
            _ => Err(Halt::Infeasible),
        }
    }

    fn learn(&mut self, op: BinaryOp, truth: bool, a: Value, b: Value, ty: TypeId) -> Res<()> {
        let Some(op) = (if truth { Some(op) } else { op.negated() }) else { return Ok(()) };
        let (x, y) = match (a, b) {
            (Value::Number(x), Value::Number(y)) => (x, y),
            (Value::Address(x), Value::Address(y))
                if x.object == y.object && x.end == y.end && self.is_compared_by_offset(op, x, y, ty) =>
            {
                (x.offset, y.offset)
            }
            _ => return Ok(()),
        };
        let numbers = &mut self.state.graph.numbers;
        let holds = match op {
            BinaryOp::Eq => numbers.assume_eq(x, y),
            BinaryOp::Ne => numbers.assume_ne(x, y),
            BinaryOp::Lt => numbers.assume_le(x, y, -1),
            BinaryOp::Le => numbers.assume_le(x, y, 0),
            BinaryOp::Gt => numbers.assume_le(y, x, -1),
            BinaryOp::Ge => numbers.assume_le(y, x, 0),
            _ => true,
        };
        if holds { Ok(()) } else { Err(Halt::Infeasible) }
    }
}
