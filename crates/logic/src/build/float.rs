//! Floating-point operators. Constants fold through [`Float`]; the rest is left to the circuits.

use crate::eval;
use crate::sort::{FloatFormat, Rounding, Sort};
use crate::term::{Op, TermId, TermPool};
use crate::value::Float;

impl TermPool {
    /// A floating-point node with constants folded.
    pub(crate) fn make_float(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        if !self.simplify {
            return self.intern(op, sort, args);
        }
        if args.iter().all(|&a| self.is_const(a)) {
            let values: Vec<_> = args.iter().filter_map(|&a| eval::constant_value(self, a)).collect();
            if let Some(v) = eval::apply_float(op, sort, &values) {
                return self.value(&v);
            }
        }
        if let Some(t) = self.lift_ite(op, sort, args) {
            return t;
        }
        let a = args[0];
        match op {
            Op::FpNeg if self.op(a) == Op::FpNeg => return self.arg(a, 0),
            Op::FpAbs if matches!(self.op(a), Op::FpNeg | Op::FpAbs) => {
                let inner = self.arg(a, 0);
                return self.fp_abs(inner);
            }
            Op::FpFromBits if self.op(a) == Op::FpToBits && self.sort(self.arg(a, 0)) == sort => {
                return self.arg(a, 0);
            }
            Op::FpToFp(_) if self.sort(a) == sort => return a,
            Op::FpToFp(_) if matches!(self.op(a), Op::FpToFp(_)) => {
                // Widening is exact, so narrowing back gives the number again.
                let inner = self.arg(a, 0);
                let (from, mid) = (self.format(inner), self.format(a));
                if self.sort(inner) == sort
                    && from.exponent <= mid.exponent
                    && from.significand <= mid.significand
                {
                    return inner;
                }
            }
            Op::FpIsNan | Op::FpIsInf | Op::FpIsZero | Op::FpIsNormal | Op::FpIsSubnormal
                if matches!(self.op(a), Op::FpNeg | Op::FpAbs) =>
            {
                let inner = self.arg(a, 0);
                return self.make_float(op, sort, &[inner]);
            }
            Op::FpLt if a == args[1] => return self.ff(),
            Op::FpEq | Op::FpLe if a == args[1] => {
                let nan = self.fp_is_nan(a);
                return self.not(nan);
            }
            Op::FpMin | Op::FpMax if a == args[1] => return a,
            _ => {}
        }
        let commutes =
            matches!(op, Op::FpAdd(_) | Op::FpMul(_) | Op::FpMin | Op::FpMax | Op::FpEq | Op::FpFma(_));
        if commutes && args[1] < a {
            let mut swapped = args.to_vec();
            swapped.swap(0, 1);
            return self.intern(op, sort, &swapped);
        }
        match sort {
            Sort::Bv(w) => self.node(op, w, args),
            _ => self.intern(op, sort, args),
        }
    }

    fn fp_like(&mut self, op: Op, args: &[TermId]) -> TermId {
        let sort = self.sort(args[0]);
        debug_assert!(matches!(sort, Sort::Float(_)) && args.iter().all(|&a| self.sort(a) == sort));
        self.make_float(op, sort, args)
    }

    fn fp_test(&mut self, op: Op, args: &[TermId]) -> TermId {
        debug_assert!(matches!(self.sort(args[0]), Sort::Float(_)));
        self.make_float(op, Sort::Bool, args)
    }

    /// The number an encoding stands for.
    pub fn fp_from_bits(&mut self, format: FloatFormat, bits: TermId) -> TermId {
        debug_assert_eq!(self.sort(bits), Sort::Bv(format.width()));
        self.make_float(Op::FpFromBits, Sort::Float(format), &[bits])
    }

    /// The canonical encoding of a number; NaN is quiet and positive.
    pub fn fp_to_bits(&mut self, a: TermId) -> TermId {
        let width = self.format(a).width();
        self.make_float(Op::FpToBits, Sort::Bv(width), &[a])
    }

    /// The number with the other sign.
    pub fn fp_neg(&mut self, a: TermId) -> TermId {
        self.fp_like(Op::FpNeg, &[a])
    }

    /// The number without its sign.
    pub fn fp_abs(&mut self, a: TermId) -> TermId {
        self.fp_like(Op::FpAbs, &[a])
    }

    /// Sum.
    pub fn fp_add(&mut self, mode: Rounding, a: TermId, b: TermId) -> TermId {
        self.fp_like(Op::FpAdd(mode), &[a, b])
    }

    /// Difference.
    pub fn fp_sub(&mut self, mode: Rounding, a: TermId, b: TermId) -> TermId {
        let minus = self.fp_neg(b);
        self.fp_add(mode, a, minus)
    }

    /// Product.
    pub fn fp_mul(&mut self, mode: Rounding, a: TermId, b: TermId) -> TermId {
        self.fp_like(Op::FpMul(mode), &[a, b])
    }

    /// Quotient.
    pub fn fp_div(&mut self, mode: Rounding, a: TermId, b: TermId) -> TermId {
        self.fp_like(Op::FpDiv(mode), &[a, b])
    }

    /// `a * b + c` rounded once.
    pub fn fp_fma(&mut self, mode: Rounding, a: TermId, b: TermId, c: TermId) -> TermId {
        self.fp_like(Op::FpFma(mode), &[a, b, c])
    }

    /// Square root.
    pub fn fp_sqrt(&mut self, mode: Rounding, a: TermId) -> TermId {
        self.fp_like(Op::FpSqrt(mode), &[a])
    }

    /// Remainder of IEEE 754 (`remainder` of C).
    pub fn fp_rem(&mut self, a: TermId, b: TermId) -> TermId {
        self.fp_like(Op::FpRem, &[a, b])
    }

    /// Remainder of the truncated quotient (`fmod` of C).
    pub fn fp_fmod(&mut self, a: TermId, b: TermId) -> TermId {
        self.fp_like(Op::FpFmod, &[a, b])
    }

    /// The nearest integral number in a direction (`rint`, `trunc`, `floor`, `ceil`, `round`).
    pub fn fp_round_to_integral(&mut self, mode: Rounding, a: TermId) -> TermId {
        self.fp_like(Op::FpRoundInt(mode), &[a])
    }

    /// The lesser; the other one if one is NaN.
    pub fn fp_min(&mut self, a: TermId, b: TermId) -> TermId {
        self.fp_like(Op::FpMin, &[a, b])
    }

    /// The greater; the other one if one is NaN.
    pub fn fp_max(&mut self, a: TermId, b: TermId) -> TermId {
        self.fp_like(Op::FpMax, &[a, b])
    }

    /// Equality of IEEE 754 (`==` of C).
    pub fn fp_eq(&mut self, a: TermId, b: TermId) -> TermId {
        self.fp_test(Op::FpEq, &[a, b])
    }

    /// Less-than of IEEE 754.
    pub fn fp_lt(&mut self, a: TermId, b: TermId) -> TermId {
        self.fp_test(Op::FpLt, &[a, b])
    }

    /// Less-or-equal of IEEE 754.
    pub fn fp_le(&mut self, a: TermId, b: TermId) -> TermId {
        self.fp_test(Op::FpLe, &[a, b])
    }

    /// Whether it is NaN.
    pub fn fp_is_nan(&mut self, a: TermId) -> TermId {
        self.fp_test(Op::FpIsNan, &[a])
    }

    /// Whether it is an infinity.
    pub fn fp_is_inf(&mut self, a: TermId) -> TermId {
        self.fp_test(Op::FpIsInf, &[a])
    }

    /// Whether it is a zero.
    pub fn fp_is_zero(&mut self, a: TermId) -> TermId {
        self.fp_test(Op::FpIsZero, &[a])
    }

    /// Whether it is a normal number.
    pub fn fp_is_normal(&mut self, a: TermId) -> TermId {
        self.fp_test(Op::FpIsNormal, &[a])
    }

    /// Whether it is a subnormal number.
    pub fn fp_is_subnormal(&mut self, a: TermId) -> TermId {
        self.fp_test(Op::FpIsSubnormal, &[a])
    }

    /// Whether its sign is minus; false for NaN.
    pub fn fp_is_negative(&mut self, a: TermId) -> TermId {
        self.fp_test(Op::FpIsNegative, &[a])
    }

    /// The same number in another format, rounded.
    pub fn fp_to_fp(&mut self, mode: Rounding, format: FloatFormat, a: TermId) -> TermId {
        self.make_float(Op::FpToFp(mode), Sort::Float(format), &[a])
    }

    /// The number nearest to an integer.
    pub fn fp_from_int(&mut self, mode: Rounding, format: FloatFormat, a: TermId, signed: bool) -> TermId {
        let op = if signed { Op::FpFromSigned(mode) } else { Op::FpFromUnsigned(mode) };
        self.make_float(op, Sort::Float(format), &[a])
    }

    /// The integer nearest in a direction. What does not fit gives the least signed, or the greatest
    /// unsigned number, as x86 does.
    pub fn fp_to_int(&mut self, mode: Rounding, width: u32, a: TermId, signed: bool) -> TermId {
        let op = if signed { Op::FpToSigned(mode) } else { Op::FpToUnsigned(mode) };
        self.make_float(op, Sort::Bv(width), &[a])
    }

    /// A `float` constant.
    pub fn f32(&mut self, v: f32) -> TermId {
        self.fp(Float::from_f32(v))
    }

    /// A `double` constant.
    pub fn f64(&mut self, v: f64) -> TermId {
        self.fp(Float::from_f64(v))
    }
}
