//! Validation: is what a witness says true, with the same evidence that a verdict of our own needs?
//!
//! A *violation witness* is confirmed by an executed run that violates the property and goes along the witness. First
//! the program is run with the inputs that the witness wants; what that does not settle is left to a verification of the
//! program beside the witness (`product`), and at last to one of the program alone, whose run is held against the witness. A *correctness witness* is confirmed when all its invariants hold, each a check in
//! the program that is proven never to fail, and when the property is proven, for which the invariants are offered as
//! facts. (D. Beyer, M. Dangl, "Verification Witnesses", 2016; S. Saan, "Witness Generation for Data-flow Analysis", 2020.)
//!
//! **Invariant:** a confirmed witness has a report of `verify`'s own making: nothing of a witness is believed.

mod follow;
mod guide;
mod invariants;
mod places;
mod product;

use crate::config::Configuration;
use crate::properties::Wanted;
use crate::report::Report;
use crate::task::Task;
use crate::verdict::Verdict;
use crate::verification::{Options, Verification};
use crate::witness::model_of;
use argand_algorithms::RunStats;
use argand_cfa::{Program, PropertyKind};
use argand_cpa::ConfigError;
use argand_evidence::prediction::{is_memory_error, memory_errors};
use argand_evidence::{Confirmed, Goal, Prediction, Replay};
use argand_exec::{End, Outcome};
use argand_spec::{Property, parse_properties};
use argand_support::FileId;
use argand_witness::{Content, Entry};
use guide::{Guide, Maker};
use places::Places;

/// How many steps a run may take that gets its inputs from a witness.
const GUIDED_STEPS: u64 = 20_000_000;

/// What came of a witness.
pub enum Answer {
    /// It is true; the report is the evidence.
    Confirmed(Box<Report>),
    /// It is not true, or not about this task; why. A run that shows it is in the report.
    Rejected(String, Option<Box<Report>>),
    /// It could be neither confirmed nor refuted; why.
    Open(String, Option<Box<Report>>),
}

/// The properties that a witness is about, as far as it says.
///
/// # Errors
/// A line that is no property.
pub fn specification(entry: &Entry) -> Result<Vec<Property>, String> {
    let mut properties = Vec::new();
    for line in entry.metadata.specification.iter().map(|line| line.trim()).filter(|line| !line.is_empty()) {
        // Some tools write the formula alone.
        let whole = if line.starts_with("CHECK") {
            line.to_owned()
        } else {
            format!("CHECK( init(main()), LTL({line}) )")
        };
        let parsed = parse_properties(&whole, FileId::new(0));
        properties.extend(parsed.map_err(|bad| format!("its specification `{line}`: {}", bad.message))?);
    }
    Ok(properties)
}

/// Whether a witness says that a property is violated.
#[must_use]
pub fn is_violation(entry: &Entry) -> bool {
    match &entry.content {
        Content::Violation(_) => true,
        Content::Graph(graph) => graph.violation,
        Content::Invariants(_) | Content::Unchecked(_) => false,
    }
}

/// Whether a witness is about a program and properties; why not. `files` are the files of the program with their hashes.
///
/// # Errors
/// What it is about instead.
pub fn is_about(entry: &Entry, task: &Task, files: &[(String, String)]) -> Result<(), String> {
    let metadata = &entry.metadata;
    for (name, hash) in &metadata.files {
        let Some(hash) = hash else { continue };
        if !files.iter().any(|(_, mine)| mine == hash) {
            return Err(format!(
                "it is about a `{name}` of other content: the hash is not that of a file here"
            ));
        }
    }
    if metadata.files.iter().all(|(_, hash)| hash.is_none()) {
        return Err("it does not say by a hash which file it is about".to_owned());
    }
    let model = model_of(&task.program);
    if let Some(other) = metadata.model.filter(|&other| other != model) {
        let (theirs, mine) = (other.name(), model.name());
        return Err(format!("it is about the data model {theirs}, and the program was read with {mine}"));
    }
    let (theirs, mine) = (kinds(&specification(entry)?), task.wanted.kinds());
    let (few, many) = if is_violation(entry) { (&theirs, &mine) } else { (&mine, &theirs) };
    match few.iter().find(|kind| !many.contains(kind)) {
        Some(kind) if !theirs.is_empty() => {
            Err(format!("it is about other properties: `{kind}` is not among both"))
        }
        _ => Ok(()),
    }
}

fn kinds(properties: &[Property]) -> Vec<PropertyKind> {
    properties.iter().map(|property| property.kind.clone()).collect()
}

/// Validates a witness that is about a task.
///
/// # Errors
/// A configuration that cannot be used.
pub fn validate(
    task: &Task,
    configuration: &Configuration,
    options: &Options,
    entry: &Entry,
) -> Result<Answer, ConfigError> {
    let stated = specification(entry).unwrap_or_default();
    let properties =
        if is_violation(entry) && !stated.is_empty() { stated } else { task.wanted.properties.clone() };
    let validation =
        Validation { task: task.asking(Wanted { properties, automata: Vec::new() }), configuration, options };
    match &entry.content {
        Content::Invariants(invariants) => validation.invariants(invariants),
        Content::Graph(graph) if !graph.violation => match invariants::of_graph(graph) {
            Ok(invariants) => validation.invariants(&invariants),
            Err(why) => Ok(Answer::Open(why, None)),
        },
        Content::Violation(_) | Content::Graph(_) => validation.violation(&entry.content),
        Content::Unchecked(what) => Ok(Answer::Open(format!("{what} are not checked"), None)),
    }
}

/// One validation.
struct Validation<'v> {
    task: Task,
    configuration: &'v Configuration,
    options: &'v Options,
}

impl Validation<'_> {
    fn violation(&self, content: &Content) -> Result<Answer, ConfigError> {
        let places = Places::of(&self.task.program);
        let mut program = (*self.task.program).clone();
        let mut maker =
            Maker { program: &mut program, places: &places, endless: self.task.wanted.termination() };
        let guide = match content {
            Content::Violation(segments) => maker.of_segments(segments),
            Content::Graph(graph) => maker.of_graph(graph),
            Content::Invariants(_) | Content::Unchecked(_) => Err("it is about no violation".to_owned()),
        };
        let guide = match guide {
            Ok(guide) => guide,
            Err(why) => return Ok(Answer::Rejected(why, None)),
        };
        // The same program with the expressions of the witness, in which its conditions can be asked of runs.
        let task = self.task.about(program);
        let verification = Verification::new(&task, self.configuration, self.options.clone())?;
        let along = (&guide, &places);
        let (first, inputs) = self.guided(&verification, along);
        if let Some(report) = first {
            return Ok(Answer::Confirmed(report));
        }
        let options = Options { hints: vec![inputs], ..self.options.clone() };
        if let Some(answer) = self.beside(&verification, along, &options)? {
            return Ok(answer);
        }
        let report = Verification::new(&task, self.configuration, options)?.run(None)?;
        let Some(confirmed) =
            report.violation.as_ref().filter(|_| matches!(report.verdict, Verdict::False(_)))
        else {
            let proven = report.verdict == Verdict::True;
            let why = unfound(&report);
            let report = Some(Box::new(report));
            return Ok(if proven { Answer::Rejected(why, report) } else { Answer::Open(why, report) });
        };
        match follow::is_followed(&task.program, along, confirmed, &report.targets) {
            Ok(()) => Ok(Answer::Confirmed(Box::new(report))),
            Err(passed) => {
                let of = guide.steps.len();
                let why = format!(
                    "no run was found that violates the property and follows it; one that violates it follows {passed} of {of} parts"
                );
                Ok(Answer::Open(why, Some(Box::new(report))))
            }
        }
    }

    /// Verifies the program with the witness beside it: what that settles, if it settles anything.
    fn beside(
        &self,
        verification: &Verification<'_>,
        along: (&Guide, &Places),
        options: &Options,
    ) -> Result<Option<Answer>, ConfigError> {
        let task = verification.task;
        let functions = task.wanted.error_functions();
        if functions.len() < task.wanted.properties.len() {
            return Ok(None);
        }
        let Some(program) = product::product(&task.program, along, &functions) else { return Ok(None) };
        let product = task.about(program);
        let left = self.options.limits.remaining();
        let limits =
            left.map_or_else(|| self.options.limits.clone(), |left| self.options.limits.sub_limit(left / 2));
        let options = Options { limits, ..options.clone() };
        let report = Verification::new(&product, self.configuration, options)?.run(None)?;
        match (&report.verdict, &report.violation) {
            (Verdict::True, _) => {
                let why = "no run violates the property and follows it".to_owned();
                Ok(Some(Answer::Rejected(why, None)))
            }
            (Verdict::False(_), Some(found)) => {
                let inputs: Vec<_> = found.outcome.inputs_used.iter().map(|input| input.value).collect();
                let goal = Goal { path_end: false, ..verification.goal() };
                let replay = Replay::new(&task.program, Vec::new(), goal.clone());
                let confirmed = replay.with_steps_off_path(found.outcome.steps).run(&inputs).confirmed;
                let report = confirmed.and_then(|run| self.report(verification, along, &goal, run));
                Ok(report.map(Answer::Confirmed))
            }
            (Verdict::False(_), None) | (Verdict::Unknown(_), _) => Ok(None),
        }
    }

    /// Runs the program with the inputs that the witness wants: the report of a violation that follows it, and the inputs.
    fn guided(
        &self,
        verification: &Verification<'_>,
        along: (&Guide, &Places),
    ) -> (Option<Box<Report>>, Vec<argand_cfa::arith::Scalar>) {
        let program: &Program = &verification.task.program;
        let goal = Goal { path_end: false, ..verification.goal() };
        let policy = goal.policy();
        let outcome = follow::guided(program, along, (policy, &goal.functions), GUIDED_STEPS);
        let inputs: Vec<_> = outcome.inputs_used.iter().map(|input| input.value).collect();
        let prediction = predicted(&outcome, &goal);
        let goal = Goal { prediction, ..goal };
        let replay = Replay::new(program, Vec::new(), goal.clone()).with_steps_off_path(outcome.steps + 1);
        let confirmed = replay.run(&inputs).confirmed;
        let report = confirmed.and_then(|confirmed| self.report(verification, along, &goal, confirmed));
        (report, inputs)
    }

    /// The report of an executed violation, if it follows the witness.
    fn report(
        &self,
        verification: &Verification<'_>,
        along: (&Guide, &Places),
        goal: &Goal,
        confirmed: Confirmed,
    ) -> Option<Box<Report>> {
        let program = &verification.task.program;
        follow::is_followed(program, along, &confirmed, &goal.functions).ok()?;
        let violated = match &goal.prediction {
            Some(prediction) => argand_cfa::Violated::Property(PropertyKind::Memory(prediction.property)),
            None => verification.executed(&confirmed)?,
        };
        let mut report = verification.report(Verdict::False(violated), RunStats::default());
        report.violation = Some(confirmed);
        verification.settle(&mut report, Vec::new());
        matches!(report.verdict, Verdict::False(_)).then(|| Box::new(report))
    }
}

/// The violation of memory that a run ended in. The witness says where it must be, which the run is held against.
fn predicted(outcome: &Outcome, goal: &Goal) -> Option<Prediction> {
    let End::Error(finding) = &outcome.end else { return None };
    if !is_memory_error(finding.kind) || !goal.errors.contains(&finding.kind) {
        return None;
    }
    let property =
        argand_cfa::MemoryProperty::ALL.into_iter().find(|&p| memory_errors(p).contains(&finding.kind))?;
    Some(Prediction { property, place: finding.span, edge: finding.edge })
}

/// Why a verification gives no run.
fn unfound(report: &Report) -> String {
    match &report.verdict {
        Verdict::True => "the program has the property: no run violates it".to_owned(),
        Verdict::Unknown(reasons) => {
            let words: Vec<String> = reasons.iter().map(|why| why.describe(&report.program)).collect();
            format!("no run was found that violates the property: {}", words.join("; "))
        }
        Verdict::False(_) => "no run was found that follows it".to_owned(),
    }
}
