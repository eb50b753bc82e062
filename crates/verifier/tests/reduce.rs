//! Verdicts about programs without what does not matter are verdicts about the programs.

#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

use argand_verifier::{Check, Configuration, Options, Report, Task, Verification, Wanted, load_text};
use std::path::Path;
use std::time::Duration;

fn verdict(name: &str, text: &str, check: Check) -> Report {
    let settings = vec!["reduce=true".to_owned()];
    let none = |path: &Path| Err(format!("no file {}", path.display()));
    let configuration = Configuration::load(name, &settings, &none).unwrap();
    let task = Task::new(load_text(text).unwrap(), Wanted::checks(&[check]));
    let limits = argand_support::Limits::new(Some(Duration::from_secs(60)), None);
    let options = Options { limits, ..Options::default() };
    Verification::new(&task, &configuration, options).unwrap().run(None).unwrap()
}

const HEAD: &str = "int __VERIFIER_nondet_int(void); void reach_error(void); void abort(void);\n";

/// Programs, and whether something is wrong with them.
const PROGRAMS: [(&str, bool); 7] = [
    // The violation needs an input among many that do not matter, before and after, here and in a callee.
    (
        "int total; int noise(int n) { int s = 0; for (int i = 0; i < (n & 7); i++) s += __VERIFIER_nondet_int() & 1; return s; }
         int main(void) { total = noise(__VERIFIER_nondet_int()); int x = __VERIFIER_nondet_int();
           total += noise(3); if (x == 4711) { total++; reach_error(); } return total; }",
        true,
    ),
    // A function that matters at one call and not at the other.
    (
        "int seen; int pick(int v) { seen++; return v + 1; }
         int main(void) { int junk = pick(__VERIFIER_nondet_int()); int x = pick(__VERIFIER_nondet_int());
           if (x == 12) reach_error(); return junk; }",
        true,
    ),
    // What ends the program before matters, wherever it is.
    (
        "static void assume(int c) { if (!c) abort(); }
         int main(void) { int x = __VERIFIER_nondet_int(); int y = 0; assume(x > 5);
           while (y < 1000000) y++; if (x < 3) reach_error(); return y; }",
        false,
    ),
    // A loop that is there for one call must not run on old values after another.
    (
        "int count(int n) { int i = 0; while (i != n) i++; return i; }
         int main(void) { int m = __VERIFIER_nondet_int() & 3; int k = 2 + m; count(k - 2);
           if (count(3) == 3) reach_error(); return 0; }",
        true,
    ),
    // Through memory, and through a function pointer.
    (
        "struct lock { int held; int other; }; struct lock l; int (*get)(struct lock *);
         int held(struct lock *p) { return p->held; } int other(struct lock *p) { return p->other; }
         int main(void) { struct lock *p = &l; int n = __VERIFIER_nondet_int(); p->other = n; get = n ? held : other;
           p->held = 0; for (int i = 0; i < 100000; i++) p->other += i; if (held(p)) reach_error(); return get(p); }",
        false,
    ),
    (
        "int *where; int a, b; void set(int v) { *where = v; }
         int main(void) { where = __VERIFIER_nondet_int() ? &a : &b; set(7); if (b == 7) reach_error(); return a; }",
        true,
    ),
    // A loop that never ends is a way not to get there.
    (
        "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 10) { for (;;) { } } if (x == 3) reach_error(); return 0; }",
        false,
    ),
];

#[test]
fn what_is_found_in_reduced_programs_is_true_of_the_programs() {
    for (body, wrong) in PROGRAMS {
        let text = format!("{HEAD}{body}");
        for name in ["value", "predicate", "bmc"] {
            let report = verdict(name, &text, Check::Unreach);
            let found = report.verdict.to_string();
            let right = if wrong { "FALSE" } else { "TRUE" };
            assert!(found.starts_with(right) || found.starts_with("UNKNOWN"), "{name}: {found}\n{text}");
            assert!(name != "predicate" || found.starts_with(right), "{name}: {found}\n{text}");
            assert_eq!(report.violation.is_some(), found.starts_with("FALSE"));
        }
    }
}

#[test]
fn memory_is_about_everything() {
    let text = "int main(void) { int a[2]; int i = 5; a[i] = 1; return 0; }";
    assert!(verdict("memsafety", text, Check::Memsafety).verdict.to_string().starts_with("FALSE"));
}

#[test]
fn overflows_are_found_in_reduced_programs() {
    let text = "int __VERIFIER_nondet_int(void);
        int main(void) { int x = __VERIFIER_nondet_int(), y = 0; if (x > 10) y = x + 1; return y; }";
    let report = verdict("predicate", text, Check::Overflow);
    assert!(report.verdict.to_string().starts_with("FALSE"), "{}", report.verdict);
}

#[test]
fn calls_of_the_unknown_are_never_left_out() {
    // Whatever is called may be what the property forbids.
    let text = format!(
        "{HEAD} void (*unknown(void))(void); int main(void) {{ void (*f)(void) = unknown(); f(); return 0; }}"
    );
    for name in ["value", "value-slicing", "bmc", "k-induction", "predicate", "symbolic-slicing-cegar"] {
        let report = verdict(name, &text, Check::Unreach);
        assert_eq!(report.verdict.to_string(), "UNKNOWN", "{name}");
    }
}
