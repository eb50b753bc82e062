//! From a plan to one answer: quick runs, questions to members, and what their answers come to.

use super::features::Features;
use super::plan::{Question, choose, questions};
use super::schedule::{self, Answer, Met, Setting, Work, narrate};
use super::step::{Event, Planned, Step, Story};
use crate::certify::Certification;
use crate::config::strategy::Strategy;
use crate::reason::{LookedAt, Why};
use crate::report::Report;
use crate::verdict::Verdict;
use crate::verification::Verification;
use crate::witness::loops;
use argand_algorithms::RunStats;
use argand_cfa::arith::Scalar;
use argand_cfa::assumption::tidy;
use argand_cpa::{ConfigError, Fact};
use argand_evidence::{SampleLimits, sample};
use argand_support::Limits;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How the runs without an analysis are called.
const QUICK: &str = "quick runs";
/// How many long runs there are at most, where short ones were stopped.
const LONG_RUNS: u32 = 2;
/// What there must be for another round.
const WORTH_A_ROUND: Duration = Duration::from_millis(50);

/// What is known of a question.
struct State<'s> {
    question: Question<'s>,
    /// The proof.
    proven: Option<Box<Report>>,
    met: Vec<Met>,
    facts: Vec<Fact>,
    last: Option<Box<Report>>,
    /// Whether members were stopped that could have gone on.
    stopped: bool,
}

impl Verification<'_> {
    /// Runs the members of a strategy until what is asked is decided.
    ///
    /// # Errors
    /// A member that cannot be used.
    pub(crate) fn run_strategy(&self, strategy: &Strategy) -> Result<Report, ConfigError> {
        let wanted = &self.task.wanted;
        let features = Features::of(&self.task.program, wanted);
        let mut story = Story { program: features.describe(), ..Story::default() };
        narrate(self.options.narrator.as_ref(), &Event::Looked(&story.program));
        let members = choose(strategy, &features);
        let mut states: Vec<State<'_>> = questions(wanted, &members).into_iter().map(State::new).collect();
        for state in &states {
            self.tell_plan(&state.question, &mut story);
        }
        let (decided, hints) = self.quick_runs(strategy, &mut story);
        if let Some(mut report) = decided {
            report.strategy = Some(story);
            return Ok(report);
        }
        while let Some(next) = self.next_question(&states) {
            let limits = self.time_for(&states, next);
            let state = &mut states[next];
            let answer = self.ask(strategy, state, limits, &hints, &mut story.steps)?;
            match answer {
                Answer::Decided(mut report) if report.verdict != Verdict::True || state.question.together => {
                    report.strategy = Some(story);
                    return Ok(*report);
                }
                Answer::Decided(report) => state.proven = Some(report),
                Answer::Open { met, facts, last, stopped } => {
                    (state.met, state.facts, state.stopped) = (met, facts, stopped);
                    state.last = last.or(state.last.take());
                }
            }
        }
        let mut report = self.answer_of(states);
        report.strategy = Some(story);
        Ok(report)
    }

    fn tell_plan(&self, question: &Question<'_>, story: &mut Story) {
        for member in &question.members {
            let planned = Planned {
                member: member.configuration.name.clone(),
                asked: question.names(),
                share: member.share,
                why: member.why.clone(),
            };
            narrate(self.options.narrator.as_ref(), &Event::Planned(&planned));
            story.plan.push(planned);
        }
    }

    /// Runs the program with simple and random inputs; the report of a violation, and inputs that are worth a look.
    fn quick_runs(&self, strategy: &Strategy, story: &mut Story) -> (Option<Report>, Vec<Vec<Scalar>>) {
        let options = &strategy.options;
        if options.runs == 0 {
            return (None, Vec::new());
        }
        let started = Instant::now();
        let budget = SampleLimits { runs: options.runs, steps: options.run_steps, seed: 0 };
        // A limit that is reached here is reached by the members at once, and told by them.
        let sampled = sample(self.prepared.executed(), &self.goal(), &self.options.limits, budget);
        let mut sampled = sampled.unwrap_or_default();
        if sampled.cut && sampled.confirmed.is_none() {
            // Long loops with constant bounds: what is behind them costs one long run.
            let long = SampleLimits { runs: LONG_RUNS, steps: options.long_run_steps, seed: 1 };
            let behind = sample(self.prepared.executed(), &self.goal(), &self.options.limits, long);
            let behind = behind.unwrap_or_default();
            sampled.runs += behind.runs;
            sampled.confirmed = behind.confirmed;
            sampled.hints.extend(behind.hints);
        }
        let confirmed = sampled.confirmed.take();
        let report = confirmed.and_then(|confirmed| {
            let violated = self.executed(&confirmed)?;
            let mut report = self.report(Verdict::False(violated), RunStats::default());
            report.violation = Some(*confirmed);
            self.settle(&mut report, Vec::new());
            // What must not be assumed may be needless on another path.
            matches!(report.verdict, Verdict::False(_)).then_some(report)
        });
        let met = match (&report, sampled.hints.len()) {
            (Some(_), _) => Vec::new(),
            (None, 0) => vec![format!("{} runs met no violation", sampled.runs)],
            (None, _) => vec![format!("{} runs; some went wrong with memory", sampled.runs)],
        };
        let step = Step {
            member: QUICK.to_owned(),
            asked: "everything".to_owned(),
            outcome: report.as_ref().map_or_else(|| "UNKNOWN".to_owned(), |r| r.verdict.to_string()),
            met,
            facts: 0,
            seconds: started.elapsed().as_secs_f64(),
        };
        narrate(self.options.narrator.as_ref(), &Event::Ended(&step));
        story.steps.push(step);
        (report, sampled.hints)
    }

    /// The next question: each once, then those again whose members were stopped, while there is time.
    fn next_question(&self, states: &[State<'_>]) -> Option<usize> {
        if self.options.limits.check_now().is_err() {
            return None;
        }
        let open = |state: &State<'_>| state.proven.is_none() && !state.question.members.is_empty();
        let again = || {
            let worth = self.options.limits.remaining().is_none_or(|left| left > WORTH_A_ROUND);
            let stopped = |state: &State<'_>| open(state) && state.stopped && !state.question.together;
            states.iter().position(stopped).filter(|_| worth)
        };
        states.iter().position(|state| open(state) && !state.was_asked()).or_else(again)
    }

    /// Questions that are still open share the time that is left.
    fn time_for(&self, states: &[State<'_>], next: usize) -> Limits {
        let limits = &self.options.limits;
        let open = states.iter().filter(|s| s.proven.is_none() && !s.question.members.is_empty()).count();
        match limits.remaining() {
            Some(left) if open > 1 => {
                let parts = if states[next].question.together { 2 } else { open };
                limits.part(None).sub_limit(left / u32::try_from(parts).unwrap_or(u32::MAX))
            }
            _ => limits.clone(),
        }
    }

    /// Asks the members of a question.
    fn ask(
        &self,
        strategy: &Strategy,
        state: &State<'_>,
        limits: Limits,
        hints: &[Vec<Scalar>],
        steps: &mut Vec<Step>,
    ) -> Result<Answer, ConfigError> {
        let jobs = match self.options.jobs {
            0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            jobs => jobs,
        };
        let question = &state.question;
        let mut facts = state.facts.clone();
        // Facts of an earlier run are about the program with everything that is asked.
        if question.wanted.properties.len() == self.task.wanted.properties.len() {
            facts.extend(self.facts.iter().cloned());
        }
        let task = self.task.asking(question.wanted.clone());
        let setting = Setting {
            task: &task,
            asked: question.names(),
            limits,
            jobs,
            slice: Duration::from_millis(strategy.options.slice.max(1)),
            facts,
            hints: hints.to_vec(),
            options: &self.options,
        };
        let work = question.members.iter().map(|member| {
            let mut configuration = member.configuration.clone();
            configuration.strict.extend(self.configuration.strict.iter().copied());
            Work { configuration: Arc::new(configuration), share: member.share, again: false }
        });
        schedule::run(&setting, work.collect(), steps)
    }

    /// One answer from the answers to all questions.
    fn answer_of(&self, states: Vec<State<'_>>) -> Report {
        let asked: Vec<State<'_>> = states.into_iter().filter(|s| !s.question.together).collect();
        if !asked.is_empty() && asked.iter().all(|state| state.proven.is_some()) {
            let mut proofs = asked.into_iter().filter_map(|state| state.proven);
            let first = proofs.next().map(|first| *first);
            let first =
                first.unwrap_or_else(|| self.report(Verdict::Unknown(Vec::new()), RunStats::default()));
            return all_proven(first, proofs);
        }
        let mut reasons = Vec::new();
        for state in asked.iter().filter(|s| s.proven.is_none() && s.question.members.is_empty()) {
            let properties = state.question.wanted.properties.iter().map(|p| p.kind.clone()).collect();
            reasons.push(Why::NobodyDecides { properties, configuration: self.configuration.name.clone() });
        }
        let alone = asked.len() == 1;
        let mut report = self.report(Verdict::Unknown(Vec::new()), RunStats::default());
        for state in asked.into_iter().filter(|s| s.proven.is_none()) {
            reasons.extend(gathered(state.met));
            let Some(last) = state.last.filter(|_| alone) else { continue };
            let last = *last;
            report = Report { facts: state.facts, unconfirmed: last.unconfirmed, ..last };
        }
        if reasons.is_empty() {
            let stop = self.options.limits.check_now().err().unwrap_or(argand_support::Stop::Interrupted);
            reasons.push(argand_algorithms::Reason::limit(stop).into());
        }
        report.verdict = Verdict::Unknown(reasons);
        report
    }
}

impl<'s> State<'s> {
    const fn new(question: Question<'s>) -> Self {
        Self { question, proven: None, met: Vec::new(), facts: Vec::new(), last: None, stopped: false }
    }

    const fn was_asked(&self) -> bool {
        self.proven.is_some() || self.stopped || !self.met.is_empty()
    }
}

/// The proofs of several questions as one.
pub(crate) fn all_proven(mut all: Report, others: impl Iterator<Item = Box<Report>>) -> Report {
    for proof in others {
        all.assumptions.extend(proof.assumptions);
        all.prints.extend(proof.prints);
        loops::add(&mut all.loop_invariants, proof.loop_invariants);
        if matches!(proof.certification, Certification::NotCertified(_)) {
            all.certification = proof.certification;
        }
    }
    tidy(&mut all.assumptions);
    all
}

/// What members met, each thing once with all who met it. Limits are one thing, wherever they were reached.
fn gathered(met: Vec<Met>) -> Vec<Why> {
    let mut lines: Vec<(String, Vec<String>, Met)> = Vec::new();
    for one in met {
        let text = if one.why.is_limit() { String::new() } else { one.why.describe(&one.program) };
        match lines.iter_mut().find(|(other, ..)| *other == text) {
            Some((_, names, _)) if names.contains(&one.member) => {}
            Some((_, names, _)) => names.push(one.member),
            None => lines.push((text, vec![one.member.clone()], one)),
        }
    }
    // What can be done something about comes first.
    lines.sort_by_key(|(text, ..)| text.is_empty());
    let why = |(_, names, met): (String, Vec<String>, Met)| Why::Members {
        names,
        why: Box::new(met.why),
        program: LookedAt(met.program),
    };
    lines.into_iter().map(why).collect()
}
