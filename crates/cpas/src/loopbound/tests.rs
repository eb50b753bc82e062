//! Counts along given paths.

use super::{LoopCounts, LoopboundCpa, LoopboundOptions};
use crate::laws;
use argand_cfa::testing::program;
use argand_cfa::{EdgeId, Op, Program};
use argand_cpa::Context;
use argand_cpa::{Configurable as _, Cpa as _, CpaError, Successors, TransferCx};
use argand_support::Limits;

/// Follows edges by their text from the entry of `main`; the state after each.
fn follow(program: &Program, max_iterations: u32, path: &[&str]) -> Result<Vec<String>, CpaError> {
    let mut cpa =
        LoopboundCpa::from_options(LoopboundOptions { max_iterations }, &Context::alone(program)).unwrap();
    let limits = Limits::default();
    let mut location = program.functions[program.main].entry().unwrap();
    let mut state: LoopCounts = cpa.initial(program, location)?;
    let mut shown = Vec::new();
    for step in path {
        let matches =
            |&e: &EdgeId| program.op_text(e) == *step && !matches!(program.edges[e].op, Op::Summary(_));
        let edge = program.locs[location].out.iter().copied().find(matches).expect("the path exists");
        let mut out = Successors::default();
        cpa.transfer(&TransferCx::alone(program, edge, &limits), &state, &(), &mut out)?;
        state = out.drain(&state).pop().expect("control is never infeasible");
        location = program.edges[edge].to;
        shown.push(state.to_string());
    }
    Ok(shown)
}

/// An inner loop at L3 in an outer one at L2.
const NESTED: &str = r"
cfa LP64
static int x
func main: int(void) {
  entry L0 exit L1
  return int r
  L0 -> L2: noop
  L2 -> L3: [x < 1]
  L2 -> L1: ![x < 1]
  L3 -> L4: [x < 2]
  L3 -> L2: ![x < 2]
  L4 -> L3: r = 7
}";

#[test]
fn inner_loops_start_again_and_loops_that_were_left_are_forgotten() {
    let path = ["", "[x < 1]", "[x < 2]", "r = 7;", "[!(x < 2)]", "[x < 1]", "[!(x < 2)]", "[!(x < 1)]"];
    assert_eq!(
        follow(&program(NESTED), 0, &path).unwrap(),
        ["L2:1", "L2:1 L3:1", "L2:1 L3:1", "L2:1 L3:2", "L2:2", "L2:2 L3:1", "L2:3", ""]
    );
}

#[test]
fn reaching_a_head_more_often_than_allowed_is_a_bound() {
    let path = ["", "[x < 1]", "[x < 2]", "r = 7;", "[x < 2]", "r = 7;"];
    assert!(follow(&program(NESTED), 3, &path).is_ok());
    let error = follow(&program(NESTED), 2, &path).unwrap_err();
    assert_eq!(error.to_string(), "a loop was left alone after 2 iterations");
}

#[test]
fn each_activation_of_a_recursive_function_counts_for_itself() {
    let program = program(
        r"
cfa LP64
func f: void(int) {
  entry L0 exit L1
  param int n
  L0 -> L2: noop
  L2 -> L3: [n > 0]
  L2 -> L1: ![n > 0]
  L3 -> L2: call f(n - 1)
}
func main: int(void) {
  entry L4 exit L5
  return int r
  L4 -> L5: call f(1)
}",
    );
    let path = ["f(1);", "", "[n > 0]", "f(n - 1);", "", "[!(n > 0)]", "return from f", "[!(n > 0)]"];
    assert_eq!(
        follow(&program, 0, &path).unwrap(),
        ["", "L2:1", "L2:1", "L2:1", "L2:1 L2:1", "L2:1", "L2:2", ""]
    );
}

#[test]
fn fewer_iterations_cover_more() {
    let program = program(NESTED);
    let mut cpa = LoopboundCpa::from_options(LoopboundOptions::default(), &Context::alone(&program)).unwrap();
    let state = |count| LoopCounts {
        counts: [(argand_cfa::LocId::new(2), 0, count)].into_iter().collect(),
        ..LoopCounts::default()
    };
    assert_eq!(cpa.is_covered_by(&state(3), &state(1)), Ok(true));
    assert_eq!(cpa.is_covered_by(&state(1), &state(3)), Ok(false));
    assert_eq!(cpa.is_covered_by(&state(1), &LoopCounts::default()), Ok(false));
    assert_eq!(cpa.join(&state(3), &state(1)), Ok(state(1)));
    assert!(cpa.join(&state(3), &LoopCounts::default()).is_err());
}

#[test]
fn the_laws_hold() {
    for text in [NESTED, laws::LOOPS_AND_CALLS] {
        let program = program(text);
        let options = LoopboundOptions { max_iterations: 3 };
        let mut cpa = LoopboundCpa::from_options(options, &Context::alone(&program)).unwrap();
        assert!(laws::hold_on(&mut cpa, &program) > 0);
    }
}
