//! Programs that the parser takes and lays out differently from gcc: refused, because a wrong layout would
//! be a wrong program.

use crate::diagnose::unsupported;
use rucc_ast::{Ast, DeclSpecs, DeclSpecsId, Expr, ExprId, Member, TypeSpec};
use rucc_base::{Interner, Symbol};
use rucc_diag::{Diagnostic, Span};
use rucc_types::Types;

/// Packed bit-fields under a `#pragma pack` of more than one byte: gcc then aligns the record as if the
/// attribute were absent.
pub(crate) fn packed_bit_fields(ast: &mut Ast, names: &Interner) -> Vec<Diagnostic> {
    let Some(packed) = names.find("packed") else { return Vec::new() };
    if !ast.attributes().iter().any(|a| a.name == packed) {
        return Vec::new();
    }
    let all = all_specs(ast);
    all.flat_map(|specs| in_record(ast, specs, packed)).collect()
}

/// The alignment of a type name with an alignment of its own, which the parser forgets.
pub(crate) fn alignments_of_names(ast: &Ast, names: &Interner) -> Vec<Diagnostic> {
    let Some(aligned) = names.find("aligned") else { return Vec::new() };
    if !ast.attributes().iter().any(|a| a.name == aligned) {
        return Vec::new();
    }
    let exprs = (0..ast.counts().exprs).map(ExprId::from_usize);
    let refused = exprs.filter(|&expr| match ast[expr] {
        Expr::AlignofType(name) => ast[ast[ast[name].specs].attrs].iter().any(|a| a.name == aligned),
        _ => false,
    });
    let message =
        "the alignment of a type with an alignment of its own is not supported; give the type a name";
    refused.map(|expr| unsupported(message, ast.expr_span(expr))).collect()
}

/// All specifiers of declarations. The tree tells how many it has only by giving out the next number.
fn all_specs(ast: &mut Ast) -> impl Iterator<Item = DeclSpecsId> + use<> {
    let count = ast.add_specs(DeclSpecs::empty(Span::DUMMY)).index();
    (0..count).map(DeclSpecsId::from_usize)
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
                Some(unsupported(
                    "a packed bit-field under '#pragma pack' of more than one byte is not supported",
                    field.span,
                ))
            }
            _ => None,
        })
        .collect()
}

/// Records with members of variable length: their length counts when the type is declared, and the tree reads it again
/// wherever a size is needed.
pub(crate) fn variable_members(ast: &mut Ast, types: &Types, names: &Interner) -> Vec<Diagnostic> {
    let variable = types.records().filter(|(_, info)| info.variable.is_some());
    let refused = variable.map(|(_, info)| {
        let name = info.tag.map_or("this record", |tag| names.resolve(tag));
        let message = format!("'{name}' has a member of variable length, which is not supported");
        unsupported(message, place_of_tag(ast, info.tag))
    });
    refused.collect()
}

/// Where a record is defined, by its tag.
fn place_of_tag(ast: &mut Ast, wanted: Option<Symbol>) -> Span {
    let all = all_specs(ast);
    let defines = |specs: &DeclSpecsId| match ast[*specs].ty {
        TypeSpec::Record { fields: Some(_), tag, .. } => tag == wanted,
        _ => false,
    };
    let mut found = all.filter(defines);
    found.next().map_or(Span::DUMMY, |specs| ast[specs].span)
}

#[cfg(test)]
mod tests {
    use crate::{Options, load_str};

    #[test]
    fn an_alignment_that_would_be_forgotten_is_refused() {
        let text = "int main(void) { return _Alignof(int __attribute__((aligned(8)))); }";
        let failure = load_str(text, &Options::default()).expect_err("refused");
        assert!(
            failure.limit().is_some_and(|limit| limit.message.contains("alignment of its own")),
            "{failure}"
        );
        let named = "typedef int big __attribute__((aligned(8))); int main(void) { return _Alignof(big); }";
        assert!(load_str(named, &Options::default()).is_ok());
    }
}
