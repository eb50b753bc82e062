//! Turning what went wrong into findings with a place, a call stack and a sentence.

use crate::address::Storage;
use crate::eval::Purpose;
use crate::finding::{Action, End, ErrorKind, Finding, StackEntry, Uninitialised, object_name};
use crate::machine::{Exec, Interpreter};
use crate::memory::{Fault, ObjectInfo};
use argand_cfa::{Origin, Program};
use argand_support::Span;

impl Interpreter<'_> {
    /// The running functions, innermost first, each with the place it is at.
    pub(crate) fn call_stack(&self) -> Vec<(Origin, StackEntry)> {
        let mut span = self.program.edges.get(self.edge).map_or(Span::NONE, |e| e.span);
        let mut entries = Vec::with_capacity(self.frames.len());
        for frame in self.frames.iter().rev() {
            entries.push((self.program.functions[frame.func].origin, StackEntry { func: frame.func, span }));
            span = frame.call.map_or(Span::NONE, |edge| self.program.edges[edge].span);
        }
        entries
    }

    /// Where the user's code is: inside a library model that is the user's call of it.
    pub(crate) fn user_span(&self) -> Span {
        let mut span = self.program.edges.get(self.edge).map_or(Span::NONE, |e| e.span);
        for frame in self.frames.iter().rev() {
            if self.program.functions[frame.func].origin != Origin::Library {
                break;
            }
            span = frame.call.map_or(Span::NONE, |edge| self.program.edges[edge].span);
        }
        span
    }

    fn finding(&self, kind: ErrorKind, message: String, object: Option<ObjectInfo>) -> Finding {
        let stack = self
            .call_stack()
            .into_iter()
            .filter(|(origin, _)| *origin == Origin::User)
            .map(|(_, entry)| entry)
            .collect();
        Finding { kind, edge: self.edge, span: self.user_span(), stack, message, object }
    }

    /// An error that ends the run.
    #[cold]
    pub(crate) fn error(&mut self, kind: ErrorKind, message: String, object: Option<ObjectInfo>) -> Box<End> {
        if self.quiet {
            return Box::new(End::Blocked);
        }
        let finding = self.finding(kind, message, object);
        self.findings.push(finding.clone());
        Box::new(End::Error(Box::new(finding)))
    }

    /// An error that ends the run or not, as the policy says.
    #[cold]
    pub(crate) fn found(&mut self, kind: ErrorKind, message: impl FnOnce(&Program) -> String) -> Exec<()> {
        let policy = self.config.policy;
        let action = match kind {
            ErrorKind::SignedOverflow => policy.signed_overflow,
            ErrorKind::ShiftOutOfRange => policy.shift,
            ErrorKind::Uninitialised => match policy.uninitialised {
                Uninitialised::Found(action) => action,
                Uninitialised::Input => Action::Ignore,
            },
            ErrorKind::Leak => policy.leak,
            _ => Action::Stop,
        };
        match action {
            Action::Stop => Err(self.error(kind, message(self.program), None)),
            Action::Ignore => Ok(()),
            Action::Report => {
                if !self.quiet && self.reported.insert((kind, self.edge)) {
                    let finding = self.finding(kind, message(self.program), None);
                    self.findings.push(finding);
                }
                Ok(())
            }
        }
    }

    /// An uninitialised value was used.
    #[cold]
    pub(crate) fn uninitialised(&mut self, what: impl FnOnce(&Program) -> String) -> Exec<()> {
        if self.quiet {
            return Err(Box::new(End::Blocked));
        }
        self.found(ErrorKind::Uninitialised, |p| format!("{} an uninitialised value", what(p)))
    }

    /// Something that cannot be run.
    #[cold]
    pub(crate) fn unsupported(&self, reason: String) -> Box<End> {
        Box::new(End::Unsupported(reason))
    }

    /// An access to memory that failed.
    #[cold]
    pub(crate) fn fault(&mut self, fault: Fault, what: &str, size: u64, purpose: Purpose) -> Box<End> {
        let action = match purpose {
            Purpose::Read => "reads",
            Purpose::Write => "writes",
        };
        let plural = if size == 1 { "" } else { "s" };
        match fault {
            Fault::Exhausted => Box::new(End::Limit("the program's memory is used up".to_owned())),
            Fault::Null => {
                let message = format!("{what} {action} through a null pointer");
                self.error(ErrorKind::NullDeref, message, None)
            }
            Fault::Wild => {
                let message = format!("{what} {action} through an address that belongs to no object");
                self.error(ErrorKind::OutOfBounds, message, None)
            }
            Fault::Bounds { slot, offset } => {
                let object = self.memory.object(slot).info.clone();
                let name = object_name(self.program, &object);
                let message = format!("{what} {action} {size} byte{plural} at offset {offset} of {name}");
                self.error(ErrorKind::OutOfBounds, message, Some(object))
            }
            Fault::Dead { slot, recycled } => {
                let object = self.memory.object(slot).info.clone();
                let kind = dead_kind(&object);
                let (name, note) = if recycled {
                    ("an object".to_owned(), None)
                } else {
                    (object_name(self.program, &object), Some(object))
                };
                let state = if kind == ErrorKind::UseAfterFree { "freed" } else { "gone out of scope" };
                let message = format!("{what} {action} {name}, which was {state}");
                let message = message.replace("was gone", "has gone");
                self.error(kind, message, note)
            }
            Fault::ReadOnly { slot } => {
                let object = self.memory.object(slot).info.clone();
                let name = object_name(self.program, &object);
                self.error(ErrorKind::ReadOnlyWrite, format!("{what} writes to {name}"), Some(object))
            }
        }
    }
}

/// The kind of an access to a dead object.
pub(crate) const fn dead_kind(object: &ObjectInfo) -> ErrorKind {
    match object.storage {
        Storage::Heap => ErrorKind::UseAfterFree,
        Storage::Static | Storage::Stack | Storage::Arguments => ErrorKind::UseAfterScope,
    }
}
