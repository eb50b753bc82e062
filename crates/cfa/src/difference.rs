//! Structural comparison of programs.
//!
//! Locations, edges, variables, functions and calls are compared by their numbers; names, types,
//! expressions and places, whose numbers depend on the order in which they were interned, by what they
//! are. The comparison walks pairs from a work list and visits each pair once.

use crate::expr::{ExprId, ExprKind, Intrinsic, PlaceId, PlaceKind};
use crate::program::{HaltKind, Op, Program};
use crate::types::{TypeId, TypeKind};
use argand_support::{FxHashSet, Symbol};

/// A claim that two things are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Pair {
    Type(TypeId, TypeId),
    Expr(ExprId, ExprId),
    Place(PlaceId, PlaceId),
}

struct Comparison<'p> {
    a: &'p Program,
    b: &'p Program,
    seen: FxHashSet<Pair>,
    work: Vec<Pair>,
}

/// The first difference of two programs in words, or `None` if they are the same program.
#[must_use]
pub fn structural_difference(a: &Program, b: &Program) -> Option<String> {
    Comparison { a, b, seen: FxHashSet::default(), work: Vec::new() }.run().err()
}

#[expect(clippy::needless_pass_by_value, reason = "the values are tuples made for the comparison")]
fn same<T: PartialEq + std::fmt::Debug>(what: &str, a: T, b: T) -> Result<(), String> {
    if a == b { Ok(()) } else { Err(format!("{what}: {a:?} and {b:?}")) }
}

impl Comparison<'_> {
    fn run(mut self) -> Result<(), String> {
        let (a, b) = (self.a, self.b);
        same("data model", a.types.model(), b.types.model())?;
        same("start, main, halt", (a.start, a.main, a.halt), (b.start, b.main, b.halt))?;
        same("files", a.sources.files().collect::<Vec<_>>(), b.sources.files().collect::<Vec<_>>())?;
        self.records()?;
        self.vars()?;
        same("read-only variables", &a.read_only, &b.read_only)?;
        self.functions()?;
        same("number of locations", a.locs.len(), b.locs.len())?;
        for id in a.locs.indices() {
            let (x, y) = (&a.locs[id], &b.locs[id]);
            let sorted = |list: &[crate::EdgeId]| {
                let mut list = list.to_vec();
                list.sort_unstable();
                list
            };
            same(&format!("location {id}"), (x.func, &x.out), (y.func, &y.out))?;
            same(&format!("edges into {id}"), sorted(&x.into), sorted(&y.into))?;
        }
        self.edges()?;
        same("branches", a.branches.as_slice(), b.branches.as_slice())?;
        let labels = |p: &Program| {
            let mut labels: Vec<_> =
                p.labels.iter().map(|l| (l.loc, p.names.resolve(l.name).to_owned())).collect();
            labels.sort();
            labels
        };
        same("labels", labels(a), labels(b))?;
        self.drain()
    }

    fn name(&self, what: &str, a: Symbol, b: Symbol) -> Result<(), String> {
        same(what, self.a.names.resolve(a), self.b.names.resolve(b))
    }

    fn optional_name(&self, what: &str, a: Option<Symbol>, b: Option<Symbol>) -> Result<(), String> {
        same(what, a.map(|a| self.a.names.resolve(a)), b.map(|b| self.b.names.resolve(b)))
    }

    fn records(&mut self) -> Result<(), String> {
        let (a, b) = (self.a, self.b);
        same("number of records", a.types.records().count(), b.types.records().count())?;
        for ((id, x), (_, y)) in a.types.records().zip(b.types.records()) {
            let what = format!("record {id}");
            let shape = |r: &crate::Record| (r.kind, r.size, r.align, r.complete, r.fields.len());
            same(&what, shape(x), shape(y))?;
            self.optional_name(&what, x.tag, y.tag)?;
            for (f, g) in x.fields.iter().zip(&y.fields) {
                self.optional_name(&what, f.name, g.name)?;
                same(&what, (f.bit_offset, f.bit_width), (g.bit_offset, g.bit_width))?;
                self.work.push(Pair::Type(f.ty, g.ty));
            }
        }
        Ok(())
    }

    fn vars(&mut self) -> Result<(), String> {
        let (a, b) = (self.a, self.b);
        same("number of variables", a.vars.len(), b.vars.len())?;
        for ((id, x), y) in a.vars.iter_enumerated().zip(&b.vars) {
            let what = format!("variable {id}");
            self.name(&what, x.name, y.name)?;
            self.work.push(Pair::Type(x.ty, y.ty));
            same(&what, (x.kind, x.func, x.span), (y.kind, y.func, y.span))?;
            let rest = |v: &crate::Var| (v.addressed, v.extent, v.align, v.undefined);
            same(&what, rest(x), rest(y))?;
        }
        Ok(())
    }

    fn functions(&mut self) -> Result<(), String> {
        let (a, b) = (self.a, self.b);
        same("number of functions", a.functions.len(), b.functions.len())?;
        for ((id, x), y) in a.functions.iter_enumerated().zip(&b.functions) {
            let what = format!("function {id}");
            self.name(&what, x.name, y.name)?;
            self.work.push(Pair::Type(x.ty, y.ty));
            same(&what, (&x.params, x.ret, x.body), (&y.params, y.ret, y.body))?;
            same(&what, (x.origin, x.span, x.addressed), (y.origin, y.span, y.addressed))?;
        }
        Ok(())
    }

    fn edges(&mut self) -> Result<(), String> {
        let (a, b) = (self.a, self.b);
        same("number of edges", a.edges.len(), b.edges.len())?;
        same("number of call sites", a.call_sites.len(), b.call_sites.len())?;
        same("number of extern calls", a.extern_calls.len(), b.extern_calls.len())?;
        for ((id, x), y) in a.edges.iter_enumerated().zip(&b.edges) {
            let what = format!("edge {id}");
            same(&what, (x.from, x.to, x.span, x.branch), (y.from, y.to, y.span, y.branch))?;
            self.op(&what, &x.op, &y.op)?;
        }
        for ((id, x), y) in a.call_sites.iter_enumerated().zip(&b.call_sites) {
            let shape = |s: &crate::CallSite| (s.callee, s.dst, s.call, s.after, s.args.len());
            same(&format!("call site {id}"), shape(x), shape(y))?;
            self.work.extend(x.args.iter().zip(&y.args).map(|(&a, &b)| Pair::Expr(a, b)));
        }
        for ((id, x), y) in a.extern_calls.iter_enumerated().zip(&b.extern_calls) {
            let shape = |s: &crate::ExternCall| (s.callee, s.dst, s.args.len());
            same(&format!("extern call {id}"), shape(x), shape(y))?;
            self.work.extend(x.args.iter().zip(&y.args).map(|(&a, &b)| Pair::Expr(a, b)));
        }
        Ok(())
    }

    fn op(&mut self, what: &str, x: &Op, y: &Op) -> Result<(), String> {
        match (x, y) {
            (Op::Assume { cond: a, truth }, Op::Assume { cond: b, truth: other }) if truth == other => {
                self.work.push(Pair::Expr(*a, *b));
            }
            (Op::Assign { dst: a, src: v }, Op::Assign { dst: b, src: w }) => {
                self.work.extend([Pair::Place(*a, *b), Pair::Expr(*v, *w)]);
            }
            (Op::Init { var: v, entries: a }, Op::Init { var: w, entries: b }) => {
                same(what, (v, a.len()), (w, b.len()))?;
                for (a, b) in a.iter().zip(b) {
                    self.work.extend([Pair::Place(a.place, b.place), Pair::Expr(a.value, b.value)]);
                }
            }
            (Op::Havoc { dst: a, source: s }, Op::Havoc { dst: b, source: t }) if s == t => {
                self.work.push(Pair::Place(*a, *b));
            }
            (Op::Declare { var: v, size: Some(a) }, Op::Declare { var: w, size: Some(b) }) if v == w => {
                self.work.push(Pair::Expr(*a, *b));
            }
            (Op::Halt(HaltKind::Exit(a)), Op::Halt(HaltKind::Exit(b))) => {
                self.work.push(Pair::Expr(*a, *b));
            }
            (Op::Unsupported(a), Op::Unsupported(b)) => self.name(what, *a, *b)?,
            _ => same(what, x, y)?,
        }
        Ok(())
    }

    /// Checks the pairs that wait, and the pairs they are made of.
    fn drain(&mut self) -> Result<(), String> {
        while let Some(pair) = self.work.pop() {
            if !self.seen.insert(pair) {
                continue;
            }
            match pair {
                Pair::Type(a, b) => self.types(a, b)?,
                Pair::Expr(a, b) => self.exprs(a, b)?,
                Pair::Place(a, b) => self.places(a, b)?,
            }
        }
        Ok(())
    }

    fn types(&mut self, a: TypeId, b: TypeId) -> Result<(), String> {
        match (self.a.types.kind(a), self.b.types.kind(b)) {
            (TypeKind::Pointer(x), TypeKind::Pointer(y)) => self.work.push(Pair::Type(*x, *y)),
            (TypeKind::Array { elem: x, len }, TypeKind::Array { elem: y, len: other }) => {
                same("array length", len, other)?;
                self.work.push(Pair::Type(*x, *y));
            }
            (TypeKind::Function(x), TypeKind::Function(y)) => {
                let shape = |f: &crate::FunctionType| (f.variadic, f.prototyped, f.params.len());
                same("function type", shape(x), shape(y))?;
                self.work.push(Pair::Type(x.ret, y.ret));
                self.work.extend(x.params.iter().zip(&y.params).map(|(&x, &y)| Pair::Type(x, y)));
            }
            (TypeKind::Opaque { name, size, align }, TypeKind::Opaque { name: n, size: s, align: l }) => {
                self.name("opaque type", *name, *n)?;
                same("opaque type", (size, align), (s, l))?;
            }
            (x, y) => same("type", x, y)?,
        }
        Ok(())
    }

    fn exprs(&mut self, a: ExprId, b: ExprId) -> Result<(), String> {
        let (x, y) = (self.a.expr(a), self.b.expr(b));
        self.work.push(Pair::Type(x.ty, y.ty));
        match (x.kind, y.kind) {
            (ExprKind::Load(x), ExprKind::Load(y)) | (ExprKind::AddrOf(x), ExprKind::AddrOf(y)) => {
                self.work.push(Pair::Place(x, y));
            }
            (ExprKind::Unary(op, x), ExprKind::Unary(other, y)) if op == other => {
                self.work.push(Pair::Expr(x, y));
            }
            (ExprKind::Cast(x), ExprKind::Cast(y)) => self.work.push(Pair::Expr(x, y)),
            (ExprKind::Binary(op, x, v), ExprKind::Binary(other, y, w)) if op == other => {
                self.work.extend([Pair::Expr(x, y), Pair::Expr(v, w)]);
            }
            (ExprKind::Intrinsic(op, xs), ExprKind::Intrinsic(other, ys)) => {
                match (op, other) {
                    (Intrinsic::Overflows { op, at: x }, Intrinsic::Overflows { op: other, at: y })
                        if op == other =>
                    {
                        self.work.push(Pair::Type(x, y));
                    }
                    _ => same("intrinsic", op, other)?,
                }
                same("number of operands", xs.iter().count(), ys.iter().count())?;
                self.work.extend(xs.iter().zip(ys.iter()).map(|(x, y)| Pair::Expr(x, y)));
            }
            (x, y) => same("expression", x, y)?,
        }
        Ok(())
    }

    fn places(&mut self, a: PlaceId, b: PlaceId) -> Result<(), String> {
        let (x, y) = (self.a.place(a), self.b.place(b));
        self.work.push(Pair::Type(x.ty, y.ty));
        match (x.kind, y.kind) {
            (PlaceKind::Deref(x), PlaceKind::Deref(y)) => self.work.push(Pair::Expr(x, y)),
            (PlaceKind::Field { base: x, field }, PlaceKind::Field { base: y, field: other })
                if field == other =>
            {
                self.work.push(Pair::Place(x, y));
            }
            (PlaceKind::Index { base: x, index: i }, PlaceKind::Index { base: y, index: j }) => {
                self.work.extend([Pair::Place(x, y), Pair::Expr(i, j)]);
            }
            (x, y) => same("place", x, y)?,
        }
        Ok(())
    }
}
