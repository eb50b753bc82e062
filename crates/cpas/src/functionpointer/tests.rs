//! The lattice of function pointers. What they prune is tested with the engine.

use super::{Callee, FunctionpointerCpa, FunctionpointerState};
use argand_cfa::{DataModel, FuncId, Program, TypeTable, VarId};
use argand_cpa::Context;
use argand_cpa::{Configurable as _, Forgetting as _, FrameVar};
use argand_domains::{Flat, Lattice as _, lattice_laws};
use proptest::prelude::*;

fn any_state() -> impl Strategy<Value = FunctionpointerState> {
    let callee = prop_oneof![Just(Callee::Null), (0u32..3).prop_map(|f| Callee::Function(FuncId::new(f)))];
    let pair = (0u32..4, callee)
        .prop_map(|(var, callee)| (FrameVar::outermost(VarId::new(var)), Flat::Value(callee)));
    prop::collection::vec(pair, 0..5).prop_map(|pairs| FunctionpointerState {
        callees: pairs.into_iter().collect(),
        ..FunctionpointerState::default()
    })
}

lattice_laws!(functionpointer_state, any_state());

proptest! {
    #[test]
    fn a_state_covers_exactly_what_projects_to_it(a in any_state(), b in any_state()) {
        let program = Program::new(TypeTable::new(DataModel::Lp64));
        let cpa = FunctionpointerCpa::from_options(super::FunctionpointerOptions {}, &Context::alone(&program)).unwrap();
        // Random states seldom cover each other: their join covers both.
        for other in [&b, &a.join(&b)] {
            let projected = cpa.project(&a, other);
            prop_assert_eq!(a.leq(other), projected.as_ref() == Some(other));
            if let Some(projected) = projected {
                prop_assert!(a.leq(&projected));
                prop_assert_eq!(cpa.shape(&projected), cpa.shape(other));
            }
        }
    }
}
