//! Values and types as C that any compiler reads the same way.

use argand_cfa::arith::{self, Scalar};
use argand_cfa::{FloatKind, IntKind, Program, RecordKind, TypeId, TypeKind};

/// The bytes of a scalar in memory.
pub(super) fn bytes_of(program: &Program, ty: TypeId, value: Scalar) -> Vec<u8> {
    let size = match arith::float_kind(&program.types, ty) {
        // The bytes behind an x87 number mean nothing.
        Some(kind) => u64::from(kind.value_bits()) / 8,
        None => program.types.size_of(ty).unwrap_or(0),
    };
    let bits = match value {
        Scalar::Int(number) => number.cast_unsigned(),
        Scalar::Float(bits) => bits,
    };
    bits.to_le_bytes().into_iter().take(usize::try_from(size).unwrap_or(0)).collect()
}

/// Bytes as a string literal, which may lack its final zero.
pub(super) fn bytes_text(bytes: &[u8]) -> String {
    crate::escape::c_string(bytes)
}

/// A scalar type as C, without the names of the user's: every pointer is one to `void`.
pub(super) fn scalar_type(program: &Program, ty: TypeId) -> Option<&'static str> {
    Some(match program.types.kind(ty) {
        TypeKind::Int(kind) => match kind {
            IntKind::Bool => "_Bool",
            _ => {
                let (signed, width) = program.types.int_shape(ty)?;
                match (signed, width, program.types.size_of(ty)?) {
                    (true, 8, _) => "signed char",
                    (false, 8, _) => "unsigned char",
                    (true, 16, _) => "short",
                    (false, 16, _) => "unsigned short",
                    (true, 32, _) => "int",
                    (false, 32, _) => "unsigned",
                    (true, 64, _) => "long long",
                    (false, 64, _) => "unsigned long long",
                    (true, 128, _) => "__int128",
                    (false, 128, _) => "unsigned __int128",
                    _ => return None,
                }
            }
        },
        TypeKind::Float(kind) => match kind {
            FloatKind::Float => "float",
            FloatKind::Double => "double",
            FloatKind::LongDouble => "long double",
        },
        TypeKind::Pointer(_) => "void *",
        TypeKind::Void => "void",
        TypeKind::BitInt { .. }
        | TypeKind::Array { .. }
        | TypeKind::Record(_)
        | TypeKind::Function(_)
        | TypeKind::Opaque { .. } => return None,
    })
}

/// The scalars that an object of a type is made of, in the order in which inputs are asked for them: their distances from
/// its start, and whether they are bit-fields.
pub(super) fn leaves(program: &Program, ty: TypeId, at: u64, out: &mut Vec<(u64, bool)>) {
    let types = &program.types;
    match types.kind(ty) {
        TypeKind::Array { elem, .. } => {
            let size = types.size_of(*elem).unwrap_or(0).max(1);
            for i in 0..types.size_of(ty).unwrap_or(0) / size {
                leaves(program, *elem, at + i * size, out);
            }
        }
        TypeKind::Record(id) if types.record(*id).kind == RecordKind::Struct => {
            for field in &types.record(*id).fields {
                match field.bit_width {
                    None => leaves(program, field.ty, at + field.offset(), out),
                    Some(_) => out.push((at + field.offset(), true)),
                }
            }
        }
        TypeKind::Record(_) | TypeKind::Opaque { .. } => {
            out.extend((0..types.size_of(ty).unwrap_or(0)).map(|i| (at + i, false)));
        }
        _ => out.push((at, false)),
    }
}
