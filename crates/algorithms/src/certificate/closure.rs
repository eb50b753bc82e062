//! Whether the states of a finished exploration are closed: a second look at a proof that has no formulas.
//!
//! The states of a graph are invariants if the initial state is one of them and every step from one of them leads into
//! another. That is checked here state by state, without anything that found them: no waitlist, no merging, no
//! refinement, no index of coverage, and analyses that do not abstract any more, so that no list is folded and
//! no number widened on the way. Where inclusion does not see that a step leads into another state, the new
//! state counts as one more of them and is looked at in turn, so that no more than closedness is taken for granted.
//! What is shared with the proof are single steps and the inclusion of one
//! state in another.

use super::{Doubt, certification};
use crate::Exploration;
use crate::outcome::{Reason, Uncertified};
use argand_cpa::{ArgId, Composite, CpaError, Failure, PrecisionId, Rows, StateId, Status};
use argand_support::{FxHashMap, FxHashSet, Limits, Stop};

/// Inclusion does not see everything: a state that no state of the proof includes is looked at like one of them, so that
/// what follows it may be included again. No more than this many.
const MOST_ADDED: usize = 200;

/// The states that a proof claims to be all.
struct Claimed {
    /// The components that partition the reached set.
    columns: Vec<usize>,
    rows: FxHashSet<Vec<StateId>>,
    /// By the states that partition the reached set, in the order of the graph.
    candidates: FxHashMap<Vec<StateId>, Vec<Vec<StateId>>>,
}

impl Claimed {
    fn key(&self, row: &[StateId]) -> Vec<StateId> {
        self.columns.iter().map(|&column| row[column]).collect()
    }

    fn add(&mut self, row: &[StateId]) {
        if self.rows.insert(row.to_vec()) {
            self.candidates.entry(self.key(row)).or_default().push(row.to_vec());
        }
    }

    /// Whether one of the states includes this one.
    fn cover(&mut self, composite: &mut Composite, limits: &Limits, row: &[StateId]) -> Result<bool, Stop> {
        if self.rows.contains(row) {
            return Ok(true);
        }
        for candidate in self.candidates.get(&self.key(row)).into_iter().flatten() {
            limits.check()?;
            let mut all = true;
            for column in 0..row.len() {
                all = all
                    && (row[column] == candidate[column]
                        || includes(composite, column, candidate[column], row[column])?);
            }
            if all {
                self.rows.insert(row.to_vec());
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Why the states of a finished exploration are no proof; nothing if they are one. Only the nodes of which `believed`
/// says so take part. `None` where no analysis has an abstraction that it could do without.
pub fn closure_doubts(
    exploration: &mut Exploration<'_>,
    believed: &dyn Fn(ArgId) -> bool,
) -> Option<Vec<Doubt>> {
    if !exploration.composite.stop_abstracting() {
        return None;
    }
    let doubts = match check(exploration, believed) {
        Ok(doubt) => doubt.into_iter().collect(),
        Err(stop) => vec![Reason::limit(stop).into()],
    };
    Some(doubts)
}

fn check(exploration: &mut Exploration<'_>, believed: &dyn Fn(ArgId) -> bool) -> Result<Option<Doubt>, Stop> {
    let none = |what: Uncertified, edge| Ok(Some(certification(what, edge).into()));
    let (program, limits) = (exploration.program, exploration.limits.clone());
    let reached = &exploration.reached;
    let composite = &mut exploration.composite;
    let columns = composite.partition_columns().to_vec();
    let (rows, candidates) = (FxHashSet::default(), FxHashMap::default());
    let mut claimed = Claimed { columns, rows, candidates };
    let mut origins: Vec<(Vec<StateId>, Vec<PrecisionId>)> = Vec::new();
    for node in reached.iter().filter(|&n| reached.status(n) == Status::Live && believed(n)) {
        let row = reached.states(node).to_vec();
        if composite.is_target(&row) {
            return none(Uncertified::Violation, None);
        }
        claimed.add(&row);
        origins.push((row, reached.precisions(node).to_vec()));
    }
    match composite.initial(program, program.entry()) {
        Ok((first, _)) if claimed.cover(composite, &limits, &first)? => {}
        Ok(_) => return none(Uncertified::Start, None),
        Err(failure) => return Ok(Some(Reason::failure(&failure, None).into())),
    }
    let (mut rows, mut edges) = (Rows::default(), Vec::new());
    let most = origins.len() + MOST_ADDED;
    let mut at = 0;
    while let Some((states, precisions)) = origins.get(at).cloned() {
        at += 1;
        let (states, precisions) = (&states, &precisions);
        composite.edges(program, states, &mut edges);
        for &edge in &edges {
            limits.check()?;
            rows.clear();
            match composite.successors(program, &limits, states, precisions, edge, &mut rows) {
                Ok(()) => {}
                Err(Failure { error: CpaError::Stop(stop), .. }) => return Err(stop),
                Err(failure) => return Ok(Some(Reason::failure(&failure, Some(edge)).into())),
            }
            for (next, precision) in rows.iter() {
                if composite.is_target(next) {
                    let what = Uncertified::WeakStates;
                    return Ok(Some(Doubt { reason: certification(what, Some(edge)), refutes: true }));
                }
                if !claimed.cover(composite, &limits, next)? {
                    if origins.len() == most {
                        return none(Uncertified::NotClosed, Some(edge));
                    }
                    claimed.add(next);
                    origins.push((next.to_vec(), precision.to_vec()));
                }
            }
        }
    }
    Ok(None)
}

/// Whether a state of a component includes another. Not being able to tell is no.
fn includes(composite: &mut Composite, column: usize, big: StateId, small: StateId) -> Result<bool, Stop> {
    match composite.component_mut(column).is_covered_by(small, big) {
        Ok(covered) => Ok(covered),
        Err(CpaError::Stop(stop)) => Err(stop),
        Err(_) => Ok(false),
    }
}
