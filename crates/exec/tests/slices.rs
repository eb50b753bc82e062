//! Slices are right: a program and its slice do the same where the criterion is, whatever the inputs are; and slices that
//! respect calls are no larger than those that do not, and no smaller than what is needed.

#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

#[path = "slices/generate.rs"]
mod generate;
#[path = "slices/observe.rs"]
mod observe;

use argand_cfa::LocId;
use argand_flow::dependence::tabulate::slice;
use argand_flow::dependence::{Dependences, Direction, Node, Options};
use argand_flow::slice::{Criterion, Slice, reduce};
use generate::Dice;
use observe::{assignments, values};
use std::collections::BTreeSet;

const PROGRAMS: u64 = 200;
const CRITERIA: usize = 4;
const INPUTS: u64 = 4;

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
