//! The meaning of terms: evaluation under an assignment. Normaliser and circuits answer to this module.

use argand_support::FxHashMap;

use crate::sort::Sort;
use crate::term::{FuncId, Op, TermId, TermPool};
use crate::value::{ArrayValue, Bv, Float, Value};
use crate::visit::post_order;

/// The graph of an uninterpreted function: listed values over a default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FuncValue {
    /// Arguments and the value there. The first match counts.
    pub entries: Vec<(Vec<Value>, Value)>,
    /// The value everywhere else.
    pub default: Value,
}

impl FuncValue {
    /// The value at these arguments.
    #[must_use]
    pub fn get(&self, args: &[Value]) -> &Value {
        self.entries.iter().find(|(a, _)| a == args).map_or(&self.default, |(_, v)| v)
    }
}

/// Values of symbols and functions. What is not listed has the default of its sort.
#[derive(Clone, Default, Debug)]
pub struct Assignment {
    vars: FxHashMap<TermId, Value>,
    funcs: FxHashMap<FuncId, FuncValue>,
}

impl Assignment {
    /// Gives a symbol a value.
    pub fn set(&mut self, var: TermId, value: Value) {
        self.vars.insert(var, value);
    }

    /// The value of a symbol, if it has one.
    #[must_use]
    pub fn get(&self, var: TermId) -> Option<&Value> {
        self.vars.get(&var)
    }

    /// Gives a function its graph.
    pub fn set_func(&mut self, f: FuncId, value: FuncValue) {
        self.funcs.insert(f, value);
    }

    /// The graph of a function, if it has one.
    #[must_use]
    pub fn func(&self, f: FuncId) -> Option<&FuncValue> {
        self.funcs.get(&f)
    }

    /// Evaluates one term.
    #[must_use]
    pub fn eval(&self, pool: &TermPool, t: TermId) -> Value {
        Evaluator::new(pool, self).eval(t)
    }

    /// Whether a Boolean term holds.
    #[must_use]
    pub fn holds(&self, pool: &TermPool, t: TermId) -> bool {
        self.eval(pool, t) == Value::Bool(true)
    }
}

/// Evaluates many terms under one assignment, each subterm once.
#[derive(Debug)]
pub struct Evaluator<'a> {
    pool: &'a TermPool,
    assignment: &'a Assignment,
    cache: FxHashMap<TermId, Value>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator with nothing cached.
    #[must_use]
    pub fn new(pool: &'a TermPool, assignment: &'a Assignment) -> Self {
        Self { pool, assignment, cache: FxHashMap::default() }
    }

    /// The value of a term.
    pub fn eval(&mut self, t: TermId) -> Value {
        let order = post_order(self.pool, &[t], |u| self.cache.contains_key(&u));
        for u in order {
            let value = self.step(u);
            self.cache.insert(u, value);
        }
        self.cache[&t].clone()
    }

    fn step(&self, t: TermId) -> Value {
        let (pool, op, sort) = (self.pool, self.pool.op(t), self.pool.sort(t));
        if let Some(v) = constant_value(pool, t) {
            return v;
        }
        let args = pool.args(t);
        let val = |i: usize| &self.cache[&args[i]];
        match op {
            Op::Var(_) => self.assignment.get(t).cloned().unwrap_or_else(|| Value::default_of(sort)),
            Op::Ite => val(if val(0) == &Value::Bool(true) { 1 } else { 2 }).clone(),
            Op::Eq => Value::Bool(match (val(0), val(1)) {
                (Value::Array(a), Value::Array(b)) => a.same(b),
                (a, b) => a == b,
            }),
            Op::Select => match (val(0), val(1)) {
                (Value::Array(a), Value::Bv(i)) => Value::Bv(a.get(i).clone()),
                _ => Value::default_of(sort),
            },
            Op::Store => match (val(0), val(1), val(2)) {
                (Value::Array(a), Value::Bv(i), Value::Bv(v)) => {
                    let mut a = a.clone();
                    a.set(i, v.clone());
                    Value::Array(a)
                }
                _ => Value::default_of(sort),
            },
            Op::ConstArray => match (sort, val(0)) {
                (Sort::Array { index, .. }, Value::Bv(v)) => {
                    Value::Array(ArrayValue::constant(index, v.clone()))
                }
                _ => Value::default_of(sort),
            },
            Op::Apply(f) => {
                let args: Vec<Value> = args.iter().map(|a| self.cache[a].clone()).collect();
                self.assignment.func(f).map_or_else(|| Value::default_of(sort), |g| g.get(&args).clone())
            }
            _ => {
                let args: Vec<&Value> = args.iter().map(|a| &self.cache[a]).collect();
                apply_bits(op, sort, &args).unwrap_or_else(|| {
                    let owned: Vec<Value> = args.into_iter().cloned().collect();
                    apply_float(op, sort, &owned).unwrap_or_else(|| Value::default_of(sort))
                })
            }
        }
    }
}

/// The value of a constant term.
pub(crate) fn constant_value(pool: &TermPool, t: TermId) -> Option<Value> {
    if let Some(b) = pool.as_bool(t) {
        return Some(Value::Bool(b));
    }
    if let Some(c) = pool.as_const(t) {
        return Some(Value::Bv(c.clone()));
    }
    pool.as_fp(t).map(Value::Float)
}

fn apply_bits(op: Op, sort: Sort, args: &[&Value]) -> Option<Value> {
    let bv = |i: usize| args[i].as_bv();
    Some(match op {
        Op::Not => Value::Bool(!args[0].as_bool()?),
        Op::And => Value::Bool(args[0].as_bool()? && args[1].as_bool()?),
        Op::Add => {
            let mut sum = bv(0)?.clone();
            for a in &args[1..] {
                sum = sum.add(a.as_bv()?);
            }
            Value::Bv(sum)
        }
        Op::Mul => Value::Bv(bv(0)?.mul(bv(1)?)),
        Op::Udiv => Value::Bv(bv(0)?.udiv(bv(1)?)),
        Op::Urem => Value::Bv(bv(0)?.urem(bv(1)?)),
        Op::Sdiv => Value::Bv(bv(0)?.sdiv(bv(1)?)),
        Op::Srem => Value::Bv(bv(0)?.srem(bv(1)?)),
        Op::BvNot => Value::Bv(bv(0)?.not()),
        Op::BvAnd => Value::Bv(bv(0)?.and(bv(1)?)),
        Op::BvOr => Value::Bv(bv(0)?.or(bv(1)?)),
        Op::BvXor => Value::Bv(bv(0)?.xor(bv(1)?)),
        Op::Shl => Value::Bv(bv(0)?.shl(bv(1)?)),
        Op::Lshr => Value::Bv(bv(0)?.lshr(bv(1)?)),
        Op::Ashr => Value::Bv(bv(0)?.ashr(bv(1)?)),
        Op::Concat => Value::Bv(bv(0)?.concat(bv(1)?)),
        Op::Extract { hi, lo } => Value::Bv(bv(0)?.extract(hi, lo)),
        Op::SignExt => Value::Bv(bv(0)?.sign_extend(sort.width()?)),
        Op::Ult => Value::Bool(bv(0)?.ult(bv(1)?)),
        Op::Slt => Value::Bool(bv(0)?.slt(bv(1)?)),
        _ => return None,
    })
}

/// A floating-point operator on constants; `None` for other operators.
pub(crate) fn apply_float(op: Op, sort: Sort, args: &[Value]) -> Option<Value> {
    use std::cmp::Ordering::{Equal, Less};
    if let Op::FpFromBits | Op::FpFromSigned(_) | Op::FpFromUnsigned(_) = op {
        let (bits, Sort::Float(format)) = (args[0].as_bv()?, sort) else { return None };
        return Some(Value::Float(match op {
            Op::FpFromSigned(m) => Float::from_integer(format, m, bits, true),
            Op::FpFromUnsigned(m) => Float::from_integer(format, m, bits, false),
            _ => Float::from_bits(format, bits.to_u128()?),
        }));
    }
    let a = args.first()?.as_float()?;
    let b = args.get(1).and_then(Value::as_float).unwrap_or(a);
    let order = || a.compare(b);
    Some(match op {
        Op::FpToBits => Value::Bv(Bv::from_u128(a.format().width(), a.bits())),
        Op::FpNeg => Value::Float(a.neg()),
        Op::FpAbs => Value::Float(a.abs()),
        Op::FpAdd(m) => Value::Float(a.add(b, m)),
        Op::FpMul(m) => Value::Float(a.mul(b, m)),
        Op::FpDiv(m) => Value::Float(a.div(b, m)),
        Op::FpFma(m) => Value::Float(a.fma(b, args.get(2)?.as_float()?, m)),
        Op::FpSqrt(m) => Value::Float(a.sqrt(m)),
        Op::FpRem => Value::Float(a.rem(b, true)),
        Op::FpFmod => Value::Float(a.rem(b, false)),
        Op::FpRoundInt(m) => Value::Float(a.round_to_integral(m)),
        Op::FpMin => Value::Float(a.min(b)),
        Op::FpMax => Value::Float(a.max(b)),
        Op::FpEq => Value::Bool(order() == Some(Equal)),
        Op::FpLt => Value::Bool(order() == Some(Less)),
        Op::FpLe => Value::Bool(matches!(order(), Some(Less | Equal))),
        Op::FpIsNan => Value::Bool(a.is_nan()),
        Op::FpIsInf => Value::Bool(a.is_infinite()),
        Op::FpIsZero => Value::Bool(a.is_zero()),
        Op::FpIsNormal => Value::Bool(a.is_normal()),
        Op::FpIsSubnormal => Value::Bool(a.is_subnormal()),
        Op::FpIsNegative => Value::Bool(a.is_negative()),
        Op::FpToFp(m) => match sort {
            Sort::Float(f) => Value::Float(a.convert(f, m)),
            _ => return None,
        },
        Op::FpToSigned(m) => {
            let w = sort.width()?;
            Value::Bv(a.to_integer(m, w, true).unwrap_or_else(|| Bv::min_signed(w)))
        }
        Op::FpToUnsigned(m) => {
            let w = sort.width()?;
            Value::Bv(a.to_integer(m, w, false).unwrap_or_else(|| Bv::ones(w)))
        }
        _ => return None,
    })
}

impl TermPool {
    /// The constant term with this value.
    pub fn value(&mut self, value: &Value) -> TermId {
        match value {
            Value::Bool(b) => self.bool(*b),
            Value::Bv(b) => self.constant(b.clone()),
            Value::Float(f) => self.fp(*f),
            Value::Array(a) => {
                let default = self.constant(a.default.clone());
                let mut array = self.const_array(a.index, default);
                for (i, v) in a.entries() {
                    let (i, v) = (self.constant(i), self.constant(v.clone()));
                    array = self.store(array, i, v);
                }
                array
            }
        }
    }
}
