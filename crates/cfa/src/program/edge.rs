//! Edges: operations, how paths end, and which branching construct of the source an assumption belongs to.

use super::{BranchId, CallSiteId, ExternId, LocId, VarId};
use crate::expr::{ExprId, PlaceId};
use argand_support::{Span, Symbol};

/// One value of an initialiser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InitEntry {
    /// Where it goes: a place inside the initialised variable.
    pub place: PlaceId,
    /// The value.
    pub value: ExprId,
}

/// Where a value comes from that the program does not compute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NondetSource {
    /// An output of an `asm` statement.
    Asm,
    /// The arguments of `main`, or of the function that a run begins with instead.
    MainArgs,
    /// A variable that is declared `extern` and defined nowhere.
    UndefinedVar,
    /// The result of a library function of which only the range is modelled.
    Library,
    /// A read of a volatile object, where such reads are inputs.
    Volatile,
    /// A read of a register of the machine.
    Register,
    /// Whether an interrupt comes, and which.
    Interrupt,
    /// What a pass leaves open: an element of an array that is not followed, or the choice of those that are.
    Unfollowed,
}

/// How a path ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HaltKind {
    /// The program ends with this exit code.
    Exit(ExprId),
    /// The program is aborted.
    Abort,
    /// A failed `assert` aborted it.
    AssertFail,
    /// The path reached what the program promised never to reach.
    Unreachable,
}

/// What an edge does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    /// Nothing.
    Noop,
    /// Can be taken only when `cond` is nonzero (`truth`) or zero (not `truth`).
    Assume {
        /// The condition, a scalar.
        cond: ExprId,
        /// Which way it must turn out.
        truth: bool,
    },
    /// `dst = src`; the types are equal. Records are copied whole.
    Assign {
        /// What is written.
        dst: PlaceId,
        /// What is written there.
        src: ExprId,
    },
    /// Sets every byte of the variable to zero, then assigns the entries in order.
    Init {
        /// The variable.
        var: VarId,
        /// The values of the initialiser.
        entries: Box<[InitEntry]>,
    },
    /// Gives a place an arbitrary value of its type.
    Havoc {
        /// What is written.
        dst: PlaceId,
        /// Why the value is not known.
        source: NondetSource,
    },
    /// A local variable comes to life, with indeterminate content.
    Declare {
        /// The variable.
        var: VarId,
        /// The size in bytes of a variable-length array, of type `size_t`.
        size: Option<ExprId>,
    },
    /// A local variable's life ends before its function returns.
    Dead {
        /// The variable.
        var: VarId,
    },
    /// Enters a function.
    Call(CallSiteId),
    /// Leaves a function for the location after the call.
    Return(CallSiteId),
    /// Jumps over a call.
    Summary(CallSiteId),
    /// Calls a function that has no body.
    Extern(ExternId),
    /// Ends the program. Leads to `Program::halt`.
    Halt(HaltKind),
    /// Something the front end cannot express. An analysis that reaches it must answer UNKNOWN.
    Unsupported(Symbol),
}

/// The kind of a branching construct.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BranchKind {
    /// `if`.
    If,
    /// `while`.
    While,
    /// `do … while`.
    DoWhile,
    /// `for`.
    For,
    /// `switch`.
    Switch,
    /// `c ? a : b`.
    Conditional,
    /// `a && b` or `a || b` used as a value.
    Logical,
    /// A call through a function pointer, a computed `goto`.
    Dispatch,
    /// The argument of an assumption function.
    Assumption,
}

/// A branching construct of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branch {
    /// Its kind.
    pub kind: BranchKind,
    /// The keyword, or the `?`.
    pub keyword: Span,
    /// The whole controlling expression.
    pub condition: Span,
}

/// Which construct an assume edge belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BranchRef {
    /// The construct.
    pub branch: BranchId,
    /// What taking the edge decides the whole controlling expression to be; `None` while `&&` or `||` leave it open.
    pub outcome: Option<bool>,
}

/// An edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Where it starts.
    pub from: LocId,
    /// Where it leads.
    pub to: LocId,
    /// What it does.
    pub op: Op,
    /// The source it came from.
    pub span: Span,
    /// For assume edges that come from a branching construct: which one.
    pub branch: Option<BranchRef>,
}
