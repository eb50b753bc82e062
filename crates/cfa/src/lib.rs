//! Control-flow automata of C programs: the contract between front ends and analyses.
//!
//! A [`Program`] is what a front end delivers and what every analysis, the interpreter and the encoder read.
//! Its types know their layouts ([`types`]), its expressions are pure and fully converted ([`expr`]), its
//! edges carry the operations ([`program`]). What operators compute is in [`arith`].
//!
//! **Invariant:** no analysis needs to know C's conversion rules, evaluation order or record layouts.

pub mod arith;
pub mod assumption;
pub mod condition;
pub mod difference;
pub mod display;
pub mod dot;
pub mod expr;
pub mod instrument;
pub mod json;
pub mod loops;
pub mod outline;
pub mod pass;
pub mod path;
pub mod program;
pub mod property;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod text;
pub mod types;
pub mod verify;
pub mod walk;

pub use assumption::{Assumption, AssumptionKind};
pub use condition::Condition;
pub use expr::{
    Args, BinaryOp, Expr, ExprId, ExprKind, ExprPool, Intrinsic, OverflowOp, Place, PlaceId, PlaceKind,
    UnaryOp,
};
pub use pass::EdgeMap;
pub use path::PathStep;
pub use program::*;
pub use property::{MemoryProperty, Operation, PropertyKind, Violated};
pub use types::{
    ArrayLen, DataModel, Field, FloatKind, FunctionType, IntKind, Record, RecordId, RecordKind, TypeId,
    TypeKind, TypeTable,
};
