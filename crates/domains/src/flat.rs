//! One value, or no information, or too much of it.

use crate::lattice::{Lattice, Meet};

/// The flat lattice over `T`: `Bottom` below every value, `Top` above, values unrelated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub enum Flat<T> {
    /// No value.
    Bottom,
    /// Exactly this value.
    Value(T),
    /// Any value.
    #[default]
    Top,
}

impl<T> Flat<T> {
    /// The value, if there is exactly one.
    #[must_use]
    pub const fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Bottom | Self::Top => None,
        }
    }

    /// The result of a function on the value.
    #[must_use]
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Flat<U> {
        match self {
            Self::Bottom => Flat::Bottom,
            Self::Value(value) => Flat::Value(f(value)),
            Self::Top => Flat::Top,
        }
    }
}

impl<T: Clone + Eq> Lattice for Flat<T> {
    fn leq(&self, other: &Self) -> bool {
        matches!((self, other), (Self::Bottom, _) | (_, Self::Top)) || self == other
    }

    fn join(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Bottom, x) | (x, Self::Bottom) => x.clone(),
            (x, y) if x == y => x.clone(),
            _ => Self::Top,
        }
    }

    fn is_top(&self) -> bool {
        matches!(self, Self::Top)
    }
}

impl<T: Clone + Eq> Meet for Flat<T> {
    fn meet(&self, other: &Self) -> Option<Self> {
        Some(match (self, other) {
            (Self::Top, x) | (x, Self::Top) => x.clone(),
            (x, y) if x == y => x.clone(),
            _ => Self::Bottom,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice_laws;
    use proptest::prelude::*;

    fn any_flat() -> impl Strategy<Value = Flat<u8>> {
        prop_oneof![Just(Flat::Bottom), (0u8..3).prop_map(Flat::Value), Just(Flat::Top)]
    }

    lattice_laws!(flat, any_flat(), meet);

    #[test]
    fn only_a_single_value_is_a_value() {
        assert_eq!(Flat::Value(3).map(|n| n + 1).value(), Some(&4));
        assert_eq!(Flat::<u8>::Top.value(), None);
        assert_eq!(Flat::<u8>::Bottom.map(|n| n), Flat::Bottom);
    }
}
