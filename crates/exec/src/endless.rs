//! Runs that go around for ever.
//!
//! A run that is at a loop head in the same state as before can go on as it did the first time, with the same inputs, and
//! come back again: it need not end. Two states are the same when calls, memory and variables are, apart from variables
//! that have no say in where a run goes ([`deciding`]). States are kept for the last loop heads that were passed, and for
//! one that is further back and moves on in leaps (R. P. Brent, "An improved Monte Carlo factorization algorithm", 1980), so
//! that a cycle of any length is found.
//!
//! **Invariant:** states with objects that came to life in between differ, because objects are told apart by when they
//! were made. What is taken for the same state is the same.

use crate::finding::{End, ErrorKind, Finding};
use crate::machine::Interpreter;
use crate::observe::StateView;
use crate::snapshot::{ObjectSnapshot, Snapshot, VarHome};
use argand_cfa::{CallSiteId, FuncId, LocId, Origin, Program, VarId};
use argand_flow::classify::deciding;
use argand_flow::wto::Wto;
use argand_support::IndexVec;
use std::collections::VecDeque;

/// States that are kept of the last loop heads.
const RECENT: usize = 32;
/// A run with more memory than this is not watched.
const MOST_BYTES: u64 = 1 << 16;

/// What is looked at.
#[derive(Debug)]
pub(crate) struct Heads {
    /// Which locations are loop heads.
    is_head: IndexVec<LocId, bool>,
    /// Which variables have a say in where a run goes.
    deciding: IndexVec<VarId, bool>,
}

impl Heads {
    pub(crate) fn new(program: &Program) -> Self {
        let wto = Wto::of_functions(program);
        let is_head = program.locs.indices().map(|loc| wto.is_head(loc)).collect();
        Self { is_head, deciding: deciding(program) }
    }
}

/// A state at a loop head.
#[derive(Clone, PartialEq, Eq, Debug)]
struct State {
    location: LocId,
    calls: Vec<(FuncId, Option<CallSiteId>)>,
    objects: Vec<ObjectSnapshot>,
    variables: Vec<(usize, VarId, VarHome)>,
    allocas: Vec<(usize, u32)>,
}

/// Watches one run.
#[derive(Debug)]
pub(crate) struct Watch {
    heads: Heads,
    /// The last states, each with the number of edges that were taken before.
    recent: VecDeque<(State, u64)>,
    /// A state further back.
    mark: Option<(State, u64)>,
    passed: u64,
    /// When the mark moves on.
    next_mark: u64,
    /// When the run was for the first time in the state that it came back to.
    cycle_from: Option<u64>,
}

impl Watch {
    pub(crate) fn new(heads: Heads) -> Self {
        Self { heads, recent: VecDeque::new(), mark: None, passed: 0, next_mark: 1, cycle_from: None }
    }

    pub(crate) fn into_heads(self) -> Heads {
        self.heads
    }

    /// How many edges were taken when the run was in the state that it came back to, if it did.
    pub(crate) const fn cycle_from(&self) -> Option<u64> {
        self.cycle_from
    }

    /// Whether this state, after so many edges, was there before; it is remembered.
    fn is_known(&mut self, state: State, steps: u64) -> bool {
        let same = self.recent.iter().chain(&self.mark).find(|(known, _)| *known == state);
        if let Some(&(_, first)) = same {
            self.cycle_from = Some(first);
            return true;
        }
        self.passed += 1;
        if self.passed == self.next_mark {
            self.mark = Some((state.clone(), steps));
            self.next_mark *= 2;
        }
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back((state, steps));
        false
    }
}

impl Interpreter<'_> {
    /// Ends a run that comes back to a state that it was in before.
    pub(crate) fn watch_for_endless_runs(&mut self) {
        let Some(mut watch) = self.watch.take() else { return };
        let known = watch.heads.is_head[self.loc]
            && self.state(&watch.heads).is_some_and(|state| watch.is_known(state, self.steps));
        self.watch = Some(watch);
        if known {
            let message = "the run is in the same state as before: it can go around here for ever";
            let finding = self.at_loop(self.finding(ErrorKind::Endless, message.to_owned(), None));
            self.findings.push(finding.clone());
            self.finish(End::Error(Box::new(finding)));
        }
    }

    /// The same finding at the keyword of the loop whose head the run is at, if it is a loop of the user's code.
    fn at_loop(&self, mut finding: Finding) -> Finding {
        let user =
            self.frames.last().is_some_and(|frame| self.program.functions[frame.func].origin == Origin::User);
        let statement = self.program.loops.iter().find(|statement| statement.head == self.loc);
        if let Some(statement) = statement.filter(|statement| user && !statement.keyword.is_none()) {
            finding.span = statement.keyword;
            if let Some(innermost) = finding.stack.first_mut() {
                innermost.span = statement.keyword;
            }
        }
        finding
    }

    /// The state, if it is small enough and nothing is at work that a picture of memory does not show.
    fn state(&mut self, heads: &Heads) -> Option<State> {
        let location = self.loc;
        if self.frames.iter().any(|frame| frame.arguments.is_some())
            || self.memory.bytes_in_use() > MOST_BYTES
        {
            return None;
        }
        let calls = self.frames.iter().map(|frame| (frame.func, frame.site)).collect();
        let Snapshot { mut objects, mut variables, allocas } = StateView::new(self).snapshot(MOST_BYTES)?;
        objects.retain(|object| {
            let variable = object.info.var;
            object.alive && variable.is_none_or(|var| heads.deciding[var])
        });
        variables.retain(|&(_, var, _)| heads.deciding[var]);
        Some(State { location, calls, objects, variables, allocas })
    }
}
