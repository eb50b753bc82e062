//! The reached set with the abstract reachability graph inside.
//!
//! A node is a row of state ids with its precisions. Live nodes are partitioned by the states of the
//! components that say so (location, call stack), so that merge and stop never look at states of other places.
//! The graph is kept beside the rows: parents with the edges that lead from them, children, who covers whom.
//!
//! **Merging weakens the older node in place** and makes the merged state's parent one more parent of it, so
//! the parents after the first are the merges; children stay, and nodes the older one covered stay covered.
//! **Invariant:** the first parent of a node is older than the node, so following first parents ends at the root.
//! **Invariant:** covered nodes have no children and are in no partition; a live node's parents are all live.

mod cut;

pub use cut::Cut;

use crate::component::{PrecisionId, ShapeId, StateId};
use crate::composite::Failure;
use argand_cfa::EdgeId;
use argand_support::{FxHashMap, FxHasher, Idx, IndexVec, define_index};
use hashbrown::HashTable;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher as _};

define_index! {
    /// A node of the abstract reachability graph.
    pub struct ArgId, "n";
    /// A part of the reached set: the nodes of one location and call stack.
    pub struct PartitionId, "P";
}

/// The shapes of a state in the indexed columns.
pub type Shapes = SmallVec<[ShapeId; 4]>;

/// The states of a row in some columns.
type Key = SmallVec<[StateId; 4]>;

/// The states by which a row is found in the indexed columns.
pub type IndexKey = Key;

/// Where a node came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parent {
    /// The node whose successor it is.
    pub node: ArgId,
    /// The edge in between.
    pub edge: EdgeId,
}

/// What a node is to the exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Part of the reached set.
    Live,
    /// Covered by other nodes; a leaf.
    Covered,
    /// Cut off by a refinement.
    Removed,
}

#[derive(Clone, Debug)]
struct Node {
    parents: SmallVec<[Parent; 1]>,
    children: SmallVec<[ArgId; 2]>,
    partition: PartitionId,
    status: Status,
    target: bool,
}

/// A path that could not be followed, which rules out "the property holds".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    /// The last node.
    pub node: ArgId,
    /// The edge that could not be taken.
    pub edge: EdgeId,
    /// Why not.
    pub failure: Failure,
}

/// How many nodes there are of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct ReachedCounts {
    /// Nodes of the reached set.
    pub live: usize,
    /// Covered leaves.
    pub covered: usize,
    /// Nodes that refinements cut off.
    pub removed: usize,
    /// Partitions.
    pub partitions: usize,
    /// The size of the largest partition ever.
    pub largest_partition: usize,
    /// How often a new state was merged into an older one.
    pub merged: u64,
}

/// The reached set. See the module documentation.
#[derive(Clone, Debug)]
pub struct Reached {
    width: usize,
    partition_columns: Vec<usize>,
    nodes: IndexVec<ArgId, Node>,
    states: Vec<StateId>,
    precisions: Vec<PrecisionId>,
    partition_ids: FxHashMap<Key, PartitionId>,
    partitions: IndexVec<PartitionId, Vec<ArgId>>,
    /// Live nodes of a partition by their keys.
    buckets: FxHashMap<(PartitionId, IndexKey), SmallVec<[ArgId; 2]>>,
    /// The keys of nodes in the index, empty for others.
    keys: IndexVec<ArgId, IndexKey>,
    /// The combinations of shapes that nodes of a partition had.
    shapes: IndexVec<PartitionId, Vec<Shapes>>,
    /// Live nodes by their rows.
    rows: HashTable<ArgId>,
    covered_by: FxHashMap<ArgId, SmallVec<[ArgId; 1]>>,
    covers: FxHashMap<ArgId, Vec<ArgId>>,
    gaps: Vec<Gap>,
    counts: ReachedCounts,
}

/// Pushing one by one is a good deal cheaper than collecting, and this is done several times for each successor.
fn pick(columns: &[usize], states: &[StateId]) -> Key {
    let mut key = Key::new();
    for &column in columns {
        key.push(states[column]);
    }
    key
}

fn row_hash(states: &[StateId]) -> u64 {
    let mut hasher = FxHasher::default();
    states.hash(&mut hasher);
    hasher.finish()
}

impl Reached {
    /// An empty set of rows of this width, partitioned by the states in some columns.
    /// [`Composite::new_reached`](crate::Composite::new_reached) knows them.
    #[must_use]
    pub fn new(width: usize, partition_columns: &[usize]) -> Self {
        Self {
            width,
            partition_columns: partition_columns.to_vec(),
            nodes: IndexVec::new(),
            states: Vec::new(),
            precisions: Vec::new(),
            partition_ids: FxHashMap::default(),
            partitions: IndexVec::new(),
            buckets: FxHashMap::default(),
            keys: IndexVec::new(),
            shapes: IndexVec::new(),
            rows: HashTable::new(),
            covered_by: FxHashMap::default(),
            covers: FxHashMap::default(),
            gaps: Vec::new(),
            counts: ReachedCounts::default(),
        }
    }

    /// How many components a row has.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// All rows one after the other, those of removed nodes included.
    #[must_use]
    pub fn all_states(&self) -> &[StateId] {
        &self.states
    }

    /// The states of a node.
    #[must_use]
    pub fn states(&self, node: ArgId) -> &[StateId] {
        let start = node.index() * self.width;
        &self.states[start..start + self.width]
    }

    /// The precisions of a node.
    #[must_use]
    pub fn precisions(&self, node: ArgId) -> &[PrecisionId] {
        let start = node.index() * self.width;
        &self.precisions[start..start + self.width]
    }

    /// Gives a node another precision, for it and its future successors.
    pub fn set_precision(&mut self, node: ArgId, component: usize, precision: PrecisionId) {
        self.precisions[node.index() * self.width + component] = precision;
    }

    /// The parents of a node; none for the root. The first made it, the others were merged into it.
    #[must_use]
    pub fn parents(&self, node: ArgId) -> &[Parent] {
        &self.nodes[node].parents
    }

    /// The children of a node, covered ones included.
    #[must_use]
    pub fn children(&self, node: ArgId) -> &[ArgId] {
        &self.nodes[node].children
    }

    /// What a node is to the exploration.
    #[must_use]
    pub fn status(&self, node: ArgId) -> Status {
        self.nodes[node].status
    }

    /// Whether a node violates the property.
    #[must_use]
    pub fn is_target(&self, node: ArgId) -> bool {
        self.nodes[node].target
    }

    /// The nodes that cover a covered node together.
    #[must_use]
    pub fn covered_by(&self, node: ArgId) -> &[ArgId] {
        self.covered_by.get(&node).map_or(&[], |list| list)
    }

    /// The root.
    #[must_use]
    pub fn root(&self) -> Option<ArgId> {
        self.nodes.indices().next()
    }

    /// Every node that was not removed, in the order in which they were found.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = ArgId> + '_ {
        self.nodes.iter_enumerated().filter(|(_, n)| n.status != Status::Removed).map(|(id, _)| id)
    }

    /// The violations, in the order in which they were found.
    pub fn targets(&self) -> impl Iterator<Item = ArgId> + '_ {
        self.iter().filter(|&n| self.nodes[n].target && self.nodes[n].status == Status::Live)
    }

    /// The paths that could not be followed.
    #[must_use]
    pub fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    /// Notes that an edge could not be taken from a node.
    pub fn add_gap(&mut self, gap: Gap) {
        if !self.gaps.contains(&gap) {
            self.gaps.push(gap);
        }
    }

    /// How many nodes there are of each kind.
    #[must_use]
    pub fn counts(&self) -> ReachedCounts {
        ReachedCounts { partitions: self.partitions.len(), ..self.counts }
    }

    /// How many nodes were ever made, removed ones included: one more than the largest id.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no node was made yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The live nodes that a state is to be compared with.
    #[must_use]
    pub fn partition_of(&self, states: &[StateId]) -> &[ArgId] {
        self.partition(states).map_or(&[], |id| &self.partitions[id])
    }

    /// A node of the partition with the most live nodes, the oldest partition if there are several.
    #[must_use]
    pub fn busiest_node(&self) -> Option<ArgId> {
        let most = self.partitions.iter().map(Vec::len).max()?;
        self.partitions.iter().find(|nodes| nodes.len() == most)?.first().copied()
    }

    fn partition_key(&self, states: &[StateId]) -> Key {
        pick(&self.partition_columns, states)
    }

    /// The partition of a state, if it has one already.
    #[must_use]
    pub fn partition(&self, states: &[StateId]) -> Option<PartitionId> {
        self.partition_ids.get(&self.partition_key(states)).copied()
    }

    fn partition_id(&mut self, states: &[StateId]) -> PartitionId {
        let key = self.partition_key(states);
        let Self { partition_ids, partitions, shapes, .. } = self;
        *partition_ids.entry(key).or_insert_with(|| {
            shapes.push(Vec::new());
            partitions.push(Vec::new())
        })
    }

    /// The live nodes of a partition that have a key.
    #[must_use]
    pub fn candidates(&self, partition: PartitionId, key: IndexKey) -> &[ArgId] {
        self.buckets.get(&(partition, key)).map_or(&[], |nodes| nodes)
    }

    /// The combinations of shapes that live nodes of a partition can have.
    #[must_use]
    pub fn shapes_of(&self, partition: PartitionId) -> &[Shapes] {
        &self.shapes[partition]
    }

    /// Notes the shapes and the key of a live node. Where coverage is looked up, a node that was never noted covers
    /// nothing.
    pub fn index(&mut self, node: ArgId, shapes: Shapes, key: IndexKey) {
        let partition = self.nodes[node].partition;
        let known = &mut self.shapes[partition];
        if !known.contains(&shapes) {
            known.push(shapes);
        }
        if self.keys[node] != key {
            self.unindex(node);
            self.buckets.entry((partition, key.clone())).or_default().push(node);
            self.keys[node] = key;
        }
    }

    fn unindex(&mut self, node: ArgId) {
        let key = std::mem::take(&mut self.keys[node]);
        if let Some(nodes) = self.buckets.get_mut(&(self.nodes[node].partition, key)) {
            nodes.retain(|n| *n != node);
        }
    }

    /// The live node with exactly these states, the oldest if there are several.
    #[must_use]
    pub fn find(&self, states: &[StateId]) -> Option<ArgId> {
        self.rows.find(row_hash(states), |&node| self.states(node) == states).copied()
    }

    fn push_node(
        &mut self,
        parent: Option<Parent>,
        states: &[StateId],
        precisions: &[PrecisionId],
        status: Status,
    ) -> ArgId {
        debug_assert_eq!((states.len(), precisions.len()), (self.width, self.width));
        let partition = self.partition_id(states);
        let node = self.nodes.push(Node {
            parents: parent.into_iter().collect(),
            children: SmallVec::new(),
            partition,
            status,
            target: false,
        });
        self.keys.push(IndexKey::new());
        self.states.extend_from_slice(states);
        self.precisions.extend_from_slice(precisions);
        if let Some(parent) = parent {
            self.nodes[parent.node].children.push(node);
        }
        node
    }

    /// Puts a node into its partition and the row index.
    fn enlist(&mut self, node: ArgId) {
        let members = &mut self.partitions[self.nodes[node].partition];
        members.push(node);
        self.counts.largest_partition = self.counts.largest_partition.max(members.len());
        self.counts.live += 1;
        self.index_row(node);
    }

    /// Makes a live node known by its row.
    fn index_row(&mut self, node: ArgId) {
        let hash = row_hash(self.states(node));
        let Self { rows, states, width, .. } = self;
        let row = |node: ArgId| &states[node.index() * *width..(node.index() + 1) * *width];
        if rows.find(hash, |&other| row(other) == row(node)).is_none() {
            rows.insert_unique(hash, node, |&other| row_hash(row(other)));
        }
    }

    fn unindex_row(&mut self, node: ArgId) {
        self.unindex(node);
        let hash = row_hash(self.states(node));
        if let Ok(entry) = self.rows.find_entry(hash, |&other| other == node) {
            entry.remove();
        }
    }

    /// Adds a node to the reached set. `parent` is `None` for the root only.
    pub fn add(
        &mut self,
        parent: Option<Parent>,
        states: &[StateId],
        precisions: &[PrecisionId],
        target: bool,
    ) -> ArgId {
        let node = self.push_node(parent, states, precisions, Status::Live);
        self.nodes[node].target = target;
        self.enlist(node);
        node
    }

    /// Adds a leaf that is covered by other nodes together.
    pub fn add_covered(
        &mut self,
        parent: Parent,
        states: &[StateId],
        precisions: &[PrecisionId],
        by: &[ArgId],
    ) -> ArgId {
        let node = self.push_node(Some(parent), states, precisions, Status::Covered);
        self.counts.covered += 1;
        self.covered_by.insert(node, by.into());
        for &coverer in by {
            self.covers.entry(coverer).or_default().push(node);
        }
        node
    }

    /// Weakens a node to the states of a merge with a new successor of `parent`.
    pub fn merge_into(
        &mut self,
        node: ArgId,
        parent: Parent,
        states: &[StateId],
        precisions: &[PrecisionId],
    ) {
        debug_assert!(self.partition_columns.iter().all(|&c| self.states(node)[c] == states[c]));
        self.unindex_row(node);
        let start = node.index() * self.width;
        self.states[start..start + self.width].copy_from_slice(states);
        self.precisions[start..start + self.width].copy_from_slice(precisions);
        self.index_row(node);
        self.counts.merged += 1;
        if !self.nodes[node].parents.contains(&parent) {
            self.nodes[node].parents.push(parent);
            if !self.nodes[parent.node].children.contains(&node) {
                self.nodes[parent.node].children.push(node);
            }
        }
    }

    /// Whether `node` is already a child of `parent` along its edge.
    #[must_use]
    pub fn is_child(&self, node: ArgId, parent: Parent) -> bool {
        self.nodes[node].parents.contains(&parent)
    }
}

#[cfg(test)]
mod tests;
