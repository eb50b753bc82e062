//! Makes undefined behaviour visible as control flow.
//!
//! Whether a signed operation overflows is a condition on values like any other. [`with_overflow_checks`] is the
//! pass that writes it into the automata of a new program: before each location whose edges compute with signed numbers stands a branch for each operation,
//! and the side on which it overflows calls [`OVERFLOW`]. Every analysis decides such branches as it decides the
//! program's own, and a property automaton watches for the call.

use crate::condition::Condition;
use crate::expr::{Args, BinaryOp, ExprId, ExprKind, Intrinsic, OverflowOp, UnaryOp};
use crate::pass::EdgeMap;
use crate::program::{
    Body, EdgeId, ExternCall, FuncId, Function, HaltKind, LibFn, LocId, Op, Origin, Program,
};
use crate::types::{FunctionType, IntKind, TypeId, TypeKind};
use crate::walk::{Node, operands, parts};
use argand_support::{FxHashSet, Span};

/// The function that is called where signed arithmetic overflows. No C program can have one of this name.
pub const OVERFLOW: &str = "signed overflow";

/// The program with a check before every operation on the user's numbers that can overflow a signed type.
#[must_use]
pub fn with_overflow_checks(program: &Program) -> (Program, EdgeMap) {
    let mut checked = program.clone();
    check_overflows(&mut checked);
    let map = EdgeMap::grown(program, &checked);
    (checked, map)
}

/// Adds the checks; how many there are.
fn check_overflows(program: &mut Program) -> usize {
    let callee = check_function(program, OVERFLOW);
    let locations: Vec<LocId> = program.locs.indices().collect();
    let mut added = 0;
    for loc in locations {
        if !is_checked(program, loc) {
            continue;
        }
        for (condition, span) in conditions(program, loc).into_iter().rev() {
            insert_check(program, loc, &Condition::Is(condition, true), span, callee);
            added += 1;
        }
    }
    added
}

/// Whether an overflow at a location is one of the user's arithmetic.
#[must_use]
pub fn is_checked(program: &Program, loc: LocId) -> bool {
    match program.functions[program.locs[loc].func].origin {
        Origin::User => true,
        Origin::Library => computes_for_its_caller(program, loc),
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

/// When the operations on the edges that leave a location overflow, operands before what uses them.
fn conditions(program: &mut Program, loc: LocId) -> Vec<(ExprId, Span)> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    for edge in program.locs[loc].out.clone() {
        if matches!(program.edges[edge].op, Op::Summary(_)) {
            continue;
        }
        let mut order = Vec::new();
        let mut work = Vec::new();
        operands(program, &program.edges[edge].op, |node| work.push(node));
        while let Some(node) = work.pop() {
            if seen.insert(node) {
                order.push(node);
                parts(program, node, |part| work.push(part));
            }
        }
        let span = program.edges[edge].span;
        for node in order.into_iter().rev() {
            if let Node::Expr(expr) = node
                && let Some(condition) = overflows(program, expr)
            {
                found.push((condition, span));
            }
        }
    }
    found
}

/// The condition under which the operation at the root of an expression overflows.
fn overflows(program: &mut Program, expr: ExprId) -> Option<ExprId> {
    let node = program.expr(expr);
    if !program.types.is_signed(node.ty) {
        return None;
    }
    let exact = |program: &mut Program, op, a, b| {
        let int = program.types.int(IntKind::Int);
        let kind = ExprKind::Intrinsic(Intrinsic::Overflows { op, at: node.ty }, Args::Two(a, b));
        program.pool.expr(kind, int)
    };
    Some(match node.kind {
        ExprKind::Unary(UnaryOp::Neg, a) => {
            let zero = program.pool.expr(ExprKind::Int(0), node.ty);
            exact(program, OverflowOp::Sub, zero, a)
        }
        ExprKind::Intrinsic(Intrinsic::IntAbs, Args::One(a)) => {
            let (min, _) = program.types.int_range(node.ty)?;
            let min = program.pool.expr(ExprKind::Int(min), node.ty);
            both(program, BinaryOp::Eq, a, min)
        }
        ExprKind::Binary(BinaryOp::Add, a, b) => exact(program, OverflowOp::Add, a, b),
        ExprKind::Binary(BinaryOp::Sub, a, b) => exact(program, OverflowOp::Sub, a, b),
        ExprKind::Binary(BinaryOp::Mul, a, b) => exact(program, OverflowOp::Mul, a, b),
        ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, a, b) => {
            let (min, _) = program.types.int_range(node.ty)?;
            let min = program.pool.expr(ExprKind::Int(min), node.ty);
            let minus_one = program.pool.expr(ExprKind::Int(-1), node.ty);
            let (lowest, inverted) =
                (both(program, BinaryOp::Eq, a, min), both(program, BinaryOp::Eq, b, minus_one));
            both(program, BinaryOp::And, lowest, inverted)
        }
        ExprKind::Binary(BinaryOp::Shl, a, count) => shift_overflows(program, node.ty, a, count)?,
        _ => return None,
    })
}

/// A left shift by a count in range that shifts a negative number, or a number out of its type.
fn shift_overflows(program: &mut Program, ty: TypeId, a: ExprId, count: ExprId) -> Option<ExprId> {
    let (_, width) = program.types.int_shape(ty)?;
    let (_, max) = program.types.int_range(ty)?;
    let count_ty = program.expr(count).ty;
    let zero = program.pool.expr(ExprKind::Int(0), ty);
    let no_count = program.pool.expr(ExprKind::Int(0), count_ty);
    let last_count = program.pool.expr(ExprKind::Int(i128::from(width) - 1), count_ty);
    let max = program.pool.expr(ExprKind::Int(max), ty);
    let fitting = program.pool.expr(ExprKind::Binary(BinaryOp::Shr, max, count), ty);
    let not_below = both(program, BinaryOp::Ge, count, no_count);
    let not_above = both(program, BinaryOp::Le, count, last_count);
    let in_range = both(program, BinaryOp::And, not_below, not_above);
    let negative = both(program, BinaryOp::Lt, a, zero);
    let large = both(program, BinaryOp::Gt, a, fitting);
    let lost = both(program, BinaryOp::Or, negative, large);
    Some(both(program, BinaryOp::And, in_range, lost))
}

/// An operation on two operands with a truth value as its result.
fn both(program: &mut Program, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
    let int = program.types.int(IntKind::Int);
    program.pool.expr(ExprKind::Binary(op, a, b), int)
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
    let (next, bad, end) = (program.add_loc(func), program.add_loc(func), program.add_loc(func));
    let moved: Vec<EdgeId> = std::mem::take(&mut program.locs[loc].out).to_vec();
    for &edge in &moved {
        program.edges[edge].from = next;
        if let Op::Call(site) = program.edges[edge].op {
            program.call_sites[site].call = next;
        }
    }
    program.locs[next].out = moved.into();
    condition.branch(program, loc, (bad, next), span);
    let call = program.extern_calls.push(ExternCall { callee, args: Box::default(), dst: None });
    let called = program.add_edge(bad, end, Op::Extern(call), span);
    program.add_edge(end, program.halt, Op::Halt(HaltKind::Abort), span);
    called
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
            let (_, map) = with_overflow_checks(&program);
            let first = program.edges.next_index();
            checks += check_overflows(&mut program);
            for edge in program.edges.indices() {
                assert_eq!(map.back(edge), (edge < first).then_some(edge));
            }
            assert!(verify(&program).is_empty(), "seed {seed}: {:?}", verify(&program));
        }
        assert!(checks > 100, "only {checks} checks in 200 programs");
    }
}
