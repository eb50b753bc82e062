//! What can be read off a diagram: variables, cubes, the same function as a term.

use super::{Bdd, BddTable, LEAF};
use crate::term::{TermId, TermPool};
use argand_support::{FxHashMap, FxHashSet};

impl BddTable {
    /// The nodes of a diagram, children before parents.
    fn post_order(&self, f: Bdd) -> Vec<Bdd> {
        let (mut out, mut seen) = (Vec::new(), FxHashSet::default());
        let mut stack = vec![(f, false)];
        while let Some((b, leaving)) = stack.pop() {
            if leaving {
                out.push(b);
            } else if seen.insert(b) {
                stack.push((b, true));
                if !b.is_constant() {
                    let node = self.nodes[b];
                    stack.extend([(node.high, false), (node.low, false)]);
                }
            }
        }
        out
    }

    /// How many nodes a diagram has, constants included.
    #[must_use]
    pub fn size(&self, f: Bdd) -> usize {
        self.post_order(f).len()
    }

    /// The variables the function depends on, in order.
    #[must_use]
    pub fn support(&self, f: Bdd) -> Vec<u32> {
        let mut vars: Vec<u32> =
            self.post_order(f).into_iter().map(|b| self.nodes[b].var).filter(|&v| v != LEAF).collect();
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// The function as a term, with the given terms for its variables.
    pub fn to_term(&self, f: Bdd, pool: &mut TermPool, mut term: impl FnMut(u32) -> TermId) -> TermId {
        let mut done: FxHashMap<Bdd, TermId> = FxHashMap::default();
        for b in self.post_order(f) {
            let t = match b {
                Bdd::FALSE => pool.ff(),
                Bdd::TRUE => pool.tt(),
                _ => {
                    let node = self.nodes[b];
                    let (low, high) = (done[&node.low], done[&node.high]);
                    let c = term(node.var);
                    pool.ite(c, high, low)
                }
            };
            done.insert(b, t);
        }
        done[&f]
    }

    /// The cubes of the function: disjoint conjunctions of literals whose disjunction it is.
    #[must_use]
    pub const fn cubes(&self, f: Bdd) -> Cubes<'_> {
        Cubes { table: self, start: Some(f), path: Vec::new() }
    }
}

/// Iterates over the cubes of a function, in lexicographic order of their literals.
#[derive(Clone, Debug)]
pub struct Cubes<'a> {
    table: &'a BddTable,
    start: Option<Bdd>,
    /// The inner nodes on the way to the last cube, with the branch taken.
    path: Vec<(Bdd, bool)>,
}

impl Cubes<'_> {
    /// Goes down from a node, low branches first, to the next true leaf.
    fn descend(&mut self, mut at: Bdd) -> bool {
        while !at.is_constant() {
            let node = self.table.nodes[at];
            let high = node.low == Bdd::FALSE;
            self.path.push((at, high));
            at = if high { node.high } else { node.low };
        }
        at == Bdd::TRUE
    }
}

impl Iterator for Cubes<'_> {
    type Item = Vec<(u32, bool)>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut found = match self.start.take() {
            Some(f) => self.descend(f),
            None => false,
        };
        while !found {
            let (at, high) = self.path.pop()?;
            let node = self.table.nodes[at];
            if !high && node.high != Bdd::FALSE {
                self.path.push((at, true));
                found = self.descend(node.high);
            }
        }
        Some(self.path.iter().map(|&(b, value)| (self.table.nodes[b].var, value)).collect())
    }
}
