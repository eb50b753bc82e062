//! The command line of `argand slice`: what it shows, the programs it writes, and what it says to bad questions.

#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

mod common;
#[path = "../../exec/tests/slices/generate.rs"]
mod generate;

use common::{Ran, can_build, run, write};
use std::path::Path;
use std::process::Command;

/// Every construct that text can be cut at.
const DEMO: &str = r#"#include <stdio.h>
#define CHECK(c) do { if (!(c)) return -1; } while (0)
#define EACH(i, n) for (int i = 0; i < (n); i++)
extern int input(void);
struct pair { int a, b; };
static int unused_helper(int v) { return v + 1; }
static int clamp(int v) { return v > 9 ? 9 : v; }
static int (*chosen)(int) = clamp;
static void note(int v) { printf("%d\n", v); }
int main(void) {
    int x = input(), other = input() + unused_helper(3);
    struct pair p = { 1, 2 }, q = { 3, 4 };
    int z = 0, log[] = { 1, 2, 3 };
    CHECK(x != 7);
    EACH(i, x) {
        z += p.a; log[i % 3]++;
    }
    for (int j = 0, k = 0; j < 3; j++) { k += j; note(k); }
    switch (x & 3) {
    case 0: z++; other--; break;
    case 1: other = q.b;
    default: ;
    }
    if (other > 5) { note(other); } else note(q.a);
    while (x > 0) {
        if (x == 2) goto out;
        x--;
        note(x);
    }
    z = chosen(z);
out:
    note(log[0]);
    z = z + (x > 1 ? 1 : 2);
    return z;
}
"#;

fn slice(folder: &Path, arguments: &[&str]) -> Ran {
    run(Command::new(env!("CARGO_BIN_EXE_argand")).current_dir(folder).arg("slice").args(arguments), 60)
}

/// Compiles files in both data models, as far as gcc can here.
fn compiles(folder: &Path, files: &[String]) {
    for flags in [&["-m64"][..], &["-m32"]] {
        if can_build(flags, "exported slices") {
            let mut gcc = Command::new("gcc");
            gcc.current_dir(folder).args(flags).args(["-std=gnu11", "-w", "-fsyntax-only"]).args(files);
            let ran = run(&mut gcc, 300);
            assert_eq!((ran.code, ran.errors.as_str()), (0, ""));
        }
    }
}

#[test]
fn a_slice_is_shown_with_reasons() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "demo.c", DEMO);
    let ran = slice(folder.path(), &["--criterion", "demo.c:33", "demo.c"]);
    assert_eq!((ran.code, ran.errors.as_str()), (0, ""));
    assert!(ran.output.contains("demo.c:33:"), "{}", ran.output);
    assert!(ran.output.contains("writes `z`, which is read in line 33"), "{}", ran.output);
    assert!(!ran.output.contains("note(k)"), "{}", ran.output);
    let forward = slice(folder.path(), &["--criterion", "demo.c:12:q", "--forward", "demo.c"]);
    assert!(forward.output.contains("demo.c:21:"), "{}", forward.output);
    let json = slice(folder.path(), &["--criterion", "demo.c:33:z", "--format", "json", "demo.c"]);
    let json: serde_json::Value = serde_json::from_str(&json.output).unwrap();
    assert!(json.as_array().unwrap().iter().any(|line| line["line"] == 16));
    let dot = slice(folder.path(), &["--criterion", "demo.c:33:z", "--format", "dot", "demo.c"]);
    assert!(dot.output.starts_with("digraph"), "{}", dot.output);
}

#[test]
fn an_exported_slice_is_the_users_text_without_what_does_not_matter() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "demo.c", DEMO);
    let ran = slice(folder.path(), &["--criterion", "demo.c:33", "--format", "c", "demo.c"]);
    assert_eq!((ran.code, ran.errors.as_str()), (0, ""));
    insta::assert_snapshot!(ran.output);
    write(folder.path(), "sliced.c", &ran.output);
    compiles(folder.path(), &["sliced.c".to_owned()]);
    assert_eq!(ran.output.lines().count(), DEMO.lines().count(), "lines keep their numbers");
    let again = slice(folder.path(), &["--criterion", "sliced.c:33", "--format", "c", "sliced.c"]);
    assert_eq!(again.output, ran.output, "a slice of a slice is the slice");
}

#[test]
fn programs_of_several_files_and_preprocessed_ones_are_exported() {
    let folder = tempfile::tempdir().unwrap();
    let shared = "int total; static int twice(int v) { return 2 * v; }\n\
                  int add(int v) {\n    int unused = twice(v);\n    total += v;\n    return unused;\n}\n";
    write(folder.path(), "shared.c", shared);
    let main = "extern int total; int add(int);\nint main(void) {\n    int a = 1;\n    a = 5;\n    add(a);\n    \
                int c = 3;\n    return total;\n}\n";
    write(folder.path(), "main.c", main);
    let arguments = ["--criterion", "main.c:7", "--export", "out", "main.c", "shared.c"];
    let ran = slice(folder.path(), &arguments);
    assert_eq!((ran.code, ran.errors.as_str()), (0, ""));
    let read = |name: &str| std::fs::read_to_string(folder.path().join("out").join(name)).unwrap();
    assert!(read("main.c").contains("    a = 5;\n    add(a);\n\n    return total;"), "{}", read("main.c"));
    assert!(!read("shared.c").contains("twice(v)") && read("shared.c").contains("total += v;"));
    compiles(folder.path(), &["out/main.c".to_owned(), "out/shared.c".to_owned()]);
    let refused = slice(folder.path(), &["--criterion", "main.c:7", "--format", "c", "main.c", "shared.c"]);
    assert_eq!(refused.code, 2);
    assert!(refused.errors.contains("`--export FOLDER` writes them all"), "{}", refused.errors);

    write(folder.path(), "demo.i", &format!("# 1 \"demo.c\"\n{}", main.replace("total;", "total = 2;")));
    let ran = slice(folder.path(), &["--criterion", "demo.c:7", "--format", "c", "demo.i"]);
    assert_eq!((ran.code, ran.errors.as_str()), (0, ""));
    assert!(ran.output.starts_with("# 1 \"demo.c\"\n") && !ran.output.contains("int c"), "{}", ran.output);
}

#[test]
fn every_exported_slice_compiles() {
    let folder = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    for number in 0..200 {
        let mut dice = generate::Dice::new(number);
        let (text, main) = generate::program(&mut dice);
        let loaded = argand_frontend_c::load_str(&text, &argand_frontend_c::Options::default()).unwrap();
        let program = &loaded.program;
        let graph =
            argand_flow::dependence::Dependences::new(program, &argand_flow::dependence::Options::READING);
        let options = argand_frontend_c::Options::default();
        let outline = argand_frontend_c::outline_str(&text, &options, &program.sources).unwrap();
        let in_main = program.edges.iter_enumerated().filter(|(_, edge)| edge.span.line > main);
        let in_main: Vec<_> = in_main.map(|(id, _)| id).collect();
        let at = in_main[dice.roll(in_main.len() as u64) as usize];
        let criterion = argand_flow::slice::Criterion::of_edges(program, [at]);
        let text = argand_flow::slice::source::source(&graph, &outline, &criterion).files.remove(0).1;
        // Declarations of library functions are those of one data model.
        let text = text.replace("unsigned long);", "__SIZE_TYPE__);");
        write(folder.path(), &format!("{number}.c"), &text);
        files.push(format!("{number}.c"));
    }
    compiles(folder.path(), &files);
}

#[test]
fn bad_questions_get_an_answer_that_helps() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "demo.c", DEMO);
    let dead =
        "static int never(int v) {\n    return v;\n}\nint main(void) {\n    return 0;\n    never(1);\n}\n";
    write(folder.path(), "dead.c", dead);
    write(folder.path(), "file", "");
    for (arguments, message) in [
        (
            &["--criterion", "demo.c:4", "demo.c"][..],
            "line 4 of 'demo.c' has no code; the nearest with code is",
        ),
        (&["--criterion", "demo.c:400", "demo.c"], "line 400 of 'demo.c' has no code"),
        (
            &["--criterion", "demo.c:33:zz", "demo.c"],
            "there is no variable `zz` on that line; did you mean `z`?",
        ),
        (&["--criterion", "demi.c:33", "demo.c"], "the program has no file 'demi.c'; did you mean 'demo.c'?"),
        (&["--criterion", "33", "demo.c"], "is not of the form FILE:LINE or FILE:LINE:VARIABLE"),
        (
            &["--criterion", "dead.c:2", "dead.c"],
            "nothing leads to dead.c:2: no run comes by that line of 'never'",
        ),
        (&["--criterion", "dead.c:6", "dead.c"], "line 6 of 'dead.c' has no code"),
        (&["--criterion", "demo.c:33", "--export", "no/such.c", "demo.c"], "cannot write 'no/such.c'"),
        (&["--criterion", "demo.c:33", "--forward", "--format", "c", "demo.c"], "leave out `--forward`"),
        (&["--criterion", "demo.c:33", "--forward", "--export", "x.c", "demo.c"], "cannot be used with"),
        (&["--criterion", "demo.c:33", "--export", "file", "demo.c", "dead.c"], "main"),
        (&["--criterion", "demo.c:33", "none.c"], "cannot read 'none.c'"),
    ] {
        let ran = slice(folder.path(), arguments);
        assert_eq!((ran.code, ran.output.as_str()), (2, ""), "{arguments:?}: {}", ran.errors);
        assert!(ran.errors.contains(message), "{arguments:?}: {}", ran.errors);
    }
}
