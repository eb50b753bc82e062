//! Places in the user's own files.
//!
//! A [`Span`] names file, line and column as the user sees them: through `#include`, through
//! `# 12 "file.c"` markers of preprocessed files, and through debug information. The text of a line is
//! found again by [`SourceMap::line_text`], which knows where the markers put each line.

use crate::{FxHashMap, IndexVec, define_index};
use std::sync::Arc;

define_index! {
    /// A file as it is named to the user.
    pub struct FileId, "F";
}

/// A stretch of source text. Lines and columns count from 1; line 0 means "no place".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first line.
    pub line: u32,
    /// The first column, in bytes.
    pub column: u32,
    /// The line of the last character.
    pub end_line: u32,
    /// The column one past the last character.
    pub end_column: u32,
}

impl Span {
    /// The span of things that stand nowhere in the source, such as start-up code.
    pub const NONE: Self = Self { file: FileId::new(0), line: 0, column: 0, end_line: 0, end_column: 0 };

    /// A span of one character.
    #[must_use]
    pub const fn point(file: FileId, line: u32, column: u32) -> Self {
        Self { file, line, column, end_line: line, end_column: column + 1 }
    }

    /// Whether the span stands nowhere.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.line == 0
    }

    /// The smallest span that holds both. Spans of different files keep the first.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        if self.is_none() || (other.file != self.file && !other.is_none()) {
            return if self.is_none() { other } else { self };
        }
        if other.is_none() {
            return self;
        }
        let start = (self.line, self.column).min((other.line, other.column));
        let end = (self.end_line, self.end_column).max((other.end_line, other.end_column));
        Self { file: self.file, line: start.0, column: start.1, end_line: end.0, end_column: end.1 }
    }
}

#[derive(Clone, Debug)]
struct File {
    name: Arc<str>,
    /// The lines of this file that some loaded text holds.
    lines: LineIndex,
}

/// Where the lines of a file are: as one text, or scattered by line markers over another text.
#[derive(Clone, Debug, Default)]
enum LineIndex {
    #[default]
    Unknown,
    Whole {
        text: Arc<str>,
        starts: Vec<u32>,
    },
    Scattered {
        text: Arc<str>,
        /// Sorted (line, byte offset of its first character).
        starts: Vec<(u32, u32)>,
    },
}

/// All files of a program, by the names the user knows.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: IndexVec<FileId, File>,
    by_name: FxHashMap<Arc<str>, FileId>,
}

impl SourceMap {
    /// The file called `name`, new if it was never seen.
    pub fn file(&mut self, name: &str) -> FileId {
        if let Some(&id) = self.by_name.get(name) {
            return id;
        }
        let name: Arc<str> = name.into();
        let id = self.files.push(File { name: Arc::clone(&name), lines: LineIndex::Unknown });
        self.by_name.insert(name, id);
        id
    }

    /// Adds a file with its text. Line markers in it tell which lines of which other files it holds.
    pub fn add_text(&mut self, name: &str, text: &str) -> FileId {
        let id = self.file(name);
        let text: Arc<str> = text.into();
        let mut starts = vec![0];
        let mut scattered: FxHashMap<FileId, Vec<(u32, u32)>> = FxHashMap::default();
        let mut order = Vec::new();
        let mut current: Option<(FileId, u32)> = None;
        let mut offset = 0u32;
        for line in text.split_inclusive('\n') {
            if let Some((number, file)) = parse_marker(line) {
                let file = file.map_or_else(|| current.map_or(id, |(f, _)| f), |f| self.file(f));
                current = Some((file, number));
            } else if let Some((file, number)) = &mut current {
                let entry = scattered.entry(*file).or_insert_with(|| {
                    order.push(*file);
                    Vec::new()
                });
                entry.push((*number, offset));
                *number += 1;
            }
            offset += u32::try_from(line.len()).unwrap_or(u32::MAX);
            starts.push(offset);
        }
        for file in order {
            let Some(mut lines) = scattered.remove(&file) else { continue };
            lines.sort_unstable();
            // The first text of a line is the whole statement; macro continuations follow it.
            lines.dedup_by_key(|entry| entry.0);
            if file != id && matches!(self.files[file].lines, LineIndex::Unknown) {
                self.files[file].lines = LineIndex::Scattered { text: Arc::clone(&text), starts: lines };
            } else if file == id {
                self.files[id].lines = LineIndex::Scattered { text: Arc::clone(&text), starts: lines };
            }
        }
        if matches!(self.files[id].lines, LineIndex::Unknown) {
            self.files[id].lines = LineIndex::Whole { text, starts };
        }
        id
    }

    /// The name of a file.
    #[must_use]
    pub fn name(&self, file: FileId) -> &str {
        self.files.get(file).map_or("<none>", |f| &f.name)
    }

    /// The text of one line, without its line break, if it is known.
    #[must_use]
    pub fn line_text(&self, file: FileId, line: u32) -> Option<&str> {
        let (text, start) = match &self.files.get(file)?.lines {
            LineIndex::Unknown => return None,
            LineIndex::Whole { text, starts } => {
                (text, *starts.get(usize::try_from(line.checked_sub(1)?).ok()?)?)
            }
            LineIndex::Scattered { text, starts } => {
                let at = starts.binary_search_by_key(&line, |entry| entry.0).ok()?;
                (text, starts[at].1)
            }
        };
        let rest = text.get(start as usize..)?;
        Some(rest.lines().next().unwrap_or(""))
    }

    /// The text a span covers, cut at the end of its first line.
    #[must_use]
    pub fn snippet(&self, span: Span) -> Option<&str> {
        let line = self.line_text(span.file, span.line)?;
        let start = span.column.checked_sub(1)? as usize;
        let end = if span.end_line == span.line {
            (span.end_column as usize).saturating_sub(1)
        } else {
            line.len()
        };
        line.get(start..end.min(line.len()))
    }

    /// `file:line:column`, or `file:line` where the column is not known.
    #[must_use]
    pub fn describe(&self, span: Span) -> String {
        match span {
            s if s.is_none() => "<no place>".to_owned(),
            Span { column: 0, .. } => format!("{}:{}", self.name(span.file), span.line),
            _ => format!("{}:{}:{}", self.name(span.file), span.line, span.column),
        }
    }

    /// Every file, in the order in which they were first named.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &str)> + '_ {
        self.files.iter_enumerated().map(|(id, f)| (id, &*f.name))
    }
}

/// Reads `# 12 "file.c" 1 3` and `#line 12 "file.c"`: the number of the next line, and its file.
fn parse_marker(line: &str) -> Option<(u32, Option<&str>)> {
    let rest = line.strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = rest.get(..digits)?.parse().ok()?;
    let rest = rest[digits..].trim_start();
    let name = rest.strip_prefix('"').and_then(|r| r.split('"').next());
    Some((number, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_file_gives_back_its_lines_and_snippets() {
        let mut map = SourceMap::default();
        let file = map.add_text("a.c", "int x;\nint main(void) { return x; }\n");
        assert_eq!(map.line_text(file, 1), Some("int x;"));
        assert_eq!(map.line_text(file, 3), Some(""));
        assert_eq!(map.line_text(file, 9), None);
        let span = Span { file, line: 2, column: 5, end_line: 2, end_column: 9 };
        assert_eq!(map.snippet(span), Some("main"));
        assert_eq!(map.describe(span), "a.c:2:5");
    }

    #[test]
    fn line_markers_lead_to_the_lines_of_the_original_file() {
        let mut map = SourceMap::default();
        map.add_text("a.i", "# 1 \"a.c\"\nint x;\n# 1 \"lib.h\" 1\nint lib;\n# 7 \"a.c\" 2\nint y;\n");
        let original = map.file("a.c");
        assert_eq!(map.line_text(original, 1), Some("int x;"));
        assert_eq!(map.line_text(original, 7), Some("int y;"));
        assert_eq!(map.line_text(original, 2), None);
        let header = map.file("lib.h");
        assert_eq!(map.line_text(header, 1), Some("int lib;"));
    }

    #[test]
    fn spans_join_to_the_smallest_span_around_both() {
        let file = FileId::new(0);
        let joined = Span::point(file, 3, 9).to(Span::point(file, 2, 4));
        assert_eq!((joined.line, joined.column, joined.end_line, joined.end_column), (2, 4, 3, 10));
        assert_eq!(Span::NONE.to(Span::point(file, 1, 1)), Span::point(file, 1, 1));
    }
}
