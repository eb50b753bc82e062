//! Time, memory and the user's patience.
//!
//! Long-running loops call [`Limits::check`] as they go; a limit that is hit is a value ([`Stop`]), so
//! that the caller can still say what it learned.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
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
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Asks everybody who holds this token to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits of one run. Clones share their counters, so that parts of a run draw on one budget.
#[derive(Clone, Debug)]
pub struct Limits {
    start: Instant,
    deadline: Option<Instant>,
    memory: Option<u64>,
    cancel: CancelToken,
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
            checks: Arc::default(),
        }
    }

    /// The same memory limit and cancel token with at most `time` left from now.
    #[must_use]
    pub fn sub_limit(&self, time: Duration) -> Self {
        let mine = Instant::now().checked_add(time);
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
        self.deadline.map(|d| d.saturating_duration_since(Instant::now()))
    }

    /// Cheap enough for inner loops: looks at the clock and at memory only now and then.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn check(&self) -> Result<(), Stop> {
        if self.cancel.is_cancelled() {
            return Err(Stop::Interrupted);
        }
        let count = self.checks.fetch_add(1, Ordering::Relaxed);
        if !count.is_multiple_of(CHECKS_PER_LOOK) {
            return Ok(());
        }
        if self.deadline.is_some_and(|d| Instant::now() >= d) {
            return Err(Stop::Time);
        }
        if (count / CHECKS_PER_LOOK).is_multiple_of(LOOKS_PER_MEMORY) { self.check_memory() } else { Ok(()) }
    }

    /// Looks at the clock, the memory and the token at once.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn check_now(&self) -> Result<(), Stop> {
        if self.cancel.is_cancelled() {
            return Err(Stop::Interrupted);
        }
        if self.deadline.is_some_and(|d| Instant::now() >= d) {
            return Err(Stop::Time);
        }
        self.check_memory()
    }

    fn check_memory(&self) -> Result<(), Stop> {
        match self.memory {
            Some(limit) if resident_bytes().is_some_and(|used| used > limit) => Err(Stop::Memory),
            _ => Ok(()),
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
}
