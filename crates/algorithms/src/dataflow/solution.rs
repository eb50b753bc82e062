//! What a solution says: a second look at it, and the graph of what it reaches.
//!
//! The values of a solution are invariants if the start of the program is among them and every step from one of them leads
//! into another. That is checked here step by step, from the start on, with the transfer functions and the order of the
//! analyses alone: nothing of the solver, no join and no widening takes part, so that an error there cannot make a proof. On the
//! way everything is found that the solution is asked for: violations, paths that could not be followed, and for every
//! place in every context how it is reached.
//!
//! The graph is that of Saan, "Witness generation for data-flow analysis" (2020), section 3.3: places in contexts with their
//! context-sensitive predecessors. A place behind a call has as its predecessors the call *and* the exit of the callee, and
//! what lies between is a path of the callee's own, so that paths enter and leave calls in the right order. [`super::graph`]
//! makes the graph that people see of it.

use super::solver::Solver;
use super::system::{ContextId, ProgramSystem, Stepped, Unknown};
use crate::outcome::{Cause, Reason, Uncertified};
use argand_cfa::{CallSiteId, EdgeId, Op};
use argand_cpa::{Composite, Failure, Row, StateId, TargetInfo};
use argand_support::{FxHashMap, IndexVec, Stop, define_index};
use smallvec::{SmallVec, smallvec};
use std::collections::VecDeque;

define_index! {
    /// A node of the graph of a solution.
    pub struct NodeId, "n";
}

/// How a node is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parent {
    /// The program starts there.
    Start,
    /// By an edge inside a function.
    Step {
        /// Where the edge is taken.
        from: NodeId,
        /// The edge.
        edge: EdgeId,
    },
    /// By a call, as the entry of the callee.
    Call {
        /// Where the call is.
        from: NodeId,
        /// The `Call` edge.
        edge: EdgeId,
    },
    /// Behind a call, when the callee's exit is reached.
    Return {
        /// Where the call is.
        from: NodeId,
        /// The `Call` edge.
        call: EdgeId,
        /// The exit.
        exit: NodeId,
        /// The `Return` edge.
        edge: EdgeId,
    },
}

/// A state of control at a place in a context.
#[derive(Clone, Debug)]
struct Node {
    unknown: Unknown,
    row: Row,
    /// Those after the first one need not be older than the node.
    parents: SmallVec<[Parent; 1]>,
}

/// A call that waits for exits of a context.
#[derive(Clone, Copy, Debug)]
struct Caller {
    node: NodeId,
    site: CallSiteId,
    call: EdgeId,
}

/// What a solution reaches.
#[derive(Default)]
pub struct Solution {
    nodes: IndexVec<NodeId, Node>,
    ids: FxHashMap<Unknown, Vec<NodeId>>,
    callers: FxHashMap<ContextId, Vec<Caller>>,
    exits: FxHashMap<ContextId, Vec<NodeId>>,
    waiting: VecDeque<NodeId>,
    targets: Vec<NodeId>,
    gaps: Vec<(NodeId, EdgeId, Failure)>,
    reasons: Vec<Reason>,
}

impl Solution {
    /// Looks at a solution from its start on.
    ///
    /// # Errors
    /// A limit of the run.
    pub fn of(
        system: &mut ProgramSystem<'_>,
        solver: &Solver<ProgramSystem<'_>>,
        start: Unknown,
        row: &Row,
    ) -> Result<Self, Stop> {
        let mut solution = Self::default();
        solution.reach(system, solver, start, row, Parent::Start, None);
        while let Some(node) = solution.waiting.pop_front() {
            solution.expand(system, solver, node)?;
        }
        Ok(solution)
    }

    /// Violations, in the order in which they were reached.
    pub fn targets(&self) -> &[NodeId] {
        &self.targets
    }

    /// Why the solution does not speak for all runs.
    pub fn reasons(&self) -> &[Reason] {
        &self.reasons
    }

    /// The rows of all places that are reached.
    pub fn rows(&self) -> impl Iterator<Item = &[StateId]> + '_ {
        self.nodes.iter().map(|node| &node.row[..])
    }

    /// How many nodes there are.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The nodes, in the order in which they were reached.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        self.nodes.indices()
    }

    /// Where a node is.
    pub fn place(&self, node: NodeId) -> Unknown {
        self.nodes[node].unknown
    }

    /// The states of a node.
    pub fn row(&self, node: NodeId) -> &Row {
        &self.nodes[node].row
    }

    /// How a node is reached, as it was first.
    pub fn first_parent(&self, node: NodeId) -> Parent {
        self.nodes[node].parents[0]
    }

    /// All ways in which a node is reached, the first one first.
    pub fn parents(&self, node: NodeId) -> &[Parent] {
        &self.nodes[node].parents
    }

    /// Paths that could not be followed: the last node and the edge behind it.
    pub fn gaps(&self) -> &[(NodeId, EdgeId, Failure)] {
        &self.gaps
    }

    /// What is violated at a node.
    pub fn violated(&self, composite: &Composite, node: NodeId) -> Vec<TargetInfo> {
        composite.targets(&self.nodes[node].row)
    }

    /// The edge that leads to a node.
    pub fn edge_to(&self, node: NodeId) -> Option<EdgeId> {
        match self.first_parent(node) {
            Parent::Start => None,
            Parent::Step { edge, .. } | Parent::Call { edge, .. } | Parent::Return { edge, .. } => Some(edge),
        }
    }

    fn doubt(&mut self, reason: Reason) {
        if !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }

    fn gap(&mut self, node: NodeId, edge: EdgeId, failure: Failure) {
        self.doubt(Reason::failure(&failure, Some(edge)));
        self.gaps.push((node, edge, failure));
    }

    /// Takes a step to the row of the solution that stands for it; without one the solution is none.
    fn reach(
        &mut self,
        system: &mut ProgramSystem<'_>,
        solver: &Solver<ProgramSystem<'_>>,
        unknown: Unknown,
        row: &[StateId],
        parent: Parent,
        edge: Option<EdgeId>,
    ) -> Option<NodeId> {
        let rows = solver.value(unknown).map(|value| value.0.clone()).unwrap_or_default();
        let index = rows.iter().position(|known| system.same_control(known, row));
        let closed = index.is_some_and(|index| {
            // What cannot be compared is not shown to be closed.
            system.composite.is_below(row, &rows[index]).unwrap_or(false)
        });
        let Some(index) = index.filter(|_| closed) else {
            let cause = Cause::Certification(Uncertified::NotClosed);
            self.doubt(Reason::new(cause, edge));
            return None;
        };
        let known = self.ids.entry(unknown).or_default();
        let row = &rows[index];
        if let Some(&node) = known.iter().find(|&&node| self.nodes[node].row == *row) {
            let parents = &mut self.nodes[node].parents;
            if !parents.contains(&parent) {
                parents.push(parent);
            }
            return Some(node);
        }
        let node = self.nodes.push(Node { unknown, row: row.clone(), parents: smallvec![parent] });
        known.push(node);
        if system.composite.is_target(row) {
            self.targets.push(node);
        } else {
            self.waiting.push_back(node);
        }
        Some(node)
    }

    fn expand(
        &mut self,
        system: &mut ProgramSystem<'_>,
        solver: &Solver<ProgramSystem<'_>>,
        node: NodeId,
    ) -> Result<(), Stop> {
        let Node { unknown, row, .. } = self.nodes[node].clone();
        let program = system.program;
        let mut edges = Vec::new();
        system.composite.edges(program, &row, &mut edges);
        for edge in edges {
            match program.edges[edge].op {
                Op::Summary(_) | Op::Return(_) => {}
                Op::Call(site) => {
                    self.call(system, solver, (node, unknown, &row), Caller { node, site, call: edge })?;
                }
                Op::Noop
                | Op::Assume { .. }
                | Op::Assign { .. }
                | Op::Init { .. }
                | Op::Havoc { .. }
                | Op::Declare { .. }
                | Op::Dead { .. }
                | Op::Extern(_)
                | Op::Halt(_)
                | Op::Unsupported(_) => {
                    let mut rows = Vec::new();
                    if let Stepped::Gap(failure) = system.step(&row, edge, &mut rows)? {
                        self.gap(node, edge, failure);
                    }
                    let next = Unknown { location: program.edges[edge].to, ..unknown };
                    for row in rows {
                        self.reach(system, solver, next, &row, Parent::Step { from: node, edge }, Some(edge));
                    }
                }
            }
        }
        let func = system.contexts()[unknown.context].func;
        if system.exit(func) == Some(unknown.location) {
            self.exits.entry(unknown.context).or_default().push(node);
            for caller in self.callers.get(&unknown.context).cloned().unwrap_or_default() {
                self.come_back(system, solver, caller, node)?;
            }
        }
        Ok(())
    }

    fn call(
        &mut self,
        system: &mut ProgramSystem<'_>,
        solver: &Solver<ProgramSystem<'_>>,
        (node, unknown, row): (NodeId, Unknown, &Row),
        caller: Caller,
    ) -> Result<(), Stop> {
        let edge = caller.call;
        let mut inside = Vec::new();
        if let Stepped::Gap(failure) = system.call(unknown.context, caller.site, edge, row, &mut inside)? {
            self.gap(node, edge, failure);
        }
        for (context, row) in inside {
            let entry = Unknown { context, location: system.program.edges[edge].to };
            self.reach(system, solver, entry, &row, Parent::Call { from: node, edge }, Some(edge));
            self.callers.entry(context).or_default().push(caller);
            for exit in self.exits.get(&context).cloned().unwrap_or_default() {
                self.come_back(system, solver, caller, exit)?;
            }
        }
        Ok(())
    }

    fn come_back(
        &mut self,
        system: &mut ProgramSystem<'_>,
        solver: &Solver<ProgramSystem<'_>>,
        caller: Caller,
        exit: NodeId,
    ) -> Result<(), Stop> {
        let program = system.program;
        let location = program.call_sites[caller.site].after;
        let is_return = |edge: &EdgeId| matches!(program.edges[*edge].op, Op::Return(s) if s == caller.site);
        let Some(edge) = program.locs[location].into.iter().copied().find(is_return) else { return Ok(()) };
        let (before, end) = (self.nodes[caller.node].row.clone(), self.nodes[exit].row.clone());
        let mut rows = Vec::new();
        if let Stepped::Gap(failure) = system.come_back(caller.site, edge, &before, &end, &mut rows)? {
            self.gap(exit, edge, failure);
        }
        let parent = Parent::Return { from: caller.node, call: caller.call, exit, edge };
        let after = Unknown { location, ..self.nodes[caller.node].unknown };
        for row in rows {
            self.reach(system, solver, after, &row, parent, Some(edge));
        }
        Ok(())
    }
}
