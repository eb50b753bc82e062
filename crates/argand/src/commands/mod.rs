//! The subcommands, one file each.

pub mod cfa;
pub mod configs;
pub mod run;
pub mod test_gen;
pub mod verify;
