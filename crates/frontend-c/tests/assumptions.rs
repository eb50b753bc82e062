//! What the front end takes for granted, and what it does not.

use argand_cfa::{AssumptionKind, Body, LibFn, NondetSource, Op, Program};
use argand_frontend_c::{Loaded, Options, load_str};
use argand_linker::{ExternPolicy, Externs, Volatile};

fn loaded(text: &str) -> Loaded {
    loaded_with(text, ExternPolicy::default())
}

fn loaded_with(text: &str, externs: ExternPolicy) -> Loaded {
    let options = Options { externs, ..Options::default() };
    load_str(text, &options).unwrap_or_else(|failure| panic!("{failure}"))
}

/// The meaning of a function without a body.
fn meaning(loaded: &Loaded, name: &str) -> LibFn {
    let func = loaded.program.find_function(name).unwrap_or_else(|| panic!("{name} is not used"));
    match loaded.program.functions[func].body {
        Body::Extern(meaning) => meaning,
        Body::Defined { .. } => panic!("{name} has a body"),
    }
}

fn lines(loaded: &Loaded, kind: AssumptionKind) -> Vec<u32> {
    loaded.assumptions.iter().filter(|a| a.kind == kind).map(|a| a.place.line).collect()
}

const FUNCTIONS: &str = "struct inner { int *p; }; struct flat { int a[3]; };\n\
    void number(int); void text(const char *); void flat(const struct flat *); void whole(struct flat);\n\
    void pointer(int *); void deep(const struct inner *); void member(struct inner); void rest(const char *, ...);\n\
    void old(); void array(int a[3]); void twice(const char *const *); void inside(char **); void back(void (*)(void));\n\
    void f(void) {}\n\
    int main(void) { int x = 1; struct inner i = { &x }; struct flat s = { 0 }; char *t = 0; number(x); text(t);\n\
    flat(&s); whole(s); pointer(&x); deep(&i); member(i); rest(t, &x); old(&x); array(&x); twice(0); inside(&t);\n\
    back(f); return 0; }\n";

#[test]
fn functions_that_get_nothing_writable_change_nothing() {
    let loaded = loaded(FUNCTIONS);
    for name in ["number", "text", "flat", "whole", "twice"] {
        assert_eq!(meaning(&loaded, name), LibFn::Undefined, "{name}");
    }
    for name in ["pointer", "deep", "member", "rest", "old", "array", "inside", "back"] {
        assert_eq!(meaning(&loaded, name), LibFn::Outside, "{name}");
    }
    let program = &loaded.program;
    let written: Vec<_> = program.written_params.iter().map(|&(f, n)| (program.func_name(f), n)).collect();
    for expected in [("pointer", 0), ("array", 0), ("inside", 0)] {
        assert!(written.contains(&expected), "{expected:?} is not in {written:?}");
    }
    for (name, _) in written {
        assert!(
            !["deep", "rest", "member"].contains(&name),
            "{name} gets nothing that it may write directly"
        );
    }
}

#[test]
fn policies_hold_for_all_functions_or_for_one() {
    let pure = ExternPolicy { default: Externs::Pure, ..ExternPolicy::default() };
    assert_eq!(meaning(&loaded_with(FUNCTIONS, pure), "pointer"), LibFn::Undefined);
    let mut one = ExternPolicy::default();
    one.functions.insert("pointer".to_owned(), Externs::Unknown);
    let loaded = loaded_with(FUNCTIONS, one);
    assert_eq!(meaning(&loaded, "array"), LibFn::Outside);
    let names = &loaded.program.names;
    let refused = loaded.program.edges.iter().any(
        |edge| matches!(edge.op, Op::Unsupported(reason) if names.resolve(reason).contains("`pointer`")),
    );
    assert!(refused, "no edge says that `pointer` is not known");
    assert!(!loaded.assumptions.iter().any(|a| a.subject == "pointer"));
}

#[test]
fn error_functions_and_inputs_are_no_assumptions() {
    let loaded = loaded(
        "void reach_error(void); int __VERIFIER_nondet_int(void); int mystery(void);\n\
         int main(void) { if (__VERIFIER_nondet_int() && mystery()) reach_error(); return 0; }",
    );
    let named: Vec<_> = loaded.assumptions.iter().map(|a| (a.kind, a.subject.as_str())).collect();
    assert_eq!(named, [(AssumptionKind::ExternPure, "mystery")]);
}

#[test]
fn the_order_of_operands_matters_where_one_writes_what_the_other_touches() {
    let text = "int g, h; int next(void) { return ++g; } int show(void) { return g; } int three(void) { return 3; }\n\
         int other(void) { return ++h; } int put(int *p) { return *p = 1; } int two(int a, int b) { return a - b; }\n\
         int main(void) { int x = 0, y = 0; int a[4] = {0};\n\
         y += two(next(), show());\n\
         y += two(next(), other());\n\
         y += next() + next();\n\
         y += three() + three();\n\
         y += two(x, put(&x));\n\
         y += two(y, put(&x));\n\
         a[g] = next();\n\
         y += two(x, x = 2);\n\
         y += (x = 1, x) + three();\n\
         y = x++ && x++;\n\
         g += next();\n\
         return y; }\n";
    let found = lines(&loaded(text), AssumptionKind::EvaluationOrder);
    assert_eq!(found, [4, 6, 8, 10, 11, 14]);
}

#[test]
fn assembly_is_an_assumption_where_nobody_knows_what_it_writes() {
    let text = "int main(void) { int x = 0;\n\
         __asm__ volatile(\"\" ::: \"memory\");\n\
         __asm__ volatile(\"mfence\");\n\
         __asm__ volatile(\"hlt %0\" :: \"r\"(x));\n\
         return x; }\n";
    assert_eq!(lines(&loaded(text), AssumptionKind::Assembly), [4]);
}

#[test]
fn assembly_that_declares_to_write_memory_is_assumed_to_write_its_outputs_alone() {
    let text = "int main(void) { int x = 0;\n\
         __asm__ volatile(\"mfence\" ::: \"memory\");\n\
         __asm__ volatile(\"rep stosb\" :: \"D\"(&x), \"c\"(4), \"a\"(0) : \"memory\");\n\
         return x; }\n";
    let loaded = loaded(text);
    assert_eq!(lines(&loaded, AssumptionKind::AssemblyMemory), [3]);
    assert_eq!(lines(&loaded, AssumptionKind::Assembly), [] as [u32; 0]);
}

#[test]
fn reads_of_volatile_objects_are_assumptions_or_inputs() {
    let text = "volatile int v; int main(void) { v = 1; return v; }\n";
    let inputs = |program: &Program| {
        let volatile = |op: &Op| matches!(op, Op::Havoc { source: NondetSource::Volatile, .. });
        program.edges.iter().filter(|edge| volatile(&edge.op)).count()
    };
    let assumed = |loaded: &Loaded| {
        loaded.assumptions.iter().filter(|a| a.kind == AssumptionKind::VolatileMemory).count()
    };
    let memory = loaded(text);
    assert_eq!((inputs(&memory.program), assumed(&memory)), (0, 1));
    let options = Options { volatile: Volatile::Input, ..Options::default() };
    let input = load_str(text, &options).unwrap();
    assert_eq!((inputs(&input.program), assumed(&input)), (1, 0));
    assert_eq!(assumed(&loaded("volatile int v; int main(void) { v = 1; return 0; }\n")), 0);
}
