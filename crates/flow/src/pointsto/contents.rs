//! Where in the objects of its class a pointer points to: the offsets of every pointer the program stores.
//!
//! A slot is a place in a class where pointers are stored, itself a set of offsets. What is stored there is joined
//! over the whole program, until no slot changes. Sets only grow, and have few divisors, so that this ends soon.

use super::classes::{Class, Classes};
use super::flows::Flows;
use super::forged::Forging;
use super::offsets::Offsets;
use super::partition::{Partition, Span};
use crate::effects::{Effects, Memory, Returned};
use argand_cfa::expr::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, UnaryOp};
use argand_cfa::types::{TypeId, TypeKind};
use argand_cfa::{ExternId, IntKind, Program, VarId};
use argand_support::FxHashMap;
use std::collections::BTreeMap;

/// Where a pointer points to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// The class of the objects.
    pub class: Class,
    /// Where in one of them.
    pub offsets: Offsets,
}

/// Slots of one class beyond this number are no longer told apart.
const MAX_SLOTS: usize = 64;

/// Which objects, and where in them, the pointers of a program may point to.
#[derive(Clone, Debug)]
pub struct PointsTo {
    classes: Classes,
    slots: FxHashMap<Class, BTreeMap<Offsets, Offsets>>,
    pointer_bits: u64,
    changed: bool,
    settled: bool,
}

impl PointsTo {
    /// The pointers of a program, and the arrays that its memory is cut into.
    #[must_use]
    pub fn new(program: &Program) -> (Self, Partition) {
        Self::find_all(program, false)
    }

    /// The same where a number that is kept after its object is gone may be the address of a new one, and a pointer that
    /// is made of it leads there: all objects whose addresses are numbers are in one class.
    #[must_use]
    pub fn over_lives(program: &Program) -> (Self, Partition) {
        Self::find_all(program, true)
    }

    fn find_all(program: &Program, numbers_last: bool) -> (Self, Partition) {
        let mut numbers_carry = program.pool.iter().any(|(_, expr)| {
            let ExprKind::Cast(inner) = expr.kind else { return false };
            program.types.is_pointer(program.expr(inner).ty)
                && program.types.is_integer(expr.ty)
                && !matches!(program.types.kind(expr.ty), TypeKind::Int(IntKind::Bool))
        });
        let mut forging = Forging::default();
        loop {
            let this = Self::with(program, numbers_carry, numbers_last, forging.clone());
            let partition = Partition::new(program, &this);
            // Where the bytes of pointers are looked at as something else, numbers carry pointers after all.
            if partition.shows_pointers() && !numbers_carry {
                numbers_carry = true;
                continue;
            }
            if forging.extend(Forging::of(program, &this)) {
                continue;
            }
            return (this, partition);
        }
    }

    fn with(program: &Program, numbers_carry: bool, numbers_last: bool, forging: Forging) -> Self {
        let pointer_bits = program.types.model().pointer_bytes() * 8;
        let classes = Classes::new(program, numbers_carry, numbers_last, forging);
        let mut this =
            Self { classes, slots: FxHashMap::default(), pointer_bits, changed: true, settled: false };
        while std::mem::take(&mut this.changed) {
            for edge in &program.edges {
                this.edge(program, &edge.op);
            }
        }
        this.settled = true;
        this
    }

    /// Whether nothing in the program leads beyond what is said here: going over every edge once more finds no object
    /// and no offset that a pointer was not known to have.
    #[must_use]
    pub fn is_closed(&self, program: &Program) -> bool {
        if !self.classes.is_closed(program)
            || self.classes.forging().clone().extend(Forging::of(program, self))
        {
            return false;
        }
        let mut again = Self { changed: false, settled: false, ..self.clone() };
        for edge in &program.edges {
            again.edge(program, &edge.op);
        }
        !again.changed
    }

    /// The representative of a class.
    #[must_use]
    pub fn find(&self, class: Class) -> Class {
        self.classes.find(class)
    }

    /// The class of a variable.
    #[must_use]
    pub fn var(&self, var: VarId) -> Class {
        self.classes.var(var)
    }

    /// The class of what an allocation makes, if the call is one.
    #[must_use]
    pub fn allocation(&self, call: ExternId) -> Option<Class> {
        self.classes.allocation(call)
    }

    /// Whether pointers flow through numbers.
    pub(super) const fn numbers_carry(&self) -> bool {
        self.classes.numbers_carry()
    }

    /// The class of the arguments beyond parameters themselves.
    pub(super) fn variadic(&self) -> Class {
        self.classes.variadic()
    }

    /// Whether a number that becomes a pointer, or a pointer that was one, may have got the bits of an address by
    /// control flow: it may point to whatever was exposed.
    #[must_use]
    pub fn is_forged(&self, value: ExprId) -> bool {
        self.classes.forging().forged.contains(&value)
    }

    /// The class of everything that comes from outside or went there.
    #[must_use]
    pub fn outside(&self) -> Class {
        self.classes.outside()
    }

    /// The class of what arguments beyond parameters point to, if such arguments are looked at.
    #[must_use]
    pub fn behind_variadic(&self) -> Option<Class> {
        self.classes.known_target(self.classes.variadic())
    }

    /// What pointers in objects of this class point to, if any pointer in them is looked at.
    #[must_use]
    pub fn target(&self, class: Class) -> Option<Class> {
        self.classes.known_target(class)
    }

    /// Where in the objects of a class pointers are stored.
    pub(super) fn slots_of(&self, class: Class) -> Vec<Offsets> {
        self.slots.get(&class).map(|slots| slots.keys().copied().collect()).unwrap_or_default()
    }

    /// The bits of a slot.
    pub(super) const fn slot_span(&self, slot: Offsets) -> Span {
        Span { offsets: slot, bit: 0, width: self.pointer_bits }
    }

    /// Every class that a pointer to one of these leads to, directly or through other pointers, those included.
    #[must_use]
    pub fn reachable(&self, from: impl IntoIterator<Item = Class>) -> Vec<Class> {
        let mut found: Vec<Class> = Vec::new();
        let mut work: Vec<Class> = from.into_iter().map(|class| self.find(class)).collect();
        while let Some(class) = work.pop() {
            if !found.contains(&class) {
                found.push(class);
                work.extend(self.target(class));
            }
        }
        found.sort_unstable();
        found
    }

    /// Where a place lies.
    #[must_use]
    pub fn place(&self, program: &Program, place: PlaceId) -> Cell {
        let node = program.place(place);
        match node.kind {
            PlaceKind::Var(var) => Cell { class: self.var(var), offsets: Offsets::START },
            PlaceKind::Deref(pointer) => self
                .value(program, pointer)
                .unwrap_or(Cell { class: self.classes.nowhere(), offsets: Offsets::ANY }),
            PlaceKind::Field { base, .. } => {
                let outer = self.place(program, base);
                let bytes = program.field_of(place).map_or(0, |f| i128::from(f.bit_offset / 8));
                Cell { offsets: outer.offsets.plus(bytes), ..outer }
            }
            PlaceKind::Index { base, index } => {
                let outer = self.place(program, base);
                let size = program.types.size_of(node.ty);
                let offsets = match (program.expr(index).kind, size) {
                    (ExprKind::Int(i), Some(size)) => {
                        let distance = i.checked_mul(i128::from(size));
                        distance.map_or(Offsets::ANY, |d| outer.offsets.plus(d))
                    }
                    (_, Some(size)) => outer.offsets.scattered(size),
                    (_, None) => outer.offsets.scattered(1),
                };
                Cell { offsets, ..outer }
            }
        }
    }

    /// Where the value of an expression points to; `None` where it points to nothing.
    #[must_use]
    pub fn value(&self, program: &Program, expr: ExprId) -> Option<Cell> {
        let cell = self.traced(program, expr);
        if self.is_forged(expr) { cell.map(|cell| Cell { offsets: Offsets::ANY, ..cell }) } else { cell }
    }

    /// Where the value of an expression points to by what flows into it.
    fn traced(&self, program: &Program, expr: ExprId) -> Option<Cell> {
        let node = program.expr(expr);
        match node.kind {
            ExprKind::Int(_) | ExprKind::Float(_) => None,
            ExprKind::Intrinsic(_, args) => {
                if !self.classes.numbers_carry() || !self.classes.carries(program, node.ty) {
                    return None;
                }
                let class = args.iter().find_map(|a| self.value(program, a))?.class;
                Some(Cell { class, offsets: Offsets::ANY })
            }
            ExprKind::Load(place) => {
                if !self.classes.carries(program, node.ty) {
                    return None;
                }
                let holder = self.place(program, place);
                let class = self.classes.known_target(holder.class)?;
                let bits = program.place_width(place).unwrap_or(self.pointer_bits);
                // While the search goes on, nothing stored means nothing to follow yet.
                let known = self.stored(holder, bits).or(self.settled.then_some(Offsets::ANY))?;
                // A piece of a pointer, or a number made of several, says nothing of where it points to, and nor do
                // bytes from outside.
                let whole = bits == self.pointer_bits && !self.classes.is_raw(holder.class);
                Some(Cell { class, offsets: if whole { known } else { Offsets::ANY } })
            }
            ExprKind::AddrOf(place) => {
                if let PlaceKind::Deref(pointer) = program.place(place).kind {
                    return self.value(program, pointer);
                }
                Some(self.place(program, place))
            }
            ExprKind::FuncAddr(_) => Some(Cell { class: self.classes.functions(), offsets: Offsets::START }),
            ExprKind::Unary(UnaryOp::Not, _) => None,
            ExprKind::Unary(UnaryOp::Neg | UnaryOp::BitNot, operand) => {
                let cell = self.value(program, operand)?;
                self.classes.carries(program, node.ty).then_some(Cell { offsets: Offsets::ANY, ..cell })
            }
            ExprKind::Cast(operand) => self.cast(program, operand, expr),
            ExprKind::Binary(op, a, b) => self.binary(program, op, a, b),
        }
    }

    fn cast(&self, program: &Program, operand: ExprId, whole: ExprId) -> Option<Cell> {
        let (from, to) = (program.expr(operand).ty, program.expr(whole).ty);
        let cell = self.value(program, operand);
        if cell.is_none() && program.types.is_pointer(to) && !program.types.is_pointer(from) {
            let null = program.expr(operand).kind == ExprKind::Int(0);
            return (!null).then_some(Cell { class: self.classes.outside(), offsets: Offsets::ANY });
        }
        let cell = cell.filter(|_| self.classes.carries(program, to))?;
        let keeps = |ty| program.types.int_shape(ty).is_some_and(|(_, w)| u64::from(w) >= self.pointer_bits);
        let exact = keeps(from) && keeps(to);
        Some(if exact { cell } else { Cell { offsets: Offsets::ANY, ..cell } })
    }

    fn binary(&self, program: &Program, op: BinaryOp, a: ExprId, b: ExprId) -> Option<Cell> {
        if op.is_comparison() || op == BinaryOp::PtrDiff {
            return None;
        }
        let (left, numbers) = (self.value(program, a), self.classes.numbers_carry());
        let constant = |e: ExprId| match program.expr(e).kind {
            ExprKind::Int(value) => Some(value),
            _ => None,
        };
        if let (BinaryOp::PtrAdd | BinaryOp::PtrSub, Some(cell)) = (op, left) {
            let size = program.types.pointee_size(program.expr(a).ty);
            let sign = if op == BinaryOp::PtrAdd { 1 } else { -1 };
            let distance = constant(b).and_then(|i| i.checked_mul(sign * i128::from(size)));
            let offsets = match distance {
                Some(distance) => cell.offsets.plus(distance),
                None => cell.offsets.scattered(size),
            };
            return Some(Cell { offsets, ..cell });
        }
        if !numbers {
            return left.map(|cell| Cell { offsets: Offsets::ANY, ..cell });
        }
        let right = self.value(program, b);
        let offsets = match (op, left, right, constant(a), constant(b)) {
            (BinaryOp::Add, Some(cell), None, _, Some(by)) => cell.offsets.plus(by),
            (BinaryOp::Add, None, Some(cell), Some(by), _) => cell.offsets.plus(by),
            (BinaryOp::Sub, Some(cell), None, _, Some(by)) => cell.offsets.plus(by.saturating_neg()),
            _ => Offsets::ANY,
        };
        left.or(right).map(|cell| Cell { offsets, ..cell })
    }

    /// The offsets of pointers that may be stored at a place; `None` where no byte of a pointer can be.
    #[must_use]
    pub fn stored(&self, holder: Cell, bits: u64) -> Option<Offsets> {
        let slots = self.slots.get(&holder.class)?;
        let meets = |slot: Offsets| slot.overlap((0, self.pointer_bits), holder.offsets, (0, bits));
        slots.iter().filter(|&(&slot, _)| meets(slot)).map(|(_, &to)| to).reduce(Offsets::join)
    }

    /// Pointers with these offsets may be stored at a place from now on.
    fn store(&mut self, holder: Cell, offsets: Offsets) {
        if !self.classes.is_inhabited(holder.class) {
            return;
        }
        let slots = self.slots.entry(holder.class).or_default();
        let mut slot = holder.offsets;
        if !slots.contains_key(&slot) && slots.len() >= MAX_SLOTS {
            let all = slots.values().copied().reduce(Offsets::join);
            slots.clear();
            slot = Offsets::ANY;
            slots.insert(slot, all.unwrap_or(offsets));
            self.changed = true;
        }
        // Once everything is one slot, it stays one.
        if slots.contains_key(&Offsets::ANY) && slots.len() == 1 {
            slot = Offsets::ANY;
        }
        match slots.get_mut(&slot) {
            Some(known) => {
                let joined = known.join(offsets);
                self.changed |= joined != *known;
                *known = joined;
            }
            None => {
                slots.insert(slot, offsets);
                self.changed = true;
            }
        }
    }

    /// What lies from `from` on is copied to where `to` points to, so many bytes if that is known.
    fn copy(&mut self, to: Cell, from: Cell, bytes: Option<u64>) {
        let Some(slots) = self.slots.get(&from.class) else { return };
        let range = bytes.map_or(u64::MAX / 16, |b| b.saturating_mul(8));
        let met: Vec<(Offsets, Offsets)> = slots
            .iter()
            .filter(|&(&slot, _)| slot.overlap((0, self.pointer_bits), from.offsets, (0, range)))
            .map(|(&slot, &held)| (slot, held))
            .collect();
        for (slot, held) in met {
            // The slot moves by the distance between the two places.
            let exact = from.offsets.stride() == 0 && to.offsets.stride() == 0;
            let (offsets, held) = if exact {
                let distance = i128::from(to.offsets.base()) - i128::from(from.offsets.base());
                (slot.plus(distance), held)
            } else {
                let relative = slot.plus(-i128::from(from.offsets.base())).scattered(from.offsets.stride());
                (relative.plus(i128::from(to.offsets.base())).scattered(to.offsets.stride()), held)
            };
            self.store(Cell { class: to.class, offsets }, held);
        }
    }

    /// Pointers that nobody knows may be stored at a place, and wherever else in its class.
    fn anything(&mut self, holder: Cell) {
        self.store(Cell { offsets: Offsets::ANY, ..holder }, Offsets::ANY);
    }
}

impl Flows for PointsTo {
    type Holder = Cell;

    fn holder(&mut self, program: &Program, place: PlaceId) -> Cell {
        self.place(program, place)
    }

    fn variable(&self, var: VarId) -> Cell {
        Cell { class: self.var(var), offsets: Offsets::START }
    }

    fn beyond_parameters(&self) -> Cell {
        Cell { class: self.classes.variadic(), offsets: Offsets::ANY }
    }

    fn assign(&mut self, program: &Program, holder: Cell, src: ExprId) {
        let ty = program.expr(src).ty;
        if let (TypeKind::Record(_), ExprKind::Load(from)) = (program.types.kind(ty), program.expr(src).kind)
        {
            let from = self.place(program, from);
            return self.copy(holder, from, program.types.size_of(ty));
        }
        if let Some(cell) = self.value(program, src) {
            self.store(holder, cell.offsets);
        }
    }

    fn havoc(&mut self, program: &Program, dst: Cell, ty: TypeId) {
        if self.classes.carries(program, ty) {
            self.anything(dst);
        }
    }

    fn returned(&mut self, program: &Program, dst: VarId, ret: VarId) {
        self.copy(self.variable(dst), self.variable(ret), program.var_size(ret));
    }

    fn library(&mut self, program: &Program, id: ExternId) {
        let call = &program.extern_calls[id];
        let effects = Effects::of(program.extern_model(id));
        let argument = |this: &Self, k: usize| call.args.get(k).and_then(|&a| this.value(program, a));
        let number = |k: usize| match call.args.get(k).map(|&a| program.expr(a).kind) {
            Some(ExprKind::Int(n)) => u64::try_from(n).ok(),
            _ => None,
        };
        if let Some((to, from)) = effects.copies
            && let (Some(to), Some(from)) = (argument(self, to), argument(self, from))
        {
            self.copy(to, from, number(2));
        }
        for memory in effects.writes {
            match *memory {
                Memory::Reachable { from } => {
                    for k in from..call.args.len() {
                        if let Some(cell) = argument(self, k) {
                            self.anything(cell);
                        }
                    }
                }
                // Numbers and text are written, and the lists themselves are looked at by nobody else. Bytes from
                // outside are dealt with where a pointer is read from among them.
                Memory::Behind { .. } | Memory::Variadic { .. } | Memory::List { .. } => {}
            }
        }
        let Some(dst) = call.dst else { return };
        let holder = self.variable(dst);
        match effects.returns {
            Returned::Nothing => {}
            Returned::Object { .. } => self.store(holder, Offsets::START),
            Returned::Argument(k) => {
                if let Some(cell) = argument(self, k) {
                    self.store(holder, cell.offsets);
                }
            }
            Returned::Input | Returned::Open | Returned::Computed => {
                if self.classes.carries(program, program.vars[dst].ty) {
                    self.anything(holder);
                }
            }
        }
    }
}
