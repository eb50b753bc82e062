//! What a verification answers.

use crate::reason::Why;
use argand_cfa::Violated;
use std::fmt;

/// The answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// Every property holds.
    True,
    /// This property is violated, by a run that was executed.
    False(Violated),
    /// It could not be decided; why, the most important reason first.
    Unknown(Vec<Why>),
}

/// The verdict in one word, as the competition reads it.
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
    use argand_cfa::PropertyKind;

    #[test]
    fn verdicts_print_as_the_competition_reads_them() {
        let call = PropertyKind::UnreachCall("reach_error".to_owned());
        assert_eq!(Verdict::True.to_string(), "TRUE");
        assert_eq!(Verdict::False(Violated::Property(call)).to_string(), "FALSE(unreach-call)");
        assert_eq!(Verdict::Unknown(Vec::new()).to_string(), "UNKNOWN");
    }
}
