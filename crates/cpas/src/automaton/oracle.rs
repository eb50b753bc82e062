//! The siblings as the ones who answer a specification's questions.

use argand_cfa::{ExprId, Program};
use argand_cpa::{Constant, Query, Siblings};
use argand_domains::{IntShape, Interval, Truth};
use argand_spec::{Check, CompiledAutomaton, Oracle};

pub(super) struct AskSiblings<'a> {
    pub program: &'a Program,
    pub automaton: &'a CompiledAutomaton,
    pub siblings: &'a Siblings<'a>,
}

impl AskSiblings<'_> {
    /// Every value an integer expression can have, as far as the siblings know.
    fn range(&self, expr: ExprId) -> Option<Interval> {
        if let Some(Constant::Int(value)) = self.siblings.value(expr) {
            return Some(Interval::single(value));
        }
        let ty = self.program.expr(expr).ty;
        let shape = IntShape::of(&self.program.types, ty)?;
        if !(shape.is_ordered() && self.program.types.is_integer(ty)) {
            return None;
        }
        let (lo, hi) = self.siblings.int_range(expr, (shape.min(), shape.max()));
        Interval::between(lo, hi)
    }

    fn question(&self, index: usize) -> Option<&Check> {
        self.automaton.check(index)
    }
}

impl Oracle for AskSiblings<'_> {
    fn check(&mut self, index: usize) -> Option<bool> {
        let check = self.question(index)?;
        match check.expr.and_then(|expr| self.range(expr)).map(Interval::truth) {
            Some(Truth::True) => return Some(true),
            Some(Truth::False) => return Some(false),
            Some(Truth::Unknown) | None => {}
        }
        let mut query = Query::Check {
            analysis: check.analysis.as_deref()?.into(),
            property: check.text.as_str().into(),
            holds: None,
        };
        self.siblings.ask(&mut query);
        if let Query::Check { holds, .. } = query { holds } else { None }
    }

    fn eval(&mut self, index: usize) -> Option<i64> {
        let check = self.question(index)?;
        let known = check.expr.and_then(|expr| self.range(expr)).and_then(Interval::as_single);
        if let Some(value) = known {
            return i64::try_from(value).ok();
        }
        let mut query = Query::Eval {
            analysis: check.analysis.as_deref()?.into(),
            expression: check.text.as_str().into(),
            value: None,
        };
        self.siblings.ask(&mut query);
        if let Query::Eval { value, .. } = query { i64::try_from(value?).ok() } else { None }
    }

    fn is_target(&mut self) -> Option<bool> {
        Some(self.siblings.is_target())
    }
}
