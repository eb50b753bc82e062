//! Blocks on a path: which way a model takes through a block, and what holds along it.

use super::state::PredicateState;
use super::{Engine, unsupported};
use argand_cfa::{EdgeId, Program};
use argand_cpa::{ArgId, ArgPath, CpaError, Parent, RefineCx, StateId, Table};
use argand_encode::{Encoder, SymState};
use argand_logic::{Assignment, TermId};
use std::rc::Rc;

/// Reads the states of the analysis in the nodes of a graph.
pub(super) struct Nodes<'a> {
    pub cx: &'a RefineCx<'a>,
    pub component: usize,
    pub states: &'a Table<StateId, PredicateState>,
}

impl Nodes<'_> {
    /// The state of a node.
    pub fn state(&self, node: ArgId) -> PredicateState {
        self.states.get(self.cx.reached.states(node)[self.component]).clone()
    }

    /// The nodes of a path where blocks start, and its end.
    pub fn chain(&self, path: &ArgPath) -> Vec<ArgId> {
        path.nodes().filter(|&n| n == path.end || self.state(n).is_abstraction()).collect()
    }

    /// The state at the end of the block that leads to a node: before it was abstracted.
    pub fn block_end(&self, node: ArgId) -> Rc<SymState> {
        let state = self.state(node);
        match (&state.abstraction.ended, state.is_abstraction()) {
            (Some(ended), true) => Rc::clone(ended),
            _ => Rc::clone(&state.block),
        }
    }

    /// The state after a step, with what specifications assume there.
    pub fn step(
        &self,
        encoder: &mut Encoder,
        state: &SymState,
        edge: EdgeId,
        to: ArgId,
    ) -> Result<SymState, CpaError> {
        let program: &Program = self.cx.program;
        let mut next = encoder.post(program, state, edge).map_err(unsupported)?;
        for (expr, truth) in self.cx.composite.assumes(program, self.cx.reached.states(to)) {
            let holds = encoder.condition(program, &next, expr, truth).map_err(unsupported)?;
            next.assume(&mut encoder.pool, holds);
        }
        Ok(next)
    }

    /// The way through the block from `from` to `to` that a model of the block's formula takes. Where paths were
    /// merged, it is the one whose guard the model satisfies.
    pub fn way(
        &self,
        engine: &mut Engine,
        from: ArgId,
        to: ArgId,
        model: &Assignment,
    ) -> Result<Vec<(ArgId, EdgeId)>, CpaError> {
        let start = self.state(from).abstraction.id;
        let mut steps = Vec::new();
        let mut at = to;
        while at != from {
            let inside = |p: &&Parent| {
                p.node == from || {
                    let state = self.state(p.node);
                    !state.is_abstraction() && state.abstraction.id == start
                }
            };
            let parents: Vec<Parent> = self.cx.reached.parents(at).iter().filter(inside).copied().collect();
            let mut taken = parents.first().copied();
            if parents.len() > 1 {
                for &parent in &parents {
                    let before = self.state(parent.node);
                    let after = self.step(&mut engine.encoder, &before.block, parent.edge, at)?;
                    if after.guard().iter().all(|&g| model.holds(&engine.encoder.pool, g)) {
                        taken = Some(parent);
                        break;
                    }
                }
            }
            let lost = || CpaError::Failed { message: "a block of the graph has no way through".to_owned() };
            let parent = taken.filter(|_| steps.len() <= self.cx.reached.len()).ok_or_else(lost)?;
            steps.push((parent.node, parent.edge));
            at = parent.node;
        }
        steps.reverse();
        Ok(steps)
    }

    /// The symbolic state after a way through a block, from the start of the block.
    pub fn along(
        &self,
        engine: &mut Engine,
        way: &[(ArgId, EdgeId)],
        to: ArgId,
    ) -> Result<SymState, CpaError> {
        let Some(&(from, _)) = way.first() else { return Ok((*self.state(to).block).clone()) };
        let mut state = (*self.state(from).block).clone();
        for (i, &(_, edge)) in way.iter().enumerate() {
            let next = way.get(i + 1).map_or(to, |&(node, _)| node);
            state = self.step(&mut engine.encoder, &state, edge, next)?;
        }
        Ok(state)
    }
}

/// A condition on the rest of a path, in terms of the cells at each earlier start of a block.
pub(super) struct Conjunct {
    /// The number of the block start where it is first expressed.
    start: usize,
    /// What it is there, then at the block start before, and so on.
    terms: Vec<TermId>,
}

impl Conjunct {
    pub fn new(start: usize, term: TermId) -> Self {
        Self { start, terms: vec![term] }
    }

    /// What it is at a block start, if the path has not passed it there.
    pub fn at(&self, position: usize) -> Option<TermId> {
        self.terms.get(self.start.checked_sub(position)?).copied()
    }

    /// What it is at the earliest block start so far.
    pub fn earliest(&self) -> TermId {
        self.terms[self.terms.len() - 1]
    }

    pub fn push(&mut self, term: TermId) {
        self.terms.push(term);
    }
}
