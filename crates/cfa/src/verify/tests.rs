//! One broken program for each invariant, and random programs that break none.

use super::{Subject, verify};
use crate::expr::{Args, BinaryOp, ExprKind, Intrinsic, PlaceKind, UnaryOp};
use crate::program::*;
use crate::testing::random_program;
use crate::text::parse;
use crate::types::{ArrayLen, FloatKind, IntKind};
use argand_support::{FileId, Span};
use proptest::prelude::*;

const GOOD: &str = r"
cfa LP64
struct pair {
  int a
  long b
}
static struct pair s
static int[3] numbers
labeladdr void spot
extern nondet: int(void) = Nondet
extern stop: void(void) = Abort
func f: int(int) {
  entry L0 exit L1
  param int x
  return int result
  temp int t
  local int y
  local char[*] vla
  L0 -> L2: declare y
  L2 -> L3: declare vla size 8ul
  L3 -> L4: [x < 3]
  L3 -> L5: ![x < 3]
  L4 -> L5: y = *&y + numbers[x] + s.a
  L5 -> L6: t = call nondet()
  L6 -> L1: result = t
}
func main: int(void) {
  entry L7 exit L8
  return int result
  local double d
  L7 -> L9: result = call f(3)
  L9 -> L10: init numbers { numbers[0] = 1 }
  L10 -> L11: [d == 2.5]
  L10 -> L12: ![d == 2.5]
  L11 -> L13: call stop()
  L13 -> halt: abort
  L12 -> L8: d = havoc Asm
}
";

fn good() -> Program {
    let program = parse(GOOD).unwrap();
    assert_eq!(verify(&program), [], "the program that tests break must be whole");
    program
}

/// Breaks the good program and expects the message.
#[track_caller]
fn check_broken(message: &str, spoil: impl FnOnce(&mut Program)) {
    let mut program = good();
    spoil(&mut program);
    let found = verify(&program);
    assert!(found.iter().any(|v| v.message.contains(message)), "{message:?} is not among {found:#?}");
}

/// The edge that shows this text.
fn edge(program: &Program, text: &str) -> EdgeId {
    program.edges.indices().find(|&e| program.op_text(e).contains(text)).unwrap()
}

fn var(program: &Program, name: &str) -> VarId {
    program.vars.indices().find(|&v| program.var_name(v) == name).unwrap()
}

/// Replaces the right side of `y = …` by an expression.
#[track_caller]
fn check_expr(message: &str, make: impl FnOnce(&mut Program) -> crate::ExprId) {
    check_broken(message, |p| {
        let value = make(p);
        let at = edge(p, "y = ");
        let Op::Assign { dst, .. } = p.edges[at].op else { unreachable!("y is assigned") };
        p.edges[at].op = Op::Assign { dst, src: value };
    });
}

/// Replaces `y` in `y = …` by a place.
#[track_caller]
fn check_place(message: &str, make: impl FnOnce(&mut Program) -> crate::PlaceId) {
    check_broken(message, |p| {
        let place = make(p);
        let ty = p.place(place).ty;
        let at = edge(p, "y = ");
        let src = p.pool.expr(ExprKind::Int(0), ty);
        p.edges[at].op = Op::Assign { dst: place, src };
    });
}

fn int(p: &Program) -> crate::TypeId {
    p.types.int(IntKind::Int)
}

fn load(p: &mut Program, name: &str) -> crate::ExprId {
    let id = var(p, name);
    let ty = p.vars[id].ty;
    let place = p.pool.place(PlaceKind::Var(id), ty);
    p.pool.expr(ExprKind::Load(place), ty)
}

fn constant(p: &mut Program, value: i128, ty: crate::TypeId) -> crate::ExprId {
    p.pool.expr(ExprKind::Int(value), ty)
}

#[test]
fn ids_must_name_something() {
    check_broken("not there", |p| {
        p.edges[EdgeId::new(0)].op = Op::Dead { var: VarId::new(99) };
    });
    check_broken("not there", |p| {
        p.edges[EdgeId::new(0)].op = Op::Return(CallSiteId::new(99));
    });
    check_broken("not there", |p| {
        p.labels.push(Label { name: argand_support::Symbol::new(0), loc: LocId::new(99) });
    });
    check_broken("names nothing", |p| p.halt = LocId::new(99));
    check_broken("not there", |p| p.vars[VarId::new(0)].func = Some(FuncId::new(99)));
    check_broken("not there", |p| p.functions[FuncId::new(2)].ret = Some(VarId::new(99)));
    check_broken("not there", |p| p.call_sites[CallSiteId::new(0)].after = LocId::new(99));
    check_broken("not there", |p| p.locs[LocId::new(0)].out.push(EdgeId::new(99)));
}

#[test]
fn locations_list_their_edges() {
    check_broken("does not leave it", |p| {
        p.locs[LocId::new(0)].out.push(EdgeId::new(1));
    });
    check_broken("does not enter it", |p| {
        p.locs[LocId::new(0)].into.push(EdgeId::new(1));
    });
    check_broken("not in the lists", |p| p.locs[LocId::new(0)].out.clear());
}

#[test]
fn locations_have_one_of_the_allowed_shapes() {
    check_broken("do not belong together", |p| {
        p.add_edge(LocId::new(0), LocId::new(2), Op::Noop, Span::NONE);
    });
    check_broken("do not belong together", |p| {
        let at = edge(p, "[!(x < 3)]");
        let Op::Assume { cond, .. } = p.edges[at].op else { unreachable!("an assume") };
        p.edges[at].op = Op::Assume { cond, truth: true };
    });
    check_broken("no outgoing edge", |p| {
        let func = p.main;
        p.add_loc(func);
    });
    check_broken("the exit of a function", |p| {
        p.add_edge(LocId::new(1), LocId::new(0), Op::Noop, Span::NONE);
    });
    check_broken("the halting location has", |p| {
        p.add_edge(p.halt, LocId::new(0), Op::Noop, Span::NONE);
    });
}

#[test]
fn edges_stay_where_they_belong() {
    check_broken("leaves its function", |p| {
        let at = edge(p, "t = nondet()");
        let to = LocId::new(12);
        p.edges[at].to = to;
    });
    check_broken("exactly the halt edges", |p| {
        let at = edge(p, "halt: abort");
        p.edges[at].op = Op::Noop;
    });
    check_broken("belongs to a branch", |p| {
        let keyword = Span::NONE;
        let branch = p.branches.push(Branch { kind: BranchKind::If, keyword, condition: keyword });
        p.edges[EdgeId::new(0)].branch = Some(BranchRef { branch, outcome: None });
    });
    check_broken("no halt follows", |p| {
        let at = edge(p, "halt: abort");
        p.edges[at].op = Op::Noop;
    });
    check_broken("another function", |p| {
        let exit = p.functions[p.main].exit().unwrap();
        let f = p.find_function("f").unwrap();
        let entry = p.functions[f].entry().unwrap();
        p.functions[f].body = Body::Defined { entry, exit };
    });
}

#[test]
fn calls_have_three_edges_between_the_right_locations() {
    let call =
        |p: &Program, which: fn(&Op) -> bool| p.edges.indices().find(|&e| which(&p.edges[e].op)).unwrap();
    check_broken("one call, one return and one summary", |p| {
        let at = call(p, |op| matches!(op, Op::Return(_)));
        p.edges[at].op = Op::Noop;
    });
    check_broken("where its call site says", |p| {
        let at = call(p, |op| matches!(op, Op::Return(_)));
        p.edges[at].to = LocId::new(10);
    });
    check_broken("without a body", |p| {
        p.call_sites[CallSiteId::new(0)].callee = p.find_function("nondet").unwrap();
    });
    check_broken("returns into another function", |p| {
        p.call_sites[CallSiteId::new(0)].after = LocId::new(0);
    });
    check_broken("as one without", |p| {
        p.extern_calls[ExternId::new(0)].callee = p.find_function("f").unwrap();
    });
    check_broken("the number of arguments", |p| p.call_sites[CallSiteId::new(0)].args = Box::default());
    check_broken("type of its parameter", |p| {
        let long = p.types.int(IntKind::Long);
        let arg = constant(p, 3, long);
        p.call_sites[CallSiteId::new(0)].args = [arg].into();
    });
    check_broken("goes into a variable of another type", |p| {
        let d = var(p, "d");
        p.call_sites[CallSiteId::new(0)].dst = Some(d);
    });
    check_broken("goes into a variable of another type", |p| {
        let vla = var(p, "vla");
        p.extern_calls[ExternId::new(0)].dst = Some(vla);
    });
}

#[test]
fn start_and_main_have_bodies_and_start_no_parameters() {
    check_broken("need a body", |p| p.main = p.find_function("nondet").unwrap());
    check_broken("has parameters", |p| p.start = p.find_function("f").unwrap());
}

#[test]
fn variables_belong_to_functions_as_their_kind_demands() {
    for name in ["x", "result", "y", "t"] {
        check_broken("as its kind demands", |p| {
            let id = var(p, name);
            p.vars[id].func = None;
        });
    }
    check_broken("not its own", |p| {
        let f = p.find_function("f").unwrap();
        let y = var(p, "y");
        p.functions[f].params = vec![y];
    });
    check_broken("types of its prototype", |p| {
        let x = var(p, "x");
        p.vars[x].ty = p.types.int(IntKind::Char);
    });
    check_broken("another type than it returns", |p| {
        let result = var(p, "result");
        p.vars[result].ty = p.types.int(IntKind::Char);
    });
    check_broken("has no return variable", |p| {
        let f = p.find_function("f").unwrap();
        p.functions[f].ret = None;
    });
    check_broken("no function type", |p| {
        let f = p.find_function("f").unwrap();
        p.functions[f].ty = int(p);
    });
    check_broken("has variables and no body", |p| {
        let nondet = p.find_function("nondet").unwrap();
        p.functions[nondet].params = vec![VarId::new(0)];
    });
    check_broken("belongs to another function", |p| {
        let at = edge(p, "int y;");
        let var = var(p, "d");
        p.edges[at].op = Op::Dead { var };
    });
}

#[test]
fn variables_have_object_types_and_sane_alignments() {
    check_broken("none of an object", |p| {
        let y = var(p, "y");
        p.vars[y].ty = p.types.void();
    });
    check_broken("power of two", |p| {
        let y = var(p, "y");
        p.vars[y].align = Some(3);
    });
}

#[test]
fn addresses_are_marked_and_never_those_of_temporaries() {
    check_broken("not marked as addressed", |p| {
        let y = var(p, "y");
        p.vars[y].addressed = false;
    });
    check_broken("temporary whose address is taken", |p| {
        let t = var(p, "t");
        p.vars[t].addressed = true;
    });
    check_expr("address of a temporary", |p| {
        let (t, int) = (var(p, "t"), int(p));
        let place = p.pool.place(PlaceKind::Var(t), int);
        let ty = p.types.pointer_to(int);
        p.pool.expr(ExprKind::AddrOf(place), ty)
    });
}

#[test]
fn only_locals_are_declared_and_die_and_sizes_stand_where_types_have_none() {
    check_broken("declares a variable that is no local", |p| {
        let (at, t) = (edge(p, "int y;"), var(p, "t"));
        p.edges[at].op = Op::Declare { var: t, size: None };
    });
    check_broken("that is no local", |p| {
        let (at, t) = (edge(p, "int y;"), var(p, "t"));
        p.edges[at].op = Op::Dead { var: t };
    });
    check_broken("exactly if the type has none", |p| {
        let (at, var) = (edge(p, "int y;"), var(p, "vla"));
        p.edges[at].op = Op::Declare { var, size: None };
    });
    check_broken("not of type size_t", |p| {
        let (at, var) = (edge(p, "int y;"), var(p, "vla"));
        let int = int(p);
        let size = Some(constant(p, 8, int));
        p.edges[at].op = Op::Declare { var, size };
    });
}

#[test]
fn spans_name_files() {
    let nowhere = Span::point(FileId::new(7), 1, 1);
    check_broken("names no file", |p| p.edges[EdgeId::new(0)].span = nowhere);
    check_broken("names no file", |p| p.vars[VarId::new(0)].span = nowhere);
    check_broken("names no file", |p| p.functions[FuncId::new(0)].span = nowhere);
}

#[test]
fn constants_are_canonical_and_of_fitting_types() {
    check_expr("canonical form", |p| constant(p, 1 << 40, int(p)));
    check_expr("an integer constant has another type", |p| constant(p, 1, p.types.float(FloatKind::Double)));
    check_expr("a floating constant has another type", |p| p.pool.expr(ExprKind::Float(0), int(p)));
    check_expr("beyond its format", |p| {
        let float = p.types.float(FloatKind::Float);
        p.pool.expr(ExprKind::Float(1 << 32), float)
    });
}

#[test]
fn loads_and_addresses_have_the_types_of_their_places() {
    check_expr("another type than its place", |p| {
        let (x, int) = (var(p, "x"), int(p));
        let place = p.pool.place(PlaceKind::Var(x), int);
        let long = p.types.int(IntKind::Long);
        p.pool.expr(ExprKind::Load(place), long)
    });
    check_expr("has no value", |p| load(p, "numbers"));
    check_expr("has no value", |p| load(p, "spot"));
    check_expr("pointer to its place", |p| {
        let (x, int) = (var(p, "x"), int(p));
        let place = p.pool.place(PlaceKind::Var(x), int);
        p.pool.expr(ExprKind::AddrOf(place), int)
    });
    check_expr("no pointer to a function", |p| p.pool.expr(ExprKind::FuncAddr(p.main), int(p)));
    check_expr("address of a bit-field", |p| {
        let record = p.types.records().next().unwrap().0;
        let mut fields = p.types.record(record).fields.clone();
        fields[0].bit_width = Some(3);
        p.types.complete_record(record, fields, 16, 8);
        let (s, int) = (var(p, "s"), int(p));
        let ty = p.vars[s].ty;
        let base = p.pool.place(PlaceKind::Var(s), ty);
        let place = p.pool.place(PlaceKind::Field { base, field: 0 }, int);
        let pointer = p.types.pointer_to(int);
        p.pool.expr(ExprKind::AddrOf(place), pointer)
    });
}

#[test]
fn operators_and_intrinsics_have_the_right_types() {
    let unary = "an operator with one operand";
    let binary = "an operator with two operands";
    check_expr(unary, |p| {
        let d = p.pool.expr(ExprKind::Float(0), p.types.float(FloatKind::Double));
        p.pool.expr(ExprKind::Unary(UnaryOp::BitNot, d), p.types.float(FloatKind::Double))
    });
    check_expr(unary, |p| {
        let one = constant(p, 1, int(p));
        p.pool.expr(ExprKind::Unary(UnaryOp::Not, one), p.types.int(IntKind::Bool))
    });
    for op in [BinaryOp::Add, BinaryOp::Eq, BinaryOp::And, BinaryOp::PtrAdd, BinaryOp::PtrDiff] {
        check_expr(binary, |p| {
            let (one, other) = (constant(p, 1, int(p)), constant(p, 1, p.types.int(IntKind::Long)));
            p.pool.expr(ExprKind::Binary(op, one, other), int(p))
        });
    }
    check_expr(binary, |p| {
        let one = constant(p, 1, int(p));
        p.pool.expr(ExprKind::Binary(BinaryOp::Shl, one, one), p.types.int(IntKind::Long))
    });
    check_expr("not between scalars", |p| {
        let s = load(p, "s");
        p.pool.expr(ExprKind::Cast(s), int(p))
    });
    check_expr("an intrinsic", |p| {
        let one = constant(p, 1, int(p));
        p.pool.expr(ExprKind::Intrinsic(Intrinsic::Sqrt, Args::One(one)), int(p))
    });
    check_expr("an intrinsic", |p| {
        let one = constant(p, 1, int(p));
        p.pool.expr(ExprKind::Intrinsic(Intrinsic::PopCount, Args::Two(one, one)), int(p))
    });
}

#[test]
fn places_have_the_types_of_what_they_name() {
    check_place("a variable is seen with another type", |p| {
        let x = var(p, "x");
        p.pool.place(PlaceKind::Var(x), p.types.int(IntKind::Char))
    });
    check_place("no pointer", |p| {
        let one = constant(p, 1, int(p));
        p.pool.place(PlaceKind::Deref(one), int(p))
    });
    let base = |p: &mut Program, name: &str| {
        let id = var(p, name);
        let ty = p.vars[id].ty;
        p.pool.place(PlaceKind::Var(id), ty)
    };
    check_place("no such member", |p| {
        let base = base(p, "s");
        p.pool.place(PlaceKind::Field { base, field: 9 }, int(p))
    });
    check_place("no such member", |p| {
        let base = base(p, "x");
        p.pool.place(PlaceKind::Field { base, field: 0 }, int(p))
    });
    check_place("a member is seen with another type", |p| {
        let base = base(p, "s");
        p.pool.place(PlaceKind::Field { base, field: 0 }, p.types.int(IntKind::Char))
    });
    check_place("no array", |p| {
        let (base, index) = (base(p, "x"), constant(p, 0, int(p)));
        p.pool.place(PlaceKind::Index { base, index }, int(p))
    });
    check_place("an element is seen with another type", |p| {
        let (base, index) = (base(p, "numbers"), constant(p, 0, int(p)));
        p.pool.place(PlaceKind::Index { base, index }, p.types.int(IntKind::Char))
    });
    check_place("an index is no integer", |p| {
        let double = p.types.float(FloatKind::Double);
        let index = p.pool.expr(ExprKind::Float(0), double);
        let base = base(p, "numbers");
        p.pool.place(PlaceKind::Index { base, index }, int(p))
    });
}

#[test]
fn what_edges_write_has_the_type_of_where_it_goes() {
    check_expr("assigns a value of another type", |p| constant(p, 1, p.types.int(IntKind::Long)));
    check_broken("no scalar", |p| {
        let s = load(p, "s");
        let (a, b) = (edge(p, "[d == 2.5]"), edge(p, "[!(d == 2.5)]"));
        p.edges[a].op = Op::Assume { cond: s, truth: true };
        p.edges[b].op = Op::Assume { cond: s, truth: false };
    });
    check_broken("outside the variable", |p| {
        let (at, s) = (edge(p, "init"), var(p, "s"));
        let Op::Init { entries, .. } = p.edges[at].op.clone() else { unreachable!("an init") };
        p.edges[at].op = Op::Init { var: s, entries };
    });
    check_broken("initialises with another type", |p| {
        let at = edge(p, "init");
        let long = p.types.int(IntKind::Long);
        let value = constant(p, 1, long);
        let Op::Init { entries, .. } = &mut p.edges[at].op else { unreachable!("an init") };
        entries[0].value = value;
    });
    check_broken("havocs something that has no size", |p| {
        let at = edge(p, "d = *");
        let spot = var(p, "spot");
        let ty = p.vars[spot].ty;
        let dst = p.pool.place(PlaceKind::Var(spot), ty);
        p.edges[at].op = Op::Havoc { dst, source: NondetSource::Asm };
    });
    check_broken("exit code", |p| {
        let at = edge(p, "halt with");
        let d = p.pool.expr(ExprKind::Float(0), p.types.float(FloatKind::Double));
        p.edges[at].op = Op::Halt(HaltKind::Exit(d));
    });
}

#[test]
fn members_lie_inside_their_record() {
    check_broken("does not lie inside", |p| {
        let record = p.types.records().next().unwrap().0;
        let fields = p.types.record(record).fields.clone();
        p.types.complete_record(record, fields, 8, 8);
    });
    check_broken("power of two", |p| {
        let record = p.types.records().next().unwrap().0;
        let fields = p.types.record(record).fields.clone();
        p.types.complete_record(record, fields, 16, 6);
    });
}

#[test]
fn violations_say_what_and_where() {
    let mut program = good();
    program.sources.file("a.c");
    let at = edge(&program, "y = ");
    program.edges[at].span = Span::point(FileId::new(0), 3, 4);
    let long = program.types.int(IntKind::Long);
    let long = constant(&mut program, 7, long);
    let Op::Assign { dst, .. } = program.edges[at].op else { unreachable!("y is assigned") };
    program.edges[at].op = Op::Assign { dst, src: long };
    let found = verify(&program);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].subject, Subject::Edge(at));
    assert_eq!(found[0].span, Span::point(FileId::new(0), 3, 4));
    assert_eq!(found[0].to_string(), format!("{at}: assigns a value of another type"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_are_well_formed(choices in prop::collection::vec(any::<u16>(), 0..900)) {
        let program = random_program(&choices);
        let found = verify(&program);
        prop_assert!(found.is_empty(), "{:#?}\n{}", found, crate::text::print(&program));
    }
}

#[test]
fn a_flexible_array_member_may_stand_at_the_end() {
    let mut program = good();
    let record = program.types.records().next().unwrap().0;
    let mut fields = program.types.record(record).fields.clone();
    let int = int(&program);
    let ty = program.types.array_of(int, ArrayLen::Unknown);
    fields.push(crate::Field { name: None, ty, bit_offset: 128, bit_width: None });
    program.types.complete_record(record, fields, 16, 8);
    assert_eq!(verify(&program), []);
}
