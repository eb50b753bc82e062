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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instrument::{check_function, insert_check};
    use crate::testing::program;
    use crate::verify::verify;

    #[test]
    fn parts_behind_the_deciding_one_are_not_looked_at() {
        let (a, b) = (ExprId::new(0), ExprId::new(1));
        let both = Condition::All(vec![Condition::Is(a, true), Condition::Is(b, true)]);
        let mut only_a = |expr: ExprId| (expr == a).then_some(false);
        assert_eq!(both.eval(&mut only_a), Some(false));
        assert_eq!(both.clone().negated().eval(&mut only_a), Some(true));
        let other = Condition::Any(vec![Condition::Is(a, true), Condition::Is(b, true)]);
        assert_eq!(other.eval(&mut only_a), None);
        assert_eq!(Condition::All(Vec::new()).eval(&mut |_| None), Some(true));
        assert_eq!(
            both.negated().negated(),
            Condition::All(vec![Condition::Is(a, true), Condition::Is(b, true)])
        );
    }

    #[test]
    fn a_program_with_checks_of_conditions_is_well_formed() {
        let text = "
cfa LP64
static int x
func main: int(void) {
  entry L0 exit L1
  return int r
  L0 -> L2: x = 1
  L2 -> L1: r = x
}";
        let mut program = program(text);
        let (cond, _) = program.pool.iter().next().expect("the program has expressions");
        let callee = check_function(&mut program, "some check");
        let nested = Condition::All(vec![
            Condition::Any(vec![Condition::Is(cond, true), Condition::Is(cond, false)]),
            Condition::All(Vec::new()),
            Condition::Is(cond, true),
        ]);
        let call = insert_check(&mut program, LocId::new(2), &nested, Span::NONE, callee);
        assert!(matches!(program.edges[call].op, Op::Extern(_)));
        assert!(verify(&program).is_empty(), "{:?}", verify(&program));
    }
}
