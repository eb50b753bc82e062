//! How a run ended.

use argand_cfa::{EdgeId, Program};
use argand_cpa::{ArgPath, CpaError, Failure, Gap, TargetInfo};
use argand_support::Stop;

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Every path was followed and none violates the property.
    Safe,
    /// A path to a violation, as far as the analyses can tell. It is not replayed yet.
    Target {
        /// The path.
        path: ArgPath,
        /// What is violated at its end.
        violated: Vec<TargetInfo>,
    },
    /// No violation was found, but not every path was followed. There is always a reason.
    Incomplete(Vec<Reason>),
}

/// The kind of a reason, for machines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReasonKind {
    /// A construct that an analysis does not support.
    Unsupported,
    /// A bound that the configuration sets.
    Bound,
    /// A helper of an analysis gave up.
    Failed,
    /// A limit of the run.
    Limit,
    /// Refinement could not tell whether a violation is real, or made no progress.
    Refinement,
}

/// What made a run incomplete.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Cause {
    /// An analysis could not go on.
    #[error(transparent)]
    Analysis(CpaError),
    /// A limit of the run was reached.
    #[error(transparent)]
    Limit(Stop),
    /// Loops were unrolled up to a bound, and there is more behind it.
    #[error("no violation within {iterations} iterations of each loop")]
    Unrolled {
        /// The bound.
        iterations: u32,
    },
    /// An object may not fit into the address space of the model of memory.
    #[error("an object may be too large for the model of memory")]
    LargeObject,
    /// Neither refinement nor anybody else decided about a violation.
    #[error("a violation looks possible here, but it was not decided whether it is")]
    Undecided,
    /// A refinement left the graph as it was.
    #[error("the refinement of a spurious path changed nothing")]
    NothingRefined,
    /// A path was ruled out and found again.
    #[error("the same spurious path came up again after it was refined")]
    SamePath,
    /// The configuration allows no more refinements.
    #[error("the limit of {most} refinements was reached")]
    Refinements {
        /// The limit.
        most: u64,
    },
    /// A refiner cannot tell; in its words.
    #[error("{0}")]
    Refiner(String),
    /// A proof was not confirmed.
    #[error("certification: {0}")]
    Certification(Uncertified),
    /// The memory that a proof is checked with cannot be trusted.
    #[error("two accesses may touch a common byte that the model of memory keeps apart")]
    Partition,
}

/// What is missing in a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Uncertified {
    /// What logic says of an edge may be too little.
    #[error("the encoding may not be faithful")]
    Unfaithful,
    /// The facts allow the violation.
    #[error("the facts do not rule out the violation")]
    Weak,
    /// Nobody says which calls have not returned.
    #[error("the call stack is not known")]
    NoCallStack,
    /// There are more calls than the check follows.
    #[error("calls are nested too deep")]
    DeepCalls,
    /// A loop without a fact.
    #[error("no invariant is given")]
    NoInvariant,
    /// A fact that the program does not keep.
    #[error("the invariant is not inductive")]
    NotInductive,
    /// A solver that answers one question in two ways.
    #[error("the solver contradicts itself")]
    Contradiction,
    /// A state that is itself a violation.
    #[error("the states of the proof have a violation")]
    Violation,
    /// The program starts elsewhere.
    #[error("the initial state is not one of the proof")]
    Start,
    /// A step into a violation.
    #[error("the states of the proof do not rule out the violation")]
    WeakStates,
    /// A step out of the proof.
    #[error("a step leads to a state that is not one of the proof")]
    NotClosed,
}

impl Cause {
    /// The kind of it.
    #[must_use]
    pub const fn kind(&self) -> ReasonKind {
        match self {
            Self::Analysis(CpaError::Unsupported { .. }) | Self::LargeObject => ReasonKind::Unsupported,
            Self::Analysis(CpaError::Bound { .. }) | Self::Unrolled { .. } => ReasonKind::Bound,
            Self::Analysis(CpaError::Failed { .. }) | Self::Certification(_) | Self::Partition => {
                ReasonKind::Failed
            }
            Self::Analysis(CpaError::Stop(_)) | Self::Limit(_) => ReasonKind::Limit,
            Self::Undecided
            | Self::NothingRefined
            | Self::SamePath
            | Self::Refinements { .. }
            | Self::Refiner(_) => ReasonKind::Refinement,
        }
    }
}

/// Why a run is incomplete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// What happened.
    pub cause: Cause,
    /// The analysis that says so, if it is one.
    pub analysis: Option<String>,
    /// Where it happened.
    pub edge: Option<EdgeId>,
}

impl Reason {
    /// Something that no analysis says by itself.
    #[must_use]
    pub const fn new(cause: Cause, edge: Option<EdgeId>) -> Self {
        Self { cause, analysis: None, edge }
    }

    /// The kind, for machines.
    #[must_use]
    pub const fn kind(&self) -> ReasonKind {
        self.cause.kind()
    }

    /// A limit of the run was reached.
    #[must_use]
    pub const fn limit(stop: Stop) -> Self {
        Self::new(Cause::Limit(stop), None)
    }

    /// An analysis failed at an edge.
    #[must_use]
    pub fn failure(failure: &Failure, at: Option<EdgeId>) -> Self {
        let edge = match failure.error {
            CpaError::Unsupported { edge, .. } | CpaError::Bound { edge, .. } => edge,
            CpaError::Failed { .. } => None,
            CpaError::Stop(stop) => return Self::limit(stop),
        };
        let (cause, analysis) = (Cause::Analysis(failure.error.clone()), Some(failure.analysis.clone()));
        Self { cause, analysis, edge: edge.or(at) }
    }

    /// Something on an edge is not supported.
    #[must_use]
    pub fn unsupported(construct: impl Into<String>, edge: EdgeId) -> Self {
        Self::new(Cause::Analysis(CpaError::unsupported(construct)), Some(edge))
    }

    /// A path could not be followed.
    #[must_use]
    pub fn gap(gap: &Gap) -> Self {
        Self::failure(&gap.failure, Some(gap.edge))
    }

    /// The reason with its place in the source: `a.c:3:5: inline assembly is not supported`.
    #[must_use]
    pub fn describe(&self, program: &Program) -> String {
        let span = self.edge.map(|edge| program.edges[edge].span).filter(|span| !span.is_none());
        match span {
            Some(span) if self.kind() == ReasonKind::Limit => {
                format!("{}; most states were at {}", self.cause, program.sources.describe(span))
            }
            Some(span) => format!("{}: {}", program.sources.describe(span), self.cause),
            None => self.cause.to_string(),
        }
    }
}

/// The reasons behind gaps, each once, in the order in which they were found.
pub(crate) fn reasons(gaps: &[Gap]) -> Vec<Reason> {
    let mut reasons: Vec<Reason> = Vec::new();
    for reason in gaps.iter().map(Reason::gap) {
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    reasons
}
