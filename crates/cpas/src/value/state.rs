//! The states of the value analysis: which bits of memory have which constant value.

use argand_cfa::arith::{self, Scalar};
use argand_cfa::{FuncId, Program, TypeId, VarId};
use argand_cpa::{Frames, Words};
use argand_domains::Lattice;
use argand_domains::memory::{CellValue, Memory, Object};
use argand_support::FxHasher;
use std::fmt;
use std::hash::{Hash as _, Hasher as _};

/// What a cell holds. Cells have no type: the reader's type says how to take the bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// The bits of a number, zero-extended.
    Bits(u128),
    /// An address inside an object, in bytes from its start.
    Addr {
        /// The object.
        object: Object,
        /// The distance from its start.
        offset: i64,
    },
    /// The address of a function.
    Func(FuncId),
}

impl CellValue for Value {
    fn zero() -> Self {
        Self::Bits(0)
    }

    fn is_address(&self) -> bool {
        matches!(self, Self::Addr { .. })
    }

    fn part(&self, bit: u64, width: u64) -> Option<Self> {
        match self {
            Self::Bits(bits) => Some(Self::Bits(bits.checked_shr(u32::try_from(bit).ok()?)? & mask(width))),
            Self::Addr { .. } | Self::Func(_) => None,
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bits(bits) => write!(f, "{bits}"),
            Self::Addr { object, offset: 0 } => write!(f, "&{object}"),
            Self::Addr { object, offset } => write!(f, "&{object}+{offset}"),
            Self::Func(func) => write!(f, "&{func}"),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// A number whose lowest bits are one, this many.
pub const fn mask(width: u64) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The value of an expression: a number in the canonical form of its type, or an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// A number.
    Number(Scalar),
    /// An address inside an object.
    Addr {
        /// The object.
        object: Object,
        /// The distance from its start in bytes.
        offset: i64,
    },
    /// The address of a function.
    Func(FuncId),
}

impl Known {
    /// An integer.
    #[must_use]
    pub const fn int(value: i128) -> Self {
        Self::Number(Scalar::Int(value))
    }

    /// The number, if it is an integer.
    #[must_use]
    pub const fn as_int(self) -> Option<i128> {
        match self {
            Self::Number(scalar) => scalar.as_int(),
            _ => None,
        }
    }

    /// Takes bits of memory as a value of type `ty`.
    #[must_use]
    pub fn from_cell(program: &Program, ty: TypeId, value: Value) -> Option<Self> {
        Some(match value {
            Value::Bits(bits) if arith::float_kind(&program.types, ty).is_some() => {
                Self::Number(Scalar::Float(bits))
            }
            Value::Bits(bits) => {
                program.types.int_shape(ty)?;
                Self::int(program.types.wrap(ty, bits.cast_signed()))
            }
            Value::Addr { object, offset } => Self::Addr { object, offset },
            Value::Func(func) => Self::Func(func),
        })
    }

    /// The bits that memory of `width` bits holds for this value.
    #[must_use]
    pub fn to_cell(self, width: u64) -> Value {
        let mask = mask(width);
        match self {
            Self::Number(Scalar::Int(value)) => Value::Bits(value.cast_unsigned() & mask),
            Self::Number(Scalar::Float(bits)) => Value::Bits(bits & mask),
            Self::Addr { object, offset } => Value::Addr { object, offset },
            Self::Func(func) => Value::Func(func),
        }
    }
}

/// What the analysis knows on a path.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct ValueState {
    /// The known cells.
    pub memory: Memory<Value>,
    /// The activations of recursive functions.
    pub frames: Frames,
}

impl ValueState {
    /// The object a variable names in the running activation of its function.
    #[must_use]
    pub fn object_of(&self, program: &Program, var: VarId) -> Object {
        let info = &program.vars[var];
        match info.func {
            Some(func) if !info.is_static() => Object::Var { var, depth: self.frames.depth(func) },
            _ => Object::var(var),
        }
    }

    /// Equal for states that know the same cells in the same activations.
    #[must_use]
    pub fn shape(&self) -> u64 {
        let mut hasher = FxHasher::default();
        (self.memory.shape(), &self.frames).hash(&mut hasher);
        hasher.finish()
    }

    /// What is left when everything is forgotten that states of the shape of `onto` do not know.
    #[must_use]
    pub fn project(&self, onto: &Self) -> Option<Self> {
        if self.frames != onto.frames {
            return None;
        }
        Some(Self { memory: self.memory.project(&onto.memory)?, frames: self.frames.clone() })
    }
}

impl ValueState {
    /// What is known, in the words of the source.
    pub(super) fn describe(&self, words: &Words<'_>, lines: &mut Vec<String>) {
        for object in self.memory.zero_filled().filter(|&object| words.knows_object(object)) {
            lines.push(format!("the rest of {} is zero", words.object(object)));
        }
        for cell in self.memory.cells().filter(|cell| words.knows_object(cell.object)) {
            let named = words.cell(cell.object, cell.bit, cell.width);
            let value = match *cell.value {
                Value::Bits(bits) => words.number(bits, cell.width, named.ty),
                Value::Addr { object, offset } => words.address(object, Some(offset)),
                Value::Func(func) => words.function(func),
            };
            lines.push(format!("{} = {value}", named.name));
        }
    }
}

impl Lattice for ValueState {
    fn leq(&self, other: &Self) -> bool {
        self.frames == other.frames && self.memory.leq(&other.memory)
    }

    fn join(&self, other: &Self) -> Self {
        Self { memory: self.memory.join(&other.memory), frames: self.frames.clone() }
    }
}

impl fmt::Debug for ValueState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.memory, f)
    }
}

impl fmt::Display for ValueState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: Vec<String> =
            self.memory.cells().map(|c| format!("{}[{}+{}]={}", c.object, c.bit, c.width, c.value)).collect();
        let zeros: Vec<String> = self.memory.zero_filled().map(|o| format!("{o}=zero")).collect();
        write!(f, "{{{}}}", zeros.into_iter().chain(cells).collect::<Vec<_>>().join(", "))
    }
}
