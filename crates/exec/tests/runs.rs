//! Small automata run to their end: what they compute, print and get wrong.

use argand_cfa::arith::Scalar;
use argand_cfa::testing::program;
use argand_cfa::{EdgeId, Program};
use argand_exec::{
    Action, Config, End, ErrorKind, Interpreter, ListInput, Observer, Outcome, Policy, SeedInput, StateView,
    Uninitialised,
};

/// The library functions the tests call.
const LIBRARY: &str = r"
extern malloc: void*(unsigned long) = Malloc
extern calloc: void*(unsigned long, unsigned long) = Calloc
extern free: void(void*) = Free
extern alloca: void*(unsigned long) = Alloca
extern memcpy: void*(void*, void*, unsigned long) = Memcpy
extern memset: void*(void*, int, unsigned long) = Memset
extern printf: int(char*, ...) = Printf
extern nondet: int(void) = Nondet
extern mystery: int(void) = Undefined
extern abort: void(void) = Abort
extern reach_error: void(void) = Undefined
extern unknown: void(void) = UnknownCallee
extern va_start: void(char**) = VaStart
extern va_arg_int: int(char**) = VaArg
extern va_arg_long: long(char**) = VaArg
extern va_end: void(char**) = VaEnd
";

/// A program whose main function runs the statements one after another, each on a line of its own.
fn straight(globals: &str, declarations: &str, statements: &[&str]) -> Program {
    use std::fmt::Write as _;
    let mut text = format!("cfa LP64\nfile F0 \"t.c\"\n{LIBRARY}\n{globals}\nfunc main: int(void) {{\n");
    let last = statements.len();
    let _ = writeln!(text, "entry L0 exit L{last}\nreturn int result\n{declarations}");
    for (i, statement) in statements.iter().enumerate() {
        let to = i + 1;
        let _ = writeln!(text, "L{i} -> L{to}: {statement} @F0:{to}:1-2");
    }
    text.push_str("}\n");
    program(&text)
}

fn run(program: &Program) -> Outcome {
    Interpreter::new(program, Config { targets: vec!["reach_error".to_owned()], ..Config::default() }).run()
}

#[track_caller]
fn check_exit(globals: &str, declarations: &str, statements: &[&str], code: i32) {
    let program = straight(globals, declarations, statements);
    let outcome = run(&program);
    assert_eq!(outcome.end, End::Exit(code));
    assert_eq!(outcome.findings, []);
}

#[track_caller]
fn check_error(
    globals: &str,
    declarations: &str,
    statements: &[&str],
    kind: ErrorKind,
    line: u32,
) -> Outcome {
    let program = straight(globals, declarations, statements);
    let outcome = run(&program);
    match &outcome.end {
        End::Error(finding) => assert_eq!((finding.kind, finding.span.line), (kind, line), "{finding:?}"),
        other => panic!("ended with {other:?}"),
    }
    outcome
}

#[test]
fn arithmetic_in_registers_gives_the_exit_code() {
    check_exit("", "local int x", &["x = 6", "x = x * 7", "result = x - 2"], 40);
}

#[test]
fn signed_overflow_is_found_at_its_line() {
    check_error(
        "",
        "local int x",
        &["x = 2147483647", "x = x + 1", "result = x"],
        ErrorKind::SignedOverflow,
        2,
    );
    check_error("", "local int x", &["x = -2147483647 - 1", "result = -x"], ErrorKind::SignedOverflow, 2);
}

#[test]
fn division_by_zero_and_wide_shifts_are_found() {
    check_error("", "local int x", &["x = 0", "result = 5 / x"], ErrorKind::DivisionByZero, 2);
    check_error("", "local int x", &["x = 1", "result = x << 31"], ErrorKind::SignedOverflow, 2);
    check_error("", "local int x", &["x = 32", "result = 1 >> x"], ErrorKind::ShiftOutOfRange, 2);
}

#[test]
fn a_reported_overflow_wraps_and_the_run_goes_on() {
    let program = straight("", "local int x", &["x = 2147483647", "x = x + 1", "result = x"]);
    let policy = Policy { signed_overflow: Action::Report, ..Policy::default() };
    let outcome = Interpreter::new(&program, Config { policy, ..Config::default() }).run();
    assert_eq!(outcome.end, End::Exit(i32::MIN));
    assert_eq!(outcome.findings.len(), 1);
    assert_eq!(outcome.findings[0].kind, ErrorKind::SignedOverflow);
}

#[test]
fn memory_errors_name_the_object_and_its_places() {
    let heap = "local int* p\ntemp void* q";
    let allocate = ["q = call malloc(8ul)", "p = (int*)q"];
    let with = |more: &[&'static str]| [&allocate[..], more].concat();
    let outcome = check_error("", heap, &with(&["*(p + 2) = 1", "result = 0"]), ErrorKind::OutOfBounds, 3);
    let object = outcome.findings[0].object.clone().unwrap();
    assert_eq!((object.size, object.born.line), (8, 1));
    check_error("", heap, &with(&["*(p - 1) = 1", "result = 0"]), ErrorKind::OutOfBounds, 3);
    let freed = with(&["call free(q)", "*p = 1", "result = 0"]);
    let outcome = check_error("", heap, &freed, ErrorKind::UseAfterFree, 4);
    assert_eq!(outcome.findings[0].object.as_ref().unwrap().died.line, 3);
    check_error("", heap, &with(&["call free(q)", "call free(q)", "result = 0"]), ErrorKind::DoubleFree, 4);
    check_error("", heap, &with(&["call free((void*)(p + 1))", "result = 0"]), ErrorKind::InvalidFree, 3);
    check_error("", "local int x", &["call free((void*)&x)", "result = 0"], ErrorKind::InvalidFree, 1);
    check_error("", "local int* p", &["p = <int*>0", "result = *p"], ErrorKind::NullDeref, 2);
    check_error("", "local int* p", &["p = <int*>77777777", "result = *p"], ErrorKind::OutOfBounds, 2);
}

#[test]
fn the_life_of_a_local_ends_where_it_says() {
    let statements = ["declare x", "x = 1", "p = &x", "dead x", "result = *p"];
    check_error("", "local int x\nlocal int* p", &statements, ErrorKind::UseAfterScope, 5);
}

#[test]
fn uninitialised_values_may_be_copied_but_not_used() {
    let declarations = "local int x\nlocal int y\nlocal int[4] a";
    check_exit("", declarations, &["declare x", "y = x", "result = 0"], 0);
    check_error("", declarations, &["declare x", "y = x + 1", "result = 7 / y"], ErrorKind::Uninitialised, 3);
    check_error("", declarations, &["declare x", "a[x] = 1", "result = 0"], ErrorKind::Uninitialised, 2);
    let program = straight("", declarations, &["declare a", "result = a[2]"]);
    assert!(matches!(run(&program).end, End::Error(f) if f.kind == ErrorKind::Uninitialised));
}

#[test]
fn uninitialised_values_can_be_inputs_that_stay_the_same() {
    let statements = ["declare a", "x = a[1] * 10", "result = x + a[1]"];
    let program = straight("", "local int[2] a\nlocal int x", &statements);
    let policy = Policy { uninitialised: Uninitialised::Input, ..Policy::default() };
    let inputs = Box::new(ListInput::new(vec![Scalar::Int(3), Scalar::Int(9)]));
    let outcome = Interpreter::new(&program, Config { policy, inputs, ..Config::default() }).run();
    assert_eq!(outcome.end, End::Exit(33));
    assert_eq!(outcome.inputs_used.len(), 1);
    assert_eq!(outcome.inputs_used[0].name, "a[1]");
}

#[test]
fn a_copy_of_uninitialised_memory_is_the_same_memory() {
    let copy = "call memcpy((void*)&b[0], (void*)&a[0], n)";
    let statements = ["declare a", "declare b", "n = 12ul", copy, "x = b[1] * 10", "result = x + a[1]"];
    let later = ["declare a", "declare b", "n = 8ul", copy, "a[1] = 2", "x = b[1] * 10", "result = x + a[1]"];
    let record = ["declare r", "s = r", "t = s", "x = t.y * 10", "result = x + r.y"];
    let declarations = "local int[3] a\nlocal int[3] b\nlocal unsigned long n\nlocal int x\n\
                        local struct p r\nlocal struct p s\nlocal struct p t";
    let globals = "struct p size 8 align 4 {\nint x @0\nint y @4\n}";
    for (statements, code) in [(&statements[..], 33), (&later[..], 32), (&record[..], 33)] {
        let program = straight(globals, declarations, statements);
        let policy = Policy { uninitialised: Uninitialised::Input, ..Policy::default() };
        let inputs = Box::new(ListInput::new(vec![Scalar::Int(3), Scalar::Int(9)]));
        let outcome = Interpreter::new(&program, Config { policy, inputs, ..Config::default() }).run();
        assert_eq!(outcome.end, End::Exit(code));
        assert_eq!(outcome.inputs_used.len(), 1);
    }
}

#[test]
fn a_temporary_keeps_memory_as_long_as_it_may_be_read() {
    let policy = Policy { leak: Action::Stop, ..Policy::default() };
    let end_of = |edges: &str| {
        let program = program(&format!(
            "cfa LP64\n{LIBRARY}func main: int(void) {{\nentry L0 exit L1\nreturn int r\ntemp void* t\nlocal void* p\n{edges}}}\n"
        ));
        Interpreter::new(&program, Config { policy, ..Config::default() }).run().end
    };
    let start = "L0 -> L2: t = call malloc(4ul)\nL2 -> L3: p = t\n";
    let lost = end_of(&format!("{start}L3 -> L4: p = (void*)0ul\nL4 -> halt: exit 0\n"));
    assert!(matches!(lost, End::Error(f) if f.kind == ErrorKind::Leak));
    assert_eq!(end_of(&format!("{start}L3 -> halt: exit 0\n")), End::Exit(0));
}

#[test]
fn a_bit_field_keeps_its_neighbours() {
    let globals = "struct s size 4 align 4 {\nunsigned int a @0 : 3\nint b @0+3 : 5\nunsigned int c @1 : 24\n}\nstatic struct s v";
    let statements = ["v.a = 7u", "v.b = -3", "v.c = 1193046u", "v.b = v.b + 1", "result = v.b + (int)v.a"];
    check_exit(globals, "", &statements, 5);
    let local = "local struct s w";
    let unset = ["declare w", "w.a = 1u", "result = w.b"];
    check_error(globals, local, &unset, ErrorKind::Uninitialised, 0);
}

#[test]
fn a_pointer_survives_being_copied_byte_by_byte_and_through_an_integer() {
    let declarations = "local int x\nlocal int* p\nlocal int* q\nlocal unsigned long n\nlocal int i";
    let mut statements = vec!["x = 41".to_owned(), "p = &x".to_owned()];
    for i in 0..8 {
        statements.push(format!("*((char*)&q + {i}) = *((char*)&p + {i})"));
    }
    statements.extend(["*q = *q + 1".to_owned(), "n = (unsigned long)q | 1ul".to_owned()]);
    statements.extend(["p = (int*)(n - 1ul)".to_owned(), "result = *p".to_owned()]);
    let statements: Vec<&str> = statements.iter().map(String::as_str).collect();
    check_exit("", declarations, &statements, 42);
}

#[test]
fn records_are_copied_whole_and_unions_pun() {
    let globals = "struct s {\nint a\ndouble b\n}\nunion u {\nfloat f\nunsigned int i\n}";
    let declarations = "local struct s x\nlocal struct s y\nlocal union u z";
    let statements =
        ["x.a = 5", "x.b = 2.5", "y = x", "z.f = 1.0f", "result = y.a + (int)(z.i >> 23) + (int)y.b"];
    check_exit(globals, declarations, &statements, 5 + 127 + 2);
}

#[test]
fn overlapping_memcpy_and_unknown_callees_are_found() {
    let statements = ["declare a", "call memcpy((void*)&a[0], (void*)&a[1], 8ul)", "result = 0"];
    check_error("", "local int[4] a", &statements, ErrorKind::Overlap, 2);
    check_error("", "", &["call unknown()", "result = 0"], ErrorKind::InvalidCall, 1);
    check_error("", "", &["call reach_error()", "result = 0"], ErrorKind::ReachError, 1);
}

#[test]
fn string_literals_cannot_be_written() {
    let globals = "string char[3] text";
    let statements = ["init text { text[0] = <char>65 }", "*(&text[0]) = <char>66", "result = 0"];
    check_error(globals, "", &statements, ErrorKind::ReadOnlyWrite, 2);
}

#[test]
fn leaks_are_told_from_memory_that_is_still_reachable() {
    let globals = "static void* keep";
    let declarations = "local void* lose";
    let statements = ["lose = call malloc(10ul)", "keep = call malloc(20ul)", "result = 0"];
    let program = straight(globals, declarations, &statements);
    let outcome = run(&program);
    assert_eq!(outcome.end, End::Exit(0));
    let leaks: Vec<_> = outcome.findings.iter().map(|f| (f.kind, f.span.line)).collect();
    assert_eq!(leaks, [(ErrorKind::Leak, 1)]);
    assert_eq!(outcome.still_reachable.iter().map(|o| o.size).collect::<Vec<_>>(), [20]);
}

#[test]
fn inputs_come_in_order_and_are_recorded_by_name() {
    let statements = ["x = call nondet()", "y = call mystery()", "result = x * 10 + y"];
    let program = straight("", "local int x\nlocal int y", &statements);
    let inputs = Box::new(ListInput::new(vec![Scalar::Int(4), Scalar::Int(2)]));
    let outcome = Interpreter::new(&program, Config { inputs, ..Config::default() }).run();
    assert_eq!(outcome.end, End::Exit(42));
    let names: Vec<_> = outcome.inputs_used.iter().map(|i| i.name.as_str()).collect();
    assert_eq!(names, ["nondet", "mystery"]);
}

#[test]
fn equal_seeds_give_equal_runs() {
    let statements = ["x = call nondet()", "y = call nondet()", "result = x ^ y"];
    let program = straight("", "local int x\nlocal int y", &statements);
    let outcome = |seed| {
        let inputs = Box::new(SeedInput::new(seed));
        Interpreter::new(&program, Config { inputs, ..Config::default() }).run()
    };
    assert_eq!(outcome(7), outcome(7));
    assert_ne!(outcome(7).inputs_used, outcome(8).inputs_used);
}

const RECURSIVE: &str = r"
cfa LP64
func sum: int(int) {
  entry L0 exit L1
  param int n
  return int result
  local int rest
  L0 -> L2: [n > 0]
  L0 -> L3: ![n > 0]
  L2 -> L4: rest = call sum(n - 1)
  L4 -> L1: result = rest + 1
  L3 -> L1: result = 0
}
func main: int(void) {
  entry L5 exit L6
  return int result
  L5 -> L6: result = call sum(200000)
}
";

#[test]
fn deep_recursion_uses_no_host_stack_and_has_a_limit() {
    let program = program(RECURSIVE);
    assert_eq!(run(&program).end, End::Exit(200_000));
    let outcome = Interpreter::new(&program, Config { depth_limit: 100, ..Config::default() }).run();
    assert!(matches!(outcome.end, End::Limit(_)));
    let outcome = Interpreter::new(&program, Config { step_limit: 1000, ..Config::default() }).run();
    assert_eq!((matches!(outcome.end, End::Limit(_)), outcome.steps), (true, 1000));
}

#[test]
fn expressions_of_any_depth_are_evaluated_and_reported() {
    let deep = |open: &str, close: &str| format!("{}x{}", open.repeat(50_000), close.repeat(50_000));
    let even = format!("result = {}", deep("~", ""));
    check_exit("", "local int x", &["x = 9", &even], 9);
    let sum = format!("result = {}", deep("(1 + ", ")"));
    check_exit("", "local int x", &["x = 2", &sum], 50_002);
    check_error("", "local int x", &["x = 2147440000", &sum], ErrorKind::SignedOverflow, 2);
}

#[test]
fn a_failed_assumption_blocks_and_an_unsupported_edge_ends_the_run() {
    let blocked = straight("", "", &["[0]", "result = 1"]);
    assert_eq!(run(&blocked).end, End::Blocked);
    let unsupported = straight("", "", &["unsupported \"threads\"", "result = 1"]);
    assert_eq!(run(&unsupported).end, End::Unsupported("threads".to_owned()));
    let text = format!(
        "cfa LP64\n{LIBRARY}func main: void(void) {{\nentry L0 exit L1\nL0 -> L2: call abort()\nL2 -> halt: abort\n}}\n"
    );
    assert_eq!(run(&program(&text)).end, End::Abort);
}

#[test]
fn printf_prints_and_checks_its_arguments() {
    let format = |text: &str| {
        let bytes: Vec<String> =
            text.bytes().enumerate().map(|(i, b)| format!("f[{i}] = <char>{b}")).collect();
        format!("init f {{ {} }}", bytes.join(", "))
    };
    let (good, bad, short) = (format("%d|%5.2f|%s|%lx\n"), format("%ld\n"), format("%d %d\n"));
    let globals = "string char[32] f";
    let call = "call printf(&f[0], -7, 2.5, &f[14], 255ul)";
    let program = straight(globals, "", &[&good, call, "result = 0"]);
    assert_eq!(String::from_utf8(run(&program).output).unwrap(), "-7| 2.50|x\n|ff\n");
    check_error(globals, "", &[&bad, "call printf(&f[0], 1)", "result = 0"], ErrorKind::BadVarargs, 2);
    check_error(globals, "", &[&short, "call printf(&f[0], 1)", "result = 0"], ErrorKind::BadVarargs, 2);
}

const VARIADIC: &str = r"
func sum: int(int, ...) {
  entry L0 exit L1
  param int n
  return int result
  local char* list
  temp int next
  L0 -> L2: result = 0
  L2 -> L3: call va_start(&list)
  L3 -> L4: [n > 0]
  L3 -> L7: ![n > 0]
  L4 -> L5: next = call va_arg_int(&list)
  L5 -> L6: result = result + next
  L6 -> L3: n = n - 1
  L7 -> L1: call va_end(&list)
}
";

#[test]
fn variable_arguments_are_read_in_order_and_checked() {
    let text = |call: &str| {
        program(&format!(
            "cfa LP64\n{LIBRARY}{VARIADIC}func main: int(void) {{\nentry L8 exit L9\nreturn int result\nL8 -> L9: result = call {call}\n}}\n"
        ))
    };
    assert_eq!(run(&text("sum(3, 1, 2, 39)")).end, End::Exit(42));
    for call in ["sum(2, 1)", "sum(1, 1l)", "sum(1, 1.0)"] {
        assert!(matches!(run(&text(call)).end, End::Error(f) if f.kind == ErrorKind::BadVarargs), "{call}");
    }
}

#[test]
fn errors_in_library_models_are_reported_at_the_users_call() {
    let text = format!(
        "cfa LP64\nfile F0 \"t.c\"\n{LIBRARY}
library func first: int(char*) {{
  entry L0 exit L1
  param char* s
  return int result
  L0 -> L1: result = (int)*s @F0:900:1-2
}}
func main: int(void) {{
  entry L2 exit L3
  return int result
  L2 -> L3: result = call first(<char*>0) @F0:5:1-2
}}
"
    );
    let program = program(&text);
    let End::Error(finding) = run(&program).end else { panic!("no error") };
    assert_eq!((finding.kind, finding.span.line), (ErrorKind::NullDeref, 5));
    let stack: Vec<_> = finding.stack.iter().map(|s| program.func_name(s.func)).collect();
    assert_eq!(stack, ["main"]);
}

struct Recorder {
    values: Vec<Option<Scalar>>,
    var: argand_cfa::VarId,
}

impl Observer for Recorder {
    fn edge(&mut self, view: &mut StateView<'_, '_>, _: EdgeId) {
        if view.function() == view.program().main {
            self.values.push(view.read_var(self.var));
        }
    }
}

#[test]
fn an_observer_sees_the_state_after_every_edge() {
    let program = straight("", "local int x", &["x = 1", "x = x + 4", "result = x"]);
    let var = program
        .vars
        .iter_enumerated()
        .find(|(_, v)| program.names.resolve(v.name) == "x")
        .map(|(id, _)| id)
        .unwrap();
    let mut recorder = Recorder { values: Vec::new(), var };
    let outcome = Interpreter::new(&program, Config::default()).run_observed(&mut recorder);
    assert_eq!(outcome.end, End::Exit(5));
    let int = |v| Some(Scalar::Int(v));
    assert_eq!(recorder.values, [None, int(1), int(5), int(5)]);
}

proptest::proptest! {
    #[test]
    fn random_programs_never_panic_and_run_alike_twice(
        choices in proptest::collection::vec(proptest::prelude::any::<u16>(), 0..400),
        seed in proptest::prelude::any::<u64>(),
    ) {
        let program = argand_cfa::testing::random_program(&choices);
        let outcome = || {
            let inputs = Box::new(SeedInput::new(seed));
            Interpreter::new(&program, Config { inputs, step_limit: 2000, ..Config::default() }).run()
        };
        proptest::prop_assert_eq!(outcome(), outcome());
    }
}
