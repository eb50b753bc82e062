//! What a verdict takes for granted, and what is made of it.
//!
//! The front end says what it assumed of the program, the analyses what they assume of runs. A proof depends on all
//! of it. A run that violates a property depends only on what it met on its way.

use crate::reason::Why;
use crate::verdict::Verdict;
use crate::verification::Verification;
use argand_cfa::assumption::tidy;
use argand_cfa::{Assumption, AssumptionKind, NondetSource, Op, Program};
use argand_evidence::Confirmed;
use argand_support::{SourceMap, Span};

/// How many functions of one kind are named before the rest is only counted.
const NAMED: usize = 12;
/// How many places of one kind are named before the rest is only counted.
const PLACES: usize = 3;

impl Verification<'_> {
    /// What a verdict depends on. `analyses` is what the analyses assumed.
    pub(crate) fn assumed(
        &self,
        verdict: &Verdict,
        violation: Option<&Confirmed>,
        analyses: Vec<Assumption>,
    ) -> Vec<Assumption> {
        let mut all = match (verdict, violation) {
            (Verdict::True, _) => {
                let mut all = self.task.assumptions.clone();
                all.extend(analyses);
                all.extend(self.prepared.reduced.iter().flat_map(|reduced| reduced.assumed()));
                all.extend(self.assumed_of_runs());
                // Where nobody followed objects, any access may be invalid that does not show that it is not.
                let anywhere = Assumption::general(AssumptionKind::InvalidAccess);
                if all.contains(&anywhere) {
                    all.retain(|assumption| *assumption != anywhere);
                    all.extend(self.assumed_accesses());
                }
                all
            }
            (Verdict::False(_), Some(run)) => {
                let met = self.task.assumptions.iter().filter(|a| relies_on(&self.task.program, run, a));
                met.cloned().collect()
            }
            _ => Vec::new(),
        };
        tidy(&mut all);
        all
    }

    /// What every proof assumes of runs.
    fn assumed_of_runs(&self) -> Vec<Assumption> {
        let program = self.whole();
        let mut all = Vec::new();
        if takes_arguments(program) {
            all.push(Assumption::general(AssumptionKind::MainArguments));
        }
        all
    }

    /// Takes back a verdict that depends on something that must not be assumed.
    pub(crate) fn hold_strictly(&self, verdict: &mut Verdict, assumed: &[Assumption]) {
        let strict = &self.configuration.strict;
        let forbidden: Vec<Assumption> =
            assumed.iter().filter(|a| strict.contains(&a.kind)).cloned().collect();
        if !forbidden.is_empty() && !matches!(verdict, Verdict::Unknown(_)) {
            let lines = lines(&forbidden, &self.prepared.program.sources);
            let would_be = verdict.to_string();
            let reasons =
                lines.into_iter().map(|assumption| Why::Forbidden { verdict: would_be.clone(), assumption });
            *verdict = Verdict::Unknown(reasons.collect());
        }
    }
}

/// Whether the program looks at its command line.
fn takes_arguments(program: &Program) -> bool {
    let source = NondetSource::MainArgs;
    program.func_name(program.main) == "main"
        && program
            .edges
            .iter()
            .any(|edge| matches!(edge.op, Op::Havoc { source: from, .. } if from == source))
}

/// Whether a run depends on an assumption. What functions outside returned is among its inputs; the rest counts
/// where the run came by.
fn relies_on(program: &Program, run: &Confirmed, assumption: &Assumption) -> bool {
    match assumption.kind {
        AssumptionKind::EvaluationOrder | AssumptionKind::Assembly | AssumptionKind::AssemblyMemory => {
            run.edges.iter().any(|&edge| is_in(program.edges[edge].span, assumption.place))
        }
        // Which of its numbers a compiler would have computed differently is not known, nor who calls a function.
        AssumptionKind::FunctionArguments | AssumptionKind::IeeeFloats => true,
        AssumptionKind::ExternPure
        | AssumptionKind::ExternWrite
        | AssumptionKind::ForeignCall
        | AssumptionKind::InvalidAccess
        | AssumptionKind::ExhaustedMemory
        | AssumptionKind::Interrupts
        | AssumptionKind::MainArguments
        | AssumptionKind::VolatileMemory => false,
    }
}

fn is_in(span: Span, place: Span) -> bool {
    !span.is_none()
        && span.file == place.file
        && (place.line..=place.end_line.max(place.line)).contains(&span.line)
}

/// Assumptions as text, each the end of a sentence. Functions of one kind share a line.
#[must_use]
pub fn lines(assumptions: &[Assumption], sources: &SourceMap) -> Vec<String> {
    let mut lines = Vec::new();
    for kind in AssumptionKind::ALL {
        let of_kind: Vec<&Assumption> = assumptions.iter().filter(|a| a.kind == kind).collect();
        let what = match kind {
            AssumptionKind::ExternPure => "change nothing",
            AssumptionKind::ExternWrite => "change only what their arguments lead to",
            AssumptionKind::Assembly
            | AssumptionKind::AssemblyMemory
            | AssumptionKind::EvaluationOrder
            | AssumptionKind::ExhaustedMemory
            | AssumptionKind::ForeignCall
            | AssumptionKind::FunctionArguments
            | AssumptionKind::IeeeFloats
            | AssumptionKind::Interrupts
            | AssumptionKind::InvalidAccess
            | AssumptionKind::MainArguments
            | AssumptionKind::VolatileMemory => "",
        };
        if kind == AssumptionKind::InvalidAccess && of_kind.len() > PLACES {
            lines.push(at_many_places(kind, &of_kind, sources));
        } else if what.is_empty() || of_kind.len() == 1 {
            lines.extend(of_kind.iter().map(|a| a.describe(sources)));
        } else if !of_kind.is_empty() {
            let names: Vec<String> = of_kind.iter().take(NAMED).map(|a| format!("`{}`", a.subject)).collect();
            let more = match of_kind.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let names = names.join(", ");
            lines.push(format!("these functions, which are defined nowhere, {what}: {names}{more} [{kind}]"));
        }
    }
    lines
}

/// The same assumption about many places in one line.
fn at_many_places(kind: AssumptionKind, assumptions: &[&Assumption], sources: &SourceMap) -> String {
    let first = assumptions.iter().take(PLACES).map(|a| sources.describe(a.place));
    let (places, more) = (first.collect::<Vec<_>>().join(", "), assumptions.len().saturating_sub(PLACES));
    let text = Assumption::general(kind).text();
    format!("{text} ({places} and {more} more) [{kind}]")
}

/// Assumptions as JSON.
#[must_use]
pub fn json(assumptions: &[Assumption], sources: &SourceMap) -> serde_json::Value {
    let one = |assumption: &Assumption| {
        let place = (!assumption.place.is_none()).then(|| sources.describe(assumption.place));
        serde_json::json!({
            "kind": assumption.kind.name(),
            "subject": assumption.subject,
            "place": place,
            "text": assumption.text(),
        })
    };
    assumptions.iter().map(one).collect()
}
