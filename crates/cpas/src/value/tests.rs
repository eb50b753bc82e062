//! The laws of the states, and what single edges do to them.

use super::{Options, Value, ValueCpa, ValueState};
use argand_cfa::testing::program;
use argand_cfa::{EdgeId, FuncId, Program, VarId};
use argand_cpa::Context;
use argand_cpa::{Configurable as _, Cpa as _, CpaError, Successors, TransferCx};
use argand_domains::lattice_laws;
use argand_domains::memory::Object;
use argand_support::Limits;
use proptest::prelude::*;

fn object(which: u32) -> Object {
    if which < 2 {
        Object::var(VarId::new(which))
    } else {
        Object::Heap { site: EdgeId::new(which), index: 0 }
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        (0..3u128).prop_map(Value::Bits),
        (0..3u32, 0..2i64).prop_map(|(which, offset)| Value::Addr { object: object(which), offset }),
        (0..2u32).prop_map(|func| Value::Func(FuncId::new(func))),
    ]
}

fn any_state() -> impl Strategy<Value = ValueState> {
    let fills = prop::collection::vec(0..3u32, 0..2);
    let cells = prop::collection::vec((0..3u32, 0..2i64, prop::option::of(any_value())), 0..5);
    (fills, cells).prop_map(|(fills, cells)| {
        let mut state = ValueState::default();
        for which in fills {
            state.memory.zero_fill(object(which));
        }
        for (which, at, value) in cells {
            state.memory.write(object(which), at * 64, 64, value);
        }
        state
    })
}

lattice_laws!(value_state, any_state());

/// A program of one function that does these operations on `x`, `p` and `buf` in turn.
fn straight(operations: &[&str]) -> Program {
    let mut text = "cfa LP64\nstatic int x\nstatic int y\nstatic int* p\nstatic char[16] buf\n\
                    extern outside: void(int*) = Outside\nextern deep: void(int**) = Outside\n\
                    extern unknown: void(void) = UnknownCallee\n\
                    func main: int(void) {\n  entry L0 exit L1\n  return int r\n"
        .to_owned();
    for (i, operation) in operations.iter().enumerate() {
        let from = if i == 0 { 0 } else { i + 1 };
        text += &format!("  L{from} -> L{}: {operation}\n", i + 2);
    }
    text += &format!("  L{} -> L1: r = 0\n}}\n", operations.len() + 1);
    program(&text)
}

/// The state after the operations.
fn after(operations: &[&str]) -> Result<String, CpaError> {
    let program = straight(operations);
    let options = Options { track_all: true, ..Options::default() };
    let mut cpa =
        ValueCpa::from_options(options, &Context::alone(&program)).expect("the options are allowed");
    let precision = cpa.initial_precision(&program);
    let mut state = cpa.initial(&program, program.entry())?;
    let limits = Limits::default();
    let mut at = program.functions[program.main].entry().unwrap_or(program.halt);
    for _ in operations {
        let edge = program.locs[at].out[0];
        let cx = TransferCx::alone(&program, edge, &limits);
        let mut out = Successors::default();
        cpa.transfer(&cx, &state, &precision, &mut out)?;
        state = out.drain(&state).pop().unwrap_or_default();
        at = program.edges[edge].to;
    }
    Ok(state.to_string())
}

#[test]
fn an_outside_function_may_change_what_its_arguments_reach_and_nothing_else() {
    let before = ["x = 1", "y = 2", "p = &x"];
    let with = |call: &'static str| after(&[&before[..], &[call]].concat()).unwrap_or_default();
    assert_eq!(with("noop"), with("call outside(<int*>0)"));
    assert_eq!(with("call outside(p)"), after(&["y = 2", "p = &x"]).unwrap_or_default());
    // Through the pointer to the variable behind it.
    assert_eq!(with("call deep(&p)"), after(&["y = 2"]).unwrap_or_default());
}

#[test]
fn a_call_through_an_unknown_pointer_is_not_followed() {
    assert!(matches!(after(&["call unknown()"]), Err(CpaError::Unsupported { .. })));
}
