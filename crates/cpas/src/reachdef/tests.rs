//! The laws, Fig. 10 and 11, and the flow dependences of the fast graph held against those found here.

use super::{ReachdefCpa, ReachdefState};
use crate::laws::{self, Way};
use argand_cfa::testing::{program, random_program};
use argand_cfa::{LocId, Program};
use argand_domains::lattice_laws;
use argand_flow::callgraph::CallGraph;
use argand_flow::dependence::{Cell, Dependences, Direction, Node, Options, Why};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn any_state() -> impl Strategy<Value = ReachdefState> {
    prop::collection::vec((0u32..4, 0u32..4), 0..6).prop_map(|pairs| {
        let mut state = ReachdefState::default();
        for (cell, step) in pairs {
            state.add(Cell::new(cell), [LocId::new(step)]);
        }
        state
    })
}

lattice_laws!(definitions, any_state());

/// The steps whose values the step at a location reads, by the fast graph: ways through values. That a call stands between
/// is a dependence of its own there.
fn fast(graph: &Dependences<'_>, location: LocId) -> BTreeSet<LocId> {
    let (mut seen, mut found) = (BTreeSet::new(), BTreeSet::new());
    let mut work = vec![Node::Step(location)];
    while let Some(node) = work.pop() {
        graph.for_each(Direction::Backward, node, |dependence| match dependence.node {
            _ if dependence.why != Why::Data => {}
            Node::Step(step) => drop(graph.call_at(step).is_none().then(|| found.insert(step))),
            value => {
                if seen.insert(value) {
                    work.push(value);
                }
            }
        });
    }
    found
}

/// Compares with the graph; how many dependences there are.
///
/// Recursion is left out: what a variable of an outer activation holds is not in the states here. Where a function is
/// called from several places, states are joined in it, and what one caller wrote seems to come out at another; the fast
/// graph knows what a callee does not write and goes past it.
fn compare(program: &Program) -> usize {
    let calls = CallGraph::new(program);
    if program.functions.indices().any(|func| calls.is_recursive(func)) {
        return 0;
    }
    let once = program.functions.indices().all(|func| calls.sites_of(func).len() <= 1);
    let graph = Dependences::new(program, &Options::VERIFICATION);
    let mut cpa = ReachdefCpa::of(program);
    let states = laws::joined(&mut cpa, program, program.entry(), Way::Forwards);
    let mut count = 0;
    for (&loc, state) in states.iter().filter(|(loc, _)| graph.call_at(**loc).is_none()) {
        let here: BTreeSet<LocId> = cpa.flow_dependences(loc, state).into_iter().collect();
        // Nothing reaches what nothing reaches.
        let there: BTreeSet<LocId> =
            fast(&graph, loc).into_iter().filter(|at| states.contains_key(at)).collect();
        assert!(there.is_subset(&here), "{loc}: {there:?} {here:?}\n{}", argand_cfa::text::print(program));
        assert!(!once || here == there, "{loc}: {there:?} {here:?}\n{}", argand_cfa::text::print(program));
        count += there.len();
    }
    count
}

fn dependences(program: &Program, loc: u32) -> Vec<u32> {
    let mut cpa = ReachdefCpa::of(program);
    let states = laws::joined(&mut cpa, program, program.entry(), Way::Forwards);
    let found = cpa.flow_dependences(LocId::new(loc), &states[&LocId::new(loc)]);
    found.into_iter().map(LocId::raw).collect()
}

#[test]
fn fig_10_an_assignment_depends_on_the_one_that_it_reads() {
    let program = program(
        "cfa LP64\nstatic int a\nstatic int b\nfunc main: void(void) {\n  entry L0 exit L2\n  L0 -> L1: a = 0\n  \
         L1 -> L2: b = a + 1\n}\n",
    );
    assert_eq!(dependences(&program, 1), [0]);
    assert!(compare(&program) >= 1);
}

/// The running example; L3 and L4 are its first loop, L8 and L9 the second.
const RUNNING: &str = r"
cfa LP64
extern nondet: int(void) = Nondet
extern error: void(void) = Undefined
func main: void(void) {
  entry L0 exit L11
  local int x
  local int y
  local int w
  L0 -> L1: x = call nondet()
  L1 -> L2: w = call nondet()
  L2 -> L3: y = 1
  L3 -> L4: [x > 0]
  L3 -> L5: ![x > 0]
  L4 -> L3: x = x - 1
  L5 -> L6: [x < 0]
  L5 -> L8: ![x < 0]
  L6 -> L7: [y < 0]
  L6 -> L8: ![y < 0]
  L7 -> L11: call error()
  L8 -> L9: [y < w]
  L8 -> L10: ![y < w]
  L9 -> L8: y = y + 1
  L10 -> L11: noop
}
";

#[test]
fn fig_11_the_conditions_depend_on_x_and_y_and_the_second_loop_on_w() {
    let program = program(RUNNING);
    assert_eq!(dependences(&program, 4), [0, 4], "the input and the round before");
    assert_eq!((dependences(&program, 5), dependences(&program, 6)), (vec![0, 4], vec![2]));
    assert_eq!(dependences(&program, 8), [1, 2, 9]);
    assert!(compare(&program) >= 10);
}

#[test]
fn values_go_through_calls_and_pointers() {
    let program = program(
        "cfa LP64\nstatic int a\nstatic int b\nstatic int* p\nfunc add: int(int) {\n  entry L6 exit L7\n  param int v\n  \
         return int r\n  L6 -> L7: r = v + b\n}\nfunc main: void(void) {\n  entry L0 exit L5\n  temp int t\n  \
         L0 -> L1: a = 1\n  L1 -> L2: p = &b\n  L2 -> L3: *p = 3\n  L3 -> L4: t = call add(a)\n  L4 -> L5: a = t\n}\n",
    );
    let read = dependences(&program, 6);
    assert!(read.contains(&0) && read.contains(&2), "{read:?}");
    assert_eq!(dependences(&program, 4), [6]);
    assert!(compare(&program) >= 4);
}

#[test]
fn the_fast_graph_finds_the_same_in_many_programs() {
    let compared: usize = laws::programs(60).map(|program| compare(&program)).sum();
    assert!(compared > 20, "{compared} dependences");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn the_fast_graph_finds_the_same(choices in prop::collection::vec(any::<u16>(), 50..300)) {
        compare(&random_program(&choices));
    }
}
