//! Tokens of C fragments.

use argand_cfa::FloatKind;
use argand_support::{Diagnostic, Span};

/// How long a fragment may be. It also bounds the depth of the tree that operators chain up.
const MAX_TOKENS: usize = 1000;

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Kind {
    Name(String),
    Int { value: u64, unsigned: bool, longs: u8 },
    Float(u64, FloatKind),
    Any,
    Bound(u32),
    AutomatonVariable(String),
    Symbol(&'static str),
    End,
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

/// Longest first.
const SYMBOLS: [&str; 44] = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=",
    "/=", "%=", "&=", "|=", "^=", "(", ")", "[", "]", ",", ";", "=", "<", ">", "+", "-", "*", "/", "%", "&",
    "|", "^", "~", "!", ".", "?", ":",
];

/// Reads a fragment into tokens, the last of which is the end. Floating constants are tokens only where `floats` says so.
pub(super) fn lex(text: &str, start: Span, floats: bool) -> Result<Vec<Token>, Diagnostic> {
    let mut tokens = Vec::new();
    let (mut line, mut column) = (start.line, start.column);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let here = Span::point(start.file, line, column);
        let error = |message: String| Err(Diagnostic::error(message, here));
        let (kind, length) = if first.is_whitespace() || first == '\\' {
            (None, first.len_utf8())
        } else if first.is_ascii_alphabetic() || first == '_' {
            let end = word_length(rest);
            (Some(Kind::Name(rest[..end].to_owned())), end)
        } else if floats && let Some((kind, length)) = floating(rest) {
            (Some(kind), length)
        } else if first.is_ascii_digit() {
            let end = word_length(rest);
            if rest[end..].starts_with('.') {
                return error("floating constants cannot be used here".to_owned());
            }
            match integer(&rest[..end]) {
                Some(kind) => (Some(kind), end),
                None => return error(format!("`{}` is not an integer constant", &rest[..end])),
            }
        } else if let Some(name) = rest.strip_prefix("$$") {
            let end = word_length(name);
            if end == 0 {
                return error("`$$` must be followed by the name of an automaton variable".to_owned());
            }
            (Some(Kind::AutomatonVariable(name[..end].to_owned())), end + 2)
        } else if rest.starts_with("$?") {
            (Some(Kind::Any), 2)
        } else if let Some(number) = rest.strip_prefix('$') {
            let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
            match number[..end].parse() {
                Ok(n) => (Some(Kind::Bound(n)), end + 1),
                Err(_) => return error("`$` must be followed by `?` or a number".to_owned()),
            }
        } else if let Some((kind, length)) = character(rest) {
            (Some(kind), length)
        } else if let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            (Some(Kind::Symbol(symbol)), symbol.len())
        } else if first == '"' {
            return error("string literals cannot be matched; use `$?`".to_owned());
        } else {
            return error(format!("`{first}` means nothing here"));
        };
        for c in rest[..length].chars() {
            if c == '\n' {
                (line, column) = (line + 1, 1);
            } else {
                column += u32::try_from(c.len_utf8()).unwrap_or(1);
            }
        }
        if let Some(kind) = kind {
            tokens.push(Token { kind, span: Span { end_line: line, end_column: column, ..here } });
            if tokens.len() > MAX_TOKENS {
                return error("this fragment of C is too long".to_owned());
            }
        }
        rest = &rest[length..];
    }
    tokens.push(Token { kind: Kind::End, span: Span::point(start.file, line, column) });
    Ok(tokens)
}

fn word_length(text: &str) -> usize {
    text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len())
}

/// A decimal floating constant.
fn floating(text: &str) -> Option<(Kind, usize)> {
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(0);
    let mut end = whole;
    let pointed = text[end..].starts_with('.');
    if pointed {
        let part = digits(end + 1);
        if whole + part == 0 {
            return None;
        }
        end += 1 + part;
    }
    let mut powered = false;
    if end > 0 && text[end..].starts_with(['e', 'E']) {
        let sign = usize::from(text[end + 1..].starts_with(['+', '-']));
        let power = digits(end + 1 + sign);
        if power > 0 {
            powered = true;
            end += 1 + sign + power;
        }
    }
    if !(pointed || powered) {
        return None;
    }
    let number: f64 = text[..end].parse().ok()?;
    let (kind, suffix) = match text[end..].bytes().next() {
        Some(b'f' | b'F') => (FloatKind::Float, 1),
        Some(b'l' | b'L') => (FloatKind::LongDouble, 1),
        _ => (FloatKind::Double, 0),
    };
    Some((Kind::Float(number.to_bits(), kind), end + suffix))
}

fn integer(word: &str) -> Option<Kind> {
    let lower = word.to_ascii_lowercase();
    let digits_end = if let Some(hex) = lower.strip_prefix("0x") {
        2 + hex.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(hex.len())
    } else {
        lower.find(|c: char| !c.is_ascii_digit()).unwrap_or(lower.len())
    };
    let (digits, suffix) = lower.split_at(digits_end);
    let value = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok()?,
        None if digits.len() > 1 && digits.starts_with('0') => u64::from_str_radix(&digits[1..], 8).ok()?,
        None => digits.parse().ok()?,
    };
    let (unsigned, longs) = match suffix {
        "" => (false, 0),
        "u" => (true, 0),
        "l" => (false, 1),
        "ul" | "lu" => (true, 1),
        "ll" => (false, 2),
        "ull" | "llu" => (true, 2),
        _ => return None,
    };
    Some(Kind::Int { value, unsigned, longs })
}

/// A character constant, which is an `int`.
fn character(text: &str) -> Option<(Kind, usize)> {
    let inner = text.strip_prefix('\'')?;
    let mut chars = inner.chars();
    let (value, length) = match chars.next()? {
        '\\' => {
            let value = match chars.next()? {
                'n' => 10,
                't' => 9,
                'r' => 13,
                '0' => 0,
                c @ ('\\' | '\'' | '"') => u64::from(u32::from(c)),
                _ => return None,
            };
            (value, 2)
        }
        c if c.is_ascii() && c != '\'' => (u64::from(u32::from(c)), 1),
        _ => return None,
    };
    inner[length..].starts_with('\'').then_some((Kind::Int { value, unsigned: false, longs: 0 }, length + 2))
}
