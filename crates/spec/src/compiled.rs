//! What compilation makes of an automaton: its transitions on each edge of one program.

use crate::automaton::{Automaton, AutomatonKind, Value};
use crate::lower::{Alternatives, Conjunction};
use crate::residual::{Number, Residual};
use argand_cfa::{EdgeId, ExprId, Violated};
use argand_support::FxHashMap;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The values that an automaton variable in an assumption may have; others make the answer unknown.
pub(crate) const VARIABLE_VALUES: std::ops::RangeInclusive<i64> = -16..=64;

/// An automaton and what it does on each edge of a program.
#[derive(Clone, Debug)]
pub struct CompiledAutomaton {
    pub(crate) automaton: Automaton,
    pub(crate) property: Violated,
    pub(crate) matches: FxHashMap<(u32, EdgeId), Box<[Match]>>,
    pub(crate) checks: Vec<Check>,
    pub(crate) messages: Vec<String>,
}

/// A question to other analyses.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Check {
    /// The analysis that is asked; any, if none is named.
    pub analysis: Option<String>,
    /// The question as it was written.
    pub text: String,
    /// The question as an expression of the program, if it is one: whether it is not zero, or its value.
    pub expr: Option<ExprId>,
}

/// A transition on an edge that may trigger it.
#[derive(Clone, Debug)]
pub(crate) struct Match {
    pub(crate) condition: Residual,
    pub(crate) assertions: Vec<(Residual, usize)>,
    pub(crate) assume: Assume,
    pub(crate) actions: Vec<Act>,
    pub(crate) next: Step,
    pub(crate) unsupported: Option<String>,
}

/// What a match assumes.
#[derive(Clone, Debug)]
pub(crate) enum Assume {
    /// Nothing.
    Nothing,
    /// The same whatever the automaton's variables hold.
    Fixed(Guard),
    /// For each value of a variable something else, from the first value of [`VARIABLE_VALUES`] on.
    ByVariable(usize, Vec<Guard>),
}

/// An assumption and its opposite.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    pub(crate) holds: Alternatives,
    pub(crate) fails: Alternatives,
}

#[derive(Clone, Debug)]
pub(crate) enum Act {
    SetInt(usize, Number),
    SetMember { variable: usize, element: String, member: bool },
    Print { once: bool, parts: Vec<Part> },
}

#[derive(Clone, Debug)]
pub(crate) enum Part {
    Text(String),
    Int(Number),
    Bool(Residual),
}

/// Where a match leads.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Goto(u32),
    /// A violation, with the position of its message.
    Error(usize),
    Stop,
    Break,
}

impl CompiledAutomaton {
    /// The automaton it was made from.
    #[must_use]
    pub const fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    /// What a run violates that it rejects.
    #[must_use]
    pub const fn property(&self) -> &Violated {
        &self.property
    }

    /// A question that residual conditions refer to.
    #[must_use]
    pub fn check(&self, index: usize) -> Option<&Check> {
        self.checks.get(index)
    }

    /// Whether some edge of the program triggers a transition: otherwise the property says nothing about it.
    #[must_use]
    pub fn is_relevant(&self) -> bool {
        !self.matches.is_empty()
    }

    /// Whether some transition assumes something of the program.
    #[must_use]
    pub fn assumes_anything(&self) -> bool {
        self.automaton.states.iter().flat_map(|state| &state.transitions).any(|t| t.assume.is_some())
    }

    /// Whether some transition asks the analyses something.
    #[must_use]
    pub fn asks_anything(&self) -> bool {
        !self.checks.is_empty()
    }

    /// The edges on which the automaton does something, in order.
    #[must_use]
    pub fn relevant_edges(&self) -> Vec<EdgeId> {
        let edges: BTreeSet<EdgeId> = self.matches.keys().map(|&(_, edge)| edge).collect();
        edges.into_iter().collect()
    }
}

/// What the automaton does on each edge, for people.
impl std::fmt::Display for CompiledAutomaton {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut keys: Vec<_> = self.matches.iter().map(|(key, list)| (*key, list)).collect();
        keys.sort_by_key(|(key, _)| *key);
        writeln!(f, "automaton {}", self.automaton.name)?;
        for ((state, edge), list) in keys {
            let name = self.automaton.states.get(state as usize).map_or("?", |s| &s.name);
            for m in list {
                let mut line = format!("  {name} on {edge}:");
                if m.condition != Residual::Const(true) {
                    line.push_str(" if asked,");
                }
                if let Assume::Fixed(guard) = &m.assume {
                    let _ = write!(line, " assume {},", alternatives_text(&guard.holds));
                }
                let _ = match &m.next {
                    Step::Goto(to) => {
                        let to = self.automaton.states.get(*to as usize).map_or("?", |s| &s.name);
                        write!(line, " go to {to}")
                    }
                    Step::Error(message) => write!(line, " error: {}", self.messages[*message]),
                    Step::Stop => write!(line, " stop"),
                    Step::Break => write!(line, " break"),
                };
                writeln!(f, "{line}")?;
            }
        }
        Ok(())
    }
}

fn alternatives_text(alternatives: &Alternatives) -> String {
    let one = |c: &Conjunction| {
        let literals: Vec<_> = c.iter().map(|(e, t)| format!("{}{e}", if *t { "" } else { "!" })).collect();
        literals.join(" && ")
    };
    alternatives.iter().map(one).collect::<Vec<_>>().join(" || ")
}

/// The initial values of an automaton's variables.
pub(crate) fn initial_values(automaton: &Automaton) -> (Vec<i64>, Vec<BTreeSet<String>>) {
    let ints = automaton.variables.iter().map(|v| if let Value::Int(n) = v.initial { n } else { 0 });
    let sets = automaton.variables.iter().map(|v| match &v.initial {
        Value::Int(_) => BTreeSet::new(),
        Value::Set(words) => words.iter().cloned().collect(),
    });
    (ints.collect(), sets.collect())
}

impl CompiledAutomaton {
    pub(crate) const fn is_observer(&self) -> bool {
        matches!(self.automaton.kind, AutomatonKind::Observer)
    }

    /// The guard of an assumption under the values of the automaton's variables.
    pub(crate) fn guard<'m>(assume: &'m Assume, ints: &[i64]) -> Result<Option<&'m Guard>, String> {
        match assume {
            Assume::Nothing => Ok(None),
            Assume::Fixed(guard) => Ok(Some(guard)),
            Assume::ByVariable(variable, table) => {
                let value = ints.get(*variable).copied().unwrap_or(0);
                let at = value.checked_sub(*VARIABLE_VALUES.start()).and_then(|i| usize::try_from(i).ok());
                let guard = at.and_then(|i| table.get(i));
                guard
                    .map(Some)
                    .ok_or_else(|| format!("an automaton variable in an assumption that holds {value}"))
            }
        }
    }
}
