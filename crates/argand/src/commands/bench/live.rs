//! What `argand bench` says while it works: a table that is kept up to date on a terminal, a line for each task elsewhere.

use super::tasks::Task;
use argand_report::bench::{Status, TaskResult};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// More categories than these are shown in the total alone, so that the table fits on a screen.
const MOST_ROWS: usize = 18;
/// How long the bar of progress is.
const BAR: usize = 24;

/// The progress of a category.
#[derive(Clone, Copy, Default)]
struct Progress {
    tasks: usize,
    done: usize,
    right: usize,
    wrong: usize,
    errors: usize,
}

impl Progress {
    fn add(&mut self, result: &TaskResult) {
        self.done += 1;
        self.right += usize::from(result.status.is_correct());
        self.wrong += usize::from(result.status.is_wrong());
        self.errors += usize::from(result.status == Status::Error);
    }

    const fn open(&self) -> usize {
        self.done - self.right - self.wrong - self.errors
    }
}

/// Tells how a run goes.
pub struct Live<'t> {
    tasks: &'t [Task],
    terminal: bool,
    started: Instant,
    /// How many tasks ended while this ran.
    ended: usize,
    running: BTreeMap<usize, Instant>,
    categories: BTreeMap<String, Progress>,
    total: Progress,
    /// How many lines of the terminal the table takes.
    drawn: usize,
}

impl<'t> Live<'t> {
    /// For these tasks; `before` are results of the run that are there already.
    pub fn new(tasks: &'t [Task], before: &[TaskResult]) -> Self {
        let mut live = Self {
            tasks,
            terminal: std::io::stderr().is_terminal(),
            started: Instant::now(),
            ended: 0,
            running: BTreeMap::new(),
            categories: BTreeMap::new(),
            total: Progress::default(),
            drawn: 0,
        };
        for category in tasks.iter().map(|t| &t.category).chain(before.iter().map(|r| &r.category)) {
            live.categories.entry(category.clone()).or_default().tasks += 1;
            live.total.tasks += 1;
        }
        for result in before {
            live.count(result);
        }
        live
    }

    fn count(&mut self, result: &TaskResult) {
        self.categories.entry(result.category.clone()).or_default().add(result);
        self.total.add(result);
    }

    /// A task begins.
    pub fn began(&mut self, task: usize) {
        self.running.insert(task, Instant::now());
    }

    /// A task has ended.
    pub fn ended(&mut self, task: usize, result: &TaskResult) {
        self.running.remove(&task);
        self.ended += 1;
        self.count(result);
        let line = format!(
            "[{:>width$}/{}] {:13} {:>8.2}s {:>6} MB  {}",
            self.total.done,
            self.total.tasks,
            result.status.name(),
            result.cpu_seconds,
            result.memory_bytes / 1_000_000,
            result.task,
            width = self.total.tasks.to_string().len()
        );
        if !self.terminal {
            crate::report::print(format!("{line}\n").as_bytes());
        } else if result.status.is_wrong() || result.status == Status::Error {
            // It stays above the table.
            self.clear();
            let _ = writeln!(std::io::stderr(), "{line}");
        }
    }

    /// Brings the table up to date.
    pub fn draw(&mut self) {
        if !self.terminal {
            return;
        }
        let text = self.table();
        self.clear();
        self.drawn = text.lines().count();
        // Lines that are too long are cut off by the terminal instead of being wrapped.
        let _ = write!(std::io::stderr(), "\x1b[?7l{text}\x1b[?7h");
    }

    /// Removes the table.
    pub fn clear(&mut self) {
        if self.drawn > 0 {
            let _ = write!(std::io::stderr(), "\x1b[{}A\r\x1b[J", self.drawn);
            self.drawn = 0;
        }
    }

    fn table(&self) -> String {
        let mut out = String::new();
        let width = self.categories.keys().map(|name| name.chars().count()).max().unwrap_or(0).max(8);
        if self.categories.len() <= MOST_ROWS {
            let _ = writeln!(
                out,
                "{:width$} {:>11} {:>6} {:>6} {:>6} {:>6}",
                "category", "done", "right", "wrong", "open", "error"
            );
            for (name, progress) in &self.categories {
                row(&mut out, name, progress, width);
            }
        }
        row(&mut out, "all", &self.total, width);
        let share = BAR * self.total.done / self.total.tasks.max(1);
        let _ = writeln!(
            out,
            "{}{} {} so far{}",
            "█".repeat(share),
            "░".repeat(BAR - share),
            clock(self.started.elapsed()),
            self.left().map_or_else(String::new, |left| format!(", about {} left", clock(left)))
        );
        for (task, since) in &self.running {
            let name = self.tasks.get(*task).map_or("", |task| task.name.as_str());
            let _ = writeln!(out, "  {:>6.1}s {name}", since.elapsed().as_secs_f64());
        }
        out
    }

    /// How long the rest will take if it is like what is done.
    fn left(&self) -> Option<Duration> {
        let left = u32::try_from(self.total.tasks - self.total.done).ok()?;
        let ended = u32::try_from(self.ended).ok().filter(|ended| *ended > 0)?;
        Some(self.started.elapsed() / ended * left)
    }
}

fn row(out: &mut String, name: &str, progress: &Progress, width: usize) {
    let _ = writeln!(
        out,
        "{name:width$} {:>11} {:>6} {:>6} {:>6} {:>6}",
        format!("{}/{}", progress.done, progress.tasks),
        progress.right,
        progress.wrong,
        progress.open(),
        progress.errors
    );
}

/// A time as a clock shows it.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_as_usual() {
        assert_eq!(clock(Duration::from_secs(59)), "0:59");
        assert_eq!(clock(Duration::from_secs(3661)), "1:01:01");
    }
}
