//! What the analysis tracks: variables, memory and path constraints (π = (π_X, π_P) of section 2.6.6 of the thesis on
//! slicing and refinement).

use argand_cfa::{EdgeId, LocId, Program, VarId};
use argand_encode::{CellKind, Encoder};
use argand_flow::pointsto::ArrayId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Something to track.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tracked {
    /// A scalar of a variable, in every activation of its function.
    Variable {
        /// The variable.
        var: VarId,
        /// Its distance from the start of the variable in bits.
        bit_offset: u64,
    },
    /// An array of memory.
    Memory(ArrayId),
    /// The condition of an assume edge.
    Constraint(EdgeId),
}

impl Tracked {
    /// What a precision calls a cell; `None` for the model of memory itself, which is always tracked.
    #[must_use]
    pub const fn cell(kind: CellKind) -> Option<Self> {
        match kind {
            CellKind::Scalar { var, bit_offset, .. } => Some(Self::Variable { var, bit_offset }),
            CellKind::Array(array) => Some(Self::Memory(array)),
            CellKind::HeapTop
            | CellKind::Base { .. }
            | CellKind::Sizes
            | CellKind::Dead
            | CellKind::Epoch => None,
        }
    }
}

argand_cpa::option_enum! {
    /// How far a refinement reaches.
    pub enum Sharing {
        /// What is tracked is tracked everywhere.
        Scope = "scope",
        /// What is tracked is tracked at the locations where refinement asked for it.
        Location = "location",
    }
}

/// What is tracked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SymbolicPrecision {
    /// Everything.
    All,
    /// Only this.
    Only(Arc<TrackedSet>),
}

impl Default for SymbolicPrecision {
    fn default() -> Self {
        Self::Only(Arc::default())
    }
}

/// Sets of what is tracked.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TrackedSet {
    everywhere: BTreeSet<Tracked>,
    at: BTreeMap<LocId, BTreeSet<Tracked>>,
}

impl SymbolicPrecision {
    /// Whether something is tracked at a location.
    #[must_use]
    pub fn tracks(&self, loc: LocId, what: Tracked) -> bool {
        match self {
            Self::All => true,
            Self::Only(set) => {
                set.everywhere.contains(&what) || set.at.get(&loc).is_some_and(|here| here.contains(&what))
            }
        }
    }

    /// Tracks more; says whether any of it is new.
    pub fn extend(&mut self, sharing: Sharing, more: impl IntoIterator<Item = (LocId, Tracked)>) -> bool {
        let Self::Only(old) = self else { return false };
        let set = Arc::make_mut(old);
        let mut changed = false;
        for (loc, what) in more {
            changed |= match sharing {
                Sharing::Scope => set.everywhere.insert(what),
                Sharing::Location => set.at.entry(loc).or_default().insert(what),
            };
        }
        changed
    }

    /// Adds all that another precision tracks.
    pub fn absorb(&mut self, other: &Self) {
        match (&mut *self, other) {
            (Self::All, _) => {}
            (_, Self::All) => *self = Self::All,
            (Self::Only(mine), Self::Only(theirs)) => {
                if Arc::ptr_eq(mine, theirs) {
                    return;
                }
                let mine = Arc::make_mut(mine);
                mine.everywhere.extend(&theirs.everywhere);
                for (&loc, what) in &theirs.at {
                    mine.at.entry(loc).or_default().extend(what);
                }
            }
        }
    }

    /// Everything that is tracked somewhere, once; nothing when all is tracked.
    #[must_use]
    pub fn listed(&self) -> BTreeSet<Tracked> {
        match self {
            Self::All => BTreeSet::new(),
            Self::Only(set) => set.everywhere.iter().chain(set.at.values().flatten()).copied().collect(),
        }
    }

    /// What is tracked, in the user's words.
    #[must_use]
    pub fn describe(&self, program: &Program, encoder: &Encoder) -> String {
        if matches!(self, Self::All) {
            return "everything".to_owned();
        }
        let names: BTreeSet<String> = self
            .listed()
            .into_iter()
            .map(|what| match what {
                Tracked::Variable { var, .. } => program.var_name(var).to_owned(),
                Tracked::Memory(array) => encoder.array_name(array),
                Tracked::Constraint(edge) => {
                    format!("the condition at {}", program.sources.describe(program.edges[edge].span))
                }
            })
            .collect();
        names.into_iter().collect::<Vec<_>>().join(", ")
    }
}
