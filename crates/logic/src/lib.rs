//! Bit-precise logic: terms, their meaning, and solvers for them.
//!
//! A [`TermPool`] holds hash-consed terms over five kinds of [`Sort`]: truth values, bit-vectors of any
//! width, IEEE floats (and the x87's), arrays and uninterpreted functions over them. The pool's methods are
//! the constructors, and they normalise: `a + 1 - a` *is* `1`. [`Assignment::eval`] says what a term means;
//! [`BitSolver`] decides satisfiability through the traits [`Solver`], [`UnsatCore`] and [`AllSat`].
//!
//! ```
//! use argand_logic::{BitSolver, SatResult, Solver, Sort, TermPool, UnsatCore, Value};
//!
//! let mut pool = TermPool::new();
//! let mut solver = BitSolver::default();
//! let x = pool.var("x", Sort::Bv(32));
//! let (three, hundred) = (pool.bv(32, 3), pool.bv(32, 100));
//!
//! // x * 3 == 100 has a solution, because arithmetic wraps ...
//! let product = pool.mul(x, three);
//! let question = pool.eq(product, hundred);
//! solver.assert(&mut pool, question);
//! assert_eq!(solver.check(&mut pool, &[]), SatResult::Sat);
//! let Value::Bv(v) = solver.value(&mut pool, x) else { panic!("x is a bit-vector") };
//! assert_eq!(v.to_u64().map(|v| (v as u32).wrapping_mul(3)), Some(100));
//!
//! // ... but none below 1000.
//! let thousand = pool.bv(32, 1000);
//! let small = pool.ult(x, thousand);
//! assert_eq!(solver.check(&mut pool, &[small]), SatResult::Unsat);
//! assert_eq!(solver.core(), [small]);
//! ```
//!
//! # Conventions
//! * Division: `x /u 0` is all ones, `x %u 0` is `x`, `x / 0` is 1 or -1 by the sign of `x`, `x % 0` is `x`
//!   (SMT-LIB). Whoever models C adds the condition that the divisor is not zero.
//! * Shifts by the width or more give zero, or copies of the sign for the arithmetic right shift.
//! * There is one NaN. [`TermPool::fp_from_bits`] forgets a payload and [`TermPool::fp_to_bits`] gives the
//!   positive quiet NaN; 80-bit encodings that are not canonical are read as the x87 reads them.
//! * [`TermPool::eq`] on floats compares values (`NaN = NaN`, `-0 ≠ +0`); `==` of C is [`TermPool::fp_eq`].
//! * A float that does not fit an integer converts to the least signed or the greatest unsigned one.
//! * [`TermPool::fp_min`] and [`TermPool::fp_max`] order -0 before +0.
//! * Terms that are not built of each other may be mixed freely, but only within one pool.
//!
//! **Invariant:** equal results of two runs: no hash order is iterated, nothing depends on time but limits.

pub mod backend;
pub mod bdd;
pub mod build;
mod circuit;
pub mod eval;
mod known;
mod print;
pub mod provider;
mod smtlib;
pub mod solver;
pub mod sort;
pub mod term;
pub mod value;
pub mod visit;
#[cfg(feature = "z3")]
pub mod z3;

pub use backend::BitSolver;
pub use bdd::{Bdd, BddTable};
pub use eval::{Assignment, Evaluator, FuncValue};
pub use provider::{AnySolver, Backend, FullSolver, NoBackend, Question, Solvers};
pub use solver::{AllSat, SatResult, Solver, Statistics, UnsatCore};
pub use sort::{FloatFormat, Rounding, Sort};
pub use term::{FuncId, Op, TermId, TermPool, VarId};
pub use value::{ArrayValue, Bv, Float, Value};
