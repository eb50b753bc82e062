//! Why there is no verdict, as values; the words are made where they are shown.

use argand_algorithms::{Cause, Reason, ReasonKind};
use argand_cfa::{NondetSource, Program, PropertyKind, Violated};
use argand_evidence::Obstacle;
use argand_exec::{Input, InputKind};
use argand_support::{Span, Stop};
use std::sync::Arc;

/// One reason for UNKNOWN.
#[derive(Clone, PartialEq, Debug)]
pub enum Why {
    /// The algorithm or an analysis says so.
    Analysis(Reason),
    /// No run takes a path that the analysis cannot rule out.
    NoRun {
        /// Where the path ends.
        end: Option<Span>,
        /// How many runs were tried.
        runs: u32,
        /// Where the run that got furthest left the path.
        left_at: Option<Span>,
    },
    /// The violation was found where only a few elements of each array are followed.
    FewElements {
        /// Where the path ends.
        end: Option<Span>,
    },
    /// The run has another error than what was predicted.
    OtherError {
        /// Where the violation was predicted.
        place: Span,
        /// What was predicted.
        predicted: Violated,
        /// Where the run went wrong.
        there: Span,
        /// What went wrong.
        message: String,
    },
    /// The run depends on something that is not computed.
    Guess {
        /// Where the path ends.
        end: Span,
        /// What it depends on.
        input: Input,
    },
    /// The verdict would depend on something that must not be assumed.
    Forbidden {
        /// The verdict.
        verdict: String,
        /// The assumption, as the end of a sentence.
        assumption: String,
    },
    /// The program was executed, and its run does not speak for all of them.
    Run(Obstacle),
    /// No analysis of the configuration decides these properties.
    NobodyDecides {
        /// The properties.
        properties: Vec<PropertyKind>,
        /// The name of the configuration.
        configuration: String,
    },
    /// An analysis could not even begin.
    NoStart(String),
    /// Members of a strategy met this.
    Members {
        /// Their names.
        names: Vec<String>,
        /// What they met.
        why: Box<Why>,
        /// The program as they looked at it.
        program: LookedAt,
    },
}

/// The program that a reason speaks of. Two are the same only if they are one.
#[derive(Clone, Debug)]
pub struct LookedAt(pub Arc<Program>);

impl PartialEq for LookedAt {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Why {
    /// The reason in the user's words, with its place.
    #[must_use]
    pub fn describe(&self, program: &Program) -> String {
        let sources = &program.sources;
        let at = |span: &Option<Span>| span.map(|span| sources.describe(span));
        match self {
            Self::Analysis(reason) => reason.describe(program),
            Self::NoRun { end, runs: 0, .. } => format!(
                "{}the analysis cannot rule out a violation here, but no run takes the path it found",
                at(end).map_or_else(String::new, |place| place + ": ")
            ),
            Self::NoRun { end, runs, left_at } => {
                let place = at(end).map_or_else(String::new, |place| place + ": ");
                let left = at(left_at)
                    .map_or_else(String::new, |place| format!("; the best one left the path at {place}"));
                format!("{place}a violation looks possible here, but none of {runs} runs reached it{left}")
            }
            Self::FewElements { end } => format!(
                "{}the few elements of each array that are followed do not rule out a violation here",
                at(end).map_or_else(String::new, |place| place + ": ")
            ),
            Self::OtherError { place, predicted, there, message } => format!(
                "{}: {predicted} looks violated here, but the run has another error at {}: {message}",
                sources.describe(*place),
                sources.describe(*there)
            ),
            Self::Guess { end, input } => {
                let source = match input.kind {
                    InputKind::Result { .. } => format!("the result of `{}`", input.name),
                    InputKind::Havoc(NondetSource::Library) => input.name.clone(),
                    _ => format!("what assembly code gives `{}`", input.name),
                };
                format!(
                    "{}: a violation looks possible here, but depends on {source}, which is not computed",
                    sources.describe(*end)
                )
            }
            Self::Forbidden { verdict, assumption } => {
                format!("this would be {verdict} only assuming that {assumption}")
            }
            Self::Run(obstacle) => describe_obstacle(obstacle, program),
            Self::NobodyDecides { properties, configuration } => {
                let names: Vec<&str> = properties.iter().map(PropertyKind::name).collect();
                format!("no analysis of the configuration `{configuration}` decides {}", names.join(", "))
            }
            Self::NoStart(why) => why.clone(),
            Self::Members { names, why, program } => {
                format!("{} [{}]", why.describe(&program.0), names.join(", "))
            }
        }
    }

    /// The kind of it, for machines.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Analysis(reason) => match reason.kind() {
                ReasonKind::Unsupported => "unsupported",
                ReasonKind::Bound => "bound",
                ReasonKind::Failed => "failed",
                ReasonKind::Limit => "limit",
                ReasonKind::Refinement => "refinement",
            },
            Self::NoRun { .. } => "no-run",
            Self::FewElements { .. } => "few-elements",
            Self::OtherError { .. } => "other-error",
            Self::Guess { .. } => "guess",
            Self::Forbidden { .. } => "forbidden-assumption",
            Self::Run(_) => "run",
            Self::NobodyDecides { .. } => "nobody-decides",
            Self::NoStart(_) => "no-start",
            Self::Members { why, .. } => why.kind(),
        }
    }

    /// Where it is, and the program whose place that is.
    #[must_use]
    pub fn place<'a>(&'a self, program: &'a Program) -> Option<(Span, &'a Program)> {
        let span = match self {
            Self::Analysis(reason) => program.edges[reason.edge?].span,
            Self::NoRun { end, .. } | Self::FewElements { end } => (*end)?,
            Self::OtherError { place, .. } => *place,
            Self::Guess { end, .. } => *end,
            Self::Run(obstacle) => obstacle.place(),
            Self::Forbidden { .. } | Self::NobodyDecides { .. } | Self::NoStart(_) => return None,
            Self::Members { why, program, .. } => return why.place(&program.0),
        };
        (!span.is_none()).then_some((span, program))
    }

    /// The same with the limit that was reached, where the work only knows that it was asked to stop.
    #[must_use]
    pub fn with_limit(self, stop: Stop) -> Self {
        match self {
            Self::Analysis(reason) if reason.cause == Cause::Limit(Stop::Interrupted) => {
                Self::Analysis(Reason { cause: Cause::Limit(stop), ..reason })
            }
            Self::Members { names, why, program } => {
                Self::Members { names, why: Box::new(why.with_limit(stop)), program }
            }
            other => other,
        }
    }

    /// Whether it is a limit of the run.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        matches!(self, Self::Analysis(reason) if matches!(reason.cause, Cause::Limit(_)))
    }
}

fn describe_obstacle(obstacle: &Obstacle, program: &Program) -> String {
    let place = obstacle.place();
    let place = if place.is_none() { String::new() } else { program.sources.describe(place) + ": " };
    match obstacle {
        Obstacle::Input(input) => {
            format!(
                "{place}`{}` has a value here that the program does not compute: it has many runs",
                input.name
            )
        }
        Obstacle::Addresses(_) => format!("{place}the run depends here on where objects lie in memory"),
        Obstacle::Output(_) => format!("{place}whether output fails decides here how the run goes on"),
        Obstacle::Error(finding) => {
            format!("{place}the run ends here with another error: {}", finding.message)
        }
        Obstacle::Unfreed(_) => format!("{place}what is allocated here is not freed at the end"),
        Obstacle::Stuck(_, what) => format!("{place}the run cannot go on: {what}"),
    }
}

impl From<Reason> for Why {
    fn from(reason: Reason) -> Self {
        Self::Analysis(reason)
    }
}
