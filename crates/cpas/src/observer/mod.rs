//! Observers of subpaths that no run takes (Saan, "Witness generation for data-flow analysis", 2020, section 4; Junker et al.,
//! doi:10.1007/978-3-642-32469-7_20).
//!
//! The precision is a list of subpaths ([`Pattern`]), the state how far the last steps went along each of them. The step that would
//! complete one is not taken. States that differ are kept apart, in explorations as in solutions and the contexts of
//! functions there, so that what other analyses know along a subpath is not joined with what they know elsewhere. The
//! analysis learns subpaths from paths that were found and cannot be taken ([`refiner`]).
//!
//! **Invariant:** a subpath is watched only if logic has shown that no run takes it, whatever the values of memory are when it
//! begins (`subpath`).

mod pattern;
pub mod refiner;
mod state;
mod subpath;

#[cfg(test)]
mod tests;

pub use pattern::{Pattern, Word};
pub use state::{ObserverState, Observers};

use argand_cfa::{CallSiteId, LocId, Program};
use argand_cpa::{
    ConfigError, Configurable, Context, Cpa, CpaError, DataFlow, Extras, Interned, Profile, Refiner,
    Successors, TransferCx,
};
use refiner::ObserverRefiner;
use std::fmt::Write as _;

argand_cpa::options! {
    /// Options of `observer`.
    pub struct ObserverOptions {
        /// How many subpaths are watched at most.
        max_observers: u32 = 40,
        /// Let other steps come between those that contradict each other where these do not change what those look at, so that one
        /// observer does for any number of rounds of a loop in between.
        loose: bool = true,
    }
}

/// Watches for subpaths that no run takes.
#[derive(Clone, Debug)]
pub struct ObserverCpa {
    options: ObserverOptions,
}

impl Configurable for ObserverCpa {
    const NAME: &'static str = "observer";
    const SUMMARY: &'static str =
        "keeps apart how far runs went along paths that turned out to be infeasible";
    type Options = ObserverOptions;
    const REFINES: bool = true;

    fn from_options(options: ObserverOptions, _: &Context<'_>) -> Result<Self, ConfigError> {
        Ok(Self { options })
    }

    fn refiner(
        component: &Interned<Self>,
        cx: &Context<'_>,
    ) -> Result<Option<Box<dyn Refiner>>, ConfigError> {
        Ok(Some(Box::new(ObserverRefiner::new(component, cx))))
    }
}

impl Cpa for ObserverCpa {
    type State = ObserverState;
    type Precision = Observers;

    fn initial(&mut self, _: &Program, _: LocId) -> Result<ObserverState, CpaError> {
        Ok(ObserverState::default())
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &ObserverState,
        observers: &Observers,
        out: &mut Successors<ObserverState>,
    ) -> Result<(), CpaError> {
        match observers.next(state, cx.edge_id) {
            Some(next) if next == *state => out.unchanged(),
            Some(next) => out.push(next),
            None => {}
        }
        Ok(())
    }

    fn is_covered_by(&mut self, a: &ObserverState, b: &ObserverState) -> Result<bool, CpaError> {
        Ok(a == b)
    }

    fn join(&mut self, a: &ObserverState, b: &ObserverState) -> Result<ObserverState, CpaError> {
        if a == b { Ok(a.clone()) } else { Err(CpaError::unsupported("a join of different observers")) }
    }

    fn merge(
        &mut self,
        new: &ObserverState,
        old: &ObserverState,
        _: &Observers,
    ) -> Result<Option<ObserverState>, CpaError> {
        Ok((new == old).then(|| old.clone()))
    }

    fn write_precision(&self, _: &Program, observers: &Observers, out: &mut String) {
        let loose = observers.0.iter().filter(|pattern| pattern.is_loose()).count();
        let _ = write!(out, "{} infeasible paths, {loose} of them with gaps", observers.0.len());
    }

    fn profile(&self) -> Profile {
        Profile { partitions: true, phases: &[], cover_cost: 0, ..Profile::default() }
    }

    fn extras(&self) -> Extras<'_, Self> {
        Extras { data_flow: Some(self), ..Extras::default() }
    }
}

/// A call is a step like any other.
impl DataFlow<ObserverState, Observers> for ObserverCpa {
    fn enter(&self, _: &Program, _: CallSiteId, state: &ObserverState) -> ObserverState {
        state.clone()
    }

    fn resume(&self, _: &Program, _: CallSiteId, _: &ObserverState, end: &ObserverState) -> ObserverState {
        end.clone()
    }
}
