//! What a run finds, how it ends, and which findings end it.

use crate::input::Input;
use crate::memory::ObjectInfo;
use argand_cfa::{EdgeId, FuncId, Program};
use argand_support::Span;
use std::fmt;

/// What went wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ErrorKind {
    /// A signed `+`, `-`, `*`, `/` or `%` whose exact result does not fit its type.
    SignedOverflow,
    /// An integer division or remainder by zero.
    DivisionByZero,
    /// A shift count that is negative or not below the width; a left shift of a negative number, or of a signed
    /// one into the sign bit or past it.
    ShiftOutOfRange,
    /// Unsigned arithmetic that wraps around, where somebody asks.
    UnsignedOverflow,
    /// A conversion to an integer type that changes the value, where somebody asks.
    LossyConversion,
    /// An index outside of its array, where somebody asks, even if the access is inside of an object.
    IndexOutOfRange,
    /// An access through a null pointer, or close to one.
    NullDeref,
    /// An access outside the object the pointer belongs to, or through an address of no object.
    OutOfBounds,
    /// An access to freed memory.
    UseAfterFree,
    /// An access to a local variable after its life.
    UseAfterScope,
    /// `free` of something that `malloc` did not return.
    InvalidFree,
    /// `free` of freed memory.
    DoubleFree,
    /// An uninitialised value decides a branch, or is used as an address, an index, a divisor or output.
    Uninitialised,
    /// Heap memory that nothing points to when the program exits.
    Leak,
    /// A failed `assert`.
    Assertion,
    /// A call of a function that must not be reached.
    ReachError,
    /// A write to a string literal.
    ReadOnlyWrite,
    /// A call through a pointer to no function of a compatible type.
    InvalidCall,
    /// `va_arg` or a conversion of `printf` that does not fit the argument, or has none.
    BadVarargs,
    /// What the program promised never to reach was reached.
    Unreachable,
    /// `memcpy` between overlapping stretches.
    Overlap,
    /// A run that comes back to a state that it was in before, and so goes around for ever.
    Endless,
}

impl ErrorKind {
    /// Every kind.
    pub const ALL: [Self; 22] = [
        Self::SignedOverflow,
        Self::DivisionByZero,
        Self::ShiftOutOfRange,
        Self::UnsignedOverflow,
        Self::LossyConversion,
        Self::IndexOutOfRange,
        Self::NullDeref,
        Self::OutOfBounds,
        Self::UseAfterFree,
        Self::UseAfterScope,
        Self::InvalidFree,
        Self::DoubleFree,
        Self::Uninitialised,
        Self::Leak,
        Self::Assertion,
        Self::ReachError,
        Self::ReadOnlyWrite,
        Self::InvalidCall,
        Self::BadVarargs,
        Self::Unreachable,
        Self::Overlap,
        Self::Endless,
    ];

    /// The name used in reports and tests.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SignedOverflow => "signed-overflow",
            Self::DivisionByZero => "division-by-zero",
            Self::ShiftOutOfRange => "shift-out-of-range",
            Self::UnsignedOverflow => "unsigned-overflow",
            Self::LossyConversion => "lossy-conversion",
            Self::IndexOutOfRange => "index-out-of-range",
            Self::NullDeref => "null-deref",
            Self::OutOfBounds => "out-of-bounds",
            Self::UseAfterFree => "use-after-free",
            Self::UseAfterScope => "use-after-scope",
            Self::InvalidFree => "invalid-free",
            Self::DoubleFree => "double-free",
            Self::Uninitialised => "uninitialised",
            Self::Leak => "leak",
            Self::Assertion => "assertion",
            Self::ReachError => "reach-error",
            Self::ReadOnlyWrite => "read-only-write",
            Self::InvalidCall => "invalid-call",
            Self::BadVarargs => "bad-varargs",
            Self::Unreachable => "unreachable",
            Self::Overlap => "overlap",
            Self::Endless => "endless",
        }
    }

    /// The kind with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One function that was running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StackEntry {
    /// The function.
    pub func: FuncId,
    /// Where in it: the place of the error, or of the call of the next inner function.
    pub span: Span,
}

/// One error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What went wrong.
    pub kind: ErrorKind,
    /// The edge that did it. For leaks the one that ended the program.
    pub edge: EdgeId,
    /// Where, in the user's own code. For leaks at the end of the program the allocation.
    pub span: Span,
    /// The user's functions that were running, innermost first. Start-up code and library models are left out.
    pub stack: Vec<StackEntry>,
    /// One sentence for people, lower case, without a full stop.
    pub message: String,
    /// The object concerned.
    pub object: Option<ObjectInfo>,
}

impl Finding {
    /// Further sentences: what the object is, where it was made and where it died.
    #[must_use]
    pub fn notes(&self, program: &Program) -> Vec<String> {
        let Some(object) = &self.object else { return Vec::new() };
        let name = object_name(program, object);
        let plural = if object.size == 1 { "" } else { "s" };
        let mut notes = vec![format!("{name} has {} byte{plural}", object.size)];
        let born = if object.var.is_some() { "declared" } else { "allocated" };
        let died = if object.var.is_some() { "out of scope" } else { "freed" };
        for (what, span) in [(born, object.born), (died, object.died)] {
            if !span.is_none() {
                notes.push(format!("{what} at {}", program.sources.describe(span)));
            }
        }
        notes
    }
}

/// How an object is called in a message.
pub(crate) fn object_name(program: &Program, object: &ObjectInfo) -> String {
    use crate::address::Storage;
    match (object.var, object.storage) {
        (Some(var), _) if program.vars[var].kind == argand_cfa::VarKind::StringLiteral => {
            "a string literal".to_owned()
        }
        (Some(var), _) => format!("`{}`", program.var_name(var)),
        (None, Storage::Heap) => "an allocated object".to_owned(),
        (None, Storage::Stack) => "memory of alloca".to_owned(),
        (None, Storage::Static) => "a static object".to_owned(),
        (None, Storage::Arguments) => "an argument list".to_owned(),
    }
}

/// What happens when something is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// The run ends with it.
    Stop,
    /// It is recorded once for each edge, and the run goes on: with the wrapped value of an overflow, with
    /// the count modulo the width of a shift, with zero for what was not initialised.
    Report,
    /// The run goes on as with [`Report`](Self::Report), and nothing is recorded.
    Ignore,
}

/// What happens when an uninitialised value is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uninitialised {
    /// As for other findings.
    Found(Action),
    /// The program may rely on nothing but that the value stays the same: the input source chooses it when
    /// it is first read.
    Input,
}

/// What happens where the user's code does what C allows or compilers take, and what people do not always mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowed {
    /// Unsigned arithmetic that wraps around.
    pub unsigned_overflow: Action,
    /// Conversions that change the value.
    pub conversion: Action,
    /// Indices outside of their array.
    pub index: Action,
}

impl Default for Allowed {
    fn default() -> Self {
        Self { unsigned_overflow: Action::Ignore, conversion: Action::Ignore, index: Action::Ignore }
    }
}

/// Which findings end the run. Errors about memory, calls and assertions always do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Signed overflow, shifts excepted.
    pub signed_overflow: Action,
    /// Shifts out of range.
    pub shift: Action,
    /// What C allows, and people do not always mean.
    pub allowed: Allowed,
    /// Uninitialised values that are used.
    pub uninitialised: Uninitialised,
    /// Heap memory that nothing points to at the end.
    pub leak: Action,
    /// Whether a pointer that an input function returns or that nobody initialised leads to memory of the world
    /// outside, as one of an undefined function does, and not to nowhere.
    pub inputs_point_outside: bool,
    /// Whether a run ends that comes back to a state that it was in before.
    pub endless: bool,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            signed_overflow: Action::Stop,
            shift: Action::Stop,
            allowed: Allowed::default(),
            uninitialised: Uninitialised::Found(Action::Stop),
            leak: Action::Report,
            inputs_point_outside: false,
            endless: false,
        }
    }
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// The program ended with this exit code, as the program gave it.
    Exit(i32),
    /// The program called `abort`.
    Abort,
    /// An error ended it.
    Error(Box<Finding>),
    /// An assumption failed: the run does not count.
    Blocked,
    /// It reached what the front end or the interpreter cannot express.
    Unsupported(String),
    /// It used up its steps, its memory, its output or its call depth.
    Limit(String),
}

/// What a run did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// Everything that was found, in order; the error that ended the run is the last one.
    pub findings: Vec<Finding>,
    /// What the program wrote to its standard output.
    pub output: Vec<u8>,
    /// What the program wrote to its standard error.
    pub errors: Vec<u8>,
    /// The values the program did not compute itself, in order.
    pub inputs_used: Vec<Input>,
    /// Heap objects that something still pointed to when the program exited.
    pub still_reachable: Vec<ObjectInfo>,
    /// How many edges were taken.
    pub steps: u64,
    /// Of a run without an end: how many edges were taken when it was for the first time in the state it comes back to.
    pub cycle_from: Option<u64>,
}
