//! Property files (`.prp`): one `CHECK( init(main()), LTL(formula) )` per line.

use argand_cfa::{MemoryProperty, Operation, PropertyKind};
use argand_support::spelling::nearest;
use argand_support::{Diagnostic, FileId, Span};
use std::fmt;

/// One property of a program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Property {
    /// What must hold.
    pub kind: PropertyKind,
    /// The function where the program begins.
    pub entry: String,
    /// Where the property was stated.
    pub span: Span,
}

impl Property {
    /// A property of a program that begins at `main`, stated nowhere.
    #[must_use]
    pub fn of_main(kind: PropertyKind) -> Self {
        Self { kind, entry: "main".to_owned(), span: Span::NONE }
    }
}

/// The line of a property file.
impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CHECK( init({}()), LTL({}) )", self.entry, self.kind)
    }
}

/// Reads a property file.
///
/// # Errors
/// The first place that is not as it should be; also a file without a property, and one that names two entry
/// functions.
pub fn parse_properties(text: &str, file: FileId) -> Result<Vec<Property>, Diagnostic> {
    let mut properties: Vec<Property> = Vec::new();
    for (line, number) in text.lines().zip(1u32..) {
        let content = line.split('#').next().unwrap_or("");
        if content.trim().is_empty() {
            continue;
        }
        let property = LineParser { line: content, at: 0, file, number }.property()?;
        if let Some(first) = properties.first()
            && first.entry != property.entry
        {
            let message = format!("the file starts at `{}` and at `{}`", first.entry, property.entry);
            return Err(Diagnostic::error(message, property.span)
                .with_note("all properties of a file must have the same entry function"));
        }
        properties.push(property);
    }
    if properties.is_empty() {
        return Err(Diagnostic::error("the file states no property", Span::point(file, 1, 1))
            .with_note("a property looks like: CHECK( init(main()), LTL(G ! call(reach_error())) )"));
    }
    Ok(properties)
}

struct LineParser<'a> {
    line: &'a str,
    at: usize,
    file: FileId,
    number: u32,
}

impl<'a> LineParser<'a> {
    fn span(&self, from: usize, to: usize) -> Span {
        let column = |at: usize| u32::try_from(at + 1).unwrap_or(u32::MAX);
        Span {
            file: self.file,
            line: self.number,
            column: column(from),
            end_line: self.number,
            end_column: column(to.max(from + 1)),
        }
    }

    fn rest(&self) -> &'a str {
        self.line.get(self.at..).unwrap_or("")
    }

    fn skip_space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn eat(&mut self, symbol: char) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(symbol);
        if found {
            self.at += symbol.len_utf8();
        }
        found
    }

    fn expect(&mut self, symbol: char) -> Result<(), Diagnostic> {
        if self.eat(symbol) {
            return Ok(());
        }
        Err(Diagnostic::error(format!("expected `{symbol}`"), self.span(self.at, self.at + 1))
            .with_note("a property looks like: CHECK( init(main()), LTL(G ! call(reach_error())) )"))
    }

    /// The word that starts here: letters, digits and `_`, also `-` if `hyphens`.
    fn word(&mut self, hyphens: bool) -> (&'a str, Span) {
        self.skip_space();
        let rest = self.rest();
        let end = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || (hyphens && c == '-')))
            .unwrap_or(rest.len());
        let span = self.span(self.at, self.at + end);
        self.at += end;
        (&rest[..end], span)
    }

    fn keyword(&mut self, wanted: &str) -> Result<(), Diagnostic> {
        let (word, span) = self.word(false);
        if word == wanted {
            return Ok(());
        }
        let found = if word.is_empty() { String::new() } else { format!(", found `{word}`") };
        Err(Diagnostic::error(format!("expected `{wanted}`{found}"), span)
            .with_note("a property looks like: CHECK( init(main()), LTL(G ! call(reach_error())) )"))
    }

    fn name(&mut self, what: &str) -> Result<String, Diagnostic> {
        let (word, span) = self.word(false);
        if word.is_empty() || word.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(Diagnostic::error(format!("expected the name of {what}"), span));
        }
        Ok(word.to_owned())
    }

    fn property(&mut self) -> Result<Property, Diagnostic> {
        self.skip_space();
        let start = self.at;
        self.keyword("CHECK")?;
        self.expect('(')?;
        self.keyword("init")?;
        self.expect('(')?;
        let entry = self.name("the entry function")?;
        self.expect('(')?;
        self.expect(')')?;
        self.expect(')')?;
        self.expect(',')?;
        self.skip_space();
        if self.rest().starts_with("FQL") {
            let span = self.span(self.at, self.at + 3);
            return Err(Diagnostic::error("coverage goals (FQL) are not properties of runs", span)
                .with_note("write the property as LTL(...)"));
        }
        self.keyword("LTL")?;
        self.expect('(')?;
        let kind = self.formula()?;
        self.expect(')')?;
        self.expect(')')?;
        let span = self.span(start, self.at);
        self.skip_space();
        if !self.rest().is_empty() {
            let here = self.span(self.at, self.line.len());
            return Err(Diagnostic::error("nothing may follow the property on its line", here));
        }
        Ok(Property { kind, entry, span })
    }

    fn formula(&mut self) -> Result<PropertyKind, Diagnostic> {
        let (operator, span) = self.word(false);
        match operator {
            "G" if self.eat('!') => self.never(),
            "G" => self.always(),
            "F" => {
                let (word, span) = self.word(true);
                if word == "end" {
                    return Ok(PropertyKind::Termination);
                }
                Err(Diagnostic::error(format!("`F {word}` is not a known formula"), span)
                    .with_note("`F end` says that every run ends"))
            }
            _ => Err(Diagnostic::error(format!("expected `G` or `F`, found `{operator}`"), span)
                .with_note("formulas start with G (always) or F (eventually)")),
        }
    }

    fn never(&mut self) -> Result<PropertyKind, Diagnostic> {
        let (word, span) = self.word(true);
        if let Some(operation) = Operation::ALL.into_iter().find(|operation| operation.word() == word) {
            return Ok(PropertyKind::of_operation(operation));
        }
        match word {
            "call" => {
                self.expect('(')?;
                let function = self.name("a function")?;
                self.expect('(')?;
                self.expect(')')?;
                self.expect(')')?;
                Ok(PropertyKind::UnreachCall(function))
            }
            "label" => {
                self.expect('(')?;
                let label = self.name("a label")?;
                self.expect(')')?;
                Ok(PropertyKind::UnreachLabel(label))
            }
            "data-race" => Ok(PropertyKind::NoDataRace),
            _ => {
                let mut known = vec!["call", "label", "data-race"];
                known.extend(Operation::ALL.map(Operation::word));
                Err(unknown(&format!("G ! {word}"), word, span, &known))
            }
        }
    }

    fn always(&mut self) -> Result<PropertyKind, Diagnostic> {
        const KNOWN: [&str; 5] =
            ["valid-free", "valid-deref", "valid-memtrack", "valid-memcleanup", "assert"];
        let (word, span) = self.word(true);
        match word {
            "valid-free" => Ok(PropertyKind::Memory(MemoryProperty::Free)),
            "valid-deref" => Ok(PropertyKind::Memory(MemoryProperty::Deref)),
            "valid-memtrack" => Ok(PropertyKind::Memory(MemoryProperty::Memtrack)),
            "valid-memcleanup" => Ok(PropertyKind::Memory(MemoryProperty::Memcleanup)),
            "assert" => Ok(PropertyKind::Asserts),
            _ if matches!(word, "call" | "label" | "data-race")
                || Operation::ALL.into_iter().any(|operation| operation.word() == word) =>
            {
                Err(Diagnostic::error(format!("`G {word}` would demand it always; `!` is missing"), span)
                    .with_note(format!("did you mean `G ! {word}`?")))
            }
            _ => Err(unknown(&format!("G {word}"), word, span, &KNOWN)),
        }
    }
}

fn unknown(formula: &str, word: &str, span: Span, known: &[&str]) -> Diagnostic {
    let error = Diagnostic::error(format!("`{}` is not a known formula", formula.trim_end()), span);
    match nearest(word, known.iter().copied()) {
        Some(near) => error.with_note(format!("did you mean `{near}`?")),
        None => error.with_note(format!("known here: {}", known.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use argand_support::SourceMap;

    fn parse(text: &str) -> Result<Vec<Property>, Diagnostic> {
        parse_properties(text, FileId::new(0))
    }

    fn error(text: &str) -> String {
        let mut sources = SourceMap::default();
        let file = sources.add_text("p.prp", text);
        parse_properties(text, file).unwrap_err().render(&sources, false)
    }

    #[test]
    fn every_formula_is_read_and_written_back() {
        let formulas = [
            ("G ! call(reach_error())", "unreach-call"),
            ("G ! call(__VERIFIER_error_linux_usb_dev())", "unreach-call"),
            ("G ! label(ERROR)", "unreach-label"),
            ("G valid-free", "valid-free"),
            ("G valid-deref", "valid-deref"),
            ("G valid-memtrack", "valid-memtrack"),
            ("G valid-memcleanup", "valid-memcleanup"),
            ("G ! overflow", "no-overflow"),
            ("F end", "termination"),
            ("G ! data-race", "no-data-race"),
            ("G assert", "asserts"),
        ];
        for (formula, name) in formulas {
            let line = format!("CHECK( init(main()), LTL({formula}) )");
            let properties = parse(&line).unwrap();
            assert_eq!(properties.len(), 1);
            assert_eq!(properties[0].kind.name(), name);
            assert_eq!(properties[0].kind.name(), name);
            assert_eq!(properties[0].to_string(), line);
        }
    }

    #[test]
    fn space_and_comments_do_not_matter() {
        let text = "# safety\n\nCHECK(init(start( )),LTL(G!call( f ( ) )))  # never f\n  CHECK( init(start()), LTL(F end) )\n";
        let properties = parse(text).unwrap();
        assert_eq!(properties.len(), 2);
        assert_eq!(properties[0].kind, PropertyKind::UnreachCall("f".to_owned()));
        assert_eq!(properties[0].entry, "start");
        assert_eq!(properties[1].span.line, 4);
    }

    #[test]
    fn near_misses_are_pointed_at_with_a_suggestion() {
        let text = error("CHECK( init(main()), LTL(G valid-fre) )\n");
        assert!(text.contains("p.prp:1:28") && text.contains("did you mean `valid-free`?"), "{text}");
        assert!(error("CHECK( init(main()), LTL(G overflow) )").contains("`G ! overflow`"));
        assert!(error("CHECK( init(main()), LTL(G ! cal(f())) )").contains("did you mean `call`?"));
        assert!(error("CHECK( init(main()), LTL(F ends) )").contains("every run ends"));
        assert!(error("CHEK( init(main()), LTL(F end) )").contains("expected `CHECK`, found `CHEK`"));
        assert!(error("CHECK( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )").contains("FQL"));
        assert!(error("CHECK( init(main()), LTL(F end) ) x").contains("nothing may follow"));
        assert!(error("CHECK( init(main()), LTL(X end) )").contains("expected `G` or `F`"));
    }

    #[test]
    fn a_file_without_properties_or_with_two_entries_is_an_error() {
        assert!(error("# nothing\n").contains("states no property"));
        let two = "CHECK( init(main()), LTL(F end) )\nCHECK( init(other()), LTL(F end) )";
        assert!(error(two).contains("starts at `main` and at `other`"));
    }

    proptest::proptest! {
        #[test]
        fn mutated_files_never_panic_and_errors_have_a_place(
            at in 0usize..80, with in "\\PC{0,3}", cut in 0usize..6,
        ) {
            let text = "CHECK( init(main()), LTL(G ! call(reach_error())) )\nCHECK( init(main()), LTL(F end) )\n";
            let mut bytes = text.as_bytes().to_vec();
            bytes.splice(at..(at + cut).min(bytes.len()), with.bytes());
            let mutated = String::from_utf8_lossy(&bytes);
            if let Err(error) = parse(&mutated) {
                proptest::prop_assert!(!error.span.is_none());
            }
        }
    }
}
