//! Induction with facts from elsewhere: ranges of a data-flow analysis, predicates of refinement and of a file.

mod common;

use common::{Ran, run};
use std::path::Path;
use std::process::Command;

/// Both numbers are at most 772, which no condition says, and stay what they are for any number of rounds.
const RANGES: &str = "
void reach_error(void);
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int s = 0, t = 0;
    while (__VERIFIER_nondet_int()) {
        if (s + t > 1544) reach_error();
        unsigned char c = __VERIFIER_nondet_uchar();
        if (__VERIFIER_nondet_int()) s = 3 * c + 7;
        if (__VERIFIER_nondet_int()) t = 3 * c + 7;
    }
    return 0;
}";

/// The lowest bit of `x` stays set. Every state with `x == 4` has predecessors of any number.
const PARITY: &str = "
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned x = 1;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) x ^= 2; else x += 8;
        if (x == 4) reach_error();
    }
    return 0;
}";

const WITHOUT_HELP: &str = "extends = 'bmc'\n[bmc]\ninduction = true\n";

fn verify(folder: &Path, text: &str, options: &[&str]) -> Ran {
    let program = folder.join("program.c");
    std::fs::write(&program, text).expect("a writable folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_argand"));
    command.args(["verify", "--check", "unreach", "--certify"]).args(options).arg(&program);
    run(&mut command, 120)
}

fn answer(ran: &Ran) -> &str {
    ran.output.lines().last().unwrap_or("")
}

#[test]
fn ranges_of_a_data_flow_analysis_are_tried() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("alone.toml");
    std::fs::write(&config, WITHOUT_HELP).unwrap();
    let alone = verify(folder.path(), RANGES, &["--config", config.to_str().unwrap(), "--time", "3s"]);
    assert_eq!(answer(&alone), "UNKNOWN", "{}", alone.output);
    let out = folder.path().join("out");
    let helped = verify(
        folder.path(),
        RANGES,
        &["--config", "k-induction", "--time", "60s", "--out", out.to_str().unwrap()],
    );
    assert_eq!(answer(&helped), "TRUE", "{}{}", helped.output, helped.errors);
    let invariants = std::fs::read_to_string(out.join("invariants.txt")).unwrap();
    let head = invariants.lines().all(|line| line.contains("program.c:7:"));
    assert!(head && invariants.contains("772"), "{invariants}");
}

#[test]
fn predicates_of_a_file_are_tried() {
    let folder = tempfile::tempdir().unwrap();
    let alone = verify(folder.path(), PARITY, &["--config", "k-induction", "--time", "3s"]);
    assert_eq!(answer(&alone), "UNKNOWN", "{}", alone.output);
    let precision = folder.path().join("precision.txt");
    std::fs::write(&precision, "main: (= (bits 0 0 |main::x|:32) 1:1)\n").unwrap();
    let options = ["--config", "k-induction", "--time", "60s", "--precision", precision.to_str().unwrap()];
    let helped = verify(folder.path(), PARITY, &options);
    assert_eq!(answer(&helped), "TRUE", "{}{}", helped.output, helped.errors);
}

#[test]
fn what_is_wrong_in_a_file_proves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let precision = folder.path().join("precision.txt");
    let wrong = PARITY.replace("x ^= 2", "x ^= 13");
    std::fs::write(&precision, "main: (= (bits 0 0 |main::x|:32) 1:1)\nmain: false\n").unwrap();
    let options = ["--config", "k-induction", "--time", "60s", "--precision", precision.to_str().unwrap()];
    let ran = verify(folder.path(), &wrong, &options);
    assert_eq!(answer(&ran), "FALSE(unreach-call)", "{}{}", ran.output, ran.errors);
    std::fs::write(&precision, "nonsense\n").unwrap();
    let ran = verify(folder.path(), &wrong, &options);
    assert_eq!(ran.code, 2, "{}{}", ran.output, ran.errors);
    assert!(ran.errors.contains("line 1 is no predicate"), "{}", ran.errors);
}

#[test]
fn predicates_that_a_helper_finds_are_tried() {
    let folder = tempfile::tempdir().unwrap();
    let helped = verify(folder.path(), PARITY, &["--config", "k-induction-predicate", "--time", "100s"]);
    assert_eq!(answer(&helped), "TRUE", "{}{}", helped.output, helped.errors);
}

#[test]
fn a_helper_must_not_unroll() {
    let folder = tempfile::tempdir().unwrap();
    let ran = verify(folder.path(), PARITY, &["--config", "k-induction", "--set", "helpers=['bmc']"]);
    assert_eq!(ran.code, 2, "{}{}", ran.output, ran.errors);
    assert!(ran.errors.contains("the helper `bmc` must explore, refine or solve"), "{}", ran.errors);
}
