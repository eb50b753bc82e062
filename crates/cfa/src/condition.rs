//! Conditions with `&&`, `||` and `!`, which expressions leave to control flow.
//!
//! Expressions have no operators that leave a part of them unevaluated. Where a condition of C comes from outside the
//! program, as in a witness, it is a tree of them: `p && p->next` reads `p->next` only where `p` is not null.

use crate::expr::ExprId;
use crate::program::{LocId, Op, Program};
use argand_support::Span;

/// A condition on the state of a program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Condition {
    /// A scalar is nonzero (`true`) or zero (`false`).
    Is(ExprId, bool),
    /// All of them hold; they are looked at in order, up to the first that does not.
    All(Vec<Self>),
    /// One of them holds; they are looked at in order, up to the first that does.
    Any(Vec<Self>),
}

impl Condition {
    /// The opposite.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Is(expr, truth) => Self::Is(expr, !truth),
            Self::All(parts) => Self::Any(parts.into_iter().map(Self::negated).collect()),
            Self::Any(parts) => Self::All(parts.into_iter().map(Self::negated).collect()),
        }
    }

    /// Whether it holds where `is_true` says whether expressions are nonzero; `None` where it cannot say.
    pub fn eval(&self, is_true: &mut dyn FnMut(ExprId) -> Option<bool>) -> Option<bool> {
        match self {
            Self::Is(expr, truth) => is_true(*expr).map(|is| is == *truth),
            Self::All(parts) => {
                for part in parts {
                    if !part.eval(is_true)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Self::Any(parts) => {
                for part in parts {
                    if part.eval(is_true)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
        }
    }

    /// The expressions in it, from left to right.
    pub fn for_each(&self, visit: &mut impl FnMut(ExprId, bool)) {
        match self {
            Self::Is(expr, truth) => visit(*expr, *truth),
            Self::All(parts) | Self::Any(parts) => parts.iter().for_each(|part| part.for_each(visit)),
        }
    }

    /// Adds edges that lead from a location to `yes` where the condition holds and to `no` where it does not.
    pub fn branch(&self, program: &mut Program, from: LocId, (yes, no): (LocId, LocId), span: Span) {
        match self {
            Self::Is(cond, truth) => {
                for way in [true, false] {
                    let to = if way == *truth { yes } else { no };
                    program.add_edge(from, to, Op::Assume { cond: *cond, truth: way }, span);
                }
            }
            Self::All(parts) | Self::Any(parts) => {
                let all = matches!(self, Self::All(_));
                let Some((last, first)) = parts.split_last() else {
                    program.add_edge(from, if all { yes } else { no }, Op::Noop, span);
                    return;
                };
                let (func, mut at) = (program.locs[from].func, from);
                for part in first {
                    let next = program.add_loc(func);
                    part.branch(program, at, if all { (next, no) } else { (yes, next) }, span);
                    at = next;
                }
                last.branch(program, at, (yes, no), span);
            }
        }
    }
}
