//! The lattice: intervals of cells.

use super::cells::{CellId, Cells};
use argand_cpa::Frames;
use argand_domains::{Interval, Lattice, MapLattice};
use std::fmt;
use std::hash::{Hash, Hasher};

/// What is known of the numbers in variables.
#[derive(Clone, Debug)]
pub struct IntervalState {
    /// Which activations the variables belong to.
    pub(super) frames: Frames,
    /// A cell that is not bound can hold every value of its type; one that is bound cannot.
    pub(super) values: MapLattice<CellId, Interval>,
    /// At the head of a loop: how often states were joined into this one.
    pub(super) joins: Option<u32>,
    /// Names for reports; all states of one analysis share it.
    pub(super) cells: Cells,
}

impl PartialEq for IntervalState {
    fn eq(&self, other: &Self) -> bool {
        self.frames == other.frames && self.joins == other.joins && self.values == other.values
    }
}

impl Eq for IntervalState {}

impl Hash for IntervalState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.frames.hash(hasher);
        self.joins.hash(hasher);
        self.values.hash(hasher);
    }
}

impl IntervalState {
    pub(super) fn new(cells: Cells) -> Self {
        Self { frames: Frames::new(), values: MapLattice::new(), joins: None, cells }
    }

    /// Whether everything this state stands for is also something `other` stands for. How often states were
    /// joined is not something a state stands for.
    pub(super) fn leq(&self, other: &Self) -> bool {
        self.frames == other.frames && self.values.leq(&other.values)
    }

    /// The pointwise combination of two states with equal frames. What the type implies anyway is not kept.
    pub(super) fn combine(
        &self,
        other: &Self,
        mut combine: impl FnMut(CellId, Interval, Interval) -> Interval,
    ) -> MapLattice<CellId, Interval> {
        self.values.join_with(&other.values, |cell, a, b| {
            let result = combine(cell, *a, *b);
            (!result.covers(self.cells.shape(cell))).then_some(result)
        })
    }
}

impl IntervalState {
    /// What is known of each cell.
    pub(super) fn facts(&self) -> impl Iterator<Item = String> + '_ {
        self.values.iter().map(|(cell, interval)| {
            let shape = self.cells.shape(cell);
            let name = self.cells.name(cell);
            match (interval.as_single(), interval.lo() <= shape.min(), interval.hi() >= shape.max()) {
                (Some(value), _, _) => format!("{name} = {value}"),
                (None, true, _) => format!("{name} <= {}", interval.hi()),
                (None, _, true) => format!("{name} >= {}", interval.lo()),
                _ => format!("{name} in {interval}"),
            }
        })
    }
}

impl fmt::Display for IntervalState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.facts().collect::<Vec<_>>().join(", "))
    }
}
