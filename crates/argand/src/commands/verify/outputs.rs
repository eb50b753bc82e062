//! Results for other tools: which are asked for, whether they can be written, and where they go.
//!
//! Standard output belongs to one reader. It has the report for people, or lines for a service, and ends with the
//! verdict; or it has one JSON document and nothing else.

use super::VerifyArguments;
use crate::disk::{check_writable, same_file, write_atomically};
use crate::input::Terms;
use crate::native;
use argand_report::harness::{Harness, Request, harness};
use argand_report::results::Reproduction;
use argand_report::{Asked, Results, annotations, one_line, results, sarif};
use argand_verifier::{Configuration, Report, Task, Verdict};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// Results for other tools.
#[derive(Clone, Args)]
pub struct OutputArguments {
    /// Write the results as JSON; without a file to standard output, which then has nothing else
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    json: Option<PathBuf>,

    /// Write the results as SARIF 2.1.0, for code scanning; - is standard output, which then has nothing else
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,

    /// What standard output has
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    /// Write a C file that makes a violation happen natively; how it is compiled stands in its first lines
    #[arg(long, value_name = "FILE.c")]
    harness: Option<PathBuf>,

    /// Compile that file with gcc and the program, run it, and say whether the violation happens
    #[arg(long)]
    reproduce: bool,
}

/// What standard output has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// The counterexample, assumptions and reasons, then the verdict
    Text,
    /// Lines as gcc writes them, then the verdict
    Gcc,
    /// Workflow commands of GitHub Actions, then the verdict
    Github,
    /// A code quality report of GitLab, which is JSON
    Gitlab,
}

/// What stands for standard output.
fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

impl OutputArguments {
    fn files(&self) -> impl Iterator<Item = (&'static str, &PathBuf)> {
        [("--json", &self.json), ("--sarif", &self.sarif), ("--harness", &self.harness)]
            .into_iter()
            .filter_map(|(option, path)| Some((option, path.as_ref()?)))
    }

    /// Whether the violation is to be made to happen natively.
    pub(super) const fn wants_harness(&self) -> bool {
        self.harness.is_some() || self.reproduce
    }

    /// The name of the harness in its own first lines.
    pub(super) fn harness_name(&self) -> String {
        let named = self.harness.as_deref().filter(|path| !is_stdout(path)).unwrap_or(Path::new("harness.c"));
        named.to_string_lossy().into_owned()
    }

    /// Says what cannot be reproduced, and runs the harness if that was asked for.
    pub(super) fn try_natively(&self, harness: &Harness) -> Option<Reproduction> {
        for what in &harness.left_out {
            eprintln!("argand: the harness cannot reproduce {}", one_line(what));
        }
        self.reproduce.then(|| {
            let (reproduced, text) = match native::reproduce(harness) {
                Ok(text) => (true, text),
                Err(text) => (false, text),
            };
            let word = if reproduced { "reproduced" } else { "not reproduced" };
            eprintln!("{word}: {}", one_line(&text));
            Reproduction { reproduced, text }
        })
    }

    /// Complains before any work is done of what cannot be written after it. `inputs` must not be overwritten;
    /// `others` are files that other options write.
    pub(super) fn check(
        &self,
        inputs: &[PathBuf],
        others: &[(&'static str, &PathBuf)],
    ) -> Result<(), String> {
        let mut to_stdout: Vec<&str> =
            self.files().filter(|(_, path)| is_stdout(path)).map(|(option, _)| option).collect();
        if self.format != Format::Text {
            to_stdout.push("--format");
        }
        if let [first, second, ..] = to_stdout[..] {
            return Err(format!("{first} and {second} cannot both have standard output"));
        }
        let mut written: Vec<(&str, &PathBuf)> = self.files().filter(|(_, path)| !is_stdout(path)).collect();
        written.extend(others);
        for (index, (option, path)) in written.iter().enumerate() {
            if let Some(input) = inputs.iter().find(|input| same_file(input, path)) {
                return Err(format!("{option} would overwrite the input '{}'", input.display()));
            }
            if let Some((other, _)) = written[..index].iter().find(|(_, earlier)| same_file(earlier, path)) {
                return Err(format!("{other} and {option} would write the same file '{}'", path.display()));
            }
            check_writable(path)
                .map_err(|error| format!("{option}: cannot write '{}': {error}", path.display()))?;
        }
        Ok(())
    }

    /// Prints and writes what was asked for; `text` is the report for people, which ends with the verdict.
    pub(super) fn deliver(
        &self,
        results: &Results,
        harness: Option<&Harness>,
        text: &str,
    ) -> Result<(), String> {
        let verdict = format!("{}\n", results.verdict);
        let printed = match (self.files().find(|(_, path)| is_stdout(path)), self.format) {
            (Some(("--json", _)), _) => results.json(),
            (Some(("--sarif", _)), _) => sarif_text(results),
            (Some(_), _) => harness.map_or_else(String::new, |harness| harness.text.clone()),
            (None, Format::Text) => text.to_owned(),
            (None, Format::Gcc) => annotations::gcc(results) + &verdict,
            (None, Format::Github) => annotations::github(results) + &verdict,
            (None, Format::Gitlab) => annotations::gitlab(results),
        };
        crate::report::print(printed.as_bytes());
        for (option, path) in self.files().filter(|(_, path)| !is_stdout(path)) {
            let content = match (option, harness) {
                ("--json", _) => results.json(),
                ("--sarif", _) => sarif_text(results),
                (_, Some(harness)) => harness.text.clone(),
                (_, None) => continue,
            };
            write_atomically(path, content.as_bytes())
                .map_err(|error| format!("cannot write '{}': {error}", path.display()))?;
        }
        Ok(())
    }
}

/// Files below the current directory are named relative to it.
fn sarif_text(results: &Results) -> String {
    let base = std::env::current_dir().ok();
    sarif::document(results, base.as_deref().and_then(Path::to_str))
}

impl VerifyArguments {
    /// The harness of a violating run, if there is one and it was asked for.
    pub(super) fn harness(&self, task: &Task, report: &Report) -> Result<Option<Harness>, String> {
        let (Verdict::False(violated), Some(confirmed)) = (&report.verdict, &report.violation) else {
            return Ok(None);
        };
        if !self.outputs.wants_harness() {
            return Ok(None);
        }
        let terms = Terms { entry: task.wanted.entry()?, harness: Some(&self.function), ..Terms::default() };
        let sources = self.input.sources()?;
        let request = Request {
            program: &task.program,
            confirmed,
            violated,
            targets: &report.targets,
            entry: self.input.entry(&terms),
            files: &sources.files,
            preprocessor: &sources.preprocessor,
            small: task.program.types.model().pointer_bytes() == 4,
        };
        Ok(Some(harness(&request, &self.outputs.harness_name(), env!("CARGO_PKG_VERSION"))))
    }

    /// What was asked, for the results.
    pub(super) fn asked(
        &self,
        entry: Option<&str>,
        configuration: &Configuration,
        exit_code: u8,
    ) -> Result<Asked, String> {
        let strict = configuration.strict.iter().map(|kind| kind.name().to_owned());
        Ok(Asked {
            tool: results::Tool { name: "argand".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
            program: results::Subject {
                files: self.input.files().iter().map(|f| f.to_string_lossy().into_owned()).collect(),
                data_model: self.input.data_model()?.to_owned(),
                entry: self.input.entry(&self.terms(entry, configuration)).to_owned(),
            },
            configuration: results::HowAsked {
                name: configuration.name.clone(),
                settings: self.set.clone(),
                strict: strict.collect(),
                time_limit_seconds: Some(self.time.as_secs()),
                memory_limit_bytes: self.memory,
            },
            exit_code,
            load: Vec::new(),
        })
    }
}
