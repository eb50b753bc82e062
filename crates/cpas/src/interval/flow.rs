//! Intervals as a data-flow analysis: what goes into calls and comes back, and widening.

use super::cells::{CellId, CellKey};
use super::state::IntervalState;
use super::{IntervalCpa, Thresholds};
use argand_cfa::{CallSiteId, Program};
use argand_cpa::{Crossing, DataFlow, FrameVar};
use argand_domains::Interval;

impl IntervalCpa {
    /// The cells of a variable that a state knows.
    fn known_of(&self, state: &IntervalState, var: FrameVar) -> Vec<(CellId, Interval)> {
        let mut found = Vec::new();
        self.cells.of_var(var, |cell| {
            if let Some(value) = state.values.get(cell) {
                found.push((cell, *value));
            }
        });
        found
    }

    fn forget_var(&self, state: &mut IntervalState, var: FrameVar) {
        self.cells.of_var(var, |cell| state.values.remove(cell));
    }

    /// Gives what is known of a variable to another activation of it.
    fn rename(&self, program: &Program, state: &mut IntervalState, from: FrameVar, to: FrameVar) {
        if from == to {
            return;
        }
        let known = self.known_of(state, from);
        self.forget_var(state, from);
        self.forget_var(state, to);
        for (cell, value) in known {
            let key = CellKey { var: to, ..self.cells.key(cell) };
            let cell = self.cells.intern(program, key, || program.var_name(to.var).to_owned());
            state.values.insert(cell, value);
        }
    }
}

impl DataFlow<IntervalState, Thresholds> for IntervalCpa {
    fn enter(&self, program: &Program, site: CallSiteId, state: &IntervalState) -> IntervalState {
        let crossing = Crossing::at(program, &self.recursive, site);
        let mut inside = state.clone();
        let depth = state.frames.depth(crossing.callee);
        if crossing.caller != crossing.callee {
            for &var in self.locals.of_function(crossing.caller) {
                if crossing.stays_behind(var) {
                    self.forget_var(&mut inside, FrameVar::outermost(var));
                }
            }
        }
        for &var in self.locals.of_function(crossing.callee) {
            let (entered, named) = (FrameVar { var, depth }, FrameVar::outermost(var));
            if crossing.goes_in(var) {
                self.rename(program, &mut inside, entered, named);
            } else {
                self.forget_var(&mut inside, entered);
                self.forget_var(&mut inside, named);
            }
        }
        inside.frames = crossing.frames_inside();
        inside
    }

    fn resume(
        &self,
        program: &Program,
        site: CallSiteId,
        caller: &IntervalState,
        end: &IntervalState,
    ) -> IntervalState {
        let crossing = Crossing::at(program, &self.recursive, site);
        let mut back = end.clone();
        back.frames = crossing.frames_before_return(&caller.frames);
        let depth = back.frames.depth(crossing.callee);
        for &var in self.locals.of_function(crossing.callee) {
            let (named, left) = (FrameVar::outermost(var), FrameVar { var, depth });
            if crossing.comes_out(var) {
                self.rename(program, &mut back, named, left);
            } else {
                self.forget_var(&mut back, named);
            }
        }
        for &var in self.locals.of_function(crossing.caller) {
            if crossing.stays_behind(var) {
                for (cell, value) in self.known_of(caller, FrameVar::outermost(var)) {
                    back.values.insert(cell, value);
                }
            }
        }
        back
    }

    fn widen(
        &self,
        old: &IntervalState,
        new: &IntervalState,
        thresholds: &Thresholds,
        jump: bool,
    ) -> Option<IntervalState> {
        let none = Thresholds::default();
        let values = self.widened(old, new, if jump { &none } else { thresholds });
        Some(IntervalState { values, ..old.clone() })
    }
}
