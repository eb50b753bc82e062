//! What is to be verified: property files and specification automata.
//!
//! A property file ([`property`]) names properties by formulas; a specification file ([`automaton`]) describes
//! them as automata that watch the program run. Both end up as one thing: an [`Automaton`] that is
//! [compiled](compile()) for a program into a [`CompiledAutomaton`], which knows for every edge which of its
//! transitions the edge triggers. The language is that of CPAchecker's specifications; the property scopes
//! thesis (§2.4) gives the definition of specification automata.
//!
//! **Invariant:** nothing here does IO, malformed input is a [`Diagnostic`](argand_support::Diagnostic) with a
//! place, and what a specification asks for but cannot be expressed is reported, never ignored.

pub mod automaton;
pub mod builtin;
pub mod compile;
mod compiled;
mod effects;
mod lower;
mod matching;
pub mod monitor;
pub mod pattern;
pub mod property;
mod reaction;
pub mod residual;
pub mod scoped;
pub mod step;
mod texts;

pub use automaton::{Automaton, AutomatonKind, parse_specification};
pub use builtin::property_automaton;
pub use compile::compile;
pub use compiled::{Check, CompiledAutomaton};
pub use lower::{Conjunction, Literal};
pub use monitor::Monitor;
pub use property::{Property, parse_properties};
pub use reaction::Reactions;
pub use residual::{Number, Oracle, Residual};
pub use scoped::{Scope, condition_at};
pub use step::{AutomatonState, Stepped, Successor};
