//! Which variables hold which constants, to find the graphs that may include another one.
//!
//! A graph includes another only if every constant of its variables is that of the other, too. A loop that counts makes
//! thousands of graphs that differ in one constant: with an index by constants none of them is compared with another.

use super::numbers::share;
use super::{Object, Root, Shape};
use imbl::OrdMap;
use imbl::ordmap::DiffItem;

/// The constants of named objects.
#[derive(Clone, Default, Debug)]
pub struct Outline {
    constants: OrdMap<Root, u64>,
    /// Sums of shares: of the roots, of those with constants, of the constants.
    roots: u64,
    keys: u64,
    values: u64,
    /// How many objects of the heap are alive.
    living: u32,
    /// How many objects are more than a region.
    abstracted: u32,
    /// How many objects have marks.
    marked: u32,
}

impl Outline {
    pub(super) fn add_root(&mut self, root: Root) {
        self.roots = self.roots.wrapping_add(share(root));
    }

    pub(super) fn remove_root(&mut self, root: Root) {
        self.roots = self.roots.wrapping_sub(share(root));
        self.set(root, None);
    }

    pub(super) fn set(&mut self, root: Root, constant: Option<u64>) {
        let old = match constant {
            Some(constant) => self.constants.insert(root, constant),
            None => self.constants.remove(&root),
        };
        if let Some(old) = old {
            self.keys = self.keys.wrapping_sub(share(root));
            self.values = self.values.wrapping_sub(share((root, old)));
        }
        if let Some(constant) = constant {
            self.keys = self.keys.wrapping_add(share(root));
            self.values = self.values.wrapping_add(share((root, constant)));
        }
    }

    /// An object comes into being.
    pub(super) fn count(&mut self, object: &Object) {
        self.living += u32::from(object.is_live_heap());
        self.abstracted += u32::from(object.shape != Shape::Region);
        self.marked += u32::from(object.is_marked());
    }

    /// An object ceases to be.
    pub(super) fn discount(&mut self, object: &Object) {
        self.living -= u32::from(object.is_live_heap());
        self.abstracted -= u32::from(object.shape != Shape::Region);
        self.marked -= u32::from(object.is_marked());
    }

    /// Whether any object has marks.
    pub(super) const fn has_marks(&self) -> bool {
        self.marked > 0
    }

    /// Which variables there are and which of them hold constants, and whether anything is abstracted.
    #[must_use]
    pub fn shape(&self) -> u64 {
        share((self.roots, self.keys, self.abstracted > 0))
    }

    /// A number that every graph has for itself that includes this one and has the shape of `other`; `None` when no
    /// graph of that shape can.
    #[must_use]
    pub fn key_for(&self, other: &Self) -> Option<u64> {
        if self.roots != other.roots || (other.abstracted == 0 && self.abstracted > 0) {
            return None;
        }
        // Where nothing is abstracted, each object meets one other.
        let living = if other.abstracted == 0 { share(self.living) } else { 0 };
        if self.keys == other.keys {
            return Some(self.values.wrapping_add(living));
        }
        let mut values = other.values;
        for difference in other.constants.diff(&self.constants) {
            match difference {
                DiffItem::Add(..) => {}
                DiffItem::Remove(..) => return None,
                DiffItem::Update { old: (root, old), new: (_, new) } => {
                    values = values.wrapping_sub(share((root, old))).wrapping_add(share((root, new)));
                }
            }
        }
        Some(values.wrapping_add(living))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(constants: &[(Root, Option<u64>)]) -> Outline {
        let mut outline = Outline::default();
        for &(root, constant) in constants {
            outline.add_root(root);
            outline.set(root, constant);
        }
        outline
    }

    #[test]
    fn a_graph_finds_those_that_know_less_of_the_same() {
        let new = outline(&[(1, Some(5)), (2, Some(7)), (3, None)]);
        let weaker = outline(&[(1, Some(5)), (2, None), (3, None)]);
        let other = outline(&[(1, Some(6)), (2, None), (3, None)]);
        let stronger = outline(&[(1, Some(5)), (2, Some(7)), (3, Some(1))]);
        assert_eq!(new.key_for(&weaker), weaker.key_for(&weaker));
        assert_eq!(new.key_for(&other), weaker.key_for(&weaker), "only the shape of the other matters");
        assert_ne!(new.key_for(&other), other.key_for(&other));
        assert_eq!(new.key_for(&stronger), None);
        assert_eq!(new.key_for(&outline(&[(1, Some(5)), (2, None)])), None, "other variables");
    }

    #[test]
    fn a_constant_that_is_forgotten_leaves_no_trace() {
        let mut changed = outline(&[(1, Some(5)), (2, Some(7))]);
        changed.set(2, None);
        changed.set(1, Some(6));
        changed.remove_root(2);
        let fresh = outline(&[(1, Some(6))]);
        assert_eq!((changed.shape(), changed.key_for(&changed)), (fresh.shape(), fresh.key_for(&fresh)));
    }
}
