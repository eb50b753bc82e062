//! Where control is, following edges backwards.
//!
//! Domain: single locations. For analyses that ask from where a location can be reached. `Call` and `Return`
//! edges are followed against their direction, `Summary` edges are not taken.

#[cfg(test)]
mod tests;

use argand_cfa::{EdgeId, LocId, Op, Program};
use argand_cpa::{
    ConfigError, Configurable, Context, Control, Cpa, CpaError, Direction, Extras, Profile, Query,
    Successors, TransferCx, Words,
};

argand_cpa::options! {
    /// `backlocation` has no options.
    pub struct BacklocationOptions {}
}

/// Tracks the location backwards.
#[derive(Clone, Copy, Debug, Default)]
pub struct BacklocationCpa;

impl Configurable for BacklocationCpa {
    const NAME: &'static str = "backlocation";
    const SUMMARY: &'static str = "tracks where control is, backwards";
    type Options = BacklocationOptions;
    const DIRECTION: Option<Direction> = Some(Direction::Backwards);

    fn from_options(_: BacklocationOptions, _: &Context<'_>) -> Result<Self, ConfigError> {
        Ok(Self)
    }
}

impl Cpa for BacklocationCpa {
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
        if cx.edge.to == *state {
            out.push(cx.edge.from);
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

impl Control<LocId> for BacklocationCpa {
    fn select_edges(&self, program: &Program, state: &LocId, edges: &mut Vec<EdgeId>) {
        let into = program.locs[*state].into.iter().copied();
        edges.extend(into.filter(|&e| !matches!(program.edges[e].op, Op::Summary(_))));
    }
}
