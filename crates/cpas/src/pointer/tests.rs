//! The laws of the states.

use super::{PointerState, Target, Targets};
use argand_cfa::{EdgeId, FuncId, VarId};
use argand_domains::lattice_laws;
use argand_domains::memory::Object;
use proptest::prelude::*;
use std::rc::Rc;

fn object(which: u32) -> Object {
    if which < 2 {
        Object::var(VarId::new(which))
    } else {
        Object::Heap { site: EdgeId::new(which), index: which % 2 }
    }
}

fn any_targets() -> impl Strategy<Value = Option<Targets>> {
    let target = prop_oneof![
        Just(Target::Null),
        (0..2u32).prop_map(|func| Target::Func(FuncId::new(func))),
        (0..4u32, prop::option::of(0..2i64)).prop_map(|(which, at)| Target::Object(object(which), at)),
    ];
    prop::collection::vec(target, 0..3).prop_map(Targets::of)
}

fn any_state() -> impl Strategy<Value = PointerState> {
    let fills = prop::collection::vec(0..4u32, 0..2);
    let cells = prop::collection::vec((0..4u32, 0..2i64, any_targets()), 0..5);
    let sites = || prop::collection::btree_set((0..3u32).prop_map(EdgeId::new), 0..3);
    let allocated = prop::collection::btree_map((0..3u32).prop_map(EdgeId::new), 1..3u8, 0..3);
    (fills, cells, allocated, sites()).prop_map(|(fills, cells, allocated, freed)| {
        let mut state = PointerState::default();
        for which in fills {
            state.memory.zero_fill(object(which));
        }
        for (which, at, targets) in cells {
            state.memory.write(object(which), at * 64, 64, targets);
        }
        state.allocated = Rc::new(allocated);
        state.freed = Rc::new(freed);
        state
    })
}

lattice_laws!(pointer_state, any_state());

#[test]
fn null_and_functions_stay_only_where_they_are_not_moved() {
    let here = Targets::one(Target::Null);
    assert_eq!(here.moved(Some(0)), Some(here.clone()));
    assert_eq!(here.moved(Some(4)), None);
    assert_eq!(here.moved(None), None);
    let x = Targets::one(Target::Object(object(0), Some(4)));
    assert_eq!(x.moved(Some(-4)), Some(Targets::one(Target::Object(object(0), Some(0)))));
    assert_eq!(x.moved(None), Some(Targets::one(Target::Object(object(0), None))));
}
