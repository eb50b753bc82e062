//! What can be reached from the roots, who points to whom, and what has been lost.

use super::value::{Address, ObjectId, Sym};
use super::{Shape, Smg, Value};
use argand_support::{FxHashMap, FxHashSet};

/// A cell that holds an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reference {
    /// The object the cell is in.
    pub from: ObjectId,
    /// The first bit of the cell.
    pub bit: i64,
    /// What it holds.
    pub address: Address,
}

impl Smg {
    /// Every object that can be reached from the roots for which `start` says yes.
    pub fn reachable(&self, mut start: impl FnMut(u64) -> bool) -> FxHashSet<ObjectId> {
        let mut seen: FxHashSet<ObjectId> = FxHashSet::default();
        let mut todo: Vec<ObjectId> =
            self.roots().filter(|&(root, _)| start(root)).map(|(_, id)| id).collect();
        while let Some(id) = todo.pop() {
            if seen.insert(id)
                && let Some(object) = self.object(id)
            {
                todo.extend(object.linked_cells().filter_map(|(_, cell)| cell.value.target()));
            }
        }
        seen
    }

    /// Living heap objects that no root reaches: memory that can never be freed again.
    #[must_use]
    pub fn lost(&self) -> Vec<ObjectId> {
        if !self.objects().any(|(_, o)| o.is_live_heap()) {
            return Vec::new();
        }
        let reached = self.reachable(|_| true);
        self.objects().filter(|(id, o)| o.is_live_heap() && !reached.contains(id)).map(|(id, _)| id).collect()
    }

    /// Removes every object that no root reaches, living or dead.
    pub fn collect(&mut self) {
        let reached = self.reachable(|_| true);
        let gone: Vec<ObjectId> =
            self.objects().map(|(id, _)| id).filter(|id| !reached.contains(id)).collect();
        for id in gone {
            self.remove(id);
        }
    }

    /// Forgets every symbol that nothing mentions.
    pub fn collect_symbols(&mut self) {
        let mut used: FxHashSet<Sym> = FxHashSet::default();
        for (_, object) in self.objects() {
            used.extend(object.size.sym());
            if let Shape::Segment { length, .. } = object.shape {
                used.extend(length.sym());
            }
            used.extend(object.linked_cells().filter_map(|(_, cell)| cell.value.sym()));
        }
        self.numbers.retain(|sym| used.contains(&sym));
    }

    /// Every reference, by the object it points to.
    #[must_use]
    pub fn references(&self) -> FxHashMap<ObjectId, Vec<Reference>> {
        let mut map: FxHashMap<ObjectId, Vec<Reference>> = FxHashMap::default();
        for (from, object) in self.objects() {
            for (bit, cell) in object.linked_cells() {
                if let Value::Address(address) = cell.value {
                    map.entry(address.object).or_default().push(Reference { from, bit, address });
                }
            }
        }
        map
    }
}
