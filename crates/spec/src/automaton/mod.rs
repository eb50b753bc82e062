//! Specification automata (`.spc`): their abstract syntax.
//!
//! An automaton watches a run edge by edge. In each state it has transitions; one whose trigger matches the
//! edge checks its assertions, acts on the automaton's variables, hands its assumption to the analyses and
//! moves on. Where nothing matches the automaton stays where it is.
//!
//! An assumption guards its transition: the transition is taken where the assumption holds. In a `USEFIRST`
//! state the first transition that matches and whose assumption holds is taken; in a `USEALL` state every such
//! transition is. Where all assumptions fail an observer stays where it is, so that it never restricts the
//! state space; a control automaton ends the path.

mod conditions;
mod dot;
mod lexer;
mod parser;
#[cfg(test)]
mod tests;
mod text;

use crate::pattern::{CExpr, Pattern};
use argand_support::Span;

pub use parser::parse_specification;

/// Whether an automaton may restrict the state space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AutomatonKind {
    /// It only watches.
    Observer,
    /// It may end paths and change states.
    Control,
}

/// An automaton as it was written.
#[derive(Clone, PartialEq, Debug)]
pub struct Automaton {
    /// Its name.
    pub name: String,
    /// Whether it may restrict the state space.
    pub kind: AutomatonKind,
    /// Its variables.
    pub variables: Vec<Variable>,
    /// Its states.
    pub states: Vec<State>,
    /// The position of the state in which it starts.
    pub initial: usize,
    /// Where it was written.
    pub span: Span,
}

/// A variable of an automaton.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// What it holds at the start.
    pub initial: Value,
}

/// What a variable of an automaton holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A number.
    Int(i64),
    /// A set of words.
    Set(Vec<String>),
}

/// A state of an automaton.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// Its name.
    pub name: String,
    /// Whether reaching it violates the specification.
    pub target: bool,
    /// Whether only the first matching transition is taken, instead of all.
    pub use_first: bool,
    /// Its transitions, in order.
    pub transitions: Vec<Transition>,
    /// Where its name was written.
    pub span: Span,
}

/// A transition.
#[derive(Clone, PartialEq, Debug)]
pub struct Transition {
    /// When it matches.
    pub trigger: Condition,
    /// What must hold then; otherwise the specification is violated.
    pub assertions: Vec<Condition>,
    /// What is assumed of the program when it is taken.
    pub assume: Option<CExpr>,
    /// What it does.
    pub actions: Vec<Action>,
    /// Where it leads.
    pub next: Next,
    /// Where it was written.
    pub span: Span,
}

/// Where a transition leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// To the state at this position.
    Goto(usize),
    /// To a violation of the specification, with a message.
    Error(Option<String>),
    /// Nowhere: the path is not followed any further.
    Stop,
    /// Nowhere: the whole analysis is asked to stop.
    Break,
}

/// What a transition does to variables and states.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// Sets the variable at this position.
    SetInt(usize, IntExpr),
    /// Puts a word into the set at this position, or takes it out.
    SetMember {
        /// The position of the variable.
        variable: usize,
        /// The word; `$1` and the like are replaced by what they are bound to.
        element: String,
        /// In or out.
        member: bool,
    },
    /// Tells the user something.
    Print {
        /// Only the first time.
        once: bool,
        /// What to tell.
        parts: Vec<PrintPart>,
    },
    /// Changes the state of another analysis.
    Modify {
        /// The analysis.
        analysis: String,
        /// What to do.
        text: String,
        /// Where it was written.
        span: Span,
    },
}

/// A part of a message.
#[derive(Clone, PartialEq, Debug)]
pub enum PrintPart {
    /// Text, with `$1`, `$$v`, `$rawstatement`, `$location` and `$line` replaced.
    Text(String),
    /// A number.
    Int(IntExpr),
    /// A condition.
    Bool(Condition),
}

/// A number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IntExpr {
    /// A constant.
    Const(i64),
    /// The variable at this position.
    Variable(usize),
    /// A sum.
    Add(Box<IntExpr>, Box<IntExpr>),
    /// A difference.
    Sub(Box<IntExpr>, Box<IntExpr>),
    /// What another analysis says.
    Eval(Query),
}

/// A question to an analysis: an expression of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Query {
    /// The analysis; any, if none is named.
    pub analysis: Option<String>,
    /// The question.
    pub text: String,
    /// Where the question was written.
    pub span: Span,
}

/// A condition.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    /// Always or never.
    Const(bool),
    /// The opposite.
    Not(Box<Condition>),
    /// Both.
    And(Box<Condition>, Box<Condition>),
    /// One or both.
    Or(Box<Condition>, Box<Condition>),
    /// Both sides are equal (or, if the flag is false, different) truth values.
    SameTruth(Box<Condition>, Box<Condition>, bool),
    /// Both sides are equal (or, if the flag is false, different) numbers.
    SameInt(IntExpr, IntExpr, bool),
    /// The set at this position holds the word.
    Member(usize, String),
    /// The edge is of this kind.
    Match(Trigger),
    /// An analysis says so.
    Check(Query),
    /// Another analysis is in a target state.
    IsTarget,
    /// The edge lies on one of these lines.
    CoversLines(Vec<u32>),
}

/// A kind of edge.
#[derive(Clone, PartialEq, Debug)]
pub enum Trigger {
    /// Its statement has this text.
    Text(String),
    /// Its statement has this form.
    Pattern(Pattern),
    /// The text of its statement matches.
    Regex(Regex),
    /// It leads to this label.
    Label(String),
    /// It leads to a label that matches.
    LabelRegex(Regex),
    /// It is a failing `assert`.
    Assert,
    /// The program ends with it.
    Exit,
    /// The program begins with it.
    Entry,
    /// It calls the function.
    FunctionCall(String),
    /// It is a call of this form.
    Call(Pattern),
    /// It is the return of a call of this form.
    Return(Pattern),
}

/// A regular expression that must match a whole text.
#[derive(Clone, Debug)]
pub struct Regex {
    text: String,
    compiled: regex_lite::Regex,
}

impl Regex {
    /// Compiles an expression.
    ///
    /// # Errors
    /// Why it is not one.
    pub fn new(text: &str) -> Result<Self, String> {
        let compiled = regex_lite::RegexBuilder::new(&format!("^(?:{text})$"))
            .dot_matches_new_line(true)
            .build()
            .map_err(|error| error.to_string())?;
        Ok(Self { text: text.to_owned(), compiled })
    }

    /// Whether the whole text matches.
    #[must_use]
    pub fn matches(&self, text: &str) -> bool {
        self.compiled.is_match(text)
    }

    /// The expression.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl PartialEq for Regex {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Condition {
    /// Visits the triggers in the condition.
    pub fn for_each_trigger<'a>(&'a self, visit: &mut impl FnMut(&'a Trigger)) {
        match self {
            Self::Match(trigger) => visit(trigger),
            Self::Not(inner) => inner.for_each_trigger(visit),
            Self::And(a, b) | Self::Or(a, b) | Self::SameTruth(a, b, _) => {
                a.for_each_trigger(visit);
                b.for_each_trigger(visit);
            }
            Self::Const(_)
            | Self::SameInt(..)
            | Self::Member(..)
            | Self::Check(_)
            | Self::IsTarget
            | Self::CoversLines(_) => {}
        }
    }
}
