//! What a verdict depends on is said with it, and can be forbidden.

#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

mod common;

use common::{Ran, run};
use std::process::Command;

fn verify(options: &[&str], text: &str) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    std::fs::write(&file, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_argand"));
    command.arg("verify").args(options).arg(file);
    run(&mut command, 60)
}

fn verdict(ran: &Ran) -> &str {
    ran.output.lines().last().unwrap_or("")
}

const PURE: &str = "int f(int); void reach_error(void);\n\
                    int main(void) { int x = f(1); if (x != x) reach_error(); return 0; }\n";

#[test]
fn a_proof_names_its_assumptions_before_the_verdict() {
    let ran = verify(&[], PURE);
    assert_eq!(verdict(&ran), "TRUE", "{}{}", ran.output, ran.errors);
    assert!(
        ran.output.contains("assuming that `f`, which is defined nowhere, changes nothing"),
        "{}",
        ran.output
    );
    assert!(ran.output.contains("[extern-pure]"), "{}", ran.output);
}

#[test]
fn strict_answers_unknown_instead_of_assuming() {
    for strict in ["--strict", "--strict=extern-pure", "--strict=assembly,extern-pure"] {
        let ran = verify(&[strict], PURE);
        assert_eq!((verdict(&ran), ran.code), ("UNKNOWN", 20), "{strict}: {}", ran.output);
        assert!(ran.output.contains("only assuming that"), "{strict}: {}", ran.output);
    }
    assert_eq!(verdict(&verify(&["--strict=assembly"], PURE)), "TRUE");
    assert_eq!(verdict(&verify(&["--set", "strict=['extern-pure']"], PURE)), "UNKNOWN");
    let wrong = verify(&["--strict=extern-pur"], PURE);
    assert_eq!(wrong.code, 2);
    assert!(wrong.errors.contains("did you mean `extern-pure`?"), "{}", wrong.errors);
}

#[test]
fn unknown_functions_end_paths_without_an_answer() {
    let ran = verify(&["--externs", "unknown"], PURE);
    assert_eq!(verdict(&ran), "UNKNOWN");
    assert!(ran.output.contains("`f`"), "{}", ran.output);
    assert_eq!(verdict(&verify(&["--externs", "unknown", "--set", "externs.f=pure"], PURE)), "TRUE");
    assert_eq!(verdict(&verify(&["--set", "externs.default=unknown", "--svcomp"], PURE)), "TRUE");
}

#[test]
fn a_violation_depends_only_on_what_its_run_met() {
    let text = "void reach_error(void); int g; int f(void) { return ++g; } int sub(int a, int b) { return a - b; }\n\
                int main(void) {\n  if (sub(f(), f()) == -1)\n    reach_error();\n  return sub(g, f()); }\n";
    let ran = verify(&[], text);
    assert_eq!(verdict(&ran), "FALSE(unreach-call)", "{}", ran.output);
    let assumed: Vec<&str> = ran.output.lines().filter(|l| l.starts_with("assuming that")).collect();
    assert_eq!(assumed.len(), 1, "{}", ran.output);
    assert!(assumed[0].contains(":3:") && assumed[0].contains("[evaluation-order]"), "{}", ran.output);
    assert_eq!(verdict(&verify(&["--strict=evaluation-order"], text)), "UNKNOWN");
}

#[test]
fn assumptions_are_written_for_programs_to_read() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let ran = verify(&["--out", &out.to_string_lossy()], PURE);
    assert_eq!(verdict(&ran), "TRUE", "{}{}", ran.output, ran.errors);
    let text = std::fs::read_to_string(out.join("assumptions.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((json[0]["kind"].as_str(), json[0]["subject"].as_str()), (Some("extern-pure"), Some("f")));
}

const LIST: &str = "struct node { int value; struct node *next; };\n\
                    struct node *first(void); void reach_error(void);\n\
                    int main(void) {\n  struct node *n = first();\n\
                    \x20 if (n && n->next && n->next->value == 42)\n    reach_error();\n  return 0; }\n";

#[test]
fn memory_behind_pointers_from_outside_leads_to_violations_and_is_always_valid() {
    for config in ["value", "k-induction"] {
        let ran = verify(&["--config", config], LIST);
        assert_eq!(verdict(&ran), "FALSE(unreach-call)", "{config}: {}{}", ran.output, ran.errors);
        assert!(ran.output.contains("n->next->value = 42"), "{config}: {}", ran.output);
    }
    let null = "int *get(void); int main(void) { int *p = get(); *p = 1; return p[7]; }\n";
    let ran = verify(&["--check", "memsafety"], null);
    assert_ne!(verdict(&ran), "TRUE", "{}", ran.output);
    let guarded = "int *get(void); int main(void) { int *p = get(); if (p) *p = 1; return 0; }\n";
    let ran = verify(&["--check", "memsafety"], guarded);
    assert!(!verdict(&ran).starts_with("FALSE"), "{}", ran.output);
}

#[test]
fn what_a_function_outside_writes_can_violate_a_property() {
    let text = "void fill(int *); void reach_error(void);\n\
                int main(void) { int x = 1; fill(&x); if (x == 7) reach_error(); return 0; }\n";
    let mut command = Command::new(env!("CARGO_BIN_EXE_argand"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    std::fs::write(&file, text).unwrap();
    command.args(["run", "--input", "7"]).arg(&file);
    assert_eq!(run(&mut command, 60).code, 10);
    let mut command = Command::new(env!("CARGO_BIN_EXE_argand"));
    command.args(["run", "--externs", "pure", "--input", "7"]).arg(&file);
    assert_eq!(run(&mut command, 60).code, 0);
}

const FOREIGN: &str = "void reach_error(void); struct table { int (*get)(int); }; extern struct table outside;\n\
                       int main(void) { int x = outside.get(3); if (x == 17) reach_error(); return 0; }\n";

#[test]
fn functions_outside_that_pointers_lead_to_are_called_where_such_functions_are_pure() {
    for config in ["value", "predicate", "k-induction"] {
        let ran = verify(&["--config", config, "--svcomp"], FOREIGN);
        assert_eq!(verdict(&ran), "FALSE(unreach-call)", "{config}: {}", ran.output);
        assert_eq!(verdict(&verify(&["--config", config], FOREIGN)), "UNKNOWN", "{config}");
        let null = FOREIGN.replace("extern struct table outside", "struct table outside");
        let ran = verify(&["--config", config, "--svcomp"], &null);
        assert_eq!(verdict(&ran), "TRUE", "{config}: a call of null ends the run");
        assert!(ran.output.contains("[invalid-access]"), "{}", ran.output);
        let strict = ["--config", config, "--svcomp", "--strict=invalid-access"];
        assert_eq!(verdict(&verify(&strict, &null)), "UNKNOWN", "{config}");
    }
    let safe =
        FOREIGN.replace("outside.get(3)", "outside.get ? outside.get(3) : 0").replace("x == 17", "x != x");
    let ran = verify(&["--config", "predicate", "--svcomp"], &safe);
    assert_eq!(verdict(&ran), "TRUE", "{}", ran.output);
    assert!(ran.output.contains("[foreign-call]"), "{}", ran.output);
    assert_eq!(
        verdict(&verify(&["--config", "predicate", "--svcomp", "--strict=foreign-call"], &safe)),
        "UNKNOWN"
    );
}

#[test]
fn explain_config_shows_the_policy() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_argand"));
    command.args(["explain-config", "value", "--set", "externs.f=pure", "--set", "strict=true"]);
    let ran = run(&mut command, 60);
    assert!(ran.output.contains("[externs]") && ran.output.contains("f = \"pure\""), "{}", ran.output);
    assert!(ran.output.contains("strict = true"), "{}", ran.output);
}

/// Configurations of every algorithm that does not follow objects.
const WITHOUT_OBJECTS: [&str; 9] =
    ["auto", "bmc", "dataflow", "interval", "k-induction", "predicate", "symbolic", "value", "value-slicing"];

#[test]
fn accesses_that_may_be_invalid_are_assumed_to_be_valid() {
    let text = "void reach_error(void); unsigned char __VERIFIER_nondet_uchar(void);\n\
                int main(void) { int a[4]; int b = 0; unsigned char i = __VERIFIER_nondet_uchar();\n\
                if (i < 8)\n  a[i] = 7;\nif (b) reach_error(); return 0; }\n";
    for config in WITHOUT_OBJECTS {
        let ran = verify(&["--config", config], text);
        assert_eq!(verdict(&ran), "TRUE", "{config}: {}{}", ran.output, ran.errors);
        let named = |line: &str| line.contains(":4:") && line.contains("[invalid-access]");
        assert!(ran.output.lines().any(named), "{config}: {}", ran.output);
        let strictly = verify(&["--config", config, "--strict=invalid-access"], text);
        assert_eq!(verdict(&strictly), "UNKNOWN", "{config}: {}", strictly.output);
    }
}

#[test]
fn accesses_that_are_shown_to_be_valid_need_no_assumption() {
    let text = "#include <stdio.h>\n#include <string.h>\n\
                void reach_error(void); unsigned char __VERIFIER_nondet_uchar(void);\n\
                struct pair { int x, y; } shared;\n\
                static void set(int *p, int v) { *p = v; }\n\
                int main(void) { int a[10]; int b = 0; struct pair own; memset(&own, 0, sizeof own);\n\
                for (int i = 0; i < 10; i++) a[i] = i;\n\
                unsigned char i = __VERIFIER_nondet_uchar();\n\
                set(&b, 0); set(&shared.y, 3); if (i < 8) a[i] = 7;\n\
                printf(\"%d\\n\", a[3]); if (b) reach_error(); return 0; }\n";
    for config in WITHOUT_OBJECTS {
        let ran = verify(&["--config", config, "--strict=invalid-access"], text);
        assert_eq!(verdict(&ran), "TRUE", "{config}: {}{}", ran.output, ran.errors);
        assert!(!ran.output.contains("[invalid-access]"), "{config}: {}", ran.output);
    }
}

#[test]
fn accesses_to_what_is_gone_are_never_shown_to_be_valid() {
    let head = "#include <stdlib.h>\nvoid reach_error(void); int __VERIFIER_nondet_int(void); int b;\n";
    let bodies = [
        "int *f(void) { int x = 1; int *p = &x; return p; } int main(void) { int *p = f(); *p = 2;",
        "int main(void) { int *p; { int x = 1; p = &x; } *p = 2;",
        "int main(void) { int *p = malloc(4); if (!p) return 0; free(p); *p = 2;",
        "int main(void) { int *p = 0; if (__VERIFIER_nondet_int()) p = &b; int v = *p;",
        "int main(void) { int *p; int x; if (__VERIFIER_nondet_int()) p = &x; *p = 2;",
        "int main(void) { char t[4]; char *p = t; p += 4; *p = 2;",
        "int main(void) { char t[4]; long *p = (long *)t; *p = 2;",
        "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1) return 0; int t[n]; t[n] = 1;",
        "struct list { int n; char t[]; }; int main(void) { struct list *p = malloc(8); if (!p) return 0; p->t[4] = 1;",
    ];
    for body in bodies {
        let text = format!("{head}{body} if (b) reach_error(); return 0; }}\n");
        for config in ["bmc", "value", "predicate"] {
            let ran = verify(&["--config", config, "--time", "10s"], &text);
            let named = verdict(&ran) != "TRUE" || ran.output.contains("[invalid-access]");
            assert!(named, "{config}: {text}{}", ran.output);
        }
    }
}
