//! Automata as JSON, for tools in other languages.
//!
//! The document is written as it is made, never held as a tree. Ids are numbers and are the positions in
//! the arrays that they name. Types, expressions and places are strings in the notation of the
//! [text form](crate::text). Keys that do not apply are absent.
//!
//! ```text
//! { "format": "argand-cfa", "version": 1, "dataModel": "LP64" | "ILP32",
//!   "start": function, "main": function, "halt": location,
//!   "files":     [ name ],
//!   "records":   [ { "kind": "struct" | "union", "tag"?, "size", "align", "complete",
//!                    "fields": [ { "name"?, "type", "bitOffset", "bitWidth"? } ] } ],
//!   "variables": [ { "name", "type", "kind", "function"?, "size"?, "addressed", "undefined", "readOnly",
//!                    "span"? } ],
//!   "functions": [ { "name", "type", "origin": "user" | "library" | "startup", "addressed",
//!                    "entry"?, "exit"?, "params"?: [ variable ], "return"?: variable,
//!                    "model"?: meaning of a function without a body, "span"? } ],
//!   "locations": [ { "function", "out": [ edge ], "labels"?: [ name ], "loopHead"?: true, "loopDepth"? } ],
//!   "edges":     [ { "from", "to", "op", …, "branch"?: { "id", "outcome"?: bool }, "span"? } ],
//!   "branches":  [ { "kind", "keyword"?: span, "condition"?: span } ] }
//! span: { "file", "line", "column", "endLine", "endColumn" }
//! ```
//! What an edge has more depends on `op`: `assume` has `cond` and `truth`, `assign` `dst` and `src`, `init`
//! `var` and `entries` of `place` and `value`, `havoc` `dst` and `source`, `declare` `var` and perhaps
//! `size`, `dead` `var`; `call`, `return` and `summary` have `site`, `callee`, `args` and perhaps `dst`;
//! `extern` has `callee`, `args` and perhaps `dst`; `halt` has `kind` and perhaps `code`; `unsupported` has
//! `reason`; `noop` has nothing.

#[cfg(test)]
mod tests;

use crate::expr::ExprId;
use crate::loops::LoopNest;
use crate::program::{Body, EdgeId, FuncId, HaltKind, LocId, Op, Origin, Program, VarId};
use crate::text::{Pieces, Scope, branch_kind, lib_fn, nondet, var_kind};
use crate::types::RecordKind;
use argand_support::{FxHashSet, Idx as _, Span};
use std::io::{self, Write};

/// Writes a program as one JSON document. With `only`, the locations and edges of other functions are
/// empty objects, so that ids stay positions.
///
/// # Errors
/// Those of `out`.
pub fn write_json(
    program: &Program,
    only: Option<FuncId>,
    loops: &dyn LoopNest,
    out: &mut impl Write,
) -> io::Result<()> {
    let scope = Scope::of(program);
    let mut exporter = Exporter {
        program,
        pieces: Pieces::new(program, &scope),
        json: Json { out, comma: false },
        only,
        loops,
    };
    exporter.document()?;
    exporter.json.raw("\n")
}

/// A program as one JSON document.
#[must_use]
pub fn json(program: &Program, loops: &dyn LoopNest) -> String {
    let mut bytes = Vec::new();
    // Writing to memory does not fail, and serde_json writes nothing but UTF-8.
    let _ = write_json(program, None, loops, &mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}

/// Puts commas where they belong.
struct Json<'w, W> {
    out: &'w mut W,
    comma: bool,
}

impl<W: Write> Json<'_, W> {
    fn raw(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    /// What comes before a key or an element.
    fn separate(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.comma, true) { self.raw(",") } else { Ok(()) }
    }

    fn open(&mut self, bracket: &str) -> io::Result<()> {
        self.separate()?;
        self.comma = false;
        self.raw(bracket)
    }

    fn close(&mut self, bracket: &str) -> io::Result<()> {
        self.comma = true;
        self.raw(bracket)
    }

    fn key(&mut self, key: &str) -> io::Result<()> {
        self.separate()?;
        self.comma = false;
        serde_json::to_writer(&mut *self.out, key)?;
        self.raw(":")
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        self.separate()?;
        Ok(serde_json::to_writer(&mut *self.out, text)?)
    }

    fn number(&mut self, number: u64) -> io::Result<()> {
        self.separate()?;
        write!(self.out, "{number}")
    }

    fn text_at(&mut self, key: &str, text: &str) -> io::Result<()> {
        self.key(key)?;
        self.text(text)
    }

    fn number_at(&mut self, key: &str, number: impl Into<u64>) -> io::Result<()> {
        self.key(key)?;
        self.number(number.into())
    }

    fn flag_at(&mut self, key: &str, flag: bool) -> io::Result<()> {
        self.key(key)?;
        self.separate()?;
        self.raw(if flag { "true" } else { "false" })
    }

    /// Begins an array under a key, each of its elements on a line of its own.
    fn list_at(&mut self, key: &str) -> io::Result<()> {
        self.separate()?;
        self.comma = false;
        self.raw("\n")?;
        self.key(key)?;
        self.open("[")
    }
}

struct Exporter<'p, 'w, W> {
    program: &'p Program,
    pieces: Pieces<'p>,
    json: Json<'w, W>,
    only: Option<FuncId>,
    loops: &'p dyn LoopNest,
}

impl<W: Write> Exporter<'_, '_, W> {
    fn document(&mut self) -> io::Result<()> {
        let program = self.program;
        self.json.open("{")?;
        self.json.text_at("format", "argand-cfa")?;
        self.json.number_at("version", 1u32)?;
        self.json.text_at("dataModel", program.types.model().name())?;
        self.json.number_at("start", program.start.raw())?;
        self.json.number_at("main", program.main.raw())?;
        self.json.number_at("halt", program.halt.raw())?;
        self.json.list_at("files")?;
        for (_, name) in program.sources.files() {
            self.json.text(name)?;
        }
        self.json.close("]")?;
        self.records()?;
        self.variables()?;
        self.functions()?;
        self.locations()?;
        self.edges()?;
        self.branches()?;
        self.json.close("}")
    }

    /// The start of an element of a list.
    fn element(&mut self) -> io::Result<()> {
        self.json.separate()?;
        self.json.comma = false;
        self.json.raw("\n  {")
    }

    fn span(&mut self, key: &str, span: Span) -> io::Result<()> {
        if span.is_none() {
            return Ok(());
        }
        self.json.key(key)?;
        self.json.open("{")?;
        self.json.number_at("file", span.file.raw())?;
        self.json.number_at("line", span.line)?;
        self.json.number_at("column", span.column)?;
        self.json.number_at("endLine", span.end_line)?;
        self.json.number_at("endColumn", span.end_column)?;
        self.json.close("}")
    }

    fn records(&mut self) -> io::Result<()> {
        let program = self.program;
        self.json.list_at("records")?;
        for (_, record) in program.types.records() {
            self.element()?;
            let kind = match record.kind {
                RecordKind::Struct => "struct",
                RecordKind::Union => "union",
            };
            self.json.text_at("kind", kind)?;
            if let Some(tag) = record.tag {
                self.json.text_at("tag", program.names.resolve(tag))?;
            }
            self.json.number_at("size", record.size)?;
            self.json.number_at("align", record.align)?;
            self.json.flag_at("complete", record.complete)?;
            self.json.key("fields")?;
            self.json.open("[")?;
            for field in &record.fields {
                self.json.open("{")?;
                if let Some(name) = field.name {
                    self.json.text_at("name", program.names.resolve(name))?;
                }
                let ty = self.pieces.ty(field.ty);
                self.json.text_at("type", &ty)?;
                self.json.number_at("bitOffset", field.bit_offset)?;
                if let Some(width) = field.bit_width {
                    self.json.number_at("bitWidth", width)?;
                }
                self.json.close("}")?;
            }
            self.json.close("]")?;
            self.json.close("}")?;
        }
        self.json.close("]")
    }

    fn variables(&mut self) -> io::Result<()> {
        let program = self.program;
        let read_only: FxHashSet<VarId> = program.read_only.iter().copied().collect();
        self.json.list_at("variables")?;
        for (id, var) in program.vars.iter_enumerated() {
            self.element()?;
            self.json.text_at("name", program.names.resolve(var.name))?;
            let ty = self.pieces.ty(var.ty);
            self.json.text_at("type", &ty)?;
            self.json.text_at("kind", var_kind::word(var.kind))?;
            if let Some(func) = var.func {
                self.json.number_at("function", func.raw())?;
            }
            if let Some(size) = program.var_size(id) {
                self.json.number_at("size", size)?;
            }
            self.json.flag_at("addressed", var.addressed)?;
            self.json.flag_at("undefined", var.undefined)?;
            self.json.flag_at("readOnly", read_only.contains(&id))?;
            self.span("span", var.span)?;
            self.json.close("}")?;
        }
        self.json.close("]")
    }

    fn functions(&mut self) -> io::Result<()> {
        let program = self.program;
        self.json.list_at("functions")?;
        for function in &program.functions {
            self.element()?;
            self.json.text_at("name", program.names.resolve(function.name))?;
            let ty = self.pieces.ty(function.ty);
            self.json.text_at("type", &ty)?;
            let origin = match function.origin {
                Origin::User => "user",
                Origin::Library => "library",
                Origin::Startup => "startup",
            };
            self.json.text_at("origin", origin)?;
            self.json.flag_at("addressed", function.addressed)?;
            match function.body {
                Body::Defined { entry, exit } => {
                    self.json.number_at("entry", entry.raw())?;
                    self.json.number_at("exit", exit.raw())?;
                    self.json.key("params")?;
                    self.json.open("[")?;
                    for param in &function.params {
                        self.json.number(param.raw().into())?;
                    }
                    self.json.close("]")?;
                }
                Body::Extern(model) => self.json.text_at("model", lib_fn::word(model))?,
            }
            if let Some(ret) = function.ret {
                self.json.number_at("return", ret.raw())?;
            }
            self.span("span", function.span)?;
            self.json.close("}")?;
        }
        self.json.close("]")
    }

    fn is_shown(&self, loc: LocId) -> bool {
        self.only.is_none_or(|func| self.program.locs[loc].func == func)
    }

    fn locations(&mut self) -> io::Result<()> {
        let program = self.program;
        let mut labels = vec![Vec::new(); program.locs.len()];
        for label in &program.labels {
            labels[label.loc.index()].push(label.name);
        }
        self.json.list_at("locations")?;
        for (id, loc) in program.locs.iter_enumerated() {
            self.element()?;
            if self.is_shown(id) {
                self.json.number_at("function", loc.func.raw())?;
                self.json.key("out")?;
                self.json.open("[")?;
                for edge in &loc.out {
                    self.json.number(edge.raw().into())?;
                }
                self.json.close("]")?;
                if !labels[id.index()].is_empty() {
                    self.json.key("labels")?;
                    self.json.open("[")?;
                    for &name in &labels[id.index()] {
                        self.json.text(program.names.resolve(name))?;
                    }
                    self.json.close("]")?;
                }
                if self.loops.is_head(id) {
                    self.json.flag_at("loopHead", true)?;
                }
                if self.loops.depth(id) > 0 {
                    self.json.number_at("loopDepth", self.loops.depth(id))?;
                }
            }
            self.json.close("}")?;
        }
        self.json.close("]")
    }

    fn edges(&mut self) -> io::Result<()> {
        let program = self.program;
        self.json.list_at("edges")?;
        for (id, edge) in program.edges.iter_enumerated() {
            self.element()?;
            if self.is_shown(edge.from) {
                self.pieces.inside(Some(program.locs[edge.from].func));
                self.json.number_at("from", edge.from.raw())?;
                self.json.number_at("to", edge.to.raw())?;
                self.op(id)?;
                if let Some(branch) = edge.branch {
                    self.json.key("branch")?;
                    self.json.open("{")?;
                    self.json.number_at("id", branch.branch.raw())?;
                    if let Some(outcome) = branch.outcome {
                        self.json.flag_at("outcome", outcome)?;
                    }
                    self.json.close("}")?;
                }
                self.span("span", edge.span)?;
            }
            self.json.close("}")?;
        }
        self.json.close("]")
    }

    fn expr_at(&mut self, key: &str, id: ExprId) -> io::Result<()> {
        let text = self.pieces.expr(id);
        self.json.text_at(key, &text)
    }

    fn op(&mut self, id: EdgeId) -> io::Result<()> {
        let program = self.program;
        match &program.edges[id].op {
            Op::Noop => self.json.text_at("op", "noop"),
            Op::Assume { cond, truth } => {
                self.json.text_at("op", "assume")?;
                self.expr_at("cond", *cond)?;
                self.json.flag_at("truth", *truth)
            }
            Op::Assign { dst, src } => {
                self.json.text_at("op", "assign")?;
                let dst = self.pieces.place(*dst);
                self.json.text_at("dst", &dst)?;
                self.expr_at("src", *src)
            }
            Op::Init { var, entries } => {
                self.json.text_at("op", "init")?;
                self.json.number_at("var", var.raw())?;
                self.json.key("entries")?;
                self.json.open("[")?;
                for entry in entries {
                    self.json.open("{")?;
                    let place = self.pieces.place(entry.place);
                    self.json.text_at("place", &place)?;
                    self.expr_at("value", entry.value)?;
                    self.json.close("}")?;
                }
                self.json.close("]")
            }
            Op::Havoc { dst, source } => {
                self.json.text_at("op", "havoc")?;
                let dst = self.pieces.place(*dst);
                self.json.text_at("dst", &dst)?;
                self.json.text_at("source", nondet::word(*source))
            }
            Op::Declare { var, size } => {
                self.json.text_at("op", "declare")?;
                self.json.number_at("var", var.raw())?;
                size.map_or(Ok(()), |size| self.expr_at("size", size))
            }
            Op::Dead { var } => {
                self.json.text_at("op", "dead")?;
                self.json.number_at("var", var.raw())
            }
            op @ (Op::Call(site) | Op::Return(site) | Op::Summary(site)) => {
                let word = match op {
                    Op::Call(_) => "call",
                    Op::Return(_) => "return",
                    _ => "summary",
                };
                self.json.text_at("op", word)?;
                self.json.number_at("site", site.raw())?;
                let site = &program.call_sites[*site];
                self.pieces.inside(Some(program.locs[site.call].func));
                self.call(site.callee, &site.args, site.dst)
            }
            Op::Extern(call) => {
                self.json.text_at("op", "extern")?;
                let call = &program.extern_calls[*call];
                self.call(call.callee, &call.args, call.dst)
            }
            Op::Halt(kind) => {
                self.json.text_at("op", "halt")?;
                match kind {
                    HaltKind::Exit(code) => {
                        self.json.text_at("kind", "exit")?;
                        self.expr_at("code", *code)
                    }
                    HaltKind::Abort => self.json.text_at("kind", "abort"),
                    HaltKind::AssertFail => self.json.text_at("kind", "assertFail"),
                    HaltKind::Unreachable => self.json.text_at("kind", "unreachable"),
                }
            }
            Op::Unsupported(reason) => {
                self.json.text_at("op", "unsupported")?;
                self.json.text_at("reason", program.names.resolve(*reason))
            }
        }
    }

    fn call(&mut self, callee: FuncId, args: &[ExprId], dst: Option<VarId>) -> io::Result<()> {
        self.json.number_at("callee", callee.raw())?;
        self.json.key("args")?;
        self.json.open("[")?;
        for &arg in args {
            let text = self.pieces.expr(arg);
            self.json.text(&text)?;
        }
        self.json.close("]")?;
        dst.map_or(Ok(()), |dst| self.json.number_at("dst", dst.raw()))
    }

    fn branches(&mut self) -> io::Result<()> {
        let program = self.program;
        self.json.list_at("branches")?;
        for branch in &program.branches {
            self.element()?;
            self.json.text_at("kind", branch_kind::word(branch.kind))?;
            self.span("keyword", branch.keyword)?;
            self.span("condition", branch.condition)?;
            self.json.close("}")?;
        }
        self.json.close("]")
    }
}
