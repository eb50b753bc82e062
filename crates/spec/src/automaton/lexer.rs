//! Tokens of specification files, with `#include` followed.

use argand_support::spelling::nearest;
use argand_support::{Diagnostic, FileId, FxHashSet, SourceMap, Span};

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    /// A keyword or name.
    Word(String),
    /// A number without sign.
    Int(i64),
    /// `"…"`, with its escapes resolved.
    Str(String),
    /// `{…}`: what stands between the braces, as written.
    Curly(String),
    /// `[…]`, with its escaped brackets resolved.
    Square(String),
    /// Punctuation.
    Symbol(&'static str),
    /// The end of the input.
    End,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

/// How deep files may include each other.
const MAX_INCLUDE_DEPTH: usize = 32;

const SYMBOLS: [&str; 17] =
    ["->", "==", "!=", "&&", "||", ";", ":", ",", "(", ")", "<", ">", "=", "!", "+", "-", "."];

/// Reads files into one list of tokens.
pub(super) struct Lexer<'a> {
    pub(super) sources: &'a mut SourceMap,
    pub(super) load: &'a mut dyn FnMut(&str) -> Result<String, String>,
    pub(super) seen: FxHashSet<String>,
    pub(super) tokens: Vec<Token>,
}

struct Cursor<'t> {
    text: &'t str,
    at: usize,
    line: u32,
    column: u32,
    file: FileId,
}

impl<'t> Cursor<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn bump(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.at += next.len_utf8();
        if next == '\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += u32::try_from(next.len_utf8()).unwrap_or(1);
        }
        Some(next)
    }

    fn skip(&mut self, count: usize) {
        let end = self.at + count;
        while self.at < end && self.bump().is_some() {}
    }

    const fn here(&self) -> Span {
        Span::point(self.file, self.line, self.column)
    }

    fn since(&self, start: Span) -> Span {
        Span { end_line: self.line, end_column: self.column.max(2), ..start }
    }
}

impl Lexer<'_> {
    /// Adds the tokens of a file. Its name is known to `seen` from now on.
    pub(super) fn file(&mut self, name: &str, text: &str, depth: usize) -> Result<(), Diagnostic> {
        self.seen.insert(normalise(name));
        let file = self.sources.add_text(name, text);
        let mut cursor = Cursor { text, at: 0, line: 1, column: 1, file };
        loop {
            let start = cursor.here();
            let rest = cursor.rest();
            let Some(first) = rest.chars().next() else {
                if depth == 0 {
                    self.tokens.push(Token { kind: TokenKind::End, span: start });
                }
                return Ok(());
            };
            if first.is_whitespace() {
                cursor.bump();
            } else if rest.starts_with("//") {
                cursor.skip(rest.find('\n').unwrap_or(rest.len()));
            } else if let Some(comment) = rest.strip_prefix("/*") {
                let end = comment
                    .find("*/")
                    .ok_or_else(|| Diagnostic::error("the comment is never closed", start))?;
                cursor.skip(end + 4);
            } else if first == '#' {
                self.include(&mut cursor, name, depth)?;
            } else {
                let kind = token(&mut cursor, first, start)?;
                self.tokens.push(Token { kind, span: cursor.since(start) });
            }
        }
    }

    fn include(&mut self, cursor: &mut Cursor<'_>, from: &str, depth: usize) -> Result<(), Diagnostic> {
        let start = cursor.here();
        let rest = cursor.rest();
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        cursor.skip(line.len());
        let span = cursor.since(start);
        let Some(path) = line.strip_prefix("#include") else {
            return Err(Diagnostic::error("only `#include` may follow `#`", span));
        };
        let path = path.split("//").next().unwrap_or("").trim();
        let path = path.trim_matches(|c| matches!(c, '"' | '<' | '>'));
        if path.is_empty() {
            return Err(Diagnostic::error("`#include` names no file", span));
        }
        let path = relative_to(from, path);
        if self.seen.contains(&path) {
            return Ok(());
        }
        if depth >= MAX_INCLUDE_DEPTH {
            return Err(Diagnostic::error("files include each other too deeply", span));
        }
        let text = (self.load)(&path).map_err(|reason| {
            Diagnostic::error(format!("cannot include `{path}`"), span).with_note(reason)
        })?;
        self.file(&path, &text, depth + 1)
    }
}

fn token(cursor: &mut Cursor<'_>, first: char, start: Span) -> Result<TokenKind, Diagnostic> {
    let rest = cursor.rest();
    if first.is_ascii_alphabetic() || first == '_' {
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        cursor.skip(end);
        return Ok(TokenKind::Word(rest[..end].to_owned()));
    }
    if first.is_ascii_digit() {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        cursor.skip(end);
        let digits = &rest[..end];
        if digits.len() > 1 && digits.starts_with('0') {
            return Err(Diagnostic::error(
                "numbers are decimal and do not start with 0",
                cursor.since(start),
            ));
        }
        let value = digits.parse();
        return value
            .map(TokenKind::Int)
            .map_err(|_| Diagnostic::error(format!("`{digits}` is not a number"), cursor.since(start)));
    }
    match first {
        '"' => string(cursor, start).map(TokenKind::Str),
        '{' => curly(cursor, start).map(TokenKind::Curly),
        '[' => square(cursor, start).map(TokenKind::Square),
        _ => match SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            Some(symbol) => {
                cursor.skip(symbol.len());
                Ok(TokenKind::Symbol(symbol))
            }
            None => {
                let error = Diagnostic::error(format!("`{first}` means nothing here"), start);
                Err(match first {
                    '$' => error.with_note("`$1`, `$?` and `$$v` belong inside {…}, […] or \"…\""),
                    '&' | '|' => error.with_note("logical operators are written `&&` and `||`"),
                    _ => error,
                })
            }
        },
    }
}

fn string(cursor: &mut Cursor<'_>, start: Span) -> Result<String, Diagnostic> {
    cursor.bump();
    let mut value = String::new();
    loop {
        let here = cursor.here();
        match cursor.bump() {
            None | Some('\n') => return Err(Diagnostic::error("the string is never closed", start)),
            Some('"') => return Ok(value),
            Some('\\') => match cursor.bump() {
                Some('t') => value.push('\t'),
                Some('n') => value.push('\n'),
                Some('r') => value.push('\r'),
                Some(c @ ('"' | '\\')) => value.push(c),
                _ => {
                    return Err(Diagnostic::error("unknown escape in a string", cursor.since(here))
                        .with_note("known are \\t \\n \\r \\\" and \\\\"));
                }
            },
            Some(c) => value.push(c),
        }
    }
}

/// What stands between braces, kept as written so that places inside it can be found.
fn curly(cursor: &mut Cursor<'_>, start: Span) -> Result<String, Diagnostic> {
    cursor.bump();
    let from = cursor.at;
    loop {
        match cursor.bump() {
            None => return Err(Diagnostic::error("`{` is never closed", start)),
            Some('}') => return Ok(cursor.text[from..cursor.at - 1].to_owned()),
            Some('\\') if cursor.rest().starts_with('}') => {
                cursor.bump();
            }
            Some(_) => {}
        }
    }
}

fn square(cursor: &mut Cursor<'_>, start: Span) -> Result<String, Diagnostic> {
    cursor.bump();
    let mut value = String::new();
    loop {
        match cursor.bump() {
            None | Some('\n') => {
                return Err(Diagnostic::error("`[` is not closed on its line", start)
                    .with_note("write `\\]` for a bracket inside"));
            }
            Some(']') => return Ok(value),
            Some('\\') if cursor.rest().starts_with(']') => {
                cursor.bump();
                value.push(']');
            }
            Some(c) => value.push(c),
        }
    }
}

/// The path as seen from the directory of the including file.
fn relative_to(from: &str, path: &str) -> String {
    match from.rsplit_once('/') {
        Some((directory, _)) if !path.starts_with('/') => normalise(&format!("{directory}/{path}")),
        _ => normalise(path),
    }
}

/// The path without `.` and without `name/..`.
fn normalise(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|last| !matches!(*last, "" | "..")) => {
                parts.pop();
            }
            "" if !parts.is_empty() => {}
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// What a keyword that is not one may have been meant to be.
pub(super) fn near_keyword(word: &str, keywords: &[&'static str]) -> Option<&'static str> {
    nearest(word, keywords.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_including_file() {
        assert_eq!(relative_to("a/b/x.spc", "../y.spc"), "a/y.spc");
        assert_eq!(relative_to("x.spc", "./sub/y.spc"), "sub/y.spc");
        assert_eq!(relative_to("/r/x.spc", "y.spc"), "/r/y.spc");
        assert_eq!(relative_to("a/x.spc", "/y.spc"), "/y.spc");
        assert_eq!(relative_to("x.spc", "../y.spc"), "../y.spc");
    }
}
