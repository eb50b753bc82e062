//! What expressions read and edges write.

use argand_cfa::walk::{Node, for_each_node};
use argand_cfa::{EdgeId, ExprId, ExprKind, Op, PlaceBase, PlaceKind, Program, VarId};
use argand_flow::edges::{self, Write};

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
    let op = &program.edges[edge].op;
    // Variables of the function that is entered or left are those of another activation now.
    let survives = |v: &VarId| match op {
        Op::Return(site) => {
            let var = &program.vars[*v];
            var.func == Some(program.locs[program.call_sites[*site].call].func)
                && !var.is_static()
                && !var.addressed
        }
        Op::Call(_)
        | Op::Noop
        | Op::Assume { .. }
        | Op::Assign { .. }
        | Op::Init { .. }
        | Op::Havoc { .. }
        | Op::Declare { .. }
        | Op::Dead { .. }
        | Op::Summary(_)
        | Op::Extern(_)
        | Op::Halt(_)
        | Op::Unsupported(_) => program.vars[*v].is_static(),
    };
    let mut kept = true;
    edges::writes(program, op, |write| {
        kept &= match write {
            Write::Var(var) => !reads.depends_on(program, var),
            Write::Place(place) => match program.place_extent(place).base {
                PlaceBase::Var(var) => !reads.depends_on(program, var),
                PlaceBase::Deref(_) => !reads.is_reachable(program),
            },
            Write::Frame(_) => !reads.memory && reads.vars.iter().all(survives),
            // Variables are not freed; only what lies behind a pointer can be gone.
            Write::Freed(_) => !reads.memory,
            Write::Behind { .. }
            | Write::Count(_)
            | Write::List(_)
            | Write::Reachable(_)
            | Write::Anything => !reads.is_reachable(program),
        };
    });
    kept
}
