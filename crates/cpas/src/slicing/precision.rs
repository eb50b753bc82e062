//! The slices of one run, and what is seen through each.

use argand_cfa::{EdgeId, LocId, Op, Program};
use argand_flow::dependence::{Dependences, Options, Tables};
use argand_flow::slice::{Criterion, Slice, may_do_anything};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// Nothing: a slice is a precision, not a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SlicingState;

impl fmt::Display for SlicingState {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

/// A slice, by its number; 0 is the empty one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SlicingPrecision(usize);

/// All slices of a run. Each contains the one before.
pub(super) struct Slices {
    program: Program,
    /// What its dependences are found in, made once.
    tables: Arc<Tables>,
    made: RefCell<Vec<Made>>,
}

struct Made {
    slice: Slice,
    /// What the slice was made for: the criteria of all paths so far.
    steps: BTreeSet<LocId>,
    seen: Arc<Program>,
}

impl Slices {
    /// The empty slice.
    pub fn new(program: &Program) -> Self {
        let graph = Dependences::new(program, &Options::VERIFICATION);
        let slice = Slice::empty(program);
        let seen = Arc::new(masked(program, &slice));
        let nothing = Made { slice, steps: BTreeSet::new(), seen };
        Self { program: program.clone(), tables: graph.tables(), made: RefCell::new(vec![nothing]) }
    }

    /// The whole program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// What is seen through a slice.
    pub fn seen(&self, number: SlicingPrecision) -> Arc<Program> {
        Arc::clone(&self.made.borrow()[number.0].seen)
    }

    /// How many edges a slice has.
    pub fn len(&self, number: SlicingPrecision) -> usize {
        self.made.borrow()[number.0].slice.edges(&self.program).count()
    }

    /// How many slices were made.
    pub fn count(&self) -> usize {
        self.made.borrow().len() - 1
    }

    /// A slice with all of the last one in which these edges happen as they do; `None` if they are in the last one.
    pub fn with(&self, edges: &[EdgeId]) -> Option<SlicingPrecision> {
        let mut made = self.made.borrow_mut();
        let last = made.last()?;
        if edges.iter().all(|&edge| last.slice.contains(&self.program, edge)) {
            return None;
        }
        let mut steps = last.steps.clone();
        steps.extend(Criterion::of_edges(&self.program, edges.iter().copied()).steps);
        let graph = Dependences::again(&self.program, Arc::clone(&self.tables));
        let slice = closed_under_calls(&graph, &mut steps);
        let seen = Arc::new(masked(&self.program, &slice));
        made.push(Made { slice, steps, seen });
        Some(SlicingPrecision(made.len() - 1))
    }
}

/// The slice for some steps that contains every call of a function of which it contains anything.
///
/// Control goes through all calls, those outside the slice too. What it does not contain of them it must not need: a function
/// that reads its parameters must get them from everybody.
fn closed_under_calls(graph: &Dependences<'_>, steps: &mut BTreeSet<LocId>) -> Slice {
    let program = graph.program;
    loop {
        let criterion = Criterion { steps: steps.iter().copied().collect(), values: Vec::new() };
        let slice = Slice::of(graph, &criterion);
        let touched: BTreeSet<_> = program
            .locs
            .indices()
            .filter(|&loc| slice.has_step(loc))
            .map(|loc| program.locs[loc].func)
            .collect();
        let calls = touched.iter().flat_map(|&func| graph.calls.sites_of(func));
        let missing: Vec<LocId> =
            calls.map(|&site| program.call_sites[site].call).filter(|&call| !slice.has_step(call)).collect();
        if missing.is_empty() {
            return slice;
        }
        steps.extend(missing);
    }
}

/// The program in which what is outside a slice does nothing.
///
/// Control stays as it is: both sides of a branch outside the slice can be taken, and calls are entered and left. So every
/// run of the program is a run of this one along the same edges, in which everything that the slice reads is what it was.
fn masked(program: &Program, slice: &Slice) -> Program {
    let mut masked = program.clone();
    for edge in program.edges.indices() {
        let stays = match program.edges[edge].op {
            Op::Call(_) | Op::Return(_) | Op::Summary(_) | Op::Halt(_) => true,
            Op::Extern(_) | Op::Unsupported(_) => may_do_anything(program, edge),
            Op::Noop
            | Op::Assume { .. }
            | Op::Assign { .. }
            | Op::Havoc { .. }
            | Op::Init { .. }
            | Op::Declare { .. }
            | Op::Dead { .. } => false,
        };
        if !stays && !slice.contains(program, edge) {
            masked.edges[edge].op = Op::Noop;
        }
    }
    masked
}
