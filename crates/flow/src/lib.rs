//! What is known of a whole program before any analysis looks at its paths.
//!
//! Passes over programs that more than one user needs and that must mean the same to all of them: what a call of a
//! function without a body does ([`effects`]), what an edge reads and writes ([`edges`]), which formats count
//! ([`formats`]), which functions go outside with memory ([`handover`]), where temporaries die ([`liveness`]) and other local
//! variables are read ([`locals`]), which accesses to memory may touch a common byte ([`pointsto`]), and which nothing shows to be valid ([`validity`]). Of its structure: flow graphs with dominators ([`graph`]), loops ([`wto`]), orders of visiting
//! ([`order`]), who calls whom ([`callgraph`]) and what variables are used for ([`classify`]). Of what depends on what:
//! dependences between steps ([`dependence`]) and the parts of a program that matter for something ([`slice`](mod@slice)). Programs
//! that say less: arrays of which a few elements are followed ([`cells`]).

pub mod callgraph;
pub mod cells;
pub mod classify;
pub mod dependence;
mod digraph;
pub mod edges;
pub mod effects;
pub mod formats;
pub mod graph;
pub mod handover;
pub mod leaves;
pub mod liveness;
pub mod locals;
pub mod order;
pub mod pointsto;
pub mod slice;
pub mod validity;
pub mod wto;
