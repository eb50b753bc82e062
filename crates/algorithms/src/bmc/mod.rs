//! Bounded model checking and k-induction.
//!
//! The program is unrolled ([`unroll`]) with growing bounds, and one incremental solver is asked whether a
//! violation is possible. What the bound cut off is asked for too (the unwinding assertions of A. Biere, A. Cimatti,
//! E. Clarke, Y. Zhu, "Symbolic model checking without BDDs", 1999): the program is safe only when nothing is left
//! behind any bound, or when [`induction`] shows that what is left cannot matter. That nothing is left behind some bound
//! also means that every run ends; where no bound is enough, `ranking` may show it.

mod candidates;
pub mod induction;
pub mod position;
mod ranking;
mod segments;
pub mod unroll;

use crate::algorithm::Found;
use crate::certificate::{Certificate, Method};
use crate::outcome::{Cause, Reason};
use crate::stats::{ExplorationStats, RunStats};
use argand_cfa::{Assumption, PathStep, Program};
use argand_cpa::{Composite, Failure, ReachedCounts};
use argand_encode::Encoder;
use argand_logic::{AnySolver, Evaluator, SatResult, Solvers, TermId, Value};
use argand_support::{Limits, Stop};
use induction::Induction;
use position::Order;
use ranking::Ranking;
use serde::Serialize;
use std::time::{Duration, Instant};
use unroll::{Bound, Node, Suggest, UnrollCx, Unrolling};

argand_cpa::options! {
    /// How far programs are unrolled.
    pub struct BmcOptions {
        /// The largest number of iterations of each loop.
        max_iterations: u32 = 100_000,
        /// The largest number of nested calls.
        max_calls: u32 = 100,
        /// Whether induction is tried after each bound.
        induction: bool = false,
        /// Whether induction looks for auxiliary invariants among candidates.
        candidates: bool = true,
        /// Whether it is asked that every run ends, and nothing else.
        termination: bool = false,
    }
}

/// What an unrolling cost.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct BmcStats {
    /// The last bound.
    pub bound: u32,
    /// Nodes of the unrolling.
    pub nodes: usize,
    /// Successors that were computed.
    pub successors: u64,
    /// Terms that were built.
    pub terms: usize,
    /// Questions to the solver.
    pub solver_calls: u64,
    /// Calls of the SAT solver.
    pub searches: u64,
    /// Clauses it was given.
    pub clauses: u64,
    /// Seconds spent in the solver.
    pub solver_seconds: f64,
    /// Steps of induction that were tried.
    pub induction_steps: u64,
    /// Seconds spent in all.
    pub seconds: f64,
}

/// Bounded model checking of one program.
pub struct Bmc<'p> {
    tools: UnrollCx<'p>,
    options: BmcOptions,
    solver: AnySolver,
    unrolling: Option<Unrolling>,
    induction: Induction,
    ranking: Ranking,
    /// Whether measures gave the last proof.
    ranked: bool,
    /// Whether induction gave the last proof.
    inductive: bool,
    checked: usize,
    bound: u32,
    /// What it cost so far.
    pub stats: BmcStats,
}

/// The bound after this one: loops of a few iterations are unrolled step by step, long ones in leaps.
fn next_bound(bound: u32) -> u32 {
    match bound {
        0..=5 => bound + 1,
        _ => bound + bound / 2,
    }
}

impl<'p> Bmc<'p> {
    /// Prepares the unrolling of a program by an encoder for it. The analyses say what is a violation.
    #[must_use]
    pub fn new(
        program: &'p Program,
        composite: Composite,
        encoder: Encoder,
        options: BmcOptions,
        solvers: Solvers,
        limits: Limits,
    ) -> Self {
        let candidates = options.candidates;
        Self {
            options,
            solver: solvers.make("bmc", limits.clone()),
            tools: UnrollCx {
                program,
                composite,
                encoder,
                order: Order::new(program),
                solvers,
                suggest: None,
                limits,
            },
            unrolling: None,
            induction: Induction::new(candidates),
            ranking: Ranking::default(),
            ranked: false,
            inductive: false,
            checked: 0,
            bound: 1,
            stats: BmcStats::default(),
        }
    }

    /// Has induction try facts that somebody else believes. They are checked like its own guesses, so that nothing
    /// depends on whether they are right.
    pub fn set_suggestions(&mut self, suggest: Suggest<'p>) {
        self.tools.suggest = Some(suggest);
    }

    /// Unrolls further until there is an answer. After a violation it can be called again for the next one.
    ///
    /// # Errors
    /// When an analysis has no initial state.
    pub fn verify(&mut self) -> Result<Found, Failure> {
        let started = Instant::now();
        let outcome = self.verify_inner();
        self.stats.seconds += started.elapsed().as_secs_f64();
        self.stats.bound = self.bound;
        self.stats.terms = self.tools.encoder.pool.len();
        if let Some(unrolling) = &self.unrolling {
            self.stats.nodes = unrolling.nodes.len();
            self.stats.successors = unrolling.successors;
        }
        let solver = self.solver.statistics();
        self.stats.solver_calls = solver.checks;
        self.stats.searches = solver.searches;
        self.stats.clauses = solver.clauses;
        self.stats.solver_seconds = solver.time.as_secs_f64();
        outcome
    }

    /// The proof behind [`Found::Safe`], for a check that shares nothing with this algorithm; `None` for one by measures,
    /// which nobody else understands.
    #[must_use]
    pub fn certificate(&mut self) -> Option<Certificate> {
        if self.ranked {
            return None;
        }
        let (method, facts) = if self.inductive {
            self.induction.proof(&mut self.tools)
        } else {
            (Method::Unrolling, Vec::new())
        };
        Some(Certificate { encoder: self.tools.encoder.clone(), method, facts, partial: false })
    }

    /// What was taken for granted so far.
    #[must_use]
    pub fn assumptions(&self) -> Vec<Assumption> {
        self.tools.composite.assumptions(self.tools.program)
    }

    /// Fault injection for tests of what checks the results: induction believes all its guesses.
    #[doc(hidden)]
    pub fn inject_fault(&mut self) {
        self.induction.inject_fault();
    }

    /// Everything that was counted and timed.
    #[must_use]
    pub fn run_stats(&self) -> RunStats {
        RunStats {
            exploration: ExplorationStats::default(),
            reached: ReachedCounts::default(),
            waiting: 0,
            components: self.tools.composite.stats(),
            cegar: None,
            bmc: Some(self.stats.clone()),
            dataflow: None,
        }
    }

    fn verify_inner(&mut self) -> Result<Found, Failure> {
        if self.unrolling.is_none() {
            let (states, precisions) =
                self.tools.composite.initial(self.tools.program, self.tools.program.entry())?;
            let loc = self.tools.program.entry();
            self.unrolling = Some(Unrolling::from_root(Node {
                loc,
                place: self.tools.order.start(loc),
                visits: 0,
                states: states.to_vec(),
                precisions: precisions.to_vec(),
                sym: self.tools.encoder.start(self.tools.program),
                incoming: Vec::new(),
                too_deep: false,
            }));
        }
        loop {
            match self.round() {
                Ok(Some(outcome)) => return Ok(outcome),
                Ok(None) => {}
                Err(stop) => {
                    let mut reasons = vec![Reason::limit(stop)];
                    reasons.push(self.reached_bound());
                    return Ok(Found::Incomplete(reasons));
                }
            }
        }
    }

    fn reached_bound(&self) -> Reason {
        Reason::new(Cause::Unrolled { iterations: self.bound.saturating_sub(1) }, None)
    }

    /// One bound: unroll, look for violations, look for what is left.
    fn round(&mut self) -> Result<Option<Found>, Stop> {
        let calls = self.options.max_calls as usize;
        let Some(unrolling) = &mut self.unrolling else { return Ok(None) };
        // Recursion is unrolled like loops, a little deeper each time.
        let depth = calls.min(8 + 4 * self.bound as usize);
        unrolling.run(&mut self.tools, Bound::Iterations { loops: self.bound, calls: depth })?;
        if let Some(outcome) = self.find_violation()? {
            return Ok(Some(outcome));
        }
        let left = self.possible_cuts()?;
        if left.is_empty() {
            return Ok(Some(self.finished()?));
        }
        // Induction builds on what the unrolling covered: every path up to some number of loop heads. Where calls
        // are nested too deep, it covered less.
        let deep = self.unrolling.as_ref().is_some_and(|u| left.iter().any(|&id| u.nodes[id].too_deep));
        if self.options.termination {
            if !deep && self.prove_by_ranking()? {
                self.ranked = true;
                return Ok(Some(Found::Safe));
            }
        } else if self.options.induction && !deep && self.prove_by_induction()? {
            self.inductive = true;
            return Ok(Some(Found::Safe));
        }
        if self.bound >= self.options.max_iterations {
            let mut reasons = vec![self.reached_bound()];
            reasons.extend(self.possible_holes()?);
            return Ok(Some(Found::Incomplete(reasons)));
        }
        self.bound = next_bound(self.bound);
        if let Some(unrolling) = &mut self.unrolling {
            unrolling.resume(|id| left.contains(&id));
        }
        Ok(None)
    }

    fn check(&mut self, condition: TermId) -> Result<bool, Stop> {
        if let Some(known) = self.tools.encoder.pool.as_bool(condition) {
            return Ok(known);
        }
        match self.solver.check(&mut self.tools.encoder.pool, &[condition]) {
            SatResult::Sat => Ok(true),
            SatResult::Unsat => Ok(false),
            SatResult::Unknown(stop) => Err(stop),
        }
    }

    fn find_violation(&mut self) -> Result<Option<Found>, Stop> {
        let Some(unrolling) = &self.unrolling else { return Ok(None) };
        let conditions: Vec<TermId> =
            unrolling.violations[self.checked..].iter().map(|v| v.way.condition).collect();
        let any = self.tools.encoder.pool.or_all(&conditions);
        if !self.check(any)? {
            self.checked += conditions.len();
            return Ok(None);
        }
        let Some(unrolling) = &mut self.unrolling else { return Ok(None) };
        let assignment = self.solver.model(&mut self.tools.encoder.pool, &[any]);
        let mut evaluator = Evaluator::new(&self.tools.encoder.pool, &assignment);
        let mut holds = |t: TermId| evaluator.eval(t) == Value::Bool(true);
        let found = (self.checked..unrolling.violations.len())
            .find(|&k| holds(unrolling.violations[k].way.condition));
        let Some(found) = found else { return Ok(None) };
        let violation = unrolling.violations.remove(found);
        let steps = unrolling.path(&violation, holds);
        let (composite, program) = (&self.tools.composite, self.tools.program);
        let steps = steps
            .into_iter()
            .map(|(edge, states)| PathStep { edge, demands: composite.assumes(program, states) })
            .collect();
        let violated = composite.targets(&violation.states);
        Ok(Some(Found::Path { steps, violated, picture: None, nodes: Vec::new() }))
    }

    /// What the bound cut off and a run can reach.
    fn possible_cuts(&mut self) -> Result<Vec<unroll::NodeId>, Stop> {
        let Some(unrolling) = &self.unrolling else { return Ok(Vec::new()) };
        let cuts: Vec<_> = unrolling
            .cut
            .values()
            .map(|&id| (id, unrolling.nodes[id].sym.condition(&self.tools.encoder.pool)))
            .collect();
        let mut left = Vec::new();
        for (id, condition) in cuts {
            if self.check(condition)? {
                left.push(id);
            }
        }
        Ok(left)
    }

    /// Holes and doubts that a run can reach.
    fn possible_holes(&mut self) -> Result<Vec<Reason>, Stop> {
        let Some(unrolling) = &self.unrolling else { return Ok(Vec::new()) };
        let holes: Vec<_> = unrolling.holes.iter().map(|h| (h.condition, h.reason.clone())).collect();
        let doubts: Vec<TermId> = unrolling.nodes.iter().map(|n| n.sym.doubt()).collect();
        let mut reasons = Vec::new();
        for (condition, reason) in holes {
            if !reasons.contains(&reason) && self.check(condition)? {
                reasons.push(reason);
            }
        }
        let mut distinct = doubts;
        distinct.sort_unstable();
        distinct.dedup();
        let doubt = self.tools.encoder.pool.or_all(&distinct);
        if self.check(doubt)? {
            reasons.push(Reason::new(Cause::LargeObject, None));
        }
        Ok(reasons)
    }

    /// Nothing is left behind the bound.
    fn finished(&mut self) -> Result<Found, Stop> {
        let reasons = self.possible_holes()?;
        Ok(if reasons.is_empty() { Found::Safe } else { Found::Incomplete(reasons) })
    }

    /// Whether nothing that is left can ever matter.
    fn prove_by_induction(&mut self) -> Result<bool, Stop> {
        let Some((start, time)) = self.proof_start()? else { return Ok(false) };
        let proved = self.induction.prove(&mut self.tools, start, self.bound, time)?;
        self.stats.induction_steps = self.induction.steps();
        Ok(proved)
    }

    /// Whether no run goes around for ever.
    fn prove_by_ranking(&mut self) -> Result<bool, Stop> {
        let Some((start, time)) = self.proof_start()? else { return Ok(false) };
        self.ranking.prove(&mut self.tools, start, time)
    }

    /// Where a proof starts and how long it may take; `None` if runs do what cannot be followed.
    fn proof_start(&mut self) -> Result<Option<(Node, Duration)>, Stop> {
        if !self.possible_holes()?.is_empty() {
            return Ok(None);
        }
        let Some(unrolling) = &self.unrolling else { return Ok(None) };
        let start = unrolling.nodes[unroll::NodeId::new(0)].clone();
        // As much time as was spent on unrolling, so that neither starves.
        Ok(Some((start, self.tools.limits.elapsed().max(Duration::from_secs(2)))))
    }
}
