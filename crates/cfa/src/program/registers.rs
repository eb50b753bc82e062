//! Addresses at which the machine has registers instead of memory.

use std::fmt;

/// Addresses that follow one another, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AddressRange {
    first: u64,
    last: u64,
}

/// Why something is no range of addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddressRangeError {
    /// It ends before it begins.
    Reversed,
    /// It holds the address of the null pointer.
    Null,
}

impl fmt::Display for AddressRangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reversed => "the range ends before it begins",
            Self::Null => "the range holds the address 0, which is the null pointer",
        })
    }
}

impl std::error::Error for AddressRangeError {}

impl AddressRange {
    /// The addresses from one to another.
    ///
    /// # Errors
    /// Ends in the wrong order, and a range with the null pointer in it.
    pub const fn new(first: u64, last: u64) -> Result<Self, AddressRangeError> {
        if last < first {
            Err(AddressRangeError::Reversed)
        } else if first == 0 {
            Err(AddressRangeError::Null)
        } else {
            Ok(Self { first, last })
        }
    }

    /// The first address.
    #[must_use]
    pub const fn first(self) -> u64 {
        self.first
    }

    /// The last address.
    #[must_use]
    pub const fn last(self) -> u64 {
        self.last
    }

    /// Whether an access of `size` bytes from an address stays inside.
    #[must_use]
    pub const fn holds(self, address: u64, size: u64) -> bool {
        let beyond = size.saturating_sub(1);
        self.first <= address && address <= self.last && beyond <= self.last - address
    }

    /// Whether some address is in both.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.first <= other.last && other.first <= self.last
    }
}

impl fmt::Display for AddressRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}-{:#x}", self.first, self.last)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail anywhere")]
    use super::*;

    #[test]
    fn a_range_has_ends_in_order_and_is_not_about_null() {
        assert_eq!(AddressRange::new(5, 4), Err(AddressRangeError::Reversed));
        assert_eq!(AddressRange::new(0, 4), Err(AddressRangeError::Null));
        assert_eq!(AddressRange::new(5, 5).unwrap().to_string(), "0x5-0x5");
    }

    #[test]
    fn an_access_must_lie_inside_as_a_whole() {
        let range = AddressRange::new(0x100, 0x1ff).unwrap();
        assert!(range.holds(0x1fc, 4) && range.holds(0x100, 0x100) && range.holds(0x1ff, 0));
        assert!(!range.holds(0x1fd, 4) && !range.holds(0xff, 1) && !range.holds(0x200, 1));
        assert!(AddressRange::new(1, u64::MAX).unwrap().holds(u64::MAX, 1));
    }

    #[test]
    fn ranges_meet_where_they_share_an_address() {
        let range = |first, last| AddressRange::new(first, last).unwrap();
        assert!(range(1, 5).meets(range(5, 9)) && range(2, 3).meets(range(1, 9)));
        assert!(!range(1, 4).meets(range(5, 9)));
    }
}
