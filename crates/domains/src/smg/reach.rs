//! What can be reached from the roots, who points to whom, and what has been lost.

use super::Smg;
use super::value::{Address, ObjectId, Value};
use argand_support::FxHashSet;

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

/// The first limit of a search; each further one has this factor more.
const FIRST_LIMIT: usize = 8;

/// What a search for a root found.
enum Back {
    /// A root.
    Root,
    /// No root leads to any of these objects.
    Nothing(FxHashSet<ObjectId>),
    /// Too many objects to look at.
    Open,
}

impl Smg {
    /// Every reference to an object.
    pub fn references_to(&self, to: ObjectId) -> impl Iterator<Item = Reference> + '_ {
        let first = (to, ObjectId::new(0), i64::MIN);
        let all = self.references.range(first..).take_while(move |entry| entry.0 == to);
        all.filter_map(|&(_, from, bit)| match self.object(from)?.cell(bit)?.value {
            Value::Address(address) => Some(Reference { from, bit, address }),
            _ => None,
        })
    }

    pub(super) fn targets(&self, id: ObjectId) -> impl Iterator<Item = ObjectId> + '_ {
        self.object(id).into_iter().flat_map(|o| o.linked_cells().filter_map(|(_, cell)| cell.value.target()))
    }

    fn has_root(&self, id: ObjectId) -> bool {
        self.object(id).is_some_and(|object| object.root.is_some())
    }

    /// The objects that no root reaches.
    ///
    /// Before the last references were dropped everything was reached, so that what is not can be reached from an
    /// object that lost one. Two searches take turns, with growing limits: backwards from each of these objects until a
    /// root is found or nothing is left, and forwards from all of them. In long lists one of them is short.
    #[must_use]
    pub fn unreached(&self) -> Vec<ObjectId> {
        let mut gone: FxHashSet<ObjectId> = FxHashSet::default();
        let mut starts: Vec<ObjectId> = self.loose.iter().copied().collect();
        let mut limit = FIRST_LIMIT;
        while !starts.is_empty() {
            let mut open = Vec::new();
            while let Some(start) = starts.pop() {
                match self.look_back(start, limit, &gone) {
                    Back::Root => {}
                    Back::Open => open.push(start),
                    Back::Nothing(part) => {
                        starts.extend(part.iter().flat_map(|&id| self.targets(id)));
                        gone.extend(part);
                    }
                }
            }
            if let Some(part) = self.closure(&open, limit, &gone) {
                let rest = self.unreached_in(&part, &gone);
                gone.extend(rest);
                break;
            }
            starts = open;
            limit = limit.saturating_mul(FIRST_LIMIT);
        }
        let mut gone: Vec<ObjectId> = gone.into_iter().collect();
        gone.sort_unstable();
        gone
    }

    /// Looks for a root among the objects from which an object can be reached.
    fn look_back(&self, start: ObjectId, limit: usize, gone: &FxHashSet<ObjectId>) -> Back {
        let mut seen: FxHashSet<ObjectId> = FxHashSet::default();
        let mut todo = vec![start];
        let mut at = 0;
        while let Some(&id) = todo.get(at) {
            at += 1;
            if self.has_root(id) {
                return Back::Root;
            }
            if gone.contains(&id) || !seen.insert(id) {
                continue;
            }
            if todo.len() > limit {
                return Back::Open;
            }
            todo.extend(self.references_to(id).map(|r| r.from).filter(|from| !seen.contains(from)));
        }
        Back::Nothing(seen)
    }

    /// All that can be reached from some objects, if that is not more than a limit.
    fn closure(
        &self,
        starts: &[ObjectId],
        limit: usize,
        gone: &FxHashSet<ObjectId>,
    ) -> Option<FxHashSet<ObjectId>> {
        let mut seen: FxHashSet<ObjectId> = FxHashSet::default();
        let mut todo = starts.to_vec();
        while let Some(id) = todo.pop() {
            if !gone.contains(&id) && seen.insert(id) {
                if seen.len() > limit.max(starts.len()) {
                    return None;
                }
                todo.extend(self.targets(id));
            }
        }
        Some(seen)
    }

    /// The objects of a part that no root reaches, where all outside of the part are reached but those that are gone,
    /// and nothing leads out of it.
    fn unreached_in(&self, part: &FxHashSet<ObjectId>, gone: &FxHashSet<ObjectId>) -> Vec<ObjectId> {
        let is_outside = |id: ObjectId| !part.contains(&id) && !gone.contains(&id);
        let entered = |id: ObjectId| self.has_root(id) || self.references_to(id).any(|r| is_outside(r.from));
        let mut todo: Vec<ObjectId> = part.iter().copied().filter(|&id| entered(id)).collect();
        let mut reached: FxHashSet<ObjectId> = todo.iter().copied().collect();
        while let Some(id) = todo.pop() {
            todo.extend(self.targets(id).filter(|&target| reached.insert(target)));
        }
        part.iter().copied().filter(|id| !reached.contains(id)).collect()
    }

    /// Living heap objects that no root reaches: memory that can never be freed again.
    #[must_use]
    pub fn lost(&self) -> Vec<ObjectId> {
        self.living_heap(&self.unreached())
    }

    /// Those of some objects that must still be freed.
    #[must_use]
    pub fn living_heap(&self, ids: &[ObjectId]) -> Vec<ObjectId> {
        ids.iter().copied().filter(|&id| self.object(id).is_some_and(super::Object::is_live_heap)).collect()
    }

    /// Removes every object that no root reaches, living or dead.
    pub fn collect(&mut self) {
        let gone = self.unreached();
        self.discard(&gone);
    }

    /// Removes the objects that no root reaches.
    pub fn discard(&mut self, unreached: &[ObjectId]) {
        for &id in unreached {
            self.remove(id);
        }
        self.loose = imbl::OrdSet::new();
    }

    /// Forgets every symbol that nothing mentions.
    pub fn collect_symbols(&mut self) {
        self.numbers.forget_unused();
    }
}
