//! CaDiCaL with this crate's limits.

use argand_support::{CancelToken, Limits, Stop};
use cadical::Callbacks;

/// Clock and memory are looked at once in so many calls of the solver, the token in each.
const CALLS_PER_LOOK: u32 = 64;
/// Clauses that may be added between two looks.
const CLAUSES_PER_LOOK: u64 = 1 << 15;

/// Stops a search when a limit is reached.
struct Guard {
    limits: Limits,
    cancel: CancelToken,
    stop: Option<Stop>,
    calls: u32,
    learned: u64,
}

impl Guard {
    fn new(limits: Limits, learned: u64) -> Self {
        Self { cancel: limits.cancel_token(), limits, stop: None, calls: 0, learned }
    }
}

impl Callbacks for Guard {
    fn terminate(&mut self) -> bool {
        self.calls = self.calls.wrapping_add(1);
        if self.calls.is_multiple_of(CALLS_PER_LOOK) {
            self.stop = self.limits.check_now().err();
        } else if self.cancel.is_cancelled() {
            self.stop = Some(Stop::Interrupted);
        }
        self.stop.is_some()
    }

    fn max_length(&self) -> i32 {
        i32::MAX
    }

    fn learn(&mut self, _clause: &[i32]) {
        self.learned += 1;
    }
}

/// A SAT solver; literals are those of DIMACS.
pub(super) struct Sat {
    solver: cadical::Solver<Guard>,
    vars: i32,
    pub clauses: u64,
    next_look: u64,
}

impl std::fmt::Debug for Sat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sat({} variables, {} clauses)", self.vars, self.clauses)
    }
}

impl Sat {
    /// A solver without clauses.
    pub fn new(limits: Limits) -> Self {
        Self::counting_from(limits, 0, 0)
    }

    /// A solver without clauses that goes on counting where this one is.
    pub fn renewed(&mut self, limits: Limits) -> Self {
        Self::counting_from(limits, self.clauses, self.learned())
    }

    fn counting_from(limits: Limits, clauses: u64, learned: u64) -> Self {
        // Most questions are small and many are refutations: phases and walks that look for a model of a
        // large formula cost more than they find.
        let mut solver = cadical::Solver::with_config("unsat").unwrap_or_default();
        solver.set_callbacks(Some(Guard::new(limits, learned)));
        Self { solver, vars: 0, clauses, next_look: clauses + CLAUSES_PER_LOOK }
    }

    pub fn set_limits(&mut self, limits: Limits) {
        let learned = self.learned();
        self.solver.set_callbacks(Some(Guard::new(limits, learned)));
    }

    /// How many clauses were learned, one for each conflict.
    pub fn learned(&mut self) -> u64 {
        self.solver.get_callbacks().map_or(0, |g| g.learned)
    }

    /// How many variables there are.
    pub fn vars(&self) -> i32 {
        self.vars
    }

    pub fn new_var(&mut self) -> i32 {
        self.vars += 1;
        self.vars
    }

    pub fn add(&mut self, clause: &[i32]) {
        self.clauses += 1;
        self.solver.add_clause(clause.iter().copied());
    }

    /// Now and then a look at the limits, for those who add many clauses.
    pub fn check(&mut self) -> Result<(), Stop> {
        if self.clauses < self.next_look {
            return Ok(());
        }
        self.next_look = self.clauses + CLAUSES_PER_LOOK;
        self.solver.get_callbacks().map_or(Ok(()), |guard| guard.limits.check_now())
    }

    /// Whether the clauses can be satisfied under the assumptions.
    pub fn solve(&mut self, assumptions: &[i32]) -> Result<bool, Stop> {
        if let Some(guard) = self.solver.get_callbacks() {
            guard.stop = None;
            guard.limits.check_now()?;
        }
        match self.solver.solve_with(assumptions.iter().copied()) {
            Some(sat) => Ok(sat),
            None => Err(self.solver.get_callbacks().and_then(|g| g.stop).unwrap_or(Stop::Interrupted)),
        }
    }

    /// The value of a literal in the model.
    pub fn value(&self, lit: i32) -> bool {
        // A variable in no clause has no value; any will do.
        lit.abs() <= self.vars && self.solver.value(lit).unwrap_or(lit < 0)
    }

    /// Whether an assumption was used in the refutation.
    pub fn failed(&self, lit: i32) -> bool {
        self.solver.failed(lit)
    }
}
