//! The laws of the states, and abstractions by given predicates.

use super::{Options, PredicateCpa, PredicateState};
use crate::laws;
use argand_cfa::Program;
use argand_cfa::testing::program;
use argand_cpa::fact::read_facts;
use argand_cpa::{Configurable as _, Context, Cpa as _};
use argand_support::Limits;

/// Predicates that tell the rounds of the outer loop apart.
const PREDICATES: &str = "*: (= |x|:32 0:32)\n*: (< |x|:32 2:32)\n";

fn analysis(program: &Program, predicates: &str) -> PredicateCpa {
    let facts = read_facts(program, predicates).expect("facts");
    let cx = Context { facts: &facts, ..Context::alone(program) };
    PredicateCpa::from_options(Options::default(), &cx).expect("good options")
}

#[test]
fn the_laws_hold_on_abstractions_and_inside_of_blocks() {
    let program = program(laws::LOOPS_AND_CALLS);
    assert!(laws::hold_on(&mut analysis(&program, PREDICATES), &program) > 0);
}

#[test]
fn more_predicates_tell_more_states_apart() {
    let program = program(laws::LOOPS_AND_CALLS);
    let formulas = |predicates: &str| {
        let found = laws::states(&mut analysis(&program, predicates), &program, &Limits::default());
        let heads = found.into_values().flatten().filter(PredicateState::is_abstraction);
        let mut texts: Vec<String> = heads.map(|state| state.to_string()).collect();
        texts.sort();
        texts.dedup();
        texts.len()
    };
    assert_eq!(formulas(""), 1);
    assert!(formulas(PREDICATES) > 1);
}

#[test]
fn an_abstraction_that_says_less_covers_one_that_says_more() {
    let program = program(laws::LOOPS_AND_CALLS);
    let mut cpa = analysis(&program, PREDICATES);
    let found = laws::states(&mut cpa, &program, &Limits::default());
    let mut one_way = 0;
    for states in found.values() {
        for (a, b) in states.iter().flat_map(|a| states.iter().map(move |b| (a, b))) {
            let both = (cpa.is_covered_by(a, b).unwrap(), cpa.is_covered_by(b, a).unwrap());
            one_way += usize::from(a.is_abstraction() && both == (true, false));
        }
    }
    assert!(one_way > 0);
}
