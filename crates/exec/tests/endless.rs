//! Runs that come back to a state they were in before.
#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

use argand_exec::{Config, End, ErrorKind, Interpreter, Policy};
use argand_frontend_c::{Options, load_str};

/// How a program ends when it is watched, with few steps.
fn end_of(text: &str) -> End {
    let loaded = load_str(text, &Options::default()).unwrap();
    let policy = Policy { endless: true, ..Policy::default() };
    let config = Config { policy, step_limit: 20_000, ..Config::default() };
    Interpreter::new(&loaded.program, config).run().end
}

fn is_endless(end: &End) -> bool {
    matches!(end, End::Error(finding) if finding.kind == ErrorKind::Endless)
}

#[test]
fn a_run_that_comes_back_is_endless() {
    for text in [
        "int main(void) { for (;;) ; }",
        "int main(void) { int a = 1, b = 2; while (a != b) { int c = a; a = b; b = c; } return 0; }",
        "int main(void) { unsigned i = 0; while (1) i = (i + 1) % 1000; }",
        "static int g(int x) { return x; } int main(void) { int x = 1; while (x) x = g(x); return 0; }",
    ] {
        let end = end_of(text);
        assert!(is_endless(&end), "{text}: {end:?}");
    }
}

#[test]
fn a_run_without_an_end_says_where_its_cycle_begins() {
    let text = "int main(void) { int n = 0; for (int i = 0; i < 5; i++) n += i; while (n) ; return n; }";
    let loaded = load_str(text, &Options::default()).unwrap();
    let policy = Policy { endless: true, ..Policy::default() };
    let config = Config { policy, step_limit: 20_000, ..Config::default() };
    let outcome = Interpreter::new(&loaded.program, config).run();
    let (from, steps) = (outcome.cycle_from.unwrap(), outcome.steps);
    assert!(from > 15 && from < steps && steps - from < 5, "{from} of {steps}");
    assert_eq!(
        Interpreter::new(&loaded.program, Config { step_limit: 9, ..Config::default() }).run().cycle_from,
        None
    );
}

#[test]
fn what_decides_nothing_may_change() {
    let end =
        end_of("int main(void) { unsigned rounds = 0; int wait = 1; while (wait) rounds++; return 0; }");
    assert!(is_endless(&end), "{end:?}");
}

#[test]
fn a_run_that_ends_or_moves_on_is_not() {
    for text in [
        "int main(void) { int n = 0; for (int i = 0; i < 50; i++) n += i; return 0; }",
        // The pointer is in no condition, and the run ends where it leaves the array.
        "static char a[9]; int main(void) { char *p = a; for (;;) *p++ = 1; }",
        // The divisor is in no condition, either.
        "int main(void) { int d = 9, q = 0; for (;;) { q = 100 / d; d--; } }",
        // Nor is the length of an array.
        "int main(void) { for (int n = 9;; n--) { char a[n]; a[0] = 1; } }",
        "void *malloc(unsigned long); int main(void) { for (;;) malloc(1); }",
        "int main(void) { unsigned long n = 0; while (n + 1) n++; return 0; }",
    ] {
        let end = end_of(text);
        assert!(!is_endless(&end), "{text}: {end:?}");
    }
}
