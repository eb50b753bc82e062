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

/// Why a run is incomplete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The kind.
    pub kind: ReasonKind,
    /// What happened, in the user's words.
    pub text: String,
    /// The analysis that says so, if it is one.
    pub analysis: Option<String>,
    /// Where it happened.
    pub edge: Option<EdgeId>,
}

impl Reason {
    /// A limit of the run was reached.
    #[must_use]
    pub fn limit(stop: Stop) -> Self {
        Self { kind: ReasonKind::Limit, text: stop.to_string(), analysis: None, edge: None }
    }

    /// A violation that neither refinement nor anybody else decided.
    #[must_use]
    pub fn undecided(edge: Option<EdgeId>) -> Self {
        let text = "a violation looks possible here, but it was not decided whether it is".to_owned();
        Self { kind: ReasonKind::Refinement, text, analysis: None, edge }
    }

    /// An analysis failed at an edge.
    #[must_use]
    pub fn failure(failure: &Failure, at: Option<EdgeId>) -> Self {
        let (kind, edge) = match failure.error {
            CpaError::Unsupported { edge, .. } => (ReasonKind::Unsupported, edge),
            CpaError::Bound { edge, .. } => (ReasonKind::Bound, edge),
            CpaError::Failed { .. } => (ReasonKind::Failed, None),
            CpaError::Stop(stop) => return Self::limit(stop),
        };
        Self {
            kind,
            text: failure.error.to_string(),
            analysis: Some(failure.analysis.clone()),
            edge: edge.or(at),
        }
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
            Some(span) if self.kind == ReasonKind::Limit => {
                format!("{}; most states were at {}", self.text, program.sources.describe(span))
            }
            Some(span) => format!("{}: {}", program.sources.describe(span), self.text),
            None => self.text.clone(),
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
