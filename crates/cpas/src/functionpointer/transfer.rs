//! Strongest postconditions for function pointers.

use super::{Callee, FunctionpointerState};
use argand_cfa::{BinaryOp, ExprId, ExprKind, Op, PlaceId, PlaceKind, Program, UnaryOp, VarId};
use argand_cpa::{Pointee, RecursiveFunctions, Siblings};
use argand_domains::Flat;

/// What a transfer needs besides the state.
pub(super) struct Transfer<'a> {
    pub program: &'a Program,
    pub recursive: &'a RecursiveFunctions,
    pub siblings: &'a Siblings<'a>,
}

impl Transfer<'_> {
    /// The state after an operation; `None` when it cannot be done.
    pub fn post(&self, state: &FunctionpointerState, op: &Op) -> Option<FunctionpointerState> {
        let mut next = state.clone();
        match op {
            Op::Noop | Op::Halt(_) | Op::Summary(_) | Op::Unsupported(_) => {}
            Op::Assume { cond, truth } => {
                if !self.assume(&mut next, *cond, *truth) {
                    return None;
                }
            }
            Op::Assign { dst, src } => {
                if let Some(var) = self.tracked(*dst) {
                    self.set(&mut next, var, self.eval_asking(state, *src));
                }
            }
            Op::Init { var, entries } => {
                self.set(&mut next, *var, Some(Callee::Null));
                for entry in entries {
                    if let Some(var) = self.tracked(entry.place) {
                        let value = self.eval_asking(&next, entry.value);
                        self.set(&mut next, var, value);
                    }
                }
            }
            Op::Havoc { dst, .. } => {
                if let Some(var) = self.tracked(*dst) {
                    self.set(&mut next, var, None);
                }
            }
            Op::Declare { var, .. } | Op::Dead { var } => self.set(&mut next, *var, None),
            Op::Extern(call) => {
                if let Some(dst) = self.program.extern_calls[*call].dst {
                    self.set(&mut next, dst, None);
                }
            }
            Op::Call(site) => {
                let site = &self.program.call_sites[*site];
                next.frames.enter(self.recursive, site.callee);
                let params = &self.program.functions[site.callee].params;
                for (&param, &arg) in params.iter().zip(&site.args) {
                    if self.is_tracked(param) {
                        self.set(&mut next, param, self.eval_asking(state, arg));
                    }
                }
            }
            Op::Return(site) => {
                let site = &self.program.call_sites[*site];
                let result = self.program.functions[site.callee].ret.and_then(|ret| self.get(state, ret));
                let FunctionpointerState { frames, callees } = &mut next;
                callees.retain(|var, _| !frames.is_local_of(self.program, var, site.callee));
                next.frames.leave(self.recursive, site.callee);
                if let Some(dst) = site.dst {
                    self.set(&mut next, dst, result);
                }
            }
        }
        Some(next)
    }

    /// What a pointer expression points to, from the own state alone.
    pub fn eval(&self, state: &FunctionpointerState, expr: ExprId) -> Option<Callee> {
        let node = self.program.expr(expr);
        if !self.program.types.is_pointer(node.ty) {
            return None;
        }
        match node.kind {
            ExprKind::Int(0) => Some(Callee::Null),
            ExprKind::FuncAddr(func) => Some(Callee::Function(func)),
            ExprKind::Load(place) => self.get(state, self.tracked(place)?),
            ExprKind::Cast(inner) => match self.program.expr(inner).kind {
                ExprKind::Int(0) => Some(Callee::Null),
                _ => self.eval(state, inner),
            },
            _ => None,
        }
    }

    /// What a pointer expression points to, also from the siblings.
    fn eval_asking(&self, state: &FunctionpointerState, expr: ExprId) -> Option<Callee> {
        self.eval(state, expr).or_else(|| match self.pointees(expr)?[..] {
            [Pointee::Function(func)] => Some(Callee::Function(func)),
            [Pointee::Null] => Some(Callee::Null),
            _ => None,
        })
    }

    fn pointees(&self, expr: ExprId) -> Option<Vec<Pointee>> {
        let pointer = self.program.types.is_pointer(self.program.expr(expr).ty);
        if pointer { self.siblings.points_to(expr) } else { None }
    }

    /// Narrows the state to a condition; whether it can hold.
    fn assume(&self, state: &mut FunctionpointerState, cond: ExprId, truth: bool) -> bool {
        match self.program.expr(cond).kind {
            ExprKind::Unary(UnaryOp::Not, inner) => self.assume(state, inner, !truth),
            ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), a, b) => {
                let equal = truth == (op == BinaryOp::Eq);
                let (left, right) = (self.eval(state, a), self.eval(state, b));
                match (left, right) {
                    (Some(x), Some(y)) => (x == y) == equal,
                    (Some(x), None) => self.assume_callee(state, b, x, equal),
                    (None, Some(y)) => self.assume_callee(state, a, y, equal),
                    (None, None) => true,
                }
            }
            // A pointer used as a truth value.
            _ => match self.eval(state, cond) {
                Some(callee) => (callee != Callee::Null) == truth,
                None => true,
            },
        }
    }

    /// Narrows a pointer that the own state does not know to be, or not to be, a function.
    fn assume_callee(
        &self,
        state: &mut FunctionpointerState,
        expr: ExprId,
        callee: Callee,
        equal: bool,
    ) -> bool {
        let wanted = match callee {
            Callee::Null => Pointee::Null,
            Callee::Function(func) => Pointee::Function(func),
        };
        if let Some(pointees) = self.pointees(expr) {
            let possible = if equal { pointees.contains(&wanted) } else { pointees != [wanted] };
            if !possible {
                return false;
            }
        }
        if let (true, Some(var)) = (equal, self.variable_behind(expr)) {
            self.set(state, var, Some(callee));
        }
        true
    }

    /// The tracked variable that an expression reads, seen through casts between pointers.
    fn variable_behind(&self, expr: ExprId) -> Option<VarId> {
        let node = self.program.expr(expr);
        match node.kind {
            ExprKind::Load(place) => self.tracked(place),
            ExprKind::Cast(inner) if self.program.types.is_pointer(node.ty) => self.variable_behind(inner),
            _ => None,
        }
    }

    fn tracked(&self, place: PlaceId) -> Option<VarId> {
        match self.program.place(place).kind {
            PlaceKind::Var(var) if self.is_tracked(var) => Some(var),
            _ => None,
        }
    }

    fn is_tracked(&self, var: VarId) -> bool {
        let info = &self.program.vars[var];
        !info.addressed && self.program.types.is_pointer(info.ty)
    }

    fn get(&self, state: &FunctionpointerState, var: VarId) -> Option<Callee> {
        state.callees.get(state.frames.var(self.program, var))?.value().copied()
    }

    fn set(&self, state: &mut FunctionpointerState, var: VarId, callee: Option<Callee>) {
        if self.is_tracked(var) {
            let key = state.frames.var(self.program, var);
            match callee {
                Some(callee) => state.callees.insert(key, Flat::Value(callee)),
                None => state.callees.remove(key),
            }
        }
    }
}
