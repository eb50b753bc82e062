//! Typed `u32` indices and the vectors they index.
//!
//! Every location, edge, variable and interned state is named by an index type of its own, so that
//! one can never be used where another is meant. Indices print as a prefix and a number: `L4`, `E17`.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A dense index. Implement it with [`define_index!`](crate::define_index).
pub trait Idx: Copy + Eq + Ord + std::hash::Hash + fmt::Debug + 'static {
    /// The index with this position.
    fn from_usize(raw: usize) -> Self;
    /// The position this index stands for.
    fn index(self) -> usize;
}

/// Declares an index type: `define_index! { /// A location. pub struct LocId, "L"; }`.
#[macro_export]
macro_rules! define_index {
    ($($(#[$doc:meta])* $vis:vis struct $name:ident, $prefix:literal;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $name(u32);
        impl $name {
            /// The index with this raw number.
            #[must_use]
            pub const fn new(raw: u32) -> Self {
                Self(raw)
            }
            /// The raw number behind this index.
            #[must_use]
            pub const fn raw(self) -> u32 {
                self.0
            }
        }
        impl $crate::index::Idx for $name {
            #[inline]
            fn from_usize(raw: usize) -> Self {
                Self(u32::try_from(raw).expect("fewer than 2^32 entries"))
            }
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}{}", $prefix, self.0)
            }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    )+};
}

/// A `Vec<T>` that can only be indexed by `I`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct IndexVec<I, T> {
    raw: Vec<T>,
    index: PhantomData<fn(I)>,
}

impl<I, T: fmt::Debug> fmt::Debug for IndexVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.fmt(f)
    }
}

impl<I, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self { raw: Vec::new(), index: PhantomData }
    }
}

impl<I: Idx, T> IndexVec<I, T> {
    /// An empty vector.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// `len` copies of `value`.
    #[must_use]
    pub fn filled(value: T, len: usize) -> Self
    where
        T: Clone,
    {
        Self { raw: vec![value; len], index: PhantomData }
    }

    /// Appends `value` and returns its index.
    pub fn push(&mut self, value: T) -> I {
        let id = self.next_index();
        self.raw.push(value);
        id
    }

    /// The index the next [`push`](Self::push) will return.
    #[must_use]
    pub fn next_index(&self) -> I {
        I::from_usize(self.raw.len())
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.raw.len()
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.raw.is_empty()
    }

    /// The entry, if the index is in range.
    #[must_use]
    pub fn get(&self, index: I) -> Option<&T> {
        self.raw.get(index.index())
    }

    /// The entries in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.raw.iter()
    }

    /// The entries with their indices.
    pub fn iter_enumerated(&self) -> impl ExactSizeIterator<Item = (I, &T)> + DoubleEndedIterator + '_ {
        self.raw.iter().enumerate().map(|(i, t)| (I::from_usize(i), t))
    }

    /// Every valid index, in order.
    pub fn indices(&self) -> impl ExactSizeIterator<Item = I> + DoubleEndedIterator + use<I, T> {
        (0..self.raw.len()).map(I::from_usize)
    }

    /// The entries as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.raw
    }

    /// Makes room for that many more entries. The room costs no memory until it is used.
    pub fn reserve(&mut self, additional: usize) {
        self.raw.reserve(additional);
    }

    /// Gives back memory that was reserved and never used.
    pub fn shrink_to_fit(&mut self) {
        self.raw.shrink_to_fit();
    }

    /// Shortens the vector to `len` entries.
    pub fn truncate(&mut self, len: usize) {
        self.raw.truncate(len);
    }
}

impl<I: Idx, T> Index<I> for IndexVec<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, i: I) -> &T {
        &self.raw[i.index()]
    }
}

impl<I: Idx, T> IndexMut<I> for IndexVec<I, T> {
    #[inline]
    fn index_mut(&mut self, i: I) -> &mut T {
        &mut self.raw[i.index()]
    }
}

impl<I: Idx, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(iter: It) -> Self {
        Self { raw: iter.into_iter().collect(), index: PhantomData }
    }
}

impl<'a, I: Idx, T> IntoIterator for &'a IndexVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.raw.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    define_index! { /// A test index.
    pub struct TestId, "t"; }

    #[test]
    fn push_returns_consecutive_indices_that_print_with_their_prefix() {
        let mut v: IndexVec<TestId, char> = IndexVec::new();
        let (a, b) = (v.push('a'), v.push('b'));
        assert_eq!((v[a], v[b], v.len()), ('a', 'b', 2));
        assert_eq!(format!("{a} {b:?}"), "t0 t1");
        assert_eq!((TestId::new(1), b.raw()), (b, 1));
    }
}
