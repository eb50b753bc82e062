//! Which cells the analysis tracks.
//!
//! Refinement adds cells; a cell is named by the variable or allocation site it lies in, not by the
//! activation or the number of the object, so that what was learned in one loop round serves the next.

use argand_cfa::{EdgeId, LocId, VarId};
use argand_domains::memory::Object;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

/// What a tracked cell lies in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Base {
    /// A variable, in every activation of its function.
    Var(VarId),
    /// Every object of an allocation site.
    Heap(EdgeId),
}

impl From<Object> for Base {
    fn from(object: Object) -> Self {
        match object {
            Object::Var { var, .. } => Self::Var(var),
            Object::Heap { site, .. } => Self::Heap(site),
        }
    }
}

/// A cell to track.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tracked {
    /// What it lies in.
    pub base: Base,
    /// Its first bit.
    pub bit: i64,
    /// Its width; 0 stands for "zero wherever nothing else was written" of the whole object.
    pub width: u64,
}

impl Tracked {
    /// The fact that an object is zero-filled.
    #[must_use]
    pub fn fill(base: impl Into<Base>) -> Self {
        Self { base: base.into(), bit: 0, width: 0 }
    }
}

argand_cpa::option_enum! {
    /// How far a refined precision reaches.
    pub enum Sharing {
        /// A tracked cell is tracked wherever it lives.
        Scope = "scope",
        /// A tracked cell is tracked at the locations where refinement asked for it.
        Location = "location",
    }
}

/// The tracked cells.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ValuePrecision {
    /// Every cell.
    All,
    /// Only these.
    Only(Arc<TrackedCells>),
}

impl Default for ValuePrecision {
    fn default() -> Self {
        Self::Only(Arc::default())
    }
}

/// Sets of tracked cells.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TrackedCells {
    everywhere: BTreeSet<Tracked>,
    at: BTreeMap<LocId, BTreeSet<Tracked>>,
}

impl ValuePrecision {
    /// Whether a cell is tracked at a location.
    #[must_use]
    pub fn tracks(&self, loc: LocId, cell: Tracked) -> bool {
        match self {
            Self::All => true,
            Self::Only(cells) => {
                cells.everywhere.contains(&cell) || cells.at.get(&loc).is_some_and(|set| set.contains(&cell))
            }
        }
    }

    /// The tracked cells of one object at a location, if they are listed at all.
    pub fn cells_of(&self, loc: LocId, base: Base) -> impl Iterator<Item = Tracked> + '_ {
        let (from, to) =
            (Tracked { base, bit: i64::MIN, width: 0 }, Tracked { base, bit: i64::MAX, width: u64::MAX });
        let sets = match self {
            Self::All => [None, None],
            Self::Only(cells) => [Some(&cells.everywhere), cells.at.get(&loc)],
        };
        sets.into_iter().flatten().flat_map(move |set| set.range(from..=to).copied())
    }

    /// Adds cells; says whether any was new.
    pub fn extend(&mut self, sharing: Sharing, cells: impl IntoIterator<Item = (LocId, Tracked)>) -> bool {
        let Self::Only(old) = self else { return false };
        let new = Arc::make_mut(old);
        let mut changed = false;
        for (loc, cell) in cells {
            changed |= match sharing {
                Sharing::Scope => new.everywhere.insert(cell),
                Sharing::Location => new.at.entry(loc).or_default().insert(cell),
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
                for (&loc, cells) in &theirs.at {
                    mine.at.entry(loc).or_default().extend(cells);
                }
            }
        }
    }

    /// Whether different cells are tracked at different locations.
    #[must_use]
    pub fn varies(&self) -> bool {
        matches!(self, Self::Only(cells) if !cells.at.is_empty())
    }

    /// Every tracked cell once, in order; nothing when everything is tracked.
    #[must_use]
    pub fn listed(&self) -> BTreeSet<Tracked> {
        match self {
            Self::All => BTreeSet::new(),
            Self::Only(cells) => {
                cells.everywhere.iter().chain(cells.at.values().flatten()).copied().collect()
            }
        }
    }
}

impl fmt::Display for ValuePrecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if matches!(self, Self::All) {
            return f.write_str("everything");
        }
        let cells: Vec<String> = self
            .listed()
            .into_iter()
            .map(|cell| match (cell.base, cell.width) {
                (Base::Var(var), 0) => format!("{var}[*]"),
                (Base::Var(var), _) => format!("{var}[{}+{}]", cell.bit, cell.width),
                (Base::Heap(site), _) => format!("heap({site})[{}+{}]", cell.bit, cell.width),
            })
            .collect();
        write!(f, "{{{}}}", cells.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scope_sharing_tracks_everywhere_and_location_sharing_only_there() {
        let cell = Tracked { base: Base::Var(VarId::new(1)), bit: 0, width: 32 };
        let (here, there) = (LocId::new(1), LocId::new(2));
        let mut shared = ValuePrecision::default();
        assert!(shared.extend(Sharing::Scope, [(here, cell)]));
        assert!(!shared.extend(Sharing::Scope, [(there, cell)]));
        assert!(shared.tracks(there, cell));
        let mut local = ValuePrecision::default();
        assert!(local.extend(Sharing::Location, [(here, cell)]));
        assert!(local.tracks(here, cell) && !local.tracks(there, cell));
        assert_eq!(local.listed().len(), 1);
        assert_eq!(local.cells_of(here, cell.base).collect::<Vec<_>>(), [cell]);
    }
}
