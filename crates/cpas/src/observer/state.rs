//! How far runs have come along the subpaths that are watched.

use super::pattern::Pattern;
use argand_cfa::EdgeId;
use std::fmt;
use std::rc::Rc;

/// The subpaths that are watched, the oldest first.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Observers(pub(super) Rc<[Rc<Pattern>]>);

impl Observers {
    /// These and one more.
    #[must_use]
    pub(super) fn with(&self, pattern: Pattern) -> Self {
        Self(self.0.iter().cloned().chain([Rc::new(pattern)]).collect())
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether a subpath is watched already.
    pub(super) fn watches(&self, pattern: &Pattern) -> bool {
        self.0.iter().any(|known| **known == *pattern)
    }

    /// The state after an edge; `None` when no run takes it.
    #[must_use]
    pub fn next(&self, state: &ObserverState, edge: EdgeId) -> Option<ObserverState> {
        let mut taken = Vec::with_capacity(self.0.len());
        for (index, pattern) in self.0.iter().enumerate() {
            taken.push(pattern.next(state.0.get(index).copied().unwrap_or(0), edge)?);
        }
        while taken.last() == Some(&0) {
            taken.pop();
        }
        Some(ObserverState(taken.into()))
    }
}

/// How many edges of each subpath the last steps were; nothing is said of those at the end that have not begun.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ObserverState(Box<[u32]>);

impl fmt::Display for ObserverState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let begun = self.0.iter().enumerate().filter(|(_, taken)| **taken > 0);
        let texts: Vec<String> =
            begun.map(|(index, taken)| format!("{taken} steps of infeasible path {}", index + 1)).collect();
        f.write_str(&texts.join(", "))
    }
}
