//! What every other crate needs and none of them owns: typed indices, interned names, places in
//! source files, diagnostics that point at them, resource limits, drawings of graphs and guesses at misspelt words.
//!
//! **Invariant:** nothing here knows C, automata or analyses, and nothing here does IO.

pub mod diagnostic;
pub mod dot;
pub mod index;
pub mod intern;
pub mod limits;
pub mod source;
pub mod spelling;

pub use diagnostic::{Diagnostic, Severity};
pub use index::{Idx, IndexVec};
pub use intern::{Interner, Symbol};
pub use limits::{CancelToken, Gate, Limits, Stop};
pub use source::{FileId, SourceMap, Span};

/// A hash map whose hasher has a fixed seed, so that two runs behave alike.
pub type FxHashMap<K, V> = hashbrown::HashMap<K, V, rustc_hash::FxBuildHasher>;
/// A hash set whose hasher has a fixed seed, so that two runs behave alike.
pub type FxHashSet<T> = hashbrown::HashSet<T, rustc_hash::FxBuildHasher>;
pub use rustc_hash::FxHasher;
