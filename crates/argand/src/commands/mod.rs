//! The subcommands, one file or folder each.

pub mod bench;
pub mod cfa;
pub mod configs;
pub mod manual;
pub mod pixels;
pub mod report;
pub mod run;
pub mod slice;
pub mod test_gen;
pub mod validate;
pub mod verify;
pub mod witness;
