//! Names across units, start-up code, library functions: what a program is made of beside its bodies.

use argand_cfa::{Body, HaltKind, LibFn, NondetSource, Op, Origin, Program, VarKind};
use argand_frontend_c::{Failure, Loaded, MemoryFiles, Options, load};
use std::path::PathBuf;

fn try_load(units: &[&str]) -> Result<Loaded, Failure> {
    let mut files = MemoryFiles::default();
    let mut paths = Vec::new();
    for (text, name) in units.iter().zip(["a.c", "b.c", "c.c"]) {
        files.insert(name, *text);
        paths.push(PathBuf::from(name));
    }
    load(&paths, &Options::default(), &files)
}

fn program(units: &[&str]) -> Program {
    let loaded = try_load(units).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(argand_cfa::verify::verify(&loaded.program), []);
    loaded.program
}

fn function(program: &Program, name: &str) -> String {
    let func = program.find_function(name).unwrap_or_else(|| panic!("{name} exists"));
    argand_cfa::text::print_function(program, func)
}

/// The operations of the start-up code, in the order of its edges.
fn startup(program: &Program) -> Vec<String> {
    let edges = program.edges.iter_enumerated();
    edges
        .filter(|(_, e)| program.locs[e.from].func == program.start)
        .map(|(id, _)| program.op_text(id))
        .collect()
}

fn count(program: &Program, name: &str) -> usize {
    program.vars.iter_enumerated().filter(|(id, _)| program.var_name(*id) == name).count()
}

#[test]
fn a_name_with_external_linkage_is_one_object_in_all_units() {
    let program = program(&[
        "extern int shared[]; int get(void); int main(void) { shared[1] = 2; return get(); }",
        "int shared[3] = {1}; int get(void) { return shared[1]; }",
    ]);
    assert_eq!(count(&program, "shared"), 1);
    assert!(startup(&program).contains(&"init shared { shared[0UL] = 1 }".to_owned()));
}

#[test]
fn names_with_internal_linkage_are_objects_of_their_own() {
    let program = program(&[
        "static int x = 1; static int f(void) { return x; } int g(void); int main(void) { return f() + g(); }",
        "static int x = 2; static int f(void) { return x; } int g(void) { return f(); }",
    ]);
    assert_eq!(count(&program, "x"), 2);
    let functions = program.functions.iter().filter(|f| program.names.resolve(f.name) == "f").count();
    assert_eq!(functions, 2);
}

#[test]
fn tentative_definitions_of_one_unit_are_one_object() {
    let program = program(&["int x; int x; int x = 4; int x; int main(void) { return x; }"]);
    assert_eq!(count(&program, "x"), 1);
    assert_eq!(startup(&program)[0], "init x { x = 4 }");
}

#[test]
fn tentative_definitions_of_two_units_are_two_definitions() {
    let failure =
        try_load(&["int x; int main(void) { return x; }", "int x;"]).expect_err("gcc refuses it too");
    let text = failure.to_string();
    assert!(text.contains("'x' is defined twice") && text.contains("a.c:1:5"), "{text}");
}

#[test]
fn a_strong_definition_replaces_a_weak_one() {
    for units in [
        [
            "__attribute__((weak)) int f(void) { return 1; } int main(void) { return f(); }",
            "int f(void) { return 2; }",
        ],
        [
            "int f(void); int g(void) { return f(); } int f(void) { return 2; } int main(void) { return g(); }",
            "__attribute__((weak)) int f(void) { return 1; }",
        ],
    ] {
        let program = program(&units);
        assert!(function(&program, "f").contains("= 2"), "{}", function(&program, "f"));
    }
}

#[test]
fn an_inline_definition_stands_in_for_an_external_one() {
    let program = program(&["inline int f(void) { return 5; } int main(void) { return f(); }"]);
    assert!(function(&program, "f").contains("= 5"));
}

#[test]
fn an_alias_is_what_it_is_an_alias_of() {
    let program = program(&[
        "int real(void) { return 1; } int other(void) __attribute__((alias(\"real\"))); int main(void) { return other(); }",
    ]);
    assert!(function(&program, "main").contains("call real("), "{}", function(&program, "main"));
}

#[test]
fn a_pragma_makes_aliases_that_stronger_definitions_replace() {
    let alias =
        "static int g(void) { return 7; } int f(void);\n#pragma weak f = g\nint main(void) { return f(); }";
    assert!(function(&program(&[alias]), "main").contains("g()"), "{}", function(&program(&[alias]), "main"));
    let both = program(&[alias, "int f(void) { return 8; }"]);
    assert!(function(&both, "main").contains("f()"), "{}", function(&both, "main"));
    let user = "int f(void); int main(void) { return f(); }";
    let elsewhere = program(&[user, "int g(void) { return 7; } int f(void);\n#pragma weak f = g\n"]);
    assert!(function(&elsewhere, "main").contains("g()"), "{}", function(&elsewhere, "main"));
}

#[test]
fn a_pragma_for_an_alias_that_may_not_hold_is_refused() {
    let body = "int g(void) { return 7; } int main(void) { return 0; }\n";
    for text in [
        "#pragma weak f = g\n",
        "int f(void);\n#if X\n#pragma weak f = g\n#endif\n",
        "/*\n#pragma weak f = g\n*/\n",
    ] {
        assert!(try_load(&[&format!("{body}{text}")]).is_err(), "{text}");
    }
}

#[test]
fn equal_records_of_two_units_are_one_type() {
    let program = program(&[
        "struct n { int v; struct n *next; }; struct n make(int); int main(void) { struct n x = make(1); return x.v; }",
        "struct n { int v; struct n *next; }; struct n make(int v) { struct n r = {v, 0}; return r; }",
    ]);
    let tagged = program.types.records().filter(|(_, r)| r.tag.is_some()).count();
    assert_eq!(tagged, 1);
}

#[test]
fn records_that_differ_are_a_conflict_where_they_meet() {
    let failure = try_load(&[
        "struct s { int a; }; extern struct s x; int main(void) { return x.a; }",
        "struct s { long a; }; struct s x;",
    ])
    .expect_err("the units disagree");
    assert!(failure.to_string().contains("conflicting types for 'x'"), "{failure}");
}

#[test]
fn an_object_that_is_defined_nowhere_is_arbitrary() {
    let program = program(&["extern int e; int main(void) { return e; }"]);
    let havoc =
        program.edges.iter().any(|e| matches!(e.op, Op::Havoc { source: NondetSource::UndefinedVar, .. }));
    assert!(havoc && startup(&program).contains(&"e = *;".to_owned()));
}

#[test]
fn an_object_of_unknown_size_is_unsupported_only_where_it_is_used() {
    let text = "extern char table[]; int f(int i) { return table[i]; } int main(void) { return 0; }";
    let program = program(&[text]);
    assert!(function(&program, "f").contains("its size is not known"));
    assert!(!startup(&program).iter().any(|op| op.contains("unsupported")));
}

#[test]
fn static_locals_and_literals_get_their_values_before_main() {
    let program = program(&[
        "int f(void) { static int k = 7; return k++; } int main(void) { char *s = \"ab\"; return f() + *s; }",
    ]);
    let ops = startup(&program);
    assert!(ops.contains(&"init k { k = 7 }".to_owned()), "{ops:?}");
    assert!(ops.iter().any(|op| op.starts_with("init \"ab\"")), "{ops:?}");
    let k = program.vars.iter_enumerated().find(|(id, _)| program.var_name(*id) == "k").expect("k");
    assert!(k.1.kind == VarKind::Static && k.1.func == program.find_function("f"));
}

#[test]
fn equal_literals_are_one_object() {
    let program = program(&["int main(void) { char *s = \"ab\", *t = \"ab\"; return s == t; }"]);
    assert_eq!(program.vars.iter().filter(|v| v.kind == VarKind::StringLiteral).count(), 1);
}

#[test]
fn initialisers_reach_members_elements_bits_and_unions() {
    let program = program(&["struct in { char t[4]; unsigned b : 3, c : 5; union { int i; float f; }; };\n\
         struct in x[2] = {[1] = {\"hi\", 2, 9, {.f = 1.0f}}}; int main(void) { return 0; }"]);
    assert_eq!(
        startup(&program)[0],
        "init x { x[1UL].t[0UL] = 104, x[1UL].t[1UL] = 105, x[1UL].b = 2U, x[1UL].c = 9U, … (5 in all) }"
    );
}

#[test]
fn a_flexible_member_makes_its_object_larger() {
    let program = program(&["struct s { int n; int v[]; } x = {2, {5, 6}}; int main(void) { return 0; }"]);
    let (_, x) = program.vars.iter_enumerated().find(|(id, _)| program.var_name(*id) == "x").expect("x");
    assert_eq!(x.extent, Some(12));
}

#[test]
fn constructors_run_before_main_and_destructors_after_it() {
    let program = program(&["int main(void) { return 0; }\n\
         __attribute__((constructor)) void last(void) {} __attribute__((constructor(200))) void second(void) {}\n\
         __attribute__((constructor(101))) void first(void) {}\n\
         __attribute__((destructor)) void end2(void) {} __attribute__((destructor)) void end1(void) {}\n\
         __attribute__((destructor(300))) void end3(void) {}"]);
    let order: Vec<_> = program
        .edges
        .iter()
        .filter(|e| program.locs[e.from].func == program.start)
        .filter_map(|e| match e.op {
            Op::Summary(site) => Some(program.func_name(program.call_sites[site].callee)),
            _ => None,
        })
        .collect();
    assert_eq!(order, ["first", "second", "last", "main", "end1", "end2", "end3"]);
}

#[test]
fn exit_with_destructors_is_not_guessed() {
    let text = "void exit(int); __attribute__((destructor)) void d(void) {} int main(void) { exit(1); }";
    assert!(function(&program(&[text]), "main").contains("exit in a program with destructors"));
}

#[test]
fn arguments_that_main_does_not_look_at_cost_nothing() {
    let program = program(&["int main(int argc, char **argv) { return argc > 1; }"]);
    let ops = startup(&program);
    assert!(ops.contains(&"[argc >= 1]".to_owned()), "{ops:?}");
    assert!(!ops.iter().any(|op| op.contains("alloca")), "{ops:?}");
}

#[test]
fn arguments_that_main_looks_at_are_strings_that_end() {
    let program = program(&["int main(int argc, char **argv) { return argv[0][0]; }"]);
    let ops = startup(&program);
    for part in ["argv[argc] = 0;", "argv[index] = string;", "memory = alloca(length);"] {
        assert!(ops.iter().any(|op| op == part), "{part} in {ops:?}");
    }
}

#[test]
fn the_program_ends_with_the_result_of_main() {
    let program = program(&["int main(void) { return 3; }"]);
    assert!(program.edges.iter().any(|e| matches!(e.op, Op::Halt(HaltKind::Exit(_)))));
    assert_eq!(program.func_name(program.main), "main");
}

#[test]
fn library_functions_have_models_unless_the_program_defines_them() {
    let text = "typedef unsigned long size_t; size_t strlen(const char *); int main(int c, char **v) { return strlen(v[0]); }";
    let with_model = program(&[text]);
    let func = with_model.find_function("strlen").expect("it is called");
    assert_eq!(with_model.functions[func].origin, Origin::Library);
    let own = program(&[&format!("{text} size_t strlen(const char *s) {{ return 9; }}")]);
    let func = own.find_function("strlen").expect("it is called");
    assert_eq!(own.functions[func].origin, Origin::User);
}

#[test]
fn only_the_models_that_are_needed_are_part_of_the_program() {
    let program = program(&["char *strdup(const char *); int main(void) { return strdup(\"a\") == 0; }"]);
    let models: Vec<_> = program
        .functions
        .iter()
        .filter(|f| f.origin == Origin::Library && matches!(f.body, Body::Defined { .. }))
        .map(|f| program.names.resolve(f.name))
        .collect();
    assert_eq!(models, ["strlen", "strdup", "__strdup"]);
}

#[test]
fn functions_that_nobody_knows_are_reported_by_name() {
    let loaded = try_load(&[
        "int zeta(int); int alpha(void); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n\
         double sqrt(double); void *malloc(unsigned long); int unused(void);\n\
         int main(void) { reach_error(); malloc(3); return zeta(__VERIFIER_nondet_int()) + alpha() + sqrt(2); }",
    ])
    .expect("a program");
    let names: Vec<_> = loaded.undefined_functions.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["alpha", "zeta"]);
    let zeta = loaded.program.find_function("zeta").expect("it is called");
    assert_eq!(loaded.program.functions[zeta].body, Body::Extern(LibFn::Undefined));
}

/// What models say themselves that they do not do.
const DELIBERATE: [&str; 5] = [
    "binary numbers in texts",
    "requests to devices",
    "a buffer that a stream keeps",
    "a conversion of formatted input that is not modelled",
    "many variables of the environment",
];

#[test]
fn every_model_of_the_library_becomes_automata_in_both_data_models() {
    for data_model in [argand_cfa::DataModel::Ilp32, argand_cfa::DataModel::Lp64] {
        for name in argand_linker::library::model_names() {
            if ["optarg", "opterr", "optind", "optopt", "signgam"].contains(&name) {
                continue;
            }
            let text = format!("void {name}(); int main(void) {{ (void)&{name}; return 0; }}");
            let mut files = MemoryFiles::default();
            files.insert("a.c", text);
            let options = Options { data_model, ..Options::default() };
            let loaded = load(&[PathBuf::from("a.c")], &options, &files)
                .unwrap_or_else(|failure| panic!("{name}: {failure}"));
            let func = loaded.program.find_function(name).expect("its address is taken");
            assert!(loaded.program.functions[func].entry().is_some(), "{name}");
            assert_eq!(argand_cfa::verify::verify(&loaded.program), [], "{name}");
            for edge in &loaded.program.edges {
                if let Op::Unsupported(reason) = edge.op {
                    let reason = loaded.program.names.resolve(reason);
                    assert!(DELIBERATE.contains(&reason), "{name} uses what is not supported: {reason}");
                }
            }
        }
    }
}

#[test]
fn units_may_declare_with_other_types_what_is_passed_alike() {
    let units = program(&[
        "struct stream; int finish(struct stream *s); extern unsigned count; long next(long); void done(void);
         int main(void) { done(); count = finish(0); return next(1) + count; }",
        "int count; int finish(void *s) { return s == 0; } void *next(void *p) { return p; } int done(void) { return 1; }",
    ]);
    assert_eq!(count(&units, "count"), 1);
    for (here, there) in [
        ("int f(long x); int main(void) { return f(1); }", "int f(int x) { return x; }"),
        ("float f(void); int main(void) { return f(); }", "int f(void) { return 1; }"),
        ("int f(int, int); int main(void) { return f(1, 2); }", "int f(int x) { return x; }"),
        ("_Bool f(void); int main(void) { return f(); }", "char f(void) { return 2; }"),
        ("extern int f; int main(void) { return f; }", "int f(void) { return 1; }"),
    ] {
        let failure = try_load(&[here, there]).err().unwrap_or_else(|| panic!("{here} {there}"));
        assert!(failure.to_string().contains("conflicting types for 'f'"), "{failure}");
    }
}

#[test]
fn a_function_on_its_own_gets_objects_by_the_types_of_its_parameters() {
    let text = "struct list { int value; struct list *next; };
                int f(const char *text, int n, double *numbers, struct list *list, int (*call)(void)) {
                    return text[0] + n + (numbers[0] > 0) + list->value + (call != 0);
                }";
    let mut files = MemoryFiles::default();
    files.insert("a.c", text);
    let lengths = vec![("numbers".to_owned(), "n".to_owned())];
    let harness = argand_linker::startup::Harness { elements: 4, depth: 1, lengths };
    let options = Options { entry: "f".to_owned(), harness: Some(harness), ..Options::default() };
    let loaded =
        load(&[PathBuf::from("a.c")], &options, &files).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(argand_cfa::verify::verify(&loaded.program), []);
    let steps = startup(&loaded.program);
    let has = |part: &str| steps.iter().any(|step| step.contains(part));
    for part in ["text.size", "<= 4", "*list", "(*list).next.exists", "call"] {
        assert!(has(part), "{part} in {steps:#?}");
    }
    assert!(!has("numbers.elements"), "{steps:#?}");
    assert!(loaded.assumptions.iter().any(|a| a.kind == argand_cfa::AssumptionKind::FunctionArguments));
}

#[test]
fn allocation_may_fail_unless_the_program_has_its_own() {
    let uses = "void *malloc(unsigned long); int main(void) { return malloc(3) == 0; }";
    let options = Options { malloc_may_fail: true, ..Options::default() };
    let load_units = |units: &[&str]| {
        let mut files = MemoryFiles::default();
        let names = ["a.c", "b.c"];
        for (text, name) in units.iter().zip(names) {
            files.insert(name, *text);
        }
        let paths: Vec<PathBuf> = names[..units.len()].iter().map(PathBuf::from).collect();
        load(&paths, &options, &files).unwrap_or_else(|failure| panic!("{failure}")).program
    };
    let failing = load_units(&[uses]);
    assert!(function(&failing, "main").contains("__argand_failing_malloc"), "{}", function(&failing, "main"));
    let own = load_units(&[uses, "void *malloc(unsigned long n) { static char room[9]; return room; }"]);
    assert!(function(&own, "main").contains("call malloc("), "{}", function(&own, "main"));
}
