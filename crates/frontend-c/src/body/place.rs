//! Lvalues: where objects, members and elements lie.

use super::{Lowerer, build};
use argand_cfa::{ExprId as Value, ExprKind as Pure, Op, PlaceId, TypeId, TypeKind, VarId};
use argand_linker::compatible;
use rucc_ast::UnaryOp;
use rucc_sema::{Conversion, DeclId, ExprId, ExprKind, StorageDuration};

impl Lowerer<'_, '_> {
    /// The place an lvalue names. A record that is only a value is put into a temporary.
    pub(super) fn place(&mut self, expr: ExprId) -> PlaceId {
        let node = self.tast[expr];
        match node.kind {
            ExprKind::Decl(decl) => {
                if let Some(place) = self.cx.missing_object(decl) {
                    return place;
                }
                let var = self.cx.var(decl);
                if let Some(op) = self.cx.unsized_object(var) {
                    let span = self.expr_span(expr);
                    self.emit(op, span);
                }
                let declared = self.cx.ty(node.ty);
                self.object(var, declared)
            }
            ExprKind::Str(id) => {
                let var = self.cx.string(id);
                build::var_place(self.cx.program, var)
            }
            ExprKind::Member { base, field } => self.member(expr, base, field),
            ExprKind::Subscript { base, index } => self.subscript(expr, base, index),
            ExprKind::Unary { op: UnaryOp::Deref, operand } => {
                let pointer = self.value(operand);
                let ty = self.cx.ty(node.ty);
                build::deref(self.cx.program, pointer, ty)
            }
            ExprKind::CompoundLiteral(decl) => self.compound_literal(decl),
            _ => self.value_place(expr),
        }
    }

    /// The place of an object, seen with the type that this unit declares it with, where another one defines it
    /// with a type of its own.
    fn object(&mut self, var: VarId, declared: TypeId) -> PlaceId {
        let program = &mut *self.cx.program;
        let place = build::var_place(program, var);
        let defined = program.vars[var].ty;
        if declared == defined || compatible(&program.types, declared, defined) {
            return place;
        }
        let address = build::addr_of(program, place);
        let pointer = program.types.pointer_to(declared);
        let address = build::cast(program, address, pointer);
        build::deref(program, address, declared)
    }

    fn value_place(&mut self, expr: ExprId) -> PlaceId {
        let value = self.value(expr);
        let node = self.cx.program.expr(value);
        if let Pure::Load(place) = node.kind {
            return place;
        }
        let span = self.expr_span(expr);
        let temp = self.cx.temp(self.func, node.ty, span);
        self.set_var(temp, value, span);
        build::var_place(self.cx.program, temp)
    }

    fn member(&mut self, expr: ExprId, base: ExprId, field: u32) -> PlaceId {
        let record = self.place(base);
        if rucc_sema::reverse_ordered(self.tast, self.ctypes, expr) {
            return self.unsupported_place("a record with reverse byte order", expr);
        }
        match build::member(self.cx.program, record, field) {
            Some(place) => place,
            None => self.unsupported_place("a member of a record of variable size", expr),
        }
    }

    fn unsupported_place(&mut self, what: &str, expr: ExprId) -> PlaceId {
        let (ty, span) = (self.ty_of(expr), self.expr_span(expr));
        let op = self.cx.unsupported(what);
        self.emit(op, span);
        let temp = self.cx.temp(self.func, ty, span);
        build::var_place(self.cx.program, temp)
    }

    fn subscript(&mut self, expr: ExprId, base: ExprId, index: ExprId) -> PlaceId {
        if let ExprKind::Convert { kind: Conversion::ArrayDecay, operand } = self.tast[base].kind {
            let array = self.place(operand);
            let array = self.protect_place(array, &[index], base);
            let constant_size = match *self.cx.program.types.kind(self.cx.program.place(array).ty) {
                TypeKind::Array { elem, .. } => self.cx.program.types.size_of(elem).is_some(),
                _ => false,
            };
            if constant_size {
                let index = self.value(index);
                if let Some(place) = build::element(self.cx.program, array, index) {
                    return place;
                }
            }
            let pointer = self.decay(array, base);
            return self.element_behind(expr, pointer, base, index);
        }
        if self.may_interfere(&[base, index]) {
            let (pointer, index) = self.pair(base, index);
            return self.element_at(expr, pointer, base, index);
        }
        let pointer = self.value(base);
        let pointer = self.protect(pointer, &[index], base);
        self.element_behind(expr, pointer, base, index)
    }

    fn element_behind(&mut self, expr: ExprId, pointer: Value, base: ExprId, index: ExprId) -> PlaceId {
        let index = self.value(index);
        self.element_at(expr, pointer, base, index)
    }

    fn element_at(&mut self, expr: ExprId, pointer: Value, base: ExprId, index: Value) -> PlaceId {
        let pointer = self.move_pointer(pointer, self.tast[base].ty, index, false);
        let ty = self.ty_of(expr);
        build::deref(self.cx.program, pointer, ty)
    }

    /// The address of the first element of the array at a place.
    pub(super) fn decay(&mut self, array: PlaceId, expr: ExprId) -> Value {
        let ty = self.ty_of(expr);
        let program = &mut *self.cx.program;
        let known = match *program.types.kind(program.place(array).ty) {
            TypeKind::Array { elem, .. } => program.types.size_of(elem).is_some(),
            _ => false,
        };
        let address = if known {
            let index_ty = program.types.int(argand_cfa::IntKind::Int);
            let zero = build::int(program, 0, index_ty);
            match build::element(program, array, zero) {
                Some(first) => build::addr_of(program, first),
                None => build::addr_of(program, array),
            }
        } else {
            build::addr_of(program, array)
        };
        build::cast(self.cx.program, address, ty)
    }

    /// `(T){ … }`: an object of its own, made anew each time control gets here.
    fn compound_literal(&mut self, decl: DeclId) -> PlaceId {
        if self.tast[decl].duration != StorageDuration::Automatic {
            let var = self.cx.var(decl);
            return build::var_place(self.cx.program, var);
        }
        let var = self.local(decl);
        // The object is behind its name only here, but its address may go anywhere.
        self.private.remove(&var);
        let span = self.cx.program.vars[var].span;
        self.emit(Op::Declare { var, size: None }, span);
        self.enter(var, None, false);
        self.initialise(decl, var, span);
        build::var_place(self.cx.program, var)
    }

    /// The address of an lvalue or function.
    pub(super) fn address(&mut self, expr: ExprId, operand: ExprId) -> Value {
        let ty = self.ty_of(expr);
        let operand_node = self.tast[operand];
        let value = if operand_node.category == rucc_sema::Category::Function {
            self.function_address(operand)
        } else {
            let place = self.place(operand);
            build::addr_of(self.cx.program, place)
        };
        build::cast(self.cx.program, value, ty)
    }

    /// A pointer to a function, from an expression that names the function.
    pub(super) fn function_address(&mut self, expr: ExprId) -> Value {
        match self.tast[expr].kind {
            ExprKind::Decl(decl) => self.cx.function_address(decl),
            ExprKind::Unary { op: UnaryOp::Deref, operand } => self.value(operand),
            ExprKind::Comma { lhs, rhs } => {
                self.effect(lhs);
                self.function_address(rhs)
            }
            _ => {
                let ty = self.ty_of(expr);
                let ty = self.cx.program.types.pointer_to(ty);
                let span = self.expr_span(expr);
                self.unsupported("this way of naming a function", ty, span)
            }
        }
    }
}
