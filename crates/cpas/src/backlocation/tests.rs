//! Locations are followed backwards, and only equal ones meet.

use super::BacklocationCpa;
use crate::laws;
use argand_cfa::testing::program;
use argand_cpa::{Cpa as _, Successors, TransferCx};
use argand_support::Limits;

#[test]
fn the_laws_hold_and_only_equal_locations_cover_each_other() {
    let program = program(laws::LOOPS_AND_CALLS);
    let locations: Vec<_> = program.locs.indices().collect();
    assert_eq!(laws::hold(&mut BacklocationCpa::default(), &locations, &()), Ok(()));
    assert_eq!(BacklocationCpa::default().is_covered_by(&locations[0], &locations[1]), Ok(false));
    assert!(BacklocationCpa::default().join(&locations[0], &locations[1]).is_err());
}

#[test]
fn an_edge_leads_from_its_end_to_its_start_and_from_nowhere_else() {
    let program = program(laws::LOOPS_AND_CALLS);
    let limits = Limits::default();
    for edge in program.edges.indices() {
        let cx = TransferCx::alone(&program, edge, &limits);
        for location in program.locs.indices() {
            let mut out = Successors::default();
            BacklocationCpa::default().transfer(&cx, &location, &(), &mut out).unwrap();
            let expected = (location == cx.edge.to).then_some(cx.edge.from);
            assert_eq!(out.drain(&location), expected.into_iter().collect::<Vec<_>>());
        }
    }
}
