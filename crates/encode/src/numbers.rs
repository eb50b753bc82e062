//! Numbers that are turned into pointers as soon as they were pointers.
//!
//! A number outlives the object whose address it was, and another object may be there when it is turned into a pointer.
//! Not so where nothing happens in between: `*(int *)((unsigned long)p + 4)` accesses what `p` points to, however many
//! temporaries the sum takes. Where `p` is dangling it is as invalid as `*p`.

use argand_cfa::walk::{Node, operands, parts};
use argand_cfa::{EdgeId, ExprId, ExprKind, Op, PlaceKind, Program, VarId, VarKind};
use argand_flow::pointsto::PointsTo;
use argand_support::FxHashSet;

/// How many edges back the assignment of a temporary is looked for.
const STEPS: usize = 64;

/// The numbers that an edge turns into pointers.
pub(crate) fn turned_into_pointers(program: &Program, edge: EdgeId) -> Vec<ExprId> {
    let mut found = Vec::new();
    let mut work = Vec::new();
    operands(program, &program.edges[edge].op, |node| work.push(node));
    while let Some(node) = work.pop() {
        parts(program, node, |part| work.push(part));
        let Node::Expr(expr) = node else { continue };
        let data = program.expr(expr);
        if let ExprKind::Cast(inner) = data.kind
            && program.types.is_pointer(data.ty)
            && !program.types.is_pointer(program.expr(inner).ty)
        {
            found.push(inner);
        }
    }
    found
}

/// Which numbers are fresh.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers {
    /// Variables that never hold the number of a pointer.
    plain: FxHashSet<VarId>,
}

impl Numbers {
    /// Looks at all assignments of a program.
    pub fn new(program: &Program, points_to: &PointsTo) -> Self {
        let own = |var: VarId| {
            let variable = &program.vars[var];
            let kind = matches!(variable.kind, VarKind::Local | VarKind::Temp);
            kind && !variable.addressed && program.types.is_integer(variable.ty)
        };
        let mut plain: FxHashSet<VarId> = program.vars.indices().filter(|&var| own(var)).collect();
        let mut assignments = Vec::new();
        for edge in &program.edges {
            match &edge.op {
                Op::Assign { dst, src } => match program.place(*dst).kind {
                    PlaceKind::Var(var) if plain.contains(&var) => assignments.push((var, *src)),
                    _ => {}
                },
                // What else gives a variable a value may give it the number of a pointer.
                op => {
                    if let Some(var) = given(program, op) {
                        plain.remove(&var);
                    }
                }
            }
        }
        let mut numbers = Self { plain };
        loop {
            let before = numbers.plain.len();
            for &(var, src) in &assignments {
                if numbers.plain.contains(&var) && !numbers.is_plain(program, points_to, src) {
                    numbers.plain.remove(&var);
                }
            }
            if numbers.plain.len() == before {
                return numbers;
            }
        }
    }

    /// Whether no pointer is in a number.
    pub fn is_plain(&self, program: &Program, points_to: &PointsTo, number: ExprId) -> bool {
        let data = program.expr(number);
        if points_to.is_forged(number) {
            return false;
        }
        if points_to.value(program, number).is_none() {
            return true;
        }
        match data.kind {
            _ if program.types.is_pointer(data.ty) => false,
            ExprKind::Int(_) => true,
            ExprKind::Cast(inner) | ExprKind::Unary(_, inner) => self.is_plain(program, points_to, inner),
            ExprKind::Binary(_, a, b) => {
                self.is_plain(program, points_to, a) && self.is_plain(program, points_to, b)
            }
            ExprKind::Load(place) => {
                matches!(program.place(place).kind, PlaceKind::Var(var) if self.plain.contains(&var))
            }
            _ => false,
        }
    }

    /// Whether every pointer that a number on an edge was made of is a pointer now: no life ended since. Where a number may
    /// have got its bits by control flow, nobody knows since when it has them.
    pub fn is_fresh(&self, program: &Program, points_to: &PointsTo, edge: EdgeId, number: ExprId) -> bool {
        if points_to.is_forged(number) {
            return false;
        }
        let data = program.expr(number);
        if program.types.is_pointer(data.ty) || self.is_plain(program, points_to, number) {
            return true;
        }
        let fresh = |edge, part| self.is_fresh(program, points_to, edge, part);
        match data.kind {
            ExprKind::Cast(inner) | ExprKind::Unary(_, inner) => fresh(edge, inner),
            ExprKind::Binary(_, a, b) => fresh(edge, a) && fresh(edge, b),
            ExprKind::Load(place) => match program.place(place).kind {
                PlaceKind::Var(var) => {
                    assigned_before(program, edge, var).is_some_and(|(at, src)| fresh(at, src))
                }
                _ => false,
            },
            _ => false,
        }
    }
}

/// The variable that an operation other than an assignment gives a value.
fn given(program: &Program, op: &Op) -> Option<VarId> {
    let place = |place| match program.place(place).kind {
        PlaceKind::Var(var) => Some(var),
        _ => None,
    };
    match op {
        Op::Havoc { dst, .. } | Op::Assign { dst, .. } => place(*dst),
        Op::Init { var, .. } => Some(*var),
        Op::Extern(call) => program.extern_calls[*call].dst,
        Op::Call(site) | Op::Return(site) | Op::Summary(site) => program.call_sites[*site].dst,
        Op::Noop
        | Op::Assume { .. }
        | Op::Declare { .. }
        | Op::Dead { .. }
        | Op::Halt(_)
        | Op::Unsupported(_) => None,
    }
}

/// The assignment that gave a variable its value before an edge, if nothing but assignments and conditions lies between.
fn assigned_before(program: &Program, edge: EdgeId, var: VarId) -> Option<(EdgeId, ExprId)> {
    let variable = &program.vars[var];
    if variable.addressed || variable.is_static() {
        return None;
    }
    let mut at = edge;
    for _ in 0..STEPS {
        let [before] = *program.locs[program.edges[at].from].into else { return None };
        match &program.edges[before].op {
            Op::Assign { dst, src } => {
                if matches!(program.place(*dst).kind, PlaceKind::Var(assigned) if assigned == var) {
                    return Some((before, *src));
                }
            }
            Op::Noop | Op::Assume { .. } | Op::Declare { .. } => {}
            Op::Init { .. }
            | Op::Havoc { .. }
            | Op::Dead { .. }
            | Op::Call(_)
            | Op::Return(_)
            | Op::Summary(_)
            | Op::Extern(_)
            | Op::Halt(_)
            | Op::Unsupported(_) => return None,
        }
        at = before;
    }
    None
}
