//! What witnesses are about, whatever their format.
//!
//! What is written is an [`Evidence`]: the events of a run, or invariants. What is read is an [`Entry`]: waypoints
//! ([`Segment`]) or invariants of YAML, or the automaton of GraphML ([`Graph`]), which can say more than waypoints.

/// The sizes of the basic types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    /// int, long and pointers have 4 bytes.
    Ilp32,
    /// long and pointers have 8 bytes.
    Lp64,
}

impl Model {
    /// Its name in YAML.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ilp32 => "ILP32",
            Self::Lp64 => "LP64",
        }
    }

    /// The architecture in GraphML.
    #[must_use]
    pub const fn architecture(self) -> &'static str {
        match self {
            Self::Ilp32 => "32bit",
            Self::Lp64 => "64bit",
        }
    }
}

/// What a witness says about itself and the task it belongs to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Metadata {
    /// The version of the format.
    pub version: String,
    /// The time when it was made, in ISO 8601.
    pub created: String,
    /// The name of the tool that made it.
    pub producer: String,
    /// The version of that tool.
    pub producer_version: String,
    /// The names of the program's files with their hashes, where there are some.
    pub files: Vec<(String, Option<String>)>,
    /// The lines of the specification, as far as there is one.
    pub specification: Vec<String>,
    /// The sizes of the basic types, where it says.
    pub model: Option<Model>,
}

/// A place in a source file. Columns count from 1; 0 and nothing mean the leftmost place that fits.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Location {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column.
    pub column: Option<u32>,
    /// The function.
    pub function: Option<String>,
}

/// A condition as a witness writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expression {
    /// The text.
    pub text: String,
    /// The language it is written in: `c_expression` or another.
    pub format: String,
}

/// What an invariant is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InvariantKind {
    /// Holds whenever the loop at the place is about to begin an iteration or to end.
    Loop,
    /// Holds whenever control is at the place.
    Location,
    /// Something else that the format has and nobody here checks.
    Unchecked(String),
}

/// An invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// Where it holds.
    pub kind: InvariantKind,
    /// The place.
    pub location: Location,
    /// What holds.
    pub value: Expression,
}

/// Whether a run must pass a waypoint or must not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// It must, to get to the next segment.
    Follow,
    /// It must not, while it is in the segment.
    Avoid,
    /// It must, again and again.
    Cycle,
}

/// What a waypoint is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WaypointKind {
    /// A condition holds right before the statement.
    Assumption(Expression),
    /// A branching statement goes this way: `true`, `false`, a number or `default`.
    Branching(String),
    /// The call that ends at the place is made.
    FunctionEnter,
    /// The call that ends at the place returns such a value.
    FunctionReturn(Expression),
    /// The violation.
    Target,
}

/// A waypoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waypoint {
    /// Whether it must be passed.
    pub action: Action,
    /// What it is.
    pub kind: WaypointKind,
    /// Where.
    pub location: Location,
}

/// Waypoints to avoid, and at the end the one to follow.
pub type Segment = Vec<Waypoint>;

/// A node of an automaton.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GraphNode {
    /// Its name.
    pub id: String,
    /// Whether runs begin here.
    pub entry: bool,
    /// Whether no run from here is a violation.
    pub sink: bool,
    /// Whether runs that get here violate the property.
    pub violation: bool,
    /// Whether runs can come back here for ever.
    pub cycle_head: bool,
    /// What holds here.
    pub invariant: Option<String>,
    /// The function that the names of the invariant belong to.
    pub invariant_scope: Option<String>,
}

/// An edge of an automaton.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GraphEdge {
    /// The node it leaves.
    pub from: usize,
    /// The node it enters.
    pub to: usize,
    /// The line of what it stands for.
    pub line: Option<u32>,
    /// Which way a branch goes.
    pub control: Option<bool>,
    /// A condition that holds after it.
    pub assumption: Option<String>,
    /// The function that the names of the condition belong to.
    pub assumption_scope: Option<String>,
    /// The function whose result `\result` is.
    pub result_function: Option<String>,
    /// The function that is entered.
    pub enter_function: Option<String>,
    /// The function that is left.
    pub return_from: Option<String>,
    /// Whether a loop head is entered.
    pub enter_loop_head: bool,
}

/// An automaton of GraphML.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    /// Whether it is about a violation.
    pub violation: bool,
    /// The nodes.
    pub nodes: Vec<GraphNode>,
    /// The edges.
    pub edges: Vec<GraphEdge>,
}

/// What a witness says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// What holds where.
    Invariants(Vec<Invariant>),
    /// Where a run that violates the property comes by.
    Violation(Vec<Segment>),
    /// Either, as an automaton.
    Graph(Graph),
    /// Something else that the format has and nobody here checks.
    Unchecked(String),
}

/// A witness as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What it is about.
    pub metadata: Metadata,
    /// What it says.
    pub content: Content,
}

/// Which way a branching statement went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Taken {
    /// Its condition was true or false.
    Truth(bool),
    /// A `switch` went to the case of a number, or to none of them.
    Case(Option<i128>),
}

/// Something that a violating run does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A branch is taken.
    Branch {
        /// The keyword, or the `?`.
        keyword: Location,
        /// The line of the condition.
        condition_line: u32,
        /// Which way.
        taken: Taken,
    },
    /// A condition holds.
    Value {
        /// The line of the statement after which it holds.
        assigned_line: u32,
        /// The statement before which it holds.
        before: Location,
        /// The condition, in C.
        condition: String,
    },
    /// A function returns a number.
    Result {
        /// The closing parenthesis of the call.
        closing: Location,
        /// The line where the call begins.
        call_line: u32,
        /// The function that is called.
        function: String,
        /// The number, in C.
        value: String,
    },
    /// The violation.
    Target {
        /// The statement.
        statement: Location,
        /// The line in it where it is.
        line: u32,
    },
    /// From here on the run goes around for ever: what follows is one round.
    Cycle {
        /// The keyword of the loop, or the statement that the run comes back to.
        head: Location,
        /// Whether it is the keyword of a loop.
        is_loop: bool,
    },
}

/// What is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// What a violating run does.
    Run(Vec<Event>),
    /// What holds at loops and other places.
    Invariants(Vec<Invariant>),
}
