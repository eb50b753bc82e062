//! Time, memory and the user's patience.
//!
//! Long-running loops call [`Limits::check`] as they go; a limit that is hit is a value ([`Stop`]), so
//! that the caller can still say what it learned.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Why work was stopped early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stop {
    /// The time limit was reached.
    #[error("the time limit was reached")]
    Time,
    /// The memory limit was reached.
    #[error("the memory limit was reached")]
    Memory,
    /// The user, or another part of the program, asked to stop.
    #[error("the run was interrupted")]
    Interrupted,
}

/// A flag that asks running work to stop. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    flag: Arc<AtomicBool>,
    /// Whoever stops this stops us.
    outer: Option<Arc<CancelToken>>,
}

impl CancelToken {
    /// A token of its own for a part of the work, which stops with the whole.
    #[must_use]
    pub fn part(&self) -> Self {
        Self { flag: Arc::default(), outer: Some(Arc::new(self.clone())) }
    }

    /// Asks everybody who holds this token to stop.
    pub fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::Relaxed) || self.outer.as_ref().is_some_and(|outer| outer.is_cancelled())
    }
}

/// Holds work up: while it is closed, the work waits where it looks at its limits. The clock of the work stands still
/// then. Clones share the gate.
#[derive(Clone, Debug, Default)]
pub struct Gate(Arc<GateState>);

#[derive(Debug, Default)]
struct GateState {
    closed: AtomicBool,
    /// Held by nobody for long; the bell needs it.
    lock: Mutex<()>,
    bell: Condvar,
    paused_nanos: AtomicU64,
}

/// How often work that waits at a gate looks whether it should stop.
const GATE_LOOK: Duration = Duration::from_millis(20);

impl Gate {
    /// Holds the work up.
    pub fn close(&self) {
        self.0.closed.store(true, Ordering::Relaxed);
    }

    /// Lets the work go on.
    pub fn open(&self) {
        self.0.closed.store(false, Ordering::Relaxed);
        self.0.bell.notify_all();
    }

    /// The time on the clock of the work.
    fn now(&self) -> Instant {
        let paused = Duration::from_nanos(self.0.paused_nanos.load(Ordering::Relaxed));
        let now = Instant::now();
        now.checked_sub(paused).unwrap_or(now)
    }

    /// Waits while the gate is closed and nobody asks to stop.
    fn pass(&self, cancel: &CancelToken) {
        if self.0.closed.load(Ordering::Relaxed) {
            self.wait(cancel);
        }
    }

    #[cold]
    fn wait(&self, cancel: &CancelToken) {
        let since = Instant::now();
        let mut guard = self.0.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while self.0.closed.load(Ordering::Relaxed) && !cancel.is_cancelled() {
            let waited = self.0.bell.wait_timeout(guard, GATE_LOOK);
            guard = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let paused = u64::try_from(since.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.0.paused_nanos.fetch_add(paused, Ordering::Relaxed);
    }
}

/// The limits of one run. Clones share their counters, so that parts of a run draw on one budget.
#[derive(Clone, Debug)]
pub struct Limits {
    start: Instant,
    /// On the clock of the gate, which stands still while work is paused.
    deadline: Option<Instant>,
    memory: Option<u64>,
    cancel: CancelToken,
    gate: Gate,
    /// The limits of the whole of which this is a part.
    whole: Option<Arc<Limits>>,
    checks: Arc<AtomicU64>,
}

/// Reading the clock and `/proc` costs more than an abstract successor, so only every so many checks do.
const CHECKS_PER_LOOK: u64 = 64;
/// Memory is read less often still: `/proc/self/statm` is a system call.
const LOOKS_PER_MEMORY: u64 = 16;

impl Default for Limits {
    fn default() -> Self {
        Self::new(None, None)
    }
}

impl Limits {
    /// Limits that start counting now. `memory` is in bytes of resident size.
    #[must_use]
    pub fn new(time: Option<Duration>, memory: Option<u64>) -> Self {
        let start = Instant::now();
        Self {
            start,
            deadline: time.and_then(|t| start.checked_add(t)),
            memory,
            cancel: CancelToken::default(),
            gate: Gate::default(),
            whole: None,
            checks: Arc::default(),
        }
    }

    /// The limits of a part of the work that runs beside others: it stops with the whole, can be stopped alone, is
    /// paused by its [gate](Self::gate), and may find `memory` bytes in use.
    #[must_use]
    pub fn part(&self, memory: Option<u64>) -> Self {
        Self {
            start: Instant::now(),
            deadline: None,
            memory,
            cancel: self.cancel.part(),
            gate: Gate::default(),
            whole: Some(Arc::new(self.clone())),
            checks: Arc::default(),
        }
    }

    /// The limits of the whole work that this is a part of, or these.
    #[must_use]
    pub fn whole(&self) -> &Self {
        self.whole.as_ref().map_or(self, |whole| whole.whole())
    }

    /// What pauses this work.
    #[must_use]
    pub fn gate(&self) -> Gate {
        self.gate.clone()
    }

    /// The same memory limit and cancel token with at most `time` left from now.
    #[must_use]
    pub fn sub_limit(&self, time: Duration) -> Self {
        let mine = self.gate.now().checked_add(time);
        let deadline = match (self.deadline, mine) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Self { deadline, ..self.clone() }
    }

    /// The token that stops this run.
    #[must_use]
    pub fn cancel_token(&self) -> CancelToken {
        self.cancel.clone()
    }

    /// How long the run has lasted.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// How much time is left, if there is a time limit.
    #[must_use]
    pub fn remaining(&self) -> Option<Duration> {
        let mine = self.deadline.map(|d| d.saturating_duration_since(self.gate.now()));
        let all = self.whole.as_ref().and_then(|whole| whole.remaining());
        mine.into_iter().chain(all).min()
    }

    /// How many bytes may be in use, if that is limited.
    #[must_use]
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// Cheap enough for inner loops: looks at the clock and at memory only now and then.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn check(&self) -> Result<(), Stop> {
        self.gate.pass(&self.cancel);
        if self.cancel.is_cancelled() {
            return Err(Stop::Interrupted);
        }
        let count = self.checks.fetch_add(1, Ordering::Relaxed);
        if !count.is_multiple_of(CHECKS_PER_LOOK) {
            return Ok(());
        }
        self.check_time()?;
        if (count / CHECKS_PER_LOOK).is_multiple_of(LOOKS_PER_MEMORY) { self.check_memory() } else { Ok(()) }
    }

    /// Looks at the clock, the memory and the token at once.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn check_now(&self) -> Result<(), Stop> {
        self.gate.pass(&self.cancel);
        if self.cancel.is_cancelled() {
            return Err(Stop::Interrupted);
        }
        self.check_time()?;
        self.check_memory()
    }

    fn check_time(&self) -> Result<(), Stop> {
        if self.deadline.is_some_and(|d| self.gate.now() >= d) {
            return Err(Stop::Time);
        }
        self.whole.as_ref().map_or(Ok(()), |whole| whole.check_time())
    }

    fn check_memory(&self) -> Result<(), Stop> {
        match self.memory {
            Some(limit) if resident_bytes().is_some_and(|used| used > limit) => Err(Stop::Memory),
            _ => self.whole.as_ref().map_or(Ok(()), |whole| whole.check_memory()),
        }
    }
}

/// The resident size of this process, where the system tells it.
#[must_use]
pub fn resident_bytes() -> Option<u64> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// The largest resident size this process ever had, where the system tells it.
#[must_use]
pub fn peak_resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib * 1024)
}

/// How much memory the machine has, where the system tells it.
#[must_use]
pub fn memory_of_machine() -> Option<u64> {
    let all = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = all.lines().find(|l| l.starts_with("MemTotal:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_time_left_is_a_time_stop() {
        let limits = Limits::new(Some(Duration::ZERO), None);
        assert_eq!(limits.check_now(), Err(Stop::Time));
        assert_eq!(limits.check(), Err(Stop::Time));
    }

    #[test]
    fn cancelling_one_clone_stops_all() {
        let limits = Limits::default();
        assert_eq!(limits.check_now(), Ok(()));
        limits.clone().cancel_token().cancel();
        assert_eq!(limits.check(), Err(Stop::Interrupted));
    }

    #[test]
    fn a_tiny_memory_limit_is_a_memory_stop() {
        if resident_bytes().is_some() {
            assert_eq!(Limits::new(None, Some(1)).check_now(), Err(Stop::Memory));
        }
    }

    #[test]
    fn a_sub_limit_never_outlives_its_parent() {
        let parent = Limits::new(Some(Duration::ZERO), None);
        assert_eq!(parent.sub_limit(Duration::from_secs(60)).check_now(), Err(Stop::Time));
    }

    #[test]
    fn a_part_stops_with_the_whole_and_alone() {
        let whole = Limits::default();
        let (one, other) = (whole.part(None), whole.part(None));
        one.cancel_token().cancel();
        assert_eq!(one.check_now(), Err(Stop::Interrupted));
        assert_eq!((other.check_now(), whole.check_now()), (Ok(()), Ok(())));
        whole.cancel_token().cancel();
        assert_eq!(other.sub_limit(Duration::from_secs(60)).check(), Err(Stop::Interrupted));
        assert_eq!(Limits::new(Some(Duration::ZERO), None).part(None).check_now(), Err(Stop::Time));
    }

    #[test]
    fn the_clock_of_work_stands_still_while_it_waits_at_its_gate() {
        let part = Limits::default().part(None);
        let (gate, stopped) = (part.gate(), CancelToken::default());
        gate.close();
        stopped.cancel();
        gate.wait(&stopped);
        assert!(gate.now() < Instant::now());
    }

    #[test]
    fn work_goes_on_when_its_gate_opens() {
        let part = Limits::default().part(None);
        let gate = part.gate();
        gate.close();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| part.check_now());
            gate.open();
            assert_eq!(waiting.join().ok(), Some(Ok(())));
        });
    }

    #[test]
    fn work_at_a_closed_gate_stops_when_it_is_asked_to() {
        let part = Limits::default().part(None);
        part.gate().close();
        let token = part.cancel_token();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| part.check());
            token.cancel();
            assert_eq!(waiting.join().ok(), Some(Err(Stop::Interrupted)));
        });
    }
}
