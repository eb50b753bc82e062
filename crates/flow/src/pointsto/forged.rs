//! Numbers that know where objects lie, although no pointer flows into them.
//!
//! A program that looks at the bits of a pointer, one after the other, can put them together again: by conditions, by
//! elements of tables, by counting. What it makes is the address of the object, and no assignment tells. The objects
//! whose addresses were ever numbers, or were printed, are *exposed*, and a number that may be *forged* may be the
//! address of any of them (the model of exposed provenance: J. Gustedt, P. Sewell et al., "A provenance-aware memory
//! object model for C", 2021).
//!
//! An input may be any number, and so may the number of a pointer that was moved by a distance that is no constant: both
//! are forged without any look at bits. Other numbers are forged only where the program looks at exposed bits at all, and
//! only if they were computed from more than constants: what is a constant on every path has no room for an address, and
//! so has a pointer's number that was moved or masked by constants a few times. Tests against constants tell a bit each; a
//! few of them tell no address.

use super::classes::Class;
use super::contents::{Cell, PointsTo};
use super::examination::Examination;
use super::offsets::Offsets;
use super::partition::Span;
use crate::effects::{Effects, Memory, Returned};
use argand_cfa::expr::{BinaryOp, Expr, ExprId, ExprKind, PlaceId, PlaceKind, UnaryOp};
use argand_cfa::types::{TypeId, TypeKind};
use argand_cfa::{ExternId, IntKind, LibFn, Op, Program, VarId};
use argand_support::FxHashMap;
use std::collections::BTreeSet;

/// So many operations with constants leave a number what it was; one that was computed with more may be anything.
const MOST_STEPS: u8 = 8;
/// Beyond so many places of computed numbers in a class they may be anywhere in it.
const MOST_SPANS: usize = 64;

/// What a program does to know addresses without pointers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Forging {
    /// Pointers, and numbers read from among the bytes of pointers, whose objects are exposed.
    pub exposing: BTreeSet<ExprId>,
    /// Whether what arguments beyond parameters point to is exposed.
    pub variadic: bool,
    /// Pointers that were made of numbers that may be forged, and these numbers.
    pub forged: BTreeSet<ExprId>,
}

impl Forging {
    /// What a program does, as far as is seen with what is known of its pointers.
    pub fn of(program: &Program, points_to: &PointsTo) -> Self {
        let is_made = |(_, expr): (ExprId, &Expr)| {
            let ExprKind::Cast(number) = expr.kind else { return false };
            let from = program.expr(number);
            program.types.is_pointer(expr.ty)
                && !program.types.is_pointer(from.ty)
                && !matches!(from.kind, ExprKind::Int(_))
        };
        // Where no number becomes a pointer, none is forged, but for those that are read as pointers.
        if !points_to.numbers_carry() && !program.pool.iter().any(is_made) {
            return Self::default();
        }
        let mut search = Search {
            program,
            points_to,
            numbers: FxHashMap::default(),
            pointers: FxHashMap::default(),
            spans: FxHashMap::default(),
            changed: true,
        };
        while std::mem::take(&mut search.changed) {
            for edge in &program.edges {
                search.edge(&edge.op);
            }
        }
        Examination::new(&search).all()
    }

    /// Adds what else was found. Whether it is more.
    pub fn extend(&mut self, more: Self) -> bool {
        let size = |this: &Self| (this.exposing.len(), this.forged.len(), this.variadic);
        let before = size(self);
        self.exposing.extend(more.exposing);
        self.forged.extend(more.forged);
        self.variadic |= more.variadic;
        size(self) != before
    }
}

/// Whether a function prints into memory.
pub(super) fn writes_text(function: LibFn) -> bool {
    let effects = Effects::of(function);
    effects.format.is_some() && matches!(effects.writes, [Memory::Behind { .. }, ..])
}

/// How a value came to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Origin {
    /// Whether it has bits of a pointer.
    pub bits: bool,
    /// Whether a pointer flows into it.
    traced: bool,
    /// Whether it is a constant of the text.
    constant: bool,
    /// Whether it may be any number, although the program found out nothing: it is computed from an input, or from the
    /// number of a pointer and a distance.
    pub open: bool,
    /// How many operations it took; [`MOST_STEPS`] for too many.
    steps: u8,
}

impl Origin {
    const CONSTANT: Self = Self { bits: false, traced: false, constant: true, open: false, steps: 0 };
    /// One of a few constants.
    const PLAIN: Self = Self { constant: false, ..Self::CONSTANT };
    const POINTER: Self = Self { traced: true, ..Self::PLAIN };
    const COMPUTED: Self = Self { steps: MOST_STEPS, ..Self::PLAIN };
    const INPUT: Self = Self { open: true, ..Self::PLAIN };

    pub const fn is_computed(self) -> bool {
        self.steps >= MOST_STEPS
    }

    fn join(self, other: Self) -> Self {
        Self {
            bits: self.bits || other.bits,
            traced: self.traced || other.traced,
            constant: self.constant && other.constant,
            open: self.open || other.open,
            steps: self.steps.max(other.steps),
        }
    }

    /// The result of an operation on two values.
    fn with(self, other: Self) -> Self {
        let both = self.join(other);
        let steps = match (self.constant, other.constant) {
            (true, true) => 0,
            (true, false) | (false, true) => both.steps + 1,
            (false, false) if self.traced && other.traced => both.steps + 1,
            (false, false) => MOST_STEPS,
        };
        let moved = both.bits && !self.constant && !other.constant;
        Self { steps: steps.min(MOST_STEPS), open: both.open || moved, ..both }
    }
}

/// Finds out how the values of a program come to be, in all objects of a class alike.
pub(super) struct Search<'a> {
    pub program: &'a Program,
    points_to: &'a PointsTo,
    numbers: FxHashMap<Class, Origin>,
    pointers: FxHashMap<Class, Origin>,
    /// Where in the objects of a class computed numbers lie.
    spans: FxHashMap<Class, BTreeSet<Span>>,
    changed: bool,
}

/// Any byte of an object.
const ANYWHERE: Span = Span { offsets: Offsets::ANY, bit: 0, width: 8 };

impl Search<'_> {
    pub fn is_pointer(&self, expr: ExprId) -> bool {
        self.program.types.is_pointer(self.program.expr(expr).ty)
    }

    pub fn is_bool(&self, ty: TypeId) -> bool {
        matches!(self.program.types.kind(ty), TypeKind::Int(IntKind::Bool))
    }

    /// The span of a scalar place.
    fn span(&self, place: PlaceId) -> (Class, Span) {
        let cell = self.points_to.place(self.program, place);
        let field = self.program.field_of(place);
        let bit = field.map_or(0, |f| (f.bit_offset % 8) as u32);
        let width = self.program.place_width(place).unwrap_or(8);
        (cell.class, Span { offsets: cell.offsets, bit, width })
    }

    /// Whether a pointer at a place may have been put together from numbers.
    fn holds_computed(&self, place: PlaceId) -> bool {
        let (class, span) = self.span(place);
        self.spans.get(&class).is_some_and(|all| all.iter().any(|s| s.overlaps(span)))
    }

    /// Whether a place is an element that is found by computing.
    fn is_element(&self, place: PlaceId) -> bool {
        match self.program.place(place).kind {
            PlaceKind::Var(_) => false,
            PlaceKind::Deref(pointer) => match self.program.expr(pointer).kind {
                ExprKind::Binary(_, _, index) => !matches!(self.program.expr(index).kind, ExprKind::Int(_)),
                _ => false,
            },
            PlaceKind::Field { base, .. } => self.is_element(base),
            PlaceKind::Index { base, index } => {
                !matches!(self.program.expr(index).kind, ExprKind::Int(_)) || self.is_element(base)
            }
        }
    }

    /// Whether a number is read from among the bytes of pointers.
    pub fn shows_pointer(&self, place: PlaceId) -> bool {
        let holder = self.points_to.place(self.program, place);
        let bits = self.program.place_width(place).unwrap_or(64);
        self.points_to.stored(holder, bits).is_some()
    }

    fn load(&self, place: PlaceId, ty: TypeId) -> Origin {
        let class = self.points_to.place(self.program, place).class;
        if self.program.types.is_pointer(ty) {
            let known = self.pointers.get(&class).copied().unwrap_or(Origin::POINTER);
            return if self.holds_computed(place) { known.join(Origin::COMPUTED) } else { known };
        }
        let mut origin = self.numbers.get(&class).copied().unwrap_or(Origin::PLAIN).join(Origin::PLAIN);
        if self.shows_pointer(place) {
            (origin.bits, origin.traced) = (true, true);
        }
        if self.is_element(place) {
            origin.steps = MOST_STEPS;
        }
        origin
    }

    pub fn origin(&self, expr: ExprId) -> Origin {
        let node = self.program.expr(expr);
        match node.kind {
            ExprKind::Int(_) | ExprKind::Float(_) => Origin::CONSTANT,
            ExprKind::FuncAddr(_) => Origin::POINTER,
            ExprKind::Intrinsic(_, args) => {
                args.iter().map(|a| self.origin(a)).fold(Origin::COMPUTED, Origin::join)
            }
            ExprKind::Load(place) => self.load(place, node.ty),
            ExprKind::AddrOf(place) => {
                self.program.pool.deref_pointer(place).map_or(Origin::POINTER, |p| self.origin(p))
            }
            ExprKind::Unary(UnaryOp::Not, _) => Origin::PLAIN,
            ExprKind::Unary(UnaryOp::Neg | UnaryOp::BitNot, operand) => {
                self.origin(operand).with(Origin::CONSTANT)
            }
            ExprKind::Cast(operand) => self.cast(operand, node.ty),
            ExprKind::Binary(op, a, b) => match op {
                _ if op.is_comparison() => Origin::PLAIN,
                BinaryOp::PtrDiff => Origin::COMPUTED,
                BinaryOp::PtrAdd | BinaryOp::PtrSub => self.origin(a),
                _ => self.origin(a).with(self.origin(b)),
            },
        }
    }

    fn cast(&self, operand: ExprId, to: TypeId) -> Origin {
        let types = &self.program.types;
        let origin = self.origin(operand);
        if self.is_bool(to) {
            return Origin::PLAIN;
        }
        if self.is_pointer(operand) && types.is_integer(to) && !origin.constant {
            return Origin { bits: true, traced: true, ..origin };
        }
        let rounds = types.is_float(to) != types.is_float(self.program.expr(operand).ty);
        if rounds && !origin.constant { Origin { steps: MOST_STEPS, ..origin } } else { origin }
    }

    fn note(&mut self, class: Class, pointer: bool, origin: Origin) {
        let map = if pointer { &mut self.pointers } else { &mut self.numbers };
        let known = map.entry(class).or_insert(if pointer { Origin::POINTER } else { Origin::PLAIN });
        let joined = known.join(origin);
        self.changed |= joined != *known;
        *known = joined;
    }

    /// Something from outside is written. A pointer is no number, and leads to what lies outside.
    fn input(&mut self, class: Class, ty: TypeId) {
        if !self.program.types.is_pointer(ty) {
            self.note(class, false, Origin::INPUT);
        }
    }

    fn computed_at(&mut self, class: Class, span: Span) {
        let all = self.spans.entry(class).or_default();
        if all.contains(&ANYWHERE) {
            return;
        }
        self.changed |= all.insert(span);
        if all.len() > MOST_SPANS {
            *all = BTreeSet::from([ANYWHERE]);
        }
    }

    /// A value is written.
    fn assign(&mut self, holder: Cell, span: Option<Span>, src: ExprId) {
        let ty = self.program.expr(src).ty;
        if let (TypeKind::Record(_), ExprKind::Load(from)) =
            (self.program.types.kind(ty), self.program.expr(src).kind)
        {
            let from = self.points_to.place(self.program, from);
            return self.copy(holder, from, self.program.types.size_of(ty));
        }
        let (pointer, origin) = (self.program.types.is_pointer(ty), self.origin(src));
        self.note(holder.class, pointer, origin);
        if let (false, true, Some(span)) = (pointer, origin.is_computed(), span) {
            self.computed_at(holder.class, span);
        }
    }

    fn assign_place(&mut self, dst: PlaceId, src: ExprId) {
        let holder = self.points_to.place(self.program, dst);
        let (_, span) = self.span(dst);
        self.assign(holder, Some(span), src);
    }

    fn assign_var(&mut self, var: VarId, src: ExprId) {
        let holder = self.var(var);
        let width = self.program.var_size(var).unwrap_or(1) * 8;
        self.assign(holder, Some(Span { offsets: Offsets::START, bit: 0, width }), src);
    }

    fn var(&self, var: VarId) -> Cell {
        Cell { class: self.points_to.var(var), offsets: Offsets::START }
    }

    /// Bytes are copied.
    fn copy(&mut self, to: Cell, from: Cell, bytes: Option<u64>) {
        for pointer in [false, true] {
            let map = if pointer { &self.pointers } else { &self.numbers };
            if let Some(&origin) = map.get(&from.class) {
                self.note(to.class, pointer, origin);
            }
        }
        let exact = to.offsets.stride() == 0 && from.offsets.stride() == 0;
        let distance = i128::from(to.offsets.base()) - i128::from(from.offsets.base());
        let range = Span { offsets: from.offsets, bit: 0, width: bytes.map_or(1 << 40, |b| b * 8) };
        let spans: Vec<Span> = self.spans.get(&from.class).into_iter().flatten().copied().collect();
        for span in spans.into_iter().filter(|s| s.overlaps(range)) {
            let moved = Span { offsets: span.offsets.plus(distance), ..span };
            self.computed_at(to.class, if exact { moved } else { ANYWHERE });
        }
    }

    fn edge(&mut self, op: &Op) {
        let program = self.program;
        match op {
            Op::Assign { dst, src } => self.assign_place(*dst, *src),
            Op::Init { entries, .. } => entries.iter().for_each(|e| self.assign_place(e.place, e.value)),
            Op::Call(site) => {
                let site = &program.call_sites[*site];
                let params = &program.functions[site.callee].params;
                for (&param, &arg) in params.iter().zip(&site.args) {
                    self.assign_var(param, arg);
                }
                let rest = Cell { class: self.points_to.variadic(), offsets: Offsets::ANY };
                for &arg in site.args.iter().skip(params.len()) {
                    self.assign(rest, Some(ANYWHERE), arg);
                }
            }
            Op::Return(site) => {
                let site = &program.call_sites[*site];
                if let (Some(dst), Some(ret)) = (site.dst, program.functions[site.callee].ret) {
                    self.copy(self.var(dst), self.var(ret), program.var_size(ret));
                }
            }
            Op::Extern(id) => self.library(*id),
            Op::Havoc { dst, .. } => {
                let class = self.points_to.place(program, *dst).class;
                self.input(class, program.place(*dst).ty);
            }
            Op::Noop
            | Op::Assume { .. }
            | Op::Declare { .. }
            | Op::Dead { .. }
            | Op::Summary(_)
            | Op::Halt(_)
            | Op::Unsupported(_) => {}
        }
    }

    /// Whether a call fills memory with a byte that is no constant.
    fn fills_with_computed(&self, id: ExternId) -> bool {
        let byte = self.program.extern_calls[id].args.get(1);
        self.program.extern_model(id) == LibFn::Memset && byte.is_some_and(|&b| self.origin(b).is_computed())
    }

    fn library(&mut self, id: ExternId) {
        let call = &self.program.extern_calls[id];
        let function = self.program.extern_model(id);
        let effects = Effects::of(function);
        let argument = |k: usize| call.args.get(k).and_then(|&a| self.points_to.value(self.program, a));
        if let Some((to, from)) = effects.copies
            && let (Some(to), Some(from)) = (argument(to), argument(from))
        {
            let bytes = match call.args.get(2).map(|&a| self.program.expr(a).kind) {
                Some(ExprKind::Int(n)) => u64::try_from(n).ok(),
                _ => None,
            };
            self.copy(to, from, bytes);
        } else if (writes_text(function) || self.fills_with_computed(id))
            && let Some(cell) = argument(0)
        {
            self.note(cell.class, false, Origin::COMPUTED);
            self.computed_at(cell.class, ANYWHERE);
        }
        let Some(dst) = call.dst else { return };
        match effects.returns {
            Returned::Argument(k) => {
                if let Some(&arg) = call.args.get(k) {
                    self.assign_var(dst, arg);
                }
            }
            // An argument of the list of a function.
            Returned::Computed => {
                let rest = Cell { class: self.points_to.variadic(), offsets: Offsets::START };
                self.copy(self.var(dst), rest, None);
                if !self.program.types.is_pointer(self.program.vars[dst].ty) {
                    self.note(self.var(dst).class, false, Origin::COMPUTED);
                }
            }
            Returned::Input | Returned::Open => self.input(self.var(dst).class, self.program.vars[dst].ty),
            Returned::Nothing | Returned::Object { .. } => {}
        }
    }
}
