//! Infeasible sliced prefixes and the choice between the refinements they give, for refiners.
//!
//! An infeasible path usually is so for more than one reason: every step that fails gives an *infeasible sliced
//! prefix* when the earlier failing ones are left out (Algorithm 5 of the SMG value-analysis thesis). Each prefix can
//! be refined by itself; of all refinements the one with the best [`Score`] is used (Algorithm 6), so that a loop
//! counter is tracked only if nothing else will do.

use argand_cfa::PathStep;
use argand_flow::classify::DomainType;
use argand_support::Stop;

/// Refining every prefix of a path with hundreds of contradictions costs more than it gains.
pub const MAX_PREFIXES: usize = 24;

/// The first steps of a path, some of them left out because they contradict what comes before them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sliced<'p> {
    /// The steps, those that are left out included.
    pub steps: &'p [PathStep],
    /// The positions of those that are left out, in order.
    skipped: Vec<usize>,
}

impl<'p> Sliced<'p> {
    /// All of a path, with nothing left out.
    #[must_use]
    pub const fn whole(steps: &'p [PathStep]) -> Self {
        Self { steps, skipped: Vec::new() }
    }

    /// How many steps it has, those that are left out included.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether it has no steps.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The steps from a position on, `None` in place of those that are left out.
    pub fn from(&self, position: usize) -> impl ExactSizeIterator<Item = Option<&'p PathStep>> + '_ {
        let later = self.steps.iter().enumerate().skip(position);
        later.map(|(at, step)| self.skipped.binary_search(&at).is_err().then_some(step))
    }

    /// All steps, `None` in place of those that are left out.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<&'p PathStep>> + '_ {
        self.from(0)
    }
}

/// Every infeasible sliced prefix of a path that starts in a state; none if the path is feasible. `post` is the
/// state after a step, `None` when the step cannot be taken. A failing step that may not be left out ends the
/// search: the steps after it would start from nowhere.
///
/// # Errors
/// When `post` reaches a limit.
pub fn sliced_prefixes<S>(
    path: &[PathStep],
    start: S,
    mut post: impl FnMut(&S, &PathStep) -> Result<Option<S>, Stop>,
    may_skip: impl Fn(&PathStep) -> bool,
) -> Result<Vec<Sliced<'_>>, Stop> {
    let (mut prefixes, mut skipped) = (Vec::new(), Vec::new());
    let mut state = start;
    for (at, step) in path.iter().enumerate() {
        match post(&state, step)? {
            Some(next) => state = next,
            None => {
                prefixes.push(Sliced { steps: &path[..=at], skipped: skipped.clone() });
                if !may_skip(step) {
                    break;
                }
                skipped.push(at);
            }
        }
    }
    Ok(prefixes)
}

crate::option_enum! {
    /// One criterion for choosing between refinements.
    pub enum Criterion {
        /// Prefer variables with few values; never loop counters if it can be helped.
        DomainType = "domain-type",
        /// Prefer refinements that track over few locations.
        Width = "width",
        /// Prefer short prefixes: the contradiction is found early.
        Length = "length",
    }
}

/// What speaks against a refinement, the most important criterion first. Smaller is better.
pub type Score = Vec<u64>;

/// The worst score of [`Criterion::DomainType`]: a loop counter is involved.
const LOOP_COUNTER_SCORE: u64 = u64::MAX;

/// How much it costs to track something that is used like this.
#[must_use]
pub const fn cost(domain_type: DomainType) -> u64 {
    match domain_type {
        DomainType::Boolean => 1,
        DomainType::Equality => 2,
        DomainType::Other => 4,
        DomainType::LoopCounter => LOOP_COUNTER_SCORE,
    }
}

/// The score of a refinement that tracks things of these domain types, over `width` locations, found on a prefix
/// of `length` steps.
#[must_use]
pub fn score(criteria: &[Criterion], domain_types: &[DomainType], width: usize, length: usize) -> Score {
    criteria
        .iter()
        .map(|criterion| match criterion {
            Criterion::DomainType => {
                domain_types.iter().fold(1, |sum: u64, &domain_type| sum.saturating_add(cost(domain_type)))
            }
            Criterion::Width => width as u64,
            Criterion::Length => length as u64,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use argand_cfa::EdgeId;

    fn path(length: u32) -> Vec<PathStep> {
        (0..length).map(|edge| PathStep { edge: EdgeId::new(edge), demands: Vec::new() }).collect()
    }

    #[test]
    fn every_failing_step_gives_a_prefix_without_the_earlier_failing_ones() {
        let fails = |step: &PathStep| step.edge.raw() % 2 == 1;
        let post = |&n: &u32, step: &PathStep| Ok((!fails(step)).then_some(n + 1));
        let path = path(4);
        let prefixes = sliced_prefixes(&path, 0, post, |_| true).expect("no limit");
        let taken: Vec<Vec<bool>> =
            prefixes.iter().map(|prefix| prefix.iter().map(|s| s.is_some()).collect()).collect();
        assert_eq!(taken, [vec![true, true], vec![true, false, true, true]]);
        let later: Vec<bool> = prefixes[1].from(1).map(|s| s.is_some()).collect();
        assert_eq!(later, [false, true, true]);
        let first_only = sliced_prefixes(&path, 0, post, |_| false).expect("no limit");
        assert_eq!(first_only.len(), 1);
    }

    #[test]
    fn a_loop_counter_is_worse_than_anything_else() {
        let of = |types: &[DomainType]| score(&[Criterion::DomainType], types, 1, 1);
        assert!(of(&[DomainType::LoopCounter]) > of(&[DomainType::Other; 100]));
        assert!(of(&[DomainType::Boolean]) < of(&[DomainType::Equality]));
    }
}
