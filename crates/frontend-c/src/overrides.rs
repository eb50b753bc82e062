//! Braced initialisers that replace earlier ones of the same member or element.
//!
//! C forgets the earlier values altogether: in `{.p.x = 1, .p = {.y = 2}}` the member `p.x` is 0. The parser
//! flattens an initialiser into values at offsets and keeps the 1, so such programs are refused, except where
//! the later braces name everything that the earlier ones did.

use crate::diagnose::unsupported;
use argand_support::FxHashMap;
use rucc_ast::{Ast, Designator, DesignatorList, Expr, ExprId, Init, InitId, InitItem};
use rucc_base::Symbol;
use rucc_diag::Diagnostic;

/// What a designator selects, as far as that can be read off it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Step {
    Field(Symbol),
    Index(u128),
    /// An enumerator, or another name for a number.
    Name(Symbol),
    Range(Option<(u128, u128)>),
    Unknown,
}

impl Step {
    fn of(ast: &Ast, designator: &Designator) -> Self {
        let number = |expr: ExprId| match ast[expr] {
            Expr::Int(id) => Some(ast[id].value),
            _ => None,
        };
        match *designator {
            Designator::Field(name) | Designator::ObsoleteField(name) => Self::Field(name),
            Designator::Index(expr) => match ast[expr] {
                Expr::Name(name) => Self::Name(name),
                _ => number(expr).map_or(Self::Unknown, Self::Index),
            },
            Designator::Range { lo, hi } => Self::Range(number(lo).zip(number(hi))),
        }
    }

    /// Whether the two may select the same. Different names are taken for different numbers.
    fn may_meet(self, other: Self) -> bool {
        match (self, other) {
            (Self::Range(Some((lo, hi))), Self::Index(index))
            | (Self::Index(index), Self::Range(Some((lo, hi)))) => (lo..=hi).contains(&index),
            (Self::Range(Some((a, b))), Self::Range(Some((c, d)))) => a <= d && c <= b,
            (Self::Range(_) | Self::Unknown, _) | (_, Self::Range(_) | Self::Unknown) => {
                !matches!(self, Self::Field(_)) && !matches!(other, Self::Field(_))
            }
            _ => self == other,
        }
    }
}

/// Everything in a unit that must be refused.
pub(crate) fn replaced_in_part(ast: &mut Ast) -> Vec<Diagnostic> {
    // The tree tells how many initialisers it has only by giving out the next number.
    let nothing = ast.add_init_item_list(&[]);
    let count = ast.add_init(Init::List(nothing)).index();
    let ast = &*ast;
    (0..count)
        .filter_map(|index| match ast[InitId::from_usize(index)] {
            Init::List(items) => Some(&ast[items]),
            Init::Expr(_) => None,
        })
        .flat_map(|items| in_list(ast, items))
        .map(|span| unsupported("braces that replace an earlier initialiser in part are not supported", span))
        .collect()
}

fn in_list(ast: &Ast, items: &[InitItem]) -> Vec<rucc_diag::Span> {
    let mut found = Vec::new();
    // Items by what their first designator selects; those that may meet several are kept apart.
    let mut seen: FxHashMap<Step, Vec<&InitItem>> = FxHashMap::default();
    let mut wide: Vec<&InitItem> = Vec::new();
    for item in items {
        let Some(first) = ast[item.designators].first().map(|d| Step::of(ast, d)) else { continue };
        let several = matches!(first, Step::Range(_) | Step::Unknown);
        if matches!(ast[item.init], Init::List(_)) {
            let earlier = seen.get(&first).into_iter().flatten().chain(&wide);
            if !several && earlier.into_iter().any(|old| replaces_in_part(ast, item, old)) {
                found.push(item.span);
            }
        }
        if several {
            wide.push(item);
        } else {
            seen.entry(first).or_default().push(item);
        }
    }
    found
}

/// Whether the braces of `new` replace the value of `old` and leave something of it unnamed.
fn replaces_in_part(ast: &Ast, new: &InitItem, old: &InitItem) -> bool {
    let (outer, inner) = (steps(ast, new.designators), steps(ast, old.designators));
    if outer.len() > inner.len() || !outer.iter().zip(&inner).all(|(a, b)| a.may_meet(*b)) {
        return false;
    }
    let Init::List(list) = ast[new.init] else { return false };
    match inner.get(outer.len()..) {
        Some([]) | None => match ast[old.init] {
            Init::List(replaced) => !covers(ast, &ast[list], &ast[replaced]),
            // A scalar in braces, or a record that was copied.
            Init::Expr(_) => !matches!(&ast[list], [only] if ast[only.designators].is_empty()),
        },
        Some(rest) => {
            rest.len() > 1
                || !ast[list].iter().any(|item| steps(ast, item.designators) == rest && is_expr(ast, item))
        }
    }
}

fn steps(ast: &Ast, list: DesignatorList) -> Vec<Step> {
    ast[list].iter().map(|designator| Step::of(ast, designator)).collect()
}

fn is_expr(ast: &Ast, item: &InitItem) -> bool {
    matches!(ast[item.init], Init::Expr(_))
}

/// Whether a list gives a value to everything that another one does.
fn covers(ast: &Ast, new: &[InitItem], old: &[InitItem]) -> bool {
    old.iter().enumerate().all(|(index, item)| {
        let designators = steps(ast, item.designators);
        let same = if designators.is_empty() {
            new.get(index).filter(|_| new.iter().chain(old).all(|i| ast[i.designators].is_empty()))
        } else {
            new.iter().find(|other| steps(ast, other.designators) == designators)
        };
        let Some(same) = same else { return false };
        match (ast[same.init], ast[item.init]) {
            (Init::Expr(_), Init::Expr(_)) => true,
            (Init::List(new), Init::List(old)) => covers(ast, &ast[new], &ast[old]),
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use crate::{Options, load_str};

    fn is_refused(initialiser: &str) -> bool {
        let text = format!(
            "enum {{ A, B }}; struct p {{ int x, y; }}; struct s {{ struct p p, q[4]; }};\n\
             struct s s = {initialiser};\nint main(void) {{ return s.p.x; }}\n"
        );
        match load_str(&text, &Options::default()) {
            Ok(_) => false,
            Err(failure) => {
                assert!(failure.diagnostics[0].message.contains("replace an earlier initialiser"));
                true
            }
        }
    }

    #[test]
    fn braces_that_forget_earlier_values_are_refused() {
        assert!(is_refused("{ .p.x = 1, .p = { .y = 2 } }"));
        assert!(is_refused("{ .p = { 1, 2 }, .p = { 3 } }"));
        assert!(is_refused("{ .q = { [0 ... 3] = { 1, 2 }, [2] = { .y = 2 } } }"));
        assert!(is_refused("{ .q = { [A] = { 1, 2 }, [A] = { .y = 2 } } }"));
    }

    #[test]
    fn braces_that_name_all_earlier_values_are_taken() {
        assert!(!is_refused("{ .p.x = 1, .p = { .x = 3, .y = 2 } }"));
        assert!(!is_refused("{ .p = { 1, 2 }, .p.y = 3 }"));
        assert!(!is_refused("{ .q = { [0 ... 3] = { 1 }, [2] = { 5, 2 } } }"));
        assert!(!is_refused("{ .q = { [A] = { 1, 2 }, [B] = { .y = 2 } } }"));
        assert!(!is_refused("{ .p.x = 1, .q = { { 3 } } }"));
    }
}
