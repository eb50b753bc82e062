//! When the operations on edges go wrong, as conditions on their operands.

use super::indexed_length;
use crate::arith::{Shape, float};
use crate::condition::Condition;
use crate::expr::{Args, BinaryOp, ExprId, ExprKind, Intrinsic, OverflowOp, PlaceId, PlaceKind, UnaryOp};
use crate::program::{FuncId, LibFn, LocId, Op, Program};
use crate::property::Operation;
use crate::types::{FloatKind, IntKind, TypeId, TypeKind};
use crate::walk::{Node, operands, parts};
use argand_support::{FxHashSet, Span};

/// When something goes wrong, and where.
pub(super) struct Found {
    pub condition: Condition,
    pub span: Span,
}

/// When the operations on the edges that leave a location go wrong, operands before what uses them, each with the function
/// that is called then.
pub(super) fn at(program: &mut Program, loc: LocId, asked: &[(Operation, FuncId)]) -> Vec<(Found, FuncId)> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    for edge in program.locs[loc].out.clone() {
        let op = program.edges[edge].op.clone();
        if matches!(op, Op::Summary(_)) {
            continue;
        }
        let mut order = Vec::new();
        let mut work = Vec::new();
        operands(program, &op, |node| work.push((node, false)));
        while let Some((node, address)) = work.pop() {
            if seen.insert((node, address)) {
                order.push((node, address));
                // What only has its address taken is not accessed, nor is what it is part of.
                let addressed = match node {
                    Node::Expr(expr) => matches!(program.expr(expr).kind, ExprKind::AddrOf(_)),
                    Node::Place(_) => address,
                };
                parts(program, node, |part| {
                    work.push((part, addressed && matches!(part, Node::Place(_))));
                });
            }
        }
        let span = program.edges[edge].span;
        for (node, address) in order.into_iter().rev() {
            for &(operation, callee) in asked {
                if let Some(condition) = of_node(program, operation, node, address) {
                    found.push((Found { condition, span }, callee));
                }
            }
        }
        if let (Op::Extern(call), Some(&(_, callee))) =
            (&op, asked.iter().find(|(operation, _)| *operation == Operation::Null))
        {
            let args = program.extern_calls[*call].args.clone();
            for condition in null_arguments(program, program.extern_model(*call), &args) {
                found.push((Found { condition, span }, callee));
            }
        }
    }
    found
}

/// When the operation at the root of a node goes wrong in this way; `address` says that of a place only the address is taken.
fn of_node(program: &mut Program, operation: Operation, node: Node, address: bool) -> Option<Condition> {
    match (operation, node) {
        (Operation::Null, Node::Place(place)) if !address => is_null(program, place),
        (Operation::Index, Node::Place(place)) => is_outside(program, place, address),
        (Operation::Null | Operation::Index, _) | (_, Node::Place(_)) => None,
        (_, Node::Expr(expr)) => {
            let is = |expr: ExprId| Condition::Is(expr, true);
            match operation {
                Operation::SignedOverflow => overflows(program, expr, true).map(is),
                Operation::UnsignedOverflow => overflows(program, expr, false).map(is),
                Operation::DivisionByZero => divides_by_zero(program, expr).map(is),
                Operation::Shift => shifts_too_far(program, expr).map(is),
                Operation::Conversion => changes_value(program, expr),
                Operation::Null | Operation::Index => None,
            }
        }
    }
}

/// The condition under which the operation at the root of an expression overflows a type that is signed, or is not.
fn overflows(program: &mut Program, expr: ExprId, signed: bool) -> Option<ExprId> {
    let node = program.expr(expr);
    let (is_signed, _) = program.types.int_shape(node.ty).filter(|_| !program.types.is_pointer(node.ty))?;
    if is_signed != signed {
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
        ExprKind::Intrinsic(Intrinsic::IntAbs, Args::One(a)) if signed => {
            let (min, _) = program.types.int_range(node.ty)?;
            let min = program.pool.expr(ExprKind::Int(min), node.ty);
            both(program, BinaryOp::Eq, a, min)
        }
        ExprKind::Binary(BinaryOp::Add, a, b) => exact(program, OverflowOp::Add, a, b),
        ExprKind::Binary(BinaryOp::Sub, a, b) => exact(program, OverflowOp::Sub, a, b),
        ExprKind::Binary(BinaryOp::Mul, a, b) => exact(program, OverflowOp::Mul, a, b),
        ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, a, b) if signed => {
            let (min, _) = program.types.int_range(node.ty)?;
            let min = program.pool.expr(ExprKind::Int(min), node.ty);
            let minus_one = program.pool.expr(ExprKind::Int(-1), node.ty);
            let (lowest, inverted) =
                (both(program, BinaryOp::Eq, a, min), both(program, BinaryOp::Eq, b, minus_one));
            both(program, BinaryOp::And, lowest, inverted)
        }
        ExprKind::Binary(BinaryOp::Shl, a, count) if signed => shift_overflows(program, node.ty, a, count)?,
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

/// An integer division by zero.
fn divides_by_zero(program: &mut Program, expr: ExprId) -> Option<ExprId> {
    let node = program.expr(expr);
    match node.kind {
        ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, _, divisor) if program.types.is_integer(node.ty) => {
            let zero = program.pool.expr(ExprKind::Int(0), program.expr(divisor).ty);
            Some(both(program, BinaryOp::Eq, divisor, zero))
        }
        _ => None,
    }
}

/// A shift by a count that is negative or not below the width.
fn shifts_too_far(program: &mut Program, expr: ExprId) -> Option<ExprId> {
    let node = program.expr(expr);
    let ExprKind::Binary(BinaryOp::Shl | BinaryOp::Shr, _, count) = node.kind else { return None };
    let (_, width) = program.types.int_shape(node.ty)?;
    let count_ty = program.expr(count).ty;
    let (signed, _) = program.types.int_shape(count_ty)?;
    let most = program.types.int_range(count_ty).map_or(i128::MAX, |(_, most)| most);
    // A type whose numbers are all smaller has no such count, and could not hold the width.
    let too_large = (most >= i128::from(width)).then(|| {
        let width = program.pool.expr(ExprKind::Int(i128::from(width)), count_ty);
        both(program, BinaryOp::Ge, count, width)
    });
    if !signed {
        return too_large;
    }
    let zero = program.pool.expr(ExprKind::Int(0), count_ty);
    let negative = both(program, BinaryOp::Lt, count, zero);
    Some(match too_large {
        Some(too_large) => both(program, BinaryOp::Or, negative, too_large),
        None => negative,
    })
}

/// A conversion to an integer type in which the value does not exist.
fn changes_value(program: &mut Program, expr: ExprId) -> Option<Condition> {
    let node = program.expr(expr);
    let ExprKind::Cast(operand) = node.kind else { return None };
    let from = program.expr(operand).ty;
    let types = &program.types;
    if !types.is_integer(node.ty) || matches!(types.kind(node.ty), TypeKind::Int(IntKind::Bool)) {
        return None;
    }
    let (low, high) = types.int_range(node.ty)?;
    if let TypeKind::Float(kind) = *types.kind(from) {
        let shape = Shape::of(types, node.ty)?;
        return Some(float_out_of_range(program, operand, kind, shape));
    }
    if !types.is_integer(from) {
        return None;
    }
    let (least, largest) = types.int_range(from)?;
    let mut wrong = Vec::new();
    if least < low {
        let low = program.pool.expr(ExprKind::Int(low), from);
        wrong.push(Condition::Is(both(program, BinaryOp::Lt, operand, low), true));
    }
    if largest > high {
        let high = program.pool.expr(ExprKind::Int(high), from);
        wrong.push(Condition::Is(both(program, BinaryOp::Gt, operand, high), true));
    }
    (!wrong.is_empty()).then_some(Condition::Any(wrong))
}

/// A float whose integer part does not fit, or that is no number.
fn float_out_of_range(program: &mut Program, operand: ExprId, kind: FloatKind, shape: Shape) -> Condition {
    let ty = program.expr(operand).ty;
    let wide = Shape { signed: true, width: 128 };
    let mut constant =
        |value: i128| program.pool.expr(ExprKind::Float(float::from_int(kind, wide, value)), ty);
    let digits = match kind {
        FloatKind::Float => 24,
        FloatKind::Double => 53,
        FloatKind::LongDouble => 64,
    };
    // Where the type has no number between the smallest and the next one below, that one is the bound itself.
    let (least, exact) = (shape.min(), !shape.signed || shape.width < digits);
    let (low, below) =
        if exact { (constant(least - 1), BinaryOp::Gt) } else { (constant(least), BinaryOp::Ge) };
    let above = if shape.width >= 127 { None } else { Some(constant(shape.max() + 1)) };
    let mut inside = vec![Condition::Is(both(program, below, operand, low), true)];
    if let Some(above) = above {
        inside.push(Condition::Is(both(program, BinaryOp::Lt, operand, above), true));
    }
    Condition::All(inside).negated()
}

/// An access through a pointer that is null before it is moved.
fn is_null(program: &mut Program, place: PlaceId) -> Option<Condition> {
    let PlaceKind::Deref(mut pointer) = program.place(place).kind else { return None };
    loop {
        let node = program.expr(pointer);
        match node.kind {
            ExprKind::Binary(BinaryOp::PtrAdd | BinaryOp::PtrSub, base, _) => pointer = base,
            ExprKind::Cast(inner) if program.types.is_pointer(program.expr(inner).ty) => pointer = inner,
            ExprKind::AddrOf(_) | ExprKind::FuncAddr(_) => return None,
            _ => break,
        }
    }
    Some(null(program, pointer))
}

fn null(program: &mut Program, pointer: ExprId) -> Condition {
    let zero = program.pool.expr(ExprKind::Int(0), program.expr(pointer).ty);
    Condition::Is(both(program, BinaryOp::Eq, pointer, zero), true)
}

/// The arguments of a library call that are followed: null for a stretch that is not empty, or for text.
fn null_arguments(program: &mut Program, model: LibFn, args: &[ExprId]) -> Vec<Condition> {
    let mut found = Vec::new();
    for &(number, length) in followed(model) {
        let Some(&pointer) = args.get(number) else { continue };
        if program.types.is_pointer(program.expr(pointer).ty) {
            let mut all = vec![null(program, pointer)];
            all.extend(length.and_then(|at| args.get(at)).map(|&length| Condition::Is(length, true)));
            found.push(Condition::All(all));
        }
    }
    found
}

/// Which arguments a function follows, each with the argument that says how far, if one does.
const fn followed(model: LibFn) -> &'static [(usize, Option<usize>)] {
    match model {
        LibFn::Memcpy | LibFn::Memmove => &[(0, Some(2)), (1, Some(2))],
        LibFn::Memset => &[(0, Some(2))],
        LibFn::NondetMemory | LibFn::OpenMemory => &[(0, Some(1))],
        LibFn::Puts | LibFn::Fputs | LibFn::Printf | LibFn::Vprintf => &[(0, None)],
        LibFn::Fprintf | LibFn::Vfprintf => &[(1, None)],
        LibFn::Sprintf | LibFn::Vsprintf => &[(0, None), (1, None)],
        LibFn::Snprintf | LibFn::Vsnprintf => &[(0, Some(1)), (2, None)],
        LibFn::Undefined
        | LibFn::Outside
        | LibFn::Nondet
        | LibFn::Open
        | LibFn::Malloc
        | LibFn::Calloc
        | LibFn::Free
        | LibFn::Alloca
        | LibFn::Putchar
        | LibFn::VaStart
        | LibFn::VaArg
        | LibFn::VaEnd
        | LibFn::VaCopy
        | LibFn::UnknownCallee
        | LibFn::NullCall
        | LibFn::Foreign
        | LibFn::Exit
        | LibFn::Abort
        | LibFn::AssertFail
        | LibFn::Unreachable => &[],
    }
}

/// An index outside of an array of known length. One past the last element may have its address taken; the last member of a record
/// is often larger than it says.
fn is_outside(program: &mut Program, place: PlaceId, address: bool) -> Option<Condition> {
    let length = indexed_length(program, place)?;
    let PlaceKind::Index { index, .. } = program.place(place).kind else { return None };
    let ty = program.expr(index).ty;
    let last = length.checked_sub(u64::from(!address))?;
    let (least, largest) = program.types.int_range(ty)?;
    let mut wrong = Vec::new();
    if least < 0 {
        let zero = program.pool.expr(ExprKind::Int(0), ty);
        wrong.push(Condition::Is(both(program, BinaryOp::Lt, index, zero), true));
    }
    if largest > i128::from(last) {
        let last = program.pool.expr(ExprKind::Int(i128::from(last)), ty);
        wrong.push(Condition::Is(both(program, BinaryOp::Gt, index, last), true));
    }
    (!wrong.is_empty()).then_some(Condition::Any(wrong))
}
