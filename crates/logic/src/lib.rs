//! Bit-precise logic.
pub mod backend;
pub mod build;
mod circuit;
pub mod eval;
mod known;
pub mod solver;
pub mod sort;
pub mod term;
pub mod value;
pub mod visit;

pub use backend::BitSolver;
pub use eval::{Assignment, Evaluator, FuncValue};
pub use solver::{AllSat, SatResult, Solver, Statistics, UnsatCore};
pub use sort::{FloatFormat, Rounding, Sort};
pub use term::{FuncId, Op, TermId, TermPool, VarId};
pub use value::{ArrayValue, Bv, Float, Value};
