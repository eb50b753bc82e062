//! Lazy abstraction: cutting off a part of the graph and keeping the rest.

use super::{ArgId, Reached, Status};
use crate::component::PrecisionId;
use argand_support::{FxHashSet, Idx as _, IndexVec};
use hashbrown::HashTable;

/// What a cut leaves to be done.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cut {
    /// Nodes that lost children and must be explored again, in order.
    pub reopened: Vec<ArgId>,
    /// Nodes that were covered by removed ones and are live now; they must be explored. In order.
    pub uncovered: Vec<ArgId>,
    /// The nodes that were removed, in order.
    pub removed: Vec<ArgId>,
}

impl Reached {
    /// The nodes below and including `node`, in order.
    #[must_use]
    pub fn subtree(&self, node: ArgId) -> Vec<ArgId> {
        let mut seen = FxHashSet::default();
        let mut work = vec![node];
        while let Some(next) = work.pop() {
            if seen.insert(next) {
                work.extend_from_slice(&self.nodes[next].children);
            }
        }
        let mut nodes: Vec<_> = seen.drain().collect();
        nodes.sort_unstable();
        nodes
    }

    /// The different precisions of one component below and including `node`. A refinement that cuts at `node`
    /// keeps what was learnt there by joining them into the new precision.
    #[must_use]
    pub fn subtree_precisions(&self, node: ArgId, component: usize) -> Vec<PrecisionId> {
        let mut found: Vec<_> =
            self.subtree(node).into_iter().map(|n| self.precisions(n)[component]).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Removes `node` and everything below it. The root itself is never removed: cutting there removes
    /// everything below it.
    pub fn cut(&mut self, node: ArgId) -> Cut {
        if self.nodes[node].status == Status::Removed {
            return Cut::default();
        }
        let root = self.root();
        let mut removed = self.subtree(node);
        removed.retain(|&n| Some(n) != root);
        let gone: FxHashSet<ArgId> = removed.iter().copied().collect();
        let (mut reopened, mut uncovered, mut partitions) = (Vec::new(), Vec::new(), Vec::new());
        for &n in &removed {
            let parents = std::mem::take(&mut self.nodes[n].parents);
            for parent in &parents {
                if !gone.contains(&parent.node) {
                    self.nodes[parent.node].children.retain(|child| *child != n);
                    reopened.push(parent.node);
                }
            }
            self.nodes[n].parents = parents;
            self.nodes[n].children.clear();
            if self.nodes[n].status == Status::Live {
                self.unindex_row(n);
                partitions.push(self.nodes[n].partition);
                self.counts.live -= 1;
            } else {
                self.forget_coverage(n);
                self.counts.covered -= 1;
            }
            self.nodes[n].status = Status::Removed;
            self.counts.removed += 1;
        }
        partitions.sort_unstable();
        partitions.dedup();
        for partition in partitions {
            self.partitions[partition].retain(|n| !gone.contains(n));
        }
        for &n in &removed {
            for covered in self.covers.remove(&n).unwrap_or_default() {
                if self.nodes[covered].status == Status::Covered {
                    self.forget_coverage(covered);
                    self.counts.covered -= 1;
                    self.nodes[covered].status = Status::Live;
                    self.enlist(covered);
                    uncovered.push(covered);
                }
            }
        }
        self.gaps.retain(|gap| !gone.contains(&gap.node));
        reopened.sort_unstable();
        reopened.dedup();
        // A reopened node will find its gaps again if they are still there.
        self.gaps.retain(|gap| reopened.binary_search(&gap.node).is_err());
        uncovered.sort_unstable();
        Cut { reopened, uncovered, removed }
    }

    /// Removes the covered leaves below a node that is explored again: the new successors stand for them.
    pub fn drop_covered_children(&mut self, node: ArgId) {
        let children = &self.nodes[node].children;
        let leaves: Vec<_> =
            children.iter().copied().filter(|&c| self.nodes[c].status == Status::Covered).collect();
        for &leaf in &leaves {
            self.forget_coverage(leaf);
            self.nodes[leaf].status = Status::Removed;
            self.counts.covered -= 1;
            self.counts.removed += 1;
        }
        if !leaves.is_empty() {
            self.nodes[node].children.retain(|child| !leaves.contains(child));
        }
    }

    fn forget_coverage(&mut self, node: ArgId) {
        for coverer in self.covered_by.remove(&node).unwrap_or_default() {
            if let Some(list) = self.covers.get_mut(&coverer) {
                list.retain(|&n| n != node);
            }
        }
    }

    /// Forgets everything, for a restart.
    pub fn clear(&mut self) {
        self.nodes = IndexVec::new();
        self.states.clear();
        self.precisions.clear();
        self.partition_ids.clear();
        self.partitions = IndexVec::new();
        self.buckets.clear();
        self.keys = IndexVec::new();
        self.shapes = IndexVec::new();
        self.rows = HashTable::new();
        self.covered_by.clear();
        self.covers.clear();
        self.gaps.clear();
        self.counts = super::ReachedCounts::default();
    }

    /// Checks the invariants of the graph; for tests and debug builds.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    pub fn check(&self) -> Result<(), String> {
        for node in self.iter() {
            let info = &self.nodes[node];
            for parent in &info.parents {
                if self.nodes[parent.node].status != Status::Live {
                    return Err(format!("{node} has the parent {} that is not live", parent.node));
                }
                if !self.nodes[parent.node].children.contains(&node) {
                    return Err(format!("{node} is not a child of its parent {}", parent.node));
                }
            }
            if info.parents.first().is_some_and(|p| p.node >= node) {
                return Err(format!("{node} is older than its first parent"));
            }
            for &child in &info.children {
                if !self.nodes[child].parents.iter().any(|p| p.node == node) {
                    return Err(format!("{node} is not a parent of its child {child}"));
                }
            }
            let listed = self.partitions[info.partition].contains(&node);
            if listed != (info.status == Status::Live) {
                return Err(format!("{node} is {:?} and listed: {listed}", info.status));
            }
            let covered = info.status == Status::Covered;
            if covered && (!info.children.is_empty() || self.covered_by(node).is_empty()) {
                return Err(format!("{node} is covered and has children or no coverer"));
            }
            for &coverer in self.covered_by(node) {
                if self.nodes[coverer].status != Status::Live {
                    return Err(format!("{node} is covered by {coverer}, which is not live"));
                }
            }
        }
        let live = self.iter().filter(|n| self.nodes[*n].status == Status::Live).count();
        if live != self.counts.live || self.states.len() != self.nodes.len() * self.width {
            return Err(format!("{} live nodes are counted, {live} there are", self.counts.live));
        }
        Ok(())
    }

    /// The node's distance from the root along first parents.
    #[must_use]
    pub fn depth(&self, node: ArgId) -> usize {
        std::iter::successors(Some(node), |&n| self.nodes[n].parents.first().map(|p| p.node)).count() - 1
    }

    /// Whether an id names a node that was made and not removed.
    #[must_use]
    pub fn contains(&self, node: ArgId) -> bool {
        node.index() < self.nodes.len() && self.nodes[node].status != Status::Removed
    }
}
