//! Help for tests, here and in the crates that build on this one: programs from text and random programs. Only dev-dependencies
//! enable it.

mod random;

pub use random::random_program;

use crate::program::{LibFn, Program};
use argand_support::SourceMap;

/// Every function without a body.
pub const LIBRARY: &[LibFn] = crate::text::lib_fn::ALL;

/// The program that a text describes (see [`text`](crate::text)).
///
/// # Panics
/// When the text has an error or the program breaks an invariant; the message shows where.
#[must_use]
#[track_caller]
pub fn program(text: &str) -> Program {
    match crate::text::parse(text) {
        Ok(program) => {
            let broken = crate::verify::verify(&program);
            let list: Vec<_> = broken.iter().map(ToString::to_string).collect();
            assert!(broken.is_empty(), "the program is not well-formed:\n{}", list.join("\n"));
            program
        }
        Err(error) => {
            let mut sources = SourceMap::default();
            sources.add_text("program", text);
            panic!("{}", error.render(&sources, false));
        }
    }
}
