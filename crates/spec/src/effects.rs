//! What expressions read and edges write.

use argand_cfa::{EdgeId, ExprId, ExprKind, LibFn, Op, PlaceBase, PlaceId, PlaceKind, Program, VarId};

/// What an expression reads.
#[derive(Default)]
struct Reads {
    vars: Vec<VarId>,
    memory: bool,
}

fn reads(program: &Program, expr: ExprId, out: &mut Reads) {
    match program.expr(expr).kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FuncAddr(_) => {}
        ExprKind::Load(place) => place_reads(program, place, true, out),
        ExprKind::AddrOf(place) => place_reads(program, place, false, out),
        ExprKind::Unary(_, a) | ExprKind::Cast(a) => reads(program, a, out),
        ExprKind::Binary(_, a, b) => {
            reads(program, a, out);
            reads(program, b, out);
        }
        ExprKind::Intrinsic(_, args) => {
            for arg in args.iter() {
                reads(program, arg, out);
            }
            // Object sizes are a matter of memory.
            out.memory = true;
        }
    }
}

fn place_reads(program: &Program, place: PlaceId, loaded: bool, out: &mut Reads) {
    match program.place(place).kind {
        PlaceKind::Var(var) if loaded => out.vars.push(var),
        PlaceKind::Var(_) => {}
        PlaceKind::Deref(pointer) => {
            out.memory |= loaded;
            reads(program, pointer, out);
        }
        PlaceKind::Field { base, .. } => place_reads(program, base, loaded, out),
        PlaceKind::Index { base, index } => {
            place_reads(program, base, loaded, out);
            reads(program, index, out);
        }
    }
}

/// Whether an expression has the same value after an edge as before it.
pub(crate) fn keeps(program: &Program, edge: EdgeId, expr: ExprId) -> bool {
    let mut read = Reads::default();
    reads(program, expr, &mut read);
    let addressed = |reads: &Reads| reads.memory || reads.vars.iter().any(|v| program.vars[*v].addressed);
    let writes_place = |place: PlaceId| match program.place_extent(place).base {
        PlaceBase::Var(var) => read.vars.contains(&var) || (program.vars[var].addressed && read.memory),
        PlaceBase::Deref(_) => addressed(&read),
    };
    match &program.edges[edge].op {
        Op::Noop | Op::Assume { .. } | Op::Halt(_) | Op::Summary(_) | Op::Unsupported(_) => true,
        Op::Assign { dst, .. } | Op::Havoc { dst, .. } => !writes_place(*dst),
        Op::Init { var, .. } | Op::Declare { var, .. } | Op::Dead { var } => {
            !(read.vars.contains(var) || program.vars[*var].addressed && read.memory)
        }
        // The caller's variables are those of another activation now.
        Op::Call(_) => !read.memory && read.vars.iter().all(|v| program.vars[*v].is_static()),
        Op::Return(site) => {
            let site = &program.call_sites[*site];
            let caller = program.locs[site.call].func;
            !read.memory
                && read.vars.iter().all(|v| {
                    let var = &program.vars[*v];
                    var.func == Some(caller) && !var.is_static() && !var.addressed && site.dst != Some(*v)
                })
        }
        Op::Extern(call) => {
            let dst = program.extern_calls[*call].dst;
            let dst_kept = dst.is_none_or(|d| !read.vars.contains(&d));
            dst_kept
                && match program.extern_model(*call) {
                    LibFn::Undefined
                    | LibFn::Nondet
                    | LibFn::Malloc
                    | LibFn::Calloc
                    | LibFn::Alloca
                    | LibFn::Exit
                    | LibFn::Abort
                    | LibFn::AssertFail
                    | LibFn::Unreachable
                    | LibFn::Printf
                    | LibFn::Fprintf
                    | LibFn::Puts
                    | LibFn::Fputs
                    | LibFn::Putchar => true,
                    LibFn::Free => !read.memory,
                    // Anything else may write through its arguments.
                    _ => !addressed(&read),
                }
        }
    }
}
