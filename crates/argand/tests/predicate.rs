//! The predicate analysis from the command line: block operators, abstraction methods, reuse of predicates.
#![allow(clippy::unwrap_used, reason = "a test may fail anywhere")]

mod common;

use common::{corpus, run};
use std::path::Path;
use std::process::Command;

/// Verifies a program of the corpus; the verdict and the statistics of the refiner.
fn verify(name: &str, options: &[&str], out: &Path) -> (String, serde_json::Value) {
    let mut argand = Command::new(env!("CARGO_BIN_EXE_argand"));
    argand.args(["verify", "--config", "predicate", "--check", "unreach", "--time", "60s", "--certify"]);
    argand.args(options).arg("--out").arg(out).arg(corpus().join("predicate").join(name));
    let ran = run(&mut argand, 120);
    let text = std::fs::read_to_string(out.join("statistics.json")).unwrap();
    let stats: serde_json::Value = serde_json::from_str(&text).unwrap();
    (ran.output.lines().last().unwrap_or_default().to_owned(), stats["cegar"].clone())
}

fn abstractions(name: &str, blocks: &str) -> u64 {
    let out = tempfile::tempdir().unwrap();
    let (verdict, stats) = verify(name, &["--set", &format!("cpa.predicate.blocks={blocks}")], out.path());
    assert_eq!(verdict, "TRUE", "{name} with {blocks}");
    stats["refiner"]["abstraction"]["abstractions"].as_u64().unwrap()
}

#[test]
fn larger_blocks_need_fewer_abstractions() {
    for name in ["lock_loop.c", "counted.c"] {
        let every = abstractions(name, "[\"sbe\"]");
        let joins = abstractions(name, "[\"joins\"]");
        let loops = abstractions(name, "[\"loop-heads\"]");
        assert!(every > joins && joins >= loops, "{name}: {every}, {joins}, {loops}");
    }
    let short = abstractions("counted.c", "[\"threshold\", \"functions\"]");
    assert!(short >= abstractions("counted.c", "[\"loop-heads\"]"));
}

#[test]
fn every_method_of_abstraction_proves_what_single_predicates_prove() {
    for method in ["boolean", "cartesian", "combined"] {
        let out = tempfile::tempdir().unwrap();
        let setting = format!("cpa.predicate.abstraction={method}");
        let (verdict, _) = verify("twice.c", &["--set", &setting], out.path());
        assert_eq!(verdict, "TRUE", "{method}");
    }
}

#[test]
fn predicates_of_an_earlier_run_make_refinement_unnecessary() {
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (verdict, stats) = verify("counted.c", &[], first.path());
    assert_eq!(verdict, "TRUE");
    assert!(stats["refinements"].as_u64().unwrap() > 0, "{stats}");
    let file = first.path().join("precision.txt");
    let invariants = std::fs::read_to_string(first.path().join("invariants.txt")).unwrap();
    assert!(invariants.contains("i < 1000000"), "{invariants}");
    let (verdict, stats) = verify("counted.c", &["--precision", &file.to_string_lossy()], second.path());
    assert_eq!(verdict, "TRUE");
    assert_eq!(stats["refinements"].as_u64(), Some(0), "{stats}");
    let again = std::fs::read_to_string(second.path().join("precision.txt")).unwrap();
    assert_eq!(std::fs::read_to_string(file).unwrap(), again);
}

#[test]
fn every_scope_of_predicates_proves_the_loop() {
    for scope in ["location", "function", "global"] {
        let out = tempfile::tempdir().unwrap();
        let setting = format!("cpa.predicate.scope={scope}");
        let (verdict, _) = verify("conserved_sum.c", &["--set", &setting], out.path());
        assert_eq!(verdict, "TRUE", "{scope}");
    }
}
