//! A violating run, told in the user's own lines.
//!
//! The run is executed once more with the inputs that were found, and every step in the user's code is written
//! down: the source line, the branch that was taken, the values that were assigned, the inputs as they were
//! chosen, indented by the depth of the call stack.

use argand_cfa::arith::{self, Scalar};
use argand_cfa::{BranchKind, EdgeId, FloatKind, LibFn, Op, Origin, Program, TypeId, VarId, VarKind};
use argand_evidence::Confirmed;
use argand_exec::{Action, End, Input, Interpreter, ListInput, Observer, StateView, Uninitialised};
use argand_support::Span;
use std::fmt::Write as _;

/// Longer runs are cut in the middle: the beginning and the end tell the story.
const MAX_LINES: usize = 400;

/// The text of a counterexample. `load` are the options that load the program.
#[must_use]
pub fn text(
    program: &Program,
    confirmed: &Confirmed,
    config: argand_exec::Config<'_>,
    load: &[String],
) -> String {
    let inputs: Vec<Scalar> = confirmed.outcome.inputs_used.iter().map(|i| i.value).collect();
    let config = argand_exec::Config {
        inputs: Box::new(ListInput::new(inputs)),
        step_limit: confirmed.outcome.steps,
        ..config
    };
    let mut replay = load.to_vec();
    replay.extend(replay_options(program, confirmed, &config.targets));
    let mut story = Story { program, lines: Vec::new(), last: Span::NONE, depth: 0 };
    // The run was cut where the violation was seen, which is what its own outcome tells.
    let _ = Interpreter::new(program, config).run_observed(&mut story);
    let mut out = String::new();
    if let End::Error(finding) = &confirmed.outcome.end {
        let _ = writeln!(out, "violation: {}", finding.message);
        let _ = writeln!(out, "at {}", program.sources.describe(finding.span));
        for entry in &finding.stack {
            let _ = writeln!(
                out,
                "  in {} ({})",
                program.func_name(entry.func),
                program.sources.describe(entry.span)
            );
        }
        for note in finding.notes(program) {
            let _ = writeln!(out, "  note: {note}");
        }
    } else if let (End::Exit(_) | End::Abort, Some(object)) =
        (&confirmed.outcome.end, confirmed.outcome.still_reachable.first())
    {
        let _ = writeln!(out, "violation: an object is not freed when the program ends");
        let _ = writeln!(out, "  note: allocated at {}", program.sources.describe(object.born));
    }
    write_inputs(&mut out, program, &confirmed.outcome.inputs_used);
    let _ = writeln!(out, "\nreplay: argand run {}", replay.join(" "));
    out.push_str("\nsteps:\n");
    let lines = &story.lines;
    let half = MAX_LINES / 2;
    for (index, line) in lines.iter().enumerate() {
        if lines.len() > MAX_LINES && index == half {
            let _ = writeln!(out, "  … {} steps left out …", lines.len() - MAX_LINES);
        }
        if lines.len() <= MAX_LINES || index < half || index >= lines.len() - half {
            let _ = writeln!(out, "{line}");
        }
    }
    out
}

fn write_inputs(out: &mut String, program: &Program, inputs: &[Input]) {
    if inputs.is_empty() {
        out.push_str("\nno inputs: the program always behaves like this\n");
        return;
    }
    out.push_str("\ninputs, in the order in which they are asked for:\n");
    for input in inputs {
        let place = program.sources.describe(input.span);
        let _ = writeln!(out, "  {} = {} at {place}", input.name, value_text(program, input.ty, input.value));
    }
}

/// The options of `argand run` that make the same run.
fn replay_options(program: &Program, confirmed: &Confirmed, targets: &[String]) -> Vec<String> {
    let policy = &confirmed.policy;
    let ignored = [
        ("signed-overflow", policy.signed_overflow == Action::Ignore),
        ("shift-out-of-range", policy.shift == Action::Ignore),
        ("uninitialised", policy.uninitialised == Uninitialised::Input),
        ("leak", policy.leak == Action::Ignore),
    ];
    let mut options: Vec<String> =
        ignored.into_iter().filter(|(_, is)| *is).map(|(kind, _)| format!("--ignore {kind}")).collect();
    if policy.endless {
        options.push("--find-endless".to_owned());
    }
    if policy.inputs_point_outside {
        options.push("--inputs-point-outside".to_owned());
    }
    options.extend(targets.iter().map(|t| format!("--target {t}")));
    let inputs = confirmed.outcome.inputs_used.iter();
    options.extend(inputs.map(|i| format!("--input {}", value_text(program, i.ty, i.value))));
    options
}

/// A value as C text, or its bits where no text gives it exactly.
#[must_use]
pub fn value_text(program: &Program, ty: TypeId, value: Scalar) -> String {
    match (value, arith::float_kind(&program.types, ty)) {
        (Scalar::Float(bits), Some(FloatKind::Float)) => {
            let number = f32::from_bits(bits as u32);
            if number.is_nan() { format!("bits:{bits:#x}") } else { format!("{number:?}") }
        }
        (Scalar::Float(bits), Some(kind)) => {
            let double = FloatKind::Double;
            let near = arith::float::convert(kind, double, bits);
            let number = f64::from_bits(near as u64);
            if number.is_nan() || arith::float::convert(double, kind, near) != bits {
                return format!("bits:{bits:#x}");
            }
            format!("{number:?}")
        }
        (Scalar::Int(number), _) if program.types.is_pointer(ty) && number != 0 => format!("{number:#x}"),
        (Scalar::Int(number), _) => number.to_string(),
        (Scalar::Float(bits), None) => bits.to_string(),
    }
}

/// Writes down what happens.
struct Story<'p> {
    program: &'p Program,
    lines: Vec<String>,
    /// The line that was written last, so that one statement is one line.
    last: Span,
    depth: usize,
}

impl Story<'_> {
    fn is_user(&self, edge: EdgeId) -> bool {
        let from = self.program.edges[edge].from;
        let func = self.program.locs[from].func;
        self.program.functions[func].origin == Origin::User
    }

    /// A new line with the source of the edge, unless it is still the same statement.
    fn at(&mut self, span: Span) {
        if span.is_none() || (span.file == self.last.file && span.line == self.last.line) {
            return;
        }
        self.last = span;
        let source = self.program.sources.line_text(span.file, span.line).unwrap_or("").trim();
        let place = format!("{}:{}", self.program.sources.name(span.file), span.line);
        self.lines.push(format!("  {place:<24} {}{source}", "  ".repeat(self.depth)));
    }

    fn note(&mut self, note: &str) {
        let line = format!("  {:<24} {}  {note}", "", "  ".repeat(self.depth));
        if self.lines.last() != Some(&line) {
            self.lines.push(line);
        }
    }

    fn assigned(&mut self, view: &mut StateView<'_, '_>, var: VarId) {
        if let Some(value) = view.read_var(var)
            && self.program.vars[var].kind != VarKind::Return
        {
            let text = value_text(self.program, self.program.vars[var].ty, value);
            self.note(&format!("{} = {text}", self.program.var_name(var)));
        }
    }
}

impl Observer for Story<'_> {
    fn edge(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        let program = self.program;
        let data = &program.edges[edge];
        let user = self.is_user(edge);
        match &data.op {
            Op::Call(site) => {
                if user {
                    self.at(data.span);
                }
                self.depth += 1;
                if user && program.functions[program.call_sites[*site].callee].origin == Origin::User {
                    for &param in &program.functions[program.call_sites[*site].callee].params {
                        self.assigned(view, param);
                    }
                    self.last = Span::NONE;
                }
            }
            Op::Return(site) => {
                self.depth = self.depth.saturating_sub(1);
                if program.functions[program.locs[data.to].func].origin == Origin::User {
                    self.last = Span::NONE;
                    if let Some(dst) =
                        program.call_sites[*site].dst.filter(|&d| program.vars[d].kind != VarKind::Temp)
                    {
                        self.at(data.span);
                        self.assigned(view, dst);
                    }
                }
            }
            _ if !user => {}
            Op::Assume { truth, .. } => {
                self.at(data.span);
                if let Some(branch) = data.branch {
                    let kind = program.branches[branch.branch].kind;
                    if !matches!(kind, BranchKind::Dispatch) {
                        let outcome = branch.outcome.unwrap_or(*truth);
                        let condition = program
                            .sources
                            .snippet(program.branches[branch.branch].condition)
                            .unwrap_or("condition");
                        self.note(&format!("{condition} is {outcome}"));
                    }
                }
            }
            Op::Assign { dst, .. } => {
                self.at(data.span);
                let is_temp = program
                    .pool
                    .root_var(*dst)
                    .is_some_and(|v| matches!(program.vars[v].kind, VarKind::Temp | VarKind::Return));
                if !is_temp && let Some(value) = view.read_place(*dst) {
                    let text = value_text(program, program.place(*dst).ty, value);
                    self.note(&format!("{} = {text}", program.place_text(*dst)));
                }
            }
            Op::Extern(call) => {
                self.at(data.span);
                let dst = program.extern_calls[*call].dst;
                if let (LibFn::Nondet | LibFn::Undefined | LibFn::Outside, Some(dst)) =
                    (program.extern_model(*call), dst)
                    && let Some(value) = view.read_var(dst)
                {
                    let callee = program.func_name(program.extern_calls[*call].callee);
                    let text = value_text(program, program.vars[dst].ty, value);
                    self.note(&format!("{callee}() returns {text}"));
                } else if let Some(dst) = dst.filter(|&d| program.vars[d].kind != VarKind::Temp) {
                    self.assigned(view, dst);
                }
            }
            Op::Noop | Op::Dead { .. } | Op::Summary(_) => {}
            _ => self.at(data.span),
        }
    }
}
