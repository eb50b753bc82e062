//! Which predicates are tracked where.

use super::engine::PredId;
use argand_cfa::{FuncId, LocId, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

argand_cpa::option_enum! {
    /// How far a predicate reaches that was found at a location.
    pub enum Scope {
        /// Only there.
        Location = "location",
        /// Everywhere in the function.
        Function = "function",
        /// Everywhere.
        Global = "global",
    }
}

/// The tracked predicates. Cheap to clone.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PredicatePrecision(Arc<Sets>);

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Sets {
    global: BTreeSet<PredId>,
    functions: BTreeMap<FuncId, BTreeSet<PredId>>,
    locations: BTreeMap<LocId, BTreeSet<PredId>>,
}

impl PredicatePrecision {
    /// The predicates at a location, in order.
    #[must_use]
    pub fn at(&self, program: &Program, loc: LocId) -> Vec<PredId> {
        let sets = &*self.0;
        let mut found: Vec<PredId> = sets.global.iter().copied().collect();
        found.extend(sets.functions.get(&program.locs[loc].func).into_iter().flatten());
        found.extend(sets.locations.get(&loc).into_iter().flatten());
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Adds a predicate that was found at a location.
    pub fn add(&mut self, program: &Program, scope: Scope, loc: LocId, predicate: PredId) {
        let sets = Arc::make_mut(&mut self.0);
        match scope {
            Scope::Location => sets.locations.entry(loc).or_default().insert(predicate),
            Scope::Function => sets.functions.entry(program.locs[loc].func).or_default().insert(predicate),
            Scope::Global => sets.global.insert(predicate),
        };
    }

    /// Adds a predicate to everywhere in a function, or to everywhere.
    pub fn add_wide(&mut self, func: Option<FuncId>, predicate: PredId) {
        let sets = Arc::make_mut(&mut self.0);
        match func {
            Some(func) => sets.functions.entry(func).or_default().insert(predicate),
            None => sets.global.insert(predicate),
        };
    }

    /// Every predicate with where it is tracked: in a function, and at a location of it; `None` is everywhere.
    pub fn entries(&self, program: &Program) -> Vec<(Option<FuncId>, Option<LocId>, PredId)> {
        let sets = &*self.0;
        let global = sets.global.iter().map(|&p| (None, None, p));
        let functions =
            sets.functions.iter().flat_map(|(&f, set)| set.iter().map(move |&p| (Some(f), None, p)));
        let locations = sets
            .locations
            .iter()
            .flat_map(|(&l, set)| set.iter().map(move |&p| (Some(program.locs[l].func), Some(l), p)));
        global.chain(functions).chain(locations).collect()
    }

    /// Adds all that another precision has.
    pub fn absorb(&mut self, other: &Self) {
        if Arc::ptr_eq(&self.0, &other.0) {
            return;
        }
        let sets = Arc::make_mut(&mut self.0);
        sets.global.extend(&other.0.global);
        for (&func, set) in &other.0.functions {
            sets.functions.entry(func).or_default().extend(set);
        }
        for (&loc, set) in &other.0.locations {
            sets.locations.entry(loc).or_default().extend(set);
        }
    }

    /// How many predicates are tracked somewhere.
    #[must_use]
    pub fn len(&self) -> usize {
        let sets = &*self.0;
        let all: BTreeSet<PredId> = sets
            .global
            .iter()
            .chain(sets.functions.values().flatten())
            .chain(sets.locations.values().flatten())
            .copied()
            .collect();
        all.len()
    }

    /// Whether nothing is tracked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
