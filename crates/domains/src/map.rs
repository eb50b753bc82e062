//! States that bind many keys: a map in which a missing key stands for "anything".

use crate::lattice::{Lattice, Meet, Widen};
pub use crate::trie::MapKey;
use crate::trie::{Iter, Tree};
use argand_cfa::VarId;
use std::fmt;
use std::hash::{Hash, Hasher};

impl MapKey for u32 {
    fn bits(self) -> u64 {
        u64::from(self)
    }
}

impl MapKey for u64 {
    fn bits(self) -> u64 {
        self
    }
}

impl MapKey for (u32, u32) {
    fn bits(self) -> u64 {
        u64::from(self.0) << 32 | u64::from(self.1)
    }
}

impl MapKey for VarId {
    fn bits(self) -> u64 {
        u64::from(self.raw())
    }
}

/// The pointwise lattice of maps from `K` to `V`; a key that is not bound stands for top.
///
/// Cloning copies one pointer, an update copies one path, hashing reads one number, and comparison, join and
/// meet of two maps with a common past look only at the parts that differ. Equal content makes equal maps,
/// whatever the order of updates.
pub struct MapLattice<K, V> {
    tree: Tree<K, V>,
}

impl<K, V> Clone for MapLattice<K, V> {
    fn clone(&self) -> Self {
        Self { tree: self.tree.clone() }
    }
}

impl<K, V> Default for MapLattice<K, V> {
    fn default() -> Self {
        Self { tree: Tree::Empty }
    }
}

impl<K, V> MapLattice<K, V> {
    /// The map that binds nothing: top.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many keys are bound.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tree.len()
    }

    /// Whether no key is bound.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether both are one and the same tree in memory. Equal maps need not be.
    #[must_use]
    pub fn ptr_eq(&self, other: &Self) -> bool {
        self.tree.ptr_eq(&other.tree)
    }
}

impl<K: MapKey, V: Lattice + Hash> MapLattice<K, V> {
    /// What `key` is bound to; `None` means anything.
    #[must_use]
    pub fn get(&self, key: K) -> Option<&V> {
        self.tree.get(key.bits())
    }

    /// Whether `key` is bound.
    #[must_use]
    pub fn contains(&self, key: K) -> bool {
        self.get(key).is_some()
    }

    /// Binds `key` to `value`, or unbinds it if `value` is top. A binding that is already there costs no copy.
    pub fn insert(&mut self, key: K, value: V) {
        if value.is_top() {
            self.remove(key);
        } else if self.get(key) != Some(&value) {
            self.tree.insert(key, value);
        }
    }

    /// Unbinds `key`.
    pub fn remove(&mut self, key: K) {
        if self.contains(key) {
            self.tree.remove(key.bits());
        }
    }

    /// The map with `key` bound to `value`.
    #[must_use]
    pub fn with(&self, key: K, value: V) -> Self {
        let mut map = self.clone();
        map.insert(key, value);
        map
    }

    /// The map without `key`.
    #[must_use]
    pub fn without(&self, key: K) -> Self {
        let mut map = self.clone();
        map.remove(key);
        map
    }

    /// Keeps the bindings that `keep` accepts.
    pub fn retain(&mut self, mut keep: impl FnMut(K, &V) -> bool) {
        self.tree = self.tree.retain(&mut keep);
    }

    /// The bindings, in the order of [`MapKey::bits`].
    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> + '_ {
        Iter::new(&self.tree)
    }

    /// The bindings of keys bound on both sides, to what `combine` makes of their values; `None` unbinds.
    /// Shared parts are taken over unseen, so `combine` must give back a value combined with itself.
    #[must_use]
    pub fn join_with(&self, other: &Self, mut combine: impl FnMut(K, &V, &V) -> Option<V>) -> Self {
        Self { tree: self.tree.intersect(&other.tree, &mut combine) }
    }

    /// The bindings of either side; where both bind a key, to what `combine` makes of the two values. `None`
    /// as soon as `combine` finds a contradiction. `combine` must give back a value combined with itself.
    #[must_use]
    pub fn meet_with(&self, other: &Self, mut combine: impl FnMut(K, &V, &V) -> Option<V>) -> Option<Self> {
        self.tree.unite(&other.tree, &mut combine).map(|tree| Self { tree })
    }
}

fn unless_top<V: Lattice>(value: V) -> Option<V> {
    (!value.is_top()).then_some(value)
}

impl<K: MapKey, V: Lattice + Hash> Lattice for MapLattice<K, V> {
    fn leq(&self, other: &Self) -> bool {
        self.tree.refines(&other.tree, &mut |a, b| a.leq(b))
    }

    fn join(&self, other: &Self) -> Self {
        self.join_with(other, |_, a, b| unless_top(a.join(b)))
    }

    fn is_top(&self) -> bool {
        self.is_empty()
    }
}

impl<K: MapKey, V: Meet + Hash> Meet for MapLattice<K, V> {
    fn meet(&self, other: &Self) -> Option<Self> {
        self.meet_with(other, |_, a, b| a.meet(b))
    }
}

impl<K: MapKey, V: Widen + Hash> Widen for MapLattice<K, V> {
    fn widen(&self, newer: &Self) -> Self {
        self.join_with(newer, |_, a, b| unless_top(a.widen(b)))
    }
}

impl<K: MapKey, V: Lattice + Hash> PartialEq for MapLattice<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.tree.equals(&other.tree)
    }
}

impl<K: MapKey, V: Lattice + Hash> Eq for MapLattice<K, V> {}

impl<K, V> Hash for MapLattice<K, V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.tree.hash());
    }
}

impl<K: MapKey, V: Lattice + Hash> FromIterator<(K, V)> for MapLattice<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(iter: I) -> Self {
        let mut map = Self::new();
        for (key, value) in iter {
            map.insert(key, value);
        }
        map
    }
}

impl<K: MapKey + fmt::Debug, V: Lattice + Hash + fmt::Debug> fmt::Debug for MapLattice<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Flat, Interval, lattice_laws};
    use argand_support::FxHasher;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    type Map = MapLattice<u64, Flat<u8>>;

    fn any_key() -> impl Strategy<Value = u64> {
        prop_oneof![0u64..12, Just(u64::MAX), Just(1 << 63), (0u64..4).prop_map(|n| n << 40)]
    }

    fn any_map() -> impl Strategy<Value = Map> {
        proptest::collection::vec((any_key(), (0u8..3).prop_map(Flat::Value)), 0..14)
            .prop_map(|entries| entries.into_iter().collect())
    }

    fn any_interval_map() -> impl Strategy<Value = MapLattice<u64, Interval>> {
        let interval = (-5i128..5, 0i128..5).prop_map(|(lo, length)| Interval::new(lo, lo + length));
        proptest::collection::vec((any_key(), interval), 0..10).prop_map(|e| e.into_iter().collect())
    }

    lattice_laws!(map_of_flat, any_map(), meet);
    lattice_laws!(map_of_interval, any_interval_map(), meet, widen);

    fn hash_of(map: &Map) -> u64 {
        let mut hasher = FxHasher::default();
        map.hash(&mut hasher);
        hasher.finish()
    }

    proptest! {
        #[test]
        fn updates_agree_with_an_ordinary_map(ops in proptest::collection::vec((any_key(), 0u8..4), 0..60)) {
            let (mut map, mut model) = (Map::new(), BTreeMap::new());
            for (key, value) in ops {
                if value == 3 {
                    map.remove(key);
                    model.remove(&key);
                } else {
                    map.insert(key, Flat::Value(value));
                    model.insert(key, Flat::Value(value));
                }
                prop_assert_eq!(map.len(), model.len());
            }
            let entries: Vec<_> = map.iter().map(|(k, &v)| (k, v)).collect();
            prop_assert_eq!(&entries, &model.iter().map(|(&k, &v)| (k, v)).collect::<Vec<_>>());
            let again: Map = entries.iter().rev().copied().collect();
            prop_assert_eq!(hash_of(&again), hash_of(&map));
            prop_assert_eq!(again, map);
        }

        #[test]
        fn retaining_agrees_with_filtering(map in any_map()) {
            let mut kept = map.clone();
            kept.retain(|key, _| key % 2 == 0);
            prop_assert_eq!(kept, map.iter().filter(|(k, _)| k % 2 == 0).map(|(k, &v)| (k, v)).collect::<Map>());
        }

        #[test]
        fn joining_a_smaller_map_gives_back_the_larger_one_itself(a in any_map(), b in any_map()) {
            let above = a.join(&b);
            prop_assert!(above.join(&a).ptr_eq(&above));
        }
    }

    #[test]
    fn variables_that_exchange_values_change_the_hash() {
        let map: Map = [(1, Flat::Value(7)), (2, Flat::Value(9))].into_iter().collect();
        let swapped: Map = [(1, Flat::Value(9)), (2, Flat::Value(7))].into_iter().collect();
        assert_ne!(hash_of(&map), hash_of(&swapped));
        assert_ne!(map, swapped);
    }

    #[test]
    fn binding_the_same_value_or_top_does_not_copy() {
        let map: Map = [(1, Flat::Value(7)), (2, Flat::Value(9))].into_iter().collect();
        assert!(map.with(1, Flat::Value(7)).ptr_eq(&map));
        assert!(map.with(5, Flat::Top).ptr_eq(&map));
        assert_eq!(map.with(1, Flat::Top), map.without(1));
    }
}
