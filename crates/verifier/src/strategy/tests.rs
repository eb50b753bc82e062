//! Features are seen, plans fit, members share the time, and what goes wrong with one is not missed by others.

use super::features::{Feature, Features};
use super::plan::{choose, questions};
use crate::config::Configuration;
use crate::reason::Why;
use crate::{Check, Options, Report, Task, Verdict, Verification, Wanted, load_text};
use argand_support::Limits;
use std::sync::{Arc, Mutex};
use std::time::Duration;

const LOOP: &str = "void reach_error(void); int __VERIFIER_nondet_int(void);
int main(void) { int x = 1; while (__VERIFIER_nondet_int()) {} if (x == 2) reach_error(); return 0; }";
const ALL_RIGHT: &str = "void *malloc(unsigned long); void free(void *);
void reach_error(void); int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(4 * sizeof(int));
    for (int i = 0; i < 4; i++) p[i] = i;
    if (p[2] != 2) reach_error();
    free(p);
    return 0;
}";

fn task(text: &str, checks: &[Check]) -> Task {
    Task::new(load_text(text).unwrap(), Wanted::checks(checks))
}

fn strategy(settings: &[&str]) -> Configuration {
    let settings: Vec<String> = settings.iter().map(|&s| s.to_owned()).collect();
    Configuration::load("auto", &settings, &|_| Err("no files".to_owned())).unwrap()
}

fn options(jobs: usize) -> Options {
    let limits = Limits::new(Some(Duration::from_secs(60)), None);
    Options { jobs, limits, unlimited_memory: true, ..Options::default() }
}

fn run(task: &Task, configuration: &Configuration, options: Options) -> Report {
    Verification::new(task, configuration, options).unwrap().run(None).unwrap()
}

fn features(text: &str) -> Features {
    let task = task(text, &[Check::Unreach]);
    Features::of(&task.program, &task.wanted)
}

#[test]
fn features_are_those_of_the_program() {
    let plain = features("int main(void) { return 0; }");
    assert_eq!((plain.loops, plain.present.as_slice()), (0, &[][..]));
    assert_eq!(features(LOOP).present, [Feature::Loops, Feature::LongLoops, Feature::Inputs]);
    let few = features("int main(void) { int s = 0; for (int i = 0; i < 5; i++) s += i; return s; }");
    assert_eq!((few.loops, few.long_loops), (1, 0), "{}", few.describe());
    let many = features("int main(void) { int s = 0; for (int i = 0; i < 5000; i++) s += i; return s; }");
    assert_eq!((many.loops, many.long_loops), (1, 1), "{}", many.describe());
    assert!(
        features("int f(int n) { return n ? f(n - 1) : 0; } int main(void) { return f(3); }")
            .has(Feature::Recursion)
    );
    assert!(
        !features("int f(int n) { return n ? f(n - 1) : 0; } int main(void) { return 3; }")
            .has(Feature::Recursion)
    );
    assert!(features("int main(void) { double d = 1.5; return d * 2 > 2; }").has(Feature::Floats));
    let heap = features(ALL_RIGHT);
    assert!(heap.has(Feature::Heap) && heap.has(Feature::Pointers) && heap.has(Feature::Arrays), "{heap:?}");
    let calls = "int f(void) { return 1; } int g(void) { return 2; }
                 int main(int argc, char **argv) { int (*p)(void) = argc > 1 ? f : g; return p(); }";
    assert!(features(calls).has(Feature::FunctionPointers));
    let violated =
        "extern int reach_error(); int main(void) { if (sizeof(int) == 3) reach_error(); return 0; }";
    assert!(!features(violated).has(Feature::Inputs), "what must not be called returns nothing");
    assert!(features("extern int other(); int main(void) { return other(); }").has(Feature::Inputs));
}

#[test]
fn the_first_line_that_fits_counts() {
    let configuration = strategy(&[
        "strategy.members=[{config='bmc',when=['loops'],share=7},'value',{config='bmc',share=2}]",
    ]);
    let shares = |text: &str| -> Vec<(String, u32)> {
        let chosen = choose(configuration.strategy.as_ref().unwrap(), &features(text));
        chosen.iter().map(|m| (m.configuration.name.clone(), m.share)).collect()
    };
    assert_eq!(shares(LOOP), [("bmc".to_owned(), 7), ("value".to_owned(), 1)]);
    assert_eq!(shares("int main(void) { return 0; }"), [("value".to_owned(), 1), ("bmc".to_owned(), 2)]);
}

#[test]
fn properties_are_split_where_not_all_members_decide_them() {
    let configuration = strategy(&[]);
    let members = |wanted: &Wanted| {
        let task = Task::new(load_text(ALL_RIGHT).unwrap(), wanted.clone());
        choose(configuration.strategy.as_ref().unwrap(), &Features::of(&task.program, wanted))
    };
    let asked = |checks: &[Check]| {
        let wanted = Wanted::checks(checks);
        let asked = questions(&wanted, &members(&wanted));
        asked.iter().map(|q| (q.names(), q.members.len() > 3, q.together)).collect::<Vec<_>>()
    };
    assert_eq!(
        asked(&[Check::Unreach, Check::Overflow]),
        [("unreach-call, no-overflow".to_owned(), true, false)]
    );
    let memory = "valid-free, valid-deref, valid-memtrack".to_owned();
    assert_eq!(asked(&[Check::Memsafety]), [(memory.clone(), false, false)]);
    assert_eq!(
        asked(&[Check::Unreach, Check::Memsafety]),
        [
            (format!("unreach-call, {memory}"), false, true),
            ("unreach-call".to_owned(), true, false),
            (memory, false, false)
        ]
    );
    assert_eq!(asked(&[Check::Termination]), [("termination".to_owned(), false, false)]);
}

#[test]
fn members_decide_in_sequence_and_in_parallel() {
    for jobs in [1, 2, 8] {
        let report = run(&task(LOOP, &[Check::Unreach]), &strategy(&[]), options(jobs));
        assert_eq!(report.verdict, Verdict::True, "{jobs}");
        assert!(report.strategy.is_some_and(|story| story.steps.iter().any(|step| step.outcome == "TRUE")));
    }
}

#[test]
fn several_properties_have_one_answer() {
    let checks = [Check::Unreach, Check::Memsafety, Check::Overflow];
    assert_eq!(run(&task(ALL_RIGHT, &checks), &strategy(&[]), options(2)).verdict, Verdict::True);
    let leak = ALL_RIGHT.replace("free(p);", "");
    assert_eq!(
        run(&task(&leak, &checks), &strategy(&[]), options(2)).verdict.to_string(),
        "FALSE(valid-memtrack)"
    );
    let wrong = ALL_RIGHT.replace("!= 2", "!= 3");
    let both = [Check::Unreach, Check::Termination];
    assert_eq!(
        run(&task(&wrong, &both), &strategy(&[]), options(1)).verdict.to_string(),
        "FALSE(unreach-call)"
    );
    assert_eq!(run(&task(ALL_RIGHT, &both), &strategy(&[]), options(1)).verdict, Verdict::True);
    let alone = strategy(&["strategy.members=['value']"]);
    let Verdict::Unknown(reasons) = run(&task(ALL_RIGHT, &both), &alone, options(1)).verdict else {
        panic!("values do not decide termination");
    };
    assert!(reasons.iter().any(|why| matches!(why, Why::NobodyDecides { .. })), "{reasons:?}");
}

#[test]
fn quick_runs_find_what_many_inputs_meet() {
    let text = "void reach_error(void); int __VERIFIER_nondet_int(void);
        int main(void) { int x = __VERIFIER_nondet_int(); if (x == 4711) reach_error(); return 0; }";
    let report =
        run(&task(text, &[Check::Unreach]), &strategy(&["strategy.members=['reach-only']"]), options(1));
    assert_eq!(report.verdict.to_string(), "FALSE(unreach-call)");
    let inputs = &report.violation.unwrap().outcome.inputs_used;
    assert_eq!(inputs.iter().map(|input| input.value.as_int()).collect::<Vec<_>>(), [Some(4711)]);
    let none = ["strategy.members=['reach-only']", "strategy.runs=0"];
    let report = run(&task(text, &[Check::Unreach]), &strategy(&none), options(1));
    assert!(report.strategy.is_some_and(|story| story.steps.iter().all(|step| step.member != "quick runs")));
}

#[test]
fn a_panic_is_the_end_of_one_member_alone() {
    let configuration = strategy(&["strategy.members=['bmc','value']", "strategy.runs=0"]);
    for jobs in [1, 2] {
        let listener: argand_logic::provider::Listener = Arc::new(|question| {
            assert!(question.asker != "bmc", "on purpose");
        });
        let report = run(
            &task(LOOP, &[Check::Unreach]),
            &configuration,
            Options { listener: Some(listener), ..options(jobs) },
        );
        assert_eq!(report.verdict, Verdict::True, "{jobs}");
    }
    let listener: argand_logic::provider::Listener = Arc::new(|_| panic!("on purpose"));
    let alone = strategy(&["strategy.members=['bmc']", "strategy.runs=0"]);
    let report =
        run(&task(LOOP, &[Check::Unreach]), &alone, Options { listener: Some(listener), ..options(1) });
    let Verdict::Unknown(reasons) = &report.verdict else { panic!("{}", report.verdict) };
    let told: Vec<String> = reasons.iter().map(|why| why.describe(&report.program)).collect();
    assert!(
        told.iter().any(|text| text.contains("internal error (on purpose") && text.ends_with("[bmc]")),
        "{told:?}"
    );
}

#[test]
fn nobody_runs_after_the_whole_was_stopped() {
    let limits = Limits::default();
    limits.cancel_token().cancel();
    let report = run(&task(LOOP, &[Check::Unreach]), &strategy(&[]), Options { limits, ..options(4) });
    let Verdict::Unknown(reasons) = &report.verdict else { panic!("{}", report.verdict) };
    assert!(reasons.iter().all(|why| why.describe(&report.program).contains("interrupted")), "{reasons:?}");
}

#[test]
fn the_narrator_hears_plan_and_steps() {
    let heard: Arc<Mutex<Vec<String>>> = Arc::default();
    let told = Arc::clone(&heard);
    let narrator: super::step::Narrator = Arc::new(move |event| told.lock().unwrap().push(event.to_string()));
    run(&task(LOOP, &[Check::Unreach]), &strategy(&[]), Options { narrator: Some(narrator), ..options(1) });
    let heard = heard.lock().unwrap();
    assert!(heard[0].starts_with("the program: "), "{heard:?}");
    assert!(heard.iter().any(|line| line.starts_with("plan: ")), "{heard:?}");
    assert!(heard.last().is_some_and(|line| line.contains("TRUE after")), "{heard:?}");
}
