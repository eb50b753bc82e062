//! Hash-consing tables: every state and precision is stored once and named by a small integer.
//!
//! A table is shared between the component that fills it and a refiner that reads states or adds precisions,
//! so that typed values never have to cross the erased seam.

use argand_support::{FxHasher, Idx, IndexVec};
use hashbrown::HashTable;
use std::cell::{Ref, RefCell};
use std::hash::{Hash, Hasher as _};
use std::rc::Rc;

#[derive(Debug)]
struct Inner<I, T> {
    /// The hash is kept because hashing a large state again on growth costs more than eight bytes.
    entries: IndexVec<I, (u64, T)>,
    ids: HashTable<I>,
}

/// A shared hash-consing table. Clones are handles to the same table.
#[derive(Debug)]
pub struct Table<I, T>(Rc<RefCell<Inner<I, T>>>);

impl<I, T> Clone for Table<I, T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<I: Idx, T> Default for Table<I, T> {
    fn default() -> Self {
        Self(Rc::new(RefCell::new(Inner { entries: IndexVec::new(), ids: HashTable::new() })))
    }
}

impl<I: Idx, T: Hash + Eq> Table<I, T> {
    /// The id of a value, new if it was never seen.
    pub fn intern(&self, value: T) -> I {
        self.intern_new(value).0
    }

    /// The id of a value, and whether it is new.
    pub fn intern_new(&self, value: T) -> (I, bool) {
        let mut hasher = FxHasher::default();
        value.hash(&mut hasher);
        let hash = hasher.finish();
        let Inner { entries, ids } = &mut *self.0.borrow_mut();
        let same = |&id: &I| entries[id].0 == hash && entries[id].1 == value;
        if let Some(&id) = ids.find(hash, same) {
            return (id, false);
        }
        let id = entries.push((hash, value));
        ids.insert_unique(hash, id, |&id| entries[id].0);
        (id, true)
    }

    /// The id of a value that is in the table.
    #[must_use]
    pub fn find(&self, value: &T) -> Option<I> {
        let mut hasher = FxHasher::default();
        value.hash(&mut hasher);
        let hash = hasher.finish();
        let Inner { entries, ids } = &*self.0.borrow();
        ids.find(hash, |&id| entries[id].0 == hash && entries[id].1 == *value).copied()
    }

    /// The value behind an id. Do not intern while holding it.
    #[must_use]
    pub fn get(&self, id: I) -> Ref<'_, T> {
        Ref::map(self.0.borrow(), |inner| &inner.entries[id].1)
    }

    /// Many values at once, for loops over candidates.
    #[must_use]
    pub fn read(&self) -> TableRef<'_, I, T> {
        TableRef(self.0.borrow())
    }

    /// How many values there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.borrow().entries.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets every value. Ids given out before must not be used again.
    pub fn clear(&self) {
        let mut inner = self.0.borrow_mut();
        inner.entries = IndexVec::new();
        inner.ids = HashTable::new();
    }
}

/// A borrowed table.
pub struct TableRef<'a, I, T>(Ref<'a, Inner<I, T>>);

impl<I: Idx, T> TableRef<'_, I, T> {
    /// The value behind an id.
    #[must_use]
    pub fn get(&self, id: I) -> &T {
        &self.0.entries[id].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::component::StateId;

    #[test]
    fn equal_values_have_one_id_and_handles_share_the_table() {
        let table: Table<StateId, String> = Table::default();
        let other = table.clone();
        let a = table.intern("a".to_owned());
        assert_eq!(a, other.intern("a".to_owned()));
        assert_eq!((table.find(&"a".to_owned()), table.find(&"b".to_owned())), (Some(a), None));
        assert_ne!(a, other.intern("b".to_owned()));
        assert_eq!((table.len(), &*table.get(a)), (2, &"a".to_owned()));
        other.clear();
        assert!(table.is_empty());
    }
}
