//! Witnesses: what is written has the form that others read and is confirmed again, and what is wrong is not confirmed.
//!
//! A file of `tests/corpus/witness` says in its first lines what it is about and what the answer must be:
//!
//! ```text
//! #@ program: FILE.c
//! #@ answer: confirmed | rejected | unknown | malformed
//! #@ says: a part of what is printed
//! #@ options: further options
//! ```
#![allow(clippy::unwrap_used, reason = "a test may fail anywhere")]

mod common;

use argand_witness::{Content, WaypointKind};
use common::{Ran, complaints, corpus, run, write};
use std::path::{Path, PathBuf};
use std::process::Command;

fn argand(arguments: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_argand"));
    command.args(arguments);
    run(&mut command, 120)
}

/// What a file says of itself.
fn header(text: &str, key: &str) -> Option<String> {
    let mark = format!("@ {key}: ");
    text.lines().take(6).find_map(|line| line.trim_start_matches('#').strip_prefix(&mark).map(str::to_owned))
}

fn answered_as_it_says(file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).unwrap();
    let get = |key| header(&text, key).ok_or_else(|| format!("{} has no `{key}`", file.display()));
    let (answer, says) = (get("answer")?, get("says")?);
    let program = file.with_file_name(get("program")?).to_string_lossy().into_owned();
    let options = header(&text, "options").unwrap_or_default();
    let witness = file.to_string_lossy();
    let mut arguments = vec!["validate", "--time", "60s", "--witness", &witness];
    arguments.extend(options.split_whitespace());
    arguments.push(&program);
    let ran = argand(&arguments);
    let printed = format!("{}{}", ran.output, ran.errors);
    let last = ran.output.lines().last().unwrap_or("");
    let right = match answer.as_str() {
        "confirmed" => {
            printed.contains("witness: confirmed")
                && matches!((ran.code, last), (0, "TRUE") | (10, _))
                && last != "UNKNOWN"
        }
        "rejected" | "unknown" => {
            printed.contains(&format!("witness: {answer}: entry 1: ")) && (ran.code, last) == (20, "UNKNOWN")
        }
        "malformed" => ran.code == 2 && ran.output.is_empty() && printed.contains("is no witness"),
        other => return Err(format!("{}: `{other}` is no answer", file.display())),
    };
    if right && printed.contains(&says) && !printed.contains("panicked") {
        return Ok(());
    }
    Err(format!("{}: expected {answer} with `{says}`, got {}:\n{printed}", file.display(), ran.code))
}

#[test]
fn witnesses_of_the_corpus_are_answered_as_they_say() {
    let mut files: Vec<PathBuf> = std::fs::read_dir(corpus().join("witness"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "yml" || e == "graphml"))
        .collect();
    files.sort();
    let named = |start: &str| {
        let is_one = |path: &&PathBuf| path.file_name().unwrap().to_string_lossy().starts_with(start);
        files.iter().filter(is_one).count()
    };
    assert!(named("wrong_") >= 30 && named("malformed_") >= 20, "too few wrong witnesses");
    let complaints = complaints(&files, |file| answered_as_it_says(file));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// The YAML form, beyond what a reader demands: what checkers of the format look at.
fn check_yaml(text: &str) -> Result<(), String> {
    let value = |key: &str| {
        let line = text.lines().find_map(|line| line.trim_start().strip_prefix(key)?.strip_prefix(": "));
        line.map(|text| text.trim_matches('"').to_owned()).ok_or_else(|| format!("no `{key}`"))
    };
    let hex = |text: &str| text.bytes().all(|b| b.is_ascii_hexdigit() && !b.is_ascii_uppercase());
    let uuid = value("uuid")?;
    let lengths: Vec<usize> = uuid.split('-').map(str::len).collect();
    if lengths != [8, 4, 4, 4, 12] || !uuid.split('-').all(hex) {
        return Err(format!("`{uuid}` is no UUID"));
    }
    let time = value("creation_time")?;
    let shape: String = time.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    if shape != "0000-00-00T00:00:00Z" {
        return Err(format!("`{time}` is no time"));
    }
    // Only cycles need words of a later version.
    let version = if text.contains("action: cycle") { "2.1" } else { "2.0" };
    if value("format_version")? != version || !value("specification")?.starts_with("CHECK( init(") {
        return Err("version or specification".to_owned());
    }
    let known =
        ["entry_type", "metadata", "format_version", "uuid", "creation_time", "producer", "name", "version"]
            .into_iter()
            .chain([
                "task",
                "input_files",
                "input_file_hashes",
                "specification",
                "data_model",
                "language",
                "content",
            ])
            .chain([
                "invariant",
                "type",
                "location",
                "value",
                "format",
                "segment",
                "waypoint",
                "action",
                "constraint",
            ])
            .chain(["file_name", "line", "column", "function"])
            .collect::<Vec<_>>();
    for line in text.lines() {
        let key = line.trim_start_matches([' ', '-']).split(':').next().unwrap_or("");
        if !key.starts_with('"') && !known.contains(&key) {
            return Err(format!("the key `{key}` is not one of the format"));
        }
    }
    Ok(())
}

/// The GraphML form: what is used is declared, every key has its owner, and what must be there is.
fn check_graphml(text: &str) -> Result<(), String> {
    if !text.contains("xmlns=\"http://graphml.graphdrawing.org/xmlns\"")
        || !text.contains("edgedefault=\"directed\"")
    {
        return Err("no name space, or no direction".to_owned());
    }
    let attribute = |line: &str, name: &str| {
        let rest = line.split_once(&format!(" {name}=\""))?.1;
        Some(rest.split('"').next().unwrap_or("").to_owned())
    };
    let mut declared = Vec::new();
    let mut owner = "";
    for line in text.lines().map(str::trim_start) {
        if line.starts_with("<key ") {
            declared.push((attribute(line, "id").unwrap(), attribute(line, "for").unwrap()));
        }
        for (start, name) in [("<graph ", "graph"), ("<node ", "node"), ("<edge ", "edge")] {
            if line.starts_with(start) {
                owner = name;
            }
        }
        for part in line.split("<data").skip(1) {
            let key = attribute(part, "key").ok_or("data without a key")?;
            if !declared.contains(&(key.clone(), owner.to_owned())) {
                return Err(format!("`{key}` is not declared for `{owner}`"));
            }
        }
    }
    for key in ["witness-type", "sourcecodelang", "producer", "specification", "programfile", "programhash"] {
        if !text.contains(&format!("<data key=\"{key}\">")) {
            return Err(format!("no `{key}`"));
        }
    }
    let entries = argand_witness::read(text).map_err(|bad| bad.to_string())?;
    let Content::Graph(graph) = &entries[0].content else { return Err("no graph".to_owned()) };
    for (number, node) in graph.nodes.iter().enumerate() {
        let leaves = graph.edges.iter().any(|edge| edge.from == number);
        let invariant = node.invariant.is_some();
        if node.sink && leaves
            || node.violation && (leaves || !graph.violation)
            || invariant && graph.violation
        {
            return Err(format!("node `{}` is not as it must be", node.id));
        }
    }
    Ok(())
}

fn check_form(text: &str) -> Result<(), String> {
    argand_witness::read(text).map_err(|bad| bad.to_string())?;
    if text.starts_with('<') { check_graphml(text) } else { check_yaml(text) }
}

/// The check of the form is not one of our habits alone: witnesses of others that other checkers accept pass it, too.
/// `ARGAND_WITNESS_EXAMPLES` names a folder with some.
#[test]
fn the_form_that_is_checked_is_that_of_other_tools() {
    let folder = std::env::var("ARGAND_WITNESS_EXAMPLES").unwrap_or_default();
    let Ok(entries) = std::fs::read_dir(&folder) else { return };
    let paths = entries.map(|entry| entry.unwrap().path());
    for path in paths.filter(|path| path.extension().is_some_and(|extension| extension == "graphml")) {
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(check_graphml(&text), Ok(()), "{}", path.display());
    }
}

/// Verifies a program, checks the form of the witness, and has it validated.
fn written_and_confirmed(
    file: &Path,
    options: &[String],
    format: &str,
    confirmed: bool,
) -> Result<(), String> {
    let folder = tempfile::tempdir().unwrap();
    let witness = folder.path().join(format!("w.{format}")).to_string_lossy().into_owned();
    let program = file.to_string_lossy().into_owned();
    let complain = |what: &str, ran: &Ran| Err(format!("{program}: {what}:\n{}{}", ran.output, ran.errors));
    let mut arguments = vec!["verify", "--time", "30s", "--witness", &witness];
    arguments.extend(options.iter().map(String::as_str));
    arguments.push(&program);
    let verified = argand(&arguments);
    let Some(verdict) = verified.output.lines().last().filter(|verdict| *verdict != "UNKNOWN") else {
        return complain("not decided", &verified);
    };
    let text = std::fs::read_to_string(&witness).map_err(|e| format!("{program}: {e}"))?;
    check_form(&text).map_err(|why| format!("{program}: {why}\n{text}"))?;
    let model: Vec<&str> =
        options.iter().filter(|o| o.starts_with("--data-model=")).map(String::as_str).collect();
    let mut arguments = vec!["validate", "--time", "60s", "--witness", &witness];
    arguments.extend(model);
    arguments.push(&program);
    let validated = argand(&arguments);
    let same = validated.output.lines().last() == Some(verdict);
    if confirmed && !(validated.output.contains("witness: confirmed") && same) {
        return complain(&format!("not confirmed\n{text}"), &validated);
    }
    if !confirmed && validated.code == 2 {
        return complain("not read again", &validated);
    }
    Ok(())
}

/// Programs of the corpus with a configuration that decides them, of many folders and both verdicts.
fn sample() -> Vec<(PathBuf, Vec<String>)> {
    let mut found = Vec::new();
    for folder in ["bmc", "interval", "overflow", "predicate", "smg", "symbolic", "termination", "value"] {
        let mut taken = [0, 0];
        for file in common::c_files(&corpus().join(folder)) {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            let line = |key: &str| text.lines().find_map(|line| line.strip_prefix(key).map(str::trim));
            let decided = text.lines().find_map(|line| {
                let (config, expected) = line.strip_prefix("//@ expect(")?.split_once("): ")?;
                (expected.trim() != "unknown" && !config.ends_with(".toml") && !config.contains(','))
                    .then(|| (config, expected.trim()))
            });
            let (Some(check), Some((config, expected))) = (line("//@ property:"), decided) else { continue };
            let count = &mut taken[usize::from(expected == "true")];
            if check.starts_with("spec") || *count == 3 {
                continue;
            }
            *count += 1;
            let model = line("//@ data-model:").unwrap_or("LP64");
            let mut options = vec![format!("--config={config}"), format!("--data-model={model}")];
            options.push(format!("--check={check}"));
            found.push((file, options));
        }
    }
    found
}

#[test]
fn witnesses_of_a_sample_of_the_corpus_have_the_form_and_are_confirmed() {
    let programs = sample();
    assert!(programs.len() >= 30, "only {} programs", programs.len());
    let work: Vec<(&PathBuf, &[String], &str)> = programs
        .iter()
        .flat_map(|(file, options)| ["yml", "graphml"].map(|format| (file, &options[..], format)))
        .collect();
    let complaints =
        complaints(&work, |&(file, options, format)| written_and_confirmed(file, options, format, true));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn figure_9_has_values_for_all_inputs_and_is_confirmed() {
    let program = corpus().join("witness/fig9.c");
    let folder = tempfile::tempdir().unwrap();
    let witness = folder.path().join("w.yml").to_string_lossy().into_owned();
    let program = program.to_string_lossy().into_owned();
    let ran = argand(&["verify", "--check", "unreach", "--witness", &witness, &program]);
    assert_eq!(ran.code, 10, "{}", ran.output);
    let entries = argand_witness::read(&std::fs::read_to_string(&witness).unwrap()).unwrap();
    let Content::Violation(segments) = &entries[0].content else { panic!("a violation") };
    let values: Vec<&str> = segments
        .iter()
        .flatten()
        .filter_map(|waypoint| match &waypoint.kind {
            WaypointKind::Assumption(expression) => Some(expression.text.as_str()),
            _ => None,
        })
        .flat_map(|text| text.split(" && "))
        .collect();
    for name in ["s", "t", "x"] {
        let value = values.iter().find_map(|value| value.strip_prefix(&format!("{name} == ")));
        assert!(value.is_some_and(|value| value.parse::<i32>().is_ok()), "{name} in {values:?}");
    }
    for format in ["yml", "graphml"] {
        let checked =
            written_and_confirmed(Path::new(&program), &["--check=unreach".to_owned()], format, true);
        assert_eq!(checked, Ok(()));
    }
}

/// Conditions of all kinds, told by the keyword or the `?` they came from.
#[test]
fn branches_are_those_of_the_source() {
    let text = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) {\n  \
                int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();\n  if (a == 3 && b == 4)\n    ;\n  \
                else\n    return 0;\n  int c = a == 3 ? 5 : 6;\n  for (;;) {\n    if (c == 5 || b == 9) break;\n  }\n  \
                do a--; while (a > 0);\n  while (a < 0) {}\n  switch (b) { case 4: reach_error(); }\n  return 0;\n}\n";
    let folder = tempfile::tempdir().unwrap();
    let program = write(folder.path(), "all.c", text);
    let witness = folder.path().join("w.yml").to_string_lossy().into_owned();
    assert_eq!(argand(&["verify", "--check", "unreach", "--witness", &witness, &program]).code, 10);
    let entries = argand_witness::read(&std::fs::read_to_string(&witness).unwrap()).unwrap();
    let Content::Violation(segments) = &entries[0].content else { panic!("a violation") };
    let branches: Vec<(u32, u32, &str)> = segments
        .iter()
        .flatten()
        .filter_map(|waypoint| match &waypoint.kind {
            WaypointKind::Branching(way) => {
                Some((waypoint.location.line, waypoint.location.column.unwrap_or(0), way.as_str()))
            }
            _ => None,
        })
        .collect();
    let expected = [
        (5, 3, "true"),
        (9, 18, "true"),
        (11, 5, "true"),
        (13, 3, "true"),
        (13, 3, "true"),
        (13, 3, "false"),
        (14, 3, "false"),
        (15, 3, "4"),
    ];
    assert_eq!(branches, expected);
    let checked = written_and_confirmed(Path::new(&program), &["--check=unreach".to_owned()], "yml", true);
    assert_eq!(checked, Ok(()));
}

#[test]
fn preprocessed_input_is_told_by_the_lines_of_the_original() {
    let folder = tempfile::tempdir().unwrap();
    let text = "# 1 \"original.c\"\n# 40 \"original.c\"\nextern void reach_error(void);\nint main(void) {\n  \
                reach_error();\n  return 0;\n}\n";
    let program = write(folder.path(), "made.i", text);
    let witness = folder.path().join("w.yml").to_string_lossy().into_owned();
    assert_eq!(argand(&["verify", "--check", "unreach", "--witness", &witness, &program]).code, 10);
    let entries = argand_witness::read(&std::fs::read_to_string(&witness).unwrap()).unwrap();
    let Content::Violation(segments) = &entries[0].content else { panic!("a violation") };
    let target = &segments.last().unwrap()[0].location;
    assert_eq!((target.file.as_str(), target.line), ("original.c", 42));
    assert!(entries[0].metadata.files[0].0.ends_with("made.i"));
    let checked =
        written_and_confirmed(Path::new(&program), &["--check=unreach".to_owned()], "graphml", true);
    assert_eq!(checked, Ok(()));
}

#[test]
fn names_say_the_format_and_several_properties_have_a_witness_each() {
    let folder = tempfile::tempdir().unwrap();
    let program = write(folder.path(), "safe.c", "int main(void) { return 0; }\n");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let ran = argand(&["verify", "--witness", &path("w.json"), &program]);
    assert_eq!(ran.code, 2, "{}", ran.output);
    assert!(ran.errors.contains(".yml or .graphml"), "{}", ran.errors);
    let out = path("out");
    let checks = ["--check", "unreach", "--check", "overflow"];
    let mut arguments = vec!["verify", "--out", &out];
    arguments.extend(checks);
    arguments.push(&program);
    assert_eq!(argand(&arguments).code, 0);
    for name in ["witness.unreach-call.yml", "witness.no-overflow.yml", "witness.no-overflow.graphml"] {
        let text = std::fs::read_to_string(Path::new(&out).join(name)).unwrap();
        assert_eq!(check_form(&text), Ok(()), "{name}");
    }
    assert_eq!(argand(&["verify", "--out", &out, "--check", "unreach", &program]).code, 0);
    assert!(Path::new(&out).join("witness.yml").exists());
}

#[test]
fn the_same_witness_has_the_same_text() {
    let folder = tempfile::tempdir().unwrap();
    let program = corpus().join("witness/loop.c").to_string_lossy().into_owned();
    let text = |name: &str| {
        let witness = folder.path().join(name).to_string_lossy().into_owned();
        let mut command = Command::new("env");
        command.args([
            "SOURCE_DATE_EPOCH=1763441999",
            env!("CARGO_BIN_EXE_argand"),
            "verify",
            "--check",
            "unreach",
        ]);
        command.args(["--config", "k-induction", "--witness", &witness, &program]);
        assert_eq!(run(&mut command, 60).code, 0);
        std::fs::read_to_string(&witness).unwrap()
    };
    assert_eq!(text("a.yml"), text("b.yml"));
}
