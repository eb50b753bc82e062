//! The pass itself: what reads, writes and beginnings of arrays become.

use super::access::Access;
use super::choose::{Chosen, Object};
use super::rewrite::{Rewriter, loads};
use super::seeds;
use super::shape::{Bounds, Index};
use super::{Morphed, is_guardable};
use crate::edges::Call;
use crate::effects::Returned;
use crate::pointsto::Class;
use argand_cfa::walk;
use argand_cfa::{
    BinaryOp, Condition, EdgeId, EdgeMap, ExprId, ExprKind, FuncId, InitEntry, IntKind, LocId, Op, PlaceKind,
    Program, TypeId, Var, VarId, VarKind,
};
use argand_support::Span;
use std::collections::BTreeMap;

/// Initialisers with more values than this leave the cell with anything.
const MAX_ENTRIES: usize = 64;

/// The variables that the pass adds.
#[derive(Clone, Debug)]
pub(super) struct Ghosts {
    /// The index that each cell is at, level by level.
    pub keys: Vec<Vec<VarId>>,
    /// The types of indices, level by level.
    pub key_types: Vec<TypeId>,
    /// The cells of each scalar in the elements of an array.
    pub cells: BTreeMap<(Class, u64), Vec<VarId>>,
    /// Whether the last read was exact, the one before it, and so on.
    pub exact: Vec<VarId>,
}

/// Makes the program with cells.
pub(super) fn transform(
    program: &Program,
    chosen: &Chosen,
    cells: usize,
    violations: &[EdgeId],
) -> Option<Morphed> {
    let mut made = program.clone();
    let ghosts = Ghosts::new(&mut made, chosen, cells)?;
    let mut pass = Pass { chosen, ghosts, made };
    let locations: Vec<LocId> = program.locs.indices().collect();
    for loc in locations {
        let guarded = program.locs[loc].out.iter().any(|edge| violations.contains(edge));
        pass.location(program, loc, guarded)?;
    }
    pass.begin(program);
    let seeds = seeds::seeds(program, &mut pass.made, chosen, &pass.ghosts);
    debug_assert!(violations.iter().all(|&edge| is_guardable(program, edge)));
    let edges = EdgeMap::grown(program, &pass.made);
    Some(Morphed { program: pass.made, edges, arrays: chosen.arrays.len(), seeds })
}

impl Ghosts {
    fn new(program: &mut Program, chosen: &Chosen, cells: usize) -> Option<Self> {
        let key_types = key_types(program, chosen)?;
        let int = program.types.int(IntKind::Int);
        let mut ghost = |name: String, ty: TypeId| {
            let name = program.names.intern(&name);
            program.vars.push(Var {
                name,
                ty,
                kind: VarKind::Static,
                func: None,
                span: Span::NONE,
                addressed: false,
                extent: None,
                align: None,
                undefined: false,
            })
        };
        let keys = (0..cells).map(|cell| {
            let levels = key_types.iter().enumerate();
            levels.map(|(level, &ty)| ghost(format!("index {level} of cell {cell}"), ty)).collect()
        });
        let keys = keys.collect();
        let exact = (0..cells).map(|read| ghost(format!("exact read {read}"), int)).collect();
        let mut all = BTreeMap::new();
        for (number, (&class, array)) in chosen.arrays.iter().enumerate() {
            for (&offset, &ty) in &array.shape.scalars {
                let name = |cell: usize| format!("cell {cell} of array {number} at {offset}");
                all.insert((class, offset), (0..cells).map(|cell| ghost(name(cell), ty)).collect());
            }
        }
        Some(Self { keys, key_types, cells: all, exact })
    }
}

/// The types in which indices are compared: their own where all of one level have the same, else the widest.
fn key_types(program: &Program, chosen: &Chosen) -> Option<Vec<TypeId>> {
    let types = &program.types;
    let widest = types.int(IntKind::LongLong);
    let depth = chosen.arrays.values().map(|array| array.shape.depth()).max()?;
    let mut found: Vec<Option<TypeId>> = vec![None; depth];
    let mut constants: Vec<i128> = vec![0; depth];
    for access in chosen.accesses.values() {
        let (indices, _) = chosen.arrays.get(&access.class)?.shape.indices(program, access)?;
        for (level, index) in indices.into_iter().enumerate() {
            match index.computed {
                None => constants[level] = constants[level].max(index.plus),
                Some(expr) => {
                    let ty = if index.plus == 0 { program.expr(expr).ty } else { widest };
                    let (_, width) = types.int_shape(ty)?;
                    if width > 64 {
                        return None;
                    }
                    let ty = if width < 32 { widest } else { ty };
                    let known = *found[level].get_or_insert(ty);
                    found[level] = Some(if known == ty { ty } else { widest });
                }
            }
        }
    }
    let fitting = |(ty, constant): (Option<TypeId>, i128)| {
        let ty = ty.unwrap_or(widest);
        let fits = types.int_range(ty).is_some_and(|(_, max)| constant <= max);
        if fits { ty } else { widest }
    };
    Some(found.into_iter().zip(constants).map(fitting).collect())
}

/// An index of a level in the type of its keys.
pub(super) fn key_value(program: &mut Program, index: Index, computed: Option<ExprId>, ty: TypeId) -> ExprId {
    let constant = program.pool.expr(ExprKind::Int(program.types.wrap(ty, index.plus)), ty);
    let Some(expr) = computed else { return constant };
    let expr = if program.expr(expr).ty == ty { expr } else { program.pool.expr(ExprKind::Cast(expr), ty) };
    if index.plus == 0 {
        expr
    } else {
        program.pool.expr(ExprKind::Binary(BinaryOp::Add, expr, constant), ty)
    }
}

/// The value of a variable.
pub(super) fn load(program: &mut Program, var: VarId) -> ExprId {
    let ty = program.vars[var].ty;
    let place = program.pool.place(PlaceKind::Var(var), ty);
    program.pool.expr(ExprKind::Load(place), ty)
}

/// A comparison.
pub(super) fn compare(program: &mut Program, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
    let int = program.types.int(IntKind::Int);
    program.pool.expr(ExprKind::Binary(op, a, b), int)
}

/// The pass at work.
pub(super) struct Pass<'a> {
    chosen: &'a Chosen,
    /// The variables that it adds.
    pub ghosts: Ghosts,
    /// The program that it makes.
    pub made: Program,
}

/// Where edges are being added.
pub(super) struct Cursor {
    /// The location.
    pub at: LocId,
    /// Its function.
    pub func: FuncId,
    /// What the edges belong to.
    pub span: Span,
}

impl Pass<'_> {
    /// Puts what the edges of a location do to arrays before them.
    fn location(&mut self, program: &Program, loc: LocId, guarded: bool) -> Option<()> {
        let out: Vec<EdgeId> = program.locs[loc].out.to_vec();
        let mut roots = Vec::new();
        for &edge in &out {
            walk::operands(program, &program.edges[edge].op, |node| roots.push(node));
        }
        let read = loads(program, roots);
        let read: Vec<_> =
            read.into_iter().filter(|(_, place)| self.chosen.accesses.contains_key(place)).collect();
        let changes = out.iter().any(|&edge| self.changes_array(program, edge));
        if read.is_empty() && !changes && !guarded {
            return Some(());
        }
        let span = out.first().map_or(Span::NONE, |&edge| program.edges[edge].span);
        let mut cursor = Cursor { at: loc, func: program.locs[loc].func, span };
        self.made.locs[loc].out.clear();
        let mut rewriter = Rewriter::default();
        for (expr, place) in read {
            let access = &self.chosen.accesses[&place];
            let indices = self.indices(program, access, &mut rewriter)?;
            let value = self.read(&mut cursor, access, &indices)?;
            rewriter.replace(expr, value);
        }
        if guarded {
            self.require_exact(&mut cursor);
        }
        for &edge in &out {
            self.change_array(program, &mut cursor, edge, &mut rewriter)?;
            self.rewrite(edge, &mut rewriter);
        }
        self.leave_by(&cursor, &out);
        Some(())
    }

    /// Lets edges begin where the cursor is.
    fn leave_by(&mut self, cursor: &Cursor, edges: &[EdgeId]) {
        for &edge in edges {
            self.made.edges[edge].from = cursor.at;
            if let Op::Call(site) = self.made.edges[edge].op {
                self.made.call_sites[site].call = cursor.at;
            }
        }
        self.made.locs[cursor.at].out = edges.into();
    }

    /// Whether an edge writes to an array, or begins one.
    fn changes_array(&self, program: &Program, edge: EdgeId) -> bool {
        match &program.edges[edge].op {
            Op::Assign { dst, .. } => self.chosen.accesses.contains_key(dst),
            Op::Havoc { dst, .. } => {
                self.chosen.accesses.contains_key(dst)
                    || matches!(program.place(*dst).kind, PlaceKind::Var(var) if self.followed(Object::Var(var)).is_some())
            }
            Op::Init { var, .. } | Op::Declare { var, .. } => self.followed(Object::Var(*var)).is_some(),
            Op::Extern(call) => self.followed(Object::Allocation(*call)).is_some(),
            Op::Noop
            | Op::Assume { .. }
            | Op::Dead { .. }
            | Op::Call(_)
            | Op::Return(_)
            | Op::Summary(_)
            | Op::Halt(_)
            | Op::Unsupported(_) => false,
        }
    }

    fn change_array(
        &mut self,
        program: &Program,
        cursor: &mut Cursor,
        edge: EdgeId,
        rewriter: &mut Rewriter,
    ) -> Option<()> {
        match &program.edges[edge].op {
            Op::Assign { dst, src } => {
                if let Some(access) = self.chosen.accesses.get(dst) {
                    let value = rewriter.expr(&mut self.made, *src);
                    let indices = self.indices(program, access, rewriter)?;
                    self.write(cursor, access, &indices, Some(value))?;
                    self.made.edges[edge].op = Op::Noop;
                }
            }
            Op::Havoc { dst, .. } => {
                if let PlaceKind::Var(var) = program.place(*dst).kind
                    && let Some(class) = self.followed(Object::Var(var))
                {
                    self.begin_array(cursor, class, false);
                } else if let Some(access) = self.chosen.accesses.get(dst) {
                    let indices = self.indices(program, access, rewriter)?;
                    self.write(cursor, access, &indices, None)?;
                    self.made.edges[edge].op = Op::Noop;
                }
            }
            Op::Init { var, entries } => {
                if let Some(class) = self.followed(Object::Var(*var)) {
                    let few = entries.len() <= MAX_ENTRIES;
                    self.begin_array(cursor, class, few);
                    for entry in entries.iter().filter(|_| few) {
                        let access = self.chosen.accesses.get(&entry.place)?;
                        let value = rewriter.expr(&mut self.made, entry.value);
                        let indices = self.indices(program, access, rewriter)?;
                        self.write(cursor, access, &indices, Some(value))?;
                    }
                }
            }
            Op::Declare { var, .. } => {
                if let Some(class) = self.followed(Object::Var(*var)) {
                    self.begin_array(cursor, class, false);
                }
            }
            Op::Extern(call) => {
                if let Some(class) = self.followed(Object::Allocation(*call)) {
                    let returns = Call::of(program, *call).effects.returns;
                    self.begin_array(cursor, class, matches!(returns, Returned::Object { zeroed: true, .. }));
                }
            }
            Op::Noop
            | Op::Assume { .. }
            | Op::Dead { .. }
            | Op::Call(_)
            | Op::Return(_)
            | Op::Summary(_)
            | Op::Halt(_)
            | Op::Unsupported(_) => {}
        }
        Some(())
    }

    /// The class of an object that is followed.
    fn followed(&self, object: Object) -> Option<Class> {
        self.chosen.arrays.iter().find(|(_, array)| array.object == object).map(|(&class, _)| class)
    }

    /// What an edge does, with what was read of arrays before it.
    fn rewrite(&mut self, edge: EdgeId, rewriter: &mut Rewriter) {
        let made = &mut self.made;
        let mut op = made.edges[edge].op.clone();
        match &mut op {
            Op::Assume { cond: expr, .. }
            | Op::Declare { size: Some(expr), .. }
            | Op::Halt(argand_cfa::HaltKind::Exit(expr)) => *expr = rewriter.expr(made, *expr),
            Op::Assign { dst, src } => {
                *src = rewriter.expr(made, *src);
                *dst = rewriter.place(made, *dst);
            }
            Op::Havoc { dst, .. } => *dst = rewriter.place(made, *dst),
            Op::Init { entries, .. } => {
                for InitEntry { place, value } in entries.iter_mut() {
                    (*place, *value) = (rewriter.place(made, *place), rewriter.expr(made, *value));
                }
            }
            Op::Call(site) => {
                let mut args = std::mem::take(&mut made.call_sites[*site].args);
                args.iter_mut().for_each(|arg| *arg = rewriter.expr(made, *arg));
                made.call_sites[*site].args = args;
            }
            Op::Extern(call) => {
                let mut args = std::mem::take(&mut made.extern_calls[*call].args);
                args.iter_mut().for_each(|arg| *arg = rewriter.expr(made, *arg));
                made.extern_calls[*call].args = args;
            }
            Op::Noop
            | Op::Declare { size: None, .. }
            | Op::Dead { .. }
            | Op::Return(_)
            | Op::Summary(_)
            | Op::Halt(_)
            | Op::Unsupported(_) => {}
        }
        made.edges[edge].op = op;
    }

    /// The indices of an access in the types of their keys, and what they must be to say where it is.
    fn indices(
        &mut self,
        program: &Program,
        access: &Access,
        rewriter: &mut Rewriter,
    ) -> Option<(Vec<ExprId>, u64, Condition)> {
        let shape = &self.chosen.arrays.get(&access.class)?.shape;
        let (indices, offset) = shape.indices(program, access)?;
        let (mut values, mut bounds) = (Vec::new(), Vec::new());
        for (level, index) in indices.into_iter().enumerate() {
            let ty = *self.ghosts.key_types.get(level)?;
            let computed = index.computed.map(|expr| rewriter.expr(&mut self.made, expr));
            let value = key_value(&mut self.made, index, computed, ty);
            values.push(value);
            let of =
                if index.plus == 0 { index.computed.map_or(ty, |expr| program.expr(expr).ty) } else { ty };
            let (_, width) = program.types.int_shape(of)?;
            match shape.bounds(program, level, width) {
                Bounds::Any => {}
                // A constant index is inside its row, and far from the ends of the address space.
                Bounds::Within(..) if computed.is_none() => {}
                Bounds::Within(least, end) => self.within(&mut bounds, value, least, end),
                Bounds::Below(count) => {
                    let zero = self.made.pool.expr(ExprKind::Int(0), ty);
                    let count = rewriter.expr(&mut self.made, count);
                    let count = self.made.pool.expr(ExprKind::Cast(count), ty);
                    bounds.push(Condition::Is(compare(&mut self.made, BinaryOp::Ge, value, zero), true));
                    bounds.push(Condition::Is(compare(&mut self.made, BinaryOp::Lt, value, count), true));
                }
            }
        }
        Some((values, offset, Condition::All(bounds)))
    }

    fn within(&mut self, bounds: &mut Vec<Condition>, value: ExprId, least: i128, end: i128) {
        let ty = self.made.expr(value).ty;
        let Some((min, max)) = self.made.types.int_range(ty) else { return };
        let mut bound = |op, number: i128| {
            let number = self.made.pool.expr(ExprKind::Int(number), ty);
            bounds.push(Condition::Is(compare(&mut self.made, op, value, number), true));
        };
        if least > min {
            bound(BinaryOp::Ge, least);
        }
        if end <= max {
            bound(BinaryOp::Lt, end);
        }
    }

    /// Reads an element; what was read.
    fn read(
        &mut self,
        cursor: &mut Cursor,
        access: &Access,
        (indices, offset, bounds): &(Vec<ExprId>, u64, Condition),
    ) -> Option<ExprId> {
        let cells = self.ghosts.cells.get(&(access.class, *offset))?.clone();
        let name = self.made.names.intern("element");
        let value = self.made.vars.push(Var {
            name,
            ty: access.ty,
            kind: VarKind::Temp,
            func: Some(cursor.func),
            span: cursor.span,
            addressed: false,
            extent: None,
            align: None,
            undefined: false,
        });
        let end = self.made.add_loc(cursor.func);
        let ways = self.ways(cursor, bounds);
        if let Some(outside) = ways {
            let mut aside = Cursor { at: outside, ..*cursor };
            self.havoc(&mut aside, value);
            self.set_exact(&mut aside, true);
            self.go(&aside, end);
        }
        for (number, &cell) in cells.iter().enumerate() {
            let (hit, miss) = self.at_key(cursor, number, indices);
            let mut there = Cursor { at: hit, ..*cursor };
            let content = load(&mut self.made, cell);
            self.assign(&mut there, value, content);
            self.set_exact(&mut there, true);
            self.go(&there, end);
            cursor.at = miss;
        }
        self.havoc(cursor, value);
        self.set_exact(cursor, false);
        self.go(cursor, end);
        cursor.at = end;
        Some(load(&mut self.made, value))
    }

    /// Writes an element; without a value it may be anything then.
    fn write(
        &mut self,
        cursor: &mut Cursor,
        access: &Access,
        (indices, offset, bounds): &(Vec<ExprId>, u64, Condition),
        value: Option<ExprId>,
    ) -> Option<()> {
        let cells = self.ghosts.cells.get(&(access.class, *offset))?.clone();
        let end = self.made.add_loc(cursor.func);
        if let Some(outside) = self.ways(cursor, bounds) {
            let mut aside = Cursor { at: outside, ..*cursor };
            cells.iter().for_each(|&cell| self.havoc(&mut aside, cell));
            self.go(&aside, end);
        }
        for (number, &cell) in cells.iter().enumerate() {
            let (hit, miss) = self.at_key(cursor, number, indices);
            let mut there = Cursor { at: hit, ..*cursor };
            match value {
                Some(value) => self.assign(&mut there, cell, value),
                None => self.havoc(&mut there, cell),
            }
            self.go(&there, miss);
            cursor.at = miss;
        }
        self.go(cursor, end);
        cursor.at = end;
        Some(())
    }

    /// An array begins: zero, or with anything in it.
    fn begin_array(&mut self, cursor: &mut Cursor, class: Class, zeroed: bool) {
        let cells = self.ghosts.cells.range((class, 0)..=(class, u64::MAX));
        let cells: Vec<VarId> = cells.flat_map(|(_, cells)| cells.iter().copied()).collect();
        for cell in cells {
            let ty = self.made.vars[cell].ty;
            if zeroed {
                let float = self.made.types.is_float(ty);
                let zero = if float { ExprKind::Float(0) } else { ExprKind::Int(0) };
                let zero = self.made.pool.expr(zero, ty);
                self.assign(cursor, cell, zero);
            } else {
                self.havoc(cursor, cell);
            }
        }
    }

    /// Chooses indices before anything else happens.
    fn begin(&mut self, program: &Program) {
        let entry = program.entry();
        let out = std::mem::take(&mut self.made.locs[entry].out);
        let mut cursor = Cursor { at: entry, func: program.start, span: Span::NONE };
        let Ghosts { keys, cells, .. } = self.ghosts.clone();
        for &key in keys.iter().flatten().chain(cells.values().flatten()) {
            self.havoc(&mut cursor, key);
        }
        for key in keys.iter().flat_map(|levels| levels.iter().skip(1)) {
            // Elements have inner indices that are inside their rows.
            let value = load(&mut self.made, *key);
            let ty = self.made.expr(value).ty;
            let zero = self.made.pool.expr(ExprKind::Int(0), ty);
            let cond = compare(&mut self.made, BinaryOp::Ge, value, zero);
            self.add(&mut cursor, Op::Assume { cond, truth: true });
        }
        for pair in keys.windows(2) {
            if let ([first, ..], [second, ..]) = (&pair[0][..], &pair[1][..]) {
                // Cells are alike: the one that is further on is the later one.
                let (first, second) = (load(&mut self.made, *first), load(&mut self.made, *second));
                let cond = compare(&mut self.made, BinaryOp::Le, first, second);
                self.add(&mut cursor, Op::Assume { cond, truth: true });
            }
        }
        for _ in 0..self.ghosts.exact.len() {
            self.set_exact(&mut cursor, true);
        }
        self.leave_by(&cursor, &out);
    }
}
