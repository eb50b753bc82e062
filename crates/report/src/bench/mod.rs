//! Runs of many verification tasks as values: results, scores, tables, comparisons, plots and pages.
//!
//! `argand bench` executes the tasks and keeps the files; here is what its results mean and how they are shown. Statuses and
//! scores are those of the software-verification competition; plots are the usual ones of its literature: quantile plots
//! of what is solved within a time, scatter plots of two runs against each other.

pub mod compare;
pub mod csv;
pub mod page;
pub mod plot;
pub mod record;
pub mod tally;

pub use compare::Comparison;
pub use record::{Expected, Run, Setting, Status, TaskResult};
pub use tally::{Table, Tally};

#[cfg(test)]
pub(crate) mod samples {
    //! Results for tests.

    use super::{Expected, Run, Setting, Status, TaskResult};

    /// A result of this task; `cpu` in seconds.
    pub fn result(task: &str, category: &str, status: Status, cpu: f64) -> TaskResult {
        let (truth, verdict) = match status {
            Status::CorrectTrue => (true, "TRUE"),
            Status::CorrectFalse => (false, "FALSE(unreach-call)"),
            Status::WrongTrue => (false, "TRUE"),
            Status::WrongFalse => (true, "FALSE(unreach-call)"),
            Status::Unknown => (true, "UNKNOWN"),
            Status::Timeout | Status::OutOfMemory | Status::Error => (true, ""),
        };
        TaskResult {
            task: task.to_owned(),
            category: category.to_owned(),
            property: "unreach-call".to_owned(),
            expected: Expected { truth, part: None },
            verdict: verdict.to_owned(),
            status,
            reason: String::new(),
            wall_seconds: cpu,
            cpu_seconds: cpu,
            memory_bytes: 20_000_000,
            input_bytes: 1000,
        }
    }

    /// A run of these tasks.
    pub fn run(name: &str, results: Vec<TaskResult>) -> Run {
        Run { name: name.to_owned(), setting: Setting::default(), tasks: results.len(), results }
    }
}
