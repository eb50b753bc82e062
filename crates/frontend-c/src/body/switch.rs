//! `switch`: a chain of comparisons that leads into the body.

use super::scope::ScopeId;
use super::stmt::Breakable;
use super::{Lowerer, build};
use argand_cfa::{BinaryOp, BranchKind, BranchRef, ExprId as Value};
use argand_linker::Cursor;
use argand_support::Span;
use rucc_sema::{CaseId, CaseList, ExprId, StmtId};

/// A `switch` whose body is being lowered.
pub(super) struct Switch {
    /// The number of its first case.
    first: u32,
    /// Where control stands that goes to each case.
    cases: Vec<Cursor>,
    /// Where control stands that goes to `default`.
    default: Cursor,
    /// What is alive where the comparisons are made.
    scope: ScopeId,
    span: Span,
}

impl Lowerer<'_, '_> {
    pub(super) fn switch(
        &mut self,
        stmt: StmtId,
        cond: ExprId,
        body: StmtId,
        cases: CaseList,
        has_default: bool,
    ) {
        let outer = self.scope;
        let span = self.expr_span(cond);
        let mut targets: Vec<_> = std::iter::repeat_with(Cursor::default).take(cases.len()).collect();
        let mut default = Cursor::default();
        if !self.cursor.is_dead() {
            let value = self.value(cond);
            let value = self.cheap(value, cond);
            default = self.dispatch(stmt, (cond, value), cases, &mut targets);
        }
        let mut skipped = Cursor::default();
        if !has_default {
            skipped = default.take();
        }
        let first = cases.iter().next().map_or(0, rucc_base::Idx::raw);
        self.switches.push(Switch { first, cases: targets, default, scope: self.scope, span });
        self.breakables.push(Breakable { breaks: Cursor::default(), next: None, scope: self.scope });
        self.stmt(body);
        self.switches.pop();
        let fallthrough = self.cursor.take();
        skipped.join(self.cx.program, fallthrough);
        self.end_loop(skipped, outer, stmt);
    }

    /// Compares with each case in turn; what is left over goes to `default`.
    fn dispatch(
        &mut self,
        stmt: StmtId,
        (cond, value): (ExprId, Value),
        cases: CaseList,
        targets: &mut [Cursor],
    ) -> Cursor {
        let ty = self.cx.program.expr(value).ty;
        let table = &self.tast[cases];
        if let Some(known) = build::literal(self.cx.program, value) {
            let types = &self.cx.program.types;
            let hit =
                table.iter().position(|c| (types.wrap(ty, c.low)..=types.wrap(ty, c.high)).contains(&known));
            return match hit {
                Some(case) => {
                    targets[case] = self.cursor.take();
                    Cursor::default()
                }
                None => self.cursor.take(),
            };
        }
        let branch = self.branch_stmt(BranchKind::Switch, stmt, cond);
        let branches = [Some(BranchRef { branch, outcome: None }); 2];
        let span = self.expr_span(cond);
        for (case, target) in table.iter().zip(targets) {
            let low = build::int(self.cx.program, case.low, ty);
            if case.low == case.high {
                let test = build::binary(self.cx.program, BinaryOp::Eq, value, low);
                let (hit, miss) = self.cursor.split(self.cx.program, self.func, test, branches, span);
                *target = hit;
                self.cursor = miss;
                continue;
            }
            let high = build::int(self.cx.program, case.high, ty);
            let test = build::binary(self.cx.program, BinaryOp::Ge, value, low);
            let (mut above, mut miss) = self.cursor.split(self.cx.program, self.func, test, branches, span);
            let test = build::binary(self.cx.program, BinaryOp::Le, value, high);
            let (hit, beyond) = above.split(self.cx.program, self.func, test, branches, span);
            *target = hit;
            miss.join(self.cx.program, beyond);
            self.cursor = miss;
        }
        self.cursor.take()
    }

    /// `case …:` stands here: control falls through from above or comes from the comparison.
    pub(super) fn enter_case(&mut self, case: CaseId) {
        let Some(switch) = self.switches.last_mut() else { return };
        let arriving = case
            .raw()
            .checked_sub(switch.first)
            .and_then(|number| switch.cases.get_mut(number as usize))
            .map_or_else(Cursor::default, Cursor::take);
        let (scope, span) = (switch.scope, switch.span);
        self.arrive(arriving, scope, span);
    }

    /// `default:` stands here.
    pub(super) fn enter_default(&mut self) {
        let Some(switch) = self.switches.last_mut() else { return };
        let (arriving, scope, span) = (switch.default.take(), switch.scope, switch.span);
        self.arrive(arriving, scope, span);
    }

    fn arrive(&mut self, arriving: Cursor, from: ScopeId, span: Span) {
        let fallthrough = std::mem::replace(&mut self.cursor, arriving);
        self.travel(from, self.scope, span);
        self.cursor.join(self.cx.program, fallthrough);
    }
}
