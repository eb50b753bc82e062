//! Data-flow analysis: a program as a system of constraints, and its solution.
//!
//! Exploration follows paths and builds a graph of them; here the same analyses, with the same transfer functions, are solved:
//! one value for each location in each context of its function, joined where paths meet and widened where they go
//! around. Functions are looked at by themselves, once for each context, so that cost grows with the program and not with its
//! call strings, and recursion ends without a bound.
//!
//! * [`constraints`] says what a side-effecting system of constraints is; [`solver`] solves any of them, and knows nothing of
//!   programs.
//! * [`system`] is the system of a program.
//! * [`solution`] looks at what came out a second time, and finds violations in it, and paths to them.
//!
//! **Invariant:** [`Found::Safe`] is given only when the second look saw every step from the start lead from one value of the
//! solution into another, none of which is a violation.

pub mod constraints;
pub mod solution;
pub mod solver;
pub mod system;

use crate::algorithm::{Algorithm, Found};
use crate::outcome::{Cause, Reason};
use crate::stats::RunStats;
use argand_cfa::{Assumption, EdgeId, FuncId, LocId, Program};
use argand_cpa::{Composite, ConfigError, Failure, LocOrder, StateId};
use argand_support::{IndexVec, Limits};
use solution::Solution;
use solver::{Solver, SolverOptions, SolverStats};
use std::rc::Rc;
use std::time::Instant;
use system::{Ended, ProgramSystem};

argand_cpa::options! {
    /// How programs are solved as systems of constraints.
    pub struct DataflowOptions {
        /// How many of the last call sites tell the contexts of a function apart; 0 looks at all calls of a function together.
        call_string: u32 = 1,
        /// Analyses whose states at the entry of a function tell its contexts apart, too.
        context: Vec<String> = Vec::new(),
        /// How many contexts a function has at most; all further calls share one.
        max_contexts: u32 = 64,
        /// How often the value of a location on a cycle, or of an entry, may grow before it is widened.
        widen_after: u32 = 2,
        /// How often it is widened to constants of the program before it is widened to the ends of its type.
        steps: u32 = 8,
        /// How often such a value may shrink again.
        narrow: u32 = 3,
    }
}

/// What a function is made of.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its locations, and where runs end if one can end in it, in the order in which they are best looked at.
    pub locations: Vec<LocId>,
    /// Its edges to where runs end.
    pub halting: Rc<[EdgeId]>,
}

/// The functions of a program.
#[derive(Clone, Debug)]
pub struct Functions {
    /// What each is made of.
    pub of: IndexVec<FuncId, Function>,
    /// The position of each location in that order.
    pub position: IndexVec<LocId, u32>,
}

impl Functions {
    /// The functions of a program.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let position = LocOrder::of(program).reverse_post;
        let count = program.functions.len();
        let mut locations: IndexVec<FuncId, Vec<LocId>> = IndexVec::filled(Vec::new(), count);
        let mut halting: IndexVec<FuncId, Vec<EdgeId>> = IndexVec::filled(Vec::new(), count);
        for (location, info) in program.locs.iter_enumerated().filter(|(l, _)| *l != program.halt) {
            locations[info.func].push(location);
        }
        for &edge in &program.locs[program.halt].into {
            halting[program.locs[program.edges[edge].from].func].push(edge);
        }
        let functions = program.functions.indices().map(|func| {
            let mut locations: Vec<LocId> = std::mem::take(&mut locations[func]);
            locations.sort_by_key(|&location| position[location]);
            locations.extend((!halting[func].is_empty()).then_some(program.halt));
            Function { locations, halting: std::mem::take(&mut halting[func]).into() }
        });
        let of = functions.collect();
        Self { of, position }
    }
}

/// Counters of data-flow analysis.
#[derive(Clone, PartialEq, Debug, Default, serde::Serialize)]
pub struct DataflowStats {
    /// The solver.
    #[serde(flatten)]
    pub solver: SolverStats,
    /// Contexts of functions.
    pub contexts: usize,
    /// Places in contexts that are reached.
    pub nodes: usize,
    /// Seconds spent to solve.
    pub seconds: f64,
    /// Seconds spent on the second look.
    pub second_look: f64,
}

/// Solves a program.
pub struct Dataflow<'p> {
    program: &'p Program,
    composite: Option<Composite>,
    options: DataflowOptions,
    limits: Limits,
    solved: Option<Solved<'p>>,
    stats: DataflowStats,
}

/// A program that was solved, as far as it was.
struct Solved<'p> {
    system: ProgramSystem<'p>,
    solution: Result<Solution, Reason>,
    /// How many violations were told.
    told: usize,
}

impl<'p> Dataflow<'p> {
    /// A program that is not solved yet.
    ///
    /// # Errors
    /// An analysis that cannot be solved, or a context of one that takes no part.
    pub fn new(
        program: &'p Program,
        composite: Composite,
        options: DataflowOptions,
        limits: Limits,
    ) -> Result<Self, ConfigError> {
        composite.check_data_flow()?;
        if let Some(name) = options.context.iter().find(|name| composite.index_of(name).is_none()) {
            return Err(ConfigError::Conflict(format!(
                "the analysis `{name}` forms contexts, but is not among the analyses in `cpas`"
            )));
        }
        let stats = DataflowStats::default();
        Ok(Self { program, composite: Some(composite), options, limits, solved: None, stats })
    }

    /// Solves the program, and looks at the solution.
    fn solve(&mut self, composite: Composite) -> Result<(), Failure> {
        let started = Instant::now();
        let (options, limits) = (self.options.clone(), self.limits.clone());
        let (widen_after, steps, narrow) = (options.widen_after, options.steps, options.narrow);
        let (mut system, row) = ProgramSystem::new(self.program, composite, options, limits)?;
        let mut solver = Solver::new(SolverOptions { widen_after, steps, narrow });
        let start = system.start(&row);
        let value = system::Value(Rc::new([row.clone()]));
        let result = solver.solve(&mut system, start, &value);
        self.stats.seconds = started.elapsed().as_secs_f64();
        let looking = Instant::now();
        let solution = match result {
            Ok(()) => Solution::of(&mut system, &solver, start, &row).map_err(Reason::limit),
            Err(Ended::Stopped(stop)) => Err(Reason::limit(stop)),
            Err(Ended::Failed(failure)) => Err(Reason::failure(&failure, None)),
        };
        self.stats.second_look = looking.elapsed().as_secs_f64();
        self.stats.solver = solver.stats();
        self.stats.contexts = system.contexts().len();
        self.stats.nodes = solution.as_ref().map_or(0, Solution::node_count);
        self.solved = Some(Solved { system, solution, told: 0 });
        Ok(())
    }

    /// The analyses, with the rows that hold at all places that are reached; none before the program is solved.
    pub fn rows(&self) -> Option<(&Composite, impl Iterator<Item = &[StateId]> + '_)> {
        let solved = self.solved.as_ref()?;
        let solution = solved.solution.as_ref().ok()?;
        Some((&solved.system.composite, solution.rows()))
    }

    /// Everything that was counted and timed.
    #[must_use]
    pub fn run_stats(&self) -> RunStats {
        let composite = self.solved.as_ref().map(|solved| &solved.system.composite);
        let components = composite.or(self.composite.as_ref()).map_or_else(Vec::new, Composite::stats);
        RunStats { components, dataflow: Some(self.stats.clone()), ..RunStats::default() }
    }
}

impl Solved<'_> {
    /// The next violation that was not told, with the path to it.
    fn next_violation(&mut self) -> Option<Found> {
        let solution = self.solution.as_ref().ok()?;
        while let Some(&node) = solution.targets().get(self.told) {
            self.told += 1;
            let composite = &self.system.composite;
            if let Some(steps) = solution.path_to(self.system.program, composite, node) {
                let violated = solution.violated(composite, node);
                return Some(Found::Path { steps, violated, picture: None, nodes: Vec::new() });
            }
        }
        None
    }

    /// What there is besides violations that were told.
    fn rest(&self) -> Found {
        let solution = match &self.solution {
            Ok(solution) => solution,
            Err(reason) => return Found::Incomplete(vec![reason.clone()]),
        };
        let mut reasons = solution.reasons().to_vec();
        if let (true, Some(&node)) = (reasons.is_empty(), solution.targets().first()) {
            reasons.push(Reason::new(Cause::Undecided, solution.edge_to(node)));
        }
        if reasons.is_empty() { Found::Safe } else { Found::Incomplete(reasons) }
    }
}

impl Algorithm for Dataflow<'_> {
    fn next(&mut self) -> Result<Found, Failure> {
        if let Some(composite) = self.composite.take() {
            self.solve(composite)?;
        }
        Ok(match &mut self.solved {
            Some(solved) => solved.next_violation().unwrap_or_else(|| solved.rest()),
            None => Found::Incomplete(vec![Reason::new(Cause::Undecided, None)]),
        })
    }

    fn assumptions(&self) -> Vec<Assumption> {
        let composite = self.solved.as_ref().map(|solved| &solved.system.composite);
        composite.or(self.composite.as_ref()).map_or_else(Vec::new, |c| c.assumptions(self.program))
    }

    fn stats(&self) -> RunStats {
        self.run_stats()
    }
}
