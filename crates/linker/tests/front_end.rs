//! A front end without a language: what the linker does is the same for all of them. Its declarations are letters.

use argand_cfa::{
    AssumptionKind, Body, DataModel, ExprKind, FuncId, FunctionType, IntKind, LibFn, Op, Origin, Program,
    TypeId, TypeKind, TypeTable, VarKind,
};
use argand_linker::startup::{self, Entry};
use argand_linker::{
    Cursor, Declared, ExternPolicy, Externs, Linked, Links, Owner, PointerCall, Strength, Writes, build,
    functions,
};
use argand_support::Span;

fn empty(externs: Externs) -> (Program, Links<char>) {
    let policy = ExternPolicy { default: externs, ..ExternPolicy::default() };
    (Program::new(TypeTable::new(DataModel::Lp64)), Links::new(policy))
}

/// `int(params)`.
fn int_function(program: &mut Program, params: &[TypeId]) -> TypeId {
    let ret = program.types.int(IntKind::Int);
    let params = params.into();
    program.types.intern(TypeKind::Function(FunctionType { ret, params, variadic: false, prototyped: true }))
}

/// Defines a function without parameters that returns what `value` makes.
fn define(
    program: &mut Program,
    links: &mut Links<char>,
    (name, decl): (&str, char),
    value: impl FnOnce(&mut Program, &mut Links<char>, &mut Cursor, FuncId) -> argand_cfa::ExprId,
) -> FuncId {
    let ty = int_function(program, &[]);
    let name = program.names.intern(name);
    let func = functions::declare(program, name, ty, LibFn::Undefined, Origin::User, Span::NONE);
    functions::define(program, func, Vec::new());
    links.claim(program, name, Owner { unit: 0, decl, strength: Strength::Strong, span: Span::NONE });
    links.functions.insert(name, func);
    let function = &program.functions[func];
    let (Body::Defined { entry, exit }, Some(ret)) = (function.body, function.ret) else {
        panic!("it was defined with a result")
    };
    let mut cursor = Cursor::at(entry);
    let src = value(program, links, &mut cursor, func);
    let dst = build::var_place(program, ret);
    cursor.emit(program, func, Op::Assign { dst, src }, Span::NONE);
    cursor.lead_to(program, exit);
    func
}

/// `int f(void) { return 7; } int main(void) { int (*p)(void) = f; return p(); }`.
fn through_a_pointer(externs: Externs) -> Program {
    let (mut program, mut links) = empty(externs);
    let f = define(&mut program, &mut links, ("f", 'f'), |program, _, _, _| build::plain_int(program, 7));
    define(&mut program, &mut links, ("main", 'm'), |program, links, cursor, caller| {
        let address = build::function_address(program, f, false);
        let (ty, int) = (program.expr(address).ty, program.types.int(IntKind::Int));
        let p = build::variable(program, "p", ty, VarKind::Temp, Some(caller), Span::NONE);
        let place = build::var_place(program, p);
        cursor.emit(program, caller, Op::Assign { dst: place, src: address }, Span::NONE);
        let result = build::variable(program, "r", int, VarKind::Temp, Some(caller), Span::NONE);
        let pointer = build::load_var(program, p);
        let call = PointerCall { caller, pointer, args: Vec::new(), dst: Some(result), span: Span::NONE };
        links.call_pointer(program, cursor, call);
        build::load_var(program, result)
    });
    links.resolve_calls(&mut program);
    let (owner, func) = links.find_entry(&mut program, "main", "test").expect("it was defined");
    assert_eq!(owner.decl, 'm');
    startup::build(&mut program, &mut links, &Entry { func, used: Vec::new(), harness: None });
    program.finish();
    program
}

#[test]
fn a_call_through_a_pointer_reaches_the_functions_whose_address_is_taken() {
    let program = through_a_pointer(Externs::Write);
    assert_eq!(argand_cfa::verify::verify(&program), []);
    let called: Vec<&str> = program.call_sites.iter().map(|site| program.func_name(site.callee)).collect();
    assert_eq!(called, ["f", "main"]);
    let outside: Vec<LibFn> =
        program.extern_calls.iter_enumerated().map(|(call, _)| program.extern_model(call)).collect();
    assert_eq!(outside, [LibFn::UnknownCallee]);
}

#[test]
fn null_is_nobodys_function_where_those_outside_change_nothing() {
    let program = through_a_pointer(Externs::Pure);
    assert_eq!(argand_cfa::verify::verify(&program), []);
    let outside: Vec<LibFn> =
        program.extern_calls.iter_enumerated().map(|(call, _)| program.extern_model(call)).collect();
    assert_eq!(outside, [LibFn::Foreign, LibFn::NullCall]);
}

#[test]
fn the_strongest_definition_counts_and_two_strong_ones_are_an_error() {
    let (mut program, mut links) = empty(Externs::Write);
    let name = program.names.intern("f");
    let owner = |unit, decl, strength| Owner { unit, decl, strength, span: Span::NONE };
    links.claim(&program, name, owner(0, 'a', Strength::Inline));
    links.claim(&program, name, owner(1, 'b', Strength::Weak));
    links.claim(&program, name, owner(2, 'c', Strength::Weak));
    assert!(links.owns(name, 1, 'b') && !links.owns(name, 2, 'c'));
    links.claim(&program, name, owner(3, 'd', Strength::Strong));
    links.claim(&program, name, owner(3, 'e', Strength::Strong));
    assert!(links.owns(name, 3, 'd') && links.errors.is_empty());
    links.claim(&program, name, owner(4, 'f', Strength::Strong));
    assert_eq!(links.errors[0].message, "'f' is defined twice");
}

#[test]
fn a_missing_entry_function_is_an_error() {
    let (mut program, mut links) = empty(Externs::Write);
    assert!(links.find_entry(&mut program, "main", "test").is_none());
    assert_eq!(links.errors[0].message, "there is no function 'main' to start with");
}

#[test]
fn an_alias_is_what_its_target_is() {
    let (mut program, mut links) = empty(Externs::Write);
    let f = define(&mut program, &mut links, ("f", 'f'), |program, _, _, _| build::plain_int(program, 7));
    let (alias, target) = (program.names.intern("g"), program.names.intern("f"));
    assert_eq!(links.alias(alias, target, (None, None)), Some(Linked::Function(f)));
    assert_eq!(links.functions.get(&alias), Some(&f));
    let nobody = program.names.intern("h");
    assert_eq!(links.alias(alias, nobody, (None, None)), None);
}

/// What a function is and is assumed to be that writes through its only parameter.
fn declared(policy: Externs, name: &str) -> (Body, Vec<AssumptionKind>, bool) {
    let (mut program, mut links) = empty(policy);
    let int = program.types.int(IntKind::Int);
    let pointer = program.types.pointer_to(int);
    let (name, ty) = (program.names.intern(name), int_function(&mut program, &[pointer]));
    let writes = || Writes { any: true, params: vec![0] };
    let function = Declared { name, ty, in_library: false, writes: &writes, span: Span::NONE };
    let func = links.declare(&mut program, &function);
    let assumed = links.extern_assumptions(&program).iter().map(|a| a.kind).collect();
    (program.functions[func].body, assumed, links.unsupported_callee(func).is_some())
}

#[test]
fn a_function_that_is_defined_nowhere_does_what_policy_and_name_say() {
    let outside = Body::Extern(LibFn::Outside);
    let undefined = Body::Extern(LibFn::Undefined);
    assert_eq!(declared(Externs::Write, "mine"), (outside, vec![AssumptionKind::ExternWrite], false));
    assert_eq!(declared(Externs::Pure, "mine"), (undefined, vec![AssumptionKind::ExternPure], false));
    assert_eq!(declared(Externs::Unknown, "mine"), (undefined, Vec::new(), true));
    assert_eq!(declared(Externs::Write, "free"), (Body::Extern(LibFn::Free), Vec::new(), false));
    assert!(declared(Externs::Write, "longjmp").2);
}

#[test]
fn folding_leaves_overflow_to_the_checks() {
    let (mut program, _) = empty(Externs::Write);
    let (large, one) =
        (build::plain_int(&mut program, i128::from(i32::MAX)), build::plain_int(&mut program, 1));
    let sum = build::binary(&mut program, argand_cfa::BinaryOp::Add, large, one);
    assert!(matches!(program.expr(sum).kind, ExprKind::Binary(..)));
    let two = build::binary(&mut program, argand_cfa::BinaryOp::Add, one, one);
    assert_eq!(build::literal(&program, two), Some(2));
}
