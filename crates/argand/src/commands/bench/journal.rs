//! The directory of a run: results that are written down for good, one by one, and read again.
//!
//! `results.jsonl` only grows, a line for each task, and every line is on the disk before the next task counts as done. A
//! runner that is killed at any moment loses the tasks that were running and nothing else; a line that it did not finish
//! is cut off when the run goes on. The file is locked while somebody writes.

use crate::disk::{read_text, write_atomically};
use argand_report::bench::record::{FORMAT, VERSION};
use argand_report::bench::{Run, Setting, TaskResult};
use nix::fcntl::{Flock, FlockArg};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

/// How the run is made.
const RUN: &str = "run.json";
/// Its results.
const RESULTS: &str = "results.jsonl";

/// What [`RUN`] has.
#[derive(Serialize, Deserialize)]
struct RunFile {
    #[serde(flatten)]
    setting: Setting,
    tasks: usize,
}

/// A run that goes on.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    file: Flock<File>,
    setting: Setting,
    results: Vec<TaskResult>,
    names: BTreeSet<String>,
}

impl Journal {
    /// Begins a run in a directory, or goes on with the one that is there if it was made in the same way.
    ///
    /// # Errors
    /// The directory has another run, somebody else writes to it, or it cannot be written.
    pub fn open(folder: &Path, setting: Setting) -> Result<Self, String> {
        let cannot = |error: std::io::Error| format!("cannot write to '{}': {error}", folder.display());
        std::fs::create_dir_all(folder).map_err(cannot)?;
        let path = folder.join(RESULTS);
        let file = OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(cannot)?;
        let mut file =
            Flock::lock(file, FlockArg::LockExclusiveNonblock).map_err(|(_, error)| match error {
                nix::errno::Errno::EWOULDBLOCK => {
                    format!("another `argand bench` writes to '{}'", folder.display())
                }
                error => cannot(error.into()),
            })?;
        if folder.join(RUN).exists() {
            let before = read_setting(folder)?.setting;
            if before != setting {
                return Err(format!(
                    "'{}' has another run: {}\n(this one is: {})\nchoose another directory, or remove that one",
                    folder.display(),
                    before.describe(),
                    setting.describe()
                ));
            }
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(cannot)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            file.set_len(whole as u64).map_err(cannot)?;
        }
        let results = read_results(&path, &text[..whole])?;
        let names = results.iter().map(|result| result.task.clone()).collect();
        Ok(Self { folder: folder.to_path_buf(), file, setting, results, names })
    }

    /// Whether a task has a result.
    pub fn has(&self, task: &str) -> bool {
        self.names.contains(task)
    }

    /// Says how many tasks the run is to have.
    pub fn announce(&self, tasks: usize) -> Result<(), String> {
        let run = RunFile { setting: self.setting.clone(), tasks };
        let text = serde_json::to_string_pretty(&run).map_err(|error| error.to_string())?;
        self.write(RUN, &format!("{text}\n"))
    }

    /// Writes a result down; it is on the disk when this returns.
    pub fn add(&mut self, result: TaskResult) -> Result<(), String> {
        let cannot = |error: std::io::Error| format!("cannot write to '{}': {error}", self.folder.display());
        let line = serde_json::to_string(&result).map_err(|error| error.to_string())?;
        // One call for the whole line, so that no other line can stand in it.
        self.file.write_all(format!("{line}\n").as_bytes()).map_err(cannot)?;
        self.file.sync_data().map_err(cannot)?;
        self.names.insert(result.task.clone());
        self.results.push(result);
        Ok(())
    }

    /// Writes a file of the directory.
    pub fn write(&self, name: &str, text: &str) -> Result<(), String> {
        let path = self.folder.join(name);
        write_atomically(&path, text.as_bytes())
            .map_err(|error| format!("cannot write '{}': {error}", path.display()))
    }

    /// The run so far, which is to have this many tasks.
    pub fn run(&self, tasks: usize) -> Run {
        let mut results = self.results.clone();
        results.sort_by(|one, other| one.task.cmp(&other.task));
        Run { name: name_of(&self.folder), setting: self.setting.clone(), tasks, results }
    }

    /// The results so far, in the order in which they came.
    pub fn results(&self) -> &[TaskResult] {
        &self.results
    }
}

/// Reads the run of a directory.
///
/// # Errors
/// There is none, or something is wrong with it.
pub fn read_run(folder: &Path) -> Result<Run, String> {
    if !folder.join(RUN).is_file() {
        return Err(format!("'{}' is no directory that `argand bench` wrote", folder.display()));
    }
    let RunFile { setting, tasks } = read_setting(folder)?;
    let path = folder.join(RESULTS);
    let text = read_text(&path)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut results = read_results(&path, &text[..whole])?;
    results.sort_by(|one, other| one.task.cmp(&other.task));
    Ok(Run { name: name_of(folder), setting, tasks, results })
}

fn name_of(folder: &Path) -> String {
    let whole = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
    whole.file_name().map_or_else(|| folder.display().to_string(), |name| name.to_string_lossy().into_owned())
}

fn read_setting(folder: &Path) -> Result<RunFile, String> {
    let path = folder.join(RUN);
    let wrong = |why: String| format!("'{}' does not describe a run: {why}", path.display());
    let run: RunFile = serde_json::from_str(&read_text(&path)?).map_err(|error| wrong(error.to_string()))?;
    let major = |version: &str| version.split('.').next().map(str::to_owned);
    if run.setting.format != FORMAT || major(&run.setting.version) != major(VERSION) {
        return Err(wrong(format!("its format is {} {}", run.setting.format, run.setting.version)));
    }
    Ok(run)
}

/// Reads lines; a task that has several results keeps its first.
fn read_results(path: &Path, text: &str) -> Result<Vec<TaskResult>, String> {
    let mut results: Vec<TaskResult> = Vec::new();
    let mut seen = BTreeSet::new();
    for (line, number) in text.lines().zip(1..) {
        let result: TaskResult = serde_json::from_str(line)
            .map_err(|error| format!("'{}', line {number}, is no result: {error}", path.display()))?;
        if seen.insert(result.task.clone()) {
            results.push(result);
        }
    }
    Ok(results)
}

#[cfg(test)]
mod tests {
    use super::*;
    use argand_report::bench::{Expected, Status};

    fn setting() -> Setting {
        Setting {
            format: FORMAT.to_owned(),
            version: VERSION.to_owned(),
            wall_seconds: 5.0,
            ..Setting::default()
        }
    }

    fn result(task: &str) -> TaskResult {
        TaskResult {
            task: task.to_owned(),
            category: "c".to_owned(),
            property: "p".to_owned(),
            expected: Expected { truth: true, part: None },
            verdict: "TRUE".to_owned(),
            status: Status::CorrectTrue,
            reason: String::new(),
            wall_seconds: 0.25,
            cpu_seconds: 0.125,
            memory_bytes: 1,
            input_bytes: 1,
        }
    }

    #[test]
    fn results_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut journal = Journal::open(folder.path(), setting()).expect("a journal");
        journal.announce(2).expect("a file");
        journal.add(result("b")).expect("a line");
        journal.add(result("a")).expect("a line");
        let run = journal.run(2);
        drop(journal);
        assert_eq!(read_run(folder.path()), Ok(run.clone()));
        assert_eq!(run.results, [result("a"), result("b")]);
        let journal = Journal::open(folder.path(), setting()).expect("a journal");
        assert!(journal.has("a") && journal.has("b") && !journal.has("c"));
    }

    #[test]
    fn a_line_that_was_not_finished_is_cut_off() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut journal = Journal::open(folder.path(), setting()).expect("a journal");
        journal.announce(2).expect("a file");
        journal.add(result("a")).expect("a line");
        drop(journal);
        let path = folder.path().join(RESULTS);
        let whole = std::fs::read_to_string(&path).expect("a file");
        std::fs::write(&path, format!("{whole}{{\"task\": \"b\", \"cat")).expect("a file");
        assert_eq!(read_run(folder.path()).expect("a run").results.len(), 1);
        let mut journal = Journal::open(folder.path(), setting()).expect("a journal");
        journal.add(result("b")).expect("a line");
        drop(journal);
        assert_eq!(read_run(folder.path()).expect("a run").results, [result("a"), result("b")]);
    }

    #[test]
    fn only_one_writes_and_only_one_kind_of_run() {
        let folder = tempfile::tempdir().expect("a folder");
        let journal = Journal::open(folder.path(), setting()).expect("a journal");
        journal.announce(1).expect("a file");
        let error = Journal::open(folder.path(), setting()).expect_err("locked");
        assert!(error.contains("another `argand bench` writes"), "{error}");
        drop(journal);
        let other = Setting { wall_seconds: 6.0, ..setting() };
        let error = Journal::open(folder.path(), other).expect_err("another run");
        assert!(error.contains("has another run") && error.contains("5 s for each task"), "{error}");
    }

    #[test]
    fn what_is_no_run_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = read_run(folder.path()).expect_err("nothing there");
        assert!(error.contains("no directory that `argand bench` wrote"), "{error}");
        Journal::open(folder.path(), setting()).expect("a journal").announce(1).expect("a file");
        std::fs::write(folder.path().join(RESULTS), "{}\n").expect("a file");
        let error = read_run(folder.path()).expect_err("no result");
        assert!(error.contains("line 1, is no result"), "{error}");
        std::fs::write(folder.path().join(RUN), "{\"format\": 1}").expect("a file");
        assert!(read_run(folder.path()).is_err());
    }
}
