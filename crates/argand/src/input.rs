//! The options that every command shares: which files, and how they become a program.

use crate::disk::Disk;
use crate::report;
use argand_cfa::outline::Outline;
use argand_cfa::{AddressRange, DataModel};
use argand_frontend_c::{Compilation, Loaded, Options, Preprocessing, compilation_for, load, outline};
use argand_linker::firmware::Firmware;
use argand_linker::startup::Harness;
use argand_linker::{ExternPolicy, Externs, Volatile};
use argand_report::shell_word;
use argand_support::{Diagnostic, Severity, SourceMap, Span};
use argand_verifier::config::policy::{EXTERNS, VOLATILE, extern_named, range_named, volatile_named};
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

    /// Take the options of the compiler for each file from this compilation database
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

    /// At these addresses the machine has registers instead of memory: a read gives any value, which is an input, and
    /// what is written there is gone; may be given several times
    #[arg(long, value_name = "FIRST-LAST", value_parser = range_named)]
    registers: Vec<AddressRange>,

    /// This function, `void handler(void)`, may run wherever the rest of the program can tell, as an interrupt does;
    /// may be given several times
    #[arg(long = "interrupt", value_name = "HANDLER")]
    interrupts: Vec<String>,

    /// Let every malloc and calloc fail or not, as an input of the program says, those of library functions too
    #[arg(long, conflicts_with = "svcomp")]
    malloc_may_fail: bool,

    /// Follow the conventions of the software-verification competition: undefined functions change nothing, and malloc
    /// does not fail
    #[arg(long)]
    svcomp: bool,

    /// Options of gcc or clang, as the program is built with them: those that change what it means are honoured
    /// (-I, -D, -include, -std, -m32, -funsigned-char, …), those that do not are passed over (-O2, -Wall, …)
    #[arg(last = true, value_name = "OPTION", allow_hyphen_values = true)]
    compiler: Vec<String>,
}

/// How a function is verified on its own.
#[derive(Args)]
pub struct HarnessArguments {
    /// Verify this function on its own: it is called with any valid arguments, pointers to objects of any content
    /// among them (see docs/your-code.md)
    #[arg(long, value_name = "NAME", conflicts_with = "entry")]
    function: Option<String>,

    /// The most elements that a pointer argument of --function leads to, or characters of a string
    #[arg(long, value_name = "N", default_value_t = 8, requires = "function",
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    elements: u64,

    /// How many pointers deep the objects are made that arguments of --function lead to
    #[arg(long, value_name = "N", default_value_t = 1, requires = "function",
          value_parser = clap::value_parser!(u32).range(0..=16))]
    depth: u32,

    /// What the parameter POINTER of --function leads to has as many elements as its parameter NUMBER says; may be
    /// given several times
    #[arg(long = "length", value_name = "POINTER=NUMBER", value_parser = two_names, requires = "function")]
    lengths: Vec<(String, String)>,
}

fn two_names(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((pointer, number)) if !pointer.is_empty() && !number.is_empty() => {
            Ok((pointer.to_owned(), number.to_owned()))
        }
        _ => Err("expected two parameters, such as `text=size`".to_owned()),
    }
}

impl HarnessArguments {
    /// The function that is verified on its own.
    #[must_use]
    pub fn function(&self) -> Option<&str> {
        self.function.as_deref()
    }

    /// How its arguments are made.
    #[must_use]
    pub fn harness(&self) -> Option<Harness> {
        let made = |_| Harness { elements: self.elements, depth: self.depth, lengths: self.lengths.clone() };
        self.function.as_ref().map(made)
    }

    /// The same as options of another command.
    fn replay_options(&self) -> Vec<String> {
        let Some(function) = &self.function else { return Vec::new() };
        let mut options = vec![format!("--function {}", shell_word(function))];
        options.push(format!("--elements {} --depth {}", self.elements, self.depth));
        let lengths = self.lengths.iter().map(|(pointer, number)| format!("{pointer}={number}"));
        options.extend(lengths.map(|pair| format!("--length {}", shell_word(&pair))));
        options
    }
}

/// What is said of a program beside the command line that names its files.
#[derive(Clone, Default)]
pub struct Terms<'a> {
    /// The function that a run begins with, where a property file names one.
    pub entry: Option<&'a str>,
    /// What functions that are defined nowhere may do.
    pub externs: ExternPolicy,
    /// What a read of a volatile object gives.
    pub volatile: Volatile,
    /// The machine under the program.
    pub firmware: Firmware,
    /// How a function is verified on its own.
    pub harness: Option<&'a HarnessArguments>,
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
    pub fn sources(&self) -> Result<Sources, String> {
        let (options, _) = self.options(&Terms::default())?;
        let mut files = Vec::new();
        for path in &self.files {
            let bytes = std::fs::read(path).map_err(|e| format!("cannot read '{}': {e}", path.display()))?;
            files.push((path.to_string_lossy().into_owned(), String::from_utf8_lossy(&bytes).into_owned()));
        }
        let preprocessor = options.compilation_of(&self.files[0]).arguments();
        Ok(Sources { files, preprocessor })
    }

    /// The name of the sizes of the basic types.
    ///
    /// # Errors
    /// Options of a compiler that cannot be used.
    pub fn data_model(&self) -> Result<&'static str, String> {
        let (options, _) = self.options(&Terms::default())?;
        Ok(options.data_model.name())
    }

    /// The function a run begins with.
    #[must_use]
    pub fn entry<'a>(&'a self, terms: &Terms<'a>) -> &'a str {
        let alone = terms.harness.and_then(HarnessArguments::function);
        alone.or(self.entry.as_deref()).or(terms.entry).unwrap_or("main")
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

    /// A machine with what the command line says on top.
    fn firmware(&self, mut firmware: Firmware) -> Firmware {
        for &range in &self.registers {
            if !firmware.registers.contains(&range) {
                firmware.registers.push(range);
            }
        }
        for name in &self.interrupts {
            if !firmware.interrupts.contains(name) {
                firmware.interrupts.push(name.clone());
            }
        }
        firmware
    }

    /// Refuses a question that has no good answer: a program that is interrupted for ever does not end.
    ///
    /// # Errors
    /// A message for the user.
    pub fn check_question(&self, terms: &Terms<'_>, termination: bool) -> Result<(), String> {
        if termination && !self.firmware(terms.firmware.clone()).interrupts.is_empty() {
            return Err(
                "whether a program ends cannot be asked together with interrupts: they may come for ever"
                    .to_owned(),
            );
        }
        Ok(())
    }

    /// The options with which another command loads the same program, as far as they differ from the usual ones; those
    /// of the compiler are the last, behind `--`.
    #[must_use]
    pub fn replay_options(&self, terms: &Terms<'_>) -> Vec<String> {
        let mut options: Vec<String> =
            self.files.iter().map(|file| shell_word(&file.to_string_lossy())).collect();
        if matches!(self.data_model, Model::Ilp32) {
            options.push("--data-model ILP32".to_owned());
        }
        let harness = terms.harness.filter(|harness| harness.function.is_some());
        if let Some(harness) = harness {
            options.extend(harness.replay_options());
        } else if let Some(entry) = self.entry.as_deref().or(terms.entry).filter(|&entry| entry != "main") {
            options.push(format!("--entry {entry}"));
        }
        let policy = self.policy(terms.externs.clone());
        if policy.default != Externs::default() {
            options.push(format!("--externs {}", word_of(&EXTERNS, policy.default)));
        }
        for (function, externs) in &policy.functions {
            options.push(format!("--externs {}={}", shell_word(function), word_of(&EXTERNS, *externs)));
        }
        let volatile = self.volatile.unwrap_or(terms.volatile);
        if volatile != Volatile::default() {
            options.push(format!("--volatile {}", word_of(&VOLATILE, volatile)));
        }
        let firmware = self.firmware(terms.firmware.clone());
        options.extend(firmware.registers.iter().map(|range| format!("--registers {range}")));
        options.extend(firmware.interrupts.iter().map(|name| format!("--interrupt {}", shell_word(name))));
        if self.malloc_may_fail {
            options.push("--malloc-may-fail".to_owned());
        }
        if let Some(path) = &self.compile_commands {
            options.push(format!("--compile-commands {}", shell_word(&path.to_string_lossy())));
        }
        if let Some(compiler) = &self.preprocess_with {
            options.push(format!("--preprocess-with={}", shell_word(compiler)));
        }
        if !self.compiler.is_empty() {
            options.push("--".to_owned());
            options.extend(self.compiler.iter().map(|word| shell_word(word)));
        }
        options
    }

    /// How the program is loaded, with what is worth telling about it.
    fn options(&self, terms: &Terms<'_>) -> Result<(Options, Vec<Diagnostic>), String> {
        let entry = self.entry(terms).to_owned();
        let (externs, volatile) =
            (self.policy(terms.externs.clone()), self.volatile.unwrap_or(terms.volatile));
        let harness = terms.harness.and_then(HarnessArguments::harness);
        let malloc_may_fail = self.malloc_may_fail;
        let firmware = self.firmware(terms.firmware.clone());
        let mut options =
            Options { entry, harness, externs, volatile, firmware, malloc_may_fail, ..Options::default() };
        options.data_model = match self.data_model {
            Model::Ilp32 => DataModel::Ilp32,
            Model::Lp64 => DataModel::Lp64,
        };
        let notes = self.compilations(&mut options)?;
        if let Some(compiler) = &self.preprocess_with {
            options.preprocessing = Preprocessing::External(compiler.clone());
        }
        Ok((options, notes))
    }

    /// Finds out how the files are compiled: as the database says, and as the command line says on top.
    fn compilations(&self, options: &mut Options) -> Result<Vec<Diagnostic>, String> {
        let mut notes = Vec::new();
        let apply = |compilation: &mut Compilation| {
            compilation.apply(&self.compiler, Path::new("")).map_err(|error| error.to_string())
        };
        apply(&mut options.compilation)?;
        if let Some(path) = &self.compile_commands {
            let json = std::fs::read_to_string(path)
                .map_err(|error| format!("cannot read '{}': {error}", path.display()))?;
            for file in &self.files {
                let absolute = std::fs::canonicalize(file).unwrap_or_else(|_| file.clone());
                let entry = compilation_for(&json, &absolute, &Compilation::default())
                    .map_err(|error| format!("{}: {error}", path.display()))?;
                if let Some(other) = &entry.instead {
                    let (file, other) = (file.display(), other.display());
                    let message = format!(
                        "{} has no command for '{file}': it is compiled as '{other}' is",
                        path.display()
                    );
                    notes.push(Diagnostic {
                        severity: Severity::Warning,
                        ..Diagnostic::error(message, Span::NONE)
                    });
                }
                let mut compilation = entry.compilation;
                apply(&mut compilation)?;
                options.own.insert(file.clone(), compilation);
            }
        }
        let asked = self
            .files
            .iter()
            .filter_map(|file| options.compilation_of(file).data_model.map(|model| (file, model)));
        let asked: Vec<_> = asked.collect();
        if let Some(((first, model), (other, _))) =
            asked.iter().find_map(|one| Some((asked.first()?, one)).filter(|(a, b)| a.1 != b.1))
        {
            let (first, other, model) = (first.display(), other.display(), model.name());
            return Err(format!(
                "'{first}' is compiled for {model} and '{other}' is not: they cannot be linked"
            ));
        }
        if let Some(&(_, model)) = asked.first() {
            options.data_model = model;
        }
        Ok(notes)
    }

    /// Loads the program, on these terms unless the command line says otherwise. Bad input has been reported when this
    /// returns that it was refused.
    pub fn load(&self, terms: &Terms<'_>) -> Result<Result<Loaded, Refused>, String> {
        let (options, notes) = self.options(terms)?;
        report::print_diagnostics(&notes, &SourceMap::default());
        match load(&self.files, &options, &Disk) {
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
        let (options, _) = self.options(&Terms::default())?;
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
