//! Intervals of machine integers.
//!
//! An [`Interval`] is a non-empty set of consecutive canonical numbers (see [`IntShape`]). Operations take the
//! shape of their result: they compute with exact numbers and then wrap, and a result that wraps in the middle
//! becomes the whole range of the type. That keeps every operation bit-precise where nothing overflows
//! and sound where something does (Cousot & Cousot 1977, doi:10.1145/512950.512973, §9.2, on machine words).

mod arith;
mod backward;
mod bits;
mod intrinsics;
#[cfg(test)]
mod tests;

use crate::lattice::{Lattice, Meet, Widen};
use crate::shape::IntShape;
use std::fmt;

pub use arith::exact;

/// The numbers from `lo` to `hi`, both included; never empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Interval {
    lo: i128,
    hi: i128,
}

/// What is known of a condition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Truth {
    /// It does not hold.
    False,
    /// It holds.
    True,
    /// It may hold or not.
    Unknown,
}

impl Truth {
    /// What is known of the opposite condition.
    #[must_use]
    pub const fn negated(self) -> Self {
        match self {
            Self::False => Self::True,
            Self::True => Self::False,
            Self::Unknown => Self::Unknown,
        }
    }

    /// The condition as a number: 0, 1, or one of them.
    #[must_use]
    pub const fn interval(self) -> Interval {
        match self {
            Self::False => Interval::single(0),
            Self::True => Interval::single(1),
            Self::Unknown => Interval { lo: 0, hi: 1 },
        }
    }
}

impl From<bool> for Truth {
    fn from(value: bool) -> Self {
        if value { Self::True } else { Self::False }
    }
}

impl Interval {
    /// Every number.
    pub const TOP: Self = Self { lo: i128::MIN, hi: i128::MAX };

    /// The numbers from `lo` to `hi`; the other way round if `hi` is smaller.
    #[must_use]
    pub const fn new(lo: i128, hi: i128) -> Self {
        if lo <= hi { Self { lo, hi } } else { Self { lo: hi, hi: lo } }
    }

    /// The numbers from `lo` to `hi`, if there are any.
    #[must_use]
    pub const fn between(lo: i128, hi: i128) -> Option<Self> {
        if lo <= hi { Some(Self { lo, hi }) } else { None }
    }

    /// One number.
    #[must_use]
    pub const fn single(value: i128) -> Self {
        Self { lo: value, hi: value }
    }

    /// Every value of a type.
    #[must_use]
    pub const fn of_shape(shape: IntShape) -> Self {
        Self { lo: shape.min(), hi: shape.max() }
    }

    /// The smallest number.
    #[must_use]
    pub const fn lo(self) -> i128 {
        self.lo
    }

    /// The largest number.
    #[must_use]
    pub const fn hi(self) -> i128 {
        self.hi
    }

    /// The number, if there is only one.
    #[must_use]
    pub const fn as_single(self) -> Option<i128> {
        if self.lo == self.hi { Some(self.lo) } else { None }
    }

    /// Whether `value` is in the interval.
    #[must_use]
    pub const fn contains(self, value: i128) -> bool {
        self.lo <= value && value <= self.hi
    }

    /// Whether the interval holds every value of a type.
    #[must_use]
    pub const fn covers(self, shape: IntShape) -> bool {
        self.lo <= shape.min() && shape.max() <= self.hi
    }

    /// Whether the number, read as a condition, is true.
    #[must_use]
    pub const fn truth(self) -> Truth {
        match self {
            Self { lo: 0, hi: 0 } => Truth::False,
            _ if self.contains(0) => Truth::Unknown,
            _ => Truth::True,
        }
    }

    /// The interval without `value`, which only matters at an end.
    #[must_use]
    pub const fn without(self, value: i128) -> Option<Self> {
        match self {
            Self { lo, hi } if lo == value && hi == value => None,
            Self { lo, hi } if lo == value => Some(Self { lo: lo + 1, hi }),
            Self { lo, hi } if hi == value => Some(Self { lo, hi: hi - 1 }),
            _ => Some(self),
        }
    }

    /// The canonical numbers that the exact numbers of the interval wrap to.
    #[must_use]
    pub const fn wrap(self, shape: IntShape) -> Self {
        let (lo, hi) = (shape.wrap(self.lo), shape.wrap(self.hi));
        // An interval shorter than the type crosses its end at most once, and then its ends change places.
        let fits = shape.width >= 128
            || match self.hi.checked_sub(self.lo) {
                Some(length) => length >> shape.width == 0,
                None => false,
            };
        if fits && lo <= hi { Self { lo, hi } } else { Self::of_shape(shape) }
    }

    /// Widening that stops at the given numbers, in ascending order, before it goes to the ends of `bounds`.
    #[must_use]
    pub fn widen_to(self, newer: Self, thresholds: &[i128], bounds: Self) -> Self {
        let lo = if newer.lo >= self.lo {
            self.lo
        } else {
            let below = thresholds.partition_point(|&t| t <= newer.lo);
            below.checked_sub(1).map_or(bounds.lo, |i| thresholds[i]).max(bounds.lo).min(newer.lo)
        };
        let hi = if newer.hi <= self.hi {
            self.hi
        } else {
            let above = thresholds.partition_point(|&t| t < newer.hi);
            thresholds.get(above).copied().unwrap_or(bounds.hi).min(bounds.hi).max(newer.hi)
        };
        Self { lo, hi }
    }

    /// Narrowing: takes over an end of `newer` where widening went to the end of `bounds`.
    #[must_use]
    pub const fn narrow(self, newer: Self, bounds: Self) -> Self {
        let lo = if self.lo <= bounds.lo && newer.lo > self.lo { newer.lo } else { self.lo };
        let hi = if self.hi >= bounds.hi && newer.hi < self.hi { newer.hi } else { self.hi };
        if lo <= hi { Self { lo, hi } } else { self }
    }
}

impl Lattice for Interval {
    fn leq(&self, other: &Self) -> bool {
        other.lo <= self.lo && self.hi <= other.hi
    }

    fn join(&self, other: &Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    fn is_top(&self) -> bool {
        *self == Self::TOP
    }
}

impl Meet for Interval {
    fn meet(&self, other: &Self) -> Option<Self> {
        Self::between(self.lo.max(other.lo), self.hi.min(other.hi))
    }
}

impl Widen for Interval {
    fn widen(&self, newer: &Self) -> Self {
        self.widen_to(*newer, &[], Self::TOP)
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.as_single(), self.lo, self.hi) {
            (Some(value), _, _) => write!(f, "{value}"),
            (None, i128::MIN, i128::MAX) => f.write_str("any"),
            (None, i128::MIN, hi) => write!(f, "..{hi}"),
            (None, lo, i128::MAX) => write!(f, "{lo}.."),
            (None, lo, hi) => write!(f, "[{lo}, {hi}]"),
        }
    }
}

impl fmt::Debug for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
