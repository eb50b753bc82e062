//! Random expressions and places of a given type.

use super::Generator;
use crate::expr::{Args, BinaryOp, ExprId, ExprKind, Intrinsic, OverflowOp, PlaceId, PlaceKind, UnaryOp};
use crate::program::{Var, VarId, VarKind};
use crate::types::{ArrayLen, FloatKind, IntKind, TypeId, TypeKind};

const INTEGER_TO_INT: [Intrinsic; 6] = [
    Intrinsic::PopCount,
    Intrinsic::LeadingZeros,
    Intrinsic::TrailingZeros,
    Intrinsic::FindFirstSet,
    Intrinsic::Parity,
    Intrinsic::RedundantSignBits,
];

const FLOAT_TO_INT: [Intrinsic; 6] = [
    Intrinsic::IsNan,
    Intrinsic::IsInf,
    Intrinsic::IsFinite,
    Intrinsic::IsNormal,
    Intrinsic::SignBit,
    Intrinsic::FpClassify,
];

const FLOAT_ONE: [Intrinsic; 7] = [
    Intrinsic::FloatAbs,
    Intrinsic::Sqrt,
    Intrinsic::Floor,
    Intrinsic::Ceil,
    Intrinsic::Trunc,
    Intrinsic::Round,
    Intrinsic::RoundEven,
];

const FLOAT_TWO: [Intrinsic; 5] = [
    Intrinsic::CopySign,
    Intrinsic::FloatMod,
    Intrinsic::FloatRemainder,
    Intrinsic::FloatMin,
    Intrinsic::FloatMax,
];

const OVERFLOW: [OverflowOp; 3] = [OverflowOp::Add, OverflowOp::Sub, OverflowOp::Mul];

const ARITHMETIC: [BinaryOp; 10] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Shl,
    BinaryOp::Shr,
];

const COMPARISONS: [BinaryOp; 6] =
    [BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge];

impl Generator<'_> {
    /// The variables that can be used here and pass `keep`.
    pub(super) fn visible(&self, keep: impl Fn(&Var) -> bool) -> Vec<VarId> {
        let here = self.func;
        let visible = |v: &Var| v.is_static() || v.func == here;
        let vars = self.program.vars.iter_enumerated();
        vars.filter(|(_, v)| visible(v) && keep(v)).map(|(id, _)| id).collect()
    }

    /// Whether expressions can have the type.
    pub(super) fn has_values(&self, ty: TypeId) -> bool {
        match self.program.types.kind(ty) {
            TypeKind::Void | TypeKind::Array { .. } | TypeKind::Function(_) => false,
            TypeKind::Record(id) => self.program.types.record(*id).complete,
            _ => true,
        }
    }

    fn a_scalar(&mut self, keep: impl Fn(&Self, TypeId) -> bool) -> TypeId {
        let fitting: Vec<TypeId> = self.scalars.iter().copied().filter(|&t| keep(self, t)).collect();
        self.pick_of(&fitting).unwrap_or(self.program.types.int(IntKind::Int))
    }

    fn node(&mut self, kind: ExprKind, ty: TypeId) -> ExprId {
        self.program.pool.expr(kind, ty)
    }

    /// An expression of a type that has values.
    pub(super) fn expr(&mut self, ty: TypeId, depth: usize) -> ExprId {
        let types = &self.program.types;
        let (is_float, is_integer) = (types.is_float(ty), types.is_integer(ty));
        if !types.is_scalar(ty) {
            let place = self.place(ty, depth, false);
            return self.node(ExprKind::Load(place), ty);
        }
        let choice = self.pick(if depth == 0 { 1 } else { 12 });
        match choice {
            0 => self.constant(ty),
            1..=3 => {
                let place = self.place(ty, depth - 1, false);
                self.node(ExprKind::Load(place), ty)
            }
            4 => {
                let from = self.a_scalar(|_, _| true);
                let operand = self.expr(from, depth - 1);
                self.node(ExprKind::Cast(operand), ty)
            }
            _ if is_integer => self.integer(ty, depth - 1),
            _ if is_float => self.floating(ty, depth - 1),
            _ => self.pointer(ty, depth - 1),
        }
    }

    fn constant(&mut self, ty: TypeId) -> ExprId {
        let raw = self.pick(1 << 16) as u128;
        let spread = raw | (raw << 20) | (raw << 50) | (raw << 100);
        let TypeKind::Float(kind) = *self.program.types.kind(ty) else {
            let value = match raw % 3 {
                0 => raw as i128 / 3,
                1 => -(raw as i128) / 5,
                _ => spread as i128,
            };
            let value = self.program.types.wrap(ty, value);
            return self.node(ExprKind::Int(value), ty);
        };
        let bits = match (kind, raw % 2) {
            (FloatKind::Float, 0) => u128::from((raw as f32 / 7.0).to_bits()),
            (FloatKind::Double, 0) => u128::from((-(raw as f64) / 7.0).to_bits()),
            (FloatKind::Float, _) => spread & u128::from(u32::MAX),
            (FloatKind::Double, _) => spread & u128::from(u64::MAX),
            (FloatKind::LongDouble, 0) => (0x3fffu128 << 64) | (1 << 63) | (raw << 3),
            (FloatKind::LongDouble, _) => spread & ((1 << 80) - 1),
        };
        self.node(ExprKind::Float(bits), ty)
    }

    fn integer(&mut self, ty: TypeId, depth: usize) -> ExprId {
        let types = &self.program.types;
        let (is_int, is_size, is_diff) =
            (ty == types.int(IntKind::Int), ty == types.size_t(), ty == types.ptrdiff_t());
        let kind = match self.pick(9) {
            0 => ExprKind::Unary(UnaryOp::Neg, self.expr(ty, depth)),
            1 => ExprKind::Unary(UnaryOp::BitNot, self.expr(ty, depth)),
            2 => ExprKind::Intrinsic(Intrinsic::ByteSwap, Args::One(self.expr(ty, depth))),
            3 => ExprKind::Intrinsic(Intrinsic::IntAbs, Args::One(self.expr(ty, depth))),
            4 => {
                let a = self.any_integer(depth);
                let b = self.any_integer(depth);
                let op = OVERFLOW[self.pick(3)];
                ExprKind::Intrinsic(Intrinsic::WrappingArith(op), Args::Two(a, b))
            }
            5..=7 if is_int => return self.truth(depth),
            5 if is_size => {
                let pointer = self.any_pointer(depth);
                let op = [Intrinsic::ObjectSize, Intrinsic::ObjectOffset][self.pick(2)];
                ExprKind::Intrinsic(op, Args::One(pointer))
            }
            6 if is_diff => {
                let pointer = self.a_scalar(|g, t| g.program.types.is_pointer(t));
                let a = self.expr(pointer, depth);
                let b = self.expr(pointer, depth);
                if self.program.types.is_pointer(pointer) {
                    ExprKind::Binary(BinaryOp::PtrDiff, a, b)
                } else {
                    ExprKind::Unary(UnaryOp::Neg, self.expr(ty, depth))
                }
            }
            _ => {
                let op = ARITHMETIC[self.pick(10)];
                let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
                let lhs = self.expr(ty, depth);
                let rhs = if shift { self.any_integer(depth) } else { self.expr(ty, depth) };
                ExprKind::Binary(op, lhs, rhs)
            }
        };
        self.node(kind, ty)
    }

    /// An `int` that comes from operands of other types.
    fn truth(&mut self, depth: usize) -> ExprId {
        let int = self.program.types.int(IntKind::Int);
        let scalar = self.a_scalar(|_, _| true);
        let float = self.a_scalar(|g, t| g.program.types.is_float(t));
        let kind = match self.pick(6) {
            0 => ExprKind::Unary(UnaryOp::Not, self.expr(scalar, depth)),
            1 => {
                let op = INTEGER_TO_INT[self.pick(6)];
                ExprKind::Intrinsic(op, Args::One(self.any_integer(depth)))
            }
            2 => {
                let op = FLOAT_TO_INT[self.pick(6)];
                ExprKind::Intrinsic(op, Args::One(self.expr(float, depth)))
            }
            3 => {
                let a = self.expr(float, depth);
                let b = self.expr(float, depth);
                ExprKind::Intrinsic(Intrinsic::Unordered, Args::Two(a, b))
            }
            4 => {
                let a = self.any_integer(depth);
                let b = self.any_integer(depth);
                let at = self.a_scalar(|g, t| g.program.types.is_integer(t));
                let op = OVERFLOW[self.pick(3)];
                ExprKind::Intrinsic(Intrinsic::Overflows { op, at }, Args::Two(a, b))
            }
            _ => {
                let op = COMPARISONS[self.pick(6)];
                let a = self.expr(scalar, depth);
                let b = self.expr(scalar, depth);
                ExprKind::Binary(op, a, b)
            }
        };
        self.node(kind, int)
    }

    fn any_integer(&mut self, depth: usize) -> ExprId {
        let ty = self.a_scalar(|g, t| g.program.types.is_integer(t));
        self.expr(ty, depth)
    }

    fn any_pointer(&mut self, depth: usize) -> ExprId {
        let void = self.program.types.void();
        let bytes = self.program.types.pointer_to(void);
        self.expr(bytes, depth)
    }

    fn floating(&mut self, ty: TypeId, depth: usize) -> ExprId {
        let a = self.expr(ty, depth);
        let kind = match self.pick(5) {
            0 => ExprKind::Unary(UnaryOp::Neg, a),
            1 => ExprKind::Intrinsic(FLOAT_ONE[self.pick(7)], Args::One(a)),
            2 => {
                let op = FLOAT_TWO[self.pick(5)];
                ExprKind::Intrinsic(op, Args::Two(a, self.expr(ty, depth)))
            }
            3 => {
                let b = self.expr(ty, depth);
                let c = self.expr(ty, depth);
                ExprKind::Intrinsic(Intrinsic::FusedMultiplyAdd, Args::Three(a, b, c))
            }
            _ => {
                let op = ARITHMETIC[self.pick(4)];
                ExprKind::Binary(op, a, self.expr(ty, depth))
            }
        };
        self.node(kind, ty)
    }

    fn pointer(&mut self, ty: TypeId, depth: usize) -> ExprId {
        let Some(to) = self.program.types.pointee(ty) else { return self.constant(ty) };
        if self.pick(4) == 3 {
            let functions: Vec<_> = self.program.functions.indices().collect();
            if let Some(func) = self.pick_of(&functions) {
                let own = self.program.types.pointer_to(self.program.functions[func].ty);
                let address = self.node(ExprKind::FuncAddr(func), own);
                return self.node(ExprKind::Cast(address), ty);
            }
        }
        if self.pick(2) == 1 {
            let place = self.place(to, depth, true);
            return self.node(ExprKind::AddrOf(place), ty);
        }
        let op = [BinaryOp::PtrAdd, BinaryOp::PtrSub][self.pick(2)];
        let lhs = self.expr(ty, depth);
        let rhs = self.any_integer(depth);
        self.node(ExprKind::Binary(op, lhs, rhs), ty)
    }

    /// A place of the given type. Temporaries and bit-fields are no places whose address can be taken.
    fn place(&mut self, ty: TypeId, depth: usize, for_address: bool) -> PlaceId {
        let vars = self.visible(|v| v.kind != VarKind::Label || for_address);
        let fitting: Vec<VarId> = vars
            .into_iter()
            .filter(|&v| !for_address || self.program.vars[v].kind != VarKind::Temp)
            .collect();
        for _ in 0..4 {
            let Some(var) = self.pick_of(&fitting) else { break };
            let (place, found) = self.inside(var);
            let bits = self.program.field_of(place).is_some_and(|f| f.bit_width.is_some());
            if found == ty && !(bits && for_address) {
                return place;
            }
        }
        let pointer_ty = self.program.types.pointer_to(ty);
        let seen_as_another = self.pick(5) == 4;
        let pointer = match depth {
            0 => self.node(ExprKind::Int(0), pointer_ty),
            _ if seen_as_another => self.any_pointer(depth - 1),
            _ => self.expr(pointer_ty, depth - 1),
        };
        self.program.pool.place(PlaceKind::Deref(pointer), ty)
    }

    /// A variable, or something inside it.
    pub(super) fn inside(&mut self, var: VarId) -> (PlaceId, TypeId) {
        let mut ty = self.program.vars[var].ty;
        let mut place = self.program.pool.place(PlaceKind::Var(var), ty);
        loop {
            match self.program.types.kind(ty) {
                TypeKind::Array { elem, len } => {
                    let elem = *elem;
                    if *len == ArrayLen::Unknown || self.pick(4) == 3 {
                        return (place, ty);
                    }
                    let index_ty = self.a_scalar(|g, t| g.program.types.is_integer(t));
                    let index = self.expr(index_ty, 0);
                    place = self.program.pool.place(PlaceKind::Index { base: place, index }, elem);
                    ty = elem;
                }
                TypeKind::Record(id) => {
                    let fields = self.program.types.record(*id).fields.len();
                    let pick = self.pick(fields + 1);
                    let TypeKind::Record(id) = self.program.types.kind(ty) else { return (place, ty) };
                    let Some(field) = self.program.types.record(*id).fields.get(pick) else {
                        return (place, ty);
                    };
                    ty = field.ty;
                    let kind = PlaceKind::Field { base: place, field: pick as u32 };
                    place = self.program.pool.place(kind, ty);
                }
                _ => return (place, ty),
            }
        }
    }

    /// A place that an edge can write.
    pub(super) fn assignable(&mut self) -> Option<(PlaceId, TypeId)> {
        let vars = self.visible(|v| v.kind != VarKind::Label);
        let var = self.pick_of(&vars)?;
        let (place, ty) = self.inside(var);
        if !self.has_values(ty) {
            return None;
        }
        if self.pick(3) == 2 {
            return Some((self.place(ty, 2, false), ty));
        }
        Some((place, ty))
    }
}
