//! Operators and conversions on values.

use super::{Lowerer, build};
use argand_cfa::{BinaryOp as Op2, ExprId as Value, IntKind, TypeId, TypeKind, UnaryOp as Op1};
use rucc_ast::{BinaryOp, UnaryOp};
use rucc_sema::{Conversion, ExprId, ExprKind};
use rucc_types::TypeId as CType;

/// The operator on numbers for an operator of C.
const fn number_op(op: BinaryOp) -> Op2 {
    match op {
        BinaryOp::Mul => Op2::Mul,
        BinaryOp::Div => Op2::Div,
        BinaryOp::Rem => Op2::Rem,
        BinaryOp::Add => Op2::Add,
        BinaryOp::Sub => Op2::Sub,
        BinaryOp::Shl => Op2::Shl,
        BinaryOp::Shr => Op2::Shr,
        BinaryOp::Lt => Op2::Lt,
        BinaryOp::Gt => Op2::Gt,
        BinaryOp::Le => Op2::Le,
        BinaryOp::Ge => Op2::Ge,
        BinaryOp::Eq => Op2::Eq,
        BinaryOp::Ne => Op2::Ne,
        BinaryOp::BitAnd | BinaryOp::LogAnd => Op2::And,
        BinaryOp::BitXor => Op2::Xor,
        BinaryOp::BitOr | BinaryOp::LogOr => Op2::Or,
    }
}

impl Lowerer<'_, '_> {
    /// Applies an operator to two values; each comes with the expression it is the value of.
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        (lhs, left): (Value, ExprId),
        (rhs, right): (Value, ExprId),
        expr: ExprId,
    ) -> Value {
        let result = self.ty_of(expr);
        let (left, right) = (self.tast[left].ty, self.tast[right].ty);
        let value = self.operate(op, (lhs, left), (rhs, right), result);
        self.or_unsupported(value, expr)
    }

    /// The value, or an edge that says why there is none.
    pub(super) fn or_unsupported(&mut self, value: Option<Value>, expr: ExprId) -> Value {
        match value {
            Some(value) => value,
            None => {
                let (ty, span) = (self.ty_of(expr), self.expr_span(expr));
                let what = self.operand_reason(expr);
                self.unsupported(what, ty, span)
            }
        }
    }

    fn operand_reason(&self, expr: ExprId) -> &'static str {
        let node = self.tast[expr];
        let of_node = self.reason(node.ty);
        let operand = match node.kind {
            ExprKind::Binary { lhs, .. } | ExprKind::Assign { lhs, .. } => lhs,
            ExprKind::Unary { operand, .. } | ExprKind::Convert { operand, .. } | ExprKind::Cast(operand) => {
                operand
            }
            _ => return of_node,
        };
        if of_node == "a value of this type" { self.reason(self.tast[operand].ty) } else { of_node }
    }

    /// Applies an operator to two values of the given C types; `None` when they are no scalars.
    pub(super) fn operate(
        &mut self,
        op: BinaryOp,
        (mut lhs, left): (Value, CType),
        (mut rhs, right): (Value, CType),
        result: TypeId,
    ) -> Option<Value> {
        let program = &mut *self.cx.program;
        let (left_ty, right_ty) = (program.expr(lhs).ty, program.expr(rhs).ty);
        if !program.types.is_scalar(left_ty) || !program.types.is_scalar(right_ty) {
            return None;
        }
        let (left_points, right_points) =
            (program.types.is_pointer(left_ty), program.types.is_pointer(right_ty));
        let op2 = number_op(op);
        let needs_integers = matches!(
            op,
            BinaryOp::Rem
                | BinaryOp::Shl
                | BinaryOp::Shr
                | BinaryOp::BitAnd
                | BinaryOp::BitXor
                | BinaryOp::BitOr
        );
        let are_integers = [left_ty, right_ty, result].iter().all(|&ty| program.types.is_integer(ty));
        if needs_integers && !are_integers {
            return None;
        }
        match op {
            BinaryOp::Add if left_points => return Some(self.move_pointer(lhs, left, rhs, false)),
            BinaryOp::Add if right_points => return Some(self.move_pointer(rhs, right, lhs, false)),
            BinaryOp::Sub if left_points && right_points => {
                return Some(self.distance(lhs, rhs, left, result));
            }
            BinaryOp::Sub if left_points => return Some(self.move_pointer(lhs, left, rhs, true)),
            BinaryOp::Shl | BinaryOp::Shr => lhs = build::cast(program, lhs, result),
            _ if op2.is_comparison() => {
                if left_ty != right_ty {
                    if right_points && !left_points {
                        lhs = build::cast(program, lhs, right_ty);
                    } else {
                        rhs = build::cast(program, rhs, left_ty);
                    }
                }
                let value = build::binary(program, op2, lhs, rhs);
                return Some(build::cast(program, value, result));
            }
            _ => {
                if !program.types.is_scalar(result) {
                    return None;
                }
                lhs = build::cast(program, lhs, result);
                rhs = build::cast(program, rhs, result);
            }
        }
        Some(build::binary(program, op2, lhs, rhs))
    }

    /// A pointer moved by a number of elements.
    pub(super) fn move_pointer(&mut self, pointer: Value, pointer_ty: CType, by: Value, back: bool) -> Value {
        let op = if back { Op2::PtrSub } else { Op2::PtrAdd };
        let by_ty = self.cx.program.expr(by).ty;
        let by = if self.cx.program.types.is_integer(by_ty) {
            by
        } else {
            let ty = self.cx.program.types.ptrdiff_t();
            build::cast(self.cx.program, by, ty)
        };
        let Some(pointee) = rucc_types::pointee(self.ctypes, pointer_ty).filter(|&to| self.is_variable(to))
        else {
            return build::binary(self.cx.program, op, pointer, by);
        };
        let size = self.size_value(pointee);
        let program = &mut *self.cx.program;
        let (own, offset) = (program.expr(pointer).ty, program.types.ptrdiff_t());
        let bytes = program.types.int(IntKind::Char);
        let bytes = program.types.pointer_to(bytes);
        let (by, size) = (build::cast(program, by, offset), build::cast(program, size, offset));
        let by = build::binary(program, Op2::Mul, by, size);
        let start = build::cast(program, pointer, bytes);
        let moved = build::binary(program, op, start, by);
        build::cast(program, moved, own)
    }

    fn distance(&mut self, lhs: Value, rhs: Value, pointer_ty: CType, result: TypeId) -> Value {
        let variable = rucc_types::pointee(self.ctypes, pointer_ty).filter(|&to| self.is_variable(to));
        let size = variable.map(|pointee| self.size_value(pointee));
        let program = &mut *self.cx.program;
        let value = match size {
            None => {
                let ty = program.expr(lhs).ty;
                let rhs = build::cast(program, rhs, ty);
                build::binary(program, Op2::PtrDiff, lhs, rhs)
            }
            Some(size) => {
                let bytes = program.types.int(IntKind::Char);
                let bytes = program.types.pointer_to(bytes);
                let (lhs, rhs) = (build::cast(program, lhs, bytes), build::cast(program, rhs, bytes));
                let distance = build::binary(program, Op2::PtrDiff, lhs, rhs);
                let offset = program.types.ptrdiff_t();
                let size = build::cast(program, size, offset);
                build::binary(program, Op2::Div, distance, size)
            }
        };
        build::cast(program, value, result)
    }

    /// A value converted to another scalar type.
    pub(super) fn convert(&mut self, value: Value, ty: TypeId, expr: ExprId) -> Value {
        let from = self.cx.program.expr(value).ty;
        if from == ty {
            return value;
        }
        let possible = self.is_scalar(from) && self.is_scalar(ty);
        let value = possible.then(|| build::cast(self.cx.program, value, ty));
        self.or_unsupported(value, expr)
    }

    /// A conversion that the language makes.
    pub(super) fn converted(&mut self, expr: ExprId, kind: Conversion, operand: ExprId) -> Value {
        let ty = self.ty_of(expr);
        match kind {
            Conversion::Lvalue => {
                let place = self.place(operand);
                let value = self.read(place, operand);
                self.coerce(value, ty)
            }
            Conversion::ArrayDecay => {
                let place = self.place(operand);
                self.decay(place, expr)
            }
            Conversion::FunctionDecay => {
                let value = self.function_address(operand);
                build::cast(self.cx.program, value, ty)
            }
            Conversion::NullPointer => {
                if self.cx.caches.notes.has_effects(self.tast, operand) {
                    self.effect(operand);
                }
                build::int(self.cx.program, 0, ty)
            }
            Conversion::Void => {
                self.effect(operand);
                build::plain_int(self.cx.program, 0)
            }
            Conversion::Arithmetic | Conversion::Pointer | Conversion::Bool => {
                let value = self.value(operand);
                self.convert(value, ty, expr)
            }
            Conversion::Broadcast => self.or_unsupported(None, expr),
            Conversion::Hardbool => {
                let span = self.expr_span(expr);
                self.unsupported("the attribute hardbool", ty, span)
            }
        }
    }

    /// A cast that the program wrote.
    pub(super) fn explicit_cast(&mut self, expr: ExprId, operand: ExprId) -> Value {
        let ty = self.ty_of(expr);
        if ty == self.cx.program.types.void() {
            self.effect(operand);
            return build::plain_int(self.cx.program, 0);
        }
        self.fix_lengths(self.tast[expr].ty);
        let value = self.value(operand);
        let from = self.cx.program.expr(value).ty;
        match *self.cx.program.types.kind(ty) {
            TypeKind::Record(_) if from == ty => value,
            TypeKind::Record(id) => self.cast_to_union(expr, value, id),
            _ => self.convert(value, ty, expr),
        }
    }

    /// GNU's cast of a value to a union that has a member of its type.
    fn cast_to_union(&mut self, expr: ExprId, value: Value, union: argand_cfa::RecordId) -> Value {
        let from = self.cx.program.expr(value).ty;
        let field = self.cx.program.types.record(union).fields.iter().position(|field| field.ty == from);
        let (ty, span) = (self.ty_of(expr), self.expr_span(expr));
        let Some(field) = field else {
            return self.unsupported("a cast to a union", ty, span);
        };
        let temp = self.cx.temp(self.func, ty, span);
        let place = build::var_place(self.cx.program, temp);
        if let Some(member) = build::member(self.cx.program, place, field as u32) {
            self.set(member, value, span);
        }
        build::load(self.cx.program, place)
    }

    /// An operator with one operand.
    pub(super) fn unary(&mut self, expr: ExprId, op: UnaryOp, operand: ExprId) -> Value {
        let ty = self.ty_of(expr);
        match op {
            UnaryOp::Deref => {
                if self.tast[expr].category == rucc_sema::Category::Function {
                    return self.value(operand);
                }
                let place = self.place(expr);
                self.read(place, expr)
            }
            UnaryOp::AddrOf => self.address(expr, operand),
            UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec => {
                let value = self.increment(expr, op, operand, true);
                value.unwrap_or_else(|| build::int(self.cx.program, 0, ty))
            }
            UnaryOp::Plus => {
                let value = self.value(operand);
                self.convert(value, ty, expr)
            }
            UnaryOp::Not => {
                let tested = self.strip_truth(operand);
                let value = self.value(tested);
                let scalar = self.is_scalar(self.cx.program.expr(value).ty);
                let value = scalar.then(|| {
                    let value = build::unary(self.cx.program, Op1::Not, value);
                    build::cast(self.cx.program, value, ty)
                });
                self.or_unsupported(value, expr)
            }
            UnaryOp::Minus | UnaryOp::BitNot => {
                let value = self.value(operand);
                let value = self.convert(value, ty, expr);
                let op = if op == UnaryOp::Minus { Op1::Neg } else { Op1::BitNot };
                let possible = match op {
                    Op1::BitNot => self.cx.program.types.is_integer(ty),
                    _ => self.is_scalar(ty),
                };
                let value = possible.then(|| build::unary(self.cx.program, op, value));
                self.or_unsupported(value, expr)
            }
            UnaryOp::Real => {
                let value = self.value(operand);
                self.convert(value, ty, expr)
            }
            UnaryOp::Imag => {
                let from = self.ty_of(operand);
                if !self.is_scalar(from) {
                    return self.or_unsupported(None, operand);
                }
                self.effect(operand);
                let zero = build::plain_int(self.cx.program, 0);
                self.convert(zero, ty, expr)
            }
        }
    }

    /// The type in which `++` computes: small integers are promoted.
    pub(super) fn promoted(&self, ty: TypeId) -> TypeId {
        let types = &self.cx.program.types;
        match types.kind(ty) {
            TypeKind::Int(kind) if kind.bytes(types.model()) < 4 => types.int(IntKind::Int),
            _ => ty,
        }
    }
}
