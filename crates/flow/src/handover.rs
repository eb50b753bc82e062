//! Functions of the program that a function outside gets hold of, and may call.
//!
//! What such a call does is done by the program's own code, which nobody follows there, so that the path has no answer.
//! A function that is an argument itself is seen by the front end; here are those that lie in memory, such as a record
//! of callbacks. Which memory may hold functions is found over the whole program; whether an argument leads to it,
//! by its class and by its type: memory that went outside is one class, and types tell the calls apart.

use crate::effects::Effects;
use crate::pointsto::{Class, PointsTo};
use argand_cfa::expr::{ExprId, ExprKind};
use argand_cfa::types::{TypeId, TypeKind};
use argand_cfa::{EdgeId, ExternId, FuncId, LibFn, Op, Program};
use argand_support::FxHashSet;

/// Ends every path that calls a function outside with memory in which it may find a function of the program; how many
/// such calls there are.
pub fn end_paths(program: &mut Program) -> usize {
    let taken = |expr: &ExprKind| matches!(*expr, ExprKind::FuncAddr(f) if is_defined(program, f));
    if !program.pool.iter().any(|(_, expr)| taken(&expr.kind)) {
        return 0;
    }
    let open: Vec<EdgeId> = program
        .edges
        .iter_enumerated()
        .filter(|(_, edge)| matches!(edge.op, Op::Extern(id) if !openings(program, id).is_empty()))
        .map(|(id, _)| id)
        .collect();
    if open.is_empty() {
        return 0;
    }
    let code = Code::new(program);
    let found: Vec<EdgeId> = open.into_iter().filter(|&edge| code.is_handed_over(program, edge)).collect();
    for &edge in &found {
        end(program, edge);
    }
    found.len()
}

fn is_defined(program: &Program, func: FuncId) -> bool {
    program.functions[func].entry().is_some()
}

/// The arguments of a call of a function outside whose types may lead to functions.
fn openings(program: &Program, call: ExternId) -> Vec<ExprId> {
    if program.extern_model(call) != LibFn::Outside {
        return Vec::new();
    }
    let args = program.extern_calls[call].args.iter().copied();
    args.filter(|&arg| leads_to_code(program, written_type(program, arg), &mut Vec::new())).collect()
}

/// The type of an argument before it was made to fit.
fn written_type(program: &Program, mut arg: ExprId) -> TypeId {
    while let ExprKind::Cast(inner) = program.expr(arg).kind {
        let inner_ty = program.expr(inner).ty;
        if !program.types.is_pointer(inner_ty) {
            break;
        }
        arg = inner;
    }
    program.expr(arg).ty
}

/// Whether a value of a type may lead to a function. Who points to a number or a byte means no more than that; behind
/// a pointer to anything there may be anything.
fn leads_to_code(program: &Program, ty: TypeId, seen: &mut Vec<TypeId>) -> bool {
    if seen.contains(&ty) {
        return false;
    }
    seen.push(ty);
    match program.types.kind(ty) {
        TypeKind::Pointer(to) => match program.types.kind(*to) {
            TypeKind::Function(_) | TypeKind::Void | TypeKind::Opaque { .. } => true,
            _ => leads_to_code(program, *to, seen),
        },
        TypeKind::Array { elem, .. } => leads_to_code(program, *elem, seen),
        TypeKind::Record(id) => {
            let record = program.types.record(*id);
            program.types.size_of(ty).is_none()
                || record.fields.iter().any(|field| leads_to_code(program, field.ty, seen))
        }
        TypeKind::Void
        | TypeKind::Int(_)
        | TypeKind::BitInt { .. }
        | TypeKind::Float(_)
        | TypeKind::Function(_) => false,
        TypeKind::Opaque { .. } => true,
    }
}

/// Which memory may hold addresses of the program's functions.
struct Code {
    pointers: PointsTo,
    classes: FxHashSet<Class>,
    /// Whether an argument beyond parameters may be one.
    variadic: bool,
    changed: bool,
}

impl Code {
    fn new(program: &Program) -> Self {
        let (pointers, _) = PointsTo::new(program);
        let mut this = Self { pointers, classes: FxHashSet::default(), variadic: false, changed: true };
        while std::mem::take(&mut this.changed) {
            for edge in &program.edges {
                this.edge(program, &edge.op);
            }
        }
        this
    }

    fn mark(&mut self, class: Class) {
        self.changed |= self.classes.insert(self.pointers.find(class));
    }

    fn holds(&self, class: Class) -> bool {
        self.classes.contains(&self.pointers.find(class))
    }

    fn edge(&mut self, program: &Program, op: &Op) {
        match op {
            Op::Assign { dst, src } => self.assign(self.pointers.place(program, *dst).class, program, *src),
            Op::Init { entries, .. } => {
                for entry in entries {
                    self.assign(self.pointers.place(program, entry.place).class, program, entry.value);
                }
            }
            Op::Call(site) => {
                let site = &program.call_sites[*site];
                let params = &program.functions[site.callee].params;
                for (&param, &arg) in params.iter().zip(&site.args) {
                    self.assign(self.pointers.var(param), program, arg);
                }
                let rest = site.args.iter().skip(params.len());
                if !self.variadic && rest.into_iter().any(|&arg| self.value(program, arg)) {
                    (self.variadic, self.changed) = (true, true);
                }
            }
            Op::Return(site) => {
                let site = &program.call_sites[*site];
                if let (Some(dst), Some(ret)) = (site.dst, program.functions[site.callee].ret)
                    && self.holds(self.pointers.var(ret))
                    && carries(program, program.vars[ret].ty)
                {
                    self.mark(self.pointers.var(dst));
                }
            }
            Op::Extern(id) => {
                let call = &program.extern_calls[*id];
                let model = program.extern_model(*id);
                let behind = |k: usize| {
                    let arg = call.args.get(k)?;
                    self.pointers.value(program, *arg).map(|cell| cell.class)
                };
                if let Some((to, from)) = Effects::of(model).copies
                    && let (Some(to), Some(from)) = (behind(to), behind(from))
                    && self.holds(from)
                {
                    self.mark(to);
                }
                if let (LibFn::VaArg, Some(dst), true) = (model, call.dst, self.variadic) {
                    self.mark(self.pointers.var(dst));
                }
            }
            Op::Noop
            | Op::Assume { .. }
            | Op::Havoc { .. }
            | Op::Declare { .. }
            | Op::Dead { .. }
            | Op::Summary(_)
            | Op::Halt(_)
            | Op::Unsupported(_) => {}
        }
    }

    fn assign(&mut self, class: Class, program: &Program, src: ExprId) {
        if !self.holds(class) && self.value(program, src) {
            self.mark(class);
        }
    }

    /// Whether a value may be or contain the address of a function of the program.
    fn value(&self, program: &Program, expr: ExprId) -> bool {
        let node = program.expr(expr);
        match node.kind {
            ExprKind::FuncAddr(func) => is_defined(program, func),
            ExprKind::Load(place) => {
                carries(program, node.ty) && self.holds(self.pointers.place(program, place).class)
            }
            ExprKind::Cast(inner) | ExprKind::Unary(_, inner) => self.value(program, inner),
            ExprKind::Binary(op, a, b) => {
                !op.is_comparison() && (self.value(program, a) || self.value(program, b))
            }
            ExprKind::Intrinsic(_, args) => args.iter().any(|arg| self.value(program, arg)),
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::AddrOf(_) => false,
        }
    }

    fn is_handed_over(&self, program: &Program, edge: EdgeId) -> bool {
        let Op::Extern(call) = program.edges[edge].op else { return false };
        openings(program, call).into_iter().any(|arg| {
            let behind = self.pointers.value(program, arg).map(|cell| cell.class);
            self.value(program, arg)
                || self.pointers.reachable(behind).into_iter().any(|class| self.holds(class))
        })
    }
}

/// Whether a value of a type has room for an address, or is a byte of one that is copied byte by byte.
fn carries(program: &Program, ty: TypeId) -> bool {
    let size = program.types.size_of(ty).unwrap_or(u64::MAX);
    !program.types.is_float(ty) && (size == 1 || size >= program.types.model().pointer_bytes())
}

/// Puts the end of the path before an edge.
fn end(program: &mut Program, edge: EdgeId) {
    let Op::Extern(call) = program.edges[edge].op else { return };
    let name = program.func_name(program.extern_calls[call].callee);
    let reason =
        format!("memory with a function in it that is handed over to '{name}', which is defined nowhere");
    let reason = program.names.intern(&reason);
    let (from, span) = (program.edges[edge].from, program.edges[edge].span);
    let before = program.add_loc(program.locs[from].func);
    program.locs[from].out.retain(|out| *out != edge);
    program.edges[edge].from = before;
    program.locs[before].out.push(edge);
    program.add_edge(from, before, Op::Unsupported(reason), span);
}
