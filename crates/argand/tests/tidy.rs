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
    let folder = root().join("crates/cpas/src");
    let words: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.is_dir())
        .map(|p| p.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    for word in &words {
        let mut files = Vec::new();
        rust_files(&folder.join(word), &mut files);
        // Tests compose analyses as configurations do.
        files.retain(|file| !file.ends_with("tests.rs"));
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            for other in words.iter().filter(|other| *other != word) {
                assert!(!text.contains(&format!("crate::{other}::")), "{} imports `{other}`", file.display());
            }
        }
    }
}

#[test]
fn the_option_reference_is_what_the_definitions_say() {
    let path = root().join("docs/configurations.md");
    let fresh = argand::config::reference::markdown();
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
            part.split(" OR ").any(|one| LICENCES.contains(&one))
        });
        assert!(fits, "{} is under {licence}", package["name"]);
    }
}
