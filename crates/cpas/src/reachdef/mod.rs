//! Reaching definitions, and with them flow dependence (SLI §2.6.7, 3.1.1).
//!
//! A state says of every cell of memory which steps may have written what it holds. Cells and what steps do with them come
//! from points-to information (`argand_flow::dependence`); a step that reads a cell is flow dependent on the steps that may
//! have written it ([`ReachdefCpa::flow_dependences`]). Parameters and results hold what was passed, written by whoever
//! wrote that. `argand_flow::dependence` finds the same on demand, value by value, and is held against this analysis.

#[cfg(test)]
mod tests;

use argand_cfa::{CallSiteId, LocId, Op, Program};
use argand_cpa::{
    ComponentOptions, ConfigError, Configurable, Context, Cpa, CpaError, MergeMode, Successors, TransferCx,
};
use argand_domains::Lattice;
use argand_flow::dependence::{Cell, Dependences, Options, Tables};
use argand_support::Idx as _;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

argand_cpa::options! {
    /// `reachdef` has no options.
    pub struct ReachdefOptions {}
}

/// The steps that may have written what each cell holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ReachdefState(BTreeMap<Cell, BTreeSet<LocId>>);

impl ReachdefState {
    /// The steps that may have written what a cell holds, in order.
    pub fn of(&self, cell: Cell) -> impl Iterator<Item = LocId> + '_ {
        self.0.get(&cell).into_iter().flatten().copied()
    }

    fn all(&self, cells: &[Cell]) -> BTreeSet<LocId> {
        cells.iter().flat_map(|&cell| self.of(cell)).collect()
    }

    fn add(&mut self, cell: Cell, steps: impl IntoIterator<Item = LocId>) {
        let mut steps = steps.into_iter().peekable();
        if steps.peek().is_some() {
            self.0.entry(cell).or_default().extend(steps);
        }
    }

    fn write(&mut self, cell: Cell, whole: bool, steps: impl IntoIterator<Item = LocId>) {
        if whole {
            self.0.remove(&cell);
        }
        self.add(cell, steps);
    }
}

impl Lattice for ReachdefState {
    fn leq(&self, other: &Self) -> bool {
        self.0.iter().all(|(cell, steps)| other.0.get(cell).is_some_and(|theirs| steps.is_subset(theirs)))
    }

    fn join(&self, other: &Self) -> Self {
        let mut both = self.clone();
        for (&cell, steps) in &other.0 {
            both.add(cell, steps.iter().copied());
        }
        both
    }
}

impl fmt::Display for ReachdefState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = |(cell, steps): (&Cell, &BTreeSet<LocId>)| {
            let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
            format!("{cell}: {}", steps.join(" "))
        };
        f.write_str(&self.0.iter().map(one).collect::<Vec<_>>().join(", "))
    }
}

/// Tracks which definitions reach.
#[derive(Clone, Debug)]
pub struct ReachdefCpa {
    tables: Arc<Tables>,
}

impl ReachdefCpa {
    /// The analysis of a program.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        Self { tables: Dependences::new(program, &Options::VERIFICATION).tables() }
    }

    /// The steps that the step at a location is flow dependent on, in order.
    #[must_use]
    pub fn flow_dependences(&self, location: LocId, state: &ReachdefState) -> Vec<LocId> {
        state.all(self.tables.cells.reads(location)).into_iter().collect()
    }

    /// What a step that is no call writes.
    fn step(&self, program: &Program, at: LocId, state: &ReachdefState) -> ReachdefState {
        let mut next = state.clone();
        let cells = &self.tables.cells;
        for written in cells.writes(at) {
            next.write(written.cell, written.whole, [at]);
        }
        let unknown = |&edge: &_| matches!(program.edges[edge].op, Op::Unsupported(_));
        if program.locs[at].out.iter().any(unknown) {
            for cell in (0..cells.len()).map(Cell::from_usize).filter(|&cell| cells.is_exposed(cell)) {
                next.add(cell, [at]);
            }
        }
        next
    }

    /// Parameters hold what the arguments do; what belongs to the activation alone is new.
    fn call(&self, program: &Program, site: CallSiteId, state: &ReachdefState) -> ReachdefState {
        let cells = &self.tables.cells;
        let data = &program.call_sites[site];
        let callee = &program.functions[data.callee];
        let mut next = state.clone();
        next.0.retain(|&cell, _| cells.private_to(cell) != Some(data.callee));
        for (number, argument) in cells.arguments(site).iter().enumerate() {
            let steps = state.all(argument);
            let into = callee.params.get(number).map_or(&[][..], |&param| cells.of_var(param));
            let more = cells.variadic(data.callee).filter(|_| number >= callee.params.len());
            for &cell in into.iter().chain(&more) {
                next.add(cell, steps.iter().copied());
            }
        }
        next
    }

    /// The result holds what was returned.
    fn back(&self, program: &Program, site: CallSiteId, state: &ReachdefState) -> ReachdefState {
        let data = &program.call_sites[site];
        let mut next = state.clone();
        if let (Some(dst), Some(ret)) = (data.dst, program.functions[data.callee].ret) {
            let cells = &self.tables.cells;
            let steps = state.all(cells.of_var(ret));
            for &cell in cells.of_var(dst) {
                next.write(cell, cells.is_whole(dst), steps.iter().copied());
            }
        }
        next
    }
}

impl Configurable for ReachdefCpa {
    const NAME: &'static str = "reachdef";
    const SUMMARY: &'static str = "tracks which steps may have written what memory holds";
    type Options = ReachdefOptions;

    fn default_component_options() -> ComponentOptions {
        ComponentOptions { merge: MergeMode::Join, ..ComponentOptions::default() }
    }

    fn from_options(_: ReachdefOptions, cx: &Context<'_>) -> Result<Self, ConfigError> {
        Ok(Self::of(cx.program))
    }
}

impl Cpa for ReachdefCpa {
    type State = ReachdefState;
    type Precision = ();

    fn initial(&mut self, _: &Program, _: LocId) -> Result<ReachdefState, CpaError> {
        Ok(ReachdefState::default())
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &ReachdefState,
        (): &(),
        out: &mut Successors<ReachdefState>,
    ) -> Result<(), CpaError> {
        out.push(match cx.op() {
            Op::Call(site) => self.call(cx.program, *site, state),
            Op::Return(site) => self.back(cx.program, *site, state),
            Op::Noop
            | Op::Assign { .. }
            | Op::Havoc { .. }
            | Op::Init { .. }
            | Op::Declare { .. }
            | Op::Dead { .. }
            | Op::Extern(_)
            | Op::Unsupported(_)
            | Op::Assume { .. }
            | Op::Summary(_)
            | Op::Halt(_) => self.step(cx.program, cx.edge.from, state),
        });
        Ok(())
    }

    fn is_covered_by(&mut self, a: &ReachdefState, b: &ReachdefState) -> Result<bool, CpaError> {
        Ok(a.leq(b))
    }

    fn join(&mut self, a: &ReachdefState, b: &ReachdefState) -> Result<ReachdefState, CpaError> {
        Ok(a.join(b))
    }
}
