//! What variables are assigned and how they are tested.

use argand_cfa::walk::{self, Node};
use argand_cfa::{
    BinaryOp, ExprId, ExprKind, IntKind, Intrinsic, Op, PlaceKind, Program, TypeKind, UnaryOp, VarId, VarKind,
};
use argand_support::{FxHashMap, IndexVec};

/// A value that goes into a variable.
#[derive(Clone, Copy)]
enum Source {
    Expr(ExprId),
    Var(VarId),
    /// The zero that static variables start with.
    Zero,
    /// An input, or something a library function made.
    Input,
}

/// How a program uses its variables.
pub(super) struct Usage {
    definitions: IndexVec<VarId, Vec<Source>>,
    pub(super) not_boolean: IndexVec<VarId, bool>,
    pub(super) not_equality: IndexVec<VarId, bool>,
}

/// Which variable fails to belong to a class if another one does: pairs of the other and the one.
#[derive(Default)]
struct Links {
    boolean: Vec<(VarId, VarId)>,
    equality: Vec<(VarId, VarId)>,
}

/// The variable that an expression reads whole.
pub(super) fn whole_var(program: &Program, expr: ExprId) -> Option<VarId> {
    let ExprKind::Load(place) = program.expr(expr).kind else { return None };
    match program.place(place).kind {
        PlaceKind::Var(var) => Some(var),
        _ => None,
    }
}

/// The operand under conversions between integers.
pub(super) fn under_casts(program: &Program, mut expr: ExprId) -> ExprId {
    while let ExprKind::Cast(operand) = program.expr(expr).kind
        && program.types.is_integer(program.expr(operand).ty)
        && program.types.is_integer(program.expr(expr).ty)
    {
        expr = operand;
    }
    expr
}

fn is_bool(program: &Program, ty: argand_cfa::TypeId) -> bool {
    matches!(program.types.kind(ty), TypeKind::Int(IntKind::Bool))
}

/// Whether a value is 0 or 1 whatever the variables in it are.
fn is_truth(program: &Program, expr: ExprId) -> bool {
    match program.expr(expr).kind {
        ExprKind::Int(value) => value == 0 || value == 1,
        ExprKind::Unary(UnaryOp::Not, _) => true,
        ExprKind::Binary(op, _, _) if op.is_comparison() => true,
        ExprKind::Intrinsic(op, _) => matches!(
            op,
            Intrinsic::Overflows { .. }
                | Intrinsic::Parity
                | Intrinsic::IsNan
                | Intrinsic::IsFinite
                | Intrinsic::IsNormal
                | Intrinsic::SignBit
                | Intrinsic::Unordered
        ),
        _ => is_bool(program, program.expr(expr).ty),
    }
}

impl Usage {
    pub(super) fn collect(program: &Program) -> Self {
        let count = program.vars.len();
        let mut usage = Self {
            definitions: IndexVec::filled(Vec::new(), count),
            not_boolean: IndexVec::filled(false, count),
            not_equality: IndexVec::filled(false, count),
        };
        for edge in &program.edges {
            usage.definition(program, &edge.op);
        }
        let mut links = Links::default();
        for var in program.vars.indices() {
            usage.judge_definitions(program, var, &mut links);
        }
        walk::for_each_used_node(program, |node| usage.judge_node(program, node, &mut links));
        spread(&mut usage.not_boolean, &links.boolean);
        spread(&mut usage.not_equality, &links.equality);
        usage
    }

    /// Whether a variable can be Boolean or compared by equality only: an integer that the program sets
    /// and that nothing changes behind its back.
    pub(super) fn is_candidate(&self, program: &Program, var: VarId) -> bool {
        let data = &program.vars[var];
        program.types.is_integer(data.ty) && !data.addressed && !self.definitions[var].is_empty()
    }

    /// The value of a variable of the lowering that is defined once, followed through such variables.
    pub(super) fn resolved(&self, program: &Program, mut expr: ExprId) -> ExprId {
        // A chain longer than this is not what lowering makes of one expression.
        for _ in 0..32 {
            expr = under_casts(program, expr);
            match whole_var(program, expr).and_then(|var| self.single_definition(program, var)) {
                Some(value) => expr = value,
                None => break,
            }
        }
        expr
    }

    /// The only value of a variable that the lowering made.
    pub(super) fn single_definition(&self, program: &Program, var: VarId) -> Option<ExprId> {
        match *self.definitions[var] {
            [Source::Expr(value)] if program.vars[var].kind == VarKind::Temp => Some(value),
            _ => None,
        }
    }

    fn definition(&mut self, program: &Program, op: &Op) {
        let whole = |place| match program.place(place).kind {
            PlaceKind::Var(var) => Some(var),
            _ => None,
        };
        match op {
            Op::Assign { dst, src } => {
                if let Some(var) = whole(*dst) {
                    self.definitions[var].push(Source::Expr(*src));
                }
            }
            Op::Init { var, entries } => {
                let values = entries.iter().filter(|e| whole(e.place).is_some());
                let before = self.definitions[*var].len();
                self.definitions[*var].extend(values.map(|e| Source::Expr(e.value)));
                if self.definitions[*var].len() == before {
                    self.definitions[*var].push(Source::Zero);
                }
            }
            Op::Havoc { dst, .. } => {
                if let Some(var) = whole(*dst) {
                    self.definitions[var].push(Source::Input);
                }
            }
            Op::Extern(call) => {
                if let Some(dst) = program.extern_calls[*call].dst {
                    self.definitions[dst].push(Source::Input);
                }
            }
            Op::Call(site) => {
                let site = &program.call_sites[*site];
                let callee = &program.functions[site.callee];
                for (&param, &arg) in callee.params.iter().zip(&site.args) {
                    self.definitions[param].push(Source::Expr(arg));
                }
                if let (Some(dst), Some(ret)) = (site.dst, callee.ret) {
                    self.definitions[dst].push(Source::Var(ret));
                }
            }
            _ => {}
        }
    }

    fn judge_definitions(&mut self, program: &Program, var: VarId, links: &mut Links) {
        let always_boolean = is_bool(program, program.vars[var].ty);
        for source in &self.definitions[var] {
            match *source {
                Source::Zero => {}
                Source::Input => self.not_boolean[var] |= !always_boolean,
                Source::Var(other) => {
                    if !always_boolean {
                        links.boolean.push((other, var));
                    }
                    links.equality.push((other, var));
                }
                Source::Expr(value) => {
                    if !always_boolean {
                        self.not_boolean[var] |= !boolean_value(program, value, var, &mut links.boolean);
                    }
                    let value = under_casts(program, value);
                    match program.expr(value).kind {
                        ExprKind::Int(_) => {}
                        ExprKind::Load(_) => {
                            links.equality.extend(whole_var(program, value).map(|other| (other, var)));
                        }
                        _ => self.not_equality[var] |= !is_truth(program, value),
                    }
                }
            }
        }
    }

    /// Judges the variables that are direct operands of a node. A variable that stands in an operation by
    /// itself is copied or tested, which both classes allow.
    fn judge_node(&mut self, program: &Program, node: Node, links: &mut Links) {
        let kind = match node {
            Node::Expr(id) => Some(program.expr(id).kind),
            Node::Place(_) => None,
        };
        match kind {
            Some(ExprKind::Unary(UnaryOp::Not, _)) => {}
            Some(ExprKind::Cast(operand)) => {
                let Node::Expr(own) = node else { return };
                let transparent = under_casts(program, own) != own;
                if !transparent {
                    self.other_use(program, operand);
                }
            }
            Some(ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), a, b)) => {
                self.judge_pair(program, op, a, b, links);
            }
            Some(ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor), a, b)) => {
                self.judge_pair(program, op, a, b, links);
            }
            _ => walk::parts(program, node, |part| {
                if let Node::Expr(part) = part {
                    self.other_use(program, part);
                }
            }),
        }
    }

    /// Two operands that both classes allow to meet, if each is of the class.
    fn judge_pair(&mut self, program: &Program, op: BinaryOp, a: ExprId, b: ExprId, links: &mut Links) {
        let compared = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        for (own, other) in [(a, b), (b, a)] {
            let Some(var) = whole_var(program, under_casts(program, own)) else { continue };
            self.not_boolean[var] |= !boolean_value(program, other, var, &mut links.boolean);
            self.not_equality[var] |= !compared;
        }
    }

    fn other_use(&mut self, program: &Program, expr: ExprId) {
        if let Some(var) = whole_var(program, under_casts(program, expr)) {
            self.not_boolean[var] = true;
            self.not_equality[var] = true;
        }
    }
}

/// Whether a value is 0 or 1 if the variables are that `links` then says `var` depends on.
fn boolean_value(program: &Program, value: ExprId, var: VarId, links: &mut Vec<(VarId, VarId)>) -> bool {
    let mut work = vec![value];
    let mut seen: FxHashMap<ExprId, ()> = FxHashMap::default();
    while let Some(value) = work.pop() {
        let value = under_casts(program, value);
        if is_truth(program, value) || seen.insert(value, ()).is_some() {
            continue;
        }
        match (program.expr(value).kind, whole_var(program, value)) {
            (_, Some(other)) => links.push((other, var)),
            (ExprKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, a, b), _) => work.extend([a, b]),
            _ => return false,
        }
    }
    true
}

/// Carries failures along the links.
fn spread(failed: &mut IndexVec<VarId, bool>, links: &[(VarId, VarId)]) {
    let mut dependents: IndexVec<VarId, Vec<VarId>> = IndexVec::filled(Vec::new(), failed.len());
    for &(cause, effect) in links {
        dependents[cause].push(effect);
    }
    let mut work: Vec<VarId> =
        failed.iter_enumerated().filter(|(_, failed)| **failed).map(|(v, _)| v).collect();
    while let Some(cause) = work.pop() {
        for &effect in &dependents[cause] {
            if !std::mem::replace(&mut failed[effect], true) {
                work.push(effect);
            }
        }
    }
}
