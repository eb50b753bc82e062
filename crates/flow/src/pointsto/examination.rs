//! What a program finds out about the bits of pointers: what it tests, looks up, prints and compares.

use super::forged::{Forging, Search, writes_text};
use crate::effects::{Effects, Memory};
use crate::formats::{Formats, literal_of};
use argand_cfa::expr::{BinaryOp, ExprId, ExprKind, PlaceKind, UnaryOp};
use argand_cfa::{ExternId, Op};
use std::collections::BTreeSet;

/// So many bits of a pointer, each looked at for itself, are not yet its address.
const MOST_TESTS: usize = 16;

/// Looks for what the program does with the bits of pointers.
pub(super) struct Examination<'a> {
    search: &'a Search<'a>,
    found: Forging,
    /// What tells a bit or a few.
    tests: BTreeSet<ExprId>,
    /// Whether whole addresses may be told.
    examined: bool,
}

impl<'a> Examination<'a> {
    /// Nothing was looked at yet.
    pub fn new(search: &'a Search<'a>) -> Self {
        Self { search, found: Forging::default(), tests: BTreeSet::new(), examined: false }
    }

    /// What the program does, if it makes pointers of what it found out.
    pub fn all(mut self) -> Forging {
        let program = self.search.program;
        let exprs: Vec<ExprId> = program.pool.iter().map(|(id, _)| id).collect();
        exprs.iter().for_each(|&expr| self.expression(expr));
        for (_, place) in program.pool.iter_places() {
            if let PlaceKind::Index { index, .. } = place.kind {
                self.examined |= self.search.origin(index).bits;
            }
        }
        for edge in &program.edges {
            if let Op::Assume { cond, .. } = edge.op {
                self.test(cond);
            }
        }
        let formats = Formats::of(program);
        program.extern_calls.indices().for_each(|id| self.library(id, &formats));
        self.examined |= self.tests.len() > MOST_TESTS;
        for expr in exprs.into_iter().filter(|&expr| self.is_forged(expr)).collect::<Vec<_>>() {
            self.found.forged.insert(expr);
            if let ExprKind::Cast(number) = program.expr(expr).kind {
                self.found.forged.insert(number);
            }
        }
        if self.found.forged.is_empty() { Forging::default() } else { self.found }
    }

    /// Whether a pointer may lead to any exposed object: it was put together from what the program found out, or it is
    /// a number that may be any.
    fn is_forged(&self, expr: ExprId) -> bool {
        let origin = self.search.origin(expr);
        self.search.is_pointer(expr) && (origin.open || self.examined && origin.is_computed())
    }

    /// A value decides something.
    fn test(&mut self, value: ExprId) {
        let origin = self.search.origin(value);
        if origin.bits && origin.is_computed() {
            self.examined = true;
        } else if origin.bits {
            self.tests.insert(value);
        }
    }

    fn expression(&mut self, expr: ExprId) {
        let (search, program) = (self.search, self.search.program);
        let node = program.expr(expr);
        match node.kind {
            ExprKind::Cast(operand) if search.is_bool(node.ty) => self.test(operand),
            ExprKind::Unary(UnaryOp::Not, operand) => self.test(operand),
            ExprKind::Cast(operand) if program.types.is_integer(node.ty) => {
                if search.is_pointer(operand) {
                    self.found.exposing.insert(operand);
                }
                let narrow = program.types.int_shape(node.ty).is_some_and(|(_, width)| width < 32);
                if narrow && search.origin(operand).bits {
                    self.tests.insert(expr);
                }
            }
            ExprKind::Load(place) => {
                let scalar = program.types.is_scalar(node.ty) && !program.types.is_pointer(node.ty);
                if scalar && search.shows_pointer(place) {
                    self.found.exposing.insert(expr);
                }
            }
            ExprKind::Binary(op, a, b) => self.binary(expr, op, a, b),
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::AddrOf(_)
            | ExprKind::FuncAddr(_)
            | ExprKind::Unary(..)
            | ExprKind::Cast(_)
            | ExprKind::Intrinsic(..) => {}
        }
    }

    fn binary(&mut self, expr: ExprId, op: BinaryOp, a: ExprId, b: ExprId) {
        let (x, y) = (self.search.origin(a), self.search.origin(b));
        let (bits, computed) = (x.bits || y.bits, x.is_computed() || y.is_computed());
        if (op.is_comparison() || op == BinaryOp::PtrDiff) && self.search.is_pointer(a) {
            // Where a number was made a pointer, comparing it with others tells where these are.
            if computed {
                self.examined = true;
                self.found.exposing.extend([a, b]);
            }
            return;
        }
        match op {
            _ if op.is_comparison() => {
                if bits && computed {
                    self.examined = true;
                } else if bits {
                    self.tests.insert(expr);
                }
            }
            BinaryOp::PtrAdd | BinaryOp::PtrSub => self.examined |= y.bits,
            BinaryOp::And | BinaryOp::Shr | BinaryOp::Div | BinaryOp::Rem if bits => {
                self.tests.insert(expr);
            }
            _ => {}
        }
    }

    /// What is printed into memory can be read there.
    fn library(&mut self, id: ExternId, formats: &Formats) {
        let (search, program) = (self.search, self.search.program);
        let (call, function) = (&program.extern_calls[id], program.extern_model(id));
        self.examined |= call.args.iter().any(|&arg| search.origin(arg).bits);
        let effects = Effects::of(function);
        let Some(format) = effects.format.filter(|_| writes_text(function)) else { return };
        let literal = call.args.get(format).and_then(|&f| literal_of(program, f));
        if literal.is_some_and(|var| !formats.may_print_pointers(var)) {
            return;
        }
        self.examined = true;
        let pointers = call.args.iter().skip(format + 1).copied().filter(|&arg| search.is_pointer(arg));
        self.found.exposing.extend(pointers);
        self.found.variadic |= effects.writes.iter().any(|m| matches!(m, Memory::List { .. }));
    }
}
