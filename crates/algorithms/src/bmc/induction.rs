//! k-induction over visits of loop heads.
//!
//! A run is cut into segments at the loop heads it passes. The unrolling shows that no run violates the property in
//! its first `k` segments. Here it is shown that no run that starts at any loop head in *any* state and violates
//! nothing in `k` segments violates anything in the next one; together no run ever does (M. Sheeran, S. Singh,
//! G. Stålmarck, "Checking safety properties using induction and a SAT-solver", 2000).
//!
//! "Any state" is too much for most programs. The module `candidates` guesses facts about the states at
//! loop heads, and what of the guesses is wrong is thrown out until the rest holds at the first visit and is
//! preserved by every segment (C. Flanagan, K. R. M. Leino, "Houdini, an annotation assistant for ESC/Java", 2001).
//! States are then any that satisfy the rest.

use super::candidates::{self, Arrival, Surroundings};
use super::unroll::{Bound, Node, NodeId, UnrollCx, Unrolling};
use crate::certificate::{Method, ProofPoint};
use argand_cfa::LocId;
use argand_cpa::StateId;
use argand_encode::SymState;
use argand_logic::{AnySolver, Evaluator, SatResult, TermId, Value};
use argand_support::{Limits, Stop};
use std::collections::BTreeMap;
use std::time::Duration;

/// Calls that are nested deeper than this end an attempt.
const MAX_CALLS: usize = 40;
/// Loop heads, told apart by call stack and property state, beyond which no proof is attempted.
const MAX_HEADS: usize = 60;

/// A loop head with a call stack and a state of the property.
struct Head {
    loc: LocId,
    states: Vec<StateId>,
    root: Node,
    /// What is believed to hold here.
    facts: Vec<TermId>,
    /// The conditions of violations before the next head.
    violations: Vec<TermId>,
}

/// A segment: from the start or a head to the next head.
struct Segment {
    from: Option<usize>,
    to: usize,
    sym: SymState,
}

/// An attempt at a proof.
pub struct Induction {
    heads: Vec<Head>,
    segments: Vec<Segment>,
    guess: bool,
    /// Whether the facts are final: they do not depend on how far the program is unrolled.
    ready: bool,
    /// After how many segments without a violation there is none, once that is proved.
    proved_after: u32,
    /// Questions that were asked.
    pub steps: u64,
    /// Fault injection for tests of what checks the results: every guess is believed.
    pub fault: bool,
}

/// Why an attempt ended without a proof.
enum Failed {
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
struct Asker {
    solver: AnySolver,
    limits: Limits,
}

impl Asker {
    fn possible(&mut self, tools: &mut UnrollCx<'_>, condition: TermId) -> Result<bool, Failed> {
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

impl Induction {
    /// Prepares attempts, with or without guessed facts.
    #[must_use]
    pub fn new(guess: bool) -> Self {
        Self {
            heads: Vec::new(),
            segments: Vec::new(),
            guess,
            ready: false,
            proved_after: 0,
            steps: 0,
            fault: false,
        }
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
        let limits = tools.limits.sub_limit(time);
        let mut asker = Asker { solver: tools.solvers.make("k-induction", limits.clone()), limits };
        match self.attempt(tools, start, depth, &mut asker) {
            Ok(()) => Ok(true),
            Err(Failed::NotProved) => Ok(false),
            Err(Failed::Stopped(stop)) => {
                // Only the limit of the attempt, unless that of the run is reached too.
                tools.limits.check_now()?;
                if stop == Stop::Time { Ok(false) } else { Err(stop) }
            }
        }
    }

    fn attempt(
        &mut self,
        tools: &mut UnrollCx<'_>,
        start: Node,
        depth: u32,
        asker: &mut Asker,
    ) -> Result<(), Failed> {
        let mut depths = vec![depth];
        if !self.ready {
            self.heads.clear();
            self.segments.clear();
            self.collect(tools, start, asker)?;
            self.guess_facts(tools);
            if !self.fault {
                self.keep_what_holds(tools, asker)?;
            }
            self.ready = true;
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
        });
        Ok(self.heads.len() - 1)
    }

    fn guess_facts(&mut self, tools: &mut UnrollCx<'_>) {
        for k in 0..self.heads.len() {
            let Head { loc, ref root, .. } = self.heads[k];
            let suggested = match &mut tools.suggest {
                Some(suggest) => suggest(&mut tools.encoder, loc, &root.sym),
                None => Vec::new(),
            };
            if !self.guess {
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

    /// Whether no violation follows `depth` segments without one, from any head.
    fn step(&mut self, tools: &mut UnrollCx<'_>, depth: u32, asker: &mut Asker) -> Result<(), Failed> {
        for k in 0..self.heads.len() {
            let mut root = self.heads[k].root.clone();
            for &fact in &self.heads[k].facts {
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
            self.steps += 1;
            if asker.possible(tools, question)? {
                return Err(Failed::NotProved);
            }
        }
        Ok(())
    }

    /// The facts of the proof, each with its place, and the number of segments without a violation.
    pub fn proof(&self, tools: &mut UnrollCx<'_>) -> (Method, Vec<(ProofPoint, TermId)>) {
        let mut facts: BTreeMap<ProofPoint, TermId> = BTreeMap::new();
        for head in &self.heads {
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
