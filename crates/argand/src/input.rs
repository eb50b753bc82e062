//! The options that every command shares: which files, and how they become a program.

use crate::disk::Disk;
use crate::report;
use argand_cfa::DataModel;
use argand_frontend_c::{
    ExternPolicy, Externs, Loaded, Options, Preprocessing, apply_arguments, load, options_for,
};
use argand_support::Diagnostic;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The sizes of the basic types.
#[derive(Clone, Copy, ValueEnum)]
pub enum Model {
    /// int, long and pointers have 4 bytes
    #[value(name = "ILP32", alias = "ilp32", alias = "32")]
    Ilp32,
    /// long and pointers have 8 bytes
    #[value(name = "LP64", alias = "lp64", alias = "64")]
    Lp64,
}

/// What functions that are defined nowhere may do.
#[derive(Clone, Copy, ValueEnum)]
pub enum ExternWord {
    /// Write whatever their arguments lead to through pointers that are not const
    Write,
    /// Nothing but return any value
    Pure,
    /// Nobody knows: a path that calls one has no answer
    Unknown,
}

/// The files of a program and how they are read.
#[derive(Args)]
pub struct InputArguments {
    /// C files (.c, or .i when preprocessed); several are linked into one program
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The sizes of the basic types
    #[arg(long, value_name = "MODEL", default_value = "LP64")]
    data_model: Model,

    /// The function a run begins with; main, unless a property file names another
    #[arg(long, value_name = "FUNCTION")]
    entry: Option<String>,

    /// Run this compiler with -E instead of the built-in preprocessor
    #[arg(long, value_name = "COMPILER", num_args = 0..=1, default_missing_value = "cc")]
    preprocess_with: Option<String>,

    /// Take preprocessor options from this compilation database
    #[arg(long, value_name = "JSON")]
    compile_commands: Option<PathBuf>,

    /// What functions that are defined nowhere may do [default: write]
    #[arg(long, value_name = "POLICY")]
    externs: Option<ExternWord>,

    /// Follow the conventions of the software-verification competition: undefined functions change nothing, and malloc
    /// does not fail
    #[arg(long)]
    svcomp: bool,

    /// Preprocessor options: -I DIR, -isystem DIR, -D NAME[=VALUE], -U NAME
    #[arg(last = true, value_name = "OPTION", allow_hyphen_values = true)]
    preprocessor: Vec<String>,
}

impl InputArguments {
    /// Whether the conventions of the competition hold.
    #[must_use]
    pub const fn svcomp(&self) -> bool {
        self.svcomp
    }

    /// A policy with what the command line says on top.
    fn policy(&self, mut policy: ExternPolicy) -> ExternPolicy {
        let word = match (self.externs, self.svcomp) {
            (Some(ExternWord::Write), _) => Some(Externs::Write),
            (Some(ExternWord::Pure), _) | (None, true) => Some(Externs::Pure),
            (Some(ExternWord::Unknown), _) => Some(Externs::Unknown),
            (None, false) => None,
        };
        policy.default = word.unwrap_or(policy.default);
        policy
    }

    /// The options with which another command loads the same program, as far as they differ from the usual ones.
    #[must_use]
    pub fn replay_options(&self, entry: Option<&str>, externs: &ExternPolicy) -> Vec<String> {
        let mut options: Vec<String> =
            self.files.iter().map(|file| quoted(&file.to_string_lossy())).collect();
        if matches!(self.data_model, Model::Ilp32) {
            options.push("--data-model ILP32".to_owned());
        }
        if let Some(entry) = self.entry.as_deref().or(entry).filter(|&entry| entry != "main") {
            options.push(format!("--entry {entry}"));
        }
        match self.policy(externs.clone()).default {
            Externs::Write => {}
            Externs::Pure => options.push("--externs pure".to_owned()),
            Externs::Unknown => options.push("--externs unknown".to_owned()),
        }
        options
    }

    fn options(&self, entry: Option<&str>, externs: ExternPolicy) -> Result<Options, String> {
        let entry = self.entry.as_deref().or(entry).unwrap_or("main").to_owned();
        let mut options = Options { entry, externs: self.policy(externs), ..Options::default() };
        options.data_model = match self.data_model {
            Model::Ilp32 => DataModel::Ilp32,
            Model::Lp64 => DataModel::Lp64,
        };
        if let Some(path) = &self.compile_commands {
            let json = std::fs::read_to_string(path)
                .map_err(|error| format!("cannot read '{}': {error}", path.display()))?;
            let file = &self.files[0];
            options = options_for(&json, file, &options)
                .or_else(|error| {
                    let absolute = std::fs::canonicalize(file).map_err(|_| error)?;
                    options_for(&json, &absolute, &options)
                })
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
        apply_arguments(&mut options, &self.preprocessor, Path::new(""), true).map_err(|e| e.to_string())?;
        if let Some(compiler) = &self.preprocess_with {
            options.preprocessing = Preprocessing::External(compiler.clone());
        }
        Ok(options)
    }

    /// Loads the program, which begins at `entry` and whose undefined functions do what `externs` says unless the
    /// command line says otherwise. Bad input has been reported when this returns that it was refused.
    pub fn load(
        &self,
        entry: Option<&str>,
        externs: ExternPolicy,
    ) -> Result<Result<Loaded, Refused>, String> {
        match load(&self.files, &self.options(entry, externs)?, &Disk) {
            Ok(loaded) => {
                report::print_diagnostics(&loaded.warnings, &loaded.program.sources);
                Ok(Ok(loaded))
            }
            Err(failure) => {
                report::print_diagnostics(&failure.diagnostics, &failure.sources);
                let place = |limit: &Diagnostic| failure.sources.describe(limit.span);
                Ok(Err(Refused {
                    limit: failure.limit().map(|limit| format!("{}: {}", place(limit), limit.message)),
                }))
            }
        }
    }
}

/// A program that cannot be loaded.
#[derive(Debug)]
pub struct Refused {
    /// The place and the limit of ours that the program is beyond; a program without one is wrong.
    pub limit: Option<String>,
}

impl Refused {
    /// The exit code for bad input.
    #[must_use]
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(crate::BAD_INPUT)
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+,:=@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
