//! What expressions read and edges write.

use argand_cfa::walk::{Node, for_each_node};
use argand_cfa::{EdgeId, ExprId, ExprKind, LibFn, Op, PlaceBase, PlaceId, PlaceKind, Program, VarId};

/// What an expression reads. Variables whose address it takes count too.
struct Reads {
    vars: Vec<VarId>,
    memory: bool,
}

impl Reads {
    fn of(program: &Program, expr: ExprId) -> Self {
        let mut reads = Self { vars: Vec::new(), memory: false };
        for_each_node(program, Node::Expr(expr), |node| match node {
            // Object sizes are a matter of memory.
            Node::Expr(e) => reads.memory |= matches!(program.expr(e).kind, ExprKind::Intrinsic(..)),
            Node::Place(p) => match program.place(p).kind {
                PlaceKind::Var(var) => reads.vars.push(var),
                PlaceKind::Deref(_) => reads.memory = true,
                PlaceKind::Field { .. } | PlaceKind::Index { .. } => {}
            },
        });
        reads
    }

    /// Whether a write through a pointer can change the expression.
    fn is_reachable(&self, program: &Program) -> bool {
        self.memory || self.vars.iter().any(|v| program.vars[*v].addressed)
    }

    /// Whether a write to the variable can change the expression.
    fn depends_on(&self, program: &Program, var: VarId) -> bool {
        self.vars.contains(&var) || program.vars[var].addressed && self.memory
    }
}

/// Whether an expression has the same value after an edge as before it.
pub(crate) fn keeps(program: &Program, edge: EdgeId, expr: ExprId) -> bool {
    let reads = Reads::of(program, expr);
    let written = |place: PlaceId| match program.place_extent(place).base {
        PlaceBase::Var(var) => reads.depends_on(program, var),
        PlaceBase::Deref(_) => reads.is_reachable(program),
    };
    match &program.edges[edge].op {
        Op::Noop | Op::Assume { .. } | Op::Halt(_) | Op::Summary(_) | Op::Unsupported(_) => true,
        Op::Assign { dst, .. } | Op::Havoc { dst, .. } => !written(*dst),
        Op::Init { var, .. } | Op::Declare { var, .. } | Op::Dead { var } => !reads.depends_on(program, *var),
        // The caller's variables are those of another activation now.
        Op::Call(_) => !reads.memory && reads.vars.iter().all(|v| program.vars[*v].is_static()),
        Op::Return(site) => {
            let site = &program.call_sites[*site];
            let caller = program.locs[site.call].func;
            let kept = |v: &VarId| {
                let var = &program.vars[*v];
                var.func == Some(caller) && !var.is_static() && !var.addressed && site.dst != Some(*v)
            };
            !reads.memory && reads.vars.iter().all(kept)
        }
        Op::Extern(call) => {
            let dst = program.extern_calls[*call].dst;
            if dst.is_some_and(|d| reads.depends_on(program, d)) {
                return false;
            }
            match program.extern_model(*call) {
                LibFn::Undefined
                | LibFn::Nondet
                | LibFn::Open
                | LibFn::Malloc
                | LibFn::Calloc
                | LibFn::Alloca
                | LibFn::Exit
                | LibFn::Abort
                | LibFn::AssertFail
                | LibFn::Unreachable
                | LibFn::Puts
                | LibFn::Fputs
                | LibFn::Putchar => true,
                LibFn::Free => !reads.memory,
                // Anything else may write through its arguments.
                _ => !reads.is_reachable(program),
            }
        }
    }
}
