//! What people and other tools see of a verification: results for machines, pictures and pages.
//!
//! Everything here turns values into text or pixels; nothing here reads or writes files.

pub mod annotations;
pub mod arg;
pub mod bench;
mod escape;
mod gather;
pub mod harness;
pub mod html;
pub mod layout;
pub mod memory;
pub mod pixels;
pub mod results;
mod rules;
pub mod sarif;
#[cfg(test)]
pub(crate) mod testing;

pub use escape::{one_line, shell as shell_word};
pub use gather::{Asked, gather, gather_failure};
pub use results::Results;
