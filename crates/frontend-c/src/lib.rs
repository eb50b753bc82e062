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
mod compile_commands;
mod cx;
mod diagnose;
mod externs;
mod files;
mod globals;
mod init;
mod load;
mod outline;
mod overrides;
mod parse;
mod refuse;
mod replaced;
mod tokens;
mod types;
mod unit;

pub use compile_commands::{CommandError, apply_arguments, options_for};
pub use files::{Files, MemoryFiles};
pub use load::{Failure, Loaded, PhaseTimes, Stats, load, load_str, outline, outline_str};

use argand_cfa::DataModel;
use argand_linker::{ExternPolicy, Volatile};
use std::path::PathBuf;

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
    /// Directories for `#include`, as `-I` gives them.
    pub include_dirs: Vec<PathBuf>,
    /// Directories of system headers, searched last.
    pub system_dirs: Vec<PathBuf>,
    /// Macros as `-D` gives them: `NAME` or `NAME=value`.
    pub defines: Vec<String>,
    /// Macros that `-U` removes.
    pub undefines: Vec<String>,
    /// How the preprocessor is run.
    pub preprocessing: Preprocessing,
    /// What functions that are defined nowhere are taken to do.
    pub externs: ExternPolicy,
    /// What reads of volatile objects give.
    pub volatile: Volatile,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            data_model: DataModel::Lp64,
            entry: "main".to_owned(),
            include_dirs: Vec::new(),
            system_dirs: ["/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include"]
                .map(PathBuf::from)
                .to_vec(),
            defines: Vec::new(),
            undefines: Vec::new(),
            preprocessing: Preprocessing::InProcess,
            externs: ExternPolicy::default(),
            volatile: Volatile::default(),
        }
    }
}
