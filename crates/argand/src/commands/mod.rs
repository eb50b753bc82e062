//! The subcommands, one file each.

pub mod cfa;
pub mod run;
