//! The lattice: even and odd variables of every activation.

use argand_cfa::VarId;
use argand_cpa::{FrameVar, Frames, Words};
use argand_domains::{Flat, Lattice, MapLattice};
use std::fmt;

/// The lowest bit of a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Parity {
    /// It is 0.
    Even,
    /// It is 1.
    Odd,
}

impl Parity {
    /// The parity of a number.
    #[must_use]
    pub const fn of(number: i128) -> Self {
        if number % 2 == 0 { Self::Even } else { Self::Odd }
    }

    /// The parity of the sum and of the difference of two numbers.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        if self == other { Self::Even } else { Self::Odd }
    }
}

/// Which variables are even and which are odd. A variable that is not bound can be both.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ParityState {
    /// Which activations the variables belong to.
    pub(super) frames: Frames,
    pub(super) parities: MapLattice<FrameVar, Flat<Parity>>,
}

impl ParityState {
    /// The variables of which something is known.
    pub(super) fn variables(&self) -> impl Iterator<Item = VarId> + '_ {
        self.parities.iter().map(|(var, _)| var.var)
    }
}

impl Lattice for ParityState {
    fn leq(&self, other: &Self) -> bool {
        self.frames == other.frames && self.parities.leq(&other.parities)
    }

    /// Only for states with equal frames.
    fn join(&self, other: &Self) -> Self {
        Self { frames: self.frames.clone(), parities: self.parities.join(&other.parities) }
    }
}

fn word(parity: &Flat<Parity>) -> &'static str {
    match parity.value() {
        Some(Parity::Even) => "even",
        Some(Parity::Odd) => "odd",
        None => "any",
    }
}

impl ParityState {
    /// What is known, in the words of the source.
    pub(super) fn describe(&self, words: &Words<'_>, lines: &mut Vec<String>) {
        for (key, parity) in self.parities.iter().filter(|(key, _)| words.knows(key.var)) {
            lines.push(format!("{} is {}", words.variable(key.var, key.depth), word(parity)));
        }
    }
}

impl fmt::Display for ParityState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parities = self.parities.iter().map(|(var, parity)| format!("{var} {}", word(parity)));
        f.write_str(&parities.collect::<Vec<_>>().join(", "))
    }
}
