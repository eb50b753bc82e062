//! What is found out about a whole unit before its bodies are lowered, and what bodies of one unit share.
//!
//! The arenas of the typed tree are flat, so one pass over them finds every object whose address is taken
//! and every label that is jumped to. The effects of an expression are found on demand and kept, so that
//! asking again for each enclosing expression stays linear.

use argand_cfa::VarId;
use argand_support::{FxHashMap, FxHashSet};
use rucc_ast::{BinaryOp, UnaryOp};
use rucc_sema::{Conversion, DeclId, ExprId, ExprKind, LabelId, Stmt, StmtId, StorageDuration, Tast};

/// The expression needs edges.
const EDGES: u8 = 1;
/// It writes a local variable whose address is never taken.
pub(super) const LOCALS: u8 = 2;
/// It writes other memory, or calls something that may.
pub(super) const MEMORY: u8 = 4;
/// The answer was worked out before.
const KNOWN: u8 = 8;

/// Facts about one unit.
#[derive(Default)]
pub(crate) struct UnitNotes {
    looked: bool,
    effects: Vec<u8>,
    addressed: Vec<bool>,
    jumped_to: FxHashSet<LabelId>,
    label_values: FxHashSet<LabelId>,
    /// Calls of which nothing is asked but how the result compares with zero.
    sign_only: FxHashSet<ExprId>,
    /// The objects that stand for the labels whose address is taken.
    pub label_vars: FxHashMap<LabelId, VarId>,
}

impl UnitNotes {
    /// Looks through the whole unit, if that was not done yet.
    pub fn look(&mut self, tast: &Tast) {
        if std::mem::replace(&mut self.looked, true) {
            return;
        }
        let counts = tast.counts();
        self.effects = vec![0; counts.exprs];
        self.addressed = vec![false; counts.decls];
        let notes = self;
        for raw in 0..counts.exprs {
            match tast[ExprId::from_usize(raw)].kind {
                ExprKind::Unary { op: UnaryOp::AddrOf, operand }
                | ExprKind::Convert { kind: Conversion::ArrayDecay, operand } => {
                    if let Some(decl) = root_decl(tast, operand) {
                        notes.addressed[decl.index()] = true;
                    }
                }
                ExprKind::LabelAddr(label) => {
                    notes.label_values.insert(label);
                }
                ExprKind::Unary { op: UnaryOp::Not, operand } => notes.note_sign_only(tast, operand),
                ExprKind::Binary { op, lhs, rhs } if is_comparison(op) => {
                    if is_zero(tast, rhs) {
                        notes.note_sign_only(tast, lhs);
                    } else if is_zero(tast, lhs) {
                        notes.note_sign_only(tast, rhs);
                    }
                }
                _ => {}
            }
        }
        for raw in 0..counts.stmts {
            match tast[StmtId::from_usize(raw)] {
                Stmt::Goto(label) => {
                    notes.jumped_to.insert(label);
                }
                Stmt::Decls(decls) => {
                    for &decl in &tast[decls] {
                        // The handler of `cleanup` gets the address.
                        if tast[decl].cleanup.is_some() {
                            notes.addressed[decl.index()] = true;
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Remembers that nothing is asked of an expression but how it compares with zero.
    pub fn note_sign_only(&mut self, tast: &Tast, expr: ExprId) {
        if matches!(tast[expr].kind, ExprKind::Call { .. }) {
            self.sign_only.insert(expr);
        }
    }

    /// Whether nothing is asked of a call but how its value compares with zero.
    pub fn is_sign_only(&self, call: ExprId) -> bool {
        self.sign_only.contains(&call)
    }

    /// Whether nothing but its name can reach this local variable.
    pub fn is_private(&self, tast: &Tast, decl: DeclId) -> bool {
        tast[decl].duration == StorageDuration::Automatic && !self.addressed[decl.index()]
    }

    /// Whether a `goto` or a label value leads to the label.
    pub fn is_target(&self, label: LabelId) -> bool {
        self.jumped_to.contains(&label) || self.label_values.contains(&label)
    }

    /// Whether the address of the label is taken.
    pub fn is_label_value(&self, label: LabelId) -> bool {
        self.label_values.contains(&label)
    }

    /// Whether evaluating the expression takes edges of the automaton.
    pub fn has_effects(&mut self, tast: &Tast, expr: ExprId) -> bool {
        self.effects(tast, expr) & EDGES != 0
    }

    /// What evaluating the expression may write: a set of [`LOCALS`] and [`MEMORY`].
    pub fn writes(&mut self, tast: &Tast, expr: ExprId) -> u8 {
        self.effects(tast, expr) & (LOCALS | MEMORY)
    }

    fn effects(&mut self, tast: &Tast, expr: ExprId) -> u8 {
        let known = self.effects[expr.index()];
        if known != 0 {
            return known;
        }
        let kind = tast[expr].kind;
        let mut found = KNOWN | self.own_effects(tast, &kind);
        if found & (LOCALS | MEMORY) != LOCALS | MEMORY {
            for_each_operand(tast, &kind, |operand| found |= self.effects(tast, operand));
        }
        self.effects[expr.index()] = found;
        found
    }

    fn own_effects(&self, tast: &Tast, kind: &ExprKind) -> u8 {
        match kind {
            ExprKind::Assign { lhs: target, .. }
            | ExprKind::Unary {
                op: UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec,
                operand: target,
            } => match root_decl(tast, *target) {
                Some(decl) if self.is_private(tast, decl) => EDGES | LOCALS,
                _ => EDGES | MEMORY,
            },
            // Statements and initialisers are not looked into.
            ExprKind::StmtExpr(_) | ExprKind::CompoundLiteral(_) => EDGES | LOCALS | MEMORY,
            ExprKind::Call { .. }
            | ExprKind::VaArg { .. }
            | ExprKind::VaStart { .. }
            | ExprKind::VaEnd { .. }
            | ExprKind::VaCopy { .. }
            | ExprKind::Overflow { stores: true, .. }
            | ExprKind::Atomic { .. }
            | ExprKind::Alloca { .. }
            | ExprKind::Unreachable
            | ExprKind::Trap
            | ExprKind::Jump { .. } => EDGES | MEMORY,
            ExprKind::Cond { .. } | ExprKind::Binary { op: BinaryOp::LogAnd | BinaryOp::LogOr, .. } => EDGES,
            _ => 0,
        }
    }

    /// The private local variables that evaluating the expression writes.
    pub fn written_locals(&self, tast: &Tast, expr: ExprId, found: &mut Vec<DeclId>) -> Result<(), TooMuch> {
        let kind = tast[expr].kind;
        match kind {
            ExprKind::StmtExpr(_) | ExprKind::CompoundLiteral(_) => return Err(TooMuch),
            ExprKind::Assign { lhs: target, .. }
            | ExprKind::Unary {
                op: UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec,
                operand: target,
            } => found.extend(root_decl(tast, target)),
            _ => {}
        }
        let mut result = Ok(());
        for_each_operand(tast, &kind, |operand| {
            if result.is_ok() {
                result = self.written_locals(tast, operand, found);
            }
        });
        result
    }
}

const fn is_comparison(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge)
}

fn is_zero(tast: &Tast, expr: ExprId) -> bool {
    matches!(tast[expr].kind, ExprKind::Const(id) if tast[id] == rucc_sema::Const::Int(0))
}

/// The variables that are written cannot be listed.
pub(crate) struct TooMuch;

/// The declared object an lvalue lies in, unless it is behind a pointer.
pub(super) fn root_decl(tast: &Tast, mut expr: ExprId) -> Option<DeclId> {
    loop {
        match tast[expr].kind {
            ExprKind::Decl(decl) | ExprKind::CompoundLiteral(decl) => return Some(decl),
            ExprKind::Member { base, .. } => expr = base,
            ExprKind::Subscript { base, .. } => match tast[base].kind {
                ExprKind::Convert { kind: Conversion::ArrayDecay, operand } => expr = operand,
                _ => return None,
            },
            _ => return None,
        }
    }
}

/// Calls `f` on every operand that is evaluated.
fn for_each_operand(tast: &Tast, kind: &ExprKind, mut f: impl FnMut(ExprId)) {
    match *kind {
        ExprKind::Member { base, .. } => f(base),
        ExprKind::Subscript { base: a, index: b }
        | ExprKind::Binary { lhs: a, rhs: b, .. }
        | ExprKind::Assign { lhs: a, rhs: b, .. }
        | ExprKind::Comma { lhs: a, rhs: b }
        | ExprKind::VaCopy { dst: a, src: b }
        | ExprKind::Expect { value: a, hint: b, .. }
        | ExprKind::Complex { real: a, imag: b } => {
            f(a);
            f(b);
        }
        ExprKind::Call { callee, args } => {
            f(callee);
            tast[args].iter().copied().for_each(f);
        }
        ExprKind::Unary { operand, .. }
        | ExprKind::Cast(operand)
        | ExprKind::Convert { operand, .. }
        | ExprKind::VaArg { list: operand }
        | ExprKind::VaStart { list: operand }
        | ExprKind::VaEnd { list: operand }
        | ExprKind::Abs { operand }
        | ExprKind::ByteSwap { operand }
        | ExprKind::BitCount { operand, .. }
        | ExprKind::Alloca { size: operand }
        | ExprKind::FpClassify { value: operand, .. }
        | ExprKind::ObjectSize { address: operand, .. } => f(operand),
        ExprKind::Cond { cond, then, otherwise } => {
            f(cond);
            f(then);
            f(otherwise);
        }
        ExprKind::Classify { lhs, rhs, .. }
        | ExprKind::Sign { lhs, rhs, .. }
        | ExprKind::Elementwise { lhs, rhs, .. } => {
            f(lhs);
            rhs.into_iter().for_each(f);
        }
        ExprKind::Overflow { args, .. } | ExprKind::Atomic { args, .. } => {
            tast[args].iter().copied().for_each(f);
        }
        _ => {}
    }
}
