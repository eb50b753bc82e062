//! What a configuration can have: one list behind parsing, reference and explanation.

use super::{Algorithm, Configuration, strategy};
use argand_algorithms::{BmcOptions, CegarOptions, DataflowOptions, ExplorationOptions};
use argand_cpa::{OptionDoc, OptionSet};

/// A key of the top level.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it says, for the reference.
    pub doc: &'static str,
}

/// The keys of the top level that take one value, in the order in which they are explained.
pub const KEYS: [Key; 13] = [
    Key { name: "description", doc: "one line about it" },
    Key { name: "extends", doc: "another configuration whose keys hold where this one sets none" },
    Key { name: "algorithm", doc: "`explore`, `cegar`, `dataflow`, `bmc`, `execute` or `strategy`" },
    Key { name: "cpas", doc: "the analyses, in the order in which they strengthen each other" },
    Key {
        name: "refiner",
        doc: "the analysis that is refined, or a list of several, the first to ask first",
    },
    Key {
        name: "helpers",
        doc: "configurations that run first for a short time, and whose ranges of integers or predicates induction tries \
              as facts",
    },
    Key {
        name: "reduce",
        doc: "whether what the properties do not depend on is left out of the program first; never for properties of memory",
    },
    Key {
        name: "cells",
        doc: "how many arbitrary elements of each array are followed in its place, 0 for arrays as they are; only for \
              properties of reachability, and never for proofs that are checked or written down",
    },
    Key {
        name: "interrupts",
        doc: "functions that interrupts call, wherever the rest of the program can tell",
    },
    Key {
        name: "registers",
        doc: "addresses that are registers of the machine, each `FIRST-LAST`: a read gives any value",
    },
    Key { name: "solver", doc: "`bits`, or `z3` where that is built in" },
    Key { name: "strict", doc: "assumptions that no verdict may depend on" },
    Key { name: "volatile", doc: "what a read of a volatile object gives: `memory` or `input`" },
];

/// Sections that are no lists of options: policies by function, and one section for each analysis.
pub const OPEN_SECTIONS: [&str; 2] = ["externs", "cpa"];

/// A section of options.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// Its name.
    pub name: &'static str,
    /// Its options.
    pub documentation: fn() -> Vec<OptionDoc>,
    /// Whether a configuration makes use of it.
    pub is_used: fn(&Configuration) -> bool,
}

/// The sections of options.
pub const SECTIONS: [Section; 5] = [
    Section {
        name: "exploration",
        documentation: ExplorationOptions::documentation,
        is_used: |configuration| matches!(configuration.algorithm, Algorithm::Explore | Algorithm::Cegar),
    },
    Section {
        name: "cegar",
        documentation: CegarOptions::documentation,
        is_used: |configuration| configuration.algorithm == Algorithm::Cegar,
    },
    Section {
        name: "dataflow",
        documentation: DataflowOptions::documentation,
        is_used: |configuration| configuration.algorithm == Algorithm::Dataflow,
    },
    Section {
        name: "bmc",
        documentation: BmcOptions::documentation,
        is_used: |configuration| configuration.algorithm == Algorithm::Bmc,
    },
    Section {
        name: "strategy",
        documentation: strategy::documentation,
        is_used: |configuration| configuration.algorithm == Algorithm::Strategy,
    },
];

/// Every name that the top level of a configuration file can have.
#[must_use]
pub fn top_level() -> Vec<&'static str> {
    let keys = KEYS.iter().map(|key| key.name);
    keys.chain(OPEN_SECTIONS).chain(SECTIONS.iter().map(|section| section.name)).collect()
}
