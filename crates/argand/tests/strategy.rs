//! Strategies as a user meets them: the default explains itself, keeps its limits with all its threads, and files of
//! one's own are read or refused with a reason.

mod common;

use common::{Ran, run, write};
use std::process::Command;

const PROVEN: &str = "extern int __VERIFIER_nondet_int(void); void reach_error(void);\n\
    int main(void) {\n  int n = __VERIFIER_nondet_int(), i = 0, s = 0;\n  if (n < 0 || n > 1000) return 0;\n\
    \x20 while (i < n) { i++; s += 2; }\n  if (s != 2 * n) reach_error();\n  return 0;\n}\n";
const VIOLATED: &str = "extern int __VERIFIER_nondet_int(void); void reach_error(void);\n\
    int main(void) {\n  int n = __VERIFIER_nondet_int();\n  if (n * 3 == 3 * 12345 + 6) reach_error();\n  return 0;\n}\n";
/// Nobody decides it: the numbers of a hash that is turned round as often as an input says.
const HARD: &str = "extern unsigned __VERIFIER_nondet_uint(void); void reach_error(void);\n\
    int main(void) {\n  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), x = 1;\n\
    \x20 for (unsigned i = 0; i < a; i++) { x = x * b + 12345u; x ^= x >> 7; }\n\
    \x20 if (x * x * x == 17u && a > 40 && b * x == a + 77777u) reach_error();\n  return 0;\n}\n";

fn verify(arguments: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_argand"));
    command.arg("verify").args(arguments);
    run(&mut command, 120)
}

#[test]
fn the_default_tells_its_plan_and_what_came_of_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    let program = write(folder.path(), "proven.c", PROVEN);
    let ran = verify(&["-v", "--check", "unreach", "--out", &out.to_string_lossy(), &program]);
    assert_eq!(ran.output.lines().last(), Some("TRUE"), "{}{}", ran.output, ran.errors);
    for part in
        ["argand: the program: ", "1 loop", "argand: plan: bmc (share 2) for unreach-call: ", "TRUE after"]
    {
        assert!(ran.errors.contains(part), "no `{part}` in\n{}", ran.errors);
    }
    let story = std::fs::read_to_string(out.join("strategy.json")).expect("the strategy was written");
    let story: serde_json::Value = serde_json::from_str(&story).expect("JSON");
    assert!(story["plan"].as_array().is_some_and(|plan| plan.len() > 3), "{story:#}");
    let last = story["steps"].as_array().and_then(|steps| steps.last()).expect("a step");
    assert_eq!(last["outcome"], "TRUE", "{story:#}");
    let quiet = verify(&["--check", "unreach", &program]);
    assert_eq!(quiet.errors, "");
}

#[test]
fn one_job_says_the_same_twice() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = write(folder.path(), "violated.c", VIOLATED);
    let once = verify(&["--jobs", "1", "--check", "unreach", &program]);
    let twice = verify(&["--jobs", "1", "--check", "unreach", &program]);
    assert_eq!(once.output.lines().last(), Some("FALSE(unreach-call)"), "{}{}", once.output, once.errors);
    assert_eq!(once.output, twice.output);
}

#[test]
fn what_members_met_is_said_once_with_their_names() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = write(folder.path(), "hard.c", HARD);
    let ran = verify(&["--check", "unreach", "--time", "3s", &program]);
    assert_eq!(ran.code, 20, "{}{}", ran.output, ran.errors);
    let reasons: Vec<&str> = ran.output.lines().filter(|l| l.starts_with("unknown: ")).collect();
    let limits = reasons.iter().filter(|l| l.contains("the time limit was reached")).count();
    assert_eq!(limits, 1, "{}", ran.output);
    assert!(reasons.iter().any(|l| l.contains("bmc")), "{}", ran.output);
    let texts: Vec<&str> = reasons.iter().filter_map(|l| l.rsplit_once(" [").map(|(text, _)| text)).collect();
    assert!(texts.iter().all(|text| texts.iter().filter(|other| other == &text).count() == 1), "{texts:?}");
}

#[test]
fn an_interrupt_and_a_memory_limit_stop_all_members() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = write(folder.path(), "hard.c", HARD);
    let mut command = Command::new("timeout");
    command.args([
        "--preserve-status",
        "--signal=INT",
        "2",
        env!("CARGO_BIN_EXE_argand"),
        "verify",
        &program,
    ]);
    let ran = run(&mut command, 60);
    assert_eq!(ran.code, 20, "{}{}", ran.output, ran.errors);
    assert!(ran.output.contains("the run was interrupted"), "{}", ran.output);
    assert!(ran.output.ends_with("UNKNOWN\n"), "{}", ran.output);
    let ran = verify(&["--memory", "20MB", "--time", "60s", &program]);
    assert_eq!(ran.code, 20, "{}{}", ran.output, ran.errors);
    assert!(ran.output.contains("the memory limit was reached"), "{}", ran.output);
}

#[test]
fn a_strategy_of_ones_own_is_read_from_a_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = write(folder.path(), "proven.c", PROVEN);
    write(folder.path(), "mine.toml", "extends = 'k-induction'\n[bmc]\ncandidates = true\n");
    let strategy = write(
        folder.path(),
        "strategy.toml",
        "description = 'mine'\nalgorithm = 'strategy'\n[strategy]\nruns = 0\nslice = 100\n\
         members = ['value', { config = 'mine.toml', share = 3, when = ['loops', '!recursion'], why = 'it has a loop' },\n\
         { config = 'predicate', when = ['recursion'] }]\n",
    );
    let ran = verify(&["-v", "--config", &strategy, &program]);
    assert_eq!(ran.output.lines().last(), Some("TRUE"), "{}{}", ran.output, ran.errors);
    assert!(
        ran.errors.contains("plan: mine.toml (share 3)") && ran.errors.contains("it has a loop"),
        "{}",
        ran.errors
    );
    assert!(!ran.errors.contains("plan: predicate"), "{}", ran.errors);
    assert!(!ran.errors.contains("quick runs"), "{}", ran.errors);
    let explained = run(Command::new(env!("CARGO_BIN_EXE_argand")).args(["explain-config", &strategy]), 60);
    assert!(
        explained.output.contains("[strategy]") && explained.output.contains("slice = 100"),
        "{}",
        explained.output
    );
}

#[test]
fn bad_strategies_are_bad_input_with_a_reason() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = write(folder.path(), "proven.c", PROVEN);
    let head = "algorithm = 'strategy'\n[strategy]\n";
    let cases = [
        ("members = []\n", "at least one of `members`"),
        ("", "at least one of `members`"),
        ("members = 'value'\n", "`members` is a list"),
        ("members = [1]\n", "a member is the name of a configuration"),
        ("members = ['valu']\n", "did you mean `value`?"),
        ("members = [{ share = 1 }]\n", "a member needs `config`"),
        ("members = [{ config = 'value', share = 'much' }]\n", "`share` is a whole number"),
        ("members = [{ config = 'value', share = 0 }]\n", "`share` is a whole number"),
        ("members = [{ config = 'value', shar = 1 }]\n", "did you mean `share`?"),
        ("members = [{ config = 'value', when = ['lops'] }]\n", "did you mean `loops`?"),
        ("members = [{ config = 'value', when = 'loops' }]\n", "`when` is a list"),
        ("members = ['auto']\n", "cannot be a member of a strategy"),
        ("members = ['value']\nslices = 3\n", "did you mean `slice`?"),
        ("members = ['value']\nslice = 'long'\n", "[strategy]"),
        ("members = ['value']\n[cpa.value]\ntrack-al = true\n", "did you mean `track-all`?"),
    ];
    for (text, expected) in cases {
        let file = write(folder.path(), "bad.toml", &format!("{head}{text}"));
        let ran = verify(&["--config", &file, &program]);
        assert_eq!(ran.code, 2, "{text}: {}{}", ran.output, ran.errors);
        assert!(ran.errors.contains(expected), "{text} should mention {expected}:\n{}", ran.errors);
    }
    let file = write(folder.path(), "bad.toml", "extends = 'value'\n[strategy]\nmembers = ['bmc']\n");
    let ran = verify(&["--config", &file, &program]);
    assert_eq!(ran.code, 2, "{}{}", ran.output, ran.errors);
    assert!(ran.errors.contains("needs `algorithm = \"strategy\"`"), "{}", ran.errors);
}
