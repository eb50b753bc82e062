//! `argand verify` as a user meets it: bad input is explained, limits end in UNKNOWN, results are written.

mod common;

use common::{Ran, corpus, run, write};
use std::process::Command;

const ENDLESS: &str =
    "extern int nondet(void);\nint main(void) { int ticks = 0; while (nondet()) ticks++; return ticks; }\n";
const SAFE: &str = "int main(void) { return 0; }\n";

fn verify(arguments: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_argand"));
    command.arg("verify").args(arguments);
    run(&mut command, 60)
}

#[test]
fn bad_input_gets_a_clear_message_and_exit_code_2() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let safe = write(folder.path(), "safe.c", SAFE);
    let bad_property = write(folder.path(), "bad.prp", "CHECK( init(main()), LTL(G ! cal(f())) )\n");
    let other_entry = write(folder.path(), "entry.prp", "CHECK( init(begin()), LTL(G ! call(f())) )\n");
    let bad_automaton = write(
        folder.path(),
        "bad.spc",
        "OBSERVER AUTOMATON a\nINITIAL STATE Init;\nSTATE Init:\n  MATCH -> ;\n",
    );
    let circle = write(folder.path(), "circle.toml", "extends = 'circle.toml'\n");
    let cases: [(&[&str], &str); 13] = [
        (&["--config", "valu"], "did you mean `value`?"),
        (&["--set", "cpa.value.track-al=true"], "track-all"),
        (&["--set", "cpas=['location', 'nonsense']"], "no analysis is called `nonsense`"),
        (&["--set", "cegr.mode=lazy"], "did you mean `cegar`?"),
        (&["--config", &circle], "in a circle"),
        (&["--property", &bad_property], "bad.prp:1"),
        (&["--property", "missing.prp"], "missing.prp"),
        (&["--spec", &bad_automaton], "bad.spc:4"),
        (&["--property", &other_entry], "begin"),
        (&["--entry", "start"], "start"),
        (&["--time", "0s"], "there must be some time"),
        (&["--memory", "1KB"], "too little memory"),
        (&["--check", "everything"], "everything"),
    ];
    for (options, expected) in cases {
        let mut arguments = options.to_vec();
        arguments.push(&safe);
        let ran = verify(&arguments);
        assert_eq!(ran.code, 2, "{options:?}: {}{}", ran.output, ran.errors);
        assert!(ran.errors.contains(expected), "{options:?} should mention {expected}:\n{}", ran.errors);
        assert!(!ran.errors.contains("panicked"), "{options:?}: {}", ran.errors);
    }
}

#[test]
fn a_time_limit_ends_in_unknown_with_statistics_written() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let endless = write(folder.path(), "endless.c", ENDLESS);
    let out = folder.path().join("out");
    let ran =
        verify(&["--config", "value-nocegar", "--time", "300ms", "--out", &out.to_string_lossy(), &endless]);
    assert_eq!(ran.code, 20, "{}{}", ran.output, ran.errors);
    assert!(ran.output.contains("the time limit was reached"), "{}", ran.output);
    assert!(ran.output.ends_with("UNKNOWN\n"));
    let statistics = std::fs::read_to_string(out.join("statistics.json")).expect("statistics were written");
    assert!(statistics.contains("\"explored\""), "{statistics}");
}

#[test]
fn a_memory_limit_ends_in_unknown() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let endless = write(folder.path(), "endless.c", ENDLESS);
    let ran = verify(&["--config", "value-nocegar", "--time", "50s", "--memory", "18MB", &endless]);
    assert_eq!(ran.code, 20, "{}{}", ran.output, ran.errors);
    assert!(ran.output.contains("the memory limit was reached"), "{}", ran.output);
}

#[test]
fn an_interrupt_ends_in_unknown() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let endless = write(folder.path(), "endless.c", ENDLESS);
    let mut command = Command::new("timeout");
    command.args(["--preserve-status", "--signal=INT", "1", env!("CARGO_BIN_EXE_argand"), "verify"]).args([
        "--config",
        "value-nocegar",
        &endless,
    ]);
    let ran = run(&mut command, 60);
    assert_eq!(ran.code, 20, "{}{}", ran.output, ran.errors);
    assert!(ran.output.contains("the run was interrupted"), "{}", ran.output);
}

#[test]
fn a_violation_is_told_with_inputs_steps_and_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    let program = corpus().join("value/needs_inputs.c");
    let out_folder = out.to_string_lossy();
    let program = program.to_string_lossy();
    let ran = verify(&["--config", "value", "--check", "unreach", "--out", &out_folder, &program]);
    assert_eq!(ran.code, 10, "{}{}", ran.output, ran.errors);
    assert!(ran.output.ends_with("FALSE(unreach-call)\n"), "{}", ran.output);
    for expected in ["violation: ", "inputs, in the order", "__VERIFIER_nondet_int = ", "is true"] {
        assert!(ran.output.contains(expected), "{expected} is missing in\n{}", ran.output);
    }
    for file in ["statistics.json", "statistics.txt", "arg.dot", "arg.json", "cfa.dot", "counterexample.txt"]
    {
        assert!(out.join(file).exists(), "{file} was not written");
    }
}

#[test]
fn pointers_are_told_by_what_they_point_to() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "#include <stdlib.h>\n#include <assert.h>\nstruct node { int v; struct node *next; };\n\
                int f(void) { return 1; }\n\
                int main(void) {\n  struct node pair[2]; int x = 3; int *p = &x;\n\
                struct node *heap = malloc(2 * sizeof *heap);\n  if (!heap) return 0;\n\
                heap++;\n  p = &pair[1].v;\n  struct node *n = pair + 2;\n  int (*call)(void) = f;\n\
                char *s = \"text\";\n  *p = 5; s++;\n  assert(x == 4 || !call || !n || !s);\n  free(heap - 1);\n  return 0;\n}\n";
    let file = write(folder.path(), "pointers.c", text);
    let ran = verify(&[&file]);
    assert_eq!(ran.code, 10, "{}", ran.output);
    let told = [
        "p = &x\n",
        "heap = the memory allocated at ",
        "heap = 16 bytes into the memory allocated at ",
        "p = &pair[1].v\n",
        "n = the end of `pair`\n",
        "call = &f\n",
        "s = a string literal\n",
        "s = 1 byte into a string literal\n",
    ];
    for part in told {
        assert!(ran.output.contains(part), "{part}: {}", ran.output);
    }
}

#[test]
fn properties_that_nobody_decides_are_unknown_with_that_reason() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let safe = write(folder.path(), "safe.c", SAFE);
    for (check, config) in [("memsafety", "value"), ("termination", "value"), ("termination", "bmc")] {
        let ran = verify(&["--config", config, "--check", check, &safe]);
        assert_eq!(ran.code, 20, "{check}: {}{}", ran.output, ran.errors);
        assert!(ran.output.contains("no analysis of the configuration"), "{check}: {}", ran.output);
    }
}

#[test]
fn configurations_are_listed_and_explained() {
    for (arguments, expected) in [
        (vec!["configs"], "value-nocegar"),
        (vec!["explain-config"], "members = "),
        (vec!["explain-config", "value"], "refiner = \"value\""),
        (vec!["explain-config", "k-induction"], "helpers = "),
        (vec!["explain-config", "k-induction"], "\n[bmc]\n"),
        (vec!["explain-config", "value", "--set", "cegar.max-refinements=9"], "max-refinements = 9"),
    ] {
        let ran = run(Command::new(env!("CARGO_BIN_EXE_argand")).args(&arguments), 60);
        assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.errors);
        assert!(ran.output.contains(expected), "{arguments:?}: {}", ran.output);
    }
}

/// What a model leaves open is one number all the same: a run that takes another one for it shows nothing.
#[test]
fn results_of_mathematical_functions_are_not_chosen_like_inputs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = |name: &str, condition: &str| {
        let text = format!(
            "#include <math.h>\nextern double __VERIFIER_nondet_double(void);\nextern void reach_error(void);\n\
             int main(void) {{\n  double x = __VERIFIER_nondet_double();\n  if ({condition}) reach_error();\n  \
             return 0;\n}}\n"
        );
        write(folder.path(), name, &text)
    };
    let never = program("never.c", "x > 0.1 && x < 0.2 && sin(x) > 0.9");
    let uncomputed = program("uncomputed.c", "x > 0.1 && x < 0.2 && erf(x) > 0.9");
    let real = program("real.c", "x == 1.0 && sin(x) > 0.84 && sin(x) < 0.85");
    let bounded = program("bounded.c", "sin(x) > 1.0");
    for configuration in ["bmc", "k-induction", "predicate", "value"] {
        for wrong in [&never, &uncomputed] {
            let ran = verify(&["--config", configuration, "--time", "20s", wrong]);
            assert_eq!(ran.code, 20, "{configuration}: {}{}", ran.output, ran.errors);
        }
    }
    let ran = verify(&["--config", "bmc", &uncomputed]);
    assert!(ran.output.contains("depends on the result of `erf`"), "{}", ran.output);
    let ran = verify(&["--config", "bmc", &real]);
    assert_eq!(ran.code, 10, "{}{}", ran.output, ran.errors);
    assert!(ran.output.contains("sin = 0.8414709848078965"), "{}", ran.output);
    let ran = verify(&["--config", "k-induction", &bounded]);
    assert_eq!(ran.code, 0, "{}{}", ran.output, ran.errors);
}

#[test]
fn what_assembly_code_computes_is_not_chosen_like_an_input() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "extern void reach_error(void);\nint main(void) {\n  int x;\n  \
                __asm__(\"movl $1, %0\" : \"=r\"(x));\n  if (x != 1) reach_error();\n  return 0;\n}\n";
    let program = write(folder.path(), "assembly.c", text);
    for configuration in ["bmc", "predicate", "value"] {
        let ran = verify(&["--config", configuration, "--time", "20s", &program]);
        assert_eq!(ran.code, 20, "{configuration}: {}{}", ran.output, ran.errors);
    }
    let ran = verify(&["--config", "bmc", &program]);
    assert!(ran.output.contains("depends on what assembly code gives `x`"), "{}", ran.output);
}

/// A limit of ours says nothing about the program, so it is no error in it.
#[test]
fn a_program_beyond_the_limit_of_the_parser_is_unknown() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (open, close) = ("(".repeat(1000), ")".repeat(1000));
    let program = write(folder.path(), "deep.c", &format!("int main(void) {{ return {open}1{close}; }}\n"));
    let ran = verify(&[&program]);
    assert_eq!(ran.code, 20, "{}{}", ran.output, ran.errors);
    assert!(ran.output.contains("deep.c:1:") && ran.output.contains("nesting limit"), "{}", ran.output);
    assert!(ran.output.trim_end().ends_with("UNKNOWN"), "{}", ran.output);
}

#[test]
fn c_that_is_not_supported_is_unknown_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let programs = [
        (
            "int main(void) {\n  int n = 3;\n  struct S { int a[n]; } s;\n  return sizeof s;\n}\n",
            ":3:",
            "variable length",
        ),
        (
            "struct P { int x, y; };\nstruct S { struct P p; } s = {.p.x = 1, .p = {.y = 2}};\nint main(void) { return s.p.x; }\n",
            ":2:",
            "initialiser",
        ),
    ];
    for (text, place, what) in programs {
        let program = write(folder.path(), "program.c", text);
        let ran = verify(&[&program]);
        assert_eq!(ran.code, 20, "{}{}", ran.output, ran.errors);
        assert!(ran.output.contains(place) && ran.output.contains(what), "{}", ran.output);
        let wrong = write(folder.path(), "wrong.c", &text.replace("return", "retur"));
        assert_eq!(verify(&[&wrong]).code, 2, "bad input stays bad input");
    }
}

#[test]
fn what_an_automaton_prints_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let program = write(folder.path(), "program.c", "int x;\nint main(void) { x = 1; x = 2; return 0; }\n");
    let specification = write(
        folder.path(),
        "says.spc",
        "OBSERVER AUTOMATON Says\nINITIAL STATE A;\nSTATE USEFIRST A:\n  \
         MATCH {x = 1;} -> PRINT \"x is one at $location\" GOTO A;\nEND AUTOMATON\n",
    );
    let ran = verify(&["--spec", &specification, &program]);
    assert!(ran.output.lines().any(|line| line.starts_with("x is one at ")), "{}{}", ran.output, ran.errors);
    assert!(ran.output.ends_with("TRUE\n"), "{}", ran.output);
}
