//! Loops as writers of programs show them.

use crate::program::LocId;

/// Whoever knows the loops of a program.
pub trait LoopNest {
    /// Whether a location is the head of a loop.
    fn is_head(&self, loc: LocId) -> bool;

    /// How many loops a location is inside of.
    fn depth(&self, loc: LocId) -> u32;
}

/// Loops that nobody looked for: none are shown.
impl LoopNest for () {
    fn is_head(&self, _: LocId) -> bool {
        false
    }

    fn depth(&self, _: LocId) -> u32 {
        0
    }
}
