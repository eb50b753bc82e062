//! On which edges an automaton may do something, and what it looks at there: what must stay of a program that is
//! reduced to what the automaton can see.

use crate::compiled::{Act, Assume, CompiledAutomaton, Guard, Match, Part};
use crate::residual::{Number, Residual};
use argand_cfa::{EdgeId, ExprId};
use std::collections::{BTreeMap, BTreeSet};

/// What an automaton may react to.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Reactions {
    /// The edges on which it may change its state, find a violation or say something, with the expressions that it
    /// evaluates after them.
    pub edges: BTreeMap<EdgeId, BTreeSet<ExprId>>,
    /// Whether it asks other analyses what they know: nobody can tell what that depends on.
    pub asks: bool,
}

impl CompiledAutomaton {
    /// What the automaton may react to.
    #[must_use]
    pub fn reactions(&self) -> Reactions {
        let mut found = Reactions::default();
        for edge in self.relevant_edges() {
            found.edges.insert(edge, BTreeSet::new());
        }
        for state in 0..self.automaton.states.len() {
            let Ok(state) = u32::try_from(state) else { continue };
            for edge in self.relevant_edges() {
                for m in self.matches.get(&(state, edge)).into_iter().flatten() {
                    found.asks |= asks_match(m);
                    found.edges.entry(edge).or_default().extend(assumed(&m.assume));
                }
            }
        }
        found
    }
}

/// The expressions of an assumption.
fn assumed(assume: &Assume) -> BTreeSet<ExprId> {
    let guards: &[Guard] = match assume {
        Assume::Nothing => &[],
        Assume::Fixed(guard) => std::slice::from_ref(guard),
        Assume::ByVariable(_, guards) => guards,
    };
    let alternatives = guards.iter().flat_map(|guard| guard.holds.iter().chain(&guard.fails));
    alternatives.flat_map(|all| all.iter().map(|&(expr, _)| expr)).collect()
}

fn asks_match(m: &Match) -> bool {
    let acts = m.actions.iter().any(|act| match act {
        Act::SetInt(_, value) => asks_number(value),
        Act::SetMember { .. } => false,
        Act::Print { parts, .. } => parts.iter().any(|part| match part {
            Part::Text(_) => false,
            Part::Int(value) => asks_number(value),
            Part::Bool(condition) => asks(condition),
        }),
    });
    acts || asks(&m.condition) || m.assertions.iter().any(|(condition, _)| asks(condition))
}

fn asks(condition: &Residual) -> bool {
    match condition {
        Residual::Const(_) | Residual::Member(..) => false,
        Residual::Not(a) => asks(a),
        Residual::And(a, b) | Residual::Or(a, b) | Residual::Same(a, b, _) => asks(a) || asks(b),
        Residual::SameInt(a, b, _) => asks_number(a) || asks_number(b),
        Residual::Check(_) | Residual::IsTarget => true,
    }
}

fn asks_number(number: &Number) -> bool {
    match number {
        Number::Const(_) | Number::Variable(_) => false,
        Number::Add(a, b) | Number::Sub(a, b) => asks_number(a) || asks_number(b),
        Number::Eval(_) => true,
    }
}
