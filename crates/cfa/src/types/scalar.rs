//! The scalar types of C, and what a data model makes of them.

/// The sizes of the basic types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub enum DataModel {
    /// 32-bit x86: `int`, `long` and pointers have 4 bytes.
    Ilp32,
    /// 64-bit x86-64 on Linux: `long` and pointers have 8 bytes.
    #[default]
    Lp64,
}

impl DataModel {
    /// The width of a pointer in bytes.
    #[must_use]
    pub const fn pointer_bytes(self) -> u64 {
        match self {
            Self::Ilp32 => 4,
            Self::Lp64 => 8,
        }
    }

    /// The name used on the command line and in task definitions.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ilp32 => "ILP32",
            Self::Lp64 => "LP64",
        }
    }
}

/// The integer types of C.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are C's own")]
pub enum IntKind {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

impl IntKind {
    /// Every kind.
    pub const ALL: [Self; 14] = [
        Self::Bool,
        Self::Char,
        Self::SChar,
        Self::UChar,
        Self::Short,
        Self::UShort,
        Self::Int,
        Self::UInt,
        Self::Long,
        Self::ULong,
        Self::LongLong,
        Self::ULongLong,
        Self::Int128,
        Self::UInt128,
    ];

    /// The C spelling.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bool => "_Bool",
            Self::Char => "char",
            Self::SChar => "signed char",
            Self::UChar => "unsigned char",
            Self::Short => "short",
            Self::UShort => "unsigned short",
            Self::Int => "int",
            Self::UInt => "unsigned int",
            Self::Long => "long",
            Self::ULong => "unsigned long",
            Self::LongLong => "long long",
            Self::ULongLong => "unsigned long long",
            Self::Int128 => "__int128",
            Self::UInt128 => "unsigned __int128",
        }
    }

    /// Whether values can be negative. Plain `char` is signed on x86.
    #[must_use]
    pub const fn is_signed(self) -> bool {
        matches!(
            self,
            Self::Char | Self::SChar | Self::Short | Self::Int | Self::Long | Self::LongLong | Self::Int128
        )
    }

    /// The size in bytes.
    #[must_use]
    pub const fn bytes(self, model: DataModel) -> u64 {
        match self {
            Self::Bool | Self::Char | Self::SChar | Self::UChar => 1,
            Self::Short | Self::UShort => 2,
            Self::Int | Self::UInt => 4,
            Self::Long | Self::ULong => model.pointer_bytes(),
            Self::LongLong | Self::ULongLong => 8,
            Self::Int128 | Self::UInt128 => 16,
        }
    }
}

/// The floating types of C.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FloatKind {
    /// `float`: IEEE 754 binary32.
    Float,
    /// `double`: IEEE 754 binary64.
    Double,
    /// `long double`: the 80-bit format of the x87, stored in 12 (ILP32) or 16 (LP64) bytes.
    LongDouble,
}

impl FloatKind {
    /// The C spelling.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Float => "float",
            Self::Double => "double",
            Self::LongDouble => "long double",
        }
    }

    /// How many bits carry the value.
    #[must_use]
    pub const fn value_bits(self) -> u32 {
        match self {
            Self::Float => 32,
            Self::Double => 64,
            Self::LongDouble => 80,
        }
    }

    /// The size in bytes, padding included.
    #[must_use]
    pub const fn bytes(self, model: DataModel) -> u64 {
        match (self, model) {
            (Self::Float, _) => 4,
            (Self::Double, _) => 8,
            (Self::LongDouble, DataModel::Ilp32) => 12,
            (Self::LongDouble, DataModel::Lp64) => 16,
        }
    }
}

/// Sign- or zero-extends the low `width` bits of `value`.
#[must_use]
pub const fn wrap_int(signed: bool, width: u32, value: i128) -> i128 {
    if width == 0 {
        return 0;
    }
    if width >= 128 {
        return value;
    }
    let shift = 128 - width;
    if signed { (value << shift) >> shift } else { (((value as u128) << shift) >> shift) as i128 }
}
