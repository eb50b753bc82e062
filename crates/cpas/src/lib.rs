//! The analyses, one folder each.
//!
//! **Invariant:** folders do not import each other. [`along`] and [`passed`] are what two pairs of them have in common, which
//! differ in the way that edges are followed alone. What analyses know of each other goes through the questions of
//! [`argand_cpa::Query`].

pub mod along;
pub mod automaton;
pub mod backlocation;
pub mod callstack;
pub mod controldep;
pub mod dominator;
pub mod functionpointer;
pub mod interval;
pub mod location;
pub mod loopbound;
pub mod observer;
pub mod parity;
pub mod passed;
pub mod pointer;
pub mod postdominator;
pub mod predicate;
pub mod reachdef;
pub mod sign;
pub mod slicing;
pub mod smg;
pub mod symbolic;
pub mod value;

#[cfg(test)]
mod laws;

use argand_cpa::Registration;

/// Every analysis that a configuration can name, in alphabetical order. A static, not a constant: the analyses are then
/// compiled here, once, and not again in every crate and test that reads the list.
pub static ANALYSES: &[Registration] = &[
    Registration::of::<backlocation::BacklocationCpa>(),
    Registration::of::<callstack::CallstackCpa>(),
    Registration::of::<controldep::ControldepCpa>(),
    Registration::of::<dominator::DominatorCpa>(),
    Registration::of::<functionpointer::FunctionpointerCpa>(),
    Registration::of::<interval::IntervalCpa>(),
    Registration::of::<location::LocationCpa>(),
    Registration::of::<loopbound::LoopboundCpa>(),
    Registration::of::<observer::ObserverCpa>(),
    Registration::of::<parity::ParityCpa>(),
    Registration::of::<pointer::PointerCpa>(),
    Registration::of::<postdominator::PostdominatorCpa>(),
    Registration::of::<predicate::PredicateCpa>(),
    Registration::of::<reachdef::ReachdefCpa>(),
    Registration::of::<sign::SignCpa>(),
    Registration::of::<slicing::SlicingCpa>(),
    Registration::of::<smg::SmgCpa>(),
    Registration::of::<symbolic::SymbolicCpa>(),
    Registration::of::<value::ValueCpa>(),
];
