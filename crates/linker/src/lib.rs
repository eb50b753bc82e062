//! From units to one program: what every front end needs and no language has to itself.
//!
//! A front end lowers the units of a program one after the other. What lies between them is here, and nothing here knows
//! the tree that a front end lowers:
//! - [`library`] knows the functions of the C library: those that every analysis knows, those that have models in C, those
//!   that are expressions.
//! - [`Links`] is what the units share: names with external linkage and who defines them, what start-up has to do, calls
//!   that are resolved when the whole program is known. A front end says what it calls a declaration.
//! - [`ExternPolicy`] and [`Links::declare`] say what functions do that are defined nowhere.
//! - [`startup`] writes the code around the entry function.
//! - [`firmware`] writes into a finished program what the machine does: registers in place of memory, interrupts.
//! - [`Cursor`], [`build`], [`functions`] and [`calls`] write automata: edges that stay open until it is known where they
//!   lead, expressions that are folded where that is always right, functions, calls.
//!
//! The steps, in their order: [`Links::claim`] for every definition of every unit; the models that
//! [`Links::models_for`] asks for become one more unit; functions ([`functions::define`]) and objects of the
//! definitions are made and entered into [`Links`]; bodies are lowered; [`Links::resolve_calls`]; [`startup::build`];
//! `Program::finish`; [`firmware::Firmware::apply`].

pub mod build;
pub mod calls;
mod cursor;
mod externs;
pub mod firmware;
pub mod functions;
mod indirect;
pub mod library;
mod linkage;
mod links;
pub mod startup;

pub use cursor::Cursor;
pub use externs::{Declared, ExternPolicy, Externs, UndefinedFunction, Volatile, Writes};
pub use indirect::PointerCall;
pub use linkage::{Linked, Owner, Strength, compatible};
pub use links::{Links, StaticInit};
