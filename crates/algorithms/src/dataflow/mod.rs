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
//! * [`solution`] looks at what came out a second time, and finds violations in it; [`path`] has paths to them, and [`graph`]
//!   the graph that people see.
//!
//! A violation that a solution reaches may come from what was joined. Where an analysis of the composition can be refined, its
//! refiner looks at the path first, and the program is solved again with the precision that it gives.
//!
//! **Invariant:** [`Found::Safe`] is given only when the second look saw every step from the start lead from one value of the
//! solution into another, none of which is a violation.

pub mod constraints;
pub mod graph;
pub mod path;
pub mod solution;
pub mod solver;
pub mod system;

use crate::algorithm::{Algorithm, Found};
use crate::cegar::Believe;
use crate::outcome::{Cause, Reason};
use crate::stats::RunStats;
use argand_cfa::{Assumption, EdgeId, FuncId, LocId, Program};
use argand_cpa::{
    ArgId, Composite, ConfigError, Failure, LocOrder, PrecisionId, RefineCx, RefineMode, Refinement, Refiner,
    StateId,
};
use argand_support::{FxHashSet, IndexVec, Limits};
use graph::{CallSites, Inline, SolutionGraph, graph_of};
use path::Trace;
use solution::{NodeId, Solution};
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
        /// Which calls are replaced by the function in the graph that is exported. One that is not is shown as a violation if
        /// there is one in it.
        inline: Inline = Inline::All,
        /// Whether calls of a function in one context are kept apart in that graph.
        call_sites: CallSites = CallSites::Apart,
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
    /// How often it was solved again because a path to a violation was ruled out.
    pub refinements: u64,
    /// Seconds spent on that.
    pub refining: f64,
    /// What the refiner counted.
    pub refiner: serde_json::Value,
}

/// Solves a program.
pub struct Dataflow<'p> {
    program: &'p Program,
    composite: Option<Composite>,
    /// Precisions that refinement found, by component.
    refined: Vec<(usize, PrecisionId)>,
    refiner: Box<dyn Refiner>,
    options: DataflowOptions,
    limits: Limits,
    solved: Option<Solved<'p>>,
    /// The paths that were told.
    told: FxHashSet<Box<[EdgeId]>>,
    /// Why paths were told that nobody believes.
    undecided: Vec<Reason>,
    stats: DataflowStats,
}

/// A program that was solved, as far as it was.
struct Solved<'p> {
    system: ProgramSystem<'p>,
    solution: Result<Solution, Reason>,
    /// How many violations were looked at.
    seen: usize,
    /// The path that was told last.
    shown: Option<Trace>,
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
        Ok(Self {
            program,
            composite: Some(composite),
            refined: Vec::new(),
            refiner: Box::new(Believe),
            options,
            limits,
            solved: None,
            told: FxHashSet::default(),
            undecided: Vec::new(),
            stats: DataflowStats::default(),
        })
    }

    /// Has paths to violations looked at by a refiner before they are told.
    #[must_use]
    pub fn refined_by(self, refiner: Box<dyn Refiner>) -> Self {
        Self { refiner, ..self }
    }

    /// Solves the program, and looks at the solution.
    fn solve(&mut self, composite: Composite) -> Result<Solved<'p>, Failure> {
        let started = Instant::now();
        let (options, limits) = (self.options.clone(), self.limits.clone());
        let (widen_after, steps, narrow) = (options.widen_after, options.steps, options.narrow);
        let (mut system, row) = ProgramSystem::new(self.program, composite, &self.refined, options, limits)?;
        let mut solver = Solver::new(SolverOptions { widen_after, steps, narrow });
        let start = system.start(&row);
        let value = system::Value(Rc::new([row.clone()]));
        let result = solver.solve(&mut system, start, &value);
        self.stats.seconds += started.elapsed().as_secs_f64();
        let looking = Instant::now();
        let solution = match result {
            Ok(()) => Solution::of(&mut system, &solver, start, &row).map_err(Reason::limit),
            Err(Ended::Stopped(stop)) => Err(Reason::limit(stop)),
            Err(Ended::Failed(failure)) => Err(Reason::failure(&failure, None)),
        };
        self.stats.second_look += looking.elapsed().as_secs_f64();
        self.stats.solver = solver.stats();
        self.stats.contexts = system.contexts().len();
        self.stats.nodes = solution.as_ref().map_or(0, Solution::node_count);
        Ok(Solved { system, solution, seen: 0, shown: None })
    }

    /// The analyses, with the rows that hold at all places that are reached; none before the program is solved.
    pub fn rows(&self) -> Option<(&Composite, impl Iterator<Item = &[StateId]> + '_)> {
        let solved = self.solved.as_ref()?;
        let solution = solved.solution.as_ref().ok()?;
        Some((&solved.system.composite, solution.rows()))
    }

    /// The analyses, with the graph of the solution and its nodes along the path that was told last; none before the program
    /// is solved, or if there would be more nodes than this.
    #[must_use]
    pub fn graph(&self, most: usize) -> Option<(&Composite, SolutionGraph, Vec<ArgId>)> {
        let Solved { system, solution, shown, .. } = self.solved.as_ref()?;
        let choice = (self.options.inline, self.options.call_sites);
        let graph = graph_of(system, solution.as_ref().ok()?, choice, most)?;
        let path = shown.as_ref().map_or_else(Vec::new, |trace| graph.nodes_along(self.program, trace));
        Some((&system.composite, graph, path))
    }

    /// Everything that was counted and timed.
    #[must_use]
    pub fn run_stats(&self) -> RunStats {
        let composite = self.solved.as_ref().map(|solved| &solved.system.composite);
        let components = composite.or(self.composite.as_ref()).map_or_else(Vec::new, Composite::stats);
        let dataflow = DataflowStats { refiner: self.refiner.stats(), ..self.stats.clone() };
        RunStats { components, dataflow: Some(dataflow), ..RunStats::default() }
    }

    /// Looks at the violations of a solution until one is to be told, the program is to be solved again, or none is left.
    fn look(&mut self, solved: &mut Solved<'p>) -> Looked {
        while let Some((node, trace)) = solved.next_violation() {
            let Ok(solution) = &solved.solution else { break };
            if self.told.contains(&trace.edges()) {
                continue;
            }
            let (composite, program) = (&solved.system.composite, self.program);
            let (reached, path) = trace.graph(solution, composite, solved.system.precisions());
            let steps = path.in_program(program, composite, &reached);
            let cx = RefineCx {
                program,
                composite,
                reached: &reached,
                limits: &self.limits,
                mode: RefineMode::Restart,
                may_postpone: false,
                gap: None,
            };
            let started = Instant::now();
            let result = self.refiner.refine(&cx, &path);
            self.stats.refining += started.elapsed().as_secs_f64();
            let refined = match result {
                Ok(Refinement::Feasible(_) | Refinement::Postponed) => Vec::new(),
                Ok(Refinement::Again(precisions)) => precisions,
                Ok(Refinement::Spurious(cuts)) => cuts.into_iter().flat_map(|cut| cut.precisions).collect(),
                Ok(Refinement::Unknown(text)) => {
                    self.undecided.push(Reason::new(Cause::Refiner(text), solution.edge_to(node)));
                    Vec::new()
                }
                Err(failure) => {
                    self.undecided.push(Reason::failure(&failure, solution.edge_to(node)));
                    Vec::new()
                }
            };
            if refined.iter().any(|&(component, p)| solved.system.precisions()[component] != p) {
                for (component, precision) in refined {
                    self.refined.retain(|&(known, _)| known != component);
                    self.refined.push((component, precision));
                }
                self.stats.refinements += 1;
                return Looked::Refined;
            }
            self.told.insert(trace.edges());
            let violated = solution.violated(composite, node);
            solved.shown = Some(trace);
            return Looked::Found(Found::Path { steps, violated, picture: None, nodes: Vec::new() });
        }
        Looked::Found(solved.rest(&self.undecided))
    }
}

/// What a look at the violations of a solution came to.
enum Looked {
    /// A path was ruled out.
    Refined,
    /// This is to be told.
    Found(Found),
}

impl Solved<'_> {
    /// The next violation that was not looked at, with the path to it.
    fn next_violation(&mut self) -> Option<(NodeId, Trace)> {
        let solution = self.solution.as_ref().ok()?;
        while let Some(&node) = solution.targets().get(self.seen) {
            self.seen += 1;
            if let Some(trace) = solution.trace(node) {
                return Some((node, trace));
            }
        }
        None
    }

    /// What there is besides violations that were told.
    fn rest(&self, undecided: &[Reason]) -> Found {
        let solution = match &self.solution {
            Ok(solution) => solution,
            Err(reason) => return Found::Incomplete(vec![reason.clone()]),
        };
        let mut reasons = solution.reasons().to_vec();
        if let Some(&node) = solution.targets().first() {
            reasons.extend_from_slice(undecided);
            if reasons.is_empty() {
                reasons.push(Reason::new(Cause::Undecided, solution.edge_to(node)));
            }
        }
        if reasons.is_empty() { Found::Safe } else { Found::Incomplete(reasons) }
    }
}

impl Algorithm for Dataflow<'_> {
    fn next(&mut self) -> Result<Found, Failure> {
        let mut solved = match (self.solved.take(), self.composite.take()) {
            (Some(solved), _) => solved,
            (None, Some(composite)) => self.solve(composite)?,
            (None, None) => return Ok(Found::Incomplete(vec![Reason::new(Cause::Undecided, None)])),
        };
        let found = loop {
            match self.look(&mut solved) {
                Looked::Found(found) => break found,
                Looked::Refined => {
                    let mut composite = solved.system.composite;
                    composite.clear_states();
                    solved = self.solve(composite)?;
                }
            }
        };
        self.solved = Some(solved);
        Ok(found)
    }

    fn assumptions(&self) -> Vec<Assumption> {
        let composite = self.solved.as_ref().map(|solved| &solved.system.composite);
        composite.or(self.composite.as_ref()).map_or_else(Vec::new, |c| c.assumptions(self.program))
    }

    fn stats(&self) -> RunStats {
        self.run_stats()
    }
}
