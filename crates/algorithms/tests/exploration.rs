//! CPA+ on toy analyses: what each operator does to the graph.

mod toy;

use argand_algorithms::{Cause, Exploration, ExplorationOptions, Outcome, ReasonKind, RunEnd};
use argand_cfa::Program;
use argand_cfa::testing::program;
use argand_cpa::graph::Kind;
use argand_cpa::{Component, ComponentOptions, Composite, MergeMode, Query, StopMode, WaitKey};
use argand_support::{Limits, Stop};
use toy::{Forbidden, Habits, compose, options, place, values};

const SEP: ComponentOptions = ComponentOptions { merge: MergeMode::Sep, stop: StopMode::Sep, memo: false };

fn explore(program: &Program, components: Vec<Box<dyn Component>>) -> Exploration<'_> {
    explore_in(program, components, &[WaitKey::Bfs])
}

fn explore_in<'p>(
    program: &'p Program,
    components: Vec<Box<dyn Component>>,
    order: &[WaitKey],
) -> Exploration<'p> {
    let options = ExplorationOptions { order: order.to_vec(), seed: 0 };
    Exploration::new(program, compose(components), &options, Limits::default())
}

/// Runs to the end and checks the graph.
fn finished<'p>(mut exploration: Exploration<'p>) -> Exploration<'p> {
    assert_eq!(exploration.run(), Ok(RunEnd::Exhausted));
    exploration.reached.check().expect("the graph keeps its invariants");
    exploration
}

/// `(live, covered)` nodes.
fn size(exploration: &Exploration<'_>) -> (usize, usize) {
    let counts = exploration.reached.counts();
    (counts.live, counts.covered)
}

/// Two branches that set `x` to 1 and to 2 and meet, then one more step.
fn diamond() -> Program {
    program(
        r"
cfa LP64
static int c
static int x
static int y
func main: int(void) {
  entry L0 exit L1
  return int r
  L0 -> L2: [c]
  L0 -> L3: ![c]
  L2 -> L4: x = 1
  L3 -> L5: x = 2
  L4 -> L6: y = 1
  L5 -> L6: y = 2
  L6 -> L1: r = 0
}",
    )
}

/// What a composite of `location` alone reaches: every location once.
fn locations(program: &Program) -> usize {
    let exploration = finished(explore(program, vec![place()]));
    let (live, covered) = size(&exploration);
    assert_eq!(live + covered, exploration.reached.len());
    live
}

#[test]
fn merge_sep_keeps_branches_apart_and_merge_join_joins_them() {
    let program = diamond();
    let n = locations(&program);
    let apart = finished(explore(&program, vec![place(), values("x", Habits::default(), SEP)]));
    let joined = finished(explore(
        &program,
        vec![place(), values("x", Habits::default(), options(MergeMode::Join, StopMode::Sep))],
    ));
    let after_the_join = size(&apart).0 - n;
    assert!(after_the_join > 0, "states after the join exist twice");
    assert_eq!(size(&joined), (n, 0));
    assert_eq!(joined.reached.counts().merged, 1);
}

#[test]
fn merge_agree_joins_only_where_the_other_analyses_agree() {
    let program = diamond();
    let agree = options(MergeMode::Agree, StopMode::Sep);
    let x = || values("x", Habits::default(), agree.clone());
    let n = locations(&program);
    // `y` differs at the meeting point, so `x` stays apart, too.
    let differing = finished(explore(&program, vec![place(), x(), values("y", Habits::default(), SEP)]));
    assert_eq!(differing.reached.counts().merged, 0);
    // An analysis that does not see `y` agrees.
    let agreeing = finished(explore(&program, vec![place(), x(), values("r", Habits::default(), SEP)]));
    assert_eq!((size(&agreeing), agreeing.reached.counts().merged), ((n, 0), 1));
    // When both are willing to merge, both do.
    let both = finished(explore(&program, vec![place(), x(), values("y", Habits::default(), agree.clone())]));
    assert_eq!((size(&both), both.reached.counts().merged), ((n, 0), 1));
    // Plain join does not ask: `x` is joined although `y` differs, and both states stay.
    let join = options(MergeMode::Join, StopMode::Sep);
    let plain = finished(explore(
        &program,
        vec![place(), values("x", Habits::default(), join), values("y", Habits::default(), SEP)],
    ));
    assert!(plain.reached.counts().merged > 0);
    assert!(size(&plain).0 > n);
}

/// Three ways to one location: with 1, with 2, and (last) with either.
const EITHER: &str = r"
cfa LP64
static int c
static int x
func main: int(void) {
  entry L0 exit L1
  return int r
  L0 -> L2: [c]
  L0 -> L3: ![c]
  L2 -> L4: x = 1
  L3 -> L5: [c]
  L3 -> L6: ![c]
  L5 -> L4: x = 2
  L6 -> L7: noop
  L7 -> L4: x = havoc Asm
  L4 -> L1: r = 0
}";

#[test]
fn stop_join_covers_a_state_by_several_together() {
    let program = program(EITHER);
    let sep = finished(explore(&program, vec![place(), values("x", Habits::default(), SEP)]));
    let join = finished(explore(
        &program,
        vec![place(), values("x", Habits::default(), options(MergeMode::Sep, StopMode::Join))],
    ));
    assert_eq!(size(&sep).1, 0);
    assert_eq!(size(&join).1, 1);
    let leaf = join.reached.iter().find(|&n| !join.reached.covered_by(n).is_empty()).expect("a leaf");
    assert_eq!(join.reached.covered_by(leaf).len(), 2);
    assert!(size(&join).0 < size(&sep).0);
}

#[test]
fn only_one_analysis_of_a_product_may_stop_by_joins() {
    let join = || options(MergeMode::Sep, StopMode::Join);
    let both = vec![place(), values("x", Habits::default(), join()), values("y", Habits::default(), join())];
    let error = Composite::new(both).err().expect("unsound");
    assert_eq!(error.to_string(), "only one analysis can use stop = \"join\", but `x` and `y` do");
    let twice = vec![place(), place()];
    assert_eq!(
        Composite::new(twice).err().expect("ambiguous").to_string(),
        "the analysis `place` is named twice"
    );
}

#[test]
fn successors_are_the_product_of_the_components_successors() {
    let program = program(
        r"
cfa LP64
static int x
static int y
func main: int(void) {
  entry L0 exit L1
  return int r
  L0 -> L2: x = havoc Asm
  L2 -> L3: y = havoc Asm
  L3 -> L1: r = 0
}",
    );
    let splits = Habits { splits: true, ..Habits::default() };
    let graph =
        finished(explore(&program, vec![place(), values("x", splits, SEP), values("y", splits, SEP)]));
    insta::assert_snapshot!(graph.view().text());
}

#[test]
fn strengthening_narrows_a_state_or_removes_it() {
    let program = program(
        r"
cfa LP64
static int x
static int y
func main: int(void) {
  entry L0 exit L1
  return int r
  L0 -> L2: x = 2
  L2 -> L3: y = havoc Asm
  L3 -> L4: [x == y]
  L4 -> L5: y = 7
  L5 -> L1: r = 0
}",
    );
    let strengthened = Habits { strengthened_by: Some("x"), ..Habits::default() };
    let graph = finished(explore(
        &program,
        vec![place(), values("x", Habits::default(), SEP), values("y", strengthened, SEP)],
    ));
    let text = graph.view().text();
    // `havoc` gives {1, 2}, and the sibling knows that x is 2.
    assert!(text.contains("{2} | {2}"), "{text}");
    // y = 7 contradicts it: nothing lies behind that assignment.
    assert!(!text.contains("{7}"), "{text}");
}

#[test]
fn precision_adjustment_forgets_what_is_not_tracked() {
    let program = diamond();
    let coarse = Habits { coarse: true, ..Habits::default() };
    let graph = finished(explore(&program, vec![place(), values("x", coarse, SEP)]));
    // One state for each location: the second branch is covered where they meet.
    assert_eq!(size(&graph), (locations(&program), 1));
}

#[test]
fn a_target_is_reported_with_its_path_and_exploration_can_go_on() {
    let program = diamond();
    let finds = |value| Habits { target: Some(value), ..Habits::default() };
    let mut exploration = explore(&program, vec![place(), values("x", finds(2), SEP)]);
    let Outcome::Target { path, violated } = exploration.verify().unwrap() else { panic!("x is 2") };
    assert_eq!(violated[0].message, "x is 2");
    let last = path.edges().next_back().map(|e| program.op_text(e));
    assert_eq!(last.as_deref(), Some("x = 2;"));
    assert!(exploration.reached.is_target(path.end));
    // Every later state violates, too; each is reported, and the end is not "safe".
    let mut more = 0;
    while let RunEnd::Target(_) = exploration.run().unwrap() {
        more += 1;
    }
    assert!(more > 0);
    assert!(matches!(exploration.outcome(RunEnd::Exhausted), Outcome::Incomplete(_)));
    exploration.reached.check().unwrap();

    let mut safe = explore(&program, vec![place(), values("x", finds(3), SEP)]);
    assert_eq!(safe.verify(), Ok(Outcome::Safe));
}

#[test]
fn an_unsupported_construct_ends_its_path_and_spoils_safety_only_if_it_is_reached() {
    let program = program(EITHER);
    let refuses = Habits { refuses_havoc: true, ..Habits::default() };
    let mut exploration = explore(&program, vec![place(), values("x", refuses, SEP)]);
    let Outcome::Incomplete(reasons) = exploration.verify().unwrap() else { panic!("not safe") };
    assert_eq!(reasons.len(), 1);
    assert_eq!(
        (reasons[0].kind(), reasons[0].cause.to_string().as_str()),
        (ReasonKind::Unsupported, "any value at all is not supported")
    );
    assert_eq!(reasons[0].analysis.as_deref(), Some("x"));
    assert_eq!(reasons[0].edge.map(|e| program.op_text(e)).as_deref(), Some("x = *;"));
    // The other paths were explored to the end.
    assert!(exploration.view().text().contains("r = 0;"));
}

#[test]
fn a_component_that_finds_an_edge_infeasible_outweighs_one_that_cannot_handle_it() {
    let text = r#"
cfa LP64
static int x
func main: int(void) {
  entry L0 exit L1
  return int r
  L0 -> L2: x = 1
  L2 -> L3: [x == 2]
  L2 -> L1: ![x == 2]
  L3 -> L4: unsupported "inline assembly"
  L4 -> L1: noop
}"#;
    let program = program(text);
    let mut precise = explore(&program, vec![place(), values("x", Habits::default(), SEP)]);
    assert_eq!(precise.verify(), Ok(Outcome::Safe));
    let mut blind = explore(&program, vec![place()]);
    let Outcome::Incomplete(reasons) = blind.verify().unwrap() else { panic!("not safe") };
    assert_eq!(reasons[0].cause.to_string(), "inline assembly is not supported");
}

#[test]
fn limits_end_the_run_and_keep_what_was_found() {
    let program = diamond();
    let options = ExplorationOptions::default();
    let limits = Limits::default();
    limits.cancel_token().cancel();
    let mut exploration = Exploration::new(&program, compose(vec![place()]), &options, limits);
    let Outcome::Incomplete(reasons) = exploration.verify().unwrap() else { panic!("cancelled") };
    assert_eq!(reasons[0].cause, Cause::Limit(Stop::Interrupted));
    assert_eq!((reasons[0].kind(), exploration.waitlist.len()), (ReasonKind::Limit, 1));
}

#[test]
fn reverse_post_order_explores_a_join_after_all_its_branches() {
    let program = diamond();
    let join = || vec![place(), values("x", Habits::default(), options(MergeMode::Join, StopMode::Sep))];
    let depth_first = finished(explore_in(&program, join(), &[WaitKey::Dfs]));
    let ordered = finished(explore_in(&program, join(), &[WaitKey::Rpo]));
    let n = locations(&program);
    // In order, no node is explored twice.
    assert_eq!(ordered.stats.explored, n as u64);
    assert!(depth_first.stats.explored > n as u64);
    let text = |e: &Exploration<'_>| {
        let mut states: Vec<_> = e.reached.iter().map(|n| format!("{:?}", e.view().state_texts(n))).collect();
        states.sort();
        states
    };
    assert_eq!(text(&ordered), text(&depth_first), "the fixpoint does not depend on the order");
}

#[test]
fn every_order_reaches_the_same_states() {
    let program = diamond();
    let reach = |order: &[WaitKey]| {
        let graph = finished(explore_in(&program, vec![place(), values("x", Habits::default(), SEP)], order));
        let mut states: Vec<_> = graph
            .reached
            .iter()
            .filter(|&n| graph.reached.covered_by(n).is_empty())
            .map(|n| format!("{:?}", graph.view().state_texts(n)))
            .collect();
        states.sort();
        states
    };
    let expected = reach(&[]);
    use WaitKey::{Bfs, Callstack, Dfs, Loop, Random, Rpo};
    for order in [vec![Bfs], vec![Dfs], vec![Rpo], vec![Callstack, Rpo], vec![Loop, Dfs], vec![Random]] {
        assert_eq!(reach(&order), expected, "{order:?}");
    }
}

#[test]
fn loops_end_when_states_repeat() {
    let program = program(
        r"
cfa LP64
static int x
func main: int(void) {
  entry L0 exit L1
  return int r
  L0 -> L2: x = 0
  L2 -> L3: [x < 3]
  L2 -> L1: ![x < 3]
  L3 -> L2: x = x + 1
}",
    );
    let unrolled = finished(explore(&program, vec![place(), values("x", Habits::default(), SEP)]));
    let joined = finished(explore(
        &program,
        vec![place(), values("x", Habits::default(), options(MergeMode::Join, StopMode::Sep))],
    ));
    assert!(size(&unrolled).0 > size(&joined).0);
    assert_eq!(size(&joined), (locations(&program), 0));
    insta::assert_snapshot!("loop_joined", joined.view().text());
    let value = joined.view().graph(&[]);
    value.check().unwrap();
    // What the body of the loop leads to was merged into the head.
    let merged: Vec<_> = value.nodes.iter().filter(|node| node.kind == Kind::Merged).collect();
    assert_eq!(merged.len(), 1);
    let (into, step) = (merged[0].merged_into.unwrap(), merged[0].parent.unwrap());
    assert_eq!(
        (into, step.from, value.operations[step.operation as usize].text.as_str()),
        (2, 3, "x = x + 1;")
    );
    assert_eq!(merged[0].depth, value.nodes[3].depth + 1);
}

#[test]
fn memo_changes_nothing_but_the_number_of_transfers() {
    let program = diamond();
    let run = |memo| {
        let with = ComponentOptions { memo, ..SEP };
        let graph = finished(explore(&program, vec![place(), values("r", Habits::default(), with)]));
        (graph.view().text(), graph.composite.stats()[1].clone())
    };
    let (plain, without) = run(false);
    let (memoised, with) = run(true);
    assert_eq!(plain, memoised);
    assert_eq!(without.memo_hits, 0);
    assert_eq!(with.transfers + with.memo_hits, without.transfers);
}

#[test]
fn statistics_count_and_read_well() {
    let program = diamond();
    let graph = finished(explore(&program, vec![place(), values("x", Habits::default(), SEP)]));
    let stats = graph.run_stats();
    assert_eq!(stats.components[1].name, "x");
    assert_eq!(stats.components[0].successors, stats.exploration.successors);
    let table = stats.table();
    assert!(table.contains("analysis") && table.lines().count() == 5, "{table}");
    let json = serde_json::to_value(&stats).unwrap();
    assert_eq!(json["reached"]["live"], graph.reached.counts().live);
    let mut query = Query::Location(None);
    let root = graph.reached.root().unwrap();
    graph.composite.ask(&program, graph.reached.states(root), &mut query);
    assert_eq!(query, Query::Location(Some(program.entry())));
}

#[test]
fn a_violating_initial_state_is_a_target() {
    let program = diamond();
    let forbidden =
        argand_cpa::Interned::new("forbidden", Forbidden(program.entry()), ComponentOptions::default());
    let mut exploration = explore(&program, vec![place(), Box::new(forbidden)]);
    let Outcome::Target { path, .. } = exploration.verify().unwrap() else { panic!("violated at once") };
    assert!(path.is_empty());
}
