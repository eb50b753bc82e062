//! The model as values of signals, also of those the SAT solver never saw.

use std::cell::RefCell;

use argand_support::FxHashMap;

use super::blast::Blaster;
use super::cnf::Cnf;
use super::sat::Sat;
use crate::circuit::{Gate, Gates, Lit};
use crate::sort::Sort;
use crate::term::{TermId, TermPool};
use crate::value::{Bv, Float, Value};

/// Reads signals in the current model. Signals without a variable are computed from their gates; free ones
/// are false.
pub(super) struct Model<'a> {
    cnf: &'a Cnf,
    sat: &'a Sat,
    memo: RefCell<FxHashMap<u32, bool>>,
}

impl<'a> Model<'a> {
    pub fn new(cnf: &'a Cnf, sat: &'a Sat) -> Self {
        Self { cnf, sat, memo: RefCell::default() }
    }

    fn get(&self, gates: &Gates, l: Lit) -> bool {
        if let Some(v) = self.cnf.value(self.sat, l) {
            return v;
        }
        let mut memo = self.memo.borrow_mut();
        let ready = |memo: &FxHashMap<u32, bool>, l: Lit| {
            self.cnf.value(self.sat, l).or_else(|| memo.get(&l.node()).map(|&v| v != l.negated()))
        };
        let mut stack = vec![l.node()];
        while let Some(&node) = stack.last() {
            let (gate, before) = (gates.gate(node), stack.len());
            let mut operand = |l: Lit| match ready(&memo, l) {
                Some(v) => v,
                None => {
                    stack.push(l.node());
                    false
                }
            };
            let value = match gate {
                Gate::False | Gate::Input => false,
                Gate::And(a, b) => operand(a) & operand(b),
                Gate::Xor(a, b) => operand(a) ^ operand(b),
                Gate::Mux(s, t, e) => {
                    let (s, t, e) = (operand(s), operand(t), operand(e));
                    if s { t } else { e }
                }
                Gate::Maj(a, b, c) => {
                    let (a, b, c) = (operand(a), operand(b), operand(c));
                    a & b | a & c | b & c
                }
            };
            if stack.len() == before {
                stack.pop();
                memo.insert(node, value);
            }
        }
        ready(&memo, l).unwrap_or(false)
    }

    pub fn lit(&self, blaster: &Blaster, l: Lit) -> bool {
        self.get(&blaster.gates, l)
    }

    pub fn bits(&self, blaster: &Blaster, bits: &[Lit]) -> Bv {
        let values: Vec<bool> = bits.iter().map(|&l| self.get(&blaster.gates, l)).collect();
        Bv::from_bits(&values)
    }

    pub fn term(&self, blaster: &Blaster, t: TermId) -> Option<Bv> {
        blaster.get(t).map(|b| self.bits(blaster, b))
    }

    /// The value of a term with signals.
    pub fn value(&self, pool: &TermPool, blaster: &Blaster, t: TermId) -> Option<Value> {
        if let Sort::Array { .. } = pool.sort(t) {
            return None;
        }
        let bits = self.term(blaster, t)?;
        Some(match pool.sort(t) {
            Sort::Float(f) => Value::Float(Float::from_bits(f, bits.to_u128()?)),
            Sort::Bool => Value::Bool(bits.bit(0)),
            _ => Value::Bv(bits),
        })
    }
}
