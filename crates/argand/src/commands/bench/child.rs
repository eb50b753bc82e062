//! The process of one task: it dies with whoever started it, is watched from outside, and ends with all it started.
//!
//! A runner that is killed cannot end its tasks itself. So a task is started through [`child`], which asks the kernel for
//! a death signal and then becomes `argand verify`.

use super::usage;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{Signal, killpg};
use nix::sys::time::TimeValLike as _;
use nix::unistd::{Pid, getppid};
use std::convert::Infallible;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long to wait between two looks at a task, at first and at most.
const SHORTEST_WAIT: Duration = Duration::from_millis(1);
const LONGEST_WAIT: Duration = Duration::from_millis(20);

/// What a task may use.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TaskLimits {
    /// Time on the clock.
    pub wall: Duration,
    /// Time on all processors.
    pub cpu: Option<Duration>,
    /// Resident memory in bytes, of all its processes.
    pub memory: Option<u64>,
}

/// How a task ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// By itself.
    Exit(ExitStatus),
    /// Its time was over.
    Time,
    /// It used too much memory.
    Memory,
    /// The user does not want to wait.
    Interrupted,
}

/// What a task used.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Used {
    /// How it ended.
    pub end: End,
    /// Time on the clock.
    pub wall: Duration,
    /// Time on all processors.
    pub cpu: Duration,
    /// The most memory.
    pub memory: u64,
}

/// Becomes the command, which dies when `parent` does.
pub fn child(parent: i32, arguments: &[String]) -> Result<Infallible, String> {
    #[cfg(target_os = "linux")]
    nix::sys::prctl::set_pdeathsig(Signal::SIGKILL)
        .map_err(|error| format!("cannot ask for a death signal: {error}"))?;
    // It may be gone already.
    if getppid() != Pid::from_raw(parent) {
        return Err("this command is for `argand bench`, which is gone".to_owned());
    }
    let program = std::env::current_exe().map_err(|error| format!("cannot find myself: {error}"))?;
    let error = Command::new(&program).args(arguments).exec();
    Err(format!("cannot run '{}': {error}", program.display()))
}

/// Children are waited for one at a time: what the usage of all children grows by is then that of one.
static REAPING: Mutex<()> = Mutex::new(());

/// The status of a child that has ended, and the processor time that it and its children used.
fn reap(child: &mut Child) -> io::Result<Option<(ExitStatus, Duration)>> {
    let _alone = REAPING.lock().unwrap_or_else(PoisonError::into_inner);
    let before = cpu_of_children()?;
    let Some(status) = child.try_wait()? else { return Ok(None) };
    Ok(Some((status, cpu_of_children()?.saturating_sub(before))))
}

fn cpu_of_children() -> io::Result<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let microseconds = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Ok(Duration::from_micros(u64::try_from(microseconds).unwrap_or(0)))
}

/// Runs a command within limits. The calling thread must outlive it, or the command dies with the thread.
pub fn run(command: &mut Command, limits: TaskLimits, interrupted: &AtomicBool) -> io::Result<Used> {
    // A group of its own: an interrupt of the runner's is not one of its, and it ends with all it started.
    let mut child = command.process_group(0).spawn()?;
    let id = child.id();
    let group = Pid::from_raw(i32::try_from(id).map_err(io::Error::other)?);
    let started = Instant::now();
    let mut wait = SHORTEST_WAIT;
    let mut most = 0;
    let mut stopped = None;
    let (status, cpu) = loop {
        let used = usage::of_tree(id);
        most = most.max(used.most_memory);
        if let Some(reaped) = reap(&mut child)? {
            break reaped;
        }
        if stopped.is_none() {
            let late = started.elapsed() > limits.wall || limits.cpu.is_some_and(|limit| used.cpu > limit);
            stopped = if interrupted.load(Ordering::Relaxed) {
                Some(End::Interrupted)
            } else if late {
                Some(End::Time)
            } else if limits.memory.is_some_and(|limit| used.memory > limit) {
                Some(End::Memory)
            } else {
                None
            };
            if stopped.is_some() {
                // It may have ended in the meantime.
                let _ = killpg(group, Signal::SIGKILL);
            }
        }
        std::thread::sleep(wait);
        wait = (wait * 5 / 4).min(LONGEST_WAIT);
    };
    let wall = started.elapsed();
    // What it started and left behind.
    let _ = killpg(group, Signal::SIGKILL);
    let late = limits.cpu.is_some_and(|limit| cpu > limit);
    let end = stopped.unwrap_or(if late { End::Time } else { End::Exit(status) });
    Ok(Used { end, wall, cpu, memory: most })
}
