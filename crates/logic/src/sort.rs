//! The sorts of terms, the floating-point formats and the rounding modes.

use std::fmt;

/// The widest bit-vector the pool accepts.
pub const MAX_WIDTH: u32 = 65_536;

/// A floating-point format of IEEE 754, or the 80-bit format of the x87.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FloatFormat {
    /// Bits of the biased exponent.
    pub exponent: u32,
    /// Bits of the significand, the leading one included.
    pub significand: u32,
    /// Whether the leading bit of the significand is stored (x87) or implied.
    pub explicit: bool,
}

impl FloatFormat {
    /// `_Float16`.
    pub const F16: Self = Self { exponent: 5, significand: 11, explicit: false };
    /// `float`.
    pub const F32: Self = Self { exponent: 8, significand: 24, explicit: false };
    /// `double`.
    pub const F64: Self = Self { exponent: 11, significand: 53, explicit: false };
    /// The 80-bit `long double` of x86.
    pub const X87: Self = Self { exponent: 15, significand: 64, explicit: true };

    /// How many bits an encoding has.
    #[must_use]
    pub const fn width(self) -> u32 {
        1 + self.exponent + self.fraction()
    }

    /// How many bits of the significand are stored.
    #[must_use]
    pub const fn fraction(self) -> u32 {
        self.significand - 1 + self.explicit as u32
    }

    /// The exponent bias, which is also the largest exponent of a finite number.
    #[must_use]
    pub const fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The exponent of the least normal number.
    #[must_use]
    pub const fn min_exponent(self) -> i64 {
        1 - self.bias()
    }
}

impl fmt::Debug for FloatFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for FloatFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::F32 => f.write_str("f32"),
            Self::F64 => f.write_str("f64"),
            Self::X87 => f.write_str("x87"),
            _ => write!(f, "float({},{})", self.exponent, self.significand),
        }
    }
}

/// How a result that is not representable is rounded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Rounding {
    /// To nearest, ties to even: the mode of every C program that does not change it.
    NearestEven,
    /// To nearest, ties away from zero.
    NearestAway,
    /// Towards positive infinity.
    Up,
    /// Towards negative infinity.
    Down,
    /// Towards zero: conversions of C from floating point to integers.
    Zero,
}

impl Rounding {
    /// All five modes.
    pub const ALL: [Self; 5] = [Self::NearestEven, Self::NearestAway, Self::Up, Self::Down, Self::Zero];

    /// The name SMT-LIB gives it.
    #[must_use]
    pub const fn smt_name(self) -> &'static str {
        match self {
            Self::NearestEven => "RNE",
            Self::NearestAway => "RNA",
            Self::Up => "RTP",
            Self::Down => "RTN",
            Self::Zero => "RTZ",
        }
    }
}

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Bit-vectors of this width.
    Bv(u32),
    /// Floating-point numbers with one NaN.
    Float(FloatFormat),
    /// Arrays from bit-vectors to bit-vectors.
    Array {
        /// Width of an index.
        index: u32,
        /// Width of an element.
        element: u32,
    },
}

impl Sort {
    /// The width of a bit-vector sort.
    #[must_use]
    pub const fn width(self) -> Option<u32> {
        match self {
            Self::Bv(w) => Some(w),
            _ => None,
        }
    }
}
