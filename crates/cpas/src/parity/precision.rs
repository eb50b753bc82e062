//! The variables that the analysis tracks.

use argand_cfa::VarId;
use std::collections::BTreeSet;

/// The tracked variables.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ParityPrecision {
    /// Every variable.
    All,
    /// Only these.
    Only(BTreeSet<VarId>),
}

impl Default for ParityPrecision {
    fn default() -> Self {
        Self::Only(BTreeSet::new())
    }
}

impl ParityPrecision {
    /// Whether a variable is tracked.
    #[must_use]
    pub fn tracks(&self, var: VarId) -> bool {
        match self {
            Self::All => true,
            Self::Only(vars) => vars.contains(&var),
        }
    }

    /// Adds all that another precision tracks.
    pub fn absorb(&mut self, other: &Self) {
        match (&mut *self, other) {
            (Self::All, _) => {}
            (_, Self::All) => *self = Self::All,
            (Self::Only(mine), Self::Only(theirs)) => mine.extend(theirs),
        }
    }
}
