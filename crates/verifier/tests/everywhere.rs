//! Verdicts about all places, held against all runs of small programs.

#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

#[path = "common/dice.rs"]
mod dice;

use argand_cfa::arith::Scalar;
use argand_cfa::{Operation, Program, PropertyKind, Violated};
use argand_exec::{Config, End, ErrorKind, Interpreter, ListInput};
use argand_support::Limits;
use argand_verifier::everywhere::{Answer, At, Everywhere, everywhere};
use argand_verifier::{
    Check, Configuration, Options, Report, Task, Verdict, Verification, Wanted, load_text,
};
use dice::Dice;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::Duration;

const HEAD: &str = "int __VERIFIER_nondet_int(void); void reach_error(void); void assert(int); \
void *malloc(unsigned long); void free(void *); int abs(int); void abort(void);\n";

const ALL: [Check; 6] = [
    Check::Unreach,
    Check::Asserts,
    Check::Overflow,
    Check::Operation(Operation::DivisionByZero),
    Check::Operation(Operation::Shift),
    Check::Operation(Operation::Index),
];

/// A property with a line and a column.
type Spot = (&'static str, u32, u32);

fn task(text: &str, checks: &[Check]) -> Task {
    Task::new(load_text(&format!("{HEAD}{text}")).unwrap(), Wanted::checks(checks))
}

fn judge(task: &Task, configuration: &str, seconds: u64) -> Report {
    let limits = Limits::new(Some(Duration::from_secs(seconds)), None);
    let options = Options { limits, ..Options::default() };
    let report = everywhere(task, &Configuration::shipped(configuration).unwrap(), &options).unwrap();
    let answers = &answers(&report).places;
    let has = |answer| answers.iter().any(|judged| judged.answer == answer);
    match &report.verdict {
        Verdict::True => assert!(!has(Answer::Violated) && !has(Answer::Undecided)),
        Verdict::False(_) => assert!(!answers_of(&report).is_empty() && report.violation.is_some()),
        Verdict::Unknown(_) => assert!(!has(Answer::Violated) && has(Answer::Undecided)),
    }
    report
}

fn answers(report: &Report) -> &Everywhere {
    report.everywhere.as_ref().unwrap()
}

fn name(violated: &Violated) -> &'static str {
    match violated {
        Violated::Property(kind) => kind.name(),
        Violated::Automaton(_) => "automaton",
    }
}

/// The violations.
fn answers_of(report: &Report) -> BTreeSet<Spot> {
    let all = answers(report).violations.iter();
    all.map(|found| (name(&found.property), found.span.line, found.span.column)).collect()
}

/// The places in the user's code with an answer.
fn with(report: &Report, answer: Answer) -> BTreeSet<Spot> {
    let all = answers(report).places.iter().filter(|judged| judged.answer == answer);
    all.filter_map(|judged| match judged.place.at {
        At::Code(span, _) => Some((name(&judged.place.property), span.line, span.column)),
        At::Model(_) | At::Anywhere => None,
    })
    .collect()
}

/// The property that an error violates, if it is one that the programs below are asked about.
fn property_of(kind: ErrorKind) -> Option<&'static str> {
    Some(match kind {
        ErrorKind::ReachError => PropertyKind::UnreachCall("reach_error".to_owned()).name(),
        ErrorKind::Assertion => PropertyKind::Asserts.name(),
        ErrorKind::SignedOverflow => PropertyKind::NoOverflow.name(),
        ErrorKind::DivisionByZero => Operation::DivisionByZero.property(),
        ErrorKind::ShiftOutOfRange => Operation::Shift.property(),
        ErrorKind::IndexOutOfRange => Operation::Index.property(),
        _ => return None,
    })
}

/// Where the runs of a program end that takes two numbers between -3 and 3, each at its first violation.
fn by_enumeration(task: &Task) -> BTreeSet<Spot> {
    let configuration = Configuration::shipped("bmc").unwrap();
    let goal = Verification::new(task, &configuration, Options::default()).unwrap().goal();
    let asked: Vec<&str> = task.wanted.kinds().iter().map(PropertyKind::name).collect();
    let mut found = BTreeSet::new();
    for (x, y) in (-3..=3).flat_map(|x| (-3..=3).map(move |y| (x, y))) {
        let inputs = Box::new(ListInput::new(vec![Scalar::Int(x), Scalar::Int(y)]));
        let (targets, policy) = (goal.functions.clone(), goal.policy());
        let program: &Program = &task.program;
        let outcome =
            Interpreter::new(program, Config { inputs, targets, policy, ..Config::default() }).run();
        if let End::Error(finding) = outcome.end
            && let Some(property) = property_of(finding.kind).filter(|name| asked.contains(name))
        {
            found.insert((property, finding.span.line, finding.span.column));
        }
    }
    found
}

const VALUES: [&str; 8] = ["x", "y", "t", "x + y", "x - 1", "y * 2", "x * y", "2"];

fn statement(dice: &mut Dice, depth: u32) -> String {
    let (a, b) = (dice.pick(&VALUES), dice.pick(&VALUES));
    match dice.roll(if depth == 0 { 8 } else { 11 }) {
        0 => format!("if ({a} == {b}) reach_error();"),
        1 => format!("assert({a} != {b});"),
        2 => format!("t = ({a}) / ({b});"),
        3 => format!("t = 1 << ({a});"),
        4 => format!("a[({a}) & 3] = {b};"),
        5 => "t = t + 2147483646;".to_owned(),
        6 => format!("t = {a}; t = a[1] / (t - 1); t = (t % 7);"),
        7 => format!("t = {a};"),
        8 => format!("for (int i = 0; i < 2; i++) {{ {} }}", statement(dice, depth - 1)),
        9 => format!("if ({a} < {b}) {{ {} }}", statement(dice, depth - 1)),
        _ => format!("{} {}", statement(dice, depth - 1), statement(dice, depth - 1)),
    }
}

fn program(seed: u64) -> String {
    let mut dice = Dice(seed);
    let mut text = "int main(void) {\n  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n  \
        if (x < -3 || x > 3 || y < -3 || y > 3) return 0;\n  int t = 0, a[3] = {1, 2, 3};\n"
        .to_owned();
    for _ in 0..5 {
        let _ = writeln!(text, "  {}", statement(&mut dice, 2));
    }
    text + "  return 0;\n}\n"
}

#[test]
fn random_programs_violate_what_their_runs_violate_and_nothing_else() {
    let mut violations = 0;
    for seed in 0..24 {
        let text = program(seed);
        let task = task(&text, &ALL);
        let report = judge(&task, "bmc", 60);
        let expected = by_enumeration(&task);
        violations += expected.len();
        assert_eq!(answers_of(&report), expected, "seed {seed}:\n{text}");
        assert_eq!(with(&report, Answer::Violated), expected, "seed {seed}:\n{text}");
        assert_eq!(with(&report, Answer::Undecided), BTreeSet::new(), "seed {seed}:\n{text}");
    }
    assert!(violations > 40, "only {violations} violations in 24 programs");
}

#[test]
fn no_configuration_proves_what_a_run_violates() {
    let mut proven = 0;
    for (seed, configuration) in
        (100..).zip(["value", "auto", "k-induction", "interval", "predicate", "auto"])
    {
        for checks in [&ALL[..2], &ALL[1..4], &ALL] {
            let text = program(seed);
            let task = task(&text, checks);
            let report = judge(&task, configuration, 5);
            let expected = by_enumeration(&task);
            let context = format!("{configuration}, seed {seed}, {checks:?}:\n{text}");
            assert!(answers_of(&report).is_subset(&expected), "{context}");
            assert!(with(&report, Answer::Proven).is_disjoint(&expected), "{context}");
            proven += with(&report, Answer::Proven).len();
        }
    }
    assert!(proven > 20, "only {proven} places were proven");
}

#[test]
fn what_only_comes_after_another_violation_is_proven() {
    let text = "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x == 0) reach_error();\n  if (x == 0) reach_error();\n  return 10 / x; }\n";
    let task = task(text, &[Check::Unreach, Check::Operation(Operation::DivisionByZero)]);
    for configuration in ["bmc", "predicate", "value", "auto"] {
        let report = judge(&task, configuration, 60);
        assert_eq!(answers_of(&report), BTreeSet::from([("unreach-call", 4, 15)]), "{configuration}");
        assert_eq!(with(&report, Answer::Violated), answers_of(&report), "{configuration}");
        if configuration != "value" {
            let proven = [("no-div-by-zero", 6, 3), ("unreach-call", 5, 15)];
            assert_eq!(with(&report, Answer::Proven), BTreeSet::from(proven), "{configuration}");
        }
    }
}

#[test]
fn error_functions_with_bodies_and_numbers_in_their_calls_are_places_too() {
    let text = "void fail(int n) { if (n > 5) reach_error(); }\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x > 5) fail(x);\n  if (x == 3) fail(x);\n  if (x < 0) { fail(x + 1); }\n  return x - 1; }\n";
    let task = task(text, &[Check::Unreach, Check::Overflow]);
    let report = judge(&task, "auto", 60);
    assert_eq!(answers_of(&report), BTreeSet::from([("no-overflow", 8, 3), ("unreach-call", 2, 31)]));
    assert_eq!(with(&report, Answer::Proven), BTreeSet::from([("no-overflow", 7, 16)]));
}

#[test]
fn loops_without_bounds_and_places_that_nobody_decides() {
    let text = "unsigned n;\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x == 7) reach_error();\n  while (__VERIFIER_nondet_int()) { n = n * n + 3u; if (n == 5u && x == 7) reach_error(); }\n  if (n * n % 8u == 5u) reach_error();\n  assert(x != 7);\n  return 0; }\n";
    let task = task(text, &[Check::Unreach, Check::Asserts]);
    let report = judge(&task, "value", 20);
    assert_eq!(answers_of(&report), BTreeSet::from([("unreach-call", 5, 15)]));
    assert!(!with(&report, Answer::Proven).contains(&("unreach-call", 5, 15)));
    assert!(matches!(report.verdict, Verdict::False(_)));
}

#[test]
fn without_time_nothing_is_decided() {
    let task =
        task("int main(void) { int x = __VERIFIER_nondet_int(); assert(x != 3); return 1 / x; }", &ALL);
    let limits = Limits::new(Some(Duration::ZERO), None);
    let options = Options { limits, ..Options::default() };
    let report = everywhere(&task, &Configuration::shipped("bmc").unwrap(), &options).unwrap();
    assert!(matches!(&report.verdict, Verdict::Unknown(why) if !why.is_empty()));
    assert!(answers(&report).places.iter().all(|judged| judged.answer == Answer::Undecided));
}

#[test]
fn a_program_without_places_is_true() {
    let report = judge(&task("int main(void) { return 0; }", &ALL), "auto", 60);
    assert_eq!((report.verdict.clone(), answers(&report).places.len()), (Verdict::True, 0));
}

#[test]
fn accesses_are_violated_one_by_one_and_the_others_stay_open() {
    let text = "int main(void) {\n  int *p = malloc(4), *q = malloc(4); if (!p || !q) return 0;\n  *p = 1; *q = 2;\n  int x = __VERIFIER_nondet_int();\n  if (x == 1) { p[1] = 1; }\n  if (x == 2) { q[-1] = 1; p[0] = 2; }\n  if (x == 3) p[0] = 3;\n  if (x == 4) reach_error();\n  if (x == 1) reach_error();\n  free(p); free(q); return 0; }\n";
    let task = task(text, &[Check::Unreach, Check::Memsafety]);
    let report = judge(&task, "auto", 120);
    let expected = [("unreach-call", 9, 15), ("valid-deref", 6, 17), ("valid-deref", 7, 17)];
    assert_eq!(answers_of(&report), BTreeSet::from(expected));
    let judged = |name: &str| {
        let find = |p: &&argand_verifier::everywhere::Judged| p.place.property.to_string() == name;
        answers(&report).places.iter().find(find).unwrap()
    };
    let deref = judged("valid-deref");
    assert_eq!((deref.answer, deref.others_open), (Answer::Violated, true));
    assert_ne!(judged("valid-free").answer, Answer::Violated);
    assert_eq!(with(&report, Answer::Violated), BTreeSet::from([("unreach-call", 9, 15)]));
}

#[test]
fn the_only_run_of_a_program_decides_what_comes_before_its_end() {
    let text = "int main(void) {\n  int *p = malloc(4); if (!p) return 0;\n  *p = 1;\n  free(p);\n  *p = 2;\n  assert(0);\n  return 0; }\n";
    let report = judge(&task(text, &[Check::Memsafety, Check::Asserts]), "auto", 60);
    assert_eq!(answers_of(&report), BTreeSet::from([("valid-deref", 6, 3)]));
    assert!(
        answers(&report)
            .places
            .iter()
            .all(|judged| judged.answer != Answer::Undecided && !judged.others_open)
    );
    assert_eq!(with(&report, Answer::Proven), BTreeSet::from([("asserts", 7, 3)]));
}

#[test]
fn calls_of_a_library_function_are_told_apart_where_they_are_violated() {
    let text = "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x < 0) return abs(x);\n  if (x == 5) return abs(x);\n  x = x - 2147483647 - 1; return abs(x); }\n";
    let report = judge(&task(text, &[Check::Overflow]), "bmc", 60);
    let expected = [("no-overflow", 4, 21), ("no-overflow", 6, 27)];
    let lines: BTreeSet<(&str, u32)> = answers_of(&report).iter().map(|s| (s.0, s.1)).collect();
    assert_eq!(lines, expected.iter().map(|s| (s.0, s.1)).collect());
}
