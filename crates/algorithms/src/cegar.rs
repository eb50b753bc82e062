//! Counterexample-guided abstraction refinement.
//!
//! Explore; check a path to a violation; if it is spurious, refine the precision and explore again (Clarke et
//! al., doi:10.1145/876638.876643). With lazy abstraction (Henzinger et al., doi:10.1145/503272.503279) only the
//! part of the graph below the points where the new precision matters is cut off; with restarts everything is.
//!
//! A path that ends in a gap (an unsupported construct, a bound) is checked like one that ends in a violation
//! once nothing else is left: if it is spurious, the gap was none. It was none, too, if the edge could not be followed only
//! because too little was known there.

use crate::exploration::{Exploration, RunEnd};
use crate::outcome::{Cause, Outcome, Reason};
use crate::stats::{CegarStats, RunStats};
use argand_cfa::EdgeId;
use argand_cpa::{ArgId, ArgPath, CutPoint, Failure, RefineCx, RefineMode, Refinement, Refiner};
use argand_support::{FxHashMap, FxHashSet};
use std::time::Instant;

argand_cpa::options! {
    /// How refinement works.
    pub struct CegarOptions {
        /// What a refinement does to the graph.
        mode: RefineMode = RefineMode::Lazy,
        /// Give the new precision to all states that wait as well.
        share_precision: bool = false,
        /// Give up after this many refinements; 0 means never.
        max_refinements: u64 = 0,
        /// Give up when the same path comes up more often than this. Each time something else is tracked.
        max_repetitions: u32 = 24,
    }
}

/// Exploration with refinement.
pub struct Cegar<'p, R> {
    /// The exploration.
    pub exploration: Exploration<'p>,
    /// The refiner.
    pub refiner: R,
    options: CegarOptions,
    stats: CegarStats,
    /// How often each sequence of edges came up.
    seen: FxHashMap<Box<[EdgeId]>, u32>,
    /// Violations whose paths are expensive to rule out, the oldest first.
    postponed: Vec<ArgId>,
}

/// What checking one path led to.
enum Step {
    /// The path was ruled out.
    Refined,
    /// Other paths come first.
    Postponed,
    /// The path is real.
    Confirmed(ArgPath),
    /// No more can be said.
    GaveUp(Reason),
}

impl<'p, R: Refiner> Cegar<'p, R> {
    /// Refinement around an exploration.
    pub fn new(exploration: Exploration<'p>, refiner: R, options: CegarOptions) -> Self {
        Self {
            exploration,
            refiner,
            options,
            stats: CegarStats::default(),
            seen: FxHashMap::default(),
            postponed: Vec::new(),
        }
    }

    /// Explores and refines until the question is decided or a limit is reached.
    ///
    /// # Errors
    /// When a component has no initial state.
    pub fn verify(&mut self) -> Result<Outcome, Failure> {
        loop {
            match self.exploration.run()? {
                RunEnd::Target(node) => {
                    if let Some(outcome) = self.check_target(node, true)? {
                        return Ok(outcome);
                    }
                }
                RunEnd::Exhausted => {
                    if let Some(node) = self.next_postponed() {
                        if let Some(outcome) = self.check_target(node, false)? {
                            return Ok(outcome);
                        }
                    } else if !self.refine_gaps()? {
                        return Ok(self.exploration.outcome(RunEnd::Exhausted));
                    }
                }
                end @ RunEnd::Stopped(_) => return Ok(self.exploration.outcome(end)),
            }
        }
    }

    /// Checks the path to a violation. `None` when the exploration goes on.
    fn check_target(&mut self, node: ArgId, may_postpone: bool) -> Result<Option<Outcome>, Failure> {
        let path = self.exploration.reached.path_to(node);
        Ok(match self.step(&path, None, may_postpone)? {
            Step::Refined => None,
            Step::Postponed => {
                self.stats.postponed += 1;
                self.postponed.push(node);
                None
            }
            Step::Confirmed(path) => {
                let states = self.exploration.reached.states(path.end);
                let violated = self.exploration.composite.targets(states);
                Some(Outcome::Target { path, violated })
            }
            Step::GaveUp(reason) => Some(Outcome::Incomplete(vec![reason])),
        })
    }

    /// The oldest postponed violation that is still in the graph.
    fn next_postponed(&mut self) -> Option<ArgId> {
        let reached = &self.exploration.reached;
        self.postponed.retain(|&node| reached.contains(node) && reached.is_target(node));
        (!self.postponed.is_empty()).then(|| self.postponed.remove(0))
    }

    /// Checks the paths to gaps until one is ruled out. False when all that are left stay.
    fn refine_gaps(&mut self) -> Result<bool, Failure> {
        let gaps = self.exploration.reached.gaps();
        let mut places: Vec<_> = gaps.iter().map(|gap| (gap.node, gap.edge)).collect();
        let mut known = FxHashSet::default();
        places.retain(|&place| known.insert(place));
        for (node, edge) in places {
            let path = self.exploration.reached.path_to(node);
            if matches!(self.step(&path, Some(edge), false)?, Step::Refined) {
                self.stats.gap_refinements += 1;
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn step(&mut self, path: &ArgPath, gap: Option<EdgeId>, may_postpone: bool) -> Result<Step, Failure> {
        let started = Instant::now();
        self.stats.longest_path = self.stats.longest_path.max(path.len());
        let exploration = &self.exploration;
        let seen = exploration.composite.seen(exploration.reached.precisions(path.end));
        let cx = RefineCx {
            program: seen.as_deref().unwrap_or(exploration.program),
            composite: &exploration.composite,
            reached: &exploration.reached,
            limits: &exploration.limits,
            mode: self.options.mode,
            may_postpone,
            gap,
        };
        let result = self.refiner.refine(&cx, path);
        self.stats.seconds += started.elapsed().as_secs_f64();
        let end = path.steps.last().map(|&(_, edge)| edge);
        let cuts = match result {
            Ok(Refinement::Feasible(path)) => return Ok(Step::Confirmed(path)),
            Ok(Refinement::Postponed) => return Ok(Step::Postponed),
            Ok(Refinement::Unknown(text)) => return Ok(Step::GaveUp(Reason::new(Cause::Refiner(text), end))),
            Ok(Refinement::Spurious(cuts)) => cuts,
            Ok(Refinement::Again(precisions)) => {
                self.stats.refinements += 1;
                self.stats.restarts += 1;
                self.postponed.clear();
                self.exploration.restart(&precisions)?;
                return Ok(Step::Refined);
            }
            Err(failure) => return Ok(Step::GaveUp(Reason::failure(&failure, end))),
        };
        if cuts.iter().all(|cut| !self.exploration.reached.contains(cut.node)) {
            return Ok(Step::GaveUp(Reason::new(Cause::NothingRefined, end)));
        }
        let repetitions = self.seen.entry(path.edges().collect()).or_insert(0);
        *repetitions += 1;
        if *repetitions > self.options.max_repetitions {
            return Ok(Step::GaveUp(Reason::new(Cause::SamePath, end)));
        }
        let most = self.options.max_refinements;
        if most > 0 && self.stats.refinements >= most {
            return Ok(Step::GaveUp(Reason::new(Cause::Refinements { most }, end)));
        }
        self.stats.refinements += 1;
        self.apply(&cuts)?;
        Ok(Step::Refined)
    }

    fn apply(&mut self, cuts: &[CutPoint]) -> Result<(), Failure> {
        let exploration = &mut self.exploration;
        if self.options.mode == RefineMode::Restart {
            let precisions: Vec<_> = cuts.iter().flat_map(|cut| cut.precisions.iter().copied()).collect();
            self.stats.restarts += 1;
            self.stats.cut_nodes += exploration.reached.len() as u64;
            return exploration.restart(&precisions);
        }
        for point in cuts {
            let cut = exploration.reached.cut(point.node);
            self.stats.cut_nodes += cut.removed.len() as u64;
            for &node in &cut.removed {
                exploration.waitlist.remove(node);
            }
            for &node in cut.reopened.iter().chain(&cut.uncovered) {
                exploration.enqueue(node);
            }
            let shared: Vec<_> =
                if self.options.share_precision { exploration.waitlist.iter().collect() } else { Vec::new() };
            for &(component, precision) in &point.precisions {
                for &node in cut.reopened.iter().chain(&shared) {
                    exploration.reached.set_precision(node, component, precision);
                }
            }
        }
        Ok(())
    }

    /// Starts again with analyses that abstract less. False when there are none that can.
    ///
    /// # Errors
    /// When a component has no initial state.
    pub fn sharpen(&mut self) -> Result<bool, Failure> {
        if !self.exploration.composite.sharpen() {
            return Ok(false);
        }
        self.stats.restarts += 1;
        self.seen.clear();
        self.postponed.clear();
        self.exploration.restart(&[])?;
        Ok(true)
    }

    /// Everything that was counted and timed.
    #[must_use]
    pub fn run_stats(&self) -> RunStats {
        let cegar = CegarStats { refiner: self.refiner.stats(), ..self.stats.clone() };
        RunStats { cegar: Some(cegar), ..self.exploration.run_stats() }
    }
}

/// A refiner for configurations without refinement: it believes every path.
#[derive(Clone, Copy, Debug, Default)]
pub struct Believe;

impl Refiner for Believe {
    fn refine(&mut self, _: &RefineCx<'_>, path: &ArgPath) -> Result<Refinement, Failure> {
        Ok(Refinement::Feasible(path.clone()))
    }
}
