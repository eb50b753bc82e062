//! What a verification answers.

use std::fmt;
use std::process::ExitCode;

/// The answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every property holds.
    True,
    /// This property is violated, by a run that was executed.
    False(String),
    /// It could not be decided; why, in the user's words, the most important reason first.
    Unknown(Vec<String>),
}

impl Verdict {
    /// The exit code of the process.
    #[must_use]
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::True => 0,
            Self::False(_) => 10,
            Self::Unknown(_) => UNKNOWN_EXIT,
        })
    }
}

/// The exit code of UNKNOWN.
pub const UNKNOWN_EXIT: u8 = 20;

/// The last line of standard output.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::True => f.write_str("TRUE"),
            Self::False(property) => write!(f, "FALSE({property})"),
            Self::Unknown(_) => f.write_str("UNKNOWN"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_print_as_the_competition_reads_them() {
        assert_eq!(Verdict::True.to_string(), "TRUE");
        assert_eq!(Verdict::False("unreach-call".to_owned()).to_string(), "FALSE(unreach-call)");
        assert_eq!(Verdict::Unknown(vec!["a limit".to_owned()]).to_string(), "UNKNOWN");
    }
}
