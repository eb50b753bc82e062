//! Expressions as terms.
//!
//! Integers and pointers are bit-vectors of the width of their type, floating numbers are floats.

use crate::cells::float_format;
use crate::{InputKind, Step, Unsupported};
use argand_cfa::{BinaryOp, ExprId, ExprKind, IntKind, TypeId, TypeKind, UnaryOp};
use argand_logic::{Bv, Float, Rounding, Sort, TermId};
use argand_support::Idx as _;

impl Step<'_> {
    /// The sort of values of a scalar type.
    pub(crate) fn sort(&self, ty: TypeId) -> Result<Sort, Unsupported> {
        if let Some(format) = float_format(self.program, ty) {
            return Ok(Sort::Float(format));
        }
        match self.program.types.int_shape(ty) {
            Some((_, width)) => Ok(Sort::Bv(width)),
            None => Err(Unsupported::new("a value that is neither a number nor an address")),
        }
    }

    /// Signedness and width of an integer or pointer type.
    pub(crate) fn shape(&self, ty: TypeId) -> Result<(bool, u32), Unsupported> {
        let shape = self.program.types.int_shape(ty);
        shape.ok_or_else(|| Unsupported::new("an operation on something that is no integer"))
    }

    pub(crate) fn is_bool(&self, ty: TypeId) -> bool {
        matches!(self.program.types.kind(ty), TypeKind::Int(IntKind::Bool))
    }

    /// The value of an expression.
    pub(crate) fn value(&mut self, expr: ExprId) -> Result<TermId, Unsupported> {
        if let Some(&known) = self.values.get(&expr) {
            return Ok(known);
        }
        let node = self.program.expr(expr);
        let term = match node.kind {
            ExprKind::Int(value) => {
                let (_, width) = self.shape(node.ty)?;
                let number = self.pool().constant(Bv::from_i128(width, value));
                // No number is taken for the made-up address of an object.
                if self.program.types.is_pointer(node.ty) {
                    self.integer_to_pointer(number, self.program.types.size_t())?
                } else {
                    number
                }
            }
            ExprKind::Float(bits) => {
                let format = float_format(self.program, node.ty)
                    .ok_or_else(|| Unsupported::new("a constant of an unusual type"))?;
                self.pool().fp(Float::from_bits(format, bits))
            }
            ExprKind::Load(place) => self.load(place)?,
            ExprKind::AddrOf(place) => self.place_address(place)?,
            ExprKind::FuncAddr(func) => {
                let width = self.enc.pointer_width;
                // Below every object, and different from null.
                self.pool().bv(width, 16 + func.index() as u64 * 4)
            }
            ExprKind::Unary(UnaryOp::Not, _) => {
                let (_, width) = self.shape(node.ty)?;
                let holds = self.truth(expr)?;
                self.pool().bool_to_bv(holds, width)
            }
            ExprKind::Unary(op, operand) => {
                let a = self.value(operand)?;
                let float = self.program.types.is_float(node.ty);
                let pool = self.pool();
                match op {
                    UnaryOp::Neg if float => pool.fp_neg(a),
                    UnaryOp::Neg => pool.neg(a),
                    UnaryOp::BitNot | UnaryOp::Not => pool.bvnot(a),
                }
            }
            ExprKind::Binary(op, ..) if op.is_comparison() => {
                let (_, width) = self.shape(node.ty)?;
                let holds = self.truth(expr)?;
                self.pool().bool_to_bv(holds, width)
            }
            ExprKind::Binary(op, a, b) => self.binary(op, a, b, node.ty)?,
            ExprKind::Cast(inner) => {
                if self.is_bool(node.ty) {
                    let holds = self.truth(inner)?;
                    self.pool().bool_to_bv(holds, 8)
                } else {
                    let from = self.program.expr(inner).ty;
                    let value = self.value(inner)?;
                    if self.program.types.is_pointer(node.ty) && self.program.types.is_integer(from) {
                        let turned = self.number_to_pointer(inner, value, from)?;
                        self.doubt_revived(inner, turned);
                        turned
                    } else {
                        self.cast(value, from, node.ty)?
                    }
                }
            }
            ExprKind::Intrinsic(op, args) => self.intrinsic(op, args, node.ty)?,
        };
        self.values.insert(expr, term);
        Ok(term)
    }

    /// Whether an expression is not zero.
    pub(crate) fn truth(&mut self, expr: ExprId) -> Result<TermId, Unsupported> {
        let node = self.program.expr(expr);
        match node.kind {
            ExprKind::Unary(UnaryOp::Not, inner) => {
                let inner = self.truth(inner)?;
                Ok(self.pool().not(inner))
            }
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                let ty = self.program.expr(a).ty;
                let (x, y) = (self.value(a)?, self.value(b)?);
                if !self.program.types.is_pointer(ty) {
                    return self.compare(op, ty, x, y);
                }
                // Pointers that are numbers compare as numbers, wherever objects lie.
                if let (Some(x), Some(y)) = (self.number_of(x), self.number_of(y)) {
                    return self.compare(op, ty, x, y);
                }
                let holds = self.compare(op, ty, x, y)?;
                self.doubted_comparison((a, x), (b, y), holds)
            }
            // Widening keeps zero apart from everything else.
            ExprKind::Cast(inner)
                if self.program.types.is_integer(node.ty)
                    && self.program.types.is_integer(self.program.expr(inner).ty)
                    && self.shape(self.program.expr(inner).ty)?.1 <= self.shape(node.ty)?.1 =>
            {
                self.truth(inner)
            }
            _ => {
                let value = self.value(expr)?;
                // A pointer that was made of a number is null where the number is 0.
                let pointer = self.program.types.is_pointer(node.ty);
                let number = pointer.then(|| self.number_of(value)).flatten();
                self.is_true(number.unwrap_or(value))
            }
        }
    }

    /// Whether a value is not zero.
    pub(crate) fn is_true(&mut self, value: TermId) -> Result<TermId, Unsupported> {
        let pool = self.pool();
        match pool.sort(value) {
            Sort::Bv(width) => {
                let zero = pool.bv(width, 0);
                Ok(pool.ne(value, zero))
            }
            Sort::Float(_) => {
                let zero = pool.fp_is_zero(value);
                Ok(pool.not(zero))
            }
            _ => Err(Unsupported::new("a condition that is no scalar")),
        }
    }

    fn compare(&mut self, op: BinaryOp, ty: TypeId, a: TermId, b: TermId) -> Result<TermId, Unsupported> {
        if self.program.types.is_float(ty) {
            let pool = self.pool();
            return Ok(match op {
                BinaryOp::Eq => pool.fp_eq(a, b),
                BinaryOp::Ne => {
                    let same = pool.fp_eq(a, b);
                    pool.not(same)
                }
                BinaryOp::Lt => pool.fp_lt(a, b),
                BinaryOp::Le => pool.fp_le(a, b),
                BinaryOp::Gt => pool.fp_lt(b, a),
                _ => pool.fp_le(b, a),
            });
        }
        let (signed, _) = self.shape(ty)?;
        let pool = self.pool();
        Ok(match (op, signed) {
            (BinaryOp::Eq, _) => pool.eq(a, b),
            (BinaryOp::Ne, _) => pool.ne(a, b),
            (BinaryOp::Lt, true) => pool.slt(a, b),
            (BinaryOp::Le, true) => pool.sle(a, b),
            (BinaryOp::Gt, true) => pool.slt(b, a),
            (_, true) => pool.sle(b, a),
            (BinaryOp::Lt, false) => pool.ult(a, b),
            (BinaryOp::Le, false) => pool.ule(a, b),
            (BinaryOp::Gt, false) => pool.ult(b, a),
            (_, false) => pool.ule(b, a),
        })
    }

    fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId, ty: TypeId) -> Result<TermId, Unsupported> {
        let (left, right) = (self.program.expr(a).ty, self.program.expr(b).ty);
        let (x, y) = (self.value(a)?, self.value(b)?);
        if self.program.types.is_float(ty) {
            let nearest = Rounding::NearestEven;
            let pool = self.pool();
            return Ok(match op {
                BinaryOp::Add => pool.fp_add(nearest, x, y),
                BinaryOp::Sub => pool.fp_sub(nearest, x, y),
                BinaryOp::Mul => pool.fp_mul(nearest, x, y),
                BinaryOp::Div => pool.fp_div(nearest, x, y),
                _ => return Err(Unsupported::new("an integer operation on floating numbers")),
            });
        }
        match op {
            BinaryOp::PtrAdd | BinaryOp::PtrSub => {
                let size = self.program.types.pointee_size(left);
                let moved = self.scaled(y, right, size)?;
                let pool = self.pool();
                return Ok(if op == BinaryOp::PtrAdd { pool.add(x, moved) } else { pool.sub(x, moved) });
            }
            BinaryOp::PtrDiff => return self.pointer_difference(x, y, left),
            BinaryOp::Shl | BinaryOp::Shr => return self.shift(op, (x, left), (y, right)),
            _ => {}
        }
        let (signed, _) = self.shape(ty)?;
        let pool = self.pool();
        Ok(match (op, signed) {
            (BinaryOp::Add, _) => pool.add(x, y),
            (BinaryOp::Sub, _) => pool.sub(x, y),
            (BinaryOp::Mul, _) => pool.mul(x, y),
            (BinaryOp::Div, true) => pool.sdiv(x, y),
            (BinaryOp::Div, false) => pool.udiv(x, y),
            (BinaryOp::Rem, true) => pool.srem(x, y),
            (BinaryOp::Rem, false) => pool.urem(x, y),
            (BinaryOp::And, _) => pool.bvand(x, y),
            (BinaryOp::Or, _) => pool.bvor(x, y),
            _ => pool.bvxor(x, y),
        })
    }

    /// An index as a distance in bytes, as wide as a pointer.
    pub(crate) fn scaled(&mut self, index: TermId, ty: TypeId, size: u64) -> Result<TermId, Unsupported> {
        let (signed, _) = self.shape(ty)?;
        let width = self.enc.pointer_width;
        let pool = self.pool();
        let index = pool.resize(index, width, signed);
        let size = pool.bv(width, size);
        Ok(pool.mul(index, size))
    }

    fn pointer_difference(&mut self, x: TermId, y: TermId, ty: TypeId) -> Result<TermId, Unsupported> {
        let size = self.program.types.pointee_size(ty).max(1);
        let width = self.enc.pointer_width;
        let pool = self.pool();
        let bytes = pool.sub(x, y);
        if size.is_power_of_two() {
            let count = pool.bv(width, u64::from(size.trailing_zeros()));
            return Ok(pool.ashr(bytes, count));
        }
        let size = pool.bv(width, size);
        Ok(pool.sdiv(bytes, size))
    }

    /// Shift counts are taken modulo the width.
    fn shift(
        &mut self,
        op: BinaryOp,
        (x, ty): (TermId, TypeId),
        (count, count_ty): (TermId, TypeId),
    ) -> Result<TermId, Unsupported> {
        let (signed, width) = self.shape(ty)?;
        let (count_signed, count_width) = self.shape(count_ty)?;
        let pool = self.pool();
        let wide = count_width.max(width);
        let count = pool.resize(count, wide, count_signed);
        let modulus = pool.bv(wide, u64::from(width));
        let count = pool.urem(count, modulus);
        let count = pool.resize(count, width, false);
        Ok(match (op, signed) {
            (BinaryOp::Shl, _) => pool.shl(x, count),
            (_, true) => pool.ashr(x, count),
            (_, false) => pool.lshr(x, count),
        })
    }

    /// Conversion between scalar types, `_Bool` as the target excepted.
    pub(crate) fn cast(&mut self, value: TermId, from: TypeId, to: TypeId) -> Result<TermId, Unsupported> {
        let types = &self.program.types;
        match (types.is_pointer(from), types.is_pointer(to)) {
            (true, true) => return Ok(value),
            (true, false) if types.is_integer(to) => return self.pointer_to_integer(value, to),
            (false, true) => return self.integer_to_pointer(value, from),
            _ => {}
        }
        match (float_format(self.program, from), float_format(self.program, to)) {
            (Some(_), Some(format)) => Ok(self.pool().fp_to_fp(Rounding::NearestEven, format, value)),
            (None, Some(format)) => {
                let (signed, _) = self.shape(from)?;
                Ok(self.pool().fp_from_int(Rounding::NearestEven, format, value, signed))
            }
            (Some(_), None) => self.float_to_integer(value, from, to),
            (None, None) => {
                let (signed, _) = self.shape(from)?;
                let (_, width) = self.shape(to)?;
                Ok(self.pool().resize(value, width, signed))
            }
        }
    }

    /// Conversion to an integer, rounding towards zero. C does not define what happens when the number does not
    /// fit; every value is possible then.
    fn float_to_integer(&mut self, value: TermId, from: TypeId, to: TypeId) -> Result<TermId, Unsupported> {
        let (signed, width) = self.shape(to)?;
        let format = float_format(self.program, from)
            .ok_or_else(|| Unsupported::new("a conversion of an unusual type"))?;
        let bits = if signed { width - 1 } else { width };
        let top = Bv::power_of_two(width + 2, bits);
        // The greatest number that is too small; rounded down, so that everything above it fits.
        let below = if signed { top.neg().sub(&Bv::one(width + 2)) } else { Bv::ones(width + 2) };
        let above = Float::from_integer(format, Rounding::Up, &top, true);
        let below = Float::from_integer(format, Rounding::Down, &below, true);
        let pool = self.pool();
        let direct = pool.fp_to_int(Rounding::Zero, width, value, signed);
        let (above, below) = (pool.fp(above), pool.fp(below));
        let (small, large) = (pool.fp_lt(value, above), pool.fp_lt(below, value));
        let fits = pool.and(small, large);
        if pool.as_bool(fits) == Some(true) {
            return Ok(direct);
        }
        let other = self.input(InputKind::Unknown, Sort::Bv(width));
        Ok(self.pool().ite(fits, direct, other))
    }
}
