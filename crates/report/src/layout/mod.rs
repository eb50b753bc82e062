//! Where the parts of a drawing go: trees ([`tree`]) and flow graphs in layers ([`layered`]).
//!
//! Both work on numbers and know nothing of what is drawn. They are deterministic, and fast enough for graphs of
//! 100,000 nodes, so that pages need not compute anything when they are opened.

pub mod layered;
pub mod tree;
