//! Classes of objects: the unification of everything that one pointer may reach.
//!
//! Pointers flow through pointer-typed values and whole records. They flow through numbers too when the program
//! turns pointers into numbers, or looks at the bytes of a pointer as something else.
//!
//! What comes from outside (results of undefined functions, inputs, numbers that were never pointers) may point to
//! whatever else came from there, and to every object whose address went there. An object whose address is compared
//! with such a pointer counts as gone there: the comparison may tell that the two are equal.

use super::flows::Flows;
use super::forged::Forging;
use crate::effects::{Effects, Memory, Returned};
use argand_cfa::expr::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, UnaryOp};
use argand_cfa::types::{TypeId, TypeKind};
use argand_cfa::{ExternId, LibFn, Program, VarId};
use argand_support::{FxHashMap, Idx as _, IndexVec, define_index};

define_index! {
    /// A class of objects, or of what pointers in a class of objects point to.
    pub struct Class, "class";
}

/// The classes of a program's objects.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    parent: IndexVec<Class, Class>,
    target: IndexVec<Class, Option<Class>>,
    /// Whether an object is known to be in the class.
    inhabited: IndexVec<Class, bool>,
    /// Whether bytes from outside are written to objects of the class.
    raw: IndexVec<Class, bool>,
    vars: IndexVec<VarId, Class>,
    allocations: FxHashMap<ExternId, Class>,
    functions: Class,
    /// Behind pointers that no object was ever assigned to.
    nowhere: Class,
    outside: Class,
    /// The arguments beyond parameters, of all calls.
    variadic: Class,
    numbers_carry: bool,
    forging: Forging,
    pointer_bits: u32,
}

impl Classes {
    /// The classes of a program.
    pub(super) fn new(program: &Program, numbers_carry: bool, forging: Forging) -> Self {
        let mut this = Self {
            parent: IndexVec::new(),
            target: IndexVec::new(),
            inhabited: IndexVec::new(),
            raw: IndexVec::new(),
            vars: IndexVec::new(),
            allocations: FxHashMap::default(),
            functions: Class::new(0),
            nowhere: Class::new(0),
            outside: Class::new(0),
            variadic: Class::new(0),
            numbers_carry,
            forging,
            pointer_bits: program.types.model().pointer_bytes() as u32 * 8,
        };
        this.functions = this.fresh(true);
        this.nowhere = this.fresh(false);
        this.outside = this.fresh(true);
        this.variadic = this.fresh(true);
        this.target[this.outside] = Some(this.outside);
        this.vars = program.vars.iter().map(|_| this.fresh(true)).collect();
        this.pass(program);
        while this.compared(program) | this.read_from_outside(program) {}
        this
    }

    /// Goes over the program once.
    fn pass(&mut self, program: &Program) {
        for edge in &program.edges {
            self.edge(program, &edge.op);
        }
        // Looking at an expression may unify; from here on all of them have been looked at.
        for (id, _) in program.pool.iter() {
            self.value(program, id);
        }
        for (id, _) in program.pool.iter_places() {
            self.place(program, id);
        }
        self.expose(program);
    }

    /// Pointers that may be forged point to everything that was exposed.
    fn expose(&mut self, program: &Program) {
        let exprs = self.forging.exposing.iter().chain(&self.forging.forged);
        let pointers: Vec<ExprId> = exprs.copied().collect();
        let mut all: Vec<Class> = pointers.into_iter().filter_map(|p| self.value(program, p)).collect();
        if self.forging.variadic {
            all.push(self.target(self.variadic));
        }
        // Code is not accessed as memory.
        all.retain(|&class| self.find(class) != self.functions());
        for pair in all.windows(2) {
            self.unify(pair[0], pair[1]);
        }
    }

    /// Whether going over the program once more unifies nothing.
    pub(super) fn is_closed(&self, program: &Program) -> bool {
        let mut again = self.clone();
        again.pass(program);
        let changed = again.compared(program) | again.read_from_outside(program);
        // Allocations make a new object each time, which joins the one that is known.
        let joined = |class: Class| again.find(class) == again.find(self.find(class));
        let apart = |class: Class| self.parent[class] != class || again.parent[class] == class;
        !changed && self.parent.indices().all(|class| joined(class) && apart(class))
    }

    fn fresh(&mut self, inhabited: bool) -> Class {
        self.target.push(None);
        self.inhabited.push(inhabited);
        self.raw.push(false);
        self.parent.push(Class::from_usize(self.target.len() - 1))
    }

    /// The representative of a class.
    pub(super) fn find(&self, mut class: Class) -> Class {
        while self.parent[class] != class {
            class = self.parent[class];
        }
        class
    }

    fn unify(&mut self, a: Class, b: Class) -> bool {
        let mut work = vec![(a, b)];
        let mut changed = false;
        while let Some((a, b)) = work.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if a == b {
                continue;
            }
            changed = true;
            // The older class stays, so that paths to representatives are short.
            let (keep, gone) = if a < b { (a, b) } else { (b, a) };
            self.parent[gone] = keep;
            self.inhabited[keep] |= self.inhabited[gone];
            self.raw[keep] |= self.raw[gone];
            match (self.target[keep], self.target[gone]) {
                (Some(x), Some(y)) => work.push((x, y)),
                (None, there) => self.target[keep] = there,
                (Some(_), None) => {}
            }
        }
        changed
    }

    /// What pointers in objects of this class point to.
    pub(super) fn target(&mut self, class: Class) -> Class {
        let class = self.find(class);
        if let Some(target) = self.target[class] {
            return self.find(target);
        }
        let target = self.fresh(false);
        self.target[class] = Some(target);
        target
    }

    /// What pointers in objects of this class point to, if any pointer in them was ever looked at.
    pub(super) fn known_target(&self, class: Class) -> Option<Class> {
        self.target[self.find(class)].map(|target| self.find(target))
    }

    pub(super) fn var(&self, var: VarId) -> Class {
        self.find(self.vars[var])
    }

    pub(super) fn allocation(&self, call: ExternId) -> Option<Class> {
        self.allocations.get(&call).map(|&c| self.find(c))
    }

    pub(super) fn outside(&self) -> Class {
        self.find(self.outside)
    }

    pub(super) fn nowhere(&self) -> Class {
        self.find(self.nowhere)
    }

    pub(super) fn functions(&self) -> Class {
        self.find(self.functions)
    }

    /// The class of the arguments beyond parameters themselves.
    pub(super) fn variadic(&self) -> Class {
        self.find(self.variadic)
    }

    /// Whether an object is known to be in the class.
    pub(super) fn is_inhabited(&self, class: Class) -> bool {
        self.inhabited[self.find(class)]
    }

    /// Whether bytes from outside are written to objects of the class.
    pub(super) fn is_raw(&self, class: Class) -> bool {
        self.raw[self.find(class)]
    }

    /// What the program does to know addresses without pointers.
    pub(super) const fn forging(&self) -> &Forging {
        &self.forging
    }

    pub(super) const fn numbers_carry(&self) -> bool {
        self.numbers_carry
    }

    /// Whether values of a type may hold a pointer.
    pub(super) fn carries(&self, program: &Program, ty: TypeId) -> bool {
        match program.types.kind(ty) {
            TypeKind::Pointer(_) | TypeKind::Record(_) | TypeKind::Array { .. } => true,
            TypeKind::Int(_) | TypeKind::BitInt { .. } | TypeKind::Float(_) => self.numbers_carry,
            TypeKind::Opaque { .. } => self.numbers_carry,
            TypeKind::Void | TypeKind::Function(_) => false,
        }
    }

    /// Whether any value of a type, wherever it comes from, may be the address of something.
    fn may_be_address(&self, program: &Program, ty: TypeId) -> bool {
        match program.types.kind(ty) {
            TypeKind::Pointer(_) | TypeKind::Record(_) | TypeKind::Array { .. } => true,
            TypeKind::Int(_) | TypeKind::BitInt { .. } => {
                let width = program.types.int_shape(ty).map_or(0, |(_, width)| width);
                self.numbers_carry && width >= self.pointer_bits
            }
            TypeKind::Float(_) | TypeKind::Opaque { .. } | TypeKind::Void | TypeKind::Function(_) => false,
        }
    }

    /// The class of the object a place lies in.
    pub(super) fn place(&mut self, program: &Program, place: PlaceId) -> Class {
        match program.pool.deref_pointer(place) {
            Some(pointer) => self.value(program, pointer).unwrap_or(self.nowhere),
            None => match program.pool.root_var(place) {
                Some(var) => self.var(var),
                None => self.nowhere,
            },
        }
    }

    /// The class of what the value of an expression points to; `None` where it points to nothing.
    pub(super) fn value(&mut self, program: &Program, expr: ExprId) -> Option<Class> {
        let node = program.expr(expr);
        match node.kind {
            ExprKind::Int(_) | ExprKind::Float(_) => None,
            // What is computed from the bits of a pointer may still be one.
            ExprKind::Intrinsic(_, args) => {
                if !self.numbers_carry || !self.carries(program, node.ty) {
                    return None;
                }
                let mut found = None;
                for arg in args.iter() {
                    found = self.both(found, arg, program);
                }
                found
            }
            ExprKind::Load(place) => {
                if !self.carries(program, node.ty) {
                    return None;
                }
                let class = self.place(program, place);
                Some(self.target(class))
            }
            ExprKind::AddrOf(place) => {
                // The address of what lies behind a pointer points where the pointer does.
                if let PlaceKind::Deref(pointer) = program.place(place).kind {
                    return self.value(program, pointer);
                }
                Some(self.place(program, place))
            }
            ExprKind::FuncAddr(_) => Some(self.functions),
            ExprKind::Unary(UnaryOp::Not, _) => None,
            ExprKind::Unary(UnaryOp::Neg | UnaryOp::BitNot, operand) => {
                let class = self.value(program, operand);
                class.filter(|_| self.carries(program, node.ty))
            }
            ExprKind::Cast(operand) => self.cast(program, operand, node.ty),
            ExprKind::Binary(op, a, b) => self.binary(program, op, a, b),
        }
    }

    fn both(&mut self, one: Option<Class>, other: ExprId, program: &Program) -> Option<Class> {
        let other = self.value(program, other);
        if let (Some(one), Some(other)) = (one, other) {
            self.unify(one, other);
        }
        one.or(other)
    }

    fn cast(&mut self, program: &Program, operand: ExprId, to: TypeId) -> Option<Class> {
        let class = self.value(program, operand);
        let from = program.expr(operand).ty;
        if class.is_none() && program.types.is_pointer(to) && !program.types.is_pointer(from) {
            // A number that was no pointer, unless it is null.
            return (program.expr(operand).kind != ExprKind::Int(0)).then_some(self.outside);
        }
        class.filter(|_| self.carries(program, to))
    }

    fn binary(&mut self, program: &Program, op: BinaryOp, a: ExprId, b: ExprId) -> Option<Class> {
        if op.is_comparison() || op == BinaryOp::PtrDiff {
            return None;
        }
        let left = self.value(program, a);
        if !self.numbers_carry || (matches!(op, BinaryOp::PtrAdd | BinaryOp::PtrSub) && left.is_some()) {
            return left;
        }
        self.both(left, b, program)
    }

    /// Whatever `source` points to may be pointed to from objects of `class` from now on.
    fn flow(&mut self, class: Class, source: Option<Class>) {
        if let Some(source) = source {
            let target = self.target(class);
            self.unify(target, source);
        }
    }

    /// A value of a type that comes from outside is written to objects of a class.
    fn give_outside(&mut self, program: &Program, class: Class, ty: TypeId) {
        if self.may_be_address(program, ty) {
            self.flow(class, Some(self.outside));
        }
    }

    /// Takes pointers that are read from among bytes from outside for what they are. Whether something changed.
    fn read_from_outside(&mut self, program: &Program) -> bool {
        let mut changed = false;
        for (_, expr) in program.pool.iter() {
            if let ExprKind::Load(place) = expr.kind
                && self.may_be_address(program, expr.ty)
            {
                let class = self.place(program, place);
                if self.is_raw(class) {
                    let target = self.target(class);
                    changed |= self.unify(target, self.outside);
                }
            }
        }
        changed
    }

    /// Takes comparisons with pointers that nobody knows for what they may show. Whether something changed.
    fn compared(&mut self, program: &Program) -> bool {
        let mut changed = false;
        for (_, expr) in program.pool.iter() {
            let ExprKind::Binary(op, a, b) = expr.kind else { continue };
            if !op.is_comparison() || !self.may_be_address(program, program.expr(a).ty) {
                continue;
            }
            let (Some(left), Some(right)) = (self.value(program, a), self.value(program, b)) else {
                continue;
            };
            let (left, right) = (self.find(left), self.find(right));
            let unknown = |class: Class| !self.inhabited[class] || class == self.outside();
            if left != right && (unknown(left) || unknown(right)) {
                changed |= self.unify(left, right);
            }
        }
        changed
    }
}

impl Flows for Classes {
    type Holder = Class;

    fn holder(&mut self, program: &Program, place: PlaceId) -> Class {
        self.place(program, place)
    }

    fn variable(&self, var: VarId) -> Class {
        self.var(var)
    }

    fn beyond_parameters(&self) -> Class {
        self.variadic()
    }

    fn assign(&mut self, program: &Program, dst: Class, src: ExprId) {
        let source = self.value(program, src);
        self.flow(dst, source);
    }

    fn havoc(&mut self, program: &Program, dst: Class, ty: TypeId) {
        self.give_outside(program, dst, ty);
    }

    fn returned(&mut self, program: &Program, dst: VarId, ret: VarId) {
        if self.carries(program, program.vars[ret].ty) {
            let source = self.target(self.vars[ret]);
            self.flow(self.vars[dst], Some(source));
        }
    }

    fn library(&mut self, program: &Program, id: ExternId) {
        let call = &program.extern_calls[id];
        let model = program.extern_model(id);
        let effects = Effects::of(model);
        let argument = |this: &mut Self, k: usize| call.args.get(k).and_then(|&a| this.value(program, a));
        if let Some((to, from)) = effects.copies
            && let (Some(to), Some(from)) = (argument(self, to), argument(self, from))
        {
            let carried = self.target(from);
            self.flow(to, Some(carried));
        }
        for memory in effects.writes {
            match *memory {
                Memory::Reachable { from } => {
                    for &arg in call.args.iter().skip(from) {
                        if let Some(class) = self.value(program, arg) {
                            self.unify(class, self.outside);
                        }
                    }
                }
                Memory::Behind { pointer, .. } => {
                    let raw = matches!(model, LibFn::NondetMemory | LibFn::OpenMemory);
                    if let (true, Some(class)) = (raw, argument(self, pointer)) {
                        let class = self.find(class);
                        self.raw[class] = true;
                    }
                }
                // Numbers are written, and the lists themselves are looked at by nobody else.
                Memory::Variadic { .. } | Memory::List { .. } => {}
            }
        }
        if let [Memory::Behind { pointer, extent: crate::effects::Extent::List }, ..] = effects.reads
            && let (Some(to), Some(from)) = (argument(self, 0), argument(self, *pointer))
        {
            self.unify(to, from);
        }
        if let Returned::Object { .. } = effects.returns {
            let object = self.fresh(true);
            self.allocations.insert(id, object);
        }
        let Some(dst) = call.dst else { return };
        let (result, ty) = (self.vars[dst], program.vars[dst].ty);
        match effects.returns {
            Returned::Nothing => {}
            Returned::Object { .. } => {
                let object = self.allocations[&id];
                self.flow(result, Some(object));
            }
            Returned::Argument(k) => {
                let source = argument(self, k);
                self.flow(result, source);
            }
            // What is made of the arguments, or found behind them, or came from there before.
            Returned::Input | Returned::Open => {
                if self.may_be_address(program, ty) {
                    for &arg in &call.args {
                        let source = self.value(program, arg);
                        self.flow(result, source);
                    }
                    self.give_outside(program, result, ty);
                }
            }
            Returned::Computed => {
                if self.carries(program, ty) {
                    let source = self.target(self.variadic);
                    self.flow(result, Some(source));
                }
            }
        }
    }
}
