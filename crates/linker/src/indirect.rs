//! Calls through pointers, resolved when the whole program is known.
//!
//! Such a call compares the pointer with every function that has a compatible type and whose address the
//! program takes; a pointer that is none of them leads to a call of nobody knows what. Where functions outside are taken
//! to change nothing, so is a function that only the world outside can have given.

use crate::build;
use crate::calls::{call_function, fit, result_type};
use crate::cursor::Cursor;
use crate::externs::Externs;
use crate::library::{self, CallForm, call_form};
use crate::links::Links;
use argand_cfa::{
    BinaryOp, Body, Branch, BranchKind, BranchRef, EdgeId, ExprId, ExprKind, FuncId, FunctionType, LibFn,
    LocId, NondetSource, Op, Program, TypeId, TypeKind, VarId, VarKind,
};
use argand_support::{FxHashMap, Span};

/// A call through a pointer.
pub struct PointerCall {
    /// Who calls.
    pub caller: FuncId,
    /// The pointer.
    pub pointer: ExprId,
    /// The arguments.
    pub args: Vec<ExprId>,
    /// Where the result goes, if it is wanted.
    pub dst: Option<VarId>,
    /// Where the call stands.
    pub span: Span,
}

/// A call through a pointer that consists of its last resort so far.
pub(crate) struct Pending {
    caller: FuncId,
    /// Where the call is.
    at: LocId,
    /// The edge for a pointer that is no function of the program.
    edge: EdgeId,
    pointer: ExprId,
    /// The type of the functions the pointer is for.
    signature: Option<TypeId>,
}

impl<D> Links<D> {
    /// A call through a pointer. Which functions it may reach is known when every unit is lowered; until
    /// then there is only the edge for a function that nobody knows.
    pub fn call_pointer(&mut self, program: &mut Program, cursor: &mut Cursor, call: PointerCall) {
        let PointerCall { caller, pointer, mut args, dst, span } = call;
        let Some(at) = cursor.here(program, caller) else { return };
        let signature = program.types.pointee(program.expr(pointer).ty);
        let edge = program.edges.next_index();
        let model = if self.externs.default == Externs::Pure {
            args.insert(0, pointer);
            LibFn::Foreign
        } else {
            LibFn::UnknownCallee
        };
        self.calls.call_library(program, cursor, caller, (model, args, dst), span);
        self.calls.pending.push(Pending { caller, at, edge, pointer, signature });
    }

    /// Resolves the calls through pointers. To be called once, after every body of every unit was lowered and before
    /// [`Program::finish`].
    pub fn resolve_calls(&mut self, program: &mut Program) {
        let calls = std::mem::take(&mut self.calls.pending);
        if calls.is_empty() {
            return;
        }
        let by_arity = addressed_functions(program);
        let mut candidates: FxHashMap<TypeId, Vec<FuncId>> = FxHashMap::default();
        for call in &calls {
            let Some(signature) = call.signature else { continue };
            let found = candidates
                .entry(signature)
                .or_insert_with(|| compatible_functions(program, signature, &by_arity));
            self.expand(program, call, found);
        }
    }

    /// Puts the comparisons in front of the last resort.
    fn expand(&mut self, program: &mut Program, call: &Pending, candidates: &[FuncId]) {
        let span = program.edges[call.edge].span;
        let after = program.edges[call.edge].to;
        let Op::Extern(last_resort) = program.edges[call.edge].op else { return };
        let foreign = program.extern_model(last_resort) == LibFn::Foreign;
        let (args, dst) = {
            let site = &program.extern_calls[last_resort];
            (site.args[usize::from(foreign)..].to_vec(), site.dst)
        };
        let call_itself = PointerCall { caller: call.caller, pointer: call.pointer, args, dst, span };
        let candidates: Vec<FuncId> = match program.expr(call.pointer).kind {
            ExprKind::FuncAddr(func) => vec![func],
            _ => candidates.to_vec(),
        };
        let given = call_itself.args.len();
        let candidates: Vec<FuncId> =
            candidates.into_iter().filter(|&func| enough_arguments(program, func, given)).collect();
        if candidates.is_empty() && !foreign {
            return;
        }
        let branch =
            program.branches.push(Branch { kind: BranchKind::Dispatch, keyword: span, condition: span });
        let branches = [Some(BranchRef { branch, outcome: None }); 2];
        program.locs[call.at].out.retain(|edge| *edge != call.edge);
        let mut cursor = Cursor::at(call.at);
        for func in candidates {
            let address_ty = program.types.pointer_to(program.functions[func].ty);
            let address = program.pool.expr(ExprKind::FuncAddr(func), address_ty);
            let pointer_ty = program.expr(call.pointer).ty;
            let address = build::cast(program, address, pointer_ty);
            let test = build::binary(program, BinaryOp::Eq, call.pointer, address);
            let (mut hit, miss) = cursor.split(program, call.caller, test, branches, span);
            self.target(program, &mut hit, &call_itself, func);
            hit.lead_to(program, after);
            cursor = miss;
        }
        if foreign {
            // Null is a function of nobody's: the call does not come back, so nothing takes its result.
            let ty = program.expr(call.pointer).ty;
            let null = build::int(program, 0, ty);
            let test = build::binary(program, BinaryOp::Eq, call.pointer, null);
            let (mut hit, miss) = cursor.split(program, call.caller, test, branches, span);
            let nobody = (LibFn::NullCall, call_itself.args, None);
            self.calls.call_library(program, &mut hit, call.caller, nobody, span);
            hit.lead_to(program, after);
            cursor = miss;
        }
        if let Some(from) = cursor.here(program, call.caller) {
            program.edges[call.edge].from = from;
            program.locs[from].out.push(call.edge);
        }
    }

    /// One function that the pointer may point to.
    fn target(&self, program: &mut Program, cursor: &mut Cursor, call: &PointerCall, func: FuncId) {
        let &PointerCall { caller, dst, span, .. } = call;
        if let Some(op) = self.unsupported_callee(func) {
            cursor.emit(program, caller, op, span);
            if let Some(dst) = dst {
                let dst = build::var_place(program, dst);
                cursor.emit(program, caller, Op::Havoc { dst, source: NondetSource::Library }, span);
            }
            return;
        }
        if matches!(program.functions[func].body, Body::Extern(_))
            && let CallForm::Pure(function) = call_form(program.func_name(func))
        {
            if let (Some(dst), Some(value)) = (dst, function.apply(program, func, &call.args)) {
                set(program, cursor, caller, (dst, value), span);
            }
            if function.may_fail() {
                self.leave_errno(program, cursor, caller, span);
            }
            return;
        }
        let given: Vec<TypeId> = call.args.iter().map(|&arg| program.expr(arg).ty).collect();
        let result = result_type(program, func);
        if !library::fits(program, func, &given, dst.map_or(result, |dst| program.vars[dst].ty)) {
            let reason =
                program.names.intern("a call through a pointer that does not fit the library's function");
            cursor.emit(program, caller, Op::Unsupported(reason), span);
            return;
        }
        let args = fit(program, func, call.args.clone());
        let direct = dst.filter(|&dst| program.vars[dst].ty == result);
        let own = match (dst, direct) {
            (Some(_), None) if result != program.types.void() => Some(temp(program, caller, result, span)),
            _ => direct,
        };
        call_function(program, cursor, caller, (func, args, own), false, span);
        self.leave_errno_after(program, cursor, (caller, func), span);
        if let (Some(dst), Some(own), None) = (dst, own, direct) {
            let value = build::load_var(program, own);
            set(program, cursor, caller, (dst, value), span);
        }
    }
}

/// `dst = value`, on an edge.
fn set(program: &mut Program, cursor: &mut Cursor, func: FuncId, (dst, value): (VarId, ExprId), span: Span) {
    let ty = program.vars[dst].ty;
    let src = build::coerce(program, value, ty);
    let dst = build::var_place(program, dst);
    cursor.emit(program, func, Op::Assign { dst, src }, span);
}

/// The functions whose address is taken, by the number of their parameters.
fn addressed_functions(program: &Program) -> FxHashMap<usize, Vec<FuncId>> {
    let mut taken: Vec<FuncId> = program
        .pool
        .iter()
        .filter_map(|(_, expr)| match expr.kind {
            ExprKind::FuncAddr(func) => Some(func),
            _ => None,
        })
        .collect();
    taken.sort_unstable();
    taken.dedup();
    let mut by_arity: FxHashMap<usize, Vec<FuncId>> = FxHashMap::default();
    for func in taken {
        if let TypeKind::Function(ty) = program.types.kind(program.functions[func].ty) {
            by_arity.entry(ty.params.len()).or_default().push(func);
        }
    }
    by_arity
}

fn compatible_functions(
    program: &Program,
    signature: TypeId,
    by_arity: &FxHashMap<usize, Vec<FuncId>>,
) -> Vec<FuncId> {
    let TypeKind::Function(wanted) = program.types.kind(signature) else { return Vec::new() };
    let fits = |func: &FuncId| match program.types.kind(program.functions[*func].ty) {
        TypeKind::Function(found) => compatible_signatures(program, wanted, found),
        _ => false,
    };
    let mut found: Vec<FuncId> = if wanted.prototyped {
        let unprototyped = by_arity.get(&0).into_iter().flatten();
        let same = by_arity.get(&wanted.params.len()).into_iter().flatten();
        same.chain(unprototyped).copied().filter(fits).collect()
    } else {
        let mut all: Vec<_> = by_arity.iter().flat_map(|(_, funcs)| funcs.iter().copied()).collect();
        all.retain(fits);
        all
    };
    found.sort_unstable();
    found.dedup();
    found
}

fn compatible_signatures(program: &Program, a: &FunctionType, b: &FunctionType) -> bool {
    if !compatible(program, a.ret, b.ret, 0) {
        return false;
    }
    if !a.prototyped || !b.prototyped {
        return true;
    }
    a.variadic == b.variadic
        && a.params.len() == b.params.len()
        && a.params.iter().zip(&b.params).all(|(&a, &b)| compatible(program, a, b, 0))
}

/// Whether two types are compatible as far as a call can tell: pointers to records of one name are, also
/// where one of them is incomplete, and pointers to `void` fit every pointer to an object.
fn compatible(program: &Program, a: TypeId, b: TypeId, depth: u32) -> bool {
    if a == b || depth > 8 {
        return true;
    }
    let types = &program.types;
    match (types.kind(a), types.kind(b)) {
        (TypeKind::Pointer(a), TypeKind::Pointer(b)) => {
            let void = types.void();
            *a == void || *b == void || compatible(program, *a, *b, depth + 1)
        }
        (TypeKind::Array { elem: a, .. }, TypeKind::Array { elem: b, .. }) => {
            compatible(program, *a, *b, depth + 1)
        }
        (TypeKind::Record(a), TypeKind::Record(b)) => {
            let (a, b) = (types.record(*a), types.record(*b));
            a.kind == b.kind && a.tag == b.tag && (a.size == b.size || !a.complete || !b.complete)
        }
        (TypeKind::Function(a), TypeKind::Function(b)) => compatible_signatures(program, a, b),
        (TypeKind::Int(a), TypeKind::Int(b)) => a.bytes(types.model()) == b.bytes(types.model()),
        _ => false,
    }
}

fn enough_arguments(program: &Program, func: FuncId, given: usize) -> bool {
    match program.functions[func].body {
        Body::Defined { .. } => program.functions[func].params.len() <= given,
        Body::Extern(_) => true,
    }
}

fn temp(program: &mut Program, func: FuncId, ty: TypeId, span: Span) -> VarId {
    let name = format!("t$call{}", program.vars.len());
    build::variable(program, &name, ty, VarKind::Temp, Some(func), span)
}
