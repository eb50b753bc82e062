//! The rules of the house that a machine can check.
#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Crate to the crates it may use, from the table in ARCHITECTURE.md. `None` means all.
fn allowed() -> BTreeMap<String, Option<BTreeSet<String>>> {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let table = text.split("\n## Crates").nth(1).and_then(|t| t.split("\n## ").next()).unwrap();
    table
        .lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
            let name = cells.first()?.strip_prefix('`')?.strip_suffix('`')?;
            let uses = cells.get(2)?;
            let list = match *uses {
                "all" => None,
                "–" => Some(BTreeSet::new()),
                list => Some(list.split(',').map(|c| c.trim().to_owned()).collect()),
            };
            Some((name.to_owned(), list))
        })
        .collect()
}

/// Crate to the crates of the workspace that its manifest depends on, tests aside.
fn actual() -> BTreeMap<String, BTreeSet<String>> {
    let mut crates = BTreeMap::new();
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let path = entry.unwrap().path();
        let manifest: toml::Table =
            std::fs::read_to_string(path.join("Cargo.toml")).unwrap().parse().unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let uses = manifest
            .get("dependencies")
            .and_then(toml::Value::as_table)
            .into_iter()
            .flatten()
            .filter_map(|(dependency, _)| dependency.strip_prefix("argand-").map(str::to_owned))
            .collect();
        crates.insert(name, uses);
    }
    crates
}

#[test]
fn every_crate_uses_only_what_the_architecture_allows() {
    let allowed = allowed();
    for (name, uses) in actual() {
        let Some(list) = allowed.get(&name) else {
            panic!("`{name}` is missing in the table of ARCHITECTURE.md")
        };
        if let Some(list) = list {
            let forbidden: Vec<_> = uses.difference(list).collect();
            assert!(
                forbidden.is_empty(),
                "`{name}` may not use {forbidden:?}; ARCHITECTURE.md lists {list:?}"
            );
        }
    }
}

#[test]
fn the_architecture_lists_only_crates_that_exist() {
    let actual = actual();
    for name in allowed().keys() {
        assert!(actual.contains_key(name), "ARCHITECTURE.md lists `{name}`, which does not exist");
    }
}

/// What helps tests is a feature that only tests ask for, so that nothing of it ships.
#[test]
fn only_tests_ask_for_what_helps_tests() {
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let path = entry.unwrap().path();
        let manifest: toml::Table =
            std::fs::read_to_string(path.join("Cargo.toml")).unwrap().parse().unwrap();
        for section in ["dependencies", "build-dependencies", "features"] {
            let Some(section) = manifest.get(section).and_then(toml::Value::as_table) else { continue };
            for (name, value) in section.iter().filter(|(name, _)| *name != "testing") {
                assert!(!value.to_string().contains("testing"), "{}: {name} = {value}", path.display());
            }
        }
    }
}

#[test]
fn only_the_front_end_names_rucc() {
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let path = entry.unwrap().path();
        let manifest = std::fs::read_to_string(path.join("Cargo.toml")).unwrap();
        assert!(path.ends_with("frontend-c") || !manifest.contains("rucc-"), "{}", path.display());
    }
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_file_says_what_it_is_and_no_test_is_ignored() {
    let mut files = Vec::new();
    rust_files(&root().join("crates"), &mut files);
    assert!(files.len() > 100);
    // Spelled in two parts, so that this file does not find itself.
    let ignored = concat!("#[ign", "ore");
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("//!"), "{} does not open with //!", file.display());
        assert!(!text.contains(ignored), "{} ignores a test", file.display());
    }
}

#[test]
fn analyses_do_not_import_each_other() {
    let analyses = analyses();
    for (word, folder) in &analyses {
        let mut files = Vec::new();
        rust_files(folder, &mut files);
        // Tests compose analyses as configurations do.
        files.retain(|file| !file.ends_with("tests.rs"));
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            for other in analyses.keys().filter(|other| *other != word) {
                assert!(!text.contains(&format!("crate::{other}::")), "{} imports `{other}`", file.display());
            }
        }
    }
}

/// The folders of the analyses, which are their names.
fn analyses() -> BTreeMap<String, PathBuf> {
    let entries = std::fs::read_dir(root().join("crates/cpas/src")).unwrap().map(|e| e.unwrap().path());
    let folders = entries.filter(|path| path.is_dir());
    folders.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), path)).collect()
}

/// Analyses that have no programs of their own in the corpus, with the reason.
const WITHOUT_PROGRAMS: &[(&str, &str)] = &[
    ("backlocation", "it follows edges backwards, and verification starts where programs do"),
    ("postdominator", "it is for explorations backwards"),
];

#[test]
fn every_analysis_has_tests_and_laws_and_programs() {
    for (name, folder) in analyses() {
        let text =
            ["tests.rs", "tests/mod.rs"].iter().find_map(|t| std::fs::read_to_string(folder.join(t)).ok());
        let text = text.unwrap_or_else(|| panic!("`{name}` has no tests.rs"));
        assert!(text.contains("#[test]"), "the tests of `{name}` say nothing of single cases");
        let has_laws = text.contains("lattice_laws!(") || text.contains("laws::hold");
        assert!(has_laws, "the tests of `{name}` do not check any law");
        let programs = std::fs::read_dir(root().join("tests/corpus").join(&name));
        let programs = programs.into_iter().flatten().filter_map(Result::ok);
        let count = programs.filter(|entry| entry.path().extension().is_some_and(|e| e == "c")).count();
        let excused = WITHOUT_PROGRAMS.iter().any(|(without, _)| *without == name);
        assert_eq!(count > 0, !excused, "tests/corpus/{name} has {count} programs");
    }
}

#[test]
fn the_option_reference_is_what_the_definitions_say() {
    let path = root().join("docs/configurations.md");
    let fresh = argand_verifier::config::reference::markdown();
    if std::env::var_os("ARGAND_UPDATE_DOCS").is_some() {
        std::fs::write(&path, &fresh).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, fresh, "docs/configurations.md is stale; run this test with ARGAND_UPDATE_DOCS=1");
}

/// Licences under which Argand can be shipped as Apache-2.0 OR MIT. MPL-2.0 binds only its own files.
const LICENCES: [&str; 9] = [
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "MIT",
    "MPL-2.0",
    "MPL-2.0+",
    "Unicode-3.0",
    "Zlib",
];

#[test]
fn every_dependency_has_a_licence_that_fits() {
    let output = std::process::Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--offline",
            "--format-version",
            "1",
            "--filter-platform",
            "x86_64-unknown-linux-gnu",
        ])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 50);
    for package in packages {
        let licence = package["license"].as_str().unwrap_or("none");
        // Every part that AND joins must offer one that fits.
        let fits = licence.replace('/', " OR ").split(" AND ").all(|part| {
            let part = part.trim_matches(['(', ')']);
            part.split(" OR ").any(|one| LICENCES.contains(&one.trim()))
        });
        assert!(fits, "{} is under {licence}", package["name"]);
    }
}

/// A match over library functions or operations of edges that has an arm for all the rest.
struct Loose {
    file: String,
    line: usize,
    /// What is matched.
    on: String,
}

/// The text of a file with comments, strings and characters blanked, so that only code is left. Lines stay.
fn code_of(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '/' if rest.peek() == Some(&'/') => {
                while rest.peek().is_some_and(|&c| c != '\n') {
                    rest.next();
                }
            }
            '"' => {
                while let Some(c) = rest.next() {
                    match c {
                        '\\' => {
                            rest.next();
                        }
                        '"' => break,
                        '\n' => code.push('\n'),
                        _ => {}
                    }
                }
                code.push_str("\"\"");
            }
            '\'' => {
                // A character, or the start of a lifetime.
                let mut ahead = rest.clone();
                let first = ahead.next();
                if first == Some('\\') || ahead.next() == Some('\'') {
                    if rest.next() == Some('\\') {
                        rest.next();
                    }
                    while rest.peek().is_some_and(|&c| c != '\'') {
                        rest.next();
                    }
                    rest.next();
                    code.push_str("' '");
                } else {
                    code.push(c);
                }
            }
            c => code.push(c),
        }
    }
    code
}

/// What stands between braces from `open` on; what is in braces there is left out.
fn arms(code: &str, open: usize) -> String {
    let (mut depth, mut arms) = (0, String::new());
    for c in code[open..].chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        if depth == 1 {
            arms.push(c);
        }
    }
    arms
}

/// The operations of edges; other types are called `Op` too.
const OPERATIONS: [&str; 13] = [
    "Noop",
    "Assume",
    "Assign",
    "Init",
    "Havoc",
    "Declare",
    "Dead",
    "Call",
    "Return",
    "Summary",
    "Extern",
    "Halt",
    "Unsupported",
];

/// Whether a text names a library function or the operation of an edge.
fn names_effects(text: &str) -> bool {
    ["LibFn::", "Op::"].iter().any(|path| {
        text.match_indices(path).any(|(at, _)| {
            let whole = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let variant = &text[at + path.len()..];
            let variant = variant.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            whole && (*path == "LibFn::" || OPERATIONS.contains(&variant))
        })
    })
}

fn loose_matches(file: &Path) -> Vec<Loose> {
    let code = code_of(&std::fs::read_to_string(file).unwrap());
    let name = file.strip_prefix(root()).unwrap_or(file).to_string_lossy().replace('\\', "/");
    let starts = code
        .match_indices("match ")
        .filter(|&(at, _)| !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.'));
    starts
        .filter_map(|(at, word)| {
            let open = at + code[at..].find('{')?;
            let on = code[at + word.len()..open].trim().to_owned();
            let arms = arms(&code, open);
            let about = on.contains("extern_model")
                || on.ends_with(".op")
                || on.ends_with("cx.op()")
                || names_effects(&arms);
            let loose = arms.split(['\n', ',', '}', '{']).any(|arm| arm.trim().starts_with("_ =>"));
            let line = code[..at].matches('\n').count() + 1;
            (about && loose).then_some(Loose { file: name.clone(), line, on })
        })
        .collect()
}

/// Matches over library functions and operations that may have an arm for all the rest, with the reason: file, what is
/// matched, how often.
const LOOSE: &[(&str, &str, usize, &str)] = &[
    ("cpas/src/callstack/mod.rs", "*cx.op()", 1, "only calls and returns change the call stack"),
    ("cpas/src/callstack/mod.rs", "program.edges[edge].op", 1, "only returns depend on the call stack"),
    ("cpas/src/loopbound/mod.rs", "*cx.op()", 1, "only calls and returns change which loops are counted"),
    (
        "cpas/src/smg/loops.rs",
        "program.edges[edge].op",
        1,
        "looks for assumptions at the heads of loops alone",
    ),
    ("exec/src/machine.rs", "program.edges[first].op", 1, "tells branches from all other steps"),
    (
        "exec/src/library.rs",
        "self.frames.last().map(|f| program.functions[f.func].origin)",
        1,
        "matches who asks",
    ),
    (
        "exec/src/print.rs",
        "model",
        2,
        "all that is not plain text is formatted, and what has no format is refused",
    ),
    ("linker/src/library/mod.rs", "name", 1, "looks up names, and most names mean nothing to the library"),
    ("spec/src/compile.rs", "edge.op", 1, "looks for calls of functions by name"),
    (
        "spec/src/lower.rs",
        "op",
        3,
        "says where what was bound can be read; what an edge changes it asks of `keeps`",
    ),
    ("spec/src/matching.rs", "(&expr.kind, &edge.op)", 1, "a pattern of one form matches edges of one form"),
    ("spec/src/matching.rs", "(&edge.op, moment)", 1, "a pattern of one form matches edges of one form"),
    ("spec/src/matching.rs", "edge.op", 1, "a pattern of one form matches edges of one form"),
    (
        "spec/src/matching.rs",
        "&self.program.edges[next].op",
        1,
        "a pattern of one form matches edges of one form",
    ),
    ("spec/src/matching.rs", "&edge.op", 1, "a pattern of one form matches edges of one form"),
    ("spec/src/matching.rs", "(value, &edge.op)", 1, "a pattern of one form matches edges of one form"),
];

#[test]
fn no_arm_for_the_rest_decides_what_a_library_function_or_an_operation_does() {
    let mut found: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    for name in ["cpas", "encode", "exec", "linker", "spec"] {
        let mut files = Vec::new();
        rust_files(&root().join("crates").join(name).join("src"), &mut files);
        files.retain(|file| !file.ends_with("tests.rs"));
        for loose in files.iter().flat_map(|file| loose_matches(file)) {
            let file = loose.file.split_once("crates/").map_or("", |(_, file)| file).to_owned();
            found.entry((file, loose.on)).or_default().push(loose.line);
        }
    }
    let mut complaints = Vec::new();
    for ((file, on), lines) in &found {
        let allowed = LOOSE.iter().find(|(f, o, ..)| f == file && o == on).map_or(0, |entry| entry.2);
        if lines.len() > allowed {
            complaints.push(format!("{file}:{lines:?}: `match {on}` has an arm `_ =>`, {allowed} allowed"));
        }
    }
    for (file, on, count, _) in LOOSE {
        let there = found.get(&((*file).to_owned(), (*on).to_owned())).map_or(0, Vec::len);
        if there < *count {
            complaints.push(format!("{file}: `match {on}` is listed {count} times and found {there} times"));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn loose_matches_are_found_in_code_and_not_in_words() {
    let text = "//! match op { Op::Noop => 1, _ => 2 }\nfn f() { match op { Op::Noop => \"{\", _ => 'x' }; }\n\
                fn g() { match kind { BinaryOp::Add => 1, _ => 2 } }\n\
                fn h() { match op { Op::Noop => match 1 { _ => 2 }, Op::Halt(_) => 3 } }\n";
    let path = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(path.path(), text).unwrap();
    let lines: Vec<usize> = loose_matches(path.path()).iter().map(|loose| loose.line).collect();
    assert_eq!(lines, [2]);
}

/// Where the name of an analysis stands outside its folder, how often, and why.
const NAMED: &[(&str, usize, &str)] = &[
    ("cfa/src/json.rs", 1, "a key of the text form"),
    ("cfa/src/text/parse_body.rs", 1, "a word of the text form"),
    ("cpa/src/graph.rs", 1, "a key of exported graphs"),
    ("cpa/src/tracking.rs", 1, "how far a refinement reaches"),
    ("cpa/src/waitlist.rs", 1, "an order of exploration"),
    ("cpas/src/predicate/precision.rs", 1, "how far a predicate reaches"),
    ("encode/src/cells.rs", 1, "how the sort of a cell is called"),
    ("report/src/annotations.rs", 1, "`location` is a field of the format of GitLab"),
    ("report/src/sarif.rs", 4, "`location` is a field of SARIF"),
    ("verifier/src/certify/faults.rs", 12, "breaks analyses on purpose, in a test"),
    ("verifier/src/plan.rs", 1, "automata come from properties, not from configurations"),
    ("verifier/src/verification.rs", 1, "what automata print goes into the report"),
    ("witness/src/yaml.rs", 4, "keys of the format"),
];

/// How often a line of code names an analysis: as a word of configurations, or by its path.
fn names_in(line: &str, analysis: &str) -> usize {
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let path = format!("argand_cpas::{analysis}");
    let listed = line.split("argand_cpas::{").nth(1).and_then(|list| list.split('}').next()).unwrap_or("");
    let words = listed.split(|c: char| !c.is_alphanumeric() && c != '_');
    line.matches(&format!("\"{analysis}\"")).count()
        + words.filter(|word| *word == analysis).count()
        + line.match_indices(&path).filter(|(at, path)| ends(&line[at + path.len()..])).count()
}

#[test]
fn nothing_outside_its_folder_knows_an_analysis_by_name() {
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    let mut files = Vec::new();
    rust_files(&root().join("crates"), &mut files);
    for file in files {
        let name = file.strip_prefix(root().join("crates")).unwrap().to_string_lossy().into_owned();
        let parts: Vec<&str> = name.split('/').collect();
        let in_source = parts[1] == "src";
        // The table of analyses, and the list of shipped configurations, which have names of their own.
        let lists = name == "cpas/src/lib.rs" || name == "verifier/src/config/shipped.rs";
        if !in_source || lists || name.ends_with("tests.rs") || parts.contains(&"testing") {
            continue;
        }
        let own = (parts[0] == "cpas").then_some(parts[2]);
        let text = std::fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let others: Vec<String> =
            analyses().into_keys().filter(|analysis| own != Some(analysis.as_str())).collect();
        let times: usize = lines.flat_map(|line| others.iter().map(|other| names_in(line, other))).sum();
        if times > 0 {
            found.insert(name, times);
        }
    }
    let listed: BTreeMap<String, usize> =
        NAMED.iter().map(|&(file, times, _)| (file.to_owned(), times)).collect();
    assert_eq!(found, listed, "analyses are known by name outside their folders");
}

#[test]
fn names_of_analyses_are_found_however_they_are_written() {
    let times = |line: &str| names_in(line, "value");
    assert_eq!(times("find(\"value\"); use argand_cpas::value::ValueCpa;"), 2);
    assert_eq!(times("use argand_cpas::{smg, value::ValueCpa};"), 1);
    assert_eq!(times("use argand_cpas::values; let value = value_text(\"a value\");"), 0);
}
