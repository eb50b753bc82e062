//! Which tasks there are: task definitions of the competition (`.yml`), sets of them (`.set`), and manifests (`.jsonl`).
//!
//! Names, categories and expected verdicts choose what is run and how it is counted; the verifier never sees them.

use super::glob;
use crate::disk::read_text;
use argand_report::bench::Expected;
use clap::Args;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A program with a property and the right answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// Folder, file and property: what results are kept under.
    pub name: String,
    /// What it counts in.
    pub category: String,
    /// The name of the property.
    pub property: String,
    /// The file of the property.
    pub property_file: PathBuf,
    /// The program.
    pub inputs: Vec<PathBuf>,
    /// The sizes of the basic types, where the task says so.
    pub data_model: Option<String>,
    /// The right answer.
    pub expected: Expected,
}

/// Which of the tasks are run.
#[derive(Args, Clone, Debug, Default)]
pub struct Selection {
    /// Only tasks with this property, by the name of its file; may be given several times
    #[arg(long, value_name = "NAME")]
    property: Vec<String>,

    /// Only tasks of categories that begin with this; may be given several times
    #[arg(long, value_name = "NAME")]
    category: Vec<String>,

    /// Only tasks whose name contains this; may be given several times
    #[arg(long, value_name = "TEXT")]
    filter: Vec<String>,

    /// Only this many of them, spread evenly
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,
}

impl Selection {
    fn takes(&self, task: &Task) -> bool {
        let any = |wanted: &[String], fits: &dyn Fn(&str) -> bool| {
            wanted.is_empty() || wanted.iter().any(|one| fits(one))
        };
        any(&self.property, &|property| task.property == property)
            && any(&self.category, &|category| task.category.starts_with(category))
            && any(&self.filter, &|text| task.name.contains(text))
    }

    /// The tasks that are run, by name.
    pub fn of(&self, mut tasks: Vec<Task>) -> Vec<Task> {
        tasks.retain(|task| self.takes(task));
        let all = tasks.len();
        match self.sample.map(|number| number as usize) {
            Some(number) if number < all => {
                let mut chosen = (0..number).map(|n| n * all / number).peekable();
                let wanted = |(at, task): (usize, Task)| chosen.next_if_eq(&at).map(|_| task);
                tasks.into_iter().enumerate().filter_map(wanted).collect()
            }
            _ => tasks,
        }
    }
}

/// Reads the tasks of files, by name.
///
/// # Errors
/// The first thing that is not as it should be, with its file.
pub fn read(files: &[PathBuf]) -> Result<Vec<Task>, String> {
    let mut tasks: BTreeMap<String, Task> = BTreeMap::new();
    for file in files {
        let found = match file.extension().and_then(|e| e.to_str()) {
            Some("yml" | "yaml") => definition(file, &folder_name(file))?,
            Some("set") => set(file)?,
            Some("jsonl") => manifest(file)?,
            _ => {
                return Err(format!(
                    "'{}' has no tasks: give task definitions (.yml), sets of them (.set) or a manifest (.jsonl)",
                    file.display()
                ));
            }
        };
        for task in found {
            match tasks.get(&task.name) {
                // Sets overlap; the first one counts.
                Some(other) if other.inputs == task.inputs && other.property_file == task.property_file => {}
                Some(other) => {
                    return Err(format!(
                        "two tasks are called `{}`: '{}' and '{}'",
                        task.name,
                        paths(&other.inputs),
                        paths(&task.inputs)
                    ));
                }
                None => drop(tasks.insert(task.name.clone(), task)),
            }
        }
    }
    for task in tasks.values() {
        for file in task.inputs.iter().chain([&task.property_file]) {
            if !file.is_file() {
                return Err(format!("task `{}` needs '{}', which is no file", task.name, file.display()));
            }
        }
    }
    Ok(tasks.into_values().collect())
}

fn paths(files: &[PathBuf]) -> String {
    files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(" ")
}

/// The folder of a file, as other names in it are relative to it.
fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The name of the folder that a file is in.
fn folder_name(file: &Path) -> String {
    let folder = folder_of(file);
    let whole = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
    whole.file_name().map_or_else(|| "tasks".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// The name of a file without folder and ending.
fn stem(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// A task definition, as far as it matters here.
#[derive(Deserialize)]
struct Definition {
    format_version: serde_json::Value,
    input_files: OneOrMore,
    #[serde(default)]
    properties: Vec<DefinedProperty>,
    #[serde(default)]
    options: DefinedOptions,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

#[derive(Deserialize)]
struct DefinedProperty {
    property_file: String,
    expected_verdict: Option<bool>,
    subproperty: Option<String>,
}

#[derive(Default, Deserialize)]
struct DefinedOptions {
    language: Option<String>,
    data_model: Option<String>,
}

/// The tasks of a task definition: one for each property whose verdict is known. Programs in other languages are none.
fn definition(file: &Path, category: &str) -> Result<Vec<Task>, String> {
    let wrong = |why: String| format!("'{}' is no task definition: {why}", file.display());
    let budget = serde_saphyr::options! {
        budget: serde_saphyr::budget! { max_depth: 16, max_nodes: 100_000, max_events: 200_000, max_documents: 1 },
        with_snippet: false,
    };
    let definition: Definition = serde_saphyr::from_str_with_options(&read_text(file)?, budget)
        .map_err(|error| wrong(error.to_string()))?;
    let version = match &definition.format_version {
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    if !["1.", "2."].iter().any(|known| version.starts_with(known)) {
        return Err(wrong(format!("its format version `{version}` is not known")));
    }
    if definition.options.language.as_ref().is_some_and(|language| language != "C") {
        return Ok(Vec::new());
    }
    let folder = folder_of(file);
    let patterns = match definition.input_files {
        OneOrMore::One(one) => vec![one],
        OneOrMore::More(more) => more,
    };
    let mut inputs = Vec::new();
    for pattern in &patterns {
        inputs.extend(glob::expand(folder, pattern).map_err(|error| wrong(error.to_string()))?);
    }
    if inputs.is_empty() {
        return Err(wrong("it names no input files".to_owned()));
    }
    let task = |property: DefinedProperty| {
        let truth = property.expected_verdict?;
        let property_file = folder.join(&property.property_file);
        let name = stem(&property_file);
        Some(Task {
            name: format!("{}/{}:{name}", folder_name(file), stem(file)),
            category: category.to_owned(),
            property: name,
            property_file,
            inputs: inputs.clone(),
            data_model: definition.options.data_model.clone(),
            expected: Expected { truth, part: property.subproperty.filter(|_| !truth) },
        })
    };
    Ok(definition.properties.into_iter().filter_map(task).collect())
}

/// The tasks of a set: a pattern in each line, relative to the set.
fn set(file: &Path) -> Result<Vec<Task>, String> {
    let category = stem(file);
    let mut tasks = Vec::new();
    for (line, number) in read_text(file)?.lines().zip(1..) {
        let pattern = line.trim();
        if pattern.is_empty() || pattern.starts_with('#') {
            continue;
        }
        let place = format!("'{}', line {number}", file.display());
        let found = glob::expand(folder_of(file), pattern).map_err(|error| format!("{place}: {error}"))?;
        if found.is_empty() {
            return Err(format!("{place}: no file fits `{pattern}`"));
        }
        for one in found {
            if !one.extension().is_some_and(|ending| ending == "yml" || ending == "yaml") {
                return Err(format!("{place}: '{}' is no task definition (.yml)", one.display()));
            }
            tasks.extend(definition(&one, &category)?);
        }
    }
    Ok(tasks)
}

/// A line of a manifest.
#[derive(Deserialize)]
struct Line {
    id: Option<String>,
    input: OneOrMore,
    property: String,
    expected: serde_json::Value,
    subproperty: Option<String>,
    data_model: Option<String>,
    category: Option<String>,
}

/// The tasks of a manifest: a JSON object in each line, with files relative to the manifest.
fn manifest(file: &Path) -> Result<Vec<Task>, String> {
    let folder = folder_of(file);
    let mut tasks = Vec::new();
    for (text, number) in read_text(file)?.lines().zip(1..) {
        if text.trim().is_empty() {
            continue;
        }
        let place = format!("'{}', line {number}", file.display());
        let line: Line = serde_json::from_str(text).map_err(|error| format!("{place}: {error}"))?;
        let expected = match &line.expected {
            serde_json::Value::Bool(truth) => Some(Expected { truth: *truth, part: None }),
            serde_json::Value::String(text) => Expected::read(text),
            _ => None,
        };
        let Some(mut expected) = expected else {
            return Err(format!("{place}: `expected` is `true`, `false` or `false(part of the property)`"));
        };
        if !expected.truth && line.subproperty.is_some() {
            expected.part = line.subproperty;
        }
        let inputs: Vec<PathBuf> = match line.input {
            OneOrMore::One(one) => vec![folder.join(one)],
            OneOrMore::More(more) => more.iter().map(|one| folder.join(one)).collect(),
        };
        let Some(first) = inputs.first() else { return Err(format!("{place}: `input` names no file")) };
        let property_file = folder.join(&line.property);
        let property = stem(&property_file);
        tasks.push(Task {
            name: line.id.unwrap_or_else(|| format!("{}/{}:{property}", folder_name(first), stem(first))),
            category: line.category.unwrap_or_else(|| folder_name(first)),
            property,
            property_file,
            inputs,
            data_model: line.data_model,
            expected,
        });
    }
    Ok(tasks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
        let path = folder.join(name);
        std::fs::create_dir_all(folder_of(&path)).expect("a folder");
        std::fs::write(&path, text).expect("a file");
        path
    }

    const DEFINITION: &str = "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: ../p/unreach-call.prp\n    \
                              expected_verdict: false\n  - property_file: ../p/valid-memsafety.prp\n    expected_verdict: false\n    \
                              subproperty: valid-deref\n  - property_file: ../p/coverage.prp\noptions:\n  language: C\n  data_model: ILP32\n";

    fn benchmarks() -> tempfile::TempDir {
        let root = tempfile::tempdir().expect("a folder");
        for file in ["p/unreach-call.prp", "p/valid-memsafety.prp", "loops/a.c", "loops/b.c"] {
            write(root.path(), file, "");
        }
        write(root.path(), "loops/a.yml", DEFINITION);
        write(root.path(), "loops/b.yml", &DEFINITION.replace("a.c", "b.c"));
        root
    }

    #[test]
    fn definitions_have_a_task_for_each_property_with_a_verdict() {
        let root = benchmarks();
        let tasks = read(&[root.path().join("loops/a.yml")]).expect("tasks");
        let names: Vec<&str> = tasks.iter().map(|task| task.name.as_str()).collect();
        assert_eq!(names, ["loops/a:unreach-call", "loops/a:valid-memsafety"]);
        assert_eq!(tasks[0].data_model.as_deref(), Some("ILP32"));
        assert_eq!(tasks[1].expected, Expected { truth: false, part: Some("valid-deref".to_owned()) });
        assert_eq!(tasks[1].category, "loops");
    }

    #[test]
    fn sets_name_the_category_and_overlap() {
        let root = benchmarks();
        let first = write(root.path(), "Loops.set", "# all of them\nloops/*.yml\n\n");
        let second = write(root.path(), "More.set", "loops/[ab].yml\n");
        let tasks = read(&[first, second]).expect("tasks");
        assert_eq!(tasks.len(), 4);
        assert!(tasks.iter().all(|task| task.category == "Loops"));
        let chosen =
            Selection { property: vec!["unreach-call".to_owned()], sample: Some(1), ..Selection::default() };
        let chosen = chosen.of(tasks);
        assert_eq!(chosen.iter().map(|t| t.name.as_str()).collect::<Vec<_>>(), ["loops/a:unreach-call"]);
    }

    #[test]
    fn manifests_are_lines_of_json() {
        let root = benchmarks();
        let line = r#"{"input": "loops/a.c", "property": "p/unreach-call.prp", "expected": "false(x)", "category": "C"}"#;
        let file = write(root.path(), "all.jsonl", &format!("{line}\n\n"));
        let tasks = read(&[file]).expect("tasks");
        assert_eq!((tasks[0].name.as_str(), tasks[0].category.as_str()), ("loops/a:unreach-call", "C"));
        assert_eq!(tasks[0].expected.part.as_deref(), Some("x"));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let root = benchmarks();
        let cases = [
            ("x.yml", "]", "is no task definition"),
            ("x.yml", "format_version: '9.0'\ninput_files: a.c\n", "`9.0` is not known"),
            ("x.yml", "format_version: '2.0'\n", "input_files"),
            ("x.yml", &DEFINITION.replace("a.c", "none.c").replace("../p", "p"), "none.c', which is no file"),
            ("x.set", "none/*.yml\n", "line 1: no file fits `none/*.yml`"),
            ("x.set", "\nloops/*.c\n", "line 2: "),
            ("x.jsonl", "{}\n", "line 1: missing field"),
            ("x.jsonl", r#"{"input": "a.c", "property": "p.prp", "expected": 1}"#, "`expected` is"),
            ("x.c", "", "has no tasks"),
        ];
        for (name, text, expected) in cases {
            let file = write(root.path(), name, text);
            let error = read(&[file]).expect_err(text);
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
