//! Runs tasks, several at a time, each as a process of its own.

use super::child::{self, End, TaskLimits};
use super::tasks::Task;
use argand_report::bench::{Status, TaskResult};
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

/// More than the end of what a task says is not looked at for its verdict.
const MOST_OUTPUT: u64 = 1 << 18;

/// How tasks are run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Options of `argand verify`.
    pub options: Vec<String>,
    /// What each task may use.
    pub limits: TaskLimits,
    /// How many run at the same time.
    pub jobs: usize,
    /// Where the tasks' words go.
    pub output: PathBuf,
}

/// Something that happened to a task, by its number.
#[derive(Debug)]
pub enum Event {
    /// It began.
    Began(usize),
    /// It ended with this result.
    Ended(usize, Box<TaskResult>),
    /// It could not be run at all.
    Failed(String),
}

/// Runs all tasks, and tells what happens. Returns when they are done, or stopped.
pub fn run(plan: &Plan, tasks: &[Task], interrupted: &AtomicBool, events: &Sender<Event>) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs.min(tasks.len()) {
            let (events, next) = (events.clone(), &next);
            scope.spawn(move || {
                while !interrupted.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(number) else { return };
                    // Nobody listens any more when sending fails; then nothing is to be done.
                    if events.send(Event::Began(number)).is_err() {
                        return;
                    }
                    let told = match run_task(plan, task, interrupted) {
                        Ok(Some(result)) => events.send(Event::Ended(number, Box::new(result))),
                        Ok(None) => return,
                        Err(error) => events.send(Event::Failed(format!("{}: {error}", task.name))),
                    };
                    if told.is_err() {
                        return;
                    }
                }
            });
        }
    });
}

/// Runs one task; `None` if it was interrupted.
fn run_task(plan: &Plan, task: &Task, interrupted: &AtomicBool) -> std::io::Result<Option<TaskResult>> {
    let file = |ending: &str| plan.output.join(format!("{}.{ending}", file_name(&task.name)));
    let (output, errors) = (file("out"), file("err"));
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["bench", "child", &std::process::id().to_string(), "--"]).args(arguments(plan, task));
    command.stdin(Stdio::null()).stdout(File::create(&output)?).stderr(File::create(&errors)?);
    let used = child::run(&mut command, plan.limits, interrupted)?;
    let said = last_of(&output)?;
    if std::fs::metadata(&errors).is_ok_and(|about| about.len() == 0) {
        std::fs::remove_file(&errors)?;
    }
    let verdict = verdict_of(&said);
    let (status, reason) = match used.end {
        End::Interrupted => return Ok(None),
        End::Time => (Status::Timeout, "its time was over".to_owned()),
        End::Memory => (Status::OutOfMemory, "it used too much memory".to_owned()),
        End::Exit(end) => {
            let status = Status::judge(verdict, end.code(), &task.expected);
            let reason = match status {
                Status::Error => {
                    last_of(&errors).ok().and_then(|text| text.lines().last().map(str::to_owned))
                }
                _ => said.lines().find_map(|line| line.strip_prefix("unknown: ")).map(str::to_owned),
            };
            // A verdict that contradicts the exit code has no words of its own.
            let silent = if status == Status::Error { end.to_string() } else { String::new() };
            (status, reason.unwrap_or(silent))
        }
    };
    let input_bytes = task.inputs.iter().filter_map(|file| Some(std::fs::metadata(file).ok()?.len())).sum();
    Ok(Some(TaskResult {
        task: task.name.clone(),
        category: task.category.clone(),
        property: task.property.clone(),
        expected: task.expected.clone(),
        verdict: verdict.to_owned(),
        status,
        reason,
        wall_seconds: rounded(used.wall),
        cpu_seconds: rounded(used.cpu),
        memory_bytes: used.memory,
        input_bytes,
    }))
}

/// Seconds, to the millisecond: more is noise.
fn rounded(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}

/// The command line of a task.
fn arguments(plan: &Plan, task: &Task) -> Vec<String> {
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let mut arguments = vec!["verify".to_owned()];
    arguments.extend(plan.options.iter().cloned());
    arguments.extend(["--property".to_owned(), text(&task.property_file)]);
    if let Some(model) = &task.data_model {
        arguments.extend(["--data-model".to_owned(), model.clone()]);
    }
    arguments.extend(task.inputs.iter().map(|input| text(input)));
    arguments
}

/// The last line, if it is a verdict.
fn verdict_of(said: &str) -> &str {
    let last = said.lines().last().unwrap_or("");
    let word = last.split('(').next().unwrap_or("");
    if ["TRUE", "FALSE", "UNKNOWN"].contains(&word) { last } else { "" }
}

/// The end of a text file.
fn last_of(path: &Path) -> std::io::Result<String> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(MOST_OUTPUT)))?;
    let mut bytes = Vec::new();
    file.take(MOST_OUTPUT).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The name of a task as that of a file: what could lead elsewhere, or is no name, is replaced, and different names stay
/// different.
pub fn file_name(task: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '+');
    let mut name = String::new();
    for c in task.chars() {
        match c {
            c if plain(c) => name.push(c),
            '/' => name.push('~'),
            ':' => name.push('='),
            c => name.push_str(&format!("%{:x}%", u32::from(c))),
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_last_lines() {
        assert_eq!(verdict_of("steps\nFALSE(valid-deref)\n"), "FALSE(valid-deref)");
        assert_eq!(verdict_of("unknown: a\nUNKNOWN\n"), "UNKNOWN");
        assert_eq!(verdict_of("TRUE\nbut\n"), "");
        assert_eq!(verdict_of(""), "");
        assert_eq!(verdict_of("TRUEST"), "");
    }

    #[test]
    fn names_of_tasks_lead_nowhere_else() {
        assert_eq!(file_name("loops/a.c-1:unreach-call"), "loops~a.c-1=unreach-call");
        assert_eq!(file_name("../../etc/x y\n"), "..~..~etc~x%20%y%a%");
    }
}
