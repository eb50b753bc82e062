//! Conditions, numbers and triggers.
//!
//! Numbers and conditions are told apart by what they are, not by where they stand: `a + b == c` compares two
//! numbers, `MATCH … == TRUE` two conditions.

use super::lexer::TokenKind;
use super::parser::{Parser, element, inside};
use super::{Condition, IntExpr, Query, Regex, Trigger, Value};
use crate::pattern::{CExpr, CExprKind, Pattern, parse_pattern};
use argand_support::spelling::nearest;
use argand_support::{Diagnostic, Span};

/// How deeply conditions may nest.
const MAX_DEPTH: u32 = 100;
/// How many operators one condition may have; it bounds the depth of the tree that they chain up.
const MAX_OPERATORS: u32 = 1000;

/// A number or a condition: which one only shows at the end.
pub(super) enum Typed {
    Int(IntExpr),
    Bool(Condition),
}

impl Parser {
    pub(super) fn condition(&mut self) -> Result<Condition, Diagnostic> {
        self.operators = 0;
        let start = self.span();
        let value = self.logical()?;
        self.as_bool(value, start)
    }

    fn as_bool(&self, value: Typed, start: Span) -> Result<Condition, Diagnostic> {
        match value {
            Typed::Bool(condition) => Ok(condition),
            Typed::Int(_) => {
                Err(Diagnostic::error("expected a condition, found a number", start.to(self.previous())))
            }
        }
    }

    /// `&&` and `||` bind equally, from the left.
    pub(super) fn logical(&mut self) -> Result<Typed, Diagnostic> {
        let start = self.span();
        let mut left = self.equality()?;
        loop {
            let and = self.eat("&&");
            if !and && !self.eat("||") {
                return Ok(left);
            }
            self.count_operator()?;
            let a = Box::new(self.as_bool(left, start)?);
            let right_start = self.span();
            let right = self.equality()?;
            let b = Box::new(self.as_bool(right, right_start)?);
            left = Typed::Bool(if and { Condition::And(a, b) } else { Condition::Or(a, b) });
        }
    }

    fn count_operator(&mut self) -> Result<(), Diagnostic> {
        self.operators += 1;
        if self.operators > MAX_OPERATORS {
            return Err(Diagnostic::error("the condition is too long", self.previous()));
        }
        Ok(())
    }

    fn equality(&mut self) -> Result<Typed, Diagnostic> {
        let mut left = self.sum()?;
        loop {
            let equal = self.eat("==");
            if !equal && !self.eat("!=") {
                return Ok(left);
            }
            self.count_operator()?;
            let operator = self.previous();
            let right = self.sum()?;
            left = Typed::Bool(match (left, right) {
                (Typed::Int(a), Typed::Int(b)) => Condition::SameInt(a, b, equal),
                (Typed::Bool(a), Typed::Bool(b)) => Condition::SameTruth(Box::new(a), Box::new(b), equal),
                _ => {
                    return Err(Diagnostic::error("a number cannot be compared with a condition", operator));
                }
            });
        }
    }

    pub(super) fn sum(&mut self) -> Result<Typed, Diagnostic> {
        let mut left = self.operand()?;
        loop {
            let add = matches!(self.kind(), TokenKind::Symbol("+"));
            if !add && !matches!(self.kind(), TokenKind::Symbol("-")) {
                return Ok(left);
            }
            let operator = self.span();
            self.at += 1;
            self.count_operator()?;
            let right = self.operand()?;
            let (Typed::Int(a), Typed::Int(b)) = (left, right) else {
                return Err(Diagnostic::error("conditions cannot be added", operator));
            };
            let (a, b) = (Box::new(a), Box::new(b));
            left = Typed::Int(if add { IntExpr::Add(a, b) } else { IntExpr::Sub(a, b) });
        }
    }

    fn operand(&mut self) -> Result<Typed, Diagnostic> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Diagnostic::error("the condition nests too deeply", self.span()));
        }
        let result = self.operand_at_depth();
        self.depth -= 1;
        result
    }

    fn operand_at_depth(&mut self) -> Result<Typed, Diagnostic> {
        let start = self.span();
        if self.eat("!") {
            let operand = match self.operand()? {
                // Numbers cannot be negated, so `! a == b` can only mean `!(a == b)`.
                Typed::Int(a) if matches!(self.kind(), TokenKind::Symbol("==" | "!=")) => {
                    let equal = self.eat("==");
                    self.at += usize::from(!equal);
                    match self.sum()? {
                        Typed::Int(b) => Condition::SameInt(a, b, equal),
                        Typed::Bool(_) => {
                            return Err(Diagnostic::error(
                                "a number cannot be compared with a condition",
                                start,
                            ));
                        }
                    }
                }
                value => self.as_bool(value, start)?,
            };
            return Ok(Typed::Bool(Condition::Not(Box::new(operand))));
        }
        if self.eat("(") {
            let value = self.logical()?;
            self.symbol(")")?;
            return Ok(value);
        }
        match self.kind().clone() {
            TokenKind::Int(n) => {
                self.at += 1;
                Ok(Typed::Int(IntExpr::Const(n)))
            }
            TokenKind::Word(word) => self.word_operand(&word, start),
            _ => Err(self.unexpected("a condition")),
        }
    }

    fn word_operand(&mut self, word: &str, start: Span) -> Result<Typed, Diagnostic> {
        self.at += 1;
        match word {
            "TRUE" | "true" => Ok(Typed::Bool(Condition::Const(true))),
            "FALSE" | "false" => Ok(Typed::Bool(Condition::Const(false))),
            "MATCH" => self.trigger().map(|t| Typed::Bool(Condition::Match(t))),
            "EVAL" => {
                self.symbol("(")?;
                let (analysis, _) = self.name("the name of an analysis")?;
                self.symbol(",")?;
                let (text, span) = self.string("a question")?;
                self.symbol(")")?;
                Ok(Typed::Int(IntExpr::Eval(Query { analysis: Some(analysis), text, span })))
            }
            "CHECK" => self.check().map(Typed::Bool),
            "COVERS_LINES" => {
                self.symbol("(")?;
                let mut lines = Vec::new();
                while let TokenKind::Int(n) = *self.kind() {
                    let line = u32::try_from(n)
                        .map_err(|_| Diagnostic::error("no file has that many lines", self.span()))?;
                    lines.push(line);
                    self.at += 1;
                }
                self.symbol(")")?;
                Ok(Typed::Bool(Condition::CoversLines(lines)))
            }
            _ if self.variables.iter().any(|v| v.name == word) => {
                let index = self.variable_index(word, start)?;
                if let TokenKind::Square(text) = self.kind().clone() {
                    if matches!(self.variables[index].initial, Value::Int(_)) {
                        return Err(Diagnostic::error(format!("`{word}` is a number, not a set"), start));
                    }
                    self.at += 1;
                    return Ok(Typed::Bool(Condition::Member(index, element(&text))));
                }
                self.variable(word, start).map(|index| Typed::Int(IntExpr::Variable(index)))
            }
            _ => {
                self.at -= 1;
                let known = ["MATCH", "CHECK", "EVAL", "TRUE", "FALSE", "COVERS_LINES"];
                let names = self.variables.iter().map(|v| v.name.as_str());
                let near = nearest(word, known.into_iter().chain(names)).map(str::to_owned);
                let error = self.unexpected("a condition");
                Err(match near {
                    Some(near) => error.with_note(format!("did you mean `{near}`?")),
                    None => error,
                })
            }
        }
    }

    fn check(&mut self) -> Result<Condition, Diagnostic> {
        self.symbol("(")?;
        let condition = if let TokenKind::Str(text) = self.kind().clone() {
            let span = self.span();
            self.at += 1;
            Condition::Check(Query { analysis: None, text, span })
        } else if self.eat_word("IS_TARGET_STATE") {
            Condition::IsTarget
        } else {
            let (analysis, _) = self.name("an analysis, a question or `IS_TARGET_STATE`")?;
            self.symbol(",")?;
            let (text, span) = self.string("a question")?;
            Condition::Check(Query { analysis: Some(analysis), text, span })
        };
        self.symbol(")")?;
        Ok(condition)
    }

    fn trigger(&mut self) -> Result<Trigger, Diagnostic> {
        let span = self.span();
        match self.kind().clone() {
            TokenKind::Str(text) => {
                self.at += 1;
                Ok(Trigger::Text(text))
            }
            TokenKind::Curly(_) => self.pattern().map(Trigger::Pattern),
            TokenKind::Square(_) => self.regex().map(Trigger::Regex),
            TokenKind::Word(word) => {
                self.at += 1;
                match word.as_str() {
                    "ASSERT" => Ok(Trigger::Assert),
                    "EXIT" => Ok(Trigger::Exit),
                    "ENTRY" => Ok(Trigger::Entry),
                    "LABEL" => match self.kind().clone() {
                        TokenKind::Square(_) => self.regex().map(Trigger::LabelRegex),
                        _ => self.string("the name of a label").map(|(name, _)| Trigger::Label(name)),
                    },
                    "FUNCTIONCALL" => {
                        self.string("the name of a function").map(|(name, _)| Trigger::FunctionCall(name))
                    }
                    "CALL" => self.call_pattern(span).map(Trigger::Call),
                    "RETURN" => self.call_pattern(span).map(Trigger::Return),
                    _ => {
                        self.at -= 1;
                        Err(self.unknown_word(
                            "what to match",
                            &["LABEL", "ASSERT", "EXIT", "ENTRY", "FUNCTIONCALL", "CALL", "RETURN"],
                        ))
                    }
                }
            }
            _ => Err(self.unexpected("what to match")),
        }
    }

    fn pattern(&mut self) -> Result<Pattern, Diagnostic> {
        let TokenKind::Curly(text) = self.kind().clone() else { return Err(self.unexpected("`{…}`")) };
        let span = self.span();
        let pattern = parse_pattern(&text, inside(span))?;
        if let Some(variable) = pattern.expressions().find_map(automaton_variable) {
            return Err(Diagnostic::error("patterns cannot depend on automaton variables", variable));
        }
        self.at += 1;
        Ok(pattern)
    }

    fn call_pattern(&mut self, keyword: Span) -> Result<Pattern, Diagnostic> {
        let span = self.span();
        let pattern = self.pattern()?;
        let call = match &pattern {
            Pattern::Expr(expr) | Pattern::Assign(_, expr) => matches!(expr.kind, CExprKind::Call(..)),
            Pattern::Any => true,
            Pattern::Return(_) | Pattern::Declare(_) => false,
        };
        if call {
            return Ok(pattern);
        }
        Err(Diagnostic::error("this pattern is not a call", keyword.to(span))
            .with_note("calls look like {f($1, $?)} or {$1 = f($?)}"))
    }

    fn regex(&mut self) -> Result<Regex, Diagnostic> {
        let TokenKind::Square(text) = self.kind().clone() else { return Err(self.unexpected("`[…]`")) };
        let span = self.span();
        self.at += 1;
        Regex::new(&text)
            .map_err(|reason| Diagnostic::error("this is not a regular expression", span).with_note(reason))
    }
}

fn automaton_variable(expr: &CExpr) -> Option<Span> {
    let mut found = None;
    expr.for_each(&mut |e| {
        if matches!(e.kind, CExprKind::AutomatonVariable(_)) {
            found = Some(e.span);
        }
    });
    found
}
