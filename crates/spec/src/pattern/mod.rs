//! Fragments of C inside specifications: patterns of statements, and conditions to assume.
//!
//! `$?` stands for anything, `$1` for anything and remembers it, `$$v` for the automaton's variable `v`.

mod lexer;
mod parser;
mod text;

use argand_cfa::{BinaryOp, FloatKind, IntKind, UnaryOp};
use argand_support::Span;

pub use parser::{parse_assumption, parse_condition, parse_expression, parse_pattern};

/// A pattern of a statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Pattern {
    /// `a = b`.
    Assign(CExpr, CExpr),
    /// A call, or a condition that a branch establishes.
    Expr(CExpr),
    /// `return` and what is returned, if anything.
    Return(Option<CExpr>),
    /// The declaration of a variable without an initialiser.
    Declare(String),
    /// Any statement.
    Any,
}

/// An expression with its place.
#[derive(Clone, Debug)]
pub struct CExpr {
    /// What it is.
    pub kind: CExprKind,
    /// Where it was written.
    pub span: Span,
}

/// Expressions are equal when they say the same, wherever they stand.
impl PartialEq for CExpr {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

/// What an expression is.
#[derive(Clone, PartialEq, Debug)]
pub enum CExprKind {
    /// `$?`.
    Any,
    /// `$1`.
    Bound(u32),
    /// `$$v`.
    AutomatonVariable(String),
    /// A variable or function.
    Name(String),
    /// An integer constant, with the smallest type its suffix allows.
    Int {
        /// The value.
        value: u64,
        /// Whether it has a `u` suffix.
        unsigned: bool,
        /// How many `l` its suffix has.
        longs: u8,
    },
    /// A floating constant: the bits of the double, and the type its suffix gives it.
    Float(u64, FloatKind),
    /// An operator with one operand.
    Unary(UnaryOp, Box<CExpr>),
    /// An operator with two operands; pointer arithmetic is `Add` and `Sub` here.
    Binary(BinaryOp, Box<CExpr>, Box<CExpr>),
    /// `a && b`.
    And(Box<CExpr>, Box<CExpr>),
    /// `a || b`.
    Or(Box<CExpr>, Box<CExpr>),
    /// `c ? a : b`.
    Conditional(Box<CExpr>, Box<CExpr>, Box<CExpr>),
    /// `*p`.
    Deref(Box<CExpr>),
    /// `&x`.
    AddrOf(Box<CExpr>),
    /// `a.m`.
    Member(Box<CExpr>, String),
    /// `a->m`.
    Arrow(Box<CExpr>, String),
    /// `a[i]`.
    Index(Box<CExpr>, Box<CExpr>),
    /// `f(a, b)`.
    Call(Box<CExpr>, Vec<CExpr>),
    /// `(T) a`.
    Cast(CType, Box<CExpr>),
    /// `sizeof(T)`.
    SizeOf(CType),
}

/// A type in a cast.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CType {
    /// What the pointers point to in the end.
    pub base: BaseType,
    /// How many `*` there are.
    pub pointers: u32,
}

/// A type without pointers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BaseType {
    /// `void`.
    Void,
    /// An integer type.
    Int(IntKind),
    /// A floating type.
    Float(FloatKind),
    /// `struct tag`.
    Struct(String),
    /// `union tag`.
    Union(String),
    /// A name that `typedef` made.
    Named(String),
}

impl CExpr {
    /// Visits the expression and everything inside it.
    pub fn for_each<'a>(&'a self, visit: &mut impl FnMut(&'a CExpr)) {
        visit(self);
        match &self.kind {
            CExprKind::Any
            | CExprKind::Bound(_)
            | CExprKind::AutomatonVariable(_)
            | CExprKind::Name(_)
            | CExprKind::Int { .. }
            | CExprKind::Float(..)
            | CExprKind::SizeOf(_) => {}
            CExprKind::Unary(_, a)
            | CExprKind::Deref(a)
            | CExprKind::AddrOf(a)
            | CExprKind::Member(a, _)
            | CExprKind::Arrow(a, _)
            | CExprKind::Cast(_, a) => a.for_each(visit),
            CExprKind::Binary(_, a, b)
            | CExprKind::And(a, b)
            | CExprKind::Or(a, b)
            | CExprKind::Index(a, b) => {
                a.for_each(visit);
                b.for_each(visit);
            }
            CExprKind::Conditional(c, a, b) => [c, a, b].into_iter().for_each(|part| part.for_each(visit)),
            CExprKind::Call(callee, args) => {
                callee.for_each(visit);
                for arg in args {
                    arg.for_each(visit);
                }
            }
        }
    }
}

impl Pattern {
    /// The expressions of the pattern.
    pub fn expressions(&self) -> impl Iterator<Item = &CExpr> {
        let (first, second) = match self {
            Self::Assign(a, b) => (Some(a), Some(b)),
            Self::Expr(a) | Self::Return(Some(a)) => (Some(a), None),
            Self::Return(None) | Self::Declare(_) | Self::Any => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The numbers of the `$1`, `$2`, … that a match binds.
    #[must_use]
    pub fn bound(&self) -> Vec<u32> {
        let mut numbers = Vec::new();
        for expr in self.expressions() {
            expr.for_each(&mut |e| {
                if let CExprKind::Bound(n) = e.kind {
                    numbers.push(n);
                }
            });
        }
        numbers
    }
}
