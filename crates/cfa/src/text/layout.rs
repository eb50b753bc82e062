//! Lays out records whose text gives no offsets, so that records are short to write by hand.
//!
//! Members follow each other with their natural alignment, as in C. Bit-fields need offsets in the text:
//! only the front end knows gcc's rules for them.

use crate::types::{DataModel, Field, FloatKind, IntKind, RecordId, RecordKind, TypeId, TypeKind, TypeTable};
use argand_support::{Diagnostic, Span};

/// A record whose members have no offsets yet.
pub(super) struct Unplaced {
    pub(super) id: RecordId,
    pub(super) kind: RecordKind,
    pub(super) fields: Vec<Field>,
    pub(super) span: Span,
}

/// Lays out records, inner ones before those that contain them.
pub(super) fn place_all(types: &mut TypeTable, mut waiting: Vec<Unplaced>) -> Result<(), Diagnostic> {
    while !waiting.is_empty() {
        let before = waiting.len();
        let mut later = Vec::new();
        for record in waiting {
            let blocked = record.fields.iter().any(|f| needs_layout(types, f.ty));
            if blocked {
                later.push(record);
            } else {
                place(types, record)?;
            }
        }
        waiting = later;
        if waiting.len() == before {
            let span = waiting.first().map_or(Span::NONE, |r| r.span);
            return Err(Diagnostic::error("the record contains itself or an incomplete record", span));
        }
    }
    Ok(())
}

fn element(types: &TypeTable, mut ty: TypeId) -> TypeId {
    while let TypeKind::Array { elem, .. } = types.kind(ty) {
        ty = *elem;
    }
    ty
}

fn needs_layout(types: &TypeTable, ty: TypeId) -> bool {
    match types.kind(element(types, ty)) {
        TypeKind::Record(id) => !types.record(*id).complete,
        _ => false,
    }
}

fn place(types: &mut TypeTable, record: Unplaced) -> Result<(), Diagnostic> {
    let too_large = || Diagnostic::error("the record is too large", record.span);
    let Unplaced { id, kind, mut fields, span } = record;
    let (mut end, mut largest, mut align) = (0u64, 0u64, 1u64);
    for field in &mut fields {
        if field.bit_width.is_some() {
            return Err(Diagnostic::error("records with bit-fields need offsets", span));
        }
        let size = types.size_of(field.ty).ok_or_else(too_large)?;
        let own = natural_align(types, field.ty);
        align = align.max(own);
        let offset = match kind {
            RecordKind::Struct => end.checked_next_multiple_of(own).ok_or_else(too_large)?,
            RecordKind::Union => 0,
        };
        field.bit_offset = offset.checked_mul(8).ok_or_else(too_large)?;
        end = offset.checked_add(size).ok_or_else(too_large)?;
        largest = largest.max(end);
    }
    let size = largest.checked_next_multiple_of(align).ok_or_else(too_large)?;
    types.complete_record(id, fields, size, align);
    Ok(())
}

/// The alignment of a member of this type. On 32-bit x86 no number asks for more than 4 bytes.
fn natural_align(types: &TypeTable, ty: TypeId) -> u64 {
    let ty = element(types, ty);
    let wide = match types.model() {
        DataModel::Ilp32 => 4,
        DataModel::Lp64 => 16,
    };
    match types.kind(ty) {
        TypeKind::Int(IntKind::Int128 | IntKind::UInt128) => 16,
        TypeKind::Float(FloatKind::LongDouble) => wide,
        TypeKind::Record(id) => types.record(*id).align.max(1),
        TypeKind::Opaque { align, .. } => (*align).max(1),
        _ => types.size_of(ty).unwrap_or(1).clamp(1, wide),
    }
}
