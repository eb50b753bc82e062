//! Models of library functions, written in C.
//!
//! The files of the folder `models` are divided into sections: a line `//= strlen` begins the section that
//! provides `strlen`. Of each program's library unit only the sections it needs are part, with those that
//! these mention in turn.

use argand_support::{FxHashMap, FxHashSet};
use std::fmt::Write as _;
use std::sync::OnceLock;

/// The folder as the user sees it in messages.
const FOLDER: &str = "<library>";

const FILES: &[(&str, &str)] = &[
    ("ctype.c", include_str!("../../models/ctype.c")),
    ("math.c", include_str!("../../models/math.c")),
    ("memory.c", include_str!("../../models/memory.c")),
    ("posix.c", include_str!("../../models/posix.c")),
    ("stdio.c", include_str!("../../models/stdio.c")),
    ("stdlib.c", include_str!("../../models/stdlib.c")),
    ("string.c", include_str!("../../models/string.c")),
];

/// What every section may use.
const PRELUDE: &str = include_str!("../../models/prelude.c");

struct Section {
    file: &'static str,
    line: usize,
    text: &'static str,
}

struct Index {
    sections: Vec<Section>,
    by_name: FxHashMap<&'static str, usize>,
}

fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| {
        let mut out = Index { sections: Vec::new(), by_name: FxHashMap::default() };
        for &(file, text) in FILES {
            let (mut offset, mut open): (usize, Option<(usize, usize)>) = (0, None);
            for (number, line) in text.split_inclusive('\n').enumerate() {
                if line.starts_with("//= ") {
                    if let Some((start, at)) = open {
                        add_section(&mut out, file, at, &text[start..offset]);
                    }
                    open = Some((offset, number + 1));
                }
                offset += line.len();
            }
            if let Some((start, at)) = open {
                add_section(&mut out, file, at, &text[start..]);
            }
        }
        out
    })
}

fn add_section(index: &mut Index, file: &'static str, line: usize, text: &'static str) {
    let header = text.lines().next().unwrap_or_default().trim_start_matches("//=");
    for name in header.split_whitespace() {
        index.by_name.insert(name, index.sections.len());
    }
    index.sections.push(Section { file, line, text });
}

/// The names of all functions that have a model, sorted.
#[must_use]
pub fn model_names() -> Vec<&'static str> {
    let mut names: Vec<_> = index().by_name.keys().copied().collect();
    names.sort_unstable();
    names
}

/// Whether there is a model of a function of this name.
pub(crate) fn provides(name: &str) -> bool {
    index().by_name.contains_key(name)
}

/// The sections that provide the names, and those that these mention, in the order of the files. Functions
/// that `defined` says the program has itself are left to the program.
pub(crate) fn select<'n>(
    names: impl IntoIterator<Item = &'n str>,
    defined: &dyn Fn(&str) -> bool,
) -> Vec<usize> {
    let index = index();
    let mut todo: Vec<usize> = names.into_iter().filter_map(|n| index.by_name.get(n).copied()).collect();
    let mut chosen = FxHashSet::default();
    while let Some(section) = todo.pop() {
        if !chosen.insert(section) {
            continue;
        }
        let words = index.sections[section].text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        todo.extend(words.filter(|w| !defined(w)).filter_map(|w| index.by_name.get(w).copied()));
    }
    let mut chosen: Vec<_> = chosen.into_iter().collect();
    chosen.sort_unstable();
    chosen
}

/// The text of a unit that holds these sections, preprocessed.
pub(crate) fn source(sections: &[usize]) -> String {
    let mut out = format!("# 1 \"{FOLDER}/prelude.c\"\n{PRELUDE}");
    for &section in sections {
        let section = &index().sections[section];
        let _ = write!(out, "# {} \"{FOLDER}/{}\"\n{}", section.line, section.file, section.text);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_brings_the_sections_it_mentions() {
        let text = source(&select(["strdup"], &|_| false));
        assert!(text.contains("*strdup("), "{text}");
        assert!(text.contains("strlen(const char"), "{text}");
        assert!(!text.contains("strtok"), "{text}");
    }

    #[test]
    fn every_section_defines_the_functions_it_names() {
        let index = index();
        let mut names: Vec<_> = index.by_name.iter().collect();
        names.sort_unstable();
        assert!(names.len() > 200);
        for (name, &section) in names {
            let section = &index.sections[section];
            assert!(section.text.contains(&format!("{name}(")), "{name} in {}", section.file);
        }
    }
}
