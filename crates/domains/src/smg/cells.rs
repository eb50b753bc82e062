//! The cells of an object: a persistent map that is small where objects are.
//!
//! Nearly all objects have a handful of cells, for which a node of a persistent tree is a waste of kilobytes; arrays
//! have thousands, which must not be copied with every write.

use super::object::Cell;
use imbl::OrdMap;
use std::rc::Rc;

/// Disjoint ranges of bits with their content, by their first bit.
#[derive(Clone)]
pub(super) struct Cells(Repr);

#[derive(Clone)]
enum Repr {
    Few(Rc<Vec<(i64, Cell)>>),
    Many(OrdMap<i64, Cell>),
}

/// More cells than this are kept in a tree.
const FEW: usize = 12;

impl Default for Cells {
    fn default() -> Self {
        Self(Repr::Few(Rc::default()))
    }
}

impl PartialEq for Cells {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::Few(a), Repr::Few(b)) => Rc::ptr_eq(a, b) || a == b,
            (Repr::Many(a), Repr::Many(b)) => a.ptr_eq(b) || a == b,
            _ => self.iter().eq(other.iter()),
        }
    }
}

impl Eq for Cells {}

impl std::fmt::Debug for Cells {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl Cells {
    /// The cell that starts at a bit.
    pub(super) fn get(&self, bit: i64) -> Option<Cell> {
        match &self.0 {
            Repr::Few(list) => list.binary_search_by_key(&bit, |c| c.0).ok().map(|at| list[at].1),
            Repr::Many(map) => map.get(&bit).copied(),
        }
    }

    /// Puts a cell, and gives back the one that started at the same bit.
    pub(super) fn insert(&mut self, bit: i64, cell: Cell) -> Option<Cell> {
        match &mut self.0 {
            Repr::Few(list) => match list.binary_search_by_key(&bit, |c| c.0) {
                Ok(at) => Some(std::mem::replace(&mut Rc::make_mut(list)[at].1, cell)),
                Err(at) if list.len() < FEW => {
                    Rc::make_mut(list).insert(at, (bit, cell));
                    None
                }
                Err(_) => {
                    let mut map: OrdMap<i64, Cell> = list.iter().copied().collect();
                    map.insert(bit, cell);
                    self.0 = Repr::Many(map);
                    None
                }
            },
            Repr::Many(map) => map.insert(bit, cell),
        }
    }

    /// Takes out the cell that starts at a bit.
    pub(super) fn remove(&mut self, bit: i64) -> Option<Cell> {
        match &mut self.0 {
            Repr::Few(list) => {
                let at = list.binary_search_by_key(&bit, |c| c.0).ok()?;
                Some(Rc::make_mut(list).remove(at).1)
            }
            Repr::Many(map) => {
                let old = map.remove(&bit);
                if map.len() <= FEW / 2 {
                    self.0 = Repr::Few(Rc::new(map.iter().map(|(&bit, &cell)| (bit, cell)).collect()));
                }
                old
            }
        }
    }

    /// The last cell that starts before a bit.
    pub(super) fn before(&self, bit: i64) -> Option<(i64, Cell)> {
        match &self.0 {
            Repr::Few(list) => list[..list.partition_point(|c| c.0 < bit)].last().copied(),
            Repr::Many(map) => map.range(..bit).next_back().map(|(&bit, &cell)| (bit, cell)),
        }
    }

    /// The cells that start in a range of bits, in order.
    pub(super) fn range(&self, from: i64, to: i64) -> impl Iterator<Item = (i64, Cell)> + '_ {
        let (few, many) = match &self.0 {
            Repr::Few(list) => {
                let start = list.partition_point(|c| c.0 < from);
                let end = list.partition_point(|c| c.0 < to).max(start);
                (&list[start..end], None)
            }
            Repr::Many(map) => (&[][..], Some(map.range(from..to.max(from)))),
        };
        few.iter().copied().chain(many.into_iter().flatten().map(|(&bit, &cell)| (bit, cell)))
    }

    /// All cells in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (i64, Cell)> + '_ {
        self.range(i64::MIN, i64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::Value;
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn they_are_a_map(edits in prop::collection::vec((0i64..40, any::<bool>()), 0..80), bounds in [0i64..40, 0..40]) {
            let mut cells = Cells::default();
            let mut expected: BTreeMap<i64, u64> = BTreeMap::new();
            for (time, (bit, is_kept)) in edits.into_iter().enumerate() {
                let width = time as u64;
                let (old, before) = if is_kept {
                    (cells.insert(bit, Cell { width, value: Value::Any }), expected.insert(bit, width))
                } else {
                    (cells.remove(bit), expected.remove(&bit))
                };
                prop_assert_eq!(old.map(|c| c.width), before);
            }
            let plain = |(bit, cell): (i64, Cell)| (bit, cell.width);
            let all: Vec<_> = expected.iter().map(|(&b, &w)| (b, w)).collect();
            prop_assert_eq!(cells.iter().map(plain).collect::<Vec<_>>(), all.clone());
            let [from, to] = bounds;
            let inside: Vec<_> = all.iter().copied().filter(|&(b, _)| from <= b && b < to).collect();
            prop_assert_eq!(cells.range(from, to).map(plain).collect::<Vec<_>>(), inside);
            prop_assert_eq!(cells.before(from).map(plain), all.iter().copied().rfind(|c| c.0 < from));
            prop_assert_eq!(cells.get(to).map(|c| c.width), expected.get(&to).copied());
            let mut again = Cells::default();
            for (bit, cell) in cells.iter() {
                again.insert(bit, cell);
            }
            prop_assert_eq!(cells, again);
        }
    }
}
