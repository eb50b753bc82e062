//! Calls and returns along paths.

use super::{CallStack, CallstackCpa, CallstackOptions};
use crate::laws;
use argand_cfa::testing::program;
use argand_cfa::{EdgeId, Op, Program};
use argand_cpa::{Configurable as _, Context, Cpa as _, CpaError, Successors, TransferCx};
use argand_support::Limits;

fn analysis(program: &Program, max_recursion: u32) -> CallstackCpa {
    CallstackCpa::from_options(CallstackOptions { max_recursion }, &Context::alone(program)).unwrap()
}

/// The stack after an edge; `None` when it cannot be taken.
fn after(
    cpa: &mut CallstackCpa,
    program: &Program,
    edge: EdgeId,
    stack: &CallStack,
) -> Result<Option<CallStack>, CpaError> {
    let (limits, mut out) = (Limits::default(), Successors::default());
    cpa.transfer(&TransferCx::alone(program, edge, &limits), stack, &(), &mut out)?;
    Ok(out.drain(stack).pop())
}

/// The edges of calls (or returns) of `f`, the call in `f` itself first.
fn edges(program: &Program, wanted: impl Fn(&Op) -> bool) -> Vec<EdgeId> {
    let f = program.find_function("f").unwrap();
    let of_f = |e: &EdgeId| match program.edges[*e].op {
        Op::Call(site) | Op::Return(site) => program.call_sites[site].callee == f,
        _ => false,
    };
    program.edges.indices().filter(|e| wanted(&program.edges[*e].op)).filter(of_f).collect()
}

#[test]
fn the_laws_hold_and_stacks_of_one_place_are_equal() {
    let program = program(laws::LOOPS_AND_CALLS);
    let mut cpa = analysis(&program, 3);
    assert_eq!(laws::hold_on(&mut cpa, &program), 0, "calls that have not returned are one stack");
    let found = laws::states(&mut cpa, &program, &Limits::default());
    let stacks: Vec<CallStack> = found.into_values().flatten().collect();
    assert!(stacks.iter().any(|stack| stack.depth() >= 3));
    assert_eq!(laws::hold(&mut cpa, &stacks, &()), Ok(()));
}

#[test]
fn only_the_return_of_the_innermost_call_is_taken() {
    let program = program(laws::LOOPS_AND_CALLS);
    let mut cpa = analysis(&program, 0);
    let (calls, returns) =
        (edges(&program, |op| matches!(op, Op::Call(_))), edges(&program, |op| matches!(op, Op::Return(_))));
    let ([inner, outer], [from_inner, from_outer]) =
        (calls[..].try_into().unwrap(), returns[..].try_into().unwrap());
    let one = after(&mut cpa, &program, outer, &CallStack::default()).unwrap().unwrap();
    let two = after(&mut cpa, &program, inner, &one).unwrap().unwrap();
    assert_eq!(after(&mut cpa, &program, from_outer, &two), Ok(None));
    assert_eq!(after(&mut cpa, &program, from_inner, &two), Ok(Some(one.clone())));
    assert_eq!(after(&mut cpa, &program, from_outer, &one), Ok(Some(CallStack::default())));
}

#[test]
fn a_function_that_calls_itself_too_often_is_a_bound() {
    let program = program(laws::LOOPS_AND_CALLS);
    let mut cpa = analysis(&program, 1);
    let calls = edges(&program, |op| matches!(op, Op::Call(_)));
    let one = after(&mut cpa, &program, calls[1], &CallStack::default()).unwrap().unwrap();
    let error = after(&mut cpa, &program, calls[0], &one).unwrap_err();
    assert_eq!(error.to_string(), "`f` calls itself more than 1 times");
}
