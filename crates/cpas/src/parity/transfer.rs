//! What edges do to parities.

use super::{Parity, ParityPrecision, ParityState};
use argand_cfa::{
    BinaryOp, ExprId, ExprKind, IntKind, Op, PlaceId, PlaceKind, Program, TypeId, TypeKind, UnaryOp, VarId,
};
use argand_cpa::RecursiveFunctions;
use argand_domains::Flat;

/// All that a step needs besides the state.
pub(super) struct Transfer<'a> {
    pub program: &'a Program,
    pub recursive: &'a RecursiveFunctions,
    pub precision: &'a ParityPrecision,
}

impl Transfer<'_> {
    /// The state after an operation; `None` when it cannot be done.
    pub fn post(&self, state: &ParityState, op: &Op) -> Option<ParityState> {
        let mut next = state.clone();
        match op {
            Op::Noop | Op::Halt(_) | Op::Summary(_) | Op::Unsupported(_) => {}
            Op::Assume { cond, truth } => {
                if self.truth(state, *cond) == Some(!*truth) {
                    return None;
                }
                self.learn(&mut next, *cond, *truth);
            }
            Op::Assign { dst, src } => self.assign(&mut next, *dst, self.parity(state, *src)),
            Op::Init { var, entries } => {
                self.set(&mut next, *var, Some(Parity::Even));
                for entry in entries {
                    let parity = self.parity(&next, entry.value);
                    self.assign(&mut next, entry.place, parity);
                }
            }
            Op::Havoc { dst, .. } => self.assign(&mut next, *dst, None),
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
                    // Arguments are evaluated in the caller's state.
                    self.set(&mut next, param, self.parity(state, arg));
                }
            }
            Op::Return(site) => {
                let site = &self.program.call_sites[*site];
                let result = self.program.functions[site.callee].ret.and_then(|ret| self.get(state, ret));
                let ParityState { frames, parities } = &mut next;
                parities.retain(|var, _| !frames.is_local_of(self.program, var, site.callee));
                next.frames.leave(self.recursive, site.callee);
                if let Some(dst) = site.dst {
                    self.set(&mut next, dst, result);
                }
            }
        }
        Some(next)
    }

    /// The parity of an integer expression, if it is known.
    pub fn parity(&self, state: &ParityState, expr: ExprId) -> Option<Parity> {
        let node = self.program.expr(expr);
        if !self.program.types.is_integer(node.ty) {
            return None;
        }
        match node.kind {
            ExprKind::Int(value) => Some(Parity::of(value)),
            ExprKind::Load(place) => match self.program.place(place).kind {
                PlaceKind::Var(var) => self.get(state, var),
                _ => None,
            },
            ExprKind::Unary(UnaryOp::Neg, a) => self.parity(state, a),
            ExprKind::Unary(UnaryOp::BitNot, a) => Some(self.parity(state, a)?.plus(Parity::Odd)),
            ExprKind::Cast(a) if !self.is_bool(node.ty) => self.parity(state, a),
            ExprKind::Unary(UnaryOp::Not, _)
            | ExprKind::Cast(_)
            | ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, ..) => {
                self.truth(state, expr).map(|truth| Parity::of(i128::from(truth)))
            }
            ExprKind::Binary(op, a, b) => self.binary(state, op, a, b),
            _ => None,
        }
    }

    /// The parity of the result of an operator. Arithmetic wraps at even numbers, which keeps it.
    fn binary(&self, state: &ParityState, op: BinaryOp, a: ExprId, b: ExprId) -> Option<Parity> {
        let (left, right) = (self.parity(state, a), self.parity(state, b));
        let either = |parity| left == Some(parity) || right == Some(parity);
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Xor => Some(left?.plus(right?)),
            BinaryOp::Mul | BinaryOp::And if either(Parity::Even) => Some(Parity::Even),
            BinaryOp::Or if either(Parity::Odd) => Some(Parity::Odd),
            BinaryOp::Mul | BinaryOp::And | BinaryOp::Or => left.and(right),
            BinaryOp::Rem if self.keeps_parity(op, b) => left,
            _ => None,
        }
    }

    /// Whether `a % b` and `a & b` have the parity of `a`, whatever `a` is.
    fn keeps_parity(&self, op: BinaryOp, b: ExprId) -> bool {
        match (op, self.program.expr(b).kind) {
            (BinaryOp::Rem, ExprKind::Int(b)) => b != 0 && b % 2 == 0,
            (BinaryOp::And, ExprKind::Int(b)) => b % 2 != 0,
            _ => false,
        }
    }

    /// `a` if the expression is `a % 2` or `a & 1`: zero when `a` is even, and only then.
    fn tested(&self, expr: ExprId) -> Option<ExprId> {
        let ExprKind::Binary(op, a, b) = self.program.expr(expr).kind else { return None };
        let by = self.program.expr(b).kind;
        let tests =
            op == BinaryOp::Rem && by == ExprKind::Int(2) || op == BinaryOp::And && by == ExprKind::Int(1);
        tests.then_some(a)
    }

    /// The number that an expression is, if parities tell.
    fn constant(&self, state: &ParityState, expr: ExprId) -> Option<i128> {
        if let ExprKind::Int(value) = self.program.expr(expr).kind {
            return Some(value);
        }
        let even = self.parity(state, self.tested(expr)?)? == Parity::Even;
        even.then_some(0)
    }

    /// Whether a condition holds, if parities tell.
    fn truth(&self, state: &ParityState, cond: ExprId) -> Option<bool> {
        let node = self.program.expr(cond);
        match node.kind {
            ExprKind::Unary(UnaryOp::Not, a) => Some(!self.truth(state, a)?),
            ExprKind::Cast(a) if self.is_bool(node.ty) => self.truth(state, a),
            ExprKind::Binary(BinaryOp::Eq, a, b) => Some(!self.differ(state, a, b)?),
            ExprKind::Binary(BinaryOp::Ne, a, b) => self.differ(state, a, b),
            _ => match self.constant(state, cond) {
                Some(value) => Some(value != 0),
                None => (self.parity(state, cond)? == Parity::Odd).then_some(true),
            },
        }
    }

    fn differ(&self, state: &ParityState, a: ExprId, b: ExprId) -> Option<bool> {
        match (self.constant(state, a), self.constant(state, b)) {
            (Some(a), Some(b)) => Some(a != b),
            _ => (self.parity(state, a)? != self.parity(state, b)?).then_some(true),
        }
    }

    /// Notes what a condition that holds, or does not, tells of variables.
    fn learn(&self, state: &mut ParityState, cond: ExprId, truth: bool) {
        match self.program.expr(cond).kind {
            ExprKind::Unary(UnaryOp::Not, a) => self.learn(state, a, !truth),
            ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), a, b) => {
                let equal = (op == BinaryOp::Eq) == truth;
                if !equal && self.program.expr(b).kind == ExprKind::Int(0) {
                    self.learn(state, a, true);
                } else if equal {
                    let (left, right) = (self.parity(state, a), self.parity(state, b));
                    self.narrow(state, a, right);
                    self.narrow(state, b, left);
                }
            }
            _ if !truth => self.narrow(state, cond, Some(Parity::Even)),
            _ => {
                if let Some(a) = self.tested(cond) {
                    self.narrow(state, a, Some(Parity::Odd));
                }
            }
        }
    }

    /// Notes the parity of an expression for the variable that has the same.
    fn narrow(&self, state: &mut ParityState, expr: ExprId, parity: Option<Parity>) {
        let node = self.program.expr(expr);
        if parity.is_none() || !self.program.types.is_integer(node.ty) || self.is_bool(node.ty) {
            return;
        }
        match node.kind {
            ExprKind::Load(place) => self.assign(state, place, parity),
            ExprKind::Cast(a) => self.narrow(state, a, parity),
            ExprKind::Binary(op, a, b) if self.keeps_parity(op, b) => self.narrow(state, a, parity),
            _ => {}
        }
    }

    fn assign(&self, state: &mut ParityState, place: PlaceId, parity: Option<Parity>) {
        if let PlaceKind::Var(var) = self.program.place(place).kind {
            self.set(state, var, parity);
        }
    }

    fn get(&self, state: &ParityState, var: VarId) -> Option<Parity> {
        state.parities.get(state.frames.var(self.program, var))?.value().copied()
    }

    /// Binds a variable if it is tracked and nothing but an assignment can change it.
    fn set(&self, state: &mut ParityState, var: VarId, parity: Option<Parity>) {
        let info = &self.program.vars[var];
        if info.addressed || !self.program.types.is_integer(info.ty) || !self.precision.tracks(var) {
            return;
        }
        let key = state.frames.var(self.program, var);
        state.parities.insert(key, parity.map_or(Flat::Top, Flat::Value));
    }

    fn is_bool(&self, ty: TypeId) -> bool {
        matches!(self.program.types.kind(ty), TypeKind::Int(IntKind::Bool))
    }
}
