//! The parser and resolver of specification files.

use super::conditions::Typed;
use super::lexer::{Lexer, Token, TokenKind, near_keyword};
use super::{
    Action, Automaton, AutomatonKind, Condition, Next, PrintPart, State, Transition, Trigger, Value, Variable,
};
use crate::pattern::{CExpr, CExprKind, parse_assumption};
use argand_support::spelling::nearest;
use argand_support::{Diagnostic, FxHashSet, SourceMap, Span};

/// Reads a specification file and the files it includes, which `load` finds by their paths. All of them are
/// added to `sources`.
///
/// # Errors
/// The first place that is not as it should be.
pub fn parse_specification(
    name: &str,
    text: &str,
    sources: &mut SourceMap,
    load: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Result<Vec<Automaton>, Diagnostic> {
    let mut lexer = Lexer { sources, load, seen: FxHashSet::default(), tokens: Vec::new() };
    lexer.file(name, text, 0)?;
    let mut parser = Parser {
        tokens: lexer.tokens,
        at: 0,
        depth: 0,
        operators: 0,
        variables: Vec::new(),
        gotos: Vec::new(),
    };
    let mut automata: Vec<Automaton> = Vec::new();
    while parser.kind() != &TokenKind::End {
        let automaton = parser.item(automata.len())?;
        if automata.iter().any(|a| a.name == automaton.name) {
            let message = format!("there are two automata called `{}`", automaton.name);
            return Err(Diagnostic::error(message, automaton.span));
        }
        automata.push(automaton);
    }
    if automata.is_empty() {
        return Err(Diagnostic::error("the file specifies nothing", parser.span())
            .with_note("a specification is an AUTOMATON or an ASSERT"));
    }
    Ok(automata)
}

pub(super) struct Parser {
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
    pub(super) depth: u32,
    pub(super) operators: u32,
    pub(super) variables: Vec<Variable>,
    /// The names that `GOTO`s of the current automaton mention; positions in it are stored until it is resolved.
    gotos: Vec<(String, Span)>,
}

impl Parser {
    fn token(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    pub(super) fn kind(&self) -> &TokenKind {
        &self.token().kind
    }

    pub(super) fn span(&self) -> Span {
        self.token().span
    }

    pub(super) fn previous(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.kind(), TokenKind::Word(w) if w == word)
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    pub(super) fn eat(&mut self, symbol: &str) -> bool {
        let found = matches!(self.kind(), TokenKind::Symbol(s) if *s == symbol);
        self.at += usize::from(found);
        found
    }

    pub(super) fn unexpected(&self, wanted: &str) -> Diagnostic {
        let found = match self.kind() {
            TokenKind::Word(word) => format!("`{word}`"),
            TokenKind::Int(n) => format!("`{n}`"),
            TokenKind::Str(_) => "a string".to_owned(),
            TokenKind::Curly(_) => "`{…}`".to_owned(),
            TokenKind::Square(_) => "`[…]`".to_owned(),
            TokenKind::Symbol(symbol) => format!("`{symbol}`"),
            TokenKind::End => "the end of the file".to_owned(),
        };
        Diagnostic::error(format!("expected {wanted}, found {found}"), self.span())
    }

    fn keyword(&mut self, word: &'static str) -> Result<(), Diagnostic> {
        if self.eat_word(word) { Ok(()) } else { Err(self.unknown_word(&format!("`{word}`"), &[word])) }
    }

    /// The error for a word that none of the keywords is.
    pub(super) fn unknown_word(&self, wanted: &str, keywords: &[&'static str]) -> Diagnostic {
        let error = self.unexpected(wanted);
        match self.kind() {
            TokenKind::Word(word) => match near_keyword(word, keywords) {
                Some(near) => error.with_note(format!("did you mean `{near}`?")),
                None => error,
            },
            _ => error,
        }
    }

    pub(super) fn symbol(&mut self, symbol: &str) -> Result<(), Diagnostic> {
        if self.eat(symbol) { Ok(()) } else { Err(self.unexpected(&format!("`{symbol}`"))) }
    }

    pub(super) fn name(&mut self, what: &str) -> Result<(String, Span), Diagnostic> {
        let TokenKind::Word(name) = self.kind().clone() else { return Err(self.unexpected(what)) };
        let span = self.span();
        self.at += 1;
        Ok((name, span))
    }

    pub(super) fn string(&mut self, what: &str) -> Result<(String, Span), Diagnostic> {
        let TokenKind::Str(text) = self.kind().clone() else { return Err(self.unexpected(what)) };
        let span = self.span();
        self.at += 1;
        Ok((text, span))
    }

    /// An automaton, or an assertion, which is an automaton that checks it on every edge.
    fn item(&mut self, index: usize) -> Result<Automaton, Diagnostic> {
        self.variables.clear();
        self.gotos.clear();
        let start = self.span();
        if self.eat_word("ASSERT") {
            let assertion = self.condition()?;
            self.symbol(";")?;
            let span = start.to(self.previous());
            let transition = Transition {
                trigger: Condition::Const(true),
                assertions: vec![assertion],
                assume: None,
                actions: Vec::new(),
                next: Next::Goto(0),
                span,
            };
            let state = State {
                name: "Init".to_owned(),
                target: false,
                use_first: true,
                transitions: vec![transition],
                span,
            };
            return Ok(Automaton {
                name: format!("Assertion{}", index + 1),
                kind: AutomatonKind::Observer,
                variables: Vec::new(),
                states: vec![state],
                initial: 0,
                span,
            });
        }
        let kind = if self.eat_word("OBSERVER") {
            AutomatonKind::Observer
        } else {
            self.eat_word("CONTROL");
            AutomatonKind::Control
        };
        if !self.eat_word("AUTOMATON") {
            return Err(self.unknown_word(
                "an automaton or an assertion",
                &["OBSERVER", "CONTROL", "AUTOMATON", "ASSERT"],
            ));
        }
        self.automaton(kind, start)
    }

    fn automaton(&mut self, kind: AutomatonKind, start: Span) -> Result<Automaton, Diagnostic> {
        let (name, name_span) = self.name("the name of the automaton")?;
        while self.eat_word("LOCAL") {
            self.local()?;
        }
        if !self.eat_word("INITIAL") {
            return Err(self.unknown_word("`INITIAL STATE`", &["INITIAL", "LOCAL"]));
        }
        self.keyword("STATE")?;
        let (initial_name, initial_span) = self.name("the name of the initial state")?;
        self.symbol(";")?;
        let mut states: Vec<State> = Vec::new();
        while !self.eat_word("END") {
            let state = self.state(kind)?;
            if states.iter().any(|s| s.name == state.name) {
                return Err(Diagnostic::error(
                    format!("there are two states called `{}`", state.name),
                    state.span,
                ));
            }
            states.push(state);
        }
        self.keyword("AUTOMATON")?;
        let find = |name: &str, span: Span| {
            states.iter().position(|s| s.name == name).ok_or_else(|| {
                let error = Diagnostic::error(format!("there is no state called `{name}`"), span);
                match nearest(name, states.iter().map(|s| s.name.as_str())) {
                    Some(near) => error.with_note(format!("did you mean `{near}`?")),
                    None => error,
                }
            })
        };
        let initial = find(&initial_name, initial_span)?;
        let targets =
            self.gotos.iter().map(|(name, span)| find(name, *span)).collect::<Result<Vec<_>, _>>()?;
        for state in &mut states {
            for transition in &mut state.transitions {
                if let Next::Goto(index) = &mut transition.next {
                    *index = targets[*index];
                }
            }
        }
        let span = start.to(name_span);
        Ok(Automaton { name, kind, variables: std::mem::take(&mut self.variables), states, initial, span })
    }

    fn local(&mut self) -> Result<(), Diagnostic> {
        let (ty, ty_span) = self.name("`int` or `set<string>`")?;
        let unknown = || {
            Diagnostic::error(format!("`{ty}` is not a type of automaton variables"), ty_span)
                .with_note("the types are `int` and `set<string>`")
        };
        let is_set = if self.eat("<") {
            let (element, span) = self.name("`string`")?;
            self.symbol(">")?;
            if ty != "set" {
                return Err(unknown());
            }
            if !matches!(element.as_str(), "string" | "String") {
                return Err(Diagnostic::error(format!("sets of `{element}` do not exist"), span)
                    .with_note("the element type is `string`"));
            }
            true
        } else if ty == "int" {
            false
        } else {
            return Err(unknown());
        };
        let (name, span) = self.name("the name of the variable")?;
        if self.variables.iter().any(|v| v.name == name) {
            return Err(Diagnostic::error(format!("there are two variables called `{name}`"), span));
        }
        let initial = match (is_set, self.eat("="), self.kind().clone()) {
            (false, false, _) => Value::Int(0),
            (true, false, _) => Value::Set(Vec::new()),
            (false, true, TokenKind::Int(n)) => {
                self.at += 1;
                Value::Int(n)
            }
            (true, true, TokenKind::Square(text)) => {
                self.at += 1;
                Value::Set(elements(&text))
            }
            (false, true, _) => return Err(self.unexpected("a number")),
            (true, true, _) => return Err(self.unexpected("a list like `[\"a\", \"b\"]`")),
        };
        self.symbol(";")?;
        self.variables.push(Variable { name, initial });
        Ok(())
    }

    fn state(&mut self, kind: AutomatonKind) -> Result<State, Diagnostic> {
        let target = self.eat_word("TARGET");
        if !self.eat_word("STATE") {
            return Err(self.unknown_word("a state or `END AUTOMATON`", &["STATE", "TARGET", "END", "MATCH"]));
        }
        let use_first = self.eat_word("USEFIRST");
        if !use_first {
            self.eat_word("USEALL");
        }
        let (name, span) = self.name("the name of the state")?;
        self.symbol(":")?;
        let mut transitions = Vec::new();
        while !(self.is_word("STATE") || self.is_word("TARGET") || self.is_word("END")) {
            transitions.push(self.transition(kind)?);
        }
        Ok(State { name, target, use_first, transitions, span })
    }

    fn transition(&mut self, kind: AutomatonKind) -> Result<Transition, Diagnostic> {
        let start = self.span();
        let trigger = self.condition()?;
        self.symbol("->")?;
        let mut assertions = Vec::new();
        while self.eat_word("ASSERT") {
            assertions.push(self.condition()?);
        }
        let mut assume = None;
        if self.eat_word("ASSUME") {
            let TokenKind::Curly(text) = self.kind().clone() else {
                return Err(self.unexpected("`{…}` with a condition"));
            };
            let condition = parse_assumption(&text, inside(self.span()))?;
            self.at += 1;
            self.check_assumption(&condition, &trigger)?;
            assume = Some(condition);
        }
        let mut actions = Vec::new();
        while let Some(action) = self.action(kind)? {
            actions.push(action);
        }
        let next = self.next(kind)?;
        self.symbol(";")?;
        Ok(Transition { trigger, assertions, assume, actions, next, span: start.to(self.previous()) })
    }

    /// Every `$1` must be bound by the trigger, and `$$v` must be a number.
    fn check_assumption(&self, condition: &CExpr, trigger: &Condition) -> Result<(), Diagnostic> {
        let mut bound = Vec::new();
        trigger.for_each_trigger(&mut |t| {
            if let Trigger::Pattern(p) | Trigger::Call(p) | Trigger::Return(p) = t {
                bound.extend(p.bound());
            }
        });
        let mut error = None;
        condition.for_each(&mut |e| {
            let found = match &e.kind {
                CExprKind::Any => {
                    Some("`$?` stands for anything, so nothing can be assumed of it".to_owned())
                }
                CExprKind::Bound(n) if !bound.contains(n) => {
                    Some(format!("the trigger does not bind `${n}`"))
                }
                CExprKind::AutomatonVariable(name) => self.variable(name, e.span).err().map(|d| d.message),
                CExprKind::Call(..) => Some("an assumption cannot call functions".to_owned()),
                _ => None,
            };
            if let (Some(message), None) = (found, &error) {
                error = Some(Diagnostic::error(message, e.span));
            }
        });
        error.map_or(Ok(()), Err)
    }

    fn next(&mut self, kind: AutomatonKind) -> Result<Next, Diagnostic> {
        let span = self.span();
        if self.eat_word("GOTO") {
            let (name, span) = self.name("the name of a state")?;
            self.gotos.push((name, span));
            return Ok(Next::Goto(self.gotos.len() - 1));
        }
        if self.eat_word("ERROR") {
            let mut message = None;
            if self.eat("(") {
                message = Some(self.string("a message")?.0);
                self.symbol(")")?;
            }
            return Ok(Next::Error(message));
        }
        if self.eat_word("STOP") {
            self.only_control(kind, "STOP", span)?;
            return Ok(Next::Stop);
        }
        if self.eat_word("BREAK") {
            return Ok(Next::Break);
        }
        Err(self.unknown_word(
            "`GOTO`, `ERROR`, `STOP` or `BREAK`",
            &["GOTO", "ERROR", "STOP", "BREAK", "ASSUME", "ASSERT", "DO", "PRINT", "PRINTONCE", "MODIFY"],
        ))
    }

    fn only_control(&self, kind: AutomatonKind, word: &str, span: Span) -> Result<(), Diagnostic> {
        if kind == AutomatonKind::Control {
            return Ok(());
        }
        Err(Diagnostic::error(format!("an observer automaton must not {word}"), span)
            .with_note("observers do not restrict the state space; make it a CONTROL AUTOMATON"))
    }

    fn action(&mut self, kind: AutomatonKind) -> Result<Option<Action>, Diagnostic> {
        let span = self.span();
        if self.eat_word("DO") {
            return self.assignment().map(Some);
        }
        let once = self.is_word("PRINTONCE");
        if self.eat_word("PRINT") || self.eat_word("PRINTONCE") {
            let mut parts = Vec::new();
            loop {
                if let TokenKind::Str(text) = self.kind().clone() {
                    self.at += 1;
                    parts.push(PrintPart::Text(text));
                } else if self.ends_print() {
                    return Ok(Some(Action::Print { once, parts }));
                } else {
                    parts.push(match self.logical()? {
                        Typed::Int(value) => PrintPart::Int(value),
                        Typed::Bool(value) => PrintPart::Bool(value),
                    });
                }
            }
        }
        if self.eat_word("MODIFY") {
            self.only_control(kind, "MODIFY", span)?;
            self.symbol("(")?;
            let (analysis, _) = self.name("the name of an analysis")?;
            self.symbol(",")?;
            let (text, span) = self.string("what to modify")?;
            self.symbol(")")?;
            return Ok(Some(Action::Modify { analysis, text, span }));
        }
        Ok(None)
    }

    fn ends_print(&self) -> bool {
        ["GOTO", "ERROR", "STOP", "BREAK", "DO", "PRINT", "PRINTONCE", "MODIFY"]
            .iter()
            .any(|w| self.is_word(w))
            || matches!(self.kind(), TokenKind::End | TokenKind::Symbol(";"))
    }

    fn assignment(&mut self) -> Result<Action, Diagnostic> {
        let (name, span) = self.name("the name of a variable")?;
        let variable = self.variable_index(&name, span)?;
        let is_set = matches!(self.variables[variable].initial, Value::Set(_));
        if let TokenKind::Square(text) = self.kind().clone() {
            if !is_set {
                return Err(Diagnostic::error(format!("`{name}` is a number, not a set"), span));
            }
            self.at += 1;
            self.symbol("=")?;
            let member = match self.kind() {
                TokenKind::Word(word) if word.eq_ignore_ascii_case("TRUE") => true,
                TokenKind::Word(word) if word.eq_ignore_ascii_case("FALSE") => false,
                _ => return Err(self.unexpected("`TRUE` or `FALSE`")),
            };
            self.at += 1;
            return Ok(Action::SetMember { variable, element: element(&text), member });
        }
        if is_set {
            return Err(Diagnostic::error(format!("`{name}` is a set"), span)
                .with_note("change it with DO name[element] = TRUE or FALSE"));
        }
        self.symbol("=")?;
        let start = self.span();
        match self.sum()? {
            Typed::Int(value) => Ok(Action::SetInt(variable, value)),
            Typed::Bool(_) => Err(Diagnostic::error("expected a number, found a condition", start)),
        }
    }

    pub(super) fn variable_index(&self, name: &str, span: Span) -> Result<usize, Diagnostic> {
        self.variables.iter().position(|v| v.name == name).ok_or_else(|| {
            let error = Diagnostic::error(format!("the automaton has no variable `{name}`"), span);
            match nearest(name, self.variables.iter().map(|v| v.name.as_str())) {
                Some(near) => error.with_note(format!("did you mean `{near}`?")),
                None => error.with_note("variables are declared with LOCAL before INITIAL STATE"),
            }
        })
    }

    /// A variable that holds a number.
    pub(super) fn variable(&self, name: &str, span: Span) -> Result<usize, Diagnostic> {
        let index = self.variable_index(name, span)?;
        match self.variables[index].initial {
            Value::Int(_) => Ok(index),
            Value::Set(_) => Err(Diagnostic::error(format!("`{name}` is a set, not a number"), span)),
        }
    }
}

/// The place right after an opening brace.
pub(super) const fn inside(span: Span) -> Span {
    Span { column: span.column + 1, ..span }
}

/// One word of a set, with or without quotes.
pub(super) fn element(text: &str) -> String {
    let text = text.trim();
    let unquoted = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
    unquoted.unwrap_or(text).to_owned()
}

/// The words of a list like `"a", "b"`.
fn elements(text: &str) -> Vec<String> {
    text.split(',').map(element).filter(|word| !word.is_empty()).collect()
}
