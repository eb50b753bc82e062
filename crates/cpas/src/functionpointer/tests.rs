//! The lattice of function pointers. What they prune is tested with the engine.

use super::{Callee, FunctionpointerState};
use argand_cfa::{FuncId, VarId};
use argand_cpa::FrameVar;
use argand_domains::{Flat, lattice_laws};
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
