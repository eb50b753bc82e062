//! Turning what went wrong into findings with a place, a call stack and a sentence.

use crate::access::Purpose;
use crate::address::Storage;
use crate::finding::{Action, End, ErrorKind, Finding, StackEntry, Uninitialised, object_name};
use crate::machine::{Exec, Interpreter};
use crate::memory::{Fault, ObjectInfo};
use argand_cfa::{ExprId, ExprKind, Origin, PlaceId, PlaceKind, Program};
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

    /// Where the user's code is: inside a library model, or code that stands nowhere, that is the user's call of it.
    pub(crate) fn user_span(&self) -> Span {
        let mut span = self.program.edges.get(self.edge).map_or(Span::NONE, |e| e.span);
        for frame in self.frames.iter().rev() {
            let passed_over = match self.program.functions[frame.func].origin {
                Origin::User => false,
                Origin::Library => true,
                Origin::Startup => span.is_none(),
            };
            if !passed_over {
                break;
            }
            span = frame.call.map_or(Span::NONE, |edge| self.program.edges[edge].span);
        }
        span
    }

    pub(crate) fn finding(&self, kind: ErrorKind, message: String, object: Option<ObjectInfo>) -> Finding {
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
            ErrorKind::UnsignedOverflow => policy.allowed.unsigned_overflow,
            ErrorKind::LossyConversion => policy.allowed.conversion,
            ErrorKind::IndexOutOfRange => policy.allowed.index,
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
            Fault::Pieces => self.unsupported("a large piece of memory that is not the program's".to_owned()),
            Fault::Register => self.unsupported(format!("{what}, which {action} registers in one go")),
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

/// Expressions with more nodes than this are not shown: nobody would read them.
const SHOWN_NODES: usize = 100;

/// An expression as C text between backquotes, if it is short enough to be read.
pub(crate) fn quoted_expr(program: &Program, expr: ExprId) -> String {
    if is_short(program, Node::Expr(expr)) {
        format!("`{}`", program.expr_text(expr))
    } else {
        "an expression".to_owned()
    }
}

/// A place as C text between backquotes, if it is short enough to be read.
pub(crate) fn quoted_place(program: &Program, place: PlaceId) -> String {
    if is_short(program, Node::Place(place)) {
        format!("`{}`", program.place_text(place))
    } else {
        "an object".to_owned()
    }
}

/// A place as C text, if it is short enough to be read.
pub fn place_name(program: &Program, place: PlaceId) -> String {
    if is_short(program, Node::Place(place)) { program.place_text(place) } else { "an object".to_owned() }
}

enum Node {
    Expr(ExprId),
    Place(PlaceId),
}

fn is_short(program: &Program, root: Node) -> bool {
    let mut todo = vec![root];
    for _ in 0..SHOWN_NODES {
        let Some(node) = todo.pop() else { return true };
        match node {
            Node::Place(place) => match program.place(place).kind {
                PlaceKind::Var(_) => {}
                PlaceKind::Deref(pointer) => todo.push(Node::Expr(pointer)),
                PlaceKind::Field { base, .. } => todo.push(Node::Place(base)),
                PlaceKind::Index { base, index } => todo.extend([Node::Place(base), Node::Expr(index)]),
            },
            Node::Expr(expr) => match program.expr(expr).kind {
                ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FuncAddr(_) => {}
                ExprKind::Load(place) | ExprKind::AddrOf(place) => todo.push(Node::Place(place)),
                ExprKind::Unary(_, a) | ExprKind::Cast(a) => todo.push(Node::Expr(a)),
                ExprKind::Binary(_, a, b) => todo.extend([Node::Expr(a), Node::Expr(b)]),
                ExprKind::Intrinsic(_, args) => todo.extend(args.iter().map(Node::Expr)),
            },
        }
    }
    todo.is_empty()
}

/// The kind of an access to a dead object.
pub(crate) const fn dead_kind(object: &ObjectInfo) -> ErrorKind {
    match object.storage {
        Storage::Heap => ErrorKind::UseAfterFree,
        Storage::Static | Storage::Stack | Storage::Arguments => ErrorKind::UseAfterScope,
    }
}
