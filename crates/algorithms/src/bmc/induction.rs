//! k-induction over visits of loop heads.
//!
//! A run is cut into segments at the loop heads it passes. The unrolling shows that no run violates the property in
//! its first `k` segments. Here it is shown that no run that starts at any loop head in *any* state and violates
//! nothing in `k` segments violates anything in the next one; together no run ever does (M. Sheeran, S. Singh,
//! G. Stålmarck, "Checking safety properties using induction and a SAT-solver", 2000).
//!
//! "Any state" is too much for most programs: states are any that satisfy the facts of the module `segments`.

use super::segments::{Asker, Failed, MAX_CALLS, Segments};
use super::unroll::{Bound, Node, UnrollCx, Unrolling};
use crate::certificate::{Method, ProofPoint};
use argand_logic::TermId;
use argand_support::Stop;
use std::collections::BTreeMap;
use std::time::Duration;

/// An attempt at a proof.
#[derive(Default)]
pub struct Induction {
    graph: Segments,
    guess: bool,
    /// After how many segments without a violation there is none, once that is proved.
    proved_after: u32,
}

impl Induction {
    /// Prepares attempts, with or without guessed facts.
    #[must_use]
    pub fn new(guess: bool) -> Self {
        Self { guess, ..Self::default() }
    }

    /// Questions that were asked.
    #[must_use]
    pub const fn steps(&self) -> u64 {
        self.graph.steps
    }

    /// Fault injection for tests of what checks the results: every guess is believed.
    pub(super) fn inject_fault(&mut self) {
        self.graph.fault = true;
    }

    /// Whether nothing behind the bound of the unrolling matters, which has shown that the first `depth` segments
    /// are safe. Takes at most `time`.
    ///
    /// # Errors
    /// The limit of the run that was reached.
    pub fn prove(
        &mut self,
        tools: &mut UnrollCx<'_>,
        start: Node,
        depth: u32,
        time: Duration,
    ) -> Result<bool, Stop> {
        Asker::attempt(tools, "k-induction", time, |tools, asker| self.attempt(tools, start, depth, asker))
    }

    fn attempt(
        &mut self,
        tools: &mut UnrollCx<'_>,
        start: Node,
        depth: u32,
        asker: &mut Asker,
    ) -> Result<(), Failed> {
        let mut depths = vec![depth];
        if self.graph.prepare(tools, start, self.guess, asker)? {
            // Without hypotheses first: with the right facts that is enough and cheap.
            depths.insert(0, 0);
        }
        for depth in depths {
            match self.step(tools, depth, asker) {
                Err(Failed::NotProved) => {}
                other => {
                    self.proved_after = depth;
                    return other;
                }
            }
        }
        Err(Failed::NotProved)
    }

    /// Whether no violation follows `depth` segments without one, from any head.
    fn step(&mut self, tools: &mut UnrollCx<'_>, depth: u32, asker: &mut Asker) -> Result<(), Failed> {
        for k in 0..self.graph.heads.len() {
            let mut root = self.graph.heads[k].root.clone();
            for &fact in &self.graph.heads[k].facts {
                root.sym.assume(&mut tools.encoder.pool, fact);
            }
            let mut unrolling = Unrolling::from_root(root);
            unrolling.run(tools, Bound::Heads { heads: depth, calls: MAX_CALLS })?;
            let mut hypotheses = Vec::new();
            let mut last = Vec::new();
            for violation in &unrolling.violations {
                if violation.visits < depth {
                    hypotheses.push(tools.encoder.pool.not(violation.way.condition));
                } else {
                    last.push(violation.way.condition);
                }
            }
            // What cannot be followed, or may not be faithful, is as bad as a violation.
            last.extend(unrolling.holes.iter().map(|h| h.condition));
            last.extend(unrolling.nodes.iter().map(|n| n.sym.doubt()));
            for &id in unrolling.cut.values() {
                let node = &unrolling.nodes[id];
                if node.too_deep {
                    last.push(node.sym.condition(&tools.encoder.pool));
                }
            }
            last.sort_unstable();
            last.dedup();
            let pool = &mut tools.encoder.pool;
            let any = pool.or_all(&last);
            let before = pool.and_all(&hypotheses);
            let question = pool.and(before, any);
            self.graph.steps += 1;
            if asker.possible(tools, question)? {
                return Err(Failed::NotProved);
            }
        }
        Ok(())
    }

    /// The facts of the proof, each with its place, and the number of segments without a violation.
    pub fn proof(&self, tools: &mut UnrollCx<'_>) -> (Method, Vec<(ProofPoint, TermId)>) {
        let mut facts: BTreeMap<ProofPoint, TermId> = BTreeMap::new();
        for head in &self.graph.heads {
            let Some(place) = ProofPoint::of(tools.program, &tools.composite, head.loc, &head.states) else {
                continue;
            };
            let pool = &mut tools.encoder.pool;
            let holds = pool.and_all(&head.facts);
            // Heads that only an analysis can tell apart are one place.
            let known = facts.get(&place).copied().unwrap_or_else(|| pool.ff());
            facts.insert(place, pool.or(known, holds));
        }
        (Method::Induction { steps: self.proved_after }, facts.into_iter().collect())
    }
}
