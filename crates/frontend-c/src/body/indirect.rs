//! Calls through pointers, resolved when the whole program is known.
//!
//! Such a call compares the pointer with every function that has a compatible type and whose address the
//! program takes; a pointer that is none of them leads to a call of nobody knows what. Where functions outside are taken
//! to change nothing, so is a function that only the world outside can have given.

use super::build;
use super::call::{call_function, fit, result_type};
use super::flow::Cursor;
use super::known::{Known, by_name};
use crate::library;
use crate::links::Links;
use argand_cfa::{
    BinaryOp, Body, Branch, BranchKind, BranchRef, EdgeId, ExprId as Value, ExprKind, FuncId, Function,
    FunctionType, LibFn, LocId, NondetSource, Op, Origin, Program, TypeId, TypeKind, Var, VarId, VarKind,
};
use argand_support::{FxHashMap, Span};

/// What is left to do when every unit is lowered: calls through pointers need to know every function whose
/// address is taken.
#[derive(Default)]
pub(crate) struct Deferred {
    pub(super) calls: Vec<PendingCall>,
    /// What calls of functions without a body become.
    pub(super) known: FxHashMap<FuncId, Known>,
    library: FxHashMap<(LibFn, TypeId), FuncId>,
}

/// A call through a pointer that consists of its last resort so far.
pub(super) struct PendingCall {
    pub caller: FuncId,
    /// Where the call is.
    pub at: LocId,
    /// The edge for a pointer that is no function of the program.
    pub edge: EdgeId,
    pub pointer: Value,
    /// The type of the functions the pointer is for.
    pub signature: Option<TypeId>,
}

impl Deferred {
    /// The function with a meaning that only the lowering asks for, one for each type it returns.
    pub(super) fn library(&mut self, program: &mut Program, model: LibFn, ret: TypeId) -> FuncId {
        *self.library.entry((model, ret)).or_insert_with(|| {
            let name = match model {
                LibFn::VaStart => "va_start",
                LibFn::VaArg => "va_arg",
                LibFn::VaEnd => "va_end",
                LibFn::VaCopy => "va_copy",
                LibFn::Alloca => "alloca",
                LibFn::Abort => "__builtin_trap",
                LibFn::Unreachable => "__builtin_unreachable",
                LibFn::Foreign => "<function outside>",
                _ => "<unknown function>",
            };
            let ty = program.types.intern(TypeKind::Function(FunctionType {
                ret,
                params: Box::default(),
                variadic: true,
                prototyped: false,
            }));
            program.functions.push(Function {
                name: program.names.intern(name),
                ty,
                params: Vec::new(),
                ret: None,
                body: Body::Extern(model),
                origin: Origin::Library,
                span: Span::NONE,
                addressed: false,
            })
        })
    }
}

/// Does what was deferred. Called once, after every body of every unit was lowered and before
/// [`Program::finish`].
pub(crate) fn finish(program: &mut Program, links: &mut Links) {
    let calls = std::mem::take(&mut links.deferred.calls);
    if calls.is_empty() {
        return;
    }
    let mut by_arity: FxHashMap<usize, Vec<FuncId>> = FxHashMap::default();
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
    for func in taken {
        if let TypeKind::Function(ty) = program.types.kind(program.functions[func].ty) {
            by_arity.entry(ty.params.len()).or_default().push(func);
        }
    }
    let mut candidates: FxHashMap<TypeId, Vec<FuncId>> = FxHashMap::default();
    for call in &calls {
        let Some(signature) = call.signature else { continue };
        let found = candidates
            .entry(signature)
            .or_insert_with(|| compatible_functions(program, signature, &by_arity));
        expand(program, links, call, found);
    }
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

/// Puts the comparisons in front of the last resort.
fn expand(program: &mut Program, links: &mut Links, call: &PendingCall, candidates: &[FuncId]) {
    let span = program.edges[call.edge].span;
    let after = program.edges[call.edge].to;
    let Op::Extern(last_resort) = program.edges[call.edge].op else { return };
    let foreign = program.extern_model(last_resort) == LibFn::Foreign;
    let (args, dst) = {
        let site = &program.extern_calls[last_resort];
        (site.args[usize::from(foreign)..].to_vec(), site.dst)
    };
    let candidates: Vec<FuncId> = match program.expr(call.pointer).kind {
        ExprKind::FuncAddr(func) => vec![func],
        _ => candidates.to_vec(),
    };
    let candidates = candidates.into_iter().filter(|&func| enough_arguments(program, func, args.len()));
    let candidates: Vec<FuncId> = candidates.collect();
    if candidates.is_empty() && !foreign {
        return;
    }
    let branch = program.branches.push(Branch { kind: BranchKind::Dispatch, keyword: span, condition: span });
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
        target(program, links, &mut hit, call, func, args.clone(), dst, span);
        hit.lead_to(program, after);
        cursor = miss;
    }
    if foreign {
        // Null is a function of nobody's.
        let ty = program.expr(call.pointer).ty;
        let null = build::int(program, 0, ty);
        let test = build::binary(program, BinaryOp::Eq, call.pointer, null);
        let (mut hit, miss) = cursor.split(program, call.caller, test, branches, span);
        let ret = dst.map_or(program.types.void(), |dst| program.vars[dst].ty);
        let nobody = links.deferred.library(program, LibFn::UnknownCallee, ret);
        call_function(program, &mut hit, call.caller, (nobody, args, dst), false, span);
        hit.lead_to(program, after);
        cursor = miss;
    }
    if let Some(from) = cursor.here(program, call.caller) {
        program.edges[call.edge].from = from;
        program.locs[from].out.push(call.edge);
    }
}

fn enough_arguments(program: &Program, func: FuncId, given: usize) -> bool {
    match program.functions[func].body {
        Body::Defined { .. } => program.functions[func].params.len() <= given,
        Body::Extern(_) => true,
    }
}

/// One function that the pointer may point to.
#[expect(clippy::too_many_arguments, reason = "one call, taken apart")]
fn target(
    program: &mut Program,
    links: &Links,
    cursor: &mut Cursor,
    call: &PendingCall,
    func: FuncId,
    args: Vec<Value>,
    dst: Option<VarId>,
    span: Span,
) {
    if let Some(&reason) = links.unsupported.get(&func) {
        cursor.emit(program, call.caller, Op::Unsupported(reason), span);
        if let Some(dst) = dst {
            let dst = build::var_place(program, dst);
            cursor.emit(program, call.caller, Op::Havoc { dst, source: NondetSource::Library }, span);
        }
        return;
    }
    let set = |program: &mut Program, cursor: &mut Cursor, dst: VarId, value: Value| {
        let ty = program.vars[dst].ty;
        let src = build::coerce(program, value, ty);
        let dst = build::var_place(program, dst);
        cursor.emit(program, call.caller, Op::Assign { dst, src }, span);
    };
    if matches!(program.functions[func].body, Body::Extern(_))
        && let Known::Pure(function) = by_name(program.func_name(func))
    {
        if let (Some(dst), Some(value)) = (dst, function.apply(program, func, &args)) {
            set(program, cursor, dst, value);
        }
        return;
    }
    let given: Vec<TypeId> = args.iter().map(|&arg| program.expr(arg).ty).collect();
    let result = result_type(program, func);
    if !library::fits(program, func, &given, dst.map_or(result, |dst| program.vars[dst].ty)) {
        let reason =
            program.names.intern("a call through a pointer that does not fit the library's function");
        cursor.emit(program, call.caller, Op::Unsupported(reason), span);
        return;
    }
    let args = fit(program, func, args);
    let direct = dst.filter(|&dst| program.vars[dst].ty == result);
    let own = match (dst, direct) {
        (Some(_), None) if result != program.types.void() => Some(temp(program, call.caller, result, span)),
        _ => direct,
    };
    call_function(program, cursor, call.caller, (func, args, own), false, span);
    if let (Some(dst), Some(own), None) = (dst, own, direct) {
        let value = build::load_var(program, own);
        set(program, cursor, dst, value);
    }
}

fn temp(program: &mut Program, func: FuncId, ty: TypeId, span: Span) -> VarId {
    let name = program.names.intern(&format!("t$call{}", program.vars.len()));
    program.vars.push(Var {
        name,
        ty,
        kind: VarKind::Temp,
        func: Some(func),
        span,
        addressed: false,
        extent: None,
        align: None,
        undefined: false,
    })
}
