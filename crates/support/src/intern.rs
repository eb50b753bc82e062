//! Names as small integers: equal names are equal [`Symbol`]s.

use crate::index::Idx;
use crate::{FxHasher, IndexVec, define_index};
use hashbrown::HashTable;
use std::hash::Hasher;

define_index! {
    /// An interned name. Symbols compare by identity, not by spelling: ask the [`Interner`] for that.
    pub struct Symbol, "sym";
}

/// The table behind [`Symbol`]s.
#[derive(Clone, Debug, Default)]
pub struct Interner {
    names: IndexVec<Symbol, Box<str>>,
    table: HashTable<Symbol>,
}

fn hash(name: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(name.as_bytes());
    hasher.finish()
}

impl Interner {
    /// The symbol of `name`, new if it was never seen.
    pub fn intern(&mut self, name: &str) -> Symbol {
        let Self { names, table } = self;
        let entry = table.entry(hash(name), |&s| &*names[s] == name, |&s| hash(&names[s]));
        match entry {
            hashbrown::hash_table::Entry::Occupied(found) => *found.get(),
            hashbrown::hash_table::Entry::Vacant(slot) => {
                let symbol = names.push(name.into());
                slot.insert(symbol);
                symbol
            }
        }
    }

    /// The symbol of `name`, if it was interned before.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.table.find(hash(name), |&s| &*self.names[s] == name).copied()
    }

    /// The spelling of a symbol.
    #[must_use]
    pub fn resolve(&self, symbol: Symbol) -> &str {
        &self.names[symbol]
    }

    /// How many different names there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether no name was interned yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// A symbol's position, for side tables indexed by symbol.
impl From<Symbol> for usize {
    fn from(symbol: Symbol) -> usize {
        symbol.index()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_are_one_symbol_and_resolve_to_their_spelling() {
        let mut interner = Interner::default();
        let (a, b, again) = (interner.intern("alpha"), interner.intern("beta"), interner.intern("alpha"));
        assert_eq!(a, again);
        assert_ne!(a, b);
        assert_eq!(interner.resolve(b), "beta");
        assert_eq!(interner.find("gamma"), None);
        assert_eq!(interner.len(), 2);
    }
}
