//! Reads of volatile objects where the user asks that they be inputs: somebody outside the program may have written
//! the object since, so that each read gives any value of its type, and what the program wrote there does not matter.

use super::{Lowerer, build};
use argand_cfa::{BinaryOp as Op2, ExprId as Value, NondetSource, PlaceId, PlaceKind, TypeId, VarId};
use argand_linker::Volatile;
use argand_support::Span;
use rucc_sema::ExprId;
use rucc_types::Qualifiers;

impl Lowerer<'_, '_> {
    /// The value at a place that an expression reads, if the expression is volatile and such reads are inputs.
    pub(super) fn volatile_input(&mut self, place: PlaceId, expr: ExprId) -> Option<Value> {
        let quals = self.ctypes.object_quals(self.ctypes.canonical(self.tast[expr].ty));
        if !quals.has(Qualifiers::VOLATILE) || self.cx.unit.library {
            return None;
        }
        if self.cx.shared.volatile == Volatile::Memory {
            self.cx.shared.volatile_reads.insert(place);
            return None;
        }
        let (span, ty) = (self.expr_span(expr), self.cx.program.place(place).ty);
        let temp = self.cx.temp(self.func, ty, span);
        if self.may_be_invalid(place) {
            // The access happens, and may fail; only what it reads is not looked at.
            let read = build::load(self.cx.program, place);
            self.set_var(temp, read, span);
        }
        self.havoc(temp, NondetSource::Volatile, span);
        let width = self.cx.program.field_of(place).and_then(|field| field.bit_width);
        Some(match width {
            Some(width) => self.bit_field_input(temp, ty, width, span),
            None => build::load_var(self.cx.program, temp),
        })
    }

    /// Whether an access to the place may be an access to no object.
    fn may_be_invalid(&self, place: PlaceId) -> bool {
        match self.cx.program.place(place).kind {
            PlaceKind::Var(_) => false,
            PlaceKind::Field { base, .. } => self.may_be_invalid(base),
            PlaceKind::Deref(_) | PlaceKind::Index { .. } => true,
        }
    }

    /// What a bit-field of this width gives when all bits of its type are given.
    fn bit_field_input(&mut self, temp: VarId, ty: TypeId, width: u32, span: Span) -> Value {
        let program = &mut *self.cx.program;
        let value = build::load_var(program, temp);
        let Some((signed, _)) = program.types.int_shape(ty).filter(|&(_, bits)| width < bits) else {
            return value;
        };
        let mask = build::int(program, (1 << width) - 1, ty);
        let mut value = build::binary(program, Op2::And, value, mask);
        if signed {
            let sign = build::int(program, 1 << (width - 1), ty);
            value = build::binary(program, Op2::Xor, value, sign);
            value = build::binary(program, Op2::Sub, value, sign);
        }
        self.save(value, span)
    }
}
