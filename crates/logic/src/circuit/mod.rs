//! Circuits: gates with structural hashing, and the arithmetic built of them.
//!
//! The netlist is an and-inverter graph with three more gates (exclusive or, multiplexer, majority),
//! because those have shorter clauses of their own than their expansion into conjunctions has.

mod arith;
mod float;
mod float_arith;
mod float_convert;
mod gates;
#[cfg(test)]
mod simulate;
#[cfg(test)]
mod tests;

pub(crate) use gates::{Gate, Gates, Lit};
