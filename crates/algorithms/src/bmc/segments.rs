//! Runs as segments between loop heads.
//!
//! Every run is cut where it passes a loop head. The heads, told apart by call stack and state of the property, and the
//! segments between them are a finite graph in which every long run goes around: what proofs by [`induction`](super::induction)
//! and of [termination](super::ranking) are about.
//!
//! Facts at heads are guessed (`candidates`), and what of the guesses is wrong is thrown out until the rest holds at the
//! first visit and is preserved by every segment (C. Flanagan, K. R. M. Leino, "Houdini, an annotation assistant for
//! ESC/Java", 2001).

use super::candidates::{self, Arrival, Surroundings};
use super::unroll::{Bound, Node, NodeId, UnrollCx, Unrolling};
use argand_cfa::LocId;
use argand_cpa::StateId;
use argand_encode::SymState;
use argand_logic::{AnySolver, Evaluator, SatResult, TermId, Value};
use argand_support::{Limits, Stop};
use std::time::Duration;

/// Calls that are nested deeper than this end an attempt.
pub(super) const MAX_CALLS: usize = 40;
/// Loop heads, told apart by call stack and property state, beyond which no proof is attempted; sets of them fit into
/// a word.
const MAX_HEADS: usize = 60;

/// A loop head with a call stack and a state of the property.
pub(super) struct Head {
    pub loc: LocId,
    pub states: Vec<StateId>,
    pub root: Node,
    /// What is believed to hold here.
    pub facts: Vec<TermId>,
    /// The conditions of violations before the next head.
    pub violations: Vec<TermId>,
    /// The conditions of what cannot be followed before the next head, or may not be faithful.
    pub gaps: Vec<TermId>,
}

/// A segment: from the start or a head to the next head.
pub(super) struct Segment {
    pub from: Option<usize>,
    pub to: usize,
    pub sym: SymState,
}

/// Why an attempt ended without a proof.
pub(super) enum Failed {
    /// This property is not inductive this way, or the program is too complicated.
    NotProved,
    /// A limit was reached.
    Stopped(Stop),
}

impl From<Stop> for Failed {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// Conditions asked of one solver.
pub(super) struct Asker {
    pub solver: AnySolver,
    limits: Limits,
}

impl Asker {
    /// Has a proof attempted that may take this time: whether there is one.
    ///
    /// # Errors
    /// The limit of the run that was reached.
    pub fn attempt(
        tools: &mut UnrollCx<'_>,
        name: &'static str,
        time: Duration,
        attempt: impl FnOnce(&mut UnrollCx<'_>, &mut Self) -> Result<(), Failed>,
    ) -> Result<bool, Stop> {
        let limits = tools.limits.sub_limit(time);
        let mut asker = Self { solver: tools.solvers.make(name, limits.clone()), limits };
        match attempt(tools, &mut asker) {
            Ok(()) => Ok(true),
            Err(Failed::NotProved) => Ok(false),
            Err(Failed::Stopped(stop)) => {
                // Only the limit of the attempt, unless that of the run is reached too.
                tools.limits.check_now()?;
                if stop == Stop::Time { Ok(false) } else { Err(stop) }
            }
        }
    }

    pub fn possible(&mut self, tools: &mut UnrollCx<'_>, condition: TermId) -> Result<bool, Failed> {
        self.limits.check()?;
        if let Some(known) = tools.encoder.pool.as_bool(condition) {
            return Ok(known);
        }
        match self.solver.check(&mut tools.encoder.pool, &[condition]) {
            SatResult::Sat => Ok(true),
            SatResult::Unsat => Ok(false),
            SatResult::Unknown(stop) => Err(stop.into()),
        }
    }
}

/// The heads and the segments of a program.
#[derive(Default)]
pub(super) struct Segments {
    pub heads: Vec<Head>,
    pub segments: Vec<Segment>,
    /// Questions that were asked.
    pub steps: u64,
    /// Fault injection for tests of what checks the results: every guess is believed.
    pub fault: bool,
    /// Whether the facts are final: they do not depend on how far the program is unrolled.
    ready: bool,
}

impl Segments {
    /// Finds heads, segments and facts, once. Whether this was the first time.
    pub fn prepare(
        &mut self,
        tools: &mut UnrollCx<'_>,
        start: Node,
        guess: bool,
        asker: &mut Asker,
    ) -> Result<bool, Failed> {
        if self.ready {
            return Ok(false);
        }
        self.heads.clear();
        self.segments.clear();
        self.collect(tools, start, asker)?;
        self.guess_facts(tools, guess);
        if !self.fault {
            self.keep_what_holds(tools, asker)?;
        }
        self.ready = true;
        Ok(true)
    }

    /// Finds every head and every segment between heads.
    fn collect(&mut self, tools: &mut UnrollCx<'_>, start: Node, asker: &mut Asker) -> Result<(), Failed> {
        self.segments_from(tools, None, start, asker)?;
        let mut next = 0;
        while next < self.heads.len() {
            let root = self.heads[next].root.clone();
            self.segments_from(tools, Some(next), root, asker)?;
            next += 1;
        }
        Ok(())
    }

    fn segments_from(
        &mut self,
        tools: &mut UnrollCx<'_>,
        from: Option<usize>,
        root: Node,
        asker: &mut Asker,
    ) -> Result<(), Failed> {
        let mut unrolling = Unrolling::from_root(root);
        unrolling.run(tools, Bound::Heads { heads: 0, calls: MAX_CALLS })?;
        if let Some(from) = from {
            self.heads[from].violations = unrolling.violations.iter().map(|v| v.way.condition).collect();
            let holes = unrolling.holes.iter().map(|h| h.condition);
            self.heads[from].gaps = holes.chain(unrolling.nodes.iter().map(|n| n.sym.doubt())).collect();
            self.heads[from].gaps.sort_unstable();
            self.heads[from].gaps.dedup();
        }
        let cut: Vec<NodeId> = unrolling.cut.values().copied().collect();
        for id in cut {
            let node = &unrolling.nodes[id];
            let condition = node.sym.condition(&tools.encoder.pool);
            if !asker.possible(tools, condition)? {
                continue;
            }
            if node.too_deep {
                return Err(Failed::NotProved);
            }
            let to = self.head(tools, node)?;
            self.segments.push(Segment { from, to, sym: node.sym.clone() });
        }
        Ok(())
    }

    /// The number of the head that a node is at.
    fn head(&mut self, tools: &UnrollCx<'_>, node: &Node) -> Result<usize, Failed> {
        if let Some(known) = self.heads.iter().position(|h| h.loc == node.loc && h.states == node.states) {
            return Ok(known);
        }
        if self.heads.len() == MAX_HEADS {
            return Err(Failed::NotProved);
        }
        let root = Node {
            visits: 0,
            sym: node.sym.fresh_block(&tools.encoder.pool),
            incoming: Vec::new(),
            ..node.clone()
        };
        self.heads.push(Head {
            loc: node.loc,
            states: node.states.clone(),
            root,
            facts: Vec::new(),
            violations: Vec::new(),
            gaps: Vec::new(),
        });
        Ok(self.heads.len() - 1)
    }

    fn guess_facts(&mut self, tools: &mut UnrollCx<'_>, guess: bool) {
        for k in 0..self.heads.len() {
            let Head { loc, ref root, .. } = self.heads[k];
            let suggested = match &mut tools.suggest {
                Some(suggest) => suggest(&mut tools.encoder, loc, &root.sym),
                None => Vec::new(),
            };
            if !guess {
                self.heads[k].facts = suggested;
                continue;
            }
            let around = Surroundings {
                arrivals: self
                    .segments
                    .iter()
                    .filter(|s| s.to == k)
                    .map(|s| Arrival { sym: &s.sym, from_itself: s.from == Some(k), first: s.from.is_none() })
                    .collect(),
                leaving: self.segments.iter().filter(|s| s.from == Some(k)).map(|s| &s.sym).collect(),
                violations: self.heads[k].violations.clone(),
                suggested,
            };
            self.heads[k].facts = candidates::guess(tools, loc, &around);
        }
    }

    /// Throws out what does not hold at a first visit or is not preserved, until the rest is.
    fn keep_what_holds(&mut self, tools: &mut UnrollCx<'_>, asker: &mut Asker) -> Result<(), Failed> {
        loop {
            let mut changed = false;
            for k in 0..self.segments.len() {
                changed |= self.filter(tools, k, asker)?;
            }
            if !changed {
                return Ok(());
            }
        }
    }

    /// Throws out facts at the end of a segment that the facts at its start do not imply.
    fn filter(
        &mut self,
        tools: &mut UnrollCx<'_>,
        segment: usize,
        asker: &mut Asker,
    ) -> Result<bool, Failed> {
        let Segment { from, to, sym } = &self.segments[segment];
        let to = *to;
        let mut known = from.map_or_else(Vec::new, |f| self.heads[f].facts.clone());
        known.push(sym.condition(&tools.encoder.pool));
        let before = tools.encoder.pool.and_all(&known);
        let mut after: Vec<TermId> =
            self.heads[to].facts.clone().into_iter().map(|f| tools.encoder.instantiate(f, sym)).collect();
        let mut changed = false;
        loop {
            self.steps += 1;
            let pool = &mut tools.encoder.pool;
            let all = pool.and_all(&after);
            let some_fails = pool.not(all);
            let question = pool.and(before, some_fails);
            if !asker.possible(tools, question)? {
                return Ok(changed);
            }
            let pool = &mut tools.encoder.pool;
            let mut roots = after.clone();
            roots.push(question);
            let model = asker.solver.model(pool, &roots);
            let mut evaluator = Evaluator::new(pool, &model);
            let holds: Vec<bool> = after.iter().map(|&t| evaluator.eval(t) == Value::Bool(true)).collect();
            if holds.iter().all(|&h| h) {
                // The question was decided without search; nothing tells which fact fails.
                self.heads[to].facts.clear();
                return Ok(true);
            }
            let mut keep = holds.iter();
            self.heads[to].facts.retain(|_| *keep.next().unwrap_or(&true));
            let mut keep = holds.iter();
            after.retain(|_| *keep.next().unwrap_or(&true));
            changed = true;
        }
    }
}
