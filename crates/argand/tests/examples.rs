//! The programs of `examples/`: the default decides them all, and explains what is wrong with them.
#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

mod common;

use common::{c_files, complaints, reported_line, run};
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

fn manifest() -> Vec<toml::Table> {
    let text = std::fs::read_to_string(folder().join("manifest.toml")).unwrap();
    let table: toml::Table = text.parse().unwrap();
    table["example"].as_array().unwrap().iter().map(|example| example.as_table().unwrap().clone()).collect()
}

fn text<'e>(example: &'e toml::Table, key: &str) -> Option<&'e str> {
    example.get(key).map(|value| value.as_str().unwrap())
}

#[test]
fn every_example_is_in_the_manifest_once() {
    let mut listed: Vec<String> = manifest().iter().map(|e| text(e, "file").unwrap().to_owned()).collect();
    listed.sort();
    let name = |path: PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    let mut there: Vec<String> = c_files(&folder()).into_iter().map(name).collect();
    there.sort();
    assert_eq!(listed, there);
}

#[test]
fn the_default_is_right_about_every_example_and_says_why() {
    let complaints = complaints(&manifest(), |example| {
        let file = text(example, "file").unwrap();
        // Much more than it needs: this is not about time.
        let mut command = Command::new(env!("CARGO_BIN_EXE_argand"));
        command.args(["verify", "--time", "280s"]).current_dir(folder());
        if let Some(check) = text(example, "check") {
            command.args(["--check", check]);
        }
        if let Some(function) = text(example, "function") {
            command.args(["--function", function]);
        }
        let options = example.get("options").and_then(toml::Value::as_array).into_iter().flatten();
        command.args(options.map(|option| option.as_str().unwrap()));
        let ran = run(command.arg(file), 300);
        let (verdict, says) = (text(example, "verdict").unwrap(), text(example, "says").unwrap_or(""));
        let line = example.get("line").map(|line| u32::try_from(line.as_integer().unwrap()).unwrap());
        let right = ran.output.lines().last() == Some(verdict);
        let explained = ran.output.contains(says) && line == reported_line(&ran.output);
        // Names of ours mean nothing to the user.
        let ours = ran.output.contains("__argand");
        if right && explained && !ours {
            return Ok(());
        }
        Err(format!("{file} should be {verdict}, {line:?}, saying {says:?}:\n{}{}", ran.output, ran.errors))
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
