//! The laws, the post-dominators of the running example, and equality with the fast ones.

use super::PostdominatorCpa;
use crate::laws::{self, Way};
use argand_cfa::testing::{program, random_program};
use argand_cfa::{LocId, Program};
use argand_flow::graph::FlowGraph;
use proptest::prelude::*;

/// Compares with the graph, where all that does not run forever ends at the same place; how many pairs were compared.
fn equal(program: &Program) -> usize {
    let flow = FlowGraph::of_program(program);
    let locations = flow.reverse_post_order();
    let is_end = |&&loc: &&LocId| flow.successors(loc).next().is_none();
    if !locations.iter().filter(is_end).eq([&program.halt]) {
        return 0;
    }
    let found = laws::joined(&mut PostdominatorCpa::default(), program, program.halt, Way::Backwards);
    let post = flow.post_dominators();
    for &b in locations {
        assert_eq!(found.contains_key(&b), post.dominates(b, b), "{b} leads to the end");
        for &a in locations.iter().filter(|&&a| a != b) {
            let passed = found.get(&b).is_some_and(|state| state.contains(a));
            assert_eq!(passed, post.dominates(a, b), "{a} behind {b}");
        }
    }
    locations.len() * locations.len()
}

#[test]
fn the_laws_hold_wherever_states_meet() {
    let program = program(laws::LOOPS_AND_CALLS);
    let found = laws::joined(&mut PostdominatorCpa::default(), &program, program.halt, Way::Backwards);
    let states: Vec<_> = found.values().cloned().collect();
    assert_eq!(laws::hold(&mut PostdominatorCpa::default(), &states, &()), Ok(()));
}

#[test]
fn fig_9_every_way_from_the_branches_comes_by_the_end() {
    let program = program(laws::BRANCHES);
    let found = laws::joined(&mut PostdominatorCpa::default(), &program, program.halt, Way::Backwards);
    let of = |loc: u32| -> Vec<u32> {
        let state = &found[&LocId::new(loc)];
        (0..10).filter(|&other| other != loc && state.contains(LocId::new(other))).collect()
    };
    assert_eq!((of(1), of(2)), (vec![8, 9], vec![8, 9]));
    assert_eq!((of(3), of(5)), (vec![7, 8, 9], vec![6, 7, 8, 9]));
    assert_eq!((of(6), of(7)), (vec![7, 8, 9], vec![8, 9]));
    assert!(equal(&program) > 50);
}

#[test]
fn the_fast_post_dominators_are_the_same() {
    let compared: usize = laws::programs(60).map(|program| equal(&program)).sum();
    assert!(compared > 500, "{compared} pairs");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn also_those_of_random_programs(choices in prop::collection::vec(any::<u16>(), 50..300)) {
        equal(&random_program(&choices));
    }
}
