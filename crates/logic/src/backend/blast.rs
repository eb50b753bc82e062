//! From terms to circuits.

use std::sync::Arc;

use argand_support::{FxHashMap, Limits, Stop};

use super::arrays::Arrays;
use crate::circuit::{Gates, Lit};
use crate::sort::Sort;
use crate::term::{Op, TermId, TermPool};
use crate::value::Bv;
use crate::visit::post_order;

/// Signals of a term, least significant first; shared because many terms look at them.
pub(super) type Signals = Arc<[Lit]>;

type QuotientKey = (Signals, Signals, bool);

/// The circuits of all terms seen so far.
#[derive(Debug, Default)]
pub(super) struct Blaster {
    pub gates: Gates,
    bits: FxHashMap<TermId, Signals>,
    quotients: FxHashMap<QuotientKey, (Vec<Lit>, Vec<Lit>)>,
    /// How often a term was asked for whose circuit was there already.
    pub hits: u64,
}

/// A term that needs more gates than this is followed by a look at clock and memory.
const MANY_GATES: usize = 4096;

impl Blaster {
    /// The signals of a term that was built before.
    pub fn get(&self, t: TermId) -> Option<&Signals> {
        self.bits.get(&t)
    }

    /// The signals of a term; terms of array sort have none. What was built when a limit is reached stays.
    pub fn bits(
        &mut self,
        pool: &TermPool,
        arrays: &mut Arrays,
        limits: &Limits,
        t: TermId,
    ) -> Result<Signals, Stop> {
        if let Some(b) = self.bits.get(&t) {
            self.hits += 1;
            return Ok(b.clone());
        }
        let order = post_order(pool, &[t], |u| self.bits.contains_key(&u));
        for u in order {
            let before = self.gates.len();
            let bits =
                if let Sort::Array { .. } = pool.sort(u) { Vec::new() } else { self.build(pool, arrays, u) };
            self.bits.insert(u, bits.into());
            if self.gates.len() - before > MANY_GATES {
                limits.check_now()?;
            } else {
                limits.check()?;
            }
        }
        Ok(self.bits[&t].clone())
    }

    /// The signal of a Boolean term.
    pub fn lit(
        &mut self,
        pool: &TermPool,
        arrays: &mut Arrays,
        limits: &Limits,
        t: TermId,
    ) -> Result<Lit, Stop> {
        Ok(self.bits(pool, arrays, limits, t)?[0])
    }

    fn quotient(&mut self, a: &Signals, b: &Signals, signed: bool) -> &(Vec<Lit>, Vec<Lit>) {
        let key = (a.clone(), b.clone(), signed);
        let gates = &mut self.gates;
        self.quotients
            .entry(key)
            .or_insert_with(|| if signed { gates.sdivrem(a, b) } else { gates.udivrem(a, b) })
    }

    fn build(&mut self, pool: &TermPool, arrays: &mut Arrays, t: TermId) -> Vec<Lit> {
        let args: Vec<Signals> = pool.args(t).iter().map(|a| self.bits[a].clone()).collect();
        let op = pool.op(t);
        match op {
            Op::Var(_) => return self.variable(pool.sort(t)),
            Op::Select => return arrays.select(pool, self, t),
            Op::Apply(_) => {
                let result = self.variable(pool.sort(t));
                return result;
            }
            Op::Eq if matches!(pool.sort(pool.arg(t, 0)), Sort::Array { .. }) => {
                return vec![arrays.equality(pool, self, t)];
            }
            Op::Udiv | Op::Sdiv => return self.quotient(&args[0], &args[1], op == Op::Sdiv).0.clone(),
            Op::Urem | Op::Srem => return self.quotient(&args[0], &args[1], op == Op::Srem).1.clone(),
            Op::Add => return self.sum(pool, t),
            _ => {}
        }
        let g = &mut self.gates;
        let a = |i: usize| -> &[Lit] { &args[i] };
        match op {
            Op::True => vec![Lit::TRUE],
            Op::False => vec![Lit::FALSE],
            Op::Const(_) => pool.as_const(t).map(|c| g.constant(c)).unwrap_or_default(),
            Op::Not => vec![!a(0)[0]],
            Op::And => vec![g.and(a(0)[0], a(1)[0])],
            Op::Ite => g.mux_bits(a(0)[0], a(1), a(2)),
            Op::Eq => vec![g.eq_bits(a(0), a(1))],
            Op::Mul => g.mul(a(0), a(1)),
            Op::BvNot => g.not_bits(a(0)),
            Op::BvAnd => a(0).iter().zip(a(1)).map(|(&x, &y)| g.and(x, y)).collect(),
            Op::BvOr => a(0).iter().zip(a(1)).map(|(&x, &y)| g.or(x, y)).collect(),
            Op::BvXor => a(0).iter().zip(a(1)).map(|(&x, &y)| g.xor(x, y)).collect(),
            Op::Shl => g.shl(a(0), a(1)),
            Op::Lshr => g.shr(a(0), a(1), Lit::FALSE),
            Op::Ashr => g.shr(a(0), a(1), a(0)[a(0).len() - 1]),
            Op::Concat => a(1).iter().chain(a(0)).copied().collect(),
            Op::Extract { hi, lo } => a(0)[lo as usize..=hi as usize].to_vec(),
            Op::SignExt => {
                let mut out = a(0).to_vec();
                out.resize(pool.width(t) as usize, a(0)[a(0).len() - 1]);
                out
            }
            Op::Ult => vec![g.ult(a(0), a(1))],
            Op::Slt => vec![g.slt(a(0), a(1))],
            _ => self.build_float(pool, t, &args),
        }
    }

    fn variable(&mut self, sort: Sort) -> Vec<Lit> {
        match sort {
            Sort::Bool => vec![self.gates.input()],
            Sort::Bv(w) => self.gates.inputs(w),
            Sort::Float(f) => {
                let bits = self.gates.inputs(f.width());
                let canonical = self.gates.is_canonical(f, &bits);
                self.gates.constrain(&bits, &[canonical]);
                bits
            }
            Sort::Array { .. } => Vec::new(),
        }
    }

    /// A sum of monomials: equal coefficients are added before they are multiplied.
    fn sum(&mut self, pool: &TermPool, t: TermId) -> Vec<Lit> {
        let width = pool.width(t);
        let mut groups: Vec<(Bv, Vec<Lit>)> = Vec::new();
        let mut constant = Bv::zero(width);
        for &m in pool.args(t) {
            if let Some(c) = pool.as_const(m) {
                constant = constant.add(c);
                continue;
            }
            let (coefficient, x) = match (pool.op(m), pool.args(m)) {
                (Op::Mul, &[c, x]) => match pool.as_const(c) {
                    Some(c) => (c.clone(), x),
                    None => (Bv::one(width), m),
                },
                _ => (Bv::one(width), m),
            };
            let bits = self.bits[&x].clone();
            match groups.iter_mut().find(|(c, _)| *c == coefficient) {
                Some((_, sum)) => *sum = self.gates.add(sum, &bits),
                None => match groups.iter_mut().find(|(c, _)| *c == coefficient.neg()) {
                    Some((_, sum)) => *sum = self.gates.sub(sum, &bits),
                    None => groups.push((coefficient, bits.to_vec())),
                },
            }
        }
        let mut total: Option<Vec<Lit>> = None;
        // Coefficients past half the range are subtractions, which need no negation first.
        groups.sort_by_key(|(c, _)| c.sign());
        for (c, bits) in groups {
            let negative = c.sign();
            let factor = if negative { c.neg() } else { c };
            let product = self.gates.mul_const(&bits, &factor);
            total = Some(match total {
                None if negative => self.gates.neg(&product),
                None => product,
                Some(sum) if negative => self.gates.sub(&sum, &product),
                Some(sum) => self.gates.add(&sum, &product),
            });
        }
        let constant = self.gates.constant(&constant);
        match total {
            None => constant,
            Some(sum) => self.gates.add(&sum, &constant),
        }
    }

    fn build_float(&mut self, pool: &TermPool, t: TermId, args: &[Signals]) -> Vec<Lit> {
        let g = &mut self.gates;
        let a = |i: usize| -> &[Lit] { &args[i] };
        let first = pool.args(t).first().map(|&x| pool.sort(x));
        let result = pool.sort(t);
        let format = match (first, result) {
            (Some(Sort::Float(f)), _) | (_, Sort::Float(f)) => f,
            _ => unreachable!("{t} has no float"),
        };
        match (pool.op(t), result) {
            (Op::FpConst(_), _) => pool.as_fp(t).map(|v| g.float_constant(v)).unwrap_or_default(),
            (Op::FpFromBits, _) => g.canonical(format, a(0)),
            (Op::FpToBits, _) => a(0).to_vec(),
            (Op::FpNeg, _) => g.fp_neg(format, a(0)),
            (Op::FpAbs, _) => g.fp_abs(a(0)),
            (Op::FpAdd(m), _) => g.fp_add(format, m, a(0), a(1)),
            (Op::FpMul(m), _) => g.fp_mul(format, m, a(0), a(1)),
            (Op::FpDiv(m), _) => g.fp_div(format, m, a(0), a(1)),
            (Op::FpFma(m), _) => g.fp_fma(format, m, a(0), a(1), a(2)),
            (Op::FpSqrt(m), _) => g.fp_sqrt(format, m, a(0)),
            (Op::FpRem, _) => g.fp_rem(format, a(0), a(1), true),
            (Op::FpFmod, _) => g.fp_rem(format, a(0), a(1), false),
            (Op::FpRoundInt(m), _) => g.fp_round_int(format, m, a(0)),
            (Op::FpMin, _) => g.fp_extreme(format, a(0), a(1), false),
            (Op::FpMax, _) => g.fp_extreme(format, a(0), a(1), true),
            (Op::FpEq, _) => vec![g.fp_eq(format, a(0), a(1))],
            (Op::FpLt, _) => vec![g.fp_less(format, a(0), a(1), false)],
            (Op::FpLe, _) => vec![g.fp_less(format, a(0), a(1), true)],
            (Op::FpIsNan, _) => vec![g.fp_class(format, a(0))[0]],
            (Op::FpIsInf, _) => vec![g.fp_class(format, a(0))[1]],
            (Op::FpIsZero, _) => vec![g.fp_class(format, a(0))[2]],
            (Op::FpIsNormal, _) => vec![g.fp_class(format, a(0))[3]],
            (Op::FpIsSubnormal, _) => vec![g.fp_class(format, a(0))[4]],
            (Op::FpIsNegative, _) => {
                // NaN is positive in canonical form.
                vec![a(0)[a(0).len() - 1]]
            }
            (Op::FpToFp(m), Sort::Float(to)) => g.fp_to_fp(format, to, m, a(0)),
            (Op::FpFromSigned(m), _) => g.fp_from_int(format, m, a(0), true),
            (Op::FpFromUnsigned(m), _) => g.fp_from_int(format, m, a(0), false),
            (Op::FpToSigned(m), Sort::Bv(w)) => g.fp_to_int(format, m, a(0), w as usize, true),
            (Op::FpToUnsigned(m), Sort::Bv(w)) => g.fp_to_int(format, m, a(0), w as usize, false),
            (op, sort) => unreachable!("{op:?} of sort {sort:?} is no floating-point operator"),
        }
    }
}
