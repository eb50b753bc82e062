//! Learning from infeasible paths.
//!
//! A path that the abstraction allowed is run with full precision ([`PathRun`]). If an assume cannot be passed,
//! the path is infeasible, and each of its sliced prefixes ([`argand_cpa::prefix`]) is interpolated
//! ([`interpolate`], Algorithms 3 and 4 of the SMG value-analysis thesis): the cells that the contradiction
//! depends on are found by walking the path backwards (path slicing), then each is forgotten in turn and put back
//! only if the rest of the path becomes feasible without it.

use super::facts::Facts;
use super::precision::{Tracked, ValuePrecision};
use super::state::{Value, ValueState};
use super::trace::{Notes, Range, Trace};
use super::transfer::{Blocked, Post, Reach};
use argand_cfa::{EdgeId, PathStep, Program};
use argand_cpa::prefix::{self, Sliced};
use argand_domains::memory::{Memory, Object, Read};
use argand_flow::edges;
use argand_support::{Limits, Stop};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Runs paths with full precision.
#[derive(Clone, Copy)]
pub struct PathRun<'a> {
    /// The program.
    pub program: &'a Program,
    /// What is known of the whole program.
    pub facts: &'a Facts,
    /// The limits of the run.
    pub limits: &'a Limits,
}

impl PathRun<'_> {
    /// The state after a step, if the step is not left out; `None` when it cannot be taken.
    #[must_use]
    pub fn post(&self, state: &ValueState, step: Option<&PathStep>, notes: Notes<'_>) -> Option<ValueState> {
        let Some(step) = step else { return Some(state.clone()) };
        let mut post = Post {
            program: self.program,
            precision: &ValuePrecision::All,
            facts: self.facts,
            reach: &mut |_| Reach::Anything,
            edge: step.edge,
            notes,
        };
        let mut next = match post.run(state) {
            Ok(next) => next,
            Err(Blocked::Infeasible) => return None,
            // What the analysis cannot say is no reason for a path to be infeasible.
            Err(Blocked::Unsupported(_)) => {
                let mut unknown = ValueState::default();
                unknown.frames.clone_from(&state.frames);
                return Some(unknown);
            }
        };
        for &(cond, truth) in &step.demands {
            if post.eval(&next).truth(cond).is_some_and(|known| known != truth) {
                return None;
            }
            post.learn(&mut next, cond, truth);
        }
        Some(next)
    }

    /// Whether the steps of a prefix from a position on can be taken one after the other from a state.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn is_feasible(&self, from: &ValueState, prefix: &Sliced<'_>, position: usize) -> Result<bool, Stop> {
        let mut state = from.clone();
        for step in prefix.from(position) {
            self.limits.check()?;
            match self.post(&state, step, Notes::default()) {
                Some(next) => state = next,
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Every infeasible sliced prefix of a path; none if the path is feasible.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn sliced_prefixes<'p>(&self, path: &'p [PathStep]) -> Result<Vec<Sliced<'p>>, Stop> {
        let post = |state: &ValueState, step: &PathStep| {
            self.limits.check()?;
            Ok(self.post(state, Some(step), Notes::default()))
        };
        prefix::sliced_prefixes(path, ValueState::default(), post, |_| true)
    }

    /// The states along a prefix and what each step read and wrote. It must be feasible but for its last step.
    fn trace(&self, prefix: &Sliced<'_>) -> (Vec<ValueState>, Vec<Trace>) {
        let (mut states, mut traces) = (vec![ValueState::default()], Vec::new());
        for step in prefix.iter() {
            let trace = RefCell::new(Trace::default());
            let last = &states[states.len() - 1];
            let next = self.post(last, step, Notes::to(&trace));
            traces.push(trace.into_inner());
            match next {
                Some(next) => states.push(next),
                None => break,
            }
        }
        (states, traces)
    }
}

/// For every step of an infeasible prefix, the cells that must be known after it.
pub type Interpolants = Vec<ValueState>;

/// On longer prefixes cells are not forgotten one by one: that takes time quadratic in the length, and what slicing
/// leaves is nearly all that matters.
const MAX_MINIMISED: usize = 400;

/// Inductive interpolants of an infeasible prefix: each follows from the one before it by the step between
/// them, and the last makes the final step impossible.
///
/// # Errors
/// When a limit is reached.
pub fn interpolate(run: &PathRun<'_>, prefix: &Sliced<'_>) -> Result<Interpolants, Stop> {
    let needed = needed_cells(run, prefix);
    if prefix.len() > MAX_MINIMISED
        && let Some(needed) = &needed
        && let Some(sliced) = sliced_interpolants(run, prefix, needed)?
    {
        return Ok(sliced);
    }
    let mut interpolants = Vec::with_capacity(prefix.len());
    let mut current = ValueState::default();
    for (index, step) in prefix.iter().enumerate().take(prefix.len().saturating_sub(1)) {
        run.limits.check()?;
        let Some(mut next) = run.post(&current, step, Notes::default()) else { break };
        if next.memory != current.memory {
            let sliced = needed.as_ref().and_then(|needed| restrict(&next, &needed[index + 1]));
            match sliced {
                // Nothing was written that matters, so the last interpolant still does.
                Some(sliced) if sliced.memory == current.memory => next = sliced,
                // Slicing follows data only; the path itself has the last word.
                Some(sliced) if !run.is_feasible(&sliced, prefix, index + 1)? => next = sliced,
                _ => {}
            }
            if next.memory != current.memory {
                forget_needless(run, &mut next, prefix, index + 1)?;
            }
        }
        interpolants.push(next.clone());
        current = next;
    }
    Ok(interpolants)
}

/// What slicing says of every step, if that alone makes the final step impossible.
fn sliced_interpolants(
    run: &PathRun<'_>,
    prefix: &Sliced<'_>,
    needed: &[BTreeSet<Range>],
) -> Result<Option<Interpolants>, Stop> {
    let Some(last) = prefix.len().checked_sub(1) else { return Ok(None) };
    let mut interpolants = Vec::with_capacity(last);
    let mut current = ValueState::default();
    for (step, needed) in prefix.iter().take(last).zip(&needed[1..]) {
        run.limits.check()?;
        let next = run.post(&current, step, Notes::default());
        let Some(sliced) = next.and_then(|next| restrict(&next, needed)) else { return Ok(None) };
        interpolants.push(sliced.clone());
        current = sliced;
    }
    Ok((!run.is_feasible(&current, prefix, last)?).then_some(interpolants))
}

/// Forgets every cell without which a prefix stays infeasible from a position on.
fn forget_needless(
    run: &PathRun<'_>,
    state: &mut ValueState,
    prefix: &Sliced<'_>,
    position: usize,
) -> Result<(), Stop> {
    let may_go = |without: &ValueState| Ok(!run.is_feasible(without, prefix, position)?);
    let mut nothing = ValueState::default();
    nothing.frames.clone_from(&state.frames);
    if may_go(&nothing)? {
        *state = nothing;
        return Ok(());
    }
    let cells: Vec<_> = state.memory.cells().map(|cell| (cell.object, cell.bit)).collect();
    let fills: Vec<_> = state.memory.zero_filled().collect();
    if cells.len() + fills.len() == 1 {
        return Ok(());
    }
    for object in fills {
        let mut without = state.clone();
        without.memory.forget_fill(object);
        if may_go(&without)? {
            *state = without;
        }
    }
    for (object, bit) in cells {
        let mut without = state.clone();
        without.memory.forget(object, bit);
        if may_go(&without)? {
            *state = without;
        }
    }
    Ok(())
}

/// The cells before each step that the contradiction at the end was computed from. `None` when the dependencies
/// cannot be followed, for example through memory that was only partly known.
fn needed_cells(run: &PathRun<'_>, prefix: &Sliced<'_>) -> Option<Vec<BTreeSet<Range>>> {
    let (states, traces) = run.trace(prefix);
    if traces.len() != prefix.len() {
        return None;
    }
    let mut needed = vec![BTreeSet::new(); prefix.len() + 1];
    let mut now: BTreeSet<Range> = known(&states, prefix.len() - 1, traces.last()?.reads());
    needed[prefix.len() - 1].clone_from(&now);
    for index in (0..prefix.len() - 1).rev() {
        let trace = &traces[index];
        for write in trace.writes_backwards() {
            let hit: Vec<Range> = now.iter().copied().filter(|r| r.overlaps(write.target)).collect();
            for range in hit {
                if !write.target.contains(range) {
                    return None;
                }
                now.remove(&range);
                if let Some((object, bit)) = write.source {
                    let source =
                        Range { object, bit: bit + (range.bit - write.target.bit), width: range.width };
                    now.extend(known(&states, index, &[source]));
                }
                now.extend(known(&states, index, trace.reads_of(write)));
            }
        }
        // A write through a pointer leaves the other objects alone only as long as the pointer is known.
        if writes_through_pointer(run.program, prefix.steps[index].edge)
            && now.iter().any(|r| is_exposed(run.program, r.object))
        {
            now.extend(known(&states, index, trace.reads()));
        }
        needed[index].clone_from(&now);
    }
    Some(needed)
}

/// Whether what an edge writes depends on the value of a pointer.
fn writes_through_pointer(program: &Program, edge: EdgeId) -> bool {
    let mut found = false;
    edges::writes(program, &program.edges[edge].op, |write| found |= write.is_through_pointer(program));
    found
}

/// Whether a pointer of unknown value could reach an object.
fn is_exposed(program: &Program, object: Object) -> bool {
    match object {
        Object::Var { var, .. } => program.vars[var].addressed,
        Object::Heap { .. } => true,
    }
}

/// The ranges of which something is known in the state at `index`.
fn known(states: &[ValueState], index: usize, ranges: &[Range]) -> BTreeSet<Range> {
    let memory = &states[index].memory;
    let is_known = |r: &&Range| memory.is_known(r.object, r.bit, r.width);
    ranges.iter().filter(is_known).copied().collect()
}

/// The part of a state that lies in the needed ranges; `None` if a range does not hold exactly one value.
fn restrict(state: &ValueState, needed: &BTreeSet<Range>) -> Option<ValueState> {
    let mut memory = Memory::default();
    for range in needed {
        match state.memory.read(range.object, range.bit, range.width) {
            Read::Value(value) => memory.write(range.object, range.bit, range.width, Some(*value)),
            Read::Zero => memory.write(range.object, range.bit, range.width, Some(Value::Bits(0))),
            Read::Mixed | Read::Unknown => return None,
        }
    }
    Some(ValueState { memory, frames: state.frames.clone() })
}

/// The cells of an interpolant as the precision names them.
pub fn tracked(interpolant: &ValueState) -> impl Iterator<Item = Tracked> + '_ {
    let cells =
        interpolant.memory.cells().map(|c| Tracked { base: c.object.into(), bit: c.bit, width: c.width });
    cells.chain(interpolant.memory.zero_filled().map(Tracked::fill))
}
