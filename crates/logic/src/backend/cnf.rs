//! From gates to clauses, on demand.

use argand_support::{FxHashSet, Stop};

use super::sat::Sat;
use crate::circuit::{Gate, Gates, Lit};

/// SAT variables of gates.
#[derive(Debug, Default)]
pub(super) struct Cnf {
    /// By node; 0 where there is none yet.
    vars: Vec<i32>,
    truth: i32,
    /// Constraints of encoded inputs, not yet required.
    awaiting: Vec<u32>,
    met: FxHashSet<u32>,
    /// By node: whether all inputs with constraints it depends on are encoded.
    grounded: Vec<bool>,
}

/// Longer conjunctions get inner variables: a clause of thousands of literals is slow to watch.
const MAX_FAN_IN: usize = 64;

impl Cnf {
    fn var(&self, node: u32) -> i32 {
        self.vars.get(node as usize).copied().unwrap_or(0)
    }

    /// A literal that always holds.
    pub fn truth(&mut self, sat: &mut Sat) -> i32 {
        if self.truth == 0 {
            self.truth = sat.new_var();
            sat.add(&[self.truth]);
        }
        self.truth
    }

    /// The value of a signal in the model, if it was encoded.
    pub fn value(&self, sat: &Sat, l: Lit) -> Option<bool> {
        if l.is_const() {
            return Some(l == Lit::TRUE);
        }
        match self.var(l.node()) {
            0 => None,
            v => Some(sat.value(v) != l.negated()),
        }
    }

    fn known(&self, l: Lit) -> i32 {
        let v = self.var(l.node());
        debug_assert!(v != 0);
        if l.negated() { -v } else { v }
    }

    /// The SAT literal of a signal; encodes what it depends on. After a limit it can be asked for again.
    pub fn lit(&mut self, gates: &Gates, sat: &mut Sat, l: Lit) -> Result<i32, Stop> {
        if l.is_const() {
            let t = self.truth(sat);
            return Ok(if l == Lit::TRUE { t } else { -t });
        }
        if self.vars.len() < gates.len() {
            self.vars.resize(gates.len(), 0);
        }
        let mut stack = vec![l.node()];
        let mut leaves = Vec::new();
        while let Some(&node) = stack.last() {
            if self.vars[node as usize] != 0 {
                stack.pop();
                continue;
            }
            leaves.clear();
            match gates.gate(node) {
                Gate::False | Gate::Input => {}
                Gate::And(a, b) => self.conjunction(gates, a, b, &mut leaves),
                Gate::Xor(a, b) => leaves.extend([a, b]),
                Gate::Mux(a, b, c) | Gate::Maj(a, b, c) => leaves.extend([a, b, c]),
            }
            let before = stack.len();
            stack.extend(leaves.iter().map(|l| l.node()).filter(|&n| self.vars[n as usize] == 0));
            if stack.len() == before {
                stack.pop();
                self.encode(gates, sat, node, &leaves);
                sat.check()?;
            }
        }
        Ok(self.known(l))
    }

    /// The operands of a conjunction, with inner conjunctions nobody else uses taken apart.
    fn conjunction(&self, gates: &Gates, a: Lit, b: Lit, leaves: &mut Vec<Lit>) {
        let mut stack = vec![b, a];
        while let Some(l) = stack.pop() {
            match gates.gate(l.node()) {
                Gate::And(x, y)
                    if !l.negated()
                        && gates.users(l.node()) == 1
                        && self.vars[l.node() as usize] == 0
                        && leaves.len() + stack.len() < MAX_FAN_IN =>
                {
                    stack.extend([y, x]);
                }
                _ => leaves.push(l),
            }
        }
        leaves.sort_unstable();
        leaves.dedup();
    }

    fn encode(&mut self, gates: &Gates, sat: &mut Sat, node: u32, leaves: &[Lit]) {
        let v = sat.new_var();
        self.vars[node as usize] = v;
        match gates.gate(node) {
            Gate::False => sat.add(&[-v]),
            Gate::Input => {
                for i in gates.constraints_of(node) {
                    if self.met.insert(i) {
                        self.awaiting.push(i);
                    }
                }
            }
            Gate::And(..) => {
                let mut long = vec![v];
                for &l in leaves {
                    let x = self.known(l);
                    sat.add(&[-v, x]);
                    long.push(-x);
                }
                sat.add(&long);
            }
            Gate::Xor(a, b) => {
                let (a, b) = (self.known(a), self.known(b));
                sat.add(&[-v, a, b]);
                sat.add(&[-v, -a, -b]);
                sat.add(&[v, -a, b]);
                sat.add(&[v, a, -b]);
            }
            Gate::Mux(s, t, e) => {
                let (s, t, e) = (self.known(s), self.known(t), self.known(e));
                sat.add(&[-s, -t, v]);
                sat.add(&[-s, t, -v]);
                sat.add(&[s, -e, v]);
                sat.add(&[s, e, -v]);
                // Implied, but they let equal arms decide without the condition.
                sat.add(&[-t, -e, v]);
                sat.add(&[t, e, -v]);
            }
            Gate::Maj(a, b, c) => {
                let (a, b, c) = (self.known(a), self.known(b), self.known(c));
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    sat.add(&[-x, -y, v]);
                    sat.add(&[x, y, -v]);
                }
            }
        }
    }

    /// Adds the clause of signals, with `guard` (0 for none) in front.
    pub fn clause(&mut self, gates: &Gates, sat: &mut Sat, guard: i32, lits: &[Lit]) -> Result<(), Stop> {
        if lits.contains(&Lit::TRUE) {
            return Ok(());
        }
        let mut clause = Vec::with_capacity(lits.len() + 1);
        if guard != 0 {
            clause.push(guard);
        }
        for &l in lits {
            if l != Lit::FALSE {
                clause.push(self.lit(gates, sat, l)?);
            }
        }
        sat.add(&clause);
        Ok(())
    }

    /// Makes the values of signals in a model right that no clause speaks of: inputs with constraints they
    /// depend on are encoded, the rest is computed from its gates.
    pub fn ground(&mut self, gates: &Gates, sat: &mut Sat, signals: &[Lit]) -> Result<(), Stop> {
        if self.grounded.len() < gates.len() {
            self.grounded.resize(gates.len(), false);
        }
        let mut stack: Vec<u32> = signals.iter().map(|l| l.node()).collect();
        while let Some(node) = stack.pop() {
            if std::mem::replace(&mut self.grounded[node as usize], true) {
                continue;
            }
            match gates.gate(node) {
                Gate::Input if !gates.constraints_of(node).is_empty() => {
                    let encoded = self.lit(gates, sat, Lit::positive(node));
                    if let Err(stop) = encoded {
                        // What is left on the stack was not looked at.
                        self.grounded.clear();
                        return Err(stop);
                    }
                }
                Gate::False | Gate::Input => {}
                Gate::And(a, b) | Gate::Xor(a, b) => stack.extend([a.node(), b.node()]),
                Gate::Mux(a, b, c) | Gate::Maj(a, b, c) => stack.extend([a.node(), b.node(), c.node()]),
            }
        }
        Ok(())
    }

    /// Requires the constraints of all inputs that were encoded.
    pub fn settle(&mut self, gates: &Gates, sat: &mut Sat) -> Result<(), Stop> {
        while let Some(i) = self.awaiting.pop() {
            let done = self.require(gates, sat, 0, gates.constraint(i));
            if done.is_err() {
                self.awaiting.push(i);
                return done;
            }
        }
        Ok(())
    }

    /// Makes a signal true under `guard`: conjunctions fall apart into clauses.
    pub fn require(&mut self, gates: &Gates, sat: &mut Sat, guard: i32, l: Lit) -> Result<(), Stop> {
        let mut stack = vec![l];
        while let Some(l) = stack.pop() {
            match gates.gate(l.node()) {
                Gate::And(a, b) if !l.negated() => stack.extend([b, a]),
                Gate::And(..) => {
                    let (mut clause, mut inner) = (Vec::new(), vec![!l]);
                    while let Some(x) = inner.pop() {
                        match gates.gate(x.node()) {
                            Gate::And(a, b) if !x.negated() && clause.len() + inner.len() < MAX_FAN_IN => {
                                inner.extend([b, a]);
                            }
                            _ => clause.push(!x),
                        }
                    }
                    clause.sort_unstable();
                    clause.dedup();
                    self.clause(gates, sat, guard, &clause)?;
                }
                _ => self.clause(gates, sat, guard, &[l])?,
            }
        }
        Ok(())
    }
}
