//! Slices are right: a program and its slice do the same where the criterion is, whatever the inputs are; and slices that
//! respect calls are no larger than those that do not, and no smaller than what is needed.

#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

#[path = "slices/generate.rs"]
mod generate;

use argand_cfa::arith::Scalar;
use argand_cfa::{EdgeId, ExprId, LocId, Op, Origin, Program};
use argand_exec::{Config, End, Interpreter, Request};
use argand_flow::dependence::tabulate::slice;
use argand_flow::dependence::{Dependences, Direction, Node, Options};
use argand_flow::slice::{Criterion, Slice, reduce};
use argand_support::FxHashMap;
use generate::Dice;
use std::collections::BTreeSet;

const PROGRAMS: u64 = 200;
const CRITERIA: usize = 4;
const INPUTS: u64 = 4;
const STEPS: u64 = 50_000;

/// What a run computes each time it comes by an edge, and whether it ended as programs do.
fn values(program: &Program, at: (EdgeId, ExprId), inputs: u64, main: u32) -> (Vec<Option<Scalar>>, bool) {
    let mut asked: FxHashMap<u32, u64> = FxHashMap::default();
    let source = move |request: &Request<'_>| {
        let line = request.span.line;
        // Functions may be called less often in a slice, but every call in `main` that is there is made as often.
        let times = asked.entry(line).or_default();
        *times += u64::from(line >= main);
        let seed = inputs << 40 | u64::from(line) << 20 | *times;
        Scalar::Int(i128::from(Dice::new(seed).roll(12)) - 3)
    };
    let config = Config { inputs: Box::new(source), step_limit: STEPS, ..Config::default() };
    let mut run = Interpreter::new(program, config);
    let mut found = Vec::new();
    loop {
        if run.peek() == Some(at.0) {
            found.push(run.view().eval(at.1));
        }
        if let Some(end) = run.step() {
            return (found, matches!(end, End::Exit(_) | End::Abort));
        }
    }
}

/// The assignments of integers in the user's code.
fn assignments(program: &Program) -> Vec<(EdgeId, ExprId)> {
    let edges = program.edges.iter_enumerated().filter_map(|(id, edge)| match edge.op {
        Op::Assign { src, .. } => {
            let user = program.functions[program.locs[edge.from].func].origin == Origin::User;
            (user && program.types.is_integer(program.expr(src).ty)).then_some((id, src))
        }
        _ => None,
    });
    edges.collect()
}

/// What a criterion depends on if every way through the dependences counts.
fn naive(graph: &Dependences<'_>, criterion: &Criterion) -> BTreeSet<LocId> {
    let mut seen: BTreeSet<Node> = criterion.nodes().into_iter().collect();
    let mut work: Vec<Node> = criterion.nodes();
    while let Some(node) = work.pop() {
        graph.for_each(Direction::Backward, node, |dependence| {
            if seen.insert(dependence.node) {
                work.push(dependence.node);
            }
        });
    }
    steps(seen)
}

fn steps(nodes: impl IntoIterator<Item = Node>) -> BTreeSet<LocId> {
    let step = |node| match node {
        Node::Step(loc) => Some(loc),
        Node::Entry(_) | Node::Value(..) => None,
    };
    nodes.into_iter().filter_map(step).collect()
}

#[test]
fn programs_and_their_slices_compute_the_same_where_the_criterion_is() {
    let (mut compared, mut smaller) = (0, 0);
    for number in 0..PROGRAMS {
        let mut dice = Dice::new(number);
        let (text, main) = generate::program(&mut dice);
        let loaded = argand_frontend_c::load_str(&text, &argand_frontend_c::Options::default())
            .unwrap_or_else(|failure| panic!("{:?}\n{text}", failure.diagnostics));
        let program = &loaded.program;
        let graph = Dependences::new(program, &Options::READING);
        let all = assignments(program);
        for _ in 0..CRITERIA {
            let at = all[dice.roll(all.len() as u64) as usize];
            let criterion = Criterion::of_edges(program, [at.0]);
            let part = Slice::of(&graph, &criterion);
            let reduced = reduce(&graph, &part).program;
            let broken = argand_cfa::verify::verify(&reduced);
            assert!(broken.is_empty(), "{number}: {}\n{text}", broken[0]);
            let line = program.edges[at.0].span.line;
            for inputs in 0..INPUTS {
                let (whole, ended) = values(program, at, inputs, main);
                let (sliced, _) = values(&reduced, at, inputs, main);
                let same = sliced.len() >= whole.len() && sliced[..whole.len()] == whole[..];
                assert!(same, "program {number}, line {line}, inputs {inputs}: {whole:?} {sliced:?}\n{text}");
                assert!(!ended || sliced.len() == whole.len(), "program {number}, line {line}\n{text}");
                compared += whole.len();
            }
            let reached = slice(&graph, Direction::Backward, &criterion.nodes());
            let mut precise = steps(reached.nodes().iter().copied());
            precise.retain(|&loc| graph.calls.is_reachable(program.locs[loc].func));
            let everything = naive(&graph, &criterion);
            let kept: BTreeSet<LocId> = program.locs.indices().filter(|&loc| part.has_step(loc)).collect();
            assert!(precise.is_subset(&kept), "program {number}, line {line}");
            assert!(kept.is_subset(&everything), "program {number}, line {line}");
            smaller += usize::from(kept.len() * 2 < program.locs.len());
        }
    }
    assert!(compared > 2000 && smaller > 50, "{compared} values were compared, {smaller} slices were small");
}
