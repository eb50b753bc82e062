//! States of the predicate analysis: where the block began and what happened since.

use super::engine::PredId;
use argand_cfa::LocId;
use argand_encode::SymState;
use argand_logic::Bdd;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// The abstraction at the start of a block.
#[derive(Debug)]
pub struct Abstraction {
    /// Tells abstractions apart: each is made once, for one node of the graph.
    pub id: u32,
    /// What is known at the start of the block, over predicates.
    pub formula: Bdd,
    /// Where the block starts.
    pub location: LocId,
    /// The state at the end of the block before, which this abstracts from. `None` at the root.
    pub ended: Option<Rc<SymState>>,
    /// The predicates that the abstraction was computed for.
    pub considered: Rc<[PredId]>,
    /// The formula, for people.
    pub text: String,
}

/// A state: an abstraction and the symbolic state since.
#[derive(Clone, Debug)]
pub struct PredicateState {
    /// Where the block began.
    pub abstraction: Rc<Abstraction>,
    /// What happened since.
    pub block: Rc<SymState>,
    /// Tells states of one block apart.
    pub id: u32,
    /// How many edges the block has so far; 0 is an abstraction state.
    pub length: u32,
}

impl PredicateState {
    /// Whether the block is empty: the state is an abstraction and nothing else.
    #[must_use]
    pub fn is_abstraction(&self) -> bool {
        self.length == 0
    }
}

impl PartialEq for PredicateState {
    fn eq(&self, other: &Self) -> bool {
        self.abstraction.id == other.abstraction.id && self.id == other.id
    }
}

impl Eq for PredicateState {}

impl Hash for PredicateState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.abstraction.id, self.id).hash(hasher);
    }
}

impl fmt::Display for PredicateState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_abstraction() {
            write!(f, "{}", self.abstraction.text)
        } else {
            write!(f, "{} edges since {}", self.length, self.abstraction.location)
        }
    }
}
