//! A C file that makes a violating run happen natively.
//!
//! It answers everything that the run took from outside: functions that are defined nowhere are defined in it, with the
//! results of each call and with what the call wrote through its pointers; library functions that read the world
//! (`getchar`, `time`, `getenv`, …) are replaced by the models that the run was made with, which read their inputs from a
//! table; `main` is called with the arguments of the run; objects that are only declared get their values; and where local
//! variables were read before they were written, the file holds a copy of the source in which their declarations fill
//! them. Sanitizers of gcc see the violation where it is one of memory or of arithmetic. What cannot be reproduced is
//! said ([`Harness::left_out`]).

mod build;
mod functions;
mod outside;
mod patch;
mod record;
mod values;
mod write;

pub use build::{Expectation, Happened};

use argand_cfa::{Program, Violated};
use argand_evidence::Confirmed;

/// What a harness is made of.
pub struct Request<'a> {
    /// The user's program.
    pub program: &'a Program,
    /// The run.
    pub confirmed: &'a Confirmed,
    /// What it violates.
    pub violated: &'a Violated,
    /// The functions whose call is a violation.
    pub targets: &'a [String],
    /// The function that the run begins with.
    pub entry: &'a str,
    /// The files of the program, each with its text.
    pub files: &'a [(String, String)],
    /// The options that the preprocessor needs.
    pub preprocessor: &'a [String],
    /// Whether the sizes of the basic types are those of 32-bit machines.
    pub small: bool,
}

/// A C file that makes a run happen natively, and how it is compiled.
pub struct Harness {
    /// The file.
    pub text: String,
    /// The options of gcc.
    pub options: Vec<String>,
    /// The files of the program that are compiled with it.
    pub files: Vec<String>,
    /// The options that come last.
    pub libraries: Vec<String>,
    /// What of the run cannot be made to happen natively, in the user's words.
    pub left_out: Vec<String>,
    /// Whether the run needs registers or interrupts: a native run then shows nothing of it.
    pub needs_machine: bool,
    /// What should happen.
    pub expectation: Expectation,
}

/// The harness of a run. `name` is what its own first lines call it.
#[must_use]
pub fn harness(request: &Request<'_>, name: &str, version: &str) -> Harness {
    let recording = record::record(request.program, request.confirmed, request.targets);
    let mut body = write::Body::default();
    body.answer(request, &recording);
    build::assemble(request, &body, name, version)
}
