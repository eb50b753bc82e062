//! CPA+: reachability with merge, stop, precision adjustment and a target check.
//!
//! The algorithm is that of Beyer, Henzinger and Théoduloz (doi:10.1109/ASE.2008.13). Two things differ in form,
//! not in result: merging weakens the older node in place, and the successors of a node are all handled before
//! a violation among them is reported, so that none is forgotten.

use crate::outcome::{Cause, Outcome, Reason, reasons};
use crate::stats::{ExplorationStats, RunStats};
use argand_cfa::{EdgeId, LocId, Program};
use argand_cpa::{
    ArgId, ArgView, Composite, CpaError, Failure, Gap, LocOrder, NodePosition, Parent, PrecisionId, Query,
    Reached, Rows, StateId, Status, WaitKey, Waitlist,
};
use argand_flow::order::distances;
use argand_support::{Limits, Stop};
use smallvec::SmallVec;
use std::time::{Duration, Instant};

argand_cpa::options! {
    /// In which order states are explored.
    pub struct ExplorationOptions {
        /// The criteria of the order: the first decides, the others break ties.
        order: Vec<WaitKey> = vec![WaitKey::Callstack, WaitKey::Rpo],
        /// The seed of random orders.
        seed: u64 = 0,
    }
}

/// How a call of [`Exploration::run`] ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunEnd {
    /// Nothing waits any more.
    Exhausted,
    /// A violation was found. It waits, so that a next call explores beyond it.
    Target(ArgId),
    /// A limit was reached. What was found is kept, and a next call goes on.
    Stopped(Stop),
}

/// What came of exploring one node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Nothing waits.
    Nothing,
    /// A node was explored.
    Explored {
        /// The node.
        node: ArgId,
        /// The first new violation among its successors.
        target: Option<ArgId>,
    },
    /// A limit was reached; the node waits again.
    Stopped(Stop),
}

/// What is told to the user while the exploration runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Nodes of the reached set.
    pub reached: usize,
    /// Nodes that wait.
    pub waiting: usize,
    /// How long the run has lasted.
    pub elapsed: Duration,
}

/// Called now and then while the exploration runs.
pub type ProgressObserver = Box<dyn FnMut(Progress)>;

/// How many nodes are explored between two reports.
const NODES_PER_REPORT: u64 = 256;

/// The state of an exploration: what is reached, and what waits.
pub struct Exploration<'p> {
    /// The program.
    pub program: &'p Program,
    /// The analyses.
    pub composite: Composite,
    /// What is reached.
    pub reached: Reached,
    /// What waits.
    pub waitlist: Waitlist,
    /// The limits of the run.
    pub limits: Limits,
    /// Counters.
    pub stats: ExplorationStats,
    start: LocId,
    observer: Option<ProgressObserver>,
    rows: Rows,
    edges: Vec<EdgeId>,
    candidates: Vec<ArgId>,
}

impl<'p> Exploration<'p> {
    /// An exploration that has not started, from the entry of the program.
    #[must_use]
    pub fn new(
        program: &'p Program,
        composite: Composite,
        options: &ExplorationOptions,
        limits: Limits,
    ) -> Self {
        let reached = composite.new_reached();
        Self {
            program,
            reached,
            waitlist: Waitlist::new(&options.order, options.seed, || LocOrder::of(program)),
            limits,
            stats: ExplorationStats::default(),
            start: program.entry(),
            observer: None,
            rows: Rows::default(),
            edges: Vec::new(),
            candidates: Vec::new(),
            composite,
        }
    }

    /// Starts somewhere else than at the entry of the program.
    #[must_use]
    pub const fn starting_at(mut self, start: LocId) -> Self {
        self.start = start;
        self
    }

    /// Says on which edges the property can be violated, for orders that lead there.
    #[must_use]
    pub fn towards(mut self, targets: &[EdgeId]) -> Self {
        if self.waitlist.needs_distances() {
            self.waitlist.set_distances(distances(self.program, targets));
        }
        self
    }

    /// Reports progress now and then.
    pub fn set_observer(&mut self, observer: ProgressObserver) {
        self.observer = Some(observer);
    }

    /// The graph in a form to export.
    #[must_use]
    pub const fn view(&self) -> ArgView<'_> {
        ArgView { reached: &self.reached, composite: &self.composite, program: self.program }
    }

    /// Lets a live node wait. Every node passes here when it comes to life or is weakened.
    pub fn enqueue(&mut self, node: ArgId) {
        self.composite.index(&mut self.reached, node);
        let mut place = NodePosition::default();
        let states = self.reached.states(node);
        if self.waitlist.needs_location() {
            place.location = self.composite.location(self.program, states);
        }
        if self.waitlist.needs_call_depth() {
            let mut query = Query::CallDepth(None);
            self.composite.ask(self.program, states, &mut query);
            if let Query::CallDepth(Some(depth)) = query {
                place.call_depth = depth;
            }
        }
        self.waitlist.push(node, place);
    }

    /// Forgets everything but the precisions, and makes the root with these precisions of its components.
    ///
    /// # Errors
    /// When a component has no initial state.
    pub fn restart(&mut self, precisions: &[(usize, PrecisionId)]) -> Result<(), Failure> {
        self.reached.clear();
        self.waitlist.clear();
        self.composite.clear_states();
        let (states, mut row) = self.composite.initial(self.program, self.start)?;
        for &(component, precision) in precisions {
            row[component] = precision;
        }
        let target = !self.composite.targets(&states).is_empty();
        let root = self.reached.add(None, &states, &row, target);
        self.enqueue(root);
        Ok(())
    }

    /// Explores until nothing waits, a violation is found or a limit is reached. The first call makes the root.
    ///
    /// # Errors
    /// When a component has no initial state.
    pub fn run(&mut self) -> Result<RunEnd, Failure> {
        let started = Instant::now();
        let end = self.run_inner();
        self.stats.seconds += started.elapsed().as_secs_f64();
        self.stats.runs += 1;
        end
    }

    fn run_inner(&mut self) -> Result<RunEnd, Failure> {
        if self.reached.is_empty() {
            self.restart(&[])?;
            if let Some(root) = self.reached.root().filter(|&root| self.reached.is_target(root)) {
                return Ok(RunEnd::Target(root));
            }
        }
        loop {
            if let Err(stop) = self.limits.check() {
                return Ok(RunEnd::Stopped(stop));
            }
            match self.explore_next() {
                Next::Nothing => return Ok(RunEnd::Exhausted),
                Next::Explored { target: None, .. } => {}
                Next::Explored { target: Some(target), .. } => return Ok(RunEnd::Target(target)),
                Next::Stopped(stop) => return Ok(RunEnd::Stopped(stop)),
            }
        }
    }

    /// Explores the next node.
    pub fn explore_next(&mut self) -> Next {
        let Some(node) = self.waitlist.pop() else { return Next::Nothing };
        self.stats.explored += 1;
        if self.stats.explored.is_multiple_of(NODES_PER_REPORT) {
            self.report();
        }
        match self.expand(node) {
            Ok(target) => Next::Explored { node, target },
            Err(stop) => {
                self.enqueue(node);
                Next::Stopped(stop)
            }
        }
    }

    fn report(&mut self) {
        if let Some(observer) = &mut self.observer {
            observer(Progress {
                reached: self.reached.counts().live,
                waiting: self.waitlist.len(),
                elapsed: self.limits.elapsed(),
            });
        }
    }

    /// Handles all successors of a node; the first violation among them.
    fn expand(&mut self, node: ArgId) -> Result<Option<ArgId>, Stop> {
        debug_assert_eq!(self.reached.status(node), Status::Live);
        self.reached.drop_covered_children(node);
        let (mut edges, mut rows) = (std::mem::take(&mut self.edges), std::mem::take(&mut self.rows));
        self.composite.edges(self.program, self.reached.states(node), &mut edges);
        let result = self.expand_along(node, &edges, &mut rows);
        (self.edges, self.rows) = (edges, rows);
        result
    }

    fn expand_along(
        &mut self,
        node: ArgId,
        edges: &[EdgeId],
        rows: &mut Rows,
    ) -> Result<Option<ArgId>, Stop> {
        let mut target = None;
        for &edge in edges {
            rows.clear();
            let result = self.composite.successors(
                self.program,
                &self.limits,
                self.reached.states(node),
                self.reached.precisions(node),
                edge,
                rows,
            );
            match result {
                Ok(()) => {}
                Err(Failure { error: CpaError::Stop(stop), .. }) => return Err(stop),
                Err(failure) => self.reached.add_gap(Gap { node, edge, failure }),
            }
            self.stats.successors += rows.len() as u64;
            for (states, precisions) in rows.iter() {
                let found = self.add_successor(Parent { node, edge }, states, precisions)?;
                target = target.or(found);
            }
        }
        Ok(target)
    }

    /// Target check, merge and stop for one successor. Gives the node of a new violation.
    fn add_successor(
        &mut self,
        parent: Parent,
        states: &[StateId],
        precisions: &[PrecisionId],
    ) -> Result<Option<ArgId>, Stop> {
        if self.composite.is_target(states) {
            return Ok(self.add_target(parent, states, precisions));
        }
        let equal = self.reached.find(states);
        if equal.is_some_and(|node| self.reached.is_child(node, parent)) {
            return Ok(None);
        }
        let absorbed = self.merge_into_reached(parent, states, precisions)?;
        let covering = match self.reached.find(states) {
            _ if self.composite.never_stops() => SmallVec::new(),
            Some(node) => std::iter::once(node).collect(),
            None => self.covering(states, precisions, absorbed.is_empty())?,
        };
        match covering.first() {
            // The state lives on in the node it was merged into.
            Some(node) if absorbed.contains(node) => {}
            Some(_) => {
                self.stats.covered += 1;
                self.reached.add_covered(parent, states, precisions, &covering);
            }
            None => {
                let node = self.reached.add(Some(parent), states, precisions, false);
                self.enqueue(node);
            }
        }
        Ok(None)
    }

    /// The nodes that cover a new state. The candidates of the merge are known where nothing was merged.
    fn covering(
        &mut self,
        states: &[StateId],
        precisions: &[PrecisionId],
        unmerged: bool,
    ) -> Result<SmallVec<[ArgId; 1]>, Stop> {
        let result = if unmerged && self.composite.merges_by_index() && self.composite.merges() {
            self.composite.stop_among(states, precisions, &self.reached, &mut self.candidates)
        } else {
            self.composite.stop(states, precisions, &self.reached)
        };
        Ok(undecided(result)?.unwrap_or_default())
    }

    fn add_target(
        &mut self,
        parent: Parent,
        states: &[StateId],
        precisions: &[PrecisionId],
    ) -> Option<ArgId> {
        // An equal violation that is still there was reported before; another path to it adds nothing.
        if let Some(known) = self.reached.find(states).filter(|&node| self.reached.is_target(node)) {
            if !self.reached.is_child(known, parent) {
                self.reached.add_covered(parent, states, precisions, &[known]);
            }
            return None;
        }
        let node = self.reached.add(Some(parent), states, precisions, true);
        self.enqueue(node);
        Some(node)
    }

    /// Merges a new state into every older one that its components agree to; the nodes that changed.
    fn merge_into_reached(
        &mut self,
        parent: Parent,
        states: &[StateId],
        precisions: &[PrecisionId],
    ) -> Result<Vec<ArgId>, Stop> {
        let mut absorbed = Vec::new();
        if !self.composite.merges() {
            return Ok(absorbed);
        }
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        self.composite.merge_candidates(states, &self.reached, &mut candidates);
        for &old in &candidates {
            let merged = self.composite.merge(states, self.reached.states(old), precisions);
            if let Some(row) = undecided(merged)?.flatten() {
                self.stats.merged += 1;
                self.reached.merge_into(old, parent, &row, precisions);
                self.enqueue(old);
                absorbed.push(old);
            }
        }
        self.candidates = candidates;
        Ok(absorbed)
    }

    /// Runs to the end and says what came out, without refinement.
    ///
    /// # Errors
    /// When a component has no initial state.
    pub fn verify(&mut self) -> Result<Outcome, Failure> {
        let end = self.run()?;
        Ok(self.outcome(end))
    }

    /// What the end of a run means.
    #[must_use]
    pub fn outcome(&self, end: RunEnd) -> Outcome {
        let mut found = reasons(self.reached.gaps());
        match end {
            RunEnd::Target(node) => Outcome::Target {
                path: self.reached.path_to(node),
                violated: self.composite.targets(self.reached.states(node)),
            },
            RunEnd::Exhausted if found.is_empty() && self.reached.targets().next().is_none() => Outcome::Safe,
            RunEnd::Exhausted => {
                // A violation that was explored beyond, because it could not be decided.
                if let (true, Some(node)) = (found.is_empty(), self.reached.targets().next()) {
                    let edge = self.reached.parents(node).first().map(|parent| parent.edge);
                    found.push(Reason::new(Cause::Undecided, edge));
                }
                Outcome::Incomplete(found)
            }
            RunEnd::Stopped(stop) => {
                found.insert(0, Reason { edge: self.busiest_edge(), ..Reason::limit(stop) });
                Outcome::Incomplete(found)
            }
        }
    }

    /// An edge from the place with the most states: the loop that a run which hit a limit was busy with.
    fn busiest_edge(&self) -> Option<EdgeId> {
        let node = self.reached.busiest_node()?;
        let location = self.composite.location(self.program, self.reached.states(node))?;
        let edges = &self.program.locs[location].out;
        edges.iter().copied().find(|&edge| !self.program.edges[edge].span.is_none())
    }

    /// Everything that was counted and timed.
    #[must_use]
    pub fn run_stats(&self) -> RunStats {
        RunStats {
            exploration: self.stats.clone(),
            reached: self.reached.counts(),
            waiting: self.waitlist.len(),
            components: self.composite.stats(),
            cegar: None,
            bmc: None,
            dataflow: None,
        }
    }
}

/// Merge and stop may give up: states that are neither merged nor covered are always right. Only a limit of the
/// run ends it.
fn undecided<T>(result: Result<T, Failure>) -> Result<Option<T>, Stop> {
    match result {
        Ok(answer) => Ok(Some(answer)),
        Err(Failure { error: CpaError::Stop(stop), .. }) => Err(stop),
        Err(_) => Ok(None),
    }
}
