//! Bits a term has in every model, for widths up to 64: a cheap fact that decides many comparisons.

use crate::sort::Sort;
use crate::term::{Op, TermId, TermPool};

/// Masks of the bits known to be zero and known to be one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Known {
    /// Bits that are zero.
    pub zeros: u64,
    /// Bits that are one.
    pub ones: u64,
}

fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

impl Known {
    const NONE: Self = Self { zeros: 0, ones: 0 };

    fn constant(width: u32, value: u64) -> Self {
        Self { zeros: !value & mask(width), ones: value }
    }

    /// The least value, unsigned.
    pub fn min(self) -> u64 {
        self.ones
    }

    /// The greatest value, unsigned.
    pub fn max(self, width: u32) -> u64 {
        !self.zeros & mask(width)
    }

    /// The only value, if all bits are known.
    pub fn value(self, width: u32) -> Option<u64> {
        (self.zeros | self.ones == mask(width)).then_some(self.ones)
    }

    /// Whether no value has both sets of bits.
    pub fn conflicts(self, other: Self) -> bool {
        self.zeros & other.ones != 0 || self.ones & other.zeros != 0
    }

    /// The sign bit, if known.
    pub fn sign(self, width: u32) -> Option<bool> {
        let bit = 1 << (width - 1);
        if self.ones & bit != 0 {
            Some(true)
        } else if self.zeros & bit != 0 {
            Some(false)
        } else {
            None
        }
    }

    /// What is known of a node that is about to be made.
    pub fn of(pool: &TermPool, op: Op, sort: Sort, args: &[TermId]) -> Self {
        let Sort::Bv(width) = sort else { return Self::NONE };
        if width > 64 {
            return Self::NONE;
        }
        let k = |i: usize| Self::full(pool, args[i]);
        let w = |i: usize| pool.width(args[i]);
        match op {
            Op::Const(_) => Self::NONE,
            Op::BvNot => Self { zeros: k(0).ones, ones: k(0).zeros },
            Op::BvAnd => Self { zeros: k(0).zeros | k(1).zeros, ones: k(0).ones & k(1).ones },
            Op::BvOr => Self { zeros: k(0).zeros & k(1).zeros, ones: k(0).ones | k(1).ones },
            Op::BvXor => Self {
                zeros: k(0).zeros & k(1).zeros | k(0).ones & k(1).ones,
                ones: k(0).zeros & k(1).ones | k(0).ones & k(1).zeros,
            },
            Op::Ite => {
                let (a, b) = (Self::full(pool, args[1]), Self::full(pool, args[2]));
                Self { zeros: a.zeros & b.zeros, ones: a.ones & b.ones }
            }
            Op::Concat => {
                let (a, b, low) = (Self::full(pool, args[0]), Self::full(pool, args[1]), w(1));
                Self { zeros: a.zeros << low | b.zeros, ones: a.ones << low | b.ones }
            }
            Op::Extract { hi, lo } if w(0) <= 64 => {
                let (a, m) = (Self::full(pool, args[0]), mask(hi - lo + 1));
                Self { zeros: a.zeros >> lo & m, ones: a.ones >> lo & m }
            }
            Op::SignExt => {
                let (a, from) = (Self::full(pool, args[0]), w(0));
                let high = mask(width) & !mask(from);
                match a.sign(from) {
                    Some(true) => Self { zeros: a.zeros, ones: a.ones | high },
                    Some(false) => Self { zeros: a.zeros | high, ones: a.ones },
                    None => a,
                }
            }
            Op::Add => {
                let mut sum = Self::full(pool, args[0]);
                for &a in &args[1..] {
                    sum = sum.plus(Self::full(pool, a), width);
                }
                sum
            }
            Op::Mul => Self::full(pool, args[0]).times(Self::full(pool, args[1]), width),
            Op::Urem => match pool.as_const(args[1]).and_then(crate::value::Bv::to_u64) {
                Some(c) if c > 0 => Self { zeros: Self::above(c - 1, width), ones: 0 },
                _ => Self::NONE,
            },
            Op::Udiv => match pool.as_const(args[1]).and_then(crate::value::Bv::to_u64) {
                Some(c) if c > 0 => {
                    Self { zeros: Self::above(Self::full(pool, args[0]).max(width) / c, width), ones: 0 }
                }
                _ => Self::NONE,
            },
            Op::Lshr => {
                let lead = (Self::full(pool, args[0]).max(width).leading_zeros()).saturating_sub(64 - width);
                Self { zeros: mask(width) & !mask(width - lead), ones: 0 }
            }
            Op::Shl => {
                let tail = (!Self::full(pool, args[0]).zeros).trailing_zeros();
                Self { zeros: mask(tail.min(width)), ones: 0 }
            }
            _ => Self::NONE,
        }
    }

    /// What is known of a term, constants included.
    pub fn full(pool: &TermPool, t: TermId) -> Self {
        let width = pool.width(t);
        match pool.as_const(t) {
            Some(v) if width <= 64 => Self::constant(width, v.words()[0]),
            _ => pool.known(t),
        }
    }

    fn above(max: u64, width: u32) -> u64 {
        mask(width) & !mask(64 - max.leading_zeros())
    }

    fn plus(self, other: Self, width: u32) -> Self {
        // Low bits that are known on both sides add exactly; high zeros survive but for one carry.
        let both = (self.zeros | self.ones) & (other.zeros | other.ones);
        let low = mask((!both).trailing_zeros().min(width));
        let value = self.ones.wrapping_add(other.ones);
        let sum_max = u128::from(self.max(width)) + u128::from(other.max(width));
        let high = if sum_max <= u128::from(mask(width)) { Self::above(sum_max as u64, width) } else { 0 };
        // A bit where only one side can be set, with no carry coming in from below, is copied.
        let disjoint = mask((!(self.zeros | other.zeros)).trailing_zeros().min(width));
        let copied = (self.ones | other.ones) & disjoint;
        let zeros = self.zeros & other.zeros & disjoint;
        Self { zeros: !value & low | high | zeros, ones: value & low | copied }
    }

    fn times(self, other: Self, width: u32) -> Self {
        let tail = (!self.zeros).trailing_zeros() + (!other.zeros).trailing_zeros();
        let max = u128::from(self.max(width)) * u128::from(other.max(width));
        let high = if max <= u128::from(mask(width)) { Self::above(max as u64, width) } else { 0 };
        Self { zeros: mask(tail.min(width)) | high, ones: 0 }
    }
}

impl TermPool {
    /// The bits every model agrees on; `None` for wide terms.
    pub(crate) fn bits_known(&self, t: TermId) -> Option<Known> {
        (self.width(t) <= 64).then(|| Known::full(self, t))
    }
}
