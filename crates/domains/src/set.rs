//! Sets that give up when they grow too large.

use crate::lattice::{Lattice, Meet};
use smallvec::SmallVec;

/// A set of at most `BOUND` elements, or everything.
///
/// Points-to sets and sets of callees are of this kind: a few elements are worth telling apart, many are not.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BoundedSet<T, const BOUND: usize>(Option<SmallVec<[T; 4]>>);

impl<T: Ord + Clone, const BOUND: usize> BoundedSet<T, BOUND> {
    /// Everything.
    #[must_use]
    pub const fn everything() -> Self {
        Self(None)
    }

    /// Nothing.
    #[must_use]
    pub fn empty() -> Self {
        Self(Some(SmallVec::new()))
    }

    /// One element.
    #[must_use]
    pub fn one(element: T) -> Self {
        std::iter::once(element).collect()
    }

    /// The elements in order; `None` if the set holds everything.
    #[must_use]
    pub fn elements(&self) -> Option<&[T]> {
        self.0.as_deref()
    }

    /// The element, if there is exactly one.
    #[must_use]
    pub fn single(&self) -> Option<&T> {
        match self.elements() {
            Some([element]) => Some(element),
            _ => None,
        }
    }

    /// Whether the set holds `element`.
    #[must_use]
    pub fn contains(&self, element: &T) -> bool {
        self.elements().is_none_or(|list| list.binary_search(element).is_ok())
    }
}

impl<T: Ord + Clone, const BOUND: usize> FromIterator<T> for BoundedSet<T, BOUND> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Self {
        let mut list: SmallVec<[T; 4]> = iter.into_iter().collect();
        list.sort_unstable();
        list.dedup();
        Self((list.len() <= BOUND).then_some(list))
    }
}

impl<T: Ord + Clone, const BOUND: usize> Lattice for BoundedSet<T, BOUND> {
    fn leq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(small), Some(_)) => small.iter().all(|element| other.contains(element)),
        }
    }

    fn join(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => a.iter().chain(b).cloned().collect(),
            _ => Self(None),
        }
    }

    fn is_top(&self) -> bool {
        self.0.is_none()
    }
}

impl<T: Ord + Clone, const BOUND: usize> Meet for BoundedSet<T, BOUND> {
    fn meet(&self, other: &Self) -> Option<Self> {
        Some(match (&self.0, &other.0) {
            (None, _) => other.clone(),
            (_, None) => self.clone(),
            (Some(a), Some(_)) => a.iter().filter(|element| other.contains(element)).cloned().collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice_laws;
    use proptest::prelude::*;

    fn any_set() -> impl Strategy<Value = BoundedSet<u8, 3>> {
        proptest::collection::vec(0u8..6, 0..5).prop_map(|list| list.into_iter().collect())
    }

    lattice_laws!(bounded_set, any_set(), meet);

    #[test]
    fn a_set_that_outgrows_its_bound_holds_everything() {
        let (a, b): (BoundedSet<u8, 3>, BoundedSet<u8, 3>) =
            ([1, 2].into_iter().collect(), [2, 3].into_iter().collect());
        assert_eq!(a.join(&b).elements(), Some(&[1, 2, 3][..]));
        let everything = a.join(&b).join(&BoundedSet::one(9));
        assert_eq!(everything.elements(), None);
        assert!(everything.contains(&77) && !a.contains(&77));
        assert_eq!(BoundedSet::<u8, 3>::one(4).single(), Some(&4));
    }
}
