//! Transfers against the concrete interpreter: runs of the corpus stay inside the abstract states.
//!
//! The abstract state follows the edges of a concrete run. Before each edge, what the analysis would answer to a
//! sibling about an expression the edge reads must be true of its concrete value: constants, ranges, and what a
//! pointer points to; and so must be where it says that the run is. Each edge that is taken must have a successor. Now and then the state is merged with an older
//! one of the same place, so that joins and widenings are checked too.

#[path = "common/concrete.rs"]
mod concrete;
#[path = "../../encode/tests/common/library.rs"]
mod library;

use argand_cfa::arith::Scalar;
use argand_cfa::testing::LIBRARY;
use argand_cfa::walk::{Node, operands, parts};
use argand_cfa::{DataModel, EdgeId, ExprId, LibFn, LocId, Op, Origin, Program};
use argand_cpa::Context;
use argand_cpa::{Adjusted, Configurable, Constant, Cpa, CpaError, Query, Siblings, Successors, TransferCx};
use argand_cpas::callstack::CallstackCpa;
use argand_cpas::functionpointer::FunctionpointerCpa;
use argand_cpas::interval::{IntervalCpa, IntervalOptions};
use argand_cpas::location::LocationCpa;
use argand_cpas::loopbound::{LoopboundCpa, LoopboundOptions};
use argand_cpas::pointer::PointerCpa;
use argand_cpas::predicate::{
    BlockEnd, Method, Options as PredicateOptions, PredicateCpa, PredicatePrecision,
};
use argand_cpas::sign::SignCpa;
use argand_cpas::symbolic::{Options as SymbolicOptions, SymbolicCpa};
use argand_cpas::value::{Options as ValueOptions, ValueCpa};
use argand_domains::IntShape;
use argand_exec::{Config, Interpreter, Observer, SeedInput, StateView};
use argand_frontend_c::{Options, load};
use argand_support::{FxHashMap, Limits};
use concrete::{Disk, points_into};
use std::fmt::Display;
use std::path::{Path, PathBuf};

struct Follower<'p, C: Cpa> {
    program: &'p Program,
    cpa: C,
    precision: C::Precision,
    state: C::State,
    older: FxHashMap<(LocId, usize), C::State>,
    limits: Limits,
    /// How many answers that say something were compared with the run.
    checked: usize,
    wrong: Option<String>,
    /// Set when the analysis does not support something, which ends the comparison.
    gave_up: bool,
    steps: usize,
}

impl<C: Cpa> Follower<'_, C> {
    /// What the state answers to a sibling's question.
    fn ask(&self, mut query: Query) -> Query {
        self.cpa.answer(self.program, &self.state, &mut query);
        query
    }

    /// What is wrong with the answers about an expression that has this value.
    fn contradiction(&mut self, view: &mut StateView<'_, '_>, expr: ExprId, value: Scalar) -> Option<String> {
        let ty = self.program.expr(expr).ty;
        let mut answers = Vec::new();
        if let Query::Value { value: Some(constant), .. } = self.ask(Query::Value { expr, value: None }) {
            let fits = match (constant, value) {
                (Constant::Int(a), Scalar::Int(b)) => a == b,
                (Constant::Float(a), Scalar::Float(b)) => a == b,
                _ => false,
            };
            answers.push((fits, format!("{constant:?}")));
        }
        let shape = IntShape::of(&self.program.types, ty).filter(|shape| shape.is_ordered());
        if let (Some(shape), Scalar::Int(number), true) = (shape, value, self.program.types.is_integer(ty)) {
            let widest = (shape.min(), shape.max());
            let query = Query::IntRange { expr, lo: widest.0, hi: widest.1 };
            if let Query::IntRange { lo, hi, .. } = self.ask(query)
                && (lo, hi) != widest
            {
                answers.push(((lo..=hi).contains(&number), format!("[{lo}, {hi}]")));
            }
        }
        if let (Scalar::Int(address), true) = (value, self.program.types.is_pointer(ty))
            && let Query::PointsTo { targets: Some(targets), .. } =
                self.ask(Query::PointsTo { expr, targets: None })
            && let Some(fits) = points_into(view, expr, address, &targets)
        {
            answers.push((fits, format!("{targets:?}")));
        }
        self.checked += answers.len();
        answers.into_iter().find(|(fits, _)| !fits).map(|(_, answer)| answer)
    }

    /// What is wrong with the answers about where the run is.
    fn misplaced(&mut self, view: &StateView<'_, '_>) -> Option<String> {
        let (here, active) = (view.location(), view.depth() - 1);
        let (location, depth) = (self.ask(Query::Location(None)), self.ask(Query::CallDepth(None)));
        if let Query::Location(Some(answer)) = location {
            self.checked += 1;
            if answer != here {
                return Some(format!("the run is at {here} and not at {answer}"));
            }
        }
        if let Query::CallDepth(Some(answer)) = depth {
            self.checked += 1;
            if answer as usize != active {
                return Some(format!("{active} calls are active and not {answer}"));
            }
        }
        None
    }

    /// The state under its precision; `None` if that leaves nothing.
    fn adjusted(&mut self, cx: &TransferCx<'_>, state: C::State) -> Option<C::State> {
        match self.cpa.adjust(cx, &state, &self.precision, &Siblings::none()).expect("no limit is set") {
            Adjusted::Keep => Some(state),
            Adjusted::State(state) | Adjusted::Both(state, _) => Some(state),
            Adjusted::Bottom => None,
        }
    }

    fn check_edge(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        self.wrong = self.misplaced(view);
        let mut work = Vec::new();
        operands(self.program, &self.program.edges[edge].op, |node| work.push(node));
        while let Some(node) = work.pop() {
            parts(self.program, node, |part| work.push(part));
            let Node::Expr(expr) = node else { continue };
            if let Some(value) = view.eval(expr)
                && let Some(answer) = self.contradiction(view, expr, value)
            {
                self.wrong.get_or_insert(format!(
                    "{} is {value:?} and not in {answer} before {} in {}",
                    self.program.expr_text(expr),
                    self.program.op_text(edge),
                    self.state
                ));
            }
        }
    }
}

impl<C: Cpa> Observer for Follower<'_, C> {
    fn before(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        if self.wrong.is_none() && !self.gave_up {
            self.check_edge(view, edge);
        }
    }

    fn edge(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        if self.wrong.is_some() || self.gave_up {
            return;
        }
        let limits = self.limits.clone();
        let cx = TransferCx::alone(self.program, edge, &limits);
        let mut out = Successors::default();
        match self.cpa.transfer(&cx, &self.state, &self.precision, &mut out) {
            Ok(()) => {}
            Err(CpaError::Unsupported { .. }) => {
                self.gave_up = true;
                return;
            }
            Err(error) => panic!("{error}"),
        }
        match out.drain(&self.state).pop().and_then(|next| self.adjusted(&cx, next)) {
            Some(next) => self.state = next,
            None => {
                let text = self.program.op_text(edge);
                self.wrong = Some(format!("{text} was taken but has no successor of {}", self.state));
            }
        }
        self.steps += 1;
        let place = (view.location(), view.depth());
        let older = self.older.insert(place, self.state.clone());
        if let Some(older) = older.filter(|_| self.steps.is_multiple_of(7)) {
            // States of different call stacks are not merged; some analyses say so.
            if let Ok(Some(merged)) = self.cpa.merge(&self.state, &older, &self.precision) {
                self.state = merged;
            }
        }
    }
}

fn c_files(directory: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(directory)
        .expect("the corpus exists")
        .map(|e| e.expect("readable").path())
        .collect();
    entries.sort();
    for path in entries {
        // Programs of several files are directories with a list of their own.
        if path.is_dir() && !path.ends_with("multifile") {
            c_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "c") {
            out.push(path);
        }
    }
}

/// Follows a run of a program; how many answers of the analysis were right, and whether it gave up.
fn follow_run<C: Configurable>(
    program: &Program,
    options: C::Options,
    seed: u64,
    name: &dyn Display,
) -> (usize, bool) {
    let mut cpa = C::from_options(options, &Context::alone(program)).expect("default options");
    let precision = cpa.initial_precision(program);
    let (checked, gave_up, wrong) = follow_with(program, cpa, precision, seed);
    assert_eq!(wrong, None, "{name}");
    (checked, gave_up)
}

/// Follows a run of a program with a precision: how many answers were right, whether the analysis gave up, and what is
/// wrong.
fn follow_with<C: Cpa>(
    program: &Program,
    mut cpa: C,
    precision: C::Precision,
    seed: u64,
) -> (usize, bool, Option<String>) {
    let state = cpa.initial(program, program.entry()).expect("it has an initial state");
    let mut follower = Follower {
        program,
        precision,
        cpa,
        state,
        older: FxHashMap::default(),
        limits: Limits::default(),
        checked: 0,
        wrong: None,
        gave_up: false,
        steps: 0,
    };
    let config = Config { inputs: Box::new(SeedInput::new(seed)), step_limit: 3000, ..Config::default() };
    let outcome = Interpreter::new(program, config).run_observed(&mut follower);
    let wrong = follower.wrong.map(|what| format!("{what} ({:?})", outcome.end));
    (follower.checked, follower.gave_up, wrong)
}

/// Follows a run of every program of the corpus; how many answers of the analysis were right.
fn follow<C: Configurable>(options: impl Fn() -> C::Options) -> usize {
    let (checked, programs) = follow_in::<C>(&["oracle", "value", "interval", "pointer", "sign"], options);
    assert!(programs > 250, "{programs} programs");
    checked
}

/// Follows a run of every program of some folders; how many answers of the analysis were right, and of how many programs.
fn follow_in<C: Configurable>(folders: &[&str], options: impl Fn() -> C::Options) -> (usize, u64) {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus");
    let mut files = Vec::new();
    for folder in folders {
        c_files(&Path::new(corpus).join(folder), &mut files);
    }
    let (mut checked, mut programs, mut given_up) = (0, 0u64, 0);
    for file in files {
        let loaded = load(std::slice::from_ref(&file), &Options::default(), &Disk);
        let loaded = loaded.unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let followed = follow_run::<C>(&loaded.program, options(), programs, &file.display());
        checked += followed.0;
        programs += 1;
        given_up += u64::from(followed.1);
    }
    assert!(given_up <= programs / 10, "{programs} programs, {given_up} given up");
    (checked, programs)
}

#[test]
fn runs_of_the_corpus_stay_inside_the_intervals() {
    let checked = follow::<IntervalCpa>(IntervalOptions::default);
    assert!(checked > 100_000, "{checked} answers");
}

#[test]
fn runs_of_the_corpus_stay_inside_the_values() {
    let checked = follow::<ValueCpa>(|| ValueOptions { track_all: true, ..ValueOptions::default() });
    assert!(checked > 100_000, "{checked} answers");
}

#[test]
fn runs_of_the_corpus_stay_inside_the_symbolic_states() {
    // A step may ask a solver, so only small programs are followed.
    let folders = ["value", "pointer", "sign", "symbolic"];
    let options = |track_all| SymbolicOptions { track_all, ..SymbolicOptions::default() };
    let (checked, programs) = follow_in::<SymbolicCpa>(&folders, || options(true));
    assert!(programs > 30 && checked > 1000, "{checked} answers about {programs} programs");
    // Where nothing is tracked nothing but constants is known, and every edge still has a successor.
    follow_in::<SymbolicCpa>(&folders, || options(false));
}

#[test]
fn runs_of_the_corpus_stay_inside_the_signs() {
    let checked = follow::<SignCpa>(Default::default);
    assert!(checked > 50_000, "{checked} answers");
}

#[test]
fn runs_of_the_corpus_stay_inside_the_points_to_sets() {
    let checked = follow::<PointerCpa>(Default::default);
    assert!(checked > 3_000, "{checked} answers");
}

#[test]
fn runs_of_the_corpus_are_where_location_and_call_stack_say() {
    assert!(follow::<LocationCpa>(Default::default) > 50_000);
    assert!(follow::<CallstackCpa>(Default::default) > 50_000);
}

#[test]
fn runs_of_the_corpus_are_followed_by_bounds_of_loops_and_by_function_pointers() {
    follow::<LoopboundCpa>(|| LoopboundOptions { max_iterations: 0 });
    follow::<FunctionpointerCpa>(Default::default);
}

/// Follows runs through every library function; all that is wrong.
fn through_library<C: Cpa>(seeds: u64, make: impl Fn(&Program) -> (C, C::Precision)) -> Vec<String> {
    let mut complaints = Vec::new();
    for &function in LIBRARY {
        for (name, program) in library::programs(function, DataModel::Lp64) {
            for seed in 0..seeds {
                let (cpa, precision) = make(&program);
                let (_, gave_up, wrong) = follow_with(&program, cpa, precision, seed);
                complaints.extend(wrong.map(|what| format!("{name}: {what}")));
                if gave_up && !matches!(function, LibFn::UnknownCallee | LibFn::NullCall | LibFn::Foreign) {
                    complaints.push(format!("{name}: the analysis gave up"));
                }
            }
        }
    }
    complaints.dedup();
    complaints
}

fn stays_inside<C: Configurable>(options: impl Fn() -> C::Options) {
    let complaints = through_library(3, |program| {
        let mut cpa = C::from_options(options(), &Context::alone(program)).expect("good options");
        let precision = cpa.initial_precision(program);
        (cpa, precision)
    });
    assert!(complaints.is_empty(), "{}: {}", C::NAME, complaints.join("\n"));
}

#[test]
fn runs_through_every_library_function_stay_inside_the_abstract_states() {
    stays_inside::<ValueCpa>(|| ValueOptions { track_all: true, ..ValueOptions::default() });
    stays_inside::<IntervalCpa>(IntervalOptions::default);
    stays_inside::<PointerCpa>(Default::default);
    stays_inside::<SignCpa>(Default::default);
    stays_inside::<FunctionpointerCpa>(Default::default);
}

/// Every condition of a program as a predicate.
fn conditions(cpa: &PredicateCpa, program: &Program) -> PredicatePrecision {
    let engine = cpa.engine();
    let engine = &mut *engine.borrow_mut();
    let start = engine.encoder.start(program);
    let mut precision = PredicatePrecision::default();
    for edge in &program.edges {
        let func = program.locs[edge.from].func;
        let Op::Assume { cond, truth: true } = edge.op else { continue };
        if program.functions[func].origin != Origin::User {
            continue;
        }
        let inside = start.fresh_within(&engine.encoder.pool, [func]);
        if let Ok(term) = engine.encoder.condition(program, &inside, cond, true) {
            let predicate = engine.predicate(term);
            precision.add_wide(Some(func), predicate);
        }
    }
    precision
}

#[test]
fn runs_through_every_library_function_stay_inside_the_predicates() {
    let complaints = through_library(1, |program| {
        let blocks = vec![BlockEnd::Joins, BlockEnd::Functions];
        let options =
            PredicateOptions { blocks, abstraction: Method::Cartesian, ..PredicateOptions::default() };
        let cpa = PredicateCpa::from_options(options, &Context::alone(program)).expect("good options");
        let precision = conditions(&cpa, program);
        (cpa, precision)
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
