//! What a scalar holds while the program runs.

use argand_cfa::arith::Scalar;

/// Which object an address was computed from; [`Provenance::NONE`] for plain numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Provenance(pub(crate) u32);

impl Provenance {
    /// A number that was computed from no object.
    pub(crate) const NONE: Self = Self(0);

    /// An address that the world outside gave, and content that it wrote and nobody read yet.
    pub(crate) const OUTSIDE: Self = Self(1);

    pub(crate) const fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// A scalar: a canonical integer, an address or the bits of a float, as its type says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    /// The number, or the bits.
    pub(crate) bits: i128,
    /// The object an address belongs to, also when it is kept in an integer.
    pub(crate) origin: Provenance,
    /// Whether some bit of it was never initialised. Copying such a value is fine, deciding by it is not.
    pub(crate) tainted: bool,
}

impl Value {
    /// What a fresh variable holds.
    pub(crate) const UNINITIALISED: Self = Self { bits: 0, origin: Provenance::NONE, tainted: true };
    /// Zero of any type.
    pub(crate) const ZERO: Self = Self::int(0);

    pub(crate) const fn int(bits: i128) -> Self {
        Self { bits, origin: Provenance::NONE, tainted: false }
    }

    pub(crate) const fn float(bits: u128) -> Self {
        Self::int(bits.cast_signed())
    }

    pub(crate) const fn float_bits(self) -> u128 {
        self.bits.cast_unsigned()
    }

    /// The address as a machine word.
    pub(crate) const fn address(self) -> u64 {
        self.bits as u64
    }

    pub(crate) const fn scalar(self, float: bool) -> Scalar {
        if float { Scalar::Float(self.float_bits()) } else { Scalar::Int(self.bits) }
    }

    pub(crate) const fn from_scalar(scalar: Scalar) -> Self {
        match scalar {
            Scalar::Int(value) => Self::int(value),
            Scalar::Float(bits) => Self::float(bits),
        }
    }
}
