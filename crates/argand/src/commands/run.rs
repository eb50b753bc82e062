//! `argand run`: one concrete run of a program.
//!
//! What the program prints goes to standard output; what was found goes to standard error, with the place,
//! the call stack and the inputs that led there. The exit code is the program's own when it ends by itself
//! and nothing was found (134 after `abort`, as shells report it), 10 when an error was found, 20 when the
//! run ended without an answer, 2 for bad input.

use crate::disk::read_text;
use crate::input::{HarnessArguments, InputArguments, Terms};
use crate::report;
use argand_cfa::arith::{self, Scalar, float};
use argand_cfa::{FloatKind, Program};
use argand_exec::{
    Action, Allowed, Config, End, ErrorKind, Finding, Input, InputSource, Interpreter, Outcome, Policy,
    Request, SeedInput, Uninitialised,
};
use argand_support::{Diagnostic, Severity, Span};
use argand_verifier::counterexample::value_text;
use clap::Args;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// An error was found.
const FOUND: u8 = 10;
/// The run ended without an answer.
const NO_ANSWER: u8 = 20;
/// What shells report for a program that called `abort`.
const ABORTED: u8 = 134;
/// How many inputs are listed before the rest is only counted.
const INPUTS_SHOWN: usize = 20;

/// Options of `argand run`.
#[derive(Args)]
pub struct RunArguments {
    #[command(flatten)]
    input: InputArguments,

    #[command(flatten)]
    function: HarnessArguments,

    /// A value for the next input of the program, in the order in which a counterexample lists them; may be given
    /// several times
    #[arg(long = "input", value_name = "VALUE", allow_hyphen_values = true)]
    values: Vec<String>,

    /// Values for further inputs: a file with one in each line, as `argand test-gen` writes them; `#` begins a comment
    #[arg(long, value_name = "FILE")]
    input_file: Option<PathBuf>,

    /// Choose further inputs at random from this seed; without it they are zero
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// Stop after this many steps
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000_000_000)]
    steps: u64,

    /// Treat a call of this function as an error
    #[arg(long, value_name = "FUNCTION", default_value = "reach_error")]
    target: Vec<String>,

    /// Let pointers that input functions return, or that were not initialised, lead to memory outside the program instead of nowhere
    #[arg(long)]
    inputs_point_outside: bool,

    /// End a run that comes back to a state that it was in before: it can go around for ever
    #[arg(long)]
    find_endless: bool,

    /// End a run also with what C allows and people do not always mean: unsigned-overflow, lossy-conversion or
    /// index-out-of-range (an index outside of its array, inside of the object that the array is part of)
    #[arg(long, value_name = "KIND", value_parser = findable)]
    find: Vec<ErrorKind>,

    /// Go on silently after this kind of error: signed-overflow, shift-out-of-range, uninitialised (such values are
    /// then inputs) or leak
    #[arg(long, value_name = "KIND", value_parser = ignorable)]
    ignore: Vec<ErrorKind>,
}

fn ignorable(name: &str) -> Result<ErrorKind, String> {
    let kinds =
        [ErrorKind::SignedOverflow, ErrorKind::ShiftOutOfRange, ErrorKind::Uninitialised, ErrorKind::Leak];
    one_of(&kinds, name, "ignored")
}

fn findable(name: &str) -> Result<ErrorKind, String> {
    let kinds = [ErrorKind::UnsignedOverflow, ErrorKind::LossyConversion, ErrorKind::IndexOutOfRange];
    one_of(&kinds, name, "asked for")
}

fn one_of(kinds: &[ErrorKind], name: &str, what: &str) -> Result<ErrorKind, String> {
    kinds.iter().copied().find(|kind| kind.name() == name).ok_or_else(|| {
        let names: Vec<_> = kinds.iter().map(|kind| kind.name()).collect();
        format!("only these can be {what}: {}", names.join(", "))
    })
}

/// Values from the command line, then those of the seed.
struct GivenInputs {
    values: std::vec::IntoIter<Given>,
    rest: Option<SeedInput>,
}

#[derive(Clone, Copy)]
enum Given {
    Int(i128),
    Real(f64),
    /// The bits of a number that no decimal text gives exactly.
    Bits(u128),
}

impl InputSource for GivenInputs {
    fn next(&mut self, request: &Request<'_>) -> Scalar {
        let kind = arith::float_kind(&request.program.types, request.ty);
        match (self.values.next(), kind, &mut self.rest) {
            (Some(Given::Int(value)), ..) => Scalar::Int(value),
            (Some(Given::Real(value)), Some(kind), _) => {
                Scalar::Float(float::convert(FloatKind::Double, kind, u128::from(value.to_bits())))
            }
            (Some(Given::Real(value)), None, _) => Scalar::Int(value as i128),
            (Some(Given::Bits(bits)), Some(_), _) => Scalar::Float(bits),
            (Some(Given::Bits(bits)), None, _) => Scalar::Int(bits.cast_signed()),
            (None, _, Some(seed)) => seed.next(request),
            (None, _, None) => request.default_value(),
        }
    }
}

fn parse_value(text: &str) -> Result<Given, String> {
    if let Some(bits) = text.strip_prefix("bits:0x").and_then(|hex| u128::from_str_radix(hex, 16).ok()) {
        return Ok(Given::Bits(bits));
    }
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let number = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => u128::from_str_radix(hex, 16).ok(),
        None => digits.parse::<u128>().ok(),
    };
    if let Some(number) = number {
        let number = number.cast_signed();
        return Ok(Given::Int(if negative { number.wrapping_neg() } else { number }));
    }
    text.parse::<f64>().map(Given::Real).map_err(|_| format!("'{text}' is not a number"))
}

/// The values in a file, one in each line.
fn parse_file(path: &Path) -> Result<Vec<Given>, String> {
    let text = read_text(path)?;
    let mut values = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let word = line.split('#').next().unwrap_or_default().trim();
        if !word.is_empty() {
            values.push(parse_value(word).map_err(|why| format!("{}:{number}: {why}", path.display()))?);
        }
    }
    Ok(values)
}

/// Runs the command.
pub fn run(arguments: &RunArguments) -> Result<ExitCode, String> {
    let mut values: Vec<Given> = arguments.values.iter().map(|v| parse_value(v)).collect::<Result<_, _>>()?;
    if let Some(path) = &arguments.input_file {
        values.extend(parse_file(path)?);
    }
    let inputs = GivenInputs { values: values.into_iter(), rest: arguments.seed.map(SeedInput::new) };
    let loaded =
        match arguments.input.load(&Terms { harness: Some(&arguments.function), ..Terms::default() })? {
            Ok(loaded) => loaded,
            Err(refused) => return Ok(refused.exit_code()),
        };
    let program = &loaded.program;
    let action = |kind| if arguments.ignore.contains(&kind) { Action::Ignore } else { Action::Stop };
    let asked = |kind| if arguments.find.contains(&kind) { Action::Stop } else { Action::Ignore };
    let policy = Policy {
        signed_overflow: action(ErrorKind::SignedOverflow),
        shift: action(ErrorKind::ShiftOutOfRange),
        allowed: Allowed {
            unsigned_overflow: asked(ErrorKind::UnsignedOverflow),
            conversion: asked(ErrorKind::LossyConversion),
            index: asked(ErrorKind::IndexOutOfRange),
        },
        uninitialised: match action(ErrorKind::Uninitialised) {
            Action::Ignore => Uninitialised::Input,
            stop => Uninitialised::Found(stop),
        },
        leak: if arguments.ignore.contains(&ErrorKind::Leak) { Action::Ignore } else { Action::Report },
        inputs_point_outside: arguments.inputs_point_outside,
        endless: arguments.find_endless,
    };
    let config = Config {
        inputs: Box::new(inputs),
        targets: arguments.target.clone(),
        policy,
        step_limit: arguments.steps,
        ..Config::default()
    };
    let outcome = Interpreter::new(program, config).run();
    report::print(&outcome.output);
    let _ = std::io::stderr().lock().write_all(&outcome.errors);
    Ok(ExitCode::from(conclude(program, &outcome)))
}

/// Tells what was found and chooses the exit code.
fn conclude(program: &Program, outcome: &Outcome) -> u8 {
    let findings: Vec<Diagnostic> =
        outcome.findings.iter().map(|finding| diagnostic(program, finding, &outcome.inputs_used)).collect();
    report::print_diagnostics(&findings, &program.sources);
    let no_answer = |message: String| {
        let diagnostic = Diagnostic { severity: Severity::Warning, ..Diagnostic::error(message, Span::NONE) };
        report::print_diagnostics(&[diagnostic], &program.sources);
        NO_ANSWER
    };
    match &outcome.end {
        _ if !findings.is_empty() => FOUND,
        End::Error(_) => FOUND,
        End::Exit(code) => (code & 0xff) as u8,
        End::Abort => ABORTED,
        End::Blocked => no_answer("an assumption of the program fails with these inputs".to_owned()),
        End::Unsupported(reason) => no_answer(format!("the run cannot go on: {reason}")),
        End::Limit(reason) => no_answer(format!("the run was stopped: {reason}")),
    }
}

fn diagnostic(program: &Program, finding: &Finding, inputs: &[Input]) -> Diagnostic {
    let mut diagnostic =
        Diagnostic::error(finding.message.clone(), finding.span).with_label(finding.kind.name());
    for note in finding.notes(program) {
        diagnostic = diagnostic.with_note(note);
    }
    for (depth, entry) in finding.stack.iter().enumerate() {
        let word = if depth == 0 { "in" } else { "called from" };
        let place = program.sources.describe(entry.span);
        diagnostic = diagnostic.with_note(format!("{word} {} at {place}", program.func_name(entry.func)));
    }
    let shown: Vec<String> = inputs
        .iter()
        .filter(|input| !input.span.is_none())
        .take(INPUTS_SHOWN)
        .map(|input| format!("{} = {}", input.name, value_text(program, input.ty, input.value)))
        .collect();
    if !shown.is_empty() {
        let more = if inputs.len() > INPUTS_SHOWN { ", …" } else { "" };
        diagnostic = diagnostic.with_note(format!("with the inputs {}{more}", shown.join(", ")));
    }
    diagnostic
}
