//! Values of expressions, and what conditions say about them.

use super::cells::{CellKey, Cells, Extent, Places, dynamic_offset, place_base, shape_mask, shape_of};
use super::state::IntervalState;
use argand_cfa::{Args, BinaryOp, ExprId, ExprKind, Intrinsic, OverflowOp, PlaceBase, PlaceId, Program};
use argand_cpa::{FrameVar, MemoryObject, Pointee, Siblings};
use argand_domains::interval::exact;
use argand_domains::{IntShape, Interval, Lattice as _, Meet as _};

/// How deeply expressions are looked into; what lies deeper can be anything.
const MAX_DEPTH: u32 = 200;
/// How many elements an index that is not constant is followed to.
const MAX_ELEMENTS: i128 = 16;

/// What the evaluation of expressions needs besides the state. Pointers are asked of the siblings.
pub(super) struct Evaluator<'a> {
    pub program: &'a Program,
    pub places: &'a Places,
    pub cells: &'a Cells,
    pub siblings: Option<&'a Siblings<'a>>,
}

/// Where a place lies in a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Site {
    /// In this stretch of a variable.
    At(FrameVar, Extent),
    /// Somewhere in this stretch of a variable.
    Within(FrameVar, Extent),
    /// In one of these, or perhaps on the heap.
    OneOf {
        /// The variables, with the stretch if it is known.
        targets: Vec<(FrameVar, Option<Extent>)>,
        /// Whether it can also lie on the heap.
        heap: bool,
    },
    /// In no variable: on the heap, or nowhere.
    Elsewhere,
    /// Anywhere a pointer can reach.
    Anywhere,
}

impl Evaluator<'_> {
    pub fn shape(&self, expr: ExprId) -> Option<IntShape> {
        shape_of(self.program, self.program.expr(expr).ty)
    }

    /// Where a place lies.
    pub fn site(&self, state: &IntervalState, place: PlaceId, depth: u32) -> Site {
        let extent = self.places.get(self.program, place).extent;
        match place_base(self.program, place) {
            PlaceBase::Var(var) => {
                let var = state.frames.var(self.program, var);
                match extent.or_else(|| self.run_time_extent(state, place, depth)) {
                    Some(extent) => Site::At(var, extent),
                    None => Site::Within(var, self.reach(state, place, depth)),
                }
            }
            PlaceBase::Deref(pointer) => {
                let inside = extent.or_else(|| self.run_time_extent(state, place, depth));
                let Some(targets) = self.siblings.and_then(|s| s.points_to(pointer)) else {
                    return Site::Anywhere;
                };
                let (mut found, mut heap) = (Vec::new(), false);
                for target in targets {
                    match target {
                        // Nothing is there to read or write.
                        Pointee::Null | Pointee::Function(_) => {}
                        Pointee::Object { object: MemoryObject::Heap { .. }, .. } => heap = true,
                        Pointee::Object { object: MemoryObject::Var(var), offset, summary } => {
                            let at = offset.zip(inside).filter(|_| !summary);
                            let extent = at.and_then(|(bytes, inside)| {
                                let offset = bytes.checked_mul(8)?.checked_add(inside.offset)?;
                                Some(Extent { offset, ..inside })
                            });
                            found.push((var, extent));
                        }
                    }
                }
                match found[..] {
                    [] => Site::Elsewhere,
                    [(var, Some(extent))] if !heap => Site::At(var, extent),
                    _ => Site::OneOf { targets: found, heap },
                }
            }
        }
    }

    /// The stretch of a place whose indices have single values in this state.
    fn run_time_extent(&self, state: &IntervalState, place: PlaceId, depth: u32) -> Option<Extent> {
        let reach = self.offsets(state, place, depth)?;
        let offset = reach.as_single()?;
        Some(Extent { offset, width: self.width(place)? })
    }

    fn width(&self, place: PlaceId) -> Option<i128> {
        self.program.place_extent(place).bit_width.map(i128::from)
    }

    /// Every offset in bits that a place can have.
    fn offsets(&self, state: &IntervalState, place: PlaceId, depth: u32) -> Option<Interval> {
        let (constant, indices) = dynamic_offset(self.program, place)?;
        let mut offsets = Interval::single(constant);
        for (index, size) in indices {
            let index = self.eval(state, index, depth + 1)?;
            let scaled = exact(OverflowOp::Mul, index, Interval::single(size))?;
            offsets = exact(OverflowOp::Add, offsets, scaled)?;
        }
        Some(offsets)
    }

    /// The whole stretch that a place can lie in.
    fn reach(&self, state: &IntervalState, place: PlaceId, depth: u32) -> Extent {
        let everything = Extent { offset: i128::MIN / 4, width: i128::MAX / 2 };
        match (self.offsets(state, place, depth), self.width(place)) {
            (Some(offsets), Some(width)) => {
                match offsets.hi().checked_sub(offsets.lo()).and_then(|d| d.checked_add(width)) {
                    Some(width) if width < i128::MAX / 4 && offsets.lo().unsigned_abs() < 1 << 100 => {
                        Extent { offset: offsets.lo(), width }
                    }
                    _ => everything,
                }
            }
            _ => everything,
        }
    }

    /// What a cell holds.
    fn cell(&self, state: &IntervalState, var: FrameVar, extent: Extent, shape: IntShape) -> Interval {
        let known = self.cells.find(&CellKey { var, extent, shape }).and_then(|cell| state.values.get(cell));
        known.copied().unwrap_or_else(|| {
            self.put_together(state, var, extent, shape).unwrap_or(Interval::of_shape(shape))
        })
    }

    /// What is known of a number whose bits were written as parts of others or with another sign.
    fn put_together(
        &self,
        state: &IntervalState,
        var: FrameVar,
        extent: Extent,
        shape: IntShape,
    ) -> Option<Interval> {
        if !(1..=128).contains(&extent.width) {
            return None;
        }
        let (mut bits, mut known, mut other) = (0u128, 0u128, None);
        self.cells.overlapping(var, extent, |cell| {
            let Some(value) = state.values.get(cell) else { return };
            let key = self.cells.key(cell);
            if key.extent == extent && !key.shape.boolean && key.shape.width == shape.width {
                other = Some(*value);
            }
            if let Some(number) = key.bits_of(*value) {
                let mask = shape_mask(key.extent.width);
                let shift = key.extent.offset - extent.offset;
                let shifted = |n: u128| if shift >= 0 { n << shift } else { n >> -shift };
                known |= shifted(mask);
                bits |= shifted(number);
            }
        });
        let mask = shape_mask(extent.width);
        let whole = (known & mask == mask).then_some((bits & mask).cast_signed());
        match whole {
            Some(number) if shape.boolean => (number <= 1).then(|| Interval::single(number)),
            Some(number) => Some(Interval::single(shape.wrap(number))),
            None if shape.boolean => None,
            None => other.map(|value| value.cast(shape)),
        }
    }

    /// What lies at a place.
    fn load(&self, state: &IntervalState, place: PlaceId, depth: u32) -> Option<Interval> {
        let info = self.places.get(self.program, place);
        let shape = info.shape?;
        let all = Interval::of_shape(shape);
        Some(match self.site(state, place, depth) {
            Site::At(var, extent) => self.cell(state, var, extent, shape),
            Site::Within(var, _) => self.elements(state, place, var, shape, depth).unwrap_or(all),
            Site::OneOf { targets, heap: false } => {
                let values = targets.iter().map(|&(var, extent)| Some(self.cell(state, var, extent?, shape)));
                values.reduce(|a, b| Some(a?.join(&b?))).flatten().unwrap_or(all)
            }
            Site::OneOf { heap: true, .. } | Site::Elsewhere | Site::Anywhere => all,
        })
    }

    /// The join of the few elements that an index can mean.
    fn elements(
        &self,
        state: &IntervalState,
        place: PlaceId,
        var: FrameVar,
        shape: IntShape,
        depth: u32,
    ) -> Option<Interval> {
        let (constant, indices) = dynamic_offset(self.program, place)?;
        let [(index, size)] = indices[..] else { return None };
        let index = self.eval(state, index, depth + 1)?;
        if size == 0 || index.hi().checked_sub(index.lo())? >= MAX_ELEMENTS {
            return None;
        }
        let width = self.width(place)?;
        let mut joined: Option<Interval> = None;
        for i in index.lo()..=index.hi() {
            let offset = constant.checked_add(i.checked_mul(size)?)?;
            let value = self.cell(state, var, Extent { offset, width }, shape);
            joined = Some(joined.map_or(value, |j| j.join(&value)));
        }
        joined
    }

    /// Every value an integer or pointer expression can have; `None` for other types.
    pub fn eval(&self, state: &IntervalState, expr: ExprId, depth: u32) -> Option<Interval> {
        let node = self.program.expr(expr);
        let shape = shape_of(self.program, node.ty)?;
        let all = Interval::of_shape(shape);
        if depth > MAX_DEPTH {
            return Some(all);
        }
        let value = match node.kind {
            ExprKind::Int(value) => Interval::single(value),
            ExprKind::Float(_) => all,
            ExprKind::Load(place) => self.load(state, place, depth)?,
            ExprKind::FuncAddr(_) => not_null(shape),
            ExprKind::AddrOf(place) => match place_base(self.program, place) {
                PlaceBase::Var(_) => not_null(shape),
                PlaceBase::Deref(_) => all,
            },
            ExprKind::Unary(op, a) => match (self.shape(a), self.eval(state, a, depth + 1)) {
                (Some(operand), Some(value)) => Interval::unary(op, operand, value),
                // `!x` of a floating number.
                _ => Interval::new(0, 1),
            },
            ExprKind::Binary(op, a, b) => self.binary(state, op, a, b, all, depth),
            ExprKind::Cast(a) => self.eval(state, a, depth + 1).map_or(all, |value| value.cast(shape)),
            ExprKind::Intrinsic(op, args) => self.intrinsic(state, op, args, shape, depth).unwrap_or(all),
        };
        // Siblings may have put more into a state than a type allows; the type still holds.
        Some(value.meet(&all).unwrap_or(all))
    }

    fn binary(
        &self,
        state: &IntervalState,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
        all: Interval,
        depth: u32,
    ) -> Interval {
        if matches!(op, BinaryOp::PtrAdd | BinaryOp::PtrSub | BinaryOp::PtrDiff) {
            return all;
        }
        let values = (self.eval(state, a, depth + 1), self.eval(state, b, depth + 1));
        match (self.shape(a), values) {
            (Some(shape), (Some(x), Some(y))) => Interval::binary(op, shape, x, y),
            _ if op.is_comparison() => Interval::new(0, 1),
            _ => all,
        }
    }

    fn intrinsic(
        &self,
        state: &IntervalState,
        op: Intrinsic,
        args: Args,
        shape: IntShape,
        depth: u32,
    ) -> Option<Interval> {
        match (op, args) {
            (Intrinsic::Overflows { op, at }, Args::Two(a, b)) => {
                let at = shape_of(self.program, at)?;
                let a = (self.shape(a)?, self.eval(state, a, depth + 1)?);
                let b = (self.shape(b)?, self.eval(state, b, depth + 1)?);
                Some(Interval::overflows(op, at, a, b).interval())
            }
            (Intrinsic::WrappingArith(op), Args::Two(a, b)) => {
                let ordered = self.shape(a)?.is_ordered() && self.shape(b)?.is_ordered();
                let (a, b) = (self.eval(state, a, depth + 1)?, self.eval(state, b, depth + 1)?);
                ordered.then(|| Interval::wrapping(op, shape, a, b))
            }
            (_, Args::One(a)) => {
                Interval::intrinsic(op, self.shape(a)?, shape, self.eval(state, a, depth + 1)?)
            }
            _ => None,
        }
    }

    /// The state in which a condition has the given truth; `None` when it cannot have it.
    pub fn assume(&self, state: &IntervalState, cond: ExprId, truth: bool) -> Option<IntervalState> {
        let Some(value) = self.eval(state, cond, 0) else { return Some(state.clone()) };
        let wanted = if truth { value.without(0)? } else { value.meet(&Interval::single(0))? };
        let mut next = state.clone();
        self.refine(&mut next, cond, wanted, 0).then_some(next)
    }

    /// Narrows what an expression reads so that its value can lie in `wanted`; false when it cannot.
    fn refine(&self, state: &mut IntervalState, expr: ExprId, wanted: Interval, depth: u32) -> bool {
        let Some(value) = self.eval(state, expr, depth) else { return true };
        let Some(wanted) = value.meet(&wanted) else { return false };
        if depth > MAX_DEPTH {
            return true;
        }
        match self.program.expr(expr).kind {
            ExprKind::Load(place) => self.refine_place(state, place, value, wanted, depth),
            ExprKind::Unary(op, a) => {
                let (Some(shape), Some(x)) = (self.shape(a), self.eval(state, a, depth + 1)) else {
                    return true;
                };
                Interval::unary_backward(op, shape, wanted, x)
                    .is_some_and(|narrow| narrow == x || self.refine(state, a, narrow, depth + 1))
            }
            ExprKind::Binary(op, a, b) => {
                let (Some(shape), Some(x), Some(y)) =
                    (self.shape(a), self.eval(state, a, depth + 1), self.eval(state, b, depth + 1))
                else {
                    return true;
                };
                Interval::binary_backward(op, shape, wanted, x, y).is_some_and(|(left, right)| {
                    (left == x || self.refine(state, a, left, depth + 1))
                        && (right == y || self.refine(state, b, right, depth + 1))
                })
            }
            ExprKind::Cast(a) => {
                let Some(x) = self.eval(state, a, depth + 1) else { return true };
                let Some(to) = shape_of(self.program, self.program.expr(expr).ty) else { return true };
                Interval::cast_backward(to, wanted, x)
                    .is_some_and(|narrow| narrow == x || self.refine(state, a, narrow, depth + 1))
            }
            _ => true,
        }
    }

    fn refine_place(
        &self,
        state: &mut IntervalState,
        place: PlaceId,
        value: Interval,
        wanted: Interval,
        depth: u32,
    ) -> bool {
        if wanted != value
            && let Some(shape) = self.places.get(self.program, place).shape
            && let Site::At(var, extent) = self.site(state, place, depth)
        {
            let key = CellKey { var, extent, shape };
            let cell = self.cells.intern(self.program, key, || self.program.place_text(place));
            state.values.insert(cell, wanted);
        }
        true
    }
}

const fn not_null(shape: IntShape) -> Interval {
    Interval::new(1, shape.max())
}
