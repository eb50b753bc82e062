//! The scalars that a type is made of.

use argand_cfa::types::{ArrayLen, RecordKind, TypeId, TypeKind, TypeTable};

/// A scalar inside an aggregate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// The distance from the start of the aggregate in bits.
    pub bit_offset: u64,
    /// The bits that carry its value.
    pub width: u32,
    /// Its type.
    pub ty: TypeId,
}

/// The bits that carry the value of a scalar type.
#[must_use]
pub fn value_bits(types: &TypeTable, ty: TypeId) -> Option<u32> {
    match types.kind(ty) {
        TypeKind::Float(kind) => Some(kind.value_bits()),
        _ => types.int_shape(ty).map(|(_, width)| width),
    }
}

/// The scalars in a type in order, at most `limit`; `None` if there are more, or if some overlap.
#[must_use]
pub fn leaves(types: &TypeTable, ty: TypeId, limit: usize) -> Option<Vec<Leaf>> {
    let mut out = Vec::new();
    collect(types, ty, 0, None, limit, &mut out)?;
    Some(out)
}

fn collect(
    types: &TypeTable,
    ty: TypeId,
    at: u64,
    bit_width: Option<u32>,
    limit: usize,
    out: &mut Vec<Leaf>,
) -> Option<()> {
    match types.kind(ty) {
        TypeKind::Record(record) => {
            let definition = types.record(*record);
            if definition.kind == RecordKind::Union && definition.fields.len() > 1 {
                return None;
            }
            // Bit-fields of width zero only end a unit.
            for field in definition.fields.iter().filter(|f| f.bit_width != Some(0)) {
                collect(types, field.ty, at + field.bit_offset, field.bit_width, limit, out)?;
            }
            Some(())
        }
        TypeKind::Array { elem, len: ArrayLen::Fixed(n) } => {
            let step = types.size_of(*elem)? * 8;
            if *n > limit as u64 {
                return None;
            }
            for k in 0..*n {
                collect(types, *elem, at + k * step, None, limit, out)?;
            }
            Some(())
        }
        TypeKind::Array { .. } => Some(()),
        _ => {
            let width = bit_width.or_else(|| value_bits(types, ty))?;
            out.push(Leaf { bit_offset: at, width, ty });
            (out.len() <= limit).then_some(())
        }
    }
}
