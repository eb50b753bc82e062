//! `argand verify`: does the program have the property?

mod arguments;
mod print;
mod results;

pub use arguments::VerifyArguments;
pub(super) use arguments::parse_time;

use crate::disk::read_text;
use crate::dump::Dump;
use crate::input::Refused;
use crate::watchdog::Watchdog;
use crate::{UNKNOWN_EXIT, report};
use argand_linker::Externs;
use argand_support::{CancelToken, Limits, Stop};
use argand_verifier::strategy::panic_text;
use argand_verifier::{Check, Options, STACK, Task, Verdict, Verification, Wanted, counterexample};
use arguments::default_memory;
use print::{finish_live_line, live_line, narrator, print_report};
use results::write_results;
use std::path::Path;
use std::process::ExitCode;

fn exit_code(verdict: &Verdict) -> ExitCode {
    ExitCode::from(match verdict {
        Verdict::True => 0,
        Verdict::False(_) => 10,
        Verdict::Unknown(_) => UNKNOWN_EXIT,
    })
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
    let configuration = arguments.configuration()?;
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
    let story = report.violation.as_ref().map(|confirmed| {
        let config = argand_exec::Config {
            targets: report.targets.clone(),
            policy: confirmed.policy,
            ..argand_exec::Config::default()
        };
        counterexample::text(&task.program, confirmed, config, &load_options)
    });
    if let Some(folder) = &arguments.out {
        write_results(folder, &report, story.as_deref()).map_err(|e| cannot_write(folder, &e))?;
    }
    print_report(&report, story.as_deref());
    Ok(exit_code(&report.verdict))
}

/// The verdict without a run.
fn say_unknown(reason: &str) -> ExitCode {
    println!("unknown: {reason}");
    println!("{}", Verdict::Unknown(Vec::new()));
    ExitCode::from(UNKNOWN_EXIT)
}

fn cannot_write(folder: &Path, error: &std::io::Error) -> String {
    format!("cannot write to '{}': {error}", folder.display())
}

/// The work only knows that it was asked to stop; the watchdog knows why.
fn name_the_limit(verdict: &mut Verdict, stopped: Option<Stop>) {
    if let (Verdict::Unknown(reasons), Some(stop)) = (verdict, stopped) {
        *reasons = std::mem::take(reasons).into_iter().map(|why| why.with_limit(stop)).collect();
    }
}

/// Runs the work with a large stack. A panic comes back as its message: it must end in UNKNOWN, not in a crash.
fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let joined = thread.map_err(|error| error.to_string())?.join();
        joined.map_err(|panic| panic_text(&*panic))
    })
}
