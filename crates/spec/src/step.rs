//! The run of a compiled automaton, one edge at a time.

use crate::compiled::{Act, Assume, CompiledAutomaton, Guard, Match, Part, Step, initial_values};
use crate::lower::{Conjunction, both};
use crate::residual::{Number, Residual};
use argand_cfa::EdgeId;
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// Where an automaton is and what its variables hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AutomatonState {
    at: Position,
    /// Numbers by the position of the variable; positions of sets hold 0.
    ints: SmallVec<[i64; 2]>,
    /// Sets by the position of the variable; no entry at all if the automaton has no set.
    sets: Vec<BTreeSet<String>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Position {
    State(u32),
    /// A violation, with the position of its message.
    Error(u32),
    /// Beyond a violation, which was reported once and is not reported again.
    Past,
}

/// A successor of an automaton state, with what it asks of the other analyses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Successor {
    /// The automaton after the edge.
    pub state: AutomatonState,
    /// Conditions on the program after the edge, all of which hold for this successor.
    pub assumes: Conjunction,
    /// Conditions that only other analyses can decide, with the truth they must have for this successor.
    pub pending: Vec<(Residual, bool)>,
    /// Variables whose new values only other analyses know.
    pub evaluations: Vec<(usize, Number)>,
    /// What to tell the user, and whether only once.
    pub prints: Vec<(String, bool)>,
    /// Whether the automaton asks the analysis to stop here.
    pub breaks: bool,
}

/// What happens on an edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stepped {
    /// The automaton stays as it is.
    Unchanged,
    /// It goes on to these states; none at all means that the path ends here.
    To(Vec<Successor>),
    /// It asks for something that cannot be done.
    Unsupported(String),
}

/// A way in which transitions were decided so far.
#[derive(Clone, Default)]
struct Branch {
    assumes: Conjunction,
    pending: Vec<(Residual, bool)>,
}

impl Branch {
    fn assuming(&self, conditions: &Conjunction) -> Option<Self> {
        Some(Self { assumes: both(&self.assumes, conditions)?, pending: self.pending.clone() })
    }

    fn deciding(mut self, condition: &Residual, truth: bool) -> Self {
        self.pending.push((condition.clone(), truth));
        self
    }
}

impl CompiledAutomaton {
    /// The state in which the automaton starts.
    #[must_use]
    pub fn initial(&self) -> AutomatonState {
        let (ints, sets) = initial_values(&self.automaton);
        let at = Position::State(u32::try_from(self.automaton.initial).unwrap_or(0));
        let sets = if sets.iter().all(BTreeSet::is_empty) { Vec::new() } else { sets };
        AutomatonState { at, ints: SmallVec::from_vec(ints), sets }
    }

    /// What violates the property in a state, if it is a violation.
    #[must_use]
    pub fn violation(&self, state: &AutomatonState) -> Option<String> {
        match state.at {
            Position::Error(message) => {
                let template = self.messages.get(message as usize).map_or("", String::as_str);
                Some(self.with_variables(template, state))
            }
            Position::State(number) => {
                let info = self.automaton.states.get(number as usize)?;
                info.target.then(|| format!("{} is in state {}", self.automaton.name, info.name))
            }
            Position::Past => None,
        }
    }

    /// The name of a state; `ERROR` for a violation.
    #[must_use]
    pub fn state_name(&self, state: &AutomatonState) -> &str {
        match state.at {
            Position::Error(_) => "ERROR",
            Position::Past => "past ERROR",
            Position::State(number) => self.automaton.states.get(number as usize).map_or("?", |s| &s.name),
        }
    }

    /// A state as text: its name and the values of its variables.
    #[must_use]
    pub fn state_text(&self, state: &AutomatonState) -> String {
        let mut out = self.state_name(state).to_owned();
        for (variable, index) in self.automaton.variables.iter().zip(0..) {
            let value = match &variable.initial {
                crate::automaton::Value::Int(_) => state.int(index).to_string(),
                crate::automaton::Value::Set(_) => {
                    let words: Vec<_> = state.sets.get(index).into_iter().flatten().cloned().collect();
                    format!("{{{}}}", words.join(", "))
                }
            };
            out.push_str(&format!(" {}={value}", variable.name));
        }
        out
    }

    /// Replaces `$$v` by the value of the variable.
    fn with_variables(&self, template: &str, state: &AutomatonState) -> String {
        let mut out = String::new();
        let mut rest = template;
        while let Some(at) = rest.find("$$") {
            out.push_str(&rest[..at]);
            rest = &rest[at + 2..];
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
            match self.automaton.variables.iter().position(|v| v.name == rest[..end]) {
                Some(index) => {
                    out.push_str(&state.int(index).to_string());
                    rest = &rest[end..];
                }
                None => out.push_str("$$"),
            }
        }
        out.push_str(rest);
        out
    }

    /// What the automaton does on an edge.
    #[must_use]
    pub fn step(&self, state: &AutomatonState, edge: EdgeId) -> Stepped {
        let number = match state.at {
            Position::State(number) => number,
            Position::Past => return Stepped::Unchanged,
            Position::Error(_) => {
                let past = AutomatonState { at: Position::Past, ..state.clone() };
                return Stepped::To(vec![Successor::new(past, Conjunction::new(), Vec::new())]);
            }
        };
        let Some(list) = self.matches.get(&(number, edge)) else { return Stepped::Unchanged };
        let use_first = self.automaton.states.get(number as usize).is_some_and(|s| s.use_first);
        let mut successors = Vec::new();
        // The ways in which no transition was taken yet.
        let mut left = vec![Branch::default()];
        for m in list {
            let condition = m.condition.decide(state);
            if condition == Residual::Const(false) {
                continue;
            }
            if let Some(reason) = &m.unsupported {
                return Stepped::Unsupported(reason.clone());
            }
            let guard = match self.guard_after_actions(m, state) {
                Ok(guard) => guard,
                Err(reason) => return Stepped::Unsupported(reason),
            };
            let bases = if use_first { left.clone() } else { vec![Branch::default()] };
            for base in bases {
                let base = base.when(&condition, true);
                let alternatives = guard.map_or_else(|| vec![Conjunction::new()], |g| g.holds.clone());
                for taken in alternatives.iter().filter_map(|c| base.assuming(c)) {
                    if let Err(reason) = self.take(m, state, taken, &mut successors) {
                        return Stepped::Unsupported(reason);
                    }
                }
            }
            let mut remaining = Vec::new();
            for branch in left {
                if !matches!(condition, Residual::Const(_)) {
                    remaining.push(branch.clone().deciding(&condition, false));
                }
                // A control automaton may restrict the state space: where its assumption fails the path ends.
                if let (Some(guard), true) = (guard, self.is_observer()) {
                    let fails = branch.when(&condition, true);
                    remaining.extend(guard.fails.iter().filter_map(|c| fails.assuming(c)));
                }
            }
            left = remaining;
        }
        if successors.is_empty()
            && left.len() == 1
            && left[0].assumes.is_empty()
            && left[0].pending.is_empty()
        {
            return Stepped::Unchanged;
        }
        for Branch { assumes, pending } in left {
            successors.push(Successor::new(state.clone(), assumes, pending));
        }
        Stepped::To(successors)
    }

    /// What a match assumes. An assumption is made after the actions and sees what they leave in the variables.
    fn guard_after_actions<'m>(
        &self,
        m: &'m Match,
        state: &AutomatonState,
    ) -> Result<Option<&'m Guard>, String> {
        let Assume::ByVariable(variable, _) = m.assume else { return Self::guard(&m.assume, &state.ints) };
        let mut after = Successor::new(state.clone(), Conjunction::new(), Vec::new());
        for action in &m.actions {
            self.act(action, &mut after)?;
        }
        if after.evaluations.iter().any(|(open, _)| *open == variable) {
            return Err("an assumption over a variable that only another analysis can evaluate".to_owned());
        }
        Self::guard(&m.assume, &after.state.ints)
    }

    /// Adds the successors of a transition that is taken.
    fn take(
        &self,
        m: &Match,
        old: &AutomatonState,
        branch: Branch,
        out: &mut Vec<Successor>,
    ) -> Result<(), String> {
        let Branch { assumes, mut pending } = branch;
        let error = |message: usize| Position::Error(u32::try_from(message).unwrap_or(u32::MAX));
        for (assertion, message) in &m.assertions {
            let assertion = assertion.decide(old);
            if assertion == Residual::Const(true) {
                continue;
            }
            let violated = AutomatonState { at: error(*message), ..old.clone() };
            let certain = matches!(assertion, Residual::Const(_));
            let mut conditions = pending.clone();
            if !certain {
                conditions.push((assertion.clone(), false));
            }
            out.push(Successor::new(violated, assumes.clone(), conditions));
            if certain {
                return Ok(());
            }
            pending.push((assertion, true));
        }
        let at = match &m.next {
            Step::Goto(to) => Position::State(*to),
            Step::Error(message) => error(*message),
            Step::Stop => return Ok(()),
            Step::Break => old.at,
        };
        let mut successor = Successor::new(AutomatonState { at, ..old.clone() }, assumes, pending);
        successor.breaks = matches!(m.next, Step::Break);
        for action in &m.actions {
            self.act(action, &mut successor)?;
        }
        out.push(successor);
        Ok(())
    }

    fn act(&self, action: &Act, successor: &mut Successor) -> Result<(), String> {
        match action {
            Act::SetInt(variable, value) => match value.decide(&successor.state)? {
                Number::Const(n) => {
                    // A later constant overrides an answer that is still open.
                    successor.evaluations.retain(|(v, _)| v != variable);
                    successor.state.set_int(*variable, n);
                }
                open => successor.evaluations.push((*variable, open)),
            },
            Act::SetMember { variable, element, member } => {
                let sets = &mut successor.state.sets;
                if sets.len() <= *variable {
                    sets.resize(variable + 1, BTreeSet::new());
                }
                if *member {
                    sets[*variable].insert(element.clone());
                } else {
                    sets[*variable].remove(element);
                }
                if sets.iter().all(BTreeSet::is_empty) {
                    sets.clear();
                }
            }
            Act::Print { once, parts } => {
                let mut text = String::new();
                for part in parts {
                    match part {
                        Part::Text(part) => text.push_str(&self.with_variables(part, &successor.state)),
                        Part::Int(value) => match value.decide(&successor.state)? {
                            Number::Const(n) => text.push_str(&n.to_string()),
                            _ => text.push('?'),
                        },
                        Part::Bool(value) => text.push_str(match value.decide(&successor.state) {
                            Residual::Const(true) => "true",
                            Residual::Const(false) => "false",
                            _ => "?",
                        }),
                    }
                }
                successor.prints.push((text, *once));
            }
        }
        Ok(())
    }
}

impl Branch {
    /// The branch in which a condition has a truth; constants need no reminder.
    fn when(&self, condition: &Residual, truth: bool) -> Self {
        match condition {
            Residual::Const(_) => self.clone(),
            open => self.clone().deciding(open, truth),
        }
    }
}

impl Successor {
    fn new(state: AutomatonState, assumes: Conjunction, pending: Vec<(Residual, bool)>) -> Self {
        Self { state, assumes, pending, evaluations: Vec::new(), prints: Vec::new(), breaks: false }
    }
}

impl AutomatonState {
    pub(crate) fn has_member(&self, set: usize, word: &str) -> bool {
        self.sets.get(set).is_some_and(|s| s.contains(word))
    }

    /// What the variable at a position holds.
    #[must_use]
    pub fn int(&self, index: usize) -> i64 {
        self.ints.get(index).copied().unwrap_or(0)
    }

    /// Sets the variable at a position.
    pub fn set_int(&mut self, index: usize, value: i64) {
        if let Some(slot) = self.ints.get_mut(index) {
            *slot = value;
        }
    }

    /// Whether the automaton found a violation by a transition to `ERROR` or a failed assertion.
    #[must_use]
    pub const fn is_error(&self) -> bool {
        matches!(self.at, Position::Error(_))
    }

    /// The position of the automaton's state, unless it found a violation.
    #[must_use]
    pub const fn state(&self) -> Option<u32> {
        match self.at {
            Position::State(number) => Some(number),
            Position::Error(_) | Position::Past => None,
        }
    }
}
