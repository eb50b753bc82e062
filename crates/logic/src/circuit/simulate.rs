//! Runs a circuit on 64 input patterns at a time: how tests compare it with the reference.

use super::gates::{Gate, Gates, Lit};

/// Values of all signals on 64 patterns.
#[derive(Debug)]
pub(crate) struct Simulator {
    values: Vec<u64>,
}

impl Simulator {
    /// Computes every signal; `inputs` gives the patterns of free ones.
    pub fn run(gates: &Gates, mut inputs: impl FnMut(u32) -> u64) -> Self {
        let mut values = Vec::with_capacity(gates.len());
        for node in 0..gates.len() as u32 {
            let get = |l: Lit| -> u64 {
                let v: u64 = values[l.node() as usize];
                if l.negated() { !v } else { v }
            };
            values.push(match gates.gate(node) {
                Gate::False => 0,
                Gate::Input => inputs(node),
                Gate::And(a, b) => get(a) & get(b),
                Gate::Xor(a, b) => get(a) ^ get(b),
                Gate::Mux(s, t, e) => get(s) & get(t) | !get(s) & get(e),
                Gate::Maj(a, b, c) => get(a) & get(b) | get(a) & get(c) | get(b) & get(c),
            });
        }
        Self { values }
    }

    /// The 64 values of a signal.
    pub fn get(&self, l: Lit) -> u64 {
        let v = self.values[l.node() as usize];
        if l.negated() { !v } else { v }
    }
}
