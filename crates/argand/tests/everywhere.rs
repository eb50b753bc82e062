//! `argand verify --all`: every violation, and an answer for every place.

mod common;

use common::{Ran, run, write};
use serde_json::Value;
use serde_sarif::sarif::Sarif;
use std::path::Path;
use std::process::Command;

const SEVERAL: &str = "extern int __VERIFIER_nondet_int(void);
extern void assert(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 4) { x = 3 / (x - 4); }
  assert(x != 7); assert(x != 8);
  x = x + 1; x = x / 2; assert(x < 2000000000);
  assert(x != 50);
  return 0;
}
";
const SAFE: &str = "extern void assert(int);\nint main(void) { int a = 1; assert(a == 1); return 5 / a; }\n";

fn argand(folder: &Path, arguments: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_argand"));
    command.args(["verify", "--all"]).args(arguments).current_dir(folder);
    run(&mut command, 120)
}

#[test]
fn every_violation_has_a_line_and_the_verdict_is_the_last_one() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "a.c", SEVERAL);
    let ran = argand(folder.path(), &["--check", "asserts,overflow,div-by-zero", "a.c"]);
    assert_eq!(ran.code, 10, "{}", ran.errors);
    let lines: Vec<&str> = ran.output.lines().collect();
    let violated: Vec<&str> = lines
        .iter()
        .take_while(|l| l.starts_with("FALSE("))
        .map(|l| l.split(": ").next().unwrap_or(l))
        .collect();
    let expected = [
        "FALSE(no-div-by-zero) at a.c:5:",
        "FALSE(asserts) at a.c:6:",
        "FALSE(asserts) at a.c:6:",
        "FALSE(no-overflow) at a.c:7:",
        "FALSE(asserts) at a.c:8:",
    ];
    assert_eq!(violated.len(), expected.len(), "{}", ran.output);
    for (line, expected) in violated.iter().zip(expected) {
        assert!(line.starts_with(expected), "{}", ran.output);
    }
    assert!(lines[0].contains("__VERIFIER_nondet_int") && lines[0].contains("= 4"), "{}", ran.output);
    let row = |name: &str| {
        let row = lines.iter().find(|line| line.starts_with(name)).expect("a row");
        row.split_whitespace().skip(1).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(row("asserts"), "3 1 0", "{}", ran.output);
    assert_eq!(row("no-div-by-zero"), "1 1 0", "{}", ran.output);
    assert_eq!(lines.last(), Some(&"FALSE(no-div-by-zero)"));
}

#[test]
fn json_and_sarif_have_every_violation() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "a.c", SEVERAL);
    let ran = argand(folder.path(), &["--json", "--sarif", "a.sarif", "--check", "asserts", "a.c"]);
    assert_eq!(ran.code, 10, "{}", ran.errors);
    let results: Value = serde_json::from_str(&ran.output).expect("JSON");
    assert_eq!((&results["version"], &results["verdict"]), (&"1.1".into(), &"FALSE(asserts)".into()));
    let violations = results["violations"].as_array().expect("violations");
    assert_eq!(violations.len(), 3);
    assert_eq!(results["violation"], violations[0]);
    let mut fingerprints: Vec<&str> =
        violations.iter().map(|v| v["fingerprint"].as_str().expect("text")).collect();
    fingerprints.dedup();
    assert_eq!(fingerprints.len(), 3, "two of one line differ");
    for violation in violations {
        assert!(violation["replay"].as_str().expect("text").starts_with("argand run a.c"));
        assert!(!violation["steps"].as_array().expect("steps").is_empty());
    }
    let property = &results["properties"][0];
    assert_eq!((&property["verdict"], &property["tally"]["proven"]), (&"false".into(), &1.into()));
    assert_eq!((&property["tally"]["violated"], &property["tally"]["undecided"]), (&3.into(), &0.into()));
    let verdicts = property["places"].as_array().expect("places").iter().map(|place| &place["verdict"]);
    assert_eq!(verdicts.collect::<Vec<_>>(), ["false", "false", "true", "false"]);
    let text = std::fs::read_to_string(folder.path().join("a.sarif")).expect("a file");
    let sarif: Sarif = serde_json::from_str(&text).expect("SARIF");
    assert_eq!(sarif.runs[0].results.as_ref().map(Vec::len), Some(3));
}

#[test]
fn compilers_lines_have_every_violation() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "a.c", SEVERAL);
    let ran = argand(folder.path(), &["--format", "gcc", "--check", "asserts", "a.c"]);
    assert_eq!(
        ran.output.matches("error: the assertion `condition` fails [asserts]").count(),
        3,
        "{}",
        ran.output
    );
    assert_eq!(ran.output.lines().last(), Some("FALSE(asserts)"));
}

#[test]
fn places_that_all_hold_are_true() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "a.c", SAFE);
    let ran = argand(folder.path(), &["--check", "all", "a.c"]);
    assert_eq!((ran.code, ran.output.lines().last()), (0, Some("TRUE")), "{}", ran.errors);
    assert!(ran.output.contains("places"), "{}", ran.output);
}

#[test]
fn a_witness_and_a_harness_are_of_the_first_violation() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "a.c", SEVERAL);
    let options = ["--check", "asserts", "--witness", "w.yml", "--harness", "h.c", "a.c"];
    let ran = argand(folder.path(), &options);
    assert_eq!(ran.code, 10, "{}", ran.errors);
    let witness = std::fs::read_to_string(folder.path().join("w.yml")).expect("a witness");
    assert!(witness.contains("line: 6"), "{witness}");
    assert!(folder.path().join("h.c").exists());
}

#[test]
fn options_that_make_no_sense_together_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "a.c", SAFE);
    write(folder.path(), "p.txt", "");
    for options in [&["--certify", "a.c"][..], &["--precision", "p.txt", "a.c"]] {
        let ran = argand(folder.path(), options);
        assert_eq!(ran.code, 2, "{options:?}");
        assert!(ran.errors.contains("cannot be used with"), "{}", ran.errors);
        assert_eq!(ran.output, "");
    }
    let missing = argand(folder.path(), &["nothing.c"]);
    assert_eq!((missing.code, missing.output.as_str()), (2, ""));
}

#[test]
fn violations_that_were_found_before_a_limit_are_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "extern int __VERIFIER_nondet_int(void);\nextern void assert(int);\nunsigned long n = 3;\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  assert(x != 1);\n  while (__VERIFIER_nondet_int()) { n = n * n * n + 11; assert(n != 123456789123); }\n  return 0; }\n";
    write(folder.path(), "a.c", text);
    let ran = argand(folder.path(), &["--check", "asserts", "--config", "bmc", "--time", "4s", "a.c"]);
    assert_eq!((ran.code, ran.output.lines().last()), (10, Some("FALSE(asserts)")), "{}", ran.errors);
    assert!(ran.output.contains("UNKNOWN(asserts) at a.c:7:"), "{}", ran.output);
}
