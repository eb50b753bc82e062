//! `argand bench`: verifies many tasks, within limits, and shows what came of it.
//!
//! Each task is a process of its own ([`child`]), so that one that goes wrong hurts no other. The directory of a run
//! ([`journal`]) has all that is known at every moment: a run that is interrupted or killed goes on where it was.

mod child;
mod glob;
mod journal;
mod live;
mod runner;
mod tasks;
mod usage;

use super::verify::{default_memory, parse_memory, parse_time};
use crate::disk::write_atomically;
use crate::report::print;
use argand_report::bench::record::{FORMAT, VERSION};
use argand_report::bench::{Comparison, Run, Setting, Table, csv, page};
use child::TaskLimits;
use clap::{Args, Parser as _, Subcommand};
use journal::Journal;
use live::Live;
use runner::{Event, Plan};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use tasks::Selection;

/// There are wrong answers, or none at all where there should be one.
const ALARM_EXIT: u8 = 1;
/// What shells answer when a command was interrupted.
const INTERRUPTED_EXIT: u8 = 130;
/// How often the table is drawn anew.
const DRAW: Duration = Duration::from_millis(200);

/// Options of `argand bench`.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct BenchArguments {
    #[command(subcommand)]
    command: Option<BenchCommand>,

    #[command(flatten)]
    run: RunArguments,
}

#[derive(Subcommand)]
enum BenchCommand {
    /// Shows the results of a run
    Show(ShowArguments),
    /// Compares two runs: which tasks the second one gained and lost
    Compare(CompareArguments),
    /// The process of one task
    #[command(hide = true)]
    Child(ChildArguments),
}

#[derive(Args)]
struct RunArguments {
    /// Task definitions (.yml), sets of them (.set) or manifests (.jsonl)
    #[arg(required = true, value_name = "TASKS")]
    files: Vec<PathBuf>,

    /// The directory of the run; one that is there already goes on
    #[arg(long, value_name = "DIR", required = true)]
    out: Option<PathBuf>,

    #[command(flatten)]
    selection: Selection,

    /// The time that each task has: 500ms, 60s, 15min
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "60s")]
    time: Duration,

    /// The time on all processors together that each task has
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    cpu: Option<Duration>,

    /// The memory that each task has: 500MB, 4GB [default: three quarters of what the machine has, shared by the jobs]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    memory: Option<u64>,

    /// How many tasks run at the same time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024), default_value_t = 1)]
    jobs: u32,

    /// Options of `argand verify`, such as `--svcomp --config value`
    #[arg(last = true, value_name = "OPTION", allow_hyphen_values = true)]
    options: Vec<String>,
}

#[derive(Args)]
struct ShowArguments {
    /// The directory of a run
    #[arg(value_name = "DIR")]
    run: PathBuf,

    /// Write the summary with its plots to this HTML file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Write the results to this file, as comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

#[derive(Args)]
struct CompareArguments {
    /// The directory of the first run
    #[arg(value_name = "DIR")]
    before: PathBuf,

    /// The directory of the second run
    #[arg(value_name = "DIR")]
    after: PathBuf,

    /// Write the comparison with its plots to this HTML file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

#[derive(Args)]
struct ChildArguments {
    /// Who runs the task
    parent: i32,

    /// What to become
    #[arg(last = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Runs the command.
pub fn run(arguments: &BenchArguments) -> Result<ExitCode, String> {
    match &arguments.command {
        Some(BenchCommand::Show(arguments)) => show(arguments),
        Some(BenchCommand::Compare(arguments)) => compare(arguments),
        Some(BenchCommand::Child(arguments)) => {
            match child::child(arguments.parent, &arguments.arguments)? {}
        }
        None => run_tasks(&arguments.run),
    }
}

fn run_tasks(arguments: &RunArguments) -> Result<ExitCode, String> {
    let folder = arguments.out.as_deref().unwrap_or(Path::new("."));
    let all = tasks::read(&arguments.files)?;
    let (found, all) = (all.len(), arguments.selection.of(all));
    if all.is_empty() {
        return Err(format!("none of {found} tasks is chosen"));
    }
    let plan = arguments.plan(folder)?;
    let mut journal = Journal::open(folder, arguments.setting(&plan))?;
    std::fs::create_dir_all(&plan.output)
        .map_err(|error| format!("cannot write to '{}': {error}", plan.output.display()))?;
    let todo: Vec<_> = all.into_iter().filter(|task| !journal.has(&task.name)).collect();
    let count = journal.results().len() + todo.len();
    journal.announce(count)?;

    let interrupted = Arc::new(AtomicBool::new(false));
    let on_signal = Arc::clone(&interrupted);
    // A second handler in one process is the only way this fails.
    let _ = ctrlc::set_handler(move || on_signal.store(true, Ordering::Relaxed));
    let mut live = Live::new(&todo, journal.results());
    let failure = std::thread::scope(|scope| {
        let (sender, events) = channel();
        let (plan, todo, stop) = (&plan, &todo, &interrupted);
        scope.spawn(move || runner::run(plan, todo, stop, &sender));
        let mut failure = None;
        loop {
            match events.recv_timeout(DRAW) {
                Ok(Event::Began(task)) => live.began(task),
                Ok(Event::Ended(task, result)) => {
                    live.ended(task, &result);
                    if let Err(error) = journal.add(*result) {
                        failure = failure.or(Some(error));
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                Ok(Event::Failed(error)) => {
                    failure = failure.or(Some(error));
                    stop.store(true, Ordering::Relaxed);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break failure,
            }
            live.draw();
        }
    });
    live.clear();

    let run = journal.run(count);
    journal.write("results.csv", &csv::csv(&run.results))?;
    journal.write("summary.html", &page::run_page(&run))?;
    print(text(&run).as_bytes());
    if let Some(error) = failure {
        return Err(error);
    }
    if run.results.len() < run.tasks {
        return Ok(ExitCode::from(INTERRUPTED_EXIT));
    }
    Ok(exit_code(&run))
}

impl RunArguments {
    /// How the tasks are run. Options of the verifier that repeat our limits are added, a little stricter, so that it can
    /// still say why there is no answer.
    fn plan(&self, folder: &Path) -> Result<Plan, String> {
        if self.options.iter().any(|option| option == "--") {
            return Err("options of the preprocessor are not for all tasks".to_owned());
        }
        let line = ["argand", "verify"].into_iter().chain(self.options.iter().map(String::as_str));
        if let Err(error) = crate::Arguments::try_parse_from(line.chain(["program.c"])) {
            let text = error.to_string();
            let text = text.trim_start_matches("error: ").split("\n\nUsage").next().unwrap_or("");
            return Err(format!("`argand verify` does not take these options: {}", text.trim_end()));
        }
        let jobs = self.jobs as usize;
        let memory = self.memory.or_else(|| default_memory().map(|all| all / u64::from(self.jobs)));
        let given = |name: &str| {
            self.options.iter().any(|option| option == name || option.starts_with(&format!("{name}=")))
        };
        let mut options = self.options.clone();
        if !given("--time") {
            let rest = (self.time / 20).max(Duration::from_secs(1)).min(self.time / 2);
            options.extend(["--time".to_owned(), format!("{}ms", (self.time - rest).as_millis())]);
        }
        if let Some(memory) = memory.filter(|_| !given("--memory")) {
            options.extend(["--memory".to_owned(), format!("{}B", memory / 20 * 19)]);
        }
        if !given("--jobs") && jobs > 1 {
            let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
            options.extend(["--jobs".to_owned(), (processors / jobs).max(1).to_string()]);
        }
        let limits = TaskLimits { wall: self.time, cpu: self.cpu, memory };
        Ok(Plan { options, limits, jobs, output: folder.join("output") })
    }

    fn setting(&self, plan: &Plan) -> Setting {
        Setting {
            format: FORMAT.to_owned(),
            version: VERSION.to_owned(),
            tool: env!("CARGO_PKG_VERSION").to_owned(),
            options: plan.options.clone(),
            wall_seconds: self.time.as_secs_f64(),
            cpu_seconds: self.cpu.map(|time| time.as_secs_f64()),
            memory_bytes: plan.limits.memory,
        }
    }
}

fn exit_code(run: &Run) -> ExitCode {
    if run.alarming().next().is_some() { ExitCode::from(ALARM_EXIT) } else { ExitCode::SUCCESS }
}

/// The results of a run for people.
fn text(run: &Run) -> String {
    let mut out = Table::of(&run.results).text();
    for result in run.alarming() {
        out.push_str(&format!(
            "{}: {}, expected {}{}\n",
            result.status.name(),
            result.task,
            result.expected,
            if result.reason.is_empty() { String::new() } else { format!(": {}", result.reason) }
        ));
    }
    if run.results.len() < run.tasks {
        out.push_str(&format!("{} of {} tasks have a result so far\n", run.results.len(), run.tasks));
    }
    out
}

fn show(arguments: &ShowArguments) -> Result<ExitCode, String> {
    let run = journal::read_run(&arguments.run)?;
    if let Some(file) = &arguments.html {
        write(file, &page::run_page(&run))?;
    }
    if let Some(file) = &arguments.csv {
        write(file, &csv::csv(&run.results))?;
    }
    print(text(&run).as_bytes());
    Ok(exit_code(&run))
}

fn compare(arguments: &CompareArguments) -> Result<ExitCode, String> {
    let (before, after) = (journal::read_run(&arguments.before)?, journal::read_run(&arguments.after)?);
    let comparison = Comparison::of(&before, &after);
    if let Some(file) = &arguments.html {
        write(file, &page::comparison_page(&comparison))?;
    }
    print(comparison.text().as_bytes());
    Ok(ExitCode::SUCCESS)
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    write_atomically(file, text.as_bytes())
        .map_err(|error| format!("cannot write '{}': {error}", file.display()))
}
