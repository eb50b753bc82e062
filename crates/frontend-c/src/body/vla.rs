//! Arrays of variable length.
//!
//! C evaluates the length of such an array once, where control reaches the declaration, the type name of a
//! cast, or the start of the function for a parameter. The typed tree repeats the same length expression
//! wherever a size is needed, so its value is fixed in a temporary and found again by the expression's id.

use super::{Lowerer, build};
use argand_cfa::{BinaryOp, ExprId as Value};
use rucc_types::{ArrayLen, TypeId as CType, TypeKind};

impl Lowerer<'_, '_> {
    /// Evaluates every length in a type that is only known at run time. A length that was met before belongs
    /// to a type that a `typedef` or `typeof` names: it was evaluated there.
    pub(super) fn fix_lengths(&mut self, ty: CType) {
        match self.ctypes.kind(self.ctypes.canonical(ty)) {
            TypeKind::Pointer(inner) | TypeKind::Atomic(inner) => self.fix_lengths(inner),
            TypeKind::Array { elem, len } => {
                if let ArrayLen::Variable(vla) = len
                    && !self.cursor.is_dead()
                {
                    let length = self.tast.vla_size(vla);
                    if !self.fixed.contains_key(&length) {
                        let value = self.value(length);
                        let span = self.expr_span(length);
                        let value = self.save(value, span);
                        self.fixed.insert(length, value);
                    }
                }
                self.fix_lengths(elem);
            }
            _ => {}
        }
    }

    /// Whether the size of a type is only known at run time.
    pub(super) fn is_variable(&self, ty: CType) -> bool {
        match self.ctypes.kind(self.ctypes.canonical(ty)) {
            TypeKind::Array { len: ArrayLen::Variable(_), .. } => true,
            TypeKind::Array { elem, .. } => self.is_variable(elem),
            _ => false,
        }
    }

    /// The size of a type in bytes, as a value of type `size_t`.
    pub(super) fn size_value(&mut self, ty: CType) -> Value {
        let size_t = self.cx.program.types.size_t();
        if let TypeKind::Array { elem, len } = self.ctypes.kind(self.ctypes.canonical(ty))
            && self.is_variable(ty)
        {
            let length = match len {
                ArrayLen::Variable(vla) => {
                    let length = self.value(self.tast.vla_size(vla));
                    build::cast(self.cx.program, length, size_t)
                }
                ArrayLen::Fixed(n) => build::int(self.cx.program, i128::from(n), size_t),
                ArrayLen::Unknown | ArrayLen::Star => build::int(self.cx.program, 0, size_t),
            };
            let size = self.size_value(elem);
            return build::binary(self.cx.program, BinaryOp::Mul, length, size);
        }
        let ours = self.cx.ty(ty);
        let size = self.cx.program.types.size_of(ours).unwrap_or(1);
        build::int(self.cx.program, i128::from(size), size_t)
    }
}
