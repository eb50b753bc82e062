//! The memory analysis on lists: appending to a concrete list is linear in its length, and a step of an abstracted
//! list costs the same however long the list may be.

#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark is not part of the interface")]

use argand_verifier::{Check, Configuration, Options, Task, Verification, Wanted, load_text};
use std::path::Path;
use std::time::Instant;

const DECLARATIONS: &str = "void *malloc(unsigned long); void free(void *); int __VERIFIER_nondet_int(void);\n\
    struct node { int data; struct node *next; };\n";

const FREED: &str = "  while (head) { n = head->next; free(head); head = n; }\n  return 0;\n}\n";

/// Appends so many elements, each with another number in it, and frees them.
fn concrete(elements: usize) -> String {
    format!(
        "{DECLARATIONS}int main(void) {{\n  struct node *head = 0, *tail = 0, *n;\n  \
         for (int i = 0; i < {elements}; i++) {{\n    n = malloc(sizeof *n);\n    n->data = i;\n    \
         n->next = 0;\n    if (tail) tail->next = n; else head = n;\n    tail = n;\n  }}\n{FREED}"
    )
}

/// A list of unknown length, to which so many further elements are added one after the other.
fn abstracted(elements: usize) -> String {
    let step = "  n = malloc(sizeof *n); n->data = 0; n->next = head; head = n;\n";
    format!(
        "{DECLARATIONS}int main(void) {{\n  struct node *head = 0, *n;\n  \
         while (__VERIFIER_nondet_int()) {{\n{step}  }}\n  \
         for (int i = 0; i < {elements}; i++) {{\n{step}  }}\n{FREED}"
    )
}

/// The best of three: seconds and states.
fn measure(text: &str, settings: &[&str]) -> (f64, usize) {
    let settings: Vec<String> = settings.iter().map(|s| (*s).to_owned()).collect();
    let no_files = |_: &Path| Err("there are no files".to_owned());
    let configuration = Configuration::load("memsafety-nocegar", &settings, &no_files).unwrap();
    let task = Task::new(load_text(text).unwrap(), Wanted::checks(&[Check::Memsafety]));
    let mut best = (f64::MAX, 0);
    for _ in 0..3 {
        let verification = Verification::new(&task, &configuration, Options::default()).unwrap();
        let start = Instant::now();
        let report = verification.run(None).unwrap();
        let time = start.elapsed().as_secs_f64();
        assert_eq!(report.verdict.to_string(), "TRUE", "the benchmark is a proof");
        if time < best.0 {
            best = (time, report.stats.reached.live);
        }
    }
    best
}

fn table(name: &str, sizes: &[usize], program: fn(usize) -> String, settings: &[&str]) {
    println!("\n{name}\n{:>10} {:>10} {:>12} {:>14}", "elements", "states", "seconds", "µs per element");
    for &size in sizes {
        let (seconds, states) = measure(&program(size), settings);
        println!("{size:>10} {states:>10} {seconds:>12.4} {:>14.2}", seconds * 1e6 / size as f64);
    }
}

fn main() {
    // `cargo test` runs benchmarks, too: one small size is enough to know that they work.
    let small = !std::env::args().any(|a| a == "--bench");
    let sizes: &[usize] = if small { &[10] } else { &[1_000, 2_000, 5_000, 10_000, 20_000] };
    // Numbers are never widened, so that every step is made.
    let settings = ["cpa.smg.max-unrolled=1000000"];
    table("appending to a concrete list", sizes, concrete, &settings);
    table("adding to an abstracted list", sizes, abstracted, &settings);
}
