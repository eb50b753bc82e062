//! Rows as the values of a system of constraints: join, order, widening and calls, component by component.
//!
//! Which of them is used when is the business of the solver; merge and stop of the configuration play no part.

use super::{Composite, Failure, Row};
use crate::component::{PrecisionId, StateId};
use crate::config::ConfigError;
use argand_cfa::{CallSiteId, Program};

impl Composite {
    /// Whether every component can be solved as a system of constraints.
    ///
    /// # Errors
    /// One that cannot.
    pub fn check_data_flow(&self) -> Result<(), ConfigError> {
        // Whose states have no join, or whose precision must grow before it sees anything, proves nothing here.
        let fits = |index: &usize| {
            let component = &self.components[*index];
            component.is_control() || component.has_data_flow()
        };
        match (0..self.components.len()).find(|index| !fits(index)) {
            None => Ok(()),
            Some(index) => Err(ConfigError::Conflict(format!(
                "the analysis `{}` cannot be used with `algorithm = \"dataflow\"`: it does not say what goes into calls",
                self.components[index].name()
            ))),
        }
    }

    /// The positions of the components that say where control is or was: rows that differ there are never joined.
    pub fn control_columns(&self) -> impl Iterator<Item = usize> + '_ {
        let apart = |&index: &usize| {
            let component = &self.components[index];
            component.is_control() || component.profile().partitions
        };
        (0..self.components.len()).filter(apart)
    }

    /// The join of two rows of one state of control.
    ///
    /// # Errors
    /// When a component fails.
    pub fn join(&mut self, a: &[StateId], b: &[StateId]) -> Result<Row, Failure> {
        let mut joined = Row::from_slice(a);
        for index in 0..self.components.len() {
            if a[index] != b[index] {
                let result = self.components[index].join(a[index], b[index]);
                joined[index] = result.map_err(|error| self.failure(index, error))?;
            }
        }
        Ok(joined)
    }

    /// A row above both, the second of which is above the first, such that climbing ends; with `jump` at once.
    pub fn widen(&mut self, old: &[StateId], new: &[StateId], precisions: &[PrecisionId], jump: bool) -> Row {
        let widened = self.components.iter_mut().enumerate();
        widened.map(|(index, c)| c.widen(old[index], new[index], precisions[index], jump)).collect()
    }

    /// Whether the first row stands for nothing that the second does not stand for.
    ///
    /// # Errors
    /// When a component fails.
    pub fn is_below(&mut self, a: &[StateId], b: &[StateId]) -> Result<bool, Failure> {
        for index in 0..self.components.len() {
            let covered = a[index] == b[index] || {
                let result = self.components[index].is_covered_by(a[index], b[index]);
                result.map_err(|error| self.failure(index, error))?
            };
            if !covered {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A row behind a `Call` edge, as the callee sees it by itself.
    pub fn enter(&mut self, program: &Program, site: CallSiteId, row: &[StateId]) -> Row {
        self.components.iter_mut().zip(row).map(|(c, &state)| c.enter(program, site, state)).collect()
    }

    /// The row before a `Return` edge: that of the callee's exit with what the caller kept to itself.
    pub fn resume(
        &mut self,
        program: &Program,
        site: CallSiteId,
        caller: &[StateId],
        end: &[StateId],
    ) -> Row {
        let components = self.components.iter_mut().zip(caller.iter().zip(end));
        components.map(|(c, (&caller, &end))| c.resume(program, site, caller, end)).collect()
    }
}
