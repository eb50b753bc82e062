//! Formats of the `printf` family that are string literals.
//!
//! A format without `%n` writes nothing through its arguments, and one without `%p` prints no pointers. Formats that are
//! computed may hold both.

use argand_cfa::{BinaryOp, ExprId, ExprKind, Op, PlaceKind, Program, VarId, VarKind};
use argand_support::FxHashMap;
use std::collections::BTreeMap;

/// The string literals of a program, as formats.
#[derive(Clone, Debug, Default)]
pub struct Formats {
    /// Whether a literal has a `%n`, read from its start and from some place in it.
    counting: FxHashMap<VarId, [bool; 2]>,
    /// Whether a literal has a `%p`, read from any place in it.
    pointing: FxHashMap<VarId, bool>,
}

impl Formats {
    /// Reads the literals of a program.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let (mut counting, mut pointing) = (FxHashMap::default(), FxHashMap::default());
        for edge in &program.edges {
            let Op::Init { var, entries } = &edge.op else { continue };
            if program.vars[*var].kind != VarKind::StringLiteral {
                continue;
            }
            let mut bytes = BTreeMap::new();
            for entry in entries {
                let PlaceKind::Index { index, .. } = program.place(entry.place).kind else { continue };
                if let (ExprKind::Int(at), ExprKind::Int(byte)) =
                    (program.expr(index).kind, program.expr(entry.value).kind)
                {
                    bytes.insert(at, byte as u8);
                }
            }
            let text = joined(&bytes);
            counting.insert(*var, [true, false].map(|from_start| has(&text, b'n', from_start)));
            pointing.insert(*var, has(&text, b'p', false));
        }
        Self { counting, pointing }
    }

    /// Whether a format may write a count through an argument that begins in this variable: as many bytes from its
    /// start as `offset` says, if that is known.
    #[must_use]
    pub fn may_count(&self, var: VarId, offset: Option<i128>) -> bool {
        let [from_start, from_anywhere] = self.counting.get(&var).copied().unwrap_or([true; 2]);
        if offset == Some(0) { from_start } else { from_anywhere }
    }

    /// Whether a format that lies in this variable may print a pointer.
    #[must_use]
    pub fn may_print_pointers(&self, var: VarId) -> bool {
        self.pointing.get(&var).copied().unwrap_or(true)
    }
}

/// The bytes of a literal in order. Those that no entry mentions are zero; however many there are, one of them says all.
fn joined(bytes: &BTreeMap<i128, u8>) -> Vec<u8> {
    let (mut text, mut next) = (Vec::new(), 0);
    for (&at, &byte) in bytes {
        if at != next {
            text.push(0);
        }
        text.push(byte);
        next = at.saturating_add(1);
    }
    text
}

/// The variable that a pointer points into, if it is plain to see.
#[must_use]
pub fn literal_of(program: &Program, pointer: ExprId) -> Option<VarId> {
    match program.expr(pointer).kind {
        ExprKind::Cast(inner) | ExprKind::Binary(BinaryOp::PtrAdd, inner, _) => literal_of(program, inner),
        ExprKind::AddrOf(place) => program.pool.root_var(place),
        _ => None,
    }
}

/// Whether a text has a conversion with this letter: read from its start, or from some place in it.
fn has(text: &[u8], letter: u8, from_start: bool) -> bool {
    let mut rest = text;
    while let Some(at) = rest.iter().position(|&c| c == b'%') {
        rest = &rest[at + 1..];
        // Flags, width, precision, positions and length modifiers, in whatever order.
        let conversion = rest.iter().position(|c| !b"-+ #'I*.$0123456789hlLqjzt".contains(c));
        let Some(conversion) = conversion else { return false };
        if rest[conversion] == letter {
            return true;
        }
        if from_start {
            rest = &rest[conversion + 1..];
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{has, joined};
    use std::collections::BTreeMap;

    fn counts(text: &[u8], from_start: bool) -> bool {
        has(text, b'n', from_start)
    }

    #[test]
    fn bytes_far_behind_the_others_cost_nothing() {
        let text = joined(&BTreeMap::from([(0, b'%'), (1, b'd'), (i128::MAX, b'n')]));
        assert_eq!(text, b"%d\0n");
        assert!(!counts(&text, true));
    }

    #[test]
    fn counts_are_found_behind_every_length_modifier() {
        for text in ["%n", "a%hhn", "%hn", "%ln", "%lln", "%jn", "%zn", "%tn", "%2$n", "%%%n", "%d%5.3ln"] {
            assert!(counts(text.as_bytes(), true), "{text}");
            assert!(counts(text.as_bytes(), false), "{text}");
        }
        for text in ["", "n", "%d n", "%s\n", "%%d", "%5.2fn", "100%"] {
            assert!(!counts(text.as_bytes(), true), "{text}");
            assert!(!counts(text.as_bytes(), false), "{text}");
        }
    }

    #[test]
    fn an_escaped_percent_sign_counts_only_for_who_begins_to_read_behind_it() {
        for text in ["%%n", "100%% new", "%5%n"] {
            assert!(!counts(text.as_bytes(), true), "{text}");
            assert!(counts(text.as_bytes(), false), "{text}");
        }
    }
}
