//! Keeps the limits when the work itself does not look at them for too long.
//!
//! Every loop checks the limits as it goes. A single step can still take long, or allocate a lot; so a thread
//! watches the clock, the memory and the interrupt, asks the work to stop, and ends the process if nothing
//! happens within the grace period. The answer is UNKNOWN in either case.

use crate::UNKNOWN_EXIT;
use argand_support::limits::resident_bytes;
use argand_support::{CancelToken, Stop};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

/// How often the watchdog looks.
const INTERVAL: Duration = Duration::from_millis(20);
/// How long the work may take to notice that it should stop.
const GRACE: Duration = Duration::from_millis(700);

/// Watches until it is dropped.
pub struct Watchdog {
    done: Arc<(Mutex<bool>, Condvar)>,
    reason: Arc<AtomicU8>,
}

const NOT_STOPPED: u8 = 0;
const BY_TIME: u8 = 1;
const BY_MEMORY: u8 = 2;
const BY_USER: u8 = 3;

impl Watchdog {
    /// Starts to watch. `interrupted` is set by the signal handler; `last_words` says that there is no answer, for
    /// this reason, before the process is ended.
    #[must_use]
    pub fn start(
        time: Option<Duration>,
        memory: Option<u64>,
        cancel: CancelToken,
        interrupted: CancelToken,
        last_words: impl Fn(&str) + Send + 'static,
    ) -> Self {
        let done = Arc::new((Mutex::new(false), Condvar::new()));
        let reason = Arc::new(AtomicU8::new(NOT_STOPPED));
        let watched = (Arc::clone(&done), Arc::clone(&reason));
        let started = Instant::now();
        std::thread::spawn(move || {
            let (done, reason) = watched;
            let mut asked: Option<Instant> = None;
            let (lock, bell) = &*done;
            let Ok(mut finished) = lock.lock() else { return };
            while !*finished {
                let why = if interrupted.is_cancelled() {
                    BY_USER
                } else if time.is_some_and(|t| started.elapsed() >= t) {
                    BY_TIME
                } else if memory.is_some_and(|m| resident_bytes().is_some_and(|used| used > m)) {
                    BY_MEMORY
                } else {
                    NOT_STOPPED
                };
                match asked {
                    None if why != NOT_STOPPED => {
                        reason.store(why, Ordering::Relaxed);
                        cancel.cancel();
                        asked = Some(Instant::now());
                    }
                    Some(when) if when.elapsed() > GRACE => {
                        let limit = stop_of(reason.load(Ordering::Relaxed));
                        let limit = limit.map_or_else(String::new, |stop| stop.to_string());
                        last_words(&format!("{limit}, and the work did not stop in time"));
                        std::process::exit(i32::from(UNKNOWN_EXIT));
                    }
                    _ => {}
                }
                match bell.wait_timeout(finished, INTERVAL) {
                    Ok((guard, _)) => finished = guard,
                    Err(_) => return,
                }
            }
        });
        Self { done, reason }
    }

    /// Why the work was asked to stop, if it was.
    #[must_use]
    pub fn stopped(&self) -> Option<Stop> {
        stop_of(self.reason.load(Ordering::Relaxed))
    }
}

fn stop_of(reason: u8) -> Option<Stop> {
    match reason {
        BY_TIME => Some(Stop::Time),
        BY_MEMORY => Some(Stop::Memory),
        BY_USER => Some(Stop::Interrupted),
        _ => None,
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        let (lock, bell) = &*self.done;
        if let Ok(mut finished) = lock.lock() {
            *finished = true;
        }
        bell.notify_all();
    }
}
