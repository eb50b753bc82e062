//! Symbolic execution on the running example of the thesis on slicing and refinement, bounded by states and not by
//! a clock.

#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

use argand_support::Limits;
use argand_verifier::{Check, Configuration, Options, Report, Task, Verification, Wanted, load_text};
use std::path::Path;

const RUNNING_EXAMPLE: &str = include_str!("../../../tests/corpus/symbolic/running_example.c");

/// A finite graph of the example has a few dozen states.
const MANY: usize = 3000;

/// The stop operator of the reference (§2.6.6): the same symbols, and a subset of the constraints.
const AS_IN_THE_REFERENCE: &str = "cpa.symbolic.coverage=equality";

/// Verifies with a shipped configuration until many states are reached, and says how many.
fn run(name: &str, settings: &[&str], text: &str) -> (Report, usize) {
    let settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
    let none = |path: &Path| Err(format!("no file {}", path.display()));
    let configuration = Configuration::load(name, &settings, &none).unwrap();
    let task = Task::new(load_text(text).unwrap(), Wanted::checks(&[Check::Unreach]));
    let limits = Limits::default();
    let token = limits.cancel_token();
    let verification = Verification::new(&task, &configuration, Options { limits, ..Options::default() });
    let report = verification
        .unwrap()
        .run(Some(Box::new(move |progress| {
            if progress.reached > MANY {
                token.cancel();
            }
        })))
        .unwrap();
    let reached = report.stats.reached.live;
    (report, reached)
}

#[test]
fn fig_4_of_the_four_configurations_only_slicing_with_refinement_proves_the_running_example() {
    for name in ["symbolic", "symbolic-cegar", "symbolic-slicing"] {
        let (report, reached) = run(name, &[AS_IN_THE_REFERENCE], RUNNING_EXAMPLE);
        assert_eq!(report.verdict.to_string(), "UNKNOWN", "{name}");
        assert!(reached > MANY, "{name} ended after {reached} states");
    }
    // Fig. 22: a finite graph.
    let (report, reached) = run("symbolic-slicing-cegar", &[AS_IN_THE_REFERENCE], RUNNING_EXAMPLE);
    assert_eq!(report.verdict.to_string(), "TRUE");
    assert!(reached < 60, "{reached} states");
}

#[test]
fn an_input_that_nothing_restricts_covers_every_value() {
    // The first loop ends at once, so that slicing alone is enough; the second one counts a constant and has no end.
    for name in ["symbolic", "symbolic-cegar"] {
        let (report, reached) = run(name, &[], RUNNING_EXAMPLE);
        assert_eq!(report.verdict.to_string(), "UNKNOWN", "{name}");
        assert!(reached > MANY, "{name} ended after {reached} states");
    }
    for name in ["symbolic-slicing", "symbolic-slicing-cegar"] {
        let (report, reached) = run(name, &[], RUNNING_EXAMPLE);
        assert_eq!(report.verdict.to_string(), "TRUE", "{name}");
        assert!(reached < 60, "{name}: {reached} states");
    }
}

#[test]
fn refinement_skips_the_first_loop() {
    // Without the second loop, which only slicing finds to be of no use, refinement is enough.
    let text = RUNNING_EXAMPLE.replace("y = y + 1;", "");
    assert_ne!(text, RUNNING_EXAMPLE);
    let (report, reached) = run("symbolic-cegar", &[], &text);
    assert_eq!(report.verdict.to_string(), "TRUE");
    assert!(reached < 60, "{reached} states");
}
