//! The verifier as a library: tasks are shared, verifications are not, and refinements work together.

#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

use argand_verifier::{
    Check, Configuration, Options, Report, Task, Verdict, Verification, Wanted, load_text,
};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

fn task(text: &str, check: Check) -> Task {
    Task::new(load_text(text).unwrap(), Wanted::checks(&[check]))
}

fn limits(seconds: u64) -> argand_support::Limits {
    argand_support::Limits::new(Some(Duration::from_secs(seconds)), None)
}

fn run(task: &Task, configuration: &Configuration, seconds: u64) -> Report {
    let options = Options { limits: limits(seconds), ..Options::default() };
    Verification::new(task, configuration, options).unwrap().run(None).unwrap()
}

/// A shipped configuration with settings on top.
fn configuration(name: &str, settings: &[&str]) -> Configuration {
    let settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
    Configuration::load(name, &settings, &|path: &Path| Err(format!("no file {}", path.display()))).unwrap()
}

const OVERFLOWING: &str = "int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 10) return x + 1;
    return 0;
}";

#[test]
fn tasks_and_configurations_are_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Task>();
    shared::<Configuration>();
    shared::<argand_cfa::Program>();
}

#[test]
fn passes_are_made_once_for_a_task() {
    let task = task(OVERFLOWING, Check::Overflow);
    let first = run(&task, &configuration("bmc", &[]), 60);
    let second = run(&task.clone(), &configuration("value", &[]), 60);
    assert!(Arc::ptr_eq(&first.program, &second.program), "the same checks are written once");
    let other = task.asking(Wanted::checks(&[Check::Unreach]));
    let third = run(&other, &configuration("bmc", &[]), 60);
    assert!(!Arc::ptr_eq(&first.program, &third.program), "another question needs another program");
    let again = run(&task, &configuration("bmc", &[]), 60);
    assert_eq!(first.verdict.to_string(), again.verdict.to_string());
}

#[test]
fn three_configurations_look_at_one_program_at_the_same_time() {
    let task = task(OVERFLOWING, Check::Overflow);
    let before = argand_cfa::text::print(&task.program);
    let names = ["value", "predicate", "k-induction"];
    let verdicts: Vec<(String, bool)> = std::thread::scope(|scope| {
        let threads = names.map(|name| {
            let task = &task;
            scope.spawn(move || {
                let report = run(task, &configuration(name, &[]), 60);
                let own = !Arc::ptr_eq(&report.program, &task.program);
                (report.verdict.to_string(), own)
            })
        });
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for (name, (verdict, own)) in names.into_iter().zip(verdicts) {
        assert_eq!(verdict, "FALSE(no-overflow)", "{name}");
        assert!(own, "{name}: the checks are in a program of their own");
    }
    assert_eq!(argand_cfa::text::print(&task.program), before, "nobody changes the task");
}

#[test]
fn evidence_is_about_the_edges_of_the_users_program() {
    let task = task(OVERFLOWING, Check::Overflow);
    let report = run(&task, &configuration("value", &[]), 60);
    let confirmed = report.violation.unwrap();
    let checks = report.program.edges.len() - task.program.edges.len();
    assert!(checks > 0, "what is analysed has edges of its own");
    let inputs: Vec<_> = confirmed.outcome.inputs_used.iter().map(|input| input.value).collect();
    let config =
        argand_exec::Config { inputs: Box::new(argand_exec::ListInput::new(inputs)), ..Default::default() };
    let mut own = argand_exec::Interpreter::new(&task.program, config);
    let mut edges = Vec::new();
    loop {
        edges.extend(own.peek());
        if own.step().is_some() {
            break;
        }
    }
    assert_eq!(confirmed.edges, edges, "the same run, edge by edge");
    let argand_exec::End::Error(finding) = own.into_parts().0.end else { panic!("no error") };
    assert_eq!(finding.kind, argand_exec::ErrorKind::SignedOverflow);
}

/// A computation that only values follow, and a relation that only predicates know.
const BOTH: &str = "void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = x;
    double d = 1.0;
    for (int i = 0; i < 6; i++) d = d * 1.7 + 0.3;
    if (x != y) reach_error();
    if (d < 30.0) reach_error();
    return 0;
}";

#[test]
fn values_and_predicates_prove_together_what_neither_proves_alone() {
    let task = task(BOTH, Check::Unreach);
    assert_eq!(run(&task, &configuration("value-predicate", &[]), 60).verdict, Verdict::True);
    for alone in ["value", "predicate"] {
        let verdict = run(&task, &configuration(alone, &[]), 5).verdict;
        assert!(matches!(verdict, Verdict::Unknown(_)), "{alone}: {verdict}");
    }
}

#[test]
fn the_order_of_refiners_is_that_of_the_configuration() {
    let task = task(
        "void reach_error(void); int __VERIFIER_nondet_int(void);
             int main(void) { int x = 1; while (__VERIFIER_nondet_int()) {} if (x == 2) reach_error(); }",
        Check::Unreach,
    );
    for (order, first) in [("['value','predicate']", "value"), ("['predicate','value']", "predicate")] {
        let settings = format!("refiner={order}");
        let report = run(&task, &configuration("value-predicate", &[&settings]), 60);
        assert_eq!(report.verdict, Verdict::True, "{order}");
        let counts = report.stats.cegar.unwrap().refiner;
        let asked = |name: &str| match name {
            "value" => counts[name]["paths"].as_u64().unwrap(),
            _ => counts[name]["refinement"]["paths"].as_u64().unwrap(),
        };
        let second = if first == "value" { "predicate" } else { "value" };
        assert!(asked(first) > 0 && asked(second) == 0, "{order}: {counts}");
    }
}

#[test]
fn facts_that_nobody_takes_or_understands_are_refused() {
    let task = task(OVERFLOWING, Check::Unreach);
    let with = |name: &str, facts: &str| {
        let configuration = configuration(name, &[]);
        let options = Options { facts: Some(facts.to_owned()), ..Options::default() };
        let verification = Verification::new(&task, &configuration, options);
        verification.and_then(|v| v.run(None)).err().map(|error| error.to_string())
    };
    assert_eq!(with("predicate", "main: (= |main::x|:32 1:32) ; predicate\n"), None);
    for name in ["value", "predicate", "k-induction"] {
        assert!(with(name, "(((").unwrap().contains("line 1"), "{name}");
    }
    assert!(with("value", "main: true\n").unwrap().contains("takes predicates"));
}

#[test]
fn a_configuration_that_follows_no_runs_is_refused() {
    let task = task("void reach_error(void); int main(void) { reach_error(); }", Check::Unreach);
    for analyses in ["['sign']", "['callstack']", "['backlocation']", "['location','backlocation']"] {
        let configuration = configuration("base", &[&format!("cpas={analyses}")]);
        let verification = Verification::new(&task, &configuration, Options::default()).unwrap();
        let error = verification.run(None).err().map(|error| error.to_string());
        assert!(error.is_some_and(|error| error.contains("follows runs from the entry")), "{analyses}");
    }
}
