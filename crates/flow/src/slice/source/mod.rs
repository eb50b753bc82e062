//! A slice as source: the user's own text without what does not matter.
//!
//! A reduced program ([`reduce`](super::reduce())) is for machines: it jumps over what is left out. In a text, control goes
//! on to the next statement. So more than the slice must stay, and all of it must be right:
//!
//! * a statement of which a step is in the slice stays as a whole, with all that its steps depend on and with the arguments
//!   of its calls, and so do the conditions of the statements around it;
//! * a jump stays if, without it, control would come by something that stays before it is where the jump leads (H. Agrawal,
//!   "On slicing programs with jump statements", 1994), and so do labels that jumps lead to;
//! * what ends the program stays where the conditions that decide about it do.
//!
//! Each of these can bring more into the slice, until nothing changes (`keep`). The rest is blank (`write`): lines keep
//! their numbers. Declarations stay without their initialisers as long as something names what they declare.

mod keep;
mod lexemes;
mod write;

use super::{Criterion, Slice};
use crate::dependence::Dependences;
use argand_cfa::outline::Outline;

/// A slice as source text.
#[derive(Clone, Debug)]
pub struct SourceSlice {
    /// The names of the files and what is left of them.
    pub files: Vec<(String, String)>,
    /// The steps that the text contains.
    pub slice: Slice,
}

/// The source of a slice. `graph` must have the arguments of inputs as dependences: the text contains them.
#[must_use]
pub fn source(graph: &Dependences<'_>, outline: &Outline, criterion: &Criterion) -> SourceSlice {
    let mut kept = keep::Kept::new(graph, outline, criterion.clone());
    let slice = kept.close();
    SourceSlice { files: write::files(&kept, graph.program), slice }
}
