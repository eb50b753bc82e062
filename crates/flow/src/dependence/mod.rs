//! What depends on what: the system dependence graph of a program.
//!
//! The reference on slicing (§2.4) connects the edges of an automaton by flow dependence (a definition reaches a use)
//! and control dependence (a branch decides whether something happens), and calls by actual and formal parameters
//! (S. Horwitz, T. Reps, D. Binkley, "Interprocedural slicing using dependence graphs", 1990). Here a node is
//!
//! * a **step**: what happens at a location. Both assume edges of a branch are one step, and so are the edges of a call;
//!   the step at the exit of a function stands for its coming back;
//! * the **entry** of a function: that it is called;
//! * a **value**: what a [`Cell`] holds when a location is reached. Values pass from location to location until a step
//!   writes them, so that reaching definitions are nothing but ways through values, each looked at once.
//!
//! A value at the entry of a function is its formal-in node, one at its exit a formal-out node; values at the locations
//! before and after a call are the actual-in and actual-out nodes. Memory that callees read and write ([`modref`]) is
//! passed like parameters. Nothing but control dependence and what each step reads and writes is stored: the edges of
//! the graph are found when somebody asks for them, and a slice costs what it looks at. Summary edges are found in the
//! same way ([`tabulate`]).

mod backward;
pub mod cells;
pub mod control;
mod forward;
mod gather;
mod lifetimes;
pub mod lives;
pub mod modref;
mod shown;
pub mod tabulate;
#[cfg(test)]
pub(crate) mod tests;

pub use cells::{Cell, Cells, Written};
pub use control::Control;
pub use lives::Lives;
pub use modref::ModRef;
pub use shown::may_show;

use self::lifetimes::Lifetimes;
use crate::callgraph::CallGraph;
use argand_cfa::{CallSiteId, FuncId, LocId, Op, Program, VarId};
use std::ops::Deref;
use std::sync::Arc;

/// What counts as a dependence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether what follows an assumption, or a call that may not come back, depends on it. Without it a slice may reach
    /// what the program does not, because an assumption that fails before is dropped: sound for proofs, but seldom wanted.
    pub blocking: bool,
    /// Whether the result of a function that is defined nowhere depends on its arguments. Where it is any value, it does
    /// not.
    pub arguments_of_inputs: bool,
}

impl Options {
    /// For people who read a program.
    pub const READING: Self = Self { blocking: true, arguments_of_inputs: true };
    /// For proofs, where functions of the world outside return anything.
    pub const VERIFICATION: Self = Self { blocking: true, arguments_of_inputs: false };
}

/// A node of the graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Node {
    /// What happens at a location. At the exit of a function: that it comes back.
    Step(LocId),
    /// That a function is called.
    Entry(FuncId),
    /// What a cell holds when a location is reached.
    Value(LocId, Cell),
}

/// How a dependence goes from function to function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Way {
    /// It stays in the function.
    Same,
    /// To a caller, through this call.
    Up(CallSiteId),
    /// To a callee, through this call.
    Down(CallSiteId),
}

/// Why one node depends on another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Why {
    /// A step reads a value, a value is written by a step, or is passed on.
    Data,
    /// A branch decides whether it happens.
    Control,
    /// It happens because its function is called.
    Call,
    /// It happens only if a call comes back.
    Return,
    /// A variable lives because it was declared.
    Lifetime(VarId),
}

/// A dependence between two nodes: the node at its other end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Dependence {
    /// The other node.
    pub node: Node,
    /// How it goes from function to function.
    pub way: Way,
    /// Why it is there.
    pub why: Why,
}

/// Which end of dependences is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// What a node depends on.
    Backward,
    /// What depends on a node.
    Forward,
}

/// The dependences of a program, found on demand.
#[derive(Clone, Debug)]
pub struct Dependences<'p> {
    /// The program.
    pub program: &'p Program,
    tables: Arc<Tables>,
}

/// What dependences are found in. Whoever asks about one program again and again keeps it.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Who calls whom.
    pub calls: CallGraph,
    /// What steps read and write.
    pub cells: Cells,
    /// Which branches decide what.
    pub control: Control,
    /// What calls read and write.
    pub effects: ModRef,
    /// What counts as a dependence.
    pub options: Options,
    lifetimes: Lifetimes,
}

impl Tables {
    fn new(program: &Program, options: &Options) -> Self {
        let calls = CallGraph::new(program);
        let cells = Cells::new(program, &calls, options.arguments_of_inputs);
        let control = Control::new(program, &calls, options);
        let effects = ModRef::new(program, &cells, &calls);
        Self { calls, cells, control, effects, options: *options, lifetimes: Lifetimes::of(program) }
    }
}

impl Deref for Dependences<'_> {
    type Target = Tables;

    fn deref(&self) -> &Tables {
        &self.tables
    }
}

impl<'p> Dependences<'p> {
    /// The dependences of a program.
    #[must_use]
    pub fn new(program: &'p Program, options: &Options) -> Self {
        Self { program, tables: Arc::new(Tables::new(program, options)) }
    }

    /// The dependences of a program whose tables were [kept](Self::tables).
    #[must_use]
    pub const fn again(program: &'p Program, tables: Arc<Tables>) -> Self {
        Self { program, tables }
    }

    /// The tables, for those who ask again.
    #[must_use]
    pub fn tables(&self) -> Arc<Tables> {
        Arc::clone(&self.tables)
    }

    /// Calls `visit` for every dependence of a node.
    pub fn for_each(&self, direction: Direction, node: Node, mut visit: impl FnMut(Dependence)) {
        match direction {
            Direction::Backward => self.backward(node, &mut visit),
            Direction::Forward => self.forward(node, &mut visit),
        }
    }

    /// The function that a node is in.
    #[must_use]
    pub fn function_of(&self, node: Node) -> FuncId {
        match node {
            Node::Step(loc) | Node::Value(loc, _) => self.program.locs[loc].func,
            Node::Entry(func) => func,
        }
    }

    /// The call at a location, if there is one of a function with a body.
    #[must_use]
    pub fn call_at(&self, loc: LocId) -> Option<CallSiteId> {
        self.program.locs[loc].out.iter().find_map(|&edge| match self.program.edges[edge].op {
            Op::Summary(site) => Some(site),
            _ => None,
        })
    }

    /// Whether the variable that takes the result of a call is written whole, if the cell is one of its own.
    fn result_cell(&self, site: CallSiteId, cell: Cell) -> Option<bool> {
        let dst = self.program.call_sites[site].dst?;
        let own = self.cells.of_var(dst).contains(&cell);
        own.then(|| self.cells.is_whole(dst))
    }

    fn exit_of(&self, func: FuncId) -> Option<LocId> {
        self.program.functions[func].exit()
    }
}
