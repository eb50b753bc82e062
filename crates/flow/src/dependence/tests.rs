//! Dependences of small programs, by hand.

use super::tabulate::slice;
use super::{Dependences, Direction, Node, Options, Way};
use argand_cfa::testing::program;
use argand_cfa::{LocId, Program};
use std::collections::BTreeSet;

fn l(number: u32) -> LocId {
    LocId::new(number)
}

/// The steps that the step at a location depends on directly, through values in the same function.
fn direct(graph: &Dependences<'_>, loc: LocId) -> Vec<LocId> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut work = vec![Node::Step(loc)];
    while let Some(node) = work.pop() {
        graph.for_each(Direction::Backward, node, |dependence| {
            if dependence.way == Way::Same && seen.insert(dependence.node) {
                match dependence.node {
                    Node::Step(on) => drop(found.insert(on)),
                    Node::Value(..) => work.push(dependence.node),
                    Node::Entry(_) => {}
                }
            }
        });
    }
    found.into_iter().collect()
}

fn graph(program: &Program) -> Dependences<'_> {
    Dependences::new(program, &Options::READING)
}

fn sliced(program: &Program, direction: Direction, from: LocId) -> Vec<LocId> {
    let reached = slice(&graph(program), direction, &[Node::Step(from)]);
    let steps: BTreeSet<LocId> = reached
        .nodes()
        .iter()
        .filter_map(|node| match node {
            Node::Step(loc) => Some(*loc).filter(|&loc| program.locs[loc].func != program.start),
            Node::Entry(_) | Node::Value(..) => None,
        })
        .collect();
    steps.into_iter().collect()
}

#[test]
fn fig_10_the_second_assignment_depends_on_the_first_and_both_on_the_entry() {
    let program = program(
        r"
cfa LP64
func main: void(void) {
  entry L0 exit L2
  local int a
  local int b
  L0 -> L1: a = 0
  L1 -> L2: b = a + 1
}
",
    );
    let graph = graph(&program);
    assert_eq!(direct(&graph, l(1)), [l(0)]);
    assert_eq!(direct(&graph, l(0)), []);
    assert!(graph.control.on(l(0)).is_empty() && graph.control.on(l(1)).is_empty());
    assert!(graph.control.is_by_entry(l(0)) && graph.control.is_by_entry(l(1)));
    assert_eq!(sliced(&program, Direction::Forward, l(0)), [l(0), l(1)]);
}

/// The running example of the reference: Fig. 1 and 4.
pub(crate) const RUNNING: &str = r"
cfa LP64
extern nondet: int(void) = Nondet
extern error: void(void) = Undefined
func main: void(void) {
  entry L0 exit L11
  local int x
  local int y
  local int w
  L0 -> L1: x = call nondet()
  L1 -> L2: w = call nondet()
  L2 -> L3: y = 1
  L3 -> L4: [x > 0]
  L3 -> L5: ![x > 0]
  L4 -> L3: x = x - 1
  L5 -> L6: [x < 0]
  L5 -> L8: ![x < 0]
  L6 -> L7: [y < 0]
  L6 -> L8: ![y < 0]
  L7 -> L11: call error()
  L8 -> L9: [y < w]
  L8 -> L10: ![y < w]
  L9 -> L8: y = y + 1
  L10 -> L11: noop
}
";

#[test]
fn fig_11_the_error_depends_on_x_and_y_and_not_on_w_or_the_second_loop() {
    let program = program(RUNNING);
    let on = sliced(&program, Direction::Backward, l(7));
    assert_eq!(on, [0, 2, 3, 4, 5, 6, 7].map(l), "not l3 (the input w), nor the loop at l15");
    let graph = graph(&program);
    assert_eq!(direct(&graph, l(4)), [l(0), l(3), l(4)], "the input, the condition and the round before");
    assert_eq!(direct(&graph, l(7)), [l(6)]);
}

#[test]
fn fig_20_branches_control_what_they_decide_and_no_more() {
    let program = program(BRANCHES);
    let graph = graph(&program);
    let on = |loc: u32| graph.control.on(l(loc)).to_vec();
    assert_eq!(on(1), []);
    assert_eq!((on(2), on(3)), (vec![l(1)], vec![l(1)]));
    assert_eq!((on(4), on(5)), (vec![l(3)], vec![l(3)]), "on l1 only through l3");
    assert_eq!(on(7), [l(1), l(7)], "every way from l3 comes by, and so does every further round");
    assert_eq!(on(6), [l(3), l(7)]);
    assert_eq!(on(8), []);
}

/// The automaton of Fig. 19 and 20; `l_loop` is L6.
pub(crate) const BRANCHES: &str = r"
cfa LP64
static int c
func main: void(void) {
  entry L0 exit L9
  L0 -> L1: noop
  L1 -> L2: [c < 1]
  L1 -> L3: ![c < 1]
  L2 -> L8: noop
  L3 -> L4: [c < 2]
  L3 -> L5: ![c < 2]
  L4 -> L7: noop
  L5 -> L6: noop
  L6 -> L7: noop
  L7 -> L6: [c < 3]
  L7 -> L8: ![c < 3]
  L8 -> L9: noop
}
";

#[test]
fn fig_19_dominators_are_those_of_the_reference() {
    let program = program(BRANCHES);
    let flow = crate::graph::FlowGraph::of_function(&program, program.main);
    let dominators = flow.dominators();
    let of = |loc: u32| -> Vec<u32> {
        (0..10).filter(|&other| other != loc && dominators.dominates(l(other), l(loc))).collect()
    };
    assert!(of(0).is_empty());
    assert_eq!(of(2), [0, 1]);
    assert_eq!((of(4), of(5)), (vec![0, 1, 3], vec![0, 1, 3]));
    assert_eq!((of(6), of(7)), (vec![0, 1, 3], vec![0, 1, 3]));
    assert_eq!((of(8), of(9)), (vec![0, 1], vec![0, 1, 8]));
}

#[test]
fn what_follows_an_endless_loop_or_an_assumption_depends_on_the_way_around_it() {
    let text = r"
cfa LP64
static int c
static int d
func check: void(void) {
  entry L6 exit L7
  L6 -> L7: [c > 5]
}
func main: void(void) {
  entry L0 exit L5
  L0 -> L1: [c < 1]
  L0 -> L2: ![c < 1]
  L1 -> L1: noop
  L2 -> L3: [c < 7]
  L3 -> L4: call check()
  L4 -> L5: d = 1
}
";
    let program = program(text);
    let both = graph(&program);
    assert!(both.control.may_block(program.find_function("check").unwrap()));
    assert_eq!(both.control.on(l(1)), [l(0), l(1)], "a way out that the loop does not have");
    assert_eq!(both.control.on(l(4)), [l(3)]);
    assert_eq!(sliced(&program, Direction::Backward, l(4)), [0, 2, 3, 4, 6, 7].map(l));
    let loose = Options { blocking: false, ..Options::READING };
    let without = Dependences::new(&program, &loose);
    let reached = slice(&without, Direction::Backward, &[Node::Step(l(4))]);
    assert!(!reached.contains(Node::Step(l(2))) && !reached.contains(Node::Step(l(6))));
    assert!(reached.contains(Node::Step(l(0))), "an endless loop is always a way not to get there");
}

/// Two calls of one function with different arguments.
const TWICE: &str = r"
cfa LP64
static int a
static int b
static int x
static int y
static int seen
func add: int(int) {
  entry L8 exit L9
  param int p
  return int r
  L8 -> L10: r = p + 1
  L10 -> L9: seen = seen + 1
}
func main: void(void) {
  entry L0 exit L7
  temp int t
  temp int u
  L0 -> L1: a = 1
  L1 -> L2: b = 2
  L2 -> L3: t = call add(a)
  L3 -> L4: u = call add(b)
  L4 -> L5: x = t
  L5 -> L6: y = u
  L6 -> L7: noop
}
";

#[test]
fn a_slice_leaves_a_callee_through_the_call_it_came_by() {
    let program = program(TWICE);
    assert_eq!(sliced(&program, Direction::Backward, l(4)), [0, 2, 4, 8].map(l));
    assert_eq!(sliced(&program, Direction::Backward, l(5)), [1, 3, 5, 8].map(l));
    assert_eq!(sliced(&program, Direction::Forward, l(1)), [1, 5, 8].map(l));
}
