//! What the front end makes of library functions, however the program declares them.

use argand_cfa::{Body, DataModel, LibFn, Op, Origin, Program};
use argand_frontend_c::{Options, load_str};
use argand_linker::library::model_names;

fn load(text: &str) -> Program {
    load_str(text, &Options::default()).expect("a program").program
}

/// What the program cannot express, in the order of the edges.
fn unsupported(program: &Program) -> Vec<&str> {
    let reasons = program.edges.iter().filter_map(|edge| match edge.op {
        Op::Unsupported(reason) => Some(program.names.resolve(reason)),
        _ => None,
    });
    reasons.collect()
}

#[test]
fn every_model_can_be_loaded_in_both_data_models() {
    let objects = ["optarg", "optind", "opterr", "optopt", "signgam"];
    let names = model_names();
    let functions: Vec<_> = names.iter().filter(|name| !objects.contains(name)).collect();
    for extra in ["", "__errno_location"] {
        let mut text = String::new();
        let used = functions.iter().filter(|&&&name| name != "__errno_location" || name == extra);
        let used: Vec<_> = used.map(|name| format!("(void *){name}")).collect();
        for name in &functions {
            text.push_str(&format!("void {name}();\n"));
        }
        text.push_str(&format!("void *all[] = {{ {} }};\nint main(void) {{ return 0; }}\n", used.join(", ")));
        for data_model in [DataModel::Lp64, DataModel::Ilp32] {
            let options = Options { data_model, ..Options::default() };
            if let Err(failure) = load_str(&text, &options) {
                panic!("{failure}");
            }
        }
    }
}

#[test]
fn a_function_of_the_library_without_a_model_is_not_taken_for_the_users() {
    let program =
        load("int wordexp(const char *, void *, int); int main(void) { return wordexp(\"\", 0, 0); }");
    assert_eq!(unsupported(&program), ["'wordexp', a library function without a model"]);
    let own = load("int wordexp(void); int main(void) { return wordexp(); }");
    assert_eq!(unsupported(&own), [""; 0]);
}

#[test]
fn calls_that_do_not_fit_the_library_are_not_expressed() {
    for text in [
        "char malloc(unsigned long); int main(void) { return malloc(4); }",
        "void *alloca(); int main(void) { return alloca() != 0; }",
        "void *memcpy(); int main(void) { char a[2]; memcpy(a, a + 1); return 0; }",
        "int strlen(int); int main(void) { return strlen(4); }",
        "double sqrt(); int main(void) { return sqrt(4) == 2; }",
        "int puts(); int main(void) { return puts(3.5); }",
    ] {
        let program = load(text);
        assert_eq!(unsupported(&program).len(), 1, "{text}");
        let malformed = program.extern_calls.iter().any(|call| {
            matches!(program.functions[call.callee].body, Body::Extern(known) if known != LibFn::Undefined)
        });
        assert!(!malformed, "{text}");
    }
}

#[test]
fn an_unknown_builtin_is_no_input() {
    let program = load("int main(void) { return __builtin_ia32_rdtsc_like(1); }");
    assert_eq!(unsupported(&program), ["the builtin '__builtin_ia32_rdtsc_like'"]);
}

#[test]
fn names_of_models_insides_mean_nothing_to_programs() {
    let program = load(
        "int any_text(int x) { return x; } int remove(const char *); char *getlogin(void);\n\
        int main(void) { return any_text(remove(\"\")) + (getlogin() != 0); }",
    );
    let insides = program.functions.iter().filter(|f| program.names.resolve(f.name) == "any_text");
    assert_eq!(insides.map(|f| f.origin).collect::<Vec<_>>(), [Origin::User, Origin::Library]);
}

#[test]
fn binary_numbers_are_read_by_c23_alone() {
    let of = |name: &str| {
        load(&format!(
            "long {name}(const char *, char **, int); int main(void) {{ return (int){name}(\"0b1\", 0, 0); }}"
        ))
    };
    assert_eq!(unsupported(&of("strtol")), [""; 0]);
    assert_eq!(unsupported(&of("__isoc23_strtol")), ["binary numbers in texts"]);
}
