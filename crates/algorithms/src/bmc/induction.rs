//! k-induction.
use super::unroll::{NodeId, Tools, Unrolling};
use argand_cfa::LocId;
use argand_support::Stop;

/// An attempt at a proof.
pub struct Induction {
    /// Steps that were tried.
    pub steps: u64,
}

impl Induction {
    /// An attempt from what an unrolling left behind its bound.
    #[must_use]
    pub fn new(_unrolling: &Unrolling, _left: &[NodeId], _bound: u32, _candidates: bool) -> Self {
        Self { steps: 0 }
    }

    /// What holds at loop heads, if that is enough.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn prove(
        &mut self,
        _tools: &mut Tools<'_>,
        _unrolling: &Unrolling,
    ) -> Result<Option<Vec<(LocId, String)>>, Stop> {
        Ok(None)
    }
}
