//! Constants, and the constant expressions of static initialisers.

use super::scope::label_value;
use super::{Lowerer, build};
use crate::cx::UnitCx;
use crate::unit::Unit;
use argand_cfa::{BinaryOp, ExprId as Value, ExprKind as Pure, IntKind, Program, TypeId, TypeKind};
use rucc_sema::{Address, Base, Const, ConstId, Conversion, DeclId, Eval, ExprId, ExprKind};

impl Lowerer<'_, '_> {
    /// The value of a constant of the tree.
    pub(super) fn constant(&mut self, id: ConstId, expr: ExprId) -> Value {
        let ty = self.ty_of(expr);
        match const_value(self.cx, self.tast[id], ty) {
            Some(value) => value,
            None => self.or_unsupported(None, expr),
        }
    }
}

/// The pure expression for a folded constant of the given type.
fn const_value(cx: &mut UnitCx<'_>, constant: Const, ty: TypeId) -> Option<Value> {
    match constant {
        Const::Int(value) => {
            let literal = build::plain_int(cx.program, 0);
            match cx.program.types.kind(ty) {
                TypeKind::Int(_) | TypeKind::BitInt { .. } | TypeKind::Pointer(_) => {
                    Some(build::int(cx.program, value, ty))
                }
                TypeKind::Float(_) if value == 0 => Some(build::cast(cx.program, literal, ty)),
                _ => None,
            }
        }
        Const::Float(value) => match cx.program.types.kind(ty) {
            TypeKind::Float(_) => Some(cx.program.pool.expr(Pure::Float(value.to_bits()), ty)),
            _ => None,
        },
        Const::Address(address) => Some(address_value(cx, address, ty)),
        Const::Complex { .. } | Const::ComplexInt { .. } | Const::Apart { .. } => None,
    }
}

/// The address of an object, a number of bytes into it.
fn address_value(cx: &mut UnitCx<'_>, Address { base, offset }: Address, ty: TypeId) -> Value {
    if let Base::Decl(decl) = base
        && cx.missing_object(decl).is_some()
    {
        return build::int(cx.program, offset, ty);
    }
    let object = match base {
        Base::Decl(decl) if cx.unit.tast[decl].kind == rucc_sema::DeclKind::Object => Some(cx.var(decl)),
        Base::Str(id) => Some(cx.string(id)),
        _ => None,
    };
    let root = object.map(|var| build::var_place(cx.program, var));
    if let (Some(root), Some(to), Ok(offset)) = (root, cx.program.types.pointee(ty), u64::try_from(offset))
        && let Some(place) = cx.place_at(root, offset, to)
    {
        let address = build::addr_of(cx.program, place);
        return build::cast(cx.program, address, ty);
    }
    let start = match (base, root) {
        (_, Some(root)) => build::addr_of(cx.program, root),
        (Base::Decl(decl), None) => cx.function_address(decl),
        (Base::Label(label), None) => {
            let pointer = cx.program.types.pointer_to(cx.program.types.void());
            let func = cx.caches.current;
            label_value(cx, label, pointer, func)
        }
        (Base::Absolute | Base::Str(_), None) => return build::int(cx.program, offset, ty),
    };
    if offset == 0 {
        return build::cast(cx.program, start, ty);
    }
    let program = &mut *cx.program;
    let bytes = program.types.int(IntKind::Char);
    let bytes = program.types.pointer_to(bytes);
    let start = build::cast(program, start, bytes);
    let distance = program.types.ptrdiff_t();
    let offset = build::int(program, offset, distance);
    let moved = build::binary(program, BinaryOp::PtrAdd, start, offset);
    build::cast(program, moved, ty)
}

/// The value of a constant expression of a static initialiser as a pure expression of type `ty`.
///
/// # Errors
/// What cannot be expressed.
pub(crate) fn lower_static_initialiser(
    cx: &mut UnitCx<'_>,
    value: ExprId,
    ty: TypeId,
) -> Result<Value, String> {
    let unit = cx.unit;
    let mut eval = Eval::new(&unit.tast, &unit.types, &unit.session.target, &unit.session.interner);
    let folded = eval.initializer(value);
    let overflowed = eval.finish().iter().any(|warning| warning.message.starts_with("integer overflow"));
    let folded = folded.map_err(|_| "an initialiser that is no constant".to_owned())?;
    let own = cx.ty(unit.tast[value].ty);
    let own = if cx.program.types.is_scalar(own) { own } else { ty };
    let value = const_value(cx, folded, own).ok_or_else(|| match folded {
        Const::Complex { .. } | Const::ComplexInt { .. } => "complex arithmetic".to_owned(),
        Const::Apart { .. } => "the distance of two labels".to_owned(),
        _ => "a constant of this type".to_owned(),
    })?;
    let value = if overflowed { with_overflow(cx.program, value) } else { value };
    Ok(build::coerce(cx.program, value, ty))
}

/// The same number, computed with a signed overflow: the parser folds constants and keeps only that there was one.
fn with_overflow(program: &mut Program, value: Value) -> Value {
    let (int, ty) = (program.types.int(IntKind::Int), program.expr(value).ty);
    if !program.types.is_integer(ty) {
        return value;
    }
    let [max, one, zero] = [i128::from(i32::MAX), 1, 0].map(|n| build::plain_int(program, n));
    let sum = program.pool.expr(Pure::Binary(BinaryOp::Add, max, one), int);
    let never = program.pool.expr(Pure::Binary(BinaryOp::Eq, sum, zero), int);
    let never = if ty == int { never } else { program.pool.expr(Pure::Cast(never), ty) };
    program.pool.expr(Pure::Binary(BinaryOp::Or, value, never), ty)
}

/// The compound literal whose whole content a static initialiser copies.
pub(crate) fn copied_literal(unit: &Unit, mut value: ExprId) -> Option<DeclId> {
    if rucc_types::is_scalar(&unit.types, unit.tast[value].ty) {
        return None;
    }
    loop {
        match unit.tast[value].kind {
            ExprKind::CompoundLiteral(decl) => return Some(decl),
            ExprKind::Convert { kind: Conversion::Lvalue, operand } | ExprKind::Cast(operand) => {
                value = operand;
            }
            _ => return None,
        }
    }
}
