//! Constants: what terms evaluate to.

mod bv;
mod float;
mod wide;

use std::collections::BTreeMap;

pub use bv::Bv;
pub use float::Float;

use crate::sort::Sort;

/// An array value: explicit elements over a default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayValue {
    /// Width of an index.
    pub index: u32,
    /// The element at every index that is not listed.
    pub default: Bv,
    /// Elements by the index's words, most significant first, so that the order is that of numbers.
    entries: BTreeMap<Vec<u64>, Bv>,
}

impl ArrayValue {
    /// The same element everywhere.
    #[must_use]
    pub fn constant(index: u32, default: Bv) -> Self {
        Self { index, default, entries: BTreeMap::new() }
    }

    fn key(i: &Bv) -> Vec<u64> {
        i.words().iter().rev().copied().collect()
    }

    /// The element at `i`.
    #[must_use]
    pub fn get(&self, i: &Bv) -> &Bv {
        self.entries.get(&Self::key(i)).unwrap_or(&self.default)
    }

    /// Replaces the element at `i`.
    pub fn set(&mut self, i: &Bv, value: Bv) {
        if value == self.default {
            self.entries.remove(&Self::key(i));
        } else {
            self.entries.insert(Self::key(i), value);
        }
    }

    /// The elements that differ from the default, by ascending index.
    pub fn entries(&self) -> impl Iterator<Item = (Bv, &Bv)> + '_ {
        self.entries.iter().map(|(k, v)| {
            let mut i = Bv::new(self.index, k[0]);
            for &w in &k[1..] {
                let by = Bv::new(self.index, 64);
                i = i.shl(&by).or(&Bv::new(self.index, w));
            }
            (i, v)
        })
    }

    /// Whether both have the same element at every index. Defaults only count if some index is unlisted.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        let listed =
            self.entries.keys().chain(other.entries.keys()).collect::<std::collections::BTreeSet<_>>();
        let all_listed = self.index < 63 && listed.len() as u64 >= 1 << self.index;
        (all_listed || self.default == other.default)
            && listed.iter().all(|k| {
                self.entries.get(*k).unwrap_or(&self.default)
                    == other.entries.get(*k).unwrap_or(&other.default)
            })
    }
}

/// The value of a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A bit-vector.
    Bv(Bv),
    /// A floating-point number.
    Float(Float),
    /// An array.
    Array(ArrayValue),
}

impl Value {
    /// False, zero, positive zero, or the array of zeros.
    #[must_use]
    pub fn default_of(sort: Sort) -> Self {
        match sort {
            Sort::Bool => Self::Bool(false),
            Sort::Bv(w) => Self::Bv(Bv::zero(w)),
            Sort::Float(f) => Self::Float(Float::from_bits(f, 0)),
            Sort::Array { index, element } => Self::Array(ArrayValue::constant(index, Bv::zero(element))),
        }
    }

    /// The truth value, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(b) => Some(*b),
            _ => None,
        }
    }

    /// The bit-vector, if it is one.
    #[must_use]
    pub fn as_bv(&self) -> Option<&Bv> {
        match self {
            Self::Bv(b) => Some(b),
            _ => None,
        }
    }

    /// The number, if it is one.
    #[must_use]
    pub fn as_float(&self) -> Option<Float> {
        match self {
            Self::Float(f) => Some(*f),
            _ => None,
        }
    }

    /// The array, if it is one.
    #[must_use]
    pub fn as_array(&self) -> Option<&ArrayValue> {
        match self {
            Self::Array(a) => Some(a),
            _ => None,
        }
    }
}
