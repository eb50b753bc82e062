//! Which steps need a variable to be alive, and where it comes to life.
//!
//! A step that names a local variable needs the step that declares it, whatever it reads or writes there; the size of a
//! variable-length array is found there, too.

use argand_cfa::walk::{self, Node};
use argand_cfa::{LocId, Op, PlaceKind, Program, VarId};
use argand_support::{FxHashMap, FxHashSet, IndexVec};

/// Where variables that steps name are declared, and which steps name what is declared at a location.
#[derive(Clone, Debug)]
pub(super) struct Lifetimes {
    needed: IndexVec<LocId, Box<[(VarId, LocId)]>>,
    used: FxHashMap<LocId, Vec<(VarId, LocId)>>,
}

impl Lifetimes {
    /// The lifetimes of a program.
    pub(super) fn of(program: &Program) -> Self {
        let mut declared: FxHashMap<VarId, Vec<LocId>> = FxHashMap::default();
        for edge in &program.edges {
            if let Op::Declare { var, .. } = edge.op {
                declared.entry(var).or_default().push(edge.from);
            }
        }
        let mut used: FxHashMap<LocId, Vec<(VarId, LocId)>> = FxHashMap::default();
        let needed = program
            .locs
            .indices()
            .map(|loc| {
                let mut all = Vec::new();
                for var in named(program, loc) {
                    for &place in declared.get(&var).into_iter().flatten() {
                        all.push((var, place));
                        used.entry(place).or_default().push((var, loc));
                    }
                }
                all.into_boxed_slice()
            })
            .collect();
        Self { needed, used }
    }

    /// The variables that the step at a location names, with where they are declared.
    pub(super) fn needed(&self, loc: LocId) -> &[(VarId, LocId)] {
        &self.needed[loc]
    }

    /// The steps that name a variable which is declared at a location.
    pub(super) fn used(&self, loc: LocId) -> &[(VarId, LocId)] {
        self.used.get(&loc).map_or(&[], Vec::as_slice)
    }
}

/// The variables that the step at a location names, in order, those that it declares or ends aside.
fn named(program: &Program, loc: LocId) -> Vec<VarId> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for &edge in &program.locs[loc].out {
        let op = &program.edges[edge].op;
        let written = match op {
            Op::Init { var, .. } => Some(*var),
            Op::Summary(site) => program.call_sites[*site].dst,
            Op::Extern(call) => program.extern_calls[*call].dst,
            Op::Return(_) => continue,
            Op::Noop
            | Op::Assume { .. }
            | Op::Assign { .. }
            | Op::Havoc { .. }
            | Op::Declare { .. }
            | Op::Dead { .. }
            | Op::Call(_)
            | Op::Halt(_)
            | Op::Unsupported(_) => None,
        };
        found.extend(written);
        let mut work = Vec::new();
        walk::operands(program, op, |node| work.push(node));
        while let Some(node) = work.pop() {
            if !seen.insert(node) {
                continue;
            }
            if let Node::Place(place) = node
                && let PlaceKind::Var(var) = program.place(place).kind
            {
                found.push(var);
            }
            walk::parts(program, node, |part| work.push(part));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
