//! A persistent map from integers: the big-endian Patricia tree of Okasaki and Gill ("Fast mergeable
//! integer maps", ML Workshop 1998), with a hash and a size in every branch.
//!
//! The shape of the tree depends on the keys alone, not on the order in which they came. Two states that
//! descend from a common one therefore share whole subtrees, and comparing or combining them looks only at
//! what differs. The hash of a tree is the sum of the mixed hashes of its entries, so that an update
//! changes it in constant time per copied node.

use argand_support::FxHasher;
use smallvec::{SmallVec, smallvec};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A key of a map lattice: a small value that an integer can stand for.
pub trait MapKey: Copy + Eq {
    /// The integer; different keys have different integers. Iteration is in its order.
    fn bits(self) -> u64;
}

#[derive(Debug)]
pub(crate) struct Leaf<K, V> {
    pub(crate) key: K,
    pub(crate) value: V,
    hash: u64,
}

#[derive(Debug)]
pub(crate) struct Branch<K, V> {
    /// The bits above `bit` that all keys share.
    prefix: u64,
    /// The highest bit in which keys differ, as a mask.
    bit: u64,
    hash: u64,
    len: usize,
    /// Keys without the bit.
    left: Tree<K, V>,
    /// Keys with the bit.
    right: Tree<K, V>,
}

#[derive(Debug)]
pub(crate) enum Tree<K, V> {
    Empty,
    Leaf(Arc<Leaf<K, V>>),
    Branch(Arc<Branch<K, V>>),
}

impl<K, V> Clone for Tree<K, V> {
    fn clone(&self) -> Self {
        match self {
            Self::Empty => Self::Empty,
            Self::Leaf(leaf) => Self::Leaf(Arc::clone(leaf)),
            Self::Branch(branch) => Self::Branch(Arc::clone(branch)),
        }
    }
}

impl<K, V> Clone for Branch<K, V> {
    fn clone(&self) -> Self {
        Self { left: self.left.clone(), right: self.right.clone(), ..*self }
    }
}

/// Sums of raw Fx hashes would not notice two variables exchanging their values; mixing makes each entry's
/// hash a nonlinear function of key and value (the finaliser of MurmurHash3).
fn entry_hash<V: Hash>(bits: u64, value: &V) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(bits);
    value.hash(&mut hasher);
    let mut h = hasher.finish();
    h = (h ^ (h >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    h = (h ^ (h >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    h ^ (h >> 33)
}

impl<K, V> Branch<K, V> {
    const fn holds(&self, bits: u64) -> bool {
        bits & !(self.bit | (self.bit - 1)) == self.prefix
    }

    const fn side(&self, bits: u64) -> &Tree<K, V> {
        if bits & self.bit == 0 { &self.left } else { &self.right }
    }

    fn update(&mut self) {
        self.hash = self.left.hash().wrapping_add(self.right.hash());
        self.len = self.left.len() + self.right.len();
    }
}

impl<K, V> Tree<K, V> {
    pub(crate) fn hash(&self) -> u64 {
        match self {
            Self::Empty => 0,
            Self::Leaf(leaf) => leaf.hash,
            Self::Branch(branch) => branch.hash,
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Empty => 0,
            Self::Leaf(_) => 1,
            Self::Branch(branch) => branch.len,
        }
    }

    pub(crate) fn ptr_eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Empty, Self::Empty) => true,
            (Self::Leaf(a), Self::Leaf(b)) => Arc::ptr_eq(a, b),
            (Self::Branch(a), Self::Branch(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// A branch over two trees whose keys differ from bit `bit` on, or the one that is not empty.
    fn branch(prefix: u64, bit: u64, left: Self, right: Self) -> Self {
        match (left, right) {
            (Self::Empty, tree) | (tree, Self::Empty) => tree,
            (left, right) => {
                let mut branch = Branch { prefix, bit, hash: 0, len: 0, left, right };
                branch.update();
                Self::Branch(Arc::new(branch))
            }
        }
    }

    /// Puts two trees with unrelated prefixes under a new branch.
    fn pair(a: Self, a_bits: u64, b: Self, b_bits: u64) -> Self {
        let bit = 1u64 << (63 - (a_bits ^ b_bits).leading_zeros());
        let prefix = a_bits & !(bit | (bit - 1));
        if a_bits & bit == 0 { Self::branch(prefix, bit, a, b) } else { Self::branch(prefix, bit, b, a) }
    }

    /// The tree over both sides of `like`, reusing `like` where neither side changed.
    fn rebuild(&self, like: &Branch<K, V>, left: Self, right: Self) -> Self {
        if left.ptr_eq(&like.left) && right.ptr_eq(&like.right) {
            self.clone()
        } else {
            Self::branch(like.prefix, like.bit, left, right)
        }
    }
}

impl<K: MapKey, V: Clone + Eq + Hash> Tree<K, V> {
    fn leaf(key: K, value: V) -> Self {
        let hash = entry_hash(key.bits(), &value);
        Self::Leaf(Arc::new(Leaf { key, value, hash }))
    }

    pub(crate) fn get(&self, bits: u64) -> Option<&V> {
        self.find(bits).map(|leaf| &leaf.value)
    }

    fn find(&self, bits: u64) -> Option<&Arc<Leaf<K, V>>> {
        let mut tree = self;
        loop {
            match tree {
                Self::Empty => return None,
                Self::Leaf(leaf) => return (leaf.key.bits() == bits).then_some(leaf),
                // A key with another prefix ends at some leaf of another key; no need to look on the way.
                Self::Branch(branch) => tree = branch.side(bits),
            }
        }
    }

    /// Binds `key`; the caller has made sure that it is not bound to an equal value.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        let bits = key.bits();
        let own_bits = match self {
            Self::Branch(branch) if branch.holds(bits) => {
                let branch = Arc::make_mut(branch);
                let side = if bits & branch.bit == 0 { &mut branch.left } else { &mut branch.right };
                side.insert(key, value);
                branch.update();
                return;
            }
            Self::Branch(branch) => branch.prefix,
            Self::Leaf(leaf) => leaf.key.bits(),
            Self::Empty => bits,
        };
        let new = Self::leaf(key, value);
        *self = if own_bits == bits { new } else { Self::pair(self.clone(), own_bits, new, bits) };
    }

    /// Unbinds a key; the caller has made sure that it is bound.
    pub(crate) fn remove(&mut self, bits: u64) {
        let rest = match self {
            Self::Empty | Self::Leaf(_) => Self::Empty,
            Self::Branch(branch) => match branch.side(bits) {
                Self::Leaf(_) if bits & branch.bit == 0 => branch.right.clone(),
                Self::Leaf(_) => branch.left.clone(),
                _ => {
                    let branch = Arc::make_mut(branch);
                    let side = if bits & branch.bit == 0 { &mut branch.left } else { &mut branch.right };
                    side.remove(bits);
                    branch.update();
                    return;
                }
            },
        };
        *self = rest;
    }

    /// Whether both bind the same keys to equal values.
    pub(crate) fn equals(&self, other: &Self) -> bool {
        if self.ptr_eq(other) {
            return true;
        }
        match (self, other) {
            (Self::Leaf(a), Self::Leaf(b)) => a.hash == b.hash && a.key == b.key && a.value == b.value,
            (Self::Branch(a), Self::Branch(b)) => {
                (a.hash, a.len, a.prefix, a.bit) == (b.hash, b.len, b.prefix, b.bit)
                    && a.left.equals(&b.left)
                    && a.right.equals(&b.right)
            }
            _ => false,
        }
    }

    /// Whether `self` binds every key of `other`, to a value that `below` accepts for `other`'s.
    /// `below` must hold for a value and itself.
    pub(crate) fn refines(&self, other: &Self, below: &mut impl FnMut(&V, &V) -> bool) -> bool {
        if self.ptr_eq(other) {
            return true;
        }
        match (self, other) {
            (_, Self::Empty) => true,
            (_, Self::Leaf(b)) => self.get(b.key.bits()).is_some_and(|value| below(value, &b.value)),
            (Self::Empty | Self::Leaf(_), Self::Branch(_)) => false,
            (Self::Branch(a), Self::Branch(b)) => {
                if a.len < b.len {
                    false
                } else if a.bit == b.bit && a.prefix == b.prefix {
                    a.left.refines(&b.left, below) && a.right.refines(&b.right, below)
                } else {
                    a.bit > b.bit && a.holds(b.prefix) && a.side(b.prefix).refines(other, below)
                }
            }
        }
    }

    /// Whether `accept` holds for every entry that is not one and the same in `other`.
    pub(crate) fn all_unshared(&self, other: &Self, accept: &mut impl FnMut(K, &V) -> bool) -> bool {
        if self.ptr_eq(other) {
            return true;
        }
        match (self, other) {
            (Self::Empty, _) => true,
            (Self::Leaf(a), _) => {
                other.find(a.key.bits()).is_some_and(|b| Arc::ptr_eq(a, b)) || accept(a.key, &a.value)
            }
            (Self::Branch(a), Self::Branch(b)) => {
                if a.bit == b.bit && a.prefix == b.prefix {
                    a.left.all_unshared(&b.left, accept) && a.right.all_unshared(&b.right, accept)
                } else if b.bit > a.bit {
                    let other = if b.holds(a.prefix) { b.side(a.prefix) } else { &Self::Empty };
                    self.all_unshared(other, accept)
                } else {
                    a.left.all_unshared(other, accept) && a.right.all_unshared(other, accept)
                }
            }
            (Self::Branch(a), _) => a.left.all_unshared(other, accept) && a.right.all_unshared(other, accept),
        }
    }

    /// The keys bound on both sides, to what `combine` makes of their values; `None` unbinds.
    /// `combine` must give back a value combined with itself.
    pub(crate) fn intersect(&self, other: &Self, combine: &mut impl FnMut(K, &V, &V) -> Option<V>) -> Self {
        if self.ptr_eq(other) {
            return self.clone();
        }
        match (self, other) {
            (Self::Empty, _) | (_, Self::Empty) => Self::Empty,
            (Self::Leaf(a), _) => other.find(a.key.bits()).map_or(Self::Empty, |b| Self::both(a, b, combine)),
            (_, Self::Leaf(b)) => self.find(b.key.bits()).map_or(Self::Empty, |a| Self::both(a, b, combine)),
            (Self::Branch(a), Self::Branch(b)) => {
                if a.bit == b.bit && a.prefix == b.prefix {
                    let left = a.left.intersect(&b.left, combine);
                    let right = a.right.intersect(&b.right, combine);
                    if left.ptr_eq(&a.left) && right.ptr_eq(&a.right) {
                        self.clone()
                    } else {
                        other.rebuild(b, left, right)
                    }
                } else if a.bit > b.bit && a.holds(b.prefix) {
                    a.side(b.prefix).intersect(other, combine)
                } else if b.bit > a.bit && b.holds(a.prefix) {
                    self.intersect(b.side(a.prefix), combine)
                } else {
                    Self::Empty
                }
            }
        }
    }

    fn both(
        a: &Arc<Leaf<K, V>>,
        b: &Arc<Leaf<K, V>>,
        combine: &mut impl FnMut(K, &V, &V) -> Option<V>,
    ) -> Self {
        if Arc::ptr_eq(a, b) {
            return Self::Leaf(Arc::clone(a));
        }
        match combine(a.key, &a.value, &b.value) {
            None => Self::Empty,
            Some(value) if value == a.value => Self::Leaf(Arc::clone(a)),
            Some(value) if value == b.value => Self::Leaf(Arc::clone(b)),
            Some(value) => Self::leaf(a.key, value),
        }
    }

    /// The keys bound on either side; values of keys bound on both are what `combine` makes of them.
    /// `None` as soon as `combine` says so. `combine` must give back a value combined with itself.
    pub(crate) fn unite(
        &self,
        other: &Self,
        combine: &mut impl FnMut(K, &V, &V) -> Option<V>,
    ) -> Option<Self> {
        if self.ptr_eq(other) {
            return Some(self.clone());
        }
        match (self, other) {
            (tree, Self::Empty) | (Self::Empty, tree) => Some(tree.clone()),
            (_, Self::Leaf(b)) => self.unite_leaf(b, |mine| combine(b.key, mine, &b.value)),
            (Self::Leaf(a), _) => other.unite_leaf(a, |theirs| combine(a.key, &a.value, theirs)),
            (Self::Branch(a), Self::Branch(b)) => {
                if a.bit == b.bit && a.prefix == b.prefix {
                    let left = a.left.unite(&b.left, combine)?;
                    let right = a.right.unite(&b.right, combine)?;
                    Some(self.rebuild(a, left, right))
                } else if a.bit > b.bit && a.holds(b.prefix) {
                    let (left, right) = if b.prefix & a.bit == 0 {
                        (a.left.unite(other, combine)?, a.right.clone())
                    } else {
                        (a.left.clone(), a.right.unite(other, combine)?)
                    };
                    Some(self.rebuild(a, left, right))
                } else if b.bit > a.bit && b.holds(a.prefix) {
                    let (left, right) = if a.prefix & b.bit == 0 {
                        (self.unite(&b.left, combine)?, b.right.clone())
                    } else {
                        (b.left.clone(), self.unite(&b.right, combine)?)
                    };
                    Some(other.rebuild(b, left, right))
                } else {
                    Some(Self::pair(self.clone(), a.prefix, other.clone(), b.prefix))
                }
            }
        }
    }

    fn unite_leaf(&self, leaf: &Leaf<K, V>, combine: impl FnOnce(&V) -> Option<V>) -> Option<Self> {
        let old = self.get(leaf.key.bits());
        let value = match old {
            None => leaf.value.clone(),
            Some(mine) => combine(mine)?,
        };
        let mut result = self.clone();
        if old != Some(&value) {
            result.insert(leaf.key, value);
        }
        Some(result)
    }

    /// The entries that `keep` accepts.
    pub(crate) fn retain(&self, keep: &mut impl FnMut(K, &V) -> bool) -> Self {
        match self {
            Self::Empty => Self::Empty,
            Self::Leaf(leaf) if keep(leaf.key, &leaf.value) => self.clone(),
            Self::Leaf(_) => Self::Empty,
            Self::Branch(branch) => {
                let (left, right) = (branch.left.retain(keep), branch.right.retain(keep));
                self.rebuild(branch, left, right)
            }
        }
    }
}

/// The entries in the order of their keys' integers, all of them or those of a range.
pub(crate) struct Iter<'a, K, V> {
    pending: SmallVec<[&'a Tree<K, V>; 8]>,
    first: u64,
    last: u64,
}

impl<'a, K, V> Iter<'a, K, V> {
    pub(crate) fn new(tree: &'a Tree<K, V>) -> Self {
        Self::range(tree, 0, u64::MAX)
    }

    /// The entries with keys from `first` to `last`, both included.
    pub(crate) fn range(tree: &'a Tree<K, V>, first: u64, last: u64) -> Self {
        Self { pending: smallvec![tree], first, last }
    }
}

impl<'a, K: MapKey, V> Iterator for Iter<'a, K, V> {
    type Item = (K, &'a V);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.pending.pop()? {
                Tree::Empty => {}
                Tree::Leaf(leaf) => {
                    if (self.first..=self.last).contains(&leaf.key.bits()) {
                        return Some((leaf.key, &leaf.value));
                    }
                }
                Tree::Branch(branch) => {
                    let middle = branch.prefix | branch.bit;
                    if middle <= self.last {
                        self.pending.push(&branch.right);
                    }
                    if self.first < middle {
                        self.pending.push(&branch.left);
                    }
                }
            }
        }
    }
}

impl<K: MapKey, V> Tree<K, V> {
    /// The entry with the greatest key below `bits`.
    pub(crate) fn below(&self, bits: u64) -> Option<(K, &V)> {
        match self {
            Self::Empty => None,
            Self::Leaf(leaf) => (leaf.key.bits() < bits).then_some((leaf.key, &leaf.value)),
            Self::Branch(branch) if bits <= branch.prefix => None,
            Self::Branch(branch) => {
                let right = if branch.prefix | branch.bit < bits { branch.right.below(bits) } else { None };
                right.or_else(|| branch.left.below(bits))
            }
        }
    }
}
