//! The transfer relation of the pointer analysis.

use super::eval::{Eval, is_single};
use super::state::{PointerState, Target, Targets};
use argand_cfa::{
    BinaryOp, CallSite, EdgeId, ExprId, ExprKind, FuncId, LibFn, Op, PlaceId, Program, UnaryOp, VarId,
    VarKind,
};
use argand_cpa::{Locals, RecursiveFunctions};
use argand_domains::memory::{CellValue as _, Object};
use argand_flow::formats::Formats;
use std::rc::Rc;

/// Computes successors along one edge.
pub struct Transfer<'a> {
    /// The program.
    pub program: &'a Program,
    /// The functions that can be active more than once.
    pub recursive: &'a RecursiveFunctions,
    /// The variables of each function.
    pub locals: &'a Locals,
    /// The formats of output.
    pub formats: &'a Formats,
    /// The edge.
    pub edge: EdgeId,
}

impl Transfer<'_> {
    /// The state after the edge; `None` when the edge cannot be taken.
    #[must_use]
    pub fn run(&self, state: &PointerState) -> Option<PointerState> {
        let program = self.program;
        let mut next = state.clone();
        match &program.edges[self.edge].op {
            Op::Noop | Op::Summary(_) | Op::Halt(_) | Op::Unsupported(_) => {}
            Op::Assume { cond, truth } => self.assume(&mut next, *cond, *truth)?,
            Op::Assign { dst, src } => self.assign(&mut next, *dst, *src),
            Op::Init { var, entries } => {
                let object = next.object_of(program, *var);
                next.memory.zero_fill(object);
                for entry in entries {
                    self.assign(&mut next, entry.place, entry.value);
                }
            }
            Op::Havoc { dst, .. } => self.store(&mut next, *dst, None),
            Op::Declare { var, .. } => {
                let object = next.object_of(program, *var);
                next.memory.remove_object(object);
            }
            Op::Dead { var } => {
                let object = next.object_of(program, *var);
                next.memory.remove_object(object);
                if program.vars[*var].addressed {
                    forget_addresses(&mut next, |target| target == object);
                }
            }
            Op::Call(site) => self.call(&mut next, &program.call_sites[*site]),
            Op::Return(site) => self.ret(&mut next, &program.call_sites[*site]),
            Op::Extern(call) => self.library(&mut next, *call),
        }
        Some(next)
    }

    pub(super) fn eval<'s>(&'s self, state: &'s PointerState) -> Eval<'s> {
        Eval { program: self.program, state }
    }

    fn store(&self, state: &mut PointerState, place: PlaceId, value: Option<&Targets>) {
        let (spots, width) = (self.eval(state).locate(place), self.eval(state).width(place));
        let Some(spots) = spots else { return self.forget_addressed(state) };
        let strong = spots.len() == 1 && is_single(spots[0].0);
        for (object, bit) in spots {
            match (bit, width) {
                (Some(bit), Some(width)) if strong => state.memory.write(object, bit, width, value.cloned()),
                (Some(bit), Some(width)) => state.memory.write_weakly(object, bit, width, value.cloned()),
                _ => state.memory.remove_object(object),
            }
        }
    }

    pub(super) fn store_var(&self, state: &mut PointerState, var: VarId, value: Option<Targets>) {
        let object = state.object_of(self.program, var);
        match self.program.var_size(var) {
            Some(bytes) => state.memory.write(object, 0, bytes * 8, value),
            None => state.memory.remove_object(object),
        }
    }

    /// A pointer of unknown value was written through.
    pub(super) fn forget_addressed(&self, state: &mut PointerState) {
        state.memory.retain_objects(|object| match object {
            Object::Var { var, .. } => {
                let info = &self.program.vars[var];
                !info.addressed || info.kind == VarKind::StringLiteral
            }
            Object::Heap { .. } => false,
        });
    }

    /// Forgets what the objects hold that a pointer can point to.
    pub(super) fn forget_behind(&self, state: &mut PointerState, pointer: ExprId) {
        match self.eval(state).eval(pointer) {
            Some(targets) => {
                for target in targets.iter() {
                    if let Target::Object(object, _) = target {
                        state.memory.remove_object(object);
                    }
                }
            }
            None => self.forget_addressed(state),
        }
    }

    fn assign(&self, state: &mut PointerState, dst: PlaceId, src: ExprId) {
        let expr = self.program.expr(src);
        let eval = self.eval(state);
        if self.program.types.is_scalar(expr.ty) {
            let value = if eval.can_hold_address(expr.ty) { eval.eval(src) } else { None };
            return self.store(state, dst, value.as_ref());
        }
        let ExprKind::Load(from) = expr.kind else { return self.store(state, dst, None) };
        let (source, target, width) = (eval.locate(from), eval.locate(dst), eval.width(dst));
        if let (Some(source), Some(target), Some(width)) = (source, target, width)
            && let (&[(object, Some(bit))], &[(to, Some(to_bit))]) = (&source[..], &target[..])
            && is_single(to)
        {
            return state.memory.copy((object, bit), (to, to_bit), width);
        }
        self.store(state, dst, None);
    }

    fn call(&self, state: &mut PointerState, site: &CallSite) {
        let program = self.program;
        let caller = state.clone();
        state.frames.enter(self.recursive, site.callee);
        for (&param, &arg) in program.functions[site.callee].params.iter().zip(&site.args) {
            let object = state.object_of(program, param);
            state.memory.remove_object(object);
            let expr = program.expr(arg);
            match expr.kind {
                ExprKind::Load(place) if !program.types.is_scalar(expr.ty) => {
                    let spots = self.eval(&caller).locate(place);
                    if let (Some([(from, Some(bit))]), Some(bytes)) =
                        (spots.as_deref(), program.var_size(param))
                    {
                        state.memory.copy((*from, *bit), (object, 0), bytes * 8);
                    }
                }
                _ => {
                    let eval = self.eval(&caller);
                    let value = if eval.can_hold_address(expr.ty) { eval.eval(arg) } else { None };
                    self.store_var(state, param, value);
                }
            }
        }
    }

    fn ret(&self, state: &mut PointerState, site: &CallSite) {
        let program = self.program;
        let result = program.functions[site.callee].ret.map(|ret| state.object_of(program, ret));
        let depth = state.frames.depth(site.callee);
        state.frames.leave(self.recursive, site.callee);
        if let (Some(dst), Some(from)) = (site.dst, result) {
            let object = state.object_of(program, dst);
            match program.var_size(dst) {
                Some(bytes) => state.memory.copy((from, 0), (object, 0), bytes * 8),
                None => state.memory.remove_object(object),
            }
        }
        for &var in self.locals.of_function(site.callee) {
            state.memory.remove_object(Object::Var { var, depth });
        }
        if self.locals.any_addressed(site.callee) {
            forget_addresses(state, |object| match object {
                Object::Var { var, depth: d } => {
                    let info = &program.vars[var];
                    !info.is_static() && info.func == Some(site.callee) && d == depth
                }
                Object::Heap { .. } => false,
            });
        }
        self.end_automatic(state, site.callee);
    }

    /// What `alloca` made in a function is gone when it returns.
    fn end_automatic(&self, state: &mut PointerState, func: FuncId) {
        let program = self.program;
        let is_automatic = |site: EdgeId| {
            let edge = &program.edges[site];
            matches!(edge.op, Op::Extern(call) if program.extern_model(call) == LibFn::Alloca)
                && program.locs[edge.from].func == func
        };
        let ended: Vec<EdgeId> = state
            .allocated
            .keys()
            .copied()
            .filter(|&site| is_automatic(site) && !state.freed.contains(&site))
            .collect();
        if !ended.is_empty() {
            Rc::make_mut(&mut state.freed).extend(ended);
        }
    }

    /// Follows a condition; `None` when it cannot hold.
    pub fn assume(&self, state: &mut PointerState, cond: ExprId, truth: bool) -> Option<()> {
        let program = self.program;
        let expr = program.expr(cond);
        match expr.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => self.assume(state, operand, !truth),
            ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), lhs, rhs)
                if self.eval(state).can_hold_address(program.expr(lhs).ty) =>
            {
                let equal = (op == BinaryOp::Eq) == truth;
                if self.eval(state).equal(lhs, rhs).is_some_and(|known| known != equal) {
                    return None;
                }
                let (a, b) = (self.eval(state).eval(lhs), self.eval(state).eval(rhs));
                for (expr, other) in [(lhs, b), (rhs, a)] {
                    if let Some(other) = other {
                        self.narrow(state, expr, &other, equal)?;
                    }
                }
                Some(())
            }
            ExprKind::Load(_) | ExprKind::Cast(_) if self.eval(state).can_hold_address(expr.ty) => {
                self.narrow(state, cond, &Targets::zero(), !truth)
            }
            _ => Some(()),
        }
    }

    /// Keeps of what `expr` can point to only what can be equal (or different) to `other`.
    fn narrow(&self, state: &mut PointerState, expr: ExprId, other: &Targets, equal: bool) -> Option<()> {
        let program = self.program;
        let place = match program.expr(expr).kind {
            ExprKind::Load(place) => place,
            ExprKind::Cast(inner) if self.eval(state).can_hold_address(program.expr(inner).ty) => {
                return self.narrow(state, inner, other, equal);
            }
            _ => return Some(()),
        };
        let (spots, width) = (self.eval(state).locate(place), self.eval(state).width(place));
        let (Some([(object, Some(bit))]), Some(width)) = (spots.as_deref(), width) else { return Some(()) };
        let (object, bit) = (*object, *bit);
        if !is_single(object) {
            return Some(());
        }
        // Only null and functions have one address; of objects nothing is left out here.
        let is_address = |t: Target| matches!(t, Target::Null | Target::Func(_));
        let known = state.memory.read(object, bit, width).known();
        let narrowed = match known {
            Some(targets) if equal => {
                let possible = |t: Target| {
                    !is_address(t) && other.iter().any(|o| !is_address(o)) || other.iter().any(|o| o == t)
                };
                Some(targets.filter(possible)?)
            }
            Some(targets) if other.len() == 1 && other.iter().all(is_address) => {
                Some(targets.filter(|t| other.iter().all(|o| o != t))?)
            }
            None if equal && other.iter().all(is_address) => Some(other.clone()),
            unchanged => unchanged,
        };
        if let Some(targets) = narrowed {
            state.memory.write(object, bit, width, Some(targets));
        }
        Some(())
    }
}

/// Forgets where pointers to objects point that are gone: others may get their addresses.
pub(super) fn forget_addresses(state: &mut PointerState, is_gone: impl Fn(Object) -> bool) {
    let is_gone = |target: Target| matches!(target, Target::Object(object, _) if is_gone(object));
    let dangling: Vec<(Object, i64)> = state
        .memory
        .addresses()
        .filter(|cell| cell.value.iter().any(is_gone))
        .map(|cell| (cell.object, cell.bit))
        .collect();
    for (holder, bit) in dangling {
        state.memory.forget(holder, bit);
    }
}
