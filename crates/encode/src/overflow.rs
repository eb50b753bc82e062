//! Conditions under which signed arithmetic overflows.

use crate::{Step, Unsupported};
use argand_cfa::walk::{Node, operands, parts};
use argand_cfa::{BinaryOp, ExprId, ExprKind, Op, UnaryOp};
use argand_logic::TermId;
use argand_support::FxHashSet;

impl Step<'_> {
    /// Whether evaluating what stands on the edge overflows a signed type, in the state before the edge.
    pub(crate) fn overflow(&mut self) -> Result<TermId, Unsupported> {
        let program = self.program;
        let op = &program.edges[self.edge].op;
        let mut any = self.enc.pool.ff();
        // The arguments of a call are evaluated when it is entered.
        if matches!(op, Op::Summary(_)) {
            return Ok(any);
        }
        let mut work = Vec::new();
        operands(program, op, |node| work.push(node));
        let mut seen = FxHashSet::default();
        while let Some(node) = work.pop() {
            if !seen.insert(node) {
                continue;
            }
            if let Node::Expr(expr) = node {
                let here = self.overflow_at(expr)?;
                any = self.pool().or(any, here);
            }
            parts(program, node, |part| work.push(part));
        }
        Ok(any)
    }

    /// Whether the operation at the root of an expression overflows.
    fn overflow_at(&mut self, expr: ExprId) -> Result<TermId, Unsupported> {
        let node = self.program.expr(expr);
        let none = self.enc.pool.ff();
        if !self.program.types.is_signed(node.ty) {
            return Ok(none);
        }
        let (_, width) = self.shape(node.ty)?;
        match node.kind {
            ExprKind::Unary(UnaryOp::Neg, a) => {
                let a = self.value(a)?;
                Ok(self.pool().neg_overflows(a))
            }
            ExprKind::Binary(op, a, b) => {
                if !matches!(
                    op,
                    BinaryOp::Add
                        | BinaryOp::Sub
                        | BinaryOp::Mul
                        | BinaryOp::Div
                        | BinaryOp::Rem
                        | BinaryOp::Shl
                ) {
                    return Ok(none);
                }
                let count_ty = self.program.expr(b).ty;
                let (x, y) = (self.value(a)?, self.value(b)?);
                if op == BinaryOp::Shl {
                    let (signed, count_width) = self.shape(count_ty)?;
                    return Ok(self.shift_overflow(x, width, (y, signed, count_width)));
                }
                let pool = self.pool();
                Ok(match op {
                    BinaryOp::Add => pool.add_overflows(x, y, true),
                    BinaryOp::Sub => pool.sub_overflows(x, y, true),
                    BinaryOp::Mul => pool.mul_overflows(x, y, true),
                    _ => pool.sdiv_overflows(x, y),
                })
            }
            _ => Ok(none),
        }
    }

    /// A left shift by a count in range that loses bits, or shifts a negative number.
    fn shift_overflow(
        &mut self,
        x: TermId,
        width: u32,
        (count, signed, count_width): (TermId, bool, u32),
    ) -> TermId {
        let pool = self.pool();
        let wide = count_width.max(width);
        let count = pool.resize(count, wide, signed);
        let limit = pool.bv(wide, u64::from(width));
        let in_range = pool.ult(count, limit);
        let count = pool.resize(count, width, false);
        let zero = pool.bv(width, 0);
        let negative = pool.slt(x, zero);
        let largest = pool.constant(argand_logic::Bv::max_signed(width));
        let fitting = pool.lshr(largest, count);
        let lost = pool.slt(fitting, x);
        let bad = pool.or(negative, lost);
        pool.and(in_range, bad)
    }
}
