//! C source to control-flow automata.
//!
//! Source files are preprocessed, parsed and type-checked by the rucc crates, which nothing outside this
//! crate names; then every unit is lowered into one [`argand_cfa::Program`].
//!
//! **Invariant:** the crate reads files only through the file system it is given.

#![allow(dead_code, reason = "the seam comes before what uses it")]

mod body;
mod cx;
mod links;
mod unit;
