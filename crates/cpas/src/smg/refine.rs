//! Learning from infeasible paths: which variables and heap values rule one out.
//!
//! A path is run with the operators of the analysis itself, loop abstraction included, so a path that is infeasible
//! with everything tracked is one that the analysis without refinement does not have either. An edge can have
//! several successors (a list that may be empty), so a run follows a set of states; it is infeasible when none
//! is left, or none that ends as the path does.
//!
//! Interpolation (section 4.2.8) looks for what must be tracked by taking things away: first variables, which are
//! necessary when the path becomes feasible without them, then heap values (section 4.2.9), which are necessary
//! also when a branch of the path, decided before, could go both ways without them (Figure 11). Things are taken
//! away by halves (Junker's QuickXplain, AAAI 2004), not one by one. Nothing is left behind of a thing that is
//! taken away: the path is run again from its start without it, so no memory that only originates from it, such
//! as an array whose size it is, keeps what it was.

use super::precision::{Fact, SmgPrecision};
use super::state::{Ending, SmgState};
use super::step::Halt;
use super::{SmgCpa, StepCx};
use argand_cfa::{MemoryProperty, Op, PathStep, Program};
use argand_cpa::prefix::{self, Sliced};
use argand_support::{FxHashSet, Limits, Stop};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// More states than this at one point of a path are not followed. The path then counts as feasible up to there.
const MAX_STATES: usize = 128;

/// How a path must end to be what it claims to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Anywhere: what it violates is none of this analysis' business.
    Anywhere,
    /// With a violation of this property.
    Violated(MemoryProperty),
    /// Where the analysis cannot go on.
    Gap,
}

impl Goal {
    /// The goal of a path that ended in a state.
    #[must_use]
    pub fn of(state: &SmgState) -> Self {
        match state.ending.as_deref() {
            None => Self::Anywhere,
            Some(Ending::Violated(violation)) => Self::Violated(violation.property),
            Some(Ending::Gap(_)) => Self::Gap,
        }
    }

    fn is_met(&self, state: &SmgState) -> bool {
        *self == Self::of(state)
    }
}

/// The states after the first steps of a path.
#[derive(Clone, Debug)]
pub struct Front {
    /// How many steps were taken.
    at: usize,
    states: Vec<SmgState>,
    /// How many steps branched: an assume could have gone both ways, or a list have several lengths.
    branches: usize,
}

impl Front {
    /// Whether a state is one of them.
    #[must_use]
    pub fn contains(&self, state: &SmgState) -> bool {
        self.states.contains(state)
    }
}

/// Runs one path.
pub struct PathRun<'a> {
    /// The analysis, with operators that share nothing with the exploration.
    pub cpa: &'a mut SmgCpa,
    /// The program.
    pub program: &'a Program,
    /// The limits of the run.
    pub limits: &'a Limits,
    /// How the path must end.
    pub goal: Goal,
    /// How many steps the whole path has.
    pub length: usize,
    /// How many more steps may be taken to find a small refinement.
    pub budget: usize,
}

impl PathRun<'_> {
    /// Where every path starts.
    #[must_use]
    pub fn start(&self) -> Front {
        Front { at: 0, states: vec![SmgState::initial(self.program)], branches: 0 }
    }

    /// The states after a step, if it is not left out; `None` when it cannot be taken.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn post(
        &mut self,
        front: &Front,
        step: Option<&PathStep>,
        precision: &SmgPrecision,
        notes: Option<&RefCell<BTreeSet<Fact>>>,
    ) -> Result<Option<Front>, Stop> {
        self.limits.check()?;
        self.budget = self.budget.saturating_sub(1);
        let at = front.at + 1;
        let Some(step) = step else { return Ok(Some(Front { at, ..front.clone() })) };
        let last = at == self.length;
        let around = StepCx { program: self.program, edge: step.edge, precision, notes };
        let (mut states, mut seen, mut branched) = (Vec::new(), FxHashSet::default(), false);
        for state in &front.states {
            let found = if self.cpa.is_idle(self.program, step.edge) {
                (vec![state.clone()], false)
            } else {
                self.cpa.post(around, state)
            };
            branched |= found.1;
            for next in found.0 {
                let Some(next) = self.assumed(around, next, &step.demands) else { continue };
                let next = self.cpa.adjusted(around, &next).unwrap_or(next);
                let fits = if last { self.goal.is_met(&next) } else { next.ending.is_none() };
                if fits && states.len() < MAX_STATES && seen.insert(next.clone()) {
                    states.push(next);
                }
            }
        }
        let branches = front.branches + usize::from(branched);
        Ok((!states.is_empty()).then_some(Front { at, states, branches }))
    }

    /// A state with what a specification assumes; `None` when that cannot be.
    fn assumed(
        &self,
        around: StepCx<'_>,
        state: SmgState,
        assumes: &[(argand_cfa::ExprId, bool)],
    ) -> Option<SmgState> {
        if assumes.is_empty() || state.ending.is_some() {
            return Some(state);
        }
        let mut quiet = self.cpa.quiet(around, &state);
        for &(cond, truth) in assumes {
            match quiet.assume(cond, truth) {
                Ok(()) => {}
                Err(Halt::Infeasible) => return None,
                Err(_) => return Some(state),
            }
        }
        Some(quiet.state)
    }

    /// The infeasible sliced prefixes with everything tracked, and everything that could be tracked along the path.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn sliced_prefixes<'p>(
        &mut self,
        path: &'p [PathStep],
    ) -> Result<(Vec<Sliced<'p>>, BTreeSet<Fact>), Stop> {
        let (start, program) = (self.start(), self.program);
        let notes = RefCell::new(BTreeSet::new());
        let post =
            |front: &Front, step: &PathStep| self.post(front, Some(step), &SmgPrecision::All, Some(&notes));
        // Leaving out anything but an assume would leave out what it does to memory.
        let may_skip = |step: &PathStep| matches!(program.edges[step.edge].op, Op::Assume { .. });
        let prefixes = prefix::sliced_prefixes(path, start, post, may_skip)?;
        Ok((prefixes, notes.into_inner()))
    }

    /// How often an infeasible prefix branches before it fails; `None` when it is feasible with a precision.
    fn branches_of(&mut self, prefix: &Sliced<'_>, precision: &SmgPrecision) -> Result<Option<usize>, Stop> {
        let mut front = self.start();
        for step in prefix.iter() {
            match self.post(&front, step, precision, None)? {
                Some(next) => front = next,
                None => return Ok(Some(front.branches)),
            }
        }
        Ok(None)
    }

    /// A small set of facts that makes a prefix infeasible together with those that are tracked anyway; `None` when
    /// all of them together do not. `facts` come with the cheapest first.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn interpolate(
        &mut self,
        prefix: &Sliced<'_>,
        tracked: &BTreeSet<Fact>,
        facts: &[Fact],
    ) -> Result<Option<BTreeSet<Fact>>, Stop> {
        let with = |parts: &[&[Fact]]| {
            tracked.iter().chain(parts.iter().copied().flatten()).copied().collect::<SmgPrecision>()
        };
        let (variables, values): (Vec<Fact>, Vec<Fact>) =
            facts.iter().copied().partition(|fact| matches!(fact, Fact::Variable(_)));
        if self.branches_of(prefix, &with(&[&variables, &values]))?.is_none() {
            return Ok(None);
        }
        let variables = self.needed(&variables, &mut |run, some| {
            Ok(run.branches_of(prefix, &with(&[some, &values]))?.is_some())
        })?;
        let Some(branches) = self.branches_of(prefix, &with(&[&variables, &values]))? else {
            return Ok(Some(facts.iter().copied().collect()));
        };
        let values = self.needed(&values, &mut |run, some| {
            let found = run.branches_of(prefix, &with(&[&variables, some]))?;
            Ok(found.is_some_and(|found| found <= branches))
        })?;
        Ok(Some(variables.into_iter().chain(values).collect()))
    }

    /// The facts that `suffices` cannot do without. All of them together suffice.
    fn needed(&mut self, facts: &[Fact], suffices: Suffices<'_, Self>) -> Result<Vec<Fact>, Stop> {
        if facts.is_empty() || suffices(self, &[])? {
            return Ok(Vec::new());
        }
        self.halve(&[], facts, suffices)
    }

    /// What is needed of `facts` besides `kept`, given that `kept` alone is too little.
    fn halve(
        &mut self,
        kept: &[Fact],
        facts: &[Fact],
        suffices: Suffices<'_, Self>,
    ) -> Result<Vec<Fact>, Stop> {
        if facts.len() <= 1 || self.budget == 0 {
            return Ok(facts.to_vec());
        }
        let (cheap, dear) = facts.split_at(facts.len() / 2);
        let with_cheap = [kept, cheap].concat();
        let from_dear =
            if suffices(self, &with_cheap)? { Vec::new() } else { self.halve(&with_cheap, dear, suffices)? };
        let with_dear = [kept, &from_dear[..]].concat();
        let mut needed =
            if suffices(self, &with_dear)? { Vec::new() } else { self.halve(&with_dear, cheap, suffices)? };
        needed.extend(from_dear);
        Ok(needed)
    }
}

/// Whether some facts are enough.
type Suffices<'s, R> = &'s mut dyn FnMut(&mut R, &[Fact]) -> Result<bool, Stop>;
