//! Invariants of a witness: each a check in the program, and all of them facts for the proof of the property.

use super::places::{Places, loops_at};
use super::{Answer, Validation, unfound};
use crate::properties::Wanted;
use crate::verdict::Verdict;
use crate::verification::{Options, Verification};
use crate::witness::loops::condition_term;
use argand_cfa::assumption::tidy;
use argand_cfa::instrument::{check_function, insert_check};
use argand_cfa::walk::{self, Node};
use argand_cfa::{Assumption, BinaryOp, Condition, EdgeId, ExprKind, LocId, Op, Program, PropertyKind};
use argand_cpa::{ConfigError, Fact, FactPlace};
use argand_encode::{Encoder, Formula};
use argand_spec::{Property, Scope, condition_at};
use argand_support::Span;
use argand_witness::{Expression, Graph, Invariant, InvariantKind, Location};

/// The function that checks of invariants call. No C program can have one of this name.
const INVARIANT: &str = "invariant of the witness";
/// Who offers the facts of a witness.
const FOUND_BY: &str = "witness";

/// The invariants of an automaton of GraphML: those of nodes, at the lines of the edges that enter them.
///
/// # Errors
/// An invariant that is nowhere.
pub(super) fn of_graph(graph: &Graph) -> Result<Vec<Invariant>, String> {
    let mut found = Vec::new();
    for (number, node) in graph.nodes.iter().enumerate() {
        let Some(text) = node.invariant.as_ref().filter(|text| !is_trivial(text)) else { continue };
        let entering: Vec<_> =
            graph.edges.iter().filter(|edge| edge.to == number && edge.line.is_some()).collect();
        if entering.is_empty() {
            return Err(format!("the invariant of node `{}` has no line", node.id));
        }
        for edge in entering {
            let location = Location {
                file: String::new(),
                line: edge.line.unwrap_or(0),
                column: None,
                function: node.invariant_scope.clone().filter(|scope| !scope.is_empty()),
            };
            let value = Expression { text: text.clone(), format: "c_expression".to_owned() };
            let kind = if edge.enter_loop_head { InvariantKind::Loop } else { InvariantKind::Location };
            found.push(Invariant { kind, location, value });
        }
    }
    Ok(found)
}

fn is_trivial(text: &str) -> bool {
    matches!(text.trim(), "true" | "1" | "(1)")
}

/// An invariant in the program.
struct Placed {
    /// Its number in the witness.
    number: usize,
    /// Where it must hold.
    location: LocId,
    condition: Condition,
    span: Span,
}

impl Validation<'_> {
    /// Checks that the invariants hold, and the property with their help.
    pub(super) fn invariants(&self, invariants: &[Invariant]) -> Result<Answer, ConfigError> {
        let mut program = (*self.task.program).clone();
        let placed = match place(&mut program, invariants) {
            Ok(placed) => placed,
            Err(why) => return Ok(Answer::Open(why, None)),
        };
        let facts = facts(&program, &placed);
        let mut assumptions = Vec::new();
        if !placed.is_empty() {
            match self.check_invariants(&program, &placed, &facts, invariants)? {
                Ok(assumed) => assumptions = assumed,
                Err(answer) => return Ok(answer),
            }
        }
        let options = Options { known: facts, ..self.options.clone() };
        let mut report = Verification::new(&self.task, self.configuration, options)?.run(None)?;
        Ok(match &report.verdict {
            Verdict::True => {
                // The invariants are part of what is confirmed, and so is what they take for granted.
                report.assumptions.extend(assumptions);
                tidy(&mut report.assumptions);
                Answer::Confirmed(Box::new(report))
            }
            Verdict::False(_) => {
                let why = "the property is violated".to_owned();
                Answer::Rejected(why, Some(Box::new(report)))
            }
            Verdict::Unknown(_) => {
                let why = "its invariants hold, but the property was not proven with them".to_owned();
                Answer::Open(why, Some(Box::new(report)))
            }
        })
    }

    /// Checks that all invariants hold: what that takes for granted, or the answer if they do not, or nobody knows.
    fn check_invariants(
        &self,
        program: &Program,
        placed: &[Placed],
        facts: &[Fact],
        invariants: &[Invariant],
    ) -> Result<Result<Vec<Assumption>, Answer>, ConfigError> {
        let mut checked = program.clone();
        let callee = check_function(&mut checked, INVARIANT);
        let mut calls: Vec<(EdgeId, usize)> = Vec::new();
        for invariant in placed {
            let broken = invariant.condition.clone().negated();
            let call = insert_check(&mut checked, invariant.location, &broken, invariant.span, callee);
            calls.push((call, invariant.number));
        }
        let property = Property::of_main(PropertyKind::UnreachCall(INVARIANT.to_owned()));
        let wanted = Wanted { properties: vec![property], automata: Vec::new() };
        let task = self.task.asking(wanted).about(checked);
        let left = self.options.limits.remaining();
        let limits =
            left.map_or_else(|| self.options.limits.clone(), |left| self.options.limits.sub_limit(left / 2));
        let options = Options { limits, known: facts.to_vec(), ..self.options.clone() };
        let mut report = Verification::new(&task, self.configuration, options)?.run(None)?;
        Ok(match report.verdict {
            Verdict::True => Ok(report.assumptions),
            Verdict::False(_) => {
                let last = report.violation.as_ref().and_then(|confirmed| confirmed.edges.last().copied());
                let number =
                    calls.iter().find(|(call, _)| Some(*call) == last).map_or(0, |(_, number)| *number);
                let text = invariants.get(number).map_or("", |invariant| invariant.value.text.as_str());
                let why = format!("invariant {} is false: `{text}` does not hold in a run", number + 1);
                // The verdict is about the invariant and not about the property.
                report.verdict = Verdict::Unknown(Vec::new());
                Err(Answer::Rejected(why, Some(Box::new(report))))
            }
            Verdict::Unknown(_) => {
                let why = format!("not all of its invariants were proven: {}", unfound(&report));
                Err(Answer::Open(why, Some(Box::new(report))))
            }
        })
    }
}

/// Reads the invariants where they stand.
fn place(program: &mut Program, invariants: &[Invariant]) -> Result<Vec<Placed>, String> {
    let places = Places::of(program);
    let mut placed = Vec::new();
    for (number, invariant) in invariants.iter().enumerate() {
        let wrong = |why: String| format!("invariant {}: {why}", number + 1);
        if let InvariantKind::Unchecked(what) = &invariant.kind {
            return Err(wrong(format!("{what} are not checked")));
        }
        if is_trivial(&invariant.value.text) {
            continue;
        }
        let mut found: Vec<(LocId, Span)> = Vec::new();
        let at = named(program, &invariant.location);
        if invariant.kind == InvariantKind::Loop {
            found.extend(loops_at(program, &at).iter().map(|statement| (statement.head, statement.keyword)));
        }
        // GraphML has no keywords: a line may be that of a statement as well.
        let lenient = invariant.location.file.is_empty() || invariant.kind == InvariantKind::Location;
        if found.is_empty()
            && lenient
            && let Some(start) = places.statement(program, &at)
        {
            let span = Span::point(start.0, start.1, start.2);
            found.extend(places.begin(program, start).into_iter().map(|location| (location, span)));
        }
        if found.is_empty() {
            return Err(wrong("nothing is at its place that an invariant could be about".to_owned()));
        }
        for (location, span) in found {
            let leaves = |edge: &EdgeId| matches!(program.edges[*edge].op, Op::Return(_));
            if program.locs[location].out.iter().any(leaves) {
                return Err(wrong("it stands where its function is left".to_owned()));
            }
            let scope = Scope { location, result: None };
            let text = &invariant.value.text;
            let condition = condition_at(program, scope, text)
                .map_err(|why| wrong(format!("`{text}` means nothing there: {why}")))?;
            if may_divide_by_zero(program, &condition) {
                return Err(wrong(format!("`{text}` may divide by zero, and means nothing then")));
            }
            placed.push(Placed { number, location, condition, span });
        }
    }
    Ok(placed)
}

/// Whether a condition divides integers by anything but a number that is not zero.
fn may_divide_by_zero(program: &Program, condition: &Condition) -> bool {
    let mut found = false;
    condition.for_each(&mut |expr, _| {
        walk::for_each_node(program, Node::Expr(expr), |node| {
            if let Node::Expr(part) = node
                && let ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, _, divisor) = program.expr(part).kind
                && program.types.is_integer(program.expr(part).ty)
            {
                found |= !matches!(program.expr(divisor).kind, ExprKind::Int(number) if number != 0);
            }
        });
    });
    found
}

/// A place with the name of a file; GraphML has none, and means the only file.
fn named(program: &Program, location: &Location) -> Location {
    if !location.file.is_empty() {
        return location.clone();
    }
    let span = program.functions[program.main].span;
    Location { file: program.sources.name(span.file).to_owned(), ..location.clone() }
}

/// What the invariants say, as facts that induction may try.
fn facts(program: &Program, placed: &[Placed]) -> Vec<Fact> {
    let mut encoder = Encoder::new(program);
    let state = encoder.start(program).fresh_block(&encoder.pool);
    let mut facts = Vec::new();
    for invariant in placed {
        let Some(term) = condition_term(&mut encoder, program, &state, &invariant.condition) else {
            continue;
        };
        for part in encoder.pool.conjuncts(term).to_vec() {
            if let Some(formula) = Formula::of(&encoder.pool, part) {
                let place = FactPlace::Location(invariant.location);
                let fact = Fact::guess(place, formula, FOUND_BY);
                if !facts.contains(&fact) {
                    facts.push(fact);
                }
            }
        }
    }
    facts
}
