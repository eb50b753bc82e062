//! Reads as steps of their own: an expression that reads some places becomes one of temporaries, and the reads stand
//! before it, in the order in which the operands are written.

use crate::build;
use argand_cfa::walk::{Node, parts};
use argand_cfa::{
    Args, CallSiteId, EdgeId, ExprId, ExprKind, FuncId, HaltKind, Op, PlaceId, PlaceKind, Program, VarId,
    VarKind,
};
use argand_support::{FxHashMap, Span};

/// A read that stands by itself now.
pub(super) struct Read {
    /// The temporary that takes what is read.
    pub into: VarId,
    /// The place that was written in the program.
    pub written: PlaceId,
    /// The same place, with the temporaries of earlier reads in it.
    pub place: PlaceId,
}

/// Takes reads out of what stands on the edges of one location.
pub(super) struct Reads<'a> {
    /// Whether the reads of a place are to be taken out.
    wanted: &'a dyn Fn(&Program, PlaceId) -> bool,
    func: FuncId,
    span: Span,
    holds: FxHashMap<Node, bool>,
    conditions: FxHashMap<ExprId, ExprId>,
    sites: Vec<CallSiteId>,
    /// The reads so far, in their order.
    pub found: Vec<Read>,
}

impl<'a> Reads<'a> {
    pub(super) fn new(wanted: &'a dyn Fn(&Program, PlaceId) -> bool, func: FuncId, span: Span) -> Self {
        Self {
            wanted,
            func,
            span,
            holds: FxHashMap::default(),
            conditions: FxHashMap::default(),
            sites: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Whether something reads a place that is wanted.
    pub(super) fn holds(&mut self, program: &Program, node: Node) -> bool {
        if let Some(&known) = self.holds.get(&node) {
            return known;
        }
        let mut holds = match node {
            Node::Expr(expr) => {
                matches!(program.expr(expr).kind, ExprKind::Load(place) if (self.wanted)(program, place))
            }
            Node::Place(_) => false,
        };
        let mut inner = Vec::new();
        parts(program, node, |part| inner.push(part));
        for part in inner {
            holds |= self.holds(program, part);
        }
        self.holds.insert(node, holds);
        holds
    }

    /// Takes the reads out of an edge.
    pub(super) fn edge(&mut self, program: &mut Program, edge: EdgeId) {
        let mut op = program.edges[edge].op.clone();
        match &mut op {
            Op::Assume { cond, .. } => {
                let known = self.conditions.get(cond).copied();
                let new = known.unwrap_or_else(|| self.expr(program, *cond));
                self.conditions.insert(*cond, new);
                *cond = new;
            }
            Op::Assign { dst, src } => (*dst, *src) = (self.place(program, *dst), self.expr(program, *src)),
            Op::Init { entries, .. } => {
                for entry in entries {
                    entry.place = self.place(program, entry.place);
                    entry.value = self.expr(program, entry.value);
                }
            }
            Op::Havoc { dst, .. } => *dst = self.place(program, *dst),
            Op::Declare { size: Some(size), .. } => *size = self.expr(program, *size),
            Op::Call(site) | Op::Summary(site) => {
                if !self.sites.contains(site) {
                    self.sites.push(*site);
                    let args = std::mem::take(&mut program.call_sites[*site].args);
                    program.call_sites[*site].args = self.all(program, &args);
                }
            }
            Op::Extern(call) => {
                let args = std::mem::take(&mut program.extern_calls[*call].args);
                program.extern_calls[*call].args = self.all(program, &args);
            }
            Op::Halt(HaltKind::Exit(code)) => *code = self.expr(program, *code),
            Op::Noop
            | Op::Declare { size: None, .. }
            | Op::Dead { .. }
            | Op::Return(_)
            | Op::Halt(HaltKind::Abort | HaltKind::AssertFail | HaltKind::Unreachable)
            | Op::Unsupported(_) => {}
        }
        program.edges[edge].op = op;
    }

    fn all(&mut self, program: &mut Program, exprs: &[ExprId]) -> Box<[ExprId]> {
        exprs.iter().map(|&expr| self.expr(program, expr)).collect()
    }

    fn expr(&mut self, program: &mut Program, id: ExprId) -> ExprId {
        if !self.holds(program, Node::Expr(id)) {
            return id;
        }
        let node = program.expr(id);
        let kind = match node.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FuncAddr(_) => return id,
            ExprKind::Load(written) => {
                let place = self.place(program, written);
                if (self.wanted)(program, written) {
                    return self.read(program, written, place);
                }
                ExprKind::Load(place)
            }
            ExprKind::AddrOf(place) => ExprKind::AddrOf(self.place(program, place)),
            ExprKind::Unary(op, operand) => ExprKind::Unary(op, self.expr(program, operand)),
            ExprKind::Cast(operand) => ExprKind::Cast(self.expr(program, operand)),
            ExprKind::Binary(op, lhs, rhs) => {
                let lhs = self.expr(program, lhs);
                ExprKind::Binary(op, lhs, self.expr(program, rhs))
            }
            ExprKind::Intrinsic(f, args) => ExprKind::Intrinsic(f, self.args(program, args)),
        };
        program.pool.expr(kind, node.ty)
    }

    fn args(&mut self, program: &mut Program, args: Args) -> Args {
        match args {
            Args::One(a) => Args::One(self.expr(program, a)),
            Args::Two(a, b) => {
                let a = self.expr(program, a);
                Args::Two(a, self.expr(program, b))
            }
            Args::Three(a, b, c) => {
                let (a, b) = (self.expr(program, a), self.expr(program, b));
                Args::Three(a, b, self.expr(program, c))
            }
        }
    }

    fn place(&mut self, program: &mut Program, id: PlaceId) -> PlaceId {
        if !self.holds(program, Node::Place(id)) {
            return id;
        }
        let node = program.place(id);
        let kind = match node.kind {
            PlaceKind::Var(_) => return id,
            PlaceKind::Deref(pointer) => PlaceKind::Deref(self.expr(program, pointer)),
            PlaceKind::Field { base, field } => PlaceKind::Field { base: self.place(program, base), field },
            PlaceKind::Index { base, index } => {
                let base = self.place(program, base);
                PlaceKind::Index { base, index: self.expr(program, index) }
            }
        };
        program.pool.place(kind, node.ty)
    }

    /// A temporary in place of what is read.
    fn read(&mut self, program: &mut Program, written: PlaceId, place: PlaceId) -> ExprId {
        let into = temporary(program, self.func, place, self.span);
        self.found.push(Read { into, written, place });
        build::load_var(program, into)
    }
}

/// A temporary that can hold what is at a place, and is called like it.
pub(super) fn temporary(program: &mut Program, func: FuncId, place: PlaceId, span: Span) -> VarId {
    let name = format!("{}${}", short_name(program, place), program.vars.len());
    let ty = program.place(place).ty;
    build::variable(program, &name, ty, VarKind::Temp, Some(func), span)
}

/// The last name in a place, or the address that it is at.
fn short_name(program: &Program, place: PlaceId) -> String {
    match program.place(place).kind {
        PlaceKind::Var(var) => program.var_name(var).to_owned(),
        PlaceKind::Field { base, .. } => match program.field_of(place).and_then(|field| field.name) {
            Some(name) => program.names.resolve(name).to_owned(),
            None => short_name(program, base),
        },
        PlaceKind::Index { base, .. } => short_name(program, base),
        PlaceKind::Deref(pointer) => match program.expr(pointer).kind {
            ExprKind::Int(address) => format!("{address:#x}"),
            ExprKind::Load(pointer) => short_name(program, pointer),
            ExprKind::AddrOf(_)
            | ExprKind::Float(_)
            | ExprKind::FuncAddr(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::Intrinsic(..) => "m".to_owned(),
        },
    }
}
