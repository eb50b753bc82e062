//! Assumptions of specifications as expressions of the program.
//!
//! An assumption speaks of the state after the edge that triggers it. What a pattern bound before the edge is
//! usable only if the edge leaves its value alone; where it does not, the value is looked for where the edge
//! put it (a parameter, an assigned place), and failing that the assumption is refused.

use crate::effects::keeps;
use crate::matching::{Bindings, Bound};
use crate::pattern::{BaseType, CExpr, CExprKind, CType};
use argand_cfa::{
    BinaryOp, EdgeId, ExprId, ExprKind, FloatKind, FuncId, IntKind, Op, PlaceId, PlaceKind, Program,
    RecordKind, TypeId, TypeKind, UnaryOp, VarId, VarKind,
};
use smallvec::SmallVec;

/// A condition and the truth it must have.
pub type Literal = (ExprId, bool);
/// Conditions that must hold together.
pub type Conjunction = SmallVec<[Literal; 2]>;
/// Alternatives of which one must hold. None at all is false; an empty alternative is true.
pub type Alternatives = Vec<Conjunction>;

/// How many alternatives an assumption may fall into.
const MAX_ALTERNATIVES: usize = 64;

/// What names mean.
pub(crate) type Naming<'a> = dyn Fn(&Program, &str) -> Option<VarId> + 'a;

/// The edge, what the pattern bound, and what the automaton's variables hold.
pub(crate) struct Lowering<'a> {
    pub(crate) program: &'a mut Program,
    pub(crate) edge: EdgeId,
    pub(crate) bindings: &'a Bindings,
    pub(crate) variables: &'a dyn Fn(&str) -> Option<i64>,
    /// What names mean, where that is not what they mean after the edge.
    pub(crate) named: Option<&'a Naming<'a>>,
}

type Lowered<T> = Result<T, String>;

/// The size in bytes of a type, if the program knows the type.
pub(crate) fn size_of(program: &Program, ty: &CType) -> Option<u64> {
    if ty.pointers > 0 {
        return Some(program.types.model().pointer_bytes());
    }
    base_type(program, &ty.base).ok().and_then(|t| program.types.size_of(t))
}

fn base_type(program: &Program, base: &BaseType) -> Lowered<TypeId> {
    let tagged = |kind: RecordKind, tag: &str| {
        let found = program.types.iter().find(|(_, t)| match t {
            TypeKind::Record(id) => {
                let record = program.types.record(*id);
                record.kind == kind && record.tag.is_some_and(|t| program.names.resolve(t) == tag)
            }
            _ => false,
        });
        found.map(|(id, _)| id).ok_or_else(|| format!("the program has no type with the tag `{tag}`"))
    };
    match base {
        BaseType::Void => Ok(program.types.void()),
        BaseType::Int(kind) => Ok(program.types.int(*kind)),
        BaseType::Float(kind) => Ok(program.types.float(*kind)),
        BaseType::Struct(tag) => tagged(RecordKind::Struct, tag),
        BaseType::Union(tag) => tagged(RecordKind::Union, tag),
        BaseType::Named(name) => match name.as_str() {
            "size_t" => Ok(program.types.size_t()),
            "ptrdiff_t" | "ssize_t" => Ok(program.types.ptrdiff_t()),
            _ => Err(format!("`{name}` names a type that is not known here; write the type it stands for")),
        },
    }
}

/// Both together; `None` if they contradict each other.
pub(crate) fn both(a: &[Literal], b: &[Literal]) -> Option<Conjunction> {
    let mut all: Conjunction = a.iter().copied().collect();
    for &(expr, truth) in b {
        match all.iter().find(|(e, _)| *e == expr) {
            Some(&(_, other)) if other != truth => return None,
            Some(_) => {}
            None => all.push((expr, truth)),
        }
    }
    Some(all)
}

/// Every way to combine an alternative of one with an alternative of the other.
fn product(a: &Alternatives, b: &Alternatives) -> Lowered<Alternatives> {
    let mut result = Alternatives::new();
    for x in a {
        for y in b {
            if let Some(together) = both(x, y)
                && !result.contains(&together)
            {
                result.push(together);
            }
        }
    }
    if result.len() > MAX_ALTERNATIVES {
        return Err("the assumption has too many alternatives".to_owned());
    }
    Ok(result)
}

/// The opposite.
pub(crate) fn negate(alternatives: &Alternatives) -> Lowered<Alternatives> {
    let mut result: Alternatives = vec![Conjunction::new()];
    for conjunction in alternatives {
        let broken: Alternatives =
            conjunction.iter().map(|&(e, t)| std::iter::once((e, !t)).collect()).collect();
        result = product(&result, &broken)?;
    }
    Ok(result)
}

impl Lowering<'_> {
    /// The alternatives under which a condition holds.
    pub(crate) fn condition(&mut self, expr: &CExpr) -> Lowered<Alternatives> {
        match &expr.kind {
            CExprKind::And(a, b) => {
                let (a, b) = (self.condition(a)?, self.condition(b)?);
                product(&a, &b)
            }
            CExprKind::Or(a, b) => {
                let mut all = self.condition(a)?;
                all.extend(self.condition(b)?);
                if all.len() > MAX_ALTERNATIVES {
                    return Err("the assumption has too many alternatives".to_owned());
                }
                Ok(all)
            }
            CExprKind::Unary(UnaryOp::Not, a) => {
                let a = self.condition(a)?;
                negate(&a)
            }
            _ => {
                let lowered = self.expr(expr)?;
                if !self.program.types.is_scalar(self.type_of(lowered)) {
                    return Err(format!("`{expr}` is not a number"));
                }
                Ok(self.literal(lowered, true))
            }
        }
    }

    /// An expression without logical operators, or `None` if it cannot be used here.
    pub(crate) fn single(&mut self, expr: &CExpr) -> Option<ExprId> {
        let lowered = self.expr(expr).ok()?;
        self.program.types.is_scalar(self.type_of(lowered)).then_some(lowered)
    }

    /// A condition with its truth, in a form in which equal and opposite conditions are recognised.
    fn literal(&mut self, expr: ExprId, truth: bool) -> Alternatives {
        let node = self.program.expr(expr);
        match node.kind {
            ExprKind::Int(value) if (value != 0) == truth => vec![Conjunction::new()],
            ExprKind::Int(_) => Vec::new(),
            ExprKind::Unary(UnaryOp::Not, inner) => self.literal(inner, !truth),
            ExprKind::Binary(op, a, b) => {
                let float = self.program.types.is_float(self.type_of(a));
                let (op, a, b, truth) = match op {
                    BinaryOp::Ne => (BinaryOp::Eq, a, b, !truth),
                    // A comparison with NaN is false, and so is its opposite.
                    BinaryOp::Ge if !float => (BinaryOp::Lt, a, b, !truth),
                    BinaryOp::Le if !float => (BinaryOp::Lt, b, a, !truth),
                    BinaryOp::Gt => (BinaryOp::Lt, b, a, truth),
                    _ => (op, a, b, truth),
                };
                let expr = self.program.pool.expr(ExprKind::Binary(op, a, b), node.ty);
                vec![std::iter::once((expr, truth)).collect()]
            }
            _ => vec![std::iter::once((expr, truth)).collect()],
        }
    }

    pub(crate) fn type_of(&self, expr: ExprId) -> TypeId {
        self.program.expr(expr).ty
    }

    pub(crate) fn int(&mut self, value: i128, ty: TypeId) -> ExprId {
        let value = self.program.types.wrap(ty, value);
        self.program.pool.expr(ExprKind::Int(value), ty)
    }

    pub(crate) fn load_place(&mut self, place: PlaceId) -> Lowered<ExprId> {
        let ty = self.program.place(place).ty;
        if !self.program.types.is_scalar(ty) {
            return Err(format!("`{}` is not a number", self.program.place_text(place)));
        }
        Ok(self.program.pool.expr(ExprKind::Load(place), ty))
    }

    fn load(&mut self, var: VarId) -> Lowered<ExprId> {
        let place = self.program.pool.place(PlaceKind::Var(var), self.program.vars[var].ty);
        self.load_place(place)
    }

    fn resolve_type(&mut self, ty: &CType) -> Lowered<TypeId> {
        let mut id = base_type(self.program, &ty.base)?;
        for _ in 0..ty.pointers {
            id = self.program.types.pointer_to(id);
        }
        Ok(id)
    }

    /// The function in which names are looked up: where the program is after the edge.
    fn scope(&self) -> FuncId {
        let edge = &self.program.edges[self.edge];
        let to = if edge.to == self.program.halt { edge.from } else { edge.to };
        self.program.locs[to].func
    }

    fn name(&mut self, name: &str) -> Lowered<ExprId> {
        if name == "NULL" {
            let void = self.program.types.void();
            let pointer = self.program.types.pointer_to(void);
            return Ok(self.int(0, pointer));
        }
        if let Some(find) = self.named {
            let var = find(self.program, name).ok_or_else(|| format!("no variable `{name}` is in scope"))?;
            let place = self.program.pool.place(PlaceKind::Var(var), self.program.vars[var].ty);
            return self.read(place);
        }
        let scope = self.scope();
        let named = |var: &VarId| {
            let info = &self.program.vars[*var];
            !matches!(info.kind, VarKind::Temp | VarKind::Return | VarKind::StringLiteral | VarKind::Label)
                && self.program.var_name(*var) == name
        };
        let all: Vec<VarId> = self.program.vars.indices().filter(named).collect();
        let local: Vec<VarId> =
            all.iter().copied().filter(|v| self.program.vars[*v].func == Some(scope)).collect();
        let global = all.iter().copied().find(|v| self.program.vars[*v].func.is_none());
        match (&local[..], global) {
            ([var], _) => self.load(*var),
            ([], Some(var)) => self.load(var),
            ([], None) => Err(format!(
                "the assumption speaks of `{name}`, which is no variable in `{}`",
                self.program.func_name(scope)
            )),
            _ => Err(format!("`{}` has several variables called `{name}`", self.program.func_name(scope))),
        }
    }

    fn bound(&mut self, number: u32) -> Lowered<ExprId> {
        let op = self.program.edges[self.edge].op.clone();
        match self.bindings.get(&number).copied() {
            None => Err(format!("the trigger matched without binding `${number}`")),
            Some(Bound::Result(var)) => match op {
                Op::Call(_) => Err(format!("`${number}` has no value before the call returns")),
                _ => self.load(var),
            },
            Some(Bound::Target(place)) => self.load_place(place),
            Some(Bound::Place(place)) => {
                let load = self.load_place(place)?;
                self.if_kept(number, load)
            }
            Some(Bound::Source(value)) => match op {
                Op::Assign { dst, .. } => self.load_place(dst),
                Op::Init { var, .. } => self.load(var),
                _ => self.if_kept(number, value),
            },
            Some(Bound::Arg(position, value)) => match op {
                Op::Call(site) => {
                    let callee = self.program.call_sites[site].callee;
                    match self.program.functions[callee].params.get(position).copied() {
                        Some(param) => self.load(param),
                        None => self.if_kept(number, value),
                    }
                }
                _ => self.if_kept(number, value),
            },
            Some(Bound::Expr(value)) => self.if_kept(number, value),
        }
    }

    fn if_kept(&self, number: u32, expr: ExprId) -> Lowered<ExprId> {
        if keeps(self.program, self.edge, expr) {
            return Ok(expr);
        }
        Err(format!(
            "what `${number}` stands for, `{}`, is changed by the statement",
            self.program.expr_text(expr)
        ))
    }

    pub(crate) fn expr(&mut self, expr: &CExpr) -> Lowered<ExprId> {
        match &expr.kind {
            CExprKind::Bound(n) => self.bound(*n),
            CExprKind::Name(name) => self.name(name),
            CExprKind::AutomatonVariable(name) => {
                let value = (self.variables)(name)
                    .ok_or_else(|| format!("the automaton has no variable `{name}`"))?;
                let ty = self.constant_type(i128::from(value), false, 0);
                Ok(self.int(i128::from(value), ty))
            }
            CExprKind::Int { value, unsigned, longs } => {
                let ty = self.constant_type(i128::from(*value), *unsigned, *longs);
                Ok(self.int(i128::from(*value), ty))
            }
            CExprKind::SizeOf(ty) => {
                let size =
                    size_of(self.program, ty).ok_or_else(|| format!("the size of `{ty}` is not known"))?;
                let size_t = self.program.types.size_t();
                Ok(self.int(i128::from(size), size_t))
            }
            CExprKind::Cast(ty, a) => {
                let ty = self.resolve_type(ty)?;
                let a = self.expr(a)?;
                if !self.program.types.is_scalar(ty) {
                    return Err(format!("nothing can be converted to `{}`", self.program.type_text(ty)));
                }
                self.cast(a, ty)
            }
            CExprKind::Unary(op, a) => {
                let a = self.expr(a)?;
                self.unary(*op, a)
            }
            CExprKind::Binary(op, a, b) => {
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                self.binary(*op, a, b)
            }
            CExprKind::Deref(a) => {
                let pointer = self.expr(a)?;
                self.deref(pointer)
            }
            CExprKind::Arrow(a, member) => {
                let pointer = self.expr(a)?;
                self.arrow(pointer, member)
            }
            _ if self.named.is_some() => self.scoped(expr),
            _ => Err(format!("`{expr}` cannot be used in an assumption")),
        }
    }

    pub(crate) fn deref(&mut self, pointer: ExprId) -> Lowered<ExprId> {
        let to = self.program.types.pointee(self.type_of(pointer));
        let to = to.ok_or_else(|| format!("`{}` is not a pointer", self.program.expr_text(pointer)))?;
        let place = self.program.pool.place(PlaceKind::Deref(pointer), to);
        self.load_place(place)
    }

    pub(crate) fn arrow(&mut self, pointer: ExprId, member: &str) -> Lowered<ExprId> {
        let record = self.program.types.pointee(self.type_of(pointer));
        let found = record.and_then(|ty| match self.program.types.kind(ty) {
            TypeKind::Record(id) => {
                let fields = &self.program.types.record(*id).fields;
                let at = fields
                    .iter()
                    .position(|f| f.name.is_some_and(|n| self.program.names.resolve(n) == member));
                at.map(|at| (ty, at, fields[at].ty))
            }
            _ => None,
        });
        let (record, at, ty) =
            found.ok_or_else(|| format!("`{}` has no member `{member}`", self.program.expr_text(pointer)))?;
        let base = self.program.pool.place(PlaceKind::Deref(pointer), record);
        let field = u32::try_from(at).unwrap_or(u32::MAX);
        let place = self.program.pool.place(PlaceKind::Field { base, field }, ty);
        self.load_place(place)
    }

    fn constant_type(&self, value: i128, unsigned: bool, longs: u8) -> TypeId {
        let (signed_kinds, unsigned_kinds) = (
            [IntKind::Int, IntKind::Long, IntKind::LongLong],
            [IntKind::UInt, IntKind::ULong, IntKind::ULongLong],
        );
        let types = &self.program.types;
        let fits = |kind: &IntKind| {
            types.int_range(types.int(*kind)).is_some_and(|(lo, hi)| lo <= value && value <= hi)
        };
        let from = usize::from(longs.min(2));
        let signed = signed_kinds[from..].iter().filter(|_| !unsigned).find(|k| fits(k));
        let kind = signed.or_else(|| unsigned_kinds[from..].iter().find(|k| fits(k)));
        types.int(kind.copied().unwrap_or(IntKind::ULongLong))
    }

    pub(crate) fn cast(&mut self, expr: ExprId, ty: TypeId) -> Lowered<ExprId> {
        let node = self.program.expr(expr);
        if node.ty == ty {
            return Ok(expr);
        }
        if !self.program.types.is_scalar(node.ty) {
            return Err(format!("`{}` is not a number", self.program.expr_text(expr)));
        }
        let to_bool = matches!(self.program.types.kind(ty), TypeKind::Int(IntKind::Bool));
        match node.kind {
            ExprKind::Int(value) if !self.program.types.is_float(ty) => {
                let value = if to_bool { i128::from(value != 0) } else { value };
                Ok(self.int(value, ty))
            }
            _ => Ok(self.program.pool.expr(ExprKind::Cast(expr), ty)),
        }
    }

    /// The integer promotions.
    fn promote(&mut self, expr: ExprId) -> Lowered<ExprId> {
        let ty = self.type_of(expr);
        let types = &self.program.types;
        let (int, uint) = (types.int(IntKind::Int), types.int(IntKind::UInt));
        match types.int_shape(ty) {
            Some((_, width)) if types.is_integer(ty) && width < 32 => self.cast(expr, int),
            Some((signed, 32)) if types.is_integer(ty) => self.cast(expr, if signed { int } else { uint }),
            _ => Ok(expr),
        }
    }

    /// The usual arithmetic conversions.
    fn convert(&mut self, a: ExprId, b: ExprId) -> Lowered<(ExprId, ExprId)> {
        let (ta, tb) = (self.type_of(a), self.type_of(b));
        for kind in [FloatKind::LongDouble, FloatKind::Double, FloatKind::Float] {
            let float = self.program.types.float(kind);
            if ta == float || tb == float {
                return Ok((self.cast(a, float)?, self.cast(b, float)?));
            }
        }
        let (a, b) = (self.promote(a)?, self.promote(b)?);
        let (ta, tb) = (self.type_of(a), self.type_of(b));
        let types = &self.program.types;
        let (Some((sa, wa)), Some((sb, wb))) = (types.int_shape(ta), types.int_shape(tb)) else {
            return Err("only numbers can be computed with".to_owned());
        };
        let common = match wa.cmp(&wb) {
            std::cmp::Ordering::Greater => ta,
            std::cmp::Ordering::Less => tb,
            // Of equal width the unsigned one wins; of equal signedness too, the one of higher rank.
            std::cmp::Ordering::Equal if sa != sb => {
                if sa {
                    tb
                } else {
                    ta
                }
            }
            std::cmp::Ordering::Equal => ta.max(tb),
        };
        Ok((self.cast(a, common)?, self.cast(b, common)?))
    }

    pub(crate) fn unary(&mut self, op: UnaryOp, a: ExprId) -> Lowered<ExprId> {
        let int = self.program.types.int(IntKind::Int);
        if op == UnaryOp::Not {
            return match self.program.expr(a).kind {
                ExprKind::Int(value) => Ok(self.int(i128::from(value == 0), int)),
                _ => Ok(self.program.pool.expr(ExprKind::Unary(op, a), int)),
            };
        }
        let a = self.promote(a)?;
        let ty = self.type_of(a);
        if !(self.program.types.is_integer(ty) || op == UnaryOp::Neg && self.program.types.is_float(ty)) {
            return Err(format!("`{}` is not a number", self.program.expr_text(a)));
        }
        Ok(match (op, self.program.expr(a).kind) {
            (UnaryOp::Neg, ExprKind::Int(value)) => self.int(value.wrapping_neg(), ty),
            (UnaryOp::BitNot, ExprKind::Int(value)) => self.int(!value, ty),
            _ => self.program.pool.expr(ExprKind::Unary(op, a), ty),
        })
    }

    pub(crate) fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Lowered<ExprId> {
        let int = self.program.types.int(IntKind::Int);
        let (pa, pb) = (self.is_pointer(a), self.is_pointer(b));
        let (a, b, ty, op) = if op.is_comparison() && (pa || pb) {
            let ty = if pa { self.type_of(a) } else { self.type_of(b) };
            (self.cast(a, ty)?, self.cast(b, ty)?, int, op)
        } else if pa && pb && op == BinaryOp::Sub {
            let ty = self.type_of(a);
            (a, self.cast(b, ty)?, self.program.types.ptrdiff_t(), BinaryOp::PtrDiff)
        } else if pa && !pb && matches!(op, BinaryOp::Add | BinaryOp::Sub) {
            let op = if op == BinaryOp::Add { BinaryOp::PtrAdd } else { BinaryOp::PtrSub };
            (a, b, self.type_of(a), op)
        } else if pa || pb {
            return Err(format!("`{}` cannot be applied to pointers", op.symbol()));
        } else if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            let (a, b) = (self.promote(a)?, self.promote(b)?);
            (a, b, self.type_of(a), op)
        } else {
            let (a, b) = self.convert(a, b)?;
            (a, b, if op.is_comparison() { int } else { self.type_of(a) }, op)
        };
        if let (ExprKind::Int(x), ExprKind::Int(y)) = (self.program.expr(a).kind, self.program.expr(b).kind)
            && let Some(value) = fold(op, x, y)
        {
            return Ok(self.int(value, ty));
        }
        Ok(self.program.pool.expr(ExprKind::Binary(op, a, b), ty))
    }

    pub(crate) fn is_pointer(&self, expr: ExprId) -> bool {
        self.program.types.is_pointer(self.type_of(expr))
    }
}

/// Constant results that need no knowledge of the type. Order is left alone for the sake of unsigned
/// 128-bit values, whose numbers are not in order.
const fn fold(op: BinaryOp, x: i128, y: i128) -> Option<i128> {
    match op {
        BinaryOp::Add => x.checked_add(y),
        BinaryOp::Sub => x.checked_sub(y),
        BinaryOp::Mul => x.checked_mul(y),
        BinaryOp::Eq => Some((x == y) as i128),
        BinaryOp::Ne => Some((x != y) as i128),
        _ => None,
    }
}
