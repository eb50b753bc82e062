//! `argand test-gen`: inputs for tests, one file for each path, with the branches that they cover.
//!
//! A file has one value in each line, in the order in which the program asks; `argand run --input-file` takes it. The
//! directory also gets `coverage.json`, which says what was covered.

use super::verify::parse_time;
use crate::disk::write_atomically;
use crate::input::{HarnessArguments, InputArguments, Terms};
use argand_cfa::Program;
use argand_exec::End;
use argand_support::Limits;
use argand_verifier::counterexample::value_text;
use argand_verifier::testgen::{Suite, SuiteEnd, Test, TestGoal};
use argand_verifier::{Configuration, Options, Task, Verification, Wanted};
use clap::Args;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Options of `argand test-gen`.
#[derive(Args)]
pub struct TestGenArguments {
    #[command(flatten)]
    input: InputArguments,

    #[command(flatten)]
    function: HarnessArguments,

    /// Write the tests to this directory
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Go on after every branch was taken, until every path has a test
    #[arg(long)]
    all_paths: bool,

    /// Make at most this many tests
    #[arg(long, value_name = "NUMBER", default_value_t = 1000)]
    tests: usize,

    /// Stop after this time: 500ms, 60s, 15min, 1h
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "60s")]
    time: Duration,

    /// Change one key of the configuration `test-gen`
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

/// Runs the command.
pub fn run(arguments: &TestGenArguments) -> Result<ExitCode, String> {
    let configuration = Configuration::load("test-gen", &arguments.set, &|path: &Path| {
        Err(format!("cannot read '{}'", path.display()))
    })?;
    let loaded =
        match arguments.input.load(&Terms { harness: Some(&arguments.function), ..Terms::default() })? {
            Ok(loaded) => loaded,
            Err(refused) => return Ok(refused.exit_code()),
        };
    let task = Task::new(loaded, Wanted::checks(&[]));
    let options = Options { limits: Limits::new(Some(arguments.time), None), ..Options::default() };
    let verification = Verification::new(&task, &configuration, options).map_err(|e| e.to_string())?;
    let goal = TestGoal { tests: arguments.tests.max(1), all_paths: arguments.all_paths };
    let suite = verification.tests(goal).map_err(|e| e.to_string())?;
    write(&task.program, &suite, &arguments.out)?;
    crate::report::print(table(&task.program, &suite).as_bytes());
    Ok(ExitCode::SUCCESS)
}

/// The name of the file of a test.
fn file_name(number: usize) -> String {
    format!("test-{:04}.txt", number + 1)
}

fn write(program: &Program, suite: &Suite, directory: &Path) -> Result<(), String> {
    let cannot = |path: &Path, error: std::io::Error| format!("cannot write '{}': {error}", path.display());
    std::fs::create_dir_all(directory).map_err(|error| cannot(directory, error))?;
    let mut files: Vec<(String, String)> = Vec::new();
    for (number, test) in suite.tests.iter().enumerate() {
        let mut text = String::new();
        for input in &test.inputs {
            let value = value_text(program, input.ty, input.value);
            let _ = writeln!(text, "{value} # {}", input.name.replace('\n', " "));
        }
        files.push((file_name(number), text));
    }
    files.push(("coverage.json".to_owned(), format!("{:#}\n", json(program, suite))));
    for (name, text) in files {
        let path = directory.join(name);
        write_atomically(&path, text.as_bytes()).map_err(|error| cannot(&path, error))?;
    }
    Ok(())
}

fn end_text(test: &Test) -> String {
    match &test.end {
        End::Exit(code) => format!("exit {code}"),
        End::Abort => "abort".to_owned(),
        End::Error(finding) => finding.message.clone(),
        End::Blocked => "an assumption fails".to_owned(),
        End::Unsupported(why) | End::Limit(why) => why.clone(),
    }
}

fn suite_end(suite: &Suite) -> String {
    match &suite.end {
        SuiteEnd::AllBranches => "every branch is taken both ways".to_owned(),
        SuiteEnd::AllPaths => "every path has a test; what is not covered cannot be".to_owned(),
        SuiteEnd::Enough => "as many tests as were asked for".to_owned(),
        SuiteEnd::Incomplete(why) => format!("not every path was explored: {why}"),
    }
}

fn json(program: &Program, suite: &Suite) -> serde_json::Value {
    let tests: Vec<_> = suite
        .tests
        .iter()
        .enumerate()
        .map(|(number, test)| {
            serde_json::json!({
                "file": file_name(number), "inputs": test.inputs.len(), "end": end_text(test), "new": test.new,
            })
        })
        .collect();
    let branches: Vec<_> = suite
        .branches
        .iter()
        .map(|branch| {
            serde_json::json!({
                "file": program.sources.name(branch.span.file),
                "line": branch.span.line,
                "column": branch.span.column,
                "condition": program.expr_text(branch.condition),
                "true": branch.taken,
                "false": branch.not_taken,
            })
        })
        .collect();
    let (covered, all) = suite.covered();
    serde_json::json!({
        "covered": covered, "branches": all, "end": suite_end(suite), "tests": tests, "conditions": branches,
    })
}

fn table(program: &Program, suite: &Suite) -> String {
    let mut text = format!("{:>6} {:>6}  condition\n", "true", "false");
    for branch in &suite.branches {
        let _ = writeln!(
            text,
            "{:>6} {:>6}  {}: {}",
            branch.taken,
            branch.not_taken,
            program.sources.describe(branch.span),
            program.expr_text(branch.condition)
        );
    }
    let (covered, all) = suite.covered();
    let _ =
        writeln!(text, "{} tests cover {covered} of {all} branches: {}", suite.tests.len(), suite_end(suite));
    text
}
