//! Expressions: their values, their effects, and the order of both.
//!
//! Operands are evaluated from left to right; `operands.rs` keeps their values from being changed on the way.

use super::unsequenced::Used;
use super::{Lowerer, build};
use argand_cfa::walk::{self, Node};
use argand_cfa::{
    BinaryOp as Op2, BranchKind, ExprId as Value, ExprKind as Pure, LibFn, PlaceId, PlaceKind, TypeId,
    TypeKind, UnaryOp as Op1, VarId,
};
use argand_support::Span;
use rucc_ast::{BinaryOp, UnaryOp};
use rucc_sema::{Category, Conversion, ExprId, ExprKind, Stmt, StmtId};
use smallvec::SmallVec;

impl<'a> Lowerer<'_, 'a> {
    /// Evaluates an expression.
    pub(super) fn value(&mut self, expr: ExprId) -> Value {
        if let Some(&value) = self.fixed.get(&expr) {
            return value;
        }
        let node = self.tast[expr];
        match node.kind {
            ExprKind::Const(id) => self.constant(id, expr),
            _ if self.branches(expr) => self.truth_value(expr),
            ExprKind::Binary { .. } | ExprKind::Convert { kind: Conversion::Arithmetic, .. } => {
                self.chain(expr)
            }
            ExprKind::Convert { kind, operand } => self.converted(expr, kind, operand),
            ExprKind::Cast(operand) => self.explicit_cast(expr, operand),
            ExprKind::Decl(_) if node.category == Category::Function => self.function_address(expr),
            ExprKind::Decl(_)
            | ExprKind::Member { .. }
            | ExprKind::Subscript { .. }
            | ExprKind::CompoundLiteral(_)
            | ExprKind::Str(_) => {
                let place = self.place(expr);
                let value = self.load(place, expr);
                let ty = self.cx.ty(node.ty);
                self.coerce(value, ty)
            }
            ExprKind::Unary { op, operand } => self.unary(expr, op, operand),
            ExprKind::Assign { .. } => {
                let value = self.assign(expr, true);
                self.some_or_zero(value)
            }
            ExprKind::Call { .. } => {
                let value = self.call(expr, true);
                self.some_or_zero(value)
            }
            ExprKind::Cond { .. } => {
                let ty = self.cx.ty(node.ty);
                if ty == self.cx.program.types.void() {
                    self.effect(expr);
                    return build::plain_int(self.cx.program, 0);
                }
                self.in_temp(expr, ty)
            }
            ExprKind::Comma { lhs, rhs } => {
                self.effect(lhs);
                self.value(rhs)
            }
            ExprKind::StmtExpr(stmt) => {
                let value = self.stmt_expr(stmt, true);
                self.some_or_zero(value)
            }
            ExprKind::LabelAddr(label) => {
                let ty = self.cx.ty(node.ty);
                self.label_value(label, ty)
            }
            _ => self.builtin(expr),
        }
    }

    fn some_or_zero(&mut self, value: Option<Value>) -> Value {
        value.unwrap_or_else(|| build::plain_int(self.cx.program, 0))
    }

    /// The value of an expression that takes branches, in a temporary.
    fn in_temp(&mut self, expr: ExprId, ty: TypeId) -> Value {
        let span = self.expr_span(expr);
        let temp = self.cx.temp(self.func, ty, span);
        self.assign_to_var(temp, expr, span);
        build::load_var(self.cx.program, temp)
    }

    /// Whether the expression is `&&` or `||`, or the negation of one. Nobody writes more than a few
    /// negations, and looking through all of them for each of them would take quadratic time.
    fn branches(&self, mut expr: ExprId) -> bool {
        const NEGATIONS: usize = 16;
        for _ in 0..NEGATIONS {
            match self.tast[expr].kind {
                ExprKind::Binary { op: BinaryOp::LogAnd | BinaryOp::LogOr, .. } => return true,
                ExprKind::Unary { op: UnaryOp::Not, operand: mut inner } => {
                    while let ExprKind::Convert { kind: Conversion::Bool, operand } = self.tast[inner].kind {
                        inner = operand;
                    }
                    expr = inner;
                }
                _ => return false,
            }
        }
        false
    }

    fn truth_value(&mut self, expr: ExprId) -> Value {
        let ty = self.ty_of(expr);
        self.in_temp(expr, ty)
    }

    /// `var = expr`, with the branches of `expr` leading to assignments of their own.
    pub(super) fn assign_to_var(&mut self, var: VarId, expr: ExprId, span: Span) {
        let var_ty = self.cx.program.vars[var].ty;
        match self.tast[expr].kind {
            _ if self.fixed.contains_key(&expr) => {}
            _ if self.branches(expr) => {
                let branch = self.branch_expr(BranchKind::Logical, expr, expr);
                let sides = self.condition(expr, branch);
                return self.set_truth(var, sides, span);
            }
            ExprKind::Cond { cond, then, otherwise } if self.ty_of(expr) == var_ty => {
                let shared = self.share(cond, then);
                let branch = self.branch_expr(BranchKind::Conditional, expr, cond);
                let (yes, no) = self.condition(cond, branch);
                self.cursor = yes;
                self.assign_to_var(var, then, span);
                self.unshare(shared);
                let end = std::mem::replace(&mut self.cursor, no);
                self.assign_to_var(var, otherwise, span);
                return self.cursor.join(self.cx.program, end);
            }
            ExprKind::Call { .. } if self.ty_of(expr) == var_ty => return self.call_into(expr, var),
            ExprKind::VaArg { list } if self.ty_of(expr) == var_ty => {
                let list = self.value(list);
                return self.call_library(LibFn::VaArg, vec![list], Some(var), span);
            }
            ExprKind::Comma { lhs, rhs } => {
                self.effect(lhs);
                return self.assign_to_var(var, rhs, span);
            }
            _ => {}
        }
        if self.cursor.is_dead() {
            return;
        }
        let value = self.value(expr);
        self.set_var(var, value, span);
    }

    /// Evaluates an expression for its effects alone.
    pub(super) fn effect(&mut self, expr: ExprId) {
        if self.cursor.is_dead() {
            return;
        }
        let node = self.tast[expr];
        match node.kind {
            ExprKind::Assign { .. } => {
                self.assign(expr, false);
            }
            ExprKind::Unary {
                op: op @ (UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec),
                operand,
            } => {
                self.increment(expr, op, operand, false);
            }
            ExprKind::Call { .. } => {
                self.call(expr, false);
            }
            ExprKind::Comma { .. } => {
                let mut operands: SmallVec<[ExprId; 4]> = SmallVec::new();
                let mut rest = expr;
                while let ExprKind::Comma { lhs, rhs } = self.tast[rest].kind {
                    operands.push(rhs);
                    rest = lhs;
                }
                operands.push(rest);
                for operand in operands.into_iter().rev() {
                    self.effect(operand);
                }
            }
            ExprKind::Cast(operand) if self.ty_of(expr) == self.cx.program.types.void() => {
                self.effect(operand);
            }
            ExprKind::Convert { kind: Conversion::Void, operand } => self.effect(operand),
            ExprKind::Cond { cond, then, otherwise } => {
                let shared = self.share(cond, then);
                let branch = self.branch_expr(BranchKind::Conditional, expr, cond);
                let (yes, no) = self.condition(cond, branch);
                self.cursor = yes;
                self.effect(then);
                self.unshare(shared);
                let end = std::mem::replace(&mut self.cursor, no);
                self.effect(otherwise);
                self.cursor.join(self.cx.program, end);
            }
            ExprKind::Binary { op: BinaryOp::LogAnd | BinaryOp::LogOr, .. } => {
                let branch = self.branch_expr(BranchKind::Logical, expr, expr);
                let (yes, no) = self.condition(expr, branch);
                self.cursor = yes;
                self.cursor.join(self.cx.program, no);
            }
            ExprKind::StmtExpr(stmt) => {
                self.stmt_expr(stmt, false);
            }
            ExprKind::Const(_) | ExprKind::Str(_) | ExprKind::Decl(_) => {}
            _ => {
                let value = self.value(expr);
                // Evaluating it may be undefined even though nobody wants the value.
                if self.may_be_undefined(value) {
                    let span = self.expr_span(expr);
                    self.save(value, span);
                }
            }
        }
    }

    fn may_be_undefined(&self, value: Value) -> bool {
        let node = self.cx.program.expr(value);
        match node.kind {
            Pure::Int(_) | Pure::Float(_) | Pure::FuncAddr(_) | Pure::AddrOf(_) => false,
            Pure::Load(place) => !matches!(self.cx.program.place(place).kind, PlaceKind::Var(_)),
            Pure::Cast(inner) => self.may_be_undefined(inner),
            Pure::Unary(op, inner) => {
                (op == Op1::Neg && self.cx.program.types.is_signed(node.ty)) || self.may_be_undefined(inner)
            }
            Pure::Binary(op, a, b) => {
                let harmless = op.is_comparison() || matches!(op, Op2::And | Op2::Or | Op2::Xor);
                !harmless || self.may_be_undefined(a) || self.may_be_undefined(b)
            }
            Pure::Intrinsic(_, args) => args.iter().any(|arg| self.may_be_undefined(arg)),
        }
    }

    /// A chain of operators that lean to the left, without recursion along it.
    fn chain(&mut self, top: ExprId) -> Value {
        let mut nodes: SmallVec<[ExprId; 8]> = SmallVec::new();
        let mut at = top;
        loop {
            if at != top && self.fixed.contains_key(&at) {
                break;
            }
            match self.tast[at].kind {
                ExprKind::Binary { op, lhs, .. } if !matches!(op, BinaryOp::LogAnd | BinaryOp::LogOr) => {
                    nodes.push(at);
                    at = lhs;
                }
                ExprKind::Convert { kind: Conversion::Arithmetic, operand } => {
                    nodes.push(at);
                    at = operand;
                }
                _ => break,
            }
        }
        let mark = self.mark();
        let mut value = self.value(at);
        // What the value reads, kept along the chain so that a long one is not looked through again.
        let mut reads = None;
        while let Some(expr) = nodes.pop() {
            let node = self.tast[expr];
            match node.kind {
                ExprKind::Binary { op, lhs, rhs } => {
                    let writes = self.cx.caches.notes.writes(self.tast, rhs);
                    if writes != 0 {
                        let known = *reads.get_or_insert_with(|| self.reads(value));
                        let kept = self.protect_knowing(value, known, &[rhs], writes, lhs);
                        if kept != value {
                            (value, reads) = (kept, Some(0));
                        }
                    }
                    let noted =
                        self.may_interfere(&[lhs, rhs]).then(|| self.operand_since(mark, Used::Value(value)));
                    let middle = self.mark();
                    let right = self.value(rhs);
                    if let Some(left) = noted {
                        let right = self.operand_since(middle, Used::Value(right));
                        self.unsequenced(vec![left, right], expr);
                    }
                    reads = reads.map(|known| known | self.reads(right));
                    value = self.binary(op, (value, lhs), (right, rhs), expr);
                }
                _ => {
                    let ty = self.cx.ty(node.ty);
                    value = self.convert(value, ty, expr);
                }
            }
        }
        value
    }

    /// `a ?: b` names its condition twice and evaluates it once. Evaluates it, if this is such a case.
    pub(super) fn share(&mut self, cond: ExprId, then: ExprId) -> Option<ExprId> {
        let mut tested = cond;
        while let ExprKind::Convert { operand, .. } = self.tast[tested].kind {
            if self.is_inside(then, tested) {
                break;
            }
            tested = operand;
        }
        if !self.is_inside(then, tested) || self.fixed.contains_key(&tested) {
            return None;
        }
        let value = self.value(tested);
        self.fixed.insert(tested, value);
        Some(tested)
    }

    pub(super) fn unshare(&mut self, shared: Option<ExprId>) {
        if let Some(expr) = shared {
            self.fixed.remove(&expr);
        }
    }

    /// Whether `expr` is `inner` with conversions around it.
    fn is_inside(&self, mut expr: ExprId, inner: ExprId) -> bool {
        loop {
            if expr == inner {
                return true;
            }
            match self.tast[expr].kind {
                ExprKind::Convert { operand, .. } => expr = operand,
                _ => return false,
            }
        }
    }

    /// `({ … })`.
    fn stmt_expr(&mut self, block: StmtId, wanted: bool) -> Option<Value> {
        let Stmt::Block(list) = self.tast[block] else {
            self.stmt(block);
            return None;
        };
        let outer = self.scope;
        let tast = self.tast;
        let (last, first) = match tast[list].split_last() {
            Some((&last, first)) if wanted => (Some(last), first),
            _ => (None, &tast[list]),
        };
        for &stmt in first {
            self.stmt(stmt);
        }
        let mut result = None;
        if let Some(mut last) = last {
            while let Stmt::Label { label, body } = tast[last] {
                self.bind_label(label);
                last = body;
            }
            match tast[last] {
                Stmt::Expr(expr) if self.ty_of(expr) != self.cx.program.types.void() => {
                    let span = self.expr_span(expr);
                    let value = self.value(expr);
                    // An address must be taken before the object that it is of is gone.
                    let outlives = self.scope != outer && self.is_address(value);
                    result = Some(if outlives { self.keep(value, span) } else { self.save(value, span) });
                }
                _ => self.stmt(last),
            }
        }
        if self.scope != outer {
            let span = self.cx.span(tast.stmt_span(block));
            self.leave(outer, span);
        }
        result
    }

    /// Whether a value is computed from the address of an object.
    fn is_address(&self, value: Value) -> bool {
        let mut found = false;
        walk::for_each_node(self.cx.program, Node::Expr(value), |node| {
            found |= matches!(node, Node::Expr(e) if matches!(self.cx.program.expr(e).kind, Pure::AddrOf(_)));
        });
        found
    }

    /// A scalar or record seen as another type, where declarations of one name disagree.
    pub(super) fn coerce(&mut self, value: Value, ty: TypeId) -> Value {
        build::coerce(self.cx.program, value, ty)
    }

    /// Whether the type can be computed with.
    pub(super) fn is_scalar(&self, ty: TypeId) -> bool {
        self.cx.program.types.is_scalar(ty)
    }

    /// What is at a place, if it is something that has a value.
    fn load(&mut self, place: PlaceId, expr: ExprId) -> Value {
        if let Some(input) = self.volatile_input(place, expr) {
            return input;
        }
        let ty = self.cx.program.place(place).ty;
        match self.cx.program.types.kind(ty) {
            TypeKind::Opaque { .. } => {
                let span = self.expr_span(expr);
                let what = self.reason(self.tast[expr].ty);
                self.unsupported(what, ty, span)
            }
            _ => build::load(self.cx.program, place),
        }
    }

    /// Why a type cannot be computed with, in the user's words.
    pub(super) fn reason(&self, ty: rucc_types::TypeId) -> &'static str {
        use rucc_types::TypeKind as C;
        match self.ctypes.kind(self.ctypes.canonical(ty)) {
            C::Complex(_) => "complex arithmetic",
            C::Vector { .. } => "vector types",
            C::Float(kind) if kind.is_decimal() => "decimal floating point",
            C::Float(_) => "floating types other than float, double and long double",
            C::BitInt { .. } => "_BitInt wider than 128 bits",
            _ => "a value of this type",
        }
    }

    /// The value at a place that was read.
    pub(super) fn read(&mut self, place: PlaceId, expr: ExprId) -> Value {
        self.load(place, expr)
    }

    pub(super) fn list(&self, list: rucc_sema::ExprList) -> &'a [ExprId] {
        &self.tast[list]
    }
}
