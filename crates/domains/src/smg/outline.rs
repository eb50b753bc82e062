//! What variables and the objects they point to certainly hold, to find the graphs that may include another one.
//!
//! A graph includes another only if every constant of its variables is that of the other, too; and so for what their
//! pointers lead to. Loops make thousands of graphs that differ in such a fact: with an index by facts none of them is
//! compared with another. Facts are numbers, and a graph that includes another has no fact that the other has not.

use super::numbers::share;
use super::value::{ObjectId, Value};
use super::{Object, Root, Shape, Smg};
use imbl::OrdMap;
use imbl::ordmap::DiffItem;

/// Where a fact is: in a named object, or at a bit of the object that the named one points to.
type Position = (Root, Option<i64>);

/// What is certain of named objects.
#[derive(Clone, Default, Debug)]
pub struct Outline {
    facts: OrdMap<Position, u64>,
    /// Sums of shares: of the roots, of the places with facts, of the facts.
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
        self.set((root, None), None);
        self.forget_target(root);
    }

    fn set(&mut self, place: Position, fact: Option<u64>) {
        let old = match fact {
            Some(fact) => self.facts.insert(place, fact),
            None => self.facts.remove(&place),
        };
        if let Some(old) = old {
            self.keys = self.keys.wrapping_sub(share(place));
            self.values = self.values.wrapping_sub(share((place, old)));
        }
        if let Some(fact) = fact {
            self.keys = self.keys.wrapping_add(share(place));
            self.values = self.values.wrapping_add(share((place, fact)));
        }
    }

    /// Forgets what is at the other end of a pointer.
    fn forget_target(&mut self, root: Root) {
        let places: Vec<Position> = self
            .facts
            .range((root, Some(i64::MIN))..)
            .map(|(&place, _)| place)
            .take_while(|place| place.0 == root)
            .collect();
        for place in places {
            self.set(place, None);
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

    /// Which variables there are, of which something is certain, and whether anything is abstracted.
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
        for difference in other.facts.diff(&self.facts) {
            match difference {
                DiffItem::Add(..) => {}
                DiffItem::Remove(..) => return None,
                DiffItem::Update { old: (place, old), new: (_, new) } => {
                    values = values.wrapping_sub(share((place, old))).wrapping_add(share((place, new)));
                }
            }
        }
        Some(values.wrapping_add(living))
    }
}

impl Smg {
    /// What is certain of a value, as a number.
    fn fact(&self, value: Value) -> Option<u64> {
        match value {
            Value::Bits(bits) => Some(share((0u8, bits))),
            Value::Function(func) => Some(share((1u8, func))),
            Value::Address(to) => {
                let target = self.object(to.object).filter(|object| object.shape == Shape::Region)?;
                let offset = to.offset.as_constant()?;
                Some(share((2u8, offset, target.storage, target.valid)))
            }
            Value::Number(_) | Value::Each(_) | Value::Any => None,
        }
    }

    /// Brings up to date what is certain of a named object.
    pub(super) fn outline_root(&mut self, root: Root, object: ObjectId) {
        let value = self.object(object).and_then(Object::scalar);
        let fact = value.and_then(|value| self.fact(value));
        self.outline.set((root, None), fact);
        self.outline.forget_target(root);
        let target = value.and_then(Value::target).filter(|_| fact.is_some());
        let Some(target) = target.and_then(|target| self.objects.get(&target)).cloned() else { return };
        for (bit, cell) in target.cells.range(0, MOST) {
            self.outline.set((root, Some(bit)), self.fact(cell.value));
        }
    }

    /// Brings up to date what is certain of a cell of an object that variables may point to.
    pub(super) fn outline_cell(&mut self, object: ObjectId, bit: i64) {
        let is_region = self.object(object).is_some_and(|object| object.shape == Shape::Region);
        if !is_region || !(0..MOST).contains(&bit) {
            return;
        }
        let fact = self.object(object).and_then(|o| o.cell(bit)).and_then(|cell| self.fact(cell.value));
        for (root, _) in self.roots_to(object) {
            if self.outline.facts.contains_key(&(root, None)) {
                self.outline.set((root, Some(bit)), fact);
            }
        }
    }

    /// Brings up to date what is certain of pointers to an object that became another thing.
    pub(super) fn outline_pointers(&mut self, object: ObjectId) {
        for (root, id) in self.roots_to(object) {
            self.outline_root(root, id);
        }
        let cells: Vec<_> = self.references_to(object).map(|r| (r.from, r.bit)).collect();
        for (from, bit) in cells {
            self.outline_cell(from, bit);
        }
    }

    /// The variables that are pointers to an object.
    fn roots_to(&self, object: ObjectId) -> Vec<(Root, ObjectId)> {
        let named = self.references_to(object).filter_map(|r| Some((self.object(r.from)?, r.from)));
        named.filter_map(|(from, id)| Some((from.root.filter(|_| from.scalar().is_some())?, id))).collect()
    }
}

/// Of bits behind this one nothing is kept.
const MOST: i64 = 512;

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(constants: &[(Root, Option<u64>)]) -> Outline {
        let mut outline = Outline::default();
        for &(root, constant) in constants {
            outline.add_root(root);
            outline.set((root, None), constant);
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
        changed.set((2, None), None);
        changed.set((1, None), Some(6));
        changed.remove_root(2);
        let fresh = outline(&[(1, Some(6))]);
        assert_eq!((changed.shape(), changed.key_for(&changed)), (fresh.shape(), fresh.key_for(&fresh)));
    }
}
