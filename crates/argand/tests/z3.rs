//! Whole verifications with Z3 as the solver, where it is built in; a clear message where it is not.

mod common;

use common::run;
use std::process::Command;

const LOOP: &str = "
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), x = 0, i = 0;
    while (i < n) { x += 2; i++; }
    if (x != CHECKED) reach_error();
    return 0;
}";

fn verify(folder: &std::path::Path, checked: &str, config: &str) -> common::Ran {
    let program = folder.join("program.c");
    std::fs::write(&program, LOOP.replace("CHECKED", checked)).expect("a writable folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_argand"));
    command.args(["verify", "--check", "unreach", "--certify", "--set", "solver=z3", "--config", config]);
    run(command.arg(&program), 120)
}

#[cfg(feature = "z3")]
#[test]
fn verdicts_do_not_depend_on_the_solver() {
    let folder = tempfile::tempdir().unwrap();
    for config in ["predicate", "k-induction"] {
        let safe = verify(folder.path(), "2 * i", config);
        assert_eq!(safe.code, 0, "{config}: {}{}", safe.output, safe.errors);
        let wrong = verify(folder.path(), "i + 3", config);
        assert_eq!(wrong.code, 10, "{config}: {}{}", wrong.output, wrong.errors);
    }
}

#[cfg(not(feature = "z3"))]
#[test]
fn a_build_without_z3_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let ran = verify(folder.path(), "2 * i", "predicate");
    assert_eq!(ran.code, 2, "{}{}", ran.output, ran.errors);
    assert!(ran.errors.contains("--features z3"), "{}", ran.errors);
}
