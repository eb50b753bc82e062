//! The subcommands, one file each.

pub mod cfa;
pub mod configs;
pub mod run;
pub mod slice;
pub mod test_gen;
pub mod validate;
pub mod verify;
pub mod witness;
