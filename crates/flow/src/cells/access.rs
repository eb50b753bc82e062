//! Where in its object an access lies, as indices of nested arrays.
//!
//! `m[i][j].f` begins `i` rows, `j` records and the offset of `f` behind the start of `m`. The indices are kept as they
//! stand in the program, with how far two neighbours are apart, so that nobody has to multiply.

use crate::pointsto::{Class, Offsets, PointsTo};
use argand_cfa::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, Program, TypeId};

/// How many bytes two neighbouring elements are apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Stride {
    /// What the type says.
    Bytes(u64),
    /// What is computed where a variable-length array is declared.
    Computed(ExprId),
}

/// One step from the start of an object to an element of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Hop {
    /// How many elements further on.
    pub index: ExprId,
    /// How far that is for each.
    pub stride: Stride,
}

/// An access to a scalar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Access {
    /// The objects that it may be in.
    pub class: Class,
    /// The way there from the start of the object, the outermost array first.
    pub hops: Vec<Hop>,
    /// Bytes from there on.
    pub offset: u64,
    /// The type of what is accessed.
    pub ty: TypeId,
}

/// Finds the way to a place; `None` where it does not begin at the start of an object, or is none of nested arrays.
pub(super) fn access(program: &Program, points_to: &PointsTo, place: PlaceId) -> Option<Access> {
    let mut walk = Walk { program, points_to, hops: Vec::new(), offset: 0 };
    let class = walk.place(place)?;
    walk.hops.reverse();
    let ty = program.place(place).ty;
    program.types.is_scalar(ty).then_some(Access { class, hops: walk.hops, offset: walk.offset, ty })
}

struct Walk<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    /// The innermost first.
    hops: Vec<Hop>,
    offset: u64,
}

impl Walk<'_> {
    /// The class of the object that a place lies in.
    fn place(&mut self, mut place: PlaceId) -> Option<Class> {
        loop {
            let node = self.program.place(place);
            match node.kind {
                PlaceKind::Var(var) => return Some(self.points_to.var(var)),
                PlaceKind::Field { base, .. } => {
                    let field = self.program.field_of(place)?;
                    if field.bit_width.is_some() {
                        return None;
                    }
                    self.offset = self.offset.checked_add(field.offset())?;
                    place = base;
                }
                PlaceKind::Index { base, index } => {
                    let stride = Stride::Bytes(self.program.types.size_of(node.ty)?);
                    self.hops.push(Hop { index, stride });
                    place = base;
                }
                PlaceKind::Deref(pointer) => match self.pointer(pointer)? {
                    Behind::Object(class) => return Some(class),
                    Behind::Place(pointed) => place = pointed,
                },
            }
        }
    }

    /// What a pointer leads to.
    fn pointer(&mut self, mut pointer: ExprId) -> Option<Behind> {
        let program = self.program;
        loop {
            let node = program.expr(pointer);
            match node.kind {
                ExprKind::AddrOf(place) => return Some(Behind::Place(place)),
                ExprKind::Cast(inner) if program.types.is_pointer(program.expr(inner).ty) => pointer = inner,
                ExprKind::Binary(BinaryOp::PtrAdd, base, index) => {
                    let bytes = program.types.pointee_size(node.ty);
                    let hop = if bytes == 1 { self.row(index) } else { None };
                    self.hops.push(hop.unwrap_or(Hop { index, stride: Stride::Bytes(bytes) }));
                    pointer = base;
                }
                _ => {
                    let cell = self.points_to.value(program, pointer)?;
                    return (cell.offsets == Offsets::START).then_some(Behind::Object(cell.class));
                }
            }
        }
    }

    /// The row of a variable-length array that so many bytes lead to: a product of its number and the size of a row.
    fn row(&self, bytes: ExprId) -> Option<Hop> {
        let ExprKind::Binary(BinaryOp::Mul, index, size) = self.program.expr(bytes).kind else { return None };
        let size = match self.program.expr(size).kind {
            ExprKind::Cast(inner) => inner,
            _ => size,
        };
        factors(self.program, size).map(|_| Hop { index, stride: Stride::Computed(size) })
    }
}

/// How many elements a row has, and how large one is; `None` for what is not the size of a row.
pub(super) fn factors(program: &Program, size: ExprId) -> Option<(ExprId, ExprId)> {
    match program.expr(size).kind {
        ExprKind::Binary(BinaryOp::Mul, count, element) => Some((count, element)),
        _ => None,
    }
}

enum Behind {
    /// The start of an object.
    Object(Class),
    /// A place.
    Place(PlaceId),
}
