//! The refiner: from a path that the program cannot take to the variables that show it.

use super::transfer::Transfer;
use super::{ParityCpa, ParityPrecision, ParityState};
use argand_cfa::{EdgeId, VarId};
use argand_cpa::{
    ArgPath, Context, CutPoint, Failure, Interned, PrecisionId, RecursiveFunctions, RefineCx, RefineMode,
    Refinement, Refiner, Table, stopped,
};
use std::collections::BTreeSet;

/// Refines the precision of the parity analysis.
pub struct ParityRefiner {
    position: usize,
    precisions: Table<PrecisionId, ParityPrecision>,
    recursive: RecursiveFunctions,
}

impl ParityRefiner {
    /// A refiner that shares the table of precisions of a component.
    #[must_use]
    pub fn new(component: &Interned<ParityCpa>, cx: &Context<'_>) -> Self {
        let recursive = RecursiveFunctions::of(cx.program);
        Self { position: cx.position, precisions: component.precisions(), recursive }
    }

    /// The states before every step of a path up to one that cannot be taken; `None` when there is no such step.
    fn run(
        &self,
        cx: &RefineCx<'_>,
        edges: &[EdgeId],
        precision: &ParityPrecision,
    ) -> Result<Option<Vec<ParityState>>, Failure> {
        let transfer = Transfer { program: cx.program, recursive: &self.recursive, precision };
        let (mut state, mut states) = (ParityState::default(), Vec::new());
        for &edge in edges {
            cx.limits.check().map_err(stopped)?;
            let next = transfer.post(&state, &cx.program.edges[edge].op);
            states.push(state);
            match next {
                Some(next) => state = next,
                None => return Ok(Some(states)),
            }
        }
        Ok(None)
    }

    /// Variables without any of which the path could be taken.
    fn needed(
        &self,
        cx: &RefineCx<'_>,
        edges: &[EdgeId],
        states: &[ParityState],
    ) -> Result<ParityPrecision, Failure> {
        let bound: BTreeSet<VarId> = states.iter().flat_map(ParityState::variables).collect();
        let mut needed = bound.clone();
        for var in bound {
            needed.remove(&var);
            if self.run(cx, edges, &needed.iter().copied().collect())?.is_none() {
                needed.insert(var);
            }
        }
        Ok(needed.into_iter().collect())
    }

    /// The node where the graph is cut, and what is tracked from there on; `None` if that is nothing new.
    fn cut(
        &self,
        cx: &RefineCx<'_>,
        path: &ArgPath,
        first: usize,
        mut new: ParityPrecision,
    ) -> Option<CutPoint> {
        let node = match cx.mode {
            RefineMode::Lazy => path.node(first)?,
            RefineMode::Restart => cx.reached.root()?,
        };
        // The nodes from the parent of the cut on are those that get the new precision.
        let nodes = path.nodes().skip(first.saturating_sub(1));
        let old: BTreeSet<PrecisionId> = nodes.map(|n| cx.reached.precisions(n)[self.position]).collect();
        for &precision in &old {
            new.absorb(&self.precisions.get(precision));
        }
        let new = self.precisions.intern(new);
        (old != BTreeSet::from([new])).then(|| CutPoint { node, precisions: vec![(self.position, new)] })
    }
}

impl Refiner for ParityRefiner {
    fn refine(&mut self, cx: &RefineCx<'_>, path: &ArgPath) -> Result<Refinement, Failure> {
        let edges: Vec<EdgeId> = path.edges().collect();
        let Some(states) = self.run(cx, &edges, &ParityPrecision::All)? else {
            return Ok(Refinement::Feasible(path.clone()));
        };
        let needed = self.needed(cx, &edges, &states)?;
        let states = self.run(cx, &edges, &needed)?.unwrap_or_default();
        let first = states.iter().position(|state| state.variables().next().is_some());
        Ok(match first.and_then(|first| self.cut(cx, path, first, needed)) {
            Some(cut) => Refinement::Spurious(vec![cut]),
            None => Refinement::Unknown("a path could not be ruled out by tracking more parities".to_owned()),
        })
    }
}
