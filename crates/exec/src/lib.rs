//! The concrete interpreter of control-flow automata: the oracle.
//!
//! It runs a [`Program`](argand_cfa::Program) with exact C memory and finds what C forbids. A program
//! without inputs prints and returns what the same program compiled by gcc does; a counterexample is
//! believed only when a run here reaches the violation.
//!
//! * [`Interpreter`] takes the steps, [`Config`] says where inputs come from and which findings end a run,
//!   [`Outcome`] says what happened;
//! * [`InputSource`] is asked for every value that the program does not compute;
//! * [`Observer`] sees every step and can read variables, places and expressions.
//!
//! **Invariant:** two runs with equal programs, configurations and inputs do the same, addresses included;
//! nothing the program does can panic the interpreter or use up the host's stack.

mod access;
mod address;
mod calls;
mod code;
mod endless;
mod eval;
mod finding;
mod format;
mod input;
mod leak;
mod library;
mod machine;
mod math;
mod memory;
mod observe;
mod print;
mod report;
mod snapshot;
mod value;
mod varargs;
mod variables;

pub use address::{Storage, function_address};
pub use finding::{Action, Allowed, End, ErrorKind, Finding, Outcome, Policy, StackEntry, Uninitialised};
pub use input::{CommandLine, Input, InputKind, InputSource, ListInput, Request, SeedInput};
pub use machine::{Config, Interpreter, Prepared};
pub use memory::ObjectInfo;
pub use observe::{Observer, Pointee, StateView};
pub use report::place_name;
pub use snapshot::{Content, ObjectSnapshot, Snapshot, Stored, VarHome};
