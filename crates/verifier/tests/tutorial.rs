//! The page on adding an analysis, followed to the letter: what it shows is what is compiled, it shows all that there is
//! to write, and the analysis that it adds does what the page says.

use argand_verifier::{Check, Configuration, Options, Task, Verdict, Verification, Wanted, load_text};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The analysis that the page adds.
const NAME: &str = "parity";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The blocks of the page by the files that they belong to. The last words in backquotes before a block name the file.
fn blocks() -> BTreeMap<String, Vec<String>> {
    let page = read("docs/adding-a-cpa.md");
    let mut blocks: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut pieces = page.split("```");
    let mut prose = pieces.next().expect("a page");
    while let (Some(block), Some(next)) = (pieces.next(), pieces.next()) {
        let (language, code) = block.split_once('\n').expect("a block has lines");
        if language != "sh" {
            let file = prose.trim_end().strip_suffix("`:").and_then(|prose| prose.rsplit('`').next());
            let file = file.unwrap_or_else(|| panic!("no file is named before\n{code}"));
            blocks.entry(file.to_owned()).or_default().push(code.to_owned());
        }
        prose = next;
    }
    blocks
}

/// Files that belong to the analysis alone.
fn is_its_own(file: &str) -> bool {
    file.contains(&format!("/{NAME}/")) || file.ends_with(&format!("/{NAME}.toml"))
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Every file below a folder of the repository, by its path in the repository.
fn files_below(folder: &str) -> BTreeSet<String> {
    let mut found = Vec::new();
    files(&root().join(folder), &mut found);
    let path =
        |file: &PathBuf| file.strip_prefix(root()).expect("below the root").to_string_lossy().into_owned();
    found.iter().map(path).collect()
}

#[test]
fn the_page_shows_the_files_as_they_are() {
    for (file, blocks) in blocks() {
        let text = read(&file);
        if is_its_own(&file) {
            // Blank lines between blocks are not shown.
            let squeeze =
                |text: &str| text.lines().filter(|l| !l.trim().is_empty()).collect::<Vec<_>>().join("\n");
            assert_eq!(squeeze(&blocks.concat()), squeeze(&text), "{file} is not what the page shows");
        } else {
            for block in blocks {
                assert!(text.contains(&block), "{file} does not have the lines\n{block}");
            }
        }
    }
}

#[test]
fn the_page_shows_all_that_there_is_to_write() {
    let shown: BTreeSet<String> = blocks().into_keys().collect();
    let own: BTreeSet<String> = ["crates", "tests/corpus"]
        .into_iter()
        .flat_map(files_below)
        .filter(|file| is_its_own(file))
        .collect();
    assert_eq!(own, shown.iter().filter(|file| is_its_own(file)).cloned().collect());
    let this = "crates/verifier/tests/tutorial.rs";
    for file in files_below("crates").into_iter().filter(|f| f.ends_with(".rs") || f.ends_with(".toml")) {
        let text = read(&file);
        let names = [format!("\"{NAME}\""), format!("{NAME}::"), format!("mod {NAME}")];
        let knows = names.iter().any(|name| text.contains(name));
        assert!(
            !knows || shown.contains(&file) || file == this,
            "{file} knows `{NAME}`, and the page does not say so"
        );
    }
}

/// The verdict on a program of the corpus of the analysis.
fn verdict(case: &str, settings: &[&str]) -> Verdict {
    let program = load_text(&read(&format!("tests/corpus/{NAME}/{case}.c"))).expect("a program");
    let task = Task::new(program, Wanted::checks(&[Check::Unreach]));
    let settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
    let configuration = Configuration::load(NAME, &settings, &|path: &Path| Err(path.display().to_string()))
        .expect("a configuration");
    let verification = Verification::new(&task, &configuration, Options::default()).expect("a verification");
    verification.run(None).expect("a report").verdict
}

#[test]
fn refinement_proves_what_nothing_else_proves_and_real_violations_stay() {
    assert_eq!(verdict("steps_of_two", &[]), Verdict::True);
    assert!(matches!(verdict("steps_of_two", &["algorithm=explore"]), Verdict::Unknown(_)));
    assert_eq!(verdict("steps_of_two", &["cegar.mode=restart"]), Verdict::True);
    assert_eq!(verdict("steps_of_two", &["algorithm=explore", "cpa.parity.track-all=true"]), Verdict::True);
    assert!(matches!(verdict("steps_of_three", &[]), Verdict::False(_)));
    assert!(matches!(verdict("too_coarse", &[]), Verdict::Unknown(_)));
}
