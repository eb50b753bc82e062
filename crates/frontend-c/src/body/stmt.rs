//! Statements.

use super::scope::ScopeId;
use super::{Lowerer, build};
use argand_cfa::{Branch, BranchId, BranchKind, LocId, LoopStatement, Op};
use argand_linker::Cursor;
use argand_support::Span;
use rucc_sema::{DeclId, DeclKind, ExprId, Stmt, StmtId, StorageDuration};

/// A loop or `switch` that `break` leaves and `continue` goes on with.
pub(super) struct Breakable {
    /// Where the jumps that leave it stand.
    pub breaks: Cursor,
    /// What `continue` does; nothing for a `switch`.
    pub next: Option<Next>,
    /// What is alive where the jumps arrive.
    pub scope: ScopeId,
}

/// Where the next iteration starts.
pub(super) enum Next {
    /// At the head of the loop.
    Head(LocId),
    /// Behind the body, at a place that is reached later.
    Behind(Cursor),
}

impl Lowerer<'_, '_> {
    fn stmt_span(&mut self, stmt: StmtId) -> Span {
        self.cx.span(self.tast.stmt_span(stmt))
    }

    /// Lowers the outermost block of a function, whose objects die with the function.
    pub(super) fn stmt_keeping_locals(&mut self, body: StmtId) {
        match self.tast[body] {
            Stmt::Block(list) => {
                for &stmt in &self.tast[list] {
                    self.stmt(stmt);
                }
            }
            _ => self.stmt(body),
        }
    }

    pub(super) fn stmt(&mut self, stmt: StmtId) {
        if self.cursor.is_dead() && !self.can_be_entered(stmt) {
            return;
        }
        match self.tast[stmt] {
            Stmt::Error => {
                let span = self.stmt_span(stmt);
                let void = self.cx.program.types.void();
                self.unsupported("a statement with an error", void, span);
            }
            Stmt::Empty => {}
            Stmt::Expr(expr) => self.effect(expr),
            Stmt::Block(list) => {
                let outer = self.scope;
                for &inner in &self.tast[list] {
                    self.stmt(inner);
                }
                if self.scope != outer {
                    let span = self.end_of(stmt);
                    self.leave(outer, span);
                }
            }
            Stmt::Decls(list) => {
                for &decl in &self.tast[list] {
                    self.declaration(decl);
                }
            }
            Stmt::If { .. } => self.if_chain(stmt),
            Stmt::While { cond, body } => self.while_loop(stmt, cond, body),
            Stmt::DoWhile { body, cond } => self.do_loop(stmt, body, cond),
            Stmt::For { init, cond, step, body } => self.for_loop(stmt, (init, cond, step), body),
            Stmt::Switch { cond, body, cases, default } => {
                self.switch(stmt, cond, body, cases, default.is_some());
            }
            Stmt::Case { case, body } => {
                self.enter_case(case);
                self.stmt(body);
            }
            Stmt::Default { body } => {
                self.enter_default();
                self.stmt(body);
            }
            Stmt::Label { label, body } => {
                self.bind_label(label);
                self.stmt(body);
            }
            Stmt::Goto(label) => {
                let span = self.stmt_span(stmt);
                self.goto(label, span);
            }
            Stmt::IndirectGoto(target) => self.computed_goto(target),
            Stmt::Asm(asm) => {
                let span = self.stmt_span(stmt);
                self.asm(asm, span);
            }
            Stmt::Break => {
                let span = self.stmt_span(stmt);
                self.break_out(span);
            }
            Stmt::Continue => {
                let span = self.stmt_span(stmt);
                self.next_iteration(span);
            }
            Stmt::Return(value) => self.return_stmt(stmt, value),
        }
    }

    /// Whether control can get into the statement other than through its start.
    fn can_be_entered(&self, stmt: StmtId) -> bool {
        match self.tast[stmt] {
            Stmt::Label { .. } | Stmt::Case { .. } | Stmt::Default { .. } => true,
            // Objects exist in the whole block, also behind labels that follow.
            Stmt::Decls(_) => true,
            Stmt::Block(list) => self.tast[list].iter().any(|&inner| match self.tast[inner] {
                Stmt::Decls(_) => false,
                _ => self.can_be_entered(inner),
            }),
            Stmt::If { then, otherwise, .. } => {
                self.can_be_entered(then) || otherwise.is_some_and(|other| self.can_be_entered(other))
            }
            Stmt::While { body, .. }
            | Stmt::DoWhile { body, .. }
            | Stmt::For { body, .. }
            | Stmt::Switch { body, .. } => self.can_be_entered(body),
            _ => false,
        }
    }

    /// Where the closing brace of a block is.
    fn end_of(&mut self, stmt: StmtId) -> Span {
        let span = self.stmt_span(stmt);
        let column = span.end_column.max(2) - 1;
        Span { line: span.end_line, column, ..span }
    }

    /// A branching construct whose keyword starts at the statement.
    pub(super) fn branch_stmt(&mut self, kind: BranchKind, stmt: StmtId, condition: ExprId) -> BranchId {
        let length = match kind {
            BranchKind::If | BranchKind::DoWhile => 2,
            BranchKind::For => 3,
            BranchKind::Switch => 6,
            _ => 5,
        };
        let start = self.stmt_span(stmt);
        let keyword = Span { end_line: start.line, end_column: start.column + length, ..start };
        let condition = self.expr_span(condition);
        self.cx.program.branches.push(Branch { kind, keyword, condition })
    }

    pub(super) fn branch_expr(&mut self, kind: BranchKind, whole: ExprId, condition: ExprId) -> BranchId {
        let keyword = self.expr_span(whole);
        let condition = self.expr_span(condition);
        self.cx.program.branches.push(Branch { kind, keyword, condition })
    }

    /// `if … else if …`, without recursion along the chain.
    fn if_chain(&mut self, first: StmtId) {
        let mut end = Cursor::default();
        let mut stmt = first;
        loop {
            let Stmt::If { cond, then, otherwise } = self.tast[stmt] else {
                self.stmt(stmt);
                break;
            };
            if self.cursor.is_dead() && !self.can_be_entered(stmt) {
                break;
            }
            let (yes, no) = if self.cursor.is_dead() {
                Default::default()
            } else {
                let branch = self.branch_stmt(BranchKind::If, stmt, cond);
                self.condition(cond, branch)
            };
            self.cursor = yes;
            self.stmt(then);
            end.join(self.cx.program, self.cursor.take());
            self.cursor = no;
            match otherwise {
                Some(other) => stmt = other,
                None => break,
            }
        }
        end.join(self.cx.program, self.cursor.take());
        self.cursor = end;
    }

    /// A location that one loop alone comes back to.
    fn loop_head(&mut self, stmt: StmtId) -> LocId {
        if self.cursor.is_pinned() {
            self.emit(Op::Noop, Span::NONE);
        }
        let head = self.pin();
        let keyword = self.stmt_span(stmt);
        self.cx.program.loops.push(LoopStatement { head, keyword });
        head
    }

    fn while_loop(&mut self, stmt: StmtId, cond: ExprId, body: StmtId) {
        let outer = self.scope;
        let head = self.loop_head(stmt);
        let branch = self.branch_stmt(BranchKind::While, stmt, cond);
        let (yes, no) = self.condition(cond, branch);
        self.breakables.push(Breakable {
            breaks: Cursor::default(),
            next: Some(Next::Head(head)),
            scope: self.scope,
        });
        self.cursor = yes;
        self.stmt(body);
        self.cursor.take().lead_to(self.cx.program, head);
        self.end_loop(no, outer, stmt);
    }

    fn do_loop(&mut self, stmt: StmtId, body: StmtId, cond: ExprId) {
        let outer = self.scope;
        let repeats = self.literal_truth(cond) != Some(false);
        let head = if repeats || self.cursor.is_dead() { Some(self.loop_head(stmt)) } else { None };
        self.breakables.push(Breakable {
            breaks: Cursor::default(),
            next: Some(Next::Behind(Cursor::default())),
            scope: self.scope,
        });
        self.stmt(body);
        self.arrive_behind();
        let no = if self.cursor.is_dead() {
            Cursor::default()
        } else {
            let branch = self.branch_stmt(BranchKind::DoWhile, stmt, cond);
            let (yes, no) = self.condition(cond, branch);
            match head {
                Some(head) => yes.lead_to(self.cx.program, head),
                None => debug_assert!(yes.is_dead(), "a loop that repeats has a head"),
            }
            no
        };
        self.end_loop(no, outer, stmt);
    }

    fn for_loop(
        &mut self,
        stmt: StmtId,
        (init, cond, step): (Option<StmtId>, Option<ExprId>, Option<ExprId>),
        body: StmtId,
    ) {
        let outer = self.scope;
        if let Some(init) = init {
            self.stmt(init);
        }
        let head = self.loop_head(stmt);
        let (yes, no) = match cond {
            Some(cond) => {
                let branch = self.branch_stmt(BranchKind::For, stmt, cond);
                self.condition(cond, branch)
            }
            None => (self.cursor.take(), Cursor::default()),
        };
        let next = match step {
            Some(_) => Next::Behind(Cursor::default()),
            None => Next::Head(head),
        };
        self.breakables.push(Breakable { breaks: Cursor::default(), next: Some(next), scope: self.scope });
        self.cursor = yes;
        self.stmt(body);
        if let Some(step) = step {
            self.arrive_behind();
            if !self.cursor.is_dead() {
                self.effect(step);
            }
        }
        self.cursor.take().lead_to(self.cx.program, head);
        self.end_loop(no, outer, stmt);
    }

    /// Control stands behind the body of the innermost loop: the jumps of `continue` arrive.
    fn arrive_behind(&mut self) {
        if let Some(Breakable { next: Some(Next::Behind(cursor)), .. }) = self.breakables.last_mut() {
            let arriving = cursor.take();
            self.cursor.join(self.cx.program, arriving);
        }
    }

    /// Control stands behind the loop: the condition failed, or `break` led here.
    pub(super) fn end_loop(&mut self, failed: Cursor, outer: ScopeId, stmt: StmtId) {
        self.cursor = failed;
        if let Some(done) = self.breakables.pop() {
            self.cursor.join(self.cx.program, done.breaks);
        }
        if self.scope != outer {
            let span = self.end_of(stmt);
            self.leave(outer, span);
        }
    }

    fn break_out(&mut self, span: Span) {
        let Some(scope) = self.breakables.last().map(|b| b.scope) else { return };
        self.unwind(scope, span);
        let cursor = self.cursor.take();
        if let Some(innermost) = self.breakables.last_mut() {
            innermost.breaks.join(self.cx.program, cursor);
        }
    }

    fn next_iteration(&mut self, span: Span) {
        let Some(depth) = self.breakables.iter().rposition(|b| b.next.is_some()) else { return };
        self.unwind(self.breakables[depth].scope, span);
        let cursor = self.cursor.take();
        match &mut self.breakables[depth].next {
            Some(Next::Head(head)) => {
                let head = *head;
                cursor.lead_to(self.cx.program, head);
            }
            Some(Next::Behind(waiting)) => waiting.join(self.cx.program, cursor),
            None => {}
        }
    }

    fn return_stmt(&mut self, stmt: StmtId, value: Option<ExprId>) {
        if let Some(value) = value {
            match self.cx.program.functions[self.func].ret {
                Some(ret) => {
                    let span = self.stmt_span(stmt);
                    self.assign_to_var(ret, value, span);
                }
                None => self.effect(value),
            }
        }
        self.run_cleanups(super::scope::ROOT);
        let exit = self.exit;
        self.cursor.take().lead_to(self.cx.program, exit);
    }

    /// A declaration that control reaches, or that it jumps over while the object exists all the same.
    fn declaration(&mut self, id: DeclId) {
        let decl = &self.tast[id];
        match decl.kind {
            DeclKind::Function => return,
            DeclKind::Type => return self.fix_lengths(decl.ty),
            DeclKind::Object => {}
        }
        if decl.duration != StorageDuration::Automatic || decl.state == rucc_sema::Definition::Declared {
            return;
        }
        self.fix_lengths(decl.ty);
        let var = self.local(id);
        let span = self.cx.program.vars[var].span;
        let size = (self.is_variable(decl.ty) && !self.cursor.is_dead()).then(|| self.size_value(decl.ty));
        let variable = size.is_some();
        self.emit(Op::Declare { var, size }, span);
        self.enter(var, decl.cleanup, variable);
        if decl.register.is_some() {
            self.havoc(var, argand_cfa::NondetSource::Asm, span);
        }
        if decl.init.is_some() && !self.cursor.is_dead() {
            self.initialise(id, var, span);
        }
    }

    /// The variable of an object with automatic storage.
    pub(super) fn local(&mut self, decl: DeclId) -> argand_cfa::VarId {
        let var = self.cx.declare_local(decl, self.func);
        if self.cx.caches.notes.is_private(self.tast, decl) {
            self.private.insert(var);
        }
        var
    }

    /// The truth of a condition that is a literal.
    pub(super) fn literal_truth(&mut self, cond: ExprId) -> Option<bool> {
        let cond = self.strip_truth(cond);
        match self.tast[cond].kind {
            rucc_sema::ExprKind::Const(id) => match self.tast[id] {
                rucc_sema::Const::Int(value) => Some(value != 0),
                _ => None,
            },
            rucc_sema::ExprKind::Unary { op: rucc_ast::UnaryOp::Not, operand } => {
                self.literal_truth(operand).map(|truth| !truth)
            }
            _ => None,
        }
    }

    /// Sets a variable to 1 where control stands at `yes` and to 0 where it stands at `no`.
    pub(super) fn set_truth(&mut self, var: argand_cfa::VarId, (yes, no): (Cursor, Cursor), span: Span) {
        let ty = self.cx.program.vars[var].ty;
        let mut end = Cursor::default();
        for (cursor, truth) in [(yes, 1), (no, 0)] {
            self.cursor = cursor;
            let value = build::int(self.cx.program, truth, ty);
            self.set_var(var, value, span);
            end.join(self.cx.program, self.cursor.take());
        }
        self.cursor = end;
    }
}
