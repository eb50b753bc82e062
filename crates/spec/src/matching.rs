//! Patterns against edges.
//!
//! The automata of a program carry conversions and temporaries that the source does not show. A pattern
//! without a cast looks through conversions; a call matches `$1 = f(…)` by the variable that takes its result,
//! and where that is a temporary also by the place the temporary is stored to next; `f(…)` matches a call
//! whether its result is used or not. An assume edge matches the condition that taking it establishes.

use crate::lower::size_of;
use crate::pattern::{BaseType, CExpr, CExprKind, CType, Pattern};
use argand_cfa::{
    BinaryOp, Edge, EdgeId, ExprId, ExprKind, FuncId, Op, PlaceId, PlaceKind, Program, UnaryOp, VarId,
    VarKind,
};
use std::collections::BTreeMap;

/// What a `$1` is bound to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// An expression of the edge.
    Expr(ExprId),
    /// The argument of a call with this position.
    Arg(usize, ExprId),
    /// The whole value that the edge assigns.
    Source(ExprId),
    /// The place that the edge assigns to.
    Target(PlaceId),
    /// The variable that takes the result of a call.
    Result(VarId),
    /// A place that an expression of the edge mentions.
    Place(PlaceId),
}

/// What the `$1`, `$2`, … of a match are bound to.
pub(crate) type Bindings = BTreeMap<u32, Bound>;

impl Bound {
    /// The bound part of the program as C text.
    pub(crate) fn text(self, program: &Program) -> String {
        match self {
            Self::Expr(e) | Self::Arg(_, e) | Self::Source(e) => program.expr_text(e),
            Self::Target(p) | Self::Place(p) => program.place_text(p),
            Self::Result(v) => program.var_name(v).to_owned(),
        }
    }
}

/// When a call pattern matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Moment {
    /// Where the function is called.
    Call,
    /// Where it returns.
    Return,
}

/// How many negations and conversions a condition is looked through; programs can nest them without end.
const MAX_NEGATIONS: u32 = 16;

/// Matches a statement pattern.
pub(crate) fn statement(program: &Program, edge: EdgeId, pattern: &Pattern) -> Option<Bindings> {
    let mut matcher = Matcher { program, bindings: Bindings::new() };
    let edge = &program.edges[edge];
    let matches = match pattern {
        Pattern::Any => !matches!(edge.op, Op::Noop | Op::Summary(_)),
        Pattern::Assign(left, right) => match &right.kind {
            CExprKind::Call(..) => matcher.call(edge, Some(left), right, Moment::Call),
            _ => matcher.assignment(edge, left, right),
        },
        Pattern::Expr(expr) => match (&expr.kind, &edge.op) {
            (CExprKind::Call(..), _) => matcher.call(edge, None, expr, Moment::Call),
            (_, Op::Assume { cond, truth }) => matcher.condition(expr, *cond, *truth),
            _ => false,
        },
        Pattern::Return(value) => matcher.returned(edge, value.as_ref()),
        Pattern::Declare(name) => {
            matches!(edge.op, Op::Declare { var, .. } if program.var_name(var) == name)
        }
    };
    matches.then_some(matcher.bindings)
}

/// Matches a call pattern at one moment of the call.
pub(crate) fn call(program: &Program, edge: EdgeId, pattern: &Pattern, moment: Moment) -> Option<Bindings> {
    let mut matcher = Matcher { program, bindings: Bindings::new() };
    let edge = &program.edges[edge];
    let matches = match pattern {
        Pattern::Assign(left, call) => matcher.call(edge, Some(left), call, moment),
        Pattern::Expr(call) => matcher.call(edge, None, call, moment),
        Pattern::Any => called(program, edge, moment).is_some(),
        Pattern::Return(_) | Pattern::Declare(_) => false,
    };
    matches.then_some(matcher.bindings)
}

/// The function that an edge calls, or returns from, with arguments and destination.
pub(crate) fn called<'p>(
    program: &'p Program,
    edge: &Edge,
    moment: Moment,
) -> Option<(FuncId, &'p [ExprId], Option<VarId>)> {
    match (&edge.op, moment) {
        (Op::Call(site), Moment::Call) | (Op::Return(site), Moment::Return) => {
            let site = &program.call_sites[*site];
            Some((site.callee, &site.args, site.dst))
        }
        (Op::Extern(call), _) => {
            let call = &program.extern_calls[*call];
            Some((call.callee, &call.args, call.dst))
        }
        _ => None,
    }
}

struct Matcher<'p> {
    program: &'p Program,
    bindings: Bindings,
}

impl Matcher<'_> {
    /// Tries an alternative; what a failed one bound is forgotten.
    fn attempt(&mut self, alternative: impl FnOnce(&mut Self) -> bool) -> bool {
        let saved = self.bindings.clone();
        let matched = alternative(self);
        if !matched {
            self.bindings = saved;
        }
        matched
    }

    fn bind(&mut self, number: u32, bound: Bound) -> bool {
        match self.bindings.get(&number) {
            Some(old) => *old == bound || old.text(self.program) == bound.text(self.program),
            None => {
                self.bindings.insert(number, bound);
                true
            }
        }
    }

    fn call(&mut self, edge: &Edge, left: Option<&CExpr>, call: &CExpr, moment: Moment) -> bool {
        let CExprKind::Call(callee, patterns) = &call.kind else { return false };
        let Some((func, args, dst)) = called(self.program, edge, moment) else { return false };
        let named = match &callee.kind {
            CExprKind::Any => true,
            CExprKind::Name(name) => self.program.func_name(func) == name,
            _ => false,
        };
        if !named {
            return false;
        }
        if let Some(left) = left {
            let Some(dst) = dst else { return false };
            if !self.destination(edge, left, dst) {
                return false;
            }
        }
        self.arguments(patterns, args)
    }

    /// A last `$?` stands for all arguments that are left.
    fn arguments(&mut self, patterns: &[CExpr], args: &[ExprId]) -> bool {
        let patterns = match patterns.split_last() {
            Some((last, first)) if last.kind == CExprKind::Any && args.len() >= first.len() => first,
            _ if patterns.len() == args.len() => patterns,
            _ => return false,
        };
        patterns.iter().zip(args).enumerate().all(|(position, (pattern, &arg))| match pattern.kind {
            CExprKind::Bound(n) => self.bind(n, Bound::Arg(position, arg)),
            _ => self.expr(pattern, arg),
        })
    }

    fn destination(&mut self, edge: &Edge, pattern: &CExpr, dst: VarId) -> bool {
        match &pattern.kind {
            CExprKind::Any => return true,
            CExprKind::Bound(n) => return self.bind(*n, Bound::Result(dst)),
            CExprKind::Name(name) if self.program.var_name(dst) == name => return true,
            _ => {}
        }
        if self.program.vars[dst].kind != VarKind::Temp {
            return false;
        }
        let after = match edge.op {
            Op::Call(site) => self.program.call_sites[site].after,
            _ => edge.to,
        };
        let [next] = self.program.locs[after].out[..] else { return false };
        match &self.program.edges[next].op {
            Op::Assign { dst: place, src } if self.is_load_of(*src, dst) => self.place(pattern, *place),
            _ => false,
        }
    }

    fn is_load_of(&self, mut expr: ExprId, var: VarId) -> bool {
        loop {
            match self.program.expr(expr).kind {
                ExprKind::Cast(inner) => expr = inner,
                ExprKind::Load(place) => return self.program.place(place).kind == PlaceKind::Var(var),
                _ => return false,
            }
        }
    }

    fn assignment(&mut self, edge: &Edge, left: &CExpr, right: &CExpr) -> bool {
        let (place, value) = match &edge.op {
            Op::Assign { dst, src } if !self.is_return(*dst) => (*dst, *src),
            Op::Init { entries, .. } => match entries[..] {
                [entry] if matches!(self.program.place(entry.place).kind, PlaceKind::Var(_)) => {
                    (entry.place, entry.value)
                }
                _ => return false,
            },
            Op::Return(_) | Op::Extern(_) => return self.assigned_result(edge, left, right),
            _ => return false,
        };
        let target = match left.kind {
            CExprKind::Bound(n) => self.bind(n, Bound::Target(place)),
            _ => self.place(left, place),
        };
        target
            && match right.kind {
                CExprKind::Bound(n) => self.bind(n, Bound::Source(value)),
                _ => self.expr(right, value),
            }
    }

    /// `g = $1` where a call's result goes to `g` without a temporary in between: the assignment happens when the
    /// call returns, and what is assigned is then in `g`.
    fn assigned_result(&mut self, edge: &Edge, left: &CExpr, right: &CExpr) -> bool {
        let dst = called(self.program, edge, Moment::Return).and_then(|(_, _, dst)| dst);
        let named = |&var: &VarId| !matches!(self.program.vars[var].kind, VarKind::Temp | VarKind::Return);
        let Some(dst) = dst.filter(named) else { return false };
        let target = match &left.kind {
            CExprKind::Any => true,
            CExprKind::Bound(n) => self.bind(*n, Bound::Result(dst)),
            CExprKind::Name(name) => self.program.var_name(dst) == name,
            _ => false,
        };
        target
            && match right.kind {
                CExprKind::Any => true,
                CExprKind::Bound(n) => self.bind(n, Bound::Result(dst)),
                _ => false,
            }
    }

    fn is_return(&self, place: PlaceId) -> bool {
        match self.program.place(place).kind {
            PlaceKind::Var(var) => self.program.vars[var].kind == VarKind::Return,
            _ => false,
        }
    }

    fn returned(&mut self, edge: &Edge, value: Option<&CExpr>) -> bool {
        match (value, &edge.op) {
            (Some(pattern), Op::Assign { dst, src }) if self.is_return(*dst) => match pattern.kind {
                CExprKind::Bound(n) => self.bind(n, Bound::Source(*src)),
                _ => self.expr(pattern, *src),
            },
            (None, Op::Noop) => {
                let function = &self.program.functions[self.program.locs[edge.to].func];
                function.ret.is_none() && function.exit() == Some(edge.to)
            }
            _ => false,
        }
    }

    /// Whether a condition with the given truth establishes the pattern.
    fn condition(&mut self, pattern: &CExpr, cond: ExprId, truth: bool) -> bool {
        self.condition_within(MAX_NEGATIONS, pattern, cond, truth)
    }

    fn condition_within(&mut self, fuel: u32, pattern: &CExpr, cond: ExprId, truth: bool) -> bool {
        let Some(fuel) = fuel.checked_sub(1) else { return false };
        if truth && self.attempt(|m| m.expr(pattern, cond)) {
            return true;
        }
        if let CExprKind::Unary(UnaryOp::Not, inner) = &pattern.kind
            && self.attempt(|m| m.condition_within(fuel, inner, cond, !truth))
        {
            return true;
        }
        match self.program.expr(cond).kind {
            ExprKind::Unary(UnaryOp::Not, inner) => self.condition_within(fuel, pattern, inner, !truth),
            ExprKind::Cast(inner) => self.condition_within(fuel, pattern, inner, truth),
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                let zero = self.constant(b) == Some(0);
                // `x != 0` is how a condition `x` may be written, and `x == 0` how `!x` may be.
                match op {
                    BinaryOp::Ne if zero && self.attempt(|m| m.condition_within(fuel, pattern, a, truth)) => {
                        return true;
                    }
                    BinaryOp::Eq
                        if zero && self.attempt(|m| m.condition_within(fuel, pattern, a, !truth)) =>
                    {
                        return true;
                    }
                    _ => {}
                }
                if truth || self.program.types.is_float(self.program.expr(a).ty) {
                    return false;
                }
                match (&pattern.kind, op.negated()) {
                    (CExprKind::Binary(wanted, l, r), Some(negated)) if *wanted == negated => {
                        self.expr(l, a) && self.expr(r, b)
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    fn constant(&self, expr: ExprId) -> Option<i128> {
        match self.program.expr(expr).kind {
            ExprKind::Int(value) => Some(value),
            ExprKind::Cast(inner) => self.constant(inner),
            _ => None,
        }
    }

    fn expr(&mut self, pattern: &CExpr, id: ExprId) -> bool {
        match &pattern.kind {
            CExprKind::Any => return true,
            CExprKind::Bound(n) => return self.bind(*n, Bound::Expr(id)),
            CExprKind::Cast(ty, inner) => {
                let node = self.program.expr(id);
                if let ExprKind::Cast(operand) = node.kind
                    && self.is_type(node.ty, ty)
                    && self.attempt(|m| m.expr(inner, operand))
                {
                    return true;
                }
                return self.is_type(node.ty, ty) && self.expr(inner, id);
            }
            _ => {}
        }
        let mut id = id;
        loop {
            if self.attempt(|m| m.same_form(pattern, id)) {
                return true;
            }
            match self.program.expr(id).kind {
                ExprKind::Cast(inner) => id = inner,
                _ => return false,
            }
        }
    }

    fn same_form(&mut self, pattern: &CExpr, id: ExprId) -> bool {
        let node = self.program.expr(id).kind;
        if let Some(value) = constant_of(pattern) {
            return matches!(node, ExprKind::Int(v) if v == value);
        }
        match (&pattern.kind, node) {
            (CExprKind::Name(name), ExprKind::Int(0)) => name == "NULL",
            (CExprKind::Name(name), ExprKind::FuncAddr(func)) => self.program.func_name(func) == name,
            (CExprKind::Name(name), ExprKind::AddrOf(place)) => self.is_decayed(name, place),
            (CExprKind::AddrOf(inner), ExprKind::AddrOf(place)) => self.place(inner, place),
            (CExprKind::AddrOf(inner), ExprKind::FuncAddr(_)) => self.expr(inner, id),
            (_, ExprKind::Load(place)) => self.place(pattern, place),
            (CExprKind::Unary(UnaryOp::Not, a), ExprKind::Binary(BinaryOp::Eq, x, zero)) => {
                self.constant(zero) == Some(0) && self.expr(a, x)
            }
            (CExprKind::Unary(wanted, a), ExprKind::Unary(op, x)) => *wanted == op && self.expr(a, x),
            (CExprKind::Binary(wanted, a, b), ExprKind::Binary(op, x, y)) => {
                let same = match op {
                    BinaryOp::PtrAdd => *wanted == BinaryOp::Add,
                    BinaryOp::PtrSub | BinaryOp::PtrDiff => *wanted == BinaryOp::Sub,
                    _ => *wanted == op,
                };
                same && self.expr(a, x) && self.expr(b, y)
            }
            (CExprKind::SizeOf(ty), ExprKind::Int(value)) => {
                size_of(self.program, ty).is_some_and(|size| i128::from(size) == value)
            }
            _ => false,
        }
    }

    /// Whether the address of `place` is what an array called `name` decays to.
    fn is_decayed(&self, name: &str, place: PlaceId) -> bool {
        match self.program.place(place).kind {
            PlaceKind::Var(var) => self.program.var_name(var) == name && !self.is_scalar(place),
            PlaceKind::Index { base, index } => {
                self.constant(index) == Some(0)
                    && matches!(self.program.place(base).kind,
                        PlaceKind::Var(var) if self.program.var_name(var) == name)
            }
            _ => false,
        }
    }

    fn is_scalar(&self, place: PlaceId) -> bool {
        self.program.types.is_scalar(self.program.place(place).ty)
    }

    fn place(&mut self, pattern: &CExpr, id: PlaceId) -> bool {
        let node = self.program.place(id).kind;
        match (&pattern.kind, node) {
            (CExprKind::Any, _) => true,
            (CExprKind::Bound(n), _) => self.bind(*n, Bound::Place(id)),
            (CExprKind::Name(name), PlaceKind::Var(var)) => self.program.var_name(var) == name,
            (CExprKind::Deref(a), PlaceKind::Deref(pointer)) => self.expr(a, pointer),
            (CExprKind::Arrow(a, member), PlaceKind::Field { base, .. }) => {
                self.is_member(id, member)
                    && match self.program.place(base).kind {
                        PlaceKind::Deref(pointer) => self.expr(a, pointer),
                        _ => false,
                    }
            }
            (CExprKind::Member(a, member), PlaceKind::Field { base, .. }) => {
                self.is_member(id, member) && self.place(a, base)
            }
            (CExprKind::Index(a, i), PlaceKind::Index { base, index }) => {
                self.place(a, base) && self.expr(i, index)
            }
            (CExprKind::Index(a, i), PlaceKind::Deref(pointer)) => match self.program.expr(pointer).kind {
                ExprKind::Binary(BinaryOp::PtrAdd, x, y) => self.expr(a, x) && self.expr(i, y),
                _ => constant_of(i) == Some(0) && self.expr(a, pointer),
            },
            _ => false,
        }
    }

    fn is_member(&self, place: PlaceId, member: &str) -> bool {
        let name = self.program.field_of(place).and_then(|f| f.name);
        name.is_some_and(|n| self.program.names.resolve(n) == member)
    }

    /// Whether a type is the one a cast names. Names made by `typedef` are not kept, so that any could be meant.
    fn is_type(&self, ty: argand_cfa::TypeId, wanted: &CType) -> bool {
        if matches!(wanted.base, BaseType::Named(_)) {
            return true;
        }
        let text = self.program.type_text(ty);
        text.replace(' ', "") == wanted.to_string().replace(' ', "")
    }
}

/// The value of a constant pattern.
fn constant_of(pattern: &CExpr) -> Option<i128> {
    match &pattern.kind {
        CExprKind::Int { value, .. } => Some(i128::from(*value)),
        CExprKind::Unary(UnaryOp::Neg, inner) => constant_of(inner).map(|v| -v),
        _ => None,
    }
}
