//! The analyses that follow control: locations, call stacks, loop bounds, function pointers.

mod common;

use argand_algorithms::{Exploration, ExplorationOptions, Outcome, ReasonKind, RunEnd};
use argand_cfa::testing::program;
use argand_cfa::{LocId, Program};
use argand_cpa::Query;
use argand_support::{Idx as _, Limits};
use common::{composite, explore, finished, states_after};

const CONTROL: [(&str, &str); 2] = [("location", ""), ("callstack", "")];

/// `main` calls `f` twice.
const TWICE: &str = r"
cfa LP64
func f: int(int) {
  entry L0 exit L1
  param int n
  return int result
  L0 -> L1: result = n + 1
}
func main: int(void) {
  entry L2 exit L3
  return int r
  L2 -> L4: r = call f(1)
  L4 -> L3: r = call f(r)
}";

#[test]
fn a_call_returns_to_where_it_came_from() {
    let program = program(TWICE);
    let graph = finished(&program, &CONTROL);
    insta::assert_snapshot!(graph.view().text());
    // Without the call stack both calls share the inside of f, and its first exit returns to both sites.
    let blind = finished(&program, &[("location", "")]);
    assert_eq!((blind.reached.counts().covered, graph.reached.counts().covered), (1, 0));
    assert_eq!(blind.reached.counts().live + 2, graph.reached.counts().live);
}

#[test]
fn summary_edges_are_not_taken_and_halt_is_the_end() {
    let program = program(TWICE);
    let graph = finished(&program, &CONTROL);
    let at = |node| graph.composite.location(&program, graph.reached.states(node));
    let last: Vec<_> = graph.reached.iter().filter(|&n| graph.reached.children(n).is_empty()).collect();
    assert_eq!(last.iter().map(|&n| at(n)).collect::<Vec<_>>(), [Some(program.halt)]);
    let inside = graph.reached.iter().filter(|&n| at(n).is_some_and(|l| l.raw() < 2)).count();
    assert_eq!(inside, 4, "both calls go through both locations of f");
}

/// `f` calls itself while `n` is positive.
const RECURSIVE: &str = r"
cfa LP64
func f: int(int) {
  entry L0 exit L1
  param int n
  return int result
  L0 -> L2: [n > 0]
  L0 -> L3: ![n > 0]
  L2 -> L4: result = call f(n - 1)
  L4 -> L1: result = result + n
  L3 -> L1: result = 0
}
func main: int(void) {
  entry L5 exit L6
  return int r
  L5 -> L6: r = call f(5)
}";

#[test]
fn recursion_beyond_the_bound_makes_the_outcome_incomplete() {
    let program = program(RECURSIVE);
    let mut run = explore(&program, &[("location", ""), ("callstack", "max-recursion = 3")]);
    let Outcome::Incomplete(reasons) = run.verify().unwrap() else { panic!("it is unbounded") };
    assert_eq!(reasons.len(), 1);
    assert_eq!(
        (reasons[0].kind(), reasons[0].cause.to_string().as_str()),
        (ReasonKind::Bound, "`f` calls itself more than 3 times")
    );
    // Three activations were followed.
    let deepest = run.reached.iter().filter_map(|n| {
        let mut query = Query::CallDepth(None);
        run.composite.ask(&program, run.reached.states(n), &mut query);
        if let Query::CallDepth(depth) = query { depth } else { None }
    });
    assert_eq!(deepest.max(), Some(4));
}

#[test]
fn the_call_stack_answers_who_is_active() {
    let program = program(RECURSIVE);
    let mut run = explore(&program, &[("location", ""), ("callstack", "max-recursion = 2")]);
    assert_eq!(run.run(), Ok(RunEnd::Exhausted));
    let f = program.find_function("f").unwrap();
    let ask = |node, mut query: Query| {
        run.composite.ask(&program, run.reached.states(node), &mut query);
        query
    };
    let counts: Vec<_> = run
        .reached
        .iter()
        .map(|n| match ask(n, Query::Activations { func: f, count: None }) {
            Query::Activations { count, .. } => count,
            _ => None,
        })
        .collect();
    assert!((0..=2).all(|n| counts.contains(&Some(n))), "{counts:?}");
    let root = run.reached.root().unwrap();
    assert_eq!(ask(root, Query::CallStack(None)), Query::CallStack(Some(vec![])));
}

#[test]
fn backwards_exploration_finds_what_leads_to_a_location() {
    let text = r"
cfa LP64
static int x
func main: int(void) {
  entry L0 exit L1
  return int r
  L0 -> L2: [x]
  L0 -> L3: ![x]
  L2 -> L1: r = 1
  L3 -> L1: r = 2
}";
    let program = program(text);
    let composite = composite(&program, &[("backlocation", "")]);
    let options = ExplorationOptions::default();
    let mut run =
        Exploration::new(&program, composite, &options, Limits::default()).starting_at(LocId::new(3));
    assert_eq!(run.run(), Ok(RunEnd::Exhausted));
    let mut found: Vec<_> =
        run.reached.iter().filter_map(|n| run.composite.location(&program, run.reached.states(n))).collect();
    found.sort_unstable();
    assert_eq!(found, [LocId::new(0), LocId::new(3), program.entry()]);
}

#[test]
fn a_loop_in_which_nothing_changes_is_covered_before_any_bound() {
    let text = r"
cfa LP64
static int x
func main: int(void) {
  entry L0 exit L1
  return int r
  L0 -> L2: [x]
  L0 -> L1: ![x]
  L2 -> L0: r = 7
}";
    let program = program(text);
    let mut run =
        explore(&program, &[("location", ""), ("callstack", ""), ("loopbound", "max-iterations = 2")]);
    assert_eq!(run.verify(), Ok(Outcome::Safe));
    assert_eq!(run.reached.counts().covered, 1);
}

#[test]
fn a_loop_that_ends_within_its_bound_is_no_gap() {
    let text = r"
cfa LP64
static int x
func main: int(void) {
  entry L0 exit L1
  return int r
  L0 -> L2: x = 1
  L2 -> L3: [x > 0]
  L2 -> L1: ![x > 0]
  L3 -> L2: x = 0
}";
    let program = program(text);
    let mut analyses =
        vec![("location", ""), ("callstack", ""), ("sign", ""), ("loopbound", "max-iterations = 2")];
    assert_eq!(explore(&program, &analyses).verify(), Ok(Outcome::Safe));
    analyses[3].1 = "max-iterations = 1";
    assert!(matches!(explore(&program, &analyses).verify(), Ok(Outcome::Incomplete(_))));
}

/// A pointer is set to one of two functions and called.
const DISPATCH: &str = r"
cfa LP64
static int x
func one: void(void) {
  entry L0 exit L1
  L0 -> L1: x = 1
}
func two: void(void) {
  entry L2 exit L3
  L2 -> L3: x = 2
}
func main: int(void) {
  entry L4 exit L5
  local void(void)* p
  return int r
  L4 -> L6: p = @two
  L6 -> L7: [p == @one]
  L6 -> L8: ![p == @one]
  L7 -> L5: call one()
  L8 -> L9: [p == @two]
  L8 -> L10: ![p == @two]
  L9 -> L5: call two()
  L10 -> L5: r = 99
}";

fn calls_of(program: &Program, graph: &Exploration<'_>, operation: &str) -> usize {
    let edges = graph.reached.iter().flat_map(|n| graph.reached.parents(n).to_vec());
    edges.filter(|p| program.op_text(p.edge) == operation).count()
}

#[test]
fn a_known_function_pointer_prunes_the_dispatch() {
    let program = program(DISPATCH);
    let with = finished(&program, &[("location", ""), ("callstack", ""), ("functionpointer", "")]);
    assert_eq!(
        ["x = 1;", "x = 2;", "r = 99;"].map(|op| calls_of(&program, &with, op)),
        [0, 1, 0],
        "{}",
        with.view().text()
    );
    let without = finished(&program, &CONTROL);
    assert_eq!(["x = 1;", "x = 2;", "r = 99;"].map(|op| calls_of(&program, &without, op)), [1, 1, 1]);
}

#[test]
fn a_comparison_teaches_which_function_an_unknown_pointer_is() {
    let text = DISPATCH.replace("L4 -> L6: p = @two", "L4 -> L6: p = havoc Asm");
    let program = program(&text);
    let graph = finished(&program, &[("location", ""), ("callstack", ""), ("functionpointer", "")]);
    assert_eq!(["x = 1;", "x = 2;", "r = 99;"].map(|op| calls_of(&program, &graph, op)), [1, 1, 1]);
    let one = program.find_function("one").unwrap();
    let after = states_after(&graph, "functionpointer", "[p == &one]");
    assert_eq!(
        after,
        [format!(
            "v{}=&{one}",
            program.vars.indices().find(|&v| program.var_name(v) == "p").unwrap().index()
        )]
    );
}
