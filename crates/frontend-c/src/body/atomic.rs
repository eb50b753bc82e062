//! Atomic builtins. A program has one thread here, so each is a plain sequence of reads and writes.

use super::{Lowerer, build};
use argand_cfa::{
    BinaryOp as Op2, BranchKind, ExprId as Value, ExprKind as Pure, IntKind, Intrinsic, OverflowOp, PlaceId,
    UnaryOp as Op1,
};
use argand_support::Span;
use rucc_sema::{AtomicOp, ExprId, ExprList, Rmw};

impl Lowerer<'_, '_> {
    pub(super) fn atomic(&mut self, expr: ExprId, op: AtomicOp, args: ExprList) -> Value {
        let span = self.expr_span(expr);
        let ty = self.ty_of(expr);
        let values = self.values(self.list(args));
        let nothing = build::plain_int(self.cx.program, 0);
        let Some(&object) = values.first() else { return nothing };
        let place = match op {
            AtomicOp::TestAndSet => {
                let byte = self.cx.program.types.int(IntKind::UChar);
                build::deref(self.cx.program, object, byte)
            }
            _ => self.pointee_place(object),
        };
        match (op, &values[1..]) {
            (AtomicOp::Load, _) => {
                let value = self.current(place, span);
                self.coerce(value, ty)
            }
            (AtomicOp::LoadInto, &[into, ..]) => {
                let value = self.current(place, span);
                let into = self.pointee_place(into);
                self.set(into, value, span);
                nothing
            }
            (AtomicOp::Store, &[value, ..]) => {
                let value = self.operand(place, value);
                self.set(place, value, span);
                nothing
            }
            (AtomicOp::CompareExchange, &[expected, desired, ..]) => {
                let expected = self.pointee_place(expected);
                let desired = self.operand(place, desired);
                let wanted = build::load(self.cx.program, expected);
                let matched = self.exchange_if(expr, place, wanted, desired, Some(expected), span);
                self.coerce(matched, ty)
            }
            (AtomicOp::SwapBool, &[wanted, desired, ..]) => {
                let matched = self.exchange_if(expr, place, wanted, desired, None, span);
                self.coerce(matched, ty)
            }
            (AtomicOp::SwapValue, &[wanted, desired, ..]) => {
                let old = self.current(place, span);
                self.exchange_if(expr, place, wanted, desired, None, span);
                self.coerce(old, ty)
            }
            (AtomicOp::Exchange, &[value, ..]) => {
                let old = self.current(place, span);
                let value = self.operand(place, value);
                self.set(place, value, span);
                self.coerce(old, ty)
            }
            (AtomicOp::ExchangeInto, &[value, into, ..]) => {
                let old = self.current(place, span);
                let value = self.operand(place, value);
                self.set(place, value, span);
                let into = self.pointee_place(into);
                self.set(into, old, span);
                nothing
            }
            (AtomicOp::TestAndSet, _) => {
                let old = self.current(place, span);
                let one = build::plain_int(self.cx.program, 1);
                self.set(place, one, span);
                self.coerce(old, ty)
            }
            (AtomicOp::Fetch(rmw), &[value, ..]) => {
                let old = self.current(place, span);
                let new = self.modified(rmw, old, value);
                self.set(place, new, span);
                self.coerce(old, ty)
            }
            (AtomicOp::Update(rmw), &[value, ..]) => {
                let old = self.current(place, span);
                let new = self.modified(rmw, old, value);
                let new = self.save(new, span);
                self.set(place, new, span);
                self.coerce(new, ty)
            }
            _ => nothing,
        }
    }

    /// What an object holds now.
    fn current(&mut self, place: PlaceId, span: Span) -> Value {
        let value = build::load(self.cx.program, place);
        self.save(value, span)
    }

    /// An operand that is given by value or, in the functions for objects of any size, by address.
    fn operand(&mut self, place: PlaceId, value: Value) -> Value {
        let wanted = self.cx.program.place(place).ty;
        let given = self.cx.program.expr(value).ty;
        if given != wanted && self.cx.program.types.pointee(given) == Some(wanted) {
            let place = build::deref(self.cx.program, value, wanted);
            return build::load(self.cx.program, place);
        }
        self.coerce(value, wanted)
    }

    /// Writes `desired` if the object holds `wanted`, else what it holds to `found`. Whether it did.
    fn exchange_if(
        &mut self,
        expr: ExprId,
        place: PlaceId,
        wanted: Value,
        desired: Value,
        found: Option<PlaceId>,
        span: Span,
    ) -> Value {
        let ty = self.cx.program.place(place).ty;
        if !self.is_scalar(ty) {
            return self.or_unsupported(None, expr);
        }
        let wanted = self.coerce(wanted, ty);
        let current = build::load(self.cx.program, place);
        let test = build::binary(self.cx.program, Op2::Eq, current, wanted);
        let test = self.save(test, span);
        let branch = self.branch_expr(BranchKind::Conditional, expr, expr);
        let branches =
            [true, false].map(|truth| Some(argand_cfa::BranchRef { branch, outcome: Some(truth) }));
        let (yes, no) = self.cursor.split(self.cx.program, self.func, test, branches, span);
        self.cursor = yes;
        self.set(place, desired, span);
        let done = std::mem::replace(&mut self.cursor, no);
        if let Some(found) = found {
            self.set(found, current, span);
        }
        self.cursor.join(self.cx.program, done);
        test
    }

    /// The new value of a read-modify-write. Arithmetic wraps around, pointers move by bytes.
    fn modified(&mut self, rmw: Rmw, old: Value, value: Value) -> Value {
        let program = &mut *self.cx.program;
        let ty = program.expr(old).ty;
        let work = if program.types.is_pointer(ty) { program.types.size_t() } else { ty };
        let (old, value) = (build::cast(program, old, work), build::cast(program, value, work));
        let new = match rmw {
            Rmw::Add | Rmw::Sub => {
                let op = if rmw == Rmw::Add { OverflowOp::Add } else { OverflowOp::Sub };
                let args = argand_cfa::Args::Two(old, value);
                program.pool.expr(Pure::Intrinsic(Intrinsic::WrappingArith(op), args), work)
            }
            Rmw::And => build::binary(program, Op2::And, old, value),
            Rmw::Or => build::binary(program, Op2::Or, old, value),
            Rmw::Xor => build::binary(program, Op2::Xor, old, value),
            Rmw::Nand => {
                let both = build::binary(program, Op2::And, old, value);
                build::unary(program, Op1::BitNot, both)
            }
        };
        build::cast(program, new, ty)
    }
}
