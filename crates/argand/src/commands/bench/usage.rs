//! What a running process and those that it started use, as `/proc` tells it. Where there is no `/proc`, nobody knows, and
//! the limit of time on the clock is the only one.

use std::time::Duration;

/// What processes use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// Time on all processors.
    pub cpu: Duration,
    /// Resident memory.
    pub memory: u64,
    /// The most resident memory so far: that of a process at its worst moment, or of all at one moment.
    pub most_memory: u64,
}

/// One tick of the clock in `/proc`, whatever the kernel's own clock does.
const TICK: Duration = Duration::from_millis(10);

/// What a process and its descendants use now; those of them that have ended count where somebody waited for them.
pub fn of_tree(process: u32) -> Usage {
    let mut all = Usage::default();
    let mut processes = vec![process];
    let mut at = 0;
    while let Some(&process) = processes.get(at) {
        at += 1;
        if let Some(one) = of_process(process) {
            all.cpu += one.cpu;
            all.memory += one.memory;
            all.most_memory = all.most_memory.max(one.most_memory);
        }
        children(process, &mut processes);
    }
    all.most_memory = all.most_memory.max(all.memory);
    all
}

fn of_process(process: u32) -> Option<Usage> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program, in parentheses, may contain anything.
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks: u32 = fields.split_whitespace().skip(11).take(4).filter_map(|n| n.parse::<u32>().ok()).sum();
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let bytes = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        let kilobytes: u64 = line.trim_start_matches(':').split_whitespace().next()?.parse().ok()?;
        Some(kilobytes * 1024)
    };
    // A process that has ended has no memory.
    Some(Usage {
        cpu: TICK * ticks,
        memory: bytes("VmRSS").unwrap_or(0),
        most_memory: bytes("VmHWM").unwrap_or(0),
    })
}

/// Adds the children of a process, whichever of its threads started them.
fn children(process: u32, found: &mut Vec<u32>) {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{process}/task")) else { return };
    for thread in threads.filter_map(Result::ok) {
        let text = std::fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        for child in text.split_whitespace().filter_map(|id| id.parse().ok()) {
            if !found.contains(&child) {
                found.push(child);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    #[cfg(target_os = "linux")]
    fn a_tree_uses_what_its_processes_use() {
        let own = of_tree(std::process::id());
        assert!(own.memory > 1 << 20 && own.most_memory >= own.memory, "{own:?}");
        let mut child = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("cat");
        let mut found = Vec::new();
        children(std::process::id(), &mut found);
        assert!(found.contains(&child.id()), "{found:?}");
        child.kill().expect("a running child");
        child.wait().expect("a child that ended");
        assert_eq!(of_tree(child.id()), Usage::default());
    }
}
