//! What the analysis and its refiner share: the encoder, a solver, decision diagrams and the table of predicates.

use super::precision::PredicatePrecision;
use argand_cpa::{CpaError, FactPlace};
use argand_encode::{Encoder, Formula, SymState};
use argand_logic::{AnySolver, Bdd, BddTable, SatResult, Solvers, Statistics, TermId};
use argand_support::{FxHashMap, IndexVec, Limits, define_index};
use std::cell::RefCell;
use std::rc::Rc;

define_index! {
    /// A predicate: a Boolean term over canonical symbols. Also its variable in decision diagrams.
    pub struct PredId, "p";
}

/// A shared [`Engine`].
pub type SharedEngine = Rc<RefCell<Engine>>;

/// Clauses of closed questions stay in the solver, switched off. Beyond this many it is cheaper to start afresh.
const MAX_CLAUSES: u64 = 20_000;

/// Who asks, for the solver.
const ASKER: &str = "predicate";

/// What was done, for the statistics.
#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
pub struct Counts {
    /// Abstractions computed, those found in the cache included.
    pub abstractions: u64,
    /// Abstractions found in the cache.
    pub cache_hits: u64,
    /// Abstractions that found no state left.
    pub infeasible_blocks: u64,
    /// Combinations of predicates that enumeration found.
    pub models: u64,
    /// Abstractions with so many combinations that only single predicates were decided.
    pub coarsened: u64,
    /// Questions to the solver.
    pub solver_calls: u64,
    /// Seconds in the solver.
    pub solver_seconds: f64,
}

/// The key of a cached abstraction: the old abstraction, the block's guard, and each predicate with its value at
/// the end of the block.
pub(super) type CacheKey = (Bdd, TermId, Box<[(PredId, TermId)]>);

/// See the module documentation.
#[derive(Debug)]
pub struct Engine {
    /// Terms, and edges to terms.
    pub encoder: Encoder,
    /// Decision diagrams over predicates.
    pub bdds: BddTable,
    /// What was done.
    pub counts: Counts,
    /// Fault injection for tests of what checks the results: abstractions claim every predicate they decide.
    #[doc(hidden)]
    pub fault: bool,
    pub(super) solver: AnySolver,
    solvers: Solvers,
    pub(super) cache: FxHashMap<CacheKey, Option<Bdd>>,
    predicates: IndexVec<PredId, TermId>,
    ids: FxHashMap<TermId, PredId>,
    formulas: FxHashMap<Bdd, TermId>,
    /// Everything that refinement learnt.
    pub learnt: PredicatePrecision,
    /// Predicates of an earlier run.
    pub(super) imported: PredicatePrecision,
    /// Predicates of an earlier run whose cells do not exist yet.
    pub(super) pending: Vec<(FactPlace, Formula)>,
    /// States inside blocks with the merged state that stands for them.
    merged: FxHashMap<u32, u32>,
    next: u32,
    retired: Statistics,
}

impl Engine {
    /// An engine for a program.
    #[must_use]
    pub fn new(encoder: Encoder, solvers: Solvers) -> Self {
        Self {
            encoder,
            bdds: BddTable::default(),
            counts: Counts::default(),
            fault: false,
            solver: solvers.make(ASKER, Limits::default()),
            solvers,
            cache: FxHashMap::default(),
            predicates: IndexVec::new(),
            ids: FxHashMap::default(),
            formulas: FxHashMap::default(),
            learnt: PredicatePrecision::default(),
            imported: PredicatePrecision::default(),
            pending: Vec::new(),
            merged: FxHashMap::default(),
            next: 0,
            retired: Statistics::default(),
        }
    }

    /// A number that was never given before.
    pub fn fresh_id(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    /// Notes that one state inside a block is part of another.
    pub fn note_merge(&mut self, part: u32, whole: u32) {
        self.merged.insert(part, whole);
    }

    /// The state that a state was merged into last.
    #[must_use]
    pub fn merged_into(&self, part: u32) -> Option<u32> {
        self.merged.get(&part).copied()
    }

    /// The predicate that a term is.
    pub fn predicate(&mut self, term: TermId) -> PredId {
        if let Some(&id) = self.ids.get(&term) {
            return id;
        }
        let id = self.predicates.push(term);
        self.ids.insert(term, id);
        id
    }

    /// The term of a predicate.
    #[must_use]
    pub fn term(&self, predicate: PredId) -> TermId {
        self.predicates[predicate]
    }

    /// How many different predicates there are.
    #[must_use]
    pub fn predicate_count(&self) -> usize {
        self.predicates.len()
    }

    /// A formula over predicates as a term over canonical symbols.
    pub fn formula(&mut self, formula: Bdd) -> TermId {
        if let Some(&known) = self.formulas.get(&formula) {
            return known;
        }
        let predicates = &self.predicates;
        let term = self.bdds.to_term(formula, &mut self.encoder.pool, |var| predicates[PredId::new(var)]);
        self.formulas.insert(formula, term);
        term
    }

    /// Terms over canonical symbols with the values that the cells have in a state.
    pub fn instantiate_all(&mut self, terms: impl IntoIterator<Item = TermId>, at: &SymState) -> Vec<TermId> {
        let mut values: FxHashMap<TermId, TermId> =
            at.changed().map(|(cell, value)| (self.encoder.symbol(cell), value)).collect();
        let pool = &mut self.encoder.pool;
        terms.into_iter().map(|term| pool.substitute_cached(term, &mut values)).collect()
    }

    /// Makes the solver ready for a new question: no levels are open.
    pub fn ready(&mut self, limits: &Limits) {
        let used = self.solver.statistics();
        if used.clauses > MAX_CLAUSES {
            self.retired.checks += used.checks;
            self.retired.time += used.time;
            self.solver = self.solvers.make(ASKER, limits.clone());
        } else {
            let open = self.solver.level();
            self.solver.pop(open);
            self.solver.set_limits(limits.clone());
        }
    }

    /// Opens a level in which terms hold.
    pub fn assume_all(&mut self, terms: &[TermId]) {
        self.solver.push();
        for &term in terms {
            self.solver.assert(&mut self.encoder.pool, term);
        }
    }

    /// Closes the innermost level.
    pub fn close(&mut self) {
        self.solver.pop(1);
    }

    /// Whether what holds on the open levels can hold together with the assumptions.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn check(&mut self, assumptions: &[TermId]) -> Result<bool, CpaError> {
        match self.solver.check(&mut self.encoder.pool, assumptions) {
            SatResult::Sat => Ok(true),
            SatResult::Unsat => Ok(false),
            SatResult::Unknown(stop) => Err(CpaError::Stop(stop)),
        }
    }

    /// What was done so far, the solver's part included.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let solver = self.solver.statistics();
        Counts {
            solver_calls: self.retired.checks + solver.checks,
            solver_seconds: (self.retired.time + solver.time).as_secs_f64(),
            ..self.counts
        }
    }

    /// A formula over predicates as text: its cubes, or how large it is.
    #[must_use]
    pub fn describe(&self, formula: Bdd) -> String {
        const SHOWN: usize = 6;
        if formula == Bdd::TRUE {
            return "true".to_owned();
        }
        let mut cubes: Vec<String> = Vec::new();
        for cube in self.bdds.cubes(formula).take(SHOWN) {
            let literals = cube.iter().map(|&(var, value)| {
                let text = self.encoder.pool.display(self.predicates[PredId::new(var)]);
                if value { text } else { format!("!({text})") }
            });
            cubes.push(literals.collect::<Vec<_>>().join(" & "));
        }
        let more = if self.bdds.cubes(formula).nth(SHOWN).is_some() { " | ..." } else { "" };
        cubes.join(" | ") + more
    }
}
