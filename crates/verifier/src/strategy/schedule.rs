//! Gives the members of a strategy turns until one of them decides.
//!
//! Every member is a thread with limits of its own. As many run at the same time as there are jobs; the others wait at
//! their gates with all that they know, so that a turn loses nothing. Turns grow from round to round: who needs little is
//! served soon, who needs much is not interrupted all the time. A member that ends gives its time to the others; one
//! that gave up by itself may try again with more patience, and with the facts that others have left meanwhile. When
//! memory runs short, the member that seems to hold most of it is stopped.
//!
//! Threads are asked to stop, never waited for: an answer is told as soon as there is one.

use super::plan::patient;
use super::step::{Event, Narrator, Step};
use crate::config::Configuration;
use crate::reason::Why;
use crate::report::Report;
use crate::task::Task;
use crate::verdict::Verdict;
use crate::verification::{Options, Verification};
use argand_algorithms::Reason;
use argand_cfa::Program;
use argand_cfa::arith::Scalar;
use argand_cpa::{ConfigError, Fact};
use argand_logic::provider::Listener;
use argand_support::limits::resident_bytes;
use argand_support::{Limits, Stop};
use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// The stack of a thread that works on a program: expressions of generated programs nest deeper than usual stacks.
pub const STACK: usize = 1 << 30;

/// What a thread panicked with.
#[must_use]
pub fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_owned())
}

/// How often memory and limits are looked at.
const LOOK: Duration = Duration::from_millis(20);
/// How long members may take to say what they found when the time is over.
const LAST_WORDS: Duration = Duration::from_millis(150);
/// Reasons that are told of one member.
const MAX_MET: usize = 3;

/// A member that is to run.
#[derive(Clone)]
pub(crate) struct Work {
    /// What runs.
    pub configuration: Arc<Configuration>,
    /// Its part of the time.
    pub share: u32,
    /// Whether it is a second try.
    pub again: bool,
}

impl Work {
    fn name(&self) -> String {
        let name = &self.configuration.name;
        if self.again { format!("{name} again") } else { name.clone() }
    }
}

/// What all members of a schedule have in common.
pub(crate) struct Setting<'a> {
    /// What they are asked.
    pub task: &'a Task,
    /// The properties, for the user.
    pub asked: String,
    /// The limits of all of them together.
    pub limits: Limits,
    /// How many run at a time.
    pub jobs: usize,
    /// The turn of a member of share 1 in the first round.
    pub slice: Duration,
    /// What is known before they begin.
    pub facts: Vec<Fact>,
    /// Inputs with which runs went wrong.
    pub hints: Vec<Vec<Scalar>>,
    /// Options that all members have: export, certify, and what is said of memory.
    pub options: &'a Options,
}

/// Why a member has no verdict.
pub(crate) struct Met {
    /// Its name.
    pub member: String,
    /// What it met.
    pub why: Why,
    /// The program it looked at.
    pub program: Arc<Program>,
}

/// What came of a schedule.
pub(crate) enum Answer {
    /// Somebody decided.
    Decided(Box<Report>),
    /// Nobody did.
    Open {
        /// Why not.
        met: Vec<Met>,
        /// What was learnt.
        facts: Vec<Fact>,
        /// The report of the member that came furthest, for its statistics.
        last: Option<Box<Report>>,
        /// Whether members were still at work.
        stopped: bool,
    },
}

/// What a thread says at its end: its verification, or what it panicked with.
type Ended = (usize, Result<Result<Report, ConfigError>, String>);

struct Runner {
    work: Work,
    /// Its limits, once it has begun.
    limits: Option<Limits>,
    /// When its turn began, if it has one.
    since: Option<Instant>,
    ran: Duration,
    round: u32,
    /// Bytes that were taken while it ran, as far as that can be told.
    footprint: i128,
    ended: bool,
    /// Why it was asked to stop.
    evicted: bool,
}

impl Runner {
    fn new(work: Work) -> Self {
        Self {
            work,
            limits: None,
            since: None,
            ran: Duration::ZERO,
            round: 0,
            footprint: 0,
            ended: false,
            evicted: false,
        }
    }

    fn stop(&self) {
        if let Some(limits) = &self.limits {
            limits.cancel_token().cancel();
            limits.gate().open();
        }
    }

    fn end_turn(&mut self) {
        if let Some(since) = self.since.take() {
            self.ran += since.elapsed();
        }
    }
}

/// Runs members until one decides, all have given up, or the limits are reached. Says every step to `steps`.
///
/// # Errors
/// A member that cannot be used.
pub(crate) fn run(
    setting: &Setting<'_>,
    work: Vec<Work>,
    steps: &mut Vec<Step>,
) -> Result<Answer, ConfigError> {
    let (sender, receiver) = channel();
    let count = work.len();
    let mut schedule = Schedule {
        setting,
        runners: work.into_iter().map(Runner::new).collect(),
        waiting: (0..count).collect(),
        running: Vec::new(),
        sender,
        facts: setting.facts.clone(),
        met: Vec::new(),
        last: None,
        resident: resident_bytes(),
        steps,
    };
    let answer = schedule.run(&receiver);
    for runner in &schedule.runners {
        runner.stop();
    }
    answer
}

struct Schedule<'s, 'a> {
    setting: &'s Setting<'a>,
    runners: Vec<Runner>,
    waiting: VecDeque<usize>,
    running: Vec<usize>,
    sender: Sender<Ended>,
    facts: Vec<Fact>,
    met: Vec<Met>,
    last: Option<(Duration, Box<Report>)>,
    /// The memory in use when somebody last looked.
    resident: Option<u64>,
    steps: &'s mut Vec<Step>,
}

impl Schedule<'_, '_> {
    fn run(&mut self, receiver: &Receiver<Ended>) -> Result<Answer, ConfigError> {
        loop {
            while self.running.len() < self.setting.jobs.max(1) {
                let Some(next) = self.waiting.pop_front() else { break };
                self.begin_turn(next);
            }
            if self.running.is_empty() {
                return Ok(self.open(false));
            }
            match receiver.recv_timeout(LOOK.min(self.setting.slice)) {
                Ok(ended) => {
                    if let Some(decided) = self.end(ended)? {
                        return Ok(Answer::Decided(decided));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(self.open(true)),
            }
            if self.setting.limits.check_now().is_err() {
                return self.last_words(receiver);
            }
            self.measure();
            self.end_turns();
        }
    }

    /// Collects what members say when they are asked to stop. One may have decided at the last moment.
    fn last_words(&mut self, receiver: &Receiver<Ended>) -> Result<Answer, ConfigError> {
        let mut left = 0;
        for runner in self.runners.iter().filter(|r| !r.ended && r.limits.is_some()) {
            runner.stop();
            left += 1;
        }
        let until = Instant::now() + LAST_WORDS;
        while left > 0 {
            let Ok(ended) = receiver.recv_timeout(until.saturating_duration_since(Instant::now())) else {
                break;
            };
            left -= 1;
            if let Some(decided) = self.end(ended)? {
                return Ok(Answer::Decided(decided));
            }
        }
        for index in 0..self.runners.len() {
            if !self.runners[index].ended && self.runners[index].limits.is_some() {
                self.silent(index);
            }
        }
        Ok(self.open(true))
    }

    fn open(&mut self, stopped: bool) -> Answer {
        Answer::Open {
            met: std::mem::take(&mut self.met),
            facts: std::mem::take(&mut self.facts),
            last: self.last.take().map(|(_, report)| report),
            stopped,
        }
    }

    fn begin_turn(&mut self, index: usize) {
        self.running.push(index);
        let now = Instant::now();
        if let Some(limits) = &self.runners[index].limits {
            limits.gate().open();
        } else if let Err(error) = self.start(index) {
            // Its end is told like that of others.
            let _ = self.sender.send((index, Err(format!("its thread cannot begin: {error}"))));
        }
        self.runners[index].since = Some(now);
    }

    fn start(&mut self, index: usize) -> std::io::Result<()> {
        let setting = self.setting;
        // A member stops itself before everything must stop.
        let limits = setting.limits.part(setting.limits.whole().memory().map(|memory| memory / 10 * 9));
        let runner = &mut self.runners[index];
        runner.limits = Some(limits.clone());
        let listener: Option<Listener> = setting.options.listener.clone();
        let options = Options {
            limits,
            export: setting.options.export,
            certify: setting.options.certify,
            invariants: setting.options.invariants,
            unlimited_memory: setting.options.unlimited_memory,
            listener,
            known: self.facts.clone(),
            hints: setting.hints.clone(),
            ..Options::default()
        };
        let (task, configuration) = (setting.task.clone(), Arc::clone(&runner.work.configuration));
        let sender = self.sender.clone();
        let work = move || {
            let run = || Verification::new(&task, &configuration, options)?.run(None);
            let ended = catch_unwind(AssertUnwindSafe(run)).map_err(|panic| panic_text(&*panic));
            // Nobody listens any more when somebody else has decided.
            let _ = sender.send((index, ended));
        };
        std::thread::Builder::new().name(runner.work.name()).stack_size(STACK).spawn(work).map(drop)
    }

    /// Takes what a member says at its end; its report if it decides.
    fn end(&mut self, (index, ended): Ended) -> Result<Option<Box<Report>>, ConfigError> {
        self.running.retain(|&other| other != index);
        self.waiting.retain(|&other| other != index);
        let runner = &mut self.runners[index];
        runner.end_turn();
        runner.ended = true;
        let report = match ended {
            Ok(report) => Box::new(report?),
            Err(panic) => {
                let why = Why::NoStart(format!("an internal error ({panic}); please report it"));
                let program = Arc::clone(&self.setting.task.program);
                self.tell(index, "UNKNOWN".to_owned(), vec![(why, program)], 0);
                return Ok(None);
            }
        };
        let outcome = report.verdict.to_string();
        let Verdict::Unknown(reasons) = &report.verdict else {
            self.tell(index, outcome, Vec::new(), 0);
            return Ok(Some(report));
        };
        let gave_up = !reasons.iter().any(Why::is_limit);
        let runner = &self.runners[index];
        let stop = match (runner.evicted, self.setting.limits.check_now()) {
            (true, _) => Some(Stop::Memory),
            (false, Err(stop)) => Some(stop),
            (false, Ok(())) => None,
        };
        let met = reasons.iter().cloned().map(|why| match stop {
            Some(stop) => why.with_limit(stop),
            None => why,
        });
        let met: Vec<(Why, Arc<Program>)> = met.map(|why| (why, Arc::clone(&report.program))).collect();
        let (work, ran) = (runner.work.clone(), runner.ran);
        self.tell(index, outcome, met, report.facts.len());
        for fact in &report.facts {
            if !self.facts.contains(fact) {
                self.facts.push(fact.clone());
            }
        }
        if self.last.as_ref().is_none_or(|(longest, _)| ran > *longest) {
            self.last = Some((ran, report));
        }
        if gave_up
            && !work.again
            && let Some(configuration) = patient(&work.configuration)
        {
            let again = Work { configuration: Arc::new(configuration), again: true, ..work };
            self.waiting.push_back(self.runners.len());
            self.runners.push(Runner::new(again));
        }
        Ok(None)
    }

    /// A member that did not say anything in time.
    fn silent(&mut self, index: usize) {
        self.runners[index].end_turn();
        let stop = self.setting.limits.check_now().err().unwrap_or(Stop::Interrupted);
        let reason = Reason::limit(stop);
        let program = Arc::clone(&self.setting.task.program);
        self.tell(index, "UNKNOWN".to_owned(), vec![(reason.into(), program)], 0);
    }

    /// Tells what came of a member.
    fn tell(&mut self, index: usize, outcome: String, met: Vec<(Why, Arc<Program>)>, facts: usize) {
        let runner = &self.runners[index];
        let member = runner.work.name();
        let mut told: Vec<String> = Vec::new();
        for (why, program) in met {
            let text = why.describe(&program);
            if told.len() < MAX_MET && !told.contains(&text) {
                told.push(text);
                self.met.push(Met { member: member.clone(), why, program });
            }
        }
        let step = Step {
            member,
            asked: self.setting.asked.clone(),
            outcome,
            met: told,
            facts,
            seconds: runner.ran.as_secs_f64(),
        };
        narrate(self.setting.options.narrator.as_ref(), &Event::Ended(&step));
        self.steps.push(step);
    }

    /// Ends the turns that are over, where somebody waits for one.
    fn end_turns(&mut self) {
        let over: Vec<usize> = self.running.iter().copied().filter(|&index| self.is_over(index)).collect();
        for index in over.into_iter().take(self.waiting.len()) {
            let runner = &mut self.runners[index];
            if let Some(limits) = &runner.limits {
                limits.gate().close();
            }
            runner.end_turn();
            runner.round += 1;
            self.running.retain(|&other| other != index);
            self.waiting.push_back(index);
        }
    }

    fn is_over(&self, index: usize) -> bool {
        let runner = &self.runners[index];
        let turn = self.setting.slice.saturating_mul(runner.work.share) * (1 << runner.round.min(16));
        runner.since.is_some_and(|since| since.elapsed() >= turn)
    }

    /// Charges the memory that was taken to those who ran, and stops one when it runs short.
    fn measure(&mut self) {
        let Some(limit) = self.setting.limits.whole().memory() else { return };
        let Some(now) = resident_bytes() else { return };
        let grown = self.resident.map_or(0, |before| i128::from(now) - i128::from(before));
        self.resident = Some(now);
        let running = self.running.len().max(1) as i128;
        for &index in &self.running {
            self.runners[index].footprint += grown / running;
        }
        let alive = self.runners.iter().filter(|r| !r.ended && r.limits.is_some());
        if now < limit / 10 * 7 || alive.clone().any(|r| r.evicted) || alive.count() < 2 {
            return;
        }
        let held = self.runners.iter_mut().filter(|r| !r.ended && r.limits.is_some());
        if let Some(largest) = held.max_by_key(|r| r.footprint) {
            largest.evicted = true;
            largest.stop();
        }
    }
}

/// Tells somebody, if there is somebody to tell.
pub(crate) fn narrate(narrator: Option<&Narrator>, event: &Event<'_>) {
    if let Some(narrator) = narrator {
        narrator(event);
    }
}
