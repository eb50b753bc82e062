//! C types with their layouts.
//!
//! Types are interned: equal types of one program have equal [`TypeId`]s. Qualifiers and typedef names
//! are gone, enumerations are their underlying integer type. Records carry the offsets that gcc gives
//! their members in the chosen [`DataModel`], down to the bit.

mod scalar;

pub use scalar::{DataModel, FloatKind, IntKind, wrap_int};

use argand_support::{FxHashMap, IndexVec, Symbol, define_index};

define_index! {
    /// An interned type.
    pub struct TypeId, "T";
    /// A struct or union definition.
    pub struct RecordId, "R";
}

/// How long an array is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayLen {
    /// A constant number of elements.
    Fixed(u64),
    /// Not given: an incomplete array or a flexible array member.
    Unknown,
    /// Known only at run time: a variable-length array. Its size is an expression of the edge that
    /// declares the variable.
    Variable,
}

/// What a type is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// `void`.
    Void,
    /// An integer type.
    Int(IntKind),
    /// An integer of an unusual width: the promoted value of a wide bit-field, or `_BitInt(n)`.
    BitInt {
        /// Whether values can be negative.
        signed: bool,
        /// The number of bits, at most 128.
        width: u32,
    },
    /// A floating type.
    Float(FloatKind),
    /// A pointer to the given type, object or function.
    Pointer(TypeId),
    /// An array.
    Array {
        /// The type of its elements.
        elem: TypeId,
        /// How many there are.
        len: ArrayLen,
    },
    /// A struct or union.
    Record(RecordId),
    /// A function.
    Function(FunctionType),
    /// A type that has a size but that expressions cannot compute with (complex, vector, decimal).
    Opaque {
        /// Its spelling.
        name: Symbol,
        /// Its size in bytes.
        size: u64,
        /// Its alignment in bytes.
        align: u64,
    },
}

/// The type of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    /// What it returns.
    pub ret: TypeId,
    /// The types of its named parameters.
    pub params: Box<[TypeId]>,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// Whether the parameters were declared at all (`int f()` does not).
    pub prototyped: bool,
}

/// Whether members follow or overlay each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordKind {
    /// `struct`.
    Struct,
    /// `union`.
    Union,
}

/// A member of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name; anonymous members have none.
    pub name: Option<Symbol>,
    /// Its type; for a bit-field the declared type.
    pub ty: TypeId,
    /// Where it starts, in bits from the start of the record (little endian).
    pub bit_offset: u64,
    /// The width of a bit-field; `None` for an ordinary member.
    pub bit_width: Option<u32>,
}

impl Field {
    /// The byte offset; for bit-fields that of the byte that holds the first bit.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.bit_offset / 8
    }
}

/// A struct or union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Struct or union.
    pub kind: RecordKind,
    /// Its tag; anonymous records have none.
    pub tag: Option<Symbol>,
    /// Its members in order of declaration.
    pub fields: Vec<Field>,
    /// Its size in bytes.
    pub size: u64,
    /// Its alignment in bytes.
    pub align: u64,
    /// Whether the program ever said what is in it.
    pub complete: bool,
}

/// Every type of a program.
#[derive(Clone, Debug)]
pub struct TypeTable {
    model: DataModel,
    kinds: IndexVec<TypeId, TypeKind>,
    ids: FxHashMap<TypeKind, TypeId>,
    records: IndexVec<RecordId, Record>,
}

impl TypeTable {
    /// The basic types of a data model. `void` is always the first type.
    #[must_use]
    pub fn new(model: DataModel) -> Self {
        let mut table =
            Self { model, kinds: IndexVec::new(), ids: FxHashMap::default(), records: IndexVec::new() };
        table.intern(TypeKind::Void);
        for kind in IntKind::ALL {
            table.intern(TypeKind::Int(kind));
        }
        for kind in [FloatKind::Float, FloatKind::Double, FloatKind::LongDouble] {
            table.intern(TypeKind::Float(kind));
        }
        table
    }

    /// The data model that fixes the sizes.
    #[must_use]
    pub const fn model(&self) -> DataModel {
        self.model
    }

    /// The id of a type, new if it was never seen.
    pub fn intern(&mut self, kind: TypeKind) -> TypeId {
        if let Some(&id) = self.ids.get(&kind) {
            return id;
        }
        let id = self.kinds.push(kind.clone());
        self.ids.insert(kind, id);
        id
    }

    /// What a type is.
    #[must_use]
    pub fn kind(&self, ty: TypeId) -> &TypeKind {
        &self.kinds[ty]
    }

    /// Every type with its id.
    pub fn iter(&self) -> impl Iterator<Item = (TypeId, &TypeKind)> + '_ {
        self.kinds.iter_enumerated()
    }

    /// `void`.
    #[must_use]
    pub const fn void(&self) -> TypeId {
        TypeId::new(0)
    }

    /// An integer type.
    #[must_use]
    pub const fn int(&self, kind: IntKind) -> TypeId {
        TypeId::new(1 + kind as u32)
    }

    /// A floating type.
    #[must_use]
    pub const fn float(&self, kind: FloatKind) -> TypeId {
        TypeId::new(1 + IntKind::ALL.len() as u32 + kind as u32)
    }

    /// `size_t`.
    #[must_use]
    pub const fn size_t(&self) -> TypeId {
        match self.model {
            DataModel::Ilp32 => self.int(IntKind::UInt),
            DataModel::Lp64 => self.int(IntKind::ULong),
        }
    }

    /// `ptrdiff_t`.
    #[must_use]
    pub const fn ptrdiff_t(&self) -> TypeId {
        match self.model {
            DataModel::Ilp32 => self.int(IntKind::Int),
            DataModel::Lp64 => self.int(IntKind::Long),
        }
    }

    /// The type of pointers to `ty`.
    pub fn pointer_to(&mut self, ty: TypeId) -> TypeId {
        self.intern(TypeKind::Pointer(ty))
    }

    /// The type of arrays of `elem`.
    pub fn array_of(&mut self, elem: TypeId, len: ArrayLen) -> TypeId {
        self.intern(TypeKind::Array { elem, len })
    }

    /// Adds a record; [`complete_record`](Self::complete_record) says later what is in it.
    pub fn declare_record(&mut self, kind: RecordKind, tag: Option<Symbol>) -> RecordId {
        self.records.push(Record { kind, tag, fields: Vec::new(), size: 0, align: 1, complete: false })
    }

    /// Says what is in a record.
    pub fn complete_record(&mut self, id: RecordId, fields: Vec<Field>, size: u64, align: u64) {
        let record = &mut self.records[id];
        (record.fields, record.size, record.align, record.complete) = (fields, size, align, true);
    }

    /// A record.
    #[must_use]
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id]
    }

    /// Every record with its id.
    pub fn records(&self) -> impl Iterator<Item = (RecordId, &Record)> + '_ {
        self.records.iter_enumerated()
    }

    /// The size in bytes, if it is known before the program runs. Functions have none, `void` has 1 as in GNU C.
    #[must_use]
    pub fn size_of(&self, ty: TypeId) -> Option<u64> {
        match self.kind(ty) {
            TypeKind::Void => Some(1),
            TypeKind::Int(kind) => Some(kind.bytes(self.model)),
            TypeKind::BitInt { width, .. } => Some(match width {
                0..=8 => 1,
                9..=16 => 2,
                17..=32 => 4,
                33..=64 => 8,
                _ => 16,
            }),
            TypeKind::Float(kind) => Some(kind.bytes(self.model)),
            TypeKind::Pointer(_) => Some(self.model.pointer_bytes()),
            TypeKind::Array { elem, len: ArrayLen::Fixed(n) } => self.size_of(*elem)?.checked_mul(*n),
            TypeKind::Array { len: ArrayLen::Unknown, .. } => Some(0),
            TypeKind::Array { len: ArrayLen::Variable, .. } | TypeKind::Function(_) => None,
            TypeKind::Record(id) => Some(self.records[*id].size),
            TypeKind::Opaque { size, .. } => Some(*size),
        }
    }

    /// The bytes that pointer arithmetic on a pointer of type `pointer` moves by for each element.
    #[must_use]
    pub fn pointee_size(&self, pointer: TypeId) -> u64 {
        self.pointee(pointer).and_then(|t| self.size_of(t)).unwrap_or(1)
    }

    /// What a pointer points to.
    #[must_use]
    pub fn pointee(&self, pointer: TypeId) -> Option<TypeId> {
        match self.kind(pointer) {
            TypeKind::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    /// Signedness and width in bits of an integer type, pointers counting as unsigned integers.
    #[must_use]
    pub fn int_shape(&self, ty: TypeId) -> Option<(bool, u32)> {
        match self.kind(ty) {
            TypeKind::Int(IntKind::Bool) => Some((false, 8)),
            TypeKind::Int(kind) => Some((kind.is_signed(), kind.bytes(self.model) as u32 * 8)),
            TypeKind::BitInt { signed, width } => Some((*signed, *width)),
            TypeKind::Pointer(_) => Some((false, self.model.pointer_bytes() as u32 * 8)),
            _ => None,
        }
    }

    /// Whether the type is an integer type (not a pointer).
    #[must_use]
    pub fn is_integer(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Int(_) | TypeKind::BitInt { .. })
    }

    /// Whether the type is a signed integer type.
    #[must_use]
    pub fn is_signed(&self, ty: TypeId) -> bool {
        self.is_integer(ty) && self.int_shape(ty).is_some_and(|(signed, _)| signed)
    }

    /// Whether the type is a floating type.
    #[must_use]
    pub fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Float(_))
    }

    /// Whether the type is a pointer.
    #[must_use]
    pub fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Pointer(_))
    }

    /// Whether a value of the type is one number or address.
    #[must_use]
    pub fn is_scalar(&self, ty: TypeId) -> bool {
        self.is_integer(ty) || self.is_float(ty) || self.is_pointer(ty)
    }

    /// Brings the low bits of `value` into the canonical form of an integer type: sign-extended where the
    /// type is signed, zero-extended where it is not. Types other than integers and pointers keep the value.
    #[must_use]
    pub fn wrap(&self, ty: TypeId, value: i128) -> i128 {
        match self.kind(ty) {
            TypeKind::Int(IntKind::Bool) => value & 1,
            _ => match self.int_shape(ty) {
                Some((signed, width)) => wrap_int(signed, width, value),
                None => value,
            },
        }
    }

    /// The smallest and the largest value of an integer type, as canonical numbers. For unsigned 128-bit
    /// types the largest value is reported as `i128::MAX`.
    #[must_use]
    pub fn int_range(&self, ty: TypeId) -> Option<(i128, i128)> {
        if matches!(self.kind(ty), TypeKind::Int(IntKind::Bool)) {
            return Some((0, 1));
        }
        let (signed, width) = self.int_shape(ty)?;
        Some(match (signed, width) {
            (true, 128) => (i128::MIN, i128::MAX),
            (false, 128) => (0, i128::MAX),
            (true, w) => (-(1i128 << (w - 1)), (1i128 << (w - 1)) - 1),
            (false, w) => (0, (1i128 << w) - 1),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn basic_types_have_fixed_ids_and_the_sizes_of_their_model() {
        let (ilp32, lp64) = (TypeTable::new(DataModel::Ilp32), TypeTable::new(DataModel::Lp64));
        for kind in IntKind::ALL {
            assert_eq!(lp64.kind(lp64.int(kind)), &TypeKind::Int(kind));
        }
        assert_eq!(lp64.kind(lp64.float(FloatKind::LongDouble)), &TypeKind::Float(FloatKind::LongDouble));
        assert_eq!(lp64.kind(lp64.void()), &TypeKind::Void);
        assert_eq!(ilp32.size_of(ilp32.int(IntKind::Long)), Some(4));
        assert_eq!(lp64.size_of(lp64.int(IntKind::Long)), Some(8));
        assert_eq!(ilp32.size_of(ilp32.float(FloatKind::LongDouble)), Some(12));
    }

    #[test]
    fn wrapping_keeps_the_low_bits_in_canonical_form() {
        let t = TypeTable::new(DataModel::Lp64);
        assert_eq!(t.wrap(t.int(IntKind::UChar), -1), 255);
        assert_eq!(t.wrap(t.int(IntKind::Char), 128), -128);
        assert_eq!(t.wrap(t.int(IntKind::Int), 1 << 31), -(1 << 31));
        assert_eq!(t.wrap(t.int(IntKind::UInt128), -1), -1);
        assert_eq!(wrap_int(true, 5, 0b1_0000), -16);
    }

    #[test]
    fn equal_types_are_one_id() {
        let mut t = TypeTable::new(DataModel::Lp64);
        let int = t.int(IntKind::Int);
        assert_eq!(t.pointer_to(int), t.pointer_to(int));
        let a = t.array_of(int, ArrayLen::Fixed(3));
        assert_eq!(t.size_of(a), Some(12));
        assert_ne!(a, t.array_of(int, ArrayLen::Fixed(4)));
    }
}
