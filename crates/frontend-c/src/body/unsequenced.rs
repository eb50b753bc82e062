//! Operands whose order of evaluation C leaves open, and whether it matters.
//!
//! The lowering takes one order. Where two operands have effects, it notes which edges and which value each of them
//! became; when the whole program is there, it is known what they read and write, calls included, and every pair in
//! which one writes what the other reads or writes is an assumption.

use super::Lowerer;
use argand_cfa::walk::{Node, operands, parts};
use argand_cfa::{
    Assumption, AssumptionKind, Body, EdgeId, ExprId as Value, ExprKind, FuncId, IntKind, LibFn, Op, PlaceId,
    PlaceKind, Program, TypeId, TypeKind, VarId, VarKind,
};
use argand_support::{FxHashMap, FxHashSet, Idx as _, Span};
use rucc_sema::ExprId;
use std::collections::BTreeSet;
use std::ops::Range;

/// Operands whose order of evaluation C leaves open.
pub(crate) struct Unsequenced {
    place: Span,
    operands: Vec<Operand>,
}

/// What an operand became.
pub(crate) struct Operand {
    edges: Range<usize>,
    used: Used,
}

/// What is left of an operand after its edges.
#[derive(Clone, Copy)]
pub(super) enum Used {
    /// Its value.
    Value(Value),
    /// Where it lies.
    Address(PlaceId),
}

impl Lowerer<'_, '_> {
    /// Where the edges of an operand begin.
    pub(super) fn mark(&self) -> usize {
        self.cx.program.edges.len()
    }

    /// The operand whose edges began at a mark.
    pub(super) fn operand_since(&self, mark: usize, used: Used) -> Operand {
        let end = self.mark();
        Operand { edges: mark.max(end.saturating_sub(LOOKED_AT))..end, used }
    }

    /// Whether the order of evaluation of operands may matter at all.
    pub(super) fn may_interfere(&mut self, exprs: &[ExprId]) -> bool {
        exprs.len() > 1
            && !self.cx.unit.library
            && exprs.iter().any(|&expr| self.cx.caches.notes.writes(self.tast, expr) != 0)
    }

    /// Notes operands whose order of evaluation C leaves open.
    pub(super) fn unsequenced(&mut self, operands: Vec<Operand>, at: ExprId) {
        let place = self.expr_span(at);
        self.cx.shared.unsequenced.push(Unsequenced { place, operands });
    }
}

/// How many edges of an operand are looked at, counted from its end: chains of operators can be very long.
const LOOKED_AT: usize = 512;

/// Effects that mention more than this are taken to be everything.
const MANY: usize = 256;

/// Something that can be read or written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cell {
    Var(VarId),
    /// A value of this type behind a pointer.
    Behind(TypeId),
    /// Any bytes behind a pointer.
    Bytes,
}

/// What some edges read and write.
#[derive(Clone, Default, PartialEq, Eq)]
struct Effects {
    reads: BTreeSet<Cell>,
    writes: BTreeSet<Cell>,
    /// All there is.
    everything: bool,
}

impl Effects {
    fn absorb(&mut self, other: &Self) {
        self.everything |= other.everything;
        self.reads.extend(other.reads.iter().copied());
        self.writes.extend(other.writes.iter().copied());
        if self.everything || self.reads.len() + self.writes.len() > MANY {
            *self = Self { everything: true, ..Self::default() };
        }
    }

    fn is_empty(&self) -> bool {
        !self.everything && self.reads.is_empty() && self.writes.is_empty()
    }

    fn only_reads(&self) -> bool {
        !self.everything && self.writes.is_empty()
    }
}

/// The assumptions about the order in which operands are evaluated.
pub(crate) fn order_assumptions(program: &Program, noted: &[Unsequenced]) -> Vec<Assumption> {
    if noted.is_empty() {
        return Vec::new();
    }
    let looking = Looking::new(program);
    let matters = |unsequenced: &&Unsequenced| {
        let all: Vec<Effects> = unsequenced.operands.iter().map(|o| looking.operand(o)).collect();
        all.iter().enumerate().any(|(i, a)| all[i + 1..].iter().any(|b| looking.interfere(a, b)))
    };
    let found = noted.iter().filter(matters);
    found
        .map(|unsequenced| Assumption {
            kind: AssumptionKind::EvaluationOrder,
            place: unsequenced.place,
            subject: String::new(),
        })
        .collect()
}

/// What is needed to find effects.
struct Looking<'p> {
    program: &'p Program,
    /// Variables whose address is taken.
    addressed: FxHashSet<VarId>,
    /// What calls of functions with a body do.
    functions: FxHashMap<FuncId, Effects>,
}

impl<'p> Looking<'p> {
    fn new(program: &'p Program) -> Self {
        let mut addressed = FxHashSet::default();
        for (_, expr) in program.pool.iter() {
            if let ExprKind::AddrOf(place) = expr.kind {
                addressed.extend(program.pool.root_var(place));
            }
        }
        let mut looking = Self { program, addressed, functions: FxHashMap::default() };
        looking.summarise();
        looking
    }

    /// Finds what every function does: its own edges first, then those of what it calls, until nothing is new.
    fn summarise(&mut self) {
        let program = self.program;
        let mut callers: FxHashMap<FuncId, Vec<FuncId>> = FxHashMap::default();
        let mut own: Vec<Effects> = program.functions.iter().map(|_| Effects::default()).collect();
        for (id, edge) in program.edges.iter_enumerated() {
            let func = program.locs[edge.from].func;
            let effects = self.edge(id);
            own[func.index()].absorb(&effects);
            if let Op::Call(site) = edge.op {
                callers.entry(program.call_sites[site].callee).or_default().push(func);
            }
        }
        for effects in &mut own {
            // The variables of a call are its own.
            let lasting = |cell: &Cell| match cell {
                Cell::Var(var) => program.vars[*var].kind == VarKind::Static,
                Cell::Behind(_) | Cell::Bytes => true,
            };
            effects.reads.retain(lasting);
            effects.writes.retain(lasting);
        }
        let mut work: Vec<FuncId> = program.functions.indices().collect();
        while let Some(callee) = work.pop() {
            let below = own[callee.index()].clone();
            let above = callers.get(&callee).map_or(&[][..], Vec::as_slice);
            for &caller in above {
                let before = own[caller.index()].clone();
                own[caller.index()].absorb(&below);
                if own[caller.index()] != before {
                    work.push(caller);
                }
            }
        }
        self.functions = program.functions.indices().zip(own).collect();
    }

    fn operand(&self, operand: &Operand) -> Effects {
        let mut effects = Effects::default();
        for index in operand.edges.clone() {
            let id = EdgeId::new(index as u32);
            effects.absorb(&self.edge(id));
            if let Op::Call(site) = self.program.edges[id].op
                && let Some(called) = self.functions.get(&self.program.call_sites[site].callee)
            {
                effects.absorb(called);
            }
        }
        match operand.used {
            Used::Value(value) => self.read(Node::Expr(value), &mut effects),
            Used::Address(place) => self.address(place, &mut effects),
        }
        effects
    }

    /// What an edge does by itself.
    fn edge(&self, id: EdgeId) -> Effects {
        let program = self.program;
        let mut effects = Effects::default();
        let op = &program.edges[id].op;
        match op {
            Op::Assign { dst, src } => {
                self.address(*dst, &mut effects);
                self.read(Node::Expr(*src), &mut effects);
                effects.writes.insert(self.cell(*dst));
            }
            Op::Havoc { dst, .. } => {
                self.address(*dst, &mut effects);
                effects.writes.insert(self.cell(*dst));
            }
            Op::Extern(call) => {
                let call = &program.extern_calls[*call];
                call.args.iter().for_each(|&arg| self.read(Node::Expr(arg), &mut effects));
                effects.writes.extend(call.dst.map(Cell::Var));
                if let Body::Extern(function) = program.functions[call.callee].body {
                    library(function, &mut effects);
                }
            }
            Op::Call(site) => {
                let site = &program.call_sites[*site];
                site.args.iter().for_each(|&arg| self.read(Node::Expr(arg), &mut effects));
                effects.writes.extend(site.dst.map(Cell::Var));
            }
            Op::Init { var, .. } => {
                effects.writes.insert(Cell::Var(*var));
                operands(program, op, |node| self.read(node, &mut effects));
            }
            Op::Assume { .. } | Op::Declare { .. } | Op::Halt(_) => {
                operands(program, op, |node| self.read(node, &mut effects));
            }
            Op::Noop | Op::Dead { .. } | Op::Return(_) | Op::Summary(_) | Op::Unsupported(_) => {}
        }
        effects
    }

    /// Everything that evaluating a node reads.
    fn read(&self, node: Node, effects: &mut Effects) {
        let mut work = vec![node];
        while let Some(node) = work.pop() {
            match node {
                Node::Expr(id) => match self.program.expr(id).kind {
                    ExprKind::Load(place) => {
                        effects.reads.insert(self.cell(place));
                        parts(self.program, Node::Place(place), |part| work.push(part));
                    }
                    ExprKind::AddrOf(place) => parts(self.program, Node::Place(place), |p| work.push(p)),
                    _ => parts(self.program, node, |part| work.push(part)),
                },
                Node::Place(_) => parts(self.program, node, |part| work.push(part)),
            }
        }
    }

    /// Everything that finding a place reads.
    fn address(&self, place: PlaceId, effects: &mut Effects) {
        parts(self.program, Node::Place(place), |part| self.read(part, effects));
    }

    fn cell(&self, place: PlaceId) -> Cell {
        match self.program.pool.root_var(place) {
            Some(var) => Cell::Var(var),
            None => match self.program.place(place).kind {
                PlaceKind::Var(_) => Cell::Bytes,
                _ => Cell::Behind(self.program.place(place).ty),
            },
        }
    }

    /// Whether the order of two stretches of a program matters.
    fn interfere(&self, a: &Effects, b: &Effects) -> bool {
        if a.everything || b.everything {
            let other = if a.everything { b } else { a };
            return !other.is_empty() && (a.everything && b.everything || !self.is_private(other));
        }
        if a.only_reads() && b.only_reads() {
            return false;
        }
        let meets =
            |x: &BTreeSet<Cell>, y: &BTreeSet<Cell>| x.iter().any(|&x| y.iter().any(|&y| self.meet(x, y)));
        meets(&a.writes, &b.writes) || meets(&a.writes, &b.reads) || meets(&a.reads, &b.writes)
    }

    /// Whether nothing but local variables is touched, whose addresses nobody takes.
    fn is_private(&self, effects: &Effects) -> bool {
        effects.reads.iter().chain(&effects.writes).all(|cell| match cell {
            Cell::Var(var) => {
                self.program.vars[*var].kind != VarKind::Static && !self.addressed.contains(var)
            }
            Cell::Behind(_) | Cell::Bytes => false,
        })
    }

    fn meet(&self, a: Cell, b: Cell) -> bool {
        match (a, b) {
            (Cell::Var(a), Cell::Var(b)) => a == b,
            (Cell::Var(var), Cell::Bytes) | (Cell::Bytes, Cell::Var(var)) => self.addressed.contains(&var),
            (Cell::Var(var), Cell::Behind(ty)) | (Cell::Behind(ty), Cell::Var(var)) => {
                self.addressed.contains(&var) && self.alike(self.program.vars[var].ty, ty)
            }
            (Cell::Bytes, Cell::Bytes | Cell::Behind(_)) | (Cell::Behind(_), Cell::Bytes) => true,
            (Cell::Behind(a), Cell::Behind(b)) => self.alike(a, b),
        }
    }

    /// Whether C lets one object be accessed as both types.
    fn alike(&self, a: TypeId, b: TypeId) -> bool {
        let types = &self.program.types;
        let open = |ty| {
            let byte =
                matches!(types.kind(ty), TypeKind::Int(IntKind::Char | IntKind::SChar | IntKind::UChar));
            byte || !types.is_scalar(ty)
        };
        let (integers, pointers) =
            (types.is_integer(a) && types.is_integer(b), types.is_pointer(a) && types.is_pointer(b));
        a == b || open(a) || open(b) || pointers || (integers && types.size_of(a) == types.size_of(b))
    }
}

/// What a function without a body does to the memory of the program.
fn library(function: LibFn, effects: &mut Effects) {
    match function {
        LibFn::Undefined
        | LibFn::Nondet
        | LibFn::Open
        | LibFn::Malloc
        | LibFn::Calloc
        | LibFn::Alloca
        | LibFn::Exit
        | LibFn::Abort
        | LibFn::AssertFail
        | LibFn::Unreachable
        | LibFn::Putchar => {}
        LibFn::Printf | LibFn::Fprintf | LibFn::Vprintf | LibFn::Vfprintf | LibFn::Puts | LibFn::Fputs => {
            effects.reads.insert(Cell::Bytes);
        }
        LibFn::Outside
        | LibFn::NondetMemory
        | LibFn::OpenMemory
        | LibFn::Free
        | LibFn::Memcpy
        | LibFn::Memmove
        | LibFn::Memset
        | LibFn::Sprintf
        | LibFn::Snprintf
        | LibFn::Vsprintf
        | LibFn::Vsnprintf
        | LibFn::VaStart
        | LibFn::VaArg
        | LibFn::VaEnd
        | LibFn::VaCopy => {
            effects.reads.insert(Cell::Bytes);
            effects.writes.insert(Cell::Bytes);
        }
        LibFn::UnknownCallee | LibFn::NullCall | LibFn::Foreign => effects.everything = true,
    }
}
