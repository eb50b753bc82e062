//! Smart constructors: the only way to make terms, and the normaliser.
//!
//! Every rule here keeps the meaning in every model, including division by zero and shifts by too much;
//! `tests/normaliser.rs` checks that against the evaluator.

mod arith;
mod array;
mod bits;
mod boolean;
mod compare;
mod float;

use crate::sort::Sort;
use crate::term::{Op, TermId, TermPool};

impl TermPool {
    /// A bit-vector node, or the constant if all its bits are known.
    pub(crate) fn node(&mut self, op: Op, width: u32, args: &[TermId]) -> TermId {
        let t = self.intern(op, Sort::Bv(width), args);
        if !self.simplify {
            return t;
        }
        match self.bits_known(t).and_then(|k| k.value(width)) {
            Some(v) if !self.is_const(t) => self.bv(width, v),
            _ => t,
        }
    }

    /// Rebuilds a term's root over other arguments of the same sorts. `t` gives the operator and the sort.
    pub fn rebuild(&mut self, t: TermId, args: &[TermId]) -> TermId {
        if args == self.args(t) && !self.simplify {
            return t;
        }
        let (op, sort) = (self.op(t), self.sort(t));
        self.make(op, sort, args)
    }

    /// Makes a term from its operator, its sort and its arguments.
    pub(crate) fn make(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        let width = sort.width().unwrap_or(0);
        match op {
            Op::Var(v) => self.var_term(v),
            Op::True | Op::False | Op::Const(_) | Op::FpConst(_) => self.intern(op, sort, &[]),
            Op::Not => self.not(args[0]),
            Op::And => self.and(args[0], args[1]),
            Op::Ite => self.ite(args[0], args[1], args[2]),
            Op::Eq => self.eq(args[0], args[1]),
            Op::Add => self.add_all(args),
            Op::Mul => self.mul(args[0], args[1]),
            Op::Udiv => self.udiv(args[0], args[1]),
            Op::Urem => self.urem(args[0], args[1]),
            Op::Sdiv => self.sdiv(args[0], args[1]),
            Op::Srem => self.srem(args[0], args[1]),
            Op::BvNot => self.bvnot(args[0]),
            Op::BvAnd => self.bvand(args[0], args[1]),
            Op::BvOr => self.bvor(args[0], args[1]),
            Op::BvXor => self.bvxor(args[0], args[1]),
            Op::Shl => self.shl(args[0], args[1]),
            Op::Lshr => self.lshr(args[0], args[1]),
            Op::Ashr => self.ashr(args[0], args[1]),
            Op::Concat => self.concat(args[0], args[1]),
            Op::Extract { hi, lo } => self.extract(args[0], hi, lo),
            Op::SignExt => self.sign_extend(args[0], width),
            Op::Ult => self.ult(args[0], args[1]),
            Op::Slt => self.slt(args[0], args[1]),
            Op::Select => self.select(args[0], args[1]),
            Op::Store => self.store(args[0], args[1], args[2]),
            Op::ConstArray => match sort {
                Sort::Array { index, .. } => self.const_array(index, args[0]),
                _ => self.intern(op, sort, args),
            },
            Op::Apply(f) => self.apply(f, args),
            _ => self.make_float(op, sort, args),
        }
    }

    /// Lifts a constant condition out: `op(ite(c, k1, k2), k3)` becomes an `ite` of constants. Only where
    /// both arms fold, so that terms never grow.
    pub(crate) fn lift_ite(&mut self, op: Op, sort: Sort, args: &[TermId]) -> Option<TermId> {
        if !self.simplify {
            return None;
        }
        let mut place = None;
        for (i, &a) in args.iter().enumerate() {
            if self.op(a) == Op::Ite {
                let arms = (self.arg(a, 1), self.arg(a, 2));
                if place.is_some() || !self.is_const(arms.0) || !self.is_const(arms.1) {
                    return None;
                }
                place = Some((i, a));
            } else if !self.is_const(a) {
                return None;
            }
        }
        let (i, ite) = place?;
        let cond = self.arg(ite, 0);
        let arm = |pool: &mut Self, k: usize| {
            let mut args = args.to_vec();
            args[i] = pool.arg(ite, k);
            pool.make(op, sort, &args)
        };
        let (a, b) = (arm(self, 1), arm(self, 2));
        Some(self.ite(cond, a, b))
    }
}
