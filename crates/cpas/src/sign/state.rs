//! The lattice: signs of the variables of every activation.

use argand_cpa::{FrameVar, Frames};
use argand_domains::{Lattice, MapLattice, Sign};
use std::fmt;

/// What is known about the signs of variables.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SignState {
    /// Which activations the variables belong to.
    pub(super) frames: Frames,
    pub(super) signs: MapLattice<FrameVar, Sign>,
}

impl Lattice for SignState {
    fn leq(&self, other: &Self) -> bool {
        self.frames == other.frames && self.signs.leq(&other.signs)
    }

    /// Only for states with equal frames.
    fn join(&self, other: &Self) -> Self {
        Self { frames: self.frames.clone(), signs: self.signs.join(&other.signs) }
    }
}

impl fmt::Display for SignState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signs: Vec<_> = self.signs.iter().map(|(var, sign)| format!("{var} {sign}")).collect();
        f.write_str(&signs.join(", "))
    }
}
