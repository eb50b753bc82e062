//! Verdicts about all places, as counts and as text for people.

use super::places::At;
use super::{Answer, Everywhere, Violation};
use crate::counterexample::value_text;
use argand_cfa::{Program, Violated};
use argand_exec::End;
use std::fmt::Write as _;

/// Inputs that are named of a violation.
const MAX_INPUTS: usize = 4;

/// How many places a property is violated at, proven and open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Where runs violate it.
    pub violated: usize,
    /// Where it is proven. What has no places, such as the accesses to memory, counts as one.
    pub proven: usize,
    /// Where nothing was shown. Others that are the same place as a violated one count as one.
    pub undecided: usize,
}

impl Tally {
    /// The answer about the property.
    #[must_use]
    pub const fn answer(&self) -> Answer {
        match self {
            Self { violated: 1.., .. } => Answer::Violated,
            Self { undecided: 0, .. } => Answer::Proven,
            _ => Answer::Undecided,
        }
    }
}

impl Everywhere {
    /// What came out for a property.
    #[must_use]
    pub fn tally(&self, property: &Violated) -> Tally {
        let places = || self.places.iter().filter(|judged| judged.place.property == *property);
        let violated = self.violations.iter().filter(|found| found.property == *property).count();
        let proven = places().filter(|judged| judged.answer == Answer::Proven).count();
        let undecided =
            places().filter(|judged| judged.answer == Answer::Undecided || judged.others_open).count();
        Tally { violated, proven, undecided }
    }

    /// The properties, each once, in the order in which they were asked.
    #[must_use]
    pub fn properties(&self) -> Vec<&Violated> {
        let mut all: Vec<&Violated> = Vec::new();
        for judged in &self.places {
            if !all.contains(&&judged.place.property) {
                all.push(&judged.place.property);
            }
        }
        all
    }

    /// A line for each violation and each place that is open, then what came out for each property.
    #[must_use]
    pub fn text(&self, program: &Program) -> String {
        let mut out = String::new();
        for found in &self.violations {
            let _ = writeln!(
                out,
                "FALSE({}) at {}: {}",
                found.property,
                program.sources.describe(found.span),
                told(program, found)
            );
        }
        for judged in self.places.iter().filter(|judged| judged.answer == Answer::Undecided) {
            let place = match judged.place.at {
                At::Code(span, _) => format!("at {}", program.sources.describe(span)),
                At::Model(func) => format!("in {}()", program.func_name(func)),
                At::Anywhere => "anywhere".to_owned(),
            };
            let _ = writeln!(out, "UNKNOWN({}) {place}", judged.place.property);
        }
        let names: Vec<(String, &Violated)> =
            self.properties().into_iter().map(|property| (property.to_string(), property)).collect();
        let width = names.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max("places".len());
        let _ = writeln!(out, "{:width$}  violated  proven  undecided", "places");
        for (name, property) in names {
            let Tally { violated, proven, undecided } = self.tally(property);
            let has_places =
                self.places.iter().any(|p| p.place.property == *property && p.place.at != At::Anywhere);
            let count = |count: usize| match (count, has_places, violated) {
                (0, ..) | (_, true, _) => count.to_string(),
                (_, false, 0) => "all".to_owned(),
                (_, false, _) => "others".to_owned(),
            };
            let _ =
                writeln!(out, "{name:width$}  {violated:>8}  {:>6}  {:>9}", count(proven), count(undecided));
        }
        out
    }
}

/// What went wrong, with which inputs.
fn told(program: &Program, found: &Violation) -> String {
    let outcome = &found.run.outcome;
    let mut text = match &outcome.end {
        End::Error(finding) => finding.message.clone(),
        _ => format!("{} is violated", found.property),
    };
    let inputs = &outcome.inputs_used;
    for (number, input) in inputs.iter().take(MAX_INPUTS).enumerate() {
        let before = if number == 0 { "; with" } else { "," };
        let _ = write!(text, "{before} {} = {}", input.name, value_text(program, input.ty, input.value));
    }
    if inputs.len() > MAX_INPUTS {
        let _ = write!(text, " and {} more", inputs.len() - MAX_INPUTS);
    }
    text
}
