//! Fragments of C as text, which parses back to the same fragment.

use super::{BaseType, CExpr, CExprKind, CType, Pattern};
use argand_cfa::{FloatKind, UnaryOp};
use std::fmt;

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Assign(left, right) => write!(f, "{left} = {right}"),
            Self::Expr(expr) => expr.fmt(f),
            Self::Return(None) => f.write_str("return"),
            Self::Return(Some(expr)) => write!(f, "return {expr}"),
            Self::Declare(name) => write!(f, "int {name}"),
            Self::Any => f.write_str("$?"),
        }
    }
}

/// Operands of operators are put in parentheses unless they are as simple as can be.
struct Operand<'a>(&'a CExpr);

impl fmt::Display for Operand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let compound = matches!(
            self.0.kind,
            CExprKind::Binary(..)
                | CExprKind::And(..)
                | CExprKind::Or(..)
                | CExprKind::Conditional(..)
                | CExprKind::Cast(..)
                | CExprKind::Unary(..)
                | CExprKind::Deref(_)
                | CExprKind::AddrOf(_)
        );
        if compound { write!(f, "({})", self.0) } else { self.0.fmt(f) }
    }
}

impl fmt::Display for CExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            CExprKind::Any => f.write_str("$?"),
            CExprKind::Bound(n) => write!(f, "${n}"),
            CExprKind::AutomatonVariable(name) => write!(f, "$${name}"),
            CExprKind::Name(name) => f.write_str(name),
            CExprKind::Int { value, unsigned, longs } => {
                let suffix = if *unsigned { "u" } else { "" };
                write!(f, "{value}{suffix}{}", "l".repeat(usize::from(*longs)))
            }
            CExprKind::Float(bits, kind) => {
                let suffix = match kind {
                    FloatKind::Float => "f",
                    FloatKind::Double => "",
                    FloatKind::LongDouble => "l",
                };
                write!(f, "{:?}{suffix}", f64::from_bits(*bits))
            }
            CExprKind::Conditional(c, a, b) => {
                write!(f, "{} ? {} : {}", Operand(c), Operand(a), Operand(b))
            }
            CExprKind::Unary(op, a) => {
                let symbol = match op {
                    UnaryOp::Neg => "-",
                    UnaryOp::BitNot => "~",
                    UnaryOp::Not => "!",
                };
                write!(f, "{symbol}{}", Operand(a))
            }
            CExprKind::Binary(op, a, b) => write!(f, "{} {} {}", Operand(a), op.symbol(), Operand(b)),
            CExprKind::And(a, b) => write!(f, "{} && {}", Operand(a), Operand(b)),
            CExprKind::Or(a, b) => write!(f, "{} || {}", Operand(a), Operand(b)),
            CExprKind::Deref(a) => write!(f, "*{}", Operand(a)),
            CExprKind::AddrOf(a) => write!(f, "&{}", Operand(a)),
            CExprKind::Member(a, name) => write!(f, "{}.{name}", Operand(a)),
            CExprKind::Arrow(a, name) => write!(f, "{}->{name}", Operand(a)),
            CExprKind::Index(a, i) => write!(f, "{}[{i}]", Operand(a)),
            CExprKind::Call(callee, args) => {
                write!(f, "{}(", Operand(callee))?;
                for (i, arg) in args.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    arg.fmt(f)?;
                }
                f.write_str(")")
            }
            CExprKind::Cast(ty, a) => write!(f, "({ty}){}", Operand(a)),
            CExprKind::SizeOf(ty) => write!(f, "sizeof({ty})"),
        }
    }
}

impl fmt::Display for CType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.base {
            BaseType::Void => f.write_str("void")?,
            BaseType::Int(kind) => f.write_str(kind.name())?,
            BaseType::Float(kind) => f.write_str(kind.name())?,
            BaseType::Struct(tag) => write!(f, "struct {tag}")?,
            BaseType::Union(tag) => write!(f, "union {tag}")?,
            BaseType::Named(name) => f.write_str(name)?,
        }
        f.write_str(&"*".repeat(self.pointers as usize))
    }
}

#[cfg(test)]
mod tests {
    use crate::pattern::{parse_condition, parse_expression, parse_pattern};
    use argand_support::{FileId, Span};

    fn at() -> Span {
        Span::point(FileId::new(0), 3, 7)
    }

    #[test]
    fn patterns_parse_and_print_as_what_they_mean() {
        let cases = [
            ("$1 = malloc($?)", "$1 = malloc($?)"),
            ("free($1);", "free($1)"),
            ("$? = fopen($1,\n $2)", "$? = fopen($1, $2)"),
            ("x == 0", "x == 0"),
            ("return $1", "return $1"),
            ("return;", "return"),
            ("x += 2 * y", "x = x + (2 * y)"),
            ("i++", "i = i + 1"),
            ("int x = 5;", "x = 5"),
            ("unsigned long n", "int n"),
            ("$?", "$?"),
            ("p->next[i].v = *q", "p->next[i].v = *q"),
            ("a & 0x10 | b << 3", "(a & 16) | (b << 3)"),
            ("f((FILE *)$1, (void*)0, 'a')", "f((FILE*)$1, (void*)0, 97)"),
        ];
        for (text, printed) in cases {
            let pattern = parse_pattern(text, at()).unwrap();
            assert_eq!(pattern.to_string(), printed, "{text}");
            assert_eq!(parse_pattern(printed, at()).unwrap(), pattern, "{printed}");
        }
    }

    #[test]
    fn conditions_keep_precedence_and_casts() {
        let cases = [
            ("((int)$1) != 0", "((int)$1) != 0"),
            ("a + b * c == d && !e || f", "(((a + (b * c)) == d) && (!e)) || f"),
            ("(f)(x)", "f(x)"),
            (
                "(unsigned long long) -x < sizeof(struct node *)",
                "((unsigned long long)(-x)) < sizeof(struct node*)",
            ),
            ("$$count > 017", "$$count > 15"),
        ];
        for (text, printed) in cases {
            let condition = parse_condition(text, at()).unwrap();
            assert_eq!(condition.to_string(), printed, "{text}");
            assert_eq!(parse_condition(printed, at()).unwrap(), condition, "{printed}");
        }
    }

    #[test]
    fn whole_expressions_have_floats_and_conditionals() {
        let cases = [
            ("a ? b : c ? d : e", "a ? b : (c ? d : e)"),
            ("x < 1.5 && y >= 2e3f || z == 0x10", "((x < 1.5) && (y >= 2000.0f)) || (z == 16)"),
            ("(a || b) ? 1 : .5L", "(a || b) ? 1 : 0.5l"),
        ];
        for (text, printed) in cases {
            let condition = parse_expression(text, at()).unwrap();
            assert_eq!(condition.to_string(), printed, "{text}");
            assert_eq!(parse_expression(printed, at()).unwrap(), condition, "{printed}");
        }
        assert!(parse_expression("a ? b", at()).is_err());
        assert!(parse_expression(&"a ? ".repeat(900), at()).is_err());
    }

    #[test]
    fn errors_point_into_the_fragment() {
        let place = |text: &str| {
            let error = parse_pattern(text, at()).unwrap_err();
            (error.span.line, error.span.column)
        };
        assert_eq!(place("x = = 3"), (3, 11));
        assert_eq!(place("f(\n  \"a\")"), (4, 3));
        assert_eq!(place("$x"), (3, 7));
        assert_eq!(place("a ? b : c"), (3, 9));
        assert_eq!(place("1.5"), (3, 7));
        assert!(parse_condition(&"(".repeat(5000), at()).is_err());
        assert!(parse_condition(&"!".repeat(5000), at()).is_err());
        assert!(parse_condition(&"a+".repeat(5000), at()).is_err());
    }
}
