//! Whether the model of memory that a proof is checked with can be trusted.

use crate::outcome::Reason;
use argand_cfa::Program;
use argand_encode::Encoder;

/// Why two accesses that may touch a common byte could have no array in common, in the memory of this encoder. A check
/// begins with this question: facts that are checked over a wrong partition of memory prove nothing.
///
/// The partition has no check that is independent of its construction yet, so there is nothing to say.
#[must_use]
pub fn partition_doubts(_program: &Program, _encoder: &Encoder) -> Vec<Reason> {
    Vec::new()
}
