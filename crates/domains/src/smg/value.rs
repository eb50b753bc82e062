//! What cells hold: constants, symbolic numbers, addresses.

use crate::interval::Interval;
use argand_cfa::FuncId;
use argand_support::define_index;
use std::fmt;

define_index! {
    /// An object of a graph.
    pub struct ObjectId, "o";
    /// A symbolic number.
    pub struct Sym, "s";
}

/// A number `mul · sym + add`, or the constant `add`.
///
/// Sizes of objects, offsets of pointers, lengths of lists and the contents of integer cells are all forms, so
/// that what is learned of one symbol is known wherever the symbol is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form {
    /// The symbol with its factor, which is not zero.
    pub term: Option<(Sym, i64)>,
    /// The constant part.
    pub add: i128,
}

impl Form {
    /// Zero.
    pub const ZERO: Self = Self::constant(0);

    /// A constant.
    #[must_use]
    pub const fn constant(add: i128) -> Self {
        Self { term: None, add }
    }

    /// A symbol.
    #[must_use]
    pub const fn of(sym: Sym) -> Self {
        Self { term: Some((sym, 1)), add: 0 }
    }

    /// The constant, if it is one.
    #[must_use]
    pub const fn as_constant(self) -> Option<i128> {
        if self.term.is_none() { Some(self.add) } else { None }
    }

    /// The form moved by a constant; `None` where numbers get too large to compute with.
    #[must_use]
    pub fn plus(self, by: i128) -> Option<Self> {
        Some(Self { add: self.add.checked_add(by)?, ..self })
    }

    /// The sum, where it is a form.
    #[must_use]
    pub fn sum(self, other: Self) -> Option<Self> {
        let add = self.add.checked_add(other.add)?;
        let term = match (self.term, other.term) {
            (None, term) | (term, None) => term,
            (Some((s, m)), Some((t, n))) if s == t => {
                let mul = m.checked_add(n)?;
                (mul != 0).then_some((s, mul))
            }
            _ => return None,
        };
        Some(Self { term, add })
    }

    /// The form times a constant.
    #[must_use]
    pub fn times(self, by: i128) -> Option<Self> {
        let term = match self.term {
            Some((sym, mul)) => {
                let mul = i64::try_from(i128::from(mul).checked_mul(by)?).ok()?;
                (mul != 0).then_some((sym, mul))
            }
            None => None,
        };
        Some(Self { term, add: self.add.checked_mul(by)? })
    }

    /// The difference, where it is a form.
    #[must_use]
    pub fn minus(self, other: Self) -> Option<Self> {
        self.sum(other.times(-1)?)
    }

    /// The form divided by a constant, where that leaves no rest.
    #[must_use]
    pub fn exactly_by(self, by: i128) -> Option<Self> {
        if by == 0 || self.add % by != 0 {
            return None;
        }
        let term = match self.term {
            Some((sym, mul)) if i128::from(mul) % by == 0 => {
                Some((sym, i64::try_from(i128::from(mul) / by).ok()?))
            }
            Some(_) => return None,
            None => None,
        };
        Some(Self { term, add: self.add / by })
    }

    /// The symbol in it.
    #[must_use]
    pub fn sym(self) -> Option<Sym> {
        self.term.map(|(sym, _)| sym)
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.term {
            None => write!(f, "{}", self.add),
            Some((sym, mul)) => {
                if mul == 1 {
                    write!(f, "{sym}")?;
                } else {
                    write!(f, "{mul}*{sym}")?;
                }
                if self.add == 0 { Ok(()) } else { write!(f, "{:+}", self.add) }
            }
        }
    }
}

impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The target specifier of a pointer: which element of a list segment it points to. For a region and for the
/// only element of a segment all of them mean the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum End {
    /// The object itself (`reg`), or the first element of a list segment (`fst`).
    First,
    /// The last element of a doubly linked segment (`lst`).
    Last,
    /// Each element, from the objects nested below it (`all`).
    All,
}

/// An address: a place in an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Address {
    /// The object.
    pub object: ObjectId,
    /// Which element, if the object is a list segment.
    pub end: End,
    /// The distance from the start of the object in bytes.
    pub offset: Form,
}

impl Address {
    /// A constant distance from the start of an object.
    #[must_use]
    pub const fn at(object: ObjectId, offset: i128) -> Self {
        Self { object, end: End::First, offset: Form::constant(offset) }
    }
}

/// What a cell holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// These bits, the lowest first.
    Bits(u128),
    /// The low bits of this number.
    Number(Form),
    /// An address.
    Address(Address),
    /// The address of a function.
    Function(FuncId),
    /// The low bits of a number in this range, another one for each element of a list segment and each
    /// object nested below one.
    Each(Interval),
    /// Anything.
    Any,
}

impl Value {
    /// Zero in every bit.
    pub const ZERO: Self = Self::Bits(0);

    /// The object an address points into.
    #[must_use]
    pub const fn target(self) -> Option<ObjectId> {
        match self {
            Self::Address(address) => Some(address.object),
            _ => None,
        }
    }

    /// The symbol in it.
    #[must_use]
    pub fn sym(self) -> Option<Sym> {
        match self {
            Self::Number(form) => form.sym(),
            Self::Address(address) => address.offset.sym(),
            _ => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bits(bits) => write!(f, "{bits}"),
            Self::Number(form) => write!(f, "{form}"),
            Self::Address(Address { object, end, offset }) => {
                write!(f, "&{object}")?;
                match end {
                    End::First => {}
                    End::Last => f.write_str(".lst")?,
                    End::All => f.write_str(".all")?,
                }
                if *offset == Form::ZERO { Ok(()) } else { write!(f, "+{offset}") }
            }
            Self::Function(func) => write!(f, "&{func}"),
            Self::Each(range) => write!(f, "each {range}"),
            Self::Any => f.write_str("any"),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
