//! What people and other tools see of a verification: results for machines, pictures and pages.
//!
//! Everything here turns values into text or pixels; nothing here reads or writes files.

pub mod arg;
pub mod html;
pub mod layout;
pub mod pixels;
#[cfg(test)]
pub(crate) mod testing;
