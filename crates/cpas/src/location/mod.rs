//! Where control is, following edges forwards.
//!
//! Domain: single locations. The reached set is partitioned by them, so states of different locations never
//! meet. Calls are entered and left again along `Call` and `Return` edges; which `Return` edge matches is the
//! business of `callstack`. `Summary` edges are not taken.

#[cfg(test)]
mod tests;

use argand_cfa::{EdgeId, LocId, Op, Program};
use argand_cpa::{
    ConfigError, Configurable, Context, Control, Cpa, CpaError, Direction, Extras, Profile, Query,
    Successors, TransferCx, Words,
};

argand_cpa::options! {
    /// `location` has no options.
    pub struct LocationOptions {}
}

/// Tracks the location.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocationCpa;

impl Configurable for LocationCpa {
    const NAME: &'static str = "location";
    const SUMMARY: &'static str = "tracks where control is";
    type Options = LocationOptions;
    const DIRECTION: Option<Direction> = Some(Direction::Forwards);

    fn from_options(_: LocationOptions, _: &Context<'_>) -> Result<Self, ConfigError> {
        Ok(Self)
    }
}

impl Cpa for LocationCpa {
    type State = LocId;
    type Precision = ();

    fn initial(&mut self, _: &Program, location: LocId) -> Result<LocId, CpaError> {
        Ok(location)
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &LocId,
        (): &(),
        out: &mut Successors<LocId>,
    ) -> Result<(), CpaError> {
        if cx.edge.from == *state {
            out.push(cx.edge.to);
        }
        Ok(())
    }

    fn is_covered_by(&mut self, a: &LocId, b: &LocId) -> Result<bool, CpaError> {
        Ok(a == b)
    }

    fn join(&mut self, a: &LocId, b: &LocId) -> Result<LocId, CpaError> {
        if a == b { Ok(*a) } else { Err(CpaError::unsupported("a join of different locations")) }
    }

    fn answer(&self, _: &Program, state: &LocId, query: &mut Query) {
        if let Query::Location(answer) = query {
            *answer = Some(*state);
        }
    }

    fn profile(&self) -> Profile {
        Profile { partitions: true, phases: &[], ..Profile::default() }
    }

    fn extras(&self) -> Extras<'_, Self> {
        Extras { control: Some(self), ..Extras::default() }
    }

    /// Every node says where it is anyway.
    fn describe(&self, _: &Words<'_>, _: &LocId, _: &mut Vec<String>) {}
}

impl Control<LocId> for LocationCpa {
    fn select_edges(&self, program: &Program, state: &LocId, edges: &mut Vec<EdgeId>) {
        let out = program.locs[*state].out.iter().copied();
        edges.extend(out.filter(|&e| !matches!(program.edges[e].op, Op::Summary(_))));
    }
}
