//! Expressions in which some parts stand for something else.

use argand_cfa::walk::{Node, parts};
use argand_cfa::{Args, ExprId, ExprKind, PlaceId, PlaceKind, Program};
use argand_support::{FxHashMap, FxHashSet};

/// Replaces expressions inside of others, each wherever it stands.
#[derive(Default)]
pub(super) struct Rewriter {
    exprs: FxHashMap<ExprId, ExprId>,
    places: FxHashMap<PlaceId, PlaceId>,
}

impl Rewriter {
    /// From now on `old` is `new`. What was rewritten before with `old` in it stays as it is.
    pub fn replace(&mut self, old: ExprId, new: ExprId) {
        self.exprs.insert(old, new);
    }

    /// An expression with everything replaced.
    pub fn expr(&mut self, program: &mut Program, expr: ExprId) -> ExprId {
        self.all(program, Node::Expr(expr));
        self.exprs.get(&expr).copied().unwrap_or(expr)
    }

    /// A place with everything replaced.
    pub fn place(&mut self, program: &mut Program, place: PlaceId) -> PlaceId {
        self.all(program, Node::Place(place));
        self.places.get(&place).copied().unwrap_or(place)
    }

    fn is_done(&self, node: Node) -> bool {
        match node {
            Node::Expr(expr) => self.exprs.contains_key(&expr),
            Node::Place(place) => self.places.contains_key(&place),
        }
    }

    fn all(&mut self, program: &mut Program, root: Node) {
        let mut work = vec![root];
        while let Some(&node) = work.last() {
            if self.is_done(node) {
                work.pop();
                continue;
            }
            let before = work.len();
            parts(program, node, |part| work.push(part));
            let mut missing = before;
            for k in before..work.len() {
                if !self.is_done(work[k]) {
                    work.swap(missing, k);
                    missing += 1;
                }
            }
            work.truncate(missing);
            if missing == before {
                work.pop();
                self.one(program, node);
            }
        }
    }

    /// Rewrites a node whose parts are rewritten.
    fn one(&mut self, program: &mut Program, node: Node) {
        let new_expr = |this: &Self, expr: ExprId| this.exprs.get(&expr).copied().unwrap_or(expr);
        let new_place = |this: &Self, place: PlaceId| this.places.get(&place).copied().unwrap_or(place);
        match node {
            Node::Expr(expr) => {
                let old = program.expr(expr);
                let kind = match old.kind {
                    ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FuncAddr(_) => old.kind,
                    ExprKind::Load(place) => ExprKind::Load(new_place(self, place)),
                    ExprKind::AddrOf(place) => ExprKind::AddrOf(new_place(self, place)),
                    ExprKind::Unary(op, a) => ExprKind::Unary(op, new_expr(self, a)),
                    ExprKind::Binary(op, a, b) => ExprKind::Binary(op, new_expr(self, a), new_expr(self, b)),
                    ExprKind::Cast(a) => ExprKind::Cast(new_expr(self, a)),
                    ExprKind::Intrinsic(function, args) => {
                        let args = match args {
                            Args::One(a) => Args::One(new_expr(self, a)),
                            Args::Two(a, b) => Args::Two(new_expr(self, a), new_expr(self, b)),
                            Args::Three(a, b, c) => {
                                Args::Three(new_expr(self, a), new_expr(self, b), new_expr(self, c))
                            }
                        };
                        ExprKind::Intrinsic(function, args)
                    }
                };
                let new = program.pool.expr(kind, old.ty);
                self.exprs.insert(expr, new);
            }
            Node::Place(place) => {
                let old = program.place(place);
                let kind = match old.kind {
                    PlaceKind::Var(_) => old.kind,
                    PlaceKind::Deref(pointer) => PlaceKind::Deref(new_expr(self, pointer)),
                    PlaceKind::Field { base, field } => {
                        PlaceKind::Field { base: new_place(self, base), field }
                    }
                    PlaceKind::Index { base, index } => {
                        PlaceKind::Index { base: new_place(self, base), index: new_expr(self, index) }
                    }
                };
                let new = program.pool.place(kind, old.ty);
                self.places.insert(place, new);
            }
        }
    }
}

/// The reads of places among the parts of some nodes, those that others depend on first.
pub(super) fn loads(program: &Program, roots: Vec<Node>) -> Vec<(ExprId, PlaceId)> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut work: Vec<(Node, bool)> = roots.into_iter().rev().map(|node| (node, false)).collect();
    while let Some((node, finished)) = work.pop() {
        if finished {
            if let Node::Expr(expr) = node
                && let ExprKind::Load(place) = program.expr(expr).kind
            {
                found.push((expr, place));
            }
        } else if seen.insert(node) {
            work.push((node, true));
            parts(program, node, |part| work.push((part, false)));
        }
    }
    found
}
