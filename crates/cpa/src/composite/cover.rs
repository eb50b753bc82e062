//! Merge and stop of a composition, as the configuration of each component says.

use super::{Composite, Failure, Row};
use crate::component::{Column, MergeMode, PrecisionId, StateId};
use crate::reached::{ArgId, IndexKey, Reached};
use smallvec::SmallVec;

/// In a loop that fills an array every round makes a new shape. Of so many only the oldest, which know least, and the
/// newest are tried: coverage that is missed costs time, never a verdict.
const OLDEST_SHAPES: usize = 48;
/// See [`OLDEST_SHAPES`].
const NEWEST_SHAPES: usize = 16;

impl Composite {
    /// Merges a new state into an older one of the same partition: the merged row, or `None` when the older
    /// one stays as it is.
    ///
    /// # Errors
    /// When a component fails.
    pub fn merge(
        &mut self,
        new: &[StateId],
        old: &[StateId],
        precisions: &[PrecisionId],
    ) -> Result<Option<Row>, Failure> {
        if !self.merges || new == old {
            return Ok(None);
        }
        let mut agreed = true;
        for index in 0..self.components.len() {
            if self.options[index].merge == MergeMode::Sep && agreed && new[index] != old[index] {
                let covered = self.components[index].is_covered_by(new[index], old[index]);
                agreed = covered.map_err(|e| self.failure(index, e))?;
            }
        }
        let mut merged = Row::from_slice(old);
        for mode in [MergeMode::Join, MergeMode::Agree] {
            for index in 0..self.components.len() {
                let skip = mode == MergeMode::Agree && !agreed;
                if self.options[index].merge != mode || skip || new[index] == old[index] {
                    continue;
                }
                let result = self.components[index].merge(new[index], old[index], precisions[index]);
                match result.map_err(|e| self.failure(index, e))? {
                    Some(state) => merged[index] = state,
                    None => {
                        let covered = self.components[index].is_covered_by(new[index], old[index]);
                        agreed &= covered.map_err(|e| self.failure(index, e))?;
                    }
                }
            }
        }
        if !agreed {
            for (index, options) in self.options.iter().enumerate() {
                if options.merge == MergeMode::Agree {
                    merged[index] = old[index];
                }
            }
        }
        Ok((merged[..] != *old).then_some(merged))
    }

    /// The nodes that cover a new state; empty when it is not covered. Violations cover nothing.
    ///
    /// # Errors
    /// When a component fails.
    pub fn stop(
        &mut self,
        states: &[StateId],
        precisions: &[PrecisionId],
        reached: &Reached,
    ) -> Result<SmallVec<[ArgId; 1]>, Failure> {
        let mut nodes = std::mem::take(&mut self.candidates);
        nodes.clear();
        self.covering_in_index(states, reached, &mut nodes);
        let result = self.stop_among(states, precisions, reached, &mut nodes);
        self.candidates = nodes;
        result
    }

    /// Adds the nodes that cover a state in all indexed columns. Violations cover nothing.
    fn covering_in_index(&mut self, states: &[StateId], reached: &Reached, nodes: &mut Vec<ArgId>) {
        let Some(partition) = reached.partition(states) else { return };
        if self.indexed_columns.is_empty() {
            add_partition(states, reached, nodes);
            return;
        }
        let all = reached.shapes_of(partition);
        let newest = all.len().saturating_sub(NEWEST_SHAPES).max(OLDEST_SHAPES.min(all.len()));
        let own = self.shapes(states);
        let own = (all.len() > OLDEST_SHAPES + NEWEST_SHAPES).then_some(&own);
        let some = all[..OLDEST_SHAPES.min(all.len())].iter().chain(&all[newest..]);
        let some = some.filter(|&shapes| Some(shapes) != own);
        for shapes in own.into_iter().chain(some) {
            let mut key = IndexKey::new();
            let known = self.indexed_columns.iter().zip(shapes).all(|(&i, &shape)| {
                let state = self.components[i].project(states[i], shape);
                key.extend(state);
                state.is_some()
            });
            if known {
                let candidates = reached.candidates(partition, key).iter().copied();
                nodes.extend(candidates.filter(|&node| !reached.is_target(node)));
            }
        }
    }

    /// The nodes that a new state may be merged into. Where components merge only what all others agree to, and
    /// coverage is looked up, these are few.
    pub fn merge_candidates(&mut self, states: &[StateId], reached: &Reached, nodes: &mut Vec<ArgId>) {
        if self.merges_by_index {
            self.covering_in_index(states, reached, nodes);
        } else if self.merges {
            add_partition(states, reached, nodes);
        }
    }

    /// Whether [`Composite::merge_candidates`] are the nodes that [`Composite::stop_among`] asks for.
    #[must_use]
    pub const fn merges_by_index(&self) -> bool {
        self.merges_by_index
    }

    /// Those of some nodes, which cover the state in the indexed columns, that cover it in all. `nodes` is left
    /// with what remained of it.
    ///
    /// # Errors
    /// When a component fails.
    pub fn stop_among(
        &mut self,
        states: &[StateId],
        precisions: &[PrecisionId],
        reached: &Reached,
        nodes: &mut Vec<ArgId>,
    ) -> Result<SmallVec<[ArgId; 1]>, Failure> {
        let column = |index| Column::new(reached.all_states(), reached.width(), index);
        for position in 0..self.stop_order.len() {
            if nodes.is_empty() {
                return Ok(SmallVec::new());
            }
            let index = self.stop_order[position];
            self.components[index]
                .retain_covering(states[index], precisions[index], column(index), nodes)
                .map_err(|error| self.failure(index, error))?;
        }
        match self.stop_join {
            Some(index) => {
                let covered = self.components[index].covered_by_join(states[index], column(index), nodes);
                let covered = covered.map_err(|error| self.failure(index, error))?;
                Ok(if covered { nodes.iter().copied().collect() } else { SmallVec::new() })
            }
            None => Ok(nodes.first().copied().into_iter().collect()),
        }
    }
}

/// Adds all nodes of the partition of a state but violations.
fn add_partition(states: &[StateId], reached: &Reached, nodes: &mut Vec<ArgId>) {
    nodes.extend(reached.partition_of(states).iter().filter(|&&node| !reached.is_target(node)));
}
