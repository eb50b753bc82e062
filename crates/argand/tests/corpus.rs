//! Programs with a known truth, verified by the configurations that are named in their first lines.
//!
//! ```text
//! //@ property: unreach | asserts | spec NAME.spc…      what to check
//! //@ truth: true | false                               what is really the case
//! //@ expect(CONFIG): true | false | unknown            what that configuration answers today; `NAME.toml` is a file beside it
//! //@ expect(CONFIG, 2s): unknown                       the same of one that would go on for ever, with this much time
//! //@ data-model: ILP32                                 if it is not LP64
//! //@ options: OPTION…                                   more options of the command line
//! ```
//! A line that ends in `//@ error: PROPERTY` is where the violation must be reported, of that property.
//! A verdict against the truth always fails. An answer that differs from the expected one fails too, also where it
//! became better: then the line is to be updated.
//!
//! A program with the line `//@ soundness` says nothing of what is expected: every shipped configuration may answer what it
//! likes, in a short time, only not the contrary of the truth. With `//@ assumption`, a TRUE that names what it takes for
//! granted is no such answer.

mod common;

use common::{c_files, complaints, corpus, run};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

struct Task {
    file: PathBuf,
    property: Vec<String>,
    truth: String,
    model: String,
    options: Vec<String>,
    config: String,
    /// How long the configuration may take.
    time: String,
    expected: String,
    /// Where the violation is, and of which property.
    error: Option<(u32, String)>,
}

fn text_of(file: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(file).expect("a readable program")).into_owned()
}

/// The task of a program under a configuration, of which nothing is expected yet; none where the program says no truth.
fn task_of(file: &Path, text: &str, config: &str) -> Option<Task> {
    let header = |key: &'static str| {
        text.lines()
            .filter_map(move |l| l.strip_prefix("//@ ")?.strip_prefix(key)?.strip_prefix(": "))
            .map(str::trim)
    };
    let truth = header("truth").next()?;
    let property: Vec<String> = header("property")
        .flat_map(|p| match p.strip_prefix("spec ") {
            Some(names) => names
                .split_whitespace()
                .flat_map(|n| ["--spec".to_owned(), file.with_file_name(n).to_string_lossy().into_owned()])
                .collect(),
            None => vec!["--check".to_owned(), p.to_owned()],
        })
        .collect();
    assert!(!property.is_empty(), "{}: no property", file.display());
    let error = text
        .lines()
        .zip(1..)
        .find_map(|(line, number)| Some((number, line.split_once("//@ error: ")?.1.trim().to_owned())));
    Some(Task {
        file: file.to_owned(),
        property,
        truth: truth.to_owned(),
        options: header("options").flat_map(str::split_whitespace).map(str::to_owned).collect(),
        model: header("data-model").next().unwrap_or("LP64").to_owned(),
        config: match config.strip_suffix(".toml") {
            Some(_) => file.with_file_name(config).to_string_lossy().into_owned(),
            None => config.to_owned(),
        },
        time: "60s".to_owned(),
        expected: String::new(),
        error,
    })
}

fn tasks_of(file: &Path) -> Vec<Task> {
    let text = text_of(file);
    if task_of(file, &text, "").is_none() {
        return Vec::new();
    }
    let expectations: Vec<(String, String)> = text
        .lines()
        .filter_map(|l| {
            let (config, expected) = l.strip_prefix("//@ expect(")?.split_once("): ")?;
            Some((config.to_owned(), expected.trim().to_owned()))
        })
        .collect();
    let judged = text.lines().any(|l| l.trim_end() == "//@ soundness");
    assert!(judged || !expectations.is_empty(), "{}: nothing is expected", file.display());
    let timed = |(config, expected): (String, String)| {
        let (config, time) = config.split_once(", ").unwrap_or((&config, "60s"));
        let decided = time != "60s" && expected != "unknown";
        assert!(!decided, "{}: a verdict must not depend on time", file.display());
        Some(Task { expected, time: time.to_owned(), ..task_of(file, &text, config)? })
    };
    expectations.into_iter().filter_map(timed).collect()
}

/// The verdict in the words of the corpus, and all that was printed.
fn verify(task: &Task) -> (String, String) {
    verify_within(task, &task.time)
}

fn verify_within(task: &Task, time: &str) -> (String, String) {
    let mut argand = Command::new(env!("CARGO_BIN_EXE_argand"));
    argand
        .args(["verify", "--certify", "--config", &task.config, "--time", time])
        .args(["--data-model", &task.model])
        .args(&task.options)
        .args(&task.property)
        .arg(&task.file);
    let ran = run(&mut argand, 120);
    let text = format!("{}{}", ran.output, ran.errors);
    let last = ran.output.lines().last().unwrap_or("");
    let (verdict, code) = match last {
        "TRUE" => ("true", 0),
        "UNKNOWN" => ("unknown", 20),
        other if other.starts_with("FALSE(") => ("false", 10),
        _ => ("none", -1),
    };
    assert_eq!(ran.code, code, "{}: {text}", task.file.display());
    (verdict.to_owned(), text)
}

/// Whether the run that a counterexample gives the inputs of is the one that it tells.
fn replays(task: &Task, text: &str) -> Result<(), String> {
    let line = text.lines().find_map(|line| line.strip_prefix("replay: argand run "));
    let options: Vec<&str> = line.unwrap_or_default().split_whitespace().collect();
    let mut argand = Command::new(env!("CARGO_BIN_EXE_argand"));
    argand.arg("run").args(options);
    let ran = run(&mut argand, 60);
    let told = |text: &str| {
        let place = text.lines().find_map(|line| line.strip_prefix("at "))?;
        place.rsplit('/').next().map(str::to_owned)
    };
    let message = text.lines().find_map(|line| line.strip_prefix("violation: ")).unwrap_or_default();
    // What is not freed is told at its end by a run that does not look for it.
    let same = message.contains("not freed")
        || told(text).is_some_and(|place| ran.errors.contains(&place)) && ran.errors.contains(message);
    let file = task.file.display();
    if same { Ok(()) } else { Err(format!("{file}: does not replay\n{text}\n{}", ran.errors)) }
}

fn tasks() -> Vec<Task> {
    c_files(&corpus()).iter().flat_map(|file| tasks_of(file)).collect()
}

#[test]
fn verdicts_are_true_and_as_expected() {
    let tasks = tasks();
    assert!(tasks.len() >= 10, "only {} tasks found", tasks.len());
    let (proofs, uncertified) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let failures = complaints(&tasks, |task| {
        let (verdict, text) = verify(task);
        if verdict == "true" {
            proofs.fetch_add(1, Ordering::Relaxed);
            uncertified.fetch_add(usize::from(text.contains("not certified: ")), Ordering::Relaxed);
        }
        if verdict == "false" && task.property[0] == "--check" {
            replays(task, &text)?;
        }
        if verdict == task.expected {
            let Some((line, property)) = task.error.as_ref().filter(|_| verdict == "false") else {
                return Ok(());
            };
            let named = text.contains(&format!("FALSE({property})"));
            let place = common::reported_line(&text);
            return if named && place == Some(*line) {
                Ok(())
            } else {
                Err(format!("{}: not {property} in line {line}\n{text}", task.file.display()))
            };
        }
        let decided = verdict == "true" || verdict == "false";
        let what = if decided && verdict != task.truth { "WRONG: " } else { "" };
        let (file, config, expected) = (task.file.display(), &task.config, &task.expected);
        Err(format!("{what}{file} under {config}: {verdict}, expected {expected}\n{text}"))
    });
    let (proofs, uncertified) = (proofs.into_inner(), uncertified.into_inner());
    println!("{uncertified} of {proofs} proofs are not certified");
    assert!(failures.is_empty(), "{} of {} tasks:\n{}", failures.len(), tasks.len(), failures.join("\n"));
    assert!(uncertified * 5 <= proofs, "{uncertified} of {proofs} proofs are not certified");
}

#[test]
fn no_expectation_is_against_the_truth() {
    for task in tasks() {
        let fits = task.expected == task.truth || task.expected == "unknown";
        assert!(
            fits,
            "{}: {} is expected, but the truth is {}",
            task.file.display(),
            task.expected,
            task.truth
        );
    }
}

#[test]
fn every_shipped_configuration_runs_and_is_never_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let programs = [
        ("dead.c", "true", "void reach_error(void);\nint main(void) { return 0; }\n"),
        (
            "safe.c",
            "true",
            "void reach_error(void);\nint main(void) { int x = 3; if (x < 0) reach_error(); return x; }\n",
        ),
        (
            "unsafe.c",
            "false",
            "void reach_error(void);\nint main(void) { int x = 3; if (x == 3) reach_error(); return x; }\n",
        ),
    ];
    for shipped in argand_verifier::config::shipped::CONFIGURATIONS {
        // One of them answers nothing but whether programs end, and all of these do.
        let ends = argand_verifier::Configuration::shipped(shipped.name).unwrap().is_about_termination();
        let check = if ends { "termination" } else { "unreach" };
        for (name, truth, text) in programs {
            let truth = if ends { "true" } else { truth };
            let file = folder.path().join(name);
            std::fs::write(&file, text).unwrap();
            let task = Task {
                file,
                property: vec!["--check".to_owned(), check.to_owned()],
                truth: truth.to_owned(),
                model: "LP64".to_owned(),
                options: Vec::new(),
                config: shipped.name.to_owned(),
                time: "60s".to_owned(),
                expected: String::new(),
                error: None,
            };
            let (verdict, text) = verify(&task);
            assert!(
                verdict == task.truth || verdict == "unknown",
                "{} on {name}: {verdict}, but the truth is {}\n{text}",
                shipped.name,
                task.truth
            );
            assert!(name != "dead.c" || verdict == "true", "{} cannot see dead code\n{text}", shipped.name);
        }
    }
}

/// The time that a configuration has for a program of which nothing is expected. Who decides it hardly ever takes longer;
/// those who do not would take any time. `ARGAND_SOUNDNESS_TIME` asks for more patience.
fn soundness_time() -> String {
    std::env::var("ARGAND_SOUNDNESS_TIME").unwrap_or_else(|_| "1s".to_owned())
}

/// Every configuration is asked about one in so many of the programs, each program by as many configurations:
/// `ARGAND_SOUNDNESS_SHARE=1` asks all about all, which takes half an hour.
fn soundness_share() -> usize {
    let share = std::env::var("ARGAND_SOUNDNESS_SHARE").ok();
    share.and_then(|share| share.parse().ok()).filter(|&share| share > 0).unwrap_or(8)
}

/// Whether a verdict is the contrary of what is the case.
fn is_wrong(task: &Task, verdict: &str, text: &str, assumption_will_do: bool) -> bool {
    let assumes = assumption_will_do && verdict == "true" && text.contains("assum");
    (verdict == "true" || verdict == "false") && verdict != task.truth && !assumes
}

#[test]
fn no_configuration_contradicts_the_truth_of_a_soundness_program() {
    let files: Vec<PathBuf> = c_files(&corpus().join("soundness"));
    assert!(files.len() >= 200, "only {} programs found", files.len());
    let shipped = argand_verifier::config::shipped::CONFIGURATIONS;
    let share = soundness_share();
    let mine = |file: usize, configuration: usize| (file + configuration).is_multiple_of(share);
    let tasks: Vec<Task> = files
        .iter()
        .enumerate()
        .flat_map(|(at, file)| {
            let asked = shipped.iter().enumerate().filter(move |(number, _)| mine(at, *number));
            asked.filter_map(|(_, c)| task_of(file, &text_of(file), c.name))
        })
        .collect();
    let time = soundness_time();
    let failures = complaints(&tasks, |task| {
        let (verdict, text) = verify_within(task, &time);
        let assumption_will_do = text_of(&task.file).contains("//@ assumption\n");
        if is_wrong(task, &verdict, &text, assumption_will_do) {
            let (file, config) = (task.file.display(), &task.config);
            return Err(format!("WRONG: {file} under {config}: {verdict}\n{text}"));
        }
        Ok(())
    });
    assert!(failures.is_empty(), "{} of {} tasks:\n{}", failures.len(), tasks.len(), failures.join("\n"));
}
