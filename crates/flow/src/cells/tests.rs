//! The pass makes programs of programs, and leaves alone what it does not understand.

#![allow(clippy::unwrap_used, reason = "a test may fail anywhere")]

use super::with_cells;
use argand_cfa::testing::program;
use argand_cfa::verify::verify;
use argand_cfa::{EdgeId, Op, Program};

/// A loop that writes to an array, and a branch that reads it.
fn looping(access: &str, before: &str) -> Program {
    program(&format!(
        "
cfa LP64
static int[4] a
static int i
func main: int(void) {{
  entry L0 exit L1
  return int r
  L0 -> L2: init a {{ a[1] = 5 }}
  L2 -> L3: {before}
  L3 -> L4: [i < 4]
  L3 -> L5: ![i < 4]
  L4 -> L6: {access} = a[i] + 1
  L6 -> L3: i = i + 1
  L5 -> L7: [a[2] == 7]
  L5 -> L8: ![a[2] == 7]
  L7 -> L8: r = 1
  L8 -> L1: r = 0
}}"
    ))
}

/// The edge whose text this is.
fn edge(program: &Program, text: &str) -> EdgeId {
    program.edges.indices().find(|&edge| program.op_text(edge) == text).unwrap()
}

#[test]
fn reads_and_writes_of_an_array_are_branches_on_the_index() {
    let first = looping("a[i]", "i = 0");
    let violation = edge(&first, "r = 1;");
    let made = with_cells(&first, 1, &[violation]).unwrap();
    assert_eq!(made.arrays, 1);
    assert!(verify(&made.program).is_empty(), "{:?}", verify(&made.program));
    assert_eq!(made.program.edges[edge(&first, "a[i] = a[i] + 1;")].op, Op::Noop);
    // Nothing reads the array any more, and the violation asks for the flag.
    let text = made.program.edges.indices().map(|edge| made.program.op_text(edge)).collect::<Vec<_>>();
    assert!(!text.iter().any(|op| op.contains("a[i]") || op.contains("a[2]")), "{text:?}");
    let before = made.program.edges[violation].from;
    let into = made.program.locs[before].into.clone();
    assert!(into.iter().all(|&edge| matches!(made.program.edges[edge].op, Op::Assume { truth: true, .. })));
    assert!(made.seeds.len() > 4, "{:?}", made.seeds);
    for &seed in &made.seeds {
        assert!(made.program.types.is_integer(made.program.expr(seed.condition).ty));
    }
    for edge in made.program.edges.indices() {
        let kept = edge < first.edges.next_index();
        assert_eq!(made.edges.back(edge), kept.then_some(edge));
    }
}

#[test]
fn what_is_no_array_of_scalars_is_left_alone() {
    for write in ["*(char*)&a[i] = (char)i", "*(long*)&a[0] = (long)i"] {
        let first = looping("a[i]", write);
        assert!(with_cells(&first, 1, &[]).is_none(), "{write}");
    }
    assert!(with_cells(&looping("a[i]", "i = 0"), 0, &[]).is_none());
}

#[test]
fn a_violation_on_one_side_of_a_branch_cannot_be_guarded() {
    let first = looping("a[i]", "i = 0");
    let violation = edge(&first, "[a[2] == 7]");
    assert!(with_cells(&first, 1, &[violation]).is_none());
}

#[test]
fn programs_with_several_cells_are_well_formed() {
    let first = looping("a[i]", "i = 0");
    let violation = edge(&first, "r = 1;");
    for cells in 1..4 {
        let made = with_cells(&first, cells, &[violation]).unwrap();
        assert!(verify(&made.program).is_empty(), "{cells} cells: {:?}", verify(&made.program));
    }
}
