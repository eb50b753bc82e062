//! Where places lie in the objects that they are part of.

use super::{Program, VarId};
use crate::expr::{ExprId, ExprKind, PlaceId, PlaceKind};
use crate::types::{Field, TypeKind};

/// What a place is based on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlaceBase {
    /// A variable.
    Var(VarId),
    /// What a pointer points to.
    Deref(ExprId),
}

/// Where a place lies. See [`Program::place_extent`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaceExtent {
    /// What the place is based on.
    pub base: PlaceBase,
    /// The distance from the base in bits, if no index on the way is computed at run time.
    pub bit_offset: Option<i128>,
    /// The width in bits, if the type has a size.
    pub bit_width: Option<u64>,
}

impl Program {
    /// The width of a place in bits, if its type has a size: that of the field for a bit-field.
    #[must_use]
    pub fn place_width(&self, place: PlaceId) -> Option<u64> {
        let field = self.field_of(place).and_then(|field| field.bit_width).map(u64::from);
        field.or_else(|| self.types.size_of(self.place(place).ty).map(|bytes| bytes * 8))
    }

    /// The bit range of a place inside the object it lies in: what the place is based on, the distance in
    /// bits from there if it is constant, and its width in bits if its type has a size.
    #[must_use]
    pub fn place_extent(&self, place: PlaceId) -> PlaceExtent {
        let node = self.place(place);
        let width = self.types.size_of(node.ty).map(|bytes| bytes * 8);
        match node.kind {
            PlaceKind::Var(var) => {
                PlaceExtent { base: PlaceBase::Var(var), bit_offset: Some(0), bit_width: width }
            }
            PlaceKind::Deref(pointer) => {
                PlaceExtent { base: PlaceBase::Deref(pointer), bit_offset: Some(0), bit_width: width }
            }
            PlaceKind::Field { base, field } => {
                let outer = self.place_extent(base);
                let TypeKind::Record(record) = self.types.kind(self.place(base).ty) else {
                    return PlaceExtent { bit_offset: None, ..outer };
                };
                let member = &self.types.record(*record).fields[field as usize];
                PlaceExtent {
                    base: outer.base,
                    bit_offset: outer.bit_offset.map(|o| o + i128::from(member.bit_offset)),
                    bit_width: member.bit_width.map(u64::from).or(width),
                }
            }
            PlaceKind::Index { base, index } => {
                let outer = self.place_extent(base);
                let offset = match (self.expr(index).kind, outer.bit_offset, width) {
                    (ExprKind::Int(i), Some(o), Some(w)) => {
                        i.checked_mul(i128::from(w)).and_then(|d| d.checked_add(o))
                    }
                    _ => None,
                };
                PlaceExtent { base: outer.base, bit_offset: offset, bit_width: width }
            }
        }
    }

    /// The member a place names, if it names one.
    #[must_use]
    pub fn field_of(&self, place: PlaceId) -> Option<&Field> {
        let PlaceKind::Field { base, field } = self.place(place).kind else { return None };
        match self.types.kind(self.place(base).ty) {
            TypeKind::Record(record) => self.types.record(*record).fields.get(field as usize),
            _ => None,
        }
    }
}
