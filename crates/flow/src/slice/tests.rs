//! Slices and reduced programs of small examples. Whether they behave alike is tested with runs, in `exec`.

use super::{Criterion, Slice, reduce};
use crate::dependence::tests::RUNNING;
use crate::dependence::{Dependences, Options};
use argand_cfa::testing::{program, random_program};
use argand_cfa::{EdgeId, LocId, Op};
use proptest::prelude::*;

fn l(number: u32) -> LocId {
    LocId::new(number)
}

#[test]
fn fig_8_the_slice_of_the_running_example_has_neither_w_nor_the_second_loop() {
    let program = program(RUNNING);
    let graph = Dependences::new(&program, &Options::VERIFICATION);
    let error = program.locs[l(7)].out[0];
    let slice = Slice::of(&graph, &Criterion::of_edges(&program, [error]));
    let kept: Vec<bool> = (0..11).map(|loc| slice.has_step(l(loc))).collect();
    assert_eq!(kept, [true, false, true, true, true, true, true, true, false, false, false]);
    let reduction = reduce(&graph, &slice);
    assert!(reduction.edges.1 < reduction.edges.0);
    let edge = |loc: u32| &reduction.program.edges[reduction.program.locs[l(loc)].out[0]];
    assert_eq!((&edge(1).op, edge(1).to), (&Op::Noop, l(2)), "the input of w");
    assert_eq!((&edge(8).op, edge(8).to), (&Op::Noop, l(11)), "the second loop is left at once");
    assert_eq!(reduction.program.locs[l(8)].out.len(), 1);
    assert_eq!(reduction.program.edges.len(), program.edges.len());
    assert!(slice.contains(&program, error) && !slice.is_empty());
    assert_eq!(slice.edges(&program).count(), 13, "ten in main, and its call");
}

/// Two objects whose addresses are compared.
const TWO_OBJECTS: &str = r"
cfa LP64
extern malloc: void*(unsigned long) = Malloc
extern free: void(void*) = Free
extern error: void(void) = Undefined
static int c
func main: void(void) {
  entry L0 exit L7
  local void* p
  local void* q
  L0 -> L1: p = call malloc(8ul)
  L1 -> L2: BEFORE
  L2 -> L3: q = call malloc(8ul)
  L3 -> L4: BEHIND
  L4 -> L5: [TEST]
  L4 -> L6: ![TEST]
  L5 -> L6: call error()
  L6 -> L7: noop
}
";

/// Which of the steps before, between and behind the beginnings of two objects a slice for the error keeps.
fn kept(before: &str, behind: &str, test: &str) -> [bool; 4] {
    let text = TWO_OBJECTS.replace("BEFORE", before).replace("BEHIND", behind).replace("TEST", test);
    let program = program(&text);
    let graph = Dependences::new(&program, &Options::VERIFICATION);
    let slice = Slice::of(&graph, &Criterion::of_edges(&program, [program.locs[l(5)].out[0]]));
    [0, 1, 2, 3].map(|loc| slice.has_step(l(loc)))
}

#[test]
fn where_an_object_lies_depends_on_the_lives_that_ended_before_it_began() {
    assert_eq!(kept("call free(p)", "noop", "p == q"), [true, true, true, false]);
    assert_eq!(kept("noop", "call free(p)", "p == q"), [true, false, true, false]);
}

#[test]
fn lives_do_not_matter_where_no_address_is_shown() {
    assert_eq!(kept("call free(p)", "noop", "c == 1"), [false; 4]);
    assert_eq!(kept("call free(p)", "noop", "q == (void*)0"), [false, false, true, false]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn reduced_programs_are_well_formed(choices in prop::collection::vec(any::<u16>(), 50..400), at in any::<u32>()) {
        let program = random_program(&choices);
        prop_assume!(!program.edges.is_empty());
        let edge = EdgeId::new(at % program.edges.len() as u32);
        let graph = Dependences::new(&program, &Options::VERIFICATION);
        let slice = Slice::of(&graph, &Criterion::of_edges(&program, [edge]));
        prop_assert!(slice.contains(&program, edge));
        let broken = argand_cfa::verify::verify(&reduce(&graph, &slice).program);
        prop_assert!(broken.is_empty(), "{}", broken[0]);
    }
}
