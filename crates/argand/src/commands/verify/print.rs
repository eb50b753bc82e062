//! What `argand verify` says while it works and when it is done.

use argand_verifier::certify::Certification;
use argand_verifier::strategy::step::Narrator;
use argand_verifier::{Report, Verdict, assumed};
use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};
use std::sync::Arc;
use std::time::Duration;

/// The report for people: the verdict, on the last line, after what belongs to it.
pub(in crate::commands) fn text(report: &Report, story: Option<&str>) -> String {
    let mut out = String::new();
    for line in &report.prints {
        let _ = writeln!(out, "{line}");
    }
    match (&report.everywhere, story) {
        // One run in full would hide the others.
        (Some(everywhere), _) => out.push_str(&everywhere.text(&report.program)),
        (None, Some(story)) => {
            let _ = writeln!(out, "{story}");
        }
        (None, None) => {}
    }
    for line in assumed::lines(&report.assumptions, &report.program.sources) {
        let _ = writeln!(out, "assuming that {line}");
    }
    if let Verdict::Unknown(reasons) = &report.verdict {
        for reason in reasons {
            let _ = writeln!(out, "unknown: {}", reason.describe(&report.program));
        }
    }
    if let Certification::NotCertified(why) = &report.certification {
        let _ = writeln!(out, "not certified: {why}");
    }
    let _ = writeln!(out, "{}", report.verdict);
    out
}

/// Says on standard error what a strategy does.
pub(super) fn narrator() -> Narrator {
    Arc::new(|event| {
        // Nobody is left to be told when this fails.
        let _ = writeln!(std::io::stderr(), "argand: {event}");
    })
}

/// A line on a terminal that says how far the work is; nothing in a pipe.
pub(super) fn live_line() -> Option<Box<dyn FnMut(argand_algorithms::Progress)>> {
    if !std::io::stderr().is_terminal() {
        return None;
    }
    let mut last = Duration::ZERO;
    Some(Box::new(move |progress| {
        if progress.elapsed.saturating_sub(last) < Duration::from_millis(100) {
            return;
        }
        last = progress.elapsed;
        let _ = write!(
            std::io::stderr(),
            "\r\x1b[K{:.1}s: {} states reached, {} waiting",
            progress.elapsed.as_secs_f64(),
            progress.reached,
            progress.waiting
        );
    }))
}

/// Removes that line.
pub(super) fn finish_live_line() {
    if std::io::stderr().is_terminal() {
        let _ = write!(std::io::stderr(), "\r\x1b[K");
    }
}
