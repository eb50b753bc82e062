//! The HTML report and pixel trees, from the command line to the files; `tools/check_report.py` uses pages in a browser.
#![allow(clippy::unwrap_used, reason = "a test may fail anywhere")]

mod common;

use common::{Ran, run, write};
use std::path::Path;
use std::process::Command;

const LOOP: &str = r#"
extern int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
void reach_error(void) {}
struct node { int v; struct node *next; };
// </script><script>alert("from the source")</script>
int main(void) {
  struct node *p = malloc(sizeof *p);
  int i = 0;
  if (p == 0) return 0;
  p->next = 0;
  while (i < 3) {
    if (__VERIFIER_nondet_int() > i) i++; else i += 2;
  }
  if (i == 4 && p->next == 0) reach_error();
  return 0;
}
"#;

fn argand(folder: &Path, arguments: &[&str]) -> Ran {
    run(Command::new(env!("CARGO_BIN_EXE_argand")).args(arguments).current_dir(folder), 120)
}

#[test]
fn a_report_is_one_page_whose_texts_are_no_markup() {
    let folder = tempfile::tempdir().unwrap();
    let name = "a<img src=x onerror=alert(1)>&'.c";
    write(folder.path(), name, LOOP);
    let ran = argand(
        folder.path(),
        &["verify", "--check", "unreach", "--config", "value", "--report", "page", "--out", "out", name],
    );
    assert_eq!(ran.code, 10, "{}{}", ran.output, ran.errors);
    let page = std::fs::read_to_string(folder.path().join("page/report.html")).unwrap();
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(!page.contains("<img src=x"));
    assert!(page.contains("FALSE(unreach-call)"));
    assert!(page.contains("next of the node allocated at line 8 = NULL"));
    let ran = argand(folder.path(), &["report", "out"]);
    assert_eq!(ran.code, 0, "{}", ran.errors);
    let again = std::fs::read_to_string(folder.path().join("out/report.html")).unwrap();
    assert_eq!(page, again, "the page made later is the same");
    let dot = std::fs::read_to_string(folder.path().join("out/arg.dot")).unwrap();
    assert!(dot.contains("i = 2") && !dot.contains("[0+32]"), "{dot}");
}

#[test]
fn pixel_trees_are_drawn_of_runs_and_programs() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "loop.c", LOOP);
    for config in ["value", "smg-reach"] {
        let ran = argand(
            folder.path(),
            &["verify", "--check", "unreach", "--config", config, "--out", config, "loop.c"],
        );
        assert_eq!(ran.code, 10, "{}{}", ran.output, ran.errors);
    }
    let drawn: [&[&str]; 4] = [
        &["pixels", "arg", "value", "smg-reach", "--image", "a.png"],
        &["pixels", "arg", "value", "smg-reach", "--scale", "own", "--image", "b.svg"],
        &["pixels", "cfa", "loop.c", "--image", "c.svg"],
        &["pixels", "dependence", "loop.c", "--image", "d.png"],
    ];
    for arguments in drawn {
        let ran = argand(folder.path(), arguments);
        assert_eq!(ran.code, 0, "{}", ran.errors);
        let file = std::fs::read(folder.path().join(arguments.last().unwrap())).unwrap();
        assert!(file.starts_with(b"\x89PNG\r\n") || file.starts_with(b"<svg "), "{arguments:?}");
    }
    let svg = std::fs::read_to_string(folder.path().join("b.svg")).unwrap();
    assert!(svg.contains("smg-reach") && svg.contains("#d1242f"), "both runs, and the violation in red");
}

#[test]
fn what_is_no_result_is_bad_input() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("out")).unwrap();
    write(&folder.path().join("out"), "report.json", "{\"results\": 1}");
    write(&folder.path().join("out"), "arg.json", "{\"nodes\": [{}]}");
    let wrong: [&[&str]; 4] = [
        &["report", "out"],
        &["report", "nowhere"],
        &["pixels", "arg", "out", "--image", "a.png"],
        &["pixels", "arg", "out", "--image", "a.gif"],
    ];
    for arguments in wrong {
        let ran = argand(folder.path(), arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.errors);
        assert!(ran.errors.contains("error"), "{}", ran.errors);
    }
}
