//! Precisions that say what is tracked, and refinements that track more.
//!
//! An analysis that learns from infeasible paths what to look at has a [`Tracking`] of its own things: variables, cells,
//! constraints. Its refiner finds [`Candidate`]s, usually one for each sliced prefix of a path ([`crate::prefix`]); the
//! [`Tracker`] chooses the best of them and says where the graph is cut for it.

use crate::component::PrecisionId;
use crate::path::ArgPath;
use crate::prefix::{self, Criterion, Score, Sliced};
use crate::refine::{CutPoint, RefineCx, RefineMode, Refinement};
use crate::table::Table;
use argand_cfa::LocId;
use argand_flow::classify::DomainType;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::sync::Arc;

crate::option_enum! {
    /// How far a refinement reaches.
    pub enum Sharing {
        /// What is tracked is tracked everywhere.
        Scope = "scope",
        /// What is tracked is tracked at the locations where refinement asked for it.
        Location = "location",
    }
}

/// What is tracked. By default nothing, which is where refinement starts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Tracking<T> {
    /// Everything.
    All,
    /// Only this.
    Only(Arc<TrackedSet<T>>),
}

/// Things that are tracked everywhere, and those that are tracked in places.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TrackedSet<T> {
    everywhere: BTreeSet<T>,
    at: BTreeMap<LocId, BTreeSet<T>>,
}

impl<T> Default for TrackedSet<T> {
    fn default() -> Self {
        Self { everywhere: BTreeSet::new(), at: BTreeMap::new() }
    }
}

impl<T> Default for Tracking<T> {
    fn default() -> Self {
        Self::Only(Arc::default())
    }
}

impl<T: Ord + Copy> FromIterator<T> for Tracking<T> {
    /// Things to track everywhere.
    fn from_iter<I: IntoIterator<Item = T>>(things: I) -> Self {
        let everywhere = things.into_iter().collect();
        Self::Only(Arc::new(TrackedSet { everywhere, at: BTreeMap::new() }))
    }
}

impl<T: Ord + Copy> Tracking<T> {
    /// Whether something is tracked wherever it is.
    #[must_use]
    pub fn tracks(&self, what: T) -> bool {
        match self {
            Self::All => true,
            Self::Only(set) => set.everywhere.contains(&what),
        }
    }

    /// Whether something is tracked at a location.
    #[must_use]
    pub fn tracks_at(&self, loc: LocId, what: T) -> bool {
        self.tracks(what)
            || matches!(self, Self::Only(set) if set.at.get(&loc).is_some_and(|here| here.contains(&what)))
    }

    /// What is tracked at a location between two things, if it is listed at all.
    pub fn range_at(&self, loc: LocId, between: RangeInclusive<T>) -> impl Iterator<Item = T> + '_ {
        let sets = match self {
            Self::All => [None, None],
            Self::Only(set) => [Some(&set.everywhere), set.at.get(&loc)],
        };
        sets.into_iter().flatten().flat_map(move |set| set.range(between.clone()).copied())
    }

    /// Tracks more; says whether any of it is new.
    pub fn extend(&mut self, sharing: Sharing, more: impl IntoIterator<Item = (LocId, T)>) -> bool {
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

    /// Whether different things are tracked at different locations.
    #[must_use]
    pub fn varies(&self) -> bool {
        matches!(self, Self::Only(set) if !set.at.is_empty())
    }

    /// All that is tracked somewhere, once and in order; nothing when everything is tracked.
    #[must_use]
    pub fn listed(&self) -> BTreeSet<T> {
        match self {
            Self::All => BTreeSet::new(),
            Self::Only(set) => set.everywhere.iter().chain(set.at.values().flatten()).copied().collect(),
        }
    }

    /// What is tracked in the user's words, each name once.
    #[must_use]
    pub fn describe(&self, name: impl Fn(T) -> String) -> String {
        match self {
            Self::All => "everything".to_owned(),
            Self::Only(_) => {
                let names: BTreeSet<String> = self.listed().into_iter().map(name).collect();
                names.into_iter().collect::<Vec<_>>().join(", ")
            }
        }
    }
}

/// A refinement that could be used.
#[derive(Clone, Debug)]
pub struct Candidate<T> {
    /// What speaks against it.
    pub score: Score,
    /// After how many steps something is tracked first, counted from 0.
    pub first: usize,
    /// What to track, with the locations where it is needed.
    pub tracked: Vec<(LocId, T)>,
}

/// Chooses between refinements of one analysis, and makes precisions of them.
pub struct Tracker<T> {
    component: usize,
    precisions: Table<PrecisionId, Tracking<T>>,
    sharing: Sharing,
    criteria: Vec<Criterion>,
    domain_types: Box<dyn Fn(T) -> DomainType>,
    added: u64,
}

impl<T: Ord + Copy + Hash> Tracker<T> {
    /// A tracker for the analysis at a position, with its table of precisions. `domain_types` says how things are used, hence
    /// how cheap they are to track.
    pub fn new(
        component: usize,
        precisions: Table<PrecisionId, Tracking<T>>,
        sharing: Sharing,
        criteria: Vec<Criterion>,
        domain_types: impl Fn(T) -> DomainType + 'static,
    ) -> Self {
        Self { component, precisions, sharing, criteria, domain_types: Box::new(domain_types), added: 0 }
    }

    /// How something is used.
    pub fn domain_type(&self, what: T) -> DomainType {
        (self.domain_types)(what)
    }

    /// How far refinements reach.
    pub const fn sharing(&self) -> Sharing {
        self.sharing
    }

    /// How many things were added to precisions.
    pub const fn added(&self) -> u64 {
        self.added
    }

    /// The refinement of an infeasible prefix by what must be known: first after step `first`, and after `width` steps.
    pub fn candidate(
        &self,
        prefix: &Sliced<'_>,
        tracked: Vec<(LocId, T)>,
        first: usize,
        width: usize,
    ) -> Candidate<T> {
        let all: BTreeSet<T> = tracked.iter().map(|&(_, what)| what).collect();
        let types: Vec<DomainType> = all.into_iter().map(|what| self.domain_type(what)).collect();
        let score = prefix::score(&self.criteria, &types, width, prefix.len());
        Candidate { score, first, tracked }
    }

    /// Rules a path out with the best refinement that tracks something new; `None` if there is none.
    ///
    /// A path that can only be ruled out by tracking a loop counter is put off: tracking it unrolls the loop, and another
    /// path may violate the property for real, or a later refinement may rule out this one as well.
    pub fn choose(
        &mut self,
        cx: &RefineCx<'_>,
        path: &ArgPath,
        mut candidates: Vec<Candidate<T>>,
    ) -> Option<Refinement> {
        let involves_counter = |candidate: &Candidate<T>| {
            candidate.tracked.iter().any(|&(_, what)| self.domain_type(what) == DomainType::LoopCounter)
        };
        if cx.may_postpone && candidates.iter().all(involves_counter) {
            return Some(Refinement::Postponed);
        }
        candidates.sort_by(|a, b| a.score.cmp(&b.score));
        let cut = candidates.iter().find_map(|candidate| self.cut(cx, path, candidate))?;
        Some(Refinement::Spurious(vec![cut]))
    }

    /// The cut point and precision of a candidate; `None` if it would track nothing new.
    fn cut(&mut self, cx: &RefineCx<'_>, path: &ArgPath, candidate: &Candidate<T>) -> Option<CutPoint> {
        // The node before the first step whose result is tracked must be explored again.
        let node = path.node(candidate.first + 1)?;
        let nodes = path.nodes().skip(candidate.first);
        let old: BTreeSet<PrecisionId> = nodes.map(|n| cx.reached.precisions(n)[self.component]).collect();
        let mut new = Tracking::default();
        for &id in &old {
            new.absorb(&self.precisions.get(id));
        }
        let before = new.listed().len();
        if !new.extend(self.sharing, candidate.tracked.iter().copied()) && old.len() == 1 {
            return None;
        }
        self.added += (new.listed().len() - before) as u64;
        let node = match cx.mode {
            RefineMode::Lazy => node,
            RefineMode::Restart => cx.reached.root()?,
        };
        // What other paths through the part that is cut off taught would have to be learnt again.
        for id in cx.reached.subtree_precisions(node, self.component) {
            new.absorb(&self.precisions.get(id));
        }
        Some(CutPoint { node, precisions: vec![(self.component, self.precisions.intern(new))] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scope_sharing_tracks_everywhere_and_location_sharing_only_there() {
        let (here, there) = (LocId::new(1), LocId::new(2));
        let mut shared = Tracking::default();
        assert!(shared.extend(Sharing::Scope, [(here, 7)]));
        assert!(!shared.extend(Sharing::Scope, [(there, 7)]));
        assert!(shared.tracks_at(there, 7) && !shared.varies());
        let mut local = Tracking::default();
        assert!(local.extend(Sharing::Location, [(here, 7), (here, 9)]));
        assert!(local.tracks_at(here, 7) && !local.tracks_at(there, 7) && !local.tracks(7));
        assert!(local.varies());
        assert_eq!(local.listed().len(), 2);
        assert_eq!(local.range_at(here, 0..=8).collect::<Vec<_>>(), [7]);
    }

    #[test]
    fn absorbing_gives_the_union_and_everything_absorbs_all() {
        let mut both: Tracking<u32> = [1].into_iter().collect();
        both.absorb(&[3].into_iter().collect());
        assert_eq!(both, [3, 1].into_iter().collect());
        assert_eq!(both.describe(|n| n.to_string()), "1, 3");
        both.absorb(&Tracking::All);
        assert!(both.tracks(7) && !both.extend(Sharing::Scope, [(LocId::new(0), 7)]));
        assert_eq!(both.describe(|n| n.to_string()), "everything");
    }
}
