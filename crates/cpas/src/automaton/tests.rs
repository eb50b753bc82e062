//! Automata in compositions: targets, assumptions, questions, ends of paths.

use super::*;
use crate::callstack::CallstackCpa;
use crate::interval::IntervalCpa;
use crate::laws;
use crate::location::LocationCpa;
use argand_algorithms::{Exploration, ExplorationOptions, Outcome};
use argand_cfa::testing::program;
use argand_cfa::{PropertyKind, Violated};
use argand_cpa::Composite;
use argand_cpa::Context;
use argand_cpa::config::build;
use argand_spec::{compile, parse_specification, property_automaton};
use argand_support::{Limits, SourceMap};

/// The automata of a specification.
fn compiled(program: &mut Program, specification: &str) -> Vec<Arc<CompiledAutomaton>> {
    let mut sources = SourceMap::default();
    let parsed = parse_specification("t.spc", specification, &mut sources, &mut |p| Err(p.to_owned()));
    let automata = parsed.unwrap_or_else(|e| panic!("{}", e.render(&sources, false)));
    let compile_one = |automaton: &argand_spec::Automaton| {
        Arc::new(compile(automaton, Violated::Automaton(automaton.name.as_str().into()), program))
    };
    automata.iter().map(compile_one).collect()
}

/// Explores a program under specifications; what the outcome is, how many nodes there are, what was printed.
fn verify(text: &str, specifications: &[&str]) -> (Outcome, usize, Vec<String>) {
    let mut program = program(text);
    let automata: Vec<_> = specifications.iter().flat_map(|text| compiled(&mut program, text)).collect();
    explore(&program, automata, &Prints::default())
}

fn explore(
    program: &Program,
    automata: Vec<Arc<CompiledAutomaton>>,
    prints: &Prints,
) -> (Outcome, usize, Vec<String>) {
    let mut components: Vec<Box<dyn Component>> = vec![
        Box::new(build::<LocationCpa>(toml::Table::new(), &Context::alone(program)).expect("no options")),
        Box::new(build::<CallstackCpa>(toml::Table::new(), &Context::alone(program)).expect("no options")),
        Box::new(build::<IntervalCpa>(toml::Table::new(), &Context::alone(program)).expect("no options")),
    ];
    components.extend(automata.into_iter().map(|a| component(a, prints.clone())));
    let composite = Composite::new(components).expect("names differ");
    let mut exploration =
        Exploration::new(program, composite, &ExplorationOptions::default(), Limits::default());
    let outcome = exploration.verify().expect("no component fails");
    exploration.reached.check().expect("the graph keeps its invariants");
    (outcome, exploration.reached.counts().live, prints.take())
}

fn violation(outcome: &Outcome) -> Option<(String, String)> {
    match outcome {
        Outcome::Target { violated, .. } => {
            violated.first().map(|t| (t.property.to_string(), t.message.clone()))
        }
        _ => None,
    }
}

const LOCKS: &str = r"
cfa LP64
extern lock: void(int) = Undefined
extern unlock: void(int) = Undefined
extern choose: int(void) = Nondet
func main: int(void) {
  entry L0 exit L1
  local int c
  local int d
  return int r
  L0 -> L2: c = call choose()
  L2 -> L3: [c > 0]
  L2 -> L4: ![c > 0]
  L3 -> L4: call lock(c)
  L4 -> L5: [c > 5]
  L4 -> L6: ![c > 5]
  L5 -> L7: call unlock(c)
  L6 -> L7: d = 1
  L7 -> L8: [c < 0]
  L7 -> L9: ![c < 0]
  L8 -> L9: call unlock(0)
  L9 -> L1: r = 0
}
";

const LOCKING: &str = r#"
OBSERVER AUTOMATON Locking
LOCAL int held = 0;
INITIAL STATE Free;
STATE USEFIRST Free :
  MATCH CALL {lock($1)} -> DO held = held + 1 PRINTONCE "locked " held GOTO Held;
  MATCH CALL {unlock($1)} -> ASSUME {$1 > 0} ERROR("unlock($1) without lock at $$held");
STATE USEFIRST Held :
  MATCH CALL {unlock($1)} -> DO held = held - 1 GOTO Free;
END AUTOMATON
"#;

#[test]
fn an_assumption_that_other_analyses_refute_keeps_the_error_away() {
    let (outcome, _, prints) = verify(LOCKS, &[LOCKING]);
    // The second unlock has argument 0, so the guard of the error cannot hold.
    assert_eq!(outcome, Outcome::Safe);
    assert_eq!(prints, ["locked 1"]);
    let unguarded = LOCKING.replace("ASSUME {$1 > 0} ", "");
    let (outcome, _, _) = verify(LOCKS, &[&unguarded]);
    let found = violation(&outcome).expect("the unguarded error is reached");
    assert_eq!(found, ("Locking".to_owned(), "unlock(0) without lock at 0".to_owned()));
}

#[test]
fn several_automata_run_side_by_side_and_split_more_states_than_one() {
    let other = "OBSERVER AUTOMATON Unlocks INITIAL STATE None;\n\
                 STATE None : MATCH {unlock($?)} -> GOTO Some; STATE Some : END AUTOMATON";
    let (_, one, _) = verify(LOCKS, &[LOCKING]);
    let (outcome, both, _) = verify(LOCKS, &[LOCKING, other]);
    assert_eq!(outcome, Outcome::Safe);
    assert!(both > one, "{both} {one}");
}

#[test]
fn questions_are_answered_by_the_other_analyses_after_the_edge() {
    let check = |question: &str| {
        let text = format!(
            "OBSERVER AUTOMATON Q LOCAL int v = 0; INITIAL STATE I; STATE USEFIRST I :\n\
             MATCH {{d = 1}} && {question} -> DO v = EVAL(interval, \"d\") ERROR(\"d is $$v\"); END AUTOMATON"
        );
        verify(LOCKS, &[&text]).0
    };
    assert_eq!(violation(&check("CHECK(interval, \"d == 1\")")).expect("it is").1, "d is 1");
    assert_eq!(check("CHECK(interval, \"d == 2\")"), Outcome::Safe);
    assert_eq!(check("! CHECK(\"c < 6\")"), Outcome::Safe);
    assert!(violation(&check("! CHECK(\"c < 3\")")).is_some(), "an open question leaves both ways open");
    assert_eq!(check("CHECK(IS_TARGET_STATE)"), Outcome::Safe);
}

#[test]
fn control_automata_restrict_the_state_space() {
    let stop = "CONTROL AUTOMATON C INITIAL STATE I; STATE USEFIRST I :\n\
                MATCH {lock($?)} -> STOP;\n\
                MATCH {c = choose()} -> ASSUME {c > 3} GOTO I; END AUTOMATON";
    let reach = "OBSERVER AUTOMATON R INITIAL STATE I; STATE I : MATCH {return $?} -> ERROR; END AUTOMATON";
    assert_eq!(verify(LOCKS, &[stop, reach]).0, Outcome::Safe);
    assert!(violation(&verify(LOCKS, &[reach]).0).is_some());
}

#[test]
fn what_cannot_be_done_makes_the_answer_incomplete_and_never_safe() {
    let wanting = [
        "CONTROL AUTOMATON C INITIAL STATE I; STATE I : MATCH {lock($?)} -> MODIFY(value, \"x\") GOTO I; END AUTOMATON",
        "OBSERVER AUTOMATON C INITIAL STATE I; STATE I : MATCH {lock($?)} -> ASSUME {nobody > 0} ERROR; END AUTOMATON",
        "OBSERVER AUTOMATON C INITIAL STATE I; STATE I : MATCH {lock($?)} -> BREAK; END AUTOMATON",
        "OBSERVER AUTOMATON C LOCAL int v; INITIAL STATE I; STATE I :\n\
         MATCH {lock($?)} -> DO v = EVAL(value, \"c\") GOTO I; END AUTOMATON",
    ];
    for specification in wanting {
        let (outcome, _, _) = verify(LOCKS, &[specification]);
        assert!(matches!(outcome, Outcome::Incomplete(_)), "{specification} gives {outcome:?}");
    }
}

#[test]
fn properties_are_watched_by_automata() {
    let mut checked = program(LOCKS);
    for (function, reached) in [("unlock", true), ("reach_error", false)] {
        let property = PropertyKind::UnreachCall(function.to_owned());
        let automaton = property_automaton(&property).expect("calls are watched by automata");
        let compiled = Arc::new(compile(&automaton, Violated::Property(property.clone()), &mut checked));
        let (outcome, _, _) = explore(&checked, vec![compiled], &Prints::default());
        match violation(&outcome) {
            Some((name, message)) => {
                assert!(
                    reached && name == "unreach-call" && message.starts_with("unlock() is called"),
                    "{message}"
                );
            }
            None => assert!(!reached && outcome == Outcome::Safe),
        }
    }
}

#[test]
fn states_tell_their_assumptions_and_names_to_whoever_asks() {
    let mut watched = program(LOCKS);
    let mut sources = SourceMap::default();
    let parsed =
        parse_specification("t.spc", LOCKING, &mut sources, &mut |p| Err(p.to_owned())).expect("valid");
    let compiled = Arc::new(compile(&parsed[0], Violated::Automaton("Locking".into()), &mut watched));
    let mut cpa = AutomatonCpa::new(compiled, Prints::default());
    let state = cpa.initial(&watched, watched.entry()).expect("it has an initial state");
    assert_eq!(state.to_string(), "Free held=0");
    let mut query =
        Query::Check { analysis: "Locking".into(), property: "state == Free".into(), holds: None };
    cpa.answer(&watched, &state, &mut query);
    assert!(matches!(query, Query::Check { holds: Some(true), .. }));
    let unlock = watched.edges.indices().find(|&e| watched.op_text(e) == "unlock(c);").expect("it is there");
    let limits = Limits::default();
    let mut out = Successors::default();
    let cx = TransferCx::alone(&watched, unlock, &limits);
    cpa.transfer(&cx, &state, &(), &mut out).expect("supported");
    let successors = out.drain(&state);
    let texts: Vec<_> = successors
        .iter()
        .map(|s| {
            let mut query = Query::Assumes(Vec::new());
            cpa.answer(&watched, s, &mut query);
            let Query::Assumes(list) = query else { return String::new() };
            let assumed: Vec<_> =
                list.iter().map(|&(e, t)| format!("{} {t}", watched.expr_text(e))).collect();
            format!("{s}: {}", assumed.join(", "))
        })
        .collect();
    assert_eq!(texts, ["ERROR held=0: 0 < c true", "Free held=0: 0 < c false"]);
}

#[test]
fn the_laws_hold_and_different_states_stay_apart() {
    let mut program = program(LOCKS);
    let automaton = compiled(&mut program, LOCKING).pop().expect("one automaton");
    assert!(laws::hold_on(&mut AutomatonCpa::new(automaton, Prints::default()), &program) > 0);
}
