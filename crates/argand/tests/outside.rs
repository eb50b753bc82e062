//! What lies outside the program has one meaning for verification and for runs.

#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

mod common;

use common::{Ran, run};
use std::path::Path;
use std::process::Command;

fn argand(arguments: &[&str], file: &Path) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_argand"));
    command.args(arguments).arg(file);
    run(&mut command, 60)
}

/// Verifies a program in a folder of its own. Where the verdict is FALSE, the printed line must replay it.
fn verdict_of(options: &[&str], text: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    std::fs::write(&file, text).unwrap();
    let mut arguments = vec!["verify"];
    arguments.extend(options);
    let ran = argand(&arguments, &file);
    let verdict = ran.output.lines().last().unwrap_or("").to_owned();
    if verdict.starts_with("FALSE") {
        let line = ran.output.lines().find_map(|l| l.strip_prefix("replay: argand ")).unwrap();
        let mut replay = Command::new(env!("CARGO_BIN_EXE_argand"));
        replay.args(line.split_whitespace());
        let again = run(&mut replay, 60);
        assert_eq!(again.code, 10, "{line}: {}{}", again.output, again.errors);
    }
    (verdict, ran.output)
}

const REGISTER: &str = "void reach_error(void); volatile int status;\n\
                        int main(void) {\n  status = 1;\n  if (status == 7 && status == 8)\n\
                        \x20   reach_error();\n  return 0; }\n";

#[test]
fn reads_of_volatile_objects_are_inputs_where_asked() {
    for config in ["value", "predicate", "k-induction", "bmc", "smg-reach"] {
        let (verdict, output) = verdict_of(&["--config", config, "--volatile", "input"], REGISTER);
        assert_eq!(verdict, "FALSE(unreach-call)", "{config}: {output}");
        assert!(output.contains("a volatile object = 8"), "{config}: {output}");
        let (verdict, output) = verdict_of(&["--config", config], REGISTER);
        assert_eq!(verdict, "TRUE", "{config}: {output}");
        assert!(output.contains("[volatile-memory]"), "{config}: {output}");
    }
    assert_eq!(verdict_of(&["--set", "volatile=input"], REGISTER).0, "FALSE(unreach-call)");
    assert_eq!(verdict_of(&["--set", "volatile=input", "--volatile", "memory"], REGISTER).0, "TRUE");
}

#[test]
fn volatile_members_bit_fields_and_pointers_are_inputs() {
    let text = "void reach_error(void);\n\
                struct reg { volatile unsigned low : 3; volatile int high : 4; int plain; };\n\
                struct pair { int x; long y; }; volatile struct pair pair; struct reg reg;\n\
                int main(void) {\n  struct pair copy = pair; volatile int *p = &reg.plain;\n\
                \x20 if (reg.low == 7 && reg.high == -8 && copy.y == 9 && pair.x == 3 && *p == 4 && !reg.plain)\n\
                \x20   reach_error();\n  return 0; }\n";
    for config in ["value", "k-induction"] {
        let (verdict, output) = verdict_of(&["--config", config, "--volatile", "input"], text);
        assert_eq!(verdict, "FALSE(unreach-call)", "{config}: {output}");
    }
    let range = text.replace("reg.low == 7 && reg.high == -8 &&", "(reg.low > 7 || reg.high < -8) &&");
    assert_eq!(verdict_of(&["--config", "k-induction", "--volatile", "input"], &range).0, "TRUE");
}

#[test]
fn an_access_to_a_volatile_object_can_be_invalid() {
    let text = "#include <stdlib.h>\nint main(void) {\n  volatile int *p = malloc(4);\n  if (!p) return 0;\n\
                \x20 free((void *)p);\n  return *p; }\n";
    let (verdict, output) = verdict_of(&["--check", "memsafety", "--volatile", "input"], text);
    assert_eq!(verdict, "FALSE(valid-deref)", "{output}");
}

#[test]
fn assembly_that_declares_to_write_memory_is_an_assumption() {
    let text = "void reach_error(void);\nint main(void) {\n  int x = 1;\n\
                \x20 __asm__ volatile(\"outb %0, %1\" :: \"a\"((char)0), \"Nd\"((short)128) : \"memory\");\n\
                \x20 if (x != 1)\n    reach_error();\n  return 0; }\n";
    let (verdict, output) = verdict_of(&[], text);
    assert_eq!(verdict, "TRUE", "{output}");
    assert!(output.contains(":4:") && output.contains("[assembly-memory]"), "{output}");
    assert_eq!(verdict_of(&["--strict=assembly-memory"], text).0, "UNKNOWN");
    assert_eq!(verdict_of(&["--strict=assembly"], text).0, "TRUE");
    let reached = text.replace("x != 1", "x == 1");
    let (verdict, output) = verdict_of(&[], &reached);
    assert_eq!(verdict, "FALSE(unreach-call)", "{output}");
    assert!(output.contains("[assembly-memory]"), "{output}");
    assert_eq!(verdict_of(&["--strict"], &reached).0, "UNKNOWN");
}

#[test]
fn policies_of_single_functions_are_replayed() {
    let text = "void reach_error(void); void fill(int *); void show(int *); int input(void);\n\
                int main(void) {\n  int x = 1, y = 1;\n  fill(&x); show(&y);\n\
                \x20 if (x == 7 && y == 1 && input() == 3)\n    reach_error();\n  return 0; }\n";
    let own = ["--config", "k-induction", "--set", "externs.show=pure", "--set", "externs.default=write"];
    let (verdict, output) = verdict_of(&own, text);
    assert_eq!(verdict, "FALSE(unreach-call)", "{output}");
    assert!(output.contains("--externs show=pure"), "{output}");
    let own = ["--config", "k-induction", "--externs", "pure", "--externs", "fill=write"];
    let (verdict, output) = verdict_of(&own, text);
    assert_eq!(verdict, "FALSE(unreach-call)", "{output}");
    assert!(output.contains("--externs pure --externs fill=write"), "{output}");
    assert_eq!(verdict_of(&["--config", "k-induction", "--externs", "fill=pure"], text).0, "TRUE");
}

/// A program that gives a record to a function outside. What it does at its end is put in.
fn driver(end: &str) -> String {
    format!(
        "void reach_error(void); struct ops {{ int (*open)(void); void *data; }};\n\
         void attach(const struct ops *); void put(int *); void keep(void *); int calls;\n\
         int start(void) {{ return ++calls; }} struct ops ops = {{ start, 0 }}, empty;\n\
         int main(void) {{\n  int n = 1;\n  struct ops *p = &ops;\n  int (*f)(void) = p->open;\n{end}\n\
         \x20 if (calls != 0)\n    reach_error();\n  return n; }}\n"
    )
}

#[test]
fn functions_in_memory_that_goes_outside_may_be_called_there() {
    for end in ["  attach(p);", "  keep(&ops);", "  keep((void *)f);", "  keep(&p);"] {
        for config in ["value", "k-induction", "smg-reach"] {
            let (verdict, output) = verdict_of(&["--config", config], &driver(end));
            assert_eq!(verdict, "UNKNOWN", "{config}, {end}: {output}");
            assert!(output.contains("a function in it that is handed over to"), "{end}: {output}");
        }
        let (verdict, output) = verdict_of(&["--svcomp"], &driver(end));
        assert_eq!(verdict, "TRUE", "{end}: {output}");
        let (verdict, output) =
            verdict_of(&["--externs", "keep=pure", "--externs", "attach=pure"], &driver(end));
        assert_eq!(verdict, "TRUE", "{end}: {output}");
    }
}

#[test]
fn memory_without_functions_may_go_outside() {
    for end in ["  put(&n);", "  n = 2; keep(&n);", "  attach(&empty);", ""] {
        let (verdict, output) = verdict_of(&[], &driver(end));
        assert_eq!(verdict, "TRUE", "{end}: {output}");
    }
}

/// A program with a guess in `r`. What it does with it, and when it fails, is put in.
fn gambler(deed: &str, condition: &str) -> String {
    format!(
        "#include <stdio.h>\n#include <stdlib.h>\nvoid reach_error(void); int __VERIFIER_nondet_int(void);\n\
         int table[4]; struct pair {{ int a, b; }}; int twice(int n) {{ return n + n; }}\n\
         int main(void) {{\n  int r = rand(), x = __VERIFIER_nondet_int(), y = 0, *p = &y; struct pair q = {{0, 0}};\n\
         \x20 {deed}\n  if ({condition})\n    reach_error();\n  return r + y + q.a + *p; }}\n"
    )
}

#[test]
fn a_run_that_does_not_depend_on_an_open_result_is_evidence() {
    let deeds = [
        "y = r;",
        "table[1] = r; q.a = r;",
        "printf(\"%d\\n\", r);",
        "y = twice(r); r = 3;",
        "*p = r & 1;",
        "r = 3; if (r == 3) y = 1;",
    ];
    for deed in deeds {
        for config in ["value", "k-induction"] {
            let (verdict, output) = verdict_of(&["--config", config], &gambler(deed, "x == 3"));
            assert_eq!(verdict, "FALSE(unreach-call)", "{config}, {deed}: {output}");
        }
    }
}

#[test]
fn a_run_that_depends_on_an_open_result_is_no_evidence() {
    let cases = [
        ("y = r;", "x == 3 && y == 5"),
        ("y = r & 3; x = table[y];", "x == 0"),
        ("*p = r;", "x == 3 && y != 17"),
        ("if (r > 5) x = 4;", "x == 4"),
        ("if (r != 7) table[0] = 1;", "x == 3"),
        ("y = 10 / r;", "x == 3"),
        ("y = printf(\"%d\\n\", r);", "y == 2"),
        ("q.b = r; q.a = 1;", "q.b == 1"),
        ("y = twice(r);", "y == 8"),
        ("p = malloc(r); if (!p) return 0;", "x == 3"),
        ("table[2] = r; p = table; p[3] = p[2];", "table[3] == 6"),
    ];
    for (deed, condition) in cases {
        for config in ["value", "k-induction"] {
            let (verdict, output) = verdict_of(&["--config", config], &gambler(deed, condition));
            assert_eq!(verdict, "UNKNOWN", "{config}, {deed}, {condition}: {output}");
        }
    }
}

/// Operations of a driver, of which one is missing, and what happens after it was called.
fn operations(after: &str) -> String {
    format!(
        "void reach_error(void); int __VERIFIER_nondet_int(void);\n\
         struct operations {{ int (*probe)(int); int (*resume)(int); }};\n\
         static int probe(int n) {{ return n > 3; }}\n\
         static struct operations operations = {{ .probe = probe }};\n\
         int main(void) {{\n  int n = __VERIFIER_nondet_int();\n\
         \x20 int (*operation)(int) = n ? operations.probe : operations.resume;\n\
         \x20 int result = operation(n);\n  {after}\n  return result; }}\n"
    )
}

#[test]
fn a_call_of_null_ends_a_run() {
    let (behind, beside) =
        (operations("if (n == 0) reach_error();"), operations("if (n == 5) reach_error();"));
    for config in ["predicate", "k-induction", "bmc", "smg-reach", "symbolic-slicing-cegar"] {
        for reduce in ["reduce=false", "reduce=true"] {
            let options = ["--svcomp", "--config", config, "--set", reduce];
            let (verdict, output) = verdict_of(&options, &behind);
            assert_eq!(verdict, "TRUE", "{config}, {reduce}: {output}");
            assert!(output.contains("[invalid-access]"), "{config}, {reduce}: {output}");
            let (verdict, output) = verdict_of(&options, &beside);
            assert_eq!(verdict, "FALSE(unreach-call)", "{config}, {reduce}: {output}");
        }
        let strictly = ["--svcomp", "--config", config, "--strict=invalid-access"];
        assert_eq!(verdict_of(&strictly, &behind).0, "UNKNOWN", "{config}");
    }
    for config in ["memsafety", "auto"] {
        let (verdict, output) =
            verdict_of(&["--svcomp", "--check", "memsafety", "--config", config], &behind);
        assert_eq!(verdict, "UNKNOWN", "{config}: {output}");
        assert!(output.contains("a call through a null pointer"), "{config}: {output}");
    }
}
