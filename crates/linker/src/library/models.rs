//! Models of library functions, written in C.
//!
//! The files of the folder `models` are divided into sections: a line `//= strlen` begins the section that
//! provides `strlen`; names after a `-` are for other sections alone and mean nothing to programs. Of each program's
//! library unit only the sections it needs are part, with those that these mention in turn.

use argand_support::{FxHashMap, FxHashSet};
use std::fmt::Write as _;
use std::sync::OnceLock;

/// The folder as the user sees it in messages.
const FOLDER: &str = "<library>";

const FILES: &[(&str, &str)] = &[
    ("ctype.c", include_str!("../../models/ctype.c")),
    ("directory.c", include_str!("../../models/directory.c")),
    ("errno.c", include_str!("../../models/errno.c")),
    ("failing.c", include_str!("../../models/failing.c")),
    ("fenv.c", include_str!("../../models/fenv.c")),
    ("getopt.c", include_str!("../../models/getopt.c")),
    ("math.c", include_str!("../../models/math.c")),
    ("memory.c", include_str!("../../models/memory.c")),
    ("network.c", include_str!("../../models/network.c")),
    ("posix.c", include_str!("../../models/posix.c")),
    ("scanf.c", include_str!("../../models/scanf.c")),
    ("search.c", include_str!("../../models/search.c")),
    ("stdio.c", include_str!("../../models/stdio.c")),
    ("stdlib.c", include_str!("../../models/stdlib.c")),
    ("string.c", include_str!("../../models/string.c")),
    ("threads.c", include_str!("../../models/threads.c")),
    ("time.c", include_str!("../../models/time.c")),
    ("verifiers.c", include_str!("../../models/verifiers.c")),
    ("wchar.c", include_str!("../../models/wchar.c")),
];

/// What every section may use.
const PRELUDE: &str = include_str!("../../models/prelude.c");

struct Section {
    file: &'static str,
    line: usize,
    text: &'static str,
    /// Whether it defines what other sections use.
    helps: bool,
}

struct Index {
    sections: Vec<Section>,
    by_name: FxHashMap<&'static str, usize>,
    helpers: FxHashMap<&'static str, usize>,
}

fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| {
        let mut out =
            Index { sections: Vec::new(), by_name: FxHashMap::default(), helpers: FxHashMap::default() };
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
    let mut names = header.split_whitespace();
    for name in names.by_ref().take_while(|&name| name != "-") {
        index.by_name.insert(name, index.sections.len());
    }
    let mut helps = false;
    for name in names {
        index.helpers.insert(name, index.sections.len());
        helps = true;
    }
    index.sections.push(Section { file, line, text, helps });
}

/// The names of all functions that have a model, sorted.
#[must_use]
pub fn model_names() -> Vec<&'static str> {
    let mut names: Vec<_> = index().by_name.keys().copied().collect();
    names.sort_unstable();
    names
}

/// Whether there is a model of a function of this name.
pub(super) fn provides(name: &str) -> bool {
    index().by_name.contains_key(name)
}

/// The sections that provide the names, and those that these mention, helpers first, then in the order of the files. Functions
/// that `defined` says the program has itself are left to the program.
fn select<'n>(names: impl IntoIterator<Item = &'n str>, defined: &dyn Fn(&str) -> bool) -> Vec<usize> {
    let index = index();
    let mut todo: Vec<usize> = names.into_iter().filter_map(|n| index.by_name.get(n).copied()).collect();
    let mut chosen = FxHashSet::default();
    while let Some(section) = todo.pop() {
        if !chosen.insert(section) {
            continue;
        }
        let code = index.sections[section].text.split("/*").flat_map(|part| part.rsplit("*/").next());
        let words = code.flat_map(|code| code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
        todo.extend(words.filter_map(|w| match index.helpers.get(w) {
            Some(&helper) => Some(helper),
            None => index.by_name.get(w).copied().filter(|_| !defined(w)),
        }));
    }
    // Programs that never look at `errno` are spared what sets it.
    if let (Some(seen), Some(unseen)) =
        (index.by_name.get("__errno_location"), index.helpers.get("set_errno"))
        && chosen.contains(seen)
    {
        chosen.remove(unseen);
    }
    let mut chosen: Vec<_> = chosen.into_iter().collect();
    // What other sections use comes before them all.
    chosen.sort_unstable_by_key(|&section| (!index.sections[section].helps, section));
    chosen
}

/// The text of the unit of models, preprocessed, that a program needs which uses these names. `defined` says which
/// functions the program has itself. `None` where it needs no model.
pub fn models_for<'n>(
    names: impl IntoIterator<Item = &'n str>,
    defined: &dyn Fn(&str) -> bool,
) -> Option<String> {
    let sections = select(names, defined);
    (!sections.is_empty()).then(|| source(&sections))
}

/// The text of a unit that holds these sections, preprocessed.
fn source(sections: &[usize]) -> String {
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
    fn every_section_defines_the_names_in_its_first_line() {
        let index = index();
        let mut names: Vec<_> = index.by_name.iter().chain(&index.helpers).collect();
        names.sort_unstable();
        assert!(names.len() > 200);
        for (name, &section) in names {
            let section = &index.sections[section];
            let defines = ["(", ";", " = ", "["].map(|after| format!("{name}{after}"));
            assert!(defines.iter().any(|d| section.text.contains(d)), "{name} in {}", section.file);
        }
    }
}
