//! A verdict for every place where what is asked can be violated, not only the first violation.
//!
//! A verification ends with one violation. Here one follows the other, each about the places that are still open: a place that a
//! run violates is left out, and runs end there from then on. What is left is proven at once, or, where that fails, property by
//! property and then in halves, so that a place that nobody can decide costs the others little. All of it shares the
//! limits of one verification.
//!
//! **What a verdict about a place means**: it is violated if a run of the whole program violates it, which was executed; it is proven if no
//! run violates it before it violates something else that is asked. A run ends at its first violation: what comes after a
//! failed assertion or an operation that went wrong is not the program's to say.
//!
//! Accesses to memory are no places that can be left out one by one. Violations of them are looked for one after another, and if
//! there is none, all accesses are proven; otherwise the others stay open, unless the program has a single run. The same
//! goes for operations in functions of the library, whose calls share their places.
//!
//! **Invariant:** every verdict is that of a verification of the user's program with fewer questions, none is made here.

mod places;
mod text;

pub use places::{At, Site};
pub use text::Tally;

use crate::config::Configuration;
use crate::report::Report;
use crate::strategy::all_proven;
use crate::task::Task;
use crate::verdict::Verdict;
use crate::verification::{Options, Verification};
use argand_algorithms::{Reason, RunStats};
use argand_cfa::assumption::tidy;
use argand_cfa::{Assumption, PropertyKind, Violated};
use argand_cpa::ConfigError;
use argand_evidence::Confirmed;
use argand_support::{Limits, Span, Stop};
use places::{Places, end_of};
use std::collections::VecDeque;
use std::time::Duration;

/// The least time for further violations of what cannot be proven any more; otherwise as much as everything took before.
const SHORTEST: Duration = Duration::from_secs(2);

/// What is known of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// No run violates it before it violates something else.
    Proven,
    /// A run violates it.
    Violated,
    /// Neither was shown.
    Undecided,
}

/// A place with the answer about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// The place.
    pub place: Site,
    /// The answer.
    pub answer: Answer,
    /// Whether others that are the same place are still open, where it is violated: other accesses, other calls.
    pub others_open: bool,
}

/// A violation that was executed.
#[derive(Clone, Debug)]
pub struct Violation {
    /// What is violated.
    pub property: Violated,
    /// Where, in the user's code.
    pub span: Span,
    /// The run.
    pub run: Confirmed,
}

/// The verdicts about all places.
#[derive(Clone, Debug)]
pub struct Everywhere {
    /// The places, in the order of the properties and of the program.
    pub places: Vec<Judged>,
    /// All violations, in the order of their places.
    pub violations: Vec<Violation>,
}

/// Asks about every place. The report is that of the first violation in the order of places, or of the proof of all.
///
/// # Errors
/// A configuration that cannot be used.
pub fn everywhere(
    task: &Task,
    configuration: &Configuration,
    options: &Options,
) -> Result<Report, ConfigError> {
    let places = Places::of(task);
    let count = places.all.len();
    let mut search = Search {
        places,
        configuration,
        options,
        answers: vec![None; count],
        others_open: vec![false; count],
        violations: Vec::new(),
        proofs: Vec::new(),
        undecided: None,
    };
    search.run()?;
    search.report()
}

/// What came of one question.
enum Asked {
    /// Every place has an answer.
    Answered,
    /// Nothing is known of those that are left.
    Open,
}

struct Search<'a> {
    places: Places<'a>,
    configuration: &'a Configuration,
    options: &'a Options,
    answers: Vec<Option<Answer>>,
    others_open: Vec<bool>,
    violations: Vec<(Violation, Report)>,
    proofs: Vec<Report>,
    /// The last report without a verdict.
    undecided: Option<Report>,
}

impl Search<'_> {
    fn run(&mut self) -> Result<(), ConfigError> {
        let mut queue: VecDeque<Vec<usize>> = VecDeque::from([(0..self.places.all.len()).collect()]);
        while let Some(mut group) = queue.pop_front() {
            group.retain(|&index| self.answers[index].is_none());
            if group.is_empty() || self.options.limits.check_now().is_err() {
                continue;
            }
            let open = group.len() + queue.iter().map(Vec::len).sum::<usize>();
            let limits = self.share(group.len(), open);
            if matches!(self.ask(&mut group, &limits)?, Asked::Open) {
                queue.extend(self.parts(&group));
                if let [alone] = group[..] {
                    self.answers[alone] = Some(Answer::Undecided);
                }
            }
        }
        let tails: Vec<usize> = (0..self.places.all.len()).filter(|&index| self.others_open[index]).collect();
        let time = self.options.limits.elapsed().max(SHORTEST);
        for (number, &index) in tails.iter().enumerate() {
            self.find_others(index, tails.len() - number, time)?;
        }
        Ok(())
    }

    /// The limits of a question about some of the places that are open. One that can be taken apart leaves time for that.
    fn share(&self, asked: usize, open: usize) -> Limits {
        let limits = &self.options.limits;
        let whole = asked == open && asked <= 1;
        match limits.remaining() {
            Some(left) if !whole => {
                let parts = if asked > 1 { 2 } else { 1 };
                let share = left.mul_f64(asked.max(1) as f64 / (open.max(1) * parts) as f64);
                limits.part(None).sub_limit(share)
            }
            _ => limits.clone(),
        }
    }

    /// The parts of a group that is asked about again: one for each property, or two halves.
    fn parts(&self, group: &[usize]) -> Vec<Vec<usize>> {
        let mut parts: Vec<Vec<usize>> = Vec::new();
        for &index in group {
            let place = &self.places.all[index];
            let alike = |other: &Vec<usize>| {
                let other = &self.places.all[other[0]];
                let memory = |property: &Violated| property.memory().is_some();
                other.property == place.property || memory(&other.property) && memory(&place.property)
            };
            match parts.iter_mut().find(|part| alike(part)) {
                Some(part) => part.push(index),
                None => parts.push(vec![index]),
            }
        }
        match &parts[..] {
            [one] if one.len() > 1 => {
                let (first, second) = one.split_at(one.len() / 2);
                vec![first.to_vec(), second.to_vec()]
            }
            [_] | [] => Vec::new(),
            _ => parts,
        }
    }

    /// Asks about a group until what is left of it is proven or nothing more is found.
    fn ask(&mut self, group: &mut Vec<usize>, limits: &Limits) -> Result<Asked, ConfigError> {
        loop {
            let task = self.places.task_of(group, self.known());
            let report = self.verify(&task, limits.clone())?;
            match &report.verdict {
                Verdict::True => {
                    for &index in group.iter() {
                        self.answers[index] = Some(Answer::Proven);
                    }
                    self.proofs.push(report);
                    return Ok(Asked::Answered);
                }
                Verdict::False(_) => {
                    self.note(group, report);
                    let asked = group.len();
                    group.retain(|&index| self.answers[index].is_none());
                    match group.len() {
                        0 => return Ok(Asked::Answered),
                        // The same question would have the same answer.
                        left if left == asked => return Ok(Asked::Open),
                        _ => {}
                    }
                }
                Verdict::Unknown(_) => {
                    self.undecided = Some(report);
                    return Ok(Asked::Open);
                }
            }
        }
    }

    /// Looks for further violations of a place that has several.
    fn find_others(&mut self, index: usize, left: usize, time: Duration) -> Result<(), ConfigError> {
        let limits = self.share(1, left).sub_limit(time);
        while limits.check_now().is_ok() {
            let known = self.known();
            let task = self.places.task_of(&[index], known.clone());
            let report = self.verify(&task, limits.clone())?;
            match (&report.verdict, &report.violation) {
                (Verdict::True, _) => {
                    self.others_open[index] = false;
                    self.proofs.push(report);
                    break;
                }
                (Verdict::False(_), Some(run)) => {
                    let (span, _) = end_of(&task.program, run);
                    // The end of the program is one place for everything that is lost there.
                    let violated = &self.places.all[index].property;
                    let is_told = |(kind, there): &(PropertyKind, Span)| {
                        *there == span && Violated::Property(kind.clone()) == *violated
                    };
                    if known.iter().any(is_told) {
                        break;
                    }
                    self.note(&[index], report);
                }
                _ => break,
            }
        }
        Ok(())
    }

    /// The violations, with which runs end that say nothing new.
    fn known(&self) -> Vec<(PropertyKind, Span)> {
        let known = self.violations.iter().filter_map(|(found, _)| match &found.property {
            Violated::Property(kind) => Some((kind.clone(), found.span)),
            Violated::Automaton(_) => None,
        });
        known.collect()
    }

    fn verify(&self, task: &Task, limits: Limits) -> Result<Report, ConfigError> {
        let options = Options { limits, ..self.options.clone() };
        Verification::new(task, self.configuration, options)?.run(None)
    }

    /// Remembers a violation.
    fn note(&mut self, focus: &[usize], report: Report) {
        let (Verdict::False(property), Some(run)) = (&report.verdict, &report.violation) else { return };
        match self.places.find(focus, property, run) {
            Some(index) => {
                self.answers[index] = Some(Answer::Violated);
                self.others_open[index] = self.places.all[index].has_others();
            }
            // Whatever is asked of it again would show this run again.
            None => {
                for &index in focus.iter().filter(|&&index| self.places.all[index].property == *property) {
                    self.answers[index] = Some(Answer::Undecided);
                }
            }
        }
        let (span, _) = end_of(&report.program, run);
        if self.violations.iter().any(|(known, _)| known.property == *property && known.span == span) {
            return;
        }
        let violation = Violation { property: property.clone(), span, run: run.clone() };
        self.violations.push((violation, report));
    }

    /// One report of all that was found out.
    fn report(mut self) -> Result<Report, ConfigError> {
        let task = self.places.task;
        let sources = &task.program.sources;
        let all = &self.places.all;
        self.violations.sort_by_cached_key(|(violation, _)| {
            let property = all.iter().position(|place| place.property == violation.property);
            let span = violation.span;
            (sources.name(span.file).to_owned(), span.line, span.column, property)
        });
        let judged = all.iter().zip(&self.answers).zip(&self.others_open);
        let judged = judged.map(|((place, answer), &others_open)| Judged {
            place: place.clone(),
            answer: answer.unwrap_or(Answer::Undecided),
            others_open,
        });
        let places: Vec<Judged> = judged.collect();
        let violations = self.violations.iter().map(|(violation, _)| violation.clone()).collect();
        let is_open = places.iter().any(|judged| judged.answer == Answer::Undecided);
        let mut violated = self.violations.into_iter().map(|(_, report)| report);
        let mut proofs = self.proofs.into_iter();
        let assumed: Vec<Assumption> =
            proofs.as_slice().iter().flat_map(|proof| proof.assumptions.iter().cloned()).collect();
        let verification = || Verification::new(task, self.configuration, self.options.clone());
        let mut report = match violated.next() {
            Some(first) => {
                let mut first = first;
                first.assumptions.extend(violated.flat_map(|report| report.assumptions));
                first
            }
            None if is_open => match self.undecided {
                Some(undecided) => undecided,
                None => {
                    let stop = self.options.limits.check_now().err().unwrap_or(Stop::Interrupted);
                    let why = vec![Reason::limit(stop).into()];
                    verification()?.report(Verdict::Unknown(why), RunStats::default())
                }
            },
            None => match proofs.next() {
                Some(first) => all_proven(first, proofs.map(Box::new)),
                None => verification()?.run(None)?,
            },
        };
        // Proofs of some places are told with any verdict.
        report.assumptions.extend(assumed);
        tidy(&mut report.assumptions);
        let everywhere = Everywhere { places, violations };
        report.everywhere = Some(everywhere);
        Ok(report)
    }
}
