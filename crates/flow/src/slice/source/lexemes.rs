//! Just enough of C's tokens to know words, brackets and where declarators end.

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lexeme {
    /// A name, a keyword or a number.
    Word,
    /// A literal in quotes.
    Text,
    /// A line of the preprocessor.
    Directive,
    /// Any other character.
    Sign(u8),
}

/// The tokens of a text; comments and blanks are left out.
pub(super) fn lexemes(text: &str) -> Vec<(Lexeme, Range<usize>)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let (mut at, mut line_begins) = (0, true);
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        if byte == b'\n' {
            line_begins = true;
            at += 1;
            continue;
        }
        if byte.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let begins = std::mem::replace(&mut line_begins, false);
        let kind = match byte {
            b'/' if bytes[at..].starts_with(b"/*") => {
                at = text[at + 2..].find("*/").map_or(bytes.len(), |end| at + end + 4);
                line_begins = begins;
                continue;
            }
            b'/' if bytes[at..].starts_with(b"//") => {
                at = end_of_line(bytes, at);
                continue;
            }
            b'#' if begins => {
                at = end_of_line(bytes, at);
                Lexeme::Directive
            }
            b'"' | b'\'' => {
                at = end_of_literal(bytes, at);
                Lexeme::Text
            }
            _ if is_word(byte) => {
                while bytes.get(at).copied().is_some_and(is_word) {
                    at += 1;
                }
                Lexeme::Word
            }
            _ => {
                at += 1;
                Lexeme::Sign(byte)
            }
        };
        found.push((kind, start..at));
    }
    found
}

/// Letters of other languages are letters.
const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// The end of a line, with those that a backslash adds.
fn end_of_line(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'\n' && !bytes[..at].trim_ascii_end().ends_with(b"\\") {
            break;
        }
        at += 1;
    }
    at
}

fn end_of_literal(bytes: &[u8], from: usize) -> usize {
    let mut at = from + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => return at,
            _ if byte == bytes[from] => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The words of a text, those in literals and directives included.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    lexemes(text).into_iter().flat_map(move |(kind, at)| {
        let inside = match kind {
            Lexeme::Word | Lexeme::Text | Lexeme::Directive => &text[at],
            Lexeme::Sign(_) => "",
        };
        inside.split(|c: char| c.is_ascii() && !is_word(c as u8)).filter(|word| !word.is_empty())
    })
}

/// What can be done with a declaration whose values nobody needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Declared {
    /// Where the initialisers are; `None` if they must stay.
    pub initialisers: Option<Vec<Range<usize>>>,
    /// Whether it says more than the names of objects.
    pub defines_types: bool,
    /// The words that may be the names that are declared.
    pub names: Vec<String>,
}

/// Words that are no names.
const KEYWORDS: [&str; 26] = [
    "auto",
    "char",
    "const",
    "double",
    "enum",
    "extern",
    "float",
    "inline",
    "int",
    "long",
    "register",
    "restrict",
    "short",
    "signed",
    "static",
    "struct",
    "typedef",
    "union",
    "unsigned",
    "void",
    "volatile",
    "_Bool",
    "_Atomic",
    "_Alignas",
    "__attribute__",
    "__extension__",
];

/// Takes a declaration apart.
pub(super) fn declared(text: &str) -> Declared {
    let mut out = Declared { initialisers: Some(Vec::new()), defines_types: false, names: Vec::new() };
    let (mut depth, mut begun): (usize, Option<usize>) = (0, None);
    let mut previous = None;
    let mut fixed = false;
    let mut found = Vec::new();
    for (kind, at) in lexemes(text) {
        match kind {
            Lexeme::Sign(b'(' | b'[' | b'{') => {
                out.defines_types |= kind == Lexeme::Sign(b'{') && begun.is_none();
                depth += 1;
            }
            Lexeme::Sign(b')' | b']' | b'}') => {
                // The initialiser says how long the array is.
                fixed |=
                    kind == Lexeme::Sign(b']') && previous == Some(Lexeme::Sign(b'[')) && begun.is_none();
                depth = depth.saturating_sub(1);
            }
            Lexeme::Sign(b'=') if depth == 0 && begun.is_none() => begun = Some(at.start),
            Lexeme::Sign(b',' | b';') if depth == 0 => {
                found.extend(begun.take().map(|start| start..at.start));
            }
            Lexeme::Word if begun.is_none() => match &text[at] {
                "static" | "extern" | "__auto_type" | "auto" | "__label__" => fixed = true,
                "typedef" => out.defines_types = true,
                word if KEYWORDS.contains(&word) => {}
                word => out.names.push(word.to_owned()),
            },
            _ => {}
        }
        previous = Some(kind);
    }
    let cut = !fixed && !out.defines_types || found.is_empty();
    out.initialisers = cut.then_some(found);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_outside_comments() {
        let text = "#define A(x) use(x)\nint a = b /* c */ + 'd'; // e\nf(\"g h\\\"i\");";
        let expected = ["define", "A", "x", "use", "x", "int", "a", "b", "d", "f", "g", "h", "i"];
        assert_eq!(words(text).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn initialisers_end_where_the_next_declarator_begins() {
        let text = "int a = f(1, 2), *b, c[2] = { 1, 2 };";
        let cut = declared(text);
        let parts: Vec<&str> = cut.initialisers.unwrap().into_iter().map(|at| &text[at]).collect();
        assert_eq!(parts, ["= f(1, 2)", "= { 1, 2 }"]);
        assert_eq!(cut.names, ["a", "b", "c", "2"]);
        assert!(!cut.defines_types);
    }

    #[test]
    fn some_initialisers_must_stay() {
        assert_eq!(declared("int a[] = { 1, 2 };").initialisers, None);
        assert_eq!(declared("static int n = 5;").initialisers, None);
        assert!(declared("struct s { int x; } v;").defines_types);
        assert!(declared("typedef int number;").defines_types);
        assert_eq!(declared("int x[];").initialisers, Some(Vec::new()));
    }
}
