//! The builtins of the compiler that are no functions of any library.

use super::{Lowerer, build};
use argand_cfa::{
    BinaryOp as Op2, ExprId as Value, IntKind, Intrinsic, LibFn, NondetSource, OverflowOp, TypeId, TypeKind,
};
use argand_linker::Cursor;
use rucc_sema::{BitCount, Classify, ExprId, ExprKind, ExprList, Sign};

impl Lowerer<'_, '_> {
    /// The value of a builtin.
    pub(super) fn builtin(&mut self, expr: ExprId) -> Value {
        let node = self.tast[expr];
        let ty = self.cx.ty(node.ty);
        match node.kind {
            ExprKind::VaArg { list } => {
                let span = self.expr_span(expr);
                let list = self.value(list);
                let dst = self.cx.temp(self.func, ty, span);
                self.call_library(LibFn::VaArg, vec![list], Some(dst), span);
                build::load_var(self.cx.program, dst)
            }
            ExprKind::VaStart { list } => self.list_call(LibFn::VaStart, &[list], expr),
            ExprKind::VaEnd { list } => self.list_call(LibFn::VaEnd, &[list], expr),
            ExprKind::VaCopy { dst, src } => self.list_call(LibFn::VaCopy, &[dst, src], expr),
            ExprKind::Classify { op, lhs, rhs } => self.classify(expr, op, lhs, rhs),
            ExprKind::FpClassify { value, answers } => self.fp_classify(expr, value, answers),
            ExprKind::Sign { op: Sign::Clear, lhs, .. } => self.intrinsic(Intrinsic::FloatAbs, lhs, ty),
            ExprKind::Sign { op: Sign::Of, lhs, rhs } => {
                let (a, b) = self.pair(lhs, rhs.unwrap_or(lhs));
                build::intrinsic2(self.cx.program, Intrinsic::CopySign, a, b, ty)
            }
            ExprKind::Abs { operand } => self.intrinsic(Intrinsic::IntAbs, operand, ty),
            ExprKind::ByteSwap { operand } => self.intrinsic(Intrinsic::ByteSwap, operand, ty),
            ExprKind::BitCount { operand, count } => {
                let intrinsic = match count {
                    BitCount::Leading => return self.zeros(expr, Intrinsic::LeadingZeros, operand),
                    BitCount::Trailing => return self.zeros(expr, Intrinsic::TrailingZeros, operand),
                    BitCount::Ones => Intrinsic::PopCount,
                    BitCount::Parity => Intrinsic::Parity,
                    BitCount::FirstSet => Intrinsic::FindFirstSet,
                    BitCount::RedundantSign => Intrinsic::RedundantSignBits,
                };
                self.intrinsic(intrinsic, operand, ty)
            }
            ExprKind::Overflow { op, args, stores, .. } => {
                let op = match op {
                    rucc_sema::OverflowOp::Add => OverflowOp::Add,
                    rucc_sema::OverflowOp::Sub => OverflowOp::Sub,
                    rucc_sema::OverflowOp::Mul => OverflowOp::Mul,
                };
                self.overflow(expr, op, args, stores)
            }
            ExprKind::Atomic { op, args, .. } => self.atomic(expr, op, args),
            ExprKind::Expect { value, hint, .. } => {
                let value = self.value(value);
                if self.cx.caches.notes.has_effects(self.tast, hint) {
                    let value = self.protect(value, &[hint], expr);
                    self.effect(hint);
                    return value;
                }
                value
            }
            ExprKind::Prefetch { address, .. } => {
                self.effect(address);
                build::plain_int(self.cx.program, 0)
            }
            ExprKind::Unreachable => self.list_call(LibFn::Unreachable, &[], expr),
            ExprKind::Trap => self.list_call(LibFn::Abort, &[], expr),
            ExprKind::ObjectSize { address, kind } => {
                self.effect(address);
                // Without optimisation gcc knows the objects that the typed tree knows and no others.
                let unknown = if kind & 2 == 0 { -1 } else { 0 };
                build::int(self.cx.program, unknown, ty)
            }
            ExprKind::ConstantP { .. } => build::int(self.cx.program, 0, ty),
            ExprKind::Alloca { size } => {
                let span = self.expr_span(expr);
                let size = self.value(size);
                let dst = self.cx.temp(self.func, ty, span);
                self.call_library(LibFn::Alloca, vec![size], Some(dst), span);
                build::load_var(self.cx.program, dst)
            }
            ExprKind::FrameAddress { .. }
            | ExprKind::ThreadPointer
            | ExprKind::TimeStamp { aux: None }
            | ExprKind::Eflags { value: None }
            | ExprKind::CpuModel { .. } => {
                let span = self.expr_span(expr);
                let temp = self.cx.temp(self.func, ty, span);
                self.havoc(temp, NondetSource::Library, span);
                build::load_var(self.cx.program, temp)
            }
            _ => {
                let span = self.expr_span(expr);
                self.unsupported(unsupported_builtin(&node.kind), ty, span)
            }
        }
    }

    fn intrinsic(&mut self, intrinsic: Intrinsic, operand: ExprId, ty: TypeId) -> Value {
        let value = self.value(operand);
        build::intrinsic1(self.cx.program, intrinsic, value, ty)
    }

    /// A count of zeros before or behind the ones of a number. Of a number without ones it is undefined, and machines differ.
    fn zeros(&mut self, expr: ExprId, intrinsic: Intrinsic, operand: ExprId) -> Value {
        let (span, ty) = (self.expr_span(expr), self.ty_of(expr));
        let number = self.value(operand);
        let literal = build::literal(self.cx.program, number);
        if literal.is_some_and(|n| n != 0) {
            return build::intrinsic1(self.cx.program, intrinsic, number, ty);
        }
        let number = self.save(number, span);
        let result = self.cx.temp(self.func, ty, span);
        let (some, none) = self.cursor.split(self.cx.program, self.func, number, [None; 2], span);
        self.cursor = none;
        self.havoc(result, NondetSource::Library, span);
        let open = self.cursor.take();
        self.cursor = some;
        let count = build::intrinsic1(self.cx.program, intrinsic, number, ty);
        self.set_var(result, count, span);
        self.cursor.join(self.cx.program, open);
        build::load_var(self.cx.program, result)
    }

    /// A call for its effect alone.
    fn list_call(&mut self, model: LibFn, args: &[ExprId], expr: ExprId) -> Value {
        let span = self.expr_span(expr);
        let args = self.values(args);
        self.call_library(model, args, None, span);
        build::plain_int(self.cx.program, 0)
    }

    fn classify(&mut self, expr: ExprId, op: Classify, lhs: ExprId, rhs: Option<ExprId>) -> Value {
        let ty = self.ty_of(expr);
        let int = self.cx.program.types.int(IntKind::Int);
        let (a, b) = match rhs {
            Some(rhs) => self.pair(lhs, rhs),
            None => {
                let value = self.value(lhs);
                (value, value)
            }
        };
        let program = &mut *self.cx.program;
        if !program.types.is_float(program.expr(a).ty) {
            return self.or_unsupported(None, lhs);
        }
        let value = match op {
            Classify::Unordered => build::intrinsic2(program, Intrinsic::Unordered, a, b, int),
            Classify::LessGreater => {
                let (less, greater) =
                    (build::binary(program, Op2::Lt, a, b), build::binary(program, Op2::Gt, a, b));
                build::binary(program, Op2::Or, less, greater)
            }
            Classify::Nan => build::intrinsic1(program, Intrinsic::IsNan, a, int),
            Classify::Infinite => {
                let sign = build::intrinsic1(program, Intrinsic::IsInf, a, int);
                let zero = build::plain_int(program, 0);
                build::binary(program, Op2::Ne, sign, zero)
            }
            Classify::InfiniteSign => build::intrinsic1(program, Intrinsic::IsInf, a, int),
            Classify::Finite => build::intrinsic1(program, Intrinsic::IsFinite, a, int),
            Classify::Normal => build::intrinsic1(program, Intrinsic::IsNormal, a, int),
            Classify::SignBit => build::intrinsic1(program, Intrinsic::SignBit, a, int),
        };
        build::cast(program, value, ty)
    }

    /// The builtin takes its five answers in the order NaN, infinite, normal, subnormal, zero.
    fn fp_classify(&mut self, expr: ExprId, value: ExprId, answers: ExprList) -> Value {
        /// The numbers that the pure function gives for these five.
        const OWN: [i128; 5] = [0, 1, 4, 3, 2];
        let span = self.expr_span(expr);
        let ty = self.ty_of(expr);
        let int = self.cx.program.types.int(IntKind::Int);
        let class = self.intrinsic(Intrinsic::FpClassify, value, int);
        let answers = self.values(self.list(answers));
        let same = answers
            .iter()
            .zip(OWN)
            .all(|(&answer, own)| build::literal(self.cx.program, answer) == Some(own));
        if same && answers.len() == OWN.len() {
            return build::cast(self.cx.program, class, ty);
        }
        let class = self.save(class, span);
        let result = self.cx.temp(self.func, ty, span);
        let mut end = Cursor::default();
        for (answer, own) in answers.into_iter().zip(OWN) {
            let own = build::plain_int(self.cx.program, own);
            let test = build::binary(self.cx.program, Op2::Eq, class, own);
            let (hit, miss) = self.cursor.split(self.cx.program, self.func, test, [None; 2], span);
            self.cursor = hit;
            self.set_var(result, answer, span);
            end.join(self.cx.program, self.cursor.take());
            self.cursor = miss;
        }
        end.join(self.cx.program, self.cursor.take());
        self.cursor = end;
        build::load_var(self.cx.program, result)
    }

    /// `__builtin_add_overflow(a, b, &r)` and its kin.
    fn overflow(&mut self, expr: ExprId, op: OverflowOp, args: ExprList, stores: bool) -> Value {
        let span = self.expr_span(expr);
        let ty = self.ty_of(expr);
        let &[a, b, third] = self.list(args) else { return self.or_unsupported(None, expr) };
        let third_ty = self.ty_of(third);
        let (values, at) = if stores {
            let values = self.values(&[a, b, third]);
            (values, self.cx.program.types.pointee(third_ty).unwrap_or(third_ty))
        } else {
            (self.values(&[a, b]), self.bit_field_type(third).unwrap_or(third_ty))
        };
        let program = &mut *self.cx.program;
        let int = program.types.int(IntKind::Int);
        let overflows =
            build::intrinsic2(program, Intrinsic::Overflows { op, at }, values[0], values[1], int);
        let Some(&pointer) = values.get(2) else { return build::cast(program, overflows, ty) };
        let wrapped = build::intrinsic2(program, Intrinsic::WrappingArith(op), values[0], values[1], at);
        let place = build::deref(program, pointer, at);
        let overflows = self.save(overflows, span);
        self.set(place, wrapped, span);
        build::cast(self.cx.program, overflows, ty)
    }

    /// The type of the values that fit the bit-field an expression reads.
    fn bit_field_type(&mut self, expr: ExprId) -> Option<TypeId> {
        let ExprKind::Convert { operand, .. } = self.tast[expr].kind else { return None };
        let ExprKind::Member { base, field } = self.tast[operand].kind else { return None };
        let record = self.tast[base].ty;
        let rucc_types::TypeKind::Record(record) = self.ctypes.kind(self.ctypes.canonical(record)) else {
            return None;
        };
        let width = self.ctypes.record_info(record).fields.get(field as usize)?.bits?;
        let declared = self.ty_of(operand);
        let signed = self.cx.program.types.is_signed(declared);
        Some(self.cx.program.types.intern(TypeKind::BitInt { signed, width }))
    }

    /// What a pointer argument points to.
    pub(super) fn pointee_place(&mut self, pointer: Value) -> argand_cfa::PlaceId {
        let pointer_ty = self.cx.program.expr(pointer).ty;
        let ty = match *self.cx.program.types.kind(pointer_ty) {
            TypeKind::Pointer(to) if to != self.cx.program.types.void() => to,
            _ => self.cx.program.types.int(IntKind::UChar),
        };
        build::deref(self.cx.program, pointer, ty)
    }
}

fn unsupported_builtin(kind: &ExprKind) -> &'static str {
    match kind {
        ExprKind::Error => "an expression with an error",
        ExprKind::Complex { .. } => "complex arithmetic",
        ExprKind::Shuffle { .. }
        | ExprKind::ShuffleVector { .. }
        | ExprKind::ConvertVector { .. }
        | ExprKind::Elementwise { .. } => "vector types",
        ExprKind::Jump { .. } => "setjmp and longjmp",
        ExprKind::Apply { .. } | ExprKind::ApplyArgs => "__builtin_apply",
        _ => "a builtin that depends on the machine",
    }
}
