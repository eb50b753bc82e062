//! The objects that abstract memory is made of.

use crate::trie::MapKey;
use argand_cfa::{EdgeId, VarId};
use std::fmt;

/// An object of a run, as far as an abstract state tells objects apart.
///
/// The order is that of declaration, then of allocation; it fixes the order in which states print.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Object {
    /// A variable. `depth` counts the older activations of its function on the stack, so that a recursive
    /// call does not overwrite its caller's variables; it is 0 for statics.
    Var {
        /// The variable.
        var: VarId,
        /// The number of older activations.
        depth: u32,
    },
    /// What an allocation returned. `index` tells apart the objects of one site that a state still knows.
    Heap {
        /// The edge that allocated it.
        site: EdgeId,
        /// Its number among the objects of this site.
        index: u32,
    },
}

impl Object {
    /// The variable of the outermost activation.
    #[must_use]
    pub const fn var(var: VarId) -> Self {
        Self::Var { var, depth: 0 }
    }
}

impl MapKey for Object {
    /// The integers are in the order of objects. Neither activations nor objects of a site come near 2³¹.
    fn bits(self) -> u64 {
        match self {
            Self::Var { var, depth } => u64::from(var.raw()) << 31 | u64::from(depth),
            Self::Heap { site, index } => 1 << 63 | u64::from(site.raw()) << 31 | u64::from(index),
        }
    }
}

impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Var { var, depth: 0 } => write!(f, "{var}"),
            Self::Var { var, depth } => write!(f, "{var}@{depth}"),
            Self::Heap { site, index } => write!(f, "heap({site})#{index}"),
        }
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
