//! The value analysis as its configuration composes it: successors, and what untracked variables cost.
//!
//! Goals: 300,000 successors per second and core on 200 branches and 50 variables without refinement, and a cost
//! per state that does not grow with the number of variables that are not tracked.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

use argand_algorithms::RunStats;
use argand_verifier::{Check, Configuration, Options, Task, Verification, Wanted, load_text};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Choices one after the other, each setting one of `tracked` variables in two ways, with some arithmetic on
/// `untracked` variables of unknown value in between.
fn branching(branches: usize, tracked: usize, untracked: usize) -> String {
    let mut text = String::from("extern int choose(void);\nextern void reach_error(void);\n");
    let list = |prefix: &str, count: usize| {
        (0..count).map(|v| format!("{prefix}{v}")).collect::<Vec<_>>().join(", ")
    };
    let _ = writeln!(text, "int main(void) {{\n  int {};", list("v", tracked));
    if untracked > 0 {
        let _ = writeln!(text, "  int {};", list("u", untracked));
    }
    for v in 0..untracked {
        let _ = writeln!(text, "  u{v} = choose();");
    }
    for branch in 0..branches {
        let var = branch % tracked;
        let _ = writeln!(text, "  if (choose()) v{var} = {branch}; else v{var} = {branch} + 1000;");
        if untracked > 0 {
            let noise = branch % untracked;
            let _ = writeln!(text, "  u{noise} = u{noise} + 1;");
        }
    }
    text.push_str("  if (v0 == -1) reach_error();\n  return 0;\n}\n");
    text
}

/// A loop with a known bound.
fn counting(rounds: usize, body: &str) -> String {
    format!(
        "extern void reach_error(void);\nint a[{rounds}];\nint main(void) {{\n  int sum = 0;\n  \
         for (int i = 0; i < {rounds}; i++) {{ {body} }}\n  if (sum < 0) reach_error();\n  return 0;\n}}\n"
    )
}

/// Explores until this many nodes are reached, or all.
fn explore(text: &str, settings: &[String], nodes: usize) -> (RunStats, Duration) {
    let no_files = |_: &Path| Err("there are no files".to_owned());
    let configuration = Configuration::load("value-nocegar", settings, &no_files).expect("shipped");
    let task = Task::new(load_text(text).expect("a program"), Wanted::checks(&[Check::Unreach]));
    let options = Options::default();
    let cancel = options.limits.cancel_token();
    let verification = Verification::new(&task, &configuration, options).expect("no facts");
    let observer = move |progress: argand_algorithms::Progress| {
        if progress.reached >= nodes {
            cancel.cancel();
        }
    };
    let started = cpu_time();
    let report = verification.run(Some(Box::new(observer))).expect("a good configuration");
    (report.stats, cpu_time() - started)
}

/// The time this thread spent on a processor, so that other work on the machine does not count. Where the
/// system does not tell, the time on the wall.
fn cpu_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = spent.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

fn measure(c: &mut Criterion, name: &str, programs: &[(usize, String)], settings: &[String], nodes: usize) {
    let mut group = c.benchmark_group(name);
    group.sample_size(10);
    for (parameter, text) in programs {
        let (stats, _) = explore(text, settings, nodes);
        group.throughput(Throughput::Elements(stats.exploration.successors));
        group.bench_function(BenchmarkId::from_parameter(parameter), |b| {
            b.iter_custom(|iterations| (0..iterations).map(|_| explore(text, settings, nodes).1).sum());
        });
    }
    group.finish();
}

fn successors(c: &mut Criterion) {
    let programs: Vec<_> =
        [0, 50, 500, 5000].into_iter().map(|untracked| (untracked, branching(200, 50, untracked))).collect();
    // Depth first, so that states of many different values are met and none is covered early.
    let settings = ["exploration.order=['dfs']".to_owned()];
    measure(c, "successors with untracked variables", &programs, &settings, 60_000);
}

fn loops(c: &mut Criterion) {
    let sums: Vec<_> =
        [1000, 10_000, 100_000].into_iter().map(|n| (n, counting(n, "sum += i & 3;"))).collect();
    measure(c, "rounds of a loop", &sums, &[], usize::MAX);
    let arrays: Vec<_> =
        [100, 1000, 10_000].into_iter().map(|n| (n, counting(n, "a[i] = i; sum += a[i] & 1;"))).collect();
    measure(c, "rounds of a loop that fills an array", &arrays, &[], usize::MAX);
}

criterion_group!(benches, successors, loops);
criterion_main!(benches);
