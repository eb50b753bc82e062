//! Input that cannot be used: one clear message with a place, exit code 2, and never a panic.

use std::path::Path;
use std::process::{Command, Output};

fn argand(args: &[&str], dir: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_argand")).args(args).current_dir(dir).output().expect("argand runs")
}

/// Runs `argand cfa` on files with these contents.
fn cfa(files: &[(&str, &[u8])], extra: &[&str]) -> Output {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let mut args = vec!["cfa"];
    for (name, content) in files {
        std::fs::write(dir.path().join(name), content).expect("a writable file");
        args.push(name);
    }
    args.extend(extra);
    argand(&args, dir.path())
}

fn assert_refused(output: &Output, parts: &[&str]) {
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(!text.contains("panicked"), "{text}");
    assert!(output.stdout.is_empty(), "nothing on standard output");
    for part in parts {
        assert!(text.contains(part), "expected {part:?} in:\n{text}");
    }
    assert!(text.starts_with("error"), "{text}");
}

fn assert_taken(output: &Output) {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!output.stdout.is_empty());
}

fn one(content: impl AsRef<[u8]>) -> Output {
    cfa(&[("a.c", content.as_ref())], &[])
}

#[test]
fn a_missing_file_is_named() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    assert_refused(&argand(&["cfa", "gone.c"], dir.path()), &["cannot read 'gone.c'", "No such file"]);
}

#[test]
fn a_directory_is_no_file() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    assert_refused(&argand(&["cfa", "."], dir.path()), &["cannot read '.'", "directory"]);
}

#[test]
fn an_empty_file_has_no_main() {
    assert_refused(&one(""), &["there is no function 'main'", "a.c:1"]);
}

#[test]
fn a_file_without_main_says_so() {
    assert_refused(&one("int f(void) { return 1; }\n"), &["there is no function 'main'", "a.c", "--entry"]);
}

#[test]
fn another_entry_can_be_named() {
    assert_taken(&cfa(&[("a.c", b"int f(int x) { return x; }\n")], &["--entry", "f"]));
}

#[test]
fn binary_junk_is_refused_with_a_place() {
    let junk: Vec<u8> = (0u32..4096).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    assert_refused(&one(junk), &["a.c:"]);
    assert_refused(&one(b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0".as_slice()), &["a.c:1:"]);
}

#[test]
fn bytes_that_are_not_utf8_are_taken_in_comments_and_strings() {
    assert_taken(&one(
        b"/* caf\xe9 \xff */ // na\xefve\nchar s[] = \"\xe4\xff\";\nint main(void) { return s[0]; }\n",
    ));
}

#[test]
fn an_unterminated_comment_is_shown_where_it_starts() {
    assert_refused(&one("int main(void) { return 0; }\n/* never\nclosed\n"), &["comment", "a.c:2:1"]);
}

#[test]
fn an_unterminated_string_is_shown_where_it_starts() {
    assert_refused(&one("int main(void) { char *s = \"abc;\n return 0; }\n"), &["a.c:1:28"]);
}

#[test]
fn a_hundred_thousand_parentheses_meet_the_nesting_limit() {
    let (open, close) = ("(".repeat(100_000), ")".repeat(100_000));
    let text = format!("int main(void) {{ return {open}1{close}; }}\n");
    assert_refused(&one(text), &["nested", "256", "nesting limit", "a.c:1:"]);
}

#[test]
fn a_hundred_thousand_open_brackets_of_any_kind_do_not_crash() {
    for bracket in ["(", "[", "{"] {
        let text = format!("int main(void) {{ return 0 + {}", bracket.repeat(100_000));
        assert_refused(&one(text), &["a.c:1:"]);
    }
}

#[test]
fn long_chains_without_brackets_do_not_crash() {
    let chain = |unit: &str| format!("int x;\nint main(void) {{ return {}x; }}\n", unit.repeat(100_000));
    for unit in ["x + ", "x , ", "x || ", "- ", "!", "~ ", "x ? x : "] {
        let output = one(chain(unit));
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 2)), "{unit}: {:?} {text}", output.status);
    }
    let elses =
        format!("int x;\nint main(void) {{ {} ; return 0; }}\n", "if (x) x = 1; else ".repeat(20_000));
    let output = one(elses);
    assert!(matches!(output.status.code(), Some(0 | 2)), "{:?}", output.status);
}

#[test]
fn duplicate_definitions_in_one_file_show_the_second_place() {
    assert_refused(
        &one("int f(void) { return 1; }\nint f(void) { return 2; }\nint main(void) { return f(); }\n"),
        &["a.c:2:5"],
    );
}

#[test]
fn duplicate_definitions_in_two_files_show_both_places() {
    let output = cfa(
        &[
            ("a.c", b"int f(void) { return 1; }\nint main(void) { return f(); }\n"),
            ("b.c", b"\nint f(void) { return 2; }\n"),
        ],
        &[],
    );
    assert_refused(&output, &["'f' is defined twice", "b.c:2:5", "a.c:1:5"]);
}

#[test]
fn conflicting_types_in_one_file_are_shown() {
    assert_refused(&one("extern int x;\nextern char *x;\nint main(void) { return 0; }\n"), &["x", "a.c:2:"]);
}

#[test]
fn conflicting_types_in_two_files_show_both_places() {
    let output = cfa(
        &[("a.c", b"extern long x;\nint main(void) { return x != 0; }\n"), ("b.c", b"int x = 3;\n")],
        &[],
    );
    assert_refused(&output, &["conflicting types for 'x'", "a.c:1:13", "'int' at b.c:1:5"]);
    let output = cfa(
        &[
            ("a.c", b"int f(int);\nint main(void) { return f(1); }\n"),
            ("b.c", b"int f(char *p) { return *p; }\n"),
        ],
        &[],
    );
    assert_refused(&output, &["conflicting types for 'f'", "a.c:1:5", "b.c:1:5"]);
}

#[test]
fn an_include_that_is_not_found_is_shown() {
    assert_refused(&one("#include \"nowhere.h\"\nint main(void) { return 0; }\n"), &["nowhere.h", "a.c:1:"]);
}

#[test]
fn an_include_that_includes_itself_ends() {
    assert_refused(&one("#include \"a.c\"\n"), &["include", "a.c:1:"]);
}

#[test]
fn a_syntax_error_has_a_caret_under_its_place() {
    let output = one("int main(void) {\n  int x = ;\n  return x;\n}\n");
    assert_refused(&output, &["a.c:2:11", "int x = ;", "^"]);
}

#[test]
fn an_error_in_a_preprocessed_file_is_shown_in_the_original_one() {
    let output =
        cfa(&[("a.i", b"# 1 \"orig.c\"\nint a;\n# 40 \"orig.c\"\nint main(void) { return y; }\n")], &[]);
    assert_refused(&output, &["orig.c:40:25", "'y'"]);
}

#[test]
fn unknown_options_are_named() {
    assert_refused(&cfa(&[("a.c", b"int main(void) { return 0; }\n")], &["--frobnicate"]), &["--frobnicate"]);
    assert_refused(&cfa(&[("a.c", b"int main(void) { return 0; }\n")], &["--", "-frob"]), &["-frob"]);
    assert_refused(
        &cfa(&[("a.c", b"int main(void) { return 0; }\n")], &["--data-model", "ILP64"]),
        &["ILP64"],
    );
}

#[test]
fn a_function_that_does_not_exist_is_named() {
    assert_refused(&cfa(&[("a.c", b"int main(void) { return 0; }\n")], &["--function", "nope"]), &["'nope'"]);
}

#[test]
fn no_colour_reaches_a_pipe() {
    let output = one("int main(void) { return y; }\n");
    assert!(!output.stderr.contains(&0x1b), "no escape sequences");
}

#[test]
fn macros_and_directories_come_after_two_dashes() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    std::fs::create_dir(dir.path().join("inc")).expect("a directory");
    std::fs::write(dir.path().join("inc/h.h"), "#define Y X\n").expect("a writable file");
    std::fs::write(dir.path().join("a.c"), "#include <h.h>\nint main(void) { return Y; }\n").expect("a file");
    assert_taken(&argand(&["cfa", "a.c", "--", "-Iinc", "-D", "X=3"], dir.path()));
    assert_refused(
        &argand(&["cfa", "a.c", "--", "-Iinc", "-D", "X=3", "-UX"], dir.path()),
        &["'X'", "a.c:2:25"],
    );
}

#[test]
fn version_and_help_are_printed() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let version = argand(&["--version"], dir.path());
    assert_eq!(version.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&version.stdout).starts_with("argand 0."));
    let help = argand(&["--help"], dir.path());
    assert!(String::from_utf8_lossy(&help.stdout).contains("cfa"));
}
