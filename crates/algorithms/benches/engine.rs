//! What the engine itself costs: successors with a domain like that of a value analysis, and coverage in
//! reached sets of different shapes.
//!
//! Goals: 300,000 successors per second and core on 200 branches and 50 variables; coverage against 10,000
//! states of other call stacks costs what it costs against 10; untracked variables cost nothing.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

use argand_algorithms::{Exploration, ExplorationOptions, RunEnd};
use argand_cfa::testing::program;
use argand_cfa::{ExprId, ExprKind, LocId, Op, PlaceKind, Program};
use argand_cpa::{
    Component, ComponentOptions, Composite, Context, Coverage, Cpa, CpaError, Extras, Forgetting, FrameVar,
    Interned, Parent, Registration, StateId, Successors, TransferCx, WaitKey, forget,
};
use argand_domains::{Flat, Lattice as _, MapLattice};
use argand_support::{Limits, Stop};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::fmt;
use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Constants of variables, the bare bones of a value analysis.
struct Constants {
    /// Variables below this number are tracked.
    tracked: u32,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Values(MapLattice<FrameVar, Flat<i128>>);

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl Constants {
    fn eval(&self, program: &Program, state: &Values, expr: ExprId) -> Option<i128> {
        let node = program.expr(expr);
        match node.kind {
            ExprKind::Int(value) => Some(value),
            ExprKind::Load(place) => match program.place(place).kind {
                PlaceKind::Var(var) => state.0.get(FrameVar::outermost(var))?.value().copied(),
                _ => None,
            },
            ExprKind::Binary(op, a, b) => {
                let (a_ty, b_ty) = (program.expr(a).ty, program.expr(b).ty);
                let a = argand_cfa::arith::Scalar::Int(self.eval(program, state, a)?);
                let b = argand_cfa::arith::Scalar::Int(self.eval(program, state, b)?);
                argand_cfa::arith::binary(&program.types, op, a_ty, a, b_ty, b)?.as_int()
            }
            _ => None,
        }
    }
}

impl Cpa for Constants {
    type State = Values;
    type Precision = ();

    fn initial(&mut self, _: &Program, _: LocId) -> Result<Values, CpaError> {
        Ok(Values::default())
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &Values,
        (): &(),
        out: &mut Successors<Values>,
    ) -> Result<(), CpaError> {
        match cx.op() {
            Op::Assume { cond, truth } => {
                if self.eval(cx.program, state, *cond).is_none_or(|value| (value != 0) == *truth) {
                    out.unchanged();
                }
            }
            Op::Assign { dst, src } => match cx.program.place(*dst).kind {
                PlaceKind::Var(var) if var.raw() < self.tracked => {
                    let key = FrameVar::outermost(var);
                    let value = self.eval(cx.program, state, *src).map_or(Flat::Top, Flat::Value);
                    out.push(Values(state.0.with(key, value)));
                }
                _ => out.unchanged(),
            },
            Op::Havoc { dst, .. } => match cx.program.place(*dst).kind {
                PlaceKind::Var(var) => out.push(Values(state.0.without(FrameVar::outermost(var)))),
                _ => out.unchanged(),
            },
            _ => out.unchanged(),
        }
        Ok(())
    }

    fn is_covered_by(&mut self, a: &Values, b: &Values) -> Result<bool, CpaError> {
        Ok(a.0.leq(&b.0))
    }

    fn join(&mut self, a: &Values, b: &Values) -> Result<Values, CpaError> {
        Ok(Values(a.0.join(&b.0)))
    }

    fn extras(&self) -> Extras<'_, Self> {
        Extras { coverage: Coverage::Forgetting(self), ..Extras::default() }
    }
}

impl Forgetting<Values> for Constants {
    fn shape(&self, state: &Values) -> u64 {
        forget::key_shape(&state.0)
    }

    fn project(&self, state: &Values, onto: &Values) -> Option<Values> {
        forget::project(&state.0, &onto.0).map(Values)
    }
}

/// `branches` choices one after the other, each setting one of `tracked` variables in two ways, with some
/// arithmetic on `untracked` other variables in between.
fn branching(branches: usize, tracked: usize, untracked: usize) -> Program {
    let mut text = String::from("cfa LP64\n");
    for v in 0..tracked + untracked {
        let _ = writeln!(text, "static int v{v}");
    }
    let _ = writeln!(text, "static int c\nfunc main: int(void) {{\n  entry L0 exit L1\n  return int r");
    let mut next = 2;
    let mut fresh = || {
        next += 1;
        next - 1
    };
    let mut at = 0;
    for branch in 0..branches {
        let var = branch % tracked;
        let (test, yes, no, join) = (fresh(), fresh(), fresh(), fresh());
        let _ = writeln!(text, "  L{at} -> L{test}: c = havoc Asm");
        let _ = writeln!(text, "  L{test} -> L{yes}: [c]\n  L{test} -> L{no}: ![c]");
        let _ = writeln!(text, "  L{yes} -> L{join}: v{var} = {branch}");
        let _ = writeln!(text, "  L{no} -> L{join}: v{var} = {branch} + 1000");
        at = join;
        if untracked > 0 {
            let after = fresh();
            let noise = tracked + branch % untracked;
            let _ = writeln!(text, "  L{at} -> L{after}: v{noise} = v{noise} + 1");
            at = after;
        }
    }
    let _ = writeln!(text, "  L{at} -> L1: r = 0\n}}");
    program(&text)
}

fn control(program: &Program) -> Vec<Box<dyn Component>> {
    ["location", "callstack"]
        .into_iter()
        .map(|name| {
            let entry: &Registration = argand_cpa::config::find(argand_cpas::ANALYSES, name).expect("known");
            entry.build(toml::Table::new(), &Context::alone(program), false).expect("defaults").component
        })
        .collect()
}

fn exploration(program: &Program, tracked: u32) -> Exploration<'_> {
    let mut components = control(program);
    let constants = Interned::new("constants", Constants { tracked }, ComponentOptions::default());
    components.push(Box::new(constants));
    let composite = Composite::new(components).expect("allowed");
    let options = ExplorationOptions { order: vec![WaitKey::Dfs], seed: 0 };
    Exploration::new(program, composite, &options, Limits::default())
}

/// Explores until this many nodes were explored.
fn explore(mut run: Exploration<'_>, nodes: usize) -> Exploration<'_> {
    let cancel = run.limits.cancel_token();
    run.set_observer(Box::new(move |progress| {
        if progress.reached >= nodes {
            cancel.cancel();
        }
    }));
    let end = run.run().expect("an initial state");
    assert!(matches!(end, RunEnd::Exhausted | RunEnd::Stopped(Stop::Interrupted)), "{end:?}");
    run
}

/// The time this thread spent on a processor, so that other work on the machine does not count. Where the
/// system does not tell, the time on the wall.
fn cpu_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = spent.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

fn successors(c: &mut Criterion) {
    let mut group = c.benchmark_group("successors");
    group.sample_size(10);
    for untracked in [0, 500] {
        let program = branching(200, 50, untracked);
        let nodes = 50_000;
        let count = explore(exploration(&program, 50), nodes).stats.successors;
        group.throughput(Throughput::Elements(count));
        group.bench_function(BenchmarkId::new("untracked variables", untracked), |b| {
            b.iter_custom(|iterations| {
                let mut total = Duration::ZERO;
                for _ in 0..iterations {
                    let run = exploration(&program, 50);
                    let started = cpu_time();
                    black_box(explore(run, nodes));
                    total += cpu_time() - started;
                }
                total
            });
        });
    }
    group.finish();
}

fn stop(c: &mut Criterion) {
    let mut group = c.benchmark_group("stop");
    let program = branching(1, 1, 0);
    for others in [10u32, 10_000] {
        // Rows of location, call stack and constants: one state here, the others on other call stacks.
        let mut composite = exploration(&program, 1).composite;
        let (row, precisions) = composite.initial(&program, program.entry()).expect("an initial state");
        let mut reached = composite.new_reached();
        let root = reached.add(None, &row, &precisions, false);
        composite.index(&mut reached, root);
        for other in 1..=others {
            let parent = Parent { node: root, edge: argand_cfa::EdgeId::new(0) };
            let states = [row[0], StateId::new(other), row[2]];
            reached.add(Some(parent), &states, &precisions, false);
        }
        group.bench_function(BenchmarkId::new("states of other call stacks", others), |b| {
            b.iter(|| black_box(composite.stop(&row, &precisions, &reached)).expect("no failure"));
        });
    }
    group.finish();
}

criterion_group!(benches, successors, stop);
criterion_main!(benches);
