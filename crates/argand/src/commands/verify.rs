//! `argand verify`: does the program have the property?

use super::witness;
use crate::disk::read_text;
use crate::dump::Dump;
use crate::input::{InputArguments, Refused};
use crate::watchdog::Watchdog;
use crate::{UNKNOWN_EXIT, report};
use argand_cfa::Program;
use argand_cpa::fact::write_facts;
use argand_linker::Externs;
use argand_support::limits::memory_of_machine;
use argand_support::{CancelToken, Limits, Stop};
use argand_verifier::certify::{Certification, place_of};
use argand_verifier::config::policy::strict_named;
use argand_verifier::config::shipped;
use argand_verifier::strategy::panic_text;
use argand_verifier::strategy::step::Narrator;
use argand_verifier::{
    Check, Configuration, Options, Report, STACK, Task, Verdict, Verification, Wanted, assumed,
    counterexample,
};
use clap::{Args, ValueEnum};
use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// Options of `argand verify`.
#[derive(Args)]
pub struct VerifyArguments {
    #[command(flatten)]
    input: InputArguments,

    /// A property file (.prp); may be given several times
    #[arg(long, value_name = "FILE.prp")]
    property: Vec<PathBuf>,

    /// A property by its short name; may be given several times
    #[arg(long, value_name = "CHECK")]
    check: Vec<CheckWord>,

    /// A specification automaton (.spc); may be given several times
    #[arg(long, value_name = "FILE.spc")]
    spec: Vec<PathBuf>,

    /// A shipped configuration or a TOML file
    #[arg(long, value_name = "NAME|FILE.toml", default_value = shipped::DEFAULT)]
    config: String,

    /// Change one key of the configuration
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,

    /// Answer UNKNOWN where a verdict would depend on an assumption, or on one of those named
    #[arg(long, value_name = "NAME,…", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    strict: Option<String>,

    /// Give up after this time: 500ms, 60s, 15min, 1h
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "15min")]
    time: Duration,

    /// How many analyses of a strategy run at the same time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    jobs: Option<u32>,

    /// Say on standard error what is done and why
    #[arg(short, long)]
    verbose: bool,

    /// Give up when this much memory is used: 500MB, 4GB [default: three quarters of what the machine has]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    memory: Option<u64>,

    /// Have a proof checked before it is believed; one that cannot be checked says so
    #[arg(long)]
    certify: bool,

    /// Predicates to start with: the file `precision.txt` of an earlier run
    #[arg(long, value_name = "FILE")]
    precision: Option<PathBuf>,

    /// Write every question to a solver to this directory, as SMT-LIB 2 files
    #[arg(long, value_name = "DIR")]
    dump_smt: Option<PathBuf>,

    /// Write a witness of the verdict to this file: YAML 2.0 (.yml) or GraphML 1.0 (.graphml)
    #[arg(long, value_name = "FILE")]
    witness: Option<PathBuf>,

    /// Write statistics, graphs, the counterexample and witnesses to this directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Properties by their short names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum CheckWord {
    /// reach_error() and __VERIFIER_error() are never called
    Unreach,
    /// No assert() fails
    Asserts,
    /// No invalid access, no invalid free, no leak
    Memsafety,
    /// No signed arithmetic overflows
    Overflow,
    /// Every run ends
    Termination,
}

impl From<CheckWord> for Check {
    fn from(word: CheckWord) -> Self {
        match word {
            CheckWord::Unreach => Self::Unreach,
            CheckWord::Asserts => Self::Asserts,
            CheckWord::Memsafety => Self::Memsafety,
            CheckWord::Overflow => Self::Overflow,
            CheckWord::Termination => Self::Termination,
        }
    }
}

pub(super) fn exit_code(verdict: &Verdict) -> ExitCode {
    ExitCode::from(match verdict {
        Verdict::True => 0,
        Verdict::False(_) => 10,
        Verdict::Unknown(_) => UNKNOWN_EXIT,
    })
}

/// Too little to even load a program.
const SMALLEST_MEMORY: u64 = 16 << 20;

pub(super) fn parse_time(text: &str) -> Result<Duration, String> {
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 =
        text[..split].parse().map_err(|_| "expected a number and a unit, such as 60s".to_owned())?;
    let unit = match text[split..].trim() {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "min" | "m" => 60.0,
        "h" => 3600.0,
        other => return Err(format!("unknown unit of time `{other}`; use ms, s, min or h")),
    };
    match Duration::try_from_secs_f64(number * unit) {
        Ok(time) if time.is_zero() => Err("there must be some time".to_owned()),
        Ok(time) => Ok(time),
        Err(_) => Err("too much time".to_owned()),
    }
}

pub(super) fn parse_memory(text: &str) -> Result<u64, String> {
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 =
        text[..split].parse().map_err(|_| "expected a number and a unit, such as 4GB".to_owned())?;
    let unit = match text[split..].trim().to_ascii_uppercase().as_str() {
        "" | "B" => 1.0,
        "KB" | "K" => 1e3,
        "MB" | "M" => 1e6,
        "GB" | "G" => 1e9,
        other => return Err(format!("unknown unit of memory `{other}`; use KB, MB or GB")),
    };
    let bytes = number * unit;
    if bytes < SMALLEST_MEMORY as f64 {
        return Err(format!("too little memory; at least {} MB are needed", SMALLEST_MEMORY >> 20));
    }
    Ok(bytes as u64)
}

/// Runs the command.
pub fn run(arguments: &VerifyArguments) -> Result<ExitCode, String> {
    on_large_stack(|| verify(arguments))
        .unwrap_or_else(|panic| Ok(say_unknown(&format!("an internal error ({panic}); please report it"))))
}

fn verify(arguments: &VerifyArguments) -> Result<ExitCode, String> {
    let checks: Vec<Check> = arguments.check.iter().copied().map(Check::from).collect();
    let wanted = match Wanted::read(&arguments.property, &checks, &arguments.spec, &read_text) {
        Ok(wanted) => wanted,
        Err(bad) => {
            report::print_diagnostics(&[bad.diagnostic], &bad.sources);
            return Ok(ExitCode::from(crate::BAD_INPUT));
        }
    };
    let configuration = configuration(arguments)?;
    if let Some(path) = &arguments.witness {
        witness::format_of(path)?;
    }
    let mut externs = configuration.externs.clone();
    let load_options = arguments.input.replay_options(wanted.entry()?, &externs, configuration.volatile);
    for function in wanted.error_functions() {
        externs.functions.insert(function, Externs::Pure);
    }
    let (time, memory) = (Some(arguments.time), arguments.memory.or_else(default_memory));
    let limits = Limits::new(time, memory);
    let interrupted = CancelToken::default();
    let on_signal = interrupted.clone();
    // A second handler in one process is the only way this fails.
    let _ = ctrlc::set_handler(move || on_signal.cancel());
    let watchdog = Watchdog::start(time, memory, limits.cancel_token(), interrupted);
    let loaded = match arguments.input.load(wanted.entry()?, externs, configuration.volatile)? {
        Ok(loaded) => loaded,
        Err(Refused { limit: Some(limit) }) => return Ok(say_unknown(&limit)),
        Err(refused) => return Ok(refused.exit_code()),
    };
    let facts = match &arguments.precision {
        Some(file) => Some(read_text(file)?),
        None => None,
    };
    let dump = match &arguments.dump_smt {
        Some(folder) => Some(Dump::to(folder).map_err(|e| cannot_write(folder, &e))?),
        None => None,
    };
    let task = Task::new(loaded, wanted);
    let options = Options {
        limits,
        export: arguments.out.is_some(),
        certify: arguments.certify,
        invariants: arguments.witness.is_some() || arguments.out.is_some(),
        facts,
        unlimited_memory: arguments.input.svcomp(),
        listener: dump.as_ref().map(Dump::listener),
        jobs: arguments.jobs.map_or(0, |jobs| jobs as usize),
        narrator: arguments.verbose.then(narrator),
        ..Options::default()
    };
    let verification = Verification::new(&task, &configuration, options).map_err(|e| e.to_string())?;
    let result = verification.run(live_line());
    finish_live_line();
    let mut report = result.map_err(|error| error.to_string())?;
    if let (Some(dump), Some(folder)) = (&dump, &arguments.dump_smt) {
        dump.finish().map_err(|e| cannot_write(folder, &e))?;
    }
    name_the_limit(&mut report.verdict, watchdog.stopped());
    let story = report.violation.as_ref().map(|_| story_of(&task.program, &report, &load_options));
    if let Some(folder) = &arguments.out {
        write_results(folder, &report, story.as_deref()).map_err(|e| cannot_write(folder, &e))?;
    }
    write_witnesses(arguments, &task, &report)?;
    print_report(&report, story.as_deref());
    Ok(exit_code(&report.verdict))
}

/// The run of a report, told in the lines of the program that it is a run of.
pub(super) fn story_of(program: &Program, report: &Report, load_options: &[String]) -> String {
    let Some(confirmed) = &report.violation else { return String::new() };
    let config = argand_exec::Config {
        targets: report.targets.clone(),
        policy: confirmed.policy,
        ..argand_exec::Config::default()
    };
    counterexample::text(program, confirmed, config, load_options)
}

/// Writes the witnesses of a verdict where the command line wants them.
fn write_witnesses(arguments: &VerifyArguments, task: &Task, report: &Report) -> Result<(), String> {
    if arguments.witness.is_none() && arguments.out.is_none() {
        return Ok(());
    }
    let witnesses = witness::make(task, report, arguments.input.files())?;
    if let Some(path) = &arguments.witness {
        witness::write(path, &witnesses)?;
    }
    if let Some(folder) = &arguments.out {
        witness::write(&folder.join("witness.yml"), &witnesses)?;
        witness::write(&folder.join("witness.graphml"), &witnesses)?;
    }
    Ok(())
}

/// The configuration that the command line asks for.
fn configuration(arguments: &VerifyArguments) -> Result<Configuration, String> {
    let mut configuration = Configuration::load(&arguments.config, &arguments.set, &read_text)?;
    if let Some(names) = &arguments.strict {
        configuration.strict.extend(strict_named(names)?);
    }
    Ok(configuration)
}

/// How much memory may be used where the user does not say.
pub(super) fn default_memory() -> Option<u64> {
    memory_of_machine().map(|all| all / 4 * 3)
}

/// Says on standard error what a strategy does.
fn narrator() -> Narrator {
    Arc::new(|event| {
        // Nobody is left to be told when this fails.
        let _ = writeln!(std::io::stderr(), "argand: {event}");
    })
}

/// The verdict without a run.
pub(super) fn say_unknown(reason: &str) -> ExitCode {
    println!("unknown: {reason}");
    println!("{}", Verdict::Unknown(Vec::new()));
    ExitCode::from(UNKNOWN_EXIT)
}

fn cannot_write(folder: &Path, error: &std::io::Error) -> String {
    format!("cannot write to '{}': {error}", folder.display())
}

/// The work only knows that it was asked to stop; the watchdog knows why.
pub(super) fn name_the_limit(verdict: &mut Verdict, stopped: Option<Stop>) {
    if let (Verdict::Unknown(reasons), Some(stop)) = (verdict, stopped) {
        *reasons = std::mem::take(reasons).into_iter().map(|why| why.with_limit(stop)).collect();
    }
}

pub(super) fn print_report(report: &Report, story: Option<&str>) {
    let mut out = std::io::stdout().lock();
    // A reader that closes the pipe has seen enough.
    for line in &report.prints {
        let _ = writeln!(out, "{line}");
    }
    if let Some(story) = story {
        let _ = writeln!(out, "{story}");
    }
    for line in assumed::lines(&report.assumptions, &report.program.sources) {
        let _ = writeln!(out, "assuming that {line}");
    }
    if let Verdict::Unknown(reasons) = &report.verdict {
        for reason in reasons {
            let _ = writeln!(out, "unknown: {}", reason.describe(&report.program));
        }
    }
    if let Certification::NotCertified(why) = &report.certification {
        let _ = writeln!(out, "not certified: {why}");
    }
    let _ = writeln!(out, "{}", report.verdict);
}

fn write_results(folder: &Path, report: &Report, story: Option<&str>) -> std::io::Result<()> {
    let program = &*report.program;
    std::fs::create_dir_all(folder)?;
    let write = |name: &str, text: &str| crate::disk::write_atomically(&folder.join(name), text.as_bytes());
    write("statistics.json", &serde_json::to_string_pretty(&report.stats)?)?;
    write("statistics.txt", &report.stats.table())?;
    write("cfa.dot", &argand_cfa::dot::dot(program, None, &argand_flow::wto::Wto::of_functions(program)))?;
    if let Some(graphs) = &report.graphs {
        write("arg.dot", &graphs.dot)?;
        write("arg.json", &graphs.json)?;
    }
    if let Some(story) = &report.strategy {
        write("strategy.json", &serde_json::to_string_pretty(story)?)?;
    }
    write("precision.txt", &write_facts(program, &report.facts))?;
    write("tracked.txt", &tracked_text(report))?;
    if !report.invariants.is_empty() {
        let line =
            |(loc, text): &(argand_cfa::LocId, String)| format!("{}: {text}\n", place_of(program, *loc));
        write("invariants.txt", &report.invariants.iter().map(line).collect::<String>())?;
    }
    if report.certification != Certification::NotAsked {
        write("certificate.json", &format!("{:#}\n", report.certification.json()))?;
    }
    let assumptions = assumed::json(&report.assumptions, &program.sources);
    write("assumptions.json", &serde_json::to_string_pretty(&assumptions)?)?;
    if let Some(story) = story {
        write("counterexample.txt", story)?;
    }
    if let Some(picture) = &report.picture {
        write("memory.dot", &picture.dot())?;
        write("memory.svg", &picture.svg())?;
    }
    Ok(())
}

/// What every analysis tracked at the end, one line for each precision that states had.
fn tracked_text(report: &Report) -> String {
    let lines = report.precisions.iter().flat_map(|(name, precisions)| {
        precisions.iter().filter(|p| *p != "()").map(move |precision| format!("{name}: {precision}\n"))
    });
    lines.collect()
}

/// A line on a terminal that says how far the work is; nothing in a pipe.
fn live_line() -> Option<Box<dyn FnMut(argand_algorithms::Progress)>> {
    if !std::io::stderr().is_terminal() {
        return None;
    }
    let mut last = Duration::ZERO;
    Some(Box::new(move |progress| {
        if progress.elapsed.saturating_sub(last) < Duration::from_millis(100) {
            return;
        }
        last = progress.elapsed;
        let _ = write!(
            std::io::stderr(),
            "\r\x1b[K{:.1}s: {} states reached, {} waiting",
            progress.elapsed.as_secs_f64(),
            progress.reached,
            progress.waiting
        );
    }))
}

fn finish_live_line() {
    if std::io::stderr().is_terminal() {
        let _ = write!(std::io::stderr(), "\r\x1b[K");
    }
}

/// Runs the work with a large stack. A panic comes back as its message: it must end in UNKNOWN, not in a crash.
pub(super) fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let joined = thread.map_err(|error| error.to_string())?.join();
        joined.map_err(|panic| panic_text(&*panic))
    })
}
