//! The shape of an object that is an array: how its indices nest.
//!
//! **Invariant:** two accesses to one object touch a common byte only if their indices are equal, wherever every inner
//! index is inside its row and the outermost one does not go around the address space. Who cannot exclude that must
//! ask ([`Shape::bounds`]).

use super::access::{Access, Stride, factors};
use argand_cfa::{ExprId, ExprKind, Program, TypeId};
use std::collections::BTreeMap;

/// An index as it stands in the program, and a constant that is added to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Index {
    /// What is computed, if anything is.
    pub computed: Option<ExprId>,
    /// What is added.
    pub plus: i128,
}

/// The numbers that an index must be one of for [`Shape`]'s invariant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bounds {
    /// Any will do.
    Any,
    /// From the first to before the second.
    Within(i128, i128),
    /// From 0 to before what an expression says.
    Below(ExprId),
}

/// How the indices of an object nest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// How far neighbours are apart, the outermost array first.
    strides: Vec<Stride>,
    /// How many elements the rows of all but the outermost array have.
    rows: Vec<Row>,
    /// How many elements the outermost array has, where its declaration computes that.
    outermost: Option<ExprId>,
    /// What an element consists of: where a scalar begins, and its type.
    pub scalars: BTreeMap<u64, TypeId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Row {
    Fixed(u64),
    Computed(ExprId),
}

impl Shape {
    /// The shape that all accesses to an object have in common, if they have one. `declared` is the size of an object that
    /// is a variable-length array.
    pub fn of(program: &Program, accesses: &[&Access], declared: Option<ExprId>) -> Option<Self> {
        let strides = strides(accesses)?;
        let rows = rows(program, &strides)?;
        let outermost = declared.and_then(|size| row(program, size, *strides.first()?));
        // Nothing else bounds an index whose stride is not known.
        if matches!(strides.first(), Some(Stride::Computed(_))) && outermost.is_none() {
            return None;
        }
        let mut shape = Self { strides, rows, outermost, scalars: BTreeMap::new() };
        let Some(Stride::Bytes(element)) = shape.strides.last().copied() else { return None };
        for access in accesses {
            let (_, offset) = shape.indices(program, access)?;
            let size = program.types.size_of(access.ty)?;
            let known = *shape.scalars.entry(offset).or_insert(access.ty);
            if known != access.ty || offset.checked_add(size)? > element {
                return None;
            }
        }
        let mut end = 0;
        for (&offset, &ty) in &shape.scalars {
            if offset < end {
                return None;
            }
            end = offset + program.types.size_of(ty)?;
        }
        Some(shape)
    }

    /// How many indices there are.
    pub const fn depth(&self) -> usize {
        self.strides.len()
    }

    /// How many elements rows have, where declarations compute that.
    pub fn counts(&self) -> impl Iterator<Item = ExprId> + '_ {
        let rows = self.rows.iter().filter_map(|row| match *row {
            Row::Fixed(_) => None,
            Row::Computed(count) => Some(count),
        });
        self.outermost.into_iter().chain(rows)
    }

    /// The indices of an access, and where in the element it is.
    pub fn indices(&self, program: &Program, access: &Access) -> Option<(Vec<Index>, u64)> {
        let mut indices = vec![Index { computed: None, plus: 0 }; self.strides.len()];
        let mut rest = i128::from(access.offset);
        for hop in &access.hops {
            let level = self.strides.iter().position(|&stride| stride == hop.stride)?;
            match (program.expr(hop.index).kind, hop.stride) {
                (ExprKind::Int(number), Stride::Bytes(bytes)) => {
                    rest = rest.checked_add(number.checked_mul(i128::from(bytes))?)?;
                }
                (ExprKind::Int(number), Stride::Computed(_)) => {
                    indices[level].plus = indices[level].plus.checked_add(number)?;
                }
                _ if indices[level].computed.is_some() => return None,
                _ => indices[level].computed = Some(hop.index),
            }
        }
        if rest < 0 {
            return None;
        }
        for (index, stride) in indices.iter_mut().zip(&self.strides) {
            if let Stride::Bytes(bytes) = *stride {
                index.plus = index.plus.checked_add(rest / i128::from(bytes))?;
                rest %= i128::from(bytes);
            }
        }
        Some((indices, u64::try_from(rest).ok()?))
    }

    /// What the index of a level, of this many bits, must be.
    pub fn bounds(&self, program: &Program, level: usize, width: u32) -> Bounds {
        if let Some(row) = level.checked_sub(1).and_then(|row| self.rows.get(row)) {
            return match *row {
                Row::Fixed(count) => Bounds::Within(0, i128::from(count)),
                Row::Computed(count) => Bounds::Below(count),
            };
        }
        if let Some(count) = self.outermost {
            return Bounds::Below(count);
        }
        let space = program.types.model().pointer_bytes() as u32 * 8;
        match self.strides.get(level) {
            Some(Stride::Bytes(bytes)) if width + bytes.next_power_of_two().ilog2() <= space => Bounds::Any,
            Some(Stride::Bytes(bytes)) => {
                let half = (1i128 << (space - 1)) / i128::from(*bytes);
                Bounds::Within(-half, half)
            }
            Some(Stride::Computed(_)) | None => Bounds::Within(0, 0),
        }
    }
}

/// The strides of all accesses, largest first.
fn strides(accesses: &[&Access]) -> Option<Vec<Stride>> {
    let of = |access: &&Access| access.hops.iter().map(|hop| hop.stride).collect::<Vec<_>>();
    let computed = accesses.iter().map(of).find(|all| all.iter().any(|s| matches!(s, Stride::Computed(_))));
    if let Some(all) = computed {
        // Which of two strides is larger is not known: all accesses must agree.
        return accesses.iter().all(|access| of(access) == all).then_some(all);
    }
    let mut all: Vec<Stride> = accesses.iter().flat_map(of).collect();
    all.sort_unstable_by(|a, b| b.cmp(a));
    all.dedup();
    (!all.is_empty() && !all.contains(&Stride::Bytes(0))).then_some(all)
}

/// How long rows are: what lies between two strides.
fn rows(program: &Program, strides: &[Stride]) -> Option<Vec<Row>> {
    let pairs = strides.windows(2);
    pairs
        .map(|pair| match (pair[0], pair[1]) {
            (Stride::Bytes(outer), Stride::Bytes(inner)) => {
                (outer % inner == 0).then(|| Row::Fixed(outer / inner))
            }
            (Stride::Computed(size), inner) => row(program, size, inner).map(Row::Computed),
            (Stride::Bytes(_), Stride::Computed(_)) => None,
        })
        .collect()
}

/// How many elements that are so far apart have this size together.
fn row(program: &Program, size: ExprId, stride: Stride) -> Option<ExprId> {
    let (count, element) = factors(program, size)?;
    let same = match stride {
        Stride::Bytes(bytes) => program.expr(element).kind == ExprKind::Int(i128::from(bytes)),
        Stride::Computed(inner) => element == inner,
    };
    same.then_some(count)
}
