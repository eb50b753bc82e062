//! Source to automata, over sizes: the cost per byte must not grow.
#![allow(missing_docs, reason = "the macro of the benchmark harness makes functions without docs")]

use argand_frontend_c::{Options, load_str};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::fmt::Write as _;

/// A program of the given number of functions, with what typical programs have in them.
fn program(functions: usize) -> String {
    let mut text = String::from("struct item { int key; long value; struct item *next; };\nint table[64];\n");
    for i in 0..functions {
        let _ = write!(
            text,
            "static int work{i}(struct item *list, unsigned mode) {{\n    int sum = {i}, rounds = 0;\n    \
             for (struct item *at = list; at && rounds < 100; at = at->next) {{\n        switch (mode & 3) {{\n        \
             case 0: sum += at->key; break;\n        case 1: sum ^= (int)at->value; break;\n        \
             default: if (sum > 1000 || at->key < 0) sum -= table[at->key & 63]++; else sum <<= 1;\n        }}\n        \
             rounds++;\n    }}\n    return sum ? sum : -1;\n}}\n"
        );
    }
    text.push_str(
        "int main(void) {\n    struct item last = {1, 2, 0}, first = {3, 4, &last};\n    int all = 0;\n",
    );
    for i in 0..functions {
        let _ = writeln!(text, "    all += work{i}(&first, {i}u);");
    }
    text.push_str("    return all & 127;\n}\n");
    text
}

fn load(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("load");
    group.sample_size(10);
    for functions in [10, 100, 1000, 4000] {
        let text = program(functions);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::from_parameter(text.len()), &text, |bencher, text| {
            bencher.iter(|| load_str(text, &Options::default()).map(|l| l.program.edges.len()).ok());
        });
    }
    group.finish();
}

criterion_group!(benches, load);
criterion_main!(benches);
