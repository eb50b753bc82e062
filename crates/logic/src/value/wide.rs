//! Unsigned integers of 384 bits: room for every exact intermediate result of a format with at most 64
//! bits of significand.

use std::cmp::Ordering;

const LEN: usize = 6;

/// A 384-bit unsigned integer, least significant word first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wide([u64; LEN]);

impl Wide {
    pub const ZERO: Self = Self([0; LEN]);

    pub fn from_u128(v: u128) -> Self {
        let mut w = [0; LEN];
        w[0] = v as u64;
        w[1] = (v >> 64) as u64;
        Self(w)
    }

    pub fn low_u128(self) -> u128 {
        u128::from(self.0[0]) | u128::from(self.0[1]) << 64
    }

    pub fn is_zero(self) -> bool {
        self.0 == [0; LEN]
    }

    pub fn bit_length(self) -> u32 {
        (0..LEN).rev().find(|&i| self.0[i] != 0).map_or(0, |i| i as u32 * 64 + 64 - self.0[i].leading_zeros())
    }

    pub fn bit(self, i: u32) -> bool {
        self.0.get((i / 64) as usize).is_some_and(|w| w >> (i % 64) & 1 == 1)
    }

    pub fn shl(self, by: u32) -> Self {
        let (skip, shift) = ((by / 64) as usize, by % 64);
        let mut out = [0; LEN];
        for i in (skip..LEN).rev() {
            out[i] = self.0[i - skip] << shift;
            if shift > 0 && i > skip {
                out[i] |= self.0[i - skip - 1] >> (64 - shift);
            }
        }
        Self(out)
    }

    pub fn shr(self, by: u32) -> Self {
        let (skip, shift) = ((by / 64) as usize, by % 64);
        let mut out = [0; LEN];
        for (i, o) in out.iter_mut().enumerate().take(LEN.saturating_sub(skip)) {
            *o = self.0[i + skip] >> shift;
            if shift > 0 && i + skip + 1 < LEN {
                *o |= self.0[i + skip + 1] << (64 - shift);
            }
        }
        Self(out)
    }

    /// Whether any of the `count` low bits is set.
    pub fn low_bits_set(self, count: u32) -> bool {
        (0..LEN as u32).any(|i| {
            let bits = count.saturating_sub(i * 64).min(64);
            bits > 0 && self.0[i as usize] << (64 - bits) != 0
        })
    }

    pub fn add(self, other: Self) -> Self {
        let mut carry = 0u128;
        Self(std::array::from_fn(|i| {
            let t = u128::from(self.0[i]) + u128::from(other.0[i]) + carry;
            carry = t >> 64;
            t as u64
        }))
    }

    pub fn sub(self, other: Self) -> Self {
        let mut borrow = false;
        Self(std::array::from_fn(|i| {
            let (d, b1) = self.0[i].overflowing_sub(other.0[i]);
            let (d, b2) = d.overflowing_sub(u64::from(borrow));
            borrow = b1 | b2;
            d
        }))
    }

    pub fn cmp(self, other: Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }

    /// Quotient and whether there is a remainder.
    pub fn div(self, by: u128) -> (Self, bool) {
        if self.bit_length() <= 128 {
            let n = self.low_u128();
            return (Self::from_u128(n / by), !n.is_multiple_of(by));
        }
        let divisor = Self::from_u128(by);
        let (mut q, mut r) = (Self::ZERO, Self::ZERO);
        for i in (0..self.bit_length()).rev() {
            r = r.shl(1);
            r.0[0] |= u64::from(self.bit(i));
            q = q.shl(1);
            if r.cmp(divisor) != Ordering::Less {
                r = r.sub(divisor);
                q.0[0] |= 1;
            }
        }
        (q, !r.is_zero())
    }

    /// Integer square root and whether there is a remainder.
    pub fn sqrt(self) -> (Self, bool) {
        if self.bit_length() <= 128 {
            let n = self.low_u128();
            let r = n.isqrt();
            return (Self::from_u128(r), r * r != n);
        }
        // Digit by digit: two bits of the number make one bit of the root.
        let (mut root, mut rem) = (Self::ZERO, Self::ZERO);
        for i in (0..self.bit_length().div_ceil(2)).rev() {
            rem = rem.shl(2);
            rem.0[0] |= u64::from(self.bit(2 * i + 1)) << 1 | u64::from(self.bit(2 * i));
            let mut trial = root.shl(2);
            trial.0[0] |= 1;
            root = root.shl(1);
            if rem.cmp(trial) != Ordering::Less {
                rem = rem.sub(trial);
                root.0[0] |= 1;
            }
        }
        (root, !rem.is_zero())
    }
}
