//! Locations are followed forwards, and only equal ones meet.

use super::LocationCpa;
use crate::laws;
use argand_cfa::testing::program;
use argand_cpa::{Cpa as _, Query, Successors, TransferCx};
use argand_support::Limits;

#[test]
fn the_laws_hold_and_only_equal_locations_cover_each_other() {
    let program = program(laws::LOOPS_AND_CALLS);
    assert_eq!(laws::hold_on(&mut LocationCpa::default(), &program), 0, "a place has one location");
    let locations: Vec<_> = program.locs.indices().collect();
    assert_eq!(laws::hold(&mut LocationCpa::default(), &locations, &()), Ok(()));
    assert_eq!(LocationCpa::default().is_covered_by(&locations[0], &locations[1]), Ok(false));
    assert!(LocationCpa::default().join(&locations[0], &locations[1]).is_err());
}

#[test]
fn an_edge_leads_from_its_start_to_its_end_and_from_nowhere_else() {
    let program = program(laws::LOOPS_AND_CALLS);
    let limits = Limits::default();
    for edge in program.edges.indices() {
        let cx = TransferCx::alone(&program, edge, &limits);
        for location in program.locs.indices() {
            let mut out = Successors::default();
            LocationCpa::default().transfer(&cx, &location, &(), &mut out).unwrap();
            let expected = (location == cx.edge.from).then_some(cx.edge.to);
            assert_eq!(out.drain(&location), expected.into_iter().collect::<Vec<_>>());
        }
    }
}

#[test]
fn siblings_are_told_the_location() {
    let program = program(laws::LOOPS_AND_CALLS);
    let mut query = Query::Location(None);
    LocationCpa::default().answer(&program, &program.entry(), &mut query);
    assert_eq!(query, Query::Location(Some(program.entry())));
}
