//! Conditions that proofs about one cell need, from the accesses and comparisons of the program.
//!
//! The proofs are always of the same few kinds: where the cell's index is compared with an index that the program
//! computes (before it, at it), and how its content relates to what was written there or is compared with it. An index
//! variable in such a relation is the cell's own index where the relation is about the cell: `a[i] = i * i` is
//! `cell == key * key`.

use super::Seed;
use super::access::Access;
use super::choose::Chosen;
use super::rewrite::{Rewriter, loads};
use super::transform::{Ghosts, compare, key_value, load};
use crate::callgraph::CallGraph;
use argand_cfa::walk::{self, Node};
use argand_cfa::{
    BinaryOp, EdgeId, ExprId, ExprKind, FuncId, IntKind, Op, PlaceId, PlaceKind, Program, VarId, VarKind,
};

/// More conditions than this cost more than they are worth.
const MAX_SEEDS: usize = 64;

/// The conditions for a program and its cells; expressions are added to `made`.
pub(super) fn seeds(program: &Program, made: &mut Program, chosen: &Chosen, ghosts: &Ghosts) -> Vec<Seed> {
    let calls = CallGraph::new(program);
    let mut gather = Gather { program, made, chosen, ghosts, calls: &calls, found: Vec::new() };
    let edges: Vec<EdgeId> = program
        .edges
        .indices()
        .filter(|&e| calls.is_reachable(program.locs[program.edges[e].from].func))
        .collect();
    for &flag in &ghosts.exact {
        let condition = load(gather.made, flag);
        gather.push(Seed { function: None, condition });
    }
    for &edge in &edges {
        gather.relations(edge);
    }
    for &edge in &edges {
        gather.orders(edge);
    }
    gather.sizes();
    for &edge in &edges {
        gather.guards(edge);
    }
    gather.found.truncate(MAX_SEEDS);
    gather.found
}

struct Gather<'a> {
    program: &'a Program,
    made: &'a mut Program,
    chosen: &'a Chosen,
    ghosts: &'a Ghosts,
    calls: &'a CallGraph,
    found: Vec<Seed>,
}

impl Gather<'_> {
    fn func(&self, edge: EdgeId) -> FuncId {
        self.program.locs[self.program.edges[edge].from].func
    }

    /// The reads of followed arrays among the parts of nodes.
    fn reads(&self, roots: Vec<Node>) -> Vec<(ExprId, PlaceId)> {
        let all = loads(self.made, roots).into_iter();
        all.filter(|(_, place)| self.chosen.accesses.contains_key(place)).collect()
    }

    /// The followed places that an edge reads or writes.
    fn accessed(&self, edge: EdgeId) -> Vec<PlaceId> {
        let op = &self.program.edges[edge].op;
        let mut roots = Vec::new();
        walk::operands(self.program, op, |node| roots.push(node));
        let mut places: Vec<PlaceId> = self.reads(roots).into_iter().map(|(_, place)| place).collect();
        if let Op::Assign { dst, .. } = op
            && self.chosen.accesses.contains_key(dst)
        {
            places.push(*dst);
        }
        places
    }

    /// The indices of an access as the program computes them, where that needs no array.
    fn indices(&mut self, access: &Access) -> Option<Vec<(ExprId, Option<ExprId>)>> {
        let shape = &self.chosen.arrays.get(&access.class)?.shape;
        let (indices, _) = shape.indices(self.program, access)?;
        let mut values = Vec::new();
        for (index, &ty) in indices.into_iter().zip(&self.ghosts.key_types) {
            if let Some(expr) = index.computed
                && !self.reads(vec![Node::Expr(expr)]).is_empty()
            {
                return None;
            }
            values.push((key_value(self.made, index, index.computed, ty), index.computed));
        }
        Some(values)
    }

    /// How the cell's index lies to the indices of an edge.
    fn orders(&mut self, edge: EdgeId) {
        let func = self.func(edge);
        for place in self.accessed(edge) {
            let access = &self.chosen.accesses[&place];
            let Some(indices) = self.indices(access) else { continue };
            let depth = indices.len();
            for (level, (value, computed)) in indices.into_iter().enumerate() {
                for keys in self.ghosts.keys.clone() {
                    let key = load(self.made, keys[level]);
                    let before = compare(self.made, BinaryOp::Lt, key, value);
                    self.add(func, before);
                    if level + 1 < depth {
                        let at = compare(self.made, BinaryOp::Eq, key, value);
                        self.add(func, at);
                    }
                    self.sign(func, key);
                }
                if computed.is_some() {
                    self.sign(func, value);
                }
            }
        }
    }

    /// What variable-length arrays have in common with the variables that their sizes were computed from.
    fn sizes(&mut self) {
        let arrays = self.chosen.arrays.values();
        let counts: Vec<ExprId> = arrays.flat_map(|array| array.shape.counts().collect::<Vec<_>>()).collect();
        let sized: Vec<VarId> = counts.iter().flat_map(|&count| variables(self.program, count)).collect();
        for edge in self.program.edges.indices() {
            let Op::Assign { dst, src } = self.program.edges[edge].op else { continue };
            let PlaceKind::Var(var) = self.program.place(dst).kind else { continue };
            if sized.contains(&var) && self.reads(vec![Node::Expr(src)]).is_empty() {
                let size = load(self.made, var);
                let equal = compare(self.made, BinaryOp::Eq, size, src);
                let func = self.func(edge);
                self.push(Seed { function: Some(func), condition: equal });
            }
        }
    }

    fn sign(&mut self, func: FuncId, value: ExprId) {
        let ty = self.made.expr(value).ty;
        if self.made.types.is_signed(ty) {
            let zero = self.made.pool.expr(ExprKind::Int(0), ty);
            let negative = compare(self.made, BinaryOp::Lt, value, zero);
            self.add(func, negative);
        }
    }

    /// What an edge writes to elements and compares them with, as conditions on cells.
    fn relations(&mut self, edge: EdgeId) {
        let (program, func) = (self.program, self.func(edge));
        let op = &program.edges[edge].op;
        for cell in 0..self.ghosts.keys.len() {
            if let Op::Assign { dst, src } = op
                && let Some(access) = self.chosen.accesses.get(dst)
                && let Some(content) = self.cell(access, cell)
                && let Some(value) = self.at_cell(*src, Some(access), cell)
            {
                let equal = compare(self.made, BinaryOp::Eq, content, value);
                self.add(func, equal);
            }
            let mut roots = Vec::new();
            walk::operands(program, op, |node| roots.push(node));
            for root in roots {
                let Node::Expr(root) = root else { continue };
                let mut compared = Vec::new();
                walk::for_each_node(program, Node::Expr(root), |node| {
                    if let Node::Expr(expr) = node
                        && matches!(program.expr(expr).kind, ExprKind::Binary(op, ..) if op.is_comparison())
                    {
                        compared.push(expr);
                    }
                });
                if compared.is_empty() && matches!(op, Op::Assume { .. }) {
                    compared.push(root);
                }
                for expr in compared {
                    let Some(&(_, place)) = self.reads(vec![Node::Expr(expr)]).first() else { continue };
                    let access = &self.chosen.accesses[&place];
                    for access in [Some(access), None] {
                        if let Some(condition) = self.at_cell(expr, access, cell) {
                            self.add(func, condition);
                        }
                    }
                }
            }
        }
    }

    /// The content of the cell that an access would meet.
    fn cell(&mut self, access: &Access, cell: usize) -> Option<ExprId> {
        let shape = &self.chosen.arrays.get(&access.class)?.shape;
        let (_, offset) = shape.indices(self.program, access)?;
        let var = *self.ghosts.cells.get(&(access.class, offset))?.get(cell)?;
        Some(load(self.made, var))
    }

    /// An expression with cells in place of elements, and the cell's index in place of the variables that are the index
    /// of an access.
    fn at_cell(&mut self, expr: ExprId, access: Option<&Access>, cell: usize) -> Option<ExprId> {
        let mut rewriter = Rewriter::default();
        for (read, place) in self.reads(vec![Node::Expr(expr)]) {
            let content = self.cell(&self.chosen.accesses[&place], cell)?;
            rewriter.replace(read, content);
        }
        for (level, (_, computed)) in
            access.map_or(Some(Vec::new()), |a| self.indices(a))?.into_iter().enumerate()
        {
            if let Some(index) = computed {
                let key = self.ghosts.keys[cell][level];
                self.put_key(&mut rewriter, index, key);
            }
        }
        Some(rewriter.expr(self.made, expr))
    }

    /// Puts a key in place of the variable that an index is, through conversions.
    fn put_key(&mut self, rewriter: &mut Rewriter, index: ExprId, key: VarId) {
        let mut index = index;
        while let ExprKind::Cast(inner) = self.program.expr(index).kind {
            index = inner;
        }
        if !matches!(self.program.expr(index).kind, ExprKind::Load(place) if matches!(self.program.place(place).kind, PlaceKind::Var(_)))
        {
            return;
        }
        let ty = self.program.expr(index).ty;
        let key = load(self.made, key);
        let key =
            if self.made.expr(key).ty == ty { key } else { self.made.pool.expr(ExprKind::Cast(key), ty) };
        rewriter.replace(index, key);
    }

    /// The conditions of branches without arrays, and the same for the cell's index where they are about an index.
    fn guards(&mut self, edge: EdgeId) {
        let Op::Assume { cond, .. } = self.program.edges[edge].op else { return };
        let func = self.func(edge);
        if !self.reads(vec![Node::Expr(cond)]).is_empty() || self.found.len() >= MAX_SEEDS {
            return;
        }
        for place in self.chosen.accesses.keys().copied().collect::<std::collections::BTreeSet<_>>() {
            let Some(indices) = self.indices(&self.chosen.accesses[&place]) else { continue };
            for (level, (_, computed)) in indices.into_iter().enumerate() {
                let Some(index) = computed else { continue };
                for keys in self.ghosts.keys.clone() {
                    let mut rewriter = Rewriter::default();
                    self.put_key(&mut rewriter, index, keys[level]);
                    let condition = rewriter.expr(self.made, cond);
                    if condition != cond {
                        self.add(func, cond);
                        self.add(func, condition);
                    }
                }
            }
        }
        self.add(func, cond);
    }

    /// Adds a condition of a function, and what it is for its callers where it is about parameters.
    fn add(&mut self, func: FuncId, condition: ExprId) {
        self.add_once(func, condition);
        let params = &self.program.functions[func].params;
        let used = variables(self.made, condition);
        if !used.iter().any(|var| params.contains(var))
            || !used.iter().all(|var| params.contains(var) || self.made.vars[*var].is_static())
        {
            return;
        }
        for &site in self.calls.sites_of(func) {
            let site = &self.program.call_sites[site];
            let mut rewriter = Rewriter::default();
            for (&param, &arg) in params.iter().zip(&site.args) {
                let value = load(self.made, param);
                rewriter.replace(value, arg);
            }
            let seen = rewriter.expr(self.made, condition);
            if self.reads(vec![Node::Expr(seen)]).is_empty() {
                self.add_once(self.program.locs[site.call].func, seen);
            }
        }
    }

    fn add_once(&mut self, func: FuncId, condition: ExprId) {
        let used = variables(self.made, condition);
        let constant = used.is_empty();
        let hidden = used.iter().any(|&var| self.made.vars[var].kind == VarKind::Temp);
        let int = self.made.types.int(IntKind::Int);
        if constant || hidden || self.made.expr(condition).ty != int {
            return;
        }
        let local = used.iter().any(|&var| !self.made.vars[var].is_static());
        self.push(Seed { function: local.then_some(func), condition });
    }

    fn push(&mut self, seed: Seed) {
        if self.found.len() < MAX_SEEDS && !self.found.contains(&seed) {
            self.found.push(seed);
        }
    }
}

/// The variables in an expression.
fn variables(program: &Program, expr: ExprId) -> Vec<VarId> {
    let mut found = Vec::new();
    walk::for_each_node(program, Node::Expr(expr), |node| {
        if let Node::Place(place) = node
            && let PlaceKind::Var(var) = program.place(place).kind
        {
            found.push(var);
        }
    });
    found
}
