//! What the C types of functions that are defined nowhere let them write.
//!
//! The types of programs have no qualifiers, so that this is asked of C's own.

use argand_linker::Writes;
use rucc_types::{Qualifiers, TypeId, TypeKind, Types};

/// Pointers to pointers are followed this far; what lies behind is taken to be writable.
const DEPTH: u32 = 8;

/// What a function of a type may write.
pub(crate) fn writes(types: &Types, ty: TypeId) -> Writes {
    let TypeKind::Function(id) = types.kind(types.canonical(ty)) else {
        return Writes { any: true, params: Vec::new() };
    };
    let signature = types.signature(id);
    let open = !signature.prototyped || signature.variadic;
    let any = open || signature.params.iter().any(|&param| leads_to_writable(types, param, DEPTH));
    let params = signature.params.iter().enumerate();
    let params = params.filter(|&(_, &param)| writable_pointee(types, param)).map(|(number, _)| number);
    Writes { any, params: params.collect() }
}

fn writable_pointee(types: &Types, ty: TypeId) -> bool {
    let pointee = match types.kind(types.canonical(ty)) {
        TypeKind::Pointer(to) => to,
        TypeKind::Array { elem, .. } => elem,
        _ => return false,
    };
    let function = matches!(types.kind(types.canonical(pointee)), TypeKind::Function(_));
    !function && !types.object_quals(types.canonical(pointee)).has(Qualifiers::CONST)
}

/// Whether a value of a type leads to memory that may be written through it.
fn leads_to_writable(types: &Types, ty: TypeId, depth: u32) -> bool {
    match types.kind(types.canonical(ty)) {
        _ if depth == 0 => true,
        TypeKind::Pointer(to) => writable_pointee(types, ty) || leads_to_writable(types, to, depth - 1),
        TypeKind::Array { elem, .. } => leads_to_writable(types, elem, depth - 1),
        TypeKind::Atomic(inner) => leads_to_writable(types, inner, depth - 1),
        TypeKind::Record(id) => {
            let info = types.record_info(id);
            info.layout.is_none()
                || info.fields.iter().any(|field| leads_to_writable(types, field.ty, depth - 1))
        }
        // What a function does that is handed over and called there is done by the program's own code, which
        // nobody looks at then.
        TypeKind::Function(_) => true,
        _ => false,
    }
}
