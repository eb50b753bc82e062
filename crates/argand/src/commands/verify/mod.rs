//! `argand verify`: does the program have the property?

mod arguments;
mod outputs;
mod print;
mod results;

pub use arguments::VerifyArguments;
pub(super) use arguments::{CheckWord, default_memory, parse_memory, parse_time};
pub(super) use print::text;

use super::witness;
use crate::commands::configs::effective;
use crate::commands::report::write_pages;
use crate::disk::read_text;
use crate::dump::Dump;
use crate::input::Refused;
use crate::watchdog::Watchdog;
use crate::{UNKNOWN_EXIT, report};
use argand_linker::Externs;
use argand_report::html::Page;
use argand_report::{Asked, gather, gather_failure};
use argand_support::{CancelToken, Limits, Stop};
use argand_verifier::everywhere::everywhere;
use argand_verifier::strategy::panic_text;
use argand_verifier::{
    Check, Configuration, Options, Report, STACK, Task, Verdict, Verification, Wanted, counterexample,
};
use outputs::OutputArguments;
use print::{finish_live_line, live_line, narrator};
use results::write_results;
use std::path::Path;
use std::process::ExitCode;

pub(super) const fn exit_code(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::True => 0,
        Verdict::False(_) => 10,
        Verdict::Unknown(_) => UNKNOWN_EXIT,
    }
}

/// What the command line asks.
struct Question {
    wanted: Wanted,
    configuration: Configuration,
}

/// Runs the command.
pub fn run(arguments: &VerifyArguments) -> Result<ExitCode, String> {
    let internal = |panic: String| format!("an internal error ({panic}); please report it");
    let question = match on_large_stack(|| read_question(arguments)) {
        Ok(read) => match read? {
            Some(question) => question,
            None => return Ok(ExitCode::from(crate::BAD_INPUT)),
        },
        Err(panic) => return Err(internal(panic)),
    };
    arguments.outputs.check(arguments.input.files(), &[])?;
    if let Some(path) = &arguments.witness {
        witness::format_of(path)?;
    }
    on_large_stack(|| verify(arguments, &question))
        .unwrap_or_else(|panic| LastWords::of(arguments, &question)?.say(&internal(panic)))
}

/// Reads properties and configuration. `None` where they are wrong, which was said then.
fn read_question(arguments: &VerifyArguments) -> Result<Option<Question>, String> {
    let checks: Vec<Check> = arguments.check.iter().flat_map(|word| word.checks()).collect();
    match Wanted::read(&arguments.property, &checks, &arguments.spec, &read_text) {
        Ok(wanted) => Ok(Some(Question { wanted, configuration: arguments.configuration()? })),
        Err(bad) => {
            report::print_diagnostics(&[bad.diagnostic], &bad.sources);
            Ok(None)
        }
    }
}

fn verify(arguments: &VerifyArguments, question: &Question) -> Result<ExitCode, String> {
    let Question { wanted, configuration } = question;
    let mut terms = arguments.terms(wanted.entry()?, configuration);
    arguments.input.check_question(&terms, wanted.termination())?;
    let load_options = arguments.input.replay_options(&terms);
    for function in wanted.error_functions() {
        terms.externs.functions.insert(function, Externs::Pure);
    }
    let (time, memory) = (Some(arguments.time), arguments.memory.or_else(default_memory));
    let limits = Limits::new(time, memory);
    let interrupted = CancelToken::default();
    let on_signal = interrupted.clone();
    // A second handler in one process is the only way this fails.
    let _ = ctrlc::set_handler(move || on_signal.cancel());
    let last_words = LastWords::of(arguments, question)?;
    let said = last_words.clone();
    let watchdog = Watchdog::start(time, memory, limits.cancel_token(), interrupted, move |reason| {
        if let Err(message) = said.clone().say(reason) {
            report::print_error(&message);
        }
    });
    let loaded = match arguments.input.load(&terms)? {
        Ok(loaded) => loaded,
        Err(Refused { limit: Some(limit) }) => return last_words.say(&limit),
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
    let task = Task::new(loaded, wanted.clone());
    let options = Options {
        limits,
        export: arguments.out.is_some() || arguments.report.is_some(),
        certify: arguments.certify,
        invariants: arguments.witness.is_some() || arguments.out.is_some(),
        facts,
        unlimited_memory: arguments.input.svcomp(),
        listener: dump.as_ref().map(Dump::listener),
        jobs: arguments.jobs.map_or(0, |jobs| jobs as usize),
        narrator: arguments.verbose.then(narrator),
        ..Options::default()
    };
    let result = if arguments.all {
        everywhere(&task, configuration, &options)
    } else {
        Verification::new(&task, configuration, options)
            .and_then(|verification| verification.run(live_line()))
    };
    finish_live_line();
    let mut report = result.map_err(|error| error.to_string())?;
    if let (Some(dump), Some(folder)) = (&dump, &arguments.dump_smt) {
        dump.finish().map_err(|e| cannot_write(folder, &e))?;
    }
    name_the_limit(&mut report.verdict, watchdog.stopped());
    // What is told from here on takes no part in the limits.
    drop(watchdog);
    let mut asked = arguments.asked(wanted.entry()?, configuration, exit_code(&report.verdict))?;
    asked.load.clone_from(&load_options);
    let (mut steps, mut story) = (Vec::new(), None);
    if let Some(run) = &report.violation {
        let (program, targets) = (&task.program, &report.targets);
        steps = counterexample::steps(program, run, targets);
        story = Some(counterexample::text(program, run, &steps, targets, &load_options));
    }
    if let Some(folder) = &arguments.out {
        write_results(folder, &report, story.as_deref()).map_err(|e| cannot_write(folder, &e))?;
    }
    write_witnesses(arguments, &task, &report)?;
    let mut results = gather(asked, &task, &report, &steps);
    if arguments.out.is_some() || arguments.report.is_some() {
        let page = Page::new(&results, &task, &report, effective(configuration));
        write_pages(&page, report.graph.as_ref(), arguments.out.as_deref(), arguments.report.as_deref())?;
    }
    let harness = arguments.harness(&task, &report)?;
    results.reproduction = harness.as_ref().and_then(|harness| arguments.outputs.try_natively(harness));
    arguments.outputs.deliver(&results, harness.as_ref(), &text(&report, story.as_deref()))?;
    Ok(ExitCode::from(results.exit_code))
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

/// What is needed to say UNKNOWN at any time.
#[derive(Clone)]
struct LastWords {
    outputs: OutputArguments,
    asked: Asked,
    wanted: Wanted,
}

impl LastWords {
    fn of(arguments: &VerifyArguments, question: &Question) -> Result<Self, String> {
        let Question { wanted, configuration } = question;
        let asked = arguments.asked(wanted.entry()?, configuration, UNKNOWN_EXIT)?;
        Ok(Self { outputs: arguments.outputs.clone(), asked, wanted: wanted.clone() })
    }

    /// The verdict without a run.
    fn say(self, reason: &str) -> Result<ExitCode, String> {
        let results = gather_failure(self.asked, &self.wanted, reason.to_owned());
        let text = format!("unknown: {reason}\n{}\n", results.verdict);
        self.outputs.deliver(&results, None, &text)?;
        Ok(ExitCode::from(UNKNOWN_EXIT))
    }
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

/// Runs the work with a large stack. A panic comes back as its message: it must end in UNKNOWN, not in a crash.
pub(super) fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let joined = thread.map_err(|error| error.to_string())?.join();
        joined.map_err(|panic| panic_text(&*panic))
    })
}
