//! What the analysis and its refiner share: terms, a solver, and what was asked of it.
//!
//! Satisfiability is asked for as little as possible. Constraints without a common symbol are independent, so only the
//! group of a new constraint can have become contradictory (the others have not changed). Every state has a *witness*,
//! values of its symbols under which its constraints hold: where they satisfy the new one too, which one of two
//! branches always does, nothing is asked. The rest is looked up by the set of terms, and only then a solver
//! is asked, with all constraints as assumptions, so that the circuits of a path are built once.

use super::state::{Constraint, SymbolicState};
use argand_cfa::{EdgeId, Program};
use argand_cpa::CpaError;
use argand_encode::Encoder;
use argand_logic::visit::post_order;
use argand_logic::{AnySolver, Assignment, FuncId, Op, SatResult, Solvers, Statistics, TermId};
use argand_support::{FxHashMap, FxHashSet, Limits};
use imbl::Vector;
use std::cell::RefCell;
use std::rc::Rc;

/// A shared [`Engine`].
pub type SharedEngine = Rc<RefCell<Engine>>;

/// Beyond this many clauses it is cheaper to start afresh.
const MAX_CLAUSES: u64 = 400_000;
/// Larger cores are used as they are: each condition costs a question to the solver.
const MAX_MINIMISED: usize = 40;
/// Terms up to this size are shown.
const MAX_SHOWN: usize = 30;
/// Who asks, for the solver.
const ASKER: &str = "symbolic";

/// What terms can have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Symbol {
    /// A free symbol.
    Var(TermId),
    /// An uninterpreted function.
    Func(FuncId),
}

/// What was done, for the statistics.
#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
pub struct Counts {
    /// Questions whether constraints can hold together.
    pub questions: u64,
    /// Those that the values of an earlier answer decided.
    pub by_witness: u64,
    /// Those that were asked before.
    pub by_cache: u64,
    /// Questions to the solver.
    pub solver_calls: u64,
    /// Seconds in the solver.
    pub solver_seconds: f64,
}

/// See the module documentation.
#[derive(Debug)]
pub struct Engine {
    /// Terms, and edges to terms.
    pub encoder: Encoder,
    solver: AnySolver,
    solvers: Solvers,
    symbols: FxHashMap<TermId, Rc<[Symbol]>>,
    /// Constraints as they are shown.
    texts: FxHashMap<TermId, Rc<str>>,
    /// Sets of constraints that share symbols, with values under which they hold.
    answers: FxHashMap<Box<[TermId]>, Option<Rc<Assignment>>>,
    counts: Counts,
    retired: Statistics,
    /// States with the state that they were merged into last.
    merged: FxHashMap<u32, u32>,
    next: u32,
}

impl Engine {
    /// An engine for a program.
    #[must_use]
    pub fn new(encoder: Encoder, solvers: Solvers) -> Self {
        Self {
            encoder,
            solver: solvers.make(ASKER, Limits::default()),
            solvers,
            symbols: FxHashMap::default(),
            texts: FxHashMap::default(),
            answers: FxHashMap::default(),
            counts: Counts::default(),
            retired: Statistics::default(),
            merged: FxHashMap::default(),
            next: 0,
        }
    }

    /// A number that was never given before.
    pub fn fresh_id(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    /// Notes that a state is part of another.
    pub fn note_merge(&mut self, part: u32, whole: u32) {
        self.merged.insert(part, whole);
    }

    /// Whether a state was merged into another, perhaps by way of further ones.
    #[must_use]
    pub fn is_part_of(&self, part: u32, whole: u32) -> bool {
        std::iter::successors(Some(part), |id| self.merged.get(id).copied()).any(|id| id == whole)
    }

    /// A constraint of a term.
    pub fn constraint(&mut self, term: TermId, edge: Option<EdgeId>) -> Constraint {
        let pool = &self.encoder.pool;
        let text = self.texts.entry(term).or_insert_with(|| {
            if pool.dag_size(&[term]) <= MAX_SHOWN { pool.display(term).into() } else { "...".into() }
        });
        Constraint { term, edge, text: Rc::clone(text) }
    }

    /// A term as a C expression over the inputs, where it is short enough to be read.
    pub fn in_c(&self, program: &Program, term: TermId) -> String {
        if self.encoder.pool.dag_size(&[term]) > MAX_SHOWN {
            return "…".to_owned();
        }
        self.encoder.to_c(program, term)
    }

    /// What a term depends on, in order.
    pub fn symbols(&mut self, term: TermId) -> Rc<[Symbol]> {
        if let Some(known) = self.symbols.get(&term) {
            return Rc::clone(known);
        }
        let pool = &self.encoder.pool;
        for t in post_order(pool, &[term], |u| self.symbols.contains_key(&u)) {
            let own = match pool.op(t) {
                Op::Var(_) => Some(Symbol::Var(t)),
                Op::Apply(f) => Some(Symbol::Func(f)),
                _ => None,
            };
            let mut all: Rc<[Symbol]> = own.into_iter().collect();
            for arg in pool.args(t) {
                all = union(&all, &self.symbols[arg]);
            }
            self.symbols.insert(t, all);
        }
        Rc::clone(&self.symbols[&term])
    }

    /// The constraints that depend on each other together with new ones, as a set.
    fn group(&mut self, constraints: &Vector<Constraint>, new: &[TermId]) -> Box<[TermId]> {
        let mut group: Vec<TermId> = new.to_vec();
        let mut touched: FxHashSet<Symbol> = FxHashSet::default();
        for &term in new {
            touched.extend(self.symbols(term).iter());
        }
        let mut rest: Vec<(TermId, Rc<[Symbol]>)> =
            constraints.iter().map(|c| (c.term, self.symbols(c.term))).collect();
        loop {
            let before = group.len();
            rest.retain(|(term, symbols)| {
                let apart = symbols.iter().all(|s| !touched.contains(s));
                if !apart {
                    group.push(*term);
                    touched.extend(symbols.iter());
                }
                apart
            });
            if group.len() == before {
                break;
            }
        }
        group.sort_unstable();
        group.dedup();
        group.into()
    }

    /// Values under which the constraints of a state and new ones hold; `None` if there are none.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn admits(
        &mut self,
        state: &SymbolicState,
        new: &[TermId],
        limits: &Limits,
    ) -> Result<Option<Rc<Assignment>>, CpaError> {
        self.counts.questions += 1;
        if new.iter().all(|&term| state.witness.holds(&self.encoder.pool, term)) {
            self.counts.by_witness += 1;
            return Ok(Some(Rc::clone(&state.witness)));
        }
        let group = self.group(&state.constraints, new);
        let answer = if let Some(known) = self.answers.get(&group) {
            self.counts.by_cache += 1;
            known.clone()
        } else {
            let found = self.solve(&group, limits)?;
            self.answers.insert(group.clone(), found.clone());
            found
        };
        let Some(model) = answer else { return Ok(None) };
        let mut witness = (*state.witness).clone();
        for &term in &group {
            for symbol in self.symbols(term).iter() {
                match *symbol {
                    Symbol::Var(var) => {
                        let value = model.eval(&self.encoder.pool, var);
                        witness.set(var, value);
                    }
                    Symbol::Func(func) => {
                        if let Some(value) = model.func(func) {
                            witness.set_func(func, value.clone());
                        }
                    }
                }
            }
        }
        Ok(Some(Rc::new(witness)))
    }

    /// Whether something that terms cannot follow may have happened on the way to a state.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn admits_doubt(
        &mut self,
        state: &SymbolicState,
        doubt: TermId,
        limits: &Limits,
    ) -> Result<bool, CpaError> {
        Ok(doubt != self.encoder.pool.ff() && self.admits(state, &[doubt], limits)?.is_some())
    }

    fn solve(&mut self, group: &[TermId], limits: &Limits) -> Result<Option<Rc<Assignment>>, CpaError> {
        let used = self.solver.statistics();
        if used.clauses > MAX_CLAUSES {
            self.retired.checks += used.checks;
            self.retired.time += used.time;
            self.solver = self.solvers.make(ASKER, limits.clone());
        }
        self.solver.set_limits(limits.clone());
        let pool = &mut self.encoder.pool;
        match self.solver.check(pool, group) {
            SatResult::Sat => Ok(Some(Rc::new(self.solver.model(pool, group)))),
            SatResult::Unsat => Ok(None),
            SatResult::Unknown(stop) => Err(CpaError::Stop(stop)),
        }
    }

    /// Constraints of a state that cannot hold together with new ones, as few as possible.
    ///
    /// # Errors
    /// When a limit is reached, or when they can.
    pub fn core(
        &mut self,
        state: &SymbolicState,
        new: &[TermId],
        limits: &Limits,
    ) -> Result<Vec<TermId>, CpaError> {
        let group = self.group(&state.constraints, new);
        if self.solve(&group, limits)?.is_some() {
            return Err(CpaError::Failed { message: "the solver contradicts itself".to_owned() });
        }
        let pool = &mut self.encoder.pool;
        Ok(if self.solver.core().len() <= MAX_MINIMISED {
            self.solver.minimised_core(pool)
        } else {
            self.solver.core().to_vec()
        })
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
}

/// What either of two ordered lists has, in order. Lists are shared where one has it all.
fn union(a: &Rc<[Symbol]>, b: &Rc<[Symbol]>) -> Rc<[Symbol]> {
    let (large, small) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    if small.iter().all(|symbol| large.binary_search(symbol).is_ok()) {
        return Rc::clone(large);
    }
    let mut all: Vec<Symbol> = large.iter().chain(small.iter()).copied().collect();
    all.sort_unstable();
    all.dedup();
    all.into()
}
