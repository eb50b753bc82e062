//! The laws of the states: coverage is inclusion of memory graphs.

use super::{Options, SmgCpa, SmgState};
use crate::laws;
use argand_cfa::Program;
use argand_cfa::testing::program;
use argand_cpa::{Configurable as _, Context, Cpa as _};
use argand_support::Limits;

/// A list that grows in front, and a number that grows with it.
const LIST: &str = r"
cfa LP64
extern malloc: void*(unsigned long) = Malloc
extern any: int(void) = Nondet
static void* list
static int n
func main: int(void) {
  entry L0 exit L1
  local void* node
  local int c
  return int r
  L0 -> L2: noop
  L2 -> L3: c = call any()
  L3 -> L4: [c]
  L3 -> L1: ![c]
  L4 -> L5: node = call malloc(8ul)
  L5 -> L6: *(void**)node = list
  L6 -> L7: list = node
  L7 -> L2: n = n + 1
}";

fn analysis(program: &Program) -> SmgCpa {
    let options = Options { track_all: true, ..Options::default() };
    SmgCpa::from_options(options, &Context::alone(program)).expect("good options")
}

#[test]
fn the_laws_hold_on_numbers() {
    let program = program(laws::LOOPS_AND_CALLS);
    assert!(laws::hold_on(&mut analysis(&program), &program) > 0);
}

#[test]
fn the_laws_hold_on_lists_that_are_folded() {
    let program = program(LIST);
    assert!(laws::hold_on(&mut analysis(&program), &program) > 0);
}

#[test]
fn a_folded_list_covers_longer_ones() {
    let program = program(LIST);
    let mut cpa = analysis(&program);
    let found = laws::states(&mut cpa, &program, &Limits::default());
    let covers = |cpa: &mut SmgCpa, states: &[SmgState]| {
        let pairs = states.iter().flat_map(|a| states.iter().map(move |b| (a, b)));
        pairs.filter(|(a, b)| a.graph != b.graph && cpa.is_covered_by(a, b) == Ok(true)).count()
    };
    assert!(found.values().map(|states| covers(&mut cpa, states)).sum::<usize>() > 0);
}
