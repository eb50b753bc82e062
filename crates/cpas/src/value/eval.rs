//! Evaluating expressions and finding places in a state of the value analysis.
//!
//! Every function answers `None` for "not known". Nothing is ever guessed: an expression has a value only if it
//! has that value in every concrete state that the abstract state stands for.

use super::state::{Known, Value, ValueState, mask};
use super::trace::Notes;
use argand_cfa::arith::{self, Scalar};
use argand_cfa::{
    Args, BinaryOp, ExprId, ExprKind, IntKind, Intrinsic, PlaceId, PlaceKind, Program, TypeId, TypeKind,
    UnaryOp, VarKind,
};
use argand_domains::memory::{Object, Read};

/// Where a heap object remembers its own size in bytes: a cell in front of its first bit.
pub const SIZE_BIT: i64 = -64;
/// The width of that cell.
pub const SIZE_WIDTH: u64 = 64;

/// Where a place is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    /// At a bit of an object.
    Exact {
        /// The object.
        object: Object,
        /// The first bit.
        bit: i64,
    },
    /// Somewhere in an object.
    Inside(Object),
    /// Behind a pointer of unknown value.
    Anywhere,
}

/// Reads a state.
#[derive(Clone, Copy)]
pub struct Eval<'a> {
    /// The program.
    pub program: &'a Program,
    /// The state.
    pub state: &'a ValueState,
    /// Takes note of the cells that are read.
    pub notes: Notes<'a>,
}

impl Eval<'_> {
    /// The width of a place in bits, if its type has a size.
    #[must_use]
    pub fn width(&self, place: PlaceId) -> Option<u64> {
        self.program.place_width(place)
    }

    /// Where a place is.
    #[must_use]
    pub fn locate(&self, place: PlaceId) -> Where {
        match self.program.place(place).kind {
            PlaceKind::Var(var) => Where::Exact { object: self.state.object_of(self.program, var), bit: 0 },
            PlaceKind::Deref(pointer) => match self.eval(pointer) {
                Some(Known::Addr { object, offset }) => {
                    offset.checked_mul(8).map_or(Where::Inside(object), |bit| Where::Exact { object, bit })
                }
                _ => Where::Anywhere,
            },
            PlaceKind::Field { base, .. } => match (self.locate(base), self.program.field_of(place)) {
                (Where::Exact { object, bit }, Some(field)) => i64::try_from(field.bit_offset)
                    .ok()
                    .and_then(|o| bit.checked_add(o))
                    .map_or(Where::Inside(object), |bit| Where::Exact { object, bit }),
                (Where::Exact { object, .. }, None) => Where::Inside(object),
                (other, _) => other,
            },
            PlaceKind::Index { base, index } => match self.locate(base) {
                Where::Exact { object, bit } => {
                    let element = self.program.types.size_of(self.program.place(place).ty);
                    let at = (|| {
                        let index = i64::try_from(self.eval(index)?.as_int()?).ok()?;
                        index.checked_mul(i64::try_from(element?).ok()?.checked_mul(8)?)?.checked_add(bit)
                    })();
                    at.map_or(Where::Inside(object), |bit| Where::Exact { object, bit })
                }
                other => other,
            },
        }
    }

    /// The value in a place of scalar type.
    #[must_use]
    pub fn load(&self, place: PlaceId) -> Option<Known> {
        let Where::Exact { object, bit } = self.locate(place) else { return None };
        self.load_at(object, bit, self.width(place)?, self.program.place(place).ty)
    }

    /// The value of type `ty` in a range of an object.
    #[must_use]
    pub fn load_at(&self, object: Object, bit: i64, width: u64, ty: TypeId) -> Option<Known> {
        if !self.program.types.is_scalar(ty) {
            return None;
        }
        let width = self.value_width(ty, width);
        let value = self.value_at(object, bit, width)?;
        let known = Known::from_cell(self.program, ty, value)?;
        // A bit-field is narrower than its type: the sign bit is not where the type has it.
        Some(match (known, self.program.types.int_shape(ty)) {
            (Known::Number(Scalar::Int(v)), Some((signed, full))) if width < u64::from(full) => {
                Known::int(argand_cfa::types::wrap_int(signed, width as u32, v))
            }
            (known, _) => known,
        })
    }

    /// How many bits the values of a type have where they lie in memory: the padding of `long double` and `_BitInt`
    /// is no part of them.
    #[must_use]
    pub fn value_width(&self, ty: TypeId, width: u64) -> u64 {
        match *self.program.types.kind(ty) {
            TypeKind::Float(kind) => u64::from(kind.value_bits()).min(width),
            TypeKind::BitInt { width: bits, .. } => u64::from(bits).min(width),
            TypeKind::Void
            | TypeKind::Int(_)
            | TypeKind::Pointer(_)
            | TypeKind::Array { .. }
            | TypeKind::Record(_)
            | TypeKind::Function(_)
            | TypeKind::Opaque { .. } => width,
        }
    }

    /// What lies in a range of an object: a cell, a part of one, or several together.
    #[must_use]
    pub fn value_at(&self, object: Object, bit: i64, width: u64) -> Option<Value> {
        self.notes.read(object, bit, width);
        match self.state.memory.read(object, bit, width) {
            Read::Value(value) => Some(*value),
            // Behind its end an object is not zero, whatever its bytes are.
            Read::Zero => self.is_inside(object, bit, width).then_some(Value::Bits(0)),
            Read::Mixed => self.assemble(object, bit, width).map(Value::Bits),
            Read::Unknown => None,
        }
    }

    /// Whether a range of a variable lies inside it; of other objects nothing is asked.
    fn is_inside(&self, object: Object, bit: i64, width: u64) -> bool {
        let Object::Var { var, .. } = object else { return true };
        let end = u64::try_from(bit).ok().and_then(|bit| bit.checked_add(width));
        let size = self.program.var_size(var).and_then(|bytes| bytes.checked_mul(8));
        size.is_none_or(|size| end.is_some_and(|end| end <= size))
    }

    /// Puts the bits of several cells together.
    fn assemble(&self, object: Object, bit: i64, width: u64) -> Option<u128> {
        let memory = &self.state.memory;
        if width > 128 || !memory.is_known(object, bit, width) || !self.is_inside(object, bit, width) {
            return None;
        }
        let mut bits = 0u128;
        for cell in memory.cells_in(object, bit, width) {
            let Value::Bits(value) = *cell.value else { return None };
            let shift = cell.bit - bit;
            bits |= if shift >= 0 {
                value.checked_shl(u32::try_from(shift).ok()?)?
            } else {
                value >> shift.unsigned_abs().min(127)
            };
        }
        Some(bits & mask(width))
    }

    /// The truth of a condition.
    #[must_use]
    pub fn truth(&self, cond: ExprId) -> Option<bool> {
        let ty = self.program.expr(cond).ty;
        Some(match self.eval(cond)? {
            Known::Number(scalar) => arith::is_true(&self.program.types, ty, scalar),
            Known::Addr { .. } | Known::Func(_) => true,
        })
    }

    /// The value of an expression.
    #[must_use]
    pub fn eval(&self, id: ExprId) -> Option<Known> {
        let types = &self.program.types;
        let expr = self.program.expr(id);
        match expr.kind {
            ExprKind::Int(value) => Some(Known::int(value)),
            ExprKind::Float(bits) => Some(Known::Number(Scalar::Float(bits))),
            ExprKind::Load(place) => self.load(place),
            ExprKind::AddrOf(place) => match self.locate(place) {
                Where::Exact { object, bit } => Some(Known::Addr { object, offset: bit.div_euclid(8) }),
                _ => None,
            },
            ExprKind::FuncAddr(func) => Some(Known::Func(func)),
            ExprKind::Unary(op, operand) => {
                let ty = self.program.expr(operand).ty;
                match (op, self.eval(operand)?) {
                    (_, Known::Number(scalar)) => arith::unary(types, op, ty, scalar).map(Known::Number),
                    (UnaryOp::Not, _) => Some(Known::int(0)),
                    _ => None,
                }
            }
            ExprKind::Binary(op, lhs, rhs) => self.binary(op, lhs, rhs),
            ExprKind::Cast(operand) => self.cast(expr.ty, operand),
            ExprKind::Intrinsic(op, args) => self.intrinsic(op, args, expr.ty),
        }
    }

    fn cast(&self, to: TypeId, operand: ExprId) -> Option<Known> {
        let types = &self.program.types;
        let from = self.program.expr(operand).ty;
        match self.eval(operand)? {
            Known::Number(scalar) => arith::cast(types, from, to, scalar).map(Known::Number),
            address => {
                if matches!(types.kind(to), TypeKind::Int(IntKind::Bool)) {
                    return Some(Known::int(1));
                }
                // An address survives in integers that are as wide as a pointer.
                let bits = types.int_shape(to).map(|(_, width)| width);
                (bits == Some(types.model().pointer_bytes() as u32 * 8)).then_some(address)
            }
        }
    }

    fn binary(&self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Option<Known> {
        let types = &self.program.types;
        let (lhs_ty, rhs_ty) = (self.program.expr(lhs).ty, self.program.expr(rhs).ty);
        match (self.eval(lhs), self.eval(rhs)) {
            (Some(Known::Number(a)), Some(Known::Number(b))) => {
                arith::binary(types, op, lhs_ty, a, rhs_ty, b).map(Known::Number)
            }
            (Some(a), Some(b)) => self.on_addresses(op, lhs_ty, a, b),
            (Some(Known::Number(Scalar::Int(0))), None) | (None, Some(Known::Number(Scalar::Int(0))))
                if matches!(op, BinaryOp::And | BinaryOp::Mul) =>
            {
                Some(Known::int(0))
            }
            _ if lhs == rhs && types.int_shape(lhs_ty).is_some() => match op {
                BinaryOp::Eq | BinaryOp::Le | BinaryOp::Ge => Some(Known::int(1)),
                BinaryOp::Ne
                | BinaryOp::Lt
                | BinaryOp::Gt
                | BinaryOp::Sub
                | BinaryOp::Xor
                | BinaryOp::PtrDiff => Some(Known::int(0)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Operators of which at least one operand is an address.
    fn on_addresses(&self, op: BinaryOp, ty: TypeId, a: Known, b: Known) -> Option<Known> {
        let step = i64::try_from(self.program.types.pointee_size(ty)).ok()?;
        match (op, a, b) {
            (
                BinaryOp::PtrAdd | BinaryOp::PtrSub,
                Known::Addr { object, offset },
                Known::Number(Scalar::Int(n)),
            ) => {
                let n = i64::try_from(n).ok()?;
                let n = if op == BinaryOp::PtrSub { n.checked_neg()? } else { n };
                Some(Known::Addr { object, offset: offset.checked_add(n.checked_mul(step)?)? })
            }
            (
                BinaryOp::PtrDiff,
                Known::Addr { object, offset },
                Known::Addr { object: other, offset: from },
            ) if object == other => Some(Known::int(i128::from((offset - from).checked_div(step)?))),
            (_, Known::Addr { object, offset: x }, Known::Addr { object: other, offset: y })
                if object == other =>
            {
                Some(Known::int(i128::from(match op {
                    BinaryOp::Eq => x == y,
                    BinaryOp::Ne => x != y,
                    BinaryOp::Lt => x < y,
                    BinaryOp::Le => x <= y,
                    BinaryOp::Gt => x > y,
                    BinaryOp::Ge => x >= y,
                    _ => return None,
                })))
            }
            (BinaryOp::Eq | BinaryOp::Ne, _, _) => {
                self.apart(a, b).then(|| Known::int(i128::from(op == BinaryOp::Ne)))
            }
            _ => None,
        }
    }

    /// Whether two values that are not both numbers certainly differ.
    fn apart(&self, a: Known, b: Known) -> bool {
        match (a, b) {
            (Known::Func(f), Known::Func(g)) => f != g,
            (Known::Func(_), Known::Addr { .. }) | (Known::Addr { .. }, Known::Func(_)) => true,
            (Known::Number(Scalar::Int(0)), _) | (_, Known::Number(Scalar::Int(0))) => true,
            (Known::Addr { object: o, offset: x }, Known::Addr { object: p, offset: y }) => {
                o != p && !self.are_literals(o, p) && self.is_element(o, x) && self.is_element(p, y)
            }
            _ => false,
        }
    }

    /// Whether an address is that of a byte of the object, not its end, which may be the start of another.
    fn is_element(&self, object: Object, offset: i64) -> bool {
        // What an allocation returns is unlike every other address, even where it has no bytes.
        let start = match object {
            Object::Var { var, .. } => self.program.var_size(var) != Some(0),
            Object::Heap { .. } => true,
        };
        (offset == 0 && start)
            || (offset >= 0 && self.object_size(object).is_some_and(|size| offset.cast_unsigned() < size))
    }

    /// Whether both objects are string literals, which may share their bytes.
    fn are_literals(&self, a: Object, b: Object) -> bool {
        let is_literal = |object| match object {
            Object::Var { var, .. } => self.program.vars[var].kind == VarKind::StringLiteral,
            Object::Heap { .. } => false,
        };
        is_literal(a) && is_literal(b)
    }

    /// The size of an object in bytes, if it is known.
    #[must_use]
    pub fn object_size(&self, object: Object) -> Option<u64> {
        match object {
            Object::Var { var, .. } => self.program.var_size(var),
            Object::Heap { .. } => {
                self.notes.read(object, SIZE_BIT, SIZE_WIDTH);
                match self.state.memory.read(object, SIZE_BIT, SIZE_WIDTH) {
                    Read::Value(Value::Bits(size)) => u64::try_from(*size).ok(),
                    _ => None,
                }
            }
        }
    }

    fn intrinsic(&self, op: Intrinsic, args: Args, ty: TypeId) -> Option<Known> {
        let types = &self.program.types;
        if let (Intrinsic::ObjectSize | Intrinsic::ObjectOffset, Args::One(pointer)) = (op, args) {
            let Known::Addr { object, offset } = self.eval(pointer)? else { return None };
            let answer = if op == Intrinsic::ObjectSize {
                i64::try_from(self.object_size(object)?).ok()?
            } else {
                offset
            };
            return Some(Known::int(i128::from(answer)));
        }
        let mut operands = smallvec::SmallVec::<[(TypeId, Scalar); 3]>::new();
        for arg in args.iter() {
            let Known::Number(scalar) = self.eval(arg)? else { return None };
            operands.push((self.program.expr(arg).ty, scalar));
        }
        arith::intrinsic(types, op, &operands, ty).map(Known::Number)
    }
}
