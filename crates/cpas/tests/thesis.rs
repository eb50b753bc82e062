//! The specifications and programs of the property-scopes thesis, Listings 1-4.

use argand_algorithms::{Exploration, ExplorationOptions, Outcome};
use argand_cfa::Program;
use argand_cfa::Violated;
use argand_cpa::{Component, Composite, Context, config};
use argand_cpas::ANALYSES;
use argand_cpas::automaton::{Prints, component};
use argand_frontend_c::{Options, load_str};
use argand_spec::{compile, parse_specification};
use argand_support::{Limits, SourceMap};
use std::sync::Arc;

/// What the programs use of the headers they include.
const HEADERS: &str = "typedef struct file FILE; typedef unsigned long size_t;\n\
    FILE *fopen(const char *, const char *); int fclose(FILE *);\n\
    void *malloc(size_t); void free(void *);\n#define NULL ((void *)0)\n";

fn corpus(file: &str) -> String {
    let path = format!("{}/../../tests/corpus/automaton/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn load_program(file: &str) -> Program {
    let text = corpus(file);
    let body: Vec<&str> = text.lines().filter(|line| !line.starts_with("#include")).collect();
    let text = format!("{HEADERS}{}", body.join("\n"));
    load_str(&text, &Options::default()).unwrap_or_else(|e| panic!("{file}: {e}")).program
}

/// The outcome and the size of the reached set.
fn verify(file: &str, specifications: &[&str]) -> (Outcome, usize) {
    let mut program = load_program(file);
    let mut automata = Vec::new();
    for name in specifications {
        let mut sources = SourceMap::default();
        let parsed = parse_specification(name, &corpus(name), &mut sources, &mut |p| Err(p.to_owned()));
        for automaton in parsed.unwrap_or_else(|e| panic!("{}", e.render(&sources, false))) {
            let compiled =
                compile(&automaton, Violated::Automaton(automaton.name.as_str().into()), &mut program);
            assert!(compiled.is_relevant(), "{name} says nothing about {file}");
            automata.push(Arc::new(compiled));
        }
    }
    let mut components: Vec<Box<dyn Component>> = Vec::new();
    for (name, options) in [("location", ""), ("callstack", ""), ("interval", "")] {
        let entry = config::find(ANALYSES, name).expect("the analysis exists");
        let cx = Context::alone(&program);
        let built = entry.build(toml::from_str(options).expect("TOML"), &cx, false).expect("allowed");
        components.push(built.component);
    }
    components.extend(automata.into_iter().map(|a| component(a, Prints::default())));
    let composite = Composite::new(components).expect("names differ");
    let options = ExplorationOptions::default();
    let mut exploration = Exploration::new(&program, composite, &options, Limits::default());
    let outcome = exploration.verify().expect("no component fails");
    (outcome, exploration.reached.counts().live)
}

#[test]
fn overlapping_scopes_make_a_larger_reached_set() {
    let both = ["malloc.spc", "fopen.spc"];
    let (overlapping, large) = verify("fopen_malloc_expl.c", &both);
    let (apart, small) = verify("fopen_malloc_noexpl.c", &both);
    assert_eq!((overlapping, apart), (Outcome::Safe, Outcome::Safe));
    assert!(large > small, "{large} states with overlapping scopes, {small} without");
}

#[test]
fn each_specification_alone_holds_for_both_programs() {
    for file in ["fopen_malloc_expl.c", "fopen_malloc_noexpl.c"] {
        for specification in ["malloc.spc", "fopen.spc"] {
            assert_eq!(verify(file, &[specification]).0, Outcome::Safe, "{specification} for {file}");
        }
    }
}
