//! What all paths to a location have in common: the locations that they pass.

use crate::along::Along;
use argand_cfa::{LocId, Program};
use argand_cpa::{Cpa, CpaError, Successors, TransferCx};
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

/// Tracks which locations every path passes on a way.
#[derive(Clone, Copy, Debug, Default)]
pub struct Passing<W>(pub W);

impl<W: Along> Cpa for Passing<W> {
    type State = Passed;
    type Precision = ();

    fn initial(&mut self, _: &Program, _: LocId) -> Result<Passed, CpaError> {
        Ok(Passed::default())
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &Passed,
        (): &(),
        out: &mut Successors<Passed>,
    ) -> Result<(), CpaError> {
        let (from, _) = W::ends(cx.edge);
        out.push(state.with(from));
        Ok(())
    }

    fn is_covered_by(&mut self, a: &Passed, b: &Passed) -> Result<bool, CpaError> {
        Ok(a.leq(b))
    }

    fn join(&mut self, a: &Passed, b: &Passed) -> Result<Passed, CpaError> {
        Ok(a.join(b))
    }
}
