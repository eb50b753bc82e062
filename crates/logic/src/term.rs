//! Hash-consed terms: equal structure is the same [`TermId`], so equality and caching are integer compares.
//!
//! A [`TermPool`] only grows. Terms are made by the smart constructors in [`build`](crate::build), which
//! normalise as they go; `intern` here makes the node as it stands.

use argand_support::{FxHashMap, FxHasher, Idx, IndexVec, define_index};
use hashbrown::HashTable;
use std::hash::{Hash, Hasher};

use crate::known::Known;
use crate::sort::{FloatFormat, Rounding, Sort};
use crate::value::{Bv, Float};

define_index! {
    /// A term of one pool.
    pub struct TermId, "t";
    /// A free symbol.
    pub struct VarId, "v";
    /// An uninterpreted function.
    pub struct FuncId, "f";
    /// An interned constant.
    pub struct ConstId, "c";
}

/// What a term does with its arguments.
///
/// Operators that others express are absent: `or` is a negated `And`, subtraction a sum with coefficient
/// -1, zero extension a `Concat` with zero, `<=` a negated `<`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// A free symbol of any sort.
    Var(VarId),
    /// The true constant.
    True,
    /// The false constant.
    False,
    /// Negation.
    Not,
    /// Conjunction of two.
    And,
    /// If-then-else of any sort.
    Ite,
    /// Equality of any sort; for floats that of values, so NaN equals itself and the zeros differ.
    Eq,
    /// A bit-vector constant.
    Const(ConstId),
    /// A sum of two or more: monomials `x` or `c*x` by ascending `x`, then the constant.
    Add,
    /// A product of two; a constant comes first.
    Mul,
    /// Unsigned quotient, all ones for a zero divisor.
    Udiv,
    /// Unsigned remainder, the dividend for a zero divisor.
    Urem,
    /// Signed quotient towards zero, 1 or -1 for a zero divisor.
    Sdiv,
    /// Signed remainder with the dividend's sign, the dividend for a zero divisor.
    Srem,
    /// Bitwise complement.
    BvNot,
    /// Bitwise conjunction.
    BvAnd,
    /// Bitwise disjunction.
    BvOr,
    /// Bitwise exclusive or.
    BvXor,
    /// Left shift.
    Shl,
    /// Logical right shift.
    Lshr,
    /// Arithmetic right shift.
    Ashr,
    /// The first argument's bits above the second's.
    Concat,
    /// Bits `hi` down to `lo`.
    Extract {
        /// The highest bit taken.
        hi: u32,
        /// The lowest bit taken.
        lo: u32,
    },
    /// Sign extension to the width of the result.
    SignExt,
    /// Unsigned less-than.
    Ult,
    /// Signed less-than.
    Slt,
    /// The element of an array at an index.
    Select,
    /// An array with one element replaced.
    Store,
    /// An array with one value everywhere.
    ConstArray,
    /// An uninterpreted function's value.
    Apply(FuncId),
    /// A floating-point constant.
    FpConst(ConstId),
    /// The number an encoding stands for.
    FpFromBits,
    /// The canonical encoding of a number.
    FpToBits,
    /// The number with the other sign.
    FpNeg,
    /// The number without its sign.
    FpAbs,
    /// Sum.
    FpAdd(Rounding),
    /// Product.
    FpMul(Rounding),
    /// Quotient.
    FpDiv(Rounding),
    /// `a * b + c` rounded once.
    FpFma(Rounding),
    /// Square root.
    FpSqrt(Rounding),
    /// Remainder of IEEE 754 (`remainder` of C).
    FpRem,
    /// Remainder of the truncated quotient (`fmod` of C).
    FpFmod,
    /// The nearest integral number in a direction.
    FpRoundInt(Rounding),
    /// The lesser, the other one if one is NaN; -0 is less than +0.
    FpMin,
    /// The greater, the other one if one is NaN; -0 is less than +0.
    FpMax,
    /// Equality of IEEE 754 (`==` of C).
    FpEq,
    /// Less-than of IEEE 754.
    FpLt,
    /// Less-or-equal of IEEE 754.
    FpLe,
    /// Whether it is NaN.
    FpIsNan,
    /// Whether it is an infinity.
    FpIsInf,
    /// Whether it is a zero.
    FpIsZero,
    /// Whether it is a normal number.
    FpIsNormal,
    /// Whether it is a subnormal number.
    FpIsSubnormal,
    /// Whether its sign is minus; false for NaN.
    FpIsNegative,
    /// Conversion to the format of the result.
    FpToFp(Rounding),
    /// Conversion of a signed integer.
    FpFromSigned(Rounding),
    /// Conversion of an unsigned integer.
    FpFromUnsigned(Rounding),
    /// Conversion to a signed integer of the result's width; the least one if it does not fit.
    FpToSigned(Rounding),
    /// Conversion to an unsigned integer of the result's width; the greatest one if it does not fit.
    FpToUnsigned(Rounding),
}

#[derive(Clone, Copy, Debug)]
struct Node {
    op: Op,
    sort: Sort,
    start: u32,
    len: u32,
    known: Known,
    has_array: bool,
}

/// An uninterpreted function's name and sorts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Func {
    /// The name it is printed with.
    pub name: String,
    /// The sorts of its arguments: Booleans, bit-vectors and floats.
    pub params: Vec<Sort>,
    /// The sort of its value: Boolean, bit-vector or float.
    pub result: Sort,
}

#[derive(Clone, Debug)]
struct Var {
    name: String,
    term: TermId,
}

/// All terms of a run, each stored once.
#[derive(Clone, Debug)]
pub struct TermPool {
    nodes: IndexVec<TermId, Node>,
    args: Vec<TermId>,
    table: HashTable<TermId>,
    consts: IndexVec<ConstId, Bv>,
    const_ids: FxHashMap<Bv, ConstId>,
    vars: IndexVec<VarId, Var>,
    var_ids: FxHashMap<String, TermId>,
    funcs: IndexVec<FuncId, Func>,
    func_ids: FxHashMap<String, FuncId>,
    fresh: u32,
    pub(crate) simplify: bool,
}

impl Default for TermPool {
    fn default() -> Self {
        Self::new()
    }
}

fn hash_node(op: Op, sort: Sort, args: &[TermId]) -> u64 {
    let mut h = FxHasher::default();
    op.hash(&mut h);
    sort.hash(&mut h);
    args.hash(&mut h);
    h.finish()
}

impl TermPool {
    /// An empty pool.
    #[must_use]
    pub fn new() -> Self {
        let mut pool = Self {
            nodes: IndexVec::new(),
            args: Vec::new(),
            table: HashTable::new(),
            consts: IndexVec::new(),
            const_ids: FxHashMap::default(),
            vars: IndexVec::new(),
            var_ids: FxHashMap::default(),
            funcs: IndexVec::new(),
            func_ids: FxHashMap::default(),
            fresh: 0,
            simplify: true,
        };
        pool.intern(Op::False, Sort::Bool, &[]);
        pool.intern(Op::True, Sort::Bool, &[]);
        pool
    }

    /// Whether constructors normalise (the default). Switched off, they build what they are told, which is
    /// what tests of the normaliser compare with.
    pub fn set_simplify(&mut self, on: bool) {
        self.simplify = on;
    }

    pub(crate) fn intern(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        let hash = hash_node(op, sort, args);
        let (nodes, pool_args) = (&self.nodes, &self.args);
        let same = |&t: &TermId| {
            let n = &nodes[t];
            n.op == op && n.sort == sort && pool_args[n.start as usize..][..n.len as usize] == *args
        };
        if let Some(&t) = self.table.find(hash, same) {
            return t;
        }
        if let Sort::Bv(w) = sort {
            assert!(w > 0 && w <= MAX, "bit-vector width {w} is out of range");
        }
        let known = Known::of(self, op, sort, args);
        let has_array = matches!(sort, Sort::Array { .. })
            || matches!(op, Op::Select | Op::Apply(_))
            || args.iter().any(|&a| self.nodes[a].has_array);
        let node = Node { op, sort, start: self.args.len() as u32, len: args.len() as u32, known, has_array };
        self.args.extend_from_slice(args);
        let id = self.nodes.push(node);
        let (nodes, pool_args) = (&self.nodes, &self.args);
        self.table.insert_unique(hash, id, |&t| {
            let n = &nodes[t];
            hash_node(n.op, n.sort, &pool_args[n.start as usize..][..n.len as usize])
        });
        id
    }

    /// How many different terms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no term; never, because the truth values are always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The operator at the root.
    #[must_use]
    pub fn op(&self, t: TermId) -> Op {
        self.nodes[t].op
    }

    /// The sort.
    #[must_use]
    pub fn sort(&self, t: TermId) -> Sort {
        self.nodes[t].sort
    }

    /// The arguments of the root.
    #[must_use]
    pub fn args(&self, t: TermId) -> &[TermId] {
        let n = &self.nodes[t];
        &self.args[n.start as usize..][..n.len as usize]
    }

    /// Argument `i` of the root.
    #[must_use]
    pub fn arg(&self, t: TermId, i: usize) -> TermId {
        self.args(t)[i]
    }

    pub(crate) fn args2(&self, t: TermId) -> (TermId, TermId) {
        let a = self.args(t);
        (a[0], a[1])
    }

    pub(crate) fn known(&self, t: TermId) -> Known {
        self.nodes[t].known
    }

    /// Whether an array or an uninterpreted function occurs in the term.
    #[must_use]
    pub fn has_array(&self, t: TermId) -> bool {
        self.nodes[t].has_array
    }

    /// The width of a bit-vector term.
    ///
    /// # Panics
    /// If the term is not a bit-vector.
    #[must_use]
    pub fn width(&self, t: TermId) -> u32 {
        match self.sort(t) {
            Sort::Bv(w) => w,
            s => panic!("{t} has sort {s:?}, a bit-vector was expected"),
        }
    }

    /// The format of a floating-point term.
    ///
    /// # Panics
    /// If the term is not a float.
    #[must_use]
    pub fn format(&self, t: TermId) -> FloatFormat {
        match self.sort(t) {
            Sort::Float(f) => f,
            s => panic!("{t} has sort {s:?}, a float was expected"),
        }
    }

    /// True.
    #[must_use]
    pub fn tt(&self) -> TermId {
        TermId::new(1)
    }

    /// False.
    #[must_use]
    pub fn ff(&self) -> TermId {
        TermId::new(0)
    }

    /// A truth value.
    #[must_use]
    pub fn bool(&self, b: bool) -> TermId {
        TermId::new(u32::from(b))
    }

    fn const_id(&mut self, value: Bv) -> ConstId {
        if let Some(&c) = self.const_ids.get(&value) {
            return c;
        }
        let id = self.consts.push(value.clone());
        self.const_ids.insert(value, id);
        id
    }

    /// A bit-vector constant.
    pub fn constant(&mut self, value: Bv) -> TermId {
        let sort = Sort::Bv(value.width());
        let id = self.const_id(value);
        self.intern(Op::Const(id), sort, &[])
    }

    /// The bit-vector constant with the low bits of `value`.
    pub fn bv(&mut self, width: u32, value: u64) -> TermId {
        self.constant(Bv::new(width, value))
    }

    /// A floating-point constant.
    pub fn fp(&mut self, value: Float) -> TermId {
        let bits = Bv::from_u128(value.format().width(), value.bits());
        let id = self.const_id(bits);
        self.intern(Op::FpConst(id), Sort::Float(value.format()), &[])
    }

    /// The value of a bit-vector constant.
    #[must_use]
    pub fn as_const(&self, t: TermId) -> Option<&Bv> {
        match self.op(t) {
            Op::Const(c) => Some(&self.consts[c]),
            _ => None,
        }
    }

    /// The value of a floating-point constant.
    #[must_use]
    pub fn as_fp(&self, t: TermId) -> Option<Float> {
        match self.op(t) {
            Op::FpConst(c) => {
                Some(Float::from_bits(self.format(t), self.consts[c].to_u128().unwrap_or_default()))
            }
            _ => None,
        }
    }

    /// The truth value, if the term is one.
    #[must_use]
    pub fn as_bool(&self, t: TermId) -> Option<bool> {
        match self.op(t) {
            Op::True => Some(true),
            Op::False => Some(false),
            _ => None,
        }
    }

    /// Whether the term is a constant of any sort but arrays.
    #[must_use]
    pub fn is_const(&self, t: TermId) -> bool {
        matches!(self.op(t), Op::True | Op::False | Op::Const(_) | Op::FpConst(_))
    }

    /// The symbol with this name and sort, made on first use. Symbols that differ in their sort alone are told apart.
    pub fn var_of_sort(&mut self, name: &str, sort: Sort) -> TermId {
        match self.var_ids.get(name) {
            Some(&t) if self.sort(t) != sort => self.var(&format!("{name} of {sort:?}"), sort),
            _ => self.var(name, sort),
        }
    }

    /// The symbol with this name, made on first use.
    ///
    /// # Panics
    /// If the name is in use with another sort.
    pub fn var(&mut self, name: &str, sort: Sort) -> TermId {
        if let Some(&t) = self.var_ids.get(name) {
            assert_eq!(self.sort(t), sort, "symbol {name} has another sort");
            return t;
        }
        let id = self.vars.next_index();
        let term = self.intern(Op::Var(id), sort, &[]);
        self.vars.push(Var { name: name.to_owned(), term });
        self.var_ids.insert(name.to_owned(), term);
        term
    }

    /// A symbol that is used nowhere yet.
    pub fn fresh_var(&mut self, prefix: &str, sort: Sort) -> TermId {
        loop {
            let name = format!("{prefix}!{}", self.fresh);
            self.fresh += 1;
            if !self.var_ids.contains_key(&name) {
                return self.var(&name, sort);
            }
        }
    }

    /// The symbol with this name, if there is one.
    #[must_use]
    pub fn find_var(&self, name: &str) -> Option<TermId> {
        self.var_ids.get(name).copied()
    }

    /// The name of a symbol.
    #[must_use]
    pub fn var_name(&self, v: VarId) -> &str {
        &self.vars[v].name
    }

    /// The term of a symbol.
    #[must_use]
    pub fn var_term(&self, v: VarId) -> TermId {
        self.vars[v].term
    }

    /// The uninterpreted function with this name, made on first use.
    ///
    /// # Panics
    /// If the name is in use with other sorts, or an array is among the sorts.
    pub fn func(&mut self, name: &str, params: &[Sort], result: Sort) -> FuncId {
        let func = Func { name: name.to_owned(), params: params.to_vec(), result };
        if let Some(&f) = self.func_ids.get(name) {
            assert_eq!(self.funcs[f], func, "function {name} has other sorts");
            return f;
        }
        let arrays = params.iter().chain([&result]).any(|s| matches!(s, Sort::Array { .. }));
        assert!(!arrays, "function {name} takes or returns an array");
        let id = self.funcs.push(func);
        self.func_ids.insert(name.to_owned(), id);
        id
    }

    /// The declaration of a function.
    #[must_use]
    pub fn func_decl(&self, f: FuncId) -> &Func {
        &self.funcs[f]
    }

    /// Every term, oldest first; arguments come before what uses them.
    pub fn terms(&self) -> impl Iterator<Item = TermId> + use<> {
        (0..self.nodes.len()).map(TermId::from_usize)
    }
}

const MAX: u32 = crate::sort::MAX_WIDTH;
