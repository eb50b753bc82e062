//! Intervals of integer variables, members and elements.
//!
//! Domain: a map from cells (see the `cells` module) to intervals of machine integers; a cell that is not bound
//! can hold every value of its type. With `merge = "join"`, the default, this is a data-flow analysis: states that
//! meet are joined, and at the heads of loops the join is widened, first to constants of the program
//! (the precision), then to the ends of the type. With `merge = "sep"` it is a model checker.
//!
//! Variables whose address is taken are tracked too. A write through a pointer forgets all of them, unless a
//! sibling knows where the pointer points.

mod cells;
mod eval;
mod flow;
mod library;
mod state;
#[cfg(test)]
mod tests;
mod transfer;

pub use state::IntervalState;

use argand_cfa::walk::{Node, SeenNodes, parts};
use argand_cfa::{ExprKind, LocId, Op, Program};
use argand_cpa::{
    Change, ComponentOptions, ConfigError, Configurable, Constant, Context, Cpa, CpaError, Extras, Locals,
    Loops, MergeMode, Query, RecursiveFunctions, Siblings, Successors, TransferCx, Words,
};
use argand_domains::{Interval, Lattice as _, MapLattice};
use argand_flow::formats::Formats;
use cells::{CellId, Cells, Places};
use eval::Evaluator;
use std::rc::Rc;
use transfer::Transfer;

argand_cpa::options! {
    /// Options of `interval`.
    pub struct IntervalOptions {
        /// Widen at loop heads when states are merged, so that the analysis of a loop ends soon.
        widen: bool = true,
        /// How many joins at a loop head are exact before they are widened.
        widen_after: u32 = 2,
        /// Widen to constants of the program before widening to the ends of the type.
        thresholds: bool = true,
        /// How many cells of one variable are initialised one by one; larger variables start unknown.
        max_cells: u32 = 64,
    }
}

/// The numbers at which widening stops, in ascending order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Thresholds(Rc<[i128]>);

/// How many thresholds are used at most; a program with more constants than that has them by accident.
const MAX_THRESHOLDS: usize = 200;

impl Thresholds {
    /// The constants in the conditions of a program, and their neighbours.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let mut seen = SeenNodes::new(program);
        let (mut work, mut numbers) = (Vec::new(), Vec::new());
        for edge in &program.edges {
            if let Op::Assume { cond, .. } = edge.op {
                work.push(Node::Expr(cond));
            }
            while let Some(node) = work.pop() {
                if !seen.insert(node) {
                    continue;
                }
                parts(program, node, |part| work.push(part));
                if let Node::Expr(expr) = node
                    && let ExprKind::Int(value) = program.expr(expr).kind
                {
                    numbers.extend([value.saturating_sub(1), value, value.saturating_add(1)]);
                }
            }
        }
        numbers.sort_unstable_by_key(|n: &i128| (n.unsigned_abs(), *n));
        numbers.dedup();
        numbers.truncate(MAX_THRESHOLDS);
        numbers.sort_unstable();
        Self(numbers.into())
    }
}

/// Tracks intervals.
#[derive(Clone, Debug)]
pub struct IntervalCpa {
    options: IntervalOptions,
    recursive: RecursiveFunctions,
    locals: Locals,
    formats: Formats,
    loops: Loops,
    places: Places,
    cells: Cells,
}

impl Configurable for IntervalCpa {
    const NAME: &'static str = "interval";
    const SUMMARY: &'static str = "tracks intervals of integer variables, members and elements";
    type Options = IntervalOptions;

    fn default_component_options() -> ComponentOptions {
        ComponentOptions { merge: MergeMode::Join, ..ComponentOptions::default() }
    }

    fn from_options(options: IntervalOptions, cx: &Context<'_>) -> Result<Self, ConfigError> {
        Ok(Self {
            options,
            recursive: RecursiveFunctions::of(cx.program),
            locals: Locals::of(cx.program),
            formats: Formats::of(cx.program),
            loops: Loops::of(cx.program),
            places: Places::of(cx.program),
            cells: Cells::default(),
        })
    }
}

impl IntervalCpa {
    fn evaluator<'a>(&'a self, program: &'a Program, siblings: Option<&'a Siblings<'a>>) -> Evaluator<'a> {
        Evaluator { program, places: &self.places, cells: &self.cells, siblings }
    }

    /// What is known after widening, to thresholds first.
    fn widened(
        &self,
        old: &IntervalState,
        new: &IntervalState,
        thresholds: &Thresholds,
    ) -> MapLattice<CellId, Interval> {
        old.combine(new, |cell, before, now| {
            let bounds = Interval::of_shape(self.cells.shape(cell));
            before.widen_to(before.join(&now), &thresholds.0, bounds)
        })
    }

    /// Every value an integer expression can have in a state.
    #[must_use]
    pub fn range(
        &self,
        program: &Program,
        state: &IntervalState,
        expr: argand_cfa::ExprId,
    ) -> Option<Interval> {
        self.evaluator(program, None).eval(state, expr, 0)
    }
}

impl Cpa for IntervalCpa {
    type State = IntervalState;
    type Precision = Thresholds;

    fn initial(&mut self, _: &Program, location: LocId) -> Result<IntervalState, CpaError> {
        let mut state = IntervalState::new(self.cells.clone());
        state.joins = self.loops.is_head(location).then_some(0);
        Ok(state)
    }

    fn initial_precision(&mut self, program: &Program) -> Thresholds {
        if self.options.thresholds { Thresholds::of(program) } else { Thresholds::default() }
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &IntervalState,
        _: &Thresholds,
        out: &mut Successors<IntervalState>,
    ) -> Result<(), CpaError> {
        let transfer = Transfer {
            evaluator: self.evaluator(cx.program, Some(&cx.before)),
            recursive: &self.recursive,
            locals: &self.locals,
            formats: &self.formats,
            max_cells: self.options.max_cells as usize,
        };
        if let Some(mut next) = transfer.post(state, cx.op()) {
            next.joins = self.loops.is_head(cx.edge.to).then_some(0);
            if next == *state {
                out.unchanged();
            } else {
                out.push(next);
            }
        }
        Ok(())
    }

    fn is_covered_by(&mut self, a: &IntervalState, b: &IntervalState) -> Result<bool, CpaError> {
        Ok(a.leq(b))
    }

    fn join(&mut self, a: &IntervalState, b: &IntervalState) -> Result<IntervalState, CpaError> {
        if a.frames != b.frames {
            return Err(CpaError::unsupported("a join of different call stacks"));
        }
        let values = a.combine(b, |_, x, y| x.join(&y));
        Ok(IntervalState { values, ..a.clone() })
    }

    fn merge(
        &mut self,
        new: &IntervalState,
        old: &IntervalState,
        precision: &Thresholds,
    ) -> Result<Option<IntervalState>, CpaError> {
        if new.frames != old.frames {
            return Ok(None);
        }
        if new.leq(old) {
            return Ok(Some(old.clone()));
        }
        let joins = old.joins.map(|count| count.saturating_add(1));
        let values = match joins {
            Some(count) if self.options.widen && count > self.options.widen_after => {
                self.widened(old, new, precision)
            }
            _ => old.combine(new, |_, x, y| x.join(&y)),
        };
        Ok(Some(IntervalState { values, joins, ..old.clone() }))
    }

    /// Takes over what specifications assume.
    fn strengthen(
        &mut self,
        cx: &TransferCx<'_>,
        state: &IntervalState,
        _: &Thresholds,
        after: &Siblings<'_>,
    ) -> Result<Change<IntervalState>, CpaError> {
        let assumes = after.assumes();
        if assumes.is_empty() {
            return Ok(Change::Keep);
        }
        let evaluator = self.evaluator(cx.program, Some(after));
        let mut current = state.clone();
        for (cond, truth) in assumes {
            match evaluator.assume(&current, cond, truth) {
                Some(next) => current = next,
                None => return Ok(Change::Bottom),
            }
        }
        Ok(Change::To(current))
    }

    fn answer(&self, program: &Program, state: &IntervalState, query: &mut Query) {
        match query {
            Query::IntRange { expr, .. } => {
                if is_ordered_integer(program, *expr)
                    && let Some(range) = self.range(program, state, *expr)
                {
                    query.narrow_range(range.lo(), range.hi());
                }
            }
            Query::Value { expr, value } if value.is_none() => {
                if program.types.is_integer(program.expr(*expr).ty)
                    && let Some(single) = self.range(program, state, *expr).and_then(Interval::as_single)
                {
                    *value = Some(Constant::Int(single));
                }
            }
            _ => {}
        }
    }

    fn extras(&self) -> Extras<'_, Self> {
        Extras { data_flow: Some(self), ..Extras::default() }
    }

    fn write_precision(&self, _program: &Program, precision: &Thresholds, out: &mut String) {
        out.push_str(&format!("{} thresholds", precision.0.len()));
    }

    fn describe(&self, _: &Words<'_>, state: &IntervalState, lines: &mut Vec<String>) {
        lines.extend(state.facts());
    }
}

/// Whether the values of an expression are integers in the order of their canonical numbers.
fn is_ordered_integer(program: &Program, expr: argand_cfa::ExprId) -> bool {
    let ty = program.expr(expr).ty;
    program.types.is_integer(ty)
        && cells::shape_of(program, ty).is_some_and(argand_domains::IntShape::is_ordered)
}
