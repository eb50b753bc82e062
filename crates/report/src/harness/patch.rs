//! A copy of a source file in which declarations fill the local variables that a run reads before it writes them.
//!
//! A further declarator does it, which fits behind every declarator, whatever its type: `int s, t;` becomes
//! `int s, *argand_u0 = argand_fill(0, &s), t;`.

use argand_cfa::{Program, VarId};
use argand_support::Span;

/// The text with the declarations of the variables changed; the number of each is its number in the harness. `None` where
/// a declaration is not found.
pub(super) fn patched(program: &Program, name: &str, text: &str, vars: &[VarId]) -> Option<String> {
    let mut insertions: Vec<(usize, String)> = Vec::new();
    for (number, &var) in vars.iter().enumerate() {
        let start = offset_of(program, name, text, program.vars[var].span)?;
        let word = program.var_name(var);
        let at = start + find_word(&text[start..], word)?;
        let end = at + word.len() + end_of_declarator(&text[at + word.len()..])?;
        insertions.push((end, format!(", *argand_u{number} = argand_fill({number}, &{word})")));
    }
    insertions.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    let mut out = text.to_owned();
    for (at, insertion) in insertions {
        out.insert_str(at, &insertion);
    }
    Some(out)
}

/// Where a span begins in the text of a file, through line markers.
fn offset_of(program: &Program, name: &str, text: &str, span: Span) -> Option<usize> {
    let wanted = program.sources.name(span.file);
    let (mut file, mut line, mut offset) = (name.to_owned(), 1, 0);
    for row in text.split_inclusive('\n') {
        let marker = row.strip_prefix('#').map(|rest| rest.trim_start_matches("line").trim_start());
        let number = marker.and_then(|rest| rest.split_whitespace().next()?.parse::<u32>().ok());
        if let (Some(rest), Some(number)) = (marker, number) {
            line = number;
            if let Some(new) = rest.split('"').nth(1) {
                new.clone_into(&mut file);
            }
        } else {
            if line == span.line && file == wanted {
                let column = (span.column as usize).saturating_sub(1);
                return (column <= row.len() && row.is_char_boundary(column)).then_some(offset + column);
            }
            line += 1;
        }
        offset += row.len();
    }
    None
}

/// Where a name begins as a word of its own.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word)
        .find(|(at, _)| {
            let before = text[..*at].chars().next_back().is_some_and(part);
            let after = text[at + word.len()..].chars().next().is_some_and(part);
            !before && !after
        })
        .map(|(at, _)| at)
}

/// The distance to the comma or semicolon that ends a declarator.
fn end_of_declarator(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' | ';' if depth == 0 => return Some(at),
            // It is initialised after all, or this is no declarator.
            '=' | '"' | '\'' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declarator_ends_at_its_comma_or_semicolon() {
        assert_eq!(end_of_declarator(", t;"), Some(0));
        assert_eq!(end_of_declarator("[f(1, 2)];"), Some(9));
        assert_eq!(end_of_declarator(")(int, int);"), Some(11));
        assert_eq!(end_of_declarator(" = 3;"), None);
    }

    #[test]
    fn a_word_is_not_a_part_of_another() {
        assert_eq!(find_word("int is, s;", "s"), Some(8));
        assert_eq!(find_word("int is;", "s"), None);
    }
}
