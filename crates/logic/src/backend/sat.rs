//! CaDiCaL with this crate's limits.

use argand_support::{Limits, Stop};
use cadical::Callbacks;

/// Stops a search when a limit is reached.
struct Guard {
    limits: Limits,
    stop: Option<Stop>,
}

impl Callbacks for Guard {
    fn terminate(&mut self) -> bool {
        if let Err(stop) = self.limits.check() {
            self.stop = Some(stop);
        }
        self.stop.is_some()
    }
}

/// A SAT solver; literals are those of DIMACS.
pub(super) struct Sat {
    solver: cadical::Solver<Guard>,
    vars: i32,
    pub clauses: u64,
}

impl std::fmt::Debug for Sat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sat({} variables, {} clauses)", self.vars, self.clauses)
    }
}

impl Sat {
    pub fn new(limits: Limits) -> Self {
        let mut solver = cadical::Solver::new();
        solver.set_callbacks(Some(Guard { limits, stop: None }));
        Self { solver, vars: 0, clauses: 0 }
    }

    pub fn set_limits(&mut self, limits: Limits) {
        self.solver.set_callbacks(Some(Guard { limits, stop: None }));
    }

    pub fn new_var(&mut self) -> i32 {
        self.vars += 1;
        self.vars
    }

    pub fn add(&mut self, clause: &[i32]) {
        self.clauses += 1;
        self.solver.add_clause(clause.iter().copied());
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
