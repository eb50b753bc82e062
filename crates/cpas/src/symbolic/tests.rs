//! The laws of the states, coverage up to the names of symbols, and what precision and solver decide.

use super::{Options, SymbolicCpa, SymbolicPrecision, SymbolicState};
use crate::laws;
use argand_cfa::testing::program;
use argand_cfa::{EdgeId, LocId, Program};
use argand_cpa::{Adjusted, Configurable as _, Context, Cpa as _, Siblings, Successors, TransferCx};
use argand_support::Limits;

fn analysis(program: &Program, track_all: bool) -> SymbolicCpa {
    let options = Options { track_all, ..Options::default() };
    SymbolicCpa::from_options(options, &Context::alone(program)).expect("good options")
}

#[test]
fn the_laws_hold_where_paths_meet() {
    let program = program(laws::LOOPS_AND_CALLS);
    assert!(laws::hold_on(&mut analysis(&program, true), &program) > 0);
    laws::hold_on(&mut analysis(&program, false), &program);
}

/// A loop that takes a new input each time, and one that counts.
const LOOPS: &str = r"
cfa LP64
extern unknown: int(void) = Nondet
func main: int(void) {
  entry L0 exit L1
  return int r
  local int x
  local int y
  L0 -> L2: y = 1
  L2 -> L3: x = call unknown()
  L3 -> L4: [x > 0]
  L3 -> L5: ![x > 0]
  L4 -> L2: noop
  L5 -> L6: [y != x]
  L5 -> L1: ![y != x]
  L6 -> L5: y = y + 1
}";

/// The states of each location, as far as they are not covered by an earlier one.
fn explored(program: &Program, track_all: bool, most: usize) -> Vec<(LocId, SymbolicState)> {
    let mut cpa = analysis(program, track_all);
    let (limits, mut found) = (Limits::default(), Vec::new());
    let start = program.functions[program.main].entry().expect("a body");
    let precision = cpa.initial_precision(program);
    let mut waiting = vec![(start, cpa.initial(program, start).expect("a state"))];
    while let Some((loc, state)) = waiting.pop() {
        let covered = found
            .iter()
            .any(|(at, old)| *at == loc && cpa.is_covered_by(&state, old).expect("can be compared"));
        if covered || found.len() >= most {
            continue;
        }
        found.push((loc, state.clone()));
        for &edge in &program.locs[loc].out {
            waiting.extend(after(&mut cpa, program, &state, &precision, edge, &limits));
        }
    }
    found
}

fn after(
    cpa: &mut SymbolicCpa,
    program: &Program,
    state: &SymbolicState,
    precision: &SymbolicPrecision,
    edge: EdgeId,
    limits: &Limits,
) -> Vec<(LocId, SymbolicState)> {
    let cx = TransferCx::alone(program, edge, limits);
    let mut out = Successors::default();
    cpa.transfer(&cx, state, precision, &mut out).expect("it is supported");
    let to = program.edges[edge].to;
    let adjusted = |next| match cpa.adjust(&cx, &next, precision, &Siblings::none()) {
        Ok(Adjusted::State(weaker)) => (to, weaker),
        _ => (to, next),
    };
    out.drain(state).into_iter().map(adjusted).collect()
}

#[test]
fn a_loop_whose_inputs_are_forgotten_ends_and_one_that_counts_does_not() {
    let program = program(LOOPS);
    let at = |found: &[(LocId, SymbolicState)], loc| found.iter().filter(|(at, _)| *at == loc).count();
    let all = explored(&program, true, 60);
    // The head of the first loop, reached again with another input.
    assert_eq!(at(&all, LocId::new(2)), 1, "{all:?}");
    assert_eq!(all.len(), 60, "the second loop unrolls");
    let none = explored(&program, false, 60);
    assert!(none.len() < 10, "nothing is tracked, and the graph is finite: {}", none.len());
}

#[test]
fn satisfiability_decides_what_folding_does_not() {
    let program = program(
        r"
cfa LP64
extern unknown: int(void) = Nondet
func main: int(void) {
  entry L0 exit L1
  return int r
  local int x
  local int y
  L0 -> L2: x = call unknown()
  L2 -> L3: y = call unknown()
  L3 -> L4: [x > y]
  L3 -> L1: ![x > y]
  L4 -> L5: [y > 3]
  L4 -> L1: ![y > 3]
  L5 -> L6: [x < 5]
  L5 -> L7: ![x < 5]
  L6 -> L1: r = 0
  L7 -> L1: r = 1
}",
    );
    let found = explored(&program, true, 60);
    let reached = |loc| found.iter().any(|(at, _)| *at == LocId::new(loc));
    assert!(!reached(6), "4 < y + 1 <= x < 5");
    assert!(reached(7));
    let constraints = |loc| found.iter().find(|(at, _)| *at == LocId::new(loc)).map(|(_, s)| s.to_string());
    let text = constraints(7).expect("a state");
    assert!(text.contains("unknown@"), "inputs are named by where they come from: {text}");
}
