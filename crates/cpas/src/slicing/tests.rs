//! Slices of a small automaton.

use super::precision::Slices;
use super::{SlicingCpa, SlicingCriterion, SlicingPrecision, SlicingState};
use crate::laws;
use argand_cfa::testing::program;
use argand_cfa::{EdgeId, LocId, Op, Program};

/// A lock that is looked at and a sum that nobody asks for, both written by a function that is called twice.
const TWO_CONCERNS: &str = r"
cfa LP64
static int lock
static int sum
extern error: void(void) = Undefined
func set: void(int) {
  entry L6 exit L7
  param int by
  L6 -> L8: lock = by
  L8 -> L7: sum = by
}
func main: void(void) {
  entry L0 exit L1
  L0 -> L2: call set(1)
  L2 -> L3: sum = 3
  L3 -> L4: call set(2)
  L4 -> L5: [lock == 2]
  L4 -> L1: ![lock == 2]
  L5 -> L1: call error()
}
";

fn edge(program: &Program, from: u32, to: u32) -> EdgeId {
    let ends = (LocId::new(from), LocId::new(to));
    let found = program.edges.iter_enumerated().find(|(_, edge)| (edge.from, edge.to) == ends);
    found.expect("an edge between the locations").0
}

#[test]
fn in_the_empty_slice_nothing_happens_but_calls() {
    let program = program(TWO_CONCERNS);
    let slices = Slices::new(&program);
    let seen = slices.seen(SlicingPrecision::default());
    for (from, to) in [(6, 8), (8, 7), (2, 3), (4, 5), (4, 1)] {
        assert_eq!(seen.edges[edge(&program, from, to)].op, Op::Noop, "L{from} -> L{to}");
    }
    assert_eq!(seen.edges.iter().filter(|edge| matches!(edge.op, Op::Call(_))).count(), 3, "with main");
}

#[test]
fn a_criterion_brings_what_it_depends_on_and_every_call_of_what_it_brings() {
    let program = program(TWO_CONCERNS);
    let slices = Slices::new(&program);
    let condition = edge(&program, 4, 5);
    let slice = slices.with(&[condition]).expect("a larger slice");
    let seen = slices.seen(slice);
    for (from, to, kept) in [(6, 8, true), (8, 7, false), (2, 3, false), (4, 5, true), (4, 1, true)] {
        let kept_here = seen.edges[edge(&program, from, to)].op != Op::Noop;
        assert_eq!(kept_here, kept, "L{from} -> L{to}");
    }
    assert!(slices.with(&[condition, edge(&program, 6, 8)]).is_none(), "what is there brings nothing");
    assert_eq!(slices.count(), 1);
    let larger = slices.with(&[edge(&program, 2, 3)]).expect("a larger slice");
    assert!(slices.len(larger) > slices.len(slice));
    assert_ne!(slices.seen(larger).edges[condition].op, Op::Noop, "slices only grow");
}

#[test]
fn states_that_say_nothing_keep_the_laws() {
    let mut cpa = SlicingCpa { criterion: SlicingCriterion::TargetPath, slices: None };
    assert_eq!(laws::hold(&mut cpa, &[SlicingState], &SlicingPrecision::default()), Ok(()));
}
