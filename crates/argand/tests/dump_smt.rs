//! `--dump-smt` writes every question of a run, whoever asks, in a form that another solver can read.

mod common;

use common::run;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const SAFE: &str = "
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), x = 0, i = 0;
    while (i < n) { x += 2; i++; }
    if (x != 2 * i) reach_error();
    return 0;
}";
const UNSAFE: &str = "
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n * n == 1521 && n > 0) reach_error();
    return 0;
}";

/// The files that a verification writes, with their text.
fn dumped(folder: &Path, text: &str, options: &[&str]) -> Vec<(String, String)> {
    let (program, out) = (folder.join("program.c"), folder.join("questions"));
    std::fs::write(&program, text).expect("a writable folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_argand"));
    command.args(["verify", "--check", "unreach", "--dump-smt"]).arg(&out).args(options).arg(&program);
    let ran = run(&mut command, 60);
    assert!(ran.code == 0 || ran.code == 10, "{}{}", ran.output, ran.errors);
    let mut files: Vec<(String, String)> = std::fs::read_dir(&out)
        .expect("a folder of questions")
        .map(|entry| {
            let path = entry.expect("a readable folder").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).expect("a readable question"))
        })
        .collect();
    files.sort();
    files
}

/// Who asked, from the names of files.
fn askers(files: &[(String, String)]) -> BTreeSet<&str> {
    files.iter().map(|(name, _)| name[7..].strip_suffix(".smt2").unwrap_or(name)).collect()
}

/// Checks the shape of a script: parentheses match, commands are known, and nothing is used before it is defined.
fn check_script(name: &str, text: &str) {
    let mut depth = 0;
    let mut commands = Vec::new();
    let mut known = BTreeSet::new();
    for line in text.lines().filter(|l| !l.starts_with(';')) {
        if depth == 0 {
            commands
                .push(line.trim_start_matches('(').split([' ', ')']).next().unwrap_or_default().to_owned());
        }
        let words: Vec<&str> = line.split(['(', ')', ' ']).filter(|w| !w.is_empty()).collect();
        let defines = matches!(words[0], "define-fun" | "declare-const");
        for word in words.iter().skip(if defines { 2 } else { 1 }) {
            let id = word.strip_prefix('t').is_some_and(|r| r.parse::<u32>().is_ok());
            assert!(!id || known.contains(word), "{name}: {word} is used before it is defined");
        }
        if defines {
            known.insert(words[1]);
        }
        depth += line.matches('(').count() as i32 - line.matches(')').count() as i32;
        assert!(depth >= 0, "{name}: {line}");
    }
    assert_eq!(depth, 0, "{name}");
    assert_eq!(commands.first().map(String::as_str), Some("set-info"), "{name}");
    assert_eq!(commands.last().map(String::as_str), Some("check-sat"), "{name}");
    let all = ["set-info", "set-logic", "declare-const", "declare-fun", "define-fun", "assert", "check-sat"];
    assert!(commands.iter().all(|c| all.contains(&c.as_str())), "{name}: {commands:?}");
}

#[test]
fn every_question_is_written_with_its_answer_and_who_asked() {
    let folder = tempfile::tempdir().unwrap();
    let runs: [(&str, &[&str], &[&str]); 5] = [
        (SAFE, &["--config", "predicate", "--certify"], &["certificate", "path", "predicate"]),
        (SAFE, &["--config", "k-induction", "--certify"], &["bmc", "certificate", "k-induction"]),
        (SAFE, &["--config", "k-induction-predicate"], &["bmc", "k-induction", "predicate"]),
        (UNSAFE, &["--config", "bmc"], &["bmc", "path"]),
        (UNSAFE, &["--config", "value"], &["path"]),
    ];
    for (text, options, expected) in runs {
        let files = dumped(folder.path(), text, options);
        let askers = askers(&files);
        assert!(expected.iter().filter(|e| **e != "path" || text == UNSAFE).all(|e| askers.contains(e)));
        assert!(askers.iter().all(|a| expected.contains(a)), "{options:?}: {askers:?}");
        for (number, (name, script)) in files.iter().enumerate() {
            assert!(name.starts_with(&format!("{:06}-", number + 1)), "{name} is not number {number}");
            assert!(script.starts_with("; argand "), "{name}");
            let statuses = script.lines().filter(|l| l.starts_with("(set-info :status ")).count();
            assert_eq!(statuses, 1, "{name}");
            check_script(name, script);
        }
        assert!(files.iter().any(|(_, s)| s.contains(":status unsat")) || text == UNSAFE);
    }
}

#[test]
fn an_earlier_dump_is_replaced_and_other_files_stay() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("questions");
    std::fs::create_dir(&out).unwrap();
    std::fs::write(out.join("999999-bmc.smt2"), "old").unwrap();
    std::fs::write(out.join("000000-notes.txt"), "mine").unwrap();
    let files = dumped(folder.path(), UNSAFE, &["--config", "bmc"]);
    assert!(files.iter().any(|(name, text)| name == "000000-notes.txt" && text == "mine"));
    assert!(!files.iter().any(|(name, _)| name.starts_with("999999")));
}

#[test]
fn a_folder_that_cannot_be_made_is_bad_input() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("program.c");
    std::fs::write(&program, UNSAFE).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_argand"));
    command.args(["verify", "--check", "unreach", "--dump-smt"]).arg(program.join("below")).arg(&program);
    let ran = run(&mut command, 60);
    assert_eq!(ran.code, 2, "{}", ran.output);
    assert!(ran.errors.contains("cannot write to"), "{}", ran.errors);
}
