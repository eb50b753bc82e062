//! Paths through a program: what refiners try to rule out and what evidence looks for a run along.

use crate::expr::ExprId;
use crate::program::EdgeId;

/// One step of a path: an edge, and what a specification demands of the state after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathStep {
    /// The edge.
    pub edge: EdgeId,
    /// Conditions with the truth they must have.
    pub demands: Vec<(ExprId, bool)>,
}
