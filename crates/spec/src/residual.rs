//! What is left of conditions and numbers when the edge is known.
//!
//! Compilation decides what the edge decides, a step decides what the automaton's variables decide, and the rest
//! is a matter for an [`Oracle`]: the other analyses.

use crate::step::AutomatonState;

/// What is left of a condition when the edge is known.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Residual {
    /// Always or never.
    Const(bool),
    /// The opposite.
    Not(Box<Residual>),
    /// Both.
    And(Box<Residual>, Box<Residual>),
    /// One or both.
    Or(Box<Residual>, Box<Residual>),
    /// Both are equal (or, if the flag is false, different).
    Same(Box<Residual>, Box<Residual>, bool),
    /// Two numbers are equal (or, if the flag is false, different).
    SameInt(Number, Number, bool),
    /// The set of the automaton at this position holds the word.
    Member(usize, String),
    /// The answer to a question, by its position in [`CompiledAutomaton::check`](crate::CompiledAutomaton::check).
    Check(usize),
    /// Another analysis is in a target state.
    IsTarget,
}

/// What is left of a number when the edge is known.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Number {
    /// A constant.
    Const(i64),
    /// The automaton's variable at this position.
    Variable(usize),
    /// A sum.
    Add(Box<Number>, Box<Number>),
    /// A difference.
    Sub(Box<Number>, Box<Number>),
    /// The answer to a question, by its position in [`CompiledAutomaton::check`](crate::CompiledAutomaton::check).
    Eval(usize),
}

impl Residual {
    pub(crate) fn not(a: Self) -> Self {
        match a {
            Self::Const(value) => Self::Const(!value),
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    pub(crate) fn and(a: Self, b: Self) -> Self {
        match (a, b) {
            (Self::Const(false), _) | (_, Self::Const(false)) => Self::Const(false),
            (Self::Const(true), x) | (x, Self::Const(true)) => x,
            (a, b) => Self::And(Box::new(a), Box::new(b)),
        }
    }

    pub(crate) fn or(a: Self, b: Self) -> Self {
        match (a, b) {
            (Self::Const(true), _) | (_, Self::Const(true)) => Self::Const(true),
            (Self::Const(false), x) | (x, Self::Const(false)) => x,
            (a, b) => Self::Or(Box::new(a), Box::new(b)),
        }
    }

    pub(crate) fn same(a: Self, b: Self, same: bool) -> Self {
        match (a, b) {
            (Self::Const(value), x) | (x, Self::Const(value)) => {
                if value == same {
                    x
                } else {
                    Self::not(x)
                }
            }
            (a, b) => Self::Same(Box::new(a), Box::new(b), same),
        }
    }

    pub(crate) fn same_int(a: Number, b: Number, same: bool) -> Self {
        match (&a, &b) {
            (Number::Const(x), Number::Const(y)) => Self::Const((x == y) == same),
            _ => Self::SameInt(a, b, same),
        }
    }
}

impl Number {
    /// The number with the automaton's variables put in.
    pub(crate) fn decide(&self, state: &AutomatonState) -> Result<Self, String> {
        Ok(match self {
            Self::Const(_) | Self::Eval(_) => self.clone(),
            Self::Variable(index) => Self::Const(state.int(*index)),
            Self::Add(a, b) | Self::Sub(a, b) => match (a.decide(state)?, b.decide(state)?) {
                (Self::Const(x), Self::Const(y)) => {
                    let result =
                        if matches!(self, Self::Add(..)) { x.checked_add(y) } else { x.checked_sub(y) };
                    Self::Const(result.ok_or("an automaton variable overflows")?)
                }
                (a, b) if matches!(self, Self::Add(..)) => Self::Add(Box::new(a), Box::new(b)),
                (a, b) => Self::Sub(Box::new(a), Box::new(b)),
            },
        })
    }

    /// The value, with questions answered by `ask`; `None` if an answer is missing.
    pub fn evaluate(&self, ask: &mut dyn FnMut(usize) -> Option<i64>) -> Option<i64> {
        match self {
            Self::Const(n) => Some(*n),
            Self::Variable(_) => None,
            Self::Add(a, b) => a.evaluate(ask)?.checked_add(b.evaluate(ask)?),
            Self::Sub(a, b) => a.evaluate(ask)?.checked_sub(b.evaluate(ask)?),
            Self::Eval(check) => ask(*check),
        }
    }
}

/// Who answers what only other analyses know.
pub trait Oracle {
    /// Whether a question, by its position, is answered with yes.
    fn check(&mut self, index: usize) -> Option<bool>;
    /// The number that answers a question.
    fn eval(&mut self, index: usize) -> Option<i64>;
    /// Whether another analysis is in a target state.
    fn is_target(&mut self) -> Option<bool>;
}

impl Residual {
    /// The condition with the automaton's variables put in.
    pub(crate) fn decide(&self, state: &AutomatonState) -> Self {
        match self {
            Self::Const(_) | Self::Check(_) | Self::IsTarget => self.clone(),
            Self::Not(a) => Self::not(a.decide(state)),
            Self::And(a, b) => Self::and(a.decide(state), b.decide(state)),
            Self::Or(a, b) => Self::or(a.decide(state), b.decide(state)),
            Self::Same(a, b, same) => Self::same(a.decide(state), b.decide(state), *same),
            Self::SameInt(a, b, same) => match (a.decide(state), b.decide(state)) {
                (Ok(a), Ok(b)) => Self::same_int(a, b, *same),
                // A sum that overflows is equal to no number an automaton can hold.
                _ => Self::Const(!same),
            },
            Self::Member(set, word) => Self::Const(state.has_member(*set, word)),
        }
    }

    /// Whether the condition holds; `None` if the oracle does not know.
    pub fn evaluate(&self, oracle: &mut dyn Oracle) -> Option<bool> {
        match self {
            Self::Const(value) => Some(*value),
            Self::Not(a) => a.evaluate(oracle).map(|v| !v),
            Self::And(a, b) => match (a.evaluate(oracle), b.evaluate(oracle)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), other) | (other, Some(true)) => other,
                (None, None) => None,
            },
            Self::Or(a, b) => match (a.evaluate(oracle), b.evaluate(oracle)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), other) | (other, Some(false)) => other,
                (None, None) => None,
            },
            Self::Same(a, b, same) => Some((a.evaluate(oracle)? == b.evaluate(oracle)?) == *same),
            Self::SameInt(a, b, same) => {
                let a = a.evaluate(&mut |index| oracle.eval(index))?;
                let b = b.evaluate(&mut |index| oracle.eval(index))?;
                Some((a == b) == *same)
            }
            Self::Member(..) => None,
            Self::Check(index) => oracle.check(*index),
            Self::IsTarget => oracle.is_target(),
        }
    }
}
