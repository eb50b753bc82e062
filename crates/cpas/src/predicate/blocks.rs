//! Block operators: where a block ends (section 2.3.4 of the property-scopes thesis).
//!
//! Loop heads always end a block, or a loop would be unrolled inside one for ever, and so do the entries of
//! recursive functions and violations. Everything else is the configuration's choice.

use argand_cfa::{EdgeId, LocId, Op, Program};
use argand_cpa::{Loops, RecursiveFunctions};

argand_cpa::option_enum! {
    /// Where blocks end, besides loop heads, entries of recursive functions and violations.
    pub enum BlockEnd {
        /// Nowhere else.
        LoopHeads = "loop-heads",
        /// Where a function is entered or left.
        Functions = "functions",
        /// Where paths meet.
        Joins = "joins",
        /// When a block has `block-size` edges.
        Threshold = "threshold",
        /// After every edge: single-block encoding.
        Every = "sbe",
    }
}

/// Decides where blocks end.
#[derive(Debug)]
pub struct BlockOperator {
    ends: Vec<BlockEnd>,
    size: u32,
    loops: Loops,
    recursive: RecursiveFunctions,
}

impl BlockOperator {
    /// The operator that ends a block where any of `ends` does.
    #[must_use]
    pub fn new(program: &Program, ends: &[BlockEnd], size: u32) -> Self {
        Self {
            ends: ends.to_vec(),
            size,
            loops: Loops::of(program),
            recursive: RecursiveFunctions::of(program),
        }
    }

    /// Whether a block that has `length` edges, the last of them `edge`, ends.
    #[must_use]
    pub fn ends(&self, program: &Program, edge: EdgeId, length: u32) -> bool {
        let to = program.edges[edge].to;
        if self.loops.is_head(to) {
            return true;
        }
        let op = &program.edges[edge].op;
        if let Op::Call(site) = *op
            && self.recursive.contains(program.call_sites[site].callee)
        {
            return true;
        }
        self.ends.iter().any(|end| match end {
            BlockEnd::LoopHeads => false,
            BlockEnd::Functions => matches!(op, Op::Call(_) | Op::Return(_)),
            BlockEnd::Joins => is_join(program, to),
            BlockEnd::Threshold => length >= self.size,
            BlockEnd::Every => true,
        })
    }
}

/// Whether more than one edge leads to a location. The returns of a function lead to different places, and the
/// summary of a call is never taken beside it.
fn is_join(program: &Program, loc: LocId) -> bool {
    let taken = |e: &&EdgeId| !matches!(program.edges[**e].op, Op::Summary(_));
    program.locs[loc].into.iter().filter(taken).count() > 1
}
