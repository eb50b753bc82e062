//! Variables and pure expressions, built with the folding that is always safe.
//!
//! Literals are folded where the result is what C says for every reading; arithmetic that overflows a
//! signed type, division by zero and shifts out of range are left as they are, because checks look for them.

use argand_cfa::{
    BinaryOp, Body, ExprId, ExprKind, FloatKind, FuncId, IntKind, Intrinsic, LibFn, PlaceId, PlaceKind,
    Program, TypeId, TypeKind, UnaryOp, Var, VarId, VarKind,
};
use argand_support::Span;

/// An integer constant of the given type, which may be a pointer.
pub fn int(program: &mut Program, value: i128, ty: TypeId) -> ExprId {
    let value = program.types.wrap(ty, value);
    program.pool.expr(ExprKind::Int(value), ty)
}

/// A constant of type `int`.
pub fn plain_int(program: &mut Program, value: i128) -> ExprId {
    let ty = program.types.int(IntKind::Int);
    int(program, value, ty)
}

/// The value of a constant expression, if it is a literal.
pub fn literal(program: &Program, expr: ExprId) -> Option<i128> {
    match program.expr(expr).kind {
        ExprKind::Int(value) => Some(value),
        _ => None,
    }
}

/// Adds a variable.
pub fn variable(
    program: &mut Program,
    name: &str,
    ty: TypeId,
    kind: VarKind,
    func: Option<FuncId>,
    span: Span,
) -> VarId {
    program.vars.push(Var {
        name: program.names.intern(name),
        ty,
        kind,
        func,
        span,
        addressed: false,
        extent: None,
        align: None,
        undefined: false,
    })
}

/// The place of a variable.
pub fn var_place(program: &mut Program, var: VarId) -> PlaceId {
    let ty = program.vars[var].ty;
    program.pool.place(PlaceKind::Var(var), ty)
}

/// What lies at a place.
pub fn load(program: &mut Program, place: PlaceId) -> ExprId {
    let ty = program.place(place).ty;
    program.pool.expr(ExprKind::Load(place), ty)
}

/// The value of a variable.
pub fn load_var(program: &mut Program, var: VarId) -> ExprId {
    let place = var_place(program, var);
    load(program, place)
}

/// The address of a place.
pub fn addr_of(program: &mut Program, place: PlaceId) -> ExprId {
    let node = program.place(place);
    let ty = program.types.pointer_to(node.ty);
    match node.kind {
        PlaceKind::Deref(pointer) => cast(program, pointer, ty),
        _ => program.pool.expr(ExprKind::AddrOf(place), ty),
    }
}

/// The address of a function. One that is declared weak and that nobody defines has none: it is a null pointer.
pub fn function_address(program: &mut Program, func: FuncId, weak: bool) -> ExprId {
    let function = &program.functions[func];
    let undefined = matches!(function.body, Body::Extern(LibFn::Undefined | LibFn::Outside));
    let ty = program.types.pointer_to(function.ty);
    let kind = if undefined && weak { ExprKind::Int(0) } else { ExprKind::FuncAddr(func) };
    program.pool.expr(kind, ty)
}

/// What a pointer points to, seen as `ty`.
pub fn deref(program: &mut Program, pointer: ExprId, ty: TypeId) -> PlaceId {
    if let ExprKind::AddrOf(place) = program.expr(pointer).kind
        && program.place(place).ty == ty
    {
        return place;
    }
    program.pool.place(PlaceKind::Deref(pointer), ty)
}

/// An element of the array at a place.
pub fn element(program: &mut Program, array: PlaceId, index: ExprId) -> Option<PlaceId> {
    match *program.types.kind(program.place(array).ty) {
        TypeKind::Array { elem, .. } => {
            Some(program.pool.place(PlaceKind::Index { base: array, index }, elem))
        }
        _ => None,
    }
}

/// A member of the record at a place.
pub fn member(program: &mut Program, record: PlaceId, field: u32) -> Option<PlaceId> {
    match *program.types.kind(program.place(record).ty) {
        TypeKind::Record(id) => {
            let ty = program.types.record(id).fields.get(field as usize)?.ty;
            Some(program.pool.place(PlaceKind::Field { base: record, field }, ty))
        }
        _ => None,
    }
}

/// A scalar converted to another scalar type.
pub fn cast(program: &mut Program, expr: ExprId, ty: TypeId) -> ExprId {
    let node = program.expr(expr);
    if node.ty == ty {
        return expr;
    }
    let types = &program.types;
    match node.kind {
        ExprKind::Int(value) => match *types.kind(ty) {
            TypeKind::Int(IntKind::Bool) => return int(program, i128::from(value != 0), ty),
            TypeKind::Int(_) | TypeKind::BitInt { .. } | TypeKind::Pointer(_) => {
                return int(program, value, ty);
            }
            TypeKind::Float(kind) => {
                if let Some(bits) = small_int_as_float(value, kind) {
                    return program.pool.expr(ExprKind::Float(bits), ty);
                }
            }
            _ => {}
        },
        ExprKind::Float(bits)
            if *types.kind(node.ty) == TypeKind::Float(FloatKind::Float)
                && *types.kind(ty) == TypeKind::Float(FloatKind::Double) =>
        {
            let value = f32::from_bits(bits as u32);
            if !value.is_nan() {
                let bits = u128::from(f64::from(value).to_bits());
                return program.pool.expr(ExprKind::Float(bits), ty);
            }
        }
        ExprKind::Cast(inner)
            if types.is_pointer(ty)
                && types.is_pointer(node.ty)
                && types.is_pointer(program.expr(inner).ty) =>
        {
            return cast(program, inner, ty);
        }
        _ => {}
    }
    program.pool.expr(ExprKind::Cast(expr), ty)
}

fn small_int_as_float(value: i128, kind: FloatKind) -> Option<u128> {
    if value.unsigned_abs() > 1 << 24 {
        return None;
    }
    match kind {
        FloatKind::Float => Some(u128::from((value as f32).to_bits())),
        FloatKind::Double => Some(u128::from((value as f64).to_bits())),
        FloatKind::LongDouble => None,
    }
}

/// An operator with one operand; the result of `!` is an `int`, others keep the type.
pub fn unary(program: &mut Program, op: UnaryOp, operand: ExprId) -> ExprId {
    let node = program.expr(operand);
    let ty = if op == UnaryOp::Not { program.types.int(IntKind::Int) } else { node.ty };
    match (op, node.kind) {
        (UnaryOp::Not, ExprKind::Int(value)) => return int(program, i128::from(value == 0), ty),
        (UnaryOp::BitNot, ExprKind::Int(value)) => return int(program, !value, ty),
        (UnaryOp::Neg, ExprKind::Int(value)) => {
            let smallest = program.types.is_signed(ty)
                && program.types.int_range(ty).is_none_or(|(min, _)| min == value);
            if !smallest {
                return int(program, value.wrapping_neg(), ty);
            }
        }
        (UnaryOp::Neg, ExprKind::Float(bits)) => {
            if let TypeKind::Float(kind) = *program.types.kind(ty) {
                let flipped = bits ^ (1 << (kind.value_bits() - 1));
                return program.pool.expr(ExprKind::Float(flipped), ty);
            }
        }
        _ => {}
    }
    program.pool.expr(ExprKind::Unary(op, operand), ty)
}

/// An operator with two operands. Comparisons are `int`, distances `ptrdiff_t`, all others have the type of
/// the left operand.
pub fn binary(program: &mut Program, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> ExprId {
    let left = program.expr(lhs);
    let ty = if op.is_comparison() {
        program.types.int(IntKind::Int)
    } else if op == BinaryOp::PtrDiff {
        program.types.ptrdiff_t()
    } else {
        left.ty
    };
    match (left.kind, program.expr(rhs).kind) {
        (ExprKind::Int(a), ExprKind::Int(b)) => {
            if let Some(value) = fold(program, op, a, b, ty) {
                return int(program, value, ty);
            }
        }
        (_, ExprKind::Int(0)) if matches!(op, BinaryOp::PtrAdd | BinaryOp::PtrSub) => return lhs,
        (_, ExprKind::Int(1)) if op == BinaryOp::Mul => return lhs,
        (ExprKind::Int(1), _) if op == BinaryOp::Mul => return rhs,
        _ => {}
    }
    program.pool.expr(ExprKind::Binary(op, lhs, rhs), ty)
}

fn fold(program: &Program, op: BinaryOp, a: i128, b: i128, ty: TypeId) -> Option<i128> {
    let types = &program.types;
    let (signed, width) = types.int_shape(ty).filter(|_| types.is_integer(ty))?;
    if width > 64 {
        return None;
    }
    let value = match op {
        BinaryOp::Add => a.checked_add(b)?,
        BinaryOp::Sub => a.checked_sub(b)?,
        BinaryOp::Mul => a.checked_mul(b)?,
        BinaryOp::Div => a.checked_div(b)?,
        BinaryOp::Rem => a.checked_rem(b)?,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl if a >= 0 && (0..i128::from(width)).contains(&b) => a << b,
        BinaryOp::Shr if a >= 0 && (0..i128::from(width)).contains(&b) => a >> b,
        _ => return None,
    };
    let (min, max) = types.int_range(ty)?;
    (!signed || (min..=max).contains(&value)).then_some(value)
}

/// A pure function of one operand.
pub fn intrinsic1(program: &mut Program, f: Intrinsic, a: ExprId, ty: TypeId) -> ExprId {
    program.pool.expr(ExprKind::Intrinsic(f, argand_cfa::Args::One(a)), ty)
}

/// A pure function of two operands.
pub fn intrinsic2(program: &mut Program, f: Intrinsic, a: ExprId, b: ExprId, ty: TypeId) -> ExprId {
    program.pool.expr(ExprKind::Intrinsic(f, argand_cfa::Args::Two(a, b)), ty)
}

/// A value seen as another type: scalars are converted, records are read again as the other record.
pub fn coerce(program: &mut Program, value: ExprId, ty: TypeId) -> ExprId {
    let node = program.expr(value);
    if node.ty == ty {
        return value;
    }
    if program.types.is_scalar(node.ty) && program.types.is_scalar(ty) {
        return cast(program, value, ty);
    }
    match node.kind {
        ExprKind::Load(place) => {
            let address = addr_of(program, place);
            let pointer = program.types.pointer_to(ty);
            let address = cast(program, address, pointer);
            let place = deref(program, address, ty);
            load(program, place)
        }
        _ => value,
    }
}
