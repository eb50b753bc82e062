//! The tightest bounds of bitwise operations on intervals (Warren, "Hacker's Delight", §4-3).
//!
//! The algorithms work on bit patterns in unsigned order. An interval of signed numbers is cut at zero, so
//! that the patterns of each part, sign-extended to 128 bits, are in order too.

use super::Interval;
use crate::lattice::Lattice;

/// `a & b`, `a | b` and `a ^ b` on canonical numbers of one type.
#[derive(Clone, Copy)]
pub(super) enum Bitwise {
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy)]
struct Patterns {
    lo: u128,
    hi: u128,
}

impl Bitwise {
    pub(super) const fn apply(self, a: i128, b: i128) -> i128 {
        match self {
            Self::And => a & b,
            Self::Or => a | b,
            Self::Xor => a ^ b,
        }
    }

    pub(super) fn bounds(self, a: Interval, b: Interval) -> Interval {
        if let (Some(x), Some(y)) = (a.as_single(), b.as_single()) {
            return Interval::single(self.apply(x, y));
        }
        let mut result: Option<Interval> = None;
        for x in parts(a).into_iter().flatten() {
            for y in parts(b).into_iter().flatten() {
                // Both ends of the result have one sign, so the order of patterns is the order of numbers.
                let part = match self {
                    Self::Or => Interval::new(min_or(x, y).cast_signed(), max_or(x, y).cast_signed()),
                    Self::And => {
                        let (nx, ny) = (complement(x), complement(y));
                        Interval::new((!max_or(nx, ny)).cast_signed(), (!min_or(nx, ny)).cast_signed())
                    }
                    Self::Xor => Interval::new(min_xor(x, y).cast_signed(), max_xor(x, y).cast_signed()),
                };
                result = Some(result.map_or(part, |r| r.join(&part)));
            }
        }
        result.unwrap_or(Interval::TOP)
    }
}

/// The negative and the other numbers.
fn parts(a: Interval) -> [Option<Patterns>; 2] {
    let cut = |lo: i128, hi: i128| {
        Interval::between(lo, hi).map(|i| Patterns { lo: i.lo().cast_unsigned(), hi: i.hi().cast_unsigned() })
    };
    [cut(a.lo(), a.hi().min(-1)), cut(a.lo().max(0), a.hi())]
}

const fn complement(x: Patterns) -> Patterns {
    Patterns { lo: !x.hi, hi: !x.lo }
}

/// The bits from the highest one set in `of` downwards, one after the other.
fn descending_bits(of: u128) -> impl Iterator<Item = u128> {
    (0..128 - of.leading_zeros()).rev().map(|i| 1u128 << i)
}

fn min_or(x: Patterns, y: Patterns) -> u128 {
    let (mut a, mut c) = (x.lo, y.lo);
    for bit in descending_bits(a ^ c) {
        if !a & c & bit != 0 {
            let raised = (a | bit) & bit.wrapping_neg();
            if raised <= x.hi {
                a = raised;
                break;
            }
        } else if a & !c & bit != 0 {
            let raised = (c | bit) & bit.wrapping_neg();
            if raised <= y.hi {
                c = raised;
                break;
            }
        }
    }
    a | c
}

fn max_or(x: Patterns, y: Patterns) -> u128 {
    let (mut b, mut d) = (x.hi, y.hi);
    for bit in descending_bits(b & d) {
        if b & d & bit != 0 {
            let lowered = (b - bit) | (bit - 1);
            if lowered >= x.lo {
                b = lowered;
                break;
            }
            let lowered = (d - bit) | (bit - 1);
            if lowered >= y.lo {
                d = lowered;
                break;
            }
        }
    }
    b | d
}

fn min_xor(x: Patterns, y: Patterns) -> u128 {
    let (mut a, mut c) = (x.lo, y.lo);
    for bit in descending_bits(a ^ c) {
        if !a & c & bit != 0 {
            let raised = (a | bit) & bit.wrapping_neg();
            if raised <= x.hi {
                a = raised;
            }
        } else if a & !c & bit != 0 {
            let raised = (c | bit) & bit.wrapping_neg();
            if raised <= y.hi {
                c = raised;
            }
        }
    }
    a ^ c
}

fn max_xor(x: Patterns, y: Patterns) -> u128 {
    let (mut b, mut d) = (x.hi, y.hi);
    for bit in descending_bits(b & d) {
        if b & d & bit != 0 {
            let lowered = (b - bit) | (bit - 1);
            if lowered >= x.lo {
                b = lowered;
            } else {
                let lowered = (d - bit) | (bit - 1);
                if lowered >= y.lo {
                    d = lowered;
                }
            }
        }
    }
    b ^ d
}
