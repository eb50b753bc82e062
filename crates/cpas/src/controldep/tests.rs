//! The laws, Fig. 10, 11 and 20, and equality with the fast control dependence.

use super::{ControldepCpa, ControldepState};
use crate::laws::{self, Way};
use argand_cfa::testing::{program, random_program};
use argand_cfa::{LocId, Program};
use argand_domains::lattice_laws;
use argand_flow::dependence::{Dependences, Options};
use proptest::prelude::*;

fn any_state() -> impl Strategy<Value = ControldepState> {
    let pair = (0u32..4, 0u32..4).prop_map(|(a, b)| (LocId::new(a), LocId::new(b)));
    prop::collection::vec(pair, 0..5).prop_map(|all| ControldepState(all.into_iter().collect()))
}

lattice_laws!(open_branches, any_state());

/// The dependences of all locations that runs may reach.
fn found(program: &Program) -> Vec<(LocId, Vec<LocId>)> {
    let mut cpa = ControldepCpa::of(program);
    let states = laws::joined(&mut cpa, program, program.entry(), Way::Forwards);
    let of = |(&loc, state): (&LocId, &ControldepState)| (loc, cpa.on(program, loc, state));
    states.iter().map(of).collect()
}

/// Compares with the graph; how many dependences there are. Where functions recurse, the graph may have more.
fn equal(program: &Program) -> usize {
    // Which location of an endless loop gets a way out is a choice of the fast one: programs with such loops are left out.
    if !ControldepCpa::of(program).post.all_end() {
        return 0;
    }
    let graph = Dependences::new(program, &Options::VERIFICATION);
    let recurses = graph.calls.has_reachable_recursion();
    let found = found(program);
    let reached = |loc: &LocId| found.binary_search_by_key(loc, |(at, _)| *at).is_ok();
    for (loc, on) in found.iter().filter(|(loc, _)| *loc != program.halt) {
        // What nothing reaches decides nothing.
        let mut fast: Vec<LocId> = graph.control.on(*loc).iter().copied().filter(reached).collect();
        fast.sort_unstable();
        fast.retain(|other| !recurses || on.contains(other));
        assert_eq!(*on, fast, "{loc}\n{}", argand_cfa::text::print(program));
    }
    found.iter().map(|(_, on)| on.len()).sum()
}

fn on(program: &Program, loc: u32) -> Vec<u32> {
    let all = found(program);
    let (_, on) = all.iter().find(|(at, _)| *at == LocId::new(loc)).expect("a location that is reached");
    on.iter().map(|loc| loc.raw()).collect()
}

#[test]
fn fig_20_branches_control_what_they_decide_and_no_more() {
    let program = program(laws::BRANCHES);
    assert!(on(&program, 1).is_empty() && on(&program, 8).is_empty());
    assert_eq!((on(&program, 2), on(&program, 3)), (vec![1], vec![1]));
    assert_eq!((on(&program, 4), on(&program, 5)), (vec![3], vec![3]), "on l1 only through l3");
    assert_eq!((on(&program, 6), on(&program, 7)), (vec![3, 7], vec![1, 7]));
    assert_eq!(equal(&program), 8);
}

#[test]
fn what_may_not_come_back_decides_what_follows() {
    let program = program(laws::LOOPS_AND_CALLS);
    assert!(equal(&program) > 4);
    let blocking = argand_cfa::testing::program(
        "cfa LP64\nstatic int c\nfunc check: void(void) {\n  entry L4 exit L5\n  L4 -> L5: [c > 5]\n}\n\
         func main: void(void) {\n  entry L0 exit L3\n  L0 -> L1: [c < 7]\n  L1 -> L2: call check()\n  \
         L2 -> L3: c = 1\n}\n",
    );
    assert_eq!((on(&blocking, 1), on(&blocking, 2)), (vec![0], vec![1]));
    assert!(equal(&blocking) > 2);
}

#[test]
fn the_fast_control_dependence_has_the_same_of_many_programs() {
    let compared: usize = laws::programs(60).map(|program| equal(&program)).sum();
    assert!(compared > 20, "{compared} dependences");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn the_fast_control_dependence_is_the_same(choices in prop::collection::vec(any::<u16>(), 50..300)) {
        equal(&random_program(&choices));
    }
}
