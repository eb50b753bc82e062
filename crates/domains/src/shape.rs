//! The shape of a machine integer: signedness and width.

use argand_cfa::{IntKind, TypeId, TypeKind, TypeTable, types::wrap_int};

/// Signedness and width of an integer type, pointers counting as unsigned integers.
///
/// Values are canonical `i128` numbers as [`TypeTable::wrap`] makes them. Unsigned 128-bit values above
/// `i128::MAX` have a negative canonical number, so that the order of numbers is not the order of values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IntShape {
    /// Whether values can be negative.
    pub signed: bool,
    /// The number of bits, from 1 to 128.
    pub width: u32,
    /// Whether the type is `_Bool`: conversion to it is a comparison with zero.
    pub boolean: bool,
}

impl IntShape {
    /// `int`.
    pub const INT: Self = Self::new(true, 32);
    /// `_Bool`.
    pub const BOOL: Self = Self { signed: false, width: 1, boolean: true };

    /// An integer with this signedness and width.
    #[must_use]
    pub const fn new(signed: bool, width: u32) -> Self {
        Self { signed, width, boolean: false }
    }

    /// The shape of an integer or pointer type.
    #[must_use]
    pub fn of(types: &TypeTable, ty: TypeId) -> Option<Self> {
        if matches!(types.kind(ty), TypeKind::Int(IntKind::Bool)) {
            return Some(Self::BOOL);
        }
        types.int_shape(ty).filter(|&(_, width)| width > 0).map(|(signed, width)| Self::new(signed, width))
    }

    /// The smallest canonical number.
    #[must_use]
    pub const fn min(self) -> i128 {
        match (self.signed, self.width) {
            (_, 128) => i128::MIN,
            (true, width) => -(1i128 << (width - 1)),
            (false, _) => 0,
        }
    }

    /// The largest canonical number.
    #[must_use]
    pub const fn max(self) -> i128 {
        match (self.signed, self.width) {
            (_, 128) => i128::MAX,
            (true, width) => (1i128 << (width - 1)) - 1,
            (false, width) => (1i128 << width) - 1,
        }
    }

    /// Whether the order of canonical numbers is the order of values.
    #[must_use]
    pub const fn is_ordered(self) -> bool {
        self.signed || self.width < 128
    }

    /// The canonical number with the low bits of `value`.
    #[must_use]
    pub const fn wrap(self, value: i128) -> i128 {
        wrap_int(self.signed, self.width, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use argand_cfa::DataModel;

    #[test]
    fn shapes_have_the_ranges_of_their_types() {
        let types = TypeTable::new(DataModel::Lp64);
        for kind in IntKind::ALL {
            let ty = types.int(kind);
            let shape = IntShape::of(&types, ty).unwrap();
            if kind != IntKind::UInt128 {
                assert_eq!(Some((shape.min(), shape.max())), types.int_range(ty), "{kind:?}");
            }
            assert_eq!(shape.wrap(-1), types.wrap(ty, -1), "{kind:?}");
        }
        assert_eq!(IntShape::of(&types, types.void()), None);
    }
}
