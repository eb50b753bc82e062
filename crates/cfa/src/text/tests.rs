//! What is printed can be read; what cannot be read gives an error with a place.

use super::{parse, print, print_function};
use crate::difference::structural_difference;
use crate::program::Op;
use crate::testing::{program, random_program};
use proptest::prelude::*;

fn check_round_trip(text: &str) {
    let original = parse(text).unwrap();
    let printed = print(&original);
    let again = parse(&printed).unwrap();
    assert_eq!(print(&again), printed);
    assert_eq!(structural_difference(&original, &again), None, "{printed}");
}

fn check_error(text: &str, line: u32, message: &str) {
    let error = parse(text).expect_err(text);
    assert!(error.message.contains(message), "{:?} does not say {message:?}", error.message);
    assert_eq!(error.span.line, line, "{}", error.message);
}

const LOOP: &str = r#"
cfa LP64
file F0 "loop.c"
extern __VERIFIER_nondet_uint: unsigned int(void) = Nondet @F0:1:21
func main: int(void) @F0:2:5-9 {
  entry L0 exit L1
  return int result
  local unsigned int i @F0:3:16
  local char*[2][3] names
  label AGAIN: L3
  L0 -> L2: declare i
  L2 -> L3: i = call __VERIFIER_nondet_uint() @F0:3:20-44
  L3 -> L4: [i < 10u] b0=true @F0:4:10-16
  L3 -> L5: ![i < 10u] b0=false @F0:4:10-16
  L4 -> L3: i = i + 1u
  L5 -> L1: result = (int)i
}
branch while @F0:4:3-8 cond @F0:4:10-16
"#;

#[test]
fn a_loop_prints_as_expected() {
    insta::assert_snapshot!(print(&program(LOOP)));
}

#[test]
fn one_function_prints_with_the_branches_it_uses() {
    let program = program(LOOP);
    let main = program.find_function("main").unwrap();
    insta::assert_snapshot!(print_function(&program, main));
    let start = print_function(&program, program.start);
    assert!(start.contains("call main()") && !start.contains("branch"), "{start}");
}

#[test]
fn every_kind_of_expression_and_type_round_trips() {
    check_round_trip(
        r#"
cfa ILP32
struct pair size 12 align 4 {
  int first @0
  unsigned int @4+3 : 5
  struct #0* rest @8
}
union u {
  double d
  unsigned char[8] bytes
  struct #0 p
}
struct later incomplete
static struct pair[2][3] table align 64
static union u overlay
static struct later* later undefined
static int(char, ...)*[4] handlers
static int(?)* old
static int(? int, ...)* older
static _BitInt(37) wide
static unsigned _BitInt(128) wider
static opaque(`_Complex float`, 8, 4) complex
static unsigned __int128 huge
static long double x87
static float f
static double d
static long long ll
func main: void(void) {
  entry L0 exit L1
  local int i
  local int `i`
  local char*[*] vla
  L0 -> L2: declare vla size <unsigned int>8 * 2u
  L2 -> L3: table[i#14][<char>-1].first = -(5) - -5 - (i#15 - 1)
  L3 -> L4: f = <float>bits(0x7fc00001)
  L4 -> L5: x87 = -1.5l / 3.0l + x87 * -0.0l
  L5 -> L6: d = FusedMultiplyAdd(d, -2.5e-300, Sqrt((double)f))
  L6 -> L7: ll = (long long)(<int>Load(d))
  L7 -> L8: [Overflows.Mul<short>(ll, i#14) & !(later == <struct later*>0)]
  L8 -> L9: i#14 = <int>WrappingArith.Add(ll, wide)
  L9 -> L10: <short>*&i#14 = <short>-7
  L10 -> L11: i#14 = (<struct pair>*later).#1 << ll
  L11 -> L12: handlers[0] = (int(char, ...)*)@main
  L12 -> L1: *((&table[0][1])->rest + 1) = table[1][2]
}
"#,
    );
}

#[test]
fn deep_nesting_costs_no_stack() {
    let depth = 100_000;
    let deep = |open: &str, close: &str| {
        let body = format!("{}x{}", open.repeat(depth), close.repeat(depth));
        format!(
            "cfa LP64\nstatic int x\nfunc main: void(void) {{\nentry L0 exit L1\nL0 -> L1: x = {body}\n}}"
        )
    };
    for (open, close) in [("~", ""), ("(", ")"), ("-(1 - ", ")"), ("IntAbs(", ")"), ("(int)", "")] {
        let text = deep(open, close);
        let original = parse(&text).unwrap();
        let printed = print(&original);
        assert_eq!(structural_difference(&original, &parse(&printed).unwrap()), None);
    }
    check_error(&deep("((", ")"), 5, "expected an operator or `)`");
    let type_bomb = format!("cfa LP64\nstatic int{} x", "*".repeat(depth));
    check_error(&type_bomb, 2, "nests too deeply");
    let function_bomb = format!("cfa LP64\nstatic {} x", "int(".repeat(depth));
    check_error(&function_bomb, 2, "nests too deeply");
}

#[test]
fn records_without_offsets_are_laid_out_as_c_does() {
    let lp64 = program(
        "cfa LP64\nstruct outer {\nchar c\nstruct inner in\nchar d\n}\nstruct inner {\nchar c\ndouble d\n}\n\
         func f: void(void) {\nentry L0 exit L1\nL0 -> L1: noop\n}",
    );
    let layouts: Vec<_> = lp64
        .types
        .records()
        .map(|(_, r)| (r.size, r.align, r.fields.iter().map(crate::Field::offset).collect::<Vec<_>>()))
        .collect();
    assert_eq!(layouts, [(32, 8, vec![0, 8, 24]), (16, 8, vec![0, 8])]);
}

#[test]
fn what_has_no_number_gets_the_next_free_one() {
    let program = program(
        "cfa LP64\nstatic int a\nv0: static int b\nfunc main: void(void) {\nentry L0 exit L1\n\
         L0 -> L2: a = 1\nE0: L2 -> L1: b = 2\n}",
    );
    assert_eq!(program.var_name(crate::VarId::new(0)), "b");
    assert_eq!(program.op_text(crate::EdgeId::new(0)), "b = 2;");
}

#[test]
fn a_text_without_startup_function_calls_main_and_exits_with_its_result() {
    let program = program(LOOP);
    let start = &program.functions[program.start];
    assert_eq!(program.main, program.find_function("main").unwrap());
    let call = program.locs[start.entry().unwrap()].out[0];
    assert_eq!(program.op_text(call), "main_result = main();");
}

#[test]
fn errors_name_the_line_and_what_was_expected() {
    let body = |line: &str| {
        format!("cfa LP64\nstatic int x\nstatic int* p\nfunc f: void(void) {{\nentry L0 exit L1\n{line}\n}}")
    };
    check_error("", 1, "expected `cfa`");
    check_error("cfa LP65", 1, "expected LP64 or ILP32");
    check_error("cfa LP64\nwhat", 2, "expected a declaration");
    check_error("cfa LP64\nstruct s {\nint x", 2, "never closed");
    check_error("cfa LP64\nstatic struct s x", 2, "no record `s`");
    check_error("cfa LP64\nstatic int x\nv0: static int y\nv0: static int z", 4, "two variables");
    check_error("cfa LP64\nv7: static int y", 2, "too large");
    check_error("cfa LP64\nstatic _BitInt(0) y", 2, "between 1 and 128");
    check_error("cfa LP64\nstatic int y @F0:1:1", 2, "no file F0");
    check_error("cfa LP64\nstruct s {\nint x : 3\n}", 2, "bit-fields need offsets");
    check_error("cfa LP64\nstruct s {\nstruct s x\n}", 2, "contains itself");
    check_error("cfa LP64\nstatic int x", 2, "no function with a body");
    check_error(&body("L0 -> L9: noop"), 6, "L9 is too large");
    check_error(&body("L0 -> L1: y = 1"), 6, "no variable `y`");
    check_error(&body("L0 -> L1: x#1 = 1"), 6, "this name and number");
    check_error(&body("L0 -> L1: x = 1 +"), 6, "expected an expression");
    check_error(&body("L0 -> L1: x = (1"), 6, "expected an operator or `)`");
    check_error(&body("L0 -> L1: x = *x"), 6, "only a pointer can be followed");
    check_error(&body("L0 -> L1: x = x.y"), 6, "only a struct or union");
    check_error(&body("L0 -> L1: x = x[1]"), 6, "only an array");
    check_error(&body("L0 -> L1: 1 = x"), 6, "not a place");
    check_error(&body("L0 -> L1: x = Sqrt(1, 2, 3, 4)"), 6, "number of operands");
    check_error(&body("L0 -> L1: x = 1e999999999"), 6, "not a number");
    check_error(&body("L0 -> L1: call g()"), 6, "no function `g`");
    check_error(&body("L0 -> L1: noop b0=true"), 6, "no branch b0");
    check_error(&body("E1/E2/E3: L0 -> L1: noop"), 6, "three edges");
    check_error(&body("L0 -> L1: noop noop"), 6, "expected the end of the line");
    check_error(&body("halt L1\nhalt L1"), 7, "one location only");
}

/// Lists long enough to reach every kind of operation.
fn choices() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..900)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_round_trip(choices in choices()) {
        let original = random_program(&choices);
        let printed = print(&original);
        let again = match parse(&printed) {
            Ok(again) => again,
            Err(error) => return Err(TestCaseError::fail(format!("{error:?}\n{printed}"))),
        };
        prop_assert_eq!(print(&again), printed.clone());
        prop_assert_eq!(structural_difference(&original, &again), None, "{}", printed);
    }

    #[test]
    fn mutated_texts_give_a_program_or_an_error_with_a_place(
        choices in choices(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..8usize, any::<prop::sample::Index>()), 15),
    ) {
        let text = print(&random_program(&choices));
        for (at, edit, other) in edits {
            let mutated = mutate(&text, &at, edit, &other);
            if let Err(error) = parse(&mutated) {
                let lines = u32::try_from(mutated.lines().count()).unwrap_or(u32::MAX);
                prop_assert!((1..=lines + 1).contains(&error.span.line), "{error:?}");
            }
        }
    }
}

/// Cuts, doubles, replaces or swaps a small piece of the text.
fn mutate(text: &str, at: &prop::sample::Index, edit: usize, other: &prop::sample::Index) -> String {
    const PIECES: [&str; 16] = [
        "(",
        ")",
        "L4294967295",
        "-1",
        "{",
        "}",
        "struct",
        "<int>",
        "@",
        "#7",
        "\n",
        "`",
        "[*]",
        "\u{e4}",
        "0x",
        "->",
    ];
    let words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
    let (i, j) = (at.index(words.len()), other.index(words.len()));
    let mut words = words;
    match edit {
        0 => {
            words.remove(i);
        }
        1 => words.insert(i, words[i]),
        2 => words.swap(i, j),
        3 => words[i] = words[j],
        4 => words.insert(i, PIECES[other.index(PIECES.len())]),
        5 => words[i] = PIECES[other.index(PIECES.len())],
        6 => words.truncate(i),
        _ => {
            let mut bytes = text.as_bytes().to_vec();
            let position = at.index(bytes.len());
            bytes[position] = b' ' + (other.index(95) as u8);
            return String::from_utf8_lossy(&bytes).into_owned();
        }
    }
    words.concat()
}

#[test]
fn random_programs_reach_every_part_of_the_language() {
    let mut seen = argand_support::FxHashSet::default();
    let mut state = 1u64;
    for _ in 0..500 {
        let choices: Vec<u16> = (0..900)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 40) as u16
            })
            .collect();
        let program = random_program(&choices);
        seen.extend(program.edges.iter().map(|e| variant(&format!("{:?}", e.op))));
        let called = program.edges.iter().filter_map(|edge| match edge.op {
            Op::Extern(call) => Some(format!("{:?}", program.extern_model(call))),
            _ => None,
        });
        seen.extend(called);
        seen.extend(program.types.iter().map(|(_, k)| variant(&format!("{k:?}"))));
        for (_, expr) in program.pool.iter() {
            let text = format!("{:?}", expr.kind);
            seen.insert(variant(&text));
            seen.insert(text.split(['(', ')', ',', ' ']).nth(1).unwrap_or_default().to_owned());
        }
    }
    let words = "Noop Assume Assign Init Havoc Declare Dead Call Return Summary Extern Halt Unsupported \
                 Void Int BitInt Float Pointer Array Record Function Opaque Load AddrOf FuncAddr Unary \
                 Binary Cast Intrinsic Neg BitNot Not Add Sub Mul Div Rem Shl Shr And Or Xor Eq Ne Lt Le Gt \
                 Ge PtrAdd PtrSub PtrDiff ByteSwap PopCount LeadingZeros TrailingZeros FindFirstSet Parity \
                 RedundantSignBits Overflows WrappingArith IsNan IsInf IsFinite IsNormal SignBit FpClassify \
                 Unordered FloatAbs CopySign Sqrt Floor Ceil Trunc Round RoundEven FloatMod FloatRemainder \
                 FloatMin FloatMax FusedMultiplyAdd IntAbs ObjectSize ObjectOffset";
    let models: Vec<String> = crate::testing::LIBRARY.iter().map(|model| format!("{model:?}")).collect();
    let words = words.split_whitespace().chain(models.iter().map(String::as_str));
    let missing: Vec<_> = words.filter(|w| !seen.contains(*w)).collect();
    assert!(missing.is_empty(), "never generated: {missing:?}");
}

fn variant(debug: &str) -> String {
    debug.split(['(', ' ', '{']).next().unwrap_or_default().to_owned()
}
