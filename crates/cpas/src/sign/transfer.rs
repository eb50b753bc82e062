//! Strongest postconditions in the sign domain.

use super::{SignOptions, SignState};
use argand_cfa::{
    BinaryOp, ExprId, ExprKind, FuncId, Op, PlaceId, PlaceKind, Program, TypeId, UnaryOp, VarId,
};
use argand_cpa::RecursiveFunctions;
use argand_domains::{IntShape, Interval, Lattice as _, Meet as _, Sign};

/// What a transfer needs besides the state.
pub(super) struct Transfer<'a> {
    pub program: &'a Program,
    pub recursive: &'a RecursiveFunctions,
    pub options: &'a SignOptions,
}

impl Transfer<'_> {
    /// The state after an operation; `None` when it cannot be done.
    pub fn post(&self, state: &SignState, op: &Op) -> Option<SignState> {
        let mut next = state.clone();
        match op {
            Op::Noop | Op::Halt(_) | Op::Summary(_) | Op::Unsupported(_) => {}
            Op::Assume { cond, truth } => return self.assume(state, *cond, *truth),
            Op::Assign { dst, src } => self.assign(&mut next, *dst, self.eval(state, *src)),
            Op::Init { var, entries } => {
                self.set(&mut next, *var, Sign::ZERO);
                for entry in entries {
                    let sign = self.eval(&next, entry.value);
                    self.assign(&mut next, entry.place, sign);
                }
            }
            Op::Havoc { dst, .. } => self.assign(&mut next, *dst, Sign::TOP),
            Op::Declare { var, .. } | Op::Dead { var } => self.set(&mut next, *var, Sign::TOP),
            Op::Extern(call) => {
                if let Some(dst) = self.program.extern_calls[*call].dst {
                    self.set(&mut next, dst, Sign::TOP);
                }
            }
            Op::Call(site) => {
                let site = &self.program.call_sites[*site];
                next.frames.enter(self.recursive, site.callee);
                let params = &self.program.functions[site.callee].params;
                for (&param, &arg) in params.iter().zip(&site.args) {
                    // Arguments are evaluated in the caller's state.
                    self.set(&mut next, param, self.eval(state, arg));
                }
            }
            Op::Return(site) => {
                let site = &self.program.call_sites[*site];
                let result = self.program.functions[site.callee].ret.map(|ret| self.get(state, ret));
                self.forget_locals(&mut next, site.callee);
                next.frames.leave(self.recursive, site.callee);
                if let (Some(dst), Some(result)) = (site.dst, result) {
                    self.set(&mut next, dst, result);
                }
            }
        }
        Some(next)
    }

    /// The sign of an expression.
    pub fn eval(&self, state: &SignState, expr: ExprId) -> Sign {
        let node = self.program.expr(expr);
        let any = self.any(node.ty);
        match node.kind {
            ExprKind::Int(value) => Sign::of(value),
            ExprKind::Load(place) => match self.program.place(place).kind {
                PlaceKind::Var(var) => self.get(state, var),
                _ => any,
            },
            ExprKind::Unary(op, operand) => match self.shape_of(operand) {
                Some(shape) => Sign::unary(op, shape, self.eval(state, operand)),
                None => any,
            },
            ExprKind::Binary(op, a, b) => match (self.shape_of(a), self.shape_of(b)) {
                (Some(shape), Some(_)) => Sign::binary(op, shape, self.eval(state, a), self.eval(state, b)),
                _ => any,
            },
            ExprKind::Cast(operand) => match (self.shape_of(operand), self.shape(node.ty)) {
                (Some(from), Some(to)) => self.eval(state, operand).cast(from, to),
                _ => any,
            },
            _ => any,
        }
    }

    /// The range of an integer expression.
    pub fn range(&self, state: &SignState, expr: ExprId) -> Option<Interval> {
        self.eval(state, expr).interval(self.shape_of(expr)?)
    }

    /// The state in which a condition has the given truth; `None` when it cannot have it.
    fn assume(&self, state: &SignState, cond: ExprId, truth: bool) -> Option<SignState> {
        let wanted = |sign: Sign| if truth { sign != Sign::ZERO } else { sign.contains(0) };
        if !wanted(self.eval(state, cond)) {
            return None;
        }
        let mut next = state.clone();
        match self.program.expr(cond).kind {
            ExprKind::Unary(UnaryOp::Not, inner) => return self.assume(state, inner, !truth),
            ExprKind::Load(place) => {
                let nonzero = Sign::NEGATIVE.join(&Sign::POSITIVE);
                self.refine(&mut next, place, if truth { nonzero } else { Sign::ZERO });
            }
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                let Some(shape) = self.shape_of(a) else { return Some(next) };
                let (left, right) = (self.eval(state, a), self.eval(state, b));
                // Those signs of one side for which the comparison can turn out as it must.
                let possible = |holds: &dyn Fn(Sign) -> Sign| {
                    let signs = [Sign::NEGATIVE, Sign::ZERO, Sign::POSITIVE];
                    signs.into_iter().filter(|&s| wanted(holds(s))).fold(Sign::BOTTOM, |s, t| s.join(&t))
                };
                if let ExprKind::Load(place) = self.program.expr(a).kind {
                    self.refine(&mut next, place, possible(&|s| Sign::binary(op, shape, s, right)));
                }
                if let ExprKind::Load(place) = self.program.expr(b).kind {
                    self.refine(&mut next, place, possible(&|s| Sign::binary(op, shape, left, s)));
                }
                if let (BinaryOp::Ne | BinaryOp::Eq, Sign::ZERO) = (op, right) {
                    return self.assume(&next, a, truth == (op == BinaryOp::Ne));
                }
            }
            _ => {}
        }
        Some(next)
    }

    /// Narrows a variable to the signs that a condition leaves.
    fn refine(&self, state: &mut SignState, place: PlaceId, signs: Sign) {
        if let PlaceKind::Var(var) = self.program.place(place).kind
            && let Some(both) = self.get(state, var).meet(&signs)
        {
            self.set(state, var, both);
        }
    }

    fn assign(&self, state: &mut SignState, place: PlaceId, sign: Sign) {
        if let PlaceKind::Var(var) = self.program.place(place).kind {
            self.set(state, var, sign);
        }
    }

    fn get(&self, state: &SignState, var: VarId) -> Sign {
        let known = state.signs.get(state.frames.var(self.program, var));
        known.copied().unwrap_or_else(|| self.any(self.program.vars[var].ty))
    }

    /// Binds a variable if it is tracked. What its type implies anyway is not stored, so that equal knowledge
    /// is an equal state.
    fn set(&self, state: &mut SignState, var: VarId, sign: Sign) {
        let info = &self.program.vars[var];
        if info.addressed || self.options.statics_only && !info.is_static() || self.shape(info.ty).is_none() {
            return;
        }
        let key = state.frames.var(self.program, var);
        if self.any(info.ty).leq(&sign) {
            state.signs.remove(key);
        } else {
            state.signs.insert(key, sign);
        }
    }

    fn forget_locals(&self, state: &mut SignState, func: FuncId) {
        let SignState { frames, signs } = state;
        signs.retain(|var, _| !frames.is_local_of(self.program, var, func));
    }

    /// The signs that values of a type can have.
    fn any(&self, ty: TypeId) -> Sign {
        self.shape(ty).map_or(Sign::TOP, |shape| Sign::of_interval(Interval::of_shape(shape)))
    }

    fn shape_of(&self, expr: ExprId) -> Option<IntShape> {
        self.shape(self.program.expr(expr).ty)
    }

    /// The shape of an integer type. Pointers are no integers here, and the largest unsigned type is left out
    /// because its canonical numbers are not in the order of its values.
    fn shape(&self, ty: TypeId) -> Option<IntShape> {
        let types = &self.program.types;
        IntShape::of(types, ty).filter(|shape| types.is_integer(ty) && shape.is_ordered())
    }
}
