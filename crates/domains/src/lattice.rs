//! What it takes to be an abstract domain.
//!
//! The traits are those of abstract interpretation (Cousot & Cousot 1977, doi:10.1145/512950.512973): a
//! partial order with a join, and where a domain has them a meet and a widening.

/// A join-semilattice. Larger elements stand for more concrete values.
///
/// `leq` is a partial order whose equivalence is `==`, and `join` is its least upper bound;
/// `lattice_laws!` tests both.
pub trait Lattice: Clone + Eq {
    /// Whether everything `self` stands for is also something `other` stands for.
    #[must_use]
    fn leq(&self, other: &Self) -> bool;

    /// The smallest element above both.
    #[must_use]
    fn join(&self, other: &Self) -> Self;

    /// Whether the element says nothing at all. Maps drop such entries. A domain without a largest element
    /// keeps the default.
    #[must_use]
    fn is_top(&self) -> bool {
        false
    }
}

/// A lattice in which two facts can be held at once.
pub trait Meet: Lattice {
    /// The largest element below both; `None` if they contradict each other.
    #[must_use]
    fn meet(&self, other: &Self) -> Option<Self>;
}

/// A lattice with chains too long to climb one by one.
pub trait Widen: Lattice {
    /// An element above both, such that repeating `x = x.widen(y)` stops changing `x` after finitely many steps.
    #[must_use]
    fn widen(&self, newer: &Self) -> Self;
}
