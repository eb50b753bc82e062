//! Intervals on small programs: transfer, refinement, memory, calls, widening.

use super::*;
use crate::callstack::CallstackCpa;
use crate::location::LocationCpa;
use argand_algorithms::{Exploration, ExplorationOptions, RunEnd};
use argand_cfa::testing::program;
use argand_cfa::{ExprId, PlaceKind, Program, VarId};
use argand_cpa::Context;
use argand_cpa::config::build;
use argand_cpa::{Composite, FrameVar, MemoryObject, Pointee, StateId};
use argand_domains::{IntShape, lattice_laws};
use argand_support::Limits;
use proptest::prelude::*;

fn explored<'p>(program: &'p Program, options: &str) -> Exploration<'p> {
    let table: toml::Table = options.parse().expect("options are TOML");
    let interval = build::<IntervalCpa>(table, &Context::alone(program)).expect("options are known");
    let location = build::<LocationCpa>(toml::Table::new(), &Context::alone(program)).expect("no options");
    let callstack = build::<CallstackCpa>(toml::Table::new(), &Context::alone(program)).expect("no options");
    let composite =
        Composite::new(vec![Box::new(location), Box::new(callstack), Box::new(interval)]).expect("allowed");
    let mut exploration =
        Exploration::new(program, composite, &ExplorationOptions::default(), Limits::default());
    assert_eq!(exploration.run(), Ok(RunEnd::Exhausted));
    assert!(exploration.reached.gaps().is_empty(), "{:?}", exploration.reached.gaps());
    exploration
}

/// The expression that reads a variable of `main` or of file scope.
fn load(program: &mut Program, name: &str) -> ExprId {
    let var = program.vars.indices().find(|&v| program.var_name(v) == name).expect("the variable exists");
    let ty = program.vars[var].ty;
    let place = program.pool.place(PlaceKind::Var(var), ty);
    program.pool.expr(ExprKind::Load(place), ty)
}

/// What is known of `name` at every state of a location, joined; `None` if it is not reached.
fn range_at(text: &str, options: &str, location: u32, name: &str) -> Option<Interval> {
    let mut program = program(text);
    let expr = load(&mut program, name);
    let exploration = explored(&program, options);
    let nodes: Vec<Vec<StateId>> =
        exploration.reached.iter().map(|n| exploration.reached.states(n).to_vec()).collect();
    let mut result: Option<Interval> = None;
    for states in nodes {
        if exploration.composite.location(&program, &states) == Some(LocId::new(location)) {
            let shape = cells::shape_of(&program, program.expr(expr).ty).expect("an integer");
            let mut query = Query::IntRange { expr, lo: shape.min(), hi: shape.max() };
            exploration.composite.ask(&program, &states, &mut query);
            if let Query::IntRange { lo, hi, .. } = query {
                let here = Interval::new(lo, hi);
                result = Some(result.map_or(here, |r| r.join(&here)));
            }
        }
    }
    result
}

#[track_caller]
fn check(text: &str, options: &str, location: u32, name: &str, expected: (i128, i128)) {
    let found = range_at(text, options, location, name);
    assert_eq!(found, Some(Interval::new(expected.0, expected.1)), "{name} at L{location}");
}

const LOOP: &str = r"
cfa LP64
extern __VERIFIER_nondet_int: int(void) = Nondet
func main: int(void) {
  entry L0 exit L1
  local int i
  local int n
  return int r
  L0 -> L2: n = call __VERIFIER_nondet_int()
  L2 -> L3: i = 0
  L3 -> L4: [i < 1000]
  L3 -> L5: ![i < 1000]
  L4 -> L3: i = i + 1
  L5 -> L6: [n > i]
  L5 -> L7: ![n > i]
  L6 -> L1: r = n - i
  L7 -> L1: r = 0
}
";

#[test]
fn a_loop_is_widened_to_the_constant_of_its_condition() {
    check(LOOP, "", 3, "i", (0, 1000));
    check(LOOP, "", 5, "i", (1000, 1000));
    check(LOOP, "", 6, "n", (1001, i32::MAX.into()));
    check(LOOP, "", 1, "r", (0, i128::from(i32::MAX) - 1000));
}

#[test]
fn without_thresholds_widening_goes_to_the_end_of_the_type() {
    check(LOOP, "thresholds = false", 3, "i", (0, i32::MAX.into()));
}

#[test]
fn joining_states_makes_a_smaller_graph_than_keeping_them_apart() {
    let program = program(LOOP);
    let joined = explored(&program, "").reached.counts().live;
    let apart = explored(&program, "merge = \"sep\"").reached.counts().live;
    assert!(joined < 20 && apart > 2000, "{joined} {apart}");
    check(LOOP, "merge = \"sep\"", 5, "i", (1000, 1000));
}

#[test]
fn conditions_that_cannot_hold_end_the_path() {
    let text = r"
cfa LP64
static unsigned char c
static _Bool flag
func main: int(void) {
  entry L0 exit L1
  return int r
  L0 -> L2: [(int)c + 1 < 7]
  L2 -> L3: ![(int)c == 3]
  L3 -> L4: [(int)flag != 0]
  L4 -> L5: [((int)c & 8) == 8]
  L4 -> L6: ![((int)c & 8) == 8]
  L5 -> L1: r = 1
  L6 -> L1: r = 2
}
";
    // The start-up code zeroes statics, so say that they are anything first.
    let text =
        text.replace("L0 -> L2:", "L0 -> L7: c = havoc Asm\n  L7 -> L8: flag = havoc Asm\n  L8 -> L2:");
    check(&text, "", 2, "c", (0, 5));
    check(&text, "", 4, "flag", (1, 1));
    assert_eq!(range_at(&text, "", 5, "c"), None);
    check(&text, "", 1, "r", (2, 2));
}

#[test]
fn members_and_elements_are_tracked_and_members_of_unions_share_their_bytes() {
    let text = r"
cfa LP64
struct pair size 12 align 4 {
  int first @0
  unsigned int low @4 : 4
  short[3] rest @6
}
union both {
  int whole
  char[4] bytes
}
func main: int(void) {
  entry L0 exit L1
  local struct pair p
  local struct pair q
  local union both u
  local int a
  local int b
  local int c
  local int d
  local int i
  return int r
  L0 -> L2: init p { p.first = 7 }
  L2 -> L3: p.low = 21u
  L3 -> L4: p.rest[1] = <short>-3
  L4 -> L5: q = p
  L5 -> L6: p.first = 8
  L6 -> L7: a = q.first + (int)q.rest[1]
  L7 -> L8: b = (int)q.low
  L8 -> L9: u.whole = 258
  L9 -> L10: u.bytes[1] = <char>0
  L10 -> L11: c = u.whole
  L11 -> L12: i = 1
  L12 -> L13: d = (int)q.rest[i] - (int)q.rest[i + 1]
  L13 -> L14: q.rest[i] = <short>5
  L14 -> L1: r = (int)q.rest[1] + (int)q.rest[0]
}
";
    check(text, "", 1, "a", (4, 4));
    check(text, "", 1, "b", (5, 5));
    check(text, "", 1, "c", (2, 2));
    check(text, "", 1, "d", (-3, -3));
    check(text, "", 1, "r", (5, 5));
}

const POINTERS: &str = r"
cfa LP64
func main: int(void) {
  entry L0 exit L1
  local int x
  local int y
  local int z
  local int* p
  return int r
  L0 -> L2: x = 1
  L2 -> L3: y = 2
  L3 -> L4: z = 3
  L4 -> L5: p = &x
  L5 -> L6: *p = 10
  L6 -> L7: p = &y
  L7 -> L1: r = x + *p
}
";

#[test]
fn a_write_through_an_unknown_pointer_forgets_addressed_variables_only() {
    let all = (i32::MIN.into(), i32::MAX.into());
    check(POINTERS, "", 5, "x", (1, 1));
    check(POINTERS, "", 6, "x", all);
    check(POINTERS, "", 6, "y", all);
    check(POINTERS, "", 6, "z", (3, 3));
}

#[test]
fn a_sibling_that_knows_the_pointer_makes_the_write_exact() {
    let program = program(POINTERS);
    let mut cpa = IntervalCpa::from_options(IntervalOptions::default(), &Context::alone(&program))
        .expect("default options");
    let named = |name: &str| program.vars.indices().find(|&v| program.var_name(v) == name).expect("exists");
    let (x, y) = (named("x"), named("y"));
    let mut state = cpa.initial(&program, program.entry()).expect("it has an initial state");
    let limits = Limits::default();
    let value = |cpa: &IntervalCpa, state: &IntervalState, var: VarId| {
        let load = program.pool.iter().find_map(|(id, e)| match e.kind {
            ExprKind::Load(place) if program.place(place).kind == PlaceKind::Var(var) => Some(id),
            _ => None,
        });
        load.and_then(|expr| cpa.range(&program, state, expr)).and_then(Interval::as_single)
    };
    let main = program.functions[program.main].entry().expect("it has a body");
    let mut at = main;
    let mut written = Vec::new();
    while let [edge] = program.locs[at].out[..] {
        if !matches!(program.edges[edge].op, Op::Assign { .. }) {
            break;
        }
        let to_x = written.len() < 5;
        let target = if to_x { x } else { y };
        let answer = move |query: &mut Query| {
            query.narrow_pointees(vec![Pointee::Object {
                object: MemoryObject::Var(FrameVar::outermost(target)),
                offset: Some(0),
                summary: false,
            }]);
        };
        let mut cx = TransferCx::alone(&program, edge, &limits);
        cx.before = Siblings::played_by(&answer);
        let mut out = Successors::default();
        cpa.transfer(&cx, &state, &Thresholds::default(), &mut out).expect("supported");
        state = out.drain(&state).remove(0);
        written.push((value(&cpa, &state, x), state.to_string()));
        at = program.edges[edge].to;
    }
    assert_eq!(written[4].0, Some(10), "{written:?}");
    assert!(written[6].1.contains("r = 12"), "{written:?}");
}

#[test]
fn recursion_keeps_the_variables_of_each_activation_apart() {
    let text = r"
cfa LP64
func down: int(int) {
  entry L0 exit L1
  param int n
  local int below
  return int result
  L0 -> L2: [n > 0]
  L0 -> L3: ![n > 0]
  L2 -> L4: below = call down(n - 1)
  L4 -> L1: result = below + n
  L3 -> L1: result = 0
}
func main: int(void) {
  entry L5 exit L6
  return int r
  L5 -> L6: r = call down(4)
}
";
    check(text, "", 6, "r", (10, 10));
}

#[test]
fn library_functions_that_write_memory_forget_what_they_can_reach() {
    let text = r"
cfa LP64
extern memset: void*(void*, int, unsigned long) = Memset
extern mystery: int(int*) = Undefined
func main: int(void) {
  entry L0 exit L1
  local int x
  local int y
  local int z
  return int r
  L0 -> L2: x = 1
  L2 -> L3: y = 2
  L3 -> L4: z = call mystery(&x)
  L4 -> L5: call memset((void*)&x, 0, <unsigned long>4)
  L5 -> L1: r = y
}
";
    let all = (i32::MIN.into(), i32::MAX.into());
    check(text, "", 4, "x", (1, 1));
    check(text, "", 4, "z", all);
    check(text, "", 5, "x", all);
    check(text, "", 1, "r", (2, 2));
}

#[test]
fn assumptions_of_specifications_strengthen_the_state() {
    let program = program(LOOP);
    let mut cpa = IntervalCpa::from_options(IntervalOptions::default(), &Context::alone(&program))
        .expect("default options");
    let state = cpa.initial(&program, program.entry()).expect("it has an initial state");
    let cond = program.edges.iter().find_map(|e| match e.op {
        Op::Assume { cond, .. } => Some(cond),
        _ => None,
    });
    let cond = cond.expect("the loop has a condition");
    let limits = Limits::default();
    let cx = TransferCx::alone(&program, argand_cfa::EdgeId::new(0), &limits);
    let say = |assumes: Vec<(ExprId, bool)>| {
        move |query: &mut Query| {
            if let Query::Assumes(list) = query {
                list.extend(assumes.iter().copied());
            }
        }
    };
    let both = say(vec![(cond, true), (cond, false)]);
    let strengthened =
        cpa.strengthen(&cx, &state, &Thresholds::default(), &Siblings::played_by(&both)).expect("supported");
    assert_eq!(strengthened, Change::Bottom);
    let one = say(vec![(cond, true)]);
    match cpa.strengthen(&cx, &state, &Thresholds::default(), &Siblings::played_by(&one)).expect("supported")
    {
        Change::To(next) => assert_eq!(next.to_string(), "i <= 999"),
        other => panic!("{other:?}"),
    }
}

/// States over three cells of 8-bit integers, as a lattice of their own for the laws.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Small(IntervalState);

impl argand_domains::Lattice for Small {
    fn leq(&self, other: &Self) -> bool {
        self.0.leq(&other.0)
    }
    fn join(&self, other: &Self) -> Self {
        let values = self.0.combine(&other.0, |_, x, y| x.join(&y));
        Self(IntervalState { values, ..self.0.clone() })
    }
}

fn any_state() -> impl Strategy<Value = Small> {
    let bound = (-128i128..128, -128i128..128).prop_map(|(a, b)| Interval::new(a, b));
    let program =
        program("cfa LP64\nstatic char[3] a\nfunc main: void(void) {\nentry L0 exit L1\nL0 -> L1: noop\n}");
    let cells = Cells::default();
    let shape = IntShape::new(true, 8);
    let ids: Vec<_> = (0..3)
        .map(|i| {
            let extent = cells::Extent { offset: i * 8, width: 8 };
            let key = cells::CellKey { var: FrameVar::outermost(VarId::new(0)), extent, shape };
            cells.intern(&program, key, || format!("a[{i}]"))
        })
        .collect();
    proptest::collection::vec(proptest::option::of(bound), 3).prop_map(move |bounds| {
        let mut state = IntervalState::new(cells.clone());
        for (&cell, value) in ids.iter().zip(bounds) {
            if let Some(value) = value.filter(|v| !v.covers(shape)) {
                state.values.insert(cell, value);
            }
        }
        Small(state)
    })
}

lattice_laws!(interval_state, any_state());
