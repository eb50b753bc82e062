//! Writes programs in the text form.

use super::print_expr::Writer;
use super::scope::Scope;
use super::words;
use crate::expr::{ExprId, ExprKind, PlaceId};
use crate::program::{
    Body, BranchId, CallSiteId, EdgeId, FuncId, HaltKind, LocId, Op, Origin, Program, VarId, VarKind,
};
use crate::types::{Field, Record, RecordId, RecordKind, TypeId};
use argand_support::{FxHashSet, IndexVec, Span};
use std::fmt::Write as _;

/// The whole program as text that [`parse`](super::parse) reads back.
///
/// Programs that the [verifier](crate::verify) accepts come back as they were; what a broken call site
/// looks like is for people only.
#[must_use]
pub fn print(program: &Program) -> String {
    let scope = Scope::of(program);
    let mut printer = Printer::new(program, &scope);
    printer.header();
    printer.records();
    printer.w.func = None;
    for (id, var) in program.vars.iter_enumerated() {
        if var.func.is_none() {
            printer.var(id);
        }
    }
    printer.gap();
    for id in program.functions.indices() {
        printer.function(id);
    }
    for id in program.branches.indices() {
        printer.branch(id);
    }
    printer.w.out.truncate(printer.w.out.trim_end().len());
    printer.w.out.push('\n');
    printer.w.out
}

/// One function as it stands in the text of the whole program, with the branching constructs it uses.
#[must_use]
pub fn print_function(program: &Program, func: FuncId) -> String {
    let scope = Scope::of(program);
    let mut printer = Printer::new(program, &scope);
    printer.function(func);
    let mut seen = FxHashSet::default();
    for &loc in &printer.locs_of[func] {
        for &edge in &program.locs[loc].out {
            if let Some(used) = program.edges[edge].branch
                && seen.insert(used.branch)
            {
                printer.used.push(used.branch);
            }
        }
    }
    printer.used.sort_unstable();
    for id in std::mem::take(&mut printer.used) {
        printer.branch(id);
    }
    printer.w.out.truncate(printer.w.out.trim_end().len());
    printer.w.out.push('\n');
    printer.w.out
}

/// An expression or place as it stands in the text of the whole program, with full names.
#[must_use]
pub fn print_node(program: &Program, node: crate::walk::Node) -> String {
    let scope = Scope::of(program);
    let mut writer = Writer::new(program, &scope);
    match node {
        crate::walk::Node::Expr(id) => writer.expr(id),
        crate::walk::Node::Place(id) => writer.place(id),
    }
    writer.out
}

/// Types, expressions, places and operations of one program as they stand in its text, each on its own.
pub(crate) struct Pieces<'p>(Printer<'p>);

impl<'p> Pieces<'p> {
    pub(crate) fn new(program: &'p Program, scope: &'p Scope) -> Self {
        Self(Printer::new(program, scope))
    }

    /// Says in which function names are read.
    pub(crate) fn inside(&mut self, func: Option<FuncId>) {
        self.0.w.func = func;
    }

    pub(crate) fn ty(&mut self, id: TypeId) -> String {
        self.0.w.ty(id);
        std::mem::take(&mut self.0.w.out)
    }

    pub(crate) fn expr(&mut self, id: ExprId) -> String {
        self.0.w.expr(id);
        std::mem::take(&mut self.0.w.out)
    }

    pub(crate) fn place(&mut self, id: PlaceId) -> String {
        self.0.w.place(id);
        std::mem::take(&mut self.0.w.out)
    }

    pub(crate) fn op(&mut self, edge: EdgeId) -> String {
        self.0.op(&self.0.program.edges[edge].op);
        std::mem::take(&mut self.0.w.out)
    }
}

/// The edges of a call site, in the order call, return, summary.
type Triple = [Option<EdgeId>; 3];

struct Printer<'p> {
    program: &'p Program,
    w: Writer<'p>,
    triples: IndexVec<CallSiteId, Triple>,
    locs_of: IndexVec<FuncId, Vec<LocId>>,
    vars_of: IndexVec<FuncId, Vec<VarId>>,
    /// Variables and functions whose address some printed expression takes; the others say so themselves.
    address_shown: FxHashSet<VarId>,
    function_address_shown: FxHashSet<FuncId>,
    read_only: FxHashSet<VarId>,
    used: Vec<BranchId>,
}

impl<'p> Printer<'p> {
    fn new(program: &'p Program, scope: &'p Scope) -> Self {
        let mut triples = IndexVec::filled([None; 3], program.call_sites.len());
        for (id, edge) in program.edges.iter_enumerated() {
            let (site, role) = match edge.op {
                Op::Call(site) => (site, 0),
                Op::Return(site) => (site, 1),
                Op::Summary(site) => (site, 2),
                _ => continue,
            };
            if let Some(slot) = program.call_sites.get(site).map(|_| &mut triples[site][role]) {
                *slot = Some(id);
            }
        }
        let mut locs_of = IndexVec::filled(Vec::new(), program.functions.len());
        for (id, loc) in program.locs.iter_enumerated() {
            locs_of[loc.func].push(id);
        }
        let mut vars_of = IndexVec::filled(Vec::new(), program.functions.len());
        for (id, var) in program.vars.iter_enumerated() {
            if let Some(func) = var.func {
                vars_of[func].push(id);
            }
        }
        let (address_shown, function_address_shown) = taken_addresses(program);
        Self {
            program,
            w: Writer::new(program, scope),
            triples,
            locs_of,
            vars_of,
            address_shown,
            function_address_shown,
            read_only: program.read_only.iter().copied().collect(),
            used: Vec::new(),
        }
    }

    fn write(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = self.w.out.write_fmt(text);
    }

    /// A blank line between sections, unless there is one already.
    fn gap(&mut self) {
        if !self.w.out.ends_with("\n\n") {
            self.w.out.push('\n');
        }
    }

    fn header(&mut self) {
        let program = self.program;
        self.write(format_args!("cfa {}\n", program.types.model().name()));
        self.write(format_args!("start {}\nmain {}\n", program.start, program.main));
        for (id, name) in program.sources.files() {
            self.write(format_args!("file {id} \"{}\"\n", name.escape_debug()));
        }
        self.gap();
    }

    fn span(&mut self, span: Span) {
        let Span { file, line, column, end_line, end_column } = span;
        if span == Span::NONE {
            return;
        }
        self.write(format_args!(" @{file}:{line}:{column}"));
        if end_line != line {
            self.write(format_args!("-{end_line}:{end_column}"));
        } else if column.checked_add(1) != Some(end_column) {
            self.write(format_args!("-{end_column}"));
        }
    }

    fn records(&mut self) {
        let program = self.program;
        for (id, record) in program.types.records() {
            self.record(id, record);
        }
    }

    fn record(&mut self, id: RecordId, record: &Record) {
        let word = match record.kind {
            RecordKind::Struct => "struct",
            RecordKind::Union => "union",
        };
        self.write(format_args!("{id}: {word}"));
        if let Some(tag) = record.tag {
            self.w.out.push(' ');
            self.w.symbol(tag);
        }
        if !record.complete {
            self.w.out.push_str(" incomplete\n\n");
            return;
        }
        self.write(format_args!(" size {} align {} {{\n", record.size, record.align));
        for field in &record.fields {
            self.field(field);
        }
        self.w.out.push_str("}\n\n");
    }

    fn field(&mut self, field: &Field) {
        self.w.out.push_str("  ");
        self.w.ty(field.ty);
        if let Some(name) = field.name {
            self.w.out.push(' ');
            self.w.symbol(name);
        }
        self.write(format_args!(" @{}", field.bit_offset / 8));
        if !field.bit_offset.is_multiple_of(8) {
            self.write(format_args!("+{}", field.bit_offset % 8));
        }
        if let Some(width) = field.bit_width {
            self.write(format_args!(" : {width}"));
        }
        self.w.out.push('\n');
    }

    fn var(&mut self, id: VarId) {
        let var = &self.program.vars[id];
        self.write(format_args!("{id}: {} ", words::var_kind::word(var.kind)));
        self.w.ty(var.ty);
        self.w.out.push(' ');
        self.w.symbol(var.name);
        if let Some(extent) = var.extent {
            self.write(format_args!(" extent {extent}"));
        }
        if let Some(align) = var.align {
            self.write(format_args!(" align {align}"));
        }
        if self.read_only.contains(&id) {
            self.w.out.push_str(" const");
        }
        if var.undefined {
            self.w.out.push_str(" undefined");
        }
        if var.addressed && !self.address_shown.contains(&id) {
            self.w.out.push_str(" addressed");
        }
        self.span(var.span);
        self.w.out.push('\n');
    }

    fn function(&mut self, id: FuncId) {
        let function = &self.program.functions[id];
        self.w.func = Some(id);
        if function.entry().is_some() && !self.w.out.is_empty() {
            self.gap();
        }
        let word = match function.body {
            Body::Defined { .. } => "func",
            Body::Extern(_) => "extern",
        };
        let origin = match function.origin {
            Origin::User => "",
            Origin::Library => "library ",
            Origin::Startup => "startup ",
        };
        self.write(format_args!("{id}: {origin}{word} "));
        self.w.symbol(function.name);
        self.w.out.push_str(": ");
        self.w.ty(function.ty);
        if let Body::Extern(model) = function.body {
            self.write(format_args!(" = {}", words::lib_fn::word(model)));
        }
        if function.addressed && !self.function_address_shown.contains(&id) {
            self.w.out.push_str(" addressed");
        }
        self.span(function.span);
        let Body::Defined { entry, exit } = function.body else {
            self.w.out.push('\n');
            return;
        };
        self.write(format_args!(" {{\n  entry {entry} exit {exit}\n"));
        for &param in &function.params {
            self.w.out.push_str("  ");
            self.var(param);
        }
        for var in std::mem::take(&mut self.vars_of[id]) {
            if self.program.vars[var].kind != VarKind::Param {
                self.w.out.push_str("  ");
                self.var(var);
            }
        }
        self.body(id, entry, exit);
        self.w.out.push_str("}\n\n");
    }

    fn body(&mut self, id: FuncId, entry: LocId, exit: LocId) {
        let program = self.program;
        let locs = std::mem::take(&mut self.locs_of[id]);
        let mut mentioned: FxHashSet<LocId> = [entry, exit].into_iter().collect();
        for &loc in &locs {
            for &edge in &program.locs[loc].out {
                match program.edges[edge].op {
                    Op::Call(_) | Op::Return(_) => mentioned.insert(loc),
                    _ => mentioned.insert(loc) | mentioned.insert(program.edges[edge].to),
                };
            }
        }
        for &loc in &locs {
            if loc == program.halt {
                self.write(format_args!("  halt {loc}\n"));
            } else if !mentioned.contains(&loc) {
                self.write(format_args!("  location {loc}\n"));
            }
        }
        for label in program.labels.iter().filter(|l| program.locs[l.loc].func == id) {
            self.w.out.push_str("  label ");
            self.w.symbol(label.name);
            self.write(format_args!(": {}\n", label.loc));
        }
        for &loc in &locs {
            for &edge in &program.locs[loc].out {
                self.edge(edge);
            }
        }
        self.locs_of[id] = locs;
    }

    /// The three edges of a call are one line, that of the call edge.
    fn edge(&mut self, id: EdgeId) {
        let program = self.program;
        let edge = &program.edges[id];
        let mut to = edge.to;
        let mut prefix = id.to_string();
        match edge.op {
            Op::Call(site) | Op::Return(site) | Op::Summary(site) => {
                if let Some([call, back, skip]) = self.whole_call(site) {
                    if id != call {
                        return;
                    }
                    to = program.call_sites[site].after;
                    if (back.raw(), skip.raw()) != (id.raw() + 1, id.raw() + 2) {
                        prefix = format!("{call}/{back}/{skip}");
                    }
                }
            }
            _ => {}
        }
        self.write(format_args!("  {prefix}: {} -> ", edge.from));
        if to == program.halt {
            self.w.out.push_str("halt: ");
        } else {
            self.write(format_args!("{to}: "));
        }
        self.op(&edge.op);
        if let Some(branch) = edge.branch {
            let outcome = branch.outcome.map_or("open", |b| if b { "true" } else { "false" });
            self.write(format_args!(" {}={outcome}", branch.branch));
        }
        self.span(edge.span);
        self.w.out.push('\n');
    }

    /// The edges of a call site that has exactly the edges [`Program::add_call`] gives it.
    fn whole_call(&self, site: CallSiteId) -> Option<[EdgeId; 3]> {
        let (program, data) = (self.program, self.program.call_sites.get(site)?);
        let [Some(call), Some(back), Some(skip)] = self.triples[site] else { return None };
        let callee = program.functions.get(data.callee)?;
        let ends = |id: EdgeId| (program.edges[id].from, program.edges[id].to);
        let rest = |id: EdgeId| (program.edges[id].span, program.edges[id].branch);
        let whole = ends(call) == (data.call, callee.entry()?)
            && ends(back) == (callee.exit()?, data.after)
            && ends(skip) == (data.call, data.after)
            && rest(call) == rest(back)
            && rest(call) == rest(skip);
        whole.then_some([call, back, skip])
    }

    fn op(&mut self, op: &Op) {
        match op {
            Op::Noop => self.w.out.push_str("noop"),
            Op::Assume { cond, truth } => {
                self.w.out.push_str(if *truth { "[" } else { "![" });
                self.w.expr(*cond);
                self.w.out.push(']');
            }
            Op::Assign { dst, src } => {
                self.w.place(*dst);
                self.w.out.push_str(" = ");
                self.w.expr(*src);
            }
            Op::Init { var, entries } => {
                self.w.out.push_str("init ");
                self.w.var(*var);
                self.w.out.push_str(" {");
                for (i, entry) in entries.iter().enumerate() {
                    // A line end after a comma does not end the statement.
                    let lead = if i > 0 && entries.len() > 4 { "\n      " } else { " " };
                    self.write(format_args!("{}{lead}", if i > 0 { "," } else { "" }));
                    self.w.place(entry.place);
                    self.w.out.push_str(" = ");
                    self.w.expr(entry.value);
                }
                self.w.out.push_str(" }");
            }
            Op::Havoc { dst, source } => {
                self.w.place(*dst);
                self.write(format_args!(" = havoc {}", words::nondet::word(*source)));
            }
            Op::Declare { var, size } => {
                self.w.out.push_str("declare ");
                self.w.var(*var);
                if let Some(size) = size {
                    self.w.out.push_str(" size ");
                    self.w.expr(*size);
                }
            }
            Op::Dead { var } => {
                self.w.out.push_str("dead ");
                self.w.var(*var);
            }
            Op::Call(id) => {
                if let Some(site) = self.program.call_sites.get(*id) {
                    self.call(site.callee, &site.args, site.dst);
                    self.write(format_args!(" {id}"));
                }
            }
            Op::Return(id) => self.write(format_args!("return {id}")),
            Op::Summary(id) => self.write(format_args!("summary {id}")),
            Op::Extern(id) => {
                if let Some(call) = self.program.extern_calls.get(*id) {
                    self.call(call.callee, &call.args, call.dst);
                    self.write(format_args!(" {id}"));
                }
            }
            Op::Halt(HaltKind::Exit(code)) => {
                self.w.out.push_str("exit ");
                self.w.expr(*code);
            }
            Op::Halt(HaltKind::Abort) => self.w.out.push_str("abort"),
            Op::Halt(HaltKind::AssertFail) => self.w.out.push_str("assert_fail"),
            Op::Halt(HaltKind::Unreachable) => self.w.out.push_str("unreachable"),
            Op::Unsupported(reason) => {
                let reason = self.program.names.resolve(*reason);
                self.write(format_args!("unsupported \"{}\"", reason.escape_debug()));
            }
        }
    }

    fn call(&mut self, callee: FuncId, args: &[ExprId], dst: Option<VarId>) {
        if let Some(dst) = dst {
            self.w.var(dst);
            self.w.out.push_str(" = ");
        }
        self.w.out.push_str("call ");
        self.w.function(callee);
        self.w.out.push('(');
        for (i, &arg) in args.iter().enumerate() {
            if i > 0 {
                self.w.out.push_str(", ");
            }
            self.w.expr(arg);
        }
        self.w.out.push(')');
    }

    fn branch(&mut self, id: BranchId) {
        let branch = self.program.branches[id];
        self.write(format_args!("{id}: branch {}", words::branch_kind::word(branch.kind)));
        self.span(branch.keyword);
        if branch.condition != Span::NONE {
            self.w.out.push_str(" cond");
            self.span(branch.condition);
        }
        self.w.out.push('\n');
    }
}

/// The variables and functions whose address is taken by an expression that an edge uses.
fn taken_addresses(program: &Program) -> (FxHashSet<VarId>, FxHashSet<FuncId>) {
    let (mut vars, mut functions) = (FxHashSet::default(), FxHashSet::default());
    crate::walk::for_each_used_node(program, |node| match node {
        crate::walk::Node::Expr(id) => match program.expr(id).kind {
            ExprKind::AddrOf(place) => vars.extend(program.pool.root_var(place)),
            ExprKind::FuncAddr(func) => {
                functions.insert(func);
            }
            _ => {}
        },
        crate::walk::Node::Place(_) => {}
    });
    (vars, functions)
}
