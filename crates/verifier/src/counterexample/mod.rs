//! A violating run, told in the user's own lines.
//!
//! The run is executed once more with the inputs that were found ([`steps`]), and every step in the user's code is
//! written down: the source line, the branch that was taken, the values that were assigned, the inputs as they were
//! chosen, indented by the depth of the call stack.

mod fold;
mod steps;

pub use steps::{Event, Step, again, steps};

use argand_cfa::arith::{self, Scalar};
use argand_cfa::{FloatKind, Program, TypeId};
use argand_evidence::Confirmed;
use argand_exec::{Action, End, Input, Uninitialised};
use argand_support::Span;
use std::fmt::Write as _;

/// Longer runs are cut in the middle: the beginning and the end tell the story.
const MAX_LINES: usize = 400;

/// The text of a counterexample. `steps` are those of the run, `load` the options that load the program.
#[must_use]
pub fn text(
    program: &Program,
    confirmed: &Confirmed,
    steps: &[Step],
    targets: &[String],
    load: &[String],
) -> String {
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
    let _ = writeln!(out, "\nreplay: {}", replay_command(program, confirmed, targets, load));
    out.push_str("\nsteps:\n");
    write_steps(&mut out, program, steps);
    out
}

/// The command that makes the same run. `load` are the options that load the program; those behind `--` stay the last.
#[must_use]
pub fn replay_command(
    program: &Program,
    confirmed: &Confirmed,
    targets: &[String],
    load: &[String],
) -> String {
    let (before, last) = load.split_at(load.iter().position(|word| word == "--").unwrap_or(load.len()));
    let options = [before, &replay_options(program, confirmed, targets), last].concat();
    format!("argand run {}", options.join(" "))
}

/// The source lines of the steps, each with what it did below it. Of many rounds of a loop that take the same lines, the last
/// one is told.
fn write_steps(out: &mut String, program: &Program, steps: &[Step]) {
    let mut lines = Vec::new();
    let mut last = Span::NONE;
    let places: Vec<_> = steps.iter().map(|step| (step.span.file, step.span.line, step.depth)).collect();
    let mut rounds = fold::rounds(&places).into_iter().peekable();
    let mut at = 0;
    while let Some(step) = steps.get(at) {
        if let Some(rounds) = rounds.next_if(|rounds| rounds.first == at) {
            let margin = "  ".repeat(step.depth);
            lines.push(format!(
                "  {:<24} {margin}… {} rounds before the next are left out …",
                "",
                rounds.count - 1
            ));
            (at, last) = (rounds.last, Span::NONE);
            continue;
        }
        at += 1;
        let margin = "  ".repeat(step.depth);
        if !step.span.is_none() && (step.again || step.span.file != last.file || step.span.line != last.line)
        {
            let source = program.sources.line_text(step.span.file, step.span.line).unwrap_or("").trim();
            let place = format!("{}:{}", program.sources.name(step.span.file), step.span.line);
            lines.push(format!("  {place:<24} {margin}{source}"));
        }
        last = step.span;
        lines.extend(step.events.iter().map(|event| format!("  {:<24} {margin}  {event}", "")));
    }
    let half = MAX_LINES / 2;
    for (index, line) in lines.iter().enumerate() {
        if lines.len() > MAX_LINES && index == half {
            let _ = writeln!(out, "  … {} steps left out …", lines.len() - MAX_LINES);
        }
        if lines.len() <= MAX_LINES || index < half || index >= lines.len() - half {
            let _ = writeln!(out, "{line}");
        }
    }
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
    let found = [
        ("unsigned-overflow", policy.allowed.unsigned_overflow == Action::Stop),
        ("lossy-conversion", policy.allowed.conversion == Action::Stop),
        ("index-out-of-range", policy.allowed.index == Action::Stop),
    ];
    options.extend(found.into_iter().filter(|(_, is)| *is).map(|(kind, _)| format!("--find {kind}")));
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
