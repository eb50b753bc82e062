//! Planted errors: each faulty program of the corpus has one line marked `//@ error: kind`. The run must find
//! that kind on that line, and nothing else before it; the repaired twin runs clean.

mod common;

use common::{argand_run, c_files, complaints, corpus};
use std::path::PathBuf;

/// Kind and line of the planted error.
fn planted(text: &str) -> Option<(String, usize)> {
    text.lines().enumerate().find_map(|(index, line)| {
        let (_, kind) = line.split_once("//@ error: ")?;
        Some((kind.trim().to_owned(), index + 1))
    })
}

/// Kind and line of the first error that was reported: the place stands behind `-->`, the kind beside the caret.
fn reported(errors: &str, name: &str) -> Option<(String, usize)> {
    let start = errors.find("error: ")?;
    let mut lines = errors[start..].lines();
    let place = lines.find_map(|line| line.trim_start().strip_prefix("--> "))?;
    let line = place.trim().strip_prefix(name)?.split(':').nth(1)?.parse().ok()?;
    let caret = lines.find(|line| line.contains('^'))?;
    Some((caret.rsplit('^').next()?.trim().to_owned(), line))
}

fn check(file: &PathBuf) -> Result<(), String> {
    let name = file.display().to_string();
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    for model in ["LP64", "ILP32"] {
        let ran = argand_run(&["--data-model", model], std::slice::from_ref(file));
        let complain = |what: &str| {
            Err(format!("{name} ({model}): {what}, exit code {}:\n{}{}", ran.code, ran.output, ran.errors))
        };
        match planted(&text) {
            None if ran.code != 0 || !ran.errors.is_empty() => return complain("should run clean"),
            None => {}
            Some(planted) => {
                if ran.code != 10 {
                    return complain(&format!("should find {} on line {}", planted.0, planted.1));
                }
                let found = reported(&ran.errors, &name);
                if found.as_ref() != Some(&planted) {
                    return complain(&format!("should find {planted:?}, found {found:?}"));
                }
            }
        }
    }
    Ok(())
}

#[test]
fn planted_errors_are_found_and_repaired_programs_run_clean() {
    let files = c_files(&corpus().join("faulty"));
    let faulty = files.iter().filter(|f| f.to_string_lossy().ends_with("_bad.c")).count();
    assert!(faulty >= 60, "only {faulty} faulty programs");
    let found = complaints(&files, check);
    assert!(found.is_empty(), "{} of {} fail:\n{}", found.len(), files.len(), found.join("\n"));
}
