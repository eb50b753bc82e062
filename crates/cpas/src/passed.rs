//! What all paths to a location have in common: the locations that they pass.

use argand_cfa::LocId;
use argand_domains::Lattice;
use std::collections::BTreeSet;
use std::fmt;

/// Locations that every path so far has passed. Fewer of them stand for more paths.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Passed(BTreeSet<LocId>);

impl Passed {
    /// The same paths, one location further.
    #[must_use]
    pub fn with(&self, location: LocId) -> Self {
        let mut all = self.0.clone();
        all.insert(location);
        Self(all)
    }

    /// Whether all paths pass a location.
    #[must_use]
    pub fn contains(&self, location: LocId) -> bool {
        self.0.contains(&location)
    }
}

impl FromIterator<LocId> for Passed {
    fn from_iter<I: IntoIterator<Item = LocId>>(locations: I) -> Self {
        Self(locations.into_iter().collect())
    }
}

impl Lattice for Passed {
    fn leq(&self, other: &Self) -> bool {
        other.0.is_subset(&self.0)
    }

    fn join(&self, other: &Self) -> Self {
        Self(self.0.intersection(&other.0).copied().collect())
    }
}

impl fmt::Display for Passed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&names.join(" "))
    }
}
