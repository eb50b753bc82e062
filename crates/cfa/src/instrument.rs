//! Makes undefined behaviour visible as control flow.
//!
//! Whether an operation goes wrong, a signed sum that overflows or a divisor that is zero, is a condition on values like any
//! other. [`with_checks`] is the pass that writes it into the automata of a new program: before each location whose edges
//! compute such things stands a branch for each operation, and the side on which it goes wrong calls a function of the name that
//! [`callee`] says. Every analysis decides such branches as it decides the program's own, and a property automaton watches
//! for the call.

mod conditions;

use crate::condition::Condition;
use crate::expr::{BinaryOp, ExprKind, Intrinsic, PlaceId, PlaceKind};
use crate::pass::EdgeMap;
use crate::program::{
    Body, EdgeId, ExternCall, FuncId, Function, HaltKind, LibFn, LocId, Op, Origin, Program,
};
use crate::property::Operation;
use crate::types::{ArrayLen, FunctionType, IntKind, TypeKind};
use crate::walk::{Node, operands, parts};
use argand_support::Span;

/// The function that is called where an operation goes wrong. No C program can have one of this name.
#[must_use]
pub const fn callee(operation: Operation) -> &'static str {
    match operation {
        Operation::SignedOverflow => "signed overflow",
        Operation::UnsignedOverflow => "unsigned overflow",
        Operation::DivisionByZero => "division by zero",
        Operation::Shift => "shift out of range",
        Operation::Conversion => "lossy conversion",
        Operation::Null => "null dereference",
        Operation::Index => "index out of range",
    }
}

/// The program with a check before every operation on the user's numbers that can overflow a signed type.
#[must_use]
pub fn with_overflow_checks(program: &Program) -> (Program, EdgeMap) {
    with_checks(program, &[Operation::SignedOverflow])
}

/// The program with a check before everything that can go wrong in one of these ways.
#[must_use]
pub fn with_checks(program: &Program, operations: &[Operation]) -> (Program, EdgeMap) {
    let mut checked = program.clone();
    add_checks(&mut checked, operations);
    let map = EdgeMap::grown(program, &checked);
    (checked, map)
}

/// Adds the checks; how many there are.
fn add_checks(program: &mut Program, operations: &[Operation]) -> usize {
    let callees: Vec<(Operation, FuncId)> =
        operations.iter().map(|&operation| (operation, check_function(program, callee(operation)))).collect();
    let locations: Vec<LocId> = program.locs.indices().collect();
    let mut added = 0;
    for loc in locations {
        let asked: Vec<(Operation, FuncId)> =
            callees.iter().copied().filter(|&(operation, _)| is_checked(program, operation, loc)).collect();
        if asked.is_empty() || is_end(program, loc) {
            continue;
        }
        for (found, callee) in conditions::at(program, loc, &asked).into_iter().rev() {
            insert_check(program, loc, &found.condition, found.span, callee);
            added += 1;
        }
    }
    added
}

/// Whether nothing but the end of the program is left at a location: what it computes with was checked at the call that ends it.
fn is_end(program: &Program, loc: LocId) -> bool {
    program.locs[loc].into.iter().any(|&edge| {
        let Op::Extern(call) = program.edges[edge].op else { return false };
        matches!(
            program.extern_model(call),
            LibFn::Exit | LibFn::Abort | LibFn::AssertFail | LibFn::Unreachable
        )
    })
}

/// Whether an operation at a location that goes wrong is one of the user's: of the user's code, or on what the user's code
/// gives to the library.
#[must_use]
pub fn is_checked(program: &Program, operation: Operation, loc: LocId) -> bool {
    match program.functions[program.locs[loc].func].origin {
        Origin::User => true,
        Origin::Library => match operation {
            // The library's models follow the pointers that they are given.
            Operation::Null => true,
            Operation::SignedOverflow | Operation::DivisionByZero => computes_for_its_caller(program, loc),
            Operation::UnsignedOverflow | Operation::Shift | Operation::Conversion | Operation::Index => {
                false
            }
        },
        // Start-up code is the user's where it evaluates initialisers.
        Origin::Startup => {
            let mut edges = program.locs[loc].out.iter();
            edges.any(|&edge| matches!(program.edges[edge].op, Op::Init { .. }))
        }
    }
}

/// Whether a step of a library model divides or takes an absolute value of signed numbers. Models do that for `div`, `abs`
/// and their relatives alone, with the numbers of whoever calls them; what else a model computes is its own business.
fn computes_for_its_caller(program: &Program, loc: LocId) -> bool {
    let mut work = Vec::new();
    for &edge in &program.locs[loc].out {
        operands(program, &program.edges[edge].op, |node| work.push(node));
    }
    while let Some(node) = work.pop() {
        if let Node::Expr(expr) = node {
            let node = program.expr(expr);
            let is_given = matches!(
                node.kind,
                ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, ..)
                    | ExprKind::Intrinsic(Intrinsic::IntAbs, _)
            );
            if is_given && program.types.is_signed(node.ty) {
                return true;
            }
        }
        parts(program, node, |part| work.push(part));
    }
    false
}

/// The number of elements of the array that a place is an element of, where it is known. A last member of one element or none
/// is larger than it says.
#[must_use]
pub fn indexed_length(program: &Program, place: PlaceId) -> Option<u64> {
    let PlaceKind::Index { base, .. } = program.place(place).kind else { return None };
    let TypeKind::Array { len: ArrayLen::Fixed(length), .. } = *program.types.kind(program.place(base).ty)
    else {
        return None;
    };
    let is_last = match program.place(base).kind {
        PlaceKind::Field { base: record, field } => match program.types.kind(program.place(record).ty) {
            TypeKind::Record(id) => program.types.record(*id).fields.len() == field as usize + 1,
            _ => false,
        },
        _ => false,
    };
    (length > 1 || !is_last).then_some(length)
}

/// A function without a body that checks call. No C program can have one whose name has a space.
pub fn check_function(program: &mut Program, name: &str) -> FuncId {
    let ret = program.types.void();
    let ty = program.types.intern(TypeKind::Function(FunctionType {
        ret,
        params: Box::default(),
        variadic: false,
        prototyped: true,
    }));
    let name = program.names.intern(name);
    program.functions.push(Function {
        name,
        ty,
        params: Vec::new(),
        ret: None,
        body: Body::Extern(LibFn::Undefined),
        origin: Origin::Library,
        span: Span::NONE,
        addressed: false,
    })
}

/// Puts a branch on `condition` before everything that leaves a location. Where it holds, `callee` is called and the run
/// ends; the edge that calls it.
pub fn insert_check(
    program: &mut Program,
    loc: LocId,
    condition: &Condition,
    span: Span,
    callee: FuncId,
) -> EdgeId {
    let func = program.locs[loc].func;
    let next = split_before(program, loc);
    let (bad, end) = (program.add_loc(func), program.add_loc(func));
    condition.branch(program, loc, (bad, next), span);
    let call = program.extern_calls.push(ExternCall { callee, args: Box::default(), dst: None });
    let called = program.add_edge(bad, end, Op::Extern(call), span);
    program.add_edge(end, program.halt, Op::Halt(HaltKind::Abort), span);
    called
}

/// Gives a location nothing but a way to a new one, which has all that left it; the new one. The way must be made.
fn split_before(program: &mut Program, loc: LocId) -> LocId {
    let next = program.add_loc(program.locs[loc].func);
    let moved: Vec<EdgeId> = std::mem::take(&mut program.locs[loc].out).to_vec();
    for &edge in &moved {
        program.edges[edge].from = next;
        if let Op::Call(site) = program.edges[edge].op {
            program.call_sites[site].call = next;
        }
    }
    program.locs[next].out = moved.into();
    next
}

/// Ends every path that reaches a location, as an assumption does that fails.
pub fn end_paths_at(program: &mut Program, loc: LocId) {
    let int = program.types.int(IntKind::Int);
    let cond = program.pool.expr(ExprKind::Int(0), int);
    let span = program.locs[loc].out.first().map_or(Span::NONE, |&edge| program.edges[edge].span);
    let next = split_before(program, loc);
    program.add_edge(loc, next, Op::Assume { cond, truth: true }, span);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::random_program;
    use crate::verify::verify;

    #[test]
    fn checked_programs_are_well_formed() {
        let mut checks = 0;
        for seed in 0..200_u16 {
            let choices: Vec<u16> =
                (0..400_u16).map(|k| k.wrapping_mul(31_337).wrapping_add(seed.wrapping_mul(7919))).collect();
            let mut program = random_program(&choices);
            let (_, map) = with_checks(&program, &Operation::ALL);
            let first = program.edges.next_index();
            checks += add_checks(&mut program, &Operation::ALL);
            for edge in program.edges.indices() {
                assert_eq!(map.back(edge), (edge < first).then_some(edge));
            }
            assert!(verify(&program).is_empty(), "seed {seed}: {:?}", verify(&program));
        }
        assert!(checks > 100, "only {checks} checks in 200 programs");
    }
}
