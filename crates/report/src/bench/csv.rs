//! Results as comma-separated values (RFC 4180), for spreadsheets and other programs.

use super::record::TaskResult;
use std::fmt::Write as _;

/// The columns.
const HEAD: &str = "task,category,property,expected,verdict,status,points,wall_seconds,cpu_seconds,memory_bytes,\
                    input_bytes,reason";

/// A table with a line for each result.
#[must_use]
pub fn csv(results: &[TaskResult]) -> String {
    let mut out = format!("{HEAD}\r\n");
    for result in results {
        let _ = write!(
            out,
            "{},{},{},{},{},{},{},{:.3},{:.3},{},{},{}\r\n",
            field(&result.task),
            field(&result.category),
            field(&result.property),
            field(&result.expected.to_string()),
            field(&result.verdict),
            result.status.name(),
            result.status.points(),
            result.wall_seconds,
            result.cpu_seconds,
            result.memory_bytes,
            result.input_bytes,
            field(&result.reason),
        );
    }
    out
}

/// A text as one field. Spreadsheets would take one that begins like a formula for a formula.
fn field(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::Status;
    use crate::bench::samples::result;

    #[test]
    fn texts_stay_in_their_fields() {
        let mut one = result("dir/a,b:unreach-call", "=cmd()", Status::Unknown, 1.0);
        one.reason = "line 1\nsays \"no\"".to_owned();
        let text = csv(&[one]);
        let expected = "\"dir/a,b:unreach-call\",'=cmd(),unreach-call,TRUE,UNKNOWN,unknown,0,1.000,1.000,20000000,1000,\
                        \"line 1\nsays \"\"no\"\"\"\r\n";
        assert_eq!(text.split_once("\r\n").map(|(_, rows)| rows), Some(expected));
        assert_eq!(HEAD.split(',').count(), 12);
    }
}
