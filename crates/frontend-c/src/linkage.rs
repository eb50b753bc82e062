//! Whether the units of a program mean the same by a name.

use crate::cx::UnitCx;
use crate::globals::link_name;
use argand_cfa::{ArrayLen, TypeId, TypeKind, TypeTable};
use argand_support::{Diagnostic, FxHashSet};
use rucc_sema::{DeclKind, Linkage};

/// Compares what a unit declares with what other units define.
pub(crate) fn check(cx: &mut UnitCx<'_>, index: usize) {
    let unit = cx.unit;
    for &decl in unit.tast.top_level() {
        let node = &unit.tast[decl];
        if node.linkage != Linkage::External {
            continue;
        }
        let name = cx.program.names.intern(&link_name(unit, decl));
        let Some(owner) = cx.links.owners.get(&name).copied().filter(|o| o.unit != index) else { continue };
        let is_function = node.kind == DeclKind::Function;
        let defined = if is_function {
            cx.links.functions.get(&name).map(|&f| cx.program.functions[f].ty)
        } else {
            cx.links.objects.get(&name).map(|&v| cx.program.vars[v].ty)
        };
        let declared = cx.ty(node.ty);
        if defined.is_some_and(|defined| compatible(&cx.program.types, declared, defined)) {
            continue;
        }
        let span = cx.span(unit.tast.decl_span(decl));
        let text = cx.program.names.resolve(name);
        let note = match defined {
            Some(ty) => format!(
                "defined as '{}' at {}",
                cx.program.type_text(ty),
                cx.program.sources.describe(owner.span)
            ),
            None => format!("defined as something else at {}", cx.program.sources.describe(owner.span)),
        };
        let message =
            format!("conflicting types for '{text}': declared as '{}'", cx.program.type_text(declared));
        cx.links.errors.push(Diagnostic::error(message, span).with_note(note));
    }
}

/// Whether two types of different units are compatible, as C defines it.
pub(crate) fn compatible(types: &TypeTable, a: TypeId, b: TypeId) -> bool {
    same(types, a, b, &mut FxHashSet::default())
}

fn same(types: &TypeTable, a: TypeId, b: TypeId, assumed: &mut FxHashSet<(TypeId, TypeId)>) -> bool {
    if a == b || !assumed.insert((a, b)) {
        return true;
    }
    match (types.kind(a), types.kind(b)) {
        (TypeKind::Pointer(a), TypeKind::Pointer(b)) => same(types, *a, *b, assumed),
        (TypeKind::Array { elem: a, len: n }, TypeKind::Array { elem: b, len: m }) => {
            let lengths = match (n, m) {
                (ArrayLen::Fixed(n), ArrayLen::Fixed(m)) => n == m,
                _ => true,
            };
            lengths && same(types, *a, *b, assumed)
        }
        (TypeKind::Function(f), TypeKind::Function(g)) => {
            let params = !f.prototyped
                || !g.prototyped
                || (f.variadic == g.variadic
                    && f.params.len() == g.params.len()
                    && f.params.iter().zip(&g.params).all(|(&a, &b)| same(types, a, b, assumed)));
            params && same(types, f.ret, g.ret, assumed)
        }
        (TypeKind::Record(r), TypeKind::Record(s)) => {
            let (r, s) = (types.record(*r), types.record(*s));
            let layout = (r.size, r.align, r.fields.len()) == (s.size, s.align, s.fields.len());
            r.kind == s.kind
                && r.tag == s.tag
                && (!r.complete
                    || !s.complete
                    || (layout
                        && r.fields.iter().zip(&s.fields).all(|(f, g)| {
                            (f.name, f.bit_offset, f.bit_width) == (g.name, g.bit_offset, g.bit_width)
                                && same(types, f.ty, g.ty, assumed)
                        })))
        }
        _ => false,
    }
}
