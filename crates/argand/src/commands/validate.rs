//! `argand validate`: is a witness true?

use super::verify::{
    CheckWord, default_memory, exit_code, name_the_limit, on_large_stack, parse_memory, parse_time, text,
};
use super::witness::hashes;
use crate::disk::read_text;
use crate::input::{HarnessArguments, InputArguments, Refused, Terms};
use crate::report;
use crate::watchdog::Watchdog;
use argand_linker::Externs;
use argand_support::{CancelToken, Limits};
use argand_verifier::config::shipped;
use argand_verifier::validate::{Answer, is_about, is_violation, specification, validate};
use argand_verifier::{Check, Configuration, Options, Report, Task, Verdict, Wanted, counterexample};
use argand_witness::Entry;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Options of `argand validate`.
#[derive(Args)]
pub struct ValidateArguments {
    #[command(flatten)]
    input: InputArguments,

    #[command(flatten)]
    function: HarnessArguments,

    /// The witness: YAML 2.x or GraphML 1.0
    #[arg(long, value_name = "FILE")]
    witness: PathBuf,

    /// A property file (.prp) that the witness must be about; may be given several times [default: what the witness says]
    #[arg(long, value_name = "FILE.prp")]
    property: Vec<PathBuf>,

    /// A property by its short name that the witness must be about; may be given several times
    #[arg(long, value_name = "CHECK")]
    check: Vec<CheckWord>,

    /// A shipped configuration or a TOML file
    #[arg(long, value_name = "NAME|FILE.toml", default_value = shipped::DEFAULT)]
    config: String,

    /// Change one key of the configuration
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,

    /// Give up after this time: 500ms, 60s, 15min, 1h
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "90s")]
    time: Duration,

    /// How many analyses of a strategy run at the same time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    jobs: Option<u32>,

    /// Give up when this much memory is used: 500MB, 4GB [default: three quarters of what the machine has]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    memory: Option<u64>,
}

/// Runs the command.
pub fn run(arguments: &ValidateArguments) -> Result<ExitCode, String> {
    on_large_stack(|| validated(arguments))
        .unwrap_or_else(|panic| Ok(say_unknown(&format!("an internal error ({panic}); please report it"))))
}

fn validated(arguments: &ValidateArguments) -> Result<ExitCode, String> {
    let entries = entries(arguments)?;
    let wanted = match wanted(arguments, &entries)? {
        Ok(wanted) => wanted,
        Err(code) => return Ok(code),
    };
    let configuration = Configuration::load(&arguments.config, &arguments.set, &read_text)?;
    let mut terms = Terms {
        entry: wanted.entry()?,
        externs: configuration.externs.clone(),
        volatile: configuration.volatile,
        firmware: configuration.firmware.clone(),
        harness: Some(&arguments.function),
    };
    arguments.input.check_question(&terms, wanted.termination())?;
    let load_options = arguments.input.replay_options(&terms);
    for function in wanted.error_functions() {
        terms.externs.functions.insert(function, Externs::Pure);
    }
    let (time, memory) = (Some(arguments.time), arguments.memory.or_else(default_memory));
    let limits = Limits::new(time, memory);
    let watchdog = Watchdog::start(time, memory, limits.cancel_token(), CancelToken::default(), |reason| {
        say_unknown(reason);
    });
    let loaded = match arguments.input.load(&terms)? {
        Ok(loaded) => loaded,
        Err(Refused { limit: Some(limit) }) => return Ok(say_unknown(&limit)),
        Err(refused) => return Ok(refused.exit_code()),
    };
    let task = Task::new(loaded, wanted);
    let options = Options {
        limits,
        unlimited_memory: arguments.input.svcomp(),
        jobs: arguments.jobs.map_or(0, |jobs| jobs as usize),
        ..Options::default()
    };
    let files = hashes(arguments.input.files())?;
    let mut last = ExitCode::from(crate::UNKNOWN_EXIT);
    for (entry, number) in entries.iter().zip(1..) {
        let answer = match is_about(entry, &task, &files) {
            Ok(()) => validate(&task, &configuration, &options, entry).map_err(|error| error.to_string())?,
            Err(why) => Answer::Rejected(why, None),
        };
        let (word, report) = match answer {
            Answer::Confirmed(report) => ("confirmed".to_owned(), Some(report)),
            Answer::Rejected(why, report) => (format!("rejected: entry {number}: {why}"), report),
            Answer::Open(why, report) => (format!("unknown: entry {number}: {why}"), report),
        };
        let confirmed = word == "confirmed";
        report::print(format!("witness: {word}\n").as_bytes());
        last = conclude(&task, report, confirmed, &load_options, &watchdog);
        // What one entry leaves open, no other can close.
        if !confirmed {
            break;
        }
    }
    Ok(last)
}

/// Prints what a witness is answered with; the exit code.
fn conclude(
    task: &Task,
    report: Option<Box<Report>>,
    confirmed: bool,
    load_options: &[String],
    watchdog: &Watchdog,
) -> ExitCode {
    let Some(mut report) = report else {
        report::print(format!("{}\n", Verdict::Unknown(Vec::new())).as_bytes());
        return ExitCode::from(crate::UNKNOWN_EXIT);
    };
    name_the_limit(&mut report.verdict, watchdog.stopped());
    let program = if matches!(report.verdict, Verdict::False(_)) { &task.program } else { &report.program };
    let mut story = report.violation.as_ref().map(|run| {
        let steps = counterexample::steps(program, run, &report.targets);
        counterexample::text(program, run, &steps, &report.targets, load_options)
    });
    if !matches!(report.verdict, Verdict::False(_)) {
        // The run of an invariant that fails is one of the program with checks, which `run` does not know.
        story = story.map(|story| without_replay(&story));
    }
    // A violation that a witness does not lead to says nothing about the witness, and a proof that it does not help with
    // neither: the verdict is that of the witness.
    if !confirmed {
        report.verdict = match std::mem::replace(&mut report.verdict, Verdict::Unknown(Vec::new())) {
            Verdict::Unknown(reasons) => Verdict::Unknown(reasons),
            Verdict::True | Verdict::False(_) => Verdict::Unknown(Vec::new()),
        };
    }
    report::print(text(&report, story.as_deref()).as_bytes());
    ExitCode::from(exit_code(&report.verdict))
}

/// The verdict without a run.
fn say_unknown(reason: &str) -> ExitCode {
    report::print(format!("unknown: {reason}\n{}\n", Verdict::Unknown(Vec::new())).as_bytes());
    ExitCode::from(crate::UNKNOWN_EXIT)
}

/// A story without the line that says how to run it again.
fn without_replay(story: &str) -> String {
    story.lines().filter(|line| !line.starts_with("replay: ")).map(|line| format!("{line}\n")).collect()
}

/// Reads the witness.
fn entries(arguments: &ValidateArguments) -> Result<Vec<Entry>, String> {
    let name = arguments.witness.display();
    let size = std::fs::metadata(&arguments.witness).map_or(0, |metadata| metadata.len());
    if size > argand_witness::MAX_BYTES as u64 {
        return Err(format!(
            "'{name}' is no witness: it is larger than {} MB",
            argand_witness::MAX_BYTES >> 20
        ));
    }
    let text = read_text(&arguments.witness)?;
    let entries = argand_witness::read(&text).map_err(|bad| format!("'{name}' is no witness: {bad}"))?;
    let violations = entries.iter().filter(|entry| is_violation(entry)).count();
    if violations > 0 && entries.len() > 1 {
        return Err(format!("'{name}' has more than one witness, and one of a violation among them"));
    }
    Ok(entries)
}

/// What is asked: the properties of the command line, or those of the witness.
fn wanted(arguments: &ValidateArguments, entries: &[Entry]) -> Result<Result<Wanted, ExitCode>, String> {
    if arguments.property.is_empty() && arguments.check.is_empty() {
        let name = arguments.witness.display();
        let mut properties = Vec::new();
        for entry in entries {
            for property in specification(entry).map_err(|why| format!("'{name}': {why}"))? {
                if !properties.contains(&property) {
                    properties.push(property);
                }
            }
        }
        if !properties.is_empty() {
            return Ok(Ok(Wanted { properties, automata: Vec::new() }));
        }
    }
    let checks: Vec<Check> = arguments.check.iter().flat_map(|word| word.checks()).collect();
    match Wanted::read(&arguments.property, &checks, &[], &read_text) {
        Ok(wanted) => Ok(Ok(wanted)),
        Err(bad) => {
            report::print_diagnostics(&[bad.diagnostic], &bad.sources);
            Ok(Err(ExitCode::from(crate::BAD_INPUT)))
        }
    }
}
