//! Programs that the parser takes and lays out differently from gcc: refused, because a wrong layout would
//! be a wrong program.

use rucc_ast::{Ast, DeclSpecs, DeclSpecsId, Member, TypeSpec};
use rucc_base::{Interner, Symbol};
use rucc_diag::{Diagnostic, Span};

/// Packed bit-fields under a `#pragma pack` of more than one byte: gcc then aligns the record as if the
/// attribute were absent.
pub(crate) fn packed_bit_fields(ast: &mut Ast, names: &Interner) -> Vec<Diagnostic> {
    let Some(packed) = names.find("packed") else { return Vec::new() };
    if !ast.attributes().iter().any(|a| a.name == packed) {
        return Vec::new();
    }
    // The tree tells how many specifiers it has only by giving out the next number.
    let count = ast.add_specs(DeclSpecs::empty(Span::DUMMY)).index();
    let ast = &*ast;
    (0..count).flat_map(|index| in_record(ast, DeclSpecsId::from_usize(index), packed)).collect()
}

fn in_record(ast: &Ast, specs: DeclSpecsId, packed: Symbol) -> Vec<Diagnostic> {
    let TypeSpec::Record { fields: Some(members), attrs, pragmas, .. } = ast[specs].ty else {
        return Vec::new();
    };
    if pragmas.pack.is_none_or(|bytes| bytes < 2) {
        return Vec::new();
    }
    let has_packed = |list: rucc_ast::AttrList| ast[list].iter().any(|a| a.name == packed);
    let of_record = has_packed(attrs);
    ast[members]
        .iter()
        .filter_map(|member| match member {
            Member::Field(field)
                if field.bits.is_some()
                    && (of_record || has_packed(field.attrs) || has_packed(ast[field.specs].attrs)) =>
            {
                Some(Diagnostic::error(
                    "a packed bit-field under '#pragma pack' of more than one byte is not supported",
                    field.span,
                ))
            }
            _ => None,
        })
        .collect()
}
