//! The refiner of the predicate analysis: from a path that must not be taken to new predicates.
//!
//! The path is walked backwards, block by block. At each block the question is whether the abstraction at its
//! start, the block and the rest of the path can hold together. If they can, a model says which way through the
//! block to take, and the rest of the path grows by it. If they cannot, the rest of the path is infeasible from
//! there: the conditions of the rest that contradict the block (a minimal unsatisfiable core) are what the
//! abstraction at the end of the block must know. They are weakest preconditions over cells, found by executing the
//! rest of the path from a state in which nothing is known, so their atoms are predicates. A walk that reaches the
//! root has found a feasible path.
//!
//! Starting from the latest abstraction that suffices, not from the root, is what keeps predicates of unrolled loops
//! general: the contradiction is between what an iteration keeps and what comes after it, not between
//! constants of the first iterations.

use super::engine::{PredId, SharedEngine};
use super::families::{self, Families};
use super::mining;
use super::precision::{PredicatePrecision, Scope};
use super::segment::{Conjunct, Nodes};
use super::state::PredicateState;
use super::templates::{self, Rounds};
use super::{Engine, PredicateCpa};
use argand_cfa::{EdgeId, LocId};
use argand_cpa::{
    ArgId, ArgPath, Context, CpaError, CutPoint, Failure, Interned, PrecisionId, RefineCx, RefineMode,
    Refinement, Refiner, StateId, Table,
};
use argand_encode::{Encoder, SymState};
use argand_logic::TermId;
use argand_support::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// Larger cores are used as they are: each condition costs a question to the solver.
const MAX_MINIMISED: usize = 60;
/// How often a path must be at a loop's head before its rounds are related.
const MIN_ROUNDS: usize = 3;
/// How many relations one path gives at most.
const MAX_TEMPLATES: usize = 12;

/// Refines the precision of the predicate analysis.
pub struct PredicateRefiner {
    component: usize,
    engine: SharedEngine,
    states: Table<StateId, PredicateState>,
    precisions: Table<PrecisionId, PredicatePrecision>,
    /// Loop heads whose rounds were related, with the number of rounds.
    looked_at: BTreeSet<(LocId, usize)>,
    /// Predicates that differ in constants alone.
    families: Families,
    scope: Scope,
    split: bool,
    counts: Counts,
}

#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
struct Counts {
    paths: u64,
    feasible: u64,
    blocks_walked: u64,
    from_inputs: u64,
    templates: u64,
    vocabulary: u64,
    predicates: u64,
}

/// Where a path is contradictory.
struct Pivot {
    /// The number of the block start from which the rest cannot be taken.
    position: usize,
    /// The conditions of the rest that the block before contradicts.
    core: Vec<usize>,
}

/// A walk along a path.
struct Walk<'a> {
    nodes: Nodes<'a>,
    /// Starts of blocks, and the end of the path.
    chain: Vec<ArgId>,
    /// The conditions of the rest of the path.
    rest: Vec<Conjunct>,
    /// The steps of the rest of the path, the last block first.
    ways: Vec<Vec<(ArgId, EdgeId)>>,
}

impl PredicateRefiner {
    /// A refiner that shares the engine and the tables of a component.
    #[must_use]
    pub fn new(component: &Interned<PredicateCpa>, cx: &Context<'_>) -> Self {
        let cpa = component.cpa();
        Self {
            component: cx.position,
            engine: cpa.engine(),
            states: component.states(),
            precisions: component.precisions(),
            looked_at: BTreeSet::new(),
            families: Families::new(cx.program),
            scope: cpa.options().scope,
            split: cpa.options().split_equalities,
            counts: Counts::default(),
        }
    }

    /// Predicates that the rounds of an unrolled loop have in common, with the number of the block start where they
    /// are tracked. Each loop is looked at once for each number of rounds.
    fn templates(
        &mut self,
        engine: &mut Engine,
        walk: &Walk<'_>,
        path: &ArgPath,
    ) -> Result<Vec<(usize, PredId)>, CpaError> {
        let mut rounds: BTreeMap<LocId, Vec<usize>> = BTreeMap::new();
        for (position, &node) in walk.chain[..walk.chain.len() - 1].iter().enumerate() {
            let state = walk.nodes.state(node);
            rounds.entry(state.abstraction.location).or_default().push(position);
        }
        rounds.retain(|&loc, list| list.len() >= MIN_ROUNDS && !self.looked_at.contains(&(loc, list.len())));
        if rounds.is_empty() {
            return Ok(Vec::new());
        }
        let states = walk.forwards(engine, path)?;
        let mut found = Vec::new();
        for (location, list) in rounds {
            self.looked_at.insert((location, list.len()));
            let func = walk.nodes.cx.program.locs[location].func;
            let program = walk.nodes.cx.program;
            let heads: Vec<_> = list.iter().map(|&p| states[p].clone()).collect();
            let (from, to) = (list[list.len() - 2], list[list.len() - 1]);
            let last = walk.round(engine, path, from, to)?;
            let known = Rounds { heads: &heads, last: &last };
            let near =
                |encoder: &Encoder, cell| encoder.cell_function(program, cell).is_none_or(|f| f == func);
            let guard = last.condition(&engine.encoder.pool);
            for candidate in templates::candidates(&mut engine.encoder, &known, near) {
                if found.len() >= MAX_TEMPLATES {
                    break;
                }
                let after = engine.encoder.instantiate(candidate, &last);
                let changed = engine.encoder.pool.xor(candidate, after);
                engine.ready(walk.nodes.cx.limits);
                engine.assume_all(&[guard]);
                if !engine.check(&[changed])? {
                    let term = mining::normalised(&mut engine.encoder.pool, candidate);
                    found.push((list[0], engine.predicate(term)));
                }
            }
        }
        self.counts.templates += found.len() as u64;
        Ok(found)
    }

    fn refine_path(&mut self, cx: &RefineCx<'_>, path: &ArgPath) -> Result<Refinement, CpaError> {
        self.counts.paths += 1;
        let engine = std::rc::Rc::clone(&self.engine);
        let engine = &mut *engine.borrow_mut();
        let states = self.states.clone();
        let nodes = Nodes { cx, component: self.component, states: &states };
        let chain = nodes.chain(path);
        let mut walk = Walk { nodes, chain, rest: Vec::new(), ways: Vec::new() };
        let Some(pivot) = walk.backwards(engine)? else {
            self.counts.feasible += 1;
            let steps = walk.ways.iter().rev().flatten().copied().collect();
            return Ok(Refinement::Feasible(ArgPath { steps, end: path.end }));
        };
        self.counts.blocks_walked += walk.ways.len() as u64;
        let related = self.templates(engine, &walk, path)?;
        if let Some(first) = related.iter().map(|&(position, _)| position).min() {
            let earlier = Pivot { position: first.min(pivot.position), core: Vec::new() };
            if let Some(cut) = self.cut(cx, &walk, &earlier, engine, &related) {
                return Ok(Refinement::Spurious(vec![cut]));
            }
        }
        let mut found = self.predicates(engine, &walk, &pivot, false)?;
        let spoken = self.vocabulary(cx, engine, &walk, &found);
        if let Some(first) = spoken.iter().map(|&(position, _)| position).min() {
            let earlier = Pivot { position: first.min(pivot.position), core: Vec::new() };
            if let Some(cut) = self.cut(cx, &walk, &earlier, engine, &spoken) {
                return Ok(Refinement::Spurious(vec![cut]));
            }
        }
        let mut cut = self.cut(cx, &walk, &pivot, engine, &found);
        if cut.is_none() {
            // What the cells alone say is known already: the contradiction depends on inputs.
            self.counts.from_inputs += 1;
            found = self.predicates(engine, &walk, &pivot, true)?;
            cut = self.cut(cx, &walk, &pivot, engine, &found);
        }
        Ok(match cut {
            Some(cut) => Refinement::Spurious(vec![cut]),
            None => Refinement::Unknown(
                "a spurious path could not be ruled out: it gives no new predicates".to_owned(),
            ),
        })
    }

    /// What the blocks on a path speak of, at each location where the new predicates make a family grow.
    fn vocabulary(
        &mut self,
        cx: &RefineCx<'_>,
        engine: &mut Engine,
        walk: &Walk<'_>,
        found: &[(usize, PredId)],
    ) -> Vec<(usize, PredId)> {
        let mut grows = BTreeSet::new();
        for &(position, predicate) in found {
            let location = walk.nodes.state(walk.chain[position]).abstraction.location;
            let term = engine.term(predicate);
            if self.families.note(&mut engine.encoder.pool, location, term) {
                grows.insert(position);
            }
        }
        let Some(&first) = grows.first() else { return Vec::new() };
        let ends: Vec<_> = walk.chain[1..].iter().map(|&node| walk.nodes.block_end(node)).collect();
        let ends: Vec<&SymState> = ends.iter().map(|end| &**end).collect();
        let func = cx.program.locs[walk.nodes.state(walk.chain[first]).abstraction.location].func;
        let mut spoken = Vec::new();
        for term in families::vocabulary(&mut engine.encoder, &ends) {
            let near = engine.encoder.pool.free_vars(&[term]).into_iter().all(|var| {
                let cell = engine.encoder.cell_of(var);
                cell.is_some_and(|c| engine.encoder.cell_function(cx.program, c).is_none_or(|f| f == func))
            });
            let term = mining::normalised(&mut engine.encoder.pool, term);
            if near {
                spoken.push((first, engine.predicate(term)));
            }
        }
        self.counts.vocabulary += spoken.len() as u64;
        spoken
    }

    /// The predicates of a contradiction for every block start on the rest of the path.
    fn predicates(
        &mut self,
        engine: &mut Engine,
        walk: &Walk<'_>,
        pivot: &Pivot,
        instances: bool,
    ) -> Result<Vec<(usize, PredId)>, CpaError> {
        let mut found = Vec::new();
        for position in pivot.position..walk.chain.len() - 1 {
            let mut conditions: Vec<TermId> =
                pivot.core.iter().filter_map(|&i| walk.rest[i].at(position)).collect();
            if conditions.iter().any(|&c| mining::has_inputs(&engine.encoder, c)) {
                conditions = mining::solve_inputs(&mut engine.encoder, &conditions);
                if instances {
                    conditions.extend(walk.instances(engine, position, &conditions)?);
                }
            }
            for term in mining::predicates(&mut engine.encoder, &conditions, self.split) {
                found.push((position, engine.predicate(term)));
            }
        }
        Ok(found)
    }

    /// Where the new predicates make a difference first; `None` if nowhere.
    fn cut(
        &mut self,
        cx: &RefineCx<'_>,
        walk: &Walk<'_>,
        pivot: &Pivot,
        engine: &mut Engine,
        found: &[(usize, PredId)],
    ) -> Option<CutPoint> {
        let mut new = engine.learnt.clone();
        for &(position, predicate) in found {
            let loc = walk.nodes.state(walk.chain[position]).abstraction.location;
            new.add(cx.program, self.scope, loc, predicate);
        }
        let changes = |&node: &ArgId| {
            let state = walk.nodes.state(node);
            let known: FxHashSet<PredId> = state.abstraction.considered.iter().copied().collect();
            new.at(cx.program, state.abstraction.location).iter().any(|p| !known.contains(p))
        };
        let inner = &walk.chain[pivot.position..walk.chain.len() - 1];
        let node = inner.iter().copied().find(changes)?;
        self.counts.predicates = engine.predicate_count() as u64;
        engine.learnt = new.clone();
        let node = if cx.mode == RefineMode::Restart { cx.reached.root()? } else { node };
        Some(CutPoint { node, precisions: vec![(self.component, self.precisions.intern(new))] })
    }
}

impl Walk<'_> {
    /// The states at block starts along the path it was found on, from the program's entry.
    fn forwards(&self, engine: &mut Engine, path: &ArgPath) -> Result<Vec<SymState>, CpaError> {
        let mut states = Vec::new();
        let mut state = (*self.nodes.state(self.chain[0]).block).clone();
        for (i, node) in path.nodes().enumerate() {
            if self.chain.get(states.len()) == Some(&node) {
                states.push(state.clone());
            }
            let (Some(&(_, edge)), Some(to)) = (path.steps.get(i), path.node(i + 1)) else { break };
            state = self.nodes.step(&mut engine.encoder, &state, edge, to)?;
        }
        Ok(states)
    }

    /// The state at a block start, from an earlier one at which nothing is known.
    fn round(
        &self,
        engine: &mut Engine,
        path: &ArgPath,
        from: usize,
        to: usize,
    ) -> Result<SymState, CpaError> {
        let (from, to) = (self.chain[from], self.chain[to]);
        let steps = path.steps.iter().copied();
        let way: Vec<_> = steps.skip_while(|&(n, _)| n != from).take_while(|&(n, _)| n != to).collect();
        self.nodes.along(engine, &way, to)
    }

    /// Walks until the rest of the path is contradictory; `None` if it is feasible from the root.
    fn backwards(&mut self, engine: &mut Engine) -> Result<Option<Pivot>, CpaError> {
        for position in (1..self.chain.len()).rev() {
            self.nodes.cx.limits.check().map_err(CpaError::Stop)?;
            let (from, to) = (self.chain[position - 1], self.chain[position]);
            let end = self.nodes.block_end(to);
            let mut facts = vec![engine.formula(self.nodes.state(from).abstraction.formula)];
            facts.extend(end.guard().iter().copied());
            let earliest: Vec<TermId> = self.rest.iter().map(Conjunct::earliest).collect();
            let demands = engine.instantiate_all(earliest.iter().copied(), &end);
            engine.ready(self.nodes.cx.limits);
            engine.assume_all(&facts);
            if !engine.check(&demands)? {
                let core = self.core(engine, &demands);
                return Ok(Some(Pivot { position, core }));
            }
            facts.extend(&demands);
            let model = engine.solver.model(&mut engine.encoder.pool, &facts);
            let way = self.nodes.way(engine, from, to, &model)?;
            let along = self.nodes.along(engine, &way, to)?;
            let earlier = engine.instantiate_all(earliest, &along);
            for (conjunct, term) in self.rest.iter_mut().zip(earlier) {
                conjunct.push(term);
            }
            self.rest.extend(along.guard().iter().map(|&g| Conjunct::new(position - 1, g)));
            self.ways.push(way);
        }
        Ok(None)
    }

    /// The conditions of the rest that the last check used.
    fn core(&self, engine: &mut Engine, demands: &[TermId]) -> Vec<usize> {
        let core = if engine.solver.core().len() <= MAX_MINIMISED {
            engine.solver.minimised_core(&mut engine.encoder.pool)
        } else {
            engine.solver.core().to_vec()
        };
        let used: FxHashSet<TermId> = core.into_iter().collect();
        let mut first = FxHashSet::default();
        (0..demands.len()).filter(|&i| used.contains(&demands[i]) && first.insert(demands[i])).collect()
    }

    /// The conditions with the inputs replaced by values that the rest of the path can have there.
    fn instances(
        &self,
        engine: &mut Engine,
        position: usize,
        conditions: &[TermId],
    ) -> Result<Vec<TermId>, CpaError> {
        let state = self.nodes.state(self.chain[position]);
        let mut facts = vec![engine.formula(state.abstraction.formula)];
        facts.extend(self.rest.iter().filter_map(|c| c.at(position)));
        engine.ready(self.nodes.cx.limits);
        engine.assume_all(&facts);
        if !engine.check(&[])? {
            return Ok(Vec::new());
        }
        facts.extend(conditions);
        let model = engine.solver.model(&mut engine.encoder.pool, &facts);
        Ok(mining::with_values(&mut engine.encoder, conditions, |pool, var| model.eval(pool, var)))
    }
}

impl Refiner for PredicateRefiner {
    fn refine(&mut self, cx: &RefineCx<'_>, path: &ArgPath) -> Result<Refinement, Failure> {
        self.refine_path(cx, path).map_err(|error| Failure { analysis: "predicate".to_owned(), error })
    }

    fn stats(&self) -> serde_json::Value {
        let refinement = serde_json::to_value(self.counts).unwrap_or_default();
        let engine = serde_json::to_value(self.engine.borrow().counts()).unwrap_or_default();
        serde_json::json!({ "refinement": refinement, "abstraction": engine })
    }
}
