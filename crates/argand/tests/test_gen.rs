//! `argand test-gen`: what is written is what runs do, twice the same, and says why it ends.

mod common;

use common::{Ran, run};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const GRADES: &str = include_str!("../../../examples/grade.c");

/// One branch that no input takes.
const DEAD: &str = "
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 7) {
        if (x < 3) return 1;
        return 2;
    }
    return x == -5 ? 9 : 0;
}";

fn argand(arguments: &[&str], program: &Path) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_argand"));
    command.arg(arguments[0]).arg(program).args(&arguments[1..]);
    run(&mut command, 120)
}

/// The tests of a program: what was printed, what was counted, and the files with their content.
fn tests_of(
    folder: &Path,
    text: &str,
    options: &[&str],
) -> (String, serde_json::Value, Vec<(String, String)>) {
    let (program, out) = (folder.join("program.c"), folder.join("tests"));
    std::fs::write(&program, text).expect("a writable folder");
    // What an earlier call wrote would be counted again.
    let _ = std::fs::remove_dir_all(&out);
    let mut arguments = vec!["test-gen", "--out", out.to_str().expect("a name in UTF-8")];
    arguments.extend(options);
    let ran = argand(&arguments, &program);
    assert_eq!(ran.code, 0, "{}{}", ran.output, ran.errors);
    let read = |name: &str| std::fs::read_to_string(out.join(name)).expect("a file that was written");
    let mut files: Vec<(String, String)> = std::fs::read_dir(&out)
        .expect("the directory was made")
        .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
        .map(|name| (name.clone(), read(&name)))
        .collect();
    files.sort();
    let report = serde_json::from_str(&read("coverage.json")).expect("JSON");
    (ran.output, report, files)
}

#[test]
fn every_branch_is_taken_and_two_runs_write_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let (printed, report, files) = tests_of(folder.path(), GRADES, &[]);
    assert!(printed.ends_with("cover 14 of 14 branches: every branch is taken both ways\n"), "{printed}");
    assert_eq!((&report["covered"], &report["branches"]), (&14.into(), &14.into()));
    assert_eq!(report["tests"].as_array().map(Vec::len), Some(files.len() - 1), "one file for each test");
    assert_eq!(tests_of(folder.path(), GRADES, &[]).2, files);
}

#[test]
fn replayed_tests_end_as_they_are_said_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, report, _) = tests_of(folder.path(), DEAD, &[]);
    let mut codes = BTreeSet::new();
    for test in report["tests"].as_array().expect("a list") {
        let file = folder.path().join("tests").join(test["file"].as_str().expect("a name"));
        let file = file.to_str().expect("a name in UTF-8");
        let ran = argand(&["run", "--input-file", file], &folder.path().join("program.c"));
        assert_eq!(test["end"], format!("exit {}", ran.code), "{file}");
        codes.insert(ran.code);
    }
    assert_eq!(codes, BTreeSet::from([0, 2, 9]), "one test for each way through");
}

#[test]
fn what_no_input_takes_is_said_to_be_out_of_reach() {
    let folder = tempfile::tempdir().expect("a folder");
    let (printed, report, _) = tests_of(folder.path(), DEAD, &[]);
    assert_eq!((&report["covered"], &report["branches"]), (&5.into(), &6.into()));
    assert!(printed.contains("what is not covered cannot be"), "{printed}");
}

#[test]
fn a_number_of_tests_is_a_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let (printed, _, files) = tests_of(folder.path(), GRADES, &["--tests", "3", "--all-paths"]);
    assert!(printed.contains("3 tests cover") && printed.contains("as many tests as were asked for"));
    assert_eq!(files.len(), 4);
}

#[test]
fn bad_files_of_inputs_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("program.c");
    std::fs::write(&program, DEAD).expect("a writable folder");
    let missing = argand(&["run", "--input-file", "no-such-file"], &program);
    assert_eq!(missing.code, 2);
    assert!(missing.errors.contains("cannot read 'no-such-file'"), "{}", missing.errors);
    let values = folder.path().join("values.txt");
    std::fs::write(&values, "# nothing\n\n3 # fine\nthree\n").expect("a writable folder");
    let bad = argand(&["run", "--input-file", values.to_str().expect("a name")], &program);
    assert_eq!(bad.code, 2);
    assert!(bad.errors.contains("values.txt:4: 'three' is not a number"), "{}", bad.errors);
}
