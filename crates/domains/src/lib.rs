//! Pure abstract domains: lattices that know numbers and sets, but no program and no analysis.
//!
//! [`Lattice`] is what every domain implements and `lattice_laws!` is what every implementation is tested
//! with. Numeric domains ([`Interval`], [`Sign`]) follow the machine: integers wrap, shift counts are taken
//! modulo the width. [`MapLattice`] lifts a domain to states that bind many variables, with structural
//! sharing and a hash that is kept up to date.
//!
//! **Invariant:** every function here is total, deterministic and free of IO; a result that cannot be
//! represented becomes a larger element, never a wrong one.

pub mod flat;
pub mod interval;
pub mod lattice;
#[cfg(any(test, feature = "testing"))]
pub mod laws;
pub mod map;
pub mod memory;
pub mod set;
pub mod shape;
pub mod sign;
pub mod smg;
mod trie;

pub use flat::Flat;
pub use interval::{Interval, Truth};
pub use lattice::{Lattice, Meet, Widen};
pub use map::{MapKey, MapLattice};
pub use set::BoundedSet;
pub use shape::IntShape;
pub use sign::Sign;
