//! Names and texts of the user's, made harmless in each format that they are written into.

use std::fmt::Write as _;

/// A text on one line: control characters become visible.
#[must_use]
pub fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}

/// The message of a workflow command of GitHub.
pub(crate) fn github_message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property of a workflow command of GitHub.
pub(crate) fn github_property(text: &str) -> String {
    github_message(text).replace(':', "%3A").replace(',', "%2C")
}

/// A path as a URI reference: what RFC 3986 does not allow in a path is percent-encoded. A relative path stays
/// relative, and its first part is no scheme.
pub(crate) fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    if path.starts_with('/') {
        out.push_str("file://");
    }
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=@".contains(&byte) {
            out.push(byte as char);
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

/// A text inside a comment of C: it cannot end the comment, and has no line breaks.
pub(crate) fn comment(text: &str) -> String {
    one_line(text).replace("*/", "*\u{200b}/").replace("??/", "? ?/").trim_end_matches('\\').to_owned()
}

/// Bytes as a string literal of C.
pub(crate) fn c_string(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' | b'?' => {
                let _ = write!(out, "\\{}", byte as char);
            }
            b' '..=b'~' => out.push(byte as char),
            // Always three digits, so that a digit that follows is no part of it.
            other => {
                let _ = write!(out, "\\{other:03o}");
            }
        }
    }
    out.push('"');
    out
}

/// A word as a shell takes it.
#[must_use]
pub fn shell(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+,:=@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_texts_stay_texts() {
        assert_eq!(one_line("a\nb\r\u{1b}[31m"), "a\\nb\\r\\u{1b}[31m");
        assert_eq!(github_message("100%\n::error::x"), "100%25%0A::error::x");
        assert_eq!(github_property("a,b:c%.c"), "a%2Cb%3Ac%25.c");
        assert_eq!(uri("a b/<x>.c"), "a%20b/%3Cx%3E.c");
        assert_eq!(uri("javascript:x.c"), "javascript%3Ax.c");
        assert_eq!(uri("/tmp/ä.c"), "file:///tmp/%C3%A4.c");
        assert!(!comment("x */ system(\"rm\"); /*").contains("*/"));
        assert!(!comment("ends with \\").ends_with('\\'));
        assert_eq!(c_string(b"a\"\\\n1?"), "\"a\\\"\\\\\\0121\\?\"");
        assert_eq!(shell("it's; rm"), "'it'\\''s; rm'");
    }
}
