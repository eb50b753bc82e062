//! Which cells the analysis tracks.
//!
//! Refinement adds cells; a cell is named by the variable or allocation site it lies in, not by the
//! activation or the number of the object, so that what was learned in one loop round serves the next.

use argand_cfa::{EdgeId, LocId, Program, VarId};
use argand_cpa::Tracking;
use argand_domains::memory::Object;

/// What a tracked cell lies in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Base {
    /// A variable, in every activation of its function.
    Var(VarId),
    /// Every object of an allocation site.
    Heap(EdgeId),
}

impl From<Object> for Base {
    fn from(object: Object) -> Self {
        match object {
            Object::Var { var, .. } => Self::Var(var),
            Object::Heap { site, .. } => Self::Heap(site),
        }
    }
}

/// A cell to track.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tracked {
    /// What it lies in.
    pub base: Base,
    /// Its first bit.
    pub bit: i64,
    /// Its width; 0 stands for "zero wherever nothing else was written" of the whole object.
    pub width: u64,
}

impl Tracked {
    /// The fact that an object is zero-filled.
    #[must_use]
    pub fn fill(base: impl Into<Base>) -> Self {
        Self { base: base.into(), bit: 0, width: 0 }
    }
}

/// The tracked cells.
pub type ValuePrecision = Tracking<Tracked>;

/// The tracked cells of one object at a location, if they are listed at all.
pub fn cells_of(precision: &ValuePrecision, loc: LocId, base: Base) -> impl Iterator<Item = Tracked> + '_ {
    let first = Tracked { base, bit: i64::MIN, width: 0 };
    precision.range_at(loc, first..=Tracked { bit: i64::MAX, width: u64::MAX, ..first })
}

/// The tracked cells in the user's words, each variable once.
#[must_use]
pub fn describe(precision: &ValuePrecision, program: &Program) -> String {
    precision.describe(|cell| match cell.base {
        Base::Var(var) => program.var_name(var).to_owned(),
        Base::Heap(site) => format!("memory from {}", program.sources.describe(program.edges[site].span)),
    })
}
