//! Statements of the source, found by its text.
//!
//! Edges know the expressions they came from; witnesses name the first character of a statement. The way from one to the
//! other is short: back to the last `;`, `{` or `}`, and then over the keywords and conditions that stand before it.

use argand_support::{SourceMap, Span};

/// How far back a statement is looked for.
const MAX_LINES: u32 = 60;

/// Where a statement begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// The line.
    pub line: u32,
    /// The column, in bytes, from 1.
    pub column: u32,
    /// Whether the place that was asked for is inside the parentheses of a `for`, which are not left between iterations.
    pub in_header: bool,
}

/// Text with the place of each character.
struct Text {
    bytes: Vec<u8>,
    places: Vec<(u32, u32)>,
}

impl Text {
    /// The lines up to a place, without comments and what literals say.
    fn before(sources: &SourceMap, span: Span) -> Self {
        let mut text = Self { bytes: Vec::new(), places: Vec::new() };
        for line in span.line.saturating_sub(MAX_LINES).max(1)..=span.line {
            let Some(content) = sources.line_text(span.file, line) else { continue };
            let end =
                if line == span.line { (span.column as usize).saturating_sub(1) } else { content.len() };
            let code = without_literals(content);
            for (at, &byte) in code.iter().take(end).enumerate() {
                text.bytes.push(byte);
                text.places.push((line, u32::try_from(at + 1).unwrap_or(u32::MAX)));
            }
            text.bytes.push(b' ');
            text.places.push((line, u32::try_from(end + 1).unwrap_or(u32::MAX)));
        }
        text
    }

    fn is_word(&self, at: usize) -> bool {
        self.bytes.get(at).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_')
    }

    /// The word that ends before a position, spaces left out.
    fn word_before(&self, mut end: usize) -> (&[u8], usize) {
        while end > 0 && self.bytes[end - 1].is_ascii_whitespace() {
            end -= 1;
        }
        let mut start = end;
        while start > 0 && self.is_word(start - 1) {
            start -= 1;
        }
        (&self.bytes[start..end], start)
    }

    fn skip_space(&self, mut at: usize) -> usize {
        while self.bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        at
    }

    /// Behind the parenthesis that closes the one at a position, if it is closed.
    fn behind_parentheses(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        for (at, byte) in self.bytes.iter().enumerate().skip(open) {
            match byte {
                b'(' => depth += 1,
                b')' => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at + 1);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Where the sequence of statements begins that the end of the text stands in: behind `;`, `{` or `}`; or the `for`
    /// whose header it stands in.
    fn boundary(&self) -> Result<usize, usize> {
        let (mut depth, mut stop) = (0usize, None);
        for at in (0..self.bytes.len()).rev() {
            match self.bytes[at] {
                b')' | b']' => depth += 1,
                b'(' | b'[' if depth > 0 => depth -= 1,
                b'(' => {
                    let (word, start) = self.word_before(at);
                    if word == b"for" {
                        return Err(start);
                    }
                    // A semicolon inside other parentheses is one of a statement expression.
                    if stop.is_some() {
                        break;
                    }
                }
                b';' if depth == 0 && stop.is_none() => stop = Some(at + 1),
                b'{' | b'}' if depth == 0 => return Ok(stop.unwrap_or(at + 1)),
                _ => {}
            }
        }
        Ok(stop.unwrap_or(0))
    }

    /// The innermost statement from a boundary on.
    fn innermost(&self, from: usize) -> usize {
        let mut at = self.skip_space(from);
        loop {
            let start = at;
            let mut end = at;
            while self.is_word(end) {
                end += 1;
            }
            let next = self.skip_space(end);
            at = match &self.bytes[start..end] {
                b"else" | b"do" => next,
                b"if" | b"while" | b"switch" | b"for" if self.bytes.get(next) == Some(&b'(') => {
                    match self.behind_parentheses(next) {
                        Some(behind) => behind,
                        None => return start,
                    }
                }
                b"case" => match self.bytes[end..].iter().position(|&b| b == b':') {
                    Some(colon) => end + colon + 1,
                    None => return start,
                },
                word if !word.is_empty() && self.bytes.get(next) == Some(&b':') => next + 1,
                _ => return start,
            };
            at = self.skip_space(at);
            if at >= self.bytes.len() {
                return at;
            }
        }
    }
}

/// A line with spaces for comments and for what stands in quotes.
fn without_literals(line: &str) -> Vec<u8> {
    let mut bytes = line.as_bytes().to_vec();
    let (mut at, mut quote) = (0, None);
    while at < bytes.len() {
        match (quote, bytes[at]) {
            (None, b'"' | b'\'') => quote = Some(bytes[at]),
            (None, b'/') if bytes.get(at + 1) == Some(&b'/') => {
                bytes[at..].fill(b' ');
                break;
            }
            (None, b'/') if bytes.get(at + 1) == Some(&b'*') => {
                let closed = bytes[at + 2..].windows(2).position(|pair| pair == b"*/");
                let end = closed.map_or(bytes.len(), |length| at + 2 + length + 2);
                bytes[at..end].fill(b' ');
            }
            (Some(_), b'\\') => {
                bytes[at] = b'_';
                if let Some(escaped) = bytes.get_mut(at + 1) {
                    *escaped = b'_';
                }
                at += 1;
            }
            (Some(open), byte) if byte == open => quote = None,
            (Some(_), _) => bytes[at] = b'_',
            _ => {}
        }
        at += 1;
    }
    bytes
}

/// The start of the statement that a place is in. Where the text is not known, the place itself.
#[must_use]
pub fn statement_start(sources: &SourceMap, span: Span) -> Start {
    let text = Text::before(sources, span);
    let here = Start { line: span.line, column: span.column, in_header: false };
    let (at, in_header) = match text.boundary() {
        Ok(from) => (text.innermost(from), false),
        Err(keyword) => (keyword, true),
    };
    match text.places.get(at) {
        // The space behind the last line stands for the place itself.
        Some(&(line, column)) if at + 1 < text.places.len() => Start { line, column, in_header },
        _ => here,
    }
}

/// The place of the `?` behind a condition.
#[must_use]
pub fn question_mark(sources: &SourceMap, condition: Span) -> Option<(u32, u32)> {
    for line in condition.end_line..condition.end_line.saturating_add(3) {
        let code = without_literals(sources.line_text(condition.file, line)?);
        let from =
            if line == condition.end_line { (condition.end_column as usize).saturating_sub(1) } else { 0 };
        if let Some(at) = code.get(from..)?.iter().position(|&byte| byte == b'?') {
            return Some((line, u32::try_from(from + at + 1).ok()?));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(text: &str, wanted: &str) -> (u32, u32, bool) {
        let mut sources = SourceMap::default();
        let file = sources.add_text("a.c", text);
        let (line, content) =
            text.lines().enumerate().find(|(_, line)| line.contains(wanted)).expect("the text is there");
        let column = content.find(wanted).expect("the text is there") + 1;
        let number = |n: usize| u32::try_from(n).expect("small");
        let found = statement_start(&sources, Span::point(file, number(line + 1), number(column)));
        (found.line, found.column, found.in_header)
    }

    #[test]
    fn statements_begin_behind_what_stands_before_them() {
        assert_eq!(start("int main() {\n  x = f(y) + g;\n}", "g;"), (2, 3, false));
        assert_eq!(start("int main() {\n  a = 1; b =\n   c + d;\n}", "d;"), (2, 10, false));
        assert_eq!(start("{ if (a > 0) r();", "r("), (1, 14, false));
        assert_eq!(start("{ if (a > b) r();", "b)"), (1, 3, false));
        assert_eq!(start("{ while (i < n) i++; }", "n)"), (1, 3, false));
        assert_eq!(start("{ for (i = 0; i < n; i++) s += i; }", "n;"), (1, 3, true));
        assert_eq!(start("{ for (i = 0; i < n; i++) s += i; }", "s +"), (1, 27, false));
        assert_eq!(start("{ lab: else case 3: y(';'); z(\"{;\", q); }", "q)"), (1, 29, false));
        assert_eq!(start("{ /* ; { */ x = 1; // ;\n  w = 2; }", "2;"), (2, 3, false));
    }

    #[test]
    fn the_question_mark_stands_behind_its_condition() {
        let mut sources = SourceMap::default();
        let file = sources.add_text("a.c", "x = (a == '?') ? b : c;\n");
        let condition = Span { file, line: 1, column: 5, end_line: 1, end_column: 15 };
        assert_eq!(question_mark(&sources, condition), Some((1, 16)));
    }
}
