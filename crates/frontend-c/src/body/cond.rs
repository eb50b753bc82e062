//! Conditions: `&&`, `||`, `!` and `?:` become branches, comparisons stay inside the assumptions.

use super::{Lowerer, build};
use argand_cfa::{BranchId, BranchKind, BranchRef};
use argand_linker::Cursor;
use rucc_ast::{BinaryOp, UnaryOp};
use rucc_sema::{Conversion, ExprId, ExprKind};
use smallvec::SmallVec;

/// What the truth of a part decides about the whole controlling expression.
#[derive(Clone, Copy)]
pub(super) struct Outcome {
    yes: Option<bool>,
    no: Option<bool>,
}

impl Outcome {
    const WHOLE: Self = Self { yes: Some(true), no: Some(false) };

    const fn flipped(self) -> Self {
        Self { yes: self.no, no: self.yes }
    }
}

impl Lowerer<'_, '_> {
    /// Splits on the controlling expression of a construct: where it holds, and where it does not.
    pub(super) fn condition(&mut self, cond: ExprId, branch: BranchId) -> (Cursor, Cursor) {
        self.part(cond, branch, Outcome::WHOLE)
    }

    fn part(&mut self, cond: ExprId, branch: BranchId, outcome: Outcome) -> (Cursor, Cursor) {
        if self.cursor.is_dead() {
            return Default::default();
        }
        let cond = self.strip_truth(cond);
        match self.tast[cond].kind {
            ExprKind::Binary { op: BinaryOp::LogAnd, .. } => {
                let early = Outcome { yes: None, no: outcome.no };
                let mut no = Cursor::default();
                for (operand, last) in self.operands_of(cond, BinaryOp::LogAnd) {
                    let (yes, failed) = self.part(operand, branch, if last { outcome } else { early });
                    no.join(self.cx.program, failed);
                    self.cursor = yes;
                }
                (self.cursor.take(), no)
            }
            ExprKind::Binary { op: BinaryOp::LogOr, .. } => {
                let early = Outcome { yes: outcome.yes, no: None };
                let mut yes = Cursor::default();
                for (operand, last) in self.operands_of(cond, BinaryOp::LogOr) {
                    let (held, no) = self.part(operand, branch, if last { outcome } else { early });
                    yes.join(self.cx.program, held);
                    self.cursor = no;
                }
                (yes, self.cursor.take())
            }
            ExprKind::Unary { op: UnaryOp::Not, operand } => {
                let (yes, no) = self.part(operand, branch, outcome.flipped());
                (no, yes)
            }
            ExprKind::Binary { op: BinaryOp::Eq, lhs, rhs }
                if self.is_zero(rhs) && self.is_truth_value(lhs) =>
            {
                let (yes, no) = self.part(lhs, branch, outcome.flipped());
                (no, yes)
            }
            ExprKind::Comma { lhs, rhs } => {
                self.effect(lhs);
                self.part(rhs, branch, outcome)
            }
            ExprKind::Cond { cond: test, then, otherwise } => {
                let shared = self.share(test, then);
                let own = self.branch_expr(BranchKind::Conditional, cond, test);
                let (held, failed) = self.condition(test, own);
                self.cursor = held;
                let (mut yes, mut no) = self.part(then, branch, outcome);
                self.unshare(shared);
                self.cursor = failed;
                let (more_yes, more_no) = self.part(otherwise, branch, outcome);
                yes.join(self.cx.program, more_yes);
                no.join(self.cx.program, more_no);
                (yes, no)
            }
            _ => {
                self.cx.caches.notes.note_sign_only(self.tast, cond);
                let value = self.value(cond);
                if let Some(known) = build::literal(self.cx.program, value) {
                    let cursor = self.cursor.take();
                    return if known != 0 {
                        (cursor, Cursor::default())
                    } else {
                        (Cursor::default(), cursor)
                    };
                }
                let span = self.expr_span(cond);
                let refs = [outcome.yes, outcome.no].map(|outcome| Some(BranchRef { branch, outcome }));
                self.cursor.split(self.cx.program, self.func, value, refs, span)
            }
        }
    }

    /// The operands of a chain `a && b && c`, with whether each is the last.
    fn operands_of(&mut self, chain: ExprId, op: BinaryOp) -> SmallVec<[(ExprId, bool); 4]> {
        let mut operands = SmallVec::new();
        let mut rest = chain;
        let mut last = true;
        loop {
            rest = self.strip_truth(rest);
            match self.tast[rest].kind {
                ExprKind::Binary { op: found, lhs, rhs } if found == op => {
                    operands.push((rhs, last));
                    last = false;
                    rest = lhs;
                }
                _ => break,
            }
        }
        operands.push((rest, false));
        operands.reverse();
        operands
    }

    /// Goes on only where an expression has the given truth.
    pub(super) fn assume(&mut self, cond: ExprId, truth: bool, branch: BranchId) {
        if self.cursor.is_dead() {
            return;
        }
        let cond = self.strip_truth(cond);
        match self.tast[cond].kind {
            ExprKind::Binary { op: op @ (BinaryOp::LogAnd | BinaryOp::LogOr), .. } => {
                let all = (op == BinaryOp::LogAnd) == truth;
                let mut done = Cursor::default();
                for (operand, last) in self.operands_of(cond, op) {
                    if all || last {
                        self.assume(operand, truth, branch);
                    } else {
                        let outcome = Outcome { yes: None, no: None };
                        let (yes, no) = self.part(operand, branch, outcome);
                        let (settled, open) = if truth { (yes, no) } else { (no, yes) };
                        done.join(self.cx.program, settled);
                        self.cursor = open;
                    }
                }
                let rest = self.cursor.take();
                done.join(self.cx.program, rest);
                self.cursor = done;
            }
            ExprKind::Unary { op: UnaryOp::Not, operand } => self.assume(operand, !truth, branch),
            ExprKind::Binary { op: BinaryOp::Eq, lhs, rhs }
                if self.is_zero(rhs) && self.is_truth_value(lhs) =>
            {
                self.assume(lhs, !truth, branch);
            }
            ExprKind::Comma { lhs, rhs } => {
                self.effect(lhs);
                self.assume(rhs, truth, branch);
            }
            _ => {
                self.cx.caches.notes.note_sign_only(self.tast, cond);
                let value = self.value(cond);
                if build::literal(self.cx.program, value).is_some_and(|known| (known != 0) == truth) {
                    return;
                }
                let span = self.expr_span(cond);
                let reference = BranchRef { branch, outcome: Some(true) };
                self.cursor.assume(self.cx.program, self.func, (value, truth), reference, span);
            }
        }
    }

    /// The expression without the conversions around it that do not change whether it is zero.
    pub(super) fn strip_truth(&mut self, mut expr: ExprId) -> ExprId {
        loop {
            if self.fixed.contains_key(&expr) {
                return expr;
            }
            let node = self.tast[expr];
            expr = match node.kind {
                ExprKind::Convert { kind: Conversion::Bool | Conversion::Pointer, operand } => operand,
                ExprKind::Convert { kind: Conversion::Arithmetic, operand } | ExprKind::Cast(operand)
                    if self.keeps_truth(operand, expr) =>
                {
                    operand
                }
                ExprKind::Expect { value, hint, .. }
                    if !self.cx.caches.notes.has_effects(self.tast, hint) =>
                {
                    value
                }
                ExprKind::Binary { op: BinaryOp::Ne, lhs, rhs }
                    if self.is_zero(rhs) && self.is_truth_value(lhs) =>
                {
                    lhs
                }
                _ => return expr,
            };
        }
    }

    fn is_zero(&self, expr: ExprId) -> bool {
        match self.tast[expr].kind {
            ExprKind::Const(id) => self.tast[id] == rucc_sema::Const::Int(0),
            ExprKind::Convert { kind: Conversion::Arithmetic, operand } => self.is_zero(operand),
            _ => false,
        }
    }

    /// Whether the expression is 0 or 1, so that comparing it with zero adds nothing.
    fn is_truth_value(&self, expr: ExprId) -> bool {
        match self.tast[expr].kind {
            ExprKind::Binary { op, .. } => matches!(
                op,
                BinaryOp::LogAnd
                    | BinaryOp::LogOr
                    | BinaryOp::Lt
                    | BinaryOp::Gt
                    | BinaryOp::Le
                    | BinaryOp::Ge
                    | BinaryOp::Eq
                    | BinaryOp::Ne
            ),
            ExprKind::Unary { op: UnaryOp::Not, .. } => true,
            ExprKind::Convert { kind: Conversion::Arithmetic, operand } => self.is_truth_value(operand),
            ExprKind::Expect { value, .. } => self.is_truth_value(value),
            _ => false,
        }
    }

    /// Whether converting `from` to the type of `to` keeps nonzero values nonzero.
    fn keeps_truth(&mut self, from: ExprId, to: ExprId) -> bool {
        let (from, to) = (self.ty_of(from), self.ty_of(to));
        let types = &self.cx.program.types;
        if *types.kind(to) == argand_cfa::TypeKind::Int(argand_cfa::IntKind::Bool) {
            return types.is_scalar(from);
        }
        match (types.int_shape(from), types.int_shape(to)) {
            (Some((_, from)), Some((_, to))) => to >= from,
            _ => false,
        }
    }
}
