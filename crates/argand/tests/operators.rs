//! What merge, stop and refinement do to the reached graph, chosen in configuration files.

mod common;

use argand_frontend_c::{Files, load};
use argand_verifier::{Check, Configuration, Options, Report, Task, Verdict, Verification, Wanted};
use common::corpus;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[derive(Debug)]
struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

/// Verifies a program with a configuration by name or path, and gives up when this many nodes are reached.
fn verify(file: &Path, configuration: &str, check: Check, nodes: usize) -> Report {
    let read = |path: &Path| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let configuration = Configuration::load(configuration, &[], &read).expect("a good configuration");
    let options = argand_frontend_c::Options::default();
    let loaded = load(&[file.to_owned()], &options, &Disk).expect("a program");
    let task = Task::new(loaded, Wanted::checks(&[check]));
    let options = Options::default();
    let cancel = options.limits.cancel_token();
    let verification = Verification::new(&task, &configuration, options).expect("no facts");
    let observer = move |progress: argand_algorithms::Progress| {
        if progress.reached >= nodes {
            cancel.cancel();
        }
    };
    verification.run(Some(Box::new(observer))).expect("a good configuration")
}

/// Every example is small; a run that reaches more nodes does not end.
const MANY: usize = 20_000;

fn example(name: &str) -> PathBuf {
    corpus().join("value").join(name)
}

fn tracked(report: &Report) -> &[String] {
    report.precisions.iter().find(|(name, _)| name == "value").map_or(&[], |(_, list)| list)
}

#[test]
fn example_4_ends_with_refinement_and_not_without() {
    let refined = verify(&example("example4.c"), "value", Check::Asserts, MANY);
    assert_eq!(refined.verdict, Verdict::True);
    assert!(tracked(&refined).iter().all(|names| !names.contains("ticks")), "{:?}", tracked(&refined));
    let unrefined = verify(&example("example4.c"), "value-nocegar", Check::Asserts, MANY);
    assert!(matches!(&unrefined.verdict, Verdict::Unknown(reasons) if !reasons.is_empty()));
    assert!(unrefined.stats.reached.live >= MANY);
}

#[test]
fn example_5_fails_at_its_second_assertion_and_the_counter_is_never_tracked() {
    let report = verify(&example("example5.c"), "value", Check::Asserts, MANY);
    assert_eq!(report.verdict.to_string(), "FALSE(asserts)");
    let names: Vec<&str> = tracked(&report).iter().flat_map(|names| names.split(", ")).collect();
    assert!(!names.contains(&"i"), "{names:?}");
}

#[test]
fn of_two_reasons_on_one_path_refinement_tracks_b_and_never_the_counter() {
    let report = verify(&example("refinement_selection.c"), "value", Check::Asserts, MANY);
    assert_eq!(report.verdict, Verdict::True);
    let names: Vec<&str> = tracked(&report).iter().flat_map(|names| names.split(", ")).collect();
    assert!(names.contains(&"b") && !names.contains(&"i"), "{names:?}");
}

#[test]
fn examples_3_and_7_get_the_verdicts_of_a_perfect_tool() {
    let safe = verify(&corpus().join("smg/example3.c"), "smg-reach", Check::Asserts, MANY);
    assert_eq!(safe.verdict, Verdict::True);
    for configuration in ["memsafety", "memsafety-nocegar"] {
        let unsafe_access = verify(&corpus().join("smg/example7.c"), configuration, Check::Memsafety, MANY);
        assert_eq!(unsafe_access.verdict.to_string(), "FALSE(valid-deref)");
    }
}

#[test]
fn example_6_is_proven_with_the_variables_and_heap_values_that_the_thesis_names() {
    let report = verify(&corpus().join("smg/example6.c"), "smg-reach", Check::Asserts, MANY);
    assert_eq!(report.verdict, Verdict::True);
    assert!(report.stats.reached.live < 300, "{} states", report.stats.reached.live);
    let precisions =
        report.precisions.iter().find(|(name, _)| name == "smg").map_or(&[][..], |(_, list)| list);
    let tracked: BTreeSet<&str> =
        precisions.iter().flat_map(|text| text.split(", ")).filter(|name| !name.is_empty()).collect();
    // Section 4.3 also names `curr`, `old` and 0: pointers and zero are always tracked.
    assert_eq!(tracked.into_iter().collect::<Vec<_>>(), ["heap value -3", "heap value 3", "i", "length"]);
}

/// The number of reached states under a configuration with these analyses and options.
fn size(text: &str, analyses: &str, options: &str) -> usize {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("config.toml");
    let configuration =
        format!("extends = 'base'\ncpas = ['location', 'callstack', {analyses}]\n{options}\n");
    std::fs::write(&path, configuration).expect("a writable folder");
    let program = folder.path().join("program.c");
    std::fs::write(&program, text).expect("a writable folder");
    let report = verify(&program, &path.to_string_lossy(), Check::Unreach, MANY);
    assert_eq!(report.verdict, Verdict::True, "{analyses} {options}");
    report.stats.reached.live
}

/// Two choices one after the other: four combinations of values, or one range for each variable.
const CHOICES: &str = "extern int choose(void);\nint main(void) {\n  int x, y;\n  if (choose()) x = 1; else x = 2;\n  \
                       if (choose()) y = 1; else y = 2;\n  return x + y;\n}\n";

#[test]
fn joining_intervals_or_values_reaches_fewer_states_than_keeping_them_apart() {
    for (analysis, always) in [("interval", ""), ("value", "track-all = true")] {
        let under = |merge: &str| {
            size(CHOICES, &format!("'{analysis}'"), &format!("[cpa.{analysis}]\nmerge = '{merge}'\n{always}"))
        };
        let (sep, join, agree) = (under("sep"), under("join"), under("agree"));
        assert!(join < sep, "{analysis}: {join} and {sep}");
        // Alone, nobody can disagree.
        assert_eq!(agree, join, "{analysis}");
    }
}

#[test]
fn in_a_product_only_what_all_join_is_joined() {
    let product = |value: &str, interval: &str, all: bool| {
        let options = format!(
            "[cpa.value]\nmerge = '{value}'\ntrack-all = {all}\n[cpa.interval]\nmerge = '{interval}'\n"
        );
        size(CHOICES, "'value', 'interval'", &options)
    };
    let (apart, joined) = (product("sep", "sep", true), product("join", "join", true));
    assert!(joined < apart, "{joined} and {apart}");
    // Values that differ keep the product apart, whatever the intervals would do; where they agree, it is merged.
    for interval in ["agree", "join"] {
        let mixed = product("sep", interval, true);
        assert!(joined < mixed && mixed <= apart, "{interval}: {joined}, {mixed} and {apart}");
    }
    // Where no value is tracked, intervals that merge by agreement are as good as a data-flow analysis.
    let agreed = product("sep", "agree", false);
    assert!(agreed < product("sep", "sep", false), "{agreed}");
    assert_eq!(agreed, product("sep", "join", false));
}

/// Two choices that leave the same values behind: the second way is covered where coverage is looked for.
const SAME: &str = "extern int choose(void);\nint main(void) {\n  int x, y;\n  if (choose()) x = 1; else x = 1;\n  \
                    if (choose()) y = 1; else y = 1;\n  return x + y;\n}\n";

#[test]
fn without_stopping_the_graph_is_a_tree_of_all_paths() {
    for (analyses, always) in [
        ("'interval'", ""),
        ("'value'", "[cpa.value]\ntrack-all = true\n"),
        ("'value', 'interval'", "[cpa.value]\ntrack-all = true\n"),
    ] {
        let under = |stop: &str| size(SAME, analyses, &format!("{always}[cpa.location]\nstop = '{stop}'\n"));
        let (sep, never) = (under("sep"), under("never"));
        assert!(sep < never, "{analyses}: {sep} and {never}");
    }
}

#[test]
fn where_all_states_are_merged_stopping_by_their_join_is_stopping_by_one() {
    for (analysis, always) in [("interval", ""), ("value", "track-all = true")] {
        let under = |stop: &str| {
            let options = format!("[cpa.{analysis}]\nmerge = 'join'\nstop = '{stop}'\n{always}");
            size(CHOICES, &format!("'{analysis}'"), &options)
        };
        assert_eq!(under("join"), under("sep"), "{analysis}");
    }
    let product = |stop: &str| {
        let options =
            format!("[cpa.value]\nmerge = 'join'\n[cpa.interval]\nmerge = 'join'\nstop = '{stop}'\n");
        size(CHOICES, "'value', 'interval'", &options)
    };
    assert_eq!(product("join"), product("sep"));
}

fn refused(configuration: &str) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("config.toml");
    std::fs::write(&path, configuration).expect("a writable folder");
    let mut argand = std::process::Command::new(env!("CARGO_BIN_EXE_argand"));
    let program = corpus().join("value/example2.c");
    let ran = common::run(argand.args(["verify", "--config"]).arg(&path).arg(program), 60);
    assert_eq!(ran.code, 2, "{}{}", ran.output, ran.errors);
    ran.errors
}

/// The join of `x = 1` and `x = 3` covers `x = 2`, which was never explored.
#[test]
fn stopping_by_joins_of_states_that_are_kept_apart_is_refused_without_a_power_set() {
    for analysis in ["interval", "value"] {
        let text = format!(
            "extends = 'base'\ncpas = ['location', '{analysis}']\n[cpa.{analysis}]\nmerge = 'sep'\nstop = 'join'\n"
        );
        let errors = refused(&text);
        assert!(errors.contains("stop = \"join\" without merge"), "{errors}");
    }
}

#[test]
fn stopping_by_joins_is_refused_for_two_analyses() {
    let text = "extends = 'base'\ncpas = ['location', 'value', 'interval']\n[cpa.value]\nmerge = 'join'\nstop = 'join'\n\
                [cpa.interval]\nmerge = 'join'\nstop = 'join'\n";
    let errors = refused(text);
    assert!(errors.contains("only one analysis"), "{errors}");
}
