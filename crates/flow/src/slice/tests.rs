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
