//! Calls: of functions with a body, of library functions, through pointers.

use super::{Lowerer, build};
use argand_cfa::{
    Body, BranchKind, ExprId as Value, FuncId, LibFn, NondetSource, Origin, TypeId, TypeKind, VarId,
};
use argand_linker::PointerCall;
use argand_linker::calls::{call_function, fit, result_type};
use argand_linker::library::{self, CallForm};
use argand_support::Span;
use rucc_ast::UnaryOp;
use rucc_sema::{Conversion, DeclFlags, DeclId, DeclKind, ExprId, ExprKind};

/// Where the result of a call goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Nowhere,
    Temp,
    Var(VarId),
}

impl Lowerer<'_, '_> {
    /// A call; its value, if that is wanted.
    pub(super) fn call(&mut self, expr: ExprId, wanted: bool) -> Option<Value> {
        self.call_to(expr, if wanted { Target::Temp } else { Target::Nowhere })
    }

    /// A call whose value goes into a variable.
    pub(super) fn call_into(&mut self, expr: ExprId, var: VarId) {
        self.call_to(expr, Target::Var(var));
    }

    fn call_to(&mut self, expr: ExprId, target: Target) -> Option<Value> {
        let ExprKind::Call { callee, args } = self.tast[expr].kind else { return None };
        let args = self.list(args);
        if let Some(decl) = self.named_callee(callee) {
            return self.call_named(decl, args, expr, target);
        }
        let pointer = self.value(callee);
        let pointer = self.protect(pointer, args, callee);
        let pointer = self.cheap(pointer, callee);
        let values = self.values(args);
        let (ty, span) = (self.ty_of(expr), self.expr_span(expr));
        let dst = self.destination(target, ty, span);
        let call = PointerCall { caller: self.func, pointer, args: values, dst, span };
        self.cx.links.call_pointer(self.cx.program, &mut self.cursor, call);
        self.deliver(target, dst, ty, span)
    }

    /// The function that a call names, whatever conversions are around the name.
    fn named_callee(&self, mut callee: ExprId) -> Option<DeclId> {
        loop {
            match self.tast[callee].kind {
                ExprKind::Decl(decl) => {
                    return (self.tast[decl].kind == DeclKind::Function).then_some(decl);
                }
                ExprKind::Convert { kind: Conversion::FunctionDecay | Conversion::Pointer, operand }
                | ExprKind::Cast(operand)
                | ExprKind::Unary { op: UnaryOp::Deref | UnaryOp::AddrOf, operand } => callee = operand,
                _ => return None,
            }
        }
    }

    fn call_named(&mut self, decl: DeclId, args: &[ExprId], expr: ExprId, target: Target) -> Option<Value> {
        let func = self.cx.func(decl);
        let func = self.sign_only(func, expr).unwrap_or(func);
        let (ty, span) = (self.ty_of(expr), self.expr_span(expr));
        let defined = matches!(self.cx.program.functions[func].body, Body::Defined { .. });
        if !defined {
            if let Some(op) = self.cx.links.unsupported_callee(func) {
                self.values(args);
                self.emit(op, span);
                return self.arbitrary(target, ty, span);
            }
            match self.cx.links.calls.form(self.cx.program, func) {
                CallForm::Assume => {
                    if let Some(&condition) = args.first() {
                        let branch = self.branch_expr(BranchKind::Assumption, expr, condition);
                        self.assume(condition, true, branch);
                    }
                    return None;
                }
                CallForm::Pure(function) => {
                    let values = self.values(args);
                    if let Some(value) = function.apply(self.cx.program, func, &values) {
                        let mut value = self.coerce(value, ty);
                        if function.may_fail() && !self.cx.unit.library {
                            value = self.before_errno(value, ty, span);
                        }
                        return self.give(target, value, span);
                    }
                    return self.misdeclared(func, target, expr);
                }
                CallForm::Ordinary => {}
            }
        }
        let values = self.values(args);
        if let Some(scan) = self.plain_scan(func, args, &values) {
            let done = self.call_scan(func, &scan, span);
            return self.deliver(target, Some(done), ty, span);
        }
        self.call_with(func, decl, values, expr, target)
    }

    fn call_with(
        &mut self,
        func: FuncId,
        decl: DeclId,
        values: Vec<Value>,
        expr: ExprId,
        target: Target,
    ) -> Option<Value> {
        let (ty, span) = (self.ty_of(expr), self.expr_span(expr));
        let given: Vec<TypeId> = values.iter().map(|&value| self.cx.program.expr(value).ty).collect();
        let wanted = if target == Target::Nowhere { self.cx.program.types.void() } else { ty };
        if !self.cx.unit.library && !library::fits(self.cx.program, func, &given, wanted) {
            return self.misdeclared(func, target, expr);
        }
        if self.hands_over_code(func, &given) {
            let name = self.cx.program.func_name(func);
            let op =
                self.cx.unsupported(&format!("a function handed over to '{name}', which is defined nowhere"));
            self.emit(op, span);
            return self.arbitrary(target, ty, span);
        }
        let result = result_type(self.cx.program, func);
        let dst = self.destination(target, result, span);
        let noreturn = self.tast[decl].flags.contains(DeclFlags::NORETURN);
        self.call_known(func, values, dst, noreturn, span);
        if !self.cx.unit.library {
            let functions = (self.func, func);
            self.cx.links.leave_errno_after(self.cx.program, &mut self.cursor, functions, span);
        }
        if dst.is_none() && target != Target::Nowhere && ty != self.cx.program.types.void() {
            // The definition returns nothing, and this unit was told otherwise.
            return self.arbitrary(target, ty, span);
        }
        self.deliver(target, dst, ty, span)
    }

    /// Whether a call gives a function to one that nobody knows and that may call it.
    fn hands_over_code(&self, func: FuncId, given: &[TypeId]) -> bool {
        let program = &self.cx.program;
        let is_code = |&ty: &TypeId| {
            program
                .types
                .pointee(ty)
                .is_some_and(|to| matches!(program.types.kind(to), TypeKind::Function(_)))
        };
        program.functions[func].body == Body::Extern(LibFn::Outside) && given.iter().any(is_code)
    }

    /// A value that is computed before `errno` is left open.
    fn before_errno(&mut self, value: Value, ty: TypeId, span: Span) -> Value {
        if !self.cx.links.looks_at_errno(self.cx.program) {
            return value;
        }
        let kept = self.cx.temp(self.func, ty, span);
        self.set_var(kept, value, span);
        self.cx.links.leave_errno(self.cx.program, &mut self.cursor, self.func, span);
        build::load_var(self.cx.program, kept)
    }

    /// A call of a library function that the program declares differently from the library.
    fn misdeclared(&mut self, func: FuncId, target: Target, expr: ExprId) -> Option<Value> {
        let (ty, span) = (self.ty_of(expr), self.expr_span(expr));
        let name = self.cx.program.func_name(func);
        let op = self.cx.unsupported(&format!("a call of '{name}' that does not fit the library's function"));
        self.emit(op, span);
        self.arbitrary(target, ty, span)
    }

    /// The function to call instead where nothing but the sign of a comparison is looked at: of its value the library
    /// promises no more.
    fn sign_only(&self, func: FuncId, expr: ExprId) -> Option<FuncId> {
        if !self.cx.caches.notes.is_sign_only(expr)
            || self.cx.program.functions[func].origin != Origin::Library
        {
            return None;
        }
        let name = format!("__argand_sign_{}", self.cx.program.func_name(func));
        self.cx.links.functions.get(&self.cx.program.names.find(&name)?).copied()
    }

    /// The variable that a call writes its result to.
    fn destination(&mut self, target: Target, ty: TypeId, span: Span) -> Option<VarId> {
        if ty == self.cx.program.types.void() {
            return None;
        }
        match target {
            Target::Nowhere => None,
            Target::Var(var) if self.cx.program.vars[var].ty == ty => Some(var),
            Target::Var(_) | Target::Temp => Some(self.cx.temp(self.func, ty, span)),
        }
    }

    /// What a call wrote to `dst`, where it is wanted.
    fn deliver(&mut self, target: Target, dst: Option<VarId>, ty: TypeId, span: Span) -> Option<Value> {
        match (target, dst) {
            (Target::Nowhere, _) | (_, None) => None,
            (Target::Var(var), Some(dst)) if var == dst => None,
            (_, Some(dst)) => {
                let value = build::load_var(self.cx.program, dst);
                let value = self.coerce(value, ty);
                self.give(target, value, span)
            }
        }
    }

    fn give(&mut self, target: Target, value: Value, span: Span) -> Option<Value> {
        match target {
            Target::Nowhere => None,
            Target::Temp => Some(value),
            Target::Var(var) => {
                self.set_var(var, value, span);
                None
            }
        }
    }

    fn arbitrary(&mut self, target: Target, ty: TypeId, span: Span) -> Option<Value> {
        let dst = self.destination(target, ty, span)?;
        self.havoc(dst, NondetSource::Library, span);
        self.deliver(target, Some(dst), ty, span)
    }

    /// A call of a function that is known here.
    pub(super) fn call_known(
        &mut self,
        func: FuncId,
        args: Vec<Value>,
        dst: Option<VarId>,
        noreturn: bool,
        span: Span,
    ) {
        let args = self.fitting(func, args, span);
        call_function(self.cx.program, &mut self.cursor, self.func, (func, args, dst), noreturn, span);
    }

    /// The arguments converted to the parameters' types, where the call was made without a prototype or
    /// under another one. Parameters that get no argument get any value.
    fn fitting(&mut self, func: FuncId, args: Vec<Value>, span: Span) -> Vec<Value> {
        let mut args = fit(self.cx.program, func, args);
        let defined = matches!(self.cx.program.functions[func].body, Body::Defined { .. });
        while defined && args.len() < self.cx.program.functions[func].params.len() {
            let param = self.cx.program.functions[func].params[args.len()];
            let temp = self.cx.temp(self.func, self.cx.program.vars[param].ty, span);
            self.havoc(temp, NondetSource::Library, span);
            args.push(build::load_var(self.cx.program, temp));
        }
        args
    }

    /// A call of a function that the lowering itself needs.
    pub(super) fn call_library(&mut self, model: LibFn, args: Vec<Value>, dst: Option<VarId>, span: Span) {
        let call = (model, args, dst);
        self.cx.links.calls.call_library(self.cx.program, &mut self.cursor, self.func, call, span);
    }
}
