//! Violations happen natively, in both data models: the harness is compiled by gcc with the program and run.

mod common;

use common::{Ran, run, write};
use std::path::Path;
use std::process::Command;

fn verify(folder: &Path, arguments: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_argand"));
    command.arg("verify").args(arguments).current_dir(folder);
    run(&mut command, 120)
}

/// The data models for which gcc can build here; with `ARGAND_REQUIRE_TOOLS`, all of them must be.
fn models(folder: &Path) -> Vec<&'static str> {
    let probe = write(folder, "probe.c", "#include <stdio.h>\nint main(void) { return 0; }\n");
    let can = |flag: &str| {
        let mut gcc = Command::new("gcc");
        gcc.args([flag, "-fsanitize=address", "-o", "/dev/null", &probe]);
        run(&mut gcc, 60).code == 0
    };
    let models: Vec<_> = [("-m64", "LP64"), ("-m32", "ILP32")].into_iter().filter(|(f, _)| can(f)).collect();
    if models.len() < 2 {
        assert!(std::env::var_os("ARGAND_REQUIRE_TOOLS").is_none(), "gcc cannot build for both data models");
        eprintln!("left out: gcc builds only for {models:?}");
    }
    models.into_iter().map(|(_, model)| model).collect()
}

/// Verifies a program and reproduces its violation; the line that tells it has `expected`.
fn happens(text: &str, options: &[&str], verdict: &str, expected: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "program.c", text);
    for model in models(folder.path()) {
        let common = ["--data-model", model, "--reproduce", "--harness", "harness.c", "program.c"];
        let ran = verify(folder.path(), &[options, &common].concat());
        assert_eq!(ran.output.lines().last(), Some(verdict), "{model}: {}{}", ran.output, ran.errors);
        let told = ran.errors.lines().find(|line| line.starts_with("reproduced: "));
        let harness = std::fs::read_to_string(folder.path().join("harness.c")).expect("the harness");
        let told = told.unwrap_or_else(|| panic!("{model}: {}\n{harness}", ran.errors));
        assert!(told.contains(expected), "{model}: {told}");
        assert!(harness.starts_with("/* A run of the program that violates "), "{harness}");
    }
}

/// The violating program of the reference on witnesses (Fig. 9): its inputs are variables without values.
const FIG_9: &str = "#include <assert.h>
int main()
{
    int s, t;
    int d = s - t;
    if (d < 2 || d > 8)
        return 0;
    int x;
    int a = x ? 512 : 64;
    int b = a * d;
    assert(!(b >= 2048));
    assert(!(b < 128));
    while (a > 0)
        a--;
    return 0;
}
";

#[test]
fn fig_9_fails_the_same_assertion_natively() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "fig9.c", FIG_9);
    let ran = verify(folder.path(), &["--reproduce", "fig9.c"]);
    let found = ran.output.lines().find(|line| line.starts_with("violation: ")).expect("a violation");
    let assertion = found.split('`').nth(1).expect("its text");
    let told = ran.errors.lines().find(|line| line.starts_with("reproduced: "));
    let told = told.unwrap_or_else(|| panic!("{}", ran.errors));
    assert!(told.contains("fig9.c:") && told.contains(&format!("Assertion `{assertion}' failed")), "{told}");
}

#[test]
fn error_functions_are_called_whoever_defines_them() {
    let outside = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
                   int main(void) { __VERIFIER_nondet_int(); if (__VERIFIER_nondet_int() == -7) reach_error(); return 0; }\n";
    happens(outside, &["--check", "unreach"], "FALSE(unreach-call)", "argand: reached reach_error");
    let own = outside.replace("extern void reach_error(void);", "void reach_error(void) { }");
    happens(&own, &["--check", "unreach"], "FALSE(unreach-call)", "argand: reached reach_error");
}

#[test]
fn memory_errors_are_seen_by_the_sanitizer() {
    let access = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) { int n = __VERIFIER_nondet_int();\n\
                  if (n < 1 || n > 9) return 0; int *p = malloc(n * sizeof *p); if (!p) return 1;\n\
                  for (int i = 0; i <= n; i++) p[i] = 0; free(p); return 0; }\n";
    happens(access, &["--check", "memsafety"], "FALSE(valid-deref)", "heap-buffer-overflow");
    let free = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) { char *p = malloc(4);\n\
                if (__VERIFIER_nondet_int() == 5) free(p); free(p); return 0; }\n";
    happens(free, &["--check", "memsafety"], "FALSE(valid-free)", "double-free");
    let lost = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) { char *p = malloc(4);\n\
                if (__VERIFIER_nondet_int() == 5) p = 0; free(p); return 0; }\n";
    happens(lost, &["--check", "memsafety"], "FALSE(valid-memtrack)", "memory leaks");
}

#[test]
fn overflow_is_seen_by_the_sanitizer() {
    let text = "extern long long __VERIFIER_nondet_longlong(void);\nint main(void) { long long n = __VERIFIER_nondet_longlong();\n\
                long long m = n - 1; return m > 0; }\n";
    happens(text, &["--check", "overflow"], "FALSE(no-overflow)", "signed integer overflow");
}

#[test]
fn functions_outside_return_and_write_what_the_run_took() {
    let text = "#include <assert.h>\nstruct s { int a; long b; };\nint get(int *out, struct s *t);\nextern int table[4];\nchar *name(void);\n\
                double ratio(void);\nint main(void) { int x = 1; struct s t = {0}; int r = get(&x, &t); char *n = name();\n\
                if (r == 7 && x == 5 && t.b == 99 && table[2] == 3 && n && n[1] == 'q' && ratio() == 0.25) assert(x != 5);\n\
                return 0; }\n";
    happens(text, &[], "FALSE(asserts)", "Assertion `x != 5' failed");
}

#[test]
fn main_gets_the_arguments_of_the_run() {
    let text = "#include <assert.h>\nint main(int argc, char **argv) { if (argc == 2 && argv[1][0] == 'x') assert(argc == 3); return 0; }\n";
    happens(text, &[], "FALSE(asserts)", "Assertion `argc == 3' failed");
}

#[test]
fn another_entry_function_gets_its_arguments() {
    let text = "#include <assert.h>\nint start(int a, long b) { if (a == 3) assert(b != 8); return 0; }\n";
    happens(text, &["--entry", "start"], "FALSE(asserts)", "Assertion `b != 8' failed");
}

#[test]
fn standard_input_is_that_of_the_run() {
    let bytes = "#include <assert.h>\n#include <stdio.h>\nint main(void) { int a = getchar(), b = getchar(); char s[4];\n\
                 if (a == 'h' && b == 'i' && fgets(s, 4, stdin) && s[0] == 'z') assert(a != 'h'); return 0; }\n";
    happens(bytes, &[], "FALSE(asserts)", "Assertion `a != 'h'' failed");
    let numbers = "#include <assert.h>\n#include <stdio.h>\nint main(void) { int n; if (scanf(\"%d\", &n) != 1) return 0;\n\
                   assert(n * 3 != 36); return 0; }\n";
    happens(numbers, &[], "FALSE(asserts)", "Assertion `n * 3 != 36' failed");
}

#[test]
fn memory_without_values_gets_those_of_the_run() {
    let text = "#include <stdlib.h>\nextern void reach_error(void);\nint main(void) { for (int i = 0; i < 3; i++) {\n\
                int *p = malloc(8); int a[3]; if (!p) return 0; if (i == 2 && p[1] == 77 && a[2] == 5) reach_error(); free(p); }\n\
                return 0; }\n";
    happens(text, &["--check", "unreach"], "FALSE(unreach-call)", "argand: reached reach_error");
}

#[test]
fn nothing_is_compiled_or_written_where_there_is_no_violation() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "safe.c", "int main(void) { return 0; }\n");
    let ran = verify(folder.path(), &["--reproduce", "--harness", "harness.c", "safe.c"]);
    assert_eq!((ran.code, ran.output.lines().last()), (0, Some("TRUE")));
    assert!(!ran.errors.contains("reproduced"), "{}", ran.errors);
    assert!(!folder.path().join("harness.c").exists());
}

#[test]
fn a_missing_compiler_does_not_change_the_verdict() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "a.c", "#include <assert.h>\nint main(void) { assert(0); }\n");
    let mut command = Command::new("env");
    let nowhere = ["PATH=/nonexistent", env!("CARGO_BIN_EXE_argand"), "verify", "--reproduce", "a.c"];
    command.args(nowhere).current_dir(folder.path());
    let ran = run(&mut command, 60);
    assert_eq!((ran.code, ran.output.lines().last()), (10, Some("FALSE(asserts)")), "{}", ran.errors);
    assert!(ran.errors.contains("not reproduced: cannot run gcc"), "{}", ran.errors);
}

#[test]
fn what_cannot_be_reproduced_is_said() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "#include <assert.h>\nvolatile int v;\nint main(void) { if (v == 9) assert(0); return 0; }\n";
    write(folder.path(), "a.c", text);
    let ran = verify(folder.path(), &["--volatile", "input", "--harness", "h.c", "a.c"]);
    assert_eq!(ran.code, 10, "{}{}", ran.output, ran.errors);
    assert!(ran.errors.contains("the harness cannot reproduce the volatile"), "{}", ran.errors);
    let harness = std::fs::read_to_string(folder.path().join("h.c")).expect("the harness");
    assert!(harness.contains(" * Not reproduced: the volatile"), "{harness}");
}
