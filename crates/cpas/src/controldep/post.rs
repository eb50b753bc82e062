//! Post-dominators inside functions, as sets, location by location.

use argand_cfa::{LocId, Op, Program};
use argand_flow::callgraph::CallGraph;
use argand_flow::dependence::{Control, Options};
use argand_support::IndexVec;
use std::collections::BTreeSet;

/// Where control goes from each location of a function, and what it passes on every way to the end.
#[derive(Clone, Debug)]
pub struct Post {
    /// The next locations; `None` is the end.
    ways: IndexVec<LocId, BTreeSet<Option<LocId>>>,
    /// What lies on every way to the end; `None` where no way leads there.
    passed: IndexVec<LocId, Option<BTreeSet<LocId>>>,
}

impl Post {
    /// The post-dominators of a program.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let control = Control::new(program, &CallGraph::new(program), &Options::VERIFICATION);
        let ways: IndexVec<LocId, BTreeSet<Option<LocId>>> =
            program.locs.indices().map(|loc| ways(program, &control, loc)).collect();
        let mut passed: IndexVec<LocId, Option<BTreeSet<LocId>>> = IndexVec::filled(None, ways.len());
        loop {
            let mut changed = false;
            for loc in program.locs.indices() {
                // A way that does not lead to the end says nothing of what is passed on the others.
                let known = ways[loc].iter().filter_map(|way| match way {
                    None => Some(BTreeSet::new()),
                    Some(next) => passed[*next].clone().map(|all| all.into_iter().chain([*next]).collect()),
                });
                let common = known.reduce(|a: BTreeSet<LocId>, b| a.intersection(&b).copied().collect());
                let common = common.map(|mut all| {
                    all.remove(&loc);
                    all
                });
                if common != passed[loc] {
                    passed[loc] = common;
                    changed = true;
                }
            }
            if !changed {
                return Self { ways, passed };
            }
        }
    }

    /// Where control goes from a location; `None` is the end.
    #[must_use]
    pub fn ways(&self, loc: LocId) -> &BTreeSet<Option<LocId>> {
        &self.ways[loc]
    }

    /// Whether every way from a location to the end passes another one.
    #[must_use]
    pub fn passes(&self, from: LocId, location: LocId) -> bool {
        self.passed[from].as_ref().is_some_and(|all| all.contains(&location))
    }

    /// Whether every location of a program leads to the end.
    #[cfg(test)]
    pub fn all_end(&self) -> bool {
        self.passed.iter().all(Option::is_some)
    }
}

fn ways(program: &Program, control: &Control, loc: LocId) -> BTreeSet<Option<LocId>> {
    let mut found = BTreeSet::new();
    let out = &program.locs[loc].out;
    for &edge in out {
        let edge = &program.edges[edge];
        let blocks = match edge.op {
            Op::Call(_) | Op::Return(_) => continue,
            Op::Halt(_) => {
                found.insert(None);
                continue;
            }
            Op::Assume { .. } => out.len() == 1,
            Op::Summary(site) => control.may_block(program.call_sites[site].callee),
            Op::Noop
            | Op::Assign { .. }
            | Op::Havoc { .. }
            | Op::Init { .. }
            | Op::Declare { .. }
            | Op::Dead { .. }
            | Op::Extern(_)
            | Op::Unsupported(_) => false,
        };
        found.insert(Some(edge.to));
        if blocks {
            found.insert(None);
        }
    }
    if program.functions[program.locs[loc].func].exit() == Some(loc) || loc == program.halt {
        found.insert(None);
    }
    found
}
