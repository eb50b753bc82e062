//! Automata as text, which parses back to the same automaton.

use super::{
    Action, Automaton, AutomatonKind, Condition, IntExpr, Next, PrintPart, Query, State, Transition, Trigger,
    Value, Variable,
};
use std::fmt::{self, Write as _};

/// A string literal of the language.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

fn bracketed(text: &str) -> String {
    format!("[{}]", text.replace(']', "\\]"))
}

impl fmt::Display for Automaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            AutomatonKind::Observer => "OBSERVER",
            AutomatonKind::Control => "CONTROL",
        };
        writeln!(f, "{kind} AUTOMATON {}", self.name)?;
        for variable in &self.variables {
            match &variable.initial {
                Value::Int(n) => writeln!(f, "LOCAL int {} = {n};", variable.name)?,
                Value::Set(words) => {
                    let words: Vec<_> = words.iter().map(|w| format!("\"{w}\"")).collect();
                    let list = bracketed(&words.join(", "));
                    writeln!(f, "LOCAL set<string> {} = {list};", variable.name)?;
                }
            }
        }
        let initial = self.states.get(self.initial).map_or("", |s| &s.name);
        writeln!(f, "INITIAL STATE {initial};")?;
        for state in &self.states {
            let target = if state.target { "TARGET " } else { "" };
            let mode = if state.use_first { "USEFIRST" } else { "USEALL" };
            writeln!(f, "{target}STATE {mode} {} :", state.name)?;
            for transition in &state.transitions {
                writeln!(f, "  {};", transition.text(&self.states, &self.variables))?;
            }
        }
        writeln!(f, "END AUTOMATON")
    }
}

impl Transition {
    /// The transition without its `;`. States and variables give the names.
    #[must_use]
    pub fn text(&self, states: &[State], variables: &[Variable]) -> String {
        let mut out = format!("{} ->", self.trigger.text(variables));
        for assertion in &self.assertions {
            let _ = write!(out, " ASSERT {}", assertion.text(variables));
        }
        if let Some(condition) = &self.assume {
            let _ = write!(out, " ASSUME {{{condition}}}");
        }
        for action in &self.actions {
            let _ = write!(out, " {}", action.text(variables));
        }
        let _ = match &self.next {
            Next::Goto(index) => write!(out, " GOTO {}", states.get(*index).map_or("?", |s| &s.name)),
            Next::Error(None) => write!(out, " ERROR"),
            Next::Error(Some(message)) => write!(out, " ERROR({})", quoted(message)),
            Next::Stop => write!(out, " STOP"),
            Next::Break => write!(out, " BREAK"),
        };
        out
    }
}

fn variable_name(variables: &[Variable], index: usize) -> &str {
    variables.get(index).map_or("?", |v| &v.name)
}

impl Action {
    fn text(&self, variables: &[Variable]) -> String {
        match self {
            Self::SetInt(index, value) => {
                format!("DO {} = {}", variable_name(variables, *index), value.text(variables))
            }
            Self::SetMember { variable, element, member } => {
                let member = if *member { "TRUE" } else { "FALSE" };
                format!("DO {}{} = {member}", variable_name(variables, *variable), bracketed(element))
            }
            Self::Print { once, parts } => {
                let mut out = String::from(if *once { "PRINTONCE" } else { "PRINT" });
                for part in parts {
                    let _ = match part {
                        PrintPart::Text(text) => write!(out, " {}", quoted(text)),
                        PrintPart::Int(value) => write!(out, " ({})", value.text(variables)),
                        PrintPart::Bool(value) => write!(out, " ({})", value.text(variables)),
                    };
                }
                out
            }
            Self::Modify { analysis, text, .. } => format!("MODIFY({analysis}, {})", quoted(text)),
        }
    }
}

impl IntExpr {
    /// The number as text.
    #[must_use]
    pub fn text(&self, variables: &[Variable]) -> String {
        match self {
            Self::Const(n) => n.to_string(),
            Self::Variable(index) => variable_name(variables, *index).to_owned(),
            Self::Add(a, b) => format!("({} + {})", a.text(variables), b.text(variables)),
            Self::Sub(a, b) => format!("({} - {})", a.text(variables), b.text(variables)),
            Self::Eval(query) => format!("EVAL({}", query.rest()),
        }
    }
}

impl Query {
    fn rest(&self) -> String {
        match &self.analysis {
            Some(analysis) => format!("{analysis}, {})", quoted(&self.text)),
            None => format!("{})", quoted(&self.text)),
        }
    }
}

impl Condition {
    /// The condition as text.
    #[must_use]
    pub fn text(&self, variables: &[Variable]) -> String {
        let equals = |same: bool| if same { "==" } else { "!=" };
        match self {
            Self::Const(value) => (if *value { "TRUE" } else { "FALSE" }).to_owned(),
            Self::Not(a) => format!("!({})", a.text(variables)),
            Self::And(a, b) => format!("({} && {})", a.text(variables), b.text(variables)),
            Self::Or(a, b) => format!("({} || {})", a.text(variables), b.text(variables)),
            Self::SameTruth(a, b, same) => {
                format!("(({}) {} ({}))", a.text(variables), equals(*same), b.text(variables))
            }
            Self::SameInt(a, b, same) => {
                format!("({} {} {})", a.text(variables), equals(*same), b.text(variables))
            }
            Self::Member(index, element) => {
                format!("{}{}", variable_name(variables, *index), bracketed(element))
            }
            Self::Match(trigger) => format!("MATCH {trigger}"),
            Self::Check(query) => format!("CHECK({}", query.rest()),
            Self::IsTarget => "CHECK(IS_TARGET_STATE)".to_owned(),
            Self::CoversLines(lines) => {
                let lines: Vec<_> = lines.iter().map(ToString::to_string).collect();
                format!("COVERS_LINES({})", lines.join(" "))
            }
        }
    }
}

impl fmt::Display for Trigger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(&quoted(text)),
            Self::Pattern(pattern) => write!(f, "{{{pattern}}}"),
            Self::Regex(regex) => f.write_str(&bracketed(regex.text())),
            Self::Label(name) => write!(f, "LABEL {}", quoted(name)),
            Self::LabelRegex(regex) => write!(f, "LABEL {}", bracketed(regex.text())),
            Self::Assert => f.write_str("ASSERT"),
            Self::Exit => f.write_str("EXIT"),
            Self::Entry => f.write_str("ENTRY"),
            Self::FunctionCall(name) => write!(f, "FUNCTIONCALL {}", quoted(name)),
            Self::Call(pattern) => write!(f, "CALL {{{pattern}}}"),
            Self::Return(pattern) => write!(f, "RETURN {{{pattern}}}"),
        }
    }
}
