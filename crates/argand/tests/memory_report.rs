//! What is reported of a memory violation: the object it is about, the picture of memory, and that the interpreter
//! met just what the analysis predicted.
#![allow(clippy::unwrap_used, reason = "a test may fail anywhere")]

mod common;

use argand_cfa::{EdgeId, MemoryProperty, PathStep, Program};
use argand_evidence::{Ends, Goal, Prediction, Replay};
use argand_exec::{Config, ErrorKind, Interpreter};
use argand_frontend_c::{Options, load_str};
use common::{corpus, run};
use std::process::Command;

/// Verifies a program of the corpus; what was printed, and the two pictures.
fn verified(name: &str) -> (String, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let mut argand = Command::new(env!("CARGO_BIN_EXE_argand"));
    argand.args(["verify", "--config", "memsafety", "--check", "memsafety", "--time", "60s", "--out"]);
    argand.arg(folder.path());
    argand.arg(name).current_dir(corpus().join("smg"));
    let ran = run(&mut argand, 120);
    let read = |file: &str| std::fs::read_to_string(folder.path().join(file)).unwrap();
    (ran.output, read("memory.dot"), read("memory.svg"))
}

/// What is wrong with a document as XML: tags that do not match, attributes that are not closed, bare ampersands.
fn xml_error(text: &str) -> Option<String> {
    let mut open: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let between = &rest[..at];
        if between.contains('>') || between.replace("&amp;", "").replace("&lt;", "").contains("& ") {
            return Some(format!("bare characters in {between:?}"));
        }
        let end = rest[at..].find('>').map(|e| e + at);
        let Some(end) = end else { return Some("a tag without an end".to_owned()) };
        let tag = &rest[at + 1..end];
        if tag.matches('"').count() % 2 == 1 || tag.contains('<') {
            return Some(format!("a torn tag {tag:?}"));
        }
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop().as_deref() != Some(name) {
                return Some(format!("</{name}> closes nothing"));
            }
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap_or("").to_owned());
        }
        rest = &rest[end + 1..];
    }
    open.pop().map(|name| format!("<{name}> is never closed"))
}

#[test]
fn a_use_of_freed_memory_is_told_with_its_object_and_drawn() {
    let (text, dot, svg) = verified("queue_bad.c");
    for part in ["`q->tail->next` writes", "allocated at queue_bad.c:19", "freed at queue_bad.c:34", "inputs"]
    {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    insta::assert_snapshot!("queue_dot", dot);
    assert_eq!(xml_error(&svg), None, "{svg}");
    assert!(svg.contains("url(#freed)") && svg.contains("#cc0000"), "freed and blamed:\n{svg}");
}

#[test]
fn long_lists_are_drawn_as_segments() {
    let folder = tempfile::tempdir().unwrap();
    let (program, property) = (folder.path().join("list.c"), folder.path().join("deref.prp"));
    std::fs::write(&program, LIST).unwrap();
    std::fs::write(&property, "CHECK( init(main()), LTL(G valid-deref) )\n").unwrap();
    let mut argand = Command::new(env!("CARGO_BIN_EXE_argand"));
    argand.args(["verify", "--config", "memsafety", "--time", "60s", "--property", "deref.prp"]);
    argand.args(["--out", "out", "list.c"]);
    let ran = run(argand.current_dir(folder.path()), 120);
    let read = |file: &str| std::fs::read_to_string(folder.path().join("out").join(file)).unwrap();
    let (dot, svg) = (read("memory.dot"), read("memory.svg"));
    assert!(ran.output.ends_with("FALSE(valid-deref)\n"), "{}", ran.output);
    assert!(dot.contains("8 SLL of struct node"), "{dot}");
    assert_eq!(xml_error(&svg), None, "{svg}");
}

const LIST: &str = "#include <stdlib.h>\nstruct node { int data; struct node *next; };\n\
    int main(void) {\n\
      struct node *list = NULL;\n\
      for (int i = 0; i < 8; i++) {\n\
        struct node *fresh = malloc(sizeof *fresh);\n\
        fresh->data = 7;\n\
        fresh->next = list;\n\
        list = fresh;\n\
      }\n\
      int *nowhere = NULL;\n\
      *nowhere = 1;\n\
      return 0;\n\
    }\n";

#[test]
fn lost_memory_is_drawn_although_nothing_points_to_it() {
    let (text, dot, svg) = verified("reverse_bad.c");
    assert!(text.contains("nothing points to it any more"), "{text}");
    insta::assert_snapshot!("reverse_dot", dot);
    assert_eq!(xml_error(&svg), None, "{svg}");
}

#[test]
fn pictures_of_all_violations_are_well_formed() {
    let names = common::c_files(&corpus().join("smg"));
    let about_memory = |f: &std::path::Path| {
        f.to_string_lossy().ends_with("_bad.c")
            && !std::fs::read_to_string(f).unwrap().contains("//@ property: unreach")
    };
    let bad: Vec<_> = names.into_iter().filter(|f| about_memory(f)).collect();
    assert!(bad.len() > 40);
    let complaints = common::complaints(&bad, |file| {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let (_, dot, svg) = verified(&name);
        let balanced = dot.matches('{').count() == dot.matches('}').count();
        match xml_error(&svg) {
            None if balanced => Ok(()),
            error => Err(format!("{name}: {error:?}\n{dot}")),
        }
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

const TWO_ERRORS: &str = "void *malloc(unsigned long); void free(void *);\n\
    int main(void) {\n\
      int *p = malloc(4);\n\
      free(p);\n\
      *p = 1;\n\
      free(p);\n\
      return 0;\n\
    }\n";

/// The edges of the run of a program.
fn path_of(program: &Program) -> Vec<PathStep> {
    struct Edges(Vec<EdgeId>);
    impl argand_exec::Observer for Edges {
        fn before(&mut self, _: &mut argand_exec::StateView<'_, '_>, edge: EdgeId) {
            self.0.push(edge);
        }
        fn edge(&mut self, _: &mut argand_exec::StateView<'_, '_>, _: EdgeId) {}
    }
    let mut edges = Edges(Vec::new());
    let _ = Interpreter::new(program, Config::default()).run_observed(&mut edges);
    edges.0.into_iter().map(|edge| PathStep { edge, demands: Vec::new() }).collect()
}

#[test]
fn a_run_confirms_only_the_property_and_the_line_that_were_predicted() {
    let program = load_str(TWO_ERRORS, &Options::default()).unwrap().program;
    let path = path_of(&program);
    let mut edges = path.iter().map(|step| step.edge);
    let place = argand_evidence::prediction::user_place(&program, edges.clone());
    let right = Prediction { property: MemoryProperty::Deref, place, edge: edges.next_back().unwrap() };
    assert_eq!(right.place.line, 5);
    let line = |line: u32| {
        let mut other = right.clone();
        other.place.line = line;
        other
    };
    let other_property = Prediction { property: MemoryProperty::Free, ..right.clone() };
    for (prediction, confirmed) in [(right.clone(), true), (line(6), false), (other_property, false)] {
        let goal = Goal {
            functions: Vec::new(),
            operations: Vec::new(),
            errors: vec![ErrorKind::UseAfterFree, ErrorKind::DoubleFree],
            prediction: Some(prediction.clone()),
            path_end: false,
            cleanup: false,
            ends: Ends::default(),
        };
        let trial = Replay::new(&program, path.clone(), goal).run(&[]);
        assert_eq!(trial.confirmed.is_some(), confirmed, "{prediction:?}");
        assert_eq!(trial.instead.is_none(), confirmed, "{prediction:?}");
    }
}
