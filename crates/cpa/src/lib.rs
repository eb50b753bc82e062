//! The seam where analyses compose.
//!
//! # Writing an analysis
//! Implement [`Cpa`] with your own `State` and `Precision` (`()` if there is nothing to choose), and
//! [`Configurable`] so that a configuration can name it. Four methods are required:
//!
//! | method | meaning |
//! |---|---|
//! | [`Cpa::initial`] | the state where exploration starts |
//! | [`Cpa::transfer`] | all successors along one edge; none means infeasible; `out.unchanged()` is the cheap "same state" |
//! | [`Cpa::is_covered_by`] | the order of the domain |
//! | [`Cpa::join`] | an upper bound of two states |
//!
//! and the others have defaults that do nothing: `merge` (join), `stop` (order), `strengthen`, `adjust`,
//! `answer`, `target`. What few analyses have besides (a say in which edges are taken, an index for coverage, pictures of
//! memory, assumptions, abstraction that can be turned down, what data-flow analysis needs) is in [`extras`].
//! Whether states are merged at all (`merge = "sep" | "join" | "agree"`) and how coverage is decided
//! (`stop = "sep" | "join"`) is not the analysis' business but the configuration's.
//!
//! # The order of operations
//! For each edge that [`Control::select_edges`] leaves: every component's `transfer` (which can ask siblings about
//! the state **before** the edge through `cx.before`), the product of the results, then for each product
//! `strengthen` of every component in order, `adjust` of every component (these can also ask siblings about the
//! state **after** the edge), and the target check.
//!
//! # Talking to siblings
//! [`Siblings`] has one method for each [`Query`]; analyses answer in [`Cpa::answer`], narrowing what is there.
//! An assumption of a specification is a [`Query::Assumes`] that the analyses which can use it ask in
//! `strengthen`. Points-to sets are asked with `cx.before.points_to(pointer)` in `transfer`.
//!
//! # Recursion
//! Variables are keyed by [`FrameVar`], see [`frames`].
//!
//! # When an analysis cannot go on
//! Over-approximate if you can. Else return [`CpaError::Unsupported`] or [`CpaError::Bound`]: the path ends, the
//! rest is explored, and the answer is at best UNKNOWN with your words as the reason. Never drop a successor.
//!
//! # Behind the seam
//! [`Interned`] turns states into ids ([`Component`]), [`Composite`] runs the components side by side, [`Reached`]
//! holds rows of ids with the graph, [`Waitlist`] says what comes next, [`export`] makes the graph a value
//! ([`graph`]) for those who draw it.
//! A refiner shares [`Table`]s with its component ([`Interned::precisions`]), so that typed precisions get
//! new ids without a cast.
//!
//! **Invariant:** nothing outside [`component`] knows an analysis' types, and nothing is downcast.

extern crate self as argand_cpa;

#[doc(hidden)]
pub use serde;

pub mod analysis;
pub mod calls;
pub mod component;
pub mod composite;
pub mod config;
pub mod export;
pub mod extras;
pub mod fact;
pub mod forget;
pub mod frames;
pub mod graph;
pub mod options;
pub mod path;
pub mod prefix;
pub mod query;
pub mod reached;
pub mod refine;
pub mod stats;
pub mod table;
pub mod tracking;
pub mod waitlist;
pub mod words;

pub use argand_flow::callgraph::RecursiveFunctions;
pub use argand_flow::order::{LocOrder, Loops};

pub use analysis::{
    AbstractState, Adjusted, AnalysisPrecision, Change, Cpa, CpaError, Phase, Successors, TargetInfo,
    TransferCx,
};
pub use calls::{Crossing, Locals};
pub use component::{
    Column, Component, ComponentOptions, Interned, MergeMode, PrecisionId, ShapeId, StateId, StopMode,
};
pub use composite::{Composite, Failure, PrecisionRow, Row, Rows};
pub use config::{Built, ConfigError, Configurable, Context, Direction, Invariants, Registration};
pub use export::ArgView;
pub use extras::{
    Abstraction, Assumptions, Control, CoverKeys, Coverage, DataFlow, Extras, Forgetting, Lens, Pictures,
    Profile, Regard,
};
pub use fact::{Fact, FactPlace, Statement};
pub use frames::{FrameVar, Frames};
pub use graph::Graph;
pub use options::{OptionDoc, OptionKind, OptionSet};
pub use path::ArgPath;
pub use query::{Constant, MemoryObject, Pointee, Query, Siblings};
pub use reached::{ArgId, Cut, Gap, Parent, Reached, ReachedCounts, Shapes, Status};
pub use refine::{CutPoint, InOrder, RefineCx, RefineMode, Refinement, Refiner, stopped};
pub use stats::ComponentStats;
pub use table::Table;
pub use tracking::{Sharing, Tracker, Tracking};
pub use waitlist::{NodePosition, WaitKey, Waitlist};
pub use words::Words;
