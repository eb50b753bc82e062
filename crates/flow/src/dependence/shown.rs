//! Which steps show where objects lie, and which objects they hold against each other.

use crate::edges::Call;
use crate::effects::Memory;
use crate::formats::{Formats, literal_of};
use crate::pointsto::{Class, PointsTo};
use argand_cfa::walk::{Node, operands, parts};
use argand_cfa::{BinaryOp, ExprId, ExprKind, ExternId, IntKind, Op, PlaceId, PlaceKind, Program, TypeKind};
use argand_support::FxHashMap;

/// Below this no object lies.
const FIRST_ADDRESS: i128 = 16;
/// Nor in so many bytes at the end of memory.
const LAST_PAGE: i128 = 4095;

/// Classes whose addresses are held against each other.
#[derive(Default)]
pub(super) struct Groups {
    parent: FxHashMap<Class, Class>,
    /// Some class whose addresses are numbers.
    numbered: Option<Class>,
}

impl Groups {
    pub(super) fn find(&self, mut class: Class) -> Class {
        while let Some(&parent) = self.parent.get(&class) {
            class = parent;
        }
        class
    }

    fn unite(&mut self, a: Class, b: Class) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.parent.insert(a.max(b), a.min(b));
        }
    }

    /// Numbers can be compared anywhere: all classes whose addresses are numbers belong together.
    fn number(&mut self, class: Class) {
        match self.numbered {
            Some(other) => self.unite(class, other),
            None => self.numbered = Some(class),
        }
    }
}

/// Finds what steps show.
pub(super) struct Shown<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    formats: Formats,
    pub(super) groups: Groups,
    /// What each expression shows by itself, once it was looked at.
    known: FxHashMap<ExprId, Vec<Class>>,
}

impl<'a> Shown<'a> {
    pub(super) fn new(program: &'a Program, points_to: &'a PointsTo) -> Self {
        let formats = Formats::of(program);
        Self { program, points_to, formats, groups: Groups::default(), known: FxHashMap::default() }
    }

    /// The classes of the objects whose addresses an operation shows.
    pub(super) fn by(&mut self, op: &Op) -> Vec<Class> {
        let program = self.program;
        let mut out = Vec::new();
        if let Op::Extern(call) = *op {
            self.printed(call, &mut out);
        }
        let mut work = Vec::new();
        operands(program, op, |node| work.push(node));
        while let Some(node) = work.pop() {
            if let Node::Expr(expr) = node {
                if let Some(pointer) = self.alike_everywhere(expr) {
                    parts(program, Node::Expr(pointer), |part| work.push(part));
                    continue;
                }
                if !self.known.contains_key(&expr) {
                    let classes = self.alone(expr);
                    self.known.insert(expr, classes);
                }
                out.extend(&self.known[&expr]);
            }
            parts(program, node, |part| work.push(part));
        }
        out
    }

    /// What an expression shows, its parts aside.
    fn alone(&mut self, expr: ExprId) -> Vec<Class> {
        let (program, types) = (self.program, &self.program.types);
        let node = program.expr(expr);
        let mut numbers: Vec<Class> = Vec::new();
        match node.kind {
            ExprKind::Binary(op, a, b) if self.is_pointer(a) && self.is_pointer(b) => {
                if op.is_comparison() || op == BinaryOp::PtrDiff {
                    return self.compared(a, b);
                }
            }
            ExprKind::Cast(from) => {
                let is_bool = matches!(types.kind(node.ty), TypeKind::Int(IntKind::Bool));
                if self.is_pointer(from) && !types.is_pointer(node.ty) && !is_bool {
                    numbers.extend(self.class(from));
                } else if types.is_pointer(node.ty) && !self.is_pointer(from) && !is_constant(program, from) {
                    numbers.extend(self.class(expr));
                }
            }
            ExprKind::Load(place) if types.is_scalar(node.ty) && !types.is_pointer(node.ty) => {
                numbers.extend(self.stored(place, expr));
            }
            ExprKind::Intrinsic(_, args) => {
                numbers.extend(
                    args.iter().filter(|&arg| self.is_pointer(arg)).filter_map(|arg| self.class(arg)),
                );
            }
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Load(_)
            | ExprKind::AddrOf(_)
            | ExprKind::FuncAddr(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..) => {}
        }
        numbers.iter().for_each(|&class| self.groups.number(class));
        numbers
    }

    /// Two pointers are compared, or their distance is taken.
    fn compared(&mut self, a: ExprId, b: ExprId) -> Vec<Class> {
        if is_constant(self.program, a) || is_constant(self.program, b) {
            let null = |expr| constant(self.program, expr) == Some(0);
            if null(a) || null(b) {
                return Vec::new();
            }
            let numbers: Vec<Class> = [a, b].into_iter().filter_map(|side| self.class(side)).collect();
            numbers.iter().for_each(|&class| self.groups.number(class));
            return numbers;
        }
        let sides: Vec<Class> = [a, b].into_iter().filter_map(|side| self.class(side)).collect();
        if let [a, b] = sides[..] {
            self.groups.unite(a, b);
        }
        sides
    }

    /// The pointer of a comparison that has the same answer for every object: the one with a constant where none lies.
    fn alike_everywhere(&self, expr: ExprId) -> Option<ExprId> {
        let program = self.program;
        let ExprKind::Binary(op, a, b) = program.expr(expr).kind else { return None };
        if !op.is_comparison() {
            return None;
        }
        let (number, constant) = match (constant(program, a), constant(program, b)) {
            (None, Some(constant)) => (a, constant),
            (Some(constant), None) => (b, constant),
            _ => return None,
        };
        let bits = program.types.model().pointer_bytes() * 8;
        let whole = 1i128 << bits;
        let constant = constant.rem_euclid(whole);
        if (FIRST_ADDRESS..=whole - 1 - LAST_PAGE).contains(&constant) {
            return None;
        }
        let as_wide = |expr: ExprId| {
            let shape = program.types.int_shape(program.expr(expr).ty);
            shape.is_some_and(|(signed, width)| u64::from(width) == bits && (!signed || !is_order(op)))
        };
        let mut pointer = number;
        while !self.is_pointer(pointer) {
            match program.expr(pointer).kind {
                ExprKind::Cast(inner) if as_wide(pointer) => pointer = inner,
                _ => return None,
            }
        }
        Some(pointer)
    }

    /// What a call prints, where it can be read again.
    fn printed(&mut self, call: ExternId, out: &mut Vec<Class>) {
        let program = self.program;
        let call = Call::of(program, call);
        let Some(format) = call.effects.format else { return };
        let literal = call.arg(format).and_then(|format| literal_of(program, format));
        if literal.is_some_and(|var| !self.formats.may_print_pointers(var)) {
            return;
        }
        let pointers = call.args.iter().skip(format + 1).copied().filter(|&arg| self.is_pointer(arg));
        out.extend(pointers.filter_map(|pointer| self.class(pointer)));
        if call.effects.writes.iter().any(|memory| matches!(memory, Memory::List { .. })) {
            out.extend(self.points_to.behind_variadic());
        }
        out.iter().for_each(|&class| self.groups.number(class));
    }

    /// The class of the pointers whose bytes a number is read from.
    fn stored(&self, place: PlaceId, load: ExprId) -> Option<Class> {
        let holder = self.points_to.place(self.program, place);
        let bits = self.program.place_width(place).unwrap_or(64);
        self.points_to.stored(holder, bits)?;
        self.class(load)
    }

    /// The class of the objects that a value points to. Functions never go.
    fn class(&self, expr: ExprId) -> Option<Class> {
        let types = &self.program.types;
        let function = match types.kind(self.program.expr(expr).ty) {
            TypeKind::Pointer(target) => matches!(types.kind(*target), TypeKind::Function(_)),
            _ => false,
        };
        self.points_to.value(self.program, expr).filter(|_| !function).map(|at| at.class)
    }

    fn is_pointer(&self, expr: ExprId) -> bool {
        self.program.types.is_pointer(self.program.expr(expr).ty)
    }
}

/// Whether an expression may show where objects lie, whatever is known of its pointers.
#[must_use]
pub fn may_show(program: &Program, expr: ExprId) -> bool {
    let is_pointer = |expr: ExprId| program.types.is_pointer(program.expr(expr).ty);
    let mut work = vec![Node::Expr(expr)];
    while let Some(node) = work.pop() {
        if let Node::Expr(expr) = node {
            let shows = match program.expr(expr).kind {
                ExprKind::Binary(op, a, b) => {
                    (op.is_comparison() || op == BinaryOp::PtrDiff) && is_pointer(a) && is_pointer(b)
                }
                ExprKind::Cast(from) => is_pointer(from) != is_pointer(expr),
                ExprKind::Load(place) => {
                    !is_pointer(expr) && !matches!(program.place(place).kind, PlaceKind::Var(_))
                }
                ExprKind::Intrinsic(..) => true,
                _ => false,
            };
            if shows {
                return true;
            }
        }
        parts(program, node, |part| work.push(part));
    }
    false
}

const fn is_order(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge)
}

fn is_constant(program: &Program, expr: ExprId) -> bool {
    match program.expr(expr).kind {
        ExprKind::Int(_) => true,
        ExprKind::Cast(inner) => is_constant(program, inner),
        _ => false,
    }
}

/// The value of a constant that is perhaps made a pointer.
fn constant(program: &Program, expr: ExprId) -> Option<i128> {
    match program.expr(expr).kind {
        ExprKind::Int(value) => Some(value),
        ExprKind::Cast(inner) if program.types.is_pointer(program.expr(expr).ty) => constant(program, inner),
        _ => None,
    }
}
