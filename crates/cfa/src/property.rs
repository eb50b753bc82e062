//! What must hold of a program: one type from the property file to the verdict.

use std::fmt;
use std::sync::Arc;

/// A property of memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MemoryProperty {
    /// Only valid memory is accessed.
    Deref,
    /// Only what may be freed is freed.
    Free,
    /// All memory is freed when the program ends.
    Memcleanup,
    /// No memory is lost before it is freed.
    Memtrack,
}

impl MemoryProperty {
    /// Every one, sorted by name.
    pub const ALL: [Self; 4] = [Self::Deref, Self::Free, Self::Memcleanup, Self::Memtrack];

    /// Its name in a verdict.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Deref => "valid-deref",
            Self::Free => "valid-free",
            Self::Memcleanup => "valid-memcleanup",
            Self::Memtrack => "valid-memtrack",
        }
    }
}

impl fmt::Display for MemoryProperty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An operation of C that can go wrong, and how. Whether it does is a condition on its operands, which
/// [`instrument`](crate::instrument) writes into a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operation {
    /// Signed arithmetic whose exact result does not fit.
    SignedOverflow,
    /// Unsigned arithmetic that wraps around.
    UnsignedOverflow,
    /// An integer division or remainder by zero.
    DivisionByZero,
    /// A shift by a negative number or by the width of its operand or more.
    Shift,
    /// A conversion to an integer type that changes the value.
    Conversion,
    /// An access through a null pointer.
    Null,
    /// An index outside of its array, even where that is part of something larger.
    Index,
}

impl Operation {
    /// Every one.
    pub const ALL: [Self; 7] = [
        Self::SignedOverflow,
        Self::UnsignedOverflow,
        Self::DivisionByZero,
        Self::Shift,
        Self::Conversion,
        Self::Null,
        Self::Index,
    ];

    /// Its name in a formula: `G ! overflow`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::SignedOverflow => "overflow",
            Self::UnsignedOverflow => "unsigned-overflow",
            Self::DivisionByZero => "div-by-zero",
            Self::Shift => "bad-shift",
            Self::Conversion => "lossy-conversion",
            Self::Null => "null-deref",
            Self::Index => "bad-index",
        }
    }

    /// The name in a verdict of the property that it never goes wrong.
    #[must_use]
    pub const fn property(self) -> &'static str {
        match self {
            Self::SignedOverflow => "no-overflow",
            Self::UnsignedOverflow => "no-unsigned-overflow",
            Self::DivisionByZero => "no-div-by-zero",
            Self::Shift => "no-bad-shift",
            Self::Conversion => "no-lossy-conversion",
            Self::Null => "no-null-deref",
            Self::Index => "no-bad-index",
        }
    }

    /// What happens, as the beginning of a sentence that says where.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::SignedOverflow => "signed arithmetic overflows",
            Self::UnsignedOverflow => "unsigned arithmetic wraps around",
            Self::DivisionByZero => "a division is by zero",
            Self::Shift => "a shift is out of range",
            Self::Conversion => "a conversion changes the value",
            Self::Null => "a null pointer is followed",
            Self::Index => "an index is outside of its array",
        }
    }
}

/// What must hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PropertyKind {
    /// The function is never called.
    UnreachCall(String),
    /// The label is never reached.
    UnreachLabel(String),
    /// No `assert` fails.
    Asserts,
    /// Memory is used as it should be.
    Memory(MemoryProperty),
    /// No signed arithmetic overflows.
    NoOverflow,
    /// No other operation goes wrong in this way.
    Operation(Operation),
    /// Every run ends.
    Termination,
    /// No two threads race for memory.
    NoDataRace,
}

impl PropertyKind {
    /// The name of the property in a verdict: `false(unreach-call)`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::UnreachCall(_) => "unreach-call",
            Self::UnreachLabel(_) => "unreach-label",
            Self::Asserts => "asserts",
            Self::Memory(property) => property.name(),
            Self::NoOverflow => Operation::SignedOverflow.property(),
            Self::Operation(operation) => operation.property(),
            Self::Termination => "termination",
            Self::NoDataRace => "no-data-race",
        }
    }

    /// That an operation never goes wrong.
    #[must_use]
    pub const fn of_operation(operation: Operation) -> Self {
        match operation {
            Operation::SignedOverflow => Self::NoOverflow,
            _ => Self::Operation(operation),
        }
    }

    /// The operation that must not go wrong, if it is about one.
    #[must_use]
    pub const fn operation(&self) -> Option<Operation> {
        match self {
            Self::NoOverflow => Some(Operation::SignedOverflow),
            Self::Operation(operation) => Some(*operation),
            Self::UnreachCall(_)
            | Self::UnreachLabel(_)
            | Self::Asserts
            | Self::Memory(_)
            | Self::Termination
            | Self::NoDataRace => None,
        }
    }

    /// Whether it only asks where control can get to, once operations that go wrong are control flow.
    #[must_use]
    pub const fn is_reachability(&self) -> bool {
        match self {
            Self::UnreachCall(_)
            | Self::UnreachLabel(_)
            | Self::Asserts
            | Self::NoOverflow
            | Self::Operation(_) => true,
            Self::Memory(_) | Self::Termination | Self::NoDataRace => false,
        }
    }
}

/// The formula, as property files write it.
impl fmt::Display for PropertyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnreachCall(function) => write!(f, "G ! call({function}())"),
            Self::UnreachLabel(label) => write!(f, "G ! label({label})"),
            Self::Asserts => f.write_str("G assert"),
            Self::Memory(property) => write!(f, "G {property}"),
            Self::NoOverflow => f.write_str("G ! overflow"),
            Self::Operation(operation) => write!(f, "G ! {}", operation.word()),
            Self::Termination => f.write_str("F end"),
            Self::NoDataRace => f.write_str("G ! data-race"),
        }
    }
}

/// What a run violates: a property, or an automaton of the user's own.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Violated {
    /// A property.
    Property(PropertyKind),
    /// The automaton of a specification file, by the name of the file.
    Automaton(Arc<str>),
}

impl Violated {
    /// The property of memory, if it is one.
    #[must_use]
    pub const fn memory(&self) -> Option<MemoryProperty> {
        match self {
            Self::Property(PropertyKind::Memory(property)) => Some(*property),
            Self::Property(_) | Self::Automaton(_) => None,
        }
    }
}

/// The name in a verdict.
impl fmt::Display for Violated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Property(kind) => f.write_str(kind.name()),
            Self::Automaton(name) => f.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_properties_are_sorted_by_name_and_written_as_files_have_them() {
        assert!(MemoryProperty::ALL.map(MemoryProperty::name).is_sorted());
        let kind = PropertyKind::Memory(MemoryProperty::Deref);
        assert_eq!((kind.name(), kind.to_string()), ("valid-deref", "G valid-deref".to_owned()));
        assert_eq!(Violated::Property(kind).memory(), Some(MemoryProperty::Deref));
        assert_eq!(Violated::Automaton("locks".into()).memory(), None);
    }
}
