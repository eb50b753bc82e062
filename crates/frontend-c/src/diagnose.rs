//! The parser's messages as ours, and the texts their carets point into.

use argand_support::{Diagnostic, Severity, SourceMap, Span};
use rucc_diag::SourceMap as CSources;

/// The E0518 of the checker (a pointer and an integer as the arms of `?:`) is a warning in gcc, and the tree
/// is built all the same.
const TOLERATED: &[&str] = &["E0518"];

/// What the parser says when brackets or statements are nested too deeply for it.
const NESTING: &str = "nested more deeply";

/// What is added to that message.
const NESTING_LIMIT: &str = " (the parser's nesting limit)";

/// Marks messages of ours among those of the parser.
const UNSUPPORTED: &str = "unsupported";

/// A message about C that is not supported, to stand among those of the parser.
pub(crate) fn unsupported(message: impl Into<String>, span: rucc_diag::Span) -> rucc_diag::Diagnostic {
    rucc_diag::Diagnostic::error(message, span).with_code(UNSUPPORTED)
}

/// Whether a message of the parser means that the unit cannot be used.
pub(crate) fn is_error(diagnostic: &rucc_diag::Diagnostic) -> bool {
    diagnostic.severity.is_fatal() && !diagnostic.code.is_some_and(|code| TOLERATED.contains(&code))
}

/// Turns the parser's errors into ours, in order, each place once. Their texts are added to `sources`.
pub(crate) fn errors(
    diagnostics: &[rucc_diag::Diagnostic],
    from: &CSources,
    sources: &mut SourceMap,
) -> Vec<Diagnostic> {
    let mut fatal: Vec<_> = diagnostics.iter().filter(|d| is_error(d)).collect();
    // What the parser says after it gave up on a place of too many levels is noise.
    if let Some(limit) = fatal.iter().position(|d| d.message.contains(NESTING)) {
        fatal = vec![fatal[limit]];
    }
    if !fatal.is_empty() {
        add_texts(from, sources, |_| true);
    }
    fatal.iter().map(|d| convert(d, from, sources)).collect()
}

fn convert(from: &rucc_diag::Diagnostic, texts: &CSources, sources: &mut SourceMap) -> Diagnostic {
    let severity = match from.severity {
        rucc_diag::Severity::Note | rucc_diag::Severity::Help => Severity::Note,
        rucc_diag::Severity::Warning => Severity::Warning,
        rucc_diag::Severity::Error | rucc_diag::Severity::Ice => Severity::Error,
    };
    let mut message = from.message.clone();
    let too_deep = message.contains(NESTING);
    if too_deep {
        message.push_str(NESTING_LIMIT);
    }
    let beyond = too_deep || from.code == Some(UNSUPPORTED);
    let span = span_of(texts, from.span, sources);
    let mut out = Diagnostic { severity, beyond, ..Diagnostic::error(message, span) };
    for child in &from.children {
        let place = span_of(texts, child.span, sources);
        let note = if place.is_none() {
            child.message.clone()
        } else {
            format!("{}: {}", sources.describe(place), child.message)
        };
        out.notes.push(note);
    }
    out
}

/// The place of a stretch of source as the user sees it.
pub(crate) fn span_of(texts: &CSources, span: rucc_diag::Span, sources: &mut SourceMap) -> Span {
    if span.is_dummy() {
        return Span::NONE;
    }
    let Some(start) = texts.presumed(span.lo) else { return Span::NONE };
    let file = sources.file(start.name);
    let (line, column) = (start.line, start.column);
    match texts.presumed(span.hi) {
        Some(end) if end.name == start.name && (end.line, end.column) > (line, column) => {
            Span { file, line, column, end_line: end.line, end_column: end.column }
        }
        _ => Span::point(file, line, column),
    }
}

/// Adds the texts of the files that were read, so that carets and reports can show their lines.
pub(crate) fn add_texts(
    from: &CSources,
    sources: &mut SourceMap,
    keep: impl Fn(&rucc_diag::SourceFile) -> bool,
) {
    for file in from.files() {
        if !file.name.starts_with('<') && keep(file) {
            sources.add_text(&file.name, &text_of(file.bytes()));
        }
    }
}

/// Source bytes as text of the same length, so that columns stay what they are: bytes that are not UTF-8
/// become question marks.
pub(crate) fn text_of(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => {
            let mut text = String::with_capacity(bytes.len());
            for chunk in bytes.utf8_chunks() {
                text.push_str(chunk.valid());
                text.extend(chunk.invalid().iter().map(|_| '?'));
            }
            text.into()
        }
    }
}
