//! `slicing` wraps every configuration, from the configuration file alone.

#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

use argand_verifier::{Check, Configuration, Options, Report, Task, Verification, Wanted, load_text};
use std::path::Path;
use std::time::Duration;

const IRRELEVANT: &str = include_str!("../../../tests/corpus/slicing/irrelevant_loop.c");
const STALE: &str = include_str!("../../../tests/corpus/slicing/stale_parameter.c");

/// Configurations as users write them, around each kind of analysis; and whether the sum of the first program keeps them
/// from an answer.
const AROUND: [(&str, &str, bool); 6] = [
    ("value", include_str!("../configs/value-slicing.toml"), false),
    ("symbolic", include_str!("../configs/symbolic-slicing.toml"), true),
    ("predicate", include_str!("../../../tests/corpus/slicing/around_predicate.toml"), false),
    ("smg", include_str!("../../../tests/corpus/slicing/around_smg.toml"), false),
    ("bmc", include_str!("../../../tests/corpus/slicing/around_bmc.toml"), false),
    ("k-induction", include_str!("../../../tests/corpus/slicing/around_induction.toml"), false),
];

fn configuration(text: &str) -> Configuration {
    let parents = |path: &Path| Err(format!("no file {}", path.display()));
    let files =
        |path: &Path| if path == Path::new("mine.toml") { Ok(text.to_owned()) } else { parents(path) };
    Configuration::load("mine.toml", &[], &files).unwrap()
}

fn verify(text: &str, program: &str, check: Check, steps: Option<usize>) -> Report {
    let task = Task::new(load_text(program).unwrap(), Wanted::checks(&[check]));
    let limits = argand_support::Limits::new(Some(Duration::from_secs(60)), None);
    let token = limits.cancel_token();
    let options = Options { limits, ..Options::default() };
    let configuration = configuration(text);
    let verification = Verification::new(&task, &configuration, options).unwrap();
    let report = verification.run(Some(Box::new(move |progress| {
        if steps.is_some_and(|steps| progress.reached > steps) {
            token.cancel();
        }
    })));
    report.unwrap()
}

#[test]
fn every_kind_of_analysis_sees_the_slice() {
    for (name, text, counts) in AROUND {
        let report = verify(text, IRRELEVANT, Check::Unreach, counts.then_some(2000));
        let expected = if counts { "UNKNOWN" } else { "TRUE" };
        assert_eq!(report.verdict.to_string(), expected, "{name}");
        let report = verify(text, STALE, Check::Unreach, None);
        assert!(report.verdict.to_string().starts_with("FALSE"), "{name}: {}", report.verdict);
    }
}

#[test]
fn unrolling_ends_only_because_it_sees_the_slice() {
    let shipped = configuration(include_str!("../configs/bmc.toml"));
    let sliced = configuration(include_str!("../../../tests/corpus/slicing/around_bmc.toml"));
    assert!(!shipped.reduce && sliced.reduce);
    assert_eq!(shipped.cpas, sliced.cpas, "nothing is left for the lens to do");
}

#[test]
fn properties_of_memory_are_asked_of_the_whole_program() {
    // The wrong access is nothing that a call of reach_error depends on.
    let program = "void reach_error(void); int main(void) { int a[2] = { 0, 1 }; int i = 2; int s = a[i]; \
                   if (s == 12345 && s == 0) reach_error(); return 0; }";
    let text = include_str!("../../../tests/corpus/slicing/around_smg.toml");
    let report = verify(text, program, Check::Memsafety, None);
    assert!(report.verdict.to_string().starts_with("FALSE"), "{}", report.verdict);
}
