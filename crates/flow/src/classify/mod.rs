//! What variables are used for.
//!
//! Refinements prefer predicates and values of simple variables, and avoid loop counters, because these
//! unroll loops: S. Apel, D. Beyer, K. Friedberger, F. Raimondi, A. von Rhein, "Domain types:
//! abstract-domain selection based on variable usage", 2013
//! (<https://doi.org/10.1007/978-3-319-03077-7_18>); D. Beyer, S. Löwe, P. Wendler, "Refinement selection",
//! 2015 (<https://doi.org/10.1007/978-3-319-23404-5_3>). The classes are hints that choose between
//! strategies; no verdict may rest on them.
//!
//! A class looks at all of a program, without regard to order. Uses are traced through the temporaries
//! that lowering makes, as far as each has a single definition.

mod counters;
mod relevance;
#[cfg(test)]
mod tests;
mod usage;

pub use relevance::deciding;

use argand_cfa::{Program, VarId};
use argand_support::IndexVec;
use usage::Usage;

/// What is known of a variable's use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct VarClass {
    /// Its address is taken.
    pub addressed: bool,
    /// It only takes 0, 1, results of comparisons and values of other such variables, and is only tested
    /// against 0, 1 and such variables.
    pub boolean: bool,
    /// It is only assigned and compared by `==` and `!=`, and never takes the result of arithmetic.
    pub equality_only: bool,
    /// A loop moves it by a constant and its exit condition reads it.
    pub loop_counter: bool,
    /// Its value flows into a condition, perhaps through others.
    pub relevant: bool,
}

/// The simplest of the classes that a variable belongs to, the easiest one to track first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DomainType {
    /// Two values.
    Boolean,
    /// Values that are only told apart.
    Equality,
    /// Anything else.
    Other,
    /// Tracking it unrolls a loop.
    LoopCounter,
}

/// The classes of all variables of a program.
#[derive(Clone, Debug)]
pub struct Classes {
    classes: IndexVec<VarId, VarClass>,
}

impl Classes {
    /// Classifies the variables of a program.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let usage = Usage::collect(program);
        let counters = counters::find(program, &usage);
        let relevant = relevance::find(program);
        let classes = program.vars.iter_enumerated().map(|(id, var)| VarClass {
            addressed: var.addressed,
            boolean: usage.is_candidate(program, id) && !usage.not_boolean[id],
            equality_only: usage.is_candidate(program, id) && !usage.not_equality[id],
            loop_counter: counters[id],
            relevant: relevant[id],
        });
        Self { classes: classes.collect() }
    }

    /// The class of a variable.
    #[must_use]
    pub fn get(&self, var: VarId) -> VarClass {
        self.classes[var]
    }

    /// Every variable with its class.
    pub fn iter(&self) -> impl Iterator<Item = (VarId, VarClass)> + '_ {
        self.classes.iter_enumerated().map(|(id, &class)| (id, class))
    }

    /// The domain type of a variable.
    #[must_use]
    pub fn domain_type(&self, var: VarId) -> DomainType {
        match self.classes[var] {
            VarClass { loop_counter: true, .. } => DomainType::LoopCounter,
            VarClass { boolean: true, .. } => DomainType::Boolean,
            VarClass { equality_only: true, .. } => DomainType::Equality,
            _ => DomainType::Other,
        }
    }

    /// How hard a set of variables is to track: 1 and for each variable 1 (Boolean), 2 (equality) or 4
    /// (other) more; a loop counter makes any set the hardest.
    #[must_use]
    pub fn score(&self, vars: impl IntoIterator<Item = VarId>) -> u32 {
        vars.into_iter().fold(1u32, |sum, var| {
            sum.saturating_add(match self.domain_type(var) {
                DomainType::Boolean => 1,
                DomainType::Equality => 2,
                DomainType::Other => 4,
                DomainType::LoopCounter => u32::MAX,
            })
        })
    }
}
