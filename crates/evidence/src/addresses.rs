//! Whether what a step does depends on where objects lie.
//!
//! The interpreter has addresses of its own, and every machine has others. A run is the same on all of them only if no
//! step of it looks at an address: at its bits, or at which of two objects comes first. What is the same everywhere
//! may be asked: whether a pointer is null, how pointers into one object compare, and that different objects that are
//! there at the same time, and are no literals, lie apart.

use argand_cfa::walk::{Node, for_each_node, operands};
use argand_cfa::{
    BinaryOp, EdgeId, ExprId, ExprKind, ExternId, IntKind, Intrinsic, Op, PlaceId, Program, TypeKind, VarKind,
};
use argand_exec::{Observer, StateView};
use argand_flow::edges::Call;
use argand_flow::formats::{Formats, literal_of};
use argand_flow::pointsto::PointsTo;
use argand_support::FxHashMap;

/// What an edge can find out about addresses.
#[derive(Clone, Debug)]
enum Sight {
    /// Nothing, or no more than how these pairs of pointers compare.
    Pairs(Box<[(BinaryOp, ExprId, ExprId)]>),
    /// Their bits.
    Bits,
}

/// Where a pointer leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Whereabouts {
    Null,
    Function,
    Object {
        id: u32,
        offset: i64,
        size: i64,
        /// Whether others of its kind may lie at the same place.
        shared: bool,
    },
}

/// Watches a run for steps that depend on where objects lie.
pub(crate) struct AddressWatch<'p> {
    program: &'p Program,
    pointers: PointsTo,
    formats: Formats,
    known: FxHashMap<EdgeId, Sight>,
    /// The first step that does.
    pub(crate) seen: Option<EdgeId>,
}

impl<'p> AddressWatch<'p> {
    pub(crate) fn new(program: &'p Program) -> Self {
        Self {
            program,
            pointers: PointsTo::new(program).0,
            formats: Formats::of(program),
            known: FxHashMap::default(),
            seen: None,
        }
    }

    fn sight(&self, edge: EdgeId) -> Sight {
        let op = &self.program.edges[edge].op;
        if matches!(op, Op::Extern(call) if self.prints_pointers(*call)) {
            return Sight::Bits;
        }
        let (mut pairs, mut bits) = (Vec::new(), false);
        operands(self.program, op, |root| {
            for_each_node(self.program, root, |node| {
                if let Node::Expr(expr) = node {
                    bits |= self.shows_bits(expr);
                    pairs.extend(self.compared(expr));
                }
            });
        });
        if bits { Sight::Bits } else { Sight::Pairs(pairs.into()) }
    }

    fn is_pointer(&self, expr: ExprId) -> bool {
        self.program.types.is_pointer(self.program.expr(expr).ty)
    }

    /// The pointers that an expression compares or subtracts, unless one of them is null.
    fn compared(&self, expr: ExprId) -> Option<(BinaryOp, ExprId, ExprId)> {
        let ExprKind::Binary(op, a, b) = self.program.expr(expr).kind else { return None };
        let compares =
            (op.is_comparison() || op == BinaryOp::PtrDiff) && self.is_pointer(a) && self.is_pointer(b);
        let null = [a, b].into_iter().any(|side| constant(self.program, side) == Some(0));
        (compares && !null).then_some((op, a, b))
    }

    /// Whether an expression by itself, its parts aside, takes addresses for numbers or numbers for addresses.
    fn shows_bits(&self, expr: ExprId) -> bool {
        let (program, types) = (self.program, &self.program.types);
        let node = program.expr(expr);
        match node.kind {
            ExprKind::Cast(from) => {
                let is_bool = matches!(types.kind(node.ty), TypeKind::Int(IntKind::Bool));
                self.is_pointer(from) != self.is_pointer(expr)
                    && !is_bool
                    && constant(program, from).is_none()
            }
            ExprKind::Load(place) => {
                types.is_scalar(node.ty) && !types.is_pointer(node.ty) && self.may_hold_pointer(place)
            }
            ExprKind::Intrinsic(Intrinsic::ObjectSize | Intrinsic::ObjectOffset, _) => false,
            ExprKind::Intrinsic(_, args) => args.iter().any(|arg| self.is_pointer(arg)),
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::AddrOf(_)
            | ExprKind::FuncAddr(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..) => false,
        }
    }

    /// Whether bytes of a pointer may be at a place.
    fn may_hold_pointer(&self, place: PlaceId) -> bool {
        let holder = self.pointers.place(self.program, place);
        let bits = self.program.place_width(place).unwrap_or(64);
        self.pointers.stored(holder, bits).is_some()
    }

    fn prints_pointers(&self, call: ExternId) -> bool {
        let call = Call::of(self.program, call);
        let Some(format) = call.effects.format else { return false };
        let literal = call.arg(format).and_then(|format| literal_of(self.program, format));
        literal.is_none_or(|var| self.formats.may_print_pointers(var))
    }

    fn whereabouts(&self, view: &mut StateView<'_, '_>, pointer: ExprId) -> Option<Whereabouts> {
        let address = view.eval(pointer)?.as_int()?;
        if address == 0 {
            return Some(Whereabouts::Null);
        }
        if let Some(at) = view.points_to(pointer) {
            let literal = |var| {
                self.program.vars[var].kind == VarKind::StringLiteral || self.program.read_only.contains(&var)
            };
            let size = i64::try_from(at.object.size).ok()?;
            let shared = at.object.var.is_some_and(literal);
            return Some(Whereabouts::Object { id: at.id, offset: at.offset, size, shared });
        }
        view.function_at(address).map(|_| Whereabouts::Function)
    }

    fn depends(&self, view: &mut StateView<'_, '_>, sight: &Sight) -> bool {
        let Sight::Pairs(pairs) = sight else { return true };
        pairs.iter().any(|&(op, a, b)| {
            let (a, b) = (self.whereabouts(view, a), self.whereabouts(view, b));
            !a.zip(b).is_some_and(|(a, b)| is_same_everywhere(op, a, b))
        })
    }
}

impl Observer for AddressWatch<'_> {
    fn before(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        if self.seen.is_some() {
            return;
        }
        let sight = match self.known.remove(&edge) {
            Some(known) => known,
            None => self.sight(edge),
        };
        if self.depends(view, &sight) {
            self.seen = Some(edge);
        }
        self.known.insert(edge, sight);
    }

    fn edge(&mut self, _: &mut StateView<'_, '_>, _: EdgeId) {}
}

/// Whether a comparison has the same answer wherever objects lie.
fn is_same_everywhere(op: BinaryOp, a: Whereabouts, b: Whereabouts) -> bool {
    use Whereabouts::{Function, Null, Object};
    let equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
    let is_within =
        |at: Whereabouts| !matches!(at, Object { offset, size, .. } if !(0..=size).contains(&offset));
    match (a, b) {
        (Object { id, .. }, Object { id: other, .. }) if id == other => is_within(a) && is_within(b),
        (
            Object { offset, size, shared, .. },
            Object { offset: other_offset, size: other_size, shared: other_shared, .. },
        ) => {
            let inside = (0..size).contains(&offset) && (0..other_size).contains(&other_offset);
            equality && inside && !(shared && other_shared)
        }
        (Null | Function | Object { .. }, Null | Function | Object { .. }) => {
            equality && is_within(a) && is_within(b)
        }
    }
}

/// The value of a constant that is perhaps made a pointer.
fn constant(program: &Program, expr: ExprId) -> Option<i128> {
    match program.expr(expr).kind {
        ExprKind::Int(value) => Some(value),
        ExprKind::Cast(inner) => constant(program, inner),
        ExprKind::Float(_)
        | ExprKind::Load(_)
        | ExprKind::AddrOf(_)
        | ExprKind::FuncAddr(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Intrinsic(..) => None,
    }
}
