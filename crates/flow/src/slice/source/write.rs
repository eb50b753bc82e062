//! The text of what stays. Everything keeps its line and column.

use super::keep::{Kept, KeptFile};
use super::lexemes::{Lexeme, lexemes, words};
use argand_cfa::outline::{StatementId, StatementKind, Stretch};
use argand_cfa::{FuncId, Program};
use std::collections::BTreeSet;
use std::ops::Range;

/// What stays of every file.
pub(super) fn files(kept: &Kept<'_, '_>, program: &Program) -> Vec<(String, String)> {
    let named = names(kept, program);
    let write = |file: &KeptFile<'_>| {
        let mut text = Text::new(&file.outline.text);
        for (function, func) in file.outline.functions.iter().zip(&file.functions) {
            let body = &file.outline.statements[function.body];
            if func.is_some_and(|func| kept.fixed.contains_key(&func)) {
                continue;
            }
            if file.kept[function.body] {
                let (_, declarations) = file.mentioned(function);
                Writer { file, program, declarations, text: &mut text }.statement(function.body);
            } else if named.contains(&*function.name) {
                text.blank(body.at.start + 1..body.at.end - 1);
            } else {
                text.blank(function.at.start..function.at.end);
            }
        }
        (file.outline.name.clone(), text.finish())
    };
    kept.files.iter().map(write).collect()
}

/// The words in what stays, as far as they may name functions.
fn names<'a>(kept: &'a Kept<'_, '_>, program: &'a Program) -> BTreeSet<&'a str> {
    let mut named: BTreeSet<&str> = BTreeSet::from([program.func_name(program.main)]);
    for file in &kept.files {
        named.extend(file.outline.included.iter().map(String::as_str));
        let text = &file.outline.text;
        let mut at = 0;
        for (function, func) in file.outline.functions.iter().zip(&file.functions) {
            named.extend(words(&text[at..function.at.start]));
            at = function.at.end;
            let is_fixed = |func: &FuncId| kept.fixed.contains_key(func);
            if func.as_ref().is_some_and(is_fixed) {
                named.extend(words(&text[function.at.start..function.at.end]));
            } else if file.kept[function.body] {
                named.extend(file.mentioned(function).0);
            }
        }
        named.extend(words(&text[at..]));
    }
    named
}

/// A text from which something is taken away.
struct Text<'a> {
    original: &'a str,
    bytes: Vec<u8>,
}

impl<'a> Text<'a> {
    fn new(original: &'a str) -> Self {
        Self { original, bytes: original.as_bytes().to_vec() }
    }

    /// Makes a stretch blank; lines of the preprocessor stay.
    fn blank(&mut self, at: Range<usize>) {
        let directives = lexemes(&self.original[at.clone()]).into_iter();
        let directives = directives.filter(|(kind, _)| *kind == Lexeme::Directive);
        let mut from = at.start;
        for (_, directive) in directives {
            self.clear(from..at.start + directive.start);
            from = at.start + directive.end;
        }
        self.clear(from..at.end);
    }

    fn clear(&mut self, at: Range<usize>) {
        self.bytes[at].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
    }

    fn replace(&mut self, at: Stretch, by: &str) {
        self.blank(at.start..at.end);
        self.bytes[at.start..at.start + by.len()].copy_from_slice(by.as_bytes());
    }

    fn finish(self) -> String {
        let text = String::from_utf8_lossy(&self.bytes);
        let lines = text.split('\n').zip(self.original.split('\n'));
        let lines = lines.map(|(now, before)| if now == before { now } else { now.trim_end() });
        lines.collect::<Vec<_>>().join("\n")
    }
}

struct Writer<'a, 't> {
    file: &'a KeptFile<'a>,
    program: &'a Program,
    declarations: Vec<StatementId>,
    text: &'t mut Text<'a>,
}

impl Writer<'_, '_> {
    /// Takes away what does not stay of a statement that does.
    fn statement(&mut self, id: StatementId) {
        let file = self.file;
        let statement = &file.outline.statements[id];
        if !file.needed[id]
            && let Some(text) = file.bare_return(self.program, id)
        {
            self.text.replace(statement.at, text);
            return;
        }
        for &part in &statement.parts {
            let at = file.outline.statements[part].at;
            if file.kept[part] {
                self.statement(part);
            } else if statement.kind != StatementKind::Block {
                self.text.replace(at, ";");
            } else if self.declarations.contains(&part) {
                for initialiser in file.declarations[&part].initialisers.iter().flatten() {
                    self.text.blank(at.start + initialiser.start..at.start + initialiser.end);
                }
            } else {
                self.text.blank(at.start..at.end);
            }
        }
    }
}
