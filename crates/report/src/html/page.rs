//! What a page shows, as a value that can be written down and read again.

use super::flow::{Function, functions};
use crate::Results;
use crate::memory;
use argand_cfa::{Origin, Program};
use argand_support::FileId;
use argand_verifier::{Report, Task};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// More lines of a file are not shown: browsers would not either.
const MAX_LINES: u32 = 200_000;

/// A file of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SourceFile {
    /// Its name, as the user knows it.
    pub name: String,
    /// Its lines that are known, with their numbers.
    pub lines: Vec<(u32, String)>,
}

/// Memory at a point of the violation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MemoryAt {
    /// The position in the path of the graph.
    pub position: usize,
    /// An SVG document, in base 64: as an image it can run nothing, whatever it holds.
    pub svg: String,
}

/// What a page shows besides the reached graph.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Page {
    /// The results as other tools get them ([`Results`]).
    pub results: Value,
    /// The configuration with everything that is in force.
    pub configuration: String,
    /// What it cost, for people.
    pub statistics: String,
    /// What analyses tracked.
    pub tracked: Vec<(String, Vec<String>)>,
    /// The source.
    pub files: Vec<SourceFile>,
    /// The control-flow automata.
    pub functions: Vec<Function>,
    /// Memory along the violation.
    pub memory: Vec<MemoryAt>,
}

impl Page {
    /// The page of a verification. `configuration` is the text of what was in force.
    #[must_use]
    pub fn new(results: &Results, task: &Task, report: &Report, configuration: String) -> Self {
        let pictures = report.memory.iter().map(|(position, picture)| MemoryAt {
            position: *position,
            svg: base64(memory::svg(picture).as_bytes()),
        });
        let tracked = report.precisions.iter().map(|(name, precisions)| {
            let texts = precisions.iter().filter(|text| *text != "()" && !text.is_empty()).cloned();
            (name.clone(), texts.collect::<Vec<String>>())
        });
        Self {
            results: serde_json::to_value(results).unwrap_or_default(),
            configuration,
            statistics: report.stats.table(),
            tracked: tracked.filter(|(_, texts)| !texts.is_empty()).collect(),
            files: files(&task.program),
            functions: functions(&report.program),
            memory: pictures.collect(),
        }
    }
}

/// The files that the user's functions stand in, as far as their text is known.
fn files(program: &Program) -> Vec<SourceFile> {
    let mut last: BTreeMap<FileId, u32> = BTreeMap::new();
    for edge in &program.edges {
        let user = program.functions[program.locs[edge.from].func].origin == Origin::User;
        if user && !edge.span.is_none() {
            let line = last.entry(edge.span.file).or_default();
            *line = (*line).max(edge.span.end_line).max(edge.span.line);
        }
    }
    let file = |(file, last): (FileId, u32)| {
        let sources = &program.sources;
        let mut lines: Vec<(u32, String)> = (1..=last.min(MAX_LINES))
            .filter_map(|line| Some((line, sources.line_text(file, line)?.to_owned())))
            .collect();
        // What follows the last statement closes it.
        let more = (last.saturating_add(1)..)
            .map_while(|line| Some((line, sources.line_text(file, line)?.to_owned())));
        lines.extend(more.take(200));
        SourceFile { name: sources.name(file).to_owned(), lines }
    };
    last.into_iter().map(file).filter(|file| !file.lines.is_empty()).collect()
}

/// Bytes in base 64.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |at: usize| group.get(at).copied().map_or(0, u32::from);
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let digit = if at <= group.len() { DIGITS[(bits >> (18 - 6 * at) & 63) as usize] } else { b'=' };
            out.push(char::from(digit));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_64_is_that_of_the_standard() {
        let texts = ["", "f", "fo", "foo", "foob"].map(|text| base64(text.as_bytes()));
        assert_eq!(texts, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]);
    }
}
