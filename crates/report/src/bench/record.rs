//! The result of one task, and what it is worth.
//!
//! The JSON of [`TaskResult`] is a line of `results.jsonl`, that of [`Setting`] is `run.json`; docs/bench.md describes them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The name of the format of `run.json`.
pub const FORMAT: &str = "argand-bench";
/// Its version.
pub const VERSION: &str = "1.0";

/// What the authors of a task say about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Expected {
    /// Whether the property holds.
    pub truth: bool,
    /// The part of the property that is violated, where they say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
}

impl Expected {
    /// Reads `true`, `false` or `false(part)`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        match text.to_ascii_lowercase().as_str() {
            "true" => return Some(Self { truth: true, part: None }),
            "false" => return Some(Self { truth: false, part: None }),
            _ => {}
        }
        let (word, rest) = text.split_once('(')?;
        let part = rest.strip_suffix(')')?.trim();
        let known = word.trim().eq_ignore_ascii_case("false") && !part.is_empty();
        known.then(|| Self { truth: false, part: Some(part.to_owned()) })
    }

    /// How many points the right answer gives.
    #[must_use]
    pub const fn points(&self) -> i64 {
        if self.truth { Status::CorrectTrue.points() } else { Status::CorrectFalse.points() }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.truth, &self.part) {
            (true, _) => f.write_str("TRUE"),
            (false, None) => f.write_str("FALSE"),
            (false, Some(part)) => write!(f, "FALSE({part})"),
        }
    }
}

/// How the answer to a task compares with what is expected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// TRUE, rightly.
    CorrectTrue,
    /// FALSE, rightly, with the right part of the property.
    CorrectFalse,
    /// TRUE, although the property is violated.
    WrongTrue,
    /// FALSE, although the property holds or another part of it is violated.
    WrongFalse,
    /// UNKNOWN.
    Unknown,
    /// Stopped because its time was over.
    Timeout,
    /// Stopped because it used too much memory.
    OutOfMemory,
    /// There was no answer, or the exit code contradicts it.
    Error,
}

impl Status {
    /// Every status, in the order of tables.
    pub const ALL: [Self; 8] = [
        Self::CorrectTrue,
        Self::CorrectFalse,
        Self::WrongTrue,
        Self::WrongFalse,
        Self::Unknown,
        Self::Timeout,
        Self::OutOfMemory,
        Self::Error,
    ];

    /// Its name, as in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CorrectTrue => "correct-true",
            Self::CorrectFalse => "correct-false",
            Self::WrongTrue => "wrong-true",
            Self::WrongFalse => "wrong-false",
            Self::Unknown => "unknown",
            Self::Timeout => "timeout",
            Self::OutOfMemory => "out-of-memory",
            Self::Error => "error",
        }
    }

    /// Its points in the competition.
    #[must_use]
    pub const fn points(self) -> i64 {
        match self {
            Self::CorrectTrue => 2,
            Self::CorrectFalse => 1,
            Self::WrongTrue => -32,
            Self::WrongFalse => -16,
            Self::Unknown | Self::Timeout | Self::OutOfMemory | Self::Error => 0,
        }
    }

    /// Whether the answer is right.
    #[must_use]
    pub const fn is_correct(self) -> bool {
        matches!(self, Self::CorrectTrue | Self::CorrectFalse)
    }

    /// Whether the answer is wrong.
    #[must_use]
    pub const fn is_wrong(self) -> bool {
        matches!(self, Self::WrongTrue | Self::WrongFalse)
    }

    /// The status of a verdict line and the exit code that came with it.
    #[must_use]
    pub fn judge(verdict: &str, exit_code: Option<i32>, expected: &Expected) -> Self {
        match (verdict, exit_code) {
            ("TRUE", Some(0)) if expected.truth => Self::CorrectTrue,
            ("TRUE", Some(0)) => Self::WrongTrue,
            ("UNKNOWN", Some(20)) => Self::Unknown,
            (verdict, Some(10)) => match verdict.strip_prefix("FALSE(").and_then(|v| v.strip_suffix(')')) {
                Some(part) => {
                    let right = !expected.truth && expected.part.as_ref().is_none_or(|one| one == part);
                    if right { Self::CorrectFalse } else { Self::WrongFalse }
                }
                None => Self::Error,
            },
            _ => Self::Error,
        }
    }
}

/// What came of a task.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TaskResult {
    /// The name of the task: its folder, file and property.
    pub task: String,
    /// The category it counts in.
    pub category: String,
    /// The name of the property.
    pub property: String,
    /// The right answer.
    pub expected: Expected,
    /// The verdict; empty if there was none.
    pub verdict: String,
    /// How the two compare.
    pub status: Status,
    /// Why there is no answer; empty if there is one.
    pub reason: String,
    /// How long it took.
    pub wall_seconds: f64,
    /// How long it computed, on all processors.
    pub cpu_seconds: f64,
    /// The most memory that it used.
    pub memory_bytes: u64,
    /// The size of its files.
    pub input_bytes: u64,
}

/// How tasks are run. Results of different settings do not belong into one run.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Setting {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: String,
    /// The version of Argand.
    pub tool: String,
    /// The options of `argand verify`.
    pub options: Vec<String>,
    /// The limit of time for each task.
    pub wall_seconds: f64,
    /// The limit of processor time for each task.
    pub cpu_seconds: Option<f64>,
    /// The limit of memory for each task.
    pub memory_bytes: Option<u64>,
}

impl Setting {
    /// In a line for the user.
    #[must_use]
    pub fn describe(&self) -> String {
        let mut text = format!("argand {}", self.tool);
        for option in &self.options {
            text.push(' ');
            text.push_str(&crate::shell_word(option));
        }
        text.push_str(&format!("; {} s for each task", self.wall_seconds));
        if let Some(seconds) = self.cpu_seconds {
            text.push_str(&format!(", {seconds} s of processor time"));
        }
        if let Some(bytes) = self.memory_bytes {
            text.push_str(&format!(", {} MB", bytes / 1_000_000));
        }
        text
    }
}

/// A run: all that is known of it so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// What the user calls it.
    pub name: String,
    /// How it was made.
    pub setting: Setting,
    /// How many tasks it is to have.
    pub tasks: usize,
    /// The results, in the order of their tasks' names.
    pub results: Vec<TaskResult>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(text: &str) -> Expected {
        Expected::read(text).expect("an expected verdict")
    }

    #[test]
    fn expectations_are_read_as_people_write_them() {
        assert_eq!(expected("true"), Expected { truth: true, part: None });
        assert_eq!(expected(" False "), Expected { truth: false, part: None });
        assert_eq!(expected("false(valid-deref)").part.as_deref(), Some("valid-deref"));
        for bad in ["", "maybe", "true(valid-deref)", "false()", "false(x"] {
            assert_eq!(Expected::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn an_answer_needs_its_exit_code() {
        let truth = expected("true");
        assert_eq!(Status::judge("TRUE", Some(0), &truth), Status::CorrectTrue);
        assert_eq!(Status::judge("TRUE", Some(1), &truth), Status::Error);
        assert_eq!(Status::judge("TRUE", None, &truth), Status::Error);
        assert_eq!(Status::judge("FALSE(unreach-call)", Some(10), &truth), Status::WrongFalse);
        assert_eq!(Status::judge("FALSE", Some(10), &truth), Status::Error);
        assert_eq!(Status::judge("UNKNOWN", Some(20), &truth), Status::Unknown);
        assert_eq!(Status::judge("", Some(2), &truth), Status::Error);
        assert_eq!(Status::judge("TRUE", Some(0), &expected("false")), Status::WrongTrue);
    }

    #[test]
    fn another_part_of_the_property_is_a_wrong_answer() {
        let leak = expected("false(valid-memtrack)");
        assert_eq!(Status::judge("FALSE(valid-memtrack)", Some(10), &leak), Status::CorrectFalse);
        assert_eq!(Status::judge("FALSE(valid-deref)", Some(10), &leak), Status::WrongFalse);
        assert_eq!(Status::judge("FALSE(valid-deref)", Some(10), &expected("false")), Status::CorrectFalse);
    }

    #[test]
    fn names_in_files_are_those_of_the_program() {
        for status in Status::ALL {
            assert_eq!(serde_json::to_value(status).expect("JSON"), status.name());
        }
    }
}
