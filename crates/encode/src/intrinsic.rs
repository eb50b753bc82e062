//! The pure functions that C spells as library calls or builtins.

use crate::{InputKind, Step, Unsupported};
use argand_cfa::{Args, ExprId, Intrinsic, OverflowOp, TypeId};
use argand_logic::{Rounding, Sort, TermId, TermPool};

impl Step<'_> {
    /// The value of an intrinsic.
    pub(crate) fn intrinsic(&mut self, op: Intrinsic, args: Args, ty: TypeId) -> Result<TermId, Unsupported> {
        if matches!(op, Intrinsic::ObjectSize | Intrinsic::ObjectOffset) {
            return self.about_object(op, args, ty);
        }
        let exprs: Vec<ExprId> = args.iter().collect();
        let mut values = Vec::with_capacity(exprs.len());
        for &e in &exprs {
            values.push(self.value(e)?);
        }
        let first = self.program.expr(exprs[0]).ty;
        match op {
            Intrinsic::Overflows { .. } | Intrinsic::WrappingArith(_) => {
                let second = self.program.expr(exprs[1]).ty;
                self.exact(op, (values[0], first), (values[1], second), ty)
            }
            _ if self.program.types.is_float(first) => self.float_intrinsic(op, &values, ty),
            _ => self.int_intrinsic(op, values[0], first, ty),
        }
    }

    /// The size of an object, or where in it a pointer points. Known for pointers to the start of allocated objects.
    fn about_object(&mut self, op: Intrinsic, args: Args, ty: TypeId) -> Result<TermId, Unsupported> {
        let sort = self.sort(ty)?;
        let unknown = self.input(InputKind::Unknown, sort);
        let Some(pointer) = args.iter().next() else { return Ok(unknown) };
        let pointer = self.value(pointer)?;
        let cell = self.enc.sizes();
        let sizes = self.enc.read(self.state, cell);
        let width = self.enc.pointer_width;
        let pool = self.pool();
        let (size, zero) = (pool.select(sizes, pointer), pool.bv(width, 0));
        let none = pool.eq(size, zero);
        let known = if op == Intrinsic::ObjectSize { size } else { zero };
        Ok(pool.ite(none, unknown, known))
    }

    /// Arithmetic on numbers of any two types, wide enough to be exact.
    fn exact(
        &mut self,
        op: Intrinsic,
        (a, a_ty): (TermId, TypeId),
        (b, b_ty): (TermId, TypeId),
        ty: TypeId,
    ) -> Result<TermId, Unsupported> {
        let ((a_signed, a_width), (b_signed, b_width)) = (self.shape(a_ty)?, self.shape(b_ty)?);
        let (kind, at) = match op {
            Intrinsic::Overflows { op, at } => (op, at),
            Intrinsic::WrappingArith(op) => (op, ty),
            _ => return Err(Unsupported::new("an unusual builtin")),
        };
        let (at_signed, at_width) = self.shape(at)?;
        let wide = (a_width + b_width + 2).max(at_width + 1);
        let (_, result_width) = self.shape(ty)?;
        let pool = self.pool();
        let (a, b) = (pool.resize(a, wide, a_signed), pool.resize(b, wide, b_signed));
        let exact = match kind {
            OverflowOp::Add => pool.add(a, b),
            OverflowOp::Sub => pool.sub(a, b),
            OverflowOp::Mul => pool.mul(a, b),
        };
        let low = pool.resize(exact, at_width, false);
        if matches!(op, Intrinsic::WrappingArith(_)) {
            return Ok(pool.resize(low, result_width, at_signed));
        }
        let back = pool.resize(low, wide, at_signed);
        let lost = pool.ne(back, exact);
        Ok(pool.bool_to_bv(lost, result_width))
    }

    fn int_intrinsic(
        &mut self,
        op: Intrinsic,
        a: TermId,
        from: TypeId,
        ty: TypeId,
    ) -> Result<TermId, Unsupported> {
        let (signed, width) = self.shape(from)?;
        let (_, result) = self.shape(ty)?;
        let pool = self.pool();
        Ok(match op {
            Intrinsic::LeadingZeros => first_set(pool, a, result, true),
            Intrinsic::TrailingZeros => first_set(pool, a, result, false),
            Intrinsic::FindFirstSet => {
                let first = first_set(pool, a, result, false);
                let (one, zero) = (pool.bv(result, 1), pool.bv(result, 0));
                let next = pool.add(first, one);
                let nothing = pool.bv(width, 0);
                let none = pool.eq(a, nothing);
                pool.ite(none, zero, next)
            }
            Intrinsic::RedundantSignBits => {
                let top = pool.extract(a, width - 1, width - 1);
                let copies = pool.sign_extend(top, width);
                let flipped = pool.bvxor(a, copies);
                let found = first_set(pool, flipped, result, true);
                let one = pool.bv(result, 1);
                pool.sub(found, one)
            }
            Intrinsic::PopCount | Intrinsic::Parity => {
                let mut sum = pool.bv(result, 0);
                for bit in 0..width {
                    let bit = pool.extract(a, bit, bit);
                    let bit = pool.zero_extend(bit, result);
                    sum = pool.add(sum, bit);
                }
                if op == Intrinsic::PopCount {
                    sum
                } else {
                    let one = pool.bv(result, 1);
                    pool.bvand(sum, one)
                }
            }
            Intrinsic::ByteSwap => {
                let mut swapped = pool.extract(a, 7, 0);
                for byte in 1..width / 8 {
                    let next = pool.extract(a, byte * 8 + 7, byte * 8);
                    swapped = pool.concat(swapped, next);
                }
                swapped
            }
            Intrinsic::IntAbs if signed => {
                let zero = pool.bv(width, 0);
                let negative = pool.slt(a, zero);
                let positive = pool.neg(a);
                pool.ite(negative, positive, a)
            }
            Intrinsic::IntAbs => a,
            _ => return Err(Unsupported::new("an unusual builtin")),
        })
    }

    fn float_intrinsic(&mut self, op: Intrinsic, args: &[TermId], ty: TypeId) -> Result<TermId, Unsupported> {
        let a = args[0];
        let b = args.get(1).copied().unwrap_or(a);
        if let Some(truth) = self.float_test(op, a, b) {
            let (_, width) = self.shape(ty)?;
            return Ok(self.pool().bool_to_bv(truth, width));
        }
        let pool = &mut self.enc.pool;
        let mode = match op {
            Intrinsic::Floor => Some(Rounding::Down),
            Intrinsic::Ceil => Some(Rounding::Up),
            Intrinsic::Trunc => Some(Rounding::Zero),
            Intrinsic::Round => Some(Rounding::NearestAway),
            Intrinsic::RoundEven => Some(Rounding::NearestEven),
            _ => None,
        };
        if let Some(mode) = mode {
            return Ok(pool.fp_round_to_integral(mode, a));
        }
        Ok(match op {
            Intrinsic::FloatAbs => pool.fp_abs(a),
            Intrinsic::CopySign => {
                let negative = self.sign(b);
                let pool = &mut self.enc.pool;
                let magnitude = pool.fp_abs(a);
                let mirrored = pool.fp_neg(magnitude);
                pool.ite(negative, mirrored, magnitude)
            }
            Intrinsic::Sqrt => pool.fp_sqrt(Rounding::NearestEven, a),
            Intrinsic::FloatMod => pool.fp_fmod(a, b),
            Intrinsic::FloatRemainder => pool.fp_rem(a, b),
            Intrinsic::FloatMin | Intrinsic::FloatMax => {
                // Equal operands, zeros of both signs among them, give the second.
                let first = if op == Intrinsic::FloatMin { pool.fp_lt(a, b) } else { pool.fp_lt(b, a) };
                let other_nan = pool.fp_is_nan(b);
                let first = pool.or(first, other_nan);
                pool.ite(first, a, b)
            }
            Intrinsic::FusedMultiplyAdd => pool.fp_fma(Rounding::NearestEven, a, b, args[2]),
            Intrinsic::IsInf | Intrinsic::FpClassify => {
                let (_, width) = self.shape(ty)?;
                self.float_class(op, a, width)
            }
            _ => return Err(Unsupported::new("an unusual builtin")),
        })
    }

    /// Whether the sign of a float is minus. That of a NaN is not modelled, so it is any.
    fn sign(&mut self, a: TermId) -> TermId {
        let any = self.input(InputKind::Unknown, Sort::Bool);
        let pool = self.pool();
        let (nan, negative) = (pool.fp_is_nan(a), pool.fp_is_negative(a));
        pool.ite(nan, any, negative)
    }

    fn float_test(&mut self, op: Intrinsic, a: TermId, b: TermId) -> Option<TermId> {
        if op == Intrinsic::SignBit {
            return Some(self.sign(a));
        }
        let pool = self.pool();
        let (nan, infinite) = (pool.fp_is_nan(a), pool.fp_is_inf(a));
        Some(match op {
            Intrinsic::IsNan => nan,
            Intrinsic::IsFinite => {
                let special = pool.or(nan, infinite);
                pool.not(special)
            }
            Intrinsic::IsNormal => pool.fp_is_normal(a),
            Intrinsic::Unordered => {
                let other = pool.fp_is_nan(b);
                pool.or(nan, other)
            }
            _ => return None,
        })
    }

    /// `isinf` with its sign, or `fpclassify` with the numbers of the C library.
    fn float_class(&mut self, op: Intrinsic, a: TermId, width: u32) -> TermId {
        let pool = self.pool();
        let infinite = pool.fp_is_inf(a);
        if op == Intrinsic::IsInf {
            let negative = pool.fp_is_negative(a);
            let (zero, one) = (pool.bv(width, 0), pool.bv(width, 1));
            let minus_one = pool.neg(one);
            let signed = pool.ite(negative, minus_one, one);
            return pool.ite(infinite, signed, zero);
        }
        let (nan, zero, normal) = (pool.fp_is_nan(a), pool.fp_is_zero(a), pool.fp_is_normal(a));
        let mut class = pool.bv(width, 3);
        for (test, number) in [(normal, 4), (zero, 2), (infinite, 1), (nan, 0)] {
            let number = pool.bv(width, number);
            class = pool.ite(test, number, class);
        }
        class
    }
}

/// The number of the first bit that is set, counted from the top or from below; the width if none is.
fn first_set(pool: &mut TermPool, value: TermId, result: u32, from_top: bool) -> TermId {
    let width = pool.width(value);
    let mut found = pool.bv(result, u64::from(width));
    let one = pool.bv(1, 1);
    for step in (0..width).rev() {
        let bit = if from_top { width - 1 - step } else { step };
        let bit = pool.extract(value, bit, bit);
        let set = pool.eq(bit, one);
        let here = pool.bv(result, u64::from(step));
        found = pool.ite(set, here, found);
    }
    found
}
