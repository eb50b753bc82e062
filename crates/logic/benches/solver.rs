//! What the analyses ask, on the default back end: `cargo bench -p argand-logic`.
//!
//! `tools/compare_solvers.py` runs the same scripts on other solvers.

#![allow(missing_docs, reason = "criterion_group makes a public function")]

use criterion::{Criterion, criterion_group, criterion_main};

#[allow(dead_code, reason = "every user of this module needs a part of it")]
#[path = "../examples/script/mod.rs"]
mod script;

fn workloads(c: &mut Criterion) {
    let mut group = c.benchmark_group("solver");
    group.sample_size(10);
    for (name, text) in script::workloads::all() {
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut script = script::Script::new(true, false);
                script.feed(&text).map(|()| script.answers.len())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, workloads);
criterion_main!(benches);
