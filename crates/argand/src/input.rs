//! The options that every command shares: which files, and how they become a program.

use crate::disk::Disk;
use crate::report;
use argand_cfa::DataModel;
use argand_cfa::outline::Outline;
use argand_frontend_c::{Loaded, Options, Preprocessing, apply_arguments, load, options_for, outline};
use argand_linker::{ExternPolicy, Externs, Volatile};
use argand_report::shell_word;
use argand_support::{Diagnostic, SourceMap};
use argand_verifier::config::policy::{EXTERNS, VOLATILE, extern_named, volatile_named};
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

/// What functions that are defined nowhere may do: all that are not named, or one.
#[derive(Clone)]
struct ExternSetting {
    function: Option<String>,
    externs: Externs,
}

fn extern_setting(text: &str) -> Result<ExternSetting, String> {
    let (function, word) = match text.split_once('=') {
        Some((function, word)) => (Some(function.to_owned()), word),
        None => (None, text),
    };
    Ok(ExternSetting { function, externs: extern_named(word)? })
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

    /// What functions that are defined nowhere may do: write whatever their arguments lead to through pointers that are
    /// not const (write, the default), nothing but return any value (pure), or nobody knows (unknown: a path that calls
    /// one has no answer). With NAME= it is about one function; may be given several times
    #[arg(long, value_name = "[NAME=]POLICY", value_parser = extern_setting)]
    externs: Vec<ExternSetting>,

    /// What a read of a volatile object gives: what was written there (memory, the default), or an input of the program
    /// (input)
    #[arg(long, value_name = "WORD", value_parser = volatile_named)]
    volatile: Option<Volatile>,

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

    /// The files as they were named.
    #[must_use]
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// The files with their texts, and the options of the preprocessor, as a compiler takes them.
    ///
    /// # Errors
    /// A file or a database that cannot be read.
    pub fn sources(&self, entry: Option<&str>) -> Result<Sources, String> {
        let options = self.options(entry, ExternPolicy::default(), Volatile::default())?;
        let mut files = Vec::new();
        for path in &self.files {
            let bytes = std::fs::read(path).map_err(|e| format!("cannot read '{}': {e}", path.display()))?;
            files.push((path.to_string_lossy().into_owned(), String::from_utf8_lossy(&bytes).into_owned()));
        }
        let folders =
            options.include_dirs.iter().flat_map(|dir| ["-I".to_owned(), dir.to_string_lossy().into_owned()]);
        let defines = options.defines.iter().map(|define| format!("-D{define}"));
        let undefines = options.undefines.iter().map(|name| format!("-U{name}"));
        Ok(Sources { files, preprocessor: folders.chain(defines).chain(undefines).collect() })
    }

    /// The name of the sizes of the basic types.
    #[must_use]
    pub const fn data_model(&self) -> &'static str {
        match self.data_model {
            Model::Ilp32 => "ILP32",
            Model::Lp64 => "LP64",
        }
    }

    /// The function a run begins with, where a property file may name one.
    #[must_use]
    pub fn entry<'a>(&'a self, named: Option<&'a str>) -> &'a str {
        self.entry.as_deref().or(named).unwrap_or("main")
    }

    /// A policy with what the command line says on top.
    fn policy(&self, mut policy: ExternPolicy) -> ExternPolicy {
        if self.svcomp {
            policy.default = Externs::Pure;
        }
        for ExternSetting { function, externs } in &self.externs {
            match function {
                None => policy.default = *externs,
                Some(function) => drop(policy.functions.insert(function.clone(), *externs)),
            }
        }
        policy
    }

    /// The options with which another command loads the same program, as far as they differ from the usual ones.
    #[must_use]
    pub fn replay_options(
        &self,
        entry: Option<&str>,
        externs: &ExternPolicy,
        volatile: Volatile,
    ) -> Vec<String> {
        let mut options: Vec<String> =
            self.files.iter().map(|file| shell_word(&file.to_string_lossy())).collect();
        if matches!(self.data_model, Model::Ilp32) {
            options.push("--data-model ILP32".to_owned());
        }
        if let Some(entry) = self.entry.as_deref().or(entry).filter(|&entry| entry != "main") {
            options.push(format!("--entry {entry}"));
        }
        let policy = self.policy(externs.clone());
        if policy.default != Externs::default() {
            options.push(format!("--externs {}", word_of(&EXTERNS, policy.default)));
        }
        for (function, externs) in &policy.functions {
            options.push(format!("--externs {}={}", shell_word(function), word_of(&EXTERNS, *externs)));
        }
        let volatile = self.volatile.unwrap_or(volatile);
        if volatile != Volatile::default() {
            options.push(format!("--volatile {}", word_of(&VOLATILE, volatile)));
        }
        options
    }

    fn options(
        &self,
        entry: Option<&str>,
        externs: ExternPolicy,
        volatile: Volatile,
    ) -> Result<Options, String> {
        let entry = self.entry(entry).to_owned();
        let (externs, volatile) = (self.policy(externs), self.volatile.unwrap_or(volatile));
        let mut options = Options { entry, externs, volatile, ..Options::default() };
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

    /// Loads the program, which begins at `entry` and whose undefined functions and volatile objects are what `externs`
    /// and `volatile` say unless the command line says otherwise. Bad input has been reported when this returns that it was refused.
    pub fn load(
        &self,
        entry: Option<&str>,
        externs: ExternPolicy,
        volatile: Volatile,
    ) -> Result<Result<Loaded, Refused>, String> {
        match load(&self.files, &self.options(entry, externs, volatile)?, &Disk) {
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

impl InputArguments {
    /// Where the statements of the program are in its text; `None` if the text cannot be read again, which has been
    /// reported. `names` are the files of the program.
    pub fn outline(&self, names: &SourceMap) -> Result<Option<Outline>, String> {
        let options = self.options(None, ExternPolicy::default(), Volatile::default())?;
        match outline(&self.files, &options, &Disk, names) {
            Ok(outline) => Ok(Some(outline)),
            Err(failure) => {
                report::print_diagnostics(&failure.diagnostics, &failure.sources);
                Ok(None)
            }
        }
    }
}

/// The text of a program, as a compiler takes it.
#[derive(Debug)]
pub struct Sources {
    /// The files with their texts.
    pub files: Vec<(String, String)>,
    /// The options of the preprocessor.
    pub preprocessor: Vec<String>,
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

/// The word for a policy.
fn word_of<T: Copy + PartialEq>(words: &[(&'static str, T)], wanted: T) -> &'static str {
    words.iter().find(|(_, value)| *value == wanted).map_or("", |(word, _)| word)
}
