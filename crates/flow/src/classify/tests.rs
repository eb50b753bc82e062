//! Classes of variables in small programs.

use super::{Classes, DomainType};
use argand_cfa::testing::program;
use argand_cfa::{Program, VarId};

fn classes(text: &str) -> (Program, Classes) {
    let program = program(text);
    let classes = Classes::new(&program);
    (program, classes)
}

/// Which of the named variables pass a test, as one line.
fn those(program: &Program, classes: &Classes, keep: impl Fn(super::VarClass) -> bool) -> String {
    let names: Vec<&str> =
        classes.iter().filter(|(_, c)| keep(*c)).map(|(v, _)| program.var_name(v)).collect();
    names.join(" ")
}

fn var(program: &Program, name: &str) -> VarId {
    program.vars.indices().find(|&v| program.var_name(v) == name).unwrap()
}

const FLAGS: &str = r"
cfa LP64
static int started
extern nondet: int(void) = Nondet
extern nondet_bool: _Bool(void) = Nondet
func main: int(void) {
  entry L0 exit L1
  return int result
  local int flag
  local int copy
  local int state
  local int input
  local int sum
  local int less
  local int odd
  local _Bool b
  local int taken
  L0 -> L2: init started { }
  L2 -> L3: flag = input == 3
  L3 -> L4: copy = flag & (int)b
  L4 -> L5: input = call nondet()
  L5 -> L6: b = call nondet_bool()
  L6 -> L7: state = 3
  L7 -> L8: [state == 7]
  L7 -> L9: ![state == 7]
  L8 -> L9: sum = sum + less
  L9 -> L10: [copy]
  L9 -> L11: ![copy]
  L10 -> L11: less = 1
  L11 -> L12: [less < 1]
  L11 -> L13: ![less < 1]
  L12 -> L13: odd = 2
  L13 -> L14: [(long)odd != 0l]
  L13 -> L15: ![(long)odd != 0l]
  L14 -> L15: *&taken = 1
  L15 -> L16: [started == 1]
  L15 -> L17: ![started == 1]
  L16 -> L17: state = input
  L17 -> L1: result = 0
}
";

#[test]
fn boolean_variables_take_truth_values_and_are_only_tested() {
    let (program, classes) = classes(FLAGS);
    assert_eq!(those(&program, &classes, |c| c.boolean), "started result flag copy b main_result");
}

#[test]
fn equality_variables_are_assigned_and_compared_for_equality() {
    let (program, classes) = classes(FLAGS);
    let found = those(&program, &classes, |c| c.equality_only);
    assert_eq!(found, "started result state input odd main_result");
    assert_eq!(classes.domain_type(var(&program, "state")), DomainType::Equality);
    assert_eq!(classes.domain_type(var(&program, "b")), DomainType::Boolean);
    assert_eq!(classes.domain_type(var(&program, "sum")), DomainType::Other);
}

#[test]
fn relevant_variables_flow_into_conditions() {
    let (program, classes) = classes(FLAGS);
    let found = those(&program, &classes, |c| c.relevant);
    assert_eq!(found, "started flag copy state input less odd b");
    assert!(classes.get(var(&program, "taken")).addressed);
}

const COUNTERS: &str = r"
cfa LP64
extern nondet: int(void) = Nondet
func main: int(void) {
  entry L0 exit L1
  return int result
  local int i
  local unsigned char j
  local int limit
  local int sum
  local int outer
  temp int old
  temp int test
  L0 -> L2: i = 0
  L2 -> L3: [outer != 10]
  L2 -> L1: ![outer != 10]
  L3 -> L4: old = i
  L4 -> L5: i = old + 1
  L5 -> L6: test = i < limit
  L6 -> L7: [test]
  L6 -> L8: ![test]
  L7 -> L9: sum = sum + 2
  L9 -> L3: noop
  L8 -> L10: [(int)j > 3]
  L8 -> L11: ![(int)j > 3]
  L10 -> L8: j = (unsigned char)((int)j - 1)
  L11 -> L12: limit = limit + 1
  L12 -> L2: outer = outer + limit
}
";

#[test]
fn loop_counters_move_by_constants_in_a_loop() {
    let (program, classes) = classes(COUNTERS);
    assert_eq!(those(&program, &classes, |c| c.loop_counter), "i j limit sum");
    assert_eq!(classes.domain_type(var(&program, "i")), DomainType::LoopCounter);
}

#[test]
fn scores_grow_with_the_domain_and_loop_counters_are_the_worst() {
    let (program, classes) = classes(COUNTERS);
    let (i, outer) = (var(&program, "i"), var(&program, "outer"));
    assert_eq!(classes.score([]), 1);
    assert_eq!(classes.score([outer, outer]), 9);
    assert_eq!(classes.score([i, outer]), u32::MAX);
    let (program, classes) = self::classes(FLAGS);
    let named = |name| var(&program, name);
    assert_eq!(classes.score([named("copy"), named("state"), named("sum")]), 1 + 1 + 2 + 4);
}

#[test]
fn values_flow_through_memory_and_calls() {
    let (program, classes) = classes(
        r"
cfa LP64
func set: void(int*, int) {
  entry L0 exit L1
  param int* where
  param int what
  L0 -> L1: *where = what
}
func main: void(void) {
  entry L2 exit L3
  local int target
  local int value
  local int unused
  L2 -> L4: value = 5
  L4 -> L5: unused = value
  L5 -> L6: call set(&target, value)
  L6 -> L7: [target < 3]
  L7 -> L3: noop
}
",
    );
    assert_eq!(those(&program, &classes, |c| c.relevant), "where what target value");
}
