//! `argand bench`: results, limits, and runs that are interrupted or killed and go on.
#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

mod common;

use common::{Ran, run, write};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

const SAFE: &str =
    "void reach_error(void) {}\nint main(void) { int x = 1; if (x == 2) reach_error(); return 0; }\n";
const UNSAFE: &str = "extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void) {}\nint main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }\n";
/// Nobody decides this: the numbers of a hash that is turned round as often as an input says.
const HARD: &str = "extern unsigned __VERIFIER_nondet_uint(void);\nvoid reach_error(void) {}\nint main(void) {\n\
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), x = 1;\n\
    for (unsigned i = 0; i < a; i++) { x = x * b + 12345u; x ^= x >> 7; }\n\
    if (x * x * x == 17u && a > 40 && b * x == a + 77777u) reach_error();\n    return 0; }\n";
const PROPERTY: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";

/// A folder with tasks: names, programs, and whether they are said to be safe.
fn tasks(list: &[(&str, &str, bool)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "unreach-call.prp", PROPERTY);
    for (name, program, safe) in list {
        write(folder.path(), &format!("{name}.c"), program);
        let definition = format!(
            "format_version: '2.0'\ninput_files: '{name}.c'\nproperties:\n  - property_file: unreach-call.prp\n    \
             expected_verdict: {safe}\noptions:\n  language: C\n  data_model: LP64\n"
        );
        write(folder.path(), &format!("{name}.yml"), &definition);
    }
    write(folder.path(), "All.set", "*.yml\n");
    folder
}

fn bench(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_argand"));
    command.arg("bench").args(arguments).current_dir(folder);
    command
}

fn ran(folder: &Path, arguments: &[&str]) -> Ran {
    run(&mut bench(folder, arguments), 300)
}

fn lines(folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join("run/results.jsonl")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// The names of the tasks that have a result, sorted.
fn done(folder: &Path) -> Vec<String> {
    let name = |line: &String| {
        let result: serde_json::Value = serde_json::from_str(line).unwrap();
        result["task"].as_str().unwrap().rsplit('/').next().unwrap().to_owned()
    };
    let mut names: Vec<String> = lines(folder).iter().map(name).collect();
    names.sort();
    names
}

#[test]
fn results_are_scored_and_written_down() {
    let folder = tasks(&[("mislabelled", UNSAFE, true), ("safe", SAFE, true), ("unsafe", UNSAFE, false)]);
    let first = ran(folder.path(), &["All.set", "--out", "run", "--jobs", "2", "--filter", "safe"]);
    assert_eq!(first.code, 0, "{}{}", first.output, first.errors);
    assert_eq!(done(folder.path()), ["safe:unreach-call", "unsafe:unreach-call"]);
    assert!(
        first.output.contains("correct-true") && first.output.contains("correct-false"),
        "{}",
        first.output
    );
    assert!(first.output.lines().last().unwrap().starts_with("total"), "{}", first.output);
    let before = lines(folder.path());
    // More tasks are added to a run that is there, and what has a result is not run again.
    let second = ran(folder.path(), &["All.set", "--out", "run", "--jobs", "2"]);
    assert_eq!(second.code, 1, "{}{}", second.output, second.errors);
    assert!(second.output.contains("wrong-false"), "{}", second.output);
    assert_eq!(lines(folder.path())[..2], before[..]);
    assert_eq!(lines(folder.path()).len(), 3);
    let page = std::fs::read_to_string(folder.path().join("run/summary.html")).unwrap();
    assert!(page.contains("Wrong answers and errors") && page.contains("<svg"));
    let table = std::fs::read_to_string(folder.path().join("run/results.csv")).unwrap();
    assert_eq!(table.lines().count(), 4);
    assert!(folder.path().join("run/output").read_dir().unwrap().count() >= 3);
    let shown = ran(folder.path(), &["show", "run", "--html", "again.html"]);
    assert_eq!(shown.code, 1, "{}", shown.errors);
    assert_eq!(std::fs::read_to_string(folder.path().join("again.html")).unwrap(), page);
}

#[test]
fn two_runs_are_compared() {
    let folder = tasks(&[("safe", SAFE, true), ("unsafe", UNSAFE, false)]);
    let with =
        |out: &str, check: &str| ran(folder.path(), &["All.set", "--out", out, "--", "--config", check]);
    assert_eq!(with("old", "sign").code, 0);
    assert_eq!(with("new", "value").code, 0);
    let compared = ran(folder.path(), &["compare", "old", "new", "--html", "both.html"]);
    assert_eq!(compared.code, 0, "{}", compared.errors);
    assert!(compared.output.starts_with("2 tasks are in both runs\ngained: "), "{}", compared.output);
    let page = std::fs::read_to_string(folder.path().join("both.html")).unwrap();
    assert!(page.contains("scatter plot") && page.contains("quantile plot"));
}

#[test]
fn limits_are_kept_from_outside() {
    let folder = tasks(&[("hard", HARD, true)]);
    // The verifier is told limits that it will not reach.
    let options = ["--", "--config", "bmc", "--time", "250s", "--memory", "20GB"];
    let status = |out: &str, limit: [&str; 2]| {
        let mut arguments = vec!["hard.yml", "--out", out, limit[0], limit[1]];
        arguments.extend(options);
        let ran = ran(folder.path(), &arguments);
        assert_eq!(ran.code, 0, "{}{}", ran.output, ran.errors);
        let line = std::fs::read_to_string(folder.path().join(out).join("results.jsonl")).unwrap();
        let result: serde_json::Value = serde_json::from_str(&line).unwrap();
        result["status"].as_str().unwrap().to_owned()
    };
    assert_eq!(status("time", ["--time", "1s"]), "timeout");
    assert_eq!(status("cpu", ["--cpu", "500ms"]), "timeout");
    assert_eq!(status("memory", ["--memory", "17MB"]), "out-of-memory");
}

/// Starts a run whose last task takes for ever, and waits until this many tasks have a result and the next one runs.
fn started(folder: &Path, results: usize) -> (Child, BufReader<ChildStdout>) {
    let mut command = bench(folder, &["All.set", "--out", "run", "--time", "250s", "--", "--config", "bmc"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..results {
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.starts_with('['), "{line}");
    }
    (child, output)
}

/// Waits until something holds.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < Duration::from_secs(100), "never: {what}");
        std::thread::yield_now();
    }
}

/// The processes that a process has started.
fn children(process: u32) -> Vec<String> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).unwrap();
    let of = |thread: std::io::Result<std::fs::DirEntry>| -> Option<String> {
        std::fs::read_to_string(thread.ok()?.path().join("children")).ok()
    };
    threads
        .filter_map(of)
        .flat_map(|text| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

fn is_gone(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_none_or(|(_, state)| state.starts_with('Z'))
}

const SLOW: [(&str, &str, bool); 4] =
    [("a", SAFE, true), ("b", UNSAFE, false), ("c", SAFE, true), ("d", HARD, true)];

/// Goes on with a run whose hard task is replaced by an easy one: nothing is lost, and nothing is done twice.
fn goes_on(folder: &Path, before: &[String]) {
    write(folder, "d.c", SAFE);
    let rest = ran(folder, &["All.set", "--out", "run", "--time", "250s", "--", "--config", "bmc"]);
    assert_eq!(rest.code, 0, "{}{}", rest.output, rest.errors);
    assert_eq!(lines(folder)[..before.len()], *before);
    assert_eq!(done(folder), ["a", "b", "c", "d"].map(|name| format!("{name}:unreach-call")));
}

#[test]
fn an_interrupted_run_goes_on_where_it_was() {
    let folder = tasks(&SLOW);
    let (mut child, _output) = started(folder.path(), 3);
    wait_until("a task runs", || !children(child.id()).is_empty());
    let running = children(child.id());
    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), Signal::SIGINT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(running.iter().all(|process| is_gone(process)), "{running:?}");
    assert_eq!(lines(folder.path()).len(), 3);
    // What is known so far is there for people, too.
    let page: PathBuf = folder.path().join("run/summary.html");
    assert!(std::fs::read_to_string(page).unwrap().contains("3 of 4 tasks have a result so far."));
    goes_on(folder.path(), &lines(folder.path()));
}

#[test]
fn a_killed_run_goes_on_where_it_was_and_its_tasks_die_with_it() {
    let folder = tasks(&SLOW);
    let (mut child, _output) = started(folder.path(), 3);
    wait_until("a task runs", || !children(child.id()).is_empty());
    let running = children(child.id());
    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), Signal::SIGKILL).unwrap();
    assert_eq!(child.wait().unwrap().code(), None);
    wait_until("the tasks are gone", || running.iter().all(|process| is_gone(process)));
    let before = lines(folder.path());
    // The line of the third task may not have been written when it was told.
    assert!(before.len() == 3 || before.len() == 2, "{before:?}");
    goes_on(folder.path(), &before);
}

#[test]
fn bad_input_is_told() {
    let folder = tasks(&[("safe", SAFE, true)]);
    write(
        folder.path(),
        "bad.yml",
        "format_version: '2.0'\ninput_files: [none.c]\nproperties:\n  - property_file: unreach-call.prp\n    expected_verdict: true\n",
    );
    assert_eq!(ran(folder.path(), &["safe.yml", "--out", "run"]).code, 0);
    let cases: &[(&[&str], &str)] = &[
        (&["safe.yml"], "--out"),
        (&["--out", "x"], "required"),
        (&["safe.c", "--out", "x"], "has no tasks"),
        (&["none.set", "--out", "x"], "cannot read 'none.set'"),
        (&["bad.yml", "--out", "x"], "needs './none.c', which is no file"),
        (&["safe.yml", "--out", "x", "--category", "Heap"], "none of 1 tasks is chosen"),
        (
            &["safe.yml", "--out", "x", "--", "--confg", "value"],
            "`argand verify` does not take these options",
        ),
        (&["safe.yml", "--out", "x", "--", "--", "-I", "y"], "options of the preprocessor"),
        (&["safe.yml", "--out", "run", "--time", "5s"], "has another run"),
        (&["safe.yml", "--out", "safe.c"], "cannot write to 'safe.c'"),
        (&["show", "."], "is no directory that `argand bench` wrote"),
        (&["compare", "run", "none"], "is no directory that `argand bench` wrote"),
    ];
    for (arguments, expected) in cases {
        let ran = ran(folder.path(), arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {}{}", ran.output, ran.errors);
        assert!(ran.errors.contains(expected), "{arguments:?} should say {expected}: {}", ran.errors);
    }
}
