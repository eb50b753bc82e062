//! C that gcc takes and the parser does not, mended token by token before it is parsed.
//!
//! * The last member of a record may lack its `;`.
//! * `__float80` is `long double` on this machine.
//! * `offsetof(struct s, array->member)` is about the first element of the array.
//! * An identifier may spell a letter by its number (`\u00e9`) in one place and as it is in another.

use rucc_base::{Interner, Symbol};
use rucc_lex::{PpToken, PpTokenKind, Punct};

/// The words that the mending looks for; those that no token of the unit spells are `None`.
struct Words {
    records: [Option<Symbol>; 2],
    attributes: [Option<Symbol>; 4],
    offsetof: Option<Symbol>,
    float80: Option<Symbol>,
}

/// The tokens with what the parser needs.
pub(crate) fn mended(tokens: &[PpToken], names: &mut Interner) -> Vec<PpToken> {
    let words = Words {
        records: ["struct", "union"].map(|word| names.find(word)),
        attributes: ["__attribute__", "__attribute", "_Alignas", "__declspec"].map(|word| names.find(word)),
        offsetof: names.find("__builtin_offsetof"),
        float80: names.find("__float80"),
    };
    let mut out = Vec::with_capacity(tokens.len());
    // Whether the braces that are open are those of records.
    let mut braces: Vec<bool> = Vec::new();
    // The parentheses that are open inside of `offsetof`.
    let mut inside_offsetof = 0_u32;
    for (at, &token) in tokens.iter().enumerate() {
        match token.kind {
            PpTokenKind::Punct(Punct::LBrace) => braces.push(opens_record(&tokens[..at], &words)),
            PpTokenKind::Punct(Punct::RBrace) if braces.pop() == Some(true) => {
                let ended = [Punct::Semi, Punct::LBrace].map(PpTokenKind::Punct);
                if out.last().is_some_and(|last: &PpToken| !ended.contains(&last.kind)) {
                    out.push(punct(Punct::Semi, token));
                }
            }
            PpTokenKind::Punct(Punct::LParen) if inside_offsetof > 0 => inside_offsetof += 1,
            PpTokenKind::Punct(Punct::LParen) => {
                let before = at.checked_sub(1).and_then(|before| tokens[before].value);
                inside_offsetof = u32::from(before.is_some() && before == words.offsetof);
            }
            PpTokenKind::Punct(Punct::RParen) => inside_offsetof = inside_offsetof.saturating_sub(1),
            PpTokenKind::Punct(Punct::Arrow) if inside_offsetof == 1 => {
                let zero = PpToken { kind: PpTokenKind::Number, value: Some(names.intern("0")), ..token };
                out.extend([
                    punct(Punct::LBracket, token),
                    zero,
                    punct(Punct::RBracket, token),
                    punct(Punct::Dot, token),
                ]);
                continue;
            }
            PpTokenKind::Ident if token.value.is_some() && token.value == words.float80 => {
                let word = |names: &mut Interner, text| PpToken { value: Some(names.intern(text)), ..token };
                out.extend([word(names, "long"), word(names, "double")]);
                continue;
            }
            PpTokenKind::Ident => {
                let plain = token.value.and_then(|name| without_numbers(names.resolve(name)));
                if let Some(plain) = plain {
                    out.push(PpToken { value: Some(names.intern(&plain)), ..token });
                    continue;
                }
            }
            _ => {}
        }
        out.push(token);
    }
    out
}

fn punct(punct: Punct, at: PpToken) -> PpToken {
    PpToken { kind: PpTokenKind::Punct(punct), value: None, ..at }
}

/// Whether the tokens before a brace say that it opens the members of a record: `struct`, attributes and a tag.
fn opens_record(before: &[PpToken], words: &Words) -> bool {
    let (mut depth, mut attribute) = (0_u32, false);
    for token in before.iter().rev() {
        match token.kind {
            PpTokenKind::Punct(Punct::RParen) => depth += 1,
            // What stands before the outermost parentheses must be the name of an attribute.
            PpTokenKind::Punct(Punct::LParen) if depth > 0 => {
                depth -= 1;
                attribute = depth == 0;
            }
            _ if depth > 0 => {}
            PpTokenKind::Ident if attribute => {
                if token.value.is_none() || !words.attributes.contains(&token.value) {
                    return false;
                }
                attribute = false;
            }
            PpTokenKind::Ident => {
                if token.value.is_some() && words.records.contains(&token.value) {
                    return true;
                }
            }
            _ => return false,
        }
    }
    false
}

/// An identifier with its letters as they are, where it spells some by their numbers.
fn without_numbers(name: &str) -> Option<String> {
    let (mut rest, mut out) = (name, String::new());
    while let Some((before, after)) = rest.split_once('\\') {
        let digits = match after.as_bytes().first()? {
            b'u' => 4,
            b'U' => 8,
            _ => return None,
        };
        let number = after.get(1..=digits)?;
        out.push_str(before);
        out.push(char::from_u32(u32::from_str_radix(number, 16).ok()?)?);
        rest = after.get(digits + 1..)?;
    }
    (rest.len() < name.len()).then(|| out + rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, load_str};

    fn is_taken(text: &str) {
        if let Err(failure) = load_str(text, &Options::default()) {
            panic!("{text}\n{failure}");
        }
    }

    #[test]
    fn the_last_member_may_lack_its_semicolon() {
        is_taken("struct s { int a; int b }; int main(void) { struct s x = { 1, 2 }; return x.a; }");
        is_taken("union u { int a; struct { int b } } v; int main(void) { return v.b; }");
        is_taken(
            "struct __attribute__((packed)) s { char c; int a[2] } x; int main(void) { return sizeof x; }",
        );
        is_taken(
            "struct e {}; int main(void) { int a[] = { 1, 2 }; return (struct { int x; }) { 3 }.x + a[0]; }",
        );
    }

    #[test]
    fn offsets_of_members_of_the_first_element() {
        is_taken(
            "struct i { int x, y; }; struct s { int a; struct i u[2]; };
             int main(void) { return __builtin_offsetof(struct s, u->y); }",
        );
    }

    #[test]
    fn letters_by_their_numbers_are_the_letters() {
        assert_eq!(without_numbers("a\\u00e9b"), Some("a\u{e9}b".to_owned()));
        assert_eq!((without_numbers("plain"), without_numbers("a\\x")), (None, None));
        is_taken("int main(void) { int \\u0201 = 3; return \u{201} - 3; }");
    }

    #[test]
    fn the_long_double_of_the_machine_has_a_second_name() {
        is_taken("__float80 x = 1; int main(void) { __float80 y = x + 1; return y == 2; }");
    }
}
