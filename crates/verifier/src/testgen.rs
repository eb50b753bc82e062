//! Inputs for tests: one list for each path that is explored, with the branches that runs with them take.
//!
//! The exploration is that of a configuration, node by node. Where a path takes a branch that no test takes yet, and
//! where it ends, logic is asked for inputs ([`Solving`]), and the interpreter runs the program with them. Only what
//! the run does counts: its inputs are the test, completed by those that the path did not ask for, and its
//! branches are covered.

use crate::plan::Plan;
use crate::verification::Verification;
use argand_algorithms::{Exploration, Next};
use argand_cfa::arith::Scalar;
use argand_cfa::{BranchKind, EdgeId, ExprId, Op, Origin, PathStep, Program};
use argand_cpa::{ArgId, ArgPath, ConfigError};
use argand_evidence::{PathAnswer, PathModel, Solving};
use argand_exec::{Config, End, Input, InputSource, Interpreter, Observer, Request, StateView};
use argand_support::{FxHashMap, FxHashSet, Span, Stop};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

/// Steps that a run may take after its path.
const STEPS_OFF_PATH: u64 = 200_000;

/// When to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TestGoal {
    /// Tests at most.
    pub tests: usize,
    /// Go on after every branch was taken, until every path has a test.
    pub all_paths: bool,
}

/// A test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    /// The values that the program asks for, in order.
    pub inputs: Vec<Input>,
    /// How the run ends.
    pub end: End,
    /// The outcomes of branches that it is the first to take.
    pub new: usize,
}

/// A condition of the user's code, and how many tests make it true and false.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BranchCoverage {
    /// Where it is.
    pub span: Span,
    /// The condition.
    pub condition: ExprId,
    /// Tests that make it true.
    pub taken: usize,
    /// Tests that make it false.
    pub not_taken: usize,
}

impl BranchCoverage {
    /// How many of its two outcomes some test has.
    #[must_use]
    pub fn covered(&self) -> usize {
        usize::from(self.taken > 0) + usize::from(self.not_taken > 0)
    }
}

/// Why no more tests are made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SuiteEnd {
    /// Every branch is taken both ways.
    AllBranches,
    /// Every path was explored: what is not covered cannot be.
    AllPaths,
    /// As many tests as were asked for.
    Enough,
    /// Not every path was explored; why, in the user's words.
    Incomplete(String),
}

/// Tests, and what they cover.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suite {
    /// The tests, in the order in which they were found.
    pub tests: Vec<Test>,
    /// Every condition of the user's code, in the order of the source.
    pub branches: Vec<BranchCoverage>,
    /// Why there are no more.
    pub end: SuiteEnd,
}

impl Suite {
    /// How many outcomes of branches are covered, and how many there are.
    #[must_use]
    pub fn covered(&self) -> (usize, usize) {
        (self.branches.iter().map(BranchCoverage::covered).sum(), 2 * self.branches.len())
    }
}

/// One outcome of a branch: the number of its condition, and whether it holds.
type Outcome = (usize, bool);

/// The conditions of the user's code with two outcomes, and the edges that are their outcomes.
fn branches(program: &Program) -> (Vec<BranchCoverage>, FxHashMap<EdgeId, Outcome>) {
    let is_counted = |edge: EdgeId| {
        let edge = &program.edges[edge];
        let kind = edge.branch.map(|b| program.branches[b.branch].kind);
        let by_user = program.functions[program.locs[edge.from].func].origin == Origin::User;
        by_user
            && !edge.span.is_none()
            && !matches!(kind, None | Some(BranchKind::Assumption | BranchKind::Dispatch))
    };
    let mut keys: Vec<(Span, ExprId, EdgeId, bool)> = Vec::new();
    for (_, loc) in program.locs.iter_enumerated() {
        let outcomes = loc.out.iter().filter_map(|&id| match program.edges[id].op {
            Op::Assume { cond, truth } if is_counted(id) => Some((program.edges[id].span, cond, id, truth)),
            _ => None,
        });
        let outcomes: Vec<_> = outcomes.collect();
        if let [a, b] = outcomes[..]
            && a.1 == b.1
            && a.3 != b.3
        {
            keys.extend([a, b]);
        }
    }
    keys.sort_unstable();
    let mut list: Vec<BranchCoverage> = Vec::new();
    let mut numbers: FxHashMap<(Span, ExprId), usize> = FxHashMap::default();
    let mut outcomes = FxHashMap::default();
    for (span, condition, edge, truth) in keys {
        let number = *numbers.entry((span, condition)).or_insert_with(|| {
            list.push(BranchCoverage { span, condition, taken: 0, not_taken: 0 });
            list.len() - 1
        });
        outcomes.insert(edge, (number, truth));
    }
    (list, outcomes)
}

/// Watches a run: which edges it takes, and how far it follows a path.
struct Watcher<'a> {
    path: &'a [PathStep],
    followed: &'a Cell<usize>,
    on_path: bool,
    edges: BTreeSet<EdgeId>,
}

impl Observer for Watcher<'_> {
    fn edge(&mut self, _: &mut StateView<'_, '_>, edge: EdgeId) {
        let expected = self.path.get(self.followed.get()).map(|step| step.edge);
        self.on_path &= expected == Some(edge);
        if self.on_path {
            self.followed.set(self.followed.get() + 1);
        }
        self.edges.insert(edge);
    }
}

/// Makes tests while paths are explored.
struct Generator<'v> {
    program: &'v Program,
    solving: Solving<'v>,
    outcomes: FxHashMap<EdgeId, Outcome>,
    suite: Suite,
    known: FxHashSet<Vec<(u32, i128, u128)>>,
}

impl Generator<'_> {
    /// Whether an edge is an outcome of a branch that no test has.
    fn is_new(&self, edge: EdgeId) -> bool {
        self.outcomes.get(&edge).is_some_and(|&(number, truth)| {
            let branch = &self.suite.branches[number];
            (if truth { branch.taken } else { branch.not_taken }) == 0
        })
    }

    /// A test for a path, if it has one that is new.
    fn make(&mut self, path: &[PathStep]) -> Result<(), Stop> {
        let PathAnswer::Feasible(model) = self.solving.path(path)? else { return Ok(()) };
        let (outcome, edges) = run(self.program, path, model);
        let counts = match outcome.end {
            End::Exit(_) | End::Abort | End::Error(_) => true,
            // A run on which an assumption fails does not count, and one that does not end is no test.
            End::Blocked | End::Unsupported(_) | End::Limit(_) => false,
        };
        let values = |input: &Input| match input.value {
            Scalar::Int(number) => (0, number, 0),
            Scalar::Float(bits) => (1, 0, bits),
        };
        if !counts || !self.known.insert(outcome.inputs_used.iter().map(values).collect()) {
            return Ok(());
        }
        let mut hit: Vec<Outcome> = Vec::new();
        for edge in edges {
            hit.extend(self.outcomes.get(&edge));
        }
        hit.sort_unstable();
        hit.dedup();
        let mut new = 0;
        for (number, truth) in hit {
            let branch = &mut self.suite.branches[number];
            let count = if truth { &mut branch.taken } else { &mut branch.not_taken };
            new += usize::from(*count == 0);
            *count += 1;
        }
        self.suite.tests.push(Test { inputs: outcome.inputs_used, end: outcome.end, new });
        Ok(())
    }
}

/// Runs a program with the inputs of a path.
fn run(program: &Program, path: &[PathStep], model: PathModel) -> (argand_exec::Outcome, BTreeSet<EdgeId>) {
    let followed = Cell::new(0);
    let model = RefCell::new(model);
    let source = |request: &Request<'_>| model.borrow_mut().answer(followed.get(), request);
    let config = Config {
        inputs: Box::new(source) as Box<dyn InputSource>,
        step_limit: path.len() as u64 + STEPS_OFF_PATH,
        ..Config::default()
    };
    let mut watcher = Watcher { path, followed: &followed, on_path: true, edges: BTreeSet::new() };
    let outcome = Interpreter::new(program, config).run_observed(&mut watcher);
    (outcome, watcher.edges)
}

impl Verification<'_> {
    /// Makes tests for the paths of the program.
    ///
    /// # Errors
    /// A configuration that cannot be used.
    pub fn tests(&self, goal: TestGoal) -> Result<Suite, ConfigError> {
        if self.prepared.cells.is_some() {
            let why = "tests are runs of the program with its arrays: `cells` must be 0".to_owned();
            return Err(ConfigError::Conflict(why));
        }
        let Plan { composite, .. } = self.plan()?;
        let (program, limits) = (&*self.prepared.program, &self.options.limits);
        let mut exploration =
            Exploration::new(program, composite, &self.configuration.exploration, limits.clone())
                .towards(&self.prepared.watched_edges());
        let (branches, outcomes) = branches(program);
        let mut generator = Generator {
            program,
            solving: Solving::new(program, &self.prepared.layout, self.solvers.clone(), limits.clone()),
            outcomes,
            suite: Suite { tests: Vec::new(), branches, end: SuiteEnd::AllPaths },
            known: FxHashSet::default(),
        };
        generator.suite.end = match exploration.restart(&[]) {
            Ok(()) => generator.explore(&mut exploration, goal),
            Err(failure) => SuiteEnd::Incomplete(failure.error.to_string()),
        };
        self.leave(exploration);
        Ok(generator.suite)
    }
}

impl Generator<'_> {
    fn explore(&mut self, exploration: &mut Exploration<'_>, goal: TestGoal) -> SuiteEnd {
        loop {
            if let Err(stop) = exploration.limits.check() {
                return SuiteEnd::Incomplete(stop.to_string());
            }
            let node = match exploration.explore_next() {
                Next::Nothing => {
                    let gap = exploration.reached.gaps().first();
                    return gap.map_or(SuiteEnd::AllPaths, |gap| {
                        let place = self.program.sources.describe(self.program.edges[gap.edge].span);
                        SuiteEnd::Incomplete(format!("{place}: {}", gap.failure.error))
                    });
                }
                Next::Stopped(stop) => return SuiteEnd::Incomplete(stop.to_string()),
                Next::Explored { node, .. } => node,
            };
            for path in self.wanted(exploration, node) {
                if let Err(stop) = self.make(&steps(exploration, &path)) {
                    return SuiteEnd::Incomplete(stop.to_string());
                }
                let (covered, all) = self.suite.covered();
                if covered == all && !goal.all_paths && !self.suite.tests.is_empty() {
                    return SuiteEnd::AllBranches;
                }
                if self.suite.tests.len() >= goal.tests {
                    return SuiteEnd::Enough;
                }
            }
        }
    }

    /// The paths through a node that was just explored that need a test: to new branches, or to its end.
    fn wanted(&self, exploration: &Exploration<'_>, node: ArgId) -> Vec<ArgPath> {
        let reached = &exploration.reached;
        let children = reached.children(node);
        if children.is_empty() && reached.gaps().last().is_none_or(|gap| gap.node != node) {
            return vec![reached.path_to(node)];
        }
        let is_new = |child: &&ArgId| {
            let edge = reached.parents(**child).first().map(|parent| parent.edge);
            edge.is_some_and(|edge| self.is_new(edge))
        };
        children.iter().filter(is_new).map(|&child| reached.path_to(child)).collect()
    }
}

/// A path with what the specification demands after each step.
fn steps(exploration: &Exploration<'_>, path: &ArgPath) -> Vec<PathStep> {
    let demands = |node| exploration.composite.assumes(exploration.program, exploration.reached.states(node));
    path.edges()
        .zip(path.nodes().skip(1))
        .map(|(edge, node)| PathStep { edge, demands: demands(node) })
        .collect()
}
