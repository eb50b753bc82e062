//! Pure, typed expressions and the places they read.
//!
//! An [`Expr`] has no side effects and carries every implicit conversion, so that no analysis repeats C's
//! promotion rules. A [`Place`] is what an expression can read and an edge can write: a variable, what a
//! pointer points to, a member, an element. Both are hash-consed: equal ids mean equal meaning in one state,
//! and analyses may use ids as cache keys.
//!
//! **Invariant:** the operands of arithmetic, bitwise and comparison operators have one and the same type,
//! except for shifts, whose result has the type of the left operand; comparisons and `Not` have type `int`.

use crate::program::{FuncId, VarId};
use crate::types::TypeId;
use argand_support::{FxHasher, IndexVec, define_index};
use hashbrown::HashTable;
use std::hash::{Hash, Hasher};

define_index! {
    /// An interned expression.
    pub struct ExprId, "x";
    /// An interned place.
    pub struct PlaceId, "p";
}

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `-x`, on integers (wrapping) and floats.
    Neg,
    /// `~x`, on integers.
    BitNot,
    /// `!x`, on any scalar; the result is an `int`, 0 or 1.
    Not,
}

/// Operators with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// `a + b` on numbers.
    Add,
    /// `a - b` on numbers.
    Sub,
    /// `a * b`.
    Mul,
    /// `a / b`, truncating on integers.
    Div,
    /// `a % b` on integers.
    Rem,
    /// `a << b`; the count is taken modulo the width.
    Shl,
    /// `a >> b`, arithmetic on signed types; the count is taken modulo the width.
    Shr,
    /// `a & b`.
    And,
    /// `a | b`.
    Or,
    /// `a ^ b`.
    Xor,
    /// `a == b` on scalars of one type.
    Eq,
    /// `a != b`.
    Ne,
    /// `a < b`.
    Lt,
    /// `a <= b`.
    Le,
    /// `a > b`.
    Gt,
    /// `a >= b`.
    Ge,
    /// `p + i`: a pointer moved by `i` elements of its pointee type. `i` has any integer type.
    PtrAdd,
    /// `p - i`: a pointer moved back by `i` elements.
    PtrSub,
    /// `p - q`: the distance of two pointers of one type in elements, of type `ptrdiff_t`.
    PtrDiff,
}

impl BinaryOp {
    /// Whether the result is a truth value of type `int`.
    #[must_use]
    pub const fn is_comparison(self) -> bool {
        matches!(self, Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge)
    }

    /// The C spelling.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Add | Self::PtrAdd => "+",
            Self::Sub | Self::PtrSub | Self::PtrDiff => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
        }
    }

    /// The comparison that holds exactly when this one does not. Not for floats, where NaN breaks it.
    #[must_use]
    pub const fn negated(self) -> Option<Self> {
        Some(match self {
            Self::Eq => Self::Ne,
            Self::Ne => Self::Eq,
            Self::Lt => Self::Ge,
            Self::Ge => Self::Lt,
            Self::Gt => Self::Le,
            Self::Le => Self::Gt,
            _ => return None,
        })
    }
}

/// The arithmetic of the `__builtin_*_overflow` family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OverflowOp {
    /// Addition.
    Add,
    /// Subtraction.
    Sub,
    /// Multiplication.
    Mul,
}

/// Pure functions that C spells as library calls or builtins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Intrinsic {
    /// `__builtin_bswap16/32/64/128`: the result has the operand's type.
    ByteSwap,
    /// `__builtin_popcount*`: an `int`.
    PopCount,
    /// `__builtin_clz*`: an `int`; zero gives the width.
    LeadingZeros,
    /// `__builtin_ctz*`: an `int`; zero gives the width.
    TrailingZeros,
    /// `__builtin_ffs*`: an `int`.
    FindFirstSet,
    /// `__builtin_parity*`: an `int`.
    Parity,
    /// `__builtin_clrsb*`: an `int`.
    RedundantSignBits,
    /// Whether the exact result of the operation on two integers of any types does not fit the type `at`: an `int`.
    Overflows {
        /// The operation.
        op: OverflowOp,
        /// The type the result must fit.
        at: TypeId,
    },
    /// The low bits, in the node's type, of the exact result of the operation on two integers of any types.
    WrappingArith(OverflowOp),
    /// `isnan`: an `int`.
    IsNan,
    /// `isinf`: an `int`, -1, 0 or 1 as gcc's `__builtin_isinf_sign` gives.
    IsInf,
    /// `isfinite`: an `int`.
    IsFinite,
    /// `isnormal`: an `int`.
    IsNormal,
    /// `signbit`: an `int`, 0 or 1.
    SignBit,
    /// `__fpclassify` with glibc's numbers (NaN 0, infinite 1, zero 2, subnormal 3, normal 4).
    FpClassify,
    /// `isunordered(a, b)`: an `int`.
    Unordered,
    /// `fabs`.
    FloatAbs,
    /// `copysign(a, b)`.
    CopySign,
    /// `sqrt`.
    Sqrt,
    /// `floor`.
    Floor,
    /// `ceil`.
    Ceil,
    /// `trunc`.
    Trunc,
    /// `round`: halfway cases away from zero.
    Round,
    /// `rint` and `nearbyint`: halfway cases to even.
    RoundEven,
    /// `fmod(a, b)`.
    FloatMod,
    /// `remainder(a, b)`: the IEEE operation.
    FloatRemainder,
    /// `fmin(a, b)`.
    FloatMin,
    /// `fmax(a, b)`.
    FloatMax,
    /// `fma(a, b, c)`.
    FusedMultiplyAdd,
    /// The integer absolute value; the smallest integer wraps to itself.
    IntAbs,
    /// The size in bytes of the object a pointer points into, as `size_t`.
    ObjectSize,
    /// The distance in bytes of a pointer from the start of its object, as `size_t`.
    ObjectOffset,
}

/// The operands of an intrinsic: one to three.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Args {
    /// One operand.
    One(ExprId),
    /// Two operands.
    Two(ExprId, ExprId),
    /// Three operands.
    Three(ExprId, ExprId, ExprId),
}

impl Args {
    /// The operands in order.
    pub fn iter(self) -> impl Iterator<Item = ExprId> {
        let (a, b, c) = match self {
            Self::One(a) => (a, None, None),
            Self::Two(a, b) => (a, Some(b), None),
            Self::Three(a, b, c) => (a, Some(b), Some(c)),
        };
        std::iter::once(a).chain(b).chain(c)
    }
}

/// What an expression is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExprKind {
    /// An integer constant in canonical form (see [`crate::types::TypeTable::wrap`]). Also null and other constant pointers.
    Int(i128),
    /// A floating constant: the bits of its format.
    Float(u128),
    /// The value of a place: a scalar, or a whole record for assignment by value.
    Load(PlaceId),
    /// The address of a place (never of a bit-field). An array that decays is the address of its first element.
    AddrOf(PlaceId),
    /// The address of a function.
    FuncAddr(FuncId),
    /// An operator with one operand.
    Unary(UnaryOp, ExprId),
    /// An operator with two operands.
    Binary(BinaryOp, ExprId, ExprId),
    /// Conversion to the node's type: between scalars; to `_Bool` it is `x != 0`.
    Cast(ExprId),
    /// A pure function.
    Intrinsic(Intrinsic, Args),
}

/// An expression with its type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// The type of its value.
    pub ty: TypeId,
}

/// What a place is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlaceKind {
    /// A variable.
    Var(VarId),
    /// What a pointer points to, seen as the place's type.
    Deref(ExprId),
    /// A member of a record: the number of the member in its [`crate::types::Record`].
    Field {
        /// The record.
        base: PlaceId,
        /// The number of the member.
        field: u32,
    },
    /// An element of an array. The index has any integer type.
    Index {
        /// The array.
        base: PlaceId,
        /// Which element.
        index: ExprId,
    },
}

/// A place with the type of what lies there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// What it is.
    pub kind: PlaceKind,
    /// The type of what lies there.
    pub ty: TypeId,
}

/// All expressions and places of a program, each stored once.
#[derive(Clone, Debug, Default)]
pub struct ExprPool {
    exprs: IndexVec<ExprId, Expr>,
    expr_ids: HashTable<ExprId>,
    places: IndexVec<PlaceId, Place>,
    place_ids: HashTable<PlaceId>,
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

impl ExprPool {
    /// The id of an expression, new if it was never seen.
    pub fn expr(&mut self, kind: ExprKind, ty: TypeId) -> ExprId {
        let Self { exprs, expr_ids, .. } = self;
        let node = Expr { kind, ty };
        *expr_ids
            .entry(hash_of(&node), |&id| exprs[id] == node, |&id| hash_of(&exprs[id]))
            .or_insert_with(|| exprs.push(node))
            .get()
    }

    /// The id of a place, new if it was never seen.
    pub fn place(&mut self, kind: PlaceKind, ty: TypeId) -> PlaceId {
        let Self { places, place_ids, .. } = self;
        let node = Place { kind, ty };
        *place_ids
            .entry(hash_of(&node), |&id| places[id] == node, |&id| hash_of(&places[id]))
            .or_insert_with(|| places.push(node))
            .get()
    }

    /// An expression.
    #[must_use]
    #[inline]
    pub fn get(&self, id: ExprId) -> Expr {
        self.exprs[id]
    }

    /// A place.
    #[must_use]
    #[inline]
    pub fn get_place(&self, id: PlaceId) -> Place {
        self.places[id]
    }

    /// Every expression with its id; operands come before the expressions that use them.
    pub fn iter(&self) -> impl Iterator<Item = (ExprId, &Expr)> + '_ {
        self.exprs.iter_enumerated()
    }

    /// Every place with its id.
    pub fn iter_places(&self) -> impl Iterator<Item = (PlaceId, &Place)> + '_ {
        self.places.iter_enumerated()
    }

    /// How many different expressions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.exprs.len()
    }

    /// Whether there is no expression yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.exprs.is_empty()
    }

    /// How many different places there are.
    #[must_use]
    pub fn place_count(&self) -> usize {
        self.places.len()
    }

    /// The variable a place lies in, unless it is behind a pointer.
    #[must_use]
    pub fn root_var(&self, mut place: PlaceId) -> Option<VarId> {
        loop {
            match self.places[place].kind {
                PlaceKind::Var(var) => return Some(var),
                PlaceKind::Deref(_) => return None,
                PlaceKind::Field { base, .. } | PlaceKind::Index { base, .. } => place = base,
            }
        }
    }

    /// The pointer that a place lies behind, if it lies behind one.
    #[must_use]
    pub fn deref_pointer(&self, mut place: PlaceId) -> Option<ExprId> {
        loop {
            match self.places[place].kind {
                PlaceKind::Var(_) => return None,
                PlaceKind::Deref(pointer) => return Some(pointer),
                PlaceKind::Field { base, .. } | PlaceKind::Index { base, .. } => place = base,
            }
        }
    }

    /// Gives back memory that was reserved and never used.
    pub fn shrink_to_fit(&mut self) {
        self.exprs.shrink_to_fit();
        self.places.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_expressions_and_places_are_one_id() {
        let mut pool = ExprPool::default();
        let int = TypeId::new(7);
        let x = pool.place(PlaceKind::Var(VarId::new(0)), int);
        assert_eq!(x, pool.place(PlaceKind::Var(VarId::new(0)), int));
        let one = pool.expr(ExprKind::Int(1), int);
        let load = pool.expr(ExprKind::Load(x), int);
        let sum = pool.expr(ExprKind::Binary(BinaryOp::Add, load, one), int);
        assert_eq!(sum, pool.expr(ExprKind::Binary(BinaryOp::Add, load, one), int));
        assert_ne!(one, pool.expr(ExprKind::Int(1), TypeId::new(8)));
        assert_eq!(pool.len(), 4);
    }

    #[test]
    fn the_root_of_a_member_of_an_element_is_its_variable() {
        let mut pool = ExprPool::default();
        let ty = TypeId::new(7);
        let a = pool.place(PlaceKind::Var(VarId::new(3)), ty);
        let zero = pool.expr(ExprKind::Int(0), ty);
        let elem = pool.place(PlaceKind::Index { base: a, index: zero }, ty);
        let field = pool.place(PlaceKind::Field { base: elem, field: 1 }, ty);
        assert_eq!(pool.root_var(field), Some(VarId::new(3)));
        let deref = pool.place(PlaceKind::Deref(zero), ty);
        assert_eq!(pool.root_var(deref), None);
    }
}
