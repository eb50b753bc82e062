//! Graphs of solutions: those of the figures of Saan, "Witness generation for data-flow analysis" (2020), and runs inside them.
//!
//! The automata of the figures have one edge for a statement, no start-up code, and `assert` is a statement. Ours have edges for
//! declarations and returned values, `_start` calls `main`, and `assert` is a branch here. So a figure is compared with the
//! graph as far as it draws it: the nodes at entries and exits of the functions that it draws and behind calls of them; nodes in
//! between are left out, and an edge of the picture is a way through such nodes. Nodes of `main` are 1, 2, … as in the figures, `foo`
//! begins at a and ends at b, `bar` begins at c and ends at d, and a place that is there more than once has primes in the
//! order in which it is reached.

#[path = "common/disk.rs"]
mod disk;

use argand_algorithms::dataflow::graph::{CallSites, SolutionGraph};
use argand_algorithms::{Algorithm as _, Dataflow, DataflowOptions};
use argand_cfa::{EdgeId, LocId, Op, Program};
use argand_cpa::{ArgId, Composite, Context, Status};
use argand_exec::{Config, Interpreter, Observer, SeedInput, StateView};
use argand_frontend_c::{Options, load, load_str};
use argand_support::{FxHashMap, Limits};
use disk::Disk;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn composite(program: &Program) -> Composite {
    let names = ["location", "pointer", "interval"];
    let components = names.iter().map(|name| {
        let analysis = argand_cpa::config::find(argand_cpas::ANALYSES, name).expect("it is registered");
        let built = analysis.build(toml::Table::new(), &Context::alone(program), false);
        built.expect("default options").component
    });
    Composite::new(components.collect()).expect("a composition")
}

fn solved(program: &Program, options: DataflowOptions) -> Dataflow<'_> {
    let dataflow = Dataflow::new(program, composite(program), options, Limits::default());
    let mut dataflow = dataflow.expect("it can be solved");
    dataflow.next().expect("it starts");
    dataflow
}

/// How the places are called that a figure draws.
fn drawn_places(program: &Program) -> BTreeMap<LocId, String> {
    let mut places = BTreeMap::new();
    let letters = BTreeMap::from([("foo", ["a", "b"]), ("bar", ["c", "d"])]);
    let mut behind: Vec<LocId> = Vec::new();
    for (func, data) in program.functions.iter_enumerated() {
        let name = program.func_name(func);
        let (Some(entry), argand_cfa::Body::Defined { exit, .. }) = (data.entry(), &data.body) else {
            continue;
        };
        if let Some([begin, end]) = letters.get(name) {
            places.insert(entry, (*begin).to_owned());
            places.insert(*exit, (*end).to_owned());
        }
        if name == "main" {
            let sites = program.call_sites.iter();
            let own = sites.filter(|site| {
                program.locs[site.call].func == func && letters.contains_key(program.func_name(site.callee))
            });
            behind.extend(own.map(|site| site.after));
            let main = std::iter::once(entry).chain(behind.iter().copied()).chain([*exit]);
            places.extend(main.zip(1..).map(|(place, number)| (place, number.to_string())));
        }
    }
    places
}

/// The edges between the nodes that a figure draws.
fn drawn(program: &Program, composite: &Composite, graph: &SolutionGraph) -> Vec<String> {
    let reached = &graph.reached;
    let places = drawn_places(program);
    let mut names: BTreeMap<ArgId, String> = BTreeMap::new();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for node in reached.iter() {
        let location = composite.location(program, reached.states(node)).expect("rows have locations");
        if let Some(name) = places.get(&location) {
            let primes = seen.entry(name).or_default();
            names.insert(node, format!("{name}{}", "'".repeat(*primes)));
            *primes += 1;
        }
    }
    let mut edges = BTreeSet::new();
    for (&from, name) in &names {
        let (mut work, mut known) = (vec![from], BTreeSet::new());
        while let Some(node) = work.pop() {
            for &child in reached.children(node) {
                assert_eq!(reached.status(child), Status::Live);
                match names.get(&child) {
                    Some(to) => {
                        edges.insert(format!("{name} -> {to}"));
                    }
                    None if known.insert(child) => work.push(child),
                    None => {}
                }
            }
        }
    }
    let in_edges: BTreeSet<&str> = edges.iter().flat_map(|edge| edge.split(" -> ")).collect();
    assert_eq!(in_edges.len(), names.len(), "every node is drawn: {edges:?}");
    edges.into_iter().collect()
}

/// The graph of a program with `foo` and perhaps `bar`, whose `main` makes these calls.
fn figure(bar: &str, calls: &str, options: DataflowOptions) -> Vec<String> {
    let text = format!(
        "extern void reach_error(void);\n\
         void foo(int x) {{ if (!(x - 1 < x)) reach_error(); }}\n\
         {bar}\n\
         int main(void) {{ {calls} return 0; }}\n"
    );
    let loaded = load_str(&text, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    let dataflow = solved(&loaded.program, options);
    let (composite, graph, path) = dataflow.graph(usize::MAX).expect("it is solved");
    assert!(path.is_empty(), "nothing is asked");
    drawn(&loaded.program, composite, &graph)
}

/// Contexts are told apart by the values at the entry, or not at all, and never by their call sites: those are what the graph adds.
fn contexts(by_values: bool, call_sites: CallSites) -> DataflowOptions {
    let context = if by_values { vec!["interval".to_owned()] } else { Vec::new() };
    DataflowOptions { call_string: 0, context, call_sites, ..DataflowOptions::default() }
}

#[test]
fn figure_1b_replaces_a_call_by_the_function() {
    let edges = figure("", "foo(1);", contexts(true, CallSites::Apart));
    assert_eq!(edges, ["1 -> a", "2 -> 3", "a -> b", "b -> 2"]);
}

#[test]
fn figure_3a_without_contexts_has_one_foo() {
    let edges = figure("", "foo(1); foo(2);", contexts(false, CallSites::Together));
    assert_eq!(edges, ["1 -> a", "2 -> a", "3 -> 4", "a -> b", "b -> 2", "b -> 3"]);
}

#[test]
fn figure_3b_keeps_contexts_apart() {
    let edges = figure("", "foo(1); foo(2);", contexts(true, CallSites::Together));
    assert_eq!(edges, ["1 -> a", "2 -> a'", "3 -> 4", "a -> b", "a' -> b'", "b -> 2", "b' -> 3"]);
}

#[test]
fn figure_4a_without_call_strings_goes_around() {
    let edges = figure("", "foo(1); foo(1);", contexts(true, CallSites::Together));
    assert_eq!(edges, ["1 -> a", "2 -> a", "3 -> 4", "a -> b", "b -> 2", "b -> 3"]);
}

#[test]
fn figure_4b_keeps_call_sites_apart() {
    let edges = figure("", "foo(1); foo(1);", contexts(true, CallSites::Apart));
    assert_eq!(edges, ["1 -> a", "2 -> a'", "3 -> 4", "a -> b", "a' -> b'", "b -> 2", "b' -> 3"]);
}

#[test]
fn figure_5_keeps_call_sites_apart_that_share_a_context() {
    let edges = figure("", "foo(1); foo(2);", contexts(false, CallSites::Apart));
    assert_eq!(edges, ["1 -> a", "2 -> a'", "3 -> 4", "a -> b", "a' -> b'", "b -> 2", "b' -> 3"]);
}

#[test]
fn figure_7c_comes_back_to_the_context_of_the_caller() {
    let bar = "void bar(int y) { foo(1); }";
    let edges = figure(bar, "bar(1); bar(2);", contexts(true, CallSites::Apart));
    let expected = [
        "1 -> c", "2 -> c'", "3 -> 4", "a -> b", "a' -> b'", "b -> d", "b' -> d'", "c -> a", "c' -> a'",
        "d -> 2", "d' -> 3",
    ];
    assert_eq!(edges, expected);
}

/// The nodes where a run can be.
struct Inside<'g> {
    graph: &'g SolutionGraph,
    nodes: BTreeSet<ArgId>,
    steps: usize,
    left: Option<EdgeId>,
}

impl Observer for Inside<'_> {
    fn before(&mut self, _: &mut StateView<'_, '_>, _: EdgeId) {}

    fn edge(&mut self, _: &mut StateView<'_, '_>, edge: EdgeId) {
        if self.left.is_some() {
            return;
        }
        let reached = &self.graph.reached;
        let mut next = BTreeSet::new();
        for &from in &self.nodes {
            let along = |child: &&ArgId| reached.is_child(**child, argand_cpa::Parent { node: from, edge });
            next.extend(reached.children(from).iter().filter(along));
        }
        self.steps += 1;
        if next.is_empty() {
            self.left = Some(edge);
        }
        self.nodes = next;
    }
}

#[test]
fn every_step_of_a_run_is_in_the_graph() {
    let corpus = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus"));
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in ["dataflow", "callstack", "pointer", "interval", "value", "observer"] {
        let entries = std::fs::read_dir(corpus.join(folder)).expect("the corpus exists");
        files.extend(entries.map(|entry| entry.expect("readable").path()));
    }
    files.retain(|path| path.extension().is_some_and(|e| e == "c"));
    files.sort();
    let (mut steps, mut recursive) = (0, 0);
    for file in &files {
        let loaded = load(std::slice::from_ref(file), &Options::default(), &Disk);
        let program = loaded.unwrap_or_else(|e| panic!("{}: {e}", file.display())).program;
        for call_sites in [CallSites::Apart, CallSites::Together] {
            let options = DataflowOptions { call_sites, ..DataflowOptions::default() };
            let dataflow = solved(&program, options);
            let Some((_, graph, _)) = dataflow.graph(200_000) else { continue };
            if !graph.reached.gaps().is_empty() {
                continue;
            }
            for seed in 0..3 {
                let nodes = graph.reached.root().into_iter().collect();
                let mut inside = Inside { graph: &graph, nodes, steps: 0, left: None };
                let config =
                    Config { inputs: Box::new(SeedInput::new(seed)), step_limit: 3000, ..Config::default() };
                let outcome = Interpreter::new(&program, config).run_observed(&mut inside);
                let left = inside.left.map(|edge| program.op_text(edge));
                assert_eq!(left, None, "{} leaves the graph ({:?})", file.display(), outcome.end);
                steps += inside.steps;
            }
        }
        let depths = program.call_sites.iter().filter(|site| program.locs[site.call].func == site.callee);
        recursive += depths.count();
    }
    assert!(steps > 20_000 && recursive > 2, "{steps} steps, {recursive} calls of a function in itself");
}

#[test]
fn recursion_is_folded() {
    let text = "int foo(int n) { if (n <= 0) return 0; return foo(n - 1) + 1; }\n\
                extern int __VERIFIER_nondet_int(void);\n\
                int main(void) { return foo(__VERIFIER_nondet_int()); }\n";
    let program = load_str(text, &Options::default()).expect("a program").program;
    let dataflow = solved(&program, contexts(false, CallSites::Apart));
    let (_, graph, _) = dataflow.graph(usize::MAX).expect("it is solved");
    let mut calls: FxHashMap<LocId, BTreeSet<ArgId>> = FxHashMap::default();
    for node in graph.reached.iter() {
        for parent in graph.reached.parents(node) {
            if matches!(program.edges[parent.edge].op, Op::Call(_)) {
                calls.entry(program.edges[parent.edge].from).or_default().insert(node);
            }
        }
    }
    let entries: BTreeSet<ArgId> = calls
        .iter()
        .filter(|(call, _)| matches!(program.func_name(program.locs[**call].func), "main" | "foo"))
        .flat_map(|(_, entries)| entries.iter().copied())
        .collect();
    assert_eq!(entries.len(), 1, "all calls of foo lead to one activation: {calls:?}");
}
