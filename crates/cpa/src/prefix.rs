//! Infeasible sliced prefixes and the choice between the refinements they give, for refiners.
//!
//! An infeasible path usually is so for more than one reason: every step that fails gives an *infeasible sliced
//! prefix* when the earlier failing ones are left out (Algorithm 5 of the SMG value-analysis thesis). Each prefix can
//! be refined by itself; of all refinements the one with the best [`Score`] is used (Algorithm 6), so that a loop
//! counter is tracked only if nothing else will do.

use crate::path::ArgPath;
use crate::refine::RefineCx;
use argand_cfa::{EdgeId, ExprId};
use argand_flow::classify::DomainType;
use argand_support::Stop;

/// Refining every prefix of a path with hundreds of contradictions costs more than it gains.
pub const MAX_PREFIXES: usize = 24;

/// One step of a path: an edge, and what specifications assume after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The edge.
    pub edge: EdgeId,
    /// Conditions with the truth they must have after the edge.
    pub assumes: Vec<(ExprId, bool)>,
    /// Whether the step is left out of the path, because it contradicts what came before.
    pub skipped: bool,
}

/// The steps of a path, with what specifications assume after each.
#[must_use]
pub fn steps(cx: &RefineCx<'_>, path: &ArgPath) -> Vec<Step> {
    let after = path.nodes().skip(1);
    path.edges()
        .zip(after)
        .map(|(edge, node)| {
            let assumes = cx.composite.assumes(cx.program, cx.reached.states(node));
            Step { edge, assumes, skipped: false }
        })
        .collect()
}

/// Every infeasible sliced prefix of a path that starts in a state; none if the path is feasible. `post` is the
/// state after a step, `None` when the step cannot be taken. A failing step that may not be left out ends the
/// search: the steps after it would start from nowhere.
///
/// # Errors
/// When `post` reaches a limit.
pub fn sliced_prefixes<S>(
    path: &[Step],
    start: S,
    mut post: impl FnMut(&S, &Step) -> Result<Option<S>, Stop>,
    may_skip: impl Fn(&Step) -> bool,
) -> Result<Vec<Vec<Step>>, Stop> {
    let mut prefixes = Vec::new();
    let mut feasible: Vec<Step> = Vec::with_capacity(path.len());
    let mut state = start;
    for step in path {
        match post(&state, step)? {
            Some(next) => {
                state = next;
                feasible.push(step.clone());
            }
            None => {
                let mut prefix = feasible.clone();
                prefix.push(step.clone());
                prefixes.push(prefix);
                if !may_skip(step) {
                    break;
                }
                feasible.push(Step { skipped: true, ..step.clone() });
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

    fn path(length: u32) -> Vec<Step> {
        (0..length)
            .map(|edge| Step { edge: EdgeId::new(edge), assumes: Vec::new(), skipped: false })
            .collect()
    }

    #[test]
    fn every_failing_step_gives_a_prefix_without_the_earlier_failing_ones() {
        let fails = |step: &Step| step.edge.raw() % 2 == 1;
        let post = |&n: &u32, step: &Step| Ok((!fails(step)).then_some(n + 1));
        let prefixes = sliced_prefixes(&path(4), 0, post, |_| true).expect("no limit");
        let skipped: Vec<Vec<bool>> =
            prefixes.iter().map(|prefix| prefix.iter().map(|s| s.skipped).collect()).collect();
        assert_eq!(skipped, [vec![false, false], vec![false, true, false, false]]);
        let first_only = sliced_prefixes(&path(4), 0, post, |_| false).expect("no limit");
        assert_eq!(first_only.len(), 1);
    }

    #[test]
    fn a_loop_counter_is_worse_than_anything_else() {
        let of = |types: &[DomainType]| score(&[Criterion::DomainType], types, 1, 1);
        assert!(of(&[DomainType::LoopCounter]) > of(&[DomainType::Other; 100]));
        assert!(of(&[DomainType::Boolean]) < of(&[DomainType::Equality]));
    }
}
