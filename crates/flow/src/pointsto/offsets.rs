//! Sets of offsets into an object: a base and a stride.

/// The offsets `base`, `base ± stride`, `base ± 2·stride`, … in bytes; a stride of 0 means `base` alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Offsets {
    base: i64,
    stride: u64,
}

/// The greatest common divisor; 0 is divided by everything.
const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Beyond this distance nothing exact is said.
const FAR: i64 = 1 << 40;

impl Offsets {
    /// The start of an object.
    pub const START: Self = Self { base: 0, stride: 0 };
    /// Every offset.
    pub const ANY: Self = Self { base: 0, stride: 1 };

    fn new(base: i64, stride: u64) -> Self {
        if stride == 0 && (-FAR..FAR).contains(&base) {
            return Self { base, stride };
        }
        let stride = if stride == 0 || stride > FAR as u64 { 1 } else { stride };
        Self { base: base.rem_euclid(stride as i64), stride }
    }

    /// The base; for a set with a stride its least member that is not negative.
    #[must_use]
    pub const fn base(self) -> i64 {
        self.base
    }

    /// The stride; 0 for a single offset.
    #[must_use]
    pub const fn stride(self) -> u64 {
        self.stride
    }

    /// The offsets so many bytes further on.
    #[must_use]
    pub fn plus(self, bytes: i128) -> Self {
        let moved = i128::from(self.base) + bytes;
        match i64::try_from(moved) {
            Ok(base) => Self::new(base, self.stride),
            Err(_) => Self::new(moved.rem_euclid(i128::from(self.stride.max(1))) as i64, self.stride.max(1)),
        }
    }

    /// The offsets any multiple of so many bytes further on or back.
    #[must_use]
    pub fn scattered(self, stride: u64) -> Self {
        Self::new(self.base, gcd(self.stride, stride))
    }

    /// The offsets of both, and perhaps more.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        let distance = self.base.abs_diff(other.base);
        Self::new(self.base, gcd(gcd(self.stride, other.stride), distance))
    }

    /// Whether bytes from one of these offsets on may meet bytes from one of the others on.
    #[must_use]
    pub fn overlap(self, bits: (u64, u64), other: Self, other_bits: (u64, u64)) -> bool {
        // In bits: where in its byte an access begins, and how many bits it has.
        let start = |set: Self, bits: (u64, u64)| i128::from(set.base) * 8 + i128::from(bits.0);
        let (a, b) = (start(self, bits), start(other, other_bits));
        let (length, other_length) = (i128::from(bits.1), i128::from(other_bits.1));
        let common = i128::from(gcd(self.stride, other.stride)) * 8;
        if common == 0 {
            return a < b + other_length && b < a + length;
        }
        (b - a).rem_euclid(common) < length || (a - b).rem_euclid(common) < other_length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All sets with small bases and strides.
    fn small() -> impl Iterator<Item = Offsets> {
        (0..7).flat_map(|stride| (-5..9).map(move |base| Offsets::new(base, stride)))
    }

    fn members(set: Offsets) -> Vec<i64> {
        match set.stride as i64 {
            0 => vec![set.base],
            step => (-30..30).filter(|x| (x - set.base).rem_euclid(step) == 0).collect(),
        }
    }

    #[test]
    fn join_is_an_upper_bound() {
        for a in small() {
            for b in small() {
                let joined = members(a.join(b));
                let both = [members(a), members(b)].concat();
                assert!(both.iter().all(|x| joined.contains(x)), "{a:?} {b:?} {:?}", a.join(b));
                assert_eq!(a.join(b), b.join(a));
            }
        }
    }

    #[test]
    fn moving_moves_every_member() {
        for a in small() {
            for by in -6..7 {
                let moved = members(a.plus(i128::from(by)));
                let all = members(a).into_iter().map(|x| x + by).filter(|x| (-20..20).contains(x));
                assert!(all.into_iter().all(|x| moved.contains(&x)), "{a:?} + {by}");
            }
        }
    }

    #[test]
    fn accesses_overlap_if_and_only_if_two_of_their_bits_meet() {
        for a in small() {
            for b in small() {
                for (bits, other) in
                    [((0, 8), (0, 8)), ((0, 32), (0, 8)), ((3, 2), (5, 3)), ((1, 4), (2, 16))]
                {
                    let start = |x: i64, bits: (u64, u64)| x * 8 + bits.0 as i64;
                    let meet = members(a).iter().any(|&x| {
                        members(b).iter().any(|&y| {
                            let (x, y) = (start(x, bits), start(y, other));
                            x < y + other.1 as i64 && y < x + bits.1 as i64
                        })
                    });
                    assert_eq!(a.overlap(bits, b, other), meet, "{a:?} {bits:?} {b:?} {other:?}");
                    assert_eq!(b.overlap(other, a, bits), meet);
                }
            }
        }
    }

    #[test]
    fn what_is_too_far_away_is_anywhere() {
        assert_eq!(Offsets::START.plus(1 << 50).stride(), 1);
        assert_eq!(Offsets::START.plus(i128::MAX / 2).stride(), 1);
        assert_eq!(Offsets::ANY.plus(5), Offsets::ANY);
    }
}
