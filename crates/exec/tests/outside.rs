//! Memory that is not the program's: it is there, and its content is asked for when it is read.

use argand_cfa::arith::Scalar;
use argand_cfa::testing::program;
use argand_exec::{Config, End, ErrorKind, Input, InputKind, Interpreter, ListInput, Outcome, Policy};

/// A list behind a pointer from outside: the sum of two elements, the first of which is read twice.
const LIST: &str = r"
cfa LP64
struct node size 16 align 8 {
  int value @0
  struct node* next @8
}
extern first: struct node*(void) = Undefined
extern any: struct node*(void) = Nondet
func main: int(void) {
  entry L0 exit L5
  return int result
  local struct node* p
  L0 -> L1: p = call first()
  L1 -> L2: result = (*p).value
  L2 -> L3: result = result + (*p).value
  L3 -> L4: p = (*p).next
  L4 -> L5: result = result + (*p).value
}
";

fn run(text: &str, inputs: &[i128], policy: Policy) -> Outcome {
    let program = program(text);
    let inputs = Box::new(ListInput::new(inputs.iter().copied().map(Scalar::Int).collect()));
    Interpreter::new(&program, Config { inputs, policy, ..Config::default() }).run()
}

fn kinds(inputs: &[Input]) -> Vec<InputKind> {
    inputs.iter().map(|input| input.kind).collect()
}

#[test]
fn content_is_asked_for_once_and_pointers_in_it_lead_on() {
    let outcome = run(LIST, &[0x7fff_ffff_ffff_fff9, 20, 8, 2], Policy::default());
    assert_eq!(outcome.end, End::Exit(42));
    let outside = InputKind::Outside;
    assert_eq!(kinds(&outcome.inputs_used), [InputKind::UndefinedFunction, outside, outside, outside]);
}

#[test]
fn equal_pointers_lead_to_the_same_memory() {
    let outcome = run(LIST, &[64, 14, 64], Policy::default());
    assert_eq!(outcome.end, End::Exit(42));
    assert_eq!(outcome.inputs_used.len(), 3);
}

#[test]
fn a_null_pointer_from_outside_is_still_null() {
    for inputs in [&[0][..], &[64, 1, 0][..]] {
        let outcome = run(LIST, inputs, Policy::default());
        assert!(matches!(&outcome.end, End::Error(f) if f.kind == ErrorKind::NullDeref), "{:?}", outcome.end);
    }
}

#[test]
fn pointers_of_input_functions_lead_nowhere_unless_they_may() {
    let text = LIST.replace("call first()", "call any()");
    let outcome = run(&text, &[0x10000, 1, 0x10000], Policy::default());
    assert!(matches!(&outcome.end, End::Error(f) if f.kind == ErrorKind::OutOfBounds), "{:?}", outcome.end);
    let policy = Policy { inputs_point_outside: true, ..Policy::default() };
    assert_eq!(run(&text, &[0x10000, 1, 0x10000], policy).end, End::Exit(3));
}
