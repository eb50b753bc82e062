//! States: symbolic memory and path constraints.

use argand_cfa::EdgeId;
use argand_encode::SymState;
use argand_logic::{Assignment, TermId};
use imbl::Vector;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A condition that holds on the path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constraint {
    /// The condition.
    pub term: TermId,
    /// Where it was assumed; `None` for what merging made of several.
    pub edge: Option<EdgeId>,
    /// The condition, for people.
    pub text: Rc<str>,
}

/// A state. It stands for the concrete states that some values of its symbols give, of those that satisfy all
/// constraints. A cell without a term can have every value.
#[derive(Clone, Debug)]
pub struct SymbolicState {
    /// Tells states apart: each is made once.
    pub(super) id: u32,
    pub(super) memory: SymState,
    pub(super) constraints: Vector<Constraint>,
    /// Values of the symbols under which all constraints hold, those included that were dropped on the way.
    pub(super) witness: Rc<Assignment>,
    /// Whether other paths lead here as well, so that it is worth comparing states.
    pub(super) meets: bool,
}

impl SymbolicState {
    /// The path constraints, oldest first.
    #[must_use]
    pub fn constraints(&self) -> &Vector<Constraint> {
        &self.constraints
    }

    /// How many cells have a known or symbolic value.
    #[must_use]
    pub fn value_count(&self) -> usize {
        self.memory.changed().count()
    }

    pub(super) fn has(&self, term: TermId) -> bool {
        self.constraints.iter().any(|c| c.term == term)
    }
}

impl PartialEq for SymbolicState {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for SymbolicState {}

impl Hash for SymbolicState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.id.hash(hasher);
    }
}

/// Constraints that are shown.
const SHOWN: usize = 6;

impl fmt::Display for SymbolicState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} values", self.value_count())?;
        for constraint in self.constraints.iter().take(SHOWN) {
            write!(f, ", {}", constraint.text)?;
        }
        if self.constraints.len() > SHOWN {
            write!(f, ", and {} more", self.constraints.len() - SHOWN)?;
        }
        Ok(())
    }
}
