//! The laws, Fig. 19, and equality with the fast dominators.

use super::DominatorCpa;
use crate::laws::{self, Way};
use crate::passed::Passed;
use argand_cfa::testing::{program, random_program};
use argand_cfa::{LocId, Program};
use argand_domains::lattice_laws;
use argand_flow::graph::FlowGraph;
use proptest::prelude::*;

fn any_state() -> impl Strategy<Value = Passed> {
    prop::collection::vec(0u32..6, 0..6).prop_map(|all| all.into_iter().map(LocId::new).collect())
}

lattice_laws!(passed_locations, any_state());

/// Compares with the graph; how many pairs were compared.
fn equal(program: &Program) -> usize {
    let found = laws::joined(&mut DominatorCpa::default(), program, program.entry(), Way::Forwards);
    let flow = FlowGraph::of_program(program);
    let dominators = flow.dominators();
    let locations: Vec<LocId> = found.keys().copied().collect();
    let mut order = flow.reverse_post_order().to_vec();
    order.sort_unstable();
    assert_eq!(locations, order);
    for &b in &locations {
        for &a in locations.iter().filter(|&&a| a != b) {
            assert_eq!(found[&b].contains(a), dominators.dominates(a, b), "{a} over {b}");
        }
    }
    locations.len() * locations.len()
}

#[test]
fn fig_19_dominators_are_those_of_the_reference() {
    let program = program(laws::BRANCHES);
    let found = laws::joined(&mut DominatorCpa::default(), &program, program.entry(), Way::Forwards);
    let of = |loc: u32| -> Vec<u32> {
        let state = &found[&LocId::new(loc)];
        (0..10).filter(|&other| other != loc && state.contains(LocId::new(other))).collect()
    };
    assert!(of(0).is_empty());
    assert_eq!(of(2), [0, 1]);
    assert_eq!((of(4), of(5)), (vec![0, 1, 3], vec![0, 1, 3]));
    assert_eq!((of(6), of(7)), (vec![0, 1, 3], vec![0, 1, 3]));
    assert_eq!((of(8), of(9)), (vec![0, 1], vec![0, 1, 8]));
    assert!(equal(&program) > 50);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_fast_dominators_are_the_same(choices in prop::collection::vec(any::<u16>(), 50..300)) {
        equal(&random_program(&choices));
    }
}
