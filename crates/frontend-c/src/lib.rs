//! C source to control-flow automata.
//!
//! [`load`] preprocesses, parses and checks every file with the rucc crates and lowers everything into one
//! [`Program`](argand_cfa::Program). What is not about C's trees is done by `argand_linker`: it links the units by name, has models of
//! the library functions they use and writes the start-up code. Errors are diagnostics with a place.
//!
//! The rucc crates declare their interface unstable, so this crate is the only one that names them.
//!
//! **Invariant:** files are read and programs are run only through the [`Files`] that the caller gives.

mod body;
mod command_line;
mod compilation;
mod compile_commands;
mod cx;
mod diagnose;
mod externs;
mod files;
mod globals;
mod init;
mod load;
mod mended;
mod outline;
mod overrides;
mod parse;
mod refuse;
mod replaced;
mod tokens;
mod types;
mod unit;
mod vendor;

pub use command_line::CommandError;
pub use compilation::{Compilation, Folder, IncludedFirst, Types};
pub use compile_commands::{Entry, compilation_for};
pub use files::{Files, MemoryFiles};
pub use load::{Failure, Loaded, PhaseTimes, Stats, load, load_str, outline, outline_str};

use argand_cfa::DataModel;
use argand_linker::firmware::Firmware;
use argand_linker::startup::Harness;
use argand_linker::{ExternPolicy, Volatile};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How the preprocessor is run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Preprocessing {
    /// In this process.
    #[default]
    InProcess,
    /// By the compiler of this name, called with `-E`.
    External(String),
}

/// How source becomes a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The sizes of the basic types.
    pub data_model: DataModel,
    /// The function a run begins with.
    pub entry: String,
    /// How its arguments are made, where it is verified on its own.
    pub harness: Option<Harness>,
    /// How files are compiled.
    pub compilation: Compilation,
    /// How files are compiled that are not compiled like the others.
    pub own: BTreeMap<PathBuf, Compilation>,
    /// Directories of system headers, searched last.
    pub system_dirs: Vec<PathBuf>,
    /// How the preprocessor is run.
    pub preprocessing: Preprocessing,
    /// What functions that are defined nowhere are taken to do.
    pub externs: ExternPolicy,
    /// What reads of volatile objects give.
    pub volatile: Volatile,
    /// The machine under the program: its registers and interrupts.
    pub firmware: Firmware,
    /// Whether allocation may fail, which is an input of the program then.
    pub malloc_may_fail: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            data_model: DataModel::Lp64,
            entry: "main".to_owned(),
            harness: None,
            compilation: Compilation::default(),
            own: BTreeMap::new(),
            system_dirs: ["/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include"]
                .map(PathBuf::from)
                .to_vec(),
            preprocessing: Preprocessing::InProcess,
            externs: ExternPolicy::default(),
            volatile: Volatile::default(),
            firmware: Firmware::default(),
            malloc_may_fail: false,
        }
    }
}

impl Options {
    /// How a file is compiled.
    #[must_use]
    pub fn compilation_of(&self, file: &Path) -> &Compilation {
        self.own.get(file).unwrap_or(&self.compilation)
    }
}
