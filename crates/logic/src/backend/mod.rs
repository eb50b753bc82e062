//! The default back end: word-level preprocessing, circuits, clauses, CaDiCaL.

mod arrays;
mod blast;
mod cnf;
mod model;
mod sat;
mod scope;

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Instant;

use argand_support::{Limits, Stop};

use crate::circuit::Lit;
use crate::eval::{Assignment, Evaluator};
use crate::solver::{AllSat, SatResult, Solver, Statistics, UnsatCore};
use crate::sort::Sort;
use crate::term::{Op, TermId, TermPool};
use crate::value::Value;
use crate::visit::post_order;
use arrays::Arrays;
use blast::Blaster;
use cnf::Cnf;
use model::Model;
use sat::Sat;
use scope::Scope;

/// What one level asserted.
#[derive(Debug, Default)]
struct Level {
    /// The literal that switches the level's clauses on; 0 for the base level, whose clauses stay.
    switch: i32,
    /// Everything asserted, as it was said.
    asserted: Vec<TermId>,
    /// Asserted, not yet looked at.
    pending: Vec<TermId>,
    /// What preprocessing left of the assertions, not yet in the SAT solver.
    parts: VecDeque<TermId>,
    /// Those that are.
    done: Vec<TermId>,
    /// How many SAT variables they brought.
    vars: i32,
    /// Reads, applications and array equalities in the assertions.
    theory: Vec<TermId>,
    /// Whether an assertion is false by itself.
    contradiction: bool,
}

/// An incremental solver for all sorts of terms, over CaDiCaL.
#[derive(Debug)]
pub struct BitSolver {
    blaster: Blaster,
    arrays: Arrays,
    cnf: Cnf,
    sat: Sat,
    scope: Scope,
    levels: Vec<Level>,
    limits: Limits,
    core: Vec<TermId>,
    /// Lemmas not yet in the SAT solver.
    lemmas: VecDeque<Vec<Lit>>,
    statistics: Statistics,
    /// Gates of circuits that were built and forgotten.
    dropped_gates: u64,
    /// Whether literals of the SAT solver are in use between questions.
    pinned: bool,
    observer: Observer,
}

type Observe = Box<dyn FnMut(&TermPool, &[TermId], SatResult) + Send>;

/// Who is told every question.
#[derive(Default)]
struct Observer(Option<Observe>);

impl std::fmt::Debug for Observer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "observed" } else { "unobserved" })
    }
}

impl Default for BitSolver {
    fn default() -> Self {
        Self::new(Limits::default())
    }
}

impl BitSolver {
    /// A solver without assertions.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            blaster: Blaster::default(),
            arrays: Arrays::default(),
            cnf: Cnf::default(),
            sat: Sat::new(limits.clone()),
            scope: Scope::default(),
            levels: vec![Level::default()],
            limits,
            core: Vec::new(),
            lemmas: VecDeque::new(),
            statistics: Statistics::default(),
            dropped_gates: 0,
            pinned: false,
            observer: Observer::default(),
        }
    }

    /// Everything asserted in the open levels, outermost first.
    pub fn assertions(&self) -> impl Iterator<Item = TermId> + '_ {
        self.levels.iter().flat_map(|l| l.asserted.iter().copied())
    }

    /// Has `observe` told every question and its answer, for instance to write it down with
    /// [`TermPool::to_smtlib`]. It gets the assertions followed by the assumptions.
    pub fn observe(&mut self, observe: impl FnMut(&TermPool, &[TermId], SatResult) + Send + 'static) {
        self.observer = Observer(Some(Box::new(observe)));
    }

    /// Brings pending assertions into the SAT solver, outermost level first. What a limit leaves out stays
    /// pending.
    fn flush(&mut self, pool: &mut TermPool) -> Result<(), Stop> {
        for k in 0..self.levels.len() {
            let pending = std::mem::take(&mut self.levels[k].pending);
            if !pending.is_empty() {
                // Assertions go to the innermost level, so no deeper one was taken in before.
                let parts = self.scope.assertions(pool, k, &pending);
                self.levels[k].parts.extend(parts);
            }
            while let Some(&t) = self.levels[k].parts.front() {
                let before = self.sat.vars();
                self.require(pool, k, t)?;
                let level = &mut self.levels[k];
                level.done.extend(level.parts.pop_front());
                level.vars += self.sat.vars() - before;
            }
        }
        self.settle()
    }

    /// Starts over with an empty SAT solver when most of its variables belong to closed levels and past
    /// assumptions: it gives values to all of them in every model.
    fn renew(&mut self) {
        let live: i32 = self.levels.iter().map(|l| l.vars).sum();
        if self.sat.vars() - live <= 2 * live + FEW_VARIABLES {
            return;
        }
        self.sat = self.sat.renewed(self.limits.clone());
        self.cnf = Cnf::default();
        self.lemmas.clear();
        self.arrays.forget_lemmas();
        if self.blaster.gates.len() > MANY_GATES {
            self.dropped_gates += self.blaster.gates.len() as u64;
            let hits = self.blaster.hits;
            self.blaster = Blaster::default();
            self.blaster.hits = hits;
            self.arrays = Arrays::default();
        }
        for level in &mut self.levels {
            let pending = std::mem::take(&mut level.parts);
            level.parts = std::mem::take(&mut level.done).into();
            level.parts.extend(pending);
            level.theory.clear();
            (level.switch, level.vars, level.contradiction) = (0, 0, false);
        }
    }

    fn require(&mut self, pool: &TermPool, k: usize, t: TermId) -> Result<(), Stop> {
        let l = self.blaster.lit(pool, &mut self.arrays, &self.limits, t)?;
        if l == Lit::FALSE {
            self.levels[k].contradiction = true;
            return Ok(());
        }
        if k > 0 && self.levels[k].switch == 0 {
            self.levels[k].switch = self.sat.new_var();
        }
        let guard = -self.levels[k].switch;
        self.cnf.require(&self.blaster.gates, &mut self.sat, guard, l)?;
        let theory = theory_terms(pool, &[t]);
        self.levels[k].theory.extend(theory);
        Ok(())
    }

    /// Indices and arguments are looked at in models before any clause speaks of them.
    fn ground(&mut self, pool: &TermPool, theory: &[TermId]) -> Result<(), Stop> {
        if !self.blaster.gates.has_constraints() {
            return Ok(());
        }
        for t in post_order(pool, theory, |t| !pool.has_array(t)) {
            for &a in pool.args(t) {
                if let Some(bits) = self.blaster.get(a) {
                    self.cnf.ground(&self.blaster.gates, &mut self.sat, bits)?;
                }
            }
        }
        Ok(())
    }

    /// Adds the clauses that hold in every question: of inputs that stand for results, and lemmas.
    fn settle(&mut self) -> Result<(), Stop> {
        while let Some(clause) = self.lemmas.front() {
            self.cnf.clause(&self.blaster.gates, &mut self.sat, 0, clause)?;
            self.lemmas.pop_front();
        }
        self.cnf.settle(&self.blaster.gates, &mut self.sat)
    }

    fn ask(&mut self, pool: &mut TermPool, assumptions: &[TermId]) -> SatResult {
        let start = Instant::now();
        self.statistics.checks += 1;
        let answer = self.search(pool, assumptions);
        self.statistics.time += start.elapsed();
        self.statistics.gates = self.dropped_gates + self.blaster.gates.len() as u64;
        self.statistics.clauses = self.sat.clauses;
        self.statistics.conflicts = self.sat.learned();
        self.statistics.cache_hits = self.blaster.hits;
        match answer {
            Ok(true) => SatResult::Sat,
            Ok(false) => SatResult::Unsat,
            Err(stop) => SatResult::Unknown(stop),
        }
    }

    fn search(&mut self, pool: &mut TermPool, assumptions: &[TermId]) -> Result<bool, Stop> {
        self.core.clear();
        self.limits.check_now()?;
        if !self.pinned {
            self.renew();
        }
        self.flush(pool)?;
        if self.levels.iter().any(|l| l.contradiction) {
            self.statistics.trivial += 1;
            return Ok(false);
        }
        let mut lits: Vec<i32> = self.levels.iter().map(|l| l.switch).filter(|&s| s != 0).collect();
        let mut assumed = Vec::with_capacity(assumptions.len());
        let mut theory: Vec<TermId> = self.levels.iter().flat_map(|l| l.theory.iter().copied()).collect();
        for &t in assumptions {
            let u = self.scope.apply(pool, t);
            let l = self.blaster.lit(pool, &mut self.arrays, &self.limits, u)?;
            if l == Lit::FALSE {
                self.core = vec![t];
                self.statistics.trivial += 1;
                return Ok(false);
            }
            if l == Lit::TRUE {
                continue;
            }
            theory.extend(theory_terms(pool, &[u]));
            let s = self.cnf.lit(&self.blaster.gates, &mut self.sat, l)?;
            lits.push(s);
            assumed.push((t, s));
        }
        theory.sort_unstable();
        theory.dedup();
        self.ground(pool, &theory)?;
        self.settle()?;
        for l in self.arrays.assumptions(pool, &mut self.blaster, &theory) {
            lits.push(self.cnf.lit(&self.blaster.gates, &mut self.sat, l)?);
        }
        loop {
            self.statistics.searches += 1;
            if !self.sat.solve(&lits)? {
                self.core = assumed.iter().filter(|(_, s)| self.sat.failed(*s)).map(|(t, _)| *t).collect();
                return Ok(false);
            }
            if theory.is_empty() {
                return Ok(true);
            }
            let model = Model::new(&self.cnf, &self.sat);
            let lemmas = self.arrays.refine(pool, &mut self.blaster, &model, &self.limits, &theory)?;
            if lemmas.is_empty() {
                return Ok(true);
            }
            self.statistics.lemmas += lemmas.len() as u64;
            self.lemmas.extend(lemmas);
            self.settle()?;
        }
    }

    fn tell(&mut self, pool: &TermPool, question: &[TermId], answer: SatResult) {
        if let Some(observe) = &mut self.observer.0 {
            observe(pool, question, answer);
        }
    }

    /// Whether the model satisfies what was asked, by the evaluator. Only debug builds ask, and only about
    /// questions that are not large.
    fn model_holds(&mut self, pool: &mut TermPool, question: &[TermId]) -> bool {
        if pool.dag_size(question) > LARGEST_CHECKED {
            return true;
        }
        let model = self.model(pool, question);
        let mut evaluator = Evaluator::new(pool, &model);
        question.iter().all(|&t| evaluator.eval(t) == Value::Bool(true))
    }

    /// The values of symbols and functions in `terms`, which have definitions in place.
    fn assignment(&mut self, pool: &TermPool, terms: &[TermId]) -> Assignment {
        let mut out = Assignment::default();
        let model = Model::new(&self.cnf, &self.sat);
        for v in pool.free_vars(terms) {
            let value = match pool.sort(v) {
                Sort::Array { .. } => self.arrays.values.get(&v).cloned().map(Value::Array),
                _ => model.value(pool, &self.blaster, v),
            };
            out.set(v, value.unwrap_or_else(|| Value::default_of(pool.sort(v))));
        }
        for f in pool.free_funcs(terms) {
            if let Some(g) = self.arrays.functions.get(&f) {
                out.set_func(f, g.clone());
            }
        }
        out
    }
}

const LARGEST_CHECKED: usize = 5000;
/// Variables that are no longer needed but not worth starting over for.
const FEW_VARIABLES: i32 = 4000;
/// Circuits are kept between questions until there are so many gates.
const MANY_GATES: usize = 4_000_000;

/// The reads, applications and array equalities in `roots`.
fn theory_terms(pool: &TermPool, roots: &[TermId]) -> Vec<TermId> {
    let mut terms = post_order(pool, roots, |t| !pool.has_array(t));
    terms.retain(|&t| match pool.op(t) {
        Op::Select | Op::Apply(_) => true,
        Op::Eq => matches!(pool.sort(pool.arg(t, 0)), Sort::Array { .. }),
        _ => false,
    });
    terms
}

impl Solver for BitSolver {
    fn assert(&mut self, pool: &mut TermPool, t: TermId) {
        debug_assert_eq!(pool.sort(t), Sort::Bool);
        if let Some(level) = self.levels.last_mut() {
            level.asserted.push(t);
            level.pending.push(t);
        }
    }

    fn push(&mut self) {
        self.levels.push(Level::default());
        self.scope.push();
    }

    fn pop(&mut self, levels: usize) {
        for _ in 0..levels.min(self.level()) {
            if let Some(level) = self.levels.pop() {
                self.scope.pop();
                if level.switch != 0 {
                    self.sat.add(&[-level.switch]);
                }
            }
        }
    }

    fn level(&self) -> usize {
        self.levels.len() - 1
    }

    fn check(&mut self, pool: &mut TermPool, assumptions: &[TermId]) -> SatResult {
        let answer = self.ask(pool, assumptions);
        if cfg!(debug_assertions) || self.observer.0.is_some() {
            let question: Vec<TermId> = self.assertions().chain(assumptions.iter().copied()).collect();
            debug_assert!(answer != SatResult::Sat || self.model_holds(pool, &question), "a wrong model");
            self.tell(pool, &question, answer);
        }
        answer
    }

    fn value(&mut self, pool: &mut TermPool, t: TermId) -> Value {
        // A term may have signals no clause speaks of, so only symbols are looked up.
        let t = self.scope.apply(pool, t);
        let assignment = self.assignment(pool, &[t]);
        assignment.eval(pool, t)
    }

    fn model(&mut self, pool: &mut TermPool, roots: &[TermId]) -> Assignment {
        let vars = pool.free_vars(roots);
        let defined: Vec<TermId> = vars.iter().map(|&v| self.scope.apply(pool, v)).collect();
        let mut terms = defined.clone();
        terms.extend_from_slice(roots);
        let inner = self.assignment(pool, &terms);
        let mut out = inner.clone();
        let mut evaluator = Evaluator::new(pool, &inner);
        for (v, d) in vars.into_iter().zip(defined) {
            let value = evaluator.eval(d);
            out.set(v, value);
        }
        out
    }

    fn set_limits(&mut self, limits: Limits) {
        self.sat.set_limits(limits.clone());
        self.limits = limits;
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}

impl UnsatCore for BitSolver {
    fn core(&self) -> &[TermId] {
        &self.core
    }

    fn minimised_core(&mut self, pool: &mut TermPool) -> Vec<TermId> {
        let core = crate::solver::minimise(self, pool);
        self.core.clone_from(&core);
        core
    }
}

impl AllSat for BitSolver {
    fn all_sat(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        over: &[TermId],
        each: &mut dyn FnMut(&[bool]) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        self.flush(pool)?;
        self.push();
        self.pinned = true;
        let answer = self.enumerate(pool, assumptions, over, each);
        self.pinned = false;
        self.pop(1);
        answer
    }
}

impl BitSolver {
    fn enumerate(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        over: &[TermId],
        each: &mut dyn FnMut(&[bool]) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let mut lits = Vec::with_capacity(over.len());
        let switch = self.sat.new_var();
        let mut theory = Vec::new();
        for &t in over {
            let t = self.scope.apply(pool, t);
            lits.push(self.blaster.lit(pool, &mut self.arrays, &self.limits, t)?);
            theory.extend(theory_terms(pool, &[t]));
        }
        for &l in &lits {
            self.cnf.lit(&self.blaster.gates, &mut self.sat, l)?;
        }
        if let Some(level) = self.levels.last_mut() {
            level.switch = switch;
            level.theory = theory;
        }
        let observed = self.observer.0.is_some();
        // What the blocking clauses say, for the observer.
        let mut blocked = Vec::new();
        loop {
            let answer = self.ask(pool, assumptions);
            if observed {
                let asked = self.assertions().chain(assumptions.iter().copied());
                let question: Vec<TermId> = asked.chain(blocked.iter().copied()).collect();
                self.tell(pool, &question, answer);
            }
            match answer {
                SatResult::Unsat => return Ok(()),
                SatResult::Unknown(stop) => return Err(stop),
                SatResult::Sat => {}
            }
            let model = Model::new(&self.cnf, &self.sat);
            let values: Vec<bool> = lits.iter().map(|&l| model.lit(&self.blaster, l)).collect();
            if each(&values).is_break() {
                return Ok(());
            }
            if observed {
                let found: Vec<TermId> =
                    over.iter().zip(&values).map(|(&t, &v)| if v { t } else { pool.not(t) }).collect();
                let all = pool.and_all(&found);
                blocked.push(pool.not(all));
            }
            let block: Vec<Lit> = lits.iter().zip(&values).map(|(&l, &v)| l.flip(v)).collect();
            self.cnf.clause(&self.blaster.gates, &mut self.sat, -switch, &block)?;
        }
    }
}
