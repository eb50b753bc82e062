//! What a solver can do, one trait per capability.

use std::ops::ControlFlow;
use std::time::Duration;

use argand_support::{Limits, Stop};

use crate::eval::Assignment;
use crate::term::{TermId, TermPool};
use crate::value::Value;

/// The answer to a satisfiability question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SatResult {
    /// There is a model; the solver can be asked for it.
    Sat,
    /// There is none.
    Unsat,
    /// A limit was reached first.
    Unknown(Stop),
}

/// What a solver did so far.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// Questions asked.
    pub checks: u64,
    /// Questions answered without search, because an assertion was false by itself.
    pub trivial: u64,
    /// Calls of the SAT solver; more than questions where array or function lemmas were needed.
    pub searches: u64,
    /// Conflicts in those calls.
    pub conflicts: u64,
    /// Lemmas added for arrays and functions.
    pub lemmas: u64,
    /// Terms that were asked about when their circuits were there already.
    pub cache_hits: u64,
    /// Gates built.
    pub gates: u64,
    /// Clauses added.
    pub clauses: u64,
    /// Time spent in `check`.
    pub time: Duration,
}

/// Incremental satisfiability. All terms belong to the one pool that is passed in each time.
pub trait Solver {
    /// Adds a Boolean term to the current level.
    fn assert(&mut self, pool: &mut TermPool, t: TermId);

    /// Opens a level.
    fn push(&mut self);

    /// Closes levels and forgets what was asserted in them. Closing more than are open closes all.
    fn pop(&mut self, levels: usize);

    /// How many levels are open.
    fn level(&self) -> usize;

    /// Whether the assertions and the assumptions can hold together.
    fn check(&mut self, pool: &mut TermPool, assumptions: &[TermId]) -> SatResult;

    /// The value of any term in the model of the last `check`, which must have been satisfiable. Symbols
    /// the question did not mention have the default of their sort. The model lives until the next `check`,
    /// `push` or `pop`.
    fn value(&mut self, pool: &mut TermPool, t: TermId) -> Value;

    /// The model restricted to the symbols and functions of `roots`.
    fn model(&mut self, pool: &mut TermPool, roots: &[TermId]) -> Assignment;

    /// The limits of every `check` from now on.
    fn set_limits(&mut self, limits: Limits);

    /// What was done so far.
    fn statistics(&self) -> Statistics;
}

/// Explanations of unsatisfiability.
pub trait UnsatCore: Solver {
    /// The assumptions the last unsatisfiable `check` used, in their order there.
    fn core(&self) -> &[TermId];

    /// A core from which no assumption can be left out. Costs one `check` per assumption of the core; on a
    /// limit what is left so far is returned.
    fn minimised_core(&mut self, pool: &mut TermPool) -> Vec<TermId>;
}

/// Leaves out of the last core what is not needed, one assumption after the other.
pub(crate) fn minimise(solver: &mut impl UnsatCore, pool: &mut TermPool) -> Vec<TermId> {
    let mut core = solver.core().to_vec();
    let mut kept = 0;
    while kept < core.len() {
        let mut fewer = core.clone();
        fewer.remove(kept);
        match solver.check(pool, &fewer) {
            // The smaller core keeps its order, so what was found necessary stays in front.
            SatResult::Unsat => core = solver.core().to_vec(),
            SatResult::Sat => kept += 1,
            SatResult::Unknown(_) => break,
        }
    }
    core
}

/// Enumeration of all models over given Boolean terms.
pub trait AllSat: Solver {
    /// Calls `each` with every combination of values of `over` that the assertions and `assumptions`
    /// allow, until it breaks. The assertions are the same afterwards.
    ///
    /// # Errors
    /// The limit that was reached before all were found.
    fn all_sat(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[TermId],
        over: &[TermId],
        each: &mut dyn FnMut(&[bool]) -> ControlFlow<()>,
    ) -> Result<(), Stop>;
}
