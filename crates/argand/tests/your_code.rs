//! Programs as people have them: built with the options of gcc, in several files, as libraries without `main`.

mod common;

use common::{Ran, run, write};
use std::path::Path;
use std::process::Command;

fn argand(arguments: &[&str], folder: &Path) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_argand"));
    command.args(arguments).current_dir(folder);
    run(&mut command, 60)
}

fn assert_refused(ran: &Ran, part: &str) {
    assert_eq!(ran.code, 2, "{}{}", ran.output, ran.errors);
    assert!(ran.errors.contains(part), "expected {part:?} in:\n{}", ran.errors);
    assert!(!ran.errors.contains("panicked"), "{}", ran.errors);
}

const LIBRARY: &str = "#include <stddef.h>
struct node { int value; struct node *next; };
int sum(const struct node *list) { return list->next ? list->value / 2 + list->next->value / 2 : list->value; }
int second(const struct node *list) { return list->next->value; }
int last(const int *numbers, unsigned count) { return numbers[count - 1]; }
size_t length(const char *text) { size_t n = 0; while (text[n]) n++; return n; }
";

#[test]
fn options_of_a_build_are_taken_as_they_are() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "first.h", "#define ANSWER 42\n");
    write(
        folder.path(),
        "a.c",
        "int main(void) { char c = (char)200; return c == 200 && sizeof(long) == 4 ? ANSWER : 1; }\n",
    );
    let options =
        ["-O2", "-Wall", "-std=gnu11", "-include", "first.h", "-funsigned-char", "-m32", "-c", "-o", "a.o"];
    let arguments: Vec<&str> = ["run", "a.c", "--"].into_iter().chain(options).collect();
    let ran = argand(&arguments, folder.path());
    assert_eq!(ran.code, 42, "{}", ran.errors);
}

#[test]
fn options_that_cannot_be_honoured_are_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "a.c", "int main(void) { return 0; }\n");
    for (option, part) in [
        ("-fno-such-thing", "unknown compiler option '-fno-such-thing'"),
        ("-fpack-struct=1", "'-fpack-struct=1' is not supported"),
        ("-std=c++20", "'c++20' is not a value of the option '-std'"),
        ("b.c", "'b.c' is not an option"),
        ("-include", "'-include' needs a value"),
    ] {
        assert_refused(&argand(&["verify", "a.c", "--", option], folder.path()), part);
    }
    assert_refused(&argand(&["verify", "a.c", "--", "-include", "gone.h"], folder.path()), "gone.h");
}

#[test]
fn loose_floats_are_an_assumption() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "a.c", "int main(void) { return 0; }\n");
    let ran = argand(&["verify", "a.c", "--", "-ffast-math"], folder.path());
    assert!(ran.output.contains("`-ffast-math` allows other results [ieee-floats]"), "{}", ran.output);
    assert!(ran.output.ends_with("TRUE\n"), "{}", ran.output);
    let strict = argand(&["verify", "--strict", "a.c", "--", "-ffast-math"], folder.path());
    assert!(strict.output.ends_with("UNKNOWN\n"), "{}", strict.output);
}

#[test]
fn every_file_of_a_database_has_options_of_its_own() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(
        folder.path(),
        "a.c",
        "int part(void); int extra(void); int main(void) { return VALUE + part() + extra(); }\n",
    );
    write(folder.path(), "b.c", "int part(void) { return VALUE; }\n");
    write(folder.path(), "c.c", "int extra(void) { return VALUE; }\n");
    let name = folder.path().canonicalize().expect("a path");
    let name = name.to_str().expect("a name");
    let json = format!(
        r#"[{{"directory": "{name}", "file": "a.c", "command": "gcc -O2 -DVALUE=1 -c a.c"}},
            {{"directory": "{name}", "file": "b.c", "arguments": ["gcc", "-DVALUE=10", "-c", "b.c"]}}]"#
    );
    write(folder.path(), "cc.json", &json);
    let ran = argand(&["run", "--compile-commands", "cc.json", "a.c", "b.c", "c.c"], folder.path());
    // The file outside is compiled as one of the others is.
    assert_eq!(ran.code, 12, "{}", ran.errors);
    assert!(ran.errors.contains("has no command for 'c.c'"), "{}", ran.errors);
    write(
        folder.path(),
        "mixed.json",
        &json.replace("-O2", "-m32").replace("\"gcc\", ", "\"gcc\", \"-m64\", "),
    );
    let mixed = argand(&["run", "--compile-commands", "mixed.json", "a.c", "b.c"], folder.path());
    assert_refused(&mixed, "'a.c' is compiled for ILP32 and 'b.c' is not");
    write(folder.path(), "unknown.json", &json.replace("-O2", "-fno-such-thing"));
    let unknown = argand(&["run", "--compile-commands", "unknown.json", "a.c", "b.c"], folder.path());
    assert_refused(&unknown, "unknown compiler option '-fno-such-thing'");
}

#[test]
fn common_variables_are_one_where_the_build_says_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "a.c", "int shared; void set(void); int main(void) { set(); return shared; }\n");
    write(folder.path(), "b.c", "int shared; void set(void) { shared = 5; }\n");
    assert_eq!(argand(&["run", "a.c", "b.c", "--", "-fcommon"], folder.path()).code, 5);
    assert_refused(&argand(&["run", "a.c", "b.c"], folder.path()), "'shared' is defined twice");
}

#[test]
fn a_function_is_verified_on_its_own() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "lib.c", LIBRARY);
    let check = |function: &str, more: &[&str]| {
        let options = ["verify", "--check", "memsafety", "--function", function, "lib.c"];
        let arguments: Vec<&str> = options.into_iter().chain(more.iter().copied()).collect();
        argand(&arguments, folder.path())
    };
    let sum = check("sum", &[]);
    assert!(sum.output.ends_with("TRUE\n"), "{}", sum.output);
    assert!(sum.output.contains("`sum` is called with valid arguments"), "{}", sum.output);
    let second = check("second", &[]);
    assert!(second.output.ends_with("FALSE(valid-deref)\n"), "{}", second.output);
    assert!(second.output.contains("through a null pointer"), "{}", second.output);
    let last = check("last", &["--length", "numbers=count"]);
    assert!(last.output.ends_with("FALSE(valid-deref)\n"), "{}", last.output);
    let strict = check("sum", &["--strict=function-arguments"]);
    assert!(strict.output.ends_with("UNKNOWN\n"), "{}", strict.output);
}

#[test]
fn a_violation_of_a_function_is_replayed_by_the_command_that_is_printed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "lib.c", LIBRARY);
    let options = ["verify", "--check", "null", "--function", "second", "lib.c", "--", "-O2", "-DUNUSED"];
    let ran = argand(&options, folder.path());
    assert!(ran.output.ends_with("FALSE(no-null-deref)\n"), "{}", ran.output);
    let command =
        ran.output.lines().find_map(|line| line.strip_prefix("replay: argand ")).expect("a command");
    let words: Vec<&str> = command.split_whitespace().collect();
    let again = argand(&words, folder.path());
    assert_eq!(again.code, 10, "{command}\n{}", again.errors);
    assert!(again.errors.contains("null-deref"), "{}", again.errors);
}

#[test]
fn what_a_harness_cannot_do_is_said() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "lib.c", LIBRARY);
    let cases: [(&[&str], &str); 7] = [
        (&["--function", "gone"], "there is no function 'gone'"),
        (&["--function", "last", "--length", "values=count"], "'last' has no parameter 'values'"),
        (
            &["--function", "last", "--length", "count=count"],
            "the parameter 'count' of 'last' is not a pointer",
        ),
        (&["--function", "last", "--length", "numbers"], "expected two parameters"),
        (&["--function", "last", "--elements", "0"], "--elements"),
        (&["--elements", "3"], "--function"),
        (&["--function", "last", "--entry", "last"], "--entry"),
    ];
    for (options, part) in cases {
        let arguments: Vec<&str> = ["verify", "lib.c"].iter().chain(options).copied().collect();
        assert_refused(&argand(&arguments, folder.path()), part);
    }
}

#[test]
fn checks_of_operations_are_found_by_runs_too() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "struct s { int a[2], b; } s; int main(void) { unsigned u = 0; unsigned char c = 300 + (int)u; s.a[c - 42] = 1; return (u - 1) > c; }\n";
    write(folder.path(), "a.c", text);
    assert_eq!(argand(&["run", "a.c"], folder.path()).code, 1);
    for kind in ["unsigned-overflow", "lossy-conversion", "index-out-of-range"] {
        let ran = argand(&["run", "--find", kind, "a.c"], folder.path());
        assert_eq!(ran.code, 10, "{kind}: {}", ran.errors);
        assert!(ran.errors.contains(kind), "{}", ran.errors);
    }
    assert_refused(&argand(&["run", "--find", "leak", "a.c"], folder.path()), "only these can be asked for");
}

#[test]
fn allocation_fails_where_it_may() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(
        folder.path(),
        "a.c",
        "#include <stdlib.h>\n#include <string.h>\nint main(void) {\n  char *copy = strdup(\"text\");\n  copy[0] = 'T';\n  free(copy);\n  return 0;\n}\n",
    );
    let check = |options: &[&str]| {
        let fixed = ["verify", "--check", "memsafety", "a.c"];
        argand(&fixed.into_iter().chain(options.iter().copied()).collect::<Vec<_>>(), folder.path())
    };
    let never = check(&[]);
    assert!(
        never.output.contains("[exhausted-memory]") && never.output.ends_with("TRUE\n"),
        "{}",
        never.output
    );
    let failing = check(&["--malloc-may-fail"]);
    assert!(failing.output.ends_with("FALSE(valid-deref)\n"), "{}", failing.output);
    assert!(
        failing.output.contains("a.c:5") && failing.output.contains("null pointer"),
        "{}",
        failing.output
    );
    let command =
        failing.output.lines().find_map(|line| line.strip_prefix("replay: argand ")).expect("a command");
    let again = argand(&command.split_whitespace().collect::<Vec<_>>(), folder.path());
    assert!(again.code == 10 && again.errors.contains("null-deref"), "{command}\n{}", again.errors);
    assert_refused(&check(&["--malloc-may-fail", "--svcomp"]), "--svcomp");
}
