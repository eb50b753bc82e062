//! The steps of a violating run as values, from which texts, flows and pages are made.

use super::value_text;
use argand_cfa::arith::Scalar;
use argand_cfa::{BranchKind, EdgeId, FuncId, LibFn, Op, Origin, Program, TypeId, VarId, VarKind};
use argand_evidence::Confirmed;
use argand_exec::{
    Config, InputSource, Interpreter, ListInput, Observer, Outcome, Pointee, StateView, Storage,
};
use argand_support::Span;
use std::fmt;

/// One line of the user's source as it was executed, or what was done on it one call deeper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The statement; nowhere for what happens before there is any.
    pub span: Span,
    /// The function it belongs to.
    pub func: FuncId,
    /// How many calls are open.
    pub depth: usize,
    /// Whether the line is executed anew, and not still.
    pub again: bool,
    /// What it did.
    pub events: Vec<Event>,
}

/// Something that a step did.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A place got a value.
    Assigned {
        /// The place, as C text.
        place: String,
        /// The value, as C text, or what a pointer points to where C has no text for it.
        value: String,
    },
    /// A function that is not the program's own returned a value.
    Returned {
        /// Its name.
        function: String,
        /// The value, as C text.
        value: String,
    },
    /// A condition decided where the run goes.
    Branched {
        /// The condition, as the source has it.
        condition: String,
        /// Which way it turned out.
        outcome: bool,
    },
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Assigned { place, value } => write!(f, "{place} = {value}"),
            Self::Returned { function, value } => write!(f, "{function}() returns {value}"),
            Self::Branched { condition, outcome } => write!(f, "{condition} is {outcome}"),
        }
    }
}

/// The steps of a run in the user's code. `targets` are the functions whose call is a violation.
#[must_use]
pub fn steps(program: &Program, confirmed: &Confirmed, targets: &[String]) -> Vec<Step> {
    let mut story = Story { program, steps: Vec::new(), last: Span::NONE, anew: true, depth: 0 };
    // The run was cut where the violation was seen, which is what its own outcome tells.
    let inputs: Vec<Scalar> = confirmed.outcome.inputs_used.iter().map(|i| i.value).collect();
    let _ = again(program, confirmed, targets, Box::new(ListInput::new(inputs)), &mut story);
    story.steps
}

/// Executes a violating run once more, no further than it went, while somebody watches. `inputs` has its own inputs.
pub fn again(
    program: &Program,
    confirmed: &Confirmed,
    targets: &[String],
    inputs: Box<dyn InputSource + '_>,
    observer: &mut dyn Observer,
) -> Outcome {
    let config = Config {
        inputs,
        targets: targets.to_vec(),
        policy: confirmed.policy,
        step_limit: confirmed.outcome.steps,
        ..Config::default()
    };
    Interpreter::new(program, config).run_observed(observer)
}

/// Writes down what happens.
struct Story<'p> {
    program: &'p Program,
    steps: Vec<Step>,
    /// The line that was written last, so that one statement is one step.
    last: Span,
    /// Whether the next step is a new one even on the same line.
    anew: bool,
    depth: usize,
}

impl Story<'_> {
    fn func(&self, edge: EdgeId) -> FuncId {
        self.program.locs[self.program.edges[edge].from].func
    }

    /// A new step at the source of the edge, unless it is still the same statement.
    fn at(&mut self, edge: EdgeId) {
        let span = self.program.edges[edge].span;
        if span.is_none() || (!self.anew && span.file == self.last.file && span.line == self.last.line) {
            return;
        }
        let (func, depth) = (self.func(edge), self.depth);
        self.steps.push(Step { span, func, depth, again: self.anew, events: Vec::new() });
        self.last = span;
        self.anew = false;
    }

    fn note(&mut self, edge: EdgeId, event: Event) {
        let depth = self.depth;
        if self.steps.last().is_none_or(|step| step.depth != depth) {
            let span = self.steps.last().map_or(Span::NONE, |step| step.span);
            self.steps.push(Step { span, func: self.func(edge), depth, again: false, events: Vec::new() });
        }
        if let Some(step) = self.steps.last_mut()
            && step.events.last() != Some(&event)
        {
            step.events.push(event);
        }
    }

    /// The next step is a new one.
    fn turn(&mut self) {
        self.anew = true;
    }

    fn assigned(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId, var: VarId) {
        if let Some(value) = view.read_var(var)
            && self.program.vars[var].kind != VarKind::Return
        {
            let value = told(view, self.program.vars[var].ty, value);
            let place = self.program.var_name(var).to_owned();
            self.note(edge, Event::Assigned { place, value });
        }
    }
}

/// A value of a type as the user knows it.
fn told(view: &StateView<'_, '_>, ty: TypeId, value: Scalar) -> String {
    let program = view.program();
    let pointee = match value {
        Scalar::Int(address) if program.types.is_pointer(ty) && address != 0 => pointee(view, ty, address),
        Scalar::Int(_) | Scalar::Float(_) => None,
    };
    pointee.unwrap_or_else(|| value_text(program, ty, value))
}

/// What a pointer of a type points to: `&x`, `&list[2].next`, or memory without a name.
fn pointee(view: &StateView<'_, '_>, ty: TypeId, address: i128) -> Option<String> {
    let program = view.program();
    if let Some(func) = view.function_at(address) {
        return Some(format!("&{}", program.func_name(func)));
    }
    let Pointee { object, offset, .. } = view.object_at(address)?;
    let whole = match object.var {
        Some(var) if program.vars[var].kind == VarKind::StringLiteral => "a string literal".to_owned(),
        Some(var) => {
            let (name, whole) = (program.var_name(var), program.vars[var].ty);
            if offset == 0 && program.types.pointee(ty) == Some(whole) {
                return Some(format!("&{name}"));
            }
            let inside = u64::try_from(offset).ok().filter(|&bytes| bytes < object.size);
            if let Some((way, _)) = inside.and_then(|bytes| program.member_at(whole, bytes * 8)) {
                return Some(format!("&{name}{way}"));
            }
            format!("`{name}`")
        }
        None if object.storage == Storage::Heap && !object.born.is_none() => {
            format!("the memory allocated at {}", program.sources.describe(object.born))
        }
        None => return None,
    };
    Some(match offset {
        0 => whole,
        _ if offset == i64::try_from(object.size).ok()? => format!("the end of {whole}"),
        1 => format!("1 byte into {whole}"),
        _ => format!("{offset} bytes into {whole}"),
    })
}

impl Observer for Story<'_> {
    fn edge(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        let program = self.program;
        let data = &program.edges[edge];
        let user = program.functions[self.func(edge)].origin == Origin::User;
        match &data.op {
            Op::Call(site) => {
                if user {
                    self.at(edge);
                }
                self.depth += 1;
                if user && program.functions[program.call_sites[*site].callee].origin == Origin::User {
                    for &param in &program.functions[program.call_sites[*site].callee].params {
                        self.assigned(view, edge, param);
                    }
                    self.turn();
                }
            }
            Op::Return(site) => {
                self.depth = self.depth.saturating_sub(1);
                if program.functions[program.locs[data.to].func].origin == Origin::User {
                    // A call of the library belongs to its statement; the steps of a function of the user's are told
                    // between the two parts of one.
                    if user {
                        self.turn();
                    }
                    if let Some(dst) =
                        program.call_sites[*site].dst.filter(|&d| program.vars[d].kind != VarKind::Temp)
                    {
                        self.at(edge);
                        self.assigned(view, edge, dst);
                    }
                }
            }
            _ if !user => {}
            Op::Assume { truth, .. } => {
                self.at(edge);
                if let Some(branch) = data.branch
                    && program.branches[branch.branch].kind != BranchKind::Dispatch
                {
                    let outcome = branch.outcome.unwrap_or(*truth);
                    let condition = program.sources.snippet(program.branches[branch.branch].condition);
                    let condition = condition.unwrap_or("condition").to_owned();
                    self.note(edge, Event::Branched { condition, outcome });
                }
            }
            Op::Assign { dst, .. } => {
                self.at(edge);
                let is_temp = program
                    .pool
                    .root_var(*dst)
                    .is_some_and(|v| matches!(program.vars[v].kind, VarKind::Temp | VarKind::Return));
                if !is_temp && let Some(value) = view.read_place(*dst) {
                    let value = told(view, program.place(*dst).ty, value);
                    self.note(edge, Event::Assigned { place: program.place_text(*dst), value });
                }
            }
            Op::Extern(call) => {
                self.at(edge);
                let dst = program.extern_calls[*call].dst;
                if let (LibFn::Nondet | LibFn::Undefined | LibFn::Outside, Some(dst)) =
                    (program.extern_model(*call), dst)
                    && let Some(value) = view.read_var(dst)
                {
                    let function = program.func_name(program.extern_calls[*call].callee).to_owned();
                    let value = told(view, program.vars[dst].ty, value);
                    self.note(edge, Event::Returned { function, value });
                } else if let Some(dst) = dst.filter(|&d| program.vars[d].kind != VarKind::Temp) {
                    self.assigned(view, edge, dst);
                }
            }
            Op::Noop | Op::Dead { .. } | Op::Summary(_) => {}
            _ => self.at(edge),
        }
    }
}
