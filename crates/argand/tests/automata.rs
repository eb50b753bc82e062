//! Every program of the corpus becomes automata that keep their invariants and whose text reads back, and
//! all forms of one program can be written.

mod common;

use common::{Ran, c_files, complaints, corpus, run};
use std::path::{Path, PathBuf};
use std::process::Command;

fn cfa(options: &[&str], files: &[PathBuf]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_argand"));
    command.arg("cfa").args(options).args(files);
    run(&mut command, 120)
}

/// Programs of one file, and the folders below `multifile` whose files are one program each.
fn programs() -> Vec<Vec<PathBuf>> {
    let mut programs: Vec<Vec<PathBuf>> = Vec::new();
    for file in c_files(&corpus()) {
        let several = file.components().any(|c| c.as_os_str() == "multifile");
        let folder = |f: &PathBuf| f.parent().map(Path::to_path_buf);
        match programs.last_mut() {
            Some(last) if several && folder(&last[0]) == folder(&file) => last.push(file),
            _ => programs.push(vec![file]),
        }
    }
    programs
}

#[test]
fn every_program_of_the_corpus_is_well_formed_and_reads_back() {
    let programs = programs();
    assert!(programs.len() > 250, "the corpus has only {} programs", programs.len());
    let found = complaints(&programs, |files| {
        for model in ["LP64", "ILP32"] {
            let ran = cfa(&["--check", "--data-model", model], files);
            if ran.code != 0 {
                return Err(format!("{} ({model}): {}", files[0].display(), ran.errors));
            }
        }
        Ok(())
    });
    assert!(found.is_empty(), "{} programs are broken:\n{}", found.len(), found.join("\n"));
}

#[test]
fn all_forms_of_a_program_can_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.c");
    std::fs::write(&file, "int f(int x) { return x + 1; }\nint main(void) { return f(2); }\n").unwrap();
    let file = [file];
    let text = cfa(&["--function", "f"], &file);
    assert!(
        text.code == 0 && text.output.contains("param int x") && !text.output.contains("main"),
        "{text:?}"
    );
    let dot = cfa(&["--format", "dot"], &file);
    assert!(dot.output.starts_with("digraph") && dot.output.contains("cluster"), "{dot:?}");
    let json = cfa(&["--format", "json"], &file);
    assert!(json.output.starts_with("{\"format\":\"argand-cfa\""), "{json:?}");
    let missing = cfa(&["--function", "g"], &file);
    assert_eq!(missing.code, 2);
    assert!(missing.errors.contains("there is no function 'g'"), "{missing:?}");
}
