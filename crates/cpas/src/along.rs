//! The ways to follow edges, for analyses that are the same forwards and backwards, and the location on the way.

use argand_cfa::{Edge, EdgeId, LocId, Op, Program};
use argand_cpa::{Control, Cpa, CpaError, Direction, Extras, Profile, Query, Successors, TransferCx, Words};
use std::fmt;

/// A way to follow edges.
pub trait Along: Copy + fmt::Debug + Default + 'static {
    /// Its name for configurations.
    const DIRECTION: Direction;

    /// Where an edge starts and ends on this way.
    fn ends(edge: &Edge) -> (LocId, LocId);

    /// The edges that lead away from a location.
    fn edges(program: &Program, location: LocId) -> &[EdgeId];
}

/// As runs go.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forwards;

/// Against the direction of edges.
#[derive(Clone, Copy, Debug, Default)]
pub struct Backwards;

impl Along for Forwards {
    const DIRECTION: Direction = Direction::Forwards;

    fn ends(edge: &Edge) -> (LocId, LocId) {
        (edge.from, edge.to)
    }

    fn edges(program: &Program, location: LocId) -> &[EdgeId] {
        &program.locs[location].out
    }
}

impl Along for Backwards {
    const DIRECTION: Direction = Direction::Backwards;

    fn ends(edge: &Edge) -> (LocId, LocId) {
        (edge.to, edge.from)
    }

    fn edges(program: &Program, location: LocId) -> &[EdgeId] {
        &program.locs[location].into
    }
}

/// Tracks the location on a way. The reached set is partitioned by locations, so states of different ones never meet.
/// `Call` and `Return` edges are followed, `Summary` edges are not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Located<W>(pub W);

impl<W: Along> Cpa for Located<W> {
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
        let (from, to) = W::ends(cx.edge);
        if from == *state {
            out.push(to);
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

impl<W: Along> Control<LocId> for Located<W> {
    fn select_edges(&self, program: &Program, state: &LocId, edges: &mut Vec<EdgeId>) {
        let away = W::edges(program, *state).iter().copied();
        edges.extend(away.filter(|&e| !matches!(program.edges[e].op, Op::Summary(_))));
    }
}
