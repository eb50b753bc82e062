//! The order of abstract memories: coverage, joins, and what is left when something is forgotten.

use super::content::Content;
use super::{CellValue, Memory, share};
use crate::trie::{Iter, MapKey as _};

impl<V: CellValue> Memory<V> {
    /// Equal for memories that know the same ranges, whatever they hold; see [`Memory::project`].
    #[must_use]
    pub const fn shape(&self) -> u64 {
        self.shape
    }

    /// Whether all that `other` knows is known here too.
    #[must_use]
    pub fn leq(&self, other: &Self) -> bool {
        self.objects.refines(&other.objects, &mut Content::leq)
    }

    /// What both know.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        let objects = self.objects.intersect(&other.objects, &mut |_, ours, theirs| {
            let joined = if ours == theirs { ours.clone() } else { ours.join(theirs) };
            (!joined.is_empty()).then_some(joined)
        });
        let shape = Iter::new(&objects).map(|(o, content)| share(o, content)).fold(0, u64::wrapping_add);
        Self { objects, shape }
    }

    /// What is left when everything is forgotten that a memory of the shape of `onto` does not know; `None` when
    /// not all that such a memory knows is known here. The result covers this memory.
    ///
    /// Where values are constants, `b` covers `a` exactly when `a.project(b)` is `b`.
    #[must_use]
    pub fn project(&self, onto: &Self) -> Option<Self> {
        if self.shape == onto.shape {
            return Some(self.clone());
        }
        if onto.objects.len() > self.objects.len() {
            return None;
        }
        let mut changed = Vec::new();
        for (object, theirs) in Iter::new(&onto.objects) {
            let ours = self.content(object)?;
            let projected = ours.project(theirs)?;
            if !projected.is_same(ours) {
                changed.push((object, projected));
            }
        }
        let mut projected = self.clone();
        projected.retain_objects(|object| onto.objects.get(object.bits()).is_some());
        for (object, content) in changed {
            projected.set(object, content);
        }
        Some(projected)
    }
}
