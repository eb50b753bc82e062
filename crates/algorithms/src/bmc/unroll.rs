//! An unrolled program with symbolic states.
//!
//! The composed analyses say which edges can be taken and what is a violation; the encoder says under which
//! condition, and with which values. Paths that meet at one [`Position`] with equal abstract states are merged.

use super::position::{Order, Position};
use crate::outcome::Reason;
use argand_cfa::{EdgeId, LocId, Program};
use argand_cpa::{Composite, CpaError, Failure, PrecisionId, Rows, StateId};
use argand_encode::{Encoder, SymState};
use argand_logic::{Solvers, TermId};
use argand_support::{Limits, Stop, define_index};
use std::collections::BTreeMap;

define_index! {
    /// A node of an unrolling.
    pub struct NodeId, "n";
}

/// A way into a node.
#[derive(Clone, Debug)]
pub struct Incoming {
    /// Where it comes from.
    pub parent: NodeId,
    /// Along which edge.
    pub edge: EdgeId,
    /// Under which condition, from the start of the unrolling.
    pub condition: TermId,
}

/// A place of the unrolling with an abstract state.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its location.
    pub loc: LocId,
    /// Its place in the order.
    pub place: Position,
    /// How many loop heads were passed on the way; all ways have the same number where that is counted.
    pub visits: u32,
    /// What the composed analyses know.
    pub states: Vec<StateId>,
    /// With which precisions.
    pub precisions: Vec<PrecisionId>,
    /// Values and the condition to be here.
    pub sym: SymState,
    /// The ways here; none for the root.
    pub incoming: Vec<Incoming>,
    /// Whether it was cut off because calls are nested too deep, not because of a loop.
    pub too_deep: bool,
}

/// A violation that may be possible.
#[derive(Clone, Debug)]
pub struct Violation {
    /// The way to it.
    pub way: Incoming,
    /// The abstract states at the violation.
    pub states: Vec<StateId>,
    /// Loop heads passed before it.
    pub visits: u32,
}

/// Something that stands in the way of a proof unless its condition is impossible.
#[derive(Clone, Debug)]
pub struct Hole {
    /// The condition under which a run gets there.
    pub condition: TermId,
    /// What it is.
    pub reason: Reason,
}

/// Nodes by place: how many loop heads were passed, where, and with which abstract states.
pub type Waiting = BTreeMap<(u32, Position, Vec<StateId>), NodeId>;

/// What bounds an unrolling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Each loop is entered again at most so often, and calls are nested at most so deep.
    Iterations {
        /// Iterations of each loop.
        loops: u32,
        /// Nested calls.
        calls: usize,
    },
    /// At most so many loop heads are passed. Nested calls are bounded too.
    Heads {
        /// Loop heads.
        heads: u32,
        /// Nested calls.
        calls: usize,
    },
}

/// An unrolling under way.
pub struct Unrolling {
    /// Everything that was reached.
    pub nodes: argand_support::IndexVec<NodeId, Node>,
    waiting: Waiting,
    /// What a larger bound would go on with.
    pub cut: Waiting,
    /// Violations in the order in which they were found.
    pub violations: Vec<Violation>,
    /// Paths that cannot be followed.
    pub holes: Vec<Hole>,
    /// How many successors were computed.
    pub successors: u64,
}

/// Says what may hold at a loop head, in terms over the canonical symbols of cells. Gets the location and a state in
/// which nothing is known there.
pub type Suggest<'p> = Box<dyn FnMut(&mut Encoder, LocId, &SymState) -> Vec<TermId> + 'p>;

/// Everything an unrolling works with.
pub struct UnrollCx<'p> {
    /// The program.
    pub program: &'p Program,
    /// The analyses.
    pub composite: Composite,
    /// The encoder.
    pub encoder: Encoder,
    /// The order of places.
    pub order: Order,
    /// Where solvers come from.
    pub solvers: Solvers,
    /// What others believe about loop heads.
    pub suggest: Option<Suggest<'p>>,
    /// The limits of the run.
    pub limits: Limits,
}

impl Unrolling {
    /// An unrolling from one node.
    #[must_use]
    pub fn from_root(root: Node) -> Self {
        let mut this = Self {
            nodes: argand_support::IndexVec::new(),
            waiting: Waiting::new(),
            cut: Waiting::new(),
            violations: Vec::new(),
            holes: Vec::new(),
            successors: 0,
        };
        let key = (root.visits, root.place.clone(), root.states.clone());
        let id = this.nodes.push(root);
        this.waiting.insert(key, id);
        this
    }

    /// Lets what an earlier bound cut off go on.
    pub fn resume(&mut self, keep: impl Fn(NodeId) -> bool) {
        let cut = std::mem::take(&mut self.cut);
        self.waiting.extend(cut.into_iter().filter(|&(_, id)| keep(id)));
    }

    /// Unrolls until nothing waits within the bound.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn run(&mut self, tools: &mut UnrollCx<'_>, bound: Bound) -> Result<(), Stop> {
        let mut rows = Rows::default();
        let mut edges = Vec::new();
        while let Some((_, id)) = self.waiting.pop_first() {
            tools.limits.check()?;
            let (states, precisions) = (self.nodes[id].states.clone(), self.nodes[id].precisions.clone());
            tools.composite.edges(tools.program, &states, &mut edges);
            for &edge in &edges {
                rows.clear();
                let found = tools.composite.successors(
                    tools.program,
                    &tools.limits,
                    &states,
                    &precisions,
                    edge,
                    &mut rows,
                );
                match found {
                    Ok(()) => {}
                    Err(Failure { error: CpaError::Stop(stop), .. }) => return Err(stop),
                    Err(failure) => {
                        let condition = self.nodes[id].sym.condition(&tools.encoder.pool);
                        self.holes.push(Hole { condition, reason: Reason::failure(&failure, Some(edge)) });
                    }
                }
                if rows.is_empty() {
                    continue;
                }
                match tools.encoder.post(tools.program, &self.nodes[id].sym, edge) {
                    Ok(sym) if sym.is_false(&tools.encoder.pool) => {}
                    Ok(sym) => {
                        for (states, precisions) in rows.iter() {
                            self.successor(tools, bound, (id, edge), &sym, states, precisions);
                        }
                    }
                    Err(unsupported) => {
                        let condition = self.nodes[id].sym.condition(&tools.encoder.pool);
                        self.holes.push(Hole {
                            condition,
                            reason: Reason::unsupported(unsupported.construct, edge),
                        });
                    }
                }
            }
        }
        Ok(())
    }

    fn successor(
        &mut self,
        tools: &mut UnrollCx<'_>,
        bound: Bound,
        (parent, edge): (NodeId, EdgeId),
        sym: &SymState,
        states: &[StateId],
        precisions: &[PrecisionId],
    ) {
        self.successors += 1;
        let mut sym = sym.clone();
        for (expr, truth) in tools.composite.assumes(tools.program, states) {
            match tools.encoder.condition(tools.program, &sym, expr, truth) {
                Ok(condition) => sym.assume(&mut tools.encoder.pool, condition),
                Err(unsupported) => {
                    let condition = sym.condition(&tools.encoder.pool);
                    self.holes
                        .push(Hole { condition, reason: Reason::unsupported(unsupported.construct, edge) });
                    return;
                }
            }
        }
        if sym.is_false(&tools.encoder.pool) {
            return;
        }
        let way = Incoming { parent, edge, condition: sym.condition(&tools.encoder.pool) };
        let visits = self.nodes[parent].visits;
        if tools.composite.is_target(states) {
            self.violations.push(Violation { way, states: states.to_vec(), visits });
            return;
        }
        let program_edge = &tools.program.edges[edge];
        let moved = tools.order.follow(tools.program, &self.nodes[parent].place, program_edge);
        let head = tools.order.is_head(program_edge.to);
        let (visits, again, calls) = match bound {
            Bound::Iterations { loops, calls } => {
                (visits, moved.iteration.is_some_and(|(_, n)| n > loops), calls)
            }
            Bound::Heads { heads, calls } => {
                let visits = visits + u32::from(head);
                (visits, visits > heads, calls)
            }
        };
        let too_deep = moved.place.depth() > calls;
        let (place, beyond) = (moved.place, again || too_deep);
        let key = (visits, place.clone(), states.to_vec());
        let there = if beyond { &mut self.cut } else { &mut self.waiting };
        if let Some(&old) = there.get(&key) {
            let merged = tools.encoder.join(&self.nodes[old].sym, &sym);
            let node = &mut self.nodes[old];
            node.sym = merged;
            node.incoming.push(way);
            node.too_deep |= too_deep;
            return;
        }
        let id = self.nodes.push(Node {
            loc: program_edge.to,
            place,
            visits,
            states: states.to_vec(),
            precisions: precisions.to_vec(),
            sym,
            incoming: vec![way],
            too_deep,
        });
        there.insert(key, id);
    }

    /// The run to a violation, chosen by which conditions hold: edges, with the abstract states after them.
    pub fn path<'a>(
        &'a self,
        violation: &'a Violation,
        mut holds: impl FnMut(TermId) -> bool,
    ) -> Vec<(EdgeId, &'a [StateId])> {
        let mut steps = vec![(violation.way.edge, &violation.states[..])];
        let mut node = violation.way.parent;
        while let Some(way) = self.nodes[node].incoming.iter().find(|w| holds(w.condition)) {
            steps.push((way.edge, &self.nodes[node].states));
            node = way.parent;
        }
        steps.reverse();
        steps
    }
}
