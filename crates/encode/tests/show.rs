//! Terms are shown as C expressions that mean the same.

use argand_cfa::{FuncId, Op, Program};
use argand_encode::Encoder;
use argand_frontend_c::{Options, load_str};

const PROGRAM: &str = "
struct point { int x; unsigned char tag[2]; };
int main(void) {
    int i, j; unsigned u; long wide; struct point p;
    CONDITIONS
    return 0;
}";

/// A condition of a program as the encoder shows it.
fn shown(condition: &str) -> String {
    let text = PROGRAM.replace("CONDITIONS", &format!("if ({condition}) return 1;"));
    let program = load_str(&text, &Options::default()).unwrap_or_else(|e| panic!("{condition}: {e}")).program;
    let mut encoder = Encoder::new(&program);
    let start = encoder.start(&program);
    let state = start.fresh_block(&encoder.pool);
    let main = main_of(&program);
    let cond = program.edges.iter().find_map(|edge| match edge.op {
        Op::Assume { cond, truth: true } if program.locs[edge.from].func == main => Some(cond),
        _ => None,
    });
    let holds = encoder.condition(&program, &state, cond.expect("a condition"), true);
    encoder.to_c(&program, holds.unwrap_or_else(|e| panic!("{condition}: {e}")))
}

fn main_of(program: &Program) -> FuncId {
    program.functions.indices().find(|&f| program.func_name(f) == "main").expect("a main function")
}

#[test]
fn conditions_are_shown_as_they_could_be_written() {
    let cases = [
        ("i < j", "i < j"),
        ("i >= j", "i >= j"),
        ("u < 10", "u < 10"),
        ("(unsigned)i < u", "(unsigned int)i < u"),
        ("i == -3", "i == -3"),
        ("p.x != 4", "p.x != 4"),
        ("p.tag[1] == 200", "p.tag[1] == 200"),
        ("wide > i + 1", "(long)(i + 1) < wide"),
        ("u == 2 * i + j - 7", "u == 2 * (unsigned int)i + (unsigned int)j - 7"),
        ("u % 4 == 1", "(u & 3) == 1"),
    ];
    for (condition, expected) in cases {
        let text = shown(condition);
        let flipped = expected.split_once(" == ").map(|(a, b)| format!("{b} == {a}"));
        let differs = expected.split_once(" != ").map(|(a, b)| format!("{b} != {a}"));
        let fits = text == expected || Some(&text) == flipped.as_ref() || Some(&text) == differs.as_ref();
        assert!(fits, "{condition} is shown as {text}");
    }
}
