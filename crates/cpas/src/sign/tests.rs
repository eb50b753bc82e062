//! Signs of small programs.

use super::{SignCpa, SignOptions, SignState};
use argand_cfa::Program;
use argand_cfa::testing::program;
use argand_cpa::Context;
use argand_cpa::{Configurable as _, Cpa as _, FrameVar, Query, Successors, TransferCx};
use argand_domains::{Lattice as _, Sign, lattice_laws};
use argand_support::Limits;
use proptest::prelude::*;

fn any_state() -> impl Strategy<Value = SignState> {
    let sign = prop_oneof![Just(Sign::NEGATIVE), Just(Sign::ZERO), Just(Sign::POSITIVE)];
    let pair = (0u32..4, sign.clone(), sign)
        .prop_map(|(var, a, b)| (FrameVar::outermost(argand_cfa::VarId::new(var)), a.join(&b)));
    prop::collection::vec(pair, 0..5)
        .prop_map(|pairs| SignState { signs: pairs.into_iter().collect(), ..SignState::default() })
}

lattice_laws!(sign_state, any_state());

const PREAMBLE: &str = "cfa LP64\nstatic int x\nstatic unsigned int u\nextern any: int(void) = Nondet\n";

/// The signs of `x` and `u` after straight-line operations; `None` when an assumption cannot hold.
fn signs_after(operations: &[&str]) -> Option<(String, String)> {
    let mut text = format!("{PREAMBLE}func main: int(void) {{\n  entry L0 exit L1\n  return int r\n");
    for (i, operation) in operations.iter().enumerate() {
        let from = if i == 0 { 0 } else { i + 1 };
        text += &format!("  L{from} -> L{}: {operation}\n", i + 2);
    }
    text += &format!("  L{} -> L1: r = 0\n}}", operations.len() + 1);
    let program = program(&text);
    let state = run(&program, operations.len())?;
    let shown = |name: &str| {
        let var = program.vars.indices().find(|&v| program.var_name(v) == name).unwrap();
        state.signs.get(FrameVar::outermost(var)).map_or("any".to_owned(), ToString::to_string)
    };
    Some((shown("x"), shown("u")))
}

fn run(program: &Program, steps: usize) -> Option<SignState> {
    let mut cpa = SignCpa::from_options(SignOptions::default(), &Context::alone(program)).unwrap();
    let mut location = program.functions[program.main].entry().unwrap();
    let mut state = cpa.initial(program, location).unwrap();
    let limits = Limits::default();
    for _ in 0..steps {
        let edge = program.locs[location].out[0];
        let mut out = Successors::default();
        cpa.transfer(&TransferCx::alone(program, edge, &limits), &state, &(), &mut out).unwrap();
        state = out.drain(&state).pop()?;
        location = program.edges[edge].to;
    }
    Some(state)
}

fn x_after(operations: &[&str]) -> String {
    signs_after(operations).map_or("none".to_owned(), |(x, _)| x)
}

#[test]
fn assignments_compute_with_signs() {
    assert_eq!(x_after(&["x = 5"]), ">0");
    assert_eq!(x_after(&["x = 5", "x = 0 - x"]), "<0");
    assert_eq!(x_after(&["x = 0", "x = x * 7"]), "0");
    assert_eq!(x_after(&["x = havoc Asm"]), "any");
    assert_eq!(x_after(&["x = 5", "x = call any()"]), "any");
}

#[test]
fn sums_that_can_wrap_are_not_positive() {
    assert_eq!(x_after(&["x = 2147483647", "x = x + 1"]), "any");
    assert_eq!(x_after(&["x = 5", "x = x + 1"]), "any");
}

#[test]
fn unsigned_variables_are_never_negative_and_need_no_entry_for_it() {
    let after = |ops: &[&str]| signs_after(ops).map_or("none".to_owned(), |(_, u)| u);
    assert_eq!(after(&["u = havoc Asm"]), "any");
    assert_eq!(after(&["u = 3u"]), ">0");
    assert_eq!(after(&["u = havoc Asm", "[u < 0u]"]), "none");
    assert_eq!(after(&["u = havoc Asm", "![u == 0u]"]), ">0");
}

#[test]
fn assumptions_narrow_both_sides_and_rule_paths_out() {
    assert_eq!(x_after(&["[x > 0]"]), ">0");
    assert_eq!(x_after(&["![x > 0]"]), "<=0");
    assert_eq!(x_after(&["[0 < x]"]), ">0");
    assert_eq!(x_after(&["[x]"]), "!=0");
    assert_eq!(x_after(&["![x]"]), "0");
    assert_eq!(x_after(&["[!x]"]), "0");
    assert_eq!(x_after(&["[(x < 0) != 0]"]), "<0");
    assert_eq!(x_after(&["[(x < 0) == 0]"]), ">=0");
    assert_eq!(x_after(&["x = 3", "[x < 0]"]), "none");
    assert_eq!(x_after(&["x = 0", "[x]"]), "none");
}

#[test]
fn the_caller_keeps_its_own_variables_during_recursion() {
    let program = program(
        r"
cfa LP64
func f: int(int) {
  entry L0 exit L1
  param int n
  return int result
  L0 -> L2: result = call f(0 - n)
  L2 -> L1: result = n
}
func main: int(void) {
  entry L3 exit L4
  return int r
  L3 -> L4: r = call f(1)
}",
    );
    let mut cpa = SignCpa::from_options(SignOptions::default(), &Context::alone(&program)).unwrap();
    let limits = Limits::default();
    let mut state = cpa.initial(&program, program.entry()).unwrap();
    let mut step = |state: &SignState, operation: &str| {
        let edge = program.edges.indices().find(|&e| {
            program.op_text(e) == operation && !matches!(program.edges[e].op, argand_cfa::Op::Summary(_))
        });
        let mut out = Successors::default();
        cpa.transfer(&TransferCx::alone(&program, edge.unwrap(), &limits), state, &(), &mut out).unwrap();
        out.drain(state).pop().unwrap()
    };
    state = step(&state, "r = f(1);");
    state = step(&state, "result = f(0 - n);");
    let n = program.functions[program.find_function("f").unwrap()].params[0];
    let sign = |state: &SignState, depth| state.signs.get(FrameVar { var: n, depth }).copied();
    assert_eq!((sign(&state, 0), sign(&state, 1)), (Some(Sign::POSITIVE), Some(Sign::NEGATIVE)));
    state = step(&state, "result = n;");
    state = step(&state, "return from f");
    assert_eq!((sign(&state, 0), sign(&state, 1)), (Some(Sign::POSITIVE), None));
}

#[test]
fn siblings_learn_ranges_and_zeros() {
    let program = program(&format!(
        "{PREAMBLE}func main: int(void) {{\n  entry L0 exit L1\n  return int r\n  L0 -> L1: x = x + 0\n}}"
    ));
    let cpa = SignCpa::from_options(SignOptions::default(), &Context::alone(&program)).unwrap();
    let x = program.vars.indices().find(|&v| program.var_name(v) == "x").unwrap();
    let (load, _) = program
        .pool
        .iter()
        .find(|(_, e)| matches!(e.kind, argand_cfa::ExprKind::Load(p) if program.pool.root_var(p) == Some(x)))
        .unwrap();
    let mut state = SignState::default();
    state.signs.insert(FrameVar::outermost(x), Sign::POSITIVE);
    let mut query = Query::IntRange { expr: load, lo: -5, hi: i128::MAX };
    cpa.answer(&program, &state, &mut query);
    assert_eq!(query, Query::IntRange { expr: load, lo: 1, hi: i128::from(i32::MAX) });
    let mut query = Query::Value { expr: load, value: None };
    cpa.answer(&program, &state, &mut query);
    assert_eq!(query, Query::Value { expr: load, value: None });
    state.signs.insert(FrameVar::outermost(x), Sign::ZERO);
    cpa.answer(&program, &state, &mut query);
    assert_eq!(query, Query::Value { expr: load, value: Some(argand_cpa::Constant::Int(0)) });
}
