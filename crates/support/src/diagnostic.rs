//! Messages that point at a place in the source, rendered with a caret.

use crate::source::{SourceMap, Span};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::fmt::Write as _;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Severity {
    /// Something to know; nothing is wrong.
    Note,
    /// Something looks wrong, and the work goes on.
    Warning,
    /// The input cannot be used.
    Error,
}

/// One message to the user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// One sentence, lower case, without a full stop.
    pub message: String,
    /// The place it speaks of; [`Span::NONE`] where there is none.
    pub span: Span,
    /// What is written beside the caret, if anything.
    pub label: Option<String>,
    /// Further sentences: what was expected, what to do about it.
    pub notes: Vec<String>,
    /// Whether the input may well be right, and is more than this tool takes.
    pub beyond: bool,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(message: impl Into<String>, span: Span) -> Self {
        let (label, notes) = (None, Vec::new());
        Self { severity: Severity::Error, message: message.into(), span, label, notes, beyond: false }
    }

    /// An error about something that may well be right, and is more than this tool takes.
    pub fn unsupported(message: impl Into<String>, span: Span) -> Self {
        Self { beyond: true, ..Self::error(message, span) }
    }

    /// A warning at a place.
    pub fn warning(message: impl Into<String>, span: Span) -> Self {
        Self { severity: Severity::Warning, ..Self::error(message, span) }
    }

    /// Adds a sentence.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Writes something beside the caret.
    #[must_use]
    pub fn with_label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// The message with the source line under it and a caret under the place.
    #[must_use]
    pub fn render(&self, sources: &SourceMap, color: bool) -> String {
        let level = match self.severity {
            Severity::Note => Level::NOTE,
            Severity::Warning => Level::WARNING,
            Severity::Error => Level::ERROR,
        };
        let line = sources.line_text(self.span.file, self.span.line).filter(|_| !self.span.is_none());
        let Some(line) = line else {
            return self.render_without_source(sources);
        };
        let range = self.columns(line);
        let mut annotation = AnnotationKind::Primary.span(range);
        if let Some(label) = &self.label {
            annotation = annotation.label(label);
        }
        let snippet = Snippet::source(line)
            .path(sources.name(self.span.file))
            .line_start(self.span.line as usize)
            .annotation(annotation);
        let mut group: Group<'_> = level.primary_title(&*self.message).element(snippet);
        for note in &self.notes {
            group = group.element(Level::NOTE.message(&**note));
        }
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group])
    }

    /// The byte range of the span inside its first line, never empty and never inside a character.
    fn columns(&self, line: &str) -> std::ops::Range<usize> {
        let clamp = |mut at: usize| {
            at = at.min(line.len());
            while !line.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = clamp((self.span.column as usize).saturating_sub(1));
        let end =
            if self.span.end_line == self.span.line { self.span.end_column as usize } else { line.len() + 1 };
        start..clamp(end.saturating_sub(1)).max(start)
    }

    fn render_without_source(&self, sources: &SourceMap) -> String {
        let word = match self.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let mut out = format!("{word}: {}", self.message);
        if !self.span.is_none() {
            let _ = write!(out, "\n  --> {}", sources.describe(self.span));
        }
        for note in &self.notes {
            let _ = write!(out, "\n  = note: {note}");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rendering_shows_message_place_line_and_caret() {
        let mut map = SourceMap::default();
        let file = map.add_text("a.c", "int x\nint y;\n");
        let span = Span { file, line: 1, column: 5, end_line: 1, end_column: 6 };
        let text =
            Diagnostic::error("expected ';'", span).with_note("after a declaration").render(&map, false);
        assert!(text.contains("error: expected ';'"), "{text}");
        assert!(text.contains("a.c:1:5"), "{text}");
        assert!(text.contains("int x") && text.contains('^'), "{text}");
        assert!(text.contains("after a declaration"), "{text}");
    }

    #[test]
    fn a_column_inside_a_character_or_past_the_line_is_tolerated() {
        let mut map = SourceMap::default();
        let file = map.add_text("a.c", "\u{e4}\u{e4}\n");
        for column in 0..12 {
            let span = Span { file, line: 1, column, end_line: 1, end_column: column + 3 };
            assert!(Diagnostic::error("odd", span).render(&map, false).contains("odd"));
        }
    }

    #[test]
    fn without_source_text_the_place_is_still_named() {
        let mut map = SourceMap::default();
        let file = map.file("gone.c");
        let text = Diagnostic::warning("odd", Span::point(file, 7, 3)).render(&map, false);
        assert_eq!(text, "warning: odd\n  --> gone.c:7:3");
    }
}
