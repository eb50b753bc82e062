//! Automata on programs: what matches, what is bound, what is assumed, and how a run goes.

use argand_cfa::testing::program;
use argand_cfa::{EdgeId, Op, Program};
use argand_cfa::{MemoryProperty, PropertyKind, Violated};
use argand_spec::{
    Automaton, AutomatonState, CompiledAutomaton, Monitor, Oracle, Stepped, Successor, compile,
    parse_specification, property_automaton,
};
use argand_support::SourceMap;

const PROGRAM: &str = r#"
cfa LP64
struct node {
  int value
  struct node* next
}
static int g
extern malloc: void*(unsigned long) = Malloc
extern free: void(void*) = Free
extern fopen: void*(char*, char*) = Undefined
extern fill: void(void*, int, unsigned long) = Memset
extern __assert_fail: void(void) = AssertFail
func twice: int(int) {
  entry L0 exit L1
  param int n
  return int result
  L0 -> L1: result = n * 2
}
func main: int(void) {
  entry L2 exit L3
  local int argc
  local int x
  local int y
  local struct node* p
  local char*[4] names
  temp void* t
  return int result
  label AGAIN: L5
  L2 -> L4: declare x
  L4 -> L5: x = argc + 1
  L5 -> L6: [x == 0]
  L5 -> L7: ![x == 0]
  L6 -> L8: t = call malloc((unsigned long)argc)
  L8 -> L9: p = (struct node*)t
  L9 -> L10: p->value = x
  L10 -> L11: x = p->next->value
  L11 -> L12: call free((void*)p)
  L12 -> L13: y = call twice(x + 1)
  L13 -> L14: x = x - 1
  L14 -> L15: t = call fopen(names[0], names[x])
  L15 -> L16: call fill((void*)p, 0, <unsigned long>16)
  L16 -> L5: g = -1
  L7 -> L17: call __assert_fail()
  L17 -> halt: assert_fail
}
"#;

fn named(name: &str) -> Violated {
    Violated::Automaton(name.into())
}

fn automaton(text: &str) -> Automaton {
    let mut sources = SourceMap::default();
    let parsed = parse_specification("t.spc", text, &mut sources, &mut |path| Err(path.to_owned()));
    parsed.unwrap_or_else(|e| panic!("{}", e.render(&sources, false))).remove(0)
}

/// An observer with one state `I` and these transitions, and a state `J` to go to.
fn observer(transitions: &str) -> Automaton {
    automaton(&format!(
        "OBSERVER AUTOMATON A LOCAL int v = 2; LOCAL set<string> s; INITIAL STATE I;\n\
         STATE USEFIRST I : {transitions}\nSTATE USEFIRST J :\nEND AUTOMATON"
    ))
}

/// The texts of the edges that a trigger matches.
#[track_caller]
fn check_matches(trigger: &str, expected: &[&str]) {
    let mut program = program(PROGRAM);
    let compiled = compile(&observer(&format!("{trigger} -> GOTO J;")), named("A"), &mut program);
    let edges = compiled.relevant_edges();
    let texts: Vec<_> = edges.iter().map(|&e| program.op_text(e)).collect();
    assert_eq!(texts, expected, "{trigger}");
}

fn edge(program: &Program, text: &str) -> EdgeId {
    let found = program
        .edges
        .indices()
        .find(|&e| program.op_text(e) == text && !matches!(program.edges[e].op, Op::Summary(_)));
    found.unwrap_or_else(|| panic!("no edge {text}"))
}

/// What the transitions do on an edge: conditions that are assumed, and where it leads.
fn run(transitions: &str, text: &str) -> Vec<String> {
    let mut program = program(PROGRAM);
    let compiled = compile(&observer(transitions), named("A"), &mut program);
    let at = edge(&program, text);
    describe(&program, &compiled, compiled.step(&compiled.initial(), at))
}

fn describe(program: &Program, compiled: &CompiledAutomaton, stepped: Stepped) -> Vec<String> {
    match stepped {
        Stepped::Unchanged => vec!["unchanged".to_owned()],
        Stepped::Unsupported(reason) => vec![format!("unsupported: {reason}")],
        Stepped::To(list) => list.iter().map(|s| successor_text(program, compiled, s)).collect(),
    }
}

fn successor_text(program: &Program, compiled: &CompiledAutomaton, successor: &Successor) -> String {
    let mut parts = Vec::new();
    for &(expr, truth) in &successor.assumes {
        parts.push(format!("{}{}", if truth { "" } else { "not " }, program.expr_text(expr)));
    }
    parts.push(match compiled.violation(&successor.state) {
        Some(message) => format!("ERROR {message}"),
        None => compiled.state_text(&successor.state),
    });
    parts.join(", ")
}

#[test]
fn calls_match_with_and_without_their_result() {
    check_matches("MATCH CALL {$? = malloc($1)}", &["t = malloc((unsigned long)argc);"]);
    check_matches("MATCH {malloc($?)}", &["t = malloc((unsigned long)argc);"]);
    check_matches("MATCH CALL {free($1)}", &["free((void *)p);"]);
    check_matches("MATCH {free(p)}", &["free((void *)p);"]);
    check_matches("MATCH {$? = free($1)}", &[]);
    check_matches("MATCH {fill($1, 0, $?)}", &["fill((void *)p, 0, 16UL);"]);
    check_matches("MATCH {fill($1, 1, $?)}", &[]);
    check_matches("MATCH {fill($1, 0)}", &[]);
    check_matches("MATCH {fill($?)}", &["fill((void *)p, 0, 16UL);"]);
    check_matches("MATCH CALL {y = twice(x + 1)}", &["y = twice(x + 1);"]);
    check_matches("MATCH RETURN {$1 = twice($?)}", &["return from twice"]);
    check_matches("MATCH FUNCTIONCALL \"twice\"", &["y = twice(x + 1);"]);
}

#[test]
fn a_result_in_a_temporary_matches_the_place_it_is_stored_to() {
    check_matches("MATCH {p = malloc($?)}", &["t = malloc((unsigned long)argc);"]);
    check_matches("MATCH {x = malloc($?)}", &[]);
    check_matches("MATCH {$1 = fopen($2, $3)}", &["t = fopen(names[0], names[x]);"]);
}

#[test]
fn statements_match_by_form_and_look_through_conversions() {
    check_matches("MATCH {x = $1 + 1}", &["x = argc + 1;"]);
    check_matches("MATCH {int x = argc + 1;}", &["x = argc + 1;"]);
    check_matches("MATCH {x--}", &["x = x - 1;"]);
    check_matches("MATCH {p->value = $?}", &["p->value = x;"]);
    check_matches("MATCH {$1 = p->next->value}", &["x = p->next->value;"]);
    check_matches("MATCH {g = -1}", &["g = -1;"]);
    check_matches("MATCH {p = (struct node *)$1}", &["p = (struct node *)t;"]);
    check_matches("MATCH {p = $1}", &["p = (struct node *)t;"]);
    check_matches("MATCH {$1 = $1 - 1}", &["x = x - 1;"]);
    check_matches("MATCH {return n * $1}", &["result = n * 2;"]);
    check_matches("MATCH {int x;}", &["int x;"]);
    check_matches("MATCH {fopen(names[0], names[x])}", &["t = fopen(names[0], names[x]);"]);
}

#[test]
fn the_result_of_a_call_is_assigned_where_the_call_returns() {
    check_matches("MATCH {y = $1}", &["return from twice"]);
    check_matches("MATCH {y = $?}", &["return from twice"]);
    check_matches("MATCH {y = x}", &[]);
    check_matches("MATCH {t = $1}", &[]);
    let seven = "MATCH {y = $1} -> ASSUME {$1 == 7} GOTO J;";
    assert_eq!(run(seven, "return from twice"), ["y == 7, J v=2 s={}", "not y == 7, I v=2 s={}"]);
}

#[test]
fn assumptions_see_what_actions_leave_in_variables() {
    let counted = "MATCH {g = $?} -> ASSUME {g == $$v} DO v = v + 1 GOTO J;";
    assert_eq!(run(counted, "g = -1;"), ["g == 3, J v=3 s={}", "not g == 3, I v=2 s={}"]);
    let asked = "MATCH {g = $?} -> ASSUME {g == $$v} DO v = EVAL(value, \"x\") GOTO J;";
    assert_eq!(
        run(asked, "g = -1;"),
        ["unsupported: an assumption over a variable that only another analysis can evaluate"]
    );
}

#[test]
fn several_assumptions_are_made_together() {
    let both = "MATCH {g = $?} -> ASSUME {g == 1; x == 2;} GOTO J;";
    let one = "MATCH {g = $?} -> ASSUME {g == 1 && x == 2} GOTO J;";
    assert_eq!(run(both, "g = -1;"), run(one, "g = -1;"));
}

#[test]
fn assume_edges_match_the_condition_they_establish() {
    check_matches("MATCH {x == 0}", &["[x == 0]"]);
    check_matches("MATCH {x != 0}", &["[!(x == 0)]"]);
    check_matches("MATCH {!x}", &["[x == 0]"]);
    check_matches("MATCH {x}", &["[!(x == 0)]"]);
    check_matches("MATCH {!(x == 0)}", &["[!(x == 0)]"]);
    check_matches("MATCH {x == 1}", &[]);
}

#[test]
fn texts_labels_and_moments_of_the_program_match() {
    check_matches("MATCH \"x  = argc + 1;\"", &["x = argc + 1;"]);
    check_matches("MATCH \"[x == 0]\"", &["[x == 0]"]);
    check_matches("MATCH [.*malloc.*]", &["t = malloc((unsigned long)argc);"]);
    check_matches("MATCH [malloc]", &[]);
    check_matches("MATCH LABEL \"AGAIN\"", &["x = argc + 1;", "g = -1;"]);
    check_matches("MATCH LABEL [AG.*] && MATCH {g = $?}", &["g = -1;"]);
    check_matches("MATCH ASSERT", &["__assert_fail();"]);
    check_matches("MATCH ENTRY && ! MATCH EXIT", &["main_result = main();"]);
    assert_eq!(observer("COVERS_LINES(1) -> GOTO J;").states.len(), 2);
}

#[test]
fn assumptions_guard_transitions_and_observers_keep_the_rest() {
    let malloc = "MATCH CALL {$? = malloc($1)} -> ASSUME {((int)$1) != 0} GOTO J;";
    assert_eq!(
        run(malloc, "t = malloc((unsigned long)argc);"),
        ["not (int)(unsigned long)argc == 0, J v=2 s={}", "(int)(unsigned long)argc == 0, I v=2 s={}"]
    );
    let both = "MATCH RETURN {$1 = fopen($?, $?)} -> ASSUME {((void*)$1) != 0} GOTO J;\n\
                MATCH RETURN {$1 = fopen($?, $?)} -> ASSUME {((void*)$1) == 0} ERROR(\"$line: $1\");";
    assert_eq!(run(both, "t = fopen(names[0], names[x]);"), ["not t == 0, J v=2 s={}", "t == 0, ERROR 0: t"]);
}

#[test]
fn arguments_of_a_call_are_the_parameters_inside_it() {
    let call = "MATCH CALL {$? = twice($1)} -> ASSUME {$1 > 3 && g == 0} GOTO J;";
    assert_eq!(
        run(call, "y = twice(x + 1);"),
        ["3 < n, g == 0, J v=2 s={}", "not 3 < n, I v=2 s={}", "not g == 0, I v=2 s={}"]
    );
    let early = "MATCH CALL {$1 = twice($?)} -> ASSUME {$1 > 3} GOTO J;";
    assert_eq!(run(early, "y = twice(x + 1);"), ["unsupported: `$1` has no value before the call returns"]);
    let local = "MATCH CALL {twice($?)} -> ASSUME {x > 3} GOTO J;";
    assert_eq!(
        run(local, "y = twice(x + 1);"),
        ["unsupported: the assumption speaks of `x`, which is no variable in `twice`"]
    );
}

#[test]
fn what_the_statement_changes_is_taken_from_where_it_went_or_refused() {
    let source = "MATCH {x = $1} -> ASSUME {$1 == 7} GOTO J;";
    assert_eq!(run(source, "x = x - 1;")[0], "x == 7, J v=2 s={}");
    let part = "MATCH {x = $1 - 1} -> ASSUME {$1 == 7} GOTO J;";
    assert_eq!(
        run(part, "x = x - 1;"),
        ["unsupported: what `$1` stands for, `x`, is changed by the statement"]
    );
    let freed = "MATCH {free($1)} -> ASSUME {((struct node *)$1)->value == 7} GOTO J;";
    assert_eq!(run(freed, "free((void *)p);").len(), 2);
}

#[test]
fn constant_assumptions_are_decided_at_once() {
    assert_eq!(run("MATCH {g = $1} -> ASSUME {sizeof(int) == 4} GOTO J;", "g = -1;"), ["J v=2 s={}"]);
    assert_eq!(run("MATCH {g = $1} -> ASSUME {sizeof(int) == 5} GOTO J;", "g = -1;"), ["unchanged"]);
}

#[test]
fn variables_sets_and_messages_follow_the_transitions() {
    let twice =
        "MATCH {g = $1} && v == 2 -> ASSERT v != 3 DO v = v + 1 DO s[$1] = TRUE PRINT \"v is \" v GOTO J;";
    assert_eq!(run(twice, "g = -1;"), ["J v=3 s={-1}"]);
    assert_eq!(run("MATCH {g = $1} && v == 3 -> GOTO J;", "g = -1;"), ["unchanged"]);
    assert_eq!(run("MATCH {g = $1} && s[\"-1\"] -> GOTO J;", "g = -1;"), ["unchanged"]);
    let failing = "MATCH {g = $1} -> ASSERT v == 3 GOTO J;";
    assert_eq!(run(failing, "g = -1;"), ["ERROR ASSERT (v == 3) fails at <no place>"]);
    let message = "MATCH {g = $1} -> ERROR(\"$$v then $rawstatement\");";
    assert_eq!(run(message, "g = -1;"), ["ERROR 2 then g = -1;"]);
    let by_value = "MATCH {g = $?} -> ASSUME {g == $$v} GOTO J;";
    assert_eq!(run(by_value, "g = -1;"), ["g == 2, J v=2 s={}", "not g == 2, I v=2 s={}"]);
}

#[test]
fn control_automata_end_paths_and_use_all_takes_every_transition() {
    let mut program = program(PROGRAM);
    let text = "CONTROL AUTOMATON C INITIAL STATE I; STATE I :\n\
                MATCH {g = $?} -> ASSUME {g == 0} GOTO J;\n\
                MATCH {g = $?} -> GOTO I;\n\
                MATCH {x = x - 1} -> STOP;\n\
                MATCH {x = argc + 1} -> MODIFY(value, \"x = 3\") GOTO J;\n\
                MATCH {p->value = $?} -> BREAK;\n\
                STATE J : END AUTOMATON";
    let compiled = compile(&automaton(text), named("C"), &mut program);
    let step = |text: &str| {
        let stepped = compiled.step(&compiled.initial(), edge(&program, text));
        describe(&program, &compiled, stepped)
    };
    assert_eq!(step("g = -1;"), ["g == 0, J", "I"]);
    assert_eq!(step("x = x - 1;"), Vec::<String>::new());
    assert_eq!(step("x = argc + 1;"), ["unsupported: MODIFY(value, \"x = 3\") of a specification"]);
    match compiled.step(&compiled.initial(), edge(&program, "p->value = x;")) {
        Stepped::To(list) => assert!(list.len() == 1 && list[0].breaks),
        other => panic!("{other:?}"),
    }
}

struct Answers(Option<bool>, Option<i64>);

impl Oracle for Answers {
    fn check(&mut self, _: usize) -> Option<bool> {
        self.0
    }
    fn eval(&mut self, _: usize) -> Option<i64> {
        self.1
    }
    fn is_target(&mut self) -> Option<bool> {
        Some(false)
    }
}

#[test]
fn what_only_other_analyses_know_splits_the_run_until_they_answer() {
    let mut program = program(PROGRAM);
    let text = "MATCH {g = $?} && CHECK(value, \"x == 2\") || CHECK(IS_TARGET_STATE) -> \
                ASSERT EVAL(value, \"x\") + v == 4 DO v = EVAL(value, \"x\") + 1 GOTO J;";
    let compiled = compile(&observer(text), named("A"), &mut program);
    let Stepped::To(list) = compiled.step(&compiled.initial(), edge(&program, "g = -1;")) else {
        panic!("the automaton must move")
    };
    let describe = |answers: Answers| {
        let mut answers = answers;
        let mut left = Vec::new();
        for successor in &list {
            let possible = successor.pending.iter().all(|(condition, truth)| {
                condition.evaluate(&mut answers).is_none_or(|value| value == *truth)
            });
            if possible {
                let mut state: AutomatonState = successor.state.clone();
                for (variable, number) in &successor.evaluations {
                    if let Some(value) = number.evaluate(&mut |i| answers.eval(i)) {
                        state.set_int(*variable, value);
                    }
                }
                left.push(compiled.state_text(&state));
            }
        }
        left
    };
    assert_eq!(describe(Answers(Some(true), Some(2))), ["J v=3 s={}"]);
    assert_eq!(describe(Answers(Some(true), Some(5))), ["ERROR v=2 s={}"]);
    assert_eq!(describe(Answers(Some(false), Some(2))), ["I v=2 s={}"]);
    assert_eq!(describe(Answers(None, None)), ["ERROR v=2 s={}", "J v=2 s={}", "I v=2 s={}"]);
    let check = (0..).map_while(|i| compiled.check(i)).find(|c| c.text == "x == 2").unwrap();
    assert_eq!((check.analysis.as_deref(), check.text.as_str()), (Some("value"), "x == 2"));
    assert_eq!(program.expr_text(check.expr.unwrap()), "x == 2");
}

#[test]
fn properties_become_automata() {
    let mut program = program(PROGRAM);
    let cases = [
        (PropertyKind::UnreachCall("twice".to_owned()), "y = twice(x + 1);", "twice() is called"),
        (
            PropertyKind::UnreachCall("malloc".to_owned()),
            "t = malloc((unsigned long)argc);",
            "malloc() is called",
        ),
        (PropertyKind::UnreachLabel("AGAIN".to_owned()), "g = -1;", "label AGAIN is reached"),
        (PropertyKind::Asserts, "__assert_fail();", "the assertion fails"),
    ];
    for (property, text, message) in cases {
        let compiled = compile(
            &property_automaton(&property).unwrap(),
            Violated::Property(property.clone()),
            &mut program,
        );
        let Stepped::To(list) = compiled.step(&compiled.initial(), edge(&program, text)) else {
            panic!("{property} is not violated")
        };
        let violation = compiled.violation(&list[0].state).unwrap();
        assert!(list[0].state.is_error() && violation.contains(message), "{violation}");
        assert_eq!(*compiled.property(), Violated::Property(property));
    }
    assert_eq!(property_automaton(&PropertyKind::Memory(MemoryProperty::Deref)), None);
    let overflow = property_automaton(&PropertyKind::NoOverflow).unwrap();
    assert!(!compile(&overflow, named("no-overflow"), &mut program).is_relevant());
    let (mut program, _) = argand_cfa::instrument::with_overflow_checks(&program);
    assert!(compile(&overflow, named("no-overflow"), &mut program).is_relevant());
    let never = PropertyKind::UnreachCall("reach_error".to_owned());
    assert!(
        !compile(&property_automaton(&never).unwrap(), named("unreach-call"), &mut program).is_relevant()
    );
}

#[test]
fn the_specifications_of_the_property_scopes_thesis_parse_and_print() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus/automaton/");
    for (file, states) in [("malloc.spc", ["Init", "Alloc"]), ("fopen.spc", ["Init", "Opened"])] {
        let text = std::fs::read_to_string(format!("{directory}{file}")).unwrap();
        let parsed = automaton(&text);
        assert_eq!(parsed.states.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), states);
        assert_eq!(automaton(&parsed.to_string()).to_string(), parsed.to_string());
    }
}

#[test]
fn a_monitor_follows_only_transitions_whose_assumptions_hold() {
    let mut program = program(PROGRAM);
    let text = "MATCH CALL {$? = malloc($1)} -> ASSUME {$1 != 0} ERROR(\"allocated\");";
    let compiled = compile(&observer(text), named("A"), &mut program);
    let malloc = edge(&program, "t = malloc((unsigned long)argc);");
    let mut monitor = Monitor::new(&compiled);
    // The assumption is kept as "the argument is not zero"; say that it is zero, then that it is not.
    assert_eq!(monitor.observe(malloc, &mut |_| Ok(true)), Ok(None));
    assert_eq!(monitor.observe(edge(&program, "g = -1;"), &mut |_| Ok(false)), Ok(None));
    assert!(!monitor.is_stopped());
    assert_eq!(monitor.observe(malloc, &mut |_| Ok(false)), Ok(Some("allocated".to_owned())));
    assert_eq!(Monitor::new(&compiled).observe(malloc, &mut |_| Err("no".to_owned())), Err("no".to_owned()));
}
