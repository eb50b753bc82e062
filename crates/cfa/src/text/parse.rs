//! Reads programs: declarations first, then bodies, because names may be used before they are declared.

use super::lex::{self, Tok};
use super::parse_body::{Locations, Pending, assemble};
use super::reader::{Read, Reader, id_number};
use super::words;
use super::{layout, startup};
use crate::program::{
    Body, Branch, BranchId, FuncId, Function, LibFn, LocId, Origin, Program, Var, VarId, VarKind,
};
use crate::types::{DataModel, Field, RecordId, RecordKind, TypeTable};
use argand_support::{Diagnostic, IndexVec, Span};

/// Reads a program that [`print`](super::print) wrote, or that was written by hand.
///
/// The result is not verified: call [`verify`](crate::verify::verify) for that.
///
/// # Errors
/// What is wrong with the text. The span counts lines and columns of `text`, and its file is the first of
/// any [`SourceMap`](argand_support::SourceMap) that the caller renders the message with.
pub fn parse(text: &str) -> Result<Program, Diagnostic> {
    let toks = lex::tokens(text)?;
    let mut program = Program::new(TypeTable::new(DataModel::Lp64));
    program.functions = IndexVec::new();
    program.locs = IndexVec::new();
    let mut reader = Reader::new(toks, program);
    let items = reader.items()?;
    let (head, rest) = items.split_first().map_or((None, &[][..]), |(h, r)| (Some(h), r));
    reader.model(head)?;
    reader.files(rest)?;
    reader.records(rest)?;
    reader.scope.add_records(&reader.program);
    reader.record_bodies(rest)?;
    reader.functions(rest)?;
    reader.scope.add_functions(&reader.program);
    reader.vars(rest)?;
    reader.scope.add_vars(&reader.program);
    reader.branches(rest)?;
    let mut locations = Locations::default();
    let mut pending = Vec::new();
    reader.bodies(rest, &mut locations, &mut pending)?;
    reader.entry_points(rest)?;
    let needs_start = reader.program.functions.get(reader.program.start).is_none();
    assemble(&mut reader.program, locations, pending, needs_start)?;
    if needs_start {
        startup::add(&mut reader.program)?;
    }
    reader.program.finish();
    Ok(reader.program)
}

/// The start-up function of a text that has none: it gets the next free number.
const NO_START: FuncId = FuncId::new(u32::MAX);

/// A statement: its first token.
type Line = usize;

/// A top-level statement, with the statements of its block if it has one.
pub(super) struct Item {
    head: Line,
    block: Option<Vec<Line>>,
    word: ItemWord,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ItemWord {
    Model,
    Start,
    Main,
    File,
    Record(RecordKind),
    Var,
    Function,
    Branch,
}

impl Reader<'_> {
    /// Groups the statements of the text into top-level items.
    fn items(&mut self) -> Read<Vec<Item>> {
        let mut items: Vec<Item> = Vec::new();
        let mut block: Option<(Line, Vec<Line>)> = None;
        let mut at = 0;
        while at < self.toks.len() {
            let start = at;
            while self.toks[at].tok != Tok::Newline {
                at += 1;
            }
            let opens = at > start && self.toks[at - 1].tok == Tok::Mark("{");
            let closes = at == start + 1 && self.toks[start].tok == Tok::Mark("}");
            if at > start {
                self.at = start;
                block = match (block, opens, closes) {
                    (Some((_, lines)), _, true) => {
                        if let Some(item) = items.last_mut() {
                            item.block = Some(lines);
                        }
                        None
                    }
                    (Some((head, mut lines)), _, false) => {
                        lines.push(start);
                        Some((head, lines))
                    }
                    (None, opens, _) => {
                        items.push(Item { head: start, block: None, word: self.item_word()? });
                        opens.then(|| (start, Vec::new()))
                    }
                };
            }
            at += 1;
        }
        match block {
            Some((head, _)) => Err(Diagnostic::error("the block is never closed", self.toks[head].span)),
            None => Ok(items),
        }
    }

    /// What kind of item starts here, whatever its number.
    fn item_word(&mut self) -> Read<ItemWord> {
        if matches!((self.peek(0), self.peek(1)), (Tok::Word(_), Tok::Mark(":"))) {
            self.at += 2;
        }
        Ok(match self.peek(0) {
            Tok::Word("cfa") => ItemWord::Model,
            Tok::Word("start") => ItemWord::Start,
            Tok::Word("main") => ItemWord::Main,
            Tok::Word("file") => ItemWord::File,
            Tok::Word("struct") => ItemWord::Record(RecordKind::Struct),
            Tok::Word("union") => ItemWord::Record(RecordKind::Union),
            Tok::Word("func" | "extern" | "library" | "startup") => ItemWord::Function,
            Tok::Word("branch") => ItemWord::Branch,
            Tok::Word(word) if words::var_kind::find(word).is_some() => ItemWord::Var,
            _ => return self.expected("a declaration"),
        })
    }

    /// Passes `v12:`, if it is there.
    fn number_prefix(&mut self, prefix: &str) -> Read<Option<u32>> {
        match (self.peek(0), self.peek(1)) {
            (Tok::Word(word), Tok::Mark(":")) => match id_number(word, prefix) {
                Some(number) => {
                    self.at += 2;
                    Ok(Some(number))
                }
                None => self.expected(&format!("a number like {prefix}0")),
            },
            _ => Ok(None),
        }
    }

    fn model(&mut self, head: Option<&Item>) -> Read<()> {
        self.at = head.map_or(0, |item| item.head);
        if !self.take_word("cfa") {
            return self.expected("`cfa` and a data model");
        }
        let model = self.keyword("LP64 or ILP32", |word| match word {
            "LP64" => Some(DataModel::Lp64),
            "ILP32" => Some(DataModel::Ilp32),
            _ => None,
        })?;
        self.line_end()?;
        (self.program.start, self.program.main) = (NO_START, NO_START);
        self.program.types = TypeTable::new(model);
        Ok(())
    }

    fn files(&mut self, items: &[Item]) -> Read<()> {
        for item in items.iter().filter(|i| i.word == ItemWord::File) {
            self.at = item.head + 1;
            let here = self.here();
            let number = if self.is_name() { Some(self.id("F", "a file number")?) } else { None };
            let Tok::Text(name) = self.peek(0).clone() else { return self.expected("a name in quotes") };
            self.at += 1;
            self.line_end()?;
            let file = self.program.sources.file(&name).raw();
            if file != self.file_count || number.is_some_and(|n| n != file) {
                return Err(Diagnostic::error(
                    "files are listed once each, in the order of their numbers",
                    here,
                ));
            }
            self.file_count += 1;
        }
        Ok(())
    }

    fn records(&mut self, items: &[Item]) -> Read<()> {
        let mut wanted = Vec::new();
        let mut found = Vec::new();
        for item in items {
            let ItemWord::Record(kind) = item.word else { continue };
            self.at = item.head;
            let here = self.here();
            wanted.push((self.number_prefix("R")?, here));
            self.at += 1;
            let anonymous = self.is_word("size") || self.is_word("incomplete") || !self.is_name();
            let tag = if anonymous { None } else { Some(self.name()?) };
            found.push((kind, tag));
        }
        let numbers = numbered("record", &wanted)?;
        for (kind, tag) in in_order(&numbers, found) {
            self.program.types.declare_record(kind, tag);
        }
        self.record_count = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        self.record_numbers = numbers.into_iter().map(RecordId::new).collect();
        Ok(())
    }

    /// Members, with their offsets or laid out one after the other.
    fn record_bodies(&mut self, items: &[Item]) -> Read<()> {
        let mut numbers = std::mem::take(&mut self.record_numbers).into_iter();
        let mut sizes = Vec::new();
        for item in items {
            let ItemWord::Record(kind) = item.word else { continue };
            let Some(id) = numbers.next() else { continue };
            self.at = item.head;
            self.number_prefix("R")?;
            self.at += 1;
            if self.program.types.record(id).tag.is_some() {
                self.at += 1;
            }
            if self.take_word("incomplete") {
                self.line_end()?;
                continue;
            }
            let here = self.here();
            let size: Option<u64> = self.attribute("size")?;
            let align: Option<u64> = self.attribute("align")?;
            self.mark("{")?;
            self.line_end()?;
            let mut fields = Vec::new();
            let mut placed = true;
            for &line in item.block.as_deref().unwrap_or_default() {
                self.at = line;
                let (field, has_offset) = self.field()?;
                placed &= has_offset;
                fields.push(field);
            }
            match (size, align) {
                (Some(size), Some(align)) if placed => {
                    self.program.types.complete_record(id, fields, size, align);
                }
                _ if size.is_some() || align.is_some() => {
                    return Err(Diagnostic::error(
                        "give size, alignment and all offsets, or none of them",
                        here,
                    ));
                }
                _ => sizes.push(layout::Unplaced { id, kind, fields, span: here }),
            }
        }
        layout::place_all(&mut self.program.types, sizes)
    }

    fn attribute<N: std::str::FromStr>(&mut self, word: &str) -> Read<Option<N>> {
        if self.take_word(word) { self.number("a number").map(Some) } else { Ok(None) }
    }

    /// `int x @4+3 : 5`, and whether the offset was there.
    fn field(&mut self) -> Read<(Field, bool)> {
        let ty = self.ty()?;
        let name = if self.is_name() { Some(self.name()?) } else { None };
        let mut bit_offset = 0u64;
        let has_offset = self.take_mark("@");
        if has_offset {
            let bytes: u64 = self.number("an offset in bytes")?;
            let bits: u64 = if self.take_mark("+") { self.number("a number of bits")? } else { 0 };
            match bytes.checked_mul(8).and_then(|b| b.checked_add(bits)) {
                Some(offset) => bit_offset = offset,
                None => return self.error("the offset is too large"),
            }
        }
        let bit_width = if self.take_mark(":") { Some(self.number("a width in bits")?) } else { None };
        self.line_end()?;
        Ok((Field { name, ty, bit_offset, bit_width }, has_offset))
    }

    fn functions(&mut self, items: &[Item]) -> Read<()> {
        let mut wanted = Vec::new();
        let mut found = Vec::new();
        for item in items.iter().filter(|i| i.word == ItemWord::Function) {
            self.at = item.head;
            wanted.push((self.number_prefix("f")?, self.here()));
            found.push(self.function_head(item.block.is_some())?);
        }
        let numbers = numbered("function", &wanted)?;
        self.program.functions = in_order(&numbers, found).into_iter().collect();
        self.function_numbers = numbers.into_iter().map(FuncId::new).collect();
        Ok(())
    }

    fn function_head(&mut self, has_block: bool) -> Read<Function> {
        let origin = match self.peek(0) {
            Tok::Word("library") => Origin::Library,
            Tok::Word("startup") => Origin::Startup,
            _ => Origin::User,
        };
        self.at += usize::from(origin != Origin::User);
        let is_extern = self.keyword("`func` or `extern`", |word| match word {
            "func" => Some(false),
            "extern" => Some(true),
            _ => None,
        })?;
        let name = self.name()?;
        self.mark(":")?;
        let ty = self.ty()?;
        let body = if is_extern {
            let model = if self.take_mark("=") {
                self.keyword("the meaning of a function", words::lib_fn::find)?
            } else {
                LibFn::Undefined
            };
            Body::Extern(model)
        } else {
            Body::Defined { entry: LocId::new(0), exit: LocId::new(0) }
        };
        let addressed = self.take_word("addressed");
        let span = self.span()?;
        if !is_extern {
            self.mark("{")?;
        }
        self.line_end()?;
        if is_extern && has_block {
            return self.error("an extern function has no body");
        }
        Ok(Function { name, ty, params: Vec::new(), ret: None, body, origin, span, addressed })
    }

    /// Variables at file scope and inside functions, numbered in the order of the text.
    fn vars(&mut self, items: &[Item]) -> Read<()> {
        let mut wanted = Vec::new();
        let mut found: Vec<Var> = Vec::new();
        let mut constant = Vec::new();
        let mut functions = 0;
        for item in items {
            let (func, lines) = match item.word {
                ItemWord::Var => (None, std::slice::from_ref(&item.head)),
                ItemWord::Function => {
                    functions += 1;
                    (Some(self.function_numbers[functions - 1]), item.block.as_deref().unwrap_or_default())
                }
                _ => continue,
            };
            for &line in lines {
                self.at = line;
                if !self.starts_var() {
                    continue;
                }
                wanted.push((self.number_prefix("v")?, self.here()));
                let (var, read_only) = self.var_line(func)?;
                found.push(var);
                constant.push(read_only);
            }
        }
        let numbers = numbered("variable", &wanted)?;
        for (var, &number) in found.iter().zip(&numbers) {
            let Some(func) = var.func.map(|f| &mut self.program.functions[f]) else { continue };
            match var.kind {
                VarKind::Param => func.params.push(VarId::new(number)),
                VarKind::Return => func.ret = Some(VarId::new(number)),
                _ => {}
            }
        }
        self.program.vars = in_order(&numbers, found).into_iter().collect();
        let constant = in_order(&numbers, constant);
        self.program.read_only =
            self.program.vars.indices().zip(constant).filter_map(|(id, c)| c.then_some(id)).collect();
        Ok(())
    }

    fn starts_var(&self) -> bool {
        let skip = if matches!(self.peek(1), Tok::Mark(":")) { 2 } else { 0 };
        matches!(self.peek(skip), Tok::Word(word) if words::var_kind::find(word).is_some())
    }

    /// A variable, and whether it must not be written.
    fn var_line(&mut self, func: Option<FuncId>) -> Read<(Var, bool)> {
        let kind = self.keyword("a kind of variable", words::var_kind::find)?;
        let ty = self.ty()?;
        let name = self.name()?;
        let extent = self.attribute("extent")?;
        let align = self.attribute("align")?;
        let read_only = self.take_word("const");
        let undefined = self.take_word("undefined");
        let addressed = self.take_word("addressed");
        let span = self.span()?;
        self.line_end()?;
        Ok((Var { name, ty, kind, func, span, addressed, extent, align, undefined }, read_only))
    }

    fn branches(&mut self, items: &[Item]) -> Read<()> {
        let mut wanted = Vec::new();
        let mut found = Vec::new();
        for item in items.iter().filter(|i| i.word == ItemWord::Branch) {
            self.at = item.head;
            wanted.push((self.number_prefix("b")?, self.here()));
            self.at += 1;
            let kind = self.keyword("a kind of branch", words::branch_kind::find)?;
            let keyword = self.span()?;
            let condition = if self.take_word("cond") { self.span()? } else { Span::NONE };
            self.line_end()?;
            found.push(Branch { kind, keyword, condition });
        }
        let numbers = numbered("branch", &wanted)?;
        self.program.branches = in_order(&numbers, found).into_iter().collect();
        Ok(())
    }

    fn bodies(&mut self, items: &[Item], locations: &mut Locations, pending: &mut Vec<Pending>) -> Read<()> {
        let functions = items.iter().filter(|i| i.word == ItemWord::Function);
        for (item, func) in functions.zip(self.function_numbers.clone()) {
            self.func = Some(func);
            let mut ends = None;
            for &line in item.block.as_deref().unwrap_or_default() {
                self.at = line;
                if !self.starts_var() {
                    self.body_line(func, locations, pending, &mut ends)?;
                }
            }
            match (&mut self.program.functions[func].body, ends) {
                (Body::Defined { entry, exit }, Some(ends)) => (*entry, *exit) = ends,
                (Body::Defined { .. }, None) => {
                    self.at = item.head;
                    return self.error("the function does not say `entry L… exit L…`");
                }
                (Body::Extern(_), _) => {}
            }
        }
        self.func = None;
        Ok(())
    }

    /// `start f0` and `main f1`. Without them: the start-up function, and `main` or else the first function
    /// that has a body.
    fn entry_points(&mut self, items: &[Item]) -> Read<()> {
        for item in items {
            self.at = item.head + 1;
            match item.word {
                ItemWord::Start | ItemWord::Main => {}
                ItemWord::Model => {
                    self.at = item.head;
                    return self.error("the data model is given once, at the top");
                }
                _ => continue,
            }
            let func = FuncId::new(self.id("f", "a function number")?);
            if self.program.functions.get(func).and_then(Function::entry).is_none() {
                return self.error(format!("there is no function {func} with a body"));
            }
            self.line_end()?;
            match item.word {
                ItemWord::Start => self.program.start = func,
                _ => self.program.main = func,
            }
        }
        let functions = &self.program.functions;
        let defined = || functions.iter_enumerated().filter(|(_, f)| f.entry().is_some());
        if self.program.start == NO_START {
            let start = defined().find(|(_, f)| f.origin == Origin::Startup);
            self.program.start = start.map_or(NO_START, |(id, _)| id);
        }
        if self.program.main == NO_START {
            let named = self.program.names.find("main");
            let main = defined().find(|(_, f)| Some(f.name) == named);
            let first = || defined().find(|(_, f)| f.origin == Origin::User).or_else(|| defined().next());
            match main.or_else(first) {
                Some((id, _)) => self.program.main = id,
                None => return self.error("the program has no function with a body"),
            }
        }
        Ok(())
    }

    /// A branch that an edge names.
    pub(super) fn branch_id(&mut self) -> Read<BranchId> {
        let branch = BranchId::new(self.id("b", "a branch")?);
        match self.program.branches.get(branch) {
            Some(_) => Ok(branch),
            None => self.error(format!("there is no branch {branch}")),
        }
    }
}

/// Gives everything a number: the one it asks for, or the smallest one that nobody asks for.
///
/// Numbers are dense, so none can be larger than the count, whatever the text asks for.
pub(super) fn numbered(what: &str, wanted: &[(Option<u32>, Span)]) -> Read<Vec<u32>> {
    let mut taken = vec![false; wanted.len()];
    for &(number, span) in wanted {
        let Some(number) = number else { continue };
        match taken.get_mut(number as usize) {
            Some(slot @ false) => *slot = true,
            Some(true) => {
                return Err(Diagnostic::error(format!("there are two {what}s with number {number}"), span));
            }
            None => {
                let message = format!("{what} number {number} is too large: there are {}", wanted.len());
                return Err(Diagnostic::error(message, span).with_note("numbers leave no gaps"));
            }
        }
    }
    let mut free = (0u32..).zip(taken).filter(|(_, taken)| !taken).map(|(number, _)| number);
    Ok(wanted.iter().map(|&(number, _)| number.or_else(|| free.next()).unwrap_or_default()).collect())
}

/// Brings things into the order of their numbers.
pub(super) fn in_order<T>(numbers: &[u32], things: Vec<T>) -> Vec<T> {
    let mut pairs: Vec<_> = numbers.iter().zip(things).collect();
    pairs.sort_by_key(|(number, _)| **number);
    pairs.into_iter().map(|(_, thing)| thing).collect()
}
