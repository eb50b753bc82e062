//! Coverage by forgetting for maps to flat values.
//!
//! In such a domain `b` covers `a` exactly when every binding of `b` is one of `a`: when `b` is `a` with some keys
//! forgotten. So the states that can cover `a` are its projections to the key sets that occur, which are few,
//! and each is looked up by its hash. See [`Forgetting`](crate::extras::Forgetting).

use argand_domains::{Lattice, MapKey, MapLattice};
use std::hash::Hash;

/// A hash of the keys of a map, for [`Forgetting::shape`](crate::extras::Forgetting::shape).
#[must_use]
pub fn key_shape<K: MapKey, V: Lattice + Hash>(map: &MapLattice<K, V>) -> u64 {
    map.iter()
        .fold(0, |hash: u64, (key, _)| (hash.rotate_left(5) ^ key.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// The bindings of a map for the keys of another, for [`Forgetting::project`](crate::extras::Forgetting::project); `None` when one is
/// missing.
#[must_use]
pub fn project<K: MapKey, V: Lattice + Hash>(
    map: &MapLattice<K, V>,
    onto: &MapLattice<K, V>,
) -> Option<MapLattice<K, V>> {
    if onto.len() > map.len() {
        return None;
    }
    onto.iter().map(|(key, _)| Some((key, map.get(key)?.clone()))).collect()
}
