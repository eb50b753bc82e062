//! The oracle against gcc: programs of the corpus print and return the same, run here and compiled.
//!
//! Overflow wraps on both sides (`-fwrapv`). The 32-bit code of gcc computes `double` in SSE registers
//! (`-msse2 -mfpmath=sse`): the x87, its default there, keeps intermediate results in 80 bits, so that the
//! result depends on where the compiler happens to store them.
//!
//! Needs gcc with 32-bit libraries (Debian: gcc-multilib). Without them the test fails; with
//! `ARGAND_SKIP_GCC=1` it says that it checks nothing.

#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

mod common;

use common::{Ran, argand_run, c_files, complaints, corpus, run};
use std::path::PathBuf;
use std::process::Command;

/// The data models and the options that select them.
const MODELS: [(&str, &[&str]); 2] = [("LP64", &["-m64"]), ("ILP32", &["-m32", "-msse2", "-mfpmath=sse"])];

fn skipped() -> bool {
    let skip = std::env::var("ARGAND_SKIP_GCC").is_ok_and(|v| v == "1");
    if skip {
        eprintln!("ARGAND_SKIP_GCC=1: programs are not compared with gcc");
    }
    skip
}

/// What gcc's program does.
fn compiled(files: &[PathBuf], flags: &[&str], folder: &std::path::Path) -> Result<Ran, String> {
    let program = folder.join("program");
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-std=gnu17", "-fwrapv", "-O0"])
        .args(flags)
        .args(files)
        .arg("-o")
        .arg(&program)
        .arg("-lm");
    let built = run(&mut gcc, 60);
    if built.code != 0 {
        return Err(format!("gcc {} fails (is gcc-multilib there?):\n{}", flags.join(" "), built.errors));
    }
    Ok(run(&mut Command::new(program), 20))
}

fn check(files: &[PathBuf]) -> Result<(), String> {
    let name = files[0].display();
    for (model, flags) in MODELS {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        let expected = compiled(files, flags, folder.path()).map_err(|e| format!("{name}: {e}"))?;
        let ignore =
            ["--ignore", "signed-overflow", "--ignore", "leak", "--data-model", model, "--target", ""];
        let found = argand_run(&ignore, files);
        if (found.code, &found.output) != (expected.code, &expected.output) {
            let line = found.output.lines().zip(expected.output.lines()).position(|(a, b)| a != b);
            let differs = match line {
                Some(line) => format!(
                    "line {} is {:?}, gcc's is {:?}",
                    line + 1,
                    found.output.lines().nth(line).unwrap_or_default(),
                    expected.output.lines().nth(line).unwrap_or_default()
                ),
                None => format!(
                    "{} lines, gcc's has {}",
                    found.output.lines().count(),
                    expected.output.lines().count()
                ),
            };
            return Err(format!(
                "{name} ({model}): exit code {}, gcc's is {}; output: {differs}\n{}",
                found.code, expected.code, found.errors
            ));
        }
    }
    Ok(())
}

/// The programs: single files, and the folders below `multifile`, whose files are one program.
fn programs() -> Vec<Vec<PathBuf>> {
    let oracle = corpus().join("oracle");
    let mut programs: Vec<Vec<PathBuf>> = Vec::new();
    for file in c_files(&oracle) {
        let inner = file.strip_prefix(&oracle).unwrap();
        let together = inner.components().count() > 2;
        match programs.last_mut() {
            Some(last) if together && last[0].parent() == file.parent() => last.push(file),
            _ => programs.push(vec![file]),
        }
    }
    programs
}

#[test]
fn programs_print_and_return_what_gcc_makes_them() {
    if skipped() {
        return;
    }
    let programs = programs();
    assert!(programs.len() >= 250, "only {} programs", programs.len());
    let found = complaints(&programs, |files| check(files));
    assert!(found.is_empty(), "{} of {} programs differ:\n{}", found.len(), programs.len(), found.join("\n"));
}
