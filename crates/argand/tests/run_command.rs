//! The command line of `argand run`: inputs, messages and exit codes.

#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

mod common;

use common::{Ran, argand_run};

/// Runs a program given as text.
fn run_text(options: &[&str], text: &str) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    std::fs::write(&file, text).unwrap();
    argand_run(options, &[file])
}

const NONDET: &str = "int __VERIFIER_nondet_int(void); double __VERIFIER_nondet_double(void);\n\
                      void __VERIFIER_assume(int); void reach_error(void) {} void abort(void);\n";

#[test]
fn the_exit_code_is_the_programs_own() {
    let ran =
        run_text(&[], "int printf(const char *, ...); int main(void) { printf(\"hi\\n\"); return 300; }");
    assert_eq!((ran.code, ran.output.as_str(), ran.errors.as_str()), (300 & 0xff, "hi\n", ""));
    assert_eq!(run_text(&[], "void abort(void); int main(void) { abort(); }").code, 134);
    assert_eq!(run_text(&[], "void exit(int); int main(void) { exit(7); }").code, 7);
}

#[test]
fn inputs_are_taken_in_order_and_shown_with_the_error() {
    let text = format!(
        "{NONDET}static int half(int v) {{ return 100 / v; }}\n\
         int main(void) {{\n  int a = __VERIFIER_nondet_int();\n  double d = __VERIFIER_nondet_double();\n\
         \x20 return half(a + (int)d);\n}}\n"
    );
    let clean = run_text(&["--input", "3", "--input", "2.5"], &text);
    assert_eq!((clean.code, clean.errors.as_str()), (20, ""));
    let wrong = run_text(&["--input", "-2", "--input", "2.5"], &text);
    assert_eq!(wrong.code, 10);
    for part in [
        "error: `100 / v` divides by zero",
        "program.c:3:",
        "^ division-by-zero",
        "in half at",
        "called from main at",
        "with the inputs __VERIFIER_nondet_int = -2, __VERIFIER_nondet_double = 2.5",
    ] {
        assert!(wrong.errors.contains(part), "{part} is not in\n{}", wrong.errors);
    }
}

#[test]
fn a_seed_gives_the_same_run_twice() {
    let text = format!(
        "{NONDET}int printf(const char *, ...);\nint main(void) {{\n  for (int i = 0; i < 9; i++)\n    \
         printf(\"%d \", __VERIFIER_nondet_int());\n  return 0;\n}}\n"
    );
    let (first, second) = (run_text(&["--seed", "5"], &text), run_text(&["--seed", "5"], &text));
    assert_eq!(first, second);
    assert_ne!(first.output, run_text(&["--seed", "6"], &text).output);
    assert_eq!(run_text(&[], &text).output, "0 ".repeat(9));
}

#[test]
fn a_run_without_an_answer_says_why() {
    let blocked = run_text(&[], &format!("{NONDET}int main(void) {{ __VERIFIER_assume(0); return 0; }}\n"));
    assert_eq!(blocked.code, 20);
    assert!(blocked.errors.contains("an assumption of the program fails"), "{}", blocked.errors);
    let endless = run_text(&["--steps", "1000"], "int main(void) { for (;;) ; }");
    assert_eq!(endless.code, 20);
    assert!(endless.errors.contains("1000 steps were taken"), "{}", endless.errors);
}

#[test]
fn targets_and_ignored_kinds_are_options() {
    let text = format!("{NONDET}int bad(void) {{ return 4; }}\nint main(void) {{ return bad(); }}\n");
    assert_eq!(run_text(&[], &text).code, 4);
    let found = run_text(&["--target", "bad"], &text);
    assert_eq!(found.code, 10);
    assert!(found.errors.contains("^ reach-error"), "{}", found.errors);
    let overflow = "int main(void) { int x = 2147483647; x++; return x < 0; }";
    assert_eq!(run_text(&[], overflow).code, 10);
    assert_eq!(run_text(&["--ignore", "signed-overflow"], overflow).code, 1);
}

#[test]
fn bad_usage_is_told_and_has_exit_code_2() {
    let fine = "int main(void) { return 0; }";
    for (options, message) in [
        (["--input", "twelve"], "'twelve' is not a number"),
        (["--ignore", "null-deref"], "only these can be ignored"),
        (["--data-model", "LP128"], "invalid value"),
        (["--entry", "start"], "there is no function 'start'"),
    ] {
        let ran = run_text(&options, fine);
        assert_eq!(ran.code, 2, "{options:?}");
        assert!(ran.errors.contains(message), "{options:?}: {}", ran.errors);
    }
    let missing = argand_run(&[], &["/nowhere/at/all.c".into()]);
    assert_eq!(missing.code, 2);
    assert!(missing.errors.contains("all.c"), "{}", missing.errors);
}

#[test]
fn leaks_are_reported_where_the_memory_was_allocated() {
    let text =
        "void *malloc(unsigned long);\nint main(void) {\n  void *p = malloc(3);\n  p = 0;\n  return 0;\n}\n";
    let ran = run_text(&[], text);
    assert_eq!(ran.code, 10);
    assert!(ran.errors.contains("program.c:3:") && ran.errors.contains("^ leak"), "{}", ran.errors);
    assert_eq!(run_text(&["--ignore", "leak"], text).code, 0);
}
