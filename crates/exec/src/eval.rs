//! Expressions: running their code on the value stack.

use crate::code::{Home, Instr, IntrinsicCode};
use crate::finding::{Action, ErrorKind};
use crate::machine::{Exec, Interpreter};
use crate::report::{quoted_expr, quoted_place};
use crate::value::{Provenance, Value};
use argand_cfa::arith::{self, Problem, Shape, float, int};
use argand_cfa::instrument::{indexed_length, is_checked};
use argand_cfa::{BinaryOp, ExprId, ExprKind, FuncId, Intrinsic, Operation, PlaceId, TypeId};

impl Interpreter<'_> {
    /// The value of a scalar expression.
    #[inline]
    pub(crate) fn eval(&mut self, expr: ExprId) -> Exec<Value> {
        let start = self.code.expr(self.program, expr);
        self.run_code(start)
    }

    /// The value of a scalar expression that must be initialised.
    pub(crate) fn eval_used(&mut self, expr: ExprId, use_as: &str) -> Exec<Value> {
        let value = self.eval(expr)?;
        if value.tainted {
            self.uninitialised(|p| format!("{} is {use_as}", quoted_expr(p, expr)))?;
        }
        Ok(Value { tainted: false, ..value })
    }

    fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or(Value::UNINITIALISED)
    }

    /// Runs code until its end and takes the value it leaves.
    pub(crate) fn run_code(&mut self, start: u32) -> Exec<Value> {
        let mut pc = start as usize;
        let base = self.frame_base;
        loop {
            let instr = self.code.instrs[pc];
            pc += 1;
            let value = match instr {
                Instr::End => return Ok(self.pop()),
                Instr::Int(value) => Value::int(i128::from(value)),
                Instr::Local(register, var) => {
                    let value = self.registers[base + register as usize];
                    if value.tainted {
                        self.read_unwritten(Home::Local(register), var, value)?
                    } else {
                        value
                    }
                }
                Instr::Global(register, var) => {
                    let value = self.globals[register as usize];
                    if value.tainted {
                        self.read_unwritten(Home::Global(register), var, value)?
                    } else {
                        value
                    }
                }
                Instr::LocalObject(register, var) => {
                    let value = self.registers[base + register as usize];
                    if value.origin.is_none() { self.create_local(register, var, None)? } else { value }
                }
                Instr::GlobalObject(register) => self.globals[register as usize],
                Instr::Offset(distance) => {
                    let pointer = self.pop();
                    self.moved(pointer, i128::from(distance))
                }
                Instr::Load(access) => {
                    let pointer = self.pop();
                    self.load(pointer, access)?
                }
                Instr::Int2(op, shape, expr) => {
                    let (b, a) = (self.pop(), self.pop());
                    self.int2(op, shape, expr, a, b)?
                }
                Instr::IntToInt(shape, expr) => {
                    let value = self.pop();
                    let bits = shape.wrap(value.bits);
                    if bits != value.bits {
                        self.changed_value(expr, value)?;
                    }
                    Value { bits, ..value }
                }
                other => self.run_rare(other)?,
            };
            self.stack.push(value);
        }
    }

    /// A conversion to an integer type changed a value.
    #[cold]
    fn changed_value(&mut self, expr: ExprId, value: Value) -> Exec<()> {
        let asked = self.config.policy.allowed.conversion != Action::Ignore && !value.tainted;
        if !asked || !is_checked(self.program, Operation::Conversion, self.program.edges[self.edge].from) {
            return Ok(());
        }
        let node = self.program.expr(expr);
        let from = match node.kind {
            ExprKind::Cast(operand) => self.program.expr(operand).ty,
            _ => node.ty,
        };
        // Addresses are no numbers that a type is too small for.
        if !self.program.types.is_integer(node.ty) || self.program.types.is_pointer(from) {
            return Ok(());
        }
        self.found(ErrorKind::LossyConversion, |p| {
            let ty = p.type_text(node.ty);
            match Shape::of(&p.types, from) {
                Some(_) => {
                    format!("{} converts {} to {ty}, which cannot hold it", quoted_expr(p, expr), value.bits)
                }
                None => format!("{} converts a number to {ty}, which cannot hold it", quoted_expr(p, expr)),
            }
        })
    }

    /// An index of an array of known length.
    fn check_index(&mut self, place: PlaceId, index: i128, end: bool) -> Exec<()> {
        let Some(length) = indexed_length(self.program, place) else { return Ok(()) };
        let inside = 0..i128::from(length) + i128::from(end);
        let user = is_checked(self.program, Operation::Index, self.program.edges[self.edge].from);
        if !user || inside.contains(&index) {
            return Ok(());
        }
        self.found(ErrorKind::IndexOutOfRange, |p| {
            format!("the index of {} is {index}, and its array has {length} elements", quoted_place(p, place))
        })
    }

    /// The instructions that are rare enough for a call of their own.
    fn run_rare(&mut self, instr: Instr) -> Exec<Value> {
        if let Some(value) = self.convert(instr) {
            return Ok(value);
        }
        Ok(match instr {
            Instr::Wide(index) => Value::int(self.code.wide[index as usize]),
            Instr::Function(func) => self.function_pointer(func),
            Instr::Index { size, place, end } => {
                let (index, pointer) = (self.pop(), self.pop());
                if index.tainted {
                    self.uninitialised(|p| format!("the index of {} is", quoted_place(p, place)))?;
                } else if self.config.policy.allowed.index != Action::Ignore {
                    self.check_index(place, index.bits, end)?;
                }
                self.moved(pointer, index.bits.wrapping_mul(i128::from(size)))
            }
            Instr::Float2(op, kind) => {
                let (b, a) = (self.pop(), self.pop());
                let tainted = a.tainted || b.tainted;
                let (x, y) = (a.float_bits(), b.float_bits());
                let result = match float::compare(kind, op, x, y) {
                    Some(holds) => Value::int(i128::from(holds)),
                    None => Value::float(float::binary(kind, op, x, y).unwrap_or_default()),
                };
                Value { tainted, ..result }
            }
            Instr::Shift(op, shape, count, expr) => {
                let (b, a) = (self.pop(), self.pop());
                self.shift(op, (shape, a), (count, b), expr)?
            }
            Instr::PointerMove { step, back, .. } => {
                let (index, pointer) = (self.pop(), self.pop());
                let distance = index.bits.wrapping_mul(i128::from(step));
                let moved = self.moved(pointer, if back { distance.wrapping_neg() } else { distance });
                Value { tainted: pointer.tainted || index.tainted, ..moved }
            }
            Instr::PointerDistance { step } => {
                let (b, a) = (self.pop(), self.pop());
                let shape = Shape { signed: true, width: self.pointer_bits() };
                let bytes = shape.wrap(a.bits.wrapping_sub(b.bits));
                let distance = bytes.checked_div(i128::from(step)).unwrap_or(0);
                Value { tainted: a.tainted || b.tainted, ..Value::int(distance) }
            }
            Instr::FloatToInt(kind, shape, expr) => {
                let value = self.pop();
                let float = value.float_bits();
                if !float::fits(kind, float, shape) {
                    self.changed_value(expr, value)?;
                }
                let bits = float::to_int(self.program.types.model(), kind, float, shape);
                Value { bits, origin: Provenance::NONE, tainted: value.tainted }
            }
            Instr::Negate(shape, expr) => {
                let value = self.pop();
                let wraps = if shape.signed { value.bits == shape.min() } else { value.bits != 0 };
                if wraps && !value.tainted {
                    self.overflow(expr, shape, &[value])?;
                }
                Value { bits: shape.wrap(value.bits.wrapping_neg()), origin: Provenance::NONE, ..value }
            }
            Instr::Intrinsic(index) => {
                let code = self.code.intrinsics[index as usize];
                self.intrinsic(code)?
            }
            Instr::Unsupported(ty) => {
                let text = self.program.type_text(ty);
                return Err(self.unsupported(format!("arithmetic on a value of type {text}")));
            }
            _ => Value::UNINITIALISED,
        })
    }

    /// Instructions that replace one value by another and cannot fail.
    fn convert(&mut self, instr: Instr) -> Option<Value> {
        let value = *self.stack.last()?;
        let bits = match instr {
            Instr::NegateFloat(kind) => float::neg(kind, value.float_bits()).cast_signed(),
            Instr::BitNot(shape) => shape.wrap(!value.bits),
            Instr::Not => i128::from(value.bits == 0),
            Instr::NotFloat(kind) => i128::from(float::is_zero(kind, value.float_bits())),
            Instr::IntToBool => i128::from(value.bits != 0),
            Instr::FloatToBool(kind) => i128::from(!float::is_zero(kind, value.float_bits())),
            Instr::IntToFloat(shape, kind) => float::from_int(kind, shape, value.bits).cast_signed(),
            Instr::FloatToFloat(from, to) => float::convert(from, to, value.float_bits()).cast_signed(),
            Instr::IntToPointer => {
                let value = self.pop();
                let bits = i128::from(value.address() & self.memory.pointer_mask());
                let value = Value { bits, ..value };
                return Some(Value { origin: self.memory.adopt(value), ..value });
            }
            _ => return None,
        };
        self.stack.pop();
        Some(Value { bits, origin: Provenance::NONE, tainted: value.tainted })
    }

    pub(crate) fn function_pointer(&self, func: FuncId) -> Value {
        Value::int(i128::from(self.memory.space.function(func.raw())))
    }

    pub(crate) fn pointer_bits(&self) -> u32 {
        self.program.types.model().pointer_bytes() as u32 * 8
    }

    /// A pointer moved by bytes, around the end of the address space if need be.
    pub(crate) fn moved(&self, pointer: Value, distance: i128) -> Value {
        let address = pointer.address().wrapping_add(distance as u64) & self.memory.pointer_mask();
        Value { bits: i128::from(address), ..pointer }
    }

    #[inline]
    fn int2(&mut self, op: BinaryOp, shape: Shape, expr: ExprId, a: Value, b: Value) -> Exec<Value> {
        let tainted = a.tainted || b.tainted;
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            if b.tainted {
                self.uninitialised(|p| format!("the divisor of {} is", quoted_expr(p, expr)))?;
            }
            if b.bits == 0 {
                let message = format!("{} divides by zero", quoted_expr(self.program, expr));
                return Err(self.error(ErrorKind::DivisionByZero, message, None));
            }
            if shape.signed && !tainted && int::overflows(shape, op, a.bits, b.bits) {
                // The machine stops: there is no value that a run could go on with.
                let message = format!("{} overflows {} bits", quoted_expr(self.program, expr), shape.width);
                return Err(self.error(ErrorKind::SignedOverflow, message, None));
            }
        }
        if shape.signed {
            if !tainted && int::overflows(shape, op, a.bits, b.bits) {
                self.overflow(expr, shape, &[a, b])?;
            }
        } else if self.config.policy.allowed.unsigned_overflow != Action::Ignore
            && !tainted
            && int::wraps(shape, op, a.bits, b.bits)
        {
            self.overflow(expr, shape, &[a, b])?;
        }
        let bits = int::binary(shape, op, a.bits, b.bits).unwrap_or(0);
        let origin = if a.origin.is_none() && b.origin.is_none() {
            Provenance::NONE
        } else {
            combined_origin(op, a.origin, b.origin)
        };
        Ok(Value { bits, origin, tainted })
    }

    fn shift(
        &mut self,
        op: BinaryOp,
        (shape, a): (Shape, Value),
        (count_shape, b): (Shape, Value),
        expr: ExprId,
    ) -> Exec<Value> {
        let tainted = a.tainted || b.tainted;
        if !tainted {
            let (value, count, width) = (a.bits, b.bits, shape.width);
            match int::problem(shape, op, value, count_shape, count) {
                Some(Problem::ShiftOutOfRange) => self.found(ErrorKind::ShiftOutOfRange, |p| {
                    format!("{} shifts {width} bits by {count}", quoted_expr(p, expr))
                })?,
                Some(_) => self.found(ErrorKind::SignedOverflow, |p| {
                    format!("{} shifts {value} by {count}, into the sign or past it", quoted_expr(p, expr))
                })?,
                None => {}
            }
        }
        let count = count_shape.magnitude_modulo(b.bits, shape.width);
        let bits = int::shift(shape, op, a.bits, count);
        Ok(Value { bits, origin: Provenance::NONE, tainted })
    }

    #[cold]
    fn overflow(&mut self, expr: ExprId, shape: Shape, operands: &[Value]) -> Exec<()> {
        let kind = if shape.signed { ErrorKind::SignedOverflow } else { ErrorKind::UnsignedOverflow };
        if !shape.signed {
            let from = self.program.edges[self.edge].from;
            let asked = self.config.policy.allowed.unsigned_overflow != Action::Ignore;
            let pointer = self.program.types.is_pointer(self.program.expr(expr).ty);
            if !asked || pointer || !is_checked(self.program, Operation::UnsignedOverflow, from) {
                return Ok(());
            }
        }
        let values: Vec<String> = operands.iter().map(|v| v.bits.to_string()).collect();
        self.found(kind, |p| {
            let (text, width) = (quoted_expr(p, expr), shape.width);
            format!("{text} overflows {width} bits (operands: {})", values.join(", "))
        })
    }

    fn intrinsic(&mut self, code: IntrinsicCode) -> Exec<Value> {
        let at = self.stack.len().saturating_sub(code.count);
        let mut operands = [(code.ty, arith::Scalar::Int(0)); 3];
        let (mut tainted, first) = (false, self.stack.get(at).copied().unwrap_or(Value::ZERO));
        for (i, &value) in self.stack[at..].iter().enumerate() {
            tainted |= value.tainted;
            operands[i] = (code.args[i], value.scalar(self.program.types.is_float(code.args[i])));
        }
        self.stack.truncate(at);
        if code.op == Intrinsic::IntAbs && !tainted {
            let least = Shape::of(&self.program.types, code.ty).filter(|s| s.signed).map(Shape::min);
            if least == Some(first.bits) {
                let number = first.bits;
                self.found(ErrorKind::SignedOverflow, |_| {
                    format!("the absolute value of {number} does not fit")
                })?;
            }
        }
        let result = match code.op {
            Intrinsic::ObjectSize => {
                let found = self.memory.offset_in_object(first);
                Value::int(found.map_or(0, |(slot, _)| i128::from(self.memory.object(slot).info.size)))
            }
            Intrinsic::ObjectOffset => {
                let found = self.memory.offset_in_object(first);
                let shape = Shape { signed: false, width: self.pointer_bits() };
                Value::int(shape.wrap(found.map_or(0, |(_, offset)| i128::from(offset))))
            }
            op => {
                let types = &self.program.types;
                match arith::intrinsic(types, op, &operands[..code.count], code.ty) {
                    Some(scalar) => Value::from_scalar(scalar),
                    None => return Err(self.unsupported(format!("the intrinsic {op:?} on its operands"))),
                }
            }
        };
        Ok(Value { tainted, ..result })
    }

    /// Whether a type's values are floats.
    pub(crate) fn is_float(&self, ty: TypeId) -> bool {
        self.program.types.is_float(ty)
    }
}

/// The object an integer still belongs to after arithmetic: tagging and moving a pointer keep it.
const fn combined_origin(op: BinaryOp, a: Provenance, b: Provenance) -> Provenance {
    match op {
        BinaryOp::Add | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor if a.is_none() => b,
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor if b.is_none() => a,
        _ => Provenance::NONE,
    }
}
