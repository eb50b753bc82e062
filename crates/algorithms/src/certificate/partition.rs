//! Whether the model of memory that a proof is checked with can be trusted.

use crate::outcome::{Cause, Reason};
use argand_cfa::Program;
use argand_encode::Encoder;

/// Why two accesses that may touch a common byte could have no array in common, in the memory of this encoder. A check
/// begins with this question: facts that are checked over a wrong partition of memory prove nothing.
///
/// What is checked are the two claims that the partition consists of, not how it was found: no assignment leads a
/// pointer beyond the objects and offsets that it is said to have, and no two accesses of different arrays meet at any
/// of the positions that their offsets stand for.
#[must_use]
pub fn partition_doubts(program: &Program, encoder: &Encoder) -> Vec<Reason> {
    let layout = encoder.layout();
    if layout.points_to.is_closed(program) && layout.partition.check().is_ok() {
        return Vec::new();
    }
    vec![Reason::new(Cause::Partition, None)]
}
