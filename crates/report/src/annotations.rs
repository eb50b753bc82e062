//! Results as lines that editors, GitHub and GitLab show beside the source.

use crate::escape::{github_message, github_property, one_line};
use crate::results::{Answer, Results, SourcePlace, Violation};
use serde_json::json;
use std::fmt::Write as _;

/// One thing to show.
struct Note<'r> {
    /// `error` for a violation, `warning` for a property that was not decided.
    severity: &'static str,
    place: Option<&'r SourcePlace>,
    message: String,
    property: String,
    /// What is shown, if it is a violation.
    violation: Option<&'r Violation>,
}

/// What there is to show: the violations, or the reasons for UNKNOWN.
fn notes(results: &Results) -> Vec<Note<'_>> {
    if !results.violations.is_empty() {
        let violations = results.violations.iter().map(|violation| Note {
            severity: "error",
            place: violation.place.as_ref(),
            message: violation.message.clone(),
            property: violation.property.clone(),
            violation: Some(violation),
        });
        return violations.collect();
    }
    let open = results.properties.iter().filter(|p| p.verdict == Answer::Unknown);
    let mut open: Vec<&str> = open.map(|p| p.property.as_str()).collect();
    open.dedup();
    let property = open.join(", ");
    let notes = results.reasons.iter().map(|reason| Note {
        severity: "warning",
        place: reason.place.as_ref(),
        message: format!("not decided: {}", reason.text),
        property: property.clone(),
        violation: None,
    });
    notes.collect()
}

fn position(place: &SourcePlace) -> String {
    let column = place.column.map_or_else(String::new, |column| format!("{column}:"));
    format!("{}:{}:{column}", one_line(&place.file), place.line)
}

/// Lines as gcc writes them: `file:line:column: error: message [property]`, with notes for the functions that were
/// running and for the inputs.
#[must_use]
pub fn gcc(results: &Results) -> String {
    let mut out = String::new();
    let file = results.program.files.first().map_or("argand", String::as_str);
    for note in notes(results) {
        let place = note.place.map_or_else(|| format!("{}:", one_line(file)), position);
        let _ = writeln!(out, "{place} {}: {} [{}]", note.severity, one_line(&note.message), note.property);
        let Some(violation) = note.violation else { continue };
        for entry in violation.stack.iter().skip(1) {
            let function = entry.function.as_deref().unwrap_or("the program");
            let _ = writeln!(out, "{} note: called from '{}'", position(entry), one_line(function));
        }
        for input in &violation.inputs {
            if let Some(place) = &input.place {
                let (name, value) = (one_line(&input.name), one_line(&input.value));
                let _ = writeln!(out, "{} note: {name} = {value}", position(place));
            }
        }
    }
    out
}

/// Workflow commands of GitHub Actions, which it shows beside the changed lines.
#[must_use]
pub fn github(results: &Results) -> String {
    let mut out = String::new();
    for note in notes(results) {
        let _ = write!(out, "::{} ", note.severity);
        if let Some(place) = note.place {
            let _ = write!(out, "file={},line={},", github_property(&place.file), place.line);
            if let Some(column) = place.column {
                let _ = write!(out, "col={column},");
            }
            let _ = write!(out, "endLine={},", place.end_line);
        }
        let title = format!("Argand: {}", note.property);
        let _ = writeln!(out, "title={}::{}", github_property(&title), github_message(&note.message));
    }
    out
}

/// A code quality report of GitLab: a JSON array.
#[must_use]
pub fn gitlab(results: &Results) -> String {
    let file = results.program.files.first().cloned().unwrap_or_default();
    let issues: Vec<serde_json::Value> = notes(results)
        .into_iter()
        .enumerate()
        .map(|(number, note)| {
            let violation = note.violation;
            let unknown = || format!("{}-{}-{number}", results.verdict, note.property);
            json!({
                "description": note.message,
                "check_name": note.property,
                "fingerprint": violation.map_or_else(unknown, |v| v.fingerprint.clone()),
                "severity": if note.severity == "error" { "major" } else { "info" },
                "location": {
                    "path": note.place.map_or(file.as_str(), |place| place.file.as_str()),
                    "lines": { "begin": note.place.map_or(1, |place| place.line) },
                },
            })
        })
        .collect();
    format!("{:#}\n", serde_json::Value::Array(issues))
}
