//! Words of compilers for small machines, which say how a function is called by hardware or where something is stored.
//!
//! gcc for such a machine knows these attributes, gcc for this one warns of them or refuses them, and none changes what the
//! program computes. They are taken out before the parser sees them, and a note says so.

use rucc_base::{Interner, Symbol};
use rucc_diag::Span;
use rucc_lex::{PpToken, PpTokenKind, Punct};

/// Attributes that stand in `__attribute__((…))`, sorted.
const ATTRIBUTES: [&str; 35] = [
    "OS_main",
    "OS_task",
    "auto_psv",
    "brk_interrupt",
    "critical",
    "either",
    "exception_handler",
    "fast_interrupt",
    "fiq",
    "interrupt",
    "interrupt_handler",
    "interrupt_thread",
    "irq",
    "isr",
    "keep_interrupts_masked",
    "kspisusp",
    "long_call",
    "lower",
    "nested",
    "nmi_handler",
    "no_auto_psv",
    "noblock",
    "noinit",
    "persistent",
    "progmem",
    "ramfunc",
    "reentrant",
    "saveall",
    "short_call",
    "signal",
    "swi",
    "upper",
    "use_shadow_register_set",
    "vector",
    "wakeup",
];

/// Words that stand between the specifiers of a declaration, sorted.
const SPECIFIERS: [&str; 8] =
    ["__fiq", "__interrupt", "__irq", "__monitor", "__nested", "__nmi", "__no_init", "__ramfunc"];

/// The tokens without such words, and each word with the first place where it stood.
pub(crate) fn without_vendor_words(
    tokens: Vec<PpToken>,
    names: &Interner,
) -> (Vec<PpToken>, Vec<(Symbol, Span)>) {
    let attribute = ["__attribute__", "__attribute"].map(|word| names.find(word));
    let specifiers: Vec<Symbol> = SPECIFIERS.iter().filter_map(|word| names.find(word)).collect();
    let specifiers: Vec<Symbol> =
        specifiers.into_iter().filter(|&word| is_specifier(&tokens, word)).collect();
    if specifiers.is_empty() && attribute == [None, None] {
        return (tokens, Vec::new());
    }
    let mut found: Vec<(Symbol, Span)> = Vec::new();
    let mut note = |word: Symbol, span: Span| {
        if !found.iter().any(|(known, _)| *known == word) {
            found.push((word, span));
        }
    };
    let mut out = Vec::with_capacity(tokens.len());
    let mut rest = tokens.iter().copied().peekable();
    while let Some(token) = rest.next() {
        match token.value {
            Some(word) if token.kind == PpTokenKind::Ident && specifiers.contains(&word) => {
                note(word, token.span);
                continue;
            }
            Some(word) if token.kind == PpTokenKind::Ident && attribute.contains(&Some(word)) => {}
            _ => {
                out.push(token);
                continue;
            }
        }
        out.push(token);
        let mut depth = 0_u32;
        while let Some(token) = rest.next() {
            let word = token.value.filter(|_| depth == 2 && token.kind == PpTokenKind::Ident);
            if let Some(word) = word.filter(|&word| is_vendor_attribute(names.resolve(word))) {
                note(word, token.span);
                if rest.peek().is_some_and(|next| next.kind == PpTokenKind::Punct(Punct::LParen)) {
                    skip_arguments(&mut rest);
                }
                continue;
            }
            match token.kind {
                PpTokenKind::Punct(Punct::LParen) => depth += 1,
                PpTokenKind::Punct(Punct::RParen) => depth = depth.saturating_sub(1),
                _ => {}
            }
            out.push(token);
            if depth == 0 {
                break;
            }
        }
    }
    (out, found)
}

/// Passes over what stands in parentheses.
fn skip_arguments(tokens: &mut impl Iterator<Item = PpToken>) {
    let mut depth = 0_u32;
    for token in tokens {
        match token.kind {
            PpTokenKind::Punct(Punct::LParen) => depth += 1,
            PpTokenKind::Punct(Punct::RParen) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return;
        }
    }
}

fn is_vendor_attribute(name: &str) -> bool {
    let plain = name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(name);
    ATTRIBUTES.binary_search(&plain).is_ok()
}

/// Whether a word stands before other words wherever it stands: as a name of the program's own it would end a declarator.
fn is_specifier(tokens: &[PpToken], word: Symbol) -> bool {
    let is_it = |token: &PpToken| token.kind == PpTokenKind::Ident && token.value == Some(word);
    tokens.windows(2).all(|pair| !is_it(&pair[0]) || pair[1].kind == PpTokenKind::Ident)
}

#[cfg(test)]
mod tests {
    use super::{ATTRIBUTES, SPECIFIERS};
    use crate::{Options, load_str};

    fn notes(text: &str) -> Vec<String> {
        match load_str(text, &Options::default()) {
            Ok(loaded) => loaded.warnings.into_iter().map(|note| note.message).collect(),
            Err(failure) => panic!("{text}\n{failure}"),
        }
    }

    #[test]
    fn the_words_are_sorted() {
        assert!(ATTRIBUTES.is_sorted() && SPECIFIERS.is_sorted());
    }

    #[test]
    fn attributes_of_handlers_are_ignored_with_one_note_each() {
        let text = "void one(void) __attribute__((interrupt(\"IRQ\")));\n\
                    __attribute__((interrupt, used)) void one(void) {}\n\
                    void two(void) __attribute__((signal, used, __interrupt__(1 + (2)), externally_visible));\n\
                    void two(void) {}\n\
                    int kept __attribute__((noinit, section(\".noinit\")));\n\
                    int main(void) { one(); two(); return kept; }\n";
        let notes = notes(text);
        let about = |word: &str| notes.iter().filter(|note| note.contains(&format!("'{word}'"))).count();
        for word in ["interrupt", "signal", "__interrupt__", "noinit"] {
            assert_eq!(about(word), 1, "{word}: {notes:?}");
        }
        assert_eq!(notes.len(), 4, "{notes:?}");
    }

    #[test]
    fn specifiers_of_other_compilers_are_ignored_with_a_note() {
        let found =
            notes("__interrupt void one(void) {}\n void __irq two(void) {}\n int main(void) { return 0; }");
        assert_eq!(found.len(), 2, "{found:?}");
    }

    #[test]
    fn names_of_the_program_stay() {
        let text = "struct interrupt { int __irq; }; typedef int __monitor; __monitor signal;\n\
                    int main(void) { struct interrupt i = { 1 }; return i.__irq - 1 + signal; }";
        assert_eq!(notes(text), Vec::<String>::new());
    }
}
