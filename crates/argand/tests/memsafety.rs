//! Planted memory errors: `argand verify --check memsafety` names the violated property and the line of every faulty
//! program and proves its repaired twin.

mod common;

use common::{c_files, complaints, corpus, run};
use std::path::PathBuf;
use std::process::Command;

/// The property that an error of the interpreter violates.
fn property_of(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "double-free" | "invalid-free" => "valid-free",
        "leak" => "valid-memtrack",
        "null-deref" | "out-of-bounds" | "use-after-free" | "use-after-scope" => "valid-deref",
        _ => return None,
    })
}

fn check(file: &PathBuf) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let marked = text.lines().zip(1..).find_map(|(l, n)| Some((n, l.split_once("//@ error: ")?.1.trim())));
    let planted = marked.map(|(_, kind)| kind);
    let mut argand = Command::new(env!("CARGO_BIN_EXE_argand"));
    argand.args(["verify", "--check", "memsafety", "--time", "60s"]).arg(file);
    let ran = run(&mut argand, 120);
    let verdict = ran.output.lines().last().unwrap_or("").to_owned();
    let expected = match planted.map(property_of) {
        None => "TRUE".to_owned(),
        Some(Some(property)) => format!("FALSE({property})"),
        Some(None) => return Ok(()),
    };
    // A leak is marked where the memory was allocated, and reported where it is lost.
    let line = marked.filter(|(_, kind)| *kind != "leak").map(|(line, _)| line);
    if verdict == expected && (line.is_none() || common::reported_line(&ran.output) == line) {
        return Ok(());
    }
    Err(format!(
        "{}: {verdict}, expected {expected} in line {line:?}\n{}{}",
        file.display(),
        ran.output,
        ran.errors
    ))
}

#[test]
fn planted_memory_errors_are_named_and_repaired_programs_proven() {
    let kinds = [
        "double-free",
        "invalid-free",
        "leak",
        "null-deref",
        "out-of-bounds",
        "use-after-free",
        "use-after-scope",
    ];
    let files: Vec<PathBuf> =
        kinds.iter().flat_map(|kind| c_files(&corpus().join("faulty").join(kind))).collect();
    assert!(files.len() >= 80, "only {} programs", files.len());
    let found = complaints(&files, check);
    assert!(found.is_empty(), "{} of {} fail:\n{}", found.len(), files.len(), found.join("\n"));
}

#[test]
fn a_counterexample_names_the_object_and_where_it_was_allocated_and_freed() {
    let file = corpus().join("faulty/use-after-free/read_after_free_bad.c");
    let mut argand = Command::new(env!("CARGO_BIN_EXE_argand"));
    argand.args(["verify", "--check", "memsafety"]).arg(&file);
    let ran = run(&mut argand, 60);
    for part in ["violation: ", "allocated at", "freed at", "FALSE(valid-deref)"] {
        assert!(ran.output.contains(part), "no `{part}` in\n{}", ran.output);
    }
}

#[test]
fn memory_proofs_are_certified_where_inclusion_is_seen_some_steps_later() {
    for program in ["walk_five_ok.c", "fifth_ok.c"] {
        let mut argand = Command::new(env!("CARGO_BIN_EXE_argand"));
        argand
            .args(["verify", "--config", "memsafety", "--check", "memsafety", "--certify"])
            .arg(corpus().join("smg").join(program));
        let ran = run(&mut argand, 60);
        assert!(ran.output.ends_with("TRUE\n"), "{program}: {}{}", ran.output, ran.errors);
        assert!(!ran.output.contains("not certified"), "{program}: {}", ran.output);
    }
}
