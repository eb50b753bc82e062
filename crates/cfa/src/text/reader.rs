//! What every part of the reader needs: a cursor over the tokens, names, numbers, spans and types.

use super::lex::{TEXT_FILE, Tok, Token};
use super::scope::{Found, Scope};
use crate::program::{FuncId, Program, VarId};
use crate::types::{ArrayLen, FloatKind, FunctionType, IntKind, RecordId, RecordKind, TypeId, TypeKind};
use argand_support::{Diagnostic, Span, Symbol};

/// What reading gives: a value, or an error with its place.
pub(super) type Read<T> = Result<T, Diagnostic>;

/// How many `*`, `[]` and `()` one type may have: functions that compute sizes follow them one by one.
const MAX_SUFFIXES: usize = 1000;
/// How deep the parameters of function types may nest.
const MAX_TYPE_DEPTH: usize = 64;

/// Reads tokens into a program.
pub(super) struct Reader<'t> {
    pub(super) toks: Vec<Token<'t>>,
    pub(super) at: usize,
    pub(super) program: Program,
    pub(super) scope: Scope,
    /// The function whose names can stand bare.
    pub(super) func: Option<FuncId>,
    pub(super) file_count: u32,
    pub(super) record_count: u32,
    /// The numbers of the records and functions, in the order of the text.
    pub(super) record_numbers: Vec<RecordId>,
    pub(super) function_numbers: Vec<FuncId>,
    type_depth: usize,
}

impl<'t> Reader<'t> {
    pub(super) fn new(toks: Vec<Token<'t>>, program: Program) -> Self {
        Self {
            toks,
            at: 0,
            program,
            scope: Scope::default(),
            func: None,
            file_count: 0,
            record_count: 0,
            record_numbers: Vec::new(),
            function_numbers: Vec::new(),
            type_depth: 0,
        }
    }

    /// The token `ahead` tokens from here. The text always ends with a line end, which is never passed.
    pub(super) fn peek(&self, ahead: usize) -> &Tok<'t> {
        self.toks.get(self.at + ahead).map_or(&Tok::Newline, |t| &t.tok)
    }

    /// The place of the next token.
    pub(super) fn here(&self) -> Span {
        let last = self.toks.last();
        self.toks.get(self.at).or(last).map_or(Span::point(TEXT_FILE, 1, 1), |t| t.span)
    }

    pub(super) fn error<T>(&self, message: impl Into<String>) -> Read<T> {
        Err(Diagnostic::error(message, self.here()))
    }

    pub(super) fn expected<T>(&self, what: &str) -> Read<T> {
        let found = match self.peek(0) {
            Tok::Word(word) => format!("`{word}`"),
            Tok::Quoted(name) => format!("the name `{}`", name.escape_debug()),
            Tok::Text(_) => "a text".to_owned(),
            Tok::Number(number) => format!("`{number}`"),
            Tok::Mark(mark) => format!("`{mark}`"),
            Tok::Newline => "the end of the line".to_owned(),
        };
        self.error(format!("expected {what}, found {found}"))
    }

    pub(super) fn is_mark(&self, mark: &str) -> bool {
        matches!(self.peek(0), Tok::Mark(m) if *m == mark)
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(0), Tok::Word(w) if *w == word)
    }

    /// Passes a mark if it comes next.
    pub(super) fn take_mark(&mut self, mark: &str) -> bool {
        let found = self.is_mark(mark);
        self.at += usize::from(found);
        found
    }

    /// Passes a word if it comes next.
    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    pub(super) fn mark(&mut self, mark: &str) -> Read<()> {
        if self.take_mark(mark) { Ok(()) } else { self.expected(&format!("`{mark}`")) }
    }

    /// A word that a table knows.
    pub(super) fn keyword<T>(&mut self, what: &str, find: impl Fn(&str) -> Option<T>) -> Read<T> {
        match self.peek(0) {
            Tok::Word(word) => match find(word) {
                Some(value) => {
                    self.at += 1;
                    Ok(value)
                }
                None => self.expected(what),
            },
            _ => self.expected(what),
        }
    }

    /// The end of a statement.
    pub(super) fn line_end(&self) -> Read<()> {
        if *self.peek(0) == Tok::Newline { Ok(()) } else { self.expected("the end of the line") }
    }

    /// A name, bare or in backquotes.
    pub(super) fn name(&mut self) -> Read<Symbol> {
        let symbol = match self.toks.get(self.at).map(|t| &t.tok) {
            Some(Tok::Word(word)) => self.program.names.intern(word),
            Some(Tok::Quoted(name)) => self.program.names.intern(name),
            _ => return self.expected("a name"),
        };
        self.at += 1;
        Ok(symbol)
    }

    pub(super) fn is_name(&self) -> bool {
        matches!(self.peek(0), Tok::Word(_) | Tok::Quoted(_))
    }

    /// A plain number.
    pub(super) fn number<N: std::str::FromStr>(&mut self, what: &str) -> Read<N> {
        match self.peek(0) {
            Tok::Number(text) => match text.parse() {
                Ok(number) => {
                    self.at += 1;
                    Ok(number)
                }
                Err(_) => self.error(format!("`{text}` is not {what}")),
            },
            _ => self.expected(what),
        }
    }

    /// An id such as `L12`: its number.
    pub(super) fn id(&mut self, prefix: &str, what: &str) -> Read<u32> {
        self.keyword(what, |word| id_number(word, prefix))
    }

    /// `#12` after a name, if it is there.
    fn explicit_number(&mut self) -> Read<Option<u32>> {
        if self.take_mark("#") { self.number("a number").map(Some) } else { Ok(None) }
    }

    /// A variable, by name or by `name#number`.
    pub(super) fn var(&mut self) -> Read<VarId> {
        let start = self.here();
        let name = self.name()?;
        if let Some(number) = self.explicit_number()? {
            return match self.program.vars.get(VarId::new(number)) {
                Some(var) if var.name == name => Ok(VarId::new(number)),
                _ => Err(Diagnostic::error("no variable has this name and number", start)),
            };
        }
        match self.scope.var(self.func, name) {
            Found::One(var) => Ok(var),
            found => Err(self.not_one(&found, "variable", name, start)),
        }
    }

    /// A function, by name or by `name#number`.
    pub(super) fn function(&mut self) -> Read<FuncId> {
        let start = self.here();
        let name = self.name()?;
        if let Some(number) = self.explicit_number()? {
            return match self.program.functions.get(FuncId::new(number)) {
                Some(function) if function.name == name => Ok(FuncId::new(number)),
                _ => Err(Diagnostic::error("no function has this name and number", start)),
            };
        }
        match self.scope.function(name) {
            Found::One(function) => Ok(function),
            found => Err(self.not_one(&found, "function", name, start)),
        }
    }

    fn not_one<T>(&self, found: &Found<T>, what: &str, name: Symbol, span: Span) -> Diagnostic {
        let name = self.program.names.resolve(name).escape_debug();
        match found {
            Found::Several => Diagnostic::error(format!("there are several {what}s `{name}`"), span)
                .with_note(format!("write `{name}#number` to name one of them")),
            _ => Diagnostic::error(format!("there is no {what} `{name}`"), span),
        }
    }

    /// `@F0:3:5-9`, if it is there: line, column and where it ends.
    pub(super) fn span(&mut self) -> Read<Span> {
        if !self.take_mark("@") {
            return Ok(Span::NONE);
        }
        let place = self.here();
        let file = self.id("F", "a file")?;
        if file >= self.file_count {
            return Err(Diagnostic::error(format!("there is no file F{file}"), place));
        }
        self.mark(":")?;
        let line = self.number("a line")?;
        self.mark(":")?;
        let column: u32 = self.number("a column")?;
        let (mut end_line, mut end_column) = (line, column.saturating_add(1));
        if self.take_mark("-") {
            end_column = self.number("a column")?;
            if self.take_mark(":") {
                end_line = end_column;
                end_column = self.number("a column")?;
            }
        }
        let file = argand_support::FileId::new(file);
        Ok(Span { file, line, column, end_line, end_column })
    }

    /// Whether a type starts here. No name is a type, so one word is enough to tell.
    pub(super) fn at_type(&self, ahead: usize) -> bool {
        const STARTS: [&str; 14] = [
            "void", "_Bool", "char", "signed", "unsigned", "short", "int", "long", "__int128", "float",
            "double", "_BitInt", "struct", "union",
        ];
        match self.peek(ahead) {
            Tok::Word("opaque") => matches!(self.peek(ahead + 1), Tok::Mark("(")),
            Tok::Word(word) => STARTS.contains(word),
            _ => false,
        }
    }

    /// A type: a base and its suffixes.
    pub(super) fn ty(&mut self) -> Read<TypeId> {
        self.type_depth += 1;
        if self.type_depth > MAX_TYPE_DEPTH {
            return self.error("the type nests too deeply");
        }
        let mut ty = self.base_type()?;
        let mut suffixes = 0usize;
        loop {
            suffixes += 1;
            if suffixes > MAX_SUFFIXES {
                return self.error("the type nests too deeply");
            }
            if self.take_mark("*") {
                ty = self.program.types.pointer_to(ty);
            } else if self.is_mark("[") {
                let mut lens = Vec::new();
                while self.take_mark("[") {
                    lens.push(self.array_len()?);
                }
                suffixes += lens.len();
                if suffixes > MAX_SUFFIXES {
                    return self.error("the type nests too deeply");
                }
                for len in lens.into_iter().rev() {
                    ty = self.program.types.array_of(ty, len);
                }
            } else if self.take_mark("(") {
                ty = self.function_type(ty)?;
            } else {
                self.type_depth -= 1;
                return Ok(ty);
            }
        }
    }

    fn array_len(&mut self) -> Read<ArrayLen> {
        if self.take_mark("]") {
            return Ok(ArrayLen::Unknown);
        }
        let len = if self.take_mark("*") {
            ArrayLen::Variable
        } else {
            ArrayLen::Fixed(self.number("a number of elements")?)
        };
        self.mark("]")?;
        Ok(len)
    }

    /// The rest of a function type after its `(`. As in C, `()` says nothing about the parameters; so does
    /// `(? …)`, which lists them for calls all the same.
    fn function_type(&mut self, ret: TypeId) -> Read<TypeId> {
        let mut params = Vec::new();
        let (mut variadic, mut prototyped) = (false, true);
        if self.is_mark(")") || self.take_mark("?") {
            prototyped = false;
        } else if self.is_word("void") && matches!(self.peek(1), Tok::Mark(")")) {
            self.at += 1;
        }
        if !self.is_mark(")") {
            loop {
                if self.take_mark("...") {
                    variadic = true;
                    break;
                }
                params.push(self.ty()?);
                if !self.take_mark(",") {
                    break;
                }
            }
        }
        self.mark(")")?;
        let kind = FunctionType { ret, params: params.into(), variadic, prototyped };
        Ok(self.program.types.intern(TypeKind::Function(kind)))
    }

    fn base_type(&mut self) -> Read<TypeId> {
        let start = self.here();
        let word = match self.peek(0) {
            Tok::Word(word) if self.at_type(0) => *word,
            _ => return self.expected("a type"),
        };
        self.at += 1;
        let types = &self.program.types;
        match word {
            "void" => Ok(types.void()),
            "float" => Ok(types.float(FloatKind::Float)),
            "double" => Ok(types.float(FloatKind::Double)),
            "long" if self.is_word("double") => {
                self.at += 1;
                Ok(self.program.types.float(FloatKind::LongDouble))
            }
            "_BitInt" => self.bit_int(true),
            "unsigned" if self.is_word("_BitInt") => {
                self.at += 1;
                self.bit_int(false)
            }
            "struct" => self.record_type(RecordKind::Struct, start),
            "union" => self.record_type(RecordKind::Union, start),
            "opaque" => {
                self.mark("(")?;
                let name = self.name()?;
                self.mark(",")?;
                let size = self.number("a size")?;
                self.mark(",")?;
                let align = self.number("an alignment")?;
                self.mark(")")?;
                Ok(self.program.types.intern(TypeKind::Opaque { name, size, align }))
            }
            _ => {
                let mut spelling = word.to_owned();
                while let Tok::Word(more @ ("char" | "short" | "int" | "long" | "__int128")) = self.peek(0) {
                    let longer = format!("{spelling} {more}");
                    if !IntKind::ALL.iter().any(|k| k.name().starts_with(&longer)) {
                        break;
                    }
                    spelling = longer;
                    self.at += 1;
                }
                match IntKind::ALL.iter().find(|k| k.name() == spelling) {
                    Some(&kind) => Ok(self.program.types.int(kind)),
                    None => Err(Diagnostic::error(format!("`{spelling}` is not a type here"), start)),
                }
            }
        }
    }

    fn bit_int(&mut self, signed: bool) -> Read<TypeId> {
        self.mark("(")?;
        let width: u32 = self.number("a width")?;
        if !(1..=128).contains(&width) {
            return self.error("the width must lie between 1 and 128");
        }
        self.mark(")")?;
        Ok(self.program.types.intern(TypeKind::BitInt { signed, width }))
    }

    /// A record by its tag, by its number, or by both.
    fn record_type(&mut self, kind: RecordKind, start: Span) -> Read<TypeId> {
        let tag = if self.is_name() { Some(self.name()?) } else { None };
        let number = self.explicit_number()?;
        let id = match (tag, number) {
            (_, Some(number)) => {
                let id = RecordId::new(number);
                if number >= self.record_count || self.program.types.record(id).kind != kind {
                    return Err(Diagnostic::error("there is no such record", start));
                }
                id
            }
            (Some(tag), None) => match self.scope.record(kind, tag) {
                Found::One(id) => id,
                found => return Err(self.not_one(&found, "record", tag, start)),
            },
            (None, None) => return self.expected("a tag or `#` and a number"),
        };
        Ok(self.program.types.intern(TypeKind::Record(id)))
    }
}

/// The number of an id with this prefix.
pub(super) fn id_number(word: &str, prefix: &str) -> Option<u32> {
    let digits = word.strip_prefix(prefix)?;
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let canonical = plain && (digits == "0" || !digits.starts_with('0'));
    digits.parse().ok().filter(|_| canonical)
}
