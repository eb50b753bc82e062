//! Automata made ready for one program.
//!
//! Whether a transition matches an edge, what its pattern binds and what its assumption means there does not
//! depend on the run. [`compile`] works it out once for every edge; what is left for the run is a table lookup,
//! and for the few transitions that ask for more, conditions on automaton variables and questions to
//! analyses. Only compilation adds expressions to the program.

use crate::automaton::{Action, Automaton, Condition, IntExpr, Next, PrintPart, Query, Trigger};
use crate::compiled::{Act, Assume, Check, CompiledAutomaton, Guard, Match, Part, Step, VARIABLE_VALUES};
use crate::lower::{Conjunction, Lowering, negate};
use crate::matching::{self, Bindings, Moment};
use crate::pattern::{CExpr, CExprKind, parse_condition};
use crate::residual::{Number, Residual};
use crate::texts::{Texts, normal};
use argand_cfa::{EdgeId, LibFn, Op, Program, Violated};
use argand_support::FxHashMap;
use std::collections::BTreeSet;

/// Makes an automaton ready for a program. `property` is what runs violate that it rejects.
#[must_use]
pub fn compile(automaton: &Automaton, property: Violated, program: &mut Program) -> CompiledAutomaton {
    let mut compiler = Compiler {
        automaton,
        texts: Texts::new(automaton, program),
        checks: Vec::new(),
        messages: Vec::new(),
        program,
    };
    let mut matches = FxHashMap::default();
    let edges: Vec<EdgeId> = compiler.program.edges.indices().collect();
    for (state, number) in automaton.states.iter().zip(0u32..) {
        for &edge in &edges {
            let mut list = Vec::new();
            for transition in &state.transitions {
                list.extend(compiler.transition(transition, edge));
            }
            if list.iter().any(|m| !is_idle(m, number)) {
                matches.insert((number, edge), list.into_boxed_slice());
            }
        }
    }
    let Compiler { checks, messages, .. } = compiler;
    CompiledAutomaton { automaton: automaton.clone(), property, matches, checks, messages }
}

/// Whether a match changes nothing.
fn is_idle(m: &Match, state: u32) -> bool {
    matches!(m.next, Step::Goto(to) if to == state)
        && m.actions.is_empty()
        && m.assertions.is_empty()
        && m.unsupported.is_none()
        && matches!(m.assume, Assume::Nothing)
}

struct Compiler<'a> {
    automaton: &'a Automaton,
    program: &'a mut Program,
    texts: Texts,
    checks: Vec<Check>,
    messages: Vec<String>,
}

impl Compiler<'_> {
    fn transition(&mut self, transition: &crate::automaton::Transition, edge: EdgeId) -> Option<Match> {
        let mut bindings = Bindings::new();
        let condition = self.condition(&transition.trigger, edge, &mut bindings);
        if condition == Residual::Const(false) {
            return None;
        }
        let mut unsupported = None;
        let mut assertions = Vec::new();
        for assertion in &transition.assertions {
            let residual = self.condition(assertion, edge, &mut bindings);
            if residual != Residual::Const(true) {
                let text = assertion.text(&self.automaton.variables);
                let message = self.message(&format!("ASSERT {text} fails at $location"), edge, &bindings);
                assertions.push((residual, message));
            }
        }
        let assume = match &transition.assume {
            None => Assume::Nothing,
            Some(expr) => self.assume(expr, edge, &bindings).unwrap_or_else(|reason| {
                unsupported = Some(reason);
                Assume::Nothing
            }),
        };
        let mut actions = Vec::new();
        for action in &transition.actions {
            match self.action(action, edge, &mut bindings) {
                Ok(act) => actions.push(act),
                Err(reason) => unsupported = Some(reason),
            }
        }
        let next = match &transition.next {
            Next::Goto(to) => Step::Goto(u32::try_from(*to).unwrap_or(0)),
            Next::Error(message) => {
                let template = message.as_deref().unwrap_or("$location: $rawstatement");
                Step::Error(self.message(template, edge, &bindings))
            }
            Next::Stop => Step::Stop,
            Next::Break => Step::Break,
        };
        Some(Match { condition, assertions, assume, actions, next, unsupported })
    }

    fn action(&mut self, action: &Action, edge: EdgeId, bindings: &mut Bindings) -> Result<Act, String> {
        Ok(match action {
            Action::SetInt(variable, value) => Act::SetInt(*variable, self.number(value, edge)),
            Action::SetMember { variable, element, member } => Act::SetMember {
                variable: *variable,
                element: self.substitute(element, edge, bindings),
                member: *member,
            },
            Action::Print { once, parts } => {
                let parts = parts
                    .iter()
                    .map(|part| match part {
                        PrintPart::Text(text) => Part::Text(self.substitute(text, edge, bindings)),
                        PrintPart::Int(value) => Part::Int(self.number(value, edge)),
                        PrintPart::Bool(value) => Part::Bool(self.condition(value, edge, bindings)),
                    })
                    .collect();
                Act::Print { once: *once, parts }
            }
            Action::Modify { analysis, text, .. } => {
                return Err(format!("MODIFY({analysis}, \"{text}\") of a specification"));
            }
        })
    }

    fn message(&mut self, template: &str, edge: EdgeId, bindings: &Bindings) -> usize {
        let text = self.substitute(template, edge, bindings);
        self.messages.push(text);
        self.messages.len() - 1
    }

    /// Replaces what is known of an edge in a text. `$$v` is left for the run.
    fn substitute(&self, template: &str, edge: EdgeId, bindings: &Bindings) -> String {
        let span = self.program.edges[edge].span;
        let mut out = String::new();
        let mut rest = template;
        while let Some(at) = rest.find('$') {
            out.push_str(&rest[..at]);
            rest = &rest[at..];
            let digits = rest[1..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - 1);
            let bound = rest[1..=digits].parse().ok().and_then(|n: u32| bindings.get(&n));
            let known: [(&str, &dyn Fn() -> String); 3] = [
                ("$rawstatement", &|| self.statement_text(edge)),
                ("$location", &|| self.program.sources.describe(span)),
                ("$line", &|| span.line.to_string()),
            ];
            if rest.starts_with("$$") {
                out.push_str("$$");
                rest = &rest[2..];
            } else if let Some((word, text)) = known.iter().find(|(word, _)| rest.starts_with(word)) {
                out.push_str(&text());
                rest = &rest[word.len()..];
            } else if let Some(bound) = bound {
                out.push_str(&bound.text(self.program));
                rest = &rest[1 + digits..];
            } else {
                out.push('$');
                rest = &rest[1..];
            }
        }
        out.push_str(rest);
        out
    }

    fn statement_text(&self, edge: EdgeId) -> String {
        let span = self.program.edges[edge].span;
        match self.program.sources.snippet(span) {
            Some(text) if !text.trim().is_empty() => text.trim().to_owned(),
            _ => self.program.op_text(edge),
        }
    }

    fn assume(&mut self, expr: &CExpr, edge: EdgeId, bindings: &Bindings) -> Result<Assume, String> {
        let mut variables = BTreeSet::new();
        expr.for_each(&mut |e| {
            if let CExprKind::AutomatonVariable(name) = &e.kind {
                variables.insert(name.as_str());
            }
        });
        let mut names = variables.into_iter();
        match (names.next(), names.next()) {
            (None, _) => Ok(match self.guard(expr, edge, bindings, &|_| None)? {
                Guard { holds, .. } if holds.iter().any(Conjunction::is_empty) => Assume::Nothing,
                guard => Assume::Fixed(guard),
            }),
            (Some(name), None) => {
                let index = self.automaton.variables.iter().position(|v| v.name == name);
                let index = index.ok_or_else(|| format!("the automaton has no variable `{name}`"))?;
                let table = VARIABLE_VALUES.map(|value| self.guard(expr, edge, bindings, &|_| Some(value)));
                Ok(Assume::ByVariable(index, table.collect::<Result<_, _>>()?))
            }
            _ => Err("an assumption over several automaton variables".to_owned()),
        }
    }

    fn guard(
        &mut self,
        expr: &CExpr,
        edge: EdgeId,
        bindings: &Bindings,
        variables: &dyn Fn(&str) -> Option<i64>,
    ) -> Result<Guard, String> {
        let holds =
            Lowering { program: self.program, edge, bindings, variables, named: None }.condition(expr)?;
        let fails = negate(&holds)?;
        Ok(Guard { holds, fails })
    }

    /// A condition with everything decided that the edge decides. Patterns that match add their bindings.
    fn condition(&mut self, condition: &Condition, edge: EdgeId, bindings: &mut Bindings) -> Residual {
        match condition {
            Condition::Const(value) => Residual::Const(*value),
            Condition::Not(a) => {
                // What is inside a negation matched where the whole did not, so it binds nothing.
                let inner = self.condition(a, edge, &mut Bindings::new());
                Residual::not(inner)
            }
            Condition::And(a, b) => match self.condition(a, edge, bindings) {
                Residual::Const(false) => Residual::Const(false),
                a => Residual::and(a, self.condition(b, edge, bindings)),
            },
            Condition::Or(a, b) => match self.condition(a, edge, bindings) {
                Residual::Const(true) => Residual::Const(true),
                a => Residual::or(a, self.condition(b, edge, bindings)),
            },
            Condition::SameTruth(a, b, same) => {
                let a = self.condition(a, edge, bindings);
                let b = self.condition(b, edge, bindings);
                Residual::same(a, b, *same)
            }
            Condition::SameInt(a, b, same) => {
                let (a, b) = (self.number(a, edge), self.number(b, edge));
                Residual::same_int(a, b, *same)
            }
            Condition::Member(set, element) => {
                Residual::Member(*set, self.substitute(element, edge, bindings))
            }
            Condition::Match(trigger) => match self.trigger(trigger, edge) {
                Some(bound) => {
                    bindings.extend(bound);
                    Residual::Const(true)
                }
                None => Residual::Const(false),
            },
            Condition::Check(query) => Residual::Check(self.check(query, edge)),
            Condition::IsTarget => Residual::IsTarget,
            Condition::CoversLines(lines) => {
                let span = self.program.edges[edge].span;
                let covered = |line: &u32| span.line <= *line && *line <= span.end_line;
                Residual::Const(!span.is_none() && lines.iter().any(covered))
            }
        }
    }

    fn number(&mut self, value: &IntExpr, edge: EdgeId) -> Number {
        match value {
            IntExpr::Const(n) => Number::Const(*n),
            IntExpr::Variable(index) => Number::Variable(*index),
            IntExpr::Add(a, b) => Number::Add(Box::new(self.number(a, edge)), Box::new(self.number(b, edge))),
            IntExpr::Sub(a, b) => Number::Sub(Box::new(self.number(a, edge)), Box::new(self.number(b, edge))),
            IntExpr::Eval(query) => Number::Eval(self.check(query, edge)),
        }
    }

    fn check(&mut self, query: &Query, edge: EdgeId) -> usize {
        let bindings = Bindings::new();
        let expr = parse_condition(&query.text, query.span).ok().and_then(|parsed| {
            let mut lowering = Lowering {
                program: self.program,
                edge,
                bindings: &bindings,
                variables: &|_| None,
                named: None,
            };
            lowering.single(&parsed)
        });
        let check = Check { analysis: query.analysis.clone(), text: query.text.clone(), expr };
        match self.checks.iter().position(|c| *c == check) {
            Some(index) => index,
            None => {
                self.checks.push(check);
                self.checks.len() - 1
            }
        }
    }

    fn trigger(&self, trigger: &Trigger, id: EdgeId) -> Option<Bindings> {
        let program = &*self.program;
        let edge = &program.edges[id];
        let labelled = |test: &dyn Fn(&str) -> bool| {
            program.labels.iter().any(|l| l.loc == edge.to && test(program.names.resolve(l.name)))
        };
        let matches = match trigger {
            Trigger::Pattern(pattern) => return matching::statement(program, id, pattern),
            Trigger::Call(pattern) => return matching::call(program, id, pattern, Moment::Call),
            Trigger::Return(pattern) => return matching::call(program, id, pattern, Moment::Return),
            Trigger::Text(text) => {
                let wanted = normal(text);
                self.texts.any(id, |t| t == wanted)
            }
            Trigger::Regex(regex) => self.texts.any(id, |t| regex.matches(t)),
            Trigger::Label(name) => labelled(&|l| l == name),
            Trigger::LabelRegex(regex) => labelled(&|l| regex.matches(l)),
            Trigger::Assert => {
                matches!(edge.op, Op::Extern(call) if program.extern_model(call) == LibFn::AssertFail)
            }
            Trigger::Exit => edge.to == program.halt,
            Trigger::Entry => match edge.op {
                Op::Call(site) => {
                    program.call_sites[site].callee == program.main
                        && program.locs[edge.from].func == program.start
                }
                _ => false,
            },
            Trigger::FunctionCall(name) => matching::called(program, edge, Moment::Call)
                .is_some_and(|(func, _, _)| program.func_name(func) == name),
        };
        matches.then(Bindings::new)
    }
}
