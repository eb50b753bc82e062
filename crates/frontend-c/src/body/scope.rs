//! Lifetimes and jumps.
//!
//! The objects that are alive form a chain; the chains of all places of a body form a tree. A jump leaves
//! the objects between its own place and the nearest common one and enters those down to its target, which
//! is exactly what C says about lifetimes: an object whose declaration is jumped over exists, with an
//! indeterminate value.

use super::{Lowerer, build};
use argand_cfa::{
    BinaryOp, Body, Branch, BranchKind, BranchRef, ExprId as Value, Label, LocId, Op, Var, VarId, VarKind,
};
use argand_linker::Cursor;
use argand_support::Span;
use rucc_sema::{DeclId, ExprId, LabelId};

/// A place in the tree of scopes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct ScopeId(u32);

/// Where nothing but the parameters is alive.
pub(super) const ROOT: ScopeId = ScopeId(0);

/// An object that is alive, on top of its parent's.
pub(super) struct Scope {
    var: VarId,
    parent: ScopeId,
    depth: u32,
    /// The function that runs when the object's life ends.
    cleanup: Option<DeclId>,
    /// Whether the object is an array of variable length, which no jump can enter.
    variable: bool,
}

/// What is known of a label.
#[derive(Default)]
pub(super) struct LabelState {
    target: Option<(LocId, ScopeId)>,
    /// Jumps that came before the label.
    waiting: Vec<(Cursor, ScopeId, Span)>,
}

impl Default for ScopeId {
    fn default() -> Self {
        ROOT
    }
}

/// `goto *e`, to be resolved when every label is known.
pub(super) struct ComputedGoto {
    cursor: Cursor,
    scope: ScopeId,
    address: Value,
    condition: rucc_diag::Span,
}

impl Lowerer<'_, '_> {
    fn scope_node(&self, scope: ScopeId) -> Option<&Scope> {
        scope.0.checked_sub(1).and_then(|raw| self.scopes.get(raw as usize))
    }

    fn scope_depth(&self, scope: ScopeId) -> u32 {
        self.scope_node(scope).map_or(0, |node| node.depth)
    }

    /// A new object is alive from here on.
    pub(super) fn enter(&mut self, var: VarId, cleanup: Option<DeclId>, variable: bool) {
        let depth = self.scope_depth(self.scope) + 1;
        self.scopes.push(Scope { var, parent: self.scope, depth, cleanup, variable });
        self.scope = ScopeId(self.scopes.len() as u32);
    }

    /// Ends the lives of everything above `outer` for good.
    pub(super) fn leave(&mut self, outer: ScopeId, span: Span) {
        self.unwind(outer, span);
        self.scope = outer;
    }

    /// Ends the lives of everything above `outer` on the way out of here.
    pub(super) fn unwind(&mut self, outer: ScopeId, span: Span) {
        let stop = self.scope_depth(outer);
        let mut at = self.scope;
        while self.scope_depth(at) > stop {
            let Some(node) = self.scope_node(at) else { break };
            let (var, cleanup, parent) = (node.var, node.cleanup, node.parent);
            if let Some(handler) = cleanup {
                self.call_cleanup(handler, var, span);
            }
            self.emit(Op::Dead { var }, span);
            at = parent;
        }
    }

    /// Runs the cleanup functions of everything above `outer`, without ending any life.
    pub(super) fn run_cleanups(&mut self, outer: ScopeId) {
        let stop = self.scope_depth(outer);
        let mut at = self.scope;
        while self.scope_depth(at) > stop {
            let Some(node) = self.scope_node(at) else { break };
            let (var, cleanup, parent) = (node.var, node.cleanup, node.parent);
            if let Some(handler) = cleanup {
                let span = self.cx.program.vars[var].span;
                self.call_cleanup(handler, var, span);
            }
            at = parent;
        }
    }

    fn call_cleanup(&mut self, handler: DeclId, var: VarId, span: Span) {
        if self.cursor.is_dead() {
            return;
        }
        let place = build::var_place(self.cx.program, var);
        let address = build::addr_of(self.cx.program, place);
        let callee = self.cx.func(handler);
        self.call_known(callee, vec![address], None, false, span);
    }

    /// Moves the cursor from the objects that are alive at `from` to those alive at `to`.
    pub(super) fn travel(&mut self, from: ScopeId, to: ScopeId, span: Span) {
        let (mut up, mut down) = (from, to);
        let mut entered = Vec::new();
        while up != down {
            if self.scope_depth(up) >= self.scope_depth(down) {
                let Some(node) = self.scope_node(up) else { break };
                let (var, cleanup, parent) = (node.var, node.cleanup, node.parent);
                if let Some(handler) = cleanup {
                    self.call_cleanup(handler, var, span);
                }
                self.emit(Op::Dead { var }, span);
                up = parent;
            } else {
                let Some(node) = self.scope_node(down) else { break };
                if !node.variable {
                    entered.push(node.var);
                }
                down = node.parent;
            }
        }
        for var in entered.into_iter().rev() {
            self.emit(Op::Declare { var, size: None }, span);
        }
    }

    pub(super) fn goto(&mut self, label: LabelId, span: Span) {
        if self.cursor.is_dead() {
            return;
        }
        match self.labels.entry(label).or_default().target {
            Some((loc, scope)) => {
                self.travel(self.scope, scope, span);
                self.cursor.take().lead_to(self.cx.program, loc);
            }
            None => {
                let jump = (self.cursor.take(), self.scope, span);
                self.labels.entry(label).or_default().waiting.push(jump);
            }
        }
    }

    /// The label stands here.
    pub(super) fn bind_label(&mut self, label: LabelId) {
        let waiting = std::mem::take(&mut self.labels.entry(label).or_default().waiting);
        for (cursor, scope, span) in waiting {
            let fallthrough = std::mem::replace(&mut self.cursor, cursor);
            self.travel(scope, self.scope, span);
            self.cursor.join(self.cx.program, fallthrough);
        }
        if self.cursor.is_dead() && !self.cx.caches.notes.is_target(label) {
            return;
        }
        let loc = self.pin();
        self.labels.entry(label).or_default().target = Some((loc, self.scope));
        let name = self.cx.intern(self.tast[label].name);
        self.cx.program.labels.push(Label { name, loc });
    }

    /// A location that jumps may lead to. The entry of the function is never one.
    pub(super) fn pin(&mut self) -> LocId {
        if let Body::Defined { entry, .. } = self.cx.program.functions[self.func].body
            && self.cursor.is_at(entry)
        {
            self.emit(Op::Noop, Span::NONE);
        }
        match self.cursor.here(self.cx.program, self.func) {
            Some(loc) => loc,
            None => {
                let loc = self.cx.program.add_loc(self.func);
                self.cursor = Cursor::at(loc);
                loc
            }
        }
    }

    /// A label that was used and never bound cannot be jumped to; the typed tree has such labels only after
    /// an error.
    pub(super) fn resolve_dangling_labels(&mut self) {
        let mut dangling: Vec<_> = self
            .labels
            .iter_mut()
            .filter(|(_, state)| !state.waiting.is_empty())
            .map(|(&label, state)| (label, std::mem::take(&mut state.waiting)))
            .collect();
        dangling.sort_by_key(|&(label, _)| label);
        for (cursor, _, span) in dangling.into_iter().flat_map(|(_, waiting)| waiting) {
            self.cursor = cursor;
            self.stop_at("a jump to a label that is not defined", span);
        }
    }

    fn stop_at(&mut self, what: &str, span: Span) {
        let op = self.cx.unsupported(what);
        self.emit(op, span);
        let exit = self.exit;
        self.cursor.take().lead_to(self.cx.program, exit);
    }

    pub(super) fn computed_goto(&mut self, target: ExprId) {
        let span = self.expr_span(target);
        let address = self.value(target);
        let address = self.save(address, span);
        if self.cursor.is_dead() {
            return;
        }
        self.computed_gotos.push(ComputedGoto {
            cursor: self.cursor.take(),
            scope: self.scope,
            address,
            condition: self.tast.expr_span(target),
        });
    }

    /// A computed `goto` compares the address with that of every label whose address is taken.
    pub(super) fn resolve_computed_gotos(&mut self) {
        let gotos = std::mem::take(&mut self.computed_gotos);
        if gotos.is_empty() {
            return;
        }
        let mut targets: Vec<_> = self
            .labels
            .iter()
            .filter(|(label, _)| self.cx.caches.notes.is_label_value(**label))
            .filter_map(|(&label, state)| Some((label, state.target?)))
            .collect();
        targets.sort_by_key(|&(label, _)| label);
        for goto in gotos {
            self.cursor = goto.cursor;
            let condition = self.cx.span(goto.condition);
            let branch = self.cx.program.branches.push(Branch {
                kind: BranchKind::Dispatch,
                keyword: condition,
                condition,
            });
            for &(label, (loc, scope)) in &targets {
                let ty = self.cx.program.expr(goto.address).ty;
                let value = self.label_value(label, ty);
                let test = build::binary(self.cx.program, BinaryOp::Eq, goto.address, value);
                let branches = [Some(BranchRef { branch, outcome: None }); 2];
                let (hit, miss) = self.cursor.split(self.cx.program, self.func, test, branches, condition);
                self.cursor = hit;
                self.travel(goto.scope, scope, condition);
                self.cursor.take().lead_to(self.cx.program, loc);
                self.cursor = miss;
            }
            self.stop_at("a computed goto to an address that is no label of its function", condition);
        }
    }

    /// The value of `&&label`.
    pub(super) fn label_value(&mut self, label: LabelId, ty: argand_cfa::TypeId) -> Value {
        label_value(self.cx, label, ty, Some(self.func))
    }
}

/// The value of `&&label`: the address of an object that stands for the label.
pub(super) fn label_value(
    cx: &mut crate::cx::UnitCx<'_>,
    label: LabelId,
    ty: argand_cfa::TypeId,
    func: Option<argand_cfa::FuncId>,
) -> Value {
    let var = match cx.caches.notes.label_vars.get(&label) {
        Some(&var) => var,
        None => {
            let name = cx.intern(cx.unit.tast[label].name);
            let char_ty = cx.program.types.int(argand_cfa::IntKind::Char);
            let var = cx.program.vars.push(Var {
                name,
                ty: char_ty,
                kind: VarKind::Label,
                func,
                span: Span::NONE,
                addressed: false,
                extent: None,
                align: None,
                undefined: false,
            });
            cx.caches.notes.label_vars.insert(label, var);
            var
        }
    };
    let place = build::var_place(cx.program, var);
    let address = build::addr_of(cx.program, place);
    build::cast(cx.program, address, ty)
}
