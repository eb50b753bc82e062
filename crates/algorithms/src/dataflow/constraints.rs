//! Side-effecting systems of constraints: what a solver must know of them.
//!
//! An unknown has one right-hand side, which may read other unknowns and add to them (Apinis, Seidl & Vojdani,
//! doi:10.1007/978-3-642-35182-2_12). Which unknowns it reads may depend on what it read before.

use super::solver::Values;
use std::hash::Hash;

/// A side-effecting system of constraints.
pub trait System {
    /// What has a value.
    type Unknown: Copy + Eq + Hash;
    /// A value. Equal values must compare equal quickly: they are compared often.
    type Value: Clone + PartialEq;
    /// Why solving must end early.
    type Error;

    /// The value of an unknown that nothing flows to.
    fn bottom(&self) -> Self::Value;

    /// Whether the first value is below the second.
    ///
    /// # Errors
    /// When that cannot be told and solving must end.
    fn is_below(&mut self, a: &Self::Value, b: &Self::Value) -> Result<bool, Self::Error>;

    /// A value above both.
    ///
    /// # Errors
    /// When there is none.
    fn join(&mut self, a: &Self::Value, b: &Self::Value) -> Result<Self::Value, Self::Error>;

    /// A value above both, the second of which is above the first, such that climbing ends; with `jump` at once.
    fn widen(&mut self, old: &Self::Value, new: &Self::Value, jump: bool) -> Self::Value;

    /// The right-hand side of an unknown. It may read and add to others, and must hand on every [`Interrupt`] it gets.
    ///
    /// # Errors
    /// An interrupt that it got, or a reason to end.
    fn evaluate(
        &mut self,
        unknown: Self::Unknown,
        values: &mut Values<'_, Self>,
    ) -> Result<Self::Value, Interrupt<Self::Error>>;

    /// The unknowns to solve when something is added to this one for the first time, though nobody may read them.
    fn awakened(&mut self, unknown: Self::Unknown) -> Vec<Self::Unknown>;

    /// Where an unknown stands in the order in which unstable ones are solved again: small numbers first.
    fn rank(&self, unknown: Self::Unknown) -> u64;
}

/// Why a right-hand side has no value now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Interrupt<E> {
    /// It will be evaluated again when something that it reads is solved.
    Pending,
    /// Solving must end.
    Failed(E),
}

impl<E> From<E> for Interrupt<E> {
    fn from(error: E) -> Self {
        Self::Failed(error)
    }
}
