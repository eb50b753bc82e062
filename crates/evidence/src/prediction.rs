//! What an analysis says a run will violate, and whether a run did just that.
//!
//! A violation of a memory property is believed only when the interpreter meets the same property at the same line
//! as the analysis. Where a violation is:
//!
//! * **valid-deref, valid-free**: the statement that accesses or frees; inside a library model, the user's call.
//! * **valid-memtrack**: the statement after which nothing points to the memory any more. The analysis lets freed
//!   memory keep what it pointed to for a while, so that a program which goes on through it is blamed for that; the
//!   interpreter does not, so it may see the loss a few statements earlier. It is asked at the place of the
//!   analysis, and must find memory lost there.
//! * **valid-memcleanup**: the end of the program.

use argand_cfa::{EdgeId, FuncId, MemoryProperty, Op, Operation, Origin, Program};
use argand_exec::{ErrorKind, Finding};
use argand_support::Span;

/// The errors that violate a property of memory. Whatever is not freed at the end violates
/// [`MemoryProperty::Memcleanup`], which is not an error that ends a run.
#[must_use]
pub const fn memory_errors(property: MemoryProperty) -> &'static [ErrorKind] {
    match property {
        MemoryProperty::Deref => {
            &[ErrorKind::NullDeref, ErrorKind::OutOfBounds, ErrorKind::UseAfterFree, ErrorKind::UseAfterScope]
        }
        MemoryProperty::Free => &[ErrorKind::InvalidFree, ErrorKind::DoubleFree],
        MemoryProperty::Memtrack => &[ErrorKind::Leak],
        MemoryProperty::Memcleanup => &[],
    }
}

/// The error that an operation is which goes wrong in this way.
#[must_use]
pub const fn operation_error(operation: Operation) -> ErrorKind {
    match operation {
        Operation::SignedOverflow => ErrorKind::SignedOverflow,
        Operation::UnsignedOverflow => ErrorKind::UnsignedOverflow,
        Operation::DivisionByZero => ErrorKind::DivisionByZero,
        Operation::Shift => ErrorKind::ShiftOutOfRange,
        Operation::Conversion => ErrorKind::LossyConversion,
        Operation::Null => ErrorKind::NullDeref,
        Operation::Index => ErrorKind::IndexOutOfRange,
    }
}

/// A violation of a memory property that an analysis expects at the end of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prediction {
    /// The property.
    pub property: MemoryProperty,
    /// Where, in the user's own code.
    pub place: Span,
    /// The last edge of the path that is the user's.
    pub edge: EdgeId,
}

impl Prediction {
    /// Whether the violation is that memory is lost.
    #[must_use]
    pub fn is_leak(&self) -> bool {
        memory_errors(self.property).contains(&ErrorKind::Leak)
    }

    /// Whether the violation is that memory is left when the program ends.
    #[must_use]
    pub fn is_cleanup(&self) -> bool {
        self.property == MemoryProperty::Memcleanup
    }

    /// Whether a finding that ended a run is what was predicted.
    #[must_use]
    pub fn is_met_by(&self, program: &Program, finding: &Finding) -> bool {
        if self.is_cleanup() {
            return finding.kind == ErrorKind::Leak;
        }
        // The place of memory that is lost when the program ends is where it was allocated.
        let at_end = matches!(program.edges[finding.edge].op, Op::Halt(_));
        let same_place = if finding.kind == ErrorKind::Leak && at_end {
            matches!(program.edges[self.edge].op, Op::Halt(_))
        } else {
            same_line(finding.span, self.place)
        };
        same_place && memory_errors(self.property).contains(&finding.kind)
    }
}

/// Whether an error violates a property of memory.
#[must_use]
pub fn is_memory_error(kind: ErrorKind) -> bool {
    MemoryProperty::ALL.into_iter().any(|property| memory_errors(property).contains(&kind))
}

fn same_line(a: Span, b: Span) -> bool {
    a.is_none() == b.is_none() && (a.is_none() || (a.file == b.file && a.line == b.line))
}

/// Where the user's code is when the last edge of a path is taken: inside library models, the call of the model.
#[must_use]
pub fn user_place(program: &Program, path: impl Iterator<Item = EdgeId>) -> Span {
    let mut callers: Vec<(FuncId, EdgeId)> = Vec::new();
    let mut func = program.start;
    let mut last: Option<EdgeId> = None;
    for edge in path {
        match last.map(|edge| (edge, &program.edges[edge].op)) {
            Some((call, Op::Call(site))) => {
                callers.push((func, call));
                func = program.call_sites[*site].callee;
            }
            Some((_, Op::Return(_))) => {
                func = callers.pop().map_or(program.start, |(caller, _)| caller);
            }
            _ => {}
        }
        last = Some(edge);
    }
    let mut span = last.map_or(Span::NONE, |edge| program.edges[edge].span);
    for (caller, call) in callers.into_iter().rev() {
        if program.functions[func].origin != Origin::Library {
            break;
        }
        span = program.edges[call].span;
        func = caller;
    }
    span
}
