//! Certificates from analyses whose states are formulas.

use super::{Certificate, Method, ProofPoint, States};
use crate::exploration::Exploration;
use argand_cpa::{Invariants, Status};
use argand_logic::TermId;
use std::collections::BTreeMap;

/// What the nodes of a finished graph say about each place where the states of the component at `column` are formulas:
/// the disjunction of these, each with what the siblings know, for example about function pointers. The proof is `partial` where a sibling may have ruled out
/// paths with more than it says.
#[must_use]
pub fn certificate_of(
    exploration: &Exploration<'_>,
    column: usize,
    invariants: &dyn Invariants,
    partial: bool,
) -> Certificate {
    let (reached, composite) = (&exploration.reached, &exploration.composite);
    let mut siblings = States::new(exploration.program, exploration.limits.clone());
    let mut found: BTreeMap<ProofPoint, TermId> = BTreeMap::new();
    for node in reached.iter().filter(|&n| reached.status(n) == Status::Live && !reached.is_target(n)) {
        let row = reached.states(node);
        let Some((location, mut holds)) = invariants.formula(row[column]) else { continue };
        let Some(place) = ProofPoint::of(exploration.program, composite, location, row) else { continue };
        let encoder = &mut *invariants.encoder();
        // Without what the siblings know the facts are weaker, and the check notices where that matters.
        if let Ok(known) = siblings.formula(encoder, composite, &place, row) {
            holds = encoder.pool.and(holds, known);
        }
        let either = found.get(&place).copied().unwrap_or_else(|| encoder.pool.ff());
        found.insert(place, encoder.pool.or(either, holds));
    }
    let (facts, method) = (found.into_iter().collect(), Method::Induction { steps: 0 });
    Certificate { encoder: invariants.encoder().clone(), method, facts, partial }
}
