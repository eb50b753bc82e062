//! What is proven of programs with cells in place of arrays is true of the programs.

#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

#[path = "common/dice.rs"]
mod dice;
#[path = "common/runs.rs"]
mod runs;

use argand_cfa::Program;
use argand_verifier::{Check, Configuration, Options, Report, Task, Verification, Wanted, load_text};
use dice::Dice;
use runs::is_error;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

const HEAD: &str = "int __VERIFIER_nondet_int(void); void reach_error(void); void abort(void);
void *malloc(unsigned long); void *memset(void *, int, unsigned long);\n";

fn verdict(name: &str, cells: u32, text: &str, seconds: u64) -> Report {
    let settings = vec![format!("cells={cells}")];
    let none = |path: &Path| Err(format!("no file {}", path.display()));
    let configuration = Configuration::load(name, &settings, &none).unwrap();
    let task = Task::new(load_text(text).unwrap(), Wanted::checks(&[Check::Unreach]));
    let limits = argand_support::Limits::new(Some(Duration::from_secs(seconds)), None);
    let options = Options { limits, ..Options::default() };
    Verification::new(&task, &configuration, options).unwrap().run(None).unwrap()
}

/// Elements that programs read and write; every index is inside, whatever the inputs are.
const ELEMENTS: [&str; 14] = [
    "a[i]",
    "b[i]",
    "a[j & 3]",
    "b[(i + 1) & 3]",
    "a[x & 3]",
    "b[y]",
    "m[i & 1][j & 1]",
    "m[x & 1][1]",
    "s[i].f",
    "s[y].g",
    "h[i]",
    "h[j & 3]",
    "a[b[i] & 3]",
    "h[0]",
];
const SCALARS: [&str; 5] = ["x", "y", "i", "j", "t"];

fn value(dice: &mut Dice) -> String {
    match dice.roll(6) {
        0 => dice.roll(4).to_string(),
        1 | 2 => dice.pick(&SCALARS).to_owned(),
        3 => format!("{} + {}", dice.pick(&ELEMENTS), dice.roll(3)),
        _ => dice.pick(&ELEMENTS).to_owned(),
    }
}

fn condition(dice: &mut Dice) -> String {
    format!("{} {} {}", dice.pick(&ELEMENTS), dice.pick(&["==", "!=", "<", "<=", ">"]), value(dice))
}

fn statement(dice: &mut Dice, depth: u32, out: &mut String) {
    let _ = match dice.roll(if depth < 2 { 9 } else { 6 }) {
        0..=2 => writeln!(out, "{} = {};", dice.pick(&ELEMENTS), value(dice)),
        3 => writeln!(out, "t = ({}) & 7;", value(dice)),
        4 => writeln!(out, "put(a, {}, {});", dice.pick(&["i", "j & 3", "y"]), value(dice)),
        5 => writeln!(out, "if ({}) {} = {};", condition(dice), dice.pick(&ELEMENTS), value(dice)),
        6 => {
            let _ = writeln!(out, "if ({}) {{", condition(dice));
            statement(dice, depth + 1, out);
            writeln!(out, "}}")
        }
        _ => {
            let counter = if depth == 0 { "i" } else { "j" };
            let _ = writeln!(out, "for ({counter} = 0; {counter} < {}; {counter}++) {{", 1 + dice.roll(4));
            for _ in 0..1 + dice.roll(3) {
                statement(dice, depth + 1, out);
            }
            writeln!(out, "}} {counter} = 0;")
        }
    };
}

/// A program of arrays in every kind of memory, with two inputs of two bits.
fn program(dice: &mut Dice) -> String {
    let mut text = String::from(HEAD);
    text.push_str("struct S { int f; int g; }; int a[4]; int m[2][2] = {{1, 2}, {3}}; struct S s[4];\n");
    text.push_str("void put(int p[], int at, int v) { p[at] = v; }\n");
    text.push_str(
        "int main(void) { int b[4]; int i = 0, j = 0, t = 0; int *h = malloc(16); if (!h) return 0;\n",
    );
    text.push_str("int x = __VERIFIER_nondet_int(); int y = __VERIFIER_nondet_int();\n");
    text.push_str("if (x < 0 || x > 3 || y < 0 || y > 3) return 0;\n");
    text.push_str("for (i = 0; i < 4; i++) { b[i] = x; h[i] = i; } i = 0;\n");
    for _ in 0..2 + dice.roll(4) {
        statement(dice, 0, &mut text);
    }
    if dice.roll(2) == 0 {
        let _ = writeln!(text, "for (i = 0; i < 4; i++) if ({}) reach_error();", condition(dice));
    } else {
        let _ = writeln!(text, "if ({} && {}) reach_error();", condition(dice), condition(dice));
    }
    text.push_str("return 0; }\n");
    text
}

/// Whether some run violates the property.
fn is_wrong(program: &Program) -> bool {
    (0..16).any(|inputs| is_error(program, [inputs & 3, inputs >> 2]))
}

#[test]
fn programs_and_programs_with_cells_agree_on_violations() {
    let (mut proven, mut violated) = (0, 0);
    for number in 0..300_u64 {
        let text = program(&mut Dice(number));
        let wrong = is_wrong(&load_text(&text).unwrap().program);
        violated += u32::from(wrong);
        let cells = 1 + (number % 2) as u32;
        let found = verdict("bmc", cells, &text, 60).verdict.to_string();
        let right = if wrong { "FALSE" } else { "TRUE" };
        assert!(found.starts_with(right), "program {number} with {cells} cells: {found}\n{text}");
        if number % 10 == 0 {
            for name in ["predicate-cells", "k-induction-cells"] {
                let found = verdict(name, cells, &text, 3).verdict.to_string();
                let allowed = found.starts_with(right) || found.starts_with("UNKNOWN");
                assert!(allowed, "{name}, program {number} with {cells} cells: {found}\n{text}");
                proven += u32::from(found == "TRUE");
            }
        }
    }
    assert!(violated > 60, "only {violated} programs violate something");
    assert!(violated < 240, "only {} programs violate nothing", 300 - violated);
    assert!(proven > 0, "nothing was proven");
}

/// The programs of the corpus that are about cells: name, text, and whether something is wrong with them.
fn corpus() -> Vec<(String, String, bool)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/soundness/cells");
    let mut programs = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        if !text.contains("//@ data-model: ILP32") {
            let wrong = text.contains("//@ truth: false");
            programs.push((name, text, wrong));
        }
    }
    programs.sort();
    programs
}

#[test]
fn loops_over_arrays_are_proven_about_one_element() {
    let programs = corpus();
    assert!(programs.len() >= 20, "only {} programs", programs.len());
    let mut proven = Vec::new();
    for (name, text, wrong) in programs {
        let right = if wrong { "FALSE" } else { "TRUE" };
        for (configuration, cells) in
            [("predicate-cells", 1), ("predicate-cells", 2), ("k-induction-cells", 1)]
        {
            let report = verdict(configuration, cells, &text, 5);
            let found = report.verdict.to_string();
            let allowed = found.starts_with(right) || found.starts_with("UNKNOWN");
            assert!(allowed, "{name}, {configuration} with {cells} cells: {found}");
            assert_eq!(report.violation.is_some(), found.starts_with("FALSE"), "{name}");
            if found == "TRUE" {
                proven.push(name.clone());
            }
        }
    }
    for name in ["copy_ok", "heap_ok", "init_ok", "records_ok", "rows_ok"] {
        assert!(proven.iter().any(|other| other == name), "{name} is not proven: {proven:?}");
    }
}

#[test]
fn tests_are_not_made_of_programs_with_cells() {
    let (_, text, _) = corpus().into_iter().find(|(name, ..)| name == "init_ok").unwrap();
    let none = |path: &Path| Err(format!("no file {}", path.display()));
    let configuration = Configuration::load("test-gen", &["cells=1".to_owned()], &none).unwrap();
    let task = Task::new(load_text(&text).unwrap(), Wanted::checks(&[Check::Unreach]));
    let verification = Verification::new(&task, &configuration, Options::default()).unwrap();
    assert!(verification.tests(argand_verifier::testgen::TestGoal { tests: 1, all_paths: false }).is_err());
}
