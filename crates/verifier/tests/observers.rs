//! Data-flow analysis with observers on the programs of Saan, "Witness generation for data-flow analysis" (2020), and its graph.

#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

#[path = "common/dice.rs"]
mod dice;
#[path = "common/runs.rs"]
mod runs;

use argand_cpa::Graph;
use argand_cpa::graph::Kind;
use argand_support::Limits;
use argand_verifier::{Check, Configuration, Options, Report, Task, Verification, Wanted, load_text};
use dice::Dice;
use runs::is_error;
use std::fmt::Write as _;
use std::path::Path;

macro_rules! corpus {
    ($name:literal) => {
        include_str!(concat!("../../../tests/corpus/observer/", $name, ".c"))
    };
}

/// Observers of subpaths step by step, as those of the thesis.
const STEP_BY_STEP: &str = "cpa.observer.loose=false";

fn run(name: &str, settings: &[&str], text: &str) -> Report {
    let settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
    let none = |path: &Path| Err(format!("no file {}", path.display()));
    let configuration = Configuration::load(name, &settings, &none).unwrap();
    let task = Task::new(load_text(text).unwrap(), Wanted::checks(&[Check::Unreach]));
    let options = Options { limits: Limits::default(), export: true, ..Options::default() };
    Verification::new(&task, &configuration, options).unwrap().run(None).unwrap()
}

/// The verdict, and how many observers there are.
fn decided(settings: &[&str], text: &str) -> (String, u64) {
    let report = run("dataflow-observers", settings, text);
    (report.verdict.to_string(), report.stats.dataflow.unwrap().refinements)
}

#[test]
fn fig_9a_ends_in_an_executed_violation() {
    for text in [corpus!("branch_values"), corpus!("branch_values_recursive")] {
        for settings in [&[][..], &[STEP_BY_STEP]] {
            let report = run("dataflow-observers", settings, text);
            assert_eq!(report.verdict.to_string(), "FALSE(unreach-call)");
            let inputs = report.violation.unwrap().outcome.inputs_used;
            assert_eq!(inputs.len(), 3, "s, t and x have values");
        }
    }
}

#[test]
fn fig_10b_is_proven_with_three_observers_at_most() {
    for text in [corpus!("use_after_free"), corpus!("use_after_free_recursive")] {
        assert_eq!(run("dataflow", &[], text).verdict.to_string(), "UNKNOWN");
        for settings in [&[][..], &[STEP_BY_STEP]] {
            let (verdict, observers) = decided(settings, text);
            assert_eq!(verdict, "TRUE");
            assert!((1..=3).contains(&observers), "{observers} observers");
        }
    }
}

#[test]
fn a_loop_between_a_flag_and_its_use_needs_no_observer_for_each_number_of_rounds() {
    let (verdict, observers) = decided(&[], corpus!("flag_over_loop"));
    assert_eq!(verdict, "TRUE");
    assert!(observers <= 6, "{observers} observers");
}

#[test]
fn a_step_that_writes_what_decides_ends_what_is_watched() {
    let (verdict, observers) = decided(&[], corpus!("written_between_bad"));
    assert_eq!(verdict, "FALSE(unreach-call)");
    assert!(observers > 0, "the shortest path is ruled out first");
}

#[test]
fn the_search_is_given_up_when_there_are_many_observers() {
    let (verdict, observers) = decided(&["cpa.observer.max-observers=5"], corpus!("counted"));
    assert_eq!((verdict.as_str(), observers), ("UNKNOWN", 5));
}

const INLINED: &str = "extern void reach_error(void);\n\
     extern int __VERIFIER_nondet_int(void);\n\
     int same(int x) { return x; }\n\
     void check(int x) { if (x == 7) reach_error(); }\n\
     int main(void) { check(same(__VERIFIER_nondet_int())); return 0; }\n";

fn functions(graph: &Graph) -> Vec<&str> {
    let locations = graph.nodes.iter().filter_map(|node| node.location);
    let mut names: Vec<&str> =
        locations.map(|location| graph.locations[location as usize].function.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|name| ["main", "same", "check"].contains(name));
    names
}

#[test]
fn no_choice_of_what_is_inlined_loses_the_violation() {
    let wanted =
        [("all", vec!["check", "main", "same"]), ("violations", vec!["check", "main"]), ("nothing", vec![])];
    for (inline, inside) in wanted {
        let report = run("dataflow", &[&format!("dataflow.inline={inline}")], INLINED);
        assert_eq!(report.verdict.to_string(), "FALSE(unreach-call)");
        let graph = report.graph.unwrap();
        assert_eq!(graph.check(), Ok(()));
        assert_eq!(functions(&graph), inside, "{inline}");
        assert!(graph.nodes.iter().any(|node| node.kind == Kind::Target), "{inline}");
        let end = *graph.path.last().unwrap() as usize;
        assert_eq!(graph.nodes[end].kind, Kind::Target, "{inline}");
    }
}

const VARS: [&str; 4] = ["f", "g", "x", "*p"];

fn condition(dice: &mut Dice) -> String {
    let right = if dice.roll(4) == 0 { dice.pick(&VARS).to_owned() } else { dice.roll(3).to_string() };
    format!("{} {} {right}", dice.pick(&VARS), dice.pick(&["==", "!=", ">"]))
}

fn statements(dice: &mut Dice, depth: u32, count: u64, out: &mut String) {
    for _ in 0..count {
        let var = dice.pick(&VARS);
        let _ = match dice.roll(if depth < 2 { 9 } else { 5 }) {
            0 => writeln!(out, "{var} = {};", dice.roll(3)),
            1 => writeln!(out, "{var} = {};", dice.pick(&VARS)),
            2 => writeln!(out, "if ({var} < 3) {var} = {var} + 1;"),
            3 => writeln!(out, "if (bit()) {var} = {};", dice.roll(3)),
            4 => writeln!(out, "if ({}) {var} = {};", condition(dice), dice.roll(3)),
            5 if depth == 0 => writeln!(out, "again({});", dice.roll(3)),
            kind => {
                let head = match kind {
                    5 | 6 => format!("if ({})", condition(dice)),
                    _ => format!("for (int i{depth} = 0; i{depth} < {}; i{depth}++)", 1 + dice.roll(3)),
                };
                let _ = writeln!(out, "{head} {{");
                statements(dice, depth + 1, 2, out);
                writeln!(out, "}}")
            }
        };
    }
}

/// A program of flags, loops, a function that calls itself and a variable that a pointer reaches, whose inputs are bits.
fn random_program(dice: &mut Dice) -> String {
    let mut text = String::from(
        "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n\
         static int f, g, x, y, *p = &y; static int bit(void) { return __VERIFIER_nondet_int() & 1; }\n\
         static void again(int n) { int k = n;\n",
    );
    statements(dice, 1, 2, &mut text);
    text.push_str("if (n > 0) again(n - 1);\nif (k != n) reach_error();\n");
    statements(dice, 2, 1, &mut text);
    text.push_str("}\nint main(void) {\n");
    let count = 3 + dice.roll(3);
    statements(dice, 0, count, &mut text);
    let _ = writeln!(text, "if ({} && {}) reach_error();\nreturn 0; }}", condition(dice), condition(dice));
    text
}

#[test]
fn no_observer_leaves_out_a_run() {
    let (mut proven, mut refuted, mut observers) = (0, 0, 0);
    for number in 0..120_u64 {
        let text = random_program(&mut Dice(number));
        let program = load_text(&text).unwrap().program;
        // More bits than that are 0, so that not every run is tried.
        let wrong = (0..256_i128).any(|bits| is_error(&program, (0..8).map(|bit| bits >> bit & 1)));
        let settings = if number % 2 == 0 { vec![] } else { vec![STEP_BY_STEP] };
        let settings: Vec<&str> = settings.into_iter().chain(["cpa.observer.max-observers=12"]).collect();
        let (verdict, count) = decided(&settings, &text);
        assert!(!wrong || verdict != "TRUE", "program {number} is proven, and wrong:\n{text}");
        proven += u32::from(verdict == "TRUE");
        refuted += u32::from(verdict.starts_with("FALSE"));
        observers += count;
    }
    assert!(proven > 10 && refuted > 10 && observers > 100, "{proven} {refuted} {observers}");
}
