//! What is known of a whole program before any analysis looks at its paths.
//!
//! Passes over programs that more than one user needs and that must mean the same to all of them: what a call of a
//! function without a body does ([`effects`]), and which accesses to memory may touch a common byte ([`pointsto`]).

pub mod effects;
pub mod leaves;
pub mod pointsto;
