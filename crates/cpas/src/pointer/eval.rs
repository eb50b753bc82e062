//! Evaluating pointers and finding places in a state of the pointer analysis.

use super::state::{OLDER, PointerState, Target, Targets};
use argand_cfa::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, Program, TypeId, VarKind};
use argand_domains::memory::{CellValue as _, Object};
use smallvec::SmallVec;

/// A place in an object: the first bit, if it is known.
pub type Spot = (Object, Option<i64>);

/// Reads a state. `None` always means "anywhere".
#[derive(Clone, Copy)]
pub struct Eval<'a> {
    /// The program.
    pub program: &'a Program,
    /// The state.
    pub state: &'a PointerState,
}

/// Whether an object stands for one concrete object, so that writes to it replace what it held.
#[must_use]
pub const fn is_single(object: Object) -> bool {
    !matches!(object, Object::Heap { index: OLDER, .. })
}

impl Eval<'_> {
    /// Whether values of the type can be addresses: pointers, and integers that are as wide.
    #[must_use]
    pub fn can_hold_address(&self, ty: TypeId) -> bool {
        let types = &self.program.types;
        types.int_shape(ty).is_some_and(|(_, width)| u64::from(width) == types.model().pointer_bytes() * 8)
    }

    /// The width of a place in bits.
    #[must_use]
    pub fn width(&self, place: PlaceId) -> Option<u64> {
        self.program.place_width(place)
    }

    /// Where a place can be.
    #[must_use]
    pub fn locate(&self, place: PlaceId) -> Option<SmallVec<[Spot; 1]>> {
        let node = self.program.place(place);
        let shifted = |base: PlaceId, by: Option<i64>| {
            let mut spots = self.locate(base)?;
            for (_, bit) in &mut spots {
                *bit = bit.zip(by).and_then(|(bit, by)| bit.checked_add(by));
            }
            Some(spots)
        };
        match node.kind {
            PlaceKind::Var(var) => {
                Some(SmallVec::from_iter([(self.state.object_of(self.program, var), Some(0))]))
            }
            PlaceKind::Deref(pointer) => Some(
                self.eval(pointer)?
                    .iter()
                    .filter_map(|target| match target {
                        Target::Object(object, offset) => {
                            Some((object, offset.and_then(|o| o.checked_mul(8))))
                        }
                        Target::Null | Target::Func(_) => None,
                    })
                    .collect(),
            ),
            PlaceKind::Field { base, .. } => {
                shifted(base, self.program.field_of(place).and_then(|f| i64::try_from(f.bit_offset).ok()))
            }
            PlaceKind::Index { base, index } => {
                let by = match self.program.expr(index).kind {
                    ExprKind::Int(i) => {
                        let bits = self.program.types.size_of(node.ty).and_then(|b| b.checked_mul(8));
                        bits.and_then(|b| i64::try_from(b).ok())
                            .and_then(|b| i64::try_from(i).ok().and_then(|i| i.checked_mul(b)))
                    }
                    _ => None,
                };
                shifted(base, by)
            }
        }
    }

    /// What a pointer expression can point to.
    #[must_use]
    pub fn eval(&self, expr: ExprId) -> Option<Targets> {
        let node = self.program.expr(expr);
        match node.kind {
            ExprKind::Int(0) => Some(Targets::zero()),
            ExprKind::FuncAddr(func) => Some(Targets::one(Target::Func(func))),
            ExprKind::AddrOf(place) => self.address(place),
            ExprKind::Load(place) if self.can_hold_address(node.ty) => {
                let width = self.width(place)?;
                let mut all = SmallVec::<[Target; 4]>::new();
                for (object, bit) in self.locate(place)? {
                    all.extend(self.state.memory.read(object, bit?, width).known()?.iter());
                }
                Targets::of(all)
            }
            ExprKind::Cast(inner)
                if self.can_hold_address(node.ty) && self.can_hold_address(self.program.expr(inner).ty) =>
            {
                let targets = self.eval(inner)?;
                let types = &self.program.types;
                let revived = types.is_pointer(node.ty) && !types.is_pointer(self.program.expr(inner).ty);
                // The number of an address outlives its object, and a new one may lie there by now.
                (!revived || !targets.iter().any(|target| self.is_freed(target))).then_some(targets)
            }
            ExprKind::Binary(op @ (BinaryOp::PtrAdd | BinaryOp::PtrSub), pointer, index) => {
                let step = i64::try_from(self.program.types.pointee_size(node.ty)).ok();
                let by = match self.program.expr(index).kind {
                    ExprKind::Int(i) => i64::try_from(i).ok().zip(step).and_then(|(i, s)| i.checked_mul(s)),
                    _ => None,
                };
                let by = if op == BinaryOp::PtrSub { by.and_then(i64::checked_neg) } else { by };
                self.eval(pointer)?.moved(by)
            }
            _ => None,
        }
    }

    /// The address of a place. Behind a null pointer there is nothing to read or write, but it has an address.
    fn address(&self, place: PlaceId) -> Option<Targets> {
        if let Some(pointer) = self.program.pool.deref_pointer(place) {
            let extent = self.program.place_extent(place);
            let by = extent.bit_offset.and_then(|bits| i64::try_from(bits.div_euclid(8)).ok());
            return self.eval(pointer)?.moved(by);
        }
        let spots = self.locate(place)?;
        Targets::of(
            spots.into_iter().map(|(object, bit)| Target::Object(object, bit.map(|b| b.div_euclid(8)))),
        )
    }

    /// Whether two pointers are equal, if that is certain.
    #[must_use]
    pub fn equal(&self, lhs: ExprId, rhs: ExprId) -> Option<bool> {
        let (a, b) = (self.eval(lhs)?, self.eval(rhs)?);
        if a.len() == 1 && a == b {
            let exact = a.iter().all(|t| match t {
                Target::Object(object, offset) => is_single(object) && offset.is_some(),
                Target::Null | Target::Func(_) => true,
            });
            return exact.then_some(true);
        }
        let apart = a.iter().all(|x| b.iter().all(|y| self.are_apart(x, y)));
        apart.then_some(false)
    }

    /// Whether pointers to these two targets certainly differ. The end of one object can be the start of another,
    /// so different objects are apart only at their starts.
    fn are_apart(&self, a: Target, b: Target) -> bool {
        match (a, b) {
            (Target::Object(o, Some(x)), Target::Object(p, Some(y))) => {
                if o == p {
                    is_single(o) && x != y
                } else {
                    x == 0 && y == 0 && self.has_own_address(o, p) && self.has_own_address(p, o)
                }
            }
            (Target::Object(..), Target::Object(..)) => false,
            (Target::Null | Target::Func(_), _) | (_, Target::Null | Target::Func(_)) => a != b,
        }
    }

    /// Whether the object of a target may be gone.
    fn is_freed(&self, target: Target) -> bool {
        matches!(target, Target::Object(Object::Heap { site, .. }, _) if self.state.freed.contains(&site))
    }

    /// Whether the start of an object is that of no other one. The address of memory that was freed can be given out
    /// again, objects without bytes can lie anywhere, and literals can share their bytes.
    fn has_own_address(&self, object: Object, other: Object) -> bool {
        let is_literal = |object| match object {
            Object::Var { var, .. } => self.program.vars[var].kind == VarKind::StringLiteral,
            Object::Heap { .. } => false,
        };
        match object {
            Object::Var { var, .. } => {
                self.program.var_size(var) != Some(0) && !(is_literal(object) && is_literal(other))
            }
            Object::Heap { site, .. } => !self.state.freed.contains(&site),
        }
    }
}
