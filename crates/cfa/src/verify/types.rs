//! The types of expressions, places, operations and members.

use super::{Subject, Verifier};
use crate::expr::{Args, BinaryOp, Expr, ExprId, ExprKind, Intrinsic, PlaceId, PlaceKind, UnaryOp};
use crate::program::{EdgeId, HaltKind, Op, VarKind};
use crate::types::{ArrayLen, IntKind, TypeId, TypeKind};
use crate::walk::Node;

/// A message if something is wrong.
type Judgement = Result<(), &'static str>;

/// Only the first violations show their expression: printing needs time linear in the program.
const SHOWN: usize = 20;

fn demand(holds: bool, message: &'static str) -> Judgement {
    if holds { Ok(()) } else { Err(message) }
}

impl Verifier<'_> {
    /// Checks one expression or place that `edge` uses; its parts are checked on their own.
    pub(super) fn node(&mut self, edge: EdgeId, node: Node) {
        let judgement = match node {
            Node::Expr(id) => self.expr(id),
            Node::Place(id) => self.place(id),
        };
        let Err(message) = judgement else { return };
        if self.found.len() < SHOWN {
            let text: String = crate::text::print_node(self.program, node).chars().take(200).collect();
            self.report(Subject::Edge(edge), format!("{message}: `{text}`"));
        } else {
            self.report(Subject::Edge(edge), message);
        }
    }

    fn ty(&self, id: ExprId) -> TypeId {
        self.program.expr(id).ty
    }

    fn is_int(&self, ty: TypeId) -> bool {
        ty == self.program.types.int(IntKind::Int)
    }

    fn expr(&self, id: ExprId) -> Judgement {
        let program = self.program;
        let types = &program.types;
        let Expr { kind, ty } = program.expr(id);
        match kind {
            ExprKind::Int(value) => {
                demand(types.int_shape(ty).is_some(), "an integer constant has another type")?;
                demand(types.wrap(ty, value) == value, "a constant is not in canonical form")
            }
            ExprKind::Float(bits) => match types.kind(ty) {
                TypeKind::Float(kind) => {
                    demand(bits >> kind.value_bits() == 0, "a floating constant has bits beyond its format")
                }
                _ => Err("a floating constant has another type"),
            },
            ExprKind::Load(place) => {
                demand(program.place(place).ty == ty, "a load has another type than its place")?;
                demand(self.has_values(ty), "loads something that has no value")?;
                let label = matches!(program.place(place).kind, PlaceKind::Var(v) if program.vars[v].kind == VarKind::Label);
                demand(!label, "reads a label")
            }
            ExprKind::AddrOf(place) => {
                let pointee = types.pointee(ty) == Some(program.place(place).ty);
                demand(pointee, "an address has another type than a pointer to its place")?;
                let bits = program.field_of(place).is_some_and(|f| f.bit_width.is_some());
                demand(!bits, "takes the address of a bit-field")?;
                let root = program.pool.root_var(place);
                let temp = root.is_some_and(|v| program.vars[v].kind == VarKind::Temp);
                demand(!temp, "takes the address of a temporary")
            }
            ExprKind::FuncAddr(_) => {
                let pointee = types.pointee(ty).map(|t| types.kind(t));
                let function = matches!(pointee, Some(TypeKind::Function(_)));
                demand(function, "the address of a function is no pointer to a function")
            }
            ExprKind::Unary(op, operand) => {
                let inner = self.ty(operand);
                let right = match op {
                    UnaryOp::Neg => (types.is_integer(ty) || types.is_float(ty)) && inner == ty,
                    UnaryOp::BitNot => types.is_integer(ty) && inner == ty,
                    UnaryOp::Not => types.is_scalar(inner) && self.is_int(ty),
                };
                demand(right, "an operator with one operand has wrong types")
            }
            ExprKind::Binary(op, lhs, rhs) => {
                let right = self.binary(op, self.ty(lhs), self.ty(rhs), ty);
                demand(right, "an operator with two operands has wrong types")
            }
            ExprKind::Cast(operand) => {
                let scalars = types.is_scalar(ty) && types.is_scalar(self.ty(operand));
                demand(scalars, "a conversion is not between scalars")
            }
            ExprKind::Intrinsic(op, args) => {
                demand(self.intrinsic(op, args, ty), "an intrinsic has wrong types or operands")
            }
        }
    }

    fn binary(&self, op: BinaryOp, lhs: TypeId, rhs: TypeId, ty: TypeId) -> bool {
        use BinaryOp as B;
        let types = &self.program.types;
        let number = types.is_integer(ty) || types.is_float(ty);
        match op {
            B::Add | B::Sub | B::Mul | B::Div => number && lhs == ty && rhs == ty,
            B::Rem | B::And | B::Or | B::Xor => types.is_integer(ty) && lhs == ty && rhs == ty,
            B::Shl | B::Shr => types.is_integer(ty) && lhs == ty && types.is_integer(rhs),
            B::Eq | B::Ne | B::Lt | B::Le | B::Gt | B::Ge => {
                types.is_scalar(lhs) && lhs == rhs && self.is_int(ty)
            }
            B::PtrAdd | B::PtrSub => types.is_pointer(ty) && lhs == ty && types.is_integer(rhs),
            B::PtrDiff => types.is_pointer(lhs) && lhs == rhs && ty == types.ptrdiff_t(),
        }
    }

    fn intrinsic(&self, op: Intrinsic, args: Args, ty: TypeId) -> bool {
        use Intrinsic as I;
        let types = &self.program.types;
        let operands: Vec<TypeId> = args.iter().map(|a| self.ty(a)).collect();
        let (int, float) = (|t: TypeId| types.is_integer(t), |t: TypeId| types.is_float(t));
        match (op, &*operands) {
            (I::ByteSwap | I::IntAbs, &[a]) => int(a) && a == ty,
            (
                I::PopCount
                | I::LeadingZeros
                | I::TrailingZeros
                | I::FindFirstSet
                | I::Parity
                | I::RedundantSignBits,
                &[a],
            ) => int(a) && self.is_int(ty),
            (I::Overflows { at, .. }, &[a, b]) => int(a) && int(b) && int(at) && self.is_int(ty),
            (I::WrappingArith(_), &[a, b]) => int(a) && int(b) && int(ty),
            (I::IsNan | I::IsInf | I::IsFinite | I::IsNormal | I::SignBit | I::FpClassify, &[a]) => {
                float(a) && self.is_int(ty)
            }
            (I::Unordered, &[a, b]) => float(a) && a == b && self.is_int(ty),
            (I::FloatAbs | I::Sqrt | I::Floor | I::Ceil | I::Trunc | I::Round | I::RoundEven, &[a]) => {
                float(a) && a == ty
            }
            (I::CopySign | I::FloatMod | I::FloatRemainder | I::FloatMin | I::FloatMax, &[a, b]) => {
                float(a) && a == b && a == ty
            }
            (I::FusedMultiplyAdd, &[a, b, c]) => float(a) && a == b && a == c && a == ty,
            (I::ObjectSize | I::ObjectOffset, &[a]) => types.is_pointer(a) && ty == types.size_t(),
            _ => false,
        }
    }

    /// Whether the type has values that can be read and written whole.
    fn has_values(&self, ty: TypeId) -> bool {
        let types = &self.program.types;
        match types.kind(ty) {
            TypeKind::Void | TypeKind::Array { .. } | TypeKind::Function(_) => false,
            TypeKind::Record(id) => types.record(*id).complete,
            _ => true,
        }
    }

    fn place(&self, id: PlaceId) -> Judgement {
        let program = self.program;
        let types = &program.types;
        let place = program.place(id);
        match place.kind {
            PlaceKind::Var(var) => {
                demand(program.vars[var].ty == place.ty, "a variable is seen with another type")
            }
            PlaceKind::Deref(pointer) => {
                demand(types.is_pointer(self.ty(pointer)), "follows something that is no pointer")
            }
            PlaceKind::Field { .. } => match program.field_of(id) {
                Some(member) => demand(member.ty == place.ty, "a member is seen with another type"),
                None => Err("there is no such member"),
            },
            PlaceKind::Index { base, index } => {
                let TypeKind::Array { elem, .. } = types.kind(program.place(base).ty) else {
                    return Err("indexes something that is no array");
                };
                demand(*elem == place.ty, "an element is seen with another type")?;
                demand(types.is_integer(self.ty(index)), "an index is no integer")
            }
        }
    }

    /// Checks that what an edge writes has the type of where it goes.
    pub(super) fn written_types(&mut self, id: EdgeId) {
        let program = self.program;
        let types = &program.types;
        let judgement = match &program.edges[id].op {
            Op::Assume { cond, .. } => demand(types.is_scalar(self.ty(*cond)), "a condition is no scalar"),
            Op::Assign { dst, src } => {
                demand(program.place(*dst).ty == self.ty(*src), "assigns a value of another type")
            }
            Op::Init { var, entries } => entries.iter().try_for_each(|entry| {
                let inside = program.pool.root_var(entry.place) == Some(*var);
                demand(inside, "initialises something outside the variable")?;
                demand(program.place(entry.place).ty == self.ty(entry.value), "initialises with another type")
            }),
            Op::Havoc { dst, .. } => {
                let ty = program.place(*dst).ty;
                let bytes = !matches!(types.kind(ty), TypeKind::Void) && types.size_of(ty).is_some();
                demand(bytes, "havocs something that has no size")
            }
            Op::Declare { size: Some(size), .. } => {
                demand(self.ty(*size) == types.size_t(), "a size is not of type size_t")
            }
            Op::Halt(HaltKind::Exit(code)) => {
                demand(types.is_integer(self.ty(*code)), "an exit code is no integer")
            }
            _ => Ok(()),
        };
        if let Err(message) = judgement {
            self.report(Subject::Edge(id), message);
        }
    }

    /// Checks that members lie inside their record.
    pub(super) fn records(&mut self) {
        let program = self.program;
        for (id, record) in program.types.records() {
            let subject = Subject::Record(id);
            self.check(record.align.is_power_of_two(), subject, "its alignment is no power of two");
            for field in &record.fields {
                let whole = program.types.size_of(field.ty).and_then(|bytes| bytes.checked_mul(8));
                let flexible =
                    matches!(program.types.kind(field.ty), TypeKind::Array { len: ArrayLen::Unknown, .. });
                let width = match (field.bit_width, whole) {
                    (Some(width), Some(whole)) if u64::from(width) <= whole => Some(u64::from(width)),
                    (Some(_), _) => None,
                    (None, whole) => whole.or(flexible.then_some(0)),
                };
                let end = width.and_then(|width| field.bit_offset.checked_add(width));
                let inside = end.is_some_and(|end| end <= record.size.saturating_mul(8));
                self.check(inside, subject, "has a member that does not lie inside it");
            }
        }
    }
}
