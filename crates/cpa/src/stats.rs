//! What each component cost: calls, results and time.
//!
//! Reading the clock twice costs about as much as a cheap transfer, so a [`SampledTimer`] reads it on every
//! 64th call and scales up. A call that turns out slow makes the timer read the clock on every call from
//! then on, until calls are fast again: then the clock no longer matters, and slow calls vary too much to scale.

use serde::Serialize;
use std::time::{Duration, Instant};

const CALLS_PER_SAMPLE: u32 = 64;
const SLOW: Duration = Duration::from_micros(5);

/// Counts calls and estimates the time they took.
#[derive(Clone, Debug, Default)]
pub struct SampledTimer {
    calls: u64,
    /// Calls since the last sample, which the next sample stands for.
    skipped: u32,
    every_call: bool,
    nanos: u64,
}

impl SampledTimer {
    /// Call before the work; hand the result to [`SampledTimer::stop`].
    #[inline]
    pub fn start(&mut self) -> Option<Instant> {
        self.calls += 1;
        self.skipped += 1;
        (self.every_call || self.skipped >= CALLS_PER_SAMPLE || self.calls == 1).then(Instant::now)
    }

    /// Call after the work.
    #[inline]
    pub fn stop(&mut self, started: Option<Instant>) {
        if let Some(started) = started {
            let elapsed = started.elapsed();
            self.every_call = elapsed > SLOW;
            self.nanos += u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX) * u64::from(self.skipped);
            self.skipped = 0;
        }
    }

    /// How many calls there were.
    #[must_use]
    pub const fn calls(&self) -> u64 {
        self.calls
    }

    /// The estimated time of all calls.
    #[must_use]
    pub const fn time(&self) -> Duration {
        Duration::from_nanos(self.nanos)
    }
}

/// The timers and counters inside a component.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meters {
    pub transfer: SampledTimer,
    pub strengthen: SampledTimer,
    pub adjust: SampledTimer,
    pub merge: SampledTimer,
    pub stop: SampledTimer,
    pub successors: u64,
    pub infeasible: u64,
    pub cover_checks: u64,
    pub covered: u64,
    pub memo_hits: u64,
}

/// What one component cost, in a form to print and to store.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct ComponentStats {
    /// The name of the analysis.
    pub name: String,
    /// How many different states it had.
    pub states: usize,
    /// How many different precisions it had.
    pub precisions: usize,
    /// Calls of the transfer relation.
    pub transfers: u64,
    /// Successors they gave.
    pub successors: u64,
    /// Calls that found the edge infeasible.
    pub infeasible: u64,
    /// Transfers answered from the memo.
    pub memo_hits: u64,
    /// Pairs of states compared for coverage.
    pub cover_checks: u64,
    /// How many of them were covered.
    pub covered: u64,
    /// Calls of merge.
    pub merges: u64,
    /// Seconds in the transfer relation.
    pub transfer_seconds: f64,
    /// Seconds in strengthening, before and after precision adjustment.
    pub strengthen_seconds: f64,
    /// Seconds in precision adjustment.
    pub adjust_seconds: f64,
    /// Seconds in merge.
    pub merge_seconds: f64,
    /// Seconds in coverage checks.
    pub stop_seconds: f64,
}

impl Meters {
    pub fn stats(&self, name: &str, states: usize, precisions: usize) -> ComponentStats {
        ComponentStats {
            name: name.to_owned(),
            states,
            precisions,
            transfers: self.transfer.calls(),
            successors: self.successors,
            infeasible: self.infeasible,
            memo_hits: self.memo_hits,
            cover_checks: self.cover_checks,
            covered: self.covered,
            merges: self.merge.calls(),
            transfer_seconds: self.transfer.time().as_secs_f64(),
            strengthen_seconds: self.strengthen.time().as_secs_f64(),
            adjust_seconds: self.adjust.time().as_secs_f64(),
            merge_seconds: self.merge.time().as_secs_f64(),
            stop_seconds: self.stop.time().as_secs_f64(),
        }
    }
}

impl ComponentStats {
    /// All the time spent in the component.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.transfer_seconds
            + self.strengthen_seconds
            + self.adjust_seconds
            + self.merge_seconds
            + self.stop_seconds
    }
}

/// Components as a table for people.
#[must_use]
pub fn component_table(components: &[ComponentStats]) -> String {
    use std::fmt::Write as _;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{:<16} {:>9} {:>10} {:>10} {:>10} {:>10} {:>9} {:>8} {:>8} {:>8}",
        "analysis",
        "states",
        "transfers",
        "successors",
        "infeasible",
        "compared",
        "covered",
        "transfer",
        "stop",
        "total"
    );
    for c in components {
        let _ = writeln!(
            out,
            "{:<16} {:>9} {:>10} {:>10} {:>10} {:>10} {:>9} {:>7.3}s {:>7.3}s {:>7.3}s",
            c.name,
            c.states,
            c.transfers,
            c.successors,
            c.infeasible,
            c.cover_checks,
            c.covered,
            c.transfer_seconds,
            c.stop_seconds,
            c.seconds()
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fast_calls_are_sampled_and_every_call_is_counted() {
        let mut timer = SampledTimer::default();
        let mut samples = 0;
        for _ in 0..1000 {
            let started = timer.start();
            samples += u32::from(started.is_some());
            timer.stop(started);
        }
        assert_eq!(timer.calls(), 1000);
        assert!(samples >= 15, "{samples}");
    }
}
