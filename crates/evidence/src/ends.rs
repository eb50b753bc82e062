//! Places where runs end without being the violation that is looked for.
//!
//! Who wants to know of every place whether it can be violated asks again and again, each time about fewer of them. A run still ends
//! at its first violation, wherever that is: what comes after it says nothing.

use crate::prediction::{memory_errors, operation_error};
use argand_cfa::instrument::is_checked;
use argand_cfa::{EdgeId, ExprId, FuncId, Operation, Origin, Program, PropertyKind};
use argand_exec::{ErrorKind, Finding};
use argand_support::{FxHashSet, Span};

/// Places where runs end without being the violation that is looked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ends {
    /// Operations that end a run where they go wrong, whatever is asked.
    pub operations: Vec<Operation>,
    /// Where in the user's code that is no violation.
    pub places: FxHashSet<(Operation, Span)>,
    /// In which functions of the library it is none.
    pub models: FxHashSet<(Operation, FuncId)>,
    /// Functions whose call ends a run, whatever is asked.
    pub functions: Vec<String>,
    /// Calls and other edges of the program where that, and a failing assertion, is no violation.
    pub edges: FxHashSet<EdgeId>,
    /// Calls of functions of the library that fail where their argument is zero, with the argument: that is no violation there.
    pub asserted: Vec<(EdgeId, ExprId)>,
    /// Violations of memory and in functions of the library that are known already, by their places in the user's code.
    pub known: Vec<(PropertyKind, Span)>,
}

impl Ends {
    /// Whether a violation of a property at a place of the user's code is known.
    #[must_use]
    pub fn knows(&self, kind: &PropertyKind, place: Span) -> bool {
        self.known.iter().any(|(known, there)| known == kind && *there == place)
    }

    /// Whether a run that ends with a finding is none that is looked for.
    #[must_use]
    pub fn has(&self, program: &Program, finding: &Finding) -> bool {
        let loc = program.edges[finding.edge].from;
        let func = program.locs[loc].func;
        let in_library = program.functions[func].origin == Origin::Library;
        let ended = self.operations.iter().any(|&operation| {
            operation_error(operation) == finding.kind
                && is_checked(program, operation, loc)
                && if in_library {
                    self.models.contains(&(operation, func))
                } else {
                    self.places.contains(&(operation, finding.span))
                }
        });
        let ended = ended
            || match finding.kind {
                ErrorKind::ReachError => self.edges.contains(&finding.edge),
                // It is the end of the program that fails, right after the call that says so.
                ErrorKind::Assertion => {
                    let mut before = program.locs[loc].into.iter();
                    let mut calls = self.asserted.iter().map(|(edge, _)| program.edges[*edge].span);
                    self.edges.contains(&finding.edge)
                        || before.any(|edge| self.edges.contains(edge))
                        || in_library && calls.any(|place| place == finding.span)
                }
                _ => false,
            };
        let is = |kind: &PropertyKind| match kind {
            PropertyKind::Memory(property) => memory_errors(*property).contains(&finding.kind),
            // Operations of the user's code have places of their own.
            kind => in_library && kind.operation().is_some_and(|o| operation_error(o) == finding.kind),
        };
        ended || self.known.iter().any(|(kind, place)| *place == finding.span && is(kind))
    }

    /// Whether an error ends a run though nobody asks about it.
    pub(crate) fn stop_at(&self, kind: ErrorKind) -> bool {
        self.operations.iter().any(|&operation| operation_error(operation) == kind)
    }
}
