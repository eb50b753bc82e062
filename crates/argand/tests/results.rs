//! Results for other tools: JSON, SARIF, lines for compilers and CI, completions and manual pages.

mod common;

use common::{Ran, run, write};
use serde_json::Value;
use serde_sarif::sarif::{ResultKind, ResultLevel, Sarif};
use std::path::Path;
use std::process::Command;

const VIOLATED: &str = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int check(int x) { if (x == 42) reach_error(); return x; }
int main(void) {
  int a = __VERIFIER_nondet_int();
  return check(a);
}
";
const SAFE: &str =
    "extern void reach_error(void);\nint main(void) { int a = 1; if (a == 2) reach_error(); return 0; }\n";
const ENDLESS: &str = "#include <setjmp.h>\nextern void reach_error(void);\njmp_buf b;\nint main(void) { if (setjmp(b)) reach_error(); return 0; }\n";
const OVERFLOW: &str = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int a = __VERIFIER_nondet_int();\n  return a + 1 > 0;\n}\n";
const LEAK: &str =
    "#include <stdlib.h>\nint main(void) {\n  char *p = malloc(3);\n  p = 0;\n  return p != 0;\n}\n";

fn argand(folder: &Path, arguments: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_argand"));
    command.args(arguments).current_dir(folder);
    run(&mut command, 60)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// What `--sarif -` writes, through the types of the schema.
fn sarif(folder: &Path, arguments: &[&str]) -> (Sarif, Ran) {
    let ran = argand(folder, &[&["verify", "--sarif", "-"], arguments].concat());
    let sarif =
        serde_json::from_str(&ran.output).unwrap_or_else(|error| panic!("{error} in\n{}", ran.output));
    (sarif, ran)
}

#[test]
fn json_has_verdict_properties_inputs_and_steps() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "a.c", VIOLATED);
    let ran = argand(folder.path(), &["verify", "--json", "a.c"]);
    assert_eq!(ran.code, 10, "{}", ran.errors);
    let results = json(&ran.output);
    assert_eq!((&results["format"], &results["version"]), (&"argand-results".into(), &"1.1".into()));
    assert_eq!(results["verdict"], "FALSE(unreach-call)");
    assert_eq!(results["exit_code"], 10);
    assert_eq!(results["properties"][0]["formula"], "G ! call(reach_error())");
    assert_eq!(results["properties"][0]["places"][0]["place"]["line"], 3);
    assert_eq!(results["properties"][0]["places"][0]["verdict"], "false");
    assert_eq!(results["properties"][2]["verdict"], "unknown");
    let violation = &results["violation"];
    assert_eq!((&violation["place"]["line"], &violation["place"]["function"]), (&3.into(), &"check".into()));
    assert_eq!(
        (&violation["inputs"][0]["value"], &violation["inputs"][0]["type"]),
        (&"42".into(), &"int".into())
    );
    assert!(violation["replay"].as_str().expect("text").starts_with("argand run a.c"));
    let events = violation["steps"]
        .as_array()
        .expect("steps")
        .iter()
        .flat_map(|s| s["events"].as_array().expect("events"));
    assert!(
        events
            .clone()
            .any(|e| e["event"] == "branched" && e["condition"] == "x == 42" && e["outcome"] == true)
    );
    assert!(results["statistics"].is_object());
}

#[test]
fn json_in_a_file_leaves_standard_output_to_people() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "a.c", SAFE);
    let ran = argand(folder.path(), &["verify", "--json=out.json", "--sarif", "out.sarif", "a.c"]);
    assert_eq!((ran.code, ran.output.lines().last()), (0, Some("TRUE")), "{}", ran.errors);
    let results = json(&std::fs::read_to_string(folder.path().join("out.json")).expect("out.json"));
    assert_eq!((&results["verdict"], &results["violation"]), (&"TRUE".into(), &Value::Null));
    assert_eq!(results["properties"][0]["places"][0]["verdict"], "true");
}

#[test]
fn an_undecided_program_has_its_reasons_in_every_format() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "a.c", ENDLESS);
    let ran = argand(folder.path(), &["verify", "--json", "a.c"]);
    let results = json(&ran.output);
    assert_eq!((ran.code, &results["verdict"]), (20, &"UNKNOWN".into()));
    let reason = results["reasons"][0]["text"].as_str().expect("a reason").to_owned();
    assert!(reason.contains("setjmp"), "{reason}");
    let (sarif, _) = sarif(folder.path(), &["a.c"]);
    let run = &sarif.runs[0];
    let outcomes = run.results.as_ref().expect("results");
    assert!(outcomes.is_empty(), "what was not decided is no result: {outcomes:?}");
    let invocation = &run.invocations.as_ref().expect("an invocation")[0];
    assert_eq!(invocation.exit_code, Some(20));
    assert!(!invocation.tool_execution_notifications.as_ref().expect("notifications").is_empty());
    let ran = argand(folder.path(), &["verify", "--format", "gcc", "a.c"]);
    assert!(ran.output.contains(": warning: not decided: "), "{}", ran.output);
}

#[test]
fn a_program_beyond_a_limit_still_gets_a_document() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let deep = format!("int main(void) {{ return {}1{}; }}\n", "(".repeat(2000), ")".repeat(2000));
    write(folder.path(), "deep.c", &deep);
    let ran = argand(folder.path(), &["verify", "--json", "deep.c"]);
    assert_eq!((ran.code, &json(&ran.output)["verdict"]), (20, &"UNKNOWN".into()));
}

#[test]
fn sarif_reads_as_the_schema_says_and_has_what_code_scanning_reads() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in [("a.c", VIOLATED), ("s.c", SAFE), ("o.c", OVERFLOW), ("l.c", LEAK)] {
        write(folder.path(), name, text);
    }
    let cases: [(&[&str], Option<&str>); 4] = [
        (&["a.c"], Some("unreach-call")),
        (&["s.c"], None),
        (&["--check", "overflow", "o.c"], Some("no-overflow")),
        (&["--check", "memsafety", "l.c"], Some("valid-memtrack")),
    ];
    for (arguments, rule) in cases {
        let (sarif, ran) = sarif(folder.path(), arguments);
        let code = if rule.is_some() { 10 } else { 0 };
        assert_eq!(i64::from(ran.code), code, "{arguments:?} {}", ran.errors);
        let run = &sarif.runs[0];
        let driver = &run.tool.driver;
        assert_eq!((driver.name.as_str(), driver.semantic_version.is_some()), ("Argand", true));
        let rules = driver.rules.as_ref().expect("rules");
        assert!(rules.iter().all(|r| r.help.is_some() && r.short_description.is_some()));
        assert_eq!(run.invocations.as_ref().expect("one")[0].exit_code, Some(code));
        // Code scanning shows every result as an alert: there is one for what is violated, and none for the rest.
        let outcomes = run.results.as_ref().expect("results");
        let Some(rule) = rule else {
            assert!(outcomes.is_empty(), "{outcomes:?}");
            continue;
        };
        let [result] = &outcomes[..] else { panic!("{arguments:?} has not one result: {outcomes:?}") };
        assert_eq!((result.rule_id.as_deref(), &result.kind), (Some(rule), &Some(ResultKind::Fail)));
        let index = usize::try_from(result.rule_index.expect("an index")).expect("not negative");
        assert_eq!(rules[index].id, rule);
        let place = result.locations.as_ref().expect("places")[0].physical_location.as_ref().expect("a file");
        let file = place.artifact_location.as_ref().expect("an artifact");
        assert_eq!(
            (file.uri.as_deref(), file.uri_base_id.as_deref()),
            (arguments.last().copied(), Some("SRCROOT"))
        );
        assert_eq!(result.level, Some(ResultLevel::Error));
        assert!(place.region.as_ref().is_some_and(|r| r.start_line.is_some() && r.start_column.is_some()));
        let fingerprints = result.partial_fingerprints.as_ref().expect("fingerprints");
        assert!(fingerprints.contains_key("primaryLocationLineHash"), "{fingerprints:?}");
        let flow = &result.code_flows.as_ref().expect("a flow")[0].thread_flows[0];
        assert!(flow.locations.len() >= 2, "{flow:?}");
        assert!(flow.locations.iter().all(|l| l.location.as_ref().is_some_and(|l| l.message.is_some())));
    }
}

#[test]
fn absolute_paths_below_the_current_directory_become_relative() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path().canonicalize().expect("a folder");
    let file = write(&folder, "a.c", VIOLATED);
    let (sarif, _) = sarif(&folder, &[&file]);
    let place =
        sarif.runs[0].results.as_ref().expect("results")[0].locations.as_ref().expect("places")[0].clone();
    let file = place.physical_location.and_then(|p| p.artifact_location).expect("a file");
    assert_eq!((file.uri.as_deref(), file.uri_base_id.as_deref()), (Some("a.c"), Some("SRCROOT")));
}

#[test]
fn fingerprints_do_not_change_when_lines_are_added_elsewhere() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let fingerprint = |text: &str| {
        write(folder.path(), "a.c", text);
        let ran = argand(folder.path(), &["verify", "--json", "a.c"]);
        json(&ran.output)["violation"]["fingerprint"].as_str().expect("a fingerprint").to_owned()
    };
    let first = fingerprint(VIOLATED);
    assert_eq!(first, fingerprint(&format!("/* one\n more */\n\n{VIOLATED}")));
    assert_ne!(first, fingerprint(&VIOLATED.replace("x == 42", "x == 43")));
}

#[test]
fn lines_for_compilers_and_ci_end_with_the_verdict() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "a.c", VIOLATED);
    let ran = argand(folder.path(), &["verify", "--format", "gcc", "a.c"]);
    assert_eq!(
        ran.output,
        "a.c:3:40: error: `reach_error` is called [unreach-call]\na.c:6:10: note: called from 'main'\n\
         a.c:5:11: note: __VERIFIER_nondet_int = 42\nFALSE(unreach-call)\n"
    );
    let ran = argand(folder.path(), &["verify", "--format", "github", "a.c"]);
    let first = ran.output.lines().next().expect("a line");
    assert!(
        first.starts_with("::error file=a.c,line=3,col=40,endLine=3,title=Argand%3A unreach-call::"),
        "{first}"
    );
    assert_eq!(ran.output.lines().last(), Some("FALSE(unreach-call)"));
    let ran = argand(folder.path(), &["verify", "--format", "gitlab", "a.c"]);
    let issue = &json(&ran.output)[0];
    assert_eq!(
        (&issue["location"]["path"], &issue["location"]["lines"]["begin"]),
        (&"a.c".into(), &3.into())
    );
}

#[test]
fn hostile_names_and_texts_stay_texts() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let name = "a,b%\n::error::x <script>alert(1)<script> '$(touch pwned)' *.c";
    let text = "extern void reach_error(void);\nint main(void) { /* <script>alert(1)</script> ]]> */ reach_error(); }\n";
    write(folder.path(), name, text);
    let ran = argand(folder.path(), &["verify", "--format", "github", name]);
    assert_eq!((ran.code, ran.output.lines().count()), (10, 2), "{}", ran.output);
    assert!(ran.output.starts_with("::error file=a%2Cb%25%0A%3A%3Aerror%3A%3Ax <script>"), "{}", ran.output);
    let ran = argand(folder.path(), &["verify", "--format", "gcc", name]);
    assert_eq!(ran.output.lines().count(), 2, "{}", ran.output);
    assert_eq!(json(&argand(folder.path(), &["verify", "--json", name]).output)["program"]["files"][0], name);
    let (sarif, _) = sarif(folder.path(), &[name]);
    let uri =
        sarif.runs[0].artifacts.as_ref().expect("artifacts")[0].location.as_ref().and_then(|l| l.uri.clone());
    let uri = uri.expect("a uri");
    assert!(uri.starts_with("a,b%25%0A%3A%3Aerror") && !uri.contains(['<', ' ', '\n']), "{uri}");
    let ran = argand(folder.path(), &["verify", "--harness", "h.c", "--reproduce", name]);
    assert!(
        ran.errors.contains("\nreproduced: ") || ran.errors.starts_with("reproduced: "),
        "{}",
        ran.errors
    );
    assert!(!folder.path().join("pwned").exists());
}

#[test]
fn files_that_line_markers_name_are_not_opened() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "private.txt", "line one\nvery-private\nvery-private\nvery-private\n");
    let text = "# 1 \"private.txt\"\nextern void reach_error(void);\nint main(void) {\n  reach_error();\n  return 0;\n}\n";
    write(folder.path(), "a.i", text);
    let outputs =
        ["--out", "out", "--report", "page", "--sarif", "a.sarif", "--harness", "h.c", "--json=a.json"];
    let ran = argand(folder.path(), &[&["verify"], &outputs[..], &["a.i"]].concat());
    assert_eq!(ran.code, 10, "{}", ran.errors);
    assert!(ran.output.contains("private.txt:3"), "{}", ran.output);
    let folders = ["", "out", "page"].map(|name| folder.path().join(name));
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).expect("a folder"));
    let files: Vec<_> =
        files.map(|entry| entry.expect("a file").path()).filter(|path| path.is_file()).collect();
    assert!(files.len() > 10, "{files:?}");
    for file in files.iter().filter(|file| !file.ends_with("private.txt")) {
        let content = String::from_utf8_lossy(&std::fs::read(file).expect("a file")).into_owned();
        assert!(!content.contains("very-private"), "{}", file.display());
    }
}

#[test]
fn outputs_that_cannot_be_written_are_refused_before_any_work() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "a.c", SAFE);
    let cases: [(&[&str], &str); 12] = [
        (&["--json=."], "--json: cannot write '.'"),
        (&["--json=missing/out.json"], "--json: cannot write 'missing/out.json'"),
        (&["--sarif", "."], "it is a directory"),
        (&["--sarif", ""], "a value is required"),
        (&["--sarif", "missing/x.sarif"], "--sarif: cannot write"),
        (&["--harness", "missing/h.c"], "--harness: cannot write"),
        (&["--harness", "a.c"], "--harness would overwrite the input 'a.c'"),
        (&["--json=./a.c"], "--json would overwrite the input 'a.c'"),
        (&["--json=x", "--sarif", "./x"], "--json and --sarif would write the same file"),
        (&["--json", "--sarif", "-"], "--json and --sarif cannot both have standard output"),
        (&["--json", "--format", "github"], "--json and --format cannot both have standard output"),
        (&["--format", "xml"], "xml"),
    ];
    for (options, expected) in cases {
        let ran = argand(folder.path(), &[&["verify"], options, &["a.c"]].concat());
        assert_eq!(ran.code, 2, "{options:?}: {}{}", ran.output, ran.errors);
        assert!(ran.errors.contains(expected), "{options:?} should mention {expected}:\n{}", ran.errors);
        assert_eq!(ran.output, "", "{options:?}");
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("a.c")).expect("a.c"), SAFE);
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left behind");
}

#[test]
fn shells_and_man_get_every_option() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for shell in ["bash", "zsh", "fish"] {
        let ran = argand(folder.path(), &["completions", shell]);
        assert_eq!(ran.code, 0);
        assert!(ran.output.contains("sarif") && ran.output.contains("explain-config"), "{shell}");
    }
    let ran = argand(folder.path(), &["man", "verify"]);
    assert!(ran.output.starts_with(".ie") && ran.output.contains("\\-\\-sarif"), "{}", ran.output);
    assert!(argand(folder.path(), &["man"]).output.contains("argand"));
    assert_eq!(argand(folder.path(), &["man", "nothing"]).code, 2);
    assert_eq!(argand(folder.path(), &["completions", "tcsh"]).code, 2);
}
