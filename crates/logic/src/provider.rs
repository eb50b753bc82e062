//! Where solvers come from: one choice for a whole run, and one listener for everything that is asked.
//!
//! Whoever needs a solver is given [`Solvers`] and says who it is. Nobody else decides which back end answers, and
//! a run can have every question written down without knowing who asks.

use std::fmt;
use std::sync::Arc;

use argand_support::Limits;

use crate::backend::BitSolver;
use crate::solver::{AllSat, SatResult, UnsatCore};
use crate::term::{TermId, TermPool};

/// A solver that can do everything.
pub trait FullSolver: UnsatCore + AllSat + fmt::Debug + Send {}

impl<S: UnsatCore + AllSat + fmt::Debug + Send> FullSolver for S {}

/// A solver of the back end that the run uses.
pub type AnySolver = Box<dyn FullSolver>;

/// A question that was asked and answered.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// Who asked.
    pub asker: &'static str,
    /// Where the terms live.
    pub pool: &'a TermPool,
    /// What was to hold at once: everything asserted, then the assumptions.
    pub terms: &'a [TermId],
    /// The answer.
    pub answer: SatResult,
}

impl Question<'_> {
    /// The question as an SMT-LIB 2 script that says what was answered.
    #[must_use]
    pub fn to_smtlib(&self) -> String {
        let status = match self.answer {
            SatResult::Sat => "sat",
            SatResult::Unsat => "unsat",
            SatResult::Unknown(_) => "unknown",
        };
        format!("(set-info :status {status})\n{}", self.pool.to_smtlib(self.terms))
    }
}

/// Told every question after it was answered.
pub type Listener = Arc<dyn Fn(&Question<'_>) + Send + Sync>;

/// Which solver answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Backend {
    /// The crate's own, over CaDiCaL.
    #[default]
    Bits,
    /// Z3, where the feature `z3` is built in.
    #[cfg(feature = "z3")]
    Z3,
}

/// A back end that cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoBackend {
    /// There is none of this name.
    #[error("there is no solver `{0}`; `bits` and `z3` are known")]
    Unknown(String),
    /// It was left out of this build.
    #[error(
        "the solver `z3` is not part of this build; `cargo build --features z3` builds it in and needs libz3"
    )]
    LeftOut,
}

impl Backend {
    /// The back end of a name: `bits` or `z3`.
    ///
    /// # Errors
    /// If there is none, or if this build has none.
    pub fn named(name: &str) -> Result<Self, NoBackend> {
        match name {
            "bits" => Ok(Self::Bits),
            #[cfg(feature = "z3")]
            "z3" => Ok(Self::Z3),
            #[cfg(not(feature = "z3"))]
            "z3" => Err(NoBackend::LeftOut),
            other => Err(NoBackend::Unknown(other.to_owned())),
        }
    }
}

/// Makes the solvers of a run. Cheap to clone.
#[derive(Clone, Default)]
pub struct Solvers {
    backend: Backend,
    listener: Option<Listener>,
}

impl fmt::Debug for Solvers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heard = if self.listener.is_some() { ", with a listener" } else { "" };
        write!(f, "{:?}{heard}", self.backend)
    }
}

impl Solvers {
    /// Solvers of one back end.
    #[must_use]
    pub fn of(backend: Backend) -> Self {
        Self { backend, listener: None }
    }

    /// The same solvers, with a listener.
    #[must_use]
    pub fn heard_by(mut self, listener: Listener) -> Self {
        self.listener = Some(listener);
        self
    }

    /// A solver without assertions for somebody.
    #[must_use]
    pub fn make(&self, asker: &'static str, limits: Limits) -> AnySolver {
        let listener = self.listener.clone();
        match self.backend {
            Backend::Bits => {
                let mut solver = BitSolver::new(limits);
                if let Some(listener) = listener {
                    solver.observe(move |pool, terms, answer| {
                        listener(&Question { asker, pool, terms, answer });
                    });
                }
                Box::new(solver)
            }
            #[cfg(feature = "z3")]
            Backend::Z3 => Box::new(crate::z3::Z3Solver::new(asker, limits, listener)),
        }
    }
}
