//! Tokens of the text form.
//!
//! A line is a statement, so line ends are tokens; blank lines, comments (`//` to the end of the line) and
//! the line end after a comma are not.

use super::words::{is_name_byte, is_name_start};
use argand_support::{Diagnostic, FileId, Span};

/// What a token is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Tok<'t> {
    /// A bare word: a keyword, a name or an id.
    Word(&'t str),
    /// A name in backquotes, with its escapes resolved.
    Quoted(String),
    /// A text in double quotes, with its escapes resolved.
    Text(String),
    /// A number with its suffix.
    Number(&'t str),
    /// A punctuation mark.
    Mark(&'static str),
    /// The end of a statement.
    Newline,
}

/// A token and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Token<'t> {
    pub(super) tok: Tok<'t>,
    pub(super) span: Span,
    /// The byte offset of its first character, to tell `-5` from `- 5`.
    pub(super) start: usize,
}

/// Longer marks come before their prefixes.
const MARKS: [&str; 33] = [
    "...", "->", "<<", ">>", "==", "!=", "<=", ">=", "(", ")", "[", "]", "{", "}", "<", ">", "+", "-", "*",
    "/", "%", "&", "|", "^", "~", "!", "=", ",", ".", ":", "@", "#", "?",
];

/// The file that spans of errors in a text name: the text itself.
pub(super) const TEXT_FILE: FileId = FileId::new(0);

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    line: u32,
    line_start: usize,
}

/// Cuts a text into tokens. The last token is always a [`Tok::Newline`].
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, Diagnostic> {
    let mut lexer = Lexer { text, at: 0, line: 1, line_start: 0 };
    let mut out: Vec<Token<'_>> = Vec::new();
    while let Some(token) = lexer.next_token()? {
        let redundant = out.last().is_none_or(|last| matches!(last.tok, Tok::Newline | Tok::Mark(",")));
        if token.tok != Tok::Newline || !redundant {
            out.push(token);
        }
    }
    let end = lexer.span(lexer.at);
    out.push(Token { tok: Tok::Newline, span: end, start: lexer.at });
    Ok(out)
}

impl<'t> Lexer<'t> {
    fn span(&self, start: usize) -> Span {
        let column = |at: usize| u32::try_from(at - self.line_start + 1).unwrap_or(u32::MAX);
        Span {
            file: TEXT_FILE,
            line: self.line,
            column: column(start),
            end_line: self.line,
            end_column: column(self.at.max(start + 1)),
        }
    }

    fn next_token(&mut self) -> Result<Option<Token<'t>>, Diagnostic> {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            let start = self.at;
            match byte {
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'\n' => {
                    self.at += 1;
                    let span = self.span(start);
                    self.line = self.line.saturating_add(1);
                    self.line_start = self.at;
                    return Ok(Some(Token { tok: Tok::Newline, span, start }));
                }
                b'/' if bytes.get(start + 1) == Some(&b'/') => {
                    self.at = self.text[start..].find('\n').map_or(self.text.len(), |n| start + n);
                }
                _ => return self.visible(byte).map(Some),
            }
        }
        Ok(None)
    }

    fn visible(&mut self, byte: u8) -> Result<Token<'t>, Diagnostic> {
        let start = self.at;
        let tok = match byte {
            b'`' | b'"' => {
                let text = self.quoted(byte)?;
                if byte == b'`' { Tok::Quoted(text) } else { Tok::Text(text) }
            }
            _ if is_name_start(byte) => {
                self.advance_while(is_name_byte);
                Tok::Word(&self.text[start..self.at])
            }
            _ if byte.is_ascii_digit() => {
                self.number();
                Tok::Number(&self.text[start..self.at])
            }
            _ => {
                let Some(mark) = MARKS.iter().find(|m| self.text[start..].starts_with(**m)) else {
                    let odd = self.text[start..].chars().next().unwrap_or_default();
                    return Err(Diagnostic::error(format!("unexpected character {odd:?}"), self.span(start)));
                };
                self.at += mark.len();
                Tok::Mark(mark)
            }
        };
        Ok(Token { tok, span: self.span(start), start })
    }

    fn advance_while(&mut self, keep: impl Fn(u8) -> bool) {
        while self.text.as_bytes().get(self.at).is_some_and(|&b| keep(b)) {
            self.at += 1;
        }
    }

    /// Digits, and for floating numbers a point, more digits and an exponent, then letters of a suffix.
    fn number(&mut self) {
        let peek = |lexer: &Self, ahead: usize| lexer.text.as_bytes().get(lexer.at + ahead).copied();
        self.advance_while(|b| b.is_ascii_digit());
        if peek(self, 0) == Some(b'.') && peek(self, 1).is_some_and(|b| b.is_ascii_digit()) {
            self.at += 1;
            self.advance_while(|b| b.is_ascii_digit());
        }
        if matches!(peek(self, 0), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(peek(self, 1), Some(b'+' | b'-')));
            if peek(self, 1 + sign).is_some_and(|b| b.is_ascii_digit()) {
                self.at += 1 + sign;
            }
        }
        self.advance_while(is_name_byte);
    }

    fn quoted(&mut self, quote: u8) -> Result<String, Diagnostic> {
        let start = self.at;
        self.at += 1;
        let mut out = String::new();
        loop {
            let mut rest = self.text[self.at..].chars();
            let unterminated = || Diagnostic::error("the quote is never closed", self.span(start));
            match rest.next() {
                None | Some('\n') => return Err(unterminated()),
                Some(c) if c == char::from(quote) => {
                    self.at += 1;
                    return Ok(out);
                }
                Some('\\') => {
                    let escape = rest.next().ok_or_else(unterminated)?;
                    self.at += 1 + escape.len_utf8();
                    let plain = match escape {
                        'n' => '\n',
                        'r' => '\r',
                        't' => '\t',
                        '0' => '\0',
                        '\\' | '"' | '`' | '\'' => escape,
                        'u' => self.unicode_escape(start)?,
                        _ => return Err(Diagnostic::error("unknown escape", self.span(start))),
                    };
                    out.push(plain);
                }
                Some(c) => {
                    out.push(c);
                    self.at += c.len_utf8();
                }
            }
        }
    }

    /// `{1F600}` after `\u`.
    fn unicode_escape(&mut self, start: usize) -> Result<char, Diagnostic> {
        let rest = &self.text[self.at..];
        let digits = rest.strip_prefix('{').and_then(|r| r.split_once('}')).map(|(digits, _)| digits);
        let plain = digits
            .filter(|d| d.len() <= 6)
            .and_then(|d| u32::from_str_radix(d, 16).ok())
            .and_then(char::from_u32);
        match (digits, plain) {
            (Some(digits), Some(plain)) => {
                self.at += digits.len() + 2;
                Ok(plain)
            }
            _ => Err(Diagnostic::error("expected a character number in braces after \\u", self.span(start))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Tok<'_>> {
        tokens(text).unwrap().into_iter().map(|t| t.tok).collect()
    }

    #[test]
    fn lines_end_statements_except_after_a_comma_and_comments_vanish() {
        let toks = kinds("\n a,\n b // c\n\n");
        assert_eq!(toks, [Tok::Word("a"), Tok::Mark(","), Tok::Word("b"), Tok::Newline, Tok::Newline]);
    }

    #[test]
    fn numbers_keep_point_exponent_and_suffix_but_not_a_member_dot() {
        assert_eq!(kinds("1.5e-3f 7ul 0x1F")[..3], ["1.5e-3f", "7ul", "0x1F"].map(Tok::Number));
        assert_eq!(kinds("a.b")[1], Tok::Mark("."));
    }

    #[test]
    fn quotes_resolve_escapes_and_errors_have_places() {
        assert_eq!(kinds(r"`a\`b\u{e4}`")[0], Tok::Quoted("a`b\u{e4}".to_owned()));
        for bad in ["`a", "\"a\nb\"", r#""\q""#, r"`\u{zz}`", "\u{e4}", r"`\u{1234567}`", "`\\"] {
            let error = tokens(bad).unwrap_err();
            assert_eq!(error.span.line, 1, "{bad}");
        }
    }
}
