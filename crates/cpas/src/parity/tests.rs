//! Laws of the states, parities held against numbers, and steps of small programs.

use super::transfer::Transfer;
use super::{Parity, ParityPrecision, ParityState};
use argand_cfa::arith::{self, Scalar};
use argand_cfa::testing::program;
use argand_cfa::{ExprId, ExprKind, Op, Program, VarId};
use argand_cpa::{FrameVar, RecursiveFunctions};
use argand_domains::{Flat, lattice_laws};
use proptest::prelude::*;

fn any_state() -> impl Strategy<Value = ParityState> {
    let parity = prop_oneof![Just(Parity::Even), Just(Parity::Odd)];
    let pair = (0u32..4, parity).prop_map(|(var, p)| (FrameVar::outermost(VarId::new(var)), Flat::Value(p)));
    prop::collection::vec(pair, 0..5)
        .prop_map(|pairs| ParityState { parities: pairs.into_iter().collect(), ..ParityState::default() })
}

lattice_laws!(parity_state, any_state());

/// Straight-line operations on `x`, `y` and `u`.
fn straight(operations: &[&str]) -> Program {
    let mut text =
        "cfa LP64\nstatic int x\nstatic int y\nstatic unsigned char u\nfunc main: int(void) {\n".to_owned();
    text += "  entry L0 exit L1\n  return int r\n";
    for (i, operation) in operations.iter().enumerate() {
        let from = if i == 0 { 0 } else { i + 1 };
        text += &format!("  L{from} -> L{}: {operation}\n", i + 2);
    }
    program(&(text + &format!("  L{} -> L1: r = 0\n}}", operations.len() + 1)))
}

fn var(program: &Program, name: &str) -> VarId {
    program.vars.indices().find(|&v| program.var_name(v) == name).expect("a variable of this name")
}

/// What is known of `x` in the end; `None` when an operation cannot be done.
fn x_after(operations: &[&str], precision: &ParityPrecision) -> Option<String> {
    let program = straight(operations);
    let recursive = RecursiveFunctions::of(&program);
    let transfer = Transfer { program: &program, recursive: &recursive, precision };
    let mut location = program.functions[program.main].entry().expect("a body");
    let mut state = ParityState::default();
    for _ in operations {
        let edge = &program.edges[program.locs[location].out[0]];
        state = transfer.post(&state, &edge.op)?;
        location = edge.to;
    }
    let x = state.parities.get(FrameVar::outermost(var(&program, "x")));
    Some(x.map_or("any".to_owned(), |parity| format!("{parity:?}")))
}

#[test]
fn assignments_and_assumptions_tell_parities() {
    let after = |operations: &[&str]| {
        x_after(operations, &ParityPrecision::All).map_or("none".to_owned(), |text| text.replace("Value", ""))
    };
    assert_eq!(after(&["x = 4"]), "(Even)");
    assert_eq!(after(&["x = 2 * y + 1"]), "(Odd)");
    assert_eq!(after(&["x = 4", "x = havoc Asm"]), "any");
    assert_eq!(after(&["[x % 2 == 0]"]), "(Even)");
    assert_eq!(after(&["[x % 2 != 0]"]), "(Odd)");
    assert_eq!(after(&["[x & 1]"]), "(Odd)");
    assert_eq!(after(&["x = 3", "[x % 2 == 0]"]), "none");
    assert_eq!(after(&["x = 2 * y", "[x == 7]"]), "none");
    assert_eq!(after(&["x = 2 * y", "[x % 2 != 0]"]), "none");
}

#[test]
fn nothing_is_tracked_that_the_precision_does_not_name() {
    assert_eq!(x_after(&["x = 4"], &ParityPrecision::default()).as_deref(), Some("any"));
    assert!(x_after(&["x = 3", "[x % 2 == 0]"], &ParityPrecision::default()).is_some());
}

/// The value of an expression with these values of its variables.
fn value(program: &Program, values: &[(VarId, i128)], expr: ExprId) -> Option<i128> {
    let node = program.expr(expr);
    let operand = |e: ExprId| value(program, values, e).map(Scalar::Int);
    let (types, ty) = (&program.types, |e: ExprId| program.expr(e).ty);
    let result = match node.kind {
        ExprKind::Int(value) => return Some(value),
        ExprKind::Load(place) => {
            let var = program.pool.root_var(place)?;
            return values.iter().find(|(v, _)| *v == var).map(|(_, value)| *value);
        }
        ExprKind::Unary(op, a) => arith::unary(types, op, ty(a), operand(a)?),
        ExprKind::Binary(op, a, b) => arith::binary(types, op, ty(a), operand(a)?, ty(b), operand(b)?),
        ExprKind::Cast(a) => arith::cast(types, ty(a), node.ty, operand(a)?),
        _ => None,
    };
    result.and_then(Scalar::as_int)
}

/// Every operator and conversion that the analysis knows something about, and some that it does not.
const EXPRESSIONS: [&str; 17] = [
    "x + y",
    "x - y * 3",
    "-x",
    "~x",
    "!x",
    "x % 6",
    "x % y",
    "x & 3",
    "x & y",
    "x | y",
    "x ^ 1",
    "x / 2",
    "x << 1",
    "(int)(unsigned char)(x + 300)",
    "(int)(_Bool)(x % 2)",
    "(x % 2 == 0) + (y & 1)",
    "(x != y) * 2 + (int)u",
];

#[test]
fn concrete_values_have_the_parities_that_are_claimed() {
    let operations = EXPRESSIONS.map(|text| format!("r = {text}"));
    let program = straight(&operations.each_ref().map(String::as_str));
    let recursive = RecursiveFunctions::of(&program);
    let transfer = Transfer { program: &program, recursive: &recursive, precision: &ParityPrecision::All };
    let vars = ["x", "y", "u"].map(|name| var(&program, name));
    let mut claims = 0;
    for numbers in (0..7 * 7 * 4).map(|n| [n % 7 - 3, n / 7 % 7 - 3, n / 49]) {
        let values: Vec<(VarId, i128)> = vars.into_iter().zip(numbers).collect();
        let known = values.iter().map(|&(v, n)| (FrameVar::outermost(v), Flat::Value(Parity::of(n))));
        let state = ParityState { parities: known.collect(), ..ParityState::default() };
        for edge in &program.edges {
            let Op::Assign { src, .. } = edge.op else { continue };
            let (claimed, real) = (transfer.parity(&state, src), value(&program, &values, src));
            if let (Some(claimed), Some(real)) = (claimed, real) {
                claims += 1;
                assert_eq!(claimed, Parity::of(real), "{numbers:?}");
            }
        }
    }
    assert!(claims > 1000, "only {claims} claims");
}
