//! Parsing, printing and rejecting specification files.

use super::*;
use argand_support::{Diagnostic, SourceMap};
use proptest::prelude::*;

const EVERYTHING: &str = r#"
// Every construct of the language.
/* a comment
   over lines */
CONTROL AUTOMATON Everything
LOCAL int count = 3;
LOCAL int zero;
LOCAL set<string> names = ["a", "b"];
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH "x = 5;" && ! MATCH [free\(.*\)] -> GOTO Init;
  MATCH {$1 = malloc($?)} -> ASSERT count == 3 ASSERT zero != 1 ASSUME {$1 != 0 && $$count < 4}
    DO count = count + 1 DO names[$1] = TRUE PRINT "got " count " " (zero == 0) GOTO Busy;
  MATCH LABEL "L" || MATCH LABEL [ERR.*] -> ERROR("at $location: $rawstatement");
  MATCH ASSERT -> ERROR;
  MATCH EXIT -> PRINTONCE "bye" BREAK;
  MATCH ENTRY && names["a"] -> GOTO Init;
  MATCH FUNCTIONCALL "abort" -> STOP;
STATE USEALL Busy :
  MATCH CALL {free($1)} -> DO names["$1"] = FALSE DO count = EVAL(value, "x") - (count - 2) GOTO Init;
  MATCH RETURN {$2 = f($1, $?)} == TRUE -> MODIFY(value, "x = 3") GOTO Busy;
  CHECK(value, "x == 2") && CHECK("y > 3") || CHECK(IS_TARGET_STATE) -> ERROR;
  COVERS_LINES(3 4 17) -> GOTO Done;
  ! count == 4 -> GOTO Done;
TARGET STATE Done :
END AUTOMATON
ASSERT ! MATCH FUNCTIONCALL "exit";
"#;

fn parse(text: &str) -> Result<Vec<Automaton>, Diagnostic> {
    parse_specification("s.spc", text, &mut SourceMap::default(), &mut |path| Err(format!("no {path}")))
}

fn error(text: &str) -> String {
    let mut sources = SourceMap::default();
    let result = parse_specification("s.spc", text, &mut sources, &mut |path| Err(format!("no file {path}")));
    result.unwrap_err().render(&sources, false)
}

/// A transition in an observer with an `int v` and a set `s`.
fn transition(text: &str) -> String {
    format!(
        "OBSERVER AUTOMATON A\nLOCAL int v = 0;\nLOCAL set<string> s;\nINITIAL STATE I;\nSTATE I :\n{text}\nEND AUTOMATON"
    )
}

#[test]
fn the_whole_language_is_read_and_its_text_parses_back() {
    let automata = parse(EVERYTHING).unwrap();
    assert_eq!(automata.len(), 2);
    assert_eq!(automata[0].states.len(), 3);
    assert_eq!(automata[0].states[0].transitions.len(), 7);
    assert!(automata[0].states[0].use_first && !automata[0].states[1].use_first);
    assert!(automata[0].states[2].target);
    assert_eq!(automata[1].name, "Assertion2");
    let printed: String = automata[..1].iter().map(ToString::to_string).collect();
    let again = parse(&printed).unwrap();
    assert_eq!(again[0].to_string(), printed);
    assert_eq!(again[0].states.len(), 3);
}

#[test]
fn logical_operators_bind_equally_and_equality_binds_tighter() {
    let text = |condition: &str| {
        let automata = parse(&transition(&format!("{condition} -> GOTO I;"))).unwrap();
        automata[0].states[0].transitions[0].trigger.text(&automata[0].variables)
    };
    assert_eq!(text("TRUE || FALSE && TRUE"), "((TRUE || FALSE) && TRUE)");
    assert_eq!(text("TRUE && v == 1 != FALSE"), "(TRUE && (((v == 1)) != (FALSE)))");
    assert_eq!(text("! MATCH EXIT == false"), "((!(MATCH EXIT)) == (FALSE))");
    assert_eq!(text("! v == 1"), "!((v == 1))");
    assert_eq!(text("v + 1 == 2 - v"), "((v + 1) == (2 - v))");
    assert_eq!(text("((v)) == (1)"), "(v == 1)");
}

#[test]
fn includes_are_relative_and_read_once() {
    let mut sources = SourceMap::default();
    let mut asked = Vec::new();
    let mut load = |path: &str| {
        asked.push(path.to_owned());
        match path {
            "dir/b.spc" => Ok("#include sub/c.spc\n#include b.spc\n".to_owned()),
            "dir/sub/c.spc" => Ok("#include \"../b.spc\"\nASSERT TRUE;\n".to_owned()),
            _ => Err("not there".to_owned()),
        }
    };
    let text = "#include b.spc // twice\n#include <b.spc>\nASSERT FALSE;";
    let automata = parse_specification("dir/a.spc", text, &mut sources, &mut load).unwrap();
    assert_eq!(automata.len(), 2);
    assert_eq!(asked, ["dir/b.spc", "dir/sub/c.spc"]);
    assert_eq!(sources.name(automata[0].span.file), "dir/sub/c.spc");
    let missing = error("\n#include x.spc\n");
    assert!(missing.contains("s.spc:2:1") && missing.contains("no file x.spc"), "{missing}");
}

#[test]
fn observers_that_would_restrict_the_state_space_are_rejected() {
    assert!(error(&transition("TRUE -> STOP;")).contains("must not STOP"));
    assert!(error(&transition("TRUE -> MODIFY(value, \"x\") GOTO I;")).contains("must not MODIFY"));
}

#[test]
fn errors_name_the_place_and_what_was_probably_meant() {
    let cases = [
        ("TRUE -> GOTO J;", "there is no state called `J`", "s.spc:6:14"),
        ("TRUE -> GOT I;", "did you mean `GOTO`?", "s.spc:6:9"),
        ("MACTH EXIT -> GOTO I;", "did you mean `MATCH`?", "s.spc:6:1"),
        ("MATCH LABLE \"x\" -> GOTO I;", "did you mean `LABEL`?", "s.spc:6:7"),
        ("TRUE -> DO w = 1 GOTO I;", "did you mean `v`?", "s.spc:6:12"),
        ("TRUE -> DO s = 1 GOTO I;", "`s` is a set", "s.spc:6:12"),
        ("TRUE -> DO v[a] = TRUE GOTO I;", "`v` is a number", "s.spc:6:12"),
        ("v -> GOTO I;", "expected a condition, found a number", "s.spc:6:1"),
        ("v == TRUE -> GOTO I;", "cannot be compared", "s.spc:6:3"),
        ("MATCH {f($1)} -> ASSUME {$2 != 0} GOTO I;", "does not bind `$2`", "s.spc:6:26"),
        ("MATCH {f($1)} -> ASSUME {$? != 0} GOTO I;", "`$?` stands for anything", "s.spc:6:26"),
        ("MATCH {f($1)} -> ASSUME {g($1)} GOTO I;", "cannot call functions", "s.spc:6:26"),
        ("MATCH {f($1)} -> ASSUME {$$q == 1} GOTO I;", "no variable `q`", "s.spc:6:26"),
        ("MATCH {f($$v)} -> GOTO I;", "cannot depend on automaton variables", "s.spc:6:10"),
        ("MATCH CALL {x = 1} -> GOTO I;", "is not a call", "s.spc:6:7"),
        ("MATCH {x = } -> GOTO I;", "expected an expression", "s.spc:6:12"),
        ("MATCH [a(] -> GOTO I;", "not a regular expression", "s.spc:6:7"),
        ("MATCH \"abc -> GOTO I;", "the string is never closed", "s.spc:6:7"),
        ("MATCH {abc -> GOTO I;", "`{` is never closed", "s.spc:6:7"),
        ("MATCH [abc -> GOTO I;", "not closed on its line", "s.spc:6:7"),
        ("TRUE & TRUE -> GOTO I;", "`&&` and `||`", "s.spc:6:6"),
        ("v == 007 -> GOTO I;", "do not start with 0", "s.spc:6:6"),
        ("TRUE -> GOTO I", "expected `;`, found `END`", "s.spc:7:1"),
        ("/* TRUE -> GOTO I;", "comment is never closed", "s.spc:6:1"),
    ];
    for (text, message, place) in cases {
        let found = error(&transition(text));
        assert!(found.contains(message) && found.contains(place), "{text}\n{found}");
    }
    assert!(error("OBSERVR AUTOMATON A").contains("did you mean `OBSERVER`?"));
    assert!(error("").contains("specifies nothing"));
    assert!(error("#define X").contains("only `#include`"));
    assert!(
        error("OBSERVER AUTOMATON A INITIAL STATE I; STATE I : STATE I : END AUTOMATON")
            .contains("two states")
    );
    assert!(
        error("OBSERVER AUTOMATON A INITIAL STATE J; STATE I : END AUTOMATON")
            .contains("no state called `J`")
    );
}

#[test]
fn deep_nesting_is_an_error_and_not_a_stack_overflow() {
    let deep = transition(&format!("{}TRUE{} -> GOTO I;", "(".repeat(20_000), ")".repeat(20_000)));
    assert!(error(&deep).contains("nests too deeply"));
    let long = transition(&format!("TRUE{} -> GOTO I;", " && TRUE".repeat(20_000)));
    assert!(error(&long).contains("too long"));
}

#[test]
fn graphs_show_states_and_transitions() {
    let dot = parse(EVERYTHING).unwrap()[0].to_dot();
    for part in
        ["digraph", "s0 -> s1", "s0 -> error", "s0 -> stop", "s0 -> break", "start -> s0", "doublecircle"]
    {
        assert!(dot.contains(part), "{part} not in {dot}");
    }
}

proptest! {
    #[test]
    fn mutated_files_never_panic_and_errors_have_a_place(
        at in 0usize..EVERYTHING.len(), cut in 0usize..30, with in "[A-Za-z0-9 {}()\\[\\]\"$;:!=&|\\\\\\n/*#<>-]{0,4}",
    ) {
        let mut bytes = EVERYTHING.as_bytes().to_vec();
        bytes.splice(at..(at + cut).min(bytes.len()), with.bytes());
        let mutated = String::from_utf8_lossy(&bytes);
        match parse(&mutated) {
            Ok(automata) => prop_assert!(!automata.is_empty()),
            Err(error) => prop_assert!(!error.span.is_none(), "{}", error.message),
        }
    }

    #[test]
    fn arbitrary_text_never_panics(text in "\\PC{0,80}") {
        if let Err(error) = parse(&text) {
            prop_assert!(!error.span.is_none());
        }
    }
}
