//! Which objects a pointer may point to, as coarse as a memory model needs it.
//!
//! Objects are unified, never listed: if a pointer may point to two objects, they are in one class (B.
//! Steensgaard, "Points-to analysis in almost linear time", 1996). Members of one record share one class of
//! targets. The result is a partition of all objects, such that a dereference touches one part of it.
//!
//! Pointers flow through pointer-typed values and whole records. They flow through integers too when the program
//! casts pointers to integers, or reads the bytes of a pointer as something else; [`Aliasing::new`] is told so.

use argand_cfa::expr::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, UnaryOp};
use argand_cfa::types::{TypeId, TypeKind};
use argand_cfa::{ExternId, LibFn, Op, Program, VarId};
use argand_support::{FxHashMap, Idx as _, IndexVec, define_index};

define_index! {
    /// A class of objects, or of what pointers in a class of objects point to.
    pub struct Class, "class";
}

/// The classes of a program's objects.
#[derive(Clone, Debug)]
pub struct Aliasing {
    parent: IndexVec<Class, Class>,
    target: IndexVec<Class, Option<Class>>,
    vars: IndexVec<VarId, Class>,
    allocations: FxHashMap<ExternId, Class>,
    functions: Class,
    /// Behind pointers that no object was ever assigned to.
    nowhere: Class,
    /// The arguments beyond parameters, of all calls.
    variadic: Class,
    integers_carry: bool,
}

impl Aliasing {
    /// The classes of a program.
    #[must_use]
    pub fn new(program: &Program, integers_carry: bool) -> Self {
        let mut parent = IndexVec::new();
        let mut target = IndexVec::new();
        let mut fresh = || {
            target.push(None);
            parent.push(Class::from_usize(target.len() - 1))
        };
        let (functions, nowhere, variadic) = (fresh(), fresh(), fresh());
        let vars = program.vars.iter().map(|_| fresh()).collect();
        let mut this = Self {
            parent,
            target,
            vars,
            allocations: FxHashMap::default(),
            functions,
            nowhere,
            variadic,
            integers_carry,
        };
        for edge in &program.edges {
            this.edge(program, &edge.op);
        }
        this
    }

    fn fresh(&mut self) -> Class {
        self.target.push(None);
        self.parent.push(Class::from_usize(self.target.len() - 1))
    }

    /// The representative of a class.
    #[must_use]
    pub fn find(&self, mut class: Class) -> Class {
        while self.parent[class] != class {
            class = self.parent[class];
        }
        class
    }

    fn unify(&mut self, a: Class, b: Class) {
        let mut work = vec![(a, b)];
        while let Some((a, b)) = work.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if a == b {
                continue;
            }
            // The older class stays, so that paths to representatives are short.
            let (keep, gone) = if a < b { (a, b) } else { (b, a) };
            self.parent[gone] = keep;
            match (self.target[keep], self.target[gone]) {
                (Some(x), Some(y)) => work.push((x, y)),
                (None, there) => self.target[keep] = there,
                (Some(_), None) => {}
            }
        }
    }

    /// What pointers in objects of this class point to.
    pub fn target(&mut self, class: Class) -> Class {
        let class = self.find(class);
        if let Some(target) = self.target[class] {
            return self.find(target);
        }
        let target = self.fresh();
        self.target[class] = Some(target);
        target
    }

    /// The class of a variable.
    #[must_use]
    pub fn var(&self, var: VarId) -> Class {
        self.find(self.vars[var])
    }

    /// The class of what an allocation makes, if the call is one.
    #[must_use]
    pub fn allocation(&self, call: ExternId) -> Option<Class> {
        self.allocations.get(&call).map(|&c| self.find(c))
    }

    /// The class of what arguments beyond parameters point to.
    pub fn variadic(&mut self) -> Class {
        self.target(self.variadic)
    }

    /// Whether values of a type may hold a pointer.
    fn carries(&self, program: &Program, ty: TypeId) -> bool {
        match program.types.kind(ty) {
            TypeKind::Pointer(_) | TypeKind::Record(_) => true,
            TypeKind::Int(_) | TypeKind::BitInt { .. } => self.integers_carry,
            _ => false,
        }
    }

    /// The class of the object a place lies in.
    pub fn place(&mut self, program: &Program, place: PlaceId) -> Class {
        match program.pool.deref_pointer(place) {
            Some(pointer) => self.value(program, pointer).unwrap_or(self.nowhere),
            None => match program.pool.root_var(place) {
                Some(var) => self.var(var),
                None => self.nowhere,
            },
        }
    }

    /// The class of what the value of an expression points to; `None` where it points to nothing.
    pub fn value(&mut self, program: &Program, expr: ExprId) -> Option<Class> {
        let node = program.expr(expr);
        match node.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Intrinsic(..) => None,
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
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => {
                let carried = self.carries(program, node.ty);
                let class = self.value(program, operand);
                class.filter(|_| carried)
            }
            ExprKind::Binary(op, a, b) => self.binary(program, op, a, b),
        }
    }

    fn binary(&mut self, program: &Program, op: BinaryOp, a: ExprId, b: ExprId) -> Option<Class> {
        if op.is_comparison() || op == BinaryOp::PtrDiff {
            return None;
        }
        let left = self.value(program, a);
        if matches!(op, BinaryOp::PtrAdd | BinaryOp::PtrSub) && left.is_some() {
            return left;
        }
        if !self.integers_carry {
            return left;
        }
        let right = self.value(program, b);
        if let (Some(left), Some(right)) = (left, right) {
            self.unify(left, right);
        }
        left.or(right)
    }

    /// Whatever `source` points to may be pointed to from objects of `class` from now on.
    fn flow(&mut self, class: Class, source: Option<Class>) {
        if let Some(source) = source {
            let target = self.target(class);
            self.unify(target, source);
        }
    }

    fn assign(&mut self, program: &Program, dst: Class, src: ExprId) {
        let source = self.value(program, src);
        self.flow(dst, source);
    }

    fn edge(&mut self, program: &Program, op: &Op) {
        match op {
            Op::Assign { dst, src } => {
                let class = self.place(program, *dst);
                self.assign(program, class, *src);
            }
            Op::Init { entries, .. } => {
                for entry in entries {
                    let class = self.place(program, entry.place);
                    self.assign(program, class, entry.value);
                }
            }
            Op::Call(site) => {
                let site = &program.call_sites[*site];
                let params = &program.functions[site.callee].params;
                for (&param, &arg) in params.iter().zip(&site.args) {
                    self.assign(program, self.vars[param], arg);
                }
                for &arg in site.args.iter().skip(params.len()) {
                    self.assign(program, self.variadic, arg);
                }
            }
            Op::Return(site) => {
                let site = &program.call_sites[*site];
                if let (Some(dst), Some(ret)) = (site.dst, program.functions[site.callee].ret)
                    && self.carries(program, program.vars[ret].ty)
                {
                    let source = self.target(self.vars[ret]);
                    self.flow(self.vars[dst], Some(source));
                }
            }
            Op::Extern(id) => self.library(program, *id),
            _ => {}
        }
    }

    fn library(&mut self, program: &Program, id: ExternId) {
        let call = &program.extern_calls[id];
        let result = call.dst.map(|dst| self.vars[dst]);
        let argument = |this: &mut Self, k: usize| call.args.get(k).and_then(|&a| this.value(program, a));
        match program.extern_model(id) {
            LibFn::Malloc | LibFn::Calloc | LibFn::Alloca => {
                let object = self.fresh();
                self.allocations.insert(id, object);
                if let Some(result) = result {
                    self.flow(result, Some(object));
                }
            }
            LibFn::Memcpy | LibFn::Memmove => {
                let (to, from) = (argument(self, 0), argument(self, 1));
                if let (Some(to), Some(from)) = (to, from) {
                    let carried = self.target(from);
                    self.flow(to, Some(carried));
                }
                if let Some(result) = result {
                    self.flow(result, to);
                }
            }
            LibFn::Memset => {
                let to = argument(self, 0);
                if let Some(result) = result {
                    self.flow(result, to);
                }
            }
            LibFn::VaArg => {
                if let Some(dst) = call.dst
                    && self.carries(program, program.vars[dst].ty)
                {
                    let source = self.target(self.variadic);
                    self.flow(self.vars[dst], Some(source));
                }
            }
            LibFn::VaCopy => {
                let (to, from) = (argument(self, 0), argument(self, 1));
                if let (Some(to), Some(from)) = (to, from) {
                    self.unify(to, from);
                }
            }
            _ => {}
        }
    }
}
